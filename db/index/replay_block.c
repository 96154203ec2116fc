/* Packing, unpacking and making one replay. */
#include "db/index/replay_block.h"

#include <stdlib.h>

#include "db/codec/integrity.h"

enum { MOST_DATE = 9999 * 512 + 12 * 32 + 31 };

void gr_replay_block_init(GrReplayBlock *replay) {
    *replay = (GrReplayBlock){.number = -1};
    gr_buffer_init(&replay->bytes);
}

void gr_replay_block_free(GrReplayBlock *replay) {
    gr_buffer_free(&replay->bytes);
    gr_replay_block_init(replay);
}

/* ---- packing ---- */

/* A difference as a number that is small if it is, whatever its sign. */
static uint32_t zigzag(uint32_t difference) {
    return difference << 1 ^ (uint32_t)-(int32_t)(difference >> 31);
}

static uint32_t unzigzag(uint32_t value) {
    return value >> 1 ^ (uint32_t)-(int32_t)(value & 1);
}

static void put_game(const GrReplayBlockGame *game, uint32_t date_before, GrBuffer *out) {
    gr_put_u8(out, game->flags);
    if (!(game->flags & GR_REPLAY_HERE))
        return;
    gr_put_varint(out, game->variant);
    gr_put_varint(out, game->plies);
    gr_put_varint(out, game->len);
    gr_put_varint(out, game->elo[0]);
    gr_put_varint(out, game->elo[1]);
    gr_put_varint(out, zigzag(game->date - date_before));
    if (game->flags & GR_REPLAY_FEN)
        gr_put_string(out, game->fen);
}

void gr_replay_block_pack(const GrReplayBlock *replay, const GrBuffer *moves, GrBuffer *out) {
    size_t start = out->len;
    uint32_t date = 0;
    gr_put_u32(out, 0);
    gr_put_u8(out, GR_REPLAY_VERSION);
    for (unsigned i = 0; i < GR_REPLAY_GAMES; i++) {
        put_game(&replay->game[i], date, out);
        if (replay->game[i].flags & GR_REPLAY_HERE)
            date = replay->game[i].date;
    }
    gr_put_bytes(out, moves->data, moves->len);
    gr_sum_row(out, start, (uint32_t)replay->number);
}

static void get_game(GrInput *in, GrReplayBlockGame *game, uint32_t date_before, uint32_t *at) {
    *game = (GrReplayBlockGame){.flags = gr_input_u8(in), .fen = "", .at = *at};
    if (!(game->flags & GR_REPLAY_HERE))
        return;
    game->variant = gr_input_bounded(in, UINT32_MAX);
    game->plies = gr_input_bounded(in, GR_MAX_PLIES);
    game->len = gr_input_bounded(in, 5 * GR_MAX_PLIES);
    game->elo[0] = gr_input_bounded(in, UINT16_MAX);
    game->elo[1] = gr_input_bounded(in, UINT16_MAX);
    game->date = date_before + unzigzag(gr_input_bounded(in, UINT32_MAX));
    in->bad |= game->plies > game->len || game->date > MOST_DATE; /* a ply has a byte at least */
    if (game->flags & GR_REPLAY_FEN)
        game->fen = gr_input_string(in);
    *at += game->len;
}

static int damaged(GrReplayBlock *replay, GrError *error) {
    replay->number = -1;
    return gr_fail(error, GR_ERR_DAMAGED, "a replay of games is damaged");
}

int gr_replay_block_unpack(GrReplayBlock *replay, int64_t number, const void *bytes, size_t len, GrError *error) {
    gr_buffer_clear(&replay->bytes);
    gr_buffer_add(&replay->bytes, bytes, len);
    replay->number = -1;
    if (replay->bytes.failed)
        return gr_no_memory(error);
    GrInput in = gr_input(replay->bytes.data, replay->bytes.len);
    uint32_t moves = 0, date = 0;
    if (!gr_row_is_sound(&in, (uint32_t)number) || gr_input_u8(&in) != GR_REPLAY_VERSION)
        return damaged(replay, error);
    for (unsigned i = 0; i < GR_REPLAY_GAMES; i++) {
        get_game(&in, &replay->game[i], date, &moves);
        if (replay->game[i].flags & GR_REPLAY_HERE)
            date = replay->game[i].date;
    }
    if (in.bad || gr_input_left(&in) != moves)
        return damaged(replay, error);
    replay->moves = in.at;
    replay->number = number;
    return 0;
}

