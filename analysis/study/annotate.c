/* Annotating one game: evaluations, marks of mistakes, best lines. */
#include "analysis/study/annotate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/annotate_text.h"

/* Losses of winning chances, in percent, from which a move is called dubious, mistake, blunder. */
enum { DUBIOUS = 6, MISTAKE = 12, BLUNDER = 20 };
enum { NAG_MISTAKE = 2, NAG_BLUNDER = 4, NAG_DUBIOUS = 6 };

/* ---- the mark of a game ---- */

void gr_annotation_settings(const GrAnalyst *analyst, const GrLimits *limits,
                            char settings[GR_SETTINGS_SIZE]) {
    const char *what = limits->depth ? "depth" : limits->nodes ? "nodes" : "movetime";
    unsigned long long much = limits->depth   ? (unsigned long long)limits->depth
                              : limits->nodes ? (unsigned long long)limits->nodes
                                              : (unsigned long long)limits->movetime;
    snprintf(settings, GR_SETTINGS_SIZE, "%.100s, %s %llu", gr_analyst_name(analyst), what, much);
}

/* The number at *text if `after` follows it, past which *text then points; else -1. */
static long read_number(const char **text, const char *after) {
    char *end;
    long number = strtol(*text, &end, 10);
    size_t length = strlen(after);
    if (end == *text || number < 0 || strncmp(end, after, length) != 0)
        return -1;
    *text = end + length;
    return number;
}

/* Is the mark of these settings and this length of game? Then *done are the plies finished. */
static bool read_mark(const char *mark, const char *settings, uint32_t plies, uint32_t *done) {
    size_t length = strlen(settings);
    if (!mark || strncmp(mark, settings, length) != 0 || strncmp(mark + length, ", ", 2) != 0)
        return false;
    mark += length + 2;
    long got = read_number(&mark, " of "), all = got < 0 ? -1 : read_number(&mark, " plies");
    if (all != (long)plies || got > all || *mark != '\0')
        return false;
    *done = (uint32_t)got;
    return true;
}

static const GrNode *next_node(const GrGame *game, const GrNode *node) {
    return node->next ? &game->nodes[node->next] : NULL;
}

GrAnnotated gr_annotation_look(const GrGame *game, const char *settings) {
    uint32_t done;
    const char *mark = gr_game_tag(game, GR_ANALYSIS_TAG);
    if (read_mark(mark, settings, game->plies, &done))
        return done == game->plies ? GR_FINISHED : GR_BEGUN;
    if (mark)
        return GR_OTHERWISE;
    const GrNode *node = game->node_count ? &game->nodes[0] : NULL;
    for (; node; node = next_node(game, node)) {
        const char *value, *end;
        if (gr_command_find(gr_game_string(game, node->comment), "eval", &value, &end))
            return GR_FOREIGN_EVALS;
    }
    return GR_UNTOUCHED;
}

/* ---- judging ---- */

/* Takes over the scores that an earlier run wrote for the first `done` plies. The last of these
 * positions is judged again, for its best line. */
static void resume(GrAnnotation *a, const GrGame *game, uint32_t done) {
    const GrNode *node = done ? &game->nodes[0] : NULL;
    for (uint32_t ply = 1; ply <= done; ply++) {
        node = next_node(game, node);
        GrEval eval;
        if (!node || !gr_eval_find(gr_game_string(game, node->comment), &eval))
            return;
        a->verdict[ply] = (GrVerdict){.score = gr_score_of_eval(&eval), .depth = eval.depth};
        a->known = ply;
        a->first = ply + 1;
    }
}

int gr_annotation_begin(GrAnnotation *annotation, const GrGame *game, const char *settings) {
    uint32_t done = 0, ply = 0;
    *annotation = (GrAnnotation){.plies = game->plies, .first = 1};
    snprintf(annotation->settings, GR_SETTINGS_SIZE, "%s", settings);
    annotation->move = calloc((size_t)game->plies + 1, sizeof *annotation->move);
    annotation->verdict = calloc((size_t)game->plies + 1, sizeof *annotation->verdict);
    if (!annotation->move || !annotation->verdict)
        return GR_ERR_MEMORY;
    const GrNode *node = game->plies ? next_node(game, &game->nodes[0]) : NULL;
    for (; node && ply < game->plies; node = next_node(game, node))
        annotation->move[ply++] = node->move;
    if (read_mark(gr_game_tag(game, GR_ANALYSIS_TAG), settings, game->plies, &done))
        resume(annotation, game, done);
    return 0;
}

void gr_annotation_free(GrAnnotation *annotation) {
    free(annotation->move);
    free(annotation->verdict);
    annotation->move = NULL;
    annotation->verdict = NULL;
}

/* The verdict on a position in which the game is over; false if it goes on there. */
static bool judge_end(const GrAnnotation *a, const GrGame *game, const GrPosition *pos,
                      GrVerdict *verdict) {
    GrState state = a->known == a->plies ? gr_game_state(game) : gr_state(pos);
    if (state == GR_OPEN)
        return false;
    int winner = gr_winner(pos, state);
    verdict->over = winner >= 0;
    verdict->score = winner < 0 ? 0 : winner == GR_WHITE ? GR_MATE : -GR_MATE;
    return true;
}

