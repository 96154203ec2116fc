/* A game to bytes and back. */
#include "db/codec/pack.h"

#include "db/codec/integrity.h"
#include "db/codec/limits.h"
#include "db/codec/move_code.h"
#include "db/codec/text.h"
#include "rules/fen.h"

const char *const gr_identity_tags[] = {"Event", "Site",  "Date",   "Round", "Board",  "White",
                                        "Black", "Result", "Time", "UTCTime", NULL};
const char *const gr_identity_text_tags[] = {"Variant", "FEN", NULL};

void gr_packed_init(GrPacked *packed) {
    memset(packed, 0, sizeof *packed);
    gr_buffer_init(&packed->moves);
    gr_buffer_init(&packed->body);
}

void gr_packed_free(GrPacked *packed) {
    gr_buffer_free(&packed->moves);
    gr_buffer_free(&packed->body);
    gr_packed_init(packed);
}

/* A CRC-32 in the making. Short pieces are put together first: it is quick with long ones
 * only. */
typedef struct Sum {
    uint32_t crc;
    size_t len; /* of the bytes that are still to be counted */
    uint8_t bytes[1024];
} Sum;

static uint32_t sum_end(Sum *sum) {
    if (sum->len)
        sum->crc = gr_crc_on(sum->crc, sum->bytes, sum->len);
    sum->len = 0;
    return sum->crc;
}

static void sum_bytes(Sum *sum, const void *bytes, size_t len) {
    if (len > sizeof sum->bytes - sum->len)
        sum_end(sum);
    if (len > sizeof sum->bytes) {
        sum->crc = gr_crc_on(sum->crc, bytes, len);
    } else if (len) {
        memcpy(sum->bytes + sum->len, bytes, len);
        sum->len += len;
    }
}

/* A string and its NUL, so that strings in a row cannot run together. */
static void sum_string(Sum *sum, const char *text) {
    sum_bytes(sum, text, strlen(text) + 1);
}

/* The check of a game covers everything that is stored of it, and the position that its main
 * line ends in, so that it fails as well if the moves should ever be decoded to others. */
static uint32_t check_of(const GrGame *game, const GrParts *parts, const char *start_fen,
                         const char *final_fen) {
    uint8_t flags = (uint8_t)(parts->flags & (GR_FLAG_RESULT | GR_FLAG_PARTIAL));
    Sum sum;
    sum.crc = 0;
    sum.len = 0;
    sum_bytes(&sum, &flags, 1);
    sum_string(&sum, game->rules ? gr_variant(game->rules)->name : "");
    sum_string(&sum, start_fen);
    sum_string(&sum, final_fen);
    for (size_t i = 0; i < game->tag_count; i++) {
        sum_string(&sum, gr_game_string(game, game->tags[i].name));
        sum_string(&sum, gr_game_string(game, game->tags[i].value));
    }
    sum_bytes(&sum, parts->moves, parts->moves_len);
    sum_bytes(&sum, parts->body, parts->body_len);
    return sum_end(&sum);
}

/* The number by which fingerprints know a move: of squares, kind and letters alone. */
static uint32_t order_of(const GrVariant *variant, GrMove move) {
    int piece = gr_move_piece(move);
    uint32_t letter = piece ? (unsigned char)variant->piece[piece].letter & 127u : 0;
    return (uint32_t)gr_move_from(move) << 25 | (uint32_t)gr_move_to(move) << 18 |
           gr_kind_code(move) << 14 | letter << 7 | (uint32_t)gr_move_third(move);
}

/* The moves of the main line, by their orders, four bytes each. */
static void sum_moves(Sum *sum, const GrGame *game) {
    const GrVariant *variant = game->rules ? gr_variant(game->rules) : NULL;
    uint32_t node = variant && game->node_count ? game->nodes[0].next : 0;
    for (; node; node = game->nodes[node].next) {
        uint32_t order = order_of(variant, game->nodes[node].move);
        if (sizeof sum->bytes - sum->len < 4)
            sum_end(sum);
        uint8_t *at = sum->bytes + sum->len;
        at[0] = (uint8_t)order;
        at[1] = (uint8_t)(order >> 8);
        at[2] = (uint8_t)(order >> 16);
        at[3] = (uint8_t)(order >> 24);
        sum->len += 4;
    }
}

const char *gr_identity_value(const char *value) {
    const char *at = value ? value : "";
    while (*at == '?' || *at == '.' || *at == '-')
        at++;
    return *at ? value : "";
}

/* The value of the tag, but for the result, which is given. */
static const char *identity_value(const GrGame *game, const char *name, const char *result) {
    bool given = result && !strcmp(name, "Result");
    return gr_identity_value(given ? result : gr_game_tag(game, name));
}

