/* Headers of games that are nearly the same. */
#include <stdlib.h>
#include <string.h>

#include "db/codec/pack.h"
#include "db/upkeep/near_local.h"
#include "notation/room.h"
#include "notation/tag_values.h"

static uint32_t number_of(GrIntern *in, const char *text) {
    uint32_t id = gr_intern_find(in, text, strlen(text));
    if (id)
        return id;
    id = in->top + 1;
    return gr_intern_set(in, id, text, strlen(text)) ? 0 : id;
}

static bool put_name(GrNearTexts *texts, const char *text, uint32_t *number) {
    uint32_t top = texts->names.top;
    *number = *text ? number_of(&texts->names, text) : 0;
    if (*number <= top)
        return *number || !*text;
    if (!gr_room(&texts->parts, *number, 1, &texts->cap, sizeof *texts->parts))
        return false;
    gr_name_parts(text, &texts->parts[*number]);
    return true;
}

/* As it stands: "1990.17.05" has month 17. */
static void read_date(const char *text, uint16_t part[3]) {
    part[0] = part[1] = part[2] = 0;
    for (int i = 0; i < 3; i++) {
        size_t digits = strspn(text, GR_DIGITS);
        if (i ? digits > 2 : digits != 4)
            return;
        part[i] = (uint16_t)strtoul(text, NULL, 10); /* 0 for `??` */
        text += digits ? digits : strspn(text, "?");
        if (*text != '.')
            return;
        text++;
    }
}

bool gr_near_sheet(GrNearTexts *texts, const GrGame *game, GrNearSheet *sheet) {
    GrSheet of;
    gr_sheet_of(game, 0, &of);
    *sheet = (GrNearSheet){.result = (uint8_t)of.result, .annotated = of.annotated, .plies = of.plies,
                           .knowledge = of.knowledge};
    read_date(of.tag[GR_SHEET_DATE], sheet->date);
    const char *round = of.tag[GR_SHEET_ROUND];
    if (*round && !(sheet->round = number_of(&texts->rounds, round)))
        return false;
    return put_name(texts, of.tag[GR_SHEET_WHITE], &sheet->side[0]) &&
           put_name(texts, of.tag[GR_SHEET_BLACK], &sheet->side[1]);
}

void gr_near_free_texts(GrNearTexts *texts) {
    gr_intern_free(&texts->names);
    gr_intern_free(&texts->rounds);
    free(texts->parts);
}

/* ---- comparing ---- */

static bool parts_fit(uint16_t a, uint16_t b) {
    return !a || !b || a == b;
}

static bool dates_fit(const uint16_t a[3], const uint16_t b[3]) {
    return parts_fit(a[0], b[0]) &&
           ((parts_fit(a[1], b[1]) && parts_fit(a[2], b[2])) || (a[0] && a[1] && a[1] == b[2] && a[2] == b[1]));
}

/* "3" and "3.1" may be one; "3.1" and "3.2" are not. */
static bool rounds_fit(const GrNearTexts *texts, uint32_t a, uint32_t b) {
    if (!a || !b || a == b)
        return true;
    const char *x = gr_intern_get(&texts->rounds, a), *y = gr_intern_get(&texts->rounds, b);
    size_t lx = strlen(x), ly = strlen(y), least = lx < ly ? lx : ly;
    return lx != ly && !strncmp(x, y, least) && (lx > ly ? x : y)[least] == '.';
}

/* How two names fit; GR_NAMES_SAME for one that is not known, too: *unknown is set then. */
static GrNameFit players_fit(const GrNearTexts *texts, uint32_t a, uint32_t b, bool *unknown) {
    *unknown |= !a || !b;
    return !a || !b || a == b ? GR_NAMES_SAME : gr_names_fit(&texts->parts[a], &texts->parts[b]);
}

bool gr_near_fit(const GrNearTexts *texts, const GrNearSheet *a, const GrNearSheet *b, uint32_t common) {
    uint32_t least = a->plies < b->plies ? a->plies : b->plies;
    bool unknown = false, open = common == UINT32_MAX;
    bool same = a->plies == b->plies && (open || common == least), beginning = a->plies != b->plies &&
                                                                               (open || common == least);
    bool results = a->result == b->result || !a->result || !b->result;
    if ((!results && !beginning) || !dates_fit(a->date, b->date) || !rounds_fit(texts, a->round, b->round))
        return false;
    GrNameFit white = players_fit(texts, a->side[0], b->side[0], &unknown);
    GrNameFit black = white ? players_fit(texts, a->side[1], b->side[1], &unknown) : GR_NAMES_APART;
    GrNameFit fit = white < black ? white : black;
    bool dated = a->date[0] && b->date[0];
    bool differ = !same && !beginning;
    return fit != GR_NAMES_APART && (!unknown || same) && (dated || (fit >= GR_NAMES_SHORT && !differ));
}
