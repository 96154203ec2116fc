/* Training: games of self-play that depend on their numbers alone, positions to learn from, and a network that
 * learns what there is to learn, whoever interrupts it. */
#include "analysis/train/learn_local.h"
#include "analysis/train/samples.h"
#include "analysis/train/selfplay.h"
#include "notation/definition/variants_file.h"
#include "notation/game.h"
#include "rules/error.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/net_aid.h"
#include "tests/aid/test.h"

#include <math.h>
#include <unistd.h>

static GrVariants *variants;
static char folder[] = "/tmp/grimoire-train-XXXXXX";

static const char *path_of(const char *name, char out[80]) {
    snprintf(out, 80, "%s/%s", folder, name);
    return out;
}

static GrDb *open_new(const char *name) {
    char path[80];
    GrDb *db = NULL;
    remove(path_of(name, path));
    CHECK_INT(gr_db_open(path, variants, GR_DB_CREATE, &db, NULL), 0);
    return db;
}

static GrSelfplay job_of(GrDb *db, const char *variant, uint64_t positions, int threads) {
    return (GrSelfplay){.db = db, .rules = gr_variants_find(variants, variant), .positions = positions,
                        .nodes = 20, .random_plies = 6, .seed = 5, .threads = threads};
}

/* ---- playing ---- */

/* A sum of all moves and scores of a database's games. */
static uint64_t sum_of(GrDb *db, uint64_t *games) {
    uint64_t sum = 0;
    GrGame game;
    int64_t last = gr_db_last(db, NULL);
    gr_game_init(&game);
    *games = 0;
    for (int64_t id = 1; id <= last; id++) {
        CHECK_INT(gr_db_get_game(db, id, &game, NULL), 0);
        for (uint32_t n = game.nodes[0].next; n; n = game.nodes[n].next)
            sum = (sum ^ game.nodes[n].move) * UINT64_C(0x100000001B3);
        sum += (uint64_t)game.result;
        ++*games;
    }
    gr_game_free(&game);
    return sum;
}

static void games_do_not_depend_on_threads(void) {
    uint64_t games[2], sum[2];
    for (int i = 0; i < 2; i++) {
        GrDb *db = open_new("threads.db");
        REQUIRE(db);
        GrSelfplay job = job_of(db, "magician", 1000, i ? 3 : 1);
        CHECK_INT(gr_selfplay(&job, NULL), 0);
        sum[i] = sum_of(db, &games[i]);
        gr_db_close(db);
    }
    CHECK(games[0] > 10 && games[0] == games[1]);
    CHECK(sum[0] == sum[1]);
}

static bool stop_at_once(void *user) {
    bool *asked = user;
    bool before = *asked;
    *asked = true;
    return before;
}

static uint64_t seen_games;

static void note_games(void *user, uint64_t games, uint64_t positions) {
    (void)user;
    (void)positions;
    seen_games = games;
}

/* A run that is stopped saves nothing by halves, and another one plays the same games. */
static void a_run_goes_on_where_one_stopped(void) {
    uint64_t games, all_games, sum, whole;
    bool asked = false;
    GrDb *db = open_new("stopped.db");
    REQUIRE(db);
    GrSelfplay job = job_of(db, "chess", 60000, 1);
    GrSelfplay short_job = job_of(db, "chess", 1000, 1);
    job.positions = 30000;
    CHECK_INT(gr_selfplay(&short_job, NULL), 0);
    sum_of(db, &games);
    job.stop = stop_at_once;
    job.user = &asked;
    CHECK_INT(gr_selfplay(&job, NULL), GR_ERR_STOPPED);
    job.stop = NULL;
    job.progress = note_games;
    CHECK_INT(gr_selfplay(&job, NULL), 0);
    sum = sum_of(db, &all_games);
    CHECK(all_games > games && seen_games == all_games);
    gr_db_close(db);
    db = open_new("whole.db");
    REQUIRE(db);
    job.db = db;
    CHECK_INT(gr_selfplay(&job, NULL), 0);
    whole = sum_of(db, &games);
    CHECK(games == all_games && whole == sum);
    gr_db_close(db);
}

/* How many plies of the game were played with no more pieces than that. */
static int plies_with(const GrGame *game, int pieces) {
    GrPosition pos = game->start;
    int plies = 0;
    for (uint32_t n = game->nodes[0].next; n; n = game->nodes[n].next) {
        plies += gr_set_count(pos.side[GR_WHITE] | pos.side[GR_BLACK]) <= pieces;
        gr_play(&pos, game->nodes[n].move);
    }
    return plies;
}

