/* Our engine's side of UCI: a session, a command a line. Whatever it is given, it says clean lines,
 * and a best move that is legal for every search that is not refused, once. Commands that take long by right are left
 * out, and searches stopped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/uci/uci_local.h"
#include "notation/move/uci.h"
#include "tests/fuzz/fuzz.h"

enum { LINES = 60 };

typedef struct Session {
    GrUci *uci;
    GrPosition pos;   /* of the search that runs */
    unsigned bests;   /* best moves said since it began */
    bool refused;     /* something about it was */
} Session;

static void check_move(const GrPosition *pos, const char *text, const char *line) {
    GrMove move;
    FUZZ_CHECK(!gr_uci_read(pos, text, &move, NULL), "no legal move: %s", line);
    FUZZ_CHECK(gr_is_legal(pos, move), "no legal move: %s", line);
}

static void check_best(Session *session, const char *line) {
    char best[40] = "", ponder[40] = "";
    static GrMoveList list;
    GrMove move;
    session->bests++;
    sscanf(line, "bestmove %39s ponder %39s", best, ponder);
    gr_moves(&session->pos, &list);
    FUZZ_CHECK(!session->uci->unsound || !strcmp(best, "(none)"), "a move of another position: %s", line);
    if (!strcmp(best, "(none)")) {
        FUZZ_CHECK(!list.count || gr_state(&session->pos) != GR_OPEN || session->uci->unsound ||
                       session->refused, "no best move");
        return;
    }
    check_move(&session->pos, best, line);
    if (*ponder) {
        GrPosition next = session->pos;
        gr_uci_read(&next, best, &move, NULL);
        gr_play(&next, move);
        check_move(&next, ponder, line);
    }
}

/* The moves of a principal variation. */
static void check_line(const Session *session, const char *line) {
    GrPosition pos = session->pos;
    const char *at = strstr(line, " pv ");
    char name[40];
    GrMove move;
    int used;
    for (at = at ? at + 4 : ""; sscanf(at, " %39s%n", name, &used) == 1; at += used) {
        check_move(&pos, name, line);
        gr_uci_read(&pos, name, &move, NULL);
        gr_play(&pos, move);
    }
}

static void say(void *user, const char *line) {
    Session *session = user;
    FUZZ_CHECK(!strpbrk(line, "\r\n"), "several lines at once: %s", line);
    session->refused |= !strncmp(line, "info string ERROR", 17);
    if (!strncmp(line, "bestmove", 8))
        check_best(session, line);
    else if (!strncmp(line, "info depth", 10))
        check_line(session, line);
}

static bool has_word(const char *line, const char *word) {
    size_t len = strlen(word);
    for (; *line; line++)
        if (!strncasecmp(line, word, len))
            return true;
    return false;
}

/* A number above 99 anywhere in the line? */
static bool is_large(const char *line) {
    for (; *line; line++)
        if (strspn(line, "0123456789") > 2)
            return true;
    return false;
}

static bool takes_long(const char *line) {
    return has_word(line, "bench") || (has_word(line, "hash") && is_large(line));
}

/* The arguments of `go`, if that is the line's first command; else NULL. */
static const char *go_of(const char *line) {
    static const char *const commands[] = {"uci", "isready", "ucinewgame", "setoption", "position", "go", "stop",
                                           "ponderhit", "d", "eval", "debug", "register", "quit"};
    size_t length;
    if (*gr_word(line, &length) == '#')
        return NULL;
    for (const char *word = gr_word(line, &length); length; word = gr_word(word + length, &length))
        for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
            if (gr_word_is(word, length, commands[i]))
                return gr_after_word(word, "go");
    return NULL;
}

/* Does the search end soon by itself? Then it may, for once. */
static bool ends_soon(const char *line) {
    return strstr(line, "nodes ") && !is_large(line) && !strpbrk(line, "idtm");
}

static int command(Session *session, const char *line) {
    if (takes_long(line))
        return 0;
    const char *goes = go_of(line);
    if (goes)
        gr_uci_command(session->uci, "stop"); /* the last one, whose position this was */
    session->pos = session->uci->pos;
    session->bests = 0;
    session->refused = false;
    int quits = gr_uci_command(session->uci, line);
    if (goes) {
        bool counts = gr_find_word(goes, "perft");
        if (counts || !ends_soon(line))
            gr_uci_command(session->uci, "stop");
        gr_uci_wait(session->uci);
        FUZZ_CHECK(session->bests == !counts || (quits < 0 && !session->bests), "%u best moves after %s",
                   session->bests, line);
    }
    return quits > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    Session session = {0};
    char *text = fuzz_text(&in), *line = text;
    session.uci = gr_uci_open(fuzz_book(), say, &session);
    FUZZ_CHECK(session.uci, "no memory for a session");
    gr_uci_command(session.uci, "setoption name Hash value 1");
    for (unsigned i = 0; i < LINES && line; i++) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        if (command(&session, line))
            break;
        line = end ? end + 1 : NULL;
    }
    gr_uci_close(session.uci);
    free(text);
    return 0;
}
