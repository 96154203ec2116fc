/* Random positions of all variants. */
#include "tests/oracle/random_position.h"

#include <ctype.h>
#include <string.h>

uint64_t random_next(Random *random) {
    uint64_t x = random->state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    random->state = x;
    return x * 0x9E3779B97F4A7C15u;
}

unsigned random_below(Random *random, unsigned bound) {
    return (unsigned)((random_next(random) >> 32) % bound);
}

bool random_chance(Random *random, unsigned one_in) {
    return random_below(random, one_in) == 0;
}

static int empty_square(Random *random, const OrPosition *pos) {
    for (;;) {
        int file = (int)random_below(random, (unsigned)pos->v->files);
        int rank = (int)random_below(random, (unsigned)pos->v->ranks);
        if (pos->piece[rank * OR_WIDTH + file] == '.') {
            return rank * OR_WIDTH + file;
        }
    }
}

static char in_colour(int side, char letter) {
    return side == 0 ? letter : (char)tolower((unsigned char)letter);
}

/* May a piece of this kind stand there at all? */
static bool may_stand(const OrPosition *pos, int side, char kind, int sq) {
    int rank = or_relative_rank(pos, side, sq);
    if (pos->v->id == OR_MAGICIAN || pos->v->id == OR_WIZARD) {
        return true; /* spells and teleports carry pieces anywhere */
    }
    if (kind == 'P') {
        if (pos->v->id == OR_HORDE && side == 0 && rank == 1) {
            return true;
        }
        return rank >= 2 && rank < pos->v->ranks;
    }
    if (kind == 'L') { /* on relative rank 3 it is unmoved, so on its own files only */
        return rank < pos->v->ranks &&
               (rank > 3 || (rank == 3 && (or_file(sq) == 3 || or_file(sq) == 6)));
    }
    return true;
}

static int count(const OrPosition *pos, char piece) {
    int n = 0;
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        n += pos->piece[sq] == piece;
    }
    return n;
}

static void put_flags(Random *random, OrPosition *pos, int sq) {
    char kind = or_kind(pos->piece[sq]);
    if (pos->v->id == OR_CRAZYHOUSE) {
        pos->promoted[sq] = strchr("QRBN", kind) != NULL && random_chance(random, 4);
    }
    if (pos->v->id != OR_WIZARD) {
        return;
    }
    pos->fresh[sq] = kind == 'W' && random_chance(random, 2);
    if (kind == 'H' || kind == 'G' || kind == 'D') {
        pos->promoted[sq] = random_chance(random, 4);
    }
    if (kind == 'W' || kind == 'H' || kind == 'G') {
        pos->quest[sq] = !pos->promoted[sq] && !pos->fresh[sq] && random_chance(random, 4);
    }
}

/* A side has one magician or two dragons at the most. */
static bool is_enough(const OrPosition *pos, char piece) {
    char kind = or_kind(piece);
    return (pos->v->id == OR_ROYAL && kind == 'M' && count(pos, piece) == 1) ||
           (pos->v->id == OR_WIZARD && kind == 'D' && count(pos, piece) == 2);
}

static void strew(Random *random, OrPosition *pos, unsigned pieces) {
    size_t kinds = strlen(pos->v->letters);
    for (unsigned i = 0; i < pieces; i++) {
        int side = (int)random_below(random, 2);
        char kind = pos->v->letters[1 + random_below(random, (unsigned)kinds - 1)];
        int sq = empty_square(random, pos);
        char piece = in_colour(side, kind);
        if (!may_stand(pos, side, kind, sq) || is_enough(pos, piece)) {
            continue;
        }
        pos->piece[sq] = piece;
        put_flags(random, pos, sq);
    }
}

