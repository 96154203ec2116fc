/* Our engine's side of the XBoard protocol: a session, a command a line. Whatever it is given, it says clean
 * lines, the moves it plays are legal, and each ping has its pong. Searches are told to move at once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/xboard/xboard_local.h"
#include "tests/fuzz/fuzz.h"

enum { LINES = 60 };

typedef struct Session {
    GrXboard *x;
    unsigned pongs;
} Session;

/* Said right after it was played. */
static void check_move(const GrXboard *x, const char *name, const char *line) {
    GrMove move;
    FUZZ_CHECK(x->plies > 0, "a move before the first: %s", line);
    const GrPosition *before = &x->line[x->plies - 1];
    FUZZ_CHECK(gr_xb_read_move(before, name, &move) == 0, "no legal move: %s", line);
    GrPosition next = *before;
    gr_play(&next, move);
    FUZZ_CHECK(next.key == gr_xb_position(x)->key, "another move was played: %s", line);
}

static void say(void *user, const char *line) {
    Session *session = user;
    FUZZ_CHECK(!strpbrk(line, "\r\n"), "several lines at once: %s", line);
    session->pongs += !strncmp(line, "pong ", 5);
    if (!strncmp(line, "move ", 5))
        check_move(session->x, line + 5, line);
}

/* Much memory, and many threads. */
static bool takes_long(const char *line) {
    line += strspn(line, " \t\r\v\f");
    return (!strncmp(line, "memory", 6) && strlen(line) > 9) || (!strncmp(line, "cores", 5) && strlen(line) > 7);
}

static bool command(Session *session, const char *line) {
    if (takes_long(line))
        return true;
    const char *word = line + strspn(line, " \t\r\v\f");
    bool ping = !strncmp(word, "ping", 4) && (!word[4] || strchr(" \t\r\v\f", word[4]));
    session->pongs = 0;
    if (ping)
        gr_xboard_command(session->x, "?");
    bool quits = gr_xboard_command(session->x, line) > 0;
    FUZZ_CHECK(session->pongs == ping, "%u pongs after %s", session->pongs, line);
    gr_xboard_command(session->x, "?");
    return !quits;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    Session session = {0};
    const GrRules *rules = fuzz_rules(fuzz_byte(&in));
    char *text = fuzz_text(&in), *line = text;
    session.x = gr_xboard_open(fuzz_book(), rules, say, &session);
    FUZZ_CHECK(session.x, "no memory for a session");
    gr_xboard_command(session.x, "memory 6");
    for (unsigned i = 0; i < LINES && line; i++) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        if (!command(&session, line))
            break;
        line = end ? end + 1 : NULL;
    }
    gr_xboard_command(session.x, "force");
    gr_xboard_close(session.x);
    free(text);
    return 0;
}
