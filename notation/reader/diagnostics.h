/* What the reader makes: the game at hand, what is wrong with it, and a failure. Internal to
 * notation/reader. */
#ifndef GR_NOTATION_READER_DIAGNOSTICS_H
#define GR_NOTATION_READER_DIAGNOSTICS_H

#include "notation/game.h"
#include "notation/reader/lines.h"

typedef struct Output {
    Lines *lines;
    GrGame *game;
    GrError *error;          /* the caller's, during gr_reader_next */
    int status;              /* a failure, once it has come; nothing is read after it */
    GrBuffer scratch;
} Output;

/* What a step says to the loop that made it. */
typedef enum Step { STEP_ON, STEP_LINE_DONE, STEP_GAME_DONE } Step;

/* Notes a failure; the reader stops at the next step. */
void reader_fail(Output *out, int code, const char *text);
void reader_no_memory(Output *out);

/* Would a diagnostic of the game at hand be added, or has it too many? */
bool reader_reports(const Output *out, GrSeverity severity);

/* Adds a diagnostic of the place in the line; ply 0 for none. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
void reader_diagnose(Output *out, GrSeverity severity, const char *at, uint32_t ply,
                     const char *format, ...);

/* The same for a place given by line and column. */
#if defined(__GNUC__)
__attribute__((format(printf, 6, 7)))
#endif
void reader_diagnose_at(Output *out, GrSeverity severity, uint32_t line, uint32_t column,
                        uint32_t ply, const char *format, ...);

/* Adds the diagnostics of another game. */
void reader_add_diagnostics(Output *out, GrGame *game, const GrGame *from, size_t count);

/* Places in the file, where that is a page: the reader counts lines and columns of what is to be
 * read of it. The game is read: its moves, its lines, its diagnostics; its diagnostics have their
 * places already, unless they are those of a reader of the game's text. */
void reader_place_moves(const GrSource *source, GrGame *game);
void reader_place_lines(const GrSource *source, GrGame *game);
void reader_place_diagnostics(const GrSource *source, GrGame *game);

#endif
