/* Crosstables as text, CSV, JSON and HTML. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/crosstable_local.h"
#include "notation/plain.h"
#include "notation/room.h"
#include "notation/write/html.h"
#include "notation/xml.h"
#include "rules/plural.h"

/* ---- a table of texts ---- */

/* Row 0 has the headings. */
typedef struct Grid {
    GrBuffer text;
    size_t *at;           /* offsets of its cells, row by row */
    size_t cells, cap;
    size_t rows, columns;
    bool failed;
} Grid;

/* Ends the cell that was just written. */
static void end_cell(Grid *grid) {
    gr_buffer_putc(&grid->text, '\0');
}

static void begin_cell(Grid *grid) {
    if (!gr_room(&grid->at, grid->cells, 1, &grid->cap, sizeof *grid->at)) {
        grid->failed = true;
        return;
    }
    grid->at[grid->cells++] = grid->text.len;
}

static void put_cell(Grid *grid, const char *text) {
    begin_cell(grid);
    gr_buffer_puts(&grid->text, text);
    end_cell(grid);
}

static void put_number(Grid *grid, int number, bool known) {
    begin_cell(grid);
    if (known)
        gr_buffer_printf(&grid->text, "%d", number);
    end_cell(grid);
}

static const char *cell_at(const Grid *grid, size_t row, size_t column) {
    return grid->text.data + grid->at[row * grid->columns + column];
}

/* ---- what is in it ---- */

/* The forms of a table: CSV has names for programs, and all columns. */
static void put_headings(const CrossTable *t, bool csv, Grid *grid) {
    static const char *const shown[] = {"#", "Player", "Elo", "Points", "Games", "Perf"};
    static const char *const named[] = {"rank", "player", "rating", "points", "games", "performance"};
    static const char *const short_name[GR_TIE_BREAKS] = {"DE", "Wins", "SB", "BH"};
    for (int n = 0; n < 6; n++)
        put_cell(grid, csv ? named[n] : n == 1 && t->options->teams ? "Team" : shown[n]);
    for (size_t n = 0; n < cross_columns(t); n++) {
        begin_cell(grid);
        if (t->opponents && csv)
            gr_buffer_puts(&grid->text, t->row[n]->name);
        else if (t->opponents)
            gr_buffer_printf(&grid->text, "%zu", n + 1);
        else if (t->round[n] < 0)
            gr_buffer_puts(&grid->text, csv ? "round ?" : "?");
        else
            gr_buffer_printf(&grid->text, csv ? "round %d" : "%d", (int)t->round[n]);
        end_cell(grid);
    }
    put_cell(grid, csv ? "change" : "+/-");
    put_cell(grid, csv ? "board points" : "Board");
    for (int n = 0; n < t->tie_breaks; n++)
        put_cell(grid, csv ? gr_tie_break_name(t->tie_break[n]) : short_name[t->tie_break[n]]);
    put_cell(grid, csv ? "team" : "Team");
    if (csv) {
        put_cell(grid, "event");
        put_cell(grid, "variant");
    }
}

static void put_change(const CrossPlayer *player, Grid *grid) {
    begin_cell(grid);
    int tenths = (abs(player->change) + 5) / 10; /* halves away from 0 */
    if (player->changes)
        gr_buffer_printf(&grid->text, "%c%d.%d", player->change < 0 && tenths ? '-' : '+', tenths / 10, tenths % 10);
    end_cell(grid);
}

static void put_row(const CrossTable *t, const CrossPlayer *player, bool csv, Grid *grid) {
    put_number(grid, csv ? player->rank : player->row, true);
    put_cell(grid, player->name);
    put_number(grid, player->rating, player->rating != 0);
    begin_cell(grid);
    cross_put_points(t, player->half, &grid->text);
    end_cell(grid);
    put_number(grid, player->games, true);
    put_number(grid, player->performance, player->rated != 0);
    for (size_t n = 0; n < cross_columns(t); n++) {
        begin_cell(grid);
        if (t->opponents && t->row[n] == player)
            gr_buffer_puts(&grid->text, csv ? "" : "x");
        else
            cross_put_cell(t, player, n, csv, &grid->text);
        end_cell(grid);
    }
    put_change(player, grid);
    begin_cell(grid);
    if (t->options->teams)
        gr_buffer_printf(&grid->text, player->board % 2 ? "%d.5" : "%d", player->board / 2);
    end_cell(grid);
    for (int n = 0; n < t->tie_breaks; n++) {
        begin_cell(grid);
        cross_put_tie_break(t, player, t->tie_break[n], &grid->text);
        end_cell(grid);
    }
    put_cell(grid, player->team ? player->team : "");
}

