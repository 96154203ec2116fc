/* Repair of scripts: every kind of edit, what agrees and what does not, the bounds, and what is
 * told of an edit. */
#include "notation/repair/repair.h"

#include "notation/move/long.h"
#include "notation/move/san.h"
#include "rules/fen.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/selfplay.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static GrScript script;
static GrRepairs repairs;
static GrRepairLimits limits;
static char told[4000];

/* Fills the script with the words of a line: moves, `12.` and `12...`, results, and remarks in
 * parentheses; `_` stands for a blank inside a word. */
static void write_script(const char *variant, const char *line) {
    static char words[4000];
    GrLexicon lexicon;
    const GrRules *rules = gr_variants_find(variants, variant);
    gr_script_clear(&script);
    gr_start(rules, &script.start);
    gr_lexicon_init(&lexicon, rules);
    snprintf(words, sizeof words, "%s", line);
    for (char *w = strtok(words, " "); w != NULL; w = strtok(NULL, " ")) {
        GrSyntax syntax;
        size_t digits = strspn(w, "0123456789"), used;
        for (char *p = w; *p; p++) {
            *p = *p == '_' ? ' ' : *p;
        }
        if (digits > 0 && w[digits] == '.') {
            gr_script_number(&script, (uint32_t)strtoul(w, NULL, 10),
                             (unsigned)strlen(w + digits));
        } else if (gr_result_read(w) != GR_RESULT_NONE) {
            script.result = gr_result_read(w);
        } else if (*w == '(') {
            gr_script_remark(&script, w + 1, strlen(w) - 2);
        } else {
            used = gr_syntax_read(&lexicon, w, &syntax);
            used = used ? used : gr_long_read(&lexicon, w, &syntax);
            gr_script_add(&script, used ? &syntax : NULL, w, strlen(w), 1,
                          (uint32_t)(w - words) + 1);
        }
    }
}

static void tell(const char *text) {
    size_t len = strlen(told);
    snprintf(told + len, sizeof told - len, "%s%s", len ? " " : "", text);
}

static void tell_edit(const GrRepair *edit) {
    char text[80];
    const char *from = edit->token < script.count ? gr_script_text(&script,
                                                                   &script.token[edit->token])
                                                  : "end";
    snprintf(text, sizeof text, "{%c %s}", "rids"[edit->kind], from);
    tell(text);
}

/* The repaired game as SAN, each edit before its move: `{r Nf6}` replaces Nf6, `{i Nf6}` is put in
 * before Nf6, `{d Nf6}` leaves it out, `{s Nf6}` stands where the text has Nf6. */
static const char *repaired(const char *variant, const char *line) {
    write_script(variant, line);
    told[0] = 0;
    int code = gr_repair(&script, &limits, &repairs);
    if (code) {
        snprintf(told, sizeof told, "code %d", code);
        return told;
    }
    GrPosition pos = script.start;
    size_t e = 0;
    for (uint32_t ply = 0; ply <= repairs.plies; ply++) {
        while (e < repairs.count && repairs.edit[e].kind == GR_DROPPED &&
               repairs.edit[e].ply == ply) {
            tell_edit(&repairs.edit[e++]);
        }
        if (ply == repairs.plies) {
            break;
        }
        if (e < repairs.count && repairs.edit[e].kind != GR_DROPPED &&
            repairs.edit[e].ply == ply + 1) {
            tell_edit(&repairs.edit[e++]);
        }
        char san[GR_SAN_SIZE];
        gr_san_write(&pos, repairs.move[ply], san);
        tell(san);
        gr_play(&pos, repairs.move[ply]);
    }
    return told;
}

static void a_whole_game_is_left_alone(void) {
    CHECK_STR(repaired("chess", "e4 e5 Nf3 Nc6 Bb5 a6"), "e4 e5 Nf3 Nc6 Bb5 a6");
    CHECK_INT(repairs.status, GR_REPAIR_WHOLE);
    CHECK_INT(repairs.count, 0);
    CHECK(repairs.agrees);
    CHECK(!repairs.mate);
    CHECK_STR(repaired("chess", ""), "");
    CHECK_INT(repairs.status, GR_REPAIR_WHOLE);
}

