/* Repairing a game: finding edits, looking for each anew while the others stand, and listing what
 * else could have been. */
#include "notation/repair/repair.h"

#include <stdlib.h>
#include <string.h>

#include "notation/repair/repair_local.h"

enum {
    GOOD_SINGLE = 240, /* a single edit that costs no more need not be bettered by two */
    ROUNDS = 4,
    MOST_EDITS = 250
};

typedef struct Repair {
    Search s;
    Likely likely;
    Item *row;      /* as good as we know */
    uint32_t count;
    Item *trial;    /* the row with one edit undone */
    GrRepair *facts; /* of each edit of the row, in order: what else there could be */
    uint32_t edits; /* how many facts there are */
    bool tried_all; /* every single edit */
    size_t room;    /* items that row and trial have room for */
} Repair;

GrRepairLimits gr_repair_limits(void) {
    return (GrRepairLimits){.steps = 6000000, .nodes = 400000, .tokens = 20000, .edits = 12};
}

void gr_repairs_init(GrRepairs *repairs) {
    memset(repairs, 0, sizeof *repairs);
}

void gr_repairs_free(GrRepairs *repairs) {
    free(repairs->edit);
    free(repairs->move);
    free(repairs->token);
    gr_repairs_init(repairs);
}

/* ---- rows ---- */

static bool is_first_of_edit(const Item *item) {
    return item->edit != EDIT_NONE && (item->edit != EDIT_SWAP || item->reach);
}

static uint32_t count_edits(const Item *row, uint32_t count) {
    uint32_t edits = 0;
    for (uint32_t i = 0; i < count; i++)
        edits += is_first_of_edit(&row[i]);
    return edits;
}

/* The item of the nth edit of the row. */
static uint32_t nth_edit(const Item *row, uint32_t n) {
    for (uint32_t i = 0;; i++)
        if (is_first_of_edit(&row[i]) && n-- == 0)
            return i;
}

/* Copies the row without the edit at `at`; returns its length. */
static uint32_t undo(const Item *row, uint32_t count, uint32_t at, Item *out) {
    memcpy(out, row, count * sizeof *out);
    Item *item = out + at;
    if (item->edit == EDIT_INSERT) {
        memmove(item, item + 1, (count - at - 1) * sizeof *item);
        return count - 1;
    }
    if (item->edit == EDIT_SWAP) {
        Item *other = item + 1; /* a ply may have been inserted between the two */
        while (other->edit != EDIT_SWAP)
            other++;
        const GrToken *said = item->said;
        item->said = other->said;
        other->said = said;
        other->edit = EDIT_NONE;
    }
    item->edit = EDIT_NONE;
    item->reach = 0;
    item->move = GR_NO_MOVE;
    return count;
}

/* ---- looking for one edit ---- */

/* Looks for the nth edit of the row anew. Returns whether the row has changed; fails by r->s. */
static bool look_anew(Repair *r, uint32_t n) {
    Search *s = &r->s;
    uint32_t at = nth_edit(r->row, n);
    Item was = r->row[at];
    s->item = r->trial;
    s->count = undo(r->row, r->count, at, r->trial);
    if (!repair_search(s, true) || s->solutions == 0)
        return false;
    repair_weigh(s, &r->likely);
    uint32_t chosen = s->solution[0].node;
    const Node *node = &s->node[chosen];
    bool same = node->edit == was.edit && node->place == at && node->move == was.move &&
                node->reach == was.reach;
    if (same && node->edit != EDIT_NONE)
        repair_find_others(s, &r->facts[n]);
    else
        r->count = repair_row(s, chosen, r->row);
    return !same;
}

static bool unfinished(const Search *s) {
    return s->failed || s->stopped || s->limited;
}

static void refine(Repair *r) {
    for (int round = 0; round < ROUNDS; round++) {
        bool changed = false;
        r->edits = count_edits(r->row, r->count);
        memset(r->facts, 0, (r->s.limits->edits + 1) * sizeof *r->facts);
        for (uint32_t n = 0; n < r->edits && !unfinished(&r->s) && !changed; n++)
            changed = look_anew(r, n);
        if (!changed || unfinished(&r->s))
            return;
    }
}

/* ---- the whole ---- */

static void take(Repair *r) {
    r->count = repair_row(&r->s, r->s.solution[0].node, r->row);
}

/* Finds a first set of edits. */
static bool find(Repair *r) {
    Search *s = &r->s;
    int single = INT32_MAX;
    s->enough = s->limits->steps / 3;
    if (!repair_search(s, true))
        return false;
    r->tried_all = !s->limited;
    if (s->solutions) {
        take(r);
        single = s->best;
    }
    if (single <= GOOD_SINGLE)
        return true;
    s->enough = s->limits->steps / 3 * 2;
    if (!repair_search(s, false))
        return false;
    if (s->solutions && s->best < single)
        take(r);
    return s->solutions || single < INT32_MAX;
}

