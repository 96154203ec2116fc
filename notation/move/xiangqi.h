/* Moves of Xiangqi as its players write them. Internal to notation/.
 *
 * They say which piece, on which file, goes which way, and how far or to which file: `C2.5`, `炮二平五`. Files are
 * counted from the right of who moves. Two pieces of a kind on a file are the front one and the rear one: `R+-2`,
 * `+R-2`, `前车退二`. Programs write both squares, with ranks from 0: `H2-E2` (ICCS).
 *
 * Such a syntax has GR_FORM_RELATIVE; only with a position it says squares.
 */
#ifndef GR_NOTATION_XIANGQI_H
#define GR_NOTATION_XIANGQI_H

#include "notation/move/san.h"
#include "notation/move/syntax.h"

/* Has the game the pieces and the board of Xiangqi? */
bool gr_is_xiangqi(const GrVariant *v);

/* The type of a letter of any of the usual sets, upper case: K or G, A, B or E, N or H, R, C, P or S; 0 if it is
 * none. */
int gr_xiangqi_type(const GrVariant *v, char letter);

/* The FEN as we have it: with the letters of the variant, and `w` for `r`. False, and nothing is written, if it is that
 * already or does not fit. */
bool gr_xiangqi_fen(const GrVariant *v, const char *fen, char *out, size_t room);

/* A move at the start of text, of any of these forms but `h2e2`, which may count ranks from 1 as well; returns the
 * characters used, 0 if there is none. What stands behind it is not looked at. */
size_t gr_xiangqi_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);

/* ---- with a position ---- */

/* The squares that a relative syntax may mean: of pieces of the side to move, and where that leads them, -1 for
 * nowhere. Front pieces first; returns how many there are, up to GR_XIANGQI_MOST. */
enum { GR_XIANGQI_MOST = 16 };
typedef struct GrXiangqiWay { int8_t from, to; } GrXiangqiWay;
size_t gr_xiangqi_ways(const GrPosition *pos, const GrSyntax *syntax, GrXiangqiWay ways[GR_XIANGQI_MOST]);

/* As gr_resolve. */
size_t gr_xiangqi_resolve(const GrPosition *pos, const GrSyntax *syntax, GrMove *move);

/* The same squares in a syntax of GR_FORM_MOVE. */
void gr_xiangqi_squares(const GrPosition *pos, GrXiangqiWay way, const GrSyntax *syntax, GrSyntax *squares);

/* What says the move, which is legal; false if nothing says it clearly. */
bool gr_xiangqi_describe(const GrPosition *pos, GrMove move, GrSyntax *syntax);

/* How many of the words of two moves differ: piece, place on the file, way, number. */
int gr_xiangqi_differences(const GrSyntax *a, const GrSyntax *b);

/* Writing: each writes a legal move and a NUL, and returns the length. A move that the form cannot say clearly is
 * written with its squares, `H2-E2`, and a null move as `--`. */
typedef enum GrXiangqiForm { GR_XIANGQI_WXF, GR_XIANGQI_ICCS, GR_XIANGQI_CHINESE } GrXiangqiForm;
size_t gr_xiangqi_write(const GrPosition *pos, GrMove move, GrXiangqiForm form, char out[GR_SAN_SIZE]);

#endif
