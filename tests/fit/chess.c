/* Fits the model of chess in move codec 1 to games, and writes chess_book.c and chess_weights.c of
 * db/codec/tables.
 *
 * Released tables must never change: this is here to show where they come from, and to make those
 * of a later version. It is no part of the tests. From the root of the source, after `make`:
 *
 *     cc -O3 -march=native -I. tests/fit/chess.c build/libgrimoire.a $(cat build/libs) \
 *         -o fit && ./fit GAMES.pgn 4 10
 *
 * reads the games (in any form that the reader takes), goes over them four times, and writes the
 * tables into the current folder. Every tenth game is not fitted to; the program prints what those cost. Games
 * whose moves an earlier game has, too, are left out.
 *
 * The model is a softmax over the pieces that may move, another over the squares that the piece may
 * go to: a score is the sum of weights, and gradient descent (each weight with its own step,
 * AdaGrad) makes what was played likelier. What the book covers is left out. At the end the
 * weights are rounded to eighths of a power of two.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/codec/codec.h"
#include "db/codec/chess_look.h"
#include "db/codec/chess_model.h"
#include "notation/reader/reader.h"

enum { BOOK_GAMES = 32, BOOK_MOVE = 4, BOOK_DEPTH = 40, MOST_WEIGHTS = 4, BOOK_TOTAL = 1 << 16 };

/* The moves of all games, one game behind the other. */
static GrMove *moves;
static size_t move_count, move_cap;
static size_t *game; /* where each begins; game[games] is the end */
static size_t games, game_cap;

/* The tree of what was played first: the book is what enough games have in common. */
typedef struct Node {
    GrMove move;
    unsigned count;
    uint32_t child, next; /* 0: none */
    unsigned number;      /* in the book, 0: none */
} Node;
static Node *tree;
static uint32_t nodes, node_cap;

static double weight[GR_CV_WEIGHTS], squares[GR_CV_WEIGHTS];
static double step = 0.15;

static void *grow(void *array, size_t count, size_t *cap, size_t size) {
    if (count < *cap)
        return array;
    *cap = *cap ? *cap * 2 : 1024;
    void *bigger = realloc(array, *cap * size);
    if (!bigger) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return bigger;
}

/* Every so manieth game is held out. */
static size_t held_out = 10;

static bool is_fitted(size_t i) {
    return i % held_out != held_out - 1;
}

/* Hashes of the moves of the games there are; linear probing, 0: free. */
enum { SEEN = 1 << 22 };
static uint64_t seen[SEEN];

static bool is_new(const GrGame *g) {
    uint64_t hash = 14695981039346656037u;
    for (uint32_t i = g->nodes[0].next; i; i = g->nodes[i].next)
        hash = (hash ^ g->nodes[i].move) * 1099511628211u;
    size_t at = hash % SEEN;
    while (seen[at] && seen[at] != hash)
        at = (at + 1) % SEEN;
    bool is = !seen[at] && games < SEEN / 2;
    seen[at] = hash;
    return is;
}

static void add_game(const GrGame *g) {
    if (g->partial || gr_game_tag(g, "FEN") || !g->plies || !is_new(g))
        return;
    game = grow(game, games + 1, &game_cap, sizeof *game);
    game[games++] = move_count;
    for (uint32_t i = g->nodes[0].next; i; i = g->nodes[i].next) {
        moves = grow(moves, move_count, &move_cap, sizeof *moves);
        moves[move_count++] = g->nodes[i].move;
    }
    game[games] = move_count;
}

static void read_games(const char *path, const GrVariants *book) {
    GrError error;
    GrGame g;
    GrReader *reader = gr_reader_open(path, book, NULL, &error);
    if (!reader) {
        fprintf(stderr, "%s\n", error.text);
        exit(2);
    }
    gr_game_init(&g);
    while (gr_reader_next(reader, &g, &error) > 0)
        add_game(&g);
    gr_game_free(&g);
    gr_reader_close(reader);
}

static uint32_t child_of(uint32_t node, GrMove move, bool add) {
    uint32_t child = tree[node].child;
    while (child && tree[child].move != move)
        child = tree[child].next;
    if (child || !add)
        return child;
    size_t cap = node_cap;
    tree = grow(tree, nodes + 1, &cap, sizeof *tree);
    node_cap = (uint32_t)cap;
    tree[nodes] = (Node){.move = move, .next = tree[node].child};
    return tree[node].child = nodes++;
}

static void grow_tree(void) {
    size_t cap = 0;
    tree = grow(NULL, 0, &cap, sizeof *tree);
    node_cap = (uint32_t)cap;
    tree[0] = (Node){.move = GR_NO_MOVE};
    nodes = 1;
    for (size_t i = 0; i < games; i++) {
        uint32_t node = 0;
        tree[0].count += is_fitted(i);
        for (size_t m = game[i]; is_fitted(i) && m < game[i + 1] && m < game[i] + BOOK_DEPTH; m++) {
            node = child_of(node, moves[m], true);
            tree[node].count++;
        }
    }
}

static bool in_book(uint32_t node) {
    return tree[node].count >= BOOK_GAMES;
}

