/* Games in which a move may put a piece from the hand where another was (Seirawan Chess, S-House): texts of moves, what
 * is wrong with them, rights in FEN, definitions. The numbers of moves are in tests/data/perft. */
#include "notation/move/diagnose.h"
#include "notation/move/long.h"
#include "rules/random.h"
#include "tests/aid/described_aid.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"
#define CASTLING "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1"
#define MIXED "rkbqnbrn/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBRN[HEhe] w GABCDEFHgabcdefh - 0 1"

static void gates_are_read(void) {
    static const char after[] = "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RHBQKBNR[Ehe] b KQCDFGkqbcdfg - 1 1";
    static const char *const forms[] = {"Nc3/H", "b1c3h", "Nb1-c3/H", "Nc3/H@b1", "Nc3 /H", "Nc3 / Hawk @ b1", "Nc3=H",
                                        "Knight b1 - c3 / Hawk @ b1", "Nc3/Hb1"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        so_played("seirawan", START, forms[i], "b1c3h", "Nc3/H", after);
}

static void castlings_put_on_either_square(void) {
    so_played("seirawan", CASTLING, "O-O", "e1g1", "O-O",
              "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1[HEhe] b Akq - 1 1");
    so_played("seirawan", CASTLING, "O-O/He1", "e1g1h", "O-O/He1",
              "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3HRK1[Ehe] b Akq - 1 1");
    so_played("seirawan", CASTLING, "O-O / Hawk @ h1", "h1e1h", "O-O/Hh1",
              "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RKH[Ehe] b Akq - 1 1");
    so_played("seirawan", CASTLING, "a1e1e", "a1e1e", "O-O-O/Ea1",
              "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/E1KR3R[Hhe] b Hkq - 1 1");
    so_played("seirawan", CASTLING, "0-0-0/E@e1", "e1c1e", "O-O-O/Ee1",
              "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2KRE2R[Hhe] b Hkq - 1 1");
}

/* By the rules of Chess960; the king's or the rook's square is none for what is put if the other comes there. */
static void castlings_of_chess960(void) {
    static const char fen[] = "1rk4r/8/8/8/8/8/8/1RK4R[HEhe] w HBChbc - 0 1";
    so_played("seirawan960", fen, "O-O-O", "c1b1", "O-O-O", "1rk4r/8/8/8/8/8/8/2KR3R[HEhe] b Hhbc - 1 1");
    so_played("Seirawan960", fen, "O-O-O/Hb1", "b1c1h", "O-O-O/Hb1", "1rk4r/8/8/8/8/8/8/1HKR3R[Ehe] b Hhbc - 1 1");
    so_played("seirawan", fen, "O-O/Hc1", "c1h1h", "O-O/Hc1", "1rk4r/8/8/8/8/8/8/1RH2RK1[Ehe] b Bhbc - 1 1");
}

/* A square is lost for it by any move from there, by a capture, and with the last piece in hand. */
static void gates_are_lost(void) {
    so_played("seirawan", START, "Nf3", "g1f3", "Nf3",
              "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R[HEhe] b KQBCDFkqbcdfg - 1 1");
    so_played("seirawan", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[HEh] b KQBCDFGkqbcdfg - 0 1", "Qxd1+", "d8d1", "Qxd1+",
              "rnb1kbnr/8/8/8/8/8/8/RNBqKBNR[HEh] w KQBCFGkqbcfg - 0 2");
    so_played("seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Eh] w KQBCDFGkqbcdfg - 0 1", "Na3/E", "b1a3e",
              "Na3/E", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/REBQKBNR[h] b KQkqbcdfg - 1 1");
    so_played("shouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Eh] w KQBCDFGkqbcdfg - 0 1", "Na3/E", "b1a3e",
              "Na3/E", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/REBQKBNR[h] b KQCDFGkqbcdfg - 1 1");
}

/* What is put ends no check; but a cannon may not be let in by it. */
static void kings_stay_safe(void) {
    GrPosition pos;
    GrMove move;
    GrError error;
    if (position_of("seirawan", "4k3/8/8/8/8/8/8/r3K3[H] w E - 0 1", &pos))
        CHECK_INT(gr_count_moves(&pos), 6); /* three squares on the second rank, with it or without */
    if (position_of("seirawan", "k3r3/8/8/8/8/8/4N3/4K3[H] w E - 0 1", &pos))
        CHECK(gr_san_read(&pos, "Nc3/H", &move, &error) != 0);
    if (!defined("[gunner:seirawan]\ncannon = c\nstartFen = 4k3/8/8/8/8/8/8/c1N1K3[H] w CE - 0 1\n"))
        return;
    if (position_of("gunner", "4k3/8/8/8/8/8/8/c1N1K3[H] w CE - 0 1", &pos)) {
        CHECK(gr_san_read(&pos, "Nd3", &move, &error) == 0);
        CHECK(gr_san_read(&pos, "Nd3/H", &move, &error) != 0);
        CHECK(gr_san_read(&pos, "Kd2/H", &move, &error) == 0);
    }
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
    static const char fen[] = "r3k2r/pppppppp/8/8/8/2N5/PPPPPPPP/R3K2R[Hhe] w KQkq - 0 1";
    explained("seirawan", fen, "O-O/Ee1", "White has no Elephant in hand");
    explained("seirawan", fen, "Ne4/H", "nothing may be put on c3 any more");
    explained("seirawan", fen, "e4/H", "nothing may be put on e2 any more");
    explained("seirawan", fen, "O-O/Hg1", "a piece in hand comes where one was, on e1 or h1");
    explained("seirawan", fen, "O-O/H", "it is ambiguous: O-O/He1, O-O/Hh1");
    explained("seirawan", START, "Nc3/Q", "White has no Queen in hand");
    explained("seirawan", START, "Nc3/H@b8", "a piece in hand comes where one was, on b1");
    explained("seirawan", START, "Nd2/H", "d2 is occupied by White's Pawn");
    explained("chess", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "Nc3/Q", "a Knight is not promoted");
}

static void expect_left_out(const char *fen, const char *words, const char *rights) {
    const GrRules *rules = gr_variants_find(variants, "seirawan");
    GrPosition pos;
    GrFaults faults;
    char got[GR_FEN_SIZE];
    if (!CHECK_INT(gr_fen_read(rules, fen, &pos, &faults), 0))
        return;
    CHECK(faults.count > 0 && strstr(faults.fault[0].text, words));
    if (faults.count && !strstr(faults.fault[0].text, words))
        printf("%s\n", faults.fault[0].text);
    gr_fen_write(&pos, got);
    CHECK(strstr(got, rights) != NULL);
}

static void rights_are_checked(void) {
    expect_left_out("4k3/8/8/8/8/8/8/R3K3[H] w QB - 0 1", "right 'B', but no piece of White's stands there", " w Q -");
    expect_left_out("4k3/8/8/8/8/8/8/RN2K3[h] w QB - 0 1",
                    "right 'B', but White has nothing in hand that could be put there", " w Q -");
    expect_left_out("4k3/8/8/8/8/8/8/RN2K3[H] w QBB - 0 1", "right 'B' twice", " w QB -");
    expect_left_out("4k3/8/8/8/8/8/8/RN2K3[H] w QBz - 0 1", "'z' is no right of Seirawan Chess", " w QB -");
    GrPosition one, other;
    if (position_of("seirawan", "4k3/8/8/8/8/8/8/RN2K3[H] w AEB - 0 1", &one) &&
        position_of("seirawan", "4k3/8/8/8/8/8/8/RN2K3[H] w QB - 0 1", &other))
        CHECK(gr_same(&one, &other) && one.key == other.key);
    if (position_of("seirawan", "4k3/8/8/8/8/8/8/RN2K3[H] w Q - 0 1", &other))
        CHECK(one.key != other.key && !gr_same(&one, &other));
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

/* The sets of moves are those of the list, and what takes is among the captures. */
static bool lists_agree(const GrPosition *pos, const GrMoveList *list) {
    static GrMoveSets sets;
    static GrMoveList captures;
    static GrAttackMap map;
    uint64_t n = 0, takes = 0;
    gr_attack_map_start(&map);
    gr_attack_map_update(&map, pos);
    gr_move_sets(pos, &map, &sets);
    gr_captures(pos, &captures);
    for (GrSet from = sets.from; from;)
        n += (uint64_t)gr_set_count(sets.to[gr_set_pop(&from)]);
    for (unsigned i = 0; i < list->count; i++)
        takes += gr_is_capture(pos, list->move[i]) || gr_move_becomes(list->move[i]);
    return n + sets.others.count == list->count && captures.count == takes && gr_count_moves(pos) == list->count;
}

static void games_come_back(const char *name, const char *fen, unsigned games) {
    static GrMoveList list;
    uint64_t state = test_seed(20261130);
    unsigned wrong = 0, plies = 0, put = 0;
    for (unsigned i = 0; i < games; i++) {
        GrPosition pos;
        if (!position_of(name, fen, &pos))
            return;
        for (unsigned ply = 0; ply < 80 && gr_state(&pos) == GR_OPEN; ply++, plies++) {
            gr_moves(&pos, &list);
            wrong += !lists_agree(&pos, &list);
            for (unsigned n = ply % 5; n < list.count; n += 5)
                wrong += !is_read_back(&pos, list.move[n]);
            GrMove move = list.move[gr_random(&state) % list.count];
            put += gr_kind_does(gr_move_kind(move), GR_PUTS);
            gr_play(&pos, move);
            wrong += !is_same_by_fen(&pos);
        }
    }
    CHECK_INT(wrong, 0);
    CHECK(plies > 10 && put > 0);
}

static void random_games_come_back_from_their_texts(void) {
    games_come_back("seirawan", START, test_slow() ? 60 : 8);
    games_come_back("seirawan", CASTLING, test_slow() ? 60 : 8);
    games_come_back("seirawan", MIXED, test_slow() ? 60 : 8);
    games_come_back("shouse", START, test_slow() ? 30 : 4);
}

static void definitions_are_checked(void) {
    expect_fault("[m:chess]\nseirawanGating = true\n", "2:18: 'seirawanGating' needs 'gating = true'");
    expect_fault("[m:chess]\ngating = true\n", "2:10: 'gating' is supported only with 'seirawanGating' or");
    expect_fault("[m:seirawan]\nwallingRule = static\n", "1:2: pieces are not put where others were in games with");
    expect_fault("[m:shouse]\ndropChecks = false\n", "1:2: of the rules for drops, only regions");
    expect_fault("[m:seirawan]\nmaxRank = 7\ncastling = false\ncastlingRank = 4\n",
                 "4:16: the sides need castling ranks of their own");
    const GrRules *rules = defined("[half:seirawan]\ndropRegionWhite = a1 b1 c1\nstartFen = " CASTLING "\n");
    GrBuffer out;
    gr_buffer_init(&out);
    if (rules) {
        gr_definition_write(gr_definition_of(rules), &out);
        CHECK(strstr(out.data, "gating = true\nseirawanGating = true\ndropRegionWhite = a1 b1 c1\n"));
        CHECK(defined(out.data) == rules);
        explained("half", CASTLING, "O-O/He1", "a Hawk may not be put on e1");
    }
    gr_buffer_free(&out);
}

static void names_with_960(void) {
    CHECK(gr_variants_find(variants, "Seirawan 960") == gr_variants_find(variants, "seirawan"));
    CHECK(gr_variants_find(variants, "makruk960") == NULL);
    CHECK(gr_variants_find(variants, "960") == NULL);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    RUN(gates_are_read);
    RUN(castlings_put_on_either_square);
    RUN(castlings_of_chess960);
    RUN(gates_are_lost);
    RUN(kings_stay_safe);
    RUN(faults_are_named);
    RUN(rights_are_checked);
    RUN(random_games_come_back_from_their_texts);
    RUN(definitions_are_checked);
    RUN(names_with_960);
    gr_variants_close(variants);
    return test_end();
}
