/* What the lines after the one at hand hold. */
#include "notation/reader/next_lines.h"

#include <ctype.h>
#include <string.h>

#include "notation/reader/foreign_notation.h"
#include "notation/reader/numbers.h"
#include "notation/reader/parts.h"
#include "notation/reader/line_contents.h"
#include "notation/reader/tag_slip.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

/* This many lines and bytes are looked at. */
enum { LINES = 24, BYTES = 4000 };

bool reader_in_header(const GrReader *r) {
    return r->tags.any && !r->moves.begun && !r->comments.open;
}

bool reader_is_movetext(const GrReader *r, const char *line, const char *p, const char *end) {
    const char *move = p + strspn(p, "0123456789");
    bool dotted = move > p && *move == '.'; /* nearly all begin so */
    move += dotted + gr_blanks(move + dotted);
    if (dotted && isalnum((unsigned char)*move))
        return true;
    Sight sight = reader_sight(&r->moves.lexicon, line, p, end);
    return sight.moves && sight.moves + sight.garbled >= sight.words;
}

bool reader_has_position(const char *p, const char *end) {
    for (; p < end; p += gr_blanks(p)) {
        size_t len = reader_word(p);
        if (reader_is_position(p, len))
            return true;
        p += len ? len : 1;
    }
    return false;
}

/* What the line at p is, which has text; *words: neither, but what lies behind it may be. */
static FollowingKind kind_of(const GrReader *r, const char *p, const char *end, bool *words) {
    GrResult result;
    *words = false;
    if (reader_is_tag_line(r, p, end))
        return FOLLOWING_TAG;
    if (reader_heading_at(p, end))
        return FOLLOWING_NOTHING;
    size_t len = reader_result(p, &result);
    if (len) { /* one more of them, or the moves stand behind it */
        p += len + gr_blanks(p + len);
        *words = p >= end || !reader_is_movetext(r, p, p, end);
        return *words ? FOLLOWING_NOTHING : FOLLOWING_MOVES;
    }
    if (reader_is_movetext(r, p, p, end))
        return FOLLOWING_MOVES;
    *words = true;
    return FOLLOWING_NOTHING;
}

/* Past comments in braces and blanks at p; NULL if one does not end in the window. */
static const char *skip_comments(const Lines *l, const char *p) {
    while (p && *p == '{') {
        p = memchr(p, '}', (size_t)(l->window_end - p));
        p = p ? p + 1 + gr_blanks(p + 1) : NULL;
    }
    return p;
}

Following reader_following(GrReader *r) {
    Lines *l = &r->lines;
    Following f = {.kind = FOLLOWING_NOTHING};
    GrResult result;
    if (!l->whole)
        return f;
    reader_see_further(l, BYTES);
    const char *p = l->end;
    for (int lines = LINES; lines > 0 && p < l->window_end; lines--) {
        p += 1 + reader_margin(l, p + 1);
        if (!(p = skip_comments(l, p)))
            return f;
        const char *end = memchr(p, '\n', (size_t)(l->window_end - p));
        end = end ? end : l->window_end;
        bool words = false;
        if (p >= end)
            f.blank = true;
        else if (!strchr(";%", *p)) {
            f.at = p;
            f.kind = kind_of(r, p, end, &words);
            if (!words)
                return f;
            f.words |= !reader_result(p, &result);
        }
        p = end;
    }
    return f;
}
