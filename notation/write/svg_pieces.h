/* The drawings of the pieces. Internal to notation/. */
#ifndef GR_NOTATION_SVG_PIECES_H
#define GR_NOTATION_SVG_PIECES_H

#include <stddef.h>

/* SVG elements that draw the piece of that name (GrPieceRow.name) in a square of 100 by 100, with
 * nothing said about fill, stroke and color but where they differ from the user's; NULL if we have
 * no drawing of it. */
const char *gr_svg_piece(const char *name);

/* The nth drawing, with the name of its piece; NULL past the last. */
const char *gr_svg_piece_at(size_t n, const char **name);

#endif
