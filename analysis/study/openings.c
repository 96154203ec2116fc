/* Openings of matches, read from a file or made at random. */
#include "analysis/study/openings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/buffer.h"
#include "notation/fen_faults.h"
#include "notation/reader/reader.h"
#include "notation/room.h"
#include "notation/text/whole.h"

enum { MOST_TEXT = 256 << 20 };

/* The list that is made, and of what. */
typedef struct Loader {
    const char *path;
    const GrVariants *variants;
    const GrRules *rules;
    GrOpenings *list;
    uint64_t game; /* number of the one at hand */
    bool (*stop)(void *user); /* NULL: none */
    void *user;
    GrError *error;
} Loader;

static void free_openings(GrOpenings *openings) {
    for (size_t i = 0; i < openings->count; i++)
        free(openings->opening[i].move);
    free(openings->opening);
    openings->opening = NULL;
    openings->count = openings->cap = 0;
}

void gr_openings_free(GrOpenings *openings) {
    free_openings(openings);
    free(openings->fault);
    gr_buffer_free(&openings->texts);
    *openings = (GrOpenings){0};
}

static int out_of_memory(const Loader *loader) {
    return gr_no_memory(loader->error);
}

/* Adds an opening with room for `moves` moves; NULL after a failure. */
static GrOpening *add(Loader *loader, const GrPosition *start, size_t moves) {
    GrOpenings *list = loader->list;
    if (list->count == GR_OPENINGS) {
        gr_fail(loader->error, GR_ERR_LIMIT, "%s: more than %d openings", loader->path, GR_OPENINGS);
        return NULL;
    }
    if (!gr_room(&list->opening, list->count, 1, &list->cap, sizeof *list->opening)) {
        out_of_memory(loader);
        return NULL;
    }
    GrMove *move = malloc((moves + 1) * sizeof *move);
    if (!move) {
        out_of_memory(loader);
        return NULL;
    }
    list->opening[list->count] = (GrOpening){.start = *start, .move = move};
    return &list->opening[list->count++];
}

/* ---- what is wrong ---- */

static int note(const Loader *loader, const GrDiagnostic *at, const char *text) {
    GrOpenings *list = loader->list;
    if (!gr_room(&list->fault, list->fault_count, 1, &list->fault_cap, sizeof *list->fault))
        return out_of_memory(loader);
    list->fault[list->fault_count++] = (GrOpeningFault){
        at->severity, at->line, at->column, loader->game, at->ply, list->texts.len,
    };
    gr_buffer_add(&list->texts, text, strlen(text) + 1);
    return list->texts.failed ? out_of_memory(loader) : 0;
}

static int give_up(const Loader *loader) {
    return gr_fail(loader->error, GR_ERR_SYNTAX, "%s: an opening is faulty", loader->path);
}

static int faulty(const Loader *loader, uint32_t line, const char *why) {
    int code = note(loader, &(GrDiagnostic){.severity = GR_ERROR, .line = line}, why);
    return code ? code : give_up(loader);
}

/* ---- positions ---- */

static int note_faults(const Loader *loader, const GrFaults *faults, uint32_t line) {
    char text[sizeof faults->fault[0].text + 40];
    int code = 0;
    for (unsigned i = 0; i < faults->count && i < GR_MAX_FAULTS && !code; i++) {
        GrDiagnostic at = {.line = line, .column = faults->fault[i].column};
        at.severity = faults->fault[i].dropped ? GR_WARNING : GR_ERROR;
        snprintf(text, sizeof text, "impossible FEN: %s%s", faults->fault[i].text,
                 faults->fault[i].dropped ? "; it is left out" : "");
        code = note(loader, &at, text);
    }
    return code;
}

static int add_fen(Loader *loader, const char *text, uint32_t line) {
    GrPosition pos;
    GrFaults faults;
    bool read = gr_fen_read(loader->rules, text, &pos, &faults) == 0;
    gr_faults_arrange(&faults, loader->variants, loader->rules, text);
    int code = note_faults(loader, &faults, line);
    if (code || !read)
        return code ? code : give_up(loader);
    if (gr_state(&pos) != GR_OPEN)
        return faulty(loader, line, "the game is over in this position");
    return add(loader, &pos, 0) ? 0 : loader->error->code;
}

static int add_fens(Loader *loader, char *text) {
    uint32_t number = 1;
    for (char *line = text, *next; line; line = next, number++) {
        next = strchr(line, '\n');
        if (loader->stop && loader->stop(loader->user))
            return gr_fail(loader->error, GR_ERR_STOPPED, "stopped");
        if (next)
            *next++ = '\0';
        int code = line[strspn(line, " \t")] == '\0' || *line == '#'
                       ? 0
                       : add_fen(loader, line, number);
        if (code)
            return code;
    }
    return 0;
}

