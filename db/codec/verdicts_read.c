/* Reading a block of verdicts. */
#include <stdlib.h>
#include <string.h>

#include "db/codec/move_code.h"
#include "db/codec/verdicts.h"

void gr_verdicts_free(GrVerdictBlock *block) {
    free(block->judge);
    free(block->key);
    free(block->begin);
    free(block->bytes);
    *block = (GrVerdictBlock){0};
}

/* ---- opening ---- */

static int read_judges(GrVerdictBlock *block, GrInput *in) {
    block->judges = gr_input_bounded(in, block->count);
    if (in->bad || !block->judges)
        return GR_ERR_DAMAGED;
    block->judge = malloc(block->judges * sizeof *block->judge);
    if (!block->judge)
        return GR_ERR_MEMORY;
    for (uint32_t i = 0; i < block->judges; i++) {
        block->judge[i] = gr_input_bounded(in, GR_MAX_JUDGE_ID);
        in->bad |= !block->judge[i] || (i && block->judge[i] <= block->judge[i - 1]);
    }
    return in->bad ? GR_ERR_DAMAGED : 0;
}

static int read_code(GrVerdictCode *code, GrInput *in) {
    unsigned *const value[] = {&code->square_bits, &code->key,   &code->score, &code->next,
                               &code->depth,       &code->nodes, &code->lines, &code->length};
    static const unsigned most[] = {7, 63, 61, 61, 63, 63, GR_VERDICT_LINES, GR_VERDICT_PLIES};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        *value[i] = gr_input_u8(in);
        in->bad |= *value[i] > most[i];
    }
    code->least_depth = gr_input_bounded(in, GR_MAX_DEPTH);
    code->least_nodes = gr_input_varint(in);
    in->bad |= code->least_nodes > GR_MAX_VERDICT_NODES;
    return in->bad ? GR_ERR_DAMAGED : 0;
}

/* Keys come in order, each once, and lie in the range of the block. */
static int read_keys(GrVerdictBlock *block, GrBitReader *r) {
    unsigned k = block->code.key;
    uint64_t next = gr_place_prefix(block->place) << (64 - GR_PREFIX_BITS);
    block->key = malloc(block->count * sizeof *block->key);
    block->begin = malloc(block->count * sizeof *block->begin);
    if (!block->key || !block->begin)
        return GR_ERR_MEMORY;
    for (uint32_t i = 0; i < block->count; i++) {
        uint64_t steps = gr_bits_get_unary(r), low = gr_bits_get_long(r, k);
        uint64_t more = steps << k | low;
        if (r->bad || steps > UINT64_MAX >> k || more > UINT64_MAX - next || (i && !next))
            return GR_ERR_DAMAGED;
        block->key[i] = next + more;
        next = block->key[i] + 1;
    }
    return gr_prefix_of(block->key[block->count - 1]) < block->end ? 0 : GR_ERR_DAMAGED;
}

/* Keeps a copy in which a wrong byte is set right. */
static int copy_bytes(GrVerdictBlock *block, const void *blob, size_t len) {
    if (len < 16 || len > GR_MAX_VERDICTS_SIZE)
        return GR_ERR_DAMAGED;
    block->bytes = malloc(len + GR_BITS_SPARE);
    if (!block->bytes)
        return GR_ERR_MEMORY;
    memcpy(block->bytes, blob, len);
    memset(block->bytes + len, 0, GR_BITS_SPARE);
    if (gr_crc(block->bytes, len) != GR_CRC_OF_WHOLE)
        block->health = gr_correct(block->bytes, len, GR_CRC_OF_WHOLE);
    return block->health == GR_CORRUPT ? GR_ERR_DAMAGED : 0;
}

static int read_head(GrVerdictBlock *block, GrInput *in) {
    uint64_t low = gr_input_u32(in), high = gr_input_u32(in);
    block->place = (int64_t)((high & INT32_MAX) << 32 | low);
    block->end = gr_input_varint(in);
    block->count = gr_input_bounded(in, GR_MAX_BLOCK_VERDICTS);
    in->bad |= high > INT32_MAX || block->end > GR_PREFIXES || !block->count ||
               block->end <= gr_place_prefix(block->place);
    return in->bad ? GR_ERR_DAMAGED : 0;
}

int gr_verdicts_open(GrVerdictBlock *block, const void *blob, size_t len) {
    *block = (GrVerdictBlock){.health = GR_SOUND};
    int code = copy_bytes(block, blob, len);
    if (code)
        return code;
    GrInput in = gr_input(block->bytes, len - 4);
    code = read_head(block, &in);
    if (!code)
        code = read_judges(block, &in);
    if (!code)
        code = read_code(&block->code, &in);
    block->at = (GrBitReader){.data = block->bytes, .at = (size_t)(in.at - block->bytes) * 8,
                              .end = (len - 4) * 8};
    if (!code)
        code = read_keys(block, &block->at);
    if (!code)
        block->begin[0] = (uint32_t)block->at.at;
    block->known = !code;
    return code;
}

uint32_t gr_verdicts_find(const GrVerdictBlock *block, uint64_t key) {
    uint32_t from = 0, to = block->count;
    while (from < to) {
        uint32_t middle = (from + to) / 2;
        if (block->key[middle] < key)
            from = middle + 1;
        else
            to = middle;
    }
    return from < block->count && block->key[from] == key ? from : block->count;
}

/* ---- verdicts ---- */

