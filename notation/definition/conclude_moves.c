/* Making a definition: hands, castling, and moves that do more than take a piece away. */
#include <ctype.h>
#include <string.h>

#include "notation/definition/conclude.h"

/* ---- castling ---- */

/* Has the start position rights of castling? */
static bool starts_with_rights(const char *start) {
    size_t turn = strcspn(start, " "), rights = turn + strspn(start + turn, " ");
    rights += strcspn(start + rights, " ");
    rights += strspn(start + rights, " ");
    return isalpha((unsigned char)start[rights]);
}

/* Who castles. A piece that is not royal does so only where nobody is. */
static bool find_castling_kings(const Maker *m) {
    const Model *model = m->model;
    bool any = false;
    for (int side = 0; side < 2; side++) {
        int slot = model->castling_king_piece[side];
        if (slot != SLOT_KING && model->letter[SLOT_KING]) {
            const char *own = side ? "castlingKingPieceBlack" : "castlingKingPieceWhite";
            bool there = find_entry(m->file, m->section, own) != NULL;
            fault_at(m->faults, place_of(m, there ? own : "castlingKingPiece"), 0,
                     "where there is a king, only it can castle");
            return true;
        }
        any = any || model->letter[slot];
        m->def->castling_kings[side] = (uint8_t)(model->letter[slot] ? m->type[slot] : GR_KING);
    }
    if (!any && !m->faults->count && starts_with_rights(m->def->start))
        fault_at(m->faults, place_of(m, "startFen"), 0,
                 "rights of castling, but no piece castles: 'castlingKingPiece' says which does, 'castling = false' "
                 "that none does");
    return any;
}

/* Rights of chess960 say which rook it is of a king that stands alone on the first rank. */
static void check_any_castlings(const Maker *m) {
    if (!m->model->letter[SLOT_KING])
        fault_at(m->faults, place_of(m, "chess960"), 0, "'chess960' needs a king, which castles");
    else if (m->model->castling_rank)
        fault_at(m->faults, place_of(m, "chess960"), 0, "'chess960' needs kings that castle on their first rank");
}

void conclude_castling(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    def->castles = model->castles && find_castling_kings(m);
    def->castling_rank = (uint8_t)(def->castles || def->gates ? model->castling_rank : 0);
    if (!def->castles)
        return; /* other keys for castling mean nothing */
    def->castles_by_file = model->castles_by_file;
    if (def->castles_by_file && (model->any_castlings || model->castling_wins || model->castles_dropped))
        fault_at(m->faults, place_of(m, "castlingNamedByFile"), 0,
                 "castlings cannot be named by files with 'chess960', 'castlingWins' or 'castlingDroppedPiece'");
    def->any_castlings = model->any_castlings;
    def->castles_dropped = model->castles_dropped;
    def->castles_apart = model->castles_apart;
    def->castling_wins = (uint8_t)model->castling_wins;
    if (def->any_castlings)
        check_any_castlings(m);
    def->castling_king = (uint8_t)model->castling_king;
    for (int i = 0; i < 2; i++) {
        def->castling_to[i] = (uint8_t)model->castling_to[i];
        def->castling_rook[i] = (uint8_t)(model->castling_rook[i] < model->files ? model->castling_rook[i]
                                                                                  : model->files - 1);
        def->castling_rooks[i] = types_of(m, model->castling_rooks[i]);
    }
}

/* ---- hands ---- */

void conclude_hands(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    bool changes = false;
    for (int type = 1; type <= def->types; type++)
        changes = changes || def->piece[type].promoted;
    def->changes_by_capture = changes && model->changes_by_capture;
    def->must_change = changes && model->must_change;
    def->changes_back = changes && model->changes_back;
    /* One board of two: what is captured goes to the other one, and what is dropped comes from there. */
    const bool one_of_two = model->two_boards && model->drops;
    def->keeps_captures = model->keeps_captures || one_of_two;
    def->keeps_promoted = def->keeps_captures && model->keeps_promoted;
    if (def->keeps_promoted && changes)
        fault_at(m->faults, place_of(m, "dropLoop"), 0, "'dropLoop' is supported only for what pawns become");
    def->drops = model->drops;
    def->gates = model->gates && model->seirawan;
    if (!def->drops && !def->gates)
        return; /* other keys for drops mean nothing */
    for (int side = 0; side < 2; side++)
        def->drop_region[side] = squares_of(m, &model->drops_to[side]);
    def->drops_pawns_first = model->drops_pawns_first;
    def->drops_pawns_promoting = model->drops_pawns_promoting;
    if (!def->drops)
        return;
    def->drops_enclosing = (uint8_t)model->drops_enclosing;
    def->drop_start = model->drops_enclosing ? squares_of(m, &model->drop_start) : 0;
    def->free_drops = model->free_drops || one_of_two;
    def->drops_promoted = model->drops_promoted;
    def->no_drop_checks = !model->drop_checks;
    def->drops_apart = types_of(m, model->drops_apart);
    def->drops_apart_count = byte_of(model->drops_apart_count);
    def->drops_by_colour =
        types_of(m, model->drops_by_colour | (model->drops_bishops_apart ? (Slots)1 << SLOT_BISHOP : 0));
    def->no_drop_mates = types_of(m, model->no_drop_mates | (model->no_pawn_mate ? (Slots)1 << SLOT_SHOGI_PAWN : 0));
    def->must_drop = model->must_drop ? types_of(m, model->must_drop_types) : 0;
    def->drops_first_rank =
        types_of(m, model->drops_first_rank | (model->rooks_drop_first ? (Slots)1 << SLOT_ROOK : 0));
}

