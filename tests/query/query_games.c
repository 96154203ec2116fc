/* Random games for queries. */
#include "tests/query/query_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move/uci.h"
#include "rules/fen.h"

const char *const query_names[6] = {"Tal, Mikhail", "Petrosian, T", "Polgar, Judit",
                                    "Polgar, Susan", "?", ""};
const char *const query_events[4] = {"Club \"A\" Open", "Olympiad", "olympiad final", "It's"};
const char *const query_ecos[5] = {"A00", "B20", "B97", "b98", "E99"};
const char *const query_comments[4] = {"", "a novelty", "Zeitnot! {}", "variants"};

static void need(bool held, const char *what) {
    if (!held) {
        printf("making a game failed: %s\n", what);
        exit(2);
    }
}

/* ---- positions ---- */

static void start(Random *random, const GrRules *rules, const OrVariant *v, QueryGame *made) {
    char fen[OR_FEN_SIZE];
    GrPosition pos;
    OrPosition *own = &made->turned[0].ply[0].pos;
    need(gr_game_begin(&made->game, rules) == 0, "memory");
    or_read(v, v->start, own);
    while (!random_chance(random, 3)) {
        random_position(random, v, own);
        or_write(own, fen);
        if (gr_fen_read(rules, fen, &pos, NULL) == 0) {
            need(or_read(v, fen, own), fen);
            made->game.start = pos;
            return;
        }
        or_read(v, v->start, own);
    }
}

/* ---- what a move does ---- */

static void note(const OrPosition *pos, const OrMove *m, OqEvent *d) {
    bool spell = m->kind == OR_SPELL || m->kind == OR_FALL;
    bool wizard = pos->v->id == OR_WIZARD;
    char target = pos->piece[m->to];
    *d = (OqEvent){.is = true, .kind = m->kind, .side = pos->turn, .piece = '.', .taken = '.',
                  .carried = '.', .becomes = '.', .dropped = '.', .partner = '.',
                  .from = m->from, .to = m->to, .taken_on = OR_NOWHERE,
                  .dropped_on = OR_NOWHERE, .rook_on = OR_NOWHERE, .wing = m->castling};
    if (!spell && m->kind != OR_PLACE && m->kind != OR_ENTER) {
        d->piece = pos->piece[m->from];
    }
    if (m->kind == OR_CASTLE) { /* chess960 names the rook's square */
        d->to = or_castling(pos, m->castling).king_to;
        d->rook_on = or_castling(pos, m->castling).rook_to;
    }
    if (m->captures || m->kind == OR_FALL || m->kind == OR_SHOT || m->kind == OR_EN_PASSANT) {
        d->taken_on = m->kind == OR_EN_PASSANT ? pos->passer : m->to;
        d->taken = pos->piece[d->taken_on];
    }
    d->carried = m->kind == OR_SPELL && target != '.' ? target : '.';
    d->partner = m->kind == OR_TELEPORT ? target : '.';
    if (m->drop) {
        d->dropped = or_in_case(d->side, m->drop);
        d->dropped_on = m->kind == OR_ENTER ? m->to : m->drop_at;
    }
    d->quest = wizard && m->becomes == '^';
    d->resurrection = wizard && m->becomes == 'd';
    d->promotion = m->becomes && !d->quest && !d->resurrection;
    if (d->promotion) {
        d->becomes = or_in_case(d->side, m->becomes);
    }
}

/* ---- playing ---- */

void query_count_occurrence(OqGame *game, int ply) {
    for (int i = 0; i <= ply; i++)
        game->ply[ply].occurrence += strcmp(game->ply[ply].identity, game->ply[i].identity) == 0;
}

int query_count_checkers(const OrPosition *pos) {
    int count = 0;
    for (int to = 0; to < OR_SQUARES; to++) {
        if (or_owner(pos->piece[to]) != pos->turn || or_kind(pos->piece[to]) != pos->v->royal) {
            continue;
        }
        for (int from = 0; from < OR_SQUARES; from++) {
            count += or_owner(pos->piece[from]) == 1 - pos->turn && oq_threatens(pos, from, to);
        }
    }
    return count;
}

