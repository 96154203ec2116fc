/* Reading Betza's notation. */
#include "notation/definition/betza.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What stands before an atom. */
typedef struct Prefix {
    unsigned how;             /* GR_WAY_MOVES and GR_WAY_TAKES, 0: nothing said */
    bool hops, grasshops, lame, first;
    struct { char one, two; size_t at; } direction[16];
    int directions;
} Prefix;

typedef struct Atom {
    char letter;
    int8_t a, b;   /* the longer side first */
    int8_t c, d;   /* a second offset, or 0, 0 */
    bool rides;
} Atom;

static const Atom atoms[] = {
    {'W', 1, 0, 0, 0, false}, {'F', 1, 1, 0, 0, false}, {'D', 2, 0, 0, 0, false}, {'N', 2, 1, 0, 0, false},
    {'A', 2, 2, 0, 0, false}, {'H', 3, 0, 0, 0, false}, {'L', 3, 1, 0, 0, false}, {'C', 3, 1, 0, 0, false},
    {'J', 3, 2, 0, 0, false}, {'Z', 3, 2, 0, 0, false}, {'G', 3, 3, 0, 0, false}, {'K', 1, 0, 1, 1, false},
    {'R', 1, 0, 0, 0, true},  {'B', 1, 1, 0, 0, true},  {'Q', 1, 0, 1, 1, true},
};

static const Atom *find_atom(char letter) {
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
        if (atoms[i].letter == letter)
            return &atoms[i];
    return NULL;
}

__attribute__((format(printf, 3, 4))) static bool wrong(Betza *betza, size_t at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(betza->fault, sizeof betza->fault, format, args);
    va_end(args);
    betza->at = at;
    return false;
}

/* ---- directions ---- */

static bool is_vertical(char c) {
    return c == 'f' || c == 'b' || c == 'v' || c == 'h';
}

static bool is_horizontal(char c) {
    return c == 'r' || c == 'l' || c == 's' || c == 'h';
}

static bool fits_one(char c, int df, int dr) {
    switch (c) {
    case 'f': return dr > 0;
    case 'b': return dr < 0;
    case 'r': return df > 0;
    case 'l': return df < 0;
    default: return true; /* v, s */
    }
}

/* One of the eight turns of an offset: the signs that its sides have there, a side of 0 too. */
typedef struct Turn {
    int df, dr;
    bool steep; /* the longer side is along the file */
    bool right; /* from it the shorter one turns clockwise */
} Turn;

/* Does a turn go in the direction? Two different letters: the second says of which half, but for h, which is a half
 * itself. */
static bool fits(char one, char two, const Turn *turn) {
    if (one == two)
        return one != 'h' && fits_one(one, turn->df, turn->dr) && is_vertical(one) == turn->steep;
    if (two == 'h')
        return one != 'v' && one != 's' && fits_one(one, turn->df, turn->dr);
    if (one == 'h')
        return two == (turn->right ? 'r' : 'l');
    if (one == 'v' || one == 's' || is_vertical(one) == turn->steep)
        return false;
    return fits_one(one, turn->df, turn->dr) && fits_one(two, turn->df, turn->dr);
}

/* Along ranks and files each letter stands for itself: fs is forwards and to the sides. */
static bool in_direction(const Prefix *prefix, bool splits, const Turn *turn) {
    for (int i = 0; i < prefix->directions; i++) {
        char one = prefix->direction[i].one, two = prefix->direction[i].two;
        if (splits && one != two ? fits(one, one, turn) || fits(two, two, turn) : fits(one, two, turn))
            return true;
    }
    return prefix->directions == 0;
}

/* ---- ways ---- */

static bool add_way(Betza *betza, const GrWay *way, size_t at) {
    for (int i = 0; i < betza->ways; i++) {
        GrWay *old = &betza->way[i];
        if (old->df == way->df && old->dr == way->dr && old->kind == way->kind && old->range == way->range &&
            (old->how & GR_WAY_FIRST) == (way->how & GR_WAY_FIRST)) {
            old->how |= way->how;
            return true;
        }
    }
    if (betza->ways == GR_DEFINED_WAYS)
        return wrong(betza, at, "more than %d ways to go", GR_DEFINED_WAYS);
    betza->way[betza->ways++] = *way;
    return true;
}

static bool add_offset(Betza *betza, const Prefix *prefix, const GrWay *like, const Atom *atom, int a, int b,
                       size_t at) {
    bool splits = atom->c == 0 && b == 0;
    int added = 0;
    for (int i = 0; i < 8; i++) {
        Turn turn = {.df = i & 1 ? -1 : 1, .dr = i & 2 ? -1 : 1, .steep = i & 4};
        turn.right = turn.steep == (turn.df == turn.dr);
        if (!in_direction(prefix, splits, &turn))
            continue;
        GrWay way = *like;
        way.df = (int8_t)(turn.df * (turn.steep ? b : a));
        way.dr = (int8_t)(turn.dr * (turn.steep ? a : b));
        added++;
        if (!add_way(betza, &way, at))
            return false;
    }
    return added || wrong(betza, at, "no move of '%c' has that direction", atom->letter);
}

