/* What evaluations say of a game in a report. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/report_local.h"
#include "notation/buffer.h"
#include "notation/judge/judgement.h"

static bool make_room(GrReport *report, size_t chances) {
    if (chances <= report->chances)
        return true;
    double *grown = realloc(report->chance, 2 * chances * sizeof *grown);
    if (!grown)
        return false;
    report->chance = grown;
    report->chances = 2 * chances;
    return true;
}

static char *title_of(const GrGame *game) {
    GrBuffer title;
    const char *white = gr_game_known_tag(game, "White"), *black = gr_game_known_tag(game, "Black");
    gr_buffer_init(&title);
    gr_buffer_printf(&title, "%s - %s %s", white ? white : "?", black ? black : "?",
                     gr_result_text(game->result));
    return gr_buffer_take(&title);
}

/* Keeps the game if it is among the most dramatic ones; of equal ones the earlier comes first. */
static int keep(GrReport *report, const GrGame *game, const GrDynamics *d) {
    double interest = d->drama * d->decided;
    size_t at = report->dramatics;
    while (at && report->dramatic[at - 1].interest < interest)
        at--;
    if (at == GR_DRAMATIC || interest <= 0)
        return 0;
    GrDramatic kept = {.drama = d->drama, .interest = interest, .plies = game->plies,
                       .decisive = (uint32_t)d->decisive, .number = report->games};
    if (gr_game_copy(game, &kept.game))
        return GR_ERR_MEMORY;
    kept.title = title_of(game);
    if (!kept.title) {
        gr_game_free(&kept.game);
        return GR_ERR_MEMORY;
    }
    if (report->dramatics == GR_DRAMATIC) {
        report->dramatics--;
        gr_game_free(&report->dramatic[GR_DRAMATIC - 1].game);
        free(report->dramatic[GR_DRAMATIC - 1].title);
    }
    memmove(&report->dramatic[at + 1], &report->dramatic[at],
            (report->dramatics - at) * sizeof *report->dramatic);
    report->dramatic[at] = kept;
    report->dramatics++;
    return 0;
}

static void note_judge(GrReport *report, const GrJudgedBy *by) {
    static const GrJudgedBy texts = {.engine = "the evaluations in the games", .kind = GR_BY_OTHERS, .lines = 1};
    gr_judged_by_add(&report->by, *by->engine ? by : &texts);
}

int gr_report_judge(GrReport *report, const GrGame *game, GrRecord *record) {
    const GrJudgement *j = game->judgement;
    GrDynamics d;
    if (!j || !j->plies)
        return 0;
    if (!make_room(report, (size_t)j->plies + 1))
        return GR_ERR_MEMORY;
    for (uint32_t ply = 0; ply <= j->plies; ply++)
        report->chance[ply] = j->view[ply].known ? j->chance[ply] / 100 : -1;
    int winner = record->result == GR_WHITE_WINS ? GR_WHITE : record->result == GR_BLACK_WINS ? GR_BLACK : -1;
    gr_dynamics(report->chance, j->plies, winner, &d);
    if (!d.known)
        return 0;
    report->judged++;
    note_judge(report, &j->by);
    record->judged = true;
    record->won = d.won;
    record->drama = (float)d.drama;
    record->lead_changes = (float)d.lead_changes;
    record->uncertainty = (float)d.uncertainty;
    record->worst = (float)d.worst;
    record->swing = (float)d.swing;
    record->decided = (float)d.decided;
    for (int i = 0; i < GR_COURSE; i++)
        record->open[i] = (float)d.open[i];
    return d.won ? keep(report, game, &d) : 0;
}
