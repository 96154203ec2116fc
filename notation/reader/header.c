/* The header of a game up to its first move: results and other text in it. */
#include "notation/reader/header.h"

#include <ctype.h>
#include <string.h>

#include "notation/reader/next_lines.h"
#include "notation/reader/paragraphs.h"
#include "notation/reader/parts.h"
#include "notation/reader/tag_slip.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

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