/* The first position with few pieces is judged and its move played, but no more; scores decide for all sides. */
static void games_end_with_the_fewest_pieces(void) {
    uint64_t results[4] = {0}, longer = 0, reached = 0;
    GrGame game;
    GrDb *db = open_new("fewest.db");
    REQUIRE(db);
    GrSelfplay job = job_of(db, "chess", 3000, 2);
    job.fewest = 26;
    CHECK_INT(gr_selfplay(&job, NULL), 0);
    gr_game_init(&game);
    for (int64_t id = 1; id <= gr_db_last(db, NULL); id++) {
        CHECK_INT(gr_db_get_game(db, id, &game, NULL), 0);
        int plies = plies_with(&game, job.fewest);
        longer += plies > 1;
        reached += plies == 1;
        if (plies == 1)
            results[game.result]++;
    }
    CHECK(longer == 0 && reached > 50);
    CHECK(results[GR_WHITE_WINS] > 5 && results[GR_BLACK_WINS] > 5 && results[GR_DRAW] > 5);
    gr_game_free(&game);
    gr_db_close(db);
}

/* ---- positions ---- */

typedef struct Seen {
    uint64_t samples, faults, early;
    int64_t game;
    uint32_t ply;
} Seen;

static int look(void *user, const GrSample *sample) {
    Seen *seen = user;
    bool in_order = sample->game > seen->game || (sample->game == seen->game && sample->ply > seen->ply);
    seen->samples++;
    seen->faults += !in_order || gr_in_check(sample->pos) || gr_score_is_mate(sample->score) ||
                    sample->points < 0 || sample->points > 2;
    seen->early += sample->ply < 6;
    seen->game = sample->game;
    seen->ply = sample->ply;
    return 0;
}

static void positions_come_with_scores_and_results(void) {
    Seen seen = {0};
    char path[80];
    GrDb *db;
    REQUIRE(gr_db_open(path_of("whole.db", path), variants, GR_DB_READ, &db, NULL) == 0);
    GrSampling sampling = {.db = db, .rules = gr_variants_find(variants, "chess"), .take = look,
                           .user = &seen};
    CHECK_INT(gr_samples_each(&sampling, NULL), 0);
    CHECK(seen.samples > 5000);
    CHECK_INT(seen.faults, 0);
    CHECK(seen.early < 10); /* random plies have no scores, but a position of theirs may come again later */
    seen = (Seen){0};
    sampling.rules = gr_variants_find(variants, "magi");
    CHECK_INT(gr_samples_each(&sampling, NULL), 0);
    CHECK_INT(seen.samples, 0);
    gr_db_close(db);
}

/* ---- learning ---- */

static GrLearn learn_of(GrDb *db, int threads) {
    return (GrLearn){.db = db, .rules = gr_variants_find(variants, "chess"), .width = 16, .zones = 1, .epochs = 6,
                     .rate = 0.005, .decay = 0.1, .blend = 1, .lambda = 0.5, .times = 1, .seed = 3, .threads = threads};
}

/* How many targets are not what the settings make of a position on its own; of those between the first and the
 * last of a game (`middle`) nothing is expected but that they are shares. */
static size_t wrong_targets(GrDb *db, double blend, double lambda, bool middle) {
    GrLearn job = learn_of(db, 1);
    GrError error;
    job.blend = blend;
    job.lambda = lambda;
    GrDataset examples = {.job = &job, .error = &error};
    size_t wrong = 0, last = 0;
    if (!CHECK_INT(gr_dataset_read(&examples), 0))
        return 1;
    for (size_t i = 0; i < examples.count; i++) {
        const GrExample *l = &examples.example[i];
        double share = 1 / (1 + exp(-l->score / examples.scale));
        double course = (1 - lambda) * share + lambda * l->points / 2.0;
        last += l->last;
        if (l->last || !middle)
            wrong += fabs((double)l->target - (blend * share + (1 - blend) * course)) > 1e-6;
        wrong += l->target < 0 || l->target > 1;
    }
    CHECK(last > 20 && last < examples.count / 10);
    gr_dataset_free(&examples);
    return wrong;
}

