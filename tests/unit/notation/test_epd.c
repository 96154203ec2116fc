/* Lines of EPD: operations, and the moves that test positions ask for. */
#include "notation/book/epd.h"

#include "notation/buffer.h"
#include "notation/move/uci.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;

/* "LEVEL COLUMN TEXT" of each fault, a line each. */
static void note(void *user, GrSeverity severity, size_t column, const char *text) {
    gr_buffer_printf(user, "%s %zu %s\n", severity == GR_ERROR ? "error" : "warning", column, text);
}

/* Reads a line of a variant; what was told of it is in `told`. */
static int read_line(const char *variant, const char *line, GrEpdTest *test, GrBuffer *told) {
    gr_buffer_init(told);
    return gr_epd_read_test(variants, gr_variants_find(variants, variant), line, test, note, told);
}

/* The line is sound, and asks for so many moves and against so many. */
static void takes(const char *variant, const char *line, size_t bests, size_t avoids) {
    GrEpdTest test;
    GrBuffer told;
    CHECK_INT(read_line(variant, line, &test, &told), 0);
    CHECK_STR(told.len ? told.data : "", "");
    CHECK_INT(test.bests, bests);
    CHECK_INT(test.avoids, avoids);
    gr_epd_test_free(&test);
    gr_buffer_free(&told);
}

