/* A file of variants. What is read has faults with places in the text, or is written and read again as the same; its
 * rules then play a game in which all ways to ask for legal moves agree, and no king can be taken. */
#include <stdlib.h>
#include <string.h>

#include "notation/definition/variants_file.h"
#include "rules/fen.h"
#include "rules/random.h"
#include "tests/fuzz/fuzz.h"

enum { PLIES = 24, GAMES = 6 };

static void check_moves(const GrPosition *pos, GrMoveList *list) {
    static GrMoveList captures;
    static GrMoveSets sets;
    static GrAttackMap map;
    uint64_t in_sets = 0;
    unsigned captured = 0;
    gr_moves(pos, list);
    FUZZ_CHECK(gr_count_moves(pos) == list->count, "%u moves listed, not as many counted", list->count);
    FUZZ_CHECK(gr_can_move(pos) == (list->count > 0), "%u moves, but gr_can_move is wrong", list->count);
    for (unsigned i = 0; i < list->count; i++) {
        GrMove m = list->move[i];
        FUZZ_CHECK(gr_is_legal(pos, m), "the move %08x is listed, but not legal", m);
        captured += gr_is_capture(pos, m) || (gr_move_kind(m) == GR_NORMAL && gr_move_piece(m));
    }
    gr_captures(pos, &captures);
    FUZZ_CHECK(captures.count == captured, "%u captures, not %u", captures.count, captured);
    gr_attack_map_start(&map);
    gr_attack_map_update(&map, pos);
    gr_move_sets(pos, &map, &sets);
    for (GrSet from = sets.from; from;)
        in_sets += (uint64_t)gr_set_count(sets.to[gr_set_pop(&from)]);
    FUZZ_CHECK(in_sets + sets.others.count == list->count, "sets have another number of moves");
}

static void check_position(const GrPosition *pos) {
    GrAttacks attacks;
    GrPosition again;
    char fen[GR_FEN_SIZE];
    FUZZ_CHECK(gr_key_of(pos) == pos->key, "the key is wrong");
    gr_fen_write(pos, fen);
    FUZZ_CHECK(gr_fen_read(pos->rules, fen, &again, NULL) == 0, "cannot read %s", fen);
    FUZZ_CHECK(gr_same(pos, &again) && again.key == pos->key, "%s is read as another position", fen);
    for (int side = 0; side < 2; side++) {
        gr_attacks(pos, side, &attacks);
        for (int sq = 0; sq < gr_squares(gr_variant(pos->rules)); sq++)
            FUZZ_CHECK(gr_set_has(attacks.once, sq) == (gr_attackers(pos, sq, side) != 0),
                       "%s: attacks on square %d", fen, sq);
    }
    const GrCamp *camp = gr_variant(pos->rules)->camp; /* what is placed may attack it */
    int king = camp && camp->returns ? GR_NO_SQUARE : gr_king_square(pos, !pos->turn);
    FUZZ_CHECK(king == GR_NO_SQUARE || !gr_attackers(pos, king, pos->turn), "%s: the king can be taken", fen);
}

static void play(const GrRules *rules, uint64_t seed) {
    static GrMoveList list;
    GrPosition pos;
    uint64_t state = seed;
    gr_start(rules, &pos);
    for (int ply = 0; ply < PLIES; ply++) {
        check_position(&pos);
        check_moves(&pos, &list);
        if (!list.count)
            return;
        gr_play(&pos, list.move[gr_random(&state) % list.count]);
    }
}

static void check_faults(const GrVariantsFaults *faults, size_t size) {
    for (size_t i = 0; i < faults->count && i < GR_VARIANTS_FAULTS; i++)
        FUZZ_CHECK(faults->fault[i].line >= 1 && faults->fault[i].line <= size + 1 && faults->fault[i].column >= 1 &&
                       faults->fault[i].text[0],
                   "a fault without a place or a word");
}

static void check_written(const GrDefinition *definition) {
    static GrDefinition other;
    GrVariantsFaults faults;
    GrBuffer text;
    gr_buffer_init(&text);
    gr_definition_write(definition, &text);
    GrVariantsFile *file = gr_variants_file_read(text.data, text.len, NULL);
    FUZZ_CHECK(file && !gr_variants_file_broken(file)->count, "what is written is broken");
    int found = gr_variants_file_game(file, 0, &other, &faults);
    FUZZ_CHECK(found == 0, "%s: %s", text.data, faults.fault[0].text);
    FUZZ_CHECK(gr_definition_same(definition, &other), "%s: read as another game", text.data);
    gr_variants_file_close(file);
    gr_buffer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static GrVariantsFaults faults;
    GrVariantsFile *file = gr_variants_file_read((const char *)data, size, NULL);
    GrVariants *variants = gr_variants_open();
    FUZZ_CHECK(variants && (file || size > GR_VARIANTS_BYTES), "no file");
    if (file)
        check_faults(gr_variants_file_broken(file), size);
    for (size_t n = 0; file && n < gr_variants_file_games(file) && n < GAMES; n++) {
        const GrRules *rules = gr_variants_file_define(file, n, variants, &faults);
        check_faults(&faults, size);
        FUZZ_CHECK((rules == NULL) == (faults.count > 0), "%zu faults", faults.count);
        if (rules) {
            check_written(gr_definition_of(rules));
            play(rules, size);
        }
    }
    gr_variants_file_close(file);
    gr_variants_close(variants);
    return 0;
}
