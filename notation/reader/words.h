/* Words of a text, and which of them were meant for moves. Internal to notation/reader.
 *
 * `p` is a place in a text that ends with a NUL, and `line` where its line begins.
 */
#ifndef GR_NOTATION_READER_WORDS_H
#define GR_NOTATION_READER_WORDS_H

#include "notation/move/syntax.h"
#include "notation/result.h"

/* A game's result at p: characters used, 0 if there is none. */
size_t reader_result(const char *p, GrResult *result);

/* A move number at p with its dots; characters used, 0 if there is none. */
size_t reader_move_number(const char *p, uint32_t *number);

/* Dots in a token of that length; an ellipsis is three. */
unsigned reader_dots(const char *p, size_t len);

/* Past a move number such as `12.` or `12...` and a blank; p if there is none, or none so plain. */
static inline const char *reader_plain_number(const char *p) {
    const char *q = p;
    while (*q >= '0' && *q <= '9')
        q++;
    if (*q != '.' || q == p || q - p > 6 || *p == '0')
        return p;
    while (*q == '.')
        q++;
    return (unsigned char)*q < 0x80 ? q + (*q == ' ') : p;
}

/* Length of the word at p: up to white space, a brace, parenthesis or semicolon. */
size_t reader_word(const char *p);

/* May a move or a word begin with this character? A letter, or the sign of a pawn's drop, `@e4`. */
bool reader_begins_word(char c);

/* A comma, or a slash or dash on its own, that parts two moves: its length, 0 if there is none. */
size_t reader_separator(const char *p);

/* Length of what parts two cells of a table: blanks, and the bars that are drawn between them. */
size_t reader_cell(const char *p);

/* Does a move number stand just before p? */
bool reader_follows_number(const char *line, const char *p);

/* A move at p, in SAN, UCI or with a piece's name: its length, 0 if there is none. */
size_t reader_move(const GrLexicon *lexicon, const char *p, GrSyntax *syntax);

/* Does the word at p look as if it were meant for a move: a square, and not much besides? */
bool reader_like_move(const GrLexicon *lexicon, const char *p);

/* Are there control characters in the word, or what stands for NUL bytes, among others? */
bool reader_is_broken(const char *p, size_t len);

/* Is the word garbled: meant for a move or a result, though it cannot be read? A single letter that
 * may be a part of one? */
bool reader_is_garbled(const GrLexicon *lexicon, const char *line, const char *p, size_t len);
bool reader_is_fragment(const GrLexicon *lexicon, const char *p, size_t len);

/* Is it prose that goes on at p? */
bool reader_at_word(const GrLexicon *lexicon, const char *line, const char *p);

/* Is the garbled word or fragment to be taken for a move, going by what stands beside it in the
 * line, which ends at `end`? */
bool reader_meant_for_move(const GrLexicon *lexicon, const char *line, const char *end,
                           const char *p, size_t len);

/* Does the text begin with a word that says how a game has ended, in the place of a move: `34. resigns`? */
bool reader_is_ending_word(const char *p, size_t len);

/* May the word stand beside a move without making the line prose, as `check` may? */
bool reader_is_mark_word(const char *p, size_t len);

#endif
