/* What the index knows without opening a game. */
#include "db/search/position_hits.h"

#include <stdlib.h>

#include "db/index/coverage.h"
#include "db/index/facts.h"
#include "db/search/find_local.h"
#include "db/search/tree_local.h"
#include "notation/room.h"

/* A question, and where the answer goes: one of these three. */
typedef struct Question {
    const GrTarget *target;
    GrPositionHits *hits;
    GrPositionCount *count;
    GrTree *tree;
    bool lists;
    const GrMoveList *legal; /* with `tree` */
} Question;

void gr_position_hits_free(GrPositionHits *hits) {
    free(hits->game);
    free(hits->ply);
    *hits = (GrPositionHits){.game = NULL};
}

static int by_id(const void *key, const void *game) {
    int64_t id = *(const int64_t *)key, other = ((const GrPositionGame *)game)->id;
    return id < other ? -1 : id > other;
}

const GrPositionGame *gr_position_hits_find(const GrPositionHits *hits, int64_t id) {
    return hits->games ? bsearch(&id, hits->game, hits->games, sizeof *hits->game, by_id) : NULL;
}

bool gr_position_implies(const GrSelection *selection, const GrTarget *target) {
    for (size_t i = 0; selection && i < selection->count; i++)
        if (selection->condition[i].subject != GR_ON_VARIANT ||
            selection->condition[i].rules != target->pos.rules)
            return false;
    return true;
}

/* ---- states ---- */

/* Which states of an entry the target fits. */
typedef struct Fits {
    bool state[GR_COMMON_STATES];
    unsigned count, states;
    uint64_t games, hits; /* sums over those; games only where there is but one */
} Fits;

static bool state_fits(GrDb *db, const GrTarget *target, const GrCommonState *state) {
    bool same_game = gr_variant_rules(db, state->variant) == target->pos.rules;
    return same_game && (target->board_only || state->key == target->pos.key);
}

/* Reads all states. Returns 0 or a code. */
static int read_states(GrDb *db, const GrTarget *target, GrCommon *common, Fits *fits) {
    GrCommonState state;
    int code;
    *fits = (Fits){.count = 0};
    while ((code = gr_common_next_state(common, &state)) > 0) {
        bool fit = state_fits(db, target, &state);
        fits->state[fits->states++] = fit;
        fits->count += fit;
        fits->games += fit ? state.games : 0;
        fits->hits += fit ? state.hits : 0;
    }
    return code;
}

/* What stands beside the board is not part of an entry. */
static bool can_answer(const GrTarget *target) {
    return !target->pockets;
}

/* ---- counting ---- */

static int hear_count(void *context, GrDb *db, int64_t first, GrCommon *common, GrGameSet *set,
                      GrError *error) {
    const Question *q = context;
    Fits fits;
    (void)first;
    (void)set;
    (void)error;
    int code = read_states(db, q->target, common, &fits);
    if (code || (fits.count > 1 && fits.count < fits.states))
        return code;
    q->count->games += fits.count > 1 ? common->games : fits.games;
    q->count->hits += fits.hits;
    return 1;
}

/* ---- places ---- */

static int add_place(GrPositionHits *hits, int64_t id, uint32_t ply, GrError *error) {
    bool more = hits->games && hits->game[hits->games - 1].id == id;
    if (!gr_room(&hits->ply, hits->plies, 1, &hits->ply_cap, sizeof *hits->ply) ||
        !gr_room(&hits->game, hits->games, 1, &hits->game_cap, sizeof *hits->game))
        return gr_no_memory(error);
    if (!more)
        hits->game[hits->games++] = (GrPositionGame){.id = id, .at = hits->plies};
    hits->game[hits->games - 1].plies++;
    hits->ply[hits->plies++] = ply;
    return 0;
}

/* Adds what fits; an entry that turns out to be damaged leaves nothing. */
static int hear_places(void *context, GrDb *db, int64_t first, GrCommon *common, GrGameSet *set,
                       GrError *error) {
    const Question *q = context;
    GrPositionHits *hits = q->hits;
    const size_t games = hits->games, plies = hits->plies;
    GrCommonAt at;
    Fits fits;
    int code = read_states(db, q->target, common, &fits);
    while (!code && (code = gr_common_next_place(common, &at)) > 0)
        code = fits.state[at.state] ? add_place(hits, first + at.game, at.ply, error) : 0;
    if (code) {
        hits->games = games;
        hits->plies = plies;
        return code;
    }
    for (size_t i = games; i < hits->games; i++)
        gr_game_set_add(set, hits->game[i].id);
    return 1;
}

/* ---- trees ---- */

