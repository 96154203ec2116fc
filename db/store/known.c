/* Knowing a game again that the database has already.
 *
 * A game is found by its identity in the index of games seen, and then compared. Of its result some
 * texts say nothing by a tag but write it behind the moves; such a game has a second entry, with
 * the result as a tag would have it, so that both kinds of text find it.
 */
#include "db/store/internal.h"

GrIdentity gr_db_identity(const GrGame *game) {
    char fen[GR_FEN_SIZE] = "";
    if (game->rules)
        gr_fen_write(&game->start, fen);
    return gr_identity(game, fen);
}

int gr_db_see(GrDb *db, GrIdentity identity, int64_t id, GrError *error) {
    int code = gr_duplicates_add(&db->duplicates, identity.own, id, error);
    if (!code && identity.tagged != identity.own)
        code = gr_duplicates_add(&db->duplicates, identity.tagged, id, error);
    return code;
}

int gr_db_unsee(GrDb *db, GrIdentity identity, int64_t id, GrError *error) {
    int code = gr_duplicates_remove(&db->duplicates, identity.own, id, error);
    if (!code && identity.tagged != identity.own)
        code = gr_duplicates_remove(&db->duplicates, identity.tagged, id, error);
    return code;
}

/* A game that was packed, to be compared with those that have the same identity. */
typedef struct Candidate {
    GrDb *db;
    const GrGame *game;
    const GrPacked *packed;
    int64_t same; /* the game that it is a duplicate of, 0: none */
} Candidate;

/* The main lines alone: variations are no moves of the game. */
static bool same_line(const GrGame *a, const GrGame *b) {
    uint32_t i = a->node_count ? a->nodes[0].next : 0, j = b->node_count ? b->nodes[0].next : 0;
    for (; i && j && a->nodes[i].move == b->nodes[j].move; i = a->nodes[i].next)
        j = b->nodes[j].next;
    return !i && !j && !strcmp(gr_game_string(a, a->rest), gr_game_string(b, b->rest));
}

static bool same_start(const GrGame *game, const GrPacked *packed) {
    char fen[GR_FEN_SIZE] = "";
    if (game->rules)
        gr_fen_write(&game->start, fen);
    return !strcmp(fen, packed->start_fen);
}

/* Were both coded to the same bytes, in the same way and from the same start? Then they are the
 * same. Otherwise nothing is known: the bytes of a stored game go on with its variations. */
static bool same_bytes(const GrGame *header, const GrRow *row, const GrPacked *packed) {
    const uint32_t *column = row->column;
    const char *fen = gr_game_tag(header, "FEN");
    if (packed->body.len || packed->start == GR_START_TEXT ||
        column[GR_COL_START] != packed->start || column[GR_COL_CODEC] != GR_CODEC ||
        column[GR_COL_FLAGS] & GR_FLAG_PARTIAL || column[GR_COL_MOVES] != packed->moves.len ||
        (packed->start == GR_START_TAG && (!fen || strcmp(fen, packed->start_fen) != 0)))
        return false;
    return !packed->moves.len || !memcmp(row->moves, packed->moves.data, packed->moves.len);
}

/* 1 if it is the same, 0 if not, below 0 a code. */
static int same_game(const Candidate *candidate, const GrRow *row, GrGame *game, GrError *error) {
    const GrPacked *packed = candidate->packed;
    int code = gr_row_read(candidate->db, row, false, game, error);
    if (code)
        return code == GR_ERR_MEMORY || code == GR_ERR_IO ? code : 0;
    if (game->rules != packed->rules || row->column[GR_COL_PLIES] != packed->plies ||
        !gr_identity_equal(game, candidate->game))
        return 0;
    if (same_bytes(game, row, packed))
        return 1;
    code = gr_row_read(candidate->db, row, true, game, error);
    if (code)
        return code == GR_ERR_MEMORY || code == GR_ERR_IO ? code : 0;
    return same_start(game, packed) && same_line(game, candidate->game);
}

static int compare_with(void *context, int64_t id, GrError *error) {
    Candidate *candidate = context;
    const GrBlock *block;
    uint32_t i;
    GrRow row;
    GrGame game;
    GrError unread;
    int code = gr_db_find(candidate->db, id, GR_BLOCK_TEXTS, &block, &i, &unread);
    if (code == GR_ERR_NOT_FOUND || code == GR_ERR_DAMAGED)
        return 0; /* deleted, or beyond comparison */
    if (code)
        return gr_fail(error, unread.code, "%s", unread.text);
    gr_block_row(block, i, &row);
    gr_game_init(&game);
    code = same_game(candidate, &row, &game, error);
    gr_game_free(&game);
    if (code > 0)
        candidate->same = id;
    return code;
}

int gr_db_find_same(GrDb *db, const GrGame *game, const GrPacked *packed, int64_t *id,
                    GrError *error) {
    Candidate candidate = {.db = db, .game = game, .packed = packed};
    GrIdentity identity = packed->identity;
    int code = gr_duplicates_find(&db->duplicates, identity.own, compare_with, &candidate, error);
    if (!code && identity.tagged != identity.own)
        code = gr_duplicates_find(&db->duplicates, identity.tagged, compare_with, &candidate, error);
    *id = candidate.same;
    return code < 0 ? code : 0;
}
