/* Which games may have a position, by their signatures. */
#include <stdlib.h>
#include <string.h>

#include "db/store/internal.h"
#include "db/index/signatures.h"
#include "db/codec/postings.h"

/* What is asked, in the terms of signatures. Home squares are bits, in the order of squares.
 * Numbers of pieces stand in one number, BITS of it for each side's of each kind. Where one should
 * run over into the next, or two of many kinds share their bits, two different ones may look alike,
 * but never one and the same different. */
enum { BITS = 5, MOST_SQUARES = 64, FIRSTS = 16 };
typedef enum Stance { UNKNOWN, OTHER, THE_ONE } Stance;

typedef struct Question {
    const GrDb *db;
    const GrRules *rules;
    uint32_t variant;      /* number of the variant asked about last, and what is known so: */
    Stance stance;
    uint64_t all, home;    /* home squares; those that are as at the start in the position */
    unsigned gone;         /* how many are not; */
    bool lasts;            /* and these are gone for good */
    bool few;              /* material is recorded of positions with so few pieces */
    GrSet material;
    uint8_t first[FIRSTS][FIRSTS]; /* if two events are enough: what a game's first two bytes say (ask_pairs) */
} Question;

/* Pieces, as they count: of the kind c / 2, Black's if c is odd. */
static inline GrSet counted(unsigned pieces, unsigned c) {
    return (GrSet)pieces << BITS * c % 128;
}

/* Where there are more of them, they are not asked about. */
static uint64_t home_bits(GrSet all, GrSet home) {
    uint64_t bits = 0;
    if (gr_set_count(all) > MOST_SQUARES)
        return 0;
    for (unsigned n = 0; all; n++)
        bits |= (uint64_t)gr_set_has(home, gr_set_pop(&all)) << n;
    return bits;
}

static Question question_of(const GrDb *db, const GrPosition *pos) {
    GrSignatureVariant v = {.rules = NULL};
    gr_signature_variant(&v, pos->rules);
    GrSet all = v.home[0] | v.home[1];
    Question q = {.db = db, .rules = pos->rules, .all = home_bits(all, all),
                  .home = home_bits(all, gr_signature_home(&v, pos)),
                  .lasts = v.lasts, .few = gr_signature_pieces(pos) <= v.few};
    q.gone = (unsigned)__builtin_popcountll(q.all & ~q.home);
    for (unsigned c = 0; c < 2 * v.kinds; c++)
        q.material += counted((unsigned)gr_set_count(pos->type[2 + c / 2] & pos->side[c % 2]), c);
    return q;
}

/* The nth bit of a set; all of them stand for there being none. */
static inline uint64_t nth(uint64_t set, unsigned n) {
    for (; n; n--)
        set &= set - 1;
    return set ? set & -set : ~(uint64_t)0;
}

/* Does a game's way along the home squares come to the position? *at is behind its end then. Where
 * no game has a piece come back, what has left too early is gone for good. */
static bool squares_fit(const Question *q, const uint8_t **at, bool returns) {
    const uint8_t *byte = *at;
    uint64_t home = q->all;
    bool fits = home == q->home, hope = !fits;
    for (; hope && *byte >= GR_SIGNATURE_LEFT; byte++) {
        home ^= *byte < GR_SIGNATURE_BACK ? nth(home, *byte - (unsigned)GR_SIGNATURE_LEFT)
                                        : nth(q->all & ~home, *byte - (unsigned)GR_SIGNATURE_BACK);
        fits = home == q->home;
        hope = !fits && (returns || !(q->home & ~home));
    }
    byte = gr_signature_squares_end(byte);
    *at = byte + 1;
    return fits || *byte == GR_SIGNATURE_ANY;
}

/* The same of material, from the game's counts and events. */
static bool material_fits(const Question *q, const GrSignatureParts *parts) {
    const uint8_t *event = parts->event;
    GrSet material = 0;
    for (uint32_t kind = 0; kind < parts->kinds; kind++) {
        unsigned both = gr_signature_count(parts, kind), side = GR_SIGNATURE_SIDE;
        material += counted(both % side, 2 * kind) + counted(both / side, 2 * kind + 1);
    }
    bool fits = material == q->material;
    for (uint32_t n = 0; n < parts->events && !fits; n++, event++) {
        bool more = *event >= GR_SIGNATURE_MORE;
        GrSet one = counted(1, *event - (more ? (unsigned)GR_SIGNATURE_MORE : 1u));
        material += more ? one : -one;
        fits = material == q->material;
    }
    return fits;
}

