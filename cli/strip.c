/* Several pictures as one. */
#include "cli/strip.h"

#include <stdio.h>
#include <string.h>

enum { GAP = 8 }; /* pixels between pictures, and around them */

static int number_after(const char *svg, const char *name) {
    const char *at = strstr(svg, name);
    int number = 0;
    return at && sscanf(at + strlen(name), "%d", &number) == 1 ? number : 0;
}

/* Columns for which the whole is as square as can be. */
static size_t columns_for(size_t count, int width, int height) {
    size_t columns = 1;
    while (columns < count && columns * columns * (size_t)width < count * (size_t)height)
        columns++;
    return columns;
}

void cli_put_strip(const GrBuffer *picture, size_t count, GrBuffer *out) {
    int width = 0, height = 0;
    for (size_t i = 0; i < count; i++) {
        int w = number_after(picture[i].data, " width='"), h = number_after(picture[i].data, " height='");
        width = w > width ? w : width;
        height = h > height ? h : height;
    }
    size_t columns = columns_for(count, width, height), rows = (count + columns - 1) / columns;
    gr_buffer_printf(out, "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
                          "width='%zu' height='%zu'>\n<rect width='100%%' height='100%%' fill='#fff'/>\n",
                     columns * (size_t)(width + GAP) + GAP, rows * (size_t)(height + GAP) + GAP);
    for (size_t i = 0; i < count; i++) {
        gr_buffer_printf(out, "<svg x='%zu' y='%zu' ", GAP + i % columns * (size_t)(width + GAP),
                         GAP + i / columns * (size_t)(height + GAP));
        gr_buffer_puts(out, picture[i].data + strlen("<svg "));
    }
    gr_buffer_puts(out, "</svg>\n");
}
