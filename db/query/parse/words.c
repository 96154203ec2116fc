/* The words that stand for other words; grimoire-query(7) says in sentences what each means. */
#include "db/query/parse/words.h"

#include <string.h>

#include "db/query/parse/grammar.h"

enum { PLAIN = QUERY_PLAIN, SIDED = QUERY_SIDED, ANY = PLAIN | SIDED, KIND = QUERY_KINDED };

/* One piece, which is not lost itself, attacks two that are worth more, royal or undefended. */
#define BY_PAWN(piece)                                                                              \
    "{side} " piece " attacks 2 {other} officers and is not hanging or "                            \
    "{side} " piece " attacks {other} royal and attacks {other} officer and is not hanging"
#define BY_MINOR(piece)                                                                             \
    "{side} " piece " attacks 2 {other} major pieces and is not hanging or "                        \
    "{side} " piece " attacks {other} royal and attacks {other} major piece and is not hanging or " \
    "{side} " piece " attacks {other} major piece and attacks hanging {other} minor piece and is not hanging"
#define BY_ROOK(piece)                                                                              \
    "{side} " piece " attacks 2 {other} queens and is not hanging or "                              \
    "{side} " piece " attacks {other} royal and attacks {other} queen and is not hanging or "       \
    "{side} " piece " attacks {other} queen and attacks hanging {other} rook and is not hanging or " \
    "{side} " piece " attacks {other} queen and attacks hanging {other} minor piece and is not hanging"
#define BY_ANY(piece)                                                                               \
    "{side} " piece " attacks 2 hanging {other} officers and is not hanging or "                    \
    "{side} " piece " attacks {other} royal and attacks hanging {other} officer and is not hanging"

/* Nothing is left on the board but kings, pawns and ... */
#define ONLY(pieces) "piece = royal + pawn" pieces " and piece in pocket = 0"

#define OPPOSITE_BISHOPS                                                                            \
    "white bishop = 1 and black bishop = 1 and (white bishop on light squares and "                 \
    "black bishop on dark squares or white bishop on dark squares and "                             \
    "black bishop on light squares)"

#define OPPOSITE_CASTLING                                                                           \
    "ever white castles O-O and ever black castles O-O-O or "                                       \
    "ever white castles O-O-O and ever black castles O-O or "                                       \
    "ever white castles O-O(b) and ever black castles O-O(f) or "                                   \
    "ever white castles O-O(f) and ever black castles O-O(b)"

