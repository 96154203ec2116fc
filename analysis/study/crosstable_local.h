/* What crosstables are made of. Internal to analysis/. */
#ifndef GR_ANALYSIS_CROSSTABLE_LOCAL_H
#define GR_ANALYSIS_CROSSTABLE_LOCAL_H

#include "analysis/study/crosstable.h"
#include "db/store/intern.h"
#include "notation/buffer.h"
#include "notation/csv.h"

/* What is kept of a game. Strings are numbers in GrCrosstables.names; 0: none. */
typedef struct CrossGame {
    uint32_t rules, event, site; /* rules by the variant's name */
    uint32_t name[2], team[2];
    int32_t round;  /* -1: unknown */
    uint32_t stage; /* the whole tag: "3.2" */
    int32_t day;    /* days, roughly, for distances; 0: unknown */
    int rating[2];  /* 0: none */
    int board[2];   /* of a match of teams: half points of its games; else 0 */
    int8_t half[2]; /* half points, of a match of teams match points; -1: no result */
    bool unplayed, moveless;
    uint64_t number; /* in the order in which they came */
} CrossGame;

struct GrCrosstables {
    GrIntern names;
    CrossGame *game;
    size_t games, cap;
};

enum { CROSS_BYE = -1 };

/* One game of one player. */
typedef struct CrossEntry {
    int player, other; /* places in CrossTable.player; other CROSS_BYE: nobody */
    int half, board;   /* half -1: no result */
    int32_t round;
    bool white, unplayed;
    const CrossGame *game;
} CrossEntry;

typedef struct CrossPlayer {
    const char *name, *team; /* team NULL: none, or several */
    uint32_t id;
    int rating;              /* 0: none */
    int half, board, games;  /* half points (teams: match points) of games with a result */
    int played;              /* of them */
    int value[GR_TIE_BREAKS]; /* direct and Buchholz in half points, Sonneborn-Berger in quarters */
    bool direct;             /* has it a value? */
    int rated, rated_half;   /* games against rated opponents, */
    long ratings;            /* and these ratings' sum */
    int performance;         /* 0: none */
    int change;              /* in hundredths of a point */
    bool changes;            /* is it known? */
    size_t first, entries;   /* in CrossTable.entry */
    int row, rank;           /* from 1; a rank may be shared */
    int key, mark;           /* while ranks are found */
} CrossPlayer;

typedef struct CrossTable {
    const GrCrosstables *of;
    const GrCrossOptions *options;
    CrossGame *game;         /* in the order of rounds and dates; the first is there even if it does not count */
    size_t games;
    CrossPlayer *player;
    size_t players;
    CrossPlayer **row;       /* in the order of ranks */
    CrossEntry *entry;       /* by player, then as games are */
    size_t entries;
    int32_t *round;          /* columns; -1 comes last */
    size_t rounds;
    bool opponents;          /* columns are these */
    int tie_break[GR_TIE_BREAKS], tie_breaks;
    size_t nameless, self, open, unplayed, moveless, counted; /* games; the first two are not in the table */
} CrossTable;

static inline const char *cross_string(const GrCrosstables *tables, uint32_t id) {
    return id ? gr_intern_get(&tables->names, id) : "";
}

/* Divides the games into events: sorts them, and calls `each` with the games of one, in the order of first games. */
int cross_each_event(GrCrosstables *tables, const GrCrossOptions *options,
                     int (*each)(void *user, CrossGame *game, size_t games), void *user);

/* Makes the games of an event matches of teams. Returns how many these are; a game without both teams is one without
 * both names. */
size_t cross_make_matches(CrossGame *game, size_t games);

/* Makes the table of an event, whose games it may reorder. It is to be freed in any case. */
int cross_make(CrossTable *table, const GrCrosstables *tables, const GrCrossOptions *options, CrossGame *game,
               size_t games);
void cross_free(CrossTable *table);

/* Fills ranks and rows. */
int cross_rank(CrossTable *table);

/* What there is to say of the games, a line each. */
int cross_notes(const CrossTable *table, GrBuffer *out);

/* The cell of a row and a column: results are "1", "½", "0", unplayed "+", "=", "-", none "*", of teams the board
 * points. In CSV, "½" is "0.5". */
void cross_put_cell(const CrossTable *table, const CrossPlayer *player, size_t column, bool csv, GrBuffer *out);
size_t cross_columns(const CrossTable *table);

/* Points, and a tie-break's value, as they are written: "5.5", "18.25"; "" for none. */
void cross_put_points(const CrossTable *table, int half, GrBuffer *out);
void cross_put_tie_break(const CrossTable *table, const CrossPlayer *player, int tie_break, GrBuffer *out);

/* "Linares, Linares ESP, 1993": the event's name; HTML and text have it as heading. */
void cross_put_title(const CrossTable *table, GrBuffer *out);

void cross_text(const CrossTable *table, GrBuffer *out);
void cross_csv(const CrossTable *table, GrCsvField *field, GrBuffer *out);
int cross_json(const CrossTable *table, GrPut put, void *context);
void cross_html_begin(GrBuffer *out);
void cross_html(const CrossTable *table, GrBuffer *out);
void cross_html_end(GrBuffer *out);

#endif
