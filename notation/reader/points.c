/* Checking points stated in a text against the game itself. */
#include "notation/reader/points.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "notation/points.h"

typedef struct Check {
    Output *out;
    const Tags *tags;
    const GrPosition *last;
} Check;

/* Reports a fault of the points, where the Score tag stands. */
static void report(const Check *c, GrSeverity severity, const char *text) {
    uint32_t line = c->tags->score.line ? c->tags->score.line : c->out->game->line;
    uint32_t column = c->tags->score.line ? c->tags->score.column : 1;
    reader_diagnose_at(c->out, severity, line, column, 0, "%s", text);
}

static void report_at_node(const Check *c, GrSeverity severity, uint32_t node, const char *text) {
    const GrNode *n = &c->out->game->nodes[node];
    uint32_t ply = 0;
    for (uint32_t at = 0; at != node; at = c->out->game->nodes[at].next)
        ply++;
    reader_diagnose_at(c->out, severity, n->line, n->column, ply, "%s", text);
}

/* Only one resignation and one draw may be offered in a game for twelve points. */
static void check_offers(const Check *c) {
    static const char *const again[GR_OFFERS] = {
        "a second offer to resign; magi12 allows one per game",
        "a second draw offer; magi12 allows one per game"};
    GrOffers offers;
    gr_offers_find(c->out->game, &offers);
    for (int kind = 0; kind < GR_OFFERS; kind++)
        if (offers.again[kind])
            report_at_node(c, GR_ERROR, offers.again[kind], again[kind]);
    if (offers.stray)
        report_at_node(c, GR_WARNING, offers.stray, "an offer is declined that was never made");
}

/* Does the text say that the game ended in another way than by resignation? */
static bool ended_otherwise(const GrGame *game) {
    const char *how = gr_game_tag(game, "Termination");
    return how && *how && strcmp(how, "?") && strcasecmp(how, "normal") &&
           strncasecmp(how, "resign", 6);
}

/* Who declined a resignation has chosen to be mated or to mate. */
static void check_resignation(const Check *c) {
    GrGame *game = c->out->game;
    GrOffers offers;
    gr_offers_find(game, &offers);
    bool decided = game->result == GR_WHITE_WINS || game->result == GR_BLACK_WINS;
    if (!offers.declined[GR_OFFER_RESIGN] || !decided || game->partial || ended_otherwise(game))
        return;
    GrState state = gr_state(c->last);
    if (state != GR_CHECKMATE && state != GR_STALEMATE && state != GR_WON)
        reader_diagnose_at(c->out, GR_WARNING, c->tags->result.line, c->tags->result.column,
                           game->plies,
                           "a resignation ends the game after one was declined on move %u; magi12 "
                           "allows one per game", offers.move[GR_OFFER_RESIGN]);
}

/* Do the points sum to what the scoring gives? Nobody gets any in a game of magi12, or for other
 * stakes, that a limit of moves has stopped. */
static bool sums_up(GrScoring scoring, int given, const GrPoints *score) {
    int sum = score->half[GR_WHITE] + score->half[GR_BLACK];
    return scoring == GR_SCORING_NONE || sum == given ||
           (sum == 0 && (scoring == GR_SCORING_MAGI12 || scoring == GR_SCORING_STAKES));
}

/* True if the game's worth can be computed, whatever the text says of it. */
static bool check_computed(const Check *c, const char *name, const GrPoints *score,
                           const char *stated) {
    GrPoints real[2];
    char text[160], first[GR_POINTS_SIZE], second[GR_POINTS_SIZE];
    int n = gr_points_of_game(c->out->game, real);
    for (int i = 0; i < n; i++)
        if (score && gr_points_same(score, &real[i]))
            return true;
    if (n == 0)
        return false;
    gr_points_write(&real[0], first);
    gr_points_write(&real[n - 1], second);
    int len = score ? snprintf(text, sizeof text, "the score is given as %.16s, but by", stated)
                    : snprintf(text, sizeof text, "no score is given; by");
    len += snprintf(text + len, sizeof text - (size_t)len, " %.16s the game scores %s", name,
                    first);
    if (n > 1)
        snprintf(text + len, sizeof text - (size_t)len, ", or %s under the 150-move rule", second);
    report(c, score ? GR_ERROR : GR_NOTE, text);
    return true;
}