static const QueryWords table[] = {
    {"wins", SIDED, "result {side}"},
    {"loses", SIDED, "result {other}"},
    {"drawn", PLAIN, "result draw"},
    {"only move", PLAIN, "legal moves = 1"},
    {"double check", PLAIN, "checkers >= 2"},
    {"in double check", SIDED, "{side} to move and checkers >= 2"},
    {"bishop pair", ANY, "{side} bishop on light squares and {side} bishop on dark squares"},
    {"opposite bishops", PLAIN, OPPOSITE_BISHOPS},
    {"opposite coloured bishops", PLAIN, OPPOSITE_BISHOPS},
    {"opposite colored bishops", PLAIN, OPPOSITE_BISHOPS},
    {"underpromotion", ANY,
     "{side} promotes and not {side} promotes to queen and not variant wizard and "
     "not (variant magician and {side} promotes to chancellor)"},
    /* mates */
    {"smothered mate", ANY,
     "{other} mated and checkers = 1 and {side} knight attacks {other} royal and "
     "no {other} royal attacks empty squares and no {other} royal attacks {side} piece"},
    {"back rank mate", ANY,
     "{other} mated and {other} royal on {far} and {side} piece on {far} attacks {other} royal and "
     "empty squares attacked by {other} royal = empty squares on {far} attacked by {other} royal and "
     "{side} piece attacked by {other} royal = {side} piece on {far} attacked by {other} royal"},
    {"missed mate in one", ANY, "{side} may mate then not mate within 1 ply"},
    {"mate in one missed", ANY, "{side} may mate then not mate within 1 ply"},
    {"missed mate in 1", ANY, "{side} may mate then not mate within 1 ply"},
    {"mate in 1 missed", ANY, "{side} may mate then not mate within 1 ply"},
    {"mate in one", ANY, "{side} may mate"},
    {"mate in 1", ANY, "{side} may mate"},
    /* tactics */
    {"fork", ANY, "{other} to move and (" BY_PAWN("pawn") " or " BY_MINOR("minor piece") " or " BY_ROOK("rook") " or "
     BY_ANY("officer") ")"},
    {"pawn fork", ANY, "{other} to move and (" BY_PAWN("{kind}") ")"},
    {"knight fork", ANY, "{other} to move and (" BY_MINOR("{kind}") " or " BY_ANY("{kind}") ")"},
    {"bishop fork", ANY, "{other} to move and (" BY_MINOR("{kind}") " or " BY_ANY("{kind}") ")"},
    {"rook fork", ANY, "{other} to move and (" BY_ROOK("{kind}") " or " BY_ANY("{kind}") ")"},
    {"fork", ANY | KIND, "{other} to move and (" BY_ANY("{kind}") ")"},
    {"double attack", ANY,
     "{other} to move and hanging {other} piece - hanging {other} royal + attacked {other} royal >= 2"},
    {"greek gift", ANY,
     "board of 8 by 8 and {side} bishop takes {other} pawn on h{7} and {other} royal on g{8} and check and "
     "undefended {side} bishop on h{7}"},
    {"exchange sacrifice", ANY, "{side} rook takes {other} minor piece and {side} sacrifices rook"},
    {"sacrifice", ANY | KIND, "{side} sacrifices {kind}"},
    {"perpetual check", PLAIN, "check and occurrence >= 3"},
    {"perpetual", PLAIN, "check and occurrence >= 3"},
    {"threefold repetition", PLAIN, "occurrence >= 3"},
    {"threefold", PLAIN, "occurrence >= 3"},
    /* castling */
    {"castling on opposite sides", PLAIN, OPPOSITE_CASTLING},
    {"opposite side castling", PLAIN, OPPOSITE_CASTLING},
    {"opposite castling", PLAIN, OPPOSITE_CASTLING},
    {"castles kingside", ANY, "{side} castles O-O"},
    {"castles short", ANY, "{side} castles O-O"},
    {"castles queenside", ANY, "{side} castles O-O-O"},
    {"castles long", ANY, "{side} castles O-O-O"},
    /* pawns and pieces */
    {"isolated queen pawn", ANY, "board of 8 by 8 and isolated {side} pawn on d-file"},
    {"isolated queen's pawn", ANY, "board of 8 by 8 and isolated {side} pawn on d-file"},
    {"protected passed pawn", ANY, "passed {side} pawn defended by {side} pawn"},
    {"connected rooks", ANY, "{side} rook defends {side} rook"},
    {"rook on the seventh", ANY, "board of 8 by 8 and {side} rook on rank {7}"},
    {"fianchetto", ANY,
     "board of 8 by 8 and ({side} bishop on g{2} and {side} pawn on g{3} or "
     "{side} bishop on b{2} and {side} pawn on b{3})"},
    {"bare king", ANY, "{side} royal and {side} piece = {side} royal"},
    /* endings */
    {"endgame", PLAIN, "14 * officer <= 6 * officers at the start and piece in pocket = 0"},
    {"pawn ending", PLAIN, ONLY("") " and pawn"},
    {"pawn endgame", PLAIN, ONLY("") " and pawn"},
    {"and pawn ending", PLAIN | KIND, ONLY(" + {kind}") " and white {kind} and black {kind} and pawn"},
    {"and pawn endgame", PLAIN | KIND, ONLY(" + {kind}") " and white {kind} and black {kind} and pawn"},
    {"ending", PLAIN | KIND, ONLY(" + {kind}") " and white {kind} and black {kind}"},
    {"endgame", PLAIN | KIND, ONLY(" + {kind}") " and white {kind} and black {kind}"},
};

/* Is that a row for these sides, with or without a kind of piece before it? */
static bool may_stand(const QueryWords *row, unsigned sides) {
    return (row->sides & sides & (PLAIN | SIDED)) && (row->sides & KIND) == (sides & KIND);
}

const QueryWords *query_words_next(QueryParser *p, unsigned sides) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (may_stand(&table[i], sides) && query_word(p, table[i].name))
            return &table[i];
    return NULL;
}

/* Kinds of pieces that have rows of their own: the name with which these begin, and how else it may be written. */
static const char *const own_kinds[][3] = {
    {"pawn", "P", "pawns"}, {"knight", "N", "knights"}, {"bishop", "B", "bishops"}, {"rook", "R", "rooks"}};
enum { OWN_KINDS = sizeof own_kinds / sizeof *own_kinds };

/* What the row says behind the name of that kind; NULL if it is not one of that kind. */
static const char *behind_kind(const QueryWords *row, const char *kind) {
    size_t len = strlen(kind);
    return !strncmp(row->name, kind, len) && row->name[len] == ' ' ? row->name + len + 1 : NULL;
}

static const char *own_kind(const char *kind, size_t len) {
    for (size_t n = 0; n < OWN_KINDS; n++)
        for (size_t i = 1; i < 3; i++)
            if (strlen(own_kinds[n][i]) == len && !strncmp(own_kinds[n][i], kind, len))
                return own_kinds[n][0];
    return NULL;
}

const QueryWords *query_words_of_kind(QueryParser *p, unsigned sides, const char *kind, size_t len) {
    const char *name = own_kind(kind, len);
    for (size_t i = 0; name && i < sizeof table / sizeof *table; i++) {
        const char *rest = may_stand(&table[i], sides) ? behind_kind(&table[i], name) : NULL;
        if (rest && query_word(p, rest))
            return &table[i];
    }
    return NULL;
}

bool query_words_take(const QueryWords *words, const char *kind, size_t len) {
    for (size_t n = 0; *kind == '[' && n < OWN_KINDS; n++)
        for (size_t i = 0; memchr(kind, own_kinds[n][1][0], len) && i < sizeof table / sizeof *table; i++) {
            const char *rest = behind_kind(&table[i], own_kinds[n][0]);
            if (rest && !strcmp(rest, words->name))
                return false;
        }
    return true;
}
