/* Rows of signatures, unpacked as far as is asked for. */
#include <stdlib.h>
#include <string.h>

#include "db/codec/column.h"
#include "db/codec/inflate.h"
#include "db/codec/integrity.h"
#include "db/store/signature_row.h"

void gr_signatures_init(GrSignatures *signatures) {
    *signatures = (GrSignatures){.first = 0};
}

void gr_signatures_free(GrSignatures *signatures) {
    for (unsigned i = 0; i <= GR_SIGNATURE_CHUNKS; i++)
        free(signatures->room[i]);
    gr_inflater_free(signatures->inflater);
    gr_signatures_init(signatures);
}

/* ---- chunks ---- */

/* A chunk of a row: its parts, and what it is unpacked for; 0: for anything. */
typedef struct Chunk {
    GrSignaturePart part;
    unsigned parts, wanted;
} Chunk;

static const Chunk layout[GR_SIGNATURE_CHUNKS] = {
    {GR_SIGNED_TRAITS, 1, 0},
    {GR_SIGNED_ENDS, 1, 0},
    {GR_SIGNED_GONE, GR_SIGNED_PARTS - GR_SIGNED_GONE, GR_SIGNATURES_SQUARES},
    {GR_SIGNED_COUNTS, GR_SIGNED_OTHERS - GR_SIGNED_COUNTS, GR_SIGNATURES_PLAIN},
    {GR_SIGNED_OTHERS, GR_SIGNED_GONE - GR_SIGNED_OTHERS, GR_SIGNATURES_OTHERS},
};

static uint8_t *make_room(GrSignatures *o, unsigned n, size_t len) {
    if (len > o->cap[n]) {
        uint8_t *grown = realloc(o->room[n], len);
        o->failed |= !grown;
        if (!grown)
            return NULL;
        o->room[n] = grown;
        o->cap[n] = len;
    }
    return o->room[n];
}

/* All parts of a chunk, which are `all` bytes together; gr_signature_squares_end and join_at_once read a few more. */
static bool inflate_chunk(GrSignatures *o, unsigned n, const GrInput *in, size_t all, bool whole) {
    uint8_t *out = make_room(o, n, all + GR_INFLATE_SPARE);
    if (!o->inflater)
        o->inflater = gr_inflater_new();
    o->failed |= !o->inflater;
    if (o->failed)
        return false;
    return whole ? gr_inflate_whole(o->inflater, in->at, gr_input_left(in), false, out, all, &o->failed)
                 : gr_inflate_first(o->inflater, in->at, gr_input_left(in), out, all, &o->failed);
}

/* The first parts of a chunk. None is longer than signatures of all games of the row could be. */
static bool load_chunk(GrSignatures *o, unsigned n, const Chunk *chunk, unsigned parts) {
    GrInput in = o->chunk[n];
    uint32_t len[GR_SIGNED_PARTS];
    size_t all = 0;
    for (unsigned i = 0; i < chunk->parts; i++) {
        len[i] = gr_input_bounded(&in, o->games * GR_SIGNATURE_SIZE);
        all += i < parts ? len[i] : 0;
    }
    if (in.bad || !inflate_chunk(o, n, &in, all, parts == chunk->parts))
        return false;
    const uint8_t *at = o->room[n];
    for (unsigned i = 0; i < parts; at += len[i++])
        o->part[chunk->part + i] = gr_input(at, len[i]);
    return true;
}

/* The parts that the squares of a row are packed in. A game takes two bytes of each but the last, in their order, as
 * far as they go. */
enum {
    STREAMS = GR_SIGNED_PARTS - GR_SIGNED_GONE,
    EACH = 2,
    LAST = STREAMS - 1,
    AT_ONCE = 16,
    LANES = 8,     /* for STREAMS, as a vector has them */
    UNCHECKED = 16 /* games that are joined before it is looked whether a part had enough */
};

typedef uint32_t Lanes __attribute__((vector_size(LANES * sizeof(uint32_t))));

