/* Signatures that earlier builds made. */
#include <stdlib.h>
#include <zlib.h>

#include "db/codec/column.h"
#include "db/index/signatures.h"
#include "db/search/find.h"
#include "db/store/internal.h"
#include "db/upkeep/verify.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

static GrError error;

static bool is_sound(GrDb *db) {
    GrVerified verified;
    return gr_db_verify(db, &(GrVerifyJob){.context = NULL}, &verified, &error) == 0;
}

static void put_chunk(const GrBuffer *part, GrBuffer *row) {
    GrBuffer packed;
    uLongf size = compressBound((uLong)part->len);
    uint8_t *bytes = malloc(size);
    gr_buffer_init(&packed);
    CHECK(bytes && compress(bytes, &size, (const Bytef *)part->data, (uLong)part->len) == Z_OK);
    gr_put_varint(&packed, part->len);
    gr_put_bytes(&packed, bytes, size);
    gr_put_varint(row, packed.len);
    gr_put_bytes(row, packed.data, packed.len);
    gr_buffer_free(&packed);
    free(bytes);
}

enum { TRAITS, ENDS, SQUARES, COUNTS, EVENTS, PLIES, CHUNKS };

static void put_ply(uint32_t plies, GrBuffer *out) {
    uint8_t bytes[300];
    gr_put_bytes(out, bytes, gr_signature_put_ply(plies, bytes));
}

/* What there was of a game with few pieces. */
static void put_material(const GrSignatureParts *parts, GrBuffer *chunk) {
    const uint8_t *plies = parts->plies;
    for (uint32_t kind = 0; kind < parts->kinds; kind++)
        gr_put_u8(&chunk[COUNTS], gr_signature_count(parts, kind));
    gr_put_bytes(&chunk[EVENTS], parts->event, parts->events + 1);
    put_ply(parts->first, &chunk[PLIES]);
    CHECK(gr_signature_pass(&plies, parts->end, parts->events));
    gr_put_bytes(&chunk[PLIES], parts->plies, (size_t)(plies - parts->plies));
    put_ply(parts->rest, &chunk[PLIES]);
}

/* Puts signatures into the chunks that they had. */
static void share_out(GrSignatures *signatures, GrBuffer *chunk) {
    GrSignatureCursor cursor = gr_signatures_begin(signatures);
    for (uint32_t i = 0; i < signatures->games; i++) {
        GrSignatureParts parts;
        size_t len;
        const uint8_t *square = gr_signatures_squares(&cursor.part[GR_SIGNED_SQUARES], &len);
        REQUIRE(square && gr_signatures_next(&cursor, &parts));
        bool any = square[len - 1] == GR_SIGNATURE_ANY;
        gr_put_u8(&chunk[TRAITS], parts.traits);
        gr_put_bytes(&chunk[SQUARES], square, len - 1);
        gr_put_u8(&chunk[SQUARES], any           ? GR_SIGNATURE_ANY
                                   : parts.event ? GR_SIGNATURE_MATERIAL
                                                 : GR_SIGNATURE_END);
        if (parts.event) {
            put_material(&parts, chunk);
            signatures->kinds[i] = parts.kinds;
        }
        if (gr_signature_ends(parts.traits))
            put_ply(parts.last, &chunk[ENDS]);
    }
}

/* The first row, as a version had it. */
static void pack_old(GrSignatures *signatures, unsigned version, GrBuffer *row) {
    GrBuffer chunk[CHUNKS];
    for (unsigned n = 0; n < CHUNKS; n++)
        gr_buffer_init(&chunk[n]);
    share_out(signatures, chunk);
    gr_put_u32(row, 0);
    gr_put_u8(row, version);
    gr_put_varint(row, signatures->games);
    gr_column_write(row, signatures->variant, signatures->games);
    gr_column_write(row, signatures->kinds, signatures->games);
    bool bare = version == GR_SIGNATURE_BARE;
    for (unsigned n = bare ? SQUARES : TRAITS; n < (bare ? PLIES : CHUNKS); n++)
        put_chunk(&chunk[n], row);
    uLong crc = crc32_z(1, (const Bytef *)row->data + 4, row->len - 4);
    for (unsigned n = 0; n < 4; n++)
        row->data[n] = (char)(unsigned char)(crc >> (8 * n) & 255);
    for (unsigned n = 0; n < CHUNKS; n++)
        gr_buffer_free(&chunk[n]);
}

static void put_row(GrDb *db, const GrBuffer *row) {
    sqlite3_stmt *stmt;
    CHECK_INT(gr_sql(&db->sql, GR_SQL_PUT_SIGNATURE, &stmt, &error), 0);
    sqlite3_bind_int64(stmt, 1, 1);
    sqlite3_bind_blob64(stmt, 2, row->data, row->len, SQLITE_STATIC);
    CHECK_INT(gr_sql_run(&db->sql, stmt, &error), 0);
}

