/* Annotating a game in memory: what is written, what is kept, what is not touched. */
#include "analysis/study/annotate_run.h"
#include "analysis/study/annotate_text.h"
#include "notation/move/san.h"
#include "rules/version.h"
#include "tests/aid/annotate_aid.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;

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
    int code = gr_analyst_open(GR_BUILTIN, 1, NULL, NULL, &analyst, &error);
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
    REQUIRE(aid_play_line(variants, &game, "chess", scholar));
    REQUIRE(annotate(&game, 5, 0) == 0);
    const GrNode *blunder = &game.nodes[aid_node_at(&game, 6)];
    CHECK(strstr(aid_comment_at(&game, 6), "[%eval #1,") != NULL);
    CHECK(strstr(aid_comment_at(&game, 6), "[%loss ") != NULL);
    CHECK_STR(gr_game_string(&game, blunder->nags), "\4");
    REQUIRE(blunder->alternative);
    const GrNode *best = &game.nodes[blunder->alternative];
    CHECK_STR(gr_game_string(&game, best->comment), "[%best]");
    CHECK(best->move != blunder->move && best->next);
    CHECK_STR(aid_comment_at(&game, 7), ""); /* mate needs no evaluation */
    for (unsigned ply = 1; ply < 6; ply++)
        CHECK_INT(aid_count_in(aid_comment_at(&game, ply), "[%eval "), 1);
    CHECK_INT(game.nodes[aid_node_at(&game, 1)].alternative, 0);
    const char *mark = gr_game_tag(&game, GR_ANALYSIS_TAG);
    CHECK(mark && strstr(mark, ", depth 5, 7 of 7 plies"));
    gr_game_free(&game);
}

/* The best line of each variation is legal where it stands. */
static void best_lines_are_legal(void) {
    GrGame game;
    unsigned lines = 0;
    gr_game_init(&game);
    REQUIRE(aid_play_line(variants, &game, "chess", longer));
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
    if (!aid_play_line(variants, game, "chess", scholar))
        return false;
    CHECK(aid_set_comment(game, 1, "best by test"));
    CHECK(aid_set_comment(game, 4,
                "[%clk 0:03:00] hm\x1E"
                "a second comment"));
    CHECK(aid_set_comment(game, 6, "oh no [%csl Rf7]"));
    CHECK(aid_put_text(game, &game->nodes[aid_node_at(game, 3)].nags, "\x06\x0E"));
    CHECK(aid_put_text(game, &game->nodes[aid_node_at(game, 5)].before, "before"));
    GrPosition pos;
    gr_game_position(game, 5, &pos);
    GrMove move;
    if (gr_san_read(&pos, "Qe7", &move, NULL) != 0 || gr_game_add_node(game, move, &made) != 0)
        return false;
    CHECK(aid_put_text(game, &game->nodes[made].comment, "holds"));
    game->nodes[aid_node_at(game, 6)].alternative = made;
    return gr_game_set_tag(game, "Annotator", "Somebody") == 0;
}

