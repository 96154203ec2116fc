/* Replay forms of games: written and read again, read from bytes that are not ours, and scanned. */
#include "db/index/replays.h"
#include "db/search/scan.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

static GrError error;
static const GrWork no_work;

/* A random line from a position; a null move now and then. */
static uint32_t random_line(AidRandom *random, GrPosition *pos, uint32_t plies, GrMove *line) {
    static GrMoveList list;
    uint32_t ply;
    for (ply = 0; ply < plies; ply++) {
        gr_moves(pos, &list);
        if (!list.count)
            break;
        line[ply] = list.move[aid_random(random, list.count)];
        if (!pos->pending && !gr_in_check(pos) && aid_random(random, 50) == 0)
            line[ply] = gr_move_make(GR_PASS, 0, 0, 0, 0);
        gr_play(pos, line[ply]);
    }
    return ply;
}

/* Writes the line in a form and reads it again; the number of moves that differ. Behind a packed line there may be
 * some more, that mean nothing. */
static unsigned differing_as(const GrPosition *start, const GrMove *line, uint32_t plies, GrReplayForm form) {
    GrReplayer player = {.form = GR_REPLAY_FORM_NAMED};
    GrBuffer bytes;
    GrPosition pos = *start;
    unsigned wrong = 0;
    gr_buffer_init(&bytes);
    wrong += !gr_replayer_write_as(&player, form, start, line, plies, &bytes);
    wrong += !gr_replayer_open(&player, start, form, (const uint8_t *)bytes.data, bytes.len);
    for (uint32_t ply = 0; ply < plies && !wrong; ply++) {
        wrong += gr_replayer_next(&player, &pos) != line[ply];
        gr_play(&pos, line[ply]);
    }
    wrong += form == GR_REPLAY_FORM_PACKED ? player.words - player.next >= 24
                                           : gr_replayer_next(&player, &pos) != GR_NO_MOVE;
    gr_buffer_free(&bytes);
    return wrong;
}

/* In the form that is written, and in that which was. */
static unsigned differing(const GrPosition *start, const GrMove *line, uint32_t plies, GrReplayForm *form) {
    GrReplayer player = {.form = GR_REPLAY_FORM_NAMED};
    GrBuffer bytes;
    gr_buffer_init(&bytes);
    *form = gr_replayer_write(&player, start, line, plies, &bytes);
    gr_buffer_free(&bytes);
    unsigned wrong = differing_as(start, line, plies, *form);
    return wrong + (*form == GR_REPLAY_FORM_PACKED ? differing_as(start, line, plies, GR_REPLAY_FORM_PIECES) : 0);
}

static unsigned count_variants(void) {
    unsigned count = 0;
    while (gr_variants_at(aid_book(), count))
        count++;
    return count;
}

static void lines_come_back(void) {
    AidRandom random = {test_seed(4711)};
    static GrMove line[300];
    GrReplayForm form;
    unsigned variants = count_variants(), by_pieces = 0;
    for (unsigned i = 0; i < 200 * variants; i++) {
        GrPosition start, pos;
        gr_start(gr_variants_at(aid_book(), i % variants), &start);
        pos = start;
        /* from the start position, or from one in the middle of a game */
        if (i % 4 == 3)
            random_line(&random, &pos, 60, line);
        start = pos;
        uint32_t plies = random_line(&random, &pos, i % 5 == 0 ? 300 : 100, line);
        if (!CHECK_INT(differing(&start, line, plies, &form), 0))
            break;
        if (i % variants < 6)
            CHECK_INT(form, i % variants == 0 ? GR_REPLAY_FORM_PACKED : GR_REPLAY_FORM_NAMED);
        by_pieces += form == GR_REPLAY_FORM_PACKED;
    }
    CHECK(by_pieces > 2 * 200);
}

/* A position with more pieces of a side than can be numbered takes the other form. */
static void many_pieces_take_the_other_form(void) {
    const GrRules *rules = gr_variants_at(aid_book(), 0);
    GrPosition start, pos;
    static GrMove line[40];
    AidRandom random = {test_seed(9)};
    GrReplayForm form;
    CHECK_INT(gr_fen_read(rules, "k7/8/8/8/NNNNNNNN/NNNNNNNN/8/4K3 w - - 0 1", &start, NULL), 0);
    pos = start;
    uint32_t plies = random_line(&random, &pos, 40, line);
    CHECK_INT(differing(&start, line, plies, &form), 0);
    CHECK_INT(form, GR_REPLAY_FORM_NAMED);
}

