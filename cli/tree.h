/* What the parts of grimoire-tree share. */
#ifndef GR_CLI_TREE_H
#define GR_CLI_TREE_H

#include "cli/databases.h"
#include "cli/judge.h"
#include "db/db.h"
#include "notation/book/polyglot.h"

typedef enum CliTreeFormat { CLI_TREE_TEXT, CLI_TREE_JSON, CLI_TREE_EXPLORER } CliTreeFormat;

enum { CLI_TREE_DEPTH = 60, CLI_TREE_CONDITIONS = 16 };

/* One of two sets of games that are compared. */
typedef struct CliTreeSide {
    const char *text[CLI_TREE_CONDITIONS]; /* as they were given, */
    int texts;
    GrSelection selection; /* with the conditions that hold for both */
    const char *db;        /* its database; NULL: those of -d, */
    bool added;            /* of which that is none */
} CliTreeSide;

typedef struct CliTree {
    Cli *cli;
    CliDatabases all;
    bool out_of_it[CLI_MOST_DBS]; /* those of them that cannot be read, */
    int out_count;                /* and how many these are */
    const GrSelection *selection;
    CliTreeSide side[2];          /* --compare, --with */
    const CliTreeSide *only;      /* the one at work; NULL: none is */
    CliJudge judge; /* whose evaluations the query is asked of */
    const char *fen, *line, *openings, *book, *polyglot;
    int step;       /* a double step that led to the position, as books count it (notation/book/polyglot.h) */
    bool selects, judges; /* options of these kinds were given */
    int deep;       /* --depth; 0: not given */
    GrOpeningNames *names; /* NULL: none are shown */
    GrQuery *query;
    CliTreeFormat format;
    int depth;
    uint64_t least;    /* 0: not said */
    bool novelties;
    uint64_t orders;   /* --transpositions; 0: not asked for */
    FILE *out;
    uint64_t unread, heard; /* games that cannot be read, and those of the tree at hand */
    bool stopped;
    /* What the columns of a table are made for: */
    bool points, ratings, dates;
    GrMove path[CLI_TREE_DEPTH]; /* from the position that was asked for to the one at hand */
    GrTarget target;
} CliTree;

/* White's score of a move in percent, "-" without any. */
enum { CLI_TREE_SCORE = 16 };
void cli_tree_score(const GrTreeMove *row, char text[CLI_TREE_SCORE]);

/* What was played in a position; CLI_OK also if damage hid games or it was stopped. The tree is to be freed. */
int cli_tree_grow(CliTree *w, const GrTarget *target, GrTree *tree);

/* Reports a game that cannot be read, and asks whether a signal came; in the forms that the library takes. */
void cli_tree_unread(void *tree, int64_t id, const GrError *why);
bool cli_tree_stop(void *tree, int64_t id, int64_t last);

/* The name of the position's opening, if it has one and names are shown, `gap` blanks before it. */
void cli_tree_put_opening(const CliTree *w, const GrPosition *pos, int gap);

/* Opens and closes the object of a move, which has the moves before it with --depth. */
void cli_tree_open_json(const CliTree *w, GrJson *json, int ply);
void cli_tree_close_json(const CliTree *w, GrJson *json);

/* tree_compare.c: the value of --compare (0) or --with (1), and the table of both. */
void cli_tree_side(CliTree *w, int side, const GrVariants *variants);
int cli_tree_compare(CliTree *w);

/* tree_novelties.c: the moves of a tree by their first games, the latest first; and one of them. */
void cli_tree_sort_novelties(GrTree *tree);
void cli_tree_novelty_heading(const CliTree *w);
int cli_tree_novelty(CliTree *w, const GrPosition *pos, const GrTreeMove *row, int ply);

/* tree_orders.c: the orders of moves in which games came to the position, the most frequent ones. */
int cli_tree_orders(CliTree *w);

/* Reports a word of --line, which stands at `at`, that is no move of the position, and why. */
void cli_tree_refuse_move(CliTree *w, const GrPosition *pos, const char *at, const char *word);

/* tree_book.c: do the other options go with --book or --polyglot? If not, says so. */
bool cli_tree_book_alone(CliTree *w);

/* What a book has in the position, and what the games played from it on, as a book; both give an exit status. */
int cli_tree_book(CliTree *w);
int cli_tree_polyglot(CliTree *w);

#endif
