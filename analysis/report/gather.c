/* Counting games for a report. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/report_local.h"
#include "notation/eval.h"

enum { OPENING = 8 }; /* plies that an opening has at most */

static const uint32_t DEPTH[GR_OPENING_DEPTHS] = {1, 2, 4, 8};

/* The game at hand. */
typedef struct Walk {
    GrReport *report;
    const GrGame *game;
    const GrVariant *variant;
    GrRecord record;
    GrPosition pos;
    GrSet home, unmoved;   /* where pieces of the start still stand; that have not moved */
    unsigned possible, used; /* kinds of moves */
    bool promoted, follows_capture;
    uint64_t moves;        /* legal, in all positions */
    uint64_t random;       /* for choosing samples */
    uint32_t quiet, repeats;
    uint32_t opening;      /* its plies */
    GrKeySet before;       /* keys of positions */
} Walk;

GrReport *gr_report_new(const GrRules *rules) {
    GrReport *report = calloc(1, sizeof *report);
    if (!report)
        return NULL;
    report->rules = rules;
    report->mirror = gr_mirror_of(rules);
    report->records.threshold = UINT64_MAX;
    report->records.most = GR_REPORT_RECORDS;
    gr_stats_init(&report->stats);
    report->branching = calloc(GR_BRANCH_BINS, sizeof *report->branching);
    if (report->branching)
        return report;
    free(report);
    return NULL;
}

void gr_report_free(GrReport *report) {
    if (!report)
        return;
    gr_stats_free(&report->stats);
    gr_keyset_free(&report->seen);
    free(report->records.record);
    free(report->branching);
    free(report->chance);
    for (size_t i = 0; i < report->dramatics; i++) {
        gr_game_free(&report->dramatic[i].game);
        free(report->dramatic[i].title);
    }
    free(report);
}

uint64_t gr_report_games(const GrReport *report) {
    return report->games;
}

uint64_t gr_report_equal(const GrReport *report) {
    return report->equal;
}

/* ---- equal games, clusters ---- */

static uint32_t first_node(const GrGame *game) {
    return game->node_count ? game->nodes[0].next : 0;
}

static uint64_t text_key(const char *text) {
    uint64_t key = 1;
    for (; text && *text; text++)
        key = gr_report_mix(key, (unsigned char)*text);
    return key;
}

/* The same for games with the same start, moves and result, and the same rest that cannot be played. */
static uint64_t key_of(const GrGame *game) {
    uint64_t key = gr_report_mix(game->start.key, (uint64_t)game->start.clock << 8 | game->result);
    for (uint32_t at = first_node(game); at; at = game->nodes[at].next)
        key = gr_report_mix(key, game->nodes[at].move);
    return game->partial ? gr_report_mix(key, text_key(gr_game_string(game, game->rest))) : key;
}

/* The plies before the first evaluation, if the first move has none, or OPENING; none where the game has a
 * start position of its own. */
static uint32_t opening_of(const GrGame *game, bool usual) {
    uint32_t ply = 0, all = 0;
    GrEval eval;
    bool found = !usual;
    for (uint32_t at = first_node(game); at && all < OPENING && usual; at = game->nodes[at].next, all++) {
        const char *comment = gr_game_string(game, game->nodes[at].comment);
        found |= *comment && gr_eval_find(comment, &eval);
        ply += !found;
    }
    return ply || !usual ? ply : all;
}

/* Who played is the same whoever had White. */
static uint64_t players_of(const GrGame *game) {
    return text_key(gr_game_tag(game, "White")) + text_key(gr_game_tag(game, "Black"));
}

/* ---- squares ---- */

GrMirror gr_mirror_of(const GrRules *rules) {
    GrPosition start;
    const GrVariant *v = gr_variant(rules);
    gr_start(rules, &start);
    for (GrMirror mirror = GR_MIRROR_RANKS; mirror <= GR_MIRROR_TURN; mirror++) {
        bool same = true;
        for (int sq = 0; sq < gr_squares(v) && same; sq++) {
            int here = start.board[sq], there = start.board[gr_mirror_square(v, mirror, GR_BLACK, sq)];
            bool piece = here != GR_EMPTY && here != GR_HOLE;
            same = piece ? there == gr_piece(!gr_side_of(here), gr_type_of(here)) : there == here;
        }
        if (same)
            return mirror;
    }
    return GR_MIRROR_NONE;
}

int gr_mirror_square(const GrVariant *v, GrMirror mirror, int side, int sq) {
    if (side == GR_WHITE || mirror == GR_MIRROR_NONE)
        return sq;
    if (mirror == GR_MIRROR_TURN)
        return gr_squares(v) - 1 - sq;
    return gr_square(v, sq % v->files, v->ranks - 1 - sq / v->files);
}

/* ---- a position ---- */

