/* Playing a row of items, with the edits that are in it. */
#include "notation/repair/repair_local.h"

void repair_state(const Search *s, State *state) {
    *state = (State){.pos = s->script->start};
}

static void pay(State *state, int cost) {
    state->cost += cost;
}

static void deny(State *state, int cost) {
    state->cost += cost;
    state->denied += cost;
}

static void play(State *state, GrMove move) {
    gr_play(&state->pos, move);
    state->line = (state->line ^ move) * UINT64_C(0x9E3779B97F4A7C15);
    state->line ^= state->line >> 29;
}

static void pay_replacement(Search *s, State *state, const GrToken *token, GrMove move) {
    int slip = repair_slip(s, &state->pos, token, move);
    pay(state, slip == 0 ? COST_AMBIGUOUS : COST_EDIT + slip);
    state->slips += slip;
}

/* Plays a move that a token stands for, and pays for what it says wrongly. */
static void play_said(Search *s, State *state, const GrToken *token, GrMove move, bool last) {
    GrPosition before = state->pos;
    play(state, move);
    deny(state, repair_disagreement(s, token, move, &before, &state->pos, last));
}

/* An inserted ply, or one that is changed already. */
static bool step_edited(Search *s, State *state, const Item *item, bool last) {
    switch ((Edit)item->edit) {
    case EDIT_DROP:
        pay(state, repair_drop_cost(s, state->next));
        state->number_used = false;
        return true;
    case EDIT_INSERT:
        if (!gr_is_legal(&state->pos, item->move))
            return false;
        pay(state, COST_INSERT);
        GrPosition before = state->pos;
        play(state, item->move);
        state->next++;
        repair_number_inserted(s, state, &before);
        state->next--;
        return true;
    case EDIT_REPLACE:
        if (!gr_is_legal(&state->pos, item->move))
            return false;
        deny(state, repair_number_cost(s, state, item->place));
        pay_replacement(s, state, item->said, item->move);
        play_said(s, state, item->said, item->move, last);
        return true;
    default:
        return false;
    }
}

bool repair_step(Search *s, State *state) {
    const Item *item = &s->item[state->next];
    bool last = state->next + 1 == s->count;
    GrMove move;
    s->steps++;
    if (item->edit != EDIT_NONE && item->edit != EDIT_SWAP) {
        if (!step_edited(s, state, item, last))
            return false;
    } else {
        if (!item->said->readable ||
            gr_resolve(&s->lexicon, &state->pos, &item->said->syntax, &move, NULL) != 1)
            return false;
        if (item->reach)
            pay(state, COST_SWAP + item->reach);
        deny(state, repair_number_cost(s, state, item->place));
        play_said(s, state, item->said, move, last);
    }
    state->next++;
    return true;
}

void repair_play(Search *s, State *state) {
    while (state->next < s->count)
        if (!repair_step(s, state))
            return;
    pay(state, repair_end_cost(s, &state->pos));
}

/* Plays two items in the other order, and what stands between them. */
static bool swap(Search *s, State *state, unsigned reach) {
    Item *item = &s->item[state->next];
    const GrToken *first = item[0].said, *last = item[reach].said;
    State kept = *state;
    bool played = true;
    item[0].said = last;
    item[reach].said = first;
    for (unsigned i = 0; i <= reach && played; i++)
        played = repair_step(s, state);
    item[0].said = first;
    item[reach].said = last;
    if (played)
        pay(state, COST_SWAP + (int)reach);
    else
        *state = kept;
    return played;
}

static bool may_swap(const Search *s, uint32_t at, unsigned reach) {
    if (at + reach >= s->count)
        return false;
    for (unsigned i = 0; i <= reach; i++)
        if (s->item[at + i].edit != EDIT_NONE)
            return false;
    return true;
}

bool repair_edit(Search *s, State *state, Edit edit, unsigned reach, GrMove move) {
    uint32_t at = state->next;
    if (edit == EDIT_SWAP)
        return may_swap(s, at, reach) && swap(s, state, reach);
    if (edit == EDIT_INSERT) {
        GrPosition before = state->pos;
        play(state, move);
        repair_number_inserted(s, state, &before);
        pay(state, COST_INSERT);
        return true;
    }
    if (at >= s->count || s->item[at].edit != EDIT_NONE)
        return false;
    Item edited = s->item[at], kept = edited;
    edited.edit = (uint8_t)edit;
    edited.move = move;
    s->item[at] = edited;
    bool played = repair_step(s, state);
    s->item[at] = kept;
    return played;
}
