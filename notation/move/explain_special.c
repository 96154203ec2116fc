/* Reasons why a castling, a spell, a teleport or a placement is not possible. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move/explain.h"
#include "notation/move/resolve.h"
#include "rules/definition.h"

/* ---- castling ---- */

static int side_of_right(const GrVariant *v, int right) {
    return isupper((unsigned char)v->rights[right]) ? GR_WHITE : GR_BLACK;
}

/* Where castlings have no fixed squares: is something but king and rook on the way of the one from
 * a to b? */
static bool is_in_the_way(const Explain *e, const GrCastling *c, int a, int b, const char *whose) {
    int step = b > a ? 1 : -1;
    for (int sq = a; sq != b + step; sq += step) {
        if (e->pos->board[sq] == GR_EMPTY || sq == c->king_from || sq == c->rook_from)
            continue;
        gr_buffer_printf(e->out, "on %s stands ", SQUARE(sq));
        explain_put_owner(e, sq);
        gr_buffer_printf(e->out, ", in the %s's way", whose);
        return true;
    }
    return false;
}

static bool castling_blocked(const Explain *e, const GrCastling *c, bool by_960) {
    int step = c->rook_from > c->king_from ? 1 : -1;
    if (by_960)
        return is_in_the_way(e, c, c->king_from, c->king_to, "king") ||
               is_in_the_way(e, c, c->rook_from, c->rook_to, "rook");
    for (int sq = c->king_from + step; sq != c->rook_from; sq += step)
        if (e->pos->board[sq] != GR_EMPTY) {
            gr_buffer_printf(e->out, "%s, between king and rook, is %s", SQUARE(sq),
                             e->pos->board[sq] == GR_HOLE ? "" : "occupied by ");
            explain_put_owner(e, sq);
            return true;
        }
    return false;
}

/* Does the rook, once gone, leave the king attacked where it has arrived? */
static bool castling_uncovers(const Explain *e, const GrCastling *c) {
    GrPosition after = *e->pos;
    int king = after.board[c->king_from], rook = after.board[c->rook_from];
    explain_lift(&after, c->king_from);
    explain_lift(&after, c->rook_from);
    explain_put(&after, c->king_to, king);
    explain_put(&after, c->rook_to, rook);
    return explain_attacked(e, &after, "it would leave ");
}

static bool castling_attacked(const Explain *e, const GrCastling *c) {
    int step = c->king_to > c->king_from ? 1 : -1;
    if (gr_castling_king(e->v, e->side) != GR_KING)
        return false;
    for (int sq = c->king_from;; sq += step) {
        GrSet by = gr_attackers(e->pos, sq, !e->side);
        if (by) {
            int from = gr_set_first(by);
            const char *piece = explain_type(e, gr_type_of(e->pos->board[from]));
            gr_buffer_printf(e->out,
                             sq == c->king_from ? "the king is attacked on %s by the %s on %s"
                             : sq == c->king_to ? "the king would be attacked on %s by the %s on %s"
                                                : "the king would pass over %s, attacked by the %s "
                                                  "on %s",
                             SQUARE(sq), piece, SQUARE(from));
            return true;
        }
        if (sq == c->king_to)
            return false;
    }
}

/* Why the castling of this right is not possible. */
static void explain_right(const Explain *e, int right) {
    GrCastling squares;
    const GrCastling *c = &squares;
    bool held = gr_castling(e->pos, right, &squares);
    const char *side = explain_side(e->side);
    int rook = gr_piece(e->side, gr_castling_rook(e->v, right));
    if (!held && e->v->moving_castlings)
        gr_buffer_printf(e->out, "%s has no right to it: the king or the rook has moved before",
                         side);
    else if (e->pos->board[c->king_from] != gr_piece(e->side, gr_castling_king(e->v, e->side)))
        gr_buffer_printf(e->out, "%s's king does not stand on %s any more", side,
                         SQUARE(c->king_from));
    else if (e->pos->board[c->rook_from] != rook)
        gr_buffer_printf(e->out, "%s has no rook on %s", side, SQUARE(c->rook_from));
    else if (!held)
        gr_buffer_printf(e->out, "%s has no right to it any more: the king or the rook on %s has "
                                 "moved before%s",
                         side, SQUARE(c->rook_from),
                         e->v->defined && gr_defined(e->v)->castles_apart ? ", or the other side castled to that wing"
                                                                          : "");
    else if (!castling_blocked(e, c, gr_castling_is_moved(e->pos, right)) && !castling_attacked(e, c) &&
             !castling_uncovers(e, c))
        gr_buffer_puts(e->out, "this castling is not possible here");
}

