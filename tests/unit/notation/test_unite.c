/* Games united: what either has, both have then, and nothing else; at random, in all variants. */
#include "notation/edit/edit.h"
#include "notation/move/uci.h"
#include "notation/write/format.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/reader_aid.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

static AidRandom numbers;
static GrError error;

static void read_one(const char *pgn, GrGame *game) {
    GrReader *reader = gr_reader_open_memory(pgn, strlen(pgn), aid_book(), NULL, &error);
    gr_game_init(game);
    CHECK(reader && gr_reader_next(reader, game, &error) == 1);
    gr_reader_close(reader);
}

static void united_are(const char *one, const char *other, const char *want) {
    GrGame a, b;
    GrBuffer out;
    gr_buffer_init(&out);
    read_one(one, &a);
    read_one(other, &b);
    CHECK_INT(gr_game_unite(&a, &b, &error), 0);
    gr_format_pgn.game(&out, &a, 1, 1);
    const char *moves = out.data ? strstr(out.data, "\n\n") : NULL;
    CHECK_STR(moves ? moves + 2 : NULL, want);
    gr_buffer_free(&out);
    gr_game_free(&a);
    gr_game_free(&b);
}

static void what_either_has_is_kept(void) {
    united_are("1. e4 e5 2. Nf3 *", "1. e4 e5 2. Nf3 *", "1. e4 e5 2. Nf3 *\n\n");
    united_are("1. e4 {a} e5 *", "1. e4 {b} {a} e5! *", "1. e4 {a} {b} 1... e5 $1 *\n\n");
    united_are("1. e4 (1. d4 d5) e5 *", "1. e4 (1. d4 Nf6) (1. c4) e5 *",
               "1. e4 (1. d4 d5 (1... Nf6)) (1. c4) 1... e5 *\n\n");
    united_are("1. e4 e5 *", "{start} 1. e4 ({why} 1. d4 {x} d5) {behind} e5 *",
               "{start} 1. e4 ({why} 1. d4 {x} 1... d5) {behind} 1... e5 *\n\n");
    united_are("1. e4 (1. d4) {one} e5 *", "1. e4 (1. d4 d5) {two} e5 *", "1. e4 (1. d4 d5) {one} {two} 1... e5 *\n\n");
    united_are("1. e4 {a} (1. d4) (1. c4) {one} e5 *", "1. e4 (1. c4) {two} (1. f4) {three} e5 *",
               "1. e4 {a} (1. d4) (1. c4) {one} {two} (1. f4) {three} 1... e5 *\n\n");
    united_are("1. d4 (1. e4) *", "1. e4 {a} (1. d4) {b} (1. c4) {c} *", "1. d4 {b} (1. e4 {a}) (1. c4) {c} *\n\n");
}

static void what_stands_before_a_variation_stays_there(void) {
    united_are("1. e4 e5 ({before} 1... c5) 2. Nf3 *", "1. e4 e5 ({before} 1... c5) 2. Nf3 {new} *",
               "1. e4 e5 ({before} 1... c5) 2. Nf3 {new} *\n\n");
    united_are("1. e4 e5 ({b} 1... c5 {a}) *", "1. e4 e5 ({b2} 1... c5 {b} 2. c3 {x}) *",
               "1. e4 e5 ({b} {b2} 1... c5 {a} 2. c3 {x}) *\n\n");
    united_are("1. e4 e5 (1... c5) *", "1. e4 c5 {a} ({b} 1... e5) *", "1. e4 e5 {b} (1... c5 {a}) *\n\n");
}

static void variations_are_united(void) {
    united_are("1. e4 e5 (1... c5 2. Nf3) *", "1. e4 e5 (1... c5 2. c3 (2. Nf3 d6) d5) *",
               "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) *\n\n");
}

static void tags_are_added(void) {
    GrGame a, b;
    read_one("[Event \"A\"]\n[Site \"?\"]\n[ECO \"C20\"]\n\n1. e4 *", &a);
    read_one("[Event \"A\"]\n[Site \"Here\"]\n[ECO \"B00\"]\n[Round \"?\"]\n[WhiteElo \"2000\"]\n\n1. e4 *", &b);
    CHECK_INT(gr_game_unite(&a, &b, &error), 0);
    CHECK_STR(gr_game_tag(&a, "Site"), "Here");
    CHECK_STR(gr_game_tag(&a, "ECO"), "C20");
    CHECK_STR(gr_game_tag(&a, "WhiteElo"), "2000");
    CHECK_STR(gr_game_tag(&a, "Round"), NULL);
    gr_game_free(&a);
    gr_game_free(&b);
}

