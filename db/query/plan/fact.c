/* What is known of a game before its first position: tags, result, length. */
#include <stdlib.h>
#include <string.h>

#include "db/codec/limits.h"
#include "db/query/plan/fact.h"
#include "notation/letters.h"
#include "notation/tag_values.h"

static const char *const name_tag[2] = {"White", "Black"};
static const char *const rating_tag[2] = {"WhiteElo", "BlackElo"};

/* A tag's value, NULL if there is none or it is empty or "?", which PGN writes for unknown. */
static const char *known(const char *value) {
    return value && *value && strcmp(value, "?") != 0 ? value : NULL;
}

static const char *known_tag(const GrGame *game, const char *name) {
    return known(gr_game_tag(game, name));
}

/* ---- texts ---- */

int query_compare_texts(const char *a, const char *b) {
    size_t same = gr_same_letters(a, b);
    return (int)gr_letter_key(a + same) - (int)gr_letter_key(b + same);
}

static bool begins(const char *text, const char *wanted) {
    return !wanted[gr_same_letters(wanted, text)];
}

/* The same for a text that begins with a letter of two bytes; its large form may begin with another byte. */
static bool contains_letter(const char *text, const char *wanted) {
    for (; *text; text++)
        if ((unsigned char)*text >= 0xC2 && begins(text, wanted))
            return true;
    return false;
}

bool query_contains(const char *text, const char *wanted) {
    const char c = *wanted, other = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : gr_small_ascii(c));
    if (gr_two_bytes(wanted))
        return contains_letter(text, wanted);
    for (; *text; text++)
        if ((*text == c || *text == other) && begins(text, wanted))
            return true;
    return !c;
}

/* Does an order, below 0, 0 or above 0, fit the operator? */
static bool order_fits(QueryOperator op, int order) {
    switch (op) {
    case QUERY_EQUAL:
        return order == 0;
    case QUERY_UNEQUAL:
        return order != 0;
    case QUERY_LESS:
        return order < 0;
    case QUERY_LESS_EQUAL:
        return order <= 0;
    case QUERY_GREATER:
        return order > 0;
    default: /* QUERY_GREATER_EQUAL */
        return order >= 0;
    }
}

static bool text_fits(const QueryText *t, const char *value) {
    if (!value)
        return false;
    switch (t->op) {
    case QUERY_KNOWN:
        return true;
    case QUERY_CONTAINS:
        return query_contains(value, t->low);
    case QUERY_FROM_TO:
        return query_compare_texts(value, t->low) >= 0 && query_compare_texts(value, t->high) <= 0;
    default:
        return order_fits(t->op, query_compare_texts(value, t->low));
    }
}

static bool text_fact(const QueryText *t, const GrGame *game, bool flip) {
    if (!t->sides)
        return text_fits(t, known_tag(game, t->tag));
    bool fits[2];
    for (int side = 0; side < 2; side++)
        fits[side] = text_fits(t, known_tag(game, name_tag[flip ? !side : side]));
    if (t->sides == QUERY_BOTH)
        return fits[0] && fits[1];
    return (fits[0] && (t->sides & QUERY_WHITE)) || (fits[1] && (t->sides & QUERY_BLACK));
}

/* ---- dates ---- */

/* The days that a Date tag leaves possible; false if not even the year is known. */
static bool read_date(const char *text, QuerySpan *span) {
    int part[3];
    if (!gr_date_of(text, part))
        return false;
    span->first = part[0] * 10000 + (part[1] ? part[1] : 1) * 100 + (part[2] ? part[2] : 1);
    span->last = part[0] * 10000 + (part[1] ? part[1] : 12) * 100 + (part[2] ? part[2] : 31);
    return true;
}

static bool date_fits(const QueryDate *d, const char *date) {
    QuerySpan span;
    if (!read_date(date, &span))
        return false;
    switch (d->op) {
    case QUERY_KNOWN:
        return true;
    case QUERY_EQUAL:
        return span.first >= d->low.first && span.last <= d->low.last;
    case QUERY_UNEQUAL:
        return span.last < d->low.first || span.first > d->low.last;
    case QUERY_LESS:
        return span.last < d->low.first;
    case QUERY_LESS_EQUAL:
        return span.last <= d->low.last;
    case QUERY_GREATER:
        return span.first > d->low.last;
    case QUERY_GREATER_EQUAL:
        return span.first >= d->low.first;
    default:
        return span.first >= d->low.first && span.last <= d->high.last;
    }
}

/* ---- numbers ---- */

/* A number with decimals at the start of a text, in hundredths; *end is what comes after it. */
static bool read_number(const char *text, int64_t *value, const char **end) {
    bool minus = *text == '-';
    const char *p = text + (*text == '-' || *text == '+');
    size_t digits = strspn(p, "0123456789");
    if (!digits || digits > 12)
        return false;
    *value = 0;
    for (; digits; digits--)
        *value = *value * 10 + (*p++ - '0');
    *value *= 100;
    if (*p == '.') {
        int64_t worth = 10;
        for (p++; *p >= '0' && *p <= '9'; p++, worth /= 10)
            *value += worth * (*p - '0');
    }
    *value = minus ? -*value : *value;
    *end = p;
    return true;
}

/* Two tags that are known: as numbers if both are nothing else, or else as texts. */
static bool tags_fact(const QueryTags *t, const GrGame *game, bool flip) {
    int64_t number[2];
    const char *value[2], *end[2];
    bool numbers = true;
    for (int n = 0; n < 2; n++) {
        value[n] = known_tag(game, t->name[flip && t->sides ? 1 - n : n]);
        if (!value[n])
            return false;
        numbers = numbers && read_number(value[n], &number[n], &end[n]) && !*end[n];
    }
    if (numbers)
        return order_fits(t->op, (number[0] > number[1]) - (number[0] < number[1]));
    return order_fits(t->op, query_compare_texts(value[0], value[1]));
}

