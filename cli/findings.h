/* Findings of a search, a line each, in the formats that are not those of games. */
#ifndef GR_CLI_FINDINGS_H
#define GR_CLI_FINDINGS_H

#include "db/db.h"
#include "notation/csv.h"

/* What is said of a place: a ply; with a query, a last ply, too; if it asks for variations, which
 * one. */
typedef enum CliColumns { CLI_PLY, CLI_SPAN, CLI_VARIATION } CliColumns;

/* What lines are written with. Several threads may read it at a time. */
typedef struct CliFindings {
    CliColumns columns;
    const char *part; /* the database at work, if there are several: */
    GrBuffer prefix;  /* what names it in a line */
    size_t width;     /* of the terminal that is written to; 0: none */
} CliFindings;

typedef struct CliHitFormat {
    const char *name;
    GrFindRead read;
    bool by_game; /* a line for each game */
    void (*put)(GrBuffer *out, const GrFinding *found, const GrHit *hit, const CliFindings *w); /* hit NULL: the game */
    GrCsvField *field;   /* of tables: text in them */
    const char *head[3]; /* the first line, by CliColumns; NULL: there is none, and it is no table */
    bool tags;           /* it shows more tags than those of text */
} CliHitFormat;

/* The nth format; NULL past the end. */
const CliHitFormat *cli_hit_format(size_t n);

/* The one of this name, or NULL. */
const CliHitFormat *cli_find_hit_format(const char *name);

#endif