/* ---- at random ---- */

/* Adds a random line or comment somewhere. */
static void decorate(GrGame *game) {
    static GrMoveList list;
    GrPosition pos;
    char text[200], uci[GR_UCI_SIZE];
    uint32_t ply = aid_random(&numbers, game->plies < 6 ? game->plies : 6); /* few, so that they meet */
    gr_game_position(game, ply, &pos);
    gr_moves(&pos, &list);
    uint32_t kind = aid_random(&numbers, 6);
    unsigned which = (unsigned)aid_random(&numbers, 9);
    if (kind < 2 && list.count) {
        gr_uci_write(&pos, list.move[aid_random(&numbers, list.count)], uci);
        snprintf(text, sizeof text, "[{\"op\":\"add\",\"at\":%u,\"line\":\"%s\"}]", (unsigned)ply, uci);
    } else if (kind == 2) {
        snprintf(text, sizeof text, "[{\"op\":\"comment\",\"at\":%u,\"after\":[\"c%u\",\"d\"]}]", (unsigned)ply, which);
    } else if (kind == 3) {
        snprintf(text, sizeof text, "[{\"op\":\"comment\",\"at\":\"%u.1.%u\",\"before\":[\"b%u\"]}]", (unsigned)ply,
                 (unsigned)ply, which);
    } else if (kind == 4) {
        snprintf(text, sizeof text, "[{\"op\":\"comment\",\"at\":%u,\"behind\":[[\"e%u\"]]}]", (unsigned)ply, which);
    } else {
        snprintf(text, sizeof text, "[{\"op\":\"glyphs\",\"at\":%u,\"glyphs\":\"$%u\"}]", (unsigned)ply,
                 1 + (unsigned)aid_random(&numbers, 20));
    }
    gr_game_edit(game, text, strlen(text), NULL, &error);
}

/* Is each comment of the one among those of the other? */
static bool has_all(const char *comments, const char *among) {
    while (*comments) {
        size_t len = strcspn(comments, GR_COMMENT_ENDS), own;
        const char *at = among;
        for (; *at; at += own + (at[own] != 0)) {
            own = strcspn(at, GR_COMMENT_ENDS);
            if (own == len && !memcmp(at, comments, len))
                break;
        }
        if (len && !*at)
            return false;
        comments += len + (comments[len] != 0);
    }
    return true;
}

/* What stands for a child of the move `at` behind the other's: the same move, of several the one that comes as late. */
static uint32_t same_child(const GrGame *game, uint32_t at, uint32_t child, const GrGame *other, uint32_t there) {
    unsigned before = 0;
    for (uint32_t c = game->nodes[at].next; c != child; c = game->nodes[c].alternative)
        before += game->nodes[c].move == game->nodes[child].move;
    for (uint32_t d = other->nodes[there].next; d; d = other->nodes[d].alternative)
        if (other->nodes[d].move == game->nodes[child].move && !before--)
            return d;
    return 0;
}

/* Has the other game all that follows a move? */
static bool is_in(const GrGame *game, uint32_t node, const GrGame *other, uint32_t there) {
    const GrNode *a = &game->nodes[node], *b = &other->nodes[there];
    char all[4000];
    snprintf(all, sizeof all, "%s\x1E%s", gr_game_string(other, b->before), gr_game_string(other, b->comment));
    if (!has_all(gr_game_string(game, a->comment), all) || !has_all(gr_game_string(game, a->before), all))
        return false;
    for (const char *nag = gr_game_string(game, a->nags); *nag; nag++)
        if (!strchr(gr_game_string(other, b->nags), *nag))
            return false;
    for (uint32_t c = a->next; c; c = game->nodes[c].alternative) {
        uint32_t d = same_child(game, node, c, other, there);
        if (!d || !is_in(game, c, other, d))
            return false;
    }
    return true;
}

/* How many moves follow in one or both. */
static size_t count_moves(const GrGame *a, uint32_t at, const GrGame *b, uint32_t there) {
    size_t moves = 0;
    for (uint32_t c = a->nodes[at].next; c; c = a->nodes[c].alternative) {
        uint32_t d = b ? same_child(a, at, c, b, there) : 0;
        moves += 1 + count_moves(a, c, d ? b : NULL, d);
    }
    for (uint32_t d = b ? b->nodes[there].next : 0; d; d = b->nodes[d].alternative)
        if (!same_child(b, there, d, a, at))
            moves += 1 + count_moves(b, d, NULL, 0);
    return moves;
}

