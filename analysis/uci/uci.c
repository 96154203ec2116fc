/* A UCI session: commands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/engine/strength.h"
#include "analysis/uci/condition.h"
#include "analysis/uci/uci_local.h"
#include "notation/nearest.h"
#include "notation/write/diagram.h"
#include "rules/fen.h"

/* ---- opening and closing ---- */

static void carry_out(GrUci *uci, const char *line);

GrUci *gr_uci_open(const GrVariants *variants, GrUciSay say, void *user) {
    GrUci *uci = calloc(1, sizeof *uci);
    if (!uci)
        return NULL;
    *uci = (GrUci){.variants = variants, .say = say, .user = user, .lines = 1, .elo = GR_DEFAULT_ELO,
                   .carry_out = carry_out};
    uci->rules = gr_variants_at(variants, 0);
    uci->search = gr_search_new(GR_DEFAULT_HASH);
    if (!uci->search || pthread_mutex_init(&uci->speaking, NULL) != 0 ||
        pthread_mutex_init(&uci->lock, NULL) != 0 || !gr_condition_init(&uci->change)) {
        gr_search_free(uci->search);
        free(uci);
        return NULL;
    }
    atomic_init(&uci->cut, false);
    gr_uci_set_start(uci);
    return uci;
}

void gr_uci_close(GrUci *uci) {
    if (!uci)
        return;
    gr_uci_wait(uci);
    gr_search_free(uci->search);
    pthread_mutex_destroy(&uci->speaking);
    pthread_mutex_destroy(&uci->lock);
    pthread_cond_destroy(&uci->change);
    gr_tracks_free(&uci->tracks);
    free(uci->only);
    free(uci);
}

/* ---- looking ---- */

static const char *state_name(const GrPosition *pos) {
    switch (gr_state(pos)) {
    case GR_CHECKMATE:
        return "checkmate";
    case GR_STALEMATE:
        return "stalemate";
    case GR_DRAWN:
        return "draw";
    case GR_WON:
        return "won";
    default:
        return gr_in_check(pos) ? "check" : "open";
    }
}

static void do_display(GrUci *uci) {
    GrBuffer out;
    gr_buffer_init(&out);
    gr_diagram(&(GrDiagram){.pos = &uci->pos}, GR_DIAGRAM_TEXT, &out);
    if (!out.failed) {
        char *line = out.data, *end;
        for (; (end = strchr(line, '\n')); line = end + 1) {
            *end = '\0';
            gr_say_line(uci, line);
        }
        if (*line)
            gr_say_line(uci, line);
    }
    gr_buffer_free(&out);
    char fen[GR_FEN_SIZE];
    gr_fen_write(&uci->pos, fen);
    gr_say(uci, "Fen: %s", fen);
    gr_say(uci, "Key: %016llx", (unsigned long long)uci->pos.key);
    gr_say(uci, "State: %s", state_name(&uci->pos));
    if (uci->unsound)
        gr_say(uci, "info string the last position was refused; this is what stands");
}

static void do_eval(GrUci *uci) {
    GrScore score = 0;
    char net[GR_NET_ID_SIZE], text[GR_EVAL_SIZE];
    GrEval white;
    if (uci->unsound) {
        gr_refuse(uci, "there is nothing to evaluate: the last position was refused");
        return;
    }
    if (gr_search_evaluate(uci->search, &uci->pos, &score, net) != 0) {
        gr_say(uci, "info string out of memory");
        return;
    }
    score = gr_is_dead(&uci->pos) ? 0 : score;
    gr_score_to_eval(uci->pos.turn == GR_WHITE ? score : -score, 0, &white);
    gr_eval_write(&white, text);
    gr_say(uci, "info string static evaluation %s pawns (White's side) by %s%s", text,
           *net ? "network " : "hand", net);
}

/* ---- commands ---- */

static void do_isready(GrUci *uci, const char *arguments) {
    (void)arguments;
    gr_say(uci, "readyok");
}

