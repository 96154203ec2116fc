/* The moves of games as lines, for an index, and back. */
#include "db/codec/integrity.h"
#include "db/index/index.h"
#include "db/index/replays.h"
#include "db/store/recode.h"
#include "db/upkeep/verify.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 700, SEED = 31 };

static GrError error;
static const GrWork no_work;
static const char *path;

static GrDb *open_db(GrDbMode mode) {
    GrDb *db;
    if (gr_db_open(path, aid_book(), mode, &db, &error))
        printf("%s\n", error.text);
    return db;
}

/* Moves by chance, and nothing else. */
static bool make_plain(AidRandom *random, const GrRules *rules, GrGame *game) {
    GrMoveList list;
    gr_game_clear(game);
    if (gr_game_begin(game, rules))
        return false;
    gr_start(rules, &game->start);
    GrPosition pos = game->start;
    uint32_t last = 0, index, plies = 5 + aid_random(random, 90);
    for (; game->plies < plies; game->plies++, last = index) {
        gr_moves(&pos, &list);
        if (!list.count)
            break;
        GrMove move = list.move[aid_random(random, list.count)];
        if (gr_game_add_node(game, move, &index))
            return false;
        game->nodes[last].next = index;
        gr_play(&pos, move);
    }
    return !gr_game_set_tag(game, "White", plies % 2 ? "Odd" : "Even");
}

/* Most games have no variations. */
static bool make_game(AidRandom *random, unsigned i, GrGame *game) {
    const GrRules *rules = gr_variants_at(aid_book(), i % 5);
    return i % 3 ? make_plain(random, rules, game) : aid_random_tagged_game(random, rules, 30, game);
}

static bool make_db(const char *name) {
    AidRandom random = {test_seed(SEED)};
    GrGame game;
    GrAdded added;
    unsigned wrong = 0;
    path = aid_path(name);
    GrDb *db = open_db(GR_DB_CREATE);
    if (!db)
        return false;
    gr_game_init(&game);
    CHECK_INT(gr_db_begin(db, &error), 0);
    for (unsigned i = 0; i < GAMES; i++)
        wrong += !make_game(&random, i, &game) || gr_db_add_game(db, &game, &added, &error);
    CHECK_INT(gr_db_commit(db, &error), 0);
    gr_game_free(&game);
    gr_db_close(db);
    return CHECK_INT(wrong, 0);
}

static unsigned missing(GrDb *db) {
    AidRandom random = {test_seed(SEED)};
    GrGame game, got;
    unsigned wrong = 0;
    gr_game_init(&game);
    gr_game_init(&got);
    for (unsigned i = 0; i < GAMES; i++) {
        make_game(&random, i, &game);
        wrong += gr_db_get_game(db, i + 1, &got, NULL) || aid_differs(&game, &got);
    }
    gr_game_free(&game);
    gr_game_free(&got);
    return wrong;
}

static bool is_sound(GrDb *db, uint64_t *damaged) {
    GrVerified verified;
    int code = gr_db_verify(db, &(GrVerifyJob){.context = NULL}, &verified, &error);
    *damaged = verified.damaged;
    return code == 0;
}

/* Games that are kept as lines. */
static unsigned count_lines(GrDb *db) {
    unsigned lines = 0;
    for (int64_t id = 1; id <= GAMES; id++) {
        const GrBlock *block;
        uint32_t i;
        if (!gr_db_find(db, id, GR_BLOCK_MOVES, &block, &i, &error))
            lines += block->column[GR_COL_CODEC][i] >= GR_CODEC_LINE;
    }
    return lines;
}

/* A database of these games with an index, open; NULL if that failed. */
static GrDb *make_indexed(const char *name) {
    GrIndexed indexed;
    GrDb *db = make_db(name) ? open_db(GR_DB_WRITE) : NULL;
    if (db)
        CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0);
    return db;
}

