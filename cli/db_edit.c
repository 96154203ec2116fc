/* grimoire-db edit: changes one game by operations, all of them or none. */
#include "cli/db_edit.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "notation/edit/edit.h"
#include "notation/json.h"
#include "notation/tag_values.h"
#include "notation/write/format.h"

/* ---- options ---- */

/* Is the text before `end` a path, as notation/edit/edit.h has it? */
static bool is_path(const char *text, const char *end) {
    bool digit = false;
    for (; text < end; text++) {
        if (*text == '.' && !digit)
            return false;
        if (*text != '.' && (*text < '0' || *text > '9'))
            return false;
        digit = *text != '.';
    }
    return digit;
}

static const char *name_of(const Cli *cli, int code) {
    const CliOption *row = cli->program->options;
    while (row->code != code)
        row++;
    return row->name;
}

/* How many bytes of the text, from its start, are UTF-8. */
static size_t valid_length(const char *text) {
    size_t left = strlen(text), valid = 0;
    for (size_t len; left > 0 && (len = gr_utf8_length(text + valid, left)) > 0; left -= len)
        valid += len;
    return valid;
}

static bool is_well_formed(Cli *cli, int code) {
    const char *text = cli->arg, *equals = strchr(text, '='), *name = name_of(cli, code);
    bool alone = code == CLI_EDIT_DELETE || code == CLI_EDIT_PROMOTE;
    if (code == CLI_EDIT_OPS)
        return true;
    size_t valid = valid_length(text);
    if (text[valid]) {
        cli_bad_option(cli, "option --%s: byte %zu of '%s' is not valid UTF-8", name, valid + 1, text);
        return false;
    }
    if (!alone && !equals)
        cli_bad_option(cli, "option --%s: '%s' has no '='", name, text);
    else if (code != CLI_EDIT_SET && !is_path(text, alone ? text + strlen(text) : equals))
        cli_bad_option(cli, "option --%s: '%s' does not begin with a ply, such as 12, or 12.1.13 in a variation", name,
                       text);
    else
        return true;
    return false;
}

void cli_edit_option(Cli *cli, int code, CliEdit *edit) {
    if (code == CLI_EDIT_GAME)
        edit->game = cli_number(cli, 1, INT64_MAX);
    else if (code == CLI_EDIT_EDITOR)
        edit->editor = true;
    else if (edit->steps == CLI_MOST_STEPS)
        cli_bad_option(cli, "more than %d operations; --ops takes any number in a file", CLI_MOST_STEPS);
    else if (is_well_formed(cli, code))
        edit->step[edit->steps++] = (CliStep){code, cli->arg};
}

/* ---- operations ---- */

static void put_members(GrJson *json, const char *op, const char *path, const char *name, const char *value) {
    gr_json_string(json, "op", op);
    if (path)
        gr_json_string(json, "at", path);
    if (name)
        gr_json_string(json, name, value);
}

/* A tag, or what has an operation of its own. */
static void put_set(GrJson *json, const char *name, const char *value) {
    if (!strcmp(name, "Result") && *value) {
        put_members(json, "result", NULL, "result", value);
    } else if (!strcmp(name, "FEN")) {
        put_members(json, "start", NULL, "fen", *value ? value : NULL);
    } else {
        put_members(json, "tag", NULL, "name", name);
        gr_json_string(json, "value", *value ? value : NULL);
    }
}

static int put_bytes(void *context, const char *bytes, size_t len) {
    gr_buffer_add(context, bytes, len);
    return 0;
}

/* Writes an option as a list of one operation. */
static void put_step(GrBuffer *out, const CliStep *step) {
    GrJson json;
    const char *equals = strchr(step->value, '='), *value = equals ? equals + 1 : "";
    bool whole = step->code == CLI_EDIT_DELETE || step->code == CLI_EDIT_PROMOTE;
    GrBuffer before;
    gr_buffer_init(&before);
    gr_buffer_add(&before, step->value, whole || !equals ? strlen(step->value) : (size_t)(equals - step->value));
    const char *name = before.failed || !before.data ? "" : before.data;
    gr_json_start(&json, put_bytes, out);
    gr_json_open(&json, NULL, '[');
    gr_json_open(&json, NULL, '{');
    if (step->code == CLI_EDIT_SET)
        put_set(&json, name, value);
    else if (step->code == CLI_EDIT_COMMENT)
        put_members(&json, "comment", name, "after", value);
    else if (step->code == CLI_EDIT_GLYPH)
        put_members(&json, "glyphs", name, "glyphs", value);
    else if (step->code == CLI_EDIT_LINE)
        put_members(&json, "add", name, "line", value);
    else
        put_members(&json, step->code == CLI_EDIT_DELETE ? "delete" : "promote", name, NULL, NULL);
    gr_json_close(&json, '}');
    gr_json_close(&json, ']');
    out->failed |= before.failed;
    gr_buffer_free(&before);
}

