/* Random queries over random games of every variant: the library finds what the oracle finds.
 *
 * GRIMOIRE_RANDOM sets the number of queries a variant, GRIMOIRE_SEED the seed. */
#include <stdlib.h>
#include <string.h>

#include "db/index/signature_plan.h"
#include "db/query/plan/compiled.h"
#include "tests/aid/film_aid.h"
#include "tests/aid/rules_aid.h"
#include "notation/definition/variants_file.h"
#include "tests/query/query_described.h"
#include "tests/query/query_random.h"

enum { QUERIES_A_GAME = 60 };

static QueryMaker maker;
static QueryGame made;
static GrSignatureMaker signatures; /* of the variant at hand */
static unsigned long asked, found_some, found_none, hits_found, outlines, ruled_out, phased,
    passed_over, known_hits, filmed, with_positions, excluded;
/* In all variants: what is rare need not come up in each. */
static unsigned long all_phased, all_known, all_excluded;

static unsigned long setting(const char *name, unsigned long otherwise) {
    const char *value = getenv(name);
    return value && *value ? strtoul(value, NULL, 10) : otherwise;
}

static void tell(const char *text, const int want[OQ_PLIES], const GrHit *hits, size_t count) {
    printf("%s\n%s of %d plies from %s\nthe oracle finds", text, made.turned[0].v->name,
           made.turned[0].plies - 1, made.turned[0].ply[0].fen);
    for (int i = 0; i < made.turned[0].plies; i++) {
        if (want[i] >= 0) {
            printf(" %d-%d", i, want[i]);
        }
    }
    printf("\nand the library");
    for (size_t i = 0; i < count; i++) {
        printf(" %u-%u", hits[i].first, hits[i].last);
    }
    printf("\n");
}

static bool same(const int want[OQ_PLIES], const GrHit *hits, size_t count) {
    size_t at = 0;
    for (int i = 0; i < OQ_PLIES; i++) {
        if (want[i] < 0) {
            continue;
        }
        if (at == count || hits[at].first != (uint32_t)i || hits[at].last != (uint32_t)want[i]) {
            return false;
        }
        at++;
    }
    return at == count;
}

/* Does a plan that is asked of films find that in films, and position by position? */
static bool match_otherwise(GrPlan *plan, const char *text, const int want[OQ_PLIES]) {
    const unsigned films = plan->columns;
    const GrHit *hits = NULL;
    size_t count = 0;
    if (!films) {
        return true;
    }
    GrMatcher *matcher = gr_matcher_new(plan);
    plan->columns = 0;
    GrMatcher *other = gr_matcher_new(plan);
    plan->columns = films;
    bool ok = matcher && film_match(matcher, &made.game, &hits, &count) >= 0 && same(want, hits, count);
    if (!ok) {
        printf("in films: ");
        tell(text, want, hits, count);
    }
    plan->columns = 0;
    if (ok && !(ok = other && gr_matcher_game(other, &made.game, &hits, &count) == 0 && same(want, hits, count))) {
        printf("position by position: ");
        tell(text, want, hits, count);
    }
    gr_matcher_free(matcher);
    gr_matcher_free(other);
    plan->columns = films;
    filmed++;
    with_positions += plan->positions;
    return ok;
}

/* Does the outline of a query, if it has one, find what the query finds? *count is the query's. */
static bool outlined(const GrQuery *query, const GrRules *rules, size_t count) {
    GrPlan *outline;
    const GrHit *hits = NULL;
    size_t found = 0;
    if (gr_plan_outline(query, rules, &outline) || !outline) {
        return true;
    }
    GrMatcher *matcher = gr_matcher_new(outline);
    if (matcher) {
        gr_matcher_texts(matcher, false);
    }
    bool ok = matcher && gr_matcher_game(matcher, &made.game, &hits, &found) == 0;
    outlines++;
    ruled_out += found == 0;
    gr_matcher_free(matcher);
    gr_plan_free(outline);
    return ok && (found > 0 || count == 0);
}

/* The parts of a signature, as they stand one behind the other. */
static GrSignatureParts parts_of(const uint8_t *signature, unsigned len) {
    const uint8_t *at = signature, *end = signature + len;
    GrSignatureParts parts = {.traits = signature[0]};
    while (*++at >= GR_SIGNATURE_LEFT) {
        continue;
    }
    at++;
    GrInput rest = gr_input(at, (size_t)(end - at));
    CHECK(gr_signature_is_unknown(parts.traits) || gr_signature_read(&parts, &rest, &rest, &rest));
    at = rest.at;
    CHECK(!gr_signature_ends(parts.traits) || gr_signature_ply(&at, end, &parts.last));
    CHECK(at == end);
    return parts;
}

