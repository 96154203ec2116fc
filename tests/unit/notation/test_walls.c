/* Games whose moves bring walls: texts of moves, what is wrong with them, positions, definitions. The numbers of moves
 * are in tests/data/perft. */
#include "notation/move/diagnose.h"
#include "notation/move/long.h"
#include "rules/perft.h"
#include "rules/random.h"
#include "tests/aid/described_aid.h"

#define ATLANTIS "[atlantis:chess]\nwallingRule = edge\nwallOrMove = true\n"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static void ducks_are_read(void) {
    static const char after[] = "rnbqkbnr/pppppppp/4*3/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    static const char *const forms[] = {"e4,e6", "e4@e6", "e4 @e6", "e4,@e6", "e4, @e6", "e2e4,e4e6", "e2-e4@e6",
                                        "e4 \xCE\x98" "e6", "e4\xCE\x98" "d3-e6", "Pawn e2 - e4 @ e6", "e4,e4e6"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        so_played("duck", START, forms[i], "e2e4,e4e6", "e4,e6", after);
}

static void castling_and_promotion_have_walls(void) {
    static const char fen[] = "3*3r/1P2k3/8/8/8/8/8/R3K2R w KQ - 0 1";
    so_played("duck", fen, "O-O,e1", "e1g1,g1e1", "O-O,e1", "7r/1P2k3/8/8/8/8/8/R3*RK1 b - - 1 1");
    so_played("duck", fen, "e1g1,g1h1", "e1g1,g1h1", "O-O,h1", "7r/1P2k3/8/8/8/8/8/R4RK* b - - 1 1");
    so_played("duck", fen, "b7b8n,b8b7", "b7b8n,b8b7", "b8=N,b7", "1N5r/1*2k3/8/8/8/8/8/R3K2R b KQ - 0 1");
    so_played("duck", fen, "Rxh8@h1", "h1h8,h8h1", "Rxh8,h1", "7R/1P2k3/8/8/8/8/8/R3K2* b Q - 0 1");
    so_played("duck", "4k3/8/8/8/8/8/8/3rK3 w - - 0 1", "Kxd1,e1", "e1d1,d1e1", "Kxd1,e1",
              "4k3/8/8/8/8/8/8/3K*3 b - - 0 1");
}

/* The duck may come onto the square of the pawn that was taken, and onto the square that was passed over, which then is
 * none any more. */
static void en_passant_and_ducks(void) {
    static const char fen[] = "4k3/8/8/8/3p4/8/2P1P3/4K3 w - - 0 1";
    so_played("duck", fen, "e4,a1", "e2e4,e4a1", "e4,a1", "4k3/8/8/8/3pP3/8/2P5/*3K3 b - e3 0 1");
    so_played("duck", fen, "e4,e3", "e2e4,e4e3", "e4,e3", "4k3/8/8/8/3pP3/4*3/2P5/4K3 b - - 0 1");
    so_played("duck", fen, "e4,e2", "e2e4,e4e2", "e4,e2", "4k3/8/8/8/3pP3/8/2P1*3/4K3 b - e3 0 1");
    so_played("duck", "4k3/8/8/8/3pP3/8/2P1*3/4K3 b - e3 0 1", "dxe3,e4", "d4e3,e3e4", "dxe3,e4",
              "4k3/8/8/8/4*3/4p3/2P5/4K3 w - - 0 2");
}

static void others_are_read(void) {
    so_played("amazons", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1", "Qd1-d7,d4", "d1d7,d7d4", "Qdd7,d4",
              "3q2q3/10/10/q2Q5q/10/10/Q2*5Q/10/10/6Q3 b - - 1 1");
    so_played("snailtrail", "6p/7/7/7/7/7/P6 w - - 0 1", "Pb2", "a1b2,b2a1", "Pb2,a1",
              "6p/7/7/7/7/1P5/*6 b - - 1 1");
}

static void explained(const char *name, const char *fen, const char *text, const char *words) {
    GrPosition pos;
    GrLexicon lexicon;
    GrSyntax syntax;
    GrBuffer out;
    if (!position_of(name, fen, &pos))
        return;
    gr_lexicon_init(&lexicon, pos.rules);
    gr_buffer_init(&out);
    size_t used = gr_syntax_read(&lexicon, text, &syntax);
    gr_diagnose(&lexicon, &pos, used ? &syntax : NULL, text, strlen(text), &out);
    bool right = !out.failed && strstr(out.data, words);
    if (!right)
        printf("%s: %s\n", text, out.data);
    CHECK(right);
    gr_buffer_free(&out);
}

