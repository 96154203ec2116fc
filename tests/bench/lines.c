/* Measures the codings of moves: bytes of a game, and what reading takes. No part of the tests. From the root of the
 * source, after `make`:
 *
 *     cc -O3 -I. tests/bench/lines.c build/libgrimoire.a $(cat build/libs) -o lines
 *     ./lines [FILE.ini...] GAMES.pgn...
 *
 * reads every second game (the second, the fourth ...), which tests/fit/moves.c does not fit to. For each file and
 * coding it prints bytes of a game, bits of a ply, and nanoseconds of processor time of a ply, without those of playing
 * it on a position.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "db/codec/codec.h"
#include "db/codec/film.h"
#include "db/codec/move_film.h"
#include "db/codec/move_line.h"
#include "notation/definition/variants_file.h"
#include "notation/reader/reader.h"

enum { MOST_GAMES = 30000, MOST_PLIES = 3000000, ROUNDS = 5 };

typedef enum Coding { MODEL, OLD_LINES, LINES, OLD_FILMS, FILMS, CODINGS } Coding;

typedef struct Game {
    GrPosition start;
    uint32_t first, plies;
    size_t at[LINES + 1], len[LINES + 1]; /* of its bytes */
    unsigned form, codec;
} Game;

static Game game[MOST_GAMES];
static GrMove move[MOST_PLIES];
static uint32_t games, plies;
static GrBuffer bytes[LINES + 1];
static GrReplayer replayer;
static GrLineReader reader;
static GrLineWriter writer;
static GrMoveReader moves;
static GrFilmer filmer;
static GrLineFilmer line_filmer;
static uint64_t sum; /* of what was read, that reading is not left out */

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void write_model(Game *g) {
    static GrMoveWriter w;
    static GrPlace place;
    gr_place_start(&place, &g->start);
    g->codec = gr_codec_for(g->start.rules);
    gr_moves_start(&w, g->codec, &bytes[MODEL]);
    w.legal = true;
    for (uint32_t i = 0; i < g->plies; i++)
        gr_moves_put(&w, &place, move[g->first + i]);
    gr_moves_finish(&w);
}

static void write_game(Game *g) {
    for (unsigned i = 0; i <= LINES; i++)
        g->at[i] = bytes[i].len;
    write_model(g);
    g->form = gr_replayer_write(&replayer, &g->start, move + g->first, g->plies, &bytes[OLD_LINES]);
    gr_move_line_write(&writer, &g->start, move + g->first, g->plies, &bytes[LINES]);
    for (unsigned i = 0; i <= LINES; i++)
        g->len[i] = bytes[i].len - g->at[i];
}

static void read_file(const char *path, const GrVariants *variants) {
    GrError error;
    GrGame from;
    GrReader *in = gr_reader_open(path, variants, NULL, &error);
    gr_game_init(&from);
    games = plies = 0;
    for (unsigned i = 0; i <= LINES; i++)
        gr_buffer_clear(&bytes[i]);
    for (unsigned n = 0; in && games < MOST_GAMES && gr_reader_next(in, &from, &error) > 0; n++) {
        if (n % 2 == 0 || !from.rules || !from.plies || plies + from.plies > MOST_PLIES)
            continue;
        Game *g = &game[games++];
        *g = (Game){.start = from.start, .first = plies};
        for (uint32_t i = from.nodes[0].next; i; i = from.nodes[i].next)
            move[plies++] = from.nodes[i].move;
        g->plies = plies - g->first;
        write_game(g);
    }
    gr_game_free(&from);
    gr_reader_close(in);
}

/* ---- reading ---- */

static const uint8_t *bytes_of(const Game *g, Coding coding) {
    return (const uint8_t *)bytes[coding].data + g->at[coding];
}

static void read_model(const Game *g) {
    static GrPlace place;
    gr_place_start(&place, &g->start);
    gr_moves_open(&moves, g->codec, bytes_of(g, MODEL), g->len[MODEL]);
    for (uint32_t i = 0; i < g->plies; i++)
        sum += gr_moves_get(&moves, &place);
}

static void read_old_line(const Game *g) {
    GrPosition pos = g->start;
    gr_replayer_open(&replayer, &g->start, g->form, bytes_of(g, OLD_LINES), g->len[OLD_LINES]);
    for (uint32_t i = 0; i < g->plies; i++) {
        GrMove m = gr_replayer_next(&replayer, &pos);
        sum += m;
        gr_play(&pos, m);
    }
}

