/* Films of games: their pieces are those of the games, and so are their moves, and foreign bytes do no harm. */
#include "db/codec/film.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

enum { PLIES = 300, GAMES = 300 };

static GrMove line[PLIES];
static GrFilmer filmer;
static unsigned long given_up;

/* Plays a random line; now and then, if that is wanted, a side passes, or the game goes on with captures. */
static uint32_t random_line(AidRandom *random, GrPosition *pos, bool passes) {
    static GrMoveList list;
    uint32_t plies = 0;
    for (; plies < PLIES; plies++) {
        gr_moves(pos, &list);
        if (!list.count)
            break;
        GrMove move = list.move[aid_random(random, list.count)];
        for (unsigned n = 0; n < list.count && aid_random(random, 2); n++)
            if (gr_is_capture(pos, list.move[n]) || gr_move_kind(list.move[n]) || gr_move_piece(list.move[n]))
                move = list.move[n];
        if (passes && !pos->pending && !gr_in_check(pos) && aid_random(random, 80) == 0)
            move = gr_move_make(GR_PASS, 0, 0, 0, 0);
        line[plies] = move;
        gr_play(pos, move);
    }
    return plies;
}

/* Where do pieces stand in the position? */
static bool is_row_of(const GrFilmRow *row, const GrPosition *pos) {
    bool same = true;
    for (int side = 0; side < 2; side++)
        same &= row->word[gr_film_side(side)] == (uint64_t)pos->side[side];
    for (int type = 1; type <= GR_FILM_TYPES; type++)
        same &= row->word[type] == (uint64_t)pos->type[type];
    return same;
}

/* Is that what the move does? */
static bool is_move_of(const GrFilmMove *did, const GrPosition *pos, GrMove move) {
    int square = gr_captured_square(pos, move);
    return did->move == move && did->piece == pos->board[gr_move_from(move)] &&
           did->target == pos->board[gr_move_to(move)] &&
           did->victim == (square == GR_NO_SQUARE ? GR_EMPTY : pos->board[square]) &&
           (did->victim == GR_EMPTY || did->square == square);
}

/* Films a line. False if there is no film of all of it. */
static bool film(const GrPosition *start, GrReplayer *player, uint32_t plies) {
    GrPosition pos = *start;
    if (!gr_filmer_open(&filmer, player, start))
        return false;
    for (uint32_t first = 0; first <= plies; first += GR_FILM_PLIES) {
        uint32_t count = plies - first < GR_FILM_PLIES ? plies - first : GR_FILM_PLIES;
        if (!gr_filmer_next(&filmer, player, count, GR_FILM_ROWS | GR_FILM_MOVES))
            return false;
        CHECK(is_row_of(&filmer.row[0], &pos));
        CHECK_INT(filmer.played[0].move, first ? line[first - 1] : GR_NO_MOVE);
        for (uint32_t i = 0; i < count; i++) {
            CHECK(is_move_of(&filmer.played[i + 1], &pos, line[first + i]));
            gr_play(&pos, line[first + i]);
            CHECK(is_row_of(&filmer.row[i + 1], &pos));
        }
    }
    return true;
}

/* Films a line as a replay form has it. */
static bool film_line(const GrPosition *start, uint32_t plies) {
    static GrReplayer player;
    GrBuffer bytes;
    gr_buffer_init(&bytes);
    GrReplayForm form = gr_replayer_write(&player, start, line, plies, &bytes);
    CHECK(gr_replayer_open(&player, start, form, (const uint8_t *)bytes.data, bytes.len));
    bool passes = false, filmed = film(start, &player, plies);
    for (uint32_t ply = 0; ply < plies; ply++)
        passes |= gr_move_kind(line[ply]) == GR_PASS;
    CHECK_INT(filmed, form == GR_REPLAY_FORM_PACKED && !passes);
    gr_buffer_free(&bytes);
    return filmed;
}

static void pieces_are_where_they_are(void) {
    AidRandom random = {test_seed(1859)};
    unsigned drawn = 0, variants = 0;
    for (unsigned v = 0; gr_variants_at(aid_book(), v); v++) {
        const GrRules *rules = gr_variants_at(aid_book(), v);
        bool knows = gr_filmer_knows(gr_variant(rules)) && gr_film_fits(gr_variant(rules));
        variants += knows;
        for (int n = 0; n < GAMES && knows; n++) {
            GrPosition start, pos;
            gr_start(rules, &start);
            if (n % 4 == 3)
                random_line(&random, &start, false);
            pos = start;
            uint32_t plies = random_line(&random, &pos, n % 5 == 4);
            bool whole = film_line(&start, plies);
            drawn += whole;
            given_up += !whole;
        }
    }
    printf("# %u variants, %u games filmed, %lu not\n", variants, drawn, given_up);
    CHECK(variants >= 3 && drawn > 200 && given_up > 10);
}

static void foreign_bytes_do_no_harm(void) {
    AidRandom random = {test_seed(1860)};
    static GrReplayer player;
    for (unsigned n = 0; n < 20000; n++) {
        uint8_t bytes[PLIES];
        GrPosition start;
        gr_start(gr_variants_find(aid_book(), "chess"), &start);
        if (n % 2)
            random_line(&random, &start, false);
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)aid_random(&random, n % 4 < 2 ? 256 : 16);
        CHECK(gr_replayer_open(&player, &start, GR_REPLAY_FORM_PACKED, bytes, sizeof bytes));
        CHECK(gr_filmer_open(&filmer, &player, &start));
        for (uint32_t ply = 0; ply < PLIES; ply += GR_FILM_PLIES) {
            uint32_t plies = PLIES - ply < 64 ? PLIES - ply : 64;
            if (!gr_filmer_next(&filmer, &player, plies, 1 + n % 3))
                break;
        }
        CHECK(player.next <= player.words);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(pieces_are_where_they_are);
    RUN(foreign_bytes_do_no_harm);
    return test_end();
}
