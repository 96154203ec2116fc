/* Single moves: a variant, a number that makes a position, and a text. What the library takes it
 * for is legal to the oracle, goes where the text says, and is written back as itself. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move/diagnose.h"
#include "notation/move/long.h"
#include "notation/move/resolve.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "tests/fuzz/fuzz.h"
#include "tests/aid/rules_aid.h"
#include "tests/oracle/random_position.h"

static GrPosition pos;
static OrPosition oracle;
static OrList list;

/* A composed position, or (number even) one of a random game. False if there is no such. */
static bool make_position(const GrRules *rules, uint64_t number) {
    const OrVariant *variant = or_variant(gr_variant(rules)->name);
    Random random = {(number >> 1) * 2 + 1};
    char fen[OR_FEN_SIZE];
    if (number & 1) {
        random_position(&random, variant, &oracle);
        or_write(&oracle, fen);
        return gr_fen_read(rules, fen, &pos, NULL) == 0 && or_read(variant, fen, &oracle);
    }
    static GrMoveList moves;
    gr_start(rules, &pos);
    for (unsigned plies = (number >> 1) % 64; plies; plies--) {
        gr_moves(&pos, &moves);
        if (moves.count)
            gr_play(&pos, moves.move[random_below(&random, moves.count)]);
    }
    gr_fen_write(&pos, fen);
    return or_read(variant, fen, &oracle);
}

static bool is_legal(GrMove move) {
    if (move == gr_null_move())
        return gr_null_move_fits(&pos);
    for (size_t i = 0; i < list.count; i++)
        if (aid_oracle_code(&list.move[i]) == aid_code(&pos, move))
            return true;
    return false;
}

/* Does the text have the letter of the file that the move goes to? All but castling does. */
static bool says_where(const char *text, GrMove move) {
    char name[4];
    if (gr_move_kind(move) == GR_CASTLE || move == gr_null_move())
        return true;
    gr_square_name(gr_variant(pos.rules), gr_move_to(move), name);
    return strchr(text, name[0]) || strchr(text, toupper((unsigned char)name[0]));
}

static void check_written(GrMove move) {
    char san[GR_SAN_SIZE], uci[GR_UCI_SIZE], words[GR_LONG_SIZE];
    GrMove again = GR_NO_MOVE;
    GrError error = {.text = ""};
    gr_san_write(&pos, move, san);
    FUZZ_CHECK(!gr_san_read(&pos, san, &again, &error) && again == move,
               "written %s, read %08x: %s", san, again, error.text);
    gr_uci_write(&pos, move, uci);
    FUZZ_CHECK(!gr_uci_read(&pos, uci, &again, &error) && again == move,
               "written %s, read %08x: %s", uci, again, error.text);
    gr_long_write(&pos, move, words);
    FUZZ_CHECK(!gr_san_read(&pos, words, &again, &error) && again == move,
               "written %s, read %08x: %s", words, again, error.text);
}

static void check_answer(const char *text, const char *notation, int code, GrMove move,
                         const GrError *error) {
    if (code) {
        FUZZ_CHECK((code == GR_ERR_SYNTAX || code == GR_ERR_ILLEGAL) && error->code == code &&
                       error->text[0],
                   "%s refuses '%s' without a reason", notation, text);
        return;
    }
    FUZZ_CHECK(is_legal(move), "%s takes '%s' for the illegal move %08x", notation, text, move);
    FUZZ_CHECK(says_where(text, move), "%s takes '%s' for the move %08x", notation, text, move);
    check_written(move);
}

/* The exact text of a legal move is that move. */
static void check_exact(const char *text, int code, GrMove move) {
    char uci[24];
    for (size_t i = 0; i < list.count; i++) {
        aid_code_text(aid_oracle_code(&list.move[i]), uci);
        if (!strcmp(text, uci))
            FUZZ_CHECK(!code && aid_code(&pos, move) == aid_oracle_code(&list.move[i]),
                       "%s is not read as itself", text);
    }
}

/* As the reader goes about it: syntax, move, and why there is none. */
static void check_syntax(const GrLexicon *lexicon, const char *text) {
    GrSyntax syntax;
    GrMove move;
    GrBuffer out;
    unsigned odd;
    size_t len = gr_long_read(lexicon, text, &syntax);
    if (!len)
        len = gr_syntax_read(lexicon, text, &syntax);
    FUZZ_CHECK(len <= strlen(text), "%zu characters of '%s' are read", len, text);
    if (len && gr_resolve(lexicon, &pos, &syntax, &move, &odd) == 1) {
        FUZZ_CHECK(is_legal(move), "'%s' is taken for the illegal move %08x", text, move);
        return;
    }
    gr_buffer_init(&out);
    gr_diagnose(lexicon, &pos, len ? &syntax : NULL, text, len ? len : strlen(text), &out);
    FUZZ_CHECK(!out.failed && out.len, "no reason for '%s'", text);
    gr_buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    const GrRules *rules = fuzz_rules(fuzz_byte(&in));
    if (!make_position(rules, fuzz_number(&in, 2)))
        return 0;
    char *text = fuzz_text(&in);
    GrLexicon lexicon;
    GrError error = {0};
    GrMove move = GR_NO_MOVE;
    or_moves(&oracle, &list);
    int code = gr_san_read(&pos, text, &move, &error);
    check_answer(text, "SAN", code, move, &error);
    check_exact(text, code, move);
    error = (GrError){0};
    code = gr_uci_read(&pos, text, &move, &error);
    check_answer(text, "UCI", code, move, &error);
    check_exact(text, code, move);
    gr_lexicon_init(&lexicon, rules);
    check_syntax(&lexicon, text);
    free(text);
    return 0;
}
