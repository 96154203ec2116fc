/* A page of the manual (mdoc) as plain text, for machines without man and mandoc. */
#ifndef GR_CLI_MANUAL_PAGE_H
#define GR_CLI_MANUAL_PAGE_H

#include "notation/buffer.h"

/* Appends the page, 78 columns wide. It knows the macros that the pages in man/ use; of others the
 * words are kept. The only failure is memory: out->failed. */
void cli_page(GrBuffer *out, const char *text);

#endif
