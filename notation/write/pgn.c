/* PGN in export format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move/long.h"
#include "notation/move/san.h"
#include "notation/write/format.h"
#include "notation/write/pgn.h"
#include "rules/fen.h"

/* ---- tags ---- */

static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};
enum { ROSTER = sizeof roster / sizeof *roster };

/* Length of what stands before anything that cannot stand in a tag's value as it is. */
static size_t plain_length(const char *value) {
    const char *p = value;
    while (*p && *p != '"' && *p != '\\' && *p != '\n' && *p != '\r')
        p++;
    return (size_t)(p - value);
}

static void put_tag(GrBuffer *out, const char *name, const char *value) {
    gr_buffer_putc(out, '[');
    gr_buffer_puts(out, name);
    gr_buffer_puts(out, " \"");
    for (size_t len; *value; value += len) {
        len = plain_length(value);
        gr_buffer_add(out, value, len);
        if (value[len]) {
            bool escape = value[len] == '"' || value[len] == '\\';
            gr_buffer_puts(out, escape ? "\\" : "");
            gr_buffer_putc(out, escape ? value[len] : ' ');
            len++;
        }
    }
    gr_buffer_puts(out, "\"]\n");
}

static bool in_roster(const char *name) {
    for (int i = 0; i < ROSTER; i++)
        if (*name == *roster[i] && !strcmp(name, roster[i]))
            return true;
    return false;
}

/* What the game itself says of a tag, whatever the tag says; NULL if it says nothing. */
static const char *own_value(const GrGame *game, const char *name, char fen[GR_FEN_SIZE]) {
    if (!strcmp(name, "Result"))
        return gr_result_text(game->result);
    if (!game->rules)
        return NULL;
    if (!strcmp(name, "Variant"))
        return gr_variant(game->rules)->title;
    if (!strcmp(name, "FEN")) {
        gr_fen_write(&game->start, fen);
        return fen;
    }
    return NULL;
}

static void put_game_tag(GrBuffer *out, const GrGame *game, const char *name) {
    char fen[GR_FEN_SIZE];
    const char *value = own_value(game, name, fen);
    if (!value)
        value = gr_game_tag(game, name);
    if (!value)
        value = !strcmp(name, "Date") ? "????.??.??" : !strcmp(name, "SetUp") ? "1" : "?";
    put_tag(out, name, value);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Tags that the game must have to be read as what it is. */
static bool needs_variant(const GrGame *game) {
    return game->rules && strcmp(gr_variant(game->rules)->name, "chess") != 0;
}

static bool needs_fen(const GrGame *game) {
    GrPosition usual;
    if (!game->rules)
        return false;
    gr_start(game->rules, &usual);
    return !gr_same(&usual, &game->start) || usual.number != game->start.number ||
           usual.clock != game->start.clock;
}

static void put_tags(GrBuffer *out, const GrGame *game) {
    const char **names = malloc((game->tag_count + 3) * sizeof *names);
    size_t n = 0;
    if (!names) {
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *name = gr_game_string(game, game->tags[i].name);
        if (!in_roster(name))
            names[n++] = name;
    }
    if (needs_variant(game) && !gr_game_tag(game, "Variant"))
        names[n++] = "Variant";
    bool fen = needs_fen(game);
    if (fen && !gr_game_tag(game, "FEN"))
        names[n++] = "FEN";
    if (fen && !gr_game_tag(game, "SetUp"))
        names[n++] = "SetUp";
    qsort(names, n, sizeof *names, compare_names);
    for (int i = 0; i < ROSTER; i++)
        put_game_tag(out, game, roster[i]);
    for (size_t i = 0; i < n; i++)
        put_game_tag(out, game, names[i]);
    free(names);
}

/* ---- lines of movetext ---- */

enum { COLUMNS = 79 };

typedef struct Text {
    GrBuffer *out;
    const GrGame *game;
    size_t column;   /* characters in the line so far */
    bool open;       /* a parenthesis was just opened: what follows touches it */
    bool numbered;   /* the next move needs its number */
} Text;

static size_t width(const char *text, size_t len) {
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)text[i] & 0xC0) != 0x80;
    return n;
}

/* What stands before a word that is `wide` characters long: a blank, or a line end if it does not
 * fit; `after` more characters must have room behind it. */
