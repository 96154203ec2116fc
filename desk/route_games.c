/* GET db/N/games: a page of the games that are asked for. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/asked.h"
#include "desk/together.h"

enum { PAGE = 50, LARGEST_PAGE = 500, MOST_SORTED = 10000000 };

/* The last row of a page of a sorted list, behind which the next one goes on. As text: its number, the place of its
 * database, the number of its game and its words, with blanks between. */
typedef struct Behind {
    const char *text; /* NULL: the list is asked for from its start */
    GrSortPlace place;
    int of;           /* of its database among those that are asked */
    int64_t id;
} Behind;

typedef struct Page {
    DeskFinding finding;
    GrBuffer *body;     /* the array so far */
    const char *handle; /* of the database that is looked at; NULL where there is only one */
    int of;             /* its place */
    Behind behind;
    int64_t wanted, shown, last;
    bool more;
    uint64_t unread;
    GrSorting sorting;  /* with a key: all wait until they are sorted */
} Page;

/* Is a finding of the sorted list on a page before? */
static bool is_before(const Page *page, const GrFinding *found) {
    const Behind *b = &page->behind;
    int order = b->text ? gr_sort_compare(&page->sorting, found, &b->place) : 1;
    return order < 0 || (!order && (page->of < b->of || (page->of == b->of && found->id <= b->id)));
}

/* A line for a game: its number, a comma, the place of its database, a blank, its object. */
static void show(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    static const char *const more[][2] = {{"whiteElo", "WhiteElo"}, {"blackElo", "BlackElo"}, {"eco", "ECO"}};
    GrJson json;
    const Page *page = context;
    if (is_before(page, found))
        return;
    size_t begun = page->sorting.key ? gr_sort_begin(&page->sorting, found, out) : 0;
    gr_buffer_printf(out, "%" PRId64 ",%d ", found->id, page->of);
    gr_json_start(&json, desk_put, out);
    gr_json_open(&json, NULL, '{');
    if (page->handle)
        gr_json_string(&json, "db", page->handle);
    gr_finding_write(&json, found, n < found->hits ? &found->hit[n] : NULL);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        gr_json_string(&json, more[i][0], gr_game_known_tag(found->game, more[i][1]));
    gr_json_close(&json, '}');
    gr_buffer_putc(out, '\n');
    if (page->sorting.key)
        gr_sort_end(out, begun);
}

/* Takes lines; the one beyond the page only says that there are more. */
static int put_lines(Page *page, const char *bytes, size_t len) {
    for (const char *at = bytes, *end; at < bytes + len; at = end + 1) {
        end = memchr(at, '\n', (size_t)(bytes + len - at));
        const char *object = memchr(at, ' ', (size_t)(end - at));
        if (page->shown == page->wanted) {
            page->more = true;
            return 1;
        }
        page->last = strtoll(at, NULL, 10);
        if (page->shown++)
            gr_buffer_putc(page->body, ',');
        gr_buffer_add(page->body, object + 1, (size_t)(end - object - 1));
    }
    if (page->body->failed)
        page->finding.code = GR_ERR_MEMORY;
    return page->finding.code < 0;
}

static int put(void *context, const char *bytes, size_t len) {
    Page *page = context;
    if (!page->sorting.key)
        return put_lines(page, bytes, len);
    if (!gr_sort_take(&page->sorting, bytes, len))
        page->finding.code = GR_ERR_MEMORY;
    return page->finding.code < 0;
}

/* Puts the rows behind the first `after` of those that were sorted; false after refusing the request. */
static bool put_sorted(DeskCall *call, Page *page, int64_t after) {
    GrSorting *s = &page->sorting;
    if (!s->key)
        return true;
    if (!gr_sort_end_all(s)) {
        desk_refuse(call, 500, "out of memory");
        return false;
    }
    for (size_t n = (size_t)after; n < s->items && !page->more; n++)
        put_lines(page, s->text.data + s->item[n].at, s->item[n].len);
    page->last = after + page->shown;
    return true;
}

/* Adds that only games behind that number are asked for. False after refusing the request. */
static bool add_after(DeskCall *call, DeskAsked *asked, int64_t after) {
    char range[32];
    GrError error;
    snprintf(range, sizeof range, "%" PRId64 "-", after + 1);
    if (!after || !gr_selection_add(&asked->selection, call->desk->start.variants, "games", range, &error))
        return true;
    desk_refuse_for(call, &error);
    return false;
}

/* With `count`: how many there are, as far as that is known without reading them; to be added to *estimate. False after
 * refusing the request. */
static bool count_games(DeskCall *call, GrDb *db, const DeskAsked *asked, GrFindEstimate *estimate) {
    GrError error;
    GrFindEstimate one;
    const GrFind find = {.selection = &asked->selection, .query = asked->query,
                         .target = asked->targeted ? &asked->target : NULL, .judging = &asked->judging,
                         .jobs = call->desk->start.jobs};
    if (!desk_parameter(call, "count", 0))
        return true;
    int code = gr_find_estimate(db, &find, &one, &error);
    if (code && code != GR_ERR_DAMAGED) { /* what is damaged is found out by who reads it */
        desk_refuse_for(call, &error);
        return false;
    }
    estimate->least += one.least;
    estimate->most += one.most;
    return true;
}

