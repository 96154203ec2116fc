/* The oracle plays a move: what each kind does to the board, the flags, rights and clocks. */
#include "tests/oracle/oracle.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char in_colour(int side, char kind) {
    return side == 0 ? kind : (char)tolower((unsigned char)kind);
}

static void clear(OrPosition *pos, int sq, char what) {
    pos->piece[sq] = what;
    pos->fresh[sq] = pos->promoted[sq] = pos->quest[sq] = false;
}

/* The piece goes with its flags; what stood on `to` is overwritten. */
static void shift(OrPosition *pos, int from, int to) {
    pos->piece[to] = pos->piece[from];
    pos->fresh[to] = pos->fresh[from];
    pos->promoted[to] = pos->promoted[from];
    pos->quest[to] = pos->quest[from];
    clear(pos, from, '.');
}

static void swap(OrPosition *pos, int a, int b) {
    OrPosition old = *pos;
    pos->piece[a] = old.piece[b];
    pos->fresh[a] = old.fresh[b];
    pos->promoted[a] = old.promoted[b];
    pos->quest[a] = old.quest[b];
    pos->piece[b] = old.piece[a];
    pos->fresh[b] = old.fresh[a];
    pos->promoted[b] = old.promoted[a];
    pos->quest[b] = old.quest[a];
}

static bool x_square_vacant(const OrPosition *pos, int side) {
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        if (or_is_x_square(pos, side, sq) && pos->piece[sq] == '.') {
            return true;
        }
    }
    return false;
}

/* What is kept of a captured piece. Returns true if it is a warrior that goes back. */
static bool capture(OrPosition *pos, int sq) {
    int owner = or_owner(pos->piece[sq]);
    char kind = or_kind(pos->piece[sq]);
    if (pos->v->id == OR_ROYAL && kind == 'M') {
        memset(pos->reserve[or_reserve_index(owner, 'M')], 0, sizeof pos->reserve[0]);
    }
    if (pos->v->id == OR_WIZARD && kind == 'D' && !pos->promoted[sq]) {
        pos->dragons[owner]++;
    }
    if (pos->v->id == OR_CRAZYHOUSE) {
        char type = pos->promoted[sq] ? 'P' : kind;
        pos->hand[1 - owner][strchr("QRBNP", type) - "QRBNP"]++;
    }
    bool back = pos->v->id == OR_WIZARD && kind == 'W' && or_relative_rank(pos, owner, sq) <= 6;
    clear(pos, sq, '.');
    return back;
}

/* A right is gone once its king's or rook's square is touched: the piece left, was carried off,
 * fell or was captured. */
static void lose_rights(OrPosition *pos, int sq) {
    if (pos->v->id == OR_WIZARD || pos->v->id == OR_CHESS960) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        OrCastling c = or_castling(pos, i);
        if (pos->right[i] && (c.king_from == sq || c.rook_from == sq)) {
            pos->right[i] = false;
        }
    }
}

/* Chess960: the same by where king and rooks stood before the move. */
static void lose_rights_960(OrPosition *pos, const OrPosition *before, const OrMove *move) {
    for (int i = 0; i < 4 && pos->v->id == OR_CHESS960; i++) {
        OrCastling c = or_castling(before, i);
        bool touched = move->from == c.king_from || move->from == c.rook_from ||
                       move->to == c.rook_from;
        if (touched) {
            pos->right[i] = false;
        }
    }
}

/* Notes the squares on which a pawn that has just gone straight ahead may be taken en passant. */
static void note_passing(OrPosition *pos, const OrMove *move, int side, char kind) {
    int step = side == 0 ? OR_WIDTH : -OR_WIDTH;
    int length = (move->to - move->from) / step;
    if (or_file(move->from) != or_file(move->to)) {
        return; /* Judged: a limited pawn that captures has passed over nothing. */
    }
    /* For a limited pawn its starting square counts as passed over too, even after one step. */
    bool limited = kind == 'L' && pos->v->id == OR_MAGI &&
                   or_relative_rank(pos, side, move->from) == 3;
    for (int i = limited ? 0 : 1; i < length; i++) {
        pos->passed[pos->passed_count++] = move->from + i * step;
    }
    pos->passer = move->to;
    if (pos->v->id == OR_HORDE && or_relative_rank(pos, side, move->from) == 1) {
        pos->passed_count = 0; /* only from the second rank */
    }
}

static void finish_piece(OrPosition *pos, const OrMove *move, int side) {
    int to = move->to;
    if (pos->v->id != OR_WIZARD) {
        if (move->becomes != 0) {
            pos->piece[to] = in_colour(side, or_kind(move->becomes));
            pos->promoted[to] = pos->v->id == OR_CRAZYHOUSE;
        }
        return;
    }
    pos->fresh[to] = false;
    if (move->becomes == '^') {
        pos->quest[to] = true;
    } else if (move->becomes == 'd') {
        clear(pos, to, in_colour(side, 'D'));
        pos->promoted[to] = true;
        pos->dragons[side]--;
    } else if (move->becomes != 0) {
        clear(pos, to, in_colour(side, or_kind(move->becomes)));
        pos->promoted[to] = move->becomes != 'c'; /* a chariot does not show it */
    }
}

