/* The points of games: every band and example of the rules, and what the reader says of scores and
 * offers. */
#include "notation/points.h"
#include "tests/aid/reader_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;

static const char *points(GrPointFacts facts) {
    static char text[GR_POINTS_SIZE];
    GrPoints score = gr_points_magi12(&facts);
    gr_points_write(&score, text);
    return text;
}

/* First and last move of each band, and the points of the winner of a resignation there. */
static const struct {
    unsigned first, last;
    const char *white, *black;
} bands[] = {{1, 45, "12-0", "0-12"},  {46, 60, "11-1", "1-11"}, {61, 75, "10-2", "2-10"},
             {76, 90, "9-3", "3-9"},   {91, 119, "8-4", "4-8"},  {120, 150, "7-5", "5-7"},
             {151, 9999, "7-5", "5-7"}};
enum { BANDS = 7, PAST = 6 };

static void resignations(void) {
    for (int b = 0; b < BANDS; b++)
        for (int end = 0; end < 2; end++) {
            GrPointFacts facts = {.end = GR_POINTS_RESIGNED, .winner = GR_WHITE,
                                  .move = end ? bands[b].last : bands[b].first};
            CHECK_STR(points(facts), bands[b].white);
            facts.move_limit = true;
            CHECK_STR(points(facts), b == PAST ? "0-0" : bands[b].white);
            facts.winner = GR_BLACK;
            CHECK_STR(points(facts), b == PAST ? "0-0" : bands[b].black);
            facts.move_limit = false;
            CHECK_STR(points(facts), bands[b].black);
        }
}

static void checkmates(void) {
    for (int b = 0; b < BANDS; b++)
        for (int end = 0; end < 2; end++) {
            GrPointFacts facts = {.end = GR_POINTS_CHECKMATE, .winner = GR_WHITE,
                                  .move = end ? bands[b].last : bands[b].first};
            CHECK_STR(points(facts), "12-0");
            facts.draw = 3; /* a draw that was declined changes nothing */
            CHECK_STR(points(facts), "12-0");
            facts.winner = GR_BLACK;
            CHECK_STR(points(facts), "0-12");
            facts.move_limit = true;
            CHECK_STR(points(facts), b == PAST ? "0-0" : "0-12");
        }
}

/* Checkmate in every band after a resignation was declined in every band up to it. */
static void checkmates_after_offers(void) {
    for (int offer = 0; offer < BANDS; offer++)
        for (int mate = offer; mate < BANDS; mate++)
            for (int end = 0; end < 4; end++) {
                GrPointFacts facts = {.end = GR_POINTS_CHECKMATE, .winner = GR_WHITE,
                                      .move = end & 1 ? bands[mate].last : bands[mate].first,
                                      .resignation =
                                          end & 2 ? bands[offer].last : bands[offer].first};
                const char *want = mate == offer ? "12-0" : bands[mate].white; /* past 150: 7-5 */
                CHECK_STR(points(facts), want);
                facts.move_limit = true;
                CHECK_STR(points(facts), mate == PAST ? "0-0" : want);
            }
}

static void examples(void) {
    GrPointFacts facts = {.end = GR_POINTS_CHECKMATE, .winner = GR_WHITE, .resignation = 68};
    facts.move = 77;
    CHECK_STR(points(facts), "9-3");
    facts.move = 95;
    CHECK_STR(points(facts), "8-4");
    facts.move = 70;
    CHECK_STR(points(facts), "12-0");
    facts.move = 151;
    CHECK_STR(points(facts), "7-5");
    facts.move_limit = true;
    CHECK_STR(points(facts), "0-0");
    facts.winner = GR_BLACK;
    facts.move = 77;
    CHECK_STR(points(facts), "3-9");
}

