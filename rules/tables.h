/* What is computed once from a variant's data. Internal to rules/. */
#ifndef GR_RULES_TABLES_H
#define GR_RULES_TABLES_H

#include <pthread.h>
#include <stdatomic.h>

#include "rules/hooks.h"

/* Types that can be in hand: those after the royal piece, each with a byte of GrPosition.pocket, or in described games
 * of GrPosition.hand; how many of each. */
enum { GR_HAND_TYPES = 8, GR_HELD_TYPES = GR_MAX_TYPES - 2, GR_HAND_MAX = 63 };

/* Zobrist numbers. They are part of the database format (positions are found by their keys), so
 * the generator and the order in which it is asked in tables.c must not change. */
typedef struct GrZobrist {
    uint64_t piece[GR_PIECES][GR_MAX_SQUARES]; /* by piece code; GR_HOLE for holes */
    uint64_t ep[GR_MAX_SQUARES];
    uint64_t extra[GR_EXTRA][GR_MAX_SQUARES];
    uint64_t right[8];
    uint64_t pocket[4][8];
    uint64_t turn, pending;
    uint64_t hand[2][GR_HELD_TYPES][GR_HAND_MAX + 1]; /* by side, type and number */
} GrZobrist;

/* A variant's tables are filled by the thread that first asks for a position of it, since most programs need few
 * variants. Their memory is allocated before, so filling cannot fail. */
typedef struct GrFilling {
    pthread_mutex_t lock;
    atomic_bool done;
    GrRules *rules;
    void (*fill)(GrRules *rules, GrFaults *faults); /* gr_rules_fill: reading a FEN comes here, and goes there */
} GrFilling;

struct GrRules {
    const GrVariant *variant;
    GrFilling *filling; /* of all below; NULL: it has been filled from the beginning */
    void *board;        /* the variant's tables, typed in its own file */
    GrZobrist zobrist;
    uint8_t rights_kept[GR_MAX_SQUARES]; /* rights that survive a change on the square */
    GrPosition start;
};

/* Fills everything from `rules->variant`; `rules->board` has the memory that it says (GrHooks.size), all zero.
 * `faults` is what is wrong with the start position; NULL: nothing can be. */
void gr_rules_fill(GrRules *rules, GrFaults *faults);

/* Fills the tables unless that has been done; waits for a thread that is at it. */
void gr_rules_fill_once(GrFilling *filling);

/* To be called before a position is made by these rules. */
static inline void gr_rules_use(const GrRules *rules) {
    GrFilling *filling = rules->filling;
    if (filling && !atomic_load_explicit(&filling->done, memory_order_acquire))
        gr_rules_fill_once(filling);
}

/* Of a right from GR_MOVED_RIGHTS on, less that: the square of its rook, and its number in keys, for which that of a
 * capture en passant on the square serves, where there is none. */
static inline int gr_rules_moved_rook(const GrPosition *pos, int right) {
    const GrVariant *v = pos->rules->variant;
    return pos->rook_file[right] + (right < 2 ? 0 : (v->ranks - 1) * v->files);
}

static inline uint64_t gr_rules_moved_key(const GrPosition *pos, int right) {
    const GrZobrist *z = &pos->rules->zobrist;
    return z->right[GR_MOVED_RIGHTS + right] ^ z->ep[gr_rules_moved_rook(pos, right)];
}

/* gr_fen_read by rules whose tables are filled, but for the start position. */
unsigned gr_fen_read_filled(const GrRules *rules, const char *text, GrPosition *pos, GrFaults *faults);

#endif
