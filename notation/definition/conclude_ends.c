/* Making a definition: how games end. */
#include <string.h>

#include "notation/definition/conclude.h"

void conclude_ends(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    def->stalemate = (int8_t)(model->stalemate == GR_ENDS_WON ? 1 : model->stalemate == GR_ENDS_LOST ? -1 : 0);
    if (model->stalemate == GR_ENDS_NOT)
        fault_at(m->faults, place_of(m, "stalemateValue"), 0, "expected 'win', 'loss' or 'draw'");
    def->move_rule = (uint16_t)model->move_rule;
    def->flag_count = byte_of(model->flag_count);
    def->flag_answer = model->flag_answer;
    def->flag_safe = model->flag_safe;
    def->flag_blocked = model->flag_blocked;
    def->stalemate_counts = model->stalemate_counts;
    for (int side = 0; side < 2; side++) {
        bool any = model->flag_pieces[side] >> ANY_SLOT & 1;
        def->flag_types[side] = any ? 0 : likes_of(m, model->flag_pieces[side]);
        def->flag_region[side] = any || def->flag_types[side] ? squares_of(m, &model->flag[side]) : 0;
    }
    if (!def->flag_region[0] && !def->flag_region[1]) { /* then there are none */
        def->flag_count = 1;
        def->flag_types[0] = def->flag_types[1] = 0;
        def->flag_answer = def->flag_safe = def->flag_blocked = false;
    }
}

void conclude_repetition(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    if (model->fold_rule == 1 || model->fold_rule > 9)
        fault_at(m->faults, place_of(m, "nFoldRule"), 0, "'nFoldRule' is supported only from 2 to 9, and as 0");
    if (model->fold_value == GR_ENDS_NOT)
        fault_at(m->faults, place_of(m, "nFoldValue"), 0, "expected 'win', 'loss' or 'draw'");
    def->repetition = (uint8_t)(model->fold_rule < 10 ? model->fold_rule : 0);
    if (!def->repetition)
        return; /* other keys for repetitions mean nothing */
    def->repetition_value = (uint8_t)model->fold_value;
    def->repetition_by_side = model->fold_by_side && model->fold_value != GR_ENDS_DRAWN;
    def->no_perpetual_checks = model->no_perpetual_checks;
    def->no_chases = model->no_chases;
    def->no_shuttles = model->no_shuttles;
}

void conclude_lines(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    bool links = def->link_from[0] || def->link_from[1];
    if (!model->line && !model->line_square && !model->line_spread && !links)
        return; /* other keys for lines mean nothing */
    if (model->line_ends == GR_ENDS_NOT)
        fault_at(m->faults, place_of(m, "connectValue"), 0, "expected 'win', 'loss' or 'draw'");
    def->line = byte_of(model->line);
    def->line_square = byte_of(model->line_square);
    def->line_spread = byte_of(model->line_spread);
    def->line_ends = (uint8_t)model->line_ends;
    def->line_types = model->line_types >> ANY_SLOT & 1 ? 0 : likes_of(m, model->line_types);
    memcpy(def->line_goes, model->line_goes, sizeof def->line_goes);
}

void conclude_extinction(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    def->extinction = model->extinction_types ? (uint8_t)model->extinction : GR_ENDS_NOT;
    def->stand_ins = model->extinction_types && model->stand_ins;
    if (!def->extinction && !def->stand_ins)
        return;
    def->needs_one_safe = def->stand_ins && model->needs_one_safe;
    def->extinction_types = likes_of(m, model->extinction_types);
    def->extinction_count = byte_of(model->extinction_count);
    def->extinction_others = byte_of(model->extinction_others);
    def->extinction_claim = model->extinction_claim;
}
