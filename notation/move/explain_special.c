/* Reasons why a castling, a spell, a teleport or a placement is not possible. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move/explain.h"

/* ---- castling ---- */

static const GrCastling *find_castling(const Explain *e, int *right) {
    char wing = e->syntax->wing;
    for (int i = 0; i < e->v->castlings; i++) {
        int side = isupper((unsigned char)e->v->rights[i]) ? GR_WHITE : GR_BLACK;
        int letter = tolower((unsigned char)e->v->rights[i]);
        if (side == e->side && (wing == letter || (wing == 's' && letter == 'k') ||
                                (wing == 'l' && letter == 'q'))) {
            *right = i;
            return &e->v->castling[i];
        }
    }
    return NULL;
}

static int step_towards(int from, int to) {
    return to > from ? 1 : -1;
}

static bool castling_blocked(const Explain *e, const GrCastling *c) {
    int step = step_towards(c->king_from, c->rook_from);
    for (int sq = c->king_from + step; sq != c->rook_from; sq += step)
        if (e->pos->board[sq] != GR_EMPTY) {
            explain_put_square(e, sq);
            gr_buffer_puts(e->out, ", between king and rook, is occupied by ");
            explain_put_owner(e, sq);
            return true;
        }
    return false;
}

static void castling_attacked(const Explain *e, const GrCastling *c) {
    int step = step_towards(c->king_from, c->king_to);
    for (int sq = c->king_from;; sq += step) {
        GrSet by = gr_attackers(e->pos, sq, !e->side);
        if (by) {
            int from = gr_set_first(by);
            gr_buffer_printf(e->out, "the king %s ", sq == c->king_from ? "is attacked on"
                                                     : sq == c->king_to ? "would be attacked on"
                                                                        : "would pass over");
            explain_put_square(e, sq);
            gr_buffer_puts(e->out, sq == c->king_from || sq == c->king_to ? " by the "
                                                                          : ", attacked by the ");
            gr_buffer_printf(e->out, "%s on ",
                             e->v->piece[gr_type_of(e->pos->board[from])].name);
            explain_put_square(e, from);
            return;
        }
        if (sq == c->king_to)
            break;
    }
    gr_buffer_puts(e->out, "this castling is not possible here");
}

static void explain_castling(const Explain *e) {
    int right = 0;
    const GrCastling *c = find_castling(e, &right);
    int king = gr_piece(e->side, GR_KING);
    if (!c) {
        gr_buffer_printf(e->out, e->v->castlings ? "there is no such castling in %s"
                                                 : "there is no castling in %s",
                         e->v->title);
    } else if (e->pos->board[c->king_from] != king) {
        gr_buffer_printf(e->out, "%s's king has left its place", explain_side(e->side));
    } else if (!(e->pos->rights >> right & 1)) {
        gr_buffer_printf(e->out, "%s's king or that rook has moved before, or is gone",
                         explain_side(e->side));
    } else if (!castling_blocked(e, c)) {
        castling_attacked(e, c);
    }
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

static bool has_caster(const Explain *e, int hole) {
    for (int sq = 0; sq < gr_squares(e->v); sq++) {
        int piece = e->pos->board[sq];
        if (piece != GR_EMPTY && piece != GR_HOLE && gr_side_of(piece) == e->side &&
            e->v->piece[gr_type_of(piece)].flags & GR_CASTS && in_reach(e, sq, hole))
            return true;
    }
    return false;
}

/* The holes beside the square that the text could mean. */
static GrSet stated_holes(const Explain *e) {
    const GrSyntax *s = e->syntax;
    GrSet holes = e->pos->type[0];
    if (s->from_file)
        holes &= e->lexicon->files[s->from_file - 1];
    if (s->from_rank)
        holes &= e->lexicon->ranks[s->from_rank - 1];
    return holes;
}

static void explain_spell(const Explain *e) {
    int to = e->syntax->to, target = e->pos->board[to];
    GrSet holes = stated_holes(e), near = 0, cast = 0;
    for (GrSet left = holes; left;) {
        int hole = gr_set_pop(&left);
        if (beside(e, hole, to)) {
            near |= gr_set_of(hole);
            cast |= has_caster(e, hole) ? gr_set_of(hole) : 0;
        }
    }
    if (target == GR_HOLE) {
        explain_put_square(e, to);
        gr_buffer_puts(e->out, " is itself a hole");
    } else if (!near) {
        gr_buffer_puts(e->out, "there is no such hole beside ");
        explain_put_square(e, to);
    } else if (!cast) {
        gr_buffer_printf(e->out, "%s has no magician in reach of the hole on ",
                         explain_side(e->side));
        explain_put_square(e, gr_set_first(near));
    } else if (e->syntax->falls && target == GR_EMPTY) {
        gr_buffer_puts(e->out, "nothing stands on ");
        explain_put_square(e, to);
        gr_buffer_puts(e->out, " that could fall");
    } else if (e->syntax->falls && gr_type_of(target) == GR_KING) {
        gr_buffer_puts(e->out, "a king cannot be made to fall");
    } else {
        gr_buffer_printf(e->out, "it would leave %s's king attacked", explain_side(e->side));
    }
}

/* ---- wizard chess ---- */

static void explain_teleport(const Explain *e) {
    int target = e->pos->board[e->syntax->to];
    int z = e->side == GR_WHITE ? 0 : 1;
    if (e->v->castlings || !strchr(e->v->rights, 'Z')) {
        gr_buffer_printf(e->out, "there are no teleports in %s", e->v->title);
    } else if (!(e->pos->rights >> z & 1)) {
        gr_buffer_printf(e->out, "%s has teleported before", explain_side(e->side));
    } else if (gr_in_check(e->pos)) {
        gr_buffer_puts(e->out, "nobody teleports out of check; ");
        explain_attacked(e, GR_NO_SQUARE, GR_NO_SQUARE, "");
    } else if (target == GR_EMPTY || gr_side_of(target) != e->side) {
        gr_buffer_printf(e->out, "%s has no piece on ", explain_side(e->side));
        explain_put_square(e, e->syntax->to);
    } else {
        gr_buffer_printf(e->out, "it would leave %s's %s attacked", explain_side(e->side),
                         e->v->piece[GR_KING].name);
    }
}

static void explain_placement(const Explain *e) {
    if (!e->pos->pending) {
        gr_buffer_printf(e->out, "%s has nothing to place", explain_side(e->side));
    } else {
        explain_put_square(e, e->syntax->to);
        gr_buffer_printf(e->out, " is no vacant X square of %s's", explain_side(e->side));
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
        gr_buffer_puts(e->out, "a turn cannot be passed in check");
        break;
    }
}
