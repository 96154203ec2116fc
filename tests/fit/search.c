/* Fits the numbers of the search (analysis/engine/search_numbers.h) to games of the engine against itself, by
 * simultaneous perturbation (J. C. Spall, 1992): each pair of games is played by two engines whose numbers lie a step
 * above and below those of now, each number to a side drawn by lot, and what wins moves all of them. It is no part of
 * the tests. From the root of the source, after `make`:
 *
 *     cc -O2 -I. tests/fit/search.c build/libgrimoire.a $(cat build/libs) \
 *         -o fit && ./fit chess 4000 20000 1 fit.txt
 *
 * plays 20,000 pairs of chess, 4,000 nodes a move, with seed 1, and keeps the numbers in fit.txt, whence it goes on if
 * it was stopped. Games begin with random plies, or with the positions of a file of openings, which may come last. The
 * same arguments give the same numbers, whatever the number of threads.
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/engine/search_local.h"
#include "analysis/study/openings.h"
#include "rules/random.h"
#include "rules/variant.h"

enum {
    BATCH = 32,   /* pairs that are played with the same numbers */
    THREADS = 2,
    TABLE_MB = 4,
    RANDOM_PLIES = 8,
    EVEN = 150,   /* what a side may be ahead after them */
    WON = 800,    /* both sides agree on it */
    WON_PLIES = 6,
    DRAWN = 10,
    DRAWN_PLIES = 12,
    DRAWN_FROM = 60,
    MOST_PLIES = 300
};

#define LAST_RATE 0.003 /* of a step, by which a won game moves a number in the end */

typedef struct Number {
    const char *name;
    double value, least, most, step;
} Number;

static Number number[] = {
#define ROW(name, value, least, most, step) {#name, value, least, most, step},
    GR_SEARCH_NUMBERS(ROW)
#undef ROW
};
enum { NUMBERS = sizeof number / sizeof *number };

typedef struct Pair {
    uint64_t random;
    int flip[NUMBERS];
    int result; /* games that the engine above won, less those that it lost */
} Pair;

typedef struct Fit {
    const GrRules *rules;
    GrOpenings openings; /* count 0: none */
    uint64_t nodes, pairs, done, seed;
    Pair pair[BATCH];
    int next;
    pthread_mutex_t lock;
    long won, lost, drawn;
} Fit;

/* ---- the numbers of a pair ---- */

static double step_at(const Fit *f, int i) {
    return number[i].step * pow((double)f->pairs / (double)(f->done + 1), 0.101);
}

static double rate_at(const Fit *f) {
    double offset = 0.1 * (double)f->pairs;
    return LAST_RATE * pow((offset + (double)f->pairs) / (offset + (double)f->done + 1), 0.602);
}

static double bounded(const Number *n, double value) {
    return value < n->least ? n->least : value > n->most ? n->most : value;
}

/* The fraction decides by lot which whole number it is. */
static GrSearchNumbers numbers_of(const Fit *f, Pair *pair, int side) {
    int whole[NUMBERS], at = 0;
    for (int i = 0; i < NUMBERS; i++) {
        double lot = (double)(gr_random(&pair->random) >> 11) / (double)(UINT64_C(1) << 53);
        double value = bounded(&number[i], number[i].value + side * pair->flip[i] * step_at(f, i));
        whole[i] = (int)floor(value + lot);
    }
    GrSearchNumbers numbers;
#define TAKE(name, value, least, most, step) numbers.name = whole[at++];
    GR_SEARCH_NUMBERS(TAKE)
#undef TAKE
    return numbers;
}

/* ---- games ---- */

typedef struct Player {
    GrSearch *search[2]; /* above, below */
    GrTrack tracks[MOST_PLIES + 3];
    size_t count; /* of moves played: there is one track more */
    GrPosition pos;
} Player;

static void play(Player *p, GrMove move) {
    GrPosition before = p->pos;
    gr_play(&p->pos, move);
    gr_track(&before, move, &p->pos, &p->tracks[++p->count]);
}

