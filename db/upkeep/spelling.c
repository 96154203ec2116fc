/* Files of spellings: names and how they are to be written. */
#include "db/upkeep/spelling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/upkeep/dedupe.h"
#include "db/store/intern.h"
#include "notation/buffer.h"
#include "notation/nearest.h"
#include "notation/text/whole.h"
#include "rules/utf8.h"

enum { MAX_LIST = 256 << 20 };

/* The names of a section, by what is compared of them, and what each stands for. */
typedef struct Names {
    GrIntern names;      /* as they are compared, from number 1 */
    GrIntern canonical;  /* from number 1 */
    uint32_t *stands;    /* by number of the name: number of the canonical one */
    uint32_t cap;
} Names;

struct GrSpelling {
    Names of[GR_SPELLING_SECTIONS];
};

typedef struct Line {
    const char *text; /* without blanks at its ends, and comment */
    size_t len;
    unsigned number;
} Line;

void gr_spelling_free(GrSpelling *players) {
    if (!players)
        return;
    for (int i = 0; i < GR_SPELLING_SECTIONS; i++) {
        gr_intern_free(&players->of[i].names);
        gr_intern_free(&players->of[i].canonical);
        free(players->of[i].stands);
    }
    free(players);
}

static bool grow(Names *names, uint32_t id) {
    if (id < names->cap)
        return true;
    uint32_t cap = names->cap ? names->cap * 2 : 256;
    uint32_t *stands = realloc(names->stands, cap * sizeof *stands);
    if (!stands)
        return false;
    names->stands = stands;
    names->cap = cap;
    return true;
}

/* What is compared: of players the folded name; of events and sites, in which a mark may mean something ("Open A+"),
 * all but blanks at the ends and in a row. `out` has room for GR_PLAYER_NAME bytes, which the text fits into. */
static void fold(GrSpellingSection section, const char *text, char *out) {
    if (section == GR_SPELLING_PLAYER) {
        gr_player_fold(text, out);
        return;
    }
    size_t len = 0;
    for (; *text; text++)
        if (*text != ' ' || (len && out[len - 1] != ' '))
            out[len++] = *text;
    out[len - (len && out[len - 1] == ' ')] = '\0';
}

/* Adds a name of what came last. */
static int add_name(GrSpelling *players, GrSpellingSection section, const char *name, unsigned line, GrError *error) {
    char folded[GR_PLAYER_NAME];
    Names *of = &players->of[section];
    uint32_t last = of->canonical.top;
    fold(section, name, folded);
    uint32_t id = gr_intern_find(&of->names, folded, strlen(folded));
    if (!*folded || (id && of->stands[id] == last))
        return 0;
    const char *other = id ? gr_intern_get(&of->canonical, of->stands[id]) : NULL;
    if (id)
        return gr_fail(error, GR_ERR_SYNTAX, "line %u: '%.*s' stands for %.*s already", line,
                       gr_fit(name, 100), name, gr_fit(other, 100), other);
    id = of->names.top + 1;
    if (!grow(of, id) || gr_intern_set(&of->names, id, folded, strlen(folded)))
        return gr_no_memory(error);
    of->stands[id] = last;
    return 0;
}

/* Lists of positions, games and openings have these, and names of players do not. */
static bool is_of_chess(const char *text, size_t len) {
    unsigned slashes = 0;
    for (size_t i = 0; i < len; i++) {
        slashes += text[i] == '/';
        if (text[i] == '[' || text[i] == '"' || slashes > 2)
            return true;
    }
    return false;
}

static int add_line(GrSpelling *players, GrSpellingSection section, const Line *line, GrError *error) {
    char name[GR_PLAYER_NAME];
    bool other = line->text[0] == '=';
    GrIntern *canonical = &players->of[section].canonical;
    const char *text = line->text + other;
    size_t len = line->len - other;
    while (len && *text == ' ') {
        text++;
        len--;
    }
    if (is_of_chess(text, len))
        return gr_fail(error, GR_ERR_SYNTAX, "line %u: a position, game or opening: this is no list of names",
                       line->number);
    if (len >= sizeof name)
        return gr_fail(error, GR_ERR_SYNTAX, "line %u: the name is too long", line->number);
    memcpy(name, text, len);
    name[len] = '\0';
    if (strlen(name) != len)
        return gr_fail(error, GR_ERR_SYNTAX, "line %u: a zero byte: this is no list of names",
                       line->number);
    if (other && !canonical->top)
        return gr_fail(error, GR_ERR_SYNTAX, "line %u: another name, but of nobody", line->number);
    if (!other && gr_intern_set(canonical, canonical->top + 1, name, len))
        return gr_no_memory(error);
    return add_name(players, section, name, line->number, error);
}

