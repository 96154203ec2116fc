/* Records of Shogi in Japanese in UTF-8, KIF and KI2: with comments and variations, KIF with times. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/write/format.h"
#include "notation/write/ki2.h"
#include "rules/fen.h"

/* ---- headers ---- */

/* "飛二　角　": what is in hand; なし if that is nothing. */
static void put_hand(GrBuffer *out, const GrPosition *pos, int side, const char *words) {
    const GrVariant *v = gr_variant(pos->rules);
    bool any = false;
    gr_buffer_puts(out, words);
    for (int i = 1; i < GR_SHOGI_FIRST_PROMOTED; i++) {
        int type = gr_shogi_type(v, &gr_shogi_pieces[i]), n = type ? gr_in_hand(pos, side, type) : 0;
        if (n > 0)
            gr_buffer_printf(out, "%s%s%s　", gr_shogi_pieces[i].kif, n >= 10 ? "十" : "",
                             n == 1 ? "" : gr_shogi_ranks[n % 10]);
        any |= n > 0;
    }
    gr_buffer_puts(out, any ? "\n" : "なし\n");
}

/* A place of the board has one character; promoted pieces with two have another word of one. */
static const char *short_word(const GrShogiPiece *piece) {
    return strlen(piece->kif) > 3 ? piece->others : piece->kif;
}

/* Three dashes to a file. */
static void put_edge(GrBuffer *out, const GrVariant *v) {
    gr_buffer_printf(out, "+%.*s+\n", 3 * v->files, "---------------------------");
}

static void put_board(GrBuffer *out, const GrPosition *pos) {
    const GrVariant *v = gr_variant(pos->rules);
    put_hand(out, pos, GR_BLACK, "後手の持駒：");
    gr_buffer_putc(out, ' ');
    for (int file = v->files; file >= 1; file--)
        gr_buffer_printf(out, " %s", gr_shogi_files[file]);
    gr_buffer_putc(out, '\n');
    put_edge(out, v);
    for (int rank = 1; rank <= v->ranks; rank++) {
        gr_buffer_putc(out, '|');
        for (int file = v->files; file >= 1; file--) {
            int code = pos->board[gr_shogi_square(v, file, rank)];
            const GrShogiPiece *piece = code == GR_EMPTY ? NULL : gr_shogi_piece(v, gr_type_of(code));
            gr_buffer_putc(out, piece && gr_side_of(code) == GR_BLACK ? 'v' : ' ');
            gr_buffer_puts(out, piece ? short_word(piece) : "・");
        }
        gr_buffer_printf(out, "|%s\n", gr_shogi_ranks[rank]);
    }
    put_edge(out, v);
    put_hand(out, pos, GR_WHITE, "先手の持駒：");
    gr_buffer_puts(out, pos->turn == GR_BLACK ? "後手番\n" : "");
}

/* The handicap that the game begins with, -1 if with none that has a name. */
static int handicap_of(const GrGame *game) {
    char fen[GR_SHOGI_FEN];
    GrPosition pos;
    const int size = gr_variant(game->rules)->files;
    for (int i = 0; gr_shogi_handicap(size, i); i++) {
        gr_shogi_handicap_fen(size, i, fen);
        if (!gr_fen_read(game->rules, fen, &pos, NULL) && gr_same(&pos, &game->start))
            return i;
    }
    return -1;
}

/* Tags that no header of KIF has a word for are headers by their own names. */
static void put_other_tags(GrBuffer *out, const GrGame *game) {
    static const char *const others[] = {"White", "Black", "Date", "Result", "Variant", "FEN", "SetUp", "Handicap"};
    bool timed = gr_game_known_tag(game, "Date") != NULL; /* then the time stands with it */
    for (size_t n = 0; n < game->tag_count; n++) {
        const char *name = gr_game_string(game, game->tags[n].name);
        bool other = isupper((unsigned char)*name) && strlen(name) < 32 && !(timed && !strcmp(name, "Time"));
        for (size_t i = 0; i < sizeof others / sizeof *others && other; i++)
            other = strcmp(name, others[i]) != 0;
        for (int i = 0; i < GR_KIF_HEADERS && other; i++)
            other = strcmp(name, gr_kif_headers[i].tag) != 0;
        char key[40];
        snprintf(key, sizeof key, "%.31s：", name);
        if (other)
            gr_shogi_put_tag(out, game, key, name);
    }
}

