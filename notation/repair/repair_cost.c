/* What edits, slips of the pen and disagreements cost. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "notation/repair/repair_local.h"
#include "notation/move/suggest.h"
#include "notation/move/xiangqi.h"

/* ---- slips ---- */

enum {
    NEXT = 10,
    WRONG = 10,
    WRONG_LETTER = 13, /* another piece is named */
    LOST_LETTER = 24,  /* a piece is named that is a pawn, or a pawn's move that is a piece's */
    CHANGED_OVER = 12,
    ANOTHER = 15       /* each slip after the first costs more by that */
};

/* What differs between a text and a move: how many things, and the sum of their weights. */
typedef struct Slips {
    int count, weight;
} Slips;

static void slip(Slips *slips, int weight) {
    slips->count++;
    slips->weight += weight;
}

/* `stated` is from 1, 0 if the text does not state it. */
static void compare(Slips *slips, int stated, int real) {
    if (stated && stated != real)
        slip(slips, abs(stated - real) == 1 ? NEXT : WRONG);
}

static void compare_squares(const Search *s, const GrSyntax *syntax, GrMove move, Slips *slips) {
    int files = s->lexicon.variant->files;
    int from = gr_move_from(move), to = gr_move_to(move);
    int from_file = from % files + 1, from_rank = from / files + 1;
    int to_file = to % files + 1, to_rank = to / files + 1;
    int text_file = syntax->to % files + 1, text_rank = syntax->to / files + 1;
    bool whole = syntax->from_file && syntax->from_rank;
    if (whole && syntax->from_file == to_file && syntax->from_rank == to_rank &&
        syntax->to == from) {
        slip(slips, CHANGED_OVER);
        return;
    }
    if (whole && syntax->from_file == from_file && text_file == to_file &&
        syntax->from_rank == to_rank && text_rank == from_rank && from_rank != to_rank) {
        slip(slips, CHANGED_OVER);
        return;
    }
    compare(slips, syntax->from_file, from_file);
    compare(slips, syntax->from_rank, from_rank);
    compare(slips, text_file, to_file);
    compare(slips, text_rank, to_rank);
}

static void compare_piece(const Search *s, const GrPosition *pos, const GrSyntax *syntax,
                          GrMove move, Slips *slips) {
    int type = gr_type_of(pos->board[gr_move_from(move)]);
    unsigned pawns = s->lexicon.pawns;
    bool both_pawns = syntax->type && pawns >> syntax->type & 1 && pawns >> type & 1;
    bool whole = syntax->from_file && syntax->from_rank;
    bool pawn = pawns >> type & 1, letter = syntax->type && !(pawns >> syntax->type & 1);
    if (syntax->type ? syntax->type != type && !both_pawns : !whole && !pawn)
        slip(slips, letter && !pawn ? WRONG_LETTER : LOST_LETTER);
}

static void compare_wall(const Search *s, const GrSyntax *syntax, GrMove move, Slips *slips) {
    int files = s->lexicon.variant->files, wall = gr_move_wall(move);
    if (wall == GR_NO_SQUARE)
        return;
    if (syntax->wall == GR_NO_SQUARE) {
        slip(slips, WRONG);
        return;
    }
    compare(slips, syntax->wall % files + 1, wall % files + 1);
    compare(slips, syntax->wall / files + 1, wall / files + 1);
}

/* Promotion, drop, quest. */
static void compare_becoming(const Search *s, const GrSyntax *syntax, GrMove move, Slips *slips) {
    int files = s->lexicon.variant->files, piece = gr_move_piece(move);
    GrMoveKind kind = gr_move_kind(move);
    int queen = gr_type_of_letter(s->lexicon.variant, 'Q');
    bool puts = gr_kind_does(kind, GR_PUTS);
    if (s->lexicon.variant->gates && (puts || syntax->drop)) {
        if ((syntax->drop ? syntax->drop : syntax->becomes) != (puts ? piece : 0))
            slip(slips, WRONG);
    } else if (puts || syntax->drop) {
        if (!puts || !syntax->drop) {
            slip(slips, WRONG);
            slip(slips, WRONG);
            return;
        }
        if (syntax->drop != piece)
            slip(slips, WRONG);
        compare(slips, syntax->third % files + 1, gr_move_third(move) % files + 1);
        compare(slips, syntax->third / files + 1, gr_move_third(move) / files + 1);
    } else if (syntax->becomes ? syntax->becomes != piece : piece && piece != queen) {
        slip(slips, WRONG);
    }
    if (syntax->quest != (gr_kind(kind)->sign == '^'))
        slip(slips, WRONG);
}

