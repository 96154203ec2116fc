/* The oracle's moves: everything a piece may do, each played on a copy and kept if the mover's
 * royal piece is not attacked afterwards. */
#include "tests/oracle/oracle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_royal(const OrPosition *pos, int sq) {
    return or_kind(pos->piece[sq]) == pos->v->royal;
}

static bool enemy_to_take(const OrPosition *pos, int sq) {
    return or_owner(pos->piece[sq]) == 1 - pos->turn && !is_royal(pos, sq);
}

static void keep_if_legal(const OrPosition *pos, OrList *list, OrMove move) {
    OrPosition after = *pos;
    or_play(&after, &move);
    if (or_allows(&after, pos->turn)) {
        list->move[list->count++] = move;
    }
}

static void add_kind(const OrPosition *pos, OrList *list, OrKind kind, int from, int to) {
    OrMove move = {.kind = kind, .from = from, .to = to, .captures = pos->piece[to] != '.'};
    if (kind == OR_SPELL || kind == OR_TELEPORT) {
        move.captures = false;
    }
    keep_if_legal(pos, list, move);
}

/* Royal: with the move made, each way to drop `what`. */
static void add_drops(const OrPosition *pos, OrList *list, OrMove move, char what) {
    OrPosition after = *pos;
    or_play(&after, &move);
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        if (after.piece[sq] == '.') {
            move.drop = what;
            move.drop_at = sq;
            keep_if_legal(pos, list, move);
        }
    }
}

/* Royal: the drop that a king's or magician's arrival on `to` forces, if any. */
static bool drops_on_arrival(const OrPosition *pos, OrList *list, OrMove move) {
    char kind = or_kind(pos->piece[move.from]);
    if (pos->v->id != OR_ROYAL || (kind != 'K' && kind != 'M')) {
        return false;
    }
    const bool *held = pos->reserve[or_reserve_index(pos->turn, kind)];
    bool bishop = held[0], knight = held[1], rook = held[2];
    switch (or_relative_rank(pos, pos->turn, move.to)) {
    case 4:
        if (bishop && knight) {
            add_drops(pos, list, move, 'B');
            add_drops(pos, list, move, 'N');
            return true;
        }
        return false;
    case 5:
        if (bishop != knight) {
            add_drops(pos, list, move, bishop ? 'B' : 'N');
            return true;
        }
        return false;
    case 6:
        if (rook) {
            add_drops(pos, list, move, 'R');
        }
        return rook;
    default:
        return false;
    }
}

/* Wizard: promotion, quest and resurrection at the end of a move into or within the enemy camp. */
static bool ends_in_camp(const OrPosition *pos, OrList *list, OrMove move) {
    char kind = or_kind(pos->piece[move.from]);
    if (pos->v->id != OR_WIZARD || (kind != 'W' && kind != 'H' && kind != 'G')) {
        return false;
    }
    bool last = or_relative_rank(pos, pos->turn, move.to) == 12;
    bool dragon = pos->dragons[pos->turn] > 0;
    if (pos->quest[move.from]) {
        move.becomes = last && dragon ? 'd' : 0;
        keep_if_legal(pos, list, move);
        return true;
    }
    if (pos->promoted[move.from] || or_relative_rank(pos, pos->turn, move.to) < 10) {
        return false;
    }
    move.becomes = kind == 'W' ? 'h' : kind == 'H' ? 'g' : 'c';
    keep_if_legal(pos, list, move);
    if (dragon) {
        /* Judged: on the last rank the quest is fulfilled at once, it cannot be left open. */
        move.becomes = last ? 'd' : '^';
        keep_if_legal(pos, list, move);
    }
    return true;
}

/* A piece goes from one square to another, capturing what stands there. */
static void add_step(const OrPosition *pos, OrList *list, int from, int to) {
    OrMove move = {.kind = OR_STEP, .from = from, .to = to, .captures = pos->piece[to] != '.'};
    if (or_is_pawn(pos, from) && or_relative_rank(pos, pos->turn, to) == pos->v->ranks) {
        for (const char *p = pos->v->promotes; *p != '\0'; p++) {
            move.becomes = (char)tolower((unsigned char)*p);
            keep_if_legal(pos, list, move);
        }
    } else if (!drops_on_arrival(pos, list, move) && !ends_in_camp(pos, list, move)) {
        keep_if_legal(pos, list, move);
    }
}

