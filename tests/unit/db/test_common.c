/* Common positions: what the index has of them is what the games did, in every variant, whatever has
 * happened to games and index since; foreign bytes do no harm. */
#include "db/codec/common.h"
#include "db/codec/integrity.h"
#include "db/codec/postings.h"
#include "db/index/frame.h"
#include "db/index/coverage.h"
#include "db/search/find.h"
#include "db/search/position_hits.h"
#include "db/upkeep/maintain.h"
#include "db/upkeep/verify.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

static GrError error;
static const GrSelection everything;

/* ---- games that begin alike ---- */

/* A move that takes back the mover's last one, if there is one; else one of the first few. */
static GrMove choose_move(const GrMoveList *list, AidRandom *random, GrMove last, unsigned ply) {
    if (last && aid_random(random, 5) == 0)
        for (unsigned i = 0; i < list->count; i++)
            if (gr_move_from(list->move[i]) == gr_move_to(last) &&
                gr_move_to(list->move[i]) == gr_move_from(last))
                return list->move[i];
    unsigned few = ply < 2 ? 1 : ply < 6 ? 2 : list->count;
    return list->move[aid_random(random, few) * (ply < 6 ? 5 : 1) % list->count];
}

static bool add_moves(GrGame *game, AidRandom *random, unsigned plies) {
    static GrMoveList list;
    GrPosition pos = game->start;
    GrMove played[64] = {0};
    uint32_t before = 0, node;
    for (unsigned ply = 0; ply < plies && ply < 64; ply++) {
        gr_moves(&pos, &list);
        if (!list.count)
            break;
        played[ply] = choose_move(&list, random, ply > 1 ? played[ply - 2] : 0, ply);
        if (gr_game_add_node(game, played[ply], &node))
            return false;
        game->nodes[before].next = node;
        before = node;
        gr_play(&pos, played[ply]);
        game->plies++;
    }
    return true;
}

static void set_number(GrGame *game, const char *tag, unsigned number) {
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    gr_game_set_tag(game, tag, text);
}

static bool make_game(GrGame *game, const GrRules *rules, AidRandom *random) {
    static const char *const dates[] = {"????.??.??", "1999.??.??", "2001.05.??", "2001.05.17"};
    gr_game_clear(game);
    if (gr_game_begin(game, rules) || !add_moves(game, random, aid_random(random, 24)))
        return false;
    game->result = (GrResult)aid_random(random, 4);
    set_number(game, "Round", aid_random(random, 1000000));
    gr_game_set_tag(game, "White", aid_random(random, 2) ? "Able" : "Baker");
    gr_game_set_tag(game, "Date", dates[aid_random(random, 4)]);
    if (aid_random(random, 3))
        set_number(game, "WhiteElo", 1000 + 100 * aid_random(random, 10));
    if (aid_random(random, 3))
        set_number(game, "BlackElo", 1000 + 100 * aid_random(random, 10));
    return true;
}

static unsigned add_games(GrDb *db, AidRandom *random, unsigned count) {
    GrGame game;
    GrAdded added;
    unsigned wrong = gr_db_begin(db, &error) != 0, variants = 0;
    while (gr_variants_at(aid_book(), variants))
        variants++;
    gr_game_init(&game);
    for (unsigned i = 0; i < count; i++) {
        unsigned variant = i % 2 ? i / 2 % variants : 0; /* chess is first */
        wrong += !make_game(&game, gr_variants_at(aid_book(), variant), random);
        wrong += gr_db_add_game(db, &game, &added, &error) != 0;
    }
    wrong += gr_db_commit(db, &error) != 0;
    gr_game_free(&game);
    return wrong;
}

/* ---- the same questions with the index and without ---- */

static bool same_list(const GrTreeGame *a, const GrTreeGame *b, unsigned count) {
    bool same = true;
    for (unsigned i = 0; i < count; i++)
        same = same && a[i].id == b[i].id && a[i].db == b[i].db && a[i].move == b[i].move &&
               a[i].result == b[i].result && a[i].elo[0] == b[i].elo[0] &&
               a[i].elo[1] == b[i].elo[1] && a[i].date == b[i].date;
    return same;
}

static bool same_row(const GrTreeMove *a, const GrTreeMove *b) {
    return a->move == b->move && a->games == b->games && a->white == b->white &&
           a->draws == b->draws && a->black == b->black && a->rated == b->rated &&
           a->ratings == b->ratings && a->met == b->met && a->opponents == b->opponents &&
           a->won == b->won && a->played == b->played && a->last == b->last &&
           a->last_db == b->last_db;
}

