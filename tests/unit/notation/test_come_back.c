/* Random games of every variant come back from each form in which moves are written, alone and several to a text. */
#include <ctype.h>
#include <string.h>

#include "tests/aid/described_aid.h"
#include "tests/aid/reader_aid.h"

/* Those that have all moves of the main line. */
static const GrFormat *const forms[] = {
    &gr_format_pgn, &gr_format_san, &gr_format_long, &gr_format_uci,  &gr_format_csa,     &gr_format_kif,
    &gr_format_ki2, &gr_format_usi, &gr_format_wxf,  &gr_format_iccs, &gr_format_chinese, &gr_format_ucci,
};

static void without_variations(GrGame *game) {
    for (size_t n = 1; n < game->node_count; n++)
        game->nodes[n].alternative = 0;
}

/* Writes games of those plies as a text of that form, and as lines of UCI. False if the form has no way to write them,
 * or if memory is short. */
static bool write_games(AidRandom *random, const GrRules *rules, const GrFormat *form, const unsigned *plies,
                        GrBuffer *text, GrBuffer *uci) {
    GrGameBefore before = {0};
    GrGame game;
    bool well = true;
    gr_game_init(&game);
    gr_buffer_clear(text);
    gr_buffer_clear(uci);
    for (uint64_t n = 1; *plies && well; n++, plies++) {
        well = aid_random_game(random, rules, *plies, &game) && !(form->refuses && form->refuses(&game));
        if (!well)
            break;
        without_variations(&game);
        gr_format_put(form, text, &before, &game, n, n);
        gr_format_uci.game(uci, &game, n, n);
    }
    gr_format_close(text, &before);
    gr_game_free(&game);
    return well && !text->failed && !uci->failed;
}

/* Are as many games read back, with the same moves? Counts the forms that the games can be written in. */
static unsigned come_back(const GrRules *rules, uint64_t seed, const unsigned *plies) {
    GrBuffer text, uci, again;
    unsigned written = 0;
    gr_buffer_init(&text);
    gr_buffer_init(&uci);
    gr_buffer_init(&again);
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        AidRandom random = {seed};
        if (!write_games(&random, rules, forms[f], plies, &text, &uci))
            continue;
        int games = 0;
        while (plies[games])
            games++;
        written++;
        if (!CHECK_INT(aid_rewrite(variants, rules, text.data, text.len, &gr_format_uci, &again), games) ||
            !CHECK_STR(again.data, uci.data))
            printf("%s as %s:\n%s\n", gr_variant(rules)->name, forms[f]->name, text.data);
    }
    gr_buffer_free(&text);
    gr_buffer_free(&uci);
    gr_buffer_free(&again);
    return written;
}

static void games_come_back_from_every_form(void) {
    static const unsigned lengths[] = {3, 20, 120, 200};
    unsigned written = 0;
    AidRandom random = {test_seed(51)};
    for (size_t v = 0; gr_variants_at(variants, v); v++)
        for (int i = 0; i < (test_slow() ? 100 : test_long() ? 20 : 4); i++) {
            const unsigned plies[] = {lengths[i % 4], 0};
            aid_random(&random, 2);
            written += come_back(gr_variants_at(variants, v), random.state, plies);
        }
    CHECK(written > 4 * 4 * 110);
}

/* Openings are games of few moves, of which one could go on from the other. */
static void several_games_come_back(void) {
    static const unsigned plies[][8] = {{1, 2, 1, 1, 2, 2, 3}, {4, 4, 4, 6, 6, 2, 5}, {8, 1, 8, 2, 40, 3, 1},
                                        {10, 9, 8, 7, 6, 5, 5}};
    AidRandom random = {test_seed(55)};
    unsigned written = 0;
    for (size_t v = 0; gr_variants_at(variants, v); v++)
        for (int i = 0; i < (test_slow() ? 100 : test_long() ? 20 : 4); i++) {
            aid_random(&random, 2);
            written += come_back(gr_variants_at(variants, v), random.state, plies[i % 4]);
        }
    CHECK(written > 4 * 4 * 110);
}

/* Signs, castling and squares have letters, too: O-O, e.p., =, N, x, Z0. Any may be that of a piece. */
static void pieces_of_any_letter_come_back(void) {
    static const unsigned plies[] = {30, 250, 7, 0};
    AidRandom random = {test_seed(26)};
    for (int letter = 'A'; letter <= 'Z'; letter++) {
        char text[400];
        snprintf(text, sizeof text,
                 "[letter%c:%s]\nknight = -\ncustomPiece1 = %c:WDN\npromotionPieceTypes = %cqrb\n"
                 "startFen = r%cbqkb%cr/pppppppp/8/8/8/8/PPPPPPPP/R%cBQKB%cR w KQkq - 0 1\n",
                 letter, letter % 2 ? "chess" : "crazyhouse", tolower(letter), tolower(letter), tolower(letter),
                 tolower(letter), letter, letter);
        const GrRules *rules = strchr("KPQRB", letter) ? NULL : defined(text);
        for (int i = 0; rules && i < 3; i++) {
            aid_random(&random, 2);
            CHECK_INT(come_back(rules, random.state, plies), 4);
        }
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    gr_variants_load_described(variants);
    RUN(games_come_back_from_every_form);
    RUN(several_games_come_back);
    RUN(pieces_of_any_letter_come_back);
    gr_variants_close(variants);
    return test_end();
}