/* Of a Score tag, "10-2": White's points stand first. */
static bool points_of(const char *score, unsigned side, int64_t *value) {
    int64_t white;
    const char *end;
    if (!score || !read_number(score, &white, &end) || *end != '-' ||
        !read_number(end + 1, value, &end))
        return false;
    if (side == GR_WHITE)
        *value = white;
    return true;
}

/* What the known value of its tag says of a number, NULL if there is none. */
static GameNumber number_of_text(const PlanNumber *number, const char *text) {
    GameNumber found = {.known = false};
    const char *end;
    if (number->value == QUERY_POINTS) {
        found.known = points_of(text, number->side, &found.value);
    } else if (number->value == QUERY_RATING) {
        found.value = 100 * (int64_t)gr_rating_of(text);
        found.known = found.value > 0;
    } else {
        found.known = text && read_number(text, &found.value, &end);
    }
    return found;
}

GameNumber query_number_of(const PlanNumber *number, const GrGame *game) {
    const char *tag;
    if (!query_number_tag(number, &tag))
        return (GameNumber){true, 100 * (int64_t)game->plies};
    return number_of_text(number, known_tag(game, tag));
}

/* ---- which tags ---- */

unsigned query_fact_tags(const Fact *fact, const char **tag) {
    const QueryNode *node = fact->node;
    if (node->op == QUERY_DATE) {
        tag[0] = "Date";
        return 1;
    }
    if (node->op == QUERY_TAGS) {
        tag[0] = node->tags.name[0];
        tag[1] = node->tags.name[1];
        return 2;
    }
    if (node->op != QUERY_TEXT)
        return 0;
    tag[0] = node->text.sides ? name_tag[0] : node->text.tag;
    tag[1] = name_tag[1];
    return node->text.sides ? 2 : 1;
}

unsigned query_number_tag(const PlanNumber *number, const char **tag) {
    *tag = number->value == QUERY_POINTS   ? "Score"
           : number->value == QUERY_RATING ? rating_tag[number->side]
                                           : number->tag;
    return number->value != QUERY_LENGTH;
}

/* ---- facts that values decide ---- */

/* A comparison with a number that a tag has. */
static bool is_of_a_tag(const QueryCompare *compare) {
    const QueryTerm *term = compare->terms;
    return !term->next && (term->value == QUERY_RATING || term->value == QUERY_POINTS || term->value == QUERY_TAG);
}

static PlanNumber number_of_term(const QueryTerm *term, bool flip) {
    return (PlanNumber){.value = term->value, .side = (term->sides == QUERY_BLACK) != flip, .tag = term->tag};
}

bool query_fact_is_of_values(const QueryNode *node) {
    const char *tag[2];
    if (node->scope != QUERY_OF_GAME)
        return false;
    switch (node->op) {
    case QUERY_RESULT:
    case QUERY_VARIANT:
    case QUERY_DATE:
        return true;
    case QUERY_COMPARE:
        if (!is_of_a_tag(&node->compare))
            return false;
        break;
    case QUERY_TEXT:
        break;
    default:
        return false;
    }
    return query_fact_values(node, false, tag) && strlen(tag[0]) <= GR_MAX_NAME;
}

unsigned query_fact_values(const QueryNode *node, bool flip, const char *tag[2]) {
    if (node->op == QUERY_COMPARE) {
        PlanNumber number = number_of_term(node->compare.terms, flip);
        return query_number_tag(&number, tag);
    }
    unsigned sides = node->op == QUERY_TEXT ? node->text.sides : 0;
    if (sides != QUERY_WHITE && sides != QUERY_BLACK)
        return query_fact_tags(&(Fact){.node = node}, tag);
    tag[0] = name_tag[(sides == QUERY_BLACK) != flip];
    return 1;
}

bool query_value_fits(const QueryNode *node, bool flip, const char *value) {
    if (node->op == QUERY_TEXT)
        return text_fits(&node->text, known(value));
    if (node->op == QUERY_DATE)
        return date_fits(&node->date, known(value));
    const QueryCompare *c = &node->compare;
    PlanNumber number = number_of_term(c->terms, flip);
    GameNumber found = number_of_text(&number, known(value));
    int64_t total = c->terms->factor * found.value;
    return found.known && (total >= c->low && total <= c->high) != c->differs;
}

static unsigned flip_results(unsigned results) {
    unsigned white = results >> GR_WHITE_WINS & 1, black = results >> GR_BLACK_WINS & 1;
    results &= ~(1u << GR_WHITE_WINS | 1u << GR_BLACK_WINS);
    return results | white << GR_BLACK_WINS | black << GR_WHITE_WINS;
}

bool query_result_fits(const QueryNode *node, bool flip, unsigned result) {
    return (flip ? flip_results(node->results) : node->results) >> result & 1;
}

/* ---- all of them ---- */

bool query_fact(const Fact *fact, const GrGame *game) {
    const QueryNode *node = fact->node;
    switch (node->op) {
    case QUERY_TEXT:
        return text_fact(&node->text, game, fact->flip);
    case QUERY_TAGS:
        return tags_fact(&node->tags, game, fact->flip);
    case QUERY_DATE:
        return date_fits(&node->date, known_tag(game, "Date"));
    case QUERY_RESULT:
        return query_result_fits(node, fact->flip, game->result);
    default: /* QUERY_PARTIAL */
        return game->partial;
    }
}
