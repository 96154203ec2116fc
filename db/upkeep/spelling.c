/* Files of spellings: names and how they are to be written. */
#include "db/upkeep/spelling.h"

#include <stdlib.h>
#include <string.h>

#include "db/upkeep/dedupe.h"
#include "db/store/intern.h"
#include "notation/buffer.h"
#include "notation/text/whole.h"
#include "rules/utf8.h"

enum { MAX_LIST = 256 << 20 };

/* Every name by its folded form, and the player that it stands for. */
struct GrSpelling {
    GrIntern names;      /* folded, from number 1 */
    GrIntern canonical;  /* from number 1 */
    uint32_t *player;    /* by number of the name: number of the canonical one */
    uint32_t cap;
};

typedef struct Line {
    const char *text; /* without blanks at its ends, and comment */
    size_t len;
    unsigned number;
} Line;

void gr_spelling_free(GrSpelling *players) {
    if (!players)
        return;
    gr_intern_free(&players->names);
    gr_intern_free(&players->canonical);
    free(players->player);
    free(players);
}

static bool grow(GrSpelling *players, uint32_t id) {
    if (id < players->cap)
        return true;
    uint32_t cap = players->cap ? players->cap * 2 : 256;
    uint32_t *player = realloc(players->player, cap * sizeof *player);
    if (!player)
        return false;
    players->player = player;
    players->cap = cap;
    return true;
}

/* Adds a name of the player who came last. */
static int add_name(GrSpelling *players, const char *name, unsigned line, GrError *error) {
    char folded[GR_PLAYER_NAME];
    uint32_t player = players->canonical.top;
    gr_player_fold(name, folded);
    uint32_t id = gr_intern_find(&players->names, folded, strlen(folded));
    if (!*folded || (id && players->player[id] == player))
        return 0;
    const char *other = id ? gr_intern_get(&players->canonical, players->player[id]) : NULL;
    if (id)
        return gr_fail(error, GR_ERR_SYNTAX, "line %u: '%.*s' stands for %.*s already", line,
                       gr_fit(name, 100), name, gr_fit(other, 100), other);
    id = players->names.top + 1;
    if (!grow(players, id) || gr_intern_set(&players->names, id, folded, strlen(folded)))
        return gr_no_memory(error);
    players->player[id] = player;
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

static int add_line(GrSpelling *players, const Line *line, GrError *error) {
    char name[GR_PLAYER_NAME];
    bool other = line->text[0] == '=';
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
    if (other && !players->canonical.top)
        return gr_fail(error, GR_ERR_SYNTAX, "line %u: another name, but of nobody", line->number);
    if (!other && gr_intern_set(&players->canonical, players->canonical.top + 1, name, len))
        return gr_no_memory(error);
    return add_name(players, name, line->number, error);
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

static int read_list(const char *text, size_t len, GrSpelling **players, bool (*stop)(void *user), void *user,
                     GrError *error) {
    const char *end = text + len;
    Line line = {.number = 0};
    bool section = true;
    int code = 0;
    *players = calloc(1, sizeof **players);
    if (!*players)
        return gr_no_memory(error);
    while (!code && next_line(&text, end, &line)) {
        if (stop && stop(user))
            code = gr_fail(error, GR_ERR_STOPPED, "stopped");
        if (!line.len || line.text[0] == '%')
            continue;
        if (line.text[0] == '@')
            section = line.len == 7 && !memcmp(line.text, "@PLAYER", 7);
        else if (section && !code)
            code = add_line(*players, &line, error);
    }
    if (code) {
        gr_spelling_free(*players);
        *players = NULL;
    }
    return code;
}

int gr_spelling_read(const char *text, size_t len, GrSpelling **players, GrError *error) {
    return read_list(text, len, players, NULL, NULL, error);
}

int gr_spelling_open(const char *path, GrSpelling **players, bool (*stop)(void *user), void *user, GrError *error) {
    GrBuffer text;
    *players = NULL;
    gr_buffer_init(&text);
    int code = gr_text_list(path, MAX_LIST, &text, stop, user, error);
    if (!code)
        code = read_list(text.data ? text.data : "", text.len, players, stop, user, error);
    if (!code && !(*players)->canonical.top) {
        gr_spelling_free(*players);
        *players = NULL;
        code = gr_fail(error, GR_ERR_SYNTAX, "no name of a player in this list");
    }
    gr_buffer_free(&text);
    return code;
}

const char *gr_spelling_find(const GrSpelling *players, const char *name) {
    char folded[GR_PLAYER_NAME];
    if (strlen(name) >= GR_PLAYER_NAME)
        return NULL;
    gr_player_fold(name, folded);
    uint32_t id = gr_intern_find(&players->names, folded, strlen(folded));
    return id ? gr_intern_get(&players->canonical, players->player[id]) : NULL;
}
