/* UTF-16 read as the same text in UTF-8 is, whatever its byte order and wherever reads cut it; whole texts; bounds. */
#include <stdlib.h>
#include <string.h>

#include "notation/buffer.h"
#include "notation/text/source.h"
#include "notation/text/utf16.h"
#include "notation/text/whole.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static void put_unit(GrBuffer *out, unsigned unit, bool big) {
    unsigned char bytes[2] = {(unsigned char)unit, (unsigned char)(unit >> 8)};
    if (big) {
        bytes[0] = (unsigned char)(unit >> 8);
        bytes[1] = (unsigned char)unit;
    }
    gr_buffer_add(out, (const char *)bytes, 2);
}

/* Valid UTF-8 as UTF-16. */
static void widen(const char *text, bool big, bool bom, GrBuffer *out) {
    const unsigned char *p = (const unsigned char *)text;
    gr_buffer_clear(out);
    if (bom)
        put_unit(out, 0xFEFF, big);
    while (*p) {
        int more = *p < 0x80 ? 0 : *p < 0xE0 ? 1 : *p < 0xF0 ? 2 : 3;
        unsigned c = more ? *p & (0x3Fu >> more) : *p;
        for (p++; more; more--)
            c = c << 6 | (*p++ & 0x3Fu);
        if (c >= 0x10000) {
            put_unit(out, 0xD800 + ((c - 0x10000) >> 10), big);
            put_unit(out, 0xDC00 + ((c - 0x10000) & 0x3FF), big);
        } else {
            put_unit(out, c, big);
        }
    }
}

/* All that a source gives. */
static void read_all(const GrBuffer *bytes, GrBuffer *out) {
    GrError error;
    const char *text = NULL, *end = NULL;
    GrSource *source = gr_source_open_memory(bytes->data, bytes->len, &error);
    gr_buffer_clear(out);
    REQUIRE(source != NULL);
    gr_source_read_as_it_stands(source); /* a page would get a line end at its end */
    while (gr_source_slide(source, text ? end : NULL, &text, &end, &error) > 0)
        gr_buffer_add(out, text, (size_t)(end - text));
    gr_source_close(source);
}

/* Long enough for several blocks. */
static void wide_text(void) {
    GrBuffer text, wide, read;
    gr_buffer_init(&text);
    gr_buffer_init(&wide);
    gr_buffer_init(&read);
    for (int i = 0; i < 9000; i++)
        gr_buffer_printf(&text, "[Event \"\xC3\xA9 %d\"]\n1. \xE2\x99\x98%.*s\xF0\x9F\x98\x80 *\n", i,
                         i % 7, "abcdefg");
    for (int way = 0; way < 4; way++) {
        widen(text.data, way & 1, way & 2, &wide);
        read_all(&wide, &read);
        CHECK_INT(read.len, text.len);
        CHECK(read.len == text.len && !memcmp(read.data, text.data, text.len));
    }
    gr_buffer_free(&text);
    gr_buffer_free(&wide);
    gr_buffer_free(&read);
}

static void line_ends(void) {
    GrBuffer wide, read;
    gr_buffer_init(&wide);
    gr_buffer_init(&read);
    widen("a\r\nb\rc\n", false, true, &wide);
    put_unit(&wide, 0, false);
    read_all(&wide, &read);
    CHECK_STR(read.data, "a\nb\nc\n\xEF\xBF\xBD");
    gr_buffer_free(&wide);
    gr_buffer_free(&read);
}

