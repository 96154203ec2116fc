/* Draws that could have been claimed. */
#include "notation/claims.h"

#include <stdio.h>
#include <stdlib.h>

#include "rules/repetition.h"

/* Clock at which fifty moves by each side are complete, in plies. */
enum { FIFTY = 100 };

/* A position of the game; `node` led to it. */
typedef struct Seen {
    uint64_t key;
    uint32_t ply, node;
} Seen;

static int compare(const void *a, const void *b) {
    const Seen *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->ply < y->ply ? -1 : x->ply > y->ply;
}

/* Lists the positions of the main line, and finds the first with the full clock; *end is the
 * last position. Returns how many there are. */
static size_t list_positions(const GrGame *game, Seen *seen, Seen *fifty, GrPosition *end) {
    GrPosition pos = game->start;
    size_t n = 0;
    fifty->ply = 0;
    seen[n++] = (Seen){pos.key, 0, 0};
    for (uint32_t node = game->nodes[0].next; node && n <= game->plies;
         node = game->nodes[node].next) {
        gr_play(&pos, game->nodes[node].move);
        seen[n] = (Seen){pos.key, (uint32_t)n, node};
        if (pos.clock >= FIFTY && !fifty->ply)
            *fifty = seen[n];
        n++;
    }
    *end = pos;
    return n;
}

/* The first position that occurs for the nth time; its ply is 0 if there is none. */
static Seen nth_occurrence(Seen *seen, size_t n, unsigned nth) {
    Seen first = {0};
    qsort(seen, n, sizeof *seen, compare);
    for (size_t i = nth - 1; i < n; i++)
        if (seen[i - (nth - 1)].key == seen[i].key && (!first.ply || seen[i].ply < first.ply))
            first = seen[i];
    return first;
}

static int note(GrGame *game, const Seen *at, const char *what) {
    const GrNode *node = &game->nodes[at->node];
    return gr_game_diagnose(game, GR_NOTE, node->line, node->column, at->ply,
                            "%s; a draw could be claimed", what);
}

static int note_occurrence(GrGame *game, const Seen *at, unsigned nth) {
    static const char *const names[] = {"second", "third", "fourth", "fifth"};
    char what[64];
    if (nth >= 2 && nth < 6)
        snprintf(what, sizeof what, "the position occurs for the %s time", names[nth - 2]);
    else
        snprintf(what, sizeof what, "the position occurs %u times", nth);
    return note(game, at, what);
}

/* ---- repetitions that somebody may win ---- */

/* The first position that ends the game by repetition, with the tracks that lead to it: `nth` says where one has
 * occurred often enough; another rule may have ended the game before. False without memory. */
static bool find_end(const GrGame *game, GrTracks *tracks, Seen *nth, int *winner) {
    GrPosition pos = game->start, before;
    uint32_t ply = 0, node = game->nodes[0].next;
    bool well = gr_tracks_begin(tracks, &pos);
    for (; well && node && ply < game->plies; node = game->nodes[node].next) {
        before = pos;
        gr_play(&pos, game->nodes[node].move);
        well = gr_tracks_add(tracks, &before, game->nodes[node].move, &pos);
        ply++;
        bool shuttles = well && gr_shuttles(game->rules, &tracks->track[ply], ply);
        if (well && (shuttles || ply == nth->ply) &&
            gr_repetition(game->rules, tracks->track, tracks->count, winner)) {
            *nth = (Seen){pos.key, ply, node};
            return true;
        }
    }
    return well;
}

/* Notes where the game should have ended. */
static int note_decided(GrGame *game, Seen *nth) {
    GrTracks tracks = {.count = 0};
    int winner = -1;
    bool well = find_end(game, &tracks, nth, &winner);
    gr_tracks_free(&tracks);
    if (!well)
        return GR_ERR_MEMORY;
    if (!nth->ply || winner < 0)
        return nth->ply ? note_occurrence(game, nth, gr_repeats(gr_variant(game->rules))) : 0;
    const GrNode *node = &game->nodes[nth->node];
    return gr_game_diagnose(game, GR_NOTE, node->line, node->column, nth->ply, "by repetition %s has won",
                            winner == GR_WHITE ? "White" : "Black");
}

int gr_note_claims(GrGame *game) {
    GrPosition end;
    Seen fifty, third;
    if (!game->rules || !gr_variant(game->rules)->fifty || game->plies == 0)
        return 0;
    Seen *seen = malloc(((size_t)game->plies + 1) * sizeof *seen);
    if (!seen)
        return GR_ERR_MEMORY;
    size_t n = list_positions(game, seen, &fifty, &end);
    unsigned nth = gr_repeats(gr_variant(game->rules));
    third = nth ? nth_occurrence(seen, n, nth) : (Seen){0};
    free(seen);
    GrState state = gr_state(&end);
    bool over = state == GR_CHECKMATE || state == GR_STALEMATE || state == GR_WON;
    int code = 0;
    if (gr_variant(game->rules)->repeats_decide)
        code = note_decided(game, &third);
    else if (third.ply)
        code = note_occurrence(game, &third, nth);
    if (!code && fifty.ply && !(over && fifty.ply == n - 1))
        code = note(game, &fifty, "fifty moves by each side without a capture or a pawn move");
    gr_game_sort_diagnostics(game);
    return code;
}
