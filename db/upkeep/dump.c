/* A database as SQL or JSON lines. */
#include "db/upkeep/dump.h"

#include <inttypes.h>
#include <stdio.h>

#include "notation/json.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "notation/write/format.h"
#include "rules/fen.h"

void gr_dump_begin(GrBuffer *out) {
    gr_buffer_puts(out, "BEGIN;\n"
                        "CREATE TABLE game(\n"
                        "  id INTEGER PRIMARY KEY,\n"
                        "  variant TEXT,\n"
                        "  result TEXT NOT NULL,\n"
                        "  plies INTEGER NOT NULL,\n"
                        "  status TEXT NOT NULL,\n"
                        "  start_fen TEXT,\n"
                        "  final_fen TEXT,\n"
                        "  moves TEXT NOT NULL,\n"
                        "  pgn TEXT NOT NULL\n"
                        ");\n"
                        "CREATE TABLE tag(\n"
                        "  game_id INTEGER NOT NULL REFERENCES game(id),\n"
                        "  place INTEGER NOT NULL,\n"
                        "  name TEXT NOT NULL,\n"
                        "  value TEXT NOT NULL,\n"
                        "  PRIMARY KEY(game_id, place)\n"
                        ");\n"
                        "CREATE TABLE judge(\n"
                        "  id INTEGER PRIMARY KEY,\n"
                        "  name TEXT NOT NULL,\n"
                        "  engine TEXT NOT NULL,\n"
                        "  options TEXT NOT NULL,\n"
                        "  kind TEXT NOT NULL,\n"
                        "  amount INTEGER NOT NULL,\n"
                        "  lines INTEGER NOT NULL\n"
                        ");\n"
                        "CREATE TABLE evaluation(\n"
                        "  judge_id INTEGER NOT NULL REFERENCES judge(id),\n"
                        "  variant TEXT NOT NULL,\n"
                        "  key TEXT NOT NULL,\n"
                        "  line INTEGER NOT NULL,\n"
                        "  centipawns INTEGER,\n"
                        "  mate INTEGER,\n"
                        "  depth INTEGER,\n"
                        "  nodes INTEGER,\n"
                        "  moves TEXT NOT NULL,\n"
                        "  PRIMARY KEY(variant, key, judge_id, line)\n"
                        ");\n"
                        "CREATE TABLE position(\n"
                        "  game_id INTEGER NOT NULL REFERENCES game(id),\n"
                        "  ply INTEGER NOT NULL,\n"
                        "  key TEXT NOT NULL,\n"
                        "  PRIMARY KEY(game_id, ply)\n"
                        ");\n");
}

void gr_dump_begin_moves(GrBuffer *out) {
    gr_buffer_puts(out, "CREATE TABLE move(\n"
                        "  game_id INTEGER NOT NULL REFERENCES game(id),\n"
                        "  ply INTEGER NOT NULL,\n"
                        "  number INTEGER NOT NULL,\n"
                        "  side TEXT NOT NULL,\n"
                        "  san TEXT NOT NULL,\n"
                        "  uci TEXT NOT NULL,\n"
                        "  comment TEXT NOT NULL,\n"
                        "  fen TEXT NOT NULL,\n"
                        "  PRIMARY KEY(game_id, ply)\n"
                        ");\n"
                        "CREATE INDEX tag_value ON tag(name, value);\n"
                        "CREATE INDEX position_key ON position(key);\n");
}

/* A string in quotes, those inside doubled; NULL as NULL. */
static void put_string(GrBuffer *out, const char *text, const char *end) {
    if (!text) {
        gr_buffer_printf(out, "NULL%s", end);
        return;
    }
    gr_buffer_putc(out, '\'');
    for (; *text; text++) {
        if (*text == '\'')
            gr_buffer_putc(out, '\'');
        gr_buffer_putc(out, *text);
    }
    gr_buffer_printf(out, "'%s", end);
}

/* What a format gives, as a string without the line end at its end. */
static void put_written(GrBuffer *out, const GrGame *game, const GrFormat *format, const char *end) {
    GrBuffer text;
    gr_buffer_init(&text);
    format->game(&text, game, 1, 1);
    out->failed |= text.failed;
    while (text.len && text.data[text.len - 1] == '\n')
        text.data[--text.len] = '\0';
    put_string(out, text.data ? text.data : "", end);
    gr_buffer_free(&text);
}

void gr_dump_game(GrBuffer *out, int64_t id, const GrGame *game) {
    char start[GR_FEN_SIZE] = "", final[GR_FEN_SIZE] = "";
    if (game->rules) {
        GrPosition pos;
        gr_game_position(game, UINT32_MAX, &pos);
        gr_fen_write(&game->start, start);
        gr_fen_write(&pos, final);
    }
    gr_buffer_printf(out, "INSERT INTO game VALUES(%" PRId64 ", ", id);
    put_string(out, gr_game_variant(game), ", ");
    gr_buffer_printf(out, "'%s', %" PRIu32 ", '%s', ", gr_result_text(game->result), game->plies,
                     game->partial ? "partial" : "complete");
    put_string(out, *start ? start : NULL, ", ");
    put_string(out, *final ? final : NULL, ", ");
    put_written(out, game, &gr_format_san, ", ");
    put_written(out, game, &gr_format_pgn, ");\n");
    for (size_t i = 0; i < game->tag_count; i++) {
        gr_buffer_printf(out, "INSERT INTO tag VALUES(%" PRId64 ", %zu, ", id, i + 1);
        put_string(out, gr_game_string(game, game->tags[i].name), ", ");
        put_string(out, gr_game_string(game, game->tags[i].value), ");\n");
    }
}

