/* Making blocks of evaluations full, and putting right what can be. */
#include <stdlib.h>
#include <string.h>

#include "db/evals/evals_block.h"
#include "db/evals/evals_upkeep.h"

enum { WANTED = GR_PAGE_VERDICTS - GR_PAGE_VERDICTS / 16 }; /* bytes of a page that are to be used */

typedef struct Repack {
    GrDb *db;
    const GrWork *work;
    GrEvalsDropped *dropped;
    uint64_t *counted;      /* positions by judge */
    bool known;             /* all judges and variants of the file are */
    bool left;              /* something stays that does not count */
    uint32_t family, variant;
    const GrRules *rules;   /* of the variant; NULL: not known */
    unsigned square_bits;
    GrJudgedKey *entry;     /* what is to be written; verdicts are in `verdict`, in the same places */
    GrVerdict *verdict;
    size_t count;
    uint64_t from;          /* the first prefix of what is to be written */
    size_t guess;           /* how many verdicts filled a page last */
    GrBuffer bytes;
    GrError *error;
} Repack;

/* So many are kept back, since they may not fill a page yet: a verdict has some seven bytes at least. */
enum { KEPT = 1024, ROOM = KEPT + GR_MAX_BLOCK_VERDICTS };

/* ---- what is wrong ---- */

typedef struct Found {
    bool gap;               /* a row is missing */
    bool faulty;            /* some evaluation does not count */
    uint64_t rows, size;
} Found;

static int ask_to_stop(const Repack *r) {
    bool stops = r->work->stop && r->work->stop(r->work->context);
    return stops ? gr_fail(r->error, GR_ERR_STOPPED, "stopped") : 0;
}

/* A block in its own place: a byte of it may be wrong, or nobody know whose it is. */
static int correct_block(Repack *r, GrVerdictBlock *block) {
    const GrCatalog *c = &r->db->catalog;
    uint32_t family = gr_place_family(block->place);
    bool someones = gr_catalog_has_judge(c, family) && c->judge[family].family == family &&
                    gr_intern_get(&c->variants, gr_place_variant(block->place));
    if (!someones && r->known) {
        r->dropped->evaluations += block->count;
        return gr_evals_drop(r->db, block->place, r->error);
    }
    const GrBuffer bytes = {.data = (char *)block->bytes, .len = gr_verdicts_size(block)};
    return block->health == GR_SOUND ? 0
                                     : gr_evals_write(r->db, block->place, block->end, &bytes, r->error);
}

/* A block in another place goes to its own, unless that is taken. */
static int correct_place(Repack *r, int64_t place, const GrVerdictBlock *block) {
    int64_t there = gr_evals_next(r->db, block->place, block->place, r->error);
    if (there <= 0)
        return there < 0 ? (int)there : gr_evals_move(r->db, place, block, r->error);
    r->dropped->blocks++;
    return gr_evals_drop(r->db, place, r->error);
}

/* Corrects what is wrong with a row, or drops it. Blocks in a wrong place come later, when what cannot
 * be read has left their places. */
static int correct_row(Repack *r, int64_t place, bool moving, bool *misplaced) {
    GrVerdictBlock block;
    GrError why;
    int got = gr_evals_read(r->db, place, &block, &why), code = 0;
    bool astray = got == GR_ERR_DAMAGED && block.count;
    if (got > 0 && !moving) {
        code = correct_block(r, &block);
    } else if (astray && moving) {
        code = correct_place(r, place, &block);
    } else if (got == GR_ERR_DAMAGED && !astray) {
        r->dropped->blocks++;
        code = gr_evals_drop(r->db, place, r->error);
    } else if (got < 0 && got != GR_ERR_DAMAGED) {
        code = gr_fail(r->error, why.code, "%s", why.text);
    }
    *misplaced |= astray;
    gr_verdicts_free(&block);
    return code ? code : ask_to_stop(r);
}

static int correct_rows(Repack *r, bool moving, bool *misplaced) {
    int64_t place = 0;
    int code = 0;
    *misplaced = false;
    while (!code && place < INT64_MAX &&
           (place = gr_evals_next(r->db, place + 1, INT64_MAX, r->error)) > 0)
        code = correct_row(r, place, moving, misplaced);
    return code ? code : place < 0 ? (int)place : 0;
}

/* Drops rows that cannot be, and corrects all others. */
static int correct_all(Repack *r) {
    bool misplaced;
    int code = gr_sql_run_with(&r->db->sql, GR_SQL_DROP_FALSE_EVALS, NULL, 0, r->error);
    if (!code)
        r->dropped->blocks += (uint64_t)sqlite3_changes(r->db->sql.handle);
    if (!code)
        code = correct_rows(r, false, &misplaced);
    if (code || !misplaced)
        return code;
    code = correct_rows(r, true, &misplaced);
    return code ? code : correct_rows(r, false, &misplaced); /* those that have moved */
}

