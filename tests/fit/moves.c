/* Fits the tables of the code of moves (db/codec/move_code.h) to games, and writes move_code.c of db/codec/tables.
 *
 * Released tables must never change: this is here to show where they come from. It is no part of the tests. From the
 * root of the source, after `make`:
 *
 *     cc -O3 -I. tests/fit/moves.c build/libgrimoire.a $(cat build/libs) -o fit && ./fit GAMES.pgn... [FILE.ini...]
 *
 * reads the games described in the .ini files and then every second game of the others (the first, the third ...), in
 * any form that the reader takes, and writes the tables into the current folder. tests/bench/lines.c measures them by
 * the games between. The frozen tables come from 60,000 games of chess, of masters and played online, and from games
 * that the engine played against itself with 120 nodes a move after 4 random plies: 2,000 each of magi, magician, royal
 * and wizard, 800 each of other variants and of some described in tests/data/variants/games.ini and samples/variants
 * (`grimoire match -v NAME --games 1000 --nodes 120 --random 4 --seed N`, N being 1 and 2).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/codec/move_line.h"
#include "notation/definition/variants_file.h"
#include "notation/reader/reader.h"

enum { MOST = GR_TARGET_SYMBOLS, WHOLE = 42, PRIOR = 32, RARER = 512, FIRST = 2 };

static double place[GR_PLACE_CODES][MOST], target[GR_TARGET_CODES][MOST];
static GrLineWriter writer;
static double weight = FIRST; /* of a move that is counted: games of the first file count more than others */

/* ---- counting ---- */

static void count_move(const GrMoveSaying *s) {
    static const unsigned form[] = {[GR_RARE_MARKED] = GR_PLACE_MARKED, [GR_RARE_OTHER] = GR_PLACE_OTHER,
                                    [GR_RARE_WHOLE] = GR_PLACE_RARE};
    if (s->form != GR_RARE_FAR)
        place[s->place_code][form[s->form]] += weight;
    if (s->form == GR_RARE_OTHER || s->form == GR_RARE_WHOLE)
        return;
    place[s->place_code][s->place] += weight;
    target[s->target_code][s->target] += weight;
}

static void count_game(const GrGame *game) {
    GrPosition pos = game->start;
    GrMoveSaying saying;
    gr_move_line_start(&writer, &pos);
    for (uint32_t i = game->nodes[0].next; i; i = game->nodes[i].next) {
        gr_move_line_say(&writer, &pos, game->nodes[i].move, &saying);
        count_move(&saying);
        gr_play(&pos, game->nodes[i].move);
    }
}

static void read_games(const char *path, const GrVariants *variants) {
    GrError error;
    GrGame game;
    GrReader *reader = gr_reader_open(path, variants, NULL, &error);
    if (!reader) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        exit(1);
    }
    gr_game_init(&game);
    for (unsigned n = 0; gr_reader_next(reader, &game, &error) > 0; n++)
        if (game.rules && game.plies && n % 2 == 0)
            count_game(&game);
    gr_game_free(&game);
    gr_reader_close(reader);
}

static void define(const char *path, const GrVariants *variants) {
    static GrVariantsFaults faults;
    GrError error;
    GrVariantsFile *file = gr_variants_file_open(path, NULL, NULL, &error);
    for (size_t i = 0; file && i < gr_variants_file_games(file); i++)
        if (!gr_variants_file_define(file, i, variants, &faults))
            fprintf(stderr, "%s: game %zu has faults\n", path, i);
    gr_variants_file_close(file);
}

/* ---- fitting ---- */

/* A set of symbols, some of them twice or more, and what they weigh together. */
typedef struct Set {
    double weight;
    uint8_t times[MOST];
} Set;

static int by_weight(const void *a, const void *b) {
    const Set *x = a, *y = b;
    return x->weight != y->weight ? (x->weight < y->weight ? -1 : 1) : memcmp(x->times, y->times, sizeof x->times);
}

/* The lengths of the best code whose lengths are GR_CODE_BITS at most, of symbols with a weight, by merging packages
 * (L. Larmore and D. Hirschberg, 1990). */
static void find_lengths(const double weights[MOST], char len[MOST]) {
    static Set single[MOST], set[2 * MOST];
    unsigned singles = 0, sets = 0;
    for (unsigned i = 0; i < MOST; i++)
        if (weights[i] > 0) {
            single[singles] = (Set){.weight = weights[i]};
            single[singles++].times[i] = 1;
        }
    for (unsigned round = 0; round < GR_CODE_BITS; round++) {
        unsigned pairs = sets / 2;
        for (unsigned i = 0; i < pairs; i++) {
            Set pair = set[2 * i];
            pair.weight += set[2 * i + 1].weight;
            for (unsigned k = 0; k < MOST; k++)
                pair.times[k] = (uint8_t)(pair.times[k] + set[2 * i + 1].times[k]);
            set[i] = pair;
        }
        memcpy(set + pairs, single, singles * sizeof *set);
        sets = pairs + singles;
        qsort(set, sets, sizeof *set, by_weight);
    }
    for (unsigned k = 0; k < MOST; k++) {
        unsigned times = 0;
        for (unsigned i = 0; i + 2 < 2 * singles; i++)
            times += set[i].times[k];
        len[k] = (char)(times ? '0' + times : '.');
    }
}

