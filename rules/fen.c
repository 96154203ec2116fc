/* Reading FEN, with all its faults. Rights are read in fen_rights.c, writing is in fen_write.c. */
#include "rules/fen_reader.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/plural.h"
#include "rules/tables.h"

static unsigned faults_of(const FenReader *r) {
    return r->faults->count - r->faults->dropped;
}

static void skip_field(FenReader *r) {
    while (!fen_ends_field(*r->at))
        r->at++;
}

/* ---- board ---- */

static void set_square(FenReader *r, int sq, int code) {
    GrPosition *p = r->pos;
    p->board[sq] = (uint8_t)code;
    if (code == GR_HOLE) {
        p->type[0] |= gr_set_of(sq);
        return;
    }
    p->side[gr_side_of(code)] |= gr_set_of(sq);
    p->type[gr_type_of(code)] |= gr_set_of(sq);
}

static void read_marks(FenReader *r, int sq) {
    const GrHooks *h = r->v->hooks;
    for (; *r->at && strchr("+-~^", *r->at) && !(*r->at == '+' && r->v->promoted); r->at++) {
        const char *wrong = h->read_mark ? h->read_mark(r->pos, sq, *r->at) : "this variant has no marks after pieces";
        if (wrong)
            fen_fault(r, r->at, "mark '%c': %s", *r->at, wrong);
    }
}

/* What stands at *at, which is moved behind it. */
static int piece_code(const GrVariant *v, const char **at) {
    const char *c = *at;
    int type = 0, used = gr_piece_read(v, c, &type);
    *at += used ? used : 1;
    if (*c == '*')
        return GR_HOLE;
    return used ? gr_piece(islower((unsigned char)c[used - 1]) ? GR_BLACK : GR_WHITE, type) : GR_EMPTY;
}

/* One rank, up to '/' or the end of the board. */
static void read_rank(FenReader *r, int rank) {
    const char *start = r->at;
    int file = 0;
    while (!fen_ends_field(*r->at) && *r->at != '/' && *r->at != '[') {
        const char *here = r->at;
        if (isdigit((unsigned char)*r->at)) {
            int run = 0;
            while (isdigit((unsigned char)*r->at) && run < 1000)
                run = run * 10 + (*r->at++ - '0');
            if (run == 0)
                fen_fault(r, here, "an empty run of zero squares");
            file += run;
            continue;
        }
        int code = piece_code(r->v, &r->at);
        if (code == GR_EMPTY || (code == GR_HOLE && !r->v->holes)) {
            fen_fault(r, here, "'%c' is no piece of %s", isprint((unsigned char)*here) ? *here : '?',
                  r->v->title);
            file++;
            continue;
        }
        int sq = gr_square(r->v, file, rank);
        if (file++ < r->v->files && rank >= 0) {
            set_square(r, sq, code);
            read_marks(r, sq);
        }
    }
    if (file != r->v->files && rank >= 0)
        fen_fault(r, start, "rank %d has %d %s, not %d", rank + 1, file,
              gr_plural((uint64_t)file, "square", "squares"), r->v->files);
}

/* A pocket that is written as one more rank. */
static void read_pocket_rank(FenReader *r) {
    const char *at = ++r->at;
    skip_field(r);
    const char *wrong = r->v->hooks->read_pocket(r->pos, at, (size_t)(r->at - at));
    if (wrong)
        fen_fault(r, at, "pocket: %s", wrong);
}

static void read_pocket(FenReader *r) {
    const GrHooks *h = r->v->hooks;
    const char *open = r->at;
    if (*r->at != '[') {
        if (h->read_pocket && !h->pocket_optional)
            fen_fault(r, r->at, "no pocket in brackets after the board");
        return;
    }
    size_t length = strcspn(open, "] \t");
    r->at += length;
    if (open[length] != ']') {
        fen_fault(r, open, "a pocket that is not closed with ']'");
        return;
    }
    r->at++;
    const char *wrong = h->read_pocket ? h->read_pocket(r->pos, open + 1, length - 1)
                                       : "this variant has no pockets";
    if (wrong)
        fen_fault(r, open, "pocket: %s", wrong);
}