int gr_annotation_step(GrAnnotation *annotation, const GrGame *game, GrAnalyst *analyst,
                       const GrLimits *limits, GrError *error) {
    GrPosition pos;
    GrAnswer answer;
    GrVerdict *verdict = &annotation->verdict[annotation->known];
    gr_game_position(game, annotation->known, &pos);
    *verdict = (GrVerdict){0};
    if (!judge_end(annotation, game, &pos, verdict)) {
        int code = gr_analyst_judge(analyst, &game->start, annotation->move, annotation->known,
                                    limits, &answer, error);
        if (code != 0)
            return code;
        if (!answer.scored)
            return gr_fail(error, GR_ERR_SYNTAX, "engine '%s' gives no score",
                           gr_analyst_name(analyst));
        verdict->score = pos.turn == GR_WHITE ? answer.line.score : -answer.line.score;
        verdict->depth = answer.line.depth;
        verdict->length = answer.line.length < GR_BEST_PLIES ? answer.line.length : GR_BEST_PLIES;
        memcpy(verdict->best, answer.line.move, (size_t)verdict->length * sizeof(GrMove));
    }
    annotation->known++;
    return 0;
}

/* ---- taking out ---- */

static bool is_ours(const GrGame *game, const GrNode *first) {
    const char *value, *end;
    return gr_command_find(gr_game_string(game, first->comment), "best", &value, &end) != NULL;
}

/* Unlinks the variations in place of a move that annotating put there. */
static void strip_variations(GrGame *game, GrNode *node) {
    uint32_t *link = &node->alternative;
    while (*link) {
        GrNode *first = &game->nodes[*link];
        if (is_ours(game, first))
            *link = first->alternative;
        else
            link = &first->alternative;
    }
}

static int set_text(GrGame *game, GrText *at, const GrBuffer *text) {
    if (text->failed)
        return GR_ERR_MEMORY;
    if (text->len == 0) {
        *at = 0;
        return 0;
    }
    return gr_game_add_text(game, text->data, text->len, at);
}

/* Takes the NAG away that [%loss N,NAG] says we set. */
static int strip_nag(GrGame *game, uint32_t index) {
    const char *value, *end;
    const char *comment = gr_game_string(game, game->nodes[index].comment);
    const char *nags = gr_game_string(game, game->nodes[index].nags);
    if (!gr_command_find(comment, "loss", &value, &end))
        return 0;
    const char *comma = memchr(value, ',', (size_t)(end - value));
    long ours = comma ? strtol(comma + 1, NULL, 10) : 0;
    const char *found = ours > 0 && ours < 256 ? strchr(nags, (int)ours) : NULL;
    if (!found)
        return 0;
    GrBuffer rest;
    GrText text = 0;
    gr_buffer_init(&rest);
    gr_buffer_add(&rest, nags, (size_t)(found - nags));
    gr_buffer_puts(&rest, found + 1);
    int code = set_text(game, &text, &rest);
    gr_buffer_free(&rest);
    if (code == 0)
        game->nodes[index].nags = text;
    return code;
}

static int strip_node(GrGame *game, uint32_t index) {
    strip_variations(game, &game->nodes[index]);
    int code = strip_nag(game, index);
    if (code != 0 || game->nodes[index].comment == 0)
        return code;
    GrBuffer without_eval, without;
    GrText text = 0;
    gr_buffer_init(&without_eval);
    gr_buffer_init(&without);
    gr_command_remove(&without_eval, gr_game_string(game, game->nodes[index].comment), "eval");
    gr_command_remove(&without, without_eval.len ? without_eval.data : "", "loss");
    code = without_eval.failed ? GR_ERR_MEMORY : set_text(game, &text, &without);
    gr_buffer_free(&without_eval);
    gr_buffer_free(&without);
    if (code == 0)
        game->nodes[index].comment = text;
    return code;
}

int gr_annotation_strip(GrGame *game, bool foreign) {
    int code = 0;
    if (game->node_count == 0 || (!foreign && !gr_game_tag(game, GR_ANALYSIS_TAG)))
        return 0;
    for (uint32_t at = game->nodes[0].next; at && code == 0; at = game->nodes[at].next)
        code = strip_node(game, at);
    return code;
}

/* ---- putting in ---- */

/* By how many percent of winning chances the mover's prospects fell, 0 or more. */
static int loss_of(const GrAnnotation *a, uint32_t ply, int mover) {
    GrScore before = a->verdict[ply - 1].score, after = a->verdict[ply].score;
    if (mover == GR_BLACK) {
        before = -before;
        after = -after;
    }
    double loss = 100.0 * (gr_score_chance(before) - gr_score_chance(after));
    return loss > 0 ? (int)loss : 0;
}

