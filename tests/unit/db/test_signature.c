/* Signatures: no game is passed over that has the position, whatever has happened to the signatures. */
#include <zlib.h>

#include "db/codec/column.h"
#include "db/store/internal.h"
#include "db/index/signatures.h"
#include "db/search/find.h"
#include "db/upkeep/maintain.h"
#include "db/upkeep/verify.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

static GrError error;

/* A move that may have changed anything. */
static const GrMove ANY_MOVE = (GrMove)GR_PASS << 14;

static GrDb *make_db(const char *name, AidRandom *random, unsigned games) {
    GrDb *db = index_open(aid_path(name), GR_DB_CREATE);
    CHECK(db && index_add_games(db, random, games) == 0);
    return db;
}

/* Is the game among those that may have the position? *left is how many these are. */
static bool is_left(GrDb *db, const GrPosition *pos, int64_t id, uint64_t *left) {
    GrGameSet set = {.word = NULL};
    CHECK_INT(gr_signatures_narrow(db, pos, &set, &error), 0);
    bool in = gr_game_set_next(&set, id) == id;
    *left = set.word ? set.count : UINT64_MAX;
    gr_game_set_free(&set);
    return in;
}

typedef struct Tally {
    unsigned positions, lost, few;
} Tally;

/* Asks for every position of a game, variations left aside. */
static void ask_all(GrDb *db, int64_t id, GrGame *game, Tally *tally) {
    GrPosition pos;
    if (gr_db_get_game(db, id, game, &error))
        return;
    for (uint32_t ply = 0; game->rules && ply <= game->plies; ply++, tally->positions++) {
        uint64_t left;
        gr_game_position(game, ply, &pos);
        tally->lost += !is_left(db, &pos, id, &left);
        tally->few += left < 30;
    }
}

static Tally ask_everything(GrDb *db) {
    Tally tally = {0, 0, 0};
    GrGame game;
    int64_t last = gr_db_last(db, &error);
    gr_game_init(&game);
    for (int64_t id = 1; id <= last; id++)
        ask_all(db, id, &game, &tally);
    gr_game_free(&game);
    return tally;
}

static bool is_sound(GrDb *db) {
    GrVerified verified;
    return gr_db_verify(db, &(GrVerifyJob){.context = NULL}, &verified, &error) == 0;
}

static void every_position_is_on_its_signature(void) {
    AidRandom random = {test_seed(201)};
    GrDb *db = make_db("every.db", &random, 180);
    REQUIRE(db);
    Tally tally = ask_everything(db);
    CHECK(tally.positions > 4000);
    CHECK_INT(tally.lost, 0);
    CHECK(tally.few > tally.positions / 2); /* and most others are not on it */
    CHECK(is_sound(db));
    gr_db_close(db);
}

/* Games that begin with few pieces, or with more than there are at the start. */
static void every_position_of_composed_games_is(void) {
    static const char *const fen[] = {
        "4k3/8/8/3q4/8/8/3P4/4K3 w - - 0 1",
        "qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1",
        "4k3/1P6/8/8/8/8/6p1/4K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 b kq - 0 1",
    };
    AidRandom random = {test_seed(202)};
    static GrMoveList list;
    GrGame game;
    GrAdded added;
    GrDb *db = make_db("composed.db", &random, 12);
    REQUIRE(db);
    gr_game_init(&game);
    for (unsigned i = 0; i < 24; i++) {
        uint32_t node = 0, last = 0;
        gr_game_clear(&game);
        CHECK_INT(gr_game_begin(&game, gr_variants_find(aid_book(), "chess")), 0);
        CHECK_INT(gr_fen_read(game.rules, fen[i % 4], &game.start, NULL), 0);
        GrPosition pos = game.start;
        for (gr_moves(&pos, &list); list.count && game.plies < 70; gr_moves(&pos, &list)) {
            GrMove move = list.move[aid_random(&random, list.count)];
            gr_play(&pos, move);
            CHECK_INT(gr_game_add_node(&game, move, &node), 0);
            game.nodes[last].next = node;
            last = node;
            game.plies++;
        }
        CHECK_INT(gr_db_add_game(db, &game, &added, &error), 0);
    }
    gr_game_free(&game);
    Tally tally = ask_everything(db);
    CHECK(tally.positions > (test_own_seed() ? 1000 : 200));
    CHECK_INT(tally.lost, 0);
    gr_db_close(db);
}