bool gr_replay_block_start(const GrReplayBlock *replay, unsigned i, const GrRules *rules, GrPosition *pos,
                           GrReplayer *player) {
    const GrReplayBlockGame *game = &replay->game[i];
    GrReplayForm form = game->flags & GR_REPLAY_PIECES ? GR_REPLAY_FORM_PIECES : GR_REPLAY_FORM_NAMED;
    gr_start(rules, pos);
    if (game->flags & GR_REPLAY_FEN && gr_fen_read(rules, game->fen, pos, NULL))
        return false;
    return gr_replayer_open(player, pos, form, replay->moves + game->at, game->len);
}

/* ---- making ---- */

/* The games of a replay while it is made. */
typedef struct Maker {
    GrDb *db;
    GrReplayBlock replay;
    GrReplayer player;
    GrBuffer moves, texts; /* replay forms; FENs, which the games point to by offset until the end */
    GrMove *line;          /* GR_MAX_PLIES of them */
    GrError *error;
} Maker;

static uint32_t number_in(const char *text, uint32_t max) {
    uint32_t value = 0;
    for (; *text >= '0' && *text <= '9' && value <= max; text++)
        value = value * 10 + (uint32_t)(*text - '0');
    return value <= max ? value : 0;
}

/* "2023.05.??" */
static uint32_t date_in(const char *text) {
    uint32_t part[3] = {0};
    for (unsigned i = 0; i < 3; i++) {
        part[i] = number_in(text, i == 0 ? 9999 : i == 1 ? 12 : 31);
        text += strcspn(text, ".");
        text += *text == '.';
    }
    return part[0] ? part[0] * 512 + part[1] * 32 + part[2] : 0;
}

int gr_replay_block_read_tags(GrRowReader *reader, GrReplayBlockGame *game, const char **fen_tag,
                       GrError *why) {
    const char *name, *value;
    int tag;
    *fen_tag = NULL;
    while ((tag = gr_row_next_tag(reader, &name, &value, why)) > 0) {
        if (!strcmp(name, "WhiteElo"))
            game->elo[0] = number_in(value, UINT16_MAX);
        else if (!strcmp(name, "BlackElo"))
            game->elo[1] = number_in(value, UINT16_MAX);
        else if (!strcmp(name, "Date"))
            game->date = date_in(value);
        else if (!strcmp(name, "FEN"))
            *fen_tag = value;
    }
    return tag;
}

/* Decodes the main line; false if its bytes are damaged. */
static bool read_line(Maker *m, const GrParts *parts, const GrPosition *start) {
    GrMoveReader moves;
    GrPlace place;
    gr_moves_open(&moves, parts->codec, parts->moves, parts->moves_len);
    gr_place_start(&place, start);
    for (uint32_t ply = 0; ply < parts->plies; ply++)
        if ((m->line[ply] = gr_moves_get(&moves, &place)) == GR_NO_MOVE)
            return false;
    return true;
}

static int put_line(Maker *m, const GrParts *parts, const char *fen_tag, GrReplayBlockGame *game,
                    GrError *why) {
    GrPosition start;
    char fen[GR_FEN_SIZE];
    int code = gr_unpack_start(parts, fen_tag, &start, why);
    if (!code && (!gr_codec_known(parts->rules, parts->codec) || !read_line(m, parts, &start)))
        code = gr_fail(why, GR_ERR_DAMAGED, "the game's moves are damaged");
    if (code)
        return code;
    size_t at = m->moves.len;
    GrReplayForm form = gr_replayer_write(&m->player, &start, m->line, parts->plies, &m->moves);
    game->flags |= GR_REPLAY_HERE | (form == GR_REPLAY_FORM_PIECES ? GR_REPLAY_PIECES : 0u);
    game->plies = parts->plies;
    game->len = (uint32_t)(m->moves.len - at);
    game->at = (uint32_t)m->texts.len;
    if (parts->start != GR_START_USUAL) {
        gr_fen_write(&start, fen);
        gr_put_string(&m->texts, fen);
        game->flags |= GR_REPLAY_FEN;
    }
    return m->moves.failed || m->texts.failed ? gr_no_memory(why) : 0;
}

