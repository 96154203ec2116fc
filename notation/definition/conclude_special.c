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

/* Two types that come first, by their letters, and perhaps one that comes last. */
static void take_carried(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    uint32_t first = types_of(m, model->carried), last = types_of(m, model->carried_last);
    uint32_t pawns = 1;
    for (int type = 1; type <= def->types; type++)
        pawns |= def->piece[type].promotes[0] || def->piece[type].promotes[1] || def->piece[type].promoted ? 1u << type : 0;
    if (__builtin_popcount(first) != 2)
        fault_at(m->faults, place_of(m, "reservePieces"), 0, "a reserve has two pieces of which one is dropped first");
    else if (__builtin_popcount(last) > 1 || (first & last))
        fault_at(m->faults, place_of(m, "reserveLastPiece"), 0, "one other piece is dropped last, or none");
    else if ((first | last) & (pawns | def->carriers | 1u << GR_KING))
        fault_at(m->faults, place_of(m, "reservePieces"), 0,
                 "what is in a reserve can be no king, no piece with a reserve and none that is promoted");
    else {
        int one = __builtin_ctz(first), other = __builtin_ctz(first & (first - 1));
        bool swap = def->piece[one].letter > def->piece[other].letter;
        def->carried[0] = (uint8_t)(swap ? other : one);
        def->carried[1] = (uint8_t)(swap ? one : other);
        def->carried[2] = last ? (uint8_t)__builtin_ctz(last) : 0;
    }
}

static void conclude_reserves(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    const Rule rules[] = {
        {def->drops || def->keeps_captures, "'pieceDrops' or 'capturesToHand'"},
        {def->walls || def->petrified, "walls"},
        {def->blasts, "'blastOnCapture'"},
        {def->flips, "'flipEnclosedPieces'"},
        {def->gates || def->first_leaps, "'gating'"},
        {def->casters, "spells"},
        {def->promotes_late, "'sittuyinPromotion'"},
        {def->stand_ins, "'extinctionPseudoRoyal'"},
        {def->counts_checks, "'checkCounting'"},
        {def->counting, "'countingRule'"},
        {def->facing_ends, "'bikjangRule'"},
        {def->no_chases, "'chasingRule'"},
        {def->flag_answer, "'flagMove'"},
    };
    uint32_t changing = 0;
    def->carriers = types_of(m, model->carriers);
    if (!def->carriers)
        return; /* other keys for reserves mean nothing */
    refuse(m, "reserveTypes", "reserves", rules, sizeof rules / sizeof *rules);
    for (int type = 1; type <= def->types; type++)
        changing |= def->piece[type].promotes[0] || def->piece[type].promotes[1] || def->piece[type].promoted ||
                    def->piece[type].base || ((def->promotions[0] | def->promotions[1]) >> type & 1) ? 1u << type : 0;
    if (__builtin_popcount(def->carriers) > 2)
        fault_at(m->faults, place_of(m, "reserveTypes"), 0, "two types have reserves at the most");
    else if (def->carriers & changing)
        fault_at(m->faults, place_of(m, "reserveTypes"), 0,
                 "a piece with a reserve is none that is promoted or that pawns become");
    def->carry_rank = byte_of(model->carry_rank);
    if (def->carry_rank + 2 >= def->ranks)
        fault_at(m->faults, place_of(m, "reserveRank"), 0, "the three ranks of drops are not all on the board");
    take_carried(m);
}

void conclude_special(const Maker *m) {
    conclude_spells(m);
    conclude_reserves(m);
}