static void a_wrong_square_is_put_right(void) {
    CHECK_STR(repaired("chess", "e4 e5 Nf4 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4"),
              "e4 e5 {r Nf4} Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4");
    CHECK_INT(repairs.status, GR_REPAIR_DONE);
    CHECK(repairs.exhaustive);
    CHECK_INT(repairs.edit[0].legal, 29);
}

/* Legal where it stands, the slip shows only later. */
static void a_slip_that_shows_later_is_found(void) {
    CHECK_STR(repaired("chess", "e4 e5 Nh3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Nxe5 Nxe5"),
              "e4 e5 {r Nh3} Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Nxe5 Nxe5");
    CHECK_INT(repairs.count, 1);
    CHECK_INT(repairs.edit[0].ply, 3);
    CHECK_INT(repairs.edit[0].token, 2);
    CHECK_INT(repairs.edit[0].others, 0);
    CHECK(repairs.edit[0].forced);
}

static void a_missing_ply_is_put_in(void) {
    CHECK_STR(repaired("chess", "e4 e5 Nf3 Bb5 a6 Ba4 Nd4"),
              "e4 e5 Nf3 {i Bb5} Nc6 Bb5 a6 Ba4 Nd4");
    CHECK_INT(repairs.edit[0].kind, GR_INSERTED);
    CHECK_INT(repairs.edit[0].ply, 4);
    CHECK(repairs.edit[0].forced);
    CHECK_INT(repairs.token[3], -1);
    CHECK_INT(repairs.token[4], 3);
}

static void a_doubled_ply_is_left_out(void) {
    CHECK_STR(repaired("chess", "e4 e5 Nf3 Nf3 Nc6 Bb5 a6"),
              "e4 e5 Nf3 {d Nf3} Nc6 Bb5 a6");
    CHECK_INT(repairs.edit[0].kind, GR_DROPPED);
    CHECK_INT(repairs.edit[0].ply, 3);
    CHECK_INT(repairs.edit[0].move, GR_NO_MOVE);
}

static void plies_in_the_wrong_order_are_changed_over(void) {
    CHECK_STR(repaired("chess", "e4 e5 Nc6 Nf3 Bb5 a6 Bxc6"),
              "e4 e5 {s Nc6} Nf3 {s Nf3} Nc6 Bb5 a6 Bxc6");
    CHECK_INT(repairs.count, 2);
    CHECK_INT(repairs.edit[0].kind, GR_SWAPPED);
    CHECK_INT(repairs.edit[1].kind, GR_SWAPPED);
}

static void several_edits_are_found_together(void) {
    CHECK_STR(repaired("chess", "e4 e5 Nf4 Nc6 Bb5 a6 Ba4 Nf6 O-O O-O Be7 Re1 Bb3 d6 c3 b4"),
              "e4 e5 {r Nf4} Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O {d O-O} Be7 Re1 {i Bb3} b5 Bb3 d6 c3 b4");
    CHECK_INT(repairs.status, GR_REPAIR_DONE);
}

/* Two knights can go to d2; that neither is told is a slip as well. */
static void an_ambiguous_ply_is_decided(void) {
    CHECK_STR(repaired("chess", "d4 d5 Nf3 Nf6 Nd2 e6 e3 Be7 Ng1"),
              "d4 d5 Nf3 Nf6 {r Nd2} Nbd2 e6 e3 Be7 Ng1");
}

static void a_text_that_is_no_move_is_replaced(void) {
    CHECK_STR(repaired("chess", "e4 e5 Nf33 Nc6 Bb5 a6 O-O"),
              "e4 e5 {r Nf33} Nf3 Nc6 Bb5 a6 O-O");
}

/* ---- agreement ---- */