static const char sums[] = "SELECT sum(length(head) + 3 * length(moves) + 7 * length(texts)) FROM block";

static void lines_come_and_go(void) {
    GrIndexed indexed;
    uint64_t damaged;
    REQUIRE(make_db("lines.db"));
    int64_t sum = aid_sql_number(path, sums), signatures = aid_sql_number(path, "SELECT count(*) FROM signature");
    GrDb *db = open_db(GR_DB_WRITE);
    REQUIRE(db);
    CHECK_INT(count_lines(db), 0);
    CHECK_INT(gr_db_index(db, 2, &no_work, &indexed, &error), 0);
    unsigned lines = count_lines(db);
    CHECK(lines > GAMES / 2 && lines < GAMES);
    CHECK_INT(missing(db), 0);
    CHECK(is_sound(db, &damaged));
    CHECK_INT(aid_sql_number(path, "SELECT count(*) FROM signature"), signatures);
    CHECK(aid_sql_number(path, sums) > sum);
    CHECK_INT(gr_db_index(db, 2, &no_work, &indexed, &error), 0);
    CHECK_INT(indexed.games, 0);
    CHECK_INT(gr_db_drop_index(db, 1, &(GrWork){0}, &error), 0);
    CHECK_INT(count_lines(db), 0);
    CHECK_INT(missing(db), 0);
    CHECK(is_sound(db, &damaged));
    CHECK_INT(aid_sql_number(path, sums), sum);
    gr_db_close(db);
}

/* Games that are added, replaced and deleted stand beside lines, and become some. */
static void lines_stay_when_others_change(void) {
    AidRandom random = {test_seed(SEED + 1)};
    GrIndexed indexed;
    GrGame game;
    GrAdded added;
    uint64_t damaged;
    GrDb *db = make_indexed("changed.db");
    REQUIRE(db);
    unsigned lines = count_lines(db);
    gr_game_init(&game);
    for (unsigned i = 0; i < 3; i++) {
        REQUIRE(aid_random_game(&random, gr_variants_at(aid_book(), 0), 50, &game));
        CHECK_INT(gr_db_add_game(db, &game, &added, &error), 0);
    }
    CHECK_INT(missing(db), 0);
    CHECK_INT(count_lines(db), lines);
    CHECK_INT(gr_db_replace_game(db, 600, &game, &error), 0);
    CHECK_INT(gr_db_delete_game(db, 12, &error), 0);
    CHECK_INT(missing(db), 2);
    CHECK(is_sound(db, &damaged));
    CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0);
    CHECK_INT(missing(db), 2);
    CHECK(is_sound(db, &damaged));
    gr_game_free(&game);
    gr_db_close(db);
}

/* Changes bytes of the first block's moves, `n` of them. */
static bool spoil(unsigned n) {
    char sql[300];
    bool done = true;
    for (unsigned i = 0; i < n; i++) {
        snprintf(sql, sizeof sql,
                 "DROP TRIGGER IF EXISTS block_changed; UPDATE block SET moves = CAST(substr(moves, 1, %u) || "
                 "CASE WHEN hex(substr(moves, %u, 1)) = '21' THEN x'12' ELSE x'21' END || substr(moves, %u) AS BLOB) "
                 "WHERE first = 1", 900 + 400 * i, 901 + 400 * i, 902 + 400 * i);
        done &= aid_sql(path, sql);
    }
    return done;
}

