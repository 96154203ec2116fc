/* The oracle's FEN reader and writer. The reader expects a FEN that is in order. */
#include "tests/oracle/oracle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char reserve_letters[] = "BNR";

/* Reads marks after a piece letter and sets the piece's flags, defaults included. */
static const char *read_marks(OrPosition *pos, int sq, const char *p) {
    int side = or_owner(pos->piece[sq]);
    bool warrior = pos->v->id == OR_WIZARD && or_kind(pos->piece[sq]) == 'W';
    pos->fresh[sq] = warrior && or_warrior_start(pos, side, sq);
    for (;; p++) {
        if (*p == '+') {
            pos->fresh[sq] = true;
        } else if (*p == '-') {
            pos->fresh[sq] = false;
        } else if (*p == '~') {
            pos->promoted[sq] = true;
        } else if (*p == '^') {
            pos->quest[sq] = true;
        } else {
            return p;
        }
    }
}

static const char *read_board(OrPosition *pos, const char *p) {
    int rank = pos->v->ranks - 1, file = 0;
    while (*p != '\0' && *p != ' ' && *p != '[') {
        if (*p == '/') {
            rank--;
            file = 0;
            p++;
        } else if (isdigit((unsigned char)*p)) {
            char *end;
            for (long n = strtol(p, &end, 10); n > 0; n--) {
                if (!or_on_board(pos->v, file, rank)) {
                    return NULL;
                }
                pos->piece[rank * OR_WIDTH + file++] = '.';
            }
            p = end;
        } else {
            if (!or_on_board(pos->v, file, rank)) {
                return NULL;
            }
            int sq = rank * OR_WIDTH + file++;
            pos->piece[sq] = *p++;
            p = read_marks(pos, sq, p);
        }
    }
    return p;
}

static const char *read_reserves(OrPosition *pos, const char *p) {
    int holder = 0;
    for (; *p != ']' && *p != '\0'; p++) {
        const char *at = strchr(reserve_letters, or_kind(*p));
        if (*p == ',') {
            holder++;
        } else if (at != NULL && holder < 4) {
            pos->reserve[holder][at - reserve_letters] = true;
        }
    }
    return *p == ']' ? p + 1 : NULL;
}

static const char *read_dragons(OrPosition *pos, const char *p) {
    for (; *p != ']' && *p != '\0'; p++) {
        if (or_kind(*p) == 'D') {
            pos->dragons[or_owner(*p)]++;
        } else if (or_kind(*p) == 'W') {
            pos->place = true;
        }
    }
    return *p == ']' ? p + 1 : NULL;
}

static void read_right_960(OrPosition *pos, char letter) {
    int side = or_owner(letter), king = or_file(or_find_royal(pos, side));
    char kind = or_kind(letter);
    int file = kind - 'A', wing = kind == 'Q' || (kind != 'K' && file < king);
    int right = 2 * side + wing;
    pos->right[right] = true;
    pos->rook_file[right] = kind == 'K' || kind == 'Q' ? or_outermost_rook(pos, right) : file;
}

static const char *read_rights(OrPosition *pos, const char *p) {
    for (; *p != ' ' && *p != '\0'; p++) {
        if (pos->v->id == OR_CHESS960 && *p != '-') {
            read_right_960(pos, *p);
            continue;
        }
        const char *at = strchr(pos->v->rights, *p);
        if (at != NULL) {
            pos->right[at - pos->v->rights] = true;
        }
    }
    return p;
}

/* The pawn that a capture on an en passant square takes: the first piece ahead of that square as
 * seen by the side that moved last. */
static void find_passer(OrPosition *pos) {
    int step = pos->turn == 0 ? -OR_WIDTH : OR_WIDTH;
    int sq = pos->passed[0];
    do {
        sq += step;
    } while (sq >= 0 && sq < OR_SQUARES && pos->piece[sq] == '.');
    pos->passer = sq;
}

static const char *read_en_passant(OrPosition *pos, const char *p) {
    while (*p >= 'a' && *p <= 'j' && pos->passed_count < 3) {
        char *end;
        int file = *p - 'a';
        int rank = (int)strtol(p + 1, &end, 10) - 1;
        pos->passed[pos->passed_count++] = rank * OR_WIDTH + file;
        p = end;
    }
    if (pos->passed_count > 0) {
        find_passer(pos);
    }
    return *p == '-' ? p + 1 : p;
}

bool or_read(const OrVariant *v, const char *fen, OrPosition *pos) {
    memset(pos, 0, sizeof *pos);
    memset(pos->piece, ' ', sizeof pos->piece);
    pos->v = v;
    const char *p = read_board(pos, fen);
    if (p != NULL && *p == '[') {
        p = v->id == OR_ROYAL        ? read_reserves(pos, p + 1)
            : v->id == OR_CRAZYHOUSE ? or_read_hand(pos, p + 1)
                                     : read_dragons(pos, p + 1);
    }
    if (p == NULL || *p++ != ' ') {
        return false;
    }
    pos->turn = *p == 'b';
    if (*p == '\0' || p[1] != ' ') {
        return false;
    }
    p = read_rights(pos, p + 2);
    if (*p++ != ' ') {
        return false;
    }
    p = read_en_passant(pos, p);
    if (v->id == OR_THREECHECK) {
        int white, black;
        if (sscanf(p, " %d+%d %d %d", &white, &black, &pos->clock, &pos->number) != 4) {
            return false;
        }
        pos->checks[0] = 3 - white;
        pos->checks[1] = 3 - black;
        return true;
    }
    return sscanf(p, " %d %d", &pos->clock, &pos->number) == 2;
}

