/* Help texts within 80 columns. */
#include "cli/fold.h"

#include <stdbool.h>

/* How far a piece that is not broken goes: to a blank outside of brackets. */
static size_t whole(const char *text, size_t length) {
    size_t n = 0;
    int depth = 0;
    for (; n < length && (depth > 0 || text[n] != ' '); n++)
        depth += (text[n] == '[' || text[n] == '(') - (text[n] == ']' || text[n] == ')');
    return n;
}

static size_t word(const char *text, size_t length) {
    size_t n = 0;
    while (n < length && text[n] != ' ')
        n++;
    return n;
}

void cli_fold(FILE *to, const char *text, size_t length, size_t column, size_t indent) {
    for (bool first = true; length; first = false) {
        size_t blanks = 0;
        while (blanks < length && text[blanks] == ' ')
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