/* A game of Antichess may begin with nothing on the board: its pawns are not at home, and it has no material. Before
 * that the maker has seen a game with all pieces. */
static void an_empty_board_is_told(void) {
    const GrRules *rules = gr_variants_find(aid_book(), "antichess");
    AidRandom random = {test_seed(207)};
    GrDb *db = index_open(aid_path("empty.db"), GR_DB_CREATE);
    Tally tally = {0, 0, 0};
    GrGame game;
    GrAdded added;
    GrQuery *query;
    GrFindCount count;
    REQUIRE(db);
    gr_game_init(&game);
    for (unsigned i = 0; i < 40; i++) {
        CHECK(aid_random_tagged_game(&random, rules, i == 20 ? 0 : 8, &game));
        if (i == 20)
            CHECK_INT(gr_fen_read(rules, "8/8/8/8/8/8/8/8 w - - 7 74", &game.start, NULL), 0);
        CHECK_INT(gr_db_add_game(db, &game, &added, &error), 0);
    }
    ask_all(db, 21, &game, &tally);
    gr_game_free(&game);
    CHECK(tally.positions == 1 && tally.few == 1);
    CHECK_INT(tally.lost, 0);
    CHECK_INT(gr_query_parse(aid_book(), "material nothing vs nothing", &query, NULL), 0);
    CHECK_INT(gr_find(db, &(GrFind){.query = query}, &count, &error), 0);
    CHECK(count.games == 1 && count.hits == 1);
    gr_query_free(query);
    CHECK(is_sound(db));
    gr_db_close(db);
}

/* The signature of a game by looking at all that there is at every ply. */
static unsigned signature_slowly(GrSignatureMaker *maker, const GrGame *game, uint8_t *out) {
    GrPosition pos = game->start;
    gr_signature_maker_start(maker, game->rules);
    for (uint32_t ply = 0, node = 0; ply <= game->plies; ply++) {
        GrMove move = ply ? game->nodes[node].move : GR_NO_MOVE;
        gr_game_position(game, ply, &pos);
        gr_signature_maker_see(maker, &pos, gr_signature_is_plain(move) ? ANY_MOVE : move);
        node = game->node_count ? game->nodes[node].next : 0;
    }
    return gr_signature_maker_end(maker, &pos, out);
}

/* What need not be looked at, going by the move, has not changed, in whatever variant. */
static void moves_tell_what_to_look_at(void) {
    AidRandom random = {test_seed(205)};
    GrSignatureMaker *quick = calloc(1, sizeof *quick), *slow = calloc(1, sizeof *slow);
    uint8_t one[GR_SIGNATURE_SIZE], two[GR_SIGNATURE_SIZE];
    unsigned other = 0, materials = 0, variants = 0;
    GrGame game;
    REQUIRE(quick && slow);
    gr_game_init(&game);
    while (gr_variants_at(aid_book(), variants))
        variants++;
    for (unsigned i = 0; i < 20 * variants; i++) {
        CHECK(aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % variants), 400, &game));
        unsigned len = gr_signature_of(quick, &game, one);
        materials += quick->few;
        other += signature_slowly(slow, &game, two) != len || memcmp(one + 1, two + 1, len - 1) != 0;
    }
    CHECK(materials > 60);
    CHECK_INT(other, 0);
    gr_game_free(&game);
    free(quick);
    free(slow);
}

