/* Lines in the code of moves: any game of any variant comes back, its film too, and foreign bytes do no harm. */
#include "db/codec/move_film.h"
#include "notation/definition/variants_file.h"
#include "notation/move/uci.h"
#include "rules/fen.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

enum { PLIES = 300 };

static GrMove line[PLIES];
static GrLineReader reader;
static GrLineWriter writer;
static GrLineFilmer filmer;
static GrVariants *variants; /* with games described in a file */

static void open_variants(void) {
    static GrVariantsFaults faults;
    GrError error;
    variants = gr_variants_open();
    GrVariantsFile *file = gr_variants_file_open("tests/data/variants/games.ini", NULL, NULL, &error);
    REQUIRE(variants && file);
    for (size_t i = 0; i < gr_variants_file_games(file); i++)
        CHECK(gr_variants_file_define(file, i, variants, &faults) != NULL);
    gr_variants_file_close(file);
}

static unsigned count_variants(void) {
    unsigned count = 0;
    while (gr_variants_at(variants, count))
        count++;
    return count;
}

/* Plays a random line, with many moves of unusual kinds; a null move now and then, if that is wanted. */
static uint32_t random_line(AidRandom *random, GrPosition *pos, uint32_t most, bool passes) {
    static GrMoveList list;
    uint32_t plies = 0;
    for (; plies < most; plies++) {
        gr_moves(pos, &list);
        if (!list.count)
            break;
        GrMove move = list.move[aid_random(random, list.count)];
        for (unsigned n = 0; n < list.count && aid_random(random, 3); n++)
            if (gr_move_kind(list.move[n]) || gr_move_piece(list.move[n]) || gr_is_capture(pos, list.move[n]))
                move = list.move[n];
        if (passes && !pos->pending && !gr_in_check(pos) && aid_random(random, 60) == 0)
            move = gr_move_make(GR_PASS, 0, 0, 0, 0);
        line[plies] = move;
        gr_play(pos, move);
    }
    return plies;
}

/* The number of moves that are read as others. Behind the last one there is less than a byte. */
static unsigned differing(const GrPosition *start, const uint8_t *bytes, size_t len, uint32_t plies) {
    GrPosition pos = *start;
    unsigned wrong = 0;
    gr_move_line_open(&reader, start, bytes, len);
    for (uint32_t ply = 0; ply < plies && !wrong; ply++) {
        wrong += gr_move_line_next(&reader, &pos) != line[ply];
        gr_play(&pos, line[ply]);
    }
    return wrong + (8 * len - reader.at.low - reader.at.high >= 8);
}

static bool is_row_of(const GrFilmRow *row, const GrPosition *pos) {
    bool same = true;
    for (int side = 0; side < 2; side++)
        same &= row->word[gr_film_side(side)] == (uint64_t)pos->side[side];
    for (int type = 1; type <= GR_FILM_TYPES; type++)
        same &= row->word[type] == (uint64_t)pos->type[type];
    return same;
}

static bool is_move_of(const GrFilmMove *did, const GrPosition *pos, GrMove move) {
    int square = gr_captured_square(pos, move);
    return did->move == move && did->piece == pos->board[gr_move_from(move)] &&
           did->target == pos->board[gr_move_to(move)] &&
           did->victim == (square == GR_NO_SQUARE ? GR_EMPTY : pos->board[square]) &&
           (did->victim == GR_EMPTY || did->square == square);
}

/* Films what is wanted of a line and holds it against the game. False if there can be no film of it. */
static bool film(const GrPosition *start, const uint8_t *bytes, size_t len, uint32_t plies, unsigned what) {
    GrPosition pos = *start;
    if (!gr_move_film_open(&filmer, start, bytes, len))
        return false;
    for (uint32_t first = 0; first < plies; first += GR_FILM_PLIES) {
        uint32_t count = plies - first < GR_FILM_PLIES ? plies - first : GR_FILM_PLIES;
        if (!CHECK(gr_move_film_next(&filmer, count, what)))
            return true;
        for (uint32_t i = 0; i < count; i++) {
            CHECK(!(what & GR_FILM_ROWS) || is_row_of(&filmer.row[i], &pos));
            CHECK(!(what & GR_FILM_MOVES) || is_move_of(&filmer.played[i + 1], &pos, line[first + i]));
            gr_play(&pos, line[first + i]);
        }
        CHECK(!(what & GR_FILM_ROWS) || is_row_of(&filmer.row[count], &pos));
    }
    return true;
}

