/* Playing through games as their blocks have them. */
#include "db/search/scan_local.h"

#include "db/index/replay_block.h"

/* The parts of a row that its main line needs. */
static int line_parts(GrDb *db, const GrRow *row, GrParts *parts, const char **fen_tag,
                      GrError *error) {
    GrRowReader reader;
    const char *name, *value;
    const uint32_t *column = row->column;
    *fen_tag = NULL;
    *parts = (GrParts){.rules = parts->rules, .codec = column[GR_COL_CODEC],
                       .start = column[GR_COL_START], .plies = column[GR_COL_PLIES],
                       .moves = row->moves, .moves_len = column[GR_COL_MOVES], .start_fen = "",
                       .player = &db->player};
    if (parts->start == GR_START_USUAL)
        return 0;
    int tag = gr_row_open(db, row, &reader, error);
    parts->start_fen = reader.start_fen;
    while (!tag && (tag = gr_row_next_tag(&reader, &name, &value, error)) > 0) {
        if (!strcmp(name, "FEN"))
            *fen_tag = value;
        tag = 0;
    }
    return tag;
}

/* Sets *at to where a game begins; false if that is damaged. */
static bool find_start(Scanner *s, const GrParts *parts, const char *fen_tag, GrPlace *at, GrError *why) {
    GrPosition start;
    bool usual = parts->start == GR_START_USUAL;
    if (usual && s->start.pos.rules == parts->rules) {
        *at = s->start;
        return true;
    }
    if (gr_unpack_start(parts, fen_tag, &start, why))
        return false;
    gr_place_start(at, &start);
    if (usual)
        s->start = *at;
    return true;
}

/* Shows a position, or, of a game that is watched, looks whether it has to be shown. 1 to go on, 0 for the next game,
 * below 0 to end the scan. */
static inline int show(Scanner *s, const GrScanGame *game, uint32_t ply, const GrPosition *pos, GrMove next) {
    const GrScan *scan = s->scan;
    if (scan->watch) {
        GrOutlook outlook = gr_watch(scan->watch, pos);
        if (outlook != GR_OUTLOOK_THERE)
            return outlook == GR_OUTLOOK_AHEAD;
    }
    return scan->visit(scan->context, game, ply, pos, next);
}

/* Decodes the main line and shows each position. Damage that shows only at the end of the moves
 * is the business of the block's checksum. */
static int play_through(Scanner *s, const GrScanGame *game, const GrParts *parts,
                        const char *fen_tag, GrError *why) {
    GrMoveReader moves;
    GrPlace at;
    if (!find_start(s, parts, fen_tag, &at, why))
        return scan_unread(s, game->id, why);
    if (!gr_place_knows(&at, parts->codec)) {
        gr_fail(why, GR_ERR_FOREIGN, "move codec %u is newer than this program", parts->codec);
        return scan_unread(s, game->id, why);
    }
    if (!gr_moves_open_at(&moves, parts->player, parts->codec, &at.pos, parts->moves, parts->moves_len)) {
        gr_fail(why, GR_ERR_DAMAGED, "the game's codec is damaged");
        return scan_unread(s, game->id, why);
    }
    for (uint32_t ply = 0;; ply++) {
        unsigned book;
        GrMove next = ply < parts->plies ? gr_moves_read(&moves, &at, &book) : GR_NO_MOVE;
        if (next == GR_NO_MOVE && ply < parts->plies) {
            gr_fail(why, GR_ERR_DAMAGED, "the game's moves are damaged");
            return scan_unread(s, game->id, why);
        }
        int on = show(s, game, ply, &at.pos, next);
        if (on <= 0 || ply == parts->plies)
            return scan_end(s, game, on);
        gr_moves_play(&moves, &at, next, book);
    }
}

/* The tags that the scan asks for, of a row whose block has its texts if they are needed. */
static int read_tags(Scanner *s, const GrRow *row, GrError *why) {
    int got = gr_row_read_tags(s->db, row, s->scan->tags, &s->game, why);
    return got ? (got > 0 ? 0 : got) : gr_row_read(s->db, row, false, &s->game, why);
}

/* Reads of the game what the scan asks for, and whether it should be played through: 1, 0 or below
 * 0 a code. A game of a suspect block is read as a whole, since that checks it. */
static int begin_game(Scanner *s, GrScanGame *game, const GrRow *row, bool suspect, GrError *why) {
    const GrScan *scan = s->scan;
    game->rules = scan_rules(s, row->column[GR_COL_VARIANT]);
    int code = game->rules ? 0 : gr_row_rules(s->db, row, &game->rules, why);
    if (!code && suspect)
        code = gr_row_read(s->db, row, true, &s->game, why);
    else if (!code && scan->tags)
        code = read_tags(s, row, why);
    if (code)
        return scan_unread(s, game->id, why);
    if (scan->rules && scan->rules != game->rules)
        return 0;
    if (scan->tags)
        game->game = &s->game;
    int on = scan->begin ? scan->begin(scan->context, game) : 1;
    return on > 0 && !game->rules ? 0 : on;
}

/* The facts of a game that is read from its block, by all its tags. */
static int read_facts(Scanner *s, const GrRow *row, GrScanGame *game, GrError *why) {
    GrReplayBlockGame facts = {0};
    const char *fen_tag;
    GrRowReader reader;
    int code = gr_row_open(s->db, row, &reader, why);
    if (!code)
        code = gr_replay_block_read_tags(&reader, &facts, &fen_tag, why);
    game->elo[0] = facts.elo[0];
    game->elo[1] = facts.elo[1];
    game->date = facts.date;
    return code;
}

