/* A growing buffer of bytes. */
#include "notation/buffer.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gr_buffer_init(GrBuffer *buffer) {
    memset(buffer, 0, sizeof *buffer);
}

void gr_buffer_free(GrBuffer *buffer) {
    free(buffer->data);
    gr_buffer_init(buffer);
}

void gr_buffer_clear(GrBuffer *buffer) {
    buffer->len = 0;
    buffer->failed = false;
    if (buffer->data)
        buffer->data[0] = '\0';
}

bool gr_buffer_reserve(GrBuffer *buffer, size_t more) {
    if (buffer->failed)
        return false;
    if (more < buffer->cap - buffer->len)
        return true;
    if (more > SIZE_MAX / 2 - buffer->len - 1) {
        buffer->failed = true;
        return false;
    }
    size_t cap = buffer->cap ? buffer->cap : 256;
    while (cap - buffer->len <= more)
        cap *= 2;
    char *data = realloc(buffer->data, cap);
    if (!data) {
        buffer->failed = true;
        return false;
    }
    buffer->data = data;
    buffer->cap = cap;
    return true;
}

void gr_buffer_add(GrBuffer *buffer, const char *bytes, size_t len) {
    if (!gr_buffer_reserve(buffer, len))
        return;
    if (len)
        memcpy(buffer->data + buffer->len, bytes, len);
    buffer->len += len;
    buffer->data[buffer->len] = '\0';
}

void gr_buffer_puts(GrBuffer *buffer, const char *text) {
    gr_buffer_add(buffer, text, strlen(text));
}

void gr_buffer_printf(GrBuffer *buffer, const char *format, ...) {
    va_list args;
    va_start(args, format);
    gr_buffer_vprintf(buffer, format, args);
    va_end(args);
}

void gr_buffer_vprintf(GrBuffer *buffer, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    size_t room = buffer->failed ? 0 : buffer->cap - buffer->len;
    int len = vsnprintf(room ? buffer->data + buffer->len : NULL, room, format, args);
    if (len < 0) {
        buffer->failed = true;
    } else if ((size_t)len < room) {
        buffer->len += (size_t)len;
    } else if (gr_buffer_reserve(buffer, (size_t)len)) {
        vsnprintf(buffer->data + buffer->len, (size_t)len + 1, format, again);
        buffer->len += (size_t)len;
    } else if (room) {
        buffer->data[buffer->len] = '\0';
    }
    va_end(again);
}

char *gr_buffer_take(GrBuffer *buffer) {
    if (!buffer->failed)
        gr_buffer_add(buffer, "", 0);
    if (buffer->failed) {
        gr_buffer_free(buffer);
        return NULL;
    }
    char *data = buffer->data;
    gr_buffer_init(buffer);
    return data;
}