static bool is_known(const Repack *r, uint32_t judge) {
    const GrCatalog *c = &r->db->catalog;
    return gr_catalog_has_judge(c, judge) && c->judge[judge].family == r->family;
}

/* Reads a verdict of a block; false if it does not count. */
static bool get_verdict(const Repack *r, GrVerdictBlock *block, uint32_t i, uint32_t *judge,
                        GrVerdict *verdict) {
    return !gr_verdicts_get(block, i, judge, verdict) && is_known(r, *judge) &&
           (!r->rules || gr_evals_can_be(verdict, r->rules));
}

/* Counts the verdicts of a block by judge; false if some of them do not count. */
static bool count_block(Repack *r, GrVerdictBlock *block) {
    GrVerdict verdict;
    uint32_t judge;
    bool sound = true;
    for (uint32_t i = 0; i < block->count; i++) {
        bool counts = get_verdict(r, block, i, &judge, &verdict);
        r->counted[counts ? judge : 0]++;
        sound &= counts;
    }
    return sound;
}

/* Looks at all blocks of the family and variant. */
static int look(Repack *r, Found *found) {
    int64_t place = gr_verdicts_place(r->family, r->variant, 0);
    int64_t most = gr_verdicts_place(r->family, r->variant, GR_PREFIXES - 1);
    uint64_t end = 0;
    *found = (Found){false, false, 0, 0};
    r->square_bits = 0;
    while ((place = gr_evals_next(r->db, place, most, r->error)) > 0) {
        GrVerdictBlock block;
        int got = gr_evals_read(r->db, place, &block, r->error);
        found->faulty |= !count_block(r, &block);
        found->gap |= end != gr_place_prefix(place);
        found->rows++;
        found->size += gr_verdicts_size(&block);
        r->square_bits = block.code.square_bits > r->square_bits ? block.code.square_bits
                                                                 : r->square_bits;
        end = block.end;
        gr_verdicts_free(&block);
        if (got < 0)
            return got;
        if (place++ == most)
            break;
    }
    found->gap |= end != GR_PREFIXES;
    return place < 0 ? (int)place : 0;
}

/* ---- writing ---- */

/* The number of verdicts up to `most` that go into one block: the last of them and the next differ in
 * their prefixes, if there is a next one. */
static size_t cut_at(const Repack *r, size_t most) {
    size_t at = most;
    while (at && at < r->count && gr_prefix_of(r->entry[at].key) == gr_prefix_of(r->entry[at - 1].key))
        at--;
    if (at)
        return at;
    for (at = most; at < r->count && gr_prefix_of(r->entry[at].key) == gr_prefix_of(r->entry[at - 1].key);)
        at++;
    return at;
}

static int pack(Repack *r, size_t count, uint64_t end) {
    int64_t place = gr_verdicts_place(r->family, r->variant, r->from);
    int code = gr_verdicts_pack(place, end, r->square_bits, r->entry, count, &r->bytes);
    return code == GR_ERR_MEMORY ? gr_no_memory(r->error) : code;
}

/* Finds how many of the verdicts fill a page. */
static int fill_page(Repack *r, size_t *fits) {
    size_t least = 1, most = r->count, try = r->guess && r->guess < most ? r->guess : most;
    while (least < most) {
        int code = pack(r, try, GR_PREFIXES);
        if (code == GR_ERR_MEMORY)
            return code;
        if (r->bytes.len <= GR_PAGE_VERDICTS)
            least = try;
        else
            most = try - 1;
        try = try * GR_PAGE_VERDICTS / r->bytes.len; /* they take about as much each */
        try = try <= least ? least + 1 : try > most ? most : try;
    }
    *fits = r->guess = least;
    return 0;
}

/* Writes the first `count` verdicts as a block up to the prefix `end`, and takes them out. */
static int write_block(Repack *r, size_t count, uint64_t end) {
    int code = pack(r, count, end);
    if (code)
        return code == GR_ERR_LIMIT ? gr_fail(r->error, GR_ERR_LIMIT, "too many positions with nearly "
                                                                      "the same key")
                                    : code;
    code = gr_evals_write(r->db, gr_verdicts_place(r->family, r->variant, r->from), end, &r->bytes,
                          r->error);
    r->count -= count;
    memmove(r->verdict, r->verdict + count, r->count * sizeof *r->verdict);
    for (size_t i = 0; i < r->count; i++)
        r->entry[i] = (GrJudgedKey){r->entry[i + count].key, r->entry[i + count].judge, &r->verdict[i]};
    r->from = end;
    return code;
}

