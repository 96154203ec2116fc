/* What a move did, and whether that is what was asked. */
#include "db/query/run/sacrifice.h"

void query_note_move(PlayedMove *played, const GrPosition *before, GrMove move) {
    GrMoveKind kind = gr_move_kind(move);
    int victim = kind == GR_PASS ? GR_NO_SQUARE : gr_captured_square(before, move);
    *played = (PlayedMove){.is = true, .move = move, .side = before->turn};
    played->mover = gr_is_by_piece(move) ? before->board[gr_move_from(move)] : GR_EMPTY;
    played->target = kind == GR_PASS ? GR_EMPTY : before->board[gr_move_to(move)];
    played->victim_square = (uint8_t)victim;
    played->victim = victim == GR_NO_SQUARE ? GR_EMPTY : before->board[victim];
}

/* The parts of a move as a verb names them. A square that it has not is GR_NO_SQUARE. */
typedef struct EventParts {
    int side;    /* of who does it */
    int subject; /* type; 0: none */
    int object_side, object;
    int from, to, on;
} EventParts;

static bool capture_event(const PlayedMove *m, EventParts *d) {
    GrMoveKind kind = gr_move_kind(m->move);
    if (m->victim == GR_EMPTY)
        return false;
    d->object_side = gr_side_of(m->victim);
    d->object = gr_type_of(m->victim);
    d->on = m->victim_square;
    if (gr_kind_does(kind, GR_SPELLS))
        d->from = d->to = GR_NO_SQUARE;
    else if (gr_kind_does(kind, GR_ACTS))
        d->to = d->from;
    return true;
}

static bool carrying_event(const PlayedMove *m, EventParts *d) {
    if (gr_move_kind(m->move) != GR_SPELL || m->target == GR_EMPTY)
        return false;
    d->side = gr_side_of(m->target);
    d->subject = gr_type_of(m->target);
    d->from = gr_move_to(m->move);
    d->to = gr_move_from(m->move);
    return true;
}

static bool falling_event(const PlayedMove *m, EventParts *d) {
    if (gr_move_kind(m->move) != GR_SPELL_FALL)
        return false;
    d->side = gr_side_of(m->victim);
    d->subject = gr_type_of(m->victim);
    d->on = m->victim_square;
    return true;
}

/* The kinds of move that a verb may mean; the rest is asked above. */
static const unsigned kinds[QUERY_VERBS] = {
    [QUERY_PROMOTES] = 1u << GR_NORMAL | 1u << GR_WALLED | 1u << GR_TURN,
    [QUERY_CASTLES] = 1u << GR_CASTLE | 1u << GR_WALLED_CASTLE | 1u << GR_DROP_CASTLE,
    [QUERY_DROPS] = 1u << GR_DROP | 1u << GR_ENTER | 1u << GR_DROP_CASTLE,
    [QUERY_TELEPORTS] = 1u << GR_TELEPORT,
    [QUERY_PLACES] = 1u << GR_PLACE,
    [QUERY_QUESTS] = 1u << GR_QUEST,
    [QUERY_RESURRECTS] = 1u << GR_RESURRECT,
    [QUERY_SHOOTS] = 1u << GR_SHOT,
    [QUERY_EN_PASSANT] = 1u << GR_EN_PASSANT | 1u << GR_WALLED_EN_PASSANT,
    [QUERY_PASSES] = 1u << GR_PASS,
};

static bool plain_event(QueryVerb verb, const PlayedMove *m, EventParts *d) {
    GrMoveKind kind = gr_move_kind(m->move);
    unsigned meant = verb == QUERY_MOVES ? gr_kinds(GR_GOES) : verb == QUERY_CASTS ? gr_kinds(GR_SPELLS) : kinds[verb];
    if (!(meant >> kind & 1))
        return false;
    d->on = d->to;
    d->object_side = m->side;
    d->object = gr_move_piece(m->move);
    if (verb == QUERY_PROMOTES)
        return d->object != 0;
    if (verb == QUERY_DROPS && gr_kind_does(kind, GR_PUTS))
        d->on = gr_move_third(m->move);
    else if (verb == QUERY_TELEPORTS)
        d->object = gr_type_of(m->target);
    else if (verb == QUERY_SHOOTS || verb == QUERY_EN_PASSANT)
        capture_event(m, d);
    return true;
}

