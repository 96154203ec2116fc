/* What a diagram shows. */
#include "notation/write/diagram_view.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/write/fen_squares.h"
#include "rules/definition.h"

static const char *const SIDE[2] = {"White", "Black"};

/* The squares that a move touches: those of its text, and the rook's in castling. */
static GrSet touched_squares(const GrVariant *v, GrMove move) {
    if (move == GR_NO_MOVE || gr_move_kind(move) == GR_PASS)
        return 0;
    GrSet set = gr_set_of(gr_move_from(move)) | gr_set_of(gr_move_to(move));
    if (gr_has_third(move))
        set |= gr_set_of(gr_move_third(move));
    if (gr_is_castling(move))
        for (int i = 0; i < v->castlings; i++) {
            const GrCastling *castling = &v->castling[i];
            if (castling->king_to != gr_move_to(move))
                continue;
            bool moved = v->any_castlings && castling->king_from != gr_move_from(move);
            if (v->moving_castlings || moved) /* nobody knows any more where the rook came from */
                set |= gr_set_of(castling->rook_to);
            else if (castling->king_from == gr_move_from(move))
                set |= gr_set_of(castling->rook_from) | gr_set_of(castling->rook_to);
        }
    return set;
}

static GrSet placement_squares(const GrPosition *pos) {
    if (!pos->pending)
        return 0;
    GrMoveList list;
    GrSet set = 0;
    gr_moves(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (gr_kind_does(gr_move_kind(list.move[i]), GR_HALF))
            set |= gr_set_of(gr_move_to(list.move[i]));
    return set;
}

/* Takes the marks from the board field of a FEN, where alone it is said when they are written.
 * Returns where the field's ranks end. */
static const char *read_marks(GrView *view, const char *field) {
    GrFenSquares walk = {.variant = view->variant, .at = field};
    while (gr_fen_squares_next(&walk))
        if (walk.mark)
            view->mark[walk.square] = walk.letter;
    return walk.at;
}

static void hold(GrHeld *held, char letter) {
    size_t len = strlen(held->piece);
    if (len + 1 < sizeof held->piece) {
        held->piece[len] = (char)toupper((unsigned char)letter);
        held->piece[len + 1] = '\0';
    }
}

/* Reads the pocket of a FEN, from its '['. With commas it is four reserves, those of White's king
 * and magician and of Black's; without, it is one list, and a letter's case says whose it is. */
static void read_pocket(GrView *view, const char *pocket) {
    bool carried = strchr(pocket, ',') != NULL;
    view->has_pocket = true;
    view->holders = carried && view->variant->carrier[1] ? 2 : 1;
    for (int i = 0; carried && i < 4; i++)
        view->held[i / 2][i % 2].holder = view->variant->piece[view->variant->carrier[i % 2]].letter;
    int group = 0;
    for (const char *p = pocket + 1; *p && *p != ']'; p++) {
        if (*p == ',' && group < 3)
            group++;
        else if (isalpha((unsigned char)*p))
            hold(carried ? &view->held[group / 2][group % 2]
                         : &view->held[islower((unsigned char)*p) ? GR_BLACK : GR_WHITE][0],
                 *p);
    }
}

/* The variant's own field, of checks left: it is the fifth, and has a '+'. */
static void read_own_field(GrView *view) {
    char field[sizeof view->own_field] = "";
    if (sscanf(view->fen, "%*s %*s %*s %*s %15s", field) == 1 && strchr(field, '+'))
        memcpy(view->own_field, field, sizeof field);
}

/* "to place a warrior, then to move" */
static void placing(const GrVariant *v, char *out, size_t size) {
    const char *name = v->piece[v->camp->returns].name;
    snprintf(out, size, "to place %s %c%s, then to move", strchr("AEIOU", *name) ? "an" : "a",
             tolower((unsigned char)*name), name + 1);
}

static void describe_status(GrView *view) {
    const GrPosition *pos = view->pos;
    GrState state = gr_state(pos);
    int winner = gr_winner(pos, state);
    char place[GR_DEFINED_NAME + 32] = "";
    if (pos->pending)
        placing(view->variant, place, sizeof place);
    char *out = view->status;
    size_t size = sizeof view->status;
    if (winner >= 0)
        snprintf(out, size, "%s: %s has won",
                 state == GR_CHECKMATE ? "Checkmate" : state == GR_WON ? "Over" : "No legal move",
                 SIDE[winner]);
    else if (state == GR_STALEMATE)
        snprintf(out, size, "Stalemate: a draw");
    else if (state == GR_DRAWN)
        snprintf(out, size, "Drawn: %s",
                 pos->clock >= 100 ? "fifty moves without capture or pawn move"
                 : gr_is_over(pos)   ? "by a rule of the game's own"
                                     : "too little material to mate");
    else
        snprintf(out, size, "%s %s%s%s%s", SIDE[pos->turn], pos->pending ? place : "to move",
                 view->check == GR_NO_SQUARE ? "" : ", in check",
                 view->own_field[0] ? ", checks left " : "", view->own_field);
}

/* The fields of the FEN after the board, in words. */
static void describe_state(GrView *view) {
    char rights[32] = "-", ep[96] = "-";
    sscanf(view->fen, "%*s %*s %31s %95s", rights, ep);
    snprintf(view->state, sizeof view->state, "rights %.16s, en passant %.40s, clock %u, move %u",
             strcmp(rights, "-") ? rights : "none", strcmp(ep, "-") ? ep : "none",
             (unsigned)view->pos->clock, (unsigned)view->pos->number);
}

void gr_view_make(const GrDiagram *diagram, GrView *view) {
    const GrPosition *pos = diagram->pos;
    memset(view, 0, sizeof *view);
    view->diagram = diagram;
    view->pos = pos;
    view->variant = gr_variant(pos->rules);
    view->touched = touched_squares(view->variant, diagram->last);
    view->targets = placement_squares(pos);
    GrSet royal = pos->type[GR_KING] & pos->side[pos->turn];
    view->check = royal && gr_in_check(pos) ? gr_set_first(royal) : GR_NO_SQUARE;
    gr_fen_write(pos, view->fen);
    const char *pocket = read_marks(view, view->fen);
    if (*pocket == '[')
        read_pocket(view, pocket);
    read_own_field(view);
    describe_status(view);
    describe_state(view);
    if (diagram->after)
        snprintf(view->after, sizeof view->after, "After %s", diagram->after);
}
