/* grimoire-match: playing the match, its files, and what is printed. */
#include "cli/apart.h"
#include "cli/match.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "notation/write/pgn.h"
#include "rules/fen.h"
#include "rules/plural.h"

typedef struct Work {
    Cli *cli;
    FILE *out, *pgn, *log;
    FILE *ahead;    /* games that were over before their turn, until the end of the match */
    char *ahead_path;
    GrBuffer text;
    uint32_t games; /* to be played */
    const GrMatchJob *job;
    bool complete;  /* it was played to its end */
    bool ran_out;   /* that has been said */
    bool illegal;   /* that the book has moves that are not legal has been said */
    bool nonsense[2]; /* that an engine talks nonsense has been said */
    char beside[80]; /* the progress line */
    atomic_bool failed; /* memory ran out, or something could not be written: the match ends */
    int why;     /* errno of the first write that failed, to another file than the output and the log */
    atomic_int log_why; /* the same of the log */
} Work;

/* Asked from all threads. */
static bool stops(void *user) {
    Work *w = user;
    return w->failed || cli_stop(NULL);
}

/* Waits until bytes can be written; false if a signal comes first: a stalled reader must not keep
 * the match from ending. What is compressed on the way has no number to wait for. */
static bool can_write(FILE *out) {
    struct pollfd end = {.fd = fileno(out), .events = POLLOUT};
    while (end.fd >= 0 && poll(&end, 1, cli_stop(NULL) ? 0 : 50) <= 0)
        if (cli_stop(NULL))
            return false;
    return true;
}

/* Writes the text and empties it, in pieces that a pipe which has room at all takes whole. */
static void put(Work *w, FILE *out) {
    enum { PIECE = 512 }; /* POSIX: PIPE_BUF is not less */
    bool ok = !w->text.failed;
    for (size_t at = 0; ok && at < w->text.len; at += PIECE) {
        size_t left = w->text.len - at, size = left < PIECE ? left : PIECE;
        ok = can_write(out) && fwrite(w->text.data + at, 1, size, out) == size && !fflush(out);
    }
    if (!ok && out == w->out)
        cli_written(w->cli); /* keeps the reason */
    else if (!ok && !w->why && ferror(out))
        w->why = errno;
    if (!ok)
        w->failed = true;
    gr_buffer_clear(&w->text);
}

static void report_fault(Work *w, uint32_t number, const GrGame *game, const GrGameEnd *end) {
    char fen[GR_FEN_SIZE];
    bool white = (number % 2 == 1) == (end->engine == 0);
    const char *name = gr_game_tag(game, white ? "White" : "Black");
    gr_fen_write(end->pos, fen);
    cli_error(w->cli, "game %" PRIu32 ", ply %" PRIu32 ": engine %d, %s, %s; the position is %s", number,
              game->plies + 1, end->engine + 1, name ? name : "?", end->detail, fen);
}

/* Says once of an engine that it talks nonsense. */
static void report_nonsense(Work *w, uint32_t number, const GrGameEnd *end) {
    for (int e = 0; e < 2; e++) {
        if (w->nonsense[e] || !*end->nonsense[e])
            continue;
        w->nonsense[e] = true;
        cli_note(w->cli, "game %" PRIu32 ": engine %d states what cannot be: '%s'; its moves have no score then", number,
                 e + 1, end->nonsense[e]);
    }
}

/* Says once that openings are played again. */
static void report_repeats(Work *w, uint32_t number, const GrStanding *standing) {
    if (w->ran_out || !standing->ran_out || (number + 1) / 2 < standing->ran_out)
        return;
    w->ran_out = true;
    cli_note(w->cli, "the openings have run out: from game %" PRIu32 " on they are played again",
             2 * standing->ran_out - 1);
}

/* Says once that the book has moves that are not played. */
static void report_illegal(Work *w, const GrStanding *standing) {
    if (w->illegal || !standing->illegal)
        return;
    w->illegal = true;
    cli_error(w->cli, "the book has moves that are not legal where they stand; they are not played");
}

static void print_ratio(GrBuffer *out, const GrSprt *sprt, const GrStanding *standing) {
    gr_buffer_printf(out, "LLR %.2f (%.2f, %.2f)", standing->ratio, gr_sprt_lower(sprt),
                     gr_sprt_upper(sprt));
}

