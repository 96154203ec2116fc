/* The command `bench`: a signature of search and evaluation.
 *
 * The sum of nodes over fixed positions of all variants at a fixed depth is the same with every
 * compiler and on every machine, and changes only when search, evaluation or rules do.
 */
#include <stdlib.h>

#include "analysis/uci_local.h"
#include "rules/fen.h"

typedef struct Bench {
    const char *variant, *fen;
} Bench;

static const Bench positions[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"magi",
     "rnbcqkwbnr/pppppppppp/d2l2l2d/10/10/10/10/D2L2L2D/PPPPPPPPPP/RNBCQKWBNR w KQkq - 0 1"},
    {"magician", "rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w BFbf - 0 1"},
    {"royal", "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR[BNR,BNR,bnr,bnr] w KQkq - 0 1"},
    {"wizard", "dcazacd/wgwwwgw/2hwh2/7/7/7/7/7/7/2HWH2/WGWWWGW/DCAZACD[] b Zz - 0 1"},
};

/* Searches a position from scratch; returns the nodes, 0 if it could not. */
static uint64_t search_one(GrUci *uci, GrSearch *search, const Bench *bench, int depth) {
    const GrRules *rules = gr_book_find(uci->book, bench->variant);
    GrPosition pos;
    GrFound found;
    if (!rules || gr_fen_read(rules, bench->fen, &pos, NULL) != 0)
        return 0;
    gr_search_forget(search);
    if (gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = depth}, &found) != 0)
        return 0;
    gr_say(uci, "%s %s: %llu", bench->variant, bench->fen, (unsigned long long)found.nodes);
    return found.nodes;
}

void gr_uci_bench(GrUci *uci, const char *arguments) {
    long depth = strtol(arguments, NULL, 10);
    depth = depth < 1 ? GR_DEFAULT_BENCH : depth < GR_MAX_PLY ? depth : GR_MAX_PLY - 1;
    GrSearch *search = gr_search_new(GR_DEFAULT_HASH);
    if (!search) {
        gr_say(uci, "info string out of memory");
        return;
    }
    int64_t start = gr_now_ms();
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++)
        sum += search_one(uci, search, &positions[i], (int)depth);
    int64_t ms = gr_now_ms() - start;
    gr_say(uci, "info string %lld ms, %llu nodes per second", (long long)ms,
           (unsigned long long)(sum * 1000 / (uint64_t)(ms > 0 ? ms : 1)));
    gr_say(uci, "Nodes searched: %llu", (unsigned long long)sum);
    gr_search_free(search);
}
