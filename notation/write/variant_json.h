/* A variant as JSON, for boards on which people move. */
#ifndef GR_NOTATION_VARIANT_JSON_H
#define GR_NOTATION_VARIANT_JSON_H

#include "notation/json.h"
#include "rules/decls.h"
#include "rules/variant.h"

GR_BEGIN_DECLS

/* Writes an object, a member of that name (NULL: of an array):
 *   name, title, files, ranks, first ("white" moves first), start (FEN)
 *   starts      how many start positions there are
 *   described   whether its rules come from a description
 *   holes       whether squares can be holes
 *   hands       whether pieces come back from hands; beside: whether some stand beside the board
 *   rights      the letters of castlings and other rights
 *   slope       of White's chance by centipawns (notation/judge/win_chance.h)
 *   lines, sides, shape, characters   how the board and its pieces look, where not as in chess (notation/write/diagram.h)
 *   pieces      {letter, name, royal, held: whether it can be beside the board, drawing, promoted: the name of what it
 *               becomes}; the last two if there is such a thing */
void gr_json_variant(GrJson *json, const char *name, const GrRules *rules);

GR_END_DECLS

#endif
