/* A script: the moves of a game as its text states them, none of them played.
 *
 * Where a game cannot be replayed, this is what repair.h works on: one token for each thing in the
 * main line that is, or looks as if it were meant for, a move, with all that the text says about
 * it: its squares and marks, where it stands, the move number before it, a remark after it.
 */
#ifndef GR_NOTATION_SCRIPT_H
#define GR_NOTATION_SCRIPT_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "notation/move/syntax.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrToken {
    GrSyntax syntax;       /* states nothing if the token is not readable */
    bool readable;         /* false: no form of move that we know */
    char mark;             /* '+' or '#' by its mark or by a remark after it, else 0 */
    bool after_dots;       /* the number is that of the second player's move: `12...` */
    uint32_t number;       /* move number that stands before it, 0: none */
    uint32_t line, column; /* 1 up; 0 unknown */
    uint32_t text, len;    /* where its text is in GrScript.text, and its bytes */
} GrToken;

typedef struct GrScript {
    GrPosition start;
    GrResult result;       /* that the text states */
    GrToken *token;
    size_t count, cap;
    GrBuffer text;         /* all tokens' texts, each followed by a NUL */
    uint32_t number;       /* of the token to come */
    bool after_dots;
    bool failed;           /* memory ran out: tokens are missing */
} GrScript;

/* An empty script; gr_script_free gives back its memory, gr_script_clear keeps it. */
void gr_script_init(GrScript *script);
void gr_script_free(GrScript *script);
void gr_script_clear(GrScript *script);

/* A move number has been read; `dots` says how many dots follow it. It goes to the next token. */
void gr_script_number(GrScript *script, uint32_t number, unsigned dots);

/* Adds a token; `syntax` is NULL for one that cannot be read. A failure sticks in `failed`. */
void gr_script_add(GrScript *script, const GrSyntax *syntax, const char *text, size_t len,
                   uint32_t line, uint32_t column);

/* A comment or remark stands after the last token. If it says no more than "check", "White check",
 * "checkmate!" or the like, it is taken as a mark. */
void gr_script_remark(GrScript *script, const char *text, size_t len);

/* The text of a token. */
static inline const char *gr_script_text(const GrScript *script, const GrToken *token) {
    return script->text.data + token->text;
}

GR_END_DECLS

#endif