/* Did the winner get more points than the loser? */
static void check_winner(const Check *c, const GrPoints *score, const char *stated) {
    GrGame *game = c->out->game;
    char text[120];
    bool stalemate = game->partial || gr_state(c->last) == GR_STALEMATE;
    if (gr_points_agree(score, game->result, stalemate))
        return;
    snprintf(text, sizeof text, "the score is given as %.16s, but the result as %s", stated,
             gr_result_text(game->result));
    report(c, GR_ERROR, text);
}

/* The Score tag by itself; false if it is no score, or its points cannot be right. */
static bool check_stated(const Check *c, GrScoring scoring, int sum, const char *stated,
                         GrPoints *score) {
    char text[160];
    bool good = gr_points_read(stated, score);
    if (!good)
        snprintf(text, sizeof text,
                 "the Score tag \"%.40s\" is not a score such as \"10-2\"", stated);
    else if (!sums_up(scoring, sum, score))
        snprintf(text, sizeof text,
                 "the score is given as %.16s, but its points do not sum to %d%s", stated, sum / 2,
                 sum % 2 ? ".5" : "");
    else
        return true;
    report(c, good ? GR_ERROR : GR_WARNING, text);
    return false;
}

/* The Scoring tag by itself: is it one that says how this game is scored? */
static bool check_scoring(const Check *c, GrScoring scoring, const char *name) {
    char text[160];
    if (scoring == GR_SCORING_NONE)
        snprintf(text, sizeof text,
                 "unknown scoring \"%.40s\"; known are classic, magi4, magi12 and a number of "
                 "points", name);
    else if (!gr_scoring_fits(scoring, c->out->game->rules))
        snprintf(text, sizeof text, "%.16s is a scoring of Magi, not of %s", name,
                 gr_variant(c->out->game->rules)->title);
    else
        return true;
    report(c, GR_WARNING, text);
    return false;
}

static void check_move_limit(const Check *c, const char *text) {
    GrMoveLimit limit;
    char fault[120];
    if (gr_move_limit_read(text, &limit))
        return;
    snprintf(fault, sizeof fault,
             "the MoveLimit tag is \"%.40s\"; it is \"150\", or \"-\" for none", text);
    report(c, GR_WARNING, fault);
}

static void check_score(const Check *c, GrScoring scoring, const char *named, const char *given) {
    GrPoints score;
    bool scored = *given && strcmp(given, "?") && strcmp(given, "*");
    if (scored && !check_stated(c, scoring, gr_scoring_sum(named), given, &score))
        return;
    bool computed = scoring != GR_SCORING_NONE &&
                    check_computed(c, named, scored ? &score : NULL, given);
    if (scored && !computed)
        check_winner(c, &score, given);
}

void reader_check_points(Output *out, const Tags *tags, const GrPosition *last) {
    const Check check = {out, tags, last}, *c = &check;
    const char *name = gr_game_tag(out->game, "Scoring");
    const char *stated = gr_game_tag(out->game, "Score");
    const char *limit = gr_game_tag(c->out->game, "MoveLimit");
    GrScoring scoring = gr_scoring_read(name);
    char named[24], given[48], limited[48];
    if ((!name && !stated) || !c->out->game->rules)
        return;
    /* Reporting a fault may move the game's text. */
    snprintf(named, sizeof named, "%s", name ? name : "");
    snprintf(given, sizeof given, "%s", stated ? stated : "");
    snprintf(limited, sizeof limited, "%s", limit ? limit : "");
    if (*named && strcmp(named, "?") && !check_scoring(c, scoring, named))
        scoring = GR_SCORING_NONE;
    check_score(c, scoring, named, given);
    if (scoring != GR_SCORING_MAGI12)
        return;
    check_move_limit(c, limited);
    check_offers(c);
    check_resignation(c);
}
