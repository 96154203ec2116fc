/* What a line of text consists of: moves, numbers, a result, words. */
#include "notation/reader/line_contents.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/glyph.h"
#include "notation/move/long.h"
#include "notation/reader/numbers.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

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
static size_t sight_part(const GrLexicon *lexicon, const char *line, const char *p, bool first,
                         bool after_number, Sight *sight) {
    bool named;
    unsigned nag;
    size_t len = move_at(lexicon, p, &named);
    if (len) {
        sight->numbered |= after_number && sight->words == 0;
        sight->named |= named && sight->moves == 0;
        sight->moves++;
        return len;
    }
    if ((len = reader_separator(p)) > 0) {
        sight->parted = true;
        return len;
    }
    if ((len = gr_glyph_read(p, &nag)) > 0 || (len = gr_syntax_lone_mark(p)) > 0)
        return len;
    len = reader_word(p);
    if (len == 0)
        return 1;
    if (reader_is_garbled(lexicon, line, p, len)) {
        sight->garbled++;
    } else if (strspn(p, ".!?$0123456789") < len && !reader_is_mark_word(p, len) &&
               !reader_is_fragment(lexicon, p, len)) {
        sight->words++;
        sight->word_first |= first;
    }
    return len;
}

Sight reader_sight(const GrLexicon *lexicon, const char *line, const char *p, const char *end) {
    Sight sight = {0};
    bool first = true, after_number = false;
    p += reader_cell(p);
    while (p < end && *p) {
        uint32_t number;
        GrResult result;
        size_t len = reader_result(p, &result);
        if (!len && !after_number && (len = reader_move_number(p, &number)) > 0) {
            sight.dotted |= p[len - 1] == '.';
            sight.counted |= first && p[len - 1] == '.';
            p += len;
            p += reader_cell(p);
            after_number = true;
            continue;
        }
        if (*p == '{' || *p == ';') { /* the rest is comment, or looks like it */
            sight.moves += first;
            break;
        }
        sight.ends = len > 0;
        p += len ? len : sight_part(lexicon, line, p, first, after_number, &sight);
        p += reader_cell(p);
        first = after_number = false;
    }
    return sight;
}

/* ---- headings with a number ---- */

/* What goes on for longer after a game's number is said of the game. */
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
