/* What the parts of the repair share. Internal to notation/.
 *
 * The game is a row of items, at first one for each token. An edit makes one item of it another,
 * adds one, or marks one to be passed over; so a row with edits in it is played like one without,
 * and an edit can be looked for while others stand.
 *
 * Costs are in hundredths of an edit.
 */
#ifndef GR_NOTATION_REPAIR_LOCAL_H
#define GR_NOTATION_REPAIR_LOCAL_H

#include "notation/repair/repair.h"
#include "notation/move/resolve.h"
#include "notation/move/suggest.h"

typedef enum Edit { EDIT_NONE, EDIT_REPLACE, EDIT_INSERT, EDIT_DROP, EDIT_SWAP } Edit;

typedef struct Item {
    const GrToken *said;  /* the token; NULL for an inserted ply */
    const GrToken *place; /* the token whose move number stands here; NULL for an inserted ply */
    uint8_t edit;         /* Edit */
    uint8_t reach;        /* EDIT_SWAP, on the first of them: how far it was swapped; else 0 */
    GrMove move;          /* of EDIT_REPLACE and EDIT_INSERT */
} Item;

/* How exact the text is, as far as can be seen before it breaks off; costs of disagreeing. */
typedef struct Style {
    int x_false, x_missing;         /* `x` without a capture, a capture without `x` */
    int check_false, check_missing; /* the same for `+` */
    int mate_false, mate_missing;   /* and for `#` */
    int origin;                     /* an origin that is stated without need */
    bool repeated_numbers;          /* the number stands before both plies of a turn */
} Style;

/* A game that is being played. */
typedef struct State {
    GrPosition pos;
    uint64_t line;  /* stands for the moves played: two lines are the same if it is */
    uint32_t next;  /* item to come */
    int32_t cost;   /* so far, edits included */
    int32_t slips;  /* the part of it that counts slips of the pen */
    int32_t denied; /* the part of it that counts marks and numbers which are not borne out */
    int32_t offset; /* half moves by which the position is ahead of the text's numbers */
    bool counted;   /* a number has been read, so that `offset` means something */
    bool number_used; /* the next item's number belongs to a ply inserted before it */
} State;

enum {
    COST_EDIT = 100,
    COST_AMBIGUOUS = 60, /* a text that fits several moves: one of them */
    COST_INSERT = 125,
    COST_DROP = 155,
    COST_DOUBLE = 105,   /* dropping what stands there twice */
    COST_SWAP = 120,
    COST_NUMBER = 40,    /* numbers no longer fit as they did before */
    COST_NO_MATE = 80,   /* the game ends, but not in mate, and no result is stated */
    COST_RESIGNED = 50,  /* the same with a winner */
    COST_DENIED = 140,   /* what the text states for certain is not so */
    SLIP_MOST = 70
};

/* The edit that a node makes to the game of its parent. */
typedef struct Node {
    uint64_t line;   /* State.line, where it stops */
    uint32_t parent; /* UINT32_MAX: none; the node is the row as it stands */
    uint32_t place;  /* item before which, or at which, the edit is made */
    uint32_t next;   /* the first item that the edit leaves to be played */
    uint32_t stop;   /* the item that could not be played, or the number of items */
    int32_t cost, slips;
    GrMove move;
    uint8_t edit, reach, edits; /* edits: in all */
} Node;

typedef struct Work { /* a place of a node that is to be looked at; the least goes first */
    int32_t rank;
    uint32_t node, place, order;
} Work;

typedef struct Solution {
    int32_t cost;
    uint32_t node;
} Solution;

typedef struct Seen {
    uint64_t key;
    int32_t cost; /* 0: nothing is here */
} Seen;

/* The moves nearest in spelling to a token that cannot be read; kept from one question to the
 * next. */
typedef struct Near {
    const GrToken *token;
    uint64_t key; /* of the position */
    size_t count;
    GrMove move[GR_SUGGESTIONS];
} Near;

