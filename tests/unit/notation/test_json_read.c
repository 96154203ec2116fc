/* The JSON reader: values, escapes, what is refused and where, and memory that runs out. */
#include "notation/buffer.h"
#include "notation/json.h"
#include "notation/json_read.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrJsonTree tree;
static GrError error;

static int read_text(const char *text) {
    gr_json_free(&tree);
    error.text[0] = 0;
    return gr_json_read(text, strlen(text), &tree, &error);
}

/* The message for a text that is refused, without code: "accepted" if it is not. */
static const char *fault(const char *text) {
    return read_text(text) == GR_ERR_SYNTAX ? error.text : "accepted";
}

static void values(void) {
    int64_t n = 0;
    REQUIRE(read_text(" {\"a\": [1, -2.5e1, true, false, null], \"b\": {\"a\": \"x\"}, \"c\": []}\n") == 0);
    CHECK_INT(tree.value[1].kind, GR_JSON_OBJECT);
    uint32_t v = tree.value[gr_json_member(&tree, 1, "a")].first;
    CHECK(gr_json_whole(&tree, v, 0, 1, &n) && n == 1);
    v = tree.value[v].next;
    CHECK(gr_json_whole(&tree, v, -25, 0, &n) && n == -25);
    CHECK(!gr_json_whole(&tree, v, -24, 0, &n));
    v = tree.value[v].next;
    CHECK(tree.value[v].kind == GR_JSON_BOOL && tree.value[v].number == 1);
    v = tree.value[v].next;
    CHECK(tree.value[v].kind == GR_JSON_BOOL && tree.value[v].number == 0);
    v = tree.value[v].next;
    CHECK(tree.value[v].kind == GR_JSON_NULL && !tree.value[v].next);
    uint32_t b = gr_json_member(&tree, 1, "b");
    CHECK_STR(gr_json_text(&tree, gr_json_member(&tree, b, "a")), "x");
    CHECK_INT(tree.value[b].line, 1);
    CHECK_INT(tree.value[b].column, 45);
    CHECK_INT(tree.value[gr_json_member(&tree, 1, "c")].first, 0);
    CHECK_INT(gr_json_member(&tree, 1, "d"), 0);
    CHECK(!gr_json_text(&tree, b) && !gr_json_text(&tree, 0));
    REQUIRE(read_text("1.5") == 0);
    CHECK(!gr_json_whole(&tree, 1, 0, 9, &n));
}

static void strings(void) {
    REQUIRE(read_text("\"\\u00e9\\uD83D\\uDE00 \\\\ \\/ \\n \\u0041 \xC3\xA9\"") == 0);
    CHECK_STR(gr_json_text(&tree, 1), "\xC3\xA9\xF0\x9F\x98\x80 \\ / \n A \xC3\xA9");
}

static void faults_have_places(void) {
    CHECK_STR(fault(""), "line 1, column 1: a value is missing");
    CHECK_STR(fault("[1,\n 2 3]"), "line 2, column 4: a comma is missing");
    CHECK_STR(fault("[1,]"), "line 1, column 4: nothing follows the comma");
    CHECK_STR(fault("[1"), "line 1, column 1: this array does not end");
    CHECK_STR(fault("{\"a\":1"), "line 1, column 1: this object does not end");
    CHECK_STR(fault("{a:1}"), "line 1, column 2: the name of a member is missing");
    CHECK_STR(fault("{\"a\" 1}"), "line 1, column 6: a colon is missing");
    CHECK_STR(fault("\"a"), "line 1, column 1: this string does not end");
    CHECK_STR(fault("[] x"), "line 1, column 4: more text follows the value");
    CHECK_STR(fault("01"), "line 1, column 1: not a value");
    CHECK_STR(fault("nul"), "line 1, column 1: not a value");
    const char *const bad[] = {"\"\\x\"", "\"\\u12\"", "\"\\u0000\"", "\"\\uD800\"", "\"\\uD800\\u0041\"", "\"\n\"",
                               "\"\xFF\"", "\"\xC3\"", "\"\\"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_STR(fault(bad[i]), "line 1, column 2: not a character that a string may have");
}

static void depth(void) {
    char text[2 * GR_JSON_DEPTH + 8];
    memset(text, '[', GR_JSON_DEPTH);
    memset(text + GR_JSON_DEPTH, ']', GR_JSON_DEPTH);
    text[2 * GR_JSON_DEPTH] = 0;
    CHECK_INT(read_text(text), 0);
    memset(text, '[', sizeof text - 1);
    text[sizeof text - 1] = 0;
    CHECK_STR(fault(text), "line 1, column 401: values nest too deeply");
}

static int put(void *context, const char *bytes, size_t len) {
    gr_buffer_add(context, bytes, len);
    return 0;
}

/* What the writer writes of any bytes is read as what they were, if they were UTF-8. */
static void what_is_written_is_read(void) {
    GrBuffer out;
    GrJson json;
    char all[128];
    for (int i = 1; i < 128; i++)
        all[i - 1] = (char)i;
    all[127] = 0;
    gr_buffer_init(&out);
    gr_json_start(&json, put, &out);
    gr_json_string(&json, NULL, all);
    CHECK_INT(read_text(out.data), 0);
    CHECK_STR(gr_json_text(&tree, 1), all);
    gr_buffer_free(&out);
}

static void memory_runs_out(void) {
    const char *text = "{\"a\":[1,2,{\"b\":\"c\"}]}";
    FAIL_EACH_ALLOCATION(n, 100) {
        GrJsonTree own;
        int code = gr_json_read(text, strlen(text), &own, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        gr_json_free(&own);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(values);
    RUN(strings);
    RUN(faults_have_places);
    RUN(depth);
    RUN(what_is_written_is_read);
    RUN(memory_runs_out);
    gr_json_free(&tree);
    return test_end();
}
