/* Evaluations: what engines think of positions, kept by position.
 *
 * An evaluation belongs to a position as its key covers it (pieces, side to move, rights, en passant,
 * holes, reserves, marks; not the two clocks), whatever games have it, and to a judge. Games are
 * not changed by it.
 *
 * A judge is an engine with its options and a limit. Judges that differ in the limit's amount alone
 * are a family: of one position a family has one verdict, the one by the largest amount. Different
 * engines, options, kinds of limit and numbers of lines stand side by side.
 */
#ifndef GR_DB_EVALS_H
#define GR_DB_EVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/store/database.h"
#include "db/store/work.h"
#include "notation/judge/judged_by.h"
#include "notation/judge/verdict.h"
#include "notation/move/uci.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

enum { GR_MAX_JUDGES = 4095 }; /* judges of a database */

typedef struct GrJudge {
    char engine[GR_JUDGE_TEXT];  /* name and version: "Stockfish 15.1", "Grimoire 0.1.0" */
    char options[GR_JUDGE_TEXT]; /* those that matter, as "NAME=VALUE; NAME=VALUE", sorted; "" */
    GrLimitKind kind;
    uint64_t amount;
    int lines; /* asked for, 1 up to GR_VERDICT_LINES */
} GrJudge;

/* "Stockfish 15.1, Skill Level=3, 1000 nodes, 3 lines": how a judge is named to people. */
void gr_judge_name(const GrJudge *judge, char name[GR_JUDGE_NAME]);

/* The moves of a line in UCI, separated by spaces; their position is not needed. */
enum { GR_LINE_SIZE = (int)GR_VERDICT_PLIES * (int)GR_UCI_SIZE };
void gr_line_write(const GrRules *rules, const GrVerdictLine *line, char out[GR_LINE_SIZE]);

/* A judge of a database, with how many positions have its verdict. */
typedef struct GrJudgeCount {
    int64_t id;
    GrJudge judge;
    uint64_t positions;
} GrJudgeCount;

/* The judges that have verdicts, sorted by family and amount (not by id, which depends on who came
 * first). *judges is the caller's, to be freed by free. Returns 0 or a code. */
int gr_evals_judges(GrDb *db, GrJudgeCount **judges, size_t *count, GrError *error);

/* The id of a judge, added if it is new; in a transaction, else in one of its own. Returns 0 or a code;
 * GR_ERR_LIMIT: there are GR_MAX_JUDGES; GR_ERR_ILLEGAL: no engine's name, a control character in it or
 * in the options, or numbers beyond their bounds. */
int gr_evals_add_judge(GrDb *db, const GrJudge *judge, int64_t *id, GrError *error);

/* A position and its verdict. */
typedef struct GrEvaluation {
    uint64_t key; /* GrPosition.key */
    GrVerdict verdict;
} GrEvaluation;

/* Stores verdicts of one judge on positions of one variant, in any order; in a transaction, else in
 * one of their own. Each replaces what the family has of its position if its amount is larger, or
 * if the amount is equal and depth, nodes, then lines, scores and moves are more; otherwise it is left
 * out. So the result does not depend on the order in which verdicts come. *stored (may be NULL) is
 * how many were. GR_ERR_ILLEGAL, with nothing stored, if one of them has no line or cannot be (squares
 * beyond the board, a score beyond a mate, a depth above 65535); GR_ERR_NOT_FOUND: no such judge.
 * Sorting and writing take far less than a search; batches of hundreds cost least for each. */
int gr_evals_put(GrDb *db, int64_t judge, const GrRules *rules, const GrEvaluation *evaluation,
                 size_t count, size_t *stored, GrError *error);

/* The judges whose verdicts count, of one or several families. Where a position
 * has several of them, the one of the earliest family in the list counts. */
typedef struct GrJudges {
    int64_t *id; /* [0 .. count - 1] */
    size_t count;
} GrJudges;

/* All judges whose verdicts can stand in for this one's: same engine, options and kind, at least as many
 * lines and as large an amount; the one with as many lines first. *judges is to be freed by gr_judges_free. */
