/* Evaluations by position: what is put comes back, whatever the order, against a plain model. */
#include "db/evals/evals.h"

#include <unistd.h>

#include "db/codec/verdicts.h"
#include "tests/aid/evals_aid.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

static GrError error;

static GrDb *open_db(const char *path, GrDbMode mode) {
    GrDb *db;
    if (gr_db_open(path, aid_book(), mode, &db, &error))
        printf("%s\n", error.text);
    return db;
}

/* A new database under that name. */
static GrDb *new_db(const char *name) {
    unlink(aid_path(name));
    return open_db(aid_path(name), GR_DB_CREATE);
}

/* ---- the model ---- */

enum { JUDGES = 6, KEYS = 3000, VARIANTS = 3 };

static const GrJudge judge[JUDGES] = {
    {"Stockfish 15.1", "", GR_BY_NODES, 1000, 1},
    {"Stockfish 15.1", "", GR_BY_NODES, 2000, 1},
    {"Stockfish 15.1", "", GR_BY_NODES, 5000, 1},
    {"Stockfish 15.1", "Hash=16; Skill Level=3", GR_BY_NODES, 1000, 1},
    {"Grimoire 0.1.0", "", GR_BY_DEPTH, 8, 3},
    {"lichess", "", GR_BY_OTHERS, 0, 2},
};
static const int family_of[JUDGES] = {0, 0, 0, 1, 2, 3};
enum { FAMILIES = 4 };

typedef struct Model {
    uint64_t key[KEYS];
    struct {
        int judge; /* -1: none */
        GrVerdict verdict;
    } at[FAMILIES][VARIANTS][KEYS];
} Model;

static const GrRules *rules_at(int i) {
    return gr_variants_at(aid_book(), (size_t)i * 2);
}

/* Keys near to each other and far, the first and the last that there are among them. */
static Model *make_model(AidRandom *random) {
    Model *model = malloc(sizeof *model);
    for (int i = 0; i < KEYS; i++)
        model->key[i] = i % 3 == 0   ? ((uint64_t)1 << 40) + (uint64_t)i * 70000
                        : i % 3 == 1 ? ((uint64_t)3 << 62) + (uint64_t)i
                                     : aid_random64(random);
    model->key[0] = 0;
    model->key[1] = UINT64_MAX;
    for (int f = 0; f < FAMILIES; f++)
        for (int v = 0; v < VARIANTS; v++)
            for (int i = 0; i < KEYS; i++)
                model->at[f][v][i].judge = -1;
    return model;
}

/* Keeps in the model what the database should keep; says whether it is new. */
static bool model_put(Model *model, int j, int variant, int i, const GrVerdict *verdict) {
    int f = family_of[j], had = model->at[f][variant][i].judge;
    bool better = had < 0 || judge[j].amount > judge[had].amount ||
                  (j == had && aid_compare_verdicts(verdict, &model->at[f][variant][i].verdict) > 0);
    if (better) {
        model->at[f][variant][i].judge = j;
        model->at[f][variant][i].verdict = *verdict;
    }
    return better;
}

static int64_t id_of(GrDb *db, int j) {
    int64_t id;
    return gr_evals_add_judge(db, &judge[j], &id, &error) ? 0 : id;
}

enum { BATCH = 200 };

/* Puts a batch into model and database; every key of it comes once or, now and then, twice. */
static bool put_batch(GrDb *db, Model *model, AidRandom *random, unsigned keys) {
    static GrEvaluation batch[BATCH];
    int j = (int)aid_random(random, JUDGES), variant = (int)aid_random(random, VARIANTS);
    size_t count = 1 + aid_random(random, BATCH), stored;
    for (size_t n = 0; n < count; n++) {
        int i = (int)aid_random(random, keys);
        batch[n].key = model->key[i];
        aid_random_verdict(random, rules_at(variant), judge[j].lines, &batch[n].verdict);
        model_put(model, j, variant, i, &batch[n].verdict);
    }
    return !gr_evals_put(db, id_of(db, j), rules_at(variant), batch, count, &stored, &error) &&
           stored <= count;
}

static bool same(const GrVerdict *a, const GrVerdict *b) {
    return a->depth == b->depth && a->nodes == b->nodes && a->lines == b->lines && !aid_compare_verdicts(a, b);
}

