/* The headers of all games, as suggestions look at them. */
#include <stdlib.h>
#include <string.h>

#include "db/store/headers.h"
#include "db/upkeep/dedupe.h"
#include "db/upkeep/each_game.h"
#include "db/upkeep/suggest_local.h"
#include "notation/room.h"
#include "notation/tag_values.h"

/* ---- values ---- */

/* The number of a text, a new one if need be; 0 if memory runs out. */
static uint32_t number_of(GrIntern *in, const char *text, size_t len) {
    uint32_t id = gr_intern_find(in, text, len);
    if (id)
        return id;
    id = in->top + 1;
    return gr_intern_set(in, id, text, len) ? 0 : id;
}

static uint32_t spelling_of(GrSpelledList *list, const char *text) {
    uint32_t top = list->text.top, id = number_of(&list->text, text, strlen(text));
    if (id > top) {
        if (!gr_room(&list->of, id, 1, &list->cap, sizeof *list->of))
            return 0;
        list->of[id] = (GrSpelled){.games = 0};
    }
    return id;
}

static void widen(uint16_t *from, uint16_t *to, unsigned value) {
    if (value && (!*from || value < *from))
        *from = (uint16_t)value;
    if (value > *to)
        *to = (uint16_t)value;
}

/* An event or a site. */
static bool see_title(GrSpelledList *list, const char *text, unsigned year) {
    if (!*text)
        return true;
    uint32_t id = spelling_of(list, text);
    if (!id)
        return false;
    list->of[id].games++;
    widen(&list->of[id].from, &list->of[id].to, year);
    return true;
}

/* The name that a player's spelling belongs to, in a game of that year and rating; 0 if memory runs out; *unknown if it
 * is none. */
static uint32_t name_of(GrSuggest *s, const char *text, const GrSeen *seen, bool *unknown) {
    char folded[GR_PLAYER_NAME];
    *unknown = !*text || strlen(text) >= GR_PLAYER_NAME;
    uint32_t top = s->player.text.top, spelling = *unknown ? 0 : spelling_of(&s->player, text);
    if (!spelling)
        return 0;
    GrSpelled *spelled = &s->player.of[spelling];
    spelled->games++;
    widen(&spelled->from, &spelled->to, seen->year);
    widen(&spelled->low, &spelled->high, seen->elo);
    if (spelling <= top) {
        *unknown = !spelled->name;
        return spelled->name;
    }
    gr_player_fold(text, folded);
    *unknown = !*folded;
    uint32_t last = s->folded.top, id = *folded ? number_of(&s->folded, folded, strlen(folded)) : 0;
    if (!id || !gr_room(&s->name, id, 1, &s->name_cap, sizeof *s->name))
        return 0;
    if (id > last)
        s->name[id] = (GrSeenName){.spellings = 0};
    spelled->name = id;
    spelled->next = s->name[id].spelling; /* the first one is chosen later */
    s->name[id].spelling = spelling;
    s->name[id].spellings++;
    return id;
}

/* ---- games ---- */

static const char *const TAGS[] = {"White", "Black", "Date", "Event", "Site", "Round", "WhiteElo", "BlackElo",
                                   "WhiteFideId", "BlackFideId", NULL};

static const char *known(const GrGame *game, const char *tag) {
    return gr_identity_value(gr_game_tag(game, tag));
}

static uint32_t fide_of(const char *text) {
    size_t digits = strspn(text, GR_DIGITS);
    return digits && digits < 10 && !text[digits] ? (uint32_t)strtoul(text, NULL, 10) : 0;
}

/* The numbers of an event in a year, and of a round of it. */
static bool see_event(GrSuggest *s, const GrGame *game, GrSeen *seen) {
    GrBuffer key;
    const char *event = known(game, "Event"), *round = known(game, "Round");
    if (!*event)
        return true;
    gr_buffer_init(&key);
    gr_buffer_printf(&key, "%s\n%u", event, (unsigned)seen->year);
    bool done = !key.failed && (seen->event = number_of(&s->years, key.data, key.len)) > 0;
    if (done && *round) {
        gr_buffer_printf(&key, "\n%s", round);
        done = !key.failed && (seen->slot = number_of(&s->slots, key.data, key.len)) > 0;
    }
    gr_buffer_free(&key);
    return done;
}

