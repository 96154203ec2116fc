/* The tables of the loadable extension: games, their tags, moves and positions. */
#include <stdlib.h>
#include <string.h>

#include "db/extension/extension_table.h"
#include "db/store/internal.h"
#include "notation/eval.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"

/* Ratings are numbers; what is no number is not known. */
static void give_number(sqlite3_context *context, const char *text) {
    size_t len = text ? strlen(text) : 0;
    if (len && len < 10 && strspn(text, "0123456789") == len)
        sqlite3_result_int64(context, strtoll(text, NULL, 10));
}

/* grimoire_games */

enum { GAMES_ID, GAMES_VARIANT, GAMES_RESULT, GAMES_PLIES, GAMES_STATUS, GAMES_FAULT, GAMES_TAGS };

static const char *const GAMES_TAG[] = {"White", "Black", "WhiteElo", "BlackElo", "Event", "Site",
                                        "Date", "Round", "ECO", "Opening", "TimeControl",
                                        "Termination", "Annotator"};
enum { GAMES_SCHEMA = GAMES_TAGS + sizeof GAMES_TAG / sizeof *GAMES_TAG };

/* A game that is damaged is a row that says so, so that the others can be had. */
static int games_load(GrTableCursor *cursor, GrError *error) {
    const GrBlock *block;
    uint32_t i;
    int code = gr_db_find(cursor->db, cursor->id, GR_BLOCK_TAGS, &block, &i, error);
    cursor->rows = 1;
    if (code != GR_ERR_DAMAGED && code != GR_ERR_FOREIGN)
        return code;
    cursor->fault = *error;
    cursor->loaded = true;
    return 0;
}

static void games_column(GrTableCursor *cursor, sqlite3_context *context, int column) {
    const GrGame *game = &cursor->game;
    if (!cursor->loaded)
        gr_db_get_header(cursor->db, cursor->id, &cursor->game, &cursor->fault);
    cursor->loaded = true;
    if (cursor->fault.code == GR_ERR_MEMORY)
        sqlite3_result_error_nomem(context);
    else if (column == GAMES_FAULT && cursor->fault.code)
        gr_table_text(context, cursor->fault.text);
    if (cursor->fault.code)
        return;
    if (column == GAMES_VARIANT)
        gr_table_text(context, gr_game_variant(game));
    else if (column == GAMES_RESULT)
        gr_table_text(context, gr_result_text(game->result));
    else if (column == GAMES_PLIES)
        sqlite3_result_int64(context, game->plies);
    else if (column == GAMES_STATUS)
        gr_table_text(context, game->partial ? "partial" : "complete");
    else if (column >= GAMES_TAGS && strstr(GAMES_TAG[column - GAMES_TAGS], "Elo"))
        give_number(context, gr_game_tag(game, GAMES_TAG[column - GAMES_TAGS]));
    else if (column >= GAMES_TAGS)
        gr_table_text(context, gr_game_tag(game, GAMES_TAG[column - GAMES_TAGS]));
}

static const GrTableKind GAMES = {
    .name = "grimoire_games",
    .declaration = "CREATE TABLE games(id INTEGER, variant TEXT, result TEXT, plies INTEGER, "
                   "status TEXT, fault TEXT, white TEXT, black TEXT, whiteelo INTEGER, "
                   "blackelo INTEGER, event TEXT, site TEXT, date TEXT, round TEXT, eco TEXT, "
                   "opening TEXT, timecontrol TEXT, termination TEXT, annotator TEXT, "
                   "schema TEXT HIDDEN)",
    .game = GAMES_ID, .ply = -1, .schema = GAMES_SCHEMA,
    .load = games_load, .column = games_column,
};

/* grimoire_tags */

enum { TAGS_PLACE, TAGS_NAME, TAGS_VALUE, TAGS_GAME, TAGS_SCHEMA };

static int tags_load(GrTableCursor *cursor, GrError *error) {
    int code = gr_db_get_header(cursor->db, cursor->id, &cursor->game, error);
    cursor->rows = code ? 0 : (uint32_t)cursor->game.tag_count;
    return code;
}

static void tags_column(GrTableCursor *cursor, sqlite3_context *context, int column) {
    const GrTag *tag = &cursor->game.tags[cursor->row];
    if (column == TAGS_PLACE)
        sqlite3_result_int64(context, cursor->row + 1);
    else if (column == TAGS_NAME)
        gr_table_text(context, gr_game_string(&cursor->game, tag->name));
    else if (column == TAGS_VALUE)
        gr_table_text(context, gr_game_string(&cursor->game, tag->value));
}

static const GrTableKind TAGS = {
    .name = "grimoire_tags",
    .declaration = "CREATE TABLE tags(place INTEGER, name TEXT, value TEXT, "
                   "game INTEGER HIDDEN, schema TEXT HIDDEN)",
    .game = TAGS_GAME, .ply = TAGS_PLACE, .schema = TAGS_SCHEMA,
    .load = tags_load, .column = tags_column,
};

/* grimoire_moves and grimoire_positions: along the main line */

static int line_load(GrTableCursor *cursor, GrError *error) {
    int code = gr_db_get_game(cursor->db, cursor->id, &cursor->game, error);
    if (code || !cursor->game.rules)
        return code;
    cursor->rows = cursor->game.plies;
    cursor->node = cursor->game.nodes[0].next;
    cursor->pos = cursor->game.start;
    return 0;
}

static void give_side(sqlite3_context *context, const GrPosition *pos) {
    gr_table_text(context, pos->turn == GR_WHITE ? "white" : "black");
}

