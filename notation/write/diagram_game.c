/* From a game to the diagram after one of its plies. */
#include <stdio.h>
#include <string.h>

#include "notation/judge/judgement.h"
#include "notation/write/diagram.h"
#include "notation/move/san.h"

void gr_diagram_ply(const GrGame *game, uint32_t ply, GrPly *at) {
    memset(at, 0, sizeof *at);
    at->pos = game->start;
    GrPosition before = at->pos;
    uint32_t node = game->node_count ? game->nodes[0].next : 0;
    for (uint32_t n = 0; n < ply && n < game->plies && node; n++) {
        before = at->pos;
        at->last = game->nodes[node].move;
        gr_play(&at->pos, at->last);
        node = game->nodes[node].next;
    }
    if (at->last == GR_NO_MOVE)
        return;
    char san[GR_SAN_SIZE];
    gr_san_write_after(&before, at->last, &at->pos, san);
    snprintf(at->after, sizeof at->after, "%u%s %s", (unsigned)before.number,
             before.turn == gr_variant(before.rules)->first ? "." : "...", san);
}

void gr_diagram_caption(const GrGame *game, GrBuffer *out) {
    static const char *const further[] = {"Event", "Site", "Date"};
    const char *white = gr_game_known_tag(game, "White"), *black = gr_game_known_tag(game, "Black");
    if (white || black)
        gr_buffer_printf(out, "%s - %s", white ? white : "?", black ? black : "?");
    bool comma = white || black;
    for (size_t i = 0; i < sizeof further / sizeof *further; i++) {
        const char *value = gr_game_known_tag(game, further[i]);
        if (!value)
            continue;
        const char *unknown = strstr(value, ".??"); /* of a date: "1907.??.??" is 1907 */
        gr_buffer_puts(out, comma ? ", " : "");
        gr_buffer_add(out, value, unknown ? (size_t)(unknown - value) : strlen(value));
        comma = true;
    }
}

static void put_view(const GrJudgement *judgement, const GrPlyView *view, double chance, const GrPosition *pos,
                     GrBuffer *out) {
    GrEval eval;
    GrPosition now = *pos;
    char text[GR_EVAL_SIZE], san[GR_SAN_SIZE];
    gr_score_to_eval(view->score, 0, &eval);
    gr_eval_write(&eval, text);
    gr_buffer_printf(out, "Evaluation %s", text);
    if (view->depth)
        gr_buffer_printf(out, " at depth %d", view->depth);
    if (view->stored && *judgement->by.engine) {
        char judge[GR_JUDGE_NAME];
        GrJudgedBy by = judgement->by;
        by.least = by.most = view->limit;
        gr_judged_by_name(&by, judge);
        gr_buffer_printf(out, " by %s", judge);
    }
    gr_buffer_printf(out, ": White's chance %.1f %%", chance);
    for (int i = 0; i < view->length; i++) {
        gr_san_play(&now, view->best[i], san);
        gr_buffer_printf(out, "%s %s", i ? "" : "; best is", san);
    }
    gr_buffer_putc(out, '\n');
}

static void put_fault(const GrJudgedMove *move, const char *after, GrBuffer *out) {
    static const char *const name[GR_GRADES] = {[GR_DUBIOUS] = "dubious", [GR_MISTAKE] = "a mistake",
                                                [GR_BLUNDER] = "a blunder"};
    gr_buffer_printf(out, "%s was %s", after, name[move->grade]);
    if (move->marks & GR_MATE_MISSED)
        gr_buffer_puts(out, ", which missed a forced mate");
    if (move->marks & GR_MATE_ALLOWED)
        gr_buffer_puts(out, ", which allowed a forced mate");
    gr_buffer_printf(out, ": %s's chance fell by %.1f points\n", move->side == GR_WHITE ? "White" : "Black",
                     move->loss);
}

void gr_diagram_judgement(const GrGame *game, uint32_t ply, GrBuffer *out) {
    const GrJudgement *judgement = game->judgement;
    GrPly at;
    if (!judgement)
        return;
    ply = ply < judgement->plies ? ply : judgement->plies;
    const GrPlyView *view = &judgement->view[ply];
    gr_diagram_ply(game, ply, &at);
    if (view->known && !view->over && (ply || view->stored))
        put_view(judgement, view, judgement->chance[ply], &at.pos, out);
    if (ply && judgement->move[ply - 1].grade > GR_GOOD)
        put_fault(&judgement->move[ply - 1], at.after, out);
}