static void unite_of(const GrRules *rules) {
    GrGame game, one, other, both, again;
    gr_game_init(&game);
    REQUIRE(aid_random_game(&numbers, rules, 30, &game));
    REQUIRE(!gr_game_copy(&game, &one) && !gr_game_copy(&game, &other));
    for (int i = 0; i < 12; i++) {
        decorate(&one);
        decorate(&other);
    }
    REQUIRE(!gr_game_copy(&one, &both));
    CHECK_INT(gr_game_unite(&both, &other, &error), 0);
    CHECK(is_in(&one, 0, &both, 0) && is_in(&other, 0, &both, 0));
    CHECK_INT(both.node_count - 1, count_moves(&one, 0, &other, 0));
    CHECK_INT(both.plies, game.plies);
    REQUIRE(!gr_game_copy(&both, &again));
    CHECK_INT(gr_game_unite(&again, &one, &error), 0);
    CHECK_INT(gr_game_unite(&again, &other, &error), 0);
    CHECK_INT(gr_game_unite(&again, &both, &error), 0);
    CHECK_STR(aid_differs(&again, &both), NULL);
    gr_game_free(&again);
    gr_game_free(&both);
    gr_game_free(&one);
    gr_game_free(&other);
    gr_game_free(&game);
}

static void random_games_of_all_variants(void) {
    const GrRules *rules;
    numbers.state = test_seed(61);
    for (int i = 0; i < 12; i++)
        for (size_t n = 0; (rules = gr_variants_at(aid_book(), n)); n++)
            unite_of(rules);
}

/* ---- bounds and failures ---- */

static void failures_change_nothing(void) {
    GrGame a, b, copy;
    read_one("1. e4 (1. d4 {x} d5) e5 {y} *", &a);
    read_one("[Site \"Here\"]\n\n1. e4! {z} (1. d4 {w} Nf6 (1... e6)) (1. c4 $5) e5 *", &b);
    REQUIRE(!gr_game_copy(&a, &copy));
    FAIL_EACH_ALLOCATION(n, 1000) {
        int code = gr_game_unite(&a, &b, &error);
        fail_alloc_stop();
        if (code)
            CHECK(code == GR_ERR_MEMORY && !aid_differs(&a, &copy));
    }
    CHECK(aid_differs(&a, &copy));
    gr_game_free(&a);
    gr_game_free(&b);
    gr_game_free(&copy);
}

static void put_move(GrBuffer *out, int ply, bool goes_on) {
    static const char *const shuttle[] = {"Ng8", "Nf3", "Nf6", "Ng1"};
    gr_buffer_printf(out, "%s ", goes_on ? shuttle[ply % 4] : ply % 2 ? "Nc3" : "Nc6");
}

/* A game whose variations nest from a ply on to another: each departs from the one around it a ply later. */
static void read_nested(int from, int to, GrGame *game) {
    GrBuffer out;
    gr_buffer_init(&out);
    put_move(&out, 1, false);
    gr_buffer_puts(&out, "(");
    for (int ply = 1; ply < from; ply++)
        put_move(&out, ply, true);
    for (int ply = from; ply <= to; ply++) {
        gr_buffer_puts(&out, ply > 1 && ply > from ? "(" : "");
        put_move(&out, ply, true);
        put_move(&out, ply + 1, false);
    }
    for (int ply = from; ply <= to; ply++)
        gr_buffer_puts(&out, ")");
    gr_buffer_puts(&out, " *");
    read_one(out.data, game);
    CHECK(!game->partial && !game->diag_count);
    gr_buffer_free(&out);
}

static void variations_do_not_nest_too_deep(void) {
    GrGame a, b, copy;
    read_nested(1, 30, &a);
    read_nested(30, 60, &b);
    REQUIRE(!gr_game_copy(&a, &copy));
    CHECK_INT(gr_game_unite(&a, &b, &error), GR_ERR_LIMIT);
    CHECK_STR(aid_differs(&a, &copy), NULL);
    gr_game_free(&b);
    read_nested(30, 30 + GR_READER_DEPTH - 30, &b);
    CHECK_INT(gr_game_unite(&a, &b, &error), 0);
    CHECK(a.node_count > copy.node_count);
    gr_game_free(&a);
    gr_game_free(&b);
    gr_game_free(&copy);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    fail_alloc_stop();
    RUN(what_either_has_is_kept);
    RUN(what_stands_before_a_variation_stays_there);
    RUN(variations_are_united);
    RUN(tags_are_added);
    RUN(random_games_of_all_variants);
    RUN(failures_change_nothing);
    RUN(variations_do_not_nest_too_deep);
    return test_end();
}
