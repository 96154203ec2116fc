/* One interface to what evaluates positions: the built-in engine or another one. */
#include "analysis/study/analyst.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/study/engine_options.h"
#include "analysis/uci/engine_value.h"
#include "rules/version.h"

/* Megabytes; of an engine that shall give the same on every machine, too. */
enum { BUILTIN_HASH = 16, FIXED_HASH = 16 };

struct GrAnalyst {
    GrSearch *search; /* the built-in one, or */
    GrEngine *engine; /* somebody else's; NULL after a failed restart */
    char *command;
    GrEngineStart start; /* with that command; its stop is the caller's */
    size_t hash;
    const GrAnalystSetup *setup; /* NULL: none */
    GrProgressCall progress;
    void *progress_user;
    GrStopCall enough;
    void *enough_user;
    bool several;   /* its MultiPV is above 1 */
    bool stopped;   /* by `stop`, while searching */
    GrTracks tracks; /* of the game that the position searched ends */
};

static int out_of_memory(GrError *error) {
    return gr_no_memory(error);
}

static bool ask_stop(void *user) {
    GrAnalyst *analyst = user;
    if (analyst->start.stop && analyst->start.stop(analyst->start.user))
        analyst->stopped = true;
    return analyst->stopped;
}

/* The built-in search ends for both reasons. */
static bool ask_both(void *user) {
    const GrAnalyst *analyst = user;
    return ask_stop(user) || (analyst->enough && analyst->enough(analyst->enough_user));
}

/* A fixed size of its table; an engine that cannot have that one keeps its own. */
static int fix_hash(GrAnalyst *analyst, GrError *error) {
    char value[24];
    snprintf(value, sizeof value, "%d", FIXED_HASH);
    if (gr_engine_check_option(analyst->engine, "Hash", value, NULL) != 0)
        return 0;
    return gr_engine_set_option(analyst->engine, "Hash", value, error);
}

static int send_number(GrAnalyst *analyst, const char *option, size_t number, GrError *error) {
    char value[24];
    snprintf(value, sizeof value, "%zu", number);
    int code = gr_engine_check_option(analyst->engine, option, value, error);
    return code ? code : gr_engine_set_option(analyst->engine, option, value, error);
}

static int start_engine(GrAnalyst *analyst, GrError *error) {
    GrEngineStart start = analyst->start;
    start.stop = ask_stop;
    start.user = analyst;
    int code = gr_engine_start(&start, &analyst->engine, error);
    if (code != 0)
        return code;
    gr_engine_on_progress(analyst->engine, analyst->progress, analyst->progress_user);
    gr_engine_on_wait(analyst->engine, analyst->enough, analyst->enough_user);
    if (analyst->hash && gr_engine_has_option(analyst->engine, "Hash"))
        code = send_number(analyst, "Hash", analyst->hash, error);
    return code;
}

static int start(GrAnalyst *analyst, GrError *error) {
    if (strcmp(analyst->command, GR_BUILTIN) != 0)
        return start_engine(analyst, error);
    analyst->search = gr_search_new(analyst->hash ? analyst->hash : BUILTIN_HASH);
    if (!analyst->search)
        return out_of_memory(error);
    gr_search_on_wait(analyst->search, ask_both, analyst);
    return 0;
}

int gr_analyst_start(const GrEngineStart *how, size_t hash, GrAnalyst **analyst, GrError *error) {
    *analyst = NULL;
    GrAnalyst *made = calloc(1, sizeof *made);
    if (!made)
        return out_of_memory(error);
    made->hash = hash;
    made->command = strdup(how->command);
    made->start = *how;
    made->start.command = made->command;
    int code = made->command ? start(made, error) : out_of_memory(error);
    if (code != 0) {
        gr_analyst_close(made);
        return code;
    }
    *analyst = made;
    return 0;
}

int gr_analyst_open(const char *command, size_t hash, GrStopCall stop, void *user,
                    GrAnalyst **analyst, GrError *error) {
    GrEngineStart how = {.command = command, .protocol = GR_PROTOCOL_UCI, .stop = stop, .user = user};
    return gr_analyst_start(&how, hash, analyst, error);
}

void gr_analyst_close(GrAnalyst *analyst) {
    if (!analyst)
        return;
    gr_search_free(analyst->search);
    gr_engine_close(analyst->engine);
    free(analyst->command);
    gr_tracks_free(&analyst->tracks);
    free(analyst);
}

const char *gr_analyst_name(const GrAnalyst *analyst) {
    if (analyst->search)
        return "Grimoire " GR_VERSION;
    return analyst->engine ? gr_engine_name(analyst->engine) : analyst->command;
}

bool gr_analyst_plays(const GrAnalyst *analyst, const GrVariant *variant) {
    return analyst->search || (analyst->engine && gr_engine_plays(analyst->engine, variant));
}