static unsigned get_usual(GrBitReader *r, unsigned usual, unsigned bits, unsigned most) {
    unsigned value = gr_bits_get(r, 1) ? (unsigned)gr_bits_get(r, bits) : usual;
    r->bad |= value > most;
    return value > most ? 0 : value;
}

static GrMove get_move(GrBitReader *r, unsigned square_bits) {
    bool plain = !gr_bits_get(r, 1);
    int from = (int)gr_bits_get(r, square_bits), to = (int)gr_bits_get(r, square_bits);
    if (plain)
        return gr_move_make(GR_NORMAL, from, to, 0, 0);
    unsigned code = (unsigned)gr_bits_get(r, 4);
    int piece = (int)gr_bits_get(r, GR_MOVE_TYPE_BITS);
    GrMoveKind kind = gr_kind_of_code(code, from, to, piece);
    int third = gr_kind_does(kind, GR_PUTS | GR_WALLS) ? (int)gr_bits_get(r, square_bits) : 0;
    return gr_move_make(kind, from, to, piece, third);
}

static GrScore get_score(GrBitReader *r, unsigned k, GrScore before) {
    int64_t more = gr_unzigzag(gr_bits_get_golomb(r, k));
    bool fits = more >= -2 * GR_MATE && more <= 2 * GR_MATE;
    GrScore score = before + (fits ? (int)more : 0);
    r->bad |= !fits || score > GR_MATE || score < -GR_MATE;
    return score;
}

static void get_lines(GrBitReader *r, const GrVerdictCode *code, GrVerdict *v) {
    for (int i = 0; i < v->lines && !r->bad; i++) {
        GrVerdictLine *line = &v->line[i];
        line->score = get_score(r, i ? code->next : code->score, i ? v->line[i - 1].score : 0);
        line->length = (uint8_t)get_usual(r, code->length, 3, GR_VERDICT_PLIES);
        for (unsigned ply = 0; ply < line->length; ply++)
            line->move[ply] = get_move(r, code->square_bits);
    }
}

/* The numbers before the lines. */
static void get_head(GrVerdictBlock *block, uint32_t *judge, GrVerdict *v) {
    const GrVerdictCode *code = &block->code;
    GrBitReader *r = &block->at;
    uint32_t number = (uint32_t)gr_bits_get(r, gr_bits_for(block->judges));
    r->bad |= number >= block->judges;
    *judge = r->bad ? 0 : block->judge[number];
    uint64_t depth = code->depth == GR_SAME ? 0 : gr_bits_get_golomb(r, code->depth);
    uint64_t nodes = code->nodes == GR_SAME ? 0 : gr_bits_get_golomb(r, code->nodes);
    r->bad |= depth > GR_MAX_DEPTH - code->least_depth ||
              nodes > GR_MAX_VERDICT_NODES - code->least_nodes;
    v->depth = r->bad ? 0 : (int)(code->least_depth + depth);
    v->nodes = r->bad ? 0 : code->least_nodes + nodes;
    v->lines = (int)get_usual(r, code->lines, 5, GR_VERDICT_LINES);
    r->bad |= !v->lines;
}

static void skip_move(GrBitReader *r, unsigned square_bits) {
    bool plain = !gr_bits_get(r, 1);
    gr_bits_skip(r, 2 * square_bits);
    if (plain)
        return;
    unsigned code = (unsigned)gr_bits_get(r, 4);
    int piece = (int)gr_bits_get(r, GR_MOVE_TYPE_BITS);
    if (gr_kind_does(gr_kind_of_code(code, 0, 1, piece), GR_PUTS | GR_WALLS))
        gr_bits_skip(r, square_bits);
}

static void skip_lines(GrVerdictBlock *block, int lines) {
    const GrVerdictCode *code = &block->code;
    GrBitReader *r = &block->at;
    for (int i = 0; i < lines && !r->bad; i++) {
        gr_bits_get_golomb(r, i ? code->next : code->score);
        unsigned length = get_usual(r, code->length, 3, GR_VERDICT_PLIES);
        for (unsigned ply = 0; ply < length; ply++)
            skip_move(r, code->square_bits);
    }
}

/* Goes to verdict number i, past those whose beginning is known already. */
static void seek(GrVerdictBlock *block, uint32_t i) {
    GrVerdict head;
    uint32_t judge, from = i < block->known ? i : block->known - 1;
    block->at.at = block->begin[from];
    block->at.bad = false;
    for (; from < i && !block->at.bad; from++) {
        get_head(block, &judge, &head);
        skip_lines(block, head.lines);
        if (block->at.bad)
            break;
        block->begin[from + 1] = (uint32_t)block->at.at;
        block->known = from + 2;
    }
}

/* The next verdict begins where reading has come to. */
static void note_next(GrVerdictBlock *block, uint32_t i) {
    if (block->at.bad || i + 1 != block->known || i + 1 >= block->count)
        return;
    block->begin[i + 1] = (uint32_t)block->at.at;
    block->known = i + 2;
}

int gr_verdicts_get(GrVerdictBlock *block, uint32_t i, uint32_t *judge, GrVerdict *verdict) {
    seek(block, i);
    get_head(block, judge, verdict);
    get_lines(&block->at, &block->code, verdict);
    note_next(block, i);
    return block->at.bad ? GR_ERR_DAMAGED : 0;
}

int gr_verdicts_judge(GrVerdictBlock *block, uint32_t i, uint32_t *judge) {
    GrVerdict unused;
    if (block->judges == 1) {
        *judge = block->judge[0];
        return 0;
    }
    seek(block, i);
    get_head(block, judge, &unused);
    return block->at.bad ? GR_ERR_DAMAGED : 0;
}
