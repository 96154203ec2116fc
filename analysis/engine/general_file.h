/* The file of the general network: the part that it does not share with others. Internal to analysis/engine. */
#ifndef GR_ANALYSIS_GENERAL_FILE_H
#define GR_ANALYSIS_GENERAL_FILE_H

#include "analysis/engine/general.h"
#include "analysis/engine/net_local.h"

/* False when memory runs out. */
bool gr_general_put(const GrGeneral *general, GrBuffer *out);

/* GR_ERR_SYNTAX, GR_ERR_MEMORY. */
int gr_general_get(GrNetSource *in, GrGeneral *general, GrError *error);

#endif
