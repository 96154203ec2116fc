/* Annotating: what is written, what is kept, going on after a stop, threads, engines that die. */
#include <stdatomic.h>
#include <unistd.h>

#include "analysis/annotate_run.h"
#include "analysis/annotate_text.h"
#include "db/db.h"
#include "rules/version.h"
#include "notation/san.h"
#include "tests/fail_alloc.h"
#include "tests/test.h"

static GrBook *book;
static char db_path[200], counter[220];

/* ---- games ---- */

/* Plays SAN moves; false if one is not legal. */
static bool make_game(GrGame *game, const char *variant, const char *moves) {
    char text[2000];
    uint32_t line = 0, made;
    gr_game_clear(game);
    if (gr_game_begin(game, gr_book_find(book, variant)) != 0)
        return false;
    GrPosition pos = game->start;
    snprintf(text, sizeof text, "%s", moves);
    for (char *san = strtok(text, " "); san; san = strtok(NULL, " ")) {
        GrMove move;
        if (gr_san_read(&pos, san, &move, NULL) != 0 || gr_game_add_node(game, move, &made) != 0)
            return false;
        game->nodes[line].next = made;
        line = made;
        gr_play(&pos, move);
        game->plies++;
    }
    return true;
}

static uint32_t node_at(const GrGame *game, unsigned ply) {
    uint32_t at = 0;
    while (ply-- > 0)
        at = game->nodes[at].next;
    return at;
}

static const char *comment_at(const GrGame *game, unsigned ply) {
    return gr_game_string(game, game->nodes[node_at(game, ply)].comment);
}

static void put_text(GrGame *game, GrText *at, const char *text) {
    CHECK_INT(gr_game_add_text(game, text, strlen(text), at), 0);
}

static void set_comment(GrGame *game, unsigned ply, const char *text) {
    GrText at;
    put_text(game, &at, text);
    game->nodes[node_at(game, ply)].comment = at;
}

static void print_line(const GrGame *game, uint32_t at, GrBuffer *out) {
    for (; at; at = game->nodes[at].next) {
        const GrNode *node = &game->nodes[at];
        gr_buffer_printf(out, "%x", (unsigned)node->move);
        for (const char *nag = gr_game_string(game, node->nags); *nag; nag++)
            gr_buffer_printf(out, " $%d", *nag);
        gr_buffer_printf(out, " {%s|%s}", gr_game_string(game, node->before),
                         gr_game_string(game, node->comment));
        if (node->alternative) {
            gr_buffer_puts(out, " (");
            print_line(game, node->alternative, out);
            gr_buffer_puts(out, ")");
        }
        gr_buffer_puts(out, "\n");
    }
}

/* Everything that annotating may change, as text; to be freed. */
static char *print_game(const GrGame *game, bool tags) {
    GrBuffer out;
    gr_buffer_init(&out);
    for (size_t i = 0; tags && i < game->tag_count; i++)
        gr_buffer_printf(&out, "%s=%s\n", gr_game_string(game, game->tags[i].name),
                         gr_game_string(game, game->tags[i].value));
    print_line(game, game->nodes[0].next, &out);
    return gr_buffer_take(&out);
}

static unsigned count_in(const char *text, const char *what) {
    unsigned n = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        n++;
    return n;
}

/* ---- annotating in memory ---- */

/* Judges until `until` positions are known (0: all) and applies. */
static int annotate_with(GrAnalyst *analyst, GrGame *game, int depth, uint32_t until) {
    char settings[GR_SETTINGS_SIZE];
    GrAnnotation annotation;
    GrError error;
    const GrLimits limits = {.depth = depth};
    gr_annotation_settings(analyst, &limits, settings);
    int code = gr_annotation_begin(&annotation, game, settings);
    while (code == 0 && !gr_annotation_complete(&annotation) &&
           (until == 0 || annotation.known < until))
        code = gr_annotation_step(&annotation, game, analyst, &limits, &error);
    if (code == 0)
        code = gr_annotation_apply(&annotation, game, &error);
    gr_annotation_free(&annotation);
    return code;
}