static void targets_follow_the_game(void) {
    char path[80];
    GrDb *db;
    REQUIRE(gr_db_open(path_of("whole.db", path), variants, GR_DB_READ, &db, NULL) == 0);
    CHECK_INT(wrong_targets(db, 1, 0.5, false), 0);
    CHECK_INT(wrong_targets(db, 0, 0, false), 0);
    CHECK_INT(wrong_targets(db, 0.3, 1, false), 0);
    CHECK_INT(wrong_targets(db, 0.3, 0.6, true), 0);
    CHECK(wrong_targets(db, 0.3, 0.6, false) > 1000);
    gr_db_close(db);
}

/* Of the examples, by what unit they were read. */
static double scale_with(GrDb *db, double unit) {
    GrLearn job = learn_of(db, 1);
    GrError error;
    job.unit = unit;
    GrDataset examples = {.job = &job, .error = &error};
    CHECK_INT(gr_dataset_read(&examples), 0);
    double scale = examples.scale;
    gr_dataset_free(&examples);
    return scale;
}

static void the_scale_fits_or_is_given(void) {
    char path[80];
    GrDb *db;
    REQUIRE(gr_db_open(path_of("whole.db", path), variants, GR_DB_READ, &db, NULL) == 0);
    double fitted = scale_with(db, 0);
    CHECK(fitted > 100 && fitted < 1900 && fabs(fitted - 150) > 1);
    CHECK(scale_with(db, 150) == 150);
    gr_db_close(db);
}

static void a_network_learns(void) {
    char path[80];
    GrDb *db;
    GrNet *net = NULL, *other = NULL;
    GrLearnState state;
    GrError error;
    REQUIRE(gr_db_open(path_of("whole.db", path), variants, GR_DB_READ, &db, NULL) == 0);
    GrLearn job = learn_of(db, 1);
    REQUIRE(gr_learn(&job, &net, &state, &error) == 0);
    CHECK(state.test_loss < state.first_test_loss / 3);
    CHECK(state.tests > 100 && state.samples > 10 * state.tests && state.score_loss < 1e-9);
    job.threads = 2;
    REQUIRE(gr_learn(&job, &other, &state, &error) == 0);
    size_t size = gr_net_weights(net) * sizeof *net->weight;
    CHECK(net->features.count == other->features.count && memcmp(net->weight, other->weight, size) == 0);
    GrPosition pos;
    GrSums sums;
    gr_start(job.rules, &pos);
    gr_net_sum(net, &pos, &sums);
    GrScore start = gr_net_output(net, &sums, &pos);
    CHECK(start < 300 && start > -300);
    gr_net_free(net);
    gr_net_free(other);
    gr_db_close(db);
}

static bool stop_after_some(void *user) {
    int *left = user;
    return --*left < 0;
}

/* Stopped after each few batches, a training still ends with the same network. */
static void a_training_goes_on_where_it_stopped(void) {
    char path[80], part[80];
    GrDb *db;
    GrNet *net = NULL, *other = NULL;
    GrLearnState state;
    GrError error;
    int left = 0, runs = 0, code = GR_ERR_STOPPED;
    REQUIRE(gr_db_open(path_of("whole.db", path), variants, GR_DB_READ, &db, NULL) == 0);
    GrLearn job = learn_of(db, 1);
    job.resume = path_of("part", part);
    REQUIRE(gr_learn(&job, &net, &state, &error) == 0);
    uint64_t games;
    sum_of(db, &games);
    job.stop = stop_after_some;
    job.user = &left;
    while (code == GR_ERR_STOPPED && ++runs < 50) {
        left = (int)(games + state.samples / 8192 + 2); /* asked for each game, then for each batch */
        code = gr_learn(&job, &other, &state, &error);
    }
    CHECK_INT(code, 0);
    CHECK(runs > 1);
    size_t size = gr_net_weights(net) * sizeof *net->weight;
    CHECK(other && memcmp(net->weight, other->weight, size) == 0);
    CHECK(access(part, F_OK) != 0);
    gr_net_free(net);
    gr_net_free(other);
    gr_db_close(db);
}

static void too_little_is_refused(void) {
    GrDb *db = open_new("little.db");
    GrNet *net;
    GrLearnState state;
    GrError error;
    REQUIRE(db);
    GrLearn job = learn_of(db, 1);
    CHECK_INT(gr_learn(&job, &net, &state, &error), GR_ERR_NOT_FOUND);
    CHECK(!net && strstr(error.text, "judged"));
    gr_db_close(db);
}

/* A training that begins with a network knows what that knew and still learns: errors are those of the file, not of
 * weights before they are rounded (but for biases, which have more digits). */