/* Fills up to a third of the board with pieces of one kind and side: the longest lists of moves. */
static void crowd(Random *random, OrPosition *pos) {
    size_t kinds = strlen(pos->v->letters);
    char kind = pos->v->letters[1 + random_below(random, (unsigned)kinds - 1)];
    char piece = in_colour((int)random_below(random, 2), kind);
    bool few = (pos->v->id == OR_ROYAL && kind == 'M') || (pos->v->id == OR_WIZARD && kind == 'D');
    unsigned squares = (unsigned)(pos->v->files * pos->v->ranks);
    for (unsigned i = few ? 0 : random_below(random, squares / 3); i > 0; i--) {
        int sq = empty_square(random, pos);
        if (may_stand(pos, or_owner(piece), kind, sq)) {
            pos->piece[sq] = piece;
            put_flags(random, pos, sq);
        }
    }
}

/* Few pieces, light ones mostly, for draws by too little material. */
static void put_few(Random *random, OrPosition *pos) {
    size_t kinds = strlen(pos->v->letters);
    for (unsigned i = random_below(random, 4); i > 0; i--) {
        int side = (int)random_below(random, 2), sq = empty_square(random, pos);
        char kind = random_chance(random, 2) ? 'N' : 'B';
        if (random_chance(random, 4) || strchr(pos->v->letters, kind) == NULL) {
            kind = pos->v->letters[1 + random_below(random, (unsigned)kinds - 1)];
        }
        char piece = in_colour(side, kind);
        if (may_stand(pos, side, kind, sq) && !is_enough(pos, piece)) {
            pos->piece[sq] = piece;
        }
    }
}

/* Chess960: the king on its rank, and rooks there that may castle. */
static void put_back_rank(Random *random, OrPosition *pos, int side) {
    int home = side == 0 ? 0 : 7 * OR_WIDTH, king = 1 + (int)random_below(random, 6);
    pos->piece[home + king] = in_colour(side, 'K');
    for (int wing = 0; wing < 2; wing++) {
        int right = 2 * side + wing;
        int file = wing ? (int)random_below(random, (unsigned)king)
                        : king + 1 + (int)random_below(random, (unsigned)(7 - king));
        pos->piece[home + file] = in_colour(side, 'R');
        pos->right[right] = random_chance(random, 2);
        pos->rook_file[right] = file;
    }
}

/* Kings, and now and then their rooks, at home with the right to castle. */
static void put_royals(Random *random, OrPosition *pos) {
    for (int side = 0; side < 2; side++) {
        char king = in_colour(side, pos->v->royal), rook = in_colour(side, 'R');
        if (pos->v->id == OR_WIZARD) {
            pos->piece[empty_square(random, pos)] = king;
            pos->right[side] = random_chance(random, 2);
            continue;
        }
        if (pos->v->royal == '-' || (pos->v->id == OR_HORDE && side == 0)) {
            continue;
        }
        if (pos->v->id == OR_RACINGKINGS) {
            pos->piece[empty_square(random, pos)] = king;
            continue;
        }
        if (pos->v->id == OR_CHESS960) {
            if (random_chance(random, 3)) { /* not where a back rank may come */
                pos->piece[OR_WIDTH + (int)random_below(random, 6) * OR_WIDTH + 4 * side +
                           (int)random_below(random, 4)] = king;
            } else {
                put_back_rank(random, pos, side);
            }
            continue;
        }
        const OrCastling *castling = &pos->v->castling[side * 2];
        if (random_chance(random, 3) && pos->piece[castling->king_from] == '.') {
            pos->piece[castling->king_from] = king;
            for (int i = 0; i < 2; i++) {
                if (random_chance(random, 2) && pos->piece[castling[i].rook_from] == '.') {
                    pos->piece[castling[i].rook_from] = rook;
                    pos->right[side * 2 + i] = random_chance(random, 2);
                    pos->rook_file[side * 2 + i] = or_file(castling[i].rook_from);
                }
            }
        } else {
            pos->piece[empty_square(random, pos)] = king;
        }
    }
}

static void put_reserves(Random *random, OrPosition *pos) {
    for (int holder = 0; holder < 4; holder++) {
        char magician = in_colour(holder / 2, 'M');
        for (int i = 0; i < 3; i++) {
            bool present = holder % 2 == 0 || count(pos, magician) > 0;
            pos->reserve[holder][i] = present && random_chance(random, 2);
        }
    }
}

