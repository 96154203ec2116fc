/* Freeing lines of the marks of forums, Markdown and word processors. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/text/page_local.h"
#include "notation/text/utf16.h"

/* ---- characters ---- */

enum { VANISHES = 0x110000, AS_IT_IS };

/* What a character becomes: another one, VANISHES, or AS_IT_IS. */
static unsigned plain(unsigned c) {
    if (c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
        (c >= 0x2060 && c <= 0x2064) || c == 0xFEFF || c == 0x180E || c == 0x34F)
        return VANISHES;
    if ((c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000 || c == 0x2028 ||
        c == 0x2029 || c == 0x85)
        return ' ';
    if ((c >= 0xFF10 && c <= 0xFF19) || (c >= 0xFF21 && c <= 0xFF3A) ||
        (c >= 0xFF41 && c <= 0xFF5A) ||
        (c > 0xFF00 && c < 0xFF5E && strchr("#+-./=@", (int)c - 0xFEE0)))
        return c - 0xFEE0;
    return c == 0x2044 ? '/' : c == 0x2015 || c == 0xFE63 ? '-' : AS_IT_IS;
}

static bool is_dash(unsigned c) {
    return c == '-' || (c >= 0x2010 && c <= 0x2015) || c == 0x2212 || c == 0xFF0D || c == 0xFE63;
}

/* ---- results ---- */

static bool is_half(const char *p) {
    return (unsigned char)p[0] == 0xC2 && (unsigned char)p[1] == 0xBD;
}

/* Is the end of the text half a result: 1, 0, 1/2 or a half sign, with perhaps a blank after it?
 * *blanks: those. */
static bool ends_with_score(const Line *line, size_t *blanks) {
    size_t len = line->len;
    const char *text = line->text;
    *blanks = 0;
    while (len && strchr(" \t", text[len - 1])) {
        len--;
        ++*blanks;
    }
    size_t used = len >= 3 && !memcmp(text + len - 3, "1/2", 3) ? 3
                  : len >= 2 && is_half(text + len - 2)         ? 2
                  : len && strchr("01", text[len - 1])          ? 1
                                                                : 0;
    return used && (len == used || !(isalnum((unsigned char)text[len - used - 1]) ||
                                     strchr("./", text[len - used - 1])));
}

static bool begins_with_score(const char *p) {
    size_t used = !strncmp(p, "1/2", 3) ? 3 : is_half(p) ? 2 : *p == '0' || *p == '1' ? 1 : 0;
    return used && !isalnum((unsigned char)p[used]) && (p[used] != '.' || used > 1) &&
           p[used] != '/';
}

/* A dash in a result, or in castling with zeros, becomes a hyphen; between half signs blanks go. */
static bool take_score_dash(GrPage *page, const char *p, size_t len, Spot spot) {
    size_t blanks;
    const char *after = p + len + gr_blanks(p + len);
    if (!page->clean.len || !ends_with_score(&page->clean, &blanks) || !begins_with_score(after))
        return false;
    if (is_half(after) && blanks)
        page->clean.len -= blanks;
    page_add(page, &page->clean, "-", 1, spot);
    return true;
}

/* ---- forums ---- */

/* Marks of forums; those in the first row begin lines of their own. */
static const char *const own_lines[] = {"pgn", "quote", "code", "list", "table", "tr", "center",
                                        "spoiler", "hr", "br", "p", "li", "ul", "ol", "*",
                                        "fen", "left", "right", "h1", "h2", "h3", "game"};
static const char *const inside[] = {"b", "i", "u", "s", "url", "img", "color", "size", "font",
                                     "email", "sup", "sub", "strike", "highlight", "user", "td",
                                     "th", "tt", "noparse", "colour", "bold", "italic"};

static bool one_of(const char *const *words, size_t count, const char *p, size_t len) {
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == len && !strncasecmp(words[i], p, len))
            return true;
    return false;
}

/* Length of a mark such as `[/b]` or `[url=...]` at p, 0 if there is none. *name, *named: what
 * stands in it. */
