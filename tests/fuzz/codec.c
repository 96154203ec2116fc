/* The move codec: a variant, a codec, how many plies, then bytes of a game. Whatever they are,
 * what they give are legal moves; and these are coded and read again as the same. */
#include <stdlib.h>

#include "db/codec/codec.h"
#include "tests/fuzz/fuzz.h"

enum { PLIES = 100 };

static unsigned decode(unsigned codec, const GrPosition *start, const uint8_t *bytes, size_t len,
                       unsigned plies, GrMove move[PLIES]) {
    GrPlace place;
    GrMoveReader reader;
    gr_place_start(&place, start);
    gr_moves_open(&reader, codec, bytes, len);
    for (unsigned i = 0; i < plies; i++) {
        GrPosition before = place.pos;
        move[i] = gr_moves_get(&reader, &place);
        if (move[i] == GR_NO_MOVE)
            return i;
        if (gr_move_kind(move[i]) == GR_PASS)
            FUZZ_CHECK(!before.pending && !gr_in_check(&before), "passes at ply %u", i);
        else
            FUZZ_CHECK(gr_is_legal(&before, move[i]), "an illegal move at ply %u", i);
        gr_play(&before, move[i]);
        FUZZ_CHECK(gr_same(&before, &place.pos), "not played as it is, ply %u", i);
    }
    return plies;
}

static void check_again(unsigned codec, bool legal, const GrPosition *start, const GrMove *move,
                        unsigned plies) {
    GrMove again[PLIES];
    GrPlace place;
    GrMoveWriter writer;
    GrBuffer out;
    gr_buffer_init(&out);
    gr_place_start(&place, start);
    gr_moves_start(&writer, codec, &out);
    writer.legal = legal;
    for (unsigned i = 0; i < plies; i++)
        FUZZ_CHECK(gr_moves_put(&writer, &place, move[i]), "ply %u is not written", i);
    gr_moves_finish(&writer);
    FUZZ_CHECK(!out.failed, "no memory");
    unsigned got = decode(codec, start, (const uint8_t *)out.data, out.len, plies, again);
    FUZZ_CHECK(got == plies, "%u plies are read, not %u", got, plies);
    for (unsigned i = 0; i < plies; i++)
        FUZZ_CHECK(again[i] == move[i], "ply %u is read as another move", i);
    gr_buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    const GrRules *rules = fuzz_rules(fuzz_byte(&in));
    unsigned choice = fuzz_byte(&in), codec = choice % (1 + GR_CODEC_NEWEST);
    unsigned plies = (unsigned)fuzz_number(&in, 2) % PLIES;
    GrMove move[PLIES];
    GrPosition start;
    gr_start(rules, &start);
    plies = decode(codec, &start, in.at, (size_t)(in.end - in.at), plies, move);
    for (unsigned other = 0; other <= GR_CODEC_NEWEST; other++)
        check_again(other, choice & 64, &start, move, plies);
    return 0;
}
