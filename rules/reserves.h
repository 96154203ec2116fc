/* Reserves that pieces carry (Royal Magician's Chess) in FEN. Internal to rules/. */
#ifndef GR_RULES_RESERVES_H
#define GR_RULES_RESERVES_H

#include "rules/position.h"

/* GrHooks.write_pocket and read_pocket: four reserves, those of White's first and second carrier and of Black's. */
size_t gr_reserves_write(const GrPosition *pos, char *out);
const char *gr_reserves_read(GrPosition *pos, const char *text, size_t length);

#endif
