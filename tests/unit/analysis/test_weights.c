/* The weights of the evaluation: guesses, those that are built in, and their text. */
#include <unistd.h>

#include "analysis/engine/evaluate_local.h"
#include "analysis/engine/weights_built_in.h"
#include "analysis/engine/weights_text.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static GrGeometry geometry;

static const GrVariant *pick(const char *name) {
    const GrVariant *v = gr_variant(gr_variants_find(variants, name));
    gr_geometry_build(&geometry, v);
    return v;
}

static int value(const GrVariant *v, const GrWeights *weights, char letter) {
    return weights->weight[GR_W_VALUE + gr_type_of_letter(v, letter)].phase[GR_MIDGAME];
}

/* A variant that nobody has tuned: chess's own pieces must come out in their usual order. */
static void an_unknown_variant_gets_guessed_weights(void) {
    const GrVariant *chess = pick("chess");
    GrWeights w;
    gr_weights_guess(chess, &geometry, &w);
    CHECK_INT(value(chess, &w, 'K'), 0);
    CHECK(value(chess, &w, 'P') > 50 && value(chess, &w, 'P') < value(chess, &w, 'N'));
    CHECK(value(chess, &w, 'N') <= value(chess, &w, 'B'));
    CHECK(value(chess, &w, 'B') < value(chess, &w, 'R'));
    CHECK(value(chess, &w, 'R') < value(chess, &w, 'Q') && value(chess, &w, 'Q') < 1200);
    GrVariant other = *chess;
    other.name = "no such variant";
    GrWeights start;
    GrError error;
    gr_weights_start(&other, &geometry, &start);
    CHECK(memcmp(&start, &w, sizeof w) == 0);
    CHECK_INT(gr_weights_built_in(&other, &geometry, &start, &error), GR_ERR_NOT_FOUND);
}

/* Six are built in, each complete and of a variant that there is. */
static void what_is_built_in_can_be_read(void) {
    int count = 0;
    for (const GrBuiltInWeights *row = gr_built_in_weights; row->variant; row++, count++) {
        GrError error = {0};
        GrWeights weights, once;
        REQUIRE(gr_variants_find(variants, row->variant));
        const GrVariant *v = pick(row->variant);
        memset(&weights, 0, sizeof weights);
        CHECK_INT(gr_weights_built_in(v, &geometry, &weights, &error), 0);
        CHECK_STR(error.text, "");
        memset(&once, 1, sizeof once);
        CHECK_INT(gr_weights_built_in(v, &geometry, &once, &error), 0);
        for (int type = 2; type <= v->types; type++)
            CHECK(weights.weight[GR_W_VALUE + type].phase[GR_MIDGAME] > 0);
        CHECK(memcmp(&weights.weight[GR_W_TEMPO], &once.weight[GR_W_TEMPO], sizeof(GrWeight)) == 0);
    }
    CHECK(count >= 6);
}

/* ---- text ---- */

/* Reads a text of several lines. */
static int read_text(const GrVariant *v, const char *text, GrWeights *weights, GrError *error) {
    GrWeightsReader reader;
    char line[1024];
    int code = 0;
    gr_weights_reader_start(&reader, v, &geometry, "f", weights);
    while (*text && code == 0) {
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
        code = gr_weights_read_line(&reader, line, error);
    }
    return code ? code : gr_weights_read_end(&reader, error);
}

/* Every cell of every table has a weight of its own, and comes back. */
static void text_comes_back_as_it_was(void) {
    for (size_t n = 0; gr_variants_at(variants, n); n++) {
        const GrVariant *v = pick(gr_variant(gr_variants_at(variants, n))->name);
        GrWeights weights, back;
        GrWeightTable table;
        GrBuffer text, again;
        GrError error = {0};
        int cells = 0;
        memset(&weights, 0, sizeof weights);
        memset(&back, 0, sizeof back);
        gr_weight_table_start(&table, v, &geometry);
        while (gr_weight_table_next(&table))
            for (int i = 0, row; (row = gr_weight_table_row(&table, i)) >= 0; i++)
                for (int c = 0; c < gr_weight_table_columns(&table, row); c++) {
                    int16_t *cell = gr_weight_table_cell(&table, &weights, row, c);
                    CHECK_INT(*cell, 0); /* no two cells are the same */
                    *cell = (int16_t)(cells++ % 9999 - 10000);
                    *cell = (int16_t)(*cell < -9999 ? 9999 : *cell);
                }
        gr_buffer_init(&text);
        gr_buffer_init(&again);
        gr_weights_write(v, &geometry, &weights, "one\ntwo", &text);
        REQUIRE(!text.failed && strstr(text.data, "\n# one\n# two\n"));
        CHECK_INT(read_text(v, text.data, &back, &error), 0);
        CHECK_STR(error.text, "");
        CHECK(memcmp(&weights, &back, sizeof back) == 0);
        gr_weights_write(v, &geometry, &back, "one\ntwo", &again);
        CHECK_STR(again.data, text.data);
        CHECK(cells > 600);
        gr_buffer_free(&text);
        gr_buffer_free(&again);
    }
}

