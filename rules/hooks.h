/* What a variant's file provides beyond its data. Internal to rules/.
 *
 * Most variants get these functions from rules/core.h, which a variant's file includes after
 * saying how large its board is, so that everything is compiled for that board.
 */
#ifndef GR_RULES_HOOKS_H
#define GR_RULES_HOOKS_H

#include "rules/fen.h"
#include "rules/position.h"

struct GrHooks {
    void (*build)(GrRules *rules); /* fills the tables of rules/tables.h */
    void (*moves)(const GrPosition *pos, GrMoveList *list);
    void (*captures)(const GrPosition *pos, GrMoveList *list);
    uint64_t (*count)(const GrPosition *pos);
    void (*play)(GrPosition *pos, GrMove move);
    GrSet (*attackers)(const GrPosition *pos, int sq, int side);
    size_t (*match)(const GrPosition *pos, const GrPattern *pattern, GrMove *out, size_t cap);
    GrSet (*ep_squares)(const GrPosition *pos, GrSet asked, int *victim);
};

#endif
