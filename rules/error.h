/* How functions of the library return and fail: a code to act on and a sentence to show.
 *
 * This holds everywhere; headers say only what differs, or which code a caller will want to act on.
 *
 * - A function that can fail returns an int: 0 (GR_OK), or a GrCode below 0. One that answers yes or
 *   no, or gives one thing after another, returns 1 for yes or the next, 0 for no or the end.
 * - Where it takes a GrError, that is filled exactly when it fails. The record is the caller's, needs
 *   no clean-up, and may be NULL.
 * - Any of them may give GR_ERR_MEMORY; what reads files also GR_ERR_NOT_FOUND and GR_ERR_IO; what
 *   reads stored bytes GR_ERR_DAMAGED; what uses a database GR_ERR_IO, GR_ERR_DAMAGED, GR_ERR_BUSY;
 *   what is given a function `stop` GR_ERR_STOPPED.
 * - A function that makes an object and returns a pointer returns NULL when memory runs out; the
 *   function that frees it takes NULL.
 * - After a failure all arguments can still be freed.
 */
#ifndef GR_RULES_ERROR_H
#define GR_RULES_ERROR_H

#include <stdbool.h>

#include "rules/decls.h"

GR_BEGIN_DECLS

typedef enum GrCode {
    GR_OK = 0,
    GR_ERR_MEMORY = -1,   /* an allocation failed */
    GR_ERR_IO = -2,       /* reading or writing failed; disk full included */
    GR_ERR_NOT_FOUND = -3,/* no such file, game, variant ... */
    GR_ERR_SYNTAX = -4,   /* the text is not of the form it should have */
    GR_ERR_ILLEGAL = -5,  /* well-formed, but against the rules */
    GR_ERR_DAMAGED = -6,  /* a database that is damaged */
    GR_ERR_FOREIGN = -7,  /* a file that is not ours, or of a version we do not know */
    GR_ERR_BUSY = -8,     /* somebody else is writing */
    GR_ERR_LIMIT = -9,    /* beyond a documented bound */
    GR_ERR_STOPPED = -10  /* the caller asked to stop */
} GrCode;

typedef struct GrError {
    GrCode code;
    char text[400]; /* one line, no full stop, no program name; when longer, "..." stands for its
                       middle */
} GrError;

/* Fills `error` (which may be NULL) and returns `code`. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
int gr_fail(GrError *error, GrCode code, const char *format, ...);

/* The same when an allocation has failed; returns GR_ERR_MEMORY. */
int gr_no_memory(GrError *error);

GR_END_DECLS

#endif
