/* Lists of openings: both forms, their faults, and games by any order of moves. */
#include "notation/book/opening_names.h"

#include <stdlib.h>
#include <string.h>

#include "notation/buffer.h"
#include "notation/move/san.h"
#include "notation/reader/reader.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

#define HEAD "eco\tname\tpgn\tuci\n"

static GrVariants *variants;

static const GrRules *rules(void) {
    return gr_variants_find(variants, "chess");
}

static int open_list(const char *text, GrOpeningNames **names, GrError *error) {
    return gr_opening_names_read(text, strlen(text), rules(), names, error);
}

/* The whole name of the game with these moves, with its code; "" if it has none. */
static const char *named(const GrOpeningNames *names, const char *moves, char out[200]) {
    GrGame game;
    GrError error;
    GrOpeningName name;
    GrReader *reader = gr_reader_open_memory(moves, strlen(moves), variants, NULL, &error);
    *out = '\0';
    gr_game_init(&game);
    CHECK_INT(gr_reader_next(reader, &game, &error), 1);
    if (gr_opening_name_of_game(names, &game, &name))
        snprintf(out, 200, "%s|%s|%s|%s", name.eco, name.name, name.opening, name.variation);
    gr_game_free(&game);
    gr_reader_close(reader);
    return out;
}

static void a_table(void) {
    GrOpeningNames *names;
    GrError error;
    char out[200];
    REQUIRE(open_list(HEAD "B20\tSicilian Defense\t1. e4 c5\tx\n\n"
                      "B27\tSicilian Defense: Old: Twice\t1. e4 c5 2. Nf3 e6 3. d4\t\n"
                      "B99\tAnother\t1. e4 c5\t\n", &names, &error) == 0);
    CHECK_INT(gr_opening_names_count(names), 2);
    CHECK(gr_opening_names_rules(names) == rules());
    CHECK_STR(named(names, "1. e4 c5 2. a3 *", out), "B20|Sicilian Defense|Sicilian Defense|");
    CHECK_STR(named(names, "1. e4 e6 2. d4 c5 3. Nf3 a6 *", out),
              "B27|Sicilian Defense: Old: Twice|Sicilian Defense|Old: Twice");
    CHECK_STR(named(names, "1. d4 d5 *", out), "");
    CHECK_STR(named(names, "[Variant \"atomic\"]\n\n1. e4 c5 *", out), "");
    gr_opening_names_free(names);
}

static void a_file_of_scid(void) {
    GrOpeningNames *names;
    GrError error;
    char out[200];
    REQUIRE(open_list("# A comment \"with quotes\" *\n\nA00a \"Start position\" *\nB00a1 \"King's Pawn\"\n"
                      "  1.e4 *\n# more\nC20 \"Open: Game\" 1.e4\n  e5 * # end\nA40 \"d4\" 1.d4 *", &names,
                      &error) == 0);
    CHECK_INT(gr_opening_names_count(names), 3);
    CHECK_STR(named(names, "1. e4 a6 *", out), "B00|King's Pawn|King's Pawn|");
    CHECK_STR(named(names, "1. e4 e5 *", out), "C20|Open: Game|Open|Game");
    CHECK_STR(named(names, "1. d4 e5 *", out), "A40|d4|d4|");
    gr_opening_names_free(names);
}

