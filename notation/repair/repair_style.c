/* How exactly a text is kept: by what it says of the moves that can be played. */
#include <string.h>

#include "notation/repair/repair_local.h"

typedef struct Tally {
    unsigned right, wrong;
} Tally;

static void count(Tally *tally, bool right) {
    *(right ? &tally->right : &tally->wrong) += 1;
}

/* A claim is believed unless the text has been caught making false ones. */
static int claim_cost(Tally t) {
    return t.wrong >= 2 && t.wrong * 10 > t.right + t.wrong ? COST_DENIED / 14 : COST_DENIED;
}

/* A missing mark is evidence where the text has always had one. */
static int silence_cost(Tally t, int without_evidence) {
    if (t.wrong && t.wrong * 20 > t.right + t.wrong)
        return 0;
    if (t.right >= 3)
        return t.wrong ? COST_DENIED / 2 : COST_DENIED;
    return t.wrong ? 0 : without_evidence;
}

/* The number stands before both plies of a turn, without the dots that mark Black's. */
static bool numbers_repeated(const GrScript *script) {
    size_t numbered = 0, repeated = 0;
    for (size_t i = 0; i < script->count; i++) {
        const GrToken *t = &script->token[i];
        numbered += t->number != 0;
        repeated += i > 0 && t->number && !t->after_dots && t->number == t[-1].number;
    }
    return repeated * 3 >= numbered && repeated > 0;
}

typedef struct Tallies {
    Tally x_said, x_due, check_said, check_due, mate_said, mate_due, origin;
} Tallies;

static void tally_move(const Search *s, const GrToken *token, GrMove move,
                       const GrPosition *before, const GrPosition *after, Tallies *t) {
    bool takes = gr_is_capture(before, move), check = gr_in_check(after);
    bool says_x = token->syntax.separator == 'x';
    bool whole_origin = token->syntax.from_file && token->syntax.from_rank;
    if (token->syntax.form == GR_FORM_MOVE) {
        if (says_x)
            count(&t->x_said, takes);
        if (takes)
            count(&t->x_due, says_x);
    }
    if (gr_kind_does(gr_move_kind(move), GR_HALF) || gr_move_kind(move) == GR_PASS)
        return;
    if (token->mark == '+')
        count(&t->check_said, check);
    if (check)
        count(&t->check_due, token->mark != 0);
    if (token->mark == '#')
        count(&t->mate_said, repair_mates(after, check));
    if (!whole_origin && (token->syntax.from_file || token->syntax.from_rank) &&
        token->syntax.form != GR_FORM_CASTLE && token->syntax.type)
        count(&t->origin, repair_disagreement(s, token, move, before, after, false) == 0);
}

/* What short algebraic leaves out counts before there is evidence; what other forms do does not,
 * nor where no token at all has the mark. */
static void presume(const Search *s, const Tallies *t, Style *style) {
    const GrScript *script = s->script;
    size_t marks = 0, x = 0, short_form = 0;
    for (size_t i = 0; i < script->count; i++) {
        const GrToken *token = &script->token[i];
        marks += token->mark != 0;
        x += token->syntax.separator == 'x';
        short_form += token->readable && !token->syntax.named &&
                      !(token->syntax.from_file && token->syntax.from_rank);
    }
    bool algebraic = short_form * 2 > script->count;
    style->x_false = claim_cost(t->x_said);
    style->check_false = claim_cost(t->check_said);
    style->mate_false = claim_cost(t->mate_said);
    style->x_missing = silence_cost(t->x_due, x && algebraic ? COST_DENIED / 2 : 0);
    style->check_missing = silence_cost(t->check_due, marks && algebraic ? COST_DENIED / 2 : 0);
    style->mate_missing = style->check_missing / 3; /* `+` for a mate is not rare */
    style->origin = algebraic ? (t->origin.wrong ? 0 : COST_EDIT / 3) : 0;
}

void repair_style(Search *s) {
    Tallies tallies;
    State state;
    memset(&tallies, 0, sizeof tallies);
    memset(&s->style, 0, sizeof s->style);
    s->style.origin = 1; /* so that tally_move hears of origins without need */
    repair_state(s, &state);
    for (uint32_t i = 0; i < s->count; i++) {
        GrPosition before = state.pos;
        const GrToken *token = s->item[i].said;
        GrMove move;
        if (!token->readable ||
            gr_resolve(&s->lexicon, &before, &token->syntax, &move, NULL) != 1)
            break;
        gr_play(&state.pos, move);
        tally_move(s, token, move, &before, &state.pos, &tallies);
    }
    presume(s, &tallies, &s->style);
    s->style.repeated_numbers = numbers_repeated(s->script);
}
