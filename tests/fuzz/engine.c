/* What an engine answers: a variant and (by the top two bits of its byte) a protocol, then all that it ever prints, in
 * parts with an empty line between them. It is read by the real client and the real code for lines of a process,
 * without a process: a part waits in the socket as soon as the client has nothing else to read, and after the last one
 * the output ends; no time is spent waiting. Best moves and lines that are taken from it are legal. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

/* The process of the library, but for how it begins and when there is more to read. */
#define gr_process_start gr_process_start_truly
#define gr_process_line gr_process_line_truly
#include "analysis/uci/engine_process.c"
#undef gr_process_start
#undef gr_process_line

#include "analysis/uci/engine_client.h"

enum { MOST = 64 * 1024 }; /* fits into a socket */

static FuzzInput said;
static int end[2]; /* the client's and the engine's */

/* In place of the library's, which engine_client.c then takes from here. */
int gr_process_start(GrProcess *process, const char *command, GrError *error);
int gr_process_line(GrProcess *process, int ms, char **line, GrError *error);

int gr_process_start(GrProcess *process, const char *command, GrError *error) {
    (void)command;
    (void)error;
    *process = (GrProcess){.fd = -1};
    gr_buffer_init(&process->input);
    FUZZ_CHECK(!socketpair(AF_UNIX, SOCK_STREAM, 0, end), "no socket");
    process->fd = end[0];
    return 0;
}

/* Says the next part. */
static void say_more(void) {
    const uint8_t *part = said.at;
    if (part == said.end) {
        shutdown(end[1], SHUT_WR);
        return;
    }
    while (said.at < said.end && (said.at - part < 2 || memcmp(said.at - 2, "\n\n", 2)))
        said.at++;
    size_t len = (size_t)(said.at - part);
    FUZZ_CHECK(write(end[1], part, len) == (ssize_t)len, "the socket is full");
}

int gr_process_line(GrProcess *process, int ms, char **line, GrError *error) {
    int code = gr_process_line_truly(process, 0, line, error);
    while (code == 0 && ms > 0) {
        say_more();
        code = gr_process_line_truly(process, 0, line, error);
    }
    return code;
}

static void check_error(int code, const GrError *error) {
    FUZZ_CHECK(code < 0 && error->code == code && error->text[0], "%d without a reason", code);
}

static void check_answer(const GrPosition *start, const GrAnswer *answer) {
    GrPosition pos = *start;
    const GrLine *line = &answer->line;
    FUZZ_CHECK(line->length >= 1 && line->length <= GR_MAX_PLY, "a line of %d moves",
               line->length);
    for (int i = 0; i < line->length; i++) {
        FUZZ_CHECK(gr_is_legal(&pos, line->move[i]), "move %d is illegal", i + 1);
        gr_play(&pos, line->move[i]);
    }
    FUZZ_CHECK(line->score <= GR_MATE && line->score >= -GR_MATE, "score %d", line->score);
}

static void check_verdict(const GrPosition *start, const GrVerdict *verdict, int lines) {
    FUZZ_CHECK(verdict->lines >= 1 && verdict->lines <= lines, "%d lines", verdict->lines);
    for (int n = 0; n < verdict->lines; n++) {
        const GrVerdictLine *line = &verdict->line[n];
        GrPosition pos = *start;
        FUZZ_CHECK(line->length >= 1 && line->length <= GR_VERDICT_PLIES, "a line of %d moves",
                   line->length);
        FUZZ_CHECK(line->score <= GR_MATE && line->score >= -GR_MATE, "score %d", line->score);
        for (int i = 0; i < line->length; i++) {
            FUZZ_CHECK(gr_is_legal(&pos, line->move[i]), "move %d is illegal", i + 1);
            gr_play(&pos, line->move[i]);
        }
    }
}

static void talk(GrEngine *engine, const GrRules *rules) {
    GrPosition pos;
    GrAnswer answer;
    GrError error = {0};
    gr_start(rules, &pos);
    FUZZ_CHECK(gr_engine_name(engine)[0], "no name");
    gr_engine_has_option(engine, "Hash");
    gr_engine_has_option(engine, "");
    int code = gr_engine_set_variant(engine, gr_variant(rules), &error);
    if (!code)
        code = gr_engine_new_game(engine, &error);
    for (int i = 0; !code && i < 3; i++) {
        code = gr_engine_search(engine, &pos, NULL, 0, &(GrLimits){.depth = 5}, &answer, &error);
        if (!code && answer.claim == GR_CLAIM_NONE)
            check_answer(&pos, &answer);
    }
    if (!code) {
        GrVerdict verdict;
        code = gr_engine_judge(engine, &pos, &(GrLimits){.depth = 5, .lines = 3}, &verdict, &error);
        if (!code)
            check_verdict(&pos, &verdict, 3);
    }
    if (code)
        check_error(code, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    said = (FuzzInput){data, data + (size < MOST ? size : MOST)};
    static const GrProtocol protocols[4] = {GR_PROTOCOL_UCI, GR_PROTOCOL_UCI, GR_PROTOCOL_CECP,
                                            GR_PROTOCOL_ANY};
    unsigned first = fuzz_byte(&said);
    const GrRules *rules = fuzz_rules(first);
    GrEngineStart start = {.command = "engine", .protocol = protocols[first >> 6 & 3]};
    GrEngine *engine;
    GrError error = {0};
    int code = gr_engine_start(&start, &engine, &error);
    if (code) {
        check_error(code, &error);
    } else {
        gr_engine_set_patience(engine, 1000);
        talk(engine, rules);
    }
    gr_engine_close(code ? NULL : engine);
    if (fcntl(end[0], F_GETFD) >= 0) /* the client closes it of an engine that has failed */
        close(end[0]);
    close(end[1]);
    return 0;
}
