/* Files of networks. */
#ifndef GR_TESTS_AID_NET_AID_H
#define GR_TESTS_AID_NET_AID_H

#include "analysis/engine/net.h"

/* Writes a network to a file, and gives it its id; false if anything of that fails. */
bool aid_write_net(GrNet *net, const char *path);

#endif
