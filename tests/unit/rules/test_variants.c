/* The variants of rules: names, letters, squares; passing the turn; tables that are filled when they are needed. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "tests/aid/fail_alloc.h"
#include "tests/aid/rules_aid.h"

static const char *const names[] = {"chess", "magi", "magician", "royal", "wizard",
                                    "capablanca", "chess960", "crazyhouse", "atomic",
                                    "antichess", "horde", "threecheck", "racingkings",
                                    "kingofthehill"};
enum { NAMES = sizeof names / sizeof *names };

static GrVariants *variants;

static void variants_are_found_by_any_name(void) {
    static const char *const others[][2] = {
        {"Chess", "chess"},   {"CHESS", "chess"},
        {"Magi", "magi"},     {"magi 2003", "magi"},
        {"Magician Chess", "magician"},
        {"MAGICIAN", "magician"},
        {"Royal Magician's Chess", "royal"},
        {"royal magician's chess", "royal"},
        {"Royal Magician\xE2\x80\x99s Chess", "royal"},
        {"Wizard Chess", "wizard"},
        {"Capablanca Chess", "capablanca"},
        {"Chess960", "chess960"},
        {"fischerandom", "chess960"},
        {"chess 960", "chess960"},
        {"Three-check", "threecheck"},
        {"3check", "threecheck"},
        {"giveaway", "antichess"},
        {"King of the Hill", "kingofthehill"},
        {"KOTH", "kingofthehill"},
        {"Racing Kings", "racingkings"},
        {"Crazyhouse", "crazyhouse"},
        {"Atomic", "atomic"},
        {"Horde", "horde"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const GrRules *rules = gr_variants_find(variants, others[i][0]);
        if (CHECK(rules != NULL)) {
            CHECK_STR(gr_variant(rules)->name, others[i][1]);
        }
    }
    CHECK(gr_variants_find(variants, "halma") == NULL);
    CHECK(gr_variants_find(variants, "") == NULL);
    CHECK(gr_variants_find(variants, "ches") == NULL);
    CHECK(gr_variants_find(variants, "chesss") == NULL);
    CHECK(gr_variants_find(variants, "|") == NULL);
    CHECK(gr_variants_find(variants, "Wizard\xE2\x80\x99s") == NULL);
}

static void book_lists_every_variant_once(void) {
    unsigned found[NAMES] = {0};
    size_t n = 0;
    for (; gr_variants_at(variants, n) != NULL; n++) {
        for (unsigned i = 0; i < NAMES; i++) {
            found[i] += strcmp(gr_variant(gr_variants_at(variants, n))->name, names[i]) == 0;
        }
    }
    for (unsigned i = 0; i < NAMES; i++) {
        CHECK_INT(found[i], 1);
        CHECK(gr_variants_find(variants, names[i]) != NULL);
    }
    CHECK(gr_variants_at(variants, n + 1000) == NULL);
}

static void letters_name_types(void) {
    for (unsigned i = 0; i < NAMES; i++) {
        const GrVariant *v = gr_variant(aid_rules(names[i]));
        const OrVariant *o = or_variant(names[i]);
        CHECK_INT(v->types, strlen(o->letters));
        bool royal = o->royal != '-';
        CHECK_INT(gr_type_of_letter(v, o->royal), royal ? GR_KING : 0);
        for (const char *p = o->letters + !royal; *p != '\0'; p++) {
            int type = gr_type_of_letter(v, *p);
            CHECK(type > 0 && v->piece[type].letter == *p);
            CHECK_INT(gr_type_of_letter(v, (char)(*p + 'a' - 'A')), type);
        }
        CHECK_INT(gr_type_of_letter(v, 'X'), 0);
        CHECK_INT(gr_type_of_letter(v, '*'), 0);
        CHECK_INT(gr_type_of_letter(v, '\0'), 0);
        CHECK_INT(v->files, o->files);
        CHECK_INT(v->ranks, o->ranks);
        CHECK_STR(v->rights, o->rights);
        CHECK_STR(v->start, o->start);
    }
}

static void squares_have_names(void) {
    for (unsigned i = 0; i < NAMES; i++) {
        const GrVariant *v = gr_variant(aid_rules(names[i]));
        for (int sq = 0; sq < gr_squares(v); sq++) {
            char name[4], want[16];
            int read = -1;
            snprintf(want, sizeof want, "%c%d", 'a' + sq % v->files, sq / v->files + 1);
            CHECK_INT(gr_square_name(v, sq, name), strlen(want));
            CHECK_STR(name, want);
            CHECK_INT(gr_square_read(v, name, &read), strlen(want));
            CHECK_INT(read, sq);
            CHECK_INT(gr_square(v, sq % v->files, sq / v->files), sq);
            CHECK_INT(gr_relative_rank(v, GR_WHITE, sq), sq / v->files);
            CHECK_INT(gr_relative_rank(v, GR_BLACK, sq), v->ranks - 1 - sq / v->files);
        }
    }
    int sq;
    const GrVariant *chess = gr_variant(aid_rules("chess"));
    const GrVariant *magi = gr_variant(aid_rules("magi"));
    static const char *const none[] = {"", "e", "4", "i1", "e9", "e0", "E4", "`1", "e-1", "e 4"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        CHECK_INT(gr_square_read(chess, none[i], &sq), 0);
    }
    CHECK_INT(gr_square_read(chess, "e4xd5", &sq), 2);
    CHECK_INT(gr_square_read(magi, "j10a1", &sq), 3);
    CHECK_INT(sq, 99);
    CHECK_INT(gr_square_read(magi, "a1j10", &sq), 2);
    CHECK_INT(gr_square_read(magi, "k1", &sq), 0);
}

static void passing_hands_the_turn_over(void) {
    static const char *const fens[][2] = {
        {"chess", "4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 2"},
        {"magi", "k9/10/10/10/10/1pPp6/1p1p6/10/10/9K b - c3c4 0 1"},
        {"royal", "7k/8/8/8/8/3K4/8/8[BNR,-,-,-] w - - 5 1"},
        {"wizard", "z6/2w4/7/7/7/7/7/7/7/7/3W3/6Z[D] b Zz - 7 3"},
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        GrPosition pos, again;
        char fen[GR_FEN_SIZE];
        REQUIRE(gr_fen_read(aid_rules(fens[i][0]), fens[i][1], &pos, NULL) == 0);
        int turn = pos.turn;
        uint64_t key = pos.key;
        gr_play(&pos, gr_move_make(GR_PASS, 0, 0, 0, 0));
        CHECK_INT(pos.turn, 1 - turn);
        CHECK(pos.ep == 0);
        CHECK(pos.key != key && pos.key == gr_key_of(&pos));
        gr_fen_write(&pos, fen);
        CHECK(gr_fen_read(aid_rules(fens[i][0]), fen, &again, NULL) == 0);
        CHECK(gr_same(&pos, &again) && pos.key == again.key);
    }
}

static void moves_are_packed_and_unpacked(void) {
    for (int sq = 0; sq < GR_MAX_SQUARES; sq++) {
        GrMove move = gr_move_make(GR_DROP, sq, 127 - sq, sq % 32, (sq + 50) % 128);
        CHECK_INT(gr_move_from(move), sq);
        CHECK_INT(gr_move_to(move), 127 - sq);
        CHECK_INT(gr_move_kind(move), GR_DROP);
        CHECK_INT(gr_move_piece(move), sq % 32);
        CHECK_INT(gr_move_third(move), (sq + 50) % 128);
    }
}

/* What a thread sees of each variant's start position: a key of it, and of it after the first legal move. */
enum { THREADS = 4, MOST = 32 };

