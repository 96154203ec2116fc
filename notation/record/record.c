/* Records of Shogi, Xiangqi and Janggi: adding what their lines state to the game. */
#include "notation/record/record.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move/uci.h"
#include "notation/move/xiangqi.h"
#include "notation/reader/played_move.h"
#include "notation/reader/setup.h"
#include "notation/text/record_kind.h"

/* ---- what forms use ---- */

static void trim(const char **text, size_t *len) {
    while (*len && (strchr(" \t", **text) || !strncmp(*text, "\xE3\x80\x80", 3))) {
        size_t blank = (unsigned char)**text == 0xE3 ? 3 : 1;
        *text += blank;
        *len -= blank;
    }
    for (;;) {
        if (*len && strchr(" \t", (*text)[*len - 1]))
            --*len;
        else if (*len >= 3 && !strncmp(*text + *len - 3, "\xE3\x80\x80", 3))
            *len -= 3;
        else
            return;
    }
}

bool sheet_word_is(const char *p, size_t len, const char *word) {
    return len == strlen(word) && !strncmp(p, word, len);
}

size_t sheet_next_word(const char **p, const char *end) {
    *p += strspn(*p, " \t");
    size_t len = strcspn(*p, " \t\n");
    return *p >= end ? 0 : (size_t)(end - *p) < len ? (size_t)(end - *p) : len;
}

static bool is_date(const char *p, const char *end) {
    static const char form[] = "0000/00/00";
    if (end - p < 10)
        return false;
    for (int i = 0; i < 10; i++)
        if (form[i] == '0' ? !isdigit((unsigned char)p[i]) && p[i] != '?' : p[i] != form[i])
            return false;
    return true;
}

const char *sheet_date(GrReader *r, const char *p, const char *end) {
    char date[11];
    if (!is_date(p, end)) {
        sheet_tag(r, "Date", p, (size_t)(end - p));
        return end;
    }
    memcpy(date, p, 10);
    date[4] = date[7] = '.';
    sheet_tag(r, "Date", date, 10);
    return p + 10;
}

void sheet_tag(GrReader *r, const char *name, const char *value, size_t len) {
    GrGame *game = r->out.game;
    trim(&value, &len);
    r->tags.any = r->sheet.any = true;
    if (!game->line)
        game->line = r->lines.number;
    if (!len)
        return;
    if (game->tag_count >= GR_READER_TAGS) { /* nothing is lost */
        sheet_comment(r, value, len);
        return;
    }
    if (gr_game_put_tag(game, name, strlen(name), value, len))
        reader_no_memory(&r->out);
}

void sheet_comment(GrReader *r, const char *text, size_t len) {
    trim(&text, &len);
    if (!len || r->capture.kind) /* what is captured has it */
        return;
    GrBuffer *plain = &r->comments.prepared;
    gr_buffer_clear(plain);
    gr_buffer_add(plain, text, len);
    r->tags.any = r->sheet.any = true;
    r->comments.last = 0;
    if (plain->failed)
        reader_no_memory(&r->out);
    else if ((len = reader_collapse(plain->data, plain->len)) > 0)
        reader_add_comment(r, plain->data, len);
}

void sheet_odd(GrReader *r, const char *p, size_t len) {
    sheet_odd_at(r, p, p, len);
}

void sheet_odd_at(GrReader *r, const char *at, const char *p, size_t len) {
    size_t shown = len < 60 ? len : 60;
    while (shown < len && shown && ((unsigned char)p[shown] & 0xC0) == 0x80)
        shown--;
    reader_diagnose(&r->out, GR_WARNING, at, 0, "'%.*s%s' is not understood; it is kept as a comment", (int)shown, p,
                    shown < len ? "..." : "");
    sheet_comment(r, p, len);
}

/* The game that records of the kind are of. */
static const char *usual_game(const Sheet *s) {
    bool xiangqi = s->kind == GR_RECORD_UCCI || s->kind == GR_RECORD_DHTMLXQ;
    return s->kind == GR_RECORD_JANGGI ? "Janggi" : xiangqi ? "Xiangqi" : s->size ? "Minishogi" : "Shogi";
}

/* Is it one of the kin of that? */
static bool is_asked(const Sheet *s, const GrVariant *v) {
    if (s->kind == GR_RECORD_UCI)
        return true;
    if (s->kind == GR_RECORD_JANGGI)
        return v->passes && v->files == 9 && v->ranks == 10 && gr_type_of_letter(v, 'C') && gr_type_of_letter(v, 'B');
    if (s->kind == GR_RECORD_UCCI || s->kind == GR_RECORD_DHTMLXQ)
        return gr_is_xiangqi(v);
    return gr_is_shogi(v) && (!s->size || gr_is_minishogi(v));
}

bool sheet_begin(GrReader *r, Sheet *s, const char *fen) {
    const char *usual = usual_game(s);
    const GrRules *rules = is_asked(s, gr_variant(r->fallback)) ? r->fallback : gr_variants_find(r->variants, usual);
    const char *title = rules ? gr_variant(rules)->title : usual;
    GrGame *game = r->out.game;
    s->any = r->tags.any = true;
    if (!gr_game_tag(game, "Variant"))
        sheet_tag(r, "Variant", title, strlen(title));
    r->tags.variant = (Place){r->lines.number, 1};
    if (fen && *fen) {
        sheet_tag(r, "SetUp", "1", 1);
        sheet_tag(r, "FEN", fen, strlen(fen));
        r->tags.fen = (Place){r->lines.number, 1};
    }
    reader_begin_moves(r);
    s->plies = 0;
    return game->rules != NULL;
}

