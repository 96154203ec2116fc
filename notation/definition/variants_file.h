/* Games described in a file, in the dialect of Fairy-Stockfish's variants.ini.
 *
 *     [gothic:capablanca]                     # a name, and the game that it is a variation of
 *     startFen = rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1
 *
 * grimoire-definition(5) describes the dialect and lists what is understood. What is not is a fault with its line and
 * column, since it could change the rules; only keys that cannot do that, such as pieceToCharTable, are passed over.
 */
#ifndef GR_NOTATION_DEFINITION_VARIANTS_FILE_H
#define GR_NOTATION_DEFINITION_VARIANTS_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "notation/buffer.h"
#include "rules/definition.h"

GR_BEGIN_DECLS

/* Bounds of what is read: bytes of a text, sections, keys of a section, parents of a section's parents. */
enum {
    GR_VARIANTS_BYTES = 1 << 20, GR_VARIANTS_SECTIONS = 1000, GR_VARIANTS_KEYS = 300, GR_VARIANTS_DEPTH = 16,
    GR_VARIANTS_FAULTS = 50
};

typedef struct GrVariantsFaults {
    size_t count;    /* only the first GR_VARIANTS_FAULTS are kept */
    struct {
        uint32_t line, column; /* from 1 */
        char text[200];
    } fault[GR_VARIANTS_FAULTS];
} GrVariantsFaults;

typedef struct GrVariantsFile GrVariantsFile;

/* Reads the text, which is copied. NULL with `error` if it is too long, or memory runs out. */
GrVariantsFile *gr_variants_file_read(const char *text, size_t length, GrError *error);

/* The same of a file. `stop`, unless NULL, is asked while it is read: once it is true, that ends with
 * GR_ERR_STOPPED. */
GrVariantsFile *gr_variants_file_open(const char *path, bool (*stop)(void *user), void *user, GrError *error);

void gr_variants_file_close(GrVariantsFile *file);

/* Faults of lines that belong to no section: those before the first, and all behind the last that is read. */
const GrVariantsFaults *gr_variants_file_broken(const GrVariantsFile *file);

/* How many games there are, and the name of the nth from 0; the name is not NUL-terminated. */
size_t gr_variants_file_games(const GrVariantsFile *file);
const char *gr_variants_file_name(const GrVariantsFile *file, size_t n, size_t *length, uint32_t *line);

/* The nth game, its parents looked for in the file and then among the games of gr_variants_text and
 * gr_variants_described. Returns 0 with the definition, or the number of faults, of which those of a parent are counted
 * as one. GR_ERR_MEMORY. */
int gr_variants_file_game(const GrVariantsFile *file, size_t n, GrDefinition *definition,
                          GrVariantsFaults *faults);

/* What is doubtful in the nth game without being wrong: keys that are given again, where the last counts. */
void gr_variants_file_doubts(const GrVariantsFile *file, size_t n, GrVariantsFaults *doubts);

/* Adds the nth game to the variants. NULL if it has faults, which are then all in `faults`, those of its start
 * position and of its name, too. */
const GrRules *gr_variants_file_define(const GrVariantsFile *file, size_t n, const GrVariants *variants,
                                       GrVariantsFaults *faults);

/* Offers the games of the file to the variants, which own it from then on: each is defined when its name or title is
 * first asked for (gr_variants_find), and all are by gr_variants_load. `report`, unless NULL, is called once for each
 * game that was asked for by its name and has faults or doubts, with whether it could be defined; by the thread that
 * asks.
 * GR_ERR_LIMIT, GR_ERR_MEMORY; then the file stays the caller's. */
typedef void GrVariantsReport(void *user, const GrVariantsFile *file, size_t n, const GrVariantsFaults *faults,
                              bool defined);
int gr_variants_offer(const GrVariants *variants, GrVariantsFile *file, GrVariantsReport *report, void *user,
                      GrError *error);

/* The games that programs know by their descriptions alone, such as shogi; the caller closes the file. */
GrVariantsFile *gr_variants_described(GrError *error);

/* Offers them to the variants, after all others that offer a game of the name; gr_variants_load does not define them.
 * GR_ERR_LIMIT, GR_ERR_MEMORY. */
int gr_variants_offer_described(const GrVariants *variants, GrError *error);

/* Has the variants, to which they were offered, define all of them, which gr_variants_at then lists. */
void gr_variants_load_described(const GrVariants *variants);

/* The game as a section without a parent. The same definition always gives the same text, and reading it gives the
 * same definition. */
void gr_definition_write(const GrDefinition *definition, GrBuffer *out);

/* The section of a game that has a C file, or of one that many files name as a parent; NULL if there is none. */
const char *gr_variants_text(const char *name);


GR_END_DECLS

#endif
