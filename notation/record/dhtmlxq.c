/* Records of Xiangqi in the form of a program for pages of the web: [DhtmlXQ_movelist]7747...[/DhtmlXQ_movelist].
 *
 * Squares are two digits, the file from the left and the rank from the top, both from 0. Variations stand behind the
 * main line, which has the number 0: [DhtmlXQ_move_P_S_N] is line N, in place of move S of line P. Comments follow,
 * [DhtmlXQ_comment3] on move 3 of the main line, [DhtmlXQ_comment2_3] on that of line 2. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/record/record.h"
#include "notation/result.h"

#define OPEN "[DhtmlXQ_"
#define CLOSE "[/DhtmlXQ"

/* ---- tags ---- */

static const struct { const char *name, *tag; } TAGS[] = {
    {"title", "Title"},       {"event", "Event"},         {"place", "Site"},          {"round", "Round"},
    {"table", "Board"},       {"red", "White"},           {"black", "Black"},         {"redteam", "WhiteTeam"},
    {"blackteam", "BlackTeam"}, {"redrating", "WhiteElo"}, {"blackrating", "BlackElo"}, {"redtime", "WhiteTime"},
    {"blacktime", "BlackTime"}, {"remark", "Remark"},     {"author", "Annotator"},    {"open", "Opening"},
    {"opening", "Opening"},   {"type", "Category"},       {"timerule", "TimeControl"}, {"endtype", "Termination"},
    {"gametype", "GameType"}, {"class", "Class"},         {"group", "Group"},         {"sortid", "SortId"},
};

/* The text may have been gathered from several lines. */
static void odd(GrReader *r, const char *p, size_t len) {
    sheet_odd_at(r, r->lines.p, p, len);
}

static bool is_name(const char *name, size_t len, const char *known) {
    return len == strlen(known) && !strncmp(name, known, len);
}

/* "2009-7-3" and "2009/07/03" as PGN has it; others as they stand. */
static void take_date(GrReader *r, const char *p, size_t len) {
    char text[32], date[48];
    unsigned year, month, day;
    snprintf(text, sizeof text, "%.*s", (int)(len < 31 ? len : 31), p);
    for (char *c = text; *c; c++)
        *c = *c == '/' || *c == '.' ? '-' : *c;
    int used = 0;
    if (len < 12 && sscanf(text, "%4u-%2u-%2u%n", &year, &month, &day, &used) == 3 && (size_t)used == len &&
        month < 13 && day < 32)
        sheet_tag(r, "Date", date, (size_t)snprintf(date, sizeof date, "%04u.%02u.%02u", year, month, day));
    else
        sheet_tag(r, "Date", p, len);
}

static void take_result(GrReader *r, Sheet *s, const char *p, size_t len) {
    GrResult result;
    GrBuffer text;
    gr_buffer_init(&text);
    gr_buffer_add(&text, p, len);
    size_t used = text.data ? gr_result_parse(text.data, &result, NULL) : 0;
    if (used && used == len)
        sheet_result(r, s, result, NULL);
    else if (len && !is_name(p, len, "未知") && !is_name(p, len, "*"))
        odd(r, p, len);
    gr_buffer_free(&text);
}

/* ---- the board ---- */

/* The pieces in their order, Red's first; 99 is none on the board. Black is to move if the first move is Black's. */
static void take_board(GrReader *r, Sheet *s, const char *p, size_t len) {
    static const char pieces[] = "RNBAKABNRCCPPPPP";
    char board[10][9] = {{0}};
    if (len != 64 || strspn(p, "0123456789") < 64) {
        odd(r, p, len);
        return;
    }
    for (int i = 0; i < 32; i++) {
        int file = p[2 * i] - '0', rank = p[2 * i + 1] - '0';
        if (file < 9)
            board[rank][file] = i < 16 ? pieces[i] : (char)tolower((unsigned char)pieces[i - 16]);
    }
    size_t n = 0;
    for (int rank = 0; rank < 10; rank++) {
        for (int file = 0, empty = 0; file < 9; file++) {
            empty += !board[rank][file];
            if (empty && (file == 8 || board[rank][file + 1] || board[rank][file]))
                s->fen[n++] = (char)('0' + empty), empty = 0;
            if (board[rank][file])
                s->fen[n++] = board[rank][file];
        }
        s->fen[n++] = rank < 9 ? '/' : ' ';
    }
    s->fen[n] = '\0';
    r->tags.any = s->any = true;
}

