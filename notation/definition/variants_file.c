/* The games of a file: parents first, then the section itself. */
#include "notation/definition/variants_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "notation/definition/model.h"

static size_t find_section(const GrVariantsFile *file, const Words *name) {
    for (size_t i = 0; i < file->sections; i++)
        if (file->section[i].name.length == name->length &&
            !strncasecmp(file->section[i].name.text, name->text, name->length))
            return i;
    return file->sections;
}

/* Is a game its own parent, directly or through others? */
static bool is_own_parent(const GrVariantsFile *file, const Section *section) {
    const Section *at = section;
    for (size_t steps = 0; steps < file->sections && at->parent.length; steps++) {
        size_t n = find_section(file, &at->parent);
        if (n == file->sections)
            return false;
        at = &file->section[n];
        if (at == section)
            return true;
    }
    return false;
}

/* A fault of a parent, as the one fault of its child; that of a parent's parent stands for itself. */
static void pass_on(const Words *parent, const GrVariantsFaults *theirs, GrVariantsFaults *faults) {
    static const char lead[] = "its parent has faults: ";
    const char *text = theirs->fault[0].text;
    if (!strncmp(text, lead, sizeof lead - 1))
        fault_at(faults, parent, 0, "%s", text);
    else
        fault_at(faults, parent, 0, "%sline %u, column %u: %s", lead, theirs->fault[0].line, theirs->fault[0].column,
                 text);
}

/* Lines of the section that cannot be read. */
static void add_torn(const Section *section, GrVariantsFaults *faults) {
    const GrVariantsFaults *torn = section->torn;
    for (size_t i = 0; torn && i < torn->count && i < GR_VARIANTS_FAULTS; i++) {
        const Words there = {.line = torn->fault[i].line, .column = torn->fault[i].column};
        fault_at(faults, &there, 0, "%s", torn->fault[i].text);
    }
}

static int load_text(const char *text, Model *model);
static int load_described(const Words *name, Model *model, bool *found);
static int load(const GrVariantsFile *file, size_t n, int depth, Model *model, GrVariantsFaults *faults);

/* What a parent says, from the file or else from our own texts. A parent with faults is one fault of its child. */
static int load_parent(const GrVariantsFile *file, const Section *section, int depth, Model *model,
                       GrVariantsFaults *faults) {
    const Words *parent = &section->parent;
    size_t n = find_section(file, parent);
    char name[GR_DEFINED_NAME] = "";
    if (n == file->sections && parent->length < sizeof name) {
        memcpy(name, parent->text, parent->length);
        const char *text = gr_variants_text(name);
        bool found = text != NULL;
        int code = text ? load_text(text, model) : load_described(parent, model, &found);
        if (found || code)
            return code;
    }
    if (n == file->sections) {
        fault_at(faults, parent, 0, "there is no game '%.*s'", (int)(parent->length < 40 ? parent->length : 40),
                 parent->text);
        model_init(model);
        return 0;
    }
    bool circle = is_own_parent(file, section);
    if (circle || depth >= GR_VARIANTS_DEPTH) {
        if (circle)
            fault_at(faults, parent, 0, &file->section[n] == section ? "the game is its own parent"
                                                                     : "its parents go in a circle, back to itself");
        else
            fault_at(faults, parent, 0, "more than %d parents one above the other", GR_VARIANTS_DEPTH);
        model_init(model);
        return 0;
    }
    GrVariantsFaults theirs = {.count = 0};
    int code = load(file, n, depth + 1, model, &theirs);
    if (code == 0 && theirs.count)
        pass_on(parent, &theirs, faults);
    return code;
}

static int load(const GrVariantsFile *file, size_t n, int depth, Model *model, GrVariantsFaults *faults) {
    const Section *section = &file->section[n];
    add_torn(section, faults);
    if (section->parent.length) {
        int code = load_parent(file, section, depth, model, faults);
        if (code)
            return code;
        model->title[0] = '\0'; /* is the parent's alone */
    } else
        model_init(model);
    if (model_take(model, file, section, faults))
        return 0;
    model_free(model);
    return GR_ERR_MEMORY;
}

static int load_text(const char *text, Model *model) {
    GrVariantsFaults none = {.count = 0};
    GrVariantsFile *file = gr_variants_file_read(text, strlen(text), NULL);
    if (!file)
        return GR_ERR_MEMORY;
    int code = load(file, 0, 0, model, &none);
    gr_variants_file_close(file);
    return code;
}

/* One of the games of games.ini, if it is one. */
static int load_described(const Words *name, Model *model, bool *found) {
    GrVariantsFaults none = {.count = 0};
    GrVariantsFile *file = gr_variants_described(NULL);
    if (!file)
        return GR_ERR_MEMORY;
    size_t n = find_section(file, name);
    *found = n < file->sections;
    int code = *found ? load(file, n, 0, model, &none) : 0;
    gr_variants_file_close(file);
    return code;
}

void gr_variants_file_doubts(const GrVariantsFile *file, size_t n, GrVariantsFaults *doubts) {
    const Section *section = &file->section[n];
    doubts->count = 0;
    for (size_t i = 0; i < section->entries; i++)
        for (size_t k = i + 1; k < section->entries; k++) {
            const Words *key = &file->entry[section->first + i].key, *again = &file->entry[section->first + k].key;
            if (key->length != again->length || memcmp(key->text, again->text, key->length) != 0)
                continue;
            fault_at(doubts, key, 0, "'%.*s' is given again on line %u, which counts",
                     (int)(key->length < 40 ? key->length : 40), key->text, again->line);
            break;
        }
}

int gr_variants_file_game(const GrVariantsFile *file, size_t n, GrDefinition *definition,
                          GrVariantsFaults *faults) {
    const Section *section = &file->section[n];
    GrVariantsFaults aside;
    faults = faults ? faults : &aside;
    faults->count = 0;
    Model *model = malloc(sizeof *model);
    if (!model)
        return GR_ERR_MEMORY;
    if (find_section(file, &section->name) != n)
        fault_at(faults, &section->name, 0, "a game of that name is already defined");
    int code = load(file, n, 0, model, faults);
    if (code == 0) {
        model_conclude(model, file, section, definition, faults);
        model_free(model);
    }
    free(model);
    return code ? code : (int)(faults->count < 1000 ? faults->count : 1000);
}

const GrRules *gr_variants_file_define(const GrVariantsFile *file, size_t n, const GrVariants *variants,
                                       GrVariantsFaults *faults) {
    const Section *section = &file->section[n];
    GrDefinition *definition = malloc(sizeof *definition);
    GrVariantsFaults aside;
    unsigned column;
    GrError error;
    faults = faults ? faults : &aside;
    faults->count = 0;
    int code = definition ? gr_variants_file_game(file, n, definition, faults) : GR_ERR_MEMORY;
    if (code < 0)
        fault_at(faults, &section->name, 0, "not enough memory");
    const GrRules *rules = code ? NULL : gr_variants_define(variants, definition, &column, &error);
    if (!code && !rules) {
        const Entry *start = find_entry(file, section, "startFen");
        if (column && start)
            fault_at(faults, &start->value, column - 1, "%s", error.text);
        else
            fault_at(faults, &section->name, 0, "%s", error.text);
    }
    free(definition);
    return rules;
}
