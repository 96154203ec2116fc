/* Asking tests of one ply. */
#include <string.h>

#include "db/query/run/moment.h"
#include "db/query/run/sets.h"
#include "notation/judge/judgement.h"

/* ---- the board ---- */

static bool board_fits(const BoardTest *board, const GrPosition *pos) {
    for (unsigned i = 0; i < board->classes; i++)
        if (board->class[i].squares & ~query_plane(&board->class[i].plane, pos))
            return false;
    return true;
}

/* All corners at once: a corner stays if each cell's square is in the cell's plane. */
static bool shifted_fits(const BoardTest *board, const GrPosition *pos) {
    GrSet corners = board->corners, plane = 0;
    for (unsigned i = 0, last = UINT32_MAX; corners && i < board->cells; i++) {
        const BoardCell *cell = &board->cell[i];
        if (cell->plane != last)
            plane = query_plane(&board->class[cell->plane].plane, pos);
        last = cell->plane;
        corners &= plane >> cell->offset;
    }
    return corners;
}

static bool material_fits(const MaterialTest *m, const GrPosition *pos) {
    bool straight = m->either_way || !m->swapped, swapped = m->either_way || m->swapped;
    for (unsigned types = m->types; types && (straight || swapped); types &= types - 1) {
        int type = __builtin_ctz(types);
        int white = gr_set_count(pos->type[type] & pos->side[GR_WHITE]);
        int black = gr_set_count(pos->type[type] & pos->side[GR_BLACK]);
        int left = m->left[type], right = m->right[type];
        if (!m->exact) {
            straight &= white - black == left - right;
            swapped &= black - white == left - right;
        } else {
            straight &= white == left && (m->one_sided || black == right);
            swapped &= black == left && (m->one_sided || white == right);
        }
    }
    return straight || swapped;
}

static bool is_final(const Moment *m) {
    return m->next == GR_NO_MOVE;
}

static bool passes(const Moment *m) {
    return !is_final(m) && gr_move_kind(m->next) == GR_PASS;
}

/* Has the side to move no legal move, and this is not the end by another rule? */
static bool ends(const GrPosition *pos) {
    return !gr_can_move(pos) && !gr_is_over(pos);
}

/* Is there a legal move that mates? */
static bool may_mate(const GrPosition *pos) {
    GrMoveList list;
    gr_moves(pos, &list);
    for (size_t i = 0; i < list.count; i++) {
        GrPosition after;
        gr_position_copy(&after, pos);
        gr_play(&after, list.move[i]);
        if (gr_in_check(&after) && ends(&after))
            return true;
    }
    return false;
}

/* Mate ends a game, and so does stalemate unless a text goes on by a null move. */
static bool state_fits(QueryState what, const Moment *m) {
    switch (what) {
    case QUERY_TO_MOVE:
        return true;
    case QUERY_CHECK:
        return gr_in_check(m->pos);
    case QUERY_DISCOVERED_CHECK:
        return query_discovers(m->pos, m->played);
    case QUERY_CHECKMATE:
        return is_final(m) && gr_in_check(m->pos) && ends(m->pos);
    case QUERY_STALEMATE:
        return (is_final(m) || passes(m)) && !gr_in_check(m->pos) && ends(m->pos);
    case QUERY_FINAL:
        return is_final(m);
    case QUERY_IN_VARIATION:
        return m->ply >= m->leaves;
    case QUERY_MAY_MATE:
        return may_mate(m->pos);
    default:
        return m->pos->ep != 0;
    }
}

/* ---- texts ---- */

static bool comment_fits(const char *wanted, const Moment *m) {
    const char *comment = m->text->comment, *before = m->text->before;
    return (comment && *comment && query_contains(comment, wanted)) ||
           (before && *before && query_contains(before, wanted));
}

