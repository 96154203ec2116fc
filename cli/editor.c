/* A game in the user's editor: written as PGN, and read back until it is whole. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/apart.h"
#include "cli/db_edit.h"
#include "notation/reader/reader.h"
#include "notation/write/format.h"

typedef struct Editing {
    Cli *cli;
    const GrVariants *variants;
    int64_t id;
    const GrGame *was;
    const char *path;
    GrBuffer written; /* what the file had at first */
} Editing;

/* ---- the file ---- */

/* Removes the file, and the folder that was made for it. */
static void remove_file(char *path) {
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
}

/* Makes a folder that nobody else can read; its name, and that of a file in it, is `path` then. */
static bool make_folder(char *path) {
    char *name = strrchr(path, '/');
    *name = '\0';
    bool made = mkdtemp(path) != NULL;
    *name = '/';
    return made;
}

static bool write_text(FILE *file, const GrBuffer *text) {
    bool well = fwrite(text->data, 1, text->len, file) == text->len;
    return !fclose(file) && well;
}

/* Makes a file and writes the text to it; NULL after reporting why that cannot be done. */
static char *make_file(Cli *cli, int64_t id, const GrBuffer *text) {
    const char *folder = getenv("TMPDIR");
    GrBuffer name;
    gr_buffer_init(&name);
    gr_buffer_printf(&name, "%s/grimoire-XXXXXX/game-%" PRId64 ".pgn", folder && *folder ? folder : "/tmp", id);
    char *path = gr_buffer_take(&name);
    bool made = path && make_folder(path);
    if (!made)
        cli_error(cli, "%s: %s", path ? path : "the text of the game", strerror(path ? errno : ENOMEM));
    FILE *file = made ? cli_open_output(cli, NULL, path, "wb") : NULL;
    if (file && write_text(file, text))
        return path;
    if (file)
        cli_error(cli, "cannot write %s: %s", path, strerror(errno));
    if (made)
        remove_file(path);
    free(path);
    return NULL;
}

/* Reads the file; false if it cannot be. */
static bool read_back(const char *path, GrBuffer *text) {
    char piece[4096];
    size_t got;
    FILE *file = fopen(path, "rb");
    gr_buffer_clear(text);
    while (file && (got = fread(piece, 1, sizeof piece, file)) > 0)
        gr_buffer_add(text, piece, got);
    bool well = file && !ferror(file) && !text->failed;
    if (file)
        fclose(file);
    return well;
}

void cli_editor_end(Cli *cli, char *path, bool keep) {
    bool gone = path && access(path, F_OK) && errno == ENOENT;
    if (keep && gone)
        cli_error(cli, "the editor has removed the text, %s", path);
    else if (path && keep)
        cli_error(cli, "the text is kept in %s", path);
    if (path && (!keep || gone))
        remove_file(path);
    free(path);
}

/* ---- the editor ---- */

