/* Playing chess with nothing but the pieces comes to what playing positions comes to. */
#include <string.h>

#include "db/codec/chess_look.h"
#include "db/codec/codec.h"
#include "db/codec/pack.h"
#include "rules/fen.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { GAME = 160 };

/* Castling on all sides, captures en passant that are pinned in each way or take what gives check, promotions, pins. */
static const char *const starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R b KQkq - 3 20",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
    "8/8/3p4/1Pp4r/1K3p2/6k1/4P1P1/1R6 w - c6 0 3",
    "2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "8/8/8/2ppP3/4K3/8/8/4k3 w - d6 0 3",
    "3r3k/8/8/1PpP4/8/8/8/3K4 w - c6 0 3",
    "4k3/4r3/8/8/1b6/2N1B3/4N2r/4K2R w K - 0 1",
};
enum { STARTS = sizeof starts / sizeof *starts };

static void start_at(size_t i, GrPosition *pos) {
    gr_fen_read(gr_variants_find(aid_book(), "chess"), starts[i], pos, NULL);
}

/* A random game, with a null move here and there; returns its length. */
static unsigned play(AidRandom *random, GrPosition pos, GrMove move[GAME]) {
    static GrMoveList list;
    unsigned n = 0;
    for (; n < GAME; n++) {
        gr_moves(&pos, &list);
        if (!list.count)
            break;
        bool pass = !gr_in_check(&pos) && aid_random(random, 90) == 0;
        move[n] = pass ? gr_move_make(GR_PASS, 0, 0, 0, 0) : list.move[aid_random(random, list.count)];
        gr_play(&pos, move[n]);
    }
    return n;
}

static bool alike(const GrPosition *a, const GrPosition *b) {
    return gr_same(a, b) && !memcmp(a->board, b->board, sizeof a->board) && !memcmp(a->type, b->type, sizeof a->type) &&
           !memcmp(a->side, b->side, sizeof a->side) && a->clock == b->clock && a->number == b->number &&
           (!a->ep || a->ep_victim == b->ep_victim);
}

static bool seen_alike(const GrChessMen *a, const GrChessMen *b) {
    return gr_chess_men_count(a) == gr_chess_men_count(b) && !memcmp(&a->own, &b->own, sizeof a->own) &&
           !memcmp(&a->other, &b->other, sizeof a->other) && !memcmp(a->on, b->on, sizeof a->on);
}

static unsigned wrong_men(const GrPosition *start, const GrMove *move, unsigned n) {
    GrPosition pos = *start, settled = *start;
    GrChessMen men, fresh;
    unsigned wrong = 0;
    gr_chess_men(&pos, &men);
    for (unsigned i = 0; i < n; i++) {
        bool pass = gr_move_kind(move[i]) == GR_PASS;
        bool takes = !pass && pos.board[gr_move_to(move[i])] != GR_EMPTY;
        if (pass)
            gr_chess_men_pass(&men);
        else
            wrong += gr_chess_men_play(&men, move[i]) != takes;
        gr_play(&pos, move[i]);
        gr_chess_men_settle(&men, &settled);
        gr_chess_men(&pos, &fresh);
        wrong += !(alike(&settled, &pos) && seen_alike(&men, &fresh));
    }
    return wrong;
}

static void men_play_as_positions_do(void) {
    AidRandom random = {test_seed(3)};
    GrMove move[GAME];
    GrPosition start;
    for (size_t i = 0; i < STARTS; i++)
        for (int game = 0; game < 60; game++) {
            start_at(i, &start);
            CHECK_INT(wrong_men(&start, move, play(&random, start, move)), 0);
        }
}

/* Writes the moves and leaves *place behind them. */
static unsigned write(const GrMove *move, unsigned n, bool light, GrPlace *place, GrBuffer *out) {
    GrMoveWriter w;
    unsigned wrong = 0;
    gr_buffer_clear(out);
    gr_moves_start(&w, GR_CODEC_MODEL, out);
    w.legal = true;
    if (light)
        gr_place_lighten(place, GR_CODEC_MODEL);
    for (unsigned i = 0; i < n; i++)
        wrong += !gr_moves_put(&w, place, move[i]);
    gr_moves_finish(&w);
    gr_place_settle(place);
    return wrong;
}

static unsigned read_back(const GrMove *move, unsigned n, GrPlace *place, const GrBuffer *bytes) {
    GrMoveReader r;
    unsigned wrong = 0;
    gr_moves_open(&r, GR_CODEC_MODEL, (const uint8_t *)bytes->data, bytes->len);
    gr_place_lighten(place, GR_CODEC_MODEL);
    for (unsigned i = 0; i < n; i++)
        wrong += gr_moves_get(&r, place) != move[i];
    gr_place_settle(place);
    return wrong;
}

