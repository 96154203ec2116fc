/* Watching for a position while games are gone through: is it there, and can it still come? What was found out of
 * positions that many games have is remembered. Internal to db/.
 */
#ifndef GR_DB_WATCH_H
#define GR_DB_WATCH_H

#include "db/search/target.h"

typedef enum GrOutlook { GR_OUTLOOK_OVER, GR_OUTLOOK_AHEAD, GR_OUTLOOK_THERE } GrOutlook;

/* One that is zero but for its target knows nothing yet; one thread at a time may use it. */
enum { GR_WATCH_KNOWN = 256 };
typedef struct GrWatch {
    const GrTarget *target;
    uint64_t key[GR_WATCH_KNOWN];    /* answers of gr_target_ahead for some positions, by their keys; 0: none */
    bool ahead[GR_WATCH_KNOWN];
} GrWatch;

/* gr_target_ahead of a position that may have been asked about before. */
static inline bool gr_watch_ahead(GrWatch *watch, const GrPosition *pos) {
    uint64_t key = pos->key ^ (uint64_t)(uintptr_t)pos->rules;
    size_t at = pos->key % GR_WATCH_KNOWN;
    if (watch->key[at] != key) {
        watch->key[at] = key;
        watch->ahead[at] = gr_target_ahead(watch->target, pos);
    }
    return watch->ahead[at];
}

/* Of the next position of a game in which the target could still come. After a move that takes nothing and moves no
 * pawn it still can. */
static inline GrOutlook gr_watch(GrWatch *watch, const GrPosition *pos) {
    if (gr_target_fits(watch->target, pos))
        return GR_OUTLOOK_THERE;
    return pos->clock || gr_watch_ahead(watch, pos) ? GR_OUTLOOK_AHEAD : GR_OUTLOOK_OVER;
}

#endif
