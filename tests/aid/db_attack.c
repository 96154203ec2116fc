/* Edits to a database, made from bytes. */
#include "tests/aid/db_attack.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "db/store/block.h"
#include "db/codec/column.h"
#include "db/codec/integrity.h"
#include "db/codec/packed_bytes.h"
#include "db/codec/postings.h"

/* ---- choices ---- */

/* What an edit is reported by; zeros when the bytes have ended. */
typedef struct Attack {
    const uint8_t *at, *end;
    sqlite3 *handle;
    const char *path;
    char *story;
    size_t size;
} Attack;

static unsigned choose(Attack *a, unsigned below) {
    unsigned value = a->at < a->end ? *a->at++ : 0;
    if (below > 256)
        value = value << 8 | (a->at < a->end ? *a->at++ : 0u);
    return below ? value % below : 0;
}

/* Numbers at which programs break. */
static int64_t choose_number(Attack *a) {
    static const int64_t hostile[] = {
        0, 1, -1, 2, 127, 128, 255, 256, 511, 512, 513, 4095, 4096, 65535, 65536, 1 << 20, 1 << 24,
        INT32_MAX, (int64_t)INT32_MAX + 1, UINT32_MAX, (int64_t)UINT32_MAX + 1, (int64_t)1 << 38,
        (int64_t)1 << 40, (int64_t)1 << 55, (int64_t)1 << 56, (int64_t)1 << 62, INT64_MAX,
        INT64_MAX - 511, INT64_MIN, INT64_MIN + 1, -512, INT32_MIN};
    enum { HOSTILE = sizeof hostile / sizeof *hostile };
    unsigned n = choose(a, HOSTILE + 8);
    return n < HOSTILE ? hostile[n] : (int64_t)choose(a, 65536) - 100;
}

static void describe(Attack *a, const char *what, const char *where, int64_t number) {
    size_t len = strlen(a->story);
    if (len < a->size)
        snprintf(a->story + len, a->size - len, "%s%s %s %lld", len ? "; " : "", what, where,
                 (long long)number);
}

/* ---- the file ---- */