/* False if the move did nothing of the kind. */
static bool event_of(QueryVerb verb, const PlayedMove *m, EventParts *d) {
    *d = (EventParts){.side = m->side, .subject = gr_type_of(m->mover), .on = GR_NO_SQUARE};
    d->from = gr_move_from(m->move);
    d->to = gr_move_to(m->move);
    switch (verb) {
    case QUERY_TAKES:
        return capture_event(m, d);
    case QUERY_CARRIED:
        return carrying_event(m, d);
    case QUERY_FALLS:
        return falling_event(m, d);
    default:
        return plain_event(verb, m, d);
    }
}

static bool is_in(GrSet area, int sq) {
    return sq != GR_NO_SQUARE && gr_set_has(area, sq);
}

bool query_event_fits(const EventTest *test, const PlayedMove *played) {
    EventParts d;
    if (!played->is || !event_of(test->verb, played, &d))
        return false;
    if (!(test->sides >> d.side & 1) || (test->subject && !(test->subject >> d.subject & 1)))
        return false;
    if (test->object &&
        (!(test->object >> d.object & 1) || !(test->object_sides >> d.object_side & 1)))
        return false;
    return (!test->has_from || is_in(test->from, d.from)) && (!test->has_to || is_in(test->to, d.to)) &&
           (!test->has_on || is_in(test->on, d.on));
}

/* ---- discovered checks ---- */

static GrSet rook_after_castling(const GrVariant *v, const PlayedMove *played) {
    GrSet set = 0;
    for (int i = 0; i < v->castlings; i++)
        if ((v->moving_castlings || v->any_castlings || v->castling[i].king_from == gr_move_from(played->move)) &&
            v->castling[i].king_to == gr_move_to(played->move))
            set |= gr_set_of(v->castling[i].rook_to);
    return set;
}

/* Where the pieces stand that the move moved. */
static GrSet moved(const GrVariant *v, const PlayedMove *played) {
    GrMoveKind kind = gr_kind_unwalled(gr_move_kind(played->move));
    GrSet set = gr_set_of(gr_move_from(played->move)) | gr_set_of(gr_move_to(played->move));
    if (gr_is_castling(played->move))
        set |= rook_after_castling(v, played);
    if (gr_kind_does(kind, GR_PUTS))
        set |= gr_set_of(gr_move_third(played->move));
    return set;
}

bool query_has_discovered(const GrVariant *v, GrSet checkers, const PlayedMove *played) {
    return played->is && gr_move_kind(played->move) != GR_PASS && (checkers & ~moved(v, played));
}

/* Who casts the spell that a move is. */
static GrSet casters(const GrPosition *pos, GrMove move) {
    const GrVariant *v = gr_variant(pos->rules);
    GrMoveKind kind = gr_move_kind(move);
    GrSet set = 0;
    for (int type = 1; type <= v->types && gr_kind_does(kind, GR_SPELLS); type++)
        if (v->piece[type].flags & GR_CASTS)
            set |= pos->type[type];
    return set;
}

bool query_discovers(const GrPosition *pos, const PlayedMove *played) {
    GrSet royal = pos->side[pos->turn] & pos->type[GR_KING];
    if (!played->is || !royal)
        return false;
    GrSet checkers = gr_attackers(pos, gr_set_first(royal), !pos->turn) & ~casters(pos, played->move);
    /* In atomic not all attacks are checks. */
    return query_has_discovered(gr_variant(pos->rules), checkers, played) && gr_in_check(pos);
}