/* The variant's name; games of unknown ones may have none. */
static const char *variant_of(const CrossTable *t) {
    return t->game->rules ? cross_string(t->of, t->game->rules) : "unknown variant";
}

static bool fill(const CrossTable *t, bool csv, Grid *grid) {
    *grid = (Grid){.rows = t->players + 1, .columns = cross_columns(t) + 9 + (size_t)t->tie_breaks + (csv ? 2 : 0)};
    gr_buffer_init(&grid->text);
    put_headings(t, csv, grid);
    for (size_t n = 0; n < t->players; n++) {
        put_row(t, t->row[n], csv, grid);
        if (csv) {
            put_cell(grid, t->game->event && !t->options->together ? cross_string(t->of, t->game->event) : "");
            put_cell(grid, variant_of(t));
        }
    }
    return !grid->failed && !grid->text.failed && grid->cells == grid->rows * grid->columns;
}

static void free_grid(Grid *grid) {
    gr_buffer_free(&grid->text);
    free(grid->at);
}

/* ---- CSV ---- */

void cross_csv(const CrossTable *t, GrCsvField *field, GrBuffer *out) {
    Grid grid;
    if (!t->players)
        return;
    if (fill(t, true, &grid))
        for (size_t n = 0; n < grid.cells; n++)
            field(out, grid.text.data + grid.at[n], (n + 1) % grid.columns ? ',' : '\n');
    else
        out->failed = true;
    free_grid(&grid);
}

/* ---- text and HTML ---- */

