/* Keeping the tokens of a game, and the marks that remarks make. */
#include "notation/move/script.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void gr_script_init(GrScript *script) {
    memset(script, 0, sizeof *script);
}

void gr_script_free(GrScript *script) {
    free(script->token);
    gr_buffer_free(&script->text);
    gr_script_init(script);
}

void gr_script_clear(GrScript *script) {
    script->count = 0;
    gr_buffer_clear(&script->text);
    script->number = 0;
    script->after_dots = script->failed = false;
    script->result = GR_RESULT_NONE;
}

void gr_script_number(GrScript *script, uint32_t number, unsigned dots) {
    script->number = number;
    script->after_dots = dots > 1;
}

static GrToken *new_token(GrScript *script) {
    if (script->count == script->cap) {
        size_t cap = script->cap ? script->cap * 2 : 256;
        GrToken *grown = cap > SIZE_MAX / sizeof *grown
                             ? NULL
                             : realloc(script->token, cap * sizeof *grown);
        if (!grown) {
            script->failed = true;
            return NULL;
        }
        script->token = grown;
        script->cap = cap;
    }
    return &script->token[script->count++];
}

void gr_script_add(GrScript *script, const GrSyntax *syntax, const char *text, size_t len,
                   uint32_t line, uint32_t column) {
    size_t at = script->text.len;
    gr_buffer_add(&script->text, text, len);
    gr_buffer_add(&script->text, "", 1);
    if (script->text.failed || script->text.len > UINT32_MAX) {
        script->failed = true;
        return;
    }
    GrToken *token = new_token(script);
    if (!token)
        return;
    *token = (GrToken){.readable = syntax != NULL, .number = script->number,
                       .after_dots = script->after_dots, .line = line, .column = column,
                       .text = (uint32_t)at, .len = (uint32_t)len};
    if (syntax)
        token->syntax = *syntax;
    else
        gr_syntax_clear(&token->syntax);
    token->mark = token->syntax.mark;
    script->number = 0;
    script->after_dots = false;
}

/* One of the words at p as a whole word, upper and lower case alike; its length, else 0. */
static size_t one_of(const char *p, size_t len, const char *const *words) {
    for (; *words; words++) {
        size_t n = strlen(*words);
        if (n <= len && !strncasecmp(p, *words, n) &&
            (n == len || !isalpha((unsigned char)p[n])))
            return n;
    }
    return 0;
}

void gr_script_remark(GrScript *script, const char *text, size_t len) {
    static const char *const sides[] = {"white", "black", NULL};
    static const char *const checks[] = {"check", "ch", NULL};
    static const char *const mates[] = {"checkmate", "mate", NULL};
    if (!script->count)
        return;
    const char *p = text, *end = text + len;
    p += one_of(p, len, sides);
    while (p < end && *p == ' ')
        p++;
    size_t check = one_of(p, (size_t)(end - p), checks);
    size_t mate = one_of(p, (size_t)(end - p), mates);
    for (p += check + mate; p < end; p++)
        if (!ispunct((unsigned char)*p) && *p != ' ')
            return; /* more is said than that, and not perhaps of this move */
    if (mate)
        script->token[script->count - 1].mark = '#';
    else if (check)
        script->token[script->count - 1].mark = '+';
}
