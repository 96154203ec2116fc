/* The general network in its file: after the head of a network, the scale and the outputs' biases (32 bits), then all
 * other numbers in the order of GrGeneral, packed. */
#include "analysis/engine/general_file.h"

#include <stdlib.h>
#include <string.h>

enum { PACKED = offsetof(GrGeneral, out_bias) / sizeof(int16_t) };
_Static_assert(sizeof(((GrGeneral *)0)->first) + sizeof(((GrGeneral *)0)->second) + sizeof(((GrGeneral *)0)->bias) +
                       sizeof(((GrGeneral *)0)->out) ==
                   PACKED * sizeof(int16_t),
               "numbers of 16 bits without gaps");

bool gr_general_put(const GrGeneral *general, GrBuffer *out) {
    gr_net_put(out, (uint32_t)general->scale, 4);
    for (int stage = 0; stage < GR_NET_STAGES; stage++)
        gr_net_put(out, (uint32_t)general->out_bias[stage], 4);
    return gr_net_pack(&general->first[0][0], PACKED, out) && !out->failed;
}

static bool are_within(const int16_t *number, size_t count, int most) {
    for (size_t i = 0; i < count; i++)
        if (number[i] > most || number[i] < -most)
            return false;
    return true;
}

/* Beyond their bounds they would overflow. */
static bool are_bounded(const GrGeneral *general) {
    return are_within(&general->out[0][0][0], sizeof general->out / sizeof(int16_t), GR_NET_OUT_MOST) &&
           are_within(&general->second[0][0][0], sizeof general->second / sizeof(int16_t), GR_GENERAL_SECOND_MOST);
}

int gr_general_get(GrNetSource *in, GrGeneral *general, GrError *error) {
    memset(general, 0, sizeof *general);
    general->scale = (int32_t)(uint32_t)gr_net_get(in, 4);
    for (int stage = 0; stage < GR_NET_STAGES; stage++)
        general->out_bias[stage] = (int32_t)(uint32_t)gr_net_get(in, 4);
    int code = in->bad ? gr_net_not_whole(error) : gr_net_unpack(in, &general->first[0][0], PACKED, error);
    return code || are_bounded(general) ? code : gr_net_not_whole(error);
}