static char *write_marks(const OrPosition *pos, int sq, char *out) {
    if (pos->v->id != OR_WIZARD && pos->v->id != OR_CRAZYHOUSE) {
        return out;
    }
    if (pos->v->id == OR_WIZARD && or_kind(pos->piece[sq]) == 'W') {
        bool usual = or_warrior_start(pos, or_owner(pos->piece[sq]), sq);
        if (pos->fresh[sq] != usual) {
            *out++ = pos->fresh[sq] ? '+' : '-';
        }
    }
    if (pos->promoted[sq]) {
        *out++ = '~';
    }
    if (pos->quest[sq]) {
        *out++ = '^';
    }
    return out;
}

static char *write_board(const OrPosition *pos, bool identity, char *out) {
    for (int rank = pos->v->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < pos->v->files; file++) {
            int sq = rank * OR_WIDTH + file;
            char piece = pos->piece[sq];
            if (piece == '.') {
                empty++;
                continue;
            }
            if (empty > 0) {
                out += sprintf(out, "%d", empty);
                empty = 0;
            }
            /* A limited pawn off its starting rank plays like a pawn and makes no difference. */
            if (identity && pos->v->id == OR_MAGI && or_kind(piece) == 'L' &&
                or_relative_rank(pos, or_owner(piece), sq) != 3) {
                piece = piece == 'L' ? 'P' : 'p';
            }
            *out++ = piece;
            out = write_marks(pos, sq, out);
        }
        if (empty > 0) {
            out += sprintf(out, "%d", empty);
        }
        if (rank > 0) {
            *out++ = '/';
        }
    }
    return out;
}

static char *write_pocket(const OrPosition *pos, char *out) {
    if (pos->v->id == OR_CRAZYHOUSE) {
        return or_write_hand(pos, out);
    }
    if (pos->v->id == OR_ROYAL) {
        *out++ = '[';
        for (int holder = 0; holder < 4; holder++) {
            char *start = out;
            for (int i = 0; i < 3; i++) {
                if (pos->reserve[holder][i]) {
                    char letter = reserve_letters[i];
                    *out++ = holder < 2 ? letter : (char)tolower((unsigned char)letter);
                }
            }
            if (out == start) {
                *out++ = '-';
            }
            *out++ = holder < 3 ? ',' : ']';
        }
    } else if (pos->v->id == OR_WIZARD) {
        *out++ = '[';
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < pos->dragons[side]; i++) {
                *out++ = side == 0 ? 'D' : 'd';
            }
            if (pos->place && pos->turn == side) {
                *out++ = side == 0 ? 'W' : 'w';
            }
        }
        *out++ = ']';
    }
    return out;
}

static char *write_rights(const OrPosition *pos, char *out) {
    char *start = out;
    for (size_t i = 0; pos->v->rights[i] != '\0'; i++) {
        bool file = pos->v->id == OR_CHESS960 &&
                    pos->rook_file[i] != or_outermost_rook(pos, (int)i);
        if (pos->right[i] && file) {
            *out++ = (char)((i < 2 ? 'A' : 'a') + pos->rook_file[i]);
        } else if (pos->right[i]) {
            *out++ = pos->v->rights[i];
        }
    }
    if (out == start) {
        *out++ = '-';
    }
    return out;
}

/* Every square with a legal en passant capture, lowest rank first (all lie on one file). */
static char *write_en_passant(const OrPosition *pos, char *out) {
    static _Thread_local OrList list;
    bool on[OR_SQUARES] = {false};
    char *start = out;
    if (pos->passed_count > 0) {
        or_moves(pos, &list);
        for (size_t i = 0; i < list.count; i++) {
            if (list.move[i].kind == OR_EN_PASSANT) {
                on[list.move[i].to] = true;
            }
        }
    }
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        if (on[sq]) {
            out += sprintf(out, "%c%d", 'a' + or_file(sq), or_rank(sq) + 1);
        }
    }
    if (out == start) {
        *out++ = '-';
    }
    return out;
}

static char *write_fields(const OrPosition *pos, bool identity, char *out) {
    out = write_board(pos, identity, out);
    out = write_pocket(pos, out);
    *out++ = ' ';
    *out++ = pos->turn == 0 ? 'w' : 'b';
    *out++ = ' ';
    out = write_rights(pos, out);
    *out++ = ' ';
    out = write_en_passant(pos, out);
    if (pos->v->id == OR_THREECHECK) {
        out += sprintf(out, " %d+%d", 3 - pos->checks[0], 3 - pos->checks[1]);
    }
    *out = '\0';
    return out;
}

void or_write(const OrPosition *pos, char out[OR_FEN_SIZE]) {
    char *end = write_fields(pos, false, out);
    sprintf(end, " %d %d", pos->clock, pos->number);
}

void or_write_identity(const OrPosition *pos, char out[OR_FEN_SIZE]) {
    write_fields(pos, true, out);
}
