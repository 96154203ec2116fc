/* Headings: lines that name a game, which become its Event. */
#include "notation/reader/headings.h"

#include <ctype.h>
#include <string.h>

#include "notation/reader/paragraphs.h"
#include "notation/reader/parts.h"
#include "notation/reader/line_contents.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

/* A line of its own that is no longer than this may be a heading; for what follows one, so much of
 * the text is looked at. A line of the last length may have been broken by a program. */
enum { HEADING = 80, MENTION = 200, BROKEN = 60 };

bool reader_at_heading(const GrReader *r) {
    return reader_heading_at(r->lines.p, r->lines.end);
}

/* Does the next line go on with a sentence that this line, a heading, has begun? */
static bool is_broken_off(GrReader *r) {
    Lines *l = &r->lines;
    reader_see_further(l, MENTION);
    if (!l->whole || l->end >= l->window_end)
        return false;
    const char *p = l->end + 1;
    p += reader_margin(l, p);
    const char *end = memchr(p, '\n', (size_t)(l->window_end - p));
    end = end ? end : l->window_end;
    if (p >= end || !isalpha((unsigned char)*p) || reader_heading_at(p, end) ||
        (!islower((unsigned char)*p) && l->end - l->p < BROKEN))
        return false;
    Sight sight = reader_sight(&r->moves.lexicon, l->line, p, end);
    return sight.words > 1 && !sight.numbered && !(sight.named && !sight.word_first);
}

/* What stands after the number if that is not part of the name: moves, or prose, which may be long
 * or go on for several lines. NULL: the whole line is the name. */
static const char *after_name(GrReader *r, bool *moves) {
    const Lines *l = &r->lines;
    bool hash;
    *moves = false;
    const char *rest = l->p + reader_numbered_heading(l->p, &hash);
    rest += gr_blanks(rest);
    rest += *rest == ':' || *rest == '.' || *rest == '-' || *rest == ',';
    rest += gr_blanks(rest);
    if (rest >= l->end)
        return NULL;
    Sight sight = reader_sight(&r->moves.lexicon, l->line, rest, l->end);
    *moves = sight.moves && !sight.words && (sight.numbered || sight.named);
    if (*moves || !l->whole || l->end - l->p > HEADING)
        return rest;
    size_t at = (size_t)(rest - l->p); /* the window may slide */
    return is_broken_off(r) ? l->p + at : NULL;
}

static void name_game(GrReader *r, const char *end) {
    const Lines *l = &r->lines;
    const char *old = gr_game_tag(r->out.game, "Event");
    if (old)
        reader_add_prose(&r->prose, old, strlen(old));
    gr_buffer_clear(&r->out.scratch);
    gr_buffer_add(&r->out.scratch, l->p, (size_t)(end - l->p));
    if (r->out.scratch.failed || gr_game_set_tag(r->out.game, "Event", r->out.scratch.data))
        reader_no_memory(&r->out);
    r->tags.headed = true;
    r->out.game->line = l->number;
}

Step reader_heading(GrReader *r) {
    Lines *l = &r->lines;
    bool moves, hash;
    if (r->tags.any ? r->moves.begun : r->moves.frame[0].node || r->out.game->partial) {
        l->fresh = true; /* it is read again, for the game it heads */
        return STEP_GAME_DONE;
    }
    const char *rest = after_name(r, &moves);
    if (rest) {
        name_game(r, l->p + reader_numbered_heading(l->p, &hash));
        l->p = rest;
        l->fresh = false;
        return moves ? STEP_ON : reader_prose(r);
    }
    const char *end = l->end;
    while (end > l->p && strchr(" \t", end[-1]))
        end--;
    name_game(r, end);
    l->p = l->end;
    return STEP_LINE_DONE;
}

void reader_reclaim_heading(GrReader *r) {
    GrNode *node = &r->out.game->nodes[r->prose.late_node];
    if (!r->prose.late_node || r->prose.late_node != r->moves.frame[0].node || !node->comment)
        return;
    char *text = r->out.game->text + node->comment;
    const char *rest = text + r->prose.late_at;
    size_t len = strcspn(rest, GR_COMMENT_ENDS);
    reader_add_prose(&r->prose, rest, strlen(rest));
    r->prose.heading_at = 0;
    r->prose.heading_len = len;
    r->comments.last = 0;
    if (r->prose.late_at)
        text[r->prose.late_at - 1] = 0;
    else
        node->comment = 0;
}