static void faults(void) {
    static const struct {
        const char *text, *want;
    } list[] = {
        {"", "line 1: there is no opening"},
        {HEAD, "line 1: there is no opening"},
        {"1. e4 e5 *\n", "line 1: no list of openings"},
        {HEAD "B20\tSicilian\n", "line 2: columns are missing"},
        {HEAD "B20\tSicilian\t1. e4 e4\n", "line 2: 'e4' is not a legal move"},
        {HEAD "\n\nB20\tSicilian\t1. e4 xyz\n", "line 4: 'xyz' is not a move"},
        {HEAD "B20\tSicilian\t1. aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
         "line 2: 'aaaaaaaaaaaaaaaaaaaa...' is no move"},
        {"B20 \"Sicilian\" 1.e4 c5\n", "line 1: the moves do not end"},
        {"\nB21 \"Odd\" 1.e5 *", "line 2: 'e5' is not a legal move"},
        {"B20 \"Sicilian\n\" 1.e4 *", "line 1: no list of openings"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        GrOpeningNames *names;
        GrError error;
        CHECK_INT(open_list(list[i].text, &names, &error), GR_ERR_SYNTAX);
        CHECK(names == NULL);
        if (strncmp(error.text, list[i].want, strlen(list[i].want)))
            CHECK_STR(error.text, list[i].want);
    }
}

/* An entry that cannot be played is passed over, if others can. */
static void passed_over(void) {
    GrOpeningNames *names;
    GrError error;
    size_t count;
    const char *text = "\nB20 \"Sicilian\" 1.e4\n c5 *\nB21 \"\xC3\x84\" 1.e5 *\nA40 \"Pawn\" 1.d4 *";
    REQUIRE(!open_list(text, &names, &error));
    CHECK_INT(gr_opening_names_count(names), 2);
    const GrOpeningNameFault *fault = gr_opening_names_faults(names, &count);
    CHECK_INT(count, 1);
    CHECK_INT(fault->line, 4);
    CHECK_INT(fault->column, 11);
    CHECK(!strncmp(fault->text, "'e5' is not a legal move", 24));
    gr_opening_names_free(names);
}

/* So is a line that is none, has no quotes, or lacks an end. */
static void lines_passed_over(void) {
    static const struct {
        const char *text;
        size_t names;
        uint32_t line;
    } list[] = {
        {"A40 \"Pawn\" 1.d4 *\njunk\nB00 \"King\" 1.e4 *\n", 2, 2},
        {"A40 Pawn 1.d4 *\nB00 \"King\" 1.e4 *\n", 1, 1},
        {"A40 \"Pawn 1.d4 *\nB00 \"King\" 1.e4 *\n", 1, 1},
        {"A40 \"Pawn\" 1.d4\nB00 \"King\" 1.e4 *\n", 1, 1},
        {"B00 \"King\" 1.e4 *\nA40 \"Pawn\" 1.d4\n", 1, 2},
        {HEAD "B20\tSicilian\nB00\tKing\t1. e4\n", 1, 2},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        GrOpeningNames *names;
        GrError error;
        size_t count = 0;
        REQUIRE(!open_list(list[i].text, &names, &error));
        CHECK_INT(gr_opening_names_count(names), list[i].names);
        const GrOpeningNameFault *fault = gr_opening_names_faults(names, &count);
        REQUIRE(count == 1);
        CHECK_INT(fault->line, list[i].line);
        CHECK_INT(fault->column, 1);
        gr_opening_names_free(names);
    }
}

/* More entries than the tables have room for at first. */
static void many(void) {
    GrBuffer text;
    GrOpeningNames *names;
    GrError error;
    GrMoveList first, second;
    GrPosition start, after, last;
    gr_buffer_init(&text);
    gr_buffer_puts(&text, HEAD);
    gr_start(rules(), &start);
    gr_moves(&start, &first);
    for (unsigned i = 0; i < first.count; i++) {
        after = start;
        char one[GR_SAN_SIZE], two[GR_SAN_SIZE], three[GR_SAN_SIZE];
        gr_san_play(&after, first.move[i], one);
        gr_moves(&after, &second);
        for (unsigned j = 0; j < second.count; j++) {
            GrMoveList third;
            last = after;
            gr_san_play(&last, second.move[j], two);
            gr_moves(&last, &third);
            gr_san_write(&last, third.move[0], three);
            gr_buffer_printf(&text, "A00\t%u %u\t1. %s %s 2. %s\t\n", i, j, one, two, three);
        }
    }
    REQUIRE(!gr_opening_names_read(text.data, text.len, rules(), &names, &error));
    CHECK(gr_opening_names_count(names) > 300 && gr_opening_names_count(names) <= 400);
    gr_opening_names_free(names);
    FAIL_EACH_ALLOCATION(n, 2000) {
        int code = gr_opening_names_read(text.data, text.len, rules(), &names, &error);
        fail_alloc_stop();
        CHECK(code == 0 || (code == GR_ERR_MEMORY && error.code == GR_ERR_MEMORY && !names));
        gr_opening_names_free(names);
    }
    gr_buffer_free(&text);
}

static void files(void) {
    GrOpeningNames *names;
    GrError error;
    CHECK_INT(gr_opening_names_open("/no/such/list", rules(), &names, NULL, NULL, &error), GR_ERR_NOT_FOUND);
    CHECK(names == NULL);
    CHECK_INT(gr_opening_names_open("README.md", rules(), &names, NULL, NULL, NULL), GR_ERR_SYNTAX);
    FAIL_EACH_ALLOCATION(n, 2000) {
        int code = gr_opening_names_open("README.md", rules(), &names, NULL, NULL, &error);
        fail_alloc_stop();
        CHECK(code == error.code && (code == GR_ERR_SYNTAX || code == GR_ERR_MEMORY) && !names);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(a_table);
    RUN(a_file_of_scid);
    RUN(faults);
    RUN(lines_passed_over);
    RUN(passed_over);
    RUN(many);
    RUN(files);
    gr_variants_close(variants);
    return test_end();
}
