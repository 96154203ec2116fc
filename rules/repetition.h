/* Ends by repetition. In most games a position that occurs for the third time is a draw, and its key is all that takes
 * to see it. In described games somebody may win or lose by it, and what happened in between may count: who has given
 * check or attacked a piece all the time.
 *
 * A game is looked at as a row of tracks, one for each of its positions, the start included.
 */
#ifndef GR_RULES_REPETITION_H
#define GR_RULES_REPETITION_H

#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

/* What repetitions look at in a position. Where nobody wins by them (GrVariant.repeats_decide) only key, move and turn
 * are found. */
typedef struct GrTrack {
    GrSet chased;  /* pieces of the side to move that the last move has begun to chase, where that counts */
    uint64_t key;
    GrMove move;   /* that led here; GR_NO_MOVE: none that is known of */
    uint8_t turn;
    int8_t counts; /* who would win here what is drawn (gr_count_winner) */
    bool check;    /* the side to move is in check */
    bool took;     /* the move captured, or dropped or promoted a piece for good, */
    bool roams;    /* or was of a piece that may stand where the other king may */
} GrTrack;

/* Of a position after a move; of the first one `before` is NULL and the move GR_NO_MOVE. */
void gr_track(const GrPosition *before, GrMove move, const GrPosition *after, GrTrack *track);

/* Does the last of these positions end the game by repetition? *winner is then a side, or -1 of a draw. That a game of
 * the rules is over for another reason is not seen here. */
bool gr_repetition(const GrRules *rules, const GrTrack *track, size_t count, int *winner);

/* What happened from the first of those occurrences to the last, for callers that keep no tracks: add the track of each
 * position, both included, to {0}, and ask who has won, a side or -1. */
typedef struct GrRound {
    size_t plies;
    int turn, counts;
    bool unchecked[2]; /* by side: it was not in check once when it was to move */
    GrSet chased[2];   /* by side: its pieces that were chased each time */
} GrRound;
void gr_round_add(GrRound *round, const GrTrack *track);
int gr_round_winner(const GrRules *rules, const GrRound *round);

/* Where that ends a game: has the side that has just moved done nothing for four moves but take a move back and make it
 * again, with the piece that it had moved before, too, and was never in check? Then it has lost. A pass before the last
 * of these moves changes nothing. `before`: how many
 * tracks there are before the last; of more than GR_SHUTTLE - 1 the earlier ones are not looked at. */
enum { GR_SHUTTLE = 12 };
bool gr_shuttles(const GrRules *rules, const GrTrack *last, size_t before);

/* A row of tracks that grows; {0} is empty. */
typedef struct GrTracks {
    GrTrack *track;
    size_t count, cap;
} GrTracks;

/* Adds that of a position as gr_track has it; false without memory, and the row is then as it was. */
bool gr_tracks_add(GrTracks *tracks, const GrPosition *before, GrMove move, const GrPosition *after);

/* Adds the tracks of another row; likewise. */
bool gr_tracks_append(GrTracks *tracks, const GrTracks *more);

/* Makes the row that of a game which begins here. */
bool gr_tracks_begin(GrTracks *tracks, const GrPosition *start);

void gr_tracks_free(GrTracks *tracks);

GR_END_DECLS

#endif
