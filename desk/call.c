/* A request at work: its target taken apart, its answer begun and ended, refusals. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/engine/search.h"
#include "desk/local.h"
#include "rules/fen.h"

enum { PATIENCE = 30000, /* milliseconds that an answer may take */
       MOST_TARGET = 1 << 16 };

static const char JSON[] = "application/json; charset=utf-8";

/* ---- the target ---- */

static int hex_digit(char c) {
    return isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : -1;
}

/* Decodes what stands between two places, with a NUL behind it; returns where that is in `to`, or NULL for what is no
 * UTF-8, has a NUL, or a `%` without two digits. */
static char *decode(const char *from, const char *end, bool blanks, char *to) {
    char *start = to;
    for (; from < end; from++) {
        int high = *from == '%' && end - from > 2 ? hex_digit(from[1]) : 0;
        int low = *from == '%' && end - from > 2 ? hex_digit(from[2]) : 0;
        if (*from == '%' && (end - from <= 2 || high < 0 || low < 0 || high + low == 0))
            return NULL;
        if (*from == '%') {
            *to++ = (char)(high * 16 + low);
            from += 2;
        } else {
            *to++ = blanks && *from == '+' ? ' ' : *from;
        }
    }
    *to = '\0';
    for (size_t left = (size_t)(to - start), len; left; left -= len, start += len)
        if (!(len = gr_utf8_length(start, left)))
            return NULL;
    return to;
}

/* Takes the parameters apart; false for what cannot be read, or too many. */
static bool read_parameters(DeskCall *call, const char *from, char *to) {
    while (*from) {
        const char *end = from + strcspn(from, "&"), *equals = memchr(from, '=', (size_t)(end - from));
        if (end > from) {
            DeskParameter *p = &call->parameter[call->parameters];
            if (call->parameters++ == DESK_PARAMETERS)
                return false;
            p->name = to;
            to = decode(from, equals ? equals : end, true, to);
            if (!to)
                return false;
            p->value = ++to;
            to = decode(equals ? equals + 1 : end, end, true, to);
            if (!to++)
                return false;
        }
        from = end + (*end == '&');
    }
    return true;
}

bool desk_call_start(DeskCall *call, GrDesk *desk, const GrDeskRequest *request, GrDeskResponse *response) {
    const char *end = request->target + strcspn(request->target, "?");
    memset(call, 0, sizeof *call);
    call->desk = desk;
    call->request = request;
    call->response = response;
    call->deadline = gr_now_ms() + PATIENCE;
    if (strlen(request->target) > MOST_TARGET) {
        desk_refuse(call, 414, "the address is longer than %d bytes", MOST_TARGET);
        return false;
    }
    /* The path and each name and value has a NUL behind it, for which the target may have no sign. */
    call->text = malloc(strlen(request->target) + 2 * DESK_PARAMETERS + 2);
    if (!call->text) {
        desk_refuse(call, 500, "out of memory");
        return false;
    }
    char *behind = decode(request->target, end, false, call->text);
    call->path = call->text;
    if (behind && *call->path == '/' && read_parameters(call, *end ? end + 1 : end, behind + 1))
        return true;
    if (call->parameters > DESK_PARAMETERS)
        desk_refuse(call, 400, "the address has more than %d parameters", DESK_PARAMETERS);
    else
        desk_refuse(call, 400, "the address cannot be read");
    return false;
}

void desk_call_end(DeskCall *call) {
    gr_json_free(&call->tree);
    free(call->words);
    free(call->text);
}

const char *desk_parameter(const DeskCall *call, const char *name, int n) {
    for (int i = 0; i < call->parameters; i++)
        if (!strcmp(call->parameter[i].name, name) && n-- == 0)
            return call->parameter[i].value;
    return NULL;
}

bool desk_number(DeskCall *call, const char *name, int64_t low, int64_t high, int64_t *number) {
    const char *text = desk_parameter(call, name, 0);
    char *end;
    if (!text)
        return true;
    long long value = isdigit((unsigned char)*text) && strlen(text) < 19 ? strtoll(text, &end, 10) : -1;
    if (value < 0 || *end || value < low || value > high) {
        desk_refuse(call, 400, "%s is no whole number from %lld to %lld", name, (long long)low, (long long)high);
        return false;
    }
    *number = value;
    return true;
}

