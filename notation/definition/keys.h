/* What the files that read the keys of a section share. Internal to notation/definition. */
#ifndef GR_NOTATION_KEYS_H
#define GR_NOTATION_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "notation/definition/model.h"

typedef struct Taker {
    Model *model;
    const GrVariantsFile *file;
    const Section *section;
    GrVariantsFaults *faults;
    bool *used; /* of each entry of the section */
} Taker;

/* The entry of a key, which counts as used from then on; NULL if the section has none. */
const Entry *use_entry(const Taker *t, const char *key);

/* Values. What is none is a fault at its place, and something harmless is returned. */

int take_number(const Taker *t, const Words *value, int least, int most);
int take_file(const Taker *t, const Words *value, bool last); /* from 0; `last`: it is the board's last one */
bool take_bool(const Taker *t, const Words *value);
int take_result(const Taker *t, const Words *value); /* a GrVerdictOf */
int take_wall_rule(const Taker *t, const Words *value); /* a GrWallRule */
int take_enclosing(const Taker *t, const Words *value); /* a GrEnclosing, */
int take_flips(const Taker *t, const Words *value);     /* and one that makes pieces change sides */
void take_region(const Taker *t, const Words *value, Region *region);

/* Pieces by their letters; with `any` a '*' is ANY_SLOT. */
Slots take_pieces(const Taker *t, const Words *value, bool any);
int take_piece(const Taker *t, const Words *value);

/* The piece with a letter, -1 if there is none. */
int slot_of(const Model *model, char letter);

/* Keys of pieces, and texts. */

void take_slots(const Taker *t);
/* "q:1 r:2": a number for each piece named, kept less `least`. */
void take_numbers(const Taker *t, const char *key, int least, int most, int place[SLOTS]);
void take_changes(const Taker *t, const char *key, int becomes[SLOTS]);
void take_text(const Taker *t, const char *key, char *out, size_t size);

/* pieceNames and pieceDrawings; false when memory runs out. */
bool take_names(const Taker *t);

/* pieceCharacters, pieceShape, boardDrawing and boardCoordinates. */
void take_looks(const Taker *t);

#endif