int gr_judges_as_good(GrDb *db, const GrJudge *judge, GrJudges *judges, GrError *error);

/* The judges that `wanted` names: the name that gr_judge_name writes, else a part of it, whatever its
 * case ("stockfish", "1000 nodes"; a number is not a part of a longer one). Judges without a verdict
 * do not count. NULL or "": the family with most positions, of equal ones the first in the
 * order of gr_evals_judges. No judge: *judges is empty if there is none at all, GR_ERR_NOT_FOUND if none
 * fits; GR_ERR_LIMIT if several families fit, and the error lists them. */
int gr_judges_named(GrDb *db, const char *wanted, GrJudges *judges, GrError *error);
void gr_judges_free(GrJudges *judges);

/* A family: engine, options, kind of limit and lines are those of all its members. */
typedef struct GrJudgeFamily {
    GrJudges judges;
    uint64_t positions;
    GrJudgedBy by; /* with the amounts of all of them */
} GrJudgeFamily;

/* The families that `wanted` names, which are one or none, and of which only the judges that it names
 * count; NULL or "": all that have verdicts, those with most positions first, of equal ones
 * those that come first in the order of gr_evals_judges. Fails as gr_judges_named does. *family is to
 * be freed by gr_families_free, even after a failure. */
int gr_judge_families(GrDb *db, const char *wanted, GrJudgeFamily **family, size_t *count,
                      GrError *error);
void gr_families_free(GrJudgeFamily *family, size_t count);

/* The verdict of these judges on a position: 1 with *verdict filled, 0 if there is none, or a code. A
 * damaged block counts as missing. Fast for positions that are near in key or were looked up
 * recently: a few microseconds otherwise. */
int gr_evals_find(GrDb *db, const GrJudges *judges, const GrRules *rules, uint64_t key,
                  GrVerdict *verdict, GrError *error);

/* The same with the amount of the limit of the judge whose verdict it is. */
int gr_evals_find_limit(GrDb *db, const GrJudges *judges, const GrRules *rules, uint64_t key, GrVerdict *verdict,
                        uint64_t *amount, GrError *error);

/* How many lookups on this handle have met damaged evaluations, which counted as missing. */
uint64_t gr_evals_lost(const GrDb *db);

/* Is there one? 1, 0 or a code; does not read the lines. */
int gr_evals_has(GrDb *db, const GrJudges *judges, const GrRules *rules, uint64_t key,
                 GrError *error);

/* Goes through all evaluations, by family (in the order of gr_evals_judges), variant (by its name) and
 * key: of databases with the same evaluations, in the same order. `take` returns 0 to go on or a code,
 * which ends it. GR_ERR_DAMAGED or GR_ERR_FOREIGN, after all others, if some cannot be read. */
typedef int (*GrEvalsTake)(void *context, const GrJudge *judge, const GrRules *rules,
                           const GrEvaluation *evaluation);
int gr_evals_each(GrDb *db, GrEvalsTake take, void *context, GrError *error);

/* Adds all evaluations of one database to another, as gr_evals_put does, in large transactions, or in
 * the one that `to` is in. *stored is added to. Fails as gr_evals_each does; all others are copied. If
 * it is stopped, what was copied stays. */
int gr_evals_copy(GrDb *from, GrDb *to, const GrWork *work, uint64_t *stored, GrError *error);

/* Shards: positions are divided among n machines by their keys, so that each position belongs to one
 * shard in whatever database it stands: the keys are cut into n ranges of equal size. From 1 to n. */
enum { GR_MAX_SHARDS = 65535 };

static inline unsigned gr_shard_of(uint64_t key, unsigned n) {
    return (unsigned)((key >> 32) * n >> 32) + 1;
}

/* The shard that the database was made for (db split --shards): *shard of *shards, or 0 of 0 for one
 * that was made for all positions. */
int gr_db_shard(GrDb *db, unsigned *shard, unsigned *shards, GrError *error);

/* Marks the database as made for a shard, 0 of 0: for all positions; in a transaction, else in one of
 * its own. */
int gr_db_set_shard(GrDb *db, unsigned shard, unsigned shards, GrError *error);

GR_END_DECLS

#endif
