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

GrSet gr_second_rank(const GrVariant *v, int side) {
    GrSet rank = gr_set_of(v->files) - 1;
    if (v->ranks < 2)
        return 0;
    return rank << (side == GR_WHITE ? 1 : v->ranks - 2) * v->files;
}

/* It is where they are pawns of a second rank, behind which none can stand, and nothing but moves brings them there.
 * Pawns of defined games may go anywhere. */
static bool lasts(const GrSignatureVariant *variant, const GrVariant *v) {
    bool last = !v->holes && !v->hands && !v->drops && !v->defined && !gr_pawns_anywhere(v);
    for (int side = 0; side < 2; side++) {
        last &= (v->piece[variant->type[side]].flags & GR_IS_PAWN) &&
                !(variant->home[side] & ~gr_second_rank(v, side));
    }
    return last;
}

void gr_signature_variant(GrSignatureVariant *variant, const GrRules *rules) {
    if (variant->rules == rules)
        return;
    const GrVariant *v = gr_variant(rules);
    GrPosition pos;
    gr_start(rules, &pos);
    *variant = (GrSignatureVariant){.rules = rules, .kinds = v->types - 1u,
                                  .few = gr_signature_pieces(&pos) / 2,
                                  .shrinks = gr_only_shrinks(v)};
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
    variant->lasts = lasts(variant, v);
    for (int sq = 0; sq < GR_MAX_SQUARES; sq++)
        variant->is_home[sq] = gr_set_has(variant->home[0] | variant->home[1], sq);
}

void gr_signature_maker_start(GrSignatureMaker *o, const GrRules *rules) {
    if (rules)
        gr_signature_variant(&o->variant, rules);
    o->home = o->variant.home[0] | o->variant.home[1];
    o->pieces = GR_SIGNATURE_UNSEEN;
    o->squares = o->events = o->promotions = o->traits = 0;
    o->ply = 0;
    o->few = o->bounds = o->bounded = false;
    o->full = !rules;
}

/* The first position: what is there may be more than at the variant's start. */
void gr_signature_maker_begin(GrSignatureMaker *o, const GrPosition *pos) {
    for (unsigned c = 0; c < 2 * o->variant.kinds; c++)
        if (gr_set_count(pos->type[2 + c / 2] & pos->side[c % 2]) > o->variant.start[c])
            o->traits |= GR_TRAIT_GREW;
    o->looks = o->bounds = !o->variant.shrinks || (o->traits & GR_TRAIT_GREW);
}

static void add(GrSignatureMaker *o, uint8_t *list, unsigned *count, unsigned byte) {
    o->full |= *count == GR_SIGNATURE_EVENTS;
    if (!o->full)
        list[(*count)++] = (uint8_t)byte;
}

/* *pos is the position after it. There the piece stands, unless the move made it explode. */
static void add_promotion(GrSignatureMaker *o, const GrPosition *pos, GrMove move) {
    uint8_t there = pos->board[gr_move_to(move)];
    unsigned side = there == GR_EMPTY ? !pos->turn : (unsigned)gr_side_of(there);
    o->traits |= GR_TRAIT_PROMOTED;
    add(o, o->promotion, &o->promotions, 1 + 2 * ((unsigned)gr_move_piece(move) - 2) + side);
    if (!o->full)
        o->promoted_at[o->promotions - 1] = (uint16_t)o->ply;
    o->looks = true;
}

/* A move that does more than take a piece to another square. Of these, only some put no piece on the
 * board. */
void gr_signature_maker_rare(GrSignatureMaker *o, const GrPosition *pos, GrMove move) {
    GrMoveKind kind = gr_kind_unwalled(gr_move_kind(move));
    bool turns = kind == GR_TURN || (kind == GR_NORMAL && gr_move_piece(move));
    bool grows = (gr_kind_does(kind, GR_GROWS) || turns) && !(kind == GR_NORMAL && o->variant.shrinks);
    if (turns)
        add_promotion(o, pos, move);
    if (kind == GR_EN_PASSANT)
        o->traits |= GR_TRAIT_EN_PASSANT;
    if (kind == GR_PASS)
        o->traits |= GR_TRAIT_PASSED;
    if (!o->few && grows) {
        o->traits |= GR_TRAIT_GREW;
        o->full |= !o->bounds;
    }
}

