/* Reading JSON; see the header. */
#include "notation/json_read.h"

#include <stdlib.h>
#include <string.h>

#include "notation/json.h"
#include "notation/room.h"

typedef struct Parser {
    const char *start, *p, *end;
    GrJsonTree *tree;
    GrError *error;
    unsigned depth;
    const char *known; /* a place of which the line is known, and where that begins */
    const char *line_start;
    uint32_t line;
} Parser;

/* The line and column, from 1, of a place in the text that is no earlier than the last one asked of. */
static void find_place(Parser *parser, const char *at, uint32_t *line, uint32_t *column) {
    for (; parser->known < at; parser->known++)
        if (*parser->known == '\n') {
            parser->line++;
            parser->line_start = parser->known + 1;
        }
    *line = parser->line;
    *column = (uint32_t)(at - parser->line_start) + 1;
}

/* The places of faults come in any order. */
static int fail(Parser *parser, const char *at, const char *what) {
    uint32_t line, column;
    parser->known = parser->line_start = parser->start;
    parser->line = 1;
    find_place(parser, at, &line, &column);
    return gr_fail(parser->error, GR_ERR_SYNTAX, "line %u, column %u: %s", (unsigned)line, (unsigned)column, what);
}

static void skip_blanks(Parser *parser) {
    while (parser->p < parser->end && strchr(" \t\r\n", *parser->p) && *parser->p)
        parser->p++;
}

static int new_value(Parser *parser, uint32_t *index) {
    GrJsonTree *tree = parser->tree;
    if (!gr_room(&tree->value, tree->count, 2, &tree->cap, sizeof *tree->value))
        return gr_no_memory(parser->error);
    if (!tree->count)
        tree->value[tree->count++] = (GrJsonValue){0};
    *index = (uint32_t)tree->count++;
    tree->value[*index] = (GrJsonValue){0};
    return 0;
}

/* ---- strings ---- */

