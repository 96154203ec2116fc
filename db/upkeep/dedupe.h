/* Finding games that are in a database more than once, with different headers.
 *
 * What gr_db_add_game takes for the same game agrees in every letter. Games that come from several
 * sources seldom do: names are spelled differently, dates are known in part, the last moves are
 * missing. Two games are doubles here if variant and start position are the same, the moves of one
 * are those of the other or their beginning, and nothing in the headers contradicts it:
 *
 *   players  the same family name (what stands before the comma, else the last word), in upper or
 *            lower case and with or without full stops, and given names of which one begins with
 *            the other (none, an initial, the whole); a name that is not known fits any
 *   date     year, month and day equal as far as both are known
 *   round    equal, or one of them not known
 *   result   equal, or one of them `*`; of a beginning it may differ
 *
 * Games of fewer than GR_DEDUPE_PLIES plies, and those that are kept as text, are doubles only if they
 * agree in all that gr_db_add_game compares: changes of headers make such ones. A game with comments,
 * variations or text that could not be played stays unless all of that is in the other one, too.
 */
#ifndef GR_DB_DEDUPE_H
#define GR_DB_DEDUPE_H

#include "db/upkeep/maintain.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

enum { GR_DEDUPE_PLIES = 16 };

typedef struct GrDedupe {
    bool dry; /* only report */
    /* Game `gone` is a double of game `kept`: with the same moves, or their beginning. May be
     * NULL; gets work->context. */
    void (*found)(void *context, int64_t kept, int64_t gone, bool beginning);
    const GrWork *work;
} GrDedupe;

typedef struct GrDeduped {
    uint64_t games;     /* looked at */
    uint64_t doubles;   /* found, and deleted unless dry */
    uint64_t annotated; /* doubles that were kept for their comments or variations */
} GrDeduped;

/* Deletes doubles, all of them or (on failure) none; of two games the longer one stays, else that
 * with comments, else the one whose headers say more, else the earlier one. Games that cannot be read
 * are reported to work->unread and left alone. */
int gr_db_dedupe(GrDb *db, const GrDedupe *dedupe, GrDeduped *deduped, GrError *error);

/* May the two be names of one player? */
bool gr_same_player(const char *a, const char *b);

/* The family name as it is compared, "" if it is not known; cut when longer. */
enum { GR_PLAYER_NAME = 128 };
void gr_player_family(const char *name, char out[GR_PLAYER_NAME]);

/* The whole name in lower case, its words separated by single spaces, without other
 * marks. */
void gr_player_fold(const char *name, char out[GR_PLAYER_NAME]);

GR_END_DECLS

#endif
