/* What a network sees of a position. */
#include "analysis/engine/features.h"

#include <string.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

/* The blocks, in order. */
enum {
    OWN = 0,                      /* by type - 1 */
    ENEMY = GR_MAX_TYPES,
    HOLES = 2 * GR_MAX_TYPES,
    MARKS = HOLES + 1,            /* by mark, own and enemy */
    OTHERS = MARKS + 2 * GR_EXTRA /* then GR_DANGER: own types, enemy types */
};

/* Features of the block of others. */
enum {
    RIGHTS = 0,            /* enemy, order, reversed */
    HELD = RIGHTS + 2 * 8 * 2,
    HELD_VALUES = 15,
    HELD_PLACES = 8,
    DUE = HELD + 2 * HELD_PLACES * HELD_VALUES,
    OTHER_FEATURES = DUE + 2
};

static bool is_upper(char letter) {
    return letter >= 'A' && letter <= 'Z';
}

static void order_rights(GrFeatures *f) {
    const char *letters = f->variant->rights;
    for (int i = 0; i < 8 && letters && letters[i]; i++) {
        f->black[i] = !is_upper(letters[i]);
        for (int before = 0; before < i; before++)
            f->order[i] = (uint8_t)(f->order[i] + (f->black[before] == f->black[i]));
    }
}

int gr_features_in_block(const GrFeatures *f, int block) {
    if (block == GR_DANGER)
        return 2 * f->variant->types * f->squares;
    return block == OTHERS ? OTHER_FEATURES : f->squares;
}

int gr_features_zones(const GrFeatures *f, int block) {
    return block < HOLES ? f->zones : 1;
}

/* The first feature of a block of pieces in a zone. */
static uint16_t in_zone(const GrFeatures *f, int block, int zone) {
    uint16_t first = f->block[block];
    return first == GR_NO_FEATURE ? first : (uint16_t)(first + zone * f->zone_size);
}

static void know_codes(GrFeatures *f, int zone) {
    for (int viewer = 0; viewer < 2; viewer++) {
        uint16_t *of_code = f->of_code[zone][viewer];
        for (int code = 0; code < GR_FEATURE_CODES; code++)
            of_code[code] = GR_NO_FEATURE;
        for (int type = 1; type < GR_MAX_TYPES; type++) {
            of_code[gr_piece(viewer, type)] = in_zone(f, OWN + type - 1, zone);
            of_code[gr_piece(!viewer, type)] = in_zone(f, ENEMY + type - 1, zone);
        }
        of_code[GR_HOLE] = f->block[HOLES];
    }
}

static void know_danger(GrFeatures *f) {
    for (int viewer = 0; viewer < 2; viewer++)
        for (int code = 0; code < GR_FEATURE_CODES; code++)
            f->danger_of[viewer][code] = GR_NO_FEATURE;
    for (int viewer = 0; viewer < 2 && gr_features_have_danger(f); viewer++)
        for (int type = 1; type <= f->variant->types; type++)
            for (int enemy = 0; enemy < 2; enemy++)
                f->danger_of[viewer][gr_piece(viewer ^ enemy, type)] =
                    (uint16_t)(f->block[GR_DANGER] + (enemy * f->variant->types + type - 1) * f->squares);
}

/* Blocks are numbered in order, those of pieces once for each zone. */
static void number_blocks(GrFeatures *f, uint64_t blocks) {
    for (int b = 0; b < GR_FEATURE_BLOCKS; b++) {
        bool is_type = b < HOLES, there = blocks >> gr_feature_bit(b) & 1;
        f->block[b] = GR_NO_FEATURE;
        if (b == HOLES) {
            f->zone_size = f->count;
            f->count = (uint16_t)(f->count * f->zones);
        }
        if (!there || (is_type && b % GR_MAX_TYPES >= f->variant->types))
            continue;
        f->block[b] = f->count;
        f->marked |= b >= MARKS && b < OTHERS;
        f->count = (uint16_t)(f->count + gr_features_in_block(f, b));
    }
}

static void know_squares(GrFeatures *f) {
    const GrVariant *variant = f->variant;
    for (int sq = 0; sq < f->squares; sq++) {
        int file = sq % variant->files, rank = sq / variant->files;
        if (file < variant->files / 2)
            f->left |= gr_set_of(sq);
        if (f->zones > 1)
            f->zone[sq] = rank >= 2 ? 2 : 4 * file < 3 * variant->files;
        for (int way = 0; way < 4; way++) {
            int to_file = way & 1 ? variant->files - 1 - file : file;
            int to_rank = way & 2 && !variant->abreast ? variant->ranks - 1 - rank : rank;
            f->turned[way][sq] = (uint8_t)gr_square(variant, to_file, to_rank);
        }
    }
}

void gr_features_make(GrFeatures *f, const GrVariant *variant, uint64_t blocks, int zones) {
    memset(f, 0, sizeof *f);
    f->variant = variant;
    f->squares = gr_squares(variant);
    f->zones = zones;
    number_blocks(f, blocks);
    know_squares(f);
    order_rights(f);
    for (int zone = 0; zone < zones; zone++)
        know_codes(f, zone);
    know_danger(f);
}

