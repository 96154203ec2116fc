/* The tables of the loadable extension. Internal to db/. */
#ifndef GR_DB_EXTENSION_TABLE_H
#define GR_DB_EXTENSION_TABLE_H

#include "db/evals/judged.h"
#include "db/extension/extension_host.h"

/* Adds them; returns what SQLite said. */
int gr_extension_tables(GrHost *host);

/* A cursor of a table. Rows come by game, and for each game from 0 to rows - 1. */
typedef struct GrTableKind GrTableKind;
typedef struct GrTableCursor {
    sqlite3_vtab_cursor base;
    const GrTableKind *kind;
    GrHost *host;
    GrDb *db;            /* NULL: not begun */
    char *schema;        /* as it was asked for */
    int64_t id, last;    /* the game at hand and the last one wanted; beyond that: the end */
    uint32_t row, rows;
    sqlite3_int64 rowid; /* rows before this one */
    GrGame game;
    bool loaded;         /* game has what the kind keeps there */
    GrPosition pos;      /* where the row's move is played */
    uint32_t node;       /* the row's move, 0: none */
    GrError fault;       /* code 0: none */
    char *by;            /* of a table of judged moves: the judge as it was asked for, NULL: the usual one */
    GrJudging judging;
    GrJudgement judgement;
} GrTableCursor;

/* What a table is: its columns, and how they come about. */
struct GrTableKind {
    const char *name, *declaration;
    int game, ply, schema; /* columns; ply -1: there is one row a game */
    int judge;             /* the column by which a judge is asked for, 0: none */
    /* Makes the game at hand ready and sets `rows`. */
    int (*load)(GrTableCursor *cursor, GrError *error);
    /* Goes from the row to the next one; may be NULL. */
    void (*step)(GrTableCursor *cursor);
    /* Gives a column; the column that is none leaves the value NULL. */
    void (*column)(GrTableCursor *cursor, sqlite3_context *context, int column);
};

/* What kinds share. A text, NULL where there is none; the step of a kind whose rows are the moves of the main
 * line; a move in the cursor's position, in SAN or UCI. */
void gr_table_text(sqlite3_context *context, const char *text);
void gr_table_step(GrTableCursor *cursor);
void gr_table_move(const GrTableCursor *cursor, sqlite3_context *context, GrMove move, bool san);

extern const GrTableKind *const gr_table_kinds[]; /* NULL ends them */
extern const GrTableKind gr_judged_kind;

/* Which games a table is asked for: the plan that was made of constraints on its columns `game`,
 * `schema` and `judge`, and what it comes to when it is carried out. */
typedef struct GrWanted {
    int64_t first, last;
    const char *schema; /* as it was written; valid as long as the values given */
    const char *judge;  /* likewise; NULL: none is asked for */
} GrWanted;

/* Fills in plan, cost and order. */
int gr_wanted_plan(sqlite3_index_info *info, const GrTableKind *kind);
void gr_wanted_read(int plan, int count, sqlite3_value **value, GrWanted *wanted);

#endif
