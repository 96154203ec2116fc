/* A session of the XBoard protocol: commands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/uci/condition.h"
#include "analysis/xboard/xboard_local.h"

enum { FIRST_ROOM = 256, LONGEST = 1 << 16, MEGABYTES_A_THREAD = 10 };

static const int64_t FIVE_MINUTES = 300000;

/* ---- opening and closing ---- */

static int carry_out(GrXboard *x, char *line);

static void begin_rules(GrXboard *x, const GrRules *rules) {
    GrPosition pos;
    x->rules = rules;
    gr_start(rules, &pos);
    gr_xb_begin(x, &pos);
    x->engine = !pos.turn;
}

GrXboard *gr_xboard_open(const GrVariants *variants, const GrRules *rules, GrXboardSay say, void *user) {
    GrXboard *x = calloc(1, sizeof *x);
    GrPosition start;
    if (!x)
        return NULL;
    *x = (GrXboard){.variants = variants, .say = say, .user = user, .home = rules, .carry_out = carry_out,
                    .moment = GR_XB_MOMENT};
    x->search = gr_search_new(GR_XB_HASH);
    x->line = malloc(FIRST_ROOM * sizeof *x->line);
    x->line_cap = FIRST_ROOM;
    gr_start(rules, &start);
    if (!x->search || !x->line || !gr_tracks_begin(&x->tracks, &start) || pthread_mutex_init(&x->speaking, NULL) != 0 ||
        pthread_mutex_init(&x->lock, NULL) != 0 || !gr_condition_init(&x->change)) {
        gr_search_free(x->search);
        gr_tracks_free(&x->tracks);
        free(x->line);
        free(x);
        return NULL;
    }
    x->control.base = x->control.left[0] = x->control.left[1] = FIVE_MINUTES;
    begin_rules(x, rules);
    return x;
}

void gr_xboard_close(GrXboard *x) {
    if (!x)
        return;
    gr_xb_leave(x, false);
    gr_search_free(x->search);
    pthread_mutex_destroy(&x->speaking);
    pthread_mutex_destroy(&x->lock);
    pthread_cond_destroy(&x->change);
    free(x->line);
    gr_tracks_free(&x->tracks);
    gr_tracks_free(&x->searched);
    free(x);
}

/* ---- the game ---- */

static void resume_analysis(GrXboard *x) {
    if (x->analyses && !x->unsound)
        gr_xb_analyse(x);
}

/* Thinks if the engine is to move and the game goes on. */
static void think_if_due(GrXboard *x) {
    if (!x->over && !x->unsound && x->engine == gr_xb_position(x)->turn)
        gr_xb_think(x);
}

static void do_new(GrXboard *x, const char *arguments) {
    (void)arguments;
    gr_xb_halt(x);
    gr_search_forget(x->search);
    x->control.depth = 0;
    x->control.nps = 0;
    x->control.left[0] = x->control.left[1] = x->control.base;
    begin_rules(x, x->home);
    resume_analysis(x);
}

static void do_variant(GrXboard *x, const char *name) {
    const GrRules *rules = gr_xb_variant(x, name);
    if (!rules) {
        gr_xb_say(x, "Error (unsupported variant): variant %.60s", name);
        x->refused = true;
        return;
    }
    gr_xb_halt(x);
    begin_rules(x, rules);
    gr_xb_say_setup(x, rules);
    resume_analysis(x);
}

static void do_setboard(GrXboard *x, const char *fen) {
    GrPosition pos;
    gr_xb_halt(x);
    if (gr_xb_read_fen(x, fen, &pos))
        gr_xb_begin(x, &pos);
    else
        x->unsound = true;
    if (x->unsound)
        gr_xb_say(x, "tellusererror Illegal position");
    resume_analysis(x);
}

static void do_force(GrXboard *x, const char *arguments) {
    (void)arguments;
    gr_xb_halt(x);
    x->engine = GR_XB_NOBODY;
}

static void do_go(GrXboard *x, const char *arguments) {
    (void)arguments;
    gr_xb_wait(x);
    gr_xb_halt(x);
    x->engine = gr_xb_position(x)->turn;
    gr_xb_say_result(x);
    think_if_due(x);
}

static void do_playother(GrXboard *x, const char *arguments) {
    (void)arguments;
    gr_xb_halt(x);
    x->engine = !gr_xb_position(x)->turn;
}

