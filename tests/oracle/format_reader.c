/* A reader of databases written from grimoire-format(5) alone. */
#include "tests/oracle/format_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tests/oracle/format_lines.h"

enum { FLAGS, VARIANT, CODEC, START, PLIES, SHAPE, CHECK, MOVES, TEXTS, COLUMNS, GAMES = 512 };

/* Bytes that are read from the front; `bad` once they were not enough. */
typedef struct Bytes {
    const uint8_t *at, *end;
    bool bad;
} Bytes;

typedef struct Reader {
    sqlite3 *handle;
    const GrVariants *variants;
    FormatGame *game;
    uint32_t column[COLUMNS][GAMES];
    uint32_t tag_values[FORMAT_TAGS]; /* of the game, in the order of its shape */
    Bytes moves, texts;               /* of the game */
    size_t events;
    const char *fault;
} Reader;

static const char *const no_memory = "no memory";

static unsigned byte(Bytes *in) {
    if (in->at >= in->end) {
        in->bad = true;
        return 0;
    }
    return *in->at++;
}

static uint32_t four(Bytes *in) {
    uint32_t value = byte(in);
    value |= byte(in) << 8;
    value |= byte(in) << 16;
    return value | (uint32_t)byte(in) << 24;
}

static uint64_t varint(Bytes *in) {
    uint64_t value = 0;
    unsigned next, shift = 0;
    do {
        next = byte(in);
        value |= (uint64_t)(next & 127) << shift;
        shift += 7;
    } while (next & 128 && shift < 64);
    return value;
}

static const char *string(Bytes *in) {
    const char *text = (const char *)in->at;
    while (byte(in) && !in->bad) {
    }
    return in->bad ? "" : text;
}

/* A column of n values. */
static void column(Bytes *in, unsigned n, uint32_t *value) {
    unsigned width = byte(in), bit = 0, bits = 0;
    uint64_t least = varint(in);
    for (unsigned i = 0; i < n; i++) {
        uint64_t more = 0;
        for (unsigned j = 0; j < width; j++, bit = (bit + 1) % 8) {
            if (bit == 0)
                bits = byte(in);
            more |= (uint64_t)(bits >> bit & 1) << j;
        }
        value[i] = (uint32_t)(least + more);
    }
}

/* The first row of a query with one number: a copy of its blob, to be freed; NULL without a row. */
static uint8_t *blob_of(sqlite3 *handle, const char *sql, int64_t number, size_t *len) {
    sqlite3_stmt *stmt;
    uint8_t *copy = NULL;
    *len = 0;
    if (sqlite3_prepare_v2(handle, sql, -1, &stmt, NULL) != SQLITE_OK)
        return NULL;
    sqlite3_bind_int64(stmt, 1, number);
    if (sqlite3_step(stmt) == SQLITE_ROW) {
        *len = (size_t)sqlite3_column_bytes(stmt, 0);
        copy = calloc(1, *len + 1);
        if (copy && *len)
            memcpy(copy, sqlite3_column_blob(stmt, 0), *len);
    }
    sqlite3_finalize(stmt);
    return copy;
}

static int64_t number_of(sqlite3 *handle, const char *sql, int64_t number) {
    sqlite3_stmt *stmt;
    int64_t found = -1;
    if (sqlite3_prepare_v2(handle, sql, -1, &stmt, NULL) != SQLITE_OK)
        return -1;
    sqlite3_bind_int64(stmt, 1, number);
    if (sqlite3_step(stmt) == SQLITE_ROW)
        found = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return found;
}

/* What a packed blob holds, to be freed. */
static uint8_t *unpacked(const uint8_t *blob, size_t len, size_t *size) {
    Bytes in = {blob, blob + len, false};
    uLongf got = len ? (uLongf)varint(&in) : 0;
    got = got / 64 > len ? 0 : got;
    uint8_t *bytes = calloc(1, got + 1);
    *size = got;
    Bytes crc = {len < 4 ? in.end : in.end - 4, in.end, false};
    if (bytes && len && (uncompress(bytes, &got, in.at, (uLong)(in.end - in.at)) != Z_OK ||
                         four(&crc) != crc32_z(0, blob, len - 4)))
        *size = 0;
    return bytes;
}

