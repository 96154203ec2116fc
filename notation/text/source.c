/* Blocks of text: reading, unpacking, and bringing them to clean UTF-8. */
#include "notation/text/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/text/bytes.h"
#include "notation/text/kind.h"
#include "notation/text/legacy.h"
#include "notation/text/page.h"
#include "notation/text/record_kind.h"
#include "notation/text/utf16.h"

/* One read fills a block; decoding may make three bytes out of one. */
enum { BLOCK = GR_BYTES_BLOCK, WINDOW = GR_SOURCE_KEEP + 3 * BLOCK + 32,
       DECODE = 3 * BLOCK + 32 };

struct GrSource {
    GrBytes bytes;
    bool ended;
    bool first;            /* no block was read yet */
    uint32_t line;         /* of the file: the one at the end of what was read, */
    size_t line_len;       /* and the bytes read of it */
    bool foreign;          /* a byte of 0x80 or above was seen */
    bool wide;             /* the text is UTF-16 */
    GrUtf16 utf16;
    GrLegacy legacy;       /* open: the text is Shift_JIS or the like */
    GrRecordKind record;   /* the text is one of these */
    bool cr;               /* the last byte was a CR, its LF already written */
    unsigned carried;      /* bytes of a UTF-8 sequence that the block before began */
    GrPage *page;          /* NULL: the text is read as it stands */
    const char *kind;      /* of the file, if it is no text */
    const char *text_kind; /* of the text, if it is no list */
    bool as_it_stands;     /* whatever it looks like */
    bool peeked;           /* the first window is there (or being read), and was not asked for yet */
    bool json;             /* that begins as an object of JSON */
    GrBuffer read;         /* what the page has given out, */
    size_t read_from;      /* from here on not yet in the window */
    size_t len;            /* of the window */
    char *window;          /* WINDOW bytes */
    unsigned char *decode; /* carried bytes and a block to be decoded, which may have been UTF-16 */
};

static GrSource *make(const char *path, const char *text, size_t len, GrError *error) {
    GrSource *s = calloc(1, sizeof *s);
    if (!s) {
        gr_no_memory(error);
        return NULL;
    }
    s->first = true;
    s->line = 1;
    int code = path ? gr_bytes_open(&s->bytes, path, error) : gr_bytes_open_memory(&s->bytes, text, len, error);
    if (!code) {
        s->window = malloc(WINDOW);
        s->decode = malloc(DECODE);
        code = s->window && s->decode ? 0 : gr_no_memory(error);
    }
    if (!code)
        return s;
    gr_source_close(s);
    return NULL;
}

GrSource *gr_source_open(const char *path, GrError *error) {
    return make(path, NULL, 0, error);
}

GrSource *gr_source_open_memory(const char *text, size_t len, GrError *error) {
    return make(NULL, text, len, error);
}

void gr_source_close(GrSource *s) {
    if (!s)
        return;
    gr_bytes_close(&s->bytes);
    gr_legacy_close(&s->legacy);
    gr_page_close(s->page);
    gr_buffer_free(&s->read);
    free(s->window);
    free(s->decode);
    free(s);
}

void gr_source_set_stop(GrSource *source, bool (*stop)(void *user), void *user) {
    source->bytes.stop = stop;
    source->bytes.user = user;
}

void gr_source_read_as_it_stands(GrSource *source) {
    source->as_it_stands = true;
}

void gr_source_place(const GrSource *source, uint32_t *line, uint32_t *column) {
    if (source->page)
        gr_page_place(source->page, line, column);
}

bool gr_source_is_html(const GrSource *source) {
    return source->page && gr_page_is_html(source->page);
}

GrPage *gr_source_page(const GrSource *source) {
    return source->page;
}

const char *gr_source_kind(const GrSource *source) {
    return source->kind;
}

const char *gr_source_text_kind(const GrSource *source) {
    return source->text_kind;
}

int gr_source_record(const GrSource *source) {
    return (int)source->record;
}

bool gr_source_is_page(const GrSource *source) {
    return source->page != NULL;
}

void gr_source_forget(GrSource *source, uint32_t line) {
    if (source->page)
        gr_page_forget(source->page, line);
}

bool gr_source_is_ascii(const GrSource *source) {
    return !source->foreign;
}

uint64_t gr_source_bytes(const GrSource *source) {
    return source->bytes.taken;
}

uint64_t gr_source_size(const GrSource *source) {
    return source->bytes.size;
}

/* ---- characters ---- */

/* The byte order mark; the character that ended files of CP/M and DOS, and stands inside those that
 * were put together; and those that part comments in a game (game.h). */