static void lines_come_back(void) {
    AidRandom random = {test_seed(4711)};
    unsigned games = 40 * count_variants(), filmed = 0;
    GrBuffer bytes;
    gr_buffer_init(&bytes);
    for (unsigned i = 0; i < games; i++) {
        GrPosition start, pos;
        bool passes = i % 7 == 3;
        gr_start_nth(gr_variants_at(variants, i % count_variants()), i, &start);
        pos = start;
        if (i % 4 == 3)
            random_line(&random, &pos, 60, false);
        start = pos;
        uint32_t plies = random_line(&random, &pos, i % 5 == 0 ? PLIES : 100, passes);
        gr_buffer_clear(&bytes);
        gr_move_line_write(&writer, &start, line, plies, &bytes);
        const uint8_t *at = (const uint8_t *)bytes.data;
        if (!CHECK_INT(differing(&start, at, bytes.len, plies), 0)) {
            printf("# %s, game %u\n", gr_variant(start.rules)->name, i);
            break;
        }
        for (unsigned what = GR_FILM_ROWS; what <= (GR_FILM_ROWS | GR_FILM_MOVES) && !passes; what++)
            filmed += film(&start, at, bytes.len, plies, what);
    }
    CHECK(filmed > 300); /* of four variants, three times */
    gr_buffer_free(&bytes);
}

/* Of more variants than codes are kept of, in any order: one may come to where that of the last line was. */
static void variants_come_in_any_order(void) {
    AidRandom random = {test_seed(77)};
    GrBuffer bytes;
    gr_buffer_init(&bytes);
    CHECK(count_variants() > GR_CODES_KEPT);
    for (unsigned i = 0; i < 3000; i++) {
        const GrRules *rules = gr_variants_at(variants, aid_random(&random, count_variants()));
        GrPosition start, pos;
        gr_start(rules, &start);
        pos = start;
        uint32_t plies = random_line(&random, &pos, 8, false);
        gr_buffer_clear(&bytes);
        gr_move_line_write(&writer, &start, line, plies, &bytes);
        if (!CHECK_INT(differing(&start, (const uint8_t *)bytes.data, bytes.len, plies), 0)) {
            printf("# %s, game %u\n", gr_variant(rules)->name, i);
            break;
        }
    }
    gr_buffer_free(&bytes);
}

/* More pieces than there are symbols for, on each side. */
static void crowds_come_back(void) {
    AidRandom random = {test_seed(12)};
    GrPosition start, pos;
    GrBuffer bytes;
    gr_buffer_init(&bytes);
    for (unsigned i = 0; i < 50; i++) {
        const GrRules *rules = gr_variants_find(variants, i % 2 ? "magi" : "chess");
        const char *fen = i % 2 ? "k9/nnnnnnnnnn/nnnnnnnnnn/nnnnnnnnnn/10/10/"
                                  "NNNNNNNNNN/NNNNNNNNNN/NNNNNNNNNN/K9 w - - 0 1"
                                : "knnnnnnn/nnnnnnnn/nnnnnnnn/8/8/NNNNNNNN/NNNNNNNN/NNNNNNNK w - - 0 1";
        REQUIRE(gr_fen_read(rules, fen, &start, NULL) == 0);
        pos = start;
        uint32_t plies = random_line(&random, &pos, PLIES, true);
        gr_buffer_clear(&bytes);
        gr_move_line_write(&writer, &start, line, plies, &bytes);
        CHECK_INT(differing(&start, (const uint8_t *)bytes.data, bytes.len, plies), 0);
    }
    gr_buffer_free(&bytes);
}

/* Whatever the bytes are, positions stay such that all can be asked of them, and reading comes to an end. */
static void foreign_bytes_do_no_harm(void) {
    AidRandom random = {test_seed(31337)};
    static GrMoveList list;
    unsigned long moves = 0;
    for (unsigned i = 0; i < 100 * count_variants(); i++) {
        GrPosition pos;
        size_t len = aid_random(&random, 90);
        uint8_t *bytes = malloc(len + 1); /* exactly, so that a sanitizer sees what is read beside them */
        REQUIRE(bytes);
        gr_start(gr_variants_at(variants, i % count_variants()), &pos);
        for (size_t b = 0; b < len; b++)
            bytes[b] = (uint8_t)(i % 3 ? aid_random(&random, 256) : aid_random(&random, 2) * 255);
        bytes = realloc(bytes, len ? len : 1);
        gr_move_line_open(&reader, &pos, bytes, len);
        for (unsigned tries = 0; tries < 1000; tries++) {
            GrMove move = gr_move_line_next(&reader, &pos);
            if (move == GR_NO_MOVE)
                continue; /* a reader would stop: here the next may fit */
            gr_play(&pos, move);
            gr_moves(&pos, &list);
            moves += list.count;
            if (!list.count)
                break;
        }
        CHECK(gr_move_line_next(&reader, &pos) == GR_NO_MOVE || reader.at.low + reader.at.high <= 8 * len);
        free(bytes);
    }
    CHECK(moves > 10000);
}

