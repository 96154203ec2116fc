/* GET db/N/numbers: which games are asked for, all of them, by their numbers alone. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/asked.h"
#include "desk/together.h"

typedef struct Numbers {
    DeskFinding finding;
    GrBuffer *body;      /* the arrays so far */
    const DeskTogether *all;
    int of;              /* the database that is asked */
    int open;            /* of which the last array has games; below 0: there is none */
    int64_t first, last; /* games in a row that are not put yet; last 0: none */
    uint64_t games, unread;
    GrSorting sorting;
} Numbers;

/* ---- arrays ---- */

static void end_run(Numbers *n) {
    if (!n->last)
        return;
    if (n->body->data[n->body->len - 1] != '[')
        gr_buffer_putc(n->body, ',');
    if (n->first == n->last)
        gr_buffer_printf(n->body, "%" PRId64, n->first);
    else
        gr_buffer_printf(n->body, "[%" PRId64 ",%" PRId64 "]", n->first, n->last);
    n->last = 0;
}

static void end_array(Numbers *n) {
    end_run(n);
    if (n->open >= 0)
        gr_buffer_puts(n->body, "]}");
    n->open = -1;
}

static void add_number(Numbers *n, int of, int64_t id) {
    if (n->open != of) {
        bool more = n->body->len > 0;
        end_array(n);
        gr_buffer_printf(n->body, "%s{\"db\":\"%s\",\"numbers\":[", more ? "," : "", n->all->handle[of]);
        n->open = of;
    }
    n->games++;
    if (n->last && id == n->last + 1) {
        n->last = id;
        return;
    }
    end_run(n);
    n->first = n->last = id;
}

/* ---- finding ---- */

/* A line for a game: the place of its database, a blank, its number. */
static void show(void *context, const GrFinding *found, size_t hit, GrBuffer *out) {
    const Numbers *n = context;
    size_t begun = n->sorting.key ? gr_sort_begin(&n->sorting, found, out) : 0;
    (void)hit;
    gr_buffer_printf(out, "%d %" PRId64 "\n", n->of, found->id);
    if (n->sorting.key)
        gr_sort_end(out, begun);
}

static int put_lines(Numbers *n, const char *bytes, size_t len) {
    for (const char *at = bytes; at < bytes + len && !n->body->failed; at = strchr(at, '\n') + 1) {
        char *blank;
        int of = (int)strtol(at, &blank, 10);
        add_number(n, of, strtoll(blank, NULL, 10));
    }
    if (n->body->failed)
        n->finding.code = GR_ERR_MEMORY;
    else if (n->body->len > GR_DESK_RESPONSE)
        n->finding.code = GR_ERR_LIMIT;
    return n->finding.code < 0;
}

static int put(void *context, const char *bytes, size_t len) {
    Numbers *n = context;
    if (!n->sorting.key)
        return put_lines(n, bytes, len);
    if (!gr_sort_take(&n->sorting, bytes, len))
        n->finding.code = GR_ERR_MEMORY;
    return n->finding.code < 0;
}

static bool find_in(Numbers *n, GrDb *db) {
    DeskAsked asked;
    bool sorted = n->sorting.key != GR_SORT_NONE;
    GrFind find = {.by_game = true, .read = sorted ? GR_FIND_HEADERS : GR_FIND_NUMBERS,
                   .tags = sorted ? gr_sort_tags : NULL, .show = show, .put = put};
    bool well = desk_asked(n->finding.call, db, &asked) && desk_find(&n->finding, db, &asked, &find);
    n->unread += n->finding.count.unread;
    desk_asked_free(&asked);
    return well;
}

/* Puts those that were sorted; false after refusing the request. */
static bool put_sorted(Numbers *n) {
    GrSorting *s = &n->sorting;
    if (!s->key)
        return true;
    bool well = gr_sort_end_all(s);
    for (size_t i = 0; i < s->items && well; i++)
        well = !put_lines(n, s->text.data + s->item[i].at, s->item[i].len);
    if (!well)
        desk_refuse(n->finding.call, n->finding.code == GR_ERR_LIMIT ? 413 : 500,
                    n->finding.code == GR_ERR_LIMIT ? "the answer would be too long" : "out of memory");
    return well;
}

static void answer(const Numbers *n) {
    DeskCall *call = n->finding.call;
    GrJson *json = desk_answer(call);
    gr_json_open(json, "arrays", '[');
    if (n->body->len)
        gr_json_raw(json, NULL, n->body->data);
    gr_json_close(json, ']');
    gr_json_int(json, "games", (int64_t)n->games);
    gr_json_bool(json, "complete", n->finding.complete);
    gr_json_int(json, "unread", (int64_t)n->unread);
    desk_answered(call);
}

void desk_numbers(DeskCall *call) {
    DeskTogether all;
    GrBuffer body;
    if (!desk_take_together(call, &all))
        return;
    gr_buffer_init(&body);
    Numbers n = {.finding = {.call = call, .complete = true}, .body = &body, .all = &all, .open = -1};
    bool well = desk_read_order(call, &n.sorting);
    for (; well && n.of < all.count && n.finding.complete; n.of++)
        well = find_in(&n, all.db[n.of]);
    if (well && put_sorted(&n)) {
        end_array(&n);
        answer(&n);
    }
    gr_sort_free(&n.sorting);
    gr_buffer_free(&body);
    desk_give_together(call, &all);
}
