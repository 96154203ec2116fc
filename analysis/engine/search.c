/* A search as its callers see it: making, asking and stopping it; iterative deepening, by all its
 * threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/engine/nets.h"
#include "analysis/engine/search_local.h"
#include "rules/error.h"

enum { GLANCE_DEPTH = 3 }; /* iterations before a mate is looked for that was asked for */

/* ---- making, asking, stopping ---- */

/* All but its table. */
static GrSearch *make(void) {
    GrSearch *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    atomic_init(&s->stop, false);
    atomic_init(&s->published.nodes, 0);
    atomic_init(&s->hit, 0);
    s->clock.overhead = GR_DEFAULT_OVERHEAD;
    s->use_table = true;
    gr_search_set_numbers(s, &gr_search_numbers);
    return s;
}

static void unmake(GrSearch *s) {
    gr_evaluator_free(s->eval);
    gr_net_free(s->builtin);
    gr_net_free(s->given);
    free(s->net_bytes);
    free(s->follow);
    free(s->keys);
    free(s->track);
    free(s->root);
    free(s->helper);
    free(s);
}

GrSearch *gr_search_new(size_t megabytes) {
    GrSearch *s = make();
    if (!s)
        return NULL;
    if (gr_table_resize(&s->table, megabytes) != 0) {
        unmake(s);
        return NULL;
    }
    return s;
}

static void drop_helpers(GrSearch *s, int from) {
    for (int i = from; i < s->helpers; i++)
        unmake(s->helper[i]);
    s->helpers = from < s->helpers ? from : s->helpers;
}

void gr_search_free(GrSearch *search) {
    if (!search)
        return;
    drop_helpers(search, 0);
    gr_table_free(&search->table);
    unmake(search);
}

int gr_search_set_threads(GrSearch *search, int threads) {
    int before = search->helpers, wanted = threads - 1;
    if (wanted > before) {
        GrSearch **helper = realloc(search->helper, (size_t)wanted * sizeof(GrSearch *));
        if (!helper)
            return GR_ERR_MEMORY;
        search->helper = helper;
    }
    while (search->helpers < wanted) {
        GrSearch *made = make();
        if (!made) {
            drop_helpers(search, before);
            return GR_ERR_MEMORY;
        }
        search->helper[search->helpers++] = made;
        made->number = search->helpers;
        made->leader = search;
    }
    drop_helpers(search, wanted > 0 ? wanted : 0);
    return 0;
}

int gr_search_resize(GrSearch *search, size_t megabytes) {
    return gr_table_resize(&search->table, megabytes);
}

void gr_search_forget(GrSearch *search) {
    if (search->number == 0)
        gr_table_forget(&search->table);
    for (int i = 0; i < search->helpers; i++)
        gr_search_forget(search->helper[i]);
    gr_history_forget(search);
    for (int ply = 0; ply < GR_MAX_PLY + 2; ply++)
        search->frame[ply].killer[0] = search->frame[ply].killer[1] = GR_NO_MOVE;
}

void gr_search_on_progress(GrSearch *search, GrProgressCall call, void *user) {
    search->call = call;
    search->user = user;
}

void gr_search_on_move(GrSearch *search, GrMoveCall call, void *user) {
    search->move_call = call;
    search->move_user = user;
}

void gr_search_set_overhead(GrSearch *search, int64_t ms) {
    search->clock.overhead = ms;
}

void gr_search_on_wait(GrSearch *search, GrStopCall stop, void *user) {
    search->wait_call = stop;
    search->wait_user = user;
}

void gr_search_stop(GrSearch *search) {
    atomic_store(&search->stop, true);
}

void gr_search_ponderhit(GrSearch *search) {
    atomic_store(&search->hit, gr_now_ms());
}

void gr_search_ready(GrSearch *search) {
    atomic_store(&search->stop, false);
    atomic_store(&search->hit, 0);
}

void gr_search_use_table(GrSearch *search, bool use) {
    search->use_table = use;
}

/* ---- networks ---- */

static const GrNet *net_for(const GrSearch *s) {
    if (s->number > 0)
        return s->leader->net;
    if (s->by_hand)
        return NULL;
    return s->given ? s->given : s->builtin;
}

