/* Who judged, and within what limit, as shown to people: "Stockfish 15.1, Skill Level=3, 1000 nodes, 3 lines". Verdicts
 * of one engine that were found with different amounts are a mixture, which has the least and the greatest of them:
 * "Grimoire 0.1.0, 100 to 3000 nodes".
 */
#ifndef GR_NOTATION_JUDGED_BY_H
#define GR_NOTATION_JUDGED_BY_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/decls.h"

GR_BEGIN_DECLS

enum {
    GR_JUDGE_TEXT = 200, /* bytes of a judge's engine and of its options, with their NUL */
    GR_JUDGE_NAME = 2 * GR_JUDGE_TEXT + 100 /* of the whole, likewise */
};

typedef enum GrLimitKind {
    GR_BY_DEPTH,    /* plies */
    GR_BY_NODES,    /* positions visited */
    GR_BY_MOVETIME, /* milliseconds */
    GR_BY_OTHERS    /* not known, since somebody else searched: the amount is 0, and the depth of each
                       verdict counts in its place */
} GrLimitKind;

/* "depth", "nodes", "movetime", "others". */
const char *gr_limit_kind_name(GrLimitKind kind);

typedef struct GrJudgedBy {
    char engine[GR_JUDGE_TEXT];  /* name and version; "": nobody */
    char options[GR_JUDGE_TEXT]; /* those that matter, as "NAME=VALUE; NAME=VALUE", sorted; "" */
    GrLimitKind kind;
    uint64_t least, most;        /* amounts of the limit, equal if there was but one */
    int lines;                   /* asked for, from 1 */
    bool several;                /* others have judged, too: nothing else is known then */
} GrJudgedBy;

/* Adds the verdicts of `other` to those of *by. */
void gr_judged_by_add(GrJudgedBy *by, const GrJudgedBy *other);

/* Writes it; "several judges", "" for nobody. */
void gr_judged_by_name(const GrJudgedBy *by, char name[GR_JUDGE_NAME]);

GR_END_DECLS

#endif