bool gr_analyst_hung(const GrAnalyst *analyst) {
    return analyst->engine && gr_engine_hung(analyst->engine);
}

const char *gr_analyst_nonsense(const GrAnalyst *analyst) {
    return analyst->engine ? gr_engine_nonsense(analyst->engine) : NULL;
}

int gr_analyst_restart(GrAnalyst *analyst, GrError *error) {
    if (analyst->search)
        return 0;
    gr_engine_close(analyst->engine);
    analyst->engine = NULL;
    int code = start_engine(analyst, error);
    return code == 0 && analyst->setup ? gr_analyst_set_up(analyst, analyst->setup, error) : code;
}

static int not_running(const GrAnalyst *analyst, GrError *error) {
    return gr_fail(error, GR_ERR_IO, "engine '%s' is not running", analyst->command);
}

int gr_analyst_new_game(GrAnalyst *analyst, const GrVariant *variant, GrError *error) {
    analyst->stopped = false;
    if (analyst->search) {
        gr_search_forget(analyst->search);
        return 0;
    }
    if (!analyst->engine)
        return not_running(analyst, error);
    if (!gr_engine_can_go_on(analyst->engine) && gr_analyst_restart(analyst, error) != 0)
        return (int)error->code;
    int code = gr_engine_set_variant(analyst->engine, variant, error);
    return code ? code : gr_engine_new_game(analyst->engine, error);
}

void gr_analyst_on_progress(GrAnalyst *analyst, GrProgressCall call, void *user) {
    analyst->progress = call;
    analyst->progress_user = user;
    if (analyst->search)
        gr_search_on_progress(analyst->search, call, user);
    if (analyst->engine)
        gr_engine_on_progress(analyst->engine, call, user);
}

void gr_analyst_on_wait(GrAnalyst *analyst, GrStopCall enough, void *user) {
    analyst->enough = enough;
    analyst->enough_user = user;
    if (analyst->engine)
        gr_engine_on_wait(analyst->engine, enough, user);
}

void gr_analyst_offer_draw(GrAnalyst *analyst) {
    if (analyst->engine)
        gr_engine_offer_draw(analyst->engine);
}

void gr_analyst_end_game(GrAnalyst *analyst, const char *result, const char *reason) {
    if (analyst->engine) /* if it has died meanwhile, that is seen when it is asked for the next move */
        gr_engine_end_game(analyst->engine, result, reason, NULL);
}

/* ---- the built-in search ---- */

/* The position after the moves, and the tracks of all up to it. */
static int replay(GrAnalyst *analyst, const GrPosition *start, const GrMove *moves, size_t count,
                  GrPosition *pos) {
    *pos = *start;
    bool well = gr_tracks_begin(&analyst->tracks, pos);
    for (size_t i = 0; i < count && well; i++) {
        GrPosition before = *pos;
        gr_play(pos, moves[i]);
        well = gr_tracks_add(&analyst->tracks, &before, moves[i], pos);
    }
    return well ? 0 : GR_ERR_MEMORY;
}

static int search_ourselves(GrAnalyst *analyst, const GrPosition *start, const GrMove *moves,
                            size_t count, const GrLimits *limits, GrAnswer *answer,
                            GrError *error) {
    GrPosition pos;
    GrFound found;
    if (replay(analyst, start, moves, count, &pos) != 0 ||
        gr_search_run(analyst->search, &pos, analyst->tracks.track, analyst->tracks.count, limits,
                      &found) != 0)
        return out_of_memory(error);
    if (analyst->stopped)
        return gr_fail(error, GR_ERR_STOPPED, "stopped");
    if (found.lines == 0)
        return gr_fail(error, GR_ERR_ILLEGAL, "the game is over: there is nothing to search");
    *answer = (GrAnswer){.scored = true, .line = found.line[0], .nodes = found.nodes};
    return 0;
}

int gr_analyst_search(GrAnalyst *analyst, const GrPosition *start, const GrMove *moves,
                      size_t count, const GrLimits *limits, GrAnswer *answer, GrError *error) {
    analyst->stopped = false;
    if (analyst->search)
        return search_ourselves(analyst, start, moves, count, limits, answer, error);
    if (!analyst->engine)
        return not_running(analyst, error);
    return gr_engine_search(analyst->engine, start, moves, count, limits, answer, error);
}

/* ---- judging ---- */

/* The last value of an option counts. */
static int set_up_builtin(GrAnalyst *analyst, const GrAnalystSetup *setup, GrError *error) {
    const char *net = NULL;
    for (size_t i = 0; i < setup->options; i++) {
        if (strcasecmp(setup->option[i].name, "EvalFile") != 0)
            return gr_fail(error, GR_ERR_NOT_FOUND, "the built-in engine has no option '%s', only EvalFile",
                           setup->option[i].name);
        net = setup->option[i].value;
    }
    int code = net ? gr_search_set_net(analyst->search, net, error) : 0;
    if (code != 0)
        return code;
    if (setup->reproducible && gr_search_resize(analyst->search, FIXED_HASH) != 0)
        return out_of_memory(error);
    return setup->threads && gr_search_set_threads(analyst->search, setup->threads) ? out_of_memory(error) : 0;
}