static size_t forum_mark(const char *p, const char **name, size_t *named) {
    enum { LONGEST = 300 };
    const char *q = p + 1;
    q += *q == '/';
    *name = q;
    *named = *q == '*' ? 1 : strspn(q, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ123");
    q += *named;
    if (*q == '=' || (*q == ' ' && p[1] != '/' && *named > 2)) {
        const char *close = memchr(q, ']', strnlen(q, LONGEST));
        q = close && memchr(q, '=', (size_t)(close - q)) ? close : q;
    }
    if (!*named || *q != ']')
        return 0;
    bool known = one_of(own_lines, sizeof own_lines / sizeof *own_lines, *name, *named) ||
                 one_of(inside, sizeof inside / sizeof *inside, *name, *named);
    return known ? (size_t)(q + 1 - p) : 0;
}

static void end_clean(GrPage *page, bool whole) {
    page_take_line(page, &page->clean, whole);
    page->piece = !whole;
    if (whole)
        page->last_blank = page->clean.len == gr_blanks(page->clean.text ? page->clean.text : "");
    page_clear(&page->clean);
}

static size_t take_forum_mark(GrPage *page, const char *p) {
    const char *name;
    size_t named, len = forum_mark(p, &name, &named);
    if (!len)
        return 0;
    if (one_of(own_lines, sizeof own_lines / sizeof *own_lines, name, named)) {
        if (page->clean.len)
            end_clean(page, true);
    } else if (named == 2 && (*name | 0x20) == 't' && p[1] != '/') { /* a cell */
        page_add(page, &page->clean, " | ", 3, page->clean.len ? page->clean.spot[0] : page->at);
    }
    return len;
}

/* ---- HTML in a text that is no document of it ---- */

/* Length of a tag of HTML at p that ends in the line, 0 if there is none; one that would hide text is none. *scan: what
 * it has. */
static size_t html_tag(const char *p, TagScan *scan) {
    TagStep step = TAG_GOES_ON;
    *scan = (TagScan){0};
    if (*p != '<' || page_hides(p) || !page_html_tag(p))
        return 0;
    const char *q = p + 1, *first = q + strcspn(q, ">\n"); /* there may be very many of the kind without any end */
    for (; *first == '>' && *q && *q != '\n' && step == TAG_GOES_ON; q++)
        step = page_tag_step(scan, *q);
    return step == TAG_ENDS ? (size_t)(q - p) : 0;
}

static size_t take_html_tag(GrPage *page, const char *p, Spot spot) {
    Element element = INLINE;
    TagScan scan;
    size_t len = html_tag(p, &scan), closes = len && p[1] == '/';
    if (!len)
        return 0;
    for (size_t i = 0; scan.greater && i < len; i++)
        page_hide(page, p + i, 1, spot);
    page_element(p + 1 + closes, strcspn(p + 1 + closes, " \t/>"), &element);
    if (element == TABLE_CELL && page->clean.len && !closes)
        page_add(page, &page->clean, " | ", 3, page->clean.spot[0]);
    else if (element != INLINE && element != TABLE_CELL && page->clean.len)
        end_clean(page, true);
    return len;
}

/* Length of an entity at p, such as `&nbsp;`; it is replaced. */
static size_t take_entity(GrPage *page, const char *p, Spot spot) {
    char name[HTML_WORD + 1];
    size_t len = strcspn(p + 1, "; \t\n&");
    if (p[1 + len] != ';' || len > HTML_WORD || !len)
        return 0;
    memcpy(name, p + 1, len);
    name[len] = 0;
    unsigned character = page_entity(name);
    if (!character)
        return 0;
    char bytes[4];
    const char *end = gr_utf8_put(bytes, character == 0xA0 ? ' ' : character);
    page_add(page, &page->clean, bytes, (size_t)(end - bytes), spot);
    return len + 2;
}

/* ---- Markdown ---- */

static bool is_edge(char c) {
    return !c || strchr(" \t.,:;!?)(\"'", c);
}

/* Characters that set words off, each of which ends what it has begun. */
static const char emphatic[] = "*_`";

/* What is known of them in a line. */
typedef struct Emphasis {
    char open;                          /* the one on its own that has begun words; 0: none */
    size_t behind[sizeof emphatic - 1]; /* behind the last one that could end some; SIZE_MAX: not looked for yet */
} Emphasis;

/* No character of the line from there on ends such words. A line may have thousands, so it is looked at once. */
static size_t behind_last(const Line *line, char c, size_t *known) {
    const char *text = line->text;
    size_t i = line->len;
    if (*known != SIZE_MAX)
        return *known;
    while (i > 1 && !(text[i - 1] == c && !strchr(" \t", text[i - 2]) && is_edge(text[i])))
        i--;
    return *known = i > 1 ? i : 0;
}

/* Does the character at i, on its own, begin words that it sets off? */
static bool begins_emphasis(const Line *line, size_t i, Emphasis *emphasis) {
    const char *text = line->text;
    char c = text[i];
    size_t *known = &emphasis->behind[strchr(emphatic, c) - emphatic];
    if ((i && !is_edge(text[i - 1])) || is_edge(text[i + 1]) || text[i + 1] == c)
        return false;
    return behind_last(line, c, known) > i + 1;
}

/* Length of a mark of emphasis at i, 0 if there is none. */
static size_t take_emphasis(const Line *line, size_t i, Emphasis *emphasis) {
    enum { ENOUGH = 4 }; /* which is no mark, nor are more */
    const char *p = line->text + i;
    size_t run = 1;
    while (run < ENOUGH && p[run] == *p)
        run++;
    bool before = i && !strchr(" \t", p[-1]), after = p[run] && !strchr(" \t", p[run]);
    if (run == 2 || (run == 3 && *p != '`'))
        return before || after ? run : 0;
    if (run != 1)
        return 0;
    if (emphasis->open == *p && before && is_edge(p[1])) {
        emphasis->open = 0;
        return 1;
    }
    if (emphasis->open || !begins_emphasis(line, i, emphasis))
        return 0;
    emphasis->open = *p;
    return 1;
}

/* Length of what stands before the text of a line: `## `, a bullet, a fence. `*` and `-` may be
 * other things: see page_columns.c. */
static size_t line_mark(const char *p) {
    static const char *const bullets[] = {"\xE2\x80\xA2", "\xC2\xB7",     "\xE2\x96\xAA",
                                          "\xE2\x97\xA6", "\xE2\x80\xA3", "\xE2\x97\x8F",
                                          "\xE2\x96\xBA"};
    const char *from = p;
    p += gr_blanks(p);
    if (!strncmp(p, "```", 3) && !strpbrk(p + 3, " 0123456789`"))
        return strlen(from);
    size_t sharps = strspn(p, "#");
    if (sharps && sharps < 7 && p[sharps] == ' ' && isalpha((unsigned char)p[sharps + 1]))
        return (size_t)(p - from) + sharps + 1;
    for (size_t i = 0; i < sizeof bullets / sizeof *bullets; i++) {
        size_t len = strlen(bullets[i]);
        if (!strncmp(p, bullets[i], len) && gr_blanks(p + len))
            return (size_t)(p - from) + len + gr_blanks(p + len);
    }
    return 0;
}

/* ---- lines ---- */

/* `[Name "...`, whatever the quotes. */
static bool is_tag(const char *p) {
    p += gr_blanks(p);
    while (*p == '>')
        p += 1 + gr_blanks(p + 1);
    if (*p != '[' || !isalpha((unsigned char)p[1]))
        return false;
    for (p++; isalnum((unsigned char)*p) || *p == '_';)
        p++;
    p += gr_blanks(p);
    return *p == '"' || *p == '\'' || !strncmp(p, "\xE2\x80\x9C", 3) ||
           !strncmp(p, "\xE2\x80\x9D", 3) || !strncmp(p, "\xE2\x80\x9E", 3) ||
           !strncmp(p, "\xC2\xAB", 2);
}

size_t page_tag_length(const char *line) {
    const char *quote = is_tag(line) ? strrchr(line, '"') : NULL;
    return quote ? (size_t)(quote - line) : 0;
}

bool page_is_line_comment(const char *line, const char *p) {
    return *p == ';' && (p == line || p[-1] == ' ' || p[-1] == '\t');
}

/* A character of a word processor; its length, 0 if it is to be kept. */
static size_t take_character(GrPage *page, const char *p, Spot spot) {
    unsigned c;
    if (((unsigned char)*p & 0xC0) == 0x80)
        return 0; /* inside a letter that is kept: there is a byte AD in U+00ED, too */
    size_t len = page_character(p, &c);
    if (is_dash(c) && (c != '-' || is_half(p + 1 + gr_blanks(p + 1))) &&
        take_score_dash(page, p, len, spot))
        return is_half(p + len + gr_blanks(p + len)) ? len + gr_blanks(p + len) : len;
    unsigned becomes = c < 0x80 ? AS_IT_IS : plain(c);
    if (becomes == AS_IT_IS)
        return 0;
    if (becomes != VANISHES) {
        char byte = (char)becomes;
        page_add(page, &page->clean, &byte, 1, spot);
    }
    return len;
}

/* A mark at i, outside of comments; its length, 0 if there is none. */
static size_t take_mark(GrPage *page, size_t i, Emphasis *emphasis) {
    const char *p = page->line.text + i;
    switch (*p) {
    case '[':
        return take_forum_mark(page, p);
    case '<':
        return page->html ? 0 : take_html_tag(page, p, page->line.spot[i]);
    case '&':
        return page->html ? 0 : take_entity(page, p, page->line.spot[i]);
    case '*': case '_': case '`':
        return take_emphasis(&page->line, i, emphasis);
    case '\\':
        return p[1] && strchr("*_#-+.()[]!`>", p[1]) ? 1 : 0;
    default:
        return *p == '-' || (unsigned char)*p >= 0x80
                   ? take_character(page, p, page->line.spot[i]) : 0;
    }
}

/* No mark has these. */
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' ||
           c == '.' || c == ',';
}