static int annotate(GrGame *game, int depth, uint32_t until) {
    GrAnalyst *analyst;
    GrError error;
    int code = gr_analyst_open(GR_BUILTIN, 1, &analyst, &error);
    if (code == 0)
        code = annotate_with(analyst, game, depth, until);
    gr_analyst_close(analyst);
    return code;
}

static const char *const scholar = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#";
static const char *const longer =
    "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 Bg5 h6 Bh4 g5 Bg3 h5 Nxg5 h4 Nxf7 "
    "hxg3 Nxd8 Bg4 Qd2 Nd4 Nc3 Nf3+ gxf3 Bxf3";

static void a_blunder_is_found_and_marked(void) {
    GrGame game;
    gr_game_init(&game);
    REQUIRE(make_game(&game, "chess", scholar));
    REQUIRE(annotate(&game, 5, 0) == 0);
    const GrNode *blunder = &game.nodes[node_at(&game, 6)];
    CHECK(strstr(comment_at(&game, 6), "[%eval #1,") != NULL);
    CHECK(strstr(comment_at(&game, 6), "[%loss ") != NULL);
    CHECK_STR(gr_game_string(&game, blunder->nags), "\4");
    REQUIRE(blunder->alternative);
    const GrNode *best = &game.nodes[blunder->alternative];
    CHECK_STR(gr_game_string(&game, best->comment), "[%best]");
    CHECK(best->move != blunder->move && best->next);
    CHECK_STR(comment_at(&game, 7), ""); /* mate needs no evaluation */
    for (unsigned ply = 1; ply < 6; ply++)
        CHECK_INT(count_in(comment_at(&game, ply), "[%eval "), 1);
    CHECK_INT(game.nodes[node_at(&game, 1)].alternative, 0);
    const char *mark = gr_game_tag(&game, GR_ANALYSIS_TAG);
    CHECK(mark && strstr(mark, ", depth 5, 7 of 7 plies"));
    gr_game_free(&game);
}

/* The best line of each variation is legal where it stands. */
static void best_lines_are_legal(void) {
    GrGame game;
    unsigned lines = 0;
    gr_game_init(&game);
    REQUIRE(make_game(&game, "chess", longer));
    REQUIRE(annotate(&game, 4, 0) == 0);
    GrPosition pos = game.start;
    for (uint32_t at = game.nodes[0].next; at; at = game.nodes[at].next) {
        GrPosition from = pos;
        for (uint32_t best = game.nodes[at].alternative; best; best = game.nodes[best].next) {
            REQUIRE(gr_is_legal(&from, game.nodes[best].move));
            gr_play(&from, game.nodes[best].move);
            lines++;
        }
        gr_play(&pos, game.nodes[at].move);
    }
    CHECK(lines > 3);
    gr_game_free(&game);
}

/* A game with comments, NAGs and a variation by somebody. */
static bool make_commented(GrGame *game) {
    uint32_t made;
    if (!make_game(game, "chess", scholar))
        return false;
    set_comment(game, 1, "best by test");
    set_comment(game, 4,
                "[%clk 0:03:00] hm\x1E"
                "a second comment");
    set_comment(game, 6, "oh no [%csl Rf7]");
    put_text(game, &game->nodes[node_at(game, 3)].nags, "\x06\x0E");
    put_text(game, &game->nodes[node_at(game, 5)].before, "before");
    GrPosition pos;
    gr_game_position(game, 5, &pos);
    GrMove move;
    if (gr_san_read(&pos, "Qe7", &move, NULL) != 0 || gr_game_add_node(game, move, &made) != 0)
        return false;
    put_text(game, &game->nodes[made].comment, "holds");
    game->nodes[node_at(game, 6)].alternative = made;
    return gr_game_set_tag(game, "Annotator", "Somebody") == 0;
}