/* Does the text mean the castling of this right? */
static bool is_meant(const Explain *e, int right) {
    return side_of_right(e->v, right) == e->side &&
           gr_resolve_wing(tolower((unsigned char)e->v->rights[right]), e->syntax->wing);
}

/* If several are meant, each is named with its reason. */
static void explain_castling(const Explain *e) {
    int meant = 0, named = 0;
    if (e->syntax->becomes) {
        gr_buffer_puts(e->out, "castling promotes nothing");
        return;
    }
    for (int i = 0; i < e->v->castlings; i++)
        meant += is_meant(e, i);
    if (!meant)
        gr_buffer_printf(e->out, e->v->castlings ? "there is no such castling in %s"
                                                 : "there is no castling in %s",
                         e->v->title);
    for (int i = 0; i < e->v->castlings; i++) {
        if (!is_meant(e, i))
            continue;
        if (meant > 1)
            gr_buffer_printf(e->out, "%s%s is not possible: ", named++ ? "; " : "",
                             e->v->castling[i].san);
        explain_right(e, i);
    }
}

bool explain_king_castles(const Explain *e, int from, int to) {
    int df = abs(from % e->v->files - to % e->v->files);
    if (gr_type_of(e->pos->board[from]) != gr_castling_king(e->v, e->side) || df < 2)
        return false;
    for (int i = 0; i < e->v->castlings; i++) {
        GrCastling squares;
        const GrCastling *c = &squares;
        bool held = gr_castling(e->pos, i, &squares);
        if (side_of_right(e->v, i) != e->side || c->king_from != from ||
            (c->king_to != to && c->rook_from != to) || (!held && e->v->moving_castlings))
            continue;
        if (gr_is_legal(e->pos, gr_move_make(GR_CASTLE, from, c->king_to, 0, 0))) {
            gr_buffer_printf(e->out, "castling is written %s", c->san);
            return true;
        }
        gr_buffer_printf(e->out, "a king goes from %s to %s only by castling (%s), and ",
                         SQUARE(from), SQUARE(c->king_to), c->san);
        explain_right(e, i);
        return true;
    }
    return false;
}

/* ---- spells ---- */

static bool beside(const Explain *e, int a, int b) {
    int df = abs(a % e->v->files - b % e->v->files), dr = abs(a / e->v->files - b / e->v->files);
    return df + dr == 1;
}

/* One square diagonally or exactly two orthogonally: where a caster reaches a hole. */
static bool in_reach(const Explain *e, int caster, int hole) {
    int df = abs(caster % e->v->files - hole % e->v->files);
    int dr = abs(caster / e->v->files - hole / e->v->files);
    return (df == 1 && dr == 1) || (df + dr == 2 && (df == 0 || dr == 0));
}

/* The pieces of the side to move that cast spells. */
static GrSet casters(const Explain *e) {
    GrSet found = 0;
    for (int type = 1; type <= e->v->types; type++)
        if (e->v->piece[type].flags & GR_CASTS)
            found |= e->pos->type[type] & e->pos->side[e->side];
    return found;
}

static bool has_caster(const Explain *e, int hole) {
    for (GrSet left = casters(e); left;)
        if (in_reach(e, gr_set_pop(&left), hole))
            return true;
    return false;
}

/* The squares that the text could mean as the hole's. */
static GrSet stated_holes(const Explain *e) {
    const GrSyntax *s = e->syntax;
    GrSet squares = e->lexicon->all;
    if (s->from_file)
        squares &= e->lexicon->files[s->from_file - 1];
    if (s->from_rank)
        squares &= e->lexicon->ranks[s->from_rank - 1];
    return squares;
}

