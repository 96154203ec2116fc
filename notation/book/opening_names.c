/* Lists of openings: reading them, and looking positions up. */
#include "notation/book/opening_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/buffer.h"
#include "notation/move/san.h"
#include "notation/room.h"
#include "notation/text/whole.h"

enum { MOST_TEXT = 64 << 20, ECO = 3, MOST_COLUMNS = 32 };

/* Where the strings of an entry begin in the list's text. */
typedef struct Entry {
    uint64_t key; /* of the position */
    uint32_t eco, name, opening, variation;
} Entry;

struct GrOpeningNames {
    const GrRules *rules;
    Entry *entry;
    size_t count, cap;
    uint32_t *slot; /* hash table: number of the entry + 1; 0: free */
    size_t slots;   /* a power of two */
    GrBuffer text;  /* strings, each with a NUL */
    GrOpeningNameFault *fault;
    size_t faults;
};

/* A list that is being read. */
typedef struct List {
    GrOpeningNames *names;
    const char *begin, *at, *end;
    unsigned line;
    bool (*stop)(void *user); /* NULL: none */
    void *user;
    GrError *error;
} List;

/* A piece of the text. */
typedef struct Span {
    const char *at;
    size_t len;
} Span;

void gr_opening_names_free(GrOpeningNames *names) {
    if (!names)
        return;
    free(names->entry);
    free(names->slot);
    free(names->fault);
    gr_buffer_free(&names->text);
    free(names);
}

const GrRules *gr_opening_names_rules(const GrOpeningNames *names) {
    return names->rules;
}

size_t gr_opening_names_count(const GrOpeningNames *names) {
    return names->count;
}

const GrOpeningNameFault *gr_opening_names_faults(const GrOpeningNames *names, size_t *count) {
    *count = names->faults;
    return names->fault;
}

/* ---- the table ---- */

/* Where the key's entry is, or would be. Keys are random numbers. */
static size_t slot_of(const GrOpeningNames *names, uint64_t key) {
    size_t at = (size_t)key & (names->slots - 1);
    while (names->slot[at] && names->entry[names->slot[at] - 1].key != key)
        at = (at + 1) & (names->slots - 1);
    return at;
}

static const Entry *find(const GrOpeningNames *names, uint64_t key) {
    uint32_t number = names->slots ? names->slot[slot_of(names, key)] : 0;
    return number ? &names->entry[number - 1] : NULL;
}

/* Keeps half of the slots free. */
static bool grow_slots(GrOpeningNames *names) {
    if (2 * (names->count + 1) <= names->slots)
        return true;
    size_t slots = names->slots ? 2 * names->slots : 1024;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!slot)
        return false;
    free(names->slot);
    names->slot = slot;
    names->slots = slots;
    for (size_t i = 0; i < names->count; i++)
        slot[slot_of(names, names->entry[i].key)] = (uint32_t)i + 1;
    return true;
}

static uint32_t keep(GrOpeningNames *names, Span span) {
    size_t at = names->text.len;
    gr_buffer_add(&names->text, span.at, span.len);
    gr_buffer_add(&names->text, "", 1);
    return (uint32_t)at;
}

static int add_entry(List *l, uint64_t key, Span eco, Span name) {
    GrOpeningNames *names = l->names;
    if (find(names, key))
        return 0;
    if (!gr_room(&names->entry, names->count, 1, &names->cap, sizeof *names->entry) || !grow_slots(names))
        return gr_no_memory(l->error);
    const char *colon = memchr(name.at, ':', name.len);
    size_t first = colon ? (size_t)(colon - name.at) : name.len, rest = first + (colon != NULL);
    while (rest < name.len && name.at[rest] == ' ')
        rest++;
    Entry entry = {.key = key};
    entry.eco = keep(names, (Span){eco.at, eco.len < ECO ? eco.len : ECO});
    entry.name = keep(names, name);
    entry.opening = keep(names, (Span){name.at, first});
    entry.variation = keep(names, (Span){name.at + rest, name.len - rest});
    if (names->text.failed)
        return gr_no_memory(l->error);
    names->entry[names->count++] = entry;
    names->slot[slot_of(names, key)] = (uint32_t)names->count;
    return 0;
}

/* ---- moves ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

/* The next word of the moves, without the number before it; false at their end. */
static bool next_word(Span *moves, Span *word) {
    const char *at = moves->at, *end = moves->at + moves->len;
    while (at < end && (is_blank(*at) || *at == '.'))
        at++;
    const char *from = at;
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    if (at < end && *at == '.') { /* a move's number */
        *moves = (Span){at, (size_t)(end - at)};
        return next_word(moves, word);
    }
    for (at = from; at < end && !is_blank(*at);)
        at++;
    *word = (Span){from, (size_t)(at - from)};
    *moves = (Span){at, (size_t)(end - at)};
    return word->len > 0;
}