/* The bits of a code. What is rare goes by `escape`; where one symbol is nearly all there is, it is alone. */
static void fit(const double count[MOST], const double prior[MOST], unsigned escape, bool alone, char len[MOST]) {
    double heavy[MOST], total = 0, sum = 0, bits = 0;
    unsigned most = 0;
    for (unsigned i = 0; i < MOST; i++)
        sum += prior[i];
    for (unsigned i = 0; i < MOST; i++) {
        heavy[i] = count[i] + PRIOR * prior[i] / (sum + 1);
        total += heavy[i];
        most = heavy[i] > heavy[most] ? i : most;
    }
    double rest = total - heavy[most];
    heavy[escape] += total / RARER + 1e-6;
    for (unsigned i = 0; i < MOST; i++)
        if (i != escape && heavy[i] < total / RARER) {
            heavy[escape] += heavy[i];
            heavy[i] = 0;
        }
    heavy[!escape] += heavy[!escape] > 0 ? 0 : 1e-6; /* never alone here */
    find_lengths(heavy, len);
    for (unsigned i = 0; i < MOST; i++)
        bits += heavy[i] * (len[i] == '.' ? 0 : len[i] - '0');
    if (!alone || rest * WHOLE >= bits)
        return;
    memset(len, '.', MOST);
    len[most] = '0';
}

/* ---- writing ---- */

static void write_code(FILE *file, const char len[MOST], unsigned symbols) {
    fprintf(file, "    \"%.*s\",\n", (int)symbols, len);
}

static void write_places(FILE *file) {
    char len[MOST];
    fputs("const char gr_place_bits[GR_PLACE_CODES][GR_PLACE_SYMBOLS + 1] = {\n", file);
    for (unsigned i = 0; i < GR_PLACE_CODES; i++) {
        double prior[MOST] = {0};
        for (unsigned k = 0; k < GR_PLACE_CODES; k++)
            for (unsigned s = 0; s < MOST; s++)
                prior[s] += i / GR_PLACE_GAMES == k / GR_PLACE_GAMES ? place[k][s] : 0;
        fit(place[i], prior, GR_PLACE_RARE, false, len);
        write_code(file, len, GR_PLACE_SYMBOLS);
    }
    fputs("};\n\n", file);
}

static int class_of(unsigned code) {
    unsigned of_others = code - GR_TARGET_PAWNS, class = of_others / GR_TARGET_CLASS;
    bool reached = of_others % GR_TARGET_CLASS >= GR_TARGET_ZONES; /* which have symbols that the others have not */
    return code < GR_TARGET_PAWNS ? -1 : (int)(2 * class + reached);
}

static void write_targets(FILE *file) {
    char len[MOST];
    fputs("const char gr_target_bits[GR_TARGET_CODES][GR_TARGET_SYMBOLS + 1] = {\n", file);
    for (unsigned i = 0; i < GR_TARGET_CODES; i++) {
        double prior[MOST] = {0};
        for (unsigned k = 0; k < GR_TARGET_CODES; k++)
            for (unsigned s = 0; s < MOST; s++)
                prior[s] += class_of(i) == class_of(k) ? target[k][s] : 0;
        fit(target[i], prior, GR_TARGET_ANY, true, len);
        write_code(file, len, GR_TARGET_SYMBOLS);
    }
    fputs("};\n", file);
}

int main(int argc, char **argv) {
    GrVariants *variants = gr_variants_open();
    FILE *file = argc > 1 ? fopen("move_code.c", "w") : NULL;
    if (!variants || !file) {
        fputs("usage: fit GAMES.pgn... [FILE.ini...]\n", stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++)
        if (strstr(argv[i], ".ini"))
            define(argv[i], variants);
    for (int i = 1; i < argc; i++)
        if (!strstr(argv[i], ".ini"))
            read_games(argv[i], variants), weight = 1;
    fputs("/* How many bits the symbols of moves have, which never changes.\n"
          " * Generated from games, not to be edited: tests/fit/moves.c says which, and how. */\n"
          "#include \"db/codec/move_code.h\"\n\n", file);
    write_places(file);
    write_targets(file);
    gr_variants_close(variants);
    return fclose(file) ? 1 : 0;
}
