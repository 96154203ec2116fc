/* The header of a game up to its first move: results, headings and other text in it. */
#include "notation/reader/header.h"

#include <ctype.h>
#include <string.h>

#include "notation/reader/line_contents.h"
#include "notation/reader/paragraphs.h"
#include "notation/reader/parts.h"
#include "notation/reader/tag_slip.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

/* ---- results and text ---- */

/* ---- results ---- */

/* Do the tag pairs of the block at p belong to the game whose header is being read? Not if one of them is set already:
 * Event in any case, another one if its value differs or a blank line stands before the block. */
static bool is_same_header(const GrReader *r, const char *p, bool blank) {
    const Lines *l = &r->lines;
    while (p < l->window_end && *p != '\n') {
        const char *end = memchr(p, '\n', (size_t)(l->window_end - p));
        Slip slip;
        end = end ? end : l->window_end;
        bool pair = reader_slip(p, end, &slip);
        const char *old = pair ? gr_game_tag_of(r->out.game, slip.pair.name, slip.pair.name_len) : NULL;
        bool same = old && strlen(old) == slip.pair.value_len && !memcmp(old, slip.pair.value, slip.pair.value_len);
        if (old && (blank || !same || (slip.pair.name_len == 5 && !memcmp(slip.pair.name, "Event", 5))))
            return false;
        p = end < l->window_end ? end + 1 : end;
        p += reader_margin(l, p);
    }
    return true;
}

/* Does the header or its game go on behind the result at p, which has that length? */
static bool result_leads(GrReader *r, size_t len) {
    const Lines *l = &r->lines;
    const char *p = l->p + len + gr_blanks(l->p + len);
    bool comment = p < l->end && strchr("{;", *p);
    if (p < l->end && !comment && reader_is_movetext(r, l->line, p, l->end))
        return true;
    if (comment && *p == '{' && !memchr(p, '}', (size_t)(l->end - p)))
        return false;
    Following f = reader_following(r);
    if (f.kind == FOLLOWING_TAG)
        return is_same_header(r, f.at, l->blank_before || f.blank);
    bool placed = gr_game_tag(r->out.game, "FEN") || gr_game_tag(r->out.game, "Variant");
    return f.kind == FOLLOWING_MOVES && (!f.words || placed);
}

bool reader_leading_result(GrReader *r) {
    Lines *l = &r->lines;
    Moves *m = &r->moves;
    GrResult result;
    bool forfeit = false;
    const char first = *l->p; /* of a half: \xC2 */
    if ((first != '0' && first != '1' && first != '*' && first != '.' && first != '\xC2') || !reader_in_header(r))
        return false;
    size_t len = gr_result_parse(l->p, &result, &forfeit);
    if (!len || !result_leads(r, len))
        return false;
    reader_diagnose(&r->out, GR_WARNING, l->p, 0, "the result stands before the moves");
    m->result = result;
    m->result_seen = true;
    r->tags.forfeit |= forfeit;
    if (!r->tags.result.line) {
        r->tags.result.line = l->number;
        r->tags.result.column = reader_column(l, l->p);
    }
    l->p += len;
    return true;
}

/* ---- other text ---- */

/* A tag pair within the line behind p, NULL if there is none. */
static const char *inner_tag(const GrReader *r) {
    const Lines *l = &r->lines;
    const char *end = l->p + strcspn(l->p, "[{;\n");
    Slip slip;
    if (end == l->p || end >= l->end || *end != '[' || r->moves.depth || r->capture.kind)
        return NULL;
    if (!reader_slip(end, l->end, &slip) || !slip.known || !slip.closed || !slip.quoted || !slip.unquoted)
        return NULL;
    bool header = reader_in_header(r);
    return (header || reader_is_vital(r, &slip.pair)) && !reader_is_movetext(r, l->line, l->p, end) ? end : NULL;
}

bool reader_at_inner_tag(const GrReader *r) {
    return inner_tag(r) != NULL;
}

/* Where the text at p ends that is no part of the game: before a tag pair, a comment, or moves. */
static const char *end_of_text(const GrReader *r) {
    const Lines *l = &r->lines;
    const char *p = l->p;
    while (p < l->end && !strchr("[{;", *p)) {
        const char *digits = p + strspn(p, "0123456789");
        if (p > l->p && digits > p && *digits == '.' && reader_is_movetext(r, l->line, p, l->end))
            break;
        size_t len = reader_word(p), bracket = strcspn(p, "[");
        len = len < bracket ? len : bracket;
        p += len ? len : 1;
        p += gr_blanks(p);
    }
    return p < l->end ? p : l->end;
}

static bool has_words(const char *p, const char *end) {
    while (p < end && !isalnum((unsigned char)*p) && (unsigned char)*p < 0x80)
        p++;
    return p < end;
}

/* Does the text at p, in the middle of a line of the header, stand in place of moves? What may be the number of a move
 * on the next line, or stands behind a comment alone, does only if a tag pair follows. */
static bool is_out_of_place(GrReader *r) {
    Lines *l = &r->lines;
    GrResult result;
    const char *start = l->line + reader_margin(l, l->line);
    if (!reader_in_header(r) || l->p <= start || reader_result(l->p, &result) ||
        reader_is_movetext(r, l->line, l->p, l->end))
        return false;
    size_t digits = strspn(l->p, "0123456789");
    bool number = digits && l->p[digits] == '.' && l->p + digits + 1 + gr_blanks(l->p + digits + 1) >= l->end;
    return (*start == '[' && !number) || reader_following(r).kind == FOLLOWING_TAG;
}

bool reader_text_in_header(GrReader *r) {
    Lines *l = &r->lines;
    const char first = *l->p;
    if (r->moves.begun || first == '[' || first == '{' || first == ';' || r->comments.open || r->capture.kind)
        return false;
    bool inner = inner_tag(r) != NULL;
    if (!inner && !is_out_of_place(r))
        return false;
    const char *end = inner ? inner_tag(r) : end_of_text(r);
    reader_close_prose(r);
    size_t len = (size_t)(end - l->p);
    while (len && strchr(" \t", l->p[len - 1]))
        len--;
    bool words = has_words(l->p, end);
    reader_diagnose(&r->out, words ? GR_WARNING : GR_NOTE, l->p, 0, "'%.*s%s' stands beside a tag; it is %s",
                    len > 60 ? 60 : (int)len, l->p, len > 60 ? "..." : "",
                    words ? "kept as a comment" : "left out");
    if (words) {
        r->prose.of_game = r->tags.any;
        reader_add_prose(&r->prose, l->p, len);
    }
    l->p = end;
    return true;
}

/* ---- headings ---- */

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
    LineContents contents = reader_contents(&r->moves.lexicon, l->line, p, end);
    return contents.words > 1 && !contents.numbered && !(contents.named && !contents.word_first);
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
    LineContents contents = reader_contents(&r->moves.lexicon, l->line, rest, l->end);
    *moves = contents.moves && !contents.words && (contents.numbered || contents.named);
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
