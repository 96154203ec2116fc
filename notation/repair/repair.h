/* Repair: the smallest set of edits after which the moves of a damaged game are legal and agree
 * with what else the text says.
 *
 * An edit replaces a ply, inserts one that is missing, leaves out one that is superfluous, or
 * swaps plies that stand in the wrong order. What a set of edits costs is, above all, how
 * many there are; then how far the moves put in are from the text they stand for, and how far the
 * whole game disagrees with captures marked `x`, `+`, `#` and remarks of check, move numbers,
 * origins that were not needed, and the result. Where a text uses a mark for some moves and leaves
 * it out for others, it counts for little; where it has been exact, its absence counts, too.
 *
 * The search is bounded by the caller and deterministic: with the same limits the same game is
 * repaired in the same way on every machine. A single edit is looked for at every ply up to the
 * first that cannot be played, exhaustively; several are found best first, and each is then looked
 * for again with the others in place.
 */
#ifndef GR_NOTATION_REPAIR_H
#define GR_NOTATION_REPAIR_H

#include "notation/move/script.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef enum GrRepairStatus {
    GR_REPAIR_WHOLE,  /* nothing had to be edited */
    GR_REPAIR_DONE,   /* repaired */
    GR_REPAIR_NONE,   /* no set of edits within limits.edits makes the game legal */
    GR_REPAIR_GAVE_UP /* the limits were reached before one was found */
} GrRepairStatus;

typedef struct GrRepairLimits {
    uint64_t steps;  /* moves tried on a board, in all */
    uint32_t nodes;  /* sets of edits kept in memory while searching, about 100 bytes each */
    uint32_t tokens; /* longest script that is looked at at all */
    unsigned edits;  /* most edits in one game, up to 250; each takes 4 kB */
    bool (*stop)(void *user); /* asked now and then; true ends the search. NULL for none */
    void *user;
} GrRepairLimits;

/* What the programs use: about a second for a game of chess. */
GrRepairLimits gr_repair_limits(void);

enum { GR_REPAIR_OTHERS = 8 };

/* An edit that would do instead of another one, the rest of the edits left as they are. */
typedef struct GrRepairOther {
    GrEditKind kind;
    uint32_t ply, token; /* as in GrRepair; of plies swapped those of the first */
    uint32_t reach;      /* GR_SWAPPED: how many tokens further on the second stands */
    GrMove move;         /* GR_NO_MOVE if dropped or swapped */
    GrPosition before;   /* where it would be made */
} GrRepairOther;

typedef struct GrRepair {
    GrEditKind kind;
    uint32_t ply;      /* in the repaired game, from 1; of a dropped ply: the ply before, or 0 */
    uint32_t token;    /* of the script: the one replaced or dropped; the one that an inserted ply
                          stands before (script.count: at the end) */
    GrMove move;       /* what is played; GR_NO_MOVE if dropped */
    uint32_t legal;    /* legal moves there; 0 if dropped */
    uint32_t others;   /* other moves there that leave the rest as legal and in agreement */
    uint32_t elsewhere; /* edits of another place or kind that do so, and are not far-fetched */
    bool forced;       /* there is none of either */
    uint32_t close;    /* those of them that are about as likely: the text does not decide */
    uint32_t named;    /* how many of them are listed here, the likeliest first */
    GrRepairOther other[GR_REPAIR_OTHERS];
} GrRepair;

typedef struct GrRepairs {
    GrRepairStatus status;
    GrRepair *edit;    size_t count;
    GrMove *move;      size_t plies; /* the repaired main line */
    int32_t *token;    /* token[i] is what move[i] comes from, -1 if it was inserted */
    bool mate;         /* it ends in checkmate */
    bool agrees;       /* with every mark, number and result of the text */
    bool exhaustive;   /* every smaller set of edits was tried */
    bool open;         /* an edit is; the true game may well be another */
    uint64_t steps;    /* that it took */
} GrRepairs;

void gr_repairs_init(GrRepairs *repairs);
void gr_repairs_free(GrRepairs *repairs);

/* Repairs the game of a script. *repairs is filled (anything in it is freed first), and empty after
 * a failure. */
int gr_repair(const GrScript *script, const GrRepairLimits *limits, GrRepairs *repairs);

GR_END_DECLS

#endif
