/* PGN in export format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move/long.h"
#include "notation/move/san.h"
#include "notation/write/format.h"
#include "notation/write/pgn.h"
#include "notation/write/pgn_tags.h"
#include "notation/write/pgn_text.h"

/* ---- lines of movetext ---- */

enum { COLUMNS = 79 };

typedef PgnText Text;

static size_t width(const char *text, size_t len) {
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)text[i] & 0xC0) != 0x80;
    return n;
}

/* What stands before a word that is `wide` characters long: a blank, or a line end if it does not
 * fit; `after` more characters must have room behind it. */
static void put_gap(Text *t, size_t wide, size_t after) {
    bool fits = t->column + !t->open + wide + after + t->close <= COLUMNS;
    if (t->column && !fits) {
        gr_buffer_putc(t->out, '\n');
        t->column = 0;
    } else if (t->column && !t->open) {
        gr_buffer_putc(t->out, ' ');
        t->column++;
    }
    t->column += wide;
    t->open = false;
}

/* A brace or parenthesis, which stands behind what it closes if there is room. */
static void put_closing(Text *t, char c) {
    if (t->column == COLUMNS) {
        gr_buffer_putc(t->out, '\n');
        t->column = 0;
    }
    gr_buffer_putc(t->out, c);
    t->column++;
}

static void put_word(Text *t, const char *word, size_t len, size_t after) {
    put_gap(t, width(word, len), after);
    gr_buffer_add(t->out, word, len);
}

void pgn_put_word(PgnText *t, const char *word) {
    put_word(t, word, strlen(word), 0);
}

/* The same for ASCII. */
static void put_token(Text *t, const char *word, size_t len) {
    put_gap(t, len, 0);
    gr_buffer_add(t->out, word, len);
}

/* What is longer than this does not fit into a line with its braces. */
enum { PIECE = COLUMNS - 2 };

/* Length of the command such as [%eval 0.3] at text, 0 if there is none. */
static size_t command_length(const char *text) {
    const char *close = text[0] == '[' && text[1] == '%' ? strchr(text, ']') : NULL;
    return close ? (size_t)(close + 1 - text) : 0;
}

/* Arrows or squares: [%cal Ge2e4], [%csl Ge4]. */
static bool is_list(const char *command) {
    return !strncmp(command, "[%cal ", 6) || !strncmp(command, "[%csl ", 6);
}

/* Length of the next piece of a comment that must not be broken: a word, or commands that touch as far as they fit,
 * with any word after it that begins with '%', as that may not begin a line. */
static size_t piece_length(const char *text) {
    size_t len = 0;
    for (size_t more; (more = command_length(text + len)) > 0 && (len + more <= PIECE || is_list(text + len));)
        len += more;
    len += strcspn(text + len, " ");
    while (text[len] == ' ' && text[len + 1] == '%')
        len += 1 + strcspn(text + len + 1, " ");
    return len;
}

/* A list of arrows or squares, a command of that length, in as many commands as it takes. */
static void put_list(GrBuffer *out, const char *command, size_t len) {
    enum { NAME = 6 };
    const char *item = command + NAME, *end = command + len - 1;
    while (end - item > PIECE - NAME - 1) {
        const char *comma = item + (PIECE - NAME - 1);
        while (comma > item && *comma != ',')
            comma--;
        if (comma == item)
            break;
        gr_buffer_add(out, command, NAME);
        gr_buffer_add(out, item, (size_t)(comma - item));
        gr_buffer_puts(out, "] ");
        item = comma + 1;
    }
    gr_buffer_add(out, command, NAME);
    gr_buffer_add(out, item, (size_t)(end + 1 - item));
}

/* A piece that does not fit into a line: with blanks between its commands, and lists in parts. */
static void put_parted(GrBuffer *out, const char *text, const char *end) {
    size_t run = 0; /* length of the commands that touch */
    while (text < end) {
        size_t len = command_length(text);
        if (run && run + len > PIECE) {
            gr_buffer_puts(out, len ? " " : "");
            run = 0;
        }
        if (len > PIECE && is_list(text))
            put_list(out, text, len);
        else
            gr_buffer_add(out, text, len ? len : 1);
        run = len ? run + len : 0;
        text += len ? len : 1;
    }
}