int gr_features_frame(const GrFeatures *f, const GrPosition *pos, int side) {
    GrSet king = pos->type[GR_KING] & pos->side[side];
    if (!king)
        return 0;
    int at = gr_set_first(king), reversed = gr_set_has(f->left, at);
    return 2 * f->zone[f->turned[2 * (side == GR_BLACK) + reversed][at]] + reversed;
}

/* ---- pieces and holes ---- */

/* Adds the feature of what stands on a square, if anything counts there. */
static inline void put(const uint16_t *of_code, const uint8_t *turned, int code, int sq, uint16_t *out, int *count) {
    uint16_t first = of_code[code];
    out[*count] = (uint16_t)(first + turned[sq]);
    *count += first != GR_NO_FEATURE;
}

#if defined(__AVX2__)
enum { COMPARED = 16 }; /* at a time; boards have room for as many */

/* The squares of some where two boards differ, as bits. */
static inline uint64_t differ_at(const uint8_t *a, const uint8_t *b) {
    __m128i ours = _mm_loadu_si128((const __m128i *)(const void *)a);
    __m128i others = _mm_loadu_si128((const __m128i *)(const void *)b);
    return 0xffff & ~(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(ours, others));
}
#else
enum { COMPARED = 8 };

/* Eight squares, the first one lowest: compilers make one load of it, if it is no loop. */
static inline uint64_t eight_of(const uint8_t *b) {
    uint64_t low = b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24;
    return low | (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
}

static inline uint64_t differ_at(const uint8_t *a, const uint8_t *b) {
    uint64_t differ = eight_of(a) ^ eight_of(b), bits = 0;
    while (differ) {
        int n = __builtin_ctzll(differ) / 8;
        differ &= ~(UINT64_C(255) << 8 * n);
        bits |= UINT64_C(1) << n;
    }
    return bits;
}
#endif

static void place(const GrPosition *pos, GrSet squares, GrPlaced *placed) {
    int count = 0;
    while (squares) {
        int sq = gr_set_pop(&squares);
        placed->sq[count] = (uint8_t)sq;
        placed->code[count++] = pos->board[sq];
    }
    placed->count = count;
}

/* Most pieces that are in danger were so before: these are left out of both. */
static void differ_in_danger(const GrPosition *from, const GrDanger *before, const GrPosition *to,
                             const GrDanger *after, GrSet changed, GrDifference *difference) {
    GrSet was = before->of[GR_WHITE] | before->of[GR_BLACK], is = after->of[GR_WHITE] | after->of[GR_BLACK];
    place(from, was & (changed | ~is), &difference->saved);
    place(to, is & (changed | ~was), &difference->endangered);
}

void gr_features_differ(const GrFeatures *f, const GrPosition *from, const GrDanger *before, const GrPosition *to,
                        const GrDanger *after, GrDifference *difference) {
    uint8_t *sq = difference->sq;
    int count = 0;
    GrSet changed = 0;
    for (int at = 0; at < f->squares; at += COMPARED) {
        uint64_t differ = differ_at(from->board + at, to->board + at);
        changed |= (GrSet)differ << at;
        for (; differ; differ &= differ - 1)
            sq[count++] = (uint8_t)(at + __builtin_ctzll(differ));
    }
    difference->count = count;
    if (gr_features_have_danger(f))
        differ_in_danger(from, before, to, after, changed, difference);
}

static void put_set(const uint8_t *turned, uint16_t first, GrSet set, uint16_t *out, int *count) {
    while (set)
        out[(*count)++] = (uint16_t)(first + turned[gr_set_pop(&set)]);
}

static void compare_marks(const GrFeatures *f, const GrPosition *from, const GrPosition *to, int side,
                          const uint8_t *turned, GrFeatureChange *change) {
    if (!f->marked)
        return;
    for (int mark = 0; mark < GR_EXTRA; mark++)
        for (int enemy = 0; enemy < 2; enemy++) {
            uint16_t first = f->block[MARKS + 2 * mark + enemy];
            if (first == GR_NO_FEATURE)
                continue;
            GrSet before = from->extra[mark] & from->side[side ^ enemy];
            GrSet after = to->extra[mark] & to->side[side ^ enemy];
            put_set(turned, first, before & ~after, change->drop, &change->gone);
            put_set(turned, first, after & ~before, change->add, &change->added);
        }
}

/* ---- pieces in danger ---- */

void gr_features_danger(const GrFeatures *f, const GrPosition *pos, const GrPosition *from, const GrDanger *known,
                        GrDanger *danger) {
    if (gr_features_have_danger(f))
        gr_in_danger(pos, f->lesser, from, known, danger);
}

static void compare_danger(const GrFeatures *f, const GrDifference *difference, int side, const uint8_t *turned,
                           GrFeatureChange *change) {
    const GrPlaced *saved = &difference->saved, *endangered = &difference->endangered;
    const uint16_t *of_code = f->danger_of[side];
    for (int i = 0; i < saved->count; i++)
        put(of_code, turned, saved->code[i], saved->sq[i], change->drop, &change->gone);
    for (int i = 0; i < endangered->count; i++)
        put(of_code, turned, endangered->code[i], endangered->sq[i], change->add, &change->added);
}

/* ---- the rest ---- */

static void list_rights(const GrFeatures *f, const GrPosition *pos, int side, bool reversed,
                        uint16_t *out, int *count) {
    uint16_t first = f->block[OTHERS];
    for (unsigned left = gr_rights_held(pos); left; left &= left - 1) {
        int right = __builtin_ctz(left), enemy = (int)f->black[right] != side;
        out[(*count)++] = (uint16_t)(first + RIGHTS + (enemy * 8 + f->order[right]) * 2 + reversed);
    }
}

static void put_held(const GrFeatures *f, int enemy, int place, int value, uint16_t *out, int *count) {
    value = value < HELD_VALUES ? value : HELD_VALUES;
    if (value)
        out[(*count)++] =
            (uint16_t)(f->block[OTHERS] + HELD + (enemy * HELD_PLACES + place) * HELD_VALUES + value - 1);
}

/* Bytes of the pocket, then pieces in hand by type. */
static void list_held(const GrFeatures *f, const GrPosition *pos, int side, uint16_t *out, int *count) {
    int places = f->variant->pockets;
    for (int enemy = 0; enemy < 2; enemy++) {
        for (int place = 0; place < places; place++)
            put_held(f, enemy, place, pos->pocket[(side ^ enemy) * places + place], out, count);
        for (int type = 2; f->variant->hands && type <= f->variant->types && places + type - 2 < HELD_PLACES; type++)
            put_held(f, enemy, places + type - 2, gr_in_hand(pos, side ^ enemy, type), out, count);
    }
}

bool gr_features_is_right(const GrFeatures *f, int feature, bool *enemy) {
    int at = f->block[OTHERS] == GR_NO_FEATURE ? -1 : feature - f->block[OTHERS] - RIGHTS;
    *enemy = at >= 16;
    return at >= 0 && at < HELD - RIGHTS;
}

bool gr_features_is_held(const GrFeatures *f, int feature, bool *enemy, int *type, int *number) {
    int at = f->block[OTHERS] == GR_NO_FEATURE ? -1 : feature - f->block[OTHERS] - HELD;
    if (at < 0 || at >= DUE - HELD || !f->variant->hands)
        return false;
    int place = at / HELD_VALUES % HELD_PLACES;
    *enemy = at >= HELD_PLACES * HELD_VALUES;
    *type = place - f->variant->pockets + 2;
    *number = at % HELD_VALUES + 1;
    return place >= f->variant->pockets && *type <= f->variant->types;
}

static int list_others(const GrFeatures *f, const GrPosition *pos, int side, bool reversed,
                       uint16_t *out) {
    int count = 0;
    if (f->block[OTHERS] == GR_NO_FEATURE)
        return 0;
    list_rights(f, pos, side, reversed, out, &count);
    list_held(f, pos, side, out, &count);
    if (pos->pending)
        out[count++] = (uint16_t)(f->block[OTHERS] + DUE + (pos->turn != side));
    return count;
}

static void compare_others(const GrFeatures *f, const GrPosition *from, const GrPosition *to, int side,
                           bool reversed, GrFeatureChange *change) {
    if (from->rights == to->rights && from->pending == to->pending &&
        (from->pending == 0 || from->turn == to->turn) &&
        gr_same_beside(from, to))
        return;
    change->gone += list_others(f, from, side, reversed, change->drop + change->gone);
    change->added += list_others(f, to, side, reversed, change->add + change->added);
}

void gr_features_compare(const GrFeatures *f, const GrPosition *from, const GrPosition *to,
                         const GrDifference *difference, int side, int frame, GrFeatureChange *change) {
    const bool reversed = frame & 1;
    const uint16_t *of_code = f->of_code[frame >> 1][side];
    const uint8_t *turned = f->turned[2 * (side == GR_BLACK) + reversed];
    int added = 0, gone = 0;
    const uint8_t *sq = difference->sq;
    for (int i = 0; i < difference->count; i++) {
        put(of_code, turned, from->board[sq[i]], sq[i], change->drop, &gone);
        put(of_code, turned, to->board[sq[i]], sq[i], change->add, &added);
    }
    change->added = added;
    change->gone = gone;
    compare_marks(f, from, to, side, turned, change);
    compare_others(f, from, to, side, reversed, change);
    if (gr_features_have_danger(f))
        compare_danger(f, difference, side, turned, change);
}

int gr_features_list(const GrFeatures *f, const GrPosition *pos, int side,
                     uint16_t out[GR_FEATURES_MOST]) {
    const GrPosition nothing = {.rules = pos->rules};
    GrFeatureChange change;
    const GrDanger none = {.of = {0, 0}};
    GrDanger danger;
    GrDifference difference;
    gr_features_danger(f, pos, NULL, NULL, &danger);
    gr_features_differ(f, &nothing, &none, pos, &danger, &difference);
    gr_features_compare(f, &nothing, pos, &difference, side, gr_features_frame(f, pos, side), &change);
    memcpy(out, change.add, (size_t)change.added * sizeof *out);
    return change.added;
}
