/* Filling an error record. */
#include "rules/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/utf8.h"

/* A sentence that is too long, because of a name in it as a rule, is cut in the middle: its reason
 * stands at the end. */
static void shorten(const char *whole, char *text, size_t size) {
    static const char gap[] = "...";
    size_t len = strlen(whole);
    size_t head = (size_t)gr_fit(whole, (int)(size / 3));
    size_t tail = size - head - sizeof gap; /* the gap's NUL is the text's */
    while (((unsigned char)whole[len - tail] & 0xC0) == 0x80)
        tail--;
    memcpy(text, whole, head);
    memcpy(text + head, gap, sizeof gap - 1);
    memcpy(text + head + sizeof gap - 1, whole + len - tail, tail + 1);
}

int gr_fail(GrError *error, GrCode code, const char *format, ...) {
    va_list args, again;
    if (!error)
        return code;
    va_start(args, format);
    va_copy(again, args);
    error->code = code;
    int len = vsnprintf(error->text, sizeof error->text, format, args);
    char *whole = len < (int)sizeof error->text ? NULL : malloc((size_t)len + 1);
    if (whole) {
        vsnprintf(whole, (size_t)len + 1, format, again);
        shorten(whole, error->text, sizeof error->text);
    } else if (len >= (int)sizeof error->text) {
        error->text[gr_fit(error->text, (int)sizeof error->text - 4)] = '\0';
    }
    free(whole);
    va_end(again);
    va_end(args);
    return code;
}

int gr_no_memory(GrError *error) {
    return gr_fail(error, GR_ERR_MEMORY, "out of memory");
}
