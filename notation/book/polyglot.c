/* Polyglot's keys and moves. The format is described in its book_format.html, by M. Van den Bergh. */
#include "notation/book/polyglot.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/book/polyglot_local.h"
#include "notation/move/uci.h"

/* By 1 .. 6, as codes and keys count pieces: pawn to king. */
static const char LETTERS[] = "PNBRQK";

bool gr_book_plays(const GrRules *rules) {
    return !strcmp(gr_variant(rules)->name, "chess");
}

/* ---- double steps ---- */

int gr_book_step(const GrPosition *pos, GrMove move) {
    int from = gr_move_from(move), to = gr_move_to(move);
    const GrVariant *v = gr_variant(pos->rules);
    bool pawn = gr_move_kind(move) == GR_NORMAL && v->piece[gr_type_of(pos->board[from])].flags & GR_IS_PAWN;
    return pawn && (to - from == 16 || from - to == 16) ? from % 8 : GR_BOOK_NO_STEP;
}

int gr_book_step_of_fen(const char *fen) {
    const char *at = fen + strspn(fen, " \t");
    for (int field = 0; field < 3; field++) {
        at += strcspn(at, " \t");
        at += strspn(at, " \t");
    }
    return at[0] >= 'a' && at[0] <= 'h' && (at[1] == '3' || at[1] == '6') ? at[0] - 'a' : GR_BOOK_NO_STEP;
}

/* Does a pawn of the side to move stand beside the one that has gone to this file? */
static bool can_be_taken(const GrPosition *pos, int file) {
    int pawn = gr_type_of_letter(gr_variant(pos->rules), 'P'), rank = pos->turn == GR_WHITE ? 4 : 3;
    const uint8_t *row = &pos->board[8 * rank];
    int own = gr_piece(pos->turn, pawn);
    return row[file] == gr_piece(!pos->turn, pawn) &&
           ((file > 0 && row[file - 1] == own) || (file < 7 && row[file + 1] == own));
}

/* ---- the key ---- */

/* Pawns of either colour, knights ...: black ones first. */
static int kind_of(const GrVariant *v, int piece) {
    const char *letter = strchr(LETTERS, v->piece[gr_type_of(piece)].letter);
    return 2 * (int)(letter - LETTERS) + (gr_side_of(piece) == GR_WHITE);
}

uint64_t gr_book_key(const GrPosition *pos, int step) {
    const GrVariant *v = gr_variant(pos->rules);
    uint64_t key = pos->turn == GR_WHITE ? polyglot_random[POLYGLOT_TURN] : 0;
    for (int sq = 0; sq < 64; sq++)
        if (pos->board[sq] != GR_EMPTY)
            key ^= polyglot_random[64 * kind_of(v, pos->board[sq]) + sq];
    for (int right = 0; right < 4; right++)
        if (gr_rights_held(pos) >> right & 1)
            key ^= polyglot_random[POLYGLOT_CASTLE + (strchr("KQkq", v->rights[right]) - "KQkq")];
    if (pos->ep)
        step = pos->ep_victim % 8;
    if (step != GR_BOOK_NO_STEP && can_be_taken(pos, step))
        key ^= polyglot_random[POLYGLOT_EN_PASSANT + step];
    return key;
}

/* ---- moves ---- */

uint16_t gr_book_code(const GrPosition *pos, GrMove move) {
    int from = gr_move_from(move), to = gr_move_to(move), piece = gr_move_piece(move);
    GrCastling castling;
    if (gr_move_kind(move) == GR_CASTLE && gr_castling(pos, gr_castling_right(pos, move), &castling))
        to = castling.rook_from;
    int becomes = piece ? (int)(strchr(LETTERS, gr_variant(pos->rules)->piece[piece].letter) - LETTERS) : 0;
    return (uint16_t)(to | from << 6 | becomes << 12);
}

void gr_book_code_write(uint16_t code, char out[GR_BOOK_CODE_SIZE]) {
    int becomes = code >> 12 & 7;
    char letter[2] = {(char)(becomes == 0 ? '\0' : becomes < 5 ? tolower(LETTERS[becomes]) : '?'), '\0'};
    snprintf(out, GR_BOOK_CODE_SIZE, "%c%d%c%d%s", 'a' + (code >> 6 & 7), (code >> 9 & 7) + 1, 'a' + (code & 7),
             (code >> 3 & 7) + 1, letter);
}

GrMove gr_book_move(const GrPosition *pos, uint16_t code) {
    char text[GR_BOOK_CODE_SIZE];
    GrMove move;
    gr_book_code_write(code, text);
    bool promotes = (code >> 12 & 7) != 0;
    if (code >> 15 || gr_uci_read(pos, text, &move, NULL) || gr_move_kind(move) == GR_PASS)
        return GR_NO_MOVE;
    return promotes == (gr_move_piece(move) != 0) ? move : GR_NO_MOVE;
}
