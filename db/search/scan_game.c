/* What is the same for games that are played through from blocks and from replays. */
#include "db/search/scan_local.h"

const GrRules *scan_rules(Scanner *s, uint32_t variant) {
    if (s->variant != variant || !s->rules) {
        const char *name = gr_intern_get(&s->db->catalog.variants, variant);
        s->rules = name ? gr_variants_find(s->db->variants, name) : NULL;
        s->variant = variant;
    }
    return s->rules;
}

int scan_unread(Scanner *s, int64_t id, GrError *why) {
    if (!gr_is_damage((int)why->code))
        return gr_fail(s->error, why->code, "%s", why->text);
    s->damaged = true;
    if (s->scan->unread)
        s->scan->unread(s->scan->context, id, why);
    return 0;
}

int scan_end(Scanner *s, const GrScanGame *game, int on) {
    if (on < 0)
        return on;
    return s->scan->end ? s->scan->end(s->scan->context, game) : 0;
}