static void draws(void) {
    GrPointFacts facts = {.end = GR_POINTS_STALEMATE, .winner = GR_WHITE, .move = 150,
                          .move_limit = true};
    CHECK_STR(points(facts), "7-5");
    facts.winner = GR_BLACK;
    CHECK_STR(points(facts), "5-7");
    facts.resignation = 20;
    CHECK_STR(points(facts), "5-7");
    facts.move = 151;
    CHECK_STR(points(facts), "0-0");
    facts.move_limit = false;
    CHECK_STR(points(facts), "5-7");
    facts.end = GR_POINTS_DRAWN;
    CHECK_STR(points(facts), "6-6");
    facts.move_limit = true;
    CHECK_STR(points(facts), "0-0");
    facts.move = 150;
    CHECK_STR(points(facts), "6-6");
    facts.end = GR_POINTS_MOVE_LIMIT;
    CHECK_STR(points(facts), "0-0");
}

static void scores_read_and_written(void) {
    static const struct {
        const char *text, *written;
    } good[] = {{"10-2", "10-2"},        {"0-0", "0-0"},         {"0.5-0.5", "0.5-0.5"},
                {"1/2-1/2", "0.5-0.5"},  {"12.0-0", "12-0"},     {"999.5-999", "999.5-999"}};
    static const char *const bad[] = {"",     "-",     "10",    "10-",   "-2",    "10 - 2", "10-2 ",
                                      "a-b",  "1.-2",  "1.3-1", ".5-.5", "1000-0", "10--2", "10:2",
                                      "6-6-0", "1/3-2/3"};
    char text[GR_POINTS_SIZE];
    GrPoints score;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK(gr_points_read(good[i].text, &score));
        CHECK_INT(gr_points_write(&score, text), strlen(good[i].written));
        CHECK_STR(text, good[i].written);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!CHECK(!gr_points_read(bad[i], &score)))
            printf("    %s\n", bad[i]);
}

static void scorings(void) {
    CHECK_INT(gr_scoring_read("magi12"), GR_SCORING_MAGI12);
    CHECK_INT(gr_scoring_read("Magi4"), GR_SCORING_MAGI4);
    CHECK_INT(gr_scoring_read("classic"), GR_SCORING_CLASSIC);
    CHECK_INT(gr_scoring_read("magi"), GR_SCORING_NONE);
    CHECK_INT(gr_scoring_read(""), GR_SCORING_NONE);
    CHECK_INT(gr_scoring_read(NULL), GR_SCORING_NONE);
    CHECK_INT(gr_scoring_read("16"), GR_SCORING_STAKES);
    CHECK_INT(gr_scoring_read("0"), GR_SCORING_NONE);
    CHECK_INT(gr_scoring_read("16-0"), GR_SCORING_NONE);
    CHECK_INT(gr_scoring_sum("magi12"), 24);
    CHECK_INT(gr_scoring_sum("magi4"), 8);
    CHECK_INT(gr_scoring_sum("classic"), 2);
    CHECK_INT(gr_scoring_sum("16"), 32);
    CHECK_INT(gr_scoring_sum("2.5"), 5);
    CHECK_INT(gr_scoring_sum(NULL), 0);
}

static void move_limits(void) {
    GrMoveLimit limit;
    CHECK(gr_move_limit_read("150", &limit) && limit == GR_LIMIT_150);
    CHECK(gr_move_limit_read("-", &limit) && limit == GR_LIMIT_NONE);
    CHECK(gr_move_limit_read("?", &limit) && limit == GR_LIMIT_UNKNOWN);
    CHECK(gr_move_limit_read(NULL, &limit) && limit == GR_LIMIT_UNKNOWN);
    CHECK(!gr_move_limit_read("100", &limit) && limit == GR_LIMIT_UNKNOWN);
    CHECK(!gr_move_limit_read("yes", &limit));
}

/* ---- games ---- */

/* `plies` plies of knights and bishops that go to and fro, so that a Magi game is of any length.
 * Texts in `at` follow the plies of the same number; the list ends with ply 0. */
typedef struct Note {
    unsigned ply;
    const char *text;
} Note;