static bool see_players(GrSuggest *s, const GrGame *game, const GrSeen *both) {
    static const char *const tag[2][3] = {{"White", "WhiteElo", "WhiteFideId"}, {"Black", "BlackElo", "BlackFideId"}};
    uint32_t name[2];
    GrSeen own[2] = {*both, *both};
    for (int side = 0; side < 2; side++) {
        bool unknown;
        own[side].elo = (uint16_t)gr_rating_of(gr_game_tag(game, tag[side][1]));
        name[side] = name_of(s, known(game, tag[side][0]), &own[side], &unknown);
        if (!name[side] && !unknown)
            return false;
    }
    for (int side = 0; side < 2; side++) {
        if (!name[side])
            continue;
        if (!gr_room(&s->seen, s->seen_count, 1, &s->seen_cap, sizeof *s->seen))
            return false;
        GrSeen *seen = &s->seen[s->seen_count++];
        GrSeenName *of = &s->name[name[side]];
        *seen = own[side];
        seen->name = name[side];
        seen->other = name[1 - side];
        seen->fide = fide_of(known(game, tag[side][2]));
        of->games++;
        of->met_itself |= name[0] == name[1];
        widen(&of->from, &of->to, seen->year);
        widen(&of->low, &of->high, seen->elo);
    }
    return true;
}

static int see_game(void *visitor, int64_t id, GrError *error) {
    GrSuggest *s = visitor;
    GrError why;
    GrGame *game = &s->game;
    int part[3], code = gr_headers_get(s->db, id, TAGS, game, error);
    if (code < 0)
        return code;
    code = code ? 0 : gr_db_get_header(s->db, id, game, &why);
    if (code)
        return code == GR_ERR_NOT_FOUND ? 0 : gr_each_game_unread(s->work, id, &why, error);
    gr_date_of(gr_game_tag(game, "Date"), part);
    GrSeen seen = {.year = (uint16_t)part[0]};
    s->suggested->games++;
    bool done = see_event(s, game, &seen) && see_players(s, game, &seen) &&
                see_title(&s->event, known(game, "Event"), seen.year) &&
                see_title(&s->site, known(game, "Site"), seen.year);
    return done ? 0 : gr_no_memory(error);
}

/* ---- names ---- */

/* Sorts what was seen by names, in the order of games. */
static int sort_seen(GrSuggest *s) {
    GrSeen *sorted = malloc((s->seen_count + 1) * sizeof *sorted);
    if (!sorted)
        return gr_no_memory(s->error);
    uint32_t at = 0;
    for (uint32_t i = 1; i <= s->folded.top; i++) {
        s->name[i].first = at;
        at += s->name[i].games;
        s->name[i].games = 0;
    }
    for (size_t i = 0; i < s->seen_count; i++) {
        GrSeenName *name = &s->name[s->seen[i].name];
        sorted[name->first + name->games++] = s->seen[i];
    }
    free(s->seen);
    s->seen = sorted;
    return 0;
}

/* How much a spelling says: given names in full, a comma, small letters beside large ones. */
static unsigned worth(const char *text, const GrNameParts *parts) {
    unsigned small = 0, large = 0, full = 0; /* letters of the longest given name, up to 3 */
    for (const char *c = text; *c; c++) {
        small |= *c >= 'a' && *c <= 'z';
        large |= *c >= 'A' && *c <= 'Z';
    }
    for (size_t i = parts->family ? parts->family : 1; i < parts->words; i++)
        full = strlen(gr_parts_word(parts, i)) >= 3 ? 3 : full < 2 && strlen(gr_parts_word(parts, i)) == 2 ? 2 : full;
    return full * 8 + (parts->family ? 4 : 0) + (small && large ? 2 : 0) + (strstr(text, ", ") ? 1 : 0);
}

/* Chooses the best spelling of a name, and sees whether it has several of FIDE's numbers. */
static void know_name(GrSuggest *s, GrSeenName *name) {
    uint32_t best = 0, fide = 0;
    unsigned most = 0;
    for (uint32_t i = name->spelling; i; i = s->player.of[i].next) {
        GrNameParts parts;
        const char *text = gr_spelled(&s->player, i);
        gr_name_parts(text, &parts);
        unsigned own = worth(text, &parts);
        if (!best || own > most || (own == most && s->player.of[i].games >= s->player.of[best].games)) {
            best = i;
            most = own;
            name->parts = parts;
        }
    }
    for (uint32_t i = 0; i < name->games; i++) {
        const GrSeen *seen = &s->seen[name->first + i];
        name->mixed |= seen->fide && fide && seen->fide != fide;
        fide = seen->fide ? seen->fide : fide;
    }
    name->best = best;
    name->worth = most;
}

int gr_suggest_gather(GrSuggest *s) {
    const GrEachGame each = {.work = s->work, .dry = true, .visitor = s, .visit = see_game};
    gr_game_init(&s->game);
    int code = gr_each_game(s->db, &each, s->error);
    gr_game_free(&s->game);
    if (!code)
        code = sort_seen(s);
    for (uint32_t i = 1; i <= s->folded.top && !code; i++)
        know_name(s, &s->name[i]);
    s->suggested->players = s->player.text.top;
    s->suggested->events = s->event.text.top;
    s->suggested->sites = s->site.text.top;
    return code;
}
