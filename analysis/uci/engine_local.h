/* The inside of the client of another engine. Internal to analysis/. */
#ifndef GR_ANALYSIS_ENGINE_LOCAL_H
#define GR_ANALYSIS_ENGINE_LOCAL_H

#include "analysis/uci/engine_client.h"
#include "analysis/uci/engine_process.h"
#include "notation/buffer.h"

enum { ENGINE_MOST_BYTES = 16 << 20 }; /* in a search; more is a flood */

struct GrEngine {
    GrProcess process;
    char *command;
    GrBuffer name;
    GrBuffer options;  /* the name of each, a NUL, its default, a NUL */
    GrBuffer variants; /* " name" for each value of UCI_Variant, and a last blank */
    GrStopCall stop;
    void *user;
    int patience;
    const char *variant; /* what it calls the variant; NULL: as everybody does */
    bool restricted; /* it is given the legal moves */
    bool changed;    /* an option was set since it introduced itself */
    bool hung;       /* it had to be killed */
    bool dead;
    char how[GR_PROCESS_HOW]; /* it ended */
};

/* It is running, but of no use: kills it, and fails. */
int engine_hung_up(GrEngine *engine, GrCode code, const char *why, GrError *error);

/* Less than `ms` where the engine's patience is shorter. */
int engine_at_most(const GrEngine *engine, int ms);

int engine_send(GrEngine *engine, const char *text, size_t length, GrError *error);
int engine_send_line(GrEngine *engine, const char *text, GrError *error);

/* The next line before `until`: 1 with it, 0 if time is up, however many lines may still come; a
 * code below 0. */
int engine_next_line(GrEngine *engine, int64_t until, char **line, GrError *error);

/* Throws away what has come unasked, so that it is not taken for an answer. */
int engine_drop_leftovers(GrEngine *engine, GrError *error);

/* A word at the start of a line; returns what follows it, NULL if it is another. */
char *engine_after_word(char *line, const char *word);

#endif
