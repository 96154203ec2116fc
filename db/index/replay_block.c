/* Packing, unpacking and making one replay. */
#include "db/index/replay_block.h"

#include <stdlib.h>

#include "db/codec/column.h"
#include "db/codec/integrity.h"

enum { MOST_DATE = 9999 * 512 + 12 * 32 + 31, MOST_LINE = 5 * GR_MAX_PLIES };

void gr_replay_block_init(GrReplayBlock *replay) {
    *replay = (GrReplayBlock){.number = -1};
    gr_buffer_init(&replay->bytes);
    gr_buffer_init(&replay->lines);
}

void gr_replay_block_free(GrReplayBlock *replay) {
    gr_buffer_free(&replay->bytes);
    gr_buffer_free(&replay->lines);
    gr_replay_block_init(replay);
}

/* ---- packing ---- */

static uint32_t unzigzag(uint32_t value) {
    return value >> 1 ^ (uint32_t)-(int32_t)(value & 1);
}

/* What each game has of which there is a line, a column of each. */
enum { VARIANT, PLIES, LENGTH, WHITE_ELO, BLACK_ELO, DATE, COLUMNS };

static uint32_t *fact(GrReplayBlockGame *game, int column) {
    uint32_t *const facts[COLUMNS] = {&game->variant, &game->plies,  &game->len,
                                      &game->elo[0], &game->elo[1], &game->date};
    return facts[column];
}

/* What the bytes of a line are compared with, so that the column is narrow. */
static uint32_t usual_length(uint32_t plies) {
    return plies * 7 / 8;
}

static void put_columns(const GrReplayBlock *replay, GrBuffer *out) {
    uint32_t value[GR_REPLAY_GAMES];
    for (unsigned i = 0; i < GR_REPLAY_GAMES; i++)
        value[i] = replay->game[i].flags;
    gr_column_write(out, value, GR_REPLAY_GAMES);
    for (int c = 0; c < COLUMNS; c++) {
        size_t count = 0;
        for (unsigned i = 0; i < GR_REPLAY_GAMES; i++) {
            GrReplayBlockGame game = replay->game[i];
            if (game.flags & GR_REPLAY_HERE)
                value[count++] = *fact(&game, c) + (c == LENGTH ? MOST_LINE - usual_length(game.plies) : 0);
        }
        gr_column_write(out, value, count);
    }
}

void gr_replay_block_pack(const GrReplayBlock *replay, const GrBuffer *moves, GrBuffer *out) {
    size_t start = out->len;
    gr_put_u32(out, 0);
    gr_put_u8(out, GR_REPLAY_VERSION);
    put_columns(replay, out);
    gr_put_varint(out, replay->runs);
    for (uint32_t i = 0; i < replay->runs; i++) {
        const GrReplayRun *run = &replay->run[i];
        gr_put_varint(out, run->games);
        gr_put_varint(out, (uint64_t)(gr_replay_block_first(replay->number) + run->from - run->block));
        gr_put_varint(out, run->at);
        gr_put_u32(out, run->crc);
    }
    for (unsigned i = 0; i < GR_REPLAY_GAMES; i++)
        if (replay->game[i].flags & GR_REPLAY_HERE && replay->game[i].flags & GR_REPLAY_FEN)
            gr_put_string(out, replay->game[i].fen);
    gr_put_bytes(out, moves->data, moves->len);
    gr_sum_row(out, start, (uint32_t)replay->number);
}

/* ---- unpacking ---- */

/* Can there be such a game? A ply has a byte at least if it is not packed. */
static bool can_be(const GrReplayBlockGame *game) {
    uint32_t plies_a_byte = game->flags & GR_REPLAY_PACKED ? GR_LINE_PLIES_A_BYTE : 1;
    return game->plies <= GR_MAX_PLIES && game->len <= MOST_LINE && game->plies <= plies_a_byte * game->len &&
           game->elo[0] <= UINT16_MAX && game->elo[1] <= UINT16_MAX && game->date <= MOST_DATE;
}