static bool is_legal(const Question *q, GrMove move) {
    if (gr_move_kind(move) == GR_PASS)
        return true;
    unsigned i = 0;
    while (i < q->legal->count && q->legal->move[i] != move)
        i++;
    return i < q->legal->count;
}

/* A game on a list; false if it cannot be had. */
static bool list_game(GrDb *db, const GrCommonState *state, int64_t first, const GrCommonListed *from,
                      GrTreeGame *to) {
    const GrBlock *block;
    uint32_t i, value[GR_FACTS];
    int64_t id = first + from->game;
    GrFacts *facts = gr_facts_open(db);
    if (!facts || gr_facts_of_game(facts, db, id, value, NULL) || gr_db_find(db, id, GR_BLOCK_MOVES, &block, &i, NULL))
        return false;
    *to = (GrTreeGame){.id = id, .move = state->move[from->move].move,
                       .result = (GrResult)(block->column[GR_COL_FLAGS][i] & GR_FLAG_RESULT),
                       .elo = {value[GR_FACT_WHITE_ELO], value[GR_FACT_BLACK_ELO]}, .date = value[GR_FACT_DATE]};
    return true;
}

static GrTreeMove row_of(const GrCommonMove *from, int64_t first) {
    return (GrTreeMove){.move = from->move, .games = from->games, .white = from->white,
                        .draws = from->draws, .black = from->black, .rated = from->rated,
                        .ratings = from->ratings, .met = from->met, .opponents = from->opponents,
                        .won = from->won, .played = from->played, .last = first + from->last};
}

/* Makes a tree of a state: 1, 0 if it cannot be trusted, or a code. */
static int make_tree(const Question *q, GrDb *db, const GrCommonState *state, int64_t first,
                     GrTree *tree, GrError *error) {
    *tree = (GrTree){.games = state->games, .white = state->white, .draws = state->draws,
                     .black = state->black, .ended = state->ended, .last = first + state->last};
    tree->move = malloc((state->moves + 1) * sizeof *tree->move);
    if (!tree->move)
        return gr_no_memory(error);
    tree->cap = state->moves + 1;
    bool sound = true;
    for (uint32_t i = 0; i < state->moves && sound; i++) {
        sound = is_legal(q, state->move[i].move);
        tree->move[tree->count++] = row_of(&state->move[i], first);
    }
    for (unsigned i = 0; i < state->bests && sound && q->lists; i++)
        sound = list_game(db, state, first, &state->best[i], &tree->best[tree->bests++]);
    for (unsigned i = 0; i < state->latests && sound && q->lists; i++)
        sound = list_game(db, state, first, &state->latest[i], &tree->latest[tree->latests++]);
    return sound;
}

static int hear_tree(void *context, GrDb *db, int64_t first, GrCommon *common, GrGameSet *set,
                     GrError *error) {
    const Question *q = context;
    GrCommonState state;
    int code;
    (void)set;
    while ((code = gr_common_next_state(common, &state)) > 0) {
        if (!state_fits(db, q->target, &state))
            continue;
        GrTree tree;
        int made = make_tree(q, db, &state, first, &tree, error);
        if (made > 0 && gr_tree_join(q->tree, &tree))
            made = gr_no_memory(error);
        gr_tree_free(&tree);
        return made;
    }
    return code ? code : 1; /* none of them is the target */
}

/* ---- asking ---- */

static int ask(GrDb *db, Question *q,
               int (*heard)(void *context, GrDb *db, int64_t first, GrCommon *common, GrGameSet *set,
                            GrError *error),
               GrGameSet *set, GrError *error) {
    const GrHearCommon hear = {.context = q, .heard = heard};
    return gr_games_with_but(db, &q->target->pos, can_answer(q->target) ? &hear : NULL,
                             set, error);
}

int gr_position_hits(GrDb *db, const GrTarget *target, GrPositionHits *hits, GrGameSet *set, GrError *error) {
    Question q = {.target = target, .hits = hits};
    return ask(db, &q, hear_places, set, error);
}

int gr_position_count(GrDb *db, const GrTarget *target, GrPositionCount *count, GrGameSet *set,
                   GrError *error) {
    Question q = {.target = target, .count = count};
    return ask(db, &q, hear_count, set, error);
}

int gr_position_tree(GrDb *db, const GrTarget *target, bool lists, GrTree *tree, GrGameSet *set,
                  GrError *error) {
    Question q = {.target = target, .tree = tree, .lists = lists};
    GrMoveList *legal = malloc(sizeof *legal);
    if (!legal)
        return gr_no_memory(error);
    gr_moves(&target->pos, legal);
    q.legal = legal;
    int code = ask(db, &q, hear_tree, set, error);
    free(legal);
    return code;
}