/* No two types on a square, and as many squares of sides as of types. */
static bool is_whole(const GrFilmRow *row) {
    uint64_t types = 0, both = 0;
    for (int type = 1; type <= GR_FILM_TYPES; type++) {
        both |= types & row->word[type];
        types |= row->word[type];
    }
    both |= row->word[gr_film_side(0)] & row->word[gr_film_side(1)];
    return !both && types == (row->word[gr_film_side(0)] | row->word[gr_film_side(1)]);
}

static void foreign_films_do_no_harm(void) {
    AidRandom random = {test_seed(77)};
    unsigned long films = 0, rows = 0;
    for (unsigned i = 0; i < 100 * count_variants(); i++) {
        GrPosition pos;
        size_t len = 1 + aid_random(&random, 90);
        uint8_t *bytes = malloc(len);
        REQUIRE(bytes);
        gr_start(gr_variants_at(variants, i % count_variants()), &pos);
        for (size_t b = 0; b < len; b++)
            bytes[b] = (uint8_t)aid_random(&random, 256);
        bool going = gr_move_film_open(&filmer, &pos, bytes, len);
        for (unsigned n = 0; n < 400 && going; n++) {
            going = gr_move_film_next(&filmer, 1, GR_FILM_ROWS | GR_FILM_MOVES);
            CHECK(!going || is_whole(&filmer.row[1]));
            rows += going;
            films += n == 0;
        }
        free(bytes);
    }
    CHECK(films > 200 && rows > films);
}

/* Codes are complete, and everything can be said in them. */
static void codes_are_whole(void) {
    for (unsigned i = 0; i < GR_PLACE_CODES + GR_TARGET_CODES; i++) {
        bool place = i < GR_PLACE_CODES;
        const char *bits = place ? gr_place_bits[i] : gr_target_bits[i - GR_PLACE_CODES];
        unsigned symbols = place ? (unsigned)GR_PLACE_SYMBOLS : (unsigned)GR_TARGET_SYMBOLS, sum = 0, with = 0;
        for (unsigned s = 0; s < symbols; s++) {
            with += bits[s] != '.';
            sum += bits[s] == '.' ? 0 : 1u << (GR_CODE_BITS - (unsigned)(bits[s] - '0'));
        }
        CHECK_INT(sum, 1u << GR_CODE_BITS);
        CHECK_INT(strlen(bits), symbols);
        CHECK(place ? bits[GR_PLACE_RARE] != '.' : with == 1 || bits[GR_TARGET_ANY] != '.');
    }
}

/* The bytes of a game: the tables and what they mean never change. */
static void bytes_stay_the_same(void) {
    static const char *const game[] = {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6",
                                       "e1g1", "d8f6", "d2d4", "e5d4", "c1g5", "f6g6", "d1d4", "c8h3"};
    GrPosition start, pos;
    GrBuffer bytes;
    char hex[100] = "";
    gr_buffer_init(&bytes);
    gr_start(gr_variants_find(variants, "chess"), &start);
    pos = start;
    for (unsigned i = 0; i < 16; i++) {
        CHECK_INT(gr_uci_read(&pos, game[i], &line[i], NULL), 0);
        gr_play(&pos, line[i]);
    }
    gr_move_line_write(&writer, &start, line, 16, &bytes);
    for (size_t i = 0; i < bytes.len && i < 40; i++)
        snprintf(hex + 2 * i, 3, "%02x", (unsigned char)bytes.data[i]);
    CHECK_STR(hex, "4a78327516be0af0d94c690d");
    gr_buffer_free(&bytes);
}

static void memory_runs_out(void) {
    AidRandom random = {test_seed(10)};
    GrPosition start, pos;
    gr_start(gr_variants_find(variants, "chess"), &start);
    pos = start;
    uint32_t plies = random_line(&random, &pos, PLIES, false);
    FAIL_EACH_ALLOCATION(n, 30) {
        GrLineWriter other = {.known = false};
        GrBuffer bytes;
        gr_buffer_init(&bytes);
        gr_move_line_write(&other, &start, line, plies, &bytes);
        fail_alloc_stop();
        CHECK(bytes.failed || differing(&start, (const uint8_t *)bytes.data, bytes.len, plies) == 0);
        gr_buffer_free(&bytes);
        gr_move_line_writer_free(&other);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    open_variants();
    RUN(lines_come_back);
    RUN(variants_come_in_any_order);
    RUN(crowds_come_back);
    RUN(foreign_bytes_do_no_harm);
    RUN(foreign_films_do_no_harm);
    RUN(codes_are_whole);
    RUN(bytes_stay_the_same);
    RUN(memory_runs_out);
    gr_move_line_writer_free(&writer);
    gr_variants_close(variants);
    return test_end();
}
