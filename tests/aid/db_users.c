/* Everything that uses a database, to be tried on a hostile one. */
#include "tests/aid/db_users.h"

#include <unistd.h>

#include "analysis/study/stats.h"
#include "db/upkeep/clean.h"
#include "db/upkeep/dedupe.h"
#include "db/upkeep/dump.h"
#include "db/extension/extension.h"
#include "db/search/find.h"
#include "db/upkeep/import.h"
#include "db/index/index.h"
#include "db/upkeep/info.h"
#include "db/search/tree.h"
#include "db/upkeep/verify.h"
#include "notation/write/format.h"
#include "tests/aid/evals_aid.h"
#include "tests/aid/store_aid.h"

typedef struct Files {
    const char *path, *other, *text, *scratch;
} Files;

static const GrWork no_work;
static GrError error; /* why the last one failed */

/* ---- readers ---- */

static void show(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    (void)context;
    gr_buffer_printf(out, "%lld %u\n", (long long)found->id, found->hits ? found->hit[n].first : 0);
}

static int put(void *context, const char *bytes, size_t len) {
    (void)context;
    (void)bytes;
    (void)len;
    return 0;
}

static int find(GrDb *db, const GrTarget *target, const char *question, int jobs) {
    GrSelection all;
    GrFindCount count;
    GrQuery *query = NULL;
    if (question && gr_query_parse(aid_book(), question, &query, NULL))
        return GR_ERR_SYNTAX;
    gr_selection_init(&all);
    GrFind job = {.selection = &all, .target = target, .query = query, .jobs = jobs, .show = show,
                  .put = put, .read = GR_FIND_POSITIONS};
    int code = gr_find(db, &job, &count, &error);
    gr_query_free(query);
    gr_selection_free(&all);
    return code;
}

static int search(GrDb *db, const Files *files) {
    GrPosition pos;
    GrTarget target;
    char fen[GR_FEN_SIZE];
    int code = 0;
    (void)files;
    for (int i = 0; i < 2; i++) {
        gr_start(gr_variants_at(aid_book(), (size_t)i), &pos);
        gr_fen_write(&pos, fen);
        gr_target_fen(&target, pos.rules, fen, NULL);
        int found = find(db, &target, NULL, 1 + i);
        code = found ? found : code;
    }
    int found = find(db, NULL, "check", 1);
    return found ? found : code;
}

static int search_names(GrDb *db, const Files *files) {
    GrSelection some;
    GrFindCount count;
    (void)files;
    gr_selection_init(&some);
    int code = gr_selection_add(&some, aid_book(), "white", "1", &error);
    if (!code)
        code = gr_selection_add(&some, aid_book(), "elo", "100..2900", &error);
    GrFind job = {.selection = &some, .jobs = 1, .show = show, .put = put,
                  .read = GR_FIND_HEADERS};
    if (!code)
        code = gr_find(db, &job, &count, &error);
    gr_selection_free(&some);
    return code;
}

static int verify(GrDb *db, const Files *files) {
    GrVerified verified;
    GrVerifyJob job = {.context = NULL};
    (void)files;
    return gr_db_verify(db, &job, &verified, &error);
}

static int info(GrDb *db, const Files *files) {
    GrInfo answer;
    (void)files;
    int code = gr_db_info(db, &answer, &error);
    gr_info_free(&answer);
    return code;
}

/* Calls `each` with all games that can be read; the first failure of the others. */
static int all_games(GrDb *db, void (*each)(void *context, int64_t id, const GrGame *game),
                     void *context) {
    GrSelection all;
    GrGame game;
    int64_t id;
    int got = 0, code = 0;
    gr_selection_init(&all);
    gr_game_init(&game);
    GrCursor *cursor = gr_cursor_open(db, &all, &error);
    while (cursor && (got = gr_cursor_next(cursor, &id, &error)) > 0) {
        int read = gr_db_get_game(db, id, &game, &error);
        if (!read)
            each(context, id, &game);
        code = read && read != GR_ERR_NOT_FOUND ? read : code;
        if (code == GR_ERR_IO || code == GR_ERR_MEMORY)
            break;
    }
    gr_cursor_close(cursor);
    gr_game_free(&game);
    gr_selection_free(&all);
    return !cursor ? (int)error.code : got < 0 ? got : code;
}

