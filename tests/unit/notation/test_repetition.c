/* Ends by repetition: who wins where the rules say so, in all places that decide it. */
#include "notation/claims.h"
#include "notation/game.h"
#include "rules/random.h"
#include "rules/repetition.h"
#include "tests/aid/described_aid.h"
#include "tests/aid/fail_alloc.h"

enum { NOBODY = -1, OPEN = -2 };

/* Adds a move to the game and to its tracks. */
static void add(GrGame *game, GrTracks *tracks, GrPosition *pos, const char *uci) {
    GrError error;
    GrMove move;
    uint32_t node, last = (uint32_t)game->node_count - 1;
    GrPosition before = *pos;
    if (gr_uci_read(pos, uci, &move, &error))
        printf("%s: %s\n", uci, error.text);
    REQUIRE(gr_uci_read(pos, uci, &move, &error) == 0 && gr_game_add_node(game, move, &node) == 0);
    game->nodes[last].next = node;
    game->plies++;
    gr_play(pos, move);
    REQUIRE(gr_tracks_add(tracks, &before, move, pos));
}

static int end_by_tracks(const GrRules *rules, const GrTracks *tracks) {
    int winner;
    return gr_repetition(rules, tracks->track, tracks->count, &winner) ? winner : OPEN;
}

static int end_of_game(const GrGame *game) {
    int winner;
    GrState state = gr_game_end(game, &winner);
    CHECK_INT(state, state == GR_OPEN ? GR_OPEN : winner < 0 ? GR_DRAWN : GR_WON);
    CHECK(gr_game_state(game) == state);
    return state == GR_OPEN ? OPEN : winner;
}

/* The note of gr_note_claims, "" if there is none. */
static const char *claim_of(GrGame *game, uint32_t *ply) {
    CHECK(gr_note_claims(game) == 0);
    *ply = game->diag_count ? game->diags[0].ply : 0;
    return game->diag_count ? gr_game_string(game, game->diags[0].text) : "";
}

/* The game ends with its last move, as it says, and not before; FEN NULL: from the start. */
static void ends(const char *of, const char *fen, const char *moves, int winner, const char *claim) {
    const GrRules *rules = rules_of(of);
    GrGame game;
    GrTracks tracks = {.count = 0};
    char word[8];
    int used;
    uint32_t ply = 0;
    REQUIRE(rules != NULL);
    gr_game_init(&game);
    REQUIRE(gr_game_begin(&game, rules) == 0);
    if (fen)
        REQUIRE(gr_fen_read(rules, fen, &game.start, NULL) == 0);
    GrPosition pos = game.start;
    REQUIRE(gr_tracks_begin(&tracks, &pos));
    for (; sscanf(moves, "%7s%n", word, &used) == 1; moves += used) {
        CHECK_INT(end_by_tracks(rules, &tracks), OPEN);
        CHECK_INT(end_of_game(&game), OPEN);
        add(&game, &tracks, &pos, word);
    }
    if (!CHECK_INT(end_by_tracks(rules, &tracks), winner) || !CHECK_INT(end_of_game(&game), winner))
        printf("%s %s\n", gr_variant(rules)->name, fen ? fen : "");
    CHECK_STR(claim_of(&game, &ply), claim);
    CHECK_INT(ply, winner == OPEN ? 0 : game.plies);
    gr_tracks_free(&tracks);
    gr_game_free(&game);
}

#define WHITE_HAS_WON "by repetition White has won"
#define BLACK_HAS_WON "by repetition Black has won"
#define ROOKS "h2g2 b8c8 g2h2 c8b8 "
#define GOLDS "b1b2 d5d4 b2b1 d4d5 "
#define KNIGHTS "g1f3 g8f6 f3g1 f6g8 "
#define FOURTH "the position occurs for the fourth time; a draw could be claimed"
#define THIRD "the position occurs for the third time; a draw could be claimed"

static void shogi_draws_by_the_fourth(void) {
    ends("shogi", NULL, ROOKS ROOKS ROOKS, NOBODY, FOURTH);
    ends("shogi", NULL, ROOKS ROOKS, OPEN, "");
}