/* What is known so far, beside the progress line. */
static void set_beside(Work *w, const GrStanding *standing) {
    GrElo elo;
    gr_elo(&standing->tally, &elo);
    gr_buffer_printf(&w->text, "Elo %.0f +/- %.0f", elo.difference, ceil(elo.margin));
    if (gr_sprt_is_on(&w->job->sprt)) {
        gr_buffer_puts(&w->text, ", ");
        print_ratio(&w->text, &w->job->sprt, standing);
    }
    snprintf(w->beside, sizeof w->beside, "%s", w->text.failed ? "" : w->text.data);
    gr_buffer_clear(&w->text);
    w->cli->beside = w->beside;
}

static void print_game(Work *w, uint32_t number, const GrGame *game, const GrStanding *standing) {
    const char *white = gr_game_tag(game, "White"), *black = gr_game_tag(game, "Black");
    const char *end = gr_game_tag(game, "Termination");
    bool normal = !end || !strcmp(end, "normal");
    gr_buffer_printf(&w->text, "game %" PRIu32 ": %s - %s %s, %" PRIu32 " %s%s%s", number,
                     white ? white : "?", black ? black : "?", gr_result_text(game->result),
                     game->plies, gr_plural(game->plies, "ply", "plies"), normal ? "" : ", ",
                     normal ? "" : end);
    if (gr_sprt_is_on(&w->job->sprt) && number % 2 == 0) {
        gr_buffer_puts(&w->text, "; ");
        print_ratio(&w->text, &w->job->sprt, standing);
    }
    gr_buffer_putc(&w->text, '\n');
    put(w, w->out);
}

static void on_game(void *user, uint32_t number, const GrGame *game, const GrGameEnd *end,
                    const GrStanding *standing) {
    Work *w = user;
    cli_progress_end(w->cli);
    report_repeats(w, number, standing);
    report_illegal(w, standing);
    report_nonsense(w, number, end);
    if (end->fault != GR_FAULT_NONE)
        report_fault(w, number, game, end);
    print_game(w, number, game, standing);
    set_beside(w, standing);
    cli_progress(w->cli, "games", gr_tally_games(&standing->tally), w->games);
    if (!w->pgn)
        return;
    gr_write_pgn(&w->text, game);
    put(w, w->pgn);
}

/* A game that is over before its turn is kept in a file of its own, so that it need not be played again if
 * the match is stopped now. */
static void on_ahead(void *user, uint32_t number, const GrGame *game) {
    Work *w = user;
    (void)number;
    if (!w->ahead && !(w->ahead = cli_open_output(w->cli, "pgn", w->ahead_path, "a"))) {
        w->failed = true;
        return;
    }
    gr_write_pgn(&w->text, game);
    put(w, w->ahead);
}

/* A line of the log: when, which engine (and which of those that play at once), to or from it. */
static void on_line(void *user, int engine, int place, bool sent, const char *line, size_t length) {
    Work *w = user;
    struct timespec now;
    struct tm tm;
    clock_gettime(CLOCK_REALTIME, &now);
    if (!localtime_r(&now.tv_sec, &tm))
        tm = (struct tm){0};
    errno = 0;
    int written = fprintf(w->log, "%04d-%02d-%02d %02d:%02d:%02d.%03ld %d.%d %c %.*s\n", tm.tm_year + 1900,
                          tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, now.tv_nsec / 1000000,
                          engine + 1, place + 1, sent ? '>' : '<', (int)length, line);
    if (written < 0) {
        int none = 0;
        atomic_compare_exchange_strong(&w->log_why, &none, errno);
        w->failed = true;
    }
}

static void print_faults(Work *w, const GrStanding *standing) {
    static const char *const words[GR_FAULTS][2] = {
        [GR_FAULT_ILLEGAL] = {"illegal move", "illegal moves"},
        [GR_FAULT_CRASH] = {"crash", "crashes"},
        [GR_FAULT_HANG] = {"hang", "hangs"},
        [GR_FAULT_TIME] = {"loss on time", "losses on time"},
    };
    for (int e = 0; e < 2; e++) {
        const char *before = "";
        for (int f = 0; f < GR_FAULTS; f++) {
            uint32_t n = standing->fault[e][f];
            if (!n)
                continue;
            if (!*before)
                gr_buffer_printf(&w->text, "engine %d: ", e + 1);
            gr_buffer_printf(&w->text, "%s%" PRIu32 " %s", before, n,
                             gr_plural(n, words[f][0], words[f][1]));
            before = ", ";
        }
        gr_buffer_puts(&w->text, *before ? "\n" : "");
    }
}

