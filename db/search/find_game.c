/* What a thread does with a range of games: it matches them, and writes what was found. */
#include <stdlib.h>
#include <string.h>

#include "db/query/run/film.h"
#include "db/search/find_local.h"
#include "db/store/internal.h"
#include "notation/room.h"

/* ---- threads ---- */

int find_open_worker(FindWorker *w, GrError *error) {
    gr_game_init(&w->bare);
    gr_game_init(&w->shown);
    gr_game_init(&w->whole);
    gr_judgement_init(&w->judgement[0]);
    gr_judgement_init(&w->judgement[1]);
    w->matcher = calloc(2 * w->plans->plans + 1, sizeof *w->matcher);
    if (!w->matcher)
        return gr_no_memory(error);
    w->cursor = gr_cursor_open_filtered(w->db, &w->candidates->filtered, error);
    return w->cursor ? 0 : (int)error->code;
}

void find_close_worker(FindWorker *w) {
    for (size_t i = 0; w->matcher && i < 2 * w->plans->plans; i++)
        gr_matcher_free(w->matcher[i]);
    free(w->matcher);
    free(w->at);
    gr_cursor_close(w->cursor);
    gr_game_free(&w->bare);
    gr_game_free(&w->shown);
    gr_game_free(&w->whole);
    gr_judgement_free(&w->judgement[0]);
    gr_judgement_free(&w->judgement[1]);
}

/* ---- one game ---- */

/* The hits that begin at one of the plies at which the position stands; both are in order. */
static int add_common(FindWorker *w) {
    FindSlot *slot = w->slot;
    size_t at = 0;
    for (size_t i = 0; i < w->hits; i++) {
        while (at < w->ats && w->at[at] < w->hit[i].first)
            at++;
        if (at == w->ats || w->at[at] != w->hit[i].first)
            continue;
        if (!gr_room(&slot->hit, slot->hits, 1, &slot->hit_cap, sizeof *slot->hit))
            return gr_no_memory(&slot->error);
        slot->hit[slot->hits++] = w->hit[i];
    }
    return 0;
}

static int add_hits(FindWorker *w, const GrHit *from, size_t count) {
    FindSlot *slot = w->slot;
    if (!gr_room(&slot->hit, slot->hits, count, &slot->hit_cap, sizeof *slot->hit))
        return gr_no_memory(&slot->error);
    for (size_t i = 0; i < count; i++)
        slot->hit[slot->hits++] = from[i];
    return 0;
}

/* The hits that begin at the position, in the game or in a variation of it. */
static int add_fitting(FindWorker *w) {
    int code = 0;
    for (size_t i = 0; i < w->hits && !code; i++) {
        GrPosition pos;
        if (find_hit_position(&w->whole, &w->hit[i], &pos))
            return gr_no_memory(&w->slot->error);
        if (gr_target_fits(w->find->target, &pos))
            code = add_hits(w, &w->hit[i], 1);
    }
    return code;
}

static int add_places(FindWorker *w) {
    int code = 0;
    for (size_t i = 0; i < w->ats && !code; i++)
        code = add_hits(w, &(GrHit){w->at[i], w->at[i], 0}, 1);
    return code;
}

/* Enough for the caller's limit, whatever was found in games before this slot's? */
static bool is_full(const FindWorker *w) {
    uint64_t limit = w->find->limit;
    return limit && (w->slot->items >= limit || (!w->find->by_game && w->slot->hits >= limit));
}

/* Notes what was found in the game, if anything was. */
static int add_game(FindWorker *w, const GrScanGame *game) {
    FindSlot *slot = w->slot;
    size_t before = slot->hits;
    bool as_such = w->plans->of_game && !w->find->target;
    int code = 0;
    if (w->plans->query && !w->hits)
        return 0;
    if (w->in_lines)
        code = add_fitting(w);
    else if (!w->plans->of_game)
        code = w->find->target ? add_common(w) : add_hits(w, w->hit, w->hits);
    else if (!as_such)
        code = add_places(w);
    if (code || (!as_such && slot->hits == before))
        return code;
    if (!gr_room(&slot->item, slot->items, 1, &slot->item_cap, sizeof *slot->item))
        return gr_no_memory(&slot->error);
    slot->item[slot->items++] = (FindItem){.id = game->id, .rules = game->rules, .hit = before,
                                     .hits = slot->hits - before};
    return is_full(w) ? GR_ERR_STOPPED : 0;
}