static void do_undo(GrXboard *x, const char *arguments) {
    (void)arguments;
    gr_xb_halt(x);
    gr_xb_take_back(x, 1);
    resume_analysis(x);
}

static void do_remove(GrXboard *x, const char *arguments) {
    (void)arguments;
    gr_xb_halt(x);
    gr_xb_take_back(x, 2);
    resume_analysis(x);
}

/* ---- moves ---- */

/* The opponent plays what the engine ponders on: true, and it thinks on. */
static bool is_expected(GrXboard *x, GrMove move) {
    pthread_mutex_lock(&x->lock);
    bool hit = x->state == GR_XB_PONDERING && move == x->expected && gr_xb_play(x, move);
    if (hit) {
        x->state = GR_XB_THINKING;
        gr_search_ponderhit(x->search);
        pthread_cond_broadcast(&x->change);
    }
    pthread_mutex_unlock(&x->lock);
    return hit;
}

/* Ends the game if the move would: then there is nothing to think about. */
static bool ends_game(const GrXboard *x, GrMove move) {
    GrPosition next = *gr_xb_position(x);
    gr_play(&next, move);
    return gr_state(&next) != GR_OPEN;
}

static void do_usermove(GrXboard *x, const char *text) {
    GrMove move;
    gr_xb_wait(x);
    if (x->unsound || gr_xb_read_move(gr_xb_position(x), text, &move) != 0) {
        gr_xb_say(x, "Illegal move: %.60s", text);
        return;
    }
    if (!ends_game(x, move) && is_expected(x, move))
        return;
    gr_xb_halt(x);
    if (!gr_xb_play(x, move)) {
        gr_xb_say(x, "Error (out of memory): usermove %.60s", text);
        x->refused = true;
        return;
    }
    x->expected = GR_NO_MOVE;
    if (x->engine != GR_XB_NOBODY)
        gr_xb_say_result(x);
    think_if_due(x);
    resume_analysis(x);
}

/* ---- while it searches ---- */

/* While it thinks about a move, that is made first. */
static void do_ping(GrXboard *x, const char *arguments) {
    gr_xb_wait(x);
    gr_xb_say(x, "pong %.40s", arguments);
}

static void do_draw(GrXboard *x, const char *arguments) {
    (void)arguments;
    if (x->engine != GR_XB_NOBODY && x->score != GR_NO_SCORE && x->score <= 0)
        gr_xb_say(x, "offer draw");
}

static void do_result(GrXboard *x, const char *arguments) {
    (void)arguments;
    gr_xb_halt(x);
    x->over = true;
}

static void do_hard(GrXboard *x, const char *arguments) {
    (void)arguments;
    x->ponders = true;
}

static void do_easy(GrXboard *x, const char *arguments) {
    (void)arguments;
    x->ponders = false;
    bool pondering = x->state == GR_XB_PONDERING;
    if (pondering)
        x->discard = true;
    if (pondering)
        gr_search_stop(x->search);
    pthread_cond_broadcast(&x->change);
}

static void do_post(GrXboard *x, const char *arguments) {
    (void)arguments;
    x->posts = true;
}

static void do_nopost(GrXboard *x, const char *arguments) {
    (void)arguments;
    x->posts = false;
}

static void do_analyze(GrXboard *x, const char *arguments) {
    (void)arguments;
    gr_xb_halt(x);
    x->analyses = x->posts = true;
    x->engine = GR_XB_NOBODY;
    resume_analysis(x);
}

static void do_exit(GrXboard *x, const char *arguments) {
    (void)arguments;
    gr_xb_halt(x);
    x->analyses = false;
}

static void do_status(GrXboard *x, const char *arguments) {
    (void)arguments;
    GrMoveList *list = malloc(sizeof *list);
    if (!list || x->state != GR_XB_ANALYSING) {
        free(list);
        return;
    }
    char name[GR_XB_MOVE_SIZE] = "";
    gr_moves(gr_xb_position(x), list);
    size_t count = list->count, left = x->number && x->number <= count ? count - x->number : 0;
    free(list);
    if (x->number)
        gr_xb_write_move(gr_xb_position(x), x->current, name);
    gr_xb_say(x, "stat01: %lld %llu %d %zu %zu %s", (long long)(x->ms / 10), (unsigned long long)x->nodes,
              x->depth, left, count, name);
}

