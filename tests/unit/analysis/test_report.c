/* Reports: small games whose figures are counted by hand; bounds; what is written. */
#include <math.h>

#include "analysis/report/figures.h"
#include "notation/buffer.h"
#include "notation/judge/judgement.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/stats_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;

static const GrRules *rules_of(const char *variant) {
    return gr_variants_find(variants, variant);
}

static bool near(double got, double want) {
    if (fabs(got - want) <= 1e-6)
        return true;
    printf("%.9f is not %.9f\n", got, want);
    return false;
}

/* Adds a game of a line of SAN; players and comments may be given. */
static int add(GrReport *report, const char *fen, const char *line, GrResult result, const char *white,
               const char *black) {
    GrGame game;
    gr_game_init(&game);
    int code = aid_fill(variants, &game, gr_variant(report->rules)->name, fen, line, result) ? 0 : GR_ERR_SYNTAX;
    if (!code && white)
        code = gr_game_set_tag(&game, "White", white);
    if (!code && black)
        code = gr_game_set_tag(&game, "Black", black);
    if (!code)
        code = gr_report_add(report, &game);
    gr_game_free(&game);
    return code;
}

static int square(const GrReport *report, const char *name) {
    int sq = GR_NO_SQUARE;
    gr_square_read(gr_variant(report->rules), name, &sq);
    return sq;
}

static int type(const GrReport *report, char letter) {
    return gr_type_of_letter(gr_variant(report->rules), letter);
}

/* ---- counting ---- */

static void a_game_is_counted(void) {
    GrReport *report = gr_report_new(rules_of("chess"));
    GrFigures f;
    REQUIRE(report && !add(report, NULL, AID_LEGAL_MATE, GR_WHITE_WINS, "A", "B"));
    CHECK_INT(report->games, 1);
    CHECK_INT(report->visits[type(report, 'N')][square(report, "e5")], 1);
    CHECK_INT(report->captures[type(report, 'N')][square(report, "e5")], 1);
    /* Black's Bg4 and Bxd1 as Black sees them. */
    CHECK_INT(report->visits[type(report, 'B')][square(report, "g5")], 1);
    CHECK_INT(report->captures[type(report, 'B')][square(report, "d8")], 1);
    CHECK_INT(report->unmoved[square(report, "a1")], 1);
    CHECK_INT(report->unmoved[square(report, "d1")], 1); /* the queen is taken where it stood */
    CHECK_INT(report->unmoved[square(report, "f7")], 1);
    CHECK_INT(report->unmoved[square(report, "g1")], 0);
    CHECK_INT(report->unmoved[square(report, "e4")], 0); /* nothing began there */
    CHECK_INT(report->branching[0].positions, 10);
    CHECK_INT(report->branching[1].positions, 3);
    CHECK_INT(report->branching[0].count[20], 2); /* both sides' first move; after 1. e4 there are 20 */
    CHECK_INT(report->used[GR_CASTLE], 0);
    CHECK_INT(report->possible[GR_CASTLE], 1);
    REQUIRE(report->records.count == 1 && !gr_figures(report, &f));
    CHECK_INT(report->records.record[0].plies, 13);
    CHECK_INT(report->records.record[0].moves, 7);
    CHECK_INT(report->records.record[0].end, GR_END_CHECKMATE);
    CHECK(near(f.first.value, 1) && near(f.moves.value, 7) && near(f.result[GR_WHITE_WINS].value, 1));
    gr_report_free(report);
}

static void equal_games_count_once(void) {
    GrReport *report = gr_report_new(rules_of("chess"));
    REQUIRE(report != NULL);
    for (int i = 0; i < 3; i++)
        CHECK_INT(add(report, NULL, "e4 e5 Nf3", GR_DRAW, "A", "B"), 0);
    CHECK_INT(add(report, NULL, "e4 e5 Nf3", GR_WHITE_WINS, "A", "B"), 0);
    CHECK_INT(add(report, NULL, "e4 e5 Nc3", GR_DRAW, "A", "B"), 0);
    CHECK_INT(add(report, NULL, "", GR_DRAW, "A", "B"), 0);
    CHECK_INT(add(report, NULL, "", GR_DRAW, "A", "B"), 0);
    CHECK_INT(gr_report_games(report), 5); /* no moves: nothing says that it is the same game */
    CHECK_INT(gr_report_equal(report), 2);
    gr_report_free(report);
}

static void another_variant_is_left_out(void) {
    GrReport *report = gr_report_new(rules_of("magi"));
    GrGame game;
    gr_game_init(&game);
    REQUIRE(report && aid_fill(variants, &game, "chess", NULL, "e4 e5", GR_DRAW));
    CHECK_INT(gr_report_add(report, &game), 0);
    CHECK_INT(gr_report_games(report), 0);
    CHECK_INT(report->strange, 1);
    gr_game_free(&game);
    gr_report_free(report);
}