static void write_game(void *context, int64_t id, const GrGame *game) {
    GrBuffer *out = context;
    gr_buffer_clear(out);
    gr_format_pgn.game(out, game, (uint64_t)id, (uint64_t)id);
    gr_format_json.game(out, game, (uint64_t)id, (uint64_t)id);
    gr_dump_game(out, id, game);
}

static int export(GrDb *db, const Files *files) {
    GrBuffer out;
    (void)files;
    gr_buffer_init(&out);
    int code = all_games(db, write_game, &out);
    gr_buffer_free(&out);
    return code;
}

static void count_game(void *context, int64_t id, const GrGame *game) {
    (void)id;
    gr_stats_add(context, game);
}

static int stats(GrDb *db, const Files *files) {
    GrStats counted;
    (void)files;
    gr_stats_init(&counted);
    int code = all_games(db, count_game, &counted);
    gr_stats_free(&counted);
    return code;
}

static int tree(GrDb *db, const Files *files) {
    GrPosition pos;
    GrTarget target;
    GrTree grown;
    char fen[GR_FEN_SIZE];
    (void)files;
    gr_start(gr_variants_at(aid_book(), 0), &pos);
    gr_fen_write(&pos, fen);
    gr_target_fen(&target, pos.rules, fen, NULL);
    GrTreeAsk ask = {.target = &target, .jobs = 2};
    gr_tree_init(&grown);
    int code = gr_tree_grow(&grown, db, &ask, &error);
    gr_tree_free(&grown);
    return code;
}

static int evaluations(GrDb *db, const Files *files) {
    GrBuffer text;
    GrJudges judges;
    GrVerdict verdict;
    AidRandom random = {21};
    (void)files;
    gr_buffer_init(&text);
    aid_list_evals(db, &text);
    gr_buffer_free(&text);
    int code = gr_judges_named(db, NULL, &judges, &error), found = 0;
    for (unsigned i = 0; i < 2000 && found >= 0; i++)
        found = gr_evals_find(db, &judges, gr_variants_at(aid_book(), i % 4),
                              aid_random64(&random), &verdict, &error);
    gr_judges_free(&judges);
    return code ? code : found < 0 ? found : 0;
}

/* Merges the file into a new one, or another into the file. */
static int copy(GrDb *from, GrDb *to) {
    GrSelection all;
    GrCopied copied = {0};
    gr_selection_init(&all);
    int code = gr_db_copy(from, &all, to, &no_work, &copied, &error);
    gr_selection_free(&all);
    uint64_t stored = 0;
    int more = gr_evals_copy(from, to, &no_work, &stored, &error);
    return code ? code : more;
}

static int merge_from(GrDb *db, const Files *files) {
    GrDb *to;
    unlink(files->scratch);
    int code = gr_db_open(files->scratch, aid_book(), GR_DB_CREATE, &to, &error);
    if (!code)
        code = copy(db, to);
    gr_db_close(to);
    return code;
}

/* ---- writers ---- */

static int merge_into(GrDb *db, const Files *files) {
    GrDb *from;
    int code = gr_db_open(files->other, aid_book(), GR_DB_READ, &from, &error);
    if (!code)
        code = copy(from, db);
    gr_db_close(from);
    return code;
}

static int judge_positions(GrDb *db, const Files *files) {
    (void)files;
    return aid_add_evals(db, 5, 300, &error);
}

static int import_text(GrDb *db, const Files *files) {
    GrImportJob job = {.path = files->text, .jobs = 1};
    GrImported imported = {0};
    uint32_t stray;
    return gr_import(db, &job, &imported, &stray, &error);
}

static int dedupe(GrDb *db, const Files *files) {
    GrDedupe job = {.work = &no_work};
    GrDeduped done;
    (void)files;
    return gr_db_dedupe(db, &job, &done, &error);
}

static int clean(GrDb *db, const Files *files) {
    GrClean job = {.work = &no_work};
    GrCleaned done;
    (void)files;
    return gr_db_clean(db, &job, &done, &error);
}

static int optimise(GrDb *db, const Files *files) {
    GrOptimised done;
    (void)files;
    return gr_db_optimise(db, &no_work, &done, &error);
}