static void survey(OqGame *game, int ply, const OrList *list) {
    OqPly *at = &game->ply[ply];
    at->moves = (int)list->count;
    at->can_move = or_can_move(&at->pos);
    int winner;
    at->checkers = query_count_checkers(&at->pos);
    at->in_check = or_in_check(&at->pos, at->pos.turn);
    at->over = or_over(&at->pos, &winner);
    for (size_t i = 0; i < list->count; i++) {
        at->can_take_ep = at->can_take_ep || list->move[i].kind == OR_EN_PASSANT;
    }
    or_write(&at->pos, at->fen);
    or_write_identity(&at->pos, at->identity);
    query_count_occurrence(game, ply);
}

/* Rarer kinds of move come up more often than by chance; now and then a move is taken back, so
 * that positions come again. */
static const OrMove *pick(Random *random, const OqGame *game, int ply, const OrList *list) {
    size_t choice = random_below(random, (unsigned)list->count);
    const OqEvent *last = ply >= 2 ? &game->ply[ply - 1].event : NULL;
    for (size_t i = 0; last && last->is && i < list->count && random_chance(random, 3); i++) {
        if (list->move[i].kind == OR_STEP && list->move[i].from == last->to &&
            list->move[i].to == last->from && !list->move[i].captures) {
            return &list->move[i];
        }
    }
    for (int tries = 0; tries < 6; tries++) {
        const OrMove *m = &list->move[choice];
        if (m->kind != OR_STEP || m->captures || m->becomes || m->drop ||
            random_chance(random, 3)) {
            break;
        }
        choice = random_below(random, (unsigned)list->count);
    }
    return &list->move[choice];
}

void query_play_on(Random *random, GrGame *game, OqGame *own, GrPosition pos, uint32_t node, int longest,
                   uint32_t *nodes) {
    static OrList list;
    for (;; own->plies++) {
        OqPly *at = &own->ply[own->plies - 1];
        char uci[24];
        GrMove move;
        or_moves(&at->pos, &list);
        survey(own, own->plies - 1, &list);
        if (own->plies == longest || list.count == 0) {
            break;
        }
        const OrMove *m = pick(random, own, own->plies - 1, &list);
        or_uci(&at->pos, m, uci);
        need(gr_uci_read(&pos, uci, &move, NULL) == 0, uci);
        at[1].pos = at->pos;
        or_play(&at[1].pos, m);
        note(&at->pos, m, &at[1].event);
        gr_play(&pos, move);
        uint32_t next;
        need(gr_game_add_node(game, move, &next) == 0, "memory");
        game->nodes[node].next = next;
        nodes[own->plies] = node = next;
    }
}

static void play(Random *random, QueryGame *made) {
    OqGame *own = &made->turned[0];
    uint32_t nodes[OQ_PLIES];
    own->plies = 1;
    query_play_on(random, &made->game, own, made->game.start, 0, 1 + (int)random_below(random, OQ_PLIES - 1), nodes);
    made->game.plies = (uint32_t)own->plies - 1;
}

/* ---- texts ---- */

static void comment(Random *random, QueryGame *made, OqPly *at, uint32_t node) {
    char eval[32] = "", text[64], nags[2] = {0, 0};
    const char *words = query_comments[random_below(random, 4)];
    if (!random_chance(random, 3)) {
        at->evaluated = true;
        at->mate = random_chance(random, 6);
        at->eval = (int)random_below(random, at->mate ? 4 : 600) - (at->mate ? 2 : 300);
        at->eval += at->mate && at->eval >= 0;
        if (at->mate) {
            snprintf(eval, sizeof eval, "[%%eval #%d]", at->eval);
        } else {
            snprintf(eval, sizeof eval, "[%%eval %s%d.%02d]", at->eval < 0 ? "-" : "",
                     abs(at->eval) / 100, abs(at->eval) % 100);
        }
    }
    snprintf(text, sizeof text, "%s%s%s", words, *words && *eval ? " " : "", eval);
    strcpy(at->comment, text);
    /* The start has no move that a NAG could be about. */
    at->nag = node && random_chance(random, 3) ? 1 + (int)random_below(random, 6) : 0;
    nags[0] = (char)at->nag;
    GrText kept[2];
    need(gr_game_add_text(&made->game, text, strlen(text), &kept[0]) == 0 &&
             gr_game_add_text(&made->game, nags, strlen(nags), &kept[1]) == 0,
         "memory");
    made->game.nodes[node].comment = kept[0];
    made->game.nodes[node].nags = kept[1];
}

