/* The whole text of a file at once. */
#include "notation/text/whole.h"

#include "notation/text/source.h"

static int read_all(GrSource *source, const char *path, size_t most, GrBuffer *text, GrError *error) {
    const char *from = NULL, *end = NULL;
    int got;
    gr_source_read_as_it_stands(source);
    while ((got = gr_source_slide(source, end, &from, &end, error)) > 0) {
        gr_buffer_add(text, from, (size_t)(end - from));
        if (text->failed)
            return gr_no_memory(error);
        if (text->len > most)
            return gr_fail(error, GR_ERR_LIMIT, "%s: the list is too long", path);
    }
    return got;
}

int gr_text_whole(const char *path, size_t most, GrBuffer *text, bool (*stop)(void *user), void *user, GrError *error) {
    GrError own;
    error = error ? error : &own;
    GrSource *source = gr_source_open(path, error);
    if (!source)
        return error->code;
    gr_source_set_stop(source, stop, user);
    int code = read_all(source, path, most, text, error);
    gr_source_close(source);
    return code;
}
