/* Databases are as grimoire-format(5) describes them: a reader that was written from the page
 * finds in them what the library finds. */
#include "db/store/internal.h"
#include "tests/aid/index_aid.h"
#include "tests/oracle/format_evals.h"
#include "tests/oracle/format_reader.h"
#include "tests/aid/evals_aid.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { COUNT = 700, VARIANTS = 16, EVALS = 2000 };

static GrError error;
static FormatGame read;

/* Games of all kinds. */
static void make_database(const char *path) {
    AidRandom random = {test_seed(12)};
    GrGame game;
    GrAdded added;
    GrDb *db;
    unsigned wrong = 0;
    REQUIRE(gr_db_open(path, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    gr_game_init(&game);
    CHECK_INT(gr_db_begin(db, &error), 0);
    for (size_t i = 0; i < COUNT; i++) {
        wrong += !aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % VARIANTS), i % 50 ? 30 : 600, &game);
        wrong += gr_db_add_game(db, &game, &added, &error) != 0;
    }
    wrong += gr_db_delete_game(db, 5, &error) != 0;
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK_INT(wrong, 0);
    CHECK_INT(aid_add_evals(db, 6, EVALS, &error), 0);
    gr_game_free(&game);
    gr_db_close(db);
}

static void put(GrBuffer *out, char kind, const char *text) {
    if (*text)
        gr_buffer_printf(out, "%c%s", kind, text);
}

/* The tree as the reader tells it: comments, NAGs and variations along the moves. */
static void put_line(GrBuffer *out, const GrGame *game, uint32_t first, bool variation) {
    for (uint32_t i = first; i; i = game->nodes[i].next) {
        const GrNode *node = &game->nodes[i];
        put(out, 'n', gr_game_string(game, node->nags));
        put(out, 'c', gr_game_string(game, node->comment));
        bool head = variation && i == first; /* its alternatives are its siblings */
        for (uint32_t v = head ? 0 : node->alternative; v; v = game->nodes[v].alternative) {
            gr_buffer_putc(out, '(');
            put(out, 'b', gr_game_string(game, game->nodes[v].before));
            put_line(out, game, v, true);
            gr_buffer_putc(out, ')');
        }
    }
}

static const char *differs(const GrGame *game) {
    if (read.rules != game->rules || read.plies != game->plies || (read.flags & 3) != (unsigned)game->result ||
        (read.flags & 4) / 4 != game->partial)
        return "a property";
    if (read.tags != game->tag_count || strcmp(read.rest, gr_game_string(game, game->rest)) ||
        read.diagnostics != game->diag_count)
        return "what is beside the moves";
    for (unsigned t = 0; t < read.tags; t++)
        if (strcmp(read.tag[t][0], gr_game_string(game, game->tags[t].name)) ||
            strcmp(read.tag[t][1], gr_game_string(game, game->tags[t].value)))
            return "a tag";
    if (game->rules && read.moves + 1 != game->node_count)
        return "the number of moves";
    for (unsigned i = 0; i < read.moves; i++)
        if (read.move[i] != game->nodes[i + 1].move)
            return "a move";
    GrBuffer tree;
    gr_buffer_init(&tree);
    if (game->node_count) {
        put(&tree, 'c', gr_game_string(game, game->nodes[0].comment));
        put_line(&tree, game, game->nodes[0].next, false);
    }
    gr_buffer_puts(&tree, *read.events ? ")" : "");
    bool same = !strcmp(tree.data ? tree.data : "", read.events);
    gr_buffer_free(&tree);
    return same ? NULL : "the tree";
}

/* ---- evaluations ---- */

/* What either reader tells, as text. */
typedef struct EvalText {
    GrBuffer text;
    sqlite3 *handle;
} EvalText;

