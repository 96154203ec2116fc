/* Games described in a file: our own ones so written against their C files, texts and back, bounds and faults. */
#include <pthread.h>

#include "notation/definition/variants_file.h"
#include "notation/move/uci.h"
#include "rules/perft.h"
#include "rules/position.h"
#include "rules/random.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;

/* One of our games as its text says it, under another name; NULL after a failed check. */
static const GrRules *written(const char *name) {
    const char *text = gr_variants_text(name);
    GrVariantsFaults faults;
    GrError error;
    static GrDefinition definition;
    if (!CHECK(text != NULL))
        return NULL;
    GrVariantsFile *file = gr_variants_file_read(text, strlen(text), &error);
    if (!CHECK(file != NULL))
        return NULL;
    int found = gr_variants_file_game(file, 0, &definition, &faults);
    CHECK_INT(found, 0);
    snprintf(definition.name, sizeof definition.name, "w-%s", name);
    snprintf(definition.title, sizeof definition.title, "w-%s", name);
    const GrRules *rules = found ? NULL : gr_variants_define(variants, &definition, NULL, &error);
    if (!rules)
        printf("%s: %s\n", name, found ? faults.fault[0].text : error.text);
    CHECK(rules != NULL);
    gr_variants_file_close(file);
    return rules;
}

static int by_number(const void *a, const void *b) {
    GrMove one = *(const GrMove *)a, other = *(const GrMove *)b;
    return (one > other) - (one < other);
}

/* The moves, with letters for types, which have other numbers, in order. */
static unsigned sorted_moves(const GrPosition *pos, GrMove out[GR_MAX_MOVES]) {
    static GrMoveList list;
    unsigned n = 0;
    const GrVariant *v = gr_variant(pos->rules);
    gr_moves(pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        GrMove m = list.move[i];
        int piece = gr_move_piece(m);
        int letter = piece ? v->piece[piece].letter - 'A' + 1 : 0;
        out[n++] = gr_move_make(gr_move_kind(m), gr_move_from(m), gr_move_to(m), letter,
                               gr_has_third(m) ? gr_move_third(m) : 0);
    }
    qsort(out, n, sizeof *out, by_number);
    return n;
}

/* The same position by the other rules. False if it cannot be read, or has lost a right. */
static bool same_by(const GrRules *rules, const GrPosition *pos, GrPosition *out) {
    char fen[GR_FEN_SIZE];
    gr_fen_write(pos, fen);
    if (gr_fen_read(rules, fen, out, NULL) == 0)
        return true;
    printf("%s\n", fen);
    return false;
}

typedef struct Compared {
    unsigned positions, differ, paths_differ;
} Compared;

/* Random games by the C file, each position by the other rules, too. */
static Compared compare(const char *name, unsigned positions) {
    static GrMove ours[GR_MAX_MOVES], theirs[GR_MAX_MOVES];
    static GrMoveList list;
    const GrRules *rules = gr_variants_find(variants, name), *other = written(name);
    Compared c = {0, 0, 0};
    uint64_t state = test_seed(20261123);
    bool antichess = !strcmp(name, "antichess"); /* its text cannot say which bishops make a position dead */
    GrPosition pos, copy;
    gr_start(rules, &pos);
    while (other && c.positions < positions) {
        gr_moves(&pos, &list);
        if (!list.count || pos.number > 60 || (antichess && gr_state(&pos) == GR_DRAWN) || !CHECK(same_by(other, &pos, &copy))) {
            gr_start(rules, &pos);
            continue;
        }
        unsigned n = sorted_moves(&pos, ours), m = sorted_moves(&copy, theirs);
        bool same = n == m && memcmp(ours, theirs, n * sizeof *ours) == 0;
        same = same && gr_state(&pos) == gr_state(&copy) && gr_in_check(&pos) == gr_in_check(&copy);
        if (!same) {
            char fen[GR_FEN_SIZE];
            gr_fen_write(&pos, fen);
            printf("%s: %u and %u moves, states %d and %d\n", fen, n, m, (int)gr_state(&pos), (int)gr_state(&copy));
        }
        c.differ += !same;
        c.paths_differ += gr_perft(&pos, 2) != gr_perft(&copy, 2);
        c.positions++;
        gr_play(&pos, list.move[gr_random(&state) % list.count]);
    }
    return c;
}

static void our_games_so_written_are_the_same(void) {
    static const char *const names[] = {"chess", "magi", "capablanca", "kingofthehill", "threecheck", "racingkings",
                                        "horde", "antichess", "crazyhouse", "atomic", "chess960", "magician", "royal",
                                        "wizard"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Compared c = compare(names[i], test_slow() ? 3000 : 300);
        if (c.differ || c.paths_differ)
            printf("%s: %u and %u of %u differ\n", names[i], c.differ, c.paths_differ, c.positions);
        CHECK_INT(c.differ, 0);
        CHECK_INT(c.paths_differ, 0);
    }
}

