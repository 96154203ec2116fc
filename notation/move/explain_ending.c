/* Reasons why a move whose squares are right is still not as the text has it: what the piece
 * becomes, what is dropped, the quest, castling, a change of places. */
#include "notation/move/explain.h"
#include "notation/move/resolve.h"

#include <stdlib.h>
#include <string.h>

/* What is legal from the one square to the other. */
typedef struct Endings {
    unsigned kinds;    /* bits 1 << GrMoveKind */
    unsigned becomes;  /* bits 1 << type, of promotions */
    unsigned drops;    /* of drops */
    int taken;         /* the square of what is taken, else GR_NO_SQUARE */
} Endings;

static Endings endings(const Explain *e, int from, int to) {
    Endings found = {.taken = GR_NO_SQUARE};
    GrMoveList *list = malloc(sizeof *list); /* too large for a small stack */
    if (!list) {
        e->out->failed = true;
        return found;
    }
    gr_moves(e->pos, list);
    for (unsigned i = 0; i < list->count; i++) {
        GrMove m = list->move[i];
        GrMoveKind kind = gr_move_kind(m);
        if (gr_move_from(m) != from || gr_move_to(m) != to)
            continue;
        found.kinds |= 1u << (gr_is_castling(m) ? GR_CASTLE : gr_kind_unwalled(kind));
        found.taken = gr_captured_square(e->pos, m);
        if (gr_kind_unwalled(kind) == GR_NORMAL && gr_move_piece(m))
            found.becomes |= 1u << gr_move_piece(m);
        if (kind == GR_DROP && !e->v->gates)
            found.drops |= 1u << gr_move_piece(m);
    }
    free(list);
    return found;
}

/* ---- drops ---- */

static void missing_drop(const Explain *e, int from, int to, unsigned drops) {
    gr_buffer_printf(e->out, "on %s the %s must drop ", SQUARE(to),
                     explain_type(e, gr_type_of(e->pos->board[from])));
    explain_put_types(e, drops);
    if (e->syntax->drop)
        gr_buffer_printf(e->out, ", not %s %s", explain_article(e, e->syntax->drop),
                         explain_type(e, e->syntax->drop));
    else
        gr_buffer_puts(e->out, ", and the text does not say which and where");
}

/* The right piece, but not on that square. */
static void wrong_drop(const Explain *e, int from, int to) {
    int at = e->syntax->third;
    GrPosition after = *e->pos;
    if (at == to) {
        gr_buffer_printf(e->out, "the %s itself goes to %s, so nothing can be dropped there",
                         explain_type(e, gr_type_of(e->pos->board[from])), SQUARE(to));
    } else if (e->pos->board[at] != GR_EMPTY && at != from) {
        gr_buffer_puts(e->out, "a piece is dropped on an empty square, and ");
        explain_put_occupied(e, at);
    } else {
        explain_lift(&after, to);
        explain_put(&after, to, after.board[from]);
        explain_lift(&after, from);
        explain_put(&after, at, gr_piece(e->side, e->syntax->drop));
        explain_attacked(e, &after, "it would leave ");
    }
}

/* The types of which the piece on `from` must drop one when it goes to `to`, as bits. */
static unsigned drops_due(const Explain *e, int from, int to) {
    int type = gr_type_of(e->pos->board[from]), rank = gr_relative_rank(e->v, e->side, to);
    if (!gr_is_carrier(e->v, type))
        return 0;
    unsigned held = gr_reserve_due(e->v, e->pos->pocket[2 * e->side + (type == e->v->carrier[1])], rank), due = 0;
    for (int i = 0; i < 3; i++)
        due |= held >> i & 1 ? 1u << e->v->carried[i] : 0u;
    return due;
}

static void put_carriers(const Explain *e, int type) {
    const uint8_t *carrier = e->v->carrier;
    gr_buffer_printf(e->out, "%s %s drops nothing, only %ss", explain_article(e, type), explain_type(e, type),
                     explain_type(e, carrier[0]));
    if (carrier[1])
        gr_buffer_printf(e->out, " and %ss", explain_type(e, carrier[1]));
    gr_buffer_puts(e->out, " do");
}

static void put_carry_ranks(const Explain *e, int to) {
    int first = e->side == GR_WHITE ? e->v->carry_rank + 1 : e->v->ranks - e->v->carry_rank;
    int step = e->side == GR_WHITE ? 1 : -1;
    gr_buffer_printf(e->out, "drops are made on arrival on ranks %d, %d and %d, not on %s", first, first + step,
                     first + 2 * step, SQUARE(to));
}

