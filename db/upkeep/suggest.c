/* From the games of a database to a list of names. */
#include "db/upkeep/suggest.h"

#include <stdlib.h>

#include "db/upkeep/suggest_local.h"

static int make_room(GrSuggest *s) {
    size_t names = (size_t)s->folded.top + 1;
    s->met = calloc(names, sizeof *s->met);
    s->took = calloc((size_t)s->years.top + 1, sizeof *s->took);
    s->round = calloc(2 * ((size_t)s->slots.top + 1), sizeof *s->round);
    s->chief = malloc(names * sizeof *s->chief);
    s->ring = malloc(names * sizeof *s->ring);
    s->size = malloc(names * sizeof *s->size);
    if (!s->met || !s->took || !s->round || !s->chief || !s->ring || !s->size)
        return gr_no_memory(s->error);
    for (uint32_t i = 0; i < names; i++) {
        s->chief[i] = s->ring[i] = i;
        s->size[i] = 1;
    }
    return 0;
}

static void free_all(GrSuggest *s) {
    GrSpelledList *const list[] = {&s->player, &s->event, &s->site};
    void *const array[] = {s->name, s->seen, s->met, s->took, s->round, s->edge, s->chief, s->ring, s->size};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        gr_intern_free(&list[i]->text);
        free(list[i]->of);
    }
    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        free(array[i]);
    gr_intern_free(&s->folded);
    gr_intern_free(&s->years);
    gr_intern_free(&s->slots);
}

int gr_db_suggest(GrDb *db, const GrWork *work, GrBuffer *list, GrSuggested *suggested, GrError *error) {
    GrError own;
    GrSuggest s = {.db = db, .work = work, .error = error ? error : &own, .suggested = suggested};
    *suggested = (GrSuggested){.games = 0};
    int code = gr_suggest_gather(&s);
    if (!code)
        code = make_room(&s);
    if (!code)
        code = gr_suggest_pairs(&s);
    if (!code)
        code = gr_suggest_unite(&s);
    if (!code)
        code = gr_suggest_write_players(&s, list);
    if (!code)
        code = gr_suggest_write_titles(&s, &s.event, "EVENT", list);
    if (!code)
        code = gr_suggest_write_titles(&s, &s.site, "SITE", list);
    free_all(&s);
    return code;
}
