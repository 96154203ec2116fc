/* What the files of networks share. Internal to analysis/engine. */
#ifndef GR_ANALYSIS_NET_LOCAL_H
#define GR_ANALYSIS_NET_LOCAL_H

#include "analysis/engine/net.h"
#include "notation/buffer.h"

enum { GR_NET_GENERAL = 5 }; /* the form of the general network */

/* What is left of the bytes of a file; `bad` once they were too few. */
typedef struct GrNetSource {
    const unsigned char *at, *end;
    bool bad;
} GrNetSource;

/* A number, the lowest byte first, of `bytes` bytes. */
uint64_t gr_net_get(GrNetSource *in, int bytes);
void gr_net_put(GrBuffer *out, uint64_t number, int bytes);

/* Numbers as a stream of zlib: the low bytes of all of them, then the high ones. */
bool gr_net_pack(const int16_t *number, size_t count, GrBuffer *out);
int gr_net_unpack(const GrNetSource *in, int16_t *number, size_t count, GrError *error);

/* Reports a damaged network; returns GR_ERR_SYNTAX. */
int gr_net_not_whole(GrError *error);

#endif
