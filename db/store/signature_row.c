/* Rows of signatures: packed, unpacked, read and stored. */
#include "db/store/signature_row.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "db/codec/column.h"
#include "db/codec/integrity.h"

void gr_signatures_init(GrSignatures *signatures) {
    signatures->first = 0;
    signatures->games = 0;
    gr_buffer_init(&signatures->traits);
    gr_buffer_init(&signatures->squares);
    gr_buffer_init(&signatures->counts);
    gr_buffer_init(&signatures->events);
    gr_buffer_init(&signatures->plies);
    gr_buffer_init(&signatures->ends);
}

void gr_signatures_free(GrSignatures *signatures) {
    gr_buffer_free(&signatures->traits);
    gr_buffer_free(&signatures->squares);
    gr_buffer_free(&signatures->counts);
    gr_buffer_free(&signatures->events);
    gr_buffer_free(&signatures->plies);
    gr_buffer_free(&signatures->ends);
    gr_signatures_init(signatures);
}

/* ---- packing ---- */

/* What is alike here are single bytes, not strings of them. */
static bool squeeze(const GrBuffer *bytes, GrBuffer *out) {
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes->data, .avail_in = (uInt)bytes->len};
    if (deflateInit2(&stream, 6, Z_DEFLATED, 15, 8, Z_HUFFMAN_ONLY) != Z_OK)
        return false;
    uLong bound = deflateBound(&stream, (uLong)bytes->len);
    Bytef *packed = malloc(bound);
    stream.next_out = packed;
    stream.avail_out = (uInt)bound;
    bool done = packed && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    gr_put_varint(out, bytes->len);
    if (done)
        gr_put_bytes(out, packed, stream.total_out);
    deflateEnd(&stream);
    free(packed);
    return done;
}

/* A part: how many bytes follow, and these, packed. */
static void put_part(const GrBuffer *part, GrBuffer *out) {
    GrBuffer packed;
    gr_buffer_init(&packed);
    out->failed |= part->failed || (part->len && !squeeze(part, &packed)) || packed.failed;
    gr_put_varint(out, packed.len);
    gr_put_bytes(out, packed.data, packed.len);
    gr_buffer_free(&packed);
}

/* Shares the bytes of a signature out to the parts; returns how many kinds it has. */
static uint32_t share_out(const uint8_t *signature, uint32_t len, GrSignatures *parts) {
    static const uint8_t any[] = {GR_TRAIT_UNKNOWN, GR_SIGNATURE_ANY};
    const uint8_t *start = len ? signature : any, *end = start + (len ? len : sizeof any);
    const uint8_t *squares = start + 1, *at = squares;
    uint32_t kinds = 0;
    gr_put_u8(&parts->traits, *start);
    while (*at >= GR_SIGNATURE_LEFT)
        at++;
    gr_put_bytes(&parts->squares, squares, (size_t)(at + 1 - squares));
    if (*at++ == GR_SIGNATURE_MATERIAL) {
        kinds = *at++;
        gr_put_bytes(&parts->counts, at, kinds);
        at += kinds;
        size_t events = strlen((const char *)at) + 1;
        gr_put_bytes(&parts->events, at, events);
        at += events;
        const uint8_t *plies = at;
        gr_signature_pass(&at, end, (uint32_t)events + 1);
        gr_put_bytes(&parts->plies, plies, (size_t)(at - plies));
    }
    gr_put_bytes(&parts->ends, at, (size_t)(end - at));
    return kinds;
}

/* Games without material take the number of another one, so that a column has but one, if it
 * can. */
static void fill_kinds(uint32_t *kinds, uint32_t games) {
    uint32_t fill = 0;
    for (uint32_t i = 0; i < games && !fill; i++)
        fill = kinds[i];
    for (uint32_t i = 0; i < games; i++)
        kinds[i] = fill = kinds[i] ? kinds[i] : fill;
}

