/* Games of a text that has records of Bughouse: a record is read as two texts of PGN. */
#include "notation/reader/bpgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/record/bpgn_text.h"
#include "notation/reader/game.h"
#include "notation/reader/between_games.h"
#include "notation/reader/reread.h"
#include "notation/reader/parts.h"

bool reader_is_bpgn(GrReader *r) {
    Lines *l = &r->lines;
    if (r->bpgn || r->lines.number || r->transcript.is_part)
        return r->bpgn != NULL;
    if (!l->open && !reader_open_line(l))
        return false;
    if (!bpgn_begins(l->line, l->window_end))
        return false;
    r->bpgn = calloc(1, sizeof *r->bpgn);
    if (!r->bpgn) {
        reader_no_memory(&r->out);
        return false;
    }
    gr_buffer_init(&r->bpgn->text);
    gr_buffer_init(&r->bpgn->board[0]);
    gr_buffer_init(&r->bpgn->board[1]);
    gr_game_init(&r->bpgn->other);
    return true;
}

/* ---- its text ---- */

/* Keeps a line, which may be longer than the window. */
static void keep_line(GrReader *r, BpgnEnd *at) {
    Lines *l = &r->lines;
    Bpgn *b = r->bpgn;
    bool first = true;
    for (;;) {
        size_t len = (size_t)(l->end - l->p);
        bpgn_pass(at, l->p, l->end, first);
        if (b->text.len + len < GR_READER_TEXT) {
            gr_buffer_add(&b->text, l->p, len);
        } else if (!b->too_long) {
            b->too_long = true;
            b->cut_line = l->number;
        }
        first = false;
        if (l->whole)
            break;
        l->p = l->end;
        reader_look_ahead(l);
    }
    gr_buffer_putc(&b->text, '\n');
    reader_close_line(l);
}

/* The text of the next record; false if there is none. */
static bool keep_record(GrReader *r) {
    Lines *l = &r->lines;
    Bpgn *b = r->bpgn;
    BpgnEnd at = {false, false, false};
    gr_buffer_clear(&b->text);
    b->line = l->open ? l->number : l->number + 1;
    b->too_long = false;
    gr_source_forget(l->source, b->line);
    while (!b->text.failed && (l->open || reader_open_line(l))) {
        if (bpgn_is_next(&at, l->p, l->end))
            break;
        keep_line(r, &at);
    }
    if (b->text.failed)
        reader_no_memory(&r->out);
    return at.moves || strspn(b->text.len ? b->text.data : "", " \t\n") < b->text.len;
}

/* ---- its games ---- */

static bool open_board(GrReader *r, int board, GrError *error) {
    Bpgn *b = r->bpgn;
    const GrRules *rules = gr_variants_find(r->variants, "bughouse");
    gr_buffer_clear(&b->board[board]);
    bpgn_mask(&b->board[board], b->text.data, b->text.len, board);
    if (b->board[board].failed) {
        gr_no_memory(error);
        return false;
    }
    b->reader[board] = reader_open_part(r, b->board[board].data, b->board[board].len, b->line, NULL, error);
    if (!b->reader[board])
        return false;
    b->reader[board]->fallback = rules ? rules : r->fallback;
    return true;
}

static void set_tag(GrReader *r, GrGame *game, const char *name, const char *value) {
    if (gr_game_set_tag(game, name, value))
        reader_no_memory(&r->out);
}

/* `WhiteA` and `WhiteAElo` are board A's `White` and `WhiteElo`; the letter of the board stands in the tag Board. */
static void name_players(GrReader *r, GrGame *game, int board) {
    char name[64], text[256];
    const char *number = gr_game_known_tag(game, "Board");
    for (size_t i = 0, n = game->tag_count; i < n; i++) {
        const char *key = gr_game_string(game, game->tags[i].name);
        bool side = !strncmp(key, "White", 5) || !strncmp(key, "Black", 5);
        if (!side || key[5] != 'A' + board || strlen(key) >= sizeof name)
            continue;
        snprintf(name, sizeof name, "%.5s%s", key, key + 6);
        if (gr_game_known_tag(game, name))
            continue;
        gr_buffer_clear(&r->out.scratch); /* setting a tag moves what the game has */
        gr_buffer_puts(&r->out.scratch, gr_game_string(game, game->tags[i].value));
        set_tag(r, game, name, r->out.scratch.failed ? "" : r->out.scratch.data);
    }
    snprintf(text, sizeof text, "%.200s%c", number ? number : "", 'A' + board);
    set_tag(r, game, "Board", text);
}

/* Comments that are a clock's seconds become [%clk]. */
static void read_clocks(GrReader *r, GrGame *game) {
    char text[48];
    for (size_t i = 1; i < game->node_count; i++) {
        const char *comment = gr_game_string(game, game->nodes[i].comment);
        size_t first = strcspn(comment, GR_COMMENT_ENDS);
        GrText at;
        if (!first || first >= sizeof text)
            continue;
        snprintf(text, sizeof text, "%.*s", (int)first, comment);
        if (!bpgn_is_clock(text))
            continue;
        unsigned long seconds = strtoul(text, NULL, 10);
        GrBuffer *out = &r->out.scratch;
        gr_buffer_clear(out);
        gr_buffer_printf(out, "[%%clk %lu:%02lu:%02lu%s]%s", seconds / 3600, seconds / 60 % 60, seconds % 60,
                         text + strspn(text, "0123456789"), comment + first);
        if (out->failed || gr_game_add_text(game, out->data, out->len, &at))
            reader_no_memory(&r->out);
        else
            game->nodes[i].comment = at;
    }
}

