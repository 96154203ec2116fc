/* Reading tag pairs. */
#include "notation/reader/tag_pairs.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/reader/foreign_notation.h"
#include "notation/reader/parts.h"
#include "notation/reader/tags.h"
#include "notation/result.h"
#include "notation/text/blanks.h"

/* ---- tag pairs over several lines ---- */

/* White space may stand between the parts of a tag pair, line ends too; and mail programs break
 * long values. This many lines and bytes are searched for the rest of one. */
enum { TAG_LINES = 8, TAG_BYTES = 2000 };

/* So much is taken of a tag's name. */
enum { NAME = 255 };

size_t reader_quote(const char *p) {
    const unsigned char *u = (const unsigned char *)p;
    if (*p == '"' || *p == '\'')
        return 1;
    if (*p == '&' && !strncmp(p, "&quot;", 6))
        return 6;
    if (u[0] == 0xC2 && (u[1] == 0xAB || u[1] == 0xBB)) /* guillemets */
        return 2;
    bool primes = u[0] == 0xE2 && u[1] == 0x80 && (u[2] == 0xB2 || u[2] == 0xB3);
    return (u[0] == 0xE2 && u[1] == 0x80 && u[2] >= 0x98 && u[2] <= 0x9F) || primes ? 3 : 0;
}

bool reader_pair_follows(const char *p, const char *end) {
    enum { FAR = 16 };
    bool exact;
    const char *from = p, *name;
    while (p < end && p - from < FAR && *p && strchr(" \t,;[]", *p))
        p++;
    for (name = p; isalpha((unsigned char)*p);)
        p++;
    size_t blanks = gr_blanks(p), quote = blanks && p > name && name > from ? reader_quote(p + blanks) : 0;
    if (!quote || !reader_known_tag(name, (size_t)(p - name), &exact))
        return false;
    p += blanks + quote;
    return p < end && memchr(p, '"', (size_t)(end - p));
}

/* From the line end at p to the text of the next line, past blanks and marks of quoting. NULL if
 * that line is blank, begins a tag pair, or is not there. */
static const char *next_text(const GrReader *r, const char *p) {
    p++;
    p += reader_margin(&r->lines, p);
    return p < r->lines.window_end && *p != '\n' && *p != '[' ? p : NULL;
}

/* Past white space, which may have a line end in it; NULL if nothing of the tag pair follows. */
static const char *skip_space(const GrReader *r, const char *p) {
    p += gr_blanks(p);
    return *p == '\n' ? next_text(r, p) : p;
}

/* Where a value without a proper end stops: at the last quote of the line, if only a bracket
 * follows it, so that quotes which were not escaped are kept. */
static const char *find_quote(const char *value, const char *end, bool plain) {
    for (const char *p = value; p < end; p++) {
        size_t quote = *p == '"' ? 1 : plain ? 0 : reader_quote(p);
        if (*p == '\\' && p + 1 < end && (p[1] == '"' || p[1] == '\\')) {
            p++;
        } else if (quote) {
            const char *q = p + quote + gr_blanks(p + quote);
            if (q >= end || *q == ']' || (plain && reader_pair_follows(p + quote, end)))
                return p;
        }
    }
    return NULL;
}

static const char *find_close(const char *value, const char *end) {
    const char *plain = find_quote(value, end, true);
    return plain ? plain : find_quote(value, end, false);
}

/* The parts of the tag pair at p: its name and where its value begins, after the quote. Returns the
 * length of the name, 0 if that is no tag pair. */
static size_t tag_parts(const GrReader *r, const char **name, const char **value) {
    const Lines *l = &r->lines;
    const char *p = *l->p == '[' ? skip_space(r, l->p + 1) : NULL;
    if (!p || !isalnum((unsigned char)*p))
        return 0;
    *name = p;
    while (reader_in_tag_name(*p))
        p++;
    size_t len = (size_t)(p - *name);
    p = skip_space(r, p);
    size_t quote = p ? reader_quote(p) : 0;
    if (!quote || (*p != '"' && !find_close(p + quote, l->end)))
        return 0;
    *value = p + quote;
    return len;
}

bool reader_at_tag(GrReader *r) {
    Lines *l = &r->lines;
    const char *name, *value;
    if (*l->p != '[')
        return false;
    if (!isalnum((unsigned char)l->p[1]) && !strchr(" \t\n", l->p[1]) &&
        (unsigned char)l->p[1] < 0x80)
        return false;
    size_t near = l->end - l->p < TAG_BYTES ? (size_t)(l->end - l->p) : TAG_BYTES;
    if (!memchr(l->p, '"', near))
        reader_see_further(l, TAG_BYTES);
    return tag_parts(r, &name, &value) > 0;
}

/* The end of a value that goes on over lines: its quote, which a bracket follows; NULL if there is
 * none nearby. */
