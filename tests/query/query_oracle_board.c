/* Pieces and squares. */
#include "tests/query/query_oracle.h"

#include <ctype.h>
#include <string.h>

static bool is_piece(char c) {
    return or_owner(c) >= 0;
}

static bool on_board(const OrVariant *v, int sq) {
    return or_on_board(v, or_file(sq), or_rank(sq));
}

/* ---- squares and kinds ---- */

bool oq_in_area(const OrVariant *v, const OqArea *area, int sq) {
    int file = or_file(sq), rank = or_rank(sq);
    for (int i = 0; i < area->count; i++) {
        bool light = (file + rank) % 2 == 1; /* a1 is dark */
        switch (area->item[i].shape) {
        case OQ_BOX:
            if (file >= area->item[i].file[0] && file <= area->item[i].file[1] &&
                rank >= area->item[i].rank[0] && rank <= area->item[i].rank[1]) {
                return true;
            }
            break;
        case OQ_LAST_RANK:
            if (rank == v->ranks - 1) {
                return true;
            }
            break;
        case OQ_LIGHT:
            if (light) {
                return true;
            }
            break;
        case OQ_DARK:
            if (!light) {
                return true;
            }
            break;
        }
    }
    return area->count == 0;
}

/* May the letter of a query mean the piece? In Magi, A is another letter for the cardinal. */
static bool means(const OrVariant *v, char letter, char kind) {
    if (or_described(v) && !(letter & 0x80) && !strchr(v->letters, letter)) {
        return or_described(v)->alias[(unsigned char)kind] == letter;
    }
    return kind == (letter == 'A' && v->id == OR_MAGI ? 'C' : letter);
}

bool oq_of_kinds(const OrVariant *v, const OqKinds *kinds, char piece) {
    char letter = or_kind(piece);
    switch (kinds->what) {
    case OQ_ANY:
        return is_piece(piece);
    case OQ_ROYAL:
        return letter == v->royal;
    case OQ_PAWNS:
        if (or_described(v)) {
            return or_owner(piece) >= 0 && strchr(or_described(v)->pawns, letter);
        }
        return v->id != OR_WIZARD && (letter == 'P' || letter == 'L');
    case OQ_EMPTY:
        return piece == '.';
    case OQ_HOLES:
        return piece == '*';
    default:
        for (const char *at = kinds->letters; *at != '\0'; at++) {
            if (is_piece(piece) && means(v, *at, letter)) {
                return true;
            }
        }
        return false;
    }
}

static bool of_sides(int sides, char piece) {
    int owner = or_owner(piece);
    return owner < 0 || (sides >> owner & 1);
}

/* ---- attacks ---- */

bool oq_threatens(const OrPosition *pos, int from, int to) {
    bool royal = or_kind(pos->piece[to]) == 'Z' && or_owner(pos->piece[to]) >= 0 &&
                 or_owner(pos->piece[to]) != or_owner(pos->piece[from]);
    if (from == to || pos->piece[to] == '*') {
        return false;
    }
    if (pos->v->id == OR_MAGICIAN || (pos->v->id == OR_WIZARD && royal)) {
        return or_threatens(pos, from, to);
    }
    return or_attacks(pos, from, to);
}

/* Is the square attacked by any piece of the side? */
static bool attacked(const OrPosition *pos, int sq, int side) {
    for (int from = 0; from < OR_SQUARES; from++) {
        if (or_owner(pos->piece[from]) == side && oq_threatens(pos, from, sq)) {
            return true;
        }
    }
    return false;
}

static bool pinned(const OrPosition *pos, int sq) {
    int side = or_owner(pos->piece[sq]), royal = OR_NOWHERE;
    OrPosition without = *pos;
    for (int at = 0; at < OR_SQUARES; at++) {
        if (or_kind(pos->piece[at]) == pos->v->royal && or_owner(pos->piece[at]) == side) {
            royal = at;
        }
    }
    if (royal == OR_NOWHERE || royal == sq) {
        return false;
    }
    without.piece[sq] = '.';
    for (int from = 0; from < OR_SQUARES; from++) {
        if (or_owner(pos->piece[from]) == 1 - side && oq_threatens(&without, from, royal) &&
            !oq_threatens(pos, from, royal)) {
            return true;
        }
    }
    return false;
}