/* Cuts the next line off the text; false at its end. */
static bool next_line(const char **text, const char *end, Line *line) {
    const char *at = *text, *stop = at == end ? NULL : memchr(at, '\n', (size_t)(end - at));
    if (at == end)
        return false;
    stop = stop ? stop : end;
    *text = stop == end ? end : stop + 1;
    const char *comment = memchr(at, '#', (size_t)(stop - at));
    stop = comment ? comment : stop;
    while (at < stop && (*at == ' ' || *at == '\t'))
        at++;
    while (at < stop && strchr(" \t\r", stop[-1]) && stop[-1])
        stop--;
    *line = (Line){at, (size_t)(stop - at), line->number + 1};
    return true;
}

/* The section that a line begins; GR_SPELLING_SECTIONS for others, which are passed over if lists have them. */
static int find_section(const Line *line, bool all, GrSpellingSection *section, GrError *error) {
    static const char *const names[] = {"@PLAYER", "@EVENT", "@SITE", "@ROUND", NULL};
    char name[GR_PLAYER_NAME], meant[GR_MEANT_SIZE];
    *section = GR_SPELLING_SECTIONS;
    for (int i = 0; names[i]; i++)
        if (line->len == strlen(names[i]) && !memcmp(line->text, names[i], line->len)) {
            *section = i < (all ? GR_SPELLING_SECTIONS : 1) ? (GrSpellingSection)i : GR_SPELLING_SECTIONS;
            return 0;
        }
    int len = gr_fit(line->text, line->len < 60 ? (int)line->len : 60);
    snprintf(name, sizeof name, "%.*s", len, line->text);
    gr_did_you_mean(meant, name, names, "");
    return gr_fail(error, GR_ERR_SYNTAX, "line %u: unknown section %s%s", line->number, name, meant);
}

typedef struct Reading {
    bool all; /* sections, not just that of players */
    bool (*stop)(void *user);
    void *user;
} Reading;

static int read_list(const char *text, size_t len, const Reading *reading, GrSpelling **players, GrError *error) {
    const char *end = text + len;
    Line line = {.number = 0};
    GrSpellingSection section = GR_SPELLING_PLAYER;
    int code = 0;
    *players = calloc(1, sizeof **players);
    if (!*players)
        return gr_no_memory(error);
    while (!code && next_line(&text, end, &line)) {
        if (reading->stop && reading->stop(reading->user))
            code = gr_fail(error, GR_ERR_STOPPED, "stopped");
        if (!line.len || line.text[0] == '%')
            continue;
        if (line.text[0] == '@')
            code = find_section(&line, reading->all, &section, error);
        else if (section < GR_SPELLING_SECTIONS && !code)
            code = add_line(*players, section, &line, error);
    }
    if (code) {
        gr_spelling_free(*players);
        *players = NULL;
    }
    return code;
}

int gr_spelling_read(const char *text, size_t len, GrSpelling **players, GrError *error) {
    return read_list(text, len, &(Reading){.all = true}, players, error);
}

static int open_list(const char *path, const Reading *reading, GrSpelling **players, GrError *error) {
    GrBuffer text;
    uint32_t names = 0;
    *players = NULL;
    gr_buffer_init(&text);
    int code = gr_text_list(path, MAX_LIST, &text, reading->stop, reading->user, error);
    if (!code)
        code = read_list(text.data ? text.data : "", text.len, reading, players, error);
    for (int i = 0; i < GR_SPELLING_SECTIONS && !code; i++)
        names += (*players)->of[i].canonical.top;
    if (!code && !names) {
        gr_spelling_free(*players);
        *players = NULL;
        code = gr_fail(error, GR_ERR_SYNTAX, "no name%s in this list", reading->all ? "" : " of a player");
    }
    gr_buffer_free(&text);
    return code;
}

int gr_spelling_open(const char *path, GrSpelling **players, bool (*stop)(void *user), void *user, GrError *error) {
    return open_list(path, &(Reading){false, stop, user}, players, error);
}

int gr_spelling_open_names(const char *path, GrSpelling **names, bool (*stop)(void *user), void *user, GrError *error) {
    return open_list(path, &(Reading){true, stop, user}, names, error);
}

const char *gr_spelling_find_in(const GrSpelling *players, GrSpellingSection section, const char *name) {
    char folded[GR_PLAYER_NAME];
    const Names *of = &players->of[section];
    if (strlen(name) >= GR_PLAYER_NAME || !of->names.top)
        return NULL;
    fold(section, name, folded);
    uint32_t id = gr_intern_find(&of->names, folded, strlen(folded));
    return id ? gr_intern_get(&of->canonical, of->stands[id]) : NULL;
}

const char *gr_spelling_find(const GrSpelling *players, const char *name) {
    return gr_spelling_find_in(players, GR_SPELLING_PLAYER, name);
}