static bool same_tree(const GrTree *a, const GrTree *b) {
    bool same = a->games == b->games && a->white == b->white && a->draws == b->draws &&
                a->black == b->black && a->ended == b->ended && a->last == b->last &&
                a->count == b->count && a->bests == b->bests && a->latests == b->latests &&
                same_list(a->best, b->best, a->bests) &&
                same_list(a->latest, b->latest, a->latests);
    for (size_t i = 0; same && i < a->count; i++)
        same = same_row(&a->move[i], &b->move[i]);
    return same;
}

/* The bytes that a search shows. */
static void show(void *context, const GrFinding *finding, size_t n, GrBuffer *out) {
    (void)context;
    gr_buffer_printf(out, "%lld %u\n", (long long)finding->id, (unsigned)finding->hit[n].first);
}

static int put(void *context, const char *bytes, size_t len) {
    gr_buffer_add(context, bytes, len);
    return 0;
}

static bool ask_tree(GrDb *db, const GrTarget *target, const GrSelection *selection, int jobs,
                     GrTree *tree) {
    const GrTreeAsk ask = {.target = target, .selection = selection, .jobs = jobs,
                           .range = jobs > 1 ? 128 : 0};
    gr_tree_init(tree);
    return CHECK_INT(gr_tree_grow(tree, db, &ask, &error), 0);
}

/* Are trees the same? */
static bool trees_agree(GrDb *db, GrDb *plain, const GrTarget *target, const GrSelection *selection,
                        int jobs) {
    GrTree tree, want;
    bool same = ask_tree(db, target, selection, jobs, &tree);
    same = ask_tree(plain, target, selection, 1, &want) && same && same_tree(&tree, &want);
    gr_tree_free(&tree);
    gr_tree_free(&want);
    return same;
}

static bool finds_agree(GrDb *db, GrDb *plain, const GrTarget *target, const GrSelection *selection,
                        int jobs, uint64_t limit, bool shown) {
    GrBuffer got, want;
    GrFindCount count, wanted;
    gr_buffer_init(&got);
    gr_buffer_init(&want);
    GrFind find = {.selection = selection, .target = target, .jobs = jobs, .limit = limit,
                   .range = jobs > 1 ? 128 : 0, .show = shown ? show : NULL, .put = put,
                   .context = &got};
    bool done = CHECK_INT(gr_find(db, &find, &count, &error), 0);
    find.context = &want;
    find.jobs = 1;
    done = CHECK_INT(gr_find(plain, &find, &wanted, &error), 0) && done;
    bool same = done && count.games == wanted.games && count.hits == wanted.hits &&
                count.shown == wanted.shown && got.len == want.len &&
                (!got.len || !memcmp(got.data, want.data, got.len));
    gr_buffer_free(&got);
    gr_buffer_free(&want);
    return same;
}

/* A position from the beginning of a game, as it is or by its board alone. */
static bool random_target(GrDb *db, AidRandom *random, GrTarget *target) {
    GrGame game;
    GrPosition pos;
    char fen[GR_FEN_SIZE];
    int64_t id = gr_db_next_game(db, 1 + aid_random(random, (uint32_t)gr_db_last(db, &error)), &error);
    gr_game_init(&game);
    bool there = id > 0 && gr_db_get_game(db, id, &game, &error) == 0;
    if (there) {
        gr_game_position(&game, aid_random(random, aid_random(random, 3) ? 5 : game.plies + 1), &pos);
        gr_target_position(target, &pos);
        gr_fen_write(&pos, fen);
        unsigned form = aid_random(random, 4);
        fen[strcspn(fen, form ? " " : "[ ")] = '\0';
        if (form < 2)
            there = gr_target_board(target, pos.rules, fen, NULL) == 0;
    }
    gr_game_free(&game);
    return there;
}

/* A copy of the file, without its index. */
static GrDb *copy_plain(const char *path) {
    static char copy[512];
    if (!*copy)
        snprintf(copy, sizeof copy, "%s", aid_path("plain.db"));
    remove(copy);
    GrDb *db = aid_copy_file(path, copy) ? index_open(copy, GR_DB_WRITE) : NULL;
    if (db)
        CHECK_INT(gr_db_drop_index(db, &error), 0);
    return db;
}

