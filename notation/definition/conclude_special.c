/* Making a definition: what few games have, and with what it cannot be combined. Nobody has said what comes first where
 * two rules change more than the piece that moves, so such games are refused. */
#include "notation/definition/conclude.h"

/* A rule of the game that another one may not be combined with. */
typedef struct Rule {
    bool holds;
    const char *name;
} Rule;

/* One fault for the first of the rules that holds. */
static void refuse(const Maker *m, const char *key, const char *what, const Rule *rules, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (rules[i].holds) {
            fault_at(m->faults, place_of(m, key), 0, "%s cannot be combined with %s", what, rules[i].name);
            return;
        }
}

static void conclude_spells(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    const Rule rules[] = {
        {def->walls || def->petrified, "walls"},
        {def->blasts, "'blastOnCapture'"},
        {def->flips, "'flipEnclosedPieces'"},
        {def->gates || def->first_leaps, "'gating'"},
        {def->promotes_late, "'sittuyinPromotion'"},
        {def->stand_ins, "'extinctionPseudoRoyal'"},
        {def->keeps_captures, "'capturesToHand'"},
        {def->counting, "'countingRule'"},
        {def->facing_ends, "'bikjangRule'"},
        {def->flying_kings, "'flyingGeneral'"},
        {def->no_chases, "'chasingRule'"},
    };
    def->casters = likes_of(m, model->casters);
    if (!def->casters)
        return;
    refuse(m, "spellTypes", "spells", rules, sizeof rules / sizeof *rules);
    if (def->casters >> GR_KING & 1)
        fault_at(m->faults, place_of(m, "spellTypes"), 0, "the king cannot cast spells");
}

void conclude_special(const Maker *m) {
    conclude_spells(m);
}