static void written_and_read(GrVariantsFile *file) {
    GrError error;
    GrVariantsFaults faults;
    static GrDefinition one, two;
    if (!CHECK(file != NULL))
        return;
    CHECK(gr_variants_file_games(file) > 25);
    for (size_t n = 0; n < gr_variants_file_games(file); n++) {
        GrBuffer text, again;
        gr_buffer_init(&text);
        gr_buffer_init(&again);
        CHECK_INT(gr_variants_file_game(file, n, &one, &faults), 0);
        gr_definition_write(&one, &text);
        GrVariantsFile *copy = gr_variants_file_read(text.data, text.len, &error);
        int found = copy ? gr_variants_file_game(copy, 0, &two, &faults) : -1;
        if (found)
            printf("%s: %s\n%s\n", one.name, found > 0 ? faults.fault[0].text : "", text.data);
        CHECK_INT(found, 0);
        gr_definition_write(&two, &again);
        CHECK_STR(again.data, text.data);
        CHECK(gr_definition_same(&one, &two));
        two.files++;
        CHECK(!gr_definition_same(&one, &two));
        gr_variants_file_close(copy);
        gr_buffer_free(&text);
        gr_buffer_free(&again);
    }
    gr_variants_file_close(file);
}

static void a_definition_written_and_read_is_the_same(void) {
    written_and_read(gr_variants_file_open("tests/data/variants/games.ini", NULL, NULL, NULL));
    written_and_read(gr_variants_described(NULL));
}

/* The first fault of the last game of a text is that one, at that place. */
static void expect_fault(const char *text, unsigned line, unsigned column, const char *words) {
    GrError error;
    GrVariantsFaults faults;
    GrVariantsFile *file = gr_variants_file_read(text, strlen(text), &error);
    if (!CHECK(file != NULL))
        return;
    const GrVariantsFaults *broken = gr_variants_file_broken(file);
    faults.count = 0;
    if (!broken->count && gr_variants_file_games(file))
        gr_variants_file_define(file, gr_variants_file_games(file) - 1, variants, &faults);
    const GrVariantsFaults *all = broken->count ? broken : &faults;
    bool right = all->count && all->fault[0].line == line && all->fault[0].column == column &&
                 strstr(all->fault[0].text, words);
    if (!right)
        printf("%s\n%u:%u: %s\n", text, all->count ? all->fault[0].line : 0, all->count ? all->fault[0].column : 0,
               all->count ? all->fault[0].text : "no fault");
    CHECK(right);
    gr_variants_file_close(file);
}

