/* Fields of comma-separated values. */
#include "notation/csv.h"

#include <string.h>

/* A decimal number, with or without a sign, fraction and exponent. */
static bool is_number(const char *text) {
    static const char digits[] = "0123456789";
    text += *text == '+' || *text == '-';
    size_t whole = strspn(text, digits), fraction = 0;
    text += whole;
    if (*text == '.') {
        fraction = strspn(++text, digits);
        text += fraction;
    }
    if (whole + fraction > 0 && (*text | 0x20) == 'e') {
        text++;
        text += *text == '+' || *text == '-';
        size_t exponent = strspn(text, digits);
        return exponent && !text[exponent];
    }
    return whole + fraction > 0 && !*text;
}

/* Would a spreadsheet run it? */
static bool is_formula(const char *text) {
    static const char *const wide[] = {"\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"};
    text += strspn(text, " ");
    if (*text && strchr("=+-@\t\r\n", *text))
        return !is_number(text) && text[strspn(text, "+-=/")];
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (!strncmp(text, wide[i], strlen(wide[i])))
            return true;
    return false;
}

static void put(GrBuffer *out, const char *before, const char *text, char end) {
    bool quote = text[strcspn(text, ",\"\r\n")] != '\0';
    if (quote)
        gr_buffer_putc(out, '"');
    gr_buffer_puts(out, before);
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            gr_buffer_putc(out, '"');
        gr_buffer_putc(out, *c);
    }
    if (quote)
        gr_buffer_putc(out, '"');
    gr_buffer_putc(out, end);
}

void gr_csv_field(GrBuffer *out, const char *value, char end) {
    const char *text = value ? value : "";
    put(out, is_formula(text) ? "'" : "", text, end);
}

void gr_csv_plain(GrBuffer *out, const char *value, char end) {
    put(out, "", value ? value : "", end);
}
