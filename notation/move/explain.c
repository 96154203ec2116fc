/* Reasons why a piece cannot go where a text says it went. */
#include "notation/move/explain.h"

#include <stdlib.h>
#include <string.h>

#include "notation/move/resolve.h"
#include "notation/move/san.h"

const char *explain_side(int side) {
    return side == GR_WHITE ? "White" : "Black";
}

void explain_put_square(const Explain *e, int sq) {
    char name[4];
    gr_square_name(e->v, sq, name);
    gr_buffer_puts(e->out, name);
}

static const char *type_name(const Explain *e, int type) {
    return e->v->piece[type].name;
}

void explain_put_owner(const Explain *e, int sq) {
    int piece = e->pos->board[sq];
    if (piece == GR_HOLE)
        gr_buffer_puts(e->out, "a hole");
    else
        gr_buffer_printf(e->out, "%s's %s", explain_side(gr_side_of(piece)),
                         type_name(e, gr_type_of(piece)));
}

static int file_of(const Explain *e, int sq) {
    return sq % e->v->files;
}

static int rank_of(const Explain *e, int sq) {
    return sq / e->v->files;
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

/* ---- check ---- */

static void lift(GrPosition *pos, int sq) {
    int piece = pos->board[sq];
    if (piece == GR_EMPTY || piece == GR_HOLE)
        return;
    pos->side[gr_side_of(piece)] &= ~gr_set_of(sq);
    pos->type[gr_type_of(piece)] &= ~gr_set_of(sq);
    pos->board[sq] = GR_EMPTY;
}

static void put(GrPosition *pos, int sq, int piece) {
    pos->side[gr_side_of(piece)] |= gr_set_of(sq);
    pos->type[gr_type_of(piece)] |= gr_set_of(sq);
    pos->board[sq] = (uint8_t)piece;
}

bool explain_attacked(const Explain *e, int from, int to, const char *lead) {
    /* Only what attacks look at is kept up: this is no position to play on from. */
    GrPosition after = *e->pos;
    if (from < GR_MAX_SQUARES) {
        int piece = after.board[from];
        lift(&after, to);
        lift(&after, from);
        put(&after, to, piece);
    }
    GrSet kings = after.side[e->side] & after.type[GR_KING];
    if (!kings)
        return false;
    int king = gr_set_first(kings);
    GrSet attackers = gr_attackers(&after, king, !e->side);
    if (!attackers)
        return false;
    int by = gr_set_first(attackers);
    gr_buffer_printf(e->out, "%s%s's %s on ", lead, explain_side(e->side),
                     type_name(e, GR_KING));
    explain_put_square(e, king);
    gr_buffer_printf(e->out, " attacked by the %s on ",
                     type_name(e, gr_type_of(after.board[by])));
    explain_put_square(e, by);
    return true;
}

/* ---- ways ---- */

typedef enum Way { WAY_NONE, WAY_FREE, WAY_BLOCKED, WAY_NO_SCREEN } Way;

/* Counts what stands between two squares of a line, and finds the first of it. */
static int between(const Explain *e, int from, int to, int *first) {
    int df = sign(file_of(e, to) - file_of(e, from)), dr = sign(rank_of(e, to) - rank_of(e, from));
    int count = 0;
    for (int sq = from + df + dr * e->v->files; sq != to; sq += df + dr * e->v->files)
        if (e->pos->board[sq] != GR_EMPTY && count++ == 0)
            *first = sq;
    return count;
}

static bool leaps(const GrReach *reach, int df, int dr) {
    for (int i = 0; i < 4 && (reach->leap[i].df || reach->leap[i].dr); i++) {
        int a = abs(reach->leap[i].df), b = abs(reach->leap[i].dr);
        if ((abs(df) == a && abs(dr) == b) || (abs(df) == b && abs(dr) == a))
            return true;
    }
    return false;
}

/* Does the reach lead from one square to the other, and what is in the way? */
static Way way(const Explain *e, const GrReach *reach, bool hops, int from, int to, int *blocker) {
    int df = file_of(e, to) - file_of(e, from), dr = rank_of(e, to) - rank_of(e, from);
    if (leaps(reach, df, dr))
        return WAY_FREE;
    int far = abs(df) > abs(dr) ? abs(df) : abs(dr);
    bool orth = df == 0 || dr == 0, diag = abs(df) == abs(dr);
    if (!(orth && far <= reach->orth) && !(diag && far <= reach->diag))
        return WAY_NONE;
    int count = between(e, from, to, blocker);
    if (hops)
        return count == 1 ? WAY_FREE : count == 0 ? WAY_NO_SCREEN : WAY_BLOCKED;
    return count ? WAY_BLOCKED : WAY_FREE;
}

static void say_never(const Explain *e, int type, int from, int to) {
    gr_buffer_printf(e->out, "a %s does not go from ", type_name(e, type));
    explain_put_square(e, from);
    gr_buffer_puts(e->out, " to ");
    explain_put_square(e, to);
}

static void say_blocked(const Explain *e, int from, int to, int blocker) {
    gr_buffer_puts(e->out, "the way from ");
    explain_put_square(e, from);
    gr_buffer_puts(e->out, " to ");
    explain_put_square(e, to);
    gr_buffer_puts(e->out, " is blocked on ");
    explain_put_square(e, blocker);
    gr_buffer_puts(e->out, " by ");
    explain_put_owner(e, blocker);
}

/* A pawn or warrior: what its own rules forbid. False if nothing does. */
static bool explain_pawn(const Explain *e, int type, int from, int to) {
    int forward = e->side == GR_WHITE ? 1 : -1;
    int df = file_of(e, to) - file_of(e, from);
    int dr = (rank_of(e, to) - rank_of(e, from)) * forward;
    bool takes = e->pos->board[to] != GR_EMPTY;
    bool warrior = !gr_is_letterless(e->v, type); /* goes aslant, captures straight */
    bool straight = df == 0 && dr > 0, aslant = abs(df) == 1 && dr == 1;
    bool goes = warrior ? dr > 0 && abs(df) <= dr && (df - dr) % 2 == 0 : straight;
    bool captures = warrior ? straight && dr == 1 : aslant;
    int blocker = to;
    if (dr > 3 || (!goes && !captures)) {
        say_never(e, type, from, to);
    } else if (captures && !takes) {
        gr_buffer_printf(e->out, "a %s goes from ", type_name(e, type));
        explain_put_square(e, from);
        gr_buffer_puts(e->out, " to ");
        explain_put_square(e, to);
        gr_buffer_puts(e->out, " only to take, and nothing can be taken there");
    } else if (goes && !captures && takes) {
        say_blocked(e, from, to, to);
    } else if (straight && !warrior && dr > 1 && between(e, from, to, &blocker)) {
        say_blocked(e, from, to, blocker);
    } else if (dr > 1) {
        gr_buffer_printf(e->out, "the %s on ", type_name(e, type));
        explain_put_square(e, from);
        gr_buffer_printf(e->out, " cannot go %d ranks at once", dr);
    } else {
        return false;
    }
    return true;
}

static bool is_pawn_like(const Explain *e, int type) {
    const GrPieceRow *row = &e->v->piece[type];
    bool no_reach = !row->move.orth && !row->move.diag && !row->move.leap[0].df &&
                    !row->move.leap[0].dr;
    return (row->flags & GR_IS_PAWN) || no_reach;
}

/* A piece that its reach does not bring there. False if it does. */
static bool explain_reach(const Explain *e, int type, int from, int to) {
    const GrPieceRow *row = &e->v->piece[type];
    bool takes = e->pos->board[to] != GR_EMPTY;
    bool hops = takes && (row->flags & GR_HOPS);
    int blocker = to;
    if (is_pawn_like(e, type))
        return explain_pawn(e, type, from, to);
    Way w = way(e, takes ? &row->capture : &row->move, hops, from, to, &blocker);
    if (w == WAY_FREE)
        return false;
    if (w == WAY_BLOCKED) {
        say_blocked(e, from, to, blocker);
        return true;
    }
    if (w == WAY_NO_SCREEN) {
        gr_buffer_printf(e->out, "a %s takes only over a piece that stands between, and there is "
                                 "none",
                         type_name(e, type));
        return true;
    }
    if (way(e, takes ? &row->move : &row->capture, false, from, to, &blocker) != WAY_NONE) {
        gr_buffer_printf(e->out, takes ? "a %s cannot take like that, and on " :
                                         "a %s goes there only to take, and nothing stands on ",
                         type_name(e, type));
        explain_put_square(e, to);
        if (takes) {
            gr_buffer_puts(e->out, " stands ");
            explain_put_owner(e, to);
        }
        return true;
    }
    say_never(e, type, from, to);
    return true;
}

/* What the text leaves out or gets wrong about a move whose squares are right. */
static bool explain_suffix(const Explain *e, int from, int to) {
    GrPattern want = {.kinds = ~(1u << GR_PASS), .from = gr_set_of(from), .to = gr_set_of(to),
                      .piece = -1, .third = -1};
    GrMove move;
    const GrSyntax *s = e->syntax;
    if (gr_match(e->pos, &want, &move, 1) == 0)
        return false;
    GrMoveKind kind = gr_move_kind(move);
    if (kind == GR_DROP)
        gr_buffer_puts(e->out, s->drop ? "that drop is not possible here"
                                       : "it must say which piece is dropped where");
    else if (s->drop)
        gr_buffer_puts(e->out, "nothing is dropped with this move");
    else if (s->quest)
        gr_buffer_puts(e->out, "the quest cannot be declared with this move");
    else if (!gr_move_piece(move) && s->becomes)
        gr_buffer_puts(e->out, "nothing is promoted by this move");
    else if (kind == GR_TELEPORT)
        gr_buffer_puts(e->out, "to change places with an own piece is written with =");
    else if (s->becomes)
        gr_buffer_printf(e->out, "it cannot become a %s here", type_name(e, s->becomes));
    else
        gr_buffer_puts(e->out, "it must say what the piece becomes");
    return true;
}

/* Why the piece on `from` cannot go to `to`. */
static void explain_from(const Explain *e, int from, int to) {
    int type = gr_type_of(e->pos->board[from]);
    int target = e->pos->board[to];
    if (explain_suffix(e, from, to))
        return;
    if (from == to) {
        gr_buffer_puts(e->out, "it goes nowhere");
    } else if (target == GR_HOLE) {
        explain_put_square(e, to);
        gr_buffer_puts(e->out, " is a hole");
    } else if (target != GR_EMPTY && gr_side_of(target) == e->side) {
        explain_put_square(e, to);
        gr_buffer_puts(e->out, " is occupied by ");
        explain_put_owner(e, to);
    } else if (!explain_reach(e, type, from, to) &&
               !explain_attacked(e, from, to, "it would leave ")) {
        gr_buffer_printf(e->out, "the rules of %s do not allow it", e->v->title);
    }
}

/* ---- origins ---- */

/* The place that the text gives as origin is fully stated. */
static void explain_stated(const Explain *e, int from) {
    const GrSyntax *s = e->syntax;
    int piece = e->pos->board[from];
    GrSet same = s->type ? e->pos->type[s->type] & e->pos->side[e->side] : 0;
    bool named = s->type && piece != GR_EMPTY && piece != GR_HOLE;
    bool pawns = named && e->lexicon->pawns >> s->type & 1 &&
                 e->lexicon->pawns >> gr_type_of(piece) & 1;
    if (piece == GR_EMPTY || piece == GR_HOLE) {
        explain_put_square(e, from);
        gr_buffer_puts(e->out, piece == GR_HOLE ? " is a hole" : " is empty");
    } else if (gr_side_of(piece) != e->side) {
        gr_buffer_puts(e->out, "on ");
        explain_put_square(e, from);
        gr_buffer_puts(e->out, " stands ");
        explain_put_owner(e, from);
        gr_buffer_printf(e->out, ", and it is %s's move", explain_side(e->side));
    } else if (named && gr_type_of(piece) != s->type && !pawns) {
        gr_buffer_puts(e->out, "on ");
        explain_put_square(e, from);
        gr_buffer_puts(e->out, " stands ");
        explain_put_owner(e, from);
        gr_buffer_printf(e->out, ", not a %s", type_name(e, s->type));
    } else {
        explain_from(e, from, s->to);
        return;
    }
    if (!same)
        return;
    gr_buffer_printf(e->out, " (%s's %s%s on ", explain_side(e->side), type_name(e, s->type),
                     gr_set_count(same) > 1 ? "s stand" : " stands");
    for (bool first = true; same; first = false) {
        gr_buffer_puts(e->out, first ? "" : ", ");
        explain_put_square(e, gr_set_pop(&same));
    }
    gr_buffer_putc(e->out, ')');
}

static const char *wanted_name(const Explain *e) {
    return e->syntax->type ? type_name(e, e->syntax->type) : "Pawn";
}

/* The pieces that the text could mean. */
static GrSet candidates(const Explain *e) {
    GrPattern want;
    GrSet set = 0;
    gr_resolve_pattern(e->lexicon, e->pos, e->syntax, &want);
    for (int type = 1; type <= e->v->types; type++)
        if (!want.types || want.types >> type & 1)
            set |= e->pos->type[type];
    return set & e->pos->side[e->side] & want.from;
}

static void explain_none(const Explain *e) {
    const GrSyntax *s = e->syntax;
    gr_buffer_printf(e->out, "%s has no %s", explain_side(e->side), wanted_name(e));
    if (s->from_file)
        gr_buffer_printf(e->out, " on the %c-file", 'a' + s->from_file - 1);
    if (s->from_rank)
        gr_buffer_printf(e->out, " on rank %d", s->from_rank);
}

static void explain_ambiguous(const Explain *e) {
    GrPattern want;
    GrMove fits[4];
    char san[GR_SAN_SIZE];
    gr_resolve_pattern(e->lexicon, e->pos, e->syntax, &want);
    size_t n = gr_match(e->pos, &want, fits, 4);
    gr_buffer_puts(e->out, "it can be more than one move");
    for (size_t i = 0; i < n && i < 4; i++) {
        gr_san_write(e->pos, fits[i], san);
        gr_buffer_printf(e->out, "%s%s", i ? ", " : ": ", san);
    }
    if (n > 4)
        gr_buffer_puts(e->out, " ...");
}

/* Those of the pieces that at least go that way, even if something is against it. */
static GrSet going(const Explain *e, GrSet from) {
    GrSet near = 0;
    for (GrSet left = from; left;) {
        int sq = gr_set_pop(&left);
        size_t mark = e->out->len;
        bool never = explain_reach(e, gr_type_of(e->pos->board[sq]), sq, e->syntax->to) &&
                     strstr(e->out->data + mark, "does not go");
        e->out->len = mark;
        e->out->data[mark] = 0;
        near |= never ? 0 : gr_set_of(sq);
    }
    return near;
}

/* None of them does. */
static void explain_all(const Explain *e, GrSet from, int count) {
    gr_buffer_printf(e->out, "n%s of %s's %ss", count > 2 ? "one" : "either",
                     explain_side(e->side), wanted_name(e));
    if (count == 2) {
        gr_buffer_puts(e->out, ", on ");
        explain_put_square(e, gr_set_pop(&from));
        gr_buffer_puts(e->out, " and ");
        explain_put_square(e, gr_set_pop(&from));
        gr_buffer_putc(e->out, ',');
    }
    gr_buffer_puts(e->out, " goes to ");
    explain_put_square(e, e->syntax->to);
}

/* What is true of all of the pieces is said once; else the reason of each, as long as they are few,
 * that goes that way. */
static void explain_candidates(const Explain *e, GrSet from) {
    int target = e->pos->board[e->syntax->to], count = gr_set_count(from), told = 0;
    bool closed = target == GR_HOLE ||
                  (target != GR_EMPTY && gr_side_of(target) == e->side);
    if (count > 1 && closed)
        from = gr_set_of(gr_set_first(from));
    else if (count > 1) {
        GrSet near = going(e, from);
        if (!near) {
            explain_all(e, from, count);
            return;
        }
        from = near;
    }
    while (from && told < 3) {
        gr_buffer_puts(e->out, told++ ? ", and " : "");
        explain_from(e, gr_set_pop(&from), e->syntax->to);
    }
}

/* Would it be legal for the other side? Then a ply is missing, or there is one too many. */
static void explain_mover(const Explain *e) {
    GrPosition other = *e->pos;
    GrMove move;
    if (e->pos->pending || gr_in_check(e->pos))
        return;
    gr_play(&other, gr_move_make(GR_PASS, 0, 0, 0, 0));
    if (gr_resolve(e->lexicon, &other, e->syntax, &move, NULL) == 1)
        gr_buffer_printf(e->out, "; %s could play it, so a ply may be missing before it, or one "
                                 "be too many",
                         explain_side(!e->side));
}

void explain_move(const Explain *e) {
    const GrSyntax *s = e->syntax;
    GrMove move;
    size_t fits = gr_resolve(e->lexicon, e->pos, s, &move, NULL);
    if (fits > 1) {
        explain_ambiguous(e);
        return;
    }
    if (e->pos->pending && s->form != GR_FORM_PLACE) {
        gr_buffer_printf(e->out, "%s must place the captured warrior first",
                         explain_side(e->side));
        return;
    }
    if (s->form != GR_FORM_MOVE) {
        explain_special(e);
    } else if (s->from_file && s->from_rank) {
        explain_stated(e, gr_square(e->v, s->from_file - 1, s->from_rank - 1));
    } else {
        GrSet from = candidates(e);
        if (from)
            explain_candidates(e, from);
        else
            explain_none(e);
    }
    explain_mover(e);
}
