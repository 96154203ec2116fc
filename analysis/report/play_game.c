/* One game of self-play. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/play_local.h"
#include "analysis/report/report_local.h"
#include "notation/eval.h"
#include "notation/room.h"

typedef struct Play {
    const GrReportPlay *job;
    GrSearch *search;
    GrGame *game;
    GrPosition pos;
    uint32_t last;     /* node of the last move */
    GrTracks tracks;   /* of the positions so far */
} Play;

void gr_play_opening(const GrReportPlay *job, uint64_t random, GrPlayOpening *opening, GrPosition *end) {
    GrMoveList list;
    gr_start(job->rules, end);
    opening->count = 0;
    while (opening->count < job->random_plies && opening->count < GR_PLAY_MOST_RANDOM &&
           gr_state(end) == GR_OPEN) {
        gr_moves(end, &list);
        if (!list.count)
            return;
        random = gr_report_mix(random, opening->count + 1);
        GrMove move = list.move[random % list.count];
        opening->move[opening->count++] = move;
        gr_play(end, move);
    }
}

/* What was found when the job was stopped is none of its moves. */
static int search_for(const GrReportPlay *job, GrSearch *search, const GrPosition *pos, const GrTracks *tracks,
                      GrFound *found) {
    const GrTrack *track = tracks ? tracks->track : NULL;
    int code = gr_search_run(search, pos, track, tracks ? tracks->count : 0, &job->limits, found);
    return code || !job->stop || !job->stop(job->user) ? code : GR_ERR_STOPPED;
}

int gr_play_is_even(const GrReportPlay *job, GrSearch *search, const GrPosition *pos) {
    GrFound found;
    gr_search_forget(search);
    int code = search_for(job, search, pos, NULL, &found);
    if (code)
        return code;
    GrScore score = found.lines ? found.line[0].score : 0;
    return score <= GR_PLAY_EVEN && score >= -GR_PLAY_EVEN;
}

static int add_move(Play *p, GrMove move, const char *comment) {
    uint32_t node;
    GrText at = 0;
    GrPosition before = p->pos;
    if (gr_game_add_node(p->game, move, &node) ||
        (*comment && gr_game_add_text(p->game, comment, strlen(comment), &at)))
        return GR_ERR_MEMORY;
    p->game->nodes[node].comment = at;
    p->game->nodes[p->last].next = node;
    p->game->plies++;
    p->last = node;
    gr_play(&p->pos, move);
    return gr_tracks_add(&p->tracks, &before, move, &p->pos) ? 0 : GR_ERR_MEMORY;
}

static bool is_over(Play *p) {
    GrState state = gr_state(&p->pos);
    int winner = gr_winner(&p->pos, state);
    if (state == GR_OPEN && !gr_repetition(p->job->rules, p->tracks.track, p->tracks.count, &winner))
        return p->game->plies >= p->job->most_plies;
    p->game->result = winner == GR_WHITE ? GR_WHITE_WINS : winner == GR_BLACK ? GR_BLACK_WINS : GR_DRAW;
    return true;
}

static int play_move(Play *p) {
    GrFound found;
    GrEval eval;
    char text[GR_EVAL_SIZE], comment[GR_EVAL_SIZE + 16];
    int code = search_for(p->job, p->search, &p->pos, &p->tracks, &found);
    if (code)
        return code;
    const GrLine *line = &found.line[0];
    gr_score_to_eval(p->pos.turn == GR_WHITE ? line->score : -line->score, line->depth, &eval);
    gr_eval_write(&eval, text);
    snprintf(comment, sizeof comment, "[%%eval %s]", text);
    return add_move(p, line->move[0], comment);
}

int gr_play_game(const GrReportPlay *job, GrSearch *search, const GrPlayOpening *opening, GrGame *game) {
    Play p = {.job = job, .search = search, .game = game};
    gr_game_clear(game);
    int code = gr_game_begin(game, job->rules) ? GR_ERR_MEMORY : 0;
    p.pos = game->start;
    if (!code && !gr_tracks_begin(&p.tracks, &p.pos))
        code = GR_ERR_MEMORY;
    for (unsigned i = 0; i < opening->count && !code; i++)
        code = add_move(&p, opening->move[i], "");
    gr_search_forget(search);
    while (!code && !is_over(&p))
        code = play_move(&p);
    gr_tracks_free(&p.tracks);
    return code;
}
