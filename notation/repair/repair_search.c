/* The search for edits, best first.
 *
 * A node is the row with some edits made, played on to the first item that cannot be played. One
 * of the edits still to be made lies there or before. Its places are looked at one by one, from
 * that item backwards: the damage is more often close to where it shows. Among nodes, those go
 * first whose edits are cheap and which play far.
 */
#include <stdlib.h>
#include <string.h>

#include "notation/repair/repair_local.h"

enum {
    PER_ITEM = 4,   /* how much more an edit may cost if it lets one item more be played */
    NEAR = 4,       /* as close to where it breaks off an edit may leave that as it is */
    CHEAP_SLIP = 30,
    FAR = 2,        /* items further that a move unlike its text must let be played */
    ROOT = 0,
    NOWHERE = INT32_MAX
};

/* ---- growing ---- */

/* The array with room for `need` elements, or NULL; then it is still where it was. */
static void *with_room(void *array, uint32_t *cap, uint32_t need, size_t size) {
    if (need <= *cap)
        return array;
    uint32_t more = *cap ? *cap * 2 : 256;
    void *grown = realloc(array, more * size);
    if (grown)
        *cap = more;
    return grown;
}

/* ---- the queue: a binary heap ---- */

static bool before(const Work *a, const Work *b) {
    return a->rank != b->rank ? a->rank < b->rank : a->order < b->order;
}

static bool push(Search *s, Work work) {
    Work *grown = with_room(s->work, &s->work_cap, s->works + 1, sizeof *grown);
    if (!grown) {
        s->failed = true;
        return false;
    }
    s->work = grown;
    uint32_t at = s->works++;
    for (; at > 0 && before(&work, &s->work[(at - 1) / 2]); at = (at - 1) / 2)
        s->work[at] = s->work[(at - 1) / 2];
    s->work[at] = work;
    return true;
}

static Work pop(Search *s) {
    Work top = s->work[0], last = s->work[--s->works];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= s->works)
            break;
        if (child + 1 < s->works && before(&s->work[child + 1], &s->work[child]))
            child++;
        if (!before(&s->work[child], &last))
            break;
        s->work[at] = s->work[child];
        at = child;
    }
    if (s->works)
        s->work[at] = last;
    return top;
}

/* What it counts against a place that it is `distance` items before where the game breaks off. */
static int distance_cost(uint32_t distance) {
    int cost = 0;
    for (distance++; distance > 1; distance /= 2)
        cost += 8;
    return cost;
}

static bool push_place(Search *s, uint32_t node, uint32_t place) {
    const Node *n = &s->node[node];
    int rank = n->cost - PER_ITEM * (int)n->stop + distance_cost(n->stop - place);
    return push(s, (Work){rank, node, place, s->nodes + s->works});
}

/* ---- positions seen ---- */

/* Has the position before the item come up at no more cost? Notes it if not. */
static bool seen(Search *s, const State *state) {
    if (!s->seen)
        return false;
    uint64_t key = state->pos.key ^ (state->next + 1) * UINT64_C(0x9E3779B97F4A7C15);
    size_t at = key & (s->seen_size - 1);
    for (unsigned tries = 0; tries < 8; tries++, at = (at + 1) & (s->seen_size - 1)) {
        Seen *slot = &s->seen[at];
        if (slot->cost == 0 || slot->key == key) {
            bool cheaper = slot->cost == 0 || state->cost < slot->cost;
            if (cheaper)
                *slot = (Seen){key, state->cost};
            return !cheaper;
        }
    }
    return false; /* the neighbourhood is full: it may be looked at twice */
}

/* ---- nodes ---- */

static void edit_row(Item *row, uint32_t *count, const Node *n) {
    Item *at = row + n->place;
    switch ((Edit)n->edit) {
    case EDIT_INSERT:
        memmove(at + 1, at, (*count - n->place) * sizeof *at);
        *at = (Item){.edit = EDIT_INSERT, .move = n->move};
        ++*count;
        break;
    case EDIT_SWAP: {
        const GrToken *said = at[0].said;
        at[0].said = at[n->reach].said;
        at[n->reach].said = said;
        at[0].edit = at[n->reach].edit = EDIT_SWAP;
        at[0].reach = n->reach;
        break;
    }
    case EDIT_NONE:
        break;
    default:
        at->edit = n->edit;
        at->move = n->move;
        break;
    }
}

