/* Selecting games: by number, variant, result, length and tags.
 *
 *     GrSelection selection;
 *     gr_selection_init(&selection);
 *     gr_selection_add(&selection, variants, "player", "Tal", &error);
 *     gr_selection_add(&selection, variants, "date", "1957..1961", &error);
 *     GrCursor *cursor = gr_cursor_open(db, &selection, &error);
 *     while ((got = gr_cursor_next(cursor, &id, &error)) > 0)
 *         ... gr_db_get_game(db, id, &game, &error) ...
 *     gr_cursor_close(cursor);
 *     gr_selection_free(&selection);
 */
#ifndef GR_DB_SELECT_H
#define GR_DB_SELECT_H

#include <stddef.h>

#include "db/store/database.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* What a condition looks at. */
typedef enum GrSubject {
    GR_ON_GAMES,   /* the number of the game */
    GR_ON_VARIANT,
    GR_ON_RESULT,
    GR_ON_PLIES,
    GR_ON_TAG,     /* the value of one tag, */
    GR_ON_EITHER,  /* of White's or Black's tag, */
    GR_ON_BOTH     /* of both */
} GrSubject;

/* How a tag's value is compared. */
typedef enum GrComparison {
    GR_CONTAINS, /* has the text somewhere, upper and lower case of ASCII letters alike */
    GR_EQUALS,   /* is the text, byte for byte */
    GR_NUMBER,   /* is a number from low to high */
    GR_DATE      /* is a date from first to last, as far as it is known */
} GrComparison;

typedef struct GrCondition {
    GrSubject subject;
    GrComparison comparison;
    char *tag;            /* GR_ON_TAG: its name; GR_ON_EITHER, GR_ON_BOTH: without White, Black */
    char *text;           /* GR_CONTAINS, GR_EQUALS */
    char first[12], last[12]; /* GR_DATE: "" is open */
    int64_t low, high;    /* GR_NUMBER, GR_ON_PLIES; GR_ON_RESULT: the GrResult is low */
    const GrRules *rules; /* GR_ON_VARIANT */
    int64_t (*range)[2];  /* GR_ON_GAMES: ranges of numbers */
    size_t ranges;
} GrCondition;

/* Conditions that must all hold; none at all select every game. */
typedef struct GrSelection {
    GrCondition *condition;
    size_t count;
} GrSelection;

void gr_selection_init(GrSelection *selection);
void gr_selection_free(GrSelection *selection);

/* Adds a condition, named as the options of the programs are:
 *
 *   games     numbers: 5, 10-20, 100- , and several separated by commas
 *   variant   a variant's name
 *   result    1-0, 0-1, 1/2-1/2, *, or white, black, draw, none
 *   plies     a range: 40, 40..80, 40.. , ..80
 *   white, black, event, site, round, eco, opening, annotator
 *             text in the tag's value, whatever its case; =TEXT: exactly this value
 *   player    the same of White's or Black's name
 *   date      1990, 1990.05, 1990.05.17, or a range of such: 1990..1995.06, 1990.. , ..1990
 *   elo       both ratings in a range: 2500.. ; white-elo, black-elo: one of them
 *   tag       NAME=TEXT or NAME==TEXT: text in, or exactly, the value of any tag
 *
 * GR_ERR_NOT_FOUND if there is no such name; GR_ERR_SYNTAX if the value is none for it (the error
 * says why). */
int gr_selection_add(GrSelection *selection, const GrVariants *variants, const char *name,
                     const char *value, GrError *error);

/* Does any game of the database meet the condition? 1 or 0, or a code below 0. */
int gr_condition_met(GrDb *db, const GrCondition *condition, GrError *error);

/* Going through the games of a selection, in the order of their numbers. */
typedef struct GrCursor GrCursor;

/* The selection must stay as it is until the cursor is closed. NULL with `error` filled if that
 * fails. */
GrCursor *gr_cursor_open(GrDb *db, const GrSelection *selection, GrError *error);
void gr_cursor_close(GrCursor *cursor);

/* From now on gives the games of these numbers, both included; to 0: to the last. */
void gr_cursor_range(GrCursor *cursor, int64_t from, int64_t to);

/* From now on gives only games of the set (db/index/position_index.h), which stays the caller's; NULL:
 * all. */
struct GrGameSet;
void gr_cursor_only(GrCursor *cursor, const struct GrGameSet *only);

/* The next game: 1 with *id set, 0 after the last one. Games too damaged to be judged are
 * returned too: reading them reports the damage. GR_ERR_DAMAGED, after the last game:
 * damage hid what the conditions ask for, and games may be missing. */
int gr_cursor_next(GrCursor *cursor, int64_t *id, GrError *error);

/* Is it certain, without reading more of it, that the game given last is there and fits? */
bool gr_cursor_is_sure(const GrCursor *cursor);

GR_END_DECLS

#endif
