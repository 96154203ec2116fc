/* Text made safe to show. */
#include "notation/plain.h"

#include <string.h>

#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static void check_visible(const char *text, size_t len, const char *shown) {
    GrBuffer out;
    gr_buffer_init(&out);
    gr_put_visible(&out, text, len);
    gr_buffer_putc(&out, '.'); /* so that there is a text at all */
    out.data[out.len - 1] = '\0';
    CHECK_STR(out.data, shown);
    gr_buffer_free(&out);
}

static void visible(void) {
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"", ""},
        {"1. e4 \xC3\xA4\xE2\x82\xAC\xF0\x9D\x84\x9E\tx\n", "1. e4 \xC3\xA4\xE2\x82\xAC\xF0\x9D\x84\x9E\tx\n"},
        {"a\x1B[31mb", "a^[[31mb"},
        {"\r\a\x7F\x01", "^M^G^?^A"},
        {"\xC2\x9B\xC2\x80\xC2\x9F\xC2\xA0", "<U+009B><U+0080><U+009F>\xC2\xA0"},
        {"\xE2\x80\xAA\xE2\x80\xAE\xE2\x80\xAF", "<U+202A><U+202E>\xE2\x80\xAF"},
        {"\xE2\x81\xA6\xE2\x81\xA9\xE2\x81\xAA", "<U+2066><U+2069>\xE2\x81\xAA"},
        {"\x9B" "31m\xC3", "<9B>31m<C3>"},
        {"\xE2\x80", "<E2><80>"},
        {"\xED\xA0\x80", "<ED><A0><80>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_visible(cases[i].text, strlen(cases[i].text), cases[i].shown);
    check_visible("a\0b", 3, "a^@b");
}

static void plain(void) {
    GrBuffer out;
    gr_buffer_init(&out);
    gr_put_plain(&out, "a\x1B[\tb\r\xC2\x9B\xE2\x80\xAE\xE2\x81\xA7\xC3\xA4\xFF\nc", true);
    CHECK_STR(out.data, "a?[ b ???\xC3\xA4?\nc");
    gr_buffer_clear(&out);
    gr_put_plain(&out, "b\nc", false);
    CHECK_STR(out.data, "b c");
    gr_buffer_free(&out);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(visible);
    RUN(plain);
    return test_end();
}
