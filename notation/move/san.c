/* Writing canonical SAN. */
#include "notation/move/san.h"

#include <string.h>

#include "notation/move/gates.h"
#include "notation/move/lexicon.h"
#include "notation/move/resolve.h"
#include "notation/move/typed.h"
#include "notation/move/walls.h"
#include "rules/utf8.h"

/* Room for every move of one type to one square. Only royal has more, by its drops, and there the
 * pieces that drop are one of a kind. */
enum { RIVALS = 512 };

static char *put_file(const GrVariant *v, char *p, int sq) {
    *p++ = (char)('a' + sq % v->files);
    return p;
}

static char *put_rank(const GrVariant *v, char *p, int sq) {
    char name[4];
    int len = gr_square_name(v, sq, name);
    memcpy(p, name + 1, (size_t)len - 1);
    return p + len - 1;
}

static char *put_square(const GrVariant *v, char *p, int sq) {
    return p + gr_square_name(v, sq, p);
}

static char *put_piece(const GrVariant *v, char *p, int type) {
    return p + gr_piece_sign(v, type, p);
}

/* One by one, as each has many moves to the square that differ in their walls alone. */
static GrSet rivals_with_walls(const GrPosition *pos, const GrPattern *want) {
    GrPattern one = *want;
    GrSet others = 0;
    for (GrSet from = want->from; from;) {
        one.from = gr_set_of(gr_set_pop(&from));
        others |= gr_match(pos, &one, NULL, 0) ? one.from : 0;
    }
    return others;
}

/* The squares from which other pieces of the type (for spells: other holes) may go to the move's
 * square. What they capture, drop or become there does not matter, as in the PGN standard. */
static GrSet rivals(const GrPosition *pos, GrMove move, int type) {
    const GrVariant *v = gr_variant(pos->rules);
    GrSet board = gr_set_below(gr_squares(v));
    GrSet from = gr_set_of(gr_move_from(move)), others = 0;
    GrPattern want = {.from = board & ~from, .to = gr_set_of(gr_move_to(move)), .piece = -1,
                      .third = -1};
    GrMove found[RIVALS];
    if (type) {
        want.types = 1u << type;
        want.kinds = gr_kinds_written(GR_FORM_MOVE, 0) | gr_kinds_written(GR_FORM_MOVE, '^');
        want.from &= pos->type[type] & pos->side[pos->turn];
    } else {
        want.kinds = gr_kinds(GR_SPELLS);
        want.from &= pos->type[0];
    }
    if (!want.from)
        return 0;
    if (v->walls)
        return rivals_with_walls(pos, &want);
    size_t n = gr_match(pos, &want, found, RIVALS);
    for (size_t i = 0; i < n && i < RIVALS; i++)
        others |= gr_set_of(gr_move_from(found[i]));
    return others;
}

/* The origin, as far as it is needed: file, else rank, else both. */
static char *put_origin(const GrPosition *pos, GrMove move, int type, char *p) {
    const GrVariant *v = gr_variant(pos->rules);
    int from = gr_move_from(move);
    bool file_shared = false, rank_shared = false;
    GrSet others = rivals(pos, move, type);
    if (!others)
        return p;
    while (others) {
        int sq = gr_set_pop(&others);
        file_shared |= sq % v->files == from % v->files;
        rank_shared |= sq / v->files == from / v->files;
    }
    if (!file_shared || rank_shared)
        p = put_file(v, p, from);
    if (file_shared)
        p = put_rank(v, p, from);
    return p;
}

static char *put_castling(const GrPosition *pos, GrMove move, char *p) {
    const GrVariant *v = gr_variant(pos->rules);
    const char *san = v->castling[gr_castling_right(pos, move)].san;
    size_t len = strlen(san);
    memcpy(p, san, len);
    return gr_gate_put(v, move, p + len);
}

static char *put_spell(const GrPosition *pos, GrMove move, char *p) {
    *p++ = 'H';
    p = put_origin(pos, move, 0, p);
    char sign = gr_kind(gr_move_kind(move))->sign;
    if (sign)
        *p++ = sign;
    return put_square(gr_variant(pos->rules), p, gr_move_to(move));
}

/* What stands after the square: a promotion, a drop, a quest. */
static char *put_becoming(const GrVariant *v, GrMove move, char *p) {
    int piece = gr_move_piece(move);
    GrMoveKind kind = gr_move_kind(move);
    if (gr_kind(kind)->sign) {
        *p++ = gr_kind(kind)->sign;
    } else if (v->gates && gr_kind_does(kind, GR_PUTS)) {
        p = gr_gate_put(v, move, p);
    } else if (gr_kind_does(kind, GR_PUTS)) {
        *p++ = '/';
        p = put_piece(v, p, piece);
        *p++ = '@';
        p = put_square(v, p, gr_move_third(move));
    } else if (piece) {
        *p++ = '=';
        p = put_piece(v, p, piece);
    }
    return p;
}

