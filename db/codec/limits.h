/* Bounds of what a database holds. Internal to db/.
 *
 * Every number read from a file is checked against them before it costs memory or time; what is
 * beyond is damage. Bounded elsewhere:
 *
 *     number of a game          GrDb.most (db/store/internal.h), by the size of the file
 *     bytes of a table's rows   block, replay, posting, journal: those of the file (db/store/long_rows.h)
 *     games of a block          1 to GR_BLOCK_GAMES (db/store/block.h)
 *     moves and texts of games  their sums are those of the blobs (db/store/block.h)
 *     lengths, counts in blobs  the bytes that are there (db/codec/bytes.h)
 *     evaluations               db/codec/verdicts.h
 *     segments                  those that GrDb.most games have (db/index/position_index.h)
 *     bits of a bucket          24 of a segment, 32 of a posting (db/codec/postings.h)
 *     entries of `fingerprint`  db/store/duplicates.h
 */
#ifndef GR_DB_LIMITS_H
#define GR_DB_LIMITS_H

enum {
    GR_MAX_PLIES = 65535,          /* plies of a game's main line */
    GR_MAX_NODES = 8 << 20,        /* moves of a game with all its variations */
    GR_MAX_NESTING = 1000,         /* variations inside variations */
    GR_MAX_GAME_TEXT = 256 << 20,  /* bytes of tags, comments, variations and rest of a game */
    GR_BLOCK_GAMES = 512,          /* games that are packed together */
    GR_MAX_TAGS = 4096,            /* different tag names with a column of their own */
    GR_MAX_SHAPES = 4096,          /* different rows of tags that games have in columns */
    GR_MAX_SHAPE = 64,             /* tags of a game that has them in columns */
    GR_MAX_NAME = 255,             /* bytes of a tag name or value that is stored only once */
    GR_MAX_NAMES = 1 << 20,        /* names of all dictionaries together */
    GR_MAX_NAMES_SIZE = 32 << 20,  /* and their bytes, of those that are loaded */
    GR_MAX_LOADED_NAMES = 2 * GR_MAX_NAMES_SIZE, /* pages of names beyond that are damaged */
    GR_BLOCK_TEXT = 256 << 10,     /* a block with more text than this takes no further game, */
    GR_MAX_BLOCK_TEXT = 320 << 20, /* and so has no more than this, whatever its last game has */
    GR_UNPACKED_RATIO = 64,        /* bytes for each packed one; texts of games have four to ten */
    GR_PAGE_NAMES = 512,           /* names that are packed together */
    GR_MAX_PAGE = GR_PAGE_NAMES * (GR_MAX_NAME + 1), /* and their bytes */
    GR_MAX_JUDGE_ID = 4095,        /* judges of evaluations, which are rows of a table, too */
    GR_MAX_JUDGE = 2 * 199 + 1,    /* bytes of a judge's engine and options, separated by a line feed */
    GR_MAX_SPARE = GR_MAX_TAGS * (GR_MAX_JUDGE + 48), /* bytes of the rows of a table, unpacked */
    GR_PAGE_GAMES = 1 << 15        /* a file has no more numbers of games for each of its pages: a
                                      game has two bytes at least in the table fingerprint, and a block
                                      of deleted ones has ninety */
};

#endif
