/* Prose before the first move of a game. */
#include "notation/reader/prose.h"

#include <string.h>

#include "notation/reader/reader.h"

/* Text in front of a game is kept up to this size; behind its tags it is the game's, and bounded as that is. */
enum { PROSE = 64 * 1024 };

void reader_free_prose(Prose *prose) {
    gr_buffer_free(&prose->text);
    gr_game_free(&prose->between);
}

/* Comments have single blanks, and none at the ends; the values of tags, which may become one, may
 * have others. */
static void add_words(GrBuffer *out, const char *text, size_t len) {
    while (len && strchr(" \t", text[len - 1]))
        len--;
    for (; len && strchr(" \t", *text); len--)
        text++;
    for (size_t i = 0; i < len; i++)
        if (!strchr(" \t", text[i]) || !i || !strchr(" \t", text[i - 1]))
            gr_buffer_putc(out, text[i] == '\t' ? ' ' : text[i]);
}

void reader_add_prose(Prose *prose, const char *text, size_t len) {
    const Lines *lines = prose->out->lines;
    size_t most = prose->of_game ? GR_READER_TEXT : PROSE, kept = len < most ? len : most;
    prose->cut |= kept < len || prose->text.len + kept > most;
    if (prose->text.len + kept > most) {
        gr_buffer_clear(&prose->text);
        prose->heading_len = 0;
    }
    len = kept;
    if (prose->text.len)
        gr_buffer_putc(&prose->text, GR_COMMENT_NEXT);
    add_words(&prose->text, text, len);
    if (prose->text.failed)
        reader_no_memory(prose->out);
    if (!prose->stray) {
        uint32_t column = 0;
        prose->stray = lines->number;
        gr_source_place(lines->source, &prose->stray, &column);
    }
}

/* The last heading becomes the game's Event; true if there is one, and memory for it. */
static bool take_heading(Prose *prose, bool untitled) {
    size_t at = prose->heading_at, len = prose->heading_len;
    GrBuffer *scratch = &prose->out->scratch;
    GrGame *game = prose->out->game;
    prose->heading_len = 0;
    prose->late_node = 0;
    if (!len || at + len > prose->text.len || !untitled || gr_game_tag(game, "Event"))
        return false;
    gr_buffer_clear(scratch);
    gr_buffer_add(scratch, prose->text.data + at, len);
    if (scratch->failed || gr_game_set_tag(game, "Event", scratch->data)) {
        reader_no_memory(prose->out);
        return false;
    }
    /* Out of the prose, with the mark that parts it from what stands beside it. */
    char *text = prose->text.data;
    size_t end = at + len;
    if (end < prose->text.len)
        end++;
    else if (at)
        at--;
    memmove(text + at, text + end, prose->text.len - end + 1);
    prose->text.len -= end - at;
    return true;
}

bool reader_take_prose(Prose *prose, bool untitled) {
    GrGame *game = prose->out->game;
    bool titled = take_heading(prose, untitled);
    if (prose->cut && prose->of_game)
        reader_diagnose_at(prose->out, GR_ERROR, game->line, 0, 0,
                           "the text before the first move is longer than %d bytes: only its end is kept",
                           GR_READER_TEXT);
    else if (prose->cut)
        reader_diagnose_at(prose->out, GR_NOTE, game->line, 0, 0,
                           "the text before this game is longer than %d bytes: only its end is kept", PROSE);
    if (prose->text.len &&
        gr_game_add_text(game, prose->text.data, prose->text.len, &game->nodes[0].comment))
        reader_no_memory(prose->out);
    gr_buffer_clear(&prose->text);
    prose->cut = prose->of_game = false;
    prose->stray = 0;
    return titled;
}

void reader_return_prose(Prose *prose) {
    const GrGame *game = prose->out->game;
    const char *heading = gr_game_tag(game, "Event");
    const char *text = gr_game_string(game, game->nodes[0].comment);
    if (heading)
        reader_add_prose(prose, heading, strlen(heading));
    if (*text)
        reader_add_prose(prose, text, strlen(text));
}