/* One wrong byte is set right; of more, the games that have them are lost and reported, and no other ones. */
static void damaged_lines_are_noticed(void) {
    for (unsigned bytes = 1; bytes <= 3; bytes += 2) {
        GrIndexed indexed;
        uint64_t damaged;
        GrDb *db = make_indexed(bytes == 1 ? "byte.db" : "bytes.db");
        REQUIRE(db);
        gr_db_close(db);
        REQUIRE(spoil(bytes));
        db = open_db(GR_DB_WRITE);
        REQUIRE(db);
        CHECK(!is_sound(db, &damaged));
        CHECK(bytes == 1 ? damaged == 0 : damaged > 0 && damaged <= bytes);
        CHECK_INT(missing(db), damaged);
        CHECK_INT(gr_db_drop_index(db, 1, &(GrWork){0}, &error), 0);
        CHECK_INT(missing(db), damaged);
        CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0);
        CHECK_INT(missing(db), damaged);
        gr_db_close(db);
        if (bytes == 1) /* what is set right as it is read is indexed again */
            CHECK_INT(aid_sql_number(path, "SELECT count(*) FROM stale"), 0);
    }
}

/* Writes a line by its pieces, as earlier programs did; false if it is in named form. */
static bool put_by_pieces(GrReplayer *player, const GrPosition *start, uint32_t plies, GrBuffer *out) {
    static GrReplayer writer;
    static GrMove move[300];
    GrPosition pos = *start;
    for (uint32_t i = 0; i < plies && i < 300; i++) {
        move[i] = gr_replayer_next(player, &pos);
        gr_play(&pos, move[i]);
    }
    return gr_replayer_write_as(&writer, GR_REPLAY_FORM_PIECES, start, move, plies, out);
}

/* A row of version 1, which has all lines itself. */
static void put_old(GrDb *db, const GrReplayBlock *replay, GrBuffer *out) {
    static GrReplayer player;
    const uint32_t line = GR_REPLAY_STORED | GR_REPLAY_PACKED;
    uint32_t date = 0;
    GrBuffer lines;
    gr_buffer_init(&lines);
    gr_put_u32(out, 0);
    gr_put_u8(out, 1);
    for (unsigned i = 0; i < GR_REPLAY_GAMES; i++) {
        const GrReplayBlockGame *game = &replay->game[i];
        GrPosition start;
        int32_t later = (int32_t)(game->date - date);
        bool packed = game->flags & GR_REPLAY_PACKED;
        gr_put_u8(out, (game->flags & ~line) | (packed ? (unsigned)GR_REPLAY_PIECES : 0u));
        if (!(game->flags & GR_REPLAY_HERE))
            continue;
        size_t before = lines.len;
        CHECK(gr_replay_block_start(replay, i, gr_replays_rules(db, game->variant), &start, &player));
        if (packed)
            CHECK(put_by_pieces(&player, &start, game->plies, &lines));
        else
            gr_put_bytes(&lines, replay->moves + game->at, game->len);
        const uint32_t facts[] = {game->variant, game->plies, (uint32_t)(lines.len - before), game->elo[0],
                                  game->elo[1], later < 0 ? (uint32_t)(-2 * later - 1) : (uint32_t)(2 * later)};
        for (unsigned k = 0; k < 6; k++)
            gr_put_varint(out, facts[k]);
        date = game->date;
        if (game->flags & GR_REPLAY_FEN)
            gr_put_string(out, game->fen);
    }
    gr_put_bytes(out, lines.data, lines.len);
    gr_sum_row(out, 0, (uint32_t)replay->number);
    gr_buffer_free(&lines);
}

/* Does the earlier replay say what the present one does? */
static unsigned differing(GrDb *db, const GrReplayBlock *now, const GrReplayBlock *old) {
    static GrReplayer player[2];
    unsigned wrong = 0;
    for (unsigned i = 0; i < GR_REPLAY_GAMES; i++) {
        const GrReplayBlockGame *a = &now->game[i], *b = &old->game[i];
        const GrRules *rules = gr_replays_rules(db, a->variant);
        GrPosition pos, same;
        wrong += a->plies != b->plies || a->date != b->date || a->elo[0] != b->elo[0] || strcmp(a->fen, b->fen);
        if (!(a->flags & GR_REPLAY_HERE))
            continue;
        wrong += !gr_replay_block_start(now, i, rules, &pos, &player[0]) ||
                 !gr_replay_block_start(old, i, rules, &same, &player[1]);
        for (uint32_t ply = 0; ply < a->plies && !wrong; ply++) {
            GrMove move = gr_replayer_next(&player[0], &pos);
            wrong += move == GR_NO_MOVE || move != gr_replayer_next(&player[1], &pos);
            if (!wrong)
                gr_play(&pos, move);
        }
    }
    return wrong;
}

