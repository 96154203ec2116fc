/* Finding in a database: what the oracle finds in each game, whatever the number of threads, with
 * and without the replay forms and the index; limits, stops, damage, and memory that runs out. */
#include <stdlib.h>

#include "db/search/find.h"
#include "db/index/index.h"
#include "tests/aid/fail_alloc.h"
#include "tests/query/query_random.h"
#include "tests/aid/rules_aid.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 12, VARIANTS = 5, QUERIES = 40, RANGE = 3 };

static const char *const names[VARIANTS] = {"chess", "magi", "magician", "royal", "wizard"};
static QueryGame made[VARIANTS][GAMES]; /* game n of variant v is number n * VARIANTS + v + 1 */
static QueryMaker maker;
static GrError error;

/* ---- the database ---- */

static GrDb *open_db(const char *path, GrDbMode mode) {
    GrDb *db;
    if (gr_db_open(path, aid_book(), mode, &db, &error))
        printf("%s\n", error.text);
    return db;
}

static bool make_db(const char *path, Random *random) {
    GrDb *db = open_db(path, GR_DB_CREATE);
    GrAdded added;
    bool well = db && gr_db_begin(db, &error) == 0;
    for (int n = 0; well && n < GAMES; n++) {
        for (int v = 0; v < VARIANTS; v++) {
            QueryGame *game = &made[v][n];
            query_game_make(random, gr_variants_find(aid_book(), names[v]), or_variant(names[v]), game);
            well &= gr_db_add_game(db, &game->game, &added, &error) == 0;
            if (well && !added.duplicate && CHECK_INT(added.id, n * VARIANTS + v + 1))
                continue;
            printf("%s\n", well ? "a duplicate" : error.text);
            well = false;
        }
    }
    well = well && gr_db_commit(db, &error) == 0;
    gr_db_close(db);
    return well;
}

/* ---- asking ---- */

typedef struct Answer {
    GrBuffer text;
    int64_t stop_at;   /* stop when so many bytes are there; 0: never */
    unsigned unread;
} Answer;

static void show(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    (void)context;
    gr_buffer_printf(out, "%d", (int)found->id);
    if (found->hits)
        gr_buffer_printf(out, " %u-%u", found->hit[n].first, found->hit[n].last);
    gr_buffer_putc(out, '\n');
}

static int put(void *context, const char *bytes, size_t len) {
    Answer *answer = context;
    gr_buffer_add(&answer->text, bytes, len);
    return 0;
}

static bool stop(void *context, int64_t id, int64_t last) {
    const Answer *answer = context;
    return id > last || (answer->stop_at && answer->text.len >= (size_t)answer->stop_at);
}

static void unread(void *context, int64_t id, const GrError *why) {
    Answer *answer = context;
    answer->unread += id > 0 && why->text[0];
}

typedef struct Question {
    const char *text, *variant;
    const GrTarget *target;
    int jobs;
    uint64_t limit;
    int64_t stop_at;
    bool by_game;
} Question;

static int ask(GrDb *db, const Question *q, Answer *answer, GrFindCount *count) {
    GrSelection selection;
    GrQuery *query = NULL;
    gr_selection_init(&selection);
    gr_buffer_init(&answer->text);
    answer->stop_at = q->stop_at;
    int code = q->text ? gr_query_parse(aid_book(), q->text, &query, NULL) : 0;
    if (!code && q->variant)
        code = gr_selection_add(&selection, aid_book(), "variant", q->variant, &error);
    GrFind find = {.selection = &selection, .query = query, .target = q->target, .jobs = q->jobs,
                   .range = RANGE, .limit = q->limit, .by_game = q->by_game, .context = answer,
                   .show = show, .put = put, .stop = stop, .unread = unread};
    if (!code)
        code = gr_find(db, &find, count, &error);
    gr_query_free(query);
    gr_selection_free(&selection);
    return code;
}

/* ---- against the oracle ---- */

static unsigned long found_some, found_none;