static void do_hint(GrXboard *x, const char *arguments) {
    (void)arguments;
    char name[GR_XB_MOVE_SIZE];
    if (x->expected == GR_NO_MOVE || !gr_is_legal(gr_xb_position(x), x->expected))
        return;
    gr_xb_write_move(gr_xb_position(x), x->expected, name);
    gr_xb_say(x, "Hint: %s", name);
}

static void do_book(GrXboard *x, const char *arguments) {
    (void)arguments;
    gr_xb_say(x, " There is no opening book.");
    gr_xb_say(x, "%s", "");
}

/* ---- settings ---- */

static void do_memory(GrXboard *x, const char *arguments) {
    int64_t megabytes;
    if (!gr_xb_read_number(x, "memory", arguments, 1, 65536, &megabytes))
        return;
    gr_xb_wait(x);
    gr_xb_halt(x);
    megabytes = megabytes > MEGABYTES_A_THREAD ? megabytes - MEGABYTES_A_THREAD : 1;
    if (gr_search_resize(x->search, (size_t)megabytes) != 0)
        gr_xb_say(x, "tellusererror no memory for a table of %lld MB", (long long)megabytes);
    resume_analysis(x);
}

static void do_cores(GrXboard *x, const char *arguments) {
    int64_t threads;
    if (!gr_xb_read_number(x, "cores", arguments, 1, GR_MAX_THREADS, &threads))
        return;
    gr_xb_wait(x);
    gr_xb_halt(x);
    if (gr_search_set_threads(x->search, (int)threads) != 0)
        gr_xb_say(x, "tellusererror no memory for %lld threads", (long long)threads);
    resume_analysis(x);
}

/* `NAME=VALUE`: sets *value to what follows the sign, "" if there is none. */
static bool is_option(const char *arguments, const char *name, const char **value) {
    size_t length, wanted;
    while (*gr_word(name, &wanted)) {
        arguments = gr_word(arguments, &length);
        length = strcspn(arguments, "=") < length ? strcspn(arguments, "=") : length;
        if (length != wanted || strncmp(arguments, gr_word(name, &wanted), wanted) != 0)
            return false;
        arguments += length;
        name = gr_word(name, &wanted) + wanted;
    }
    arguments = gr_word(arguments, &length);
    *value = *arguments == '=' ? gr_word(arguments + 1, &length) : arguments;
    return !*arguments || *arguments == '=';
}

/* A number from 0 to `most`; else it is refused. */
static bool read_value(GrXboard *x, const char *text, int64_t most, int64_t *number) {
    bool fits = gr_word_number(text, strlen(text), number) && *number >= 0 && *number <= most;
    if (!fits) {
        gr_xb_say(x, "Error (not from 0 to %lld): option value %.60s", (long long)most, text);
        x->refused = true;
    }
    return fits;
}

static void do_option(GrXboard *x, const char *arguments) {
    const char *value;
    int64_t number;
    gr_xb_wait(x);
    gr_xb_halt(x);
    if (is_option(arguments, "Move Overhead", &value)) {
        if (read_value(x, value, 10000, &number))
            gr_search_set_overhead(x->search, number);
    } else if (is_option(arguments, "Resign", &value)) {
        if (read_value(x, value, 1, &number))
            x->resigns = number != 0;
    } else if (is_option(arguments, "Clear Hash", &value)) {
        gr_search_forget(x->search);
    } else {
        gr_xb_say(x, "Error (unknown option): option %.60s", arguments);
        x->refused = true;
    }
    resume_analysis(x);
}

static void do_protover(GrXboard *x, const char *arguments) {
    (void)arguments;
    gr_xb_say_features(x);
}

static void do_nothing(GrXboard *x, const char *arguments) {
    (void)x;
    (void)arguments;
}

/* ---- commands ---- */

bool gr_xboard_begins(const char *line) {
    return gr_after_word(line, "xboard") != NULL;
}

/* How a command goes with a search. */
typedef enum Manner {
    QUICK,  /* beside it, under the lock */
    BREAKS, /* it may stop it */
    WAITS   /* a move that the engine thinks about is made first */
} Manner;

typedef struct Command {
    const char *name;
    void (*run)(GrXboard *x, const char *arguments);
    Manner traits;
} Command;

