/* Finding a position in the games of a database. */
#ifndef GR_DB_QUERY_H
#define GR_DB_QUERY_H

#include "db/search/scan.h"
#include "rules/decls.h"
#include "rules/fen.h"

GR_BEGIN_DECLS

/* What is looked for. */
typedef struct GrTarget {
    GrPosition pos;
    bool board_only; /* any side to move, any rights */
    bool pockets;    /* with board_only: reserves and what waits beside the board count, too */
    /* What gr_target_ahead goes by: */
    bool shrinks;    /* pieces of this variant only become fewer: these must be left */
    uint8_t pieces[2];
    bool forward;    /* pawns only go forward: this many must not have left the first n + 1 ranks, */
    uint8_t pawns[2][16];
    GrSet home[2];   /* and these, on the second rank, must not have moved */
    uint32_t kinds;      /* types that are pawns: bits */
    uint16_t last[2];    /* of `pawns`, where the last one that counts stands: bits, from the second rank on */
    uint8_t men[2][GR_MAX_TYPES]; /* pieces by type, pawns of all kinds as those of type 0 */
} GrTarget;

/* A position by its FEN: pieces, side to move and all rights must be equal, the clocks not.
 * Returns 0 or the number of faults, as gr_fen_read. */
unsigned gr_target_fen(GrTarget *target, const GrRules *rules, const char *fen, GrFaults *faults);

/* A position by the first field of a FEN. What stands beside the board counts if the text has the
 * pocket. Returns 0 or the number of faults. */
unsigned gr_target_board(GrTarget *target, const GrRules *rules, const char *board,
                         GrFaults *faults);

/* Of the games in the databases the first by whose rules that is a position, a FEN or, where it is NULL, a board; one by
 * which nothing is left out comes before others. If it is no position of any, the first game; NULL if there is none. */
const GrRules *gr_target_rules(GrDb *const *dbs, int count, const char *fen, const char *board);

/* A position as it is. */
void gr_target_position(GrTarget *target, const GrPosition *pos);

/* Can the target still come after pos, in some way? Worth asking after captures and moves of pawns,
 * when pos->clock is 0. */
bool gr_target_ahead(const GrTarget *target, const GrPosition *pos);

bool gr_target_fits(const GrTarget *target, const GrPosition *pos);

GR_END_DECLS

#endif