/* Games of variants that this program does not know are searched, so that they are reported. */
static Stance stance_on(Question *q, uint32_t variant) {
    if (variant == q->variant)
        return q->stance;
    const char *name = gr_intern_get(&q->db->catalog.variants, variant);
    const GrRules *rules = name ? gr_variants_find(q->db->variants, name) : NULL;
    q->variant = variant;
    q->stance = !rules ? UNKNOWN : rules == q->rules ? THE_ONE : OTHER;
    return q->stance;
}

/* Which games of a row may have the position, by home squares, and which of them have material.
 * False if the bytes have no sense. */
static bool ask_squares(Question *q, const GrSignatures *signatures, bool *may,
                        bool *by_material) {
    const uint8_t *at = signatures->part[GR_SIGNED_SQUARES].at, *end = signatures->part[GR_SIGNED_SQUARES].end;
    unsigned char all = 0;
    if (at == end || end[-1] >= GR_SIGNATURE_LEFT)
        return !signatures->games;
    for (const uint8_t *byte = at; byte < end; byte++)
        all |= *byte;
    for (uint32_t i = 0; i < signatures->games; i++) {
        if (at == end)
            return false;
        Stance stance = stance_on(q, signatures->variant[i]);
        may[i] = squares_fit(q, &at, all >= GR_SIGNATURE_BACK);
        may[i] = stance == THE_ONE ? may[i] : stance == UNKNOWN;
        by_material[i] = signatures->part[GR_SIGNED_TRAITS].at[i] & GR_TRAIT_FEW;
        if (q->few && !by_material[i] && at[-1] != GR_SIGNATURE_ANY && stance == THE_ONE)
            may[i] = false;
    }
    return true;
}

/* The same by material, of those that are left. */
static bool ask_material(Question *q, const GrSignatures *signatures, bool *may,
                         const bool *by_material) {
    GrSignatureCursor cursor = gr_signatures_begin(signatures);
    for (uint32_t i = 0; i < signatures->games; i++) {
        GrSignatureParts parts;
        if (!gr_signatures_next(&cursor, &parts))
            return false;
        if (may[i] && by_material[i] && stance_on(q, signatures->variant[i]) == THE_ONE)
            may[i] = parts.event && material_fits(q, &parts);
    }
    return true;
}

/* Are all games of the row of the variant in question? */
static bool is_all_the_one(Question *q, const GrSignatures *signatures) {
    uint32_t others = 0, first = signatures->variant[0];
    for (uint32_t i = 0; i < signatures->games; i++)
        others |= signatures->variant[i] ^ first;
    return signatures->games && !others && stance_on(q, first) == THE_ONE;
}

/* As many events as home squares are gone must have brought a game to the position. */
static unsigned ask_first(void *context, const GrSignatures *signatures) {
    Question *q = context;
    bool fits = q->lasts && !q->few && q->gone && is_all_the_one(q, signatures);
    unsigned parts = gr_signature_gone(q->gone - 1) - GR_SIGNED_GONE + 1;
    return fits && GR_SIGNED_GONE + parts < GR_SIGNED_PARTS ? parts : 0; /* of the last one games have many bytes */
}

/* Does a game come to the position, by its bytes in the parts that were unpacked? Takes two of each, as far as it
 * goes. */
static inline bool comes_to(const Question *q, GrInput *part, unsigned parts) {
    uint64_t home = q->all;
    bool fits = false, hope = true;
    for (unsigned n = 0; n < 2 * parts; n++) {
        unsigned byte = gr_input_u8(&part[n / 2]);
        if (byte < GR_SIGNATURE_LEFT)
            return fits || byte == GR_SIGNATURE_ANY;
        if (!hope)
            continue;
        home ^= nth(home, byte - GR_SIGNATURE_LEFT);
        fits |= home == q->home;
        hope = !fits && !(q->home & ~home);
    }
    return fits;
}

/* How many of its first two bytes a game takes, and, above that, whether it comes to the position. */
static void know_pairs(Question *q) {
    for (unsigned first = 0; first < FIRSTS; first++)
        for (unsigned second = 0; second < FIRSTS; second++) {
            const uint8_t bytes[2] = {(uint8_t)first, (uint8_t)second};
            GrInput in = gr_input(bytes, sizeof bytes);
            bool comes = comes_to(q, &in, 1);
            q->first[first][second] = (uint8_t)(sizeof bytes - gr_input_left(&in) + 4 * comes);
        }
}