/* A line of as many plies as can be packed is, and one with one more is not. */
static void long_lines_are_not_packed(void) {
    static const uint8_t round[][2] = {{6, 21}, {62, 45}, {21, 6}, {45, 62}}; /* knights go and come back */
    static GrMove line[GR_LINE_PLIES + 1];
    GrPosition start, pos;
    GrReplayForm form;
    gr_start(gr_variants_find(aid_book(), "chess"), &start);
    pos = start;
    for (unsigned i = 0; i <= GR_LINE_PLIES; i++) {
        line[i] = gr_move_make(GR_NORMAL, round[i % 4][0], round[i % 4][1], 0, 0);
        gr_play(&pos, line[i]);
    }
    CHECK_INT(differing(&start, line, GR_LINE_PLIES, &form), 0);
    CHECK_INT(form, GR_REPLAY_FORM_PACKED);
    CHECK_INT(differing(&start, line, GR_LINE_PLIES + 1, &form), 0);
    CHECK_INT(form, GR_REPLAY_FORM_PIECES);
}

/* Whatever the bytes are, positions stay such that all can be asked of them. */
static void foreign_bytes_do_no_harm(void) {
    AidRandom random = {test_seed(31337)};
    static GrMoveList list;
    uint8_t bytes[400];
    unsigned long moves = 0;
    unsigned variants = count_variants();
    for (unsigned i = 0; i < 1000 * variants; i++) {
        GrReplayer player = {.form = GR_REPLAY_FORM_NAMED};
        GrPosition pos;
        gr_start(gr_variants_at(aid_book(), i % variants), &pos);
        for (unsigned b = 0; b < sizeof bytes; b++)
            bytes[b] = (uint8_t)aid_random(&random, 256);
        GrReplayForm form = (GrReplayForm)(i / variants % 3);
        if (!gr_replayer_open(&player, &pos, form, bytes, sizeof bytes))
            continue;
        for (unsigned tries = 0; tries < sizeof bytes; tries++) {
            if (form == GR_REPLAY_FORM_PACKED ? player.next == player.words : player.at >= player.end)
                break;
            GrMove move = gr_replayer_next(&player, &pos);
            if (move == GR_NO_MOVE)
                continue; /* a reader would stop: here the next may fit */
            gr_play(&pos, move);
            gr_moves(&pos, &list);
            moves += list.count;
            if (!list.count)
                break;
        }
    }
    CHECK(moves > 10000);
}

/* What a scan has seen, as a number. */
typedef struct Seen {
    uint64_t sum, positions, games;
    int64_t last;
} Seen;

static int see(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
               GrMove next) {
    Seen *seen = context;
    uint64_t facts = game->elo[0] * 3u + game->elo[1] * 5u + game->date * 7u + game->plies * 11u;
    seen->games += seen->last != game->id;
    seen->last = game->id;
    seen->positions++;
    seen->sum = seen->sum * 1000003 + (uint64_t)game->id * 131 + ply + (unsigned)game->result * 17u;
    seen->sum = seen->sum * 1000003 + pos->key + next + facts + (game->rules == pos->rules) + game->partial;
    return 1;
}

static Seen scan(GrDb *db, const GrSelection *selection, int64_t first, int64_t last, bool facts) {
    Seen seen = {0};
    GrScan job = {.from = first, .to = last, .facts = facts, .context = &seen, .visit = see};
    CHECK_INT(gr_scan(db, selection, &job, &error), 0);
    return seen;
}

static bool same(const Seen *a, const Seen *b) {
    return a->sum == b->sum && a->positions == b->positions && a->games == b->games;
}

static void scans_see_the_same(void) {
    AidRandom random = {test_seed(5)};
    GrDb *db = index_open(aid_path("scan.db"), GR_DB_CREATE);
    GrSelection selection;
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 700), 0);
    Seen before = scan(db, NULL, 0, 0, true), part = scan(db, NULL, 200, 450, false);
    CHECK_INT(before.games, 700);
    CHECK_INT(part.games, 251);
    CHECK(index_all(db, 2));
    CHECK_INT(gr_db_has_index(db, &error), 1);
    CHECK_INT(aid_sql_number(aid_path("scan.db"), "SELECT count(*) FROM replay"), 6);
    CHECK_INT(aid_sql_number(aid_path("scan.db"), "SELECT count(*) FROM stale"), 0);
    Seen after = scan(db, NULL, 0, 0, true);
    CHECK(same(&before, &after));
    after = scan(db, NULL, 200, 450, true); /* facts come along where they cost nothing */
    part = scan(db, NULL, 200, 450, true);
    CHECK(same(&part, &after));
    gr_selection_init(&selection);
    CHECK_INT(gr_selection_add(&selection, aid_book(), "games", "100-149,300,600-", &error), 0);
    CHECK_INT(scan(db, &selection, 0, 0, true).games, 152);
    CHECK_INT(scan(db, &selection, 140, 600, true).games, 12);
    gr_selection_free(&selection);
    CHECK_INT(gr_db_drop_index(db, 1, &(GrWork){0}, &error), 0);
    CHECK_INT(gr_db_has_index(db, &error), 0);
    after = scan(db, NULL, 0, 0, true);
    CHECK(same(&before, &after));
    gr_db_close(db);
}

/* Before, in the middle of, and after a completion of the index, scans see the games as they
 * are. */
