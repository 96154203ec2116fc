/* Listing the faults of a FEN. */
#include <stdarg.h>
#include <stdio.h>

#include "rules/fen_reader.h"

static void list_fault(FenReader *r, const char *at, bool dropped, const char *format, va_list args) {
    GrFaults *f = r->faults;
    if (f->count < GR_MAX_FAULTS) {
        f->fault[f->count].column = (unsigned)(at - r->text) + 1;
        f->fault[f->count].dropped = dropped;
        vsnprintf(f->fault[f->count].text, sizeof f->fault[0].text, format, args);
    }
    f->count++;
    f->dropped += dropped;
}

void fen_fault(FenReader *r, const char *at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    list_fault(r, at, false, format, args);
    va_end(args);
}

void fen_leave_out(FenReader *r, const char *at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    list_fault(r, at, true, format, args);
    va_end(args);
}
