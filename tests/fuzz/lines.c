/* Lines in the replay forms: a variant, a form, then bytes of a line. Whatever they are, what they give harms no
 * position; and their legal moves, up to the first illegal one, are written in all forms and read again as the same. */
#include <stdlib.h>

#include "db/codec/replay.h"
#include "tests/fuzz/fuzz.h"

enum { PLIES = 300, FORMS = GR_REPLAY_FORM_PACKED + 1 };

typedef struct Played {
    unsigned plies, legal; /* those before the first illegal one */
    GrMove move[PLIES];
} Played;

static void check_position(const GrPosition *pos, unsigned ply) {
    GrSet side[2] = {0, 0};
    for (int sq = 0; sq < gr_squares(gr_variant(pos->rules)); sq++)
        if (pos->board[sq] != GR_EMPTY && gr_type_of(pos->board[sq]) != 0)
            side[gr_side_of(pos->board[sq])] |= gr_set_of(sq);
    for (int i = 0; i < 2; i++)
        FUZZ_CHECK(!(pos->side[i] & ~side[i]), "side %d has squares without its pieces after ply %u", i, ply);
}

static bool is_legal(const GrPosition *pos, GrMove move) {
    return gr_move_kind(move) == GR_PASS ? !pos->pending && !gr_in_check(pos) : gr_is_legal(pos, move);
}

static void read_line(GrReplayer *replayer, GrReplayForm form, const GrPosition *start, const uint8_t *bytes,
                      size_t len, Played *played) {
    GrPosition pos = *start;
    bool legal = true;
    *played = (Played){0};
    if (!gr_replayer_open(replayer, start, form, bytes, len))
        return;
    while (played->plies < PLIES) {
        GrMove move = gr_replayer_next(replayer, &pos);
        if (move == GR_NO_MOVE)
            break;
        legal = legal && is_legal(&pos, move);
        played->legal += legal;
        played->move[played->plies++] = move;
        gr_play(&pos, move);
        check_position(&pos, played->plies);
    }
}

/* Words after the last one mean nothing, so that a packed line may go on. */
static void check_form(GrReplayer *replayer, GrReplayForm form, const GrPosition *start, const Played *played) {
    GrBuffer line;
    Played again;
    gr_buffer_init(&line);
    bool written = gr_replayer_write_as(replayer, form, start, played->move, played->legal, &line);
    FUZZ_CHECK(!line.failed, "no memory");
    FUZZ_CHECK(written || form != GR_REPLAY_FORM_NAMED, "a line is not written by names");
    if (written) {
        read_line(replayer, form, start, (const uint8_t *)line.data, line.len, &again);
        FUZZ_CHECK(again.plies >= played->legal, "%u plies are read, not %u", again.plies, played->legal);
        for (unsigned i = 0; i < played->legal; i++)
            FUZZ_CHECK(again.move[i] == played->move[i], "ply %u is read as another move", i);
    }
    gr_buffer_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    Played played;
    GrPosition start;
    const GrRules *rules = fuzz_rules(fuzz_byte(&in));
    GrReplayForm form = (GrReplayForm)(fuzz_byte(&in) % FORMS);
    GrReplayer *replayer = calloc(1, sizeof *replayer);
    FUZZ_CHECK(replayer, "no memory");
    gr_start(rules, &start);
    read_line(replayer, form, &start, in.at, (size_t)(in.end - in.at), &played);
    for (int other = 0; played.legal && other < FORMS; other++)
        check_form(replayer, (GrReplayForm)other, &start, &played);
    free(replayer);
    return 0;
}
