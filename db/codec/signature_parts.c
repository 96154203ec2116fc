/* The parts of a signature, from its bytes and back to them. */
#include <string.h>

#include "db/codec/signature.h"

/* The next bytes up to a 0, which is passed over; NULL if there is none. */
static const uint8_t *read_events(GrInput *in, uint32_t *count) {
    const char *events = gr_input_string(in);
    *count = (uint32_t)strlen(events);
    return in->bad || *count > GR_SIGNATURE_EVENTS ? NULL : (const uint8_t *)events;
}

static bool read_plies(const uint8_t **start, GrInput *in, uint32_t count, uint32_t *rest) {
    *start = in->at;
    return gr_signature_pass(&in->at, in->end, count) && gr_signature_ply(&in->at, in->end, rest);
}

/* What there was of each kind. */
static bool read_counts(GrSignatureParts *parts, GrInput *in) {
    parts->count = gr_input_bytes(in, parts->kinds);
    if (parts->traits & GR_TRAIT_GREW) {
        parts->least = gr_input_bytes(in, parts->kinds);
        parts->most = gr_input_bytes(in, parts->kinds);
    }
    if (in->bad)
        return false;
    parts->last_count = parts->count[parts->kinds - 1];
    return true;
}

bool gr_signature_read(GrSignatureParts *parts, GrInput *counts, GrInput *events, GrInput *plies) {
    const bool promoted = parts->traits & GR_TRAIT_PROMOTED, few = parts->traits & GR_TRAIT_FEW;
    parts->end = plies->end;
    parts->kinds = gr_input_u8(counts);
    if (counts->bad || parts->kinds > GR_SIGNATURE_KINDS)
        return false;
    if (!parts->kinds)
        return true;
    if (!read_counts(parts, counts))
        return false;
    if (promoted && !(parts->promotion = read_events(events, &parts->promotions)))
        return false;
    if (few && !(parts->event = read_events(events, &parts->events)))
        return false;
    if (promoted && !read_plies(&parts->promoted, plies, parts->promotions, &parts->after))
        return false;
    return !few || (gr_signature_ply(&plies->at, plies->end, &parts->first) &&
                    read_plies(&parts->plies, plies, parts->events, &parts->rest));
}

static unsigned copy_plies(const uint8_t *plies, uint32_t count, uint32_t rest, const uint8_t *end, uint8_t *out) {
    const uint8_t *at = plies;
    gr_signature_pass(&at, end, count);
    memcpy(out, plies, (size_t)(at - plies));
    return (unsigned)(at - plies) + gr_signature_put_ply(rest, out + (at - plies));
}

static unsigned copy_events(const uint8_t *event, uint32_t events, uint8_t *out) {
    memcpy(out, event, events);
    out[events] = 0;
    return events + 1;
}

unsigned gr_signature_write(const GrSignatureParts *parts, uint8_t *out) {
    unsigned len = 0;
    out[len++] = (uint8_t)parts->kinds;
    for (uint32_t kind = 0; kind < parts->kinds; kind++)
        out[len++] = (uint8_t)gr_signature_count(parts, kind);
    if (parts->least) {
        memcpy(out + len, parts->least, parts->kinds);
        memcpy(out + len + parts->kinds, parts->most, parts->kinds);
        len += 2 * parts->kinds;
    }
    if (parts->promotion)
        len += copy_events(parts->promotion, parts->promotions, out + len);
    if (parts->event)
        len += copy_events(parts->event, parts->events, out + len);
    if (parts->promotion)
        len += copy_plies(parts->promoted, parts->promotions, parts->after, parts->end, out + len);
    if (parts->event) {
        len += gr_signature_put_ply(parts->first, out + len);
        len += copy_plies(parts->plies, parts->events, parts->rest, parts->end, out + len);
    }
    return len;
}