/* A drop where none is made. */
static void vain_drop(const Explain *e, int from, int to) {
    int type = gr_type_of(e->pos->board[from]), rank = gr_relative_rank(e->v, e->side, to);
    if (!e->v->drops)
        gr_buffer_printf(e->out, "nothing is dropped in %s", e->v->title);
    else if (!gr_is_carrier(e->v, type))
        put_carriers(e, type);
    else if (rank < e->v->carry_rank || rank > e->v->carry_rank + 2)
        put_carry_ranks(e, to);
    else
        gr_buffer_printf(e->out, "the %s has nothing in reserve that is dropped on arrival on rank "
                                 "%d",
                         explain_type(e, type), to / e->v->files + 1);
}

bool explain_drop(const Explain *e, int from, int to) {
    unsigned due = drops_due(e, from, to);
    int drop = e->syntax->drop;
    if (!drop)
        return false;
    if (!due)
        vain_drop(e, from, to);
    else if (!(due >> drop & 1))
        missing_drop(e, from, to, due);
    else
        wrong_drop(e, from, to);
    return true;
}

/* ---- promotions and quests ---- */

static bool in_camp(const Explain *e, int sq) {
    return gr_set_has(e->v->camp->region[e->side], sq);
}

/* Does a piece of this type rise in the enemy camp, as in Wizard Chess? */
static bool climbs(const Explain *e, int type) {
    return e->v->camp && e->v->camp->rises[type];
}

/* "the enemy camp, ranks 10 to 12" */
static void put_camp(const Explain *e) {
    GrSet camp = e->v->camp->region[e->side], row = gr_set_below(e->v->files);
    int first = -1, last = -1, whole = 0;
    for (int rank = 0; rank < e->v->ranks; rank++) {
        GrSet ranks = row << rank * e->v->files;
        whole += (camp & ranks) == ranks;
        first = first < 0 && (camp & ranks) ? rank : first;
        last = camp & ranks ? rank : last;
    }
    gr_buffer_puts(e->out, "the enemy camp");
    if (whole && whole == last - first + 1)
        gr_buffer_printf(e->out, whole > 1 ? ", ranks %d to %d" : ", rank %d", first + 1, last + 1);
}

/* Is it the type that comes back by a quest? */
static bool is_quest(const Explain *e, int type) {
    return e->v->camp && e->v->camp->quest && e->v->camp->quest == type;
}

static void vain_quest(const Explain *e, int from, int to) {
    int type = gr_type_of(e->pos->board[from]);
    if (!e->v->camp || !e->v->camp->quest) {
        gr_buffer_printf(e->out, "there is no quest in %s", e->v->title);
    } else if (!climbs(e, type)) {
        gr_buffer_printf(e->out, "%s %s does not go on the quest", explain_article(e, type),
                         explain_type(e, type));
    } else if (gr_set_has(e->pos->extra[GR_PROMOTED], from)) {
        gr_buffer_printf(e->out, "the %s on %s has been promoted and goes on no quest",
                         explain_type(e, type), SQUARE(from));
    } else if (gr_set_has(e->pos->extra[GR_QUESTING], from)) {
        gr_buffer_printf(e->out, "the %s on %s is on the quest already", explain_type(e, type),
                         SQUARE(from));
    } else if (!in_camp(e, to)) {
        gr_buffer_puts(e->out, "the quest is declared at the end of a move in ");
        put_camp(e);
    } else if (!e->pos->pocket[e->side]) {
        gr_buffer_printf(e->out, "%s has no %s to resurrect, and so no quest to declare",
                         explain_side(e->side), explain_type(e, e->v->camp->quest));
    } else {
        gr_buffer_printf(e->out, "on the last rank the %s is resurrected at once, which is written =%c",
                         explain_type(e, e->v->camp->quest), e->v->piece[e->v->camp->quest].letter);
    }
}

/* The text has a dragon resurrected. */
static void vain_resurrection(const Explain *e, int from, int to) {
    const char *dragon = explain_type(e, e->v->camp->quest);
    if (!e->pos->pocket[e->side])
        gr_buffer_printf(e->out, "%s has no %s to resurrect", explain_side(e->side), dragon);
    else if (gr_relative_rank(e->v, e->side, to) != e->v->ranks - 1)
        gr_buffer_printf(e->out, "%s %s is resurrected on the last rank, not on %s",
                         explain_article(e, e->v->camp->quest), dragon, SQUARE(to));
    else
        gr_buffer_printf(e->out, "the %s on %s has been promoted and cannot be replaced by %s %s",
                         explain_type(e, gr_type_of(e->pos->board[from])), SQUARE(from),
                         explain_article(e, e->v->camp->quest), dragon);
}

