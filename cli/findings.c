/* Findings of a search as lines of text. */
#include "cli/findings.h"

#include <inttypes.h>
#include <string.h>

#include "notation/json.h"
#include "notation/plain.h"

/* Where the character behind this one begins. */
static size_t behind(const GrBuffer *text, size_t at) {
    do
        at++;
    while (at < text->len && (text->data[at] & 0xC0) == 0x80);
    return at;
}

/* A tag's value on one line, cut to `most` characters, the last an ellipsis, if it is longer. */
static void put_tag(GrBuffer *out, const GrGame *game, const char *name, size_t most) {
    const char *value = gr_game_tag(game, name);
    size_t from = out->len, cut = from, characters = 0;
    gr_put_plain(out, value ? value : "?", false);
    for (size_t at = from; at < out->len; at = behind(out, at))
        if (++characters < most)
            cut = behind(out, at);
    if (characters <= most)
        return;
    out->len = cut;
    gr_buffer_puts(out, "\xE2\x80\xA6");
}

/* A line has several numbers, and printf takes longer for them than finding the game. */
static void put_decimal(GrBuffer *out, uint64_t number) {
    char digit[20];
    size_t at = sizeof digit;
    do
        digit[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    gr_buffer_add(out, digit + at, sizeof digit - at);
}

/* The columns that a line takes from `from` to the end of the buffer. */
static size_t width_of(const GrBuffer *text, size_t from) {
    enum { TAB = 8 };
    size_t column = 0;
    for (size_t at = from; at < text->len; at = behind(text, at))
        column = text->data[at] == '\t' ? column / TAB * TAB + TAB : column + 1;
    return column;
}

static void put_names(GrBuffer *out, const GrGame *game, size_t most) {
    enum { DATE = 10 };
    gr_buffer_putc(out, '\t');
    put_tag(out, game, "White", most);
    gr_buffer_puts(out, " - ");
    put_tag(out, game, "Black", most);
    gr_buffer_putc(out, ' ');
    gr_buffer_puts(out, gr_result_text(game->result));
    gr_buffer_putc(out, '\t');
    put_tag(out, game, "Event", most);
    gr_buffer_puts(out, ", ");
    put_tag(out, game, "Site", most);
    gr_buffer_puts(out, ", ");
    put_tag(out, game, "Date", most < DATE ? DATE : most);
}

/* The rest of a line that begins at `line`. On a terminal names are shortened until it fits. */
static void put_game(GrBuffer *out, const GrGame *game, const CliFindings *w, size_t line) {
    enum { LONGEST = 60, SHORTEST = 4 };
    size_t from = out->len, most = LONGEST;
    put_names(out, game, SIZE_MAX);
    for (; w->width && most >= SHORTEST && !out->failed && width_of(out, line) >= w->width; most--) {
        out->len = from;
        put_names(out, game, most);
    }
    gr_buffer_putc(out, '\n');
}

/* In which variation it ends, if it does not in the game as played. */
static void put_variation(GrBuffer *out, const GrHit *hit) {
    if (hit && hit->line)
        gr_buffer_printf(out, " variation %" PRIu32, hit->line);
}

/* The number of the game, behind the name of its database if there are several. */
static void put_number(GrBuffer *out, const GrFinding *found, const CliFindings *w) {
    gr_buffer_add(out, w->prefix.data, w->prefix.len);
    put_decimal(out, (uint64_t)found->id);
}

static void put_text(GrBuffer *out, const GrFinding *found, const GrHit *hit, const CliFindings *w) {
    size_t line = out->len;
    put_number(out, found, w);
    bool span = hit && hit->last > hit->first;
    if (hit) {
        gr_buffer_puts(out, span ? " plies " : " ply ");
        put_decimal(out, hit->first);
    }
    if (span) {
        gr_buffer_putc(out, '-');
        put_decimal(out, hit->last);
    }
    put_variation(out, hit);
    put_game(out, found->game, w, line);
}

static void put_plies(GrBuffer *out, const GrFinding *found, const GrHit *hit, const CliFindings *w) {
    put_number(out, found, w);
    if (hit) {
        gr_buffer_putc(out, ' ');
        put_decimal(out, hit->first);
    }
    if (hit && hit->last > hit->first) {
        gr_buffer_putc(out, '-');
        put_decimal(out, hit->last);
    }
    put_variation(out, hit);
    gr_buffer_putc(out, '\n');
}

static void put_csv(GrBuffer *out, const GrFinding *found, const GrHit *hit, const CliFindings *w) {
    put_number(out, found, w);
    gr_buffer_putc(out, ',');
    if (hit)
        gr_buffer_printf(out, "%" PRIu32, hit->first);
    if (w->columns >= CLI_SPAN)
        gr_buffer_putc(out, ',');
    if (hit && w->columns >= CLI_SPAN)
        gr_buffer_printf(out, "%" PRIu32, hit->last);
    if (w->columns >= CLI_VARIATION)
        gr_buffer_putc(out, ',');
    if (hit && hit->line)
        gr_buffer_printf(out, "%" PRIu32, hit->line);
    gr_buffer_putc(out, '\n');
}

static int put_json_bytes(void *context, const char *bytes, size_t len) {
    gr_buffer_add(context, bytes, len);
    return 0;
}

static void put_json(GrBuffer *out, const GrFinding *found, const GrHit *hit, const CliFindings *w) {
    GrJson json;
    gr_json_start(&json, put_json_bytes, out);
    gr_json_open(&json, NULL, '{');
    if (w->part)
        gr_json_string(&json, "db", w->part);
    gr_finding_write(&json, found, hit);
    gr_json_close(&json, '}');
    gr_buffer_putc(out, '\n');
}

static void put_fen(GrBuffer *out, const GrFinding *found, const GrHit *hit, const CliFindings *w) {
    char fen[GR_FEN_SIZE];
    (void)hit;
    (void)w;
    if (!found->pos)
        return;
    gr_fen_write(found->pos, fen);
    gr_buffer_puts(out, fen);
    gr_buffer_putc(out, '\n');
}

static void put_header(GrBuffer *out, const GrFinding *found, const GrHit *hit, const CliFindings *w) {
    (void)hit;
    put_text(out, found, NULL, w);
}

/* ---- formats ---- */

/* Findings, a line each; the other formats are those of games, marked at the findings. */
#define TABLE {"game,ply\n", "game,ply,last\n", "game,ply,last,variation\n"}

static const CliHitFormat HITS[] = {
    {"text", GR_FIND_HEADERS, false, put_text, NULL, {NULL}, false},
    {"games", GR_FIND_HEADERS, true, put_header, NULL, {NULL}, false},
    {"plies", GR_FIND_NUMBERS, false, put_plies, NULL, {NULL}, false},
    {"csv", GR_FIND_NUMBERS, false, put_csv, gr_csv_field, TABLE, false},
    {"csv-plain", GR_FIND_NUMBERS, false, put_csv, gr_csv_plain, TABLE, false},
    {"json", GR_FIND_HEADERS, false, put_json, NULL, {NULL}, true},
    {"fen", GR_FIND_POSITIONS, false, put_fen, NULL, {NULL}, false},
};

enum { FORMATS = sizeof HITS / sizeof *HITS };

const CliHitFormat *cli_hit_format(size_t n) {
    return n < FORMATS ? &HITS[n] : NULL;
}

const CliHitFormat *cli_find_hit_format(const char *name) {
    for (size_t n = 0; n < FORMATS; n++)
        if (!strcmp(HITS[n].name, name))
            return &HITS[n];
    return NULL;
}
