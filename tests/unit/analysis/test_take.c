/* Taking in what others have judged, while memory runs out or a stop comes; lines of JSON. */
#include <unistd.h>

#include "analysis/study/annotate_take.h"
#include "analysis/study/lichess_line.h"
#include "tests/aid/annotate_aid.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static char db_path[200], json_path[220], pgn_path[220];

#define E4 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"

static bool write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    bool ok = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && ok;
}

static bool make_files(void) {
    GrDb *db;
    GrGame game;
    GrAdded added;
    GrError error;
    unlink(db_path);
    gr_game_init(&game);
    bool ok = gr_db_open(db_path, variants, GR_DB_CREATE, &db, &error) == 0 &&
              aid_play_line(variants, &game, "chess", "e4 e5 Nf3 Nc6") &&
              gr_db_add_game(db, &game, &added, &error) == 0;
    gr_game_free(&game);
    gr_db_close(db);
    return ok &&
           write_file(json_path, "{\"fen\":\"" E4 "\",\"evals\":[{\"pvs\":[{\"cp\":31,\"line\":\"e7e5 "
                                 "g1f3\"},{\"cp\":40,\"line\":\"c7c5\"}],\"knodes\":5,\"depth\":30}]}\n"
                                 "nothing\n") &&
           write_file(pgn_path, "[Annotator \"A\"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} *\n\n"
                                "[Annotator \"B\"]\n\n1. e4 {[%eval 0.4,9]} c5 {[%eval 0.2]} *\n");
}

static int take(GrStopCall stop, void *user, GrTakeSummary *summary, GrError *error) {
    const char *const file[] = {json_path, pgn_path};
    GrTakeJob job = {.to_ply = UINT32_MAX, .shard = 1, .shards = 1, .file = file, .files = 2,
                     .stop = stop, .user = user};
    int code = gr_db_open(db_path, variants, GR_DB_WRITE, &job.db, error);
    if (code != 0)
        return code;
    code = gr_take_run(&job, summary, error);
    gr_db_close(job.db);
    return code;
}

static uint64_t stored(void) {
    GrDb *db;
    GrError error;
    GrJudgeCount *judge;
    size_t judges;
    uint64_t sum = 0;
    if (!CHECK_INT(gr_db_open(db_path, variants, GR_DB_READ, &db, &error), 0))
        return 0;
    if (CHECK_INT(gr_evals_judges(db, &judge, &judges, &error), 0)) {
        for (size_t i = 0; i < judges; i++)
            sum += judge[i].positions;
        free(judge);
    }
    gr_db_close(db);
    return sum;
}

static void what_fits_is_stored(void) {
    GrTakeSummary summary;
    GrError error;
    REQUIRE(make_files());
    REQUIRE(take(NULL, NULL, &summary, &error) == 0);
    CHECK_INT(summary.read, 5);
    CHECK_INT(summary.fitted, 4);
    CHECK_INT(summary.stored, 4);
    CHECK_INT(summary.faulty, 1);
    CHECK_INT(stored(), 4); /* e4 by lichess, A and B; e5 by A */
}

static bool countdown(void *user) {
    return (*(int *)user)-- <= 0;
}

static void a_stop_keeps_what_was_taken(void) {
    GrTakeSummary summary;
    GrError error;
    int stops = 0;
    for (int n = 0; n < 60; n++) {
        int left = n;
        REQUIRE(make_files());
        int code = take(countdown, &left, &summary, &error);
        CHECK(code == 0 || code == GR_ERR_STOPPED);
        stops += code == GR_ERR_STOPPED;
        CHECK_INT(stored(), summary.stored);
    }
    CHECK(stops > 2 && stops < 60);
}

