/* From a game to what a diagram of one of its plies says. */
#include <stdio.h>
#include <string.h>

#include "notation/write/diagram.h"
#include "notation/move/san.h"

void gr_diagram_ply(const GrGame *game, uint32_t ply, GrPly *at) {
    memset(at, 0, sizeof *at);
    at->pos = game->start;
    GrPosition before = at->pos;
    uint32_t node = game->node_count ? game->nodes[0].next : 0;
    for (uint32_t n = 0; n < ply && n < game->plies && node; n++) {
        before = at->pos;
        at->last = game->nodes[node].move;
        gr_play(&at->pos, at->last);
        node = game->nodes[node].next;
    }
    if (at->last == GR_NO_MOVE)
        return;
    char san[GR_SAN_SIZE];
    gr_san_write_after(&before, at->last, &at->pos, san);
    snprintf(at->after, sizeof at->after, "%u%s %s", (unsigned)before.number,
             before.turn == gr_variant(before.rules)->first ? "." : "...", san);
}

void gr_diagram_caption(const GrGame *game, GrBuffer *out) {
    static const char *const further[] = {"Event", "Site", "Date"};
    const char *white = gr_game_known_tag(game, "White"), *black = gr_game_known_tag(game, "Black");
    if (white || black)
        gr_buffer_printf(out, "%s - %s", white ? white : "?", black ? black : "?");
    bool comma = white || black;
    for (size_t i = 0; i < sizeof further / sizeof *further; i++) {
        const char *value = gr_game_known_tag(game, further[i]);
        if (!value)
            continue;
        const char *unknown = strstr(value, ".??"); /* of a date: "1907.??.??" is 1907 */
        gr_buffer_puts(out, comma ? ", " : "");
        gr_buffer_add(out, value, unknown ? (size_t)(unknown - value) : strlen(value));
        comma = true;
    }
}