typedef struct Streams {
    Lanes at, size;               /* what has been taken of each part, of how much */
    Lanes taken[AT_ONCE + 1];     /* of each part, by a game of that many bytes */
    const uint8_t *part[STREAMS];
} Streams;

/* Writes a game's bytes, if there are no more than AT_ONCE and none comes back; returns how many there are, else 0.
 * Reads up to AT_ONCE bytes from where a part is read, whether it has them or not, and writes as many. */
static inline unsigned join_at_once(const Streams *s, uint8_t *out) {
    const uint64_t ones = 0x0101010101010101, high = ones << 7;
    for (unsigned i = 0; i < LAST; i++)
        memcpy(out + EACH * i, s->part[i] + s->at[i], EACH);
    memcpy(out + EACH * LAST, s->part[LAST] + s->at[LAST], AT_ONCE - EACH * LAST);
    /* The top bits of bytes that are an end or say that a piece is back; those behind the first may be wrong. */
    uint64_t low = gr_bytes_as_u64(out), up = gr_bytes_as_u64(out + 8);
    low = ((low - GR_SIGNATURE_LEFT * ones) | low) & high;
    up = ((up - GR_SIGNATURE_LEFT * ones) | up) & high;
    if (!(low | up))
        return 0;
    unsigned len = low ? (unsigned)__builtin_ctzll(low) / 8 + 1 : 8 + (unsigned)__builtin_ctzll(up) / 8 + 1;
    return out[len - 1] >= GR_SIGNATURE_LEFT ? 0 : len;
}

/* The same for any game, byte by byte, which it takes; 0 if a part has too few. There is room for `room` bytes. */
static size_t join_bytes(Streams *s, uint8_t *out, size_t room) {
    size_t len = 0;
    uint8_t byte = GR_SIGNATURE_LEFT;
    for (unsigned gone = 0; byte >= GR_SIGNATURE_LEFT; gone = gr_signature_go_on(gone, byte)) {
        unsigned from = gr_signature_gone(gone) - GR_SIGNED_GONE;
        if (len == room || s->at[from] >= s->size[from])
            return 0;
        out[len++] = byte = s->part[from][s->at[from]++];
    }
    return len;
}

/* Has more been taken of a part than it has? */
static bool is_overrun(const Streams *s) {
    bool over = false;
    for (unsigned i = 0; i < STREAMS; i++)
        over |= s->at[i] > s->size[i];
    return over;
}

/* Opens the parts; returns how many bytes they have together. */
static size_t open_streams(Streams *s, const GrSignatures *o) {
    size_t all = 0;
    *s = (Streams){.part = {NULL}};
    for (unsigned i = 0; i < STREAMS; i++) {
        const GrInput *part = &o->part[GR_SIGNED_GONE + i];
        s->part[i] = part->at;
        s->size[i] = (uint32_t)gr_input_left(part);
        all += gr_input_left(part);
        for (unsigned len = EACH * i + 1; len <= AT_ONCE; len++)
            s->taken[len][i] = i < LAST && len > EACH * (i + 1) ? EACH : len - EACH * i;
    }
    return all;
}

/* The events of squares, game by game. */
static bool join_squares(GrSignatures *o) {
    Streams s;
    size_t all = open_streams(&s, o), len = 0;
    uint8_t *out = make_room(o, GR_SIGNATURE_CHUNKS, all + (UNCHECKED + 1) * AT_ONCE);
    if (!out)
        return false;
    for (uint32_t games = 0; games < o->games; games++) {
        unsigned more = join_at_once(&s, out + len);
        size_t by_bytes = more || len > all ? 0 : join_bytes(&s, out + len, all - len);
        s.at += s.taken[more];
        len += more + by_bytes;
        if ((!more && !by_bytes) || (games % UNCHECKED == UNCHECKED - 1 && is_overrun(&s)))
            return false;
    }
    o->part[GR_SIGNED_SQUARES] = gr_input(out, len <= all ? len : 0);
    return len == all && !is_overrun(&s);
}

