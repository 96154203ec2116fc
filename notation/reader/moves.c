/* The moves of the game at hand, and what is wrong with them. */
#include "notation/reader/moves.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/move/resolve.h"
#include "notation/move/san.h"

const GrPosition *reader_position_before(Moves *m) {
    Frame *f = &m->frame[m->depth];
    const GrNode *nodes = m->out->game->nodes;
    while (f->before_node != f->node) {
        gr_play(&f->before, nodes[f->before_node].move);
        f->before_node = nodes[f->before_node].next;
    }
    return &f->before;
}

/* A number without a dot that is not due may be what is left of a move: `6` of `h6`, the second digit of `a1 1`. Before
 * the first move it may number anything, and from 1000 on it is a year. Where others without a dot were due, it is one
 * of them, and moves may be missing. */
static void check_bare_number(Moves *m, unsigned number, const char *p) {
    enum { YEARS = 1000, HABIT = 2 };
    const Frame *f = &m->frame[m->depth];
    bool rank = !m->depth && number <= m->lexicon.variant->ranks;
    m->bare_numbers += number == f->now.number;
    if (!f->node || number == f->now.number || !number || number >= YEARS)
        return;
    bool habit = m->bare_numbers >= HABIT;
    reader_diagnose(m->out, habit ? GR_WARNING : GR_NOTE, p, f->ply + 1, "numbered as move %u, but this is move %u%s",
                    number, (unsigned)f->now.number,
                    rank && !habit ? "; the number may be what is left of a move" : "");
    m->number_reported = m->out->game->diag_count;
}

/* Three dots are the second player's. */
void reader_check_number(Moves *m, const char *p, size_t len) {
    const Frame *f = &m->frame[m->depth];
    const GrVariant *v = m->lexicon.variant;
    unsigned number = 0, dots = 0;
    for (size_t i = 0; i < len; i++)
        if (p[i] >= '0' && p[i] <= '9')
            number = number * 10 + (unsigned)(p[i] - '0');
        else
            dots += p[i] == '.' ? 1 : (unsigned char)p[i] == 0xE2 ? 3 : 0;
    bool second = f->now.turn != v->first;
    if (m->lost || (m->number_reported && m->number_reported <= m->out->game->diag_count) ||
        (dots && number == f->now.number && (dots < 2 || second)))
        return;
    if (!dots) {
        check_bare_number(m, number, p);
        return;
    }
    if (number > f->now.number && f->ply == 0 && m->depth == 0 &&
        !gr_game_tag(m->out->game, "FEN"))
        reader_diagnose(m->out, GR_WARNING, p, 1,
                        "the game begins with move %u: the moves before it are missing", number);
    else if (number != f->now.number)
        reader_diagnose(m->out, f->node ? GR_WARNING : GR_NOTE, p, f->ply + 1, /* moves may be missing */
                        "numbered as move %u, but this is move %u", number, (unsigned)f->now.number);
    else
        reader_diagnose(m->out, GR_NOTE, p, f->ply + 1,
                        "the dots are those of a move by %s, but it is %s's turn",
                        v->first == GR_WHITE ? "Black" : "White",
                        v->first == GR_WHITE ? "White" : "Black");
    m->number_reported = m->out->game->diag_count;
}

void reader_note_open_number(Moves *m, const char *p) {
    Lines *l = m->lines;
    while (p > l->line && strchr(" \t", p[-1]))
        p--;
    if (p == l->line || p[-1] != '.' || m->depth || m->lost)
        return;
    while (p > l->line && strchr(".0123456789", p[-1]))
        p--;
    m->open_line = l->number;
    m->open_column = reader_column(l, p);
    m->open_ply = m->frame[0].ply + 1;
}

void reader_check_open_number(Moves *m) {
    if (m->open_ply == m->frame[0].ply + 1 && !m->lost && !m->out->game->partial)
        reader_diagnose_at(m->out, GR_WARNING, m->open_line, m->open_column, m->open_ply,
                           "no move stands behind this number");
    m->open_ply = 0;
}

bool reader_is_usual_queen(const GrSyntax *syntax, const char *end) {
    size_t signs = strspn(end, " \t=+@/:#-*%^$");
    const char *square = end - 1; /* its last character: no rank if that was lost */
    while (strchr("+#!?", *square))
        square--;
    return syntax->named && isdigit((unsigned char)*square) && !memchr(end, '=', signs) &&
           !isalpha((unsigned char)end[signs]);
}

