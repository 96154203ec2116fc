/* Weights as text: writing, and reading line by line. */
#include "analysis/engine/weights_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[] = "grimoire-evaluation 1 ";

/* ---- writing ---- */

static void write_comment(const char *comment, GrBuffer *out) {
    while (*comment) {
        size_t length = strcspn(comment, "\n");
        gr_buffer_printf(out, "# %.*s\n", (int)length, comment);
        comment += length + (comment[length] == '\n');
    }
}

static void write_heading(const GrWeightTable *table, GrBuffer *out) {
    char label[GR_TABLE_LABEL];
    int longest = 0;
    for (int n = 0, row; (row = gr_weight_table_row(table, n)) >= 0; n++) {
        int columns = gr_weight_table_columns(table, row);
        longest = columns > longest ? columns : longest;
    }
    gr_weight_table_heading(table, 0, label);
    if (!*label)
        return;
    gr_buffer_puts(out, "# ");
    for (int column = 0; column < longest; column++) {
        gr_weight_table_heading(table, column, label);
        gr_buffer_printf(out, " %5s", label);
    }
    gr_buffer_putc(out, '\n');
}

static void write_table(const GrWeightTable *table, GrWeights *weights, GrBuffer *out) {
    char label[GR_TABLE_LABEL];
    gr_buffer_printf(out, "[%s]\n", table->title);
    write_heading(table, out);
    for (int n = 0, row; (row = gr_weight_table_row(table, n)) >= 0; n++) {
        gr_weight_table_label(table, row, label);
        gr_buffer_printf(out, "%-2s", label);
        for (int column = 0; column < gr_weight_table_columns(table, row); column++)
            gr_buffer_printf(out, " %5d", *gr_weight_table_cell(table, weights, row, column));
        gr_buffer_putc(out, '\n');
    }
}

void gr_weights_write(const GrVariant *variant, const GrGeometry *geometry,
                      const GrWeights *weights, const char *comment, GrBuffer *out) {
    GrWeightTable table;
    GrWeights copy = *weights;
    const char *about = NULL;
    gr_buffer_printf(out, "%s%s\n", HEAD, variant->name);
    write_comment(comment ? comment : "", out);
    gr_weight_table_start(&table, variant, geometry);
    while (gr_weight_table_next(&table)) {
        gr_buffer_putc(out, '\n');
        if (table.about != about)
            gr_buffer_printf(out, "# %s\n", table.about);
        about = table.about;
        write_table(&table, &copy, out);
    }
}

/* ---- reading ---- */

void gr_weights_reader_start(GrWeightsReader *reader, const GrVariant *variant,
                             const GrGeometry *geometry, const char *name, GrWeights *weights) {
    *reader = (GrWeightsReader){.variant = variant, .geometry = geometry, .name = name,
                                .weights = weights};
}

static int fail_at(const GrWeightsReader *reader, GrError *error, int column, const char *what,
                   const char *detail, int length) {
    return gr_fail(error, GR_ERR_SYNTAX, "%s:%d:%d: %s%.*s", reader->name, reader->line, column,
                   what, length, detail);
}

static size_t word_length(const char *at) {
    return strcspn(at, " \t\r");
}

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t\r");
}

static int read_head(GrWeightsReader *reader, const char *text, GrError *error) {
    size_t length = strlen(HEAD);
    if (strncmp(text, HEAD, length) != 0)
        return fail_at(reader, error, 1, "expected the line '", "grimoire-evaluation 1 VARIANT'",
                       30);
    const char *name = text + length;
    if (strlen(reader->variant->name) != word_length(name) ||
        strncmp(name, reader->variant->name, word_length(name)) != 0)
        return fail_at(reader, error, (int)length + 1, "this is not an evaluation of ",
                       reader->variant->name, (int)strlen(reader->variant->name));
    if (*skip_blanks(name + word_length(name)))
        return fail_at(reader, error, (int)(length + word_length(name)) + 2,
                       "expected the end of the line", "", 0);
    reader->begun = true;
    return 0;
}

/* Is the table that was begun complete? */
static int finish_table(GrWeightsReader *reader, GrError *error) {
    char label[GR_TABLE_LABEL];
    int row = reader->open ? gr_weight_table_row(&reader->table, reader->row) : -1;
    if (row < 0)
        return 0;
    gr_weight_table_label(&reader->table, row, label);
    return fail_at(reader, error, 1, "the table before lacks the row ", label,
                   (int)strlen(label));
}