/* Keeps a copy of a tag's name or value in the game. */
static void keep(Reader *r, unsigned tag, int which, const char *text) {
    free(r->game->tag[tag][which]);
    r->game->tag[tag][which] = strdup(text ? text : "");
}

static void keep_row(Reader *r, const char *sql, int64_t number, unsigned tag, int which) {
    size_t len;
    uint8_t *text = blob_of(r->handle, sql, number, &len);
    if (!text)
        r->fault = "a tag has no row";
    keep(r, tag, which, (const char *)text);
    free(text);
}

/* Value number `value` of the dictionary that tag number `tag` has. */
static void keep_value(Reader *r, unsigned place, unsigned tag, uint32_t value) {
    int64_t dictionary = number_of(r->handle, "SELECT dictionary FROM tag WHERE id = ?1", tag);
    int64_t page = dictionary * (1 << 24) + (value - 1) / 512;
    size_t len, size;
    uint8_t *blob = blob_of(r->handle, "SELECT texts FROM name WHERE page = ?1", page, &len);
    uint8_t *texts = blob ? unpacked(blob, len, &size) : NULL;
    Bytes in = {texts, texts ? texts + size : texts, texts == NULL};
    const char *text = "";
    for (uint32_t i = 0; i <= (value - 1) % 512; i++)
        text = string(&in);
    if (in.bad)
        r->fault = "a value is not in its dictionary";
    keep(r, place, 1, text);
    free(texts);
    free(blob);
}

/* Head of the block: the columns, and the game's numbers of tag values. */
static void read_head(Reader *r, Bytes in, const uint8_t *moves, size_t moves_len, int64_t first,
                      unsigned games, unsigned i) {
    const uint8_t *start = in.at;
    Bytes end = {in.end - 4, in.end, false};
    if (in.end - in.at < 16 || crc32_z(0, start, (size_t)(in.end - 4 - start)) != four(&end))
        r->fault = "the head does not agree with its CRC";
    if (byte(&in) != 1 || (int64_t)varint(&in) != first || varint(&in) != games)
        r->fault = "the head is another block's";
    if (four(&in) != crc32_z(0, moves, moves_len))
        r->fault = "the moves do not agree with their CRC";
    for (int c = 0; c < COLUMNS; c++)
        column(&in, games, r->column[c]);
    uint8_t *shapes[GAMES] = {NULL};
    size_t len[GAMES] = {0};
    for (unsigned g = 0; g < games; g++)
        shapes[g] = blob_of(r->handle, "SELECT tags FROM shape WHERE id = ?1", r->column[SHAPE][g],
                            &len[g]);
    for (uint64_t tags = varint(&in); tags && !in.bad; tags--) {
        uint32_t tag = (uint32_t)varint(&in), value[GAMES], n = 0, mine = 0, place = 0;
        for (unsigned g = 0; g < games; g++)
            for (size_t t = 0; shapes[g] && t + 1 < len[g]; t += 2)
                if ((uint32_t)(shapes[g][t] | shapes[g][t + 1] << 8) == tag) {
                    if (g == i) {
                        mine = n + 1;
                        place = (uint32_t)t / 2;
                    }
                    n++;
                }
        column(&in, n, value);
        if (mine)
            r->tag_values[place] = value[mine - 1];
    }
    for (unsigned g = 0; g < games; g++)
        free(shapes[g]);
    if (in.bad || in.at != in.end - 4)
        r->fault = "the head has another length";
}