/* What is added to the column of lengths. */
static uint32_t length_before(const GrReplayBlock *replay, unsigned i) {
    uint32_t plies = replay->game[i].plies;
    return replay->version == 2 ? plies : usual_length(plies) - MOST_LINE;
}

static void get_columns(GrInput *in, GrReplayBlock *replay) {
    uint32_t value[GR_REPLAY_GAMES], flags[GR_REPLAY_GAMES];
    size_t count = 0;
    gr_column_read(in, flags, GR_REPLAY_GAMES);
    for (unsigned i = 0; i < GR_REPLAY_GAMES; i++) {
        replay->game[i] = (GrReplayBlockGame){.flags = in->bad ? 0 : flags[i], .fen = ""};
        in->bad |= flags[i] >= 2u * GR_REPLAY_PACKED;
        count += (flags[i] & GR_REPLAY_HERE) != 0;
    }
    for (int c = 0; c < COLUMNS && !in->bad; c++) {
        gr_column_read(in, value, count);
        for (unsigned i = 0, n = 0; i < GR_REPLAY_GAMES; i++)
            if (replay->game[i].flags & GR_REPLAY_HERE)
                *fact(&replay->game[i], c) = value[n++] + (c == LENGTH ? length_before(replay, i) : 0);
    }
    for (unsigned i = 0; i < GR_REPLAY_GAMES; i++)
        in->bad |= !can_be(&replay->game[i]);
}

static bool is_stored(const GrReplayBlockGame *game) {
    return game->flags & GR_REPLAY_HERE && game->flags & GR_REPLAY_STORED;
}

/* Shares the stored games out to the runs, and gives them their places in these. */
static void place_runs(GrInput *in, GrReplayBlock *replay) {
    uint32_t i = 0;
    for (uint32_t n = 0; n < replay->runs; n++) {
        GrReplayRun *run = &replay->run[n];
        while (i < GR_REPLAY_GAMES && !is_stored(&replay->game[i]))
            i++;
        run->from = i;
        run->len = 0;
        for (uint32_t left = run->games; left && i < GR_REPLAY_GAMES; i++)
            if (is_stored(&replay->game[i])) {
                replay->game[i].at = run->len;
                run->len += replay->game[i].len;
                left--;
            }
        run->block = gr_replay_block_first(replay->number) + run->from - run->block;
    }
    for (; i < GR_REPLAY_GAMES; i++)
        in->bad |= is_stored(&replay->game[i]);
}

static void get_runs(GrInput *in, GrReplayBlock *replay) {
    uint32_t own = 0, games = 0, stored = 0;
    replay->runs = gr_input_bounded(in, GR_REPLAY_GAMES);
    for (uint32_t i = 0; i < replay->runs; i++) {
        GrReplayRun *run = &replay->run[i];
        run->games = gr_input_bounded(in, GR_REPLAY_GAMES);
        run->block = gr_input_bounded(in, GR_BLOCK_GAMES - 1); /* how far it is back, for now */
        run->at = gr_input_bounded(in, INT32_MAX);
        run->crc = gr_input_u32(in);
        games += run->games;
        in->bad |= !run->games;
    }
    for (unsigned i = 0; i < GR_REPLAY_GAMES; i++) {
        GrReplayBlockGame *game = &replay->game[i];
        stored += is_stored(game);
        if (!(game->flags & GR_REPLAY_HERE) || is_stored(game))
            continue;
        game->at = own;
        own += game->len;
    }
    in->bad |= games != stored;
    replay->own = own;
    if (!in->bad)
        place_runs(in, replay);
}

