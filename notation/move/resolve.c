/* Syntax and position to the legal move. */
#include "notation/move/resolve.h"

#include <ctype.h>
#include <string.h>

#include "notation/move/xiangqi.h"
#include "rules/definition.h"

/* Kinds of a move that is given by its squares: with both squares stated nothing more need be said
 * of castling, teleports and spells (as in UCI). */
static unsigned move_kinds(const GrLexicon *lexicon, const GrSyntax *s) {
    unsigned kinds = gr_kinds_written(GR_FORM_MOVE, 0) & ~gr_kinds(GR_NAMES);
    if (s->drop)
        return gr_kinds(GR_PUTS);
    if (s->quest)
        return gr_kinds_written(GR_FORM_MOVE, '^');
    if (s->becomes)
        return gr_kinds(GR_BECOMES);
    if (s->falls)
        return gr_kinds_written(GR_FORM_SPELL, 'x');
    if (!s->from_file || !s->from_rank)
        return kinds;
    const uint8_t *castles = lexicon->variant->castling_king;
    if (!s->type || s->type == GR_KING || s->type == castles[GR_WHITE] || s->type == castles[GR_BLACK])
        kinds |= gr_kinds_written(GR_FORM_CASTLE, 0) | gr_kinds_written(GR_FORM_TELEPORT, 0);
    if (!s->type && lexicon->spells)
        kinds |= gr_kinds_written(GR_FORM_SPELL, s->separator == 'x' ? 'x' : 0);
    return kinds;
}

static unsigned move_types(const GrLexicon *lexicon, const GrSyntax *s) {
    if (s->type)
        return lexicon->pawns >> s->type & 1 ? lexicon->pawns : 1u << s->type;
    return s->from_file && s->from_rank ? 0 : lexicon->pawns;
}

bool gr_resolve_wing(int letter, char wing) {
    return wing == letter || (wing == 's' && letter != 'q') || (wing == 'l' && letter == 'q');
}

/* The squares of this side's castlings to the wing named; empty if there is none of that name. */
static GrSet castling_squares(const GrLexicon *lexicon, const GrPosition *pos, char wing) {
    const GrVariant *v = lexicon->variant;
    GrSet squares = 0;
    for (int i = 0; i < v->castlings; i++) {
        int side = isupper((unsigned char)v->rights[i]) ? GR_WHITE : GR_BLACK;
        int letter = tolower((unsigned char)v->rights[i]);
        if (side == pos->turn && gr_resolve_wing(letter, wing))
            squares |= gr_set_of(v->castling[i].king_to); /* the same wherever the king is */
    }
    return squares;
}

bool gr_castling_looks_plain(const GrPosition *pos, int from, int to) {
    const GrVariant *v = gr_variant(pos->rules);
    int df = from % v->files - to % v->files, dr = from / v->files - to / v->files;
    if (v->defined)
        return gr_set_has(gr_defined_reach(v, pos->turn, gr_castling_king(v, pos->turn), from, false), to);
    return df >= -1 && df <= 1 && dr >= -1 && dr <= 1;
}

/* Is a plain move between the two squares legal? */
static bool is_plain(const GrPosition *pos, const GrPattern *want) {
    GrPattern plain = *want;
    GrMove found;
    plain.kinds = 1u << GR_NORMAL | 1u << GR_WALLED;
    plain.types = 0;
    plain.piece = 0;
    return gr_match(pos, &plain, &found, 1) > 0;
}

void gr_resolve_castling(const GrPosition *pos, GrPattern *want) {
    const GrVariant *v = gr_variant(pos->rules);
    GrCastling c;
    const unsigned castles = gr_kinds_written(GR_FORM_CASTLE, 0);
    for (int i = 0; i < v->castlings && (want->kinds & castles); i++)
        if (gr_castling(pos, i, &c) && want->from == gr_set_of(c.king_from) &&
            want->to == gr_set_of(c.rook_from) && pos->board[c.rook_from] != GR_EMPTY &&
            gr_side_of(pos->board[c.rook_from]) == pos->turn) {
            want->kinds = castles;
            want->to = gr_set_of(c.king_to);
            return;
        }
    int from = gr_set_first(want->from), to = gr_set_first(want->to);
    if ((want->kinds & castles) && v->castlings && gr_castling_looks_plain(pos, from, to) &&
        (v->moving_castlings || is_plain(pos, want)))
        want->kinds &= ~castles;
}

