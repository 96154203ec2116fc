/* What is said of moves that cannot be played: why not, and what could have been meant. */
#include <string.h>

#include "notation/diagnose.h"
#include "notation/long.h"
#include "rules/fen.h"
#include "tests/test.h"

static GrBook *book;

/* A text in a position (NULL: the start) and what is said of it. */
typedef struct Case {
    const char *variant, *fen, *text, *said;
} Case;

/* Writes what is said of the text in the position. */
static bool diagnose(const Case *c, GrBuffer *out) {
    const GrRules *rules = gr_book_find(book, c->variant);
    GrLexicon lexicon;
    GrPosition pos;
    GrSyntax syntax;
    if (!CHECK(rules != NULL))
        return false;
    if (c->fen && !CHECK_INT(gr_fen_read(rules, c->fen, &pos, NULL), 0))
        return false;
    if (!c->fen)
        gr_start(rules, &pos);
    gr_lexicon_init(&lexicon, rules);
    size_t len = gr_syntax_read(&lexicon, c->text, &syntax);
    if (!len)
        len = gr_long_read(&lexicon, c->text, &syntax);
    gr_buffer_clear(out);
    gr_diagnose(&lexicon, &pos, len ? &syntax : NULL, c->text, strlen(c->text), out);
    return CHECK(!out->failed);
}

/* The part after `from` (NULL: the reason) must be what the case expects. */
static void check_cases(const Case *c, size_t n, const char *from, const char *to) {
    GrBuffer out;
    gr_buffer_init(&out);
    for (; n > 0; n--, c++) {
        char got[600] = "";
        if (!diagnose(c, &out))
            continue;
        const char *start = strstr(out.data, from), *end;
        if (start) {
            start += strlen(from);
            end = *to ? strstr(start, to) : NULL;
            size_t len = end ? (size_t)(end - start) : strlen(start);
            snprintf(got, sizeof got, "%.*s", (int)len, start);
        }
        if (!CHECK_STR(got, c->said))
            printf("    %s, %s: %s\n", c->variant, c->text, out.data);
    }
    gr_buffer_free(&out);
}

/* What differs least in writing comes first. */
static void suggestions(void) {
    static const Case cases[] = {
        {"chess", NULL, "nf3", "Nf3"},
        {"chess", NULL, "NF3", "Nf3"},
        {"chess", NULL, "nc4", "Nc3"},
        {"chess", NULL, "Nf4", "Nf3"},
        {"chess", NULL, "Ng3", "Nf3"},
        {"chess", NULL, "Bf3", "Nf3"},
        {"chess", NULL, "e5", "e4"},
        {"chess", NULL, "Ngf4", "Nf3"},
        {"chess", NULL, "g1f4", "Nf3"},
        {"chess", NULL, "Knight g1-g3", "Knight g1 - f3"},
        {"chess", NULL, "Knight f4", "Knight g1 - f3"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kg1", "O-O"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kc1", "O-O-O"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kxh1", "O-O"},
        {"chess", "4k3/8/8/3p4/8/4P3/8/4KB2 w - - 0 1", "Bd6", "Bd3"},
        {"chess", "4k3/8/8/2pp4/3P4/8/8/4K3 w - - 0 1", "dxd5", "dxc5?"},
        {"wizard", NULL, "Wa6", "Wa7"},
        {"chess", "4k3/8/8/8/8/5N2/3P4/1N2K3 w - - 0 1", "Nbd2", "Nc3"},
        {"chess", "4k3/8/8/8/8/5N2/3P4/1N2K3 w - - 0 1", "Nfd3", "Nd4"},
        {"magi", NULL, "Nc4", "Nc3"},
    };
    check_cases(cases, sizeof cases / sizeof *cases, "did you mean ", ", ");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    book = gr_book_open();
    if (!CHECK(book != NULL))
        return test_end();
    RUN(suggestions);
    gr_book_close(book);
    return test_end();
}
