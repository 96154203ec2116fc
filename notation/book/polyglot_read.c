/* Reading Polyglot's books. */
#include <stdlib.h>

#include "notation/book/polyglot.h"
#include "notation/book/polyglot_local.h"
#include "notation/buffer.h"
#include "notation/text/bytes.h"
#include "rules/random.h"

struct GrBook {
    GrBuffer bytes;
    size_t count; /* of entries */
};

static const unsigned char *entry_at(const GrBook *book, size_t n) {
    return (const unsigned char *)book->bytes.data + n * POLYGLOT_ENTRY;
}

static uint64_t number_at(const unsigned char *bytes, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

static uint64_t key_at(const GrBook *book, size_t n) {
    return number_at(entry_at(book, n), 8);
}

/* ---- the file ---- */

static int read_all(GrBytes *bytes, GrBuffer *to, GrError *error) {
    for (;;) {
        if (!gr_buffer_reserve(to, GR_BYTES_BLOCK))
            return gr_no_memory(error);
        ptrdiff_t got = gr_bytes_read(bytes, (unsigned char *)to->data + to->len, error);
        if (got <= 0)
            return (int)got;
        to->len += (size_t)got;
        if (to->len / POLYGLOT_ENTRY > GR_BOOK_ENTRIES)
            return gr_bytes_fail(bytes, error, GR_ERR_LIMIT, "the book is too long");
    }
}

static int check(GrBook *book, const char *path, GrError *error) {
    book->count = book->bytes.len / POLYGLOT_ENTRY;
    if (!book->bytes.len)
        return gr_fail(error, GR_ERR_SYNTAX, "%s: this is no Polyglot book: it is empty", path);
    if (book->bytes.len % POLYGLOT_ENTRY)
        return gr_fail(error, GR_ERR_SYNTAX, "%s: this is no Polyglot book: its %zu bytes are no multiple of %d", path,
                       book->bytes.len, POLYGLOT_ENTRY);
    for (size_t n = 1; n < book->count; n++)
        if (key_at(book, n) < key_at(book, n - 1))
            return gr_fail(error, GR_ERR_SYNTAX, "%s: this is no Polyglot book: entry %zu is out of order", path,
                           n + 1);
    return 0;
}

int gr_book_open(const char *path, bool (*stop)(void *user), void *user, GrBook **book, GrError *error) {
    GrBytes bytes;
    *book = NULL;
    GrBook *made = calloc(1, sizeof *made);
    if (!made)
        return gr_no_memory(error);
    gr_buffer_init(&made->bytes);
    int code = gr_bytes_open(&bytes, path, error);
    bytes.stop = stop;
    bytes.user = user;
    if (!code)
        code = read_all(&bytes, &made->bytes, error);
    gr_bytes_close(&bytes);
    if (!code)
        code = check(made, path, error);
    if (code) {
        gr_book_close(made);
        return code;
    }
    *book = made;
    return 0;
}

void gr_book_close(GrBook *book) {
    if (book)
        gr_buffer_free(&book->bytes);
    free(book);
}

size_t gr_book_entries(const GrBook *book) {
    return book->count;
}

/* ---- a position ---- */

/* The first entry whose key is not below this one. */
static size_t first_from(const GrBook *book, uint64_t key) {
    size_t from = 0, to = book->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (key_at(book, middle) < key)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static GrBookMove move_at(const GrBook *book, const GrPosition *pos, size_t n) {
    const unsigned char *entry = entry_at(book, n);
    GrBookMove move = {.code = (uint16_t)number_at(entry + 8, 2), .weight = (uint16_t)number_at(entry + 10, 2),
                       .learn = (uint32_t)number_at(entry + 12, 4), .entry = n + 1};
    move.move = gr_book_move(pos, move.code);
    return move;
}

size_t gr_book_find(const GrBook *book, const GrPosition *pos, int step, GrBookMove *out, size_t cap) {
    uint64_t key = gr_book_key(pos, step);
    size_t first = first_from(book, key), n = first;
    for (; n < book->count && key_at(book, n) == key; n++)
        if (n - first < cap)
            out[n - first] = move_at(book, pos, n);
    return n - first;
}

GrMove gr_book_draw(const GrBook *book, const GrPosition *pos, int step, uint64_t *random, uint32_t *illegal) {
    uint64_t key = gr_book_key(pos, step), sum = 0;
    size_t first = first_from(book, key), end = first;
    for (; end < book->count && key_at(book, end) == key; end++) {
        GrBookMove move = move_at(book, pos, end);
        sum += move.move ? move.weight : 0;
        *illegal += !move.move && move.weight;
    }
    if (!sum)
        return GR_NO_MOVE;
    uint64_t left = gr_random(random) % sum;
    for (size_t n = first; n < end; n++) {
        GrBookMove move = move_at(book, pos, n);
        if (move.move && left < move.weight)
            return move.move;
        left -= move.move ? move.weight : 0;
    }
    return GR_NO_MOVE;
}
