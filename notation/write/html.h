/* Games as a page for a browser: one file that needs no other.
 *
 * With scripts, the page has a list of its games, plays each through move by move, and shows
 * evaluations and the opening tree. It knows no rules: of every position it is given the difference
 * from the one before (notation/write/html_local.h says in which form). Without scripts, and
 * printed, a game is an article: its tags, the moves with comments and variations, a diagram of the
 * start position if it is not the usual one, after every twelve moves, wherever the moves ask for one
 * (NAG 220 or 221, or a comment with [%diagram]) and of the final position, and its PGN to be copied.
 *
 *     gr_html_begin(&out, "Five games");
 *     for each game: gr_html_game(&out, game, number);
 *     gr_html_end(&out);
 *
 * A page of another kind can have such games in it, once:
 *
 *     in <head>:  gr_html_policy(&out, my_style, NULL);  gr_html_style(&out);
 *     in <body>:  gr_html_games_begin(&out, true);
 *                 for each game: gr_html_game(&out, game, number);
 *                 gr_html_games_end(&out);
 *
 * FILE#game=12&ply=17 is the address of game 12 after its 17th ply; the element with the id `board`
 * has that position as FEN in its attribute data-fen. With &embed behind it, a page of nothing else
 * shows the board alone, as large as the window or frame is. Its title and picture (an element <link
 * rel="icon">) become those of the game shown; pages that have games in them keep theirs. The games' text never becomes
 * markup or script.
 *
 * The functions add to a buffer that may be written out and cleared between calls. The only failure
 * is memory: out->failed.
 */
#ifndef GR_NOTATION_HTML_H
#define GR_NOTATION_HTML_H

#include <stdbool.h>
#include <stdint.h>

#include "notation/buffer.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Begins the page; the title is UTF-8 of any kind. */
void gr_html_begin(GrBuffer *out, const char *title);

/* Adds a game, which the page names by its number (game=12 in addresses, and its id, game-12). */
void gr_html_game(GrBuffer *out, const GrGame *game, uint64_t number);

void gr_html_end(GrBuffer *out);

/* Begins a page up to the end of its <head>, with our style and, unless NULL, the page's own. `script` is NULL on a page
 * of games; else it is the only one that runs, and may run WebAssembly. */
void gr_html_head(GrBuffer *out, const char *title, const char *style, const char *script);

/* Begins a page of games of which `script` plays the games in place of ours. Behind the last game are `</div>`, which
 * ends the games, and what the page has of its own, the script included. */
void gr_html_begin_with(GrBuffer *out, const char *title, const char *style, const char *script);

/* Adds the element that forbids the page to fetch anything, and to run or apply any script or style
 * but ours and the page's own: the exact text between <style> and </style>, and between <script> and
 * </script>; NULL: it has none. Attributes `style` and `onclick` have no effect under it. */
void gr_html_policy(GrBuffer *out, const char *style, const char *script);

/* Adds our style as an element. It is about ids and classes that begin with `gr-`, the article of a
 * game, and, on a page of games alone, body and headings. */
void gr_html_style(GrBuffer *out);

/* Adds how a position differs from the one before the move, which is legal there, in the form that the player of a page
 * takes: changes of squares in a row (`e2e4`: what stands on the first goes to the second; `d6.`: it becomes empty;
 * `d6q`: that piece stands there, with its marks; `d6*`: a hole), then `!` if the clock is 0, then, each after a `;`,
 * fields of the FEN that are not as expected (`3e3`: its number, the board being field 0, and the text), and `m` with
 * the kind and squares of a special move. Expected is that the other side is to move, en passant is not possible, the clock
 * goes up by one, and so does the number of the move if the turn is again of the one that moves first. */
void gr_step_write(GrBuffer *out, const GrPosition *before, GrMove move);

/* Adds the drawings that boards of a page and its player use, as an element <svg> that is not seen. */
void gr_html_shapes(GrBuffer *out);

/* The same for a page on which the player draws boards of that variant, and nothing else. */
void gr_html_play_shapes(GrBuffer *out, const GrVariant *variant);

/* Begins and ends the games of a page. `embedded`: other things are on it, too, so that keys only
 * work while the games have the focus. The end adds the script. */
void gr_html_games_begin(GrBuffer *out, bool embedded);
void gr_html_games_end(GrBuffer *out);

GR_END_DECLS

#endif
