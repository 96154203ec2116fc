/* Asking heads of blocks which games pass a filter. */
#include "db/search/filter_heads.h"

#include <stdlib.h>

/* Which columns conditions look at, and each tag once. */
static void list_columns(GrHeads *heads) {
    GrHead *head = &heads->head;
    for (size_t i = 0; i < heads->filter->count; i++) {
        const GrFilterTerm *term = &heads->filter->term[i];
        GrSubject subject = term->subject;
        head->columns |= subject == GR_ON_VARIANT ? 1u << GR_COL_VARIANT
                         : subject == GR_ON_PLIES ? 1u << GR_COL_PLIES : 0u;
        for (int n = 0; n < 2 && subject >= GR_ON_TAG; n++) {
            size_t at = 0;
            while (at < head->tags && head->tag[at].tag != term->tag[n])
                at++;
            heads->column[i][n] = at;
            head->tag[at].tag = term->tag[n];
            head->tags += at == head->tags;
        }
    }
}

bool gr_heads_open(GrHeads *heads, GrDb *db, const GrFilter *filter) {
    *heads = (GrHeads){.db = db, .filter = filter};
    heads->head.tag = calloc(2 * filter->count + 1, sizeof *heads->head.tag);
    heads->column = calloc(filter->count + 1, sizeof *heads->column);
    heads->room = malloc((filter->depth + 1) * GR_BLOCK_GAMES);
    if (!heads->head.tag || !heads->column || !heads->room)
        return false;
    list_columns(heads);
    return true;
}

void gr_heads_close(GrHeads *heads) {
    free(heads->head.tag);
    free(heads->column);
    free(heads->room);
    heads->head.tag = NULL;
    heads->column = NULL;
    heads->room = NULL;
}

static int judge(void *context, const GrFilterTerm *term, uint8_t *verdict) {
    const GrHeads *heads = context;
    const GrHead *head = &heads->head;
    const size_t *column = heads->column[term - heads->filter->term];
    switch (term->subject) {
    case GR_ON_GAMES:
        for (uint32_t i = 0; i < head->games; i++)
            verdict[i] = gr_filter_number(term, head->first + i);
        break;
    case GR_ON_VARIANT:
        for (uint32_t i = 0; i < head->games; i++)
            verdict[i] = gr_filter_variant(term, &heads->db->catalog, head->column[GR_COL_VARIANT][i]);
        break;
    case GR_ON_RESULT:
        for (uint32_t i = 0; i < head->games; i++)
            verdict[i] = gr_filter_result(term, head->column[GR_COL_FLAGS][i] & GR_FLAG_RESULT);
        break;
    case GR_ON_PLIES:
        for (uint32_t i = 0; i < head->games; i++)
            verdict[i] = gr_filter_plies(term, head->column[GR_COL_PLIES][i]);
        break;
    default:
        gr_filter_tags(term, head->tag[column[0]].value, head->tag[column[1]].value, head->games, verdict);
    }
    return 1;
}

int gr_heads_judge(GrHeads *heads, int64_t first, GrError *error) {
    const GrHead *head = &heads->head;
    int got = gr_head_read(heads->db, first, &heads->head, error);
    if (got <= 0)
        return got;
    for (uint32_t i = 0; i < head->games; i++)
        heads->verdict[i] = head->column[GR_COL_FLAGS][i] & GR_FLAG_DELETED ? GR_OUT : GR_IN;
    gr_filter_test(heads->filter, judge, heads, head->games, heads->room, heads->verdict);
    return 1;
}
