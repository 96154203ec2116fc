/* Making a definition: what few games have, and with what it cannot be combined. Nobody has said what comes first where
 * two rules change more than the piece that moves, so such games are refused. */
#include "notation/definition/conclude.h"

/* A rule of the game that another one may not be combined with, and its key. */
typedef struct Rule {
    bool holds;
    const char *key;
} Rule;

/* One fault for the first of the rules that holds, where the section has the one or the other: a child may have either
 * from its parent. */
static void refuse(const Maker *m, const char *key, const Rule *rules, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (rules[i].holds) {
            const char *there = find_entry(m->file, m->section, rules[i].key) ? rules[i].key : key;
            fault_at(m->faults, place_of(m, there), 0, "'%s' cannot be combined with '%s'", key, rules[i].key);
            return;
        }
}

static void conclude_spells(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    const Rule rules[] = {
        {def->walls, "wallingRule"},
        {def->petrified != 0, "petrifyOnCaptureTypes"},
        {def->blasts, "blastOnCapture"},
        {def->flips, "flipEnclosedPieces"},
        {def->gates || def->first_leaps, "gating"},
        {def->promotes_late, "sittuyinPromotion"},
        {def->stand_ins, "extinctionPseudoRoyal"},
        {def->keeps_captures, "capturesToHand"},
        {def->counting, "countingRule"},
        {def->facing_ends, "bikjangRule"},
        {def->no_shuttles, "moveRepetitionIllegal"},
        {def->no_chases, "chasingRule"},
    };
    def->casters = likes_of(m, model->casters);
    if (!def->casters)
        return;
    refuse(m, "spellTypes", rules, sizeof rules / sizeof *rules);
    if (def->casters >> GR_KING & 1)
        fault_at(m->faults, place_of(m, "spellTypes"), 0, "the king cannot cast spells");
    for (int type = 1; type <= def->types; type++)
        if (def->piece[type].letter == 'H')
            fault_at(m->faults, place_of(m, "spellTypes"), 0,
                     "spells are written with an 'H' for holes, which then cannot be the letter of a piece");
}

/* Two types that come first, by their letters, and perhaps one that comes last. */
static void take_carried(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    uint32_t first = types_of(m, model->carried), last = types_of(m, model->carried_last);
    uint32_t pawns = 1;
    for (int type = 1; type <= def->types; type++)
        pawns |= def->piece[type].promotes[0] || def->piece[type].promotes[1] || def->piece[type].promoted
                     ? 1u << type : 0;
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
        {def->drops, "pieceDrops"},
        {def->keeps_captures, "capturesToHand"},
        {def->walls, "wallingRule"},
        {def->petrified != 0, "petrifyOnCaptureTypes"},
        {def->blasts, "blastOnCapture"},
        {def->flips, "flipEnclosedPieces"},
        {def->gates || def->first_leaps, "gating"},
        {def->casters != 0, "spellTypes"},
        {def->promotes_late, "sittuyinPromotion"},
        {def->stand_ins, "extinctionPseudoRoyal"},
        {def->counts_checks, "checkCounting"},
        {def->counting, "countingRule"},
        {def->facing_ends, "bikjangRule"},
        {def->no_chases, "chasingRule"},
        {def->flag_answer, "flagMove"},
    };
    uint32_t changing = 0;
    def->carriers = types_of(m, model->carriers);
    if (!def->carriers)
        return; /* other keys for reserves mean nothing */
    refuse(m, "reserveTypes", rules, sizeof rules / sizeof *rules);
    for (int type = 1; type <= def->types; type++)
        changing |= def->piece[type].promotes[0] || def->piece[type].promotes[1] || def->piece[type].promoted ||
                    def->piece[type].base || ((def->promotions[0] | def->promotions[1]) >> type & 1) ? 1u << type : 0;
    if (__builtin_popcount(def->carriers) > 2)
        fault_at(m->faults, place_of(m, "reserveTypes"), 0, "two types have reserves at the most");
    else if (def->carriers & changing)
        fault_at(m->faults, place_of(m, "reserveTypes"), 0,
                 "a piece with a reserve is none that is promoted or that pawns become");
    else
        take_carried(m);
    def->carry_rank = byte_of(model->carry_rank);
    if (def->carry_rank + 2 >= def->ranks)
        fault_at(m->faults, place_of(m, "reserveRank"), 0, "the three ranks of drops are not all on the board");
}

static int one_type(const Maker *m, const char *key, Slots slots) {
    uint32_t types = types_of(m, slots);
    if (types & (types - 1) || (types >> GR_KING & 1))
        fault_at(m->faults, place_of(m, key), 0, "expected one piece, not the king, or '-'");
    return types ? __builtin_ctz(types) : 0;
}