/* Interrupts are the editor's as long as it runs. */
static bool runs(const char *editor, const char *path) {
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit, usual = {.sa_handler = SIG_DFL};
    GrBuffer command;
    int status = -1;
    gr_buffer_init(&command);
    gr_buffer_printf(&command, "%s \"$@\"", editor);
    fflush(NULL);
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    pid_t child = command.failed ? -1 : fork();
    if (child == 0) {
        const int back[] = {SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ};
        for (size_t i = 0; i < sizeof back / sizeof *back; i++)
            sigaction(back[i], &usual, NULL);
        execl("/bin/sh", "sh", "-c", command.data, editor, path, (char *)NULL);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    gr_buffer_free(&command);
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static const char *editor_of(void) {
    const char *visual = getenv("VISUAL"), *editor = getenv("EDITOR");
    return visual && *visual ? visual : editor && *editor ? editor : "vi";
}

/* ---- reading it back ---- */

static bool find_tag(const GrGame *game, size_t from, const char *name, size_t *at) {
    for (*at = from; *at < game->tag_count; ++*at)
        if (!strcmp(gr_game_string(game, game->tags[*at].name), name))
            return true;
    return false;
}

/* Is it a tag that PGN has to have, and says nothing? */
static bool is_filler(const GrGame *game, const char *name) {
    static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black"};
    bool needed = false;
    for (size_t i = 0; i < sizeof roster / sizeof *roster; i++)
        needed |= !strcmp(name, roster[i]);
    return !strcmp(name, "Result") ? !strcmp(gr_game_tag(game, name), gr_result_text(game->result))
                                   : needed && !gr_game_known_tag(game, name);
}

/* PGN puts tags in an order of its own, and adds some: those stay as they were. */
static void restore_tags(const GrGame *was, GrGame *game) {
    size_t done = 0, at;
    for (size_t i = 0; i < was->tag_count; i++)
        if (find_tag(game, done, gr_game_string(was, was->tags[i].name), &at)) {
            GrTag tag = game->tags[at];
            memmove(&game->tags[done + 1], &game->tags[done], (at - done) * sizeof tag);
            game->tags[done++] = tag;
        }
    for (at = done; at < game->tag_count;)
        if (is_filler(game, gr_game_string(game, game->tags[at].name)))
            memmove(&game->tags[at], &game->tags[at + 1], (--game->tag_count - at) * sizeof *game->tags);
        else
            at++;
}

/* Is what is wrong with the game only what was wrong with it before: the text that could not be played? */
static bool was_so(const GrGame *was, const GrGame *game) {
    return was->partial && game->partial && was->plies == game->plies &&
           !strcmp(gr_game_string(was, was->rest), gr_game_string(game, game->rest));
}

static void complain(const Editing *e, uint32_t line, const char *text) {
    cli_diagnose(e->cli, e->path, line, 0, GR_ERROR, 0, 0, text);
}

/* Is the game still of its variant, which is no tag that can be changed? The text names it where the game did not. */
static bool has_variant(const GrGame *was, const GrGame *game) {
    const char *before = gr_game_tag(was, "Variant"), *now = gr_game_tag(game, "Variant");
    bool known = was->rules || game->rules;
    return was->rules == game->rules && (before || !known ? !strcmp(before ? before : "", now ? now : "") : true);
}

/* Reads the one game of the text, and reports what is wrong; 1 if it is whole, 0 if not, below 0 a code. */
static int read_game(const Editing *e, GrGame *game, GrError *error) {
    GrGame more;
    const GrRules *rules = e->was->rules;
    GrReader *reader = gr_reader_open(e->path, e->variants, rules, error);
    int got = reader ? gr_reader_next(reader, game, error) : error->code;
    bool whole = got > 0;
    if (got == 0)
        complain(e, 0, "there is no game in the text");
    if (got > 0) {
        unsigned faults = cli_diagnose_game(e->cli, e->path, (uint64_t)e->id, game, GR_WARNING);
        whole = (!faults && !game->partial) || was_so(e->was, game) || (!rules && !game->rules);
        gr_game_init(&more);
        got = gr_reader_next(reader, &more, error);
        if (got > 0)
            complain(e, more.line, "a second game begins here");
        else if (got == 0 && gr_reader_stray(reader))
            complain(e, gr_reader_stray(reader), "this text belongs to no game");
        whole &= got == 0 && !gr_reader_stray(reader);
        if (whole && !has_variant(e->was, game)) {
            complain(e, 0, "the variant of a game cannot be changed");
            whole = false;
        }
        gr_game_free(&more);
    }
    gr_reader_close(reader);
    return got < 0 ? got : whole;
}

/* Where there is somebody to be asked: shall the editor start again? */
static bool wants_again(void) {
    char answer[16];
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO) || cli_signal())
        return false;
    fputs("Edit the text again? [Y/n] ", stderr);
    fflush(stderr);
    return fgets(answer, sizeof answer, stdin) && *answer != 'n' && *answer != 'N';
}

/* Has the file the text that was written? */
static bool is_as_written(const Editing *e) {
    GrBuffer text;
    gr_buffer_init(&text);
    bool same = read_back(e->path, &text) && text.len == e->written.len &&
                !memcmp(text.data, e->written.data, text.len);
    gr_buffer_free(&text);
    return same;
}

/* Once through the editor: 1 if the game has changed, 0 if not, 2 if it may be tried again, -1 if it may not. */
static int edit_once(const Editing *e, GrGame *game) {
    GrError error;
    if (!runs(editor_of(), e->path)) {
        cli_error(e->cli, "the editor failed: %s", editor_of());
        return -1;
    }
    if (cli_signal())
        return -1;
    if (is_as_written(e))
        return 0;
    int whole = read_game(e, game, &error);
    if (whole < 0) {
        cli_fail(e->cli, &error);
        return -1;
    }
    return whole ? 1 : 2;
}

int cli_edit_text(Cli *cli, const GrVariants *variants, int64_t id, GrGame *game, char **path, int *status) {
    GrGame edited;
    Editing e = {.cli = cli, .variants = variants, .id = id, .was = game};
    int done;
    gr_game_init(&edited);
    gr_buffer_init(&e.written);
    gr_format_pgn.game(&e.written, game, 1, (uint64_t)id);
    if (e.written.failed)
        cli_error(cli, "out of memory");
    *path = e.written.failed ? NULL : make_file(cli, id, &e.written);
    e.path = *path;
    do
        done = *path ? edit_once(&e, &edited) : -1;
    while (done == 2 && wants_again());
    if (done < 0 && *path && is_as_written(&e)) { /* there is nothing to be kept */
        cli_editor_end(cli, *path, false);
        *path = NULL;
    }
    if (done == 1) {
        restore_tags(e.was, &edited);
        GrGame old = *game;
        *game = edited;
        edited = old;
    }
    if (done == 2 || done < 0) {
        cli_error(cli, "game %" PRId64 " is as it was", id);
        *status = CLI_FAULTS;
    }
    gr_buffer_free(&e.written);
    gr_game_free(&edited);
    return done == 2 ? -1 : done;
}
