/* The command `bench`: a signature of search and evaluation.
 *
 * The sum of nodes over fixed positions of all variants at a fixed depth is the same with every
 * compiler and on every machine, and changes only when search, evaluation or rules do.
 */
#include "analysis/uci/uci_local.h"
#include "rules/fen.h"

#include <string.h>

enum { MOMENT_MS = 3000 }; /* after `quit`: enough for the usual depth */

typedef struct Bench {
    const char *variant, *fen;
} Bench;

static const Bench positions[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"chess", "r1b1kbnr/1p2q2p/2np1pp1/p1p5/P1B1P3/2NQBN2/1PP2PPP/R3K2R w KQkq - 2 12"},
    {"chess", "3r4/1p3np1/5Nk1/p1p4p/4r2P/3R1N1R/PPP2PP1/5K2 b - - 0 23"},
    {"chess", "8/6k1/5rpp/1p2R3/1P6/1KPR4/6rP/8 w - - 2 35"},
    {"magi", "rnbcqkwbnr/pppppppppp/d2l2l2d/10/10/10/10/D2L2L2D/PPPPPPPPPP/RNBCQKWBNR "
             "w KQkq - 0 1"},
    {"magi", "r1bcqk3r/pppp1p2pp/2nl2p2d/5l1p2/4p1n3/d3P1N3/5P4/P2L1CLN1D/P1PP2PPPP/R1B1QK1B1R "
             "w KQkq - 0 12"},
    {"magi", "r6r2/2ppdp3k/1p1lq2dp1/4nlB1Dp/2P6P/1Q1pP3N1/p2L4P1/P2P2L3/P5PP2/5RK2R b - - 7 46"},
    {"magi", "rnbcqk1b1r/p1pppppppp/d2l2ld2/1p2n5/4P1C3/1P8/4QP4/D2L2L2D/P1PP2PPPP/RNB2K1BNR "
             "w KQkq - 1 12"},
    {"magician", "rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w BFbf - 0 1"},
    {"magician", "1r4r/p1*pmkp/*6/*pP*1*M/*PnPM**/P1K2*1/R5R b - - 4 23"},
    {"magician", "2rm3/pk5/*p1**1*/1*1PMr1/*1*1K1*/P1R3*/3R3 b - - 3 46"},
    {"magician", "7/1C3*p/*3k1*/*5*/*1*M1M*/P*1K1mP/1r5 w - - 1 35"},
    {"royal", "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR[BNR,BNR,bnr,bnr] w KQkq - 0 1"},
    {"royal", "r3kb1r/ppp1p1pp/1n2m3/1R6/8/2PPB3/PP2PPPP/RN2KBNR[BNR,-,bnr,bnr] w KQkq - 3 12"},
    {"royal", "4kb1r/1pp1p1p1/1p1b4/1R2N3/3P1P2/2P1P2p/r3B1PP/4K1R1[BNR,-,bnr,-] b k - 1 23"},
    {"wizard", "dcazacd/wgwwwgw/2hwh2/7/7/7/7/7/7/2HWH2/WGWWWGW/DCAZACD[] b Zz - 0 1"},
    {"wizard", "2a1a2/w1z4/2h2g1/2w2h1/3w1w1/3ww2/3Wd1c/1WH4/2W1WC1/1GHW3/2W4/C1AZA2[DDd] "
               "w Zz - 0 22"},
    {"wizard", "4a2/2a4/d4g1/w1w4/3whw1/2Ww3/WH1W3/3c3/C3Wwz/1Z2A2/2W4/2A1G2[DDWd] w - - 0 45"},
    {"wizard", "3c3/w6/4a2/wza1h2/2ww1w1/w4h1/4WH1/1WHWA2/7/C1A3c/3WZ2/7[DDdd] b Z - 3 56"},
    {"capablanca", "r3qk3r/pppp2pppp/2npbb4/5p4/4PP1cn1/1PN2BCN2/P1PP1BPPPP/R3QK3R w KQkq - 5 12"},
    {"capablanca", "r2q3k1r/pppp2pp2/2npb5/3N3QRp/4BP1b2/1P8/P1PP1BPP2/R4K4 b Q - 2 23"},
    {"chess960", "bq1b1rkr/5ppp/p2p1p2/1pp5/PP2n3/2PNPN2/3P1PPP/1Q1B1RKR w KQkq - 0 9"},
    {"crazyhouse", "r2qk2r/1pp1ppb1/p1n3p1/P2p1bBp/3Pn3/2N2N1P/1PP1PPP1/R2QKB1R[] w KQkq - 3 10"},
    {"atomic", "rn1qkb1r/pppbp1pp/5p2/3p2N1/P1PP2n1/8/1P2PPPP/RNBQKB1R w KQkq - 3 6"},
    {"antichess", "r1b1kbnr/pp1ppppp/n1p5/8/8/2P3P1/PP1PNP1P/R1BQKB1R w - - 1 6"},
    {"horde", "r1bqkbnr/4pp2/pP1p4/n1PP1PPP/1P2P1P1/1PPPPP1P/PPPPPPPP/PPPPPPPP w kq - 0 13"},
    {"threecheck", "r2qkb1r/ppp1pppp/2n1bn2/3p4/3P2P1/2N2N1P/PPP1PP1B/R2QKB1R w KQkq - 3+3 1 8"},
    {"racingkings", "8/8/8/8/3Bb3/1k4K1/3nN3/1rbnNBR1 w - - 3 6"},
    {"kingofthehill", "r1bqkb1r/1pp2p2/p1n1pn1p/3p4/P2P2pP/2N1BN2/1PP1PPP1/R2QKB1R w KQkq - 0 9"},
};