/* Pieces rise once: what they become is another type that is written without a mark. */
static void conclude_risers(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    for (int slot = 0; slot < SLOTS; slot++) {
        int type = m->type[slot], into = model->rises[slot] < 0 ? 0 : m->type[model->rises[slot]];
        if (!type || !into)
            continue;
        def->rises[type] = (uint8_t)into;
        if (type == GR_KING || into == GR_KING || type == into || def->piece[type].pawn || def->piece[into].pawn ||
            def->piece[type].promotes[0] || def->piece[type].promotes[1] || def->piece[into].limit)
            fault_at(m->faults, place_of(m, "risingTypes"), 0,
                     "no king, pawn or piece with a 'promotionLimit' rises, and none becomes what it is");
    }
}

static void conclude_camp(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    bool rises = false;
    conclude_risers(m);
    for (int type = 1; type <= def->types; type++)
        rises = rises || def->rises[type];
    def->quest = (uint8_t)one_type(m, "questPiece", model->quest);
    def->returns = (uint8_t)one_type(m, "returnPiece", model->returns);
    def->wanderers = types_of(m, model->wanderers);
    def->wander_steps = def->wanderers ? byte_of(model->wander_steps) : 0;
    for (int side = 0; def->returns && side < 2; side++) {
        def->return_from[side] = squares_of(m, &model->return_from[side]);
        def->return_to[side] = squares_of(m, &model->return_to[side]);
    }
    def->teleports = model->teleports;
    if (def->quest && (!rises || def->rises[def->quest]))
        fault_at(m->faults, place_of(m, "questPiece"), 0,
                 "a quest is what a piece of 'risingTypes' does instead of rising, for one that does not rise");
    if (def->teleports && (def->castles || !def->piece[GR_KING].letter))
        fault_at(m->faults, place_of(m, "royalTeleport"), 0, "teleports need a king, and 'castling = false'");
    if ((def->wanderers >> GR_KING & 1) || def->wander_steps > 15)
        fault_at(m->faults, place_of(m, "firstMoveTypes"), 0,
                 "the king has no first move of several steps, and others have 15 at the most");
    for (int type = 1; type <= def->types; type++)
        if ((def->wanderers >> type & 1) && def->piece[type].pawn)
            fault_at(m->faults, place_of(m, "firstMoveTypes"), 0,
                     "of the pawns of chess 'doubleStepRegion' says from where they go further");
}

/* Is there anything that play_apart_of_camp does? */
static const char *camp_key(const GrDefinition *def) {
    for (int type = 1; type <= def->types; type++)
        if (def->rises[type])
            return "risingTypes";
    return def->shooters ? "shootingTypes" : def->wanderers ? "firstMoveTypes" : def->returns ? "returnPiece"
           : def->teleports ? "royalTeleport" : NULL;
}

/* They share marks, the pocket and the machinery of moves with these. */
static void refuse_camp(const Maker *m) {
    const GrDefinition *def = m->def;
    const char *key = camp_key(def);
    bool changes = false;
    for (int type = 1; type <= def->types; type++)
        changes = changes || def->piece[type].promoted;
    const Rule rules[] = {
        {def->drops, "pieceDrops"},
        {def->keeps_captures, "capturesToHand"},
        {changes, "promotedPieceType"},
        {def->walls, "wallingRule"},
        {def->petrified != 0, "petrifyOnCaptureTypes"},
        {def->blasts, "blastOnCapture"},
        {def->flips, "flipEnclosedPieces"},
        {def->gates || def->first_leaps, "gating"},
        {def->casters != 0, "spellTypes"},
        {def->carriers != 0, "reserveTypes"},
        {def->promotes_late, "sittuyinPromotion"},
        {def->stand_ins, "extinctionPseudoRoyal"},
        {def->counting, "countingRule"},
        {def->facing_ends, "bikjangRule"},
        {def->no_chases, "chasingRule"},
        {def->castles_apart, "oppositeCastling"},
        {def->flag_answer, "flagMove"},
        {def->counts_checks && (def->quest || def->returns), "checkCounting"},
    };
    if (key)
        refuse(m, key, rules, sizeof rules / sizeof *rules);
}

static void conclude_shots(const Maker *m) {
    GrDefinition *def = m->def;
    def->flying_diagonals = def->flying_kings && m->model->flying_diagonals;
    if (m->model->flying_diagonals && !def->flying_kings)
        fault_at(m->faults, place_of(m, "flyingGeneralDiagonals"), 0,
                 "'flyingGeneralDiagonals' needs 'flyingGeneral = true'");
    def->shooters = types_of(m, m->model->shooters);
    for (int type = 1; type <= def->types; type++)
        if ((def->shooters >> type & 1) && (type == GR_KING || def->piece[type].pawn || def->piece[type].passes[0] ||
                                            def->piece[type].passes[1]))
            fault_at(m->faults, place_of(m, "shootingTypes"), 0, "kings and pawns do not shoot");
}

void conclude_special(const Maker *m) {
    conclude_camp(m);
    conclude_shots(m);
    refuse_camp(m);
    conclude_spells(m);
    conclude_reserves(m);
}