static const char *close_over_lines(const GrReader *r, const char *value) {
    int lines = 0;
    for (const char *p = value; p - value < TAG_BYTES && *p; p++) {
        if (*p == '\\' && (p[1] == '"' || p[1] == '\\')) {
            p++;
        } else if (*p == '"') {
            const char *q = skip_space(r, p + 1);
            if (q && *q == ']')
                return p;
        } else if (*p == '\n') {
            p = ++lines < TAG_LINES ? next_text(r, p) : NULL;
            if (!p)
                return NULL;
            p--;
        }
    }
    return NULL;
}

/* ---- the value of a tag pair ---- */

/* Takes blanks off the end of the scratch. */
static void trim_scratch(GrReader *r) {
    while (r->out.scratch.len && strchr(" \t", r->out.scratch.data[r->out.scratch.len - 1]))
        r->out.scratch.data[--r->out.scratch.len] = 0;
}

/* Puts the value into scratch, without its escapes, and in one line. */
static void unescape(GrReader *r, const char *value, const char *close) {
    gr_buffer_clear(&r->out.scratch);
    while (value < close) {
        const char *p = value;
        while (p < close && *p != '\\' && *p != '\n')
            p++;
        gr_buffer_add(&r->out.scratch, value, (size_t)(p - value));
        value = p;
        if (p < close && *p == '\n') {
            trim_scratch(r);
            gr_buffer_putc(&r->out.scratch, ' ');
            value = next_text(r, p);
        } else if (p < close) {
            bool escape = p + 1 < close && (p[1] == '"' || p[1] == '\\');
            gr_buffer_putc(&r->out.scratch, p[escape]);
            value += 1 + escape;
        }
    }
    gr_buffer_add(&r->out.scratch, "", 0);
}

/* ---- tags ---- */

static inline bool is_named(const Pair *pair, const char *name) {
    size_t len = strlen(name);
    return pair->name_len == len && !memcmp(pair->name, name, len);
}

/* A tag that is already set: a slip. Neither value is lost. */
static void report_repeated(GrReader *r, const Pair *pair, const char *old) {
    int shown = pair->value_len < 80 ? (int)pair->value_len : 80;
    if (strlen(old) != pair->value_len || memcmp(old, pair->value, pair->value_len))
        reader_diagnose(&r->out, GR_WARNING, r->lines.p, 0,
                        "the tag %.*s is set again; \"%.80s\" is replaced by \"%.*s\"",
                        (int)pair->name_len, pair->name, old, shown, pair->value);
}

/* Remembers where the tags stand that later diagnostics point at. */
static void note_place(GrReader *r, const Pair *pair, const char *at) {
    Lines *l = &r->lines;
    if (is_named(pair, "FEN")) {
        r->tags.fen.line = l->number;
        r->tags.fen.column = reader_column(l, at);
    } else if (is_named(pair, "Variant")) {
        r->tags.variant.line = l->number;
        r->tags.variant.column = reader_column(l, at);
    } else if (is_named(pair, "Result")) {
        r->tags.result.line = l->number;
        r->tags.result.column = reader_column(l, at);
    } else if (is_named(pair, "Score")) {
        r->tags.score.line = l->number;
        r->tags.score.column = reader_column(l, at);
    }
}

/* Reports a date that is none. */
static void check_date(GrReader *r, const Pair *pair, const char *at) {
    if (!is_named(pair, "Date") && !is_named(pair, "EventDate") && !is_named(pair, "UTCDate"))
        return;
    const char *fault = reader_date_fault(pair->value, pair->value_len);
    if (fault)
        reader_diagnose(&r->out, GR_WARNING, at, 0, "the date \"%.*s\" %s",
                        pair->value_len > 40 ? 40 : (int)pair->value_len, pair->value, fault);
}

/* ---- names ---- */

bool reader_is_vital(const GrReader *r, const Pair *pair) {
    char value[64];
    GrResult result;
    if (is_named(pair, "FEN"))
        return reader_is_position(pair->value, (size_t)(strcspn(pair->value, " \n")));
    if (pair->value_len >= sizeof value)
        return false;
    memcpy(value, pair->value, pair->value_len);
    value[pair->value_len] = 0;
    if (is_named(pair, "Variant"))
        return gr_variants_find(r->variants, value) != NULL;
    if (is_named(pair, "Result"))
        return gr_result_parse(value, &result, NULL) == pair->value_len && pair->value_len;
    return is_named(pair, "SetUp") && (!strcmp(value, "1") || !strcmp(value, "0"));
}

/* The known name that is meant: but for the case of letters; with a sign between it and the value; or one on which the
 * moves depend, with a value such as that has and one edit away. The name itself if none is. */