void sheet_note_path(GrReader *r, Sheet *s, uint32_t node) {
    if (s->plies == s->room) {
        size_t room = s->room ? 2 * s->room : 512;
        uint32_t *path = realloc(s->path, room * sizeof *path);
        if (!path) {
            reader_no_memory(&r->out);
            return;
        }
        s->path = path;
        s->room = room;
    }
    s->path[s->plies++] = node;
}

/* A move that is no legal one, or of another piece. */
static void give_up(GrReader *r, const SheetMove *move) {
    GrSyntax syntax;
    size_t used = *move->plain ? gr_syntax_read(&r->moves.lexicon, move->plain, &syntax) : 0;
    reader_give_up(&r->moves, used && !move->plain[used] ? &syntax : NULL, move->at, move->len);
}

/* The first move of a variation stands beside the one that it replaces, behind those that do already. */
static void link_variation(GrReader *r, uint32_t node) {
    Frame *f = &r->moves.frame[1];
    GrNode *nodes = r->out.game->nodes;
    uint32_t at = f->parent;
    while (nodes[at].alternative && nodes[at].alternative != node)
        at = nodes[at].alternative;
    nodes[at].alternative = node;
    nodes[node].before = f->comment;
    f->comment = 0;
}

bool sheet_move(GrReader *r, Sheet *s, const SheetMove *move) {
    Moves *m = &r->moves;
    Frame *f = &m->frame[m->depth];
    GrMove legal;
    const bool drop = strchr(move->uci, '@') != NULL;
    if (r->capture.kind)
        return false;
    bool wrong = !*move->uci || gr_uci_read(&f->now, move->uci, &legal, NULL);
    if (!wrong && !drop && move->type)
        wrong = gr_type_of(f->now.board[gr_move_from(legal)]) != move->type;
    if (wrong || reader_is_full(m)) {
        give_up(r, move);
        return false;
    }
    uint32_t node, line = r->lines.number, column = reader_column(&r->lines, move->at);
    if (gr_game_add_node(r->out.game, legal, &node)) {
        reader_no_memory(&r->out);
        return false;
    }
    GrNode *nodes = r->out.game->nodes;
    nodes[node].line = line;
    nodes[node].column = column;
    if (m->depth && !f->node)
        link_variation(r, node);
    else
        nodes[f->node].next = node;
    f->node = node;
    f->ply++;
    gr_play(&f->now, legal);
    r->comments.last = 0;
    sheet_note_path(r, s, node);
    s->any = true;
    return true;
}

/* What is captured of a variation becomes a comment. */
void sheet_leave_variation(GrReader *r) {
    Moves *m = &r->moves;
    if (r->capture.kind == CAPTURE_VARIATION) {
        bool bare = !m->frame[m->depth].node;
        if (bare)
            m->depth = 0;
        GrBuffer *text = reader_stop_capture(&r->capture);
        sheet_comment(r, text->data ? text->data : "", text->len);
    }
    gr_buffer_clear(&m->lead);
    m->depth = 0;
}

bool sheet_variation(GrReader *r, Sheet *s, uint32_t ply) {
    Moves *m = &r->moves;
    Frame *f = &m->frame[1];
    if (r->capture.kind == CAPTURE_REST || !r->out.game->rules)
        return true; /* it belongs to the rest */
    sheet_leave_variation(r);
    if (ply < 1 || ply > s->plies)
        return false;
    while (s->depth && s->began[s->depth - 1] >= ply)
        s->depth--;
    if (s->depth == GR_READER_DEPTH)
        return false;
    s->began[s->depth++] = ply;
    const GrNode *nodes = r->out.game->nodes;
    f->now = r->out.game->start;
    for (uint32_t i = 0; i + 1 < ply; i++)
        gr_play(&f->now, nodes[s->path[i]].move);
    f->node = f->last = 0;
    f->parent = s->path[ply - 1];
    f->ply = ply - 1;
    f->comment = 0;
    f->line = r->lines.number;
    f->column = 1;
    m->depth = 1;
    s->plies = ply - 1;
    r->comments.last = 0;
    return true;
}

void sheet_result(GrReader *r, Sheet *s, GrResult result, const char *termination) {
    Moves *m = &r->moves;
    if (m->depth || m->result_seen)
        return;
    m->result = result;
    m->result_seen = s->ended = true;
    if (termination)
        sheet_tag(r, "Termination", termination, strlen(termination));
}

GrResult sheet_wins(const GrReader *r, bool mover) {
    int turn = r->moves.frame[0].now.turn;
    return (turn == GR_WHITE) == mover ? GR_WHITE_WINS : GR_BLACK_WINS;
}

void sheet_time(GrReader *r, unsigned seconds) {
    char text[40];
    if (r->capture.kind || !r->moves.frame[r->moves.depth].node)
        return;
    int len = snprintf(text, sizeof text, "[%%emt %u:%02u:%02u]", seconds / 3600, seconds / 60 % 60, seconds % 60);
    r->comments.last = 0;
    reader_add_comment(r, text, (size_t)len);
}

int sheet_target(const GrReader *r, const Sheet *s) {
    return s->plies ? gr_move_to(r->out.game->nodes[s->path[s->plies - 1]].move) : -1;
}

void sheet_squares(const GrVariant *v, SheetMove *move, int from, int to) {
    char name[2][4];
    gr_square_name(v, from, name[0]);
    gr_square_name(v, to, name[1]);
    snprintf(move->uci, sizeof move->uci, "%s%s", name[0], name[1]);
    snprintf(move->plain, sizeof move->plain, "%s-%s", name[0], name[1]);
}
