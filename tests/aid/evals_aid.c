/* For the tests of evaluations: random verdicts, and databases that have some. */
#include "tests/aid/evals_aid.h"

#include <inttypes.h>
#include <string.h>

#include "tests/aid/store_aid.h"

uint64_t aid_random64(AidRandom *random) {
    uint64_t high = aid_random(random, UINT32_MAX);
    return high << 32 ^ aid_random(random, UINT32_MAX) ^ (uint64_t)aid_random(random, 16) << 60;
}

static GrScore random_score(AidRandom *random) {
    switch (aid_random(random, 10)) {
    case 0:
        return GR_MATE - (int)aid_random(random, 30);
    case 1:
        return (int)aid_random(random, 30) - GR_MATE;
    default:
        return (int)aid_random(random, 600) - 300;
    }
}

static GrMove random_move(AidRandom *random, const GrVariant *v) {
    int squares = gr_squares(v);
    int from = (int)aid_random(random, (uint32_t)squares);
    int to = (int)aid_random(random, (uint32_t)squares);
    GrMoveKind kind = aid_random(random, 8) ? GR_NORMAL : (GrMoveKind)aid_random(random, 15);
    if (v->gates && !aid_random(random, 9))
        kind = GR_DROP_CASTLE;
    int piece = kind == GR_CASTLE || (!gr_kind_does(kind, GR_NAMES) && aid_random(random, 9)) ? 0 : 1 + (int)aid_random(random, v->types);
    int third = gr_kind_does(kind, GR_PUTS | GR_WALLS) ? (int)aid_random(random, (uint32_t)squares) : 0;
    to = kind == GR_NORMAL && to == from ? (from + 1) % squares : to; /* that is no move */
    return gr_move_make(kind, from, to, piece, third);
}

void aid_random_verdict(AidRandom *random, const GrRules *rules, int most_lines, GrVerdict *v) {
    memset(v, 0, sizeof *v);
    v->depth = aid_random(random, 4) ? 8 : (int)aid_random(random, 60);
    v->nodes = aid_random(random, 3) ? 1000 + aid_random(random, 100) : aid_random64(random) >> 3;
    v->lines = 1 + (int)aid_random(random, (uint32_t)most_lines);
    for (int i = 0; i < v->lines; i++) {
        v->line[i].score = random_score(random);
        v->line[i].length = (uint8_t)(aid_random(random, 3) ? 6 : aid_random(random, 7));
        for (unsigned ply = 0; ply < v->line[i].length; ply++)
            v->line[i].move[ply] = random_move(random, gr_variant(rules));
    }
}

static int compare_numbers(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

int aid_compare_verdicts(const GrVerdict *a, const GrVerdict *b) {
    int order = compare_numbers((uint64_t)a->depth, (uint64_t)b->depth);
    order = order ? order : compare_numbers(a->nodes, b->nodes);
    order = order ? order : compare_numbers((uint64_t)a->lines, (uint64_t)b->lines);
    for (int i = 0; i < a->lines && !order; i++) {
        const GrVerdictLine *x = &a->line[i], *y = &b->line[i];
        order = x->score != y->score ? (x->score > y->score ? 1 : -1)
                                     : compare_numbers(x->length, y->length);
        for (unsigned ply = 0; ply < x->length && !order; ply++)
            order = compare_numbers(x->move[ply], y->move[ply]);
    }
    return order;
}

int aid_add_evals(GrDb *db, uint64_t seed, unsigned count, GrError *error) {
    static const GrJudge judge[] = {{"Deep Thought", "Hash=16", GR_BY_NODES, 1000, 1},
                                    {"Deep Thought", "Hash=16", GR_BY_NODES, 2000, 1},
                                    {"Sargon", "", GR_BY_DEPTH, 4, 3}};
    AidRandom random = {seed};
    static GrEvaluation batch[100];
    int code = gr_db_begin(db, error);
    for (unsigned done = 0; done < count && !code;) {
        const GrRules *rules = gr_variants_at(aid_book(), aid_random(&random, 4));
        const GrJudge *by = &judge[aid_random(&random, 3)];
        int64_t id;
        unsigned size = count - done < 100 ? count - done : 100;
        for (unsigned i = 0; i < size; i++) {
            batch[i].key = aid_random64(&random);
            aid_random_verdict(&random, rules, by->lines, &batch[i].verdict);
        }
        code = gr_evals_add_judge(db, by, &id, error);
        if (!code)
            code = gr_evals_put(db, id, rules, batch, size, NULL, error);
        done += size;
    }
    if (!code)
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    return code;
}

typedef struct List {
    GrBuffer *out;
    unsigned count;
} List;

static int add_line(void *context, const GrJudge *by, const GrRules *rules,
                    const GrEvaluation *evaluation) {
    List *list = context;
    char name[GR_JUDGE_NAME];
    const GrVerdict *v = &evaluation->verdict;
    gr_judge_name(by, name);
    gr_buffer_printf(list->out, "%s %s %" PRIx64 " %d %" PRIu64, name, gr_variant(rules)->name,
                     evaluation->key, v->depth, v->nodes);
    for (int i = 0; i < v->lines; i++) {
        gr_buffer_printf(list->out, " %d", v->line[i].score);
        for (unsigned ply = 0; ply < v->line[i].length; ply++)
            gr_buffer_printf(list->out, ":%" PRIx32, v->line[i].move[ply]);
    }
    gr_buffer_puts(list->out, "\n");
    list->count++;
    return 0;
}

unsigned aid_list_evals(GrDb *db, GrBuffer *out) {
    List list = {out, 0};
    gr_buffer_clear(out);
    gr_evals_each(db, add_line, &list, NULL);
    return list.count;
}
