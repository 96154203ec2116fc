/* Games as a page for a browser: one file that needs no other, without scripts.
 * Internal to notation/.
 *
 * A game has its tags, the moves with comments and variations, a diagram of the start position if
 * it is not the usual one, wherever the moves ask for one (NAG 220 or 221, or a comment with
 * [%diagram]) and of the final position, and its PGN to be copied.
 *
 *     gr_html_begin(&out, "Five games");
 *     for each game: gr_html_game(&out, game, number);
 *     gr_html_end(&out);
 *
 * The functions add to a buffer that may be written out and cleared between calls. The only failure
 * is memory: out->failed.
 */
#ifndef GR_NOTATION_HTML_H
#define GR_NOTATION_HTML_H

#include <stdint.h>

#include "notation/buffer.h"
#include "notation/game.h"

/* Begins the page; the title is UTF-8 of any kind. */
void gr_html_begin(GrBuffer *out, const char *title);

/* Adds a game, which the page names by its number (as its anchor, #game-12). */
void gr_html_game(GrBuffer *out, const GrGame *game, uint64_t number);

void gr_html_end(GrBuffer *out);

#endif