/* How many of so many questions are answered otherwise with the index. */
static unsigned wrong_answers(const char *path, AidRandom *random, unsigned questions) {
    GrSelection able;
    unsigned wrong = 0;
    GrDb *plain = copy_plain(path), *db = index_open(path, GR_DB_READ);
    gr_selection_init(&able);
    if (!CHECK(plain && db && !gr_selection_add(&able, aid_book(), "white", "Able", &error)))
        return 1;
    for (unsigned i = 0; i < questions; i++) {
        GrTarget target;
        if (!random_target(plain, random, &target))
            continue;
        const GrSelection *selection = aid_random(random, 3) ? &everything : &able;
        int jobs = 1 + (int)aid_random(random, 2);
        uint64_t limit = aid_random(random, 3) ? 0 : 1 + aid_random(random, 60);
        wrong += !finds_agree(db, plain, &target, selection, jobs, 0, false);
        wrong += !finds_agree(db, plain, &target, selection, jobs, limit, true);
        if (!target.board_only)
            wrong += !trees_agree(db, plain, &target, selection, jobs);
    }
    gr_selection_free(&able);
    gr_db_close(plain);
    gr_db_close(db);
    return wrong;
}

/* ---- */

/* Of how many of the first variants does the index not know the games that have the start position?
 * Some may be in small segments, where few have it. */
static unsigned not_common(GrDb *db, unsigned variants) {
    unsigned left = 0;
    for (unsigned i = 0; i < variants; i++) {
        GrTarget target;
        GrPosition start;
        GrPositionCount count = {0};
        GrGameSet set = {.word = NULL};
        gr_start(gr_variants_at(aid_book(), i), &start);
        gr_target_position(&target, &start);
        CHECK_INT(gr_position_count(db, &target, &count, &set, &error), 0);
        left += !set.word || count.games < GR_COMMON_GAMES || set.count > count.games;
        gr_game_set_free(&set);
    }
    return left;
}

