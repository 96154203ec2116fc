/* The opening tree as text, JSON and explorer JSON. */
#include "db/search/tree_write.h"

#include <stdio.h>

#include "db/store/database.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"

const char *gr_tree_date(uint32_t date, char text[GR_TREE_DATE_SIZE]) {
    unsigned year = date / 512, month = date / 32 % 16, day = date % 32;
    text[0] = '\0';
    if (date && month && day)
        snprintf(text, GR_TREE_DATE_SIZE, "%04u.%02u.%02u", year, month, day);
    else if (date && month)
        snprintf(text, GR_TREE_DATE_SIZE, "%04u.%02u", year, month);
    else if (date)
        snprintf(text, GR_TREE_DATE_SIZE, "%04u", year);
    return text;
}

static void put_number(GrJson *json, const char *name, int number) {
    if (number)
        gr_json_int(json, name, number);
    else
        gr_json_null(json, name);
}

static void put_points(GrJson *json, const GrTreeMove *move) {
    if (!move->pointed) {
        gr_json_null(json, "points");
        return;
    }
    gr_json_open(json, "points", '{');
    gr_json_int(json, "games", (int64_t)move->pointed);
    gr_json_real(json, "white", gr_tree_points(move, GR_WHITE), 4);
    gr_json_real(json, "black", gr_tree_points(move, GR_BLACK), 4);
    gr_json_close(json, '}');
}

void gr_tree_write_move(GrJson *json, const GrPosition *pos, const GrTreeMove *move) {
    char san[GR_SAN_SIZE], uci[GR_UCI_SIZE], date[GR_TREE_DATE_SIZE];
    gr_san_write(pos, move->move, san);
    gr_uci_write(pos, move->move, uci);
    gr_json_string(json, "san", san);
    gr_json_string(json, "uci", uci);
    gr_json_int(json, "games", (int64_t)move->games);
    gr_json_int(json, "white", (int64_t)move->white);
    gr_json_int(json, "draws", (int64_t)move->draws);
    gr_json_int(json, "black", (int64_t)move->black);
    if (gr_tree_score(move) < 0)
        gr_json_null(json, "score");
    else
        gr_json_real(json, "score", gr_tree_score(move), 4);
    put_points(json, move);
    put_number(json, "averageRating", gr_tree_rating(move));
    put_number(json, "performance", gr_tree_performance(move));
    gr_json_string(json, "lastPlayed", move->played ? gr_tree_date(move->played, date) : NULL);
}

static void put_player(GrJson *json, const char *side, const char *name, uint32_t elo) {
    gr_json_open(json, side, '{');
    gr_json_string(json, "name", name);
    put_number(json, "rating", (int)elo);
    gr_json_close(json, '}');
}

static void put_source(GrJson *json, const GrTreeSources *from, unsigned db) {
    if (from->name)
        gr_json_string(json, "db", from->name[db]);
}

static void put_game(GrJson *json, const GrTreeSources *from, const GrPosition *pos,
                     const GrTreeGame *listed, const GrGame *header) {
    char uci[GR_UCI_SIZE], month[16];
    unsigned year = listed->date / 512;
    gr_uci_write(pos, listed->move, uci);
    snprintf(month, sizeof month, "%04u-%02u", year, listed->date / 32 % 16);
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "uci", uci);
    put_source(json, from, listed->db);
    gr_json_int(json, "id", listed->id);
    gr_json_string(json, "winner", listed->result == GR_WHITE_WINS   ? "white"
                                   : listed->result == GR_BLACK_WINS ? "black"
                                                                     : NULL);
    gr_json_string(json, "result", gr_result_text(listed->result));
    put_player(json, "white", gr_game_tag(header, "White"), listed->elo[GR_WHITE]);
    put_player(json, "black", gr_game_tag(header, "Black"), listed->elo[GR_BLACK]);
    put_number(json, "year", (int)year);
    gr_json_string(json, "month", listed->date / 32 % 16 ? month : NULL);
    gr_json_close(json, '}');
}

static int put_games(GrJson *json, const char *name, const GrTreeSources *from,
                     const GrPosition *pos, const GrTreeGame *list, unsigned count,
                     GrError *error) {
    GrGame header;
    int code = 0;
    gr_game_init(&header);
    gr_json_open(json, name, '[');
    for (unsigned i = 0; i < count && !code; i++) {
        code = gr_db_get_header(from->db[list[i].db], list[i].id, &header, error);
        if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN || code == GR_ERR_NOT_FOUND) {
            gr_game_clear(&header); /* already reported, or deleted since */
            code = 0;
        }
        if (!code)
            put_game(json, from, pos, &list[i], &header);
    }
    gr_json_close(json, ']');
    gr_game_free(&header);
    return code;
}

void gr_tree_write_opening(GrJson *json, const GrOpeningNames *names, const GrPosition *pos) {
    GrOpeningName name;
    if (!gr_opening_name(names, pos, &name)) {
        gr_json_null(json, "opening");
        return;
    }
    gr_json_open(json, "opening", '{');
    gr_json_string(json, "eco", name.eco);
    gr_json_string(json, "name", name.name);
    gr_json_close(json, '}');
}

static void put_opening_after(GrJson *json, const GrTreeSources *from, const GrPosition *pos,
                              GrMove move) {
    GrPosition after = *pos;
    if (!from->openings)
        return;
    gr_play(&after, move);
    gr_tree_write_opening(json, from->openings, &after);
}

static void put_moves(GrJson *json, const GrTreeSources *from, const GrPosition *pos,
                      const GrTree *tree) {
    gr_json_open(json, "moves", '[');
    for (size_t i = 0; i < tree->count; i++) {
        const GrTreeMove *move = &tree->move[i];
        gr_json_open(json, NULL, '{');
        gr_tree_write_move(json, pos, move);
        put_opening_after(json, from, pos, move->move);
        if (move->games == 1) { /* then this is it */
            put_source(json, from, move->last_db);
            gr_json_int(json, "game", move->last);
        } else {
            gr_json_null(json, "game");
        }
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

int gr_tree_write_explorer(GrJson *json, const GrTreeSources *from, const GrPosition *pos,
                           const GrTree *tree, GrError *error) {
    char fen[GR_FEN_SIZE];
    gr_fen_write(pos, fen);
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "variant", gr_variant(pos->rules)->name);
    gr_json_string(json, "fen", fen);
    if (from->openings)
        gr_tree_write_opening(json, from->openings, pos);
    gr_json_int(json, "games", (int64_t)tree->games);
    gr_json_int(json, "white", (int64_t)tree->white);
    gr_json_int(json, "draws", (int64_t)tree->draws);
    gr_json_int(json, "black", (int64_t)tree->black);
    gr_json_int(json, "ended", (int64_t)tree->ended);
    if (from->unread)
        gr_json_int(json, "unread", (int64_t)*from->unread);
    put_moves(json, from, pos, tree);
    int code = put_games(json, "topGames", from, pos, tree->best, tree->bests, error);
    if (!code)
        code = put_games(json, "recentGames", from, pos, tree->latest, tree->latests, error);
    gr_json_close(json, '}');
    return code;
}
