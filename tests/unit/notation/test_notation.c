/* Moves written and read: tables of tests/data/notation, and what must not be read as a move. */
#include "notation/move/lexicon.h"
#include "notation/move/long.h"
#include "notation/move/resolve.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "rules/fen.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;

enum { FIELDS = 5 };

/* Splits at " | "; returns the number of fields. */
static int split(char *line, char *field[FIELDS]) {
    int n = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *p = line; p && n < FIELDS; n++) {
        char *bar = strstr(p, " | ");
        field[n] = p;
        if (bar)
            *bar = 0;
        p = bar ? bar + 3 : NULL;
    }
    return n;
}

/* Reads a move in any lenient form, the whole text. */
static bool read_any(const GrPosition *pos, const char *text, GrMove *move) {
    GrLexicon lexicon;
    GrSyntax syntax;
    gr_lexicon_init(&lexicon, pos->rules);
    size_t used = gr_syntax_read(&lexicon, text, &syntax);
    if (!used)
        used = gr_long_read(&lexicon, text, &syntax);
    return used && !text[used] && gr_resolve(&lexicon, pos, &syntax, move, NULL) == 1;
}

static void check_written(const GrPosition *pos, char *const field[FIELDS]) {
    GrMove move = GR_NO_MOVE, again;
    GrError error;
    char uci[GR_UCI_SIZE], san[GR_SAN_SIZE], text[GR_LONG_SIZE];
    if (!CHECK_INT(gr_uci_read(pos, field[2], &move, &error), 0)) {
        printf("    %s in %s\n", field[2], field[1]);
        return;
    }
    CHECK_INT(gr_uci_write(pos, move, uci), strlen(field[2]));
    CHECK_STR(uci, field[2]);
    CHECK_INT(gr_san_write(pos, move, san), strlen(field[3]));
    CHECK_STR(san, field[3]);
    CHECK_INT(gr_long_write(pos, move, text), strlen(field[4]));
    CHECK_STR(text, field[4]);
    for (int i = 2; i < FIELDS; i++)
        CHECK(read_any(pos, field[i], &again) && again == move);
    CHECK_INT(gr_san_read(pos, san, &again, NULL), 0);
    CHECK(again == move);
    CHECK(gr_san_read(pos, text, &again, NULL) == 0 && again == move);
}

static void check_read(const GrPosition *pos, char *const field[FIELDS]) {
    GrMove move = GR_NO_MOVE;
    char uci[GR_UCI_SIZE] = "none";
    if (read_any(pos, field[3], &move))
        gr_uci_write(pos, move, uci);
    if (!CHECK_STR(uci, field[2]))
        printf("    '%s' in %s\n", field[3], field[1]);
}

static void each_line(const char *path, int fields,
                      void (*check)(const GrPosition *pos, char *const field[FIELDS])) {
    FILE *file = fopen(path, "r");
    char line[512], *field[FIELDS];
    int lines = 0;
    REQUIRE(file != NULL);
    while (fgets(line, sizeof line, file)) {
        GrPosition pos;
        if (line[0] == '#')
            continue;
        lines++;
        if (!CHECK_INT(split(line, field), fields))
            continue;
        if (!CHECK_INT(gr_fen_read(gr_variants_find(variants, field[0]), field[1], &pos, NULL), 0))
            printf("    %s\n", field[1]);
        else
            check(&pos, field);
    }
    fclose(file);
    CHECK(lines > 50);
}

static void canonical_forms(void) {
    each_line("tests/data/notation/moves.txt", 5, check_written);
}

static void lenient_forms(void) {
    each_line("tests/data/notation/lenient.txt", 4, check_read);
}