static void memory_may_run_out(void) {
    GrTakeSummary summary;
    GrError error;
    REQUIRE(make_files());
    FAIL_EACH_ALLOCATION(n, 5000) {
        int code = take(NULL, NULL, &summary, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
    }
    CHECK_INT(stored(), 4);
}

/* ---- lines ---- */

static void lines_mean_what_they_say(void) {
    GrPosition pos;
    GrVerdict v;
    GrLichessFault fault;
    char fen[GR_FEN_SIZE];
    size_t at;
    const char *line = "{\"fen\":\"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -\",\"evals\":[{\"depth\":9,\"pvs\":[{\"mate\":-3,"
                       "\"line\":\"e8a8 e1h1\"},{\"mate\":2,\"line\":\"e8g8\"},{\"cp\":-99999}]}]}";
    REQUIRE(gr_lichess_fen(line, line + strlen(line), fen, &at, &fault) == 0);
    CHECK_STR(fen, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -");
    CHECK_INT(at, 9);
    REQUIRE(gr_fen_read(gr_variants_find(variants, "chess"), fen, &pos, NULL) == 0);
    REQUIRE(gr_lichess_verdict(line, line + strlen(line), &pos, &v, &fault) == 0);
    CHECK_INT(v.lines, 3);
    CHECK_INT(v.depth, 9);
    CHECK_INT(v.nodes, 0);
    CHECK_INT(v.line[0].score, -gr_score_of_mate(3)); /* Black, who is to move, mates */
    CHECK_INT(v.line[0].length, 2);
    CHECK_INT(gr_move_kind(v.line[0].move[0]), GR_CASTLE);
    CHECK_INT(gr_move_kind(v.line[0].move[1]), GR_CASTLE);
    CHECK_INT(v.line[1].score, -gr_score_of_mate(-2));
    CHECK_INT(gr_move_kind(v.line[1].move[0]), GR_CASTLE);
    CHECK_INT(v.line[2].score, -GR_EVAL_LIMIT);
    CHECK_INT(v.line[2].length, 0);
}

/* Cut anywhere, or with any byte changed, a line is read or refused, and nothing else. */
static void a_damaged_line_does_no_harm(void) {
    const char *line = "{\"fen\":\"" E4 "\",\"evals\":[{\"pvs\":[{\"cp\":31,\"line\":\"e7e5 g1f3\"},{\"mate\":-4}],"
                       "\"knodes\":5,\"depth\":30,\"x\":[{},[],-1.5,\"\\u00e9\",null]}]}";
    GrPosition pos;
    GrVerdict v;
    GrLichessFault fault;
    char fen[GR_FEN_SIZE];
    size_t at, len = strlen(line);
    unsigned good = 0;
    REQUIRE(gr_fen_read(gr_variants_find(variants, "chess"), E4, &pos, NULL) == 0);
    for (size_t cut = 0; cut < len; cut++) {
        char *part = malloc(cut + 1); /* so that a sanitizer sees what is read beyond */
        REQUIRE(part != NULL);
        memcpy(part, line, cut);
        gr_lichess_fen(part, part + cut, fen, &at, &fault);
        CHECK(gr_lichess_verdict(part, part + cut, &pos, &v, &fault) != 0);
        CHECK(fault.column >= 1 && fault.column <= cut + 1);
        free(part);
    }
    for (size_t i = 0; i < len; i++) {
        for (int byte = 1; byte < 256; byte += test_long() ? 1 : 4) {
            char *copy = strdup(line);
            REQUIRE(copy != NULL);
            copy[i] = (char)byte;
            gr_lichess_fen(copy, copy + len, fen, &at, &fault);
            if (gr_lichess_verdict(copy, copy + len, &pos, &v, &fault) == 0)
                good += v.lines > 0;
            else
                CHECK(fault.column >= 1 && fault.column <= len + 1 && fault.text[0]);
            free(copy);
        }
    }
    CHECK(good > (test_long() ? 255 : 63));
}

int main(int argc, char **argv) {
    const char *tmp = getenv("TMPDIR");
    test_start(argc, argv);
    variants = gr_variants_open();
    snprintf(db_path, sizeof db_path, "%s/grimoire-take-%d.db", tmp ? tmp : "/tmp", getpid());
    snprintf(json_path, sizeof json_path, "%s.json", db_path);
    snprintf(pgn_path, sizeof pgn_path, "%s.pgn", db_path);
    RUN(what_fits_is_stored);
    RUN(a_stop_keeps_what_was_taken);
    RUN(memory_may_run_out);
    RUN(lines_mean_what_they_say);
    RUN(a_damaged_line_does_no_harm);
    unlink(db_path);
    unlink(json_path);
    unlink(pgn_path);
    gr_variants_close(variants);
    return test_end();
}
