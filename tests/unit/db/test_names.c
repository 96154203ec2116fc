/* Do two names go together? */
#include "db/upkeep/name_parts.h"
#include "tests/aid/test.h"

static GrNameFit fit(const char *a, const char *b) {
    GrNameParts x, y;
    gr_name_parts(a, &x);
    gr_name_parts(b, &y);
    GrNameFit there = gr_names_fit(&x, &y), back = gr_names_fit(&y, &x);
    if (!CHECK(there == back))
        printf("'%s', '%s': %d and %d\n", a, b, (int)there, (int)back);
    return there;
}

static const char *const NAMES[] = {"apart", "near", "bare", "short", "same"};

typedef struct Pair {
    const char *a, *b;
    GrNameFit fit;
} Pair;

static void check_all(const Pair *pair, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!CHECK_STR(NAMES[fit(pair[i].a, pair[i].b)], NAMES[pair[i].fit]))
            printf("'%s', '%s'\n", pair[i].a, pair[i].b);
}

static void spellings_of_one(void) {
    static const Pair pair[] = {
        {"Ivanchuk, Vassily", "IVANCHUK,VASSILY", GR_NAMES_SAME},
        {"Ivanchuk, Vassily", "Vassily Ivanchuk", GR_NAMES_SAME},
        {"Ivanchuk, Vassily", "GM Ivanchuk, Vassily", GR_NAMES_SAME},
        {"Euwe, Max", "Dr. Max Euwe", GR_NAMES_SAME},
        {"M\xC3\xBCller, J\xC3\xBCrgen", "Muller, Jurgen", GR_NAMES_SAME},
        {"Mu\xCC\x88ller, Hans", "M\xC3\xBCller, Hans", GR_NAMES_SAME},
        {"Gro\xC3\x9F, Stefan", "Gross, Stefan", GR_NAMES_SAME},
        {"\xC5\x81ukasz, Jan", "Lukasz, Jan", GR_NAMES_SAME},
        {"O'Kelly, Alberic", "OKelly, Alberic", GR_NAMES_SAME},
        {"Wiel, John van der", "Van der Wiel, John", GR_NAMES_SAME},
        {"John van der Wiel", "Van der Wiel, John", GR_NAMES_SAME},
        {"Smith Jr, John", "Smith, John Jr.", GR_NAMES_SAME},
        {"Smith,JA", "Smith, J. A.", GR_NAMES_SAME},
        {"Ivanchuk,V", "Ivanchuk, Vassily", GR_NAMES_SHORT},
        {"Smith, J", "Smith, J. A.", GR_NAMES_SHORT},
        {"Ivanchuk Vassily", "Ivanchuk, Vassily", GR_NAMES_SHORT},
        {"Jean-Pierre Dupont", "Dupont, Jean", GR_NAMES_SHORT},
        {"Ivanchuk", "Ivanchuk, Vassily", GR_NAMES_BARE},
        {"Ivantchuk, Vassily", "Ivanchuk, Vassily", GR_NAMES_NEAR},
        {"Ivanchuk, Vasily", "Ivanchuk, Vassily", GR_NAMES_NEAR},
        {"Kortschnoj, Wiktor", "Korchnoi, Viktor", GR_NAMES_NEAR},
        {"Jusupow, A", "Yusupov, Artur", GR_NAMES_NEAR},
        {"Mueller, Hans", "M\xC3\xBCller, Hans", GR_NAMES_NEAR},
        {"Kasparov, Gary", "Kasparov, Garry", GR_NAMES_NEAR},
        {"Karlsen, Magnus", "Carlsen, Magnus", GR_NAMES_NEAR},
        {"Stockfish 14", "stockfish-14", GR_NAMES_SAME},
        {"N. Short", "Short, N.", GR_NAMES_SAME},
        {"N Vitiugov", "Vitiugov,N", GR_NAMES_SAME},
        {"N. Short", "Short, Nigel", GR_NAMES_SHORT},
    };
    check_all(pair, sizeof pair / sizeof *pair);
}

static void two_people(void) {
    static const Pair pair[] = {
        {"Smith, John", "Smith, James", GR_NAMES_APART},
        {"Smith, J A", "Smith, J B", GR_NAMES_APART},
        {"Smith, J", "Smith, B", GR_NAMES_APART},
        {"Smith, John", "Smith, John Jr", GR_NAMES_APART},
        {"Smith Sr, John", "Smith, John Jr", GR_NAMES_APART},
        {"Smith, John I", "Smith, John II", GR_NAMES_APART},
        {"Smith, John", "Smith, John II", GR_NAMES_APART},
        {"Ivanov, Alexander", "Ivanova, Alexander", GR_NAMES_APART},
        {"Muzychuk, Daniel", "Muzychuk, Daniela", GR_NAMES_APART},
        {"Novak, Jan", "Novak, Jana", GR_NAMES_APART},
        {"Novak, Mario", "Novak, Maria", GR_NAMES_APART},
        {"Wang, Yu", "Wang, Yi", GR_NAMES_APART},
        {"Li, Chao", "Lu, Chao", GR_NAMES_APART},
        {"Kasparow, Gary", "Kasparov, Larry", GR_NAMES_APART},
        {"Petrosjon, Tigram", "Petrosian, Tigran", GR_NAMES_APART},
        {"Stockfish 14", "Stockfish 15", GR_NAMES_APART},
        {"Stockfish", "Stockfish 15", GR_NAMES_APART},
        {"?", "Ivanchuk, Vassily", GR_NAMES_APART},
        {"N.N.", "NN", GR_NAMES_APART},
        {"", "", GR_NAMES_APART},
        {"GM", "GM", GR_NAMES_APART},
        {"Ann:Bob", "Ann:Bob", GR_NAMES_APART},
    };
    check_all(pair, sizeof pair / sizeof *pair);
}

static void long_names_are_none(void) {
    char name[400];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    CHECK_INT(fit(name, name), GR_NAMES_APART);
    for (size_t i = 1; i < sizeof name - 1; i += 2)
        name[i] = i % 4 == 1 ? ' ' : ',';
    CHECK_INT(fit(name, name), GR_NAMES_APART);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(spellings_of_one);
    RUN(two_people);
    RUN(long_names_are_none);
    return test_end();
}
