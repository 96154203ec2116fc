/* Games for crosstables: what is kept of them, and to which events they belong. */
#include "analysis/study/crosstable_local.h"
#include "notation/room.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "notation/tag_values.h"

/* Days between two games of one event, at most. */
enum { YEAR = 372, MONTH = 31, HALF_A_YEAR = YEAR / 2 };

GrCrosstables *gr_crosstables_open(void) {
    return calloc(1, sizeof(GrCrosstables));
}

void gr_crosstables_free(GrCrosstables *tables) {
    if (!tables)
        return;
    gr_intern_free(&tables->names);
    free(tables->game);
    free(tables);
}

size_t gr_crosstables_games(const GrCrosstables *tables) {
    return tables->games;
}

size_t gr_crosstables_team_games(const GrCrosstables *tables) {
    size_t count = 0;
    for (size_t n = 0; n < tables->games; n++)
        count += tables->game[n].team[0] && tables->game[n].team[1];
    return count;
}

/* ---- one game ---- */

/* Keeps a string; 0 with *id set, or a code. Nothing, "?" and the like are 0. */
static int keep(GrCrosstables *tables, const char *text, uint32_t *id) {
    *id = 0;
    if (!text || !text[strspn(text, "?.- ")])
        return 0;
    size_t len = strlen(text);
    *id = gr_intern_find(&tables->names, text, len);
    if (*id)
        return 0;
    if (tables->names.top == UINT32_MAX)
        return GR_ERR_LIMIT;
    *id = tables->names.top + 1;
    return gr_intern_set(&tables->names, *id, text, len);
}

/* The number before the first full stop, as in "3" or "3.4". */
static int32_t round_of(const char *text) {
    size_t digits = text ? strspn(text, "0123456789") : 0;
    bool number = digits && digits <= 6 && (!text[digits] || text[digits] == '.' || text[digits] == ' ');
    return number ? (int32_t)strtol(text, NULL, 10) : -1;
}

/* A date in days, not exactly; in the middle of what is not known of it. 0: no year. */
static int32_t day_of(const char *date) {
    int part[3]; /* year, month, day */
    gr_date_of(date, part);
    part[1] = part[1] ? part[1] : 6;
    part[2] = part[2] ? part[2] : 15;
    return part[0] ? part[0] * YEAR + part[1] * MONTH + part[2] : 0;
}

static bool has_word(const char *text, const char *word) {
    size_t len = strlen(word);
    for (; *text; text++)
        if (!strncasecmp(text, word, len))
            return true;
    return false;
}

/* A forfeit on time was played. */
static bool is_unplayed(const char *termination) {
    static const char *const words[] = {"forfeit", "default", "walkover", "walk over", "unplayed", "not played", "bye",
                                        NULL};
    for (int n = 0; termination && words[n]; n++)
        if (has_word(termination, words[n]) && !has_word(termination, "time"))
            return true;
    return false;
}

static void take_result(CrossGame *g, const GrGame *game) {
    static const int8_t half[][2] = {
        [GR_RESULT_NONE] = {-1, -1}, [GR_WHITE_WINS] = {2, 0}, [GR_BLACK_WINS] = {0, 2}, [GR_DRAW] = {1, 1}};
    memcpy(g->half, half[game->result], sizeof g->half);
    g->unplayed = is_unplayed(gr_game_known_tag(game, "Termination"));
    g->moveless = !game->plies && !game->partial && game->result != GR_RESULT_NONE;
}

/* A site is no place if it is the address of the game. */
static const char *site_of(const GrGame *game) {
    const char *site = gr_game_known_tag(game, "Site");
    return site && !strstr(site, "://") ? site : NULL;
}

static int fill(GrCrosstables *tables, CrossGame *g, const GrGame *game) {
    static const char *const elo[] = {"WhiteElo", "BlackElo"};
    const char *variant = gr_game_variant(game), *date = gr_game_known_tag(game, "EventDate");
    const struct {
        const char *text;
        uint32_t *id;
    } strings[] = {{variant ? variant : gr_game_tag(game, "Variant"), &g->rules},
                   {gr_game_tag(game, "Event"), &g->event},
                   {site_of(game), &g->site},
                   {gr_game_tag(game, "White"), &g->name[GR_WHITE]},
                   {gr_game_tag(game, "Black"), &g->name[GR_BLACK]},
                   {gr_game_tag(game, "Round"), &g->stage},
                   {gr_game_tag(game, "WhiteTeam"), &g->team[GR_WHITE]},
                   {gr_game_tag(game, "BlackTeam"), &g->team[GR_BLACK]}};
    for (size_t n = 0; n < sizeof strings / sizeof *strings; n++) {
        int code = keep(tables, strings[n].text, strings[n].id);
        if (code)
            return code;
    }
    g->round = round_of(gr_game_tag(game, "Round"));
    g->day = day_of(date ? date : gr_game_tag(game, "Date"));
    for (int side = 0; side < 2; side++)
        g->rating[side] = (int)gr_rating_of(gr_game_tag(game, elo[side]));
    take_result(g, game);
    return 0;
}

int gr_crosstables_add(GrCrosstables *tables, const GrGame *game) {
    if (!gr_room(&tables->game, tables->games, 1, &tables->cap, sizeof *tables->game))
        return GR_ERR_MEMORY;
    CrossGame *g = &tables->game[tables->games];
    *g = (CrossGame){.number = tables->games};
    int code = fill(tables, g, game);
    tables->games += code == 0;
    return code;
}

/* ---- events ---- */

