/* Pages of games with an engine: `export -f html --engine`.
 *
 *     const GrFormat *format = cli_engines_format(&own);         in place of HTML's, and without an end
 *     for each game: the format writes it, then cli_engines_add(&engines, &page, &game);
 *     cli_engines_end(&engines, &page, out);
 *
 * A page carries the module of each variant of its games that has one, and its network.
 */
#ifndef GR_CLI_EXPORT_ENGINE_H
#define GR_CLI_EXPORT_ENGINE_H

#include "cli/common.h"
#include "notation/write/format.h"

/* An element of a page: a module or a network. */
typedef struct CliElement {
    char *id;
    GrBuffer html;
} CliElement;

/* What plays a variant. */
typedef struct CliEngine {
    const GrRules *rules; /* of the database at work; NULL: seen in another one */
    GrBuffer json;        /* what the page is told of it, by which those of several databases are known to be one */
    char *title;
    int module, net; /* their elements; below 0: none */
} CliEngine;

typedef struct CliEngines {
    Cli *cli;
    CliElement *element;
    CliEngine *engine;
    size_t elements, element_cap, engines, cap;
    uint64_t bytes; /* of all that pages got for them */
    bool missing;   /* of a variant; reported */
} CliEngines;

/* Which a page needs. */
typedef struct CliEnginesPage {
    GrBuffer games; /* the number of each game's engine, with a comma behind; -1: none */
    GrBuffer used;  /* a byte for each engine: 1 if the page has it */
} CliEnginesPage;

void cli_engines_init(CliEngines *engines, Cli *cli);
void cli_engines_free(CliEngines *engines);
void cli_engines_page_init(CliEnginesPage *page);
void cli_engines_page_free(CliEnginesPage *page);

/* Copies HTML's format to *own, with another beginning. */
const GrFormat *cli_engines_format(GrFormat *own);

/* Notes a game that was written; what plays it is read when it is the first of its variant. False when memory runs out.
 */
bool cli_engines_add(CliEngines *engines, CliEnginesPage *page, const GrGame *game);

/* The database at work will be closed, and its rules with it. */
void cli_engines_forget(CliEngines *engines);

/* Appends the end of a page. */
void cli_engines_end(CliEngines *engines, const CliEnginesPage *page, GrBuffer *out);

#endif
