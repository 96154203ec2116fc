/* A crafted file whose rows share pages: each points to a chain of pages that runs in a circle, and
 * claims far more of it than is its own. Reading them all costs no more than the file's size. */
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include "db/index/coverage.h"
#include "db/store/internal.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum {
    PAGE = 4096,
    LINK = PAGE - 4,       /* bytes of a row on a page of a chain */
    ROWS = 200,
    BYTES = 20000,         /* of each row, on four pages of a chain */
    CLAIMED = 240 * LINK,  /* more bytes that each then claims */
    GAMES = 40
};

static GrError error;
static char *work;
static unsigned char *file;
static size_t pages;

/* ---- the file as bytes ---- */

static unsigned char *page(size_t number) {
    return file + (number - 1) * PAGE;
}

static size_t number_at(const unsigned char *at) {
    return (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
}

static void put_number(unsigned char *at, size_t number) {
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(number >> (24 - 8 * i));
}

static const unsigned char *varint(const unsigned char *at, uint64_t *value) {
    *value = 0;
    do
        *value = *value << 7 | (*at & 0x7F);
    while (*at++ & 0x80);
    return at;
}

/* In three bytes, as it was. */
static void put_varint(unsigned char *at, uint64_t value) {
    at[0] = (unsigned char)(0x80 | value >> 14);
    at[1] = (unsigned char)(0x80 | (value >> 7 & 0x7F));
    at[2] = (unsigned char)(value & 0x7F);
}

/* The row in a cell claims more of its longest column; where its chain begins; 0: not ours. */
static size_t claim(unsigned char *cell) {
    uint64_t size, id, head, type, longest = 0;
    unsigned char *row = (unsigned char *)varint(cell, &size);
    row = (unsigned char *)varint(row, &id);
    if (size < BYTES || size > BYTES + 6000)
        return 0;
    unsigned char *at = (unsigned char *)varint(row, &head), *column = at;
    while (at < row + head) {
        unsigned char *next = (unsigned char *)varint(at, &type);
        if (type > longest) {
            longest = type;
            column = at;
        }
        at = next;
    }
    put_varint(cell, size + CLAIMED);
    put_varint(column, longest + 2 * CLAIMED);
    const size_t least = (PAGE - 12) * 32 / 255 - 23, most = PAGE - 35;
    size_t here = least + (size_t)(size - least) % LINK;
    return number_at(row + (here <= most ? here : least));
}

/* Chains all rows of BYTES bytes together; how many there are. */
static unsigned share(void) {
    size_t first = 0, end = 0;
    unsigned rows = 0;
    for (size_t p = 2; p <= pages; p++) {
        unsigned char *leaf = page(p);
        unsigned cells = leaf[0] == 13 ? (unsigned)(leaf[3] << 8 | leaf[4]) : 0;
        for (unsigned i = 0; i < cells && i < 100; i++) {
            size_t at = (size_t)(leaf[8 + 2 * i] << 8 | leaf[9 + 2 * i]);
            size_t begin = at > 8 && at < PAGE - 100 ? claim(leaf + at) : 0;
            if (!begin)
                continue;
            if (end)
                put_number(page(end), begin);
            first = first ? first : begin;
            for (end = begin; number_at(page(end)); end = number_at(page(end)))
                continue;
            rows++;
        }
    }
    if (end)
        put_number(page(end), first);
    return rows;
}

static bool load(void) {
    FILE *in = fopen(work, "rb");
    bool done = in && fseek(in, 0, SEEK_END) == 0;
    pages = done ? (size_t)ftell(in) / PAGE : 0;
    file = malloc(pages * PAGE + 1);
    done = done && file && fseek(in, 0, SEEK_SET) == 0 && fread(file, PAGE, pages, in) == pages;
    return in && fclose(in) == 0 && done;
}

static bool save(void) {
    FILE *out = fopen(work, "wb");
    bool done = out && fwrite(file, PAGE, pages, out) == pages;
    free(file);
    return out && fclose(out) == 0 && done;
}

/* ---- the tests ---- */

static bool make_sound_file(void) {
    AidRandom random = {test_seed(7)};
    GrAdded added;
    GrGame game;
    GrDb *db;
    unlink(work);
    if (gr_db_open(work, aid_book(), GR_DB_CREATE, &db, &error))
        return false;
    int code = gr_db_begin(db, &error);
    gr_game_init(&game);
    for (unsigned i = 0; i < GAMES && !code; i++) {
        if (!aid_random_tagged_game(&random, gr_variants_at(aid_book(), 0), 20, &game))
            code = -1;
        if (!code)
            code = gr_db_add_game(db, &game, &added, &error);
    }
    gr_game_free(&game);
    if (!code)
        code = gr_db_commit(db, &error);
    gr_db_close(db);
    return !code;
}

static bool add_rows(const char *sql) {
    char whole[400];
    snprintf(whole, sizeof whole, "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n "
                                  "LIMIT %d) %s", ROWS, sql);
    return make_sound_file() && aid_sql(work, "PRAGMA journal_mode = DELETE") &&
           aid_sql(work, whole) && load() && share() == ROWS && save();
}

static void blocks_that_share_pages_are_not_read(void) {
    GrBlock block = {0};
    GrDb *db;
    uint64_t refused = 0;
    char sql[300];
    snprintf(sql, sizeof sql, "INSERT INTO block SELECT 512 * n + 1, games, plies, head, "
                              "zeroblob(%d), x'' FROM block, n WHERE first = 1", BYTES);
    REQUIRE(add_rows(sql));
    REQUIRE(gr_db_open(work, aid_book(), GR_DB_READ, &db, &error) == 0);
    int64_t first = gr_db_next_block(db, 1, &error), rows = 0;
    for (; first > 0; first = gr_db_next_block(db, first + 1, &error), rows++) {
        int code = gr_db_read_block(db, first, GR_BLOCK_TEXTS, &block, &error);
        CHECK_INT(code, first == 1 ? 0 : GR_ERR_DAMAGED);
        refused += strstr(error.text, "more than the file") != NULL;
    }
    CHECK_INT(first, 0);
    CHECK_INT(rows, ROWS + 1);
    CHECK(refused > ROWS - pages * PAGE / CLAIMED - 2);
    gr_block_free(&block);
    gr_db_close(db);
}

/* However often a sound file's are read. */
static void others_are_read(void) {
    GrBlock block = {0};
    GrDb *db;
    REQUIRE(make_sound_file());
    REQUIRE(gr_db_open(work, aid_book(), GR_DB_READ, &db, &error) == 0);
    REQUIRE(gr_db_next_block(db, 1, &error) == 1);
    for (unsigned i = 0; i < 2000; i++)
        CHECK_INT(gr_db_read_block(db, 1, GR_BLOCK_TEXTS, &block, &error), 0);
    gr_block_free(&block);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    fail_alloc_stop();
    work = strdup(aid_path("work.db"));
    RUN(blocks_that_share_pages_are_not_read);
    RUN(others_are_read);
    free(work);
    return test_end();
}