static char *put_piece_move(const GrPosition *pos, GrMove move, char *p) {
    const GrVariant *v = gr_variant(pos->rules);
    int from = gr_move_from(move), type = gr_type_of(pos->board[from]);
    bool takes = gr_is_capture(pos, move);
    if (!gr_is_letterless(v, type)) {
        p = put_piece(v, p, type);
        p = put_origin(pos, move, type, p);
    } else if (takes) {
        p = put_file(v, p, from);
    } else if (gr_move_becomes(move) && from % v->files != gr_move_to(move) % v->files) {
        p = put_square(v, p, from);
    }
    if (takes)
        *p++ = 'x';
    p = put_square(v, p, gr_move_to(move));
    return put_becoming(v, move, p);
}

/* A royal piece goes where it stands; without one nothing does. */
static char *put_pass(const GrPosition *pos, char *p) {
    int stays = gr_passing_square(pos);
    if (stays == GR_NO_SQUARE || gr_type_of(pos->board[stays]) != GR_KING) {
        *p++ = '-';
        *p++ = '-';
        return p;
    }
    p = put_piece(gr_variant(pos->rules), p, GR_KING);
    return put_square(gr_variant(pos->rules), p, stays);
}

static char *put_move(const GrPosition *pos, GrMove move, char *p) {
    const GrVariant *v = gr_variant(pos->rules);
    switch (gr_kind(gr_move_kind(move))->form) {
    case GR_FORM_CASTLE:
        return put_castling(pos, move, p);
    case GR_FORM_SPELL:
        return put_spell(pos, move, p);
    case GR_FORM_TELEPORT:
        *p++ = v->piece[GR_KING].letter;
        *p++ = '=';
        return put_square(v, p, gr_move_to(move));
    case GR_FORM_PLACE:
        p = put_piece(v, p, gr_move_piece(move));
        *p++ = '@';
        return put_square(v, p, gr_move_to(move));
    case GR_FORM_PASS:
        return put_pass(pos, p);
    case GR_FORM_MOVE:
    default:
        return put_piece_move(pos, move, p);
    }
}

/* Where games are won in other ways than by mate, `#` marks all of them. */
static bool wins(const GrPosition *after) {
    return gr_winner(after, gr_state(after)) >= 0;
}

/* Puts `+` or `#` and the NUL behind the move that led to `after`. */
static char *put_mark(GrMove move, const GrPosition *after, char *p) {
    GrMoveKind kind = gr_move_kind(move);
    /* Half a turn carries no mark; a null move ends no check. */
    if (!gr_kind_does(kind, GR_HALF) && kind != GR_PASS) {
        bool check = gr_in_check(after);
        if (gr_variant(after->rules)->own_ends ? wins(after) : check && !gr_can_move(after))
            *p++ = '#';
        else if (check)
            *p++ = '+';
    }
    *p = 0;
    return p;
}

size_t gr_san_write_after(const GrPosition *pos, GrMove move, const GrPosition *after,
                          char out[GR_SAN_SIZE]) {
    char *p = gr_wall_put(gr_variant(pos->rules), move, put_move(pos, move, out));
    return (size_t)(put_mark(move, after, p) - out);
}

size_t gr_san_play(GrPosition *pos, GrMove move, char out[GR_SAN_SIZE]) {
    char *p = gr_wall_put(gr_variant(pos->rules), move, put_move(pos, move, out));
    gr_play(pos, move);
    return (size_t)(put_mark(move, pos, p) - out);
}

size_t gr_san_write(const GrPosition *pos, GrMove move, char out[GR_SAN_SIZE]) {
    GrPosition after = *pos;
    return gr_san_play(&after, move, out);
}

int gr_san_read(const GrPosition *pos, const char *text, GrMove *move, GrError *error) {
    GrLexicon lexicon;
    GrSyntax syntax;
    gr_lexicon_init(&lexicon, pos->rules);
    size_t used = gr_typed_read(&lexicon, pos, text, &syntax);
    if (!used || text[used])
        return gr_fail(error, GR_ERR_SYNTAX, "'%.*s' is not a move", gr_fit(text, 40), text);
    size_t n = gr_resolve(&lexicon, pos, &syntax, move, NULL);
    if (n == 0)
        return gr_fail(error, GR_ERR_ILLEGAL, "'%.*s' is not a legal move here", gr_fit(text, 40), text);
    if (n > 1)
        return gr_fail(error, GR_ERR_ILLEGAL, "'%.*s' fits %zu legal moves", gr_fit(text, 40), text, n);
    return 0;
}
