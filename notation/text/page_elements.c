/* The elements of HTML, and what each does to the lines around its text. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/text/page_local.h"

static const struct {
    const char *name;
    Element element;
} elements[] = {
    {"p", PARAGRAPH},          {"br", LINE_BREAK},     {"td", TABLE_CELL},    {"th", TABLE_CELL},
    {"tr", TABLE_ROW},         {"table", PARAGRAPH},   {"div", BLOCK},        {"li", BLOCK},
    {"ul", PARAGRAPH},         {"ol", PARAGRAPH},      {"dl", PARAGRAPH},     {"dt", BLOCK},
    {"dd", BLOCK},             {"h1", PARAGRAPH},      {"h2", PARAGRAPH},     {"h3", PARAGRAPH},
    {"h4", PARAGRAPH},         {"h5", PARAGRAPH},      {"h6", PARAGRAPH},     {"hr", PARAGRAPH},
    {"pre", PREFORMATTED},     {"xmp", PREFORMATTED},  {"listing", PREFORMATTED},
    {"textarea", PREFORMATTED}, {"blockquote", PARAGRAPH}, {"center", BLOCK}, {"form", PARAGRAPH},
    {"section", PARAGRAPH},    {"article", PARAGRAPH}, {"header", PARAGRAPH}, {"footer", PARAGRAPH},
    {"main", PARAGRAPH},       {"nav", PARAGRAPH},     {"aside", PARAGRAPH},  {"figure", PARAGRAPH},
    {"figcaption", BLOCK},     {"address", BLOCK},     {"caption", BLOCK},    {"details", BLOCK},
    {"summary", BLOCK},        {"option", BLOCK},      {"thead", BLOCK},      {"tbody", BLOCK},
    {"tfoot", BLOCK},          {"fieldset", BLOCK},    {"legend", BLOCK},     {"dir", PARAGRAPH},
    {"head", HEAD},            {"body", BODY},         {"html", BLOCK},       {"frameset", BODY},
    {"script", RAW_TEXT},      {"style", RAW_TEXT},    {"title", RAW_TEXT},
    {"template", RAW_TEXT},    {"svg", RAW_TEXT},      {"math", RAW_TEXT},
    {"object", RAW_TEXT},      {"applet", RAW_TEXT},
    {"gr-prose", RAW_TEXT},    {"iframe", RAW_TEXT},   {"select", RAW_TEXT},     {"button", RAW_TEXT},
    {"xml", RAW_TEXT},
    {"b", INLINE},             {"i", INLINE},          {"u", INLINE},         {"em", INLINE},
    {"strong", INLINE},        {"font", INLINE},       {"span", INLINE},      {"a", INLINE},
    {"sup", INLINE},           {"sub", INLINE},        {"tt", INLINE},        {"code", INLINE},
    {"small", INLINE},         {"big", INLINE},        {"img", INLINE},       {"meta", INLINE},
    {"link", INLINE},          {"wbr", INLINE},        {"nobr", INLINE},
};

bool page_element(const char *name, size_t len, Element *element) {
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strlen(elements[i].name) == len && !strncasecmp(elements[i].name, name, len)) {
            *element = elements[i].element;
            return true;
        }
    return false;
}

/* Does an attribute follow in the line, or, of an element that is not INLINE, the end of the tag? A text may have a `<`
 * for every few bytes: not all are looked for to the end of the line. */
static bool goes_on_as_tag(const char *p, Element element) {
    enum { FAR = 1024 };
    size_t len = strnlen(p, FAR);
    return memchr(p, '=', len) || (element != INLINE && memchr(p, '>', len));
}

bool page_html_tag(const char *text) {
    Element element;
    const char *p = text + 1;
    if (!strncasecmp(p, "!doctype", 8) || !strncmp(p, "!--", 3))
        return true;
    p += *p == '/';
    size_t len = 0;
    while (isalnum((unsigned char)p[len]))
        len++;
    if (!len || !page_element(p, len, &element))
        return false;
    p += len;
    return *p == '>' || (*p == '/' && p[1] == '>') || (!*p && element != INLINE) ||
           (*p == ' ' && goes_on_as_tag(p, element));
}

bool page_hides(const char *text) {
    Element element;
    const char *name = text + 1 + (text[1] == '/');
    size_t len = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    return text[1] == '!' || (page_element(name, len, &element) && (element == RAW_TEXT || element == HEAD));
}

bool page_begins_document(const char *text) {
    static const char *const names[] = {"<!doctype", "<html", "<head", "<body"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (!strncasecmp(text, names[i], len) && strchr("> \t\n/", text[len]))
            return true;
    }
    return false;
}