/* How far a pawn may go straight ahead from where it stands. */
static int pawn_range(const OrPosition *pos, int from) {
    int rank = or_relative_rank(pos, pos->turn, from);
    switch (pos->v->id) {
    case OR_MAGI:
        if (rank == 2) {
            return 3;
        }
        /* A limited pawn on relative rank 3 is unmoved. */
        return rank == 3 && or_kind(pos->piece[from]) == 'L' ? 2 : 1;
    case OR_MAGICIAN:
        return rank <= 2 ? 2 : 1;
    case OR_HORDE:
        return rank <= 2 ? 2 : 1;
    default:
        return rank == 2 ? 2 : 1;
    }
}

static void pawn_moves(const OrPosition *pos, OrList *list, int from) {
    int step = pos->turn == 0 ? OR_WIDTH : -OR_WIDTH;
    int to = from;
    for (int i = pawn_range(pos, from); i > 0; i--) {
        to += step;
        if (to < 0 || to >= OR_SQUARES || pos->piece[to] != '.') {
            break; /* a pawn carried to the last rank ends here too: nothing lies ahead */
        }
        add_step(pos, list, from, to);
    }
    for (to = 0; to < OR_SQUARES; to++) {
        if (!or_attacks(pos, from, to)) {
            continue;
        }
        if (enemy_to_take(pos, to)) {
            add_step(pos, list, from, to);
        }
        for (int i = 0; i < pos->passed_count; i++) {
            if (pos->passed[i] == to && pos->piece[to] == '.') {
                add_kind(pos, list, OR_EN_PASSANT, from, to);
            }
        }
    }
}

/* Squares a warrior reaches by up to `steps` diagonal steps ahead over empty squares. */
static void mark_warrior(const OrPosition *pos, int from, int steps, bool reached[OR_SQUARES]) {
    int ahead = pos->turn == 0 ? 1 : -1;
    for (int side = -1; side <= 1 && steps > 0; side += 2) {
        int file = or_file(from) + side, rank = or_rank(from) + ahead;
        if (or_on_board(pos->v, file, rank) && pos->piece[rank * OR_WIDTH + file] == '.') {
            reached[rank * OR_WIDTH + file] = true;
            mark_warrior(pos, rank * OR_WIDTH + file, steps - 1, reached);
        }
    }
}

static void warrior_steps(const OrPosition *pos, OrList *list, int from) {
    bool reached[OR_SQUARES] = {false};
    mark_warrior(pos, from, pos->fresh[from] ? 3 : 1, reached);
    for (int to = 0; to < OR_SQUARES; to++) {
        if (reached[to]) {
            add_step(pos, list, from, to);
        }
    }
}

static void piece_moves(const OrPosition *pos, OrList *list, int from) {
    char kind = or_kind(pos->piece[from]);
    bool wizard = pos->v->id == OR_WIZARD;
    for (int to = 0; to < OR_SQUARES; to++) {
        if (pos->piece[to] == '.' && or_steps(pos, from, to)) {
            add_step(pos, list, from, to);
        } else if (enemy_to_take(pos, to) && or_attacks(pos, from, to)) {
            if (wizard && kind == 'A') {
                add_kind(pos, list, OR_SHOT, from, to);
            } else {
                add_step(pos, list, from, to);
            }
        }
    }
    if (wizard && kind == 'W') {
        warrior_steps(pos, list, from);
    }
}

/* May the king stand on `sq`, having come from its home? */
static bool king_safe_on(const OrPosition *pos, int home, int sq) {
    OrPosition there = *pos;
    there.piece[home] = '.';
    there.piece[sq] = pos->piece[home];
    return !or_in_check(&there, pos->turn);
}

static void castling_moves(const OrPosition *pos, OrList *list) {
    for (int i = pos->turn * 2; i < pos->turn * 2 + 2; i++) {
        const OrCastling *c = &pos->v->castling[i];
        bool able = pos->right[i];
        int toward = c->rook_from > c->king_from ? 1 : -1;
        for (int sq = c->king_from + toward; able && sq != c->rook_from; sq += toward) {
            able = pos->piece[sq] == '.';
        }
        toward = c->king_to > c->king_from ? 1 : -1;
        for (int sq = c->king_from; able && sq != c->king_to; sq += toward) {
            able = king_safe_on(pos, c->king_from, sq);
        }
        if (able) {
            OrMove move = {.kind = OR_CASTLE, .from = c->king_from, .to = c->king_to,
                           .castling = i};
            keep_if_legal(pos, list, move);
        }
    }
}