static void put_eval(GrBuffer *out, const FormatEval *e) {
    gr_buffer_printf(out, "%016llx %lld %u %llu", (unsigned long long)e->key, (long long)e->variant, e->depth,
                     (unsigned long long)e->nodes);
    for (unsigned i = 0; i < e->lines; i++) {
        gr_buffer_printf(out, " %d", e->line[i].score);
        for (unsigned ply = 0; ply < e->line[i].plies; ply++)
            gr_buffer_printf(out, ":%u-%u/%u/%u/%u", e->line[i].move[ply].from, e->line[i].move[ply].to,
                             e->line[i].move[ply].kind, e->line[i].move[ply].type, e->line[i].move[ply].third);
    }
    gr_buffer_puts(out, "\n");
}

static int64_t ask(sqlite3 *handle, const char *sql, const char *text) {
    sqlite3_stmt *stmt;
    int64_t value = -1;
    if (sqlite3_prepare_v2(handle, sql, -1, &stmt, NULL) != SQLITE_OK)
        return -1;
    sqlite3_bind_text(stmt, 1, text, -1, SQLITE_STATIC);
    if (sqlite3_step(stmt) == SQLITE_ROW)
        value = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return value;
}

static void take_format(void *context, const FormatEval *eval) {
    EvalText *to = context;
    gr_buffer_printf(&to->text, "%lld ", (long long)eval->judge);
    put_eval(&to->text, eval);
}