/* Copies the line to page->clean without marks. */
static void clean_line(GrPage *page) {
    const Line *line = &page->line;
    Emphasis emphasis = {0, {SIZE_MAX, SIZE_MAX, SIZE_MAX}};
    size_t i = page->piece || page->in_comment || !line->len ? 0 : line_mark(line->text);
    while (i < line->len) {
        size_t from = i;
        while (i < line->len && is_letter(line->text[i]))
            i++;
        page_copy(page, &page->clean, line, from, i);
        if (i == line->len)
            break;
        char c = line->text[i];
        size_t len = page->in_comment || page->semicolon ? 0 : take_mark(page, i, &emphasis);
        if (len) {
            i += len;
            continue;
        }
        if (!page->semicolon && (c == '{' || c == '}'))
            page->in_comment = c == '{';
        else if (!page->in_comment && page_is_line_comment(line->text, line->text + i))
            page->semicolon = true;
        page_copy(page, &page->clean, line, i, i + 1);
        i++;
    }
}

void page_end_line(GrPage *page, bool whole) {
    bool tag = page->line.len && !page->piece && !page->in_comment && is_tag(page->line.text);
    page->pgn |= tag;
    if (tag)
        page_copy(page, &page->clean, &page->line, 0, page->line.len);
    else
        clean_line(page);
    end_clean(page, whole);
    if (whole)
        page->semicolon = false;
    page_clear(&page->line);
}

