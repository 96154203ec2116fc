/* Playing through the games of a selection. */
#include "db/search/scan_local.h"

#include "db/index/position_index.h"

/* Plays through a game in its replay form, in place. */
static int play_replay(Scanner *s, const GrScanGame *game, const GrReplayBlockGame *line) {
    const GrScan *scan = s->scan;
    GrError why;
    bool sound = scan_start(s, game);
    uint32_t plies = line->plies;
    for (uint32_t ply = 0; sound && ply <= plies; ply++) {
        GrMove next = ply < plies ? gr_replayer_next(scan_player(s), &s->pos) : GR_NO_MOVE;
        if (next == GR_NO_MOVE && ply < plies)
            break;
        GrOutlook outlook = scan->watch ? gr_watch(scan->watch, &s->pos) : GR_OUTLOOK_THERE;
        int on = outlook == GR_OUTLOOK_AHEAD;
        if (outlook == GR_OUTLOOK_THERE)
            on = scan->visit(scan->context, game, ply, &s->pos, next);
        if (on <= 0 || ply == plies)
            return scan_end(s, game, on);
        gr_play(&s->pos, next);
    }
    gr_fail(&why, GR_ERR_DAMAGED, "the game's replay form is damaged");
    return scan_unread(s, game->id, &why);
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
    game->bare = scan_is_bare(block, i);
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
        return scan_unread(s, game->id, &why);
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
                       .rules = scan_rules(s, line->variant),
                       .elo = {line->elo[0], line->elo[1]},
                       .date = line->date};
    if (!game.rules)
        return scan_block(s, id); /* which says why */
    code = begin_line(s, &game);
    if (code > 1) {
        if (scan_film(s, &game, (unsigned)code / GR_SCAN_ROWS, &code))
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

/* Is it only asked for the variant that all games have? */
static bool selects_all(Scanner *s, const GrSelection *selection) {
    bool all = s->db->catalog.variants.top == 1;
    for (size_t i = 0; all && i < selection->count; i++)
        all = selection->condition[i].subject == GR_ON_VARIANT && selection->condition[i].rules == scan_rules(s, 1);
    return all;
}

static int scan_all(Scanner *s, const GrSelection *selection) {
    int64_t first = s->scan->from > 1 ? s->scan->from : 1, last = gr_db_last(s->db, s->error);
    int code = last < 0 ? (int)last : gr_db_flush(s->db, s->error);
    if (!code && (s->scan->cursor || (selection && selection->count && !selects_all(s, selection))))
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
    s.facts = scan->facts ? gr_facts_open(db) : NULL;
    if (scan->facts && !s.facts)
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
