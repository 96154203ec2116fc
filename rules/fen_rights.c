/* Reading the rights of a FEN. */
#include <ctype.h>
#include <string.h>

#include "rules/defined_build.h"
#include "rules/fen_reader.h"

static int side_of_right(const FenReader *r, int right) {
    return islower((unsigned char)r->v->rights[right]) ? GR_BLACK : GR_WHITE;
}

static bool has_king(const FenReader *r, int right) {
    int side = side_of_right(r, right);
    return r->pos->board[r->v->castling[right].king_from] == gr_piece(side, gr_castling_king(r->v, side));
}

static bool has_rook(const FenReader *r, int right) {
    int rook = gr_piece(side_of_right(r, right), gr_castling_rook(r->v, right));
    return r->pos->board[r->v->castling[right].rook_from] == rook;
}

/* Are king and rook where this castling wants them? */
static bool stands_there(const FenReader *r, int right) {
    return has_king(r, right) && has_rook(r, right);
}

/* If not, the right is left out. */
static bool check_castling(FenReader *r, const char *at, int right) {
    const GrCastling *c = &r->v->castling[right];
    bool king = has_king(r, right), rook = has_rook(r, right);
    char king_name[4], rook_name[4];
    gr_square_name(r->v, c->king_from, king_name);
    gr_square_name(r->v, c->rook_from, rook_name);
    if (!king || !rook)
        fen_leave_out(r, at, "right '%c', but %s has no %s%s%s%s%s", r->v->rights[right],
                      side_of_right(r, right) == GR_WHITE ? "White" : "Black", king ? "" : "king on ",
                      king ? "" : king_name, king || rook ? "" : " and no ", rook ? "" : "rook on ",
                      rook ? "" : rook_name);
    return king && rook;
}

static void check_right(FenReader *r, const char *at, int right) {
    GrPosition *p = r->pos;
    if (gr_rights_held(p) >> right & 1)
        fen_leave_out(r, at, "right '%c' twice", *at);
    else if (right >= r->v->castlings || check_castling(r, at, right))
        p->rights |= (uint8_t)(1u << right);
}

/* The right of the castling whose rook stands on the file that a letter names, as Shredder-FEN has it; -1 if there is
 * none. */
static int right_of_file(const FenReader *r, char letter) {
    for (int i = 0; i < r->v->castlings; i++) {
        bool same_side = !islower((unsigned char)letter) == !islower((unsigned char)r->v->rights[i]);
        if (same_side && r->v->castling[i].rook_from % r->v->files == tolower((unsigned char)letter) - 'a')
            return i;
    }
    return -1;
}

/* The right of a castling by the rules of chess960: of a king on its first rank and the rook on the file. */
static void take_moved_right(FenReader *r, const char *at, int side, int file) {
    GrPosition *p = r->pos;
    int home = side == GR_WHITE ? 0 : (r->v->ranks - 1) * r->v->files;
    GrSet king = p->side[side] & p->type[GR_KING], first = gr_set_below(r->v->files) << home;
    bool alone = (king & first) && gr_set_count(king) == 1;
    if (!alone || file >= r->v->files ||
        p->board[home + file] != gr_piece(side, gr_castling_rook(r->v, 2 * side))) {
        fen_leave_out(r, at, "right '%c': %s", *at, alone ? "there is no such rook on the king's rank"
                                                           : "the king is not on its first rank");
        return;
    }
    int right = 2 * side + (home + file < gr_set_first(king));
    if (gr_rights_held(p) >> right & 1) {
        fen_leave_out(r, at, "right '%c': a right on that wing is there already", *at);
        return;
    }
    p->rights |= (uint8_t)(1u << (GR_MOVED_RIGHTS + right));
    p->rook_file[right] = (uint8_t)file;
}

/* The file of the rook that a right means in X-FEN, the farthest from the king on its wing; -1 if there is none. */
static int outermost_rook(const FenReader *r, int right) {
    int side = side_of_right(r, right), files = r->v->files, home = side == GR_WHITE ? 0 : (r->v->ranks - 1) * files;
    int step = right & 1 ? 1 : -1;
    GrSet king = r->pos->side[side] & r->pos->type[GR_KING] & (gr_set_below(files) << home);
    for (int file = step > 0 ? 0 : files - 1; king && home + file != gr_set_first(king); file += step)
        if (r->pos->board[home + file] == gr_piece(side, gr_castling_rook(r->v, right)))
            return file;
    return -1;
}

/* A letter of the variant's own. Where king and rook do not stand as at its start, they may as in chess960. */
static void take_right(FenReader *r, const char *at, int right) {
    bool moved = r->v->any_castlings && right < r->v->castlings && !stands_there(r, right);
    int file = moved ? outermost_rook(r, right) : -1;
    if (file < 0)
        check_right(r, at, right);
    else
        take_moved_right(r, at, side_of_right(r, right), file);
}