/* An entry with a move at `at` that cannot be played is passed over, and reported. */
static int pass_over(List *l, const char *at, const char *why) {
    enum { MOST_FAULTS = 100 }; /* of those reported */
    GrOpeningNames *names = l->names;
    if (names->faults == MOST_FAULTS)
        return 0;
    GrOpeningNameFault *grown = realloc(names->fault, (names->faults + 1) * sizeof *grown);
    if (!grown)
        return gr_no_memory(l->error);
    names->fault = grown;
    GrOpeningNameFault *f = &grown[names->faults++];
    *f = (GrOpeningNameFault){.line = 1, .column = 1};
    for (const char *p = l->begin; p < at; p++) {
        f->line += *p == '\n';
        f->column = *p == '\n' ? 1 : f->column + (((unsigned char)*p & 0xC0) != 0x80);
    }
    snprintf(f->text, sizeof f->text, "%s", why);
    return 0;
}

/* Adds the position after the moves. */
static int add_line(List *l, Span eco, Span name, Span moves) {
    GrPosition pos;
    GrError why;
    GrMove move;
    Span word;
    bool played = false;
    gr_start(l->names->rules, &pos);
    while (next_word(&moves, &word)) {
        char text[2 * GR_SAN_SIZE];
        if (l->stop && l->stop(l->user))
            return gr_fail(l->error, GR_ERR_STOPPED, "stopped");
        if (word.len == 1 && *word.at == '*')
            continue;
        if (word.len >= sizeof text) {
            char odd[48];
            snprintf(odd, sizeof odd, "'%.20s...' is no move", word.at);
            return pass_over(l, word.at, odd);
        }
        memcpy(text, word.at, word.len);
        text[word.len] = '\0';
        if (gr_san_read(&pos, text, &move, &why))
            return pass_over(l, word.at, why.text);
        gr_play(&pos, move);
        played = true;
    }
    return played ? add_entry(l, pos.key, eco, name) : 0;
}

/* ---- tables ---- */

/* The next line; false at the end. */
static bool next_line(List *l, Span *line) {
    if (l->at == l->end)
        return false;
    const char *stop = memchr(l->at, '\n', (size_t)(l->end - l->at));
    *line = (Span){l->at, (size_t)((stop ? stop : l->end) - l->at)};
    l->at = stop ? stop + 1 : l->end;
    l->line++;
    return true;
}

static size_t split(Span line, Span column[MOST_COLUMNS]) {
    size_t count = 0;
    const char *at = line.at, *end = line.at + line.len;
    while (count < MOST_COLUMNS) {
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        column[count++] = (Span){at, (size_t)((tab ? tab : end) - at)};
        if (!tab)
            break;
        at = tab + 1;
    }
    return count;
}

static size_t column_of(const Span *column, size_t count, const char *name) {
    size_t i = 0;
    while (i < count && (column[i].len != strlen(name) || memcmp(column[i].at, name, column[i].len)))
        i++;
    return i;
}

static int read_table(List *l, const Span *heading, size_t headings) {
    size_t eco = column_of(heading, headings, "eco"), name = column_of(heading, headings, "name");
    size_t pgn = column_of(heading, headings, "pgn");
    Span line, column[MOST_COLUMNS];
    int code = 0;
    while (!code && next_line(l, &line)) {
        if (!line.len)
            continue;
        size_t count = split(line, column);
        if (eco >= count || name >= count || pgn >= count)
            code = pass_over(l, line.at, "columns are missing");
        else
            code = add_line(l, column[eco], column[name], column[pgn]);
    }
    return code;
}

/* ---- files of Scid ---- */

/* Goes past blanks, line ends and comments. */
static void skip(List *l) {
    while (l->at < l->end && (is_blank(*l->at) || *l->at == '#')) {
        const char *stop = *l->at == '#' ? memchr(l->at, '\n', (size_t)(l->end - l->at)) : l->at;
        stop = stop ? stop : l->end - 1;
        l->line += *stop == '\n';
        l->at = stop + 1;
    }
}

/* What goes on up to a character, which is passed; line ends in it are counted. */
static bool take_to(List *l, char last, Span *span) {
    const char *stop = memchr(l->at, last, (size_t)(l->end - l->at));
    if (!stop)
        return false;
    *span = (Span){l->at, (size_t)(stop - l->at)};
    l->at = stop + 1;
    return true;
}

/* Reads a code and a name in quotes; false if the line has none. */
static bool take_title(List *l, Span *eco, Span *name) {
    if (!take_to(l, '"', eco) || memchr(eco->at, '\n', eco->len) || eco->len > 20 || !take_to(l, '"', name) ||
        memchr(name->at, '\n', name->len))
        return false;
    while (eco->len && eco->at[eco->len - 1] == ' ')
        eco->len--;
    return true;
}

