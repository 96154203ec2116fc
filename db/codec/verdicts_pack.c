/* Verdicts of a block as bytes. */
#include "db/codec/verdicts.h"

#include <stdlib.h>
#include <string.h>

#include "db/codec/bits_move.h"

/* ---- choosing codes ---- */

enum { MOST_K = 40 };

/* Numbers that are to have one code: how many bits they take with each parameter. */
typedef struct Costs {
    uint64_t bits[MOST_K];
    unsigned most; /* parameters are below that */
} Costs;

static void count_cost(Costs *costs, uint64_t value) {
    for (unsigned k = 0; k < costs->most; k++)
        costs->bits[k] += gr_golomb_bits(value, k);
}

static unsigned cheapest(const Costs *costs) {
    unsigned best = 0;
    for (unsigned k = 1; k < costs->most; k++)
        if (costs->bits[k] < costs->bits[best])
            best = k;
    return best;
}

/* The parameter for keys, of which one comes in 2^k to 2^(k + 1) numbers on average. */
static unsigned key_code(uint64_t first, const GrJudgedKey *entry, size_t count) {
    uint64_t mean = (entry[count - 1].key - first) / count;
    return mean ? gr_top_bit(mean) : 0;
}

typedef struct Counts {
    uint32_t lines[GR_VERDICT_LINES + 1], lengths[GR_VERDICT_PLIES + 1];
    uint64_t most_depth, most_nodes;
} Counts;

static unsigned most_frequent(const uint32_t *count, unsigned size) {
    unsigned best = 0;
    for (unsigned i = 1; i < size; i++)
        if (count[i] > count[best])
            best = i;
    return best;
}

/* Finds what the values are measured from. */
static void choose_bases(GrVerdictCode *code, const GrJudgedKey *entry, size_t count) {
    Counts counts = {.most_depth = 0};
    code->least_depth = code->least_nodes = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
        const GrVerdict *v = entry[i].verdict;
        uint64_t depth = (uint64_t)v->depth;
        code->least_depth = depth < code->least_depth ? depth : code->least_depth;
        code->least_nodes = v->nodes < code->least_nodes ? v->nodes : code->least_nodes;
        counts.most_depth = depth > counts.most_depth ? depth : counts.most_depth;
        counts.most_nodes = v->nodes > counts.most_nodes ? v->nodes : counts.most_nodes;
        counts.lines[v->lines]++;
        for (int line = 0; line < v->lines; line++)
            counts.lengths[v->line[line].length]++;
    }
    code->lines = most_frequent(counts.lines, GR_VERDICT_LINES + 1);
    code->length = most_frequent(counts.lengths, GR_VERDICT_PLIES + 1);
    code->depth = counts.most_depth == code->least_depth ? GR_SAME : 0;
    code->nodes = counts.most_nodes == code->least_nodes ? GR_SAME : 0;
}

static uint64_t line_score(const GrVerdict *v, int line) {
    int before = line ? v->line[line - 1].score : 0;
    return gr_zigzag(v->line[line].score - before);
}

static void choose_codes(GrVerdictCode *code, const GrJudgedKey *entry, size_t count) {
    Costs score = {.most = 16}, next = {.most = 16}, depth = {.most = 16}, nodes = {.most = MOST_K};
    for (size_t i = 0; i < count; i++) {
        const GrVerdict *v = entry[i].verdict;
        count_cost(&score, line_score(v, 0));
        for (int line = 1; line < v->lines; line++)
            count_cost(&next, line_score(v, line));
        if (code->depth != GR_SAME)
            count_cost(&depth, (uint64_t)v->depth - code->least_depth);
        if (code->nodes != GR_SAME)
            count_cost(&nodes, v->nodes - code->least_nodes);
    }
    code->score = cheapest(&score);
    code->next = cheapest(&next);
    code->depth = code->depth == GR_SAME ? GR_SAME : cheapest(&depth);
    code->nodes = code->nodes == GR_SAME ? GR_SAME : cheapest(&nodes);
}