static void put_dragons(Random *random, OrPosition *pos) {
    for (int side = 0; side < 2; side++) {
        unsigned out = 2u - (unsigned)count(pos, in_colour(side, 'D'));
        pos->dragons[side] = out > 0 ? (int)random_below(random, out + 1) : 0;
    }
    if (random_chance(random, 6)) {
        for (int sq = 0; sq < OR_SQUARES; sq++) {
            pos->place = pos->place ||
                         (or_is_x_square(pos, pos->turn, sq) && pos->piece[sq] == '.');
        }
    }
}

static void put_hands(Random *random, OrPosition *pos) {
    for (int i = random_chance(random, 3) ? 0 : (int)random_below(random, 8); i > 0; i--) {
        pos->hand[random_below(random, 2)][random_below(random, 5)]++;
    }
}

/* Chooses a pawn of the side that moved last and lets it have come from as far as it could. */
static void put_passing(Random *random, OrPosition *pos) {
    int side = 1 - pos->turn, back = side == 0 ? -OR_WIDTH : OR_WIDTH;
    for (int tries = 0; tries < 40; tries++) {
        int sq = (int)random_below(random, OR_SQUARES), squares = 0;
        if (or_owner(pos->piece[sq]) != side || !or_is_pawn(pos, sq)) {
            continue;
        }
        bool limited = or_kind(pos->piece[sq]) == 'L' && pos->v->id == OR_MAGI;
        bool home = or_file(sq) == 3 || or_file(sq) == 6;
        int length = or_relative_rank(pos, side, sq) - (limited ? 3 : 2);
        int longest = limited || pos->v->id != OR_MAGI ? 2 : 3;
        if (length > longest || length < (limited ? 1 : 2) || (limited && !home)) {
            continue;
        }
        while (squares < length && pos->piece[sq + back * (squares + 1)] == '.') {
            squares++;
        }
        if (squares < length) {
            continue;
        }
        for (int i = limited ? 0 : 1; i < length; i++) {
            pos->passed[pos->passed_count++] = sq + back * (length - i);
        }
        pos->passer = sq;
        pos->clock = 0;
        return;
    }
}

static void compose(Random *random, const OrVariant *v, OrPosition *pos) {
    memset(pos, 0, sizeof *pos);
    memset(pos->piece, ' ', sizeof pos->piece);
    pos->v = v;
    for (int rank = 0; rank < v->ranks; rank++) {
        memset(pos->piece + rank * OR_WIDTH, '.', (size_t)v->files);
    }
    pos->turn = (int)random_below(random, 2);
    pos->clock = (int)random_below(random, random_chance(random, 8) ? 101 : 50);
    pos->number = 20 + (int)random_below(random, 60);
    for (int i = 0; v->id == OR_MAGICIAN && i < 9; i++) {
        pos->piece[empty_square(random, pos)] = '*';
    }
    put_royals(random, pos);
    bool few = random_chance(random, 20);
    if (few) {
        put_few(random, pos);
    } else {
        strew(random, pos, 2 + random_below(random, (unsigned)(v->files * v->ranks / 4)));
    }
    if (!few && random_chance(random, 30)) {
        crowd(random, pos);
    }
    if (few && random_chance(random, 2)) {
        return;
    }
    if (v->id == OR_ROYAL) {
        put_reserves(random, pos);
    } else if (v->id == OR_WIZARD) {
        put_dragons(random, pos);
    } else if (v->id == OR_CRAZYHOUSE) {
        put_hands(random, pos);
    } else if (v->id == OR_THREECHECK) {
        pos->checks[0] = (int)random_below(random, 3);
        pos->checks[1] = (int)random_below(random, 3);
    }
    if (v->id != OR_WIZARD && random_chance(random, 2)) {
        put_passing(random, pos);
    }
}

void random_position(Random *random, const OrVariant *v, OrPosition *pos) {
    do {
        compose(random, v, pos);
    } while (or_in_check(pos, 1 - pos->turn) ||
             (v->id == OR_RACINGKINGS && or_in_check(pos, pos->turn)));
}
