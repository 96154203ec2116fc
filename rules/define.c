/* Definitions made into rules: their variants' rows, and their place in the list. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/camp.h"
#include "rules/chase.h"
#include "rules/defined_build.h"
#include "rules/registry.h"
#include "rules/reserves.h"
#include "rules/tables.h"

/* ---- the variant's row ---- */

/* Which types go by one name, and what a captured piece that was a pawn is in hand. */
static void make_likes(GrDefined *defined) {
    const GrDefinition *def = &defined->def;
    for (int type = 1; type <= def->types; type++) {
        const GrDefinedPiece *piece = &def->piece[type];
        int name = piece->base ? piece->alias : piece->letter;
        for (int other = 1; other <= def->types; other++) {
            const GrDefinedPiece *like = &def->piece[other];
            if (type == other || (name && name == (like->base ? like->alias : like->letter)))
                defined->like[type] |= 1u << other;
        }
        if ((piece->promotes[0] || piece->promotes[1]) && (!defined->pawn || piece->pawn))
            defined->pawn = (uint8_t)type;
        defined->variant.promoted = defined->variant.promoted || piece->base;
    }
}

static void make_hands(GrDefined *defined) {
    const GrDefinition *def = &defined->def;
    make_likes(defined);
    defined->variant.hands = def->drops || def->keeps_captures || def->gates;
    if (!defined->variant.hands)
        return;
    defined->marks = def->keeps_captures && !def->keeps_promoted && defined->pawn &&
                     (def->promotions[0] || def->promotions[1]);
    defined->hooks.in_hand = gr_defined_in_hand;
    defined->hooks.write_pocket = def->free_drops ? NULL : gr_defined_write_hands;
    defined->hooks.read_pocket = def->free_drops ? gr_defined_read_no_hands : gr_defined_read_hands;
    defined->hooks.pocket_optional = true;
    defined->hooks.write_marks = defined->marks ? gr_defined_write_mark : NULL;
    defined->hooks.read_mark = defined->marks ? gr_defined_read_mark : NULL;
}

/* The ends that only described games have. */
static void make_own_ends(GrDefined *defined) {
    const GrDefinition *def = &defined->def;
    GrVariant *v = &defined->variant;
    defined->flags = def->flag_region[0] || def->flag_region[1];
    defined->lines = def->line || def->line_square || def->line_spread;
    defined->checks = def->counts_checks ? (uint8_t)gr_defined_read_count(def) : 0;
    defined->dies_out = def->extinction && (!def->stand_ins || def->blasts);
    v->passes = def->passes[0] || def->passes[1] || def->passes_stuck[0] || def->passes_stuck[1];
    v->counts = def->counts != GR_COUNTS_NOT;
    v->counting = def->counting != GR_COUNTING_NOT;
    gr_defined_counted_types(defined);
    v->own_ends = defined->flags || defined->checks || defined->lines || defined->dies_out || v->passes || v->counts ||
                  def->mated >= 0 || def->castling_wins || def->ends_full || def->link_from[0] || def->link_from[1];
}

static void make_reserves(GrDefined *defined) {
    const GrDefinition *def = &defined->def;
    GrVariant *v = &defined->variant;
    v->drops = def->carriers != 0;
    if (!v->drops)
        return;
    uint32_t second = def->carriers & (def->carriers - 1);
    v->carrier[0] = (uint8_t)__builtin_ctz(def->carriers);
    v->carrier[1] = second ? (uint8_t)__builtin_ctz(second) : 0;
    memcpy(v->carried, def->carried, sizeof v->carried);
    v->carry_rank = def->carry_rank;
    v->pockets = 2;
    defined->hooks.write_pocket = gr_reserves_write;
    defined->hooks.read_pocket = gr_reserves_read;
    defined->hooks.dead = defined->hooks.dead ? gr_defined_carried_dead : NULL;
}