/* ---- judges ---- */

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Writes which judges there are, and makes *judge, which the caller frees, the sorted list of them. */
static uint32_t put_judges(const GrJudgedKey *entry, size_t count, uint32_t **judge, GrBuffer *out) {
    uint32_t judges = 0;
    uint32_t *list = malloc((count + 1) * sizeof *list);
    *judge = list;
    out->failed |= !list;
    for (size_t i = 0; i < count && list; i++)
        if (!i || entry[i].judge != list[judges - 1])
            list[judges++] = entry[i].judge;
    if (!list)
        return 0;
    qsort(list, judges, sizeof *list, compare_numbers);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < judges; i++)
        if (!i || list[i] != list[kept - 1])
            list[kept++] = list[i];
    gr_put_varint(out, kept);
    for (uint32_t i = 0; i < kept; i++)
        gr_put_varint(out, list[i]);
    return kept;
}

static uint32_t number_of(const uint32_t *list, uint32_t count, uint32_t judge) {
    const uint32_t *at = bsearch(&judge, list, count, sizeof *list, compare_numbers);
    return at ? (uint32_t)(at - list) : 0;
}

/* ---- verdicts ---- */

/* A number that mostly is `usual`. */
static void put_usual(GrBitWriter *w, unsigned value, unsigned usual, unsigned bits) {
    gr_bits_put(w, value != usual, 1);
    if (value != usual)
        gr_bits_put(w, value, bits);
}

static void put_verdict(GrBitWriter *w, const GrVerdictCode *code, const GrVerdict *v) {
    if (code->depth != GR_SAME)
        gr_bits_put_golomb(w, (uint64_t)v->depth - code->least_depth, code->depth);
    if (code->nodes != GR_SAME)
        gr_bits_put_golomb(w, v->nodes - code->least_nodes, code->nodes);
    put_usual(w, (unsigned)v->lines, code->lines, 5);
    for (int i = 0; i < v->lines; i++) {
        const GrVerdictLine *line = &v->line[i];
        gr_bits_put_golomb(w, line_score(v, i), i ? code->next : code->score);
        put_usual(w, line->length, code->length, 3);
        for (unsigned ply = 0; ply < line->length; ply++)
            gr_bits_put_move(w, line->move[ply], code->square_bits);
    }
}

static void put_code(const GrVerdictCode *code, GrBuffer *out) {
    const unsigned byte[] = {code->square_bits, code->key,   code->score, code->next,
                             code->depth,       code->nodes, code->lines, code->length};
    for (size_t i = 0; i < sizeof byte / sizeof *byte; i++)
        gr_put_u8(out, byte[i]);
    gr_put_varint(out, code->least_depth);
    gr_put_varint(out, code->least_nodes);
}

static void put_keys(GrBitWriter *w, uint64_t first, unsigned k, const GrJudgedKey *entry,
                     size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t more = entry[i].key - first;
        gr_bits_put_unary(w, more >> k);
        gr_bits_put_long(w, more, k);
        first = entry[i].key + 1;
    }
}

int gr_verdicts_pack(int64_t place, uint64_t end, unsigned square_bits, const GrJudgedKey *entry,
                     size_t count, GrBuffer *out) {
    GrVerdictCode code = {.square_bits = square_bits};
    GrBitWriter writer = {.out = out};
    uint32_t *judge;
    uint64_t first = gr_place_prefix(place) << (64 - GR_PREFIX_BITS);
    code.key = key_code(first, entry, count);
    choose_bases(&code, entry, count);
    choose_codes(&code, entry, count);
    gr_buffer_clear(out);
    gr_put_u32(out, (uint32_t)((uint64_t)place & UINT32_MAX));
    gr_put_u32(out, (uint32_t)((uint64_t)place >> 32));
    gr_put_varint(out, end);
    gr_put_varint(out, count);
    uint32_t judges = put_judges(entry, count, &judge, out);
    put_code(&code, out);
    put_keys(&writer, first, code.key, entry, count);
    for (size_t i = 0; i < count && judge; i++) {
        gr_bits_put(&writer, number_of(judge, judges, entry[i].judge), gr_bits_for(judges));
        put_verdict(&writer, &code, entry[i].verdict);
    }
    free(judge);
    gr_bits_end(&writer);
    if (!out->failed)
        gr_put_u32(out, gr_crc(out->data, out->len));
    return out->failed ? GR_ERR_MEMORY : out->len > GR_MAX_VERDICTS_SIZE ? GR_ERR_LIMIT : 0;
}
