/* What the files of Wizard Chess share: its pieces and its squares. Internal to rules/. */
#ifndef GR_RULES_WIZARD_H
#define GR_RULES_WIZARD_H

#include "rules/position.h"

enum { Z = 1, D, C, A, G, H, W, TYPES = 7 };

/* A rank, and some files of a rank as bits from the a-file; ranks from 0. */
#define ROW(rank) ((GrSet)0x7F << (7 * (rank)))
#define ROW_FILES(rank, files) ((GrSet)(files) << (7 * (rank)))

/* The X squares of a side: files a, c, d, e and g of its second rank. */
#define WIZARD_X_SQUARES(side) ROW_FILES((side) == GR_WHITE ? 1 : 10, 0x5D)

/* Where a side's warriors start: there, and on the d-file of its third rank. */
#define WIZARD_WARRIOR_START(side)                                                                 \
    (WIZARD_X_SQUARES(side) | ROW_FILES((side) == GR_WHITE ? 2 : 9, 0x08))

#endif
