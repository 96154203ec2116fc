/* Reasons why a piece does not get from one square to another. */
#include "notation/move/explain.h"
#include "notation/move/explain_defined.h"

#include <stdlib.h>
#include <string.h>

static int file_of(const Explain *e, int sq) {
    return sq % e->v->files;
}

static int rank_of(const Explain *e, int sq) {
    return sq / e->v->files;
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

static bool is_own(const Explain *e, int sq) {
    int piece = e->pos->board[sq];
    return piece != GR_EMPTY && piece != GR_HOLE && gr_side_of(piece) == e->side;
}

static bool is_enemy(const Explain *e, int sq) {
    int piece = e->pos->board[sq];
    return piece != GR_EMPTY && piece != GR_HOLE && gr_side_of(piece) != e->side;
}

static Way never(const Explain *e, int type, int from, int to) {
    gr_buffer_printf(e->out, "%s %s does not go from %s to %s", explain_article(e, type),
                     explain_type(e, type), SQUARE(from), SQUARE(to));
    return WAY_NEVER;
}

static Way blocked(const Explain *e, int from, int to, int blocker) {
    gr_buffer_printf(e->out, "the way from %s to %s is blocked on %s by ", SQUARE(from), SQUARE(to),
                     SQUARE(blocker));
    explain_put_owner(e, blocker);
    return WAY_CLOSED;
}

static Way occupied(const Explain *e, int to) {
    explain_put_occupied(e, to);
    return WAY_CLOSED;
}

/* ---- pieces ---- */

/* A way along a reach: how many pieces and holes stand on it, and the first of them. */
typedef struct Line {
    bool leads;
    int between, first;
} Line;

static bool leaps(const GrReach *reach, int df, int dr) {
    for (int i = 0; i < 4 && (reach->leap[i].df || reach->leap[i].dr); i++) {
        int a = abs(reach->leap[i].df), b = abs(reach->leap[i].dr);
        if ((abs(df) == a && abs(dr) == b) || (abs(df) == b && abs(dr) == a))
            return true;
    }
    return false;
}

static Line line(const Explain *e, const GrReach *reach, int from, int to) {
    int df = file_of(e, to) - file_of(e, from), dr = rank_of(e, to) - rank_of(e, from);
    int far = abs(df) > abs(dr) ? abs(df) : abs(dr);
    bool orth = df == 0 || dr == 0, diag = abs(df) == abs(dr);
    Line found = {.first = to};
    if (leaps(reach, df, dr))
        return (Line){.leads = true, .first = to};
    if (!(orth && far <= reach->orth) && !(diag && far <= reach->diag))
        return found;
    found.leads = true;
    int step = sign(df) + sign(dr) * e->v->files;
    for (int sq = from + step; sq != to; sq += step)
        if (e->pos->board[sq] != GR_EMPTY && found.between++ == 0)
            found.first = sq;
    return found;
}

/* Nothing stands there. */
static Way only_takes(const Explain *e, int type, int from, int to) {
    bool shoots = explain_shoots(e, type);
    gr_buffer_printf(e->out, shoots ? "%s %s on %s could only shoot at %s, where nothing stands"
                                    : "%s %s goes from %s to %s only if it takes something there",
                     explain_article(e, type), explain_type(e, type), SQUARE(from), SQUARE(to));
    return WAY_CLOSED;
}

static Way piece_takes(const Explain *e, int type, int from, int to) {
    const GrPieceRow *row = &e->v->piece[type];
    const GrReach *reach = &row->capture;
    Line way = line(e, reach, from, to);
    bool takes_at_all = reach->orth || reach->diag || reach->leap[0].df || reach->leap[0].dr;
    if (!way.leads) {
        gr_buffer_printf(e->out, takes_at_all ? "%s %s does not take that way, and on %s stands "
                                              : "%s %s never takes, and on %s stands ",
                         explain_article(e, type), row->name, SQUARE(to));
        explain_put_owner(e, to);
        return WAY_CLOSED;
    }
    if (!(row->flags & GR_HOPS))
        return way.between ? blocked(e, from, to, way.first) : WAY_FREE;
    if (way.between == 1)
        return WAY_FREE;
    gr_buffer_printf(e->out, "to take on %s the %s on %s must jump over exactly one piece, not ",
                     SQUARE(to), row->name, SQUARE(from));
    if (way.between)
        gr_buffer_printf(e->out, "%d", way.between);
    else
        gr_buffer_puts(e->out, "none");
    return WAY_CLOSED;
}

static Way piece_goes(const Explain *e, int type, int from, int to) {
    const GrPieceRow *row = &e->v->piece[type];
    Line way = line(e, &row->move, from, to);
    if (way.leads)
        return way.between ? blocked(e, from, to, way.first) : WAY_FREE;
    return only_takes(e, type, from, to);
}

static Way piece_way(const Explain *e, int type, int from, int to) {
    const GrPieceRow *row = &e->v->piece[type];
    if (!line(e, &row->move, from, to).leads && !line(e, &row->capture, from, to).leads)
        return never(e, type, from, to);
    if (e->pos->board[to] == GR_HOLE || is_own(e, to))
        return occupied(e, to);
    return is_enemy(e, to) ? piece_takes(e, type, from, to) : piece_goes(e, type, from, to);
}

/* ---- pawns ---- */

/* How many squares a pawn on `from` may go at once, if nothing is in its way: the rules are asked,
 * on a board with nothing else but two kings far from it. */
static int pawn_steps(const Explain *e, int from) {
    const GrVariant *v = e->v;
    GrPosition bare = {.rules = e->pos->rules, .wide = e->pos->wide, .turn = (uint8_t)e->side};
    int far = file_of(e, from) < v->files / 2 ? v->files - 1 : 0, most = 0;
    explain_put(&bare, from, e->pos->board[from]);
    explain_put(&bare, gr_square(v, far, 0), gr_piece(GR_WHITE, GR_KING));
    explain_put(&bare, gr_square(v, far, v->ranks - 1), gr_piece(GR_BLACK, GR_KING));
    int step = e->side == GR_WHITE ? v->files : -v->files, to = from + step;
    for (int n = 1; n <= 3 && to >= 0 && to < gr_squares(v); n++, to += step) {
        GrPattern want = {.kinds = 1u << GR_NORMAL, .from = gr_set_of(from), .to = gr_set_of(to),
                          .piece = -1, .third = -1};
        if (gr_match(&bare, &want, NULL, 0) > 0)
            most = n;
    }
    return most;
}

static Way pawn_goes(const Explain *e, int type, int from, int to, int distance) {
    static const char *const counts[] = {"no square", "one square", "two squares",
                                         "three squares"};
    int most = pawn_steps(e, from), step = (to - from) / distance;
    if (!most || distance > 3)
        return never(e, type, from, to);
    if (distance > most) {
        gr_buffer_printf(e->out, "from %s %s %s goes at most %s", SQUARE(from),
                         explain_article(e, type), explain_type(e, type), counts[most]);
        return WAY_CLOSED;
    }
    for (int sq = from + step; sq != to; sq += step)
        if (e->pos->board[sq] != GR_EMPTY)
            return blocked(e, from, to, sq);
    if (e->pos->board[to] == GR_EMPTY)
        return WAY_FREE;
    explain_put_occupied(e, to);
    if (is_enemy(e, to))
        gr_buffer_printf(e->out, ", and %s %s takes diagonally", explain_article(e, type),
                         explain_type(e, type));
    return WAY_CLOSED;
}

/* A pawn's capture on an empty square: of the pawn that has just passed over it, if any. */
static Way pawn_passes(const Explain *e, int type, int from, int to) {
    int step = e->side == GR_WHITE ? e->v->files : -e->v->files, victim = to - step;
    GrPosition after = *e->pos;
    bool pawn = is_enemy(e, victim) &&
                e->v->piece[gr_type_of(e->pos->board[victim])].flags & GR_IS_PAWN;
    explain_put(&after, to, after.board[from]);
    explain_lift(&after, from);
    if (pawn) {
        explain_lift(&after, victim);
        if (explain_attacked(e, &after, "to take en passant would leave "))
            return WAY_CLOSED;
    }
    only_takes(e, type, from, to);
    if (pawn)
        gr_buffer_printf(e->out, "; the %s on %s can be taken en passant only right after it has "
                                 "passed over %s",
                         explain_type(e, gr_type_of(e->pos->board[victim])), SQUARE(victim),
                         SQUARE(to));
    return WAY_CLOSED;
}

static Way pawn_way(const Explain *e, int type, int from, int to) {
    int forward = e->side == GR_WHITE ? 1 : -1;
    int df = file_of(e, to) - file_of(e, from);
    int dr = (rank_of(e, to) - rank_of(e, from)) * forward;
    if (df == 0 && dr > 0)
        return pawn_goes(e, type, from, to, dr);
    if (abs(df) != 1 || dr != 1)
        return never(e, type, from, to);
    if (is_enemy(e, to))
        return WAY_FREE;
    return e->pos->board[to] == GR_EMPTY ? pawn_passes(e, type, from, to) : occupied(e, to);
}

/* ---- warriors, which go aslant and take straight ahead ---- */

/* The squares that a warrior can reach in exactly `steps` steps from a set, of the squares of
 * `open`. */
static GrSet warrior_steps(const Explain *e, GrSet from, int steps, GrSet open) {
    int forward = e->side == GR_WHITE ? e->v->files : -e->v->files;
    for (; steps > 0; steps--) {
        GrSet next = 0;
        while (from) {
            int sq = gr_set_pop(&from), to = sq + forward;
            if (to < 0 || to >= gr_squares(e->v))
                continue;
            if (file_of(e, sq) > 0)
                next |= gr_set_of(to - 1);
            if (file_of(e, sq) + 1 < e->v->files)
                next |= gr_set_of(to + 1);
        }
        from = next & open;
    }
    return from;
}

/* Every way is closed: by what stands on the squares next to the beginning, if that is all. */
static Way all_blocked(const Explain *e, int from, int to, int steps) {
    GrSet all = e->lexicon->all, near = 0;
    for (GrSet left = warrior_steps(e, gr_set_of(from), 1, all); left;) {
        int sq = gr_set_pop(&left);
        if (gr_set_has(warrior_steps(e, gr_set_of(sq), steps - 1, all), to))
            near |= gr_set_of(sq);
    }
    if (gr_set_count(near) == 1 && e->pos->board[gr_set_first(near)] != GR_EMPTY)
        return blocked(e, from, to, gr_set_first(near));
    gr_buffer_printf(e->out, "every way from %s to %s is blocked", SQUARE(from), SQUARE(to));
    for (const char *lead = ": on "; near; lead = " and on ") {
        int sq = gr_set_pop(&near);
        if (e->pos->board[sq] == GR_EMPTY)
            continue;
        gr_buffer_printf(e->out, "%s%s by ", lead, SQUARE(sq));
        explain_put_owner(e, sq);
    }
    return WAY_CLOSED;
}

static Way warrior_way(const Explain *e, int type, int from, int to) {
    const char *name = explain_type(e, type);
    int forward = e->side == GR_WHITE ? 1 : -1;
    int df = file_of(e, to) - file_of(e, from);
    int dr = (rank_of(e, to) - rank_of(e, from)) * forward;
    bool takes = df == 0 && dr == 1;
    if (!takes && (dr < 1 || dr > 3 || abs(df) > dr || (df - dr) % 2 != 0))
        return never(e, type, from, to);
    if (is_own(e, to))
        return occupied(e, to);
    if (takes && is_enemy(e, to))
        return WAY_FREE;
    if (takes) {
        return only_takes(e, type, from, to);
    } else if (dr > 1 && !gr_set_has(e->pos->extra[GR_FRESH], from)) {
        gr_buffer_printf(e->out, "the %s on %s has had its first move and goes one step at a time",
                         name, SQUARE(from));
    } else if (is_enemy(e, to)) {
        gr_buffer_printf(e->out, "a %s takes straight ahead only, and on %s stands ", name,
                         SQUARE(to));
        explain_put_owner(e, to);
    } else {
        GrSet open = e->lexicon->all & ~(e->pos->side[GR_WHITE] | e->pos->side[GR_BLACK]);
        if (gr_set_has(warrior_steps(e, gr_set_of(from), dr, open), to))
            return WAY_FREE;
        return all_blocked(e, from, to, dr);
    }
    return WAY_CLOSED;
}

Way explain_way(const Explain *e, int from, int to) {
    int type = gr_type_of(e->pos->board[from]);
    const GrReach *move = &e->v->piece[type].move;
    bool no_reach = !move->orth && !move->diag && !move->leap[0].df && !move->leap[0].dr;
    if (e->v->piece[type].flags & GR_IS_PAWN)
        return pawn_way(e, type, from, to);
    if (e->v->piece[type].flags & GR_GOES_ODDLY)
        return explain_defined_way(e, from, to);
    return no_reach ? warrior_way(e, type, from, to) : piece_way(e, type, from, to);
}