static GrScore think(const Fit *f, Player *p, int who, GrMove *move) {
    GrFound found;
    GrLimits limits = {.nodes = f->nodes};
    if (gr_search_run(p->search[who], &p->pos, p->tracks, p->count + 1, &limits, &found) != 0 || found.lines == 0) {
        fputs("no move\n", stderr);
        exit(1);
    }
    *move = found.line[0].move[0];
    return found.line[0].score;
}

static void play_random(const Fit *f, Player *p, uint64_t *random) {
    static const int plies = RANDOM_PLIES;
    GrMoveList list;
    gr_start_nth(f->rules, 0, &p->pos);
    gr_track(NULL, GR_NO_MOVE, &p->pos, &p->tracks[0]);
    for (int i = 0; i < plies && gr_state(&p->pos) == GR_OPEN; i++) {
        gr_moves(&p->pos, &list);
        play(p, list.move[gr_random(random) % list.count]);
    }
}

static void play_known(const Fit *f, Player *p, uint64_t *random) {
    const GrOpening *opening = &f->openings.opening[gr_random(random) % f->openings.count];
    p->pos = opening->start;
    gr_track(NULL, GR_NO_MOVE, &p->pos, &p->tracks[0]);
    for (size_t i = 0; i < opening->count; i++)
        play(p, opening->move[i]);
}

static void open_game(const Fit *f, Player *p, uint64_t *random) {
    GrMove move;
    GrScore score;
    do {
        p->count = 0;
        if (f->openings.count)
            play_known(f, p, random);
        else
            play_random(f, p, random);
        score = 0;
        if (gr_state(&p->pos) == GR_OPEN)
            score = think(f, p, 0, &move);
    } while (gr_state(&p->pos) != GR_OPEN || score > EVEN || score < -EVEN);
}

/* 1: White has won, -1: Black, 0: a draw. */
static int play_game(const Fit *f, Player *p, int white) {
    int winning[2] = {0, 0}, level = 0;
    while (p->count < MOST_PLIES) {
        GrState state = gr_state(&p->pos);
        int winner = gr_winner(&p->pos, state);
        if (state != GR_OPEN || gr_repetition(p->pos.rules, p->tracks, p->count + 1, &winner))
            return winner < 0 ? 0 : winner == GR_WHITE ? 1 : -1;
        GrMove move;
        GrScore score = think(f, p, p->pos.turn == GR_WHITE ? white : !white, &move);
        score = p->pos.turn == GR_WHITE ? score : -score;
        winning[0] = score >= WON ? winning[0] + 1 : 0;
        winning[1] = score <= -WON ? winning[1] + 1 : 0;
        level = score <= DRAWN && score >= -DRAWN && p->count >= DRAWN_FROM ? level + 1 : 0;
        if (winning[0] >= WON_PLIES || winning[1] >= WON_PLIES)
            return winning[0] >= WON_PLIES ? 1 : -1;
        if (level >= DRAWN_PLIES)
            return 0;
        play(p, move);
    }
    return 0;
}

static void play_pair(Fit *f, Player *p, Pair *pair) {
    GrSearchNumbers above = numbers_of(f, pair, 1), below = numbers_of(f, pair, -1);
    uint64_t opening = gr_random(&pair->random);
    gr_search_set_numbers(p->search[0], &gr_search_numbers);
    gr_search_forget(p->search[0]);
    uint64_t random = opening;
    open_game(f, p, &random);
    Player start = *p;
    gr_search_set_numbers(p->search[0], &above);
    gr_search_set_numbers(p->search[1], &below);
    pair->result = 0;
    for (int white = 0; white < 2; white++) {
        gr_search_forget(p->search[0]);
        gr_search_forget(p->search[1]);
        p->count = start.count;
        p->pos = start.pos;
        int result = play_game(f, p, white) * (white == 0 ? 1 : -1);
        pair->result += result;
        pthread_mutex_lock(&f->lock);
        f->won += result > 0;
        f->lost += result < 0;
        f->drawn += result == 0;
        pthread_mutex_unlock(&f->lock);
    }
}

