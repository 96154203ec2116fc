/* The position of a UCI session: variant, start, FEN, moves. */
#include <stdlib.h>
#include <string.h>

#include "analysis/uci/uci_local.h"
#include "notation/move/uci.h"
#include "notation/room.h"
#include "rules/fen.h"

void gr_uci_set_start(GrUci *uci) {
    gr_start(uci->rules, &uci->pos);
    uci->tracks.count = 0;
}

void gr_uci_set_variant(GrUci *uci, const GrRules *rules) {
    uci->rules = rules;
    uci->unsound = false; /* it was a position of another game */
    gr_uci_set_start(uci);
}

/* Plays a legal move; false without memory. */
static bool play(GrUci *uci, GrMove move) {
    GrPosition before = uci->pos;
    if (!uci->tracks.count && !gr_tracks_begin(&uci->tracks, &before))
        return false;
    gr_play(&uci->pos, move);
    return gr_tracks_add(&uci->tracks, &before, move, &uci->pos);
}

/* False if one cannot be played. */
static bool play_words(GrUci *uci, const char *text) {
    size_t length;
    for (const char *w = gr_word(text, &length); length; w = gr_word(w + length, &length)) {
        char name[GR_UCI_SIZE * 2];
        GrMove move;
        GrError error;
        gr_word_copy(w, length < sizeof name ? length : sizeof name - 1, name, sizeof name); /* no move is longer */
        if (gr_uci_read(&uci->pos, name, &move, &error) != 0) {
            gr_refuse(uci, "the moves end before '%s': %s", name, error.text);
            return false;
        }
        if (!play(uci, move)) {
            gr_refuse(uci, "the moves end with '%s': out of memory", name);
            return false;
        }
    }
    return true;
}

/* Sets the position of a FEN that ends where `end` points; an impossible one changes nothing. */
static bool set_fen(GrUci *uci, const char *text, const char *end) {
    char fen[GR_FEN_SIZE];
    size_t length = (size_t)(end - text);
    if (length >= sizeof fen) {
        gr_refuse(uci, "a FEN has at most %d characters", GR_FEN_SIZE - 1);
        return false;
    }
    memcpy(fen, text, length);
    fen[length] = '\0';
    GrPosition pos;
    GrFaults faults;
    bool possible = gr_fen_read(uci->rules, fen, &pos, &faults) == 0;
    for (unsigned i = 0; i < faults.count && i < GR_MAX_FAULTS; i++)
        gr_say(uci, "info string FEN, column %u: %s%s", faults.fault[i].column,
               faults.fault[i].text, faults.fault[i].dropped ? "; it is left out" : "");
    if (!possible) {
        gr_refuse(uci, "this FEN is no position; the one before stays");
        return false;
    }
    uci->pos = pos;
    uci->tracks.count = 0;
    return true;
}

/* Sets what `startpos` or `fen FEN` means at `word`; `end` is where it ends. */
static bool set_start(GrUci *uci, const char *word, size_t length, const char *end) {
    if (gr_word_is(word, length, "fen"))
        return set_fen(uci, gr_word(word + length, &length), end);
    gr_uci_set_start(uci);
    return true;
}

/* Nothing but `moves` stands behind `startpos`: moves without that word would be passed over. */
static bool ends_before(GrUci *uci, const char *first, size_t length, const char *end) {
    size_t other;
    const char *word = gr_word(first + length, &other);
    if (gr_word_is(first, length, "fen") || word >= end || !other)
        return true;
    gr_refuse(uci, "position startpos: '%.*s' stands where 'moves' belongs", other < 60 ? (int)other : 60, word);
    return false;
}

void gr_uci_position(GrUci *uci, const char *arguments) {
    size_t length;
    const char *first = gr_word(arguments, &length);
    while (length && !gr_word_is(first, length, "fen") && !gr_word_is(first, length, "startpos"))
        first = gr_word(first + length, &length);
    if (!length)
        gr_refuse(uci, "position wants 'startpos' or 'fen FEN'");
    const char *moves = gr_find_word(first, "moves");
    const char *end = moves ? moves : first + strlen(first);
    uci->unsound = !length || !set_start(uci, first, length, end) || !ends_before(uci, first, length, end) ||
                   (moves && !play_words(uci, moves + strlen("moves")));
}
