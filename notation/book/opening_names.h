/* Names of openings by position, from the lists that others publish.
 *
 * Two forms are read: tables of tab-separated columns whose heading has `eco`, `name` and `pgn` (lichess's
 * chess-openings), and files of Scid (.eco), in which a code, a name in quotes and moves end with `*`. Moves are those
 * of a game from the start of a variant, which the list is for as a whole.
 *
 * A game has the name of the last of its positions that has one, in whatever order its moves came.
 */
#ifndef GR_NOTATION_BOOK_OPENING_NAMES_H
#define GR_NOTATION_BOOK_OPENING_NAMES_H

#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrOpeningNames GrOpeningNames;

/* Strings belong to the list. */
typedef struct GrOpeningName {
    const char *eco;       /* its code, of three characters where the list has more; "" if it has none */
    const char *name;      /* all of it: "Sicilian Defense: Najdorf Variation" */
    const char *opening;   /* what stands before the first colon: "Sicilian Defense" */
    const char *variation; /* what follows it, "" if nothing does: "Najdorf Variation" */
} GrOpeningName;

/* An entry of a list that was passed over: the place of the move that cannot be played, or of what is no entry. */
typedef struct GrOpeningNameFault {
    uint32_t line, column; /* from 1, the column in characters */
    char text[256];
} GrOpeningNameFault;

/* Reads a file, which may be compressed. Of two names for a position the first one counts, and an entry without moves
 * counts for nothing; one with a move that cannot be played is passed over (gr_opening_names_faults). GR_ERR_SYNTAX,
 * with the line, if the text is no such list, or no entry can be played. *names
 * is to be freed by gr_opening_names_free, and is for these rules, which must stay as long. `stop` is asked again and
 * again, unless it is NULL: once it is true, all ends with GR_ERR_STOPPED. */
int gr_opening_names_open(const char *path, const GrRules *rules, GrOpeningNames **names, bool (*stop)(void *user),
                          void *user, GrError *error);

/* The same from memory. */
int gr_opening_names_read(const char *text, size_t len, const GrRules *rules,
                          GrOpeningNames **names, GrError *error);

/* NULL is fine. */
void gr_opening_names_free(GrOpeningNames *names);

/* The rules that the list is for, and how many positions have a name. */
const GrRules *gr_opening_names_rules(const GrOpeningNames *names);
size_t gr_opening_names_count(const GrOpeningNames *names);

/* The entries that were passed over, at most 100; they live as long as the list. */
const GrOpeningNameFault *gr_opening_names_faults(const GrOpeningNames *names, size_t *count);

/* The name of a position; false if it has none. */
bool gr_opening_name(const GrOpeningNames *names, const GrPosition *pos, GrOpeningName *name);

/* The name of a game; false if it has none, or has other rules. */
bool gr_opening_name_of_game(const GrOpeningNames *names, const GrGame *game, GrOpeningName *name);

GR_END_DECLS

#endif
