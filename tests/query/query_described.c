/* Random games of described games for queries. */
#include "tests/query/query_described.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/query/parse/worth.h"
#include "rules/definition.h"
#include "rules/fen.h"

static void need(bool held, const char *what) {
    if (!held) {
        printf("making a game failed: %s\n", what);
        exit(2);
    }
}

/* ---- the game ---- */

static char letter_of(const GrVariant *v, int type) {
    const GrPieceRow *row = &v->piece[type];
    return row->flags & GR_IS_PROMOTED ? (char)(row->letter | 0x80) : row->letter;
}

static int type_of(const OrVariant *v, char piece) {
    const GrVariant *own = gr_variant(or_described(v)->rules);
    for (int type = 1; type <= own->types; type++)
        if (own->piece[type].letter && letter_of(own, type) == or_kind(piece))
            return type;
    return 0;
}

static int worth(const OrVariant *v, char letter) {
    int type = type_of(v, letter);
    return type ? query_worth(gr_variant(or_described(v)->rules), type) : 0;
}

/* ---- attacks ---- */

static bool is_in(GrSet region, const OrVariant *v, int file, int rank) {
    return region >> (rank * v->files + file) & 1;
}

static char at(const OrPosition *pos, int file, int rank) {
    return pos->piece[rank * OR_WIDTH + file];
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

static bool lame_is_free(const OrPosition *pos, int file, int rank, int df, int dr) {
    for (;;) {
        int f = abs(df) >= abs(dr) ? sign(df) : 0, r = abs(dr) >= abs(df) ? sign(dr) : 0;
        file += f, rank += r, df -= f, dr -= r;
        if (!df && !dr)
            return true;
        if (at(pos, file, rank) != '.')
            return false;
    }
}

static bool is_shy(const OrVariant *v, char piece) {
    int type = or_owner(piece) < 0 ? 0 : type_of(v, piece);
    const GrDefinedPiece *row = type ? gr_defined_piece(gr_variant(or_described(v)->rules), type) : NULL;
    for (int i = 0; row && i < row->ways; i++)
        if (row->way[i].kind == GR_WAY_SHY)
            return true;
    return false;
}

/* Goes along a line, square by square, to the one at `to`. */
static bool runs(const OrPosition *pos, const GrWay *way, int side, int from, int to) {
    const OrVariant *v = pos->v;
    const GrDefinition *def = gr_defined(gr_variant(or_described(v)->rules));
    int df = side ? -way->df : way->df, dr = side ? -way->dr : way->dr, passed = 0;
    int file = or_file(from), rank = or_rank(from);
    bool shy = way->kind == GR_WAY_SHY;
    for (int n = 1; n <= way->range || way->range == GR_FAR; n++) {
        file += df, rank += dr;
        if (!or_on_board(v, file, rank) || ((way->how & GR_WAY_DRAWN) && !is_in(def->diagonals, v, file, rank)))
            return false;
        if (rank * OR_WIDTH + file == to) {
            bool behind = n > 1 && at(pos, file - df, rank - dr) != '.';
            return way->kind == GR_WAY_RIDE       ? passed == 0
                   : way->kind == GR_WAY_GRASSHOP ? passed == 1 && behind
                                                  : passed == 1 && !(shy && is_shy(v, at(pos, file, rank)));
        }
        if (shy && is_shy(v, at(pos, file, rank)))
            return false;
        passed += at(pos, file, rank) != '.';
    }
    return false;
}

static bool leads(const OrPosition *pos, const GrDefinedPiece *piece, const GrWay *way, int side, int from, int to) {
    const OrVariant *v = pos->v;
    const GrDefinition *def = gr_defined(gr_variant(or_described(v)->rules));
    int file = or_file(from), rank = or_rank(from), relative = side ? v->ranks - 1 - rank : rank;
    int df = side ? -way->df : way->df, dr = side ? -way->dr : way->dr;
    GrSet first = piece->first[side] ? piece->first[side] : def->double_region[side];
    if ((way->how & GR_WAY_FIRST) && !is_in(first, v, file, rank))
        return false;
    if ((way->how & GR_WAY_DRAWN) &&
        !(is_in(def->diagonals, v, file, rank) && is_in(def->diagonals, v, or_file(to), or_rank(to))))
        return false;
    if (!way->dr && piece->sideways_rank && relative < piece->sideways_rank)
        return false;
    if (way->kind == GR_WAY_LEAP || way->kind == GR_WAY_LAME)
        return file + df == or_file(to) && rank + dr == or_rank(to) &&
               (way->kind == GR_WAY_LEAP || lame_is_free(pos, file, rank, df, dr));
    return runs(pos, way, side, from, to);
}

/* Do kings that see each other along a file or a rank attack each other? */
static bool flies(const OrPosition *pos, int from, int to) {
    const OrVariant *v = pos->v;
    int df = sign(or_file(to) - or_file(from)), dr = sign(or_rank(to) - or_rank(from));
    if ((df != 0) == (dr != 0) || or_kind(pos->piece[from]) != v->royal || or_kind(pos->piece[to]) != v->royal ||
        or_owner(pos->piece[from]) == or_owner(pos->piece[to]))
        return false;
    for (int sq = from + df + dr * OR_WIDTH; sq != to; sq += df + dr * OR_WIDTH)
        if (pos->piece[sq] != '.')
            return false;
    return true;
}

static bool attacks(const OrPosition *pos, int from, int to) {
    const OrVariant *v = pos->v;
    const GrVariant *own = gr_variant(or_described(v)->rules);
    int side = or_owner(pos->piece[from]), type = type_of(v, pos->piece[from]), ahead = side ? -1 : 1;
    const GrDefinedPiece *piece = gr_defined_piece(own, type);
    if (gr_defined(own)->flying_kings && flies(pos, from, to))
        return true;
    if (piece->region[side] && !is_in(piece->region[side], v, or_file(to), or_rank(to)))
        return false;
    if (piece->pawn)
        return or_rank(to) == or_rank(from) + ahead && abs(or_file(to) - or_file(from)) == 1;
    for (int i = 0; i < piece->ways; i++)
        if ((piece->way[i].how & GR_WAY_TAKES) && leads(pos, piece, &piece->way[i], side, from, to))
            return true;
    return false;
}

void query_describe(const GrRules *rules, OrDescribed *d) {
    const GrVariant *v = gr_variant(rules);
    size_t letters = 0, promoted = 0, pawns = 0;
    *d = (OrDescribed){.v = {.id = OR_DESCRIBED, .name = v->name, .files = v->files, .ranks = v->ranks,
                                .rights = v->rights, .start = v->start},
                         .attacks = attacks, .worth = worth, .rules = rules, .castlings = v->castlings};
    d->letters[letters++] = d->v.royal = v->piece[GR_KING].letter ? v->piece[GR_KING].letter : '-';
    for (int type = 1; type <= v->types; type++) {
        const GrPieceRow *row = &v->piece[type];
        char letter = letter_of(v, type);
        if (row->flags & GR_IS_PROMOTED)
            d->promoted[promoted++] = letter;
        else if (type > GR_KING)
            d->letters[letters++] = letter;
        d->alias[(unsigned char)letter] = row->alias;
        if ((row->flags & GR_IS_PAWN) || strcmp(row->name, "Pawn") == 0)
            d->pawns[pawns++] = letter;
        d->bishop = strcmp(row->name, "Bishop") == 0 ? letter : d->bishop;
        d->queen = strcmp(row->name, "Queen") == 0 ? letter : d->queen;
    }
    d->v.letters = d->letters;
}

/* ---- positions ---- */

static const char *read_board(const char *p, OrPosition *pos) {
    int file = 0, rank = pos->v->ranks - 1;
    bool promoted = false;
    for (; *p && *p != ' ' && *p != '['; p++) {
        if (isdigit((unsigned char)*p)) {
            char *end;
            file += (int)strtol(p, &end, 10);
            p = end - 1;
        } else if (*p == '/') {
            file = 0, rank--;
        } else if (*p == '+') {
            promoted = true;
        } else if (*p == '~') {
            pos->promoted[rank * OR_WIDTH + file - 1] = true;
        } else {
            int sq = rank * OR_WIDTH + file++;
            pos->piece[sq] = promoted ? (char)(*p | 0x80) : *p;
            pos->promoted[sq] = promoted;
            promoted = false;
        }
    }
    return p;
}

static void read_fen(const OrVariant *v, const char *fen, OrPosition *pos) {
    memset(pos, 0, sizeof *pos);
    memset(pos->piece, '.', sizeof pos->piece);
    pos->v = v;
    const char *p = read_board(fen, pos);
    if (*p == '[')
        for (p++; *p != ']'; p++)
            pos->held[or_owner(*p)][or_kind(*p) - 'A']++;
    p += strcspn(p, " ");
    pos->turn = p[1] == 'b';
    p += 3;
    for (int i = 0; v->rights[i]; i++)
        pos->right[i] = memchr(p, v->rights[i], strcspn(p, " ")) != NULL;
}

/* The FEN, and what makes the position the same one: all but the clocks, which come last. */
static void look(const GrPosition *pos, const OrVariant *v, OqPly *at) {
    gr_fen_write(pos, at->fen);
    read_fen(v, at->fen, &at->pos);
    at->pos.clock = pos->clock;
    at->pos.number = pos->number;
    strcpy(at->identity, at->fen);
    for (int i = 0; i < 2; i++)
        *strrchr(at->identity, ' ') = '\0';
    at->moves = (int)gr_count_moves(pos);
    at->can_move = gr_can_move(pos);
    at->in_check = gr_in_check(pos);
    at->over = gr_is_over(pos);
    at->checkers = query_count_checkers(&at->pos);
}

/* ---- moves ---- */

static OrKind kind_of(GrMove move) {
    switch (gr_kind_unwalled(gr_move_kind(move))) {
    case GR_CASTLE:
        return OR_CASTLE;
    case GR_EN_PASSANT:
        return OR_EN_PASSANT;
    case GR_ENTER:
        return gr_move_piece(move) ? OR_ENTER : OR_WALL;
    case GR_TURN:
        return OR_TURN;
    case GR_PASS:
        return OR_PASS;
    default:
        return OR_STEP;
    }
}

/* The squares are the move's; what stood there is seen on the boards. */
static void note(const GrPosition *pos, GrMove move, const OrPosition *before, const OrPosition *after, OqEvent *d) {
    const GrVariant *v = gr_variant(pos->rules);
    int from = gr_move_from(move), to = gr_move_to(move), piece = gr_move_piece(move);
    *d = (OqEvent){.is = true, .kind = kind_of(move), .side = before->turn, .piece = '.', .taken = '.', .carried = '.',
                   .becomes = '.', .dropped = '.', .partner = '.', .taken_on = OR_NOWHERE, .dropped_on = OR_NOWHERE,
                   .rook_on = OR_NOWHERE};
    d->from = from / v->files * OR_WIDTH + from % v->files;
    d->to = to / v->files * OR_WIDTH + to % v->files;
    if (d->kind == OR_STEP || d->kind == OR_CASTLE || d->kind == OR_EN_PASSANT || d->kind == OR_TURN)
        d->piece = before->piece[d->from];
    if (d->kind == OR_STEP && or_owner(before->piece[d->to]) == 1 - d->side)
        d->taken_on = d->to;
    for (int sq = 0; sq < OR_SQUARES && d->kind == OR_EN_PASSANT; sq++)
        if (or_owner(before->piece[sq]) == 1 - d->side && after->piece[sq] == '.')
            d->taken_on = sq;
    if (d->kind == OR_CASTLE) {
        d->wing = gr_castling_right(pos, move);
        for (int sq = 0; sq < OR_SQUARES; sq++)
            if (sq != d->to && or_owner(after->piece[sq]) == d->side && after->piece[sq] != before->piece[sq])
                d->rook_on = sq;
    }
    if (d->taken_on != OR_NOWHERE)
        d->taken = before->piece[d->taken_on];
    if (d->kind == OR_ENTER) {
        d->dropped = or_in_case(d->side, letter_of(v, piece));
        d->dropped_on = d->to;
    } else if (piece && (d->kind == OR_STEP || d->kind == OR_TURN)) {
        d->promotion = true;
        d->becomes = or_in_case(d->side, letter_of(v, piece));
    }
}

static bool is_rare(const GrPosition *pos, GrMove move) {
    return gr_is_capture(pos, move) || gr_move_piece(move) || kind_of(move) != OR_STEP;
}

/* Rarer moves come up more often than by chance, and now and then a move is taken back. */
static GrMove pick(Random *random, const GrPosition *pos, const GrMoveList *list, GrMove last) {
    GrMove move = list->move[random_below(random, list->count)];
    for (unsigned i = 0; last && i < list->count && random_chance(random, 3); i++)
        if (kind_of(list->move[i]) == OR_STEP && gr_move_from(list->move[i]) == gr_move_to(last) &&
            gr_move_to(list->move[i]) == gr_move_from(last))
            return list->move[i];
    for (int tries = 0; tries < 6 && !is_rare(pos, move) && !random_chance(random, 3); tries++)
        move = list->move[random_below(random, list->count)];
    return move;
}

static void begin(Random *random, const GrRules *rules, QueryGame *made) {
    static GrMoveList list;
    unsigned plies = random_chance(random, 3) ? 0 : random_below(random, 90);
    GrPosition pos;
    need(gr_game_begin(&made->game, rules) == 0, "memory");
    gr_start(rules, &pos);
    for (; plies && !gr_is_over(&pos); plies--) {
        gr_moves(&pos, &list);
        if (!list.count)
            break;
        made->game.start = pos; /* the last one that goes on */
        gr_play(&pos, pick(random, &pos, &list, 0));
    }
}

static void play(Random *random, QueryGame *made) {
    static GrMoveList list;
    OqGame *own = &made->turned[0];
    GrPosition pos = made->game.start;
    int longest = 1 + (int)random_below(random, OQ_PLIES - 1);
    uint32_t node = 0, next;
    GrMove played[2] = {0, 0};
    for (own->plies = 1;; own->plies++) {
        OqPly *at = &own->ply[own->plies - 1];
        look(&pos, own->v, at);
        query_count_occurrence(own, own->plies - 1);
        gr_moves(&pos, &list);
        for (unsigned i = 0; i < list.count; i++)
            at->can_take_ep = at->can_take_ep || kind_of(list.move[i]) == OR_EN_PASSANT;
        if (own->plies == longest || !list.count)
            break;
        GrMove move = pick(random, &pos, &list, played[0]);
        GrPosition before = pos;
        gr_play(&pos, move);
        look(&pos, own->v, &at[1]);
        note(&before, move, &at->pos, &at[1].pos, &at[1].event);
        played[0] = played[1], played[1] = move;
        need(gr_game_add_node(&made->game, move, &next) == 0, "memory");
        made->game.nodes[node].next = next;
        node = next;
    }
    made->game.plies = (uint32_t)own->plies - 1;
}

void query_game_make_described(Random *random, const GrRules *rules, const OrVariant *v, QueryGame *made) {
    memset(&made->turned[0], 0, sizeof made->turned[0]);
    made->turned[0].v = v;
    gr_game_init(&made->game);
    begin(random, rules, made);
    play(random, made);
    query_game_finish(random, made);
}
