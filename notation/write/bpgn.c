/* Records of Bughouse, BPGN: the games of both boards as one, their moves in the order in which they were played. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "notation/write/boards.h"
#include "notation/write/format.h"
#include "notation/write/pgn_tags.h"
#include "notation/write/pgn_text.h"
#include "rules/fen.h"

/* ---- which games belong together ---- */

int gr_record_board(const GrGame *game) {
    const char *board = gr_game_tag(game, "Board"), *variant = gr_game_tag(game, "Variant");
    char letter = board && *board ? board[strlen(board) - 1] : '\0';
    const char *name = game->rules ? gr_variant(game->rules)->name : variant;
    return name && !strncasecmp(name, "bughouse", 8) && (letter == 'A' || letter == 'B') ? letter - 'A' : -1;
}

static bool is_same(const char *first, const char *second) {
    return !strcmp(first ? first : "", second ? second : "");
}

/* So many moves in the same order are of the same record, even if tags of one game have been changed since. */
enum { SURE = 10 };

bool gr_is_one_record(const GrGame *a, const GrGame *b) {
    static const char *const names[] = {"WhiteA", "BlackA", "WhiteB", "BlackB", "MoveOrder", "Event", "Site", "Date",
                                        "Round", "Time", "UTCDate", "UTCTime", "BughouseDBGameNo"};
    if (gr_record_board(a) != 0 || gr_record_board(b) != 1 || !a->rules || a->rules != b->rules)
        return false;
    const char *order = gr_game_tag(a, "MoveOrder");
    if (order && strlen(order) >= SURE)
        return is_same(order, gr_game_tag(b, "MoveOrder"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!is_same(gr_game_tag(a, names[i]), gr_game_tag(b, names[i])))
            return false;
    return true;
}

static const char *refuses(const GrGame *game) {
    return gr_record_board(game) < 0 ? "it is no board of Bughouse"
           : !game->rules            ? "its rules are not known"
                                     : "it is one board of a record, and the game of the other one is not beside it";
}

/* ---- tags ---- */

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(name, *names))
        names++;
    return *names != NULL;
}

/* What a reader makes of the others. */
static bool is_derived(const GrGame *game, const char *name) {
    static const char *const names[] = {"Board", "MoveOrder", "Hand", "Result", "Variant", "FEN", "SetUp", NULL};
    bool side = !strncmp(name, "White", 5) || !strncmp(name, "Black", 5);
    char theirs[64];
    if (is_one_of(name, names))
        return true;
    if (!side || strlen(name) > 60)
        return false;
    memcpy(theirs, name, 5);
    theirs[5] = (char)('A' + gr_record_board(game));
    strcpy(theirs + 6, name + 5);
    const char *value = gr_game_tag(game, theirs);
    return value != NULL || !name[5];
}

static const char *const first_tags[] = {"Event", "Site", "Date", "Round", "WhiteA", "WhiteAElo", "BlackA", "BlackAElo",
                                         "WhiteB", "WhiteBElo", "BlackB", "BlackBElo", "TimeControl", NULL};

/* Both games have the record's tag WhiteA; board A has White besides, which is the same until one of them is changed:
 * then that is what counts. */
static const char *player(const GrGame *a, const GrGame *b, const char *name) {
    const bool second = name[5] == 'B';
    const char *said = gr_game_tag(second ? b : a, name), *other = gr_game_tag(second ? a : b, name);
    char plain[64];
    snprintf(plain, sizeof plain, "%.5s%.50s", name, name + 6);
    const char *own = gr_game_tag(second ? b : a, plain);
    if (!own || (said && is_same(own, other)))
        return said ? said : other;
    return is_same(own, said) && other && !is_same(own, other) ? other : own;
}

/* Is it a tag of a player, such as WhiteA or BlackBElo? */
static bool is_player(const char *name) {
    return (!strncmp(name, "White", 5) || !strncmp(name, "Black", 5)) && (name[5] == 'A' || name[5] == 'B') &&
           strlen(name) < 50;
}

static const char *value_of(const GrGame *a, const GrGame *b, const char *name) {
    const char *value = is_player(name) ? player(a, b, name) : gr_game_tag(a, name);
    return value || is_player(name) ? value : gr_game_tag(b, name);
}

