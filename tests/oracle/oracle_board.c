/* The oracle's board: variants, geometry, and which piece attacks or may enter which square. */
#include "tests/oracle/oracle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { FAR = 99 };

#define CHESS "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

/* Squares by rank and file: a1 is 0, e1 4, a8 R(7). */
#define R(rank) ((rank) * OR_WIDTH)
#define CASTLES {{4, 6, 7, 5}, {4, 2, 0, 3}, \
    {R(7) + 4, R(7) + 6, R(7) + 7, R(7) + 5}, {R(7) + 4, R(7) + 2, R(7), R(7) + 3}}
static const OrVariant variants[] = {
    {OR_CHESS, "chess", 8, 8, 'K', "KQRBNP", "KQkq", "QRBN",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     CASTLES},
    {OR_MAGI, "magi", 10, 10, 'K', "KQRBNDCWPL", "KQkq", "QDRBNCW",
     "rnbcqkwbnr/pppppppppp/d2l2l2d/10/10/10/10/D2L2L2D/PPPPPPPPPP/RNBCQKWBNR w KQkq - 0 1",
     {{5, 8, 9, 7}, {5, 2, 0, 3}, {R(9) + 5, R(9) + 8, R(9) + 9, R(9) + 7}, {R(9) + 5, R(9) + 2, R(9), R(9) + 3}}},
    {OR_MAGICIAN, "magician", 7, 7, 'K', "KRNMCWSP", "BFbf", "CWS",
     "rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w BFbf - 0 1",
     {{3, 1, 0, 2}, {3, 5, 6, 4}, {R(6) + 3, R(6) + 1, R(6), R(6) + 2}, {R(6) + 3, R(6) + 5, R(6) + 6, R(6) + 4}}},
    {OR_ROYAL, "royal", 8, 8, 'K', "KMQRBNP", "KQkq", "QRBN",
     "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR[BNR,BNR,bnr,bnr] w KQkq - 0 1",
     CASTLES},
    {OR_WIZARD, "wizard", 7, 12, 'Z', "ZDCAGHW", "Zz", "",
     "dcazacd/wgwwwgw/2hwh2/7/7/7/7/7/7/2HWH2/WGWWWGW/DCAZACD[] b Zz - 0 1",
     {{0, 0, 0, 0}}},
    {OR_CAPABLANCA, "capablanca", 10, 8, 'K', "KQRBNACP", "KQkq", "QRBNAC",
     "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
     {{5, 8, 9, 7}, {5, 2, 0, 3}, {R(7) + 5, R(7) + 8, R(7) + 9, R(7) + 7}, {R(7) + 5, R(7) + 2, R(7), R(7) + 3}}},
    {OR_CHESS960, "chess960", 8, 8, 'K', "KQRBNP", "KQkq", "QRBN", CHESS " w KQkq - 0 1",
     CASTLES},
    {OR_CRAZYHOUSE, "crazyhouse", 8, 8, 'K', "KQRBNP", "KQkq", "QRBN", CHESS "[] w KQkq - 0 1",
     CASTLES},
    {OR_ATOMIC, "atomic", 8, 8, 'K', "KQRBNP", "KQkq", "QRBN", CHESS " w KQkq - 0 1",
     CASTLES},
    {OR_ANTICHESS, "antichess", 8, 8, '-', "-QRBNKP", "", "QRBNK", CHESS " w - - 0 1",
     {{0, 0, 0, 0}}},
    {OR_HORDE, "horde", 8, 8, 'K', "KQRBNP", "KQkq", "QRBN",
     "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
     CASTLES},
    {OR_THREECHECK, "threecheck", 8, 8, 'K', "KQRBNP", "KQkq", "QRBN",
     CHESS " w KQkq - 3+3 0 1",
     CASTLES},
    {OR_RACINGKINGS, "racingkings", 8, 8, 'K', "KQRBN", "", "",
     "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", {{0, 0, 0, 0}}},
    {OR_KINGOFTHEHILL, "kingofthehill", 8, 8, 'K', "KQRBNP", "KQkq", "QRBN",
     CHESS " w KQkq - 0 1",
     CASTLES},
};

const OrVariant *or_variant(const char *name) {
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        if (strcmp(variants[i].name, name) == 0) {
            return &variants[i];
        }
    }
    return NULL;
}

int or_owner(char piece) {
    int letter = piece & 0x7F;
    if (letter >= 'A' && letter <= 'Z') {
        return 0;
    }
    return letter >= 'a' && letter <= 'z' ? 1 : -1;
}

char or_kind(char piece) {
    return (char)(toupper(piece & 0x7F) | (piece & 0x80));
}

char or_in_case(int side, char letter) {
    int plain = letter & 0x7F;
    return (char)((side == 0 ? toupper(plain) : tolower(plain)) | (letter & 0x80));
}

bool or_on_board(const OrVariant *v, int file, int rank) {
    return file >= 0 && file < v->files && rank >= 0 && rank < v->ranks;
}