static const char USUAL[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR ";

/* Which side has the piece that the first move names? */
static bool black_begins(const Sheet *s, const char *digits, size_t len) {
    const char *board = *s->fen ? s->fen : USUAL;
    int want = len < 2 ? 0 : (digits[1] - '0') * 9 + digits[0] - '0', at = 0;
    for (; *board && *board != ' '; board++) {
        if (*board == '/')
            continue;
        at += isdigit((unsigned char)*board) ? *board - '0' : 1;
        if (at > want)
            return islower((unsigned char)*board);
    }
    return false;
}

static bool start(GrReader *r, Sheet *s, const char *digits, size_t len) {
    char fen[SHEET_FEN];
    if (r->moves.begun)
        return r->out.game->rules != NULL;
    bool black = black_begins(s, digits, len);
    snprintf(fen, sizeof fen, "%.300s%c - - 0 1", *s->fen ? s->fen : USUAL, black ? 'b' : 'w');
    return sheet_begin(r, s, black || (*s->fen && strcmp(s->fen, USUAL) != 0) ? fen : NULL);
}

/* ---- moves ---- */

/* Remembers a line; false if memory is short. */
static bool note_branch(GrReader *r, Sheet *s, unsigned n, Branch branch) {
    if (n >= s->branch_room) {
        size_t room = 2 * (size_t)n + 16;
        Branch *more = realloc(s->branch, room * sizeof *more);
        if (!more) {
            reader_no_memory(&r->out);
            return false;
        }
        s->branch = more;
        s->branch_room = room;
    }
    while (s->branches <= n)
        s->branch[s->branches++] = (Branch){0};
    s->branch[n] = branch;
    return true;
}

/* The node of a line's move, from 1; 0 if there is none. */
static uint32_t find_node(const GrReader *r, const Sheet *s, unsigned line, unsigned ply) {
    for (int depth = 0; depth < GR_READER_DEPTH && line < s->branches && s->branch[line].first; depth++) {
        const Branch *b = &s->branch[line];
        if (ply < b->start) {
            line = b->parent;
            continue;
        }
        uint32_t node = b->first;
        for (unsigned at = b->start; node && at < ply; at++)
            node = r->out.game->nodes[node].next;
        return node;
    }
    return 0;
}

/* The line's moves up to that ply become those that were read last; false if there are not so many. */
static bool set_path(GrReader *r, Sheet *s, unsigned line, unsigned ply) {
    s->plies = 0;
    for (unsigned at = 1; at <= ply; at++) {
        uint32_t node = find_node(r, s, line, at);
        if (!node)
            return false;
        sheet_note_path(r, s, node);
    }
    return !r->out.status;
}

/* The moves, of which the first is that ply of its line; returns the node of the first, 0 if it is none. */
static uint32_t take_moves(GrReader *r, Sheet *s, const char *p, size_t len) {
    const GrVariant *v = gr_variant(r->out.game->rules);
    uint32_t first = 0;
    for (size_t i = 0; i < len && !r->capture.kind && !r->out.status; i += 4) {
        SheetMove move = {.at = p + i, .len = len - i < 4 ? len - i : 4};
        bool digits = move.len == 4 && strspn(p + i, "0123456789") >= 4;
        r->lines.p = p + i;
        if (digits && p[i] < '9' && p[i + 2] < '9')
            sheet_squares(v, &move, gr_square(v, p[i] - '0', '9' - p[i + 1]),
                          gr_square(v, p[i + 2] - '0', '9' - p[i + 3]));
        if (sheet_move(r, s, &move) && !first)
            first = r->moves.frame[r->moves.depth].node;
    }
    return first;
}

static void take_main_line(GrReader *r, Sheet *s, const char *p, size_t len) {
    if (r->moves.frame[0].node || !start(r, s, p, len)) {
        if (r->moves.frame[0].node)
            odd(r, p, len);
        return;
    }
    note_branch(r, s, 0, (Branch){0, 1, take_moves(r, s, p, len)});
}

/* A variation: `place` is P_S_N. */
static void take_variation(GrReader *r, Sheet *s, const char *place, const char *p, size_t len) {
    enum { MOST = 100000 };
    unsigned parent, ply, line;
    if (r->capture.kind == CAPTURE_REST) /* it has it */
        return;
    bool well = sscanf(place, "%6u_%6u_%6u", &parent, &ply, &line) == 3 && line && line < MOST && parent < line;
    if (!well || line < s->branches || !r->out.game->rules || !set_path(r, s, parent, ply) ||
        !sheet_variation(r, s, ply)) {
        odd(r, p, len);
        return;
    }
    uint32_t first = take_moves(r, s, p, len);
    note_branch(r, s, line, (Branch){parent, ply, first});
    sheet_leave_variation(r);
}

/* ---- comments ---- */

/* A comment with `||` for ends of lines; `place` is N or L_N. */
static void take_comment(GrReader *r, Sheet *s, const char *place, const char *p, size_t len) {
    Frame *f = &r->moves.frame[0];
    unsigned line = 0, ply = 0;
    if (sscanf(place, "%6u_%6u", &line, &ply) == 1)
        ply = line, line = 0;
    uint32_t node = ply ? find_node(r, s, line, ply) : 0, last = f->node;
    if (r->capture.kind || !start(r, s, "", 0))
        return;
    if (ply && !node)
        odd(r, p, len);
    f->node = node;
    for (const char *end = p + len; p < end && (!ply || node);) {
        const char *bar = gr_find(p, end, "||");
        sheet_comment(r, p, (size_t)((bar ? bar : end) - p));
        p = bar ? bar + 2 : end;
    }
    f->node = last;
}

/* ---- lines ---- */

static void take_tag(GrReader *r, Sheet *s, const char *name, size_t name_len, const char *p, size_t len) {
    static const char *const drawing[] = {"ver",     "init",     "firstnum", "length", "generator", "owner",
                                          "adddate", "editdate", "hidden",   "refer",  "price"};
    if (is_name(name, name_len, "binit"))
        take_board(r, s, p, len);
    else if (is_name(name, name_len, "movelist"))
        take_main_line(r, s, p, len);
    else if (name_len > 5 && !strncmp(name, "move_", 5))
        take_variation(r, s, name + 5, p, len);
    else if (name_len > 7 && !strncmp(name, "comment", 7))
        take_comment(r, s, name + 7, p, len);
    else if (is_name(name, name_len, "result"))
        take_result(r, s, p, len);
    else if (is_name(name, name_len, "date"))
        take_date(r, p, len);
    else {
        for (size_t i = 0; i < sizeof drawing / sizeof *drawing; i++)
            if (is_name(name, name_len, drawing[i]))
                return;
        for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++)
            if (is_name(name, name_len, TAGS[i].name)) {
                sheet_tag(r, TAGS[i].tag, p, len);
                return;
            }
        if (len)
            odd(r, p, len);
    }
}

