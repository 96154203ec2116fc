/* Chances to win, draw and lose. */
#include "notation/judge/outcome.h"
#include "tests/aid/test.h"

static void chances_follow_the_score(void) {
    GrVariants *variants = gr_variants_open();
    REQUIRE(variants);
    for (size_t i = 0; gr_variants_at(variants, i); i++) {
        const GrRules *rules = gr_variants_at(variants, i);
        GrOutcome last = gr_outcome(rules, -GR_EVAL_LIMIT);
        CHECK(last.loss >= 999);
        for (GrScore score = -GR_EVAL_LIMIT; score <= GR_EVAL_LIMIT; score += 7) {
            GrOutcome now = gr_outcome(rules, score), other = gr_outcome(rules, -score);
            CHECK_INT(now.win + now.draw + now.loss, 1000);
            CHECK(now.win >= 0 && now.draw >= 0 && now.loss >= 0);
            CHECK(now.win >= last.win && now.loss <= last.loss);
            CHECK(abs(now.win - other.loss) <= 1);
            last = now;
        }
        GrOutcome even = gr_outcome(rules, 0);
        CHECK(even.draw > 0 && abs(even.win - even.loss) <= 1);
    }
    gr_variants_close(variants);
}

static void mates_are_certain(void) {
    GrVariants *variants = gr_variants_open();
    REQUIRE(variants);
    const GrRules *rules = gr_variants_at(variants, 0);
    CHECK_INT(gr_outcome(rules, GR_MATE - 5).win, 1000);
    CHECK_INT(gr_outcome(rules, 6 - GR_MATE).loss, 1000);
    CHECK_INT(gr_outcome(rules, 6 - GR_MATE).draw, 0);
    gr_variants_close(variants);
}

/* Games with many draws have more of them than others. */
static void variants_differ(void) {
    GrVariants *variants = gr_variants_open();
    REQUIRE(variants);
    CHECK(gr_outcome(gr_variants_find(variants, "magician"), 0).draw >
          gr_outcome(gr_variants_find(variants, "royal"), 0).draw + 200);
    gr_variants_close(variants);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(chances_follow_the_score);
    RUN(mates_are_certain);
    RUN(variants_differ);
    return test_end();
}
