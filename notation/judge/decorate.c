/* Writing a judgement into a game. */
#include "notation/judge/decorate.h"

#include <stdio.h>
#include <string.h>

#include "notation/judge/bracket.h"

static int put_text(GrGame *game, GrBuffer *text, GrText *at) {
    int code = text->failed ? GR_ERR_MEMORY
                            : gr_game_add_text(game, text->len ? text->data : "", text->len, at);
    gr_buffer_free(text);
    return code;
}

/* ---- comments ---- */

/* Adds the comments without their evaluations to `out`, which has the new one. One that had nothing
 * else goes away. */
static void add_rest(GrBuffer *out, const char *comment) {
    GrBuffer piece, left;
    gr_buffer_init(&piece);
    gr_buffer_init(&left);
    for (char parted = 0; *comment || parted;) {
        size_t length = strcspn(comment, GR_COMMENT_ENDS);
        GrBracket found;
        gr_buffer_clear(&piece);
        gr_buffer_clear(&left);
        gr_buffer_add(&piece, comment, length);
        const char *text = piece.len ? piece.data : "";
        bool had = gr_bracket_find(text, 0, "eval", &found);
        gr_bracket_drop(&left, text, "eval");
        if (left.len && !parted)
            gr_buffer_putc(out, ' ');
        else if (parted && (left.len || !had || parted == GR_COMMENT_BEHIND))
            gr_buffer_putc(out, parted);
        gr_buffer_add(out, left.len ? left.data : "", left.len);
        out->failed |= piece.failed || left.failed;
        parted = comment[length];
        comment += length + (parted != 0);
    }
    gr_buffer_free(&piece);
    gr_buffer_free(&left);
}

static int set_eval(GrGame *game, uint32_t node, const GrPlyView *view) {
    GrEval eval;
    GrBuffer out;
    GrText text;
    char score[GR_EVAL_SIZE];
    gr_score_to_eval(view->score, view->depth, &eval);
    gr_eval_write(&eval, score);
    gr_buffer_init(&out);
    gr_buffer_printf(&out, "[%%eval %s]", score);
    add_rest(&out, gr_game_string(game, game->nodes[node].comment));
    if (!out.failed && !strcmp(out.data, gr_game_string(game, game->nodes[node].comment))) {
        gr_buffer_free(&out);
        return 0;
    }
    int code = put_text(game, &out, &text);
    if (!code)
        game->nodes[node].comment = text;
    return code;
}

/* ---- NAGs ---- */

static bool has_judgement(const char *nags) {
    for (; *nags; nags++)
        if ((unsigned char)*nags >= 1 && (unsigned char)*nags <= 6)
            return true;
    return false;
}

static int add_nag(GrGame *game, uint32_t node, int nag) {
    const char *nags = gr_game_string(game, game->nodes[node].nags);
    GrBuffer out;
    GrText text;
    if (has_judgement(nags))
        return 0;
    gr_buffer_init(&out);
    gr_buffer_putc(&out, (char)nag);
    gr_buffer_puts(&out, nags);
    int code = put_text(game, &out, &text);
    if (!code)
        game->nodes[node].nags = text;
    return code;
}

/* ---- variations ---- */

static int add_line(GrGame *game, uint32_t node, const GrPlyView *view) {
    uint32_t last = node, made, line = 0;
    for (; game->nodes[last].alternative; last = game->nodes[last].alternative)
        if (game->nodes[game->nodes[last].alternative].move == view->best[0])
            return 0;
    for (int i = 0; i < view->length; i++) {
        int code = gr_game_add_node(game, view->best[i], &made);
        if (code)
            return code;
        if (i)
            game->nodes[line].next = made;
        else
            game->nodes[last].alternative = made;
        line = made;
    }
    return 0;
}

int gr_game_decorate(GrGame *game, const GrJudgement *judgement) {
    uint32_t node = judgement->plies ? game->nodes[0].next : 0;
    int code = 0;
    for (uint32_t ply = 1; ply <= judgement->plies && !code; ply++) {
        const GrPlyView *before = &judgement->view[ply - 1], *after = &judgement->view[ply];
        int nag = gr_grade_nag(judgement->move[ply - 1].grade);
        if (after->stored)
            code = set_eval(game, node, after);
        if (!code && nag && (before->stored || after->stored))
            code = add_nag(game, node, nag);
        if (!code && nag && before->length)
            code = add_line(game, node, before);
        node = game->nodes[node].next;
    }
    game->judgement = code ? NULL : judgement;
    return code;
}