/* Pieces of one byte: pairs and units come in halves. */
static void cut_anywhere(void) {
    static const unsigned char bytes[] = {'a', 0, 0x3D, 0xD8, 0x00, 0xDE, 0x3D, 0xD8, 'b',
                                          0,   0x00, 0xDE, 0x3D, 0xD8, 'c'};
    char out[64], *end = out;
    GrUtf16 utf16;
    CHECK(gr_utf16_begins(&utf16, (const unsigned char *)"a\0b", 3));
    for (size_t i = 0; i < sizeof bytes; i++)
        end = gr_utf16_decode(&utf16, bytes + i, 1, end);
    end = gr_utf16_end(&utf16, end);
    *end = 0;
    CHECK_STR(out, "a\xF0\x9F\x98\x80\xEF\xBF\xBD" "b\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

static void what_is_wide(void) {
    GrUtf16 utf16;
    CHECK(!gr_utf16_begins(&utf16, (const unsigned char *)"1. e4", 5));
    CHECK(!gr_utf16_begins(&utf16, (const unsigned char *)"\xFF", 1));
    CHECK(!gr_utf16_begins(&utf16, (const unsigned char *)"\0\0\0", 3));
    CHECK(gr_utf16_begins(&utf16, (const unsigned char *)"\xFF\xFE", 2) && !utf16.big);
    CHECK(gr_utf16_begins(&utf16, (const unsigned char *)"\0a\0", 3) && utf16.big);
}

static void whole_text(void) {
    const char *path = "samples/chess.pgn";
    GrBuffer text;
    GrError error;
    gr_buffer_init(&text);
    CHECK_INT(gr_text_whole(path, 1 << 20, &text, NULL, NULL, &error), 0);
    size_t len = text.len;
    CHECK(len > 2000 && strstr(text.data, "1. e4 e5 2. Nf3 d6") && text.data[len] == '\0');
    CHECK_INT(gr_text_whole(path, 2 * len, &text, NULL, NULL, NULL), 0); /* appended */
    CHECK_INT(text.len, 2 * len);
    gr_buffer_clear(&text);
    CHECK_INT(gr_text_whole(path, len - 1, &text, NULL, NULL, &error), GR_ERR_LIMIT);
    CHECK_STR(error.text, "samples/chess.pgn: the list is too long");
    CHECK(gr_text_whole("samples/none", 9, &text, NULL, NULL, &error) < 0 && strstr(error.text, "samples/none"));
    gr_buffer_free(&text);
    FAIL_EACH_ALLOCATION(n, 100) {
        gr_buffer_init(&text);
        int code = gr_text_whole(path, 1 << 20, &text, NULL, NULL, &error);
        fail_alloc_stop();
        CHECK(code == GR_ERR_MEMORY || (code == 0 && text.len == len));
        gr_buffer_free(&text);
    }
}

/* Reads the text to its end or to a failure, the code of which is returned. */
static int read_through(const char *text, size_t len, bool (*stop)(void *user), void *user, GrError *error) {
    const char *from = NULL, *end = NULL;
    int got = 0;
    GrSource *source = gr_source_open_memory(text, len, error);
    CHECK(source != NULL);
    if (!source)
        return 0;
    gr_source_read_as_it_stands(source);
    gr_source_set_stop(source, stop, user);
    while ((got = gr_source_slide(source, end, &from, &end, error)) > 0)
        ;
    gr_source_close(source);
    return got;
}

/* A line may be as long as the bound says, and not longer, wherever it stands and whatever it is made of. */
static void longest_line(void) {
    enum { BEFORE = 300000, ROOM = 1 << 20 };
    GrError error;
    char *text = malloc(BEFORE + GR_SOURCE_LINE + ROOM);
    CHECK(text != NULL);
    if (!text)
        return;
    memset(text, '\n', BEFORE);
    memset(text + BEFORE, 'a', GR_SOURCE_LINE + ROOM);
    CHECK_INT(read_through(text, BEFORE + GR_SOURCE_LINE, NULL, NULL, &error), 0);
    CHECK_INT(read_through(text, BEFORE + GR_SOURCE_LINE + 1, NULL, NULL, &error), GR_ERR_LIMIT);
    CHECK_STR(error.text, "line 300001 is longer than 64 MiB: this is no text, or its line ends are lost");
    text[BEFORE + GR_SOURCE_LINE] = '\r';
    CHECK_INT(read_through(text, BEFORE + GR_SOURCE_LINE + ROOM, NULL, NULL, &error), 0);
    memset(text + BEFORE, '\0', GR_SOURCE_LINE + ROOM);
    CHECK_INT(read_through(text, BEFORE + GR_SOURCE_LINE + ROOM, NULL, NULL, &error), GR_ERR_LIMIT);
    CHECK(strstr(error.text, "line 300001 ") != NULL);
    free(text);
}

typedef struct Asked {
    unsigned times, most;
} Asked;

static bool count(void *user) {
    Asked *asked = user;
    return ++asked->times > asked->most;
}

/* The question comes with the text, not with the bytes of the file, and ends the reading at once. */
static void asked_to_stop(void) {
    enum { MEGABYTES = 4, AT_LEAST = 8 };
    GrError error;
    Asked asked = {0, 1000};
    char *text = malloc(MEGABYTES << 20);
    CHECK(text != NULL);
    if (!text)
        return;
    memset(text, '\n', MEGABYTES << 20);
    CHECK_INT(read_through(text, MEGABYTES << 20, count, &asked, &error), 0);
    CHECK(asked.times >= AT_LEAST * MEGABYTES);
    for (unsigned most = 0; most < AT_LEAST * MEGABYTES; most += 7) {
        asked = (Asked){0, most};
        CHECK_INT(read_through(text, MEGABYTES << 20, count, &asked, &error), GR_ERR_STOPPED);
        CHECK_INT(asked.times, most + 1);
    }
    free(text);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(wide_text);
    RUN(line_ends);
    RUN(cut_anywhere);
    RUN(what_is_wide);
    RUN(whole_text);
    RUN(longest_line);
    RUN(asked_to_stop);
    return test_end();
}