static unsigned rank_in(GrSet set, int sq) {
    return (unsigned)gr_set_count(set & (gr_set_of(sq) - 1));
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

/* What there is of each kind, by White's and Black's numbers. */
static void put_counts(const GrSignatureMaker *o, const uint8_t *count, uint8_t *out) {
    for (unsigned kind = 0; kind < o->variant.kinds; kind++) {
        unsigned white = count[2 * kind], black = count[2 * kind + 1];
        white = white < GR_SIGNATURE_MANY ? white : GR_SIGNATURE_MANY;
        black = black < GR_SIGNATURE_MANY ? black : GR_SIGNATURE_MANY;
        out[kind] = (uint8_t)(white + GR_SIGNATURE_SIDE * black);
    }
}

/* The first position that is recorded. */
static void begin_material(GrSignatureMaker *o) {
    o->few = o->looks = true;
    o->few_at = o->ply;
    for (unsigned c = 0; c < 2 * o->variant.kinds; c++)
        o->full |= o->count[c] > GR_SIGNATURE_MANY;
    put_counts(o, o->count, o->kind);
}

/* One before it. */
static void note_bounds(GrSignatureMaker *o) {
    for (unsigned c = 0; c < 2 * o->variant.kinds; c++) {
        uint8_t count = o->count[c];
        o->least[c] = o->bounded && o->least[c] < count ? o->least[c] : count;
        o->most[c] = o->bounded && o->most[c] > count ? o->most[c] : count;
    }
    o->bounded = true;
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
    if (!o->few && (o->pieces <= o->variant.few || (o->promotions && o->variant.shrinks)))
        begin_material(o);
    else if (!o->few && o->bounds)
        note_bounds(o);
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

unsigned gr_signature_put_ply(uint32_t plies, uint8_t *out) {
    unsigned len = 0;
    for (; plies >= GR_SIGNATURE_STRIDE; plies -= GR_SIGNATURE_STRIDE)
        out[len++] = GR_SIGNATURE_STRIDE;
    out[len++] = (uint8_t)plies;
    return len;
}

/* Events up to a 0. */
static unsigned put_events(const uint8_t *event, unsigned events, uint8_t *out) {
    memcpy(out, event, events);
    out[events] = 0;
    return events + 1;
}

/* How many plies after `from`, and after each other, events came; and then the last position. */
static unsigned put_plies(const uint16_t *at, unsigned events, uint32_t from, uint32_t last, uint8_t *out) {
    unsigned len = 0;
    for (unsigned i = 0; i < events; from = at[i++])
        len += gr_signature_put_ply(at[i] - from, out + len);
    return len + gr_signature_put_ply(last - from, out + len);
}

/* What there is in a game's last position. */
static void count_last(const GrSignatureMaker *o, const GrPosition *last, uint8_t *out) {
    uint8_t count[2 * GR_SIGNATURE_KINDS];
    for (unsigned c = 0; c < 2 * o->variant.kinds; c++)
        count[c] = (uint8_t)gr_set_count(last->type[2 + c / 2] & last->side[c % 2]);
    put_counts(o, count, out);
}

/* What is recorded behind the squares. */
static unsigned put_material(const GrSignatureMaker *o, const GrPosition *last, uint8_t *out) {
    const unsigned kinds = o->variant.kinds;
    static const uint8_t none[2 * GR_SIGNATURE_KINDS];
    unsigned len = 0;
    out[len++] = (uint8_t)kinds;
    if (o->few)
        memcpy(out + len, o->kind, kinds);
    else
        count_last(o, last, out + len);
    len += kinds;
    if (o->traits & GR_TRAIT_GREW) {
        put_counts(o, o->bounded ? o->least : none, out + len);
        put_counts(o, o->bounded ? o->most : none, out + len + kinds);
        len += 2 * kinds;
    }
    const bool promoted = o->traits & GR_TRAIT_PROMOTED;
    len += promoted ? put_events(o->promotion, o->promotions, out + len) : 0;
    len += o->few ? put_events(o->event, o->events, out + len) : 0;
    len += promoted ? put_plies(o->promoted_at, o->promotions, 0, o->ply, out + len) : 0;
    if (!o->few)
        return len;
    len += gr_signature_put_ply(o->few_at, out + len);
    return len + put_plies(o->at, o->events, o->few_at, o->ply, out + len);
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
        if (traits != GR_TRAIT_UNKNOWN)
            out[len++] = 0;
    } else {
        memcpy(out + len, o->square, o->squares);
        len += o->squares;
        out[len++] = GR_SIGNATURE_END;
        len += put_material(o, last, out + len);
    }
    return gr_signature_ends(traits) ? len + gr_signature_put_ply(o->ply, out + len) : len;
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
