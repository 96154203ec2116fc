/* What the files of grimoire-page share. */
#ifndef GR_CLI_PAGE_LOCAL_H
#define GR_CLI_PAGE_LOCAL_H

#include "cli/common.h"
#include "notation/edit/game_tree.h"
#include "notation/json.h"
#include "notation/write/position_json.h"
#include "rules/definition.h"

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

/* Appends the rules of the game as the manual has them, as HTML; nothing if it is missing. A described game has those of
 * its description in words. */
void cli_page_rules(const Page *page, GrBuffer *html);

/* Appends the rules of a described game. */
void cli_page_described(const GrRules *rules, GrBuffer *html);

/* Of these: how a piece goes, "goes 1 square forwards; ..."; and how the game ends, as items of a list. */
void cli_page_ways(const GrDefinedPiece *piece, GrBuffer *html);
void cli_page_ends(const GrRules *rules, GrBuffer *html);

/* Appends squares, "ranks 1 2" or "a1 b1", of both sides if they differ; and names of the types of a mask, bits
 * 1 << type. */
void cli_page_squares(GrBuffer *html, const GrVariant *v, const GrSet squares[2]);
void cli_page_types(GrBuffer *html, const GrVariant *v, uint32_t types);

/* An item of a list, where it holds. */
static inline void cli_page_say(GrBuffer *html, bool holds, const char *text) {
    if (holds)
        gr_buffer_printf(html, "<li>%s</li>\n", text);
}

#endif