/* What comes back is on the signature as well, and what is too much for it makes it tell nothing. */
static void comings_and_goings_are_told(void) {
    GrSignatureMaker *maker = calloc(1, sizeof *maker);
    uint8_t signature[GR_SIGNATURE_SIZE];
    const GrRules *rules = gr_variants_find(aid_book(), "chess");
    GrPosition start, other;
    REQUIRE(maker);
    gr_start(rules, &start);
    CHECK_INT(gr_fen_read(rules, "rnbqkbnr/p1pppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1", &other,
                          NULL), 0);
    for (unsigned times = 1; times <= 20; times++) {
        gr_signature_maker_start(maker, rules);
        for (unsigned i = 0; i < times; i++) {
            gr_signature_maker_see(maker, &start, ANY_MOVE);
            gr_signature_maker_see(maker, &other, ANY_MOVE);
        }
        unsigned len = gr_signature_maker_end(maker, &other, signature);
        if (4 * times - 2 > GR_SIGNATURE_EVENTS) {
            CHECK(len == 3u + gr_signature_ends(signature[0]) && signature[1] == GR_SIGNATURE_ANY && !signature[2]);
            CHECK(signature[0] & GR_TRAIT_GREW);
            continue;
        }
        /* a2 b2 c2 f2 g2 h2 a7 b7 and so on; the middle files are left out */
        static const uint8_t way[] = {GR_SIGNATURE_LEFT + 5, GR_SIGNATURE_LEFT + 6, GR_SIGNATURE_BACK,
                                      GR_SIGNATURE_BACK};
        static const uint8_t last[] = {GR_SIGNATURE_END, 5, 16, 32, 32, 32, 7 + 15 * 7};
        const unsigned events = 4 * times - 2;
        CHECK_INT(len, 1 + events + sizeof last);
        for (unsigned i = 0; i < events; i++)
            CHECK_INT(signature[i + 1], way[i % 4]);
        CHECK(!memcmp(signature + 1 + events, last, sizeof last));
    }
    free(maker);
}

/* ---- what happens to blocks ---- */

static int64_t rows(const char *path) {
    return aid_sql_number(path, "SELECT count(*) FROM signature");
}

static void changed_blocks_lose_their_signatures(void) {
    AidRandom random = {test_seed(203)};
    const char *path = aid_path("changed.db");
    GrDb *db = make_db("changed.db", &random, 30);
    REQUIRE(db);
    gr_db_close(db);
    static const char *const change[] = {
        "UPDATE block SET plies = plies",
        "INSERT OR REPLACE INTO block SELECT * FROM block",
        "UPDATE block SET first = first",
    };
    const GrWork no_work = {.context = NULL};
    GrOptimised optimised;
    for (unsigned i = 0; i < 3; i++) {
        CHECK_INT(rows(path), 1);
        CHECK(aid_sql(path, change[i]));
        CHECK_INT(rows(path), 0);
        db = index_open(path, GR_DB_WRITE);
        REQUIRE(db);
        CHECK_INT(ask_everything(db).few, 0); /* nothing is left out */
        CHECK_INT(gr_db_optimise(db, &no_work, &optimised, &error), 0);
        CHECK(ask_everything(db).few > 0);
        gr_db_close(db);
    }
    CHECK_INT(rows(path), 1);
    CHECK(aid_sql(path, "DELETE FROM block"));
    CHECK_INT(rows(path), 0);
}

/* Games that are added, replaced and deleted, inside a transaction and out of one. */
static void changes_are_followed(void) {
    AidRandom random = {test_seed(204)};
    const char *path = aid_path("followed.db");
    GrDb *db = make_db("followed.db", &random, 60);
    REQUIRE(db);
    for (unsigned round = 0; round < 4; round++) {
        CHECK_INT(gr_db_begin(db, &error), 0);
        for (unsigned i = 0; i < 5; i++)
            CHECK(index_change(db, &random, 1 + aid_random(&random, 60)));
        CHECK_INT(ask_everything(db).lost, 0);
        if (round % 2)
            gr_db_rollback(db);
        else
            CHECK_INT(gr_db_commit(db, &error), 0);
        if (round == 2) /* the next ones begin without the signatures of the block they go to */
            CHECK(aid_sql(path, "DELETE FROM signature"));
        CHECK_INT(index_add_games(db, &random, 6), 0);
        Tally tally = ask_everything(db);
        CHECK_INT(tally.lost, 0);
        CHECK(tally.few > tally.positions / 3);
        CHECK(is_sound(db));
    }
    gr_db_close(db);
}

