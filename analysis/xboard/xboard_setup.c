/* The features that XBoard is sent, and how it learns of variants. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "analysis/uci/names.h"
#include "analysis/xboard/xboard_local.h"
#include "notation/buffer.h"
#include "rules/fen.h"
#include "rules/version.h"

/* Games that XBoard knows. */
static const char *const known[] = {"chess", "chess960", "threecheck", "crazyhouse", "atomic", "capablanca"};

/* The letters that XBoard's pieces usually have, in its order; the king comes last. A piece of ours gets
 * the picture of its letter, or else any that is free. */
static const char PICTURES[] = "PNBRQFEACWMOHIJGDVLSU";

enum { SLOTS = sizeof PICTURES - 1 };

static bool is_known(const GrRules *rules) {
    const char *name = gr_variant(rules)->name;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i], name))
            return true;
    return false;
}

const GrRules *gr_xb_variant(const GrXboard *x, const char *name) {
    const GrRules *rules;
    const char *theirs;
    if (gr_is_another_game(name))
        return NULL;
    for (size_t i = 0; (rules = gr_variants_at(x->variants, i)) != NULL; i++)
        for (size_t n = 0; (theirs = gr_xboard_name(gr_variant(rules)->name, n)) != NULL; n++)
            if (!strcasecmp(theirs, name))
                return rules;
    return gr_variants_find(x->variants, name);
}

void gr_xb_say_features(GrXboard *x) {
    gr_xb_say(x, "feature done=0");
    gr_xb_say(x, "feature myname=\"Grimoire %s\"", GR_VERSION);
    gr_xb_say(x, "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0");
    gr_xb_say(x, "feature reuse=1 analyze=1 colors=0 name=0 ics=0 pause=0 nps=1 memory=1 smp=1 debug=1");
    GrBuffer line;
    gr_buffer_init(&line);
    gr_buffer_puts(&line, "feature variants=\"");
    gr_variants_load(x->variants);
    for (size_t i = 0; gr_variants_at(x->variants, i); i++)
        gr_buffer_printf(&line, "%s%s", i ? "," : "", gr_xboard_name(gr_variant(gr_variants_at(x->variants, i))->name, 0));
    gr_buffer_puts(&line, "\"");
    if (!line.failed)
        gr_xb_say(x, "%s", line.data);
    gr_buffer_free(&line);
    gr_xb_say(x, "feature option=\"Move Overhead -spin %d 0 10000\"", GR_DEFAULT_OVERHEAD);
    gr_xb_say(x, "feature option=\"Resign -check 0\"");
    gr_xb_say(x, "feature option=\"Clear Hash -button\"");
    gr_xb_say(x, "feature done=1");
}

/* ---- setup ---- */

/* The type that stands in XBoard's place of the king: the royal piece or, where none is, the one with that letter; 0 if
 * there is none either. */
static int king_of(const GrVariant *v) {
    int king = v->piece[GR_KING].letter ? GR_KING : 0;
    for (int type = 1; type <= v->types && !king; type++)
        king = v->piece[type].letter == 'K' ? type : 0;
    return king;
}

/* Gives each type a slot, those with the usual letters first, as long as there are slots; the king stands behind them. */
static void fill_slots(const GrVariant *v, int king, char slot[SLOTS + 1]) {
    bool placed[GR_MAX_TYPES + 1] = {[0] = true};
    memset(slot, '.', SLOTS);
    slot[SLOTS] = '\0';
    placed[king] = true;
    for (int type = 1; type <= v->types; type++) {
        const char *usual = strchr(PICTURES, v->piece[type].letter);
        placed[type] |= !v->piece[type].letter;
        if (!placed[type] && usual && slot[usual - PICTURES] == '.') {
            slot[usual - PICTURES] = v->piece[type].letter;
            placed[type] = true;
        }
    }
    for (int type = 1, at = SLOTS - 1; type <= v->types && at >= 0; type++) {
        while (!placed[type] && at >= 0 && slot[at] != '.')
            at--;
        if (!placed[type] && at >= 0)
            slot[at] = v->piece[type].letter;
    }
}

/* A FEN without what XBoard cannot read: reserves in brackets. */
static void plain_fen(const char *fen, char *out, size_t size) {
    size_t used = 0;
    bool inside = false;
    for (; *fen && used + 1 < size; fen++) {
        inside |= *fen == '[';
        if (!inside)
            out[used++] = *fen;
        inside &= *fen != ']';
    }
    out[used] = '\0';
}

void gr_xb_say_setup(GrXboard *x, const GrRules *rules) {
    const GrVariant *v = gr_variant(rules);
    char slot[SLOTS + 1], lower[SLOTS + 1], fen[GR_FEN_SIZE];
    if (is_known(rules))
        return;
    int king = king_of(v);
    char letter = king ? v->piece[king].letter : '.';
    fill_slots(v, king, slot);
    for (int i = 0; i <= SLOTS; i++)
        lower[i] = (char)tolower((unsigned char)slot[i]);
    plain_fen(v->start, fen, sizeof fen);
    gr_xb_say(x, "setup (%s%c%s%c) %dx%d+0_fairy %s", slot, letter, lower, tolower((unsigned char)letter),
              v->files, v->ranks, fen);
}

bool gr_xb_read_fen(const GrXboard *x, const char *fen, GrPosition *pos) {
    char start[GR_FEN_SIZE];
    const char *whole = gr_variant(x->rules)->start;
    plain_fen(whole, start, sizeof start);
    size_t board = strcspn(start, " ");
    bool same = strcspn(fen, " ") == board && strncmp(fen, start, board + 2) == 0;
    return gr_fen_read(x->rules, same ? whole : fen, pos, NULL) == 0;
}
