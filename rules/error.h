/* What a library function says when it fails: a code to act on and a sentence to show.
 *
 * Functions that can fail return 0 (GR_OK) or a code below 0; where they take a GrError, it is
 * filled exactly when they fail. The record is the caller's, needs no clean-up, and may be NULL.
 */
#ifndef GR_RULES_ERROR_H
#define GR_RULES_ERROR_H

#include <stdbool.h>

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

#endif