/* Reading it gives the code, and tells this. */
static void tells(const char *line, int code, const char *text) {
    GrEpdTest test;
    GrBuffer told;
    CHECK_INT(read_line("chess", line, &test, &told), code);
    if (!CHECK(told.len && strstr(told.data, text)))
        printf("# told: %s\n", told.len ? told.data : "");
    gr_epd_test_free(&test);
    gr_buffer_free(&told);
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
#define CASTLES "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - "

static void operations_one_by_one(void) {
    static const char line[] = START "0 1 id \"a; b\";; bm  Nf3 Nc3 ; hmvc 3 ;c0 \"open";
    GrEpdOperation op;
    const char *at = gr_epd_operations(line);
    CHECK(!strncmp(at, "id ", 3));
    CHECK(gr_epd_next(&at, &op) && op.length == 2 && op.value_length == 6 && !strncmp(op.value, "\"a; b\"", 6));
    CHECK(gr_epd_next(&at, &op) && op.length == 2 && op.value_length == 7 && !strncmp(op.value, "Nf3 Nc3", 7));
    CHECK(gr_epd_next(&at, &op) && op.length == 4 && op.value_length == 1 && !op.unclosed);
    CHECK(gr_epd_next(&at, &op) && op.unclosed);
    CHECK(!gr_epd_next(&at, &op));
    CHECK_STR(gr_epd_operations(START), "");
    CHECK_STR(gr_epd_operations("8/8 w ;D1 20"), ";D1 20");
}

static void moves_in_all_forms(void) {
    takes("chess", START "bm Nf3;", 1, 0);
    takes("chess", START "bm Nf3+! g1f3 Ng1-f3, Nc3; am e2e4 a3;", 2, 2);
    takes("chess", START "0 1 bm e4", 1, 0);
    takes("chess", START "bm e4; bm d4;", 2, 0);
    takes("chess", CASTLES "bm O-O 0-0-0; am e1d1;", 2, 1);
    takes("chess", "8/P6k/8/8/8/8/8/K7 w - - bm a8=Q a8N a7a8r;", 3, 0);
    takes("chess", START "dm 3; ce +32; acd 12; pv e4 e5;", 0, 0);
    takes("magi", "10/10/10/10/10/6P3/7P2/1k8/6q3/K9 b - - 1 124 bm Qb2#;", 1, 0);
}

static void what_else_is_said(void) {
    GrEpdTest test;
    GrBuffer told;
    CHECK_INT(read_line("chess",
                        START "id \"WAC.001\"; c0 \"first; and\"; c9 last; dm 2; hmvc 4; fmvn 9;", &test, &told), 0);
    CHECK_STR(test.id, "WAC.001");
    CHECK_STR(test.comment[0], "first; and");
    CHECK(!test.comment[1]);
    CHECK_STR(test.comment[9], "last");
    CHECK_INT(test.mate, 2);
    CHECK_INT(test.pos.clock, 4);
    CHECK_INT(test.pos.number, 9);
    gr_epd_test_free(&test);
    gr_buffer_free(&told);
}

static void games_of_their_own(void) {
    GrEpdTest test;
    GrBuffer told;
    CHECK_INT(read_line("chess", "4k3/8/8/8/8/8/8/4K3[N] w - - bm N@f6; variant crazyhouse;", &test, &told), 0);
    CHECK_STR(gr_variant(test.pos.rules)->name, "crazyhouse");
    CHECK_INT(test.bests, 1);
    gr_epd_test_free(&test);
    gr_buffer_free(&told);
    tells(START "bm e4; variant shogo;", GR_ERR_SYNTAX, "error 69 there is no variant 'shogo'");
}

static void faults_with_their_places(void) {
    tells(START "bm e5;", GR_ERR_SYNTAX, "error 57 bm: 'e5' cannot be played: ");
    tells(START "bm e4 Nf6;", GR_ERR_SYNTAX, "error 60 bm: 'Nf6' cannot be played: ");
    tells(START "am x;", GR_ERR_SYNTAX, "error 57 am: 'x' cannot be played: ");
    tells(START "bm;", GR_ERR_SYNTAX, "error 54 bm names no move");
    tells(START "bm e4; am e4;", GR_ERR_SYNTAX, "error 64 am: 'e4' is a best move, too");
    tells(START "id \"open; bm e4;", GR_ERR_SYNTAX, "error 54 the quotes of id are not closed");
    tells(START "bm e4; 7 up;", GR_ERR_SYNTAX, "error 61 an operation begins with a letter, not '7'");
    tells(START "dm x; bm e4;", GR_ERR_SYNTAX, "error 57 dm is a number of moves from 1 to 500");
    tells("rnbqkbnr/ppppXppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;", GR_ERR_SYNTAX, "error 14 ");
    tells("4k3/8/8/8/8/8/P7/4K3 w KQ - bm Kd2; am Kd1", 0, "warning 24 ");
    tells("7k/6Q1/5K2/8/8/8/8/8 b - - bm Kg8;", GR_ERR_SYNTAX, "error 1 the game is over in this position");
    tells(START "id \"none\";", GR_ERR_NOT_FOUND, "warning 54 ");
    tells(START, GR_ERR_NOT_FOUND, "warning 54 it asks for no move");
}

static void too_many_moves(void) {
    GrBuffer line, told;
    GrEpdTest test;
    gr_buffer_init(&line);
    gr_buffer_puts(&line, "1QQQQQ2/8/8/8/8/8/k7/7K w - - bm");
    GrPosition pos;
    GrMoveList moves;
    CHECK_INT(read_line("chess", "1QQQQQ2/8/8/8/8/8/k7/7K w - - dm 1;", &test, &told), 0);
    pos = test.pos;
    gr_epd_test_free(&test);
    gr_buffer_free(&told);
    gr_moves(&pos, &moves);
    CHECK(moves.count > GR_EPD_MOVES);
    for (unsigned i = 0; i < moves.count; i++) {
        char uci[GR_UCI_SIZE];
        gr_uci_write(&pos, moves.move[i], uci);
        gr_buffer_printf(&line, " %s", uci);
    }
    tells(line.data, GR_ERR_SYNTAX, "bm names more than 64 moves");
    gr_buffer_free(&line);
}

static void without_memory(void) {
    FAIL_EACH_ALLOCATION(n, 100) {
        GrEpdTest test;
        GrBuffer told;
        int code = read_line("chess", START "id \"x\"; c1 \"y\"; bm e4 Nf3", &test, &told);
        fail_alloc_stop();
        CHECK_INT(code, fail_alloc_failures() ? GR_ERR_MEMORY : 0);
        gr_epd_test_free(&test);
        gr_buffer_free(&told);
    }
}

int main(int argc, char **argv) {
    variants = gr_variants_open();
    if (!variants)
        return 2;
    test_start(argc, argv);
    RUN(operations_one_by_one);
    RUN(moves_in_all_forms);
    RUN(what_else_is_said);
    RUN(games_of_their_own);
    RUN(faults_with_their_places);
    RUN(too_many_moves);
    RUN(without_memory);
    gr_variants_close(variants);
    return test_end();
}
