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

/* The options that select games, a row for each, which is all that there is to say of one. Programs make their options
 * and help of these rows:
 *
 *   row(ID, name, what its value is called, help, what it is about, how that is compared, tag)
 *
 * A tag of NULL: the value begins with it. */
#define GR_SELECT_OPTIONS(row)                                                                                  \
    row(GAMES, "games", "LIST", "only games with these numbers: 5,10-20,100-", GR_ON_GAMES, GR_NUMBER, "")      \
    row(WHITE, "white", "TEXT", "only games with TEXT in White's name (=TEXT: exactly)",                        \
        GR_ON_TAG, GR_CONTAINS, "White")                                                                        \
    row(BLACK, "black", "TEXT", "same for Black's name", GR_ON_TAG, GR_CONTAINS, "Black")                       \
    row(PLAYER, "player", "TEXT", "same for either name", GR_ON_EITHER, GR_CONTAINS, "")                        \
    row(EVENT, "event", "TEXT", "same for the event", GR_ON_TAG, GR_CONTAINS, "Event")                          \
    row(SITE, "site", "TEXT", "same for the site", GR_ON_TAG, GR_CONTAINS, "Site")                              \
    row(ROUND, "round", "TEXT", "same for the round", GR_ON_TAG, GR_CONTAINS, "Round")                          \
    row(ECO, "eco", "TEXT", "same for the ECO code", GR_ON_TAG, GR_CONTAINS, "ECO")                             \
    row(OPENING, "opening", "TEXT", "same for the opening", GR_ON_TAG, GR_CONTAINS, "Opening")                  \
    row(ANNOTATOR, "annotator", "TEXT", "same for the annotator", GR_ON_TAG, GR_CONTAINS, "Annotator")          \
    row(TAG, "tag", "NAME=TEXT", "same for any tag (NAME==TEXT: exactly)", GR_ON_TAG, GR_CONTAINS, NULL)        \
    row(DATE, "date", "RANGE", "only games with these dates: 1990, 1990.05..1995, 1990..",                      \
        GR_ON_TAG, GR_DATE, "Date")                                                                             \
    row(RESULT, "result", "RESULT", "only games with this result: 1-0, 0-1, 1/2-1/2, *",                        \
        GR_ON_RESULT, GR_EQUALS, "")                                                                            \
    row(ELO, "elo", "RANGE", "only games with both ratings in the range: 2500..",                               \
        GR_ON_BOTH, GR_NUMBER, "Elo")                                                                           \
    row(WHITE_ELO, "white-elo", "RANGE", "same for White's rating", GR_ON_TAG, GR_NUMBER, "WhiteElo")           \
    row(BLACK_ELO, "black-elo", "RANGE", "same for Black's rating", GR_ON_TAG, GR_NUMBER, "BlackElo")           \
    row(PLIES, "plies", "RANGE", "only games with this number of plies: 40..80", GR_ON_PLIES, GR_NUMBER, "")

#define GR_SELECT_NUMBER(id, name, argument, help, subject, comparison, tag) GR_SELECT_##id,
typedef enum GrSelectOption { GR_SELECT_OPTIONS(GR_SELECT_NUMBER) GR_SELECT_COUNT } GrSelectOption;
#undef GR_SELECT_NUMBER

/* Adds a condition, named by a row, or `variant`, whose value is a variant's name. Values are
 *
 *   LIST      numbers: 5, 10-20, 100- , and several separated by commas
 *   TEXT      text in the tag's value, whatever its case; =TEXT: exactly this value
 *   NAME=TEXT, NAME==TEXT
 *             the same of any tag
 *   RANGE     of numbers: 40, 40..80, 40.. , ..80; of dates: 1990, 1990.05, 1990.05.17, or a range of
 *             such: 1990..1995.06, 1990.. , ..1990
 *   RESULT    1-0, 0-1, 1/2-1/2, *, or white, black, draw, none
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

/* Is the game given last so damaged that what the conditions ask for cannot be read? It is given for the caller to read
 * it, and to report that; it does not fit. */
bool gr_cursor_is_doubtful(const GrCursor *cursor);

GR_END_DECLS

#endif