/* With that result, or (NULL) the one of the tag. */
static uint32_t identity_with(const GrGame *game, const char *start_fen, const char *result) {
    Sum sum;
    sum.crc = 0;
    sum.len = 0;
    sum_string(&sum, game->rules ? gr_variant(game->rules)->name : "");
    sum_string(&sum, start_fen);
    sum_moves(&sum, game);
    sum_string(&sum, gr_game_string(game, game->rest));
    for (const char *const *name = gr_identity_tags; *name; name++)
        sum_string(&sum, identity_value(game, *name, result));
    return sum_end(&sum);
}

GrIdentity gr_identity(const GrGame *game, const char *start_fen) {
    const char *tag = gr_game_tag(game, "Result"), *result = gr_result_text(game->result);
    GrIdentity identity = {.own = identity_with(game, start_fen, NULL)};
    bool same = tag && !strcmp(tag, result);
    identity.tagged = same ? identity.own : identity_with(game, start_fen, result);
    return identity;
}

static bool same_text(const GrGame *a, const GrGame *b, const char *name) {
    const char *one = gr_game_tag(a, name), *other = gr_game_tag(b, name);
    return !strcmp(one ? one : "", other ? other : "");
}

bool gr_identity_equal(const GrGame *a, const GrGame *b) {
    for (const char *const *name = gr_identity_text_tags; *name && !a->rules; name++)
        if (!same_text(a, b, *name))
            return false;
    for (const char *const *name = gr_identity_tags; *name; name++)
        if (strcmp(identity_value(a, *name, gr_result_text(a->result)),
                   identity_value(b, *name, gr_result_text(b->result))))
            return false;
    return true;
}

/* Codes the main line and leaves *pos at its end. */
static int pack_moves(const GrGame *game, bool legal, GrLineWriter *writer, GrPosition *pos, GrPacked *packed,
                      GrError *error) {
    *pos = game->start;
    gr_signature_maker_see(&packed->maker, pos, GR_NO_MOVE);
    gr_move_line_begin(writer, pos, &packed->moves);
    uint32_t node = game->node_count ? game->nodes[0].next : 0;
    for (; node; node = game->nodes[node].next) {
        GrMove move = game->nodes[node].move;
        if (packed->plies == GR_MAX_PLIES)
            return gr_fail(error, GR_ERR_LIMIT, "the game has more than %d plies", GR_MAX_PLIES);
        packed->plies++;
        if (!gr_move_line_takes(pos, move, legal))
            return gr_fail(error, GR_ERR_ILLEGAL, "ply %u of the game is illegal", packed->plies);
        gr_move_line_put(writer, pos, move);
        gr_play(pos, move);
        gr_signature_maker_see(&packed->maker, pos, move);
    }
    gr_move_line_end(writer);
    return 0;
}

/* Most games begin so, and to see it is quicker than to write the FEN. */
static bool starts_as_usual(const GrGame *game) {
    GrPosition usual;
    gr_start(game->rules, &usual);
    if (!memcmp(&game->start, &usual, sizeof usual))
        return true;
    return !memcmp(game->start.board, usual.board, sizeof usual.board) &&
           gr_same(&game->start, &usual) && game->start.clock == usual.clock &&
           game->start.number == usual.number;
}

static void pack_start(const GrGame *game, GrPacked *packed) {
    if (starts_as_usual(game)) {
        strcpy(packed->start_fen, gr_variant(game->rules)->start);
        packed->start = GR_START_USUAL;
        return;
    }
    const char *tag = gr_game_tag(game, "FEN");
    gr_fen_write(&game->start, packed->start_fen);
    packed->start = tag && !strcmp(tag, packed->start_fen) ? GR_START_TAG : GR_START_TEXT;
}

static void reset(GrPacked *packed, const GrGame *game) {
    packed->rules = game->rules;
    packed->flags = (uint32_t)game->result | (game->partial ? GR_FLAG_PARTIAL : 0u);
    packed->start = GR_START_USUAL;
    packed->plies = 0;
    packed->start_fen[0] = '\0';
    gr_buffer_clear(&packed->moves);
    gr_buffer_clear(&packed->body);
}