static void faults_are_named(void) {
    static const char duck[] = "4k3/3p4/8/4*3/8/3n4/4P3/R3K2R w KQ - 0 1";
    explained("duck", duck, "e4", "it does not say where the duck goes, as in e4,b1");
    explained("duck", duck, "e4,e5", "the duck stands on e5 already, and has to move");
    explained("duck", duck, "e4,d7", "the duck cannot go to d7, where Black's Pawn stands");
    explained("duck", duck, "e4,e4", "the duck cannot go to e4, where White's Pawn stands then");
    explained("duck", duck, "O-O,f1", "the duck cannot go to f1, where White's Rook stands then");
    explained("duck", duck, "Re5,a1", "White's Rook");
    explained("amazons", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1", "Qdd7,e5",
              "from d7 the Amazon does not reach e5 with its arrow");
    explained("snailtrail", "6p/7/7/7/7/7/P6 w - - 0 1", "Pb2,a2", "the wall comes where the piece was, on a1");
    explained("isolation", "3p2/6/6/6/6/6/6/2P3 w - - 0 1", "Pc2,c1", "White may put no wall on c1");
    explained("isolation", "3p2/6/6/6/6/6/*5/2P3 w - - 0 1", "Pc2,a2", "on a2 there is a wall already");
    explained("isolation", "3p2/6/6/6/6/6/2*3/2P3 w - - 0 1", "Pc2,a2", "c2 is a wall");
}

/* A king that is captured ends the game; who is stalemated has won. */
static void ducks_end_games(void) {
    GrPosition pos;
    if (position_of("duck", "3rk3/8/8/8/8/8/8/3*4 w - - 0 1", &pos))
        CHECK_INT(gr_winner(&pos, gr_state(&pos)), GR_BLACK);
    if (position_of("duck", "4k3/8/8/8/8/p*6/P7/8 w - - 0 1", &pos))
        CHECK_INT(gr_winner(&pos, gr_state(&pos)), GR_BLACK);
    if (position_of("duck", "7k/8/8/8/8/pp6/P7/*r1n4 w - - 0 1", &pos))
        CHECK_INT(gr_state(&pos), GR_WON);
    if (position_of("duck", "7k/8/8/8/8/p1*5/Pp6/Kn6 w - - 0 1", &pos))
        CHECK(gr_state(&pos) == GR_OPEN && gr_count_moves(&pos) > 0);
    if (position_of("duck", "7k/8/8/8/2*5/pp6/Pp6/KB6 w - - 0 1", &pos))
        CHECK_INT(gr_winner(&pos, gr_state(&pos)), -1);
}

static bool is_read_back(const GrPosition *pos, GrMove move) {
    char uci[GR_UCI_SIZE], san[GR_SAN_SIZE], name[GR_LONG_SIZE];
    GrMove by_uci = 0, by_san = 0, by_name = 0;
    GrError error;
    gr_uci_write(pos, move, uci);
    gr_san_write(pos, move, san);
    gr_long_write(pos, move, name);
    bool read = !gr_uci_read(pos, uci, &by_uci, &error) && !gr_san_read(pos, san, &by_san, &error) &&
                !gr_san_read(pos, name, &by_name, &error);
    bool same = read && by_uci == move && by_san == move && by_name == move && gr_is_legal(pos, move);
    if (!same)
        printf("%s, %s, %s\n", uci, san, name);
    return same;
}

static bool is_same_by_fen(const GrPosition *pos) {
    char fen[GR_FEN_SIZE];
    GrPosition copy;
    gr_fen_write(pos, fen);
    bool same = gr_fen_read(pos->rules, fen, &copy, NULL) == 0 && gr_same(pos, &copy) && copy.key == pos->key &&
                gr_key_of(pos) == pos->key;
    if (!same)
        printf("%s\n", fen);
    return same;
}

