/* The table of the kinds of moves: rules/kinds.h. */
#include "rules/kinds.h"

#define ROW(kind, number, name, form, sign, letter, effects) [number] = {name, form, sign, letter},
static const GrKindRow row[] = {GR_MOVE_KINDS(ROW)};
#undef ROW
static const GrKindRow none = {"?", GR_FORM_MOVE, 0, 0};

const GrKindRow *gr_kind(GrMoveKind kind) {
    return (unsigned)kind < sizeof row / sizeof *row && row[kind].name ? &row[kind] : &none;
}