static int total(Slips slips) {
    int sum = slips.weight;
    if (slips.count > 1)
        sum += ANOTHER * (slips.count - 1);
    return slips.count > 3 || sum > SLIP_MOST ? SLIP_MOST : sum;
}

/* Of a text that is no move the moves nearest in spelling are taken to be a slip away. */
static int unreadable_slip(Search *s, const GrPosition *pos, const GrToken *token, GrMove move) {
    Near *near = &s->near;
    if (near->token != token || near->key != pos->key) {
        near->token = token;
        near->key = pos->key;
        near->count = gr_suggest(pos, NULL, gr_script_text(s->script, token), token->len,
                                 near->move, GR_SUGGESTIONS);
    }
    for (size_t i = 0; i < near->count; i++)
        if (near->move[i] == move)
            return WRONG * (int)(i + 1);
    return SLIP_MOST;
}

/* Each word of Xiangqi that is another is a slip. */
static int relative_slip(const GrPosition *pos, const GrSyntax *syntax, GrMove move) {
    Slips slips = {0, 0};
    GrSyntax words;
    if (!gr_xiangqi_describe(pos, move, &words))
        return SLIP_MOST;
    for (int n = gr_xiangqi_differences(syntax, &words); n > 0; n--)
        slip(&slips, WRONG);
    return total(slips);
}

int repair_slip(Search *s, const GrPosition *pos, const GrToken *token, GrMove move) {
    const GrSyntax *syntax = &token->syntax;
    Slips slips = {0, 0};
    GrForm form = gr_kind(gr_move_kind(move))->form, stated = (GrForm)syntax->form;
    if (!token->readable)
        return unreadable_slip(s, pos, token, move);
    if (stated == GR_FORM_RELATIVE && gr_move_kind(move) == GR_NORMAL)
        return relative_slip(pos, syntax, move);
    if (stated == GR_FORM_MOVE && syntax->from_file && syntax->from_rank &&
        form != GR_FORM_PLACE && !(form == GR_FORM_SPELL && syntax->type))
        stated = form; /* both squares may stand for any move, as in UCI */
    if (stated != form)
        return SLIP_MOST;
    compare_wall(s, syntax, move, &slips);
    if (form == GR_FORM_CASTLE && syntax->form == GR_FORM_CASTLE) {
        if (!slips.count || gr_move_wall(move) == GR_NO_SQUARE)
            slip(&slips, WRONG); /* the other wing: the stated one would have been resolved */
        if (syntax->drop != (gr_kind_does(gr_move_kind(move), GR_PUTS) ? gr_move_piece(move) : 0))
            slip(&slips, WRONG);
        return total(slips);
    }
    if (form == GR_FORM_PASS)
        return 0;
    compare_squares(s, syntax, move, &slips);
    if (form == GR_FORM_MOVE) {
        compare_piece(s, pos, syntax, move, &slips);
        compare_becoming(s, syntax, move, &slips);
    } else if (form == GR_FORM_SPELL &&
               syntax->falls != (gr_kind(gr_move_kind(move))->sign == 'x')) {
        slip(&slips, WRONG);
    }
    return total(slips);
}

/* ---- disagreements ---- */

/* The text states a file or rank of origin that distinguishes no pieces. */
static bool origin_is_spare(const Search *s, const GrToken *token, const GrPosition *before) {
    const GrSyntax *syntax = &token->syntax;
    if (!syntax->type || (syntax->from_file && syntax->from_rank) ||
        (!syntax->from_file && !syntax->from_rank) || syntax->form != GR_FORM_MOVE)
        return false;
    GrSyntax bare = *syntax;
    GrPattern want;
    GrMove found[2];
    bare.from_file = bare.from_rank = 0;
    gr_resolve_pattern(&s->lexicon, before, &bare, &want);
    return gr_match(before, &want, found, 2) == 1;
}

