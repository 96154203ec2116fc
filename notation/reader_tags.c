/* Reading tag pairs, and what they say of the rules and the start position. */
#include "notation/reader_local.h"

#include <ctype.h>
#include <string.h>

#include "rules/fen.h"

/* As isalnum in the C locale, at less cost, and the signs that occur in names. */
static bool in_name(char c) {
    char lower = (char)(c | 0x20);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* Length of the name after `[`, 0 if no tag pair begins there: a name, blanks, a quote. */
static size_t tag_name(const char *p, const char **name, const char **value) {
    if (*p != '[')
        return 0;
    p += 1 + gr_blanks(p + 1);
    const char *start = p;
    while (in_name(*p))
        p++;
    size_t len = (size_t)(p - start);
    size_t blanks = gr_blanks(p);
    if (!len || !isalpha((unsigned char)*start) || p[blanks] != '"')
        return 0;
    *name = start;
    *value = p + blanks + 1;
    return len;
}

bool reader_at_tag(const Reader *r) {
    const char *name, *value;
    return tag_name(r->p, &name, &value) > 0;
}

/* Where a value without a proper end stops: at the last quote of the line, if only a bracket
 * follows it, so that quotes which were not escaped are kept. */
static const char *find_close(const char *value, const char *end) {
    for (const char *p = value; p < end; p++) {
        if (*p == '\\' && p + 1 < end && (p[1] == '"' || p[1] == '\\')) {
            p++;
        } else if (*p == '"') {
            const char *q = p + 1 + gr_blanks(p + 1);
            if (q >= end || *q == ']')
                return p;
        }
    }
    return NULL;
}

/* Puts the value into scratch, without its escapes. */
static void unescape(Reader *r, const char *value, const char *close) {
    gr_buffer_clear(&r->scratch);
    while (value < close) {
        const char *slash = memchr(value, '\\', (size_t)(close - value));
        if (!slash) {
            gr_buffer_add(&r->scratch, value, (size_t)(close - value));
            break;
        }
        bool escape = slash + 1 < close && (slash[1] == '"' || slash[1] == '\\');
        gr_buffer_add(&r->scratch, value, (size_t)(slash - value) + !escape);
        if (escape)
            gr_buffer_putc(&r->scratch, slash[1]);
        value = slash + 1 + escape;
    }
    gr_buffer_add(&r->scratch, "", 0);
}

/* A tag that is already set: a slip. Neither value is lost. */
static void tell_repeated(Reader *r, const char *name, const char *old, const char *value) {
    if (strcmp(old, value))
        reader_diagnose(r, GR_WARNING, r->p, 0,
                        "the tag %s is set again; \"%.80s\" is replaced by \"%.80s\"", name, old,
                        value);
}

/* Remembers where the tags stand that later diagnostics point at. */
static void note_place(Reader *r, const char *name, const char *value) {
    uint32_t column = reader_column(r, value);
    if (!strcmp(name, "FEN")) {
        r->fen_line = r->number;
        r->fen_column = column;
    } else if (!strcmp(name, "Variant")) {
        r->variant_line = r->number;
        r->variant_column = column;
    } else if (!strcmp(name, "Result")) {
        r->result_line = r->number;
        r->result_column = column;
    } else if (!strcmp(name, "Score")) {
        r->score_line = r->number;
        r->score_column = column;
    }
}

/* Does a tag of this name begin another game? Within a game's tags only a second Event does. */
static bool begins_game(const Reader *r, const char *name) {
    if (r->moving || r->ending)
        return true;
    return r->tagged && !strcmp(name, "Event") && gr_game_tag(r->game, "Event");
}

static void set_tag(Reader *r, const char *name, const char *at) {
    const char *value = r->scratch.data;
    const char *old = gr_game_tag(r->game, name);
    if (old && r->headed && !strcmp(name, "Event")) {
        reader_add_prose(r, old, strlen(old));
        r->headed = false;
    } else if (old) {
        tell_repeated(r, name, old, value);
    }
    note_place(r, name, at);
    if (!r->tagged && !r->game->line)
        r->game->line = r->number;
    r->tagged = true;
    if (r->scratch.failed || gr_game_set_tag(r->game, name, value))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
}

Step reader_tag(Reader *r) {
    const char *start = "", *value = "";
    char name[256];
    size_t len = tag_name(r->p, &start, &value);
    if (len >= sizeof name)
        len = sizeof name - 1;
    memcpy(name, start, len);
    name[len] = 0;
    if (begins_game(r, name))
        return STEP_GAME_DONE;
    const char *close = find_close(value, r->end);
    if (!close) {
        reader_diagnose(r, GR_WARNING, value - 1, 0, "the value of the tag %s has no closing quote",
                        name);
        close = r->end;
        while (close > value && (close[-1] == ' ' || close[-1] == ']' || close[-1] == '\t'))
            close--;
    }
    unescape(r, value, close);
    set_tag(r, name, value);
    r->p = close < r->end ? close + 1 : r->end;
    const char *p = r->p + gr_blanks(r->p);
    if (p < r->end && *p == ']')
        r->p = p + 1;
    return STEP_ON;
}

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
    const GrRules *rules = gr_book_find(r->book, name);
    if (!rules && means_chess(name))
        rules = gr_book_find(r->book, "chess");
    if (!rules)
        reader_diagnose_at(r, GR_ERROR, r->variant_line, r->variant_column, 0,
                           "unknown variant \"%.60s\": the moves are kept as text, unread", name);
    return rules;
}

/* The start position. An impossible FEN leaves the game without rules: nothing can be replayed. */
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
    if (gr_fen_read(rules, fen, &r->game->start, &faults) == 0)
        return true;
    for (unsigned i = 0; i < faults.count && i < GR_MAX_FAULTS; i++)
        reader_diagnose_at(r, GR_ERROR, r->fen_line, r->fen_column + faults.fault[i].column - 1, 0,
                           "impossible FEN: %s", faults.fault[i].text);
    if (faults.count > GR_MAX_FAULTS)
        reader_diagnose_at(r, GR_ERROR, r->fen_line, r->fen_column, 0, "... and %u faults more",
                           faults.count - GR_MAX_FAULTS);
    gr_start(rules, &r->game->start);
    return false;
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
        game->rules = NULL;
    reader_take_prose(r);
    if (!game->rules) {
        reader_capture_rest(r, r->p);
        return;
    }
    if (r->lexicon.rules != rules)
        gr_lexicon_init(&r->lexicon, rules);
    r->frame[0].now = game->start;
}