static void print_test(Work *w, const GrStanding *standing) {
    const GrSprt *sprt = &w->job->sprt;
    static const char *const words[] = {
        [GR_SPRT_OPEN] = "undecided", [GR_SPRT_H0] = "H0 accepted", [GR_SPRT_H1] = "H1 accepted",
    };
    gr_buffer_printf(&w->text, "SPRT %g, %g: ", sprt->elo0, sprt->elo1);
    print_ratio(&w->text, sprt, standing);
    gr_buffer_printf(&w->text, ", %s\n", words[standing->decided]);
}

/* The margin is rounded up, so that it never looks like 0. */
static void print_score(Work *w, const GrStanding *standing) {
    GrElo elo;
    const GrTally *tally = &standing->tally;
    uint32_t games = gr_tally_games(tally);
    gr_elo(tally, &elo);
    double difference = round(elo.difference * 10) / 10 + 0.0;
    gr_buffer_printf(&w->text, "%" PRIu32 " %s, %" PRIu32 " different\n", games,
                     gr_plural(games, "game", "games"), tally->distinct);
    gr_buffer_puts(&w->text, "pairs with 0, 1/2, 1, 3/2, 2 points:");
    for (int i = 0; i < 5; i++)
        gr_buffer_printf(&w->text, " %" PRIu32, tally->pair[i]);
    gr_buffer_printf(&w->text, "; twins: %" PRIu32 "\n", tally->twins);
    gr_buffer_printf(&w->text, "likelihood of superiority %.1f %%\n", 100 * elo.superiority);
    if (gr_sprt_is_on(&w->job->sprt))
        print_test(w, standing);
    print_faults(w, standing);
    gr_buffer_printf(&w->text, "Elo %.1f +/- %.1f, %" PRIu32 " - %" PRIu32 " - %" PRIu32 "\n",
                     difference, ceil(elo.margin * 10) / 10, tally->wins, tally->losses,
                     tally->draws);
    put(w, w->out);
}

static bool has_faults(const GrStanding *standing) {
    for (int f = 0; f < GR_FAULTS; f++)
        if (standing->fault[0][f] || standing->fault[1][f])
            return true;
    return false;
}

static int play(Work *w) {
    GrStanding standing;
    GrError error;
    cli_progress(w->cli, "games", 0, w->games);
    int code = gr_match_run(w->job, &standing, &error);
    cli_progress_end(w->cli);
    w->complete = code == 0 && !w->failed;
    if (code && code != GR_ERR_STOPPED && !gr_tally_games(&standing.tally))
        return cli_fail(w->cli, &error);
    print_score(w, &standing);
    if (code == GR_ERR_STOPPED && cli_signal())
        cli_stopped(w->cli, "stopped; the line above counts the games that were finished%s",
                    w->pgn ? "; the same command with --resume goes on" : "");
    else if (code && code != GR_ERR_STOPPED)
        return cli_fail(w->cli, &error);
    else if (w->failed)
        cli_error(w->cli, code ? "stopped: not all could be written" : "not all could be written");
    return code || w->failed || has_faults(&standing) ? CLI_FAULTS : CLI_OK;
}

/* `why_failed` is the errno of the first write that failed, 0 if it is not known. */
static int close_file(const Work *w, FILE *file, int why_failed, const char *path, int status) {
    bool failed = file && ferror(file);
    if (file && (fclose(file) || failed)) {
        const char *why = !failed ? strerror(errno) : why_failed ? strerror(why_failed) : "an earlier write failed";
        cli_error(w->cli, "cannot write %s: %s", path, why);
        return status ? status : CLI_FAULTS;
    }
    return status;
}

/* Opens the file of games behind those of the past, cutting off half a game; NULL after reporting that it
 * cannot be. */
static FILE *open_behind(Cli *cli, const char *path, const GrMatchPast *past) {
    FILE *file = cli_open_output(cli, "pgn", path, "r+");
    if (!file || (!ftruncate(fileno(file), (off_t)past->whole) && !fseek(file, 0, SEEK_END)))
        return file;
    cli_error(cli, "cannot write %s: %s", path, strerror(errno));
    fclose(file);
    return NULL;
}