/* Is the text a list of positions: does its first line that is neither blank nor a comment begin with a board, or can
 * it be read as a position? */
static bool begins_with_position(const GrRules *rules, char *text) {
    char *line = text + strspn(text, " \t\r\n");
    while (*line == '#') {
        line += strcspn(line, "\n");
        line += strspn(line, " \t\r\n");
    }
    GrPosition pos;
    int ranks = 1;
    for (size_t i = 0, len = strcspn(line, " \t\r\n"); i < len; i++)
        ranks += line[i] == '/';
    if (ranks > 1 && ranks >= gr_variant(rules)->ranks && *line != '[')
        return true;
    char *end = strchr(line, '\n');
    if (end)
        *end = '\0';
    bool read = gr_fen_read(rules, line, &pos, NULL) == 0;
    if (end)
        *end = '\n';
    return read;
}

/* ---- games ---- */

/* Warnings and errors of the game; GR_ERR_SYNTAX if there are errors. */
static int note_diagnostics(const Loader *loader, const GrGame *game) {
    bool failed = false;
    for (size_t i = 0; i < game->diag_count; i++) {
        GrDiagnostic at = game->diags[i];
        if (at.severity == GR_NOTE)
            continue;
        at.line = at.line ? at.line : game->line;
        failed |= at.severity == GR_ERROR;
        int code = note(loader, &at, gr_game_string(game, at.text));
        if (code)
            return code;
    }
    return failed ? give_up(loader) : 0;
}

static int add_game(Loader *loader, const GrGame *game) {
    if (game->rules != loader->rules)
        return faulty(loader, game->line, "the opening is of another variant");
    int code = note_diagnostics(loader, game);
    if (code)
        return code;
    if (gr_game_state(game) != GR_OPEN)
        return faulty(loader, game->line, "the game is over after this opening");
    GrOpening *opening = add(loader, &game->start, game->plies);
    if (!opening)
        return loader->error->code;
    for (uint32_t node = game->nodes[0].next; node; node = game->nodes[node].next)
        opening->move[opening->count++] = game->nodes[node].move;
    return 0;
}

static int add_games(Loader *loader, const char *text, size_t len) {
    GrGame game;
    int code = GR_ERR_MEMORY;
    GrReader *reader =
        gr_reader_open_memory(text, len, loader->variants, loader->rules, loader->error);
    gr_game_init(&game);
    if (reader)
        gr_reader_set_stop(reader, loader->stop, loader->user);
    while (reader && (code = gr_reader_next(reader, &game, loader->error)) > 0) {
        loader->game++;
        if ((code = add_game(loader, &game)) != 0)
            break;
    }
    gr_game_free(&game);
    gr_reader_close(reader);
    return code;
}

/* ---- the file ---- */

/* Why the text, in which no opening was found, has none: what keeps its first line from being a position. */
static int none_found(const Loader *loader, char *text) {
    uint32_t number = 1;
    GrPosition pos;
    GrFaults faults;
    while (text[strspn(text, " \t\r")] == '\n' || *text == '#') {
        text += strcspn(text, "\n");
        text += *text == '\n';
        number++;
    }
    text += strspn(text, " \t\r");
    text[strcspn(text, "\n")] = '\0';
    if (!*text || !gr_fen_read(loader->rules, text, &pos, &faults) || !faults.count)
        return gr_fail(loader->error, GR_ERR_SYNTAX, "%s: no opening found", loader->path);
    return gr_fail(loader->error, GR_ERR_SYNTAX, "%s: no opening found; line %u is neither a game nor a position: %s",
                   loader->path, number, faults.fault[0].text);
}

int gr_openings_read(const char *path, const GrVariants *variants, const GrRules *rules, GrOpenings *openings,
                     bool (*stop)(void *user), void *user, GrError *error) {
    GrError own;
    Loader loader = {path, variants, rules, openings, 0, stop, user, error ? error : &own};
    GrBuffer text;
    *openings = (GrOpenings){0};
    gr_buffer_init(&text);
    int code = gr_text_whole(path, MOST_TEXT, &text, stop, user, loader.error);
    if (!code && text.len) {
        bool fens = begins_with_position(rules, text.data);
        code = fens ? add_fens(&loader, text.data) : add_games(&loader, text.data, text.len);
    }
    if (!code && !openings->count)
        code = none_found(&loader, text.len ? text.data : (char[]){""});
    gr_buffer_free(&text);
    if (code)
        free_openings(openings);
    return code;
}
