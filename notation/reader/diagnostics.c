/* What the reader makes: diagnostics and failures. */
#include "notation/reader/diagnostics.h"

#include <stdarg.h>
#include <stdio.h>

/* The most diagnostics of one game; as many errors more are reported. */
enum { MESSAGES = 200 };

void reader_fail(Output *out, int code, const char *text) {
    if (!out->status)
        out->status = gr_fail(out->error, (GrCode)code, "%s", text);
}

void reader_no_memory(Output *out) {
    reader_fail(out, GR_ERR_MEMORY, "out of memory");
}

bool reader_reports(const Output *out, GrSeverity severity) {
    size_t count = out->game->diag_count;
    return count <= MESSAGES || (severity == GR_ERROR && count <= 2 * MESSAGES);
}

static void add_diagnostic(Output *out, GrSeverity severity, uint32_t line, uint32_t column,
                           uint32_t ply, const char *format, va_list args) {
    char text[1024];
    size_t count = out->game->diag_count;
    if (count > MESSAGES || (count == MESSAGES && severity != GR_ERROR)) {
        if (count == MESSAGES && gr_game_diagnose(out->game, GR_NOTE, line, column, 0,
                                                 "from here on only errors of this game are reported"))
            reader_no_memory(out);
        if (severity != GR_ERROR || !reader_reports(out, severity))
            return;
    }
    vsnprintf(text, sizeof text, format, args);
    gr_source_place(out->lines->source, &line, &column);
    if (gr_game_diagnose(out->game, severity, line, column, ply, "%s", text))
        reader_no_memory(out);
}

void reader_diagnose(Output *out, GrSeverity severity, const char *at, uint32_t ply,
                     const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_diagnostic(out, severity, out->lines->number, reader_column(out->lines, at), ply, format,
                   args);
    va_end(args);
}

void reader_diagnose_at(Output *out, GrSeverity severity, uint32_t line, uint32_t column,
                        uint32_t ply, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_diagnostic(out, severity, line, column, ply, format, args);
    va_end(args);
}

void reader_add_diagnostics(Output *out, GrGame *game, const GrGame *from, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const GrDiagnostic *d = &from->diags[i];
        if (gr_game_diagnose(game, d->severity, d->line, d->column, d->ply, "%s",
                             gr_game_string(from, d->text)))
            reader_no_memory(out);
    }
}

/* ---- places ---- */

void reader_place_moves(const GrSource *source, GrGame *game) {
    for (size_t i = 1; i < game->node_count; i++)
        gr_source_place(source, &game->nodes[i].line, &game->nodes[i].column);
}

static void place_line(const GrSource *source, uint32_t *line) {
    uint32_t column = 0;
    if (*line)
        gr_source_place(source, line, &column);
}

void reader_place_lines(const GrSource *source, GrGame *game) {
    place_line(source, &game->line);
    place_line(source, &game->last_line);
}

void reader_place_diagnostics(const GrSource *source, GrGame *game) {
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].line)
            gr_source_place(source, &game->diags[i].line, &game->diags[i].column);
}
