/* A tag pair with slips. */
#include "notation/reader/tag_slip.h"

#include <ctype.h>
#include <string.h>

#include "notation/reader/tags.h"
#include "notation/text/blanks.h"

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

/* Is it a sign between name and value? Some may begin a value, too, if nothing parts them from it. */
static bool is_sign(const char *p) {
    return *p && (strchr("=:,;|", *p) || (strchr("-.", *p) && (strchr(" \t", p[1]) || reader_quote(p + 1))));
}

/* Past what stands between name and value; NULL if that is nothing. */
static const char *read_separator(const char *p, Slip *slip) {
    const char *from = p;
    for (size_t len; (len = reader_quote(p)) > 0 || (len = gr_blanks(p)) > 0 || (len = is_sign(p)) > 0; p += len) {
        slip->quoted |= reader_quote(p) > 0;
        slip->sign |= is_sign(p);
    }
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

/* Where the pair ends whose value begins there: with the line, or before another pair, for which no more than so much
 * is searched. */
static const char *find_end(const char *value, const char *end) {
    enum { FAR = 2000 };
    const char *far = end - value > FAR ? value + FAR : end;
    for (const char *p = value; (p += strcspn(p, "[]\"\n")) < far; p++) {
        const char *next = *p == '[' ? end : p + 1 + gr_blanks(p + 1);
        if (*p == '[' && reader_pair_follows(p, end))
            return p;
        if (next < end && ((*p == ']' && *next == '[') || (*next != ']' && reader_pair_follows(p + 1, end))))
            return p + 1;
    }
    return end;
}

bool reader_slip(const char *p, const char *end, Slip *slip) {
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

bool reader_slip_is_sure(const GrReader *r, const Slip *slip, bool header) {
    int signs = slip->bracket + slip->closed + slip->quoted + slip->unquoted;
    if (!slip->known)
        return header && slip->bracket && slip->closed && signs > 2;
    bool alone = slip->pair.name_len == 3 || slip->sign; /* a position can be nothing else */
    return signs > 1 || ((header || signs || alone) && reader_is_vital(r, &slip->pair));
}

bool reader_is_tag_line(const GrReader *r, const char *p, const char *end) {
    Slip slip;
    const char *name = p + 1;
    while (*p == '[' && reader_in_tag_name(*name))
        name++;
    if (name > p + 1 && reader_quote(name + gr_blanks(name)))
        return true;
    return reader_slip(p, end, &slip) && reader_slip_is_sure(r, &slip, false);
}
