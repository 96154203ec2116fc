/* Frames: where the pawns stand, and a little more. */
#include "db/index/frame.h"

/* Types that a key does not tell apart (magi's) are pawns both or neither. */
void gr_frame_begin(GrFrame *frame, const GrRules *rules) {
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
bool gr_frame_find(GrFrame *frame, GrSet pawns, GrSet white) {
    if (frame->any && pawns == frame->pawns && white == frame->white)
        return false;
    frame->any = true;
    frame->pawns = pawns;
    frame->white = white;
    frame->key[GR_FRAME_WHITE] = add_set(0x6A09E667F3BCC908, white);
    frame->key[GR_FRAME_PAWNS] = add_set(add_set(0x9E3779B97F4A7C15, white), pawns & ~white);
    return true;
}

bool gr_frame_look(GrFrame *frame, const GrPosition *pos) {
    GrSet pawns = 0;
    if (frame->rules != pos->rules)
        gr_frame_begin(frame, pos->rules);
    for (unsigned i = 0; i < frame->types; i++)
        pawns |= pos->type[frame->type[i]];
    return gr_frame_find(frame, pawns, pawns & pos->side[GR_WHITE]);
}

uint64_t gr_frame_of_squares(const GrFrame *frame, GrSet white) {
    return add_set(frame->key[GR_FRAME_PAWNS], white);
}

uint64_t gr_frame_key(GrFrame *frame, const GrPosition *pos, GrFrameLevel level) {
    gr_frame_look(frame, pos);
    return level < GR_FRAME_SQUARES ? frame->key[level] : gr_frame_of_squares(frame, pos->side[GR_WHITE]);
}