static void unread(void *context, int64_t id, const GrError *why) {
    FindWorker *w = context;
    FindSlot *slot = w->slot;
    if (!gr_room(&slot->unread, slot->unreads, 1, &slot->unread_cap, sizeof *slot->unread)) {
        slot->code = GR_ERR_MEMORY;
        return;
    }
    slot->unread[slot->unreads++] = (FindUnread){id, *why};
}

/* A game that cannot be read, and why; 0, or the code of what is no damage. */
static int note_unread(FindWorker *w, int64_t id, const GrError *why) {
    if (!gr_is_damage((int)why->code))
        return gr_fail(&w->slot->error, why->code, "%s", why->text);
    unread(w, id, why);
    return 0;
}

static bool judges(const FindWorker *w) {
    return w->find->judging && gr_judging_any(w->find->judging);
}

/* Reads a whole game, with its judgement. */
static int read_whole(FindWorker *w, int64_t id, GrGame *game, GrJudgement *judgement,
                      GrError *why) {
    int code = gr_db_get_game(w->db, id, game, why);
    return code || !judges(w) ? code : gr_judge_game(w->db, w->find->judging, judgement, game, why);
}

/* Asks the query of a game with its comments. */
static int match_whole(FindWorker *w, GrMatcher *matcher, int64_t id) {
    GrError why;
    w->hits = 0; /* those of an outline do not count */
    if (read_whole(w, id, &w->whole, &w->judgement[1], &why))
        return note_unread(w, id, &why);
    int code = gr_matcher_game(matcher, &w->whole, &w->hit, &w->hits);
    w->in_lines = w->find->target && !w->plans->of_game && gr_query_variations(w->find->query);
    if (code == GR_ERR_LIMIT) {
        gr_fail(&why, GR_ERR_LIMIT, "its variations are too many and too long to be searched");
        unread(w, id, &why);
        return 0;
    }
    return code ? gr_no_memory(&w->slot->error) : 0;
}

/* Asks about a game with texts: first the outline, if there is one, which may take the positions
 * (1). */
static int match_texts(FindWorker *w, GrMatcher *matcher, const GrScanGame *game) {
    GrMatcher *outline;
    int code = find_outline(w, game->rules, &outline);
    if (code <= 0)
        return code ? code : match_whole(w, matcher, game->id);
    gr_matcher_texts(outline, false);
    code = gr_matcher_begin(outline, game->game ? game->game : &w->bare);
    if (code < 0)
        return gr_no_memory(&w->slot->error);
    if (code > 0) {
        w->matching = outline;
        w->texts = matcher;
        return 1;
    }
    gr_matcher_end(outline, &w->hit, &w->hits);
    return w->hits ? match_whole(w, matcher, game->id) : 0;
}

/* Asks the query as far as that goes without the positions. 1 to see them, 0 if the query cannot
 * hold or all hits are known; or a code. */
static int begin_query(FindWorker *w, const GrScanGame *game) {
    GrMatcher *matcher;
    int code = find_matcher(w, game->rules, &matcher);
    if (code <= 0)
        return code;
    bool texts = (w->plans->needs & GR_PLAN_TEXTS) && (!game->bare || judges(w));
    w->bare.rules = game->rules;
    w->bare.result = game->result;
    w->bare.partial = game->partial;
    w->bare.plies = game->plies;
    gr_matcher_texts(matcher, texts);
    code = gr_matcher_begin(matcher, game->game ? game->game : &w->bare);
    if (code < 0)
        return gr_no_memory(&w->slot->error);
    if (code > 0 && texts)
        code = match_texts(w, matcher, game);
    else if (code > 0)
        w->matching = matcher;
    else
        gr_matcher_end(matcher, &w->hit, &w->hits);
    return code > 0 && !w->find->target && gr_matcher_columns(w->matching)
               ? GR_SCAN_ROWS * (int)gr_matcher_columns(w->matching)
               : code;
}

static int begin(void *context, const GrScanGame *game) {
    FindWorker *w = context;
    w->matching = w->texts = NULL;
    w->hits = w->ats = 0;
    w->in_lines = false;
    int more = w->plans->query ? begin_query(w, game) : 0;
    if (more || (w->plans->query && !w->hits))
        return more;
    return w->find->target && !w->in_lines ? 1 : add_game(w, game);
}