static unsigned share_of(uint32_t node, uint32_t child) {
    double share = tree[child].count / (tree[node].count + 1.0) * (BOOK_TOTAL - 1);
    return share < 1 ? 1 : (unsigned)share;
}

/* Goes along the book by a move. Returns what that costs in bits; *node is 0 and *left true when
 * the move is none of the book's. */
static double follow(uint32_t *node, GrMove move, bool *left) {
    unsigned sum = 0, share = 0;
    uint32_t next = 0;
    for (uint32_t child = tree[*node].child; child; child = tree[child].next) {
        if (tree[child].count < BOOK_MOVE)
            continue;
        unsigned one = share_of(*node, child);
        sum += one;
        if (tree[child].move == move) {
            share = one;
            next = child;
        }
    }
    *left = !next;
    *node = next;
    return -log2((next ? share : BOOK_TOTAL - 1 - sum) / (double)BOOK_TOTAL);
}

static void learn(const uint32_t *at, int count, double error) {
    for (int i = 0; i < count; i++) {
        squares[at[i]] += error * error;
        weight[at[i]] -= step * error / sqrt(squares[at[i]] + 0.01);
    }
}

/* Choices among which one was made, each with the numbers of its weights. */
static uint32_t chosen[64][MOST_WEIGHTS];

/* What the model says of the choice that was made, in bits; and learns from it. */
static double judge_choice(unsigned choices, int weights, unsigned made, bool fit) {
    double likely[64], sum = 0, most = -1e9;
    for (unsigned i = 0; i < choices; i++) {
        likely[i] = 0;
        for (int k = 0; k < weights; k++)
            likely[i] += weight[chosen[i][k]];
        most = fmax(most, likely[i]);
    }
    for (unsigned i = 0; i < choices; i++)
        sum += likely[i] = exp(likely[i] - most);
    for (unsigned i = 0; fit && i < choices; i++) {
        double error = likely[i] / sum - (i == made);
        if (fabs(error) > 1e-4)
            learn(chosen[i], weights, error);
    }
    return -log2(likely[made] / sum);
}

static void number_weights(const int8_t **w, int count, uint32_t *numbers) {
    for (int i = 0; i < count; i++)
        numbers[i] = (uint32_t)(w[i] - gr_chess_weight);
}

static double judge(const GrPlace *place, GrMove played, bool fit) {
    GrChessView view;
    gr_chess_view(place, &view);
    gr_chess_fill(&view, 0, 0);
    unsigned from = (unsigned)gr_move_from(played) ^ view.flip, made = 0, i = 0;
    unsigned to = (unsigned)gr_move_to(played) ^ view.flip;
    for (uint64_t left = view.movable; left; left &= left - 1, i++) {
        unsigned sq = (unsigned)__builtin_ctzll(left);
        const int8_t *w[4];
        gr_chess_piece_weights(view.rows, view.square[sq], sq, w);
        number_weights(w, 4, chosen[i]);
        made = sq == from ? i : made;
    }
    double bits = judge_choice(i, 4, made, fit);
    unsigned class = gr_chess_class_on(&view, from);
    GrChessReach reach = gr_chess_reach(&view, from, class);
    GrChessPiece piece = gr_chess_piece(&view, from, class);
    gr_chess_fill(&view, gr_chess_supported(&view, class), reach.checks);
    i = made = 0;
    for (uint64_t left = reach.targets; left; left &= left - 1, i++) {
        unsigned sq = (unsigned)__builtin_ctzll(left);
        const int8_t *w[3];
        gr_chess_target_weights(&piece, view.square[sq], sq, w);
        number_weights(w, 3, chosen[i]);
        made = sq == to ? i : made;
    }
    bits += judge_choice(i, 3, made, fit);
    if (!gr_move_piece(played))
        return bits;
    for (i = 0; i < 4; i++)
        chosen[i][0] = GR_CV_PROMOTION + i;
    made = GR_CV_CLASSES - (unsigned)gr_move_piece(played) - GR_CV_KNIGHT;
    return bits + judge_choice(4, 1, made, fit);
}

static double judge_game(size_t i, const GrPosition *start, bool fit) {
    GrPlace place;
    uint32_t node = 0;
    bool left = false;
    double bits = 0;
    gr_place_start(&place, start);
    for (size_t m = game[i]; m < game[i + 1]; m++) {
        bool book = !left && in_book(node);
        if (book)
            bits += follow(&node, moves[m], &left);
        if (!book || left) {
            left = true;
            bits += judge(&place, moves[m], fit);
        }
        gr_place_play(&place, moves[m]);
    }
    return bits;
}

/* Bits a ply of the games that are fitted to, or of the others. */
static double go_over(const GrPosition *start, bool fitted) {
    double bits = 0;
    size_t plies = 0;
    for (size_t i = 0; i < games; i++)
        if (is_fitted(i) == fitted) {
            bits += judge_game(i, start, fitted);
            plies += game[i + 1] - game[i];
        }
    return plies ? bits / (double)plies : 0;
}