/* By the judgement if there is one, else by the text's NAGs. */
static bool judged_fits(QueryJudged what, unsigned sides, const Moment *m) {
    static const GrGrade grade[] = {GR_DUBIOUS, GR_MISTAKE, GR_BLUNDER};
    static const unsigned mark[] = {[QUERY_MISSED_MATE] = GR_MATE_MISSED, [QUERY_ALLOWED_MATE] = GR_MATE_ALLOWED,
                                    [QUERY_TURNING_POINT] = GR_TURNING_POINT};
    const GrJudgedMove *judged = m->text->judged;
    if (!m->played->is || !(sides >> m->played->side & 1))
        return false;
    if (what >= QUERY_MISSED_MATE)
        return judged && (judged->marks & mark[what]);
    if (judged && judged->grade != GR_NOT_JUDGED)
        return judged->grade == grade[what];
    return m->text->nags && strchr(m->text->nags, gr_grade_nag(grade[what]));
}

/* ---- all of them ---- */

static bool joint_fits(const Test *test, const Moment *m) {
    bool absorbing = test->op == TEST_OR;
    for (unsigned i = 0; i < test->parts; i++)
        if (query_test(test->part[i], m) == absorbing)
            return absorbing;
    return !absorbing;
}

static bool count_fits(const Test *test, const Moment *m) {
    int count = gr_set_count(query_squares(&test->count.set, m->pos));
    return count >= test->count.low && count <= test->count.high;
}

static bool checkers_fit(const Test *test, const GrPosition *pos) {
    int count = query_checkers(pos);
    return count >= test->number.low && count <= test->number.high;
}

bool query_rights_fit(const Test *test, unsigned rights) {
    if (test->op == TEST_RIGHTS_EXACT)
        return rights == test->rights;
    unsigned both = rights & test->rights;
    return test->op == TEST_RIGHTS_ALL ? both == test->rights : both != 0;
}

static bool other_fits(const Test *test, const Moment *m) {
    const GrPosition *pos = m->pos;
    switch (test->op) {
    case TEST_PLY:
        return m->ply >= test->number.low && m->ply <= test->number.high;
    case TEST_CHECKERS:
        return checkers_fit(test, pos);
    case TEST_POSITION:
        return pos->key == test->position->key && gr_same(pos, test->position);
    case TEST_STATE:
        return (test->state.sides >> pos->turn & 1) && state_fits(test->state.what, m);
    case TEST_RIGHTS_ALL:
    case TEST_RIGHTS_ANY:
    case TEST_RIGHTS_EXACT:
        return query_rights_fit(test, gr_rights_held(pos));
    case TEST_EVENT:
        return query_event_fits(&test->event, m->played);
    case TEST_SACRIFICE: /* the matcher knows */
        return false;
    case TEST_COMMENT:
        return comment_fits(test->comment, m);
    case TEST_JUDGED:
        return judged_fits(test->judged.what, test->judged.sides, m);
    default:
        return m->text->nags && strchr(m->text->nags, test->nag);
    }
}

bool query_test(const Test *test, const Moment *m) {
    switch (test->op) {
    case TEST_FALSE:
    case TEST_TRUE:
        return test->op == TEST_TRUE;
    case TEST_AND:
    case TEST_OR:
        return joint_fits(test, m);
    case TEST_NOT:
        return !query_test(test->part[0], m);
    case TEST_FACT:
        return m->fact[test->fact];
    case TEST_SOME:
    case TEST_NONE:
        return query_some(&test->set, m->pos) == (test->op == TEST_SOME);
    case TEST_COUNT:
        return count_fits(test, m);
    case TEST_SUM:
        return query_sum_fits(&test->sum, m);
    case TEST_BOARD:
        return board_fits(&test->board, m->pos);
    case TEST_SHIFTED:
        return shifted_fits(&test->board, m->pos);
    case TEST_MATERIAL:
        return material_fits(&test->material, m->pos);
    default:
        return other_fits(test, m);
    }
}