int gr_pack(const GrGame *game, bool legal, GrLineWriter *writer, GrPacked *packed, GrError *error) {
    char final_fen[GR_FEN_SIZE] = "";
    GrPosition pos;
    int code = 0;
    reset(packed, game);
    if (game->text_len > GR_MAX_GAME_TEXT)
        return gr_fail(error, GR_ERR_LIMIT, "the game has more than %d bytes of text",
                       GR_MAX_GAME_TEXT);
    gr_signature_maker_start(&packed->maker, game->rules);
    if (game->rules) {
        pack_start(game, packed);
        code = pack_moves(game, legal, writer, &pos, packed, error);
        gr_fen_write(&pos, final_fen);
    }
    if (!code)
        code = gr_body_write(game, legal, writer, &packed->body, error);
    if (code)
        return code;
    packed->signature_len = gr_signature_maker_end(&packed->maker, game->rules ? &pos : NULL,
                                                   packed->signature);
    if (packed->moves.failed || packed->body.failed)
        return gr_no_memory(error);
    if (packed->body.len > GR_MAX_GAME_TEXT)
        return gr_fail(error, GR_ERR_LIMIT, "the game has more than %d bytes of text",
                       GR_MAX_GAME_TEXT);
    GrParts parts = {.flags = packed->flags,
                     .moves = (const uint8_t *)packed->moves.data,
                     .moves_len = packed->moves.len,
                     .body = (const uint8_t *)packed->body.data,
                     .body_len = packed->body.len};
    packed->check = check_of(game, &parts, packed->start_fen, final_fen);
    packed->identity = gr_identity(game, packed->start_fen);
    return 0;
}

int gr_unpack_start(const GrParts *parts, const char *fen_tag, GrPosition *pos, GrError *error) {
    const char *fen = parts->start == GR_START_TEXT ? parts->start_fen : fen_tag;
    if (parts->start == GR_START_USUAL)
        gr_start(parts->rules, pos);
    else if (parts->start > GR_START_TEXT || !fen || gr_fen_read(parts->rules, fen, pos, NULL))
        return gr_fail(error, GR_ERR_DAMAGED, "the game's start position is damaged");
    return 0;
}

/* Reads the main line and leaves *pos at its end. */
static int unpack_moves(const GrParts *parts, GrPosition *pos, GrGame *game, GrError *error) {
    *pos = game->start;
    if (parts->plies > GR_MAX_PLIES)
        return gr_fail(error, GR_ERR_DAMAGED, "the game's length is damaged");
    gr_move_line_open(parts->reader, pos, parts->moves, parts->moves_len);
    for (uint32_t last = 0; game->plies < parts->plies; game->plies++) {
        uint32_t index;
        GrMove move = gr_move_line_next(parts->reader, pos);
        if (move == GR_NO_MOVE)
            return gr_fail(error, GR_ERR_DAMAGED, "the game's moves are damaged");
        if (gr_game_add_node(game, move, &index))
            return gr_no_memory(error);
        game->nodes[last].next = index;
        last = index;
        gr_play(pos, move);
    }
    return 0;
}

static int unpack_game(const GrParts *parts, GrGame *game, char *start_fen, char *final_fen,
                       GrError *error) {
    GrPosition pos;
    GrInput body = gr_input(parts->body, parts->body_len);
    int code = 0;
    if (parts->rules) {
        const char *tag = gr_game_tag(game, "FEN");
        code = gr_unpack_start(parts, tag, &game->start, error);
        if (!code)
            code = unpack_moves(parts, &pos, game, error);
        if (code)
            return code;
        gr_fen_write(&game->start, start_fen);
        gr_fen_write(&pos, final_fen);
    } else if (parts->plies) {
        return gr_fail(error, GR_ERR_DAMAGED, "moves of no variant");
    }
    return gr_body_read(&body, parts->reader, game, error);
}

int gr_codec_check(uint32_t codec, GrError *error) {
    if (codec > GR_CODEC)
        return gr_fail(error, GR_ERR_FOREIGN, "move codec %u is newer than this program", codec);
    return codec == GR_CODEC ? 0 : gr_fail(error, GR_ERR_DAMAGED, "the game's codec is damaged");
}

int gr_unpack(const GrParts *parts, GrGame *game, GrError *error) {
    char start_fen[GR_FEN_SIZE] = "", final_fen[GR_FEN_SIZE] = "";
    if (gr_codec_check(parts->codec, error))
        return (int)error->code;
    if (gr_game_begin(game, parts->rules))
        return gr_no_memory(error);
    game->result = (GrResult)(parts->flags & GR_FLAG_RESULT);
    game->partial = (parts->flags & GR_FLAG_PARTIAL) != 0;
    int code = unpack_game(parts, game, start_fen, final_fen, error);
    if (!code && check_of(game, parts, start_fen, final_fen) != parts->check)
        code = gr_fail(error, GR_ERR_DAMAGED, "the game does not agree with its check");
    return code;
}
