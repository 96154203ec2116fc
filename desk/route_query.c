/* GET query/check, GET query/complete. */
#include <string.h>

#include "db/db.h"
#include "desk/local.h"

static void put_notes(GrJson *json, const GrQuery *query) {
    const GrQueryNote *note;
    gr_json_open(json, "notes", '[');
    for (size_t n = 0; (note = gr_query_note(query, n)) != NULL; n++) {
        gr_json_open(json, NULL, '{');
        gr_json_int(json, "column", note->column);
        gr_json_bool(json, "warning", note->warning);
        gr_json_string(json, "text", note->text);
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

void desk_query_check(DeskCall *call) {
    GrQuery *query = NULL;
    GrQueryFault fault;
    const char *text = desk_parameter(call, "q", 0);
    if (!text) {
        desk_refuse(call, 400, "q is missing");
        return;
    }
    int code = gr_query_parse(call->desk->start.variants, text, &query, &fault);
    if (code == GR_ERR_MEMORY) {
        desk_refuse(call, 500, "out of memory");
        return;
    }
    GrJson *json = desk_answer(call);
    gr_json_bool(json, "ok", !code);
    if (code) {
        gr_json_int(json, "column", fault.column);
        gr_json_string(json, "text", fault.text);
    } else {
        put_notes(json, query);
    }
    desk_answered(call);
    gr_query_free(query);
}

/* The bytes of the first `characters` of a text, which is UTF-8. */
static size_t bytes_of(const char *text, int64_t characters) {
    size_t at = 0;
    for (; text[at] && characters > 0; characters--)
        for (at++; ((unsigned char)text[at] & 0xC0) == 0x80;)
            at++;
    return at;
}

static int64_t characters_of(const char *text, size_t bytes) {
    int64_t count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

/* Words that go on from the first `at` characters of q. */
void desk_query_complete(DeskCall *call) {
    int64_t at = GR_QUERY_SIZE;
    size_t from = 0;
    GrBuffer words;
    const char *text = desk_parameter(call, "q", 0);
    if (!text) {
        desk_refuse(call, 400, "q is missing");
        return;
    }
    if (!desk_number(call, "at", 0, GR_QUERY_SIZE, &at))
        return;
    gr_buffer_init(&words);
    if (gr_query_complete(call->desk->start.variants, text, bytes_of(text, at), &from, &words)) {
        desk_refuse(call, 500, "out of memory");
    } else {
        GrJson *json = desk_answer(call);
        gr_json_int(json, "from", characters_of(text, from));
        gr_json_open(json, "words", '[');
        for (size_t n = 0; n < words.len; n += strlen(words.data + n) + 1)
            gr_json_string(json, NULL, words.data + n);
        gr_json_close(json, ']');
        desk_answered(call);
    }
    gr_buffer_free(&words);
}
