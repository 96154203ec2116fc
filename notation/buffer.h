/* A growing string, for text that is put together piece by piece.
 *
 * A failure sticks: once an allocation has failed, everything added later is dropped and `failed`
 * stays set, so that a writer checks once, at its end, instead of after every piece.
 */
#ifndef GR_NOTATION_BUFFER_H
#define GR_NOTATION_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrBuffer {
    char *data;  /* NUL-terminated as soon as anything was added; NULL before */
    size_t len;  /* without the NUL */
    size_t cap;
    bool failed; /* memory ran out: data is what came before */
} GrBuffer;

/* An empty buffer; it owns no memory yet. gr_buffer_free gives back what it has come to own. */
void gr_buffer_init(GrBuffer *buffer);
void gr_buffer_free(GrBuffer *buffer);

/* Empties the buffer and forgets a failure; the memory stays for the next use. */
void gr_buffer_clear(GrBuffer *buffer);

/* Room for `more` bytes and a NUL behind data[len]; false (and failed) if there is none to be had. */
bool gr_buffer_reserve(GrBuffer *buffer, size_t more);

void gr_buffer_add(GrBuffer *buffer, const char *bytes, size_t len);
void gr_buffer_puts(GrBuffer *buffer, const char *text);

static inline void gr_buffer_putc(GrBuffer *buffer, char byte) {
    if (buffer->failed || buffer->cap - buffer->len < 2) {
        gr_buffer_add(buffer, &byte, 1);
    } else {
        buffer->data[buffer->len++] = byte;
        buffer->data[buffer->len] = '\0';
    }
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gr_buffer_printf(GrBuffer *buffer, const char *format, ...);
void gr_buffer_vprintf(GrBuffer *buffer, const char *format, va_list args);

/* Takes the string out of the buffer; the caller frees it with free(). An empty buffer gives an
 * empty string. NULL if the buffer has failed (its memory is then given back here). */
char *gr_buffer_take(GrBuffer *buffer);

GR_END_DECLS

#endif