/* The line that begins at `begin` is no entry, or has no end: reading goes on with the next one. */
static int pass_line(List *l, const char *begin, const char *why) {
    const char *stop = memchr(begin, '\n', (size_t)(l->end - begin));
    l->at = stop ? stop + 1 : l->end;
    return pass_over(l, begin, why);
}

/* Are those the moves of one entry? Without its '*' they go on into the next one. */
static bool take_moves(List *l, Span *moves) {
    return take_to(l, '*', moves) && !memchr(moves->at, '"', moves->len);
}

static int read_scid(List *l) {
    int code = 0;
    for (skip(l); !code && l->at < l->end; skip(l)) {
        const char *begin = l->at;
        Span eco, name, moves;
        if (!take_title(l, &eco, &name))
            code = pass_line(l, begin, "no list of openings: neither a table with eco, name and pgn, "
                                       "nor a code and a name in quotes");
        else if (!take_moves(l, &moves))
            code = pass_line(l, begin, "the moves do not end with '*'");
        else
            code = add_line(l, eco, name, moves);
    }
    return code;
}

/* ---- files ---- */

static int read_any(List *l) {
    Span line, heading[MOST_COLUMNS];
    const char *begin = l->at;
    size_t count = next_line(l, &line) ? split(line, heading) : 0;
    if (column_of(heading, count, "name") < count && column_of(heading, count, "pgn") < count &&
        column_of(heading, count, "eco") < count)
        return read_table(l, heading, count);
    l->at = begin;
    return read_scid(l);
}

static int read_names(List *l, const GrRules *rules, GrOpeningNames **names) {
    *names = NULL;
    l->names = calloc(1, sizeof *l->names);
    if (!l->names)
        return gr_no_memory(l->error);
    l->names->rules = rules;
    gr_buffer_init(&l->names->text);
    int code = read_any(l);
    const GrOpeningNameFault *first = l->names->fault;
    if (!code && !l->names->count && first)
        code = gr_fail(l->error, GR_ERR_SYNTAX, "line %u: %s", (unsigned)first->line, first->text);
    if (!code && !l->names->count)
        code = gr_fail(l->error, GR_ERR_SYNTAX, "line 1: there is no opening in this list");
    if (code)
        gr_opening_names_free(l->names);
    else
        *names = l->names;
    return code;
}

int gr_opening_names_read(const char *text, size_t len, const GrRules *rules,
                          GrOpeningNames **names, GrError *error) {
    List l = {.begin = text, .at = text, .end = text + len, .error = error};
    return read_names(&l, rules, names);
}

int gr_opening_names_open(const char *path, const GrRules *rules, GrOpeningNames **names, bool (*stop)(void *user),
                          void *user, GrError *error) {
    GrBuffer text;
    GrError why;
    *names = NULL;
    gr_buffer_init(&text);
    int code = gr_text_list(path, MOST_TEXT, &text, stop, user, error);
    if (!code) {
        List l = {.at = text.data ? text.data : "", .stop = stop, .user = user, .error = &why};
        l.begin = l.at;
        l.end = l.at + text.len;
        code = read_names(&l, rules, names);
        unsigned line;
        int end = 0;
        if (code && sscanf(why.text, "line %u: %n", &line, &end) == 1 && end)
            gr_fail(error, why.code, "%s:%u: %s", path, line, why.text + end);
        else if (code)
            gr_fail(error, why.code, "%s: %s", path, why.text);
    }
    gr_buffer_free(&text);
    return code;
}

/* ---- looking up ---- */

static bool give(const GrOpeningNames *names, const Entry *entry, GrOpeningName *name) {
    if (entry)
        *name = (GrOpeningName){names->text.data + entry->eco, names->text.data + entry->name,
                                names->text.data + entry->opening,
                                names->text.data + entry->variation};
    return entry != NULL;
}

bool gr_opening_name(const GrOpeningNames *names, const GrPosition *pos, GrOpeningName *name) {
    return pos->rules == names->rules && give(names, find(names, pos->key), name);
}

bool gr_opening_name_of_game(const GrOpeningNames *names, const GrGame *game, GrOpeningName *name) {
    const Entry *last = NULL;
    if (game->rules != names->rules || !game->node_count)
        return false;
    GrPosition pos = game->start;
    for (uint32_t n = game->nodes[0].next; n; n = game->nodes[n].next) {
        gr_play(&pos, game->nodes[n].move);
        const Entry *entry = find(names, pos.key);
        last = entry ? entry : last;
    }
    return give(names, last, name);
}
