/* Frames: on which squares the pawns stand. */
#include "db/index/frame.h"

/* Types that a key does not tell apart (magi's) are pawns both or neither. */
static void choose_types(GrFrame *frame, const GrRules *rules) {
    const GrVariant *v = gr_variant(rules);
    *frame = (GrFrame){.rules = rules};
    for (int type = 1; type <= v->types; type++)
        if (v->piece[type].flags & GR_IS_PAWN)
            frame->type[frame->types++] = type;
}

/* The finalizer of MurmurHash3 (A. Appleby). */
static uint64_t mix(uint64_t key) {
    key = (key ^ key >> 33) * 0xFF51AFD7ED558CCD;
    key = (key ^ key >> 33) * 0xC4CEB9FE1A85EC53;
    return key ^ key >> 33;
}

uint64_t gr_frame_key(GrFrame *frame, const GrPosition *pos) {
    bool first = frame->rules != pos->rules;
    GrSet pawns = 0;
    if (first)
        choose_types(frame, pos->rules);
    for (unsigned i = 0; i < frame->types; i++)
        pawns |= pos->type[frame->type[i]];
    GrSet white = pawns & pos->side[GR_WHITE], black = pawns & pos->side[GR_BLACK];
    if (!first && pawns == frame->pawns && white == frame->white)
        return frame->key;
    frame->pawns = pawns;
    frame->white = white;
    uint64_t key = mix((uint64_t)white + 0x9E3779B97F4A7C15); /* the golden ratio: none are not 0 */
    key = mix(key + (uint64_t)(white >> 64));
    key = mix(key + (uint64_t)black);
    frame->key = mix(key + (uint64_t)(black >> 64));
    return frame->key;
}