static bool has_state(const OrPosition *pos, int sq, int what) {
    int side = or_owner(pos->piece[sq]);
    switch (what) {
    case OQ_ATTACKED:
        return attacked(pos, sq, 1 - side);
    case OQ_DEFENDED:
        return attacked(pos, sq, side);
    case OQ_HANGING:
        return attacked(pos, sq, 1 - side) && !attacked(pos, sq, side);
    case OQ_PINNED:
        return pinned(pos, sq);
    case OQ_FRESH:
        return pos->fresh[sq];
    case OQ_PROMOTED:
        return pos->promoted[sq];
    case OQ_QUESTING:
        return pos->quest[sq];
    default:
        return oq_pawn_is(pos, sq, what);
    }
}

/* ---- relations ---- */

/* Does the nth relation hold from the piece on sq to `at`? */
static bool does(const OqPly *ply, const OqSet *set, int n, int sq, int at) {
    const OrPosition *pos = &ply->pos;
    const OqSet *other = set->relation[n].other;
    int owner = or_owner(pos->piece[at]), own = or_owner(pos->piece[sq]);
    if (other == NULL) {
        return oq_in_area(pos->v, &set->relation[n].target, at) && oq_threatens(pos, sq, at);
    }
    if (!oq_in_set(ply, other, at)) {
        return false;
    }
    switch (set->relation[n].what) {
    case OQ_ATTACKS:
        return owner != own && oq_threatens(pos, sq, at);
    case OQ_DEFENDS:
        return owner == own && oq_threatens(pos, sq, at);
    case OQ_ATTACKED_BY:
        return owner != own && oq_threatens(pos, at, sq);
    default:
        return owner == own && oq_threatens(pos, at, sq);
    }
}

static bool related(const OqPly *ply, const OqSet *set, int n, int sq) {
    int count = 0;
    for (int at = 0; at < OR_SQUARES; at++) {
        count += on_board(ply->pos.v, at) && does(ply, set, n, sq, at);
    }
    return count >= set->relation[n].least;
}

bool oq_in_set(const OqPly *ply, const OqSet *set, int sq) {
    const OrPosition *pos = &ply->pos;
    char piece = pos->piece[sq];
    if (!on_board(pos->v, sq) || !oq_of_kinds(pos->v, &set->kinds, piece) ||
        !of_sides(set->sides, piece) || !oq_in_area(pos->v, &set->area, sq)) {
        return false;
    }
    for (int i = 0; i < set->states; i++) {
        if (has_state(pos, sq, set->state[i].what) != set->state[i].wanted) {
            return false;
        }
    }
    for (int n = 0; n < set->relations; n++) {
        if (!related(ply, set, n, sq)) {
            return false;
        }
    }
    return true;
}

int oq_in_pocket(const OqPly *ply, const OqSet *set) {
    const OrPosition *pos = &ply->pos;
    const char *reserve = "BNR";
    int count = 0;
    for (int side = 0; side < 2; side++) {
        if (!(set->sides >> side & 1)) {
            continue;
        }
        for (int i = 0; pos->v->id == OR_ROYAL && i < 3; i++) {
            if (oq_of_kinds(pos->v, &set->kinds, reserve[i])) {
                count += pos->reserve[2 * side][i] && set->holder != 'M';
                count += pos->reserve[2 * side + 1][i] && set->holder != 'K';
            }
        }
        for (int i = 0; pos->v->id == OR_DESCRIBED && !set->holder && i < 26; i++) {
            count += oq_of_kinds(pos->v, &set->kinds, (char)('A' + i)) ? pos->held[side][i] : 0;
        }
        for (int i = 0; pos->v->id == OR_CRAZYHOUSE && !set->holder && i < 5; i++) {
            count += oq_of_kinds(pos->v, &set->kinds, "QRBNP"[i]) ? pos->hand[side][i] : 0;
        }
        if (pos->v->id == OR_WIZARD && !set->holder) {
            count += oq_of_kinds(pos->v, &set->kinds, 'D') ? pos->dragons[side] : 0;
            count += oq_of_kinds(pos->v, &set->kinds, 'W') && pos->place && pos->turn == side;
        }
    }
    return count;
}