static const char *meant_name(const GrReader *r, const Pair *pair) {
    bool exact;
    const char *name = reader_known_tag(pair->name, pair->name_len, &exact);
    size_t len = pair->name_len;
    if (name)
        return exact ? pair->name : name;
    while (len && strchr("=:", pair->name[len - 1]))
        len--;
    if (len < pair->name_len)
        return (name = reader_known_tag(pair->name, len, &exact)) ? name : pair->name;
    name = reader_nearest_tag(pair->name, len);
    if (!name || gr_game_tag(r->out.game, name))
        return pair->name;
    Pair meant = {name, pair->value, strlen(name), pair->value_len};
    return reader_is_vital(r, &meant) ? name : pair->name;
}

/* Of names in another case only the first of a game is reported. */
static void report_name(GrReader *r, const Pair *pair, const char *meant) {
    bool cased = strlen(meant) == pair->name_len && !strncasecmp(meant, pair->name, pair->name_len);
    if (!cased || !r->tags.cased)
        reader_diagnose(&r->out, GR_WARNING, r->lines.p, 0, "the tag name %.*s is read as %s%s", (int)pair->name_len,
                        pair->name, meant, cased ? ", and others of this game likewise" : "");
    r->tags.cased |= cased;
}

/* ---- where a game begins ---- */

/* How many of the tags from the line at p on, a line each, are set already? All of the block are looked at, or as long
 * as they are set. */
static unsigned set_in_block(const GrReader *r, const char *p, bool all) {
    unsigned set = 0;
    const char *end = r->lines.window_end;
    while (p < end) {
        p += reader_margin(&r->lines, p);
        const char *name = p + 1, *after = name;
        if (*p != '[')
            break;
        while (reader_in_tag_name(*after))
            after++;
        bool exact;
        const char *known = reader_known_tag(name, (size_t)(after - name), &exact);
        bool is_set = gr_game_tag_of(r->out.game, known ? known : name, (size_t)(after - name)) != NULL;
        if (!is_set && !all)
            break;
        set += is_set;
        p = memchr(p, '\n', (size_t)(end - p));
        p = p ? p + 1 : end;
    }
    return set;
}

/* Does a block of tags begin at p, behind a blank line? */
static bool at_block(const GrReader *r) {
    const Lines *l = &r->lines;
    return l->blank_before && l->p == l->line + reader_margin(l, l->line);
}

/* Does the tag, which has the value `old` already, or NULL, begin another game? Before the moves it does if it is set
 * already: Event in any case, others behind a blank line, of which the first of the block need not be one of those; and
 * two in a row, unless they say the same. */
static bool begins_game(const GrReader *r, const Pair *pair, const char *old) {
    const Lines *l = &r->lines;
    if (r->moves.begun || r->moves.ending)
        return true;
    if (!r->tags.any || (!old && !l->blank_before))
        return false;
    bool first = at_block(r);
    if (!old && !first)
        return false;
    if (old && is_named(pair, "Event"))
        return true;
    if (first)
        return set_in_block(r, l->p, true) > 0;
    bool same = strlen(old) == pair->value_len && !memcmp(old, pair->value, pair->value_len);
    return !same && set_in_block(r, l->line, false) > 1;
}

/* `at`: where the value stands in the text; `old`: the value that the tag has already, NULL: none. */
static void set_tag(GrReader *r, const Pair *pair, const char *at, const char *old) {
    if (old && r->tags.headed && is_named(pair, "Event")) {
        reader_add_prose(&r->prose, old, strlen(old));
        r->tags.headed = false;
    } else if (old) {
        report_repeated(r, pair, old);
    }
    if (!old && r->out.game->tag_count >= GR_READER_TAGS) {
        if (!r->tags.too_many)
            reader_diagnose(&r->out, GR_ERROR, at, 0, "the game has more than %d tags; this one "
                            "and all others are left out", GR_READER_TAGS);
        r->tags.too_many = true;
        return;
    }
    note_place(r, pair, at);
    if (pair->name[pair->name_len - 1] == 'e') /* few names end so */
        check_date(r, pair, at);
    if (!r->tags.any && !r->out.game->line)
        r->out.game->line = r->lines.number;
    r->tags.any = true;
    r->prose.prosy = r->prose.always_prosy;
    if (gr_game_put_tag(r->out.game, pair->name, pair->name_len, pair->value, pair->value_len))
        reader_no_memory(&r->out);
}

/* A tag pair as nearly all are written, `[Name "value"]` in one line and nothing escaped: it can be
 * taken as it stands. */
