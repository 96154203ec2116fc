/* Findings in another order than that of the games. */
#include "db/search/sorting.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "notation/room.h"
#include "notation/tag_values.h"

const char *const gr_sort_keys[] = {"date", "elo", "plies", "count", "white", "black", "event", NULL};

const char *const gr_sort_tags[] = {"Round", "Variant", "White",    "Black",    "Event",
                                    "Site",  "Date",    "WhiteElo", "BlackElo", NULL};

/* What stands before a finding in the output of a thread; behind it comes the text that it is sorted by, with a NUL. */
typedef struct Frame {
    int64_t number;
    uint64_t words, len; /* bytes of that text, and of the finding */
} Frame;

void gr_sort_free(GrSorting *sorting) {
    free(sorting->item);
    gr_buffer_free(&sorting->text);
    sorting->item = NULL;
}

/* ---- keys; found by threads ---- */

/* Year, month and day as one number; what is not known is 0. */
static int64_t date_of(const char *date) {
    int part[3];
    return gr_date_of(date, part) ? part[0] * 10000 + part[1] * 100 + part[2] : INT64_MAX;
}

/* Twice the mean of those that are known. */
static int64_t rating_of(const GrGame *game) {
    unsigned white = gr_rating_of(gr_game_tag(game, "WhiteElo")), black = gr_rating_of(gr_game_tag(game, "BlackElo"));
    return white && black ? white + black : white || black ? 2 * (white + black) : INT64_MAX;
}

static int64_t number_of(const GrSorting *sorting, const GrFinding *found) {
    switch (sorting->key) {
    case GR_SORT_DATE:
        return date_of(gr_game_tag(found->game, "Date"));
    case GR_SORT_ELO:
        return rating_of(found->game);
    case GR_SORT_PLIES:
        return found->game->plies;
    case GR_SORT_COUNT:
        return (int64_t)found->hits;
    default:
        return 0;
    }
}

static const char *words_of(const GrSorting *sorting, const GrFinding *found) {
    const char *tag = sorting->key == GR_SORT_WHITE   ? "White"
                      : sorting->key == GR_SORT_BLACK ? "Black"
                      : sorting->key == GR_SORT_EVENT ? "Event"
                                                       : NULL;
    const char *value = tag ? gr_game_known_tag(found->game, tag) : NULL;
    return value ? value : "";
}

static GrSortPlace place_of(const GrSorting *sorting, const GrFinding *found) {
    GrSortPlace place = {number_of(sorting, found), words_of(sorting, found)};
    if (sorting->key >= GR_SORT_WHITE && !*place.words)
        place.number = INT64_MAX;
    return place;
}

size_t gr_sort_begin(const GrSorting *sorting, const GrFinding *found, GrBuffer *out) {
    size_t begun = out->len;
    GrSortPlace place = place_of(sorting, found);
    Frame frame = {.number = place.number, .words = strlen(place.words)};
    gr_buffer_add(out, (const char *)&frame, sizeof frame);
    gr_buffer_add(out, place.words, frame.words + 1);
    return begun;
}

void gr_sort_end(GrBuffer *out, size_t begun) {
    Frame frame;
    if (out->failed)
        return;
    memcpy(&frame, out->data + begun, sizeof frame);
    frame.len = out->len - begun - sizeof frame - frame.words - 1;
    memcpy(out->data + begun, &frame, sizeof frame);
}

/* ---- the order ---- */

/* qsort gives no context: what is compared is put into the items beforehand. */
typedef struct Key {
    const GrSorted *item;
    const char *words;
    bool reverse;
} Key;

static int compare_places(const GrSortPlace *a, const GrSortPlace *b, bool reverse) {
    bool no_a = a->number == INT64_MAX, no_b = b->number == INT64_MAX;
    if (no_a != no_b)
        return no_a - no_b;
    int order = (a->number > b->number) - (a->number < b->number);
    if (!order)
        order = strcasecmp(a->words, b->words);
    return reverse ? -order : order;
}

int gr_sort_compare(const GrSorting *sorting, const GrFinding *found, const GrSortPlace *place) {
    GrSortPlace here = place_of(sorting, found);
    return compare_places(&here, place, sorting->reverse);
}

static int compare(const void *one, const void *other) {
    const Key *a = one, *b = other;
    const GrSortPlace at_a = {a->item->number, a->words}, at_b = {b->item->number, b->words};
    int order = compare_places(&at_a, &at_b, a->reverse);
    if (order)
        return order;
    return a->item->order < b->item->order ? -1 : a->item->order > b->item->order;
}

/* Puts the items into their order and drops those beyond the limit. */
static bool sort(GrSorting *s) {
    Key *key = calloc(s->items + 1, sizeof *key);
    GrSorted *sorted = calloc(s->items + 1, sizeof *sorted);
    bool well = key && sorted;
    for (size_t n = 0; well && n < s->items; n++)
        key[n] = (Key){&s->item[n], s->text.data + s->item[n].words, s->reverse};
    if (well && s->items)
        qsort(key, s->items, sizeof *key, compare);
    if (well && s->limit && s->items > s->limit)
        s->items = (size_t)s->limit;
    for (size_t n = 0; well && n < s->items; n++)
        sorted[n] = *key[n].item;
    if (well) {
        free(s->item);
        s->item = sorted;
        s->cap = s->items;
    } else {
        free(sorted);
    }
    free(key);
    s->failed |= !well;
    return well;
}

/* Gives back the memory of findings that were dropped. */
static bool compact(GrSorting *s) {
    GrBuffer kept;
    gr_buffer_init(&kept);
    for (size_t n = 0; n < s->items; n++) {
        GrSorted *item = &s->item[n];
        const char *words = s->text.data + item->words, *bytes = s->text.data + item->at;
        item->words = kept.len;
        gr_buffer_add(&kept, words, strlen(words) + 1);
        item->at = kept.len;
        gr_buffer_add(&kept, bytes, item->len);
    }
    gr_buffer_free(&s->text);
    s->text = kept;
    s->failed |= kept.failed;
    return !s->failed;
}

/* ---- taking and writing ---- */

static bool add(GrSorting *s, const GrSorted *item) {
    if (!gr_room(&s->item, s->items, 1, &s->cap, sizeof *s->item)) {
        s->failed = true;
        return false;
    }
    s->item[s->items++] = *item;
    return true;
}

bool gr_sort_take(GrSorting *s, const char *bytes, size_t len) {
    enum { ROOM = 1024 * 1024 };
    size_t at = s->text.len, end = at + len;
    gr_buffer_add(&s->text, bytes, len);
    s->failed |= s->text.failed;
    while (!s->failed && at < end) {
        Frame frame;
        memcpy(&frame, s->text.data + at, sizeof frame);
        size_t words = at + sizeof frame, text = words + frame.words + 1;
        add(s, &(GrSorted){frame.number, words, s->taken++, text, frame.len});
        at = text + frame.len;
    }
    if (s->limit && s->text.len > ROOM && s->items / 2 > s->limit && !s->failed && sort(s))
        compact(s);
    return !s->failed;
}

bool gr_sort_end_all(GrSorting *s) {
    return !s->failed && sort(s);
}
