/* The keys of pieces: their letters, how they go and where, what they are called and how they are drawn. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "notation/definition/betza.h"
#include "notation/definition/keys.h"

static void remove_slot(Model *model, int slot) {
    model->letter[slot] = 0;
    for (int side = 0; side < 2; side++)
        model->promotions[side] &= ~((Slots)1 << slot);
}

static void add_slot(Model *model, int slot, char letter) {
    int other = slot_of(model, letter);
    if (other >= 0 && other != slot)
        remove_slot(model, other);
    model->letter[slot] = (char)toupper((unsigned char)letter);
}

/* The Betza notation behind the letter. */
static void take_betza(const Taker *t, int slot, const Words *value) {
    Betza betza;
    Words text = {value->text + 2, value->length > 2 ? value->length - 2 : 0, value->line, value->column + 2};
    if (value->length < 2 || value->text[1] != ':') {
        fault_at(t->faults, value, value->length ? 1 : 0, "expected ':' and how the piece goes behind its letter");
        return;
    }
    if (text.length >= GR_DEFINED_BETZA) {
        fault_at(t->faults, &text, GR_DEFINED_BETZA, "more than %d characters", GR_DEFINED_BETZA - 1);
        return;
    }
    if (!betza_read(&betza, text.text, text.length)) {
        fault_at(t->faults, &text, betza.at, "%s", betza.fault);
        return;
    }
    memcpy(t->model->betza[slot], text.text, text.length);
    t->model->betza[slot][text.length] = '\0';
    for (int side = 0; side < 2 && betza.passes; side++)
        t->model->passers[side] |= (Slots)1 << slot;
}

static void take_slot(const Taker *t, int slot, const Words *value) {
    bool custom = slot >= SLOT_CUSTOM;
    if (!value->length || (value->length == 1 && *value->text == '-')) {
        remove_slot(t->model, slot);
        return;
    }
    if (!isalpha((unsigned char)*value->text)) {
        fault_at(t->faults, value, 0, "expected the letter of the piece, or '-'");
        return;
    }
    add_slot(t->model, slot, *value->text);
    if (slot == SLOT_KING)
        t->model->betza[slot][0] = '\0';
    if (custom && (slot != SLOT_KING || value->length > 1))
        take_betza(t, slot, value);
    else if (value->length > 1)
        fault_at(t->faults, value, 1, "expected one letter; only custom pieces and the king have a notation");
}

static void take_squares(const Taker *t, const char *begins, int slot, const char *name, Region regions[2][SLOTS]) {
    for (int side = 0; side < 2; side++) {
        char key[80];
        strcpy(key, begins);
        strcat(key, side == GR_WHITE ? "White" : "Black");
        size_t at = strlen(key);
        strcat(key, name);
        key[at] = (char)toupper((unsigned char)key[at]);
        const Entry *entry = use_entry(t, key);
        if (entry)
            take_region(t, &entry->value, &regions[side][slot]);
    }
}

void take_slots(const Taker *t) {
    for (int slot = 0; slot < SLOTS; slot++) {
        char name[SLOT_NAME];
        const char *key = slot_key(slot, name);
        const Entry *entry = use_entry(t, key);
        if (entry)
            take_slot(t, slot, &entry->value);
        take_squares(t, "mobilityRegion", slot, key, t->model->mobility);
        take_squares(t, "firstStepRegion", slot, key, t->model->first);
    }
}

void take_numbers(const Taker *t, const char *key, int least, int most, int place[SLOTS]) {
    const Entry *entry = use_entry(t, key);
    if (!entry)
        return;
    for (size_t at = 0; at < entry->value.length;) {
        const char *text = entry->value.text + at;
        size_t left = entry->value.length - at, used = 0;
        int slot = slot_of(t->model, *text), limit = 0;
        while (used + 2 < left && isdigit((unsigned char)text[2 + used]) && limit < 100)
            limit = limit * 10 + (text[2 + used++] - '0');
        if (*text == ' ' || *text == '\t') {
            at++;
            continue;
        }
        if (slot < 0 || left < 3 || text[1] != ':' || !used || limit < least || limit > most) {
            fault_at(t->faults, &entry->value, at,
                     "numbers are written as 'q:1 r:2', with letters of pieces, from %d to %d", least, most);
            return;
        }
        place[slot] = limit - least;
        at += 2 + used;
    }
}

