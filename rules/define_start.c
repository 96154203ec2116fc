/* The start position of a definition, as far as it decides what the variant is: kings and castlings. */
#include <ctype.h>
#include <string.h>

#include "rules/defined_build.h"

/* What stands on each square of the start FEN, 0 where nothing does; false if the board does not fit. */
bool gr_defined_scan(const GrDefinition *def, char board[GR_MAX_SQUARES]) {
    int file = 0, rank = def->ranks - 1;
    memset(board, 0, GR_MAX_SQUARES);
    for (const char *c = def->start; *c && *c != ' ' && *c != '['; c++) {
        if (isdigit((unsigned char)*c)) {
            int run = *c - '0';
            if (isdigit((unsigned char)c[1]))
                run = run * 10 + (*++c - '0');
            file += run;
        } else if (*c == '/') {
            file = 0;
            rank--;
        } else if (*c == '+' && isalpha((unsigned char)c[1]) && !def->wanderers) { /* neither a king nor a rook */
            c++;
            file++;
        } else if (!strchr("~+-^", *c) && file < def->files && rank >= 0)
            board[rank * def->files + file++] = *c;
    }
    return rank == 0;
}

int gr_defined_count(const char board[GR_MAX_SQUARES], int letter) {
    int n = 0;
    for (int sq = 0; sq < GR_MAX_SQUARES; sq++)
        n += letter && board[sq] == letter;
    return n;
}

/* The file of what castles on a side's castling rank: of several the one of `castling_king`; -1 if there is none. */
static int find_king(const GrDefinition *def, const char board[GR_MAX_SQUARES], int side) {
    int rank = side == GR_WHITE ? def->castling_rank : def->ranks - 1 - def->castling_rank;
    int king = def->piece[def->castling_kings[side]].letter, kings = 0, file = 0;
    king = side == GR_WHITE ? king : tolower(king);
    for (int f = 0; f < def->files; f++)
        if (board[rank * def->files + f] == king) {
            kings++;
            file = f;
        }
    if (kings != 1)
        file = def->castling_king;
    return kings && file < def->files && board[rank * def->files + file] == king ? file : -1;
}

/* The type of the rook on a square that may castle, 0 if there is none. */
static int rook_on(const GrDefinition *def, const char board[GR_MAX_SQUARES], int side, int sq) {
    for (int type = 2; type <= def->types; type++) {
        int letter = def->piece[type].letter;
        if ((def->castling_rooks[side] >> type & 1) && board[sq] == (side == GR_WHITE ? letter : tolower(letter)))
            return type;
    }
    return 0;
}

const char *gr_defined_rights(const char *start) {
    const char *at = start + strcspn(start, " ");
    at += strspn(at, " ");
    at += strcspn(at, " ");
    return at + strspn(at, " ");
}

int gr_defined_first(const char *start) {
    const char *turn = start + strcspn(start, " ");
    return turn[strspn(turn, " ")] == 'b' ? GR_BLACK : GR_WHITE;
}

/* The file of the rook that the start position names for a castling, -1 if it names none: all letters but those of the
 * wings are files. */
static int named_rook(const GrDefinition *def, int side, int wing, int king) {
    const bool files = !def->gates && !def->castles_by_file;
    for (const char *c = gr_defined_rights(def->start); isalpha((unsigned char)*c) && files; c++) {
        int file = tolower((unsigned char)*c) - 'a';
        bool black = islower((unsigned char)*c), by_wing = strchr("KQkq", *c) != NULL;
        if (!by_wing && black == (side == GR_BLACK) && file < def->files && (file < king) == wing && file != king)
            return file;
    }
    return -1;
}

/* Where the king stands that castles, and the rook; false if there is none. */
static bool find_castling(const GrDefinition *def, const char board[GR_MAX_SQUARES], int side, int wing,
                          GrCastling *found, uint8_t *rook) {
    int rank = side == GR_WHITE ? def->castling_rank : def->ranks - 1 - def->castling_rank;
    int king = find_king(def, board, side), step = wing ? 1 : -1, to = def->castling_to[wing], base = rank * def->files;
    int named = king < 0 ? -1 : named_rook(def, side, wing, king);
    int start = def->castling_rook[wing] < def->files ? def->castling_rook[wing] : def->files - 1;
    if (king < 0)
        return false;
    for (int f = named >= 0 ? named : start; f != king && f >= 0 && f < def->files; f += step) {
        *rook = (uint8_t)rook_on(def, board, side, base + f);
        if (*rook || named >= 0) {
            *found = (GrCastling){(uint8_t)(base + king), (uint8_t)(base + to), (uint8_t)(base + f),
                                  (uint8_t)(base + to + step), wing ? "O-O-O" : "O-O"};
            return *rook && (f > king) == !wing;
        }
    }
    return false;
}

/* Where rights go by chess960's rules there are always four castlings, and one is the usual one: from where the start
 * position has king and rook, or else where the keys look for them. */