static bool plain_pair(const GrReader *r, Pair *pair) {
    const Lines *l = &r->lines;
    const char *p = l->p + 1;
    pair->name = p;
    while (reader_in_tag_name(*p))
        p++;
    pair->name_len = (size_t)(p - pair->name);
    if (p[0] != ' ' || p[1] != '"' || pair->name_len > NAME || !isalnum((unsigned char)l->p[1]))
        return false;
    pair->value = p + 2;
    const char *quote = memchr(p + 2, '"', (size_t)(l->end - (p + 2)));
    if (!quote || quote[1] != ']')
        return false;
    pair->value_len = (size_t)(quote - pair->value);
    return !memchr(pair->value, '\\', pair->value_len);
}

/* The bracket of a value that has lost its quote: another tag pair follows it before any quote. NULL if there is
 * none. */
static const char *find_bracket(const char *value, const char *end) {
    const char *close = value + strcspn(value, "]\"\n");
    return close < end && *close == ']' && close[1 + gr_blanks(close + 1)] == '[' && reader_pair_follows(close, end)
               ? close
               : NULL;
}

/* Where the value ends that begins at p: at its quote, wherever that is, or else with the line. */
static const char *find_end_of_value(GrReader *r, const char *name) {
    Lines *l = &r->lines;
    const char *bracket = find_bracket(l->p, l->end), *close = bracket ? NULL : find_close(l->p, l->end);
    if (close)
        return close;
    if (!bracket)
        reader_see_further(l, TAG_BYTES);
    close = bracket ? NULL : close_over_lines(r, l->p);
    if (close) {
        reader_diagnose(&r->out, GR_NOTE, l->p - 1, 0,
                        "the value of the tag %s continues on the next line; the lines are joined", name);
        return close;
    }
    reader_diagnose(&r->out, GR_WARNING, l->p - 1, 0, "the value of the tag %s has no closing quote",
                    name);
    if (bracket)
        return bracket;
    close = l->end;
    while (close > l->p && strchr(" ]\t", close[-1]))
        close--;
    return close;
}

Step reader_take_pair(GrReader *r, const Pair *pair, const char *at) {
    const char *meant = meant_name(r, pair);
    Pair named = *pair;
    if (meant != pair->name)
        named = (Pair){meant, pair->value, strlen(meant), pair->value_len};
    const char *old = r->tags.too_many ? NULL : gr_game_tag_of(r->out.game, named.name, named.name_len);
    if (begins_game(r, &named, old))
        return STEP_GAME_DONE;
    if (meant != pair->name)
        report_name(r, pair, meant);
    set_tag(r, &named, at, old);
    return STEP_ON;
}

/* The bracket behind the value is missing, or has come before the quote. */
static void report_open(GrReader *r, Pair *pair) {
    bool inside = pair->value_len > 1 && pair->value[pair->value_len - 1] == ']';
    pair->value_len -= inside;
    reader_diagnose(&r->out, GR_WARNING, r->lines.p, 0, "the tag %.*s has no closing bracket%s", (int)pair->name_len,
                    pair->name, inside ? ", but its value ends with one" : "");
}

/* Any other tag pair, which is there. */
static Step read_pair(GrReader *r) {
    Lines *l = &r->lines;
    const char *start = "", *value = "";
    char name[NAME + 1];
    Pair pair = {.name = name, .name_len = tag_parts(r, &start, &value)};
    if (pair.name_len > NAME)
        pair.name_len = NAME;
    memcpy(name, start, pair.name_len);
    name[pair.name_len] = 0;
    pair.value = "";
    const char *meant = meant_name(r, &pair);
    const Pair named = {meant, "", strlen(meant), 0};
    if (begins_game(r, &named, gr_game_tag_of(r->out.game, meant, named.name_len)))
        return STEP_GAME_DONE;
    reader_go_to(l, value);
    const char *close = find_end_of_value(r, name);
    unescape(r, l->p, close);
    if (r->out.scratch.failed) {
        reader_no_memory(&r->out);
        return STEP_ON;
    }
    pair.value = r->out.scratch.data;
    pair.value_len = r->out.scratch.len;
    const char *after = close + reader_quote(close), *bracket = skip_space(r, after);
    if (bracket && *bracket == ']')
        after = bracket + 1;
    else
        report_open(r, &pair);
    if (strchr(",;", *after) && reader_pair_follows(after, l->end))
        after++;
    reader_take_pair(r, &pair, l->p);
    reader_go_to(l, after);
    return STEP_ON;
}

bool reader_tag(GrReader *r, Step *step) {
    Pair pair;
    if (r->tags.any && !r->moves.begun && at_block(r))
        reader_see_further(&r->lines, TAG_BYTES);
    if (!plain_pair(r, &pair)) {
        if (!reader_at_tag(r))
            return false;
        *step = read_pair(r);
        return true;
    }
    *step = reader_take_pair(r, &pair, pair.value);
    if (*step == STEP_ON)
        r->lines.p = pair.value + pair.value_len + 2;
    return true;
}
