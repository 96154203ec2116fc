/* The signature of one game. */
#include "db/codec/signature.h"

#include <string.h>

/* What a side has most of: pawns, or what goes for them. */
static uint8_t most_of(const GrPosition *pos, int side, int types) {
    int best = 2;
    for (int type = 3; type <= types; type++)
        if (gr_set_count(pos->type[type] & pos->side[side]) >
            gr_set_count(pos->type[best] & pos->side[side]))
            best = type;
    return (uint8_t)best;
}

void gr_signature_variant(GrSignatureVariant *variant, const GrRules *rules) {
    if (variant->rules == rules)
        return;
    const GrVariant *v = gr_variant(rules);
    GrPosition pos;
    gr_start(rules, &pos);
    *variant = (GrSignatureVariant){.rules = rules, .kinds = v->types - 1u,
                                  .few = gr_signature_pieces(&pos) / 2};
    for (int side = 0; side < 2; side++) {
        variant->type[side] = most_of(&pos, side, v->types);
        variant->home[side] = pos.type[variant->type[side]] & pos.side[side];
    }
    for (unsigned c = 0; c < 2 * variant->kinds; c++)
        variant->start[c] = (uint8_t)gr_set_count(pos.type[2 + c / 2] & pos.side[c % 2]);
    for (int rank = 0; rank < v->ranks; rank++)
        for (int file = (v->files - 1) / 2; file <= v->files / 2; file++)
            for (int side = 0; side < 2; side++)
                variant->home[side] &= ~gr_set_of(gr_square(v, file, rank));
    for (int sq = 0; sq < GR_MAX_SQUARES; sq++)
        variant->is_home[sq] = gr_set_has(variant->home[0] | variant->home[1], sq);
}

void gr_signature_maker_start(GrSignatureMaker *o, const GrRules *rules) {
    if (rules)
        gr_signature_variant(&o->variant, rules);
    o->home = o->variant.home[0] | o->variant.home[1];
    o->pieces = o->squares = o->events = o->traits = 0;
    o->ply = 0;
    o->few = false;
    o->full = !rules;
}

/* The first position: what is there may be more than at the variant's start. */
void gr_signature_maker_begin(GrSignatureMaker *o, const GrPosition *pos) {
    for (unsigned c = 0; c < 2 * o->variant.kinds; c++)
        if (gr_set_count(pos->type[2 + c / 2] & pos->side[c % 2]) > o->variant.start[c])
            o->traits |= GR_TRAIT_GREW;
}

/* A move that does more than take a piece to another square. Of these, only some put no piece on the
 * board. */
void gr_signature_maker_rare(GrSignatureMaker *o, GrMove move) {
    enum {
        NONE_COMES = 1 << GR_CASTLE | 1 << GR_EN_PASSANT | 1 << GR_SPELL | 1 << GR_SPELL_FALL |
                     1 << GR_TELEPORT | 1 << GR_SHOT | 1 << GR_PASS
    };
    GrMoveKind kind = gr_move_kind(move);
    if (kind == GR_NORMAL)
        o->traits |= GR_TRAIT_PROMOTED;
    if (kind == GR_EN_PASSANT)
        o->traits |= GR_TRAIT_EN_PASSANT;
    if (kind == GR_PASS)
        o->traits |= GR_TRAIT_PASSED;
    if (!o->few && !(NONE_COMES >> kind & 1))
        o->traits |= GR_TRAIT_GREW;
}

static unsigned rank_in(GrSet set, int sq) {
    return (unsigned)gr_set_count(set & (gr_set_of(sq) - 1));
}

static void add(GrSignatureMaker *o, uint8_t *list, unsigned *count, unsigned byte) {
    o->full |= *count == GR_SIGNATURE_EVENTS;
    if (!o->full)
        list[(*count)++] = (uint8_t)byte;
}

void gr_signature_maker_squares(GrSignatureMaker *o, GrSet home) {
    GrSet all = o->variant.home[0] | o->variant.home[1];
    for (GrSet changed = o->home ^ home; changed;) {
        int sq = gr_set_pop(&changed);
        bool left = gr_set_has(o->home, sq);
        unsigned n = rank_in(left ? o->home : all & ~o->home, sq);
        add(o, o->square, &o->squares, n + (left ? GR_SIGNATURE_LEFT : GR_SIGNATURE_BACK));
        o->home ^= gr_set_of(sq);
    }
}

