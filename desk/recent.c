/* Databases that were open lately, by this desk or an earlier one: absolute paths, a line each, the latest first. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* realpath */
#endif
#include <stdlib.h>
#include <string.h>

#include "desk/state.h"

enum { MOST_RECENT = 20 };

static const char RECENT[] = "recent";

/* Appends the lines but for one, up to the most. */
static void add_others(GrBuffer *out, const char *lines, const char *but) {
    size_t length, own = strlen(but);
    for (int n = 1; *lines && n < MOST_RECENT; lines += length + (lines[length] == '\n')) {
        length = strcspn(lines, "\n");
        if (!length || (length == own && !memcmp(lines, but, own)))
            continue;
        gr_buffer_add(out, lines, length);
        gr_buffer_putc(out, '\n');
        n++;
    }
}

/* Nothing depends on it, so that a failure is none of the desk's. */
void desk_recent_add(GrDesk *desk, const char *path) {
    GrBuffer old, now;
    GrError error;
    char *whole = realpath(path, NULL);
    if (!whole || strchr(whole, '\n')) {
        free(whole);
        return;
    }
    gr_buffer_init(&old);
    gr_buffer_init(&now);
    pthread_mutex_lock(&desk->lock);
    desk_state_read(desk, RECENT, &old, &error);
    gr_buffer_printf(&now, "%s\n", whole);
    add_others(&now, old.data ? old.data : "", whole);
    if (!now.failed && !old.failed)
        desk_state_write(desk, RECENT, now.data, now.len, &error);
    pthread_mutex_unlock(&desk->lock);
    gr_buffer_free(&old);
    gr_buffer_free(&now);
    free(whole);
}

bool desk_recent_read(const GrDesk *desk, GrBuffer *lines) {
    GrError error;
    return !desk_state_read(desk, RECENT, lines, &error) && !lines->failed;
}
