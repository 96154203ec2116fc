/* A second reader of databases, written from grimoire-format(5) alone: it shares the rules with the
 * library and nothing of db/. What it reads, another program could. */
#ifndef GR_TESTS_FORMAT_READER_H
#define GR_TESTS_FORMAT_READER_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules/fen.h"

enum { FORMAT_MOVES = 8192, FORMAT_TAGS = 80, FORMAT_EVENTS = 1 << 18 };

typedef struct FormatGame {
    const GrRules *rules;  /* NULL: unknown variant */
    unsigned flags, codec, plies;
    bool gone;             /* deleted */
    unsigned tags;
    char *tag[FORMAT_TAGS][2];
    GrPosition start;
    unsigned moves;        /* of the main line, then of the variations */
    GrMove move[FORMAT_MOVES];
    char events[FORMAT_EVENTS]; /* comments, NAGs and variations, in the order of the page */
    char rest[1 << 16];
    unsigned diagnostics;
} FormatGame;

/* Reads game `id`. NULL if all is as the page says, the game's check included; else what is not. */
const char *format_read(sqlite3 *handle, const GrVariants *variants, int64_t id, FormatGame *game);

/* Is the game found by its fingerprint? Of a game that format_read has read. */
const char *format_known(sqlite3 *handle, int64_t id, const FormatGame *game);

/* Do the backups of all five tables say what the tables do, and the checksums what their rows do? NULL
 * if so; else what does not. */
const char *format_backups(sqlite3 *handle);

#endif