static void a_network_can_be_taken_further(void) {
    char path[80], first[80];
    GrDb *db;
    GrNet *net = NULL, *further = NULL;
    GrLearnState before, after;
    GrError error;
    REQUIRE(gr_db_open(path_of("whole.db", path), variants, GR_DB_READ, &db, NULL) == 0);
    GrLearn job = learn_of(db, 1);
    REQUIRE(gr_learn(&job, &net, &before, &error) == 0);
    REQUIRE(aid_write_net(net, path_of("first.net", first)));
    job.start = first;
    job.rate = 0.001;
    CHECK_INT(gr_learn_settle(&job, &error), 0);
    REQUIRE(gr_learn(&job, &further, &after, &error) == 0);
    CHECK(fabs(after.first_test_loss - before.test_loss) < before.test_loss / 10000);
    CHECK(after.loss < before.loss);
    gr_net_free(net);
    gr_net_free(further);
    gr_db_close(db);
}

/* Wider, it says nearly the same before it learns (noise tells the copies of its neurons apart), and then more. */
static void a_network_can_be_taken_further_wider(void) {
    char path[80], first[80], wide[80];
    GrDb *db;
    GrNet *net = NULL;
    GrLearnState before, after;
    GrError error;
    REQUIRE(gr_db_open(path_of("whole.db", path), variants, GR_DB_READ, &db, NULL) == 0);
    GrLearn job = learn_of(db, 1);
    REQUIRE(gr_learn(&job, &net, &before, &error) == 0);
    gr_net_free(net);
    job.start = path_of("first.net", first);
    job.width = 48;
    job.rate = 0.001;
    CHECK_INT(gr_learn_settle(&job, &error), 0);
    REQUIRE(gr_learn(&job, &net, &after, &error) == 0);
    CHECK_INT(net->width, 48);
    CHECK(after.first_test_loss < before.test_loss * 1.05);
    CHECK(after.loss < before.loss);
    REQUIRE(aid_write_net(net, path_of("wide.net", wide)));
    gr_net_free(net);
    gr_db_close(db);
}

/* A network with neither zones nor danger, from examples for the caller to close; `job` is to begin with such a one. */
static bool learn_plainly(GrDb **db, GrLearn *job, GrNet **net, GrLearnState *state, char first[80]) {
    char path[80];
    GrError error;
    if (!CHECK(gr_db_open(path_of("whole.db", path), variants, GR_DB_READ, db, NULL) == 0))
        return false;
    *job = learn_of(*db, 1);
    bool learnt = CHECK(gr_learn(job, net, state, &error) == 0);
    job->start = path_of("first.net", first);
    return learnt;
}

/* Training does not go on with what is in that file, and says why by that word. */
static void check_refused(GrLearn job, const char *start, const char *word) {
    GrError error;
    GrNet *net;
    GrLearnState state;
    job.start = start;
    CHECK_INT(gr_learn(&job, &net, &state, &error), GR_ERR_FOREIGN);
    CHECK(strstr(error.text, word));
}

/* With zones, it says the same before it learns: all zones begin with what was known of all. */
static void a_network_can_be_given_zones(void) {
    char first[80];
    GrDb *db;
    GrLearn job;
    GrNet *net = NULL;
    GrLearnState before, after;
    GrError error;
    REQUIRE(learn_plainly(&db, &job, &net, &before, first));
    gr_net_free(net);
    job.zones = GR_ZONES;
    job.rate = 0.001;
    REQUIRE(gr_learn(&job, &net, &after, &error) == 0);
    CHECK_INT(net->features.zones, GR_ZONES);
    CHECK(fabs(after.first_test_loss - before.test_loss) < before.test_loss / 20);
    CHECK(after.loss < before.loss);
    REQUIRE(aid_write_net(net, path_of("zones.net", first)));
    gr_net_free(net);
    job.zones = 1;
    check_refused(job, first, "zones");
    gr_db_close(db);
}