static void count_moves(Walk *w, uint32_t ply) {
    GrReport *report = w->report;
    GrMoveList *list = &report->list;
    uint32_t bin = ply / GR_BRANCH_WIDTH;
    gr_moves(&w->pos, list);
    GrBranching *branching = &report->branching[bin < GR_BRANCH_BINS ? bin : GR_BRANCH_BINS - 1];
    branching->positions++;
    branching->moves += list->count;
    branching->count[list->count < GR_BRANCH_MOST ? list->count : GR_BRANCH_MOST]++;
    w->moves += list->count;
    for (unsigned i = 0; i < list->count; i++)
        w->possible |= 1u << gr_move_kind(list->move[i]);
}

static void count_squares(Walk *w) {
    GrSet stood = w->pos.side[GR_WHITE] | w->pos.side[GR_BLACK], holes = w->pos.type[0];
    w->report->positions++;
    while (stood)
        w->report->stood[gr_set_pop(&stood)]++;
    while (holes)
        w->report->holes[gr_set_pop(&holes)]++;
}

/* A quiet position (nothing was taken before it or is after it, nobody is in check) past the opening is a
 * sample; of more than GR_SAMPLES each is kept with the same chance (J. S. Vitter's algorithm R). */
static void take_sample(Walk *w, GrMove next) {
    GrRecord *record = &w->record;
    if (w->follows_capture || gr_is_capture(&w->pos, next) || gr_in_check(&w->pos))
        return;
    uint32_t at = w->quiet++;
    if (at >= GR_SAMPLES) {
        w->random = gr_report_mix(w->random, at);
        at = (uint32_t)(w->random % w->quiet);
        if (at >= GR_SAMPLES)
            return;
    }
    GrReportSample *sample = &record->sample[at];
    record->samples = w->quiet < GR_SAMPLES ? (uint8_t)w->quiet : GR_SAMPLES;
    sample->turn = w->pos.turn == GR_WHITE ? 1 : -1;
    for (int type = 1; type < GR_MAX_TYPES; type++)
        sample->balance[type] = (int8_t)(gr_set_count(w->pos.type[type] & w->pos.side[GR_WHITE]) -
                                         gr_set_count(w->pos.type[type] & w->pos.side[GR_BLACK]));
}

/* ---- a move ---- */

/* The square as the side to move sees it. */
static int own_square(const Walk *w, int sq) {
    return gr_mirror_square(w->variant, w->report->mirror, w->pos.turn, sq);
}

static void visit(Walk *w, int type, int sq) {
    if (type > 0 && type < GR_MAX_TYPES)
        w->report->visits[type][own_square(w, sq)]++;
}

static void count_castled_rook(Walk *w, GrMove move) {
    GrCastling castling;
    if (gr_castling(&w->pos, gr_castling_right(&w->pos, move), &castling))
        visit(w, gr_type_of(w->pos.board[castling.rook_from]), castling.rook_to);
}

/* Visits, as the statistics have them (study/stats.h), by type of piece. */
static void count_visit(Walk *w, GrMove move) {
    int from = gr_move_from(move), to = gr_move_to(move), type = gr_type_of(w->pos.board[from]);
    GrMoveKind kind = gr_move_kind(move);
    if (!gr_kind_does(kind, GR_GOES | GR_ENTERS))
        return;
    if (gr_is_castling(move))
        count_castled_rook(w, move);
    if (gr_kind_does(kind, GR_SWAPS))
        visit(w, gr_type_of(w->pos.board[to]), from);
    if (gr_kind_does(kind, GR_PUTS))
        visit(w, gr_move_piece(move), gr_move_third(move));
    visit(w, gr_kind_does(kind, GR_ENTERS) ? gr_move_piece(move) : type, to);
}

static void count_special(Walk *w, GrMove move, int captured) {
    int type = gr_is_by_piece(move) ? gr_type_of(w->pos.board[gr_move_from(move)]) : 0;
    w->used |= 1u << gr_move_kind(move);
    if (captured != GR_NO_SQUARE)
        w->report->captures[type][own_square(w, captured)]++;
    if (gr_move_becomes(move)) {
        w->report->promotions[gr_move_piece(move)][own_square(w, gr_move_to(move))]++;
        w->promoted = true;
    }
}

/* A piece that is taken where it began has never moved; whatever else leaves its square has. */
static void follow_home(Walk *w, const GrPosition *before, int captured) {
    GrSet home = w->home;
    while (home) {
        int sq = gr_set_pop(&home);
        if (w->pos.board[sq] == before->board[sq] && sq != captured)
            continue;
        w->home &= ~gr_set_of(sq);
        if (sq != captured)
            w->unmoved &= ~gr_set_of(sq);
    }
}