/* Many moves of White could be missing, but after one of them only the queen mates. */
static void the_mark_of_mate_decides(void) {
    CHECK_STR(repaired("chess", "f3 e5 Qh4#"), "f3 e5 {i Qh4#} g4 Qh4#");
    CHECK(repairs.mate);
    CHECK(repairs.agrees);
    REQUIRE(repairs.count == 1);
    CHECK_INT(repairs.edit[0].others, 0);
    CHECK_INT(repairs.edit[0].legal, 19);
}

/* The game is legal throughout; but nothing stands on g5 that could be taken. */
static void a_false_capture_is_an_error(void) {
    CHECK_STR(repaired("chess", "e4 e5 Nf3 Nc6 d4 exd4 Nxg5 Bc5 c3"),
              "e4 e5 Nf3 Nc6 d4 exd4 {r Nxg5} Nxd4 Bc5 c3");
    /* Where no move near it takes anything, the x is the slip, and nothing is edited. */
    CHECK_STR(repaired("chess", "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 Bg4 h3 Bxh5 g4 Bg6"),
              "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 Bg4 h3 Bh5 g4 Bg6");
    CHECK_INT(repairs.status, GR_REPAIR_WHOLE);
    CHECK(!repairs.agrees);
}

static void a_remark_of_check_counts(void) {
    write_script("chess", "e4 (check) e5 (white_to_check_next) Qh5 (Black_check!) Nc6 (mate)");
    CHECK_INT(script.token[0].mark, '+');
    CHECK_INT(script.token[1].mark, 0);
    CHECK_INT(script.token[2].mark, '+');
    CHECK_INT(script.token[3].mark, '#');
    CHECK_STR(repaired("chess", "e4 f6 Qg4 (White_check) g6"), "e4 f6 {r Qg4} Qh5+ g6");
}

static void the_result_must_be_the_mate_s(void) {
    CHECK_STR(repaired("chess", "f3 e5 g4 Qh3 0-1"), "f3 e5 g4 {r Qh3} Qh4#");
    CHECK(repairs.mate);
    CHECK(repairs.agrees);
    /* The same the other way round: the move that mates is not what a loser would have played. */
    repaired("chess", "f3 e5 g4 Qh3 1-0");
    CHECK(repairs.count == 1 && repairs.edit[0].token == 3);
    CHECK(repairs.agrees && !repairs.mate);
}

/* Numbers tell where a ply is missing: either side's third move could be. */
static void numbers_tell_where_a_ply_is_missing(void) {
    const char *without = "1. Nf3 Nf6 2. Ng1 3. Nf3 Nf6 4. Ng1 Ng8 5. e4";
    repaired("chess", without);
    CHECK(repairs.agrees);
    REQUIRE(repairs.count == 1);
    CHECK_INT(repairs.edit[0].kind, GR_INSERTED);
    CHECK_INT(repairs.edit[0].ply, 4);
}

/* ---- variants ---- */

/* Random play up to the sixth ply after a placement; `at` is the placement's index. */
static bool play_to_a_placement(Played *game, unsigned *at) {
    Random random = {.state = test_seed(4711)};
    static Played whole;
    for (int tries = 0; tries < 200; tries++) {
        if (!selfplay(&random, gr_variants_find(variants, "wizard"), 0, 100, 0, &whole)) {
            return false;
        }
        for (unsigned i = 0; i + 6 < whole.plies; i++) {
            if (gr_move_kind(whole.move[i]) == GR_PLACE) {
                *game = whole;
                game->plies = i + 6;
                *at = i;
                return true;
            }
        }
    }
    return false;
}

