/* Openings of matches, read from a file or made at random. */
#include "analysis/study/openings.h"

#include <stdlib.h>
#include <string.h>

#include "notation/buffer.h"
#include "notation/reader/reader.h"
#include "notation/text/source.h"
#include "rules/fen.h"

/* The list that is made, and of what. */
typedef struct Loader {
    const char *path;
    const GrVariants *variants;
    const GrRules *rules;
    GrOpenings *list;
    GrError *error;
} Loader;

void gr_openings_free(GrOpenings *openings) {
    for (size_t i = 0; i < openings->count; i++)
        free(openings->opening[i].move);
    free(openings->opening);
    gr_buffer_free(&openings->warnings);
    *openings = (GrOpenings){0};
}

static int out_of_memory(const Loader *loader) {
    return gr_no_memory(loader->error);
}

/* Adds an opening with room for so many moves; NULL without memory. */
static GrOpening *add(Loader *loader, const GrPosition *start, size_t moves) {
    GrOpenings *list = loader->list;
    if (list->count == list->cap) {
        size_t cap = list->cap ? 2 * list->cap : 64;
        GrOpening *grown = realloc(list->opening, cap * sizeof *grown);
        if (!grown)
            return NULL;
        list->opening = grown;
        list->cap = cap;
    }
    GrMove *move = malloc((moves + 1) * sizeof *move);
    if (!move)
        return NULL;
    list->opening[list->count] = (GrOpening){.start = *start, .move = move};
    return &list->opening[list->count++];
}

static int faulty(const Loader *loader, uint32_t line, const char *why) {
    return gr_fail(loader->error, GR_ERR_SYNTAX, "%s:%u: %s", loader->path, line, why);
}

/* ---- positions ---- */

static int add_fen(Loader *loader, const char *text, uint32_t line) {
    GrPosition pos;
    GrFaults faults;
    if (gr_fen_read(loader->rules, text, &pos, &faults)) {
        unsigned first = 0;
        while (first + 1 < GR_MAX_FAULTS && faults.fault[first].dropped)
            first++;
        return faulty(loader, line, faults.fault[first].text);
    }
    for (unsigned i = 0; i < faults.count && i < GR_MAX_FAULTS; i++)
        gr_buffer_printf(&loader->list->warnings, "%s:%u: warning: %s; it is left out\n",
                         loader->path, line, faults.fault[i].text);
    if (gr_state(&pos) != GR_OPEN)
        return faulty(loader, line, "the game is over in this position");
    return add(loader, &pos, 0) ? 0 : out_of_memory(loader);
}

static int add_fens(Loader *loader, char *text) {
    uint32_t number = 1;
    for (char *line = text, *next; line; line = next, number++) {
        next = strchr(line, '\n');
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

/* ---- games ---- */

static int add_game(Loader *loader, const GrGame *game) {
    if (game->rules != loader->rules)
        return faulty(loader, game->line, "the opening is of another variant");
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].severity == GR_ERROR)
            return faulty(loader, game->diags[i].line ? game->diags[i].line : game->line,
                          gr_game_string(game, game->diags[i].text));
    if (gr_game_state(game) != GR_OPEN)
        return faulty(loader, game->line, "the game is over after this opening");
    GrOpening *opening = add(loader, &game->start, game->plies);
    if (!opening)
        return out_of_memory(loader);
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
    while (reader && (code = gr_reader_next(reader, &game, loader->error)) > 0)
        if ((code = add_game(loader, &game)) != 0)
            break;
    gr_game_free(&game);
    gr_reader_close(reader);
    return code;
}

/* ---- the file ---- */

static int read_all(const Loader *loader, GrBuffer *out) {
    GrSource *source = gr_source_open(loader->path, loader->error);
    const char *from = NULL, *text, *end = NULL;
    int code = source ? 1 : (int)loader->error->code;
    if (source)
        gr_source_read_as_it_stands(source); /* a position has `*` for a hole */
    while (code > 0) {
        code = gr_source_slide(source, from, &text, &end, loader->error);
        if (code > 0)
            gr_buffer_add(out, text, (size_t)(end - text));
        from = end;
    }
    gr_source_close(source);
    return code < 0 ? code : out->failed ? out_of_memory(loader) : 0;
}

int gr_openings_read(const char *path, const GrVariants *variants, const GrRules *rules,
                     GrOpenings *openings, GrError *error) {
    GrError own;
    Loader loader = {path, variants, rules, openings, error ? error : &own};
    GrBuffer text;
    GrPosition first;
    *openings = (GrOpenings){0};
    gr_buffer_init(&text);
    int code = read_all(&loader, &text);
    if (!code && text.len) {
        char *end = strchr(text.data, '\n');
        if (end)
            *end = '\0';
        bool fens = gr_fen_read(rules, text.data, &first, NULL) == 0;
        if (end)
            *end = '\n';
        code = fens ? add_fens(&loader, text.data) : add_games(&loader, text.data, text.len);
    }
    gr_buffer_free(&text);
    if (!code && openings->warnings.failed)
        code = out_of_memory(&loader);
    if (!code && !openings->count)
        code = gr_fail(loader.error, GR_ERR_SYNTAX, "%s: no opening found", path);
    if (code)
        gr_openings_free(openings);
    return code;
}
