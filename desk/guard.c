/* Who may ask: host, origin, token, cookie, and what a change must bring. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "desk/local.h"

/* The headers of every response. Nothing is loaded but from here, and no other page may show, open or read it. */
static const char *const headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
};

bool gr_desk_header(size_t n, const char **name, const char **value) {
    if (n >= sizeof headers / sizeof *headers)
        return false;
    *name = headers[n][0];
    *value = headers[n][1];
    return true;
}

/* ---- where it comes from ---- */

/* This machine, at this port? A name that leads here, but is another's, is none: so pages of other sites cannot pass
 * for ours by changing where their name leads. */
static bool is_own_host(const DeskCall *call, const char *host) {
    char own[2][32];
    snprintf(own[0], sizeof own[0], "127.0.0.1:%d", call->desk->start.port);
    snprintf(own[1], sizeof own[1], "localhost:%d", call->desk->start.port);
    return host && (!strcmp(host, own[0]) || !strcasecmp(host, own[1]));
}

static bool is_own_origin(const GrDeskRequest *request) {
    static const char scheme[] = "http://";
    const char *origin = request->origin;
    return !origin || (!strncmp(origin, scheme, sizeof scheme - 1) &&
                       !strcasecmp(origin + sizeof scheme - 1, request->host));
}

/* Only the page itself may also be asked for by hand: from the address line, a bookmark, another program. */
static bool is_own_fetch(const DeskCall *call) {
    const char *site = call->request->fetch_site;
    return !site || !strcmp(site, "same-origin") ||
           (!strcmp(site, "none") && strncmp(call->path, "/api/", 5) != 0 && !strcmp(call->request->method, "GET"));
}

/* ---- who it is ---- */

/* Cookies of a host are sent to all of its ports: each desk has a name of its own. */
static void name_cookie(const DeskCall *call, char out[32]) {
    snprintf(out, 32, "grimoire-%d", call->desk->start.port);
}

static bool has_cookie(const DeskCall *call) {
    char name[32];
    name_cookie(call, name);
    size_t length = strlen(name);
    bool found = false;
    for (const char *at = call->request->cookie; at && *at;) {
        at += strspn(at, " ;");
        size_t len = strcspn(at, ";");
        if (len > length && !strncmp(at, name, length) && at[length] == '=')
            found |= desk_secret_is(call->desk->session, at + length + 1, len - length - 1);
        at += len;
    }
    return found;
}

/* The token counts once. */
static bool takes_token(DeskCall *call, const char *token) {
    bool right = desk_secret_is(call->desk->token, token, strlen(token));
    pthread_mutex_lock(&call->desk->lock);
    bool taken = right && !call->desk->token_used;
    call->desk->token_used |= right;
    pthread_mutex_unlock(&call->desk->lock);
    return taken;
}

/* A visit at the opening address: the cookie for the token, and an address without it. */
static void open_with(DeskCall *call, const char *token) {
    char name[32];
    GrDeskResponse *response = call->response;
    bool known = has_cookie(call);
    if (!known && !takes_token(call, token)) {
        desk_refuse(call, 403, "this address has been used, or is not the desk's; start grimoire desk again");
        return;
    }
    name_cookie(call, name);
    if (!known)
        snprintf(response->cookie, sizeof response->cookie, "%s=%s; Path=/; HttpOnly; SameSite=Strict", name,
                 call->desk->session);
    response->status = 303;
    response->type = "text/plain; charset=utf-8";
    response->home = true;
}

bool desk_admit(DeskCall *call) {
    const GrDeskRequest *request = call->request;
    const char *token = desk_parameter(call, "token", 0);
    if (!is_own_host(call, request->host))
        desk_refuse(call, 403, "the host is not the desk's");
    else if (!is_own_origin(request) || !is_own_fetch(call))
        desk_refuse(call, 403, "the request comes from a page of another origin");
    else if (token && !strcmp(call->path, "/") && !strcmp(request->method, "GET"))
        open_with(call, token);
    else if (!has_cookie(call))
        desk_refuse(call, 403, "the desk answers only whom it was opened for: use the address that it printed");
    else
        return true;
    return false;
}

/* application/json, perhaps with a charset. */
static bool is_json(const char *type) {
    static const char json[] = "application/json";
    size_t length = sizeof json - 1;
    return type && !strncasecmp(type, json, length) && (!type[length] || strchr("; \t", type[length]));
}

bool desk_admit_change(DeskCall *call) {
    if (!call->request->own_header)
        desk_refuse(call, 403, "the header X-Grimoire is missing");
    else if (!is_json(call->request->content_type))
        desk_refuse(call, 415, "the content type is not application/json");
    else if (call->request->length > GR_DESK_BODY)
        desk_refuse(call, 413, "the body is longer than %d bytes", GR_DESK_BODY);
    else
        return true;
    return false;
}