static void tag(QueryGame *made, const char *name, const char *value) {
    need(gr_game_set_tag(&made->game, name, value) == 0, "memory");
}

static void number_tag(QueryGame *made, const char *name, int value) {
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    tag(made, name, text);
}

static void date(Random *random, OqGame *own) {
    static const char *const months[3] = {"??", "01", "07"};
    static const char *const days[3] = {"??", "01", "31"};
    if (random_chance(random, 5)) {
        strcpy(own->date, "????.??.??");
        return;
    }
    unsigned month = random_below(random, 3);
    snprintf(own->date, sizeof own->date, "%u.%s.%s", 1998 + random_below(random, 4),
             months[month], days[month == 0 ? 0 : random_below(random, 3)]);
}

static void players(Random *random, QueryGame *made) {
    static const char *const side[2] = {"White", "Black"};
    static const char *const elo[2] = {"WhiteElo", "BlackElo"};
    OqGame *own = &made->turned[0];
    for (int i = 0; i < 2; i++) {
        strcpy(own->name[i], query_names[random_below(random, 6)]);
        tag(made, side[i], own->name[i]);
        own->rating[i] = random_chance(random, 4) ? 0 : 1000 * (1 + (int)random_below(random, 3));
        if (own->rating[i]) {
            number_tag(made, elo[i], own->rating[i]);
        }
        own->points[i] = -1;
    }
    if (random_chance(random, 2)) {
        char score[16];
        own->points[0] = (int)random_below(random, 13);
        own->points[1] = 12 - own->points[0];
        snprintf(score, sizeof score, "%d-%d", own->points[0], own->points[1]);
        tag(made, "Score", score);
    }
}

static void header(Random *random, QueryGame *made) {
    OqGame *own = &made->turned[0];
    players(random, made);
    date(random, own);
    strcpy(own->event, query_events[random_below(random, 4)]);
    strcpy(own->eco, query_ecos[random_below(random, 5)]);
    own->tag_number = random_chance(random, 3) ? -1 : (int)random_below(random, 5);
    own->result = (int)random_below(random, 4);
    own->partial = random_chance(random, 4);
    tag(made, "Date", own->date);
    tag(made, "Event", own->event);
    tag(made, "ECO", own->eco);
    if (own->tag_number >= 0) {
        number_tag(made, "Board", own->tag_number);
    }
    static const GrResult results[4] = {GR_RESULT_NONE, GR_WHITE_WINS, GR_BLACK_WINS, GR_DRAW};
    made->game.result = results[own->result];
    made->game.partial = own->partial;
}

/* ---- turning ---- */

static int turn_square(const OrVariant *v, int sq, unsigned turn) {
    int file = or_file(sq), rank = or_rank(sq);
    if (sq == OR_NOWHERE) {
        return sq;
    }
    return (turn & OQ_FLIP ? v->ranks - 1 - rank : rank) * OR_WIDTH +
           (turn & OQ_MIRROR ? v->files - 1 - file : file);
}

static char turn_piece(char piece, unsigned turn) {
    int owner = or_owner(piece);
    return owner < 0 || !(turn & OQ_FLIP) ? piece : or_in_case(1 - owner, piece);
}