/* A file of another variant counts for nothing. */
static int make_nets(GrSearch *s, const GrRules *rules) {
    GrNet *builtin = NULL, *given = NULL;
    bool out_of_memory = s->number == 0 && gr_nets_builtin(rules, &builtin) == GR_ERR_MEMORY;
    if (s->net_bytes && !out_of_memory)
        out_of_memory = gr_nets_take(s->net_bytes, s->net_size, rules, &given) == GR_ERR_MEMORY;
    if (out_of_memory) {
        gr_net_free(builtin);
        return GR_ERR_MEMORY;
    }
    gr_net_free(s->builtin);
    gr_net_free(s->given);
    s->builtin = builtin;
    s->given = given;
    return 0;
}

/* ---- setting up ---- */

/* What pieces are worth, and which ones less than which by more than GR_LESSER. */
static void know_values(GrSearch *s) {
    for (int type = 0; type < GR_MAX_TYPES; type++)
        s->value[type] = gr_value_of(s->eval, type);
    for (int type = 1; type < GR_MAX_TYPES; type++) {
        s->lesser[type] = 0;
        for (int other = GR_KING + 1; other <= gr_variant(s->rules)->types; other++)
            if (s->value[other] + GR_LESSER < s->value[type])
                s->lesser[type] |= 1U << other;
    }
}

static int set_rules(GrSearch *s, const GrRules *rules) {
    if (s->rules == rules) {
        s->net = net_for(s);
        return 0;
    }
    GrEvaluator *eval = gr_evaluator_new(rules);
    if (!eval)
        return GR_ERR_MEMORY;
    if (gr_history_make(s, rules) != 0 || make_nets(s, rules) != 0) {
        gr_evaluator_free(eval);
        s->rules = NULL;
        return GR_ERR_MEMORY;
    }
    gr_evaluator_free(s->eval);
    s->eval = eval;
    s->rules = rules;
    know_values(s);
    s->variant = gr_variant(rules);
    s->net = net_for(s);
    s->history_draws = s->variant->fifty;
    s->repeats_decide = s->variant->repeats_decide;
    s->own_ends = s->variant->own_ends;
    s->must_take = s->variant->must_take;
    gr_search_forget(s);
    return 0;
}

/* `bytes`, which are the search's from now on, may be NULL. */
static void take_net(GrSearch *search, void *bytes, size_t size, bool by_hand) {
    free(search->net_bytes);
    search->net_bytes = bytes;
    search->net_size = size;
    search->by_hand = by_hand;
    search->rules = NULL; /* so that all is rebuilt */
}

int gr_search_set_net(GrSearch *search, const char *path, GrError *error) {
    void *bytes = NULL;
    size_t size = 0;
    bool by_hand = path && strcmp(path, GR_NET_NONE) == 0;
    int code = path && !by_hand ? gr_net_load(path, &bytes, &size, error) : 0;
    if (code == 0)
        take_net(search, bytes, size, by_hand);
    return code;
}

int gr_search_set_net_bytes(GrSearch *search, const void *bytes, size_t size, GrError *error) {
    void *copy = NULL;
    int code = size ? gr_net_check(bytes, size, error) : 0;
    if (code != 0)
        return code;
    if (size && !(copy = malloc(size)))
        return gr_no_memory(error);
    if (size)
        memcpy(copy, bytes, size);
    take_net(search, copy, size, false);
    return 0;
}

void gr_search_nets(const GrSearch *search, char text[GR_NETS_TEXT]) {
    char id[GR_NET_ID] = "none", nets[GR_NET_ID];
    gr_nets_id(nets);
    if (search->net_bytes)
        gr_net_id(search->net_bytes, search->net_size, id);
    if (search->by_hand || search->net_bytes)
        snprintf(text, GR_NETS_TEXT, "EvalFile=%s%s%s", id, !search->by_hand && *nets ? "; networks=" : "",
                 !search->by_hand ? nets : "");
    else
        snprintf(text, GR_NETS_TEXT, "%s%s", *nets ? "networks=" : "", nets);
}

