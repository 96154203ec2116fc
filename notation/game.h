/* A game: tags, a start position, a tree of moves with comments, and what was wrong with its text.
 *
 * All strings of a game lie in one buffer, and all moves in one array, so that a game that is
 * cleared and filled again allocates nothing. Strings are named by their offset (GrText).
 */
#ifndef GR_NOTATION_GAME_H
#define GR_NOTATION_GAME_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

/* Offset of a NUL-terminated UTF-8 string in GrGame.text; 0 is the empty string. */
typedef uint32_t GrText;

typedef struct GrTag {
    GrText name, value;
} GrTag;

/* Between comments on a move: U+001E and U+001F. Neither is part of a comment. */
#define GR_COMMENT_NEXT '\x1E'
#define GR_COMMENT_BEHIND '\x1F'
#define GR_COMMENT_ENDS "\x1E\x1F"

/* One move of the tree, or (index 0) the root, which has no move. An index of 0 means "none". */
typedef struct GrNode {
    GrMove move;
    uint32_t next;        /* the move that follows in the same line */
    uint32_t alternative; /* first move of the next variation in place of this move: the main
                             move's first variation, that one's next, and so on */
    GrText before;        /* comment before the move; only on the first move of a line */
    GrText comment;       /* comment after the move; on the root: before the first move.
                             Several comments in a row are kept apart by GR_COMMENT_NEXT; those
                             that stand behind variations in place of the move by one
                             GR_COMMENT_BEHIND for each of these */
    GrText nags;          /* NAG numbers 1 .. 255, a byte each */
    uint32_t line;        /* where the move stood in the text, 1 up; 0 unknown */
    uint32_t column;
} GrNode;

typedef enum GrSeverity { GR_NOTE, GR_WARNING, GR_ERROR } GrSeverity;

typedef struct GrDiagnostic {
    GrSeverity severity;
    uint32_t line, column; /* 1 up; 0: of the game as a whole */
    uint32_t ply;          /* 1 up: the ply the message is about; 0: none */
    GrText text;
} GrDiagnostic;

/* What a repair did to a ply. */
typedef enum GrEditKind {
    GR_REPLACED,
    GR_INSERTED,
    GR_DROPPED,
    GR_SWAPPED /* one of two plies that were swapped */
} GrEditKind;

/* The name of a kind of edit: "replaced", "inserted", "dropped", "swapped". */
const char *gr_edit_kind_name(GrEditKind kind);

/* An edit that a repair has made (repair_text.h). */
typedef struct GrEdit {
    uint8_t kind;          /* GrEditKind */
    bool forced;           /* nothing else would do */
    bool open;             /* something else is about as likely */
    uint32_t line, column; /* where in the text */
    uint32_t ply;          /* of the repaired game, 1 up; of a dropped ply the one before, or 0 */
    uint32_t legal;        /* legal moves there; 0 if the ply was dropped */
    uint32_t others;       /* edits besides the chosen one that would do */
    GrText from;           /* what the text has there; empty for a ply that was missing */
    GrText san, uci;       /* what is played; empty if it was dropped */
    GrText alternatives;   /* the likeliest of the others, a line for each: kind, ply, what the text
                              has there, SAN, separated by tabs and empty where there is none */
} GrEdit;

typedef enum GrResult { GR_RESULT_NONE, GR_WHITE_WINS, GR_BLACK_WINS, GR_DRAW } GrResult;

typedef struct GrGame {
    const GrRules *rules;  /* NULL: the variant is unknown or the FEN impossible, and nothing was
                              replayed; `rest` has the movetext */
    GrPosition start;
    GrResult result;       /* the Result tag, else the marker at the end of the moves, else what the
                              final position decides */
    bool partial;          /* text goes on past the last legal ply; `rest` has it */
    uint32_t plies;        /* of the main line, legal ones */
    uint32_t line, last_line; /* where the game stood in its source, 1 up; 0 unknown */
    GrTag *tags;           size_t tag_count, tag_cap;
    uint64_t tag_marks;    /* a bit for each tag's name, several names to a bit: most look-ups are
                              of names that are not there */
    GrNode *nodes;         size_t node_count, node_cap;    /* nodes[0] is the root */
    GrDiagnostic *diags;   size_t diag_count, diag_cap;
    GrEdit *edits;         size_t edit_count, edit_cap;    /* none unless it was repaired */
    GrText rest;           /* movetext from the first unplayable token on, verbatim */
    const struct GrJudgement *judgement; /* of its moves by engines (notation/judge/judgement.h);
                              not the game's own; NULL: nothing is known */
    char *text;            size_t text_len, text_cap;
} GrGame;

