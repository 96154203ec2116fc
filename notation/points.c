/* The points of a game: the bands of magi12, and the tags of a game that state points. */
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

static GrPoints winner_takes(int winner, int points) {
    GrPoints score;
    score.half[winner] = 2 * points;
    score.half[1 - winner] = TWELVE - 2 * points;
    return score;
}

/* A resignation accepted in a band: 12-0, 11-1 ... 7-5, and without the 150-move rule 7-5 for
 * good. */
static GrPoints resigned(int winner, int band) {
    return winner_takes(winner, band < BAND_PAST ? 12 - band : 7);
}

/* Checkmate is worth everything, unless the side in front could have had its victory in an earlier
 * band: then it is worth no more than that victory would be now. */
static GrPoints checkmated(const GrPointFacts *facts) {
    int band = band_of(facts->move), offered = band_of(facts->resignation);
    if (!facts->resignation || offered >= band)
        return winner_takes(facts->winner, 12);
    return resigned(facts->winner, band);
}

GrPoints gr_points_magi12(const GrPointFacts *facts) {
    if (facts->end == GR_POINTS_MOVE_LIMIT || (facts->move_limit && facts->move > LAST_MOVE))
        return (GrPoints){{0, 0}};
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

/* A number of points by itself, in halves; 0 for any other text. */
static int read_stakes(const char *text) {
    int half;
    const char *end = read_points(text, &half);
    return end && !*end ? half : 0;
}

GrScoring gr_scoring_read(const char *name) {
    static const char *const names[] = {"", "classic", "magi4", "magi12"};
    for (int i = GR_SCORING_CLASSIC; name && i <= GR_SCORING_MAGI12; i++)
        if (!strcasecmp(name, names[i]))
            return (GrScoring)i;
    return name && read_stakes(name) ? GR_SCORING_STAKES : GR_SCORING_NONE;
}

int gr_scoring_sum(const char *name) {
    static const int sum[] = {0, 2, 8, TWELVE};
    GrScoring scoring = gr_scoring_read(name);
    return scoring == GR_SCORING_STAKES ? read_stakes(name) : sum[scoring];
}

bool gr_move_limit_read(const char *text, GrMoveLimit *limit) {
    *limit = GR_LIMIT_UNKNOWN;
    if (!text || !*text || !strcmp(text, "?"))
        return true;
    if (!strcmp(text, "150"))
        *limit = GR_LIMIT_150;
    else if (!strcmp(text, "-"))
        *limit = GR_LIMIT_NONE;
    return *limit != GR_LIMIT_UNKNOWN;
}

bool gr_scoring_fits(GrScoring scoring, const GrRules *rules) {
    if (scoring == GR_SCORING_CLASSIC || scoring == GR_SCORING_STAKES)
        return true;
    return !strcmp(gr_variant(rules)->name, "magi");
}

bool gr_points_read(const char *text, GrPoints *score) {
    GrPoints read;
    const char *p = read_points(text, &read.half[GR_WHITE]);
    if (!p || *p != '-')
        return false;
    p = read_points(p + 1, &read.half[GR_BLACK]);
    if (!p || *p)
        return false;
    *score = read;
    return true;
}

size_t gr_points_write(const GrPoints *score, char out[GR_POINTS_SIZE]) {
    const int *half = score->half;
    int n = snprintf(out, GR_POINTS_SIZE, "%d%s-%d%s", half[GR_WHITE] / 2 % 1000,
                     half[GR_WHITE] % 2 ? ".5" : "", half[GR_BLACK] / 2 % 1000,
                     half[GR_BLACK] % 2 ? ".5" : "");
    return (size_t)n;
}

bool gr_points_agree(const GrPoints *score, GrResult result, bool stalemate) {
    int ahead = score->half[GR_WHITE] - score->half[GR_BLACK];
    if (result == GR_RESULT_NONE || (!score->half[GR_WHITE] && !score->half[GR_BLACK]))
        return true;
    if (result == GR_DRAW)
        return ahead == 0 || stalemate;
    return result == GR_WHITE_WINS ? ahead > 0 : ahead < 0;
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
    if (state == GR_CHECKMATE || state == GR_STALEMATE || state == GR_WON) {
        facts->end = state == GR_STALEMATE ? GR_POINTS_STALEMATE : GR_POINTS_CHECKMATE;
        if (gr_winner(last, state) >= 0)
            facts->winner = gr_winner(last, state);
        return true;
    }
    if (game->result == GR_DRAW || (game->result == GR_RESULT_NONE && gr_is_dead(last))) {
        facts->end = GR_POINTS_DRAWN;
        return true;
    }
    facts->end = GR_POINTS_RESIGNED;
    facts->winner = game->result == GR_WHITE_WINS ? GR_WHITE : GR_BLACK;
    return game->result != GR_RESULT_NONE;
}

static int classic_points(const GrPosition *last, const GrPointFacts *facts, GrPoints *score) {
    GrState state = gr_state(last);
    bool lost = facts->end == GR_POINTS_RESIGNED || facts->end == GR_POINTS_CHECKMATE ||
                (facts->end == GR_POINTS_STALEMATE && gr_winner(last, state) >= 0);
    *score = (GrPoints){{1, 1}};
    if (lost) {
        score->half[facts->winner] = 2;
        score->half[1 - facts->winner] = 0;
    }
    return 1;
}

/* Without and with the 150-move rule, where that makes a difference and no tag says which it is. A
 * game that is not finished has a score only with it. */
static int magi12_points(const GrGame *game, bool ended, unsigned reached, GrPointFacts *facts,
                         GrPoints score[2]) {
    GrOffers offers;
    GrMoveLimit limit;
    gr_offers_find(game, &offers);
    gr_move_limit_read(gr_game_tag(game, "MoveLimit"), &limit);
    if (offers.declined[GR_OFFER_RESIGN])
        facts->resignation = offers.move[GR_OFFER_RESIGN];
    if (offers.declined[GR_OFFER_DRAW])
        facts->draw = offers.move[GR_OFFER_DRAW];
    bool mate = ended && (facts->end == GR_POINTS_CHECKMATE || facts->end == GR_POINTS_STALEMATE);
    bool past = (mate ? facts->move : reached) > LAST_MOVE;
    int n = 0;
    if (ended && !(past && limit == GR_LIMIT_150))
        score[n++] = gr_points_magi12(facts);
    if (!past || limit == GR_LIMIT_NONE)
        return n;
    facts->end = GR_POINTS_MOVE_LIMIT;
    score[n++] = gr_points_magi12(facts);
    return n;
}

int gr_points_of_game(const GrGame *game, GrPoints score[2]) {
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