/* Must the texts be there to read the game's tags and its start? */
static bool needs_texts(Scanner *s, const GrBlock *block, const GrRow *row) {
    GrError why;
    return block->suspect || row->column[GR_COL_START] != GR_START_USUAL ||
           (s->scan->tags && !gr_row_read_tags(s->db, row, s->scan->tags, &s->game, &why));
}

/* Finds the row of a game, with what the scan needs of its block, and its facts. */
static int find_row(Scanner *s, GrScanGame *game, const GrBlock **block, uint32_t *i, GrRow *row, GrError *why) {
    uint32_t value[GR_FACTS] = {0};
    GrBlockParts first = s->scan->tags ? GR_BLOCK_TAGS : GR_BLOCK_MOVES;
    int got = 1, code = gr_db_find(s->db, game->id, first, block, i, why);
    if (code)
        return code;
    gr_block_row(*block, *i, row);
    if (s->scan->facts)
        got = gr_facts_read(s->facts, s->db, (*block)->first, *i, value, why);
    game->elo[0] = value[GR_FACT_WHITE_ELO];
    game->elo[1] = value[GR_FACT_BLACK_ELO];
    game->date = value[GR_FACT_DATE];
    if (got < 0 || (got && !needs_texts(s, *block, row)))
        return got < 0 ? got : 0;
    code = gr_db_find(s->db, game->id, GR_BLOCK_TEXTS, block, i, why);
    if (!code)
        gr_block_row(*block, *i, row);
    return code || got ? code : read_facts(s, row, game, why);
}

/* Plays through a game of which everything may have to be looked at. */
static int scan_row(Scanner *s, int64_t id) {
    const GrBlock *block;
    uint32_t i;
    GrRow row;
    GrParts parts;
    const char *fen_tag;
    GrError why; /* large, and filled only when something fails */
    GrScanGame game = {.id = id};
    int code = find_row(s, &game, &block, &i, &row, &why);
    s->missing = code == GR_ERR_NOT_FOUND;
    if (code)
        return s->missing ? 0 : scan_unread(s, id, &why);
    game.result = (GrResult)(row.column[GR_COL_FLAGS] & GR_FLAG_RESULT);
    game.partial = (row.column[GR_COL_FLAGS] & GR_FLAG_PARTIAL) != 0;
    game.plies = row.column[GR_COL_PLIES];
    game.bare = s->scan->tags && scan_is_bare(block, i);
    code = begin_game(s, &game, &row, block->suspect, &why);
    if (code <= 0)
        return code;
    parts.rules = game.rules;
    code = line_parts(s->db, &row, &parts, &fen_tag, &why);
    return code ? scan_unread(s, id, &why) : play_through(s, &game, &parts, fen_tag, &why);
}


/* Is the game in the block at hand, which is sound, and does it begin as most do? */
static bool is_plain(const Scanner *s, int64_t id) {
    const GrDb *db = s->db;
    const GrBlock *block = &db->peek;
    if (s->scan->tags || db->work.games || block->suspect || !gr_block_covers(block->has, GR_BLOCK_MOVES) ||
        !block->games || id < block->first || id >= block->first + block->games)
        return false;
    int64_t i = id - block->first;
    return block->column[GR_COL_START][i] == GR_START_USUAL && !(block->column[GR_COL_FLAGS][i] & GR_FLAG_DELETED);
}

/* What a plain game has of all that; false if it is not so plain. */
static bool find_plain(Scanner *s, GrScanGame *game, GrParts *parts) {
    GrError why;
    uint32_t value[GR_FACTS] = {0};
    if (!is_plain(s, game->id))
        return false;
    const GrBlock *block = &s->db->peek;
    uint32_t i = (uint32_t)(game->id - block->first), flags = block->column[GR_COL_FLAGS][i];
    game->rules = scan_rules(s, block->column[GR_COL_VARIANT][i]);
    if (!game->rules || (s->scan->facts && gr_facts_read(s->facts, s->db, block->first, i, value, &why) <= 0))
        return false;
    game->result = (GrResult)(flags & GR_FLAG_RESULT);
    game->partial = (flags & GR_FLAG_PARTIAL) != 0;
    game->plies = block->column[GR_COL_PLIES][i];
    game->elo[0] = value[GR_FACT_WHITE_ELO];
    game->elo[1] = value[GR_FACT_BLACK_ELO];
    game->date = value[GR_FACT_DATE];
    *parts = (GrParts){.rules = game->rules, .codec = block->column[GR_COL_CODEC][i], .start = GR_START_USUAL,
                       .plies = game->plies, .moves = (const uint8_t *)block->moves.data + block->moves_at[i],
                       .moves_len = block->moves_at[i + 1] - block->moves_at[i], .start_fen = "",
                       .player = &s->db->player};
    return true;
}

int scan_block(Scanner *s, int64_t id) {
    const GrScan *scan = s->scan;
    GrScanGame game = {.id = id};
    GrParts parts;
    GrError why;
    if (!find_plain(s, &game, &parts))
        return scan_row(s, id);
    bool other = scan->rules && scan->rules != game.rules;
    int on = other ? 0 : scan->begin ? scan->begin(scan->context, &game) : 1;
    return on > 0 ? play_through(s, &game, &parts, NULL, &why) : on;
}
