/* Entries by their keys, and their values: numbers, files, regions, letters of pieces. */
#include <ctype.h>
#include <string.h>

#include "notation/definition/keys.h"

const Entry *find_entry(const GrVariantsFile *file, const Section *section, const char *key) {
    for (size_t i = section->entries; i-- > 0;) /* the last one counts */
        if (words_are(&file->entry[section->first + i].key, key))
            return &file->entry[section->first + i];
    return NULL;
}

const Entry *use_entry(const Taker *t, const char *key) {
    const Entry *entry = find_entry(t->file, t->section, key);
    if (entry)
        t->used[entry - &t->file->entry[t->section->first]] = true;
    return entry;
}

/* A whole number that the words are, -1 if they are none up to `most`. */
static int number_of(const Words *words, int most) {
    int value = 0;
    for (size_t i = 0; i < words->length; i++) {
        if (!isdigit((unsigned char)words->text[i]) || (value = value * 10 + (words->text[i] - '0')) > most)
            return -1;
    }
    return words->length ? value : -1;
}

int take_number(const Taker *t, const Words *value, int least, int most) {
    int number = number_of(value, most);
    if (number >= least)
        return number;
    fault_at(t->faults, value, 0, "expected a number from %d to %d", least, most);
    return least;
}

/* A file: a letter, or a number; from 0. */
int take_file(const Taker *t, const Words *value, bool last) {
    int letter = value->length == 1 ? tolower((unsigned char)*value->text) : 0;
    int file = letter >= 'a' && letter < 'a' + GR_DEFINED_SIZE ? letter - 'a' : number_of(value, GR_DEFINED_SIZE) - 1;
    if (file >= 0)
        return file;
    fault_at(t->faults, value, 0, last ? "the last file is a letter from a to p, or a number from 1 to %d"
                                       : "a file is a letter from a to p, or a number from 1 to %d", GR_DEFINED_SIZE);
    return 0;
}

bool take_bool(const Taker *t, const Words *value) {
    if (!words_are(value, "true") && !words_are(value, "false"))
        fault_at(t->faults, value, 0, "expected 'true' or 'false'");
    return words_are(value, "true");
}

int take_result(const Taker *t, const Words *value) {
    static const char *const results[] = {"none", "loss", "draw", "win"}; /* as GrVerdictOf */
    for (int i = 0; i < 4; i++)
        if (words_are(value, results[i]))
            return i;
    fault_at(t->faults, value, 0, "expected 'win', 'loss', 'draw' or 'none'");
    return GR_ENDS_DRAWN;
}

int take_wall_rule(const Taker *t, const Words *value) {
    static const char *const rules[] = {"none", "arrow", "duck", "edge", "past", "static"}; /* as GrWallRule */
    for (int i = 0; i < 6; i++)
        if (words_are(value, rules[i]))
            return i;
    fault_at(t->faults, value, 0, "expected 'arrow', 'duck', 'edge', 'past', 'static' or 'none'");
    return GR_WALLS_NONE;
}

int take_enclosing(const Taker *t, const Words *value) {
    static const char *const rules[] = {"none",  "reversi", "ataxx", NULL,
                                        "snort", "anyside", "top"}; /* as GrEnclosing */
    for (int i = 0; i < 7; i++)
        if (rules[i] && words_are(value, rules[i]))
            return i;
    fault_at(t->faults, value, 0, "expected 'reversi', 'ataxx', 'snort', 'anyside', 'top' or 'none'");
    return GR_ENCLOSING_NONE;
}

int take_flips(const Taker *t, const Words *value) {
    static const char *const rules[] = {"none", "reversi", "ataxx", "quadwrangle"}; /* as GrEnclosing */
    for (int i = 0; i < 4; i++)
        if (words_are(value, rules[i]))
            return i;
    fault_at(t->faults, value, 0, "expected 'reversi', 'ataxx', 'quadwrangle' or 'none'");
    return GR_ENCLOSING_NONE;
}

/* One word of a region: a square, a file as "c*", a rank as "*3". */
static bool add_to_region(Region *region, const char *word, size_t length) {
    int file = tolower((unsigned char)word[0]) - 'a';
    Words rest = {word + 1, length - 1, 0, 0};
    bool whole_rank = word[0] == '*', on_board = file >= 0 && file < GR_DEFINED_SIZE;
    if (!whole_rank && on_board && words_are(&rest, "*")) {
        for (int rank = 0; rank < GR_DEFINED_SIZE; rank++)
            region->rank[rank] |= (uint16_t)(1u << file);
        return true;
    }
    int rank = number_of(&rest, GR_DEFINED_SIZE);
    if (rank < 1 || (!whole_rank && !on_board))
        return false;
    region->rank[rank - 1] |= (uint16_t)(whole_rank ? 0xFFFFu : 1u << file);
    return true;
}

void take_region(const Taker *t, const Words *value, Region *region) {
    memset(region, 0, sizeof *region);
    if (words_are(value, "-"))
        return;
    for (size_t at = 0; at < value->length;) {
        size_t end = at;
        while (end < value->length && value->text[end] != ' ' && value->text[end] != '\t')
            end++;
        if (end > at && !add_to_region(region, value->text + at, end - at))
            fault_at(t->faults, value, at, "a region is squares as 'd4', files as 'd*' and ranks as '*4', or '-'");
        at = end + 1;
    }
}

int slot_of(const Model *model, char letter) {
    for (int slot = 0; slot < SLOTS; slot++)
        if (model->letter[slot] && model->letter[slot] == toupper((unsigned char)letter))
            return slot;
    return -1;
}

Slots take_pieces(const Taker *t, const Words *value, bool any) {
    Slots slots = 0;
    for (size_t i = 0; i < value->length && !words_are(value, "-"); i++) {
        char c = value->text[i];
        int slot = slot_of(t->model, c);
        if (c == ' ')
            continue;
        if (c == '*' && any)
            slot = ANY_SLOT;
        if (slot < 0)
            fault_at(t->faults, value, i,
                     isgraph((unsigned char)c) ? "no piece has the letter '%c'" : "expected letters of pieces", c);
        else
            slots |= (Slots)1 << slot;
    }
    return slots;
}

int take_piece(const Taker *t, const Words *value) {
    int slot = value->length == 1 ? slot_of(t->model, *value->text) : -1;
    if (slot < 0)
        fault_at(t->faults, value, 0, "expected the letter of a piece");
    return slot < 0 ? SLOT_KING : slot;
}
