/* Which pages of the manual speak of a word. */
#ifndef GR_CLI_LOOKUP_H
#define GR_CLI_LOOKUP_H

#include "notation/buffer.h"

enum { CLI_MENTION_LINE = 72 };

/* What a page says of a word. */
typedef struct CliMention {
    int weight;                          /* the more, the more it has to do with it; 0: nothing */
    char line[4 * CLI_MENTION_LINE + 1]; /* the line of its text that has most, cut to so many characters; "" if the
                                            word is only among those that the page gives for itself */
} CliMention;

/* `text` is the page as plain text, `source` its mdoc, in which lines that begin with `.\" Words:` name what else a
 * reader may look for. Upper and lower case are the same, and so are a word and its inflections. */
CliMention cli_mention(const char *text, const char *source, const char *word);

#endif
