/* The keys that say how a game is drawn: the characters and the shape of its pieces, the lines of its board and
 * what stands beside them. */
#include <ctype.h>
#include <string.h>

#include "notation/definition/keys.h"
#include "notation/plain.h"

/* May a character of more than one byte stand on a piece by itself? Not those that combine with the one before, or have
 * no width, or turn the direction. */
static bool stands_alone(const char *text, size_t length) {
    const unsigned char *u = (const unsigned char *)text;
    bool combines = (u[0] == 0xCC) || (u[0] == 0xCD && u[1] < 0xB0);
    bool invisible = (u[0] == 0xC2 && (u[1] == 0xA0 || u[1] == 0xAD)) || (u[0] == 0xE2 && (u[1] & ~1) == 0x80) ||
                     (u[0] == 0xE3 && u[1] == 0x80 && u[2] == 0x80) ||
                     (u[0] == 0xEF && (u[1] == 0xB8 || u[1] == 0xBB));
    return length > 1 && length < GR_DEFINED_CHARACTER && !combines && !invisible;
}

/* Takes one character for both sides, or White's and Black's, or '-' for none. False if it is none of these. */
static bool read_characters(const char *text, size_t length, char out[2][GR_DEFINED_CHARACTER]) {
    int count = 0;
    memset(out, 0, 2 * GR_DEFINED_CHARACTER);
    if (length == 1 && *text == '-')
        return true;
    for (size_t at = 0, used; at < length; at += used, count++) {
        char one[GR_DEFINED_CHARACTER] = "";
        bool shown;
        memcpy(one, text + at, length - at < sizeof one - 1 ? length - at : sizeof one - 1);
        used = gr_plain_length(one, &shown);
        if (count == 2 || !shown || !stands_alone(one, used))
            return false;
        memcpy(out[count], one, used);
    }
    if (count == 1)
        memcpy(out[1], out[0], sizeof out[1]);
    return count > 0;
}

/* "k:王玉 +p:と" */
static void take_characters(const Taker *t, const Words *value) {
    for (size_t at = 0; at < value->length;) {
        const char *text = value->text + at;
        size_t length = 0;
        while (at + length < value->length && !isspace((unsigned char)text[length]))
            length++;
        size_t plus = *text == '+';
        bool named = length > plus + 1 && text[plus + 1] == ':' && slot_of(t->model, text[plus]) >= 0;
        int letter = named ? toupper((unsigned char)text[plus]) - 'A' : 0;
        char found[2][GR_DEFINED_CHARACTER];
        if (length && !named)
            fault_at(t->faults, value, at, "expected the letter of a piece and ':'");
        else if (length && !read_characters(text + plus + 2, length - plus - 2, found))
            fault_at(t->faults, value, at + plus + 2,
                     "expected one character or two, White's and Black's, none of them of ASCII, or '-'");
        else if (length)
            memcpy(t->model->character[plus][letter], found, sizeof found);
        at += length + 1;
    }
}

/* The number of the word among those that may stand there, or of `otherwise` after a fault. */
static int take_word(const Taker *t, const char *key, const char *const words[], const char *expected, int otherwise) {
    const Entry *entry = use_entry(t, key);
    for (int i = 0; entry && words[i]; i++)
        if (words_are(&entry->value, words[i]))
            return i;
    if (entry)
        fault_at(t->faults, &entry->value, 0, "expected %s", expected);
    return otherwise;
}

void take_looks(const Taker *t) {
    static const char *const shapes[] = {"figure", "wedge", "disc", NULL}; /* as GrPieceShape */
    static const char *const boards[] = {"squares", "lines", "points", "points river", NULL}; /* as GrBoardDrawing */
    static const char *const coordinates[] = {"letters", "shogi", "xiangqi", NULL}; /* as GrCoordinates */
    const Entry *characters = use_entry(t, "pieceCharacters");
    if (characters)
        take_characters(t, &characters->value);
    t->model->shape = take_word(t, "pieceShape", shapes, "'figure', 'wedge' or 'disc'", t->model->shape);
    t->model->board = take_word(t, "boardDrawing", boards, "'squares', 'lines', 'points' or 'points river'",
                                t->model->board);
    t->model->coordinates = take_word(t, "boardCoordinates", coordinates, "'letters', 'shogi' or 'xiangqi'",
                                      t->model->coordinates);
}