/* Makes an empty game. gr_game_free undoes it; gr_game_clear empties it, keeping its memory. */
void gr_game_init(GrGame *game);
void gr_game_free(GrGame *game);
void gr_game_clear(GrGame *game);

/* Makes *copy, which owns nothing, a copy of the game; the judgement is not the game's own and is left out. */
int gr_game_copy(const GrGame *game, GrGame *copy);

/* The functions below that fail leave the game as it was. */

/* Copies `len` bytes and a NUL into the game's text; *at names the copy. */
int gr_game_add_text(GrGame *game, const char *bytes, size_t len, GrText *at);

/* Sets a tag, replacing an earlier value; order of first setting is kept. */
int gr_game_set_tag(GrGame *game, const char *name, const char *value);

/* The same for strings that need not end with a NUL. */
int gr_game_put_tag(GrGame *game, const char *name, size_t name_len, const char *value,
                    size_t value_len);

/* Sets the rules, the start position to theirs, and the root; rules may be NULL. For games that are
 * put together by hand; a game that a reader or a database gives has its root. */
int gr_game_begin(GrGame *game, const GrRules *rules);

/* Adds a node that is not linked to any other yet (and the root first, if there is none); *index
 * names it. */
static inline int gr_game_add_node(GrGame *game, GrMove move, uint32_t *index);

/* Room for one node more, and the root if there is none. */
int gr_game_grow(GrGame *game);

#if defined(__GNUC__)
__attribute__((format(printf, 6, 7)))
#endif
int gr_game_diagnose(GrGame *game, GrSeverity severity, uint32_t line, uint32_t column,
                     uint32_t ply, const char *format, ...);

/* Puts the diagnostics in the order of their places in the text. Meant for what has been read from
 * text, a few hundred at most: it takes long for very many in disorder. */
void gr_game_sort_diagnostics(GrGame *game);

int gr_game_add_edit(GrGame *game, const GrEdit *edit);

/* A string of the game; valid until the game's text grows. */
static inline const char *gr_game_string(const GrGame *game, GrText at) {
    return at ? game->text + at : "";
}

/* Comments in a row as lines of a text, which is added to `out`. */
struct GrBuffer;
void gr_comment_lines(struct GrBuffer *out, const char *comments);

/* Value of a tag, NULL if the game has none of that name. */
const char *gr_game_tag(const GrGame *game, const char *name);
const char *gr_game_tag_of(const GrGame *game, const char *name, size_t name_len);

/* The same, but NULL also for a value without information: "?", "-", "????.??.??". */
const char *gr_game_known_tag(const GrGame *game, const char *name);

/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *gr_result_text(GrResult result);

/* The result of such a text; GR_RESULT_NONE for "*" and anything else. */
GrResult gr_result_read(const char *text);

/* Plays the main line up to `ply` plies (or its end) from the start; *pos is the position then. */
void gr_game_position(const GrGame *game, uint32_t ply, GrPosition *pos);

/* How the game stands after its main line, repetitions included: GR_DRAWN by them, or where the rules have it GR_WON.
 * *winner, which may be NULL, is a side, or -1 (GR_OPEN, or a draw): gr_winner does not know of repetitions. */
GrState gr_game_end(const GrGame *game, int *winner);
GrState gr_game_state(const GrGame *game);

static inline int gr_game_add_node(GrGame *game, GrMove move, uint32_t *index) {
    if (!game->node_count || game->node_count == game->node_cap) {
        int code = gr_game_grow(game);
        if (code)
            return code;
    }
    GrNode *node = &game->nodes[game->node_count];
    memset(node, 0, sizeof *node);
    node->move = move;
    *index = (uint32_t)game->node_count++;
    return 0;
}

/* The variant's short name; NULL for a game without rules. */
const char *gr_game_variant(const GrGame *game);

/* Why the main line stops: its first error; "" if it does not, or nobody said. */
const char *gr_game_stop_reason(const GrGame *game);

GR_END_DECLS

#endif