static void read_tags(Reader *r, unsigned i) {
    size_t len = 0;
    uint8_t *shape = NULL;
    bool among_texts = (r->column[FLAGS][i] & 16) != 0;
    if (!among_texts)
        shape = blob_of(r->handle, "SELECT tags FROM shape WHERE id = ?1", r->column[SHAPE][i],
                        &len);
    uint64_t count = among_texts ? varint(&r->texts) : len / 2;
    if ((!among_texts && !shape) || count > FORMAT_TAGS) {
        r->fault = "the shape is missing or too long";
        count = 0;
    }
    r->game->tags = (unsigned)count;
    for (unsigned t = 0; t < count; t++) {
        if (among_texts) {
            keep(r, t, 0, string(&r->texts));
            keep(r, t, 1, string(&r->texts));
            continue;
        }
        unsigned tag = (unsigned)(shape[2 * t] | shape[2 * t + 1] << 8);
        keep_row(r, "SELECT name FROM tag WHERE id = ?1", tag, t, 0);
        if (r->tag_values[t])
            keep_value(r, t, tag, r->tag_values[t]);
        else
            keep(r, t, 1, string(&r->texts));
    }
    free(shape);
}

static const char *tag_of(const FormatGame *game, const char *name) {
    for (unsigned t = 0; t < game->tags; t++)
        if (!strcmp(game->tag[t][0], name))
            return game->tag[t][1];
    return "";
}

static void event(Reader *r, char kind, const uint8_t *text, size_t len) {
    if (r->events + len + 2 > sizeof r->game->events) {
        r->fault = "there is too much text";
        return;
    }
    r->game->events[r->events++] = kind;
    if (len)
        memcpy(r->game->events + r->events, text, len);
    r->events += len;
    r->game->events[r->events] = '\0';
}

/* Moves, of which there are so many bytes, to the end of those that were read; *pos is where they lead. */
static void read_moves(Reader *r, Bytes bytes, uint64_t plies, GrPosition *pos) {
    FormatGame *game = r->game;
    if (plies > FORMAT_MOVES - game->moves) {
        r->fault = "there are too many moves";
        return;
    }
    r->fault = format_line(bytes.at, (size_t)(bytes.end - bytes.at), (unsigned)plies, pos, game->move + game->moves);
    game->moves += (unsigned)plies;
}

static void read_line(Reader *r, GrPosition pos, unsigned move, unsigned end);

/* A variation of n bytes. */
static void read_variation(Reader *r, GrPosition start, uint64_t n) {
    GrPosition pos = start;
    Bytes bytes = {r->texts.at, r->texts.at + n, false};
    unsigned first = r->game->moves;
    if (n > (size_t)(r->texts.end - r->texts.at)) {
        r->fault = "a variation is too long";
        return;
    }
    r->texts.at += n;
    uint64_t plies = varint(&bytes);
    if (bytes.bad || !plies)
        r->fault = "a variation has no moves";
    if (!r->fault)
        read_moves(r, bytes, plies, &pos);
    event(r, '(', NULL, 0);
    if (!r->fault)
        read_line(r, start, first, first + (unsigned)plies);
}

/* Walks the operations of a line with these moves. */
static void read_line(Reader *r, GrPosition pos, unsigned move, unsigned end) {
    static const char kind[] = "  bcn";
    GrPosition before = pos;
    while (!r->texts.bad && !r->fault) {
        uint64_t op = varint(&r->texts), n = op >> 3;
        switch (op & 7) {
        case 0:
            event(r, ')', NULL, 0);
            return;
        case 1:
            for (; n && move < end; n--) {
                before = pos;
                gr_play(&pos, r->game->move[move++]);
            }
            if (n)
                r->fault = "the tree has more moves than its line";
            break;
        case 5:
            read_variation(r, before, n);
            break;
        default:
            if ((op & 7) > 5 || n > (size_t)(r->texts.end - r->texts.at)) {
                r->fault = "an operation is none";
                return;
            }
            event(r, kind[op & 7], r->texts.at, (size_t)n);
            r->texts.at += n;
        }
    }
}

