/* Fits the codes of packed lines (db/codec/line_code.h) to games, and writes line_code.c of db/codec/tables.
 *
 * Released tables must never change: this is here to show where they come from. It is no part of the tests. From the
 * root of the source, after `make`:
 *
 *     cc -O3 -I. tests/fit/lines.c build/libgrimoire.a $(cat build/libs) -o fit && ./fit GAMES.pgn
 *
 * reads the games (in any form that the reader takes) and writes the table into the current folder. Every tenth game
 * is not fitted to; the program prints how many bytes those cost.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/codec/replay.h"
#include "notation/reader/reader.h"

enum { HELD_OUT = 10, MOST_PLIES = 65535 };

static uint64_t count[GR_LINE_CODES][GR_LINE_SYMBOLS], held[GR_LINE_CODES][GR_LINE_SYMBOLS];
static uint8_t length[GR_LINE_CODES][GR_LINE_SYMBOLS];
static uint64_t games, bits; /* of those held out */

/* Counts the words of a game; of one that is held out, apart. */
static void count_line(const GrReplayer *player, const GrGame *game, uint32_t plies, bool is_held) {
    for (uint32_t ply = 0; ply < plies; ply++) {
        unsigned symbol = gr_line_symbol(player->word[ply]);
        unsigned code = gr_line_code_of(ply, (game->start.turn + ply) % 2);
        (is_held ? held : count)[code][symbol]++;
    }
    games += is_held;
}

static void read_games(const char *path, const GrVariants *book) {
    GrError error;
    GrGame game;
    GrBuffer line;
    GrReplayer *player = calloc(1, sizeof *player);
    GrMove *move = malloc(MOST_PLIES * sizeof *move);
    GrReader *reader = gr_reader_open(path, book, NULL, &error);
    if (!reader || !player || !move)
        exit(2);
    gr_game_init(&game);
    gr_buffer_init(&line);
    for (unsigned n = 0; gr_reader_next(reader, &game, &error) > 0; n++) {
        uint32_t plies = 0;
        for (uint32_t i = game.plies ? game.nodes[0].next : 0; i && plies < MOST_PLIES; i = game.nodes[i].next)
            move[plies++] = game.nodes[i].move;
        gr_buffer_clear(&line);
        if (plies && gr_replayer_write_as(player, GR_REPLAY_FORM_PACKED, &game.start, move, plies, &line))
            count_line(player, &game, plies, n % HELD_OUT == HELD_OUT - 1);
    }
    gr_buffer_free(&line);
    gr_game_free(&game);
    gr_reader_close(reader);
    free(move);
    free(player);
}

/* A set of symbols, some of them twice or more, and what they weigh together. */
typedef struct Set {
    uint64_t weight;
    uint8_t times[GR_LINE_SYMBOLS];
} Set;

static int by_weight(const void *a, const void *b) {
    const Set *x = a, *y = b;
    return x->weight != y->weight ? (x->weight < y->weight ? -1 : 1) : memcmp(x->times, y->times, sizeof x->times);
}

/* The lengths of the best code whose lengths are GR_LINE_BITS at most, of symbols with a weight, by merging packages
 * (L. Larmore and D. Hirschberg, 1990). */
static void find_lengths(const uint64_t weight[GR_LINE_SYMBOLS], uint8_t len[GR_LINE_SYMBOLS]) {
    static Set single[GR_LINE_SYMBOLS], set[2 * GR_LINE_SYMBOLS];
    unsigned singles = 0, sets = 0;
    for (unsigned i = 0; i < GR_LINE_SYMBOLS; i++)
        if (weight[i]) {
            single[singles] = (Set){.weight = weight[i]};
            single[singles++].times[i] = 1;
        }
    for (unsigned round = 0; round < GR_LINE_BITS; round++) {
        unsigned pairs = sets / 2;
        for (unsigned i = 0; i < pairs; i++) {
            Set pair = set[2 * i];
            pair.weight += set[2 * i + 1].weight;
            for (unsigned k = 0; k < GR_LINE_SYMBOLS; k++)
                pair.times[k] = (uint8_t)(pair.times[k] + set[2 * i + 1].times[k]);
            set[i] = pair;
        }
        memcpy(set + pairs, single, singles * sizeof *set);
        sets = pairs + singles;
        qsort(set, sets, sizeof *set, by_weight);
    }
    memset(len, 0, GR_LINE_SYMBOLS);
    for (unsigned i = 0; i + 2 < 2 * singles; i++)
        for (unsigned k = 0; k < GR_LINE_SYMBOLS; k++)
            len[k] = (uint8_t)(len[k] + set[i].times[k]);
}

/* What is rarer than one in 2^12 goes by the escape. */
static void fit(unsigned code) {
    uint64_t total = 0, weight[GR_LINE_SYMBOLS] = {0};
    for (unsigned i = 0; i < GR_LINE_SYMBOLS; i++)
        total += count[code][i];
    weight[GR_LINE_ESCAPED] = 1 + total / 4096;
    weight[GR_LINE_SQUARE] = 1 + count[code][GR_LINE_SQUARE];
    for (unsigned i = 0; i < GR_LINE_WORDS; i++) {
        bool rare = count[code][i] < 2 || count[code][i] < total >> 12;
        weight[rare ? GR_LINE_ESCAPED : i] += count[code][i];
    }
    find_lengths(weight, length[code]);
}

static void write_table(FILE *file) {
    fputs("/* How many bits each word has in packed lines, which never changes.\n"
          " * Generated from games of masters, not to be edited: ./fit GAMES.pgn\n"
          " * where fit is tests/fit/lines.c, built as that file says. */\n"
          "#include \"db/codec/line_code.h\"\n\n"
          "const uint8_t gr_line_bits[GR_LINE_CODES][GR_LINE_SYMBOLS] = {\n", file);
    for (unsigned code = 0; code < GR_LINE_CODES; code++)
        for (unsigned i = 0; i < GR_LINE_SYMBOLS; i++)
            fprintf(file, "%s%u%s", i == 0 ? "    {" : i % 32 ? " " : "     ", length[code][i],
                    i + 1 < GR_LINE_SYMBOLS ? i % 32 < 31 ? "," : ",\n"
                                            : code + 1 < GR_LINE_CODES ? "},\n" : "}};\n");
}

int main(int argc, char **argv) {
    GrVariants *book = gr_variants_open();
    FILE *file = argc == 2 ? fopen("line_code.c", "w") : NULL;
    if (!book || !file) {
        fputs("usage: fit GAMES.pgn\n", stderr);
        return 2;
    }
    read_games(argv[1], book);
    for (unsigned code = 0; code < GR_LINE_CODES; code++) {
        fit(code);
        for (unsigned i = 0; i < GR_LINE_SYMBOLS; i++) {
            unsigned own = length[code][i], escaped = length[code][GR_LINE_ESCAPED] + 9u;
            bits += held[code][i] * (i == GR_LINE_SQUARE ? own + 10u : own ? own : escaped);
        }
    }
    printf("%.1f bytes a game, of %llu that were not fitted to\n", games ? (double)bits / 8 / (double)games + 0.44 : 0,
           (unsigned long long)games);
    write_table(file);
    gr_variants_close(book);
    return fclose(file) ? 1 : 0;
}
