/* Going through the positions of a selection's main lines, with pauses. */
#include "analysis/study/walk.h"

#include <stdlib.h>
#include <string.h>

enum { STRIDE = 20000 }; /* positions between two pauses; some hundredths of a second */

uint64_t gr_walk_mark(const GrVariants *variants, const GrRules *rules, uint64_t key) {
    uint64_t n = 1;
    for (size_t i = 0; gr_variants_at(variants, i) && gr_variants_at(variants, i) != rules; i++)
        n++;
    return key ^ n * UINT64_C(0x9E3779B97F4A7C15);
}

static int begin(void *context, const GrScanGame *game) {
    GrWalk *w = context;
    if (game->rules && game->rules != w->rules) {
        w->rules = game->rules;
        w->salt = gr_walk_mark(gr_db_all_variants(w->db), game->rules, 0);
    }
    if (game->id != w->game)
        w->ply = 0;
    w->game = game->id;
    return w->begin ? w->begin(w->context, game) : 1;
}

static int visit(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                 GrMove next) {
    GrWalk *w = context;
    (void)next;
    if (ply > w->to_ply)
        return 0;
    if (ply < w->ply || ply < w->from_ply)
        return 1;
    w->ply = ply + 1;
    int on = 1;
    if (gr_is_of_shard(pos->key, w->shard, w->shards)) {
        GrPosition plain = *pos;
        plain.clock = 0;
        plain.number = 1;
        on = w->visit(w->context, game, ply, &plain, pos->key ^ w->salt);
    }
    if (on < 0 || (on > 0 && (!w->left || --w->left)))
        return on;
    w->paused = true;
    return GR_ERR_STOPPED;
}

static int end(void *context, const GrScanGame *game) {
    GrWalk *w = context;
    if (w->end)
        w->end(w->context, game);
    w->game = game->id + 1;
    w->ply = 0;
    return 0;
}

static void unread(void *context, int64_t id, const GrError *why) {
    GrWalk *w = context;
    w->damaged = true;
    if (w->unread)
        w->unread(w->context, id, why);
}

static bool stop(void *context, int64_t id, int64_t last) {
    GrWalk *w = context;
    return w->stop && w->stop(w->context, id, last);
}

int gr_walk(GrWalk *w, bool whole, GrError *error) {
    GrScan scan = {.from = w->game, .only = w->only, .context = w, .begin = begin, .visit = visit,
                   .end = end, .unread = unread, .stop = stop};
    w->left = whole ? 0 : STRIDE;
    w->paused = false;
    if (w->selection && w->selection->count && !w->cursor) {
        w->cursor = gr_cursor_open(w->db, w->selection, error);
        if (!w->cursor)
            return (int)error->code;
    }
    scan.cursor = w->cursor;
    int code = gr_scan(w->db, w->selection, &scan, error);
    if (w->paused)
        return 1;
    if (code == 0 && w->damaged) /* in an earlier part */
        code = gr_fail(error, GR_ERR_DAMAGED, "some games cannot be read");
    return code;
}

void gr_walk_close(GrWalk *walk) {
    gr_cursor_close(walk->cursor);
    walk->cursor = NULL;
}

/* ---- the games that a query finds ---- */

typedef struct Found {
    GrGameSet *set;
    bool (*stop)(void *context, int64_t id, int64_t last);
    void *context;
} Found;

static void show(void *context, const GrFinding *finding, size_t n, GrBuffer *out) {
    (void)context;
    (void)n;
    gr_buffer_add(out, (const char *)&finding->id, sizeof finding->id);
}

static int put(void *context, const char *bytes, size_t len) {
    GrGameSet *set = ((Found *)context)->set;
    for (int64_t id; len >= sizeof id; bytes += sizeof id, len -= sizeof id) {
        memcpy(&id, bytes, sizeof id);
        if (id < 1 || id > set->groups)
            continue;
        set->word[(id - 1) / 64] |= UINT64_C(1) << (id - 1) % 64;
        set->count++;
    }
    return 0;
}

static bool stop_finding(void *context, int64_t id, int64_t last) {
    Found *found = context;
    return found->stop && found->stop(found->context, id, last);
}

int gr_walk_query(GrDb *db, const GrSelection *selection, const GrQuery *query, int jobs,
                  bool (*stop_call)(void *context, int64_t id, int64_t last), void *context,
                  GrGameSet *set, GrError *error) {
    Found found = {.set = set, .stop = stop_call, .context = context};
    GrJudging judging;
    GrFind find = {.selection = selection, .query = query, .judging = &judging, .jobs = jobs, .by_game = true,
                   .read = GR_FIND_NUMBERS, .context = &found, .show = show, .put = put,
                   .stop = stop_finding};
    GrFindCount count;
    int64_t last = gr_db_last(db, error);
    if (last < 0)
        return (int)last;
    *set = (GrGameSet){.groups = last};
    set->word = calloc((size_t)last / 64 + 1, sizeof *set->word);
    if (!set->word)
        return gr_no_memory(error);
    int judged = gr_judging_begin(db, NULL, NULL, &judging, error);
    int code = judged ? judged : gr_find(db, &find, &count, error);
    gr_judging_free(&judging);
    return code == GR_ERR_DAMAGED && !judged ? 0 : code; /* the walk meets those games, too */
}