static void put_moves(GrBuffer *out, unsigned plies, const Note *notes) {
    static const char *const cycle[] = {"Nc3", "Nc8", "Nb1", "Nb10"};
    for (unsigned ply = 1; ply <= plies; ply++) {
        gr_buffer_printf(out, "%s ", cycle[(ply - 1) % 4]);
        for (const Note *n = notes; n && n->ply; n++)
            if (n->ply == ply)
                gr_buffer_printf(out, "{%s} ", n->text);
    }
}

static void put_game(GrBuffer *out, const char *tags, unsigned plies, const Note *notes,
                     const char *result) {
    gr_buffer_clear(out);
    gr_buffer_printf(out, "[Event \"x\"]\n[Variant \"Magi\"]\n[Result \"%s\"]\n%s\n", result, tags);
    put_moves(out, plies, notes);
    gr_buffer_printf(out, "%s\n", result);
}

/* Reads one game; false if there is none. */
static bool read_game(const GrBuffer *text, GrGame *game) {
    GrReader *reader = gr_reader_open_memory(text->data, text->len, variants, NULL, NULL);
    bool read = reader && gr_reader_next(reader, game, NULL) == 1;
    gr_reader_close(reader);
    return read;
}

/* All that is told of the game, line by line, as "LINE:COLUMN:PLY S text". */
static void tell_all(const GrGame *game, GrBuffer *out) {
    gr_buffer_clear(out);
    gr_buffer_puts(out, "");
    for (size_t i = 0; i < game->diag_count; i++) {
        const GrDiagnostic *d = &game->diags[i];
        gr_buffer_printf(out, "%u:%u:%u %c %s\n", d->line, d->column, d->ply, "NWE"[d->severity],
                         gr_game_string(game, d->text));
    }
}

static void check_told(const char *tags, unsigned plies, const Note *notes, const char *result,
                       const char *want) {
    GrGame game;
    GrBuffer text, told;
    gr_game_init(&game);
    gr_buffer_init(&text);
    gr_buffer_init(&told);
    put_game(&text, tags, plies, notes, result);
    if (CHECK(read_game(&text, &game))) {
        CHECK_INT(game.plies, plies);
        tell_all(&game, &told);
        CHECK_STR(told.data ? told.data : "", want);
    }
    gr_buffer_free(&told);
    gr_buffer_free(&text);
    gr_game_free(&game);
}

#define MAGI12 "[Scoring \"magi12\"]\n"

static void scores_of_games(void) {
    check_told(MAGI12 "[Score \"12-0\"]\n", 90, NULL, "1-0", "");
    check_told(MAGI12 "[Score \"11-1\"]\n", 91, NULL, "1-0", "");
    check_told(MAGI12 "[Score \"1-11\"]\n", 92, NULL, "0-1", "");
    check_told(MAGI12 "[Score \"11-1\"]\n", 90, NULL, "1-0",
               "5:9:0 E the score is given as 11-1, but by magi12 the game scores 12-0\n");
    check_told(MAGI12 "[Score \"11-1\"]\n", 91, NULL, "0-1",
               "5:9:0 E the score is given as 11-1, but by magi12 the game scores 1-11\n");
    check_told(MAGI12 "[Score \"6-6\"]\n", 30, NULL, "1/2-1/2", "");
    check_told(MAGI12, 30, NULL, "1/2-1/2",
               "1:1:0 N no score is given; by magi12 the game scores 6-6\n");
    check_told(MAGI12 "[Score \"?\"]\n", 130, NULL, "1-0",
               "5:9:0 N no score is given; by magi12 the game scores 10-2\n");
    check_told(MAGI12 "[Score \"9-3\"]\n", 20, NULL, "*", "");
}

static void scores_past_the_limit(void) {
    check_told(MAGI12 "[Score \"7-5\"]\n", 301, NULL, "1-0", "");
    check_told(MAGI12 "[Score \"0-0\"]\n", 301, NULL, "1-0", "");
    check_told(MAGI12 "[Score \"0-0\"]\n", 300, NULL, "*", "");
    check_told(MAGI12 "[Score \"0-0\"]\n", 298, NULL, "1/2-1/2",
               "5:9:0 E the score is given as 0-0, but by magi12 the game scores 6-6\n");
    check_told(MAGI12 "[Score \"8-4\"]\n", 301, NULL, "1-0",
               "5:9:0 E the score is given as 8-4, but by magi12 the game scores 7-5, or 0-0 "
               "under the 150-move rule\n");
}

