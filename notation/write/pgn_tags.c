/* The tags of a game in PGN. */
#include "notation/write/pgn_tags.h"

#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"

static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};
enum { ROSTER = sizeof roster / sizeof *roster };

/* Length of what stands before anything that cannot stand in a tag's value as it is. */
static size_t plain_length(const char *value) {
    const char *p = value;
    while (*p && *p != '"' && *p != '\\' && *p != '\n' && *p != '\r')
        p++;
    return (size_t)(p - value);
}

void gr_pgn_put_tag(GrBuffer *out, const char *name, const char *value) {
    gr_buffer_putc(out, '[');
    gr_buffer_puts(out, name);
    gr_buffer_puts(out, " \"");
    for (size_t len; *value; value += len) {
        len = plain_length(value);
        gr_buffer_add(out, value, len);
        if (value[len]) {
            bool escape = value[len] == '"' || value[len] == '\\';
            gr_buffer_puts(out, escape ? "\\" : "");
            gr_buffer_putc(out, escape ? value[len] : ' ');
            len++;
        }
    }
    gr_buffer_puts(out, "\"]\n");
}

static bool in_roster(const char *name) {
    for (int i = 0; i < ROSTER; i++)
        if (*name == *roster[i] && !strcmp(name, roster[i]))
            return true;
    return false;
}

/* What the game itself says of a tag, whatever the tag says; NULL if it says nothing. */
static const char *own_value(const GrGame *game, const char *name, char fen[GR_FEN_SIZE]) {
    if (!strcmp(name, "Result"))
        return gr_result_text(game->result);
    if (!game->rules)
        return NULL;
    if (!strcmp(name, "Variant"))
        return gr_variant(game->rules)->title;
    if (!strcmp(name, "FEN")) {
        gr_fen_write(&game->start, fen);
        return fen;
    }
    return NULL;
}

/* The name of a tag in texts of Xiangqi. */
static const char *theirs(const char *name) {
    static const struct { const char *ours, *theirs; } names[] = {
        {"White", "Red"}, {"WhiteTeam", "RedTeam"}, {"WhiteElo", "RedElo"}, {"WhiteTitle", "RedTitle"},
        {"WhiteType", "RedType"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i].ours))
            return names[i].theirs;
    return name;
}

static void put_game_tag(GrBuffer *out, const GrGame *game, const char *name, bool xiangqi) {
    char fen[GR_FEN_SIZE];
    const char *value = own_value(game, name, fen);
    if (!value)
        value = gr_game_tag(game, name);
    if (!value)
        value = !strcmp(name, "Date") ? "????.??.??" : !strcmp(name, "SetUp") ? "1" : "?";
    gr_pgn_put_tag(out, xiangqi ? theirs(name) : name, value);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Tags that the game must have to be read as what it is. */
static bool needs_variant(const GrGame *game) {
    return game->rules && strcmp(gr_variant(game->rules)->name, "chess") != 0;
}

static bool needs_fen(const GrGame *game) {
    GrPosition usual;
    if (!game->rules)
        return false;
    if (gr_variant(game->rules)->moving_castlings) /* the array of chess is one of many */
        return true;
    gr_start(game->rules, &usual);
    return !gr_same(&usual, &game->start) || usual.number != game->start.number ||
           usual.clock != game->start.clock;
}

static const char *form_name(GrXiangqiForm form) {
    return form == GR_XIANGQI_WXF ? "WXF" : form == GR_XIANGQI_ICCS ? "ICCS" : "Chinese";
}

void gr_pgn_put_tags(GrBuffer *out, const GrGame *game, const GrXiangqiForm *form) {
    const char **names = malloc((game->tag_count + 3) * sizeof *names);
    bool plain = form && !gr_game_tag(game, "Game") && !strcmp(gr_variant(game->rules)->name, "xiangqi");
    size_t n = 0;
    if (!names) {
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *name = gr_game_string(game, game->tags[i].name);
        if (!in_roster(name) && !(plain && !strcmp(name, "Variant")))
            names[n++] = name;
    }
    if (!plain && needs_variant(game) && !gr_game_tag(game, "Variant"))
        names[n++] = "Variant";
    bool fen = needs_fen(game);
    if (fen && !gr_game_tag(game, "FEN"))
        names[n++] = "FEN";
    if (fen && !gr_game_tag(game, "SetUp"))
        names[n++] = "SetUp";
    qsort(names, n, sizeof *names, compare_names);
    if (plain)
        gr_pgn_put_tag(out, "Game", "Chinese Chess");
    for (int i = 0; i < ROSTER; i++)
        put_game_tag(out, game, roster[i], form != NULL);
    for (size_t i = 0; i < n; i++)
        put_game_tag(out, game, names[i], form != NULL);
    if (form && !gr_game_tag(game, "Format"))
        gr_pgn_put_tag(out, "Format", form_name(*form));
    free(names);
}
