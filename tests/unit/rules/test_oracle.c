/* The oracle against every known count: what the library is measured by has to be right itself. */
#include "tests/oracle/oracle.h"
#include "tests/aid/test.h"

static const char *const files[] = {"chess",          "chess-published",   "chess-rules",
                                    "chess-composed", "magi",              "magi-composed",
                                    "magician",       "magician-composed", "royal",
                                    "royal-composed", "wizard",            "wizard-composed",
                                    "capablanca",     "capablanca-composed",
                                    "chess960-published", "chess960-composed",
                                    "crazyhouse-published", "crazyhouse-composed",
                                    "atomic-published", "atomic-composed",
                                    "antichess-published", "antichess-composed",
                                    "horde-published", "horde-composed",
                                    "threecheck-published", "threecheck-composed",
                                    "racingkings-published", "racingkings-composed",
                                    "kingofthehill-composed"};

/* Checks each `;Dn COUNT` of a line up to `limit` nodes; returns how many there were. */
static unsigned check_counts(const OrVariant *v, const char *line, uint64_t limit) {
    char fen[OR_FEN_SIZE];
    OrPosition pos;
    unsigned checked = 0;
    size_t length = strcspn(line, ";");
    while (length > 0 && line[length - 1] == ' ') {
        length--;
    }
    snprintf(fen, sizeof fen, "%.*s", (int)length, line);
    if (!CHECK(or_read(v, fen, &pos))) {
        return 0;
    }
    char again[OR_FEN_SIZE];
    or_write(&pos, again);
    CHECK_STR(again, fen);
    for (const char *p = strchr(line, ';'); p != NULL; p = strchr(p + 1, ';')) {
        int depth;
        uint64_t count;
        if (sscanf(p, ";D%d %" SCNu64, &depth, &count) == 2 && count <= limit) {
            if (!CHECK_INT(or_perft(&pos, depth), count)) {
                printf("    %s at depth %d of %s\n", v->name, depth, fen);
            }
            checked++;
        }
    }
    return checked;
}

static void counts_of(const char *name) {
    char path[100], line[2000], variant[20];
    unsigned checked = 0;
    snprintf(path, sizeof path, "tests/data/perft/%s.epd", name);
    snprintf(variant, sizeof variant, "%.*s", (int)strcspn(name, "-"), name);
    FILE *file = fopen(path, "r");
    REQUIRE(file != NULL);
    while (fgets(line, sizeof line, file)) {
        if (line[0] != '#') {
            checked += check_counts(or_variant(variant), line, test_slow() ? 5000000 : 30000);
        }
    }
    fclose(file);
    CHECK(checked >= 3);
}

static void known_counts(void) {
    /* `make check` takes the second of each pair, which has more of what is rare. */
    for (size_t i = test_long() ? 0 : 1; i < sizeof files / sizeof *files; i += test_long() ? 1 : 2)
        counts_of(files[i]);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(known_counts);
    return test_end();
}
