/* Fuzzer of the desk: any request at all is answered with a status of its kinds, JSON is JSON, text is UTF-8, a refusal
 * says why, and who does not show the cookie learns nothing.
 *
 * An input is a byte whose bits say what the request lacks or has, then its method and target on one line, then its
 * body: bit 0 no cookie, 1 no header of ours, 2 another host, 3 the version of the game that is meant. */
#include "desk/desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/store/database.h"
#include "notation/json_read.h"
#include "tests/aid/store_aid.h"
#include "tests/fuzz/fuzz.h"

enum { STRANGER = 1, PLAIN = 2, ELSEWHERE = 4, VERSION = 8, ASKED = 300 };

static GrDesk *desk;
static char cookie[128];
static int asked; /* how often an answer has asked whether it should end: a bound of time that is the same everywhere */

static bool stop(void *unused) {
    (void)unused;
    return asked++ > ASKED;
}

static GrDeskRequest ours(const char *method, const char *target, const char *body) {
    return (GrDeskRequest){.method = method, .target = target, .host = "127.0.0.1:4711", .cookie = cookie,
                           .content_type = "application/json", .own_header = "fuzz", .body = body,
                           .length = body ? strlen(body) : 0};
}

static void open_desk(void) {
    static const char games[] = "{\"text\":\"[White \\\"A\\\"]\\n\\n1. e4 e5 {x} (1... c5 2. Nf3) 2. Nf3 $1 *\\n\\n"
                                "[Variant \\\"Magi\\\"]\\n\\n1. Nc3 e6 1-0\\n\"}";
    char target[64];
    GrDb *db;
    GrError error;
    GrDeskResponse response;
    const GrDeskStart start = {.variants = aid_book(), .port = 4711, .jobs = 1, .stop = stop};
    const char *path = aid_path("fuzz.db");
    FUZZ_CHECK(!gr_db_open(path, aid_book(), GR_DB_CREATE, &db, &error), "%s", error.text);
    gr_db_close(db);
    FUZZ_CHECK(!gr_desk_open(&start, &desk, &error), "%s", error.text);
    FUZZ_CHECK(!gr_desk_add_database(desk, path, NULL, &error), "%s", error.text);
    snprintf(target, sizeof target, "/?token=%s", gr_desk_token(desk));
    GrDeskRequest request = ours("GET", target, NULL);
    gr_desk_handle(desk, &request, &response);
    snprintf(cookie, sizeof cookie, "%.*s", (int)strcspn(response.cookie, ";"), response.cookie);
    gr_desk_response_free(&response);
    request = ours("POST", "/api/1/db/1/import", games);
    gr_desk_handle(desk, &request, &response);
    FUZZ_CHECK(response.status == 200, "%s", response.body.data);
    gr_desk_response_free(&response);
}

static void check_status(int status) {
    static const int known[] = {200, 202, 303, 400, 403, 404, 405, 409, 412, 413, 415, 428, 500, 501, 503};
    bool found = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        found |= known[i] == status;
    FUZZ_CHECK(found, "status %d", status);
}

/* JSON of an answer, and of a refusal what it says. */
static void check_json(const GrDeskResponse *response) {
    GrJsonTree tree;
    GrError error;
    const GrBuffer *body = &response->body;
    FUZZ_CHECK(!gr_json_read(body->data ? body->data : "", body->len, &tree, &error), "%s\n%s", error.text, body->data);
    FUZZ_CHECK(tree.value[1].kind == GR_JSON_OBJECT, "no object: %s", body->data);
    const char *why = gr_json_text(&tree, gr_json_member(&tree, 1, "error"));
    FUZZ_CHECK(response->status < 300 || (why && *why), "status %d without a word: %s", response->status, body->data);
    gr_json_free(&tree);
}

static void handle(const GrDeskRequest *request, unsigned flags) {
    GrDeskResponse response;
    asked = 0;
    gr_desk_handle(desk, request, &response);
    check_status(response.status);
    FUZZ_CHECK(response.status != 500, "%s %s: %s", request->method, request->target, response.body.data);
    FUZZ_CHECK(fuzz_is_utf8(response.body.data ? response.body.data : "", response.body.len), "no UTF-8");
    if (!strncmp(response.type, "application/json", 16))
        check_json(&response);
    if (flags & (STRANGER | ELSEWHERE))
        FUZZ_CHECK(response.status == 403 || response.status == 400, "status %d for a stranger", response.status);
    if ((flags & PLAIN) && strcmp(request->method, "GET") != 0)
        FUZZ_CHECK(response.status >= 400, "status %d without the header", response.status);
    gr_desk_response_free(&response);
}

/* The version that a game has now. */
static void find_version(const char *target, char version[48]) {
    GrDeskResponse response;
    GrDeskRequest request = ours("GET", target, NULL);
    asked = 0;
    gr_desk_handle(desk, &request, &response);
    snprintf(version, 48, "%s", response.tag);
    gr_desk_response_free(&response);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    unsigned flags = fuzz_byte(&in);
    char version[48] = "";
    char *text = fuzz_text(&in), *line = strchr(text, '\n'), *blank = strchr(text, ' ');
    if (!desk)
        open_desk();
    if (line && blank && blank < line) {
        *line = *blank = '\0';
        GrDeskRequest request = ours(text, blank + 1, line + 1);
        request.length = (size_t)(in.end - in.at) - (size_t)(line + 1 - text);
        if (flags & VERSION)
            find_version(request.target, version);
        request.if_match = flags & VERSION ? version : NULL;
        request.cookie = flags & STRANGER ? NULL : cookie;
        request.own_header = flags & PLAIN ? NULL : "fuzz";
        request.host = flags & ELSEWHERE ? "example.org:4711" : request.host;
        handle(&request, flags);
    }
    free(text);
    return 0;
}
