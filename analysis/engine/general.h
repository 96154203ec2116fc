/* The general network: one for all games, those that nobody trained among them. Internal to analysis/.
 *
 * A network (analysis/engine/net.h) has a row of weights for each piece type on each square, which only games of that
 * variant can teach. Here the rows are computed: a small network of its own makes each of them from what the piece can
 * do, where the square lies on the board, and what the game is like, as numbers (a "hypernetwork": Ha, Dai and Le,
 * 2016). It learns from games of many variants at once, and then makes the network of a game that it has never seen.
 * That is a network like any other.
 *
 * The arithmetic is on integers, so that the rows are the same on every machine.
 */
#ifndef GR_ANALYSIS_GENERAL_H
#define GR_ANALYSIS_GENERAL_H

#include "analysis/engine/geometry.h"
#include "analysis/engine/net.h"

enum {
    GR_GENERAL_INPUTS = 48,
    GR_GENERAL_ONE = 64,      /* what stands for 1 in an input */
    GR_GENERAL_HIDDEN = 64,   /* neurons between the inputs and a row */
    GR_GENERAL_WIDTH = 64,    /* of the networks that are made */
    GR_GENERAL_FIRST = 1024,  /* what stands for 1 in the weights of the hidden neurons, */
    GR_GENERAL_SUM = 256,     /* in what they come to, which is at most GR_GENERAL_MOST, */
    GR_GENERAL_MOST = 4095,
    GR_GENERAL_SECOND = 4096, /* and in the weights of the rows, */
    GR_GENERAL_SECOND_MOST = 8191 /* which are within this: so a row's sums fit into 32 bits */
};

/* What a row stands for: pieces, those in danger, pieces in hand, rights. */
typedef enum GrGeneralKind {
    GR_GENERAL_OWN, GR_GENERAL_ENEMY, GR_GENERAL_OWN_DANGER, GR_GENERAL_ENEMY_DANGER,
    GR_GENERAL_OWN_HELD, GR_GENERAL_ENEMY_HELD, GR_GENERAL_OWN_RIGHT, GR_GENERAL_ENEMY_RIGHT,
    GR_GENERAL_KINDS,
    GR_GENERAL_NOTHING = GR_GENERAL_KINDS /* the row is 0: nothing is known of such features */
} GrGeneralKind;

typedef struct GrGeneral {
    int16_t first[GR_GENERAL_HIDDEN][GR_GENERAL_INPUTS];
    int16_t second[GR_GENERAL_KINDS][GR_GENERAL_WIDTH][GR_GENERAL_HIDDEN];
    int16_t bias[GR_GENERAL_WIDTH];                      /* as those of a GrNet, and so are the outputs */
    int16_t out[GR_NET_STAGES][2][GR_GENERAL_WIDTH];
    int32_t out_bias[GR_NET_STAGES];
    int32_t scale;
} GrGeneral;

/* What is known of the features of a game: of each its kind, and which of the inputs are its own. */
typedef struct GrGeneralRows {
    int count, inputs;
    uint8_t *kind;
    uint16_t *from;
    int8_t (*input)[GR_GENERAL_INPUTS];
} GrGeneralRows;

/* GR_ERR_MEMORY; *known is to be freed by gr_general_rows_free in any case. */
int gr_general_rows(const GrRules *rules, const GrFeatures *features, GrGeneralRows *known);
void gr_general_rows_free(GrGeneralRows *rows);

/* Is the game one that the general network may judge: each side has a royal piece, and who mates it wins, which is the
 * only way to win? Where checks, a hill or a count of points win, too, the evaluation by hand plays better. */
bool gr_general_knows(const GrVariant *variant);

/* The blocks of features that its networks have. */
uint64_t gr_general_blocks(const GrVariant *variant);

/* Sets which types are of less worth than others, by guessed values. GR_ERR_MEMORY. */
int gr_general_lesser(GrFeatures *features);

/* The network of a game. *net is to be freed by gr_net_free; GR_ERR_MEMORY. */
int gr_general_net(const GrGeneral *general, const GrRules *rules, GrNet **net);

/* Its file, in memory: *bytes, to be freed by free, and *size. gr_net_parse and the like take it for any game that
 * it knows. GR_ERR_MEMORY. */
int gr_general_write(const GrGeneral *general, const char *recipe, void **bytes, size_t *size, GrError *error);

#endif