static const Command commands[] = {
    {"xboard", do_nothing, QUICK},      {"protover", do_protover, QUICK},  {"accepted", do_nothing, QUICK},
    {"rejected", do_nothing, QUICK},    {"new", do_new, BREAKS},           {"variant", do_variant, BREAKS},
    {"setboard", do_setboard, BREAKS},  {"force", do_force, BREAKS},       {"go", do_go, WAITS},
    {"playother", do_playother, BREAKS}, {"usermove", do_usermove, WAITS}, {"undo", do_undo, BREAKS},
    {"remove", do_remove, BREAKS},      {"level", gr_xb_level, QUICK},     {"st", gr_xb_st, QUICK},
    {"sd", gr_xb_sd, QUICK},            {"nps", gr_xb_nps, QUICK},         {"time", gr_xb_time, QUICK},
    {"otim", gr_xb_otim, QUICK},        {"ping", do_ping, WAITS},          {"draw", do_draw, QUICK},
    {"result", do_result, BREAKS},      {"hard", do_hard, QUICK},          {"easy", do_easy, QUICK},
    {"post", do_post, QUICK},           {"nopost", do_nopost, QUICK},      {"analyze", do_analyze, BREAKS},
    {".", do_status, QUICK},            {"exit", do_exit, BREAKS},         {"hint", do_hint, QUICK},
    {"bk", do_book, QUICK},             {"memory", do_memory, WAITS},      {"cores", do_cores, WAITS},
    {"option", do_option, WAITS},       {"random", do_nothing, QUICK},     {"computer", do_nothing, QUICK},
    {"name", do_nothing, QUICK},        {"rating", do_nothing, QUICK},     {"ics", do_nothing, QUICK},
    {"white", do_nothing, QUICK},       {"black", do_nothing, QUICK},      {"pause", do_nothing, QUICK},
    {"resume", do_nothing, QUICK},
};

static const Command *find_command(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (gr_word_is(word, length, commands[i].name))
            return &commands[i];
    return NULL;
}

/* A move without its command, as in the first version of the protocol? */
static bool is_move(GrXboard *x, const char *line) {
    char name[GR_XB_MOVE_SIZE];
    size_t length;
    GrMove move;
    const char *word = gr_word(line, &length);
    if (!gr_word_copy(word, length, name, sizeof name))
        return false;
    pthread_mutex_lock(&x->lock);
    bool is = gr_xb_read_move(gr_xb_position(x), name, &move) != GR_ERR_SYNTAX;
    pthread_mutex_unlock(&x->lock);
    return is;
}

static void run_command(GrXboard *x, const Command *command, const char *arguments) {
    if (command->traits == QUICK)
        pthread_mutex_lock(&x->lock);
    command->run(x, arguments);
    if (command->traits == QUICK)
        pthread_mutex_unlock(&x->lock);
}

static int carry_out(GrXboard *x, char *line) {
    size_t length;
    const char *word = gr_word(line, &length);
    const Command *command = find_command(word, length);
    x->refused = false;
    if (command) {
        run_command(x, command, gr_word(word + length, &length));
    } else if (is_move(x, line)) {
        do_usermove(x, word);
    } else {
        gr_xb_say(x, "Error (unknown command): %.60s", line);
        x->refused = true;
    }
    return x->refused ? GR_ERR_SYNTAX : 0;
}

/* Carries out a line now or, if it has to wait, later. */
static int take(GrXboard *x, char *line) {
    size_t length;
    const char *word = gr_word(line, &length);
    const Command *command = find_command(word, length);
    bool waits = command ? command->traits == WAITS : is_move(x, line);
    return gr_xb_postpone(x, line, waits) ? 0 : carry_out(x, line);
}

int gr_xboard_command(GrXboard *x, const char *given) {
    size_t length;
    const char *word = gr_word(given, &length);
    if (gr_word_is(word, length, "quit")) {
        gr_xb_leave(x, true);
        return 1;
    }
    if (gr_word_is(word, length, "?"))
        gr_xb_move_now(x);
    if (length == 0 || gr_word_is(word, length, "?"))
        return 0;
    length = gr_trimmed(word, strlen(word));
    char *line = length < LONGEST ? malloc(length + 1) : NULL;
    if (!line) {
        gr_xb_say(x, "Error (%s): %.20s", length < LONGEST ? "out of memory" : "too long", word);
        return GR_ERR_SYNTAX;
    }
    memcpy(line, word, length);
    line[length] = '\0';
    int code = take(x, line);
    free(line);
    return code;
}
