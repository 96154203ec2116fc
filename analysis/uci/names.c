/* Names of variants in the two protocols: of python-chess, cutechess, PyChess, lichess, XBoard, Fairy-Stockfish. */
#include "analysis/uci/names.h"

#include <string.h>
#include <strings.h>

enum { MOST = 3 };

/* Variants that have the same single name everywhere are not listed. */
static const struct {
    const char *ours, *uci[MOST], *xboard[MOST];
} rows[] = {
    {"chess", {"chess"}, {"normal"}},
    {"chess960", {"chess960", "fischerandom"}, {"fischerandom", "chess960"}},
    {"threecheck", {"threecheck", "3check"}, {"3check", "threecheck"}},
    {"kingofthehill", {"kingofthehill"}, {"kingofthehill", "king-of-the-hill"}},
};

enum { ROWS = sizeof rows / sizeof *rows };

static size_t find_row(const char *ours) {
    size_t i = 0;
    while (i < ROWS && strcmp(rows[i].ours, ours) != 0)
        i++;
    return i;
}

const char *gr_uci_name(const char *ours, size_t n) {
    size_t row = find_row(ours);
    if (row == ROWS)
        return n ? NULL : ours;
    return n < MOST ? rows[row].uci[n] : NULL;
}

const char *gr_xboard_name(const char *ours, size_t n) {
    size_t row = find_row(ours);
    if (row == ROWS)
        return n ? NULL : ours;
    return n < MOST ? rows[row].xboard[n] : NULL;
}

bool gr_is_another_game(const char *name) {
    return strcasecmp(name, "giveaway") == 0;
}