static int set_up_engine(GrAnalyst *analyst, const GrAnalystSetup *setup, GrError *error) {
    int code = 0;
    if (setup->patience)
        gr_engine_set_patience(analyst->engine, setup->patience);
    gr_engine_restrict(analyst->engine, setup->restricted);
    gr_engine_name_variant(analyst->engine, setup->variant);
    for (size_t i = 0; i < setup->options && code == 0; i++)
        code = gr_engine_check_option(analyst->engine, setup->option[i].name, setup->option[i].value, error);
    for (size_t i = 0; i < setup->options && code == 0; i++)
        code = gr_engine_set_option(analyst->engine, setup->option[i].name, setup->option[i].value,
                                    error);
    if (code == 0 && setup->lines > 1 && !gr_engine_has_option(analyst->engine, "MultiPV"))
        code = gr_fail(error, GR_ERR_LIMIT, "engine '%s' gives one line only: it has no option MultiPV",
                       analyst->command);
    if (code == 0 && (setup->lines > 1 || analyst->several))
        code = send_number(analyst, "MultiPV", (size_t)setup->lines, error);
    analyst->several = code == 0 && setup->lines > 1;
    if (code == 0 && setup->threads && gr_engine_has_option(analyst->engine, "Threads"))
        code = send_number(analyst, "Threads", (size_t)setup->threads, error);
    if (code == 0 && setup->reproducible)
        code = fix_hash(analyst, error);
    return code ? code : gr_engine_confirm(analyst->engine, error);
}

int gr_analyst_set_up(GrAnalyst *analyst, const GrAnalystSetup *setup, GrError *error) {
    analyst->setup = setup;
    if (analyst->search)
        return set_up_builtin(analyst, setup, error);
    return analyst->engine ? set_up_engine(analyst, setup, error) : not_running(analyst, error);
}

int gr_analyst_options(const GrAnalyst *analyst, char *text, size_t size, GrError *error) {
    char nets[GR_NETS_TEXT];
    if (analyst->engine)
        return gr_engine_identity(analyst->engine, analyst->setup, text, size, error);
    gr_search_nets(analyst->search, nets);
    bool reproducible = analyst->setup && analyst->setup->reproducible;
    const char *between = reproducible && *nets ? "; " : "";
    if (snprintf(text, size, "%s%s%s", nets, between, reproducible ? "reproducible" : "") >= (int)size)
        return gr_fail(error, GR_ERR_LIMIT, "the options are too long to be kept with evaluations");
    return 0;
}

void gr_analyst_other_game(GrAnalyst *analyst) {
    if (analyst->search)
        gr_search_forget(analyst->search);
}

static void take_line(const GrLine *line, int turn, GrVerdictLine *to) {
    int length = line->length < GR_VERDICT_PLIES ? line->length : GR_VERDICT_PLIES;
    to->score = turn == GR_WHITE ? line->score : -line->score;
    to->length = (uint8_t)length;
    memcpy(to->move, line->move, (size_t)length * sizeof *to->move);
}

static int judge_ourselves(GrAnalyst *analyst, const GrPosition *pos, const GrLimits *limits,
                           GrVerdict *verdict, GrError *error) {
    GrFound found;
    if (analyst->setup && analyst->setup->reproducible)
        gr_search_forget(analyst->search);
    if (gr_search_run(analyst->search, pos, NULL, 0, limits, &found) != 0)
        return out_of_memory(error);
    if (analyst->stopped)
        return gr_fail(error, GR_ERR_STOPPED, "stopped");
    if (found.lines == 0)
        return gr_fail(error, GR_ERR_ILLEGAL, "the game is over: there is nothing to search");
    *verdict = (GrVerdict){.depth = found.line[0].depth, .nodes = found.nodes};
    verdict->lines = found.lines < GR_VERDICT_LINES ? found.lines : GR_VERDICT_LINES;
    for (int i = 0; i < verdict->lines; i++)
        take_line(&found.line[i], pos->turn, &verdict->line[i]);
    return 0;
}

int gr_analyst_judge(GrAnalyst *analyst, const GrPosition *pos, const GrLimits *limits,
                     GrVerdict *verdict, GrError *error) {
    int code = 0;
    analyst->stopped = false;
    if (analyst->search)
        return judge_ourselves(analyst, pos, limits, verdict, error);
    if (!analyst->engine)
        return not_running(analyst, error);
    if (analyst->setup && analyst->setup->reproducible)
        code = gr_engine_new_game(analyst->engine, error);
    return code ? code : gr_engine_judge(analyst->engine, pos, limits, verdict, error);
}
