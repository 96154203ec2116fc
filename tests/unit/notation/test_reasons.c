/* Reasons for moves that cannot be played: why not, and what could have been meant. */
#include <string.h>

#include "notation/move/diagnose.h"
#include "notation/move/long.h"
#include "rules/fen.h"
#include "tests/aid/test.h"

static GrVariants *variants;

/* A text in a position (NULL: the start) and the reason. */
typedef struct Case {
    const char *variant, *fen, *text, *said;
} Case;

/* Writes the reason for the text in the position. */
static bool diagnose(const Case *c, GrBuffer *out) {
    const GrRules *rules = gr_variants_find(variants, c->variant);
    GrLexicon lexicon;
    GrPosition pos;
    GrSyntax syntax;
    if (!CHECK(rules != NULL))
        return false;
    if (c->fen && !CHECK_INT(gr_fen_read(rules, c->fen, &pos, NULL), 0))
        return false;
    if (!c->fen)
        gr_start(rules, &pos);
    gr_lexicon_init(&lexicon, rules);
    size_t len = gr_syntax_read(&lexicon, c->text, &syntax);
    if (!len)
        len = gr_long_read(&lexicon, c->text, &syntax);
    gr_buffer_clear(out);
    gr_diagnose(&lexicon, &pos, len ? &syntax : NULL, c->text, strlen(c->text), out);
    return CHECK(!out->failed);
}

/* The part from `from` to `to` (or the end) must be what the case expects; whether the other side
 * could play the move is no matter. */
static void check_cases(const Case *c, size_t n, const char *from, const char *to) {
    GrBuffer out;
    gr_buffer_init(&out);
    for (; n > 0; n--, c++) {
        char got[600] = "";
        if (!diagnose(c, &out))
            continue;
        const char *start = strstr(out.data, from), *end;
        if (start) {
            start += strlen(from);
            end = strstr(start, " could play it");
            end = end ? end - strlen("; White") : strstr(start, to);
            size_t len = end ? (size_t)(end - start) : strlen(start);
            snprintf(got, sizeof got, "%.*s", (int)len, start);
        }
        if (!CHECK_STR(got, c->said))
            printf("    %s, %s: %s\n", c->variant, c->text, out.data);
    }
    gr_buffer_free(&out);
}