typedef struct Look {
    const GrVariants *variants;
    atomic_int *waiting; /* threads that have yet to come */
    uint64_t key[MOST][2];
} Look;

static void look_at(const GrRules *rules, bool text, uint64_t key[2]) {
    GrPosition pos;
    GrMoveList list;
    if (text)
        CHECK_INT(gr_fen_read(rules, gr_variant(rules)->start, &pos, NULL), 0);
    else
        gr_start(rules, &pos);
    key[0] = pos.key;
    gr_moves(&pos, &list);
    gr_play(&pos, list.move[0]);
    key[1] = pos.key;
}

static void *look_at_all(void *context) {
    Look *look = context;
    const GrRules *rules;
    atomic_fetch_sub(look->waiting, 1);
    while (atomic_load(look->waiting) > 0)
        sched_yield();
    for (size_t n = 0; n < MOST && (rules = gr_variants_at(look->variants, n)) != NULL; n++)
        look_at(rules, n % 2, look->key[n]);
    return NULL;
}

static void tables_are_filled_once_for_all_threads(void) {
    static Look look[THREADS], alone;
    atomic_int nobody;
    atomic_init(&nobody, 1);
    alone = (Look){.variants = variants, .waiting = &nobody};
    look_at_all(&alone);
    for (int round = 0; round < 20; round++) {
        pthread_t thread[THREADS];
        atomic_int waiting;
        atomic_init(&waiting, THREADS);
        GrVariants *fresh = gr_variants_open();
        REQUIRE(fresh != NULL);
        for (int i = 0; i < THREADS; i++) {
            look[i] = (Look){.variants = fresh, .waiting = &waiting};
            REQUIRE(pthread_create(&thread[i], NULL, look_at_all, &look[i]) == 0);
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(thread[i], NULL);
            CHECK(memcmp(look[i].key, alone.key, sizeof alone.key) == 0);
        }
        gr_variants_close(fresh);
    }
}

static void variants_open_or_do_not(void) {
    FAIL_EACH_ALLOCATION(n, 100) {
        GrVariants *opened = gr_variants_open();
        fail_alloc_stop();
        CHECK(opened != NULL || fail_alloc_failures() > 0);
        gr_variants_close(opened);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (variants == NULL) {
        return 2;
    }
    RUN(variants_are_found_by_any_name);
    RUN(book_lists_every_variant_once);
    RUN(letters_name_types);
    RUN(squares_have_names);
    RUN(passing_hands_the_turn_over);
    RUN(moves_are_packed_and_unpacked);
    RUN(tables_are_filled_once_for_all_threads);
    RUN(variants_open_or_do_not);
    gr_variants_close(variants);
    return test_end();
}
