/* The rules of a game out of the manual: its section of grimoire-variants(7), as HTML.
 *
 * It knows the macros of mdoc that the sections of games use. What it does not know is left out with its line. */
#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

#include "cli/manual.h"
#include "cli/page_local.h"
#include "cli/place.h"
#include "notation/xml.h"

enum { LINE = 1024, DEEPEST = 4 };

typedef struct Rules {
    GrBuffer *out;
    const char *close;         /* of the paragraph or item that is open; "" */
    const char *list[DEEPEST]; /* kinds of open lists: "ul", "dl", "table" */
    int depth;
    bool literal;
} Rules;

/* ---- words of a line ---- */

/* The next word at *at, which may be in quotes; false at the end. */
static bool next_word(const char **at, char word[LINE], bool *quoted) {
    size_t length = 0;
    while (**at == ' ')
        (*at)++;
    *quoted = **at == '"';
    *at += *quoted;
    if (!**at)
        return false;
    for (; **at && **at != (*quoted ? '"' : ' '); (*at)++)
        if (length + 1 < LINE)
            word[length++] = **at;
    *at += **at == '"';
    word[length] = '\0';
    return true;
}

/* Text, in which `\&` is nothing, `\-` a minus and `\e` a backslash. */
static void put_text(GrBuffer *out, const char *text) {
    char plain[LINE];
    size_t length = 0;
    for (; *text && length + 1 < LINE; text++) {
        bool escaped = *text == '\\' && text[1];
        text += escaped;
        if (!escaped || *text != '&')
            plain[length++] = escaped && *text == 'e' ? '\\' : *text;
    }
    plain[length] = '\0';
    gr_xml_text(out, plain);
}

static bool is_closing(const char *word) {
    return word[0] && !word[1] && strchr(".,;:)?!", word[0]);
}

enum { WHOLE = 2 }; /* so many come first that have all the rest of the line */

static const struct {
    const char *name, *before, *after;
} INLINE[] = {
    {"Pq", "(", ")"},
    {"Dq", "\xe2\x80\x9c", "\xe2\x80\x9d"},
    {"Ql", "<code>", "</code>"},
    {"Li", "<code>", "</code>"},
    {"Ic", "<code>", "</code>"},
    {"Fl", "<code>-", "</code>"},
    {"Em", "<em>", "</em>"},
    {"Sy", "<strong>", "</strong>"},
    {"Nm", "grimoire", ""},
    {"Sx", "", ""},
    {"Xr", "", ""},
};

static int find_inline(const char *word) {
    for (size_t i = 0; i < sizeof INLINE / sizeof *INLINE; i++)
        if (!strcmp(word, INLINE[i].name))
            return (int)i;
    return -1;
}

/* Macros of a line that are open: those that have the rest of it, and one that has the words up to the next one. */
typedef struct Open {
    const char *whole[DEEPEST], *own;
    int depth;
} Open;

static void close_words(GrBuffer *out, Open *open, bool whole) {
    gr_buffer_puts(out, open->own);
    open->own = "";
    while (whole && open->depth)
        gr_buffer_puts(out, open->whole[--open->depth]);
}

static void open_words(GrBuffer *out, Open *open, int macro) {
    gr_buffer_puts(out, INLINE[macro].before);
    if (macro >= WHOLE)
        open->own = INLINE[macro].after;
    else if (open->depth < DEEPEST)
        open->whole[open->depth++] = INLINE[macro].after;
}

/* The words of a line from *at on. A closing sign at its end is outside of all. */
static void put_words(GrBuffer *out, const char *at) {
    char word[LINE];
    Open open = {.own = ""};
    bool quoted, gap = false;
    while (next_word(&at, word, &quoted)) {
        int macro = quoted ? -1 : find_inline(word);
        bool closes = !quoted && is_closing(word);
        if (closes || macro >= 0)
            close_words(out, &open, closes && !at[strspn(at, " ")]);
        if (gap && !closes)
            gr_buffer_putc(out, ' ');
        gap = macro < 0;
        if (macro < 0)
            put_text(out, word);
        else
            open_words(out, &open, macro);
    }
    close_words(out, &open, true);
    gr_buffer_putc(out, '\n');
}

/* ---- blocks ---- */

static void begin(Rules *r, const char *open, const char *close) {
    gr_buffer_puts(r->out, r->close);
    gr_buffer_puts(r->out, open);
    r->close = close;
}

static void begin_list(Rules *r, const char *words) {
    const char *kind = strstr(words, "-tag") ? "dl" : strstr(words, "-column") ? "table" : "ul";
    begin(r, "", "");
    gr_buffer_printf(r->out, "<%s>\n", kind);
    if (r->depth < DEEPEST)
        r->list[r->depth] = kind;
    r->depth++;
}