#define BOM "\xEF\xBB\xBF"
enum { END_OF_FILE = 0x1A, SEPARATOR = 0x1E, OTHER_SEPARATOR = 0x1F };

/* Bytes that are blanks to later stages: other kinds of white space as well. */
static bool is_blank(unsigned char c) {
    return c == END_OF_FILE || c == SEPARATOR || c == OTHER_SEPARATOR || c == '\v' || c == '\f';
}

/* Decodes n bytes to out; what may be the beginning of a sequence at the end is carried over,
 * unless this is the last block. Returns the end of what was written. */
static char *decode(GrSource *s, const unsigned char *in, size_t n, bool last, char *out) {
    size_t i = 0;
    s->carried = 0;
    while (i < n) {
        unsigned char c = in[i];
        bool after_cr = s->cr;
        s->cr = c == '\r';
        if (c == '\n' && after_cr) {
            i++;
        } else if (c == '\r') {
            *out++ = '\n';
            i++;
        } else if (c == 0) {
            s->foreign = true;
            out = gr_utf8_put(out, 0xFFFD);
            i++;
        } else if (c < 0x80) {
            *out++ = is_blank(c) ? ' ' : (char)c;
            i++;
        } else {
            s->foreign = true;
            int len = gr_utf8_sequence(in + i, n - i);
            if (len < 0 && !last) {
                s->carried = (unsigned)(n - i);
                memmove(s->decode, in + i, n - i);
                break;
            }
            if (len <= 0) {
                out = gr_utf8_put(out, s->legacy.utf8 ? 0xFFFD : gr_windows_character(c));
                i++;
                continue;
            }
            if (memcmp(in + i, BOM, 3)) { /* files put together have it anywhere */
                memcpy(out, in + i, (size_t)len);
                out += len;
            }
            i += (size_t)len;
        }
    }
    return out;
}

/* A byte that a text may have as it is: ASCII, no control character but a line end or a tab. */
static inline bool is_plain(unsigned char c) {
    return (signed char)c >= ' ' || c == '\n' || c == '\t';
}

/* Is every byte plain? In chunks without a way out, which compilers turn into vector instructions. */
static bool is_clean(const unsigned char *p, size_t n) {
    enum { CHUNK = 64 };
    size_t i = 0;
    for (; i + CHUNK <= n; i += CHUNK) {
        unsigned char plain = 1;
        for (size_t k = 0; k < CHUNK; k++)
            plain &= (unsigned char)((signed char)p[i + k] >= ' ') | (p[i + k] == '\n') |
                     (p[i + k] == '\t');
        if (!plain)
            return false;
    }
    for (; i < n; i++)
        if (!is_plain(p[i]))
            return false;
    return true;
}

/* Brings a block, which stands at `to`, the window's end, to clean UTF-8; none: the text ends. */
static void clean_block(GrSource *s, unsigned char *to, size_t n) {
    size_t held = s->carried;
    if (s->legacy.open) {
        char *end = gr_legacy_decode(&s->legacy, to, n, (char *)s->decode + held);
        s->len = (size_t)(decode(s, s->decode, (size_t)(end - (char *)s->decode), n == 0,
                                 (char *)to) - s->window);
    } else if (s->wide) {
        char *wide = (char *)s->decode + held;
        char *end = n ? gr_utf16_decode(&s->utf16, to, n, wide) : gr_utf16_end(&s->utf16, wide);
        s->len = (size_t)(decode(s, s->decode, (size_t)(end - (char *)s->decode), n == 0,
                                 (char *)to) - s->window);
    } else if (n > 0 && !held && !s->cr && is_clean(to, n)) {
        s->len += n;
    } else {
        memcpy(s->decode + held, to, n);
        s->len = (size_t)(decode(s, s->decode, held + n, n == 0, (char *)to) - s->window);
    }
}

/* ---- lines ---- */

/* How many line feeds are there? In chunks, as in is_clean. */
static size_t count_feeds(const char *p, size_t n) {
    enum { CHUNK = 64 };
    size_t i = 0, count = 0;
    for (; i + CHUNK <= n; i += CHUNK) {
        unsigned char feeds = 0;
        for (size_t k = 0; k < CHUNK; k++)
            feeds = (unsigned char)(feeds + (p[i + k] == '\n'));
        count += feeds;
    }
    for (; i < n; i++)
        count += p[i] == '\n';
    return count;
}

/* Takes note of the lines from `before` to the end of the window. One without end is not read for ever: a small file
 * may unpack to gigabytes of it. */