/* The text has the piece promoted, and it is not. */
static void vain_promotion(const Explain *e, int from, int to) {
    int type = gr_type_of(e->pos->board[from]);
    const char *name = explain_type(e, type);
    if (climbs(e, type) && is_quest(e, e->syntax->becomes))
        vain_resurrection(e, from, to);
    else if (climbs(e, type) && gr_set_has(e->pos->extra[GR_PROMOTED], from))
        gr_buffer_printf(e->out, "the %s on %s has been promoted once, and is not again", name,
                         SQUARE(from));
    else if (climbs(e, type) && gr_set_has(e->pos->extra[GR_QUESTING], from))
        gr_buffer_printf(e->out, "the %s on %s is on the quest and is not promoted", name,
                         SQUARE(from));
    else if (climbs(e, type)) {
        gr_buffer_printf(e->out, "a %s is promoted at the end of a move in ", name);
        put_camp(e);
    } else if (e->v->piece[type].flags & GR_IS_PAWN)
        gr_buffer_printf(e->out, "%s %s is promoted on the last rank only, not on %s",
                         explain_article(e, type), name, SQUARE(to));
    else if (e->v->promoted && gr_becomes_by_sign(e->pos, from, '+'))
        gr_buffer_printf(e->out, "%s %s is promoted by a move from or to its promotion region, not from %s to %s",
                         explain_article(e, type), name, SQUARE(from), SQUARE(to));
    else
        gr_buffer_printf(e->out, "%s %s is not promoted", explain_article(e, type), name);
}

static void wrong_promotion(const Explain *e, int from, const Endings *legal) {
    int type = gr_type_of(e->pos->board[from]), becomes = e->syntax->becomes;
    gr_buffer_printf(e->out, "%s %s becomes ", explain_article(e, type), explain_type(e, type));
    explain_put_types(e, legal->becomes);
    if (becomes)
        gr_buffer_printf(e->out, ", not %s %s", explain_article(e, becomes),
                         explain_type(e, becomes));
    else
        gr_buffer_puts(e->out, ", and the text does not say which");
}

/* ---- moves that are written in another way ---- */

static void say_castling(const Explain *e, int from, int to) {
    GrMove move = gr_move_make(GR_CASTLE, from, to, 0, 0);
    const char *san = e->v->castling[gr_castling_right(e->pos, move)].san;
    if (e->syntax->drop || e->syntax->becomes)
        gr_buffer_printf(e->out, "castling %s nothing; it is written %s",
                         e->syntax->drop ? "drops" : "promotes", san);
    else
        gr_buffer_printf(e->out, "castling is written %s", san);
}

/* The text names the square of what is taken, and it is another one, or there is none. */
static void wrong_taken(const Explain *e, int from, int to, int taken) {
    gr_buffer_printf(e->out, "from %s to %s the %s takes ", SQUARE(from), SQUARE(to),
                     explain_type(e, gr_type_of(e->pos->board[from])));
    if (taken == GR_NO_SQUARE)
        gr_buffer_printf(e->out, "nothing, on %s or elsewhere", SQUARE(e->syntax->taken));
    else
        gr_buffer_printf(e->out, "what stands on %s, not on %s", SQUARE(taken), SQUARE(e->syntax->taken));
}

bool explain_ending(const Explain *e, int from, int to) {
    const GrSyntax *s = e->syntax;
    Endings legal = endings(e, from, to);
    if (!legal.kinds)
        return false;
    if (legal.kinds == 1u << GR_CASTLE)
        say_castling(e, from, to);
    else if (s->taken != GR_NO_SQUARE && s->taken != legal.taken)
        wrong_taken(e, from, to, legal.taken);
    else if (legal.kinds == 1u << GR_TELEPORT)
        gr_buffer_printf(e->out, "a teleport is written %c=%s", e->v->piece[GR_KING].letter,
                         SQUARE(to));
    else if (legal.drops && !(s->drop && legal.drops >> s->drop & 1))
        missing_drop(e, from, to, legal.drops);
    else if (legal.drops)
        wrong_drop(e, from, to);
    else if (s->drop)
        vain_drop(e, from, to);
    else if (s->quest)
        vain_quest(e, from, to);
    else if (s->becomes && climbs(e, gr_type_of(e->pos->board[from])) &&
             is_quest(e, s->becomes))
        vain_resurrection(e, from, to);
    else if (legal.becomes)
        wrong_promotion(e, from, &legal);
    else if (s->becomes)
        vain_promotion(e, from, to);
    else if (legal.kinds == 1u << GR_RESURRECT)
        gr_buffer_printf(e->out, "the %s is resurrected by this move, which is written =%c",
                         explain_type(e, e->v->camp->quest), e->v->piece[e->v->camp->quest].letter);
    else
        return false;
    return true;
}