/* Reads a file of operations; false after reporting why that cannot be done. */
static bool read_file(Cli *cli, const char *path, GrBuffer *text) {
    char piece[4096];
    size_t got;
    bool own = strcmp(path, "-") != 0;
    FILE *file = own ? fopen(path, "rb") : stdin;
    while (file && (got = fread(piece, 1, sizeof piece, file)) > 0)
        gr_buffer_add(text, piece, got);
    bool well = file && !ferror(file);
    if (!well)
        cli_error(cli, "%s: %s", path, strerror(errno));
    else if (text->failed)
        cli_error(cli, "out of memory");
    if (file && own)
        fclose(file);
    return well && !text->failed;
}

/* The message without what names the one operation of an option. */
static const char *message(const char *text) {
    const char *behind = strncmp(text, "operation 1, ", 13) ? NULL : strstr(text, ": ");
    return behind ? behind + 2 : text;
}

/* What is wrong with a date, in the words that an import has for it; NULL if nothing is. */
static const char *date_fault(const char *text) {
    int part[3];
    if (!*text || !strcmp(text, "?") || !strcmp(text, "-"))
        return NULL;
    bool year = gr_date_of(text, part), known = !strncmp(text, "????", 4) || year;
    size_t len = strlen(text);
    if (!known || (len != 4 && len != 7 && len != 10) || (len > 4 && text[4] != '.') || (len > 7 && text[7] != '.'))
        return "is not written as PGN writes dates, YYYY.MM.DD";
    if (year && len > 4 && !part[1] && text[5] != '?')
        return "has no such month";
    return year && part[1] && len > 7 && !part[2] && text[8] != '?' ? "has no such day" : NULL;
}

/* Warns of a tag whose value is none for it; it is set all the same. */
static void warn_of_value(Cli *cli, const char *set) {
    static const char *const dates[] = {"Date=", "EventDate=", "UTCDate="};
    static const char *const ratings[] = {"WhiteElo=", "BlackElo="};
    const char *value = strchr(set, '=') + 1, *fault = NULL;
    size_t name = (size_t)(value - set);
    for (size_t i = 0; i < sizeof dates / sizeof *dates && !fault; i++)
        if (strlen(dates[i]) == name && !strncmp(set, dates[i], name))
            fault = date_fault(value);
    if (fault)
        cli_error(cli, "--set %s: warning: the date \"%s\" %s", set, value, fault);
    bool none = !value[strspn(value, "?-0")]; /* so is said that there is none */
    for (size_t i = 0; i < sizeof ratings / sizeof *ratings && !none; i++)
        if (strlen(ratings[i]) == name && !strncmp(set, ratings[i], name) && !gr_rating_of(value))
            cli_error(cli, "--set %s: warning: that is no rating", set);
}

/* What is wrong with --set in the words of that option, where those of the operation would name its members; false if
 * nothing is. */
static bool refuse_set(Cli *cli, const char *set) {
    const char *value = strchr(set, '=') + 1;
    int name = (int)(value - set) - 1;
    bool letters = isalpha((unsigned char)*set);
    for (int i = 0; i < name; i++)
        letters &= isalnum((unsigned char)set[i]) || set[i] == '_';
    bool result = name == 6 && !strncmp(set, "Result", 6);
    if (!letters)
        cli_error(cli, "--set %s: '%.*s' is no name of a tag: a letter, then letters, digits and _", set, name, set);
    else if (result && !*value)
        cli_error(cli, "--set %s: every game has a result: 1-0, 0-1, 1/2-1/2 or *", set);
    else if (result && gr_result_read(value) == GR_RESULT_NONE && strcmp(value, "*"))
        cli_error(cli, "--set %s: '%s' is no result: 1-0, 0-1, 1/2-1/2 or *", set, value);
    else
        return false;
    return true;
}

