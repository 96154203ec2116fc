/* The statements of a database and what SQLite's answers mean. Internal to db/. */
#ifndef GR_DB_SQL_H
#define GR_DB_SQL_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

#include "notation/buffer.h"
#include "rules/error.h"

/* Statements that are prepared once, when first used; their text is in sql.c. */
typedef enum GrSql {
    GR_SQL_BEGIN,
    GR_SQL_BEGIN_READ,
    GR_SQL_COMMIT,
    GR_SQL_ROLLBACK,
    GR_SQL_HOLD,         /* its first row holds the state of the database that is read */
    GR_SQL_VERSION,      /* changes when another program has written */
    GR_SQL_PAGES,        /* -> pages of the file */
    GR_SQL_PAGE_SIZE,    /* -> bytes of each */
    GR_SQL_LAST_BLOCK,   /* most -> first, games, head */
    GR_SQL_FIND_BLOCK,   /* least, game -> first of the last block up to there */
    GR_SQL_NEXT_BLOCK,   /* game, most -> first of the first block from there on */
    GR_SQL_BLOCKS_FROM,  /* game -> is there a block from there on? */
    GR_SQL_ALL_BLOCKS,   /* -> first, games, head */
    GR_SQL_GET_BLOCK,    /* first -> games, plies, head, moves, texts */
    GR_SQL_GET_HEAD,     /* first -> games, head */
    GR_SQL_PUT_BLOCK,    /* first, games, plies, head, moves, texts */
    GR_SQL_DELETE_BLOCKS, /* those that begin between two games */
    GR_SQL_VARIANTS,     /* -> id, name */
    GR_SQL_ADD_VARIANT,  /* id, name */
    GR_SQL_DICTIONARIES, /* -> id, name, names, uses */
    GR_SQL_PUT_DICTIONARY, /* id, name, names, uses */
    GR_SQL_TAGS,         /* -> id, name, dictionary */
    GR_SQL_ADD_TAG,      /* id, name, dictionary */
    GR_SQL_SHAPES,       /* -> id, tags */
    GR_SQL_ADD_SHAPE,    /* id, tags */
    GR_SQL_JUDGES,       /* -> id, engine and options separated by a line feed, kind, amount, lines,
                            positions */
    GR_SQL_PUT_JUDGE,    /* the same */
    GR_SQL_FIND_EVALS,   /* place, least place -> place, verdicts of the last block up to there */
    GR_SQL_NEXT_EVALS,   /* place, most place -> place of the first block from there on */
    GR_SQL_GET_EVALS,    /* place -> verdicts */
    GR_SQL_PUT_EVALS,    /* place, verdicts */
    GR_SQL_DROP_EVALS,   /* place */
    GR_SQL_DROP_FALSE_EVALS,
    GR_SQL_NAMES,        /* from page, below page -> page, dictionary, texts */
    GR_SQL_PUT_NAMES,    /* page, dictionary, texts */
    GR_SQL_GET_BACKUP,    /* part -> copy */
    GR_SQL_PUT_BACKUP,    /* part, copy */
    GR_SQL_GET_META,     /* key -> value */
    GR_SQL_PUT_META,     /* key, value */
    GR_SQL_DROP_META,    /* key */
    GR_SQL_DEFINITIONS,  /* -> packed definition */
    GR_SQL_GET_DUPLICATES,     /* bucket -> entries */
    GR_SQL_PUT_DUPLICATES,     /* bucket, entries */
    GR_SQL_ALL_DUPLICATES,     /* from, to -> bucket, entries */
    GR_SQL_DROP_DUPLICATES,    /* below bucket */
    GR_SQL_ANY_SEGMENT,  /* -> is there a segment? */
    GR_SQL_UNCOVERED,    /* -> first, last, does the row agree with its checksum? */
    GR_SQL_ADD_UNCOVERED, /* first, last */
    GR_SQL_DROP_UNCOVERED,
    GR_SQL_SEGMENTS,     /* -> id, first chunk, last chunk, bits, postings, does it agree? */
    GR_SQL_ADD_SEGMENT,  /* first chunk, last chunk, bits, postings */
    GR_SQL_DROP_SEGMENT, /* id */
    GR_SQL_DROP_FALSE_SEGMENTS, /* most id, most chunk: that do not agree with their checksums, or are
                                   beyond bounds */
    GR_SQL_DROP_SEGMENTS,
    GR_SQL_GET_POSTING,  /* bucket -> groups */
    GR_SQL_PUT_POSTING,  /* bucket, groups */
    GR_SQL_DROP_POSTINGS, /* from bucket, below bucket */
    GR_SQL_ALL_POSTINGS, /* -> bucket, groups */
    GR_SQL_GET_SIGNATURE,  /* first -> games */
    GR_SQL_PUT_SIGNATURE,  /* first, games */
    GR_SQL_DROP_SIGNATURES,
    GR_SQL_SIGNATURES_FROM, /* game -> is there one from there on? */
    GR_SQL_ALL_SIGNATURES, /* -> first, games */
    GR_SQL_JOURNAL,      /* -> id, change, kind, time, game, games, bytes, does it agree? */
    GR_SQL_GET_JOURNAL,  /* id -> restores */
    GR_SQL_PUT_JOURNAL,  /* id, change, kind, time, game, games, restores */
    GR_SQL_DROP_JOURNAL, /* first and last id */
    GR_SQL_COUNT
} GrSql;