static int note_place(FindWorker *w, uint32_t ply) {
    if (!gr_room(&w->at, w->ats, 1, &w->at_cap, sizeof *w->at))
        return gr_no_memory(&w->slot->error);
    w->at[w->ats++] = ply;
    return 1;
}

static int visit(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                 GrMove next) {
    FindWorker *w = context;
    (void)game;
    if (w->matching && !gr_matcher_ply(w->matching, pos, next, NULL)) {
        gr_matcher_end(w->matching, &w->hit, &w->hits);
        w->matching = NULL;
        if (!w->hits)
            return 0;
    }
    GrOutlook outlook = gr_watch(&w->watch, pos);
    return outlook == GR_OUTLOOK_THERE ? note_place(w, ply) : w->matching || outlook == GR_OUTLOOK_AHEAD;
}

/* Where there is no query: only places at which the position stands are shown. */
static int visit_place(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                       GrMove next) {
    (void)game, (void)pos, (void)next;
    return note_place(context, ply);
}

static bool match_film(void *context, const GrFilm *film) {
    FindWorker *w = context;
    return gr_matcher_film(w->matching, film);
}

/* The same where no position is looked for. */
static int match(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                 GrMove next) {
    FindWorker *w = context;
    (void)game;
    (void)ply;
    return gr_matcher_ply(w->matching, pos, next, NULL);
}

static int end(void *context, const GrScanGame *game) {
    FindWorker *w = context;
    if (w->matching)
        gr_matcher_end(w->matching, &w->hit, &w->hits);
    int code = w->texts && w->hits ? match_whole(w, w->texts, game->id) : 0;
    return code ? code : add_game(w, game);
}

/* A game of which the index knows where it has the position is not opened. */
static int add_known(void *context, int64_t id) {
    FindWorker *w = context;
    const GrPositionHits *of = &w->candidates->position;
    const GrPositionGame *known = gr_position_hits_find(of, id);
    const GrScanGame game = {.id = id, .rules = w->find->target->pos.rules};
    if (!known)
        return 0;
    w->hits = w->ats = 0;
    w->in_lines = false;
    for (uint32_t i = 0; i < known->plies; i++) {
        int noted = note_place(w, of->ply[known->at + i]);
        if (noted < 0)
            return noted;
    }
    int code = add_game(w, &game);
    return code ? code : 1;
}

/* A game that need not be read: the filter says all, or signatures do. */
static int add_settled(void *context, int64_t id) {
    FindWorker *w = context;
    GrScanGame game = {.id = id};
    w->hits = w->ats = 0;
    w->in_lines = false;
    int code = w->selects ? gr_cursor_is_sure(w->cursor) : find_match_settled(w, id, &game.rules);
    if (code <= 0)
        return code;
    code = add_game(w, &game);
    return code ? code : 1;
}

static bool stop(void *context, int64_t id, int64_t last) {
    FindWorker *w = context;
    (void)last;
    if (w->main && w->find->stop && w->find->stop(w->find->context, id, w->last))
        return true;
    return atomic_load_explicit(w->quit, memory_order_relaxed) || w->slot->code;
}

/* ---- showing ---- */

/* Reads a game that is shown; one without a verdict has the judgement of its own evaluations. */
static int show_whole(FindWorker *w, int64_t id, GrError *why) {
    int code = read_whole(w, id, &w->shown, &w->judgement[0], why);
    if (!code && w->find->judging &&
        gr_judge_own_evals(&w->judgement[0], &w->shown, &w->find->judging->thresholds))
        code = gr_no_memory(why);
    return code;
}

/* Reads what is wanted of the game. 1, 0 if it cannot be read (which is noted), or a code. */
static int read_shown(FindWorker *w, int64_t id) {
    GrError why;
    int code = 0;
    if (w->find->read == GR_FIND_HEADERS && w->find->tags)
        code = gr_db_get_tags(w->db, id, w->find->tags, &w->shown, &why);
    else if (w->find->read == GR_FIND_HEADERS)
        code = gr_db_get_header(w->db, id, &w->shown, &why);
    else if (w->find->read != GR_FIND_NUMBERS)
        code = show_whole(w, id, &why);
    if (!code)
        return 1;
    return note_unread(w, id, &why);
}

