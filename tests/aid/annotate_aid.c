/* Games for the tests of annotating, and everything that annotating may change as text. */
#include "tests/aid/annotate_aid.h"

#include <stdio.h>
#include <string.h>

#include "notation/move/san.h"

bool aid_play_line(const GrVariants *variants, GrGame *game, const char *variant, const char *moves) {
    char text[2000];
    uint32_t line = 0, made;
    gr_game_clear(game);
    if (gr_game_begin(game, gr_variants_find(variants, variant)) != 0)
        return false;
    GrPosition pos = game->start;
    snprintf(text, sizeof text, "%s", moves);
    for (char *san = strtok(text, " "); san; san = strtok(NULL, " ")) {
        GrMove move;
        if (gr_san_read(&pos, san, &move, NULL) != 0 || gr_game_add_node(game, move, &made) != 0)
            return false;
        game->nodes[line].next = made;
        line = made;
        gr_play(&pos, move);
        game->plies++;
    }
    return true;
}

uint32_t aid_node_at(const GrGame *game, unsigned ply) {
    uint32_t at = 0;
    while (ply-- > 0)
        at = game->nodes[at].next;
    return at;
}

const char *aid_comment_at(const GrGame *game, unsigned ply) {
    return gr_game_string(game, game->nodes[aid_node_at(game, ply)].comment);
}

bool aid_put_text(GrGame *game, GrText *at, const char *text) {
    return gr_game_add_text(game, text, strlen(text), at) == 0;
}

bool aid_set_comment(GrGame *game, unsigned ply, const char *text) {
    GrText at;
    if (!aid_put_text(game, &at, text))
        return false;
    game->nodes[aid_node_at(game, ply)].comment = at;
    return true;
}

static void print_line(const GrGame *game, uint32_t at, GrBuffer *out) {
    for (; at; at = game->nodes[at].next) {
        const GrNode *node = &game->nodes[at];
        gr_buffer_printf(out, "%x", (unsigned)node->move);
        for (const char *nag = gr_game_string(game, node->nags); *nag; nag++)
            gr_buffer_printf(out, " $%d", *nag);
        gr_buffer_printf(out, " {%s|%s}", gr_game_string(game, node->before),
                         gr_game_string(game, node->comment));
        if (node->alternative) {
            gr_buffer_puts(out, " (");
            print_line(game, node->alternative, out);
            gr_buffer_puts(out, ")");
        }
        gr_buffer_puts(out, "\n");
    }
}

char *aid_print_game(const GrGame *game, bool tags) {
    GrBuffer out;
    gr_buffer_init(&out);
    for (size_t i = 0; tags && i < game->tag_count; i++)
        gr_buffer_printf(&out, "%s=%s\n", gr_game_string(game, game->tags[i].name),
                         gr_game_string(game, game->tags[i].value));
    print_line(game, game->nodes[0].next, &out);
    return gr_buffer_take(&out);
}

unsigned aid_count_in(const char *text, const char *what) {
    unsigned n = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        n++;
    return n;
}
