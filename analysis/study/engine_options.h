/* Options of engines: which an engine has, and which of them make it another judge. Internal to
 * analysis/. */
#ifndef GR_ANALYSIS_ENGINE_OPTIONS_H
#define GR_ANALYSIS_ENGINE_OPTIONS_H

#include "analysis/study/analyst.h"

/* GR_ERR_NOT_FOUND if the engine has no option of that name; the error says what may be meant. */
int gr_engine_check_option(const GrEngine *engine, const char *name, GrError *error);

/* What gr_analyst_options gives; `engine` NULL: the built-in one. */
int gr_engine_identity(const GrEngine *engine, const GrAnalystSetup *setup, char *text, size_t size,
                       GrError *error);

#endif
