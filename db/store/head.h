/* The head of a block read alone, and of it only the columns that are asked for: what a selection looks
 * at. Internal to db/.
 */
#ifndef GR_DB_HEAD_H
#define GR_DB_HEAD_H

#include "db/codec/column.h"
#include "db/store/internal.h"

#define GR_NO_VALUE UINT32_MAX /* the game does not have the tag */

/* A tag that is asked for: the number of its value in the dictionary by game, 0 if it is among the
 * texts. */
typedef struct GrHeadTag {
    uint32_t tag; /* its number; 0: no game has it */
    bool read;    /* the block has a column of it */
    bool packed;  /* which is this, of a head of which single games are asked for; else the values are unpacked */
    GrColumn column;
    uint32_t value[GR_BLOCK_GAMES];
} GrHeadTag;

typedef struct GrHead {
    int64_t first;
    uint32_t games;
    unsigned columns;  /* that are asked for: bits 1 << GR_COL_...; the flags are in any case */
    uint32_t column[GR_COL_SHAPE + 1][GR_BLOCK_GAMES]; /* those up to the shape, */
    bool single;       /* or but few games of each block are asked for, by gr_head_property and gr_head_value: */
    GrColumn property[GR_COL_SHAPE]; /* then these, */
    GrBuffer bytes;    /* and what they are read from; the caller frees it */
    GrHeadTag *tag;    /* the caller's */
    size_t tags;
} GrHead;

/* Reads the head of the block that begins with game `first`. Returns 1; 0 if it is not whole, or what it
 * names is not known: then the block must be read; or a code. */
int gr_head_read(GrDb *db, int64_t first, GrHead *head, GrError *error);

/* Of game first + i of a head of which single games are asked for: a property that was asked for, and the value of
 * a tag. */
static inline uint32_t gr_head_property(const GrHead *head, enum GrBlockColumn property, size_t i) {
    return gr_column_at(&head->property[property], i);
}

static inline uint32_t gr_head_value(const GrHeadTag *tag, size_t i) {
    return tag->packed ? gr_column_at(&tag->column, i) : tag->value[i];
}

#endif