static int nag_of(int loss) {
    return loss >= BLUNDER ? NAG_BLUNDER : loss >= MISTAKE ? NAG_MISTAKE : NAG_DUBIOUS;
}

static bool has_judgement(const char *nags) {
    for (; *nags; nags++)
        if ((unsigned char)*nags >= 1 && (unsigned char)*nags <= 6)
            return true;
    return false;
}

static int add_nag(GrGame *game, uint32_t index, int nag) {
    GrBuffer all;
    GrText text = 0;
    gr_buffer_init(&all);
    gr_buffer_putc(&all, (char)nag);
    gr_buffer_puts(&all, gr_game_string(game, game->nodes[index].nags));
    int code = set_text(game, &text, &all);
    gr_buffer_free(&all);
    if (code == 0)
        game->nodes[index].nags = text;
    return code;
}

static int set_comment(GrGame *game, uint32_t index, const char *commands) {
    GrBuffer comment;
    GrText text = 0;
    gr_buffer_init(&comment);
    gr_command_prepend(&comment, commands, gr_game_string(game, game->nodes[index].comment));
    int code = set_text(game, &text, &comment);
    gr_buffer_free(&comment);
    if (code == 0)
        game->nodes[index].comment = text;
    return code;
}

/* Puts the best line last among the variations of a move, unless one of them starts like it. */
static int add_variation(GrGame *game, uint32_t index, const GrVerdict *best) {
    uint32_t last = index, made, line = 0;
    for (; game->nodes[last].alternative; last = game->nodes[last].alternative)
        if (game->nodes[game->nodes[last].alternative].move == best->best[0])
            return 0;
    for (int i = 0; i < best->length; i++) {
        int code = gr_game_add_node(game, best->best[i], &made);
        if (code == 0 && i == 0)
            code = set_comment(game, made, "[%best]");
        if (code != 0)
            return code;
        if (i == 0)
            game->nodes[last].alternative = made;
        else
            game->nodes[line].next = made;
        line = made;
    }
    return 0;
}

static int write_ply(const GrAnnotation *a, GrGame *game, uint32_t index, uint32_t ply, int mover) {
    const GrVerdict *before = &a->verdict[ply - 1], *after = &a->verdict[ply];
    char commands[80] = "", score[GR_EVAL_SIZE], loss_text[40] = "";
    int loss = loss_of(a, ply, mover), code = 0, nag = 0;
    bool worse = loss >= DUBIOUS && before->length > 0 && before->best[0] != a->move[ply - 1];
    if (worse) {
        if (!has_judgement(gr_game_string(game, game->nodes[index].nags))) {
            nag = nag_of(loss);
            code = add_nag(game, index, nag);
        }
        if (nag)
            snprintf(loss_text, sizeof loss_text, " [%%loss %d,%d]", loss, nag);
        else
            snprintf(loss_text, sizeof loss_text, " [%%loss %d]", loss);
    }
    GrEval eval;
    gr_score_to_eval(after->score, after->depth, &eval);
    gr_eval_write(&eval, score);
    if (!after->over)
        snprintf(commands, sizeof commands, "[%%eval %s]%s", score, loss_text);
    if (code == 0 && *commands)
        code = set_comment(game, index, commands);
    return code == 0 && worse ? add_variation(game, index, before) : code;
}

static int write_mark(const GrAnnotation *a, GrGame *game) {
    char mark[GR_SETTINGS_SIZE + 40];
    snprintf(mark, sizeof mark, "%s, %u of %u plies", a->settings, a->known ? a->known - 1 : 0,
             a->plies);
    return gr_game_set_tag(game, GR_ANALYSIS_TAG, mark);
}

static bool same_line(const GrAnnotation *a, const GrGame *game) {
    uint32_t ply = 0;
    if (game->plies != a->plies || !game->rules || game->node_count == 0)
        return false;
    for (uint32_t at = game->nodes[0].next; at && ply < a->plies; at = game->nodes[at].next)
        if (game->nodes[at].move != a->move[ply++])
            return false;
    return ply == a->plies;
}

int gr_annotation_apply(const GrAnnotation *annotation, GrGame *game, GrError *error) {
    if (!same_line(annotation, game))
        return gr_fail(error, GR_ERR_ILLEGAL, "its moves have changed while it was annotated");
    GrAnnotated state = gr_annotation_look(game, annotation->settings);
    int code = 0;
    if (state == GR_FOREIGN_EVALS || state == GR_OTHERWISE)
        code = gr_annotation_strip(game, true);
    GrPosition pos = game->start;
    uint32_t at = game->nodes[0].next;
    for (uint32_t ply = 1; at && ply < annotation->known && code == 0; ply++) {
        if (ply >= annotation->first)
            code = strip_node(game, at);
        if (ply >= annotation->first && code == 0)
            code = write_ply(annotation, game, at, ply, pos.turn);
        gr_play(&pos, game->nodes[at].move);
        at = game->nodes[at].next;
    }
    if (code == 0)
        code = write_mark(annotation, game);
    return code == 0 ? 0 : gr_no_memory(error);
}
