/* What the games of a database have in common, each thing stored once and numbered from 1:
 * variants, tag names, the rows of tags that games have (shapes), and the values of tags
 * (dictionaries); and the judges of evaluations. Internal to db/.
 *
 * Numbers are given in the order in which things come and are never given up, so that games which
 * name them stay true. The catalog in memory is what the tables say plus, in a transaction, what
 * was added; after a rollback it is loaded again.
 */
#ifndef GR_DB_CATALOG_H
#define GR_DB_CATALOG_H

#include <stdbool.h>

#include "db/store/intern.h"
#include "db/codec/limits.h"
#include "db/store/sql.h"
#include "notation/game.h"

/* The values of a tag, or of tags that share them: White and Black, WhiteElo and BlackElo. */
typedef struct GrDictionary {
    uint32_t names;   /* how many it has, */
    uint32_t written; /* and how many of them are in the table */
    uint64_t uses;    /* how many values of games were looked up in it to be stored */
    bool complete;    /* all names are in `texts`; else those that were asked for */
    unsigned sought;  /* how often names were sought among these alone */
    bool findable;    /* and they are found there by their bytes */
    bool changed;     /* it has to be written */
    bool damaged;     /* some of its names could not be read */
    bool corrected;      /* a page in the table has a wrong byte, which is known */
    GrIntern texts;
} GrDictionary;

typedef struct GrShape {
    const uint16_t *tags; /* tag numbers */
    uint32_t count;
} GrShape;

/* A judge of evaluations (db/evals/evals.h); its engine and options, separated by a line feed, are a
 * string of its own number. */
typedef struct GrCatalogJudge {
    uint32_t text;     /* the first judge with the same engine and options */
    uint32_t family;   /* the first judge with the same kind and lines besides */
    uint32_t kind, lines;
    uint64_t amount;
    uint64_t positions; /* that have its verdict */
    bool changed;      /* the number of positions has to be written */
} GrCatalogJudge;

/* The tables of the catalog, each of which has a backup in the file by its number. */
typedef enum GrCatalogPart {
    GR_PART_VARIANT = 1,
    GR_PART_DICTIONARY,
    GR_PART_TAG,
    GR_PART_SHAPE,
    GR_PART_JUDGE,
    GR_PARTS
} GrCatalogPart;

/* How a table was found. */
typedef struct GrPartState {
    bool backed_up; /* the file has its backup, which is true */
    bool astray; /* table or backup is damaged, but what the table should say is known */
    bool corrupt;   /* some of its rows are not known */
} GrPartState;

typedef struct GrCatalog {
    GrStatements *sql;
    GrPartState part[GR_PARTS]; /* [0] is unused */
    GrIntern variants, tags, shapes; /* shapes: tag numbers as bytes, the lower one first */
    GrIntern dictionary_names;
    GrDictionary *dictionary;        /* by number; [0] is unused */
    uint32_t dictionary_cap;
    uint16_t *tag_dictionary;        /* by tag number */
    GrShape *shape;                  /* by number */
    uint32_t last_shape;             /* the one that gr_catalog_shape gave last, 0: none */
    GrIntern judges;
    GrCatalogJudge *judge;           /* by number; [0] is unused */
    uint32_t judge_cap;
    uint32_t names;                  /* of all dictionaries, */
    uint64_t names_size;             /* and their bytes as far as they are loaded */
} GrCatalog;

/* Loads everything but the dictionaries' names. *catalog is all zero. Damage is no failure:
 * catalog->part has it, and what cannot be known is missing. */
int gr_catalog_load(GrCatalog *catalog, GrStatements *sql, GrError *error);

/* Gives all memory back and makes *catalog all zero. */
void gr_catalog_free(GrCatalog *catalog);

/* The number of a variant, which is added if it is new. */
int gr_catalog_variant(GrCatalog *catalog, const char *name, uint32_t *id, GrError *error);

/* Adds a judge; text, kind, lines and amount are set, and there is none like it. Its number is *id.
 * GR_ERR_LIMIT if there are too many. */
int gr_catalog_add_judge(GrCatalog *catalog, const char *text, const GrCatalogJudge *judge,
                         uint32_t *id, GrError *error);

/* The number of the judge with this text and limit, 0 if there is none. */
uint32_t gr_catalog_find_judge(const GrCatalog *catalog, const char *text,
                               const GrCatalogJudge *judge);

/* Is there a judge of that number? */
static inline bool gr_catalog_has_judge(const GrCatalog *catalog, uint32_t id) {
    return gr_intern_get(&catalog->judges, id) != NULL;
}

/* The shape of a game, with what it needs added; *id is 0 if the game's tags cannot be stored in
 * columns because of a bound (db/codec/limits.h), which is no failure. */
int gr_catalog_shape(GrCatalog *catalog, const GrGame *game, uint32_t *id, GrError *error);

/* The tags of a shape; NULL if there is no such shape. */
const GrShape *gr_catalog_get_shape(const GrCatalog *catalog, uint32_t id);

/* The numbers of a game's tag values in their dictionaries, to which they are added if they are new
 * and worth it; 0 if they are not. Worth it are values of dictionaries that are small or mostly
 * repeat. `shape` is the game's, and there is room for as many numbers as it has tags. */
int gr_catalog_values(GrCatalog *catalog, const GrShape *shape, const GrGame *game, uint32_t *ids,
                      GrError *error);

/* The value of a number, NULL if it cannot be had. It stays where it is as long as the catalog is
 * loaded. */
const char *gr_catalog_get_value(GrCatalog *catalog, uint32_t tag, uint32_t id, GrError *error);

/* Loads all names of a tag's dictionary, as far as they are not damaged. */
int gr_catalog_load_names(GrCatalog *catalog, uint32_t tag, GrError *error);

/* The dictionary of a tag. */
static inline GrDictionary *gr_catalog_dictionary(const GrCatalog *catalog, uint32_t tag) {
    return &catalog->dictionary[catalog->tag_dictionary[tag]];
}

/* Writes the dictionaries that have changed, with their new names, and backups of the tables that
 * have; part of every commit. */
int gr_catalog_flush(GrCatalog *catalog, GrError *error);

/* The name of a table. */
const char *gr_catalog_part_name(GrCatalogPart part);

/* Loads all dictionaries and marks those for rewriting whose pages could be corrected. In a transaction. */
int gr_catalog_correct_names(GrCatalog *catalog, GrError *error);

/* Makes the tables anew that are astray, from what memory has of them. In a transaction. */
int gr_catalog_correct_tables(GrCatalog *catalog, GrError *error);

/* The new names alone of one dictionary. */
int gr_catalog_write_names(GrCatalog *catalog, uint32_t dictionary, GrError *error);

#endif