typedef struct Search {
    const GrScript *script;
    const GrRepairLimits *limits;
    GrLexicon lexicon;
    Style style;
    Item *item;
    uint32_t count;
    uint64_t steps, pause; /* steps done; when to ask the caller's `stop` again */
    uint64_t enough;       /* steps at which to give up */
    bool stopped, failed, limited;
    Node *node;            uint32_t nodes, node_cap;
    Work *work;            uint32_t works, work_cap;
    Seen *seen;            size_t seen_size; /* a power of 2; NULL: not used */
    Solution *solution;    uint32_t solutions, solution_cap; /* nodes that play to the end */
    int32_t best;          /* cost of the cheapest of them */
    bool all;              /* keep solutions that are not the best */
    State *line;           uint32_t line_cap; /* the row without edits before each item, up to
                              where it stops */
    Near near;
    GrMoveList list;
} Search;

/* repair_style.c */

/* Finds out how exact the text is by playing it as far as it goes. */
void repair_style(Search *s);

/* repair_cost.c */

/* What it costs to take the text of a token for a move; 0 slips mean that it fits. */
int repair_slip(Search *s, const GrPosition *pos, const GrToken *token, GrMove move);
/* What the token says that the move, played from `before` to `after`, does not bear out. */
/* Does the move that led here, which gave check or did not, deserve the mark `#`? */
bool repair_mates(const GrPosition *after, bool check);

int repair_disagreement(const Search *s, const GrToken *token, GrMove move,
                        const GrPosition *before, const GrPosition *after, bool last);
/* What the end of the game says against it. */
int repair_end_cost(const Search *s, const GrPosition *last);
/* The number before an item does not fit the position, or no longer. */
int repair_number_cost(const Search *s, State *state, const GrToken *place);
/* After an insertion: the number that stands before the next item may be meant for it. */
void repair_number_inserted(const Search *s, State *state, const GrPosition *before);
/* Cost of leaving out an item. */
int repair_drop_cost(const Search *s, uint32_t item);

/* repair_play.c */

void repair_state(const Search *s, State *state);
/* Plays the next item; false if it cannot be played, and then nothing has changed. */
bool repair_step(Search *s, State *state);
/* Plays on to the first item that cannot be played, or to the end, whose cost is then added. */
void repair_play(Search *s, State *state);
/* Makes an edit at state->next and plays what it puts there; false if that is not possible. */
bool repair_edit(Search *s, State *state, Edit edit, unsigned reach, GrMove move);

/* repair_search.c */

/* Looks for edits to the row s->item: single ones only, or several. What is found is in
 * s->solution, the cheapest first. False when memory ran out or the caller stopped it. */
bool repair_search(Search *s, bool single);
/* Writes the row with the node's edits made to `out`, which has room for count + edits items;
 * returns how many there are. */
uint32_t repair_row(const Search *s, uint32_t node, Item *out);
/* The position in which the node's edit is made, and the one after it. */
void repair_around(Search *s, uint32_t node, State *before, State *after);
/* The move that state->next is played by as it stands, GR_NO_MOVE if it cannot be played. */
GrMove repair_own_move(const Search *s, const State *state);
void repair_search_free(Search *s);

/* repair_rank.c */

/* A move that nothing speaks for or against, and the worst. */
enum { UNLIKELY_NEUTRAL = 30, UNLIKELY_MOST = 80 };

typedef struct Likely {
    int value[GR_MAX_TYPES];
    uint64_t quiet_key; /* of the position last asked about, and its value */
    int quiet_turn, quiet;
    GrMoveList list;
} Likely;

void repair_likely_init(Likely *likely, const GrRules *rules);
/* What was played around a move; GR_NO_MOVE where that is not known. */
typedef struct Around {
    GrMove last;        /* the ply before it */
    GrMove reply, next; /* the two after it */
} Around;

/* How little likely it is that a player chose `move` in `before`; from 0 to UNLIKELY_MOST. */
int repair_unlikely(Likely *likely, const GrPosition *before, GrMove move, const Around *around);

/* repair_others.c */

/* Adds how likely their moves are to the costs of the solutions that come into question, and sorts
 * all of them: the best is the first. */
void repair_weigh(Search *s, Likely *likely);
/* Shows in *edit what else could stand in place of the first solution. */
void repair_find_others(Search *s, GrRepair *edit);

GrEditKind repair_kind(Edit edit);
/* The token that an edit at the item of the row belongs to. */
uint32_t repair_token(const Search *s, uint32_t item);

#endif