/* The same by a table, where two bytes of a game are enough. */
static void ask_pairs(const Question *q, const GrSignatures *signatures, GrInput *part, bool *may) {
    const uint8_t *at = part->at, *end = part->end;
    uint32_t i = 0;
    for (; i < signatures->games && end - at >= 2; i++) {
        unsigned said = q->first[at[0] % FIRSTS][at[1] % FIRSTS];
        may[i] = said / 4;
        at += said % 4;
    }
    part->at = at;
    for (; i < signatures->games; i++)
        may[i] = comes_to(q, part, 1);
}

static bool ask_first_row(const Question *q, const GrSignatures *signatures, bool *may) {
    enum { PARTS = GR_SIGNED_PARTS - GR_SIGNED_GONE };
    GrInput part[PARTS];
    unsigned parts = (q->gone + 1) / 2, high = 0;
    bool sound = true;
    memcpy(part, &signatures->part[GR_SIGNED_GONE], sizeof part);
    for (unsigned n = 0; n < parts; n++)
        for (const uint8_t *byte = part[n].at; byte < part[n].end; byte++)
            high |= *byte;
    if (high >= GR_SIGNATURE_BACK)
        return false;
    if (parts == 1 && high < FIRSTS)
        ask_pairs(q, signatures, part, may);
    else
        for (uint32_t i = 0; i < signatures->games; i++)
            may[i] = comes_to(q, part, parts);
    for (unsigned n = 0; n < parts; n++)
        sound &= !part[n].bad && !gr_input_left(&part[n]);
    return sound;
}

static unsigned ask_traits(void *context, const GrSignatures *signatures, bool *may) {
    const Question *q = context;
    (void)signatures, (void)may;
    return q->few ? GR_SIGNATURES_ALL : GR_SIGNATURES_SQUARES;
}

/* Asks a row about the position. */
static bool ask_row(void *context, const GrSignatures *signatures, bool *may) {
    Question *q = context;
    bool by_material[GR_BLOCK_GAMES];
    if (signatures->opened)
        return ask_first_row(q, signatures, may);
    return ask_squares(q, signatures, may, by_material) &&
           (!q->few || ask_material(q, signatures, may, by_material));
}

/* Which of the 64 games behind the first n are in the set, of single games? Bits. */
static uint64_t get_games(const GrGameSet *set, int64_t n) {
    unsigned shift = (unsigned)(n % 64);
    uint64_t bits = n < set->groups ? set->word[n / 64] >> shift : 0;
    if (shift && n + 64 - shift < set->groups)
        bits |= set->word[n / 64 + 1] << (64 - shift);
    return bits;
}

/* Takes those of them out whose bit is not set. */
static void keep_games(GrGameSet *set, int64_t n, uint64_t bits) {
    unsigned shift = (unsigned)(n % 64);
    uint64_t gone = get_games(set, n) & ~bits;
    set->count -= (uint64_t)__builtin_popcountll(gone);
    if (gone << shift)
        set->word[n / 64] &= ~(gone << shift);
    if (shift && gone >> (64 - shift))
        set->word[n / 64 + 1] &= ~(gone >> (64 - shift));
}

/* Eight bools as bits. */
static inline uint64_t eight(const bool *may) {
    uint64_t bits = 0;
    for (unsigned k = 0; k < 8; k++)
        bits |= (uint64_t)may[k] << 8 * k;
    return bits * 0x0102040810204080 >> 56;
}

static void keep_in(const GrSignatures *signatures, const bool *may, GrGameSet *set) {
    for (uint32_t i = 0; i < signatures->games; i += 64) {
        uint32_t left = signatures->games - i;
        uint64_t bits = left < 64 ? UINT64_MAX << left : 0; /* games behind the row are none of its */
        for (uint32_t k = 0; k < 64; k += 8)
            bits |= eight(may + i + k) << k;
        keep_games(set, signatures->first - 1 + i, bits);
    }
}

/* Which games of the block are in the set, of single games? False if none is. */
static bool mark_games(const GrGameSet *set, int64_t first, bool *may) {
    bool any = false;
    for (uint32_t i = 0; i < GR_BLOCK_GAMES; i += 64) {
        uint64_t bits = first > 0 ? get_games(set, first - 1 + i) : 0;
        any |= bits != 0;
        if (bits == 0 || bits == UINT64_MAX)
            memset(may + i, bits != 0, 64);
        else
            for (uint32_t k = 0; k < 64; k++)
                may[i + k] = bits >> k & 1;
    }
    return any;
}

