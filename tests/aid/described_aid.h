/* What tests of described games share: the games, which a test opens and closes; texts that define one; positions. */
#ifndef GR_TESTS_DESCRIBED_AID_H
#define GR_TESTS_DESCRIBED_AID_H

#include "notation/definition/variants_file.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "rules/position.h"
#include "tests/aid/test.h"

static GrVariants *variants;

/* The last game of a text; NULL if it has a fault, of which `fault` then has the place and words. */
static inline const GrRules *define(const char *text, char fault[200]) {
    GrError error;
    GrVariantsFaults faults = {.count = 0};
    GrVariantsFile *file = gr_variants_file_read(text, strlen(text), &error);
    if (!CHECK(file != NULL))
        return NULL;
    const GrRules *rules = gr_variants_file_define(file, gr_variants_file_games(file) - 1, variants, &faults);
    snprintf(fault, 200, "%u:%u: %.150s", faults.fault[0].line, faults.fault[0].column, faults.fault[0].text);
    gr_variants_file_close(file);
    return rules;
}

/* The same for a text without faults. */
static inline const GrRules *defined(const char *text) {
    char fault[200];
    const GrRules *rules = define(text, fault);
    if (!rules)
        printf("%s\n%s\n", text, fault);
    CHECK(rules != NULL);
    return rules;
}

/* The text has a fault that begins with these words, its place among them. */
static inline void expect_fault(const char *text, const char *words) {
    char fault[200];
    CHECK(define(text, fault) == NULL);
    if (strncmp(fault, words, strlen(words)))
        printf("%s\n", fault);
    CHECK(!strncmp(fault, words, strlen(words)));
}

/* The game of a text that begins with '[', or of that name. */
static inline const GrRules *rules_of(const char *text) {
    return *text == '[' ? defined(text) : gr_variants_find(variants, text);
}

static inline bool position_of(const char *name, const char *fen, GrPosition *pos) {
    const GrRules *rules = gr_variants_find(variants, name);
    return CHECK(rules != NULL) && CHECK_INT(gr_fen_read(rules, fen, pos, NULL), 0);
}

/* Plays moves in UCI, separated by blanks. False at one that is not legal, with the error. */
static inline bool play_all(GrPosition *pos, const char *moves, GrError *error) {
    GrMove move;
    char word[8];
    int used;
    for (; sscanf(moves, "%7s%n", word, &used) == 1; moves += used) {
        if (gr_uci_read(pos, word, &move, error))
            return false;
        gr_play(pos, move);
    }
    return true;
}

/* The position after these moves in UCI, from a FEN or, if it is NULL, the start; checks that there is one. */
static inline void position_after(const char *game, const char *fen, const char *moves, GrPosition *pos) {
    const GrRules *rules = rules_of(game);
    GrError error;
    REQUIRE(rules != NULL);
    gr_start(rules, pos);
    if (fen)
        REQUIRE(gr_fen_read(rules, fen, pos, NULL) == 0);
    bool well = play_all(pos, moves, &error);
    if (!well)
        printf("%s %s: %s\n", game, moves, error.text);
    REQUIRE(well);
}

/* The text is that move, as UCI and SAN have it, and leads there. */
static inline void so_played(const char *name, const char *fen, const char *text, const char *uci, const char *san,
                             const char *then) {
    char by_uci[GR_UCI_SIZE] = "", by_san[GR_SAN_SIZE] = "", got[GR_FEN_SIZE] = "";
    GrPosition pos;
    GrMove move;
    GrError error;
    if (!position_of(name, fen, &pos))
        return;
    if (gr_san_read(&pos, text, &move, &error) && gr_uci_read(&pos, text, &move, &error)) {
        printf("%s: %s\n", text, error.text);
        CHECK(false);
        return;
    }
    gr_uci_write(&pos, move, by_uci);
    gr_san_write(&pos, move, by_san);
    gr_play(&pos, move);
    gr_fen_write(&pos, got);
    CHECK_STR(by_uci, uci);
    CHECK_STR(by_san, san);
    CHECK_STR(got, then);
}

#endif
