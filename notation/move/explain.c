/* Reasons why a move that a text states cannot be played: which piece it can mean, and what is
 * against that. */
#include "notation/move/explain.h"

#include <stdio.h>
#include <string.h>

#include "notation/move/resolve.h"
#include "notation/move/san.h"

/* The most pieces of a kind that are named one by one. */
enum { NAMED = 3 };

/* ---- one piece ---- */

/* The position when the piece has gone, or shot, as far as attacks look at it. */
static GrPosition after_move(const Explain *e, int from, int to) {
    GrPosition after = *e->pos;
    int piece = after.board[from];
    bool shoots = after.board[to] != GR_EMPTY && explain_shoots(e, gr_type_of(piece));
    explain_lift(&after, to);
    if (!shoots) {
        explain_lift(&after, from);
        explain_put(&after, to, piece);
    }
    return after;
}

/* Why the piece on `from` cannot go to `to`. `lead` comes before what would attack the king. */
static Way explain_from(const Explain *e, int from, int to, const char *lead) {
    int target = e->pos->board[to];
    if (explain_ending(e, from, to))
        return WAY_CLOSED;
    if (from == to) {
        gr_buffer_printf(e->out, "the %s stands on %s already",
                         explain_type(e, gr_type_of(e->pos->board[from])), SQUARE(to));
        return WAY_NEVER;
    }
    if (explain_king_castles(e, from, to) || explain_wizard_changes(e, from, to))
        return WAY_CLOSED;
    Way way = explain_way(e, from, to);
    if (way != WAY_FREE)
        return way;
    if (explain_drop(e, from, to))
        return WAY_CLOSED;
    GrPosition after = after_move(e, from, to);
    const char *objection = gr_objection(e->pos, gr_move_make(GR_NORMAL, from, to, 0, 0));
    if (objection) {
        gr_buffer_puts(e->out, objection);
        return WAY_CLOSED;
    }
    if (target != GR_EMPTY && gr_type_of(target) == GR_KING)
        gr_buffer_printf(e->out, "a %s cannot be taken", explain_type(e, GR_KING));
    else if (!explain_attacked(e, &after, lead))
        gr_buffer_printf(e->out, "the rules of %s do not allow it", e->v->title);
    return WAY_CLOSED;
}

/* ---- origins ---- */

/* "s" or "es". */
static const char *plural(const char *name) {
    size_t len = strlen(name);
    return len && name[len - 1] == 'o' ? "es" : "s";
}

static void put_places(const Explain *e, GrSet same) {
    const char *name = explain_type(e, e->syntax->type);
    bool several = gr_set_count(same) > 1;
    gr_buffer_printf(e->out, " (%s's %s%s %s on ", explain_side(e->side), name,
                     several ? plural(name) : "", several ? "stand" : "stands");
    for (bool first = true; same; first = false)
        gr_buffer_printf(e->out, "%s%s", first ? "" : ", ", SQUARE(gr_set_pop(&same)));
    gr_buffer_putc(e->out, ')');
}

/* The place that the text gives as origin is fully stated. */
static void explain_stated(const Explain *e, int from) {
    const GrSyntax *s = e->syntax;
    int piece = e->pos->board[from];
    bool named = s->type && piece != GR_EMPTY && piece != GR_HOLE;
    bool pawns = named && e->lexicon->pawns >> s->type & 1 &&
                 e->lexicon->pawns >> gr_type_of(piece) & 1;
    if (piece == GR_EMPTY) {
        gr_buffer_printf(e->out, "%s is empty", SQUARE(from));
    } else if (piece == GR_HOLE) {
        explain_put_occupied(e, from);
    } else if (gr_side_of(piece) != e->side) {
        gr_buffer_printf(e->out, "on %s stands ", SQUARE(from));
        explain_put_owner(e, from);
        gr_buffer_printf(e->out, ", and it is %s's move", explain_side(e->side));
    } else if (named && gr_type_of(piece) != s->type && !pawns) {
        gr_buffer_printf(e->out, "on %s stands ", SQUARE(from));
        explain_put_owner(e, from);
        gr_buffer_printf(e->out, ", not %s %s", explain_article(e, s->type),
                         explain_type(e, s->type));
    } else {
        explain_from(e, from, s->to, "it would leave ");
        return;
    }
    GrSet same = s->type ? e->pos->type[s->type] & e->pos->side[e->side] : 0;
    if (same)
        put_places(e, same);
}

