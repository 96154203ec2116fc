/* Repair of games in their text: what is edited, what stays, and what is told. */
#include "notation/repair/repair_text.h"

#include "notation/write/pgn.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static GrGame game;
static GrRepairStatus status;
static GrRepairLimits limits;
static GrError error;
static GrBuffer out;

/* Reads the nth game of the text, and repairs it. */
static int repair_nth(const char *variant, const char *text, int n) {
    GrReader *reader = gr_reader_open_memory(text, strlen(text), variants,
                                             gr_variants_find(variants, variant), &error);
    int code = reader ? 1 : GR_ERR_MEMORY;
    if (reader) {
        gr_reader_keep_text(reader);
    }
    while (code == 1 && n-- > 0) {
        code = gr_reader_next(reader, &game, &error);
    }
    code = code == 1 ? gr_repair_game(reader, &limits, &game, &status, &error) : code;
    gr_reader_close(reader);
    return code;
}

static void repair(const char *variant, const char *text) {
    CHECK_INT(repair_nth(variant, text, 1), 0);
}

/* The movetext of the game as PGN, in one line. */
static const char *moves(void) {
    gr_buffer_clear(&out);
    gr_write_pgn(&out, &game);
    if (out.failed) {
        return "(no memory)";
    }
    char *text = strstr(out.data, "]\n\n");
    text = text ? text + 3 : out.data;
    size_t len = strlen(text);
    while (len > 0 && text[len - 1] == '\n') {
        text[--len] = 0;
    }
    for (char *p = text; *p; p++) {
        *p = *p == '\n' ? ' ' : *p;
    }
    return text;
}

/* The nth diagnostic as `line:column ply: text`. */
static const char *message(size_t n) {
    static char text[1200];
    if (n >= game.diag_count) {
        return "(none)";
    }
    const GrDiagnostic *d = &game.diags[n];
    snprintf(text, sizeof text, "%u:%u %u: %s", d->line, d->column, d->ply,
             gr_game_string(&game, d->text));
    return text;
}

static void a_whole_game_stays_as_it_is(void) {
    repair("chess", "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n");
    CHECK_INT(status, GR_REPAIR_WHOLE);
    CHECK_STR(moves(), "1. e4 e5 2. Nf3 *");
    CHECK_INT(game.edit_count, 0);
}

static void comments_variations_and_glyphs_stay(void) {
    repair("chess", "[Event \"x\"]\n\n{before} 1. e4 {open} e5 $1 (1... c5 {Sicilian} 2. Nf3) "
                    "2. Nf4! {a slip} (2. Bc4 Bc5) Nc6 3. Bb5 a6 4. O-O {end} *\n");
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_STR(moves(), "{before} 1. e4 {open} 1... e5 $1 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 $1 "
                       "{[%repaired \"Nf4!\"]} {a slip} (2. Bc4 Bc5) 2... Nc6 3. Bb5 a6 4. O-O "
                       "{end} *");
    CHECK(!game.partial);
    CHECK_STR(gr_game_tag(&game, "Event"), "x");
}

static void several_edits_are_marked(void) {
    repair("chess", "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Nc6 Bb5 Nf6 4. O-O Nxe4 5. Rd1 "
                    "Nd6 6. Nxe5 *\n");
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_STR(moves(), "1. e4 e5 2. Nf3 Nc6 {[%dropped \"Nc6\"]} 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 "
                       "{[%repaired \"Rd1\"]} 5... Nd6 6. Nxe5 *");
    CHECK_INT(game.edit_count, 2);
}

static void a_missing_ply_is_marked_and_told(void) {
    repair("chess", "[Event \"x\"]\n\n1. f3 e5\n2. Qh4# 0-1\n");
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_STR(moves(), "1. f3 e5 2. g4 {[%repaired \"\"]} 2... Qh4# 0-1");
    CHECK_STR(message(0), "4:4 3: a ply is missing here, and g4 was put in: the only move of 19 "
                          "after which the rest is legal and ends in mate");
    REQUIRE(game.edit_count == 1);
    const GrEdit *edit = &game.edits[0];
    CHECK_INT(edit->kind, GR_INSERTED);
    CHECK_INT(edit->ply, 3);
    CHECK_INT(edit->line, 4);
    CHECK_INT(edit->column, 4);
    CHECK_INT(edit->legal, 19);
    CHECK_INT(edit->others, 0);
    CHECK(edit->forced);
    CHECK_STR(gr_game_string(&game, edit->from), "");
    CHECK_STR(gr_game_string(&game, edit->san), "g4");
    CHECK_STR(gr_game_string(&game, edit->uci), "g2g4");
}

