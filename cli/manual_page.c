/* A page of the manual as plain text: the macros of mdoc that man/ uses. */
#include "cli/manual_page.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 78, DEEPEST = 8, STEP = 4, LINE = 2048, MACRO = 4 };

/* An open list or display. */
typedef struct Block {
    int indent; /* of the text around it */
    char mark;  /* before an item: '-', or '1' if they are counted; 't': tags; 'c': columns */
    bool close; /* no empty lines between items */
    int count;
    bool literal;
} Block;

typedef struct Page {
    GrBuffer *out;
    int indent, column; /* of a line; of the next character, 0 at the start of a line */
    Block block[DEEPEST];
    int depth;
    bool glue;     /* no blank before the next word */
    bool blank;    /* the last line was empty */
    bool literal;  /* lines stay as they are */
    bool synopsis; /* each .Nm begins a line */
    char name[64]; /* of the page, for .Nm */
} Page;

static void end_line(Page *p) {
    if (p->column) {
        gr_buffer_putc(p->out, '\n');
        p->blank = false;
    }
    p->column = 0;
    p->glue = false;
}

static void empty_line(Page *p) {
    end_line(p);
    if (!p->blank)
        gr_buffer_putc(p->out, '\n');
    p->blank = true;
}

static void begin_line(Page *p) {
    for (; p->column < p->indent; p->column++)
        gr_buffer_putc(p->out, ' ');
}

/* The character of an escape at `c`, which is a backslash; *used is its length. */
static const char *escape(const char *c, size_t *used) {
    static const char *const named[][2] = {{"dq", "\""}, {"aq", "'"},  {"em", "--"}, {"en", "-"},
                                           {"'e", "é"},  {"'u", "ú"}, {"12", "½"}, {"mu", "x"}};
    *used = c[1] ? 2 : 1;
    if (c[1] != '(')
        return c[1] == 'e' ? "\\" : c[1] == '-' ? "-" : c[1] == ' ' ? " " : "";
    *used = c[2] && c[3] ? 4 : strlen(c);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (!strncmp(c + 2, named[i][0], 2))
            return named[i][1];
    return "";
}

static void unescape(const char *from, char to[LINE]) {
    size_t n = 0, used;
    while (*from && n + 4 < LINE) {
        if (*from != '\\') {
            to[n++] = *from++;
            continue;
        }
        for (const char *c = escape(from, &used); *c;)
            to[n++] = *c++;
        from += used;
    }
    to[n] = '\0';
}

/* Adds a word, on the next line if it does not fit; `from` has its escapes. */
static void put(Page *p, const char *from) {
    char word[LINE];
    unescape(from, word);
    int length = 0;
    for (const char *c = word; *c; c++)
        length += ((unsigned char)*c & 0xc0) != 0x80;
    bool blank = p->column > p->indent && !p->glue;
    if (blank && p->column + 1 + length > WIDTH) {
        end_line(p);
    } else if (blank) {
        gr_buffer_putc(p->out, ' ');
        p->column++;
    }
    begin_line(p);
    gr_buffer_puts(p->out, word);
    p->column += length;
    p->glue = false;
}

static bool is_closing(const char *word) {
    return word[0] && !word[1] && strchr(".,:;)]?!", word[0]);
}

/* ---- macros within a line ---- */

/* The next word of a macro line, without the quotes that may be around it; false at its end. */
static bool next(const char **at, char word[LINE], bool *quoted) {
    const char *c = *at + strspn(*at, " ");
    size_t n = 0;
    *quoted = *c == '"';
    c += *quoted;
    if (!*c && !*quoted)
        return false;
    while (*c && n + 1 < LINE && (*quoted ? *c != '"' : *c != ' '))
        word[n++] = *c++;
    word[n] = '\0';
    *at = c + (*quoted && *c == '"');
    return true;
}