/* What cannot be played has blanks where the other board's moves stood. */
static void close_gaps(GrReader *r, GrGame *game) {
    GrBuffer *out = &r->out.scratch;
    gr_buffer_clear(out);
    for (const char *p = gr_game_string(game, game->rest); *p; p++)
        if (!strchr(" \t", *p) || (p[1] && !strchr(" \t\n", p[1])))
            gr_buffer_putc(out, *p);
    if (out->failed || (game->rest && gr_game_add_text(game, out->data ? out->data : "", out->len, &game->rest)))
        reader_no_memory(&r->out);
}

static void finish(GrReader *r, GrGame *game, int board) {
    name_players(r, game, board);
    read_clocks(r, game);
    close_gaps(r, game);
}

/* Warnings of what both have, their tags, are said once. */
static void leave_out_known(GrGame *game, const GrGame *known) {
    size_t kept = 0;
    for (size_t i = 0; i < game->diag_count; i++) {
        const GrDiagnostic *d = &game->diags[i];
        bool same = false;
        for (size_t k = 0; k < known->diag_count && !same && d->severity != GR_ERROR; k++)
            same = known->diags[k].line == d->line && known->diags[k].column == d->column &&
                   !strcmp(gr_game_string(game, d->text), gr_game_string(known, known->diags[k].text));
        if (!same)
            game->diags[kept++] = *d;
    }
    game->diag_count = kept;
}

/* What is in hand at the start: it becomes a tag, as a FEN of the game has no hands. */
static void take_hands(GrReader *r, GrGame *game[2], GrBuffer hands[2]) {
    const char *tag = strstr(r->bpgn->text.data, "[FEN \"");
    for (int board = 0; tag && board < 2; board++) {
        const char *letters, *value = tag + 6;
        GrBuffer *out = &r->out.scratch;
        gr_buffer_clear(out);
        gr_buffer_add(out, value, strcspn(value, "\"\n"));
        size_t len = out->failed ? 0 : bpgn_hands(out->data, board, &letters);
        if (!len)
            continue;
        gr_buffer_add(&hands[board], letters, len);
        if (!hands[board].failed && game[board])
            set_tag(r, game[board], "Hand", hands[board].data);
    }
}

/* Reads both games of the record, the first into `game`. */
static int read_record(GrReader *r, GrGame *game) {
    Bpgn *b = r->bpgn;
    GrGame *both[2] = {game, &b->other};
    GrBuffer hands[2];
    GrError *error = r->out.error;
    bool found[2] = {false, false};
    for (int i = 0; i < 2; i++) {
        int code = open_board(r, i, error) ? reader_next_game(b->reader[i], both[i], error) : error->code;
        if (code < 0)
            return code;
        found[i] = code > 0;
        r->out.game = both[i];
        if (found[i])
            finish(r, both[i], i);
        gr_buffer_init(&hands[i]);
    }
    if (found[0] && found[1]) {
        take_hands(r, both, hands);
        reader_join_boards(r, both, hands);
        leave_out_known(both[1], both[0]);
    }
    gr_buffer_free(&hands[0]);
    gr_buffer_free(&hands[1]);
    b->waits = found[1];
    r->out.game = game;
    if (b->too_long && found[0])
        reader_diagnose_at(&r->out, GR_ERROR, b->cut_line, 0, 0,
                           "the record is longer than %d bytes; the rest of it is left out", GR_READER_TEXT);
    return r->out.status ? r->out.status : found[0];
}

/* The rest of what the text of a board has, if that is more than a game. */
static int read_more(GrReader *r, GrGame *game) {
    Bpgn *b = r->bpgn;
    for (int i = 0; i < 2; i++) {
        int code = b->reader[i] ? reader_next_game(b->reader[i], game, r->out.error) : 0;
        if (code)
            return code;
        gr_reader_close(b->reader[i]);
        b->reader[i] = NULL;
    }
    return 0;
}

static int next(GrReader *r, GrGame *game) {
    Bpgn *b = r->bpgn;
    if (b->waits) {
        GrGame swap = *game;
        *game = b->other;
        b->other = swap;
        b->waits = false;
        return 1;
    }
    int code = read_more(r, game);
    while (!code && !b->waits && keep_record(r)) {
        if (r->out.status)
            return r->out.status;
        code = read_record(r, game);
        if (!code && b->waits)
            return next(r, game);
    }
    return code;
}

int reader_next_bpgn(GrReader *r, GrGame *game) {
    reader_begin_game(r, game);
    r->lines.kept.on = false;
    int code = next(r, game);
    gr_buffer_clear(&r->transcript.done); /* no repair changes a record */
    if (code > 0) {
        gr_reader_place_game(r, game);
        gr_game_sort_diagnostics(game);
    }
    return code || !r->lines.cut.code ? code : gr_fail(r->out.error, r->lines.cut.code, "%s", r->lines.cut.text);
}