/* Is the field no board at all: a word, without any rank's end? What its letters may mean is of no interest then. */
static bool is_no_board(FenReader *r) {
    const char *start = r->at;
    size_t length = strcspn(start, " \t\r\n;");
    if (r->v->ranks < 2 || memchr(start, '/', length) || strspn(start, "0123456789") == length)
        return false;
    fen_fault(r, start, "'%.*s%s' is no board of %d ranks parted by '/'", (int)(length < 20 ? length : 20), start,
          length > 20 ? "..." : "", r->v->ranks);
    return true;
}

static void read_board(FenReader *r) {
    int ranks = 0;
    const char *start = r->at;
    for (;;) {
        read_rank(r, r->v->ranks - 1 - ranks);
        ranks++;
        if (*r->at != '/' || (ranks == r->v->ranks && r->v->hooks->pocket_optional))
            break;
        r->at++;
    }
    r->whole_board = ranks == r->v->ranks;
    if (*r->at == '/') {
        read_pocket_rank(r);
        return;
    }
    if (!r->whole_board)
        fen_fault(r, start, "%d %s, not %d", ranks, gr_plural((uint64_t)ranks, "rank", "ranks"),
              r->v->ranks);
    read_pocket(r);
    if (!fen_ends_field(*r->at)) {
        fen_fault(r, r->at, "'%c' after the board", isprint((unsigned char)*r->at) ? *r->at : '?');
        skip_field(r);
    }
}

/* ---- the other fields ---- */

static void read_turn(FenReader *r) {
    r->pos->turn = r->v->first;
    if (!fen_next_field(r))
        return;
    if ((*r->at == 'w' || *r->at == 'b') && fen_ends_field(r->at[1]))
        r->pos->turn = *r->at == 'w' ? GR_WHITE : GR_BLACK;
    else
        fen_fault(r, r->at, "the side to move is 'w' or 'b'");
    skip_field(r);
}

/* Pawns of a defined game may have come from anywhere. */
static int find_any_victim(const FenReader *r, int sq) {
    for (GrSet left = r->pos->side[!r->pos->turn]; left;) {
        int at = gr_set_pop(&left);
        if (gr_set_has(r->v->hooks->passable(r->pos, at), sq))
            return at;
    }
    return GR_NO_SQUARE;
}

/* The pawn that may have passed over sq: the first piece beyond it, as the pawn goes. */
static int find_victim(const FenReader *r, int sq) {
    if (r->v->defined)
        return find_any_victim(r, sq);
    int step = r->pos->turn == GR_WHITE ? -r->v->files : r->v->files;
    for (int at = sq + step; at >= 0 && at < gr_squares(r->v); at += step) {
        int code = r->pos->board[at];
        if (code == GR_EMPTY)
            continue;
        bool enemy = code != GR_HOLE && gr_side_of(code) != r->pos->turn;
        bool is_pawn = enemy && (r->v->piece[gr_type_of(code)].flags & GR_IS_PAWN);
        bool passed = is_pawn && gr_set_has(r->v->hooks->passable(r->pos, at), sq);
        return passed ? at : GR_NO_SQUARE;
    }
    return GR_NO_SQUARE;
}

/* One square of the field: kept if a pawn can have passed over it, the same one as over those before it. */
static void take_en_passant(FenReader *r, int sq, GrSet *asked, int *victim) {
    int pawn = r->pos->board[sq] == GR_EMPTY && r->v->hooks->en_passant ? find_victim(r, sq) : GR_NO_SQUARE;
    char name[4];
    gr_square_name(r->v, sq, name);
    if (pawn == GR_NO_SQUARE || (*victim != GR_NO_SQUARE && pawn != *victim)) {
        fen_leave_out(r, r->at, "en passant square %s, but no %spawn can just have passed over it",
                  name, pawn == GR_NO_SQUARE ? "" : "second ");
        return;
    }
    *asked |= gr_set_of(sq);
    *victim = pawn;
}

static uint16_t read_number(FenReader *r, const char *what, unsigned least) {
    if (!fen_next_field(r))
        return (uint16_t)least;
    const char *start = r->at;
    unsigned long value = 0;
    while (isdigit((unsigned char)*r->at) && value <= 65535)
        value = value * 10 + (unsigned long)(*r->at++ - '0');
    if (!fen_ends_field(*r->at) || value > 65535) {
        fen_fault(r, start, "the %s is a number from %u to 65535", what, least);
        skip_field(r);
        return (uint16_t)least;
    }
    return (uint16_t)(value < least ? least : value); /* move 0, as some programs write it, is 1 */
}

