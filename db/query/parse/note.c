/* Notes on what may be meant otherwise: clauses, sets, comparisons. */
#include "db/query/parse/note.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "db/query/parse/grammar.h"
#include "rules/set.h"

void query_note(QueryParser *p, const char *at, bool warning, const char *format, ...) {
    va_list args;
    QueryNote **end = &p->query->notes, *note;
    if (p->failed || p->outer || p->tried || !(note = query_new(p, sizeof *note)))
        return;
    note->note.column = query_column(p->text, at);
    note->note.warning = warning;
    va_start(args, format);
    vsnprintf(note->note.text, sizeof note->note.text, format, args);
    va_end(args);
    while (*end)
        end = &(*end)->next;
    *end = note;
}

/* ---- clauses ---- */

static bool one_side(unsigned sides) {
    return sides == QUERY_WHITE || sides == QUERY_BLACK;
}

/* Length of a piece of the query without the blanks at its end. */
static int trimmed(const char *from, const char *to) {
    while (to > from && strchr(" \t\r\n\v\f", to[-1]))
        to--;
    return (int)(to - from);
}

void query_note_relation(QueryParser *p, const QuerySet *set, const QueryRelation *relation, const char *at) {
    bool defending = relation->kind == QUERY_DEFENDS || relation->kind == QUERY_DEFENDED_BY;
    const QuerySet *other = relation->set;
    if (!other || !one_side(set->sides) || !one_side(other->sides) || (set->sides == other->sides) == defending)
        return;
    const char *why = defending ? "pieces defend only those of their own side"
                                : "pieces attack only those of the other side";
    if (p->set_depth == p->and_depth + 1)
        query_note(p, at, true, "nothing is ever in this set: %s", why);
    else
        query_note(p, at, true,
                   "nothing is ever in this set: %s, and the clause belongs to the set just before it; if it is about "
                   "the first one, write '%.*s and %.*s'",
                   why, trimmed(p->and_set, at), p->and_set, trimmed(at, p->at), at);
}

void query_note_set(QueryParser *p, const QuerySet *set, const char *at) {
    unsigned is = set->adjectives, is_not = set->not_adjectives;
    bool hanging = (is & QUERY_HANGING) && ((is & QUERY_DEFENDED) || (is_not & QUERY_ATTACKED));
    if ((is & is_not) || hanging)
        query_note(p, at, true, "nothing is ever in this set: the states contradict each other");
}

/* ---- comparisons ---- */

/* Is it the royal piece of a side, or any piece, wherever it stands? */
static const char *always_there(const QuerySet *set) {
    const QueryKinds *kinds = &set->kinds;
    bool king = kinds->names == 1 && !kinds->letters && !kinds->groups && !strncasecmp(kinds->name[0], "king", 4);
    bool royal = kinds->groups == QUERY_ROYAL || king || (kinds->letters == 1u << ('K' - 'A') && !kinds->names);
    if (set->area || set->adjectives || set->not_adjectives || set->relations || set->pocket)
        return NULL;
    return royal ? "a king" : kinds->groups == QUERY_ANY_PIECE ? "a piece" : NULL;
}

/* Two conditions on what one piece attacks can only be written as two clauses. */
static void note_there(QueryParser *p, const char *at, const char *there) {
    const QueryNode *left = p->left;
    const QuerySet *set = left && left->op == QUERY_COMPARE && !left->source ? left->compare.terms->set : NULL;
    if (set && set->relations && set->relations->kind == QUERY_ATTACKS)
        query_note(p, at, false,
                   "there is nearly always %s, so this asks nothing; if the piece before attacks it, too, write "
                   "'%.*s and attacks %.*s'",
                   there, trimmed(p->text + left->start, p->text + left->end), p->text + left->start,
                   trimmed(at, p->at), at);
    else
        query_note(p, at, false, "there is nearly always %s, so this asks nothing", there);
}

/* What a term lies between, whatever the game; false if it may be unknown. */
static bool bounds(const QueryTerm *term, int64_t *low, int64_t *high) {
    const int64_t most = term->value == QUERY_COUNT ? GR_MAX_SQUARES : INT32_MAX;
    if (term->value == QUERY_EVAL || term->value == QUERY_RATING || term->value == QUERY_POINTS ||
        term->value == QUERY_TAG)
        return false;
    int64_t one = term->value == QUERY_COUNT ? term->factor : 100 * term->factor;
    int64_t least = term->value == QUERY_OCCURRENCE ? one : 0;
    *low += one < 0 ? one * most : least;
    *high += one < 0 ? least : one * most;
    return true;
}