/* Every key of the model is looked up by every family. Returns how often they disagree. */
static unsigned compare_all(GrDb *db, const Model *model) {
    unsigned wrong = 0;
    for (int f = 0; f < FAMILIES; f++) {
        int64_t ids[JUDGES];
        GrJudges judges = {ids, 0};
        GrVerdict verdict;
        for (int j = 0; j < JUDGES; j++)
            if (family_of[j] == f)
                ids[judges.count++] = id_of(db, j);
        for (int v = 0; v < VARIANTS; v++)
            for (int i = 0; i < KEYS; i++) {
                bool has = model->at[f][v][i].judge >= 0;
                int got = gr_evals_find(db, &judges, rules_at(v), model->key[i], &verdict, &error);
                wrong += got != has || (has && !same(&verdict, &model->at[f][v][i].verdict));
                wrong += gr_evals_has(db, &judges, rules_at(v), model->key[i], &error) != has;
                wrong += gr_evals_has(db, &judges, rules_at(v), model->key[i] ^ 5 << 20, &error) != 0;
            }
    }
    return wrong;
}

/* The positions of each judge are counted. */
static unsigned compare_counts(GrDb *db, const Model *model) {
    GrJudgeCount *list;
    size_t count;
    unsigned wrong = 0;
    uint64_t positions[JUDGES] = {0}, all = 0, got = 0;
    for (int f = 0; f < FAMILIES; f++)
        for (int v = 0; v < VARIANTS; v++)
            for (int i = 0; i < KEYS; i++)
                if (model->at[f][v][i].judge >= 0)
                    positions[model->at[f][v][i].judge]++, all++;
    if (gr_evals_judges(db, &list, &count, &error))
        return 1;
    for (size_t i = 0; i < count; i++) {
        got += list[i].positions;
        for (int j = 0; j < JUDGES; j++)
            if (!memcmp(&judge[j], &list[i].judge, sizeof judge[j]))
                wrong += positions[j] != list[i].positions;
    }
    free(list);
    return wrong + (got != all);
}

static void model_and_store_agree(void) {
    AidRandom random = {test_seed(17)};
    Model *model = make_model(&random);
    GrDb *db = new_db("model.db");
    unsigned failed = 0;
    REQUIRE(db && model);
    for (int round = 0; round < (test_long() ? 4 : 2); round++) {
        CHECK_INT(gr_db_begin(db, &error), 0);
        for (int i = 0; i < (test_long() ? 40 : 12); i++)
            failed += !put_batch(db, model, &random, KEYS);
        CHECK_INT(gr_db_commit(db, &error), 0);
        CHECK_INT(compare_all(db, model), 0);
        CHECK_INT(compare_counts(db, model), 0);
    }
    CHECK_INT(failed, 0);
    gr_db_close(db);
    db = open_db(aid_path("model.db"), GR_DB_READ);
    REQUIRE(db);
    CHECK_INT(compare_all(db, model), 0);
    CHECK_INT(compare_counts(db, model), 0);
    gr_db_close(db);
    CHECK(aid_sql_number(aid_path("model.db"), "SELECT count(*) FROM evaluation") > 20);
    free(model);
}

/* What was rolled back was never there. */
static void rollback_forgets(void) {
    AidRandom random = {test_seed(5)};
    Model *model = make_model(&random), *scratch = make_model(&random);
    GrDb *db = new_db("rollback.db");
    REQUIRE(db && model && scratch);
    for (int i = 0; i < 10; i++)
        CHECK(put_batch(db, model, &random, 500));
    *scratch = *model;
    CHECK_INT(compare_all(db, model), 0);
    CHECK_INT(gr_db_begin(db, &error), 0);
    for (int i = 0; i < 10; i++)
        CHECK(put_batch(db, scratch, &random, KEYS));
    CHECK_INT(compare_all(db, scratch), 0);
    gr_db_rollback(db);
    CHECK_INT(compare_all(db, model), 0);
    CHECK_INT(compare_counts(db, model), 0);
    gr_db_close(db);
    free(model);
    free(scratch);
}

/* ---- one order ---- */