/* Colours exchanged, same opening: one cluster. Other players, or another opening: another one. */
static void clusters_are_games_of_the_same_opening(void) {
    static const char *const opening = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6";
    GrReport *report = gr_report_new(rules_of("chess"));
    char line[80];
    REQUIRE(report != NULL);
    snprintf(line, sizeof line, "%s O-O", opening);
    CHECK_INT(add(report, NULL, line, GR_DRAW, "A", "B"), 0);
    snprintf(line, sizeof line, "%s d3", opening);
    CHECK_INT(add(report, NULL, line, GR_DRAW, "B", "A"), 0);
    CHECK_INT(add(report, NULL, opening, GR_DRAW, "A", "C"), 0);
    CHECK_INT(add(report, NULL, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 b5", GR_DRAW, "A", "B"), 0);
    const GrRecord *r = report->records.record;
    CHECK(r[0].cluster == r[1].cluster);
    CHECK(r[0].cluster != r[2].cluster);
    CHECK(r[0].cluster != r[3].cluster);
    gr_report_free(report);
}

static void boards_are_mirrored(void) {
    for (size_t n = 0; gr_variants_at(variants, n); n++) {
        const GrRules *rules = gr_variants_at(variants, n);
        const GrVariant *v = gr_variant(rules);
        GrMirror mirror = gr_mirror_of(rules);
        CHECK_INT(gr_mirror_square(v, mirror, GR_WHITE, 5), 5);
        for (int sq = 0; sq < gr_squares(v); sq++)
            CHECK_INT(gr_mirror_square(v, mirror, GR_BLACK, gr_mirror_square(v, mirror, GR_BLACK, sq)), sq);
    }
    CHECK_INT(gr_mirror_of(rules_of("chess")), GR_MIRROR_RANKS);
    CHECK_INT(gr_mirror_of(rules_of("wizard")), GR_MIRROR_RANKS);
}

/* ---- bounds ---- */

/* 400 games in clusters of two in room for 100: clusters stay whole, and the part is not a special one. */
static void records_are_bounded(void) {
    GrRecords records = {.threshold = UINT64_MAX, .most = 100};
    size_t even = 0;
    for (uint32_t i = 0; i < 400; i++) {
        GrRecord record = {.cluster = i % 200, .number = i + 1, .plies = i % 200 % 2};
        REQUIRE(gr_records_add(&records, &record) == 0);
        CHECK(records.count <= 100);
    }
    CHECK(records.count >= 20);
    gr_records_sort(&records);
    for (size_t i = 0; i < records.count; i++)
        even += records.record[i].plies == 0;
    for (size_t i = 0; i + 1 < records.count; i += 2)
        CHECK(records.record[i].cluster == records.record[i + 1].cluster);
    CHECK(even > records.count / 5 && even < records.count * 4 / 5);
    free(records.record);
}

/* ---- figures ---- */

static void entropy_is_known(void) {
    static const char *const line[] = {"e4 e5 Nf3 Nc6", "e4 c5 Nf3 d6", "d4 d5 c4 e6", "c4 e5 Nc3 Nf6"};
    GrReport *report = gr_report_new(rules_of("chess"));
    GrFigures f;
    REQUIRE(report != NULL);
    for (int i = 0; i < 4; i++)
        CHECK_INT(add(report, NULL, line[i], GR_DRAW, NULL, NULL), 0);
    REQUIRE(!gr_figures(report, &f));
    CHECK_INT(f.entropy[0].different, 3);
    /* 1/2, 1/4, 1/4 are 1.5 bits; the correction is 2 / (2 * 4 ln 2), and no more than 2 bits can be seen. */
    CHECK(near(f.entropy[0].bits, fmin(1.5 + 0.25 / log(2), 2)));
    CHECK(near(f.entropy[0].error, 0.25)); /* the logs' variance is 1/4 */
    CHECK_INT(f.entropy[1].different, 4);
    CHECK_INT(f.entropy[3].games, 0);
    gr_report_free(report);
}

static void quantiles_of_choice(void) {
    GrBranching b = {.positions = 10};
    for (int i = 1; i <= 10; i++)
        b.count[10 * i] = 1;
    CHECK_INT(gr_branching_quantile(&b, 0.1), 10);
    CHECK_INT(gr_branching_quantile(&b, 0.9), 90);
    CHECK_INT(gr_branching_quantile(&b, 1), 100);
}

/* ---- drama ---- */

/* White wins. Chances 0.5, 0.4, 0.3, 0.6, 0.9, 1, the last of which is certain and left out. */
static void drama_by_hand(void) {
    static const double chance[] = {0.5, 0.4, 0.3, 0.6, 0.9, 1};
    GrDynamics d;
    gr_dynamics(chance, 5, GR_WHITE, &d);
    CHECK(d.known && d.won);
    CHECK(near(d.drama, (sqrt(0.2) + sqrt(0.4)) / 2));
    CHECK(near(d.lead_changes, 1.0 / 4)); /* from Black to White; being level is no lead */
    CHECK(near(d.uncertainty, (1 + 0.8 + 0.6 + 0.8 + 0.2) / 5));
    CHECK(near(d.swing, 0.3) && near(d.worst, 0.3));
    CHECK(near(d.decided, 4.0 / 5));
    CHECK(d.decisive == 3 || d.decisive == 4); /* both raise it by 0.3 */
    CHECK(near(d.open[0], 1) && d.open[1] < 0);
    gr_dynamics(chance, 5, GR_BLACK, &d);
    CHECK(near(d.drama, (sqrt(0.2) + sqrt(0.8)) / 2) && near(d.decided, 1) && near(d.worst, 0.1));
    gr_dynamics(chance, 5, -1, &d);
    CHECK(d.known && !d.won && d.drama == 0);
}

static void little_is_known(void) {
    static const double chance[] = {0.5, -1, -1, -1, 0.9, 1};
    GrDynamics d;
    gr_dynamics(chance, 5, GR_WHITE, &d);
    CHECK(!d.known);
    gr_dynamics(chance, 0, GR_WHITE, &d);
    CHECK(!d.known);
}

/* ---- writing ---- */

static int put_buffer(void *context, const char *bytes, size_t len) {
    gr_buffer_add(context, bytes, len);
    return 0;
}

static char *written(GrReport *report, GrReport *against, GrReportFormat format, const char *name) {
    GrBuffer out;
    GrReportMethod method = {.source = name, .command = "x"};
    GrReportText text = {.report = report, .against = against, .method = &method, .name = name};
    gr_buffer_init(&out);
    int code = gr_report_write(&text, format, put_buffer, &out);
    CHECK_INT(code, 0);
    return gr_buffer_take(&out);
}

#define NASTY "<script>alert('&')</script>\x1b[31m"

/* A player with markup in its name wins a dramatic game. */
static GrReport *nasty_report(void) {
    GrReport *report = gr_report_new(rules_of("chess"));
    GrGame game;
    GrJudgement judgement;
    static const double chance[] = {50, 10, 10, 10, 10, 90};
    GrPlyView view[6] = {{0}};
    GrJudgedMove move[5] = {{0}};
    gr_game_init(&game);
    for (int i = 0; i < 6; i++)
        view[i].known = true;
    judgement = (GrJudgement){.by = {.engine = NASTY, .kind = GR_BY_OTHERS}, .plies = 5, .view = view, .chance = (double *)chance, .move = move};
    if (report && aid_fill(variants, &game, "chess", NULL, "e4 e5 Nf3 Nc6 Bb5", GR_WHITE_WINS) &&
        !gr_game_set_tag(&game, "White", NASTY) && !gr_game_set_tag(&game, "Event", NASTY)) {
        game.judgement = &judgement;
        CHECK_INT(gr_report_add(report, &game), 0);
    }
    game.judgement = NULL;
    gr_game_free(&game);
    return report;
}

static void text_of_games_is_no_markup(void) {
    GrReport *report = nasty_report(), *other = nasty_report();
    REQUIRE(report && other);
    CHECK_INT(report->dramatics, 1);
    for (GrReportFormat format = GR_REPORT_TEXT; format <= GR_REPORT_HTML; format++) {
        char *text = written(report, other, format, NASTY);
        REQUIRE(text != NULL);
        CHECK(format != GR_REPORT_HTML || (!strstr(text, "<script") && strstr(text, "&lt;script&gt;")));
        CHECK(!strchr(text, '\x1b'));
        free(text);
    }
    gr_report_free(report);
    gr_report_free(other);
}

static void memory_may_run_out(void) {
    FAIL_EACH_ALLOCATION(n, 4000) {
        GrBuffer out;
        GrReport *report = gr_report_new(rules_of("chess"));
        int code = report ? add(report, NULL, "e4 e5 Nf3 Nc6", GR_WHITE_WINS, "A", "B") : GR_ERR_MEMORY;
        GrReportText text = {.report = report};
        gr_buffer_init(&out);
        for (GrReportFormat format = GR_REPORT_TEXT; format <= GR_REPORT_HTML && !code; format++)
            code = gr_report_write(&text, format, put_buffer, &out);
        bool failed = fail_alloc_failures() > 0;
        fail_alloc_stop();
        CHECK(failed ? code != 0 || out.failed : code == 0);
        gr_buffer_free(&out);
        gr_report_free(report);
    }
}

int main(int argc, char **argv) {
    variants = gr_variants_open();
    if (!variants)
        return 2;
    test_start(argc, argv);
    RUN(a_game_is_counted);
    RUN(equal_games_count_once);
    RUN(another_variant_is_left_out);
    RUN(clusters_are_games_of_the_same_opening);
    RUN(boards_are_mirrored);
    RUN(records_are_bounded);
    RUN(entropy_is_known);
    RUN(quantiles_of_choice);
    RUN(drama_by_hand);
    RUN(little_is_known);
    RUN(text_of_games_is_no_markup);
    RUN(memory_may_run_out);
    gr_variants_close(variants);
    return test_end();
}