static void make_camp(GrDefined *defined, const char board[GR_MAX_SQUARES]) {
    const GrDefinition *def = &defined->def;
    GrCamp *camp = &defined->camp;
    memcpy(camp->rises, def->rises, sizeof camp->rises);
    camp->quest = def->quest;
    camp->returns = def->returns;
    camp->fresh = def->wanderers;
    camp->teleports = def->teleports;
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        camp->region[side] = def->promotion_region[side];
        camp->return_from[side] = def->return_from[side];
        camp->return_to[side] = def->return_to[side];
    }
    for (int type = 1; type <= def->types; type++)
        for (int sq = 0; (def->wanderers >> type & 1) && sq < def->files * def->ranks; sq++)
            if (toupper((unsigned char)board[sq]) == def->piece[type].letter)
                camp->start[islower((unsigned char)board[sq]) ? GR_BLACK : GR_WHITE] |= gr_set_of(sq);
    int letter = def->quest ? def->piece[def->quest].letter : 0;
    int white = gr_defined_count(board, letter), black = gr_defined_count(board, tolower(letter));
    camp->quests = (uint8_t)(white > black ? white : black);
}

/* What pieces do in the enemy camp, and so on. */
static void make_camps(GrDefined *defined, const char board[GR_MAX_SQUARES]) {
    GrVariant *v = &defined->variant;
    bool rises = false;
    make_camp(defined, board);
    for (int type = 1; type <= defined->def.types; type++)
        rises = rises || defined->camp.rises[type];
    bool pocket = defined->camp.quest || defined->camp.returns, marks = rises || defined->camp.fresh;
    if (!pocket && !marks && !defined->camp.teleports)
        return;
    v->camp = &defined->camp;
    if (pocket) {
        v->pockets = 1;
        defined->hooks.write_pocket = gr_camp_write_pocket;
        defined->hooks.read_pocket = gr_camp_read_pocket;
        defined->hooks.pocket_optional = true;
        defined->hooks.dead = NULL;
    }
    defined->hooks.write_marks = marks ? gr_camp_write_marks : NULL;
    defined->hooks.read_mark = marks ? gr_camp_read_mark : NULL;
}

static void make_ends(GrDefined *defined) {
    const GrDefinition *def = &defined->def;
    GrVariant *v = &defined->variant;
    make_own_ends(defined);
    v->explosions = def->blasts || def->petrified;
    v->grows = def->flips || def->free_drops;
    v->pockets = defined->checks > 0;
    v->stalemate = def->stalemate;
    v->stalemate_counts = def->stalemate_counts && def->stalemate;
    v->mated = (int8_t)(def->mated < 0 ? 0 : def->mated > 0 ? 1 : 2);
    v->fifty = def->repetition > 0 || def->move_rule > 0;
    v->repeats = def->repetition ? def->repetition : UINT8_MAX;
    v->repeats_decide = def->repetition && (def->repetition_value != GR_ENDS_DRAWN || def->no_perpetual_checks ||
                                            def->no_chases || def->no_shuttles || v->counts);
    if (def->no_chases)
        gr_chase_roles(defined);
    v->quiet_plies = def->move_rule && def->move_rule < 30000 ? (uint16_t)(2 * def->move_rule) : UINT16_MAX;
    v->must_take = def->must_take;
    defined->hooks = def->files * def->ranks <= 64 ? gr_defined_small : gr_defined_large;
    if (!v->own_ends)
        defined->hooks.over = NULL;
    if (!def->returns) {
        defined->hooks.can_move = NULL;
        defined->hooks.may_attack = NULL;
    }
    defined->hooks.count_winner = v->counts ? gr_defined_count_winner : NULL;
    make_hands(defined);
    if (v->own_ends || v->stalemate || def->stand_ins || def->blasts || v->royals != GR_ROYALS_BOTH || v->hands ||
        def->repetition_value != GR_ENDS_DRAWN)
        defined->hooks.dead = def->promotes_late ? defined->hooks.dead : NULL;
    make_reserves(defined);
    if (def->first_leaps)
        defined->hooks.read_right = gr_defined_read_gate;
    defined->hooks.write_right = defined->named ? gr_defined_write_right : defined->hooks.write_right;
    if (defined->checks) {
        defined->hooks.write_field = gr_defined_write_checks;
        defined->hooks.read_field = gr_defined_read_checks;
    }
}

