/* The tree as numbers: counting games, adding up, figures. */
#include "db/search/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/search/tree_local.h"
#include "notation/move/uci.h"
#include "notation/room.h"

void gr_tree_init(GrTree *tree) {
    *tree = (GrTree){0};
}

void gr_tree_free(GrTree *tree) {
    free(tree->move);
    gr_tree_init(tree);
}

/* ---- figures ---- */

double gr_tree_score(const GrTreeMove *move) {
    uint64_t decided = move->white + move->draws + move->black;
    if (!decided)
        return -1;
    return ((double)move->white + (double)move->draws / 2) / (double)decided;
}

int gr_tree_rating(const GrTreeMove *move) {
    return move->rated ? (int)((move->ratings + move->rated / 2) / move->rated) : 0;
}

int gr_tree_performance(const GrTreeMove *move) {
    if (!move->met)
        return 0;
    double share = (double)move->won / 2 / (double)move->met;
    double more = share <= 0.01 ? -800 : share >= 0.99 ? 800 : 400 * log10(share / (1 - share));
    return (int)lround((double)move->opponents / (double)move->met + more);
}

double gr_tree_points(const GrTreeMove *move, int side) {
    return move->pointed ? (double)move->halves[side] / 2 / (double)move->pointed : -1;
}

/* ---- lists of games ---- */

static bool is_before(const GrTreeGame *a, const GrTreeGame *b) {
    return a->db != b->db ? a->db < b->db : a->id < b->id;
}

/* Highest ratings first, and what came into the database first among equal ones. */
static bool is_better(const GrTreeGame *a, const GrTreeGame *b) {
    uint32_t first = a->elo[0] + a->elo[1], second = b->elo[0] + b->elo[1];
    return first != second ? first > second : is_before(a, b);
}

/* Latest first, and what came into the database last first among games of a day. */
static bool is_later(const GrTreeGame *a, const GrTreeGame *b) {
    return a->date != b->date ? a->date > b->date : is_before(b, a);
}

/* Puts a game into its place on a list, which keeps only the first ones. */
static void put_on_list(GrTreeGame *list, unsigned *count, const GrTreeGame *game,
                        bool (*comes_before)(const GrTreeGame *a, const GrTreeGame *b)) {
    unsigned at = *count;
    if (at < GR_TREE_GAMES)
        ++*count;
    else if (comes_before(game, &list[at - 1]))
        at--;
    else
        return;
    for (; at > 0 && comes_before(game, &list[at - 1]); at--)
        list[at] = list[at - 1];
    list[at] = *game;
}

/* Most games are worse and older than all that are listed. */
static bool is_listed(const GrTree *tree, const GrScanGame *game) {
    const GrTreeGame *best = &tree->best[GR_TREE_GAMES - 1], *latest = &tree->latest[GR_TREE_GAMES - 1];
    return tree->bests < GR_TREE_GAMES || tree->latests < GR_TREE_GAMES ||
           game->elo[0] + game->elo[1] >= best->elo[0] + best->elo[1] || game->date >= latest->date;
}

static void put_on_lists(GrTree *tree, const GrScanGame *game, GrMove next) {
    if (!is_listed(tree, game))
        return;
    const GrTreeGame listed = {.id = game->id, .move = next, .result = game->result,
                               .elo = {game->elo[0], game->elo[1]}, .date = game->date};
    if (game->elo[0] && game->elo[1])
        put_on_list(tree->best, &tree->bests, &listed, is_better);
    if (game->date)
        put_on_list(tree->latest, &tree->latests, &listed, is_later);
}

/* ---- counting ---- */

/* The row of a move, which is added if it is new; NULL without memory. A row that is asked for
 * often moves to the front, so that it is found soon where many different moves were played. */
static GrTreeMove *row_of(GrTree *tree, GrMove move) {
    size_t i = 0;
    while (i < tree->count && tree->move[i].move != move)
        i++;
    if (!gr_room(&tree->move, i, 1, &tree->cap, sizeof *tree->move))
        return NULL;
    GrTreeMove *row = &tree->move[i];
    if (i == tree->count) {
        *row = (GrTreeMove){.move = move};
        tree->count++;
    } else if (i > 0 && row[-1].games < row->games) {
        GrTreeMove before = row[-1];
        row[-1] = *row;
        *row = before;
        row--;
    }
    return row;
}

static void count_results(uint64_t *white, uint64_t *draws, uint64_t *black, GrResult result) {
    *white += result == GR_WHITE_WINS;
    *draws += result == GR_DRAW;
    *black += result == GR_BLACK_WINS;
}