static void what_was_there_is_kept(void) {
    GrGame game;
    gr_game_init(&game);
    REQUIRE(make_commented(&game));
    char *before = print_game(&game, false);
    REQUIRE(annotate(&game, 4, 0) == 0);
    CHECK(strstr(comment_at(&game, 4), "] [%clk 0:03:00] hm\x1E"
                                       "a second comment"));
    CHECK(strstr(comment_at(&game, 1), "] best by test"));
    CHECK_STR(gr_game_tag(&game, "Annotator"), "Somebody");
    const GrNode *third = &game.nodes[node_at(&game, 3)];
    CHECK_STR(gr_game_string(&game, third->nags), "\x06\x0E"); /* judged already */
    REQUIRE(gr_annotation_strip(&game, false) == 0);
    char *after = print_game(&game, false);
    CHECK_STR(after, before);
    free(before);
    free(after);
    gr_game_free(&game);
}

/* The same best move again: somebody's variation is not doubled. */
static void a_variation_that_is_there_is_not_doubled(void) {
    GrGame game;
    uint32_t made;
    gr_game_init(&game);
    REQUIRE(make_game(&game, "chess", scholar));
    REQUIRE(annotate(&game, 5, 0) == 0);
    uint32_t ours = game.nodes[node_at(&game, 6)].alternative;
    REQUIRE(ours);
    GrMove best = game.nodes[ours].move;
    REQUIRE(make_game(&game, "chess", scholar) && gr_game_add_node(&game, best, &made) == 0);
    game.nodes[node_at(&game, 6)].alternative = made;
    REQUIRE(annotate(&game, 5, 0) == 0);
    CHECK_INT(game.nodes[node_at(&game, 6)].alternative, made);
    CHECK_INT(game.nodes[made].alternative, 0);
    gr_game_free(&game);
}

static void annotating_again_replaces(void) {
    GrGame game, fresh;
    char settings[] = "Grimoire " GR_VERSION ", depth 4";
    gr_game_init(&game);
    gr_game_init(&fresh);
    REQUIRE(make_commented(&game) && make_commented(&fresh));
    CHECK_INT(gr_annotation_look(&game, settings), GR_UNTOUCHED);
    REQUIRE(annotate(&game, 3, 0) == 0);
    CHECK_INT(gr_annotation_look(&game, settings), GR_OTHERWISE);
    REQUIRE(annotate(&game, 4, 0) == 0);
    CHECK_INT(gr_annotation_look(&game, settings), GR_FINISHED);
    REQUIRE(annotate(&fresh, 4, 0) == 0);
    char *twice = print_game(&game, true), *once = print_game(&fresh, true);
    CHECK_STR(twice, once);
    CHECK_INT(count_in(once, "[%eval "), 6);
    free(twice);
    free(once);
    gr_game_free(&game);
    gr_game_free(&fresh);
}

/* Stopped after any number of positions and gone on with, the result is that of one run. */
static void going_on_gives_what_one_run_gives(void) {
    GrGame whole, parts;
    gr_game_init(&whole);
    gr_game_init(&parts);
    REQUIRE(make_game(&whole, "chess", longer) && annotate(&whole, 3, 0) == 0);
    char *once = print_game(&whole, true);
    for (uint32_t stop = 1; stop <= whole.plies; stop += 4) {
        REQUIRE(make_game(&parts, "chess", longer));
        REQUIRE(annotate(&parts, 3, stop) == 0);
        char mark[40];
        snprintf(mark, sizeof mark, "%u of %u plies", stop - 1, parts.plies);
        CHECK(strstr(gr_game_tag(&parts, GR_ANALYSIS_TAG), mark));
        REQUIRE(annotate(&parts, 3, stop + 2) == 0);
        REQUIRE(annotate(&parts, 3, 0) == 0);
        char *thrice = print_game(&parts, true);
        CHECK_STR(thrice, once);
        free(thrice);
    }
    free(once);
    gr_game_free(&whole);
    gr_game_free(&parts);
}

