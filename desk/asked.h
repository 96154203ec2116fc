/* Which games are asked for. Internal to desk/. */
#ifndef GR_DESK_ASKED_H
#define GR_DESK_ASKED_H

#include "desk/local.h"

/* The parameters `sel` (NAME=VALUE, as options of the programs are named; may stand several times), `q`, a query, and
 * `fen`, a position: of the variant of the parameter, or of the first one of the databases that it is a position of; and
 * `judge`, whose stored evaluations count, as the programs' option takes it. */
typedef struct DeskAsked {
    GrSelection selection;
    GrQuery *query;      /* NULL: none */
    GrTarget target;
    bool targeted;       /* a position was asked for */
    GrJudging judging;   /* of this database */
} DeskAsked;

/* Reads them. False after refusing the request. What was read is to be freed in any case. */
bool desk_asked(DeskCall *call, GrDb *db, DeskAsked *asked);
void desk_asked_free(DeskAsked *asked);

/* The variant of the parameter, else the first one that the database has, else chess; NULL after refusing a name that
 * is none. */
const GrRules *desk_asked_rules(DeskCall *call, GrDb *db);

/* For answers about one database: is no other asked by the parameter `and`? False after refusing the request. */
bool desk_asks_one(DeskCall *call);

/* Adds one condition, NAME=VALUE; reads a query, NULL or blanks being none. False after refusing it. */
bool desk_add_condition(DeskCall *call, GrSelection *selection, const char *text);
bool desk_read_query(DeskCall *call, const char *text, GrQuery **query);

/* The parameters `sort`, a key, and `reverse`; with none sorting->key stays GR_SORT_NONE. To be freed in any case. False
 * after refusing a key that is none. */
bool desk_read_order(DeskCall *call, GrSorting *sorting);

/* For all that is asked with gr_find by one database: its context, with which the functions are called. */
typedef struct DeskFinding {
    DeskCall *call;
    GrFindCount count;
    bool complete;       /* false: it took too long */
    int code;            /* of what put the answer, below 0 when that failed */
} DeskFinding;

/* Asks. `find` has what is to be shown and how, its context beginning with a DeskFinding. False after refusing the
 * request. */
bool desk_find(DeskFinding *finding, GrDb *db, const DeskAsked *asked, GrFind *find);

/* For answers that cannot say so themselves: were all games read, or are others to be left out, by the parameter
 * `unread`, which is then "skip"? False after refusing the request. */
bool desk_found_whole(const DeskFinding *finding);

#endif
