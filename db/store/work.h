/* How long work on a database reports its progress, and how it is stopped. */
#ifndef GR_DB_WORK_H
#define GR_DB_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/error.h"

/* All functions may be NULL. */
typedef struct GrWork {
    void *context; /* given to the functions */
    void (*progress)(void *context, uint64_t done, uint64_t total); /* games */
    void (*unread)(void *context, int64_t id, const GrError *why);  /* a game that is damaged */
    bool (*stop)(void *context); /* asked now and then: should the work end? */
} GrWork;

#endif
