/* What the files that read FEN share. Internal to rules/. */
#ifndef GR_RULES_FEN_READER_H
#define GR_RULES_FEN_READER_H

#include <ctype.h>

#include "rules/fen.h"
#include "rules/hooks.h"

typedef struct FenReader {
    const char *text; /* the whole FEN */
    const char *at;   /* what is read next */
    GrPosition *pos;
    const GrVariant *v;
    GrFaults *faults;
    bool whole_board; /* all ranks were there: faults of the position as a whole mean something */
} FenReader;

/* A fault, and what the position can do without. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void fen_fault(FenReader *r, const char *at, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void fen_leave_out(FenReader *r, const char *at, const char *format, ...);

static inline bool fen_ends_field(char c) {
    return c == '\0' || c == ';' || isspace((unsigned char)c);
}

/* Goes to the next field; false if there is none. */
static inline bool fen_next_field(FenReader *r) {
    while (isspace((unsigned char)*r->at))
        r->at++;
    return *r->at != '\0' && *r->at != ';';
}

/* Are there numbers where rights or squares should be? Texts of described games leave these fields out. */
static inline bool fen_is_left_out(const FenReader *r) {
    return r->v->defined && isdigit((unsigned char)*r->at);
}

void fen_read_rights(FenReader *r);

#endif