static void faults_have_their_place(void) {
    expect_fault("[a:chess]\nwallsRule = true\n", 2, 1, "'wallsRule' is not a supported key");
    expect_fault("[a:chess]\ncastlng = false\n", 2, 1, "did you mean castling?");
    expect_fault("[a:chess]\n  shatarMateRule = true\n", 2, 20, "'shatarMateRule' is supported only as 'false'");
    expect_fault("[a:chess]\npromotedPieceType = n:q x:q\n", 2, 25, "promotions are written as 'p:g s:g'");
    expect_fault("[a:chess]\npromotedPieceType = n\n", 2, 21, "promotions are written as 'p:g s:g'");
    expect_fault("[a:chess]\npromotedPieceType = k:q\n", 2, 21, "no piece becomes the king of a game that");
    expect_fault("[a:chess]\nsidewaysRank = q:17\n", 2, 16, "with letters of pieces, from 1 to 16");
    expect_fault("[a:chess]\ndropNoDoubled = x\n", 2, 17, "no piece has the letter 'x'");
    expect_fault("[a:chess]\nnFoldRule = 1\n", 2, 13, "'nFoldRule' is supported only from 2 to 9, and as 0");
    expect_fault("[a:crazyhouse]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[K] w KQkq - 0 1\n", 2, 55,
                 "a hand holds letters of pieces");
    expect_fault("[a:chess]\ncastling = no\n", 2, 12, "'true' or 'false'");
    expect_fault("[a:chess]\npromotionPieceTypes = qrx\n", 2, 25, "no piece has the letter 'x'");
    expect_fault("[a:chess]\ndoubleStepRegionWhite = *2 z9\n", 2, 28, "a region is");
    expect_fault("[a:chess]\nmaxRank = 17\n", 2, 11, "from 1 to 16");
    expect_fault("[a:chess]\nmaxRank = 99999999999999999999\n", 2, 11, "from 1 to 16");
    expect_fault("[a:chess]\nmaxRank = 12\nmaxFile = 11\n", 2, 11, "132 squares; at most 128");
    expect_fault("[a:chess]\ncustomPiece1 = d:RX\n", 2, 19, "'X' is not supported");
    expect_fault("[a:chess]\ncustomPiece1 = d:mfsR0\n", 2, 22, "a range");
    expect_fault("[a:chess]\ncustomPiece1 = d:m\n", 2, 19, "without an atom");
    expect_fault("[a:chess]\ncustomPiece1 = d:nH\n", 2, 19, "'H' cannot be lame");
    expect_fault("[a:chess]\ncustomPiece1 = d:DD\n", 2, 18, "'D' cannot ride");
    expect_fault("[a:chess]\ncustomPiece1 = d:pN\n", 2, 19, "'N' cannot hop");
    expect_fault("[a:chess]\ncustomPiece1 = d\n", 2, 17, "':'");
    expect_fault("[a:chess]\ncustomPiece1 = 3:W\n", 2, 16, "the letter of the piece");
    expect_fault("[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1\n", 2, 54,
                 "'X' is no piece");
    expect_fault("[a:chess]\nstartFen = 8/8\n", 1, 2, "8 ranks");
    expect_fault("[a:chess]\nstartFen = kk6/8/8/8/8/8/8/K7 w - - 0 1\n", 1, 2, "Black has 2 royal pieces");
    expect_fault("[a:nothing]\n", 1, 4, "there is no game 'nothing'");
    expect_fault("[chess]\nking = k\nstartFen = k7/8/8/8/8/8/8/K7 w - - 0 1\n", 1, 2, "the name of another game");
    expect_fault("[a]\nx\n", 2, 1, "no section");
    expect_fault("y = 1\n[a]\n", 1, 1, "before the first section");
    expect_fault("[a\n", 1, 1, "without a ']'");
    expect_fault("[a:chess] b\n", 1, 11, "behind a section");
    expect_fault("[a:chess]\n[a:magi]\n", 2, 2, "a game of that name is already defined");
    expect_fault("[a:chess]\nflagPiece = kq\n", 2, 13, "the letter of a piece");
    expect_fault("[a:chess]\nnFoldRule = 10\n", 2, 13, "'nFoldRule' is supported only from 2 to 9, and as 0");
    expect_fault("[a:chess]\ncheckCounting = true\nchecking = false\n", 2, 17, "checks cannot be counted");
    expect_fault("[a:chess]\npieceNames = q:1\n", 2, 16, "a name has letters");
    expect_fault("[a:chess]\npieceDrawings = q:M1 1\"/><script>\n", 2, 19, "an SVG path");
}

/* What cannot go together is a fault where the section says one of the two, whichever comes from its parent. */
static void faults_of_special_rules(void) {
    expect_fault("[a:wizard]\npieceDrops = true\n", 2, 14, "'risingTypes' cannot be combined with 'pieceDrops'");
    expect_fault("[a:wizard]\ncheckCounting = true\n", 2, 17, "'risingTypes' cannot be combined with 'checkCounting'");
    expect_fault("[a:wizard]\nrisingTypes = w:z\n", 2, 15, "no king, pawn or piece");
    expect_fault("[a:wizard]\ncastling = true\n", 1, 2, "teleports need a king, and 'castling = false'");
    expect_fault("[a:royal]\ncheckCounting = true\n", 2, 17, "'reserveTypes' cannot be combined with 'checkCounting'");
    expect_fault("[a:royal]\nreservePieces = b\n", 2, 17, "a reserve has two pieces");
    expect_fault("[a:royal]\nreservePieces = bp\n", 2, 17, "none that is promoted");
    expect_fault("[a:royal]\nreserveLastPiece = b\n", 2, 20, "one other piece is dropped last");
    expect_fault("[a:royal]\nreserveRank = 7\n", 2, 15, "the three ranks of drops are not all on the board");
    expect_fault("[a:royal]\npromotionPieceTypes = qm\n", 1, 2, "a piece with a reserve is none");
    expect_fault("[a:royal]\nreserveTypes = kmr\n", 2, 16, "two types have reserves at the most");
    expect_fault("[a:royal]\nspellTypes = m\n", 2, 14, "'reserveTypes' cannot be combined with 'spellTypes'");
    expect_fault("[a:magician]\nwallingRule = static\n", 2, 15, "'spellTypes' cannot be combined with 'wallingRule'");
    expect_fault("[a:magician]\nspellTypes = k\n", 2, 14, "the king cannot cast spells");
    expect_fault("[a:magician]\ncustomPiece9 = h:W\n", 1, 2, "spells are written with an 'H'");
    expect_fault("[a:magician]\nchess960 = true\n", 1, 2, "castlings cannot be named by files with 'chess960'");
    expect_fault("[a:chess]\nquestPiece = q\n", 2, 14, "a quest is what a piece of 'risingTypes' does");
    expect_fault("[a:chess]\nquestPiece = qr\n", 2, 14, "expected one piece");
    expect_fault("[a:chess]\nshootingTypes = p\n", 2, 17, "kings and pawns do not shoot");
    expect_fault("[a:chess]\nfirstMoveTypes = k\n", 2, 18, "the king has no first move");
    expect_fault("[a:chess]\nfirstMoveTypes = p\n", 2, 18, "'doubleStepRegion' says");
    expect_fault("[a:chess]\nflyingGeneralDiagonals = true\n", 2, 26, "needs 'flyingGeneral = true'");
}