void gr_dump_judge(GrBuffer *out, size_t id, const GrJudge *judge) {
    char name[GR_JUDGE_NAME];
    gr_judge_name(judge, name);
    gr_buffer_printf(out, "INSERT INTO judge VALUES(%zu, ", id);
    put_string(out, name, ", ");
    put_string(out, judge->engine, ", ");
    put_string(out, judge->options, ", ");
    gr_buffer_printf(out, "'%s', %" PRIu64 ", %d);\n", gr_limit_kind_name(judge->kind), judge->amount,
                     judge->lines);
}

/* A number, or NULL for 0. */
static void put_known(GrBuffer *out, uint64_t number) {
    if (number)
        gr_buffer_printf(out, "%" PRIu64 ", ", number);
    else
        gr_buffer_puts(out, "NULL, ");
}

void gr_dump_evaluation(GrBuffer *out, size_t judge, const GrRules *rules,
                        const GrEvaluation *evaluation) {
    const GrVerdict *v = &evaluation->verdict;
    char moves[GR_LINE_SIZE];
    for (int i = 0; i < v->lines; i++) {
        GrScore score = v->line[i].score;
        gr_buffer_printf(out, "INSERT INTO evaluation VALUES(%zu, '%s', '%016" PRIx64 "', %d, ", judge,
                         gr_variant(rules)->name, evaluation->key, i + 1);
        if (gr_score_is_mate(score))
            gr_buffer_printf(out, "NULL, %d, ", gr_score_mate_moves(score));
        else
            gr_buffer_printf(out, "%d, NULL, ", score);
        put_known(out, (uint64_t)v->depth);
        put_known(out, v->nodes);
        gr_line_write(rules, &v->line[i], moves);
        gr_buffer_printf(out, "'%s');\n", moves);
    }
}

static void put_json_line(GrJson *json, const GrRules *rules, const GrVerdictLine *line) {
    char moves[GR_LINE_SIZE];
    bool mate = gr_score_is_mate(line->score);
    gr_line_write(rules, line, moves);
    gr_json_open(json, NULL, '{');
    gr_json_int(json, mate ? "mate" : "cp", mate ? gr_score_mate_moves(line->score) : line->score);
    gr_json_string(json, "moves", moves);
    gr_json_close(json, '}');
}

void gr_dump_evaluation_json(GrBuffer *out, const GrJudge *judge, const GrRules *rules,
                             const GrEvaluation *evaluation) {
    const GrVerdict *v = &evaluation->verdict;
    char name[GR_JUDGE_NAME], key[17];
    GrJson json;
    gr_judge_name(judge, name);
    snprintf(key, sizeof key, "%016" PRIx64, evaluation->key);
    gr_json_start(&json, gr_put_buffer, out);
    gr_json_open(&json, NULL, '{');
    gr_json_string(&json, "judge", name);
    gr_json_string(&json, "variant", gr_variant(rules)->name);
    gr_json_string(&json, "key", key);
    gr_json_int(&json, "depth", v->depth);
    gr_json_int(&json, "nodes", (int64_t)v->nodes);
    gr_json_open(&json, "lines", '[');
    for (int i = 0; i < v->lines; i++)
        put_json_line(&json, rules, &v->line[i]);
    gr_json_close(&json, ']');
    gr_json_close(&json, '}');
    gr_buffer_putc(out, '\n');
}

void gr_dump_positions(GrBuffer *out, int64_t id, const GrGame *game) {
    GrPosition pos = game->start;
    uint32_t node = game->rules && game->node_count ? game->nodes[0].next : 0;
    for (uint32_t ply = 0; game->rules; ply++) {
        gr_buffer_printf(out, "INSERT INTO position VALUES(%" PRId64 ", %" PRIu32 ", '%016" PRIx64
                         "');\n", id, ply, pos.key);
        if (!node)
            break;
        gr_play(&pos, game->nodes[node].move);
        node = game->nodes[node].next;
    }
}

/* Comments in a row are separated by line ends. */
static void put_comments(GrBuffer *out, const char *text) {
    GrBuffer lines;
    gr_buffer_init(&lines);
    gr_comment_lines(&lines, text);
    out->failed |= lines.failed;
    put_string(out, lines.len ? lines.data : "", ", ");
    gr_buffer_free(&lines);
}

/* The row of one move; plays it. */
static void put_move(GrBuffer *out, int64_t id, const GrGame *game, const GrNode *node, uint32_t ply,
                     GrPosition *pos) {
    char san[GR_SAN_SIZE], uci[GR_UCI_SIZE], fen[GR_FEN_SIZE];
    int turn = pos->turn;
    unsigned number = pos->number;
    gr_uci_write(pos, node->move, uci);
    gr_san_play(pos, node->move, san);
    gr_fen_write(pos, fen);
    gr_buffer_printf(out, "INSERT INTO move VALUES(%" PRId64 ", %" PRIu32 ", %u, '%s', ", id, ply,
                     number, turn == GR_WHITE ? "white" : "black");
    put_string(out, san, ", ");
    put_string(out, uci, ", ");
    put_comments(out, gr_game_string(game, node->comment));
    put_string(out, fen, ");\n");
}

void gr_dump_moves(GrBuffer *out, int64_t id, const GrGame *game) {
    GrPosition pos = game->start;
    uint32_t node = game->rules && game->node_count ? game->nodes[0].next : 0;
    for (uint32_t ply = 1; node; ply++) {
        put_move(out, id, game, &game->nodes[node], ply, &pos);
        node = game->nodes[node].next;
    }
}

void gr_dump_end(GrBuffer *out) {
    gr_buffer_puts(out, "COMMIT;\n");
}
