/* The opening tree against games that are counted one by one, with an index and without, by one
 * thread and by several; what stops it, what damages the database, what runs out of memory. */
#include "db/search/find.h"
#include "db/search/tree_write.h"
#include "notation/points.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

static GrError error;

/* ---- games that come to the same positions ---- */

static bool add_moves(GrGame *game, AidRandom *random, unsigned plies) {
    static GrMoveList list;
    static const char *const there_and_back[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    GrPosition pos = game->start;
    unsigned back = aid_random(random, 4) ? 0 : 4;
    uint32_t before = 0, node;
    for (unsigned ply = 0; ply < plies + back; ply++) {
        GrMove move;
        gr_moves(&pos, &list);
        if (ply < back && gr_san_read(&pos, there_and_back[ply], &move, &error))
            back = 0;
        if (ply >= back)
            move = list.move[aid_random(random, 3) * 5 % list.count];
        if (gr_game_add_node(game, move, &node))
            return false;
        game->nodes[before].next = node;
        before = node;
        gr_play(&pos, move);
        game->plies++;
    }
    return true;
}

static void set_number(GrGame *game, const char *tag, unsigned number) {
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    gr_game_set_tag(game, tag, text);
}

static void set_tags(GrGame *game, AidRandom *random, unsigned number) {
    static const char *const dates[] = {"????.??.??", "1999.??.??", "2001.05.??", "2001.05.17",
                                        "2020.12.01", ""};
    static const char *const scores[] = {"12-0", "10-2", "0.5-0.5", "6-6", "none", "1/2-1/2"};
    set_number(game, "Round", number);
    gr_game_set_tag(game, "White", aid_random(random, 2) ? "Able" : "Baker");
    if (aid_random(random, 3))
        set_number(game, "WhiteElo", 1000 + 100 * aid_random(random, 10));
    if (aid_random(random, 3))
        set_number(game, "BlackElo", 1000 + 100 * aid_random(random, 10));
    gr_game_set_tag(game, "Date", dates[aid_random(random, 6)]);
    if (aid_random(random, 3) == 0)
        gr_game_set_tag(game, "Score", scores[aid_random(random, 6)]);
    unsigned many = aid_random(random, 20) ? 0 : 70; /* too many for columns */
    for (unsigned i = 0; i < many; i++) {
        char name[16];
        snprintf(name, sizeof name, "Many%u", i);
        gr_game_set_tag(game, name, "1");
    }
}

static unsigned add_games(GrDb *db, AidRandom *random, unsigned count) {
    GrGame game;
    GrAdded added;
    unsigned wrong = gr_db_begin(db, &error) != 0;
    gr_game_init(&game);
    for (unsigned i = 0; i < count; i++) {
        gr_game_clear(&game);
        wrong += gr_game_begin(&game, gr_variants_at(aid_book(), i % 8 == 7)) != 0;
        wrong += !add_moves(&game, random, aid_random(random, 7));
        game.result = (GrResult)aid_random(random, 4);
        set_tags(&game, random, i);
        wrong += gr_db_add_game(db, &game, &added, &error) != 0;
    }
    wrong += gr_db_commit(db, &error) != 0;
    gr_game_free(&game);
    return wrong;
}

static GrDb *new_database(const char *name, AidRandom *random, unsigned games) {
    GrDb *db = index_open(aid_path(name), GR_DB_CREATE);
    if (db)
        CHECK_INT(add_games(db, random, games), 0);
    return db;
}

/* ---- counting one by one ---- */

enum { MOST_ROWS = 100, MOST_GAMES = 2000 };

typedef struct Plain {
    GrTree tree; /* only its numbers */
    GrTreeMove row[MOST_ROWS];
    size_t rows;
    GrTreeGame game[MOST_GAMES];
    size_t games;
} Plain;

static uint32_t number_of(const GrGame *game, const char *tag) {
    const char *text = gr_game_tag(game, tag);
    return text ? (uint32_t)atoi(text) : 0;
}

static uint32_t date_of(const GrGame *game) {
    unsigned year = 0, month = 0, day = 0;
    const char *text = gr_game_tag(game, "Date");
    if (text)
        sscanf(text, "%u.%u.%u", &year, &month, &day);
    return year * 512 + month * 32 + day;
}

static void count_plainly(GrTreeMove *row, const GrGame *game, int side) {
    uint32_t elo[2] = {number_of(game, "WhiteElo"), number_of(game, "BlackElo")};
    const char *text = gr_game_tag(game, "Score");
    GrPoints score;
    row->games++;
    row->white += game->result == GR_WHITE_WINS;
    row->draws += game->result == GR_DRAW;
    row->black += game->result == GR_BLACK_WINS;
    row->played = date_of(game) > row->played ? date_of(game) : row->played;
    row->rated += elo[side] != 0;
    row->ratings += elo[side];
    if (elo[0] && elo[1] && game->result != GR_RESULT_NONE) {
        row->met++;
        row->opponents += elo[!side];
        row->won += game->result == GR_DRAW                                      ? 1
                    : (game->result == GR_WHITE_WINS) == (side == GR_WHITE) ? 2
                                                                                 : 0;
    }
    if (text && gr_points_read(text, &score)) {
        row->pointed++;
        row->halves[0] += (uint64_t)score.half[0];
        row->halves[1] += (uint64_t)score.half[1];
    }
}

static void look_at_game(Plain *plain, const GrGame *game, int64_t id, const GrPosition *want) {
    GrMove seen[MOST_ROWS];
    size_t count = 0;
    GrPosition pos = game->start;
    bool met = false;
    for (uint32_t node = game->nodes[0].next, ply = 0; ply <= game->plies; ply++) {
        GrMove next = node ? game->nodes[node].move : GR_NO_MOVE;
        bool here = gr_same(&pos, want);
        if (here && !met) {
            plain->tree.games++;
            plain->tree.white += game->result == GR_WHITE_WINS;
            plain->tree.draws += game->result == GR_DRAW;
            plain->tree.black += game->result == GR_BLACK_WINS;
        }
        if (here && !met && next != GR_NO_MOVE)
            plain->game[plain->games++] = (GrTreeGame){
                .id = id, .move = next, .date = date_of(game),
                .elo = {number_of(game, "WhiteElo"), number_of(game, "BlackElo")}};
        met |= here;
        plain->tree.ended += here && next == GR_NO_MOVE;
        for (size_t i = 0; i < count; i++)
            here &= seen[i] != next;
        if (here && next != GR_NO_MOVE) {
            size_t at = 0;
            while (at < plain->rows && plain->row[at].move != next)
                at++;
            plain->rows += at == plain->rows;
            plain->row[at].move = next;
            count_plainly(&plain->row[at], game, pos.turn);
            seen[count++] = next;
        }
        if (node)
            gr_play(&pos, next);
        node = node ? game->nodes[node].next : 0;
    }
}

/* Of the games for which `in` holds. */
static void look(GrDb *db, const GrPosition *want, bool (*in)(int64_t id, const GrGame *game),
                 Plain *plain) {
    GrGame game;
    *plain = (Plain){.rows = 0};
    gr_game_init(&game);
    for (int64_t id = 1; id <= gr_db_last(db, &error); id++)
        if (gr_db_get_game(db, id, &game, &error) == 0 && game.rules == want->rules &&
            (!in || in(id, &game)))
            look_at_game(plain, &game, id, want);
    gr_game_free(&game);
}

static bool same_row(const GrTreeMove *a, const GrTreeMove *b) {
    return a->games == b->games && a->white == b->white && a->draws == b->draws &&
           a->black == b->black && a->rated == b->rated && a->ratings == b->ratings &&
           a->met == b->met && a->opponents == b->opponents && a->won == b->won &&
           a->pointed == b->pointed && a->halves[0] == b->halves[0] &&
           a->halves[1] == b->halves[1] && a->played == b->played;
}

/* Is the list what comes first of all games, if these are ordered by `key` and then by number? */
static bool list_is_right(const Plain *plain, const GrTreeGame *list, unsigned count,
                          int64_t (*key)(const GrTreeGame *game)) {
    unsigned known = 0;
    for (size_t i = 0; i < plain->games; i++) {
        const GrTreeGame *game = &plain->game[i];
        unsigned before = 0;
        known += key(game) > 0;
        for (size_t j = 0; j < plain->games; j++)
            before += key(&plain->game[j]) > key(game);
        if (key(game) > 0 && before < GR_TREE_GAMES &&
            (before >= count || list[before].id != game->id || list[before].move != game->move))
            return false;
    }
    return count == (known < GR_TREE_GAMES ? known : GR_TREE_GAMES);
}

static int64_t rated(const GrTreeGame *game) {
    return game->elo[0] && game->elo[1] ? ((int64_t)game->elo[0] + game->elo[1]) * 10000 - game->id
                                        : 0;
}

static int64_t dated(const GrTreeGame *game) {
    return game->date ? (int64_t)game->date * 10000 + game->id : 0;
}

static bool in_order(const GrTree *tree, const GrPosition *pos) {
    for (size_t i = 1; i < tree->count; i++) {
        char a[GR_UCI_SIZE], b[GR_UCI_SIZE];
        gr_uci_write(pos, tree->move[i - 1].move, a);
        gr_uci_write(pos, tree->move[i].move, b);
        uint64_t before = tree->move[i - 1].games, games = tree->move[i].games;
        if (before < games || (before == games && strcmp(a, b) >= 0))
            return false;
    }
    return true;
}

static bool same(const GrTree *tree, const Plain *plain, const GrPosition *pos) {
    bool right = tree->games == plain->tree.games && tree->white == plain->tree.white &&
                 tree->draws == plain->tree.draws && tree->black == plain->tree.black &&
                 tree->ended == plain->tree.ended && tree->count == plain->rows &&
                 in_order(tree, pos) && list_is_right(plain, tree->best, tree->bests, rated) &&
                 list_is_right(plain, tree->latest, tree->latests, dated);
    for (size_t i = 0; i < tree->count && right; i++) {
        size_t at = 0;
        while (at < plain->rows && plain->row[at].move != tree->move[i].move)
            at++;
        right = at < plain->rows && same_row(&plain->row[at], &tree->move[i]);
    }
    return right;
}

/* ---- asking ---- */

/* A position that a game of the database came to. */
static void random_position(GrDb *db, AidRandom *random, GrTarget *target) {
    GrGame game;
    GrPosition pos;
    gr_game_init(&game);
    uint32_t last = (uint32_t)gr_db_last(db, &error);
    for (bool there = false; !there;) /* some have been deleted */
        there = gr_db_get_game(db, 1 + aid_random(random, last), &game, &error) == 0 && game.rules;
    gr_game_position(&game, aid_random(random, 5), &pos);
    gr_target_position(target, &pos);
    gr_game_free(&game);
}

static bool answer_is(GrDb *db, const GrTreeAsk *ask, const Plain *plain) {
    GrTree tree;
    gr_tree_init(&tree);
    int code = gr_tree_grow(&tree, db, ask, &error);
    bool right = code == 0 && same(&tree, plain, &ask->target->pos);
    gr_tree_free(&tree);
    return right;
}

/* How many of so many trees are wrong, in ranges of different sizes; *moves is added to. */
static unsigned wrong_trees(GrDb *db, AidRandom *random, unsigned trees, size_t *moves) {
    static Plain plain;
    unsigned wrong = 0;
    for (unsigned i = 0; i < trees; i++) {
        GrTarget target;
        random_position(db, random, &target);
        look(db, &target.pos, NULL, &plain);
        for (unsigned n = 0; n < 3; n++) {
            GrTreeAsk ask = {.target = &target, .jobs = 1 + (int)n, .range = n ? 100 * n : 0};
            wrong += !answer_is(db, &ask, &plain);
        }
        *moves += plain.rows;
    }
    return wrong;
}

static void trees_are_right(void) {
    AidRandom random = {test_seed(201)};
    size_t moves = 0;
    GrDb *db = new_database("right.db", &random, 700);
    REQUIRE(db);
    CHECK_INT(wrong_trees(db, &random, 12, &moves), 0);
    CHECK(index_all(db, 2));
    CHECK_INT(wrong_trees(db, &random, 25, &moves), 0);
    CHECK_INT(gr_db_delete_game(db, 5, &error), 0);
    CHECK_INT(add_games(db, &random, 50), 0);
    CHECK_INT(wrong_trees(db, &random, 5, &moves), 0);
    CHECK_INT(gr_db_begin(db, &error), 0); /* what nobody else can see counts, too */
    CHECK_INT(gr_db_delete_game(db, 9, &error), 0);
    CHECK_INT(wrong_trees(db, &random, 3, &moves), 0);
    gr_db_rollback(db);
    CHECK(moves > 80);
    gr_db_close(db);
}

static bool is_ables(int64_t id, const GrGame *game) {
    (void)id;
    return !strcmp(gr_game_tag(game, "White"), "Able");
}

/* A move's number is the one printed before it. */
static bool ables_with_three_moves(int64_t id, const GrGame *game) {
    GrPosition pos = game->start;
    bool third = false;
    for (uint32_t node = game->nodes[0].next; node; node = game->nodes[node].next) {
        third |= pos.number >= 3;
        gr_play(&pos, game->nodes[node].move);
    }
    return third && is_ables(id, game);
}

static void selection_and_query_restrict_it(void) {
    static Plain plain;
    AidRandom random = {test_seed(202)};
    GrSelection selection;
    GrQuery *query = NULL;
    GrTarget target;
    GrDb *db = new_database("restrict.db", &random, 400);
    REQUIRE(db);
    gr_selection_init(&selection);
    CHECK_INT(gr_selection_add(&selection, aid_book(), "white", "able", &error), 0);
    REQUIRE(gr_query_parse(aid_book(), "move >= 3", &query, NULL) == 0);
    for (unsigned i = 0; i < 20; i++) {
        GrTreeAsk ask = {.target = &target, .selection = &selection, .jobs = 1 + (int)i % 3,
                         .range = i % 2 ? 90 : 0};
        if (i == 10)
            CHECK(index_all(db, 1));
        random_position(db, &random, &target);
        look(db, &target.pos, is_ables, &plain);
        CHECK(answer_is(db, &ask, &plain));
        ask.query = query;
        look(db, &target.pos, ables_with_three_moves, &plain);
        CHECK(answer_is(db, &ask, &plain));
    }
    gr_query_free(query);
    gr_selection_free(&selection);
    gr_db_close(db);
}

/* ---- what goes wrong ---- */

typedef struct Heard {
    int64_t id[MOST_GAMES];
    size_t count;
    unsigned asked, patience;
} Heard;

static void hear(void *context, int64_t id, const GrError *why) {
    Heard *heard = context;
    CHECK(why->text[0] != '\0');
    heard->id[heard->count++] = id;
}

static bool lose_patience(void *context, int64_t id, int64_t last) {
    Heard *heard = context;
    CHECK(id <= last);
    return ++heard->asked > heard->patience;
}

static void start_of_chess(GrTarget *target) {
    GrPosition start;
    gr_start(gr_variants_at(aid_book(), 0), &start);
    gr_target_position(target, &start);
}

static void damage_is_told_once(void) {
    static Heard heard, again;
    AidRandom random = {test_seed(203)};
    GrTarget target;
    GrTree tree;
    GrQuery *query;
    GrDb *db = new_database("damage.db", &random, 1500);
    REQUIRE(db);
    gr_db_close(db);
    CHECK(aid_sql(aid_path("damage.db"), "UPDATE block SET moves = zeroblob(length(moves)) "
                                         "WHERE first = (SELECT max(first) FROM block)"));
    db = index_open(aid_path("damage.db"), GR_DB_READ);
    REQUIRE(db && gr_query_parse(aid_book(), "ply >= 0", &query, NULL) == 0);
    start_of_chess(&target);
    for (int jobs = 1; jobs < 4; jobs++) {
        GrTreeAsk ask = {.target = &target, .jobs = jobs, .range = 100, .context = &heard,
                         .unread = hear};
        gr_tree_init(&tree);
        heard.count = 0;
        CHECK_INT(gr_tree_grow(&tree, db, &ask, &error), GR_ERR_DAMAGED);
        CHECK(heard.count > 100 && tree.games > 500);
        for (size_t i = 1; i < heard.count; i++)
            CHECK(heard.id[i - 1] < heard.id[i]);
        gr_tree_free(&tree);
        ask.query = query;
        ask.context = &again;
        again.count = 0;
        CHECK_INT(gr_tree_grow(&tree, db, &ask, &error), GR_ERR_DAMAGED);
        CHECK_INT(again.count, heard.count);
        gr_tree_free(&tree);
    }
    gr_query_free(query);
    gr_db_close(db);
}

static void it_can_be_stopped(void) {
    AidRandom random = {test_seed(204)};
    GrTarget target;
    GrTree tree;
    uint64_t most = 0;
    GrDb *db = new_database("stop.db", &random, 900);
    REQUIRE(db);
    start_of_chess(&target);
    /* It asks after each of eight ranges at least, however few games are looked at in them. */
    for (unsigned patience = 0; patience < 7; patience++) {
        static Heard heard;
        heard = (Heard){.patience = patience};
        GrTreeAsk ask = {.target = &target, .jobs = 1 + (int)patience % 2, .range = 128,
                         .context = &heard, .stop = lose_patience};
        gr_tree_init(&tree);
        CHECK_INT(gr_tree_grow(&tree, db, &ask, &error), GR_ERR_STOPPED);
        CHECK(tree.games < 900);
        most = tree.games > most ? tree.games : most;
        gr_tree_free(&tree);
    }
    CHECK(most > 100); /* what was counted until then is there */
    gr_db_close(db);
}

static void memory_runs_out(void) {
    static Plain plain;
    AidRandom random = {test_seed(205)};
    GrTarget target;
    GrQuery *query;
    GrDb *db = new_database("memory.db", &random, 30);
    REQUIRE(db && gr_query_parse(aid_book(), "ply >= 0", &query, NULL) == 0);
    start_of_chess(&target);
    look(db, &target.pos, NULL, &plain);
    for (int jobs = 1; jobs < 3; jobs++) {
        FAIL_EACH_ALLOCATION(n, 3000) {
            GrTreeAsk ask = {.target = &target, .query = query, .jobs = jobs, .range = 10};
            GrTree tree;
            gr_tree_init(&tree);
            int code = gr_tree_grow(&tree, db, &ask, &error);
            fail_alloc_stop();
            CHECK(code ? code == GR_ERR_MEMORY && !tree.move
                       : same(&tree, &plain, &target.pos));
            gr_tree_free(&tree);
        }
    }
    gr_query_free(query);
    gr_db_close(db);
}

/* ---- figures ---- */

static void performance_is_elos(void) {
    GrTreeMove even = {.met = 10, .opponents = 20000, .won = 10},
               three_quarters = {.met = 4, .opponents = 8400, .won = 6},
               all = {.met = 2, .opponents = 4000, .won = 4}, none = {.met = 0};
    CHECK_INT(gr_tree_performance(&even), 2000);
    CHECK_INT(gr_tree_performance(&three_quarters), 2291); /* 400 log10(3) = 190.8 */
    CHECK_INT(gr_tree_performance(&all), 2800);
    CHECK_INT(gr_tree_performance(&none), 0);
}

static void averages(void) {
    GrTreeMove move = {.white = 3, .draws = 2, .black = 0, .rated = 3, .ratings = 6002,
                       .pointed = 4, .halves = {61, 35}},
               none = {.games = 7};
    CHECK(gr_tree_score(&move) > 0.7999 && gr_tree_score(&move) < 0.8001);
    CHECK_INT(gr_tree_rating(&move), 2001);
    CHECK(gr_tree_points(&move, GR_WHITE) > 7.624 && gr_tree_points(&move, GR_WHITE) < 7.626);
    CHECK(gr_tree_points(&move, GR_BLACK) > 4.374 && gr_tree_points(&move, GR_BLACK) < 4.376);
    CHECK(gr_tree_score(&none) < 0 && gr_tree_points(&none, GR_WHITE) < 0);
    CHECK_INT(gr_tree_rating(&none), 0);
}

static void dates_as_far_as_known(void) {
    char text[GR_TREE_DATE_SIZE];
    CHECK_STR(gr_tree_date(2023 * 512 + 5 * 32 + 17, text), "2023.05.17");
    CHECK_STR(gr_tree_date(2023 * 512 + 5 * 32, text), "2023.05");
    CHECK_STR(gr_tree_date(2023 * 512 + 17, text), "2023"); /* a day of no month says nothing */
    CHECK_STR(gr_tree_date(987 * 512, text), "0987");
    CHECK_STR(gr_tree_date(0, text), "");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(trees_are_right);
    RUN(selection_and_query_restrict_it);
    RUN(damage_is_told_once);
    RUN(it_can_be_stopped);
    RUN(memory_runs_out);
    RUN(performance_is_elos);
    RUN(averages);
    RUN(dates_as_far_as_known);
    return test_end();
}