int gr_search_evaluate(GrSearch *search, const GrPosition *pos, GrScore *score,
                       char net[GR_NET_ID_SIZE]) {
    int code = set_rules(search, pos->rules);
    if (code != 0)
        return code;
    Frame *frame = &search->frame[0];
    frame->pos = *pos;
    if (search->net)
        gr_net_sum(search->net, pos, &frame->sums);
    *score = gr_evaluate_frame(search, 0);
    bool by_net = search->net && *score == gr_net_output(search->net, &frame->sums, pos);
    strcpy(net, by_net ? search->net->id : "");
    return 0;
}

/* Where repetitions decide, tracks are kept beside the keys. */
static int keep_tracks(GrSearch *s, const GrPosition *pos, const GrTrack *tracks, size_t count) {
    if (s->key_cap > s->track_cap) {
        GrTrack *track = realloc(s->track, s->key_cap * sizeof *track);
        if (!track)
            return GR_ERR_MEMORY;
        s->track = track;
        s->track_cap = s->key_cap;
    }
    if (count)
        memcpy(s->track, tracks, count * sizeof *tracks);
    else
        gr_track(NULL, GR_NO_MOVE, pos, s->track);
    return 0;
}

static int set_keys(GrSearch *s, const GrPosition *pos, const GrTrack *tracks, size_t count) {
    size_t wanted = count + GR_MAX_PLY + 4;
    if (wanted > s->key_cap) {
        uint64_t *keys = realloc(s->keys, wanted * sizeof *keys);
        if (!keys)
            return GR_ERR_MEMORY;
        s->keys = keys;
        s->key_cap = wanted;
    }
    for (size_t i = 0; i < count; i++)
        s->keys[i] = tracks[i].key;
    s->root_key = count ? count - 1 : 0;
    s->keys[s->root_key] = pos->key;
    return s->repeats_decide ? keep_tracks(s, pos, tracks, count) : 0;
}

static bool is_wanted(const GrLimits *limits, GrMove move) {
    for (size_t i = 0; i < limits->only_count; i++)
        if (limits->only[i] == move)
            return true;
    return limits->only == NULL;
}

static int set_root(GrSearch *s, const GrPosition *pos) {
    Frame *root = &s->frame[0];
    root->pos = *pos;
    root->turns = 0;
    root->reversible = pos->clock;
    root->unbroken = (int)s->root_key;
    root->checked = gr_in_check(pos);
    root->threats_known = false;
    if (s->net)
        gr_net_sum(s->net, pos, &root->sums);
    root->eval = root->checked ? GR_NO_SCORE : gr_evaluate_frame(s, 0);
    gr_moves(pos, &root->list);
    gr_order_moves(s, 0, GR_NO_MOVE, true);
    if (root->list.count > s->root_cap) {
        GrMove *moves = realloc(s->root, root->list.count * sizeof *moves);
        if (!moves)
            return GR_ERR_MEMORY;
        s->root = moves;
        s->root_cap = root->list.count;
    }
    s->root_count = 0;
    for (unsigned i = 0; i < root->list.count; i++) {
        GrMove move = gr_next_move(s, root, i);
        if (is_wanted(&s->limits, move))
            s->root[s->root_count++] = move;
    }
    return 0;
}

/* ---- running ---- */

/* Is every line a mate that an iteration of this depth sees in full? */
static bool is_mate_seen(const GrSearch *s) {
    for (size_t i = 0; i < s->line_count; i++) {
        const GrLine *line = &s->line[i];
        int turns = line->score > 0 ? GR_MATE - line->score : GR_MATE + line->score;
        if (!gr_score_is_mate(line->score) || line->lower || line->upper || s->depth < 2 * turns)
            return false;
    }
    return true;
}

/* Is there nothing better to be found? A deeper iteration would not shorten such a mate, but looking for a shorter one
 * with no move left out may. */
static bool is_settled(GrSearch *s) {
    if (s->limits.infinite || s->limits.mate > 0)
        return false;
    if (s->mate.length > 0 && gr_is_mate_shortest(s))
        return true;
    if (!is_mate_seen(s))
        return false;
    gr_seek_mate(s, true);
    return true;
}

