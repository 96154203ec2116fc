/* Plays games to fit the models of variants to: there are too few games of people. Ours plays both
 * sides, with few nodes a move, a different number in each game, so that it sees little and errs
 * often, after a few random plies. It is no part of the tests. From the root of the source, after
 * `make`:
 *
 *     cc -O3 -march=native -I. tests/fit/play.c tests/aid/selfplay.c tests/oracle/random_position.c \
 *         tests/oracle/oracle*.c build/libgrimoire.a $(cat build/libs) -o play &&
 *         ./play magi 1500 1 > magi.txt
 *
 * writes 1500 games of Magi, one on a line, as moves from the start position in the notation of
 * UCI. The last number is the seed; the same seed and the same program give the same games.
 */
#include <stdio.h>
#include <stdlib.h>

#include "notation/move/uci.h"
#include "tests/aid/selfplay.h"

enum { MOST_PLIES = 160 };

static void write_game(const Played *game) {
    GrPosition pos = game->start;
    char uci[GR_UCI_SIZE];
    for (unsigned i = 0; i < game->plies; i++) {
        gr_uci_write(&pos, game->move[i], uci);
        printf("%s%s", i ? " " : "", uci);
        gr_play(&pos, game->move[i]);
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    static Played game;
    if (argc != 4) {
        fputs("usage: play VARIANT GAMES SEED\n", stderr);
        return 2;
    }
    GrVariants *book = gr_variants_open();
    const GrRules *rules = book ? gr_variants_find(book, argv[1]) : NULL;
    Random random = {(uint64_t)atoll(argv[3])};
    if (!rules) {
        fprintf(stderr, "%s: no such variant\n", argv[1]);
        return 2;
    }
    for (int n = atoi(argv[2]); n > 0; n--) {
        unsigned opening = 2 + random_below(&random, 8), nodes = 100u << random_below(&random, 4);
        if (!selfplay(&random, rules, opening, MOST_PLIES, nodes, &game))
            return 1;
        write_game(&game);
    }
    gr_variants_close(book);
    return 0;
}