uint32_t repair_row(const Search *s, uint32_t node, Item *out) {
    uint32_t count = s->count;
    memcpy(out, s->item, count * sizeof *out);
    /* The last edit comes first: places count in the row without edits. */
    for (; node != UINT32_MAX; node = s->node[node].parent)
        edit_row(out, &count, &s->node[node]);
    return count;
}

/* Plays the node's game up to `place`. The first edit's position is at hand. */
static void rebuild(Search *s, uint32_t node, uint32_t place, State *state) {
    uint32_t chain[256], length = 0;
    for (; node != ROOT && length < 256; node = s->node[node].parent)
        chain[length++] = node;
    uint32_t first = length ? s->node[chain[length - 1]].place : place;
    *state = s->line[first];
    while (length) {
        const Node *n = &s->node[chain[--length]];
        while (state->next < n->place && repair_step(s, state))
            ;
        repair_edit(s, state, (Edit)n->edit, n->reach, n->move);
    }
    while (state->next < place && repair_step(s, state))
        ;
}

void repair_around(Search *s, uint32_t node, State *before, State *after) {
    const Node *n = &s->node[node];
    rebuild(s, n->parent, n->place, before);
    *after = *before;
    repair_edit(s, after, (Edit)n->edit, n->reach, n->move);
}

static bool add_solution(Search *s, uint32_t node) {
    const Node *n = &s->node[node];
    if (!s->all && n->cost >= s->best)
        return true;
    Solution *grown = with_room(s->solution, &s->solution_cap, s->solutions + 1, sizeof *grown);
    if (!grown) {
        s->failed = true;
        return false;
    }
    s->solution = grown;
    s->solution[s->solutions++] = (Solution){n->cost, node};
    if (n->cost < s->best)
        s->best = n->cost;
    return true;
}

/* Is it worth while to go on from this node? */
static bool promising(const Search *s, const Node *n, const Node *parent, bool single) {
    int progress = (int)n->stop - (int)parent->stop;
    bool near = n->place + NEAR >= parent->stop;
    if (single || n->edits >= s->limits->edits || n->cost + COST_AMBIGUOUS >= s->best)
        return false;
    if (n->stop == s->count)
        return n->cost >= COST_EDIT * n->edits + COST_DENIED; /* something is denied */
    if (n->edit == EDIT_INSERT)
        return progress > 0 || (progress == 0 && near);
    if (n->edit == EDIT_REPLACE && n->slips - parent->slips > CHEAP_SLIP)
        return progress >= FAR;
    return progress >= -2;
}

static bool add_node(Search *s, const Node *n) {
    if (s->nodes >= s->limits->nodes) {
        s->limited = true;
        return false;
    }
    Node *grown = with_room(s->node, &s->node_cap, s->nodes + 1, sizeof *grown);
    if (!grown) {
        s->failed = true;
        return false;
    }
    s->node = grown;
    s->node[s->nodes++] = *n;
    return true;
}

/* Makes an edit at the place where `at` stands, and sees how far the game plays then. */
static void try_edit(Search *s, uint32_t parent, const State *at, Edit edit, unsigned reach,
                     GrMove move, bool single) {
    State state = *at;
    int most = s->all ? s->best + COST_EDIT : s->best;
    if (!repair_edit(s, &state, edit, reach, move) || state.cost >= most || seen(s, &state))
        return;
    Node n = {.parent = parent, .place = at->next, .next = state.next, .move = move,
              .edit = (uint8_t)edit, .reach = (uint8_t)reach,
              .edits = (uint8_t)(s->node[parent].edits + 1)};
    repair_play(s, &state);
    n.stop = state.next;
    n.cost = state.cost;
    n.slips = state.slips;
    n.line = state.line;
    bool whole = n.stop == s->count;
    bool further = promising(s, &n, &s->node[parent], single);
    if (!(whole && (s->all || n.cost < s->best)) && !further)
        return;
    if (!add_node(s, &n))
        return;
    if (whole)
        add_solution(s, s->nodes - 1);
    if (further)
        push_place(s, s->nodes - 1, whole ? n.stop - 1 : n.stop);
}

/* ---- places ---- */

GrMove repair_own_move(const Search *s, const State *state) {
    const Item *item = &s->item[state->next];
    GrMove move;
    if (item->edit == EDIT_REPLACE || item->edit == EDIT_INSERT)
        return item->move;
    if (item->edit == EDIT_DROP || !item->said->readable ||
        gr_resolve(&s->lexicon, &state->pos, &item->said->syntax, &move, NULL) != 1)
        return GR_NO_MOVE;
    return move;
}

