/* Playing through the games of a selection. */
#include "db/search/scan_local.h"

#include "db/index/position_index.h"

static const GrRules *rules_of(Scanner *s, uint32_t variant) {
    if (s->variant != variant || !s->rules) {
        const char *name = gr_intern_get(&s->db->catalog.variants, variant);
        s->rules = name ? gr_variants_find(s->db->variants, name) : NULL;
        s->variant = variant;
    }
    return s->rules;
}

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

static int unread(Scanner *s, int64_t id, GrError *why) {
    if (!gr_is_damage((int)why->code))
        return gr_fail(s->error, why->code, "%s", why->text);
    s->damaged = true;
    if (s->scan->unread)
        s->scan->unread(s->scan->context, id, why);
    return 0;
}

/* Decodes the main line and shows each position. Damage that shows only at the end of the moves
 * is the business of the block's checksum. */
static int play_through(Scanner *s, const GrScanGame *game, const GrParts *parts,
                        const char *fen_tag, GrError *why) {
    GrPosition start;
    GrMoveReader moves;
    GrPlace place;
    bool usual = parts->start == GR_START_USUAL, known = usual && s->usual.pos.rules == parts->rules;
    int code = known ? 0 : gr_unpack_start(parts, fen_tag, &start, why);
    if (code)
        return unread(s, game->id, why);
    if (!gr_codec_known(parts->rules, parts->codec)) {
        gr_fail(why, GR_ERR_FOREIGN, "move codec %u is newer than this program", parts->codec);
        return unread(s, game->id, why);
    }
    if (!known)
        gr_place_start(usual ? &s->usual : &place, &start);
    if (usual)
        place = s->usual;
    if (!gr_moves_open_at(&moves, parts->player, parts->codec, &place.pos, parts->moves, parts->moves_len)) {
        gr_fail(why, GR_ERR_DAMAGED, "the game's codec is damaged");
        return unread(s, game->id, why);
    }
    for (uint32_t ply = 0;; ply++) {
        unsigned book;
        GrMove next = ply < parts->plies ? gr_moves_read(&moves, &place, &book) : GR_NO_MOVE;
        if (next == GR_NO_MOVE && ply < parts->plies) {
            gr_fail(why, GR_ERR_DAMAGED, "the game's moves are damaged");
            return unread(s, game->id, why);
        }
        int on = s->scan->visit(s->scan->context, game, ply, &place.pos, next);
        if (on <= 0 || ply == parts->plies)
            return scan_end(s, game, on);
        gr_moves_play(&moves, &place, next, book);
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
    game->rules = rules_of(s, row->column[GR_COL_VARIANT]);
    int code = game->rules ? 0 : gr_row_rules(s->db, row, &game->rules, why);
    if (!code && suspect)
        code = gr_row_read(s->db, row, true, &s->game, why);
    else if (!code && scan->tags)
        code = read_tags(s, row, why);
    if (code)
        return unread(s, game->id, why);
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

/* Is there certainly nothing among the texts of the game? */
static bool is_bare(const GrBlock *block, uint32_t i) {
    return !block->suspect && !block->column[GR_COL_TEXTS][i];
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
    GrBlockParts first = s->scan->facts || s->scan->tags ? GR_BLOCK_TAGS : GR_BLOCK_MOVES;
    int got = 1, code = gr_db_find(s->db, game->id, first, block, i, why);
    if (code)
        return code;
    gr_block_row(*block, *i, row);
    if (s->scan->facts)
        got = gr_facts_read(s->facts, s->db, row, value, why);
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

/* Plays through a game as its block has it. */
static int scan_block(Scanner *s, int64_t id) {
    const GrBlock *block;
    uint32_t i;
    GrRow row;
    GrParts parts;
    const char *fen_tag;
    GrError why = {0};
    GrScanGame game = {.id = id};
    int code = find_row(s, &game, &block, &i, &row, &why);
    s->missing = code == GR_ERR_NOT_FOUND;
    if (code)
        return s->missing ? 0 : unread(s, id, &why);
    game.result = (GrResult)(row.column[GR_COL_FLAGS] & GR_FLAG_RESULT);
    game.partial = (row.column[GR_COL_FLAGS] & GR_FLAG_PARTIAL) != 0;
    game.plies = row.column[GR_COL_PLIES];
    game.bare = s->scan->tags && is_bare(block, i);
    code = begin_game(s, &game, &row, block->suspect, &why);
    if (code <= 0)
        return code;
    parts.rules = game.rules;
    code = line_parts(s->db, &row, &parts, &fen_tag, &why);
    return code ? unread(s, id, &why) : play_through(s, &game, &parts, fen_tag, &why);
}

/* Is there nothing in a game of which only discovered checks are of interest? */
static bool is_dull(Scanner *s, const GrScanGame *game, bool twice, const GrReplayBlockGame *line) {
    return scan_start(s, game) &&
           !gr_glance_discovers(&s->glance, scan_player(s), &s->pos, twice, line->plies);
}

/* Plays through a game in its replay form, in place. */
static int play_replay(Scanner *s, const GrScanGame *game, const GrReplayBlockGame *line) {
    const GrScan *scan = s->scan;
    GrError why = {0};
    bool sound = scan_start(s, game);
    uint32_t plies = line->plies;
    for (uint32_t ply = 0; sound && ply <= plies; ply++) {
        GrMove next = ply < plies ? gr_replayer_next(scan_player(s), &s->pos) : GR_NO_MOVE;
        if (next == GR_NO_MOVE && ply < plies)
            break;
        int on = scan->visit(scan->context, game, ply, &s->pos, next);
        if (on <= 0 || ply == plies)
            return scan_end(s, game, on);
        gr_play(&s->pos, next);
    }
    gr_fail(&why, GR_ERR_DAMAGED, "the game's replay form is damaged");
    return unread(s, game->id, &why);
}

/* The tags that the scan asks for, of a game on a replay. */
static int find_tags(Scanner *s, GrScanGame *game, GrError *why) {
    const GrBlock *block;
    uint32_t i;
    GrRow row;
    int code = gr_db_find(s->db, game->id, GR_BLOCK_TAGS, &block, &i, why);
    if (code)
        return code;
    gr_block_row(block, i, &row);
    game->game = &s->game;
    game->bare = is_bare(block, i);
    int got = block->suspect ? 0 : gr_row_read_tags(s->db, &row, s->scan->tags, &s->game, why);
    return got ? (got > 0 ? 0 : got) : gr_db_get_header(s->db, game->id, &s->game, why);
}

/* Reads of a game on a replay what the scan asks for; otherwise as begin_game. */
static int begin_line(Scanner *s, GrScanGame *game) {
    const GrScan *scan = s->scan;
    GrError why;
    if (scan->rules && scan->rules != game->rules)
        return 0;
    if (scan->tags && find_tags(s, game, &why))
        return unread(s, game->id, &why);
    return scan->begin ? scan->begin(scan->context, game) : 1;
}

static int scan_game(Scanner *s, int64_t id) {
    const GrReplayBlockGame *line;
    GrError why;
    int code = s->scan->known ? s->scan->known(s->scan->context, id) : 0;
    if (code)
        return code < 0 ? code : 0;
    code = gr_replays_find(s->db, id, &line, &why);
    if (code)
        return gr_fail(s->error, why.code, "%s", why.text);
    if (!line)
        return scan_block(s, id);
    if (!(line->flags & GR_REPLAY_HERE))
        return 0; /* deleted */
    GrScanGame game = {.id = id,
                       .result = (GrResult)(line->flags & GR_REPLAY_RESULT),
                       .partial = (line->flags & GR_REPLAY_PARTIAL) != 0,
                       .plies = line->plies,
                       .rules = rules_of(s, line->variant),
                       .elo = {line->elo[0], line->elo[1]},
                       .date = line->date};
    if (!game.rules)
        return scan_block(s, id); /* which says why */
    code = begin_line(s, &game);
    if ((code == GR_SCAN_DISCOVERIES || code == GR_SCAN_DOUBLES) && is_dull(s, &game, code == GR_SCAN_DOUBLES, line))
        return 0;
    if (code == GR_SCAN_PIECES) {
        if (scan_show(s, &game, &code))
            return code;
        code = begin_line(s, &game);
    }
    return code > 0 ? play_replay(s, &game, line) : code;
}

/* Asks whether to stop, once in 64 games of the database, however many of these are looked at. */
static int ask_to_stop(Scanner *s, int64_t id, int64_t last) {
    const GrScan *scan = s->scan;
    if (!scan->stop || id / 64 == s->asked)
        return 0;
    s->asked = id / 64;
    return scan->stop(scan->context, id, last) ? gr_fail(s->error, GR_ERR_STOPPED, "stopped") : 0;
}

static int scan_next(Scanner *s, int64_t id, int64_t last) {
    int code = scan_game(s, id);
    return code ? code : ask_to_stop(s, id, last);
}

static int scan_selected(Scanner *s, const GrSelection *selection, int64_t last) {
    int64_t id;
    int got, code = 0;
    GrCursor *cursor = s->scan->cursor;
    if (!cursor)
        cursor = gr_cursor_open(s->db, selection, s->error);
    if (!cursor)
        return s->error->code;
    gr_cursor_range(cursor, s->scan->from, s->scan->to);
    gr_cursor_only(cursor, s->scan->only);
    while (!code && (got = gr_cursor_next(cursor, &id, s->error)) != 0)
        code = got < 0 ? got : scan_next(s, id, last);
    if (cursor != s->scan->cursor)
        gr_cursor_close(cursor);
    return code;
}

/* Passes from a game that is not there to the one before the next that may be. */
static int pass_gap(Scanner *s, int64_t *id, int64_t end) {
    s->missing = false;
    int64_t next = gr_db_next_game(s->db, *id + 1, s->error);
    if (next < 0)
        return (int)next;
    *id = next && next <= end ? next - 1 : end;
    return 0;
}

static int scan_all(Scanner *s, const GrSelection *selection) {
    int64_t first = s->scan->from > 1 ? s->scan->from : 1, last = gr_db_last(s->db, s->error);
    int code = last < 0 ? (int)last : gr_db_flush(s->db, s->error);
    if (!code && (s->scan->cursor || (selection && selection->count)))
        return scan_selected(s, selection, last);
    int64_t end = s->scan->to && s->scan->to < last ? s->scan->to : last;
    s->asked = first / 64;
    for (int64_t id = first; id <= end && !code; id++) {
        id = s->scan->only ? gr_game_set_next(s->scan->only, id) : id;
        if (!id || id > end)
            break;
        code = scan_next(s, id, last);
        if (!code && s->missing)
            code = pass_gap(s, &id, end);
    }
    return code ? code : ask_to_stop(s, end, last);
}

int gr_scan(GrDb *db, const GrSelection *selection, const GrScan *scan, GrError *error) {
    GrError own;
    Scanner s = {.db = db, .scan = scan, .error = error ? error : &own};
    bool own_read = !db->reading;
    int code = gr_db_begin_read(db, s.error);
    if (code)
        return code;
    gr_game_init(&s.game);
    if (scan->facts && !(s.facts = gr_facts_open(db)))
        code = gr_no_memory(s.error);
    else
        code = scan_all(&s, selection);
    gr_game_free(&s.game);
    if (own_read)
        gr_db_end_read(db);
    if (!code && s.damaged)
        code = gr_fail(s.error, GR_ERR_DAMAGED, "some games cannot be read");
    return code;
}
