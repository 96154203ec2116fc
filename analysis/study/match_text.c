/* What a game of a match says in its tags and comments. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/study/match_local.h"

enum { CLOCK_SIZE = 40, CONTROL_SIZE = 64 };

/* "0:01:02.345" */
static void write_clock(int64_t ms, char out[CLOCK_SIZE]) {
    snprintf(out, CLOCK_SIZE, "%" PRId64 ":%02" PRId64 ":%02" PRId64 ".%03" PRId64, ms / 3600000,
             ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
}

void gr_match_comment(const GrAnswer *answer, int turn, int64_t clock, int64_t ms,
                      char out[GR_MATCH_COMMENT]) {
    char score[GR_EVAL_SIZE], text[CLOCK_SIZE];
    GrEval eval;
    size_t used = 0;
    *out = '\0';
    if (answer->scored) {
        GrScore white = turn == GR_WHITE ? answer->line.score : -answer->line.score;
        gr_score_to_eval(white, answer->line.depth, &eval);
        gr_eval_write(&eval, score);
        used = (size_t)snprintf(out, GR_MATCH_COMMENT, "[%%eval %s]", score);
    }
    if (clock >= 0) {
        write_clock(clock, text);
        used += (size_t)snprintf(out + used, GR_MATCH_COMMENT - used, "%s[%%clk %s]", used ? " " : "",
                                 text);
    }
    if (ms >= 0) {
        write_clock(ms, text);
        snprintf(out + used, GR_MATCH_COMMENT - used, "%s[%%emt %s]", used ? " " : "", text);
    }
}

static void write_control(const GrMatchEngine *engine, char out[CONTROL_SIZE]) {
    if (!engine->time)
        strcpy(out, "-");
    else if (engine->increment)
        snprintf(out, CONTROL_SIZE, "%g+%g", (double)engine->time / 1000,
                 (double)engine->increment / 1000);
    else
        snprintf(out, CONTROL_SIZE, "%g", (double)engine->time / 1000);
}

void gr_match_names(const GrMatchJob *job, GrAnalyst *const analyst[2], uint32_t number,
                    GrMatchNames names) {
    const char *name[2];
    for (int e = 0; e < 2; e++)
        name[e] = job->engine[e].name ? job->engine[e].name : gr_analyst_name(analyst[e]);
    bool alike = strcmp(name[0], name[1]) == 0;
    for (int side = 0; side < 2; side++) {
        int white = gr_match_white(number), engine = side == GR_WHITE ? white : !white;
        snprintf(names[side], sizeof names[side], "%.*s%s", GR_ENGINE_NAME, name[engine],
                 !alike ? "" : engine ? " (2)" : " (1)");
    }
}

int gr_match_tags(const GrMatchJob *job, GrAnalyst *const analyst[2], uint32_t number,
                  GrMatchGame *game) {
    GrMatchNames names;
    char control[2][CONTROL_SIZE], round[16], plies[16];
    int white = gr_match_white(number);
    gr_match_names(job, analyst, number, names);
    write_control(&job->engine[white], control[GR_WHITE]);
    write_control(&job->engine[!white], control[GR_BLACK]);
    snprintf(round, sizeof round, "%" PRIu32, number);
    snprintf(plies, sizeof plies, "%" PRIu32, game->game.plies);
    bool alike = strcmp(control[0], control[1]) == 0;
    const char *const tag[][2] = {
        {"Event", job->event ? job->event : GR_MATCH_EVENT},
        {"Date", job->date ? job->date : "????.??.??"},
        {"Round", round},
        {"White", names[GR_WHITE]},
        {"Black", names[GR_BLACK]},
        {"PlyCount", plies},
        {"Termination", game->end},
        {"Reason", game->reason},
        {alike ? "TimeControl" : "WhiteTimeControl", control[GR_WHITE]},
        {alike ? "TimeControl" : "BlackTimeControl", control[GR_BLACK]},
    };
    for (size_t i = 0; i < sizeof tag / sizeof *tag; i++)
        if (gr_game_set_tag(&game->game, tag[i][0], tag[i][1]))
            return GR_ERR_MEMORY;
    return 0;
}
