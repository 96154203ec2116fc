/* Moves of Xiangqi that need a position to be read; and writing them. */
#include "notation/move/xiangqi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- squares as a player counts them ---- */

static int file_of(const GrVariant *v, int side, int sq) {
    int file = sq % v->files;
    return side == GR_WHITE ? v->files - file : file + 1;
}

static int square_on(const GrVariant *v, int side, int file, int rank) {
    int column = side == GR_WHITE ? v->files - file : file - 1;
    if (file < 1 || file > v->files || rank < 0 || rank >= v->ranks)
        return -1;
    return gr_square(v, column, side == GR_WHITE ? rank : v->ranks - 1 - rank);
}

/* ---- pieces of a kind ---- */

/* Those of a side by file, from its right, and on each from the front. */
typedef struct Pieces {
    int count[10];          /* on file 1 to 9 */
    int8_t square[10][10];
} Pieces;

static void find_pieces(const GrPosition *pos, int type, Pieces *pieces) {
    const GrVariant *v = gr_variant(pos->rules);
    GrSet mine = pos->type[type] & pos->side[pos->turn];
    memset(pieces, 0, sizeof *pieces);
    for (int file = 1; file <= 9; file++)
        for (int rank = 9; rank >= 0; rank--) {
            int sq = square_on(v, pos->turn, file, rank);
            if (sq >= 0 && gr_set_has(mine, sq))
                pieces->square[file][pieces->count[file]++] = (int8_t)sq;
        }
}

/* Where the move leads from the square, -1 if nowhere. */
static int target(const GrPosition *pos, int from, const GrSyntax *s) {
    const GrVariant *v = gr_variant(pos->rules);
    char letter = v->piece[s->type].letter;
    int side = pos->turn, file = file_of(v, side, from), rank = gr_relative_rank(v, side, from);
    int ahead = s->way == '+' ? 1 : -1, across = abs(s->number - file);
    if (letter == 'A' || letter == 'B' || letter == 'N') {
        int most = letter == 'A' ? 1 : 2, least = letter == 'B' ? 2 : 1;
        if (s->way == '=' || across < least || across > most)
            return -1;
        int steps = letter == 'N' ? 3 - across : across;
        return square_on(v, side, s->number, rank + ahead * steps);
    }
    if (s->way == '=')
        return square_on(v, side, s->number, rank);
    return square_on(v, side, file, rank + ahead * s->number);
}

static void add(const GrPosition *pos, const GrSyntax *s, int from, GrXiangqiWay *ways, size_t *n) {
    if (*n < GR_XIANGQI_MOST)
        ways[(*n)++] = (GrXiangqiWay){(int8_t)from, (int8_t)target(pos, from, s)};
}

/* The nth of those that share a file with others, from the first file on. */
static void add_nth(const GrPosition *pos, const GrSyntax *s, const Pieces *p, GrXiangqiWay *ways, size_t *n) {
    int left = s->order - '1';
    for (int file = 1; file <= 9; file++) {
        if (p->count[file] < 2)
            continue;
        if (left >= 0 && left < p->count[file])
            add(pos, s, p->square[file][left], ways, n);
        left -= p->count[file];
    }
}

size_t gr_xiangqi_ways(const GrPosition *pos, const GrSyntax *s, GrXiangqiWay ways[GR_XIANGQI_MOST]) {
    Pieces p;
    size_t n = 0;
    find_pieces(pos, s->type, &p);
    if (s->order >= '1') {
        add_nth(pos, s, &p, ways, &n);
        return n;
    }
    for (int file = 1; file <= 9; file++) {
        int count = p.count[file];
        if (s->of_file && s->of_file != file)
            continue;
        if (!s->order)
            for (int i = 0; i < count; i++)
                add(pos, s, p.square[file][i], ways, &n);
        else if (count > 1 && s->order != '.')
            add(pos, s, p.square[file][s->order == '+' ? 0 : count - 1], ways, &n);
        for (int i = 1; s->order == '.' && i < count - 1; i++)
            add(pos, s, p.square[file][i], ways, &n);
    }
    return n;
}

size_t gr_xiangqi_resolve(const GrPosition *pos, const GrSyntax *syntax, GrMove *move) {
    GrXiangqiWay ways[GR_XIANGQI_MOST];
    size_t fits = 0, n = gr_xiangqi_ways(pos, syntax, ways);
    for (size_t i = 0; i < n; i++) {
        if (ways[i].to < 0)
            continue;
        GrMove found = gr_find_move(pos, 1u << syntax->type, gr_set_of(ways[i].from), ways[i].to, 0);
        if (found != GR_NO_MOVE && fits++ == 0)
            *move = found;
    }
    return fits;
}

void gr_xiangqi_squares(const GrPosition *pos, GrXiangqiWay way, const GrSyntax *syntax, GrSyntax *squares) {
    const GrVariant *v = gr_variant(pos->rules);
    *squares = *syntax;
    squares->form = GR_FORM_MOVE;
    squares->way = squares->order = 0;
    squares->of_file = squares->number = 0;
    squares->from_file = (uint8_t)(way.from % v->files + 1);
    squares->from_rank = (uint8_t)(way.from / v->files + 1);
    squares->to = (uint8_t)(way.to < 0 ? GR_NO_SQUARE : way.to);
}

/* ---- writing ---- */

/* What stands for the file of a piece that shares it: `+`, `-`, `.`, or '1' and on for its place among pawns. 0: the
 * file says enough. */