/* The first position with few pieces. */
static void begin_material(GrSignatureMaker *o) {
    o->few = true;
    o->few_at = o->ply;
    for (unsigned kind = 0; kind < o->variant.kinds; kind++) {
        unsigned white = o->count[2 * kind], black = o->count[2 * kind + 1];
        o->full |= white >= GR_SIGNATURE_SIDE || black >= GR_SIGNATURE_SIDE;
        o->kind[kind] = (uint8_t)(white + GR_SIGNATURE_SIDE * black);
    }
}

void gr_signature_maker_material(GrSignatureMaker *o, const GrPosition *pos) {
    for (unsigned c = 0; c < 2 * o->variant.kinds; c++) {
        unsigned count = (unsigned)gr_set_count(pos->type[2 + c / 2] & pos->side[c % 2]);
        for (unsigned was = o->count[c]; o->few && was != count && !o->full;
             was = count > was ? was + 1 : was - 1) {
            add(o, o->event, &o->events, c + (count > was ? GR_SIGNATURE_MORE : 1));
            if (!o->full)
                o->at[o->events - 1] = (uint16_t)o->ply;
        }
        o->count[c] = (uint8_t)count;
    }
    if (!o->few)
        begin_material(o);
}

/* How a game ends; without a position nothing is known of it. */
static unsigned end_of(const GrPosition *last) {
    unsigned black = last && last->turn == GR_BLACK ? GR_TRAIT_BLACK : 0;
    if (!last)
        return GR_TRAIT_UNKNOWN;
    if (gr_can_move(last) || gr_is_over(last))
        return GR_TRAIT_OPEN;
    return (gr_in_check(last) ? GR_TRAIT_MATE : GR_TRAIT_STALEMATE) | black;
}

static unsigned put_ply(uint8_t *out, uint32_t *from, uint32_t to) {
    uint32_t plies = to - *from;
    unsigned len = 0;
    *from = to;
    for (; plies >= GR_SIGNATURE_STRIDE; plies -= GR_SIGNATURE_STRIDE)
        out[len++] = GR_SIGNATURE_STRIDE;
    out[len++] = (uint8_t)plies;
    return len;
}

static unsigned put_material(const GrSignatureMaker *o, uint8_t *out) {
    unsigned len = 0;
    uint32_t ply = 0;
    out[len++] = (uint8_t)o->variant.kinds;
    memcpy(out + len, o->kind, o->variant.kinds);
    len += o->variant.kinds;
    memcpy(out + len, o->event, o->events);
    len += o->events;
    out[len++] = 0;
    len += put_ply(out + len, &ply, o->few_at);
    for (unsigned i = 0; i < o->events; i++)
        len += put_ply(out + len, &ply, o->at[i]);
    return len + put_ply(out + len, &ply, o->ply);
}

unsigned gr_signature_maker_end(const GrSignatureMaker *o, const GrPosition *last,
                                uint8_t out[GR_SIGNATURE_SIZE]) {
    bool long_game = o->ply > GR_MAX_PLIES, full = o->full || long_game, few = o->few && !full;
    unsigned len = 0, traits = end_of(long_game ? NULL : last);
    if (traits != GR_TRAIT_UNKNOWN)
        traits |= o->traits | (few ? GR_TRAIT_FEW : 0u) | (full ? GR_TRAIT_GREW : 0u);
    out[len++] = (uint8_t)traits;
    if (full) {
        out[len++] = GR_SIGNATURE_ANY;
    } else {
        memcpy(out + len, o->square, o->squares);
        len += o->squares;
        out[len++] = few ? GR_SIGNATURE_MATERIAL : GR_SIGNATURE_END;
        len += few ? put_material(o, out + len) : 0;
    }
    uint32_t start = 0;
    return gr_signature_ends(traits) ? len + put_ply(out + len, &start, o->ply) : len;
}

unsigned gr_signature_of(GrSignatureMaker *o, const GrGame *game, uint8_t out[GR_SIGNATURE_SIZE]) {
    GrPosition pos = game->start;
    gr_signature_maker_start(o, game->rules);
    if (game->rules)
        gr_signature_maker_see(o, &pos, GR_NO_MOVE);
    for (uint32_t i = game->node_count ? game->nodes[0].next : 0; i && game->rules;
         i = game->nodes[i].next) {
        gr_play(&pos, game->nodes[i].move);
        gr_signature_maker_see(o, &pos, game->nodes[i].move);
    }
    return gr_signature_maker_end(o, game->rules ? &pos : NULL, out);
}
