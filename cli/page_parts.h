/* What pages with an engine are made of: the modules and networks that `make wasm` puts beside the programs, and how
 * they and other data stand in a page. */
#ifndef GR_CLI_PAGE_PARTS_H
#define GR_CLI_PAGE_PARTS_H

#include "cli/common.h"
#include "notation/json.h"

/* The module that plays a game; all described games have one. */
const char *cli_module_name(const GrVariant *v);

/* Appends that module, packed; false after reporting that there is none, or that it cannot be read. */
bool cli_read_module(Cli *cli, const char *name, GrBuffer *out);

/* Appends the network of that name, if there is one; false after reporting that it cannot be read. */
bool cli_read_net(Cli *cli, const char *name, GrBuffer *out);

/* The functions below append to a buffer; the only failure is memory, out->failed. */

/* Bytes as an element of that id, which the page reads with bytesIn (wasm/page/1-module.js). */
void cli_page_bytes(GrBuffer *out, const char *id, const GrBuffer *bytes);

/* JSON as an element. */
void cli_page_data(GrBuffer *out, const char *id, const GrBuffer *json);

/* The end of a page whose script is a module. */
void cli_page_end(GrBuffer *out, const char *script);

/* The member "definition": the text from which the module of described games defines one; nothing of a built-in game.
 */
void cli_page_definition(GrJson *json, const GrRules *rules);

#endif