/* Goes on from the position at `*ply`, where `*node` led, to another ply. */
static void advance(const GrGame *game, GrPosition *pos, uint32_t *node, uint32_t *ply,
                    uint32_t to) {
    for (; *ply < to && game->nodes[*node].next; ++*ply) {
        *node = game->nodes[*node].next;
        gr_play(pos, game->nodes[*node].move);
    }
}

static int show_game(FindWorker *w, FindItem *item) {
    FindSlot *slot = w->slot;
    bool positions = w->find->read == GR_FIND_POSITIONS && item->rules;
    GrFinding finding = {.id = item->id, .rules = item->rules, .hits = item->hits,
                         .hit = item->hits ? slot->hit + item->hit : NULL};
    GrPosition pos;
    uint32_t node = 0, ply = 0;
    int got = read_shown(w, item->id);
    item->text = slot->ends;
    if (got <= 0)
        return got;
    finding.game = w->find->read == GR_FIND_NUMBERS ? NULL : &w->shown;
    finding.pos = positions ? &pos : NULL;
    if (positions)
        pos = w->shown.start;
    item->texts = w->find->by_game || !item->hits ? 1 : item->hits;
    for (size_t n = 0; n < item->texts; n++) {
        if (positions && item->hits && finding.hit[n].line) {
            if (find_hit_position(&w->shown, &finding.hit[n], &pos))
                return gr_no_memory(&slot->error);
        } else if (positions)
            advance(&w->shown, &pos, &node, &ply, item->hits ? finding.hit[n].first : UINT32_MAX);
        w->find->show(w->find->context, &finding, n, &slot->text);
        if (!gr_room(&slot->end, slot->ends, 1, &slot->end_cap, sizeof *slot->end))
            return gr_no_memory(&slot->error);
        if (slot->text.failed)
            return gr_no_memory(&slot->error);
        slot->end[slot->ends++] = slot->text.len;
    }
    return 0;
}

/* A game that was found but cannot be read to be shown is no find. */
static int show_all(FindWorker *w) {
    FindSlot *slot = w->slot;
    size_t kept = 0;
    int code = 0;
    for (size_t i = 0; i < slot->items && !code; i++) {
        code = show_game(w, &slot->item[i]);
        if (!code && slot->item[i].texts)
            slot->item[kept++] = slot->item[i];
    }
    slot->items = kept;
    return code;
}

/* ---- a range ---- */

static int scan(FindWorker *w) {
    FindSlot *slot = w->slot;
    const FindCandidates *candidates = w->candidates;
    unsigned needs = w->plans->needs;
    bool watches = w->find->target && !w->plans->query;
    GrScan scan = {.rules = w->find->target ? w->find->target->pos.rules : NULL,
                   .from = slot->from, .to = slot->to,
                   .only = candidates->only.word ? &candidates->only : NULL,
                   .cursor = gr_conditions_any(w->plans->conditions) ? w->cursor : NULL, .film = match_film,
                   .watch = watches ? &w->watch : NULL, .context = w, .begin = begin,
                   .visit = watches ? visit_place : w->find->target ? visit : match,
                   .end = end, .unread = unread, .stop = stop,
                   .known = candidates->position.games                     ? add_known
                             : candidates->settled.games || w->selects ? add_settled
                                                                   : NULL};
    if (needs & (GR_PLAN_TEXTS | GR_PLAN_HEADERS))
        scan.tags = w->plans->tags;
    int code = gr_scan(w->db, w->find->selection, &scan, &slot->error);
    if (slot->code)
        return gr_no_memory(&slot->error);
    if (code == GR_ERR_STOPPED && is_full(w))
        return 0;
    return code == GR_ERR_DAMAGED && slot->unreads ? 0 : code;
}

void find_range(FindWorker *w, FindSlot *slot) {
    w->slot = slot;
    slot->items = slot->hits = slot->unreads = slot->ends = 0;
    slot->code = 0;
    gr_buffer_clear(&slot->text);
    int code = scan(w);
    if (w->find->show && (!code || code == GR_ERR_STOPPED || code == GR_ERR_DAMAGED)) {
        int shown = show_all(w);
        code = shown ? shown : code;
    } else if (w->find->show) {
        slot->items = 0; /* it failed, and nothing of it will be put */
    }
    slot->code = slot->code ? gr_no_memory(&slot->error) : code;
}