static size_t width_of(const char *text) {
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

static bool is_words(const CrossTable *t, size_t column, const Grid *grid) {
    return column == 1 || column + 1 == grid->columns ||
           (column >= 6 && column < 6 + cross_columns(t)); /* names and results begin at the left */
}

static void put_padded(const char *text, size_t width, bool left, GrBuffer *out) {
    size_t blanks = width - width_of(text);
    for (size_t n = 0; n < blanks && !left; n++)
        gr_buffer_putc(out, ' ');
    gr_put_plain(out, text, false);
    for (size_t n = 0; n < blanks && left; n++)
        gr_buffer_putc(out, ' ');
}

/* No blanks at the end of a line. */
static void end_line(GrBuffer *out) {
    while (!out->failed && out->len && out->data[out->len - 1] == ' ')
        out->data[--out->len] = '\0';
    gr_buffer_putc(out, '\n');
}

/* How wide each column is, 0 where only its heading would be; NULL without memory. */
static size_t *find_widths(const Grid *grid) {
    size_t *width = calloc(grid->columns + 1, sizeof *width);
    for (size_t row = 1; width && row < grid->rows; row++)
        for (size_t column = 0; column < grid->columns; column++) {
            size_t one = width_of(cell_at(grid, row, column));
            width[column] = one > width[column] ? one : width[column];
        }
    for (size_t column = 0; width && column < grid->columns; column++) {
        size_t one = width_of(cell_at(grid, 0, column));
        width[column] = width[column] && one > width[column] ? one : width[column];
    }
    return width;
}

static void text_grid(const CrossTable *t, const Grid *grid, const size_t *width, GrBuffer *out) {
    for (size_t row = 0; row < grid->rows; row++) {
        for (size_t column = 0; column < grid->columns; column++) {
            if (!width[column])
                continue;
            bool result = column > 6 && column < 6 + cross_columns(t);
            gr_buffer_puts(out, !column ? "" : result ? " " : "  ");
            put_padded(cell_at(grid, row, column), width[column], is_words(t, column, grid), out);
        }
        end_line(out);
    }
}

static void html_grid(const CrossTable *t, const Grid *grid, const size_t *width, GrBuffer *out) {
    gr_buffer_puts(out, "<div class=\"scroll\"><table>\n");
    for (size_t row = 0; row < grid->rows; row++) {
        gr_buffer_puts(out, "<tr>");
        for (size_t column = 0; column < grid->columns; column++) {
            if (!width[column])
                continue;
            gr_buffer_printf(out, "<%s%s>", row ? "td" : "th", is_words(t, column, grid) ? " class=\"w\"" : "");
            gr_xml_text(out, cell_at(grid, row, column));
            gr_buffer_printf(out, "</%s>", row ? "td" : "th");
        }
        gr_buffer_puts(out, "</tr>\n");
    }
    gr_buffer_puts(out, "</table></div>\n");
}

/* The table by one of these two. */
static void put_table(const CrossTable *t, void (*put)(const CrossTable *, const Grid *, const size_t *, GrBuffer *),
                      GrBuffer *out) {
    Grid grid;
    size_t *width = NULL;
    if (!t->players)
        return;
    if (fill(t, false, &grid) && (width = find_widths(&grid)) != NULL)
        put(t, &grid, width, out);
    else
        out->failed = true;
    free(width);
    free_grid(&grid);
}

static void put_heading(const CrossTable *t, GrBuffer *out) {
    const char *who = t->options->teams ? gr_plural(t->players, "team", "teams")
                                        : gr_plural(t->players, "player", "players");
    const char *what = t->options->teams ? gr_plural(t->counted, "match", "matches")
                                         : gr_plural(t->counted, "game", "games");
    cross_put_title(t, out);
    gr_buffer_printf(out, " (%s): %zu %s, %zu %s", variant_of(t), t->players, who, t->counted, what);
}

void cross_text(const CrossTable *t, GrBuffer *out) {
    GrBuffer words;
    gr_buffer_init(&words);
    put_heading(t, &words);
    gr_put_plain(out, words.failed ? "" : words.data, false);
    gr_buffer_putc(out, '\n');
    out->failed |= words.failed;
    gr_buffer_clear(&words);
    put_table(t, text_grid, out);
    if (cross_notes(t, &words) || words.failed)
        out->failed = true;
    else if (words.len)
        gr_put_plain(out, words.data, true);
    gr_buffer_free(&words);
}

/* ---- HTML ---- */

static const char STYLE[] =
    ":root{color-scheme:light dark}body{font:16px/1.5 Georgia,'DejaVu Serif',serif;margin:2em;max-width:none}"
    "h2{font-weight:normal;margin:1.5em 0 .4em}.scroll{overflow-x:auto}"
    "table{border-collapse:collapse;font:14px/1.4 Helvetica,Arial,'DejaVu Sans',sans-serif}"
    "td,th{padding:.2em .55em;border-bottom:1px solid #9996;text-align:right;white-space:nowrap;"
    "font-variant-numeric:tabular-nums}th{font-weight:normal;opacity:.7}td.w,th.w{text-align:left}"
    ".note{font-size:.85em;opacity:.8;margin:.3em 0}@media print{body{margin:0}tr{break-inside:avoid}}\n";

void cross_html_begin(GrBuffer *out) {
    gr_buffer_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                        "<title>Crosstables</title>\n");
    gr_html_policy(out, STYLE, NULL);
    gr_buffer_puts(out, "<style>");
    gr_buffer_puts(out, STYLE);
    gr_buffer_puts(out, "</style>\n</head>\n<body>\n");
}

void cross_html_end(GrBuffer *out) {
    gr_buffer_puts(out, "</body>\n</html>\n");
}

void cross_html(const CrossTable *t, GrBuffer *out) {
    GrBuffer words;
    gr_buffer_init(&words);
    put_heading(t, &words);
    gr_buffer_puts(out, "<h2>");
    gr_xml_text(out, words.failed ? "" : words.data);
    gr_buffer_puts(out, "</h2>\n");
    out->failed |= words.failed;
    gr_buffer_clear(&words);
    put_table(t, html_grid, out);
    out->failed |= cross_notes(t, &words) || words.failed;
    for (char *line = words.data, *end; line && *line; line = end + 1) {
        end = strchr(line, '\n');
        if (!end) /* it was cut */
            break;
        *end = '\0';
        gr_buffer_puts(out, "<p class=\"note\">");
        gr_xml_text(out, line);
        gr_buffer_puts(out, "</p>\n");
    }
    gr_buffer_free(&words);
}