static void add_edit(const Repair *r, GrRepairs *out, uint32_t at, const GrRepair *facts,
                     const GrPosition *before, GrMove move) {
    GrRepair *edit = &out->edit[out->count++];
    if (facts)
        *edit = *facts;
    edit->kind = repair_kind((Edit)r->row[at].edit);
    edit->token = repair_token(&r->s, at);
    edit->move = move;
    edit->ply = (uint32_t)out->plies + (edit->kind != GR_DROPPED);
    edit->legal = edit->kind == GR_DROPPED ? 0 : (uint32_t)gr_count_moves(before);
    out->open |= edit->close > 0;
}

/* Plays the row and writes down what comes of it. */
static bool write_down(Repair *r, GrRepairs *out) {
    Search *s = &r->s;
    State state;
    uint32_t n = 0;
    const GrRepair *facts = NULL;
    s->item = r->row;
    s->count = r->count;
    repair_state(s, &state);
    for (uint32_t i = 0; i < r->count; i++) {
        const Item *item = &r->row[i];
        GrPosition before = state.pos;
        GrMove move = repair_own_move(s, &state);
        if (is_first_of_edit(item))
            facts = &r->facts[n++];
        if (item->edit != EDIT_NONE)
            add_edit(r, out, i, facts, &before, move);
        if (!repair_step(s, &state))
            return false;
        if (item->edit == EDIT_DROP)
            continue;
        out->token[out->plies] = item->said ? (int32_t)(item->said - s->script->token) : -1;
        out->move[out->plies++] = move;
    }
    out->mate = gr_state(&state.pos) == GR_CHECKMATE || gr_state(&state.pos) == GR_WON;
    out->agrees = state.denied == 0 && repair_end_cost(s, &state.pos) < COST_DENIED;
    return true;
}

static bool allocate(Repair *r, const GrScript *script, const GrRepairLimits *limits,
                     GrRepairs *out) {
    r->room = script->count + limits->edits + 2;
    r->row = calloc(r->room, sizeof *r->row);
    r->trial = calloc(r->room, sizeof *r->trial);
    r->facts = calloc(limits->edits + 1, sizeof *r->facts);
    out->edit = calloc(2 * limits->edits + 1, sizeof *out->edit); /* two plies are swapped */
    out->move = calloc(r->room, sizeof *out->move);
    out->token = calloc(r->room, sizeof *out->token);
    return r->row && r->trial && r->facts && out->edit && out->move && out->token;
}

static void start(Repair *r, const GrScript *script, const GrRepairLimits *limits) {
    Search *s = &r->s;
    s->script = script;
    s->limits = limits;
    gr_lexicon_init(&s->lexicon, script->start.rules);
    repair_likely_init(&r->likely, script->start.rules);
    for (size_t i = 0; i < script->count; i++)
        r->row[i] = (Item){.said = &script->token[i], .place = &script->token[i]};
    r->count = (uint32_t)script->count;
    memcpy(r->trial, r->row, script->count * sizeof *r->row);
    s->item = r->trial;
    s->count = r->count;
    repair_style(s);
}

/* Does the game play to its end with nothing denied that the text says for certain? */
static bool is_whole(Repair *r) {
    State state;
    repair_state(&r->s, &state);
    repair_play(&r->s, &state);
    return state.next == r->count && state.cost < COST_DENIED;
}

static bool script_is_too_long(const Search *s) {
    return s->script->count > s->limits->tokens || s->limits->edits > MOST_EDITS;
}

static void run(Repair *r, GrRepairs *out) {
    Search *s = &r->s;
    if (script_is_too_long(s)) {
        out->status = GR_REPAIR_GAVE_UP;
        return;
    }
    if (is_whole(r)) {
        out->status = GR_REPAIR_WHOLE;
    } else if (s->limits->edits && find(r)) {
        s->enough = s->limits->steps;
        s->limited = false;
        refine(r);
        out->status = count_edits(r->row, r->count) ? GR_REPAIR_DONE : GR_REPAIR_WHOLE;
    } else {
        out->status = s->limited ? GR_REPAIR_GAVE_UP : GR_REPAIR_NONE;
        return;
    }
    if (!write_down(r, out))
        out->status = GR_REPAIR_NONE;
    s->item = r->row;
    s->count = r->count;
    out->exhaustive = r->tried_all && count_edits(r->row, r->count) <= 2;
}

static int status_of(const Search *s) {
    return s->failed ? GR_ERR_MEMORY : s->stopped ? GR_ERR_STOPPED : 0;
}

int gr_repair(const GrScript *script, const GrRepairLimits *limits, GrRepairs *repairs) {
    Repair *r = calloc(1, sizeof *r);
    int status = GR_ERR_MEMORY;
    gr_repairs_free(repairs);
    if (r && !script->failed && allocate(r, script, limits, repairs)) {
        start(r, script, limits);
        run(r, repairs);
        repairs->steps = r->s.steps;
        status = status_of(&r->s);
    }
    if (r) {
        repair_search_free(&r->s);
        free(r->row);
        free(r->trial);
        free(r->facts);
    }
    free(r);
    if (status)
        gr_repairs_free(repairs);
    return status;
}
