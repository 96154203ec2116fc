/* Lines of a header that are no tag pairs as PGN has them. One with slips is read as the pair that it must be; what it
 * is not clear of is kept as a comment, and the header goes on. */
#include "notation/reader/reader_tag_slips.h"

#include <ctype.h>
#include <string.h>

#include "notation/reader/reader_looks.h"
#include "notation/reader/reader_numbers.h"
#include "notation/reader/reader_paragraphs.h"
#include "notation/reader/reader_parts.h"
#include "notation/reader/reader_sight.h"
#include "notation/reader/reader_tag_names.h"
#include "notation/reader/reader_tag_pairs.h"
#include "notation/reader/reader_words.h"
#include "notation/text/blanks.h"

/* This many lines and bytes are searched for the next tag. */
enum { LINES = 4, BYTES = 2000 };

/* What may be a tag pair with slips. */
typedef struct Slip {
    Pair pair;
    const char *end;        /* of all of it */
    bool known;             /* PGN knows the name */
    bool bracket, closed;   /* it begins with a bracket, ends with one; */
    bool quoted, unquoted;  /* the value begins with a quote, ends with one */
} Slip;

/* ---- a pair with slips ---- */

/* Past brackets and quotes before the name. */
static const char *skip_opening(const char *p, Slip *slip) {
    const char *from = p;
    while (*p && strchr("[(<", *p) && p - from < 3)
        p += 1 + gr_blanks(p + 1);
    slip->bracket = p > from;
    return p + (slip->bracket ? reader_quote(p) : 0);
}

/* Reads the name: one that is known; in brackets also another one. Past it, NULL if there is none. */
static const char *read_name(const char *p, Slip *slip) {
    size_t len = reader_spaced_tag(p, &slip->pair.name);
    slip->known = len > 0;
    if (len) {
        slip->pair.name_len = strlen(slip->pair.name);
        return p + len;
    }
    slip->pair.name = p;
    while (isalnum((unsigned char)p[len]) || p[len] == '_')
        len++;
    slip->pair.name_len = len;
    return len && slip->bracket ? p + len : NULL;
}

/* Past what stands between name and value; NULL if that is nothing. */
static const char *read_separator(const char *p, Slip *slip) {
    const char *from = p;
    for (size_t quote; (quote = reader_quote(p)) > 0 || (*p && strchr(" \t=:", *p)); p += quote ? quote : 1)
        slip->quoted |= quote > 0;
    return p > from ? p : NULL;
}

/* Length of the quotation mark that ends before `end`; the simple one only if one has begun the value. */
static size_t quote_before(const char *value, const char *end, bool quoted) {
    if (end > value && end[-1] == '"')
        return 1;
    for (size_t len = 1; quoted && len <= 3 && (size_t)(end - value) >= len; len++)
        if (reader_quote(end - len) == len)
            return len;
    return 0;
}

/* Where the pair ends whose value begins there: with the line, or before another bracket. */
static const char *find_end(const char *value, const char *end) {
    for (const char *close = value; (close = memchr(close, ']', (size_t)(end - close))) != NULL;) {
        close++;
        const char *next = close + gr_blanks(close);
        if (next < end && *next == '[')
            return close;
    }
    return end;
}

/* Reads what may be a pair at p, in a line up to `end`; false if it is nothing like one. */
static bool read_slip(const char *p, const char *end, Slip *slip) {
    *slip = (Slip){.known = false};
    p = read_name(skip_opening(p, slip), slip);
    p = p ? read_separator(p, slip) : NULL;
    if (!p || p >= end)
        return false;
    slip->pair.value = p;
    slip->end = end = find_end(p, end);
    while (end > p && strchr(" \t", end[-1]))
        end--;
    for (; end > p && strchr(slip->bracket ? "])>" : "]", end[-1]); end--)
        slip->closed = true;
    for (size_t quote; (quote = quote_before(p, end, slip->quoted)) > 0; end -= quote)
        slip->unquoted = true;
    slip->pair.value_len = (size_t)(end - p);
    return end > p;
}

/* Is it a pair for sure, if one may stand there? In a header a value such as the name has is enough. */
static bool is_sure(const GrReader *r, const Slip *slip, bool header) {
    int signs = slip->bracket + slip->closed + slip->quoted + slip->unquoted;
    if (!slip->known)
        return header && slip->bracket && slip->closed && signs > 2;
    return signs > 1 || ((header || signs) && reader_is_vital(r, &slip->pair));
}

/* ---- where it stands ---- */

static bool in_header(const GrReader *r) {
    return r->tags.any && !r->moves.begun && !r->comments.open;
}

/* Does a tag pair begin at p, perhaps with slips? */
static bool is_tag_line(const GrReader *r, const char *p, const char *end) {
    Slip slip;
    const char *name = p + 1;
    while (*p == '[' && reader_in_tag_name(*name))
        name++;
    if (name > p + 1 && reader_quote(name + gr_blanks(name)))
        return true;
    return read_slip(p, end, &slip) && is_sure(r, &slip, false);
}

/* Does a tag pair follow in one of the next lines, behind nothing but such lines as this one? */
static bool tag_follows(GrReader *r, int lines) {
    Lines *l = &r->lines;
    reader_see_further(l, BYTES);
    const char *p = l->end;
    while (lines-- > 0 && p < l->window_end) {
        p++;
        p += reader_margin(l, p);
        const char *end = memchr(p, '\n', (size_t)(l->window_end - p));
        end = end ? end : l->window_end;
        if (p < end && is_tag_line(r, p, end))
            return true;
        if (p < end && (strchr("{;%", *p) || reader_sight(&r->moves.lexicon, p, p, end).moves))
            return false;
        p = end;
    }
    return false;
}