static void usual_castling(const GrDefinition *def, int side, int wing, GrCastling *found, uint8_t *rook) {
    int base = (side == GR_WHITE ? 0 : def->ranks - 1) * def->files, step = wing ? 1 : -1, to = def->castling_to[wing];
    int corner = def->castling_rook[wing] < def->files ? def->castling_rook[wing] : def->files - 1;
    int king = def->castling_king < def->files ? def->castling_king : def->files / 2;
    *found = (GrCastling){(uint8_t)(base + king), (uint8_t)(base + to), (uint8_t)(base + corner),
                          (uint8_t)(base + to + step), wing ? "O-O-O" : "O-O"};
    *rook = def->castling_rooks[side] ? (uint8_t)__builtin_ctz(def->castling_rooks[side]) : 0;
}

/* What a castling is called. */
static const char *castling_name(const GrDefinition *def, int wing) {
    static const char *const by_file[GR_DEFINED_SIZE] = {
        "O-O(a)", "O-O(b)", "O-O(c)", "O-O(d)", "O-O(e)", "O-O(f)", "O-O(g)", "O-O(h)",
        "O-O(i)", "O-O(j)", "O-O(k)", "O-O(l)", "O-O(m)", "O-O(n)", "O-O(o)", "O-O(p)"};
    return def->castles_by_file ? by_file[def->castling_to[wing]] : wing ? "O-O-O" : "O-O";
}

int gr_defined_castlings(GrDefined *defined, const char board[GR_MAX_SQUARES], GrError *error) {
    const GrDefinition *def = &defined->def;
    int n = 0;
    for (int right = 0; def->castles && right < 4; right++) {
        int wing = (right & 1) != def->castles_by_file, side = right >> 1, to = def->castling_to[wing];
        if (def->castling_rank >= def->ranks || to >= def->files ||
            !(find_castling(def, board, side, wing, &defined->castling[n], &defined->variant.rook_type[n]) ||
              def->any_castlings || def->castles_dropped))
            continue;
        if ((def->any_castlings || def->castles_dropped) &&
            !(board[defined->castling[n].king_from] && defined->variant.rook_type[n] &&
                                    defined->castling[n].king_from != defined->castling[n].king_to))
            usual_castling(def, side, wing, &defined->castling[n], &defined->variant.rook_type[n]);
        if (to + (wing ? 1 : -1) < 0 || to + (wing ? 1 : -1) >= def->files ||
            defined->castling[n].king_from == defined->castling[n].king_to)
            return gr_fail(error, GR_ERR_ILLEGAL, "the king castles to a square where it cannot");
        if (named_rook(def, side, wing, defined->castling[n].king_from % def->files) >= 0)
            defined->named |= (uint8_t)(1u << n);
        defined->castling[n].san = castling_name(def, wing);
        defined->rights[n++] = def->castles_by_file ? (char)((side ? 'a' : 'A') + to) : "KQkq"[right];
    }
    defined->variant.castlings = (uint8_t)n;
    defined->variant.any_castlings = def->any_castlings && n == 4;
    for (int side = 0; side < 2; side++)
        defined->variant.castling_king[side] = def->castling_kings[side] == GR_KING ? 0 : def->castling_kings[side];
    return 0;
}

void gr_defined_drop_rights(GrDefinition *def) {
    char *rights = def->start + (gr_defined_rights(def->start) - def->start);
    size_t length = strcspn(rights, " ");
    if (def->castles || def->first_leaps || def->gates || def->teleports || !isalpha((unsigned char)*rights))
        return;
    memmove(rights + 1, rights + length, strlen(rights + length) + 1);
    *rights = '-';
}

int gr_defined_royals(GrDefined *defined, const char board[GR_MAX_SQUARES], GrError *error) {
    int letter = defined->def.piece[GR_KING].letter;
    int white = gr_defined_count(board, letter), black = gr_defined_count(board, tolower(letter));
    const char *hand = strchr(defined->def.start, '['), *end = hand ? strchr(hand, ']') : NULL;
    for (; letter && end && hand < end; hand++) { /* a king comes from the hand where there is none on the board */
        int *kings = *hand == letter ? &white : *hand == tolower(letter) ? &black : NULL;
        if (kings && !*kings) {
            defined->held_kings = true;
            ++*kings;
        }
    }
    if (white > 1 || black > 1)
        return gr_fail(error, GR_ERR_ILLEGAL, "%s has %d royal pieces; at most one", white > 1 ? "White" : "Black",
                       white > 1 ? white : black);
    defined->royal[GR_WHITE] = white;
    defined->royal[GR_BLACK] = black;
    if (white)
        defined->variant.royals = black ? GR_ROYALS_BOTH : GR_ROYALS_WHITE;
    else
        defined->variant.royals = black ? GR_ROYALS_BLACK : GR_ROYALS_NONE;
    if (white && black && defined->held_kings)
        defined->variant.royals = GR_ROYALS_FALL;
    return 0;
}
