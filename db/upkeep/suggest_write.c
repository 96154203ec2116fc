/* Writing the list of players. */
#include <stdlib.h>
#include <string.h>

#include "db/upkeep/dedupe.h"
#include "db/upkeep/suggest_local.h"
#include "rules/plural.h"

/* What may belong to a name that stays. */
typedef struct Offer {
    uint32_t chief, name; /* both chiefs */
    int points;
    bool open;
} Offer;

typedef struct Writer {
    GrSuggest *s;
    GrBuffer *list;
    Offer *offer;
    size_t offers;
} Writer;

bool gr_suggest_listable(const char *text) {
    unsigned slashes = 0;
    for (const char *c = text; *c; c++) {
        slashes += *c == '/';
        if (strchr("#[\"\n\r\t", *c) || slashes > 2)
            return false;
    }
    return strlen(text) < GR_PLAYER_NAME && !strchr("=@% ", *text) && text[strlen(text) - 1] != ' ';
}

/* ---- a name ---- */

static void put_range(GrBuffer *out, const char *lead, unsigned from, unsigned to) {
    if (!from)
        return;
    gr_buffer_printf(out, "%s%u", lead, from);
    if (to != from)
        gr_buffer_printf(out, "-%u", to);
}

static void put_shared(GrBuffer *out, unsigned count, const char *one, const char *many, bool *said) {
    if (count)
        gr_buffer_printf(out, "%s%u %s", *said ? ", " : "; in common: ", count, gr_plural(count, one, many));
    *said |= count > 0;
}

/* What speaks for the two being one. */
static void put_evidence(Writer *w, uint32_t chief, uint32_t name) {
    const GrEvidence e = gr_suggest_evidence(w->s, chief, name);
    bool said = false;
    put_shared(w->list, e.opponents, "opponent", "opponents", &said);
    put_shared(w->list, e.events, "event", "events", &said);
    if (e.same_fide)
        gr_buffer_puts(w->list, said ? ", FIDE's number" : "; in common: FIDE's number");
    if (e.elo >= 0)
        gr_buffer_printf(w->list, "; ratings %d apart", e.elo);
    if (e.dated && e.gap > 1)
        gr_buffer_printf(w->list, "; %u years between them", e.gap);
}

static void put_games(Writer *w, uint32_t spelling, const GrSeenName *name) {
    const GrSpelled *of = &w->s->player.of[spelling];
    gr_buffer_printf(w->list, "  # %u %s", of->games, gr_plural(of->games, "game", "games"));
    put_range(w->list, ", ", of->from, of->to);
    put_range(w->list, ", rated ", of->low, of->high);
    if (name->mixed)
        gr_buffer_puts(w->list, ", several of FIDE's numbers");
}

/* ---- lines ---- */

/* All spellings of a name but one that is 0 or has been written. */
static void put_spellings(Writer *w, uint32_t chief, uint32_t name, uint32_t but, const Offer *offer) {
    GrSuggest *s = w->s;
    bool possible = offer || (name == chief && s->name[name].mixed);
    for (uint32_t i = s->name[name].spelling; i; i = s->player.of[i].next) {
        const char *text = gr_spelled(&s->player, i);
        if (i == but || !gr_suggest_listable(text))
            continue;
        gr_buffer_printf(w->list, "%s=%s", possible ? "#" : "", text);
        put_games(w, i, &s->name[name]);
        if (name != chief)
            put_evidence(w, chief, name);
        if (offer && offer->open)
            gr_buffer_puts(w->list, "; others fit, too");
        gr_buffer_putc(w->list, '\n');
        *(possible ? &s->suggested->possible : &s->suggested->likely) += 1;
    }
}