/* A tag at p, which may have more lines than this one: then its text is kept until it closes. Returns its end. */
static const char *take_pair(GrReader *r, Sheet *s, const char *p, const char *end) {
    const char *name = p + strlen(OPEN), *close = memchr(name, ']', (size_t)(end - name));
    if (!close || close - name >= SHEET_TEXT) {
        sheet_odd(r, p, (size_t)(end - p));
        return end;
    }
    const char *value = close + 1, *last = gr_find(value, end, CLOSE);
    snprintf(s->pending, sizeof s->pending, "%.*s", (int)(close - name), name);
    if (!last) {
        gr_buffer_clear(&s->more);
        gr_buffer_add(&s->more, value, (size_t)(end - value));
        return end;
    }
    r->lines.p = value;
    take_tag(r, s, s->pending, strlen(s->pending), value, (size_t)(last - value));
    s->pending[0] = '\0';
    last = memchr(last, ']', (size_t)(end - last));
    return last ? last + 1 : end;
}

/* A line of a tag's text that began on one before; returns its end, or that of the line. */
static const char *take_more(GrReader *r, Sheet *s, const char *p, const char *end) {
    const char *last = gr_find(p, end, CLOSE);
    gr_buffer_puts(&s->more, " ");
    gr_buffer_add(&s->more, p, (size_t)((last ? last : end) - p));
    if (s->more.failed)
        reader_no_memory(&r->out);
    bool moves = !strncmp(s->pending, "move", 4);
    r->lines.p = p;
    if (!last && s->more.len < GR_SOURCE_KEEP)
        return end;
    if (moves || s->more.failed) /* moves have their places on one line */
        sheet_odd(r, p, (size_t)((last ? last : end) - p));
    else
        take_tag(r, s, s->pending, strlen(s->pending), s->more.data, s->more.len);
    s->pending[0] = '\0';
    last = last ? memchr(last, ']', (size_t)(end - last)) : NULL;
    return last ? last + 1 : end;
}

Step sheet_dhtmlxq_line(GrReader *r, Sheet *s) {
    Lines *l = &r->lines;
    const char *p = l->p, *end = l->end;
    if (s->parted && gr_find(p, end, "[DhtmlXQ"))
        return STEP_GAME_DONE;
    while (p < end && !r->out.status) {
        if (*s->pending) {
            p = take_more(r, s, p, end);
            continue;
        }
        p += strspn(p, " \t");
        l->p = p < end ? p : end;
        if (p >= end)
            break;
        if (!strncmp(p, OPEN, strlen(OPEN))) {
            p = take_pair(r, s, p, end);
        } else if (!strncmp(p, CLOSE, strlen(CLOSE)) || !strncmp(p, "[DhtmlXQ", 8)) {
            s->parted |= p[1] == '/' && s->any;
            p = memchr(p, ']', (size_t)(end - p));
            p = p ? p + 1 : end;
        } else {
            const char *next = gr_find(p, end, "[DhtmlXQ");
            sheet_odd(r, p, (size_t)((next ? next : end) - p));
            p = next ? next : end;
        }
    }
    return STEP_LINE_DONE;
}