/* Reads a game as a whole, which checks it. */
static int check_row(GrDb *db, const GrRow *row, GrError *why) {
    GrGame game;
    gr_game_init(&game);
    int code = gr_row_read(db, row, true, &game, why);
    gr_game_free(&game);
    return code;
}

static int make_game(Maker *m, int64_t id, GrReplayBlockGame *game, GrError *why) {
    const GrBlock *block;
    uint32_t i;
    GrRow row;
    GrRowReader reader;
    GrParts parts = {0};
    const char *fen_tag;
    int code = gr_db_find(m->db, id, GR_BLOCK_TEXTS, &block, &i, why);
    if (code)
        return code;
    gr_block_row(block, i, &row);
    if (block->suspect && (code = check_row(m->db, &row, why)) != 0)
        return code;
    const uint32_t *column = row.column;
    code = gr_row_rules(m->db, &row, &parts.rules, why);
    if (!code && !parts.rules)
        code = gr_fail(why, GR_ERR_FOREIGN, "the variant is unknown");
    if (!code)
        code = gr_row_open(m->db, &row, &reader, why);
    if (!code)
        code = gr_replay_block_read_tags(&reader, game, &fen_tag, why);
    if (code)
        return code;
    parts.codec = column[GR_COL_CODEC];
    parts.start = column[GR_COL_START];
    parts.plies = column[GR_COL_PLIES];
    parts.start_fen = reader.start_fen;
    parts.moves = row.moves;
    parts.moves_len = column[GR_COL_MOVES];
    game->flags = (column[GR_COL_FLAGS] & GR_FLAG_RESULT) |
                  (column[GR_COL_FLAGS] & GR_FLAG_PARTIAL ? GR_REPLAY_PARTIAL : 0u);
    game->variant = column[GR_COL_VARIANT];
    return parts.plies > GR_MAX_PLIES ? gr_fail(why, GR_ERR_DAMAGED, "too many plies")
                                      : put_line(m, &parts, fen_tag, game, why);
}

/* Games that cannot be read are left to their blocks; reading those reports why. Numbers that no
 * block has are passed over. */
static int make_games(Maker *m) {
    int64_t first = gr_replay_block_first(m->replay.number), end = first + GR_REPLAY_GAMES;
    for (int64_t id = first, next; id && id < end; id = next) {
        GrError why;
        GrReplayBlockGame *game = &m->replay.game[id - first];
        int code = make_game(m, id, game, &why);
        if (code && code != GR_ERR_NOT_FOUND && !gr_is_damage(code))
            return gr_fail(m->error, why.code, "%s", why.text);
        if (code)
            *game = (GrReplayBlockGame){.flags = code == GR_ERR_NOT_FOUND ? 0 : GR_REPLAY_ELSEWHERE};
        next = code == GR_ERR_NOT_FOUND ? gr_db_next_game(m->db, id + 1, m->error) : id + 1;
        if (next < 0)
            return (int)next;
    }
    return 0;
}

int gr_replay_block_make(GrDb *db, int64_t number, GrBuffer *out, GrError *error) {
    GrError own;
    Maker *m = calloc(1, sizeof *m);
    GrMove *line = malloc(GR_MAX_PLIES * sizeof *line);
    int code = m && line ? 0 : gr_no_memory(error);
    if (!code) {
        gr_replay_block_init(&m->replay);
        m->replay.number = number;
        m->db = db;
        m->line = line;
        m->error = error ? error : &own;
        code = make_games(m);
        for (unsigned i = 0; i < GR_REPLAY_GAMES && !code; i++)
            m->replay.game[i].fen = m->texts.data ? m->texts.data + m->replay.game[i].at : "";
        if (!code)
            gr_replay_block_pack(&m->replay, &m->moves, out);
        if (!code && out->failed)
            code = gr_no_memory(error);
        gr_buffer_free(&m->moves);
        gr_buffer_free(&m->texts);
    }
    free(line);
    free(m);
    return code;
}
