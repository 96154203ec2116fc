/* Playing through games of which less than positions is looked at: as sketches or as reels. */
#include "db/search/scan_local.h"

#include "db/query/query_grounds.h"
#include "db/query/query_reel.h"

/* A game that is shown as sketches. */
typedef struct Sketching {
    const GrScanGame *game;
    uint32_t first;  /* ply before the moves that were read last */
    bool due;        /* the position at hand is to be shown */
    int on;          /* what came of it */
} Sketching;

/* As play_on, where every move may matter. */
static uint32_t play_all(Scanner *s, Sketching *show, uint32_t i, uint32_t plies, bool *sound) {
    const GrGrounds *on = s->scan->sight->grounds;
    GrPosition *pos = &s->pos;
    bool due = false, played = true, awaits = s->scan->sight->awaits;
    for (; i < plies && !due && played; i++) {
        GrMove move = s->sketch.move[i];
        due = query_grounds_shake(on, pos, move);
        played = gr_sketch_play(pos, move, 0);
        due |= awaits && (i + 1 == plies || query_is_awaited(pos, s->sketch.move[i + 1]));
    }
    show->due = due;
    *sound &= played;
    return i;
}

/* Plays on to a move that matters, or through all plies that were read. Returns how many were played; *sound becomes
 * false if one cannot be. */
static uint32_t play_on(Scanner *s, Sketching *show, uint32_t i, uint32_t plies, bool *sound) {
    const GrScanSight *sight = s->scan->sight;
    const GrMove *move = s->sketch.move;
    unsigned types = gr_sketch_types(sight->pieces);
    if (sight->pieces == UINT32_MAX)
        return play_all(s, show, i, plies, sound);
    for (show->due = false; i < plies && !show->due && *sound; i++) {
        uint64_t rest = s->sketch.stir >> i;
        uint32_t stirring = rest & 1 ? i : rest ? i + (uint32_t)__builtin_ctzll(rest) : plies;
        for (; i < stirring; i++)
            gr_sketch_shift(&s->pos, move[i]);
        if (i == plies)
            break;
        show->due = query_grounds_shake(sight->grounds, &s->pos, move[i]);
        *sound = gr_sketch_play(&s->pos, move[i], types);
    }
    return i;
}

/* Shows those positions of the plies that were read in which something has changed, and in any case the last one
 * of the game. 1 to go on, 0 if the game is over, below 0 if it cannot be shown so. */
static int show_sketches(Scanner *s, Sketching *show, uint32_t plies) {
    const GrScan *scan = s->scan;
    uint32_t left = show->game->plies - show->first;
    bool sound = true;
    for (uint32_t i = 0; sound; i = play_on(s, show, i, plies, &sound)) {
        bool last = i == left;
        if (i == plies && !last)
            return 1;
        if (!show->due && !last)
            continue;
        GrMove next = last ? GR_NO_MOVE : s->sketch.move[i];
        gr_sketch_expect(&s->pos, next);
        show->on = scan->visit(scan->context, show->game, show->first + i, &s->pos, next);
        if (show->on <= 0 || last)
            return 0;
    }
    return -1;
}

/* Sets the sketch to the start of a game; false if there is none of it. */
static bool start_sketch(Scanner *s, const GrScanGame *game) {
    return scan_start(s, game) && gr_sketch_open(&s->sketch, scan_player(s), &s->pos);
}

/* Shows a game as reels. False if that cannot be done; else *on is what came of it. */
static bool play_reels(Scanner *s, const GrScanGame *game, int *on) {
    if (!start_sketch(s, game))
        return false;
    for (uint32_t first = 0; first <= game->plies; first += GR_REEL_PLIES) {
        uint32_t left = game->plies - first, plies = left < GR_REEL_PLIES ? left : GR_REEL_PLIES;
        uint32_t count = left < GR_REEL_PLIES ? plies + 1 : plies;
        if (!gr_sketch_film(&s->sketch, scan_player(s), plies, s->scan->sight->films))
            return false;
        GrReel reel = {s->sketch.row, s->sketch.played, first, count, s->pos.turn};
        s->scan->sight->reel(s->scan->context, &reel);
    }
    *on = scan_end(s, game, 1);
    return true;
}

/* Plays through a game as sketches. False if that cannot be done; else *on is what came of it. */
static bool play_sketch(Scanner *s, const GrScanGame *game, int *on) {
    Sketching show = {.game = game, .due = true};
    int more = 1;
    if (!start_sketch(s, game))
        return false;
    for (; more > 0; show.first += GR_SKETCH_PLIES) {
        uint32_t left = game->plies - show.first, plies = left < GR_SKETCH_PLIES ? left : GR_SKETCH_PLIES;
        if (!gr_sketch_read(&s->sketch, scan_player(s), plies, s->scan->sight->pieces))
            return false;
        more = show_sketches(s, &show, plies);
    }
    *on = more ? more : scan_end(s, game, show.on);
    return !more;
}

bool scan_show(Scanner *s, const GrScanGame *game, int *on) {
    const GrScanSight *sight = s->scan->sight;
    return sight->reel ? play_reels(s, game, on) : play_sketch(s, game, on);
}