static void what_was_there_is_kept(void) {
    GrGame game;
    gr_game_init(&game);
    REQUIRE(make_commented(&game));
    char *before = aid_print_game(&game, false);
    REQUIRE(annotate(&game, 4, 0) == 0);
    CHECK(strstr(aid_comment_at(&game, 4), "] [%clk 0:03:00] hm\x1E"
                                       "a second comment"));
    CHECK(strstr(aid_comment_at(&game, 1), "] best by test"));
    CHECK_STR(gr_game_tag(&game, "Annotator"), "Somebody");
    const GrNode *third = &game.nodes[aid_node_at(&game, 3)];
    CHECK_STR(gr_game_string(&game, third->nags), "\x06\x0E"); /* judged already */
    REQUIRE(gr_annotation_strip(&game, false) == 0);
    char *after = aid_print_game(&game, false);
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
    REQUIRE(aid_play_line(variants, &game, "chess", scholar));
    REQUIRE(annotate(&game, 5, 0) == 0);
    uint32_t ours = game.nodes[aid_node_at(&game, 6)].alternative;
    REQUIRE(ours);
    GrMove best = game.nodes[ours].move;
    REQUIRE(aid_play_line(variants, &game, "chess", scholar) &&
            gr_game_add_node(&game, best, &made) == 0);
    game.nodes[aid_node_at(&game, 6)].alternative = made;
    REQUIRE(annotate(&game, 5, 0) == 0);
    CHECK_INT(game.nodes[aid_node_at(&game, 6)].alternative, made);
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
    char *twice = aid_print_game(&game, true), *once = aid_print_game(&fresh, true);
    CHECK_STR(twice, once);
    CHECK_INT(aid_count_in(once, "[%eval "), 6);
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
    REQUIRE(aid_play_line(variants, &whole, "chess", longer) && annotate(&whole, 3, 0) == 0);
    char *once = aid_print_game(&whole, true);
    for (uint32_t stop = 1; stop <= whole.plies; stop += 4) {
        REQUIRE(aid_play_line(variants, &parts, "chess", longer));
        REQUIRE(annotate(&parts, 3, stop) == 0);
        char mark[40];
        snprintf(mark, sizeof mark, "%u of %u plies", stop - 1, parts.plies);
        CHECK(strstr(gr_game_tag(&parts, GR_ANALYSIS_TAG), mark));
        REQUIRE(annotate(&parts, 3, stop + 2) == 0);
        REQUIRE(annotate(&parts, 3, 0) == 0);
        char *thrice = aid_print_game(&parts, true);
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
    REQUIRE(aid_play_line(variants, &game, "chess", "e4 e5 Nf3") &&
            aid_play_line(variants, &other, "chess", "e4 e5 Nc3"));
    REQUIRE(gr_annotation_begin(&annotation, &game, "x") == 0);
    annotation.known = 4;
    CHECK_INT(gr_annotation_apply(&annotation, &other, &error), GR_ERR_ILLEGAL);
    REQUIRE(aid_play_line(variants, &other, "chess", "e4 e5 Nf3 Nc6"));
    CHECK_INT(gr_annotation_apply(&annotation, &other, &error), GR_ERR_ILLEGAL);
    CHECK(gr_game_tag(&other, GR_ANALYSIS_TAG) == NULL);
    gr_annotation_free(&annotation);
    gr_game_free(&game);
    gr_game_free(&other);
}

static void evaluations_of_others_are_seen(void) {
    GrGame game;
    gr_game_init(&game);
    REQUIRE(aid_play_line(variants, &game, "chess", "e4 e5"));
    CHECK(aid_set_comment(&game, 2, "[%eval 0.3]"));
    CHECK_INT(gr_annotation_look(&game, "x"), GR_FOREIGN_EVALS);
    REQUIRE(annotate(&game, 2, 0) == 0); /* asked for all the same: replaced */
    CHECK_INT(aid_count_in(aid_comment_at(&game, 2), "[%eval "), 1);
    CHECK(!strstr(aid_comment_at(&game, 2), "[%eval 0.3]"));
    REQUIRE(aid_play_line(variants, &game, "chess", "e4 e5"));
    CHECK(aid_set_comment(&game, 2, "[%evaluation 0.3] [%eval"));
    CHECK_INT(gr_annotation_look(&game, "x"), GR_UNTOUCHED);
    gr_game_free(&game);
}

/* Random games of every variant: each move has its evaluation but a mating one. */
static void every_variant_can_be_annotated(void) {
    GrMoveList *list = malloc(sizeof *list);
    uint32_t made;
    REQUIRE(list);
    for (size_t n = 0; gr_variants_at(variants, n); n++) {
        GrGame game;
        uint32_t line = 0;
        gr_game_init(&game);
        REQUIRE(gr_game_begin(&game, gr_variants_at(variants, n)) == 0);
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
            CHECK_INT(aid_count_in(aid_comment_at(&game, ply), "[%eval "),
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

static void lack_of_memory_is_reported(void) {
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
    test_start(argc, argv);
    variants = gr_variants_open();
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
    RUN(lack_of_memory_is_reported);
    gr_variants_close(variants);
    return test_end();
}
