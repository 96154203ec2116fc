/* Editing games: each operation by example, with what undoes it; paths; what is refused, and why. */
#include "notation/edit/edit.h"
#include "notation/edit/game_tree.h"
#include "notation/reader/reader.h"
#include "notation/write/format.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static GrGame game;
static GrBuffer undo, redo, text;
static GrError error;

static void load(const char *pgn) {
    GrReader *reader = gr_reader_open_memory(pgn, strlen(pgn), variants, NULL, &error);
    if (!reader || gr_reader_next(reader, &game, &error) != 1) {
        printf("not read: %s\n", pgn);
        exit(1);
    }
    gr_reader_close(reader);
}

/* The game as text; the caller frees it. */
static char *written(void) {
    gr_buffer_clear(&text);
    gr_format_pgn.game(&text, &game, 1, 1);
    return strdup(text.data);
}

/* The movetext on one line. */
static const char *moves(void) {
    free(written());
    char *from = strstr(text.data, "\n\n") + 2;
    for (char *p = from; *p; p++)
        if (*p == '\n')
            *p = p[1] == '\n' ? 0 : ' ';
    return from;
}

static int edit(const char *operations) {
    error.text[0] = 0;
    return gr_game_edit(&game, operations, strlen(operations), &undo, &error);
}

/* The operations give that movetext; undone, the game is as it was, and done once more as it was then. */
static void gives(const char *pgn, const char *operations, const char *want, int line) {
    load(pgn);
    char *old = written();
    if (!CHECK_INT(edit(operations), 0) || !CHECK_STR(moves(), want))
        printf("  line %d: %s\n", line, error.text);
    char *made = written();
    CHECK_INT(gr_game_edit(&game, undo.data, undo.len, &redo, &error), 0);
    char *again = written();
    if (!CHECK_STR(again, old))
        printf("  line %d: %s\n", line, undo.data);
    CHECK_INT(gr_game_edit(&game, redo.data, redo.len, &undo, &error), 0);
    free(again);
    again = written();
    if (!CHECK_STR(again, made))
        printf("  line %d: %s\n", line, redo.data);
    free(old);
    free(made);
    free(again);
}
#define GIVES(pgn, operations, want) gives(pgn, operations, want, __LINE__)

/* The operations are refused with that message, and the game stays as it is. */
static void refused(const char *pgn, const char *operations, const char *why, int line) {
    load(pgn);
    char *old = written();
    int code = edit(operations);
    char *now = written();
    if (!CHECK(code < 0) || !CHECK_STR(error.text, why) || !CHECK_STR(now, old))
        printf("  line %d\n", line);
    free(old);
    free(now);
}
#define REFUSED(pgn, operations, why) refused(pgn, operations, why, __LINE__)

#define SHORT "1. e4 e5 2. Nf3 Nc6 *"
#define TREE "1. e4 {a} (1. d4 {b} d5 (1... Nf6) 2. c4) {c} ({d} 1. c4) {e} 1... e5 2. Nf3 *"