/* A FEN of a described game, and what is wrong with it. */
static void wrong_fen(const GrRules *rules, const char *fen, const char *fault) {
    GrPosition pos;
    GrFaults faults;
    bool found = false;
    gr_fen_read(rules, fen, &pos, &faults);
    for (unsigned i = 0; i < faults.count && i < GR_MAX_FAULTS; i++)
        found = found || strstr(faults.fault[i].text, fault);
    if (!found)
        printf("%s: %s\n", fen, faults.count ? faults.fault[0].text : "no fault");
    CHECK(found);
}

static void faults_of_positions_with_special_rules(void) {
    const GrRules *pits = written("magician"), *heirs = written("royal"), *bows = written("wizard");
    if (!pits || !heirs || !bows)
        return;
    wrong_fen(pits, "rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP1PPP/RMNKNMR w BFbf - 0 1", "as many holes");
    wrong_fen(pits, "rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w KQ - 0 1", "'K' is no right");
    wrong_fen(heirs, "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBMR[BNR,BNR,bnr,bnr] w KQkq - 0 1", "one piece of a");
    wrong_fen(heirs, "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR[BNR,BNR,bnr,bnr] w KQkq - 0 1", "has not the piece");
    wrong_fen(heirs, "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR[BNR,BNR,bnr] w KQkq - 0 1", "four reserves");
    wrong_fen(heirs, "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR[BBR,BNR,bnr,q] w KQkq - 0 1", "each piece once");
    wrong_fen(bows, "z6/7/7/7/3D3/3D3/3D3/7/7/7/7/6Z[] b - - 0 1", "more of what comes back by a quest");
    wrong_fen(bows, "z6/7/7/7/7/7/7/7/7/7/7/6Z[W] b - - 0 1", "only the side to move can have a piece to place");
    wrong_fen(bows, "z6/7/7/7/3C~3/7/7/7/7/7/7/6Z[] b - - 0 1", "never marked as promoted");
    wrong_fen(bows, "z6/7/7/7/3D^3/7/7/7/7/7/7/6Z[] b - - 0 1", "does not go on the quest");
    wrong_fen(bows, "z6/7/7/7/3H+3/7/7/7/7/7/7/6Z[] b - - 0 1", "no first move");
}

static void faults_of_looks(void) {
    expect_fault("[a:chess]\npieceCharacters = q:女 x:王\n", 2, 23, "the letter of a piece and ':'");
    expect_fault("[a:chess]\npieceCharacters = q:女 +:王\n", 2, 23, "the letter of a piece and ':'");
    expect_fault("[a:chess]\npieceCharacters = q女\n", 2, 19, "the letter of a piece and ':'");
    expect_fault("[a:chess]\npieceCharacters = q:\n", 2, 21, "one character or two");
    expect_fault("[a:chess]\npieceCharacters = k:王 q:女女女\n", 2, 25, "one character or two");
    expect_fault("[a:chess]\npieceCharacters = q:Q\n", 2, 21, "one character or two");
    expect_fault("[a:chess]\npieceCharacters = q:\xE5\x9C\n", 2, 21, "one character or two");
    expect_fault("[a:chess]\npieceCharacters = q:\xE2\x80\xAE\n", 2, 21, "one character or two");
    expect_fault("[a:chess]\npieceCharacters = q:\xE2\x80\x8B\n", 2, 21, "one character or two");
    expect_fault("[a:chess]\npieceCharacters = q:\xCC\x81\n", 2, 21, "one character or two");
    expect_fault("[a:chess]\npieceShape = ball\n", 2, 14, "'figure', 'wedge' or 'disc'");
    expect_fault("[a:chess]\nboardDrawing = dots\n", 2, 16, "'squares', 'lines', 'points' or 'points river'");
    expect_fault("[a:chess]\nboardCoordinates = none\n", 2, 20, "'letters', 'shogi' or 'xiangqi'");
    expect_fault("[a:chess]\npieceCharacter = q:女\n", 2, 1, "did you mean pieceCharacters?");
}

