/* The points of a game: the bands of magi12, and what the text of a game says of them. */
#include "notation/points.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- magi12 ---- */

enum { TWELVE = 24, BAND_PAST = 6, LAST_MOVE = 150 }; /* twelve points in halves */

/* The band of a move: 1-45, 46-60, 61-75, 76-90, 91-119, 120-150, and 151 on. */
static int band_of(unsigned move) {
    static const unsigned last[BAND_PAST] = {45, 60, 75, 90, 119, LAST_MOVE};
    int band = 0;
    while (band < BAND_PAST && move > last[band])
        band++;
    return band;
}

static GrScore winner_takes(int winner, int points) {
    GrScore score;
    score.half[winner] = 2 * points;
    score.half[1 - winner] = TWELVE - 2 * points;
    return score;
}

/* A resignation accepted in a band: 12-0, 11-1 ... 7-5, and without the 150-move rule 7-5 for
 * good. */
static GrScore resigned(int winner, int band) {
    return winner_takes(winner, band < BAND_PAST ? 12 - band : 7);
}

/* Checkmate is worth everything, unless the side in front could have had its victory in an earlier
 * band: then it is worth no more than that victory would be now, and after move 150 nothing. */
static GrScore checkmated(const GrPointFacts *facts) {
    int band = band_of(facts->move), offered = band_of(facts->resignation);
    if (!facts->resignation || offered >= band)
        return winner_takes(facts->winner, 12);
    if (band == BAND_PAST)
        return (GrScore){{0, 0}};
    return resigned(facts->winner, band);
}

GrScore gr_points_magi12(const GrPointFacts *facts) {
    if (facts->end == GR_POINTS_MOVE_LIMIT || (facts->move_limit && facts->move > LAST_MOVE))
        return (GrScore){{0, 0}};
    switch (facts->end) {
    case GR_POINTS_RESIGNED:
        return resigned(facts->winner, band_of(facts->move));
    case GR_POINTS_CHECKMATE:
        return checkmated(facts);
    case GR_POINTS_STALEMATE:
        return winner_takes(facts->winner, 7);
    default:
        return winner_takes(GR_WHITE, 6);
    }
}

/* ---- tags ---- */

GrScoring gr_scoring_read(const char *name) {
    static const char *const names[] = {"", "classic", "magi4", "magi12"};
    for (int i = GR_SCORING_CLASSIC; name && i <= GR_SCORING_MAGI12; i++)
        if (!strcasecmp(name, names[i]))
            return (GrScoring)i;
    return GR_SCORING_NONE;
}

int gr_scoring_sum(GrScoring scoring) {
    static const int sum[] = {0, 2, 8, TWELVE};
    return sum[scoring];
}

bool gr_scoring_fits(GrScoring scoring, const GrRules *rules) {
    return scoring == GR_SCORING_CLASSIC || !strcmp(gr_variant(rules)->name, "magi");
}

/* Reads "10", "0.5" or "1/2" at the start of text; returns where it ends, NULL if there is none. */
static const char *read_points(const char *text, int *half) {
    const char *p = text;
    if (!strncmp(text, "1/2", 3)) {
        *half = 1;
        return text + 3;
    }
    for (*half = 0; *p >= '0' && *p <= '9' && p - text < 3; p++)
        *half = 10 * *half + 2 * (*p - '0');
    if (p > text && p[0] == '.' && (p[1] == '5' || p[1] == '0')) {
        *half += p[1] == '5';
        p += 2;
    }
    return p > text ? p : NULL;
}

bool gr_score_read(const char *text, GrScore *score) {
    GrScore read;
    const char *p = read_points(text, &read.half[GR_WHITE]);
    if (!p || *p != '-')
        return false;
    p = read_points(p + 1, &read.half[GR_BLACK]);
    if (!p || *p)
        return false;
    *score = read;
    return true;
}

size_t gr_score_write(const GrScore *score, char out[GR_SCORE_SIZE]) {
    const int *half = score->half;
    int n = snprintf(out, GR_SCORE_SIZE, "%d%s-%d%s", half[GR_WHITE] / 2 % 1000,
                     half[GR_WHITE] % 2 ? ".5" : "", half[GR_BLACK] / 2 % 1000,
                     half[GR_BLACK] % 2 ? ".5" : "");
    return (size_t)n;
}

/* ---- offers ---- */

/* The command `[%...]` at the start of text, if it is about offers: the kind that is offered, or
 * GR_OFFERS for one that declines; -1 for all else. */
static int offer_command(const char *text) {
    if (!strncmp(text, "[%offer resign]", 15))
        return GR_OFFER_RESIGN;
    if (!strncmp(text, "[%offer draw]", 13))
        return GR_OFFER_DRAW;
    return strncmp(text, "[%declined]", 11) ? -1 : GR_OFFERS;
}

/* One command of a comment of the node; *open is the kind of the offer that waits for its answer,
 * -1 for none, and *played a kind that was declined by the move just made. */
