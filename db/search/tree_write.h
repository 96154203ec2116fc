/* A tree as JSON. */
#ifndef GR_DB_TREE_WRITE_H
#define GR_DB_TREE_WRITE_H

#include "db/search/tree.h"
#include "notation/book/opening_names.h"
#include "notation/json.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* A date as far as it is known: 2023, 2023.05 or 2023.05.17; "" for 0. Returns the text. */
enum { GR_TREE_DATE_SIZE = 24 };
const char *gr_tree_date(uint32_t date, char text[GR_TREE_DATE_SIZE]);

/* The members of a move's object: san, uci, games, white, draws, black, score, points,
 * averageRating, performance, lastPlayed. `pos` is the position in which it is played. What is
 * not known is null. */
void gr_tree_write_move(GrJson *json, const GrPosition *pos, const GrTreeMove *move);

/* A member `opening`: an object with eco and name, or null if the position has no name. */
void gr_tree_write_opening(GrJson *json, const GrOpeningNames *names, const GrPosition *pos);

/* The databases that a tree has grown from, in that order. */
typedef struct GrTreeSources {
    GrDb *const *db;
    const char *const *name; /* what games are said to be from; NULL: that is not said */
    const GrOpeningNames *openings; /* names the position and each move's; NULL: that is not said */
    const uint64_t *unread; /* games that could not be read, for a member of that name; NULL: none is written */
} GrTreeSources;

/* An object in the form in which opening explorers answer: the numbers of the position, moves[],
 * topGames[] and recentGames[] with the names of players, which are read from the databases. A game
 * that cannot be read has no names. If it fails, the object is not complete. */
int gr_tree_write_explorer(GrJson *json, const GrTreeSources *from, const GrPosition *pos,
                           const GrTree *tree, GrError *error);

GR_END_DECLS

#endif
