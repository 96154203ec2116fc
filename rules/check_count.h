/* Checks that are counted, where they win: each side's in the position's pocket. Internal to rules/.
 *
 * FEN has those that the sides may still give, `3+3`. The other form, of those that were given, is read: `+0+0`.
 */
#ifndef GR_RULES_CHECK_COUNT_H
#define GR_RULES_CHECK_COUNT_H

#include "rules/position.h"

/* As GrHooks.write_field, where `most` of them win. */
static inline size_t gr_checks_write(const GrPosition *pos, unsigned most, char *out) {
    out[0] = (char)('0' + most - pos->pocket[GR_WHITE]);
    out[1] = '+';
    out[2] = (char)('0' + most - pos->pocket[GR_BLACK]);
    return 3;
}

/* As GrHooks.read_field; false if the text has neither form. */
static inline bool gr_checks_read(GrPosition *pos, unsigned most, const char *text, size_t length) {
    bool given = length == 4 && text[0] == '+' && text[2] == '+';
    if (!given && (length != 3 || text[1] != '+'))
        return false;
    unsigned white = (unsigned)text[given ? 1 : 0] - '0';
    unsigned black = (unsigned)text[given ? 3 : 2] - '0';
    if (white > most || black > most)
        return false;
    pos->pocket[GR_WHITE] = (uint8_t)(given ? white : most - white);
    pos->pocket[GR_BLACK] = (uint8_t)(given ? black : most - black);
    return true;
}

/* As a fault of GrHooks.fault: a game ends before both sides have given them all. */
static inline const char *gr_checks_fault(const GrPosition *pos, unsigned most) {
    return pos->pocket[GR_WHITE] + pos->pocket[GR_BLACK] == (int)(2 * most) ? "no side has checks left" : "";
}

#endif