/* A FEN with what is in hand. */
static void put_fen(GrBuffer *out, const GrGame *game) {
    char fen[GR_FEN_SIZE];
    const char *hand = gr_game_tag(game, "Hand");
    gr_fen_write(&game->start, fen);
    size_t board = strcspn(fen, " [");
    gr_buffer_printf(out, "%.*s[%s]%s", (int)board, fen, hand ? hand : "", fen + strcspn(fen, " "));
}

static bool is_usual(const GrGame *game) {
    GrPosition usual;
    gr_start(game->rules, &usual);
    return gr_same(&usual, &game->start) && !gr_game_tag(game, "Hand");
}

static void put_tags(GrBuffer *out, const GrGame *a, const GrGame *b) {
    for (int i = 0; first_tags[i]; i++) {
        const char *name = first_tags[i], *value = value_of(a, b, name);
        if (value || i < 4 || (strlen(name) == 6 && name[5] < 'C'))
            gr_pgn_put_tag(out, name, value ? value : !strcmp(name, "Date") ? "????.??.??" : "?");
    }
    for (int board = 0; board < 2; board++)
        for (size_t i = 0; i < (board ? b : a)->tag_count; i++) {
            const GrGame *game = board ? b : a;
            const char *name = gr_game_string(game, game->tags[i].name);
            if (!is_one_of(name, first_tags) && !is_derived(game, name) && (!board || !gr_game_tag(a, name)))
                gr_pgn_put_tag(out, name, value_of(a, b, name));
        }
    const char *number = gr_game_tag(a, "Board");
    if (strlen(number) > 1) {
        GrBuffer text;
        gr_buffer_init(&text);
        gr_buffer_add(&text, number, strlen(number) - 1);
        gr_pgn_put_tag(out, "Board", text.failed ? "" : text.data);
        gr_buffer_free(&text);
    }
    gr_pgn_put_tag(out, "Variant", gr_variant(a->rules)->title);
    if (!is_usual(a) || !is_usual(b)) {
        gr_buffer_puts(out, "[SetUp \"1\"]\n[FEN \"");
        put_fen(out, a);
        gr_buffer_puts(out, " | ");
        put_fen(out, b);
        gr_buffer_puts(out, "\"]\n");
    }
    gr_pgn_put_tag(out, "Result", gr_result_text(a->result));
}

/* ---- moves ---- */

typedef struct Board {
    const GrGame *game;
    GrPosition now;
    uint32_t node; /* the next move */
} Board;

static void put_move(PgnText *t, Board *b, int board) {
    t->game = b->game;
    t->board = (char)('A' + board);
    pgn_put_node(t, b->node, &b->now);
    b->node = b->game->nodes[b->node].next;
    if (!b->node && b->game->partial)
        pgn_put_rest(t);
}

/* Nothing of the board could be played: a number without a move says whose text it is. */
static void put_unplayed(PgnText *t, const Board *b, int board) {
    t->game = b->game;
    pgn_put_word(t, board ? "1B." : "1A.");
    pgn_put_rest(t);
}

/* The order that the tag has, as far as it goes: games may have been changed. */
static void put_moves(PgnText *t, const GrGame *a, const GrGame *b) {
    Board board[2] = {{a, a->start, a->nodes[0].next}, {b, b->start, b->nodes[0].next}};
    const char *order = gr_game_tag(a, "MoveOrder");
    pgn_put_lead(t);
    for (int i = 0; i < 2; i++)
        if (!board[i].node && board[i].game->partial)
            put_unplayed(t, &board[i], i);
    while ((board[0].node || board[1].node) && !t->out->failed) {
        int next = order && *order ? *order++ == 'B' : !board[0].node;
        if (board[next].node)
            put_move(t, &board[next], next);
    }
}

static void write_pair(GrBuffer *out, const GrGame *a, const GrGame *b, uint64_t number) {
    PgnText t = {.out = out, .game = a, .board = 'A', .numbered = true};
    if (number > 1)
        gr_buffer_putc(out, '\n');
    put_tags(out, a, b);
    gr_buffer_putc(out, '\n');
    put_moves(&t, a, b);
    pgn_put_word(&t, gr_result_text(a->result));
    gr_buffer_putc(out, '\n');
}

static void write_one(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    (void)id;
    gr_buffer_printf(out, "%% a game that is left out: %s\n", refuses(game));
}

const GrFormat gr_format_bpgn = {.name = "bpgn", .summary = "Bughouse", .game = write_one, .pair = write_pair,
                                 .refuses = refuses};
