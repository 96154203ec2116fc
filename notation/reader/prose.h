/* Prose: what stands before the first move of a game, and the paragraph at hand. Internal to
 * notation/reader. */
#ifndef GR_NOTATION_READER_PROSE_H
#define GR_NOTATION_READER_PROSE_H

#include "notation/reader/diagnostics.h"

/* How things stood before a line of a game that is not prosy. */
typedef struct LineMark {
    uint32_t number;         /* of the line; 0: none */
    uint32_t node, ply;      /* the last move before it, */
    size_t nodes, diags;     /* and what there was then of moves and diagnostics */
} LineMark;

typedef struct Prose {
    Output *out;
    GrBuffer text;           /* comments before the game's first move */
    uint32_t stray;          /* line of the first of them; 0: none */
    bool of_game;            /* the game's tags have begun */
    bool cut;                /* there were too many of them, and some are gone */
    size_t heading_at, heading_len; /* the last heading in `text`; no length: none */
    uint32_t late_node;      /* the last heading in a comment: its move, */
    size_t late_at;          /* and where it begins there */
    bool open;               /* the line before was prose, and stands in the comment at hand */
    uint32_t lines;          /* of the paragraph that it belongs to */
    bool prosy;              /* the game has no tags, or words that are no moves between its moves:
                                each line may be prose */
    bool always_prosy;       /* the game is known to be so */
    bool last_prosy;         /* the game that was read last was so */
    bool reported;           /* that there is prose in a game with tags was reported */
    uint32_t skipped_line;   /* the last line of prose that had moves in it, since the last move; 0 */
    uint32_t skipped_node;   /* the last move before it */
    bool skipped_legal;      /* those moves could be played, */
    GrPosition skipped_after; /* and this is the position after them */
    LineMark mark;
    GrGame between;          /* stands in for a game while the text between games is read */
} Prose;

void reader_free_prose(Prose *prose);

/* Adds a comment to those before the first move. */
void reader_add_prose(Prose *prose, const char *text, size_t len);

/* Takes them all as the game's. If it is `untitled` and has no Event, the last heading among them
 * becomes that; true if it did. */
bool reader_take_prose(Prose *prose, bool untitled);

/* Gives those of what turned out to be no game back for the next one. */
void reader_return_prose(Prose *prose);

#endif
