/* What games are divided by. */
#include "cli/split_by.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/unmet.h"
#include "notation/nearest.h"
#include "notation/plain.h"

/* By CliSplitBy. */
static const char *const WORDS[] = {"", "year", "player", "result", "variant", NULL};

static CliSplitBy by_word(const char *word) {
    int by = CLI_BY_YEAR;
    while (WORDS[by] && strcasecmp(WORDS[by], word) != 0)
        by++;
    return WORDS[by] ? (CliSplitBy)by : CLI_BY_TAG;
}

bool cli_division_read(Cli *cli, CliDivision *division, const char *text) {
    enum { MOST = 200 };
    size_t len = strcspn(text, ":");
    char *end = NULL;
    unsigned long letters = text[len] ? strtoul(text + len + 1, &end, 10) : 0;
    bool number = !text[len] || (text[len + 1] >= '1' && text[len + 1] <= '9' && !*end && letters <= MOST);
    cli_division_free(division);
    if (!len || strcspn(text, " \t\"[]") < len || !number) {
        cli_bad_option(cli, "option --split: '%s' is not a tag, or TAG:N for the first N characters (1 to %d)", text,
                       MOST);
        return false;
    }
    division->tag = strndup(text, len);
    if (!division->tag) {
        cli_bad_option(cli, "out of memory");
        return false;
    }
    division->letters = (unsigned)letters;
    division->by = by_word(division->tag);
    return true;
}

void cli_division_free(CliDivision *division) {
    free(division->tag);
    *division = (CliDivision){.by = CLI_BY_TAG};
}

/* The tag's value, by its name in large or small letters unless there is one of just that name. */
static const char *tag_of(CliDivision *division, const GrGame *game) {
    const char *value = gr_game_tag(game, division->tag);
    for (size_t n = 0; !value && n < game->tag_count; n++)
        if (!strcasecmp(gr_game_string(game, game->tags[n].name), division->tag))
            value = gr_game_string(game, game->tags[n].value);
    division->known |= value != NULL;
    return value;
}

/* "" for a value that says nothing, as gr_game_known_tag has it. */
static const char *known(const char *value) {
    bool says = value && value[strspn(value, "?.- ")];
    return says ? value : "";
}

/* Adds the first characters of the value; 0: all. */
static void put_letters(GrBuffer *out, const char *value, unsigned letters) {
    const char *end = value;
    bool shown;
    for (unsigned n = 0; *end && (n < letters || !letters); n++)
        end += gr_plain_length(end, &shown);
    gr_buffer_add(out, value, (size_t)(end - value));
}

static const char *value_of(CliDivision *division, const GrGame *game) {
    const char *variant;
    switch (division->by) {
    case CLI_BY_RESULT:
        division->known = true;
        return game->result == GR_RESULT_NONE ? "" : gr_result_text(game->result);
    case CLI_BY_VARIANT:
        variant = gr_game_variant(game);
        division->known = true;
        return variant ? variant : known(gr_game_tag(game, "Variant"));
    case CLI_BY_YEAR:
        division->known |= gr_game_tag(game, "Date") != NULL;
        return known(gr_game_tag(game, "Date"));
    default:
        return known(tag_of(division, game));
    }
}

static void put_value(CliDivision *division, GrBuffer *out, const char *value) {
    bool year = division->by == CLI_BY_YEAR;
    if (year && strspn(value, "0123456789") < 4)
        return;
    put_letters(out, value, year && (!division->letters || division->letters > 4) ? 4 : division->letters);
}

int cli_division_values(CliDivision *division, const GrGame *game, GrBuffer value[CLI_SPLIT_VALUES]) {
    gr_buffer_init(&value[0]);
    gr_buffer_init(&value[1]);
    if (division->by != CLI_BY_PLAYER) {
        put_value(division, &value[0], value_of(division, game));
        return value[0].failed ? -1 : 1;
    }
    const char *white = known(gr_game_tag(game, "White")), *black = known(gr_game_tag(game, "Black"));
    division->known |= gr_game_tag(game, "White") || gr_game_tag(game, "Black");
    put_value(division, &value[0], *white ? white : black);
    put_value(division, &value[1], black);
    if (value[0].failed || value[1].failed)
        return -1;
    bool two = *white && *black && (value[0].len != value[1].len || memcmp(value[0].data, value[1].data, value[0].len));
    return two ? 2 : 1;
}

void cli_division_unknown(Cli *cli, const CliDivision *division) {
    char meant[GR_MEANT_SIZE] = "";
    bool known = false;
    if (division->by != CLI_BY_TAG) {
        cli_error(cli, "no game has the tag %s", division->by == CLI_BY_YEAR ? "'Date'" : "'White' or 'Black'");
        return;
    }
    for (size_t i = 0; cli_usual_tags[i]; i++)
        known |= !strcasecmp(cli_usual_tags[i], division->tag); /* then large and small letters were no matter */
    if (!known)
        gr_did_you_mean(meant, division->tag, cli_usual_tags, "");
    cli_error(cli, "no game has the tag '%s'%s", division->tag, meant);
}