static bool is_done(GrSearch *s) {
    const GrLimits *limits = &s->limits;
    GrScore score = s->line[0].score;
    if (s->halted || gr_must_halt(s) || s->depth >= GR_MAX_PLY - 1)
        return true;
    if (limits->depth > 0 && s->depth >= limits->depth)
        return true;
    if (limits->mate > 0 && s->depth >= 2 * limits->mate)
        return true;
    if (s->clock.soft && (s->root_count == 1 || s->mate.length > 0 || (gr_score_is_mate(score) && s->depth > 12)))
        return true;
    return is_settled(s) || gr_enough_time_used(s);
}

static int set_up(GrSearch *s, const GrPosition *pos, const GrTrack *tracks, size_t count,
                  const GrLimits *limits) {
    s->limits = *limits;
    s->node_limit = s->helpers + s->number > 0 ? 0 : limits->nodes; /* else of all together */
    s->mate.length = 0;
    s->mate_none = -1;
    s->mate_spent = 0;
    s->nodes = 0;
    atomic_store(&s->published.nodes, 0);
    s->running = 0;
    s->halted = false;
    s->depth = 0;
    s->line_count = 0;
    gr_start_clock(s, pos);
    int code = set_rules(s, pos->rules);
    if (code == 0)
        code = set_keys(s, pos, tracks, count);
    if (code == 0)
        code = set_root(s, pos);
    return code;
}

/* After the main search, whose table is ready. */
static int set_up_helpers(GrSearch *s, const GrPosition *pos, const GrTrack *tracks,
                          size_t count) {
    GrLimits limits = s->limits;
    limits.lines = 1;
    for (int i = 0; i < s->helpers; i++) {
        GrSearch *helper = s->helper[i];
        int code = set_up(helper, pos, tracks, count, &limits);
        if (code != 0)
            return code;
        helper->table = s->table;
        helper->use_table = s->use_table;
    }
    return 0;
}

/* What a helper does: iterations until it is stopped. What it finds out is in the table. */
static void *help(void *helper) {
    GrSearch *s = helper;
    int last = s->limits.depth > 0 ? s->limits.depth : GR_MAX_PLY - 1;
    while (!s->halted && s->depth < last) {
        s->depth++;
        if (s->depth < last && gr_skips_depth(s, s->depth))
            continue;
        gr_iterate(s);
    }
    return NULL;
}

/* Another thread's line instead of ours, if that is the better one. */
static void take_best_line(GrSearch *s) {
    const GrSearch *best = gr_best_thread(s);
    if (best == s)
        return;
    s->line[0] = best->line[0];
    gr_report_line(s, &s->line[0], 0);
}

/* Is the mate found that was asked for? A few iterations come first, so that there is a line in any case. */
static bool finds_mate_asked_for(GrSearch *s) {
    if (s->limits.mate == 0)
        return false;
    while (s->depth < GLANCE_DEPTH && !s->halted && !gr_is_mate_shortest(s)) {
        s->depth++;
        gr_iterate(s);
    }
    if (gr_is_mate_shortest(s))
        return true;
    gr_prove_mate(s);
    return s->mate.length > 0 || s->halted;
}

static void search_all(GrSearch *s) {
    if (finds_mate_asked_for(s))
        return;
    gr_start_helpers(s, help);
    do {
        s->depth++;
        gr_iterate(s);
        gr_seek_mate(s, false);
    } while (!is_done(s));
    gr_stop_helpers(s);
    if (s->helpers > 0 && s->line_count == 1 && s->mate.length == 0)
        take_best_line(s);
}

int gr_search_run(GrSearch *search, const GrPosition *pos, const GrTrack *tracks, size_t count,
                  const GrLimits *limits, GrFound *found) {
    int code = set_up(search, pos, tracks, count, limits);
    if (code == 0 && search->root_count > 0) {
        gr_table_next(&search->table);
        code = set_up_helpers(search, pos, tracks, count);
    }
    if (code != 0)
        return code;
    if (search->root_count > 0)
        search_all(search);
    found->lines = (int)search->line_count;
    found->line = search->line;
    found->nodes = gr_total_nodes(search);
    found->ms = gr_now_ms() - search->start;
    gr_search_ready(search);
    return 0;
}