static int begin_table(GrWeightsReader *reader, const char *text, GrError *error) {
    const char *end = strchr(text, ']');
    GrWeightTable *table = &reader->table;
    int number = 0, found = -1;
    int status = finish_table(reader, error);
    if (status)
        return status;
    if (!end || *skip_blanks(end + 1))
        return fail_at(reader, error, end ? (int)(end - text) + 2 : (int)strlen(text) + 1,
                       end ? "expected the end of the line" : "expected ']'", "", 0);
    gr_weight_table_start(table, reader->variant, reader->geometry);
    for (; found < 0 && gr_weight_table_next(table); number++)
        if (strlen(table->title) == (size_t)(end - text - 1) &&
            strncmp(table->title, text + 1, strlen(table->title)) == 0)
            found = number;
    if (found < 0)
        return fail_at(reader, error, 2, "there is no table ", text, (int)(end - text) + 1);
    if (reader->seen[found])
        return fail_at(reader, error, 2, "a second table ", text, (int)(end - text) + 1);
    reader->seen[found] = reader->open = true;
    reader->row = 0;
    return 0;
}

static int read_number(GrWeightsReader *reader, const char *text, const char **at, int16_t *value,
                       GrError *error) {
    char *end;
    int column = (int)(*at - text) + 1;
    if (!**at)
        return fail_at(reader, error, column, "a number is missing", "", 0);
    errno = 0;
    long number = strtol(*at, &end, 10);
    if (end == *at || (size_t)(end - *at) != word_length(*at))
        return fail_at(reader, error, column, "expected a whole number, found ", *at,
                       (int)word_length(*at));
    if (errno || number > GR_WEIGHT_LIMIT || number < -GR_WEIGHT_LIMIT)
        return fail_at(reader, error, column, "numbers go from -9999 to 9999", "", 0);
    *value = (int16_t)number;
    *at = skip_blanks(end);
    return 0;
}

static int read_row(GrWeightsReader *reader, const char *text, GrError *error) {
    char label[GR_TABLE_LABEL];
    int row = reader->open ? gr_weight_table_row(&reader->table, reader->row) : -1;
    const char *at = skip_blanks(text);
    if (row < 0)
        return fail_at(reader, error, (int)(at - text) + 1, "expected a table's title in brackets",
                       "", 0);
    gr_weight_table_label(&reader->table, row, label);
    if (word_length(at) != strlen(label) || strncmp(at, label, strlen(label)) != 0)
        return fail_at(reader, error, (int)(at - text) + 1, "expected the row ", label,
                       (int)strlen(label));
    at = skip_blanks(at + strlen(label));
    for (int column = 0; column < gr_weight_table_columns(&reader->table, row); column++) {
        int16_t *cell = gr_weight_table_cell(&reader->table, reader->weights, row, column);
        int status = read_number(reader, text, &at, cell, error);
        if (status)
            return status;
    }
    if (*at)
        return fail_at(reader, error, (int)(at - text) + 1, "the row has more numbers than columns",
                       "", 0);
    reader->row++;
    return 0;
}

int gr_weights_read_line(GrWeightsReader *reader, const char *text, GrError *error) {
    const char *at = skip_blanks(text);
    reader->line++;
    if (!*at || *at == '#')
        return 0;
    if (!reader->begun)
        return read_head(reader, text, error);
    return *text == '[' ? begin_table(reader, text, error) : read_row(reader, text, error);
}

int gr_weights_read_end(GrWeightsReader *reader, GrError *error) {
    reader->line++;
    return reader->begun ? finish_table(reader, error) : read_head(reader, "", error);
}

int gr_weights_load(const GrVariant *variant, const GrGeometry *geometry, const char *path,
                    GrWeights *weights, GrError *error) {
    char text[1024];
    GrWeightsReader reader;
    FILE *file = fopen(path, "r");
    int status = 0;
    if (!file)
        return gr_fail(error, errno == ENOENT ? GR_ERR_NOT_FOUND : GR_ERR_IO, "%s: %s", path,
                       strerror(errno));
    gr_weights_reader_start(&reader, variant, geometry, path, weights);
    while (status == 0 && fgets(text, sizeof text, file)) {
        size_t length = strcspn(text, "\n");
        if (!text[length] && !feof(file)) {
            reader.line++;
            status = fail_at(&reader, error, (int)length, "the line is too long", "", 0);
            break;
        }
        text[length] = '\0';
        status = gr_weights_read_line(&reader, text, error);
    }
    if (status == 0 && ferror(file))
        status = gr_fail(error, GR_ERR_IO, "%s: %s", path, strerror(errno));
    if (status == 0)
        status = gr_weights_read_end(&reader, error);
    fclose(file);
    return status;
}