static void put_header(GrBuffer *out, const GrGame *game, bool ki2) {
    int handicap = -1;
    gr_buffer_puts(out, ki2 ? "# KI2 encoding=UTF-8\n" : "#KIF version=2.0 encoding=UTF-8\n");
    gr_shogi_put_start(out, game, "開始日時：");
    for (int i = 0; i < GR_KIF_HEADERS; i++) {
        char key[40];
        snprintf(key, sizeof key, "%s：", gr_kif_headers[i].key);
        gr_shogi_put_tag(out, game, key, gr_kif_headers[i].tag);
    }
    const int size = gr_variant(game->rules)->files;
    const bool mini = size == GR_MINISHOGI_SIZE, usual = gr_shogi_usual_start(game);
    handicap = usual ? -1 : handicap_of(game);
    const char *how = handicap >= 0 ? gr_shogi_handicap(size, handicap) : usual && !mini ? "平手" : "";
    if (mini || *how)
        gr_buffer_printf(out, "手合割：%s%s%s\n", mini ? GR_MINISHOGI : "", mini && *how ? "　" : "", how);
    if (!usual && handicap < 0)
        put_board(out, &game->start);
    gr_shogi_put_tag(out, game, handicap >= 0 ? "下手：" : "先手：", "White");
    gr_shogi_put_tag(out, game, handicap >= 0 ? "上手：" : "後手：", "Black");
    put_other_tags(out, game);
    gr_buffer_puts(out, ki2 ? "\n" : "手数----指手---------消費時間--\n");
    gr_shogi_put_comment(out, game, game->nodes[0].comment, "*");
}

/* ---- moves ---- */

static void put_move(GrBuffer *out, const GrPosition *pos, GrMove move, int target) {
    const GrVariant *v = gr_variant(pos->rules);
    const GrShogiPiece *piece = gr_shogi_mover(pos, move);
    int from = gr_move_from(move);
    gr_shogi_put_target(out, v, gr_move_to(move), target);
    gr_buffer_puts(out, piece ? piece->kif : "？");
    if (gr_move_kind(move) == GR_ENTER)
        gr_buffer_puts(out, "打");
    else
        gr_buffer_printf(out, "%s(%d%d)", gr_move_becomes(move) ? "成" : "", gr_shogi_file(v, from),
                         gr_shogi_rank(v, from));
}

/* A line of the game: from the node on, which is that ply of it, from 1. */
typedef struct Line {
    GrPosition before;
    uint32_t node, ply;
    bool ki2;
    bool main;       /* else what stands in place of its first move is another variation */
    int target;      /* of the move before, -1: none */
    long spent[2];   /* by the sides, in seconds */
} Line;

/* Six moves to a line, but comments stand behind their own. */
static void put_line_of_ki2(GrBuffer *out, const GrGame *game, const Line *line, GrPosition *pos) {
    unsigned moves = 0;
    int target = line->target;
    *pos = line->before;
    for (uint32_t node = line->node; node && gr_move_kind(game->nodes[node].move) != GR_PASS;
         node = game->nodes[node].next) {
        const GrNode *n = &game->nodes[node];
        if (n->before && moves)
            gr_buffer_putc(out, '\n'), moves = 0;
        gr_shogi_put_comment(out, game, n->before, "*");
        gr_buffer_puts(out, moves ? " " : "");
        gr_ki2_put_move(out, pos, n->move, target);
        if (++moves == 6 || n->comment)
            gr_buffer_putc(out, '\n'), moves = 0;
        gr_shogi_put_comment(out, game, n->comment, "*");
        target = gr_move_to(n->move);
        gr_play(pos, n->move);
    }
    gr_buffer_puts(out, moves ? "\n" : "");
}

static void put_line(GrBuffer *out, const GrGame *game, const Line *line, GrPosition *pos) {
    if (line->ki2) {
        put_line_of_ki2(out, game, line, pos);
        return;
    }
    Line at = *line;
    *pos = at.before;
    for (; at.node && gr_move_kind(game->nodes[at.node].move) != GR_PASS; at.node = game->nodes[at.node].next) {
        const GrNode *n = &game->nodes[at.node];
        long seconds = gr_shogi_time(game, n->comment), *spent = &at.spent[pos->turn];
        if (n->before)
            gr_shogi_put_comment(out, game, n->before, "*");
        gr_buffer_printf(out, "%4u ", (unsigned)at.ply++);
        put_move(out, pos, n->move, at.target);
        if (seconds >= 0) {
            *spent += seconds;
            gr_buffer_printf(out, "   (%2ld:%02ld/%02ld:%02ld:%02ld)", seconds / 60, seconds % 60, *spent / 3600,
                             *spent / 60 % 60, *spent % 60);
        }
        gr_buffer_putc(out, '\n');
        gr_shogi_put_comment(out, game, n->comment, "*");
        at.target = gr_move_to(n->move);
        gr_play(pos, n->move);
    }
}

