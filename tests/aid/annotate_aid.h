/* For the tests of annotating: games from lines of SAN, and games as text to be compared. */
#ifndef GR_TESTS_ANNOTATE_AID_H
#define GR_TESTS_ANNOTATE_AID_H

#include <stdbool.h>

#include "notation/buffer.h"
#include "notation/game.h"

/* Plays SAN moves; false if one is not legal, or memory runs out. */
bool aid_play_line(const GrVariants *variants, GrGame *game, const char *variant, const char *moves);

/* The node of a ply of the main line, 0 the root; the comment there. */
uint32_t aid_node_at(const GrGame *game, unsigned ply);
const char *aid_comment_at(const GrGame *game, unsigned ply);

/* Adds a text to the game; makes it the comment of a ply. False if memory runs out. */
bool aid_put_text(GrGame *game, GrText *at, const char *text);
bool aid_set_comment(GrGame *game, unsigned ply, const char *text);

/* Everything that annotating may change, as text; to be freed. */
char *aid_print_game(const GrGame *game, bool tags);

/* How often the one text occurs in the other. */
unsigned aid_count_in(const char *text, const char *what);

#endif
