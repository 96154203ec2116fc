/* Options of engines: which of them make it another judge. Internal to
 * analysis/. */
#ifndef GR_ANALYSIS_ENGINE_OPTIONS_H
#define GR_ANALYSIS_ENGINE_OPTIONS_H

#include "analysis/study/analyst.h"

/* What gr_analyst_options gives; `engine` NULL: the built-in one. */
int gr_engine_identity(const GrEngine *engine, const GrAnalystSetup *setup, char *text, size_t size,
                       GrError *error);

#endif