static void a_changed_game_is_not_touched(void) {
    GrGame game, other;
    GrAnnotation annotation;
    GrError error;
    gr_game_init(&game);
    gr_game_init(&other);
    REQUIRE(make_game(&game, "chess", "e4 e5 Nf3") && make_game(&other, "chess", "e4 e5 Nc3"));
    REQUIRE(gr_annotation_begin(&annotation, &game, "x") == 0);
    annotation.known = 4;
    CHECK_INT(gr_annotation_apply(&annotation, &other, &error), GR_ERR_ILLEGAL);
    REQUIRE(make_game(&other, "chess", "e4 e5 Nf3 Nc6"));
    CHECK_INT(gr_annotation_apply(&annotation, &other, &error), GR_ERR_ILLEGAL);
    CHECK(gr_game_tag(&other, GR_ANALYSIS_TAG) == NULL);
    gr_annotation_free(&annotation);
    gr_game_free(&game);
    gr_game_free(&other);
}

static void evaluations_of_others_are_seen(void) {
    GrGame game;
    gr_game_init(&game);
    REQUIRE(make_game(&game, "chess", "e4 e5"));
    set_comment(&game, 2, "[%eval 0.3]");
    CHECK_INT(gr_annotation_look(&game, "x"), GR_FOREIGN_EVALS);
    REQUIRE(annotate(&game, 2, 0) == 0); /* asked for all the same: replaced */
    CHECK_INT(count_in(comment_at(&game, 2), "[%eval "), 1);
    CHECK(!strstr(comment_at(&game, 2), "[%eval 0.3]"));
    REQUIRE(make_game(&game, "chess", "e4 e5"));
    set_comment(&game, 2, "[%evaluation 0.3] [%eval");
    CHECK_INT(gr_annotation_look(&game, "x"), GR_UNTOUCHED);
    gr_game_free(&game);
}

/* Random games of every variant: each move has its evaluation but a mating one. */
static void every_variant_can_be_annotated(void) {
    GrMoveList *list = malloc(sizeof *list);
    uint32_t made;
    REQUIRE(list);
    for (size_t n = 0; gr_book_at(book, n); n++) {
        GrGame game;
        uint32_t line = 0;
        gr_game_init(&game);
        REQUIRE(gr_game_begin(&game, gr_book_at(book, n)) == 0);
        GrPosition pos = game.start;
        for (unsigned i = 0; i < 40; i++) {
            gr_moves(&pos, list);
            if (list->count == 0)
                break;
            GrMove move = list->move[(i * i * 7 + 3 * i + 1) % list->count];
            REQUIRE(gr_game_add_node(&game, move, &made) == 0);
            game.nodes[line].next = made;
            line = made;
            game.plies++;
            gr_play(&pos, move);
        }
        CHECK(game.plies > 10);
        REQUIRE(annotate(&game, 2, 0) == 0);
        for (unsigned ply = 1; ply <= game.plies; ply++)
            CHECK_INT(count_in(comment_at(&game, ply), "[%eval "),
                      ply < game.plies || gr_winner(&pos, gr_state(&pos)) < 0);
        gr_game_free(&game);
    }
    free(list);
}

static void commands_in_comments(void) {
    GrBuffer out;
    const char *value, *end, *text = "a [%eval 1] [%eval 2]b [%evals 3] [%best]";
    gr_buffer_init(&out);
    gr_command_remove(&out, text, "eval");
    CHECK_STR(out.data, "a b [%evals 3] [%best]");
    CHECK(gr_command_find(text, "best", &value, &end) && *value == ']' && *end == '\0');
    CHECK(!gr_command_find("[%best", "best", &value, &end));
    gr_buffer_free(&out);
}

/* ---- annotating a database ---- */