static int compare_numbers(uint64_t a, uint64_t b) {
    return a < b ? -1 : a > b;
}

/* Games of an event come together: those of unknown day, then by day. */
static int compare_games(const void *one, const void *other) {
    const CrossGame *a = one, *b = other;
    if (a->rules != b->rules)
        return compare_numbers(a->rules, b->rules);
    if (a->event != b->event)
        return compare_numbers(a->event, b->event);
    if (a->site != b->site)
        return compare_numbers(a->site, b->site);
    if (a->day != b->day)
        return a->day < b->day ? -1 : 1;
    return compare_numbers(a->number, b->number);
}

static int compare_variants(const void *one, const void *other) {
    const CrossGame *a = one, *b = other;
    return a->rules != b->rules ? compare_numbers(a->rules, b->rules) : compare_numbers(a->number, b->number);
}

static bool same_event(const CrossGame *a, const CrossGame *b, bool together) {
    if (a->rules != b->rules || together)
        return a->rules == b->rules;
    bool near = !a->day || !b->day || b->day - a->day <= HALF_A_YEAR;
    return a->event == b->event && a->site == b->site && near;
}

/* A run of games, which are those of one event. */
typedef struct Run {
    size_t first, games;
    uint64_t number; /* the least of its games' */
} Run;

static int compare_runs(const void *one, const void *other) {
    return compare_numbers(((const Run *)one)->number, ((const Run *)other)->number);
}

static Run *find_runs(GrCrosstables *tables, bool together, size_t *count) {
    Run *run = calloc(tables->games ? tables->games : 1, sizeof *run);
    *count = 0;
    for (size_t n = 0; run && n < tables->games; n++) {
        const CrossGame *g = &tables->game[n];
        if (!n || !same_event(g - 1, g, together))
            run[(*count)++] = (Run){.first = n, .number = g->number};
        Run *last = &run[*count - 1];
        last->games++;
        last->number = g->number < last->number ? g->number : last->number;
    }
    if (run && *count)
        qsort(run, *count, sizeof *run, compare_runs);
    return run;
}

int cross_each_event(GrCrosstables *tables, const GrCrossOptions *options,
                     int (*each)(void *user, CrossGame *game, size_t games), void *user) {
    size_t count;
    if (tables->games)
        qsort(tables->game, tables->games, sizeof *tables->game,
              options->together ? compare_variants : compare_games);
    Run *run = find_runs(tables, options->together, &count);
    int code = run ? 0 : GR_ERR_MEMORY;
    for (size_t n = 0; n < count && !code; n++)
        code = each(user, &tables->game[run[n].first], run[n].games);
    free(run);
    return code;
}

/* ---- matches of teams ---- */

static uint32_t least_team(const CrossGame *g) {
    return g->team[0] < g->team[1] ? g->team[0] : g->team[1];
}

static uint32_t other_team(const CrossGame *g) {
    return g->team[0] < g->team[1] ? g->team[1] : g->team[0];
}

/* Games of one match come together; those without teams last. */
static int compare_matches(const void *one, const void *other) {
    const CrossGame *a = one, *b = other;
    bool no_a = !least_team(a), no_b = !least_team(b);
    if (no_a != no_b)
        return no_a - no_b;
    if (a->round != b->round)
        return a->round < b->round ? -1 : 1;
    if (a->round < 0 && a->day != b->day)
        return a->day < b->day ? -1 : 1;
    if (least_team(a) != least_team(b))
        return compare_numbers(least_team(a), least_team(b));
    if (other_team(a) != other_team(b))
        return compare_numbers(other_team(a), other_team(b));
    return compare_numbers(a->number, b->number);
}

static bool same_match(const CrossGame *a, const CrossGame *b) {
    return a->round == b->round && (a->round >= 0 || a->day == b->day) && least_team(a) == least_team(b) &&
           other_team(a) == other_team(b);
}

/* Adds the board points of a game to a match; they are White's and Black's of its first game. */
static void add_board(CrossGame *match, const CrossGame *g) {
    bool turned = match->name[0] != g->team[0];
    if (g->half[0] < 0)
        return;
    match->half[0] = match->half[1] = 0; /* it has a result */
    for (int side = 0; side < 2; side++)
        match->board[turned ? 1 - side : side] += g->half[side];
    match->unplayed &= g->unplayed;
}

static CrossGame match_of(const CrossGame *g) {
    CrossGame match = *g;
    memcpy(match.name, g->team, sizeof match.name);
    memset(match.rating, 0, sizeof match.rating);
    memset(match.team, 0, sizeof match.team);
    match.half[0] = match.half[1] = -1;
    match.unplayed = true;
    match.moveless = false;
    return match;
}

static void end_match(CrossGame *match) {
    int difference = match->board[0] - match->board[1];
    if (match->half[0] < 0) {
        match->unplayed = false;
        return;
    }
    match->half[0] = difference > 0 ? 2 : difference == 0;
    match->half[1] = (int8_t)(2 - match->half[0]);
}

size_t cross_make_matches(CrossGame *game, size_t games) {
    size_t matches = 0;
    if (games)
        qsort(game, games, sizeof *game, compare_matches);
    for (size_t n = 0; n < games; matches++) {
        CrossGame match = match_of(&game[n]);
        size_t end = n;
        if (!least_team(&game[n])) /* both names are needed, and there is nothing to be united */
            end++;
        else
            for (; end < games && same_match(&game[n], &game[end]); end++)
                add_board(&match, &game[end]);
        end_match(&match);
        game[matches] = match;
        n = end;
    }
    return matches;
}