static int make_move(Walk *w, GrMove move, uint32_t ply) {
    GrPosition before = w->pos;
    int captured = gr_captured_square(&w->pos, move);
    count_moves(w, ply);
    if (ply >= w->opening)
        take_sample(w, move);
    count_visit(w, move);
    count_special(w, move, captured);
    gr_play(&w->pos, move);
    follow_home(w, &before, captured);
    count_squares(w);
    w->follows_capture = captured != GR_NO_SQUARE;
    int is_new = gr_keyset_add(&w->before, w->pos.key);
    w->repeats += is_new == 0;
    return is_new < 0 ? GR_ERR_MEMORY : 0;
}

/* ---- a game ---- */

static bool begins_as_usual(const GrGame *game) {
    GrPosition start;
    gr_start(game->rules, &start);
    return gr_same(&start, &game->start);
}

static void begin(Walk *w) {
    const GrGame *game = w->game;
    w->variant = gr_variant(game->rules);
    w->pos = game->start;
    bool usual = begins_as_usual(game);
    w->opening = opening_of(game, usual);
    w->random = w->report->games;
    if (usual) {
        w->report->usual++;
        w->home = w->unmoved = game->start.side[GR_WHITE] | game->start.side[GR_BLACK];
    }
}

static int walk(Walk *w) {
    const GrGame *game = w->game;
    uint32_t ply = 0;
    uint64_t opening = w->game->start.key;
    int code = gr_keyset_add(&w->before, w->pos.key) < 0 ? GR_ERR_MEMORY : 0;
    for (uint32_t at = first_node(game); at && ply < game->plies && !code;
         at = game->nodes[at].next) {
        code = make_move(w, game->nodes[at].move, ply++);
        if (ply == w->opening)
            opening = w->pos.key;
        for (int i = 0; i < GR_OPENING_DEPTHS; i++)
            if (ply == DEPTH[i])
                w->record.opening[i] = w->pos.key | 1;
    }
    w->record.plies = ply;
    w->record.cluster = gr_report_mix(gr_report_mix(opening, w->opening), players_of(game));
    return code;
}

static void end(Walk *w) {
    GrRecord *record = &w->record;
    int moves = w->pos.number - w->game->start.number + (w->pos.turn != w->variant->first);
    record->moves = (uint16_t)(moves > 0 ? moves : 0);
    record->branching = record->plies ? (float)((double)w->moves / record->plies) : 0;
    record->repeated = record->plies ? (float)((double)w->repeats / record->plies) : 0;
    for (int kind = 0; kind < GR_KINDS; kind++) {
        w->report->possible[kind] += w->possible >> kind & 1;
        w->report->used[kind] += w->used >> kind & 1;
    }
    w->report->promoted += w->promoted;
    while (w->unmoved)
        w->report->unmoved[gr_set_pop(&w->unmoved)]++;
}

/* The statistics say how the game ended: which of their counters went up. */
static int count_stats(GrReport *report, const GrGame *game, GrRecord *record) {
    uint64_t result[4] = {0}, ends[GR_ENDS] = {0};
    if (report->stats.variants) {
        memcpy(result, report->stats.variant[0]->result, sizeof result);
        memcpy(ends, report->stats.variant[0]->end, sizeof ends);
    }
    int code = gr_stats_add(&report->stats, game);
    if (code)
        return code;
    for (int i = 0; i < 4; i++)
        if (report->stats.variant[0]->result[i] > result[i])
            record->result = (uint8_t)i;
    for (int i = 0; i < GR_ENDS; i++)
        if (report->stats.variant[0]->end[i] > ends[i])
            record->end = (uint8_t)i;
    return 0;
}

static int is_new(GrReport *report, const GrGame *game) {
    if (!game->plies)
        return 1; /* nothing says that it is the same game */
    if (report->seen.count >= GR_REPORT_DIFFERENT) {
        report->crowded = true;
        return !gr_keyset_has(&report->seen, key_of(game));
    }
    return gr_keyset_add(&report->seen, key_of(game));
}

int gr_report_add(GrReport *report, const GrGame *game) {
    Walk w = {.report = report, .game = game};
    if (game->rules != report->rules) {
        report->strange++;
        return 0;
    }
    int fresh = is_new(report, game);
    if (fresh <= 0) {
        report->equal += fresh == 0;
        return fresh;
    }
    report->games++;
    w.record.number = (uint32_t)report->games;
    begin(&w);
    int code = walk(&w);
    gr_keyset_free(&w.before);
    if (code)
        return code;
    end(&w);
    code = count_stats(report, game, &w.record);
    if (!code)
        code = gr_report_judge(report, game, &w.record);
    int winner = w.record.result == GR_WHITE_WINS ? GR_WHITE : w.record.result == GR_BLACK_WINS ? GR_BLACK : -1;
    report->first_wins += winner == w.variant->first;
    return code ? code : gr_records_add(&report->records, &w.record);
}

unsigned gr_branching_quantile(const GrBranching *branching, double share) {
    double seen = 0;
    for (unsigned n = 0; n <= GR_BRANCH_MOST; n++) {
        seen += branching->count[n];
        if (seen > 0 && seen >= share * (double)branching->positions)
            return n;
    }
    return 0;
}
