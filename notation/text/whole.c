/* The whole text of a file at once. */
#include "notation/text/whole.h"

#include "notation/text/source.h"

/* A file that is to be read. */
typedef struct Whole {
    const char *path;
    size_t most;
    bool list; /* it must be one */
    bool (*stop)(void *user);
    void *user;
} Whole;

static int read_all(GrSource *source, const Whole *whole, GrBuffer *text, GrError *error) {
    const char *from = NULL, *end = NULL;
    int got;
    gr_source_read_as_it_stands(source);
    while ((got = gr_source_slide(source, end, &from, &end, error)) > 0) {
        if (whole->list && gr_source_text_kind(source))
            return gr_fail(error, GR_ERR_SYNTAX, "%s: %s", whole->path, gr_source_text_kind(source));
        gr_buffer_add(text, from, (size_t)(end - from));
        if (text->failed)
            return gr_no_memory(error);
        if (text->len > whole->most)
            return gr_fail(error, GR_ERR_LIMIT, "%s: the list is too long", whole->path);
    }
    if (got == 0 && gr_source_kind(source))
        return gr_fail(error, GR_ERR_SYNTAX, "%s: %s", whole->path, gr_source_kind(source));
    return got;
}

static int read_file(const Whole *whole, GrBuffer *text, GrError *error) {
    GrError own;
    error = error ? error : &own;
    GrSource *source = gr_source_open(whole->path, error);
    if (!source)
        return error->code;
    gr_source_set_stop(source, whole->stop, whole->user);
    int code = read_all(source, whole, text, error);
    gr_source_close(source);
    return code;
}

int gr_text_whole(const char *path, size_t most, GrBuffer *text, bool (*stop)(void *user), void *user, GrError *error) {
    return read_file(&(Whole){path, most, false, stop, user}, text, error);
}

int gr_text_list(const char *path, size_t most, GrBuffer *text, bool (*stop)(void *user), void *user, GrError *error) {
    return read_file(&(Whole){path, most, true, stop, user}, text, error);
}