static void try_place(Search *s, uint32_t node, const State *at, bool single) {
    GrMove own = at->next < s->count ? repair_own_move(s, at) : GR_NO_MOVE;
    gr_moves(&at->pos, &s->list);
    s->steps += 1 + s->list.count / 16;
    for (unsigned i = 0; i < s->list.count; i++) {
        GrMove move = s->list.move[i];
        if (move != own && at->next < s->count)
            try_edit(s, node, at, EDIT_REPLACE, 0, move, single);
        if (at->next < s->count)
            try_edit(s, node, at, EDIT_INSERT, 0, move, single);
    }
    try_edit(s, node, at, EDIT_DROP, 0, GR_NO_MOVE, single);
    for (unsigned reach = 1; reach <= 2; reach++)
        try_edit(s, node, at, EDIT_SWAP, reach, GR_NO_MOVE, single);
}

static bool give_up(Search *s) {
    if (s->limits->stop && s->steps >= s->pause) {
        s->pause = s->steps + 20000;
        s->stopped = s->limits->stop(s->limits->user);
    }
    if (s->steps >= s->enough)
        s->limited = true;
    return s->failed || s->stopped || s->limited;
}

/* ---- the search ---- */

/* Plays the row as it stands, and keeps its positions. */
static bool play_line(Search *s) {
    State state;
    Node root = {.parent = UINT32_MAX};
    repair_state(s, &state);
    do {
        State *grown = with_room(s->line, &s->line_cap, state.next + 1, sizeof *grown);
        if (!grown)
            return false;
        s->line = grown;
        s->line[state.next] = state;
    } while (state.next < s->count && repair_step(s, &state));
    root.stop = state.next;
    if (root.stop == s->count)
        state.cost += repair_end_cost(s, &state.pos);
    root.cost = state.cost;
    root.slips = state.slips;
    root.line = state.line;
    return add_node(s, &root);
}

static bool prepare(Search *s, bool single) {
    repair_search_free(s);
    s->best = NOWHERE - COST_EDIT;
    s->all = single;
    s->limited = false;
    if (!single) {
        s->seen_size = 1;
        while (s->seen_size < (size_t)s->limits->nodes * 2)
            s->seen_size *= 2;
        s->seen = calloc(s->seen_size, sizeof *s->seen);
        if (!s->seen)
            return false;
    }
    if (!play_line(s))
        return false;
    return s->node[ROOT].stop < s->count || add_solution(s, ROOT);
}

/* Every single edit of the row as it stands. */
static void search_single(Search *s) {
    uint32_t stop = s->node[ROOT].stop;
    for (uint32_t place = stop < s->count ? stop + 1 : stop; place > 0 && !give_up(s); place--)
        try_place(s, ROOT, &s->line[place - 1], true);
}

/* The row and the nodes below it, until what is found cannot be bettered, or the search has gone on
 * for as long again as it took to find something. */
static void search_further(Search *s) {
    uint64_t patience = UINT64_MAX;
    uint32_t stop = s->node[ROOT].stop;
    push_place(s, ROOT, stop < s->count ? stop : stop - 1);
    while (s->works && !give_up(s) && s->steps < patience) {
        Work work = pop(s);
        const Node *n = &s->node[work.node];
        State at;
        if (n->cost + COST_AMBIGUOUS >= s->best)
            continue;
        if (work.place > n->next && !push_place(s, work.node, work.place - 1))
            return;
        uint32_t had = s->solutions;
        rebuild(s, work.node, work.place, &at);
        if (at.next == work.place)
            try_place(s, work.node, &at, false);
        if (s->solutions > had)
            patience = s->steps + s->steps / 2;
    }
    s->limited |= s->works > 0 && s->steps >= patience;
}

/* The cheapest first, and among equals the one found first. */
static int compare(const void *a, const void *b) {
    const Solution *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

bool repair_search(Search *s, bool single) {
    if (!prepare(s, single)) {
        s->failed |= !s->limited;
        return false;
    }
    if (single)
        search_single(s);
    else
        search_further(s);
    if (s->solutions)
        qsort(s->solution, s->solutions, sizeof *s->solution, compare);
    return !s->failed && !s->stopped;
}

void repair_search_free(Search *s) {
    free(s->node);
    free(s->work);
    free(s->seen);
    free(s->solution);
    free(s->line);
    s->node = NULL;
    s->work = NULL;
    s->seen = NULL;
    s->solution = NULL;
    s->line = NULL;
    s->nodes = s->node_cap = s->works = s->work_cap = s->solutions = s->solution_cap = 0;
    s->line_cap = 0;
    s->seen_size = 0;
}