/* Steps, captures, promotions, drops. Returns true if a warrior goes back. */
static bool play_step(OrPosition *pos, const OrMove *move, int side) {
    bool back = false;
    if (pos->piece[move->to] != '.') {
        back = capture(pos, move->to);
    }
    bool pawn = or_is_pawn(pos, move->from);
    char kind = or_kind(pos->piece[move->from]);
    if (pawn || (pos->v->id == OR_WIZARD && kind == 'W')) {
        pos->clock = 0;
    }
    shift(pos, move->from, move->to);
    finish_piece(pos, move, side);
    if (pawn) {
        note_passing(pos, move, side, kind);
    }
    if (move->drop != 0) {
        int holder = or_reserve_index(side, kind);
        pos->piece[move->drop_at] = in_colour(side, move->drop);
        pos->reserve[holder][move->drop == 'B' ? 0 : move->drop == 'N' ? 1 : 2] = false;
    }
    return back;
}

/* Both come off the board before either is put down. */
static void castle(OrPosition *pos, const OrCastling *c) {
    char king = pos->piece[c->king_from], rook = pos->piece[c->rook_from];
    clear(pos, c->king_from, '.');
    clear(pos, c->rook_from, '.');
    pos->piece[c->king_to] = king;
    pos->piece[c->rook_to] = rook;
}

/* Atomic: all that a capture on sq takes off the board besides the captured piece. */
static void explode(OrPosition *pos, int sq) {
    for (int at = 0; at < OR_SQUARES; at++) {
        bool near = or_distance(at, sq) == 1 && or_kind(pos->piece[at]) != 'P';
        if ((near || at == sq) && or_owner(pos->piece[at]) >= 0) {
            lose_rights(pos, at);
            clear(pos, at, '.');
        }
    }
}

static bool play_kind(OrPosition *pos, const OrMove *move, int side, int passer) {
    OrCastling castling = or_castling(pos, move->castling);
    switch (move->kind) {
    case OR_STEP:
        return play_step(pos, move, side);
    case OR_EN_PASSANT:
        capture(pos, passer);
        shift(pos, move->from, move->to);
        return false;
    case OR_CASTLE:
        castle(pos, &castling);
        return false;
    case OR_ENTER:
        pos->piece[move->to] = in_colour(side, move->drop);
        pos->hand[side][strchr("QRBNP", move->drop) - "QRBNP"]--;
        if (move->drop == 'P') {
            pos->clock = 0;
        }
        return false;
    case OR_SPELL:
    case OR_TELEPORT:
        swap(pos, move->from, move->to);
        return false;
    case OR_FALL:
        clear(pos, move->from, '.');
        clear(pos, move->to, '*');
        return false;
    case OR_SHOT:
        return capture(pos, move->to);
    case OR_PLACE:
        pos->piece[move->to] = in_colour(side, 'W');
        pos->fresh[move->to] = true;
        return false;
    case OR_TURN:
    case OR_WALL:
    case OR_PASS:
        return false;
    }
    return false;
}

void or_play(OrPosition *pos, const OrMove *move) {
    int side = pos->turn;
    int passer = pos->passer;
    if (move->kind == OR_PLACE) { /* the same side goes on; clocks stand */
        play_kind(pos, move, side, passer);
        pos->place = false;
        return;
    }
    pos->passed_count = 0;
    /* Judged: a pawn carried by a spell, or a warrior that a wizard changes places with, has not
     * made a pawn move; the clock runs on. */
    pos->clock = move->captures || move->kind == OR_EN_PASSANT ? 0 : pos->clock + 1;
    OrPosition before = *pos;
    bool back = play_kind(pos, move, side, passer);
    if (move->kind == OR_TELEPORT) {
        pos->right[side] = false;
    }
    if (move->kind != OR_SHOT) {
        lose_rights(pos, move->from);
    }
    lose_rights(pos, move->to);
    lose_rights_960(pos, &before, move);
    if (pos->v->id == OR_ATOMIC && (move->captures || move->kind == OR_EN_PASSANT)) {
        explode(pos, move->to);
    }
    if (side == (pos->v->id == OR_WIZARD ? 0 : 1)) { /* the second player has moved */
        pos->number++;
    }
    pos->turn = 1 - side;
    if (pos->v->id == OR_THREECHECK && or_in_check(pos, pos->turn)) {
        pos->checks[side]++;
    }
    pos->place = back && x_square_vacant(pos, pos->turn);
}

static int write_square(char *out, int sq) {
    return sprintf(out, "%c%d", 'a' + or_file(sq), or_rank(sq) + 1);
}

void or_uci(const OrPosition *pos, const OrMove *move, char out[24]) {
    (void)pos;
    if (move->kind == OR_PLACE || move->kind == OR_ENTER) {
        out += sprintf(out, "%c@", move->kind == OR_PLACE ? 'W' : move->drop);
        write_square(out, move->to);
        return;
    }
    out += write_square(out, move->from);
    out += write_square(out, move->to);
    if (move->kind == OR_FALL) {
        *out++ = 'x';
    }
    if (move->becomes != 0) {
        *out++ = move->becomes;
    }
    *out = '\0';
    if (move->drop != 0) {
        out += sprintf(out, ",%c@", move->drop);
        write_square(out, move->drop_at);
    }
}