/* The row from which the next page goes on. */
static void put_behind(GrJson *json, const Page *page, int64_t after) {
    const GrSorting *s = &page->sorting;
    GrBuffer text;
    if (!page->more || !page->shown) {
        gr_json_null(json, "behind");
        return;
    }
    const GrSorted *last = &s->item[after + page->shown - 1];
    char *of;
    int64_t id = strtoll(s->text.data + last->at, &of, 10);
    gr_buffer_init(&text);
    gr_buffer_printf(&text, "%" PRId64 " %ld %" PRId64 " %s", last->number, strtol(of + 1, NULL, 10), id,
                     s->text.data + last->words);
    gr_json_string(json, "behind", text.data ? text.data : "");
    if (text.failed)
        json->code = GR_ERR_MEMORY;
    gr_buffer_free(&text);
}

/* The parameter `behind`. False after refusing it. */
static bool read_behind(DeskCall *call, const DeskTogether *all, Page *page) {
    Behind *b = &page->behind;
    int used = 0;
    b->text = desk_parameter(call, "behind", 0);
    if (!b->text)
        return true;
    if (!page->sorting.key || desk_parameter(call, "after", 0))
        desk_refuse(call, 400, "behind: %s", page->sorting.key ? "it excludes after" : "it needs sort");
    else if (sscanf(b->text, "%" SCNd64 " %d %" SCNd64 "%n", &b->place.number, &b->of, &b->id, &used) != 3 ||
             b->text[used] != ' ' || b->of < 0 || b->of >= all->count)
        desk_refuse(call, 400, "behind: '%.40s' is not what a page ends with", b->text);
    else
        b->place.words = b->text + used + 1;
    return b->place.words != NULL;
}

static void answer_page(DeskCall *call, const Page *page, int64_t after, const GrFindEstimate *estimate) {
    GrJson *json = desk_answer(call);
    gr_json_open(json, "games", '[');
    if (page->body->len)
        gr_json_raw(json, NULL, page->body->data);
    gr_json_close(json, ']');
    if (page->more && !page->behind.text)
        gr_json_int(json, "next", page->last);
    else if (!page->more)
        gr_json_null(json, "next");
    if (page->sorting.key)
        put_behind(json, page, after);
    if (page->handle)
        gr_json_string(json, "from", page->more ? page->handle : NULL);
    gr_json_bool(json, "complete", page->finding.complete || page->more);
    gr_json_int(json, "unread", (int64_t)page->unread);
    if (desk_parameter(call, "count", 0)) {
        gr_json_int(json, "least", (int64_t)(estimate->least - (page->unread < estimate->least ? page->unread : estimate->least)));
        gr_json_int(json, "most", (int64_t)estimate->most);
    }
    desk_answered(call);
}

/* Puts what one database has on the page. */
static bool show_of(Page *page, GrDb *db, int64_t after, GrFindEstimate *estimate) {
    static const char *const tags[] = {"Round", "Variant", "White", "Black", "Event", "Site", "Date", "WhiteElo",
                                       "BlackElo", "ECO", NULL};
    DeskAsked asked;
    DeskCall *call = page->finding.call;
    GrFind find = {.by_game = true, .limit = page->sorting.key ? 0 : (uint64_t)(page->wanted - page->shown) + 1,
                   .read = GR_FIND_HEADERS, .tags = tags, .show = show, .put = put};
    bool well = desk_asked(call, db, &asked) && count_games(call, db, &asked, estimate) &&
                add_after(call, &asked, page->sorting.key ? 0 : after) && desk_find(&page->finding, db, &asked, &find);
    page->unread += page->finding.count.unread;
    desk_asked_free(&asked);
    return well;
}

static void show_games(DeskCall *call, const DeskTogether *all, int first, int64_t wanted, int64_t after) {
    GrFindEstimate estimate = {0};
    GrBuffer body;
    gr_buffer_init(&body);
    Page page = {.finding = {.call = call, .complete = true}, .body = &body, .wanted = wanted};
    bool well = desk_read_order(call, &page.sorting) && read_behind(call, all, &page);
    page.sorting.limit = page.sorting.key ? (uint64_t)(after + wanted) + 1 : 0;
    for (int n = page.sorting.key ? 0 : first; well && n < all->count && page.finding.complete && !page.more; n++) {
        page.handle = all->count > 1 ? all->handle[n] : NULL;
        page.of = n;
        page.last = 0;
        well = show_of(&page, all->db[n], n == first ? after : 0, &estimate);
    }
    if (well && put_sorted(call, &page, after))
        answer_page(call, &page, after, &estimate);
    gr_sort_free(&page.sorting);
    gr_buffer_free(&body);
}

void desk_games(DeskCall *call) {
    DeskTogether all;
    int64_t wanted = PAGE, after = 0;
    int first = 0;
    const char *from = desk_parameter(call, "from", 0);
    if (desk_number(call, "limit", 1, LARGEST_PAGE, &wanted) &&
        desk_number(call, "after", 0, desk_parameter(call, "sort", 0) ? MOST_SORTED : INT64_MAX / 2, &after) &&
        desk_take_together(call, &all)) {
        while (from && first < all.count && strcmp(from, all.handle[first]) != 0)
            first++;
        if (first < all.count)
            show_games(call, &all, first, wanted, after);
        else
            desk_refuse(call, 400, "from: '%.20s' is none of the databases that are asked", from);
        desk_give_together(call, &all);
    }
}
