/* Text as XML. */
#include "notation/xml.h"

#include <stdbool.h>
#include <string.h>

#include "notation/json.h"

static void add(GrBuffer *out, const char *text, bool quotes) {
    size_t left = strlen(text);
    while (left) {
        size_t n = gr_utf8_length(text, left);
        bool control = n == 1 && (unsigned char)*text < ' ' && *text != '\t';
        bool nonchar = n == 3 && !memcmp(text, "\xEF\xBF", 2) && (unsigned char)text[2] >= 0xBE;
        if (!n || control || nonchar)
            gr_buffer_puts(out, "\xEF\xBF\xBD");
        else if (*text == '<' || *text == '>')
            gr_buffer_puts(out, *text == '<' ? "&lt;" : "&gt;");
        else if (*text == '&' || (*text == '"' && quotes))
            gr_buffer_puts(out, *text == '&' ? "&amp;" : "&quot;");
        else
            gr_buffer_add(out, text, n);
        n += !n;
        text += n;
        left -= n;
    }
}

void gr_xml_text(GrBuffer *out, const char *text) {
    add(out, text, true);
}

void gr_xml_element(GrBuffer *out, const char *text) {
    add(out, text, false);
}
