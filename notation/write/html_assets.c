/* The player of a page: the files in the folder player, of which the Makefile makes lists of
 * numbers. */
#include "notation/write/html_local.h"

static const unsigned char SCRIPT[] = {
#include "player.js.inc"
    0};

static const unsigned char STYLE[] = {
#include "player.css.inc"
    0};

const char *gr_html_script(void) {
    return (const char *)SCRIPT;
}

const char *gr_html_player_style(void) {
    return (const char *)STYLE;
}
