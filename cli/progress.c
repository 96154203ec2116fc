/* Progress: one line on the terminal, with a rate and the time left. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/terminal.h"

double cli_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* "3.2 a second"; if slower, "12 a minute". */
static void put_rate(GrBuffer *out, double rate, bool bytes) {
    if (bytes)
        gr_buffer_printf(out, ", %.1f a second", rate / 1e6);
    else if (rate >= 10)
        gr_buffer_printf(out, ", %.0f a second", rate);
    else if (rate >= 1)
        gr_buffer_printf(out, ", %.1f a second", rate);
    else if (rate * 60 >= 1)
        gr_buffer_printf(out, ", %.0f a minute", rate * 60);
    else
        gr_buffer_printf(out, ", %.0f an hour", rate * 3600);
}

/* "12 s left", "3:07 left", "1:02:00 left". */
static void put_left(GrBuffer *out, double seconds) {
    uint64_t s = seconds < 1e7 ? (uint64_t)(seconds + 0.5) : 0;
    if (!s)
        return;
    if (s < 60)
        gr_buffer_printf(out, ", %" PRIu64 " s left", s);
    else if (s < 3600)
        gr_buffer_printf(out, ", %" PRIu64 ":%02" PRIu64 " left", s / 60, s % 60);
    else
        gr_buffer_printf(out, ", %" PRIu64 ":%02" PRIu64 ":%02" PRIu64 " left", s / 3600,
                         s / 60 % 60, s % 60);
}

/* "12 of 40 games, 3.1 a second, 9 s left". */
static void put_progress(GrBuffer *out, const CliBar *bar, uint64_t done, uint64_t total,
                         bool about, double seconds) {
    enum { MANY = 1000 }; /* of which the share is not seen at a glance */
    bool bytes = !strcmp(bar->what, "bytes");
    double unit = bytes ? 1e6 : 1;
    int digits = bytes ? 1 : 0;
    gr_buffer_printf(out, "%.*f", digits, (double)done / unit);
    if (total)
        gr_buffer_printf(out, " of %s%.*f", about ? "about " : "", digits, (double)total / unit);
    gr_buffer_printf(out, " %s", bytes ? "MB" : bar->what);
    if (total >= MANY && done <= total && !bytes)
        gr_buffer_printf(out, " (%.0f %%)", 100.0 * (double)done / (double)total);
    if (seconds < 1 || done <= bar->first)
        return;
    double rate = (double)(done - bar->first) / seconds;
    put_rate(out, rate, bytes);
    if (total > done)
        put_left(out, (double)(total - done) / rate);
}

/* A bar of `width` characters and a blank. */
static void draw(uint64_t done, uint64_t total, size_t width) {
    size_t inside = width - 3;
    size_t full = done < total ? (size_t)((double)done / (double)total * (double)inside) : inside;
    fputc('[', stderr);
    for (size_t i = 0; i < inside; i++)
        fputc(i < full ? '#' : '.', stderr);
    fputs("] ", stderr);
}

/* New work starts with a new rate. */
static void begin(CliBar *bar, const char *what, uint64_t done, uint64_t total, double time) {
    if (bar->what && !strcmp(bar->what, what) && done >= bar->done && total == bar->total)
        return;
    *bar = (CliBar){.shown = bar->shown, .logged = bar->logged, .what = what, .first = done, .total = total, .start = time,
                    .last = time - 1};
}

/* Asked once: progress is reported thousands of times. */
static bool is_terminal(Cli *cli) {
    if (!cli->terminal)
        cli->terminal = isatty(STDERR_FILENO) ? 1 : -1;
    return cli->terminal > 0;
}

/* The line over the one before. */
static void draw_line(const GrBuffer *text, uint64_t done, uint64_t total) {
    enum { WIDEST = 33, NARROWEST = 11 };
    size_t room = cli_columns(STDERR_FILENO) - 1, len = text->failed ? 0 : text->len;
    size_t left = room > len ? room - len : 0;
    fputs("\r\033[K", stderr);
    if (total && left >= NARROWEST)
        draw(done, total, left < WIDEST ? left : WIDEST);
    fprintf(stderr, "%.*s", (int)(len < room ? len : room), text->failed ? "" : text->data);
    fflush(stderr);
}

/* Is it time to show something again? New work in a file waits for its first line as the work before did. */
static bool is_due(Cli *cli, double time) {
    CliBar *bar = &cli->bar;
    if (is_terminal(cli))
        return !bar->shown || time - bar->last >= 0.1;
    if (bar->logged == 0)
        bar->logged = time;
    return time - bar->logged >= cli->every;
}

void cli_progress(Cli *cli, const char *what, uint64_t done, uint64_t total) {
    CliBar *bar = &cli->bar;
    if (cli->quiet || !(is_terminal(cli) || cli->every))
        return;
    double time = cli_seconds();
    begin(bar, what, done, total, time);
    bar->done = done;
    if (!is_due(cli, time))
        return;
    bar->last = bar->logged = time;
    GrBuffer text;
    gr_buffer_init(&text);
    put_progress(&text, bar, done, total, cli->about, time - bar->start);
    if (cli->beside)
        gr_buffer_printf(&text, "; %s", cli->beside);
    if (is_terminal(cli))
        draw_line(&text, done, total);
    else
        cli_note(cli, "%s", text.failed ? "" : text.data);
    gr_buffer_free(&text);
    bar->shown = is_terminal(cli);
}

void cli_progress_end(Cli *cli) {
    if (cli->bar.shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        cli->bar.shown = false;
    }
}