/* Unpacks of a row what is needed. */
static int unpack(const GrSignatureAsk *ask, GrSignatures *signatures, bool *may, GrError *why) {
    unsigned first = ask->first ? ask->first(ask->context, signatures) : 0;
    if (first)
        return gr_signatures_unpack_first(signatures, first, why);
    int code = gr_signatures_unpack(signatures, 0, why);
    return code ? code : gr_signatures_unpack(signatures, ask->traits(ask->context, signatures, may), why);
}

static int ask_rows(GrDb *db, const GrSignatureAsk *ask, GrSignatures *signatures, GrGameSet *set,
                    GrError *error) {
    bool may[GR_BLOCK_GAMES];
    sqlite3_stmt *stmt;
    int row = 0, code = gr_sql(&db->sql, GR_SQL_ALL_SIGNATURES, &stmt, error);
    while (!code && (row = gr_sql_row(&db->sql, stmt, error)) > 0) {
        size_t len;
        GrError why;
        if (!mark_games(set, sqlite3_column_int64(stmt, 0), may))
            continue;
        const void *bytes = gr_sql_blob(stmt, 1, &len);
        int unread = gr_signatures_open(signatures, sqlite3_column_int64(stmt, 0), bytes, len, &why);
        if (!unread)
            unread = unpack(ask, signatures, may, &why);
        if (!unread && ask->row(ask->context, signatures, may))
            keep_in(signatures, may, set);
        else if (unread == GR_ERR_MEMORY)
            code = gr_fail(error, why.code, "%s", why.text);
    }
    if (stmt)
        sqlite3_reset(stmt);
    return code ? code : row < 0 ? row : 0;
}

/* Makes *set one of single games: of the same ones. */
static int single_out(GrDb *db, GrGameSet *set, GrError *error) {
    int64_t last = gr_db_last(db, error);
    if (last < 0)
        return (int)last;
    GrGameSet single = {.groups = last};
    single.word = calloc((size_t)last / 64 + 1, sizeof *single.word);
    if (!single.word)
        return gr_no_memory(error);
    for (int64_t n = 0; n < last && !set->word; n += 64) {
        uint64_t games = last - n < 64 ? (1ull << (last - n)) - 1 : UINT64_MAX;
        single.word[n / 64] = games;
        single.count += (uint64_t)__builtin_popcountll(games);
    }
    for (int64_t id = 1; set->word && id <= last && (id = gr_game_set_next(set, id)) != 0 && id <= last; id++) {
        single.word[(id - 1) / 64] |= 1ull << (id - 1) % 64;
        single.count++;
    }
    gr_game_set_free(set);
    *set = single;
    return 0;
}

int gr_signatures_ask(GrDb *db, const GrSignatureAsk *ask, GrGameSet *set, GrError *error) {
    int code = gr_db_refresh(db, error);
    if (!code)
        code = gr_db_flush(db, error);
    if (code)
        return code;
    GrSignatures *signatures = malloc(sizeof *signatures);
    if (!signatures)
        return gr_no_memory(error);
    gr_signatures_init(signatures);
    code = set->word && !set->shift ? 0 : single_out(db, set, error);
    if (!code)
        code = ask_rows(db, ask, signatures, set, error);
    gr_signatures_free(signatures);
    free(signatures);
    return code;
}

/* Does the position fit whatever is recorded of the database's games? It does if its home squares are as at the start,
 * where what is recorded of a game begins, and there is no other variant. */
static bool fits_any(Question *q) {
    return q->home == q->all && !q->few && q->db->catalog.variants.top == 1 && stance_on(q, 1) == THE_ONE;
}

int gr_signatures_narrow(GrDb *db, const GrPosition *pos, GrGameSet *set, GrError *error) {
    enum { WORTH_IT = 4096 }; /* games that an index does not know */
    if (set->word && set->unasked < WORTH_IT)
        return 0;
    int code = gr_db_refresh(db, error);
    if (code)
        return code;
    Question q = question_of(db, pos);
    if (fits_any(&q))
        return 0;
    know_pairs(&q);
    const GrSignatureAsk ask = {.context = &q, .first = ask_first, .traits = ask_traits, .row = ask_row};
    return gr_signatures_ask(db, &ask, set, error);
}