/* ---- damage ---- */

static void damage_is_told_and_no_harm(void) {
    static const char *const damage[] = {
        "UPDATE signature SET games = x''",
        "UPDATE signature SET games = CAST(substr(games, 1, 60) || 'xyz' || substr(games, 64) AS BLOB)",
        "UPDATE signature SET games = CAST(substr(games, 1, 100) AS BLOB)",
        "UPDATE signature SET games = zeroblob(500)",
    };
    AidRandom random = {test_seed(205)};
    const char *path = aid_path("damaged.db");
    GrDb *db = make_db("damaged.db", &random, 40);
    for (unsigned i = 0; i < 4; i++) {
        REQUIRE(db);
        CHECK(is_sound(db));
        gr_db_close(db);
        CHECK(aid_sql(path, damage[i]));
        db = index_open(path, GR_DB_WRITE);
        REQUIRE(db);
        CHECK(!is_sound(db));
        if (!CHECK_INT(ask_everything(db).few, 0)) /* all games are looked at */
            printf("%s\n", damage[i]);
        const GrWork no_work = {.context = NULL};
        GrOptimised optimised;
        CHECK_INT(gr_db_optimise(db, &no_work, &optimised, &error), 0);
    }
    CHECK(db && is_sound(db));
    gr_db_close(db);
}

/* An signature that is whole and not that of the game is found out. */
static void false_signatures_are_found(void) {
    AidRandom random = {test_seed(206)};
    GrDb *db = make_db("false.db", &random, 40), *other = make_db("other.db", &random, 40);
    GrBlock *block = calloc(1, sizeof *block);
    REQUIRE(db && other && block);
    CHECK_INT(gr_db_read_block(other, 1, GR_BLOCK_TEXTS, block, &error), 0);
    CHECK_INT(gr_signatures_load(other, block, &error), 0);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(gr_signatures_store(db, block, 0, block->games, &error), 0);
    CHECK_INT(gr_db_commit(db, &error), 0);
    gr_block_free(block);
    free(block);
    gr_db_close(other);
    CHECK(!is_sound(db));
    CHECK(ask_everything(db).lost > 0); /* so that this test tells anything */
    gr_db_close(db);
}

