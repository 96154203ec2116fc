/* What the files of notation/edit share. Internal to notation/edit. */
#ifndef GR_NOTATION_EDIT_LOCAL_H
#define GR_NOTATION_EDIT_LOCAL_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "notation/json.h"
#include "notation/json_read.h"
#include "notation/move/lexicon.h"
#include "notation/reader/reader.h"

/* The work on one list of operations. */
typedef struct Edit {
    GrGame *game; /* a copy of the caller's */
    const GrJsonTree *tree;
    uint32_t operations; /* the array of them */
    GrLexicon lexicon;  /* only of a game with rules */
    GrBuffer inverses;  /* operations, the last one of the undoing list first, each with a NUL behind it */
    GrError *error;
    bool shown;         /* moves are written with what shows them, which may stand where they are read */
} Edit;

/* ---- edit_path.c ---- */

/* Room for a path: two numbers for each variation on the way, and one. */
enum { PATH_SIZE = (2 * GR_READER_DEPTH + 1) * 11 + 1 };

/* A move that a path leads to. Of the moves that can stand in one place, the head is the one of the line that the
 * others depart from, and these are its variations. */
typedef struct Spot {
    uint32_t node;     /* 0: the start */
    uint32_t prev;     /* the move before it, 0: the start */
    uint32_t head;     /* the head of its place; node itself if it is that */
    uint32_t place;    /* 0: the head; n: the nth variation */
    uint32_t ply;
    uint32_t first;    /* the first ply of the line that the head is in, 0: the main line */
    unsigned depth;    /* of variations: 0 on the main line */
    size_t branch;     /* length of the path up to the head that the innermost variation replaces */
    GrPosition before; /* of the start: the start position */
    GrPosition after;
    char path[PATH_SIZE];
} Spot;

/* Follows a path. */
int edit_find(Edit *edit, const char *path, Spot *spot);

/* The same for the path that the member "at" of an operation is. */
int edit_find_at(Edit *edit, uint32_t operation, Spot *spot);

/* The path that the member "at" is, as text; NULL and an error if it is none. `number` has room for it. */
const char *edit_path_text(Edit *edit, uint32_t operation, char number[16]);

/* Paths made of others: of the move before, of the same line; of what stands in a place after the move (0: the line
 * itself, n: the nth variation); of another one in the place of a head. */
void edit_path_before(const char *path, char out[PATH_SIZE]);
void edit_path_behind(const char *path, uint32_t place, char out[PATH_SIZE]);
void edit_path_beside(const char *head, uint32_t place, char out[PATH_SIZE]);

/* ---- edit_comments.c: comments after a move in parts, 0 before its variations, n behind the nth ---- */

int edit_get_part(Edit *edit, uint32_t node, uint32_t part, GrText *text);
int edit_set_part(Edit *edit, uint32_t node, uint32_t part, const char *text);

/* Joins two runs of comments. */
int edit_join(Edit *edit, GrText *to, GrText more);

/* A member of an operation that has comments: null, a string or an array of strings. */
int edit_read_comments(Edit *edit, uint32_t value, GrText *text);
void edit_write_comments(GrJson *json, const char *name, const char *text, size_t len);

/* The comments before, after and behind a move with that many variations, as members of an operation or of a move in
 * a line. `all` writes all three members, otherwise only those that are not empty. */
int edit_read_all_comments(Edit *edit, uint32_t object, uint32_t node, uint32_t variations);
void edit_write_all_comments(Edit *edit, GrJson *json, uint32_t node, bool all);

/* How many variations a head has. */
uint32_t edit_variations(const Edit *edit, uint32_t head);

/* ---- edit_places.c: what stands in one place ---- */

/* Links a line, at its first move, as variation n in place of the head; takes it out; puts it into another place. */
int edit_put_variation(Edit *edit, const Spot *head, uint32_t place, uint32_t node);
int edit_take_variation(Edit *edit, const Spot *spot);
int edit_move_line(Edit *edit, const Spot *spot, uint32_t place);

/* ---- edit_lines.c: lines as JSON ---- */

/* Makes the nodes of a line that a member has, which is not linked to the game yet. */
int edit_read_line(Edit *edit, uint32_t value, const GrPosition *before, uint32_t ply, uint32_t *first);

/* Writes a line from a node on, with its variations if `branches` also in place of that one. */
void edit_write_line(Edit *edit, GrJson *json, const char *name, uint32_t node, const GrPosition *before,
                     bool branches);

/* Plays all lines from another start position; the moves stay the same as UCI has them. */
int edit_restart(Edit *edit, const GrPosition *start);

/* ---- edit_moves.c: glyphs ---- */

int edit_read_glyphs(Edit *edit, uint32_t value, GrText *nags);
void edit_write_glyphs(GrJson *json, const char *name, const char *nags);

/* ---- edit_inverse.c ---- */

/* Begins an operation that undoes, with "op" and, unless path is NULL, "at". The first one that an operation writes is
 * done last. */
void edit_begin_inverse(Edit *edit, GrJson *json, const char *op, const char *path);
void edit_end_inverse(Edit *edit, GrJson *json);

/* The operations, each with its own object. */
typedef int EditOperation(Edit *edit, uint32_t operation);
EditOperation edit_add, edit_delete, edit_place, edit_promote, edit_demote, edit_main;                /* edit_tree.c */
EditOperation edit_comment, edit_glyphs, edit_arrows, edit_squares, edit_clock, edit_elapsed, edit_eval; /* moves */
EditOperation edit_tag, edit_result, edit_start, edit_rest;                                             /* game */

/* Leaves out the nodes that belong to no line any more. */
int edit_drop_nodes(Edit *edit);

bool edit_is_tag_name(const char *name);

/* Refuses a name that readers take for that of a tag on which the game depends, as its letters have another case. */
int edit_check_tag_name(Edit *edit, const char *name);

/* Sets the start position of a game that has no moves yet: by a FEN, else by the tag FEN if there is one, else the
 * usual one. The tags agree with it afterwards. */
int edit_read_start(Edit *edit, const char *fen);

/* Drops the text that could not be played, if there is any. */
int edit_drop_rest(Edit *edit);

#endif