static void changes_are_seen(void) {
    AidRandom random = {test_seed(6)};
    const char *path = aid_path("changes.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 600), 0);
    CHECK(index_all(db, 1));
    for (unsigned round = 0; round < 6; round++) {
        for (unsigned i = 0; i < 5; i++)
            CHECK(index_change(db, &random, 1 + aid_random(&random, 600)));
        CHECK_INT(index_add_games(db, &random, 30), 0);
        Seen mixed = scan(db, NULL, 0, 0, true);
        CHECK_INT(gr_db_begin(db, &error), 0); /* not yet committed, and taken back */
        CHECK(index_change(db, &random, 1 + aid_random(&random, 600)));
        Seen changed = scan(db, NULL, 0, 0, true);
        gr_db_rollback(db);
        Seen back = scan(db, NULL, 0, 0, true);
        CHECK(same(&mixed, &back));
        CHECK(index_all(db, 2));
        Seen indexed = scan(db, NULL, 0, 0, true);
        CHECK_INT(gr_db_drop_index(db, 1, &(GrWork){0}, &error), 0);
        Seen plain = scan(db, NULL, 0, 0, true);
        CHECK(same(&mixed, &indexed));
        CHECK(same(&mixed, &plain));
        CHECK(!same(&mixed, &changed) || changed.games == mixed.games);
        CHECK(index_all(db, 2));
    }
    gr_db_close(db);
}

/* Damaged, lost and exchanged replays are not believed. */
static void damaged_sheets_are_passed_over(void) {
    AidRandom random = {test_seed(7)};
    const char *path = aid_path("damaged.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 500), 0);
    Seen before = scan(db, NULL, 0, 0, true);
    CHECK(index_all(db, 2));
    gr_db_close(db);
    CHECK(aid_sql(path, "UPDATE replay SET games = CAST(substr(games, 1, 900) || 'x' || "
                        "substr(games, 902) AS BLOB) WHERE number = 1"));
    CHECK(aid_sql(path, "UPDATE replay SET games = x'' WHERE number = 2"));
    CHECK(aid_sql(path, "DELETE FROM replay WHERE number = 3"));
    db = index_open(path, GR_DB_READ);
    REQUIRE(db);
    Seen after = scan(db, NULL, 0, 0, true);
    CHECK(same(&before, &after));
    CHECK(gr_replays(db)->damaged);
    gr_db_close(db);
}

/* Blocks that another program writes, with no more than SQL, make their games stale. */
static void blocks_written_past_us_are_seen(void) {
    AidRandom random = {test_seed(8)};
    const char *path = aid_path("past.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 1100), 0);
    CHECK(index_all(db, 1));
    gr_db_close(db);
    int64_t games = aid_sql_number(path, "SELECT games FROM block WHERE first > 1 ORDER BY first");
    CHECK(games > 10);
    CHECK(aid_sql(path, "UPDATE block SET plies = plies WHERE first = (SELECT min(first) FROM block "
                        "WHERE first > 1)"));
    CHECK_INT(aid_sql_number(path, "SELECT sum(last - first + 1) FROM stale"), games);
    CHECK(aid_sql(path, "DELETE FROM block WHERE first = (SELECT min(first) FROM stale)"));
    db = index_open(path, GR_DB_READ);
    REQUIRE(db);
    CHECK_INT(scan(db, NULL, 0, 0, true).games, 1100 - games);
    gr_db_close(db);
}

static void memory_runs_out(void) {
    AidRandom random = {test_seed(10)};
    const char *path = aid_path("memory.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    GrIndexed done;
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 60), 0);
    Seen before = scan(db, NULL, 0, 0, true);
    FAIL_EACH_ALLOCATION(n, 3000) {
        int code = gr_db_index(db, 1, &no_work, &done, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        if (code)
            CHECK(!gr_db_in_transaction(db));
        Seen after = scan(db, NULL, 0, 0, true);
        CHECK(same(&before, &after));
        CHECK_INT(gr_db_drop_index(db, 1, &(GrWork){0}, &error), 0);
    }
    CHECK(index_all(db, 1));
    gr_db_close(db);
    FAIL_EACH_ALLOCATION(n, 3000) {
        Seen seen = {0};
        GrScan job = {.context = &seen, .facts = true, .visit = see};
        int code = gr_db_open(path, aid_book(), GR_DB_READ, &db, &error);
        if (!code)
            code = gr_scan(db, NULL, &job, &error);
        fail_alloc_stop();
        CHECK(code == 0 ? same(&before, &seen) : code == GR_ERR_MEMORY);
        gr_db_close(db);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(lines_come_back);
    RUN(many_pieces_take_the_other_form);
    RUN(long_lines_are_not_packed);
    RUN(foreign_bytes_do_no_harm);
    RUN(scans_see_the_same);
    RUN(changes_are_seen);
    RUN(damaged_sheets_are_passed_over);
    RUN(blocks_written_past_us_are_seen);
    RUN(memory_runs_out);
    return test_end();
}
