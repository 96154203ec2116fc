/* What the figures say of claims: each is compared only where these games can say something of it. */
#include <math.h>

#include "analysis/report/sections.h"

/* A value is confirmed, or a claim can be judged at all, where the interval reaches at most this far beyond what is
 * claimed, as a factor. */
#define CLOSE 1.2

/* Lengths of games are far from normally distributed, and few may be alike by chance. With fewer games than these, all
 * would be longer than the median, or all shorter, more often than once in twenty times: 2 / 2^6. */
#define FEWEST_LENGTHS 6

typedef enum Verdict { DIFFERS, AGREES, OPEN, VERDICTS } Verdict;

typedef struct Claimed {
    const GrFigures *f;
    const GrClaims *claims;
    const char *player; /* who played, as in "in games of ..." */
    GrDocument *d;
    int compared;
} Claimed;

/* Does the whole interval lie in what is claimed, or outside it? */
static const char *judge_range(double low, double high, double claimed_low, double claimed_high) {
    if (high < claimed_low || low > claimed_high)
        return "these games contradict it";
    if (low >= claimed_low && high <= claimed_high)
        return "these games confirm it";
    return "these games leave it open";
}

static void say_share(Claimed *c, const char *what, double most, const GrEstimate *e) {
    if (!(most > 0) || !(e->weight > 0))
        return;
    c->compared++;
    gr_document_say(c->d, GR_BLOCK_FINDING, "",
                    "Claim by %s: %s in less than %.0f %% of games. Found in games of %s: %.1f %% (%.1f to %.1f %%); "
                    "%s.",
                    c->claims->who, what, 100 * most, c->player, 100 * e->value, 100 * e->low, 100 * e->high,
                    judge_range(e->low, e->high, 0, most));
}

/* Were nearly all games played until the rules ended them? People resign and agree on draws. */
static bool played_out(const GrFigures *f) {
    const uint64_t *end = f->report->stats.variant[0]->end;
    uint64_t by_rules = 0, by_players = end[GR_END_DECIDED] + end[GR_END_AGREED];
    for (int i = GR_END_CHECKMATE; i < GR_END_DECIDED; i++)
        by_rules += end[i];
    return by_rules > 9 * by_players;
}

static void say_length(Claimed *c) {
    const GrFigures *f = c->f;
    const double *claim = c->claims->moves;
    if (!(claim[1] > 0) || !(f->moves.weight > 0))
        return;
    if (played_out(f)) {
        gr_document_say(c->d, GR_BLOCK_FINDING, "",
                        "Claim by %s: a game takes %.0f to %.0f moves. It cannot be compared: people resign and agree "
                        "on draws, and these games were played until the rules ended them, in %.0f moves on average "
                        "(%.1f to %.1f).",
                        c->claims->who, claim[0], claim[1], f->moves.value, f->moves.low, f->moves.high);
        return;
    }
    c->compared++;
    bool few = f->moves.weight < FEWEST_LENGTHS;
    gr_document_say(c->d, GR_BLOCK_FINDING, "",
                    "Claim by %s: a game takes %.0f to %.0f moves. Found in games of %s: %.0f on average (%.1f to "
                    "%.1f); %s.",
                    c->claims->who, claim[0], claim[1], c->player, f->moves.value, f->moves.low, f->moves.high,
                    judge_range(few ? 0 : f->moves.low, few ? INFINITY : f->moves.high, claim[0], claim[1]));
}

/* ---- values of pieces ---- */

static Verdict judge_worth(const GrEstimate *worth, const GrWorthClaim *claim) {
    if (worth->high < claim->low || worth->low > claim->high)
        return DIFFERS;
    return worth->low >= claim->low / CLOSE && worth->high <= claim->high * CLOSE ? AGREES : OPEN;
}

/* How many games would give an interval that reaches CLOSE far, as errors fall with the square root of their number;
 * to two digits. 0: nothing can be said. */
static double games_to_settle(const GrEstimate *worth, size_t games) {
    if (!(worth->low > 0) || !isfinite(worth->high))
        return 0;
    double half = (log(worth->high) - log(worth->low)) / 2;
    double all = (double)games * pow(half / log(CLOSE), 2), unit = pow(10, floor(log10(all)) - 1);
    return fmax(unit * ceil(all / unit), (double)games);
}

static void put_worth(const Claimed *c, const GrPieceWorth *w, const GrWorthClaim *claim, Verdict verdict,
                      GrBuffer *to) {
    const GrVariant *v = gr_variant(c->f->report->rules);
    gr_buffer_printf(to, "%s%s ", to->len ? ", " : "", v->piece[w->type].name);
    gr_report_worth(&w->worth, to);
    gr_buffer_printf(to, "; claimed %g", claim->low);
    if (claim->low < claim->high)
        gr_buffer_printf(to, " to %g", claim->high);
    double games = verdict == OPEN ? games_to_settle(&w->worth, c->f->fitted_games) : 0;
    if (games > 0)
        gr_buffer_printf(to, "; some %.0f games would settle it", games);
    gr_buffer_puts(to, ")");
}

static void say_worths(Claimed *c) {
    static const char *const lead[VERDICTS] = {[DIFFERS] = "Values that differ from what",
                                               [AGREES] = "Values that agree to within a fifth with what",
                                               [OPEN] = "Values that these games are too few to compare with what"};
    const GrFigures *f = c->f;
    const GrVariant *v = gr_variant(f->report->rules);
    GrBuffer list[VERDICTS];
    for (int i = 0; i < VERDICTS; i++)
        gr_buffer_init(&list[i]);
    for (int i = 0; i < f->worths && f->fitted; i++) {
        const GrPieceWorth *w = &f->worth[i];
        const GrWorthClaim *claim = gr_claim_of(c->claims, v->piece[w->type].letter);
        if (!claim || i == f->unit || !gr_report_is_bounded(w))
            continue;
        Verdict verdict = judge_worth(&w->worth, claim);
        put_worth(c, w, claim, verdict, &list[verdict]);
        c->compared++;
    }
    for (int i = 0; i < VERDICTS; i++) {
        if (list[i].len)
            gr_document_say(c->d, GR_BLOCK_FINDING, "", "%s %s %s: %s.", lead[i], c->claims->who,
                            c->claims->plural ? "claim" : "claims", list[i].data);
        c->d->failed |= list[i].failed;
        gr_buffer_free(&list[i]);
    }
}

void gr_say_claims(const GrFigures *f, const char *player, GrDocument *d) {
    Claimed c = {.f = f, .claims = gr_claims_of(gr_variant(f->report->rules)), .player = player, .d = d};
    if (!c.claims)
        return;
    say_share(&c, "stalemate", c.claims->stalemates, &f->stalemate);
    say_share(&c, "draws", c.claims->draws, &f->result[GR_DRAW]);
    say_length(&c);
    say_worths(&c);
    if (c.compared > 1)
        gr_document_say(d, GR_BLOCK_FINDING, "",
                        "%d claims are compared at once, each with 95 %% confidence: if all of them were true, at least "
                        "one would still seem to be contradicted in up to %.0f %% of such reports.",
                        c.compared, 100 * (1 - pow(0.95, c.compared)));
}
