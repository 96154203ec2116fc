/* FEN: a variant and a text. What is read is written, read again as the same, and is to the oracle
 * of the tests, in all that it knows of a position, what it is to the library. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/oracle/properties.h"

static Properties properties;

static void check_faults(const char *text, unsigned count, const GrFaults *faults) {
    FUZZ_CHECK(count == faults->count - faults->dropped, "%u faults, %u of them corrected, not %u",
               faults->count, faults->dropped, count);
    for (unsigned i = 0; i < faults->count && i < GR_MAX_FAULTS; i++) {
        unsigned column = faults->fault[i].column;
        FUZZ_CHECK(column >= 1 && column <= strlen(text) + 1, "column %u", column);
        FUZZ_CHECK(faults->fault[i].text[0], "a fault without a word");
    }
}

/* A warrior that was just placed may attack the other wizard: its owner is still to move. When a game
 * has ended by its own rules, nobody is. */
static bool may_attack(const OrPosition *oracle) {
    int winner;
    return oracle->v->id == OR_WIZARD || or_over(oracle, &winner);
}

static void check_position(const GrRules *rules, const GrPosition *pos) {
    char fen[GR_FEN_SIZE], oracles[OR_FEN_SIZE];
    OrPosition oracle;
    FUZZ_CHECK(gr_fen_write(pos, fen) == strlen(fen), "%s: another length", fen);
    FUZZ_CHECK(or_read(or_variant(gr_variant(rules)->name), fen, &oracle),
               "the oracle cannot read %s", fen);
    or_write(&oracle, oracles);
    FUZZ_CHECK(!strcmp(fen, oracles), "the oracle writes %s, the library %s", oracles, fen);
    FUZZ_CHECK(may_attack(&oracle) || !or_in_check(&oracle, 1 - oracle.turn),
               "the king can be taken: %s", fen);
    properties.rules = rules;
    properties.random.state = pos->key | 1;
    FUZZ_CHECK(properties_hold(&properties, pos, &oracle), "%s", properties.text);
    FUZZ_CHECK(properties_of_texts(&properties, pos), "%s", properties.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    const GrRules *rules = fuzz_rules(fuzz_byte(&in));
    char *text = fuzz_text(&in);
    GrPosition pos;
    GrFaults faults = {0};
    unsigned count = gr_fen_read(rules, text, &pos, &faults);
    check_faults(text, count, &faults);
    if (!count)
        check_position(rules, &pos);
    free(text);
    return 0;
}