void gr_signatures_pack(const GrBlock *block, uint32_t from, uint32_t to, GrBuffer *out) {
    GrSignatures parts;
    size_t start = out->len;
    gr_signatures_init(&parts);
    for (uint32_t i = from; i < to; i++) {
        uint32_t at = block->signatures_at[i];
        parts.kinds[i - from] = share_out((const uint8_t *)block->signatures.data + at,
                                          block->signatures_at[i + 1] - at, &parts);
    }
    fill_kinds(parts.kinds, to - from);
    gr_put_u32(out, 0);
    gr_put_u8(out, GR_SIGNATURE_VERSION);
    gr_put_varint(out, to - from);
    gr_column_write(out, block->column[GR_COL_VARIANT] + from, to - from);
    gr_column_write(out, parts.kinds, to - from);
    put_part(&parts.traits, out);
    put_part(&parts.ends, out);
    put_part(&parts.squares, out);
    put_part(&parts.counts, out);
    put_part(&parts.events, out);
    put_part(&parts.plies, out);
    gr_signatures_free(&parts);
    gr_sum_row(out, start, (uint32_t)(block->first + from));
}

/* ---- unpacking ---- */

/* The bytes of a packed part, `len` of them. */
static bool inflate_part(GrInput *bytes, uLongf len, GrBuffer *part) {
    uLongf wanted = len;
    uint8_t *room = malloc(len + 1);
    part->failed = !room;
    bool sound = room && !bytes->bad &&
                 uncompress(room, &len, bytes->at, (uLong)gr_input_left(bytes)) == Z_OK &&
                 len == wanted;
    if (sound)
        gr_put_bytes(part, room, len);
    free(room);
    return sound;
}

/* The next part, passed over if it is not wanted. None is longer than signatures of all its games
 * could be. */
static bool get_part(GrInput *in, uint32_t games, bool wanted, GrBuffer *part) {
    uint32_t packed = gr_input_bounded(in, INT32_MAX);
    GrInput bytes = {in->at, in->at, false};
    if (gr_input_bytes(in, packed))
        bytes.end = in->at;
    if (in->bad || !packed || !wanted)
        return !in->bad;
    uLongf len = gr_input_bounded(&bytes, games * GR_SIGNATURE_SIZE);
    return inflate_part(&bytes, len, part);
}

/* Traits of which nothing is known, for each game. */
static void fill_traits(GrSignatures *o) {
    for (uint32_t i = 0; i < o->games; i++)
        gr_put_u8(&o->traits, GR_TRAIT_UNKNOWN);
}

static bool get_parts(GrInput *in, GrSignatures *o, unsigned parts) {
    bool material = parts & GR_SIGNATURES_MATERIAL, old = o->version == GR_SIGNATURE_OLD;
    if (old)
        fill_traits(o);
    else if (!get_part(in, o->games, true, &o->traits) || !get_part(in, o->games, true, &o->ends))
        return false;
    return o->traits.len == o->games &&
           get_part(in, o->games, parts & GR_SIGNATURES_SQUARES, &o->squares) &&
           get_part(in, o->games, material, &o->counts) &&
           get_part(in, o->games, material, &o->events) &&
           (old || get_part(in, o->games, material, &o->plies)) && !gr_input_left(in);
}

static void clear_parts(GrSignatures *o) {
    gr_buffer_clear(&o->traits);
    gr_buffer_clear(&o->squares);
    gr_buffer_clear(&o->counts);
    gr_buffer_clear(&o->events);
    gr_buffer_clear(&o->plies);
    gr_buffer_clear(&o->ends);
}

int gr_signatures_unpack(GrSignatures *o, int64_t first, const void *bytes, size_t len, unsigned parts,
                         GrError *error) {
    GrInput in = gr_input(bytes, len);
    o->first = 0;
    clear_parts(o);
    bool sound = gr_row_is_sound(&in, (uint32_t)first);
    o->version = gr_input_u8(&in);
    sound = sound && (o->version == GR_SIGNATURE_VERSION || o->version == GR_SIGNATURE_OLD);
    o->games = sound ? gr_input_bounded(&in, GR_BLOCK_GAMES) : 0;
    if (sound) {
        gr_column_read(&in, o->variant, o->games);
        gr_column_read(&in, o->kinds, o->games);
        sound = !in.bad && get_parts(&in, o, parts);
    }
    if (o->traits.failed || o->squares.failed || o->counts.failed || o->events.failed ||
        o->plies.failed || o->ends.failed)
        return gr_no_memory(error);
    if (!sound)
        return gr_fail(error, GR_ERR_DAMAGED, "the signatures of the block of game %lld are damaged",
                       (long long)first);
    o->first = first;
    return 0;
}