/* May a tag pair stand at p? In a header, or where one begins. */
static bool may_stand(GrReader *r, const Slip *slip) {
    const Lines *l = &r->lines;
    if (in_header(r))
        return !gr_game_tag_of(r->out.game, slip->pair.name, slip->pair.name_len) || l->blank_before;
    if (r->moves.begun && !r->moves.ending && !l->blank_before)
        return false;
    bool position = slip->bracket && slip->pair.name_len == 3 && reader_is_vital(r, &slip->pair);
    bool whole = slip->bracket && slip->closed && slip->quoted && slip->unquoted;
    return ((position || whole) && !r->moves.begun) || tag_follows(r, 1);
}

/* Could a pair with slips begin with such a character? Most lines of moves do not. */
static bool may_begin(const char *p) {
    return *p == '[' || *p == '(' || *p == '<' ||
           (isalpha((unsigned char)p[0]) && isalpha((unsigned char)p[1]) && isalpha((unsigned char)p[2]));
}

bool reader_at_slip(GrReader *r) {
    const Lines *l = &r->lines;
    Slip slip;
    return may_begin(l->p) && l->whole && read_slip(l->p, l->end, &slip) && is_sure(r, &slip, in_header(r)) &&
           may_stand(r, &slip);
}

static void take_slip(GrReader *r, Step *step) {
    Lines *l = &r->lines;
    Slip slip;
    reader_close_prose(r);
    read_slip(l->p, l->end, &slip); /* the window may have moved */
    const Pair *pair = &slip.pair;
    size_t diags = r->out.game->diag_count;
    *step = reader_take_pair(r, pair, pair->value);
    if (*step == STEP_GAME_DONE) {
        l->fresh = true; /* it is read again, for the game that it belongs to */
        return;
    }
    int shown = pair->value_len < 80 ? (int)pair->value_len : 80;
    if (r->out.game->diag_count == diags)
        reader_diagnose(&r->out, GR_WARNING, l->p, 0, "this is read as the tag [%.*s \"%.*s\"]", (int)pair->name_len,
                        pair->name, shown, pair->value);
    l->p = slip.end;
}

/* ---- what is no pair ---- */

/* Is it a line of moves, or may it be one? */
static bool is_movetext(const GrReader *r) {
    const Lines *l = &r->lines;
    GrResult result;
    const char *p = l->p + strspn(l->p, "0123456789");
    bool dotted = p > l->p && *p == '.'; /* nearly all begin so */
    p += dotted + gr_blanks(p + dotted);
    if ((dotted && isalnum((unsigned char)*p)) || reader_result(l->p, &result))
        return true;
    Sight sight = reader_sight(&r->moves.lexicon, l->line, l->p, l->end);
    return sight.moves && sight.moves + sight.garbled >= sight.words;
}

static bool has_position(const char *p, const char *end) {
    for (; p < end; p += gr_blanks(p)) {
        size_t len = reader_word(p);
        if (reader_is_position(p, len))
            return true;
        p += len ? len : 1;
    }
    return false;
}

/* Is there something at p, in a header, that is no tag pair, no comment and no move? */
static bool is_odd(GrReader *r) {
    const Lines *l = &r->lines;
    if (!in_header(r) || !l->whole || strchr("{;%*", *l->p))
        return false;
    return *l->p == '[' || (!is_movetext(r) && tag_follows(r, LINES));
}

/* What stands in brackets at p, or in the line, is kept as a comment. */
static void take_odd(GrReader *r) {
    Lines *l = &r->lines;
    reader_close_prose(r);
    const char *close = *l->p == '[' ? memchr(l->p, ']', (size_t)(l->end - l->p)) : NULL;
    const char *end = close ? close + 1 : l->end;
    if (has_position(l->p, end) && !gr_game_tag(r->out.game, "FEN"))
        reader_diagnose(&r->out, GR_ERROR, l->p, 0, "there is a position here, but no tag FEN that can be read; the "
                        "game is read as if it were not there");
    else
        reader_diagnose(&r->out, GR_WARNING, l->p, 0, "this is no tag; it is kept as a comment");
    reader_add_prose(&r->prose, l->p, (size_t)(end - l->p));
    l->p = end;
}

bool reader_odd_header(GrReader *r, Step *step) {
    *step = STEP_ON;
    if (reader_at_slip(r))
        take_slip(r, step);
    else if (is_odd(r))
        take_odd(r);
    else
        return false;
    return true;
}

bool reader_saved_variant(GrReader *r, Step *step) {
    static const char key[] = "VariantName=";
    Lines *l = &r->lines;
    char name[64];
    const char *value = l->p + sizeof key - 1, *end = l->end;
    if (strncmp(l->p, key, sizeof key - 1) || r->tags.any || r->moves.begun || !l->whole)
        return false;
    while (end > value && strchr(" \t", end[-1]))
        end--;
    size_t len = (size_t)(end - value);
    const Pair pair = {"Variant", value, strlen("Variant"), len};
    if (!len || len >= sizeof name)
        return false;
    memcpy(name, value, len);
    name[len] = 0;
    const GrRules *rules = gr_variants_find(r->variants, name);
    if (rules == r->fallback)
        return false;
    if (!rules) {
        reader_diagnose(&r->out, GR_WARNING, l->p, 0, "no variant is called \"%s\"; the moves are read as those of %s",
                        name, gr_variant(r->fallback)->title);
        return false;
    }
    *step = reader_take_pair(r, &pair, value);
    l->p = l->end;
    return true;
}