/* A placement that the text forgets: no other ply can come before it. */
static void a_missing_placement_is_put_in(void) {
    static Played game;
    static Written written;
    GrLexicon lexicon;
    unsigned at;
    REQUIRE(play_to_a_placement(&game, &at));
    gr_lexicon_init(&lexicon, game.start.rules);
    damage_write(&game, BARE, &written);
    memmove(written.ply + at, written.ply + at + 1,
            (written.count - at - 1) * sizeof *written.ply);
    written.count--;
    damage_script(&game, &lexicon, &written, &script);
    REQUIRE(gr_repair(&script, &limits, &repairs) == 0);
    CHECK_INT(repairs.status, GR_REPAIR_DONE);
    REQUIRE(repairs.count == 1);
    if (!test_own_seed() && repairs.edit[0].kind != GR_INSERTED)
        return; /* in this game another single edit does */
    CHECK_INT(repairs.edit[0].kind, GR_INSERTED);
    CHECK_INT(repairs.edit[0].ply, at + 1);
    CHECK_INT(gr_move_kind(repairs.edit[0].move), GR_PLACE);
    CHECK_INT(repairs.plies, game.plies);
}

static void the_magician_sample_has_one_slip(void) {
    CHECK_STR(repaired("magician", "c4 e4 Nb3 f4 Nc2 Nf3 Me1 Ne6 Mc3 Mf6 Hxe4 He6 Mbd3 Nxc4 "
                                   "O-O(b) b4 Me1 Md5 Hxf4 Ne5 Mdf1 c4 Nc5+ Kc6 Nxb4+ Kxc5"),
              "c4 e4 Nb3 f4 Nc2 {r Nf3} Nf5 Me1 Ne6 Mc3 Mf6 Hxe4 He6 Mbd3 Nxc4 "
              "O-O(b) b4 Me1 Md5 Hxf4 Ne5 Mdf1 c4 Nc5+ Kc6 Nxb4+ Kxc5");
}

/* ---- what is told ---- */

static void alternatives_are_counted(void) {
    /* Missing is any move of Black that lets the bishop go. */
    repaired("chess", "e4 e5 Nf3 Nc6 Bb5 Ba4 Nf6 O-O");
    REQUIRE(repairs.count == 1);
    const GrRepair *edit = &repairs.edit[0];
    GrPosition pos = script.start;
    for (uint32_t i = 0; i + 1 < edit->ply; i++) {
        gr_play(&pos, repairs.move[i]);
    }
    CHECK_INT(edit->legal, gr_count_moves(&pos));
    CHECK(edit->others > 10);
    CHECK(!edit->forced);
    CHECK(repairs.open);
    REQUIRE(edit->named == GR_REPAIR_OTHERS);
    for (unsigned i = 0; i < edit->named; i++) {
        const GrRepairOther *other = &edit->other[i];
        CHECK(gr_is_legal(&other->before, other->move));
        CHECK(other->kind != edit->kind || other->ply != edit->ply || other->move != edit->move);
    }
}

/* Either of the two could be left out, but the game is the same. */
static void the_same_game_is_no_alternative(void) {
    repaired("chess", "e4 e5 Nf3 Nf3 Nc6 Bb5 a6");
    REQUIRE(repairs.count == 1);
    CHECK_INT(repairs.edit[0].named, 0);
    CHECK(repairs.edit[0].forced);
    CHECK(!repairs.open);
}