/* No hole of those meant is next to the square. */
static void explain_hole(const Explain *e, GrSet stated) {
    int to = e->syntax->to, one = gr_set_first(stated);
    bool single = gr_set_count(stated) == 1;
    if (single && e->pos->board[one] != GR_HOLE)
        gr_buffer_printf(e->out, "there is no hole on %s", SQUARE(one));
    else if (single)
        gr_buffer_printf(e->out, "the hole on %s is not next to %s", SQUARE(one), SQUARE(to));
    else
        gr_buffer_printf(e->out, "there is no %shole next to %s",
                         stated == e->lexicon->all ? "" : "such ", SQUARE(to));
}

/* The spell is as such possible, but for the king. */
static void explain_danger(const Explain *e, int hole) {
    GrPosition after = *e->pos;
    int to = e->syntax->to, piece = after.board[to];
    explain_lift(&after, hole);
    explain_lift(&after, to);
    explain_put(&after, to, GR_HOLE);
    if (!e->syntax->falls)
        explain_put(&after, hole, piece);
    if (explain_attacked(e, &after, "it would leave "))
        return;
    gr_buffer_printf(e->out, "a spell %s nothing", e->syntax->drop ? "drops" : "promotes");
}

static void explain_spell(const Explain *e) {
    int to = e->syntax->to, target = e->pos->board[to];
    const char *side = explain_side(e->side);
    GrSet stated = stated_holes(e), near = 0, cast = 0;
    for (GrSet left = stated & e->pos->type[0]; left;) {
        int hole = gr_set_pop(&left);
        if (beside(e, hole, to)) {
            near |= gr_set_of(hole);
            cast |= has_caster(e, hole) ? gr_set_of(hole) : 0;
        }
    }
    if (target == GR_HOLE)
        gr_buffer_printf(e->out, "%s is itself a hole", SQUARE(to));
    else if (!near)
        explain_hole(e, stated);
    else if (!casters(e))
        gr_buffer_printf(e->out, "%s has no piece left that casts spells", side);
    else if (!cast)
        gr_buffer_printf(e->out, "%s has no caster one square diagonally or two squares straight "
                                 "from the hole on %s",
                         side, SQUARE(gr_set_first(near)));
    else if (e->syntax->falls && target == GR_EMPTY)
        gr_buffer_printf(e->out, "nothing stands on %s that could fall", SQUARE(to));
    else if (e->syntax->falls && gr_type_of(target) == GR_KING)
        gr_buffer_puts(e->out, "a king cannot be made to fall");
    else if (e->syntax->falls && e->syntax->taken != GR_NO_SQUARE && e->syntax->taken != to)
        gr_buffer_printf(e->out, "what falls stands on %s, not on %s", SQUARE(to), SQUARE(e->syntax->taken));
    else
        explain_danger(e, gr_set_first(cast));
}

/* ---- wizard chess ---- */

static bool has_teleports(const Explain *e) {
    return e->v->camp && e->v->camp->teleports;
}

/* Where the wizard stands, if the text says that it stands elsewhere; else GR_NO_SQUARE. */
static int misplaced_wizard(const Explain *e) {
    const GrSyntax *s = e->syntax;
    int wizard = gr_set_first(e->pos->type[GR_KING] & e->pos->side[e->side]);
    bool stated = s->form == GR_FORM_TELEPORT && s->from_file && s->from_rank;
    return stated && gr_square(e->v, s->from_file - 1, s->from_rank - 1) != wizard ? wizard : GR_NO_SQUARE;
}

static void explain_teleport(const Explain *e) {
    int to = e->syntax->to, target = e->pos->board[to];
    GrSet own = e->pos->type[GR_KING] & e->pos->side[e->side];
    const char *side = explain_side(e->side), *royal = explain_type(e, GR_KING);
    GrPosition after = *e->pos;
    if (!has_teleports(e)) {
        gr_buffer_printf(e->out, "there are no teleports in %s", e->v->title);
    } else if (misplaced_wizard(e) != GR_NO_SQUARE) {
        gr_buffer_printf(e->out, "%s's %s does not stand on %s, but on %s", side, royal,
                         SQUARE(gr_square(e->v, e->syntax->from_file - 1, e->syntax->from_rank - 1)),
                         SQUARE(misplaced_wizard(e)));
    } else if (!(e->pos->rights >> e->side & 1)) {
        gr_buffer_printf(e->out, "%s has no teleport left", side);
    } else if (gr_in_check(e->pos)) {
        explain_attacked(e, e->pos, "a teleport out of check is not allowed, with ");
    } else if (target == GR_EMPTY) {
        gr_buffer_printf(e->out, "%s is empty; %s %s changes places with a piece of its side", SQUARE(to),
                         explain_article(e, GR_KING), royal);
    } else if (gr_side_of(target) != e->side) {
        gr_buffer_printf(e->out, "on %s stands ", SQUARE(to));
        explain_put_owner(e, to);
        gr_buffer_printf(e->out, "; %s %s changes places with a piece of its own side", explain_article(e, GR_KING),
                         royal);
    } else if (gr_set_has(own, to)) {
        gr_buffer_printf(e->out, "on %s stands the %s itself", SQUARE(to), royal);
    } else {
        int from = gr_set_first(own), wizard = after.board[from];
        explain_lift(&after, from);
        explain_lift(&after, to);
        explain_put(&after, from, target);
        explain_put(&after, to, wizard);
        explain_attacked(e, &after, "it would leave ");
    }
}