/* Where moves are counted, a number of plies. */
static uint8_t read_count(FenReader *r, const char *what) {
    uint16_t count = read_number(r, what, 0);
    return (uint8_t)(count < UINT8_MAX ? count : UINT8_MAX);
}

/* Where moves are counted the limit stands in the place of en passant squares, before the count and the move number. */
static bool has_three_numbers(const char *at) {
    int numbers = 0;
    while (isdigit((unsigned char)*at)) {
        at += strspn(at, "0123456789");
        numbers += fen_ends_field(*at);
        at += strspn(at, " \t");
    }
    return numbers >= 3;
}

static void read_en_passant(FenReader *r, GrSet *asked, int *victim) {
    *victim = GR_NO_SQUARE;
    bool counts = fen_next_field(r) && r->v->counting && has_three_numbers(r->at);
    if (!fen_next_field(r) || (fen_is_left_out(r) && !counts))
        return;
    if (*r->at == '-' && fen_ends_field(r->at[1])) {
        r->at++;
        return;
    }
    if (counts) {
        r->pos->count_limit = read_count(r, "limit of the count");
        return;
    }
    while (!fen_ends_field(*r->at)) {
        int sq, length = gr_square_read(r->v, r->at, &sq);
        size_t digits = strspn(r->at + 1, "0123456789");
        if (length) {
            take_en_passant(r, sq, asked, victim);
        } else if (islower((unsigned char)*r->at) && digits > 0 && digits < 3) {
            length = 1 + (int)digits;
            fen_leave_out(r, r->at, "en passant square %.*s, but the board has no such square",
                      length, r->at);
        } else {
            fen_fault(r, r->at,
                  "the en passant field is '-' or squares such as 'e3', written together");
            skip_field(r);
            return;
        }
        r->at += length;
    }
}

/* The variant's own field, if it is what comes next. */
static void read_field(FenReader *r, bool *done) {
    if (!r->v->hooks->read_field || !fen_next_field(r))
        return;
    const char *at = r->at;
    size_t length = strcspn(at, " \t\r\n;");
    if (!memchr(at, '+', length))
        return;
    const char *wrong = *done ? "it is there twice" : r->v->hooks->read_field(r->pos, at, length);
    if (wrong)
        fen_fault(r, at, "'%.*s': %s", (int)(length < 20 ? length : 20), at, wrong);
    *done = true;
    skip_field(r);
}

/* ---- the operations of EPD ---- */

/* Do operations stand at p: a word, and a semicolon somewhere behind it? */
static bool at_operations(const char *p) {
    return isalpha((unsigned char)*p) && strchr(p, ';');
}

/* Past the operation at p, and its semicolon. */
static const char *next_operation(const char *p) {
    for (bool quoted = false; *p && (quoted || *p != ';'); p++)
        quoted ^= *p == '"';
    p += *p == ';';
    return p + strspn(p, " \t");
}

/* The number that an operation such as `hmvc 4;` has; `least` if it is not there, or is none, which is reported. */
static uint16_t read_operation(FenReader *r, const char *name, unsigned least) {
    size_t length = strlen(name);
    const char *p = r->at;
    while (*p && (strncmp(p, name, length) || (p[length] != ' ' && p[length] != ';')))
        p = next_operation(p);
    if (!*p)
        return (uint16_t)least;
    char *end;
    const char *digits = p + length + strspn(p + length, " ");
    unsigned long value = strtoul(digits, &end, 10);
    bool ends = !end[strspn(end, " \t")] || end[strspn(end, " \t")] == ';';
    if (isdigit((unsigned char)*digits) && ends && value <= 65535)
        return (uint16_t)(value < least ? least : value);
    fen_leave_out(r, p, "the operation %s has no number from %u to 65535", name, least);
    return (uint16_t)least;
}

/* Clock and number: as the fields of FEN, or in operations. */
static void read_clocks(FenReader *r, bool *own_field) {
    if (fen_next_field(r) && at_operations(r->at)) {
        r->pos->clock = read_operation(r, "hmvc", 0);
        r->pos->number = read_operation(r, "fmvn", 1);
        return;
    }
    if (r->pos->count_limit)
        r->pos->counted = read_count(r, "count");
    else
        r->pos->clock = read_number(r, "halfmove clock", 0);
    r->pos->number = read_number(r, "move number", 1);
    read_field(r, own_field);
    if (!fen_next_field(r) || at_operations(r->at))
        return;
    size_t length = strcspn(r->at, " \t\r\n;");
    fen_leave_out(r, r->at, "'%.*s' after the last field", (int)(length < 20 ? length : 20), r->at);
}

