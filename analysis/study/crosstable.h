/* Crosstables: who scored what against whom in an event, as text, CSV, JSON and HTML.
 *
 *     GrCrosstables *tables = gr_crosstables_open();
 *     while (... a game ...)
 *         gr_crosstables_add(tables, &game);
 *     gr_crosstables_write(tables, &options, GR_CROSS_TEXT, put, context);
 *     gr_crosstables_free(tables);
 *
 * Only tags and results are asked, never moves: a game that a database gives without them (gr_db_get_header) is enough,
 * and any variant will do. A win counts one point, a draw half a point.
 *
 * Players are known by their names alone, and only equal names are one. Games belong to one event if they have the same
 * variant, Event and Site (unless that is an address on the web, as of one game) and if no more than half a year lies
 * between each and the next, by EventDate, or where there is none by Date.
 *
 * A game was not played, but counts for points, if the tag Termination says so (forfeit, default, walkover, unplayed,
 * bye), or if the opponent's name is "bye". Games without result do not count.
 */
#ifndef GR_ANALYSIS_CROSSTABLE_H
#define GR_ANALYSIS_CROSSTABLE_H

#include "notation/game.h"
#include "notation/json.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrCrosstables GrCrosstables;

/* What orders players with the same points (FIDE Handbook C.07, in the version of 1 August 2024). */
typedef enum GrTieBreak {
    GR_TIE_DIRECT,    /* points in the games among those who are tied, if they have all met equally often (article 6) */
    GR_TIE_WINS,      /* games won over the board (7.2) */
    GR_TIE_SONNEBORN, /* Sonneborn-Berger: the points of each opponent times the score against him (9.1) */
    GR_TIE_BUCHHOLZ,  /* the points of all opponents (8.1); an unplayed round counts as one against an opponent with the
                         player's own points (16.4), but opponents' points are taken as they are */
    GR_TIE_BREAKS
} GrTieBreak;

/* "direct", "wins", "sonneborn", "buchholz"; NULL for others. */
const char *gr_tie_break_name(int tie_break);

typedef enum GrCrossColumns {
    GR_CROSS_USUAL,     /* opponents if at least four of five possible pairs have met, else rounds */
    GR_CROSS_OPPONENTS, /* rounds nevertheless if there are more than GR_CROSS_WIDEST players */
    GR_CROSS_ROUNDS
} GrCrossColumns;

enum { GR_CROSS_WIDEST = 500 };

typedef enum GrCrossFormat {
    GR_CROSS_TEXT,
    GR_CROSS_JSON, /* an object a line for each event */
    GR_CROSS_CSV,  /* for spreadsheets; tables are separated by an empty line */
    GR_CROSS_CSV_PLAIN,
    GR_CROSS_HTML
} GrCrossFormat;

/* All zero is usual. */
typedef struct GrCrossOptions {
    bool together; /* all games of a variant make one table, whatever their events */
    bool teams;    /* tables of teams (WhiteTeam, BlackTeam): two match points for more points than the other team in
                      the games of a round, one for as many; board points come before tie-breaks */
    GrCrossColumns columns;
    int k;         /* the factor of rating changes; 0: that of FIDE by the rating alone */
    int tie_break[GR_TIE_BREAKS]; /* in this order; */
    int tie_breaks;               /* 0: direct, wins, sonneborn, buchholz where columns are opponents, else buchholz,
                                     sonneborn, direct, wins */
    void (*note)(void *user, const char *text); /* takes what is to be said of the games where the format has no place
                                                   for it, CSV; may be NULL */
    void *user;
} GrCrossOptions;

/* Reads tie-breaks, separated by commas: false if a word is none, or one comes twice. */
bool gr_tie_breaks_read(const char *text, GrCrossOptions *options);

GrCrosstables *gr_crosstables_open(void);
void gr_crosstables_free(GrCrosstables *tables);

/* Counts a game. */
int gr_crosstables_add(GrCrosstables *tables, const GrGame *game);

/* How many games were counted. */
size_t gr_crosstables_games(const GrCrosstables *tables);

/* Of these, how many name both teams. */
size_t gr_crosstables_team_games(const GrCrosstables *tables);

/* Writes the tables, in the order in which their first games came. Fails with what put returned when it failed. */
int gr_crosstables_write(GrCrosstables *tables, const GrCrossOptions *options, GrCrossFormat format, GrPut put,
                         void *context);

GR_END_DECLS

#endif