static void faults_of_scores(void) {
    check_told(MAGI12 "[Score \"10:2\"]\n", 4, NULL, "1-0",
               "5:9:0 W the Score tag \"10:2\" is not a score such as \"10-2\"\n");
    check_told(MAGI12 "[Score \"10-3\"]\n", 4, NULL, "1-0",
               "5:9:0 E the score is given as 10-3, but its points do not sum to 12\n");
    check_told("[Scoring \"magi4\"]\n[Score \"3-1\"]\n", 4, NULL, "1-0", "");
    check_told("[Scoring \"magi4\"]\n[Score \"3-2\"]\n", 4, NULL, "1-0",
               "5:9:0 E the score is given as 3-2, but its points do not sum to 4\n");
    check_told("[Scoring \"magi4\"]\n[Score \"0-0\"]\n", 4, NULL, "1-0",
               "5:9:0 E the score is given as 0-0, but its points do not sum to 4\n");
    check_told("[Scoring \"classic\"]\n[Score \"0.5-0.5\"]\n", 4, NULL, "1/2-1/2", "");
    check_told("[Scoring \"classic\"]\n[Score \"1-0\"]\n", 4, NULL, "0-1",
               "5:9:0 E the score is given as 1-0, but by classic the game scores 0-1\n");
    check_told("[Scoring \"classic\"]\n[Score \"1-1\"]\n", 4, NULL, "1-0",
               "5:9:0 E the score is given as 1-1, but its points do not sum to 1\n");
    check_told("[Scoring \"magi7\"]\n[Score \"3-2\"]\n", 4, NULL, "1-0",
               "5:9:0 W unknown scoring \"magi7\"; known are classic, magi4, magi12 and a number "
               "of points\n");
    check_told("[Score \"3-2\"]\n", 4, NULL, "1-0", "");
}

/* Result and score agree in every scoring. */
static void results_and_scores(void) {
#define DISAGREE(score, result)                                                                    \
    "5:9:0 E the score is given as " score ", but the result as " result "\n"
    check_told("[Scoring \"magi4\"]\n[Score \"0-4\"]\n", 4, NULL, "1-0", DISAGREE("0-4", "1-0"));
    check_told("[Scoring \"magi4\"]\n[Score \"2-2\"]\n", 4, NULL, "0-1", DISAGREE("2-2", "0-1"));
    check_told("[Scoring \"magi4\"]\n[Score \"3-1\"]\n", 4, NULL, "1/2-1/2",
               DISAGREE("3-1", "1/2-1/2"));
    check_told("[Scoring \"magi4\"]\n[Score \"2-2\"]\n", 4, NULL, "1/2-1/2", "");
    check_told("[Scoring \"magi4\"]\n[Score \"1-3\"]\n", 4, NULL, "0-1", "");
    check_told("[Scoring \"magi4\"]\n[Score \"1-3\"]\n", 4, NULL, "*", "");
    check_told("[Scoring \"16\"]\n[Score \"16-0\"]\n", 4, NULL, "1-0", "");
    check_told("[Scoring \"16\"]\n[Score \"9-7\"]\n", 4, NULL, "1-0", "");
    check_told("[Scoring \"16\"]\n[Score \"0-0\"]\n", 4, NULL, "*", "");
    check_told("[Scoring \"16\"]\n[Score \"0-16\"]\n", 4, NULL, "1-0", DISAGREE("0-16", "1-0"));
    check_told("[Scoring \"16\"]\n[Score \"10-2\"]\n", 4, NULL, "1-0",
               "5:9:0 E the score is given as 10-2, but its points do not sum to 16\n");
    check_told("[Scoring \"16\"]\n", 4, NULL, "1-0", "");
    check_told("[Score \"1-3\"]\n", 4, NULL, "1-0",
               "4:9:0 E the score is given as 1-3, but the result as 1-0\n");
#undef DISAGREE
}

