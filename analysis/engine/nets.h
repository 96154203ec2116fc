/* The networks that are built in. Internal to analysis/. */
#ifndef GR_ANALYSIS_NETS_H
#define GR_ANALYSIS_NETS_H

#include "analysis/engine/net.h"

/* The network that judges a variant's positions: its own one, or of a described game that of one so much like it
 * (kin.h), or the general one if it knows what wins. *net is NULL, and the result GR_ERR_NOT_FOUND, if there is none,
 * or GR_ERR_FOREIGN if the rules have changed since. To be freed by gr_net_free. */
int gr_nets_builtin(const GrRules *rules, GrNet **net);

/* The network of that file for the rules' variant, as gr_net_parse. Described games, and chess960, take that of another
 * variant with the same board and types of pieces, too. */
int gr_nets_take(const void *bytes, size_t size, const GrRules *rules, GrNet **net);

/* The variant's own built-in one, or else the first of a variant with the same board and types of pieces
 * (gr_net_parse_kin), for a training to begin with. */
int gr_nets_nearest(const GrRules *rules, GrNet **net);

/* Identifies this set of networks: eight hexadecimal digits; "" if there is none. */
void gr_nets_id(char id[GR_NET_ID]);

#endif