static int make_variant(GrDefined *defined, GrError *error) {
    const GrDefinition *def = &defined->def;
    GrVariant *v = &defined->variant;
    char board[GR_MAX_SQUARES];
    *v = (GrVariant){.name = def->name, .title = def->title[0] ? def->title : def->name, .aliases = "",
                     .files = def->files, .ranks = def->ranks, .types = def->types,
                     .piece = defined->piece, .rights = defined->rights, .castling = defined->castling,
                     .start = def->start, .hooks = &defined->hooks, .defined = defined};
    gr_defined_drop_rights(&defined->def);
    v->first = (uint8_t)gr_defined_first(def->start);
    if (!gr_defined_scan(def, board))
        return gr_fail(error, GR_ERR_ILLEGAL, "the start position has not %d ranks", def->ranks);
    defined->holes = (uint8_t)gr_defined_count(board, '*');
    v->holes = defined->holes || def->walls || def->petrified;
    v->walls = def->walls && !def->walls_alone;
    v->lone_walls = def->walls_alone;
    v->gates = def->gates;
    for (int type = 1; type <= def->types; type++)
        gr_defined_row(defined, type);
    int code = gr_defined_royals(defined, board, error);
    if (!code)
        code = def->first_leaps ? gr_defined_gates(defined, gr_defined_rights(def->start), error)
                                : gr_defined_castlings(defined, board, error);
    if (!code && def->teleports) {
        defined->rights[0] = def->piece[GR_KING].letter;
        defined->rights[1] = (char)tolower((unsigned char)def->piece[GR_KING].letter);
    }
    if (!code) {
        make_ends(defined);
        make_camps(defined, board);
    }
    if (!code && defined->checks > GR_DEFINED_CHECKS)
        return gr_fail(error, GR_ERR_LIMIT, "%d checks are to be counted; at most %d", defined->checks,
                       GR_DEFINED_CHECKS);
    return code;
}

/* ---- the rules ---- */

/* What other positions can do without, such as rights of castlings that there are not, is a fault of this one: it says
 * what the game has. */
static int make_rules(GrRules *rules, GrDefined *defined, unsigned *column, GrError *error) {
    GrFaults faults;
    char start[GR_FEN_SIZE];
    faults.count = faults.dropped = 0;
    rules->board = calloc(1, rules->variant->hooks->size(rules->variant));
    if (!rules->board)
        return gr_no_memory(error);
    gr_rules_fill(rules, &faults);
    if (faults.count == 0) {
        size_t length = gr_fen_write(&rules->start, start);
        if (length < sizeof defined->def.start)
            memcpy(defined->def.start, start, length + 1);
        return 0;
    }
    if (column)
        *column = faults.fault[0].column;
    return gr_fail(error, GR_ERR_ILLEGAL, "start position: %s", faults.fault[0].text);
}

static GrRules *new_rules(const GrDefinition *definition, unsigned *column, GrError *error) {
    GrDefined *defined = calloc(1, sizeof *defined);
    GrRules *rules = calloc(1, sizeof *rules);
    if (!defined || !rules) {
        free(defined);
        free(rules);
        gr_no_memory(error);
        return NULL;
    }
    defined->def = *definition;
    rules->variant = &defined->variant;
    defined->variant.defined = defined;
    if (make_variant(defined, error) < 0 || make_rules(rules, defined, column, error) < 0) {
        gr_defined_free(rules);
        return NULL;
    }
    return rules;
}

const GrRules *gr_variants_define(const GrVariants *variants, const GrDefinition *definition, unsigned *column,
                                  GrError *error) {
    if (column)
        *column = 0;
    if (gr_defined_faults(definition, error) < 0)
        return NULL;
    GrRules *rules = new_rules(definition, column, error);
    if (!rules)
        return NULL;
    const GrRules *listed = gr_variants_add(variants, rules, error);
    if (listed != rules)
        gr_defined_free(rules);
    return listed;
}
