/* Signatures that earlier builds made. */
#include <stdlib.h>
#include <zlib.h>

#include "db/codec/column.h"
#include "db/index/signatures.h"
#include "db/store/internal.h"
#include "db/upkeep/verify.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

static GrError error;

static bool is_sound(GrDb *db) {
    GrVerified verified;
    return gr_db_verify(db, &(GrVerifyJob){.context = NULL}, &verified, &error) == 0;
}

static void put_part(const GrBuffer *part, GrBuffer *row) {
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

/* The first row, as it was before there were traits and plies. */
static void make_old(GrDb *db) {
    GrSignatures *signatures = malloc(sizeof *signatures);
    GrBuffer row;
    sqlite3_stmt *stmt;
    REQUIRE(signatures);
    gr_signatures_init(signatures);
    gr_buffer_init(&row);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(gr_signatures_read(db, 1, signatures, &error), 1);
    gr_put_u32(&row, 0);
    gr_put_u8(&row, GR_SIGNATURE_OLD);
    gr_put_varint(&row, signatures->games);
    gr_column_write(&row, signatures->variant, signatures->games);
    gr_column_write(&row, signatures->kinds, signatures->games);
    put_part(&signatures->squares, &row);
    put_part(&signatures->counts, &row);
    put_part(&signatures->events, &row);
    uLong crc = crc32_z(1, (const Bytef *)row.data + 4, row.len - 4);
    for (unsigned n = 0; n < 4; n++)
        row.data[n] = (char)(unsigned char)(crc >> (8 * n) & 255);
    CHECK_INT(gr_sql(&db->sql, GR_SQL_PUT_SIGNATURE, &stmt, &error), 0);
    sqlite3_bind_int64(stmt, 1, 1);
    sqlite3_bind_blob64(stmt, 2, row.data, row.len, SQLITE_STATIC);
    CHECK_INT(gr_sql_run(&db->sql, stmt, &error), 0);
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

/* Signatures of earlier builds rule out positions as before, and nothing by queries, until new ones are
 * made. */
static void earlier_signatures_are_read(void) {
    AidRandom random = {209};
    GrDb *db = index_open(aid_path("earlier.db"), GR_DB_CREATE);
    const GrWork no_work = {.context = NULL};
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 60), 0);
    CHECK(left_for(db, "mate") < 60);
    make_old(db);
    CHECK(is_sound(db));
    CHECK_INT(lost(db), 0);
    CHECK_INT(left_for(db, "mate"), 60);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(gr_signatures_complete(db, &no_work, &error), 0);
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK(is_sound(db));
    CHECK(left_for(db, "mate") < 60);
    make_old(db); /* adding to the block makes new ones, too */
    CHECK_INT(index_add_games(db, &random, 1), 0);
    CHECK(is_sound(db));
    CHECK(left_for(db, "mate") < 60);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(earlier_signatures_are_read);
    return test_end();
}