/* What the oracle finds in the games of a variant, as `show` writes it. */
static void expect(int v, const OqNode *root, GrBuffer *want) {
    int ends[OQ_PLIES];
    for (int n = 0; n < GAMES; n++) {
        const OqGame *game = &made[v][n].turned[0];
        oq_hits(game, root, ends);
        for (int ply = 0; ply < game->plies; ply++) {
            if (ends[ply] >= 0 && root->scope == OQ_GAME)
                gr_buffer_printf(want, "%d\n", n * VARIANTS + v + 1);
            else if (ends[ply] >= 0)
                gr_buffer_printf(want, "%d %d-%d\n", n * VARIANTS + v + 1, ply, ends[ply]);
        }
    }
}

static unsigned long estimates_exact, estimates_narrow;

/* As many games are found as was estimated before, and as are found in all. */
static uint64_t within_estimate(GrDb *db, const GrSelection *selection, const GrQuery *query, const char *text) {
    GrFind find = {.selection = selection, .query = query, .jobs = 1};
    GrFindEstimate estimate;
    GrFindCount count = {0};
    CHECK_INT(gr_find_estimate(db, &find, &estimate, &error), 0);
    CHECK_INT(gr_find(db, &find, &count, &error), 0);
    if (!CHECK(estimate.least <= count.games && count.games <= estimate.most))
        printf("%s: %u to %u estimated, %u found\n", text, (unsigned)estimate.least, (unsigned)estimate.most,
               (unsigned)count.games);
    estimates_exact += estimate.least == estimate.most;
    estimates_narrow += estimate.most < GAMES * VARIANTS;
    return count.games;
}

/* So it is of a query and of each of its conditions, which are found in no fewer games. */
static void check_estimates(GrDb *db, const char *text, const char *variant, uint64_t found) {
    GrSelection selection;
    GrQuery *query;
    gr_selection_init(&selection);
    CHECK_INT(gr_query_parse(aid_book(), text, &query, NULL), 0);
    CHECK_INT(gr_selection_add(&selection, aid_book(), "variant", variant, &error), 0);
    CHECK_INT(within_estimate(db, &selection, query, text), found);
    for (size_t n = 0; n < gr_query_conditions(query); n++) {
        GrQuery *one = gr_query_condition(query, n);
        REQUIRE(one);
        CHECK(within_estimate(db, &selection, one, text) >= found);
        gr_query_free(one);
    }
    gr_query_free(query);
    gr_selection_free(&selection);
}

static void one_query(GrDb *db, int v, Random *random) {
    static char text[QUERY_TEXT_SIZE];
    GrBuffer want;
    GrFindCount count;
    maker.random = random;
    maker.variant = gr_variant(gr_variants_find(aid_book(), names[v]));
    maker.game = &made[v][random_below(random, GAMES)].turned[0];
    const OqNode *root = query_make(&maker);
    query_write(maker.variant, random, root, text);
    gr_buffer_init(&want);
    gr_buffer_puts(&want, "");
    expect(v, root, &want);
    for (int jobs = 1; jobs <= 3; jobs += 2) {
        Question question = {.text = text, .variant = names[v], .jobs = jobs};
        Answer answer = {.unread = 0};
        CHECK_INT(ask(db, &question, &answer, &count), 0);
        const char *got = answer.text.len ? answer.text.data : "";
        if (strcmp(got, want.len ? want.data : "") != 0) {
            printf("%s, -j %d: %s\nfound\n%swanted\n%s", names[v], jobs, text, got, want.data);
            CHECK(false);
        }
        *(answer.text.len ? &found_some : &found_none) += 1;
        gr_buffer_free(&answer.text);
    }
    check_estimates(db, text, names[v], count.games);
    gr_buffer_free(&want);
}

static void agrees_with_the_oracle(GrDb *db, uint64_t seed) {
    Random random = {test_seed(seed)};
    unsigned long queries = test_long() ? QUERIES : QUERIES / 2, all = VARIANTS * queries;
    found_some = found_none = estimates_exact = estimates_narrow = 0;
    for (int v = 0; v < VARIANTS; v++)
        for (unsigned long i = 0; i < queries; i++)
            one_query(db, v, &random);
    printf("# %lu searches found something, %lu nothing\n", found_some, found_none);
    printf("# %lu estimates were exact, %lu ruled games out\n", estimates_exact, estimates_narrow);
    CHECK(found_some > all / 2 && found_none > all / 4 && estimates_exact && estimates_narrow > all / 4);
}