/* What differs least in writing comes first. */
static void suggestions(void) {
    static const Case cases[] = {
        {"chess", NULL, "nf3", "Nf3"},
        {"chess", NULL, "NF3", "Nf3"},
        {"chess", NULL, "nc4", "Nc3"},
        {"chess", NULL, "Nf4", "Nf3"},
        {"chess", NULL, "Ng3", "Nf3"},
        {"chess", NULL, "Bf3", "Nf3"},
        {"chess", NULL, "e5", "e4"},
        {"chess", NULL, "Ngf4", "Nf3"},
        {"chess", NULL, "g1f4", "Nf3"},
        {"chess", NULL, "Knight g1-g3", "Knight g1 - f3"},
        {"chess", NULL, "Knight f4", "Knight g1 - f3"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kg1", "O-O"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kc1", "O-O-O"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kxh1", "O-O"},
        {"chess", "4k3/8/8/3p4/8/4P3/8/4KB2 w - - 0 1", "Bd6", "Bd3"},
        {"chess", "4k3/8/8/2pp4/3P4/8/8/4K3 w - - 0 1", "dxd5", "dxc5?"},
        {"wizard", NULL, "Wa6", "Wa7"},
        {"chess", "4k3/8/8/8/8/5N2/3P4/1N2K3 w - - 0 1", "Nbd2", "Nc3"},
        {"chess", "4k3/8/8/8/8/5N2/3P4/1N2K3 w - - 0 1", "Nfd3", "Nd4"},
        {"magi", NULL, "Nc4", "Nc3"},
    };
    check_cases(cases, sizeof cases / sizeof *cases, "did you mean ", ", ");
}

/* Why a move is not possible: each rule of each game that can stand against it. */
static void reasons_of_chess(void) {
    static const char *const castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const Case cases[] = {
        {"chess", NULL, "Kg1", "a king goes from e1 to g1 only by castling (O-O), and f1, between "
         "king and rook, is occupied by White's Bishop"},
        {"chess", castle, "Kg1", "castling is written O-O"},
        {"chess", castle, "Kh1", "castling is written O-O"},
        {"chess", "r3k2r/8/8/8/8/8/5r2/R3K2R w KQkq - 0 1", "O-O",
         "the king would pass over f1, attacked by the Rook on f2"},
        {"chess", "r3k2r/8/8/8/8/8/4r3/R3K2R w KQkq - 0 1", "O-O",
         "the king is attacked on e1 by the Rook on e2"},
        {"chess", "r3k2r/8/8/8/8/8/6r1/R3K2R w KQkq - 0 1", "e1g1",
         "a king goes from e1 to g1 only by castling (O-O), and the king would be attacked on g1 "
         "by the Rook on g2"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "O-O",
         "White has no right to it any more: the king or the rook on h1 has moved before"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1", "O-O", "White has no rook on h1"},
        {"chess", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1", "O-O",
         "White's king does not stand on e1 any more"},
        {"chess", NULL, "Bb5", "the way from f1 to b5 is blocked on e2 by White's Pawn"},
        {"chess", NULL, "Nd2", "d2 is occupied by White's Pawn"},
        {"chess", NULL, "Nd5", "neither of White's Knights, on b1 and g1, goes to d5"},
        {"chess", NULL, "Rad1", "d1 is occupied by White's Queen"},
        {"chess", NULL, "exd3", "a Pawn goes from e2 to d3 only if it takes something there"},
        {"chess", NULL, "O-O = Q", "castling promotes nothing"},
        {"chess", NULL, "Knight g1 - f3 = Bishop", "a Knight is not promoted"},
        {"chess", NULL, "Knight g1 - f3 x f3", "from g1 to f3 the Knight takes nothing, on f3 or elsewhere"},
        {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "Pawn e5 - d6 x d6",
         "from e5 to d6 the Pawn takes what stands on d5, not on d6"},
        {"chess", NULL, "e4 =Q", "a Pawn is promoted on the last rank only, not on e4"},
        {"chess", NULL, "e4=Q", "a Pawn is promoted on the last rank only, not on e4"},
        {"chess", NULL, "Nf3=Q", "a Knight is not promoted"},
        {"chess", NULL, "Nf3/N@a1", "nothing is dropped in Chess"},
        {"chess", "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e4",
         "e4 is occupied by Black's Pawn, and a Pawn takes diagonally"},
        {"chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e5", "from e3 a Pawn goes at most one "
         "square"},
        {"chess", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4",
         "the way from e2 to e4 is blocked on e3 by Black's Knight"},
        {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6",
         "a Pawn goes from e5 to d6 only if it takes something there; the Pawn on d5 can be taken "
         "en passant only right after it has passed over d6"},
        {"chess", "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6",
         "to take en passant would leave White's King on e1 attacked by the Rook on e8"},
        {"chess", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K",
         "a Pawn becomes a Queen, Rook, Bishop or Knight, not a King"},
        {"chess", "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1", "Kd2",
         "it would leave White's King on d2 attacked by the Rook on e2"},
        {"chess", "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1", "--",
         "a turn cannot be passed in check, with White's King on e1 attacked by the Rook on e2"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nb3", "White has no Knight"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "d4", "White has no Pawn on the d-file"},
    };
    check_cases(cases, sizeof cases / sizeof *cases, "played: ", "; did you");
}

static void reasons_of_magi_and_royal(void) {
    static const char *const king = "4k3/8/8/8/8/4K3/8/8[BNR,-,nr,-] w - - 0 1";
    static const Case cases[] = {
        {"magi", NULL, "Ld3-d6", "from d3 an LPawn goes at most two squares"},
        {"magi", NULL, "Cd5", "a Cardinal does not go from d1 to d5"},
        {"magi", NULL, "Wd5", "a Wizard does not go from g1 to d5"},
        {"magi", "k9/10/10/10/2pP6/10/10/10/10/9K w - - 0 1", "Pawn d6-c7",
         "a Pawn goes from d6 to c7 only if it takes something there; the Pawn on c6 can be taken "
         "en passant only right after it has passed over c7"},
        {"magi", "k9/10/10/3P6/10/10/10/10/10/9K w - - 0 1", "d9",
         "from d7 a Pawn goes at most one square"},
        {"royal", king, "Ke4",
         "on e4 the King must drop a Bishop or Knight, and the text does not say which and where"},
        {"royal", king, "Ke4/R@a1", "on e4 the King must drop a Bishop or Knight, not a Rook"},
        {"royal", king, "Ke4/B@e4", "the King itself goes to e4, so nothing can be dropped there"},
        {"royal", king, "Ke4/B@e8",
         "a piece is dropped on an empty square, and e8 is occupied by Black's King"},
        {"royal", king, "Kd2/B@a1", "drops are made on arrival on ranks 4, 5 and 6, not on d2"},
        {"royal", "4k3/8/8/8/8/4K3/8/8[R,-,nr,-] w - - 0 1", "Ke4/R@a1",
         "the King has nothing in reserve that is dropped on arrival on rank 4"},
        {"royal", "4k3/8/8/8/8/4K3/4r3/8[BNR,-,nr,-] w - - 0 1", "Ke4/N@a1",
         "it would leave White's King on e4 attacked by the Rook on e2"},
        {"royal", NULL, "Nf3/B@d4", "a Knight drops nothing, only Kings and Magicians do"},
    };
    check_cases(cases, sizeof cases / sizeof *cases, "played: ", "; did you");
}

static void reasons_of_magician(void) {
    static const char *const spell = "3k3/P5*/6*/*4n*/*1*2*1/*3*1M/6K w - - 0 9";
    static const Case cases[] = {
        {"magician", NULL, "O-O", "O-O(b) is not possible: c1, between king and rook, is occupied "
         "by White's Knight; O-O(f) is not possible: e1, between king and rook, is occupied by "
         "White's Knight"},
        {"magician", NULL, "O-O(f)", "e1, between king and rook, is occupied by White's Knight"},
        {"magician", NULL, "a3", "a3 is a hole"},
        {"magician", NULL, "Hf4", "White has no caster one square diagonally or two squares "
         "straight from the hole on g4"},
        {"magician", NULL, "g4f4x", "White has no caster one square diagonally or two squares "
         "straight from the hole on g4"},
        {"magician", NULL, "Hgg3", "g3 is itself a hole"},
        {"magician", NULL, "Hd1x", "White has no caster one square diagonally or two squares straight from the hole on "
         "d2"},
        {"magician", spell, "Hgf4 x e5", "what falls stands on f4, not on e5"},
        {"magician", spell, "Hole g4 - f4 x f5", "what falls stands on f4, not on f5"},
        {"magician", spell, "g4xg5", "g5 is itself a hole"},
        {"magician", spell, "O-O-O", "there is no such castling in Magician Chess"},
        {"magician", NULL, "Hxf", "this is not how a move is written"},
        {"magician", NULL, "Hd1=N", "a hole becomes nothing else"},
        {"magician", NULL, "Xd1x", "Magician Chess has no piece X"},
        {"magician", NULL, "He5", "there is no hole next to e5"},
        {"magician", NULL, "He4e5", "there is no hole on e4"},
        {"magician", NULL, "Hd4e5", "the hole on d4 is not next to e5"},
        {"magician", "3k3/6*/***1***/**1M3/7/7/3K3 w - - 0 1", "Hxd5",
         "nothing stands on d5 that could fall"},
        {"magician", "3k3/6*/***1***/**5/7/7/3K3 w - - 0 1", "Hd5",
         "White has no piece left that casts spells"},
        {"magician", "7/6*/***k***/**1M3/7/7/3K3 b - - 0 1", "Kc6",
         "it would leave Black's King on c6 attacked by the Magician on d4"},
        {"magician", "3k3/6*/*******/*6/3p3/3M3/3K3 w - - 0 1", "Mxd3",
         "a Magician never takes, and on d3 stands Black's Pawn"},
        {"magician", "3k3/P5*/*******/*6/7/7/3K3 w - - 0 1", "a7",
         "a Pawn becomes a Chancellor, Warlock or Sorcerer, and the text does not say which"},
    };
    check_cases(cases, sizeof cases / sizeof *cases, "played: ", "; did you");
}

static void reasons_of_wizard(void) {
    static const char *const archer = "z6/7/7/7/7/7/7/7/7/3A3/7/3Z3[] w - - 0 1";
    static const Case cases[] = {
        {"wizard", NULL, "Wd11-d9",
         "every way from d11 to d9 is blocked: on c10 by Black's Hero and on e10 by Black's Hero"},
        {"wizard", NULL, "Wd8^",
         "the quest is declared at the end of a move in the enemy camp, ranks 1 to 3"},
        {"wizard", NULL, "Wd8=H",
         "a Warrior is promoted at the end of a move in the enemy camp, ranks 1 to 3"},
        {"wizard", NULL, "Dxa1", "to take on a1 the Dragon on a12 must jump over exactly one "
         "piece, not 2"},
        {"wizard", "z6/7/7/7/7/7/7/3D2w/7/7/7/3Z3[] w - - 0 1", "Dxg5",
         "to take on g5 the Dragon on d5 must jump over exactly one piece, not none"},
        {"wizard", "z6/7/7/7/7/7/7/3D2w/7/7/7/3Z3[] w - - 0 1", "Wg5", "White has no Warrior"},
        {"wizard", NULL, "Hxc9", "a Hero goes from c10 to c9 only if it takes something there"},
        {"wizard", NULL, "Hd8", "neither of Black's Heroes, on c10 and e10, goes to d8"},
        {"wizard", archer, "Ac4", "an Archer does not go from d3 to c4"},
        {"wizard", archer, "Ab5", "an Archer on d3 could only shoot at b5, where nothing stands"},
        {"wizard", NULL, "Zd11=a12", "Black's Wizard does not stand on d11, but on d12"},
        {"wizard", NULL, "Zd1=d8", "Black's Wizard does not stand on d1, but on d12"},
        {"wizard", NULL, "Wizard d11 = a12", "Black's Wizard does not stand on d11, but on d12"},
        {"wizard", NULL, "Z=d8", "d8 is empty; a Wizard changes places with a piece of its side"},
        {"wizard", NULL, "Z=d3", "on d3 stands White's Warrior; a Wizard changes places with a "
         "piece of its own side"},
        {"wizard", NULL, "Z=a11",
         "it would leave Black's Wizard on a11 attacked by the Dragon on a1"},
        {"wizard", NULL, "d12a11", "a teleport, written Z=a11, is not possible: it would leave "
         "Black's Wizard on a11 attacked by the Dragon on a1"},
        {"wizard", NULL, "Zd11", "a teleport is written Z=d11"},
        {"wizard", "z6/7/7/7/7/7/7/7/7/3A3/7/3Z3[] w z - 0 1", "Z=d3", "White has no teleport "
         "left"},
        {"wizard", "z6/7/7/7/7/7/7/7/7/3A3/3c3/3Z3[] w Zz - 0 1", "Z=d3",
         "a teleport out of check is not allowed, with White's Wizard on d1 attacked by the Chariot "
         "on d2"},
        {"wizard", NULL, "W@a11", "Black has no captured Warrior to place"},
        {"wizard", "z6/7/7/7/7/7/7/7/7/7/3c3/3Z3[W] w - - 0 1", "Zd2",
         "White must place the captured Warrior first, as in W@a2"},
        {"wizard", "z6/7/7/7/7/7/7/7/7/7/3c3/3Z3[W] w - - 0 1", "W@d2",
         "d2 is occupied by Black's Chariot"},
        {"wizard", "z6/7/7/7/7/7/7/7/7/7/3c3/3Z3[W] w - - 0 1", "W@b2",
         "b2 is none of White's X squares, which are a2, c2, d2, e2, g2"},
        {"wizard", "z6/7/7/7/7/7/7/7/7/7/3c3/3Z3[W] w - - 0 1", "D@a2",
         "only a captured Warrior is placed, not a Dragon"},
        {"wizard", "6z/7/7/3W3/7/7/7/7/7/7/7/Z6[D] w - - 0 1", "Wd10",
         "a Warrior goes from d9 to d10 only if it takes something there"},
        {"wizard", "6z/7/7/3W3/7/7/7/7/7/7/7/Z6[D] w - - 0 1", "Wb11",
         "the Warrior on d9 has had its first move and goes one step at a time"},
        {"wizard", "6z/7/7/3W3/7/7/7/7/7/7/7/Z6[] w - - 0 1", "Wc10^",
         "White has no Dragon to resurrect, and so no quest to declare"},
        {"wizard", "6z/7/7/3W3/7/7/7/7/7/7/7/Z6[D] w - - 0 1", "Wc10=D",
         "a Dragon is resurrected on the last rank, not on c10"},
        {"wizard", "6z/7/7/3H~3/7/7/7/7/7/7/7/Z6[D] w - - 0 1", "Hc10=G",
         "the Hero on d9 has been promoted once, and is not again"},
        {"wizard", "6z/7/7/3H~3/7/7/7/7/7/7/7/Z6[D] w - - 0 1", "Hc10^",
         "the Hero on d9 has been promoted and goes on no quest"},
        {"wizard", "6z/7/7/3H^3/7/7/7/7/7/7/7/Z6[D] w - - 0 1", "Hc10=G",
         "the Hero on d9 is on the quest and is not promoted"},
        {"wizard", "z6/7/7/7/7/7/7/7/7/7/H6/Z6[] w - - 0 1", "Hb3",
         "it would leave White's Wizard on a1 facing the other Wizard, on a12, along an open line"},
    };
    check_cases(cases, sizeof cases / sizeof *cases, "played: ", "; did you");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!CHECK(variants != NULL))
        return test_end();
    RUN(suggestions);
    RUN(reasons_of_chess);
    RUN(reasons_of_magi_and_royal);
    RUN(reasons_of_magician);
    RUN(reasons_of_wizard);
    gr_variants_close(variants);
    return test_end();
}