/* Does the signature of the game let it be found if it is, and find the same if it knows? */
static bool signed_for(const GrQuery *query, const GrPlan *plan, const GrRules *rules, GrMatcher *matcher,
                       const int want[OQ_PLIES], size_t count) {
    static GrSignaturePlan asked_of;
    uint8_t signature[GR_SIGNATURE_SIZE];
    GrSettledGames known = {0};
    const GrHit *hits;
    if (gr_query_variations(query) || (gr_plan_needs(plan) & GR_PLAN_NOTHING)) {
        return true;
    }
    gr_signature_plan(&asked_of, plan, rules);
    GrSignatureParts parts = parts_of(signature, gr_signature_of(&signatures, &made.game, signature));
    bool may = gr_signature_may_match(&asked_of, 7, &parts, &known), ok = may || count == 0;
    const GrSettledGame *game = gr_settled_find(&known, 7);
    phased += asked_of.asks;
    passed_over += !may;
    known_hits += may && game;
    if (may && game) {
        ok = game->plies == made.game.plies &&
             gr_matcher_runs(matcher, game->plies, known.run + game->run, game->runs) == 0;
        gr_matcher_end(matcher, &hits, &count);
        ok = ok && same(want, hits, count);
    }
    gr_settled_free(&known);
    return ok;
}

/* Asks both; what is found must be the same, by films and position by position. */
static bool agree(const GrVariants *variants, const GrRules *rules) {
    static char text[QUERY_TEXT_SIZE];
    int want[OQ_PLIES];
    GrQuery *query;
    GrQueryFault fault;
    GrQueryNote note;
    OqNode *root = query_make(&maker);
    query_write(maker.variant, maker.random, root, text);
    if (gr_query_parse(variants, text, &query, &fault) != 0) {
        printf("%s\ncolumn %u: %s\n", text, fault.column, fault.text);
        return false;
    }
    oq_hits(&made.turned[0], root, want);
    GrPlan *plan = gr_plan_make(query, rules);
    GrMatcher *matcher = plan ? gr_matcher_new(plan) : NULL;
    const GrHit *hits = NULL;
    size_t count = 0;
    bool ok = matcher != NULL && gr_matcher_game(matcher, &made.game, &hits, &count) == 0;
    if (ok && !same(want, hits, count)) {
        tell(text, want, hits, count);
        ok = false;
    }
    ok = ok && match_otherwise(plan, text, want);
    excluded += plan && gr_plan_never(plan, &note) && strstr(note.text, "together");
    if (ok && (gr_plan_needs(plan) & GR_PLAN_NOTHING) && count > 0) {
        printf("%s\nfinds something though the plan says it cannot\n", text);
        ok = false;
    }
    if (ok && !outlined(query, rules, count)) {
        printf("%s\nfinds something that its outline does not\n", text);
        ok = false;
    }
    if (ok && !signed_for(query, plan, rules, matcher, want, count)) {
        printf("not as the signature says: ");
        tell(text, want, hits, count);
        ok = false;
    }
    asked++;
    *(count ? &found_some : &found_none) += 1;
    hits_found += count;
    gr_matcher_free(matcher);
    gr_plan_free(plan);
    gr_query_free(query);
    return ok;
}

/* The described games that are built in, and those of the tests. */
static bool offer(const GrVariants *variants) {
    GrError error;
    GrVariantsFile *file = gr_variants_file_open("tests/data/variants/games.ini", NULL, NULL, &error);
    return file && !gr_variants_offer(variants, file, NULL, NULL, &error) &&
           !gr_variants_offer_described(variants, &error);
}

static unsigned long how_many(bool is_described) {
    return is_described ? (test_slow() ? 40000 : test_long() ? 1000 : QUERIES_A_GAME)
                        : (test_slow() ? 100000 : test_long() ? 1500 : 750);
}