void gr_resolve_pattern(const GrLexicon *lexicon, const GrPosition *pos, const GrSyntax *s,
                        GrPattern *want) {
    int third = s->drop ? s->third : s->wall;
    *want = (GrPattern){.from = lexicon->all, .third = third < GR_MAX_SQUARES ? third : -1};
    want->to = s->to < GR_MAX_SQUARES ? gr_set_of(s->to) : lexicon->all;
    if (s->from_file)
        want->from &= lexicon->files[s->from_file - 1];
    if (s->from_rank)
        want->from &= lexicon->ranks[s->from_rank - 1];
    switch (s->form) {
    case GR_FORM_CASTLE:
        want->kinds = s->becomes ? 0 : s->drop ? 1u << GR_DROP_CASTLE : gr_kinds_written(GR_FORM_CASTLE, 0);
        want->piece = s->drop;
        want->to = castling_squares(lexicon, pos, s->wing);
        break;
    case GR_FORM_SPELL:
        want->kinds = gr_kinds_written(GR_FORM_SPELL, s->falls ? 'x' : 0);
        break;
    case GR_FORM_TELEPORT:
        want->kinds = gr_kinds_written(GR_FORM_TELEPORT, 0);
        break;
    case GR_FORM_PLACE: /* of a warrior, whatever the position says; or from the hand */
        if (lexicon->variant->hands || lexicon->variant->lone_walls)
            want->kinds = 1u << GR_ENTER;
        else if (lexicon->variant->camp && (!s->type || s->type == lexicon->variant->camp->returns))
            want->kinds = 1u << GR_PLACE;
        want->piece = s->type;
        break;
    default:
        want->kinds = move_kinds(lexicon, s);
        want->types = move_types(lexicon, s);
        if (lexicon->xiangqi && !s->type && !(s->from_file && s->from_rank)) /* as XBoard writes soldiers */
            want->types = 1u << gr_xiangqi_type(lexicon->variant, 'P');
        want->piece = s->quest ? -1 : s->drop ? s->drop : s->becomes;
        if (s->from_file && s->from_rank && s->to < GR_MAX_SQUARES)
            gr_resolve_castling(pos, want);
        break;
    }
}

/* ---- pieces that are put where one was ---- */

static bool is_one(GrSet set) {
    return set && !(set & (set - 1));
}

bool gr_gate_pattern(const GrPosition *pos, GrPattern *want, int type) {
    const GrVariant *v = gr_variant(pos->rules);
    GrCastling c;
    if (!v->gates || type <= GR_KING)
        return false;
    want->kinds = 1u << GR_DROP;
    want->piece = type;
    want->third = -1;
    for (int right = 0; right < v->castlings && is_one(want->from) && is_one(want->to); right++) {
        if (!gr_castling(pos, right, &c) || gr_side_of(pos->board[c.king_from]) != pos->turn)
            continue;
        GrSet king = gr_set_of(c.king_from), rook = gr_set_of(c.rook_from), to = gr_set_of(c.king_to);
        bool plain = gr_castling_looks_plain(pos, c.king_from, c.king_to);
        if (want->from == rook && want->to == king)
            want->third = c.rook_from;
        else if (want->from == king && (want->to == rook || (want->to == to && !plain)))
            want->third = c.king_from;
        else
            continue;
        want->kinds = 1u << GR_DROP_CASTLE;
        want->from = king;
        want->to = to;
        return true;
    }
    return true;
}

/* What the syntax means where it is said in another way than usual: a piece that is no promotion, or one behind a slash
 * that is one. */
static size_t resolve_gate(const GrPosition *pos, const GrSyntax *syntax, const GrPattern *want, GrMove *move) {
    GrPattern other = *want;
    if (syntax->form != GR_FORM_MOVE)
        return 0;
    if (syntax->drop && syntax->third == GR_NO_SQUARE && gr_gate_pattern(pos, &other, syntax->drop)) {
        size_t n = gr_match(pos, &other, move, 1);
        other = *want;
        other.kinds = gr_kinds(GR_BECOMES);
        return n ? n : gr_match(pos, &other, move, 1);
    }
    return syntax->becomes && gr_gate_pattern(pos, &other, syntax->becomes) ? gr_match(pos, &other, move, 1) : 0;
}

