/* A checker of well-formed XML. */
#include "tests/aid/xml_aid.h"

#include <stdio.h>
#include <string.h>

bool aid_well_formed(const char *xml) {
    char open[32][16];
    int depth = 0, roots = 0;
    for (const char *p = strchr(xml, '<'); p; p = strchr(p, '<')) {
        const char *end = strchr(p, '>');
        char name[16];
        if (!end || memchr(p + 1, '<', (size_t)(end - p - 1)))
            return false;
        size_t single = 0, twin = 0;
        for (const char *q = p; q < end; q++) {
            single += *q == '\'';
            twin += *q == '"';
        }
        if (single % 2 || twin % 2 || sscanf(p + 1 + (p[1] == '/'), "%15[a-zA-Z]", name) != 1)
            return false;
        if (p[1] == '/') {
            if (!depth || strcmp(open[--depth], name))
                return false;
        } else if (end[-1] != '/') {
            if (depth == 32)
                return false;
            roots += depth == 0;
            strcpy(open[depth++], name);
        }
        p = end;
    }
    return depth == 0 && roots == 1;
}