/* A letter of a file, as Shredder-FEN has it. False if it means nothing in this variant. */
static bool take_file(FenReader *r, const char *at) {
    int right = right_of_file(r, *at);
    if (right >= 0 && (!r->v->any_castlings || stands_there(r, right)))
        check_right(r, at, right);
    else if (r->v->any_castlings && tolower((unsigned char)*at) - 'a' < r->v->files)
        take_moved_right(r, at, islower((unsigned char)*at) ? GR_BLACK : GR_WHITE, tolower((unsigned char)*at) - 'a');
    else
        return false;
    return true;
}

/* ---- squares where pieces may be put when theirs leave them ---- */

static bool may_gate(const FenReader *r, int side) {
    return r->v->gates && gr_defined_may_gate(r->pos, side);
}

/* A letter of a file. Where a side has nothing to put there it can only be a castling's. */
static void take_gate(FenReader *r, const char *at) {
    GrPosition *p = r->pos;
    int side = islower((unsigned char)*at) ? GR_BLACK : GR_WHITE, file = tolower((unsigned char)*at) - 'a';
    const char *owner = side == GR_WHITE ? "White" : "Black";
    GrSet sq = file < r->v->files ? gr_set_of(file) << gr_set_first(gr_defined_home(gr_defined(r->v), side)) : 0;
    if (!sq)
        fen_leave_out(r, at, "'%c' is no right of %s", *at, r->v->title);
    else if (!may_gate(r, side) && (p->type[gr_castling_rook(r->v, 2 * side)] & p->side[side] & sq))
        take_file(r, at);
    else if (!may_gate(r, side))
        fen_leave_out(r, at, "right '%c', but %s has nothing in hand that could be put there", *at, owner);
    else if (!(p->side[side] & sq))
        fen_leave_out(r, at, "right '%c', but no piece of %s's stands there", *at, owner);
    else if (p->extra[GR_FRESH] & sq)
        fen_leave_out(r, at, "right '%c' twice", *at);
    else
        p->extra[GR_FRESH] |= sq;
}

/* A king and a rook that have not moved may castle, which files alone say where no right of the side does. */
static void castle_by_gates(FenReader *r, const char *at, int side, GrSet gates) {
    const GrPosition *p = r->pos;
    GrSet rooks = gates & p->type[gr_castling_rook(r->v, 2 * side)];
    bool held = gr_rights_held(p) >> 2 * side & 3;
    if (held || r->v->castlings != 4 || !(gates & p->type[gr_castling_king(r->v, side)]))
        return;
    while (rooks) {
        int file = gr_set_pop(&rooks) % r->v->files;
        char letter[2] = {(char)((side == GR_WHITE ? 'A' : 'a') + file), 0};
        int right = right_of_file(r, *letter);
        if (right >= 0 && stands_there(r, right))
            r->pos->rights |= (uint8_t)(1u << right);
        else if (r->v->any_castlings)
            take_moved_right(r, at, side, file);
    }
}

static void end_gates(FenReader *r, const char *at) {
    GrPosition *p = r->pos;
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        GrSet home = gr_defined_home(gr_defined(r->v), side);
        GrCastling c;
        if (!may_gate(r, side))
            continue;
        castle_by_gates(r, at, side, p->extra[GR_FRESH] & home);
        for (int right = 0; right < r->v->castlings; right++)
            if (side_of_right(r, right) == side && gr_castling(p, right, &c))
                p->extra[GR_FRESH] |= (gr_set_of(c.king_from) | gr_set_of(c.rook_from)) & home;
    }
}

static void take_letter(FenReader *r, const char *at) {
    const char *found = strchr(r->v->rights, *at);
    if (r->v->gates && !found && isalpha((unsigned char)*at))
        take_gate(r, at);
    else if (r->v->hooks->read_right && isalpha((unsigned char)*at)) {
        const char *wrong = r->v->hooks->read_right(r->pos, *at);
        if (wrong)
            fen_leave_out(r, at, "right '%c': %s", *at, wrong);
    } else if (found)
        take_right(r, at, (int)(found - r->v->rights));
    else if (!isalpha((unsigned char)*at))
        fen_fault(r, at, "'%c' is no right of %s", isprint((unsigned char)*at) ? *at : '?', r->v->title);
    else if (!take_file(r, at))
        fen_leave_out(r, at, "'%c' is no right of %s", *at, r->v->title);
}

void fen_read_rights(FenReader *r) {
    if (!fen_next_field(r) || fen_is_left_out(r))
        return;
    if (*r->at == '-' && fen_ends_field(r->at[1])) {
        r->at++;
        return;
    }
    const char *first = r->at;
    for (; !fen_ends_field(*r->at); r->at++)
        take_letter(r, r->at);
    if (r->v->gates)
        end_gates(r, first);
}