static void games_come_back(const GrRules *rules, unsigned games) {
    static GrMoveList list;
    uint64_t state = test_seed(20261201);
    unsigned wrong = 0, plies = 0;
    for (unsigned i = 0; rules && i < games; i++) {
        GrPosition pos;
        gr_start(rules, &pos);
        for (unsigned ply = 0; ply < 100 && gr_state(&pos) == GR_OPEN; ply++, plies++) {
            gr_moves(&pos, &list);
            wrong += gr_count_moves(&pos) != list.count && list.count < GR_MAX_MOVES;
            for (unsigned n = ply % 97; n < list.count; n += 97)
                wrong += !is_read_back(&pos, list.move[n]);
            gr_play(&pos, list.move[gr_random(&state) % list.count]);
            wrong += !is_same_by_fen(&pos);
        }
    }
    CHECK_INT(wrong, 0);
    CHECK(plies > 10);
}

static void random_games_come_back_from_their_texts(void) {
    static const char *const names[] = {"duck", "amazons", "isolation", "snailtrail", "joust"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        games_come_back(gr_variants_find(variants, names[i]), test_slow() ? 30 : 3);
    games_come_back(defined("[atomicduck:atomic]\nwallingRule = duck\nstalemateValue = win\n"), test_slow() ? 4 : 1);
    games_come_back(defined("[edges:chess]\nwallingRule = edge\n"), test_slow() ? 30 : 3);
    games_come_back(defined(ATLANTIS), test_slow() ? 30 : 5);
}

/* More moves than a list has room for: those past it are matched and counted all the same. */
static void lists_are_full(void) {
    static GrMoveList list;
    GrPosition pos;
    if (!position_of("duck", "Q6k/8/1Q4Q1/3Q4/5Q2/2Q4Q/4Q3/KQ6 w - - 0 1", &pos))
        return;
    gr_moves(&pos, &list);
    CHECK_INT(list.count, GR_MAX_MOVES);
    CHECK(gr_count_moves(&pos) > GR_MAX_MOVES);
    uint64_t state = test_seed(7);
    for (int i = 0; i < 200; i++)
        CHECK(is_read_back(&pos, list.move[gr_random(&state) % list.count]));
}

/* A wall instead of a move: a legal move without a piece. */
static void walls_come_alone(void) {
    if (!defined(ATLANTIS))
        return;
    so_played("atlantis", START, "@a4", "a1a1,a1a4", "@a4",
              "rnbqkbnr/pppppppp/8/8/*7/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1");
    so_played("atlantis", START, "a1a1,a1h6", "a1a1,a1h6", "@h6",
              "rnbqkbnr/pppppppp/7*/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1");
    so_played("atlantis", "4k3/8/8/8/*7/8/8/4K3 w - - 0 1", "@b4", "e1e1,e1b4", "@b4",
              "4k3/8/8/8/**6/8/8/4K3 b - - 1 1");
    so_played("atlantis", START, "e4", "e2e4", "e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    explained("atlantis", START, "@e5", "a wall comes on the edge of the board or beside another");
    explained("atlantis", START, "@a2", "a2 is occupied by White's Pawn");
    explained("atlantis", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "@b1", "King");
    expect_fault("[m:chess]\nwallingRule = past\nwallOrMove = true\n", "3:14: a wall without a move");
}

static void definitions_are_checked(void) {
    expect_fault("[m:chess]\nwallingRule = goose\n", "2:15: expected 'arrow', 'duck', 'edge'");
    expect_fault("[m:chess]\nwallingRule = duck\n", "2:15: a duck is not supported beside a king");
    expect_fault("[m:crazyhouse]\nwallingRule = static\n", "2:15: walls are not supported where pieces are dropped");
    expect_fault("[m:chess]\nwallingRule = static\nwallingRegion = z9\n", "3:17: a region is squares");
    const GrRules *rules = defined("[half:duck]\nwallingRegionWhite = *1 *2 *3 *4\nwallingRegionBlack = d* e*\n");
    GrBuffer out;
    gr_buffer_init(&out);
    if (rules) {
        gr_definition_write(gr_definition_of(rules), &out);
        CHECK(strstr(out.data, "wallingRule = duck\nwallingRegionWhite = *1 *2 *3 *4\nwallingRegionBlack = d1 e1 d2"));
        CHECK(defined(out.data) == rules);
    }
    gr_buffer_free(&out);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    RUN(ducks_are_read);
    RUN(castling_and_promotion_have_walls);
    RUN(en_passant_and_ducks);
    RUN(others_are_read);
    RUN(faults_are_named);
    RUN(ducks_end_games);
    RUN(random_games_come_back_from_their_texts);
    RUN(lists_are_full);
    RUN(walls_come_alone);
    RUN(definitions_are_checked);
    gr_variants_close(variants);
    return test_end();
}
