/* How games are drawn whose pieces are no figures and whose boards are no squares of two colours. Internal to
 * notation/.
 *
 * A piece is a wedge or a disc with a character, in a square of 100 by 100. A wedge points up; of the side that is
 * above on the board it is turned, and its character with it. Letters stay as they are, so that they can be read.
 */
#ifndef GR_NOTATION_LOOK_H
#define GR_NOTATION_LOOK_H

#include "notation/write/diagram.h"
#include "rules/definition.h"

enum { GR_LOOK_TEXT = 8, GR_LOOK_BASE = 73, GR_LOOK_SIZE = 52 }; /* bytes; base line and size of what stands on it */

/* "wedge", "disc", "figure". */
const char *gr_shape_name(GrPieceShape shape);

/* The outline as an SVG path; NULL for figures. */
const char *gr_shape_path(GrPieceShape shape);

/* What stands on a piece: its character, or its letter where it has none or `letters` are wanted, of Black's discs in
 * lower case, and "+P" for promoted pieces. */
void gr_look_text(const GrVariant *variant, int type, int side, bool letters, char out[GR_LOOK_TEXT]);

/* The character by itself, "" if the piece has none. */
const char *gr_look_character(const GrVariant *variant, int type, int side);

/* The coordinate of the nth file or rank, from 0, as it is written below the board with White below, above it, or at
 * its left; "" for none. With `letters` it has no characters of Japan or China; without, only in games whose pieces
 * have them. */
enum { GR_LOOK_COORDINATE = 12 };
typedef enum GrLookEdge { GR_LOOK_NEAR, GR_LOOK_FAR, GR_LOOK_RANKS } GrLookEdge;
void gr_look_coordinate(const GrVariant *variant, GrLookEdge edge, int n, bool letters,
                        char out[GR_LOOK_COORDINATE]);

/* The same for the board as it is drawn: with Black below, the two edges change places if both have coordinates.
 * `edge` is GR_LOOK_NEAR for below. */
void gr_look_file(const GrVariant *variant, GrLookEdge edge, bool flip, int n, bool letters,
                  char out[GR_LOOK_COORDINATE]);

/* Are there coordinates above the board? */
bool gr_look_has_far(const GrVariant *variant);

/* Is it red: White's on discs, promoted ones on wedges? */
bool gr_look_is_red(const GrVariant *variant, int type, int side);

#endif