/* A match cannot be resumed from a device or a pipe. */
static bool is_regular(FILE *file) {
    struct stat status;
    return file && fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);
}

static bool exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}

/* What is removed before a match must be what one that was stopped left: empty, or its games. */
static bool may_remove_ahead(const Work *w) {
    static const char begins[] = "[Event \"" GR_MATCH_EVENT "\"]\n";
    char text[sizeof begins];
    FILE *file = w->ahead_path ? fopen(w->ahead_path, "r") : NULL;
    if (!file)
        return true;
    size_t length = fread(text, 1, sizeof begins - 1, file);
    bool own = !ferror(file) && !memcmp(text, begins, length) && (length == 0 || length == sizeof begins - 1);
    fclose(file);
    if (!own)
        cli_error(w->cli,
                  "%s: there is such a file, not written by a match, where games are kept that end before their turn",
                  w->ahead_path);
    return own;
}

/* Opens the games, the log and the file of games ahead; false after reporting that one cannot be. */
static bool open_files(Work *w, const MatchAsked *asked) {
    const GrMatchPast *past = asked->job.past;
    if (!past && !may_remove_ahead(w))
        return false;
    if (asked->pgn && past && exists(asked->pgn))
        w->pgn = open_behind(w->cli, asked->pgn, past);
    else if (asked->pgn)
        w->pgn = cli_open_output(w->cli, "pgn", asked->pgn, "w");
    if (asked->log)
        w->log = cli_open_output(w->cli, "log", asked->log, "w");
    if (w->pgn && !past)
        remove(w->ahead_path);
    return (!asked->pgn || w->pgn) && (!asked->log || w->log);
}

/* Closes them; returns the exit status. The games ahead are of no use after a match that was played to its
 * end. */
static int close_files(Work *w, const MatchAsked *asked, int status) {
    status = close_file(w, w->pgn, w->why, asked->pgn, status);
    status = close_file(w, w->log, w->log_why, asked->log, status);
    status = close_file(w, w->ahead, w->why, w->ahead_path, status);
    if (w->ahead_path && w->complete)
        remove(w->ahead_path);
    return status;
}

static int open_and_play(Cli *cli, MatchAsked *asked) {
    Work w = {.cli = cli, .games = asked->job.games, .job = &asked->job, .ahead_path = asked->ahead};
    char date[16];
    time_t now = time(NULL);
    struct tm tm;
    int status = CLI_USAGE;
    if ((asked->ahead && !cli_may_write(cli, "pgn", asked->ahead)) || !(w.out = cli_output(cli)))
        return CLI_USAGE;
    if (localtime_r(&now, &tm) && strftime(date, sizeof date, "%Y.%m.%d", &tm))
        asked->job.date = date;
    gr_buffer_init(&w.text);
    asked->job.played = on_game;
    asked->job.user = &w;
    asked->job.stop = stops;
    if (open_files(&w, asked)) {
        asked->job.log = w.log ? on_line : NULL;
        asked->job.ahead = w.ahead_path && is_regular(w.pgn) ? on_ahead : NULL;
        status = play(&w);
    }
    gr_buffer_free(&w.text);
    return close_files(&w, asked, status);
}

int match_play(Cli *cli, const GrVariants *variants, MatchAsked *asked) {
    GrMatchPast past;
    GrError error;
    GrBuffer path;
    gr_buffer_init(&path);
    if (asked->pgn)
        gr_buffer_printf(&path, "%s.ahead", asked->pgn);
    if (path.failed)
        return cli_fail(cli, (gr_no_memory(&error), &error));
    asked->ahead = path.data;
    int code = 0, status;
    if (asked->resume) {
        code = gr_match_past_read(asked->pgn, asked->ahead, variants, asked->job.rules, asked->job.games,
                                  &past, &error);
        asked->job.past = &past;
    }
    if (code) {
        status = cli_fail(cli, &error);
    } else {
        if (asked->resume)
            cli_note(cli, "%" PRIu32 " of %" PRIu32 " games have been played already", past.count,
                     past.games);
        status = open_and_play(cli, asked);
        if (asked->resume)
            gr_match_past_free(&past);
    }
    gr_buffer_free(&path);
    return status;
}
