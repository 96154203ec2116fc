/* Random play and random positions of every variant: whatever the position, all properties hold,
 * and keys are equal exactly when positions are the same.
 *
 * GRIMOIRE_RANDOM sets the number of positions a variant (default 4,000; 1,000,000 when the slow
 * suites run), GRIMOIRE_SEED the seed. */
#include "tests/oracle/properties.h"

enum { GAME_PLIES = 160, COMPOSED_PLIES = 12, KEPT_KEYS = 2000000, TEXTS_ONE_IN = 10 };

typedef struct Seen {
    uint64_t key, identity;
} Seen;

static Properties properties;
static const OrVariant *variant;
static Seen *seen;
static size_t seen_count, seen_cap;
static unsigned long budget, checked, composed, refused;

static unsigned long setting(const char *name, unsigned long otherwise) {
    const char *value = getenv(name);
    return value && *value ? strtoul(value, NULL, 10) : otherwise;
}

static uint64_t hash_text(const char *text) {
    uint64_t hash = 14695981039346656037u;
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    }
    return hash ^ hash >> 29;
}

static void note_key(const GrPosition *pos, const OrPosition *oracle) {
    char text[OR_FEN_SIZE];
    if (seen_count == KEPT_KEYS) {
        return;
    }
    if (seen_count == seen_cap) {
        seen_cap = seen_cap ? seen_cap * 2 : 65536;
        Seen *more = realloc(seen, seen_cap * sizeof *more);
        if (more == NULL) {
            printf("no memory for keys\n");
            exit(2);
        }
        seen = more;
    }
    or_write_identity(oracle, text);
    seen[seen_count++] = (Seen){pos->key, hash_text(text)};
}

static int by_key(const void *a, const void *b) {
    const Seen *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int by_identity(const void *a, const void *b) {
    const Seen *x = a, *y = b;
    return (x->identity > y->identity) - (x->identity < y->identity);
}

static void keys_tell_positions_apart(void) {
    size_t repeated = 0;
    qsort(seen, seen_count, sizeof *seen, by_key);
    for (size_t i = 1; i < seen_count; i++) {
        if (seen[i].key == seen[i - 1].key) {
            CHECK(seen[i].identity == seen[i - 1].identity);
            repeated++;
        }
    }
    qsort(seen, seen_count, sizeof *seen, by_identity);
    for (size_t i = 1; i < seen_count; i++) {
        if (seen[i].identity == seen[i - 1].identity) {
            CHECK(seen[i].key == seen[i - 1].key);
        }
    }
    CHECK(repeated > 0 && repeated < seen_count / 2); /* the table has something to say */
    seen_count = 0;
}

/* Picks a legal move; captures and the rarer kinds of move come up more often than by chance. */
static unsigned pick(const GrPosition *pos) {
    unsigned n = properties.list.count, choice = random_below(&properties.random, n);
    for (int tries = 0; tries < 6; tries++) {
        GrMove move = properties.list.move[choice];
        bool rare = gr_move_kind(move) != GR_NORMAL || gr_move_piece(move) ||
                    gr_is_capture(pos, move);
        if (rare || random_chance(&properties.random, 3)) {
            break;
        }
        choice = random_below(&properties.random, n);
    }
    return choice;
}

/* Plays the same move on both sides. */
static void play_both(GrPosition *pos, OrPosition *oracle, unsigned choice) {
    GrMove move = properties.list.move[choice];
    AidCode code = aid_code(pos, move);
    for (size_t i = 0; i < properties.oracle_list.count; i++) {
        if (aid_oracle_code(&properties.oracle_list.move[i]) == code) {
            OrMove theirs = properties.oracle_list.move[i];
            or_play(oracle, &theirs);
            break;
        }
    }
    gr_play(pos, move);
}

static bool play_on(GrPosition *pos, OrPosition *oracle, int plies) {
    char before[GR_FEN_SIZE] = "the start", uci[24] = "";
    for (int ply = 0; ply <= plies && checked < budget; ply++) {
        bool texts = checked % TEXTS_ONE_IN == 0;
        if (!properties_hold(&properties, pos, oracle) ||
            (texts && !properties_of_texts(&properties, pos))) {
            test_failure(__FILE__, __LINE__);
            printf("%s\n    (after %s %s)\n", properties.text, before, uci);
            return false;
        }
        note_key(pos, oracle);
        checked++;
        if (properties.list.count == 0) {
            break;
        }
        unsigned choice = pick(pos);
        strcpy(before, properties.fen);
        aid_code_text(aid_code(pos, properties.list.move[choice]), uci);
        play_both(pos, oracle, choice);
    }
    return true;
}

static bool random_game(void) {
    GrPosition pos;
    OrPosition oracle;
    gr_start(properties.rules, &pos);
    or_read(variant, variant->start, &oracle);
    return play_on(&pos, &oracle, GAME_PLIES);
}

static bool composed_game(void) {
    char fen[OR_FEN_SIZE];
    GrPosition pos;
    GrFaults faults;
    OrPosition oracle;
    random_position(&properties.random, variant, &oracle);
    or_write(&oracle, fen);
    composed++;
    if (gr_fen_read(properties.rules, fen, &pos, &faults) != 0) {
        if (refused++ < setting("GRIMOIRE_SHOW_REFUSED", 0)) {
            printf("# refused: %s: %s\n", fen, faults.fault[0].text);
        }
        return true;
    }
    or_read(variant, fen, &oracle); /* en passant squares are those of the FEN from here on */
    return play_on(&pos, &oracle, COMPOSED_PLIES);
}

static void random_positions(const char *name) {
    budget = setting("GRIMOIRE_RANDOM", test_slow() ? 1000000 : test_long() ? 4000 : 1500);
    properties.rules = aid_rules(name);
    properties.random.state = setting("GRIMOIRE_SEED", 20021999) * 2 + 1;
    variant = or_variant(name);
    checked = composed = refused = 0;
    int failures = 0;
    while (checked < budget && failures < 5) {
        failures += !(random_chance(&properties.random, 24) ? random_game() : composed_game());
    }
    printf("# %s: %lu positions, %lu composed, %lu of them refused\n", name, checked, composed,
           refused);
    CHECK(refused * 4 < composed);
    keys_tell_positions_apart();
}

static void chess_holds(void) {
    random_positions("chess");
}

static void magi_holds(void) {
    random_positions("magi");
}

static void magician_holds(void) {
    random_positions("magician");
}

static void royal_holds(void) {
    random_positions("royal");
}

static void wizard_holds(void) {
    random_positions("wizard");
}

static void capablanca_holds(void) {
    random_positions("capablanca");
}

static void chess960_holds(void) {
    random_positions("chess960");
}

static void crazyhouse_holds(void) {
    random_positions("crazyhouse");
}

static void atomic_holds(void) {
    random_positions("atomic");
}

static void antichess_holds(void) {
    random_positions("antichess");
}

static void horde_holds(void) {
    random_positions("horde");
}

static void threecheck_holds(void) {
    random_positions("threecheck");
}

static void racingkings_holds(void) {
    random_positions("racingkings");
}

static void kingofthehill_holds(void) {
    random_positions("kingofthehill");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(chess_holds);
    RUN(magi_holds);
    RUN(magician_holds);
    RUN(royal_holds);
    RUN(wizard_holds);
    RUN(capablanca_holds);
    RUN(chess960_holds);
    RUN(crazyhouse_holds);
    RUN(atomic_holds);
    RUN(antichess_holds);
    RUN(horde_holds);
    RUN(threecheck_holds);
    RUN(racingkings_holds);
    RUN(kingofthehill_holds);
    free(seen);
    return test_end();
}