static char order_of(const GrPosition *pos, int type, int from) {
    char letter = gr_variant(pos->rules)->piece[type].letter;
    Pieces p;
    int file = file_of(gr_variant(pos->rules), pos->turn, from), shared = 0, place = 0, all = 0;
    if (letter == 'A' || letter == 'B') /* one of them only can go forward, or back */
        return 0;
    find_pieces(pos, type, &p);
    for (int i = 1; i <= 9; i++) {
        if (p.count[i] < 2)
            continue;
        shared++;
        for (int k = 0; i == file && k < p.count[i]; k++)
            if (p.square[i][k] == from)
                place = all + k;
        all += p.count[i];
    }
    int count = p.count[file];
    if (count < 2)
        return 0;
    if (letter == 'P' && (shared > 1 || count > 3))
        return (char)('1' + place);
    return from == p.square[file][0] ? '+' : from == p.square[file][count - 1] ? '-' : '.';
}

static const char *const RED[] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
static const char *const BLACK[] = {"", "１", "２", "３", "４", "５", "６", "７", "８", "９"};

/* The words of both sides. */
static const char *word_of(char letter, int side) {
    static const struct { char letter; const char *red, *black; } words[] = {
        {'K', "帅", "将"}, {'A', "仕", "士"}, {'B', "相", "象"}, {'N', "马", "马"},
        {'R', "车", "车"}, {'C', "炮", "炮"}, {'P', "兵", "卒"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].letter == letter)
            return side == GR_WHITE ? words[i].red : words[i].black;
    return "";
}

static int put_chinese(const GrPosition *pos, const GrSyntax *s, char *out) {
    const char *const *digits = pos->turn == GR_WHITE ? RED : BLACK;
    const char *word = word_of(gr_variant(pos->rules)->piece[s->type].letter, pos->turn);
    const char *way = s->way == '+' ? "进" : s->way == '-' ? "退" : "平";
    if (!s->order)
        return snprintf(out, GR_SAN_SIZE, "%s%s%s%s", word, digits[s->of_file], way, digits[s->number]);
    const char *order = s->order == '+' ? "前" : s->order == '-' ? "后" : s->order == '.' ? "中" : RED[s->order - '0'];
    return snprintf(out, GR_SAN_SIZE, "%s%s%s%s", order, word, way, digits[s->number]);
}

static int put_wxf(const GrPosition *pos, const GrSyntax *s, char *out) {
    static const char ours[] = "KABNRCP", theirs[] = "KAEHRCP";
    const char *at = strchr(ours, gr_variant(pos->rules)->piece[s->type].letter);
    char place = !s->order           ? (char)('0' + s->of_file)
                 : s->order >= '1'   ? (char)('a' + s->order - '1')
                                     : s->order;
    return snprintf(out, GR_SAN_SIZE, "%c%c%c%d", at ? theirs[at - ours] : '?', place, s->way == '=' ? '.' : s->way,
                    s->number);
}

static int put_squares(const GrPosition *pos, GrMove move, char *out) {
    const GrVariant *v = gr_variant(pos->rules);
    int from = gr_move_from(move), to = gr_move_to(move);
    return snprintf(out, GR_SAN_SIZE, "%c%d-%c%d", 'A' + from % v->files, from / v->files, 'A' + to % v->files,
                    to / v->files);
}

bool gr_xiangqi_describe(const GrPosition *pos, GrMove move, GrSyntax *s) {
    const GrVariant *v = gr_variant(pos->rules);
    int from = gr_move_from(move), to = gr_move_to(move), type = gr_type_of(pos->board[from]);
    int ahead = gr_relative_rank(v, pos->turn, to) - gr_relative_rank(v, pos->turn, from);
    int file = file_of(v, pos->turn, to);
    GrMove again = GR_NO_MOVE;
    if (!strchr("KABNRCP", v->piece[type].letter))
        return false;
    *s = (GrSyntax){.form = GR_FORM_RELATIVE, .type = (uint8_t)type, .to = GR_NO_SQUARE, .taken = GR_NO_SQUARE};
    s->way = ahead > 0 ? '+' : ahead < 0 ? '-' : '=';
    bool straight = ahead && file == file_of(v, pos->turn, from);
    s->number = (uint8_t)(straight ? abs(ahead) : file);
    s->order = order_of(pos, type, from);
    if (!s->order)
        s->of_file = (uint8_t)file_of(v, pos->turn, from);
    return s->order <= '5' && gr_xiangqi_resolve(pos, s, &again) == 1 && again == move;
}

int gr_xiangqi_differences(const GrSyntax *a, const GrSyntax *b) {
    bool same_place = a->order ? a->order == b->order : !b->order && a->of_file == b->of_file;
    return (a->type != b->type) + !same_place + (a->way != b->way) + (a->number != b->number);
}

size_t gr_xiangqi_write(const GrPosition *pos, GrMove move, GrXiangqiForm form, char out[GR_SAN_SIZE]) {
    GrSyntax s;
    if (gr_move_kind(move) == GR_PASS)
        return (size_t)snprintf(out, GR_SAN_SIZE, "--");
    if (form == GR_XIANGQI_ICCS || !gr_xiangqi_describe(pos, move, &s))
        return (size_t)put_squares(pos, move, out);
    return (size_t)(form == GR_XIANGQI_WXF ? put_wxf(pos, &s, out) : put_chinese(pos, &s, out));
}