void query_note_comparison(QueryParser *p, const QueryNode *node) {
    const QueryCompare *c = &node->compare;
    const char *at = p->text + node->start, *there = NULL;
    int64_t low = 0, high = 0;
    bool known = true;
    for (const QueryTerm *term = c->terms; term; term = term->next)
        known &= bounds(term, &low, &high);
    bool outside = c->low > c->high || (known && (low > c->high || high < c->low));
    bool inside = known && low >= c->low && high <= c->high;
    if (!c->terms->next && c->terms->set && c->terms->factor == 100 && c->low == 1 && c->high > GR_MAX_SQUARES * 100)
        there = always_there(c->terms->set);
    if (there)
        note_there(p, at, there);
    else if (c->differs ? inside && c->low == c->high : outside)
        query_note(p, at, true, "this comparison never holds");
    else if (c->differs ? outside : inside)
        query_note(p, at, false, "this comparison always holds");
}

/* ---- material ---- */

/* `sided`: a side stands before the letters. */
void query_note_imbalance(QueryParser *p, const QueryNode *node, bool sided) {
    const QueryMaterial *m = &node->material;
    const char *text = p->text + node->start, *letters = text;
    bool common = false, ahead = false;
    for (int i = 0; i < 26; i++) {
        bool counts = i != 'K' - 'A';
        common |= counts && m->left[i] && m->right[i];
        ahead |= counts && m->left[i] != m->right[i];
    }
    if (sided) {
        letters += strcspn(letters, " \t\r\n\v\f");
        letters += strspn(letters, " \t\r\n\v\f");
    }
    if (common)
        query_note(p, text, false,
                   "this is an imbalance: what both sides have in common does not matter%s; for exactly these pieces, "
                   "write '%.*smaterial %.*s'",
                   ahead ? "" : ", and it holds wherever they have the same pieces", (int)(letters - text), text,
                   trimmed(letters, p->at), letters);
}

/* ---- what is joined ---- */

enum { MOST_JOINED = 64 };

/* Lists what a chain of the same joint joins. */
static size_t collect(const QueryNode *node, QueryOp op, const QueryNode **list, size_t count) {
    if (node->op == op && node->left && node->right && !node->source)
        return collect(node->right, op, list, collect(node->left, op, list, count));
    if (count < MOST_JOINED)
        list[count++] = node;
    return count;
}

/* Do both stand for the same text of the query? */
static bool same_text(const QueryParser *p, const QueryNode *a, const QueryNode *b) {
    int length = trimmed(p->text + a->start, p->text + a->end);
    return !a->source && !b->source && length == trimmed(p->text + b->start, p->text + b->end) &&
           !memcmp(p->text + a->start, p->text + b->start, (size_t)length);
}

static bool denies(const QueryParser *p, const QueryNode *a, const QueryNode *b) {
    return (a->op == QUERY_NOT && same_text(p, a->left, b)) || (b->op == QUERY_NOT && same_text(p, b->left, a));
}

/* The sides of which something is said that can be true of the side to move alone; 0: nothing is. */
static unsigned to_move(const QueryNode *node) {
    QueryState what = node->op == QUERY_STATE ? node->state.what : QUERY_FINAL;
    bool of_mover = what == QUERY_TO_MOVE || what == QUERY_CHECK || what == QUERY_DISCOVERED_CHECK ||
                    what == QUERY_CHECKMATE || what == QUERY_STALEMATE;
    return of_mover ? node->state.sides : 0;
}

/* The same value compared twice, in ways that exclude each other. */
static bool apart(const QueryNode *a, const QueryNode *b) {
    if (a->op != QUERY_COMPARE || b->op != QUERY_COMPARE || a->compare.differs || b->compare.differs)
        return false;
    const QueryTerm *x = a->compare.terms, *y = b->compare.terms;
    bool alike = !x->next && !y->next && x->value == y->value && x->factor == y->factor && x->sides == y->sides &&
                 x->value != QUERY_COUNT && x->value != QUERY_TAG;
    return alike && (a->compare.low > b->compare.high || b->compare.low > a->compare.high);
}

static bool exclude(const QueryParser *p, const QueryNode *a, const QueryNode *b) {
    unsigned x = to_move(a), y = to_move(b);
    return denies(p, a, b) || (x && y && !(x & y)) || apart(a, b) ||
           (a->op == QUERY_RESULT && b->op == QUERY_RESULT && !(a->results & b->results));
}

void query_note_joint(QueryParser *p, const QueryNode *node, QueryOp joint) {
    const QueryNode *list[MOST_JOINED];
    if (p->outer || node->op != joint)
        return;
    size_t count = collect(node, node->op, list, 0);
    for (size_t i = 1; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            const char *at = p->text + list[i]->place;
            if (node->op == QUERY_AND && exclude(p, list[j], list[i]))
                query_note(p, at, true, "this never holds together with '%.*s'",
                           trimmed(p->text + list[j]->start, p->text + list[j]->end), p->text + list[j]->start);
            else if (node->op == QUERY_OR && denies(p, list[j], list[i]))
                query_note(p, at, false, "one of this and its opposite always holds");
        }
}

const GrQueryNote *gr_query_note(const GrQuery *query, size_t n) {
    const QueryNote *note = query->notes;
    for (; note && n; n--)
        note = note->next;
    return note ? &note->note : NULL;
}
