/* Finding a word in the manual. */
#include "cli/lookup.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

static int lower(char c) {
    return tolower((unsigned char)c);
}

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || (unsigned char)c >= 128;
}

/* Do the first letters of the word stand here, with at most those of an inflection behind them (deletes, deleting)? */
static bool begins(const char *at, const char *word, size_t length) {
    enum { INFLECTION = 3 };
    for (size_t i = 0; i < length; i++)
        if (lower(at[i]) != lower(word[i]))
            return false;
    size_t more = length;
    while (is_letter(at[more]))
        more++;
    return more <= length + INFLECTION;
}

/* Does a line, which ends with `end`, have the word? */
static bool has(const char *line, const char *end, const char *word, size_t length) {
    for (const char *at = line; at < end; at++)
        if ((at == line || !is_letter(at[-1])) && begins(at, word, length))
            return true;
    return false;
}

/* How many letters of the word stay the same when it is inflected, as far as that is easily said. */
static size_t stem(const char *word) {
    static const char *const endings[] = {"es", "ed", "s", "e"};
    enum { LEAST = 4 };
    size_t length = strlen(word);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t ending = strlen(endings[i]);
        if (length >= LEAST + ending && !strcasecmp(word + length - ending, endings[i]))
            return length - ending;
    }
    return length;
}

/* What a line of the text counts: names of things stand further to the left than what is said of them. */
static int weight_of(const char *line) {
    size_t indent = strspn(line, " ");
    return indent <= 5 ? 6 : indent <= 11 ? 3 : 1;
}

/* Copies a line without the blanks before it, cut at the end of a character. */
static void cut(char *out, size_t size, const char *line, const char *end) {
    line += strspn(line, " ");
    size_t length = 0, characters = 0;
    while (line + length < end && length + 1 < size) {
        characters += ((unsigned char)line[length] & 0xC0) != 0x80;
        if (characters > CLI_MENTION_LINE)
            break;
        out[length] = line[length];
        length++;
    }
    out[length] = '\0';
}

CliMention cli_mention(const char *text, const char *source, const char *word) {
    enum { OWN_WORDS = 20, MOST = 20 };
    static const char own[] = ".\\\" Words:";
    CliMention mention = {0};
    size_t length = stem(word);
    int best = 0;
    bool synopsis = false; /* which names all and says nothing of it */
    const char *end;
    for (const char *line = text; *word && *line; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        if (is_letter(*line))
            synopsis = !strncmp(line, "SYNOPSIS", 8);
        if (synopsis || !has(line, end, word, length))
            continue;
        int weight = weight_of(line);
        mention.weight += mention.weight < MOST ? weight : 0;
        if (weight > best)
            cut(mention.line, sizeof mention.line, line, end);
        best = weight > best ? weight : best;
    }
    for (const char *line = source; *word && *line; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        if (!strncmp(line, own, sizeof own - 1) && has(line, end, word, length))
            mention.weight += OWN_WORDS;
    }
    return mention;
}
