/* Books in Polyglot's format: keys, moves, reading and making. */
#include "notation/book/polyglot.h"

#include <unistd.h>

#include "notation/buffer.h"
#include "notation/move/san.h"
#include "rules/fen.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static const GrRules *chess;

static GrPosition position(const char *fen) {
    GrPosition pos;
    CHECK_INT(gr_fen_read(chess, fen, &pos, NULL), 0);
    return pos;
}

static uint64_t key_of(const char *fen) {
    GrPosition pos = position(fen);
    return gr_book_key(&pos, gr_book_step_of_fen(fen));
}

/* The positions that the documentation of the format gives as examples. */
static void published_keys(void) {
    CHECK(key_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") == 0x463b96181691fc9c);
    CHECK(key_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1") == 0x823c9b50fd114196);
    CHECK(key_of("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2") == 0x0756b94461c50fb0);
    CHECK(key_of("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2") == 0x662fafb965db29d4);
    CHECK(key_of("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3") == 0x22a48b5a8e47ff78);
    CHECK(key_of("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3") == 0x652a607ca3f242c1);
    CHECK(key_of("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4") == 0x00fdd303c946bdd9);
    CHECK(key_of("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3") == 0x3c8123ea7b067637);
    CHECK(key_of("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4") == 0x5c3f9b829b279560);
}

static void keys_along_a_game(void) {
    static const struct { const char *san; uint64_t key; } line[] = {
        {"e4", 0x823c9b50fd114196}, {"d5", 0x0756b94461c50fb0}, {"e5", 0x662fafb965db29d4}, {"f5", 0x22a48b5a8e47ff78},
        {"Ke2", 0x652a607ca3f242c1}, {"Kf7", 0x00fdd303c946bdd9},
    };
    GrPosition pos;
    GrMove move;
    gr_start(chess, &pos);
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        REQUIRE(gr_san_read(&pos, line[i].san, &move, NULL) == 0);
        int step = gr_book_step(&pos, move);
        gr_play(&pos, move);
        CHECK(gr_book_key(&pos, step) == line[i].key);
    }
}

/* The pawn that could take is pinned: our positions do not have that square, the key has. */
static void en_passant_that_is_not_legal(void) {
    static const char fen[] = "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 2", none[] = "4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 2";
    GrPosition pos = position("4r2k/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), single = pos;
    GrMove move;
    REQUIRE(gr_san_read(&pos, "d5", &move, NULL) == 0);
    CHECK_INT(gr_book_step(&pos, move), 3);
    gr_play(&pos, move);
    CHECK(gr_book_key(&pos, 3) == key_of(fen));
    CHECK(key_of(fen) != key_of(none));
    REQUIRE(gr_san_read(&single, "d6", &move, NULL) == 0);
    CHECK_INT(gr_book_step(&single, move), GR_BOOK_NO_STEP);
    CHECK_INT(gr_book_step_of_fen(none), GR_BOOK_NO_STEP);
    CHECK_INT(gr_book_step_of_fen("8/8 w"), GR_BOOK_NO_STEP);
}

/* Each legal move has a code of its own, which is read back. */
static void codes(const char *fen) {
    GrPosition pos = position(fen);
    GrMoveList list;
    gr_moves(&pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        CHECK_INT(gr_book_move(&pos, gr_book_code(&pos, list.move[i])), list.move[i]);
}

static uint16_t code(int from_file, int from_rank, int to_file, int to_rank, int piece) {
    return (uint16_t)(to_file | to_rank << 3 | from_file << 6 | from_rank << 9 | piece << 12);
}

static void moves_as_codes(void) {
    char text[GR_BOOK_CODE_SIZE];
    GrPosition pos = position("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1");
    codes("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1");
    codes("r3k2r/8/8/8/8/8/1p6/R3K2R b KQkq - 0 1");
    codes("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
    CHECK_INT(gr_move_kind(gr_book_move(&pos, code(4, 0, 7, 0, 0))), GR_CASTLE); /* e1h1 */
    CHECK_INT(gr_move_to(gr_book_move(&pos, code(4, 0, 0, 0, 0))), 2);           /* e1a1 */
    CHECK_INT(gr_move_kind(gr_book_move(&pos, code(4, 0, 6, 0, 0))), GR_CASTLE); /* e1g1 */
    CHECK(gr_book_move(&pos, code(1, 6, 1, 7, 4)) != GR_NO_MOVE);                /* b7b8q */
    CHECK_INT(gr_book_move(&pos, code(1, 6, 1, 7, 0)), GR_NO_MOVE);
    CHECK_INT(gr_book_move(&pos, code(1, 6, 1, 7, 7)), GR_NO_MOVE);
    CHECK_INT(gr_book_move(&pos, code(4, 0, 4, 7, 0)), GR_NO_MOVE);
    CHECK_INT(gr_book_move(&pos, 0), GR_NO_MOVE);
    CHECK_INT(gr_book_move(&pos, 0xFFFF), GR_NO_MOVE);
    gr_book_code_write(code(1, 6, 0, 7, 1), text);
    CHECK_STR(text, "b7a8n");
    gr_book_code_write(code(4, 1, 4, 3, 0), text);
    CHECK_STR(text, "e2e4");
    pos = position("3k4/8/8/8/8/8/8/4R2K w - - 0 1"); /* a rook on e1: no castling */
    CHECK_INT(gr_move_kind(gr_book_move(&pos, code(4, 0, 6, 0, 0))), GR_NORMAL);
}

/* ---- books ---- */

static char path[] = "/tmp/grimoire-book.XXXXXX";

static int put_buffer(void *context, const char *bytes, size_t len) {
    GrBuffer *buffer = context;
    gr_buffer_add(buffer, bytes, len);
    return buffer->failed ? GR_ERR_MEMORY : 0;
}

static void save(const void *bytes, size_t len) {
    FILE *file = fopen(path, "w");
    if (CHECK(file != NULL)) {
        fwrite(bytes, 1, len, file);
        fclose(file);
    }
}

static int count(GrBookMaker *maker, const char *san, unsigned points, int times) {
    GrPosition pos;
    GrMove move;
    int failed = 0;
    gr_start(chess, &pos);
    CHECK_INT(gr_san_read(&pos, san, &move, NULL), 0);
    for (int i = 0; i < times && !failed; i++)
        failed = gr_book_maker_add(maker, &pos, GR_BOOK_NO_STEP, move, points);
    return failed;
}

static void a_book_is_made_and_read(void) {
    GrBookMaker *maker = gr_book_maker_new();
    GrBuffer bytes;
    GrBook *book;
    GrError error;
    GrBookMove move[8];
    GrPosition pos;
    size_t entries;
    gr_buffer_init(&bytes);
    count(maker, "e4", 2, 40000);
    count(maker, "d4", 1, 20000);
    count(maker, "a3", 0, 3);
    count(maker, "Nf3", 1, 1);
    CHECK_INT(gr_book_maker_put(maker, 1, put_buffer, &bytes, &entries), 0);
    CHECK_INT(entries, 3); /* a3 made no points */
    CHECK_INT(bytes.len, 48);
    save(bytes.data, bytes.len);
    REQUIRE(gr_book_open(path, NULL, NULL, &book, &error) == 0);
    gr_start(chess, &pos);
    CHECK_INT(gr_book_entries(book), 3);
    REQUIRE(gr_book_find(book, &pos, GR_BOOK_NO_STEP, move, 8) == 3);
    CHECK_INT(move[0].weight, 65535);
    CHECK_INT(move[1].weight, 16383);
    CHECK_INT(move[2].weight, 1);
    CHECK_INT(move[0].code, code(4, 1, 4, 3, 0));
    CHECK_INT(move[2].entry, 3);
    CHECK_INT(gr_book_find(book, &pos, GR_BOOK_NO_STEP, move, 1), 3);
    gr_book_close(book);
    gr_buffer_clear(&bytes);
    CHECK_INT(gr_book_maker_put(maker, 2, put_buffer, &bytes, &entries), 0);
    CHECK_INT(entries, 2);
    gr_book_maker_free(maker);
    gr_buffer_free(&bytes);
}

static void an_entry(unsigned char to[16], uint64_t key, uint16_t move, uint16_t weight) {
    memset(to, 0, 16);
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(key >> (56 - 8 * i));
    to[8] = (unsigned char)(move >> 8);
    to[9] = (unsigned char)move;
    to[10] = (unsigned char)(weight >> 8);
    to[11] = (unsigned char)weight;
}

static void moves_are_drawn_by_weight(void) {
    unsigned char bytes[64];
    GrBook *book;
    GrError error;
    GrPosition pos;
    uint64_t random = 1;
    uint32_t illegal = 0;
    int often = 0;
    gr_start(chess, &pos);
    uint64_t key = gr_book_key(&pos, GR_BOOK_NO_STEP);
    an_entry(bytes, key, code(4, 1, 4, 4, 0), 60000); /* e2e5 */
    an_entry(bytes + 16, key, code(4, 1, 4, 3, 0), 300);
    an_entry(bytes + 32, key, code(3, 1, 3, 3, 0), 100);
    an_entry(bytes + 48, key, code(0, 1, 0, 2, 0), 0);
    save(bytes, 64);
    REQUIRE(gr_book_open(path, NULL, NULL, &book, &error) == 0);
    for (int i = 0; i < 1000; i++) {
        GrMove move = gr_book_draw(book, &pos, GR_BOOK_NO_STEP, &random, &illegal);
        CHECK(gr_is_legal(&pos, move) && gr_move_from(move) != 8);
        often += gr_move_from(move) == 12;
    }
    CHECK(often > 700 && often < 800);
    CHECK_INT(illegal, 1000);
    gr_play(&pos, gr_book_move(&pos, code(4, 1, 4, 3, 0)));
    CHECK_INT(gr_book_draw(book, &pos, 4, &random, &illegal), GR_NO_MOVE);
    gr_book_close(book);
}

static void files_that_are_no_books(void) {
    unsigned char bytes[32];
    GrBook *book;
    GrError error;
    an_entry(bytes, 2, 1, 1);
    an_entry(bytes + 16, 1, 1, 1);
    save(bytes, 31);
    CHECK_INT(gr_book_open(path, NULL, NULL, &book, &error), GR_ERR_SYNTAX);
    CHECK(strstr(error.text, "no Polyglot book: its 31 bytes are no multiple of 16"));
    CHECK(!book);
    save(bytes, 32);
    CHECK_INT(gr_book_open(path, NULL, NULL, &book, &error), GR_ERR_SYNTAX);
    CHECK(strstr(error.text, "no Polyglot book: entry 2 is out of order"));
    save(bytes, 0);
    CHECK_INT(gr_book_open(path, NULL, NULL, &book, &error), GR_ERR_SYNTAX);
    CHECK_INT(gr_book_open("/nonexistent", NULL, NULL, &book, &error), GR_ERR_NOT_FOUND);
}

static void books_without_memory(void) {
    unsigned char bytes[16];
    GrBook *book;
    GrError error;
    an_entry(bytes, 2, 1, 1);
    save(bytes, 16);
    FAIL_EACH_ALLOCATION(n, 100) {
        int failed = gr_book_open(path, NULL, NULL, &book, &error);
        fail_alloc_stop();
        CHECK_INT(failed, fail_alloc_failures() ? GR_ERR_MEMORY : 0);
        gr_book_close(book);
    }
    FAIL_EACH_ALLOCATION(n, 100) {
        GrBuffer out;
        size_t entries;
        gr_buffer_init(&out);
        GrBookMaker *maker = gr_book_maker_new();
        int failed = maker ? count(maker, "e4", 1, 1) : GR_ERR_MEMORY;
        if (!failed)
            failed = gr_book_maker_put(maker, 1, put_buffer, &out, &entries);
        fail_alloc_stop();
        CHECK_INT(failed, fail_alloc_failures() ? GR_ERR_MEMORY : 0);
        gr_book_maker_free(maker);
        gr_buffer_free(&out);
    }
}

int main(int argc, char **argv) {
    variants = gr_variants_open();
    int fd = mkstemp(path);
    if (!variants || fd < 0 || close(fd))
        return 2;
    chess = gr_variants_find(variants, "chess");
    test_start(argc, argv);
    RUN(published_keys);
    RUN(keys_along_a_game);
    RUN(en_passant_that_is_not_legal);
    RUN(moves_as_codes);
    RUN(a_book_is_made_and_read);
    RUN(moves_are_drawn_by_weight);
    RUN(files_that_are_no_books);
    RUN(books_without_memory);
    unlink(path);
    gr_variants_close(variants);
    return test_end();
}
