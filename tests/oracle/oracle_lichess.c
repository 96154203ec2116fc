/* The oracle's part of the variants that lichess has: ends of the game, what makes a move legal,
 * hands, castlings of Chess960. */
#include "tests/oracle/oracle.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool on_goal(const OrPosition *pos, int side) {
    return or_rank(or_find_royal(pos, side)) == 7;
}

/* Racing Kings: can Black, whose move it is, bring the king to the last rank at once? */
static bool black_follows(const OrPosition *pos) {
    int king = or_find_royal(pos, 1);
    for (int to = 7 * OR_WIDTH; to < 7 * OR_WIDTH + 8; to++) {
        if (or_distance(king, to) != 1 || or_owner(pos->piece[to]) == 1) {
            continue;
        }
        OrPosition after = *pos;
        after.piece[to] = after.piece[king];
        after.piece[king] = '.';
        if (!or_in_check(&after, 0) && !or_in_check(&after, 1)) {
            return true;
        }
    }
    return false;
}

static bool race_is_over(const OrPosition *pos, int *winner) {
    bool white = on_goal(pos, 0), black = on_goal(pos, 1);
    *winner = white && black ? -1 : white ? 0 : 1;
    return black || (white && (pos->turn == 0 || !black_follows(pos)));
}

static bool is_on_hill(int sq) {
    return (or_file(sq) == 3 || or_file(sq) == 4) && (or_rank(sq) == 3 || or_rank(sq) == 4);
}

/* The side of which the predicate is true has won. */
static bool first_to(bool white, bool black, int *winner) {
    *winner = white ? 0 : 1;
    return white || black;
}

static int pieces_of(const OrPosition *pos, int side) {
    int count = 0;
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        count += or_owner(pos->piece[sq]) == side;
    }
    return count;
}

bool or_over(const OrPosition *pos, int *winner) {
    int white = or_find_royal(pos, 0), black = or_find_royal(pos, 1);
    switch (pos->v->id) {
    case OR_KINGOFTHEHILL:
        return first_to(is_on_hill(white), is_on_hill(black), winner);
    case OR_THREECHECK:
        return first_to(pos->checks[0] >= 3, pos->checks[1] >= 3, winner);
    case OR_ATOMIC:
        return first_to(black == OR_NOWHERE, white == OR_NOWHERE, winner);
    case OR_ANTICHESS:
        return first_to(pieces_of(pos, 0) == 0, pieces_of(pos, 1) == 0, winner);
    case OR_HORDE:
        return first_to(false, pieces_of(pos, 0) == 0, winner);
    case OR_RACINGKINGS:
        return race_is_over(pos, winner);
    default:
        return false;
    }
}

bool or_allows(const OrPosition *after, int mover) {
    if (after->v->id == OR_RACINGKINGS && or_in_check(after, 1 - mover)) {
        return false;
    }
    if (after->v->id == OR_ATOMIC) {
        if (or_find_royal(after, mover) == OR_NOWHERE) {
            return false;
        }
        if (or_find_royal(after, 1 - mover) == OR_NOWHERE) {
            return true;
        }
    }
    return !or_in_check(after, mover);
}

/* Antichess: is one side's every bishop on squares of one colour, the other's on the other? */
bool or_only_far_bishops(const OrPosition *pos) {
    bool on[2][2] = {{false}};
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        if (or_owner(pos->piece[sq]) >= 0) {
            on[or_owner(pos->piece[sq])][(or_file(sq) + or_rank(sq)) % 2] = true;
        }
    }
    return !(on[0][0] && on[0][1]) && !(on[1][0] && on[1][1]) && !(on[0][0] && on[1][0]) &&
           !(on[0][1] && on[1][1]);
}

/* ---- castlings of Chess960 ---- */

OrCastling or_castling(const OrPosition *pos, int right) {
    if (pos->v->id != OR_CHESS960) {
        return pos->v->castling[right];
    }
    int home = right < 2 ? 0 : 7 * OR_WIDTH, wing = right % 2;
    return (OrCastling){or_find_royal(pos, right / 2), home + (wing ? 2 : 6),
                        home + pos->rook_file[right], home + (wing ? 3 : 5)};
}

int or_outermost_rook(const OrPosition *pos, int right) {
    int home = right < 2 ? 0 : 7 * OR_WIDTH, found = -1;
    int king = or_find_royal(pos, right / 2);
    char rook = right < 2 ? 'R' : 'r';
    for (int file = 0; file < 8; file++) {
        bool there = pos->piece[home + file] == rook;
        if (there && right % 2 == 0 && home + file > king) {
            found = file;
        }
        if (there && right % 2 == 1 && home + file < king && found < 0) {
            found = file;
        }
    }
    return found;
}

/* ---- hands ---- */

static const char in_hand[] = "QRBNP";

const char *or_read_hand(OrPosition *pos, const char *p) {
    for (; *p != ']' && *p != '\0'; p++) {
        const char *at = strchr(in_hand, or_kind(*p));
        if (at != NULL) {
            pos->hand[or_owner(*p)][at - in_hand]++;
        }
    }
    return *p == ']' ? p + 1 : NULL;
}

char *or_write_hand(const OrPosition *pos, char *out) {
    *out++ = '[';
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 5; i++) {
            for (int n = 0; n < pos->hand[side][i]; n++) {
                *out++ = side == 0 ? in_hand[i] : (char)tolower((unsigned char)in_hand[i]);
            }
        }
    }
    *out++ = ']';
    return out;
}