static void do_uci(GrUci *uci, const char *arguments) {
    (void)arguments;
    gr_uci_introduce(uci);
}

static void do_newgame(GrUci *uci, const char *arguments) {
    (void)arguments;
    gr_search_forget(uci->search);
    gr_uci_set_start(uci);
}

static void do_d(GrUci *uci, const char *arguments) {
    (void)arguments;
    do_display(uci);
}

static void do_evaluate(GrUci *uci, const char *arguments) {
    (void)arguments;
    do_eval(uci);
}

static void do_stop(GrUci *uci, const char *arguments) {
    (void)arguments;
    gr_uci_stop(uci);
}

static void do_ponderhit(GrUci *uci, const char *arguments) {
    (void)arguments;
    gr_uci_ponderhit(uci);
}

static void do_nothing(GrUci *uci, const char *arguments) {
    (void)uci;
    (void)arguments;
}

typedef struct Command {
    const char *name;
    void (*run)(GrUci *uci, const char *arguments);
    bool alone; /* no search may be running: it waits for the end of one */
} Command;

static const Command commands[] = {
    {"uci", do_uci, false},
    {"isready", do_isready, false},
    {"ucinewgame", do_newgame, true},
    {"setoption", gr_uci_setoption, true},
    {"position", gr_uci_position, true},
    {"go", gr_uci_go, true},
    {"stop", do_stop, false},
    {"ponderhit", do_ponderhit, false},
    {"d", do_d, true},
    {"eval", do_evaluate, true},
    {"bench", gr_uci_bench, true},
    {"debug", do_nothing, false},
    {"register", do_nothing, false},
};

static void refuse_command(GrUci *uci, const char *word, size_t length) {
    enum { COUNT = sizeof commands / sizeof commands[0] };
    const char *names[COUNT + 1];
    char name[64], meant[GR_MEANT_SIZE];
    for (size_t i = 0; i < COUNT; i++)
        names[i] = commands[i].name;
    names[COUNT] = NULL;
    snprintf(name, sizeof name, "%.*s", length < 60 ? (int)length : 60, word);
    gr_did_you_mean(meant, name, names, "");
    gr_say_error(uci, "unknown command '%s'%s", name, meant);
}

static const Command *find_command(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (gr_word_is(word, length, commands[i].name))
            return &commands[i];
    return NULL;
}

/* Where the command of a line begins: words before it that are none are passed over, as the protocol wants it. At the
 * first word if there is no command, sets *length. */
static const char *command_of(const char *line, size_t *length) {
    size_t first;
    const char *start = gr_word(line, &first);
    *length = first;
    for (const char *word = start; *length; word = gr_word(word + *length, length))
        if (gr_word_is(word, *length, "quit") || find_command(word, *length))
            return word;
    *length = first;
    return start;
}

/* Carries out a line that begins with its command. */
static void carry_out(GrUci *uci, const char *line) {
    size_t length;
    const char *word = gr_word(line, &length);
    const Command *command = find_command(word, length);
    uci->refused = false;
    if (command)
        command->run(uci, word + length);
}

int gr_uci_command(GrUci *uci, const char *line) {
    size_t length;
    const char *word = gr_word(line, &length);
    if (length == 0 || *word == '#')
        return 0;
    word = command_of(line, &length);
    if (gr_word_is(word, length, "quit")) {
        gr_uci_quit(uci);
        return 1;
    }
    const Command *command = find_command(word, length);
    if (!command) {
        refuse_command(uci, word, length);
        return GR_ERR_SYNTAX;
    }
    if (!command->alone) {
        command->run(uci, word + length);
        return 0;
    }
    if (gr_uci_postpone(uci, word))
        return 0;
    carry_out(uci, word);
    int code = uci->refused ? GR_ERR_SYNTAX : 0; /* before the search's thread owns it */
    gr_uci_start(uci);
    return code;
}