static void earlier_replays_are_read_and_renewed(void) {
    GrIndexed indexed;
    GrReplayBlock old;
    GrBuffer bytes;
    uint64_t damaged;
    GrDb *db = make_indexed("earlier.db");
    REQUIRE(db);
    REQUIRE(gr_replays_open(db, 1, &error) == 0 && gr_replays(db)->replay.number == 1);
    const GrReplayBlock *now = &gr_replays(db)->replay;
    gr_buffer_init(&bytes);
    gr_replay_block_init(&old);
    put_old(db, now, &bytes);
    CHECK_INT(gr_replay_block_unpack(&old, 1, bytes.data, bytes.len, &error), 0);
    CHECK_INT(differing(db, now, &old), 0);
    CHECK_INT(gr_db_begin(db, &error), 0);
    sqlite3_stmt *stmt;
    CHECK_INT(gr_sql(&db->sql, GR_SQL_PUT_REPLAY, &stmt, &error), 0);
    sqlite3_bind_int64(stmt, 1, 1);
    sqlite3_bind_blob64(stmt, 2, bytes.data, bytes.len, SQLITE_STATIC);
    CHECK_INT(gr_sql_run(&db->sql, stmt, &error), 0);
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK_INT(aid_sql_number(path, "SELECT hex(substr(games, 5, 1)) FROM replay WHERE number = 1"), 1);
    CHECK(is_sound(db, &damaged));
    CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0);
    CHECK_INT(indexed.games, GR_REPLAY_GAMES);
    CHECK_INT(aid_sql_number(path, "SELECT hex(substr(games, 5, 1)) FROM replay WHERE number = 1"), GR_REPLAY_VERSION);
    gr_replay_block_free(&old);
    gr_buffer_free(&bytes);
    gr_db_close(db);
}

/* A row as earlier programs had it: by pieces, where it is packed now. */
static bool make_earlier(GrDb *db, GrRow *row, GrBuffer *bytes) {
    static GrReplayer player;
    const uint32_t *column = row->column;
    const char *name, *value;
    GrPosition start;
    GrRowReader reader;
    if (column[GR_COL_CODEC] != GR_CODEC_LINE + GR_REPLAY_FORM_PACKED || column[GR_COL_START] != GR_START_USUAL)
        return true;
    CHECK_INT(gr_row_open(db, row, &reader, &error), 0);
    while (gr_row_next_tag(&reader, &name, &value, &error) > 0)
        continue;
    gr_buffer_clear(bytes);
    gr_start(gr_replays_rules(db, column[GR_COL_VARIANT]), &start);
    bool put = gr_replayer_open(&player, &start, GR_REPLAY_FORM_PACKED, row->moves, column[GR_COL_MOVES]) &&
               put_by_pieces(&player, &start, column[GR_COL_PLIES], bytes);
    row->column[GR_COL_CHECK] = gr_crc_exchange(column[GR_COL_CHECK], gr_input(row->moves, column[GR_COL_MOVES]),
                                                gr_input(bytes->data, bytes->len), reader.texts);
    row->column[GR_COL_CODEC] = GR_CODEC_LINE + GR_REPLAY_FORM_PIECES;
    row->column[GR_COL_MOVES] = (uint32_t)bytes->len;
    row->moves = (const uint8_t *)bytes->data;
    return put;
}

