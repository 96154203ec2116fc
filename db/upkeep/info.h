/* What a database holds, and where its bytes go. */
#ifndef GR_DB_INFO_H
#define GR_DB_INFO_H

#include "db/store/database.h"
#include "db/upkeep/change.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Games of a variant. */
typedef struct GrInfoVariant {
    const char *name; /* "" for games of unknown variants; valid as long as the database */
    uint64_t games;
} GrInfoVariant;

typedef struct GrInfo {
    int format;          /* version of the file format */
    uint64_t games, plies; /* plies of main lines */
    uint64_t partial;    /* games that could be replayed only in part */
    uint64_t deleted;
    uint64_t unreadable; /* games in blocks that cannot be read at all */
    GrInfoVariant *variant; /* in the order in which games have them first */
    size_t variants, variant_cap;
    uint64_t names;      /* different values of tags that are stored once, */
    uint64_t name_text;  /* and their bytes before they are packed; neither grows beyond gr_info_names_used */
    uint64_t file;       /* bytes of the file, without what is not yet in it (the WAL) */
    uint64_t columns;    /* of these: tags and properties of games, */
    uint64_t moves;      /* their moves, */
    uint64_t texts;      /* comments, variations and other texts, compressed, */
    uint64_t name_bytes; /* names */
    uint64_t fingerprints; /* the index by which duplicates are found */
    uint64_t index;      /* the index of positions, but for */
    uint64_t commons;    /* what it has of common ones */
    uint64_t evals;        /* evaluations of positions, */
    uint64_t eval_bytes;   /* and their bytes */
    unsigned shard, shards; /* what the file was made for by db split --shards, 0: all positions */
    uint64_t signatures;   /* what rules games out in a search for a position */
    uint64_t changes;      /* of games, which can be taken back (db/upkeep/change.h); */
    uint64_t journal;      /* the bytes that keep them, */
    GrChange last_change;  /* and the one that would be taken back first */
    uint64_t free;       /* pages not in use; what is left is what SQLite needs itself */
} GrInfo;

enum { GR_INFO_MOST_NAMES = 1 << 20, GR_INFO_MOST_NAME_TEXT = 32 << 20 };

/* Counts what the database has. *info is to be freed, also if it fails. */
int gr_db_info(GrDb *db, GrInfo *info, GrError *error);
void gr_info_free(GrInfo *info);

/* How much of the room for names is taken, 0 to 1: of GR_INFO_MOST_NAMES or GR_INFO_MOST_NAME_TEXT, whichever is
 * nearer. At 1, values that are new are stored in each game that has them. */
double gr_info_names_used(const GrInfo *info);

GR_END_DECLS

#endif