static void random_queries_agree_from_the_file(void) {
    GrDb *db = open_db(aid_path("find.db"), GR_DB_READ);
    REQUIRE(db);
    agrees_with_the_oracle(db, 1957);
    gr_db_close(db);
}

static void and_they_do_with_the_index(void) {
    GrIndexed indexed;
    GrWork work = {.context = NULL};
    GrDb *db = open_db(aid_path("find.db"), GR_DB_WRITE);
    REQUIRE(db);
    CHECK_INT(gr_db_index(db, 1, &work, &indexed, &error), 0);
    agrees_with_the_oracle(db, 1957);
    agrees_with_the_oracle(db, 1960);
    gr_db_close(db);
}

/* Games that are only filmed, in their replay forms, as they are found without these. */
static void glances_miss_nothing(void) {
    static const char *const texts[] = {"double check", "discovered check", "discovered check and Q >= 1",
                                        "discovered check then check", "white wins and double check",
                                        "not double check", "never discovered check", "white N attacks black Q",
                                        "white N on f3 for 3 plies", "passed P >= 2 then no passed P",
                                        "black P on c5 and no white N on f3", "R attacks Q",
                                        "takes en passant or takes N", "no B on f1 then within 4 plies N on d5",
                                        "B attacks R or pinned N", "hanging P >= 2 then attacked N",
                                        "R on a1-h2 and check"};
    enum { TEXTS = sizeof texts / sizeof *texts };
    static GrBuffer before[TEXTS];
    GrDb *db = open_db(aid_path("find.db"), GR_DB_READ);
    REQUIRE(db);
    bool first = !before[0].data;
    int never = 0;
    for (int i = 0; i < TEXTS; i++) {
        Question question = {.text = texts[i], .jobs = 1 + i % 2};
        Answer answer = {.unread = 0};
        GrFindCount count;
        CHECK_INT(ask(db, &question, &answer, &count), 0);
        CHECK(i == 4 || count.games > 0 || !test_own_seed());
        never += !count.games;
        gr_buffer_putc(&answer.text, '\0');
        if (first) {
            before[i] = answer.text;
            continue;
        }
        if (!CHECK(!strcmp(before[i].data, answer.text.data)))
            printf("%s: found\n%swanted\n%s", texts[i], answer.text.data, before[i].data);
        gr_buffer_free(&answer.text);
        gr_buffer_free(&before[i]);
    }
    CHECK(never < TEXTS / 2);
    gr_db_close(db);
}

/* ---- positions ---- */

/* Hits that begin where the position stands, and no others. */
static void positions_and_queries_join(void) {
    GrDb *db = open_db(aid_path("find.db"), GR_DB_READ);
    GrTarget target;
    GrFindCount count;
    unsigned found = 0;
    REQUIRE(db);
    for (int n = 0; n < GAMES; n++) {
        const GrGame *game = &made[0][n].game;
        uint32_t ply = game->plies / 2;
        GrPosition pos;
        char text[64], want[32], fen[GR_FEN_SIZE];
        gr_game_position(game, ply, &pos);
        gr_fen_write(&pos, fen);
        CHECK_INT(gr_target_fen(&target, game->rules, fen, NULL), 0);
        snprintf(text, sizeof text, "ply >= %u or final", ply);
        Question question = {.text = text, .target = &target, .jobs = 2};
        Answer answer = {.unread = 0};
        CHECK_INT(ask(db, &question, &answer, &count), 0);
        snprintf(want, sizeof want, "%d %u-%u\n", n * VARIANTS + 1, ply, ply);
        CHECK(answer.text.len && strstr(answer.text.data, want));
        gr_buffer_free(&answer.text);
        snprintf(text, sizeof text, "ply >= %u then ply >= %u", ply, ply + 2);
        CHECK_INT(ask(db, &question, &answer, &count), 0);
        snprintf(want, sizeof want, "%d %u-%u\n", n * VARIANTS + 1, ply, ply + 2);
        CHECK(ply + 2 > game->plies || (answer.text.len && strstr(answer.text.data, want)));
        gr_buffer_free(&answer.text);
        question.text = "length < 0";
        CHECK_INT(ask(db, &question, &answer, &count), 0);
        CHECK_INT(count.games, 0);
        gr_buffer_free(&answer.text);
        question.text = "length >= 0";
        CHECK_INT(ask(db, &question, &answer, &count), 0);
        found += count.hits >= 1 && count.games >= 1;
        gr_buffer_free(&answer.text);
    }
    CHECK_INT(found, GAMES);
    gr_db_close(db);
}

