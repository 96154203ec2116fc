/* Writing JSON; see the header. */
#include "notation/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "notation/buffer.h"
#include "rules/error.h"

static const char REPLACEMENT[] = "\xEF\xBF\xBD"; /* U+FFFD */

void gr_json_start(GrJson *json, GrPut put, void *context) {
    *json = (GrJson){put, context, 0, false};
}

static void put(GrJson *json, const char *bytes, size_t len) {
    if (json->code == 0 && len > 0) {
        json->code = json->put(json->context, bytes, len);
    }
}

static void put_text(GrJson *json, const char *text) {
    put(json, text, strlen(text));
}

size_t gr_utf8_length(const char *bytes, size_t len) {
    const unsigned char *b = (const unsigned char *)bytes;
    size_t need = b[0] < 0x80 ? 1 : b[0] < 0xC2 ? 0 : b[0] < 0xE0 ? 2 : b[0] < 0xF0 ? 3
                  : b[0] < 0xF5 ? 4 : 0;
    if (need == 0 || need > len) {
        return 0;
    }
    for (size_t n = 1; n < need; n++) {
        if ((b[n] & 0xC0) != 0x80) {
            return 0;
        }
    }
    /* The second byte excludes overlong forms, surrogates, and what lies beyond U+10FFFF. */
    if ((b[0] == 0xE0 && b[1] < 0xA0) || (b[0] == 0xED && b[1] > 0x9F) ||
        (b[0] == 0xF0 && b[1] < 0x90) || (b[0] == 0xF4 && b[1] > 0x8F)) {
        return 0;
    }
    return need;
}

/* The escape of a character that may not stand for itself in a string; NULL if it may. */
static const char *escape(unsigned char c, char buffer[8]) {
    static const char special[] = "\"\\\b\f\n\r\t";
    static const char letter[] = "\"\\bfnrt";
    const char *at = c ? strchr(special, c) : NULL;
    if (at) {
        snprintf(buffer, 8, "\\%c", letter[at - special]);
        return buffer;
    }
    if (c < 0x20 || c == 0x7F) {
        snprintf(buffer, 8, "\\u%04x", (unsigned)c);
        return buffer;
    }
    return NULL;
}

static void put_string(GrJson *json, const char *bytes, size_t len) {
    size_t from = 0; /* what lies between here and `at` stands for itself */
    put_text(json, "\"");
    for (size_t at = 0; at < len;) {
        char buffer[8];
        size_t length = gr_utf8_length(bytes + at, len - at);
        const char *instead = length == 0 ? REPLACEMENT
                              : length == 1 ? escape((unsigned char)bytes[at], buffer) : NULL;
        if (instead) {
            put(json, bytes + from, at - from);
            put_text(json, instead);
            from = at + 1;
        }
        at += length ? length : 1;
    }
    put(json, bytes + from, len - from);
    put_text(json, "\"");
}

/* What stands before a value: a comma after another one, and its name. */
static void begin(GrJson *json, const char *name) {
    if (json->comma) {
        put_text(json, ",");
    }
    json->comma = true;
    if (name) {
        put_string(json, name, strlen(name));
        put_text(json, ":");
    }
}

void gr_json_open(GrJson *json, const char *name, char bracket) {
    begin(json, name);
    put(json, &bracket, 1);
    json->comma = false;
}

void gr_json_close(GrJson *json, char bracket) {
    put(json, &bracket, 1);
    json->comma = true;
}

void gr_json_bytes(GrJson *json, const char *name, const char *bytes, size_t len) {
    begin(json, name);
    put_string(json, bytes, len);
}

void gr_json_string(GrJson *json, const char *name, const char *text) {
    if (text) {
        gr_json_bytes(json, name, text, strlen(text));
    } else {
        gr_json_null(json, name);
    }
}

void gr_json_raw(GrJson *json, const char *name, const char *value) {
    begin(json, name);
    put_text(json, value);
}

void gr_json_int(GrJson *json, const char *name, int64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    gr_json_raw(json, name, text);
}

void gr_json_bool(GrJson *json, const char *name, bool value) {
    gr_json_raw(json, name, value ? "true" : "false");
}

void gr_json_null(GrJson *json, const char *name) {
    gr_json_raw(json, name, "null");
}

void gr_json_real(GrJson *json, const char *name, double value, int digits) {
    char text[400]; /* the largest double has 309 digits before the point */
    if (!isfinite(value)) {
        gr_json_null(json, name);
        return;
    }
    snprintf(text, sizeof text, "%.*f", digits, value);
    gr_json_raw(json, name, text);
}

int gr_put_file(void *context, const char *bytes, size_t len) {
    return fwrite(bytes, 1, len, context) == len ? GR_OK : GR_ERR_IO;
}

int gr_put_buffer(void *context, const char *bytes, size_t len) {
    GrBuffer *out = context;
    gr_buffer_add(out, bytes, len);
    return out->failed ? GR_ERR_MEMORY : 0;
}