/* The comment with its commands parted where they would not fit into a line. */
static void part_commands(GrBuffer *out, const char *text) {
    while (*text && !out->failed) {
        size_t len = piece_length(text);
        if (len > PIECE && command_length(text))
            put_parted(out, text, text + len);
        else
            gr_buffer_add(out, text, len);
        text += len;
        gr_buffer_puts(out, *text ? " " : "");
        text += *text == ' ';
    }
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

/* A comment without 0x1E, 0x0A and blanks in a row, whose commands fit into lines. */
static void put_pieces(Text *t, const char *text) {
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
    put_closing(t, '}');
}

static void put_plain_comment(Text *t, const char *text) {
    GrBuffer parted;
    if (strlen(text) <= PIECE || !strstr(text, "[%")) {
        put_pieces(t, text);
        return;
    }
    gr_buffer_init(&parted);
    part_commands(&parted, text);
    if (parted.failed)
        t->out->failed = true;
    else
        put_pieces(t, parted.data);
    gr_buffer_free(&parted);
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

/* What a clock shows stands in BPGN as seconds, `{119.861}`, before the rest of its comment. Length of what was written
 * so, 0 if it is none. */
static size_t put_seconds(Text *t, const char *text, size_t len) {
    unsigned hours, minutes, seconds;
    char word[48];
    int used = 0;
    size_t more;
    if (len > 32 && text[0] == '[')
        len = 32;
    if (sscanf(text, "[%%clk %2u:%2u:%2u%n", &hours, &minutes, &seconds, &used) != 3 || !used)
        return 0;
    more = text[used] == '.' ? 1 + strspn(text + used + 1, "0123456789") : 0;
    if (text[(size_t)used + more] != ']' || more == 1 || (size_t)used + more >= len || minutes > 59 || seconds > 59)
        return 0;
    snprintf(word, sizeof word, "{%u%.*s}", hours * 3600 + minutes * 60 + seconds, (int)more, text + used);
    pgn_put_word(t, word);
    return (size_t)used + more + 1;
}

/* A comment of that length, brought into the form in which it is read back. */
static void put_part(Text *t, const char *text, size_t len) {
    size_t n = t->board ? put_seconds(t, text, len) : 0;
    text += n;
    len -= n;
    n = 0;
    char *copy = malloc(len + 1);
    if (!copy) {
        t->out->failed = true;
        return;
    }
    for (const char *end = text + len; text < end; text++) {
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
    free(copy);
}

/* Comments in a row, up to the next variation; what is left of them is behind it. */
static const char *put_comments(Text *t, const char *text) {
    for (;;) {
        size_t len = strcspn(text, GR_COMMENT_ENDS);
        if (len)
            put_part(t, text, len);
        if (text[len] != GR_COMMENT_NEXT)
            return text + len;
        text += len + 1;
    }
}

void pgn_put_lead(PgnText *t) {
    put_comments(t, gr_game_string(t->game, t->game->nodes[0].comment));
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

/* "12." or "12..."; in BPGN "12A." or "12a.". */
static void put_number(Text *t, unsigned number, bool first) {
    char text[16], *end = text + sizeof text, *p = end;
    for (int dots = first || t->board ? 1 : 3; dots; dots--)
        *--p = '.';
    if (t->board)
        *--p = (char)(first ? t->board : t->board | 0x20);
    do
        *--p = (char)('0' + number % 10);
    while (number /= 10);
    put_token(t, p, (size_t)(end - p));
}

/* Writes the move and plays it. The second ply of one turn needs no number. */
static void put_move(Text *t, GrPosition *now, GrMove move, bool placed) {
    char san[GR_SAN_SIZE];
    bool first = now->turn == gr_variant(now->rules)->first;
    if (t->numbered || (first && !placed) || t->board)
        put_number(t, now->number, first);
    if (t->form) {
        put_token(t, san, gr_xiangqi_write(now, move, *t->form, san));
        gr_play(now, move);
    } else {
        put_token(t, san, gr_san_play(now, move, san));
    }
    t->numbered = false;
}

static void put_line(Text *t, uint32_t node, const GrPosition *pos, bool branches);

static void put_variation(Text *t, uint32_t node, const GrPosition *before) {
    size_t close = t->close;
    put_word(t, "(", 1, 6);
    t->open = t->numbered = true;
    t->depth++;
    t->close = 0;
    put_comments(t, gr_game_string(t->game, t->game->nodes[node].before));
    put_line(t, node, before, false);
    put_closing(t, ')');
    t->numbered = true;
    t->depth--;
    t->close = close;
}

/* What stands behind a move: its marks, its comments, and variations in place of it, of which `alt` is the first. */
static void put_node_text(Text *t, const GrNode *n, uint32_t alt, const GrPosition *before) {
    put_nags(t, n->nags);
    const char *comments = put_comments(t, gr_game_string(t->game, n->comment));
    for (; alt; alt = t->game->nodes[alt].alternative) {
        put_variation(t, alt, before);
        if (*comments)
            comments = put_comments(t, comments + 1);
    }
    while (*comments)
        comments = put_comments(t, comments + 1);
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
        t->close = t->depth && !n->next;
        put_move(t, &now, n->move, placed);
        placed = gr_kind_does(gr_move_kind(n->move), GR_HALF);
        put_node_text(t, n, alt, &before);
    }
    t->close = 0;
}

void pgn_put_node(PgnText *t, uint32_t node, GrPosition *now) {
    const GrNode *n = &t->game->nodes[node];
    const GrPosition before = *now;
    put_move(t, now, n->move, false);
    put_node_text(t, n, n->alternative, &before);
    t->close = 0;
}

/* ---- what could not be played ---- */

void pgn_put_rest(PgnText *t) {
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
    gr_write_pgn_as(out, game, NULL);
}

void gr_write_pgn_as(GrBuffer *out, const GrGame *game, const GrXiangqiForm *form) {
    Text t = {.out = out, .game = game, .form = form, .numbered = true};
    const char *result = gr_result_text(game->result);
    bool ended = false;
    gr_pgn_put_tags(out, game, form);
    gr_buffer_putc(out, '\n');
    if (game->node_count)
        pgn_put_lead(&t);
    if (!game->rules) {
        ended = put_unread(&t, result);
    } else if (game->node_count) {
        put_line(&t, game->nodes[0].next, &game->start, true);
        if (game->partial)
            pgn_put_rest(&t);
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
