/* Reasons why a piece of a game described in a file does not get from one square to another. */
#include "notation/move/explain_defined.h"

#include <stdlib.h>

#include "rules/definition.h"

/* A way that leads from one square to the other, and what stands on it. */
typedef struct Lead {
    const GrWay *way;
    int between, first; /* how many pieces and walls, and the square of the one that comes first */
    int last;           /* the square before the target */
} Lead;

static GrSet squares_of(const Explain *e, int from, bool takes) {
    return gr_defined_reach(e->v, e->side, gr_type_of(e->pos->board[from]), from, takes);
}

/* How many times the way's offset goes from one square to the other, 0 if it does not lead there. */
static int times_of(const Explain *e, const GrWay *way, int from, int to) {
    int turn = e->side == GR_WHITE ? 1 : -1, files = e->v->files;
    int df = turn * (to % files - from % files), dr = turn * (to / files - from / files);
    int times = way->df ? df / way->df : dr / way->dr;
    int most = way->kind == GR_WAY_LEAP || way->kind == GR_WAY_LAME ? 1 : way->range;
    return times > 0 && times <= most && times * way->df == df && times * way->dr == dr ? times : 0;
}

static void meet(const Explain *e, Lead *lead, int sq) {
    lead->last = sq;
    if (e->pos->board[sq] != GR_EMPTY && lead->between++ == 0)
        lead->first = sq;
}

static void look_along(const Explain *e, Lead *lead, int from, int times) {
    int turn = e->side == GR_WHITE ? 1 : -1;
    int by = turn * (lead->way->df + lead->way->dr * e->v->files);
    if (lead->way->kind == GR_WAY_LAME)
        for (GrSet path = gr_way_path(e->v, from, turn * lead->way->df, turn * lead->way->dr); path;)
            meet(e, lead, gr_set_pop(&path));
    for (int n = 1; n < times; n++)
        meet(e, lead, from + n * by);
}

/* The way that leads there, to move or to capture; NULL in `way` if there is none. */
static Lead find_lead(const Explain *e, int from, int to, bool takes) {
    const GrDefinition *def = gr_definition_of(e->pos->rules);
    const GrDefinedPiece *piece = &def->piece[gr_type_of(e->pos->board[from])];
    Lead lead = {.way = NULL};
    for (int i = 0; i < piece->ways; i++) {
        int times = times_of(e, &piece->way[i], from, to);
        bool drawn = piece->way[i].how & GR_WAY_DRAWN;
        if (!times || (drawn && (gr_set_of(from) | gr_set_of(to)) & ~def->diagonals) ||
            !(piece->way[i].how & (takes ? GR_WAY_TAKES : GR_WAY_MOVES)))
            continue;
        lead = (Lead){.way = &piece->way[i], .first = to, .last = from};
        look_along(e, &lead, from, times);
        bool hops = lead.way->kind >= GR_WAY_HOP;
        if (hops ? lead.between == 1 : lead.between == 0)
            return lead;
    }
    return lead;
}

static Way must_hop(const Explain *e, const Lead *lead, int from, int to) {
    const char *name = e->v->piece[gr_type_of(e->pos->board[from])].name;
    if (lead->way->kind == GR_WAY_GRASSHOP && lead->between == 1 && lead->first == lead->last)
        return WAY_FREE;
    gr_buffer_printf(e->out, "to get to %s the %s on %s must jump over exactly one piece%s, not ", SQUARE(to), name,
                     SQUARE(from), lead->way->kind == GR_WAY_GRASSHOP ? ", right before that square" : "");
    if (lead->between == 1)
        gr_buffer_printf(e->out, "over what stands on %s", SQUARE(lead->first));
    else if (lead->between)
        gr_buffer_printf(e->out, "%d", lead->between);
    else
        gr_buffer_puts(e->out, "none");
    return WAY_CLOSED;
}

/* A cannon over a cannon, or onto one. */
static Way must_not_hop(const Explain *e, const Lead *lead, int from, int to) {
    int type = gr_type_of(e->pos->board[from]);
    bool over = gr_type_of(e->pos->board[lead->first]) == type, onto = gr_type_of(e->pos->board[to]) == type;
    if (!over && !onto)
        return WAY_FREE;
    gr_buffer_printf(e->out, "%s %s %s, as on %s", explain_article(e, type), explain_type(e, type),
                     over ? "jumps over no other one" : "takes no other one", SQUARE(over ? lead->first : to));
    return WAY_CLOSED;
}

static Way closed(const Explain *e, const Lead *lead, int from, int to) {
    if (!lead->between)
        return WAY_FREE;
    gr_buffer_printf(e->out, "the way from %s to %s is blocked on %s by ", SQUARE(from), SQUARE(to),
                     SQUARE(lead->first));
    explain_put_owner(e, lead->first);
    return WAY_CLOSED;
}

/* One or the other alone, and what stands on the square is wrong for it. */
static Way half(const Explain *e, int type, int from, int to, bool takes) {
    gr_buffer_printf(e->out, takes ? "%s %s does not take that way, and on %s stands "
                                   : "%s %s goes from %s to %s only if it takes something there",
                     explain_article(e, type), explain_type(e, type), SQUARE(takes ? to : from), SQUARE(to));
    if (takes)
        explain_put_owner(e, to);
    return WAY_CLOSED;
}

Way explain_defined_way(const Explain *e, int from, int to) {
    int type = gr_type_of(e->pos->board[from]), there = e->pos->board[to];
    bool takes = there != GR_EMPTY;
    if (!gr_set_has(squares_of(e, from, false) | squares_of(e, from, true), to)) {
        gr_buffer_printf(e->out, "%s %s does not go from %s to %s", explain_article(e, type),
                         explain_type(e, type), SQUARE(from), SQUARE(to));
        return WAY_NEVER;
    }
    if (there == GR_HOLE || (takes && gr_side_of(there) == e->side)) {
        explain_put_occupied(e, to);
        return WAY_CLOSED;
    }
    if (!gr_set_has(squares_of(e, from, takes), to))
        return half(e, type, from, to, takes);
    Lead lead = find_lead(e, from, to, takes);
    if (!lead.way)
        return WAY_FREE;
    bool hops = lead.way->kind >= GR_WAY_HOP;
    if (lead.way->kind == GR_WAY_SHY && lead.between == 1)
        return must_not_hop(e, &lead, from, to);
    if (hops && (lead.between != 1 || lead.way->kind == GR_WAY_GRASSHOP))
        return must_hop(e, &lead, from, to);
    return hops ? WAY_FREE : closed(e, &lead, from, to);
}
