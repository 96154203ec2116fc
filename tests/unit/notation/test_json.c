/* The JSON writer: commas, escapes, and valid UTF-8 whatever comes in. */
#include <math.h>

#include "notation/json.h"
#include "rules/error.h"
#include "tests/aid/test.h"

typedef struct Sink {
    char text[512];
    size_t len, room; /* puts beyond `room` fail */
} Sink;

static int put(void *context, const char *bytes, size_t len) {
    Sink *sink = context;
    if (sink->len + len > sink->room) {
        return GR_ERR_IO;
    }
    memcpy(sink->text + sink->len, bytes, len);
    sink->len += len;
    sink->text[sink->len] = '\0';
    return GR_OK;
}

static Sink sink;
static GrJson json;

static void fresh(size_t room) {
    sink = (Sink){.room = room};
    gr_json_start(&json, put, &sink);
}

/* What a string of len bytes is written as. */
static const char *string(const char *bytes, size_t len) {
    fresh(500);
    gr_json_bytes(&json, NULL, bytes, len);
    return sink.text;
}

static void commas_and_names(void) {
    fresh(500);
    gr_json_open(&json, NULL, '{');
    gr_json_string(&json, "a", "x");
    gr_json_open(&json, "b", '[');
    gr_json_int(&json, NULL, INT64_MIN);
    gr_json_open(&json, NULL, '{');
    gr_json_close(&json, '}');
    gr_json_bool(&json, NULL, true);
    gr_json_close(&json, ']');
    gr_json_null(&json, "c");
    gr_json_string(&json, "d", NULL);
    gr_json_raw(&json, "e", "[1]");
    gr_json_close(&json, '}');
    CHECK_STR(sink.text, "{\"a\":\"x\",\"b\":[-9223372036854775808,{},true],\"c\":null,"
                         "\"d\":null,\"e\":[1]}");
    CHECK_INT(json.code, 0);
}

static void numbers(void) {
    fresh(500);
    gr_json_open(&json, NULL, '[');
    gr_json_real(&json, NULL, 1.005, 2);
    gr_json_real(&json, NULL, -0.25, 1);
    gr_json_real(&json, NULL, 3, 0);
    gr_json_real(&json, NULL, NAN, 2);
    gr_json_real(&json, NULL, -INFINITY, 2);
    gr_json_close(&json, ']');
    CHECK_STR(sink.text, "[1.00,-0.2,3,null,null]");
}

static void escapes(void) {
    CHECK_STR(string("\"\\/\b\f\n\r\t", 8), "\"\\\"\\\\/\\b\\f\\n\\r\\t\"");
    CHECK_STR(string("\x01\x1e\x1f\x7f z", 6), "\"\\u0001\\u001e\\u001f\\u007f z\"");
    CHECK_STR(string("a\0b", 3), "\"a\\u0000b\"");
    CHECK_STR(string("", 0), "\"\"");
}

static void utf8_stays(void) {
    const char text[] = "\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEF\xBF\xBF\xF0\x90\x80\x80"
                        "\xF4\x8F\xBF\xBF";
    char want[64];
    snprintf(want, sizeof want, "\"%s\"", text);
    CHECK_STR(string(text, sizeof text - 1), want);
}

#define FFFD "\xEF\xBF\xBD"

static void bad_utf8_is_replaced(void) {
    CHECK_STR(string("a\xFFz", 3), "\"a" FFFD "z\"");
    CHECK_STR(string("\xC1\xBF", 2), "\"" FFFD FFFD "\"");              /* overlong */
    CHECK_STR(string("\xE0\x9F\xBF", 3), "\"" FFFD FFFD FFFD "\"");     /* overlong */
    CHECK_STR(string("\xED\xA0\x80", 3), "\"" FFFD FFFD FFFD "\"");     /* surrogate */
    CHECK_STR(string("\xF4\x90\x80\x80", 4), "\"" FFFD FFFD FFFD FFFD "\"");
    CHECK_STR(string("\xE2\x82", 2), "\"" FFFD FFFD "\"");              /* cut short */
    CHECK_STR(string("\xE2\x82q", 3), "\"" FFFD FFFD "q\"");
    CHECK_STR(string("\x80", 1), "\"" FFFD "\"");
}

/* Every sequence of up to three bytes gives text that is valid UTF-8 throughout. */
static void always_valid(void) {
    int faults = 0;
    for (unsigned n = 0; n < 1 << 24; n += 7) {
        char bytes[3] = {(char)(n & 255), (char)(n >> 8 & 255), (char)(n >> 16)};
        string(bytes, 3);
        for (size_t at = 0; at < sink.len;) {
            size_t length = gr_utf8_length(sink.text + at, sink.len - at);
            faults += length == 0 || (unsigned char)sink.text[at] < 0x20;
            at += length ? length : 1;
        }
    }
    CHECK_INT(faults, 0);
}

static void a_failed_put_sticks(void) {
    fresh(3);
    gr_json_open(&json, NULL, '[');
    gr_json_string(&json, NULL, "abcdef");
    gr_json_int(&json, NULL, 1);
    gr_json_close(&json, ']');
    CHECK_INT(json.code, GR_ERR_IO);
    CHECK_STR(sink.text, "[\"");
}

static void a_file_takes_bytes(void) {
    FILE *full = fopen("/dev/full", "w");
    REQUIRE(full);
    setvbuf(full, NULL, _IONBF, 0);
    CHECK_INT(gr_put_file(full, "x", 1), GR_ERR_IO);
    fclose(full);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(commas_and_names);
    RUN(numbers);
    RUN(escapes);
    RUN(utf8_stays);
    RUN(bad_utf8_is_replaced);
    RUN(always_valid);
    RUN(a_failed_put_sticks);
    RUN(a_file_takes_bytes);
    return test_end();
}
