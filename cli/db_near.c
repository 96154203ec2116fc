/* grimoire-db dedupe --near: games that are nearly the same, side by side. */
#include "cli/db_near.h"

#include <inttypes.h>
#include <string.h>

#include "notation/move/san.h"
#include "notation/plain.h"
#include "rules/plural.h"

enum { INDENT = 4, FIRST_COLUMN = 12, COLUMN = 36, MOST_COLUMN = 60, MOVES_SHOWN = 6 };

/* Rows of two columns behind a name. They are put twice: first they are measured only. */
typedef struct Rows {
    GrBuffer out;
    bool measures;
    size_t left, right; /* where the columns begin */
} Rows;

static size_t characters(const char *text, size_t len) {
    size_t count = 0;
    for (size_t i = 0; i < len; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

/* Adds blanks until the line, which begins at `from`, has `width` characters, but one at least. */
static void pad(GrBuffer *out, size_t from, size_t width) {
    size_t count = characters(out->data + from, out->len - from);
    do
        gr_buffer_putc(out, ' ');
    while (++count < width);
}

/* Makes room for the texts, as far as that is reasonable. */
static void measure(Rows *rows, const char *name, const char *left) {
    size_t named = INDENT + characters(name, strlen(name)) + 2, wide = characters(left, strlen(left)) + 2;
    if (named > rows->left)
        rows->left = named < COLUMN ? named : COLUMN;
    if (wide > rows->right)
        rows->right = wide < MOST_COLUMN ? wide : MOST_COLUMN;
}

static void put_row(Rows *rows, const char *name, const char *left, const char *right) {
    GrBuffer *out = &rows->out;
    size_t from = out->len;
    if (rows->measures) {
        measure(rows, name, left);
        return;
    }
    gr_buffer_printf(out, "%*s", INDENT, "");
    gr_put_plain(out, name, false);
    if (out->failed)
        return;
    pad(out, from, rows->left);
    gr_put_plain(out, left, false);
    if (*right)
        pad(out, from, rows->left + rows->right);
    gr_put_plain(out, right, false);
    gr_buffer_putc(out, '\n');
}

static const char *tag_of(const GrGame *game, const char *name) {
    const char *value = gr_game_tag(game, name);
    return value && strcmp(value, "?") ? value : "";
}

/* Tags that name a game are shown in any case, others if the games do not agree. */
static void put_tags(Rows *rows, const GrGame *stays, const GrGame *goes) {
    static const char *const first[] = {"White", "Black", "Event", "Site", "Date", "Round", "Result", NULL};
    const GrGame *const both[] = {stays, goes};
    for (size_t i = 0; first[i]; i++)
        if (*tag_of(stays, first[i]) || *tag_of(goes, first[i]))
            put_row(rows, first[i], tag_of(stays, first[i]), tag_of(goes, first[i]));
    for (int n = 0; n < 2; n++)
        for (size_t i = 0; i < both[n]->tag_count; i++) {
            const char *name = gr_game_string(both[n], both[n]->tags[i].name);
            bool shown = n && gr_game_tag(stays, name);
            for (size_t k = 0; first[k]; k++)
                shown |= !strcmp(name, first[k]);
            if (!shown && strcmp(tag_of(stays, name), tag_of(goes, name)))
                put_row(rows, name, tag_of(stays, name), tag_of(goes, name));
        }
}

/* The moves behind the first `plies`. */
static void put_moves(const GrGame *game, uint32_t plies, GrBuffer *out) {
    char san[GR_SAN_SIZE];
    GrPosition pos = game->start;
    uint32_t node = game->node_count ? game->nodes[0].next : 0, ply = 0;
    gr_buffer_puts(out, "");
    for (; node && ply < plies + MOVES_SHOWN; node = game->nodes[node].next) {
        gr_san_play(&pos, game->nodes[node].move, san);
        if (++ply > plies)
            gr_buffer_printf(out, "%s%s", out->len ? " " : "", san);
    }
    if (node)
        gr_buffer_puts(out, " ...");
}

static void put_line(GrBuffer *out, const GrNearFound *f) {
    gr_buffer_printf(out, "game %" PRId64 " is ", f->gone);
    if (f->common == f->stays->plies && f->common == f->goes->plies)
        gr_buffer_printf(out, "nearly game %" PRId64 ", with the same moves\n", f->kept);
    else if (f->common == f->goes->plies)
        gr_buffer_printf(out, "nearly the beginning of game %" PRId64 "\n", f->kept);
    else
        gr_buffer_printf(out, "nearly game %" PRId64 ", but for the moves from ply %" PRIu32 " on\n", f->kept,
                         f->common + 1);
}

static void put_rows(Rows *rows, const GrNearFound *f, bool dry, const GrBuffer moves[2]) {
    char name[32], plies[2][32], numbers[2][48];
    snprintf(numbers[0], sizeof numbers[0], "game %" PRId64 " stays", f->kept);
    snprintf(numbers[1], sizeof numbers[1], "game %" PRId64 " %s", f->gone, dry ? "would go" : "goes");
    put_row(rows, "", numbers[0], numbers[1]);
    put_tags(rows, f->stays, f->goes);
    snprintf(plies[0], sizeof plies[0], "%" PRIu32, f->stays->plies);
    snprintf(plies[1], sizeof plies[1], "%" PRIu32, f->goes->plies);
    put_row(rows, "plies", plies[0], plies[1]);
    if (f->common == f->stays->plies && f->common == f->goes->plies)
        return;
    snprintf(name, sizeof name, "ply %" PRIu32, f->common + 1);
    put_row(rows, name, moves[0].failed ? "" : moves[0].data, moves[1].failed ? "" : moves[1].data);
}

/* Two games side by side. */
static void show_pair(void *context, const GrNearFound *f) {
    CliDbAsked *asked = context;
    Rows rows = {.measures = true, .left = FIRST_COLUMN, .right = COLUMN};
    GrBuffer moves[2];
    gr_buffer_init(&rows.out);
    gr_buffer_init(&moves[0]);
    gr_buffer_init(&moves[1]);
    put_line(&rows.out, f);
    put_moves(f->stays, f->common, &moves[0]);
    put_moves(f->goes, f->common, &moves[1]);
    put_rows(&rows, f, asked->dry, moves);
    rows.measures = false;
    put_rows(&rows, f, asked->dry, moves);
    cli_progress_end(asked->cli);
    if (rows.out.failed || moves[0].failed || moves[1].failed)
        cli_error(asked->cli, "out of memory");
    cli_put(asked->cli, &rows.out);
    gr_buffer_free(&rows.out);
    gr_buffer_free(&moves[0]);
    gr_buffer_free(&moves[1]);
}

int cli_db_dedupe_near(CliDbAsked *asked) {
    GrError error;
    GrDeduped done;
    uint64_t crowded;
    Cli *cli = asked->cli;
    asked->dry = !asked->apply;
    GrWork work = cli_db_work(asked);
    const GrNear job = {.dry = asked->dry, .plies = asked->plies, .found = show_pair, .work = &work};
    if (!cli_output(cli))
        return CLI_USAGE;
    int code = gr_db_dedupe_near(asked->db, &job, &done, &crowded, &error);
    int status = cli_db_finish(asked, code, &error, "stopped; nothing has changed");
    if (status)
        return status;
    if (crowded)
        cli_note(cli, "%" PRIu64 " %s like so many others that not all were compared", crowded,
                 gr_plural(crowded, "game begins", "games begin"));
    cli_summary_of(cli, done.doubles && !asked->dry,
                   "%" PRIu64 " %s compared, %" PRIu64 " near %s %s, %" PRIu64 " with comments kept", done.games,
                   gr_plural(done.games, "game", "games"), done.doubles,
                   gr_plural(done.doubles, "duplicate", "duplicates"), asked->dry ? "found" : "deleted",
                   done.annotated);
    return asked->unread ? CLI_DAMAGED : CLI_OK;
}