/* The legal moves that fit, and of them those that take what the text names apart, if it does; *move is one of them. */
static size_t match(const GrPosition *pos, const GrPattern *want, int taken, GrMove *move) {
    enum { MOST = 32 };
    GrMove fits[MOST];
    size_t kept = 0;
    if (taken == GR_NO_SQUARE)
        return gr_match(pos, want, move, 1);
    size_t n = gr_match(pos, want, fits, MOST);
    for (size_t i = 0; i < n && i < MOST; i++)
        if (gr_captured_square(pos, fits[i]) == taken && kept++ == 0)
            *move = fits[i];
    return kept;
}

size_t gr_resolve_choices(const GrPosition *pos, GrMove move, GrMove *out, size_t cap) {
    GrPattern want = {.kinds = gr_kinds(GR_BECOMES) | gr_kinds_written(GR_FORM_MOVE, '^'), .piece = -1, .third = -1,
                      .from = gr_set_of(gr_move_from(move)), .to = gr_set_of(gr_move_to(move))};
    return gr_match(pos, &want, out, cap);
}

/* A pawn on its last rank with nothing said becomes a queen; in wizard chess, where there is one
 * thing only to become, a piece that enters the camp becomes that. */
static size_t resolve_bare(const GrLexicon *lexicon, const GrPosition *pos, const GrSyntax *s, GrPattern *want,
                           GrMove *move, unsigned *odd) {
    int queen = gr_type_of_letter(lexicon->variant, 'Q');
    want->kinds = 1u << GR_NORMAL | 1u << GR_WALLED;
    want->piece = queen && lexicon->pawns ? queen : -1;
    size_t n = match(pos, want, s->taken, move);
    if (n == 1)
        *odd = want->piece > 0 ? GR_ODD_QUEEN : gr_resolve_choices(pos, *move, NULL, 0) > 1 ? GR_ODD_CHOICE : 0;
    return n;
}

static unsigned oddities(const GrLexicon *lexicon, const GrPosition *pos, const GrSyntax *s,
                         GrMove move) {
    const GrVariant *v = lexicon->variant;
    unsigned odd = 0;
    if (!v->defined && s->type && v->piece[s->type].letter == 'L' &&
        gr_type_of(pos->board[gr_move_from(move)]) != s->type)
        odd |= GR_ODD_NOT_LPAWN;
    bool pawn = gr_is_by_piece(move) && v->piece[gr_type_of(pos->board[gr_move_from(move)])].flags & GR_IS_PAWN;
    if (pawn && s->separator != 'x' && !s->from_file && s->taken == GR_NO_SQUARE && gr_is_capture(pos, move))
        odd |= GR_ODD_PAWN;
    if (s->separator == 'x' && !gr_is_capture(pos, move))
        odd |= GR_ODD_CAPTURE;
    return odd;
}

/* The promoted types that texts write by the letter of what goes as they do. */
static unsigned likes_of(const GrVariant *v, int type) {
    unsigned types = 0;
    for (int other = 1; type && v->promoted && other <= v->types; other++)
        if ((v->piece[other].flags & GR_IS_PROMOTED) && v->piece[other].alias == v->piece[type].letter)
            types |= 1u << other;
    return types;
}

/* Where promoted pieces are written as what they go like: `Gxe4`, `Pc7=G`. */
static size_t resolve_like(const GrLexicon *lexicon, const GrPosition *pos, const GrSyntax *s, GrPattern *want,
                           GrMove *move) {
    unsigned into = likes_of(lexicon->variant, s->becomes), types = likes_of(lexicon->variant, s->type);
    size_t n = 0;
    if (types && want->types && s->form == GR_FORM_MOVE) {
        GrPattern like = *want;
        like.types = types;
        n = match(pos, &like, s->taken, move);
    }
    for (; n == 0 && into; into &= into - 1) {
        GrPattern like = *want;
        like.piece = __builtin_ctz(into);
        n = match(pos, &like, s->taken, move);
    }
    return n;
}

