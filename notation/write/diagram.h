/* Diagrams: a position as text for a terminal, or as an SVG picture.
 *
 * Both show the same things: the board with its holes and coordinates, the squares that the last
 * move touched, check, what each side holds beside the board (reserves, dragons to resurrect, a
 * warrior to place), the marks that a piece carries in FEN (+ - ~ ^), and whose move it is.
 */
#ifndef GR_NOTATION_DIAGRAM_H
#define GR_NOTATION_DIAGRAM_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef enum GrDiagramStyle {
    GR_DIAGRAM_TEXT,    /* plain ASCII: letters as in FEN, holes ###, the last move in (brackets) */
    GR_DIAGRAM_UNICODE, /* UTF-8: drawn lines, figurines for the pieces of chess, the characters of games that have
                           some, letters else */
    GR_DIAGRAM_SVG      /* a picture that needs no other file; pieces drawn by our own shapes. Characters, as those of
                           Shogi, need a font of the viewer's */
} GrDiagramStyle;

typedef struct GrDiagram {
    const GrPosition *pos;
    GrMove last;         /* the move that led to pos, its squares are marked; GR_NO_MOVE: none */
    const char *caption; /* a line of UTF-8 above the board, or NULL */
    const char *after;   /* the last move as text, "12... Nf6", or NULL */
    bool flip;           /* Black's side below */
    bool color;          /* text styles: a coloured board, by ANSI escapes (256 colours) */
    bool letters;        /* letters instead of figurines, characters and figures */
    unsigned square;     /* SVG: width of a square in pixels; 0: 48 */
} GrDiagram;

/* Adds the lines of a variant's board as the `d` of an SVG path, White below, in squares of 100 units from the upper
 * left corner on; all are strokes, nothing is filled. Nothing for a board of squares in two colours. */
void gr_board_lines(const GrVariant *variant, GrBuffer *out);

/* Adds what stands beside the board where that is the variant's own, "9 8 7;;a b c": below the files from White's left
 * on, above them, and at the left of the ranks from White's side on. Where pieces have characters the three lists
 * follow again, with these. Nothing where files have letters and ranks numbers. */
void gr_board_sides(const GrVariant *variant, GrBuffer *out);

/* Adds the diagram to `out`. The only failure is memory: out->failed. */
void gr_diagram(const GrDiagram *diagram, GrDiagramStyle style, GrBuffer *out);

/* A game after some ply of its main line, as a diagram wants it. */
typedef struct GrPly {
    GrPosition pos;
    GrMove last;    /* GR_NO_MOVE before the first ply */
    char after[48]; /* "12... Nf6", "" before the first ply */
} GrPly;

/* The game after `ply` plies, or after its last legal one if it has fewer. The game has rules. */
void gr_diagram_ply(const GrGame *game, uint32_t ply, GrPly *at);

/* Adds lines to `out` that say what game->judgement knows of the position after `ply` plies, and of the
 * move that led to it; nothing if there is nothing. */
void gr_diagram_judgement(const GrGame *game, uint32_t ply, GrBuffer *out);

/* Adds a caption to `out`: who played whom, where and when, as far as the tags say. */
void gr_diagram_caption(const GrGame *game, GrBuffer *out);

GR_END_DECLS

#endif
