/* Playing through the games of a selection. */
#include "db/search/scan.h"

#include "db/index/coverage.h"
#include "db/index/facts.h"
#include "db/index/position_index.h"
#include "db/query/run/film.h"
#include "db/search/watch.h"

typedef struct Scanner {
    GrDb *db;
    const GrScan *scan;
    GrGame game;      /* for games that are read before they are played through */
    GrFacts *facts;
    GrPosition pos;   /* of the game at hand */
    GrStoredLine line; /* its moves, */
    GrBuffer bytes;   /* and their bytes */
    uint32_t variant; /* number of the variant asked for last, and its rules */
    const GrRules *rules;
    bool damaged;
    bool doubtful;    /* whether the game at hand is selected is not known: it cannot be read as a whole */
    bool missing;     /* the game at hand is not there */
    int64_t asked;    /* number / 64 of the game after which it was asked whether to stop */
    GrError *error;
} Scanner;

/* What lines are read with; it knows the last variant, so that not every scan learns it anew. */
static GrLineFilmer *filmer_of(Scanner *s) {
    return &gr_coverage(s->db)->filmer;
}

static const GrRules *rules_of(Scanner *s, uint32_t variant) {
    if (s->variant != variant || !s->rules)
        s->rules = gr_variant_rules(s->db, variant);
    s->variant = variant;
    return s->rules;
}

/* A game that cannot be read, and why: 0, or the code of what is no damage. */
static int unread(Scanner *s, int64_t id, GrError *why) {
    if (!gr_is_damage((int)why->code))
        return gr_fail(s->error, why->code, "%s", why->text);
    s->damaged = true;
    if (s->scan->unread)
        s->scan->unread(s->scan->context, id, why);
    return 0;
}

/* After the last position that is shown of a game; `on` is what visit said of it. */
static int end_game(Scanner *s, const GrScanGame *game, int on) {
    if (on < 0)
        return on;
    return s->scan->end ? s->scan->end(s->scan->context, game) : 0;
}

/* ---- reading a game ---- */

/* Must the texts be there to read the game's tags? */
static bool needs_texts(Scanner *s, const GrBlock *block, const GrRow *row) {
    GrError why;
    return block->suspect ||
           (s->scan->tags && !gr_row_read_tags(s->db, row, s->scan->tags, &s->game, &why));
}

/* Finds the row of a game, with what the scan needs of its block, and its facts. */
static int find_row(Scanner *s, GrScanGame *game, const GrBlock **block, GrRow *row, GrError *why) {
    uint32_t i, value[GR_FACTS] = {0};
    GrBlockParts first = s->scan->tags ? GR_BLOCK_TAGS : GR_BLOCK_MOVES;
    int got = 1, code = gr_db_find(s->db, game->id, first, block, &i, why);
    if (code)
        return code;
    gr_block_row(*block, i, row);
    if (s->scan->facts)
        got = gr_facts_read(s->facts, s->db, (*block)->first, i, value, why);
    if (got <= 0 || needs_texts(s, *block, row)) {
        code = got < 0 ? got : gr_db_find(s->db, game->id, GR_BLOCK_TEXTS, block, &i, why);
        if (!code)
            gr_block_row(*block, i, row);
        if (!code && !got)
            code = gr_facts_of_row(s->db, row, value, why);
    }
    game->elo[0] = value[GR_FACT_WHITE_ELO];
    game->elo[1] = value[GR_FACT_BLACK_ELO];
    game->date = value[GR_FACT_DATE];
    return code;
}

/* The tags that the scan asks for, of a row whose block has its texts if they are needed. A game of a suspect block is
 * read as a whole, since that checks it. */
static int read_tags(Scanner *s, const GrBlock *block, const GrRow *row, GrScanGame *game, GrError *why) {
    int got = 0;
    if (!block->suspect && !s->scan->tags)
        return 0;
    if (!block->suspect)
        got = gr_row_read_tags(s->db, row, s->scan->tags, &s->game, why);
    if (!got)
        got = gr_row_read(s->db, row, block->suspect, &s->game, why);
    game->game = s->scan->tags ? &s->game : NULL;
    return got > 0 ? 0 : got;
}