static void read_body(Reader *r) {
    unsigned parts = r->texts.at < r->texts.end ? byte(&r->texts) : 0;
    if (parts & 1)
        read_line(r, r->game->start, 0, r->game->plies);
    if (parts & 2)
        snprintf(r->game->rest, sizeof r->game->rest, "%s", string(&r->texts));
    r->game->diagnostics = parts & 4 ? (unsigned)varint(&r->texts) : 0;
    for (unsigned i = 0; i < r->game->diagnostics && !r->texts.bad; i++) {
        if (byte(&r->texts) > 2)
            r->fault = "a diagnostic has no such severity";
        varint(&r->texts);
        varint(&r->texts);
        varint(&r->texts);
        string(&r->texts);
    }
    if (!r->fault && (r->texts.bad || r->texts.at != r->texts.end))
        r->fault = "the body has another length";
}

static uLong crc_string(uLong crc, const char *text) {
    return crc32_z(crc, (const Bytef *)text, strlen(text) + 1);
}

/* Moves, body and check of the game, whose tags have been read. */
static void read_game(Reader *r, unsigned i, const char *start_fen) {
    FormatGame *game = r->game;
    Bytes moves = r->moves;
    const uint8_t *body = r->texts.at;
    char start[GR_FEN_SIZE] = "", final[GR_FEN_SIZE] = "";
    uint8_t flags = (uint8_t)(game->flags & 7);
    if (game->rules) {
        const char *fen = r->column[START][i] == 1 ? tag_of(game, "FEN") : start_fen;
        gr_start(game->rules, &game->start);
        if (r->column[START][i] && gr_fen_read(game->rules, fen, &game->start, NULL))
            r->fault = "the start position cannot be read";
        GrPosition pos = game->start;
        if (!r->fault && game->codec != 1)
            r->fault = "the code of moves is unknown";
        if (!r->fault)
            read_moves(r, moves, game->plies, &pos);
        gr_fen_write(&game->start, start);
        gr_fen_write(&pos, final);
    }
    read_body(r);
    uLong crc = crc32_z(0, &flags, 1);
    crc = crc_string(crc, game->rules ? gr_variant(game->rules)->name : "");
    crc = crc_string(crc_string(crc, start), final);
    for (unsigned t = 0; t < game->tags; t++)
        crc = crc_string(crc_string(crc, game->tag[t][0]), game->tag[t][1]);
    crc = crc32_z(crc, moves.at, (size_t)(moves.end - moves.at));
    crc = crc32_z(crc, body, (size_t)(r->texts.end - body));
    if (!r->fault && crc != r->column[CHECK][i])
        r->fault = "the game does not agree with its check";
}