/* ---- how it ends ---- */

static void limits_cut_anywhere(void) {
    GrDb *db = open_db(aid_path("find.db"), GR_DB_READ);
    Answer whole = {.unread = 0};
    GrFindCount count;
    REQUIRE(db);
    Question question = {.text = "white to move", .jobs = 3};
    CHECK_INT(ask(db, &question, &whole, &count), 0);
    uint64_t all = count.hits;
    CHECK(all > 200);
    for (uint64_t limit = 1; limit <= all + 1; limit += limit < 40 ? 1 : 37) {
        Answer cut = {.unread = 0};
        question.limit = limit;
        CHECK_INT(ask(db, &question, &cut, &count), 0);
        CHECK_INT(count.hits, limit < all ? limit : all);
        CHECK(cut.text.len <= whole.text.len &&
              memcmp(cut.text.data, whole.text.data, cut.text.len) == 0);
        uint64_t lines = 0;
        for (size_t i = 0; i < cut.text.len; i++)
            lines += cut.text.data[i] == '\n';
        CHECK_INT(lines, count.hits);
        gr_buffer_free(&cut.text);
    }
    question.by_game = true;
    question.limit = 7;
    Answer games = {.unread = 0};
    CHECK_INT(ask(db, &question, &games, &count), 0);
    CHECK_INT(count.games, 7);
    gr_buffer_free(&games.text);
    gr_buffer_free(&whole.text);
    gr_db_close(db);
}

static void a_stop_keeps_what_was_found(void) {
    GrDb *db = open_db(aid_path("find.db"), GR_DB_READ);
    GrFindCount count;
    REQUIRE(db);
    for (int jobs = 1; jobs <= 3; jobs++) {
        Question question = {.text = "white to move", .jobs = jobs, .stop_at = 1};
        Answer answer = {.unread = 0};
        CHECK_INT(ask(db, &question, &answer, &count), GR_ERR_STOPPED);
        CHECK(count.hits > 0 && count.games < GAMES * VARIANTS);
        CHECK(answer.text.len > 0 && strncmp(answer.text.data, "1 ", 2) == 0);
        gr_buffer_free(&answer.text);
    }
    gr_db_close(db);
}

static void a_transaction_sees_its_own_games(void) {
    GrDb *db = open_db(aid_path("find.db"), GR_DB_WRITE);
    GrFindCount count;
    GrAdded added;
    REQUIRE(db);
    Question question = {.text = "event \"a new event\"", .jobs = 3};
    Answer answer = {.unread = 0};
    GrGame *game = &made[0][0].game;
    CHECK_INT(gr_game_set_tag(game, "Event", "a new event"), 0);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(gr_db_add_game(db, game, &added, &error), 0);
    CHECK_INT(ask(db, &question, &answer, &count), 0);
    CHECK_INT(count.games, 1);
    gr_buffer_free(&answer.text);
    gr_db_rollback(db);
    CHECK_INT(ask(db, &question, &answer, &count), 0);
    CHECK_INT(count.games, 0);
    gr_buffer_free(&answer.text);
    gr_db_close(db);
}