/* What the text calls the piece; a pawn where it says nothing. */
static const char *wanted_name(const Explain *e) {
    return e->syntax->type ? explain_type(e, e->syntax->type)
                           : e->lexicon->pawns ? "Pawn" : "piece";
}

/* A pawn that takes nothing stays on its file. */
static bool stays_on_file(const Explain *e) {
    const GrSyntax *s = e->syntax;
    bool pawns = s->type ? e->lexicon->pawns >> s->type & 1 : e->lexicon->pawns != 0;
    return pawns && !s->from_file && s->separator != 'x';
}

/* The pieces that the text could mean. */
static GrSet candidates(const Explain *e) {
    GrPattern want;
    GrSet set = 0;
    gr_resolve_pattern(e->lexicon, e->pos, e->syntax, &want);
    for (int type = 1; type <= e->v->types; type++)
        if (!want.types || want.types >> type & 1)
            set |= e->pos->type[type];
    if (stays_on_file(e))
        set &= e->lexicon->files[e->syntax->to % e->v->files];
    return set & e->pos->side[e->side] & want.from;
}

static void explain_none(const Explain *e) {
    const GrSyntax *s = e->syntax;
    int file = stays_on_file(e) ? s->to % e->v->files + 1 : s->from_file;
    gr_buffer_printf(e->out, "%s has no %s", explain_side(e->side), wanted_name(e));
    if (file)
        gr_buffer_printf(e->out, " on the %c-file", 'a' + file - 1);
    if (s->from_rank)
        gr_buffer_printf(e->out, " on rank %d", s->from_rank);
}

static void explain_ambiguous(const Explain *e) {
    GrPattern want;
    GrMove fits[4];
    char san[GR_SAN_SIZE];
    gr_resolve_pattern(e->lexicon, e->pos, e->syntax, &want);
    size_t n = gr_match(e->pos, &want, fits, 4);
    gr_buffer_puts(e->out, "it is ambiguous");
    for (size_t i = 0; i < n && i < 4; i++) {
        gr_san_write(e->pos, fits[i], san);
        gr_buffer_printf(e->out, "%s%s", i ? ", " : ": ", san);
    }
    if (n > 4)
        gr_buffer_puts(e->out, " ...");
}

/* ---- several pieces ---- */

/* None of them ever goes there. */
static void explain_all(const Explain *e, GrSet from, int count) {
    const char *side = explain_side(e->side), *name = wanted_name(e);
    if (count == 2) {
        int first = gr_set_pop(&from);
        gr_buffer_printf(e->out, "neither of %s's %s%s, on %s and %s,", side, name, plural(name),
                         SQUARE(first), SQUARE(gr_set_first(from)));
    } else {
        gr_buffer_printf(e->out, "none of %s's %s%s", side, name, plural(name));
    }
    gr_buffer_printf(e->out, " goes to %s", SQUARE(e->syntax->to));
}

/* Has the reason that begins at `at` been given before, as one of those that begin at the marks? */
static bool is_repeated(const Explain *e, const size_t *mark, int named, size_t at) {
    const char *data = e->out->data;
    size_t len = e->out->len - at;
    for (int i = 0; i < named; i++)
        if (!strncmp(data + mark[i], data + at, len))
            return true;
    return false;
}

static void cut(const Explain *e, size_t len) {
    e->out->len = len;
    e->out->data[len] = 0;
}