static bool make_database(int games) {
    static const char *const moves[] = {scholar, "d4 d5 c4 dxc4 e3 b5", "f3 e5 g4 Qh4#",
                                        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6", "Nf3 Nf6 Ng1 Ng8"};
    GrDb *db;
    GrGame game;
    GrAdded added;
    GrError error;
    char name[20];
    unlink(db_path);
    gr_game_init(&game);
    bool ok = gr_db_open(db_path, book, GR_DB_CREATE, &db, &error) == 0;
    for (int i = 0; ok && i < games; i++) {
        snprintf(name, sizeof name, "Player %d", i);
        ok = make_game(&game, "chess", moves[i % 5]) && gr_game_set_tag(&game, "White", name) == 0;
        if (i == 3)
            set_comment(&game, 2, "[%eval 0.3] foreign");
        ok = ok && gr_db_add_game(db, &game, &added, &error) == 0;
    }
    gr_game_clear(&game); /* an unknown variant, and no moves */
    ok = ok && gr_game_set_tag(&game, "Variant", "Shogi") == 0 &&
         gr_db_add_game(db, &game, &added, &error) == 0 && make_game(&game, "magi", "") &&
         gr_db_add_game(db, &game, &added, &error) == 0;
    gr_game_free(&game);
    gr_db_close(db);
    return ok;
}

/* All games of the database as one text; to be freed. */
static char *print_database(void) {
    GrDb *db;
    GrGame game;
    GrError error;
    GrBuffer out;
    gr_buffer_init(&out);
    gr_game_init(&game);
    if (CHECK_INT(gr_db_open(db_path, book, GR_DB_READ, &db, &error), 0)) {
        int64_t last = gr_db_last(db, &error);
        for (int64_t id = 1; id <= last; id++) {
            if (!CHECK_INT(gr_db_get_game(db, id, &game, &error), 0) || game.node_count == 0)
                continue;
            char *text = print_game(&game, true);
            gr_buffer_puts(&out, text);
            free(text);
        }
        gr_db_close(db);
    }
    gr_game_free(&game);
    return gr_buffer_take(&out);
}

static GrAnnotateJob job_of(int threads) {
    return (GrAnnotateJob){.path = db_path,
                           .book = book,
                           .engine = GR_BUILTIN,
                           .hash = 1,
                           .limits = {.depth = 3},
                           .shard = 1,
                           .shards = 1,
                           .threads = threads};
}

static void a_database_is_annotated_once(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    REQUIRE(make_database(10));
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    CHECK_INT(summary.annotated, 9); /* the fourth has evaluations by others */
    CHECK_INT(summary.skipped, 3);
    CHECK_INT(summary.faulty, 0);
    char *first = print_database();
    CHECK_INT(count_in(first, "[%eval 0.30]") + count_in(first, "[%eval 0.3] foreign"), 1);
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    CHECK_INT(summary.annotated, 0);
    CHECK_INT(summary.before, 9);
    CHECK_INT(summary.positions, 0);
    char *second = print_database();
    CHECK_STR(second, first);
    REQUIRE(make_database(10));
    job.threads = 3;
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    char *threads = print_database();
    CHECK_STR(threads, first);
    job.overwrite = true;
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    CHECK_INT(summary.annotated, 1);
    free(first);
    free(second);
    free(threads);
}

static void shards_share_the_games_out(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    REQUIRE(make_database(10));
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    char *whole = print_database();
    REQUIRE(make_database(10));
    job.shards = 3;
    int64_t sum = 0;
    for (job.shard = 3; job.shard >= 1; job.shard--) {
        REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
        CHECK(summary.annotated >= 2 && summary.annotated <= 4);
        sum += summary.annotated;
    }
    CHECK_INT(sum, 9);
    char *shards = print_database();
    CHECK_STR(shards, whole);
    free(whole);
    free(shards);
}

static bool countdown(void *user) {
    return atomic_fetch_sub((atomic_int *)user, 1) <= 0;
}

/* Stopped again and again at ever other moments, it comes to the same end. */
static void a_run_that_is_stopped_goes_on(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    REQUIRE(make_database(6));
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    char *whole = print_database();
    REQUIRE(make_database(6));
    atomic_int left;
    int stops = 0, code = GR_ERR_STOPPED;
    job.stop = countdown;
    job.user = &left;
    for (; code == GR_ERR_STOPPED && stops < 200; stops++) {
        atomic_init(&left, 16 + 9 * (stops % 5));
        code = gr_annotate_run(&job, &summary, &error);
    }
    CHECK_INT(code, 0);
    CHECK(stops > 4);
    char *parts = print_database();
    CHECK_STR(parts, whole);
    free(whole);
    free(parts);
}

static void note_fault(void *user, const GrAnnotateEvent *event) {
    if (event->kind == GR_ANNOTATE_FAULT)
        snprintf(user, 300, "game %d: %s", (int)event->game, event->text);
}

static int run_fake(const char *what, GrAnnotateSummary *summary, char fault[300], GrError *error) {
    char command[500];
    GrAnnotateJob job = job_of(1);
    unlink(counter);
    snprintf(command, sizeof command, "tests/fake-engine %s", what);
    fault[0] = '\0';
    job.engine = command;
    job.event = note_fault;
    job.user = fault;
    return gr_annotate_run(&job, summary, error);
}

static void an_engine_that_dies_once_is_started_again(void) {
    GrAnnotateSummary summary;
    GrError error;
    char fault[300], what[400];
    REQUIRE(make_database(2));
    snprintf(what, sizeof what, "dies %s 4", counter);
    CHECK_INT(run_fake(what, &summary, fault, &error), 0);
    CHECK_INT(summary.annotated, 2);
    CHECK_INT(summary.faulty, 0);
    REQUIRE(make_database(2));
    snprintf(what, sizeof what, "stops %s 4", counter);
    CHECK_INT(run_fake(what, &summary, fault, &error), 0);
    CHECK_INT(summary.annotated, 2);
}

static void an_engine_of_no_use_is_told(void) {
    GrAnnotateSummary summary;
    GrError error = {0};
    char fault[300];
    REQUIRE(make_database(2));
    CHECK_INT(run_fake("chained", &summary, fault, &error), 0);
    CHECK_INT(summary.faulty, 2); /* each game told, the run goes on */
    CHECK(strstr(fault, "game 2: engine 'tests/fake-engine chained'") && strstr(fault, "signal 9"));
    CHECK_INT(run_fake("scoreless", &summary, fault, &error), 0);
    CHECK_INT(summary.faulty, 2);
    CHECK(strstr(fault, "gives no score"));
    CHECK_INT(run_fake("quits", &summary, fault, &error), GR_ERR_IO);
    CHECK(strstr(error.text, "exit status 3"));
    CHECK_INT(run_fake("no-such-mode 2>&1 || exit 127", &summary, fault, &error), GR_ERR_NOT_FOUND);
}

static void a_database_that_is_none_is_told(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    unlink(db_path);
    CHECK_INT(gr_annotate_run(&job, &summary, &error), GR_ERR_NOT_FOUND);
    FILE *file = fopen(db_path, "w");
    REQUIRE(file);
    fputs("this is no database, though it is long enough to have a header", file);
    fclose(file);
    CHECK_INT(gr_annotate_run(&job, &summary, &error), GR_ERR_FOREIGN);
}

static void memory_that_runs_out_is_told(void) {
    GrGame game;
    gr_game_init(&game);
    FAIL_EACH_ALLOCATION(n, 400) {
        fail_alloc_stop();
        REQUIRE(make_commented(&game));
        fail_alloc_at(n, false);
        int code = annotate(&game, 2, 0);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
    }
    gr_game_free(&game);
}

int main(int argc, char **argv) {
    const char *tmp = getenv("TMPDIR");
    test_start(argc, argv);
    book = gr_book_open();
    snprintf(db_path, sizeof db_path, "%s/grimoire-annotate-%d.db", tmp ? tmp : "/tmp", getpid());
    snprintf(counter, sizeof counter, "%s.count", db_path);
    RUN(a_blunder_is_found_and_marked);
    RUN(best_lines_are_legal);
    RUN(what_was_there_is_kept);
    RUN(a_variation_that_is_there_is_not_doubled);
    RUN(annotating_again_replaces);
    RUN(going_on_gives_what_one_run_gives);
    RUN(a_changed_game_is_not_touched);
    RUN(evaluations_of_others_are_seen);
    RUN(every_variant_can_be_annotated);
    RUN(commands_in_comments);
    RUN(a_database_is_annotated_once);
    RUN(shards_share_the_games_out);
    RUN(a_run_that_is_stopped_goes_on);
    RUN(an_engine_that_dies_once_is_started_again);
    RUN(an_engine_of_no_use_is_told);
    RUN(a_database_that_is_none_is_told);
    RUN(memory_that_runs_out_is_told);
    unlink(db_path);
    unlink(counter);
    gr_book_close(book);
    return test_end();
}