/* The next bytes up to a 0, which included, as far as there is one. */
static unsigned copy_events(const GrBuffer *events, size_t *at, uint8_t *out) {
    unsigned len = 0;
    uint8_t byte = 1;
    while (byte && *at < events->len && len <= GR_SIGNATURE_EVENTS)
        out[len++] = byte = (uint8_t)events->data[(*at)++];
    return len;
}

/* The way along the home squares, with its end; 0 if it has none. */
static unsigned copy_squares(const GrSignatures *of, size_t *at, uint8_t *out) {
    unsigned len = 0;
    uint8_t byte = GR_SIGNATURE_LEFT;
    while (byte >= GR_SIGNATURE_LEFT && *at < of->squares.len && len <= GR_SIGNATURE_EVENTS)
        out[len++] = byte = (uint8_t)of->squares.data[(*at)++];
    return byte >= GR_SIGNATURE_LEFT ? 0 : len;
}

/* Numbers of pieces and the events after them; 0 if they are not whole. */
static unsigned copy_material(GrSignatureCursor *cursor, uint32_t kinds, uint8_t *out) {
    const GrSignatures *of = cursor->of;
    unsigned len = 0;
    if (kinds > GR_SIGNATURE_KINDS || of->counts.len - cursor->count < kinds)
        return 0;
    out[len++] = (uint8_t)kinds;
    for (uint32_t i = 0; i < kinds; i++)
        out[len++] = (uint8_t)of->counts.data[cursor->count++];
    len += copy_events(&of->events, &cursor->event, out + len);
    return out[len - 1] ? 0 : len;
}

/* As many numbers of plies as there should be; false if there are fewer. */
static bool copy_plies(const GrBuffer *from, size_t *place, uint32_t count, uint8_t *out, unsigned *len) {
    if (*place >= from->len)
        return false;
    const uint8_t *start = (const uint8_t *)from->data + *place, *at = start;
    if (!gr_signature_pass(&at, (const uint8_t *)from->data + from->len, count))
        return false;
    memcpy(out + *len, start, (size_t)(at - start));
    *len += (unsigned)(at - start);
    *place += (size_t)(at - start);
    return true;
}

/* What is behind the traits; 0 if it makes no sense. */
static unsigned copy_rest(GrSignatureCursor *cursor, uint32_t kinds, uint8_t *out) {
    const GrSignatures *of = cursor->of;
    unsigned len = 1 + copy_squares(of, &cursor->square, out + 1);
    bool old = of->version == GR_SIGNATURE_OLD, sound = len > 1;
    bool more = sound && out[len - 1] == GR_SIGNATURE_MATERIAL;
    if (!old)
        sound &= more == ((out[0] & GR_TRAIT_FEW) != 0);
    if (sound && more) {
        unsigned material = copy_material(cursor, kinds, out + len);
        len += material;
        sound = material && (old || copy_plies(&of->plies, &cursor->ply, material - kinds, out, &len));
    }
    if (sound && gr_signature_ends(out[0]))
        sound = copy_plies(&of->ends, &cursor->end, 1, out, &len);
    return sound ? len : 0;
}

unsigned gr_signatures_next(GrSignatureCursor *cursor, uint8_t out[GR_SIGNATURE_SIZE]) {
    const GrSignatures *of = cursor->of;
    if (cursor->game >= of->games)
        return 0;
    uint32_t kinds = of->kinds[cursor->game];
    out[0] = (uint8_t)of->traits.data[cursor->game++];
    unsigned len = copy_rest(cursor, kinds, out);
    if (len)
        return len;
    cursor->square = of->squares.len; /* it makes no sense: nothing more is known */
    out[0] = GR_TRAIT_UNKNOWN;
    out[1] = GR_SIGNATURE_ANY;
    return 2;
}

/* ---- in a database ---- */

