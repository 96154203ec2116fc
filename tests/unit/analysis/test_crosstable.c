/* Crosstables of random tournaments: the sums compared with a second, plain way to get them; all forms at each
 * allocation. */
#include <stdio.h>
#include <string.h>

#include "analysis/study/crosstable_local.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

enum { PLAYERS = 24, GAMES = 200 };

/* A game as the test knows it: half points, -1 for no result. */
typedef struct Known {
    int white, black, half;
    bool unplayed;
} Known;

static uint64_t state;

static unsigned random_below(unsigned n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static bool set(GrGame *game, const char *tag, const char *value) {
    return gr_game_set_tag(game, tag, value) == 0;
}

static bool fill(GrGame *game, const Known *known, unsigned round) {
    static const GrResult results[] = {GR_RESULT_NONE, GR_BLACK_WINS, GR_DRAW, GR_WHITE_WINS};
    char white[16], black[16], number[16];
    snprintf(white, sizeof white, "P%02d", known->white);
    snprintf(black, sizeof black, "P%02d", known->black);
    snprintf(number, sizeof number, "%u", round);
    gr_game_clear(game);
    game->result = results[known->half + 1];
    game->plies = 20;
    bool well = set(game, "White", white) && set(game, "Black", black) && set(game, "Round", number);
    well = well && set(game, "Event", "E") && set(game, "WhiteElo", known->white % 5 ? "2400" : "?");
    return well && (!known->unplayed || set(game, "Termination", "forfeit"));
}

static int add_random(GrCrosstables *tables, Known *known, unsigned players, unsigned games) {
    GrGame game;
    int code = 0;
    gr_game_init(&game);
    for (unsigned n = 0; n < games && !code; n++) {
        Known *k = &known[n];
        k->white = (int)random_below(players);
        k->black = (int)((unsigned)k->white + 1 + random_below(players - 1)) % (int)players;
        k->half = (int)random_below(12) - 1;
        k->half = k->half > 2 ? k->half % 3 : k->half;
        k->unplayed = random_below(10) == 0;
        code = fill(&game, k, 1 + n * 2 / players) ? gr_crosstables_add(tables, &game) : GR_ERR_MEMORY;
    }
    gr_game_free(&game);
    return code;
}

/* Half points of a player's side of a game. */
static int half_of(const Known *k, int player) {
    return k->white == player ? k->half : 2 - k->half;
}

static void sums_of(const Known *known, unsigned games, int player, bool opponents, int points[PLAYERS], int *games_of,
                    int *buchholz, int *sonneborn) {
    *games_of = *buchholz = *sonneborn = 0;
    for (unsigned n = 0; n < games; n++) {
        const Known *k = &known[n];
        if ((k->white != player && k->black != player) || k->half < 0)
            continue;
        int other = k->white == player ? k->black : k->white;
        int theirs = k->unplayed && !opponents ? points[player] : points[other];
        ++*games_of;
        *buchholz += theirs;
        *sonneborn += theirs * half_of(k, player);
    }
}

typedef struct Check {
    const GrCrosstables *tables;
    const GrCrossOptions *options;
    const Known *known;
    unsigned games;
} Check;

static int check_event(void *user, CrossGame *game, size_t games) {
    const Check *check = user;
    CrossTable t;
    int points[PLAYERS] = {0};
    int code = cross_make(&t, check->tables, check->options, game, games);
    CHECK_INT(code, 0);
    for (unsigned n = 0; n < check->games; n++)
        if (check->known[n].half >= 0) {
            points[check->known[n].white] += check->known[n].half;
            points[check->known[n].black] += 2 - check->known[n].half;
        }
    for (size_t n = 0; n < t.players && !code; n++) {
        const CrossPlayer *p = t.row[n];
        int player = (p->name[1] - '0') * 10 + p->name[2] - '0', played, buchholz, sonneborn;
        sums_of(check->known, check->games, player, t.opponents, points, &played, &buchholz, &sonneborn);
        CHECK_INT(p->half, points[player]);
        CHECK_INT(p->games, played);
        CHECK_INT(p->value[GR_TIE_BUCHHOLZ], buchholz);
        CHECK_INT(p->value[GR_TIE_SONNEBORN], sonneborn);
        CHECK(!n || t.row[n - 1]->half >= p->half);
        CHECK(!n || t.row[n - 1]->rank <= p->rank);
        CHECK(p->rank <= (int)n + 1 && p->row == (int)n + 1);
    }
    cross_free(&t);
    return code;
}

static void random_tournaments(void) {
    static Known known[GAMES];
    state = test_seed(20261129);
    for (unsigned round = 0; round < 200; round++) {
        unsigned players = 2 + random_below(PLAYERS - 1), games = 1 + random_below(GAMES);
        GrCrosstables *tables = gr_crosstables_open();
        GrCrossOptions options = {.columns = (GrCrossColumns)random_below(3)};
        REQUIRE(tables != NULL);
        CHECK_INT(add_random(tables, known, players, games), 0);
        CHECK_INT(gr_crosstables_games(tables), games);
        CHECK_INT(cross_each_event(tables, &options, check_event, &(Check){tables, &options, known, games}), 0);
        gr_crosstables_free(tables);
    }
}

/* ---- memory ---- */

static int swallow(void *context, const char *bytes, size_t len) {
    (void)bytes;
    *(size_t *)context += len;
    return 0;
}

static void swallow_note(void *user, const char *text) {
    *(size_t *)user += strlen(text);
}

static void every_allocation(void) {
    static Known known[GAMES];
    for (int form = GR_CROSS_TEXT; form <= GR_CROSS_HTML; form++) {
        FAIL_EACH_ALLOCATION(n, 20000) {
            size_t written = 0;
            GrCrossOptions options = {.note = swallow_note, .user = &written, .teams = form == GR_CROSS_HTML};
            state = 7;
            GrCrosstables *tables = gr_crosstables_open();
            int code = tables ? add_random(tables, known, 4, 12) : GR_ERR_MEMORY;
            if (!code)
                code = gr_crosstables_write(tables, &options, (GrCrossFormat)form, swallow, &written);
            bool failed = fail_alloc_failures() > 0;
            fail_alloc_stop();
            CHECK(code == (failed ? GR_ERR_MEMORY : 0));
            gr_crosstables_free(tables);
        }
    }
}

/* ---- words ---- */

static void tie_breaks(void) {
    GrCrossOptions options = {.k = 0};
    CHECK(gr_tie_breaks_read("wins,direct", &options));
    CHECK(options.tie_breaks == 2 && options.tie_break[0] == GR_TIE_WINS && options.tie_break[1] == GR_TIE_DIRECT);
    CHECK(gr_tie_breaks_read("buchholz,sonneborn,wins,direct", &options) && options.tie_breaks == GR_TIE_BREAKS);
    CHECK(!gr_tie_breaks_read("", &options) && !gr_tie_breaks_read("wins,", &options));
    CHECK(!gr_tie_breaks_read("wins,wins", &options) && !gr_tie_breaks_read("Wins", &options));
    for (int n = 0; n < GR_TIE_BREAKS; n++)
        CHECK(gr_tie_breaks_read(gr_tie_break_name(n), &options) && options.tie_break[0] == n);
    CHECK(!gr_tie_break_name(GR_TIE_BREAKS) && !gr_tie_break_name(-1));
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(random_tournaments);
    RUN(every_allocation);
    RUN(tie_breaks);
    return test_end();
}
