/* Bounds of what a database holds. */
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
    GR_MAX_NAMES_SIZE = 32 << 20,  /* and their bytes */
    GR_BLOCK_TEXT = 256 << 10      /* a block with more text than this takes no further game */
};

#endif