/* The Mini Shogi Association lets the first player lose. */
static void minishogi_is_lost_by_the_first(void) {
    ends("minishogi", NULL, GOLDS GOLDS GOLDS, GR_BLACK, BLACK_HAS_WON);
}

/* White checks with each of its moves; one other move in between makes it a draw. */
static void perpetual_check_loses(void) {
    static const char check[] = "a9b9 a1b1 b9a9 b1a1 a9b9 a1b1 b9a9 b1a1 a9b9 a1b1 b9a9 b1a1";
    static const char slow[] = "a9b9 a1c1 b9a9 c1a1 a9b9 a1c1 b9a9 c1a1 a9b9 a1c1 b9a9 c1a1";
    ends("shogi", "k8/9/9/9/9/9/9/9/R7K[-] b - - 0 1", check, GR_BLACK, BLACK_HAS_WON);
    ends("shogi", "k8/9/9/9/9/9/9/9/R7K[-] b - - 0 1", slow, NOBODY, FOURTH);
    ends("[a:shogi]\nperpetualCheckIllegal = false", "k8/9/9/9/9/9/9/9/R7K[-] b - - 0 1", check, NOBODY, FOURTH);
}

/* A game that went on after a draw: the last four occurrences count. */
static void later_rounds_count_alone(void) {
    static const char *const round[] = {"a9b9", "a1c1", "b9a9", "c1a1", "a9b9", "a1b1", "b9a9", "b1a1"};
    const GrRules *rules = rules_of("shogi");
    GrGame game;
    GrTracks tracks = {.count = 0};
    gr_game_init(&game);
    REQUIRE(gr_game_begin(&game, rules) == 0);
    REQUIRE(gr_fen_read(rules, "k8/9/9/9/9/9/9/9/R7K[-] b - - 0 1", &game.start, NULL) == 0);
    GrPosition pos = game.start;
    REQUIRE(gr_tracks_begin(&tracks, &pos));
    for (int ply = 0; ply < 24; ply++)
        add(&game, &tracks, &pos, round[ply < 12 ? ply % 4 : 4 + ply % 4]);
    CHECK_INT(end_by_tracks(rules, &tracks), GR_BLACK);
    CHECK_INT(end_of_game(&game), GR_BLACK);
    gr_tracks_free(&tracks);
    gr_game_free(&game);
}