/* Text that is no move of chess, or none that can be played first. */
static void refused(void) {
    static const struct {
        const char *text;
        int code;
    } table[] = {
        {"", GR_ERR_SYNTAX},      {"e", GR_ERR_SYNTAX},     {"e9", GR_ERR_SYNTAX},
        {"Nf", GR_ERR_SYNTAX},    {"Nf33", GR_ERR_SYNTAX},  {"Xf3", GR_ERR_SYNTAX},
        {"e4x", GR_ERR_SYNTAX},   {"e4 e5", GR_ERR_SYNTAX}, {"O-O-", GR_ERR_SYNTAX},
        {"e0", GR_ERR_SYNTAX},    {"Nf3=", GR_ERR_SYNTAX},  {"knight", GR_ERR_SYNTAX},
        {"e5", GR_ERR_ILLEGAL},   {"Nd2", GR_ERR_ILLEGAL},  {"O-O", GR_ERR_ILLEGAL},
        {"e2e5", GR_ERR_ILLEGAL}, {"e8=Q", GR_ERR_ILLEGAL}, {"e4=Q", GR_ERR_ILLEGAL},
        {"E4", GR_ERR_SYNTAX},    {"NF3", GR_ERR_SYNTAX},   {"BC3", GR_ERR_SYNTAX},
        {"B1c3", GR_ERR_ILLEGAL}, {"b1C3", GR_ERR_SYNTAX},  {"E2-e4", GR_ERR_SYNTAX},
        {"E2xE", GR_ERR_SYNTAX},  {"E2-E9", GR_ERR_SYNTAX}, {"B1-C4", GR_ERR_ILLEGAL},
        {"Z=a2", GR_ERR_SYNTAX},  {"Q@e4", GR_ERR_ILLEGAL}, {"K=e2", GR_ERR_ILLEGAL},
    };
    GrPosition pos;
    gr_start(gr_variants_find(variants, "chess"), &pos);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        GrMove move;
        GrError error = {.code = GR_OK};
        if (!CHECK_INT(gr_san_read(&pos, table[i].text, &move, &error), table[i].code))
            printf("    '%s'\n", table[i].text);
        CHECK_INT(error.code, table[i].code);
    }
}

/* UCI is read strictly: nothing but the form that is written. */
static void strict_uci(void) {
    static const char *const bad[] = {"", "e4", "Ng1f3", "e2-e4", "e2e4 ", "e2e4q", "e2e9", "O-O"};
    GrPosition pos;
    GrMove move;
    gr_start(gr_variants_find(variants, "chess"), &pos);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(gr_uci_read(&pos, bad[i], &move, NULL) < 0);
}

/* A move is read and written without asking for memory. */
static void no_allocations(void) {
    GrPosition pos;
    GrMove move;
    char san[GR_SAN_SIZE], text[GR_LONG_SIZE];
    gr_start(gr_variants_find(variants, "magi"), &pos);
    fail_alloc_at(1, true);
    CHECK_INT(gr_san_read(&pos, "Nc3", &move, NULL), 0);
    gr_san_write(&pos, move, san);
    gr_long_write(&pos, move, text);
    long asked = fail_alloc_failures();
    fail_alloc_stop();
    CHECK_INT(asked, 0);
    CHECK_STR(san, "Nc3");
    CHECK_STR(text, "Knight b1 - c3");
}

static void odd_texts(void) {
    static const struct {
        const char *variant, *text;
        unsigned odd;
    } table[] = {
        {"magi", "LPawn e2 - e4", GR_ODD_NOT_LPAWN},
        {"magi", "Pawn d3 - d4", 0},
        {"magi", "Nxc3", GR_ODD_CAPTURE},
        {"chess", "Nf3", 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        GrPosition pos;
        GrLexicon lexicon;
        GrSyntax syntax;
        GrMove move;
        unsigned odd = 99;
        gr_start(gr_variants_find(variants, table[i].variant), &pos);
        gr_lexicon_init(&lexicon, pos.rules);
        if (!gr_syntax_read(&lexicon, table[i].text, &syntax))
            CHECK(gr_long_read(&lexicon, table[i].text, &syntax) > 0);
        CHECK_INT(gr_resolve(&lexicon, &pos, &syntax, &move, &odd), 1);
        CHECK_INT(odd, table[i].odd);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(canonical_forms);
    RUN(lenient_forms);
    RUN(refused);
    RUN(strict_uci);
    RUN(no_allocations);
    RUN(odd_texts);
    gr_variants_close(variants);
    return test_end();
}
