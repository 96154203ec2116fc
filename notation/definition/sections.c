/* Splitting a file of variants into sections, keys and values. */
#include "notation/definition/sections.h"
#include "notation/room.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/text/whole.h"

bool words_are(const Words *words, const char *text) {
    return strlen(text) == words->length && memcmp(words->text, text, words->length) == 0;
}

/* Moves the last fault, the nth, to where it stands in the text: keys are not taken in their order. */
static void put_in_place(GrVariantsFaults *faults, size_t n) {
    unsigned char last[sizeof faults->fault[0]];
    uint32_t line = faults->fault[n].line, column = faults->fault[n].column;
    size_t at = n;
    while (at && (faults->fault[at - 1].line > line ||
                  (faults->fault[at - 1].line == line && faults->fault[at - 1].column > column)))
        at--;
    memcpy(last, &faults->fault[n], sizeof last);
    memmove(&faults->fault[at + 1], &faults->fault[at], (n - at) * sizeof last);
    memcpy(&faults->fault[at], last, sizeof last);
}

void fault_at(GrVariantsFaults *faults, const Words *words, size_t offset, const char *format, ...) {
    size_t n = faults->count++;
    if (n >= GR_VARIANTS_FAULTS)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(faults->fault[n].text, sizeof faults->fault[n].text, format, args);
    va_end(args);
    faults->fault[n].line = words->line;
    faults->fault[n].column = words->column + (uint32_t)offset;
    for (size_t i = 0; i < offset && i < words->length; i++) /* columns count characters */
        faults->fault[n].column -= ((unsigned char)words->text[i] & 0xC0) == 0x80;
    put_in_place(faults, n);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Without the blanks around them. */
static Words trimmed(Words words) {
    while (words.length && is_blank(*words.text)) {
        words.text++;
        words.length--;
        words.column++;
    }
    while (words.length && is_blank(words.text[words.length - 1]))
        words.length--;
    return words;
}

static Words part(const Words *line, size_t from, size_t to) {
    return trimmed((Words){line->text + from, to - from, line->line, line->column + (uint32_t)from});
}

/* Where a fault of the last section's lines goes, or of lines before the first; NULL when memory runs out. */
static GrVariantsFaults *faults_here(GrVariantsFile *file) {
    Section *section = file->sections ? &file->section[file->sections - 1] : NULL;
    if (section && !section->torn)
        section->torn = calloc(1, sizeof *section->torn);
    return section ? section->torn : &file->broken;
}

static bool put_fault(GrVariantsFile *file, const Words *words, const char *text) {
    GrVariantsFaults *faults = faults_here(file);
    if (faults)
        fault_at(faults, words, 0, "%s", text);
    return faults != NULL;
}

/* Without a ']' it is a section all the same, so that its keys are not taken for those of the one before. */
static bool add_section(GrVariantsFile *file, const Words *line) {
    const char *close = memchr(line->text, ']', line->length);
    size_t end = close ? (size_t)(close - line->text) : line->length;
    const char *colon = memchr(line->text, ':', end);
    size_t split = colon ? (size_t)(colon - line->text) : end;
    Words rest = close ? part(line, end + 1, line->length) : (Words){0};
    if (file->sections == GR_VARIANTS_SECTIONS) {
        if (!file->full)
            fault_at(&file->broken, line, 0, "more than %d games", GR_VARIANTS_SECTIONS);
        file->full = true;
        return true;
    }
    if (!gr_room(&file->section, file->sections, 1, &file->section_cap, sizeof *file->section))
        return false;
    Section *section = &file->section[file->sections++];
    *section = (Section){.name = part(line, 1, split), .first = file->entries};
    section->parent = part(line, colon ? split + 1 : end, end);
    if (!close && !put_fault(file, line, "a '[' without a ']'"))
        return false;
    if (rest.length && *rest.text != '#' && *rest.text != ';' &&
        !put_fault(file, &rest, "nothing can stand behind a section's ']'"))
        return false;
    return !colon || section->parent.length ||
           put_fault(file, &section->parent, "a ':' without a parent behind it");
}

static bool add_entry(GrVariantsFile *file, const Words *line) {
    const char *equals = memchr(line->text, '=', line->length);
    if (!equals || !file->sections)
        return put_fault(file, line, equals ? "a key before the first section"
                                            : "a line that is no section, no 'key = value' and no comment");
    size_t split = (size_t)(equals - line->text);
    Section *section = &file->section[file->sections - 1];
    if (section->entries == GR_VARIANTS_KEYS) {
        GrVariantsFaults *faults = faults_here(file);
        if (faults)
            fault_at(faults, line, 0, "more than %d keys", GR_VARIANTS_KEYS);
        return faults != NULL;
    }
    if (!gr_room(&file->entry, file->entries, 1, &file->entry_cap, sizeof *file->entry))
        return false;
    file->entry[file->entries++] = (Entry){part(line, 0, split), part(line, split + 1, line->length)};
    section->entries++;
    return true;
}

static bool take_line(GrVariantsFile *file, Words line) {
    line = trimmed(line);
    if (!line.length || *line.text == '#' || *line.text == ';' || (file->full && *line.text != '['))
        return true;
    return *line.text == '[' ? add_section(file, &line) : add_entry(file, &line);
}

GrVariantsFile *gr_variants_file_read(const char *text, size_t length, GrError *error) {
    if (length > GR_VARIANTS_BYTES) {
        gr_fail(error, GR_ERR_LIMIT, "more than %d bytes", GR_VARIANTS_BYTES);
        return NULL;
    }
    GrVariantsFile *file = calloc(1, sizeof *file);
    if (file)
        file->text = malloc(length + 1);
    bool kept = file && file->text;
    if (kept)
        memcpy(file->text, text, length);
    size_t at = kept && length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    for (uint32_t line = 1; kept && at < length; line++) {
        const char *start = file->text + at, *end = memchr(start, '\n', length - at);
        size_t size = end ? (size_t)(end - start) : length - at;
        kept = take_line(file, (Words){start, size, line, 1});
        at += size + 1;
    }
    if (kept)
        return file;
    gr_variants_file_close(file);
    gr_no_memory(error);
    return NULL;
}

GrVariantsFile *gr_variants_file_open(const char *path, bool (*stop)(void *user), void *user, GrError *error) {
    GrVariantsFile *file = NULL;
    GrBuffer text;
    gr_buffer_init(&text);
    int code = gr_text_list(path, GR_VARIANTS_BYTES, &text, stop, user, error);
    if (code == GR_ERR_LIMIT)
        gr_fail(error, code, "%s: more than %d bytes", path, GR_VARIANTS_BYTES);
    else if (code == 0)
        file = gr_variants_file_read(text.len ? text.data : "", text.len, error);
    gr_buffer_free(&text);
    return file;
}

void gr_variants_file_close(GrVariantsFile *file) {
    if (!file)
        return;
    for (size_t i = 0; i < file->sections; i++)
        free(file->section[i].torn);
    free(file->text);
    free(file->section);
    free(file->entry);
    free(file);
}

const GrVariantsFaults *gr_variants_file_broken(const GrVariantsFile *file) {
    return &file->broken;
}

size_t gr_variants_file_games(const GrVariantsFile *file) {
    return file->sections;
}

const char *gr_variants_file_name(const GrVariantsFile *file, size_t n, size_t *length, uint32_t *line) {
    const Words *name = &file->section[n].name;
    *length = name->length;
    if (line)
        *line = name->line;
    return name->text;
}
