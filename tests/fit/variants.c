/* Fits the models of move codec 1 to games, and writes variant_weights.c of
 * db/codec/tables.
 *
 * Released tables must never change: this is here to show where they come from, and to make those
 * of a later version. It is no part of the tests. From the root of the source, after `make`:
 *
 *     cc -O3 -march=native -I. tests/fit/variants.c build/libgrimoire.a $(cat build/libs) \
 *         -o fit && ./fit FOLDER 6
 *
 * reads FOLDER/magi.txt and so on, one game on a line (see play.c), goes over every second game of
 * each variant six times, and writes the table into the current folder. It prints what a ply costs
 * in the games that were fitted to, in the others, and in those of FOLDER/magi.pgn and so on, if
 * there are any: games of people, which are never fitted to.
 *
 * The model is a softmax over the legal moves: a score is the sum of weights, and gradient descent
 * (each weight with its own step, AdaGrad) makes what was played likelier. DECAY draws weights
 * that are seldom asked for to 0. At the end they are rounded to eighths of a power of two.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/codec/codec.h"
#include "db/codec/variant_model.h"
#include "notation/reader/reader.h"
#include "notation/move/uci.h"

enum { MOST_GAMES = 20000, MOST_PLIES = 3000000 };

static const double DECAY = 1e-4;

typedef struct Games {
    const GrRules *rules;
    size_t games, plies;
    size_t first[MOST_GAMES + 1]; /* first[games] is the end */
    GrMove move[MOST_PLIES];
} Games;

static double weight[GR_VV_WEIGHTS], squares[GR_VV_WEIGHTS];
static double step;
static GrVariantModel model;

static void add_game(Games *all, const GrMove *move, size_t plies) {
    if (all->games == MOST_GAMES || all->plies + plies > MOST_PLIES)
        return;
    memcpy(all->move + all->plies, move, plies * sizeof *move);
    all->plies += plies;
    all->first[++all->games] = all->plies;
}

static void read_lines(const char *path, Games *all) {
    static char line[1 << 16];
    static GrMove move[1 << 12];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(1);
    }
    while (fgets(line, sizeof line, file)) {
        GrPosition pos;
        size_t plies = 0;
        gr_start(all->rules, &pos);
        for (char *at = strtok(line, " \n"); at; at = strtok(NULL, " \n")) {
            if (gr_uci_read(&pos, at, &move[plies], NULL))
                break;
            gr_play(&pos, move[plies++]);
        }
        add_game(all, move, plies);
    }
    fclose(file);
}

/* Games of people, as far as there are any. */
static void read_games(const char *path, const GrVariants *book, Games *all) {
    static GrMove move[1 << 12];
    GrError error;
    GrGame g;
    GrReader *reader = gr_reader_open(path, book, NULL, &error);
    if (!reader)
        return;
    gr_game_init(&g);
    while (gr_reader_next(reader, &g, &error) > 0) {
        size_t plies = 0;
        for (uint32_t i = g.nodes[0].next; i; i = g.nodes[i].next)
            move[plies++] = g.nodes[i].move;
        if (g.rules == all->rules && !gr_game_tag(&g, "FEN"))
            add_game(all, move, plies);
    }
    gr_game_free(&g);
    gr_reader_close(reader);
}

/* The choices of a place, each with the numbers of its weights. */
typedef struct Choices {
    unsigned count, made;
    unsigned numbers[GR_MAX_MOVES];
    uint16_t number[GR_MAX_MOVES][GR_VV_LEAVE + GR_VV_ARRIVE + GR_VV_RARE];
    double likely[GR_MAX_MOVES];
} Choices;

static void list_choices(const GrPlace *place, GrMove played, Choices *c) {
    static GrMoveList list;
    GrVariantView view;
    gr_moves(&place->pos, &list);
    gr_variant_view(place, &model, &view);
    c->count = list.count;
    for (unsigned i = 0; i < list.count; i++) {
        GrMove move = list.move[i];
        int from = gr_move_from(move), to = gr_move_to(move);
        unsigned row = gr_vv_row(&view, from), content = gr_vv_content(&view, to);
        uint16_t *number = c->number[i];
        gr_variant_leave(&view, from, row, number);
        gr_variant_arrive(&view, from, to, row, content, number += GR_VV_LEAVE);
        c->numbers[i] = GR_VV_LEAVE + GR_VV_ARRIVE;
        if (gr_variant_is_rare(&view, move, content))
            c->numbers[i] += gr_variant_rare(&view, move, row, content, number + GR_VV_ARRIVE);
        c->made = list.move[i] == played ? i : c->made;
    }
}

static void learn(const Choices *c, unsigned i, double error) {
    for (unsigned k = 0; k < c->numbers[i]; k++) {
        unsigned at = c->number[i][k];
        double gradient = error + DECAY * weight[at];
        squares[at] += gradient * gradient;
        weight[at] -= step * gradient / sqrt(squares[at] + 1);
    }
}

/* What the weights say of the move that was played, in bits; learns from it. */
static double judge(Choices *c, const double *w, bool fit) {
    double most = -1e9, sum = 0;
    for (unsigned i = 0; i < c->count; i++) {
        c->likely[i] = 0;
        for (unsigned k = 0; k < c->numbers[i]; k++)
            c->likely[i] += w[c->number[i][k]];
        most = fmax(most, c->likely[i]);
    }
    for (unsigned i = 0; i < c->count; i++)
        sum += c->likely[i] = exp(c->likely[i] - most);
    for (unsigned i = 0; fit && i < c->count; i++) {
        double error = c->likely[i] / sum - (i == c->made);
        if (fabs(error) > 1e-4)
            learn(c, i, error);
    }
    if (fit)
        return -log2(c->likely[c->made] / sum);
    return -log2((c->likely[c->made] + sum / 64 / c->count) / (sum * 65 / 64));
}

