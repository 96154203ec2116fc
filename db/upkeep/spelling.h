/* A list of names: for each player the canonical one and others that mean the same; and so for events and sites.
 *
 * The text is read line by line. A line that begins with `=` has another name of the player of the
 * last line that does not; text from `#` on and empty lines are ignored. Files in the form of Scid's
 * spelling files can be read, too: the sections that begin with a line `@PLAYER`, `@EVENT` or `@SITE` count, others and
 * lines that begin with `%` do not. Without a section all are players.
 *
 *     Carlsen, Magnus      # born 1990
 *     =Carlsen, Sven Magnus Oen
 *     =Carlsen, M.
 *
 * Names are compared without regard to upper and lower case of ASCII letters, and to full stops,
 * commas and other marks: `=Carlsen,M` stands for `CARLSEN, M.` too. Those of events and sites must be the same but for
 * blanks at the ends and in a row.
 */
#ifndef GR_DB_SPELLING_H
#define GR_DB_SPELLING_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/decls.h"
#include "rules/error.h"

GR_BEGIN_DECLS

typedef struct GrSpelling GrSpelling;

typedef enum GrSpellingSection {
    GR_SPELLING_PLAYER, GR_SPELLING_EVENT, GR_SPELLING_SITE, GR_SPELLING_SECTIONS
} GrSpellingSection;

/* Reads a list. GR_ERR_SYNTAX, with the line, if a name stands for two others or the text is no
 * list. *players is to be freed by gr_spelling_free. */
int gr_spelling_read(const char *text, size_t len, GrSpelling **players, GrError *error);

/* Reads the players of a list from a file, which may be compressed (notation/text/source.h). GR_ERR_NOT_FOUND if
 * there is none; else as above, and GR_ERR_SYNTAX if it has no name at all.
 * `stop` is asked again and again, unless it is NULL: once it is true, all ends with GR_ERR_STOPPED. */
int gr_spelling_open(const char *path, GrSpelling **players, bool (*stop)(void *user), void *user, GrError *error);

/* The same for events and sites, too. */
int gr_spelling_open_names(const char *path, GrSpelling **names, bool (*stop)(void *user), void *user, GrError *error);

void gr_spelling_free(GrSpelling *players);

/* The canonical name of a player, NULL if the list does not have the name. */
const char *gr_spelling_find(const GrSpelling *players, const char *name);

/* The same of a section. */
const char *gr_spelling_find_in(const GrSpelling *players, GrSpellingSection section, const char *name);

GR_END_DECLS

#endif
