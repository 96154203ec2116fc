/* Reading tag pairs, and what they say of the rules and the start position. */
#include "notation/reader/reader_local.h"

#include <ctype.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/plural.h"

/* As isalnum in the C locale, at less cost, and the signs that occur in names. */
static bool in_name(char c) {
    char lower = (char)(c | 0x20);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* ---- tag pairs over several lines ---- */

/* White space may stand between the parts of a tag pair, line ends too; and mail programs break
 * long values. So many lines and bytes are looked at for the rest of one. */
enum { TAG_LINES = 8, TAG_BYTES = 2000 };

/* So much is taken of a tag's name. */
enum { NAME = 255 };

/* Length of the quotation mark at p, also one of those that word processors put in place of `"`; 0
 * if there is none. */
static size_t quote_at(const char *p) {
    const unsigned char *u = (const unsigned char *)p;
    if (*p == '"' || *p == '\'')
        return 1;
    if (u[0] == 0xC2 && (u[1] == 0xAB || u[1] == 0xBB)) /* guillemets */
        return 2;
    bool primes = u[0] == 0xE2 && u[1] == 0x80 && (u[2] == 0xB2 || u[2] == 0xB3);
    return (u[0] == 0xE2 && u[1] == 0x80 && u[2] >= 0x98 && u[2] <= 0x9F) || primes ? 3 : 0;
}

/* From the line end at p to the text of the next line, past blanks and marks of quoting. NULL if
 * that line is blank, begins a tag pair, or is not there. */
static const char *next_text(const Reader *r, const char *p) {
    p++;
    p += reader_margin(r, p);
    return p < r->window_end && *p != '\n' && *p != '[' ? p : NULL;
}

/* Past white space, which may have a line end in it; NULL if nothing of the tag pair follows. */
static const char *skip_space(const Reader *r, const char *p) {
    p += gr_blanks(p);
    return *p == '\n' ? next_text(r, p) : p;
}

/* Where a value without a proper end stops: at the last quote of the line, if only a bracket
 * follows it, so that quotes which were not escaped are kept. */
static const char *find_quote(const char *value, const char *end, bool plain) {
    for (const char *p = value; p < end; p++) {
        size_t quote = *p == '"' ? 1 : plain ? 0 : quote_at(p);
        if (*p == '\\' && p + 1 < end && (p[1] == '"' || p[1] == '\\')) {
            p++;
        } else if (quote) {
            const char *q = p + quote + gr_blanks(p + quote);
            if (q >= end || *q == ']')
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
static size_t tag_parts(const Reader *r, const char **name, const char **value) {
    const char *p = *r->p == '[' ? skip_space(r, r->p + 1) : NULL;
    if (!p || !isalpha((unsigned char)*p))
        return 0;
    *name = p;
    while (in_name(*p))
        p++;
    size_t len = (size_t)(p - *name);
    p = skip_space(r, p);
    size_t quote = p ? quote_at(p) : 0;
    if (!quote || (*p != '"' && !find_close(p + quote, r->end)))
        return 0;
    *value = p + quote;
    return len;
}

bool reader_at_tag(Reader *r) {
    const char *name, *value;
    if (*r->p != '[')
        return false;
    if (!isalpha((unsigned char)r->p[1]) && !strchr(" \t\n", r->p[1]) &&
        (unsigned char)r->p[1] < 0x80)
        return false;
    size_t near = r->end - r->p < TAG_BYTES ? (size_t)(r->end - r->p) : TAG_BYTES;
    if (!memchr(r->p, '"', near))
        reader_see_further(r, TAG_BYTES);
    return tag_parts(r, &name, &value) > 0;
}

/* The end of a value that goes on over lines: its quote, which a bracket follows; NULL if there is
 * none nearby. */
static const char *close_over_lines(const Reader *r, const char *value) {
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

/* Makes the line that `at` stands in, which is this one or further on in the window, the current
 * one, and goes there. */
static void go_to(Reader *r, const char *at) {
    const char *feed;
    while ((feed = memchr(r->line, '\n', (size_t)(at - r->line))) != NULL)
        reader_next_line(r, feed + 1);
    r->p = at;
}

/* ---- the value of a tag pair ---- */

/* Takes blanks off the end of the scratch. */
static void trim_scratch(Reader *r) {
    while (r->scratch.len && strchr(" \t", r->scratch.data[r->scratch.len - 1]))
        r->scratch.data[--r->scratch.len] = 0;
}

/* Puts the value into scratch, without its escapes, and in one line. */
static void unescape(Reader *r, const char *value, const char *close) {
    gr_buffer_clear(&r->scratch);
    while (value < close) {
        const char *p = value;
        while (p < close && *p != '\\' && *p != '\n')
            p++;
        gr_buffer_add(&r->scratch, value, (size_t)(p - value));
        value = p;
        if (p < close && *p == '\n') {
            trim_scratch(r);
            gr_buffer_putc(&r->scratch, ' ');
            value = next_text(r, p);
        } else if (p < close) {
            bool escape = p + 1 < close && (p[1] == '"' || p[1] == '\\');
            gr_buffer_putc(&r->scratch, p[escape]);
            value += 1 + escape;
        }
    }
    gr_buffer_add(&r->scratch, "", 0);
}

/* ---- tags ---- */

/* A tag's name and value, which need not end with a NUL. */
typedef struct Pair {
    const char *name, *value;
    size_t name_len, value_len;
} Pair;

static inline bool is_named(const Pair *pair, const char *name) {
    size_t len = strlen(name);
    return pair->name_len == len && !memcmp(pair->name, name, len);
}

/* A tag that is already set: a slip. Neither value is lost. */
static void tell_repeated(Reader *r, const Pair *pair, const char *old) {
    int shown = pair->value_len < 80 ? (int)pair->value_len : 80;
    if (strlen(old) != pair->value_len || memcmp(old, pair->value, pair->value_len))
        reader_diagnose(r, GR_WARNING, r->p, 0,
                        "the tag %.*s is set again; \"%.80s\" is replaced by \"%.*s\"",
                        (int)pair->name_len, pair->name, old, shown, pair->value);
}

/* Remembers where the tags stand that later diagnostics point at. */
static void note_place(Reader *r, const Pair *pair, const char *at) {
    if (is_named(pair, "FEN")) {
        r->fen_line = r->number;
        r->fen_column = reader_column(r, at);
    } else if (is_named(pair, "Variant")) {
        r->variant_line = r->number;
        r->variant_column = reader_column(r, at);
    } else if (is_named(pair, "Result")) {
        r->result_line = r->number;
        r->result_column = reader_column(r, at);
    } else if (is_named(pair, "Score")) {
        r->score_line = r->number;
        r->score_column = reader_column(r, at);
    }
}

/* Does the tag begin another game? Within a game's tags only a second Event does. */
static bool begins_game(const Reader *r, const Pair *pair) {
    if (r->moving || r->ending)
        return true;
    return r->tagged && is_named(pair, "Event") && gr_game_tag(r->game, "Event");
}

/* `at`: where the value stands in the text. */
static void set_tag(Reader *r, const Pair *pair, const char *at) {
    const char *old = r->too_many ? NULL
                                  : gr_game_tag_of(r->game, pair->name, pair->name_len);
    if (old && r->headed && is_named(pair, "Event")) {
        reader_add_prose(r, old, strlen(old));
        r->headed = false;
    } else if (old) {
        tell_repeated(r, pair, old);
    }
    if (!old && r->game->tag_count >= GR_READER_TAGS) {
        if (!r->too_many)
            reader_diagnose(r, GR_ERROR, at, 0, "the game has more than %d tags; this one is left "
                            "out, and so are all others", GR_READER_TAGS);
        r->too_many = true;
        return;
    }
    note_place(r, pair, at);
    if (!r->tagged && !r->game->line)
        r->game->line = r->number;
    r->tagged = true;
    r->prosy = r->always_prosy;
    if (gr_game_put_tag(r->game, pair->name, pair->name_len, pair->value, pair->value_len))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
}

/* A tag pair as nearly all are written, `[Name "value"]` in one line and nothing escaped: it can be
 * taken as it stands. */
static bool plain_pair(const Reader *r, Pair *pair) {
    const char *p = r->p + 1;
    pair->name = p;
    while (in_name(*p))
        p++;
    pair->name_len = (size_t)(p - pair->name);
    if (p[0] != ' ' || p[1] != '"' || pair->name_len > NAME || !isalpha((unsigned char)r->p[1]))
        return false;
    pair->value = p + 2;
    const char *quote = memchr(p + 2, '"', (size_t)(r->end - (p + 2)));
    if (!quote || quote[1] != ']')
        return false;
    pair->value_len = (size_t)(quote - pair->value);
    return !memchr(pair->value, '\\', pair->value_len);
}

/* Where the value ends that begins at p: at its quote, wherever that is, or else with the line. */
static const char *find_end_of_value(Reader *r, const char *name) {
    const char *close = find_close(r->p, r->end);
    if (close)
        return close;
    reader_see_further(r, TAG_BYTES);
    close = close_over_lines(r, r->p);
    if (close) {
        reader_diagnose(r, GR_NOTE, r->p - 1, 0,
                        "the value of the tag %s goes on in the next line; it is joined", name);
        return close;
    }
    reader_diagnose(r, GR_WARNING, r->p - 1, 0, "the value of the tag %s has no closing quote",
                    name);
    close = r->end;
    while (close > r->p && strchr(" ]\t", close[-1]))
        close--;
    return close;
}

/* Any other tag pair, which is there. */
static Step read_pair(Reader *r) {
    const char *start = "", *value = "";
    char name[NAME + 1];
    Pair pair = {.name = name, .name_len = tag_parts(r, &start, &value)};
    if (pair.name_len > NAME)
        pair.name_len = NAME;
    memcpy(name, start, pair.name_len);
    name[pair.name_len] = 0;
    if (begins_game(r, &pair))
        return STEP_GAME_DONE;
    go_to(r, value);
    const char *close = find_end_of_value(r, name);
    unescape(r, r->p, close);
    if (r->scratch.failed) {
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
        return STEP_ON;
    }
    pair.value = r->scratch.data;
    pair.value_len = r->scratch.len;
    set_tag(r, &pair, r->p);
    size_t quote = quote_at(close);
    go_to(r, close);
    r->p += quote;
    const char *p = skip_space(r, r->p);
    if (p && *p == ']')
        go_to(r, p + 1);
    return STEP_ON;
}

bool reader_tag(Reader *r, Step *step) {
    Pair pair;
    if (!plain_pair(r, &pair)) {
        if (!reader_at_tag(r))
            return false;
        *step = read_pair(r);
        return true;
    }
    *step = begins_game(r, &pair) ? STEP_GAME_DONE : STEP_ON;
    if (*step == STEP_ON) {
        set_tag(r, &pair, pair.value);
        r->p = pair.value + pair.value_len + 2;
    }
    return true;
}

/* ---- what the tags say ---- */

/* Variant tags of programs that mean orthodox chess. */
static bool means_chess(const char *name) {
    static const char *const names[] = {"", "?", "standard", "normal", "orthodox", "regular",
                                        "from position", "chess"};
    char lower[32];
    size_t len = strlen(name);
    if (len >= sizeof lower)
        return false;
    for (size_t i = 0; i <= len; i++)
        lower[i] = (char)tolower((unsigned char)name[i]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(lower, names[i]))
            return true;
    return false;
}

static const GrRules *find_rules(Reader *r) {
    const char *name = gr_game_tag(r->game, "Variant");
    if (!name)
        return r->fallback;
    const GrRules *rules = gr_variants_find(r->variants, name);
    if (!rules && means_chess(name))
        rules = gr_variants_find(r->variants, "chess");
    if (!rules)
        reader_diagnose_at(r, GR_ERROR, r->variant_line, r->variant_column, 0,
                           "unknown variant \"%.60s\": the moves are kept as text, unread", name);
    return rules;
}

/* The start position. An impossible FEN leaves the game without rules: nothing can be replayed.
 * Impossible rights and en passant squares are only left out of it. */
static bool read_start(Reader *r, const GrRules *rules) {
    const char *fen = gr_game_tag(r->game, "FEN");
    const char *setup = gr_game_tag(r->game, "SetUp");
    GrFaults faults;
    if (!fen || !*fen) {
        if (setup && !strcmp(setup, "1"))
            reader_diagnose_at(r, GR_WARNING, r->game->line, 1, 0,
                               "SetUp says that there is a FEN, but there is none; the game is "
                               "read from the start position");
        return true;
    }
    bool possible = gr_fen_read(rules, fen, &r->game->start, &faults) == 0;
    for (unsigned i = 0; i < faults.count && i < GR_MAX_FAULTS; i++) {
        bool dropped = faults.fault[i].dropped;
        reader_diagnose_at(r, dropped ? GR_WARNING : GR_ERROR, r->fen_line,
                           r->fen_column + faults.fault[i].column - 1, 0, "impossible FEN: %s%s",
                           faults.fault[i].text, dropped ? "; it is left out" : "");
    }
    if (possible)
        return true;
    if (faults.count > GR_MAX_FAULTS)
        reader_diagnose_at(r, GR_ERROR, r->fen_line, r->fen_column, 0, "... and %u more %s",
                           faults.count - GR_MAX_FAULTS,
                           gr_plural(faults.count - GR_MAX_FAULTS, "fault", "faults"));
    gr_start(rules, &r->game->start);
    return false;
}

/* A game that is not replayed: which variant it is said to be is not lost with its rules. */
static void keep_as_text(Reader *r) {
    const GrRules *rules = r->game->rules;
    r->game->rules = NULL;
    if (rules != gr_variants_at(r->variants, 0) && !gr_game_tag(r->game, "Variant") &&
        gr_game_set_tag(r->game, "Variant", gr_variant(rules)->title))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
}

void reader_begin_moves(Reader *r) {
    GrGame *game = r->game;
    const GrRules *rules = find_rules(r);
    r->moving = true;
    if (!game->line)
        game->line = r->number;
    if (gr_game_begin(game, rules))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
    if (rules && !read_start(r, rules))
        keep_as_text(r);
    reader_take_prose(r);
    if (!game->rules) {
        reader_capture_rest(r, r->p);
        return;
    }
    if (r->lexicon.rules != rules) {
        gr_lexicon_init(&r->lexicon, rules);
        reader_speak(r);
    }
    r->frame[0].now = game->start;
}
