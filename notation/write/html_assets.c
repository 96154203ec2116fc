/* The player of a page: player.js and player.css of this folder, which the Makefile makes lists of
 * numbers of. */
#include "notation/write/html_local.h"

const char gr_html_script[] = {
#include "player.js.inc"
    0};

const char gr_html_player_style[] = {
#include "player.css.inc"
    0};