/* All evaluations as text. */
static void list_all(GrDb *db, GrBuffer *out) {
    CHECK(aid_list_evals(db, out) > 0);
}

/* Parts united in any order, and one of them twice, are the same. */
static void copies_unite_in_any_order(void) {
    enum { PARTS = 3 };
    static const int orders[][PARTS + 1] = {{0, 1, 2, 1}, {2, 1, 0, 0}, {1, 2, 0, 2}};
    AidRandom random = {test_seed(99)};
    Model *model = make_model(&random);
    GrDb *part[PARTS];
    GrBuffer first, text;
    gr_buffer_init(&first);
    gr_buffer_init(&text);
    for (int i = 0; i < PARTS; i++) {
        char name[] = "part0.db";
        name[4] = (char)('0' + i);
        part[i] = new_db(name);
        REQUIRE(part[i]);
        for (int n = 0; n < (test_long() ? 40 : 15); n++) /* different judges come first in each */
            CHECK(put_batch(part[i], model, &random, KEYS));
    }
    for (size_t o = 0; o < (test_long() ? sizeof orders / sizeof *orders : 2); o++) {
        GrDb *all = new_db("united.db");
        uint64_t stored = 0, again = 0;
        REQUIRE(all);
        for (int i = 0; i < PARTS; i++)
            CHECK_INT(gr_evals_copy(part[orders[o][i]], all, NULL, &stored, &error), 0);
        CHECK_INT(gr_evals_copy(part[orders[o][PARTS]], all, NULL, &again, &error), 0);
        CHECK(stored > KEYS);
        CHECK_INT(again, 0);
        CHECK_INT(compare_all(all, model), 0);
        CHECK_INT(compare_counts(all, model), 0);
        list_all(all, o ? &text : &first);
        CHECK(!o || !strcmp(first.data, text.data));
        gr_db_close(all);
    }
    for (int i = 0; i < PARTS; i++)
        gr_db_close(part[i]);
    gr_buffer_free(&first);
    gr_buffer_free(&text);
    free(model);
}

/* ---- judges ---- */

static size_t named(GrDb *db, const char *wanted, int want) {
    GrJudges judges;
    CHECK_INT(gr_judges_named(db, wanted, &judges, &error), want);
    size_t count = judges.count;
    gr_judges_free(&judges);
    return count;
}

static void judges_are_named(void) {
    char name[GR_JUDGE_NAME];
    GrDb *db = new_db("judges.db");
    GrEvaluation one = {.key = 77, .verdict = {.depth = 3, .lines = 1, .line = {{.score = 12}}}};
    GrJudges judges;
    REQUIRE(db);
    CHECK_INT(named(db, NULL, 0), 0);
    CHECK_INT(named(db, "stock", 0), 0);
    for (int j = 0; j < JUDGES; j++) {
        one.key = (uint64_t)j + 100;
        CHECK_INT(gr_evals_put(db, id_of(db, j), rules_at(0), &one, 1, NULL, &error), 0);
    }
    CHECK_INT(named(db, NULL, 0), 3);
    CHECK_INT(named(db, "", 0), 3);
    CHECK_INT(named(db, "2000 NODES", 0), 1);
    CHECK_INT(named(db, "000 nodes", GR_ERR_NOT_FOUND), 0);
    CHECK_INT(named(db, "1000 nodes", GR_ERR_LIMIT), 0);
    CHECK(strstr(error.text, "Stockfish 15.1, Hash=16; Skill Level=3, 1000 nodes"));
    CHECK_INT(named(db, "stockfish 15.1, 1000 nodes", 0), 1);
    CHECK_INT(named(db, "depth 8", 0), 1);
    CHECK_INT(named(db, "LICHESS", 0), 1);
    CHECK_INT(named(db, "houdini", GR_ERR_NOT_FOUND), 0);
    gr_judge_name(&judge[3], name);
    CHECK_STR(name, "Stockfish 15.1, Hash=16; Skill Level=3, 1000 nodes");
    gr_judge_name(&judge[4], name);
    CHECK_STR(name, "Grimoire 0.1.0, depth 8, 3 lines");
    gr_judge_name(&judge[5], name);
    CHECK_STR(name, "lichess, 2 lines");
    CHECK_INT(gr_judges_as_good(db, &judge[1], &judges, &error), 0);
    CHECK_INT(judges.count, 2);
    gr_judges_free(&judges);
    gr_db_close(db);
}

