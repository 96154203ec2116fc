/* The weights of a variant as tables, in the order and by the names that a file of weights has.
 * Internal to analysis/. */
#ifndef GR_ANALYSIS_WEIGHTS_TABLES_H
#define GR_ANALYSIS_WEIGHTS_TABLES_H

#include "analysis/engine/weights.h"

enum { GR_TABLE_TITLE = 40, GR_TABLE_LABEL = 12 };

typedef enum GrTableShape {
    GR_TABLE_PIECES, /* a row for each type: midgame, endgame */
    GR_TABLE_COUNTS, /* a row for each type: one number */
    GR_TABLE_BOARD,  /* of a type and a phase: rows are ranks, the last first; columns are files */
    GR_TABLE_REACH,  /* of a phase: a row for each type; columns are squares, from none on */
    GR_TABLE_PAIRS,  /* of a phase: rows are attackers, columns victims */
    GR_TABLE_LIST    /* rows are the phases */
} GrTableShape;

/* One table; all but `title` and `about` is private. */
typedef struct GrWeightTable {
    char title[GR_TABLE_TITLE]; /* "squares Q midgame" */
    const char *about;          /* what it says, a comment; the same for all tables of a kind */
    const GrVariant *variant;
    const GrGeometry *geometry;
    int kind, type, phase; /* where gr_weights_table is */
    GrTableShape shape;
    int base, length;
} GrWeightTable;

/* Starts a walk over the tables of a variant; gr_weight_table_next returns false after the last. */
void gr_weight_table_start(GrWeightTable *table, const GrVariant *variant,
                           const GrGeometry *geometry);
bool gr_weight_table_next(GrWeightTable *table);

/* The type, or the place, of the nth row; -1 past the last. */
int gr_weight_table_row(const GrWeightTable *table, int n);
void gr_weight_table_label(const GrWeightTable *table, int row, char label[GR_TABLE_LABEL]);
int gr_weight_table_columns(const GrWeightTable *table, int row);
void gr_weight_table_heading(const GrWeightTable *table, int column, char label[GR_TABLE_LABEL]);

/* The number in a cell. */
int16_t *gr_weight_table_cell(const GrWeightTable *table, GrWeights *weights, int row, int column);

#endif