/* What the dialect has no piece for. */
static bool check_atom(Betza *betza, const Prefix *prefix, const Atom *atom, bool rides, int range, size_t at) {
    bool step = atom->a == 1;
    bool hop = prefix->hops || prefix->grasshops;
    if (rides && !step && !(atom->a == 2 && atom->b == 1))
        return wrong(betza, at, "'%c' cannot ride; only W, F, N, K, R, B and Q can", atom->letter);
    if (hop && !step)
        return wrong(betza, at, "'%c' cannot hop; only W, F, K, R, B and Q can", atom->letter);
    if (hop && prefix->lame)
        return wrong(betza, at, "a way cannot be lame and hop");
    if (hop && prefix->first)
        return wrong(betza, at, "hops of the first move only are not supported");
    if (prefix->grasshops && range)
        return wrong(betza, at, "a grasshopper has no range");
    if (prefix->lame && (rides || step || !strchr("NADZJCL", atom->letter)))
        return wrong(betza, at, "'%c' cannot be lame; only N, A, D, C and Z can", atom->letter);
    if (prefix->first && (prefix->how & GR_WAY_TAKES || !prefix->how))
        return wrong(betza, at, "captures of the first move only (i without m) are not supported");
    return true;
}

static bool add_atom(Betza *betza, const Prefix *prefix, const Atom *atom, bool rides, int range, size_t at) {
    if (!check_atom(betza, prefix, atom, rides, range, at))
        return false;
    GrWay way = {.kind = GR_WAY_LEAP, .range = 1, .how = (uint8_t)prefix->how};
    if (!prefix->how)
        way.how = GR_WAY_MOVES | GR_WAY_TAKES;
    if (prefix->first)
        way.how |= GR_WAY_FIRST;
    if (prefix->hops || prefix->grasshops) {
        way.kind = prefix->grasshops || range == 1 ? GR_WAY_GRASSHOP : GR_WAY_HOP;
        way.range = (uint8_t)(range > 1 ? range : GR_FAR);
    } else if (prefix->lame) {
        way.kind = GR_WAY_LAME;
    } else if (rides && range != 1) {
        way.kind = GR_WAY_RIDE;
        way.range = (uint8_t)(range ? range : GR_FAR);
    }
    return add_offset(betza, prefix, &way, atom, atom->a, atom->b, at) &&
           (!atom->c || add_offset(betza, prefix, &way, atom, atom->c, atom->d, at));
}

/* ---- the text ---- */

/* A direction, of one letter or two; returns the characters used. */
static size_t take_direction(Prefix *prefix, const char *text, size_t length, size_t at) {
    char one = text[at], two = at + 1 < length ? text[at + 1] : 0;
    bool both = two && (two == one || (is_vertical(one) && is_horizontal(two)) ||
                        (is_horizontal(one) && is_vertical(two)));
    prefix->direction[prefix->directions].one = one;
    prefix->direction[prefix->directions].at = at;
    prefix->direction[prefix->directions++].two = both ? two : one;
    return both ? 2 : 1;
}

static bool take_letter(Betza *betza, Prefix *prefix, char c, size_t at) {
    switch (c) {
    case 'm': prefix->how |= GR_WAY_MOVES; return true;
    case 'c': prefix->how |= GR_WAY_TAKES; return true;
    case 'p': prefix->hops = true; return true;
    case 'g': prefix->grasshops = true; return true;
    case 'n': prefix->lame = true; return true;
    case 'i': prefix->first = true; return true;
    case 'e': betza->passes = true; return true;
    default:
        return wrong(betza, at,
                     isgraph((unsigned char)c) ? "'%c' is not supported" : "a character that is not supported", c);
    }
}

/* An atom and what follows it; the characters used, 0 if something is wrong. */
static size_t take_atom(Betza *betza, const Prefix *prefix, const char *text, size_t length, size_t at) {
    const Atom *atom = find_atom(text[at]);
    char next = at + 1 < length ? text[at + 1] : 0;
    bool digit = isdigit((unsigned char)next), rides = atom->rides || digit || next == atom->letter;
    if (digit && (next == '0' || (at + 2 < length && isdigit((unsigned char)text[at + 2])))) {
        wrong(betza, at + 1, "a range is a digit from 1 to 9");
        return 0;
    }
    if (!add_atom(betza, prefix, atom, rides, digit ? next - '0' : 0, at))
        return 0;
    return digit || next == atom->letter ? 2 : 1;
}

bool betza_read(Betza *betza, const char *text, size_t length) {
    Prefix prefix = {0};
    memset(betza, 0, sizeof *betza);
    for (size_t at = 0; at < length;) {
        char c = text[at];
        if (find_atom(c)) {
            size_t used = take_atom(betza, &prefix, text, length, at);
            if (!used)
                return false;
            memset(&prefix, 0, sizeof prefix);
            at += used;
        } else if (is_vertical(c) || is_horizontal(c)) {
            if (prefix.directions == 16)
                return wrong(betza, at, "too many directions");
            at += take_direction(&prefix, text, length, at);
        } else if (!take_letter(betza, &prefix, c, at++))
            return false;
    }
    if (prefix.how || prefix.directions || prefix.hops || prefix.grasshops || prefix.lame || prefix.first)
        return wrong(betza, length, "it ends without an atom, such as W or N");
    return true;
}
