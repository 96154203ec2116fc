/* Which pieces of the side to move are threatened by something of less worth. */
#include "analysis/engine/search_local.h"

/* What the other side's pieces attack, by type: the network may have asked already. */
static const GrSet *attacks_upon(const GrSearch *s, const Frame *frame, GrAttacks *attacks) {
    int them = !frame->pos.turn;
    if (s->net && frame->sums.known && gr_features_have_danger(&s->net->features))
        return frame->sums.danger.attacks[them];
    gr_attacks(&frame->pos, them, attacks);
    return attacks->by;
}

const GrSet *gr_threats(GrSearch *s, int ply) {
    Frame *frame = &s->frame[ply];
    if (frame->threats_known)
        return frame->threat;
    frame->threats_known = true;
    GrAttacks attacks;
    const GrSet *by = frame->checked || frame->pos.pending ? NULL : attacks_upon(s, frame, &attacks);
    for (int type = 0; type <= s->variant->types; type++) {
        GrSet threat = 0;
        for (unsigned left = by ? s->lesser[type] : 0; left; left &= left - 1)
            threat |= by[__builtin_ctz(left)];
        frame->threat[type] = threat;
    }
    return frame->threat;
}