int gr_becomes_by_sign(const GrPosition *pos, int from, char sign) {
    const GrVariant *v = gr_variant(pos->rules);
    int was = gr_type_of(pos->board[from]), type = 0;
    char text[3] = {'+', v->piece[was].letter, 0};
    if (!was || !v->promoted)
        return 0;
    if (sign == '-')
        return v->piece[was].flags & GR_IS_PROMOTED ? gr_base_type(v, was) : 0;
    return sign == '+' && !(v->piece[was].flags & GR_IS_PROMOTED) && gr_piece_read(v, text, &type) ? type : 0;
}

/* A '+' or '-' behind both squares, where it changes the piece. */
static size_t resolve_sign(const GrPosition *pos, const GrSyntax *s, const GrPattern *want, GrMove *move) {
    GrPattern changed = *want;
    if (!s->bare || (s->mark != '+' && !s->back))
        return 0;
    changed.piece = gr_becomes_by_sign(pos, gr_set_first(want->from), s->back ? '-' : '+');
    changed.kinds = gr_kinds(GR_BECOMES);
    return changed.piece ? match(pos, &changed, s->taken, move) : 0;
}

int gr_passing_square(const GrPosition *pos) {
    GrSet own = pos->side[pos->turn];
    if (!gr_variant(pos->rules)->passes || !own)
        return GR_NO_SQUARE;
    return gr_set_first(own & pos->type[GR_KING] ? own & pos->type[GR_KING] : own);
}

bool gr_resolve_pass(const GrPosition *pos, const GrPattern *want, GrMove *move) {
    int stays = gr_passing_square(pos);
    GrSet at = stays == GR_NO_SQUARE ? 0 : gr_set_of(stays);
    if (!at || want->to != at || !(want->from & at) || want->piece > 0 || !(want->kinds >> GR_NORMAL & 1) ||
        (want->types && !(want->types >> gr_type_of(pos->board[stays]) & 1)) ||
        !gr_is_legal(pos, gr_move_make(GR_PASS, 0, 0, 0, 0)))
        return false;
    *move = gr_move_make(GR_PASS, 0, 0, 0, 0);
    return true;
}

static size_t resolve_null(const GrPosition *pos, GrMove *move) {
    if (!gr_may_pass(pos))
        return 0;
    *move = gr_move_make(GR_PASS, 0, 0, 0, 0);
    return 1;
}

size_t gr_resolve(const GrLexicon *lexicon, const GrPosition *pos, const GrSyntax *syntax,
                  GrMove *move, unsigned *odd) {
    GrPattern want;
    GrMove found = GR_NO_MOVE;
    unsigned more = 0;
    if (syntax->form == GR_FORM_PASS)
        return resolve_null(pos, move);
    if (syntax->form == GR_FORM_RELATIVE) {
        if (odd)
            *odd = 0;
        return gr_xiangqi_resolve(pos, syntax, move);
    }
    gr_resolve_pattern(lexicon, pos, syntax, &want);
    if (syntax->form == GR_FORM_MOVE && gr_resolve_pass(pos, &want, move)) {
        if (odd)
            *odd = 0;
        return 1;
    }
    size_t n = resolve_sign(pos, syntax, &want, &found);
    if (n == 1)
        more = GR_ODD_SIGN;
    if (n == 0 && !syntax->back && syntax->turns != '+')
        n = match(pos, &want, syntax->taken, &found);
    if (n == 0 && lexicon->variant->promoted)
        n = resolve_like(lexicon, pos, syntax, &want, &found);
    if (n == 0 && lexicon->variant->gates)
        n = resolve_gate(pos, syntax, &want, &found);
    if (n == 0 && syntax->form == GR_FORM_MOVE && !want.piece && !syntax->turns)
        n = resolve_bare(lexicon, pos, syntax, &want, &found, &more);
    else if (syntax->form == GR_FORM_CASTLE && gr_set_count(want.to) > 1)
        more = GR_ODD_WING;
    if (n == 1) {
        *move = found;
        if (odd)
            *odd = more | oddities(lexicon, pos, syntax, found);
    }
    return n;
}