/* Pieces in danger are learnt beside what was known; and a network that knows them can go on only so. */
static void a_network_can_be_told_of_danger(void) {
    char first[80];
    GrDb *db;
    GrLearn job;
    GrNet *net = NULL;
    GrLearnState before, after;
    GrError error;
    REQUIRE(learn_plainly(&db, &job, &net, &before, first));
    CHECK(net->features.block[GR_DANGER] == GR_NO_FEATURE);
    gr_net_free(net);
    job.danger = true;
    job.rate = 0.001;
    REQUIRE(gr_learn(&job, &net, &after, &error) == 0);
    CHECK(net->features.block[GR_DANGER] != GR_NO_FEATURE);
    CHECK_INT(net->features.lesser[2], 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6); /* the queen's, */
    CHECK_INT(net->features.lesser[5], 1 << 6);                            /* a knight's, */
    CHECK_INT(net->features.lesser[6], 0);                                 /* and a pawn's */
    CHECK(after.loss < before.loss);
    REQUIRE(aid_write_net(net, path_of("danger.net", first)));
    gr_net_free(net);
    job.danger = false;
    check_refused(job, first, "danger");
    job.start = first;
    CHECK_INT(gr_learn_settle(&job, &error), 0);
    CHECK(job.danger);
    gr_db_close(db);
}

static void another_network_to_begin_with_is_refused(void) {
    char first[80];
    GrError error;
    GrLearn job = learn_of(NULL, 1);
    job.width = 32;
    check_refused(job, path_of("wide.net", first), "width 48");
    job.start = first;
    CHECK_INT(gr_learn_settle(&job, &error), 0);
    CHECK_INT(job.width, 48);
    job.start = path_of("first.net", first);
    job.rules = gr_variants_find(variants, "magi");
    CHECK_INT(gr_learn_settle(&job, &error), GR_ERR_FOREIGN);
    job.start = "/no/such/net";
    CHECK_INT(gr_learn_settle(&job, &error), GR_ERR_NOT_FOUND);
    job.start = GR_LEARN_BUILTIN;
    CHECK_INT(gr_learn_settle(&job, &error), 0);
    REQUIRE(gr_variants_offer_described(variants, NULL) == 0);
    job.rules = gr_variants_find(variants, "ataxx");
    CHECK_INT(gr_learn_settle(&job, &error), GR_ERR_NOT_FOUND);
    CHECK(strstr(error.text, "ataxx"));
    job.rules = gr_variants_find(variants, "armageddon"); /* is made of what chess is made of */
    CHECK_INT(gr_learn_settle(&job, &error), 0);
    CHECK_INT(job.zones, GR_ZONES);
}

/* Before it is learnt: 100 squares and ten types are too much for the greatest width. */
static void too_large_a_network_is_refused(void) {
    GrDb *db = open_new("large.db");
    GrNet *net;
    GrLearnState state;
    GrError error;
    REQUIRE(db);
    GrSelfplay play = job_of(db, "magi", 2500, 1);
    CHECK_INT(gr_selfplay(&play, NULL), 0);
    GrLearn job = learn_of(db, 1);
    job.rules = gr_variants_find(variants, "magi");
    job.width = GR_NET_WIDTH;
    CHECK_INT(gr_learn(&job, &net, &state, &error), GR_ERR_LIMIT);
    CHECK(!net && strstr(error.text, "magi") && state.epoch == 0);
    gr_db_close(db);
}

static void memory_that_runs_out_is_said(void) {
    char path[80];
    GrDb *db;
    REQUIRE(gr_db_open(path_of("whole.db", path), variants, GR_DB_READ, &db, NULL) == 0);
    for (long n = 1; n < 40; n++) {
        GrNet *net;
        GrLearnState state;
        GrError error = {0};
        GrLearn job = learn_of(db, 1);
        job.epochs = 1;
        fail_alloc_at(n, true);
        int code = gr_learn(&job, &net, &state, &error);
        fail_alloc_stop();
        CHECK(code == 0 ? net != NULL : code == GR_ERR_MEMORY && !net && *error.text);
        gr_net_free(net);
    }
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!mkdtemp(folder))
        return 1;
    RUN(games_do_not_depend_on_threads);
    RUN(a_run_goes_on_where_one_stopped);
    RUN(games_end_with_the_fewest_pieces);
    RUN(positions_come_with_scores_and_results);
    RUN(targets_follow_the_game);
    RUN(the_scale_fits_or_is_given);
    RUN(a_network_learns);
    RUN(a_training_goes_on_where_it_stopped);
    RUN(too_little_is_refused);
    RUN(a_network_can_be_taken_further);
    RUN(a_network_can_be_taken_further_wider);
    RUN(a_network_can_be_given_zones);
    RUN(a_network_can_be_told_of_danger);
    RUN(another_network_to_begin_with_is_refused);
    RUN(too_large_a_network_is_refused);
    RUN(memory_that_runs_out_is_said);
    gr_variants_close(variants);
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) != 0 || test_end();
}