static void values_are_by_turn_or_side(void) {
    ends("[b:chess]\nnFoldValue = win", NULL, KNIGHTS KNIGHTS, GR_WHITE, WHITE_HAS_WON);
    ends("[c:chess]\nnFoldValue = loss", NULL, KNIGHTS KNIGHTS, GR_BLACK, BLACK_HAS_WON);
    ends("[d:chess]\nnFoldValue = loss\nnFoldRule = 2", NULL, KNIGHTS, GR_BLACK, BLACK_HAS_WON);
    static const char turned[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    static const char back[] = "g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1";
    ends("c", turned, back, GR_WHITE, WHITE_HAS_WON);
    ends("[e:chess]\nnFoldValue = loss\nnFoldValueAbsolute = true", turned, back, GR_BLACK, BLACK_HAS_WON);
    ends("[f:chess]\nnFoldValue = loss\nnFoldRule = 0\nnMoveRule = 0", NULL, KNIGHTS KNIGHTS, OPEN, "");
    ends("chess", NULL, KNIGHTS KNIGHTS, NOBODY, THIRD);
}

/* A rook attacks a cannon with each move, which loses if nothing defends the cannon. */
static void perpetual_chase_loses(void) {
    static const char chase[] = "c6c8 a6a8 c8c6 a8a6 c6c8 a6a8 c8c6 a8a6";
    ends("xiangqi", "4k4/9/9/9/R1c6/9/9/9/9/5K3 b - - 0 1", chase, GR_BLACK, BLACK_HAS_WON);
    ends("xiangqi", "2r1k4/9/9/9/R1c6/9/9/9/9/5K3 b - - 0 1", chase, NOBODY, THIRD);
    /* a soldier opens files to rooks; rooks that attack each other chase none */
    ends("xiangqi", "4k4/9/2c6/9/3P5/9/9/9/9/2RR1K3 b - - 0 1", "c8d8 d6c6 d8c8 c6d6 c8d8 d6c6 d8c8 c6d6", GR_BLACK,
         BLACK_HAS_WON);
    ends("xiangqi", "4k4/9/9/9/R1r6/9/9/9/9/5K3 b - - 0 1", chase, NOBODY, THIRD);
    ends("manchu", "4k4/9/9/9/2c6/9/9/9/9/M4K3 b - - 0 1", "e10e9 f1f2 e9e10 f2f1 e10e9 f1f2 e9e10 f2f1", NOBODY,
         THIRD);
    ends("[g:xiangqi]\nchasingRule = none", "4k4/9/9/9/R1c6/9/9/9/9/5K3 b - - 0 1", chase, NOBODY, THIRD);
}

/* A piece goes there and back twice, though the other side repeats nothing. */
static void shuttling_loses(void) {
    static const char there[] = "[h:xiangqi]\nnFoldRule = 4\nchasingRule = none\nmoveRepetitionIllegal = true";
    ends(there, NULL, "a1a2 c7c6 a2a3 e7e6 a3a2 g7g6 a2a3 i7i6 a3a2", GR_BLACK, BLACK_HAS_WON);
    ends("h", NULL, "a1a3 c7c6 i1i2 e7e6 a3a2 g7g6 a2a3 i7i6 a3a2", OPEN, "");
    ends("h", NULL, "e1e2 c7c6 e2e1 e7e6 e1e2 g7g6 e2e1 i7i6 e1e2 c6c5 e2e1", OPEN, ""); /* the palace is its own */
}

/* In Janggi as played today a pass in between is none of the moves. */
static void shuttling_around_a_pass_loses(void) {
    ends("janggimodern", NULL, "a1a2 c7c6 a2a3 e7e6 a3a2 g7g6 a2a3 i7i6 e2e2 c6c5 a3a2", GR_BLACK, BLACK_HAS_WON);
    ends("janggimodern", NULL, "a1a3 c7c6 i1i2 e7e6 a3a2 g7g6 a2a3 i7i6 e2e2 c6c5 a3a2", OPEN, "");
    ends("janggi", NULL, "e2e1 e9e10 e1e2 e10e9 e2e1 e9e10 e1e2 e10e9", GR_BLACK, BLACK_HAS_WON); /* counted */
}

/* Games in which both sides go back and forth: what replaying says of each position is what its tracks say. */
static unsigned wander(const GrRules *rules, uint64_t *random) {
    GrGame game;
    GrTracks tracks = {.count = 0};
    GrMoveList list;
    GrMove mine[2] = {GR_NO_MOVE, GR_NO_MOVE};
    char uci[GR_UCI_SIZE];
    unsigned decided = 0;
    gr_game_init(&game);
    CHECK(gr_game_begin(&game, rules) == 0);
    GrPosition pos = game.start;
    CHECK(gr_tracks_begin(&tracks, &pos));
    for (int ply = 0; ply < 60 && gr_state(&pos) == GR_OPEN; ply++) {
        GrMove last = mine[pos.turn], back = gr_move_make(GR_NORMAL, gr_move_to(last), gr_move_from(last), 0, 0);
        gr_moves(&pos, &list);
        bool returns = ply > 20 && gr_random(random) % 8 && last != GR_NO_MOVE && gr_is_legal(&pos, back);
        mine[pos.turn] = returns ? back : list.move[gr_random(random) % list.count];
        gr_uci_write(&pos, mine[pos.turn], uci);
        add(&game, &tracks, &pos, uci);
        int by_tracks = end_by_tracks(rules, &tracks);
        if (gr_state(&pos) == GR_OPEN)
            CHECK_INT(end_of_game(&game), by_tracks);
        decided += by_tracks >= 0;
    }
    gr_tracks_free(&tracks);
    gr_game_free(&game);
    return decided;
}

static void replaying_says_the_same(void) {
    static const char *const names[] = {"minishogi", "torishogi", "xiangqi", "minixiangqi", "b", "h"};
    uint64_t random = 20261130;
    unsigned decided = 0;
    for (int i = 0; i < 6; i++)
        for (int game = 0; game < 8; game++)
            decided += wander(gr_variants_find(variants, names[i]), &random);
    CHECK(decided > 100);
}

/* Without memory a row of tracks stays as it was, and a note is an error or there. */
static void memory_may_run_out(void) {
    GrGame game;
    GrTracks tracks = {.count = 0}, copy = {.count = 0};
    const GrRules *rules = gr_variants_find(variants, "b");
    static const char moves[] = KNIGHTS KNIGHTS;
    char word[8];
    int used;
    gr_game_init(&game);
    REQUIRE(gr_game_begin(&game, rules) == 0);
    GrPosition pos = game.start;
    REQUIRE(gr_tracks_begin(&tracks, &pos));
    for (const char *at = moves; sscanf(at, "%7s%n", word, &used) == 1; at += used)
        add(&game, &tracks, &pos, word);
    FAIL_EACH_ALLOCATION(n, 100) {
        game.diag_count = 0;
        int code = gr_note_claims(&game);
        fail_alloc_stop();
        CHECK(fail_alloc_failures() ? code == GR_ERR_MEMORY : code == 0 && game.diag_count == 1);
    }
    FAIL_EACH_ALLOCATION(n, 100) {
        bool well = gr_tracks_append(&copy, &tracks);
        fail_alloc_stop();
        CHECK(well == !fail_alloc_failures() && copy.count == (well ? tracks.count : 0));
    }
    gr_tracks_free(&copy);
    gr_tracks_free(&tracks);
    gr_game_free(&game);
}

static void bad_values_are_faults(void) {
    static const char *const text[] = {"[i:chess]\nnFoldValue = none", "[i:chess]\nchasingRule = yes",
                                       "[i:chess]\nperpetualCheckIllegal = 2"};
    for (int i = 0; i < 3; i++) {
        GrError error;
        GrVariantsFaults faults = {.count = 0};
        GrVariantsFile *file = gr_variants_file_read(text[i], strlen(text[i]), &error);
        REQUIRE(file != NULL);
        CHECK(gr_variants_file_define(file, 0, variants, &faults) == NULL);
        CHECK_INT(faults.count, 1);
        CHECK_INT(faults.fault[0].line, 2);
        gr_variants_file_close(file);
    }
}

/* What is written of a game is the same game. */
static void definitions_keep_it(void) {
    static const char *const names[] = {"shogi", "minishogi", "torishogi", "xiangqi", "b", "h"};
    for (int i = 0; i < 6; i++) {
        const GrRules *rules = gr_variants_find(variants, names[i]);
        GrBuffer text;
        GrError error;
        GrDefinition again;
        REQUIRE(rules != NULL);
        gr_buffer_init(&text);
        gr_definition_write(gr_definition_of(rules), &text);
        GrVariantsFile *file = gr_variants_file_read(text.data, text.len, &error);
        REQUIRE(file != NULL && gr_variants_file_game(file, 0, &again, NULL) == 0);
        CHECK(again.no_chases == gr_definition_of(rules)->no_chases);
        CHECK(gr_definition_same(&again, gr_definition_of(rules)));
        gr_variants_file_close(file);
        gr_buffer_free(&text);
    }
}

int main(int argc, char **argv) {
    GrError error;
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, &error))
        return 1;
    RUN(shogi_draws_by_the_fourth);
    RUN(minishogi_is_lost_by_the_first);
    RUN(perpetual_check_loses);
    RUN(later_rounds_count_alone);
    RUN(values_are_by_turn_or_side);
    RUN(perpetual_chase_loses);
    RUN(shuttling_loses);
    RUN(shuttling_around_a_pass_loses);
    RUN(replaying_says_the_same);
    RUN(memory_may_run_out);
    RUN(bad_values_are_faults);
    RUN(definitions_keep_it);
    gr_variants_close(variants);
    return test_end();
}