/* What else decides where pieces of a hand may come has not been ruled for those that are put where one was. */
void conclude_gates(const Maker *m) {
    const Model *model = m->model;
    const GrDefinition *def = m->def;
    if (model->seirawan && !model->gates)
        fault_at(m->faults, place_of(m, "seirawanGating"), 0, "'seirawanGating' needs 'gating = true'");
    if (model->gates && !model->first_leaps && !model->seirawan)
        fault_at(m->faults, place_of(m, "gating"), 0,
                 "'gating' is supported only with 'seirawanGating' or 'cambodianMoves'");
    if (!def->gates)
        return;
    if (model->first_leaps || model->promotes_late || model->walls || model->flips)
        fault_at(m->faults, place_of(m, "seirawanGating"), 0,
                 "pieces are not put where others were in games with walls, flips, leaps from the start or late "
                 "promotion");
    if (model->castling_rank * 2 + 1 == model->ranks || model->castling_rank >= model->ranks)
        fault_at(m->faults, place_of(m, "castlingRank"), 0, "the sides need castling ranks of their own for 'gating'");
    if (def->drops_enclosing || def->free_drops || def->no_drop_checks || def->drops_apart || def->drops_by_colour ||
        def->no_drop_mates || def->must_drop || def->drops_first_rank)
        fault_at(m->faults, place_of(m, "seirawanGating"), 0,
                 "of the rules for drops, only regions and those for pawns are supported where pieces are put where "
                 "others were");
}

/* ---- explosions, walls, flips ---- */

void conclude_blasts(const Maker *m) {
    const Model *model = m->model;
    m->def->blasts = model->blasts;
    m->def->blast_proof = model->blasts ? likes_of(m, model->blast_proof) : 0;
    if (model->blasts && model->letter[SLOT_KING])
        fault_at(m->faults, place_of(m, "blastOnCapture"), 0,
                 "where captures explode there can be no king; 'commoner' with 'extinctionPseudoRoyal' makes one");
}

/* Walls come where pieces might be dropped, or see further once a duck has left: neither has been ruled. */
void conclude_walls(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    if (model->walls == GR_WALLS_NONE)
        return; /* where they may come means nothing */
    if (model->drops)
        fault_at(m->faults, place_of(m, "wallingRule"), 0, "walls are not supported where pieces are dropped");
    if (model->first_leaps || model->promotes_late || model->passes[0] || model->passes[1] || model->passes_stuck[0] ||
        model->passes_stuck[1])
        fault_at(m->faults, place_of(m, "wallingRule"), 0,
                 "walls are not supported where a side may pass, promote in place or leap from the start");
    if (model->walls == GR_WALLS_DUCK && model->letter[SLOT_KING])
        fault_at(m->faults, place_of(m, "wallingRule"), 0,
                 "a duck is not supported beside a king; a commoner instead can be captured, or is royal by "
                 "'extinctionPseudoRoyal'");
    def->walls = (uint8_t)model->walls;
    def->walls_alone = model->walls_alone;
    if (def->walls_alone && (def->walls == GR_WALLS_ARROW || def->walls == GR_WALLS_PAST))
        fault_at(m->faults, place_of(m, "wallOrMove"), 0,
                 "a wall without a move cannot come where a piece goes or was");
    for (int side = 0; side < 2; side++)
        def->wall_region[side] = squares_of(m, &model->walls_to[side]);
}

/* Pieces that change sides, or become walls. Where that meets other rules that change more than one piece, nobody has
 * said what comes first. */
void conclude_flips(const Maker *m) {
    const Model *model = m->model;
    const bool king = model->letter[SLOT_KING], royal = king || model->stand_ins;
    m->def->flips = (uint8_t)model->flips;
    m->def->petrified = likes_of(m, model->petrified);
    m->def->petrifies_blast = m->def->petrified && model->blasts && model->petrifies_blast;
    if (m->def->flips && (royal || model->blasts || m->def->petrified || model->walls))
        fault_at(m->faults, place_of(m, "flipEnclosedPieces"), 0,
                 "pieces that change sides are not supported beside royal pieces, explosions and walls");
    if (m->def->petrified && model->walls)
        fault_at(m->faults, place_of(m, "petrifyOnCaptureTypes"), 0, "walls cannot come by moves and by captures");
    if (king && (model->petrified >> SLOT_KING & 1))
        fault_at(m->faults, place_of(m, "petrifyOnCaptureTypes"), 0,
                 "the king cannot become a wall; a commoner with 'extinctionPseudoRoyal' then captures nothing");
}