static void read_block(Reader *r, int64_t first, int64_t id) {
    FormatGame *game = r->game;
    size_t head_len, moves_len, packed_len, texts_len = 0, moves_at = 0, texts_at = 0, len;
    uint8_t *head = blob_of(r->handle, "SELECT head FROM block WHERE first = ?1", first, &head_len);
    uint8_t *moves = blob_of(r->handle, "SELECT moves FROM block WHERE first = ?1", first,
                             &moves_len);
    uint8_t *packed = blob_of(r->handle, "SELECT texts FROM block WHERE first = ?1", first,
                              &packed_len);
    uint8_t *texts = packed ? unpacked(packed, packed_len, &texts_len) : NULL;
    int64_t games = number_of(r->handle, "SELECT games FROM block WHERE first = ?1", first);
    unsigned i = (unsigned)(id - first);
    if (!head || !moves || !texts || games <= i || games > GAMES) {
        r->fault = "there is no such game";
    } else {
        read_head(r, (Bytes){head, head + head_len, false}, moves, moves_len, first,
                  (unsigned)games, i);
        for (unsigned g = 0; g < i; g++) {
            moves_at += r->column[MOVES][g];
            texts_at += r->column[TEXTS][g];
        }
        if (moves_at + r->column[MOVES][i] > moves_len ||
            texts_at + r->column[TEXTS][i] > texts_len)
            r->fault = "a blob is too short";
    }
    if (!r->fault) {
        r->moves = (Bytes){moves + moves_at, moves + moves_at + r->column[MOVES][i], false};
        r->texts = (Bytes){texts + texts_at, texts + texts_at + r->column[TEXTS][i], false};
        game->flags = r->column[FLAGS][i];
        game->codec = r->column[CODEC][i];
        game->plies = r->column[PLIES][i];
        game->gone = (game->flags & 8) != 0;
        char *name = (char *)blob_of(r->handle, "SELECT name FROM variant WHERE id = ?1",
                                     r->column[VARIANT][i], &len);
        game->rules = name ? gr_variants_find(r->variants, name) : NULL;
        free(name);
        const char *fen = r->column[START][i] == 2 && !game->gone ? string(&r->texts) : "";
        if (!game->gone)
            read_tags(r, i);
        if (!game->gone && !r->fault)
            read_game(r, i, fen);
    }
    free(head);
    free(moves);
    free(packed);
    free(texts);
}

const char *format_read(sqlite3 *handle, const GrVariants *variants, int64_t id, FormatGame *game) {
    Reader *r = calloc(1, sizeof *r);
    if (!r)
        return no_memory;
    *r = (Reader){.handle = handle, .variants = variants, .game = game};
    for (unsigned t = 0; t < FORMAT_TAGS; t++) {
        free(game->tag[t][0]);
        free(game->tag[t][1]);
    }
    memset(game, 0, sizeof *game);
    int64_t first = number_of(handle, "SELECT max(first) FROM block WHERE first <= ?1", id);
    read_block(r, first, id);
    const char *fault = r->fault;
    free(r);
    return fault;
}

/* The number by which fingerprints know a move. */
static uint32_t order_of(const GrVariant *v, GrMove m) {
    uint32_t letter = gr_move_piece(m) ? (uint32_t)v->piece[gr_move_piece(m)].letter : 0;
    bool walled = gr_move_kind(m) >= GR_WALLED && gr_move_kind(m) <= GR_WALLED_EN_PASSANT;
    bool drops = gr_move_kind(m) == GR_DROP || gr_move_kind(m) == GR_DROP_CASTLE;
    uint32_t third = drops || walled ? (uint32_t)gr_move_third(m) : 0;
    uint32_t kind = gr_move_kind(m) == GR_TURN ? 0 : gr_move_kind(m) == GR_DROP_CASTLE ? 1 : (uint32_t)gr_move_kind(m);
    return (uint32_t)gr_move_from(m) << 25 | (uint32_t)gr_move_to(m) << 18 | kind << 14 | letter << 7 | third;
}

/* A tag's value for the identity: nothing, if it says nothing. */
static const char *known(const char *value) {
    return strspn(value, "?.-") == strlen(value) ? "" : value;
}

