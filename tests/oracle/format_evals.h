/* The part of the second reader that reads evaluations, from grimoire-format(5) alone. */
#ifndef GR_TESTS_FORMAT_EVALS_H
#define GR_TESTS_FORMAT_EVALS_H

#include <sqlite3.h>
#include <stdint.h>

enum { FORMAT_EVAL_LINES = 16, FORMAT_EVAL_PLIES = 6 };

typedef struct FormatEval {
    uint64_t key;
    int64_t variant, judge; /* numbers of the tables */
    unsigned depth, lines;
    uint64_t nodes;
    struct {
        int score;
        unsigned plies;
        struct {
            unsigned from, to, kind, type, third;
        } move[FORMAT_EVAL_PLIES];
    } line[FORMAT_EVAL_LINES];
} FormatEval;

/* Reads all evaluations, in the order of the table's rows. NULL if all is as the page says, else what is
 * not. */
typedef void (*FormatTakeEval)(void *context, const FormatEval *eval);
const char *format_evals(sqlite3 *handle, FormatTakeEval take, void *context);

#endif
