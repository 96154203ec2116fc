/* Making a definition: the board, and what is as its key has it. */
#include <ctype.h>
#include <stdio.h>

#include "notation/definition/conclude.h"

static void make_regions(const Maker *m) {
    const Model *model = m->model;
    for (int side = 0; side < 2; side++) {
        m->def->promotion_region[side] = squares_of(m, &model->promotion[side]);
        m->def->double_region[side] = model->double_step ? squares_of(m, &model->doubles[side]) : 0;
        m->def->triple_region[side] = squares_of(m, &model->triples[side]);
        m->def->passing_region[side] = squares_of(m, &model->passing[side]);
        m->def->promotions[side] = types_of(m, model->promotions[side]);
    }
}

/* What is as its key has it. */
static void make_plain(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    def->facing_ends = model->facing_ends;
    def->diagonals = squares_of(m, &model->diagonals);
    def->counts = (uint8_t)model->counts;
    def->counting = (uint8_t)model->counting;
    def->first_leaps = model->first_leaps;
    def->promotes_late = model->promotes_late;
    def->king_stays = model->king_stays;
    def->ends_full = model->ends_full;
    def->immune = types_of(m, model->immune);
    def->mated = (int8_t)(model->mated == GR_ENDS_WON ? 1 : model->mated == GR_ENDS_DRAWN ? 0 : -1);
    def->must_promote = model->must_promote;
    def->must_stay_mobile = model->must_stay_mobile;
    def->no_checks = !model->checking;
    def->flying_kings = model->flying_kings;
    def->must_take = model->must_take;
    def->counts_checks = model->counts_checks;
    for (int side = 0; side < 2; side++) {
        def->link_from[side] = squares_of(m, &model->link_from[side]);
        def->link_to[side] = squares_of(m, &model->link_to[side]);
        def->passes[side] = model->passes[side];
        def->passes_stuck[side] = model->passes_stuck[side];
    }
}

/* Files leave out rights and en passant squares of start positions; numbers then follow where they should be. */
static void put_start(const char *text, char out[GR_DEFINED_FEN]) {
    size_t used = 0;
    int field = 0;
    for (const char *c = text; *c && used + 6 < GR_DEFINED_FEN; c++) {
        if (*c == ' ' && c[1] != ' ' && c[1]) {
            for (field++; (field == 2 || field == 3) && isdigit((unsigned char)c[1]); field++) {
                out[used++] = ' ';
                out[used++] = '-';
            }
        }
        out[used++] = *c;
    }
    out[used] = '\0';
}

static void make_board(const Maker *m) {
    const Model *model = m->model;
    const Words *name = &m->section->name;
    GrDefinition *def = m->def;
    snprintf(def->name, sizeof def->name, "%.*s", (int)name->length, name->text);
    snprintf(def->title, sizeof def->title, "%s", model->title[0] ? model->title : def->name);
    put_start(model->start, def->start);
    def->shape = (uint8_t)model->shape;
    def->board = (uint8_t)model->board;
    def->coordinates = (uint8_t)model->coordinates;
    def->files = (uint8_t)model->files;
    def->ranks = (uint8_t)model->ranks;
    if (name->length >= GR_DEFINED_NAME)
        fault_at(m->faults, name, 0, "a name of more than %d characters", GR_DEFINED_NAME - 1);
}

void model_conclude(const Model *model, const GrVariantsFile *file, const Section *section,
                    GrDefinition *definition, GrVariantsFaults *faults) {
    Maker m = {.model = model, .file = file, .section = section, .def = definition, .faults = faults};
    gr_definition_init(definition);
    definition->types = 0;
    make_board(&m);
    if (model->files * model->ranks > GR_MAX_SQUARES)
        return; /* reported before */
    conclude_types(&m);
    conclude_hands(&m);
    conclude_pieces(&m);
    make_regions(&m);
    conclude_castling(&m);
    conclude_ends(&m);
    conclude_repetition(&m);
    make_plain(&m);
    conclude_lines(&m);
    conclude_extinction(&m);
    conclude_blasts(&m);
    conclude_walls(&m);
    conclude_flips(&m);
    if (model->mated == GR_ENDS_NOT)
        fault_at(faults, place_of(&m, "checkmateValue"), 0, "expected 'win', 'loss' or 'draw'");
    conclude_gates(&m);
    conclude_special(&m);
    if (model->counts_checks && !model->checking)
        fault_at(faults, place_of(&m, "checkCounting"), 0, "checks cannot be counted where none may be given");
}
