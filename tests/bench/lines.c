/* Measures the code of moves: bytes of a game, and what reading takes. No part of the tests. From the root of the
 * source, after `make`:
 *
 *     cc -O3 -I. tests/bench/lines.c build/libgrimoire.a $(cat build/libs) -o lines
 *     ./lines [FILE.ini...] GAMES.pgn...
 *
 * reads every second game (the second, the fourth ...), which tests/fit/moves.c does not fit to. For each file it
 * prints bytes of a game, bits of a ply, and nanoseconds of processor time of a ply: of reading, without those of
 * playing it on a position, and of filming.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "db/codec/move_film.h"
#include "db/codec/move_line.h"
#include "notation/definition/variants_file.h"
#include "notation/reader/reader.h"

enum { MOST_GAMES = 30000, MOST_PLIES = 3000000, ROUNDS = 5 };

typedef enum Work { PLAYING, READING, FILMING } Work;

typedef struct Game {
    GrPosition start;
    uint32_t first, plies;
    size_t at, len; /* of its bytes */
} Game;

static Game game[MOST_GAMES];
static GrMove move[MOST_PLIES];
static uint32_t games, plies;
static GrBuffer bytes;
static GrLineReader reader;
static GrLineWriter writer;
static GrLineFilmer filmer;
static uint64_t sum; /* of what was read, that reading is not left out */

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void read_file(const char *path, const GrVariants *variants) {
    GrError error;
    GrGame from;
    GrReader *in = gr_reader_open(path, variants, NULL, &error);
    gr_game_init(&from);
    games = plies = 0;
    gr_buffer_clear(&bytes);
    for (unsigned n = 0; in && games < MOST_GAMES && gr_reader_next(in, &from, &error) > 0; n++) {
        if (n % 2 == 0 || !from.rules || !from.plies || plies + from.plies > MOST_PLIES)
            continue;
        Game *g = &game[games++];
        *g = (Game){.start = from.start, .first = plies};
        for (uint32_t i = from.nodes[0].next; i; i = from.nodes[i].next)
            move[plies++] = from.nodes[i].move;
        g->plies = plies - g->first;
        g->at = bytes.len;
        gr_move_line_write(&writer, &g->start, move + g->first, g->plies, &bytes);
        g->len = bytes.len - g->at;
    }
    gr_game_free(&from);
    gr_reader_close(in);
}

/* ---- reading ---- */

static const uint8_t *bytes_of(const Game *g) {
    return (const uint8_t *)bytes.data + g->at;
}

static void read_line(const Game *g) {
    GrPosition pos = g->start;
    gr_move_line_open(&reader, &g->start, bytes_of(g), g->len);
    for (uint32_t i = 0; i < g->plies; i++) {
        GrMove m = gr_move_line_next(&reader, &pos);
        if (m != move[g->first + i]) {
            printf("ply %u is read as another move\n", i);
            exit(1);
        }
        gr_play(&pos, m);
    }
}

static bool read_film(const Game *g) {
    if (!gr_move_film_open(&filmer, &g->start, bytes_of(g), g->len))
        return false;
    for (uint32_t i = 0; i < g->plies; i += GR_FILM_PLIES) {
        uint32_t some = g->plies - i < GR_FILM_PLIES ? g->plies - i : GR_FILM_PLIES;
        if (!gr_move_film_next(&filmer, some, GR_FILM_ROWS | GR_FILM_MOVES)) {
            printf("a film ends before ply %u\n", i + some);
            exit(1);
        }
        for (uint32_t k = 1; k <= some; k++)
            if (filmer.played[k].move != move[g->first + i + k - 1]) {
                printf("ply %u is filmed as another move\n", i + k - 1);
                exit(1);
            }
        sum += filmer.row[some].word[1];
    }
    return true;
}

static void play(const Game *g) {
    GrPosition pos = g->start;
    for (uint32_t i = 0; i < g->plies; i++)
        gr_play(&pos, move[g->first + i]);
    sum += pos.key;
}

static bool work(Work what, const Game *g) {
    if (what == FILMING)
        return read_film(g);
    if (what == READING)
        read_line(g);
    else
        play(g);
    return true;
}

/* Processor time of a ply in nanoseconds, the least of some rounds; 0 if games cannot be read so. */
static double time_of(Work what) {
    double least = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        double from = seconds();
        bool well = true;
        for (uint32_t i = 0; i < games && well; i++)
            well = work(what, &game[i]);
        double took = (seconds() - from) / plies;
        if (!well)
            return 0;
        least = took < least ? took : least;
    }
    return 1e9 * least;
}

static void report(const char *path) {
    double len = (double)bytes.len, playing = time_of(PLAYING), reading = time_of(READING), filming = time_of(FILMING);
    printf("%s: %u games, %.1f plies: %.1f bytes a game, %.3f bits a ply; %.1f ns to play it, %.1f to read it", path,
           games, (double)plies / games, len / games, 8 * len / plies, playing, reading - playing);
    if (filming > 0)
        printf(", %.1f to film it", filming);
    puts("");
    fflush(stdout);
}

int main(int argc, char **argv) {
    static GrVariantsFaults faults;
    GrVariants *variants = gr_variants_open();
    GrError error;
    gr_buffer_init(&bytes);
    for (int i = 1; i < argc; i++)
        if (strstr(argv[i], ".ini")) {
            GrVariantsFile *file = gr_variants_file_open(argv[i], NULL, NULL, &error);
            for (size_t n = 0; file && n < gr_variants_file_games(file); n++)
                gr_variants_file_define(file, n, variants, &faults);
            gr_variants_file_close(file);
        } else {
            read_file(argv[i], variants);
            if (games)
                report(argv[i]);
        }
    gr_buffer_free(&bytes);
    gr_variants_close(variants);
    return sum == 1;
}