/* ---- patterns ---- */

static bool cell_fits(const OqCell *cell, char piece) {
    bool found = cell->any || (cell->quoted && cell->quoted == piece);
    for (const char *one = cell->ones; *one != '\0'; one++) {
        if (*one == '!') {
            found = found || is_piece(piece);
        } else if (*one == 'A' || *one == 'a') {
            found = found || or_owner(piece) == (*one == 'a');
        } else {
            found = found || *one == piece;
        }
    }
    return found != cell->inverted;
}

/* With the lower left cell at a square that may lie off the board. */
static bool fits_at(const OrPosition *pos, const OqNode *node, int file, int rank) {
    for (int row = 0; row < node->ranks; row++) {
        for (int column = 0; column < node->files; column++) {
            const OqCell *cell = &node->cell[row * node->files + column];
            int f = file + column, r = rank + node->ranks - 1 - row;
            if (cell->any) {
                continue;
            }
            if (!or_on_board(pos->v, f, r) || !cell_fits(cell, pos->piece[r * OR_WIDTH + f])) {
                return false;
            }
        }
    }
    return true;
}

bool oq_board(const OqPly *ply, const OqNode *node) {
    const OrVariant *v = ply->pos.v;
    if (!node->shift) {
        int file = node->at == OR_NOWHERE ? 0 : or_file(node->at);
        int rank = node->at == OR_NOWHERE ? 0 : or_rank(node->at);
        bool whole = node->files == v->files && node->ranks == v->ranks;
        bool within = file + node->files <= v->files && rank + node->ranks <= v->ranks;
        return (node->at == OR_NOWHERE ? whole : within) && fits_at(&ply->pos, node, file, rank);
    }
    for (int file = -v->files; file < v->files; file++) {
        for (int rank = -v->ranks; rank < v->ranks; rank++) {
            if (fits_at(&ply->pos, node, file, rank)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- material ---- */

static int count_on_board(const OrPosition *pos, int side, char letter) {
    int count = 0;
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        count += or_owner(pos->piece[sq]) == side && or_kind(pos->piece[sq]) == letter;
    }
    return count;
}

static int count_in_text(const OrVariant *v, const char *text, char letter) {
    int count = 0;
    for (; *text != '\0'; text++) {
        count += means(v, *text, letter);
    }
    return count;
}

/* Of the pieces with these letters. */
static bool material_of(const OqPly *ply, const OqNode *node, int side, const char *letters) {
    const OrVariant *v = ply->pos.v;
    for (const char *at = letters; *at != '\0'; at++) {
        int mine = count_on_board(&ply->pos, side, *at);
        int theirs = count_on_board(&ply->pos, 1 - side, *at);
        int first = count_in_text(v, node->first, *at), second = count_in_text(v, node->second, *at);
        if (*at == v->royal || (node->ignoring && oq_of_kinds(v, &node->ignored, *at))) {
            continue;
        }
        if (!node->exact ? mine - theirs != first - second
                         : mine != first || (!node->one_sided && theirs != second)) {
            return false;
        }
    }
    return true;
}

static bool all_known(const OrVariant *v, const char *text) {
    const char *promoted = or_described(v) ? or_described(v)->promoted : "";
    for (; *text != '\0'; text++) {
        int kinds = 0;
        for (const char *at = v->letters; *at != '\0'; at++) {
            kinds += means(v, *text, *at);
        }
        for (const char *at = promoted; *at != '\0'; at++) {
            kinds += means(v, *text, *at);
        }
        if (kinds != 1) { /* one of several says too little */
            return false;
        }
    }
    return true;
}

bool oq_material(const OqPly *ply, const OqNode *node) {
    const OrVariant *v = ply->pos.v;
    if (!all_known(v, node->first) || !all_known(v, node->second)) {
        return false;
    }
    const char *promoted = or_described(v) ? or_described(v)->promoted : "";
    for (int side = 0; side < 2; side++) {
        if ((node->sides >> side & 1) && material_of(ply, node, side, v->letters) &&
            material_of(ply, node, side, promoted)) {
            return true;
        }
    }
    return false;
}
