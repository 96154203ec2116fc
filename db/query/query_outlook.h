/* What can still come in a game. Internal to the query language. */
#ifndef GR_DB_QUERY_OUTLOOK_H
#define GR_DB_QUERY_OUTLOOK_H

#include "db/query/query_compiled.h"

/* For how long an outlook stays as it is: until this number of pieces has gone, and before this ply. */
typedef struct Slack {
    int pieces;
    uint32_t ply;
} Slack;

/* What is known of the positions that are yet to come. */
typedef struct Outlook {
    const GrPlan *plan;
    const bool *fact;
    uint32_t from, to;            /* their plies */
    const GrPosition *pos;        /* the first of them has no more pieces than this one; NULL: it
                                     is not known */
    const GrFinalCounts *final;   /* the last has these; NULL: not known */
    bool bare;                    /* no ply has a comment or a NAG */
    Slack *slack;                 /* made less by each thing that the answer depends on */
} Outlook;

/* query_outlook.c: will the test hold at all of these plies, at none, or is that open? */
Chance query_chance(const Test *test, const Outlook *outlook);
bool query_fades(const GrPlan *plan, const Test *test);

#endif
