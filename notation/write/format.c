/* The table of output formats. */
#include "notation/write/format.h"

#include <strings.h>

#define ADDRESS(format) &format,
const GrFormat *const gr_formats[] = {GR_FORMATS(ADDRESS) NULL};
#undef ADDRESS

void gr_format_part(const GrFormat *format, GrBuffer *out, GrGameBefore *before, const GrGame *game) {
    if (!format->between || !game->rules || !game->plies)
        return;
    if (before->rules)
        format->between(out, before, game);
    before->rules = game->rules;
    before->plies = game->plies;
    before->result = game->result;
    gr_game_position(game, game->plies, &before->last);
}

const GrFormat *gr_format_find(const char *name) {
    const GrFormat *const *format = gr_formats;
    while (*format && strcasecmp((*format)->name, name))
        format++;
    return *format;
}
