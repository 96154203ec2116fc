/* Screens: what the last move says of checks. A position with a check in it that the move before it
 * cannot have given need not be asked for. Internal to the query language. */
#ifndef GR_DB_QUERY_SCREEN_H
#define GR_DB_QUERY_SCREEN_H

#include "db/query/query_compiled.h"

/* Makes what the plan needs for the screens of its ways, or takes these away where the variant's
 * checks come about in other ways than those of chess. False when memory runs out. */
bool query_make_screens(GrPlan *plan);

/* May there be such a check after the legal move that led to pos? A move that leaves no king attacked
 * but by itself gives check from where it goes to, or opens a line at where it came from. */
static inline bool query_screen_lets(const GrPlan *plan, Screen screen, const GrPosition *pos, GrMove last) {
    GrSet king = pos->type[GR_KING] & pos->side[pos->turn];
    if (last >> 14 || last == GR_NO_MOVE || !king)
        return true;
    int at = plan->narrow ? __builtin_ctzll((uint64_t)king) : gr_set_first(king);
    bool opens = gr_set_has(plan->lines[at], gr_move_from(last));
    if (screen == SCREEN_DISCOVERED || opens == (screen == SCREEN_CHECK))
        return opens;
    int to = gr_move_to(last);
    return gr_set_has(plan->near[gr_type_of(pos->board[to])][!pos->turn * GR_MAX_SQUARES + at], to);
}

#endif