/* Bits a ply of every second game, from game `from` on. */
static double go_over(const Games *all, size_t from, size_t by, const double *w, bool fit,
                      double *even) {
    static Choices c;
    GrPosition start;
    double bits = 0;
    size_t plies = 0;
    *even = 0;
    gr_start(all->rules, &start);
    for (size_t i = from; i < all->games; i += by) {
        GrPlace place;
        gr_place_start(&place, &start);
        for (size_t m = all->first[i]; m < all->first[i + 1]; m++) {
            if (gr_move_kind(all->move[m]) != GR_PASS) {
                list_choices(&place, all->move[m], &c);
                bits += judge(&c, w, fit);
                *even += log2(c.count);
                plies++;
            }
            gr_place_play(&place, all->move[m]);
        }
    }
    *even /= plies ? (double)plies : 1;
    return plies ? bits / (double)plies : 0;
}

/* In eighths of a power of two. */
static long rounded(int i) {
    long eighths = lrint(weight[i] / log(2) * 8);
    return eighths > 127 ? 127 : eighths < -127 ? -127 : eighths;
}

/* Writes an item, on a new line when this one is full. */
static void put_item(FILE *file, const char *text, size_t *column) {
    size_t len = strlen(text);
    if (*column + len + 1 > 100) {
        fputs("\n         ", file);
        *column = 9;
    }
    fprintf(file, "%s%s", *column > 9 ? " " : "", text);
    *column += len + (*column > 9);
}

/* Zeros are left out. */
static unsigned write_model(FILE *file, const GrRules *rules) {
    char text[40];
    size_t column = 9;
    unsigned weights = 0;
    bool skipped = false;
    fprintf(file, "    {.variant = \"%s\",\n     .class = {0", model.variant);
    for (int type = 1; type <= gr_variant(rules)->types; type++)
        fprintf(file, ", %d", model.class[type]);
    fputs("},\n     .weight = {\n         ", file);
    for (int i = 0; i < GR_VV_WEIGHTS; i++) {
        long eighths = rounded(i);
        if (eighths) {
            if (skipped)
                snprintf(text, sizeof text, "[%d] = %ld,", i, eighths);
            else
                snprintf(text, sizeof text, "%ld,", eighths);
            put_item(file, text, &column);
            weights++;
        }
        skipped = !eighths;
    }
    fputs("}},\n", file);
    return weights;
}

/* Classes of pieces by what they are worth. */
static const struct {
    const char *variant, *letters[5];
} worth[] = {
    {"magi", {"", "PL", "NBD", "RCW", "QK"}},
    {"magician", {"", "P", "NM", "R", "CWSK"}},
    {"royal", {"", "P", "MBN", "R", "QK"}},
    {"wizard", {"", "WH", "AG", "DC", "Z"}},
    {"capablanca", {"", "P", "BN", "R", "QACK"}},
};

static void set_out(const GrRules *rules, size_t n) {
    const GrVariant *variant = gr_variant(rules);
    memset(&model, 0, sizeof model);
    model.variant = variant->name;
    for (int type = 1; type <= variant->types; type++)
        for (uint8_t class = 1; class < 5; class++)
            if (strchr(worth[n].letters[class], variant->piece[type].letter))
                model.class[type] = class;
}

static void fit(const GrVariants *book, size_t n, const char *folder, int passes, FILE *file) {
    static Games played, people;
    static double used[GR_VV_WEIGHTS];
    char path[4096];
    double even;
    played.games = played.plies = people.games = people.plies = 0;
    played.rules = people.rules = gr_variants_find(book, worth[n].variant);
    snprintf(path, sizeof path, "%s/%s.txt", folder, worth[n].variant);
    read_lines(path, &played);
    snprintf(path, sizeof path, "%s/%s.pgn", folder, worth[n].variant);
    read_games(path, book, &people);
    set_out(played.rules, n);
    memset(weight, 0, sizeof weight);
    memset(squares, 0, sizeof squares);
    step = 0.15;
    double fitted = 0;
    for (int pass = 0; pass < passes; pass++, step *= 0.7)
        fitted = go_over(&played, 0, 2, weight, true, &even);
    unsigned count = write_model(file, played.rules);
    for (int i = 0; i < GR_VV_WEIGHTS; i++)
        used[i] = (double)rounded(i) * log(2) / 8;
    double held = go_over(&played, 1, 2, used, false, &even), people_even;
    double real = go_over(&people, 0, 1, used, false, &people_even);
    printf("%-10s %zu games, %u weights; %.3f bits a ply fitted, %.3f held out (even: %.3f); "
           "%zu games of people: %.3f (even: %.3f)\n",
           worth[n].variant, played.games, count, fitted, held, even, people.games, real,
           people_even);
    fflush(stdout);
}

int main(int argc, char **argv) {
    GrVariants *book = gr_variants_open();
    FILE *file = fopen("variant_weights.c", "w");
    if (argc != 3 || !book || !file) {
        fputs("usage: fit FOLDER PASSES\n", stderr);
        return 2;
    }
    fputs("/* The weights of the models of variants: part of move codec 1, which never changes.\n"
          " * Generated from games of the engine, not to be edited: ./fit FOLDER 6\n"
          " * where fit is tests/fit/variants.c, built as that file says. */\n"
          "#include \"db/codec/variant_view.h\"\n\n"
          "const GrVariantModel gr_variant_model[GR_VARIANT_MODELS] = {\n",
          file);
    for (size_t n = 0; n < sizeof worth / sizeof *worth; n++)
        fit(book, n, argv[1], atoi(argv[2]), file);
    fputs("};\n", file);
    fclose(file);
    gr_variants_close(book);
    return 0;
}