static int take_pair(Fit *f) {
    pthread_mutex_lock(&f->lock);
    int at = f->next < BATCH ? f->next++ : -1;
    pthread_mutex_unlock(&f->lock);
    return at;
}

typedef struct Worker {
    Fit *fit;
    Player player;
} Worker;

static void *work(void *given) {
    Worker *w = given;
    for (int at; (at = take_pair(w->fit)) >= 0;)
        play_pair(w->fit, &w->player, &w->fit->pair[at]);
    return NULL;
}

/* ---- the whole ---- */

static void draw_pairs(Fit *f) {
    for (int n = 0; n < BATCH; n++) {
        Pair *pair = &f->pair[n];
        pair->random = f->seed * UINT64_C(0x2545F4914F6CDD1D) + f->done + (uint64_t)n;
        for (int i = 0; i < NUMBERS; i++)
            pair->flip[i] = gr_random(&pair->random) >> 40 & 1 ? 1 : -1;
    }
    f->next = 0;
}

static void learn(Fit *f) {
    double rate = rate_at(f);
    for (int n = 0; n < BATCH; n++)
        for (int i = 0; i < NUMBERS; i++)
            number[i].value = bounded(&number[i], number[i].value +
                                      rate * step_at(f, i) * f->pair[n].result * f->pair[n].flip[i]);
    f->done += BATCH;
}

static void keep(const Fit *f, const char *path) {
    char beside[4096];
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *file = fopen(beside, "w");
    if (!file)
        return;
    fprintf(file, "%llu\n", (unsigned long long)f->done);
    for (int i = 0; i < NUMBERS; i++)
        fprintf(file, "%s %.4f\n", number[i].name, number[i].value);
    fclose(file);
    rename(beside, path);
}

static void go_on(Fit *f, const char *path) {
    FILE *file = fopen(path, "r");
    unsigned long long done;
    char name[64];
    double value;
    if (!file)
        return;
    if (fscanf(file, "%llu", &done) == 1)
        f->done = done;
    while (fscanf(file, "%63s %lf", name, &value) == 2)
        for (int i = 0; i < NUMBERS; i++)
            if (strcmp(number[i].name, name) == 0)
                number[i].value = value;
    fclose(file);
}

int main(int argc, char **argv) {
    static Fit f;
    static Worker worker[THREADS];
    GrError error;
    if (argc != 6 && argc != 7) {
        fputs("usage: fit VARIANT NODES PAIRS SEED FILE [OPENINGS]\n", stderr);
        return 2;
    }
    GrVariants *book = gr_variants_open();
    f.rules = book ? gr_variants_find(book, argv[1]) : NULL;
    f.nodes = (uint64_t)atoll(argv[2]);
    f.pairs = (uint64_t)atoll(argv[3]);
    f.seed = (uint64_t)atoll(argv[4]);
    if (!f.rules || f.pairs == 0)
        return 2;
    if (argc == 7 && gr_openings_read(argv[6], book, f.rules, &f.openings, NULL, NULL, &error)) {
        fprintf(stderr, "%s: %s\n", argv[6], error.text);
        return 2;
    }
    pthread_mutex_init(&f.lock, NULL);
    for (int t = 0; t < THREADS; t++) {
        worker[t].fit = &f;
        for (int i = 0; i < 2; i++)
            if (!(worker[t].player.search[i] = gr_search_new(TABLE_MB)))
                return 1;
    }
    go_on(&f, argv[5]);
    while (f.done < f.pairs) {
        pthread_t thread[THREADS];
        draw_pairs(&f);
        for (int t = 0; t < THREADS; t++)
            if (pthread_create(&thread[t], NULL, work, &worker[t]) != 0)
                return 1;
        for (int t = 0; t < THREADS; t++)
            pthread_join(thread[t], NULL);
        learn(&f);
        keep(&f, argv[5]);
        if (f.done % 256 == 0) {
            printf("%llu pairs, %ld - %ld - %ld\n", (unsigned long long)f.done, f.won, f.lost, f.drawn);
            fflush(stdout);
        }
    }
    gr_openings_free(&f.openings);
    gr_variants_close(book);
    return 0;
}
