/* Sums of numbers at one ply: counts, clocks, evaluations. */
#include "db/query/run/moment.h"
#include "db/query/run/sets.h"
#include "notation/eval.h"

/* The position has stood on the board so often in the game, this time included. */
static int64_t occurrences(const Moment *m) {
    int64_t count = 0;
    for (uint32_t ply = m->since; ply <= m->ply; ply++)
        count += m->keys[ply] == m->pos->key;
    return count;
}

int query_checkers(const GrPosition *pos) {
    GrSet royal = pos->side[pos->turn] & pos->type[GR_KING];
    return royal ? gr_set_count(gr_attackers(pos, gr_set_first(royal), !pos->turn)) : 0;
}

/* An evaluation that says "it is mate" without saying whose is that of the side to move. */
static bool evaluation(const Moment *m, int64_t *value) {
    GrEval eval;
    if (!m->text->comment || !gr_eval_find(m->text->comment, &eval))
        return false;
    if (!eval.mate)
        *value = eval.centipawns;
    else if (eval.moves > 0 || (eval.moves == 0 && m->pos->turn == GR_BLACK))
        *value = QUERY_MATE - 100 * (int64_t)eval.moves;
    else
        *value = -QUERY_MATE - 100 * (int64_t)eval.moves;
    return true;
}

/* What is printed before the move that led to the position; at the start, before the one that would have led there.
 * Whoever begins a game has the next number when it is his turn, unless his own ply was the placement before it. */
static int64_t printed_number(const Moment *m) {
    const GrPosition *pos = m->pos;
    bool counted = pos->turn == gr_variant(pos->rules)->first && !gr_kind_does(gr_move_kind(m->last), GR_HALF);
    return (int64_t)pos->number - counted;
}

/* The value of a term before its factor; false if it is not known. */
static bool value_of(const SumTerm *term, const Moment *m, int64_t *value) {
    switch (term->value) {
    case QUERY_COUNT: /* whose factor makes it hundredths */
        *value = term->is_pocket ? query_pocket(&term->pocket, m->pos)
                                 : gr_set_count(query_squares(&term->set, m->pos));
        return true;
    case QUERY_PLY:
        *value = 100 * (int64_t)m->ply;
        return true;
    case QUERY_MOVE:
        *value = 100 * printed_number(m);
        return true;
    case QUERY_CLOCK:
        *value = 100 * (int64_t)m->pos->clock;
        return true;
    case QUERY_CHOICES:
        *value = 100 * (int64_t)gr_count_moves(m->pos);
        return true;
    case QUERY_CHECKERS:
        *value = 100 * (int64_t)query_checkers(m->pos);
        return true;
    case QUERY_OCCURRENCE:
        *value = 100 * occurrences(m);
        return true;
    case QUERY_EVAL:
        return evaluation(m, value);
    default:
        *value = m->number[term->number].value;
        return m->number[term->number].known;
    }
}

bool query_sum_fits(const SumTest *sum, const Moment *m) {
    int64_t total = 0, value;
    for (unsigned i = 0; i < sum->terms; i++) {
        if (!value_of(&sum->term[i], m, &value))
            return false;
        total += sum->term[i].factor * value;
    }
    return (total >= sum->low && total <= sum->high) != sum->differs;
}