static int take_store(void *context, const GrJudge *judge, const GrRules *rules, const GrEvaluation *evaluation) {
    EvalText *to = context;
    const GrVerdict *v = &evaluation->verdict;
    FormatEval e = {
        .key = evaluation->key, .depth = (unsigned)v->depth, .nodes = v->nodes, .lines = (unsigned)v->lines};
    char sql[200];
    e.variant = ask(to->handle, "SELECT id FROM variant WHERE name = ?1", gr_variant(rules)->name);
    for (unsigned i = 0; i < e.lines; i++) {
        e.line[i].score = v->line[i].score;
        e.line[i].plies = v->line[i].length;
        for (unsigned ply = 0; ply < e.line[i].plies; ply++) {
            GrMove move = v->line[i].move[ply];
            e.line[i].move[ply].from = (unsigned)gr_move_from(move);
            e.line[i].move[ply].to = (unsigned)gr_move_to(move);
            e.line[i].move[ply].kind = (unsigned)gr_move_kind(move);
            e.line[i].move[ply].type = (unsigned)gr_move_piece(move);
            e.line[i].move[ply].third = (unsigned)gr_move_third(move);
        }
    }
    snprintf(sql, sizeof sql,
             "SELECT id FROM judge WHERE engine = ?1 AND kind = %d AND amount = %llu "
             "AND lines = %d",
             (int)judge->kind, (unsigned long long)judge->amount, judge->lines);
    gr_buffer_printf(&to->text, "%lld ", (long long)ask(to->handle, sql, judge->engine));
    put_eval(&to->text, &e);
    return 0;
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lines of a text in order; the text is cut at their ends. */
static char **sorted_lines(char *text, size_t *count) {
    char **line = malloc((strlen(text) / 2 + 1) * sizeof *line);
    *count = 0;
    for (char *at = strtok(text, "\n"); at && line; at = strtok(NULL, "\n"))
        line[(*count)++] = at;
    if (line)
        qsort(line, *count, sizeof *line, compare_lines);
    return line;
}

/* Both readers find the same evaluations; returns how many. */
static size_t compare_evals(const char *path) {
    EvalText format = {.handle = NULL}, store = {.handle = NULL};
    size_t count = 0, others = 0;
    GrDb *db;
    if (!CHECK_INT(sqlite3_open(path, &store.handle), SQLITE_OK) ||
        !CHECK_INT(gr_db_open(path, aid_book(), GR_DB_READ, &db, &error), 0))
        return 0;
    const char *fault = format_evals(store.handle, take_format, &format);
    CHECK_STR(fault ? fault : "none", "none");
    CHECK_INT(gr_evals_each(db, take_store, &store, &error), 0);
    char **a = sorted_lines(format.text.data, &count), **b = sorted_lines(store.text.data, &others);
    CHECK_INT(count, others);
    for (size_t i = 0; i < count && i < others; i++)
        if (!CHECK_STR(a[i], b[i]))
            break;
    free(a);
    free(b);
    gr_buffer_free(&format.text);
    gr_buffer_free(&store.text);
    gr_db_close(db);
    sqlite3_close(store.handle);
    return count;
}

/* Reads all games in both ways; how many have moves that were read. */
static unsigned compare_all(const char *path, unsigned count) {
    sqlite3 *handle;
    GrDb *db;
    GrGame game;
    unsigned played = 0, wrong = 0;
    if (!CHECK_INT(sqlite3_open(path, &handle), SQLITE_OK) ||
        !CHECK_INT(gr_db_open(path, aid_book(), GR_DB_READ, &db, &error), 0))
        return 0;
    gr_game_init(&game);
    for (int64_t id = 1; id <= count && wrong < 5; id++) {
        const char *fault = format_read(handle, aid_book(), id, &read);
        int code = gr_db_get_game(db, id, &game, &error);
        if (!fault && code == GR_ERR_NOT_FOUND && read.gone)
            continue;
        if (!fault && code == 0)
            fault = differs(&game);
        if (!fault)
            fault = format_known(handle, id, &read);
        played++;
        wrong += fault || code;
        if (fault || code)
            printf("game %d: %s\n", (int)id, fault ? fault : error.text);
    }
    CHECK_INT(wrong, 0);
    gr_game_free(&game);
    gr_db_close(db);
    sqlite3_close(handle);
    return played;
}

static void a_new_database(void) {
    const char *path = aid_path("format.db");
    make_database(path);
    CHECK_INT(compare_all(path, COUNT), COUNT - 1);
    CHECK_INT(compare_evals(path), EVALS);
}

static void backups_and_checksums(void) {
    const char *path = aid_path("format.db"), *fault;
    sqlite3 *handle;
    CHECK(aid_sql(path, "DELETE FROM uncovered; INSERT INTO uncovered(first, last) VALUES(3, 77)"));
    CHECK(aid_sql(path, "INSERT INTO segment(first_chunk, last_chunk, bits, postings) VALUES(0, 4, 2, 99)"));
    REQUIRE(sqlite3_open(path, &handle) == SQLITE_OK);
    fault = format_backups(handle);
    CHECK_STR(fault ? fault : "none", "none");
    CHECK(sqlite3_exec(handle, "DROP TRIGGER tag_changed; UPDATE tag SET name = 'X' WHERE id = 2", NULL, NULL, NULL) ==
          SQLITE_OK);
    CHECK(format_backups(handle) != NULL);
    sqlite3_close(handle);
}

/* The database that was kept when the format was frozen, game by game. */
static void the_golden_database(void) {
    const char *path = "tests/data/golden/store/format1.db", *fault;
    sqlite3 *handle;
    CHECK_INT(compare_all(path, 26), 25);
    CHECK_INT(compare_evals(path), 1493);
    REQUIRE(sqlite3_open(path, &handle) == SQLITE_OK);
    fault = format_backups(handle);
    CHECK_STR(fault ? fault : "none", "none");
    sqlite3_close(handle);
}

/* A wrong byte does not pass for a game. */
static void damage_is_noticed(void) {
    const char *path = aid_path("format.db");
    sqlite3 *handle;
    CHECK(aid_sql(path, "UPDATE block SET moves = CAST(x'01' || moves AS BLOB) WHERE first = 1"));
    REQUIRE(sqlite3_open(path, &handle) == SQLITE_OK);
    CHECK(format_read(handle, aid_book(), 1, &read) != NULL);
    sqlite3_close(handle);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    test_now.wanted = NULL; /* the first makes what the last needs */
    RUN(a_new_database);
    RUN(the_golden_database);
    RUN(damage_is_noticed);
    RUN(backups_and_checksums);
    for (unsigned t = 0; t < FORMAT_TAGS; t++) {
        free(read.tag[t][0]);
        free(read.tag[t][1]);
    }
    return test_end();
}
