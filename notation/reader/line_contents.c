/* What a line of text consists of: moves, numbers, a result, words; and what the lines behind the one at hand are. */
#include "notation/reader/line_contents.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/glyph.h"
#include "notation/move/long.h"
#include "notation/reader/foreign_notation.h"
#include "notation/reader/parts.h"
#include "notation/reader/tag_slip.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

/* ---- a line ---- */

/* A move at p, or what looks like one; its length. */
static size_t move_at(const GrLexicon *lexicon, const char *p, bool *named) {
    GrSyntax syntax;
    size_t len = gr_syntax_read(lexicon, p, &syntax);
    *named = false;
    if (!len) {
        len = gr_long_read(lexicon, p, &syntax);
        *named = len > 0;
    }
    if (!len && reader_like_move(lexicon, p)) {
        int type;
        size_t name = gr_lexicon_name(lexicon, p, &type);
        *named = name > 0;
        p += name;
        len = name + gr_blanks(p) + reader_word(p + gr_blanks(p));
    }
    return len;
}

/* Looks at the next part of the line; its length. */
static size_t count_part(const GrLexicon *lexicon, const char *line, const char *p, bool first,
                         bool after_number, LineContents *contents) {
    bool named;
    unsigned nag;
    size_t len = move_at(lexicon, p, &named);
    if (len) {
        contents->numbered |= after_number && contents->words == 0;
        contents->named |= named && contents->moves == 0;
        contents->moves++;
        return len;
    }
    if ((len = reader_separator(p)) > 0) {
        contents->parted = true;
        return len;
    }
    if ((len = gr_glyph_read(p, &nag)) > 0 || (len = gr_syntax_lone_mark(p)) > 0)
        return len;
    len = reader_word(p);
    if (len == 0)
        return 1;
    if (reader_is_garbled(lexicon, line, p, len)) {
        contents->garbled++;
    } else if (strspn(p, ".!?$0123456789") < len && !reader_is_mark_word(p, len) &&
               !reader_is_fragment(lexicon, p, len)) {
        contents->words++;
        contents->word_first |= first;
    }
    return len;
}

LineContents reader_contents(const GrLexicon *lexicon, const char *line, const char *p, const char *end) {
    LineContents contents = {0};
    bool first = true, after_number = false;
    p += reader_cell(p);
    while (p < end && *p) {
        uint32_t number;
        GrResult result;
        size_t len = reader_result(p, &result);
        if (!len && !after_number && (len = reader_move_number(p, &number)) > 0) {
            contents.dotted |= p[len - 1] == '.';
            contents.counted |= first && p[len - 1] == '.';
            p += len;
            p += reader_cell(p);
            after_number = true;
            continue;
        }
        if (*p == '{' || *p == ';') { /* the rest is comment, or looks like it */
            contents.moves += first;
            break;
        }
        contents.ends = len > 0;
        p += len ? len : count_part(lexicon, line, p, first, after_number, &contents);
        p += reader_cell(p);
        first = after_number = false;
    }
    return contents;
}

/* ---- headings with a number ---- */

/* Longer text after a game's number is prose on the game. */
enum { MENTION = 200 };

size_t reader_numbered_heading(const char *p, bool *hash) {
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
 * as in prose a game has a number, too. In a long line only '#' and a colon distinguish the two. */
bool reader_heading_at(const char *p, const char *end) {
    bool hash = false;
    size_t len = reader_numbered_heading(p, &hash);
    if (!len)
        return false;
    bool is_long = end - p > MENTION;
    p += len;
    p += gr_blanks(p);
    if (hash || p >= end || *p == ':')
        return true;
    return !is_long && (strchr("-.,(", *p) || (unsigned char)*p >= 0xC0);
}

/* ---- the next lines ---- */

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
    LineContents contents = reader_contents(&r->moves.lexicon, line, p, end);
    return contents.moves && contents.moves + contents.garbled >= contents.words;
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
