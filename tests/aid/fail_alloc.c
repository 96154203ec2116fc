/* See the header. The linker sends calls of malloc to __wrap_malloc, and the true one is
 * __real_malloc (option --wrap). Threads may allocate at the same time. */
#include "tests/aid/fail_alloc.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_long made, failures, failing; /* failing: 0, or the number of the one to fail */
static atomic_bool onward_too;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);

static bool fails(void) {
    long number = atomic_fetch_add(&made, 1) + 1;
    long at = atomic_load(&failing);
    if (at == 0 || number < at || (number > at && !atomic_load(&onward_too))) {
        return false;
    }
    atomic_fetch_add(&failures, 1);
    return true;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    return fails() ? NULL : __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

char *__wrap_strdup(const char *text) {
    return fails() ? NULL : __real_strdup(text);
}

void fail_alloc_at(long n, bool onward) {
    atomic_store(&made, 0);
    atomic_store(&failures, 0);
    atomic_store(&onward_too, onward);
    atomic_store(&failing, n);
}

void fail_alloc_stop(void) {
    atomic_store(&failing, 0);
}

long fail_alloc_failures(void) {
    return atomic_load(&failures);
}

long fail_alloc_count(void) {
    return atomic_load(&made);
}

long fail_alloc_step(long n) {
#ifdef __SANITIZE_THREAD__
    (void)n;
    return 7;
#elif defined __SANITIZE_ADDRESS__ /* what is lost where memory fails is found by it alone */
    (void)n;
    return 1;
#else
    return n <= 10 || getenv("GRIMOIRE_LONG") || getenv("GRIMOIRE_SLOW") ? 1 : 5;
#endif
}

bool fail_alloc_next(long n, long limit) {
    fail_alloc_stop();
    if (n > 1 && fail_alloc_failures() == 0) {
        return false;
    }
    if (n > limit) {
        printf("tests/aid/fail_alloc.c: allocations still fail after %ld runs\n", limit);
        exit(1);
    }
    fail_alloc_at(n, false);
    return true;
}
