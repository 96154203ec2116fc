/* Records of games of Shogi, Xiangqi and Janggi, known by how their text begins. Internal to notation/. */
#ifndef GR_NOTATION_RECORD_KIND_H
#define GR_NOTATION_RECORD_KIND_H

#include <stdbool.h>

typedef enum GrRecordKind {
    GR_RECORD_NONE, /* something else */
    GR_RECORD_CSA,  /* `+7776FU` */
    GR_RECORD_KIF,  /* `1 ７六歩(77)` or, as KI2 has it, `▲７六歩` */
    GR_RECORD_USI,  /* `position startpos moves 7g7f` */
    GR_RECORD_UCCI,    /* of Xiangqi: `position startpos moves h2e2 h9g7` */
    GR_RECORD_UCI,     /* the same of another game: `position startpos moves e2e4` */
    GR_RECORD_DHTMLXQ, /* `[DhtmlXQ_movelist]7747` */
    GR_RECORD_XIANGQI, /* PGN or prose with moves such as 炮二平五 */
    GR_RECORD_JANGGI   /* `79졸78` or `79-78`: janggi_words.h */
} GrRecordKind;

/* The kind of record by the beginning of a text, which is UTF-8 and ends with a NUL. */
GrRecordKind gr_record_kind(const char *text);

/* Does it have moves in Chinese? */
bool gr_record_is_chinese(const char *text);

#endif