int or_relative_rank(const OrPosition *pos, int side, int sq) {
    return side == 0 ? or_rank(sq) + 1 : pos->v->ranks - or_rank(sq);
}

bool or_is_pawn(const OrPosition *pos, int sq) {
    char kind = or_kind(pos->piece[sq]);
    return kind == 'P' || (pos->v->id == OR_MAGI && kind == 'L');
}

int or_reserve_index(int side, char kind) {
    return side * 2 + (kind == 'M' ? 1 : 0);
}

/* X squares: where a warrior starts on relative rank 2, that is a, c, d, e and g. */
bool or_is_x_square(const OrPosition *pos, int side, int sq) {
    int file = or_file(sq);
    return or_relative_rank(pos, side, sq) == 2 && file != 1 && file != 5;
}

bool or_warrior_start(const OrPosition *pos, int side, int sq) {
    return or_is_x_square(pos, side, sq) ||
           (or_relative_rank(pos, side, sq) == 3 && or_file(sq) == 3);
}

/* Pieces strictly between two squares of one line; holes count as a hundred. -1: not in line. */
static int between(const OrPosition *pos, int from, int to) {
    int df = or_file(to) - or_file(from), dr = or_rank(to) - or_rank(from);
    if ((df == 0 && dr == 0) || (df != 0 && dr != 0 && abs(df) != abs(dr))) {
        return -1;
    }
    int step = (df > 0) - (df < 0) + OR_WIDTH * ((dr > 0) - (dr < 0));
    int count = 0;
    for (int sq = from + step; sq != to; sq += step) {
        if (pos->piece[sq] == '*') {
            count += 100;
        } else if (pos->piece[sq] != '.') {
            count++;
        }
    }
    return count;
}

static bool is_orthogonal(int from, int to) {
    return (or_file(from) == or_file(to)) != (or_rank(from) == or_rank(to));
}

static bool is_diagonal(int from, int to) {
    int df = abs(or_file(to) - or_file(from));
    return df != 0 && df == abs(or_rank(to) - or_rank(from));
}

/* King's distance: the larger of the differences of files and ranks. */
int or_distance(int from, int to) {
    int df = abs(or_file(to) - or_file(from)), dr = abs(or_rank(to) - or_rank(from));
    return df > dr ? df : dr;
}

static bool orth(const OrPosition *pos, int from, int to, int range) {
    return is_orthogonal(from, to) && or_distance(from, to) <= range && between(pos, from, to) == 0;
}

static bool diag(const OrPosition *pos, int from, int to, int range) {
    return is_diagonal(from, to) && or_distance(from, to) <= range && between(pos, from, to) == 0;
}

static bool knight(int from, int to) {
    int df = abs(or_file(to) - or_file(from)), dr = abs(or_rank(to) - or_rank(from));
    return df * dr == 2;
}

static bool leaps_two_diagonally(int from, int to) {
    return is_diagonal(from, to) && or_distance(from, to) == 2;
}

static bool one_orth(int from, int to) {
    return is_orthogonal(from, to) && or_distance(from, to) == 1;
}

static bool pawn_captures(const OrPosition *pos, int from, int to) {
    int forward = or_owner(pos->piece[from]) == 0 ? 1 : -1;
    return or_rank(to) - or_rank(from) == forward && abs(or_file(to) - or_file(from)) == 1;
}

/* Pieces that all variants share. */
static bool common(const OrPosition *pos, char kind, int from, int to) {
    switch (kind) {
    case 'K':
        return or_distance(from, to) == 1;
    case 'Q':
        return orth(pos, from, to, FAR) || diag(pos, from, to, FAR);
    case 'R':
        return orth(pos, from, to, FAR);
    case 'B':
        return diag(pos, from, to, FAR);
    case 'N':
        return knight(from, to);
    default:
        return false;
    }
}

static bool magi_goes(const OrPosition *pos, char kind, int from, int to) {
    switch (kind) {
    case 'D':
        return orth(pos, from, to, 3);
    case 'C':
        return or_distance(from, to) == 1 || diag(pos, from, to, FAR);
    case 'W':
        return one_orth(from, to) || knight(from, to) || leaps_two_diagonally(from, to);
    default:
        return common(pos, kind, from, to);
    }
}

static bool capablanca_goes(const OrPosition *pos, char kind, int from, int to) {
    switch (kind) {
    case 'A':
        return diag(pos, from, to, FAR) || knight(from, to);
    case 'C':
        return orth(pos, from, to, FAR) || knight(from, to);
    default:
        return common(pos, kind, from, to);
    }
}

/* The magician's own step, which never captures. */
static bool magician_step(int from, int to) {
    return one_orth(from, to) || leaps_two_diagonally(from, to);
}

