/* Measures the repair on games that are damaged at random: how often it restores exactly what was
 * played, how often that is at least among the alternatives told, and how long it takes.
 *
 * `make check` damages a few short games of every variant and asks for a floor. `make check-slow`,
 * or GRIMOIRE_MEASURE in the environment, prints the whole table. Settings, all optional:
 *   GRIMOIRE_MEASURE=N       games of each variant (20)
 *   GRIMOIRE_GAMES=FILE.pgn  games to damage besides those made here
 *   GRIMOIRE_ROWS=TEXT       only rows with this in their title, as in "bare, mistyped"
 *   GRIMOIRE_SHOW=TEXT       shows games whose row and outcome have this in them: "doubled other"
 */
#include <time.h>

#include "notation/reader/reader.h"
#include "notation/repair/repair.h"
#include "tests/aid/repair_tally.h"
#include "tests/aid/selfplay.h"
#include "tests/aid/test.h"

static const char *const variants[] = {"chess", "capablanca", "magi", "magician", "royal",
                                       "wizard"};
static const char *const outcome_name[] = {"unseen", "exact", "named", "other", "none"};

static GrVariants *book;
static GrScript script;
static Written written;
static GrRepairs repairs;

static double now(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Prints the repaired game, its edits in braces and what was really played in parentheses. */
static void show(const Played *game, const char *what) {
    static const char kind[] = "rids";
    const char *wanted = getenv("GRIMOIRE_SHOW");
    GrPosition pos = game->start;
    char san[GR_SAN_SIZE];
    if (wanted == NULL || strstr(what, wanted) == NULL) {
        return;
    }
    printf("%s:", what);
    for (unsigned i = 0, e = 0; i < repairs.plies; i++) {
        gr_san_write(&pos, repairs.move[i], san);
        printf(" %s", san);
        for (; e < repairs.count && repairs.edit[e].ply <= i + 1; e++) {
            uint32_t token = repairs.edit[e].token;
            printf("{%c %s, %u others}", kind[repairs.edit[e].kind],
                   token < script.count ? gr_script_text(&script, &script.token[token]) : "end",
                   repairs.edit[e].others);
        }
        if (i < game->plies && repairs.move[i] != game->move[i] &&
            gr_is_legal(&pos, game->move[i])) {
            gr_san_write(&pos, game->move[i], san);
            printf("(not %s)", san);
        }
        gr_play(&pos, repairs.move[i]);
    }
    printf("\n");
}

static void repair_one(const Played *game, const GrLexicon *lexicon, Tally *tally,
                       const char *name) {
    GrRepairLimits limits = gr_repair_limits();
    char what[100];
    damage_script(game, lexicon, &written, &script);
    double start = now();
    if (!CHECK_INT(gr_repair(&script, &limits, &repairs), 0)) {
        return;
    }
    double took = now() - start;
    Outcome outcome = tally_outcome(game, &script, &repairs);
    CHECK(tally_game(tally, &repairs, outcome, took));
    snprintf(what, sizeof what, "%s %s", name, outcome_name[outcome]);
    show(game, what);
}

/* Damages a game `times` times, by `kind` or (DAMAGES) at random. */
static bool damage_game(Random *random, const Played *game, const GrLexicon *lexicon, Dress dress,
                        Damage kind, int times) {
    damage_write(game, dress, &written);
    for (int i = 0; i < times; i++) {
        Damage damage = kind < DAMAGES ? kind : (Damage)random_below(random, DAMAGES);
        if (!damage_text(random, lexicon, damage, &written)) {
            return false;
        }
    }
    if (dress == RENUMBERED) {
        damage_renumber(game, &written);
    }
    return true;
}

typedef struct Games {
    Played *game;
    unsigned count, cap;
} Games;

static bool add_game(Games *games, const Played *game) {
    if (games->count < games->cap) {
        games->game[games->count++] = *game;
    }
    return games->count < games->cap;
}

static void take_games(Games *games, const char *path) {
    GrError error;
    GrReader *reader = gr_reader_open(path, book, NULL, &error);
    static Played played;
    GrGame game;
    gr_game_init(&game);
    if (!reader) {
        printf("%s\n", error.text);
        return;
    }
    while (gr_reader_next(reader, &game, &error) == 1) {
        if (!game.rules || game.partial || game.plies < 20 || game.plies >= DAMAGE_PLIES) {
            continue;
        }
        played.start = game.start;
        played.result = game.result;
        played.plies = 0;
        for (uint32_t n = game.nodes[0].next; n; n = game.nodes[n].next) {
            played.move[played.plies++] = game.nodes[n].move;
        }
        if (!add_game(games, &played)) {
            break;
        }
    }
    gr_game_free(&game);
    gr_reader_close(reader);
}

/* The title of a row: one damage of each kind, then several of any. */
static void row_title(const char *name, Dress dress, int row, char title[80]) {
    snprintf(title, 80, "%s, %s, %s", name, dress_name[dress],
             row < DAMAGES ? damage_name[row] : row == DAMAGES ? "two" : "three");
}

static void measure_row(const Games *games, const char *name, Dress dress, int row,
                        Tally *tally) {
    Random random = {.state = test_seed(20260101u + (unsigned)row)};
    Damage kind = row < DAMAGES ? (Damage)row : DAMAGES;
    int times = row < DAMAGES ? 1 : row - DAMAGES + 2;
    char title[80];
    row_title(name, dress, row, title);
    for (unsigned i = 0; i < games->count; i++) {
        const Played *game = &games->game[i];
        GrLexicon lexicon;
        gr_lexicon_init(&lexicon, game->start.rules);
        if (damage_game(&random, game, &lexicon, dress, kind, times)) {
            repair_one(game, &lexicon, tally, title);
        }
    }
}

static bool row_is_wanted(const char *title) {
    const char *wanted = getenv("GRIMOIRE_ROWS");
    return wanted == NULL || strstr(title, wanted) != NULL;
}

static bool any_row_is_wanted(const char *name) {
    char title[80];
    for (int dress = 0; dress < DRESSES; dress++) {
        for (int row = 0; row < DAMAGES + 2; row++) {
            row_title(name, (Dress)dress, row, title);
            if (row_is_wanted(title)) {
                return true;
            }
        }
    }
    return false;
}

/* Prints a row for every kind of damage; adds those of single damages up in `single`. */
static void measure_dress(const Games *games, const char *name, Dress dress, Tally *single) {
    char title[80];
    for (int row = 0; row < DAMAGES + 2; row++) {
        Tally tally = {0};
        row_title(name, dress, row, title);
        if (!row_is_wanted(title)) {
            continue;
        }
        measure_row(games, name, dress, row, &tally);
        tally_print(title, &tally);
        if (row < DAMAGES) {
            CHECK(tally_add(single, &tally));
        }
        tally_free(&tally);
    }
}

static bool measuring(void) {
    return test_slow() || getenv("GRIMOIRE_MEASURE") != NULL;
}

static unsigned games_wanted(void) {
    const char *wanted = getenv("GRIMOIRE_MEASURE");
    unsigned count = wanted ? (unsigned)strtoul(wanted, NULL, 10) : 0;
    return count ? count : 20;
}

static void measure_games(const Games *games, const char *name) {
    tally_print_head();
    for (int dress = 0; dress < DRESSES; dress++) {
        Tally single = {0};
        measure_dress(games, name, (Dress)dress, &single);
        tally_print("  all single damages", &single);
        tally_free(&single);
    }
}

/* Games of the variant that the engine or chance plays. False when memory runs out. */
static bool make_games(const char *variant, unsigned nodes, unsigned plies, Games *games) {
    static Played played;
    Random random = {.state = test_seed(77)};
    games->game = calloc(games->cap, sizeof *games->game);
    games->count = 0;
    if (games->game == NULL) {
        return false;
    }
    do {
        if (!selfplay(&random, gr_variants_find(book, variant), 6, plies, nodes, &played)) {
            return false;
        }
    } while (add_game(games, &played));
    return true;
}

static void measure_variant(const char *variant, unsigned nodes) {
    Games games = {.cap = games_wanted()};
    char name[40];
    snprintf(name, sizeof name, "%s %s", variant, nodes ? "engine" : "random");
    if (any_row_is_wanted(name) && CHECK(make_games(variant, nodes, nodes ? 120 : 80, &games))) {
        measure_games(&games, name);
    }
    free(games.game);
}

/* What every build must reach, on few games: most single damages are undone exactly, and what is
 * not called a guess is right. The games are the built-in engine's, so that each network has others: of half as many,
 * two wrong ones were more than a tenth. */
static void single_damages_are_mostly_undone(void) {
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        Games games = {.cap = 8};
        Tally single = {0};
        if (CHECK(make_games(variants[i], 100, 60, &games))) {
            for (int row = 0; row < DAMAGES; row++) {
                measure_row(&games, variants[i], BARE, row, &single);
            }
            unsigned seen = single.timed - single.count[UNSEEN];
            CHECK(seen >= 24);
            CHECK_INT(single.count[NONE], 0);
            if (!CHECK(single.count[EXACT] * 10 >= seen * 7) ||
                !CHECK(single.right * 10 >= single.sure * 9)) {
                tally_print(variants[i], &single);
            }
        }
        tally_free(&single);
        free(games.game);
    }
}

static void damaged_games_are_measured(void) {
    const char *path = getenv("GRIMOIRE_GAMES");
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        measure_variant(variants[i], 300);
        measure_variant(variants[i], 0);
    }
    if (path) {
        Games games = {.cap = games_wanted()};
        games.game = calloc(games.cap, sizeof *games.game);
        REQUIRE(games.game != NULL);
        take_games(&games, path);
        measure_games(&games, "file");
        free(games.game);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    book = gr_variants_open();
    if (!book) {
        return 2;
    }
    gr_script_init(&script);
    gr_repairs_init(&repairs);
    RUN(single_damages_are_mostly_undone);
    if (measuring()) {
        RUN(damaged_games_are_measured);
    }
    gr_repairs_free(&repairs);
    gr_script_free(&script);
    gr_variants_close(book);
    return test_end();
}
