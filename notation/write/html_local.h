/* What the files that write a page of games share. Internal to notation/.
 *
 * A game is an <article>. Its attributes are for the player (notation/write/player):
 *
 *   data-start   FEN of the start position
 *   data-pieces  each piece's letter and name, separated by spaces, the royal one first: "KKing QQueen"
 *   data-lines   the lines of a board that is not of squares in two colours, as the path of an SVG
 *   data-sides   what stands beside a board that has its own coordinates (gr_board_sides)
 *   data-shape   "wedge" or "disc" where pieces are no figures, then
 *   data-signs   what stands on them: "K王 k玉 P+と p+と"
 *   data-first   "b" in a variant in which Black moves first
 *   data-steps   a step for each move of the PGN, variations included, in the order in which they
 *                stand there, separated by spaces: how the position differs from that before the move
 *   data-end     how the game has ended by the rules, in words
 *   data-chance  White's chance in percent after each ply from 0 on, two digits each; ".." unknown
 *   data-faults  moves judged to be faults: "23?! 40?? 41?"; "23*" is the turning point
 *
 * A step is a row of changes of squares, then other changes:
 *
 *   e2e4    what stands on the first square goes to the second
 *   d6.     the square becomes empty; d6q: that piece stands there, with its marks; d6*: a hole
 *   !       the clock is 0
 *   ;3e3    the field of the FEN with that number (the board is field 0, of which this is what
 *           follows the ranks) is that
 *   ;mSc3d4 the move is of a special kind, and its squares: s spell, f spell under a piece that
 *           falls, d drop (the last square is where), t teleport, x shot, p placement, q quest,
 *           r resurrection, e a piece from the hand
 *
 * Unless a step says otherwise, the other side is to move, there is no en passant, the clock goes up
 * by one, and the move number by one if it is the turn of the one that moves first again.
 *
 * The text of the article is in a <noscript>, from which the player takes the PGN.
 */
#ifndef GR_NOTATION_HTML_LOCAL_H
#define GR_NOTATION_HTML_LOCAL_H

#include "notation/write/diagram_view.h"
#include "notation/write/html.h"

/* Our script, and our style but for gr_html_shape_style. */
const char *gr_html_script(void);
const char *gr_html_player_style(void);

/* Adds the attributes for the player, each with a blank before it. The game has rules and a root. */
void gr_html_steps(GrBuffer *out, const GrGame *game);

/* Adds the rules that give pieces on boards their drawings. */
void gr_html_shape_style(GrBuffer *out);

/* Adds the wedges or discs of a position, and what stands on them. */
void gr_html_tiles(GrBuffer *out, const GrView *view);

/* Adds a small diagram as a figure; some 300 to 600 bytes. `square` and `color` do not count. */
void gr_html_board(GrBuffer *out, const GrDiagram *diagram);

#endif
