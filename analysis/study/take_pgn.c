/* Taking in the evaluations in the comments of games. */
#include <stdio.h>
#include <string.h>

#include "analysis/study/take_local.h"
#include "notation/eval.h"
#include "notation/reader/reader.h"

typedef struct Games {
    Taking *t;
    const GrGame *game;
    const char *file;
    size_t judge;
} Games;

static GrScore score_of(const GrEval *eval, int turn) {
    if (!eval->mate || turn == GR_WHITE)
        return gr_score_of_eval(eval);
    GrEval turned = *eval;
    turned.moves = -eval->moves;
    return -gr_score_of_eval(&turned);
}

/* Says of an evaluation that could not be read why it is passed over, unless its unit is not known, which is said of
 * the file as a whole. */
static void report_nonsense(Games *g, const char *comment, const GrNode *node) {
    char text[160];
    const char *at = strstr(comment, "[%eval ");
    size_t length = at ? strcspn(at, "]") : 0;
    if (!at || (!memchr(at, '.', length) && !memchr(at, '#', length)))
        return;
    snprintf(text, sizeof text, "'%.*s]' is no evaluation that can be, and is passed over", length < 80 ? (int)length : 80,
             at);
    take_report(g->t, &(GrTakeEvent){.kind = GR_TAKE_WARNING, .file = g->file, .text = text,
                                     .line = node->line ? node->line : g->game->line});
}

/* The comment behind the move that led to the position. */
static int take_comment(Games *g, const GrNode *node, const GrPosition *given) {
    GrEval eval;
    GrPosition pos = *given;
    if (!node->comment)
        return 0;
    const char *comment = gr_game_string(g->game, node->comment);
    if (!gr_eval_find(comment, &eval)) {
        report_nonsense(g, comment, node);
        return 0;
    }
    pos.clock = 0;
    pos.number = 1;
    g->t->summary->read++;
    if ((eval.mate && !eval.moves) || !take_is_wanted(g->t, &pos) || gr_state(&pos) != GR_OPEN)
        return 0;
    GrVerdict verdict = {.depth = eval.depth > 0 && eval.depth < 10000 ? eval.depth : 0, .lines = 1};
    verdict.line[0].score = score_of(&eval, pos.turn);
    return take_evaluation(g->t, g->judge, &pos, &verdict);
}

/* The line that begins with a node, and all variations in place of its later moves. Lines nest as
 * deep as the reader lets them. */
static int take_moves(Games *g, uint32_t first, const GrPosition *start) {
    GrPosition pos = *start;
    int code = 0;
    for (uint32_t n = first; n && code == 0; n = g->game->nodes[n].next) {
        const GrNode *node = &g->game->nodes[n];
        GrPosition before = pos;
        gr_play(&pos, node->move);
        code = take_comment(g, node, &pos);
        uint32_t other = n == first ? 0 : node->alternative;
        for (; other && code == 0; other = g->game->nodes[other].alternative)
            code = take_moves(g, other, &before);
    }
    return code;
}

static int take_game(Games *g) {
    const GrGame *game = g->game;
    const GrNode *root = &game->nodes[0];
    if (!game->rules || !game->node_count)
        return 0;
    int code = take_comment(g, root, &game->start);
    if (code == 0)
        code = take_moves(g, root->next, &game->start);
    uint32_t other = root->next ? game->nodes[root->next].alternative : 0;
    for (; other && code == 0; other = game->nodes[other].alternative)
        code = take_moves(g, other, &game->start);
    return code;
}

/* Who judged: the annotator, or where the game comes from. */
static const char *judge_of(const GrGame *game) {
    const char *annotator = gr_game_known_tag(game, "Annotator"), *site = gr_game_known_tag(game, "Site");
    if (annotator && !strstr(annotator, "lichess.org"))
        return annotator;
    return annotator || (site && strstr(site, "lichess.org")) ? "lichess" : "PGN";
}

static void report_game(Taking *t, const GrReader *reader, const char *file, uint64_t number,
                        const GrGame *game) {
    bool faulty = false;
    for (size_t i = 0; i < game->diag_count; i++)
        faulty |= game->diags[i].severity == GR_ERROR;
    t->summary->faulty += faulty;
    take_report(t, &(GrTakeEvent){.kind = GR_TAKE_GAME, .file = file, .number = number, .game = game});
    take_report(t, &(GrTakeEvent){.kind = GR_TAKE_READING, .file = file, .done = gr_reader_bytes(reader),
                                  .total = gr_reader_size(reader)});
}

static int take_games(Taking *t, GrReader *reader, const char *file, bool *of_file) {
    GrGame game;
    uint64_t number = 0;
    int got, code = 0;
    gr_game_init(&game);
    gr_reader_set_evals(reader, t->job->dialect);
    gr_reader_set_stop(reader, t->job->stop, t->job->user);
    while (code == 0 && (got = gr_reader_next(reader, &game, t->error)) > 0) {
        Games g = {.t = t, .game = &game, .file = file};
        report_game(t, reader, file, ++number, &game);
        code = take_judge(t, judge_of(&game), &g.judge);
        if (code == 0)
            code = take_game(&g);
    }
    gr_game_free(&game);
    *of_file = code == 0;
    if (code == 0 && got == 0 && !number)
        return gr_fail(t->error, GR_ERR_SYNTAX, "%s: no games and no evaluations are found", file);
    return code ? code : got;
}

int take_pgn(Taking *t, GrSource *source, const char *file, bool *of_file) {
    const GrVariants *variants = gr_db_all_variants(t->job->db);
    GrReader *reader = gr_reader_open_source(source, variants, t->job->rules, t->error);
    if (!reader)
        return (int)t->error->code;
    int code = take_games(t, reader, file, of_file);
    uint32_t doubt = gr_reader_doubtful_eval(reader);
    if (code == 0 && doubt)
        take_report(t, &(GrTakeEvent){.kind = GR_TAKE_WARNING, .file = file, .line = doubt,
                                      .text = "evaluations may be pawns or hundredths and are passed "
                                              "over; --eval-dialect says which"});
    gr_reader_close(reader);
    return code;
}
