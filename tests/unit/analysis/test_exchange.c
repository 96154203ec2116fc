/* Static exchange evaluation: exchanges counted by hand, in pieces won and lost. */
#include "analysis/engine/search_local.h"
#include "notation/move/uci.h"
#include "rules/fen.h"
#include "tests/aid/test.h"

typedef struct Exchange {
    const char *variant, *fen, *move;
    const char *won, *lost; /* letters of pieces; + before a letter in `won`: promoted to it */
} Exchange;

static const Exchange exchanges[] = {
    /* Nothing guards the pawn; one does. */
    {"chess", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", "P", ""},
    {"chess", "1k6/1pp4p/p2p4/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", "P", "R"},
    /* Knight takes pawn, knight takes knight, rook takes knight, and bishop or queen the rook:
     * White stops after losing the knight for the pawn. */
    {"chess", "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", "P", "N"},
    /* The rook behind the rook joins in. */
    {"chess", "3r2k1/3r4/8/3p4/8/3R4/3R4/6K1 w - - 0 1", "d3d5", "P", "R"},
    {"chess", "3r2k1/8/8/3p4/8/3R4/3R4/6K1 w - - 0 1", "d3d5", "P", ""},
    /* A quiet move onto a guarded square. */
    {"chess", "6k1/8/4p3/8/8/8/8/3R2K1 w - - 0 1", "d1d5", "", "R"},
    /* The king takes last, and not where it would be taken. */
    {"chess", "8/8/3k4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", "P", "R"},
    {"chess", "8/8/3k4/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", "P", ""},
    {"chess", "6k1/8/8/3pP3/8/8/8/6K1 w - d6 0 2", "e5d6", "P", ""},
    {"chess", "6k1/P7/8/8/8/8/8/6K1 w - - 0 1", "a7a8q", "+QP", ""},
    {"chess", "3r2k1/P7/8/8/8/8/8/6K1 w - - 0 1", "a7a8q", "", "P"},
    /* A shot leaves nothing to be taken; an archer that takes back by one is not taken in turn. */
    {"wizard", "6z/7/5c1/7/7/7/5h1/7/3A3/7/7/Z6[] w - - 0 1", "d4f6", "H", ""},
    {"wizard", "6z/7/7/7/5a1/7/3w3/7/7/7/3C3/Z2C3[] w - - 0 1", "d2d6", "W", "C"},
    /* A dragon takes by passing over one piece; when that piece has taken, it cannot. */
    {"wizard", "5z1/7/7/7/7/c2w3/7/3C3/7/7/3D3/6Z[] w - - 0 1", "d5d7", "W", "C"},
    /* What is dropped may guard; a hole is in the way of a rook. */
    {"royal", "3r2k1/8/8/8/3p4/3M4/8/6K1[BNR,BNR,bnr,-] w - - 0 1", "d3d4,N@f3", "P", ""},
    {"royal", "3r2k1/8/8/8/3p4/3M4/8/6K1[BNR,BNR,bnr,-] w - - 0 1", "d3d4,B@a2", "P", "M"},
    {"magician", "3r2k/****3/***4/3p3/**5/7/K2R3 w - - 0 1", "d1d4", "P", ""},
    {"magician", "3r2k/***4/***4/3p3/***4/7/K2R3 w - - 0 1", "d1d4", "P", "R"},
};

enum { EXCHANGES = sizeof exchanges / sizeof exchanges[0] };

static int value_of(const GrSearch *s, char letter) {
    const GrVariant *v = gr_variant(s->rules);
    for (int type = 1; type <= v->types; type++)
        if (v->piece[type].letter == letter)
            return gr_value_of(s->eval, type);
    return 0;
}

static int sum_of(const GrSearch *s, const char *letters) {
    int sum = 0;
    for (; *letters; letters++)
        if (*letters == '+') {
            sum += value_of(s, letters[1]) - value_of(s, letters[2]);
            letters += 2;
        } else {
            sum += value_of(s, *letters);
        }
    return sum;
}

static void exchanges_come_to_what_they_win(void) {
    GrVariants *variants = gr_variants_open();
    GrSearch *s = gr_search_new(1);
    REQUIRE(variants && s);
    for (int i = 0; i < EXCHANGES; i++) {
        const Exchange *x = &exchanges[i];
        GrPosition pos;
        GrMove move;
        GrFound found;
        REQUIRE(gr_fen_read(gr_variants_find(variants, x->variant), x->fen, &pos, NULL) == 0);
        REQUIRE(gr_search_run(s, &pos, NULL, 0, &(GrLimits){.depth = 1}, &found) == 0);
        int comes_to = sum_of(s, x->won) - sum_of(s, x->lost);
        if (!CHECK(gr_uci_read(&pos, x->move, &move, NULL) == 0) ||
            !CHECK(!gr_exchange_loses(s, &pos, move, gr_gain(s, &pos, move), comes_to)) ||
            !CHECK(gr_exchange_loses(s, &pos, move, gr_gain(s, &pos, move), comes_to + 1)))
            printf("    %s %s %s\n", x->variant, x->fen, x->move);
    }
    gr_search_free(s);
    gr_variants_close(variants);
}

/* Moves are picked from the best order down, and captures that lose something, which are known to, last. */
static void picked_moves_go_down(void) {
    GrVariants *variants = gr_variants_open();
    GrSearch *s = gr_search_new(1);
    REQUIRE(variants && s);
    for (int i = 0; i < EXCHANGES; i++) {
        GrPosition pos;
        GrFound found;
        Frame *root = &s->frame[0];
        REQUIRE(gr_fen_read(gr_variants_find(variants, exchanges[i].variant), exchanges[i].fen, &pos, NULL) == 0);
        REQUIRE(gr_search_run(s, &pos, NULL, 0, &(GrLimits){.depth = 3}, &found) == 0);
        gr_moves(&pos, &root->list);
        gr_order_moves(s, 0, GR_NO_MOVE, true);
        for (unsigned at = 0, lost = 0; at < root->list.count; at++) {
            GrMove move = gr_next_move(s, root, at);
            bool takes = gr_gain(s, &pos, move) != 0, loses = gr_loses(s, &pos, move);
            CHECK(move == root->list.move[at]);
            CHECK(gr_picked_loses(s, root, at) == loses);
            CHECK(!lost || (takes && loses));
            lost += takes && loses;
        }
        for (unsigned at = 1; at < root->list.count; at++)
            CHECK(root->order[at] <= root->order[at - 1]);
    }
    gr_search_free(s);
    gr_variants_close(variants);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(picked_moves_go_down);
    RUN(exchanges_come_to_what_they_win);
    return test_end();
}
