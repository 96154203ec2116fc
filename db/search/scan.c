/* Playing through the games of a selection. */
#include "db/search/scan.h"

#include "db/query/query_grounds.h"
#include "db/query/query_reel.h"
#include "db/search/scan_local.h"
#include "db/index/replays.h"
#include "db/index/position_index.h"

/* What replays are played through with; it knows the last variant, so that not every scan learns it anew. */
static GrReplayer *player_of(Scanner *s) {
    return &gr_replays(s->db)->player;
}

/* Sets the player to the start of a game. */
static bool start_replay(Scanner *s, const GrScanGame *game) {
    const GrReplayBlock *replay = &gr_replays(s->db)->replay;
    unsigned i = (unsigned)(game->id - gr_replay_block_first(replay->number));
    return gr_replay_block_start(replay, i, game->rules, &s->pos, player_of(s));
}

/* Is there nothing in a game of which only discovered checks are of interest? */
static bool is_dull(Scanner *s, const GrScanGame *game, bool twice, const GrReplayBlockGame *line) {
    return start_replay(s, game) &&
           !gr_glance_discovers(&s->glance, player_of(s), &s->pos, twice, line->plies);
}

/* Plays through a game in its replay form, in place. */
static int play_replay(Scanner *s, const GrScanGame *game, const GrReplayBlockGame *line) {
    const GrScan *scan = s->scan;
    GrError why;
    bool sound = start_replay(s, game);
    uint32_t plies = line->plies;
    for (uint32_t ply = 0; sound && ply <= plies; ply++) {
        GrMove next = ply < plies ? gr_replayer_next(player_of(s), &s->pos) : GR_NO_MOVE;
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

/* A game that is shown as sketches. */
typedef struct Sketching {
    const GrScanGame *game;
    uint32_t first;  /* ply before the moves that were read last */
    bool due;        /* the position at hand is to be shown */
    int on;          /* what came of it */
} Sketching;

/* As play_on, where every move may matter. */
static uint32_t play_all(Scanner *s, Sketching *show, uint32_t i, uint32_t plies, bool *sound) {
    const GrGrounds *on = s->scan->sight->grounds;
    GrPosition *pos = &s->pos;
    bool due = false, played = true, awaits = s->scan->sight->awaits;
    for (; i < plies && !due && played; i++) {
        GrMove move = s->sketch.move[i];
        due = query_grounds_shake(on, pos, move);
        played = gr_sketch_play(pos, move, 0);
        due |= awaits && (i + 1 == plies || query_is_awaited(pos, s->sketch.move[i + 1]));
    }
    show->due = due;
    *sound &= played;
    return i;
}

/* Plays on to a move that matters, or through all plies that were read. Returns how many were played; *sound becomes
 * false if one cannot be. */
static uint32_t play_on(Scanner *s, Sketching *show, uint32_t i, uint32_t plies, bool *sound) {
    const GrScanSight *sight = s->scan->sight;
    const GrMove *move = s->sketch.move;
    unsigned types = gr_sketch_types(sight->pieces);
    if (sight->pieces == UINT32_MAX)
        return play_all(s, show, i, plies, sound);
    for (show->due = false; i < plies && !show->due && *sound; i++) {
        uint64_t rest = s->sketch.stir >> i;
        uint32_t stirring = rest & 1 ? i : rest ? i + (uint32_t)__builtin_ctzll(rest) : plies;
        for (; i < stirring; i++)
            gr_sketch_shift(&s->pos, move[i]);
        if (i == plies)
            break;
        show->due = query_grounds_shake(sight->grounds, &s->pos, move[i]);
        *sound = gr_sketch_play(&s->pos, move[i], types);
    }
    return i;
}

/* Shows those positions of the plies that were read in which something has changed, and in any case the last one
 * of the game. 1 to go on, 0 if the game is over, below 0 if it cannot be shown so. */
static int show_sketches(Scanner *s, Sketching *show, uint32_t plies) {
    const GrScan *scan = s->scan;
    uint32_t left = show->game->plies - show->first;
    bool sound = true;
    for (uint32_t i = 0; sound; i = play_on(s, show, i, plies, &sound)) {
        bool last = i == left;
        if (i == plies && !last)
            return 1;
        if (!show->due && !last)
            continue;
        GrMove next = last ? GR_NO_MOVE : s->sketch.move[i];
        gr_sketch_expect(&s->pos, next);
        show->on = scan->visit(scan->context, show->game, show->first + i, &s->pos, next);
        if (show->on <= 0 || last)
            return 0;
    }
    return -1;
}

/* Shows a game as reels. False if that cannot be done; else *on is what came of it. */
static bool play_reels(Scanner *s, const GrScanGame *game, int *on) {
    if (!start_replay(s, game) || !gr_sketch_open(&s->sketch, player_of(s), &s->pos))
        return false;
    for (uint32_t first = 0; first <= game->plies; first += GR_REEL_PLIES) {
        uint32_t left = game->plies - first, plies = left < GR_REEL_PLIES ? left : GR_REEL_PLIES;
        uint32_t count = left < GR_REEL_PLIES ? plies + 1 : plies;
        if (!gr_sketch_film(&s->sketch, player_of(s), plies))
            return false;
        s->scan->sight->reel(s->scan->context, &(GrReel){s->sketch.row, first, count, s->pos.turn});
    }
    *on = scan_end(s, game, 1);
    return true;
}

/* Plays through a game as sketches. False if that cannot be done; else *on is what came of it. */
static bool play_sketch(Scanner *s, const GrScanGame *game, int *on) {
    Sketching show = {.game = game, .due = true};
    int more = 1;
    if (!start_replay(s, game) || !gr_sketch_open(&s->sketch, player_of(s), &s->pos))
        return false;
    for (; more > 0; show.first += GR_SKETCH_PLIES) {
        uint32_t left = game->plies - show.first, plies = left < GR_SKETCH_PLIES ? left : GR_SKETCH_PLIES;
        if (!gr_sketch_read(&s->sketch, player_of(s), plies, s->scan->sight->pieces))
            return false;
        more = show_sketches(s, &show, plies);
    }
    *on = more ? more : scan_end(s, game, show.on);
    return !more;
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
    if ((code == GR_SCAN_DISCOVERIES || code == GR_SCAN_DOUBLES) && is_dull(s, &game, code == GR_SCAN_DOUBLES, line))
        return 0;
    if (code == GR_SCAN_PIECES) {
        if (s->scan->sight->reel ? play_reels(s, &game, &code) : play_sketch(s, &game, &code))
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
    s.book = gr_book_places_open(db);
    s.facts = scan->facts ? gr_facts_open(db) : NULL;
    if (!s.book || (scan->facts && !s.facts))
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