static bool run(Attack *a, const char *sql) {
    return sqlite3_exec(a->handle, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Opens the file so that it takes everything. */
static bool open_file(Attack *a) {
    if (sqlite3_open(a->path, &a->handle) != SQLITE_OK)
        return false;
    sqlite3_db_config(a->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(a->handle, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    return run(a, "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;"
                  "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
}

static void close_file(Attack *a) {
    run(a, "PRAGMA journal_mode = WAL");
    sqlite3_close(a->handle);
    a->handle = NULL;
}

static const struct {
    const char *table, *key, *column[6]; /* the key is the row's number, but in meta */
} TABLE[] = {
    {"block", "first", {"games", "plies", "head", "moves", "texts", NULL}},
    {"variant", "id", {"name", NULL}},
    {"tag", "id", {"name", "dictionary", NULL}},
    {"dictionary", "id", {"name", "names", "uses", NULL}},
    {"name", "page", {"dictionary", "texts", NULL}},
    {"shape", "id", {"tags", NULL}},
    {"backup", "part", {"copy", NULL}},
    {"fingerprint", "bucket", {"entries", NULL}},
    {"uncovered", "first", {"last", NULL}},
    {"signature", "first", {"games", NULL}},
    {"segment", "id", {"first_chunk", "last_chunk", "bits", "postings", NULL}},
    {"posting", "bucket", {"groups", NULL}},
    {"judge", "id", {"engine", "kind", "amount", "lines", "positions", NULL}},
    {"evaluation", "place", {"verdicts", NULL}},
    {"meta", "key", {"value", NULL}},
};

enum { TABLES = sizeof TABLE / sizeof *TABLE };

/* The number of some row of a table, which has one. */
static bool choose_row(Attack *a, const char *table, const char *key, int64_t *row) {
    char sql[200];
    sqlite3_stmt *stmt = NULL;
    snprintf(sql, sizeof sql, "SELECT %s FROM %s LIMIT 1 OFFSET "
                              "(SELECT ?1 %% max(count(*), 1) FROM %s)", key, table, table);
    bool found = sqlite3_prepare_v2(a->handle, sql, -1, &stmt, NULL) == SQLITE_OK &&
                 sqlite3_bind_int64(stmt, 1, choose(a, 65536)) == SQLITE_OK &&
                 sqlite3_step(stmt) == SQLITE_ROW;
    *row = found ? sqlite3_column_int64(stmt, 0) : 0;
    sqlite3_finalize(stmt);
    return found;
}

/* Reads a blob of a row; a copy, to be freed. */
static bool get_blob(Attack *a, const char *table, const char *key, const char *column, int64_t row,
                     GrBuffer *out) {
    char sql[200];
    sqlite3_stmt *stmt = NULL;
    snprintf(sql, sizeof sql, "SELECT %s FROM %s WHERE %s = ?1", column, table, key);
    gr_buffer_init(out);
    bool found = sqlite3_prepare_v2(a->handle, sql, -1, &stmt, NULL) == SQLITE_OK &&
                 sqlite3_bind_int64(stmt, 1, row) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW;
    if (found) {
        const void *bytes = sqlite3_column_blob(stmt, 0);
        gr_put_bytes(out, bytes ? bytes : "", (size_t)sqlite3_column_bytes(stmt, 0));
    }
    sqlite3_finalize(stmt);
    return found && !out->failed;
}

/* Sets a column of a row to what is bound as ?1 by `value`, or to that SQL. */
static bool set_column(Attack *a, const char *table, const char *key, const char *column,
                       int64_t row, const GrBuffer *blob, const char *sql_value) {
    char sql[300];
    sqlite3_stmt *stmt = NULL;
    snprintf(sql, sizeof sql, "UPDATE %s SET %s = %s WHERE %s = ?2", table, column,
             blob ? "?1" : sql_value, key);
    bool done = sqlite3_prepare_v2(a->handle, sql, -1, &stmt, NULL) == SQLITE_OK;
    if (done && blob)
        sqlite3_bind_blob64(stmt, 1, blob->len ? blob->data : "", blob->len, SQLITE_STATIC);
    done = done && sqlite3_bind_int64(stmt, 2, row) == SQLITE_OK &&
           sqlite3_step(stmt) == SQLITE_DONE;
    sqlite3_finalize(stmt);
    return done;
}

/* ---- cells and rows ---- */

static bool attack_cell(Attack *a) {
    unsigned table = choose(a, TABLES), column = choose(a, 6);
    char value[60];
    int64_t row = 0;
    while (column && !TABLE[table].column[column])
        column--;
    if (strcmp(TABLE[table].table, "meta") && !choose_row(a, TABLE[table].table, TABLE[table].key,
                                                          &row))
        return false;
    switch (choose(a, 8)) {
    case 0:
        snprintf(value, sizeof value, "NULL");
        break;
    case 1:
        snprintf(value, sizeof value, "zeroblob(%u)", choose(a, 65536) * 8);
        break;
    case 2:
        snprintf(value, sizeof value, "randomblob(%u)", choose(a, 4096));
        break;
    case 3:
        snprintf(value, sizeof value, "CAST(zeroblob(%u) AS TEXT)", choose(a, 4096));
        break;
    default:
        snprintf(value, sizeof value, "%lld", (long long)choose_number(a));
        break;
    }
    describe(a, "cell", TABLE[table].column[column], row);
    describe(a, "of", TABLE[table].table, 0);
    if (!strcmp(TABLE[table].table, "meta")) {
        char sql[120];
        static const char *const keys[] = {"fingerprint_bits", "fingerprint_games", "shard"};
        snprintf(sql, sizeof sql, "UPDATE meta SET value = %s WHERE key = '%s'", value,
                 keys[choose(a, 3)]);
        return run(a, sql);
    }
    return set_column(a, TABLE[table].table, TABLE[table].key, TABLE[table].column[column], row,
                      NULL, value);
}

static bool attack_key(Attack *a) {
    unsigned table = choose(a, TABLES - 1), how = choose(a, 3);
    const char *name = TABLE[table].table, *key = TABLE[table].key;
    char sql[400], columns[120] = "";
    int64_t row, other = choose_number(a);
    if (!choose_row(a, name, key, &row))
        return false;
    if (choose(a, 2))
        other = row + (int64_t)choose(a, 1024) - 512;
    for (unsigned i = 0; TABLE[table].column[i]; i++) {
        strcat(columns, ", ");
        strcat(columns, TABLE[table].column[i]);
    }
    if (how == 0)
        snprintf(sql, sizeof sql, "DELETE FROM %s WHERE %s = %lld", name, key, (long long)row);
    else if (how == 1)
        snprintf(sql, sizeof sql, "INSERT OR REPLACE INTO %s(%s%s) SELECT %lld%s FROM %s "
                                  "WHERE %s = %lld",
                 name, key, columns, (long long)other, columns, name, key, (long long)row);
    else
        snprintf(sql, sizeof sql, "UPDATE OR REPLACE %s SET %s = %lld WHERE %s = %lld", name, key,
                 (long long)other, key, (long long)row);
    describe(a, how == 0 ? "delete" : how == 1 ? "copy" : "move", name, row);
    describe(a, "to", key, other);
    return run(a, sql);
}

/* Rows that are expensive for code that looks at all of them for each of them. */
static bool attack_many(Attack *a) {
    static const char *const rows[] = {
        "INSERT OR REPLACE INTO segment(first_chunk, last_chunk, bits, postings)"
        " SELECT 0, n % 1000, 24, 0 FROM n",
        "INSERT OR REPLACE INTO segment(id, first_chunk, last_chunk, bits, postings)"
        " SELECT n * 549755813888, n, n * 4611686018427387, n % 64, n FROM n",
        "INSERT OR REPLACE INTO uncovered(first, last) SELECT 2 * n, 4611686018427387904 FROM n",
        "INSERT OR REPLACE INTO uncovered(first, last) SELECT -2 * n, 2 * n FROM n",
        "INSERT OR REPLACE INTO uncovered(first, last) SELECT 2 * n, 2 * n FROM n",
        "INSERT OR REPLACE INTO block SELECT first + n, games, plies, head, moves, x''"
        " FROM block, n WHERE first = 1",
        "INSERT OR REPLACE INTO block SELECT 512 * n * n, 512, 0, head, x'', x''"
        " FROM block, n WHERE first = 1",
        "INSERT OR REPLACE INTO posting SELECT n << 26, groups FROM posting, n LIMIT 1000",
        "INSERT OR REPLACE INTO name SELECT (n % 40 << 24) + n, 1, (SELECT texts FROM name)"
        " FROM n",
        "INSERT OR REPLACE INTO dictionary SELECT n, 'd' || n, 1048576, 1 << 62 FROM n",
        "INSERT OR REPLACE INTO tag SELECT n, 't' || n, 1 FROM n",
        "INSERT OR REPLACE INTO fingerprint SELECT n, zeroblob(n) FROM n",
        "INSERT OR REPLACE INTO signature SELECT n, games FROM signature, n LIMIT 1000",
    };
    char sql[400];
    unsigned which = choose(a, sizeof rows / sizeof *rows);
    describe(a, "many", rows[which] + strlen("INSERT OR REPLACE INTO "), which);
    snprintf(sql, sizeof sql, "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n "
                              "LIMIT 1000) %s", rows[which]);
    return run(a, sql);
}

/* ---- blobs ---- */

/* Changes some bytes, the length too, of what lies from `from` on. */
static void mutate(Attack *a, GrBuffer *bytes, size_t from) {
    unsigned changes = 1 + choose(a, 3);
    for (unsigned i = 0; i < changes && bytes->len > from; i++) {
        size_t left = bytes->len - from, at = from + choose(a, 65536) % left;
        switch (choose(a, 6)) {
        case 0:
            bytes->len = at;
            break;
        case 1: /* a varint as large as can be */
            for (unsigned n = 0; n < 9 && at + n < bytes->len; n++)
                bytes->data[at + n] = n < 8 ? (char)0xFF : 0x7F;
            break;
        case 2:
            gr_put_bytes(bytes, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 1 + choose(a, 8));
            break;
        case 3:
            bytes->data[at] = (char)0xFF;
            break;
        default:
            bytes->data[at] = (char)(uint8_t)choose(a, 256);
            break;
        }
    }
}

static void set_crc(GrBuffer *bytes, size_t at, uint32_t crc) {
    for (unsigned i = 0; i < 4; i++)
        bytes->data[at + i] = (char)(uint8_t)(crc >> 8 * i & 255);
}

/* A block's head in parts. */
typedef struct Head {
    uint64_t first;
    uint32_t games, moves_crc;
    uint32_t column[GR_COLUMNS][2 * GR_BLOCK_GAMES];
    GrInput tags;
} Head;

static bool read_head(const GrBuffer *bytes, Head *head) {
    GrInput in = gr_input(bytes->data, bytes->len);
    memset(head, 0, sizeof *head);
    gr_input_u8(&in);
    head->first = gr_input_varint(&in);
    head->games = gr_input_bounded(&in, GR_BLOCK_GAMES);
    head->moves_crc = gr_input_u32(&in);
    for (int c = 0; c < GR_COLUMNS; c++)
        gr_column_read(&in, head->column[c], head->games);
    head->tags = in;
    if (in.bad || gr_input_left(&in) < 4)
        return false;
    head->tags.end -= 4;
    return true;
}

static void write_head(const Head *head, GrBuffer *out) {
    gr_put_u8(out, GR_HEAD_VERSION);
    gr_put_varint(out, head->first);
    gr_put_varint(out, head->games);
    gr_put_u32(out, head->moves_crc);
    uint32_t games = head->games < 2 * GR_BLOCK_GAMES ? head->games : 2 * GR_BLOCK_GAMES;
    for (int c = 0; c < GR_COLUMNS; c++)
        gr_column_write(out, head->column[c], games);
    gr_put_bytes(out, head->tags.at, gr_input_left(&head->tags));
    gr_put_u32(out, gr_crc(out->data, out->len));
}

static bool attack_head(Attack *a) {
    GrBuffer bytes, out;
    Head *head = malloc(sizeof *head);
    int64_t row;
    gr_buffer_init(&bytes);
    if (!head || !choose_row(a, "block", "first", &row) ||
        !get_blob(a, "block", "first", "head", row, &bytes) || !read_head(&bytes, head)) {
        gr_buffer_free(&bytes);
        free(head);
        return false;
    }
    gr_buffer_init(&out);
    unsigned what = choose(a, 14), game = choose(a, GR_BLOCK_GAMES);
    uint32_t number = (uint32_t)choose_number(a);
    describe(a, "head", "column", what);
    describe(a, "game", "number", number);
    if (what < GR_COLUMNS && choose(a, 3))
        head->column[what][game % (head->games ? head->games : 1)] = number;
    else if (what < GR_COLUMNS)
        for (uint32_t i = 0; i < head->games; i++)
            head->column[what][i] = number;
    else if (what == GR_COLUMNS)
        head->first = (uint64_t)choose_number(a);
    else if (what == GR_COLUMNS + 1)
        head->games = number % (2 * GR_BLOCK_GAMES);
    else if (what == GR_COLUMNS + 2)
        head->games = number;
    if (what == GR_COLUMNS && choose(a, 2)) { /* the block as a whole lies elsewhere */
        char sql[100];
        snprintf(sql, sizeof sql, "UPDATE OR REPLACE block SET first = %lld WHERE first = %lld",
                 (long long)head->first, (long long)row);
        run(a, sql);
        row = (int64_t)head->first;
    }
    write_head(head, &out);
    if (what > GR_COLUMNS + 2) {
        out.len -= 4;
        mutate(a, &out, 0);
        gr_put_u32(&out, gr_crc(out.data, out.len));
    }
    bool done = !out.failed && set_column(a, "block", "first", "head", row, &out, NULL);
    gr_buffer_free(&out);
    gr_buffer_free(&bytes);
    free(head);
    return done;
}

/* Moves that are others, fewer or more; the head has their checksum. */
static bool attack_moves(Attack *a) {
    GrBuffer moves, bytes, out;
    Head *head = malloc(sizeof *head);
    int64_t row;
    bool done = false;
    gr_buffer_init(&out);
    gr_buffer_init(&moves);
    gr_buffer_init(&bytes);
    if (head && choose_row(a, "block", "first", &row) &&
        get_blob(a, "block", "first", "moves", row, &moves) &&
        get_blob(a, "block", "first", "head", row, &bytes) && read_head(&bytes, head)) {
        mutate(a, &moves, 0);
        if (choose(a, 3) == 0)
            moves.len = 0;
        head->moves_crc = gr_crc(moves.data, moves.len);
        for (uint32_t i = 0; choose(a, 2) && i < head->games; i++)
            head->column[GR_COL_PLIES][i] = 65535;
        write_head(head, &out);
        describe(a, "moves", "block", row);
        done = !out.failed && !moves.failed &&
               set_column(a, "block", "first", "moves", row, &moves, NULL) &&
               set_column(a, "block", "first", "head", row, &out, NULL);
    }
    gr_buffer_free(&out);
    gr_buffer_free(&moves);
    gr_buffer_free(&bytes);
    free(head);
    return done;
}

/* Packs `count` zeros with `claimed` as their number. */
static void pack_zeros(size_t count, uint64_t claimed, GrBuffer *out) {
    uint8_t packed[1 << 10];
    static const uint8_t zeros[1 << 14];
    z_stream stream = {.next_in = NULL};
    if (deflateInit(&stream, 9) != Z_OK)
        return;
    gr_put_varint(out, claimed);
    int result = Z_OK;
    for (size_t left = count; result == Z_OK;) {
        if (!stream.avail_in && left) {
            stream.next_in = (Bytef *)(uintptr_t)zeros;
            stream.avail_in = (uInt)(left < sizeof zeros ? left : sizeof zeros);
            left -= stream.avail_in;
        }
        stream.next_out = packed;
        stream.avail_out = sizeof packed;
        result = deflate(&stream, left || stream.avail_in ? Z_NO_FLUSH : Z_FINISH);
        gr_put_bytes(out, packed, sizeof packed - stream.avail_out);
    }
    deflateEnd(&stream);
    gr_put_u32(out, gr_crc(out->data, out->len));
}

static bool attack_packed(Attack *a) {
    static const struct {
        const char *table, *key, *column;
    } packed[] = {{"block", "first", "texts"}, {"name", "page", "texts"},
                  {"backup", "part", "copy"}};
    unsigned which = choose(a, 3), how = choose(a, 3);
    const char *table = packed[which].table, *key = packed[which].key;
    GrBuffer old, bytes, out;
    int64_t row;
    gr_buffer_init(&out);
    gr_buffer_init(&bytes);
    gr_buffer_init(&old);
    bool done = choose_row(a, table, key, &row) &&
                get_blob(a, table, key, packed[which].column, row, &old);
    describe(a, "packed", table, row);
    describe(a, "how", "", how);
    if (done && how == 0) { /* 16 MB at most, from 16 KB */
        size_t count = (size_t)(choose(a, 65536) + 1) << 8;
        pack_zeros(count, choose(a, 2) ? count : (uint64_t)choose_number(a), &out);
    } else if (done) {
        gr_inflate(gr_input(old.data, old.len), NULL, GR_MAX_BLOCK_TEXT, &bytes);
        mutate(a, &bytes, 0);
        done = gr_deflate(bytes.data, bytes.len, NULL, &out);
    }
    if (done && how == 1 && out.len > 4) { /* false length, right checksum */
        GrBuffer more;
        GrInput in = gr_input(out.data, out.len - 4);
        gr_buffer_init(&more);
        gr_input_varint(&in);
        gr_put_varint(&more, (uint64_t)choose_number(a));
        gr_put_bytes(&more, in.at, gr_input_left(&in));
        gr_put_u32(&more, gr_crc(more.data, more.len));
        gr_buffer_free(&out);
        out = more;
    }
    done = done && !out.failed && set_column(a, table, key, packed[which].column, row, &out, NULL);
    gr_buffer_free(&old);
    gr_buffer_free(&bytes);
    gr_buffer_free(&out);
    return done;
}

/* Many blocks of evaluations, or many judges. */
static bool attack_many_verdicts(Attack *a) {
    static const char *const rows[] = {
        "evaluation SELECT place + n, verdicts FROM evaluation, n LIMIT 1000",
        "evaluation SELECT n << 51 | n << 38, zeroblob(65536) FROM n",
        ("judge(id, engine, options, kind, amount, lines, positions)"
         " SELECT 4 * n, 'engine', '', 1, n, 1, 1 << 61 FROM n"),
    };
    char sql[400];
    unsigned which = choose(a, sizeof rows / sizeof *rows);
    describe(a, "many", rows[which], which);
    snprintf(sql, sizeof sql, "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n "
                              "LIMIT 1000) INSERT OR REPLACE INTO %s", rows[which]);
    return run(a, sql);
}

/* A block of evaluations whose checksum, at its end, is right. */
static bool attack_verdicts(Attack *a) {
    GrBuffer bytes, out;
    int64_t row;
    if (!choose(a, 4))
        return attack_many_verdicts(a);
    gr_buffer_init(&bytes);
    gr_buffer_init(&out);
    bool done = choose_row(a, "evaluation", "place", &row) &&
                get_blob(a, "evaluation", "place", "verdicts", row, &bytes) && bytes.len > 40;
    if (done) {
        unsigned head = choose(a, 2) ? 8 : 0;
        mutate(a, &bytes, head);
        if (choose(a, 2)) /* what the numbers of the head say */
            for (unsigned i = 0; i < 1 + choose(a, 4) && bytes.len > 40; i++)
                bytes.data[8 + choose(a, 32)] = (char)choose(a, 256);
        size_t len = bytes.len > 4 ? bytes.len - 4 : 0;
        gr_put_bytes(&out, bytes.data ? bytes.data : "", len);
        gr_put_u32(&out, gr_crc(out.data, out.len));
        describe(a, "verdicts", "evaluation", row);
        done = !out.failed && set_column(a, "evaluation", "place", "verdicts", row, &out, NULL);
    }
    gr_buffer_free(&bytes);
    gr_buffer_free(&out);
    return done;
}

/* Checksum first, over all that follows, with a seed of the row's number. */
static bool attack_summed(Attack *a) {
    static const struct {
        const char *table, *key, *column;
    } summed[] = {{"posting", "bucket", "groups"}, {"signature", "first", "games"}};
    unsigned which = choose(a, 3);
    GrBuffer bytes;
    int64_t row;
    if (which == 2)
        return attack_verdicts(a);
    gr_buffer_init(&bytes);
    bool done = choose_row(a, summed[which].table, summed[which].key, &row) &&
                get_blob(a, summed[which].table, summed[which].key, summed[which].column, row,
                         &bytes) && bytes.len > 4;
    if (done) {
        uint32_t seed = which == 0 ? gr_posting_seed(row) : (uint32_t)row;
        mutate(a, &bytes, 4);
        set_crc(&bytes, 0, (uint32_t)crc32_z(seed, (const Bytef *)bytes.data + 4, bytes.len - 4));
        describe(a, "bytes", summed[which].table, row);
        done = set_column(a, summed[which].table, summed[which].key, summed[which].column, row,
                          &bytes, NULL);
    }
    gr_buffer_free(&bytes);
    return done;
}

/* ---- pages ---- */

enum { PAGE = 4096, INTERIOR_TABLE = 5, INTERIOR_INDEX = 2 };

/* Makes all children of an interior page one and the same, or the page itself or its parent. */
/* `head` is where the header of the page stands: behind that of the file on the first one. */
static void attack_children(Attack *a, uint8_t *page, size_t head, uint32_t number,
                            uint32_t pages) {
    unsigned cells = (unsigned)page[head + 3] << 8 | page[head + 4];
    uint32_t child = choose(a, 2) ? number : 1 + choose(a, 65536) % pages;
    uint8_t bytes[4] = {(uint8_t)(child >> 24), (uint8_t)(child >> 16), (uint8_t)(child >> 8),
                        (uint8_t)child};
    for (size_t i = 0, cell = head + 12; i < cells && cell + 2 <= PAGE; i++, cell += 2) {
        unsigned at = (unsigned)page[cell] << 8 | page[cell + 1];
        if (at + 4 <= PAGE)
            memcpy(page + at, bytes, 4);
    }
    if (choose(a, 2))
        memcpy(page + head + 8, bytes, 4);
}

static bool attack_page(Attack *a) {
    uint8_t page[PAGE];
    FILE *file = fopen(a->path, "r+b");
    long size = file && !fseek(file, 0, SEEK_END) ? ftell(file) : 0;
    uint32_t pages = (uint32_t)(size / PAGE), number = pages ? choose(a, 65536) % pages : 0;
    unsigned how = choose(a, 8);
    bool done = pages && !fseek(file, (long)number * PAGE, SEEK_SET) &&
                fread(page, PAGE, 1, file) == 1;
    for (uint32_t tries = 0; done && how == 0 && tries < pages && page[0] != INTERIOR_TABLE &&
                             page[0] != INTERIOR_INDEX; tries++) {
        number = (number + 1) % pages;
        done = !fseek(file, (long)number * PAGE, SEEK_SET) && fread(page, PAGE, 1, file) == 1;
    }
    size_t head = number ? 0 : 100;
    if (done && how == 0)
        attack_children(a, page, head, number + 1, pages);
    else if (done && how == 1)
        memset(page + head, 0, PAGE - head);
    else if (done && how == 2) /* a page as another one is */
        done = !fseek(file, (long)(choose(a, 65536) % pages) * PAGE, SEEK_SET) &&
               fread(page, PAGE, 1, file) == 1;
    else
        for (unsigned i = 0, changes = 1 + choose(a, 12); i < changes; i++)
            page[choose(a, PAGE)] = (uint8_t)choose(a, 256);
    describe(a, "page", "", number + 1);
    describe(a, "how", "", how);
    done = done && !fseek(file, (long)number * PAGE, SEEK_SET) &&
           fwrite(page, PAGE, 1, file) == 1;
    return file && fclose(file) == 0 && done;
}

/* ---- schemas ---- */

#define ENDLESS "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) "

static bool attack_schema(Attack *a) {
    static const char *const schema[] = {
        "DROP TABLE block; CREATE VIEW block AS " ENDLESS
        "SELECT n AS first, 1 AS games, 0 AS plies, x'' AS head, x'' AS moves, x'' AS texts FROM n",
        "DROP TABLE uncovered; CREATE VIEW uncovered AS " ENDLESS
        "SELECT n AS first, n AS last, 8 * n AS checksum FROM n",
        "DROP TABLE backup; CREATE VIEW backup AS " ENDLESS "SELECT 1 AS part, x'' AS copy FROM n",
        "DROP TABLE meta; CREATE VIEW meta AS " ENDLESS "SELECT n AS key, n AS value FROM n",
        "CREATE TRIGGER endless BEFORE INSERT ON block BEGIN INSERT OR REPLACE INTO meta "
        "SELECT 'x', n FROM (" ENDLESS "SELECT n FROM n); END",
        "CREATE TRIGGER thief AFTER INSERT ON block BEGIN DELETE FROM block; END",
        "CREATE TRIGGER endless BEFORE DELETE ON posting BEGIN INSERT OR REPLACE INTO meta "
        "SELECT 'x', n FROM (" ENDLESS "SELECT n FROM n); END",
        "CREATE INDEX large ON block(length(zeroblob(1000000 * games)))",
        "DROP TABLE fingerprint; CREATE TABLE fingerprint(bucket INTEGER PRIMARY KEY, entries)",
        "DROP TABLE uncovered; CREATE TABLE uncovered(first INTEGER PRIMARY KEY, last, "
        "checksum AS (length(zeroblob(900000000))))",
        "DROP TABLE posting; CREATE VIRTUAL TABLE posting USING fts5(bucket, groups)",
        "DROP TABLE variant",
        "DROP TABLE segment; CREATE TABLE segment(id, first_chunk, last_chunk, bits, postings, "
        "checksum AS (3 * id + 5 * first_chunk + 7 * last_chunk + 11 * bits + 13 * postings)); "
        "INSERT INTO segment(id, first_chunk, last_chunk, bits, postings) VALUES "
        "(1 << 62, -(1 << 62), 1 << 62, 1000, -1), (NULL, 'a', x'', 1e300, NULL)",
        "DROP TABLE evaluation; CREATE VIEW evaluation AS " ENDLESS
        "SELECT n AS place, x'' AS verdicts FROM n",
        "DROP TABLE judge; CREATE VIEW judge AS " ENDLESS "SELECT n AS id, 'a' AS engine, '' AS options, "
        "0 AS kind, n AS amount, 1 AS lines, n AS positions FROM n",
        "DROP TABLE evaluation; DROP TABLE judge",
        "PRAGMA user_version = 0", "PRAGMA user_version = 2", "PRAGMA user_version = -1",
        "DROP TRIGGER block_added; DROP TRIGGER tag_added",
    };
    unsigned which = choose(a, sizeof schema / sizeof *schema);
    describe(a, "schema", schema[which], which);
    return run(a, schema[which]);
}

/* ---- all of them ---- */

static bool edit(Attack *a, AttackKind kind) {
    bool done = false;
    if (kind == ATTACK_PAGE)
        return attack_page(a);
    if (!open_file(a)) {
        sqlite3_close(a->handle);
        return false;
    }
    static bool (*const attack[ATTACK_KINDS])(Attack *) = {
        [ATTACK_CELL] = attack_cell,     [ATTACK_KEY] = attack_key,
        [ATTACK_HEAD] = attack_head,     [ATTACK_MOVES] = attack_moves,
        [ATTACK_PACKED] = attack_packed, [ATTACK_SUMMED] = attack_summed,
        [ATTACK_MANY] = attack_many,     [ATTACK_SCHEMA] = attack_schema};
    done = attack[kind](a);
    close_file(a);
    return done;
}

bool db_attack_once(const char *path, AttackKind kind, const uint8_t *bytes, size_t len,
                    char *story, size_t size) {
    Attack a = {.at = bytes, .end = bytes + len, .path = path, .story = story, .size = size};
    *story = '\0';
    return edit(&a, kind);
}

bool db_attack(const char *path, const uint8_t *bytes, size_t len, char *story, size_t size) {
    Attack a = {.at = bytes, .end = bytes + len, .path = path, .story = story, .size = size};
    bool done = false;
    *story = '\0';
    unsigned edits = 1 + choose(&a, 8);
    for (unsigned i = 0; i < edits && a.at < a.end; i++) {
        AttackKind kind = (AttackKind)choose(&a, ATTACK_KINDS);
        done |= edit(&a, kind);
        if (kind == ATTACK_SCHEMA)
            break; /* what is endless now would hold up the next edit */
    }
    return done;
}

void db_attack_bytes(uint64_t seed, uint8_t *bytes, size_t len) {
    for (size_t i = 0; i < len; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (uint8_t)(seed >> 56);
    }
}
