/* Moves of Shogi and Xiangqi as their players type them. */
#include "notation/move/diagnose.h"
#include "tests/aid/described_aid.h"

/* `want` is the move, or behind a '!' a part of the reason. */
static void means(const char *name, const char *moves, const char *text, const char *want) {
    GrPosition pos;
    GrMove move;
    GrBuffer why;
    char found[GR_UCI_SIZE] = "";
    position_after(name, NULL, moves, &pos);
    gr_buffer_init(&why);
    if (gr_san_read(&pos, text, &move, NULL))
        gr_diagnose_typed(&pos, text, &why);
    else
        gr_uci_write(&pos, move, found);
    bool well = *want == '!' ? why.data && strstr(why.data, want + 1) : !strcmp(found, want);
    if (!CHECK(well))
        printf("%s %s %s: %s%s, not %s\n", name, moves, text, found, why.data ? why.data : "", want);
    gr_buffer_free(&why);
}

static void shogi_in_letters(void) {
    static const char *const first[] = {"P-7f", "P7f", "P-76", "P-7f=", "P7g-7f", "P77-76", "7g7f", "P-7f!", "Pc4"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        means("shogi", "", first[i], "c3c4");
    means("minishogi", "", "P-5c", "a2a3");
    means("okisakishogi", "", "10h10g", "a3a4");
    means("shogi", "c3c4 g7g6 b2h8+ g9h8", "B*5e", "B@e5");
    means("shogi", "c3c4 g7g6 b2h8+ g9h8", "B'5e", "B@e5");
    means("shogi", "", "B*5e", "!White has no Bishop in hand");
    means("shogi", "", "G-5h", "!'G-5h' cannot be played: ");
    means("shogi", "", "G6i-5h", "d1e2");
    means("shogi", "", "P-5e", "!cannot be played");
    means("shogi", "", "P-0e", "!cannot be played");
    means("shogi", "", "X-5e", "!has no piece X");
    means("chess", "", "P-7f", "!cannot be played");
}

/* A '+' behind a square in the letters of Grimoire is a check, as in games; behind one of Shogi it promotes. */
static void shogi_promotions(void) {
    static const char before[] = "c3c4 g7g6";
    means("shogi", before, "Bx2b+", "b2h8+");
    means("shogi", before, "8h2b+", "b2h8+");
    means("shogi", before, "Bx2b", "b2h8");
    means("shogi", before, "Bx2b=", "b2h8");
    means("shogi", before, "8h2b", "b2h8");
    means("shogi", before, "Bxh8+", "b2h8");
    means("shogi", before, "Bxh8=+B", "b2h8+");
    means("shogi", "", "7g7f+", "!cannot be played");
    means("shogi", "", "P-7f+", "!cannot be played");
    means("shogi", "c3c4 g7g6 b2h8+ a7a6", "+Bx3a", "h8g9");
    means("kyotoshogi", "", "P-5d+", "!cannot be played");
}

static void shogi_in_words(void) {
    static const char *const first[] = {"７六歩", "☗７六歩", "▲7六歩", "７六歩(77)"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        means("shogi", "", first[i], "c3c4");
    means("shogi", "c3c4 g7g6", "２二角成", "b2h8+");
    means("shogi", "c3c4 g7g6", "２二角不成", "b2h8");
    means("shogi", "c3c4 g7g6 b2h8+ g9h8", "５五角打", "B@e5");
    means("shogi", "c3c4 g7g6 b2h8+ g9h8", "５五角", "B@e5");
    means("shogi", "", "５八金右", "f1e2");
    means("shogi", "", "５八金左", "d1e2");
    means("shogi", "", "５八金", "!'５八金' cannot be played: ");
    means("shogi", "", "５五銀", "!cannot be played");
    means("shogi", "", "５五角打", "!White has no Bishop in hand");
    means("chess", "", "７六歩", "!cannot be played");
}

static void xiangqi(void) {
    means("xiangqi", "", "C2.5", "h3e3");
    means("xiangqi", "", "H2+3", "h1g3");
    means("xiangqi", "", "炮二平五", "h3e3");
    means("xiangqi", "h3e3", "馬８进７", "h10g8");
    means("xiangqi", "", "H2-E2", "h3e3");
    means("xiangqi", "", "C2.9", "!cannot be played");
    means("manchu", "", "P5+1", "e4e5");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    RUN(shogi_in_letters);
    RUN(shogi_promotions);
    RUN(shogi_in_words);
    RUN(xiangqi);
    gr_variants_close(variants);
    return test_end();
}
