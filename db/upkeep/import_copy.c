/* Copies of stored games: compared, and put in their place or united with them. */
#include "db/upkeep/import_copy.h"

#include <stdlib.h>

#include "notation/edit/edit.h"

void gr_copy_init(GrCopyJob *job, GrCopies how) {
    *job = (GrCopyJob){.how = how};
    gr_journal_init(&job->journal, NULL, how == GR_COPIES_COMBINE ? GR_CHANGE_COMBINE : GR_CHANGE_REPLACE);
    gr_game_init(&job->stored);
    gr_game_init(&job->united);
    gr_packed_init(&job->packed);
}

void gr_copy_free(GrCopyJob *job) {
    gr_journal_free(&job->journal);
    gr_game_free(&job->stored);
    gr_game_free(&job->united);
    gr_packed_free(&job->packed);
}

/* Tags whose values the game has elsewhere, or that can be computed from it. */
static bool is_redundant(const char *name) {
    static const char *const redundant[] = {"Result", "Variant", "FEN", "SetUp", "PlyCount"};
    for (size_t i = 0; i < sizeof redundant / sizeof *redundant; i++)
        if (!strcmp(name, redundant[i]))
            return true;
    return false;
}

/* Does a tag of the first game say what none of the second one does? */
static bool tells_more(const GrGame *game, const GrGame *other) {
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *name = gr_game_string(game, game->tags[i].name), *value = gr_game_known_tag(game, name);
        const char *known = gr_game_tag(other, name);
        if (value && *value && !is_redundant(name) && (!known || strcmp(known, value)))
            return true;
    }
    return false;
}

/* Is the stored game known to be the same without reading it? */
static bool is_same(const GrBlock *block, uint32_t i, const GrPacked *packed) {
    return !block->suspect && block->column[GR_COL_CHECK][i] == packed->check;
}

static bool equal_bytes(const GrBuffer *a, const GrBuffer *b) {
    return a->len == b->len && (!a->len || !memcmp(a->data, b->data, a->len));
}

/* Packs a game without what was wrong with its text. */
static int pack_bare(GrCopyJob *job, GrGame *game, GrPacked *packed, GrError *error) {
    size_t diags = game->diag_count;
    game->diag_count = 0;
    int code = gr_pack(game, true, &job->db->writer, packed, error);
    game->diag_count = diags;
    return code;
}

/* Are comments, glyphs and variations the same? 1, 0 or a code. */
static int same_tree(GrCopyJob *job, GrGame *game, const GrPacked *packed, GrError *error) {
    GrPacked own;
    gr_packed_init(&own);
    int code = pack_bare(job, &job->stored, &job->packed, error);
    if (!code && game->diag_count)
        code = pack_bare(job, game, &own, error);
    const GrPacked *bare = game->diag_count ? &own : packed;
    bool same = !code && equal_bytes(&job->packed.moves, &bare->moves) && equal_bytes(&job->packed.body, &bare->body);
    gr_packed_free(&own);
    return code ? code : same;
}

static bool has_tree(const GrGame *game) {
    const GrNode *nodes = game->nodes;
    if (!game->node_count || nodes[0].comment)
        return game->node_count != 0;
    for (uint32_t at = nodes[0].next; at; at = nodes[at].next)
        if (nodes[at].comment || nodes[at].nags || nodes[at].alternative || nodes[at].before)
            return true;
    return false;
}

static int put(GrCopyJob *job, int64_t id, const GrGame *game, GrError *error) {
    job->journal.db = job->db;
    int code = gr_db_can_change(job->db, id, error);
    if (code)
        return gr_is_damage(code) ? GR_COPY_DIFFERED : code;
    code = gr_journal_note(&job->journal, id, &job->stored, game, error);
    if (!code)
        code = gr_db_replace_game(job->db, id, game, error);
    return code ? code : GR_COPY_STORED;
}

static int combine(GrCopyJob *job, int64_t id, GrGame *game, GrError *error) {
    gr_game_free(&job->united);
    if (gr_game_copy(&job->stored, &job->united))
        return gr_no_memory(error);
    int code = gr_game_unite(&job->united, game, error);
    if (code == GR_ERR_LIMIT)
        return GR_COPY_DIFFERED;
    if (code)
        return code;
    bool tags = job->united.tag_count != job->stored.tag_count || tells_more(&job->united, &job->stored);
    code = pack_bare(job, &job->united, &job->packed, error);
    GrPacked own;
    gr_packed_init(&own);
    if (!code)
        code = pack_bare(job, &job->stored, &own, error);
    bool same = !code && !tags && equal_bytes(&job->packed.moves, &own.moves) &&
                equal_bytes(&job->packed.body, &own.body);
    gr_packed_free(&own);
    return code ? code : same ? GR_COPY_DROPPED : put(job, id, &job->united, error);
}

int gr_copy_take(GrCopyJob *job, int64_t id, GrGame *game, const GrPacked *packed, GrError *error) {
    const GrBlock *block;
    uint32_t i;
    int code = gr_db_find(job->db, id, GR_BLOCK_TAGS, &block, &i, error);
    if (code || is_same(block, i, packed))
        return code;
    bool tree = has_tree(game), whole = tree || job->how != GR_COPIES_DROP;
    code = whole ? gr_db_get_game(job->db, id, &job->stored, error)
                 : gr_db_get_header(job->db, id, &job->stored, error);
    if (code)
        return gr_is_damage(code) ? 0 : code;
    int same = whole ? same_tree(job, game, packed, error) : 1;
    if (same < 0)
        return same;
    bool more = (tree && !same) || tells_more(game, &job->stored);
    bool other = !same || more || tells_more(&job->stored, game);
    if (job->how == GR_COPIES_REPLACE && other)
        return put(job, id, game, error);
    if (job->how == GR_COPIES_COMBINE && more)
        return combine(job, id, game, error);
    return more ? GR_COPY_DIFFERED : GR_COPY_DROPPED;
}

/* ---- one by one ---- */

struct GrCopying {
    GrCopyJob job;
    GrPacked packed; /* of the game that comes */
};

GrCopying *gr_copying_open(GrDb *db, GrCopies copies) {
    GrCopying *copying = malloc(sizeof *copying);
    if (!copying)
        return NULL;
    gr_copy_init(&copying->job, copies);
    copying->job.db = copying->job.journal.db = db;
    gr_packed_init(&copying->packed);
    return copying;
}

int gr_copying_add(GrCopying *copying, GrGame *game, GrAdded *added, GrError *error) {
    GrDb *db = copying->job.db;
    *added = (GrAdded){0};
    int code = gr_pack(game, false, &db->writer, &copying->packed, error);
    if (!code)
        code = gr_db_add_packed(db, game, &copying->packed, added, error);
    if (code || !added->duplicate)
        return code;
    code = gr_copy_take(&copying->job, added->id, game, &copying->packed, error);
    return code < 0 ? code : code == GR_COPY_STORED;
}

int gr_copying_end(GrCopying *copying, GrError *error) {
    return gr_journal_end(&copying->job.journal, error);
}

void gr_copying_close(GrCopying *copying) {
    if (!copying)
        return;
    gr_copy_free(&copying->job);
    gr_packed_free(&copying->packed);
    free(copying);
}
