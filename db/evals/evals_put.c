/* Storing verdicts: each block that a batch touches is read and written once. */
#include <stdlib.h>
#include <string.h>

#include "db/store/definitions.h"
#include "db/evals/evals_block.h"

/* ---- which of two verdicts stays ---- */

static int order(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

static int compare_lines(const GrVerdictLine *a, const GrVerdictLine *b) {
    int more = (a->score > b->score) - (a->score < b->score);
    more = more ? more : order(a->length, b->length);
    for (unsigned i = 0; i < a->length && !more; i++)
        more = order(a->move[i], b->move[i]);
    return more;
}

/* Above 0 if the first one counts more, 0 if they are equal: an order of all verdicts, so that the
 * one that stays does not depend on which came first. */
static int compare_verdicts(const GrVerdict *a, const GrVerdict *b) {
    int more = (a->depth > b->depth) - (a->depth < b->depth);
    more = more ? more : order(a->nodes, b->nodes);
    more = more ? more : (a->lines > b->lines) - (a->lines < b->lines);
    for (int i = 0; i < a->lines && !more; i++)
        more = compare_lines(&a->line[i], &b->line[i]);
    return more;
}

static int compare_judged(const GrCatalog *c, const GrJudgedKey *a, const GrJudgedKey *b) {
    int more = order(c->judge[a->judge].amount, c->judge[b->judge].amount);
    return more ? more : compare_verdicts(a->verdict, b->verdict);
}

/* ---- merging into a block ---- */

typedef struct Merge {
    GrDb *db;
    uint32_t family, variant;
    unsigned square_bits;
    uint64_t from, end;      /* prefixes of the block at hand */
    GrJudgedKey *entry;      /* what it is to have */
    size_t count, cap;
    GrVerdict *verdict;      /* what was read of it */
    size_t verdict_cap;
    GrBuffer bytes;
    uint64_t stored;
    GrError *error;
} Merge;

static void free_merge(Merge *m) {
    free(m->entry);
    free(m->verdict);
    gr_buffer_free(&m->bytes);
}

static int make_room(Merge *m, size_t old, size_t all) {
    if (old > m->verdict_cap) {
        GrVerdict *verdict = realloc(m->verdict, old * sizeof *verdict);
        if (!verdict)
            return gr_no_memory(m->error);
        m->verdict = verdict;
        m->verdict_cap = old;
    }
    if (all > m->cap) {
        GrJudgedKey *entry = realloc(m->entry, all * sizeof *entry);
        if (!entry)
            return gr_no_memory(m->error);
        m->entry = entry;
        m->cap = all;
    }
    return 0;
}

static void count_judge(Merge *m, uint32_t judge, bool more) {
    GrCatalogJudge *row = &m->db->catalog.judge[judge];
    row->positions += more ? 1 : row->positions ? UINT64_MAX : 0;
    row->changed = true;
}

/* Is the judge one of the family? Others a damaged table may have lost. */
static bool is_of_family(const Merge *m, uint32_t judge) {
    const GrCatalog *c = &m->db->catalog;
    return gr_catalog_has_judge(c, judge) && c->judge[judge].family == m->family;
}

/* Adds a new verdict behind those that there are, or in place of the last one, which is on the same
 * position. */
static void add_new(Merge *m, const GrJudgedKey *new, bool same) {
    GrJudgedKey *last = same ? &m->entry[m->count - 1] : NULL;
    if (last && compare_judged(&m->db->catalog, new, last) <= 0)
        return;
    if (last)
        count_judge(m, last->judge, false);
    count_judge(m, new->judge, true);
    m->stored++;
    if (last)
        *last = *new;
    else
        m->entry[m->count++] = *new;
}

/* Reads verdict i of the block to the end of the list, unless its judge is unknown. */
static int add_old(Merge *m, GrVerdictBlock *block, uint32_t i) {
    GrJudgedKey *entry = &m->entry[m->count];
    *entry = (GrJudgedKey){.key = block->key[i], .verdict = &m->verdict[i]};
    int code = gr_verdicts_get(block, i, &entry->judge, &m->verdict[i]);
    if (code)
        return gr_fail(m->error, GR_ERR_DAMAGED, "the database is damaged: evaluations");
    m->count += is_of_family(m, entry->judge);
    return 0;
}

/* Merges the block (NULL: there is none) and new verdicts into the list. */
static int merge_lists(Merge *m, GrVerdictBlock *block, const GrJudgedKey *new, size_t count) {
    uint32_t olds = block ? block->count : 0, i = 0;
    int code = make_room(m, olds, olds + count);
    m->count = 0;
    for (size_t n = 0; (n < count || i < olds) && !code;) {
        bool old = i < olds && (n == count || block->key[i] <= new[n].key);
        if (old)
            code = add_old(m, block, i++);
        else
            add_new(m, &new[n], m->count && m->entry[m->count - 1].key == new[n].key);
        n += !old;
    }
    return code;
}

/* ---- writing ---- */

/* Where a list of verdicts can be divided, at or near `at`: keys with the same prefix stay together.
 * 0 if it cannot. */
static size_t find_cut(const GrJudgedKey *entry, size_t count, size_t at) {
    for (size_t off = 0; off < count; off++) {
        if (at + off < count && at + off > 0 &&
            gr_prefix_of(entry[at + off].key) != gr_prefix_of(entry[at + off - 1].key))
            return at + off;
        if (off < at && gr_prefix_of(entry[at - off].key) != gr_prefix_of(entry[at - off - 1].key))
            return at - off;
    }
    return 0;
}

/* How many verdicts of a list that takes `size` bytes go into its first block: half of what fills two
 * pages, so that both have room for more; of a long list nearly a page, since it comes by keys. */
static size_t first_part(size_t count, size_t size) {
    if (size <= 2 * GR_PAGE_VERDICTS)
        return count / 2;
    size_t part = count * (GR_PAGE_VERDICTS - GR_PAGE_VERDICTS / 16) / size;
    return part ? part : 1;
}

/* Writes verdicts as one block, or as several where they do not fit a page. */
static int write_blocks(Merge *m, const GrJudgedKey *entry, size_t count, uint64_t from,
                        uint64_t end) {
    while (count) {
        size_t cut = 0, part = count;
        uint64_t part_end = end;
        int64_t place = gr_verdicts_place(m->family, m->variant, from);
        do {
            int code = part > GR_MAX_BLOCK_VERDICTS ? 0
                       : gr_verdicts_pack(place, part_end, m->square_bits, entry, part, &m->bytes);
            bool fits = part <= GR_MAX_BLOCK_VERDICTS && !code && m->bytes.len <= GR_PAGE_VERDICTS;
            size_t size = m->bytes.len;
            if (code == GR_ERR_MEMORY)
                return gr_no_memory(m->error);
            if (part > GR_MAX_BLOCK_VERDICTS)
                size = part * 16;
            cut = fits ? 0 : find_cut(entry, part, first_part(part, size));
            if (!fits && !cut && (code || part > GR_MAX_BLOCK_VERDICTS))
                return gr_fail(m->error, GR_ERR_LIMIT, "too many positions with nearly the same key");
            if (cut) {
                part = cut;
                part_end = gr_prefix_of(entry[cut].key);
            }
        } while (cut);
        int code = gr_evals_write(m->db, place, part_end, &m->bytes, m->error);
        if (code)
            return code;
        entry += part;
        count -= part;
        from = part_end;
    }
    return 0;
}

/* ---- finding the block ---- */

/* The first prefix behind `prefix` that a row begins with. */
static int find_end(Merge *m, uint64_t prefix) {
    int64_t most = gr_verdicts_place(m->family, m->variant, GR_PREFIXES - 1);
    int64_t next = prefix + 1 < GR_PREFIXES
                       ? gr_evals_next(m->db, gr_verdicts_place(m->family, m->variant, prefix + 1),
                                       most, m->error)
                       : 0;
    m->end = next > 0 ? gr_place_prefix(next) : GR_PREFIXES;
    return next < 0 ? (int)next : 0;
}

/* Finds the range of a new block for a prefix that no block can be read for: where rows are missing or
 * corrupt, it takes their place; one that stands in a wrong row goes to its own first. */
static int find_range(Merge *m, uint64_t prefix, bool *moved) {
    GrVerdictBlock block;
    int64_t first = gr_verdicts_place(m->family, m->variant, 0);
    int64_t row = gr_evals_last(m->db, gr_verdicts_place(m->family, m->variant, prefix), first,
                                m->error);
    int code = row < 0 ? (int)row : find_end(m, prefix);
    if (code)
        return code;
    m->from = row ? gr_place_prefix(row) : 0;
    if (!row)
        return 0;
    int got = gr_evals_read(m->db, row, &block, m->error);
    if (got == GR_ERR_DAMAGED && block.count && !*moved) {
        *moved = true;
        code = gr_evals_move(m->db, row, &block, m->error);
    } else if (got < 0 && got != GR_ERR_DAMAGED) {
        code = got;
    } else if (got > 0 && block.end <= prefix) {
        m->from = block.end; /* what comes behind it is missing */
    }
    gr_verdicts_free(&block);
    return code;
}

/* Gives the block for a key: NULL for a new one. */
static int find_block(Merge *m, uint64_t key, GrVerdictBlock **block) {
    for (bool moved = false;;) {
        int got = gr_evals_block(m->db, m->family, m->variant, key, block, m->error);
        if (got > 0) {
            m->from = gr_place_prefix((*block)->place);
            m->end = (*block)->end;
            return 0;
        }
        *block = NULL;
        bool before = moved;
        int code = got < 0 && got != GR_ERR_DAMAGED ? got : find_range(m, gr_prefix_of(key), &moved);
        if (code || moved == before)
            return code;
    }
}

/* Merges into the block of the first key, and gives how many of the new verdicts that were. */
static int merge_block(Merge *m, const GrJudgedKey *new, size_t count, size_t *used) {
    GrVerdictBlock *block;
    uint64_t before = m->stored;
    int code = find_block(m, new->key, &block);
    if (code)
        return code;
    for (*used = 0; *used < count && *used < GR_MAX_BLOCK_VERDICTS; ++*used)
        if (gr_prefix_of(new[*used].key) >= m->end)
            break;
    code = merge_lists(m, block, new, *used);
    if (code == GR_ERR_DAMAGED) { /* what it has is lost */
        m->stored = before;
        code = merge_lists(m, NULL, new, *used);
    }
    if (code || m->stored == before)
        return code;
    return write_blocks(m, m->entry, m->count, m->from, m->end);
}

static unsigned square_bits_of(GrDb *db, uint32_t variant) {
    const char *name = gr_intern_get(&db->catalog.variants, variant);
    const GrRules *rules = name ? gr_variants_find(db->variants, name) : NULL;
    return rules ? gr_bits_for((uint32_t)gr_squares(gr_variant(rules))) : 7;
}

int gr_evals_merge(GrDb *db, uint32_t family, uint32_t variant, const GrJudgedKey *entry, size_t count,
                   uint64_t *stored, GrError *error) {
    GrError own;
    Merge m = {.db = db, .family = family, .variant = variant, .error = error ? error : &own};
    int code = 0;
    m.square_bits = square_bits_of(db, variant);
    gr_buffer_init(&m.bytes);
    for (size_t used = 0; count && !code; entry += used, count -= used)
        code = merge_block(&m, entry, count, &used);
    free_merge(&m);
    *stored += m.stored;
    return code;
}

/* ---- from outside ---- */

static bool is_move(GrMove move, const GrVariant *v) {
    int squares = gr_squares(v);
    GrMoveKind kind = gr_move_kind(move);
    return gr_kind(kind)->name[0] != '?' && gr_move_from(move) < squares &&
           gr_move_to(move) < squares && gr_move_piece(move) <= v->types && move >> GR_MOVE_BITS == 0 &&
           (gr_move_piece(move) || !gr_kind_does(kind, GR_NAMES) || (kind == GR_ENTER && v->lone_walls)) &&
           !(kind == GR_CASTLE && gr_move_piece(move)) && /* GR_DROP_CASTLE */
           !(kind == GR_NORMAL && move >> 14 && gr_move_from(move) == gr_move_to(move)) && /* GR_TURN */
           (gr_has_third(move) ? gr_move_third(move) < squares : !gr_move_third(move));
}

bool gr_evals_can_be(const GrVerdict *v, const GrRules *rules) {
    if (v->depth < 0 || v->depth > GR_MAX_DEPTH || v->nodes > GR_MAX_VERDICT_NODES ||
        v->lines < 1 || v->lines > GR_VERDICT_LINES)
        return false;
    for (int i = 0; i < v->lines; i++) {
        const GrVerdictLine *line = &v->line[i];
        if (line->score > GR_MATE || line->score < -GR_MATE || line->length > GR_VERDICT_PLIES)
            return false;
        for (unsigned ply = 0; ply < line->length; ply++)
            if (!is_move(line->move[ply], gr_variant(rules)))
                return false;
    }
    return true;
}

static int compare_keys(const void *a, const void *b) {
    const GrJudgedKey *x = a, *y = b;
    int more = order(x->key, y->key);
    return more ? more : compare_verdicts(x->verdict, y->verdict);
}

/* Sorts them by key; of several on one position only the one that counts most stays. */
static size_t sort(GrJudgedKey *entry, size_t count) {
    size_t kept = 0;
    qsort(entry, count, sizeof *entry, compare_keys);
    for (size_t i = 0; i < count; i++)
        if (kept && entry[kept - 1].key == entry[i].key)
            entry[kept - 1] = entry[i];
        else
            entry[kept++] = entry[i];
    return kept;
}

static int put(GrDb *db, uint32_t judge, const GrRules *rules, GrJudgedKey *entry, size_t count,
               size_t *stored, GrError *error) {
    uint32_t variant;
    uint64_t written = 0;
    if (!gr_catalog_has_judge(&db->catalog, judge))
        return gr_fail(error, GR_ERR_NOT_FOUND, "the database has no judge %u", (unsigned)judge);
    int code = gr_db_number_variant(db, rules, &variant, error);
    if (!code)
        code = gr_evals_merge(db, db->catalog.judge[judge].family, variant, entry,
                              sort(entry, count), &written, error);
    *stored = code ? 0 : (size_t)written;
    return code;
}

int gr_evals_put(GrDb *db, int64_t judge, const GrRules *rules, const GrEvaluation *evaluation,
                 size_t count, size_t *stored, GrError *error) {
    size_t ignored;
    bool own;
    stored = stored ? stored : &ignored;
    *stored = 0;
    for (size_t i = 0; i < count; i++)
        if (!gr_evals_can_be(&evaluation[i].verdict, rules))
            return gr_fail(error, GR_ERR_ILLEGAL, "an evaluation cannot be stored: it has no line, or "
                                                  "a move, score or depth that cannot be");
    GrJudgedKey *entry = malloc((count + 1) * sizeof *entry);
    if (!entry)
        return gr_no_memory(error);
    uint32_t number = judge > 0 && judge <= GR_MAX_JUDGES ? (uint32_t)judge : 0;
    for (size_t i = 0; i < count; i++)
        entry[i] = (GrJudgedKey){evaluation[i].key, number, &evaluation[i].verdict};
    int code = gr_db_enter(db, &own, error);
    if (!code)
        code = gr_db_leave(db, own, put(db, number, rules, entry, count, stored, error), error);
    if (code)
        *stored = 0;
    free(entry);
    return code;
}