static void faults_of_castlings(void) {
    expect_fault("[a:chess]\ncastlingKingPiece = q\n", 2, 21, "where there is a king, only it can castle");
    expect_fault("[a:chess]\nking = -\ncommoner = k\n", 1, 2, "rights of castling, but no piece castles");
    expect_fault("[a:chess]\nking = -\nstartFen = rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w Kk - 0 1\n", 3, 12,
                 "rights of castling, but no piece castles");
    expect_fault("[a:chess]\nstartFen = rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", 2, 60,
                 "start position: 'k' is no right of a");
    expect_fault("[a:chess]\nstartFen = r2rk3/8/8/8/8/8/8/R2RK3 w DCdc - 0 1\n", 2, 39, "'C' is no right");
    expect_fault("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w H f8 0 1\n", 2, 37, "en passant square f8");
}

/* The one game of a text; NULL after a failed check. */
static const GrRules *defined_by(const char *text) {
    GrError error;
    GrVariantsFaults faults = {.count = 0};
    GrVariantsFile *file = gr_variants_file_read(text, strlen(text), &error);
    const GrRules *rules = file ? gr_variants_file_define(file, 0, variants, &faults) : NULL;
    if (!rules)
        printf("%s\n%s\n", text, faults.count ? faults.fault[0].text : "no fault");
    CHECK(rules != NULL);
    gr_variants_file_close(file);
    return rules;
}

/* The game is the same after it was written and read, and its start position. */
static void expect_same_again(const GrRules *rules) {
    GrVariants *own = gr_variants_open();
    GrBuffer text;
    gr_buffer_init(&text);
    gr_definition_write(gr_definition_of(rules), &text);
    GrVariantsFile *file = gr_variants_file_read(text.data, text.len, NULL);
    const GrRules *again = file ? gr_variants_file_define(file, 0, own, NULL) : NULL;
    if (CHECK(again != NULL)) {
        CHECK(gr_definition_same(gr_definition_of(rules), gr_definition_of(again)));
        CHECK_STR(gr_variant(again)->start, gr_variant(rules)->start);
        CHECK_INT(gr_variant(again)->castlings, gr_variant(rules)->castlings);
    }
    gr_variants_file_close(file);
    gr_buffer_free(&text);
    gr_variants_close(own);
}

/* What stands on a piece of the side. */
static const char *character(const GrDefinition *def, const char *name, int side) {
    for (int type = 1; type <= def->types; type++)
        if (!strcmp(def->piece[type].name, name))
            return def->piece[type].character[side];
    return "no such piece";
}

static void looks_are_inherited_and_written(void) {
    static const char text[] =
        "[wedges:shogi]\npieceCharacters = k:王玉 +p:\xF0\xA0\x80\x8B\nboardDrawing = points river\n"
        "[discs:wedges]\npieceShape = disc\npieceCharacters = k:- p:兵卒\nboardCoordinates = xiangqi\n";
    static const char *const names[] = {"King", "Pawn", "PromotedPawn", "Gold"};
    static const char far[] = "\xF0\xA0\x80\x8B";
    const char *const want[2][4][2] = {{{"王", "玉"}, {"歩", "歩"}, {far, far}, {"金", "金"}},
                                       {{"", ""}, {"兵", "卒"}, {far, far}, {"金", "金"}}};
    GrVariantsFile *file = gr_variants_file_read(text, strlen(text), NULL);
    GrDefinition *def = malloc(2 * sizeof *def), *again = def + 1;
    REQUIRE(file && def);
    for (size_t game = 0; game < 2; game++) {
        GrBuffer written;
        REQUIRE(!gr_variants_file_game(file, game, def, NULL));
        gr_buffer_init(&written);
        gr_definition_write(def, &written);
        GrVariantsFile *second = gr_variants_file_read(written.data, written.len, NULL);
        REQUIRE(second && !gr_variants_file_game(second, 0, again, NULL));
        for (const GrDefinition *one = def; one <= again; one++) {
            CHECK_INT(one->board, GR_BOARD_RIVER);
            CHECK_INT(one->coordinates, game ? GR_COORDINATES_XIANGQI : GR_COORDINATES_SHOGI);
            CHECK_INT(one->shape, game ? GR_SHAPE_DISC : GR_SHAPE_WEDGE);
            for (size_t n = 0; n < 4; n++)
                for (int side = 0; side < 2; side++)
                    CHECK_STR(character(one, names[n], side), want[game][n][side]);
        }
        gr_buffer_free(&written);
        gr_variants_file_close(second);
    }
    free(def);
    gr_variants_file_close(file);
}