static int mark_cost(const Search *s, char mark, bool check, bool mate, bool last) {
    const Style *style = &s->style;
    if (mark == '#')
        return mate ? 0 : style->mate_false;
    if (mark == '+')
        return !check ? style->check_false : last && mate ? style->mate_missing : 0;
    return check ? style->check_missing : 0;
}

bool repair_mates(const GrPosition *after, bool check) {
    if (gr_variant(after->rules)->own_ends)
        return gr_winner(after, gr_state(after)) >= 0;
    return check && !gr_can_move(after);
}

int repair_disagreement(const Search *s, const GrToken *token, GrMove move,
                        const GrPosition *before, const GrPosition *after, bool last) {
    const Style *style = &s->style;
    int cost = 0;
    GrMoveKind kind = gr_move_kind(move);
    if (token->readable && token->syntax.form == GR_FORM_MOVE) {
        bool says_x = token->syntax.separator == 'x', takes = gr_is_capture(before, move);
        if (says_x != takes && !gr_kind_does(kind, GR_SPELLS))
            cost += says_x ? style->x_false : style->x_missing;
    }
    if (!gr_kind_does(kind, GR_HALF) && kind != GR_PASS &&
        (token->mark || style->check_missing || style->mate_missing)) {
        bool check = gr_in_check(after);
        bool mate = (token->mark == '#' || last) && repair_mates(after, check);
        cost += mark_cost(s, token->mark, check, mate, last);
    }
    if (style->origin && origin_is_spare(s, token, before))
        cost += style->origin;
    return cost;
}

int repair_end_cost(const Search *s, const GrPosition *last) {
    GrResult stated = s->script->result;
    GrState state = gr_state(last);
    int winner = gr_winner(last, state);
    if (state == GR_OPEN || state == GR_DRAWN)
        return stated == GR_DRAW ? 0 : stated == GR_RESULT_NONE ? COST_NO_MATE : COST_RESIGNED;
    if (winner < 0)
        return stated == GR_WHITE_WINS || stated == GR_BLACK_WINS ? COST_DENIED : 0;
    GrResult real = winner == GR_WHITE ? GR_WHITE_WINS : GR_BLACK_WINS;
    return stated == GR_RESULT_NONE || stated == real ? 0 : COST_DENIED;
}

/* ---- numbers ---- */

static int half_moves(const GrPosition *pos) {
    return 2 * pos->number + (pos->turn != gr_variant(pos->rules)->first);
}

/* By how many half moves the position is ahead of the number. */
static int ahead(const Search *s, const GrPosition *pos, const GrToken *place) {
    if (s->style.repeated_numbers)
        return 2 * ((int)pos->number - (int)place->number);
    return half_moves(pos) - 2 * (int)place->number - place->after_dots;
}

int repair_number_cost(const Search *s, State *state, const GrToken *place) {
    bool used = state->number_used;
    state->number_used = false;
    if (!place || !place->number || used)
        return 0;
    int offset = ahead(s, &state->pos, place);
    int cost = state->counted && offset != state->offset ? COST_NUMBER : 0;
    state->offset = offset;
    state->counted = true;
    return cost;
}

void repair_number_inserted(const Search *s, State *state, const GrPosition *before) {
    if (state->next >= s->count || s->style.repeated_numbers)
        return;
    const GrToken *place = s->item[state->next].place;
    if (place && place->number && ahead(s, before, place) == (state->counted ? state->offset : 0))
        state->number_used = true;
}

/* ---- dropping ---- */

static bool same_text(const Search *s, uint32_t a, uint32_t b) {
    const GrToken *x = s->item[a].said, *y = s->item[b].said;
    return x && y && x->len == y->len &&
           !memcmp(gr_script_text(s->script, x), gr_script_text(s->script, y), x->len);
}

int repair_drop_cost(const Search *s, uint32_t item) {
    for (uint32_t d = 1; d <= 2; d++)
        if ((item >= d && same_text(s, item - d, item)) ||
            (item + d < s->count && same_text(s, item, item + d)))
            return COST_DOUBLE + (int)d - 1;
    return COST_DROP;
}
