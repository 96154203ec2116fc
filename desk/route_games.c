/* GET db/N/games: a page of the games that are asked for. GET db/N/tree. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/asked.h"

/* ---- games ---- */

enum { PAGE = 50, LARGEST_PAGE = 500, MOST_SORTED = 10000000 };

typedef struct Page {
    DeskFinding finding;
    GrBuffer *body;     /* the array so far */
    int64_t wanted, shown, last;
    bool more;
    GrSorting sorting;  /* with a key: all wait until they are sorted */
} Page;

/* A line for a game: its number, a blank, its object. */
static void show(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    static const char *const more[][2] = {{"whiteElo", "WhiteElo"}, {"blackElo", "BlackElo"}, {"eco", "ECO"}};
    GrJson json;
    const Page *page = context;
    size_t begun = page->sorting.key ? gr_sort_begin(&page->sorting, found, out) : 0;
    gr_buffer_printf(out, "%" PRId64 " ", found->id);
    gr_json_start(&json, desk_put, out);
    gr_json_open(&json, NULL, '{');
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

/* The parameters `sort` and `reverse`; false after refusing a key that is none. */
static bool read_order(DeskCall *call, GrSorting *sorting) {
    const char *key = desk_parameter(call, "sort", 0);
    sorting->reverse = desk_parameter(call, "reverse", 0);
    gr_buffer_init(&sorting->text);
    for (int n = 0; key && gr_sort_keys[n] && !sorting->key; n++)
        if (!strcmp(key, gr_sort_keys[n]))
            sorting->key = (GrSortKey)(GR_SORT_DATE + n);
    if (key && !sorting->key)
        desk_refuse(call, 400, "sort: '%.20s' is no key", key);
    return !key || sorting->key;
}

static bool add_after(DeskCall *call, DeskAsked *asked, int64_t after) {
    char range[32];
    GrError error;
    snprintf(range, sizeof range, "%" PRId64 "-", after + 1);
    if (!after || !gr_selection_add(&asked->selection, call->desk->start.variants, "games", range, &error))
        return true;
    desk_refuse_for(call, &error);
    return false;
}

/* With `count`: how many there are, as far as that is known without reading them. False after refusing the request. */
static bool count_games(DeskCall *call, GrDb *db, const DeskAsked *asked, GrFindEstimate *estimate) {
    GrError error;
    const GrFind find = {.selection = &asked->selection, .query = asked->query,
                         .target = asked->targeted ? &asked->target : NULL, .jobs = call->desk->start.jobs};
    if (!desk_parameter(call, "count", 0) || !gr_find_estimate(db, &find, estimate, &error))
        return true;
    desk_refuse_for(call, &error);
    return false;
}

static void answer_page(DeskCall *call, const Page *page, const GrFindEstimate *estimate) {
    GrJson *json = desk_answer(call);
    gr_json_open(json, "games", '[');
    if (page->body->len)
        gr_json_raw(json, NULL, page->body->data);
    gr_json_close(json, ']');
    if (page->more)
        gr_json_int(json, "next", page->last);
    else
        gr_json_null(json, "next");
    gr_json_bool(json, "complete", page->finding.complete || page->more);
    gr_json_int(json, "unread", (int64_t)page->finding.count.unread);
    if (desk_parameter(call, "count", 0)) {
        gr_json_int(json, "least", (int64_t)estimate->least);
        gr_json_int(json, "most", (int64_t)estimate->most);
    }
    desk_answered(call);
}

static void show_games(DeskCall *call, GrDb *db, DeskAsked *asked, int64_t wanted, int64_t after) {
    static const char *const tags[] = {"Round", "Variant", "White", "Black", "Event", "Site", "Date", "WhiteElo",
                                       "BlackElo", "ECO", NULL};
    GrFindEstimate estimate = {0};
    GrBuffer body;
    gr_buffer_init(&body);
    Page page = {.finding = {.call = call}, .body = &body, .wanted = wanted};
    GrFind find = {.by_game = true, .limit = (uint64_t)wanted + 1, .read = GR_FIND_HEADERS, .tags = tags, .show = show,
                   .put = put};
    bool well = read_order(call, &page.sorting) && count_games(call, db, asked, &estimate);
    if (page.sorting.key) {
        find.limit = 0;
        page.sorting.limit = (uint64_t)(after + wanted) + 1;
    } else {
        well = well && add_after(call, asked, after);
    }
    if (well && desk_find(&page.finding, db, asked, &find) && put_sorted(call, &page, after))
        answer_page(call, &page, &estimate);
    gr_sort_free(&page.sorting);
    gr_buffer_free(&body);
}

void desk_games(DeskCall *call) {
    DeskAsked asked;
    int64_t wanted = PAGE, after = 0;
    DeskFile *file = desk_file(call);
    if (!file || !desk_number(call, "limit", 1, LARGEST_PAGE, &wanted) ||
        !desk_number(call, "after", 0, desk_parameter(call, "sort", 0) ? MOST_SORTED : INT64_MAX / 2, &after))
        return;
    GrDb *db = desk_take(call, file);
    if (!db)
        return;
    if (desk_asked(call, db, &asked))
        show_games(call, db, &asked, wanted, after);
    desk_asked_free(&asked);
    desk_give(file, db);
}

/* ---- the tree ---- */

static void answer_tree(DeskCall *call, GrDb *db, const GrTarget *target, const DeskAsked *asked) {
    GrTree tree;
    GrError error;
    const GrTreeSources from = {.db = &db};
    const GrTreeAsk ask = {.target = target, .selection = &asked->selection, .query = asked->query,
                           .jobs = call->desk->start.jobs, .context = call, .stop = desk_stop};
    gr_tree_init(&tree);
    int code = gr_tree_grow(&tree, db, &ask, &error);
    if (code && code != GR_ERR_DAMAGED) {
        desk_refuse_for(call, &error);
    } else {
        GrJson *json = desk_answer(call);
        gr_buffer_clear(&call->response->body); /* it writes the object itself */
        gr_json_start(json, desk_put, &call->response->body);
        code = gr_tree_write_explorer(json, &from, &target->pos, &tree, &error);
        if (code || json->code)
            desk_refuse(call, 500, "%s", code ? error.text : "out of memory");
    }
    gr_tree_free(&tree);
}

void desk_tree(DeskCall *call) {
    DeskAsked asked;
    GrTarget target;
    GrPosition pos;
    DeskFile *file = desk_file(call);
    GrDb *db = file ? desk_take(call, file) : NULL;
    if (!db)
        return;
    bool well = desk_asked(call, db, &asked);
    const GrRules *rules = well && !asked.targeted ? desk_asked_rules(call, db) : NULL;
    if (rules) {
        gr_start(rules, &pos);
        gr_target_position(&target, &pos);
    }
    if (well && (rules || asked.targeted))
        answer_tree(call, db, asked.targeted ? &asked.target : &target, &asked);
    desk_asked_free(&asked);
    desk_give(file, db);
}
