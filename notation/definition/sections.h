/* The lines of a file of variants: sections, keys and values with their places. Internal to notation/definition/. */
#ifndef GR_NOTATION_DEFINITION_SECTIONS_H
#define GR_NOTATION_DEFINITION_SECTIONS_H

#include "notation/definition/variants_file.h"

/* A piece of the text, which it points into, and where it stands. */
typedef struct Words {
    const char *text;
    size_t length;
    uint32_t line, column;
} Words;

typedef struct Entry {
    Words key, value;
} Entry;

/* How offer.c has tried to define a section: with all others, or by its name. */
typedef enum Tried { UNTRIED, LOADED, NAMED } Tried;

typedef struct Section {
    Words name, parent;     /* a parent of length 0: none */
    size_t first, entries;  /* in GrVariantsFile.entry */
    GrVariantsFaults *torn; /* lines of it that cannot be read; NULL: none */
    Tried tried;
} Section;

struct GrVariantsFile {
    char *text;
    Section *section;
    size_t sections, section_cap;
    Entry *entry;
    size_t entries, entry_cap;
    bool full;               /* there are more sections, which are not read */
    GrVariantsFaults broken; /* lines that belong to no section */
};

bool words_are(const Words *words, const char *text);

/* The fault stands `offset` characters into the words. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void fault_at(GrVariantsFaults *faults, const Words *words, size_t offset, const char *format, ...);

#endif