int gr_signatures_read(GrDb *db, int64_t first, GrSignatures *signatures, GrError *error) {
    sqlite3_stmt *stmt;
    size_t len;
    int code = 0, row = gr_sql_find(&db->sql, GR_SQL_GET_SIGNATURE, first, &stmt, error);
    if (row > 0) {
        const void *bytes = gr_sql_blob(stmt, 0, &len);
        code = gr_signatures_unpack(signatures, first, bytes, len, GR_SIGNATURES_ALL, error);
    }
    sqlite3_reset(stmt);
    return code ? code : row;
}

/* Sets the signature of the block's next game. */
static int append(GrBlock *block, uint32_t i, const uint8_t *signature, unsigned len,
                  GrError *error) {
    gr_put_bytes(&block->signatures, signature, len);
    block->signatures_at[i + 1] = (uint32_t)block->signatures.len;
    return block->signatures.failed ? gr_no_memory(error) : 0;
}

/* By playing the games through. Those that cannot be read get a signature that excludes nothing. */
static int play_games(GrDb *db, GrBlock *block, GrSignatureMaker *maker, GrError *error) {
    GrGame game;
    GrRow row;
    uint8_t signature[GR_SIGNATURE_SIZE] = {GR_TRAIT_UNKNOWN, GR_SIGNATURE_ANY};
    int code = 0;
    gr_game_init(&game);
    for (uint32_t i = 0; i < block->games && !code; i++) {
        GrError why;
        gr_block_row(block, i, &row);
        bool gone = row.column[GR_COL_FLAGS] & GR_FLAG_DELETED;
        int unread = gone ? GR_ERR_NOT_FOUND : gr_row_read(db, &row, true, &game, &why);
        if (unread && unread != GR_ERR_NOT_FOUND && !gr_is_damage(unread))
            code = gr_fail(error, why.code, "%s", why.text);
        else
            code = append(block, i, signature,
                          unread ? 0 : gr_signature_of(maker, &game, signature), error);
    }
    gr_game_free(&game);
    return code;
}

static void forget(GrBlock *block) {
    gr_buffer_clear(&block->signatures);
    memset(block->signatures_at, 0, sizeof block->signatures_at);
}

int gr_signatures_play(GrDb *db, GrBlock *block, GrError *error) {
    GrSignatureMaker *maker = calloc(1, sizeof *maker);
    forget(block);
    int code = maker ? play_games(db, block, maker, error)
                        : gr_no_memory(error);
    free(maker);
    return code;
}

static int take_over(const GrSignatures *signatures, GrBlock *block, GrError *error) {
    GrSignatureCursor cursor = {.of = signatures};
    uint8_t signature[GR_SIGNATURE_SIZE];
    int code = 0;
    forget(block);
    for (uint32_t i = 0; i < block->games && !code; i++)
        code = append(block, i, signature, gr_signatures_next(&cursor, signature), error);
    return code;
}

int gr_signatures_load(GrDb *db, GrBlock *block, GrError *error) {
    GrSignatures *stored = malloc(sizeof *stored);
    if (!stored)
        return gr_no_memory(error);
    gr_signatures_init(stored);
    GrError why;
    int code = gr_signatures_read(db, block->first, stored, &why);
    if (code > 0 && stored->games == block->games && stored->version == GR_SIGNATURE_VERSION)
        code = take_over(stored, block, error);
    else if (code >= 0 || code == GR_ERR_DAMAGED)
        code = gr_signatures_play(db, block, error);
    else
        gr_fail(error, why.code, "%s", why.text);
    gr_signatures_free(stored);
    free(stored);
    return code;
}

int gr_signatures_store(GrDb *db, const GrBlock *block, uint32_t from, uint32_t to, GrError *error) {
    sqlite3_stmt *stmt;
    GrBuffer bytes;
    gr_buffer_init(&bytes);
    gr_signatures_pack(block, from, to, &bytes);
    int code = bytes.failed ? gr_no_memory(error)
                            : gr_sql(&db->sql, GR_SQL_PUT_SIGNATURE, &stmt, error);
    if (!code) {
        sqlite3_bind_int64(stmt, 1, block->first + from);
        sqlite3_bind_blob64(stmt, 2, bytes.data, bytes.len, SQLITE_STATIC);
        code = gr_sql_run(&db->sql, stmt, error);
    }
    gr_buffer_free(&bytes);
    return code;
}
