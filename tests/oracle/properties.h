/* What must hold in every position, whichever it is: the library agrees with the oracle, and with
 * itself by every way there is to ask it. */
#ifndef GR_TESTS_PROPERTIES_H
#define GR_TESTS_PROPERTIES_H

#include "tests/oracle/random_position.h"
#include "tests/aid/rules_aid.h"

typedef struct Properties {
    const GrRules *rules;
    Random random;
    GrMoveList list, captures;
    const GrRules *mapped; /* the rules that `map` was begun with */
    GrAttackMap map;       /* of the position looked at last, whichever that was */
    GrPosition known_of;   /* the position looked at last, and what was in danger there */
    GrDanger known;
    GrMoveSets sets;
    OrList oracle_list;
    GrMove sorted[GR_MAX_MOVES];
    AidCode ours[GR_MAX_MOVES], oracles[GR_MAX_MOVES];
    char fen[GR_FEN_SIZE];
    char text[4000]; /* what does not hold */
} Properties;

/* Both hold the same position. Fills list, oracle_list and fen. False: p->text says why. */
bool properties_hold(Properties *p, const GrPosition *pos, const OrPosition *oracle);

/* Every move's UCI and SAN are read back as that move, and no two are alike. After
 * properties_hold of the same position. */
bool properties_of_texts(Properties *p, const GrPosition *pos);

/* Writes variant, FEN and the message to p->text; gives false. */
__attribute__((format(printf, 2, 3))) bool properties_fault(Properties *p, const char *format, ...);

#endif
