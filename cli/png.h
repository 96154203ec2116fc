/* An SVG picture as PNG, by rsvg-convert. */
#ifndef GR_CLI_PNG_H
#define GR_CLI_PNG_H

#include "cli/common.h"
#include "notation/buffer.h"

/* Makes the SVG in the buffer a PNG. Else reports why not, and returns the exit status. */
int cli_make_png(Cli *cli, GrBuffer *picture);

#endif