/* The deeper replaces the shallower, and never the reverse. */
static void deeper_replaces(void) {
    GrDb *db = new_db("deeper.db");
    GrEvaluation one = {.key = 1, .verdict = {.depth = 3, .nodes = 9, .lines = 1, .line = {{.score = 12}}}};
    GrVerdict got;
    size_t stored;
    REQUIRE(db);
    int64_t low = id_of(db, 0), high = id_of(db, 1);
    GrJudges both = {(int64_t[]){low, high}, 2}, only_low = {(int64_t[]){low}, 1};
    CHECK_INT(gr_evals_put(db, high, rules_at(0), &one, 1, &stored, &error), 0);
    CHECK_INT(stored, 1);
    one.verdict.depth = 30;
    CHECK_INT(gr_evals_put(db, low, rules_at(0), &one, 1, &stored, &error), 0);
    CHECK_INT(stored, 0);
    CHECK_INT(gr_evals_find(db, &both, rules_at(0), 1, &got, &error), 1);
    CHECK_INT(got.depth, 3);
    CHECK_INT(gr_evals_has(db, &only_low, rules_at(0), 1, &error), 0);
    CHECK_INT(gr_evals_has(db, &both, rules_at(1), 1, &error), 0);
    gr_db_close(db);
}

static void refuses_what_cannot_be(void) {
    GrDb *db = new_db("refuses.db");
    GrEvaluation good = {.key = 1, .verdict = {.lines = 1, .line = {{.score = 12}}}};
    REQUIRE(db);
    int64_t id = id_of(db, 0), other;
    GrEvaluation bad[6] = {good, good, good, good, good, good};
    bad[0].verdict.lines = 0;
    bad[1].verdict.line[0].score = GR_MATE + 1;
    bad[2].verdict.depth = 65536;
    bad[3].verdict.line[0].length = 1;
    bad[3].verdict.line[0].move[0] = gr_move_make(GR_NORMAL, 3, 64, 0, 0);
    bad[4].verdict.nodes = (uint64_t)1 << 62;
    bad[5].verdict.lines = GR_VERDICT_LINES + 1;
    for (size_t i = 0; i < 6; i++) {
        GrEvaluation pair[2] = {good, bad[i]};
        CHECK_INT(gr_evals_put(db, id, gr_variants_find(aid_book(), "chess"), pair, 2, NULL, &error), GR_ERR_ILLEGAL);
    }
    CHECK_INT(gr_evals_put(db, id + 1, rules_at(0), &good, 1, NULL, &error), GR_ERR_NOT_FOUND);
    CHECK_INT(gr_evals_put(db, -1, rules_at(0), &good, 1, NULL, &error), GR_ERR_NOT_FOUND);
    GrJudge odd = judge[0];
    strcpy(odd.engine, "two\nlines");
    CHECK_INT(gr_evals_add_judge(db, &odd, &other, &error), GR_ERR_ILLEGAL);
    strcpy(odd.engine, "");
    CHECK_INT(gr_evals_add_judge(db, &odd, &other, &error), GR_ERR_ILLEGAL);
    odd = judge[0];
    odd.lines = GR_VERDICT_LINES + 1;
    CHECK_INT(gr_evals_add_judge(db, &odd, &other, &error), GR_ERR_ILLEGAL);
    CHECK_INT(aid_sql_number(aid_path("refuses.db"), "SELECT count(*) FROM evaluation"), 0);
    gr_db_close(db);
}

/* So many positions with one prefix as no game has. */
static void keys_too_near(void) {
    enum { MANY = GR_MAX_BLOCK_VERDICTS + 1 };
    GrDb *db = new_db("near.db");
    GrEvaluation *list = calloc(MANY, sizeof *list);
    REQUIRE(db && list);
    for (int i = 0; i < MANY; i++)
        list[i] = (GrEvaluation){.key = (uint64_t)i, .verdict = {.lines = 1}};
    CHECK_INT(gr_evals_put(db, id_of(db, 0), rules_at(0), list, MANY - 1, NULL, &error), 0);
    CHECK_INT(aid_sql_number(aid_path("near.db"), "SELECT count(*) FROM evaluation"), 1);
    CHECK_INT(gr_evals_put(db, id_of(db, 0), rules_at(0), list, MANY, NULL, &error), GR_ERR_LIMIT);
    GrJudges judges;
    CHECK_INT(gr_judges_named(db, NULL, &judges, &error), 0);
    CHECK_INT(gr_evals_has(db, &judges, rules_at(0), MANY - 2, &error), 1);
    CHECK_INT(gr_evals_has(db, &judges, rules_at(0), MANY - 1, &error), 0);
    gr_judges_free(&judges);
    free(list);
    gr_db_close(db);
}