/* The reason of each of those that go that way at all, as long as they are few, and none twice. */
static void explain_several(const Explain *e, GrSet from, int count) {
    size_t mark[NAMED];
    int named = 0;
    for (GrSet left = from; left && named < NAMED && !e->out->failed;) {
        int sq = gr_set_pop(&left);
        char lead[40];
        size_t before = e->out->len;
        snprintf(lead, sizeof lead, "from %s it would leave ", SQUARE(sq));
        gr_buffer_puts(e->out, named ? ", and " : "");
        mark[named] = e->out->len;
        Way way = explain_from(e, sq, e->syntax->to, lead);
        if (e->out->failed)
            return;
        if (way == WAY_NEVER || is_repeated(e, mark, named, mark[named]))
            cut(e, before);
        else
            named++;
    }
    if (!named)
        explain_all(e, from, count);
}

static void explain_candidates(const Explain *e, GrSet from) {
    int count = gr_set_count(from);
    if (count == 0)
        explain_none(e);
    else if (count == 1)
        explain_from(e, gr_set_first(from), e->syntax->to, "it would leave ");
    else
        explain_several(e, from, count);
}

/* ---- the door ---- */

/* Would it be legal for the other side? Then a ply is missing, or there is one too many. */
static void explain_mover(const Explain *e) {
    GrPosition other = *e->pos;
    GrMove move;
    if (e->pos->pending || gr_in_check(e->pos) || gr_is_over(e->pos))
        return;
    gr_play(&other, gr_move_make(GR_PASS, 0, 0, 0, 0));
    other.passes = 0;
    if (gr_resolve(e->lexicon, &other, e->syntax, &move, NULL) == 1)
        gr_buffer_printf(e->out, "; %s could play it, so a ply may be missing before it, or one "
                                 "be too many",
                         explain_side(!e->side));
}

/* A spell as it is written with both its squares alone. */
static bool is_bare_spell(const Explain *e, int from) {
    return e->lexicon->spells && !e->syntax->type && e->pos->board[from] == GR_HOLE;
}

static void explain_squares(const Explain *e) {
    const GrSyntax *s = e->syntax;
    int from = s->from_file && s->from_rank ? gr_square(e->v, s->from_file - 1, s->from_rank - 1)
                                            : GR_NO_SQUARE;
    if (from == GR_NO_SQUARE) {
        explain_candidates(e, candidates(e));
    } else if (is_bare_spell(e, from)) {
        GrSyntax spell = *s;
        Explain as_spell = *e;
        spell.form = GR_FORM_SPELL;
        as_spell.syntax = &spell;
        explain_special(&as_spell);
    } else {
        explain_stated(e, from);
    }
}

bool explain_is_open(const Explain *e) {
    GrPattern want;
    if (e->syntax->form == GR_FORM_PASS)
        return false;
    gr_resolve_pattern(e->lexicon, e->pos, e->syntax, &want);
    return gr_match(e->pos, &want, NULL, 0) > 1;
}

/* The game has ended by a rule of its own. */
static void explain_over(const Explain *e) {
    int winner = gr_winner(e->pos, gr_state(e->pos));
    gr_buffer_printf(e->out, "the game is over: %s%s",
                     winner < 0 ? "it is drawn" : explain_side(winner),
                     winner < 0 ? "" : " has won");
}

void explain_move(const Explain *e) {
    const GrSyntax *s = e->syntax;
    GrMove move = GR_NO_MOVE;
    if (gr_is_over(e->pos)) {
        explain_over(e);
    } else if (explain_wall(e)) {
        return;
    } else if (explain_is_open(e)) {
        explain_ambiguous(e);
    } else if (explain_gate(e)) {
        return;
    } else if (e->pos->pending && s->form != GR_FORM_PLACE) {
        GrPattern place = {.kinds = 1u << GR_PLACE, .from = e->lexicon->all, .to = e->lexicon->all,
                           .piece = -1, .third = -1};
        gr_match(e->pos, &place, &move, 1);
        gr_buffer_printf(e->out, "%s must place the captured %s first, as in %c@%s",
                         explain_side(e->side), explain_type(e, e->v->camp->returns),
                         e->v->piece[e->v->camp->returns].letter, SQUARE(gr_move_to(move)));
    } else {
        if (s->form == GR_FORM_MOVE)
            explain_squares(e);
        else
            explain_special(e);
        explain_mover(e);
    }
}