/* Prose before the game is the game's, though not on its lines. */
static void what_comes_before_stays(void) {
    repair("chess", "Some prose of the page.\n\nMore of it.\n\n1. Kxf4 e4 e5 2. Nf3 Nc6 3. Bb5\n");
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_STR(moves(), "{Some prose of the page.} {More of it.} {[%dropped \"Kxf4\"]} 1. e4 e5 2. "
                       "Nf3 Nc6 3. Bb5 *");
    repair("chess", "Some prose.\n\n{own} 1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 4. O-O\n");
    CHECK_STR(moves(), "{Some prose.} {own} 1. e4 e5 2. Nf3 {[%repaired \"Nf4\"]} 2... Nc6 3. Bb5 "
                       "a6 4. O-O *");
}

/* Left out before the first ply, the comment goes before it. */
static void the_first_ply_can_be_superfluous(void) {
    repair("chess", "[Event \"x\"]\n\n1. Kxf4 e4 e5 2. Nf3 Nc6 3. Bb5 *\n");
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_STR(moves(), "{[%dropped \"Kxf4\"]} 1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
}

static void plies_are_changed_over(void) {
    repair("chess", "[Event \"x\"]\n\n1. e4 e5 2. Nc6 Nf3 3. Bb5 a6 *\n");
    CHECK_STR(moves(), "1. e4 e5 2. Nf3 {[%repaired \"Nc6\"]} 2... Nc6 {[%repaired \"Nf3\"]} "
                       "3. Bb5 a6 *");
}

/* Places are those of the text as it was, also behind an edit on the same line. */
static void places_are_those_of_the_text(void) {
    repair("chess", "[Event \"x\"]\n\n1. e4 e5 2. Nf4 Nc6 3. Bb5+ a6\n4. O-O Be7 *\n");
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_STR(message(0), "3:13 3: 'Nf4' was replaced by Nf3: the likeliest of 2 moves of 29 "
                          "after which the rest is legal; less likely Nh3");
    uint32_t node = game.nodes[0].next;
    static const uint32_t columns[] = {4, 7, 13, 17, 24, 29, 4, 8};
    for (size_t i = 0; i < 8; i++, node = game.nodes[node].next) {
        REQUIRE(node != 0);
        CHECK_INT(game.nodes[node].column, columns[i]);
        CHECK_INT(game.nodes[node].line, i < 6 ? 3 : 4);
    }
    CHECK_STR(message(1), "3:24 5: marked as check, but does not give check");
}

static void text_with_names_is_repaired_with_names(void) {
    repair("magi", "Game #7\n\nPawn e2-e5\nPawn e9-e6\nKnight b1-d3\nKnight b10-c8\n"
                   "Knight c3-d5\nKnight c8-d6\n");
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_STR(moves(), "1. e5 e6 2. Nc3 {[%repaired \"Knight b1-d3\"]} 2... Nc8 3. Nd5 Nd6 *");
    CHECK_STR(gr_game_tag(&game, "Event"), "Game #7");
    CHECK(strstr(message(0), "5:1 3: 'Knight b1-d3' was replaced by Knight b1 - c3: ") != NULL);
}

/* Two games on a line, each with its own damage. */
static void a_game_may_begin_amid_a_line(void) {
    const char *text = "1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 1-0 1. d4 d5 2. Bf5 Nf6 3. Bg3 e6 0-1\n";
    CHECK_INT(repair_nth("chess", text, 1), 0);
    CHECK_STR(moves(), "1. e4 e5 2. Nf3 {[%repaired \"Nf4\"]} 2... Nc6 3. Bb5 a6 1-0");
    CHECK_INT(repair_nth("chess", text, 2), 0);
    CHECK_STR(moves(), "1. d4 d5 2. Bf4 {[%repaired \"Bf5\"]} 2... Nf6 3. Bg3 e6 0-1");
    REQUIRE(game.edit_count == 1);
    CHECK_INT(game.edits[0].column, 47);
}

/* Comments beyond what the reader has in its window at once. */
static void a_long_text_is_kept_whole(void) {
    GrBuffer text;
    gr_buffer_init(&text);
    gr_buffer_puts(&text, "[Event \"x\"]\n\n1. e4 {");
    for (int i = 0; i < 120000; i++) {
        gr_buffer_puts(&text, i % 16 ? "word " : "word\n");
    }
    gr_buffer_puts(&text, "} e5 2. Nf4 Nc6 3. Bb5 a6 4. O-O *\n");
    REQUIRE(!text.failed);
    repair("chess", text.data);
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_INT(game.plies, 7);
    CHECK_INT(strlen(gr_game_string(&game, game.nodes[1].comment)), 5 * 120000 - 1);
    gr_buffer_free(&text);
}

/* What was exported with its unplayable rest can still be repaired. */
static void moves_in_a_comment_are_repaired(void) {
    char text[2000];
    limits.edits = 0;
    repair("chess", "[Event \"x\"]\n\n1. e4 e5 2. Nf4 Nc6\n3. Bb5 a6 4. O-O *\n");
    limits = gr_repair_limits();
    CHECK(game.partial);
    CHECK_STR(message(game.diag_count - 1),
              "1:0 0: no small number of edits makes this game legal");
    moves();
    gr_buffer_clear(&out);
    gr_write_pgn(&out, &game);
    REQUIRE(!out.failed && out.len < sizeof text);
    memcpy(text, out.data, out.len + 1);
    CHECK(strstr(text, "{[%unplayable ") != NULL);
    repair("chess", text);
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_STR(moves(), "1. e4 e5 2. Nf3 {[%repaired \"Nf4\"]} 2... Nc6 3. Bb5 a6 4. O-O *");
}

/* Only the comment that the reader takes for the rest holds moves: others may quote it, or look
 * like it, and keep their text. */
static void other_comments_stay(void) {
    repair("chess", "[Event \"x\"]\n\n1. e4 {[%quoted] [%25unplayable a] Nd5 {[%unplayable b] Nd6 "
                    "} e5 2. Nf4 Nc6 {c} 3. Bb5 a6 *\n");
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_INT(game.plies, 6);
    CHECK_STR(gr_game_string(&game, game.nodes[1].comment),
              "[%unplayable a] Nd5 {[%unplayable b] Nd6");
    repair("chess", "[Event \"x\"]\n\n1. e4 e5 (1... c5 {[%unplayable a] 2. Nf3}) 2. Nf4 Nc6\n"
                    "{[%unplayable b]\n3. Bc4%0A %7Bso%7D Bc5} *\n");
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_STR(moves(), "1. e4 e5 (1... c5 {[%quoted] [%25unplayable a] 2. Nf3}) 2. Nf3 "
                       "{[%repaired \"Nf4\"]} 2... Nc6 3. Bc4 {so} 3... Bc5 *");
    repair("chess", "[Event \"x\"]\n\n1. e4 {e%C3%A9 \303\251 [%unplayable z] y} e5 { [%unplayable"
                    "\nb]\n2. Nf4 Nc6 3. Bc4%0A %7Bso%7D Bc5} *\n");
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_STR(moves(), "1. e4 {e%C3%A9 \303\251 [%unplayable z] y} 1... e5 2. Nf3 {[%repaired "
                       "\"Nf4\"]} 2... Nc6 3. Bc4 {so} 3... Bc5 *");
    REQUIRE(game.edit_count == 1);
    CHECK_INT(game.edits[0].column, 40);
}

static void quotes_and_braces_are_escaped(void) {
    repair("magi", "Pawn e2-e5\nPawn e9-e6\nKnight b1-k3 \"100%\"]\nKnight b10-c8\n"
                   "Knight c3-d5\nKnight c8-d6\n");
    CHECK_INT(status, GR_REPAIR_DONE);
    CHECK_STR(moves(), "1. e5 e6 2. Nc3 {[%repaired \"Knight b1-k3 %22100%25%22%5D\"]} 2... Nc8 "
                       "3. Nd5 Nd6 *");
}

static bool stop_at_once(void *user) {
    (void)user;
    return true;
}

static void a_game_that_is_not_repaired_stays(void) {
    limits.steps = 1;
    repair("chess", "[Event \"x\"]\n\n1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 4. O-O *\n");
    CHECK_INT(status, GR_REPAIR_GAVE_UP);
    CHECK(game.partial);
    CHECK_INT(game.plies, 2);
    CHECK_STR(message(game.diag_count - 1),
              "1:0 0: no repair was found within the limits of the search");
    limits = gr_repair_limits();
    limits.stop = stop_at_once;
    CHECK_INT(repair_nth("chess", "[Event \"x\"]\n\n1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 4. O-O *\n", 1),
              GR_ERR_STOPPED);
    CHECK(game.partial);
    limits = gr_repair_limits();
}

static void memory_may_run_out_anywhere(void) {
    FAIL_EACH_ALLOCATION(n, 500) {
        int code = repair_nth("chess", "[Event \"x\"]\n\n{c} 1. e4 e5 2. Nf4 Nc6 (2... d6 3. d4) "
                                       "3. Bb5 a6 4. O-O *\n", 1);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        CHECK(code != 0 || status == GR_REPAIR_DONE);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (variants == NULL) {
        return 2;
    }
    limits = gr_repair_limits();
    gr_game_init(&game);
    gr_buffer_init(&out);
    RUN(a_whole_game_stays_as_it_is);
    RUN(comments_variations_and_glyphs_stay);
    RUN(several_edits_are_marked);
    RUN(a_missing_ply_is_marked_and_told);
    RUN(what_comes_before_stays);
    RUN(the_first_ply_can_be_superfluous);
    RUN(plies_are_changed_over);
    RUN(places_are_those_of_the_text);
    RUN(text_with_names_is_repaired_with_names);
    RUN(a_game_may_begin_amid_a_line);
    RUN(a_long_text_is_kept_whole);
    RUN(moves_in_a_comment_are_repaired);
    RUN(other_comments_stay);
    RUN(quotes_and_braces_are_escaped);
    RUN(a_game_that_is_not_repaired_stays);
    RUN(memory_may_run_out_anywhere);
    gr_buffer_free(&out);
    gr_game_free(&game);
    gr_variants_close(variants);
    return test_end();
}