/* Carries out an option; the exit status. */
static int do_step(Cli *cli, const CliStep *step, GrGame *game) {
    GrBuffer text;
    GrError error;
    bool file = step->code == CLI_EDIT_OPS;
    int status = CLI_OK;
    if (step->code == CLI_EDIT_SET && refuse_set(cli, step->value))
        return CLI_FAULTS;
    gr_buffer_init(&text);
    if (!file)
        put_step(&text, step);
    else if (!read_file(cli, step->value, &text))
        status = CLI_USAGE;
    int code = status ? 0 : text.failed ? gr_no_memory(&error) : gr_game_edit(game, text.data ? text.data : "",
                                                                               text.len, NULL, &error);
    gr_buffer_free(&text);
    if (!code && step->code == CLI_EDIT_SET)
        warn_of_value(cli, step->value);
    if (!code)
        return status;
    unsigned line, column;
    int end = 0;
    if (file && sscanf(error.text, "line %u, column %u: %n", &line, &column, &end) == 2 && end)
        cli_error(cli, "%s:%u:%u: %s", step->value, line, column, error.text + end);
    else if (file)
        cli_error(cli, "%s: %s", step->value, error.text);
    else
        cli_error(cli, "--%s %s: %s", name_of(cli, step->code), step->value, message(error.text));
    return CLI_FAULTS;
}

/* ---- the game ---- */

static void put_game(Cli *cli, const GrGame *game) {
    GrBuffer out;
    gr_buffer_init(&out);
    gr_format_pgn.game(&out, game, 1, 1);
    cli_put(cli, &out);
    gr_buffer_free(&out);
}

/* A game that is not there is nothing that was found. */
static int fail(CliDbAsked *asked, const GrError *error) {
    int status = cli_fail_database(asked->cli, error);
    return error->code == GR_ERR_NOT_FOUND ? CLI_FAULTS : status;
}

/* Puts the game into the database, or shows it. */
static int store(CliDbAsked *asked, const GrGame *was, const GrGame *game) {
    GrError error;
    Cli *cli = asked->cli;
    int64_t id = asked->edit->game;
    if (asked->dry) {
        put_game(cli, game);
        return CLI_OK;
    }
    int edited = gr_db_edit_game(asked->db, id, was, game, &error);
    if (edited < 0) {
        int status = fail(asked, &error);
        if (!asked->edit->editor && (edited == GR_ERR_IO || edited == GR_ERR_MEMORY))
            cli_error(cli, "%s: game %" PRId64 " is as it was", cli->db, id);
        return status;
    }
    cli->complete = true;
    cli_summary_of(cli, edited, "game %" PRId64 " %s", id, edited ? "changed" : "is unchanged");
    return CLI_OK;
}

/* The operations, and then the editor. */
static int edit(CliDbAsked *asked, const GrGame *was, GrGame *game) {
    const CliEdit *edit = asked->edit;
    char *path = NULL;
    int status = CLI_OK;
    for (int i = 0; i < edit->steps && !status; i++)
        status = do_step(asked->cli, &edit->step[i], game);
    if (status)
        return status;
    if (!edit->editor)
        return store(asked, was, game);
    if (cli_edit_text(asked->cli, asked->variants, edit->game, game, &path, &status) >= 0)
        status = store(asked, was, game);
    cli_editor_end(asked->cli, path, status != CLI_OK);
    return status;
}

int cli_db_edit(CliDbAsked *asked) {
    GrGame was, game;
    GrError error;
    const CliEdit *wanted = asked->edit;
    if (!wanted->game)
        return cli_usage(asked->cli, "edit takes the number of a game: --game N");
    if (!wanted->steps && !wanted->editor)
        return cli_usage(asked->cli, "nothing is to be done with the game: --set, --comment, --glyph, --line, "
                                     "--delete-from, --promote, --ops or --editor");
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    gr_game_init(&was);
    gr_game_init(&game);
    int status, code = gr_db_get_game(asked->db, wanted->game, &was, &error);
    if (!code && gr_game_copy(&was, &game))
        code = gr_no_memory(&error);
    status = code ? fail(asked, &error) : edit(asked, &was, &game);
    gr_game_free(&game);
    gr_game_free(&was);
    return status;
}
