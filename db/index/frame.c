/* Frames: where the pawns stand, and a little more. */
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

/* A set that was taken in, so that sets in another order make another key. */
static uint64_t add_set(uint64_t key, GrSet set) {
    return mix(mix(key + (uint64_t)set) + (uint64_t)(set >> 64));
}

/* Each key begins with a number of its own: the golden ratio, and the square root of 2. None may be 0 for
 * no pawns. */
static void find_pawns(GrFrame *frame, const GrPosition *pos) {
    bool first = frame->rules != pos->rules;
    GrSet pawns = 0;
    if (first)
        choose_types(frame, pos->rules);
    for (unsigned i = 0; i < frame->types; i++)
        pawns |= pos->type[frame->type[i]];
    GrSet white = pawns & pos->side[GR_WHITE], black = pawns & pos->side[GR_BLACK];
    if (!first && pawns == frame->pawns && white == frame->white)
        return;
    frame->pawns = pawns;
    frame->white = white;
    frame->key[GR_FRAME_WHITE] = add_set(0x6A09E667F3BCC908, white);
    frame->key[GR_FRAME_PAWNS] = add_set(add_set(0x9E3779B97F4A7C15, white), black);
}

uint64_t gr_frame_key(GrFrame *frame, const GrPosition *pos, GrFrameLevel level) {
    find_pawns(frame, pos);
    return level < GR_FRAME_SQUARES ? frame->key[level]
                                    : add_set(frame->key[GR_FRAME_PAWNS], pos->side[GR_WHITE]);
}