typedef struct GrStatements {
    sqlite3 *handle;
    const char *schema; /* the database among those attached; NULL: main */
    sqlite3_stmt *stmt[GR_SQL_COUNT];
} GrStatements;

/* Gives a statement, ready to be bound. */
int gr_sql(GrStatements *sql, GrSql which, sqlite3_stmt **stmt, GrError *error);

/* Steps a statement that gives no row, and makes it ready for the next use. */
int gr_sql_run(GrStatements *sql, sqlite3_stmt *stmt, GrError *error);

/* The same, after binding that many numbers. */
int gr_sql_run_with(GrStatements *sql, GrSql which, const int64_t *parameter, int count,
                    GrError *error);

/* The same, with two, unless the first is above the last. */
int gr_sql_run_range(GrStatements *sql, GrSql which, int64_t first, int64_t last, GrError *error);

/* Steps a statement: 1 if there is a row, 0 if there is none (left). The caller resets it after the
 * last row it wants. */
int gr_sql_row(GrStatements *sql, sqlite3_stmt *stmt, GrError *error);

/* The same of rows that come by their numbers, which are in the first column. *number is the number
 * of the row before, at first INT64_MIN, and then that of this row. GR_ERR_DAMAGED where it is not
 * higher: the pages of the table point to each other in a ring, or to some page twice, and there
 * might be no end. */
int gr_sql_next(GrStatements *sql, sqlite3_stmt *stmt, int64_t *number, GrError *error);

/* Runs a statement whose parameters are a number and bytes. GR_ERR_MEMORY, too, if the buffer has failed. */
int gr_sql_put(GrStatements *sql, GrSql which, int64_t number, const GrBuffer *bytes, GrError *error);

/* Looks up by the number that is the statement's one parameter: its first row, as gr_sql_row gives
 * it. *stmt is NULL if the statement cannot be had, so that it may be reset in any case. */
int gr_sql_find(GrStatements *sql, GrSql which, int64_t number, sqlite3_stmt **stmt,
                GrError *error);

/* Fills the error from what the connection last said and returns the code. Whoever calls
 * SQLite past the functions here sets errno to 0 before, so that an error of the disk is not taken
 * for damage. */
int gr_sql_fail(sqlite3 *handle, int result, GrError *error);

/* Does errno say that the disk fails, and not that something is wrong with what was to be done? */
bool gr_sql_disk_fails(int why);

/* Runs SQL without parameters or rows. */
int gr_sql_exec(sqlite3 *handle, const char *text, GrError *error);

/* The same of what may take long; GR_ERR_STOPPED once `stop` (NULL: never) is true. */
int gr_sql_exec_long(sqlite3 *handle, const char *text, bool (*stop)(void *context), void *context,
                     GrError *error);

/* Rewrites the file without unused pages; GR_ERR_STOPPED as above. A table whose pages
 * point to each other in a ring is damaged, and not copied for ever. */
int gr_sql_vacuum(sqlite3 *handle, bool (*stop)(void *context), void *context, GrError *error);

/* The first column of the first row of a query without parameters, 0 if it gives none. */
int gr_sql_number(sqlite3 *handle, const char *text, sqlite3_int64 *value, GrError *error);

/* A blob column, never NULL; its length in *len. */
const void *gr_sql_blob(sqlite3_stmt *stmt, int column, size_t *len);

/* A text column, never NULL. */
const char *gr_sql_text(sqlite3_stmt *stmt, int column);

/* Finalizes all statements; they are prepared again when needed. */
void gr_sql_close(GrStatements *sql);

#endif
