/* What a diagram shows, worked out once for both ways of drawing it. Internal to notation/. */
#ifndef GR_NOTATION_DIAGRAM_VIEW_H
#define GR_NOTATION_DIAGRAM_VIEW_H

#include "notation/write/diagram.h"
#include "rules/fen.h"

/* What one holder has beside the board. */
typedef struct GrHeld {
    char holder;  /* letter of the piece that carries it; 0: the side itself */
    char piece[GR_FEN_SIZE / 4]; /* letters of what is held, upper case; "" if nothing is */
} GrHeld;

typedef struct GrView {
    const GrDiagram *diagram;
    const GrPosition *pos;
    const GrVariant *variant;
    char mark[GR_MAX_SQUARES]; /* the mark after a piece's letter in FEN, or 0 */
    GrSet touched;             /* squares of the last move */
    GrSet targets;             /* squares for the piece that must be placed now */
    int check;                 /* square of the royal piece in check, or GR_NO_SQUARE */
    bool has_pocket;           /* the variant has something beside the board */
    unsigned holders;          /* of each side: 1, or 2 where the royal piece and another carry */
    GrHeld held[2][2];         /* by side and holder */
    char own_field[16];        /* checks left, as in FEN, or "" */
    char status[160];          /* "Black to move, in check" */
    char after[160];           /* "After 12... Nf6", or "" */
    char state[120];           /* "rights KQkq, en passant e3, clock 0, move 12" */
    char fen[GR_FEN_SIZE];
} GrView;

void gr_view_make(const GrDiagram *diagram, GrView *view);

/* The square at a column and row of the drawing, from the left and from the top. */
static inline int gr_view_square(const GrView *view, int column, int row) {
    const GrVariant *v = view->variant;
    return view->diagram->flip ? gr_square(v, v->files - 1 - column, row)
                               : gr_square(v, column, v->ranks - 1 - row);
}

/* Draws the SVG style. */
void gr_view_svg(const GrView *view, GrBuffer *out);

#endif