static void read_line(const Game *g) {
    GrPosition pos = g->start;
    gr_move_line_open(&reader, &g->start, bytes_of(g, LINES), g->len[LINES]);
    for (uint32_t i = 0; i < g->plies; i++) {
        GrMove m = gr_move_line_next(&reader, &pos);
        if (m != move[g->first + i]) {
            printf("ply %u is read as another move\n", i);
            exit(1);
        }
        gr_play(&pos, m);
    }
}

static bool read_old_film(const Game *g) {
    if (!gr_replayer_open(&replayer, &g->start, g->form, bytes_of(g, OLD_LINES), g->len[OLD_LINES]) ||
        !gr_filmer_open(&filmer, &replayer, &g->start))
        return false;
    for (uint32_t i = 0; i < g->plies; i += GR_FILM_PLIES) {
        uint32_t some = g->plies - i < GR_FILM_PLIES ? g->plies - i : GR_FILM_PLIES;
        if (!gr_filmer_next(&filmer, &replayer, some, GR_FILM_ROWS | GR_FILM_MOVES))
            return false;
        sum += filmer.row[some].word[1];
    }
    return true;
}

static bool read_film(const Game *g) {
    if (!gr_move_film_open(&line_filmer, &g->start, bytes_of(g, LINES), g->len[LINES]))
        return false;
    for (uint32_t i = 0; i < g->plies; i += GR_FILM_PLIES) {
        uint32_t some = g->plies - i < GR_FILM_PLIES ? g->plies - i : GR_FILM_PLIES;
        if (!gr_move_film_next(&line_filmer, some, GR_FILM_ROWS | GR_FILM_MOVES)) {
            printf("a film ends before ply %u\n", i + some);
            exit(1);
        }
        for (uint32_t k = 1; k <= some; k++)
            if (line_filmer.played[k].move != move[g->first + i + k - 1]) {
                printf("ply %u is filmed as another move\n", i + k - 1);
                exit(1);
            }
        sum += line_filmer.row[some].word[1];
    }
    return true;
}

static void play(const Game *g) {
    GrPosition pos = g->start;
    for (uint32_t i = 0; i < g->plies; i++)
        gr_play(&pos, move[g->first + i]);
    sum += pos.key;
}

/* Processor time of a ply in nanoseconds, the least of some rounds; 0 if games cannot be read so. */
static double time_of(int coding) {
    double least = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        double from = seconds();
        bool well = true;
        for (uint32_t i = 0; i < games && well; i++)
            switch (coding) {
            case MODEL:
                read_model(&game[i]);
                break;
            case OLD_LINES:
                read_old_line(&game[i]);
                break;
            case LINES:
                read_line(&game[i]);
                break;
            case OLD_FILMS:
                well = read_old_film(&game[i]);
                break;
            case FILMS:
                well = read_film(&game[i]);
                break;
            default:
                play(&game[i]);
            }
        double took = (seconds() - from) / plies;
        if (!well)
            return 0;
        least = took < least ? took : least;
    }
    return 1e9 * least;
}

static void report(const char *path) {
    static const char *const name[CODINGS] = {"model", "lines today", "lines", "films today", "films"};
    double playing = time_of(CODINGS);
    printf("%s: %u games, %.1f plies, playing %.1f ns\n", path, games, (double)plies / games, playing);
    for (Coding i = MODEL; i < CODINGS; i++) {
        double len = i > LINES ? 0 : (double)bytes[i].len, took = time_of((int)i);
        if (i <= LINES)
            printf("  %-12s %7.1f bytes %7.3f bits %7.1f ns\n", name[i], len / games, 8 * len / plies,
                   took - (i == MODEL ? 0 : playing));
        else if (took > 0)
            printf("  %-12s %7s       %7s      %7.1f ns\n", name[i], "", "", took);
    }
    fflush(stdout);
}

int main(int argc, char **argv) {
    static GrVariantsFaults faults;
    GrVariants *variants = gr_variants_open();
    GrError error;
    for (unsigned i = 0; i <= LINES; i++)
        gr_buffer_init(&bytes[i]);
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
    for (unsigned i = 0; i <= LINES; i++)
        gr_buffer_free(&bytes[i]);
    gr_variants_close(variants);
    return sum == 1;
}
