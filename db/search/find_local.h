/* Finding, from inside: a thread's work on a range of games. Internal to db/find*.c.
 *
 * The room db/search answers, in three steps, each of which leaves fewer games:
 *
 *   known        those with a position, by the index (position_hits.h); those that fit the selection, by the heads of
 *                their blocks (filtered.h, filter_heads.h, conditions.h), and what a query says of games as a whole,
 *                which find_pushdown.c takes out of it
 *   may have it  signatures, then, game by game, the watch that knows when a position cannot come any more
 *                (watch.h)
 *   has it       scan.h reads the game, films or plays it, and a matcher for its variant (find_plans.c) is asked
 *
 * find_candidates.c does the first of these ahead of all reading, by several threads where that takes long
 * (find_split.c), and gr_find_estimate reports what it leaves. find_game.c is what a thread does with its range of
 * games. select.h says what a selection is, cursor.c gives its games in order, and tree.h grows the opening tree on the
 * same steps.
 */
#ifndef GR_DB_FIND_LOCAL_H
#define GR_DB_FIND_LOCAL_H

#include <stdatomic.h>

#include "db/search/find.h"
#include "db/search/filtered.h"
#include "db/search/position_hits.h"
#include "db/index/position_index.h"
#include "db/index/signature_plan.h"
#include "db/search/scan.h"
#include "db/search/watch.h"

enum { FIND_JOBS = 64 }; /* threads at most */

/* A game that was found: hits and shown texts are those of its slot from here on. */
typedef struct FindItem {
    int64_t id;
    const GrRules *rules;
    size_t hit, hits;
    size_t text, texts;
} FindItem;

typedef struct FindUnread {
    int64_t id;
    GrError why;
} FindUnread;

typedef enum FindStage { FIND_FREE, FIND_TAKEN, FIND_DONE } FindStage;

/* A range of games, and what was found in it. */
typedef struct FindSlot {
    FindStage stage;
    int64_t from, to;
    FindItem *item;
    size_t items, item_cap;
    GrHit *hit;
    size_t hits, hit_cap;
    FindUnread *unread;
    size_t unreads, unread_cap;
    GrBuffer text;
    size_t *end;     /* where in `text` each text ends */
    size_t ends, end_cap;
    int code;        /* what ended it early, with its error */
    GrError error;
} FindSlot;

/* The selection, with what the query implies about games as a whole, and what is then left of the query. One that is
 * all zero can be freed. */
typedef struct FindPushdown {
    GrConditions conditions;
    GrQuery rest;  /* shares all with the query but its root and its arena; no root: nothing is left */
} FindPushdown;

/* What is known before games are read, by the index and the signatures. One that is all zero can be freed. */
typedef struct FindCandidates {
    GrGameSet only;          /* games that may have what is looked for, */
    GrPositionHits position; /* of those, of a position, */
    GrPositionCount counted; /* and of others, what the index knows, */
    GrSettledGames settled;  /* and of a query, what signatures know, */
    GrFiltered filtered;     /* and of the filter; */
    int64_t version;         /* in this state of the database */
    bool any;                /* it was asked for */
} FindCandidates;

/* A query made ready for each variant of the database; the last plan is for games of unknown variants. One that is all
 * zero can be freed. */
typedef struct FindPlans {
    const GrConditions *conditions; /* what columns are asked, which stays when plans are compiled again */
    const GrQuery *query; /* NULL: there is none */
    bool of_game;         /* it is about games as a whole */
    const GrRules **rules; /* of each; NULL: of the last one */
    GrPlan **plan;
    GrPlan **outline;     /* of those that ask for texts; NULL where there is none */
    size_t plans;
    unsigned needs;       /* of all plans that can match */
    const char **tags;    /* that they ask for; NULL ends the list */
} FindPlans;

/* A thread. */
typedef struct FindWorker {
    const GrFind *find;
    const FindPlans *plans;
    const atomic_bool *quit;
    bool main;            /* the caller's thread */
    GrDb *db;
    GrCursor *cursor;
    const FindCandidates *candidates;
    bool selects;          /* the filter says all, and the games are not shown */
    int64_t last;         /* game of the database */
    GrMatcher **matcher;  /* as plans, made when needed; then those of the outlines */
    GrGame bare;          /* what a matcher may know of a game whose header was not read */
    GrGame shown;
    GrGame whole;         /* read for its comments */
    GrJudgement judgement[2]; /* of shown and whole */
    FindSlot *slot;
    GrMatcher *matching;  /* of the game at hand; NULL: its hits are certain */
    GrMatcher *texts;     /* what is asked of its texts if `matching`, an outline, finds it; or NULL */
    const GrHit *hit;
    size_t hits;
    bool in_lines;        /* they may be of variations of `whole`, and a position is looked for */
    GrWatch watch;        /* for the position that is looked for */
    uint32_t *at;         /* plies at which the position stands */
    size_t ats, at_cap;
} FindWorker;

/* find_line.c: the position at which a hit begins, in its line. 0 or GR_ERR_MEMORY. */
int find_hit_position(const GrGame *game, const GrHit *hit, GrPosition *pos);

/* find_pushdown.c: 0 or GR_ERR_MEMORY; *pushdown is to be freed in any case. */
int find_push_down(const GrFind *find, FindPushdown *pushdown);
void find_free_pushdown(FindPushdown *pushdown);

/* find_matcher.c: the matcher for games of some rules. 1, 0 if the query cannot match any of them, or a
 * code; and that of the outline, 0 if there is none. */
int find_matcher(FindWorker *worker, const GrRules *rules, GrMatcher **matcher);
int find_outline(FindWorker *worker, const GrRules *rules, GrMatcher **matcher);

/* The hits of a game of which signatures say all that the query asks: 1, 0 if they do not, or a code. */
int find_match_settled(FindWorker *worker, int64_t id, const GrRules **rules);

/* Handles that see the same state of a database; the first is the caller's own. Each is for one thread. */
typedef struct FindHandles {
    GrDb *db[FIND_JOBS];
    int count;
} FindHandles;

/* find_split.c: asks signatures as gr_signatures_match does, with a thread for each handle. *settled is empty. */
int find_match_signatures(const FindHandles *handles, const FindPlans *plans, GrGameSet *set, GrSettledGames *settled,
                          GrError *error);

/* find_candidates.c: is there anything that the index or signatures may know? And is there anything that all signatures
 * are asked about? Asking them, in a transaction; what was asked in the same state of the database is not asked again.
 * How many games may be found by it, at most. */
bool find_is_askable(const GrFind *find, const FindPlans *plans);
bool find_asks_signatures(const GrFind *find, const FindPlans *plans);
int find_candidates(FindCandidates *candidates, const FindHandles *handles, const GrFind *find, const FindPlans *plans,
             GrError *error);
void find_free_candidates(FindCandidates *candidates);
uint64_t find_most(const FindCandidates *candidates, int64_t last);

/* Leaves only the games that may be found without being read. False if memory runs out. */
bool find_keep_certain(FindCandidates *candidates, int64_t last);

/* find_plans.c: plans for the variants that the database has now, in a transaction; those that are made already are
 * kept if they are still all. The place of that for games of some rules. */
int find_make_plans(FindPlans *plans, const GrFind *find, GrDb *db, GrError *error);
void find_free_plans(FindPlans *plans);
size_t find_place(const FindPlans *plans, const GrRules *rules);

/* find_game.c */
int find_open_worker(FindWorker *worker, GrError *error);
void find_close_worker(FindWorker *worker);

/* Fills a slot that has its range; slot->code says how that went. */
void find_range(FindWorker *worker, FindSlot *slot);

#endif
