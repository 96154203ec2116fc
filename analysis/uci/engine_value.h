/* Does an engine have an option, and does the option take a value? Internal to analysis/. */
#ifndef GR_ANALYSIS_ENGINE_VALUE_H
#define GR_ANALYSIS_ENGINE_VALUE_H

#include "analysis/uci/engine_client.h"

/* GR_ERR_NOT_FOUND if the engine lists no option of that name (the error says what may be meant), or the
 * value is not one that it lists: a number outside its bounds, say. */
int gr_engine_check_option(const GrEngine *engine, const char *name, const char *value, GrError *error);

#endif