static bool can_move_hole(const OrPosition *pos, int hole) {
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        if (or_owner(pos->piece[sq]) == pos->turn && or_casts(pos, sq, hole)) {
            return true;
        }
    }
    return false;
}

/* Each hole within a magician's reach changes places with a square next to it. Which magician
 * does it makes no difference. */
static void spells(const OrPosition *pos, OrList *list) {
    static const int next_to[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    for (int hole = 0; hole < OR_SQUARES; hole++) {
        if (pos->piece[hole] != '*' || !can_move_hole(pos, hole)) {
            continue;
        }
        for (int i = 0; i < 4; i++) {
            int file = or_file(hole) + next_to[i][0], rank = or_rank(hole) + next_to[i][1];
            int to = rank * OR_WIDTH + file;
            if (!or_on_board(pos->v, file, rank) || pos->piece[to] == '*') {
                continue;
            }
            add_kind(pos, list, OR_SPELL, hole, to);
            if (pos->piece[to] != '.' && !is_royal(pos, to)) {
                add_kind(pos, list, OR_FALL, hole, to);
            }
        }
    }
}

static void teleports(const OrPosition *pos, OrList *list) {
    if (!pos->right[pos->turn] || or_in_check(pos, pos->turn)) {
        return;
    }
    int wizard = OR_NOWHERE;
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        if (or_owner(pos->piece[sq]) == pos->turn && is_royal(pos, sq)) {
            wizard = sq;
        }
    }
    for (int sq = 0; sq < OR_SQUARES && wizard != OR_NOWHERE; sq++) {
        if (sq != wizard && or_owner(pos->piece[sq]) == pos->turn) {
            add_kind(pos, list, OR_TELEPORT, wizard, sq);
        }
    }
}

/* A placement needs no more than a vacant X square: whether a check is ended is asked of the move
 * that follows. */
static void placements(const OrPosition *pos, OrList *list) {
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        if (or_is_x_square(pos, pos->turn, sq) && pos->piece[sq] == '.') {
            list->move[list->count++] = (OrMove){.kind = OR_PLACE, .from = sq, .to = sq};
        }
    }
}

/* Crazyhouse: each type in hand on each empty square, pawns not on the outer ranks. */
static void entries(const OrPosition *pos, OrList *list) {
    for (int i = 0; i < 5; i++) {
        for (int sq = 0; pos->hand[pos->turn][i] > 0 && sq < OR_SQUARES; sq++) {
            int rank = or_rank(sq);
            if (pos->piece[sq] == '.' && (i < 4 || (rank > 0 && rank < 7))) {
                OrMove move = {.kind = OR_ENTER, .from = sq, .to = sq, .drop = "QRBNP"[i]};
                keep_if_legal(pos, list, move);
            }
        }
    }
}

/* Antichess: with a capture among the moves, nothing else is legal. */
static void keep_captures(OrList *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (list->move[i].captures || list->move[i].kind == OR_EN_PASSANT) {
            list->move[kept++] = list->move[i];
        }
    }
    list->count = kept ? kept : list->count;
}

/* Is every square from a to b, on one rank, empty but for king and rook? */
static bool way_is_free(const OrPosition *pos, int a, int b, const OrCastling *c) {
    for (int sq = a < b ? a : b; sq <= (a < b ? b : a); sq++) {
        if (pos->piece[sq] != '.' && sq != c->king_from && sq != c->rook_from) {
            return false;
        }
    }
    return true;
}

/* Chess960: the king comes over squares on which it is safe, the rook still standing; where it
 * arrives it is tried with the rook beside it. */
static void castlings_960(const OrPosition *pos, OrList *list) {
    for (int i = pos->turn * 2; i < pos->turn * 2 + 2; i++) {
        OrCastling c = or_castling(pos, i);
        bool able = pos->right[i] && way_is_free(pos, c.king_from, c.king_to, &c) &&
                    way_is_free(pos, c.rook_from, c.rook_to, &c);
        int toward = c.king_to > c.king_from ? 1 : -1;
        for (int sq = c.king_from; able && sq != c.king_to; sq += toward) {
            OrPosition there = *pos;
            char king = there.piece[c.king_from];
            there.piece[c.king_from] = '.';
            there.piece[sq] = king;
            able = !or_in_check(&there, pos->turn);
        }
        if (able && !or_in_check(pos, pos->turn)) {
            OrMove move = {.kind = OR_CASTLE, .from = c.king_from, .to = c.rook_from,
                           .castling = i};
            keep_if_legal(pos, list, move);
        }
    }
}

