/* Kinds of files that are no game text, by their first bytes. */
#include "notation/text/kind.h"

#include <string.h>

static const struct {
    const char *bytes;
    size_t len;
    const char *kind;
} kinds[] = {
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
    {"Scid.si", 7, "this is an index of Scid; export the games as PGN"},
    {"\x71\xE8\x23\x5D", 4, "this is a Syzygy endgame table, which has no games"},
    {"\xD7\x66\x0C\xA5", 4, "this is a Syzygy endgame table, which has no games"},
};

const char *gr_kind_of_file(const unsigned char *bytes, size_t len) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (len >= kinds[i].len && !memcmp(bytes, kinds[i].bytes, kinds[i].len))
            return kinds[i].kind;
    return NULL;
}