bool explain_wizard_changes(const Explain *e, int from, int to) {
    int target = e->pos->board[to];
    if (!has_teleports(e) || gr_type_of(e->pos->board[from]) != GR_KING || target == GR_EMPTY ||
        gr_side_of(target) != e->side || from == to)
        return false;
    gr_buffer_printf(e->out, "a teleport, written %c=%s, is not possible: ",
                     e->v->piece[GR_KING].letter, SQUARE(to));
    explain_teleport(e);
    return true;
}

/* A drop from the hand. */
static void explain_entry(const Explain *e) {
    int to = e->syntax->to, type = e->syntax->type;
    GrPosition after = *e->pos;
    const GrDefinition *def = gr_definition_of(e->pos->rules);
    bool held = (def && def->free_drops) || gr_in_hand(e->pos, e->side, gr_base_type(e->v, type));
    if (!held) {
        gr_buffer_printf(e->out, "%s has no %s in hand", explain_side(e->side),
                         explain_type(e, type));
        return;
    }
    if (e->pos->board[to] != GR_EMPTY) {
        gr_buffer_puts(e->out, "a piece is dropped on an empty square, and ");
        explain_put_occupied(e, to);
        return;
    }
    const char *why = gr_objection(e->pos, gr_move_make(GR_ENTER, to, to, type, 0));
    explain_put(&after, to, gr_piece(e->side, type));
    if (why)
        gr_buffer_puts(e->out, why);
    else if (!explain_attacked(e, &after, "it would leave "))
        gr_buffer_puts(e->out, "a Pawn is not dropped on the first or the last rank");
}

static void explain_placement(const Explain *e) {
    int to = e->syntax->to, type = e->syntax->type;
    const char *side = explain_side(e->side);
    if (e->v->lone_walls && !type) {
        explain_lone_wall(e);
    } else if (e->v->hands) {
        explain_entry(e);
    } else if (!e->v->camp || !e->v->camp->returns) {
        gr_buffer_printf(e->out, "no pieces are placed in %s", e->v->title);
    } else if (type && type != e->v->camp->returns) {
        gr_buffer_printf(e->out, "only a captured %s is placed, not %s %s", explain_type(e, e->v->camp->returns),
                         explain_article(e, type), explain_type(e, type));
    } else if (!e->pos->pending) {
        gr_buffer_printf(e->out, "%s has no captured %s to place", side, explain_type(e, e->v->camp->returns));
    } else if (gr_set_has(e->v->camp->return_to[e->side], to)) {
        explain_put_occupied(e, to);
    } else {
        gr_buffer_printf(e->out, "%s is none of %s's X squares, which are", SQUARE(to), side);
        GrSet squares = e->v->camp->return_to[e->side];
        for (const char *lead = " "; squares; lead = ", ")
            gr_buffer_printf(e->out, "%s%s", lead, SQUARE(gr_set_pop(&squares)));
    }
}

void explain_special(const Explain *e) {
    switch (e->syntax->form) {
    case GR_FORM_CASTLE:
        explain_castling(e);
        break;
    case GR_FORM_SPELL:
        explain_spell(e);
        break;
    case GR_FORM_TELEPORT:
        explain_teleport(e);
        break;
    case GR_FORM_PLACE:
        explain_placement(e);
        break;
    default:
        explain_attacked(e, e->pos, "a turn cannot be passed in check, with ");
        break;
    }
}