static bool is_cut(void *uci) {
    return gr_uci_is_cut(uci);
}

/* Searches a position from scratch; returns the nodes, 0 if it could not. */
static uint64_t search_one(GrUci *uci, GrSearch *search, const GrRules *rules, const char *fen) {
    GrPosition pos;
    GrFound found;
    if (!rules || gr_fen_read(rules, fen, &pos, NULL) != 0)
        return 0;
    gr_search_forget(search);
    if (gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = uci->depth}, &found) != 0 || gr_uci_is_cut(uci))
        return 0;
    gr_say(uci, "%s %s: %llu", gr_variant(rules)->name, fen, (unsigned long long)found.nodes);
    return found.nodes;
}

static bool has_positions(const char *variant) {
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++)
        if (!strcmp(positions[i].variant, variant))
            return true;
    return false;
}

/* A built-in game without a position in the table: its start. */
static uint64_t search_start(GrUci *uci, GrSearch *search, const GrRules *rules) {
    const GrVariant *v = gr_variant(rules);
    return v->defined || has_positions(v->name) ? 0 : search_one(uci, search, rules, v->start);
}

static void search_all(GrUci *uci, GrSearch *search) {
    int64_t start = gr_now_ms();
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof positions / sizeof positions[0] && !gr_uci_is_cut(uci); i++)
        sum += search_one(uci, search, gr_variants_find(uci->variants, positions[i].variant), positions[i].fen);
    const GrRules *rules;
    gr_variants_load(uci->variants);
    for (size_t i = 0; (rules = gr_variants_at(uci->variants, i)) != NULL && !gr_uci_is_cut(uci); i++)
        sum += search_start(uci, search, rules);
    int64_t ms = gr_now_ms() - start;
    if (gr_uci_is_cut(uci)) {
        gr_say(uci, "info string bench was stopped: not all positions are searched");
        return;
    }
    gr_say(uci, "info string %lld ms, %llu nodes per second", (long long)ms,
           (unsigned long long)(sum * 1000 / (uint64_t)(ms > 0 ? ms : 1)));
    gr_say(uci, "Nodes searched: %llu", (unsigned long long)sum);
}

static void bench(GrUci *uci) {
    GrSearch *search = gr_search_new(GR_DEFAULT_HASH);
    gr_uci_begun(uci);
    if (search) {
        gr_search_on_wait(search, is_cut, uci);
        search_all(uci, search);
    } else {
        gr_say(uci, "info string out of memory");
    }
    gr_uci_ended(uci);
    gr_search_free(search);
}

void gr_uci_bench(GrUci *uci, const char *arguments) {
    size_t length;
    gr_word(arguments, &length);
    uci->depth = GR_DEFAULT_BENCH;
    if (!length || gr_uci_read_depth(uci, "bench", arguments, 1, GR_MAX_PLY - 1))
        gr_uci_prepare(uci, bench, MOMENT_MS);
}
