/* Bounds of what a database holds. */
#ifndef GR_DB_LIMITS_H
#define GR_DB_LIMITS_H

enum {
    GR_MAX_PLIES = 65535,          /* plies of a game's main line */
    GR_MAX_NESTING = 1000,         /* variations inside variations */
    GR_MAX_GAME_TEXT = 256 << 20,  /* bytes of tags, comments, variations and rest of a game */
    GR_BLOCK_GAMES = 512,          /* games that are packed together */
    GR_BLOCK_TEXT = 256 << 10      /* a block with more text than this takes no further game */
};

#endif
