/* The library for programs in JavaScript: what the module exports. package/grimoire.js calls it, and documents it for
 * people.
 *
 * A GrWeb is what a program has: its games, and two texts. Functions that take a text find it in the room that
 * gr_web_room has given, as UTF-8; those that give one leave it as the answer, which the next call overwrites. Most
 * return 0 or more when all is well, and below 0 an error code, with the answer saying why.
 *
 * Boards and searches belong to the caller, and must be given back before the GrWeb is. */
#ifndef GR_WASM_WEB_H
#define GR_WASM_WEB_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "notation/json.h"
#include "rules/position.h"

#define GR_EXPORT(name) __attribute__((export_name(#name))) name

typedef struct GrWeb {
    GrVariants *variants;
    GrBuffer in, out;
    GrJson json;  /* writes to the answer */
    GrMove found; /* by gr_web_read */
} GrWeb;

/* A game that is played: its moves, and where it stands. */
typedef struct GrWebBoard {
    GrGame game;          /* its main line, one node after the other */
    GrPosition *position; /* before each move, and after the last one */
    size_t cap;
    GrMoveList legal;     /* once they were asked for, */
    bool listed;          /* until it moves on */
} GrWebBoard;

static inline GrPosition *gr_web_now(const GrWebBoard *board) {
    return &board->position[board->game.plies];
}

/* Adds the games that come with the library in texts; false when memory runs out. A module that plays one game has none
 * (one_game.c). */
bool gr_web_offer(GrVariants *variants);

/* Empties the answer and begins JSON in it. */
GrJson *gr_web_answer(GrWeb *web);

/* The code; if it is one of an error the answer is its text. */
int gr_web_fail(GrWeb *web, int code, const char *text);

/* The answer is complete: 0, or GR_ERR_MEMORY. */
int gr_web_answered(GrWeb *web);

#endif
