/* A small neural network that evaluates positions of one variant.
 *
 * The inputs are the features of a view (analysis/engine/features.h). A hidden layer of `width` neurons is computed for
 * both views with the same weights. The output takes that of the side to move and that of the other side, each clipped
 * to 0 .. 1 and squared; its weights depend on how many pieces are left. Successive positions differ in few features:
 * the sums of the hidden layer are kept in a GrSums and updated by what differs.
 *
 * All arithmetic is on integers, with the same result on every machine, with or without vector instructions.
 */
#ifndef GR_ANALYSIS_NET_H
#define GR_ANALYSIS_NET_H

#include <stddef.h>

#include "analysis/engine/features.h"
#include "notation/score.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

enum {
    GR_NET_WIDTH = 128, /* at most; widths are multiples of GR_NET_STEP */
    GR_NET_STEP = 16,
    GR_NET_STAGES = 8,  /* outputs, by the number of pieces on the board: see gr_net_stage */
    GR_NET_ONE = 255,   /* what stands for 1 in the hidden layer, */
    GR_NET_OUT = 64,    /* in the weights of the output, which are within GR_NET_OUT_MOST */
    GR_NET_OUT_MOST = 127,
    GR_NET_ID = 9,      /* its characters and NUL */
    GR_NET_BYTES = 400 * 1024 /* of a network's file, at most */
};

typedef struct GrNet {
    GrFeatures features;
    int width;
    int32_t scale;   /* centipawns that an output of 1 stands for, times 256 */
    int32_t bias[GR_NET_STAGES]; /* of each output, in 1 / (GR_NET_ONE * GR_NET_OUT) */
    int16_t *weight; /* [features.count][width], then the biases of the hidden layer [width], then the
                        weights of the outputs [GR_NET_STAGES][2][width], of the side to move first */
    void *memory;    /* that holds them */
    char id[GR_NET_ID]; /* eight hexadecimal digits, the CRC at the end of its file */
    char *recipe;    /* how it was made, as text of several lines; "" if it does not say */
} GrNet;

/* The sums of the hidden layer for both views. */
typedef struct GrSums {
    int16_t view[2][GR_NET_WIDTH];
    int frame[2]; /* see gr_features_frame */
    GrDanger danger; /* if the network has learnt of it */
    bool known;
} GrSums;

/* A network from the bytes of its file, for the rules' variant. GR_ERR_SYNTAX: not a network, or a damaged
 * one; GR_ERR_FOREIGN: of another variant, or a newer form. *net is to be freed by gr_net_free. */
int gr_net_parse(const void *bytes, size_t size, const GrRules *rules, GrNet **net, GrError *error);

/* The same, but a network of another variant will do if its board has the same size and its types of pieces have the
 * same letters in the same order: what it knows of pieces mostly holds there, too. It becomes one of the rules'
 * variant. */
int gr_net_parse_kin(const void *bytes, size_t size, const GrRules *rules, GrNet **net, GrError *error);

/* Are the bytes those of a whole network, of whatever variant? Else GR_ERR_SYNTAX or GR_ERR_FOREIGN. */
int gr_net_check(const void *bytes, size_t size, GrError *error);

/* The bytes of a file that is a whole network, of whatever variant; *bytes is to be freed by free. GR_ERR_SYNTAX and
 * GR_ERR_FOREIGN as above. */
int gr_net_load(const char *path, void **bytes, size_t *size, GrError *error);
void gr_net_free(GrNet *net);

/* An empty network: weights 0. NULL when memory runs out, or for an invalid width or number of zones. */
GrNet *gr_net_new(const GrRules *rules, uint64_t blocks, int zones, int width);

/* How many numbers `weight` has, and would have with these features and that width. */
size_t gr_net_weights(const GrNet *net);
size_t gr_net_weights_for(const GrFeatures *features, int width);

/* Writes a network's file to memory: *bytes, to be freed by free, and *size. GR_ERR_MEMORY; GR_ERR_LIMIT if it would
 * have more than GR_NET_BYTES. Sets its id. */
int gr_net_write(GrNet *net, void **bytes, size_t *size, GrError *error);

/* The id of a network, from its file. */
void gr_net_id(const void *bytes, size_t size, char id[GR_NET_ID]);

/* The sums of a position. */
void gr_net_sum(const GrNet *net, const GrPosition *pos, GrSums *sums);

/* Updates the sums of `from` to those of `to`, however many moves lie between the two. */
void gr_net_follow(const GrNet *net, const GrPosition *from, const GrSums *known,
                   const GrPosition *to, GrSums *sums);

/* The output that counts for a position: 0 with up to four pieces on the board, one more for every four. */
int gr_net_stage(const GrPosition *pos);

/* The evaluation in centipawns, from the view of the side to move; the sums are the position's. */
GrScore gr_net_output(const GrNet *net, const GrSums *sums, const GrPosition *pos);

/* The same without vector instructions, for tests. */
GrScore gr_net_output_plain(const GrNet *net, const GrSums *sums, const GrPosition *pos);

GR_END_DECLS

#endif
