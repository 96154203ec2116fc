/* Putting names together. */
#include <stdlib.h>

#include "db/upkeep/suggest_local.h"

enum { MOST_TOGETHER = 32 };

/* An edge as one of its names sees it. */
typedef struct Link {
    uint32_t name, other, edge;
} Link;

static int by_name(const void *left, const void *right) {
    const Link *a = left, *b = right;
    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    return (a->edge > b->edge) - (a->edge < b->edge);
}

/* An edge is open if another one of the same name, for which as much speaks or nearly so, leads to a name that cannot
 * be that one: "Smith, J" goes with "Smith, John" and with "Smith, James". */
static void see_open(GrSuggest *s, const Link *link, size_t count) {
    enum { MUCH_MORE = 4 };
    for (size_t i = 0; i < count; i++) {
        GrEdge *edge = &s->edge[link[i].edge];
        for (size_t j = 0; j < count && j < MOST_TOGETHER && edge->fit < GR_NAMES_SAME && !edge->open; j++) {
            const GrEdge *other = &s->edge[link[j].edge];
            edge->open = i != j && other->fit > GR_NAMES_NEAR && other->points + MUCH_MORE > edge->points &&
                         gr_names_fit(&s->name[link[i].other].parts, &s->name[link[j].other].parts) == GR_NAMES_APART;
        }
    }
}

static int see_all_open(GrSuggest *s) {
    Link *link = malloc((2 * s->edges + 1) * sizeof *link);
    if (!link)
        return gr_no_memory(s->error);
    for (size_t i = 0; i < s->edges; i++) {
        link[2 * i] = (Link){s->edge[i].a, s->edge[i].b, (uint32_t)i};
        link[2 * i + 1] = (Link){s->edge[i].b, s->edge[i].a, (uint32_t)i};
    }
    if (s->edges)
        qsort(link, 2 * s->edges, sizeof *link, by_name);
    for (size_t i = 0, end; i < 2 * s->edges; i = end) {
        for (end = i + 1; end < 2 * s->edges && link[end].name == link[i].name;)
            end++;
        see_open(s, link + i, end - i);
    }
    free(link);
    for (size_t i = 0; i < s->edges; i++)
        if (s->edge[i].open && s->edge[i].likely == 2)
            s->edge[i].likely = 1;
    return 0;
}

/* The surest ones first. */
static int by_points(const void *left, const void *right) {
    const GrEdge *a = left, *b = right;
    if (a->likely != b->likely)
        return a->likely > b->likely ? -1 : 1;
    if (a->fit != b->fit)
        return a->fit > b->fit ? -1 : 1;
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

/* Is there nothing that keeps a name of the one apart from a name of the other? */
static bool go_together(GrSuggest *s, uint32_t a, uint32_t b) {
    if (s->size[a] + s->size[b] > MOST_TOGETHER)
        return false;
    uint32_t x = a, y = b;
    do {
        do {
            if (gr_names_fit(&s->name[x].parts, &s->name[y].parts) == GR_NAMES_APART ||
                gr_suggest_evidence(s, x, y).apart)
                return false;
            y = s->ring[y];
        } while (y != b);
        x = s->ring[x];
    } while (x != a);
    return true;
}

bool gr_suggest_stays(const GrSuggest *s, uint32_t a, uint32_t b) {
    const GrSeenName *x = &s->name[a], *y = &s->name[b];
    if (x->worth / 4 != y->worth / 4) /* given names in full, a comma */
        return x->worth > y->worth;
    if (x->games != y->games)
        return x->games > y->games;
    return x->worth != y->worth ? x->worth > y->worth : a < b;
}

static void unite(GrSuggest *s, uint32_t a, uint32_t b) {
    uint32_t chief = gr_suggest_stays(s, a, b) ? a : b, joins = chief == a ? b : a, next = s->ring[chief];
    uint32_t name = joins;
    do {
        s->chief[name] = chief;
        name = s->ring[name];
    } while (name != joins);
    s->ring[chief] = s->ring[joins];
    s->ring[joins] = next;
    s->size[chief] += s->size[joins];
}

int gr_suggest_unite(GrSuggest *s) {
    int code = see_all_open(s);
    if (code)
        return code;
    if (s->edges)
        qsort(s->edge, s->edges, sizeof *s->edge, by_points);
    for (size_t i = 0; i < s->edges && s->edge[i].likely == 2; i++) {
        GrEdge *edge = &s->edge[i];
        uint32_t a = s->chief[edge->a], b = s->chief[edge->b];
        if (a == b)
            continue;
        if (go_together(s, a, b))
            unite(s, a, b);
        else
            edge->likely = 1;
    }
    return 0;
}
