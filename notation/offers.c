/* Offers of draws and resignations, as the comments of a game have them: in commands, or in words. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "notation/points.h"

/* What a stretch of text says. */
typedef enum Said {
    SAID_OFFER = 1,     /* "offer", "proposes" */
    SAID_RESIGN = 2,
    SAID_DRAW = 4,
    SAID_DECLINED = 8,
    SAID_DOUBT = 16     /* not, should, could, ...: talk about an offer, rather than one */
} Said;

typedef struct Offering {
    GrOffers *offers;
    uint32_t node;
    unsigned move;
    int open;   /* the kind of the offer that waits for its answer, -1 for none */
    int played; /* a kind that was declined by the move just made, -1 for none */
} Offering;

/* ---- words ---- */

/* What a word says; stems stand for all their endings. */
static unsigned word_says(const char *word, size_t length) {
    static const struct {
        const char *stem;
        bool whole;
        Said says;
    } words[] = {
        {"offer", false, SAID_OFFER},      {"propos", false, SAID_OFFER},
        {"resign", false, SAID_RESIGN},    {"draw", true, SAID_DRAW},
        {"declin", false, SAID_DECLINED},  {"refus", false, SAID_DECLINED},
        {"reject", false, SAID_DECLINED},  {"not", true, SAID_DOUBT},
        {"no", true, SAID_DOUBT},          {"never", true, SAID_DOUBT},
        {"should", false, SAID_DOUBT},     {"could", false, SAID_DOUBT},
        {"would", false, SAID_DOUBT},      {"might", true, SAID_DOUBT},
        {"may", true, SAID_DOUBT},         {"must", true, SAID_DOUBT},
        {"can", true, SAID_DOUBT},         {"if", true, SAID_DOUBT},
        {"instead", true, SAID_DOUBT},     {"later", true, SAID_DOUBT},
        {"earlier", true, SAID_DOUBT},     {"before", true, SAID_DOUBT},
        {"had", true, SAID_DOUBT},         {"after", true, SAID_DOUBT},
        {"didn", true, SAID_DOUBT},        {"without", true, SAID_DOUBT},
        {"best", true, SAID_DOUBT},        {"pawn", false, SAID_DOUBT},
        {"piece", false, SAID_DOUBT},      {"exchange", false, SAID_DOUBT},
        {"knight", false, SAID_DOUBT},     {"bishop", false, SAID_DOUBT},
        {"rook", false, SAID_DOUBT},       {"queen", false, SAID_DOUBT},
    };
    unsigned says = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t stem = strlen(words[i].stem);
        if (length >= stem && !strncasecmp(word, words[i].stem, stem) &&
            (!words[i].whole || length == stem))
            says |= words[i].says;
    }
    return says;
}

/* What the words of [text, end) say together. An offer names what is offered not far from itself:
 * "offers Black a draw", but not "offers White's king a way to an easy draw". */
static unsigned text_says(const char *text, const char *end) {
    enum { NEAR = 3 };
    unsigned says = 0;
    int offered = -NEAR - 1, named = -NEAR - 1;
    bool near = false;
    for (int n = 0; text < end; n++) {
        const char *word = text;
        while (text < end && isalpha((unsigned char)*text))
            text++;
        unsigned word_is = word_says(word, (size_t)(text - word));
        if (word_is & SAID_OFFER)
            offered = n;
        if (word_is & (SAID_RESIGN | SAID_DRAW))
            named = n;
        near |= offered >= 0 && named >= 0 && abs(offered - named) <= NEAR;
        says |= word_is;
        while (text < end && !isalpha((unsigned char)*text))
            text++;
    }
    return near ? says : says & ~(unsigned)SAID_OFFER;
}

/* ---- what follows from them ---- */

static void offer(Offering *o, int kind) {
    GrOffers *offers = o->offers;
    if (++offers->made[kind] == 1)
        offers->move[kind] = o->move;
    else if (offers->made[kind] == 2)
        offers->again[kind] = o->node;
    o->open = kind;
}

static void decline(Offering *o) {
    GrOffers *offers = o->offers;
    if (o->open >= 0 && offers->made[o->open] == 1)
        offers->declined[o->open] = true;
    o->open = o->played = -1;
}

/* The command whose text is [text, end). */
static void take_command(Offering *o, const char *text, const char *end) {
    unsigned says = text_says(text, end);
    if (says & SAID_OFFER) {
        if (says & SAID_RESIGN)
            offer(o, GR_OFFER_RESIGN);
        if (says & SAID_DRAW)
            offer(o, GR_OFFER_DRAW);
    } else if (says & SAID_DECLINED) {
        if (o->open < 0 && o->played < 0 && !o->offers->stray)
            o->offers->stray = o->node;
        decline(o);
    }
}

/* Is [text, end) a command about offers? */
static bool is_about_offers(const char *text, const char *end) {
    return text_says(text, end) & (SAID_OFFER | SAID_DECLINED);
}

/* All commands of a comment; false if none is about offers. */
static bool take_commands(Offering *o, const char *text) {
    bool found = false;
    for (const char *p = strstr(text, "[%"); p; p = strstr(p, "[%")) {
        const char *start = p + 2, *end = strchr(start, ']');
        if (!end)
            break;
        if (is_about_offers(start, end)) {
            take_command(o, start, end);
            found = true;
        }
        p = end;
    }
    return found;
}

/* One sentence of prose. The answer to an offer names what was offered, too. */
static void take_sentence(Offering *o, const char *text, const char *end) {
    unsigned says = text_says(text, end);
    int kind = says & SAID_RESIGN ? GR_OFFER_RESIGN : GR_OFFER_DRAW;
    if (says & SAID_DOUBT)
        return;
    bool answer = (says & SAID_DECLINED) && (o->open >= 0 || o->played >= 0);
    bool one = !(says & SAID_RESIGN) != !(says & SAID_DRAW);
    if (!answer && (says & SAID_OFFER) && one)
        offer(o, kind);
    if (says & SAID_DECLINED)
        decline(o);
}

static void take_prose(Offering *o, const char *text) {
    while (*text) {
        size_t length = strcspn(text, ".;!?\n");
        take_sentence(o, text, text + length);
        text += length + (text[length] != '\0');
    }
}

static void take_comment(Offering *o, const char *text) {
    if (!take_commands(o, text))
        take_prose(o, text);
}

void gr_offers_find(const GrGame *game, GrOffers *offers) {
    Offering o = {.offers = offers, .open = -1, .played = -1};
    *offers = (GrOffers){.stray = 0};
    if (!game->rules || !game->node_count)
        return;
    GrPosition pos = game->start;
    o.move = pos.number;
    take_comment(&o, gr_game_string(game, game->nodes[0].comment));
    for (uint32_t node = game->nodes[0].next; node; node = game->nodes[node].next) {
        o.node = node;
        o.move = pos.number;
        gr_play(&pos, game->nodes[node].move);
        /* Playing on declines; the words for it may stand after the move that did. */
        o.played = o.open;
        if (o.open >= 0 && offers->made[o.open] == 1)
            offers->declined[o.open] = true;
        o.open = -1;
        take_comment(&o, gr_game_string(game, game->nodes[node].comment));
    }
}