/* What came up; `is_described`: what is rare need not. */
static void report(const char *name, bool is_described) {
    printf("# %s: %lu outlines, of which %lu rule the game out\n", name, outlines, ruled_out);
    CHECK(is_described || (outlines > 0 && ruled_out > 0));
    printf("# %s: %lu are asked of signatures, %lu are ruled out, %lu known\n", name, phased, passed_over,
           known_hits);
    CHECK(is_described || passed_over > 0);
    printf("# %s: %lu are asked of films, %lu with whole positions\n", name, filmed, with_positions);
    printf("# %s: %lu queries, %lu found something, %lu nothing; %lu hits\n", name, asked,
           found_some, found_none, hits_found);
    printf("# %s: of %lu it is said that their conditions exclude each other\n", name, excluded);
    all_phased += phased, all_known += known_hits, all_excluded += excluded;
    CHECK(is_described || (found_some * 4 > asked && found_none * 4 > asked)); /* there is something to be wrong */
}

static void random_queries(const char *name, bool is_described) {
    static OrDescribed described;
    GrVariants *variants = gr_variants_open();
    if (is_described && variants)
        REQUIRE(offer(variants));
    const OrVariant *variant = is_described ? &described.v : or_variant(name);
    Random random = {setting("GRIMOIRE_SEED", 1951) * 2 + 1};
    unsigned long queries = setting("GRIMOIRE_RANDOM", how_many(is_described));
    int failures = 0;
    REQUIRE(variants != NULL && variant != NULL);
    const GrRules *rules = gr_variants_find(variants, name);
    REQUIRE(rules != NULL);
    if (is_described)
        query_describe(rules, &described);
    maker.random = &random;
    maker.variant = gr_variant(rules);
    filmed = with_positions = phased = passed_over = known_hits = outlines = ruled_out = asked = excluded = 0;
    found_some = found_none = hits_found = 0;
    signatures = (GrSignatureMaker){0};
    while (asked < queries && failures < 3) {
        (is_described ? query_game_make_described : query_game_make)(&random, rules, variant, &made);
        maker.game = &made.turned[0];
        for (int i = 0; i < QUERIES_A_GAME && failures < 3; i++) {
            bool ok = agree(variants, rules);
            CHECK(ok);
            failures += !ok;
        }
        query_game_free(&made);
    }
    report(name, is_described);
    gr_variants_close(variants);
}

static void chess_agrees(void) {
    random_queries("chess", false);
}

static void magi_agrees(void) {
    random_queries("magi", false);
}

static void magician_agrees(void) {
    random_queries("magician", false);
}

static void royal_agrees(void) {
    random_queries("royal", false);
}

static void wizard_agrees(void) {
    random_queries("wizard", false);
}

static void capablanca_agrees(void) {
    random_queries("capablanca", false);
}

static void crazyhouse_agrees(void) {
    random_queries("crazyhouse", false);
}

static void atomic_agrees(void) {
    random_queries("atomic", false);
}

static void antichess_agrees(void) {
    random_queries("antichess", false);
}

static void horde_agrees(void) {
    random_queries("horde", false);
}

static void threecheck_agrees(void) {
    random_queries("threecheck", false);
}

static void racingkings_agrees(void) {
    random_queries("racingkings", false);
}

static void kingofthehill_agrees(void) {
    random_queries("kingofthehill", false);
}

static void chess960_agrees(void) {
    random_queries("chess960", false);
}

/* Hands with promoted pieces, palaces and rivers, cannons, passes, walls with and instead of moves, promotion in place,
 * pieces that are set up first, boards of 5 by 5 to 16 by 8. */
static void described_games_agree(void) {
    static const char *const names[] = {
        "shogi", "minishogi", "kyotoshogi", "dobutsu", "torishogi", "xiangqi", "minixiangqi", "janggi", "makruk",
        "cambodian", "sittuyin", "placement", "duck", "amazons", "snailtrail", "isolation", "capahouse", "shogun",
        "chennis", "cannonshogi", "sixteen", "grasshopper", "nightrider", "pawnsideways", "torpedo", "omicron",
        "nocheckatomic", "extinction", "codrus", "clobber", "breakthrough", "5check", "losers", "orda", "palace"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        random_queries(names[i], true);
}

static void rare_shapes_came_up(void) {
    CHECK(all_phased > 0 && all_known > 0 && all_excluded > 0);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(chess_agrees);
    RUN(magi_agrees);
    RUN(magician_agrees);
    RUN(royal_agrees);
    RUN(wizard_agrees);
    RUN(capablanca_agrees);
    RUN(crazyhouse_agrees);
    RUN(atomic_agrees);
    RUN(antichess_agrees);
    RUN(horde_agrees);
    RUN(threecheck_agrees);
    RUN(racingkings_agrees);
    RUN(kingofthehill_agrees);
    RUN(chess960_agrees);
    RUN(described_games_agree);
    RUN(rare_shapes_came_up);
    return test_end();
}
