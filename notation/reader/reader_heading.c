/* Headings: lines that name a game, which become its Event. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/reader/reader_ahead.h"

/* A line of its own that is no longer than this may be a heading; what goes on for longer after a
 * game's number is said of the game. A line of this length may have been broken by a program. */
enum { HEADING = 80, MENTION = 200, BROKEN = 60 };

/* ---- headings with a number ---- */

/* Length of "Game #3" at p, 0 if there is none. *hash: there is a '#'. */
static size_t numbered(const char *p, bool *hash) {
    const char *from = p;
    if ((*p | 0x20) != 'g' || strncasecmp(p, "game", 4))
        return 0;
    p += 4;
    p += gr_blanks(p);
    *hash = *p == '#';
    p += *hash;
    p += *hash ? gr_blanks(p) : 0;
    size_t digits = strspn(p, "0123456789");
    return digits && !isalnum((unsigned char)p[digits]) ? (size_t)(p + digits - from) : 0;
}

/* "Game #3", "Game 3", "Game 3: ..."; what follows a number without '#' must be set off from it,
 * as in prose a game has a number, too. In a long line only '#' and a colon tell the two apart. */
bool reader_heading_at(const char *p, const char *end) {
    bool hash = false;
    size_t len = numbered(p, &hash);
    if (!len)
        return false;
    bool is_long = end - p > MENTION;
    p += len;
    p += gr_blanks(p);
    if (hash || p >= end || *p == ':')
        return true;
    return !is_long && (strchr("-.,(", *p) || (unsigned char)*p >= 0xC0);
}

bool reader_at_heading(const Reader *r) {
    return reader_heading_at(r->p, r->end);
}

/* Does the next line go on with a sentence that this line, a heading, has begun? */
static bool is_broken_off(Reader *r) {
    reader_see_further(r, MENTION);
    if (!r->whole || r->end >= r->window_end)
        return false;
    const char *p = r->end + 1;
    p += reader_margin(r, p);
    const char *end = memchr(p, '\n', (size_t)(r->window_end - p));
    end = end ? end : r->window_end;
    if (p >= end || !isalpha((unsigned char)*p) || reader_heading_at(p, end) ||
        (!islower((unsigned char)*p) && r->end - r->p < BROKEN))
        return false;
    Sight sight = reader_sight(r, p, end);
    return sight.words > 1 && !sight.numbered && !(sight.named && !sight.word_first);
}

/* What stands after the number if that is not part of the name: moves, or prose, which may be long
 * or go on for several lines. NULL: the whole line is the name. */
static const char *after_name(Reader *r, bool *moves) {
    bool hash;
    *moves = false;
    const char *rest = r->p + numbered(r->p, &hash);
    rest += gr_blanks(rest);
    rest += *rest == ':' || *rest == '.' || *rest == '-' || *rest == ',';
    rest += gr_blanks(rest);
    if (rest >= r->end)
        return NULL;
    Sight sight = reader_sight(r, rest, r->end);
    *moves = sight.moves && !sight.words && (sight.numbered || sight.named);
    if (*moves || !r->whole || r->end - r->p > HEADING)
        return rest;
    size_t at = (size_t)(rest - r->p); /* the window may slide */
    return is_broken_off(r) ? r->p + at : NULL;
}

static void name_game(Reader *r, const char *end) {
    const char *old = gr_game_tag(r->game, "Event");
    if (old)
        reader_add_prose(r, old, strlen(old));
    gr_buffer_clear(&r->scratch);
    gr_buffer_add(&r->scratch, r->p, (size_t)(end - r->p));
    if (r->scratch.failed || gr_game_set_tag(r->game, "Event", r->scratch.data))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
    r->headed = true;
    r->game->line = r->number;
}