static void end_list(Rules *r) {
    begin(r, "", "");
    if (r->depth && r->depth-- <= DEEPEST)
        gr_buffer_printf(r->out, "</%s>\n", r->list[r->depth]);
}

/* A row of a table has its cells between the words Ta. */
static void put_row(GrBuffer *out, const char *words) {
    gr_buffer_puts(out, "<tr>");
    for (const char *next; words; words = next) {
        char cell[LINE];
        next = strstr(words, " Ta");
        size_t length = next ? (size_t)(next - words) : strlen(words);
        length = length < LINE ? length : LINE - 1;
        memcpy(cell, words, length);
        cell[length] = '\0';
        gr_buffer_puts(out, "<td>");
        put_words(out, cell);
        gr_buffer_puts(out, "</td>");
        next = next ? next + 3 : NULL;
    }
    gr_buffer_puts(out, "</tr>\n");
}

static void put_item(Rules *r, const char *words) {
    const char *kind = r->depth && r->depth <= DEEPEST ? r->list[r->depth - 1] : "ul";
    if (!strcmp(kind, "table")) {
        put_row(r->out, words);
    } else if (!strcmp(kind, "ul")) {
        begin(r, "<li>", "</li>\n");
    } else {
        begin(r, "<dt>", "");
        put_words(r->out, words);
        begin(r, "</dt><dd>", "</dd>\n");
    }
}

static void put_macro(Rules *r, const char *line) {
    char name[3] = {line[1], line[1] ? line[2] : '\0', '\0'};
    const char *words = line + strcspn(line, " ");
    if (!strcmp(name, "Ss")) {
        begin(r, "<h3>", "");
        put_words(r->out, words);
        begin(r, "</h3>\n<p>", "</p>\n");
    } else if (!strcmp(name, "Pp")) {
        begin(r, "<p>", "</p>\n");
    } else if (!strcmp(name, "Bd")) {
        begin(r, "<pre>", "</pre>\n");
        r->literal = true;
    } else if (!strcmp(name, "Ed")) {
        begin(r, "<p>", "</p>\n");
        r->literal = false;
    } else if (!strcmp(name, "Bl")) {
        begin_list(r, words);
    } else if (!strcmp(name, "El")) {
        end_list(r);
        begin(r, "<p>", "</p>\n");
    } else if (!strcmp(name, "It")) {
        put_item(r, words);
    } else if (find_inline(name) >= 0) {
        put_words(r->out, line + 1);
    }
}

/* ---- the section ---- */

/* The lines below the heading of that title, up to the next heading; NULL if there is none. */
static const char *find_section(const char *text, const char *title, const char **end) {
    size_t length = strlen(title);
    for (const char *at = text; (at = strstr(at, "\n.Sh ")) != NULL; at++) {
        const char *heading = at + 5, *rest = heading + length;
        if (strncasecmp(heading, title, length) || *rest != '\n')
            continue;
        *end = strstr(rest, "\n.Sh ");
        *end = *end ? *end : rest + strlen(rest);
        return rest + 1;
    }
    return NULL;
}

static void put_section(Rules *r, const char *at, const char *end) {
    begin(r, "<p>", "</p>\n");
    for (const char *next; at < end; at = next + 1) {
        char line[LINE];
        next = memchr(at, '\n', (size_t)(end - at));
        next = next ? next : end;
        size_t length = (size_t)(next - at) < LINE ? (size_t)(next - at) : LINE - 1;
        memcpy(line, at, length);
        line[length] = '\0';
        if (*line == '.') {
            put_macro(r, line);
        } else {
            put_text(r->out, line);
            gr_buffer_putc(r->out, '\n');
        }
    }
    begin(r, "", "");
}

void cli_page_rules(const Page *page, GrBuffer *html) {
    char folder[PATH_MAX], path[PATH_MAX];
    GrBuffer manual;
    const char *end, *section = NULL;
    if (page->variant->defined) {
        cli_page_described(page->rules, html);
        return;
    }
    gr_buffer_init(&manual);
    cli_own_folder(page->cli->argv[0], folder, sizeof folder);
    if (cli_manual_find(folder, "rules", path, sizeof path) &&
        cli_manual_read(path, &manual) && manual.len)
        section = find_section(manual.data, page->variant->title, &end);
    if (section)
        put_section(&(Rules){.out = html, .close = ""}, section, end);
    html->failed |= manual.failed;
    gr_buffer_free(&manual);
}
