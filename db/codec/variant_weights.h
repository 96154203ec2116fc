/* The numbers of the weights that the models of move codec 1 are made of: which weights a move has.
 *
 * This is part of the format of move codec 1 and frozen with it: a change would make other numbers
 * of the same moves, and stored games unreadable. grimoire-format(5) says in words what stands
 * here. Internal to db/.
 *
 * Ranks are counted from the mover's own side, files from a. A distance is that of a king on an
 * empty board, 7 if it is more. What a piece attacks is said in rules/position.h (GrAttacks).
 */
#ifndef GR_DB_VARIANT_WEIGHTS_H
#define GR_DB_VARIANT_WEIGHTS_H

#include <stdint.h>

/* Weights of a type: a row for each, and row 0 for moves that no piece makes (spells, placements).
 *
 *   FROM_RANK  rank, FROM_FILE  file: where it comes from
 *   TO_RANK    rank, TO_FILE  file: where it goes
 *   STAKE      danger of the square that is left, supported
 *   AWAY       how far that is from where the opponent's last move went; 8 if there is none
 *   GO_ON      how far it is from where the mover's last move went; 8 if there is none
 *   CONTENT    what stands on the square gone to: 0 nothing, its type, or 12 + its type if it is
 *              the mover's own
 *   RISK       takes, danger of the square gone to, by how many pieces supported (0, 1, 2 or more)
 *   CHECK      gives check, takes, attacked
 *   NEAR       the opponent's last move took, how far the square gone to is from where it went; 8
 *   THERE      how far that is from the opponent's royal piece
 *   WAY        ranks forward (-3 to 3) and files aside (0 to 3), more is taken for 3
 *   BACK       does the move take the mover's last one back
 *   CHECKED    in check: takes
 *
 * Danger is 0 where the opponent attacks nothing; else the lowest class of what attacks, 1 to 4.
 *
 * Behind the rows there are:
 *
 *   KIND    kind of move, piece of the move; for all but plain moves
 *   OBJECT  with a fall, content; for spells
 *   TRADE   what is taken is of a lower, the same or a higher class; attacked; supported by two;
 *           for a piece that takes
 *   DROP    a row for the piece dropped, by its square: rank, file, danger and support, distance to
 *           the opponent's royal piece, gives check */
enum {
    GR_VV_RANKS = 12,
    GR_VV_FILES = 10,
    GR_VV_FROM_RANK = 0,
    GR_VV_FROM_FILE = GR_VV_FROM_RANK + GR_VV_RANKS,
    GR_VV_TO_RANK = GR_VV_FROM_FILE + GR_VV_FILES,
    GR_VV_TO_FILE = GR_VV_TO_RANK + GR_VV_RANKS,
    GR_VV_STAKE = GR_VV_TO_FILE + GR_VV_FILES,
    GR_VV_AWAY = GR_VV_STAKE + 5 * 2,
    GR_VV_GO_ON = GR_VV_AWAY + 9,
    GR_VV_CONTENT = GR_VV_GO_ON + 9,
    GR_VV_RISK = GR_VV_CONTENT + 24,
    GR_VV_CHECK = GR_VV_RISK + 2 * 5 * 3,
    GR_VV_NEAR = GR_VV_CHECK + 2 * 2 * 2,
    GR_VV_THERE = GR_VV_NEAR + 2 * 9,
    GR_VV_WAY = GR_VV_THERE + 8,
    GR_VV_BACK = GR_VV_WAY + 7 * 4,
    GR_VV_CHECKED = GR_VV_BACK + 1,
    GR_VV_ROW = GR_VV_CHECKED + 2,

    GR_VV_ROWS = 11,
    GR_VV_KIND = GR_VV_ROWS * GR_VV_ROW,
    GR_VV_OBJECT = GR_VV_KIND + 11 * 12,
    GR_VV_TRADE = GR_VV_OBJECT + 2 * 24,
    GR_VV_DROP = GR_VV_TRADE + 3 * 2 * 2,
    GR_VV_DROP_FILE = GR_VV_RANKS,
    GR_VV_DROP_RISK = GR_VV_DROP_FILE + GR_VV_FILES,
    GR_VV_DROP_THERE = GR_VV_DROP_RISK + 5 * 3,
    GR_VV_DROP_CHECK = GR_VV_DROP_THERE + 8,
    GR_VV_DROP_ROW = GR_VV_DROP_CHECK + 2,
    GR_VV_WEIGHTS = GR_VV_DROP + GR_VV_ROWS * GR_VV_DROP_ROW
};

typedef struct GrVariantModel {
    const char *variant;
    uint8_t class[GR_VV_ROWS];    /* of each type, by worth: 1 to 4 */
    int8_t weight[GR_VV_WEIGHTS]; /* in eighths of a power of two */
} GrVariantModel;

/* All models there are. tables/variant_weights.c */
enum { GR_VARIANT_MODELS = 5 };
extern const GrVariantModel gr_variant_model[GR_VARIANT_MODELS];

#endif
