/* A session of the XBoard protocol: commands. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/xboard/xboard_local.h"

enum { FIRST_ROOM = 256, LONGEST = 1 << 16, MEGABYTES_A_THREAD = 10 };

static const int64_t FIVE_MINUTES = 300000;

/* ---- opening and closing ---- */

static void begin_rules(GrXboard *x, const GrRules *rules) {
    GrPosition pos;
    x->rules = rules;
    gr_start(rules, &pos);
    gr_xb_begin(x, &pos);
    x->engine = !pos.turn;
}

GrXboard *gr_xboard_open(const GrVariants *variants, const GrRules *rules, GrXboardSay say, void *user) {
    GrXboard *x = calloc(1, sizeof *x);
    if (!x)
        return NULL;
    *x = (GrXboard){.variants = variants, .say = say, .user = user, .home = rules};
    x->search = gr_search_new(GR_XB_HASH);
    x->line = malloc(FIRST_ROOM * sizeof *x->line);
    x->line_cap = FIRST_ROOM;
    if (!x->search || !x->line || pthread_mutex_init(&x->speaking, NULL) != 0 ||
        pthread_mutex_init(&x->lock, NULL) != 0 || pthread_cond_init(&x->change, NULL) != 0) {
        gr_search_free(x->search);
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
    gr_xb_wait(x);
    gr_xb_halt(x);
    gr_search_free(x->search);
    pthread_mutex_destroy(&x->speaking);
    pthread_mutex_destroy(&x->lock);
    pthread_cond_destroy(&x->change);
    free(x->line);
    free(x->keys);
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

/* ---- clocks ---- */

/* Minutes, or minutes and seconds; to milliseconds. */
static int64_t read_base(const char *text, char **end) {
    int64_t ms = (int64_t)strtol(text, end, 10) * 60000;
    if (**end == ':')
        ms += (int64_t)strtol(*end + 1, end, 10) * 1000;
    return ms;
}

static int64_t read_seconds(const char *text) {
    double seconds = strtod(text, NULL);
    return seconds > 0 && seconds < 1e9 ? (int64_t)(seconds * 1000 + 0.5) : 0;
}

static void do_level(GrXboard *x, const char *arguments) {
    char *end;
    GrXboardControl *control = &x->control;
    long moves = strtol(arguments, &end, 10);
    int64_t base = read_base(end, &end);
    if (moves < 0 || moves > 10000 || base < 0) {
        gr_xb_say(x, "Error (bad time control): level %.60s", arguments);
        x->refused = true;
        return;
    }
    control->moves = (int)moves;
    control->base = base;
    control->increment = read_seconds(end);
    control->per_move = 0;
    control->left[0] = control->left[1] = base;
}

static void do_st(GrXboard *x, const char *arguments) {
    int64_t ms = read_seconds(arguments);
    int64_t kept = ms / 10 < GR_DEFAULT_OVERHEAD ? ms / 10 : GR_DEFAULT_OVERHEAD;
    x->control.per_move = ms - kept;
}

static long read_count(const char *text, long most) {
    long n = strtol(text, NULL, 10);
    return n < 0 ? 0 : n > most ? most : n;
}

static void do_sd(GrXboard *x, const char *arguments) {
    x->control.depth = (int)read_count(arguments, GR_MAX_PLY - 1);
}

static void do_nps(GrXboard *x, const char *arguments) {
    x->control.nps = (uint64_t)read_count(arguments, 1000000000);
}

static void do_time(GrXboard *x, const char *arguments) {
    x->control.left[0] = (int64_t)read_count(arguments, 1000000000) * 10;
}

static void do_otim(GrXboard *x, const char *arguments) {
    x->control.left[1] = (int64_t)read_count(arguments, 1000000000) * 10;
}

/* ---- while it searches ---- */

static void do_move_now(GrXboard *x, const char *arguments) {
    (void)arguments;
    if (x->state == GR_XB_THINKING)
        gr_search_stop(x->search);
}

/* While it thinks about a move, nothing else is heard until that is made: whoever asks waits for the answer, and
 * scripts use it to wait for the move. */
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
    long megabytes = read_count(arguments, 65536);
    gr_xb_wait(x);
    gr_xb_halt(x);
    megabytes = megabytes > MEGABYTES_A_THREAD ? megabytes - MEGABYTES_A_THREAD : 1;
    if (gr_search_resize(x->search, (size_t)megabytes) != 0)
        gr_xb_say(x, "tellusererror no memory for a table of %ld MB", megabytes);
    resume_analysis(x);
}

static void do_cores(GrXboard *x, const char *arguments) {
    long threads = read_count(arguments, GR_MAX_THREADS);
    gr_xb_wait(x);
    gr_xb_halt(x);
    if (gr_search_set_threads(x->search, threads > 0 ? (int)threads : 1) != 0)
        gr_xb_say(x, "tellusererror no memory for %ld threads", threads);
    resume_analysis(x);
}

static void do_option(GrXboard *x, const char *arguments) {
    const char *value = strchr(arguments, '=');
    size_t length = value ? (size_t)(value - arguments) : strlen(arguments);
    const long number = value ? read_count(value + 1, 10000) : 0;
    gr_xb_wait(x);
    gr_xb_halt(x);
    if (length == 13 && !strncmp(arguments, "Move Overhead", length)) {
        gr_search_set_overhead(x->search, number);
    } else if (length == 6 && !strncmp(arguments, "Resign", length)) {
        x->resigns = number != 0;
    } else if (length == 10 && !strncmp(arguments, "Clear Hash", length)) {
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

/* `quick` commands run under the lock, beside a search; the others see to it themselves. */
typedef struct Command {
    const char *name;
    void (*run)(GrXboard *x, const char *arguments);
    bool quick;
} Command;

static const Command commands[] = {
    {"xboard", do_nothing, true},      {"protover", do_protover, true},  {"accepted", do_nothing, true},
    {"rejected", do_nothing, true},    {"new", do_new, false},           {"variant", do_variant, false},
    {"setboard", do_setboard, false},  {"force", do_force, false},       {"go", do_go, false},
    {"playother", do_playother, false}, {"usermove", do_usermove, false}, {"undo", do_undo, false},
    {"remove", do_remove, false},      {"level", do_level, true},        {"st", do_st, true},
    {"sd", do_sd, true},               {"nps", do_nps, true},            {"time", do_time, true},
    {"otim", do_otim, true},           {"?", do_move_now, true},         {"ping", do_ping, false},
    {"draw", do_draw, true},           {"result", do_result, false},     {"hard", do_hard, true},
    {"easy", do_easy, true},           {"post", do_post, true},          {"nopost", do_nopost, true},
    {"analyze", do_analyze, false},    {".", do_status, true},           {"exit", do_exit, false},
    {"hint", do_hint, true},           {"bk", do_book, true},            {"memory", do_memory, false},
    {"cores", do_cores, false},        {"option", do_option, false},     {"random", do_nothing, true},
    {"computer", do_nothing, true},    {"name", do_nothing, true},       {"rating", do_nothing, true},
    {"ics", do_nothing, true},         {"white", do_nothing, true},      {"black", do_nothing, true},
    {"pause", do_nothing, true},       {"resume", do_nothing, true},
};

/* A move without its command, as in the first version of the protocol, or nothing we know. */
static void run_other(GrXboard *x, const char *word, const char *line) {
    GrMove move;
    pthread_mutex_lock(&x->lock);
    bool is_move = gr_xb_read_move(gr_xb_position(x), word, &move) != GR_ERR_SYNTAX;
    pthread_mutex_unlock(&x->lock);
    if (is_move) {
        do_usermove(x, word);
        return;
    }
    gr_xb_say(x, "Error (unknown command): %.60s", line);
    x->refused = true;
}

static void run_command(GrXboard *x, const Command *command, const char *arguments) {
    if (command->quick)
        pthread_mutex_lock(&x->lock);
    command->run(x, arguments);
    if (command->quick)
        pthread_mutex_unlock(&x->lock);
}

static int carry_out(GrXboard *x, char *line) {
    size_t length = strcspn(line, " \t");
    char *arguments = line + length + strspn(line + length, " \t");
    char word[32];
    snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : 0, line);
    x->refused = false;
    if (!strcmp(word, "quit")) {
        gr_xb_halt(x);
        return 1;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(word, commands[i].name)) {
            run_command(x, &commands[i], arguments);
            return x->refused ? GR_ERR_SYNTAX : 0;
        }
    run_other(x, word, line);
    return x->refused ? GR_ERR_SYNTAX : 0;
}

int gr_xboard_command(GrXboard *x, const char *given) {
    size_t length = strlen(given);
    while (length > 0 && isspace((unsigned char)given[length - 1]))
        length--;
    while (length > 0 && isspace((unsigned char)*given)) {
        given++;
        length--;
    }
    if (length == 0)
        return 0;
    char *line = length < LONGEST ? malloc(length + 1) : NULL;
    if (!line) {
        gr_xb_say(x, "Error (%s): %.20s", length < LONGEST ? "out of memory" : "too long", given);
        return GR_ERR_SYNTAX;
    }
    memcpy(line, given, length);
    line[length] = '\0';
    int code = carry_out(x, line);
    free(line);
    return code;
}
