/* Weights as text that people can read and change. Internal to analysis/.
 *
 *     grimoire-evaluation 1 chess
 *
 *     [value]
 *     K      0     0
 *     Q   1013   987
 *     ...
 *     [squares N midgame]
 *     #      a     b     c     d     e     f     g     h
 *     8    -55   -20   -12    -2     5   -22   -10   -60
 *     ...
 *
 * After the first line come tables, each with its title in brackets and a row for each piece, rank or
 * phase, in the order in which gr_weights_write writes them; all numbers are whole, in centipawns.
 * '#' begins a comment. Tables can be in any order and left out: the weights in them stay as they were,
 * so a file may state only what its author knows.
 */
#ifndef GR_ANALYSIS_WEIGHTS_TEXT_H
#define GR_ANALYSIS_WEIGHTS_TEXT_H

#include "analysis/engine/weights_tables.h"
#include "notation/buffer.h"

enum { GR_WEIGHT_LIMIT = 9999, GR_WEIGHTS_TABLES = 128 };

/* Appends the text. The comment, which may be NULL, stands at its head; each of its lines becomes one. */
void gr_weights_write(const GrVariant *variant, const GrGeometry *geometry,
                      const GrWeights *weights, const char *comment, GrBuffer *out);

/* Reading line by line. `weights` holds what is not stated in the text; after an error it holds a
 * mixture. The name stands in messages, as NAME:LINE:COLUMN. */
typedef struct GrWeightsReader {
    const GrVariant *variant;
    const GrGeometry *geometry;
    GrWeights *weights;
    const char *name;
    int line;
    bool begun;          /* the first line was read */
    bool open;           /* a table was begun */
    GrWeightTable table;
    int row;             /* the next one of it */
    bool seen[GR_WEIGHTS_TABLES];
} GrWeightsReader;

void gr_weights_reader_start(GrWeightsReader *reader, const GrVariant *variant,
                             const GrGeometry *geometry, const char *name, GrWeights *weights);
int gr_weights_read_line(GrWeightsReader *reader, const char *text, GrError *error);
int gr_weights_read_end(GrWeightsReader *reader, GrError *error);

/* Reads a file. */
int gr_weights_load(const GrVariant *variant, const GrGeometry *geometry, const char *path,
                    GrWeights *weights, GrError *error);

#endif
