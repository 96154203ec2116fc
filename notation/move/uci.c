/* UCI move strings, both ways. */
#include "notation/move/uci.h"

#include <ctype.h>
#include <string.h>

#include "notation/move/resolve.h"
#include "notation/move/walls.h"
#include "rules/utf8.h"

GrMove gr_null_move(void) {
    return gr_move_make(GR_PASS, 0, 0, 0, 0);
}

bool gr_null_move_fits(const GrPosition *pos) {
    return gr_may_pass(pos);
}

static char *put_square(const GrVariant *v, char *p, int sq) {
    return p + gr_square_name(v, sq, p);
}

/* What says that the piece on a square becomes the type: '+' where it is promoted as pieces are, '-' back, else a
 * letter. */
static char becoming(const GrPosition *pos, int from, int type) {
    const GrVariant *v = gr_variant(pos->rules);
    int was = gr_type_of(pos->board[from]);
    if (v->piece[type].flags & GR_IS_PROMOTED)
        return '+';
    if (v->piece[was].flags & GR_IS_PROMOTED && gr_base_type(v, was) == type)
        return '-';
    return (char)tolower((unsigned char)v->piece[type].letter);
}

/* ",N@c6" or "W@c11": the piece and where it comes on the board. */
static char *put_piece_at(const GrVariant *v, char *p, int type, int sq) {
    p += gr_piece_sign(v, type, p);
    *p++ = '@';
    return put_square(v, p, sq);
}

/* Where the squares of castlings vary, or a plain move has the same ones, castling is written as king takes rook:
 * "e1h1". */
static int castling_target(const GrPosition *pos, GrMove move) {
    GrCastling c;
    if (!gr_castling_is_moved(pos, gr_castling_right(pos, move)) &&
        !gr_castling_looks_plain(pos, gr_move_from(move), gr_move_to(move)))
        return gr_move_to(move);
    gr_castling(pos, gr_castling_right(pos, move), &c);
    return c.rook_from;
}

size_t gr_uci_write(const GrPosition *pos, GrMove move, char out[GR_UCI_SIZE]) {
    const GrVariant *v = gr_variant(pos->rules);
    GrMoveKind kind = gr_move_kind(move);
    char *p = out;
    if (kind == GR_PASS) {
        int stays = gr_passing_square(pos);
        if (stays == GR_NO_SQUARE) {
            memcpy(out, "0000", 5);
            return 4;
        }
        p = put_square(v, put_square(v, p, stays), stays);
        return (size_t)(p - out);
    }
    if (gr_kind_does(kind, GR_ENTERS) && !gr_move_piece(move)) {
        p = gr_wall_put_alone(pos, move, p);
        *p = 0;
        return (size_t)(p - out);
    }
    if (gr_kind_does(kind, GR_ENTERS)) {
        p = put_piece_at(v, p, gr_move_piece(move), gr_move_to(move));
        *p = 0;
        return (size_t)(p - out);
    }
    int from = gr_move_from(move), to = gr_is_castling(move) ? castling_target(pos, move) : gr_move_to(move);
    if (kind == GR_DROP_CASTLE && gr_move_third(move) != from) { /* onto the rook's square, which comes first */
        to = from;
        from = gr_move_third(move);
    }
    p = put_square(v, p, from);
    p = put_square(v, p, to);
    if (gr_kind(kind)->sign) {
        *p++ = gr_kind(kind)->sign;
    } else if (gr_kind_does(kind, GR_PUTS) && v->gates) {
        *p++ = (char)tolower((unsigned char)v->piece[gr_move_piece(move)].letter);
    } else if (gr_kind_does(kind, GR_PUTS)) {
        *p++ = ',';
        p = put_piece_at(v, p, gr_move_piece(move), gr_move_third(move));
    } else if (gr_move_piece(move)) {
        *p++ = becoming(pos, gr_move_from(move), gr_move_piece(move));
    }
    p = gr_wall_put_uci(v, move, to, p);
    *p = 0;
    return (size_t)(p - out);
}

/* "N@c6" at the end of the text. */
static int read_piece_at(const GrVariant *v, const char *text, int *type, int *sq) {
    int letters = gr_piece_read(v, text, type);
    if (!letters || text[letters] != '@')
        return GR_ERR_SYNTAX;
    int used = gr_square_read(v, text + letters + 1, sq);
    return used && !text[letters + 1 + used] ? 0 : GR_ERR_SYNTAX;
}