static void light_places_are_coded_alike(void) {
    AidRandom random = {test_seed(4)};
    GrMove move[GAME];
    GrPosition start;
    GrPlace place, light, back;
    GrBuffer bytes, same;
    gr_buffer_init(&bytes);
    gr_buffer_init(&same);
    for (size_t i = 0; i < 4 * STARTS; i++) {
        start_at(i % STARTS, &start);
        unsigned n = play(&random, start, move);
        gr_place_start(&place, &start);
        gr_place_start(&light, &start);
        gr_place_start(&back, &start);
        CHECK_INT(write(move, n, false, &place, &bytes) + write(move, n, true, &light, &same), 0);
        CHECK(bytes.len == same.len && !memcmp(bytes.data, same.data, bytes.len));
        CHECK_INT(read_back(move, n, &back, &bytes), 0);
        CHECK(alike(&light.pos, &place.pos) && alike(&back.pos, &place.pos));
    }
    gr_buffer_free(&bytes);
    gr_buffer_free(&same);
}

/* Of bytes that are no game, both kinds of places give the same moves, and only legal ones: pinned pieces stay. */
static void noise_gives_the_same_legal_moves(void) {
    AidRandom random = {test_seed(12)};
    uint8_t noise[64];
    unsigned illegal = 0, different = 0, refused = 0;
    for (size_t game = 0; game < 100 * STARTS; game++) {
        GrPosition pos;
        GrPlace place, light;
        GrMoveReader r, other;
        for (size_t i = 0; i < sizeof noise; i++)
            noise[i] = (uint8_t)aid_random(&random, 256);
        start_at(game % STARTS, &pos);
        gr_place_start(&place, &pos);
        gr_place_start(&light, &pos);
        gr_place_lighten(&light, GR_CODEC_MODEL);
        gr_moves_open(&r, GR_CODEC_MODEL, noise, sizeof noise);
        gr_moves_open(&other, GR_CODEC_MODEL, noise, sizeof noise);
        for (int i = 0; i < 60; i++) {
            pos = place.pos;
            GrMove move = gr_moves_get(&r, &place);
            different += gr_moves_get(&other, &light) != move;
            refused += move == GR_NO_MOVE;
            if (move == GR_NO_MOVE)
                break;
            illegal += gr_move_kind(move) != GR_PASS && !gr_is_legal(&pos, move);
        }
    }
    CHECK_INT(illegal, 0);
    CHECK_INT(different, 0);
    CHECK(refused > 0);
}

/* What packing sees of a game with nothing but its pieces makes the signature that its positions make. */
static unsigned wrong_signature(const GrPosition *start, const GrMove *move, unsigned n, GrPacked *packed) {
    static GrSignatureMaker maker;
    uint8_t whole[GR_SIGNATURE_SIZE];
    GrGame game;
    GrError error;
    gr_game_init(&game);
    unsigned wrong = gr_game_begin(&game, start->rules) != 0;
    game.start = *start;
    for (uint32_t i = 0, node = 0, last = 0; i < n; i++, last = node) {
        wrong += gr_game_add_node(&game, move[i], &node) != 0;
        game.nodes[last].next = node;
    }
    wrong += gr_pack(&game, GR_CODEC_MODEL, true, packed, &error) != 0;
    unsigned len = gr_signature_of(&maker, &game, whole);
    wrong += packed->signature_len != len || memcmp(packed->signature, whole, len) != 0;
    gr_game_free(&game);
    return wrong;
}

static void signatures_are_those_of_positions(void) {
    AidRandom random = {test_seed(6)};
    GrMove move[GAME];
    GrPosition start;
    GrPacked packed;
    gr_packed_init(&packed);
    for (size_t i = 0; i < 40 * STARTS; i++) {
        start_at(i % STARTS, &start);
        CHECK_INT(wrong_signature(&start, move, play(&random, start, move), &packed), 0);
    }
    gr_packed_free(&packed);
}

static void ranks_are_gathered_alike(void) {
    AidRandom random = {test_seed(5)};
    for (int i = 0; i < 200; i++) {
        Planes plane;
        Lanes rows[2], plain[2];
        for (int p = 0; p < 5; p++)
            plane.set[p] = (uint64_t)aid_random(&random, UINT32_MAX) << 32 | aid_random(&random, UINT32_MAX);
        gather_ranks(&plane, rows);
        gather_plainly(&plane, plain);
        CHECK(!memcmp(rows, plain, sizeof rows));
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(men_play_as_positions_do);
    RUN(light_places_are_coded_alike);
    RUN(noise_gives_the_same_legal_moves);
    RUN(signatures_are_those_of_positions);
    RUN(ranks_are_gathered_alike);
    return test_end();
}