/* ---- what makes a page ---- */

static bool is_bold_mark(const char *line, const char *p) {
    return p[0] == '*' && p[1] == '*' && p[2] != '*' && (p == line || p[-1] != '*');
}

/* Does `**` stand at p, and close again in its line? */
static bool is_bold(const char *line, const char *p) {
    if (!is_bold_mark(line, p))
        return false;
    for (p += 2; *p && *p != '\n'; p++)
        if (is_bold_mark(line, p))
            return true;
    return false;
}

/* Does a mark stand at p that no PGN has outside of comments and tags? */
static bool is_mark(const char *line, const char *p) {
    const char *name;
    size_t named;
    unsigned c;
    TagScan scan;
    if (*p == '[')
        return forum_mark(p, &name, &named) > 0;
    if (*p == '<')
        return html_tag(p, &scan) > 0;
    if (*p == '*')
        return is_bold(line, p);
    if ((unsigned char)*p < 0xC2)
        return false;
    page_character(p, &c);
    return plain(c) != AS_IT_IS || (is_dash(c) && p > line && strchr("01", p[-1]));
}

/* Most texts have no character that a mark could begin with, which is quickly seen. */
static bool may_have_marks(const char *text, size_t len) {
    return memchr(text, '<', len) || strstr(text, "[/") || strstr(text, "**") ||
           memchr(text, 0xE2, len) || memchr(text, 0xEF, len) || memchr(text, 0xE3, len) ||
           strstr(text, "\xC2\xAD");
}

bool page_has_marks(const char *text, size_t len) {
    const char *end = text + len, *line = text;
    bool comment = false;
    if (!may_have_marks(text, len))
        return false;
    for (const char *p = text; p < end; p++) {
        if (*p == '\n') {
            line = p + 1;
        } else if (*p == '{' || *p == '}') {
            comment = *p == '{';
        } else if (!comment && ((p == line && (is_tag(p) || *p == '%')) ||
                                page_is_line_comment(line, p))) {
            const char *feed = memchr(p, '\n', (size_t)(end - p));
            p = (feed ? feed : end) - 1;
        } else if (!comment && is_mark(line, p)) {
            return true;
        }
    }
    return false;
}