/* Of version 1: one game after the other. */
static void get_game(GrInput *in, GrReplayBlockGame *game, uint32_t date_before, uint32_t *at) {
    *game = (GrReplayBlockGame){.flags = gr_input_u8(in), .fen = "", .at = *at};
    in->bad |= (game->flags & GR_REPLAY_STORED) != 0;
    if (!(game->flags & GR_REPLAY_HERE))
        return;
    game->variant = gr_input_bounded(in, UINT32_MAX);
    game->plies = gr_input_bounded(in, GR_MAX_PLIES);
    game->len = gr_input_bounded(in, MOST_LINE);
    game->elo[0] = gr_input_bounded(in, UINT16_MAX);
    game->elo[1] = gr_input_bounded(in, UINT16_MAX);
    game->date = date_before + unzigzag(gr_input_bounded(in, UINT32_MAX));
    in->bad |= !can_be(game);
    if (game->flags & GR_REPLAY_FEN)
        game->fen = gr_input_string(in);
    *at += game->len;
}

static void get_games(GrInput *in, GrReplayBlock *replay) {
    uint32_t date = 0;
    replay->own = 0;
    for (unsigned i = 0; i < GR_REPLAY_GAMES; i++) {
        get_game(in, &replay->game[i], date, &replay->own);
        if (replay->game[i].flags & GR_REPLAY_HERE)
            date = replay->game[i].date;
    }
}

static void get_all(GrInput *in, GrReplayBlock *replay) {
    replay->runs = 0;
    if (replay->version == 1) {
        get_games(in, replay);
        return;
    }
    get_columns(in, replay);
    if (!in->bad)
        get_runs(in, replay);
    for (unsigned i = 0; i < GR_REPLAY_GAMES && !in->bad; i++)
        if (replay->game[i].flags & GR_REPLAY_HERE && replay->game[i].flags & GR_REPLAY_FEN)
            replay->game[i].fen = gr_input_string(in);
}

static int damaged(GrReplayBlock *replay, GrError *error) {
    replay->number = -1;
    return gr_fail(error, GR_ERR_DAMAGED, "a replay of games is damaged");
}

int gr_replay_block_unpack(GrReplayBlock *replay, int64_t number, const void *bytes, size_t len, GrError *error) {
    gr_buffer_clear(&replay->bytes);
    gr_buffer_clear(&replay->lines);
    gr_buffer_add(&replay->bytes, bytes, len);
    replay->number = number;
    if (replay->bytes.failed) {
        replay->number = -1;
        return gr_no_memory(error);
    }
    GrInput in = gr_input(replay->bytes.data, replay->bytes.len);
    if (!gr_row_is_sound(&in, (uint32_t)number))
        return damaged(replay, error);
    replay->version = gr_input_u8(&in);
    if (replay->version < 1 || replay->version > GR_REPLAY_VERSION)
        return damaged(replay, error);
    get_all(&in, replay);
    if (in.bad || gr_input_left(&in) != replay->own)
        return damaged(replay, error);
    replay->moves = in.at;
    return 0;
}