/* What the columns of the index know is known exactly. */
static void estimates_are_what_the_index_knows(void) {
    GrDb *db = open_db(aid_path("find.db"), GR_DB_READ);
    GrFindEstimate estimate;
    GrFindCount count;
    GrQuery *query;
    GrSelection all;
    uint64_t sum = 0;
    REQUIRE(db);
    gr_selection_init(&all);
    for (int i = 0; i < 4; i++) { /* the others are no names */
        char text[80];
        snprintf(text, sizeof text, "white player \"%s\" then check", query_names[i]);
        CHECK_INT(gr_query_parse(aid_book(), text, &query, NULL), 0);
        CHECK_INT(gr_query_conditions(query), 2);
        GrQuery *name = gr_query_condition(query, 0);
        GrFind find = {.selection = &all, .query = name, .jobs = 1};
        CHECK_INT(gr_find_estimate(db, &find, &estimate, &error), 0);
        CHECK_INT(gr_find(db, &find, &count, &error), 0);
        CHECK(estimate.least == count.games && estimate.most == count.games);
        find.query = query;
        CHECK_INT(gr_find_estimate(db, &find, &estimate, &error), 0);
        CHECK(estimate.least == 0 && estimate.most == count.games);
        sum += count.games;
        gr_query_free(name);
        gr_query_free(query);
    }
    CHECK(sum > 10);
    GrFind find = {.selection = &all, .jobs = 1};
    CHECK_INT(gr_find_estimate(db, &find, &estimate, &error), 0);
    CHECK(estimate.least == GAMES * VARIANTS && estimate.most == GAMES * VARIANTS);
    gr_db_close(db);
}

static void memory_for_estimates_may_run_out(void) {
    GrDb *db = open_db(aid_path("find.db"), GR_DB_READ);
    GrSelection all;
    GrQuery *query;
    REQUIRE(db);
    gr_selection_init(&all);
    CHECK_INT(gr_query_parse(aid_book(), "Q = 3 and white wins", &query, NULL), 0);
    FAIL_EACH_ALLOCATION(n, 5000) {
        GrFindEstimate estimate;
        GrFind find = {.selection = &all, .query = query, .jobs = 1};
        GrQuery *one = gr_query_condition(query, (size_t)n % 2);
        int code = gr_find_estimate(db, &find, &estimate, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        gr_query_free(one);
    }
    gr_query_free(query);
    gr_db_close(db);
}

static void memory_that_runs_out_is_told(void) {
    GrDb *db = open_db(aid_path("find.db"), GR_DB_READ);
    REQUIRE(db);
    const char *const texts[] = {"check or capture then white to move", "white wins", NULL, "checkmate", "Q >= 3"};
    for (int i = 0; i < 5; i++) {
        FAIL_EACH_ALLOCATION(n, 5000) {
            GrFindCount count;
            Answer answer = {.unread = 0};
            Question question = {.text = texts[i], .jobs = i < 3 ? 1 : 2, .by_game = true, .limit = 9};
            int code = ask(db, &question, &answer, &count);
            fail_alloc_stop();
            CHECK(code == 0 || code == GR_ERR_MEMORY);
            gr_buffer_free(&answer.text);
        }
    }
    gr_db_close(db);
}

static void nothing_is_found_in_nothing(void) {
    GrDb *db = open_db(aid_path("empty.db"), GR_DB_CREATE);
    GrFindCount count;
    REQUIRE(db);
    Answer answer = {.unread = 0};
    Question question = {.text = "always check or not check", .jobs = 4};
    CHECK_INT(ask(db, &question, &answer, &count), 0);
    CHECK(count.games == 0 && count.hits == 0 && answer.text.len == 0);
    gr_buffer_free(&answer.text);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    Random random = {test_seed(1959)};
    test_start(argc, argv);
    if (!make_db(aid_path("find.db"), &random)) {
        printf("not ok: no database\n");
        return 1;
    }
    RUN(random_queries_agree_from_the_file);
    RUN(glances_miss_nothing);
    RUN(positions_and_queries_join);
    RUN(limits_cut_anywhere);
    RUN(a_stop_keeps_what_was_found);
    RUN(memory_for_estimates_may_run_out);
    RUN(memory_that_runs_out_is_told);
    RUN(nothing_is_found_in_nothing);
    RUN(and_they_do_with_the_index);
    RUN(glances_miss_nothing);
    RUN(estimates_are_what_the_index_knows);
    RUN(positions_and_queries_join);
    RUN(a_transaction_sees_its_own_games);
    for (int v = 0; v < VARIANTS; v++)
        for (int n = 0; n < GAMES; n++)
            query_game_free(&made[v][n]);
    return test_end();
}