/* Packs a chunk as this version does, or as earlier ones did. */
static uLong pack(const uint8_t *bytes, uLong len, bool raw, uint8_t *out, uLong room) {
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)len,
                       .next_out = out, .avail_out = (uInt)room};
    CHECK_INT(deflateInit2(&stream, 6, Z_DEFLATED, raw ? -15 : 15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    CHECK_INT(deflate(&stream, Z_FINISH), Z_STREAM_END);
    deflateEnd(&stream);
    return stream.total_out;
}

/* A chunk of a row, its parts of random bytes, most of them small; the first is so long. */
static void put_random_chunk(AidRandom *random, GrBuffer *row, unsigned parts, uLong first, bool raw) {
    uint8_t bytes[6 * 400] = {0}, packed[3000];
    GrBuffer chunk;
    uLong all = 0;
    gr_buffer_init(&chunk);
    for (unsigned i = 0; i < parts; i++) {
        uLong len = i ? aid_random(random, 400) : first;
        for (uLong n = 0; n < len; n++)
            bytes[all + n] = (uint8_t)aid_random(random, aid_random(random, 8) ? 9 : 256);
        all += len;
        if (len && aid_random(random, 4))
            bytes[all - 1] = 0;
        gr_put_varint(&chunk, len);
    }
    gr_put_bytes(&chunk, packed, pack(bytes, all, raw, packed, sizeof packed));
    gr_put_varint(row, chunk.len);
    gr_put_bytes(row, chunk.data, chunk.len);
    gr_buffer_free(&chunk);
}

/* Squares that can be put together again: of so many games, in which none has gone. */
static void put_squares(AidRandom *random, GrBuffer *row, uint32_t games) {
    uint8_t bytes[70], packed[200];
    GrBuffer chunk;
    gr_buffer_init(&chunk);
    for (uint32_t n = 0; n < games; n++)
        bytes[n] = (uint8_t)aid_random(random, GR_SIGNATURE_LEFT);
    gr_put_varint(&chunk, games);
    for (unsigned part = 1; part < 6; part++)
        gr_put_u8(&chunk, 0);
    gr_put_bytes(&chunk, packed, pack(bytes, games, true, packed, sizeof packed));
    gr_put_varint(row, chunk.len);
    gr_put_bytes(row, chunk.data, chunk.len);
    gr_buffer_free(&chunk);
}

/* A row of block 1 with a checksum that fits, and else no sense. */
static void put_random_row(AidRandom *random, GrBuffer *row) {
    static const uint8_t parts[GR_SIGNATURE_CHUNKS] = {1, 1, 6, 6, 3};
    uint32_t games = aid_random(random, 70), column[70];
    gr_put_u32(row, 0);
    gr_put_u8(row, GR_SIGNATURE_VERSION);
    gr_put_varint(row, games);
    for (unsigned top = 8, c = 0; c < 2; c++, top = 14) {
        for (uint32_t i = 0; i < games; i++)
            column[i] = aid_random(random, top);
        gr_column_write(row, column, games);
    }
    for (unsigned n = 0; n < GR_SIGNATURE_CHUNKS; n++) {
        if (n == 2 && aid_random(random, 4))
            put_squares(random, row, games);
        else
            put_random_chunk(random, row, parts[n], !n && aid_random(random, 8) ? games : aid_random(random, 400),
                             true);
    }
    uLong crc = crc32_z(1, (const Bytef *)row->data + 4, row->len - 4);
    for (unsigned n = 0; n < 4; n++)
        row->data[n] = (char)(unsigned char)(crc >> (8 * n) & 255);
}

/* Whatever the bytes are, and even if their checksum fits, asking and reading them does no harm. */
static void foreign_bytes_do_no_harm(void) {
    static const char *const fen[] = {"4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                                      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"};
    static const char *const queries[] = {"material R vs R", "white stalemated", "piece <= 5", "Q = 3",
                                          "promotes to N", "final and no P"};
    AidRandom random = {test_seed(207)};
    unsigned read = 0;
    GrDb *db = make_db("foreign.db", &random, 60);
    GrSignatures *signatures = malloc(sizeof *signatures);
    GrBuffer row;
    REQUIRE(db && signatures);
    gr_signatures_init(signatures);
    gr_buffer_init(&row);
    CHECK_INT(gr_db_begin(db, &error), 0);
    for (unsigned i = 0; i < 1000; i++) {
        uint8_t signature[GR_SIGNATURE_SIZE];
        GrPosition pos;
        GrGameSet set = {.word = NULL};
        sqlite3_stmt *stmt;
        uint64_t left;
        gr_buffer_clear(&row);
        put_random_row(&random, &row);
        if (i % 4 == 0)
            row.len = aid_random(&random, (uint32_t)row.len);
        CHECK_INT(gr_sql(&db->sql, GR_SQL_PUT_SIGNATURE, &stmt, &error), 0);
        sqlite3_bind_int64(stmt, 1, 1);
        sqlite3_bind_blob64(stmt, 2, row.len ? row.data : "", row.len, SQLITE_STATIC);
        CHECK_INT(gr_sql_run(&db->sql, stmt, &error), 0);
        CHECK_INT(gr_fen_read(gr_variants_find(aid_book(), "chess"), fen[i % 2], &pos, NULL), 0);
        CHECK_INT(gr_signatures_narrow(db, &pos, &set, &error), 0);
        gr_game_set_free(&set);
        CHECK_INT(index_ask_signatures(db, queries[i % 6], &left), 0);
        if (gr_signatures_open(signatures, 1, row.data, row.len, &error) ||
            gr_signatures_unpack(signatures, GR_SIGNATURES_ALL, &error))
            continue;
        read++;
        for (GrSignatureCursor cursor = gr_signatures_begin(signatures); gr_signatures_copy(&cursor, signature);)
            continue;
    }
    CHECK(read > 300);
    gr_db_rollback(db);
    gr_buffer_free(&row);
    gr_signatures_free(signatures);
    free(signatures);
    gr_db_close(db);
}

/* Eight bytes at a time or byte by byte, the end is the same. */
static void ends_are_found(void) {
    static const uint8_t likely[] = {GR_SIGNATURE_ANY, GR_SIGNATURE_LEFT, GR_SIGNATURE_LEFT + 1, 127, GR_SIGNATURE_BACK,
                                     GR_SIGNATURE_BACK + 2, GR_SIGNATURE_BACK + 3, 255};
    AidRandom random = {test_seed(210)};
    for (unsigned round = 0; round < 20000; round++) {
        uint8_t bytes[40];
        unsigned start = aid_random(&random, 8), end = start + aid_random(&random, 24);
        for (unsigned i = 0; i < sizeof bytes; i++)
            bytes[i] = likely[i < end ? 1 + aid_random(&random, 7) : aid_random(&random, 8)];
        bytes[end] = (uint8_t)aid_random(&random, GR_SIGNATURE_LEFT);
        CHECK(gr_signature_squares_end(bytes + start) == bytes + end);
    }
}

/* What fits every game is not asked of any; of two variants, it is asked. */
static void starts_are_asked_for_variants(void) {
    AidRandom random = {test_seed(209)};
    GrDb *db = index_open(aid_path("starts.db"), GR_DB_CREATE);
    GrPosition pos;
    uint64_t left;
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 1), 0);
    gr_start(gr_variants_at(aid_book(), 0), &pos);
    CHECK(is_left(db, &pos, 1, &left));
    CHECK(left == UINT64_MAX);
    CHECK_INT(index_add_games(db, &random, 2), 0);
    CHECK(is_left(db, &pos, 1, &left));
    CHECK_INT(left, 2);
    gr_db_close(db);
}

