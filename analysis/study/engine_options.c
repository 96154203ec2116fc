/* Options of engines. */
#include "analysis/study/engine_options.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "notation/buffer.h"

/* They change how fast an engine is, what it prints, or whom it plays. The manual lists them. */
static const char *const IDLE[] = {
    "Threads", "Hash", "Clear Hash", "Ponder", "Move Overhead", "Minimum Thinking Time", "Slow Mover",
    "nodestime", "Debug Log File", "Log File", "LogFile", "NumaPolicy", "UCI_ShowWDL",
    "UCI_ShowCurrLine", "UCI_ShowRefutations", "UCI_Opponent", "UCI_EngineAbout", "VerboseMoveStats",
};

static bool is_idle(const char *name) {
    for (size_t i = 0; i < sizeof IDLE / sizeof *IDLE; i++)
        if (strcasecmp(name, IDLE[i]) == 0)
            return true;
    return false;
}

/* The name as the engine writes it, and its default. */
static const char *own_name(const GrEngine *engine, const char *name, const char **usual) {
    const char *own;
    for (size_t n = 0; gr_engine_option(engine, n, &own, usual); n++)
        if (strcasecmp(own, name) == 0)
            return own;
    *usual = "";
    return name;
}

/* Is an option of that name set later on in the setup, so that this one does not count? */
static bool is_set_again(const GrAnalystSetup *setup, size_t i) {
    for (size_t j = i + 1; j < setup->options; j++)
        if (strcasecmp(setup->option[i].name, setup->option[j].name) == 0)
            return true;
    return false;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "NAME=VALUE", to be freed, of an option that matters; NULL for one that does not, or with *failed
 * set. */
static char *describe(const GrEngine *engine, const GrAnalystSetup *setup, size_t i, bool *failed) {
    const GrAnalystOption *option = &setup->option[i];
    const char *usual, *name = own_name(engine, option->name, &usual);
    GrBuffer out;
    if (is_idle(name) || strcmp(option->value, usual) == 0 || is_set_again(setup, i))
        return NULL;
    gr_buffer_init(&out);
    gr_buffer_printf(&out, "%s=%s", name, option->value);
    char *text = gr_buffer_take(&out);
    *failed |= !text;
    return text;
}

static int join(char **part, size_t parts, char *text, size_t size, GrError *error) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < parts; i++) {
        const char *between = i ? "; " : "";
        size_t more = strlen(between) + strlen(part[i]);
        if (used + more >= size)
            return gr_fail(error, GR_ERR_LIMIT, "the options are longer than the %zu bytes that are kept "
                                                "with evaluations", size - 1);
        strcpy(text + used, between);
        strcat(text + used, part[i]);
        used += more;
    }
    return 0;
}

int gr_engine_identity(const GrEngine *engine, const GrAnalystSetup *setup, char *text, size_t size,
                       GrError *error) {
    size_t parts = 0;
    bool failed = false;
    char **part = calloc(setup->options + 1, sizeof *part);
    if (!part)
        return gr_no_memory(error);
    for (size_t i = 0; i < setup->options; i++) {
        part[parts] = describe(engine, setup, i, &failed);
        parts += part[parts] != NULL;
    }
    if (setup->reproducible) {
        part[parts] = strdup("reproducible");
        failed |= !part[parts];
        parts += part[parts] != NULL;
    }
    qsort(part, parts, sizeof *part, by_text);
    int code = failed ? gr_no_memory(error) : join(part, parts, text, size, error);
    for (size_t i = 0; i < parts; i++)
        free(part[i]);
    free(part);
    return code;
}