static bool magician_captures(const OrPosition *pos, char kind, int from, int to) {
    switch (kind) {
    case 'C':
        return orth(pos, from, to, FAR) || knight(from, to);
    case 'W':
        return orth(pos, from, to, FAR);
    case 'S':
        return knight(from, to);
    default:
        return common(pos, kind, from, to);
    }
}

static bool wizard_captures(const OrPosition *pos, char kind, int from, int to) {
    switch (kind) {
    case 'Z':
        return or_distance(from, to) == 1;
    case 'D':
        return between(pos, from, to) == 1;
    case 'C':
        return orth(pos, from, to, FAR);
    case 'A':
        return leaps_two_diagonally(from, to);
    case 'G':
        return or_distance(from, to) == 1 || diag(pos, from, to, 2);
    case 'H':
        return one_orth(from, to);
    case 'W':
        return to - from == (or_owner(pos->piece[from]) == 0 ? OR_WIDTH : -OR_WIDTH);
    default:
        return false;
    }
}

static bool wizard_steps(const OrPosition *pos, char kind, int from, int to) {
    switch (kind) {
    case 'D':
        return between(pos, from, to) == 0;
    case 'A':
        return orth(pos, from, to, 2);
    case 'H':
        return is_diagonal(from, to) && or_distance(from, to) == 1;
    default: /* warriors have a function of their own */
        return kind != 'W' && wizard_captures(pos, kind, from, to);
    }
}

bool or_casts(const OrPosition *pos, int caster, int hole) {
    char kind = or_kind(pos->piece[caster]);
    if (pos->v->id != OR_MAGICIAN || pos->piece[hole] != '*' ||
        (kind != 'M' && kind != 'W' && kind != 'S')) {
        return false;
    }
    int far = or_distance(caster, hole);
    return (far == 1 && is_diagonal(caster, hole)) || (far == 2 && is_orthogonal(caster, hole));
}

bool or_attacks(const OrPosition *pos, int from, int to) {
    char kind = or_kind(pos->piece[from]);
    if (pos->v->id == OR_DESCRIBED) {
        return or_described(pos->v)->attacks(pos, from, to);
    }
    if (or_is_pawn(pos, from)) {
        return pawn_captures(pos, from, to);
    }
    switch (pos->v->id) {
    case OR_MAGI:
        return magi_goes(pos, kind, from, to);
    case OR_MAGICIAN:
        return magician_captures(pos, kind, from, to);
    case OR_WIZARD:
        return wizard_captures(pos, kind, from, to);
    case OR_CAPABLANCA:
        return capablanca_goes(pos, kind, from, to);
    case OR_ROYAL:
        return common(pos, kind == 'M' ? 'K' : kind, from, to);
    default:
        return common(pos, kind, from, to);
    }
}

bool or_steps(const OrPosition *pos, int from, int to) {
    char kind = or_kind(pos->piece[from]);
    if (pos->v->id == OR_WIZARD) {
        return wizard_steps(pos, kind, from, to);
    }
    if (pos->v->id == OR_MAGICIAN && (kind == 'M' || kind == 'W' || kind == 'S') &&
        magician_step(from, to)) {
        return true;
    }
    return or_attacks(pos, from, to);
}

/* Could the magician on `caster` move some hole onto `sq`? */
static bool spell_reaches(const OrPosition *pos, int caster, int sq) {
    static const int next_to[4] = {OR_WIDTH, -OR_WIDTH, 1, -1};
    for (int i = 0; i < 4; i++) {
        int hole = sq + next_to[i];
        if (hole < 0 || hole >= OR_SQUARES || !one_orth(sq, hole) ||
            !or_on_board(pos->v, or_file(hole), or_rank(hole))) {
            continue;
        }
        if (or_casts(pos, caster, hole)) {
            return true;
        }
    }
    return false;
}

int or_find_royal(const OrPosition *pos, int side) {
    char want = side == 0 ? pos->v->royal : (char)tolower((unsigned char)pos->v->royal);
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        if (pos->piece[sq] == want) {
            return sq;
        }
    }
    return OR_NOWHERE;
}

bool or_threatens(const OrPosition *pos, int from, int to) {
    if (from == to) {
        return false;
    }
    if (or_attacks(pos, from, to)) {
        return true;
    }
    if (pos->v->id == OR_MAGICIAN) {
        return spell_reaches(pos, from, to);
    }
    /* Confrontation: two wizards on one open line attack each other. */
    return pos->v->id == OR_WIZARD && or_kind(pos->piece[from]) == 'Z' &&
           between(pos, from, to) == 0;
}

bool or_in_check(const OrPosition *pos, int side) {
    int royal = or_find_royal(pos, side), other = or_find_royal(pos, 1 - side);
    if (royal == OR_NOWHERE) {
        return false;
    }
    if (pos->v->id == OR_ATOMIC && other != OR_NOWHERE && or_distance(royal, other) == 1) {
        return false;
    }
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        if (or_owner(pos->piece[sq]) == 1 - side && or_threatens(pos, sq, royal)) {
            return true;
        }
    }
    return false;
}
