/* Help texts within 80 columns. */
#include "cli/fold.h"

#include <stdbool.h>
#include <string.h>

/* A line end within the text is a blank. */
static bool is_gap(char c) {
    return c == ' ' || c == '\n';
}

static size_t word(const char *text, size_t length) {
    size_t n = 0;
    while (n < length && !is_gap(text[n]))
        n++;
    return n;
}

size_t cli_hanging(const char *text, size_t length) {
    size_t start = strspn(text, " "), end = start + word(text + start, length - start);
    size_t blanks = strspn(text + end, " ");
    return blanks > 1 && end + blanks < length ? end + blanks : start;
}

size_t cli_paragraph(const char *text) {
    size_t length = strcspn(text, "\n");
    bool table = cli_hanging(text, length) > 0;
    while (length > CLI_COLUMNS && !table && text[length] && !strchr(".:", text[length - 1])) {
        size_t more = strcspn(text + length + 1, "\n");
        if (!more || cli_hanging(text + length + 1, more) > 0)
            break;
        length += 1 + more;
    }
    return length;
}

/* How far a piece that is not broken goes: to a blank outside of brackets. */
static size_t whole(const char *text, size_t length) {
    size_t n = 0;
    int depth = 0;
    for (; n < length && (depth > 0 || !is_gap(text[n])); n++)
        depth += (text[n] == '[' || text[n] == '(') - (text[n] == ']' || text[n] == ')');
    return n;
}

void cli_fold(FILE *to, const char *text, size_t length, size_t column, size_t indent) {
    for (bool first = true; length; first = false) {
        size_t blanks = 0;
        while (blanks < length && is_gap(text[blanks]))
            blanks++;
        text += blanks;
        length -= blanks;
        size_t piece = whole(text, length);
        if (piece > CLI_COLUMNS - indent)
            piece = word(text, length);
        if (!first && column + blanks + piece > CLI_COLUMNS) {
            fprintf(to, "\n%*s", (int)indent, "");
            column = indent;
            blanks = 0;
        }
        fprintf(to, "%*s%.*s", (int)blanks, "", (int)piece, text);
        column += blanks + piece;
        text += piece;
        length -= piece;
    }
    fputc('\n', to);
}
