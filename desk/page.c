/* The files of the page, which lie in desk/page; the Makefile makes lists of numbers of them. */
#include <string.h>

#include "desk/local.h"

static const unsigned char HTML[] = {
#include "desk.html.inc"
};

static const unsigned char SCRIPT[] = {
#include "desk.js.inc"
};

static const unsigned char STYLE[] = {
#include "desk.css.inc"
};

static const unsigned char SAMPLES[] = {
#include "desk.pgn.inc"
};

static const struct {
    const char *path, *type;
    const unsigned char *bytes;
    size_t length;
} files[] = {
    {"/", "text/html; charset=utf-8", HTML, sizeof HTML},
    {"/desk.js", "text/javascript; charset=utf-8", SCRIPT, sizeof SCRIPT},
    {"/desk.css", "text/css; charset=utf-8", STYLE, sizeof STYLE},
    {"/samples.pgn", "text/plain; charset=utf-8", SAMPLES, sizeof SAMPLES},
};

const char *desk_page(const char *path, const char **type, size_t *length) {
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (!strcmp(path, files[i].path)) {
            *type = files[i].type;
            *length = files[i].length;
            return (const char *)files[i].bytes;
        }
    return NULL;
}