static void the_150_move_rule(void) {
#define WITH(limit, score) MAGI12 "[Score \"" score "\"]\n[MoveLimit \"" limit "\"]\n"
    check_told(WITH("150", "0-0"), 301, NULL, "1-0", "");
    check_told(WITH("-", "7-5"), 301, NULL, "1-0", "");
    check_told(WITH("?", "7-5"), 301, NULL, "1-0", "");
    check_told(WITH("?", "0-0"), 301, NULL, "1-0", "");
    check_told(WITH("150", "7-5"), 301, NULL, "1-0",
               "5:9:0 E the score is given as 7-5, but by magi12 the game scores 0-0\n");
    check_told(WITH("-", "0-0"), 301, NULL, "1-0",
               "5:9:0 E the score is given as 0-0, but by magi12 the game scores 7-5\n");
    check_told(WITH("150", "0-0"), 301, NULL, "*", "");
    check_told(WITH("-", "6-6"), 301, NULL, "1/2-1/2", "");
    check_told(WITH("150", "12-0"), 31, NULL, "1-0", "");
    check_told(WITH("100", "12-0"), 31, NULL, "1-0",
               "5:9:0 W the MoveLimit tag is \"100\"; it is \"150\", or \"-\" for none\n");
#undef WITH
}

/* Offers in whatever words; talk about offers is none. */
static void offers_in_words(void) {
    static const struct {
        const char *first, *second;
        bool again;
    } cases[] = {
        {"[%offer draw]", "[%offer draw]", true},
        {"[%offer draw]", "[%Offer  Draw,b]", true},
        {"[%offer draw]", "[%draw offer]", true},
        {"[%offer draw]", "White offers a draw", true},
        {"Black offered a draw.", "Draw offered again; declined", true},
        {"a second proposal: draw proposed", "proposes another draw", true},
        {"[%offer draw]", "a draw should have been offered", false},
        {"[%offer draw]", "The draw offer is declined.", true}, /* long declined by playing on */
        {"[%offer draw]", "offers a pawn to draw the game", false},
        {"[%offer draw]", "this offers White's king a way out to an easy draw", false},
        {"[%offer draw]", "Queen's Gambit Declined, a likely draw", false},
        {"[%offer draw]", "[%offer resign]", false},
        {"[%offer draw] Black offers a draw", "well", false},
        {"White offers a draw, Black declines the draw offer", "so it goes on", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Note notes[] = {{10, cases[i].first}, {20, cases[i].second}, {0, NULL}};
        GrGame game;
        GrOffers offers;
        GrBuffer text;
        gr_game_init(&game);
        gr_buffer_init(&text);
        put_game(&text, MAGI12, 30, notes, "*");
        if (CHECK(read_game(&text, &game))) {
            gr_offers_find(&game, &offers);
            CHECK(offers.made[GR_OFFER_DRAW] >= 1);
            if (!CHECK_INT(offers.again[GR_OFFER_DRAW] != 0, cases[i].again))
                printf("    {%s} {%s}\n", cases[i].first, cases[i].second);
        }
        gr_buffer_free(&text);
        gr_game_free(&game);
    }
}

/* A draw offer is answered in the comment of the next ply. */
static void answers_are_no_offers(void) {
    static const Note notes[] = {{10, "White offers a draw."}, {11, "The draw offer is declined."},
                                 {20, "Black offers to resign."},
                                 {21, "The resignation is declined."}, {0, NULL}};
    check_told(MAGI12 "[Score \"6-6\"]\n", 30, notes, "1/2-1/2", "");
}

static void resignations_after_a_declined_one(void) {
    static const Note notes[] = {{40, "[%offer resign] [%declined]"}, {0, NULL}};
    static const Note last[] = {{100, "[%offer resign]"}, {0, NULL}};
    check_told(MAGI12 "[Score \"11-1\"]\n", 100, last, "1-0", "");
    check_told(MAGI12 "[Score \"6-6\"]\n", 100, notes, "1/2-1/2", "");
    check_told(MAGI12 "[Score \"11-1\"]\n[Termination \"time forfeit\"]\n", 100, notes, "1-0", "");
    check_told("[Scoring \"magi4\"]\n[Score \"3-1\"]\n", 100, notes, "1-0", "");
    check_told(MAGI12 "[Score \"11-1\"]\n", 100, notes, "1-0",
               "3:10:100 W a resignation ends the game after one was declined on move 20; magi12 "
               "allows one per game\n");
}

static void offers_of_games(void) {
    static const Note once[] = {{40, "[%offer draw]"}, {41, "[%declined]"},
                                {60, "well [%offer resign] [%declined]"}, {0, NULL}};
    static const Note twice[] = {{40, "[%offer draw]"}, {42, "[%offer resign]"},
                                 {50, "[%offer draw] [%declined]"}, {61, "a [%offer resign]"},
                                 {0, NULL}};
    static const Note stray[] = {{40, "[%declined]"}, {0, NULL}};
    check_told(MAGI12 "[Score \"6-6\"]\n", 100, once, "1/2-1/2", "");
    check_told(MAGI12 "[Score \"11-1\"]\n", 100, twice, "1-0",
               "3:10:100 W a resignation ends the game after one was declined on move 21; magi12 "
               "allows one per game\n"
               "7:243:50 E a second draw offer; magi12 allows one per game\n"
               "7:318:61 E a second offer to resign; magi12 allows one per game\n");
    check_told(MAGI12 "[Score \"11-1\"]\n", 100, stray, "1-0",
               "7:166:40 W an offer is declined that was never made\n");
    check_told("[Scoring \"magi4\"]\n[Score \"3-1\"]\n", 100, twice, "1-0", "");
}

/* Offers as the function finds them: on which move, and declined in words or by playing on. */
static void offers_found(void) {
    static const Note notes[] = {{3, "[%offer draw]"}, {5, "[%offer resign]"}, {0, NULL}};
    GrGame game;
    GrOffers offers;
    GrBuffer text;
    gr_game_init(&game);
    gr_buffer_init(&text);
    put_game(&text, MAGI12, 5, notes, "1-0");
    REQUIRE(read_game(&text, &game));
    gr_offers_find(&game, &offers);
    CHECK_INT(offers.made[GR_OFFER_DRAW], 1);
    CHECK_INT(offers.move[GR_OFFER_DRAW], 2);
    CHECK(offers.declined[GR_OFFER_DRAW]);
    CHECK_INT(offers.made[GR_OFFER_RESIGN], 1);
    CHECK_INT(offers.move[GR_OFFER_RESIGN], 3);
    CHECK(!offers.declined[GR_OFFER_RESIGN]);
    gr_buffer_free(&text);
    gr_game_free(&game);
}

/* A mate on the move given, before which a resignation was declined on move `offer` (0: none). `want`
 * are all scores it may have, with blanks between. */
static void check_mate(unsigned mate, unsigned offer, const char *limit, const char *want) {
    GrGame game;
    GrPoints score[2];
    GrBuffer text;
    char found[2 * GR_POINTS_SIZE] = "";
    gr_game_init(&game);
    gr_buffer_init(&text);
    unsigned first = offer ? offer : mate;
    gr_buffer_printf(&text, "[Event \"x\"]\n[Variant \"Magi\"]\n[SetUp \"1\"]\n[FEN \"k9/10/1K8/9Q/10/"
                            "10/10/10/10/10 w - - 0 %u\"]\n[Result \"1-0\"]\n[MoveLimit \"%s\"]\n"
                            MAGI12 "\n", first, limit);
    static const char *const cycle[] = {"Qi7", "Kb10", "Qj7", "Ka10"};
    for (unsigned move = first, i = 0; move < mate; move++, i += 2)
        gr_buffer_printf(&text, "%s %s %s ", cycle[i % 4], move == offer ? "{[%offer resign]}" : "",
                         cycle[i % 4 + 1]);
    gr_buffer_puts(&text, "Qj10# 1-0\n"); /* the moves in between are of an even number */
    if (CHECK(read_game(&text, &game))) {
        int n = gr_points_of_game(&game, score);
        CHECK_INT(gr_game_state(&game), GR_CHECKMATE);
        for (int i = 0; i < n; i++) {
            char one[GR_POINTS_SIZE];
            gr_points_write(&score[i], one);
            snprintf(found + strlen(found), sizeof found - strlen(found), i ? " %s" : "%s", one);
        }
        if (!CHECK_STR(found, want))
            printf("    %s\n", text.data);
    }
    gr_buffer_free(&text);
    gr_game_free(&game);
}

static void mates_of_games(void) {
    static const char *const limits[] = {"?", "-", "150"};
    for (int i = 0; i < 3; i++) {
        check_mate(68, 0, limits[i], "12-0");
        check_mate(74, 68, limits[i], "12-0");
        check_mate(78, 68, limits[i], "9-3");
        check_mate(96, 68, limits[i], "8-4");
        check_mate(150, 68, limits[i], "7-5");
        check_mate(150, 0, limits[i], "12-0");
    }
    check_mate(152, 68, "?", "7-5 0-0");
    check_mate(152, 68, "-", "7-5");
    check_mate(152, 68, "150", "0-0");
    check_mate(152, 150, "?", "7-5 0-0");
    check_mate(154, 152, "-", "12-0");
    check_mate(152, 0, "?", "12-0 0-0");
    check_mate(152, 0, "-", "12-0");
    check_mate(152, 0, "150", "0-0");
}

/* A game that ends in a dead position is drawn, whether its text says so or not. */
static void dead_games(void) {
    static const char *const results[] = {"*", "1/2-1/2"};
    for (int i = 0; i < 2; i++) {
        GrGame game;
        GrBuffer text;
        GrPoints score[2], even = {{12, 12}};
        gr_game_init(&game);
        gr_buffer_init(&text);
        gr_buffer_printf(&text, "[Variant \"Magi\"]\n[SetUp \"1\"]\n[FEN \"k9/1N8/10/10/10/10/10/10/"
                                "10/9K b - - 0 40\"]\n[Result \"%s\"]\n" MAGI12 "\nKxb9 %s\n",
                         results[i], results[i]);
        REQUIRE(read_game(&text, &game));
        CHECK_INT(game.diag_count, 1); /* no score is given */
        CHECK_INT(gr_game_state(&game), GR_DRAWN);
        CHECK_INT(gr_points_of_game(&game, score), 1);
        CHECK(gr_points_same(score, &even));
        gr_buffer_free(&text);
        gr_game_free(&game);
    }
}

static void other_variants(void) {
    const char text[] = "[Event \"x\"]\n[Scoring \"magi12\"]\n[Score \"12-0\"]\n\n1. e4 e5 1-0\n";
    GrBuffer in, told;
    GrGame game;
    gr_game_init(&game);
    gr_buffer_init(&in);
    gr_buffer_init(&told);
    gr_buffer_puts(&in, text);
    REQUIRE(read_game(&in, &game));
    tell_all(&game, &told);
    CHECK_STR(told.data, "3:9:0 W magi12 is a scoring of Magi, not of Chess\n");
    gr_buffer_free(&in);
    gr_buffer_free(&told);
    gr_game_free(&game);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(resignations);
    RUN(checkmates);
    RUN(checkmates_after_offers);
    RUN(examples);
    RUN(draws);
    RUN(scores_read_and_written);
    RUN(scorings);
    RUN(move_limits);
    RUN(scores_of_games);
    RUN(scores_past_the_limit);
    RUN(faults_of_scores);
    RUN(results_and_scores);
    RUN(the_150_move_rule);
    RUN(offers_in_words);
    RUN(answers_are_no_offers);
    RUN(resignations_after_a_declined_one);
    RUN(offers_of_games);
    RUN(offers_found);
    RUN(mates_of_games);
    RUN(dead_games);
    RUN(other_variants);
    gr_variants_close(variants);
    return test_end();
}