static void shards(void) {
    unsigned shard, all, count[8] = {0};
    AidRandom random = {test_seed(3)};
    GrDb *db = new_db("shard.db");
    REQUIRE(db);
    CHECK_INT(gr_db_shard(db, &shard, &all, &error), 0);
    CHECK_INT(all, 0);
    CHECK_INT(gr_db_set_shard(db, 3, 8, &error), 0);
    CHECK_INT(gr_db_shard(db, &shard, &all, &error), 0);
    CHECK_INT(shard, 3);
    CHECK_INT(all, 8);
    CHECK_INT(gr_db_set_shard(db, 9, 8, &error), GR_ERR_LIMIT);
    gr_db_close(db);
    CHECK(aid_sql(aid_path("shard.db"), "UPDATE meta SET value = value + 256 WHERE key = 'shard'"));
    db = open_db(aid_path("shard.db"), GR_DB_WRITE);
    REQUIRE(db);
    CHECK_INT(gr_db_shard(db, &shard, &all, &error), GR_ERR_DAMAGED);
    CHECK_INT(gr_db_set_shard(db, 0, 0, &error), 0);
    CHECK_INT(gr_db_shard(db, &shard, &all, &error), 0);
    CHECK_INT(all, 0);
    gr_db_close(db);
    for (int i = 0; i < 8000; i++)
        count[gr_shard_of(aid_random64(&random), 8) - 1]++;
    for (int i = 0; i < 8; i++)
        CHECK(count[i] > 850 && count[i] < 1150);
    CHECK_INT(gr_shard_of(0, 8), 1);
    CHECK_INT(gr_shard_of(UINT64_MAX, 8), 8);
    CHECK_INT(gr_shard_of(UINT64_MAX, GR_MAX_SHARDS), GR_MAX_SHARDS);
}

static void allocations_fail(void) {
    AidRandom random = {test_seed(8)};
    Model *model = make_model(&random);
    GrDb *db = new_db("alloc.db"), *to;
    REQUIRE(db && model);
    for (int i = 0; i < 30; i++)
        CHECK(put_batch(db, model, &random, KEYS));
    FAIL_EACH_ALLOCATION(n, 100000) {
        GrVerdict verdict;
        GrJudges judges;
        GrEvaluation one = {.key = model->key[7], .verdict = {.depth = (int)(n % 1000), .lines = 1}};
        int code = gr_judges_named(db, NULL, &judges, &error);
        int found = gr_evals_find(db, &judges, rules_at(0), model->key[7], &verdict, &error);
        int put = gr_evals_put(db, 1, rules_at(0), &one, 1, NULL, &error);
        fail_alloc_stop();
        CHECK((code == 0 && found >= 0 && put == 0) || code == GR_ERR_MEMORY ||
              found == GR_ERR_MEMORY || put == GR_ERR_MEMORY);
        gr_judges_free(&judges);
    }
    to = new_db("alloc2.db");
    REQUIRE(to);
    FAIL_EACH_ALLOCATION(n, 100000) {
        uint64_t stored = 0;
        int code = gr_evals_copy(db, to, NULL, &stored, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        CHECK(code == 0 || !gr_db_in_transaction(to));
    }
    gr_db_close(to);
    gr_db_close(db);
    free(model);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(model_and_store_agree);
    RUN(rollback_forgets);
    RUN(copies_unite_in_any_order);
    RUN(judges_are_named);
    RUN(deeper_replaces);
    RUN(refuses_what_cannot_be);
    RUN(keys_too_near);
    RUN(shards);
    RUN(allocations_fail);
    return test_end();
}