/* Makes the first row one of that version. */
static void make_old(GrDb *db, unsigned version) {
    GrSignatures *signatures = malloc(sizeof *signatures);
    GrBuffer row;
    REQUIRE(signatures);
    gr_signatures_init(signatures);
    gr_buffer_init(&row);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(gr_signatures_read(db, 1, signatures, &error), 1);
    pack_old(signatures, version, &row);
    put_row(db, &row);
    CHECK_INT(gr_db_commit(db, &error), 0);
    gr_buffer_free(&row);
    gr_signatures_free(signatures);
    free(signatures);
}

/* How many games are left for a query. */
static uint64_t left_for(GrDb *db, const char *text) {
    uint64_t left;
    CHECK_INT(index_ask_signatures(db, text, &left), 0);
    return left;
}

/* How many games are ruled out for a position that they have. */
static unsigned lost(GrDb *db) {
    unsigned count = 0, asked = 0;
    GrGame game;
    gr_game_init(&game);
    for (int64_t id = 1; id <= 60; id++) {
        GrGameSet set = {.word = NULL};
        GrPosition pos;
        if (gr_db_get_game(db, id, &game, &error) || !game.rules)
            continue;
        gr_game_position(&game, game.plies / 2, &pos);
        CHECK_INT(gr_signatures_narrow(db, &pos, &set, &error), 0);
        CHECK(set.word);
        count += gr_game_set_next(&set, id) != id;
        asked++;
        gr_game_set_free(&set);
    }
    CHECK(asked > 20);
    gr_game_free(&game);
    return count;
}

static const char *const queries[] = {"mate", "promotes", "promotes to Q", "piece <= 6", "no P", "Q >= 2",
                                      "final and no Q", "white material R vs nothing"};
enum { QUERIES = sizeof queries / sizeof *queries };

/* How many hits a query has. */
static uint64_t hits_of(GrDb *db, const char *text) {
    GrFindCount count = {0};
    GrQuery *query;
    CHECK_INT(gr_query_parse(aid_book(), text, &query, NULL), 0);
    CHECK_INT(gr_find(db, &(GrFind){.query = query, .jobs = 1}, &count, &error), 0);
    gr_query_free(query);
    return count.hits;
}

static void renew(GrDb *db) {
    const GrWork no_work = {.context = NULL};
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(gr_signatures_complete(db, &no_work, &error), 0);
    CHECK_INT(gr_db_commit(db, &error), 0);
}

/* Signatures of earlier builds rule out positions as before, and of queries what they know, until new ones are
 * made. */
static void are_read(unsigned version) {
    AidRandom random = {test_seed(209 + version)};
    GrDb *db = index_open(aid_path(version == GR_SIGNATURE_BARE ? "bare.db" : "few.db"), GR_DB_CREATE);
    uint64_t hits[QUERIES], any = 0;
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 60), 0);
    CHECK(left_for(db, "mate") < 60);
    for (unsigned i = 0; i < QUERIES; i++)
        any += hits[i] = hits_of(db, queries[i]);
    CHECK(any > 0);
    make_old(db, version);
    CHECK(is_sound(db));
    CHECK_INT(lost(db), 0);
    CHECK((left_for(db, "mate") == 60) == (version == GR_SIGNATURE_BARE));
    for (unsigned i = 0; i < QUERIES; i++)
        CHECK_INT(hits_of(db, queries[i]), hits[i]);
    uint64_t old = left_for(db, "no P");
    renew(db);
    CHECK(is_sound(db));
    CHECK(left_for(db, "mate") < 60);
    CHECK(left_for(db, "no P") < old);
    make_old(db, version); /* adding to the block makes new ones, too */
    CHECK_INT(index_add_games(db, &random, 1), 0);
    CHECK(is_sound(db));
    CHECK(left_for(db, "no P") < old);
    gr_db_close(db);
}

static void bare_signatures_are_read(void) {
    are_read(GR_SIGNATURE_BARE);
}

static void signatures_of_few_pieces_are_read(void) {
    are_read(GR_SIGNATURE_FEW_ONLY);
}

/* A signature of an earlier version that is not that of the game is found out. */
static void false_ones_are_found(void) {
    AidRandom random = {test_seed(213)};
    GrDb *db = index_open(aid_path("false.db"), GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 40), 0);
    make_old(db, GR_SIGNATURE_FEW_ONLY);
    CHECK(is_sound(db));
    GrSignatures *signatures = malloc(sizeof *signatures);
    REQUIRE(signatures);
    gr_signatures_init(signatures);
    CHECK_INT(gr_signatures_read(db, 1, signatures, &error), 1);
    uint8_t *square = signatures->room[2]; /* the squares of that version */
    while (*square < GR_SIGNATURE_LEFT)
        square++;
    *square = *square == GR_SIGNATURE_LEFT + 9 ? GR_SIGNATURE_LEFT + 8 : GR_SIGNATURE_LEFT + 9;
    GrBuffer row;
    gr_buffer_init(&row);
    pack_old(signatures, GR_SIGNATURE_FEW_ONLY, &row);
    CHECK_INT(gr_db_begin(db, &error), 0);
    put_row(db, &row);
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK(!is_sound(db));
    gr_buffer_free(&row);
    gr_signatures_free(signatures);
    free(signatures);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(bare_signatures_are_read);
    RUN(signatures_of_few_pieces_are_read);
    RUN(false_ones_are_found);
    return test_end();
}
