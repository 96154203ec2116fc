/* Phases of a game. */
#include "notation/judge/phase.h"

enum { OPENING_PLIES = 20, WHOLE = 14, OPENING_LEAST = 10, ENDGAME_MOST = 6 };

const char *gr_phase_name(GrPhase phase) {
    static const char *const name[GR_PHASES] = {"opening", "middlegame", "endgame"};
    return name[phase];
}

int gr_phase_pieces(const GrPosition *pos) {
    const GrVariant *variant = gr_variant(pos->rules);
    int count = 0;
    for (int type = GR_KING + 1; type <= variant->types; type++)
        if (!(variant->piece[type].flags & GR_IS_PAWN))
            count += gr_set_count(pos->type[type]);
    return count;
}

GrPhase gr_phase(const GrPosition *pos, uint32_t ply, int first) {
    int pieces = gr_phase_pieces(pos);
    if (WHOLE * pieces <= ENDGAME_MOST * first)
        return GR_ENDGAME;
    return ply < OPENING_PLIES && WHOLE * pieces > OPENING_LEAST * first ? GR_OPENING
                                                                         : GR_MIDDLEGAME;
}