/* Reads of the game what the scan asks for. */
static int read_game(Scanner *s, GrScanGame *game, GrError *why) {
    const GrBlock *block;
    GrRow own, *row = &own;
    int code = find_row(s, game, &block, row, why);
    s->missing = code == GR_ERR_NOT_FOUND;
    if (code)
        return code;
    game->result = (GrResult)(row->column[GR_COL_FLAGS] & GR_FLAG_RESULT);
    game->partial = (row->column[GR_COL_FLAGS] & GR_FLAG_PARTIAL) != 0;
    game->plies = row->column[GR_COL_PLIES];
    game->bare = s->scan->tags && !block->suspect && !block->column[GR_COL_TEXTS][game->id - block->first];
    game->rules = rules_of(s, row->column[GR_COL_VARIANT]);
    code = game->rules ? 0 : gr_row_rules(s->db, row, &game->rules, why);
    return code ? code : read_tags(s, block, row, game, why);
}

/* Makes the line of the game the one at hand, and keeps its bytes: whoever is shown it may read other games. */
static int open_line(Scanner *s, int64_t id, GrError *why) {
    int code = gr_db_line(s->db, id, &s->line, &s->pos, why);
    if (code)
        return code;
    gr_buffer_clear(&s->bytes);
    gr_put_bytes(&s->bytes, s->line.moves, s->line.len);
    s->line.moves = (const uint8_t *)s->bytes.data;
    return s->bytes.failed ? gr_no_memory(why) : 0;
}

/* ---- showing it ---- */

/* Shows a position, or, of a game that is watched, looks whether it has to be shown. 1 to go on, 0 for the next game,
 * below 0 to end the scan. */
static inline int show(Scanner *s, const GrScanGame *game, uint32_t ply, GrMove next) {
    const GrScan *scan = s->scan;
    GrOutlook outlook = scan->watch ? gr_watch(scan->watch, &s->pos) : GR_OUTLOOK_THERE;
    if (outlook != GR_OUTLOOK_THERE)
        return outlook == GR_OUTLOOK_AHEAD;
    return scan->visit(scan->context, game, ply, &s->pos, next);
}

/* Plays through the game at hand. */
static int play_through(Scanner *s, const GrScanGame *game) {
    GrLineReader *reader = &filmer_of(s)->line;
    GrError why;
    gr_move_line_open(reader, &s->pos, s->line.moves, s->line.len);
    for (uint32_t ply = 0;; ply++) {
        GrMove next = ply < game->plies ? gr_move_line_next(reader, &s->pos) : GR_NO_MOVE;
        if (next == GR_NO_MOVE && ply < game->plies) {
            gr_fail(&why, GR_ERR_DAMAGED, "the game's moves are damaged");
            return unread(s, game->id, &why);
        }
        int on = show(s, game, ply, next);
        if (on <= 0 || ply == game->plies)
            return end_game(s, game, on);
        gr_play(&s->pos, next);
    }
}

/* Shows the game at hand, at the start of which s->pos stands, as a film (GR_FILM_ROWS, GR_FILM_MOVES). False if that
 * cannot be done; else *on is what came of it. */
static bool film_game(Scanner *s, const GrScanGame *game, unsigned what, int *on) {
    const GrScan *scan = s->scan;
    GrLineFilmer *filmer = filmer_of(s);
    if (!gr_move_film_open(filmer, &s->pos, s->line.moves, s->line.len))
        return false;
    for (uint32_t first = 0; first <= game->plies; first += GR_FILM_PLIES) {
        uint32_t left = game->plies - first, plies = left < GR_FILM_PLIES ? left : GR_FILM_PLIES;
        uint32_t count = left < GR_FILM_PLIES ? plies + 1 : plies;
        if (!gr_move_film_next(filmer, plies, what))
            return false;
        GrFilm film = {&s->pos, filmer->row, filmer->played, first, count, s->pos.turn,
                       (uint16_t)(s->pos.number + first / 2)};
        if (!scan->film(scan->context, &film))
            break;
    }
    *on = end_game(s, game, 1);
    return true;
}