static void take_command(GrOffers *offers, int command, uint32_t node, unsigned move, int *open,
                         int *played) {
    if (command == GR_OFFERS) {
        if (*open >= 0 && offers->made[*open] == 1)
            offers->declined[*open] = true;
        else if (*open < 0 && *played < 0 && !offers->stray)
            offers->stray = node;
        *open = *played = -1;
        return;
    }
    if (++offers->made[command] == 1)
        offers->move[command] = move;
    else if (offers->made[command] == 2)
        offers->again[command] = node;
    *open = command;
}

static void take_comment(GrOffers *offers, const char *text, uint32_t node, unsigned move,
                         int *open, int *played) {
    for (const char *p = strstr(text, "[%"); p; p = strstr(p + 2, "[%")) {
        int command = offer_command(p);
        if (command >= 0)
            take_command(offers, command, node, move, open, played);
    }
}

void gr_offers_find(const GrGame *game, GrOffers *offers) {
    int open = -1, played = -1;
    *offers = (GrOffers){.stray = 0};
    if (!game->rules || !game->node_count)
        return;
    GrPosition pos = game->start;
    take_comment(offers, gr_game_string(game, game->nodes[0].comment), 0, pos.number, &open,
                 &played);
    for (uint32_t node = game->nodes[0].next; node; node = game->nodes[node].next) {
        unsigned move = pos.number;
        gr_play(&pos, game->nodes[node].move);
        /* Playing on declines; the words for it may stand after the move that did. */
        played = open;
        if (open >= 0 && offers->made[open] == 1)
            offers->declined[open] = true;
        open = -1;
        take_comment(offers, gr_game_string(game, game->nodes[node].comment), node, move, &open,
                     &played);
    }
}

/* ---- games ---- */

/* Number of the last move that was played, 0 if there is none. */
static unsigned last_move(const GrGame *game, GrPosition *last) {
    GrPosition pos;
    gr_game_position(game, UINT32_MAX, last);
    if (!game->plies)
        return 0;
    gr_game_position(game, game->plies - 1, &pos);
    return pos.number;
}

/* How the game ended; false if it did not, as far as its text says. */
static bool find_end(const GrGame *game, const GrPosition *last, GrPointFacts *facts) {
    GrState state = gr_state(last);
    facts->winner = 1 - last->turn; /* of mate and stalemate */
    if (state == GR_CHECKMATE || state == GR_STALEMATE) {
        facts->end = state == GR_CHECKMATE ? GR_POINTS_CHECKMATE : GR_POINTS_STALEMATE;
        return true;
    }
    if (game->result == GR_DRAW) {
        facts->end = GR_POINTS_DRAWN;
        return true;
    }
    facts->end = GR_POINTS_RESIGNED;
    facts->winner = game->result == GR_WHITE_WINS ? GR_WHITE : GR_BLACK;
    return game->result != GR_RESULT_NONE;
}

static int classic_points(const GrPosition *last, const GrPointFacts *facts, GrScore *score) {
    GrState state = gr_state(last);
    bool lost = facts->end == GR_POINTS_RESIGNED || facts->end == GR_POINTS_CHECKMATE ||
                (facts->end == GR_POINTS_STALEMATE && gr_winner(last, state) >= 0);
    *score = (GrScore){{1, 1}};
    if (lost) {
        score->half[facts->winner] = 2;
        score->half[1 - facts->winner] = 0;
    }
    return 1;
}

/* With and without the 150-move rule, if that makes a difference. A game that is not finished has
 * a score only with it. */
static int magi12_points(const GrGame *game, bool ended, unsigned reached, GrPointFacts *facts,
                         GrScore score[2]) {
    GrOffers offers;
    gr_offers_find(game, &offers);
    if (offers.declined[GR_OFFER_RESIGN])
        facts->resignation = offers.move[GR_OFFER_RESIGN];
    if (offers.declined[GR_OFFER_DRAW])
        facts->draw = offers.move[GR_OFFER_DRAW];
    int n = 0;
    if (ended)
        score[n++] = gr_points_magi12(facts);
    bool mate = ended && (facts->end == GR_POINTS_CHECKMATE || facts->end == GR_POINTS_STALEMATE);
    if ((mate ? facts->move : reached) <= LAST_MOVE)
        return n;
    facts->end = GR_POINTS_MOVE_LIMIT;
    score[n] = gr_points_magi12(facts);
    return n && gr_score_same(&score[0], &score[n]) ? n : n + 1;
}

int gr_points_of_game(const GrGame *game, GrScore score[2]) {
    GrScoring scoring = gr_scoring_read(gr_game_tag(game, "Scoring"));
    GrPointFacts facts = {.move_limit = false};
    GrPosition last;
    if (!game->rules || game->partial || !gr_scoring_fits(scoring, game->rules))
        return 0;
    facts.move = last_move(game, &last);
    bool ended = find_end(game, &last, &facts);
    if (scoring == GR_SCORING_CLASSIC)
        return ended ? classic_points(&last, &facts, score) : 0;
    if (scoring == GR_SCORING_MAGI12)
        return magi12_points(game, ended, last.number, &facts, score);
    return 0;
}
