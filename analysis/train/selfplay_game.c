/* One game of self-play. */
#include <stdlib.h>

#include "analysis/train/selfplay_local.h"
#include "notation/room.h"
#include "rules/random.h"

enum {
    MOST_PLIES = 500,
    OPENINGS_TRIED = 20,
    EVEN_ENOUGH = 600,    /* centipawns that a side may be ahead after the random plies */
    WON_SCORE = 1500,     /* both sides agree on at least this */
    WON_PLIES = 6,        /* for this many plies in a row, */
    DRAWN_SCORE = 8,      /* or on at most this */
    DRAWN_PLIES = 16,     /* for so many, */
    DRAWN_FROM = 100,     /* from this ply on */
    LEAD = 150            /* what wins a game that ends with the fewest pieces */
};

/* The state of a game that is played. */
typedef struct Play {
    const GrSelfplay *job;
    GrSearch *search;
    GrPlayedGame *game;
    GrPosition pos;
    GrTracks tracks;        /* of the positions so far */
    int winning[2], drawn;  /* plies in a row that spoke for a side, for a draw */
} Play;

static int add_move(Play *p, const GrPlayedMove *move) {
    GrPlayedGame *game = p->game;
    if (!gr_room(&game->move, game->count, 1, &game->cap, sizeof *game->move))
        return GR_ERR_MEMORY;
    GrPosition before = p->pos;
    game->move[game->count++] = *move;
    gr_play(&p->pos, move->move);
    return gr_tracks_add(&p->tracks, &before, move->move, &p->pos) ? 0 : GR_ERR_MEMORY;
}

/* The start position, drawn if the rules draw one. */
static int set_start(Play *p, uint64_t *random) {
    bool draws = gr_variant(p->job->rules)->starts != 0;
    gr_start_nth(p->job->rules, draws ? (unsigned)(gr_random(random) >> 40) : 0, &p->game->start);
    p->pos = p->game->start;
    return gr_tracks_begin(&p->tracks, &p->pos) ? 0 : GR_ERR_MEMORY;
}

/* One of the openings. */
static int play_known(Play *p, uint64_t *random) {
    const GrOpenings *openings = p->job->openings;
    const GrOpening *opening = &openings->opening[gr_random(random) % openings->count];
    p->game->start = opening->start;
    p->pos = opening->start;
    int code = gr_tracks_begin(&p->tracks, &p->pos) ? 0 : GR_ERR_MEMORY;
    for (size_t i = 0; i < opening->count && code == 0; i++)
        code = add_move(p, &(GrPlayedMove){.move = opening->move[i]});
    return code;
}

/* Sets the game up, and plays random plies; if it is over by then, the caller starts again. */
static int play_opening(Play *p, uint64_t *random, unsigned plies) {
    GrMoveList list;
    p->game->count = 0;
    int begun = p->job->openings ? play_known(p, random) : set_start(p, random);
    if (begun != 0)
        return begun;
    for (unsigned i = 0; i < plies && gr_state(&p->pos) == GR_OPEN; i++) {
        gr_moves(&p->pos, &list);
        if (list.count == 0)
            return 0;
        int code = add_move(p, &(GrPlayedMove){.move = list.move[gr_random(random) % list.count]});
        if (code != 0)
            return code;
    }
    return 0;
}

static int forward(Play *p, GrPlayedMove *move) {
    GrFound found;
    GrLimits limits = {.nodes = p->job->nodes};
    int code = gr_search_run(p->search, &p->pos, p->tracks.track, p->tracks.count, &limits, &found);
    if (code == 0 && p->job->stop && p->job->stop(p->job->user)) /* what was found is none of the game's moves */
        return GR_ERR_STOPPED;
    if (code != 0 || found.lines == 0)
        return code;
    *move = (GrPlayedMove){.move = found.line[0].move[0], .scored = true, .nodes = found.nodes,
                           .score = found.line[0].score, .depth = found.line[0].depth};
    return 0;
}

static void finish(Play *p, int winner, bool adjudicated) {
    p->game->result = winner < 0 ? GR_DRAW : winner == GR_WHITE ? GR_WHITE_WINS : GR_BLACK_WINS;
    p->game->adjudicated = adjudicated;
}

/* Ends the game if it is over by the rules. */
static bool is_over(Play *p) {
    GrState state = gr_state(&p->pos);
    int winner;
    if (state != GR_OPEN)
        finish(p, gr_winner(&p->pos, state), false);
    else if (gr_repetition(p->job->rules, p->tracks.track, p->tracks.count, &winner))
        finish(p, winner, false);
    else if (p->game->count >= MOST_PLIES)
        finish(p, -1, true);
    else
        return false;
    return true;
}

/* Ends the game, as the score is, if there are no more pieces than it is to be played with. */
static bool is_reduced(Play *p, GrScore white) {
    if (gr_set_count(p->pos.side[GR_WHITE] | p->pos.side[GR_BLACK]) > p->job->fewest)
        return false;
    finish(p, white >= LEAD ? GR_WHITE : white <= -LEAD ? GR_BLACK : -1, true);
    return true;
}

/* Takes in what the side to move thinks; true if that decides the game. */
static bool is_decided(Play *p, GrScore score) {
    int side = p->pos.turn;
    GrScore white = side == GR_WHITE ? score : -score;
    if (is_reduced(p, white))
        return true;
    p->winning[GR_WHITE] = white >= WON_SCORE ? p->winning[GR_WHITE] + 1 : 0;
    p->winning[GR_BLACK] = white <= -WON_SCORE ? p->winning[GR_BLACK] + 1 : 0;
    bool level = white <= DRAWN_SCORE && white >= -DRAWN_SCORE && p->game->count >= DRAWN_FROM;
    p->drawn = level ? p->drawn + 1 : 0;
    for (side = GR_WHITE; side <= GR_BLACK; side++)
        if (p->winning[side] >= WON_PLIES) {
            finish(p, side, true);
            return true;
        }
    if (p->drawn >= DRAWN_PLIES)
        finish(p, -1, true);
    return p->drawn >= DRAWN_PLIES;
}

static bool is_even(GrScore score) {
    return score <= EVEN_ENOUGH && score >= -EVEN_ENOUGH;
}

/* Plays on from the opening to the end. */
static int play_on(Play *p) {
    GrPlayedMove move = {0};
    while (!is_over(p)) {
        int code = forward(p, &move);
        if (code != 0)
            return code;
        bool decided = is_decided(p, move.score);
        code = add_move(p, &move);
        if (code != 0 || decided)
            return code;
    }
    return 0;
}

static int play(Play *p, uint64_t number) {
    const GrSelfplay *job = p->job;
    uint64_t random = job->seed * 0x2545F4914F6CDD1D + number;
    GrPlayedMove first = {0};
    int code = 0;
    for (int i = 0; i < OPENINGS_TRIED; i++) {
        code = play_opening(p, &random, job->random_plies + (unsigned)(number & 1));
        if (code != 0)
            return code;
        gr_search_forget(p->search);
        if (gr_state(&p->pos) == GR_OPEN) {
            code = forward(p, &first);
            if (code != 0 || is_even(first.score))
                break;
        }
    }
    if (code == 0)
        gr_search_forget(p->search);
    return code ? code : play_on(p);
}

int gr_selfplay_game(const GrSelfplay *job, GrSearch *search, uint64_t number, GrPlayedGame *game) {
    Play play_state = {.job = job, .search = search, .game = game};
    game->result = GR_DRAW;
    game->adjudicated = false;
    int code = play(&play_state, number);
    gr_tracks_free(&play_state.tracks);
    return code;
}