/* ---- the body ---- */

const char *desk_text(DeskCall *call, const char *name, bool needed, bool *well) {
    return desk_text_of(call, 1, name, needed, well);
}

const char *desk_text_of(DeskCall *call, uint32_t object, const char *name, bool needed, bool *well) {
    uint32_t value = gr_json_member(&call->tree, object, name);
    const char *text = gr_json_text(&call->tree, value);
    bool none = !value || call->tree.value[value].kind == GR_JSON_NULL;
    if (*well && !text && (needed || !none)) {
        desk_refuse(call, 400, none ? "the member \"%s\" is missing" : "the member \"%s\" is no string", name);
        *well = false;
    }
    return text;
}

const GrRules *desk_rules(DeskCall *call, const char *name) {
    const GrRules *rules = name ? gr_variants_find(call->desk->start.variants, name) : NULL;
    if (!name)
        desk_refuse(call, 400, "no variant is named");
    else if (!rules)
        desk_refuse(call, 400, "there is no variant '%.60s'", name);
    return rules;
}

bool desk_position(DeskCall *call, const GrRules *rules, const char *fen, GrPosition *pos) {
    GrFaults faults;
    if (!fen || !*fen) {
        gr_start(rules, pos);
        return true;
    }
    if (!gr_fen_read(rules, fen, pos, &faults))
        return true;
    desk_refuse(call, 400, "FEN, column %u: %s", faults.fault[0].column, faults.fault[0].text);
    return false;
}

/* ---- the answer ---- */

int desk_put(void *buffer, const char *bytes, size_t len) {
    GrBuffer *out = buffer;
    if (out->len + len > GR_DESK_RESPONSE)
        return GR_ERR_LIMIT;
    gr_buffer_add(out, bytes, len);
    return out->failed ? GR_ERR_MEMORY : 0;
}

GrJson *desk_answer(DeskCall *call) {
    call->response->status = 200;
    call->response->type = JSON;
    gr_json_start(&call->json, desk_put, &call->response->body);
    gr_json_open(&call->json, NULL, '{');
    return &call->json;
}

void desk_answered(DeskCall *call) {
    gr_json_close(&call->json, '}');
    if (call->json.code == GR_ERR_LIMIT)
        desk_refuse(call, 413, "the answer would be longer than %d bytes", GR_DESK_RESPONSE);
    else if (call->json.code || call->response->body.failed)
        desk_refuse(call, 500, "out of memory");
}

void desk_refuse(DeskCall *call, int status, const char *format, ...) {
    GrDeskResponse *response = call->response;
    GrJson json;
    char text[500];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    gr_buffer_clear(&response->body);
    response->status = status;
    response->type = JSON;
    response->tag[0] = '\0';
    response->file = response->policy = NULL;
    gr_json_start(&json, desk_put, &response->body);
    gr_json_open(&json, NULL, '{');
    gr_json_string(&json, "error", text);
    gr_json_close(&json, '}');
}

int desk_refuse_for(DeskCall *call, const GrError *error) {
    static const struct {
        GrCode code;
        int status;
    } kinds[] = {{GR_ERR_NOT_FOUND, 404}, {GR_ERR_SYNTAX, 400}, {GR_ERR_ILLEGAL, 400}, {GR_ERR_LIMIT, 413},
                 {GR_ERR_BUSY, 409}, {GR_ERR_STOPPED, 503}};
    int status = 500;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].code == error->code)
            status = kinds[i].status;
    desk_refuse(call, status, "%s", error->text);
    return status;
}

bool desk_stop(void *context, int64_t id, int64_t last) {
    const DeskCall *call = context;
    const GrDeskStart *start = &call->desk->start;
    (void)id;
    (void)last;
    return (start->stop && start->stop(start->context)) || gr_now_ms() > call->deadline;
}
