/* Which pieces of the side to move are threatened by something of less worth. */
#include <string.h>

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
    memset(frame->threat, 0, sizeof frame->threat);
    if (frame->checked || frame->pos.pending)
        return frame->threat;
    GrAttacks attacks;
    const GrSet *by = attacks_upon(s, frame, &attacks);
    for (int type = 1; type <= s->variant->types; type++)
        for (unsigned left = s->lesser[type]; left; left &= left - 1)
            frame->threat[type] |= by[__builtin_ctz(left)];
    return frame->threat;
}
