/* Lines in the code of moves: a variant, then bytes of a line. Whatever they are, what they give harms no position;
 * their legal moves, up to the first illegal one, are written and read again as the same, and filmed as the same. */
#include "db/codec/move_film.h"
#include "tests/fuzz/fuzz.h"

enum { PLIES = 300 };

typedef struct Played {
    unsigned plies, legal; /* those before the first illegal one */
    GrMove move[PLIES];
} Played;

typedef struct Tools {
    GrLineReader reader;
    GrLineWriter writer;
    GrLineFilmer filmer;
    Played played, again;
} Tools;

static void check_position(const GrPosition *pos, unsigned ply) {
    GrSet side[2] = {0, 0};
    for (int sq = 0; sq < gr_squares(gr_variant(pos->rules)); sq++)
        if (pos->board[sq] != GR_EMPTY && gr_type_of(pos->board[sq]) != 0)
            side[gr_side_of(pos->board[sq])] |= gr_set_of(sq);
    for (int i = 0; i < 2; i++)
        FUZZ_CHECK(!(pos->side[i] & ~side[i]), "side %d has squares without its pieces after ply %u", i, ply);
}

static bool is_legal(const GrPosition *pos, GrMove move) {
    return gr_move_kind(move) == GR_PASS ? gr_may_pass(pos) : gr_is_legal(pos, move);
}

static void read_line(GrLineReader *reader, const GrPosition *start, const uint8_t *bytes, size_t len,
                      Played *played) {
    GrPosition pos = *start;
    bool legal = true;
    played->plies = played->legal = 0;
    gr_move_line_open(reader, start, bytes, len);
    while (played->plies < PLIES) {
        GrMove move = gr_move_line_next(reader, &pos);
        if (move == GR_NO_MOVE)
            break;
        legal = legal && is_legal(&pos, move);
        played->legal += legal;
        played->move[played->plies++] = move;
        gr_play(&pos, move);
        check_position(&pos, played->plies);
    }
}

static void check_same(const Played *played, const Played *again) {
    FUZZ_CHECK(again->plies >= played->legal, "%u plies are read, not %u", again->plies, played->legal);
    for (unsigned i = 0; i < played->legal; i++)
        FUZZ_CHECK(again->move[i] == played->move[i], "ply %u is read as another move", i);
}

/* What is filmed are the moves of the game, as long as they are legal. */
static void check_film(GrLineFilmer *filmer, const GrPosition *start, const uint8_t *bytes, size_t len,
                       const Played *played) {
    if (!gr_move_film_open(filmer, start, bytes, len))
        return;
    for (unsigned i = 0; i < PLIES && gr_move_film_next(filmer, 1, GR_FILM_ROWS | GR_FILM_MOVES); i++)
        FUZZ_CHECK(i >= played->legal || filmer->played[1].move == played->move[i], "ply %u is filmed as another", i);
}

/* Kept from one input to the next, since it takes longer to fill them than to read a line. */
static Tools all;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    GrPosition start;
    GrBuffer line;
    Tools *tools = &all;
    gr_start(fuzz_any_rules(fuzz_byte(&in)), &start);
    size_t len = (size_t)(in.end - in.at);
    read_line(&tools->reader, &start, in.at, len, &tools->played);
    check_film(&tools->filmer, &start, in.at, len, &tools->played);
    gr_buffer_init(&line);
    gr_move_line_write(&tools->writer, &start, tools->played.move, tools->played.legal, &line);
    FUZZ_CHECK(!line.failed, "no memory");
    read_line(&tools->reader, &start, (const uint8_t *)line.data, line.len, &tools->again);
    check_same(&tools->played, &tools->again);
    check_film(&tools->filmer, &start, (const uint8_t *)line.data, line.len, &tools->played);
    gr_buffer_free(&line);
    gr_buffer_free(&tools->writer.targets);
    return 0;
}