static void put_gap(Text *t, size_t wide, size_t after) {
    if (t->column && !t->open) {
        bool fits = t->column + 1 + wide + after <= COLUMNS;
        gr_buffer_putc(t->out, fits ? ' ' : '\n');
        t->column = fits ? t->column + 1 : 0;
    }
    t->column += wide;
    t->open = false;
}

static void put_word(Text *t, const char *word, size_t len, size_t after) {
    put_gap(t, width(word, len), after);
    gr_buffer_add(t->out, word, len);
}

/* The same for ASCII. */
static void put_token(Text *t, const char *word, size_t len) {
    put_gap(t, len, 0);
    gr_buffer_add(t->out, word, len);
}

/* Length of the next piece of a comment that must not be broken: a word, or a short command such
 * as [%eval 0.3], with any word after it that begins with '%', as that may not begin a line. */
static size_t piece_length(const char *text) {
    enum { COMMAND = 60 };
    size_t len = strcspn(text, " ");
    if (text[0] == '[' && text[1] == '%' && len < COMMAND) {
        const char *close = memchr(text, ']', strnlen(text, COMMAND));
        if (close && (size_t)(close - text) >= len)
            len = (size_t)(close - text) + strcspn(close, " ");
    }
    while (text[len] == ' ' && text[len + 1] == '%')
        len += 1 + strcspn(text + len + 1, " ");
    return len;
}

/* Bytes of `special` and tabs are written as %7D and the like, line ends as "%0A ", and of blanks in
 * a row, which a reader takes for one, all but the first as %20. */
static void put_escaped(GrBuffer *out, const char *text, const char *special) {
    for (; *text && !out->failed; text++) {
        bool again = *text == ' ' && out->len && out->data[out->len - 1] == ' ';
        if (again || *text == '\t' || strchr(special, *text))
            gr_buffer_printf(out, *text == '\n' ? "%%%02X " : "%%%02X",
                             (unsigned)(unsigned char)*text);
        else
            gr_buffer_putc(out, *text);
    }
    if (!out->failed && out->len && out->data[out->len - 1] == ' ')
        out->data[--out->len] = 0;
}

/* A comment without 0x1E, 0x0A and blanks in a row. */
static void put_plain_comment(Text *t, const char *text) {
    if (!*text)
        return;
    t->numbered = true;
    for (bool first = true; *text; first = false) {
        size_t len = piece_length(text);
        bool last = text[len] == 0;
        if (first) {
            size_t wide = width(text, len);
            put_word(t, "{", 1, wide + last);
            gr_buffer_add(t->out, text, len);
            t->column += wide;
        } else {
            put_word(t, text, len, last);
        }
        text += len + !last;
    }
    gr_buffer_putc(t->out, '}');
    t->column++;
}

/* The same for any text: a comment cannot hold a closing brace, and not every program knows those
 * behind a semicolon, which can. What only looks like ours is quoted, too. */
static void put_comment(Text *t, const char *text) {
    GrBuffer quoted;
    if (!strchr(text, '}') && strncmp(text, GR_QUOTED, strlen(GR_QUOTED)) &&
        strncmp(text, GR_UNPLAYABLE, strlen(GR_UNPLAYABLE))) {
        put_plain_comment(t, text);
        return;
    }
    gr_buffer_init(&quoted);
    gr_buffer_puts(&quoted, GR_QUOTED);
    put_escaped(&quoted, text, "%}");
    if (quoted.failed)
        t->out->failed = true;
    else
        put_plain_comment(t, quoted.data);
    gr_buffer_free(&quoted);
}

/* Comments in a row, brought into the form in which they are read back. */
static void put_comments(Text *t, GrText at) {
    const char *text = gr_game_string(t->game, at);
    char *copy = at ? malloc(strlen(text) + 1) : NULL;
    if (!at)
        return;
    if (!copy) {
        t->out->failed = true;
        return;
    }
    while (*text) {
        size_t n = 0;
        for (; *text && *text != 0x1E; text++) {
            bool space = strchr(" \t\n\r\v\f", *text) != NULL;
            if (!space)
                copy[n++] = *text;
            else if (n && copy[n - 1] != ' ')
                copy[n++] = ' ';
        }
        while (n && copy[n - 1] == ' ')
            n--;
        copy[n] = 0;
        put_comment(t, copy);
        text += *text == 0x1E;
    }
    free(copy);
}

/* ---- moves ---- */