/* What is to be shown of a game, as GrScan.begin says. */
static int ask(Scanner *s, const GrScanGame *game) {
    const GrScan *scan = s->scan;
    int on = scan->begin ? scan->begin(scan->context, game) : 1;
    return on > 0 && !game->rules ? 0 : on;
}

static int scan_game(Scanner *s, int64_t id) {
    GrError why; /* large, and filled only when something fails */
    GrScanGame game = {.id = id};
    int code = s->scan->known ? s->scan->known(s->scan->context, id) : 0;
    if (code)
        return code < 0 ? code : 0;
    code = s->doubtful ? gr_db_get_game(s->db, id, &s->game, &why) : 0;
    if (!code)
        code = read_game(s, &game, &why);
    if (code)
        return s->missing ? 0 : unread(s, id, &why);
    if (s->scan->rules && s->scan->rules != game.rules)
        return 0;
    code = ask(s, &game);
    if (code <= 0)
        return code;
    if (open_line(s, id, &why))
        return unread(s, id, &why);
    if (code > 1) {
        if (film_game(s, &game, (unsigned)code / GR_SCAN_ROWS, &code))
            return code;
        code = ask(s, &game);
    }
    return code > 0 ? play_through(s, &game) : code;
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
    while (!code && (got = gr_cursor_next(cursor, &id, s->error)) != 0) {
        s->doubtful = got > 0 && gr_cursor_is_doubtful(cursor);
        code = got < 0 ? got : scan_next(s, id, last);
    }
    if (cursor != s->scan->cursor)
        gr_cursor_close(cursor);
    return code;
}

/* Passes from a game that is not there to the one before the next that may be. One that its block has was deleted. */
static int pass_gap(Scanner *s, int64_t *id, int64_t end) {
    int code = 0;
    s->missing = false;
    if (!gr_block_has(&s->db->peek, *id))
        code = gr_db_note_missing(s->db, *id, s->error);
    int64_t next = code ? code : gr_db_next_game(s->db, *id + 1, s->error);
    if (next < 0)
        return (int)next;
    *id = next && next <= end ? next - 1 : end;
    return 0;
}

/* Is it only asked for the variant that all games have? */
static bool selects_all(Scanner *s, const GrSelection *selection) {
    bool all = s->db->catalog.variants.top == 1;
    for (size_t i = 0; all && i < selection->count; i++)
        all = selection->condition[i].subject == GR_ON_VARIANT && selection->condition[i].rules == rules_of(s, 1);
    return all;
}

static int scan_numbers(Scanner *s, int64_t end, int64_t last) {
    int64_t first = s->scan->from > 1 ? s->scan->from : 1;
    int code = 0;
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

static int scan_all(Scanner *s, const GrSelection *selection) {
    int64_t last = gr_db_last(s->db, s->error), end = s->scan->to && s->scan->to < last ? s->scan->to : last;
    int code = last < 0 ? (int)last : gr_db_flush(s->db, s->error);
    if (code)
        return code;
    if (s->scan->cursor || (selection && selection->count && !selects_all(s, selection)))
        code = scan_selected(s, selection, last);
    else
        code = scan_numbers(s, end, last);
    if (!code && end == last)
        code = gr_db_note_missing_end(s->db, s->error);
    return code;
}

int gr_scan(GrDb *db, const GrSelection *selection, const GrScan *scan, GrError *error) {
    GrError own;
    Scanner s = {.db = db, .scan = scan, .error = error ? error : &own};
    bool own_read = !db->reading;
    int code = gr_db_begin_read(db, s.error);
    if (code)
        return code;
    gr_game_init(&s.game);
    gr_buffer_init(&s.bytes);
    code = gr_coverage_load(db, s.error);
    s.facts = scan->facts ? gr_facts_open(db) : NULL;
    if (!code && scan->facts && !s.facts)
        code = gr_no_memory(s.error);
    if (!code)
        code = scan_all(&s, selection);
    gr_game_free(&s.game);
    gr_buffer_free(&s.bytes);
    if (own_read)
        gr_db_end_read(db);
    if (!code && s.damaged)
        code = gr_fail(s.error, GR_ERR_DAMAGED, "some games cannot be read");
    return code;
}