static void looks_make_no_other_game(void) {
    GrDefinition *one = malloc(2 * sizeof *one), *other = one + 1;
    const GrRules *shogi = defined_by("[a-shogi:shogi]\n");
    REQUIRE(one && shogi);
    *one = *other = *gr_definition_of(shogi);
    other->shape = GR_SHAPE_DISC;
    other->board = GR_BOARD_RIVER;
    strcpy(other->piece[GR_KING].character[GR_WHITE], "x");
    CHECK(gr_definition_same(one, other));
    free(one);
}

static void castling_by_others_than_a_king(void) {
    const GrRules *rules = defined_by("[c-commoner:chess]\nking = -\ncommoner = k\ncastlingKingPiece = k\n");
    GrPosition pos;
    GrMove move;
    char fen[GR_FEN_SIZE];
    if (!rules)
        return;
    CHECK_INT(gr_variant(rules)->castlings, 4);
    gr_start(rules, &pos);
    gr_fen_write(&pos, fen);
    CHECK_STR(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK_INT(gr_fen_read(rules, "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", &pos, NULL), 0);
    CHECK(gr_is_legal(&pos, gr_move_make(GR_CASTLE, 4, 6, 0, 0)));
    CHECK(gr_is_legal(&pos, gr_move_make(GR_CASTLE, 4, 2, 0, 0)));
    CHECK_INT(gr_uci_read(&pos, "e1g1", &move, NULL), 0);
    gr_play(&pos, move);
    gr_fen_write(&pos, fen);
    CHECK_STR(fen, "4k3/8/8/8/8/8/4r3/R4RK1 b - - 1 1");
    expect_same_again(rules);
}

/* Rights of the start position that name the rook's file. */
static void castling_with_inner_rooks(void) {
    const GrRules *rules = defined_by("[c-inner:chess]\nstartFen = r2rk3/3p4/8/8/8/8/3P4/R2RK3 w Dd - 0 1\n");
    GrPosition pos;
    GrMove move;
    char fen[GR_FEN_SIZE];
    if (!rules)
        return;
    gr_start(rules, &pos);
    gr_fen_write(&pos, fen);
    CHECK_STR(fen, "r2rk3/3p4/8/8/8/8/3P4/R2RK3 w Dd - 0 1");
    CHECK_INT(gr_uci_read(&pos, "e1c1", &move, NULL), 0);
    gr_play(&pos, move);
    gr_fen_write(&pos, fen);
    CHECK_STR(fen, "r2rk3/3p4/8/8/8/8/3P4/R1KR4 b d - 1 1");
    CHECK_INT(gr_fen_read(rules, fen, &pos, NULL), 0);
    expect_same_again(rules);
}

/* Definitions that try to harm. */
static void hostile_texts_are_refused(void) {
    GrBuffer text;
    gr_buffer_init(&text);
    gr_buffer_puts(&text, "[a]\n");
    for (int i = 0; i < 1000; i++)
        gr_buffer_printf(&text, "customPiece%d = %c:W\n", i % 25 + 1, 'a' + i % 25);
    expect_fault(text.data, 302, 1, "more than 300 keys");
    gr_buffer_clear(&text);
    gr_buffer_puts(&text, "[a:b]\n[b:a]\n");
    expect_fault(text.data, 2, 4, "its parents go in a circle, back to itself");
    expect_fault("[a:a]\n", 1, 4, "the game is its own parent");
    expect_fault("[a:b]\n[b:a]\n[c:a]\n", 3, 4, "its parent has faults: line 1, column 4: its parents go in a circle");
    expect_fault("[a:chess]\nqueen = 9\n[b:a]\n[c:b]\n[d:c]\n", 5, 4, "its parent has faults: line 2, column 9: ");
    gr_buffer_clear(&text);
    for (int i = 0; i < 40; i++)
        gr_buffer_printf(&text, "[g%d:g%d]\n", i, i + 1);
    gr_buffer_puts(&text, "[g40:g0]\n");
    expect_fault(text.data, 41, 6, "its parents go in a circle");
    gr_buffer_clear(&text);
    for (int i = 0; i < 1200; i++)
        gr_buffer_printf(&text, "[n%d:chess]\n", i);
    expect_fault(text.data, 1001, 1, "more than 1000 games");
    gr_buffer_clear(&text);
    gr_buffer_puts(&text, "[a:chess]\ncustomPiece1 = z:");
    for (int i = 0; i < 90; i++)
        gr_buffer_putc(&text, 'f');
    expect_fault(text.data, 2, 50, "too many directions");
    gr_buffer_free(&text);
    GrError error;
    char *much = calloc(1, GR_VARIANTS_BYTES + 1);
    CHECK(much && !gr_variants_file_read(much, GR_VARIANTS_BYTES + 1, &error) && error.code == GR_ERR_LIMIT);
    free(much);
}

/* A program may fill a definition itself. */
static void types_have_letters_and_a_bound(void) {
    static GrDefinition def;
    GrError error;
    gr_definition_init(&def);
    strcpy(def.name, "many");
    strcpy(def.start, "k7/8/8/8/8/8/8/K7 w - - 0 1");
    def.castles = false;
    for (int type = 1; type <= 26; type++)
        def.piece[type] = (GrDefinedPiece){.letter = "-KABCDEFGHIJLMNOPQRSTUVWXYZ"[type], .name = "Piece", .ways = 1,
                                           .way = {{1, 0, GR_WAY_LEAP, 1, GR_WAY_MOVES}}};
    def.types = 26;
    const GrRules *rules = gr_variants_define(variants, &def, NULL, &error);
    CHECK(rules != NULL && gr_variant(rules)->types == 26);
    def.types = 27;
    CHECK(gr_variants_define(variants, &def, NULL, &error) == NULL && strstr(error.text, "whose letter is none"));
    def.types = GR_DEFINED_TYPES + 1;
    CHECK(gr_variants_define(variants, &def, NULL, &error) == NULL && error.code == GR_ERR_LIMIT);
    CHECK(strstr(error.text, "32 types of pieces; at most 31"));
}

static void the_last_of_keys_given_again_counts(void) {
    static const char text[] = "[c-again:chess]\ncastling = false\nqueen = q\ncastling = true\ncastling = false\n";
    GrVariantsFaults doubts;
    const GrRules *rules = defined_by(text);
    GrVariantsFile *file = gr_variants_file_read(text, sizeof text - 1, NULL);
    if (!CHECK(file != NULL && rules != NULL))
        return;
    CHECK(!gr_definition_of(rules)->castles);
    gr_variants_file_doubts(file, 0, &doubts);
    CHECK_INT(doubts.count, 2);
    CHECK_INT(doubts.fault[0].line, 2);
    CHECK_STR(doubts.fault[0].text, "'castling' is given again on line 4, which counts");
    CHECK_INT(doubts.fault[1].line, 4);
    gr_variants_file_close(file);
}

typedef struct Told {
    int calls, defined;
    char first[220];
} Told;

static void tell(void *user, const GrVariantsFile *file, size_t n, const GrVariantsFaults *faults, bool defined) {
    Told *told = user;
    (void)file;
    (void)n;
    told->calls++;
    told->defined += defined;
    snprintf(told->first, sizeof told->first, "%u: %s", faults->fault[0].line, faults->fault[0].text);
}

static size_t games_of(const GrVariants *own) {
    size_t n = 0;
    while (gr_variants_at(own, n))
        n++;
    return n;
}

/* Only what is asked for is defined, and only that has its faults told. */
static void games_are_offered(void) {
    static const char text[] = "[o-sound:chess]\ntitle = The Sound's Own\n[o-odd:chess]\nqueen = 9\n[o-torn:chess]\nx\n"
                               "[o-none\nking = k\n[o-last:chess]\ncastling = false\ncastling = false\n";
    Told told = {0};
    GrVariants *own = gr_variants_open();
    GrVariantsFile *file = gr_variants_file_read(text, sizeof text - 1, NULL);
    size_t before = games_of(own);
    CHECK_INT(gr_variants_file_broken(file)->count, 0);
    CHECK_INT(gr_variants_offer(own, file, tell, &told, NULL), 0);
    CHECK(gr_variants_find(own, "chess") && !gr_variants_find(own, "o-what") && games_of(own) == before);
    const GrRules *sound = gr_variants_find(own, "the sound\xE2\x80\x99s-own");
    CHECK(sound && sound == gr_variants_find(own, "O-Sound") && games_of(own) == before + 1 && told.calls == 0);
    CHECK(!gr_variants_find(own, "o-odd") && !gr_variants_find(own, "o-odd"));
    CHECK_INT(told.calls, 1);
    CHECK_STR(told.first, "4: expected the letter of the piece, or '-'");
    CHECK(!gr_variants_find(own, "o-torn"));
    CHECK_STR(told.first, "6: a line that is no section, no 'key = value' and no comment");
    gr_variants_load(own);
    CHECK_INT(games_of(own), before + 2);
    CHECK_INT(told.calls, 2);
    CHECK(gr_variants_find(own, "o-last") != NULL && !gr_variants_find(own, "o-none"));
    CHECK_STR(told.first, "7: a '[' without a ']'");
    gr_variants_close(own);
}

static void *ask_for_all(void *context) {
    const GrVariants *own = context;
    for (int i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, "t%d", i);
        if (!gr_variants_find(own, name))
            return NULL;
    }
    gr_variants_load(own);
    return context;
}