/* The variations of a line, the last ones first: so that each belongs to what was written before it. A line is gone
 * through once for each move that has some, of which there are few. */
static void put_variations(GrBuffer *out, const GrGame *game, const Line *line, uint32_t end_ply) {
    for (uint32_t ply = end_ply, first = line->ply + !line->main; ply >= first; ply--) {
        Line at = *line;
        at.main = false;
        while (at.ply < ply) {
            long seconds = gr_shogi_time(game, game->nodes[at.node].comment);
            at.spent[at.before.turn] += seconds > 0 ? seconds : 0;
            at.target = gr_move_to(game->nodes[at.node].move);
            gr_play(&at.before, game->nodes[at.node].move);
            at.node = game->nodes[at.node].next;
            at.ply++;
        }
        for (at.node = game->nodes[at.node].alternative; at.node; at.node = game->nodes[at.node].alternative) {
            GrPosition last;
            uint32_t end = ply;
            gr_buffer_printf(out, "\n変化：%u手\n", (unsigned)ply);
            put_line(out, game, &at, &last);
            for (uint32_t node = at.node; game->nodes[node].next; node = game->nodes[node].next)
                end++;
            put_variations(out, game, &at, end);
        }
    }
}

static void put_end(GrBuffer *out, const GrGame *game, bool ki2) {
    static const char *const words[] = {
        [GR_SHOGI_OPEN] = NULL, [GR_SHOGI_BROKEN] = "中断", [GR_SHOGI_RESIGNS] = "投了", [GR_SHOGI_MATED] = "詰み",
        [GR_SHOGI_TIME] = "切れ負け", [GR_SHOGI_FOUL] = "反則負け", [GR_SHOGI_ENTERED] = "入玉勝ち",
        [GR_SHOGI_ABSENT] = "不戦敗", [GR_SHOGI_ABSENT_BEFORE] = "不戦勝", [GR_SHOGI_WON] = NULL,
        [GR_SHOGI_FOUL_BEFORE] = "反則勝ち", [GR_SHOGI_REPEATED] = "千日手", [GR_SHOGI_IMPASSE] = "持将棋",
        [GR_SHOGI_LIMIT] = "引き分け", [GR_SHOGI_DRAWN] = "引き分け"};
    GrShogiEnd end = gr_shogi_end(game);
    bool handicap = !gr_shogi_usual_start(game) && handicap_of(game) >= 0;
    if (game->partial)
        gr_shogi_put_comment(out, game, game->rest, "*");
    if (ki2)
        gr_ki2_put_end(out, game, handicap ? "下手" : "先手", handicap ? "上手" : "後手");
    else if (words[end])
        gr_buffer_printf(out, "%4u %s\n", (unsigned)game->plies + 1, words[end]);
    if (end == GR_SHOGI_WON && !ki2)
        gr_buffer_printf(out, "まで%u手で%sの勝ち\n", (unsigned)game->plies,
                         game->result == GR_WHITE_WINS ? handicap ? "下手" : "先手" : handicap ? "上手" : "後手");
}

static bool has_variations(const GrGame *game) {
    for (size_t i = 1; i < game->node_count; i++)
        if (game->nodes[i].alternative)
            return true;
    return false;
}

static void write_japanese(GrBuffer *out, const GrGame *game, uint64_t number, bool ki2) {
    GrPosition last;
    if (number > 1)
        gr_buffer_putc(out, '\n');
    if (gr_shogi_refuses_board(game)) {
        gr_buffer_printf(out, "# a game that is left out: %s\n", gr_shogi_refuses_board(game));
        return;
    }
    Line line = {.before = game->start, .node = game->nodes[0].next, .ply = 1, .ki2 = ki2, .main = true,
                 .target = -1};
    put_header(out, game, ki2);
    put_line(out, game, &line, &last);
    put_end(out, game, ki2);
    if (has_variations(game) && line.node)
        put_variations(out, game, &line, game->plies);
}

static void write_kif(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)id;
    write_japanese(out, game, number, false);
}

static void write_ki2(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)id;
    write_japanese(out, game, number, true);
}

const GrFormat gr_format_ki2 = {.name = "ki2", .summary = "Shogi", .game = write_ki2,
                              .refuses = gr_shogi_refuses_board};
const GrFormat gr_format_kif = {.name = "kif", .summary = "Shogi", .game = write_kif,
                              .refuses = gr_shogi_refuses_board};