bool gr_replay_block_start(const GrReplayBlock *replay, unsigned i, const GrRules *rules, GrPosition *pos,
                           GrReplayer *player) {
    const GrReplayBlockGame *game = &replay->game[i];
    GrReplayForm form = game->flags & GR_REPLAY_PACKED   ? GR_REPLAY_FORM_PACKED
                        : game->flags & GR_REPLAY_PIECES ? GR_REPLAY_FORM_PIECES
                                                         : GR_REPLAY_FORM_NAMED;
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
uint32_t gr_replay_block_date(const char *text) {
    uint32_t part[3] = {0};
    for (unsigned i = 0; i < 3; i++) {
        part[i] = number_in(text, i == 0 ? 9999 : i == 1 ? 12 : 31);
        text += strcspn(text, ".");
        text += *text == '.';
    }
    return part[0] ? part[0] * 512 + part[1] * 32 + part[2] : 0;
}

uint32_t gr_replay_block_rating(const char *text) {
    return number_in(text, UINT16_MAX);
}

int gr_replay_block_read_tags(GrRowReader *reader, GrReplayBlockGame *game, const char **fen_tag,
                       GrError *why) {
    const char *name, *value;
    int tag;
    *fen_tag = NULL;
    while ((tag = gr_row_next_tag(reader, &name, &value, why)) > 0) {
        if (!strcmp(name, "WhiteElo"))
            game->elo[0] = gr_replay_block_rating(value);
        else if (!strcmp(name, "BlackElo"))
            game->elo[1] = gr_replay_block_rating(value);
        else if (!strcmp(name, "Date"))
            game->date = gr_replay_block_date(value);
        else if (!strcmp(name, "FEN"))
            *fen_tag = value;
    }
    return tag;
}

/* Decodes the main line; false if its bytes are damaged. */
static bool read_line(Maker *m, const GrParts *parts, const GrPosition *start) {
    GrMoveReader moves;
    GrPlace place;
    if (!gr_moves_open_at(&moves, &m->player, parts->codec, start, parts->moves, parts->moves_len))
        return false;
    gr_place_start(&place, start);
    gr_place_lighten(&place, parts->codec);
    for (uint32_t ply = 0; ply < parts->plies; ply++)
        if ((m->line[ply] = gr_moves_get(&moves, &place)) == GR_NO_MOVE)
            return false;
    return true;
}

static unsigned flag_of(GrReplayForm form) {
    return form == GR_REPLAY_FORM_PACKED ? GR_REPLAY_PACKED : form == GR_REPLAY_FORM_PIECES ? GR_REPLAY_PIECES : 0;
}

/* The line of a game that is not stored as one. */
static int put_own(Maker *m, const GrParts *parts, const GrPosition *start, GrReplayBlockGame *game,
                   GrError *why) {
    if (!gr_codec_known(parts->rules, parts->codec) || !read_line(m, parts, start))
        return gr_fail(why, GR_ERR_DAMAGED, "the game's moves are damaged");
    size_t at = m->moves.len;
    GrReplayForm form = gr_replayer_write(&m->player, start, m->line, parts->plies, &m->moves);
    game->flags |= flag_of(form);
    game->len = (uint32_t)(m->moves.len - at);
    return 0;
}

/* A stored line: it belongs to the last run if it follows it in the same block. */
static int put_stored(Maker *m, const GrParts *parts, const GrBlock *block, uint32_t i, GrReplayBlockGame *game,
                      GrError *why) {
    GrReplayBlock *replay = &m->replay;
    GrReplayRun *run = replay->runs ? &replay->run[replay->runs - 1] : NULL;
    uint32_t at = block->moves_at[i];
    GrReplayForm form = (GrReplayForm)(parts->codec - GR_CODEC_LINE);
    size_t plies_a_byte = form == GR_REPLAY_FORM_PACKED ? GR_LINE_PLIES_A_BYTE : 1;
    if (!gr_codec_known(parts->rules, parts->codec) || parts->plies > plies_a_byte * parts->moves_len)
        return gr_fail(why, GR_ERR_DAMAGED, "the game's moves are damaged");
    if (!run || run->block != block->first || run->at + run->len != at) {
        run = &replay->run[replay->runs++];
        *run = (GrReplayRun){.from = (uint32_t)(game - replay->game), .block = block->first, .at = at};
    }
    run->games++;
    run->len += (uint32_t)parts->moves_len;
    run->crc = gr_crc_on(run->crc, parts->moves, parts->moves_len);
    game->flags |= GR_REPLAY_STORED | flag_of(form);
    game->len = (uint32_t)parts->moves_len;
    return 0;
}

/* A block with a wrong byte, corrected or not, has other bytes than those that were found to be the game's. */
static int put_line(Maker *m, const GrParts *parts, const GrBlock *block, uint32_t i, const char *fen_tag,
                    GrReplayBlockGame *game, GrError *why) {
    GrPosition start;
    char fen[GR_FEN_SIZE];
    int code = gr_unpack_start(parts, fen_tag, &start, why);
    if (!code)
        code = parts->codec >= GR_CODEC_LINE && !block->suspect ? put_stored(m, parts, block, i, game, why)
                                                                : put_own(m, parts, &start, game, why);
    if (code)
        return code;
    game->flags |= GR_REPLAY_HERE;
    game->plies = parts->plies;
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
                                      : put_line(m, &parts, block, i, fen_tag, game, why);
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
