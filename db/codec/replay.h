/* The replay form of a game's main line: seven bits a ply for games like chess, two bytes or four for
 * others, decoded without generating moves. Internal to db/.
 *
 * In a database with an index it is the form that a game's moves are kept in (GR_CODEC_LINE in db/codec/codec.h).
 * Its bytes are kept under a checksum; a reader holds each move against the position all the same, so far that no
 * bytes can do harm. grimoire-format(5) has the form.
 */
#ifndef GR_DB_CODEC_REPLAY_H
#define GR_DB_CODEC_REPLAY_H

#include "db/codec/line_code.h"
#include "rules/position.h"

/* The form that a line is in. */
typedef enum GrReplayForm {
    GR_REPLAY_FORM_NAMED, /* squares by name: any variant, any position */
    GR_REPLAY_FORM_PIECES, /* number of the piece, and where it goes from where it stands; */
    GR_REPLAY_FORM_PACKED  /* the same in fewer bits (db/codec/line_code.h) */
} GrReplayForm;

/* How the pieces of a type go, where pieces have numbers. */
typedef enum GrPlayGait {
    GR_GAIT_NONE,
    GR_GAIT_PAWN,
    GR_GAIT_KNIGHT,
    GR_GAIT_BISHOP,
    GR_GAIT_ROOK,
    GR_GAIT_QUEEN,
    GR_GAIT_KING,
    GR_GAIT_BLACK_PAWN,
    GR_GAITS
} GrPlayGait;

/* What is known of a variant. */
typedef struct GrPlayVariant {
    const GrRules *rules;   /* NULL: nothing yet */
    bool pieces;            /* forms by pieces will do */
    uint8_t gait[2][32];    /* by side to move and piece code: none for what it cannot move */
    bool goes_to[2][32];    /* may it go to where that stands? */
    uint32_t barred[2];     /* bits 1 << piece code: it may not */
    uint8_t promoted[5];    /* types a pawn may become, from [1]; 0: no more */
    uint8_t pawn[16];       /* by type: is it a pawn? */
    unsigned squares;
    GrSet start[2];         /* squares of each side's pieces at the usual start, and their numbers, if they have any */
    uint8_t number[2][16], queen[2];
    GrSet last;             /* the first and the last rank */
    uint8_t go[GR_GAITS][64][16]; /* by gait, square and code: the square gone to, plus 64 if a pawn
                                     takes there */
} GrPlayVariant;

/* Where the pieces of a game stand. Pieces are numbered at its start, each side's by square. */
typedef struct GrReplayer {
    GrPlayVariant variant;
    const uint8_t *at, *end; /* bytes that are left */
    uint32_t next, words;    /* or, of a packed line, words */
    GrReplayForm form;
    uint8_t square[2][16];        /* of piece n of a side, as long as it is on the board */
    uint8_t queen[2];             /* the number of each side's queen at the start, the first one if it has several */
    uint16_t word[GR_LINE_PLIES + 1]; /* a packed line unpacked, with room for a mark behind it */
    GrLineCode code;
} GrReplayer;

/* A replayer that is all zero is ready to be opened. */

/* Begins to read a line from `start`. False if it cannot be in that form. */
bool gr_replayer_open(GrReplayer *replayer, const GrPosition *start, GrReplayForm form, const uint8_t *bytes,
                  size_t len);

/* The next move, to be played on pos by the caller; GR_NO_MOVE at the end and where bytes are
 * damaged. It is legal if the bytes are those that were written. */
GrMove gr_replayer_next(GrReplayer *replayer, const GrPosition *pos);

/* Writes the replay form of a line, the legal moves `move` from `start` on, to the end of `out`;
 * returns which form that is. out->failed is set when memory runs out. */
GrReplayForm gr_replayer_write(GrReplayer *replayer, const GrPosition *start, const GrMove *move,
                         uint32_t plies, GrBuffer *out);

/* The same in that form; false, and nothing written, if the line has none. */
bool gr_replayer_write_as(GrReplayer *replayer, GrReplayForm form, const GrPosition *start, const GrMove *move,
                          uint32_t plies, GrBuffer *out);

#endif
