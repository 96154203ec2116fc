/* What a test of pawns came to: it stays as long as no pawn moves, comes or goes. Internal to the query
 * language. */
#ifndef GR_DB_QUERY_MEMO_H
#define GR_DB_QUERY_MEMO_H

#include "db/query/query_compiled.h"

/* Where pawns stand: those of each side, and those of the first type, which says all where there are
 * no more than two. */
typedef struct QueryPawns {
    GrSet set[3];
    uint64_t turn; /* grows whenever they are found otherwise; begins with 1 */
} QueryPawns;

/* Valid while pawns are as they were in that turn. */
typedef struct QueryMemo {
    uint64_t turn;
    bool held;
} QueryMemo;

static inline void query_note_pawns(QueryPawns *pawns, const GrPlan *plan, const GrPosition *pos) {
    GrSet first = pos->type[plan->pawn], all = first;
    for (unsigned types = plan->pawns & (plan->pawns - 1u); types; types &= types - 1)
        all |= pos->type[__builtin_ctz(types)];
    GrSet white = all & pos->side[GR_WHITE], black = all & pos->side[GR_BLACK];
    pawns->turn += white != pawns->set[0] || black != pawns->set[1] || first != pawns->set[2];
    pawns->set[0] = white;
    pawns->set[1] = black;
    pawns->set[2] = first;
}

/* On a narrow board: do they stand as they did? Where this says no they may. */
static inline bool query_pawns_stay(const QueryPawns *pawns, const GrPlan *plan, const GrPosition *pos) {
    uint64_t all = (uint64_t)pos->type[plan->pawn];
    return plan->one_pawn && (all & (uint64_t)pos->side[GR_WHITE]) == (uint64_t)pawns->set[0] &&
           (all & (uint64_t)pos->side[GR_BLACK]) == (uint64_t)pawns->set[1];
}

#endif