/* ---- the position as a whole ---- */

static void check_kings(FenReader *r) {
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        int kings = gr_set_count(r->pos->side[side] & r->pos->type[GR_KING]);
        if (r->v->hands && r->v->defined)
            kings += gr_in_hand(r->pos, side, GR_KING);
        const char *name = r->v->piece[GR_KING].name;
        bool lacks = r->v->royals == (side == GR_WHITE ? GR_ROYALS_BLACK : GR_ROYALS_WHITE);
        int want = lacks ? 0 : 1;
        bool fell = r->v->royals == GR_ROYALS_FALL && kings == 0 && r->pos->type[GR_KING];
        if (kings != want && !fell && r->v->royals != GR_ROYALS_NONE)
            fen_fault(r, r->text, "%s has %d %ss, not %s", side == GR_WHITE ? "White" : "Black", kings,
                  name, want ? "one" : "none");
    }
}

static void check_pawns(FenReader *r) {
    for (int sq = 0; sq < gr_squares(r->v) && !gr_pawns_anywhere(r->v); sq++) {
        int code = r->pos->board[sq];
        if (code == GR_EMPTY || code == GR_HOLE)
            continue;
        if (!(r->v->piece[gr_type_of(code)].flags & GR_IS_PAWN))
            continue;
        int rank = gr_relative_rank(r->v, gr_side_of(code), sq);
        char name[4];
        gr_square_name(r->v, sq, name);
        if (rank == 0 || rank == r->v->ranks - 1)
            fen_fault(r, r->text, "no %s can stand on %s", r->v->piece[gr_type_of(code)].name, name);
    }
}

/* The side that has just moved must not have left its own king attacked. */
static void check_attack(FenReader *r) {
    const GrPosition *p = r->pos;
    const GrHooks *h = r->v->hooks;
    GrPosition other = *p;
    int winner;
    other.turn ^= 1;
    if (h->over && h->over(p, &winner))
        return;
    if (gr_in_check(&other) && !(h->may_attack && h->may_attack(p)))
        fen_fault(r, r->text, "%s is to move and attacks the enemy %s", p->turn == GR_WHITE ? "White" : "Black",
                  r->v->piece[GR_KING].letter ? r->v->piece[GR_KING].name : "royal piece");
}

static void check_own(FenReader *r) {
    if (!r->v->hooks->fault)
        return;
    const char *wrong;
    for (unsigned n = 0; (wrong = r->v->hooks->fault(r->pos, n)) != NULL; n++)
        if (*wrong)
            fen_fault(r, r->text, "%s", wrong);
}

unsigned gr_fen_read_filled(const GrRules *rules, const char *text, GrPosition *pos, GrFaults *faults) {
    GrFaults scratch;
    FenReader r = {text, text, pos, rules->variant, faults ? faults : &scratch, false};
    GrSet asked = 0;
    int victim;
    bool own_field = false;

    memset(pos, 0, sizeof *pos);
    pos->rules = rules;
    pos->wide = rules->variant->types >= GR_FEW_TYPES || (rules->variant->defined && rules->variant->hands);
    r.faults->count = r.faults->dropped = 0;
    if (!fen_next_field(&r)) {
        fen_fault(&r, text, "no board");
        return faults_of(&r);
    }
    if (is_no_board(&r)) /* what its other words might mean is of no interest then, either */
        return faults_of(&r);
    read_board(&r);
    read_turn(&r);
    fen_read_rights(&r);
    read_en_passant(&r, &asked, &victim);
    read_field(&r, &own_field);
    read_clocks(&r, &own_field);
    if (r.whole_board) {
        check_kings(&r);
        check_pawns(&r);
        check_own(&r);
    }
    if (faults_of(&r))
        return faults_of(&r);
    check_attack(&r);
    if (asked) {
        pos->ep = rules->variant->hooks->en_passant(pos, asked, victim);
        pos->ep_victim = (uint8_t)victim;
    }
    pos->key = gr_key_of(pos);
    return faults_of(&r);
}

unsigned gr_fen_read(const GrRules *rules, const char *text, GrPosition *pos, GrFaults *faults) {
    gr_rules_use(rules);
    return gr_fen_read_filled(rules, text, pos, faults);
}