static int check_lines(GrSource *s, size_t before, GrError *error) {
    char why[120];
    size_t last = s->len;
    while (last > before && s->window[last - 1] != '\n')
        last--;
    if (last > before) {
        s->line += (uint32_t)count_feeds(s->window + before, last - before);
        s->line_len = 0;
        before = last;
    }
    s->line_len += s->len - before;
    if (s->line_len <= GR_SOURCE_LINE)
        return 0;
    snprintf(why, sizeof why, "line %u is longer than %d MiB: this is no text, or its line ends are lost",
             (unsigned)s->line, GR_SOURCE_LINE >> 20);
    return gr_bytes_fail(&s->bytes, error, GR_ERR_LIMIT, why);
}

/* ---- pages ---- */

/* Moves what the page has given out to the window, as far as there is room. */
static void drain(GrSource *s) {
    size_t room = WINDOW - 1 - s->len, left = s->read.len - s->read_from;
    size_t n = left < room ? left : room;
    if (n)
        memcpy(s->window + s->len, s->read.data + s->read_from, n);
    s->len += n;
    s->read_from += n;
    if (s->read_from == s->read.len) {
        gr_buffer_clear(&s->read);
        s->read_from = 0;
    }
}

/* The text from `before` to the end of the window goes through the page. What that makes of it may
 * have characters that were entities, or a bar that was a tag. */
static int read_page(GrSource *s, size_t before, bool last, GrError *error) {
    const char *text = s->window + before;
    size_t len = s->len - before;
    s->len = before;
    if (gr_page_take(s->page, text, len, last, &s->read))
        return gr_no_memory(error);
    s->foreign |= gr_page_is_html(s->page);
    drain(s);
    return 0;
}

/* Does it begin as an object of JSON? */
static bool is_json(const char *text) {
    text += strspn(text, " \t\n");
    return *text == '{' && text[1 + strspn(text + 1, " \t\n")] == '"';
}

static int begin_page(GrSource *s, GrError *error) {
    s->window[s->len] = 0;
    s->json = s->peeked && is_json(s->window);
    s->text_kind = gr_kind_of_text(s->window);
    s->record = s->json ? GR_RECORD_NONE : gr_record_kind(s->window);
    if (s->as_it_stands || s->json || s->record || !gr_page_begins(s->window, s->len))
        return 0;
    s->page = gr_page_open();
    return s->page ? 0 : gr_no_memory(error);
}

/* Reads a block to the end of the window. */
static ptrdiff_t append_block(GrSource *s, GrError *error) {
    if (s->read_from < s->read.len) {
        drain(s);
        return 1;
    }
    unsigned char *to = (unsigned char *)s->window + s->len;
    bool first = s->first;
    size_t before = s->len;
    int code = 0;
    ptrdiff_t n = gr_bytes_read(&s->bytes, to, error);
    s->first = false;
    if (first && n > 0 && !(s->wide = gr_utf16_begins(&s->utf16, to, (size_t)n))) {
        bool whole;
        s->kind = gr_kind_of_file(s->bytes.path, to, (size_t)n, &whole);
        if (s->kind && whole)
            return 0;
        gr_legacy_begins(&s->legacy, to, (size_t)n);
    }
    clean_block(s, to, n > 0 ? (size_t)n : 0);
    if (n > 0 && (code = check_lines(s, before, error)) != 0) {
        s->len = before;
        n = code;
        code = 0;
    }
    if (first && before == 0)
        code = begin_page(s, error);
    if (s->page && !code)
        code = read_page(s, before, n <= 0, error);
    return code ? code : n;
}

int gr_source_slide(GrSource *s, const char *from, const char **text, const char **end,
                    GrError *error) {
    size_t kept = from ? (size_t)(s->window + s->len - from) : 0;
    ptrdiff_t n = 0;
    if (!from && s->peeked) {
        s->peeked = false;
        *text = s->window;
        *end = s->window + s->len;
        return s->len > 0;
    }
    if (from)
        memmove(s->window, from, kept);
    s->len = kept;
    while (!s->ended && s->len == kept) {
        n = append_block(s, error);
        if (n <= 0)
            s->ended = s->read_from == s->read.len;
    }
    s->window[s->len] = 0;
    *text = s->window;
    *end = s->window + s->len;
    return n < 0 ? (int)n : s->len > kept;
}

int gr_source_peek(GrSource *s, bool *json, GrError *error) {
    const char *text, *end;
    s->peeked = true;
    int got = gr_source_slide(s, s->window, &text, &end, error);
    *json = s->json;
    return got;
}
