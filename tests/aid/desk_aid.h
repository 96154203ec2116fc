/* For the tests of the desk: requests as its page sends them, and what they are answered. */
#ifndef GR_TESTS_DESK_AID_H
#define GR_TESTS_DESK_AID_H

#include "desk/desk.h"
#include "tests/aid/test.h"

enum { PORT = 4711 };

/* Engines that it may use, beside the built-in one: ours by both protocols, and one that does not start. */
static const char *const engines_there[] = {"\"${GRIMOIRE_BIN:-build/bin}\"/grimoire-engine",
                                           "tests/programs/fake-engine babbles", "exec false"};

/* The desk at work, the cookie that it gave, and its last answer. */
static GrVariants *variants;
static GrDesk *desk;
static char cookie[128];
static GrDeskResponse response;
static char warnings[1000]; /* of the desk, a line each */

/* A request as our page sends it. */
static inline GrDeskRequest ours(const char *method, const char *target, const char *body) {
    return (GrDeskRequest){.method = method, .target = target, .host = "127.0.0.1:4711",
                           .origin = "http://127.0.0.1:4711", .fetch_site = "same-origin", .cookie = cookie,
                           .content_type = "application/json", .own_header = "desk", .body = body,
                           .length = body ? strlen(body) : 0};
}

static inline int ask(const GrDeskRequest *request) {
    gr_desk_response_free(&response);
    gr_desk_handle(desk, request, &response);
    return response.status;
}

static inline int ask_for(const char *method, const char *target, const char *body) {
    GrDeskRequest request = ours(method, target, body);
    return ask(&request);
}

/* Has the answer that text in it? */
static inline bool says(const char *text) {
    bool found = response.body.data && strstr(response.body.data, text);
    if (!found)
        printf("the answer is %.2000s\n", response.body.data ? response.body.data : "(none)");
    return found;
}

static inline void note_warning(void *context, const char *text) {
    size_t len = strlen(warnings);
    (void)context;
    snprintf(warnings + len, sizeof warnings - len, "%s\n", text);
}

/* A desk for which the cookie is known, with a folder for what outlives it, and a number of threads. */
static inline void open_desk_in(const char *state, int jobs) {
    char target[64];
    GrError error;
    const GrDeskStart start = {.variants = variants, .port = PORT, .jobs = jobs, .state = state,
                               .engine = engines_there, .engines = 3, .warn = note_warning};
    warnings[0] = '\0';
    CHECK_INT(gr_desk_open(&start, &desk, &error), 0);
    snprintf(target, sizeof target, "/?token=%s", gr_desk_token(desk));
    GrDeskRequest request = {.method = "GET", .target = target, .host = "localhost:4711"};
    CHECK_INT(ask(&request), 303);
    CHECK(response.home);
    size_t length = strcspn(response.cookie, ";");
    CHECK(length < sizeof cookie);
    snprintf(cookie, sizeof cookie, "%.*s", (int)length, response.cookie);
}

static inline void open_desk(void) {
    open_desk_in(NULL, 1);
}

static inline void close_desk(void) {
    GrError error;
    gr_desk_response_free(&response);
    memset(&response, 0, sizeof response);
    CHECK_INT(gr_desk_close(desk, &error), 0);
    desk = NULL;
}

#endif