static void count_ratings(GrTreeMove *row, const GrScanGame *game, int side) {
    GrResult wins = side == GR_WHITE ? GR_WHITE_WINS : GR_BLACK_WINS;
    if (!game->elo[side])
        return;
    row->rated++;
    row->ratings += game->elo[side];
    if (game->result == GR_RESULT_NONE || !game->elo[!side])
        return;
    row->met++;
    row->opponents += game->elo[!side];
    row->won += game->result == wins ? 2 : game->result == GR_DRAW;
}

/* Keeps the earliest game; one without a date only while there is no other. Games come in their order. */
static void keep_first(GrTreeMove *row, uint32_t date, int64_t id, unsigned db) {
    bool earlier = date && (!row->first_played || date < row->first_played);
    if (!id || (row->first && !earlier))
        return;
    row->first = id;
    row->first_db = db;
    row->first_played = date;
}

int gr_tree_count(GrTree *tree, const GrScanGame *game, int side, GrMove next) {
    GrTreeMove *row = next == GR_NO_MOVE ? NULL : row_of(tree, next);
    if (next != GR_NO_MOVE && !row)
        return GR_ERR_MEMORY;
    if (tree->last != game->id) {
        tree->last = game->id;
        tree->games++;
        count_results(&tree->white, &tree->draws, &tree->black, game->result);
        if (row)
            put_on_lists(tree, game, next);
    }
    tree->ended += !row;
    if (!row || row->last == game->id)
        return 0;
    row->last = game->id;
    row->games++;
    count_results(&row->white, &row->draws, &row->black, game->result);
    row->played = game->date > row->played ? game->date : row->played;
    keep_first(row, game->date, game->id, 0);
    count_ratings(row, game, side);
    return 0;
}

void gr_tree_count_points(GrTree *tree, const GrPoints *score) {
    for (size_t i = 0; i < tree->count; i++) {
        GrTreeMove *row = &tree->move[i];
        if (row->last != tree->last)
            continue;
        row->pointed++;
        for (int side = 0; side < 2; side++)
            row->halves[side] += (uint64_t)score->half[side];
    }
}

/* ---- adding up ---- */

static void merge_row(GrTreeMove *row, const GrTreeMove *more, unsigned db) {
    keep_first(row, more->first_played, more->first, db);
    row->games += more->games;
    row->white += more->white;
    row->draws += more->draws;
    row->black += more->black;
    row->rated += more->rated;
    row->ratings += more->ratings;
    row->met += more->met;
    row->opponents += more->opponents;
    row->won += more->won;
    row->pointed += more->pointed;
    row->halves[0] += more->halves[0];
    row->halves[1] += more->halves[1];
    row->played = more->played > row->played ? more->played : row->played;
}

/* Puts games of the nth database on a list. */
static void merge_list(GrTreeGame *list, unsigned *count, const GrTreeGame *game, unsigned games,
                       unsigned db,
                       bool (*comes_before)(const GrTreeGame *a, const GrTreeGame *b)) {
    for (unsigned i = 0; i < games; i++) {
        GrTreeGame listed = game[i];
        listed.db = db;
        put_on_list(list, count, &listed, comes_before);
    }
}

/* Adds all but what says which game was the last. */
static void merge_sums(GrTree *tree, const GrTree *more, unsigned db) {
    tree->games += more->games;
    tree->white += more->white;
    tree->draws += more->draws;
    tree->black += more->black;
    tree->ended += more->ended;
    merge_list(tree->best, &tree->bests, more->best, more->bests, db, is_better);
    merge_list(tree->latest, &tree->latests, more->latest, more->latests, db, is_later);
}

int gr_tree_join(GrTree *tree, const GrTree *more) {
    merge_sums(tree, more, 0);
    tree->last = more->last > tree->last ? more->last : tree->last;
    for (size_t i = 0; i < more->count; i++) {
        GrTreeMove *row = row_of(tree, more->move[i].move);
        if (!row)
            return GR_ERR_MEMORY;
        merge_row(row, &more->move[i], 0);
        row->last = more->move[i].last > row->last ? more->move[i].last : row->last;
    }
    return 0;
}

int gr_tree_merge(GrTree *tree, const GrTree *more) {
    merge_sums(tree, more, tree->databases);
    tree->last = more->last ? more->last : tree->last;
    for (size_t i = 0; i < more->count; i++) {
        GrTreeMove *row = row_of(tree, more->move[i].move);
        if (!row)
            return GR_ERR_MEMORY;
        merge_row(row, &more->move[i], tree->databases);
        row->last = more->move[i].last;
        row->last_db = tree->databases;
    }
    return 0;
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

int gr_tree_sort(GrTree *tree, const GrPosition *pos) {
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