/* A name that stays, and those that belong to it or may. */
static void put_block(Writer *w, uint32_t chief, const Offer *offer, size_t offers) {
    GrSuggest *s = w->s;
    const GrSeenName *name = &s->name[chief];
    const char *text = gr_spelled(&s->player, name->best);
    bool some = s->size[chief] > 1 || (name->spellings > 1 && !name->mixed);
    if (!gr_suggest_listable(text))
        return;
    gr_buffer_printf(w->list, "%s%s", some ? "" : "#", text);
    put_games(w, name->best, name);
    gr_buffer_putc(w->list, '\n');
    put_spellings(w, chief, chief, name->best, NULL);
    for (uint32_t other = s->ring[chief]; other != chief; other = s->ring[other])
        put_spellings(w, chief, other, 0, NULL);
    for (size_t i = 0; i < offers; i++) {
        uint32_t other = offer[i].name;
        do {
            put_spellings(w, chief, other, 0, &offer[i]);
            other = s->ring[other];
        } while (other != offer[i].name);
    }
}

/* ---- all of them ---- */

static int by_chief(const void *left, const void *right) {
    const Offer *a = left, *b = right;
    if (a->chief != b->chief)
        return a->chief < b->chief ? -1 : 1;
    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    return a->points != b->points ? a->points > b->points ? -1 : 1 : (a->open > b->open) - (a->open < b->open);
}

/* What is possible, between names that stay. */
static int make_offers(Writer *w) {
    GrSuggest *s = w->s;
    size_t count = 0;
    w->offer = malloc((s->edges + 1) * sizeof *w->offer);
    if (!w->offer)
        return gr_no_memory(s->error);
    for (size_t i = 0; i < s->edges; i++) {
        const GrEdge *edge = &s->edge[i];
        uint32_t a = s->chief[edge->a], b = s->chief[edge->b];
        if (edge->likely != 1 || a == b || gr_names_fit(&s->name[a].parts, &s->name[b].parts) == GR_NAMES_APART ||
            gr_suggest_evidence(s, a, b).apart)
            continue;
        bool stays = gr_suggest_stays(s, a, b);
        w->offer[count++] = (Offer){stays ? a : b, stays ? b : a, edge->points, edge->open};
    }
    if (count)
        qsort(w->offer, count, sizeof *w->offer, by_chief);
    for (size_t i = 0; i < count; i++) {
        const Offer *last = i ? &w->offer[w->offers - 1] : NULL;
        if (!last || w->offer[i].chief != last->chief || w->offer[i].name != last->name)
            w->offer[w->offers++] = w->offer[i];
    }
    return 0;
}

/* A name that stays, where its offers begin, and how many there are. */
typedef struct Block {
    const char *text;
    uint32_t chief;
    size_t at, offers;
} Block;

static int by_text(const void *left, const void *right) {
    const Block *a = left, *b = right;
    int order = strcmp(a->text, b->text);
    return order ? order : (a->chief > b->chief) - (a->chief < b->chief);
}

int gr_suggest_write_players(GrSuggest *s, GrBuffer *list) {
    Writer w = {.s = s, .list = list};
    size_t count = 0, at = 0;
    Block *block = malloc((s->folded.top + 1) * sizeof *block);
    int code = block ? make_offers(&w) : gr_no_memory(s->error);
    for (uint32_t i = 1; i <= s->folded.top && !code; i++) {
        size_t from = at;
        while (at < w.offers && w.offer[at].chief == i)
            at++;
        if (s->chief[i] == i && !s->name[i].met_itself && s->name[i].parts.words &&
            (s->size[i] > 1 || s->name[i].spellings > 1 || at > from))
            block[count++] = (Block){gr_intern_get(&s->folded, i), i, from, at - from};
    }
    if (count)
        qsort(block, count, sizeof *block, by_text);
    if (count && !code)
        gr_buffer_puts(list, "@PLAYER\n");
    for (size_t i = 0; i < count && !code; i++)
        put_block(&w, block[i].chief, w.offer + block[i].at, block[i].offers);
    free(block);
    free(w.offer);
    return !code && list->failed ? gr_no_memory(s->error) : code;
}
