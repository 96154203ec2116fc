/* Random games with variations. */
#include "tests/query/query_lines.h"

enum { DEPTH = 3 };

static void make_line(Random *random, GrGame *game, QueryTree *tree, int from, int ply);

/* Adds a variation in place of the move that leads to the ply of a line. */
static void add_variation(Random *random, GrGame *game, QueryTree *tree, int from, int ply, uint32_t *last) {
    const QueryLine *of = &tree->line[from];
    QueryLine *made = &tree->line[tree->lines];
    OqGame *own = &made->turned[0];
    uint32_t before = of->nodes[ply - 1], kept = game->nodes[before].next;
    GrPosition pos = game->start;
    *made = *of;
    made->ply = ply;
    own->leaves = own->leaves ? own->leaves : ply;
    own->plies = ply;
    for (int i = ply - 1; i < OQ_PLIES; i++) {
        own->ply[i] = i < ply ? (OqPly){.pos = own->ply[i].pos, .event = own->ply[i].event} : (OqPly){.moves = 0};
    }
    for (int i = 1; i < ply; i++) {
        gr_play(&pos, game->nodes[of->nodes[i]].move);
    }
    int longest = ply + 1 + (int)random_below(random, 8);
    query_play_on(random, game, own, pos, before, longest < OQ_PLIES ? longest : OQ_PLIES, made->nodes);
    uint32_t first = game->nodes[before].next; /* there is a move, since the line goes on */
    game->nodes[before].next = kept;
    own->ply[ply - 1] = of->turned[0].ply[ply - 1]; /* with its texts */
    game->nodes[*last].alternative = first;
    *last = first;
    tree->lines++;
    make_line(random, game, tree, (int)(made - tree->line), ply + 1);
}

/* Gives a line variations, from the ply on. */
static void make_line(Random *random, GrGame *game, QueryTree *tree, int from, int ply) {
    QueryLine *line = &tree->line[from];
    for (; ply < line->turned[0].plies; ply++) {
        uint32_t last = line->nodes[ply];
        while (tree->lines < QUERY_LINES && random_chance(random, from ? 8 : 6)) {
            add_variation(random, game, tree, from, ply, &last);
        }
    }
    query_turn_games(line->turned);
}

void query_tree_make(Random *random, QueryGame *made, QueryTree *tree) {
    QueryLine *played = &tree->line[0];
    played->turned[0] = made->turned[0];
    played->ply = 0;
    played->nodes[0] = 0;
    for (int ply = 1; ply < OQ_PLIES; ply++) {
        played->nodes[ply] = made->game.nodes[played->nodes[ply - 1]].next;
    }
    tree->lines = 1;
    make_line(random, &made->game, tree, 0, 1);
}

void query_tree_hits(const QueryTree *tree, int line, const OqNode *root, int ends[OQ_PLIES]) {
    oq_hits(&tree->line[line].turned[0], root, ends);
    for (int ply = 0; ply < OQ_PLIES; ply++) {
        ends[ply] = ends[ply] < tree->line[line].ply && line && root->scope != OQ_GAME ? -1 : ends[ply];
    }
}