static int hex_digits(const char *p, const char *end) {
    int value = 0;
    for (int i = 0; i < 4; i++, p++) {
        int c = p < end ? *p : 0;
        int digit = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

static char *put_utf8(char *out, long code) {
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        *out++ = (char)(0x80 | (code & 63));
    } else {
        if (code < 0x10000) {
            *out++ = (char)(0xE0 | code >> 12);
        } else {
            *out++ = (char)(0xF0 | code >> 18);
            *out++ = (char)(0x80 | (code >> 12 & 63));
        }
        *out++ = (char)(0x80 | (code >> 6 & 63));
        *out++ = (char)(0x80 | (code & 63));
    }
    return out;
}

/* The digits of `\u`, of a pair of surrogates both; -1 if they name no character. */
static long read_code(Parser *parser) {
    long code = hex_digits(parser->p, parser->end);
    parser->p += 4;
    if (code < 0xD800 || code > 0xDFFF)
        return code ? code : -1;
    if (code > 0xDBFF || parser->end - parser->p < 6 || parser->p[0] != '\\' || parser->p[1] != 'u')
        return -1;
    long low = hex_digits(parser->p + 2, parser->end);
    parser->p += 6;
    return low >= 0xDC00 && low <= 0xDFFF ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : -1;
}

/* One character, escaped or not; NULL if it is none that may stand there. */
static char *read_character(Parser *parser, char *out) {
    static const char letter[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *found;
    if (*parser->p != '\\') {
        size_t len = gr_utf8_length(parser->p, (size_t)(parser->end - parser->p));
        if ((unsigned char)*parser->p < 0x20 || !len)
            return NULL;
        memcpy(out, parser->p, len);
        parser->p += len;
        return out + len;
    }
    if (parser->end - parser->p < 2)
        return NULL;
    char c = parser->p[1];
    parser->p += 2;
    if (c == 'u') {
        long code = read_code(parser);
        return code < 0 ? NULL : put_utf8(out, code);
    }
    if (!c || !(found = strchr(letter, c)))
        return NULL;
    *out = meant[found - letter];
    return out + 1;
}

/* A string at its opening quote; *at is the offset of its bytes, which end with a NUL. */
static int read_string(Parser *parser, uint32_t *at) {
    GrJsonTree *tree = parser->tree;
    const char *open = parser->p++;
    *at = (uint32_t)tree->text_len;
    while (parser->p < parser->end && *parser->p != '"') {
        const char *from = parser->p;
        if (!gr_room(&tree->text, tree->text_len, 8, &tree->text_cap, 1))
            return gr_no_memory(parser->error);
        char *out = read_character(parser, tree->text + tree->text_len);
        if (!out)
            return fail(parser, from, "not a character that a string may have");
        tree->text_len = (size_t)(out - tree->text);
    }
    if (parser->p == parser->end)
        return fail(parser, open, "this string does not end");
    parser->p++;
    if (!gr_room(&tree->text, tree->text_len, 1, &tree->text_cap, 1))
        return gr_no_memory(parser->error);
    tree->text[tree->text_len++] = 0;
    return 0;
}

/* ---- other values ---- */

static const char *skip_digits(const char *p, const char *end) {
    while (p < end && *p >= '0' && *p <= '9')
        p++;
    return p;
}

/* The end of a number as JSON has them; NULL if there is none. */
static const char *number_end(const char *p, const char *end) {
    p += p < end && *p == '-';
    const char *digits = p;
    p = skip_digits(p, end);
    if (p == digits || (*digits == '0' && p > digits + 1))
        return NULL;
    if (p < end && *p == '.') {
        digits = ++p;
        if ((p = skip_digits(p, end)) == digits)
            return NULL;
    }
    if (p < end && (*p | 32) == 'e') {
        p++;
        p += p < end && (*p == '+' || *p == '-');
        digits = p;
        if ((p = skip_digits(p, end)) == digits)
            return NULL;
    }
    return p;
}

static int read_number(Parser *parser, uint32_t index) {
    char copy[64];
    const char *end = number_end(parser->p, parser->end);
    if (!end || (size_t)(end - parser->p) >= sizeof copy)
        return fail(parser, parser->p, end ? "this number is too long" : "not a value");
    memcpy(copy, parser->p, (size_t)(end - parser->p));
    copy[end - parser->p] = 0;
    parser->tree->value[index].kind = GR_JSON_NUMBER;
    parser->tree->value[index].number = strtod(copy, NULL);
    parser->p = end;
    return 0;
}

static int read_word(Parser *parser, uint32_t index) {
    static const char *const words[] = {"null", "false", "true"};
    for (int i = 0; i < 3; i++) {
        size_t len = strlen(words[i]);
        if ((size_t)(parser->end - parser->p) >= len && !memcmp(parser->p, words[i], len)) {
            parser->tree->value[index].kind = i ? GR_JSON_BOOL : GR_JSON_NULL;
            parser->tree->value[index].number = i == 2;
            parser->p += len;
            return 0;
        }
    }
    return read_number(parser, index);
}

static int read_value(Parser *parser, uint32_t *index);

/* The name of a member and the colon. */
static int read_name(Parser *parser, uint32_t *name) {
    if (parser->p == parser->end || *parser->p != '"')
        return fail(parser, parser->p, "the name of a member is missing");
    int code = read_string(parser, name);
    if (code)
        return code;
    skip_blanks(parser);
    if (parser->p == parser->end || *parser->p != ':')
        return fail(parser, parser->p, "a colon is missing");
    parser->p++;
    return 0;
}

/* What an array or object holds, up to its closing bracket. */
static int read_members(Parser *parser, uint32_t index, char close) {
    uint32_t last = 0, value, name = 0;
    const char *open = parser->p++;
    for (skip_blanks(parser); parser->p < parser->end && *parser->p != close;) {
        int code = close == '}' ? read_name(parser, &name) : 0;
        if (!code)
            code = read_value(parser, &value);
        if (code)
            return code;
        GrJsonValue *values = parser->tree->value;
        values[value].name = name;
        *(last ? &values[last].next : &values[index].first) = value;
        last = value;
        skip_blanks(parser);
        if (parser->p < parser->end && *parser->p == ',') {
            parser->p++;
            skip_blanks(parser);
            if (parser->p < parser->end && *parser->p == close)
                return fail(parser, parser->p, "nothing follows the comma");
        } else if (parser->p < parser->end && *parser->p != close) {
            return fail(parser, parser->p, "a comma is missing");
        }
    }
    if (parser->p == parser->end)
        return fail(parser, open, close == ']' ? "this array does not end" : "this object does not end");
    parser->p++;
    return 0;
}

static int read_value(Parser *parser, uint32_t *index) {
    skip_blanks(parser);
    if (parser->p == parser->end)
        return fail(parser, parser->p, "a value is missing");
    int code = new_value(parser, index);
    if (code)
        return code;
    GrJsonValue *value = &parser->tree->value[*index];
    find_place(parser, parser->p, &value->line, &value->column);
    char c = *parser->p;
    if (c == '"') {
        uint32_t at;
        value->kind = GR_JSON_STRING;
        code = read_string(parser, &at);
        parser->tree->value[*index].text = at;
        return code;
    }
    if (c != '[' && c != '{')
        return read_word(parser, *index);
    if (parser->depth == GR_JSON_DEPTH)
        return fail(parser, parser->p, "values nest too deeply");
    value->kind = c == '[' ? GR_JSON_ARRAY : GR_JSON_OBJECT;
    parser->depth++;
    code = read_members(parser, *index, c == '[' ? ']' : '}');
    parser->depth--;
    return code;
}

int gr_json_read(const char *text, size_t len, GrJsonTree *tree, GrError *error) {
    Parser parser = {.start = text, .p = text, .end = text + len, .tree = tree, .error = error,
                     .known = text, .line_start = text, .line = 1};
    uint32_t index;
    *tree = (GrJsonTree){0};
    int code = read_value(&parser, &index);
    skip_blanks(&parser);
    if (!code && parser.p < parser.end)
        code = fail(&parser, parser.p, "more text follows the value");
    return code;
}

void gr_json_free(GrJsonTree *tree) {
    free(tree->value);
    free(tree->text);
    *tree = (GrJsonTree){0};
}

uint32_t gr_json_member(const GrJsonTree *tree, uint32_t object, const char *name) {
    if (!object || tree->value[object].kind != GR_JSON_OBJECT)
        return 0;
    for (uint32_t v = tree->value[object].first; v; v = tree->value[v].next)
        if (!strcmp(tree->text + tree->value[v].name, name))
            return v;
    return 0;
}

const char *gr_json_text(const GrJsonTree *tree, uint32_t value) {
    return value && tree->value[value].kind == GR_JSON_STRING ? tree->text + tree->value[value].text : NULL;
}

bool gr_json_whole(const GrJsonTree *tree, uint32_t value, int64_t low, int64_t high, int64_t *number) {
    if (!value || tree->value[value].kind != GR_JSON_NUMBER)
        return false;
    double d = tree->value[value].number;
    if (!(d >= (double)low && d <= (double)high) || d != (double)(int64_t)d)
        return false;
    *number = (int64_t)d;
    return true;
}