/* The row's move; NULL behind the last one. */
static void give_move(const GrTableCursor *cursor, sqlite3_context *context, bool san) {
    if (cursor->node)
        gr_table_move(cursor, context, cursor->game.nodes[cursor->node].move, san);
}

enum { MOVES_PLY, MOVES_NUMBER, MOVES_SIDE, MOVES_SAN, MOVES_UCI, MOVES_COMMENT, MOVES_NAGS,
       MOVES_EVAL, MOVES_MATE, MOVES_GAME, MOVES_SCHEMA };

/* Several comments of a move as lines. */
static void give_comment(sqlite3_context *context, const char *comment) {
    GrBuffer text;
    gr_buffer_init(&text);
    gr_comment_lines(&text, comment);
    if (text.failed)
        sqlite3_result_error_nomem(context);
    else if (*comment)
        gr_table_text(context, text.data);
    gr_buffer_free(&text);
}

/* NAGs as a JSON array. */
static void give_nags(sqlite3_context *context, const char *nags) {
    GrBuffer text;
    gr_buffer_init(&text);
    for (const unsigned char *nag = (const unsigned char *)nags; *nag; nag++)
        gr_buffer_printf(&text, "%c%u", text.len ? ',' : '[', *nag);
    gr_buffer_putc(&text, ']');
    if (text.failed)
        sqlite3_result_error_nomem(context);
    else if (*nags)
        gr_table_text(context, text.data);
    gr_buffer_free(&text);
}

static void give_eval(sqlite3_context *context, const char *comment, bool mate) {
    GrEval eval;
    if (!gr_eval_find(comment, &eval) || eval.mate != mate)
        return;
    if (mate)
        sqlite3_result_int(context, eval.moves);
    else
        sqlite3_result_double(context, eval.centipawns / 100.0);
}

static void moves_column(GrTableCursor *cursor, sqlite3_context *context, int column) {
    const GrGame *game = &cursor->game;
    const GrNode *node = &game->nodes[cursor->node];
    switch (column) {
    case MOVES_PLY:
        sqlite3_result_int64(context, cursor->row + 1);
        break;
    case MOVES_NUMBER:
        sqlite3_result_int(context, cursor->pos.number);
        break;
    case MOVES_SIDE:
        give_side(context, &cursor->pos);
        break;
    case MOVES_SAN:
    case MOVES_UCI:
        give_move(cursor, context, column == MOVES_SAN);
        break;
    case MOVES_COMMENT:
        give_comment(context, gr_game_string(game, node->comment));
        break;
    case MOVES_NAGS:
        give_nags(context, gr_game_string(game, node->nags));
        break;
    default:
        give_eval(context, gr_game_string(game, node->comment), column == MOVES_MATE);
    }
}

static const GrTableKind MOVES = {
    .name = "grimoire_moves",
    .declaration = "CREATE TABLE moves(ply INTEGER, number INTEGER, side TEXT, san TEXT, uci TEXT, "
                   "comment TEXT, nags TEXT, eval REAL, mate INTEGER, "
                   "game INTEGER HIDDEN, schema TEXT HIDDEN)",
    .game = MOVES_GAME, .ply = MOVES_PLY, .schema = MOVES_SCHEMA,
    .load = line_load, .step = gr_table_step, .column = moves_column,
};

enum { POSITIONS_PLY, POSITIONS_FEN, POSITIONS_KEY, POSITIONS_SIDE, POSITIONS_CHECK,
       POSITIONS_LEGAL, POSITIONS_SAN, POSITIONS_UCI, POSITIONS_GAME, POSITIONS_SCHEMA };

static int positions_load(GrTableCursor *cursor, GrError *error) {
    int code = line_load(cursor, error);
    cursor->rows = code || !cursor->game.rules ? 0 : cursor->game.plies + 1;
    return code;
}

static void positions_column(GrTableCursor *cursor, sqlite3_context *context, int column) {
    const GrPosition *pos = &cursor->pos;
    char fen[GR_FEN_SIZE];
    switch (column) {
    case POSITIONS_PLY:
        sqlite3_result_int64(context, cursor->row);
        break;
    case POSITIONS_FEN:
        gr_fen_write(pos, fen);
        gr_table_text(context, fen);
        break;
    case POSITIONS_KEY:
        sqlite3_result_int64(context, (sqlite3_int64)pos->key);
        break;
    case POSITIONS_SIDE:
        give_side(context, pos);
        break;
    case POSITIONS_CHECK:
        sqlite3_result_int(context, gr_in_check(pos));
        break;
    case POSITIONS_LEGAL:
        sqlite3_result_int64(context, (sqlite3_int64)gr_count_moves(pos));
        break;
    default:
        give_move(cursor, context, column == POSITIONS_SAN);
    }
}

static const GrTableKind POSITIONS = {
    .name = "grimoire_positions",
    .declaration = "CREATE TABLE positions(ply INTEGER, fen TEXT, key INTEGER, side TEXT, "
                   "in_check INTEGER, legal INTEGER, san TEXT, uci TEXT, "
                   "game INTEGER HIDDEN, schema TEXT HIDDEN)",
    .game = POSITIONS_GAME, .ply = POSITIONS_PLY, .schema = POSITIONS_SCHEMA,
    .load = positions_load, .step = gr_table_step, .column = positions_column,
};

const GrTableKind *const gr_table_kinds[] = {&GAMES, &TAGS, &MOVES, &POSITIONS,
                                            &gr_judged_kind, NULL};
