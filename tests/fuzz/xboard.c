/* Our engine's side of the XBoard protocol: a session, a command a line. Whatever it is given, it says clean
 * lines, the moves it plays are legal, and each ping has its pong. After a line, searches are told to move at once, but
 * after one that ends with a backslash: those after it may wait for a move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/xboard/xboard_local.h"
#include "tests/fuzz/fuzz.h"

enum { LINES = 60 };

typedef struct Session {
    GrXboard *x;
    unsigned pings, pongs;
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
    const char *memory = gr_after_word(line, "memory"), *cores = gr_after_word(line, "cores");
    return (memory && strlen(memory) > 2) || (cores && strlen(cores) > 1);
}

/* Until no command waits. */
static void settle(GrXboard *x) {
    pthread_mutex_lock(&x->lock);
    while (x->busy)
        pthread_cond_wait(&x->change, &x->lock);
    pthread_mutex_unlock(&x->lock);
}

static bool command(Session *session, char *line) {
    size_t length = strlen(line);
    bool goes_on = length > 0 && line[length - 1] == '\\';
    if (goes_on)
        line[length - 1] = '\0';
    if (takes_long(line))
        return true;
    session->pings += gr_after_word(line, "ping") != NULL;
    bool quits = gr_xboard_command(session->x, line) > 0;
    if (goes_on && !quits)
        return true;
    gr_xboard_command(session->x, "?");
    settle(session->x);
    FUZZ_CHECK(session->pongs == session->pings, "%u pongs of %u after %s", session->pongs, session->pings, line);
    gr_xboard_command(session->x, "?");
    return !quits;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    Session session = {0};
    const GrRules *rules = fuzz_any_rules(fuzz_byte(&in));
    char *text = fuzz_text(&in), *line = text;
    session.x = gr_xboard_open(fuzz_book(), rules, say, &session);
    FUZZ_CHECK(session.x, "no memory for a session");
    session.x->moment = 0;
    gr_xboard_command(session.x, "memory 6");
    for (unsigned i = 0; i < LINES && line; i++) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        if (!command(&session, line))
            break;
        line = end ? end + 1 : NULL;
    }
    gr_xboard_close(session.x);
    free(text);
    return 0;
}
