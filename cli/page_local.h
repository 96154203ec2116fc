/* What the files of grimoire-page share. */
#ifndef GR_CLI_PAGE_LOCAL_H
#define GR_CLI_PAGE_LOCAL_H

#include "cli/common.h"
#include "notation/edit/game_tree.h"
#include "notation/json.h"
#include "notation/write/position_json.h"

typedef struct Page {
    Cli *cli;
    const GrRules *rules;
    const GrVariant *variant;
    const char *title;
    GrBuffer module, net; /* the module is packed, as the network is by itself; no network: empty */
    GrBuffer games_text;  /* an array of trees (notation/edit/game_tree.h), with their ends */
    GrJson games;         /* writes to it */
    bool faults;          /* some of them have faults */
} Page;

/* Appends the page. The only failure is memory: html->failed. */
void cli_page_write(const Page *page, GrBuffer *html);

/* Appends the rules of the game as the manual has them, as HTML; nothing if it has none of the game, or is missing. */
void cli_page_rules(const Page *page, GrBuffer *html);

#endif