static void missing_memory_is_told(void) {
    AidRandom random = {test_seed(208)};
    GrDb *db = make_db("memory.db", &random, 30);
    GrPosition pos;
    const GrWork no_work = {.context = NULL};
    REQUIRE(db);
    gr_start(gr_variants_find(aid_book(), "chess"), &pos);
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrGameSet set = {.word = NULL};
        int code = gr_signatures_narrow(db, &pos, &set, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        gr_game_set_free(&set);
    }
    FAIL_EACH_ALLOCATION(n, 5000) {
        GrVerified verified;
        int code = gr_db_verify(db, &(GrVerifyJob){.context = NULL}, &verified, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
    }
    FAIL_EACH_ALLOCATION(n, 5000) {
        int code = gr_db_begin(db, &error);
        code = code ? code : gr_signatures_make(db, &no_work, &error);
        code = code ? code : gr_db_commit(db, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        gr_db_rollback(db);
    }
    CHECK(is_sound(db));
    CHECK_INT(ask_everything(db).lost, 0);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(every_position_is_on_its_signature);
    RUN(every_position_of_composed_games_is);
    RUN(an_empty_board_is_told);
    RUN(moves_tell_what_to_look_at);
    RUN(comings_and_goings_are_told);
    RUN(changed_blocks_lose_their_signatures);
    RUN(changes_are_followed);
    RUN(damage_is_told_and_no_harm);
    RUN(false_signatures_are_found);
    RUN(foreign_bytes_do_no_harm);
    RUN(ends_are_found);
    RUN(starts_are_asked_for_variants);
    RUN(missing_memory_is_told);
    return test_end();
}