static void lines_are_added(void) {
    GIVES(SHORT, "[{\"op\":\"add\",\"at\":4,\"line\":\"Bb5 a6\"}]", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
    GIVES(SHORT, "[{\"op\":\"add\",\"at\":2,\"line\":\"2. Bc4! b8c6 3.Qh5 Nf6?? Qxf7#\"}]",
          "1. e4 e5 2. Nf3 (2. Bc4 $1 Nc6 3. Qh5 Nf6 $4 4. Qxf7#) 2... Nc6 *");
    GIVES(SHORT, "[{\"op\":\"add\",\"at\":\"0\",\"line\":[\"e4\",{\"move\":\"c5\",\"after\":[\"x\",\"y\"],\"glyphs\":\"!? $10\"},"
                 "\"--\"]}]",
          "1. e4 e5 (1... c5 $5 $10 {x} {y} 2. --) 2. Nf3 Nc6 *");
    GIVES(TREE, "[{\"op\":\"add\",\"at\":\"0\",\"line\":\"d4 Nf6 c4\"},{\"op\":\"add\",\"at\":\"1.1.1\",\"line\":\"Nf6 c4 e6\"}]",
          "1. e4 {a} (1. d4 {b} 1... d5 (1... Nf6 2. c4 e6) 2. c4) {c} ({d} 1. c4) {e} 1... e5 2. Nf3 *");
    GIVES(TREE, "[{\"op\":\"add\",\"at\":\"0\",\"line\":\"g3\",\"place\":1}]",
          "1. e4 {a} (1. g3) (1. d4 {b} 1... d5 (1... Nf6) 2. c4) {c} ({d} 1. c4) {e} 1... e5 2. Nf3 *");
    GIVES("[Event \"x\"]\n\n*", "[{\"op\":\"add\",\"at\":0,\"line\":[{\"move\":\"e4\",\"variations\":[[\"d4\"],[{\"move\":\"c4\",\"before\":\"z\"}]],"
               "\"behind\":[[],\"q\"]}]}]",
          "1. e4 (1. d4) ({z} 1. c4) {q} *");
    GIVES(SHORT, "[{\"op\":\"add\",\"at\":0,\"line\":\"e4 e5\"}]", "1. e4 e5 2. Nf3 Nc6 *");
}

static void lines_are_deleted(void) {
    GIVES(SHORT, "[{\"op\":\"delete\",\"at\":3}]", "1. e4 e5 *");
    GIVES(TREE, "[{\"op\":\"delete\",\"at\":1}]", "*");
    GIVES(TREE, "[{\"op\":\"delete\",\"at\":\"1.1.1\"}]", "1. e4 {a} {c} ({d} 1. c4) {e} 1... e5 2. Nf3 *");
    GIVES(TREE, "[{\"op\":\"delete\",\"at\":\"1.2.1\"}]",
          "1. e4 {a} (1. d4 {b} 1... d5 (1... Nf6) 2. c4) {c} {e} 1... e5 2. Nf3 *");
    GIVES(TREE, "[{\"op\":\"delete\",\"at\":\"1.1.2.1.2\"},{\"op\":\"delete\",\"at\":\"1.1.3\"}]",
          "1. e4 {a} (1. d4 {b} 1... d5) {c} ({d} 1. c4) {e} 1... e5 2. Nf3 *");
}

static void lines_change_places(void) {
    GIVES(TREE, "[{\"op\":\"promote\",\"at\":\"1.2.1\"}]",
          "1. e4 {a} ({d} 1. c4) {e} (1. d4 {b} 1... d5 (1... Nf6) 2. c4) {c} 1... e5 2. Nf3 *");
    GIVES(TREE, "[{\"op\":\"promote\",\"at\":\"1.1.3\"}]",
          "1. d4 {b} {c} (1. e4 {a} 1... e5 2. Nf3) ({d} 1. c4) {e} 1... d5 (1... Nf6) 2. c4 *");
    GIVES(TREE, "[{\"op\":\"main\",\"at\":\"1.1.2.1.2\"}]",
          "1. d4 {b} {c} (1. e4 {a} 1... e5 2. Nf3) ({d} 1. c4) {e} 1... Nf6 (1... d5 2. c4) *");
    GIVES(TREE, "[{\"op\":\"main\",\"at\":\"1.2.1\"}]",
          "{d} 1. c4 {e} (1. e4 {a} 1... e5 2. Nf3) (1. d4 {b} 1... d5 (1... Nf6) 2. c4) {c} *");
    GIVES(TREE, "[{\"op\":\"demote\",\"at\":\"1.1.1\"}]",
          "1. e4 {a} ({d} 1. c4) {e} (1. d4 {b} 1... d5 (1... Nf6) 2. c4) {c} 1... e5 2. Nf3 *");
    GIVES(TREE, "[{\"op\":\"demote\",\"at\":1}]",
          "1. d4 {b} {c} (1. e4 {a} 1... e5 2. Nf3) ({d} 1. c4) {e} 1... d5 (1... Nf6) 2. c4 *");
    GIVES(TREE, "[{\"op\":\"place\",\"at\":1,\"place\":2}]",
          "1. d4 {b} {c} ({d} 1. c4) {e} (1. e4 {a} 1... e5 2. Nf3) 1... d5 (1... Nf6) 2. c4 *");
    /* What stood before a variation stands behind the move before it, and behind the variations of that. */
    GIVES("1. e4 e5 {v} (1... c5) 2. Nf3 ({w} 2. Nc3) *", "[{\"op\":\"promote\",\"at\":\"3.1.3\"}]",
          "1. e4 e5 {v} (1... c5) {w} 2. Nc3 (2. Nf3) *");
}

static void moves_are_commented(void) {
    GIVES(SHORT, "[{\"op\":\"comment\",\"at\":2,\"after\":\"solid\"},{\"op\":\"comment\",\"at\":0,\"after\":[\"i\",\"j\"]}]",
          "{i} {j} 1. e4 e5 {solid} 2. Nf3 Nc6 *");
    GIVES(TREE, "[{\"op\":\"comment\",\"at\":\"1.2.1\",\"before\":null},{\"op\":\"comment\",\"at\":1,\"behind\":[\"x\"]}]",
          "1. e4 {a} (1. d4 {b} 1... d5 (1... Nf6) 2. c4) {x} (1. c4) 1... e5 2. Nf3 *");
    GIVES(SHORT, "[{\"op\":\"glyphs\",\"at\":3,\"glyphs\":\"!\"},{\"op\":\"glyphs\",\"at\":4,\"glyphs\":[6,14]}]",
          "1. e4 e5 2. Nf3 $1 Nc6 $6 $14 *");
    GIVES(SHORT, "[{\"op\":\"glyphs\",\"at\":3,\"glyphs\":\"!\"},{\"op\":\"glyphs\",\"at\":3}]", SHORT);
    GIVES(SHORT, "[{\"op\":\"comment\",\"at\":1,\"after\":\"best\"},{\"op\":\"arrows\",\"at\":1,\"value\":\"Ge2e4,Rd1h5\"},"
                 "{\"op\":\"squares\",\"at\":0,\"value\":\"Gd4\"},{\"op\":\"clock\",\"at\":1,\"value\":\"1:02:03\"},"
                 "{\"op\":\"elapsed\",\"at\":1,\"value\":\"0:00:07\"},{\"op\":\"eval\",\"at\":2,\"value\":\"-0.20,18\"},"
                 "{\"op\":\"arrows\",\"at\":1,\"value\":\"Ye2e4\"}]",
          "{[%csl Gd4]} 1. e4 {[%emt 0:00:07] [%clk 1:02:03] [%cal Ye2e4] best} 1... e5 {[%eval -0.20,18]} 2. Nf3 Nc6 *");
    GIVES("1. e4 {a} {[%clk 1:00] b} {[%clk 2:00]} *", "[{\"op\":\"clock\",\"at\":1,\"value\":\"3:00\"}]",
          "1. e4 {a} {[%clk 3:00] b} {[%clk 2:00]} *");
    GIVES("1. e4 {a} {[%clk 1:00] b} {[%clk 2:00]} *", "[{\"op\":\"clock\",\"at\":1,\"value\":null}]",
          "1. e4 {a} {b} *");
}

static void games_get_tags_results_and_starts(void) {
    load("[Event \"x\"]\n[White \"A\"]\n[Result \"*\"]\n[Annotator \"B\"]\n\n1. e4 *");
    char *old = written();
    REQUIRE(edit("[{\"op\":\"tag\",\"name\":\"Event\",\"value\":\"y\"},{\"op\":\"tag\",\"name\":\"White\",\"value\":null},"
                 "{\"op\":\"tag\",\"name\":\"Opening\",\"value\":\"z\"},{\"op\":\"result\",\"result\":\"1-0\"},"
                 "{\"op\":\"start\",\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 7\"}]") == 0);
    CHECK_STR(gr_game_tag(&game, "Event"), "y");
    CHECK(!gr_game_tag(&game, "White"));
    CHECK_STR(gr_game_tag(&game, "Opening"), "z");
    CHECK_STR(gr_game_tag(&game, "Result"), "1-0");
    CHECK_STR(gr_game_tag(&game, "FEN"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 7");
    CHECK_STR(gr_game_tag(&game, "SetUp"), "1");
    CHECK_STR(moves(), "7. e4 1-0");
    CHECK_INT(gr_game_edit(&game, undo.data, undo.len, NULL, &error), 0);
    char *now = written();
    CHECK_STR(now, old);
    CHECK_INT(game.tag_count, 4);
    CHECK_STR(gr_game_string(&game, game.tags[1].name), "White");
    free(old);
    free(now);
}

/* Readers take such a tag for the one on which the game depends. */
static void tags_of_the_game_are_spelled_exactly(void) {
    REFUSED(SHORT, "[{\"op\":\"tag\",\"name\":\"VARIANT\",\"value\":\"Atomic\"}]",
            "operation 1, tag: the tag VARIANT would be read as Variant: spell it so");
    REFUSED(SHORT, "[{\"op\":\"tag\",\"name\":\"fen\",\"value\":\"x\"}]",
            "operation 1, tag: the tag fen would be read as FEN: spell it so");
    REFUSED(SHORT, "[{\"op\":\"tag\",\"name\":\"Setup\",\"value\":\"1\"}]",
            "operation 1, tag: the tag Setup would be read as SetUp: spell it so");
    REFUSED(SHORT, "[{\"op\":\"tag\",\"name\":\"result\",\"value\":\"1-0\"}]",
            "operation 1, tag: the tag result would be read as Result: spell it so");
    load(SHORT);
    CHECK_INT(edit("[{\"op\":\"tag\",\"name\":\"Fens\",\"value\":\"x\"}]"), 0);
    REQUIRE(!gr_game_set_tag(&game, "fen", "x"));
    CHECK_INT(edit("[{\"op\":\"tag\",\"name\":\"fen\",\"value\":null}]"), 0); /* from before, it may go */
    CHECK(!gr_game_tag(&game, "fen"));
}

static void ends_that_cannot_be_played(void) {
    const char *const pgn = "[Event \"x\"]\n\n1. e4 (1. d4) e5 2. Ke4 Nc6 *";
    load(pgn);
    REQUIRE(game.partial && game.plies == 2);
    char reason[200];
    snprintf(reason, sizeof reason, "%s", gr_game_stop_reason(&game));
    REQUIRE(*reason && edit("[{\"op\":\"delete\",\"at\":3}]") == 0);
    CHECK(!game.partial && game.plies == 2 && !*gr_game_stop_reason(&game));
    CHECK_INT(gr_game_edit(&game, undo.data, undo.len, NULL, &error), 0);
    CHECK_STR(gr_game_stop_reason(&game), reason);
    REQUIRE(edit("[{\"op\":\"delete\",\"at\":2},{\"op\":\"add\",\"at\":1,\"line\":\"c5\"}]") == 0);
    CHECK_STR(moves(), "1. e4 (1. d4) 1... c5 *");
    CHECK_INT(gr_game_edit(&game, undo.data, undo.len, NULL, &error), 0);
    CHECK_STR(gr_game_stop_reason(&game), reason);
    REFUSED(pgn, "[{\"op\":\"add\",\"at\":2,\"line\":\"Nf3\"}]",
            "operation 1, add: after ply 2 the game goes on with text that is no legal move; delete that first, by \"at\": 3");
    REFUSED(pgn, "[{\"op\":\"promote\",\"at\":\"1.1.1\"}]",
            "operation 1, promote: after ply 2 the game goes on with text that is no legal move; delete that first, by \"at\": 3");
}

static void what_cannot_be_done_is_refused(void) {
    REFUSED(SHORT, "[{\"op\":\"delete\",\"at\":4},{\"op\":\"add\",\"at\":2,\"line\":\"Bc4 Nc6 Qh6\"}]",
            "operation 2, add: ply 5: 'Qh6' cannot be played: a Queen does not go from d1 to h6; did you mean Qh5 or Qg4?");
    REFUSED(SHORT, "[{\"op\":\"add\",\"at\":2,\"line\":\"\"}]", "operation 1, add: the line has no moves");
    REFUSED(SHORT, "[{\"op\":\"delete\",\"at\":5}]", "operation 1, delete: there is no ply 5: the line ends with ply 4");
    REFUSED(SHORT, "[{\"op\":\"delete\",\"at\":0}]",
            "operation 1, delete: 0 is the start of the game, which has no move to delete");
    REFUSED(SHORT, "[{\"op\":\"promote\",\"at\":\"3.1.3\"}]",
            "operation 1, promote: there is no variation 1 in place of ply 3");
    REFUSED(SHORT, "[{\"op\":\"promote\",\"at\":\"3\"}]", "operation 1, promote: ply 3 of the main line is in no variation");
    REFUSED(SHORT, "[{\"op\":\"demote\",\"at\":\"3\"}]", "operation 1, demote: no other line stands in place of ply 3");
    REFUSED(SHORT, "[{\"op\":\"delete\",\"at\":\"3.x\"}]",
            "operation 1, delete: '3.x' is not a path: a ply, or plies and variations as in 12.1.15");
    REFUSED(SHORT, "[{\"op\":\"delete\"}]",
            "operation 1, delete: \"at\" is missing: it names a move, as 12 or \"12.1.15\"");
    REFUSED(SHORT, "[{\"op\":\"delte\",\"at\":1}]",
            "operation 1, delte: there is no such operation; did you mean delete?");
    REFUSED(SHORT, "[{\"op\":\"delete\",\"att\":1}]", "operation 1, delete: it has no \"att\"; did you mean at?");
    REFUSED(SHORT, "[{}]", "operation 1 is no object with a string \"op\"");
    REFUSED(SHORT, "{}", "operations are an array");
    REFUSED(SHORT, "[", "line 1, column 1: this array does not end");
    REFUSED(SHORT, "[{\"op\":\"comment\",\"at\":3,\"before\":\"x\"}]", "operation 1, comment: only the first move of a "
            "variation has comments before it; what stands before this one is \"after\" ply 2");
    REFUSED(SHORT, "[{\"op\":\"glyphs\",\"at\":3,\"glyphs\":\"$256\"}]", "operation 1, glyphs: '$256' is no glyph: those are "
            "!, ?, !!, ??, !?, ?!, signs such as +- and the numbers $1 to $255");
    REFUSED(SHORT, "[{\"op\":\"arrows\",\"at\":3,\"value\":\"Ge2e9\"}]", "operation 1, arrows: 'Ge2e9' is not a list of "
            "arrows: a colour and two squares each, as in Ge2e4,Rd1d8");
    REFUSED(SHORT, "[{\"op\":\"tag\",\"name\":\"Variant\",\"value\":\"magi\"}]",
            "operation 1, tag: the variant of a game cannot be changed");
    REFUSED(SHORT, "[{\"op\":\"tag\",\"name\":\"Site\",\"value\":\"a\\nb\"}]",
            "operation 1, tag: a tag has no line breaks in its value");
    REFUSED(SHORT, "[{\"op\":\"result\",\"result\":\"2-0\"}]",
            "operation 1, result: \"result\" is not 1-0, 0-1, 1/2-1/2 or *");
    REFUSED(SHORT, "[{\"op\":\"start\",\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"}]",
            "operation 1, start: ply 2: 'e7e5' cannot be played: e7 is empty; did you mean Ke7, Kd7 or Kf7?");
    REFUSED(SHORT, "[{\"op\":\"eval\",\"at\":1,\"value\":\"35\"}]",
            "operation 1, eval: '35' is not an evaluation, as in 0.35, -1.20,18 or #-3");
    REFUSED("[Event \"x\"]\n[Variant \"nobody knows\"]\n\n1. e4 *", "[{\"op\":\"delete\",\"at\":1}]",
            "operation 1, delete: the game's moves are text that was not read");
}

/* Variations nest as deep as a reader takes them, no deeper. Knights go to and fro. */
static void nesting_has_a_bound(void) {
    static const char *const first[] = {"Nf3", "Nf6", "Nf3", "Nf6"}, *const second[] = {"Nc3", "Nc6", "Nb1", "Nb8"};
    char path[GR_READER_DEPTH * 8 + 8] = "0", operations[2 * sizeof path + 100];
    load("1. -- *");
    REQUIRE(edit("[{\"op\":\"delete\",\"at\":1}]") == 0);
    for (int depth = 1, code = 0; depth <= GR_READER_DEPTH + 1 && !code; depth++) {
        int turn = (depth - 1) % 4;
        snprintf(operations, sizeof operations, "[{\"op\":\"add\",\"at\":\"%s\",\"line\":\"%s\"},"
                 "{\"op\":\"add\",\"at\":\"%s\",\"line\":\"%s\"}]", path, first[turn], path, second[turn]);
        code = edit(operations);
        CHECK_INT(code, depth <= GR_READER_DEPTH ? 0 : GR_ERR_LIMIT);
        char *dot = strrchr(path, '.'), *last = dot ? dot + 1 : path;
        snprintf(last, (size_t)(path + sizeof path - last), "%d.1.%d", depth, depth);
    }
    CHECK_STR(error.text, "variations would nest deeper than 48");
}

/* Reads a game that is given as a tree; the code. */
static int read_tree(const char *tree_text) {
    GrJsonTree tree;
    gr_buffer_clear(&text);
    int code = gr_json_read(tree_text, strlen(tree_text), &tree, &error);
    if (!code)
        code = gr_game_read_tree(&tree, 1, variants, &game, &error);
    gr_json_free(&tree);
    return code;
}

static void trees_are_games(void) {
    CHECK_INT(read_tree("{\"variant\":\"chess\",\"result\":\"*\",\"line\":[\"e4\",{\"move\":\"e5\",\"san\":1,\"step\":[],"
                        "\"variations\":[\"c5\"],\"after\":\"so\"}],\"tags\":[{\"name\":\"White\",\"value\":\"A\"}],"
                        "\"id\":7}"), 0);
    CHECK_STR(moves(), "1. e4 e5 {so} (1... c5) *");
    CHECK_STR(gr_game_tag(&game, "White"), "A");
    CHECK_INT(read_tree("{\"variant\":\"chess\",\"result\":\"*\",\"start\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\","
                        "\"line\":[\"O-O\"],\"rest\":\"1... Kz9\",\"reason\":\"no such square\"}"), 0);
    CHECK_STR(gr_game_tag(&game, "FEN"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK_STR(gr_game_stop_reason(&game), "no such square");
    CHECK(game.partial && game.plies == 1);
    CHECK_INT(read_tree("{\"variant\":null,\"result\":\"1-0\",\"rest\":\"1. what\"}"), 0);
    CHECK(!game.rules && !strcmp(gr_game_string(&game, game.rest), "1. what"));
    static const struct {
        const char *tree;
        int code;
    } bad[] = {{"[]", GR_ERR_SYNTAX}, {"{}", GR_ERR_SYNTAX}, {"{\"variant\":\"halma\"}", GR_ERR_NOT_FOUND},
               {"{\"variant\":\"chess\"}", GR_ERR_SYNTAX}, {"{\"variant\":\"chess\",\"result\":\"2-0\"}", GR_ERR_SYNTAX},
               {"{\"variant\":\"chess\",\"result\":\"*\",\"line\":7}", GR_ERR_SYNTAX},
               {"{\"variant\":\"chess\",\"result\":\"*\",\"line\":[\"e5\"]}", GR_ERR_ILLEGAL},
               {"{\"variant\":\"chess\",\"result\":\"*\",\"line\":[{\"move\":\"e4\",\"odd\":1}]}", GR_ERR_SYNTAX},
               {"{\"variant\":\"chess\",\"result\":\"*\",\"start\":\"8/8\"}", GR_ERR_ILLEGAL},
               {"{\"variant\":\"chess\",\"result\":\"*\",\"tags\":7}", GR_ERR_SYNTAX},
               {"{\"variant\":\"chess\",\"result\":\"*\",\"tags\":[{\"name\":\"a b\",\"value\":\"\"}]}", GR_ERR_SYNTAX},
               {"{\"variant\":\"chess\",\"result\":\"*\",\"tags\":[{\"name\":\"A\",\"value\":\"\\n\"}]}", GR_ERR_ILLEGAL}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!CHECK_INT(read_tree(bad[i].tree), bad[i].code))
            printf("%s\n", bad[i].tree);
}

static void trees_without_memory(void) {
    FAIL_EACH_ALLOCATION(n, 1000) {
        int code = read_tree("{\"variant\":\"chess\",\"result\":\"*\",\"comment\":[\"a\",\"b\"],\"line\":[\"e4\",{\"move\":"
                             "\"e5\",\"variations\":[\"c5\"]}],\"tags\":[{\"name\":\"White\",\"value\":\"A\"}],\"start\":"
                             "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 7\",\"rest\":\"x\",\"reason\":\"y\"}");
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        CHECK((code == 0) == (game.plies == 2));
    }
}

static void memory_runs_out(void) {
    const char *operations = "[{\"op\":\"main\",\"at\":\"1.1.2.1.2\"},{\"op\":\"add\",\"at\":1,\"line\":[{\"move\":\"c5\",\"after\":\"x\"}]},"
                             "{\"op\":\"delete\",\"at\":\"1.1.1\"},{\"op\":\"clock\",\"at\":1,\"value\":\"1:00\"},"
                             "{\"op\":\"tag\",\"name\":\"A\",\"value\":\"b\"},{\"op\":\"start\"},{\"op\":\"glyphs\",\"at\":1,\"glyphs\":\"!\"}]";
    load(TREE);
    char *old = written();
    FAIL_EACH_ALLOCATION(n, 2000) {
        int code = edit(operations);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        if (!code)
            break;
        char *now = written();
        CHECK_STR(now, old);
        free(now);
    }
    free(old);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    gr_game_init(&game);
    RUN(lines_are_added);
    RUN(lines_are_deleted);
    RUN(lines_change_places);
    RUN(moves_are_commented);
    RUN(games_get_tags_results_and_starts);
    RUN(tags_of_the_game_are_spelled_exactly);
    RUN(ends_that_cannot_be_played);
    RUN(what_cannot_be_done_is_refused);
    RUN(nesting_has_a_bound);
    RUN(trees_are_games);
    RUN(trees_without_memory);
    RUN(memory_runs_out);
    gr_game_free(&game);
    gr_buffer_free(&undo);
    gr_buffer_free(&redo);
    gr_buffer_free(&text);
    gr_variants_close(variants);
    return test_end();
}
