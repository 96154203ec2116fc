/* Writing JSON: escaped strings, and commas in the right places.
 *
 *     GrJson json;
 *     gr_json_start(&json, put, context);
 *     gr_json_open(&json, NULL, '{');
 *     gr_json_string(&json, "name", "Qd5");
 *     gr_json_open(&json, "moves", '[');
 *     gr_json_int(&json, NULL, 7);
 *     gr_json_close(&json, ']');
 *     gr_json_close(&json, '}');
 *
 * writes {"name":"Qd5","moves":[7]}; the next line of output starts with gr_json_start again.
 * `name` is the member's name inside an object and NULL inside an array or at the top. All on one
 * line, without spaces, ASCII control characters escaped, and valid UTF-8 whatever the strings hold:
 * bytes that are not UTF-8 become U+FFFD.
 */
#ifndef GR_NOTATION_JSON_H
#define GR_NOTATION_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/decls.h"

GR_BEGIN_DECLS

/* Takes len bytes of output. After a failure nothing more is put. */
typedef int (*GrPut)(void *context, const char *bytes, size_t len);

typedef struct GrJson {
    GrPut put;
    void *context;
    int code;   /* 0, or what put returned when it failed */
    bool comma; /* a value stands before in the same object or array */
} GrJson;

void gr_json_start(GrJson *json, GrPut put, void *context);

/* Opens an object ('{') or an array ('['), closes it with '}' or ']'. */
void gr_json_open(GrJson *json, const char *name, char bracket);
void gr_json_close(GrJson *json, char bracket);

/* A string of NUL-terminated bytes; NULL is written as null. */
void gr_json_string(GrJson *json, const char *name, const char *text);
void gr_json_bytes(GrJson *json, const char *name, const char *bytes, size_t len);
void gr_json_int(GrJson *json, const char *name, int64_t value);
void gr_json_bool(GrJson *json, const char *name, bool value);
void gr_json_null(GrJson *json, const char *name);

/* A number with `digits` decimals (0 to 9); what is not finite is written as null. */
void gr_json_real(GrJson *json, const char *name, double value, int digits);

/* A value that is JSON already. */
void gr_json_raw(GrJson *json, const char *name, const char *value);

/* Length of the valid UTF-8 sequence at the start of `bytes` (1 to 4), 0 if there is none: cut
 * short, overlong, a surrogate or beyond U+10FFFF. `len` is above 0. */
size_t gr_utf8_length(const char *bytes, size_t len);

/* A put whose context is a FILE *; GR_ERR_IO when it cannot write. */
int gr_put_file(void *context, const char *bytes, size_t len);

/* One whose context is a GrBuffer * (notation/buffer.h); GR_ERR_MEMORY once that has failed. */
int gr_put_buffer(void *context, const char *bytes, size_t len);

GR_END_DECLS

#endif