/* Writes full blocks as long as there are more than `keep` verdicts. */
static int write_full(Repack *r, size_t keep, uint64_t end) {
    int code = 0;
    while (r->count > keep && !code) {
        size_t fits;
        code = fill_page(r, &fits);
        if (code)
            return code;
        size_t cut = cut_at(r, fits);
        code = write_block(r, cut, cut < r->count ? gr_prefix_of(r->entry[cut].key) : end);
    }
    return code;
}

/* Takes the verdicts of a block, whose row is deleted. */
static int take_block(Repack *r, GrVerdictBlock *block, int64_t place) {
    int code = write_full(r, KEPT, gr_place_prefix(place));
    for (uint32_t i = 0; i < block->count && !code; i++) {
        GrJudgedKey *entry = &r->entry[r->count];
        *entry = (GrJudgedKey){.key = block->key[i], .verdict = &r->verdict[r->count]};
        if (get_verdict(r, block, i, &entry->judge, &r->verdict[r->count]))
            r->count++;
        else
            r->dropped->evaluations++;
    }
    return code ? code : gr_evals_drop(r->db, place, r->error);
}

/* Repacks all blocks of the family and variant; all of them can be read. */
static int repack(Repack *r) {
    int64_t place = gr_verdicts_place(r->family, r->variant, 0);
    int64_t most = gr_verdicts_place(r->family, r->variant, GR_PREFIXES - 1);
    int code = 0;
    r->from = r->count = r->guess = 0;
    while (!code && (place = gr_evals_next(r->db, place, most, r->error)) > 0) {
        GrVerdictBlock block;
        code = gr_evals_read(r->db, place, &block, r->error);
        code = code > 0 ? take_block(r, &block, place) : code;
        gr_verdicts_free(&block);
        if (!code)
            code = ask_to_stop(r);
        if (place++ == most)
            break;
    }
    if (!code && place < 0)
        code = (int)place;
    return code ? code : write_full(r, 0, GR_PREFIXES);
}

/* ---- all of them ---- */

static int optimise_variant(Repack *r) {
    Found found;
    const char *name = gr_intern_get(&r->db->catalog.variants, r->variant);
    r->rules = name ? gr_variants_find(r->db->variants, name) : NULL;
    int code = look(r, &found);
    bool full = found.rows < 2 || found.size / found.rows >= WANTED;
    bool stays = found.faulty && !r->known; /* it may count again */
    r->left |= stays;
    return code || stays || (full && !found.gap && !found.faulty) ? code : repack(r);
}

static int optimise_all(Repack *r) {
    int64_t place = 0;
    int code = correct_all(r);
    while (!code && (place = gr_evals_next(r->db, place, INT64_MAX, r->error)) > 0) {
        r->family = gr_place_family(place);
        r->variant = gr_place_variant(place);
        code = optimise_variant(r);
        int64_t most = gr_verdicts_place(r->family, r->variant, GR_PREFIXES - 1);
        if (most == INT64_MAX)
            break;
        place = most + 1;
    }
    return code ? code : place < 0 ? (int)place : 0;
}

/* What was counted is true only if everything could be read. */
static void set_counts(Repack *r) {
    GrCatalog *c = &r->db->catalog;
    for (uint32_t id = 1; id <= c->judges.top; id++)
        if (gr_catalog_has_judge(c, id) && c->judge[id].positions != r->counted[id]) {
            c->judge[id].positions = r->counted[id];
            c->judge[id].changed = true;
        }
}

int gr_evals_optimise(GrDb *db, const GrWork *work, GrEvalsDropped *dropped, GrError *error) {
    GrError own;
    const GrPartState *part = db->catalog.part;
    Repack r = {.db = db, .work = work, .dropped = dropped, .error = error ? error : &own};
    *dropped = (GrEvalsDropped){0};
    r.known = !part[GR_PART_JUDGE].corrupt && !part[GR_PART_VARIANT].corrupt;
    r.counted = calloc(GR_MAX_JUDGE_ID + 1, sizeof *r.counted);
    r.entry = malloc(ROOM * sizeof *r.entry);
    r.verdict = malloc(ROOM * sizeof *r.verdict);
    int code = r.counted && r.entry && r.verdict ? optimise_all(&r) : gr_no_memory(r.error);
    if (!code && !r.left)
        set_counts(&r);
    gr_buffer_free(&r.bytes);
    free(r.counted);
    free(r.entry);
    free(r.verdict);
    return code;
}
