/* The engine. */
#include <stdlib.h>

#include "analysis/engine/search.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "wasm/web.h"

/* Given by the program: takes a line while the search runs, as JSON; should the search end? */
__attribute__((import_module("grimoire"), import_name("line"))) void gr_web_on_line(const char *text, size_t len);
__attribute__((import_module("grimoire"), import_name("stopped"))) int gr_web_stopped(void);

typedef struct GrWebSearch {
    GrSearch *search;
    GrTracks tracks;
    GrBuffer line;
    const GrPosition *pos; /* while it runs */
} GrWebSearch;

void GR_EXPORT(gr_web_search_close)(GrWebSearch *s) {
    if (!s)
        return;
    gr_search_free(s->search);
    gr_tracks_free(&s->tracks);
    gr_buffer_free(&s->line);
    free(s);
}

/* ---- lines ---- */

static void put_moves(GrJson *json, const GrPosition *pos, const GrLine *line, bool san) {
    GrPosition now = *pos;
    gr_json_open(json, san ? "san" : "uci", '[');
    for (int i = 0; i < line->length; i++) {
        char text[GR_SAN_SIZE > GR_UCI_SIZE ? GR_SAN_SIZE : GR_UCI_SIZE];
        if (san)
            gr_san_write(&now, line->move[i], text);
        else
            gr_uci_write(&now, line->move[i], text);
        gr_json_string(json, NULL, text);
        gr_play(&now, line->move[i]);
    }
    gr_json_close(json, ']');
}

/* {line, depth, seldepth, score: centipawns or null, mate: moves or null, bound, nodes, ms, uci: [...], san: [...]};
 * the score is that of the side to move. */
static void put_line(GrJson *json, const GrPosition *pos, const GrLine *line, int index) {
    bool mate = gr_score_is_mate(line->score);
    gr_json_int(json, "line", index + 1);
    gr_json_int(json, "depth", line->depth);
    gr_json_int(json, "seldepth", line->seldepth);
    if (mate)
        gr_json_null(json, "score");
    else
        gr_json_int(json, "score", line->score);
    if (mate)
        gr_json_int(json, "mate", gr_score_mate_moves(line->score));
    else
        gr_json_null(json, "mate");
    gr_json_string(json, "bound", line->lower ? "lower" : line->upper ? "upper" : NULL);
    put_moves(json, pos, line, false);
    put_moves(json, pos, line, true);
}

static void report(void *user, const GrProgress *progress) {
    GrWebSearch *s = user;
    GrJson json;
    gr_buffer_clear(&s->line);
    gr_json_start(&json, gr_put_buffer, &s->line);
    gr_json_open(&json, NULL, '{');
    put_line(&json, s->pos, progress->line, progress->index);
    gr_json_int(&json, "nodes", (int64_t)progress->nodes);
    gr_json_int(&json, "ms", progress->ms);
    gr_json_close(&json, '}');
    if (!s->line.failed)
        gr_web_on_line(s->line.data, s->line.len);
}

bool gr_web_is_stopped(void) {
    return gr_web_stopped();
}

/* ---- searches ---- */

/* With a table of so many megabytes; NULL when memory runs out. */
GrWebSearch *GR_EXPORT(gr_web_search)(size_t megabytes) {
    GrWebSearch *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->search = gr_search_new(megabytes);
    if (!s->search) {
        free(s);
        return NULL;
    }
    gr_search_on_progress(s->search, report, s);
    return s;
}

/* Takes the text as the file of a network, for positions of its variant; an empty one takes it away. */
int GR_EXPORT(gr_web_search_net)(GrWeb *web, const GrWebSearch *s) {
    GrError error;
    int code = gr_search_set_net_bytes(s->search, web->in.data, web->in.len, &error);
    return code != 0 ? gr_web_fail(web, code, error.text) : 0;
}

void GR_EXPORT(gr_web_search_forget)(const GrWebSearch *s) {
    gr_search_forget(s->search);
}

static bool track(GrWebSearch *s, const GrWebBoard *board) {
    s->tracks.count = 0;
    bool good = gr_tracks_begin(&s->tracks, &board->position[0]);
    uint32_t node = board->game.nodes[0].next;
    for (uint32_t ply = 0; good && ply < board->game.plies; ply++, node = board->game.nodes[node].next)
        good = gr_tracks_add(&s->tracks, &board->position[ply], board->game.nodes[node].move,
                             &board->position[ply + 1]);
    return good;
}

/* Searches the board's position up to the limits; 0 is none. The answer is {lines: [...], nodes, ms}, with
 * lines as they are reported on the way. */
int GR_EXPORT(gr_web_run)(GrWeb *web, GrWebSearch *s, const GrWebBoard *board, int depth, double nodes, double ms,
                          int lines, int mate) {
    GrLimits limits = {.depth = depth, .nodes = (uint64_t)nodes, .movetime = (int64_t)ms, .lines = lines, .mate = mate};
    GrFound found;
    s->pos = gr_web_now(board);
    int code = track(s, board) ? 0 : GR_ERR_MEMORY;
    if (code == 0)
        code = gr_search_run(s->search, s->pos, s->tracks.track, s->tracks.count, &limits, &found);
    if (code != 0)
        return gr_web_fail(web, code, "out of memory");
    GrJson *json = gr_web_answer(web);
    gr_json_open(json, NULL, '{');
    gr_json_open(json, "lines", '[');
    for (int i = 0; i < found.lines; i++) {
        gr_json_open(json, NULL, '{');
        put_line(json, s->pos, &found.line[i], i);
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
    gr_json_int(json, "nodes", (int64_t)found.nodes);
    gr_json_int(json, "ms", found.ms);
    gr_json_close(json, '}');
    return gr_web_answered(web);
}
