/* Records of games of Shogi, known by how their text begins. Internal to notation/. */
#ifndef GR_NOTATION_RECORD_KIND_H
#define GR_NOTATION_RECORD_KIND_H

typedef enum GrRecordKind {
    GR_RECORD_NONE, /* something else */
    GR_RECORD_CSA,  /* `+7776FU` */
    GR_RECORD_KIF,  /* `1 ７六歩(77)` or, as KI2 has it, `▲７六歩` */
    GR_RECORD_USI   /* `position startpos moves 7g7f` */
} GrRecordKind;

/* What the beginning of a text looks like, which is UTF-8 and ends with a NUL. */
GrRecordKind gr_record_kind(const char *text);

#endif
