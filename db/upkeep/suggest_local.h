/* What the files of suggest share. Internal to db/upkeep. */
#ifndef GR_DB_SUGGEST_LOCAL_H
#define GR_DB_SUGGEST_LOCAL_H

#include "db/store/internal.h"
#include "db/upkeep/name_parts.h"
#include "db/upkeep/suggest.h"

/* A player in a game. */
typedef struct GrSeen {
    uint32_t name, other; /* numbers of names */
    uint32_t event;       /* the event in that year, 0: not known, */
    uint32_t slot;        /* and the round of it */
    uint32_t fide;        /* FIDE's number of the player, 0: not known */
    uint16_t year, elo;   /* 0: not known */
} GrSeen;

/* Names that the list takes for one, since their folded forms are the same (gr_player_fold). */
typedef struct GrSeenName {
    uint32_t first, games; /* GrSuggest.seen[first ..] */
    uint32_t spelling;     /* one of its spellings, which are linked by GrSpelled.next, */
    uint32_t spellings;    /* how many there are, */
    uint32_t best;         /* and the one that says most, */
    unsigned worth;        /* that much */
    uint16_t from, to;     /* years, 0: not known */
    uint16_t low, high;    /* ratings, likewise */
    bool met_itself;       /* then it is two people's at least */
    bool mixed;            /* it has several of FIDE's numbers, which may be a slip */
    GrNameParts parts;
} GrSeenName;

/* A value as it is spelled. */
typedef struct GrSpelled {
    uint32_t games;
    uint32_t name, next; /* of players: whose it is, and the next one of the same, 0: none */
    uint16_t from, to;   /* years */
    uint16_t low, high;  /* ratings, 0: not known */
} GrSpelled;

typedef struct GrSpelledList {
    GrIntern text; /* by number */
    GrSpelled *of;
    size_t cap;
} GrSpelledList;

typedef struct GrEdge {
    uint32_t a, b;     /* names */
    int8_t fit;        /* GrNameFit */
    int8_t points;     /* for it and, below 0, against it */
    uint8_t likely;    /* 0: not worth a word, 1: possible, 2: likely */
    bool open;         /* one of them goes with other names as well, which do not go together */
} GrEdge;

typedef struct GrSuggest {
    GrDb *db;
    const GrWork *work;
    GrError *error;
    GrSuggested *suggested;
    GrGame game;         /* scratch */
    GrSpelledList player, event, site;
    GrIntern folded;     /* names, */
    GrSeenName *name;    /* by number */
    size_t name_cap;
    GrIntern years, slots; /* events by year, and their rounds */
    GrSeen *seen;        /* in the order of names, at last */
    size_t seen_count, seen_cap;
    uint32_t *met, *took, *round; /* marks: of names, of events, of slots */
    uint32_t stamp;
    GrEdge *edge;
    size_t edges, edge_cap;
    uint32_t *chief, *ring, *size; /* of names that are put together: the one that stays, the next one, how many */
} GrSuggest;

/* What speaks for it, and against, that two names are one player's. */
typedef struct GrEvidence {
    bool apart;      /* they are two people */
    bool same_fide;
    bool dated;      /* the years of both are known; */
    unsigned gap;    /* between them, */
    unsigned span;   /* and of both together */
    int elo;         /* how far the ratings are apart in the years that both have, -1: not known */
    unsigned opponents, events; /* in common */
} GrEvidence;

/* Reads the headers of all games. */
int gr_suggest_gather(GrSuggest *s);

GrEvidence gr_suggest_evidence(GrSuggest *s, uint32_t a, uint32_t b);
int gr_suggest_points(const GrEvidence *evidence);

/* Finds the edges, and then the names that are put together. */
int gr_suggest_pairs(GrSuggest *s);
int gr_suggest_unite(GrSuggest *s);

/* Is the name to stay, rather than b? */
bool gr_suggest_stays(const GrSuggest *s, uint32_t a, uint32_t b);

/* Appends what is found. */
int gr_suggest_write_players(GrSuggest *s, GrBuffer *list);
int gr_suggest_write_titles(GrSuggest *s, GrSpelledList *titles, const char *section, GrBuffer *list);

/* Can the text stand in a list? One with `#` cannot, for instance. */
bool gr_suggest_listable(const char *text);

static inline const char *gr_spelled(const GrSpelledList *list, uint32_t number) {
    return gr_intern_get(&list->text, number);
}

#endif
