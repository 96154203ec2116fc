/* grimoire-db edit: the options that say what is to be done with a game. */
#ifndef GR_CLI_DB_EDIT_H
#define GR_CLI_DB_EDIT_H

#include "cli/db_tidy.h"

/* Their codes. */
enum {
    CLI_EDIT = CLI_LONG + 1400,
    CLI_EDIT_GAME = CLI_EDIT,
    CLI_EDIT_SET,
    CLI_EDIT_COMMENT,
    CLI_EDIT_GLYPH,
    CLI_EDIT_LINE,
    CLI_EDIT_DELETE,
    CLI_EDIT_PROMOTE,
    CLI_EDIT_OPS,
    CLI_EDIT_EDITOR,
    CLI_EDIT_END
};

/* PLY=TEXT has no file in it, as NAME=VALUE might: see cli/apart.h. */
#define CLI_EDIT_OPTIONS                                                                                             \
    {"game", CLI_EDIT_GAME, "N", "edit: the game's number"},                                                         \
    {"set", CLI_EDIT_SET, "TAG=TEXT", "edit: set a tag; an empty TEXT removes it"},                                  \
    {"comment", CLI_EDIT_COMMENT, "PLY=TEXT", "edit: set the comment after a ply; an empty TEXT removes it"},        \
    {"glyph", CLI_EDIT_GLYPH, "PLY=GLYPH", "edit: set the glyphs of a ply: !?, +-, $14; none removes them"},         \
    {"line", CLI_EDIT_LINE, "PLY=MOVES", "edit: add moves after a ply, as a variation if others are there"},         \
    {"delete-from", CLI_EDIT_DELETE, "PLY", "edit: delete a ply and what follows"},                                  \
    {"promote", CLI_EDIT_PROMOTE, "PLY", "edit: put a variation one place higher"},                                  \
    {"ops", CLI_EDIT_OPS, "FILE", "edit: operations in JSON; - is standard input"},                                  \
    {"editor", CLI_EDIT_EDITOR, NULL, "edit: change the game as PGN in $VISUAL or $EDITOR"}

/* An option, or a file of operations. */
typedef struct CliStep {
    int code;
    const char *value;
} CliStep;

enum { CLI_MOST_STEPS = 1000 };

typedef struct CliEdit {
    int64_t game; /* 0: none given */
    bool editor;
    int steps;
    CliStep step[CLI_MOST_STEPS]; /* in the order in which they were given */
} CliEdit;

/* Keeps an option of these; bad usage is reported, and makes the next cli_next set cli->done. */
void cli_edit_option(Cli *cli, int code, CliEdit *edit);

/* The exit status. */
int cli_db_edit(CliDbAsked *asked);

/* ---- editor.c ---- */

/* Lets the user change the game in an editor. 1 if *game was changed, 0 if not, or -1 after reporting what prevents it,
 * with *status set to the exit status. *path is the file with the text, which is the caller's to be removed by
 * cli_editor_end, and freed. */
int cli_edit_text(Cli *cli, const GrVariants *variants, int64_t id, GrGame *game, char **path, int *status);

/* Removes the file (NULL: none), or with `keep` says where it is. Frees the path. */
void cli_editor_end(Cli *cli, char *path, bool keep);

#endif