/* The kinds of all forms that have this sign. */
static unsigned kinds_signed(char sign) {
    unsigned kinds = 0;
    for (int form = GR_FORM_MOVE; form <= GR_FORM_PASS; form++)
        kinds |= gr_kinds_written((GrForm)form, sign);
    return kinds;
}

/* What may stand after the two squares. */
static int read_suffix(const GrPosition *pos, const char *text, GrPattern *want) {
    const GrVariant *v = gr_variant(pos->rules);
    want->kinds = kinds_signed(0) & ~gr_kinds(GR_NAMES) & ~(1u << GR_PASS);
    want->piece = 0;
    if (!text[0])
        return 0;
    if (text[0] == ',') {
        want->kinds = gr_kinds(GR_PUTS);
        return read_piece_at(v, text + 1, &want->piece, &want->third);
    }
    if (text[1])
        return GR_ERR_SYNTAX;
    if (kinds_signed(text[0]) && !gr_type_of_letter(v, text[0])) {
        want->kinds = kinds_signed(text[0]);
        want->piece = -1;
        return 0;
    }
    want->kinds = gr_kinds(GR_BECOMES);
    want->piece = gr_becomes_by_sign(pos, gr_set_first(want->from), text[0]);
    if (!want->piece)
        want->piece = gr_type_of_letter(v, text[0]);
    return want->piece ? 0 : GR_ERR_SYNTAX;
}

/* The same, with a wall behind it. */
static int read_walled(const GrPosition *pos, const char *text, int to, GrPattern *want) {
    char suffix[GR_UCI_SIZE];
    int wall;
    size_t length = gr_wall_of_uci(gr_variant(pos->rules), text, to, &wall);
    if (length >= sizeof suffix || (text[length] && wall == GR_NO_SQUARE))
        return GR_ERR_SYNTAX;
    memcpy(suffix, text, length);
    suffix[length] = '\0';
    want->third = wall == GR_NO_SQUARE ? -1 : wall;
    return read_suffix(pos, suffix, want);
}

static int read_placement(const GrVariant *v, const char *text, GrPattern *want) {
    int sq;
    if (read_piece_at(v, text, &want->piece, &sq))
        return GR_ERR_SYNTAX;
    want->kinds = gr_kinds(GR_ENTERS);
    want->to = gr_set_of(sq);
    return 0;
}

static int read_pattern(const GrPosition *pos, const char *text, GrPattern *want) {
    const GrVariant *v = gr_variant(pos->rules);
    int from, to;
    want->from = want->to = gr_set_below(gr_squares(v));
    want->types = 0;
    want->third = -1;
    if (text[0] && (text[1] == '@' || (text[0] == '+' && text[1] && text[2] == '@')))
        return read_placement(v, text, want);
    int used = gr_square_read(v, text, &from);
    int more = used ? gr_square_read(v, text + used, &to) : 0;
    if (!more)
        return GR_ERR_SYNTAX;
    if (v->lone_walls && from == to)
        return gr_wall_of_uci_alone(v, text + used + more, to, want);
    want->from = gr_set_of(from);
    want->to = gr_set_of(to);
    return v->walls ? read_walled(pos, text + used + more, to, want) : read_suffix(pos, text + used + more, want);
}

int gr_uci_read(const GrPosition *pos, const char *text, GrMove *move, GrError *error) {
    GrPattern want;
    if (!strcmp(text, "0000") || !strcmp(text, "null")) {
        *move = gr_null_move();
        return gr_null_move_fits(pos)
                   ? 0
                   : gr_fail(error, GR_ERR_ILLEGAL, "no null move is possible in this position");
    }
    if (read_pattern(pos, text, &want))
        return gr_fail(error, GR_ERR_SYNTAX, "'%.*s' is not a move in UCI form", gr_fit(text, 40), text);
    gr_resolve_castling(pos, &want);
    if (gr_resolve_pass(pos, &want, move))
        return 0;
    if (gr_match(pos, &want, move, 1) == 1 ||
        (want.piece > 0 && gr_gate_pattern(pos, &want, want.piece) && gr_match(pos, &want, move, 1) == 1))
        return 0;
    return gr_fail(error, GR_ERR_ILLEGAL, "'%.*s' is not a legal move here", gr_fit(text, 40), text);
}