/* Unpacks the chunks that are for anything, or for one of the things wanted. */
static bool load(GrSignatures *o, bool anything, unsigned wanted) {
    bool sound = true;
    for (unsigned i = 0; i < GR_SIGNATURE_CHUNKS && sound; i++) {
        const Chunk *chunk = &layout[i];
        unsigned use = chunk->wanted;
        bool asked = use ? (use & wanted) && !(use & o->loaded) : anything;
        if (asked && gr_input_left(&o->chunk[i]))
            sound = load_chunk(o, i, chunk, chunk->parts) && (chunk->part != GR_SIGNED_GONE || join_squares(o));
    }
    o->loaded |= wanted;
    return sound;
}

/* ---- rows ---- */

/* The events of a game's squares, up to their end. */
const uint8_t *gr_signatures_squares(GrInput *squares, size_t *len) {
    const uint8_t *start = squares->at, *at = start;
    while (at < squares->end && *at >= GR_SIGNATURE_LEFT && at - start <= GR_SIGNATURE_EVENTS)
        at++;
    if (at == squares->end || *at >= GR_SIGNATURE_LEFT)
        return NULL;
    squares->at = at + 1;
    *len = (size_t)(at + 1 - start);
    return start;
}

/* Where the chunks of a row are. */
static bool find_chunks(GrSignatures *o, GrInput *in) {
    for (unsigned i = 0; i < GR_SIGNATURE_CHUNKS; i++) {
        uint32_t len = gr_input_bounded(in, INT32_MAX);
        o->chunk[i] = gr_input(gr_input_bytes(in, len), len);
    }
    return !in->bad && !gr_input_left(in);
}

static int judge(GrSignatures *o, bool sound, int64_t first, GrError *error) {
    o->first = sound ? first : 0;
    if (o->failed)
        return gr_no_memory(error);
    return sound ? 0 : gr_fail(error, GR_ERR_DAMAGED, "the signatures of the block of game %lld are damaged",
                               (long long)first);
}

int gr_signatures_open(GrSignatures *o, int64_t first, const void *bytes, size_t len, GrError *error) {
    GrInput in = gr_input(bytes, len);
    o->loaded = 0;
    o->failed = false;
    memset(o->part, 0, sizeof o->part);
    bool sound = gr_row_is_sound(&in, (uint32_t)first);
    sound = gr_input_u8(&in) == GR_SIGNATURE_VERSION && sound;
    o->games = sound ? gr_input_bounded(&in, GR_BLOCK_GAMES) : 0;
    if (sound) {
        gr_column_read(&in, o->variant, o->games);
        gr_column_read(&in, o->kinds, o->games);
        sound = !in.bad && find_chunks(o, &in);
    }
    o->opened = sound;
    return judge(o, sound, first, error);
}

/* What is there of any row. */
static bool load_traits(GrSignatures *o) {
    o->opened = false;
    return load(o, true, 0) && gr_input_left(&o->part[GR_SIGNED_TRAITS]) == o->games;
}

int gr_signatures_unpack(GrSignatures *o, unsigned wanted, GrError *error) {
    bool sound = o->first && (!o->opened || load_traits(o)) && load(o, false, wanted);
    return judge(o, sound, o->first, error);
}

int gr_signatures_unpack_first(GrSignatures *o, unsigned parts, GrError *error) {
    unsigned n = 0;
    while (layout[n].part != GR_SIGNED_GONE)
        n++;
    bool sound = o->opened && (!gr_input_left(&o->chunk[n]) || load_chunk(o, n, &layout[n], parts));
    return judge(o, sound, o->first, error);
}

/* ---- game by game ---- */

GrSignatureCursor gr_signatures_begin(const GrSignatures *signatures) {
    GrSignatureCursor cursor = {.of = signatures};
    memcpy(cursor.part, signatures->part, sizeof cursor.part);
    return cursor;
}