/* The last move is one of several that the text may mean. */
static void note_choice(Moves *m, const char *at) {
    const Frame *f = &m->frame[m->depth];
    const GrPosition *pos = reader_position_before(m);
    GrMove last = m->out->game->nodes[f->node].move, all[3];
    char san[GR_SAN_SIZE], others[2 * GR_SAN_SIZE + 8] = "";
    size_t n = gr_resolve_choices(pos, last, all, 3), len = 0;
    for (size_t i = 0; i < n && i < 3; i++) {
        if (all[i] == last)
            continue;
        gr_san_write(pos, all[i], san);
        len += (size_t)snprintf(others + len, sizeof others - len, "%s%s", len ? " or " : "", san);
    }
    gr_san_write(pos, last, san);
    reader_diagnose(m->out, GR_NOTE, at, f->ply, "it is not clear what the %s becomes: %s is assumed, not %s",
                    m->lexicon.variant->piece[gr_type_of(pos->board[gr_move_from(last)])].name, san, others);
}

static void note_wing(Moves *m, const char *at) {
    const Frame *f = &m->frame[m->depth];
    char san[GR_SAN_SIZE];
    gr_san_write(reader_position_before(m), m->out->game->nodes[f->node].move, san);
    reader_diagnose(m->out, GR_NOTE, at, f->ply,
                    "it is not said which castling is meant: %s is assumed, as the other one is not legal", san);
}

/* A word for a piece of the other side: said once a game, as some write all pieces with those of one side. */
static void check_side(Moves *m, const GrSyntax *syntax, const char *at) {
    const Frame *f = &m->frame[m->depth];
    int turn = f->now.turn == GR_WHITE ? GR_BLACK : GR_WHITE; /* of the move */
    if (!syntax->side || (syntax->side == 'w') == (turn == GR_WHITE) || m->side_told)
        return;
    m->side_told = true;
    reader_diagnose(m->out, GR_WARNING, at, f->ply, "the word is for a piece of %s's, but it is %s's move",
                    turn == GR_WHITE ? "Black" : "Red", turn == GR_WHITE ? "Red" : "Black");
}

void reader_check_marks(Moves *m, const GrSyntax *syntax, unsigned odd, const char *at) {
    const Frame *f = &m->frame[m->depth];
    check_side(m, syntax, at);
    if (odd & GR_ODD_NOT_LPAWN)
        reader_diagnose(m->out, GR_WARNING, at, f->ply, "this pawn is not an LPawn");
    if (odd & GR_ODD_CAPTURE)
        reader_diagnose(m->out, GR_WARNING, at, f->ply, "marked as a capture, but takes nothing");
    if (odd & GR_ODD_PAWN)
        reader_diagnose(m->out, GR_WARNING, at, f->ply, "this pawn captures, which the text does not say");
    if (odd & GR_ODD_CHOICE)
        note_choice(m, at);
    if (odd & GR_ODD_WING)
        note_wing(m, at);
    if (odd & GR_ODD_QUEEN)
        reader_diagnose(m->out, GR_NOTE, at, f->ply, "it is not clear what the pawn becomes: a queen is assumed");
    if (syntax->form == GR_FORM_PASS && m->depth == 0 && !m->lexicon.variant->passes)
        reader_diagnose(m->out, GR_NOTE, at, f->ply, "a null move in the main line");
    if (!syntax->mark || (odd & GR_ODD_SIGN))
        return;
    bool check = gr_in_check(&f->now);
    if (syntax->mark == '#' && gr_variant(f->now.rules)->own_ends) {
        if (gr_winner(&f->now, gr_state(&f->now)) < 0)
            reader_diagnose(m->out, GR_WARNING, at, f->ply, "marked as mate, but wins nothing");
    } else if (syntax->mark == '#' && (!check || gr_can_move(&f->now)))
        reader_diagnose(m->out, GR_WARNING, at, f->ply, "marked as mate, but %s",
                        check ? "is only check" : "does not give check");
    else if (syntax->mark == '+' && !check)
        reader_diagnose(m->out, GR_WARNING, at, f->ply, "marked as check, but does not give check");
}

void reader_add_lead(Moves *m, const char *p, size_t len) {
    bool blank = p == m->lines->line || strchr(" \t\n}", p[-1]);
    while (len && strchr(" \t", p[len - 1]))
        len--;
    if (blank && m->lead.len)
        gr_buffer_putc(&m->lead, ' ');
    gr_buffer_add(&m->lead, p, len);
    if (m->lead.failed)
        reader_no_memory(m->out);
}