static bool make_block_earlier(GrDb *db, int64_t first) {
    static GrBlock from, to;
    GrBuffer bytes, made;
    GrRow row;
    gr_buffer_init(&bytes);
    gr_buffer_init(&made);
    bool put = !gr_db_read_block(db, first, GR_BLOCK_TEXTS, &from, &error);
    gr_block_clear(&to, first);
    for (uint32_t i = 0; i < from.games && put; i++) {
        gr_block_row(&from, i, &row);
        put = make_earlier(db, &row, &bytes) && !gr_block_add(&to, &row);
    }
    put = put && !gr_block_pack(&to, &db->catalog, 0, to.games, &db->blobs);
    gr_put_varint(&made, db->blobs.head.len);
    gr_put_bytes(&made, db->blobs.head.data, db->blobs.head.len);
    gr_put_bytes(&made, db->blobs.moves.data, db->blobs.moves.len);
    put = put && !gr_recode_put(db, first, &made, &error);
    gr_block_free(&from);
    gr_block_free(&to);
    gr_buffer_free(&bytes);
    gr_buffer_free(&made);
    return put;
}

/* Lines that are not packed yet are read, and packed by the next index. */
static void earlier_lines_are_read_and_renewed(void) {
    GrIndexed indexed;
    uint64_t damaged;
    REQUIRE(make_db("unpacked.db"));
    int64_t compact = aid_sql_number(path, sums);
    GrDb *db = open_db(GR_DB_WRITE);
    REQUIRE(db);
    CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0);
    int64_t packed = aid_sql_number(path, sums);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK(make_block_earlier(db, 1));
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK(aid_sql_number(path, sums) > packed);
    CHECK_INT(missing(db), 0);
    CHECK(is_sound(db, &damaged));
    CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0);
    CHECK(indexed.games >= 512);
    CHECK_INT(aid_sql_number(path, sums), packed);
    CHECK_INT(missing(db), 0);
    CHECK(is_sound(db, &damaged));
    CHECK_INT(gr_db_drop_index(db, 1, &(GrWork){0}, &error), 0);
    CHECK_INT(aid_sql_number(path, sums), compact);
    gr_db_close(db);
}

/* A checksum is carried over from bytes to others; a wrong one stays wrong. */
static void checks_are_carried_over(void) {
    AidRandom random = {test_seed(5)};
    unsigned wrong = 0;
    for (unsigned n = 0; n < 300; n++) {
        uint8_t bytes[3][600], all[1800];
        size_t len[4] = {aid_random(&random, 600), aid_random(&random, 600), aid_random(&random, 600)};
        size_t rest = n % 2 ? aid_random(&random, 40) : 0;
        for (unsigned k = 0; k < 3; k++)
            for (size_t i = 0; i < len[k]; i++)
                bytes[k][i] = (uint8_t)aid_random(&random, 256);
        uint32_t crc[2];
        for (unsigned k = 0; k < 2; k++) { /* first bytes[0] and bytes[1], then bytes[0] and bytes[2] */
            memcpy(all, bytes[0], len[0]);
            memcpy(all + len[0], bytes[1 + k], len[1 + k]);
            memcpy(all + len[0] + len[1 + k], "the same words behind them, forty bytes.", rest);
            crc[k] = gr_crc(all, len[0] + len[1 + k] + rest);
        }
        GrInput old = gr_input(bytes[1], len[1]), fresh = gr_input(bytes[2], len[2]);
        GrInput behind = gr_input("the same words behind them, forty bytes.", rest);
        wrong += gr_crc_exchange(crc[0], old, fresh, behind) != crc[1];
        wrong += gr_crc_exchange(crc[0] ^ 1u << n % 32, old, fresh, behind) == crc[1];
    }
    CHECK_INT(wrong, 0);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(lines_come_and_go);
    RUN(lines_stay_when_others_change);
    RUN(damaged_lines_are_noticed);
    RUN(earlier_replays_are_read_and_renewed);
    RUN(earlier_lines_are_read_and_renewed);
    RUN(checks_are_carried_over);
    return test_end();
}