static bool read_ply(GrInput *plies, uint32_t *ply) {
    return gr_signature_ply(&plies->at, plies->end, ply);
}

/* The events of a game, with their plies. */
static bool read_events(GrSignatureCursor *cursor, GrSignatureParts *parts) {
    GrInput *events = &cursor->part[GR_SIGNED_EVENTS], *plies = &cursor->part[GR_SIGNED_PLIES];
    parts->event = (const uint8_t *)gr_input_string(events);
    parts->events = (uint32_t)strlen((const char *)parts->event);
    if (events->bad || parts->events > GR_SIGNATURE_EVENTS)
        return false;
    if (!read_ply(&cursor->part[GR_SIGNED_FIRSTS], &parts->first))
        return false;
    parts->plies = plies->at;
    parts->end = plies->end;
    return gr_signature_pass(&plies->at, plies->end, parts->events) &&
           read_ply(&cursor->part[GR_SIGNED_RESTS], &parts->rest);
}

/* What is recorded of a game, from the parts into which it was taken. */
static bool read_apart(GrSignatureCursor *cursor, uint32_t kinds, GrSignatureParts *parts) {
    GrInput *counts = &cursor->part[GR_SIGNED_COUNTS];
    if (!kinds || kinds > GR_SIGNATURE_KINDS)
        return false;
    parts->kinds = kinds;
    parts->count = gr_input_bytes(counts, kinds - 1);
    if (counts->bad)
        return false;
    parts->last_count = gr_input_u8(&cursor->part[GR_SIGNED_LASTS]);
    return !cursor->part[GR_SIGNED_LASTS].bad && (!(parts->traits & GR_TRAIT_FEW) || read_events(cursor, parts));
}

bool gr_signatures_next(GrSignatureCursor *cursor, GrSignatureParts *parts) {
    const GrSignatures *of = cursor->of;
    unsigned traits = of->part[GR_SIGNED_TRAITS].at[cursor->game];
    uint32_t kinds = of->kinds[cursor->game++];
    bool sound = true;
    *parts = (GrSignatureParts){.traits = traits};
    if (gr_signature_is_unknown(traits))
        return true;
    if (gr_signature_is_plain_game(traits))
        sound = !(of->loaded & GR_SIGNATURES_PLAIN) || read_apart(cursor, kinds, parts);
    else if (of->loaded & GR_SIGNATURES_OTHERS)
        sound = gr_signature_read(parts, &cursor->part[GR_SIGNED_OTHERS], &cursor->part[GR_SIGNED_OTHER_EVENTS],
                                  &cursor->part[GR_SIGNED_OTHER_PLIES]);
    return sound && (!gr_signature_ends(traits) || read_ply(&cursor->part[GR_SIGNED_ENDS], &parts->last));
}

unsigned gr_signatures_copy(GrSignatureCursor *cursor, uint8_t out[GR_SIGNATURE_SIZE]) {
    static const uint8_t any[] = {GR_TRAIT_UNKNOWN, GR_SIGNATURE_ANY};
    GrSignatureParts parts;
    size_t squares;
    unsigned len = 1;
    if (cursor->game >= cursor->of->games)
        return 0;
    const uint8_t *square = gr_signatures_squares(&cursor->part[GR_SIGNED_SQUARES], &squares);
    if (!gr_signatures_next(cursor, &parts) || !square) {
        cursor->part[GR_SIGNED_SQUARES].at = cursor->part[GR_SIGNED_SQUARES].end; /* nothing more is known */
        memcpy(out, any, sizeof any);
        return sizeof any;
    }
    out[0] = (uint8_t)parts.traits;
    memcpy(out + len, square, squares);
    len += (unsigned)squares;
    if (!gr_signature_is_unknown(parts.traits))
        len += gr_signature_write(&parts, out + len);
    return gr_signature_ends(parts.traits) ? len + gr_signature_put_ply(parts.last, out + len) : len;
}
