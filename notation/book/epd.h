/* Lines of EPD: a position, and operations that say what is known of it. */
#ifndef GR_NOTATION_BOOK_EPD_H
#define GR_NOTATION_BOOK_EPD_H

#include <stdbool.h>
#include <stddef.h>

#include "notation/game.h"
#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

/* An operation: `bm Nf3 Nc3` or `id "a name"`. The text is the line's. */
typedef struct GrEpdOperation {
    const char *name;  /* "bm" */
    size_t length;
    const char *value; /* what follows, without blanks around it; a text with its quotes */
    size_t value_length;
    bool unclosed;     /* its quotes are not closed */
} GrEpdOperation;

/* Where the operations of a line begin: behind four fields, further ones that begin like a number (the clocks, checks
 * that are left), and blanks; or at a semicolon. At the end of the line if there are none. */
const char *gr_epd_operations(const char *line);

/* Takes the operation at *at, and moves *at behind it and its semicolon; false if there is none left. */
bool gr_epd_next(const char **at, GrEpdOperation *operation);

enum { GR_EPD_MOVES = 64, GR_EPD_COMMENTS = 10 };

/* A position that asks for a move. */
typedef struct GrEpdTest {
    GrPosition pos;
    GrMove best[GR_EPD_MOVES], avoid[GR_EPD_MOVES]; /* `bm`: one of these is right; `am`: these are wrong */
    size_t bests, avoids;
    int mate;     /* `dm`: mate in this many moves; 0 if not given */
    char *id;     /* NULL: none */
    char *comment[GR_EPD_COMMENTS]; /* `c0` to `c9`; NULL: none */
} GrEpdTest;

/* Receives each fault of a line: GR_WARNING if the rest of the line stands. Columns count from 1. */
typedef void (*GrEpdFault)(void *user, GrSeverity severity, size_t column, const char *text);

/* Reads a line that asks for a move, of the game that its operation `variant` names, else of `rules`. Moves are in any
 * form that gr_san_read takes. Other operations are passed over; the last one may lack its semicolon. 0;
 * GR_ERR_SYNTAX once every error has been reported; GR_ERR_NOT_FOUND if it is sound but has neither `bm`, `am`
 * nor `dm`. *test is to be freed by gr_epd_test_free in any case. */
int gr_epd_read_test(const GrVariants *variants, const GrRules *rules, const char *line, GrEpdTest *test,
                     GrEpdFault fault, void *user);
void gr_epd_test_free(GrEpdTest *test);

GR_END_DECLS

#endif
