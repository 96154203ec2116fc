/* Evaluations, read as grimoire-format(5) describes them: bit by bit, slow and plain. */
#include "tests/oracle/format_evals.h"

#include <stdbool.h>
#include <zlib.h>

enum { DROP = 5, WALLED = 12, SAME = 63 };

typedef struct Bits {
    const uint8_t *byte;
    size_t at, end; /* in bits */
    bool bad;
} Bits;

static unsigned bit(Bits *in) {
    if (in->at >= in->end) {
        in->bad = true;
        return 1;
    }
    unsigned value = (unsigned)in->byte[in->at / 8] >> in->at % 8 & 1u;
    in->at++;
    return value;
}

static uint64_t bits(Bits *in, unsigned count) {
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= (uint64_t)bit(in) << i;
    return value;
}

static uint64_t zeros(Bits *in) {
    uint64_t count = 0;
    while (!bit(in))
        count++;
    return count;
}

static uint64_t golomb(Bits *in, unsigned k) {
    unsigned m = (unsigned)zeros(in);
    uint64_t q = m < 62 ? ((uint64_t)1 << m) + bits(in, m) : 1;
    in->bad |= m >= 62;
    return ((q - 1) << k) + bits(in, k);
}

static int difference(Bits *in, unsigned k) {
    uint64_t value = golomb(in, k);
    return value % 2 ? -(int)(value / 2) - 1 : (int)(value / 2);
}

static uint64_t varint(Bits *in) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint64_t byte = bits(in, 8);
        value |= (byte & 127) << shift;
        if (byte < 128)
            break;
    }
    return value;
}

typedef struct Row {
    Bits in;
    uint64_t place, first, end, count, judges;
    uint64_t judge[4096], key[4096];
    unsigned squares, k_key, k_score, k_next, k_depth, k_nodes, lines, plies;
    uint64_t depth, nodes;
} Row;

static void read_head(Row *row) {
    Bits *in = &row->in;
    row->place = bits(in, 64);
    row->first = row->place % ((uint64_t)1 << 38);
    row->end = varint(in);
    row->count = varint(in);
    row->judges = varint(in);
    in->bad |= row->count < 1 || row->count > 4096 || row->judges < 1 || row->judges > 4096;
    for (uint64_t i = 0; i < row->judges && !in->bad; i++)
        row->judge[i] = varint(in);
    unsigned *const value[] = {&row->squares, &row->k_key,   &row->k_score, &row->k_next,
                               &row->k_depth, &row->k_nodes, &row->lines,   &row->plies};
    for (int i = 0; i < 8; i++)
        *value[i] = (unsigned)bits(in, 8);
    row->depth = varint(in);
    row->nodes = varint(in);
}

static void read_keys(Row *row) {
    uint64_t below = row->first << 26;
    for (uint64_t i = 0; i < row->count && !row->in.bad; i++) {
        uint64_t rest = zeros(&row->in);
        row->key[i] = below + (rest << row->k_key) + bits(&row->in, row->k_key);
        below = row->key[i] + 1;
        row->in.bad |= row->key[i] >> 26 < row->first || row->key[i] >> 26 >= row->end;
    }
}

static unsigned usual(Bits *in, unsigned value, unsigned width) {
    return bit(in) ? (unsigned)bits(in, width) : value;
}

static void read_eval(Row *row, FormatEval *eval) {
    Bits *in = &row->in;
    unsigned width = 0;
    while ((uint64_t)1 << width < row->judges)
        width++;
    uint64_t number = bits(in, width);
    in->bad |= number >= row->judges;
    eval->judge = in->bad ? 0 : (int64_t)row->judge[number];
    eval->depth = (unsigned)(row->depth + (row->k_depth == SAME ? 0 : golomb(in, row->k_depth)));
    eval->nodes = row->nodes + (row->k_nodes == SAME ? 0 : golomb(in, row->k_nodes));
    eval->lines = usual(in, row->lines, 5);
    in->bad |= eval->lines < 1 || eval->lines > FORMAT_EVAL_LINES;
    for (unsigned i = 0; i < eval->lines && !in->bad; i++) {
        eval->line[i].score = difference(in, i ? row->k_next : row->k_score) +
                              (i ? eval->line[i - 1].score : 0);
        unsigned plies = eval->line[i].plies = usual(in, row->plies, 3);
        in->bad |= plies > FORMAT_EVAL_PLIES;
        for (unsigned ply = 0; ply < plies && !in->bad; ply++) {
            bool more = bit(in);
            unsigned from = (unsigned)bits(in, row->squares), to = (unsigned)bits(in, row->squares);
            unsigned kind = more ? (unsigned)bits(in, 4) : 0, type = more ? (unsigned)bits(in, 5) : 0;
            bool walled = kind >= WALLED && kind < WALLED + 3;
            unsigned third = kind == DROP || walled ? (unsigned)bits(in, row->squares) : 0;
            eval->line[i].move[ply].from = from;
            eval->line[i].move[ply].to = to;
            eval->line[i].move[ply].kind = kind;
            eval->line[i].move[ply].type = type;
            eval->line[i].move[ply].third = third;
        }
    }
}

static const char *read_row(int64_t place, const uint8_t *blob, size_t len, Row *row,
                            FormatTakeEval take, void *context) {
    FormatEval eval = {.variant = place >> 38 & 8191};
    if (len < 16 || len > 65536)
        return "the length of a row of evaluations";
    uint32_t crc = 0;
    for (int i = 0; i < 4; i++)
        crc |= (uint32_t)blob[len - 4 + (size_t)i] << (8 * i);
    if (crc32_z(0, blob, len - 4) != crc)
        return "the CRC-32 of evaluations";
    row->in = (Bits){blob, 0, (len - 4) * 8, false};
    read_head(row);
    if ((int64_t)row->place != place)
        return "the place of evaluations";
    if (!row->in.bad)
        read_keys(row);
    for (uint64_t i = 0; i < row->count && !row->in.bad; i++) {
        eval.key = row->key[i];
        read_eval(row, &eval);
        if (!row->in.bad)
            take(context, &eval);
    }
    bool over = row->in.end - row->in.at >= 8;
    return row->in.bad ? "the bits of evaluations" : over ? "bytes behind evaluations" : NULL;
}

const char *format_evals(sqlite3 *handle, FormatTakeEval take, void *context) {
    static Row row;
    sqlite3_stmt *stmt;
    const char *fault = NULL;
    int64_t last = -1;
    uint64_t end = 0;
    if (sqlite3_prepare_v2(handle, "SELECT place, verdicts FROM evaluation ORDER BY place", -1, &stmt,
                           NULL) != SQLITE_OK)
        return "the table evaluation";
    while (!fault && sqlite3_step(stmt) == SQLITE_ROW) {
        int64_t place = sqlite3_column_int64(stmt, 0);
        fault = read_row(place, sqlite3_column_blob(stmt, 1), (size_t)sqlite3_column_bytes(stmt, 1), &row,
                         take, context);
        bool next = last >= 0 && last >> 38 == place >> 38;
        if (!fault && (row.first != (next ? end : 0) || (!next && last >= 0 && end >> 38 != 1)))
            fault = "a gap between evaluations";
        last = place;
        end = row.end;
    }
    sqlite3_finalize(stmt);
    return fault;
}
