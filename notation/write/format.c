/* The table of output formats. */
#include "notation/write/format.h"

#include <strings.h>

#define ADDRESS(format) &format,
const GrFormat *const gr_formats[] = {GR_FORMATS(ADDRESS) NULL};
#undef ADDRESS

static void keep(GrGameBefore *before, const GrGame *game) {
    before->rules = game->rules;
    before->plies = game->plies;
    before->result = game->result;
    gr_game_position(game, game->plies, &before->last);
}

void gr_format_put(const GrFormat *format, GrBuffer *out, GrGameBefore *before, const GrGame *game, uint64_t number,
                   uint64_t id) {
    if (!format->runs_on) {
        format->game(out, game, number, id);
        return;
    }
    const bool moves = game->rules && game->plies;
    if (moves && before->rules && format->runs_on(before, game))
        gr_buffer_printf(out, "%s%s", before->empty ? "" : " ", gr_result_text(before->result));
    gr_format_close(out, before);
    if (moves)
        keep(before, game);
    size_t length = out->len;
    format->game(out, game, number, id);
    if (out->failed || out->len == length || out->data[out->len - 1] != '\n')
        return;
    out->data[--out->len] = '\0';
    before->open = true;
    before->empty = out->len == length;
}

void gr_format_close(GrBuffer *out, GrGameBefore *before) {
    if (before->open)
        gr_buffer_putc(out, '\n');
    before->open = false;
}

const GrFormat *gr_format_find(const char *name) {
    const GrFormat *const *format = gr_formats;
    while (*format && strcasecmp((*format)->name, name))
        format++;
    return *format;
}