static void put_nags(Text *t, GrText at) {
    const unsigned char *nags = (const unsigned char *)gr_game_string(t->game, at);
    for (; *nags; nags++) {
        char text[8];
        int len = snprintf(text, sizeof text, "$%u", *nags);
        put_word(t, text, (size_t)len, 0);
    }
}

/* "12." or "12...". */
static void put_number(Text *t, unsigned number, bool first) {
    char text[16], *end = text + sizeof text, *p = end;
    for (int dots = first ? 1 : 3; dots; dots--)
        *--p = '.';
    do
        *--p = (char)('0' + number % 10);
    while (number /= 10);
    put_token(t, p, (size_t)(end - p));
}

/* Writes the move and plays it. The second ply of one turn needs no number. */
static void put_move(Text *t, GrPosition *now, GrMove move, bool placed) {
    char san[GR_SAN_SIZE];
    bool first = now->turn == gr_variant(now->rules)->first;
    if (t->numbered || (first && !placed))
        put_number(t, now->number, first);
    put_token(t, san, gr_san_play(now, move, san));
    t->numbered = false;
}

/* A line of moves from the node on; `pos` is the position before it. `branches` is false for the
 * first move of a variation, whose alternatives are its siblings and written by their parent. */
static void put_line(Text *t, uint32_t node, const GrPosition *pos, bool branches) {
    GrPosition now = *pos, before = *pos;
    for (bool placed = false; node; node = t->game->nodes[node].next, branches = true) {
        const GrNode *n = &t->game->nodes[node];
        uint32_t alt = branches ? n->alternative : 0;
        if (alt)
            before = now;
        put_move(t, &now, n->move, placed);
        placed = gr_move_kind(n->move) == GR_PLACE;
        put_nags(t, n->nags);
        put_comments(t, n->comment);
        for (; alt; alt = t->game->nodes[alt].alternative) {
            put_word(t, "(", 1, 6);
            t->open = t->numbered = true;
            put_comments(t, t->game->nodes[alt].before);
            put_line(t, alt, &before, false);
            gr_buffer_putc(t->out, ')');
            t->column++;
            t->numbered = true;
        }
    }
}

/* ---- what could not be played ---- */

static void put_rest(Text *t) {
    GrBuffer rest;
    gr_buffer_init(&rest);
    gr_buffer_puts(&rest, GR_UNPLAYABLE);
    put_escaped(&rest, gr_game_stop_reason(t->game), "%}\n]\v\f");
    gr_buffer_puts(&rest, "] ");
    put_escaped(&rest, gr_game_string(t->game, t->game->rest), "%}\n\v\f");
    if (rest.failed)
        t->out->failed = true;
    else
        put_plain_comment(t, rest.data);
    gr_buffer_free(&rest);
}

/* Is the result the last word of the text? It is where something that was never closed, a comment
 * or a parenthesis, has swallowed it. */
static bool ends_with(const char *text, const char *result) {
    size_t len = strlen(text), word = strlen(result);
    return len > word && !strcmp(text + len - word, result) && strchr(" \n", text[len - word - 1]);
}

/* Movetext that was never read is written as it stands; true if it has the result, too. */
static bool put_unread(Text *t, const char *result) {
    const char *rest = gr_game_string(t->game, t->game->rest);
    if (t->column)
        gr_buffer_putc(t->out, '\n');
    gr_buffer_puts(t->out, *rest == '%' ? " " : ""); /* it shall not become an escape line */
    gr_buffer_puts(t->out, rest);
    gr_buffer_puts(t->out, *rest ? "\n" : "");
    t->column = 0;
    return ends_with(rest, result);
}

void gr_write_pgn(GrBuffer *out, const GrGame *game) {
    Text t = {.out = out, .game = game, .numbered = true};
    const char *result = gr_result_text(game->result);
    bool ended = false;
    put_tags(out, game);
    gr_buffer_putc(out, '\n');
    if (game->node_count)
        put_comments(&t, game->nodes[0].comment);
    if (!game->rules) {
        ended = put_unread(&t, result);
    } else if (game->node_count) {
        put_line(&t, game->nodes[0].next, &game->start, true);
        if (game->partial)
            put_rest(&t);
    }
    if (!ended)
        put_word(&t, result, strlen(result), 0);
    gr_buffer_puts(out, ended ? "\n" : "\n\n");
}

static void write_game(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    (void)id;
    gr_write_pgn(out, game);
}

const GrFormat gr_format_pgn = {.name = "pgn", .game = write_game};
