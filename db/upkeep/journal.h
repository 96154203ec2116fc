/* The journal of changes: rows of the table `journal`. Internal to db/.
 *
 * A change is noted while it is done, game by game, and written in pieces, each a row:
 *
 *     GrJournal journal;
 *     gr_journal_init(&journal, db, GR_CHANGE_EDIT);
 *     for (...) code = gr_journal_note(&journal, id, &was, &is, error);
 *     code = gr_journal_end(&journal, error);
 *     gr_journal_free(&journal);
 *
 * Packed in a piece are its games one after the other: the number, a varint; 1 if the change left a game there, and
 * then the check of that, four bytes, or 0 if it was deleted; and the game as it was before. That is, as varints
 * unless said otherwise, its flags, the name of its variant, a string; GrStart, plies, the check, four bytes; with
 * GR_START_TEXT its FEN, a string; the number of its tags and, as strings, name and value of each; the number of bytes
 * of its moves and these, the same of its body. Moves are coded as in a block.
 */
#ifndef GR_DB_JOURNAL_H
#define GR_DB_JOURNAL_H

#include "db/codec/integrity.h"
#include "db/codec/pack.h"
#include "db/store/internal.h"
#include "db/upkeep/change.h"

typedef struct GrJournal {
    GrDb *db;
    GrChangeKind kind;
    int64_t time, change; /* change: the id of its first row, 0: none yet */
    int64_t game;         /* the first one of the piece at hand, */
    uint64_t games;       /* how many it has, */
    GrBuffer piece;       /* and these */
    GrBuffer blob;        /* scratch */
    GrPacked packed;      /* scratch */
} GrJournal;

void gr_journal_init(GrJournal *journal, GrDb *db, GrChangeKind kind);
void gr_journal_free(GrJournal *journal);

/* Notes that game `id` was one thing and is another now (NULL: deleted). In a transaction, as is the end, which drops
 * what the journal has too much, too. */
int gr_journal_note(GrJournal *journal, int64_t id, const GrGame *was, const GrGame *is, GrError *error);
int gr_journal_end(GrJournal *journal, GrError *error);

/* Appends a game to `out`: the same bytes for games that are stored alike. `writer` and `packed` are scratch. */
int gr_journal_put(const GrGame *game, GrLineWriter *writer, GrPacked *packed, GrBuffer *out, GrError *error);

/* What `check` of GrRestore is for a game. */
int gr_journal_check_of(const GrGame *game, GrLineWriter *writer, GrPacked *packed, uint32_t *check, GrError *error);

/* A row, without its games. */
typedef struct GrJournalRow {
    int64_t id;
    GrChange change; /* kind, time and games of the row; bytes are those of the blob */
    int64_t first;   /* the id of the change's first row */
    bool sound;      /* it agrees with its checksum */
} GrJournalRow;

typedef struct GrJournalRows {
    GrJournalRow *row;
    size_t count, cap;
} GrJournalRows;

/* All rows, in their order; none if there is no table. The caller frees rows->row. */
int gr_journal_rows(GrDb *db, GrJournalRows *rows, GrError *error);

/* Where the change that ends before row `end` begins. */
size_t gr_journal_start(const GrJournalRows *rows, size_t end);

/* A game of a piece. */
typedef struct GrRestore {
    int64_t id;
    bool deleted;   /* the change deleted it; else */
    uint32_t check; /* what it left there has this check */
    GrGame game;    /* what was there before */
} GrRestore;

/* The games of a row: unpacks them, and gives one after the other, 1, or 0 behind the last. GR_ERR_FOREIGN for a game
 * of an unknown variant. `health` may be NULL. */
int gr_journal_unpack(GrDb *db, int64_t id, GrBuffer *bytes, GrHealth *health, GrError *error);
int gr_journal_next(GrDb *db, GrInput *piece, GrRestore *restore, GrError *error);

/* Where the games of an unpacked piece begin; GR_ERR_DAMAGED if they are not so many. */
int gr_journal_places(GrInput piece, size_t *place, uint64_t games, GrError *error);

/* Reads all of it, and reports what is damaged. */
int gr_journal_verify(GrDb *db, void (*fault)(void *context, const char *text), void *context, GrError *error);

#endif
