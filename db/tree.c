#include "db/tree.h"

#include <stdlib.h>
#include <string.h>

#include "notation/uci.h"

void gr_tree_init(GrTree *tree) {
    *tree = (GrTree){0};
}

void gr_tree_free(GrTree *tree) {
    free(tree->move);
    gr_tree_init(tree);
}

double gr_tree_score(const GrTreeMove *move) {
    uint64_t decided = move->white + move->draws + move->black;
    if (!decided)
        return -1;
    return ((double)move->white + (double)move->draws / 2) / (double)decided;
}

/* The row of a move, which is added if it is new; NULL without memory. */
static GrTreeMove *row_of(GrTree *tree, GrMove move) {
    for (size_t i = 0; i < tree->count; i++)
        if (tree->move[i].move == move)
            return &tree->move[i];
    if (tree->count == tree->cap) {
        size_t cap = tree->cap ? tree->cap * 2 : 32;
        GrTreeMove *rows = realloc(tree->move, cap * sizeof *rows);
        if (!rows)
            return NULL;
        tree->move = rows;
        tree->cap = cap;
    }
    tree->move[tree->count] = (GrTreeMove){.move = move};
    return &tree->move[tree->count++];
}

typedef struct Grow {
    GrTree *tree;
    const GrTarget *target;
    const GrScan *caller;
} Grow;

static int visit(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                 GrMove next) {
    Grow *grow = context;
    GrTree *tree = grow->tree;
    (void)ply;
    if (!gr_target_fits(grow->target, pos))
        return 1;
    tree->games += tree->last != game->id;
    tree->last = game->id;
    if (next == GR_NO_MOVE) {
        tree->ended++;
        return 1;
    }
    GrTreeMove *row = row_of(tree, next);
    if (!row)
        return GR_ERR_MEMORY;
    if (row->last == game->id)
        return 1;
    row->last = game->id;
    row->games++;
    row->white += game->result == GR_WHITE_WINS;
    row->draws += game->result == GR_DRAW;
    row->black += game->result == GR_BLACK_WINS;
    return 1;
}

static void unread(void *context, int64_t id, const GrError *why) {
    const GrScan *caller = ((Grow *)context)->caller;
    if (caller->unread)
        caller->unread(caller->context, id, why);
}

static bool stop(void *context, int64_t id, int64_t last) {
    const GrScan *caller = ((Grow *)context)->caller;
    return caller->stop && caller->stop(caller->context, id, last);
}

/* qsort has no context, so the names are made first. */
typedef struct Named {
    GrTreeMove row;
    char uci[GR_UCI_SIZE];
} Named;

static int compare(const void *a, const void *b) {
    const Named *x = a, *y = b;
    if (x->row.games != y->row.games)
        return x->row.games > y->row.games ? -1 : 1;
    return strcmp(x->uci, y->uci);
}

static int sort(GrTree *tree, const GrPosition *pos) {
    Named *named = malloc((tree->count + 1) * sizeof *named);
    if (!named)
        return GR_ERR_MEMORY;
    for (size_t i = 0; i < tree->count; i++) {
        named[i].row = tree->move[i];
        gr_uci_write(pos, tree->move[i].move, named[i].uci);
    }
    qsort(named, tree->count, sizeof *named, compare);
    for (size_t i = 0; i < tree->count; i++)
        tree->move[i] = named[i].row;
    free(named);
    return 0;
}

int gr_tree_grow(GrTree *tree, GrDb *db, const GrSelection *selection, const GrTarget *target,
                 const GrScan *scan, GrError *error) {
    Grow grow = {tree, target, scan};
    GrScan mine = {.rules = target->pos.rules, .context = &grow, .visit = visit, .unread = unread,
                   .stop = stop};
    int code = gr_scan(db, selection, &mine, error);
    if (code && code != GR_ERR_DAMAGED && code != GR_ERR_STOPPED)
        return code == GR_ERR_MEMORY ? gr_fail(error, GR_ERR_MEMORY, "out of memory") : code;
    if (sort(tree, &target->pos))
        return gr_fail(error, GR_ERR_MEMORY, "out of memory");
    return code;
}
