/* Makes tests/data/mates: positions in which the side to move can force mate in two to four moves,
 * found by a search that leaves no move out. It is no part of the tests. From the root of the
 * source, after `make`:
 *
 *     cc -O2 -I. tests/fit/mates.c build/libgrimoire.a $(cat build/libs) -o make_mates
 *     for v in chess magi magician royal wizard capablanca; do
 *         ./make_mates $v 12 > tests/data/mates/$v.epd
 *     done
 *
 * The engine plays games against itself, at few nodes and with random moves at first, and asks at
 * each turn of a side that is well ahead for a mate in 1, 2, 3 and 4 moves in turn (GrLimits.mate).
 * What is found first is the shortest mate. Of each game at most one position is taken, so that
 * they are all different.
 */
#include <stdio.h>
#include <stdlib.h>

#include "analysis/engine/search.h"
#include "rules/fen.h"
#include "rules/registry.h"

enum { SHORTEST = 2, LONGEST = 4, MOST_NODES = 500000, PLAY_NODES = 1000, RANDOM_PLIES = 10 };
enum { AHEAD = 600, ONE_OF = 4, MOST_PLIES = 300, MOST_GAMES = 4000 };

typedef struct Maker {
    GrSearch *search;
    uint64_t random;
    int found[LONGEST + 1], wanted;
    GrMoveList list;
} Maker;

static uint64_t next_random(Maker *m) {
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return m->random;
}

static GrFound search(Maker *m, const GrPosition *pos, const GrLimits *limits) {
    GrFound found;
    gr_search_forget(m->search);
    if (gr_search_run(m->search, pos, NULL, 0, limits, &found) != 0)
        exit(1);
    return found;
}

/* The length of the shortest mate; 0 if there is none of up to LONGEST moves, or it is not known.
 */
static int shortest_mate(Maker *m, const GrPosition *pos) {
    for (int moves = 1; moves <= LONGEST; moves++) {
        GrFound found = search(m, pos, &(GrLimits){.mate = moves, .nodes = MOST_NODES});
        if (found.line[0].score >= gr_score_of_mate(moves))
            return moves;
        if (found.nodes >= MOST_NODES)
            return 0;
    }
    return 0;
}

/* Prints the position if there is a mate to be found in it; true if so. */
static bool take(Maker *m, const GrPosition *pos) {
    char fen[GR_FEN_SIZE];
    int moves = shortest_mate(m, pos);
    if (moves < SHORTEST || m->found[moves] == m->wanted)
        return false;
    m->found[moves]++;
    gr_fen_write(pos, fen);
    printf("%s ; dm %d\n", fen, moves);
    fflush(stdout);
    return true;
}

static bool has_all(const Maker *m) {
    for (int moves = SHORTEST; moves <= LONGEST; moves++)
        if (m->found[moves] < m->wanted)
            return false;
    return true;
}

static void play_game(Maker *m, GrPosition *pos) {
    for (int ply = 0; ply < MOST_PLIES && gr_state(pos) == GR_OPEN; ply++) {
        gr_moves(pos, &m->list);
        GrMove move = m->list.move[next_random(m) % m->list.count];
        if (ply >= RANDOM_PLIES) {
            GrFound found = search(m, pos, &(GrLimits){.nodes = PLAY_NODES});
            move = found.line[0].move[0];
            if (found.line[0].score > AHEAD && next_random(m) % ONE_OF == 0 && !pos->pending &&
                take(m, pos))
                return;
        }
        gr_play(pos, move);
    }
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    GrVariants *variants = gr_variants_open();
    const GrRules *rules = variants ? gr_variants_find(variants, argv[1]) : NULL;
    Maker m = {.search = gr_search_new(16), .random = 88172645463325252U, .wanted = atoi(argv[2])};
    if (!rules || !m.search)
        return 1;
    for (int game = 0; game < MOST_GAMES && !has_all(&m); game++) {
        GrPosition pos;
        gr_start(rules, &pos);
        play_game(&m, &pos);
    }
    gr_search_free(m.search);
    gr_variants_close(variants);
    return 0;
}