static void threads_ask_for_offered_games(void) {
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    GrBuffer text;
    GrVariants *own = gr_variants_open();
    gr_buffer_init(&text);
    for (int i = 0; i < 20; i++)
        gr_buffer_printf(&text, "[t%d:chess]\n", i);
    size_t before = games_of(own);
    CHECK_INT(gr_variants_offer(own, gr_variants_file_read(text.data, text.len, NULL), NULL, NULL, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_INT(pthread_create(&thread[i], NULL, ask_for_all, own), 0);
    for (int i = 0; i < THREADS; i++) {
        void *all;
        CHECK_INT(pthread_join(thread[i], &all), 0);
        CHECK(all == own);
    }
    CHECK_INT(games_of(own), before + 20);
    gr_buffer_free(&text);
    gr_variants_close(own);
}

static void names_belong_to_one_game(void) {
    GrVariants *own = gr_variants_open();
    GrError error;
    GrVariantsFaults faults;
    static const char *const texts[] = {"[same:chess]\n", "[same:chess]\nqueen = q\n",
                                        "[same:chess]\ncastling = false\n"};
    const GrRules *rules[3];
    for (int i = 0; i < 3; i++) {
        GrVariantsFile *file = gr_variants_file_read(texts[i], strlen(texts[i]), &error);
        rules[i] = gr_variants_file_define(file, 0, own, &faults);
        gr_variants_file_close(file);
    }
    CHECK(rules[0] != NULL && rules[0] == rules[1]);
    CHECK(rules[2] == NULL && strstr(faults.fault[0].text, "'same' is the name of another game"));
    CHECK(gr_variants_find(own, "Same") == rules[0]);
    gr_variants_close(own);
}

static void there_is_an_end_to_what_can_be_added(void) {
    GrVariants *own = gr_variants_open();
    GrVariantsFaults faults = {0};
    const GrRules *rules = NULL;
    for (int i = 0; i <= GR_DEFINED_MOST; i++) {
        char text[40];
        snprintf(text, sizeof text, "[more%d:chess]\n", i);
        GrVariantsFile *file = gr_variants_file_read(text, strlen(text), NULL);
        rules = gr_variants_file_define(file, 0, own, &faults);
        gr_variants_file_close(file);
    }
    CHECK(rules == NULL && strstr(faults.fault[0].text, "more than 200 games"));
    gr_variants_close(own);
}

/* Every allocation fails once: nothing is defined then, and all is as it was. */
static void memory_may_run_out(void) {
    static const char text[] = "[lean:chess]\ntitle = Lean\npieceDrawings = q:M1 1\ncannon = c\n";
    GrVariants *own = gr_variants_open();
    GrVariantsFaults faults;
    const GrRules *rules = NULL;
    long failed = 0;
    for (long n = 0; n < 200 && !rules; n++) {
        GrError error;
        fail_alloc_at(n + 1, false);
        GrVariantsFile *file = gr_variants_file_read(text, sizeof text - 1, &error);
        if (file)
            rules = gr_variants_file_define(file, 0, own, &faults);
        fail_alloc_stop();
        failed += !rules;
        CHECK(rules != NULL || !file || faults.count > 0);
        CHECK(rules != NULL || gr_variants_find(own, "lean") == NULL);
        gr_variants_file_close(file);
    }
    CHECK(rules != NULL);
    CHECK(failed > 5);
    gr_variants_close(own);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 1;
    RUN(our_games_so_written_are_the_same);
    RUN(a_definition_written_and_read_is_the_same);
    RUN(faults_have_their_place);
    RUN(faults_of_special_rules);
    RUN(faults_of_positions_with_special_rules);
    RUN(faults_of_looks);
    RUN(looks_are_inherited_and_written);
    RUN(looks_make_no_other_game);
    RUN(faults_of_castlings);
    RUN(castling_by_others_than_a_king);
    RUN(castling_with_inner_rooks);
    RUN(hostile_texts_are_refused);
    RUN(types_have_letters_and_a_bound);
    RUN(the_last_of_keys_given_again_counts);
    RUN(games_are_offered);
    RUN(threads_ask_for_offered_games);
    RUN(names_belong_to_one_game);
    RUN(there_is_an_end_to_what_can_be_added);
    RUN(memory_may_run_out);
    gr_variants_close(variants);
    return test_end();
}
