/* Taking in the evaluations that lichess publishes, a line of JSON for each position. */
#include <string.h>

#include "analysis/study/lichess_line.h"
#include "analysis/study/take_local.h"

typedef struct Lines {
    Taking *t;
    GrSource *source;
    const char *file;
    const GrRules *rules;
    size_t judge;
    uint32_t number; /* of the line */
} Lines;

static void report_fault(Lines *l, size_t column, const char *text) {
    l->t->summary->faulty++;
    take_report(l->t, &(GrTakeEvent){.kind = GR_TAKE_FAULT, .file = l->file, .line = l->number,
                                     .column = (uint32_t)column, .text = text});
}

/* A line is looked at no further than its position, unless that is wanted; but it must have an end. */
static int take_line(Lines *l, const char *line, const char *end) {
    char fen[GR_FEN_SIZE];
    GrPosition pos;
    GrVerdict verdict;
    GrLichessFault fault;
    GrFaults faults;
    size_t at;
    while (end > line && strchr(" \t\r", end[-1]))
        end--;
    if (end == line)
        return 0;
    if (gr_lichess_fen(line, end, fen, &at, &fault) != 0) {
        report_fault(l, fault.column, fault.text);
        return 0;
    }
    if (gr_fen_read(l->rules, fen, &pos, &faults) != 0) {
        report_fault(l, at + faults.fault[0].column - 1, faults.fault[0].text);
        return 0;
    }
    pos.clock = 0;
    pos.number = 1;
    l->t->summary->read++;
    if (end[-1] != '}')
        report_fault(l, (size_t)(end - line) + 1, "the line ends; expected '}'");
    else if (!take_is_wanted(l->t, &pos) || gr_state(&pos) != GR_OPEN)
        return 0;
    else if (gr_lichess_verdict(line, end, &pos, &verdict, &fault) != 0)
        report_fault(l, fault.column, fault.text);
    else
        return take_evaluation(l->t, l->judge, &pos, &verdict);
    l->t->summary->read--;
    return 0;
}

static void report_progress(const Lines *l) {
    take_report(l->t, &(GrTakeEvent){.kind = GR_TAKE_READING, .file = l->file,
                                     .done = gr_source_bytes(l->source),
                                     .total = gr_source_size(l->source)});
}

/* Finds the end of the line at *line, sliding the window if need be; a line that is longer than the
 * window may hold is passed over: then *line is NULL. 1, 0 after the last line, or a code. */
static int find_line(Lines *l, const char **line, const char **end, const char **window_end) {
    size_t seen = 0;
    bool cut = false;
    for (;;) {
        *end = memchr(*line + seen, '\n', (size_t)(*window_end - *line) - seen);
        if (*end)
            break;
        seen = (size_t)(*window_end - *line);
        if (seen >= GR_SOURCE_KEEP / 2) {
            cut = true;
            *line = *window_end;
            seen = 0;
        }
        int more = gr_source_slide(l->source, *line, line, window_end, l->t->error);
        if (more < 0)
            return more;
        if (more == 0) {
            *end = *window_end;
            break;
        }
        report_progress(l);
    }
    if (*end == *window_end && *line == *end && !cut)
        return 0;
    l->number++;
    if (cut) {
        report_fault(l, 1, "the line is too long");
        *line = NULL;
    }
    return 1;
}

int take_lichess(Taking *t, GrSource *source, const char *file, bool *of_file) {
    Lines l = {.t = t, .source = source, .file = file, .rules = t->job->rules};
    const char *line, *end, *window_end;
    if (!l.rules)
        l.rules = gr_variants_find(gr_db_all_variants(t->job->db), "chess");
    *of_file = false;
    int code = take_judge(t, "lichess", &l.judge);
    if (code != 0)
        return code;
    int got = gr_source_slide(source, NULL, &line, &window_end, t->error);
    while (code == 0 && got >= 0 && (got = find_line(&l, &line, &end, &window_end)) > 0) {
        if (line)
            code = take_line(&l, line, end);
        line = end < window_end ? end + 1 : end;
        if (l.number % 4096 == 0 && take_is_stopped(t))
            code = gr_fail(t->error, GR_ERR_STOPPED, "stopped");
    }
    *of_file = got < 0;
    return code ? code : got < 0 ? got : 0;
}