static void turn_position(const OrPosition *from, unsigned turn, OrPosition *to) {
    bool flip = turn & OQ_FLIP;
    int rights = (int)strlen(from->v->rights);
    *to = *from;
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        if (!or_on_board(from->v, or_file(sq), or_rank(sq))) {
            continue;
        }
        int at = turn_square(from->v, sq, turn);
        to->piece[at] = turn_piece(from->piece[sq], turn);
        to->fresh[at] = from->fresh[sq];
        to->promoted[at] = from->promoted[sq];
        to->quest[at] = from->quest[sq];
    }
    to->turn = flip ? 1 - from->turn : from->turn;
    for (int i = 0; flip && i < rights; i++) {
        to->right[i] = from->right[(i + rights / 2) % rights];
    }
    for (int i = 0; flip && i < 4; i++) {
        memcpy(to->reserve[i], from->reserve[(i + 2) % 4], sizeof to->reserve[i]);
    }
    for (int i = 0; i < rights; i++) {
        int file = from->rook_file[flip ? (i + rights / 2) % rights : i];
        to->rook_file[i] = turn & OQ_MIRROR ? from->v->files - 1 - file : file;
    }
    for (int side = 0; flip && side < 2; side++) {
        to->dragons[side] = from->dragons[1 - side];
        to->checks[side] = from->checks[1 - side];
        memcpy(to->hand[side], from->hand[1 - side], sizeof to->hand[side]);
        memcpy(to->held[side], from->held[1 - side], sizeof to->held[side]);
    }
}

static void turn_event(const OrVariant *v, OqEvent *d, unsigned turn) {
    char *const pieces[6] = {&d->piece,   &d->taken,   &d->carried,
                             &d->becomes, &d->dropped, &d->partner};
    int *const squares[5] = {&d->from, &d->to, &d->taken_on, &d->dropped_on, &d->rook_on};
    for (int i = 0; i < 6; i++) {
        *pieces[i] = turn_piece(*pieces[i], turn);
    }
    for (int i = 0; i < 5; i++) {
        *squares[i] = turn_square(v, *squares[i], turn);
    }
    if (turn & OQ_FLIP) {
        d->side = 1 - d->side;
        d->wing = (d->wing + 2) % 4;
    }
}

static void turn_header(const OqGame *from, OqGame *to) {
    static const int results[4] = {0, 2, 1, 3};
    for (int side = 0; side < 2; side++) {
        strcpy(to->name[side], from->name[1 - side]);
        to->rating[side] = from->rating[1 - side];
        to->points[side] = from->points[1 - side];
    }
    to->result = results[from->result];
}

static void turn_game(OqGame turned[4], unsigned turn) {
    const OqGame *from = &turned[0];
    OqGame *to = &turned[turn];
    *to = *from;
    to->turn = turn;
    for (unsigned i = 0; i < 4; i++) {
        turned[turn].turned[i] = &turned[turn ^ i];
    }
    for (int ply = 0; ply < from->plies; ply++) {
        turn_position(&from->ply[ply].pos, turn, &to->ply[ply].pos);
        turn_event(from->v, &to->ply[ply].event, turn);
        if (turn & OQ_FLIP) {
            to->ply[ply].eval = -from->ply[ply].eval;
        }
    }
    if (turn & OQ_FLIP) {
        turn_header(from, to);
    }
}

void query_turn_games(OqGame turned[4]) {
    for (unsigned turn = 0; turn < 4; turn++) {
        turn_game(turned, turn);
    }
}

void query_game_make(Random *random, const GrRules *rules, const OrVariant *v, QueryGame *made) {
    OqGame *own = &made->turned[0];
    memset(own, 0, sizeof *own);
    own->v = v;
    gr_game_init(&made->game);
    start(random, rules, v, made);
    play(random, made);
    query_game_finish(random, made);
}

void query_game_finish(Random *random, QueryGame *made) {
    OqGame *own = &made->turned[0];
    uint32_t node = 0;
    for (int ply = 0; ply < own->plies; ply++) {
        comment(random, made, &own->ply[ply], node);
        node = made->game.nodes[node].next;
    }
    header(random, made);
    own->length = own->plies - 1;
    query_turn_games(made->turned);
}

void query_game_free(QueryGame *made) {
    gr_game_free(&made->game);
}