/* The signs around the words of a macro; NULL if it is none of these. */
static const char *const *enclosure(const char *macro) {
    static const char *const pairs[][3] = {
        {"Op", "[", "]"},  {"Bq", "[", "]"}, {"Pq", "(", ")"},   {"Dq", "\"", "\""},
        {"Qq", "\"", "\""}, {"Ql", "'", "'"}, {"Sq", "'", "'"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!strcmp(macro, pairs[i][0]))
            return pairs[i];
    return NULL;
}

/* The sign that a macro stands for; NULL if it is none of these. */
static const char *sign(const char *macro, bool *opens) {
    static const char *const signs[][2] = {{"Oo", "["}, {"So", "'"}, {"Po", "("}, {"Do", "\""},
                                           {"Oc", "]"}, {"Sc", "'"}, {"Pc", ")"}, {"Dc", "\""}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strcmp(macro, signs[i][0])) {
            *opens = i < 4;
            return signs[i][1];
        }
    return NULL;
}

static bool is_font(const char *macro) {
    static const char *const fonts[] = {"Ar", "Ic", "Cm", "Li", "Va", "Em", "Sy", "Pa", "Ev", "Fn",
                                        "An", "Dv", "Vt", "Sx", "No", "Nd", "D1", "Dl"};
    for (size_t i = 0; i < sizeof fonts / sizeof *fonts; i++)
        if (!strcmp(macro, fonts[i]))
            return true;
    return false;
}

static void put_words(Page *p, const char *at);

/* Adds words between two signs; punctuation at the end comes after the second. */
static void put_enclosed(Page *p, const char *const *pair, const char *at) {
    char inside[LINE], tail[LINE] = "";
    size_t len = strlen(at);
    snprintf(inside, sizeof inside, "%s", at);
    len = len < sizeof inside ? len : sizeof inside - 1;
    while (len >= 2 && inside[len - 2] == ' ' && is_closing(inside + len - 1)) {
        snprintf(tail, sizeof tail, "%.*s", 1, inside + len - 1);
        inside[len -= 2] = '\0';
    }
    put(p, pair[1]);
    p->glue = true;
    put_words(p, inside);
    p->glue = true;
    put(p, pair[2]);
    if (*tail) {
        p->glue = true;
        put(p, tail);
    }
}

/* Adds one word of text, without a blank before punctuation or after an opening bracket. */
static void put_word(Page *p, const char *word, const char *lead) {
    char text[LINE];
    bool closes = is_closing(word);
    p->glue |= closes;
    snprintf(text, sizeof text, "%s%.*s", closes ? "" : lead, LINE - 8, word);
    put(p, text);
    p->glue = !strcmp(word, "(") || !strcmp(word, "[");
}

/* Goes on to the next column of a table. */
static void put_column(Page *p) {
    enum { COLUMN = 14 };
    begin_line(p);
    do {
        gr_buffer_putc(p->out, ' ');
        p->column++;
    } while ((p->column - p->indent) % COLUMN);
    p->glue = true;
}

/* Takes a word that is a macro; false if it is none. */
static bool take_macro(Page *p, const char *word, const char **at, const char **lead) {
    char first[LINE], second[LINE] = "";
    bool quoted, opens;
    const char *single = sign(word, &opens);
    if (single) {
        p->glue |= !opens;
        put(p, single);
        p->glue = opens;
    } else if (!strcmp(word, "Fl")) {
        *lead = "-";
    } else if (!strcmp(word, "Ns")) {
        p->glue = true;
    } else if (!strcmp(word, "Ap")) {
        p->glue = true;
        put(p, "'");
        p->glue = true;
    } else if (!strcmp(word, "Pf") && next(at, first, &quoted)) {
        put(p, first);
        p->glue = true;
    } else if (!strcmp(word, "Xr") && next(at, first, &quoted)) {
        if (next(at, second, &quoted))
            snprintf(first + strlen(first), sizeof first - strlen(first), "(%.10s)", second);
        put(p, first);
    } else if (!strcmp(word, "Ta")) {
        put_column(p);
    } else {
        return false;
    }
    return true;
}

/* Adds the words of a macro line, some of which are macros. */
static void put_words(Page *p, const char *at) {
    char word[LINE];
    bool quoted;
    const char *lead = "";
    while (next(&at, word, &quoted)) {
        const char *const *pair = quoted ? NULL : enclosure(word);
        if (pair) {
            put_enclosed(p, pair, at + strspn(at, " "));
            return;
        }
        if (!quoted && !strcmp(word, "Nm")) {
            put_word(p, p->name, "");
            lead = "";
        } else if (!quoted && is_font(word)) {
            lead = "";
            if (!strcmp(word, "Ar") && !at[strspn(at, " ")])
                put(p, "file ..."); /* as mdoc has it */
        } else if (quoted || !take_macro(p, word, &at, &lead)) {
            put_word(p, word, lead);
        }
    }
}

/* ---- lines ---- */

static void open_block(Page *p, char mark, bool literal, int indent) {
    end_line(p);
    if (p->depth == DEEPEST)
        return;
    p->block[p->depth++] = (Block){.indent = p->indent, .mark = mark, .literal = p->literal};
    p->literal = literal;
    p->indent += indent;
}

static void close_block(Page *p) {
    end_line(p);
    if (!p->depth)
        return;
    const Block *block = &p->block[--p->depth];
    p->indent = block->indent;
    p->literal = block->literal;
}

static void open_list(Page *p, const char *rest) {
    bool tag = strstr(rest, "-tag"), column = strstr(rest, "-column"), number = strstr(rest, "-enum");
    open_block(p, tag ? 't' : column ? 'c' : number ? '1' : '-', false, STEP);
    if (strstr(rest, "-offset"))
        p->indent += STEP;
    if (p->depth)
        p->block[p->depth - 1].close = strstr(rest, "-compact") != NULL;
}

static void put_item(Page *p, const char *rest) {
    Block *block = p->depth ? &p->block[p->depth - 1] : NULL;
    int inside = p->indent;
    end_line(p);
    if (!block)
        return;
    if (block->mark == 't' && !block->close)
        empty_line(p);
    p->indent = inside - STEP > block->indent ? inside - STEP : block->indent;
    begin_line(p);
    if (block->mark == '1')
        gr_buffer_printf(p->out, "%2d. ", ++block->count);
    else if (block->mark == '-')
        gr_buffer_puts(p->out, "  - ");
    p->column += block->mark == '1' || block->mark == '-' ? STEP : 0;
    p->glue = true;
    if (block->mark == 't' || block->mark == 'c')
        put_words(p, rest);
    p->indent = inside;
    if (block->mark == 't')
        end_line(p);
    p->glue = block->mark != 't' && block->mark != 'c';
}

static void put_heading(Page *p, const char *rest, int indent) {
    p->literal = false;
    p->depth = 0;
    empty_line(p);
    p->indent = indent;
    p->glue = true;
    put_words(p, rest);
    end_line(p);
    p->indent = STEP;
    p->synopsis = strstr(rest, "SYNOPSIS") != NULL;
}

/* `.Nm`: the page's name, which its first one sets; in the synopsis it begins a line. */
static void put_name(Page *p, const char *rest) {
    char word[LINE];
    bool quoted;
    if (!p->name[0] && next(&rest, word, &quoted))
        snprintf(p->name, sizeof p->name, "%.60s", word);
    if (p->synopsis)
        end_line(p);
    put_word(p, p->name, "");
    put_words(p, rest);
}

/* A line that begins with a macro of up to three letters; `rest` is what follows it. */
static void put_macro(Page *p, const char *macro, const char *rest) {
    if (!strcmp(macro, "Sh"))
        put_heading(p, rest, 0);
    else if (!strcmp(macro, "Ss"))
        put_heading(p, rest, STEP / 2);
    else if (!strcmp(macro, "Pp"))
        empty_line(p);
    else if (!strcmp(macro, "Bl"))
        open_list(p, rest);
    else if (!strcmp(macro, "It"))
        put_item(p, rest);
    else if (!strcmp(macro, "Bd"))
        open_block(p, 0, strstr(rest, "-literal") || strstr(rest, "-unfilled"),
                   strstr(rest, "-offset") ? STEP : 0);
    else if (!strcmp(macro, "br"))
        end_line(p);
    else if (!strcmp(macro, "El") || !strcmp(macro, "Ed"))
        close_block(p);
    else if (!strcmp(macro, "Nm"))
        put_name(p, rest);
    else if (!strcmp(macro, "Nd")) {
        put(p, "-");
        put_words(p, rest);
    } else if (!strcmp(macro, "Dl") || !strcmp(macro, "D1")) {
        open_block(p, 0, true, STEP);
        put_words(p, rest);
        close_block(p);
    } else if (strcmp(macro, "Dd") && strcmp(macro, "Dt") && strcmp(macro, "Os")) {
        char line[LINE + 8];
        snprintf(line, sizeof line, "%s %.*s", macro, LINE, rest);
        put_words(p, line);
    }
}

/* A line of text. */
static void put_text(Page *p, const char *line) {
    char word[LINE];
    if (p->literal) {
        unescape(line, word);
        if (*word)
            begin_line(p);
        gr_buffer_puts(p->out, word);
        gr_buffer_putc(p->out, '\n');
        p->column = 0;
        p->blank = !*word;
        return;
    }
    for (const char *c = line + strspn(line, " "); *c; c += strspn(c, " ")) {
        size_t len = strcspn(c, " ");
        while (c[len - 1] == '\\' && c[len] == ' ') /* a blank that does not break */
            len += 1 + strcspn(c + len + 1, " ");
        snprintf(word, sizeof word, "%.*s", (int)(len < LINE ? len : LINE - 1), c);
        put(p, word);
        c += len;
    }
}

static void put_line(Page *p, const char *line) {
    char macro[MACRO];
    if (line[0] != '.') {
        put_text(p, line);
        return;
    }
    size_t len = strcspn(line + 1, " ");
    if (line[1] == '\\' || len >= MACRO)
        return; /* a comment, or a macro of roff */
    snprintf(macro, sizeof macro, "%.*s", (int)len, line + 1);
    put_macro(p, macro, line + 1 + len);
}

void cli_page(GrBuffer *out, const char *text) {
    Page page = {.out = out, .indent = STEP, .blank = true};
    char line[LINE];
    size_t used = 0;
    while (*text) {
        size_t len = strcspn(text, "\n");
        bool goes_on = len && text[len - 1] == '\\' && text[len];
        size_t taken = len - goes_on, room = sizeof line - 1 - used;
        memcpy(line + used, text, taken < room ? taken : room);
        used += taken < room ? taken : room;
        text += len + (text[len] != '\0');
        if (goes_on)
            continue;
        line[used] = '\0';
        used = 0;
        put_line(&page, line);
    }
    end_line(&page);
}
