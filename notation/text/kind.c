/* Kinds of files that are no game text. */
#include "notation/text/kind.h"

#include <string.h>
#include <strings.h>

#define SCID "of a database of Scid, which is not read; export its games as PGN"
#define CHESSBASE "of a database of ChessBase, which is not read; export its games as PGN"

/* By how they begin. */
static const struct {
    const char *bytes;
    size_t len;
    const char *kind;
} beginnings[] = {
    {"PK\3\4", 4, "this is a zip archive: use unzip -p FILE | ... -, or save it as text if it is a word "
              "processor document"},
    {"%PDF-", 5, "this is a PDF document; save it as text"},
    {"\xD0\xCF\x11\xE0", 4, "this is a word processor document; save it as text"},
    {"{\\rtf", 5, "this is rich text (RTF); save it as plain text"},
    /* Text that is compressed is unpacked before, if this was built with what that takes. */
    {"BZh", 3, "this is compressed by bzip2, which this build does not read (bzip2 -dc FILE | ... - unpacks it)"},
    {"\xFD" "7zXZ", 5, "this is compressed by xz, which this build does not read (xz -dc FILE | ... - unpacks it)"},
    {"\x28\xB5\x2F\xFD", 4,
     "this is compressed by zstd, which this build does not read (zstd -dc FILE | ... - unpacks it)"},
    {"7z\xBC\xAF", 4, "this is a 7z archive; unpack it first"},
    {"Rar!", 4, "this is a rar archive; unpack it first"},
    {"SQLite format 3", 16, "this is a database, not text; programs that read databases take it by -d"},
    {"\x89PNG", 4, "this is a picture"},
    {"\xFF\xD8\xFF", 3, "this is a picture"},
    {"GIF8", 4, "this is a picture"},
    {"\x7F" "ELF", 4, "this is a program"},
    {"Scid.si", 7, "this is the index " SCID},
    {"Scid.sn", 7, "these are the names " SCID},
    {"\x71\xE8\x23\x5D", 4, "this is a Syzygy endgame table, which has no games"},
    {"\xD7\x66\x0C\xA5", 4, "this is a Syzygy endgame table, which has no games"},
    {"\x20\x2F\xF3\x7A", 4, "this is a network of Stockfish, which is not read"},
};

/* By the end of their names, where their contents are no text. */
static const struct {
    const char *ending, *kind;
} endings[] = {
    {".sg3", "these are the games " SCID},    {".sg4", "these are the games " SCID},
    {".sg5", "these are the games " SCID},    {".si5", "this is the index " SCID},
    {".sn5", "these are the names " SCID},    {".cbh", "this is a part " CHESSBASE},
    {".cbg", "this is a part " CHESSBASE},    {".cba", "this is a part " CHESSBASE},
    {".cbp", "this is a part " CHESSBASE},    {".cbt", "this is a part " CHESSBASE},
    {".cbv", "this is an archive " CHESSBASE}, {".cbf", "this is a part " CHESSBASE},
    {".cbi", "this is a part " CHESSBASE},    {".2cbh", "this is a part " CHESSBASE},
    {".ctg", "this is an opening book of ChessBase, which is not read"},
    {".cto", "this is an opening book of ChessBase, which is not read"},
    {".ctb", "this is an opening book of ChessBase, which is not read"},
    {".abk", "this is an opening book of Arena, which is not read"},
    {".pgi", "this is the index of a PGN file; give that file"},
    {".rtbw", "this is a Syzygy endgame table, which has no games"},
    {".rtbz", "this is a Syzygy endgame table, which has no games"},
    {".nnue", "this is a network of an engine"},
};

/* Control characters that stand in no text, and of these the zeros, which a disk may have left before one. */
typedef struct Controls {
    size_t all, zeros;
} Controls;

static Controls controls_in(const unsigned char *bytes, size_t len) {
    Controls controls = {0, 0};
    for (size_t i = 0; i < len; i++) {
        controls.zeros += bytes[i] == 0;
        controls.all += bytes[i] < ' ' && (!bytes[i] || !strchr("\t\n\v\f\r\x1A\x1B", bytes[i]));
    }
    return controls;
}

/* Entries of 16 bytes, each a key, a move of 15 bits and numbers, in the order of their keys. Eight of anything else
 * are hardly in order by chance. */
static bool is_polyglot_book(const unsigned char *bytes, size_t len) {
    enum { ENTRY = 16, KEY = 8, LEAST = 8 };
    size_t entries = len / ENTRY;
    if (entries < LEAST || memcmp(bytes, bytes + (entries - 1) * ENTRY, KEY) >= 0)
        return false;
    for (size_t i = 1; i < entries; i++)
        if (memcmp(bytes + (i - 1) * ENTRY, bytes + i * ENTRY, KEY) > 0 || bytes[i * ENTRY + KEY] >= 0x80)
            return false;
    return true;
}

static bool ends_with(const char *path, const char *ending) {
    size_t len = strlen(path), size = strlen(ending);
    return len >= size && !strcasecmp(path + len - size, ending);
}

const char *gr_kind_of_file(const char *path, const unsigned char *bytes, size_t len, bool *whole) {
    enum { SOME = 8, ONE_OF = 20 };
    Controls controls = controls_in(bytes, len);
    *whole = controls.all >= SOME && controls.all >= len / ONE_OF;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (len >= beginnings[i].len && !memcmp(bytes, beginnings[i].bytes, beginnings[i].len))
            return beginnings[i].kind;
    if (!*whole || controls.all - controls.zeros < SOME)
        return NULL;
    for (size_t i = 0; path && i < sizeof endings / sizeof *endings; i++)
        if (ends_with(path, endings[i].ending))
            return endings[i].kind;
    return is_polyglot_book(bytes, len) ? "this is a Polyglot book, which has no games" : "this is no text";
}

const char *gr_kind_of_text(const char *text) {
    if (!strncmp(text, "\xEF\xBB\xBF", 3))
        text += 3;
    text += strspn(text, " \t\r\n");
    if (!strncasecmp(text, "<!doctype html", 14) || !strncasecmp(text, "<html", 5))
        return "this is an HTML page";
    size_t name = *text == '[' ? strcspn(text + 1, " \t\n]") : 0;
    return name && text[1 + name] == ' ' && text[2 + name] == '"' ? "these are games in PGN" : NULL;
}