const char *format_known(sqlite3 *handle, int64_t id, const FormatGame *game) {
    static const char *const tags[] = {"Event", "Site", "Date", "Round", "Board", "White", "Black",
                                       "Result", "Time", "UTCTime"};
    char start[GR_FEN_SIZE] = "";
    size_t len;
    if (game->rules)
        gr_fen_write(&game->start, start);
    uLong crc = crc_string(crc_string(0, game->rules ? gr_variant(game->rules)->name : ""), start);
    for (unsigned i = 0; i < game->plies && game->rules; i++) {
        uint32_t n = order_of(gr_variant(game->rules), game->move[i]);
        uint8_t bytes[4] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16), (uint8_t)(n >> 24)};
        crc = crc32_z(crc, bytes, 4);
    }
    crc = crc_string(crc, game->rest);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        crc = crc_string(crc, known(tag_of(game, tags[i])));
    int64_t bits = number_of(handle, "SELECT value FROM meta WHERE key = 'fingerprint_bits'", 0);
    uint64_t bucket = bits ? crc >> (32 - bits) : 0;
    uint64_t identity = bits < 32 ? bucket << (32 - bits) : 0;
    uint8_t *blob = blob_of(handle, "SELECT entries FROM fingerprint WHERE bucket = ?1",
                            (int64_t)((uint64_t)bits << 32 | bucket), &len);
    Bytes in = {blob, blob ? blob + len : blob, false};
    bool found = false;
    while (in.at < in.end && !in.bad) {
        identity += varint(&in);
        found |= (int64_t)varint(&in) == id && identity == crc;
    }
    free(blob);
    return found && !in.bad ? NULL : "the game is not found by its fingerprint";
}

/* Does the next row of a copy say what the row of the table does? */
static bool same_row(Bytes *in, sqlite3_stmt *row) {
    bool same = (int64_t)varint(in) == sqlite3_column_int64(row, 0);
    uint64_t len = varint(in);
    if (in->bad || len > (size_t)(in->end - in->at))
        return false;
    same &= len == (uint64_t)sqlite3_column_bytes(row, 1) &&
            (!len || !memcmp(in->at, sqlite3_column_blob(row, 1), len));
    in->at += len;
    for (int i = 2; i < sqlite3_column_count(row); i++)
        same &= (int64_t)varint(in) == sqlite3_column_int64(row, i);
    return same && !in->bad;
}

static const char *compare_backup(sqlite3 *handle, int part, const char *sql) {
    size_t len, size = 0;
    const char *fault = NULL;
    sqlite3_stmt *row;
    uint8_t *blob = blob_of(handle, "SELECT copy FROM backup WHERE part = ?1", part, &len);
    uint8_t *bytes = blob ? unpacked(blob, len, &size) : NULL;
    if (bytes && crc32_z(0, blob, len) != 0x2144DF1C) /* of all that ends in its own CRC-32 */
        fault = "a backup does not agree with its CRC";
    if (!bytes || sqlite3_prepare_v2(handle, sql, -1, &row, NULL) != SQLITE_OK) {
        free(blob);
        free(bytes);
        return "a table or its backup cannot be read";
    }
    Bytes in = {bytes, bytes + size, false};
    while (!fault && sqlite3_step(row) == SQLITE_ROW)
        if (!same_row(&in, row))
            fault = "a backup says something else than its table";
    if (!fault && in.at != in.end)
        fault = "a backup has more rows than its table";
    sqlite3_finalize(row);
    free(blob);
    free(bytes);
    return fault;
}

const char *format_backups(sqlite3 *handle) {
    static const char *const table[] = {
        "SELECT id, name FROM variant ORDER BY id",
        "SELECT id, name, names, uses FROM dictionary ORDER BY id",
        "SELECT id, name, dictionary FROM tag ORDER BY id",
        "SELECT id, tags FROM shape ORDER BY id",
        ("SELECT id, engine || char(10) || options, kind, amount, lines, positions FROM judge "
         "ORDER BY id"),
    };
    static const char *const false_seals[] = {
        "SELECT count(*) FROM uncovered WHERE checksum <> 3 * first + 5 * last",
        ("SELECT count(*) FROM segment WHERE checksum <> 3 * id + 5 * first_chunk + 7 * last_chunk + "
         "11 * bits + 13 * postings"),
    };
    const char *fault = NULL;
    for (int part = 1; part <= 5 && !fault; part++)
        fault = compare_backup(handle, part, table[part - 1]);
    for (int i = 0; i < 2 && !fault; i++)
        fault = number_of(handle, false_seals[i], 0) ? "a row does not agree with its checksum" : NULL;
    return fault;
}
