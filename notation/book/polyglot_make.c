/* Making Polyglot's books. */
#include <stdlib.h>

#include "notation/book/polyglot.h"
#include "notation/book/polyglot_local.h"

enum { FIRST_SLOTS = 1024, MOST_WEIGHT = 65535 };

typedef struct Played {
    uint64_t key;
    uint64_t games, points; /* games 0: the slot is free */
    uint16_t code;
} Played;

/* A hash table with open addressing; at most half of it is used. */
struct GrBookMaker {
    Played *slot;
    size_t slots, used;
};

GrBookMaker *gr_book_maker_new(void) {
    GrBookMaker *maker = calloc(1, sizeof *maker);
    if (!maker)
        return NULL;
    maker->slots = FIRST_SLOTS;
    maker->slot = calloc(maker->slots, sizeof *maker->slot);
    if (maker->slot)
        return maker;
    free(maker);
    return NULL;
}

void gr_book_maker_free(GrBookMaker *maker) {
    if (maker)
        free(maker->slot);
    free(maker);
}

/* The slot of a move, or the free one where it belongs. */
static Played *find(const GrBookMaker *maker, uint64_t key, uint16_t code) {
    size_t at = (size_t)((key ^ code * UINT64_C(0x9E3779B97F4A7C15)) & (maker->slots - 1));
    while (maker->slot[at].games && (maker->slot[at].key != key || maker->slot[at].code != code))
        at = (at + 1) & (maker->slots - 1);
    return &maker->slot[at];
}

static int grow(GrBookMaker *maker) {
    GrBookMaker larger = {.slots = 2 * maker->slots, .used = maker->used};
    larger.slot = calloc(larger.slots, sizeof *larger.slot);
    if (!larger.slot)
        return GR_ERR_MEMORY;
    for (size_t i = 0; i < maker->slots; i++)
        if (maker->slot[i].games)
            *find(&larger, maker->slot[i].key, maker->slot[i].code) = maker->slot[i];
    free(maker->slot);
    *maker = larger;
    return 0;
}

int gr_book_maker_add(GrBookMaker *maker, const GrPosition *pos, int step, GrMove move, unsigned points) {
    uint64_t key = gr_book_key(pos, step);
    uint16_t code = gr_book_code(pos, move);
    if (2 * maker->used >= maker->slots && grow(maker))
        return GR_ERR_MEMORY;
    Played *played = find(maker, key, code);
    maker->used += !played->games;
    played->key = key;
    played->code = code;
    played->games++;
    played->points += points;
    return 0;
}

/* By key, the best move first. */
static int compare(const void *a, const void *b) {
    const Played *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->points != y->points)
        return x->points > y->points ? -1 : 1;
    return (x->code > y->code) - (x->code < y->code);
}

/* Those that belong into the book, in its order. */
static Played *sorted(const GrBookMaker *maker, uint64_t least, size_t *count) {
    Played *list = malloc((maker->used + 1) * sizeof *list);
    *count = 0;
    for (size_t i = 0; list && i < maker->slots; i++) {
        const Played *at = &maker->slot[i];
        if (at->games && at->games >= least && at->points)
            list[(*count)++] = *at;
    }
    if (list)
        qsort(list, *count, sizeof *list, compare);
    return list;
}

static int put_entry(const Played *played, uint64_t weight, GrPut put, void *context) {
    char bytes[POLYGLOT_ENTRY] = {0};
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)(played->key >> (56 - 8 * i) & 255);
    bytes[8] = (char)(played->code >> 8);
    bytes[9] = (char)(played->code & 255);
    bytes[10] = (char)(weight >> 8);
    bytes[11] = (char)(weight & 255);
    return put(context, bytes, sizeof bytes);
}

/* A weight, where the best move has `most`. */
static uint64_t scaled(uint64_t points, uint64_t most) {
    if (most <= MOST_WEIGHT)
        return points;
    return points == most ? MOST_WEIGHT : (uint64_t)((double)points * MOST_WEIGHT / (double)most);
}

int gr_book_maker_put(GrBookMaker *maker, uint64_t least, GrPut put, void *context, size_t *entries) {
    size_t count;
    int code = 0;
    uint64_t most = 0; /* points of the best move of the position at hand */
    Played *list = sorted(maker, least, &count);
    if (!list)
        return GR_ERR_MEMORY;
    for (size_t i = 0; i < count && !code; i++) {
        if (i == 0 || list[i].key != list[i - 1].key)
            most = list[i].points;
        uint64_t weight = scaled(list[i].points, most);
        code = put_entry(&list[i], weight ? weight : 1, put, context);
    }
    *entries = count;
    free(list);
    return code;
}