/* What a text does not state stays. */
static void a_text_may_state_little(void) {
    const GrVariant *chess = pick("chess");
    GrWeights before, after;
    gr_weights_guess(chess, &geometry, &before);
    after = before;
    CHECK_INT(read_text(chess, "# mine\n\ngrimoire-evaluation 1 chess\n[tempo]\n  midgame 33\n\n"
                               "endgame\t-7 \n", &after, NULL), 0);
    CHECK_INT(after.weight[GR_W_TEMPO].phase[GR_MIDGAME], 33);
    CHECK_INT(after.weight[GR_W_TEMPO].phase[GR_ENDGAME], -7);
    after.weight[GR_W_TEMPO] = before.weight[GR_W_TEMPO];
    CHECK(memcmp(&before, &after, sizeof after) == 0);
}

#define HEAD "grimoire-evaluation 1 chess\n"

static void faults_are_reported_where_they_are(void) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "f:1:1: expected the line 'grimoire-evaluation 1 VARIANT'"},
        {"# x\nchess\n", "f:2:1: expected the line 'grimoire-evaluation 1 VARIANT'"},
        {"grimoire-evaluation 2 chess\n", "f:1:1: expected the line 'grimoire-evaluation 1 VARIANT'"},
        {"grimoire-evaluation 1 magi\n", "f:1:23: this is not an evaluation of chess"},
        {"grimoire-evaluation 1 chess x\n", "f:1:29: expected the end of the line"},
        {HEAD "midgame 3\n", "f:2:1: expected a table's title in brackets"},
        {HEAD "[tempo\n", "f:2:7: expected ']'"},
        {HEAD "[tempo] 3\n", "f:2:8: expected the end of the line"},
        {HEAD "[tempi]\n", "f:2:2: there is no table [tempi]"},
        {HEAD "[spell]\n", "f:2:2: there is no table [spell]"},
        {HEAD "[squares Z midgame]\n", "f:2:2: there is no table [squares Z midgame]"},
        {HEAD "[tempo]\nendgame 3\n", "f:3:1: expected the row midgame"},
        {HEAD "[tempo]\nmidgame\n", "f:3:8: a number is missing"},
        {HEAD "[tempo]\nmidgame 3.5\n", "f:3:9: expected a whole number, found 3.5"},
        {HEAD "[tempo]\nmidgame 3 4\n", "f:3:11: the row has more numbers than columns"},
        {HEAD "[tempo]\nmidgame 10000\n", "f:3:9: numbers go from -9999 to 9999"},
        {HEAD "[tempo]\nmidgame 99999999999999999999\n", "f:3:9: numbers go from -9999 to 9999"},
        {HEAD "[tempo]\nmidgame 3\n[doubled]\n", "f:4:1: the table before lacks the row endgame"},
        {HEAD "[tempo]\nmidgame 3\n", "f:4:1: the table before lacks the row endgame"},
        {HEAD "[tempo]\nmidgame 3\nendgame 3\nendgame 3\n",
         "f:5:1: expected a table's title in brackets"},
        {HEAD "[tempo]\nmidgame 3\nendgame 3\n[tempo]\n", "f:5:2: a second table [tempo]"},
    };
    const GrVariant *chess = pick("chess");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        GrWeights weights;
        GrError error = {0};
        gr_weights_guess(chess, &geometry, &weights);
        CHECK_INT(read_text(chess, cases[i].text, &weights, &error), GR_ERR_SYNTAX);
        CHECK_STR(error.text, cases[i].message);
    }
}

static void write_file(const char *path, const char *text, size_t blanks) {
    FILE *file = fopen(path, "w");
    REQUIRE(file);
    fputs(text, file);
    for (size_t i = 0; i < blanks; i++)
        fputc(' ', file);
    fclose(file);
}

static void files_are_read(void) {
    const GrVariant *chess = pick("chess");
    char path[] = "/tmp/grimoire-weights-XXXXXX";
    GrWeights weights;
    GrError error = {0};
    int file = mkstemp(path);
    REQUIRE(file >= 0);
    close(file);
    gr_weights_guess(chess, &geometry, &weights);
    write_file(path, HEAD "[tempo]\nmidgame 5\nendgame 6", 0);
    CHECK_INT(gr_weights_load(chess, &geometry, path, &weights, &error), 0);
    CHECK_INT(weights.weight[GR_W_TEMPO].phase[GR_ENDGAME], 6);
    write_file(path, HEAD, 2000);
    CHECK_INT(gr_weights_load(chess, &geometry, path, &weights, &error), GR_ERR_SYNTAX);
    CHECK(strstr(error.text, ":2:1023: the line is too long"));
    unlink(path);
    CHECK_INT(gr_weights_load(chess, &geometry, path, &weights, &error), GR_ERR_NOT_FOUND);
    CHECK_INT(gr_weights_load(chess, &geometry, "/tmp", &weights, &error), GR_ERR_IO);
}

static void writing_notices_that_memory_runs_out(void) {
    const GrVariant *chess = pick("chess");
    GrWeights weights;
    gr_weights_guess(chess, &geometry, &weights);
    FAIL_EACH_ALLOCATION(n, 20) {
        GrBuffer text;
        gr_buffer_init(&text);
        gr_weights_write(chess, &geometry, &weights, NULL, &text);
        fail_alloc_stop();
        gr_buffer_free(&text);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(an_unknown_variant_gets_guessed_weights);
    RUN(what_is_built_in_can_be_read);
    RUN(text_comes_back_as_it_was);
    RUN(a_text_may_state_little);
    RUN(faults_are_reported_where_they_are);
    RUN(files_are_read);
    RUN(writing_notices_that_memory_runs_out);
    gr_variants_close(variants);
    return test_end();
}