Step reader_heading(Reader *r) {
    bool moves, hash;
    if (r->tagged ? r->moving : r->frame[0].node || r->game->partial) {
        r->fresh = true; /* it is read again, for the game it heads */
        return STEP_GAME_DONE;
    }
    const char *rest = after_name(r, &moves);
    if (rest) {
        name_game(r, r->p + numbered(r->p, &hash));
        r->p = rest;
        r->fresh = false;
        return moves ? STEP_ON : reader_prose(r);
    }
    const char *end = r->end;
    while (end > r->p && strchr(" \t", end[-1]))
        end--;
    name_game(r, end);
    r->p = r->end;
    return STEP_LINE_DONE;
}

/* ---- other headings ---- */

/* The line before the signature of an e-mail. In a text without tags it is no null move. */
static bool at_signature(const Reader *r) {
    return !r->tagged && !strncmp(r->p, "--", 2) && r->p + 2 + gr_blanks(r->p + 2) == r->end;
}

/* Four of one character that is used so, and besides only what tables have between their rules. */
bool reader_at_rule(const Reader *r) {
    const char *p = r->p;
    char c = *p;
    if (!c || !strchr("-=_*~#:+", c) || !r->whole || !r->prosy || r->capture)
        return false;
    if (r->end - p < 4)
        return at_signature(r);
    size_t lines = 0;
    for (; p < r->end && (*p == '-' || *p == c || strchr("|:+ \t", *p)); p++)
        lines += *p == '-' || *p == c;
    return p == r->end && lines >= 4;
}

/* No sentence, no menu, no table's head, and nothing of a game. */
bool reader_like_heading(const Reader *r) {
    const char *text = r->comment.data;
    size_t len = r->comment.len;
    if (r->prose_lines != 1 || r->tagged || r->comment.failed || len < 3 || len > HEADING)
        return false;
    unsigned char first = (unsigned char)text[0];
    if (islower(first) || ispunct(first) || strchr(".,;:!?", text[len - 1]) || strchr(text, '|'))
        return false;
    Sight sight = reader_sight(r, text, text + len);
    return sight.words > 0 && sight.moves == 0;
}

void reader_note_heading(Reader *r) {
    size_t len = r->comment.len;
    const Frame *f = &r->frame[0];
    if (!r->moving && r->prose.len >= len) {
        r->heading_at = r->prose.len - len;
        r->heading_len = len;
    } else if (r->moving && r->depth == 0 && f->node && r->last_comment_end == r->game->text_len) {
        GrText comment = r->game->nodes[f->node].comment;
        size_t whole = r->game->text_len - 1 - comment;
        r->late_node = r->last_comment == comment && whole >= len ? f->node : 0;
        r->late_at = whole - len;
    }
}

void reader_take_heading(Reader *r) {
    size_t at = r->heading_at, len = r->heading_len;
    r->heading_len = 0;
    r->late_node = 0;
    if (!len || at + len > r->prose.len || r->tagged || gr_game_tag(r->game, "Event"))
        return;
    gr_buffer_clear(&r->scratch);
    gr_buffer_add(&r->scratch, r->prose.data + at, len);
    if (r->scratch.failed || gr_game_set_tag(r->game, "Event", r->scratch.data)) {
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
        return;
    }
    r->headed = true;
    /* Out of the prose, with the mark that parts it from what stands beside it. */
    char *text = r->prose.data;
    size_t end = at + len;
    if (end < r->prose.len)
        end++;
    else if (at)
        at--;
    memmove(text + at, text + end, r->prose.len - end + 1);
    r->prose.len -= end - at;
}

void reader_reclaim_heading(Reader *r) {
    GrNode *node = &r->game->nodes[r->late_node];
    if (!r->late_node || r->late_node != r->frame[0].node || !node->comment)
        return;
    char *text = r->game->text + node->comment;
    const char *rest = text + r->late_at;
    size_t len = strcspn(rest, "\x1E");
    reader_add_prose(r, rest, strlen(rest));
    r->heading_at = 0;
    r->heading_len = len;
    r->last_comment = 0;
    if (r->late_at)
        text[r->late_at - 1] = 0;
    else
        node->comment = 0;
}
