/* Squares of games described in a file on which pieces from the hand may be put when a piece leaves them. */
#include "rules/defined_build.h"
#include "rules/tables.h"

GrSet gr_defined_home(const GrDefinition *def, int side) {
    int rank = side == GR_WHITE ? def->castling_rank : def->ranks - 1 - def->castling_rank;
    return gr_set_below(def->files) << rank * def->files;
}

bool gr_defined_may_gate(const GrPosition *pos, int side) {
    const GrDefinition *def = &pos->rules->variant->defined->def;
    bool may = def->keeps_captures;
    for (int type = GR_KING + 1; type <= def->types && !may; type++)
        may = pos->hand[side][type];
    return may;
}
