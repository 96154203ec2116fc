/* "Did you mean": the nearest names to one that is unknown. */
#include "notation/nearest.h"
#include "rules/plural.h"
#include "tests/aid/test.h"

static const char *const VARIANTS[] = {"chess", "magi", "magician", "royal", "wizard", "capablanca",
                                       NULL};
static const char *const FORMATS[] = {"pgn", "san", "long", "uci", "fen", "json", "csv", "html",
                                      NULL};
static const char *const OPTIONS[] = {"depth", "max-depth", "max-nodes", "games", "plies", NULL};

static void expect(const char *text, const char *const names[], const char *want) {
    char meant[GR_MEANT_SIZE];
    gr_did_you_mean(meant, text, names, "");
    CHECK_STR(meant, want);
}

static void slips_of_the_finger(void) {
    expect("magci", VARIANTS, "; did you mean magi?");
    expect("MAGCIIAN", VARIANTS, "; did you mean magician?");
    expect("ches", VARIANTS, "; did you mean chess?");
    expect("chesss", VARIANTS, "; did you mean chess?");
    expect("wizrad", VARIANTS, "; did you mean wizard?");
    expect("capabalnca", VARIANTS, "; did you mean capablanca?");
    expect("uic", FORMATS, "; did you mean uci?");
    expect("jsno", FORMATS, "; did you mean json?");
    expect("hmtl", FORMATS, "; did you mean html?");
}

static void beginnings(void) {
    expect("capa", VARIANTS, "; did you mean capablanca?");
    expect("js", FORMATS, "; did you mean json?");
    expect("h", FORMATS, "; did you mean html?");
    expect("max", OPTIONS, "; did you mean max-depth or max-nodes?");
}

static void other_words(void) {
    expect("halma", VARIANTS, "");
    expect("xml", FORMATS, "");
    expect("q", FORMATS, "");
    expect("", FORMATS, "");
    expect("antidisestablishmentarianism antidisestablishmentarianism", VARIANTS, "");
    expect("magi", (const char *const[]){NULL}, "");
    expect("ab", (const char *const[]){"aa", "ac", "ad", "ae", NULL}, ""); /* like everything */
}

static void several_are_listed(void) {
    char meant[GR_MEANT_SIZE];
    gr_did_you_mean(meant, "ab", (const char *const[]){"aa", "ac", "ad", NULL}, "--");
    CHECK_STR(meant, "; did you mean --aa, --ac or --ad?");
}

static void one_and_many(void) {
    CHECK_STR(gr_plural(0, "ply", "plies"), "plies");
    CHECK_STR(gr_plural(1, "ply", "plies"), "ply");
    CHECK_STR(gr_plural(2, "ply", "plies"), "plies");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(slips_of_the_finger);
    RUN(beginnings);
    RUN(other_words);
    RUN(several_are_listed);
    RUN(one_and_many);
    return test_end();
}
