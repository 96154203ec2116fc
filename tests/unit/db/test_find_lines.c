/* Finding in variations: of a database, whatever is known of its games before they are read, the search gives what the
 * oracle finds in each line of each game. */
#include <stdlib.h>
#include <string.h>

#include "db/index/index.h"
#include "db/search/find.h"
#include "tests/aid/rules_aid.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"
#include "tests/query/query_lines.h"
#include "tests/query/query_random.h"

enum { GAMES = 4, VARIANTS = 5, QUERIES = 120 };

static const char *const names[VARIANTS] = {"chess", "magi", "magician", "royal", "wizard"};
static QueryGame made[VARIANTS][GAMES]; /* game n of variant v is number n * VARIANTS + v + 1 */
static QueryTree tree[VARIANTS][GAMES];
static QueryMaker maker;
static GrError error;
static unsigned long found_some, found_inside, found_none;

static GrDb *open_db(GrDbMode mode) {
    GrDb *db;
    if (gr_db_open(aid_path("lines.db"), aid_book(), mode, &db, &error))
        printf("%s\n", error.text);
    return db;
}

static bool make_db(void) {
    Random random = {test_seed(1961)};
    GrDb *db = open_db(GR_DB_CREATE);
    GrAdded added;
    bool well = db && gr_db_begin(db, &error) == 0;
    for (int i = 0; well && i < GAMES * VARIANTS; i++) {
        int n = i / VARIANTS, v = i % VARIANTS;
        query_game_make(&random, gr_variants_find(aid_book(), names[v]), or_variant(names[v]), &made[v][n]);
        query_tree_make(&random, &made[v][n], &tree[v][n]);
        well = CHECK_INT(gr_db_add_game(db, &made[v][n].game, &added, &error), 0) && CHECK_INT(added.id, i + 1);
    }
    well = well && gr_db_commit(db, &error) == 0;
    gr_db_close(db);
    return well;
}

/* ---- what the search finds ---- */

static void show(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    (void)context;
    gr_buffer_printf(out, "%d", (int)found->id);
    if (found->hits)
        gr_buffer_printf(out, " %u-%u/%u", found->hit[n].first, found->hit[n].last, found->hit[n].line);
    gr_buffer_putc(out, '\n');
}

static int put(void *context, const char *bytes, size_t len) {
    gr_buffer_add(context, bytes, len);
    return 0;
}

static bool search(GrDb *db, int v, const char *text, GrBuffer *got) {
    GrSelection selection;
    GrQuery *query = NULL;
    GrFindCount count;
    gr_selection_init(&selection);
    int code = gr_query_parse(aid_book(), text, &query, NULL);
    if (!code)
        code = gr_selection_add(&selection, aid_book(), "variant", names[v], &error);
    GrFind find = {.selection = &selection, .query = query, .jobs = 1, .context = got, .show = show, .put = put};
    if (!code)
        code = gr_find(db, &find, &count, &error);
    gr_query_free(query);
    gr_selection_free(&selection);
    return code == 0;
}

/* ---- and the oracle ---- */

static void expect_line(const OqNode *root, int id, const QueryTree *of, int line, GrBuffer *want) {
    int ends[OQ_PLIES];
    query_tree_hits(of, line, root, ends);
    for (int ply = 0; ply < of->line[line].turned[0].plies; ply++) {
        if (ends[ply] >= 0 && root->scope == OQ_GAME)
            gr_buffer_printf(want, "%d\n", id);
        else if (ends[ply] >= 0)
            gr_buffer_printf(want, "%d %d-%d/%d\n", id, ply, ends[ply], line);
        found_inside += ends[ply] >= 0 && line > 0;
    }
}

/* A game is found as a whole in the first line in which it is. */
static void expect(int v, const OqNode *root, bool in_lines, GrBuffer *want) {
    for (int n = 0; n < GAMES; n++) {
        const QueryTree *of = &tree[v][n];
        size_t before = want->len;
        for (int line = 0; line < (in_lines ? of->lines : 1); line++)
            if (root->scope != OQ_GAME || want->len == before)
                expect_line(root, n * VARIANTS + v + 1, of, line, want);
    }
}

static void one_query(GrDb *db, int v, Random *random) {
    static char text[QUERY_TEXT_SIZE + 20];
    const QueryTree *of = &tree[v][random_below(random, GAMES)];
    GrBuffer want, got;
    maker.random = random;
    maker.variations = true;
    maker.variant = gr_variant(gr_variants_find(aid_book(), names[v]));
    maker.game = &of->line[random_below(random, (unsigned)of->lines)].turned[0];
    const OqNode *root = query_make(&maker);
    strcpy(text, "variations (");
    query_write(maker.variant, random, root, text + strlen(text));
    strcat(text, ")");
    gr_buffer_init(&want);
    gr_buffer_init(&got);
    expect(v, root, true, &want);
    CHECK(search(db, v, text, &got));
    gr_buffer_putc(&want, '\0');
    gr_buffer_putc(&got, '\0');
    if (!CHECK(want.data && got.data && !strcmp(want.data, got.data)))
        printf("%s: %s\nfound\n%swanted\n%s", names[v], text, got.data, want.data);
    *(want.len > 1 ? &found_some : &found_none) += 1;
    gr_buffer_free(&want);
    gr_buffer_free(&got);
}

static void agrees_with_the_oracle(GrDb *db) {
    Random random = {test_seed(1962)};
    int queries = test_long() ? 20 * QUERIES : QUERIES;
    found_some = found_inside = found_none = 0;
    for (int i = 0; i < VARIANTS * queries; i++)
        one_query(db, i % VARIANTS, &random);
    printf("# %lu searches found something, %lu nothing; %lu hits in variations\n", found_some, found_none,
           found_inside);
    CHECK(found_some > (unsigned)queries && found_none > (unsigned)queries && found_inside > (unsigned)queries);
}

static void variations_are_found_as_the_oracle_finds_them(void) {
    GrDb *db = open_db(GR_DB_READ);
    REQUIRE(db);
    agrees_with_the_oracle(db);
    gr_db_close(db);
}

static void and_with_the_index(void) {
    GrIndexed indexed;
    GrWork work = {.context = NULL};
    GrDb *db = open_db(GR_DB_WRITE);
    REQUIRE(db);
    CHECK_INT(gr_db_index(db, 1, &work, &indexed, &error), 0);
    agrees_with_the_oracle(db);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    if (CHECK(make_db())) {
        RUN(variations_are_found_as_the_oracle_finds_them);
        RUN(and_with_the_index);
    }
    for (int i = 0; i < GAMES * VARIANTS; i++)
        query_game_free(&made[i % VARIANTS][i / VARIANTS]);
    return test_end();
}
