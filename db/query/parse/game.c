/* Conditions on the game as a whole, and on what its text says at a ply. */
#include <string.h>

#include "db/query/parse/grammar.h"
#include "db/query/parse/meant.h"
#include "notation/days.h"
#include "notation/game.h"

/* ---- text ---- */

/* A text in quotes, or a single word that begins with an upper-case letter or a digit: B90, Tal. */
static const char *text(QueryParser *p) {
    const char *string = query_string(p), *at = query_skip(p);
    if (string || p->failed)
        return string;
    size_t len = 0;
    if ((*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9'))
        while (at[len] && !strchr(" \t\r\n()\"'", at[len]))
            len++;
    if (!len)
        return NULL;
    p->at += len;
    return query_copy(p, at, len);
}

static const char *wanted_text(QueryParser *p) {
    const char *at = query_skip(p), *found = text(p);
    if (!found)
        query_expected(p, at, "a text in quotes");
    return found;
}

static void to(QueryParser *p) {
    if (!query_word(p, "to"))
        query_expected(p, query_skip(p), "'to'");
}

static QueryNode *text_node(QueryParser *p, const char *start, const char *tag, unsigned sides) {
    QueryNode *node = query_node(p, QUERY_TEXT, QUERY_OF_GAME, start);
    if (!node)
        return NULL;
    QueryText *t = &node->text;
    *t = (QueryText){.tag = tag, .sides = sides, .op = query_operator(p)};
    if (t->op != QUERY_KNOWN) {
        t->low = wanted_text(p);
    } else if (query_word(p, "from")) {
        t->op = QUERY_FROM_TO;
        t->low = wanted_text(p);
        to(p);
        t->high = wanted_text(p);
    } else if ((t->low = text(p)) != NULL) {
        t->op = QUERY_CONTAINS;
    } else if (!query_joint_next(p)) {
        query_expected(p, query_skip(p), "a text in quotes");
    }
    return node;
}

QueryNode *query_read_player(QueryParser *p, const char *start, unsigned sides) {
    return text_node(p, start, NULL, sides ? sides : QUERY_EITHER);
}

QueryNode *query_read_event_tag(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return text_node(p, start, "Event", 0);
}

QueryNode *query_read_site(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return text_node(p, start, "Site", 0);
}

QueryNode *query_read_round(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return text_node(p, start, "Round", 0);
}

QueryNode *query_read_opening(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return text_node(p, start, "Opening", 0);
}

QueryNode *query_read_eco(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return text_node(p, start, "ECO", 0);
}

/* ---- any tag ---- */

static const char *tag_name(QueryParser *p) {
    const char *at = query_skip(p);
    size_t len = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    if (!len) {
        query_expected(p, at, "the name of a tag");
        return NULL;
    }
    p->at += len;
    return query_copy(p, at, len);
}

/* Is what comes next, after an operator or `from`, a number and no text? (strchr finds the end of
 * the text, too.) */
static bool number_compared(const QueryParser *before) {
    QueryParser probe = *before;
    int64_t number;
    if (query_operator(&probe) == QUERY_KNOWN && !query_word(&probe, "from"))
        return false;
    query_symbol(&probe, "-");
    return query_number(&probe, true, &number) && strchr(" \t\r\n\v\f)", *probe.at);
}

static QueryNode *tags_node(QueryParser *p, const char *start, QueryTags tags) {
    QueryNode *node = query_node(p, QUERY_TAGS, QUERY_OF_GAME, start);
    if (node)
        node->tags = tags;
    return node;
}

/* Reads an operator and the word `tag`, if they come next; QUERY_KNOWN if they do not. */
static QueryOperator other_tag_next(QueryParser *p) {
    QueryParser ahead = *p;
    QueryOperator op = query_operator(&ahead);
    if (op == QUERY_KNOWN || ahead.failed || !query_word(&ahead, "tag"))
        return QUERY_KNOWN;
    p->at = ahead.at;
    return op;
}

bool query_sides_compared_next(QueryParser *p) {
    QueryParser ahead = *p;
    return query_operator(&ahead) != QUERY_KNOWN;
}

QueryNode *query_read_sides_compared(QueryParser *p, const char *start, unsigned sides) {
    static const char *const name[2] = {"White", "Black"};
    QueryParser ahead = *p;
    QueryTags tags = {.op = query_operator(&ahead), .sides = true};
    unsigned other = sides == QUERY_WHITE || sides == QUERY_BLACK ? query_sides(&ahead, false) : 0;
    if (other != QUERY_WHITE && other != QUERY_BLACK)
        return query_read_player(p, start, sides);
    p->at = ahead.at;
    tags.name[0] = name[sides == QUERY_BLACK];
    tags.name[1] = name[other == QUERY_BLACK];
    return tags_node(p, start, tags);
}

QueryNode *query_read_tag(QueryParser *p, const char *start, unsigned sides) {
    const char *tag = tag_name(p);
    (void)sides;
    if (!tag)
        return NULL;
    QueryTags tags = {.name = {tag}, .op = other_tag_next(p)};
    if (tags.op != QUERY_KNOWN)
        return (tags.name[1] = tag_name(p)) ? tags_node(p, start, tags) : NULL;
    return number_compared(p) ? query_compare_tag(p, start, tag) : text_node(p, start, tag, 0);
}

/* ---- dates ---- */

static bool digits(QueryParser *p, size_t count, int *value) {
    *value = 0;
    for (size_t i = 0; i < count; i++) {
        if (p->at[i] < '0' || p->at[i] > '9')
            return false;
        *value = *value * 10 + (p->at[i] - '0');
    }
    p->at += count;
    return true;
}

static bool more(QueryParser *p) {
    bool found = (*p->at == '.' || *p->at == '-' || *p->at == '/') && p->at[1] >= '0' &&
                 p->at[1] <= '9';
    p->at += found;
    return found;
}

static QuerySpan date(QueryParser *p) {
    const char *at = query_skip(p);
    char mark = *at;
    int year = 0, month = 0, day = 0;
    if (mark == '"' || mark == '\'')
        p->at++;
    bool fits = !p->failed && digits(p, 4, &year) && (!more(p) || digits(p, 2, &month)) &&
                (!month || !more(p) || digits(p, 2, &day));
    if (fits && (mark == '"' || mark == '\''))
        fits = *p->at++ == mark;
    if (!fits || month > 12 || (month && day > gr_days_in(year, month)) || (*p->at >= '0' && *p->at <= '9')) {
        query_expected(p, at, "a date, such as 1999, 1999.05 or 1999.05.17");
        return (QuerySpan){0, 0};
    }
    return (QuerySpan){
        .first = year * 10000 + (month ? month : 1) * 100 + (day ? day : 1),
        .last = year * 10000 + (month ? month : 12) * 100 + (day ? day : 31),
    };
}

QueryNode *query_read_date(QueryParser *p, const char *start, unsigned sides) {
    QueryNode *node = query_node(p, QUERY_DATE, QUERY_OF_GAME, start);
    (void)sides;
    if (!node)
        return NULL;
    node->date.op = query_operator(p);
    char c = *query_skip(p);
    if (node->date.op == QUERY_KNOWN && ((c >= '0' && c <= '9') || c == '"' || c == '\''))
        node->date.op = QUERY_EQUAL;
    if (query_word(p, "from"))
        node->date.op = QUERY_FROM_TO;
    if (node->date.op != QUERY_KNOWN)
        node->date.low = date(p);
    if (node->date.op == QUERY_FROM_TO) {
        to(p);
        node->date.high = date(p);
    }
    return node;
}

/* ---- results ---- */

static QueryNode *result(QueryParser *p, const char *start, unsigned results) {
    QueryNode *node = query_node(p, QUERY_RESULT, QUERY_OF_GAME, start);
    if (node)
        node->results = results;
    return node;
}

QueryNode *query_read_result(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    query_symbol(p, "=");
    if (query_word(p, "white") || query_symbol(p, "1-0"))
        return result(p, start, 1u << GR_WHITE_WINS);
    if (query_word(p, "black") || query_symbol(p, "0-1"))
        return result(p, start, 1u << GR_BLACK_WINS);
    if (query_word(p, "draw") || query_symbol(p, "1/2-1/2") || query_symbol(p, "1/2"))
        return result(p, start, 1u << GR_DRAW);
    if (query_word(p, "none") || query_symbol(p, "*"))
        return result(p, start, 1u << GR_RESULT_NONE);
    query_expected(p, query_skip(p), "white, black, draw, none, 1-0, 0-1, 1/2-1/2 or *");
    return NULL;
}

/* ---- variants and the rest ---- */

/* The name of a variant may stand without quotes: chess960, fox-and-hounds. */
static size_t name_length(const char *at) {
    size_t len = 0;
    while ((at[len] >= 'a' && at[len] <= 'z') || (at[len] >= 'A' && at[len] <= 'Z') ||
           (at[len] >= '0' && at[len] <= '9') || at[len] == '-' || at[len] == '_')
        len++;
    return len;
}

QueryNode *query_read_variant(QueryParser *p, const char *start, unsigned sides) {
    QueryNode *node = query_node(p, QUERY_VARIANT, QUERY_OF_GAME, start);
    const char *at, *name;
    (void)sides;
    query_symbol(p, "=");
    at = query_skip(p);
    if (!(name = query_string(p)) && !p->failed) {
        size_t len = name_length(at);
        name = query_copy(p, at, len);
        p->at = at + len;
    }
    const GrRules *rules = name ? gr_variants_find(p->variants, name) : NULL;
    if (p->tried && p->tried->at == at)
        query_note_variants(p->tried, p->variants);
    if (!rules)
        query_expected(p, at, "the name of a variant");
    else if (node)
        node->variant = gr_variant(rules)->name;
    return node;
}

/* `board of 8 by 8` */
QueryNode *query_read_size(QueryParser *p, const char *start, unsigned sides) {
    QueryNode *node = query_node(p, QUERY_SIZE, QUERY_OF_GAME, start);
    (void)sides;
    if (!node)
        return NULL;
    node->size.files = query_count(p, QUERY_FILES, "the number of files");
    if (!p->failed && !query_word(p, "by"))
        query_expected(p, query_skip(p), "'by'");
    node->size.ranks = query_count(p, QUERY_RANKS, "the number of ranks");
    return node;
}

QueryNode *query_read_partial(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return query_node(p, QUERY_PARTIAL, QUERY_OF_GAME, start);
}

QueryNode *query_read_comment(QueryParser *p, const char *start, unsigned sides) {
    QueryNode *node = query_node(p, QUERY_COMMENT, QUERY_OF_PLY, start);
    const char *string = query_word(p, "contains") ? wanted_text(p) : query_string(p);
    (void)sides;
    if (node)
        node->comment = string ? string : "";
    return node;
}

QueryNode *query_read_nag(QueryParser *p, const char *start, unsigned sides) {
    QueryNode *node = query_node(p, QUERY_NAG, QUERY_OF_PLY, start);
    (void)sides;
    query_symbol(p, "$");
    const char *at = query_skip(p);
    unsigned nag = query_count(p, 255, "the number of a NAG");
    if (nag == 0)
        query_fault(p, at, "NAGs are numbered from 1");
    if (node)
        node->nag = (uint8_t)nag;
    return node;
}