/* The pawn cannot go through the bishop: either of them went elsewhere. */
static void alternatives_elsewhere_are_told(void) {
    repaired("chess", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 c4 d6 d3 O-O");
    REQUIRE(repairs.count > 0);
    const GrRepair *edit = &repairs.edit[0];
    bool elsewhere = false;
    for (unsigned i = 0; i < edit->named; i++) {
        const GrRepairOther *other = &edit->other[i];
        elsewhere |= other->ply != edit->ply || other->kind != edit->kind;
        if (other->move != GR_NO_MOVE) {
            CHECK(gr_is_legal(&other->before, other->move));
        }
    }
    CHECK(elsewhere);
    CHECK(edit->elsewhere > 0);
}

/* ---- bounds ---- */

static const char BROKEN[] = "e4 e5 Nf4 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6";

static void the_search_gives_up_at_its_bounds(void) {
    limits.steps = 10;
    repaired("chess", BROKEN);
    CHECK_INT(repairs.status, GR_REPAIR_GAVE_UP);
    CHECK_INT(repairs.plies, 0);
    CHECK(repairs.steps < 5000);
    limits = gr_repair_limits();
    limits.nodes = 1;
    repaired("chess", BROKEN);
    CHECK_INT(repairs.status, GR_REPAIR_GAVE_UP);
    limits = gr_repair_limits();
    limits.tokens = 10;
    repaired("chess", BROKEN);
    CHECK_INT(repairs.status, GR_REPAIR_GAVE_UP);
    limits = gr_repair_limits();
    repaired("chess", BROKEN);
    CHECK_INT(repairs.status, GR_REPAIR_DONE);
}

static bool stop_at_once(void *user) {
    ++*(int *)user;
    return true;
}

static void the_caller_can_stop_it(void) {
    int asked = 0;
    limits.stop = stop_at_once;
    limits.user = &asked;
    CHECK_STR(repaired("chess", BROKEN), "code -10");
    CHECK_INT(asked, 1);
    CHECK(repairs.edit == NULL);
    limits = gr_repair_limits();
}

static void what_cannot_be_repaired_is_said_to_be_so(void) {
    limits.edits = 1;
    repaired("chess", "e4 Qa1 Qb2 Qc3 Qd4 Qe5 Qf6 Qg7 Qh8 Qa1 Qb2 Qc3");
    CHECK(repairs.status == GR_REPAIR_NONE || repairs.status == GR_REPAIR_GAVE_UP);
    CHECK_INT(repairs.count, 0);
    limits = gr_repair_limits();
}

static void the_same_game_is_repaired_in_the_same_way(void) {
    char first[sizeof told];
    snprintf(first, sizeof first, "%s", repaired("chess", BROKEN));
    uint64_t steps = repairs.steps;
    CHECK_STR(repaired("chess", BROKEN), first);
    CHECK_INT(repairs.steps, steps);
}

static void memory_may_run_out_anywhere(void) {
    write_script("chess", "e4 e5 Nf4 Nc6 Bb5 a6 Ba4 Nf6 O-O O-O Be7");
    FAIL_EACH_ALLOCATION(n, 500) {
        int code = gr_repair(&script, &limits, &repairs);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        CHECK(code == 0 || (repairs.edit == NULL && repairs.move == NULL));
        CHECK(code != 0 || repairs.status == GR_REPAIR_DONE);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (variants == NULL) {
        return 2;
    }
    limits = gr_repair_limits();
    gr_script_init(&script);
    gr_repairs_init(&repairs);
    RUN(a_whole_game_is_left_alone);
    RUN(a_wrong_square_is_put_right);
    RUN(a_slip_that_shows_later_is_found);
    RUN(a_missing_ply_is_put_in);
    RUN(a_doubled_ply_is_left_out);
    RUN(plies_in_the_wrong_order_are_changed_over);
    RUN(several_edits_are_found_together);
    RUN(an_ambiguous_ply_is_decided);
    RUN(a_text_that_is_no_move_is_replaced);
    RUN(the_mark_of_mate_decides);
    RUN(a_false_capture_is_an_error);
    RUN(a_remark_of_check_counts);
    RUN(the_result_must_be_the_mate_s);
    RUN(numbers_tell_where_a_ply_is_missing);
    RUN(a_missing_placement_is_put_in);
    RUN(the_magician_sample_has_one_slip);
    RUN(alternatives_are_counted);
    RUN(the_same_game_is_no_alternative);
    RUN(alternatives_elsewhere_are_told);
    RUN(the_search_gives_up_at_its_bounds);
    RUN(the_caller_can_stop_it);
    RUN(what_cannot_be_repaired_is_said_to_be_so);
    RUN(the_same_game_is_repaired_in_the_same_way);
    RUN(memory_may_run_out_anywhere);
    gr_repairs_free(&repairs);
    gr_script_free(&script);
    gr_variants_close(variants);
    return test_end();
}