static FILE *begin_file(const char *name, const char *what) {
    FILE *file = fopen(name, "w");
    if (!file) {
        perror(name);
        exit(1);
    }
    fprintf(file,
            "/* %s: part of move codec 1, which never changes.\n"
            " * Generated from games of masters, not to be edited: ./fit GAMES.pgn 4 10\n"
            " * where fit is tests/fit/chess.c, built as that file says. */\n"
            "#include \"db/codec/chess_model.h\"\n\n",
            what);
    return file;
}

/* Writes an item, on a new line when this one is full. */
static void put_item(FILE *file, const char *text) {
    static size_t column;
    size_t len = strlen(text);
    bool wraps = column == 0 || column + len + 1 > 100 || !*text;
    fprintf(file, "%s%s%s", wraps && column ? "\n" : "", wraps && *text ? "   " : "",
            *text ? " " : "");
    fputs(text, file);
    column = !*text ? 0 : (wraps ? 3 : column) + len + 1;
}

/* In eighths of a power of two. What was hardly ever asked for is noise and left out. */
static long rounded(int i) {
    long eighths = squares[i] < 1 ? 0 : lrint(weight[i] / log(2) * 8);
    return eighths > 127 ? 127 : eighths < -127 ? -127 : eighths;
}

/* Rows of zeros are left out. */
static void write_weights(void) {
    FILE *file = begin_file("chess_weights.c", "The weights of the chess model");
    char text[40];
    bool skipped = false;
    fputs("_Alignas(64) const int8_t gr_chess_weight[GR_CV_WEIGHTS] = {\n", file);
    for (int i = 0; i < GR_CV_WEIGHTS; i++) {
        long eighths = rounded(i);
        if (eighths && skipped)
            snprintf(text, sizeof text, "[%d] = %ld,", i, eighths);
        else
            snprintf(text, sizeof text, "%ld,", eighths);
        skipped = !eighths;
        if (eighths)
            put_item(file, text);
    }
    put_item(file, "");
    fputs("};\n", file);
    fclose(file);
}

/* A node's moves, the likeliest first. */
static unsigned list_moves(uint32_t node, uint32_t *child) {
    unsigned count = 0;
    for (uint32_t c = tree[node].child; c; c = tree[c].next) {
        unsigned at = count;
        if (tree[c].count < BOOK_MOVE)
            continue;
        for (count++; at && tree[child[at - 1]].count < tree[c].count; at--)
            child[at] = child[at - 1];
        child[at] = c;
    }
    return count;
}

/* Numbers the nodes of the book row by row, and lists them. */
static uint32_t *number_nodes(unsigned *count) {
    uint32_t *order = malloc(nodes * sizeof *order), child[256];
    if (!order)
        exit(1);
    order[0] = 0;
    tree[0].number = *count = 1;
    for (unsigned i = 0; i < *count; i++) {
        unsigned children = list_moves(order[i], child);
        for (unsigned k = 0; k < children; k++)
            if (in_book(child[k])) {
                order[(*count)++] = child[k];
                tree[child[k]].number = *count;
            }
    }
    return order;
}

static void write_book(void) {
    FILE *file = begin_file("chess_book.c", "The opening book of the chess model");
    unsigned count, first = 0;
    uint32_t *order = number_nodes(&count), child[256];
    char text[80];
    fputs("const uint16_t gr_book_first[] = {\n", file);
    put_item(file, "0,");
    put_item(file, "0,");
    for (unsigned i = 0; i < count; i++) {
        first += list_moves(order[i], child);
        snprintf(text, sizeof text, "%u,", first);
        put_item(file, text);
    }
    put_item(file, "");
    fputs("};\n\nconst GrBookEdge gr_book_edge[] = {\n", file);
    for (unsigned i = 0; i < count; i++) {
        unsigned children = list_moves(order[i], child);
        for (unsigned k = 0; k < children; k++) {
            GrMove move = tree[child[k]].move;
            snprintf(text, sizeof text, "{%d, %d, %d, %u, %u},", gr_move_from(move),
                     gr_move_to(move), (int)gr_move_kind(move), share_of(order[i], child[k]),
                     tree[child[k]].number);
            put_item(file, text);
        }
    }
    put_item(file, "");
    fputs("};\n", file);
    fclose(file);
    free(order);
}

int main(int argc, char **argv) {
    if (argc != 4 || atoi(argv[3]) < 2) {
        fputs("usage: fit GAMES.pgn PASSES HELD-OUT\n", stderr);
        return 2;
    }
    GrVariants *book = gr_variants_open();
    if (!book)
        return 1;
    GrPosition start;
    gr_start(gr_variants_find(book, "chess"), &start);
    held_out = (size_t)atoi(argv[3]);
    read_games(argv[1], book);
    grow_tree();
    for (int pass = 0; pass < atoi(argv[2]); pass++, step *= 0.6) {
        double fitted = go_over(&start, true);
        printf("%zu games, pass %d: %.4f bits a ply, %.4f of games not fitted to\n", games,
               pass + 1, fitted, go_over(&start, false));
    }
    write_weights();
    write_book();
    gr_variants_close(book);
    return 0;
}