static int make_index(GrDb *db, const Files *files) {
    GrIndexed done;
    (void)files;
    return gr_db_index(db, 1, &no_work, &done, &error);
}

static int make_index_together(GrDb *db, const Files *files) {
    GrIndexed done;
    (void)files;
    return gr_db_index(db, 2, &no_work, &done, &error);
}

static int drop_index(GrDb *db, const Files *files) {
    (void)files;
    return gr_db_drop_index(db, &error);
}

static int change_games(GrDb *db, const Files *files) {
    GrGame game;
    int code = gr_db_begin(db, &error);
    (void)files;
    gr_game_init(&game);
    for (int64_t id = 1; id <= 30 && !code; id += 7) {
        int got = gr_db_get_game(db, id, &game, &error);
        got = got ? got : id % 2 ? gr_db_delete_game(db, id, &error)
                                 : gr_db_replace_game(db, id, &game, &error);
        code = got == GR_ERR_NOT_FOUND || got == GR_ERR_DAMAGED || got == GR_ERR_FOREIGN ? 0 : got;
    }
    if (!code)
        code = gr_db_commit(db, &error);
    gr_db_rollback(db);
    gr_game_free(&game);
    return code;
}

/* ---- the extension ---- */

static int ask_extension(const Files *files) {
    static const char *const question[] = {
        "SELECT count(*), max(white), max(fault) FROM grimoire_games",
        "SELECT count(*), max(value) FROM grimoire_tags",
        "SELECT count(*), max(san) FROM grimoire_moves WHERE game < 100",
        "SELECT count(*), max(fen) FROM grimoire_positions WHERE game > 100",
        "SELECT count(*), max(moves), max(judge) FROM grimoire_evals",
        "SELECT count(*) FROM grimoire_evals WHERE key = 77",
        "SELECT count(*), max(grade), max(best) FROM grimoire_judged WHERE game < 50",
    };
    sqlite3 *handle = NULL;
    int result = sqlite3_open(files->path, &handle);
    if (!result)
        result = sqlite3_grimoire_init(handle, NULL, NULL);
    for (unsigned i = 0; i < sizeof question / sizeof *question && !result; i++)
        sqlite3_exec(handle, question[i], NULL, NULL, NULL); /* it may well fail */
    sqlite3_close(handle);
    return result;
}

/* ---- all of them ---- */

static const struct {
    const char *name;
    int (*use)(GrDb *db, const Files *files); /* NULL: the extension */
    GrDbMode mode;
} USER[] = {
    {"info", info, GR_DB_READ},
    {"search", search, GR_DB_READ},
    {"search names", search_names, GR_DB_READ},
    {"verify", verify, GR_DB_READ},
    {"export", export, GR_DB_READ},
    {"stats", stats, GR_DB_READ},
    {"tree", tree, GR_DB_READ},
    {"evaluations", evaluations, GR_DB_READ},
    {"merge from", merge_from, GR_DB_READ},
    {"extension", NULL, GR_DB_READ},
    {"merge into", merge_into, GR_DB_WRITE},
    {"judge positions", judge_positions, GR_DB_WRITE},
    {"import", import_text, GR_DB_WRITE},
    {"dedupe", dedupe, GR_DB_WRITE},
    {"clean", clean, GR_DB_WRITE},
    {"index", make_index, GR_DB_WRITE},
    {"index -j2", make_index_together, GR_DB_WRITE},
    {"change", change_games, GR_DB_WRITE},
    {"optimise", optimise, GR_DB_WRITE},
    {"verify it", verify, GR_DB_READ},
    {"index --drop", drop_index, GR_DB_WRITE},
};

_Static_assert(sizeof USER / sizeof *USER == DB_USERS, "their number");

const char *db_user_name(unsigned user) {
    return user < DB_USERS ? USER[user].name : NULL;
}

bool db_user_writes(unsigned user) {
    return USER[user].mode != GR_DB_READ;
}

int db_use(unsigned user, const char *path, const char *other, const char *text,
           const char *scratch) {
    const Files files = {path, other, text, scratch};
    GrDb *db;
    error = (GrError){0};
    if (!USER[user].use)
        return ask_extension(&files);
    int code = gr_db_open(path, aid_book(), USER[user].mode, &db, &error);
    if (!code)
        code = USER[user].use(db, &files);
    gr_db_close(db);
    return code;
}