static void answers_are_the_same(void) {
    AidRandom random = {test_seed(401)};
    const char *path = aid_path("same.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(add_games(db, &random, 1024), 0);
    CHECK(index_all(db, 2));
    CHECK_INT(not_common(db, 13), 0);
    gr_db_close(db);
    CHECK_INT(wrong_answers(path, &random, 250), 0);
}

static bool change(GrDb *db, AidRandom *random) {
    GrGame game;
    int64_t id = gr_db_next_game(db, 1 + aid_random(random, (uint32_t)gr_db_last(db, &error)), &error);
    gr_game_init(&game);
    int code = gr_db_get_game(db, id, &game, &error);
    bool remove = aid_random(random, 2);
    if (!code && remove)
        code = gr_db_delete_game(db, id, &error);
    else if (!code && make_game(&game, game.rules, random))
        code = gr_db_replace_game(db, id, &game, &error);
    gr_game_free(&game);
    return code == 0 || code == GR_ERR_NOT_FOUND;
}

static void changes_are_seen(void) {
    AidRandom random = {test_seed(402)};
    const char *path = aid_path("changes.db");
    GrOptimised done;
    const GrWork no_work = {.context = NULL};
    for (unsigned round = 0; round < 6; round++) {
        GrDb *db = index_open(path, round ? GR_DB_WRITE : GR_DB_CREATE);
        REQUIRE(db);
        CHECK_INT(add_games(db, &random, round ? 150 : 900), 0);
        for (unsigned i = 0; i < round; i++)
            CHECK(change(db, &random));
        gr_db_close(db);
        CHECK_INT(wrong_answers(path, &random, test_slow() ? 40 : test_long() ? 15 : 5), 0);
        db = index_open(path, GR_DB_WRITE);
        REQUIRE(db && index_all(db, 1 + (int)round % 2));
        if (round == 4)
            CHECK_INT(gr_db_optimise(db, &no_work, &done, &error), 0);
        CHECK_INT(not_common(db, 1), 0);
        gr_db_close(db);
        CHECK_INT(wrong_answers(path, &random, test_slow() ? 60 : test_long() ? 20 : 7), 0);
        /* no segment lies over another */
        CHECK_INT(aid_sql_number(path, "SELECT count(*) FROM segment a JOIN segment b ON a.id < b.id "
                                       "AND a.first_chunk <= b.last_chunk "
                                       "AND b.first_chunk <= a.last_chunk"), 0);
    }
}

/* ---- damage ---- */

static void damage_is_noticed(void) {
    static const char *const sql[] = {
        ("UPDATE posting SET groups = CAST(substr(groups, 1, length(groups) - 9) || x'7f' || "
         "substr(groups, -8) AS BLOB)"),
        "UPDATE posting SET groups = substr(groups, 1, length(groups) / 2)",
        "DELETE FROM posting WHERE bucket & 16777215 = 16777215",
        "DELETE FROM posting WHERE bucket & 16777215 <> 16777215",
        "DELETE FROM segment",
    };
    AidRandom random = {test_seed(403)};
    const char *path = aid_path("damaged.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(add_games(db, &random, 700), 0);
    gr_db_close(db);
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++) {
        GrVerified verified;
        db = index_open(path, GR_DB_WRITE);
        REQUIRE(db && index_all(db, 1) && not_common(db, 1) == 0);
        gr_db_close(db);
        REQUIRE(aid_sql(path, sql[i]));
        CHECK_INT(wrong_answers(path, &random, 30), 0);
        db = index_open(path, GR_DB_WRITE);
        REQUIRE(db && index_all(db, 1));
        CHECK_INT(not_common(db, 1), 0);
        CHECK_INT(gr_db_verify(db, &(GrVerifyJob){.context = NULL}, &verified, &error), 0);
        CHECK_INT(verified.faults, 0);
        gr_db_close(db);
    }
}

/* ---- memory ---- */

static void memory_runs_out(void) {
    AidRandom random = {test_seed(405)};
    GrTarget target;
    GrPosition start;
    GrPositionCount want = {0};
    GrGameSet set = {.word = NULL};
    GrDb *db = index_open(aid_path("memory.db"), GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(add_games(db, &random, 520), 0);
    CHECK(index_all(db, 1));
    gr_start(gr_variants_at(aid_book(), 0), &start);
    gr_target_position(&target, &start);
    CHECK_INT(gr_position_count(db, &target, &want, &set, &error), 0);
    gr_game_set_free(&set);
    for (unsigned kind = 0; kind < 3; kind++) {
        FAIL_EACH_ALLOCATION(n, 3000) {
            GrPositionCount count = {0};
            GrPositionHits known = {.game = NULL};
            GrTree tree = {.games = 0};
            gr_tree_init(&tree);
            int code = kind == 0   ? gr_position_count(db, &target, &count, &set, &error)
                       : kind == 1 ? gr_position_hits(db, &target, &known, &set, &error)
                                   : gr_position_tree(db, &target, true, &tree, &set, &error);
            fail_alloc_stop();
            uint64_t games = kind == 0 ? count.games : kind == 1 ? known.games : tree.games;
            CHECK(code ? code == GR_ERR_MEMORY : games + (kind != 1 ? set.count : 0) >= want.games);
            gr_position_hits_free(&known);
            gr_tree_free(&tree);
            gr_game_set_free(&set);
        }
    }
    gr_db_close(db);
}

static void building_without_memory(void) {
    AidRandom random = {test_seed(406)};
    const char *path = aid_path("building.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(add_games(db, &random, 480), 0);
    unsigned failed = 0;
    FAIL_EACH_ALLOCATION(n, 4000) {
        const GrWork no_work = {.context = NULL};
        GrIndexed done;
        int code = gr_db_index(db, 1, &no_work, &done, &error);
        fail_alloc_stop();
        failed += code != 0;
        CHECK(!code || code == GR_ERR_MEMORY);
    }
    CHECK(failed > (test_long() ? 20 : 10));
    CHECK(index_all(db, 1));
    CHECK_INT(not_common(db, 1), 0);
    gr_db_close(db);
    CHECK_INT(wrong_answers(path, &random, 20), 0);
}

/* ---- entries ---- */

enum { GAMES = 300, PLACES = 900 };

typedef struct Made {
    GrCommonPlace place[PLACES];
    GrCommonKey state[GR_COMMON_STATES];
    GrGameFacts facts[GAMES];
    GrCommonEntry entry;
} Made;

static void make_entry(AidRandom *random, Made *made) {
    unsigned states = aid_random(random, 4) ? 1 : 1 + aid_random(random, GR_COMMON_STATES);
    size_t places = 0;
    for (unsigned i = 0; i < states; i++)
        made->state[i] = (GrCommonKey){.key = (uint64_t)i * 0x123456789abcdefull,
                                       .variant = aid_random(random, 300), .turn = i & 1};
    for (uint32_t game = 0; game < GAMES && places + 4 < PLACES; game++) {
        made->facts[game] = (GrGameFacts){.date = aid_random(random, 3) ? aid_random(random, 5000000) : 0,
                                          .elo = {(uint16_t)aid_random(random, 3000),
                                                  (uint16_t)(aid_random(random, 2) * 2000)},
                                          .result = (uint8_t)aid_random(random, 4)};
        uint32_t hits = aid_random(random, 3) ? 0 : 1 + aid_random(random, 3), ply = aid_random(random, 9);
        for (uint32_t i = 0; i < hits; i++, ply += 1 + aid_random(random, 400))
            made->place[places++] = (GrCommonPlace){
                .game = game, .ply = (uint16_t)ply,
                .next = aid_random(random, 9) ? gr_move_make(GR_NORMAL, 1, (int)aid_random(random, 30), 0, 0)
                                              : GR_NO_MOVE,
                .state = (uint16_t)aid_random(random, states)};
    }
    /* each state has a game */
    for (unsigned i = 0; i < states && i < places; i++)
        made->place[i].state = (uint16_t)i;
    made->entry = (GrCommonEntry){.board_key = 0xfedcba9876543210ull ^ aid_random(random, 1000),
                                  .place = made->place, .places = places, .state = made->state,
                                  .states = places < states ? (unsigned)places : states,
                                  .facts = made->facts, .game_bits = 9};
}

/* Is what is read what was written? */
static unsigned reads_back(const Made *made, GrInput in) {
    GrCommon common = {.move = NULL};
    GrCommonState state;
    GrCommonAt at = {0};
    uint32_t hits = 0;
    unsigned states = 0, wrong = 0;
    size_t n = 0;
    if (gr_common_find(in, made->entry.board_key, &common) != 1)
        return 1;
    while (gr_common_next_state(&common, &state) > 0) {
        uint32_t played = 0;
        wrong += state.key != made->state[states].key || state.variant != made->state[states].variant;
        for (uint32_t i = 0; i < state.moves; i++)
            played += state.move[i].games;
        wrong += played + state.ended < state.games;
        hits += state.hits;
        states++;
    }
    for (; gr_common_next_place(&common, &at) > 0; n++)
        wrong += n >= made->entry.places || at.game != made->place[n].game ||
                 at.ply != made->place[n].ply || at.state != made->place[n].state;
    wrong += states != made->entry.states || n != made->entry.places || hits != n || common.hits != n;
    gr_common_free(&common);
    return wrong;
}

static void entries_are_read_back(void) {
    AidRandom random = {test_seed(407)};
    static Made made[3];
    unsigned wrong = 0;
    for (unsigned round = 0; round < 300; round++) {
        GrBuffer out;
        gr_buffer_init(&out);
        for (unsigned i = 0; i < 3; i++) {
            make_entry(&random, &made[i]);
            made[i].entry.board_key += i << 20;
            gr_common_pack(&made[i].entry, &out);
        }
        size_t len = out.len;
        for (unsigned i = 0; i < GR_BITS_SPARE; i++)
            gr_buffer_putc(&out, 0);
        for (unsigned i = 0; i < 3; i++)
            wrong += reads_back(&made[i], gr_input(out.data, len));
        wrong += gr_common_sound(gr_input(out.data, len)) != 1;
        GrCommon common = {.move = NULL};
        wrong += gr_common_find(gr_input(out.data, len), 12345, &common) != 0;
        gr_buffer_free(&out);
    }
    CHECK_INT(wrong, 0);
}

/* Reads all that can be read, whatever it is. */
static unsigned read_anything(GrInput in, uint64_t key) {
    GrCommon common = {.move = NULL};
    GrCommonState state;
    GrCommonAt at;
    unsigned read = 0;
    int code = gr_common_find(in, key, &common);
    while (code > 0 && (code = gr_common_next_state(&common, &state)) > 0)
        read++;
    while (!code && gr_common_next_place(&common, &at) > 0)
        read += at.game < 512 && at.state < GR_COMMON_STATES;
    gr_common_free(&common);
    return read;
}

static void foreign_entries_do_no_harm(void) {
    AidRandom random = {test_seed(408)};
    static Made made;
    unsigned sound = 0, rounds = 4000;
    for (unsigned round = 0; round < rounds; round++) {
        GrBuffer out;
        gr_buffer_init(&out);
        make_entry(&random, &made);
        gr_common_pack(&made.entry, &out);
        size_t len = out.len;
        for (unsigned i = 0; i < GR_BITS_SPARE; i++)
            gr_buffer_putc(&out, 0);
        for (unsigned i = 0; i < 1 + round % 3; i++)
            out.data[8 + aid_random(&random, (uint32_t)len - 8)] ^= (char)(1 << aid_random(&random, 8));
        len -= aid_random(&random, 8) ? 0 : aid_random(&random, (uint32_t)len);
        sound += gr_common_sound(gr_input(out.data, len)) == 1;
        read_anything(gr_input(out.data, len), made.entry.board_key);
        gr_buffer_free(&out);
    }
    CHECK(sound < rounds);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(entries_are_read_back);
    RUN(foreign_entries_do_no_harm);
    RUN(answers_are_the_same);
    RUN(changes_are_seen);
    RUN(damage_is_noticed);
    RUN(memory_runs_out);
    RUN(building_without_memory);
    return test_end();
}