/* "p:g s:g": what pieces become; "p:-": nothing. Others become what they do in the parent, after "-" alone nothing. */
void take_changes(const Taker *t, const char *key, int becomes[SLOTS]) {
    const Entry *entry = use_entry(t, key);
    if (!entry)
        return;
    for (int slot = 0; slot < SLOTS && words_are(&entry->value, "-"); slot++)
        becomes[slot] = -1;
    for (size_t at = 0; at < entry->value.length && !words_are(&entry->value, "-");) {
        const char *text = entry->value.text + at;
        size_t left = entry->value.length - at;
        bool pair = left >= 3 && text[1] == ':';
        int slot = pair ? slot_of(t->model, text[0]) : -1, into = pair ? slot_of(t->model, text[2]) : -1;
        if (*text == ' ' || *text == '\t') {
            at++;
            continue;
        }
        if (!pair || (slot < 0 && isgraph((unsigned char)text[0])) || (into < 0 && text[2] != '-')) {
            fault_at(t->faults, &entry->value, at, "promotions are written as 'p:g s:g', with letters of pieces");
            return;
        }
        becomes[slot] = into;
        at += 3;
    }
}

void take_text(const Taker *t, const char *key, char *out, size_t size) {
    const Entry *entry = use_entry(t, key);
    if (!entry)
        return;
    if (!entry->value.length || entry->value.length >= size) {
        fault_at(t->faults, &entry->value, 0, "expected 1 to %zu characters", size - 1);
        return;
    }
    memcpy(out, entry->value.text, entry->value.length);
    out[entry->value.length] = '\0';
}

/* The words of "l:Long-Pawn d:Duke", each given to `give`; false when memory runs out. */
static bool take_named(const Taker *t, const char *key, char stop,
                       bool (*give)(const Taker *, const Words *, int, const char *, size_t)) {
    const Entry *entry = use_entry(t, key);
    for (size_t at = 0; entry && at < entry->value.length;) {
        const char *text = entry->value.text + at;
        size_t end = at;
        while (end < entry->value.length && entry->value.text[end] != stop)
            end++;
        size_t length = end - at;
        while (length && *text == ' ') {
            text++;
            length--;
        }
        int slot = length ? slot_of(t->model, *text) : -1;
        if (length && (slot < 0 || length < 3 || text[1] != ':'))
            fault_at(t->faults, &entry->value, at, "expected the letter of a piece and ':'");
        else if (length && !give(t, &entry->value, toupper((unsigned char)*text) - 'A', text + 2, length - 2))
            return false;
        at = end + 1;
    }
    return true;
}

static bool give_name(const Taker *t, const Words *value, int letter, const char *text, size_t length) {
    bool good = length < GR_DEFINED_NAME && isalpha((unsigned char)*text);
    for (size_t i = 0; i < length; i++)
        good = good && (isalnum((unsigned char)text[i]) || text[i] == '-');
    if (!good) {
        fault_at(t->faults, value, (size_t)(text - value->text), "a name has letters, digits and '-', %d at most",
                 GR_DEFINED_NAME - 1);
        return true;
    }
    memcpy(t->model->name[letter], text, length);
    t->model->name[letter][length] = '\0';
    return true;
}

static bool give_drawing(const Taker *t, const Words *value, int letter, const char *text, size_t length) {
    bool good = length < GR_DEFINED_DRAWING;
    for (size_t i = 0; i < length; i++)
        good = good && (isdigit((unsigned char)text[i]) || (text[i] && strchr("MmLlHhVvCcSsQqTtAaZz ,.-", text[i])));
    if (!good) {
        fault_at(t->faults, value, (size_t)(text - value->text),
                 "a drawing is an SVG path: its commands and numbers, %d characters at most", GR_DEFINED_DRAWING - 1);
        return true;
    }
    free(t->model->drawing[letter]);
    t->model->drawing[letter] = strndup(text, length);
    return t->model->drawing[letter] != NULL;
}

bool take_names(const Taker *t) {
    return take_named(t, "pieceNames", ' ', give_name) && take_named(t, "pieceDrawings", ';', give_drawing);
}