void or_moves(const OrPosition *pos, OrList *list) {
    int winner;
    list->count = 0;
    if (or_over(pos, &winner)) {
        return;
    }
    if (pos->place) {
        placements(pos, list);
        return;
    }
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        if (or_owner(pos->piece[sq]) != pos->turn) {
            continue;
        }
        if (or_is_pawn(pos, sq)) {
            pawn_moves(pos, list, sq);
        } else {
            piece_moves(pos, list, sq);
        }
    }
    if (pos->v->id == OR_CRAZYHOUSE) {
        entries(pos, list);
    } else if (pos->v->id == OR_ANTICHESS) {
        keep_captures(list);
    }
    if (pos->v->id == OR_WIZARD) {
        teleports(pos, list);
    } else if (pos->v->id == OR_CHESS960) {
        castlings_960(pos, list);
    } else {
        castling_moves(pos, list);
    }
    if (pos->v->id == OR_MAGICIAN) {
        spells(pos, list);
    }
}

bool or_can_move(const OrPosition *pos) {
    OrList *list = malloc(sizeof *list);
    bool can = false;
    if (list == NULL) {
        abort();
    }
    or_moves(pos, list);
    if (!pos->place) {
        can = list->count > 0;
    } else {
        for (size_t i = 0; i < list->count && !can; i++) {
            OrPosition after = *pos;
            or_play(&after, &list->move[i]);
            can = or_can_move(&after);
        }
    }
    free(list);
    return can;
}

static bool holds_reserve(const OrPosition *pos) {
    for (int holder = 0; holder < 4; holder++) {
        for (int i = 0; i < 3; i++) {
            if (pos->reserve[holder][i]) {
                return true;
            }
        }
    }
    return false;
}

/* Neither side could ever mate. Judged: a lone knight or bishop cannot, nor, in chess, bishops that
 * all stand on squares of one colour; in Magician Chess two bare kings only, since holes help to
 * mate; in Wizard Chess no position is dead. */
static bool too_little_material(const OrPosition *pos) {
    int knights = 0, bishops[2] = {0, 0}, others = 0;
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        char kind = or_kind(pos->piece[sq]);
        if (or_owner(pos->piece[sq]) < 0 || kind == pos->v->royal) {
            continue;
        }
        knights += kind == 'N';
        bishops[(or_file(sq) + or_rank(sq)) % 2] += kind == 'B';
        others += kind != 'N' && kind != 'B';
    }
    int both = bishops[0] + bishops[1];
    switch (pos->v->id) {
    case OR_WIZARD:
        return false;
    case OR_MAGICIAN:
        return others + knights + both == 0;
    case OR_CHESS:
    case OR_CHESS960:
        if (others + knights == 0 && (bishops[0] == 0 || bishops[1] == 0)) {
            return true;
        }
        break;
    case OR_CRAZYHOUSE:
    case OR_HORDE:
    case OR_RACINGKINGS:
    case OR_KINGOFTHEHILL:
        return false;
    case OR_THREECHECK:
        return others + knights + both == 0;
    case OR_ANTICHESS:
        return others + knights == 0 && or_only_far_bishops(pos);
    default:
        break;
    }
    return others == 0 && knights + both <= 1 && !holds_reserve(pos);
}

OrState or_state(const OrPosition *pos) {
    int winner;
    if (or_over(pos, &winner)) {
        return winner < 0 ? OR_DRAWN : OR_WON;
    }
    if (!or_can_move(pos)) {
        return or_in_check(pos, pos->turn) ? OR_CHECKMATE : OR_STALEMATE;
    }
    if (pos->v->id != OR_WIZARD && pos->clock >= 100) {
        return OR_DRAWN; /* after the mate: a mate given on the hundredth ply counts */
    }
    if (too_little_material(pos)) {
        return OR_DRAWN;
    }
    return OR_OPEN;
}

uint64_t or_perft(const OrPosition *pos, int depth) {
    if (depth == 0) {
        return 1;
    }
    OrList *list = malloc(sizeof *list);
    if (list == NULL) {
        abort();
    }
    or_moves(pos, list);
    uint64_t sum = 0;
    for (size_t i = 0; i < list->count && depth > 1; i++) {
        OrPosition after = *pos;
        or_play(&after, &list->move[i]);
        sum += or_perft(&after, depth - 1);
    }
    if (depth == 1) {
        sum = list->count;
    }
    free(list);
    return sum;
}
