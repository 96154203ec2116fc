/* Records of Shogi, Xiangqi and Janggi in the forms of their players. Internal to notation/record.
 *
 * notation/text/record_kind.h finds the kind of a record; next.c goes through its lines and gives each to the
 * function of its form. These functions (csa.c, kif.c and kif_moves.c for KIF and KI2, engine_line.c for USI and UCCI,
 * dhtmlxq.c, janggi.c) add to the game by the functions below, most of which are in record.c. A move becomes a text in
 * UCI, by which the legal move is found, and a text with its piece and squares, by which the reason is found if there
 * is none.
 *
 * Chinese moves and WXF stand in PGN, and are read as moves of it: notation/move/xiangqi.h.
 */
#ifndef GR_NOTATION_RECORD_H
#define GR_NOTATION_RECORD_H

#include "notation/move/shogi_words.h"
#include "notation/reader/parts.h"
#include "notation/substring.h"

/* A move of a record, whatever its form. */
typedef struct SheetMove {
    const char *at;      /* its text, for messages, */
    size_t len;
    char uci[SHEET_TEXT]; /* the move */
    char plain[SHEET_TEXT]; /* and as it is explained where it is not legal; empty: it is no move */
    int type;            /* of the piece that is said to move before it does; 0: not said */
} SheetMove;

/* The next line of a game. STEP_GAME_DONE: the line begins the next one, and was not read. */
typedef Step (*SheetLine)(GrReader *r, Sheet *s);

Step sheet_csa_line(GrReader *r, Sheet *s);
Step sheet_kif_line(GrReader *r, Sheet *s);
Step sheet_engine_line(GrReader *r, Sheet *s);
Step sheet_dhtmlxq_line(GrReader *r, Sheet *s);
Step sheet_janggi_line(GrReader *r, Sheet *s);

/* ---- what forms use ---- */

/* Words between blanks: goes to the next one before `end` and returns its length, 0 if there is none; is it that
 * word? */
size_t sheet_next_word(const char **p, const char *end);
bool sheet_word_is(const char *p, size_t len, const char *word);

/* Text that begins with a date, "2003/05/03", gives the tag Date as PGN has it; other text is the Date as it stands.
 * Returns where what is behind the date begins. */
const char *sheet_date(GrReader *r, const char *p, const char *end);

/* A tag of the game; blanks around the value are left out, and so is a tag without one. */
void sheet_tag(GrReader *r, const char *name, const char *value, size_t len);

/* A comment on what was read last. */
void sheet_comment(GrReader *r, const char *text, size_t len);

/* Reports what a line has at p that is not understood, and keeps it as a comment. */
void sheet_odd(GrReader *r, const char *p, size_t len);

/* The same of a text that is no part of the line, but stands for what is there at `at`. */
void sheet_odd_at(GrReader *r, const char *at, const char *p, size_t len);

/* The moves begin, from a FEN or, if it is NULL, the start position. False if nothing can be replayed; then the text is
 * kept from the line on. */
bool sheet_begin(GrReader *r, Sheet *s, const char *fen);

/* Adds a move, or gives up the rest if it is not legal; false then. */
bool sheet_move(GrReader *r, Sheet *s, const SheetMove *move);

/* A variation in place of the move of that ply, from 1, of the line read last; false if there is no such move. */
bool sheet_variation(GrReader *r, Sheet *s, uint32_t ply);

/* The node becomes the next one of the line that was read last. */
void sheet_note_path(GrReader *r, Sheet *s, uint32_t node);

/* The variation that is read, if there is one, ends. */
void sheet_leave_variation(GrReader *r);

/* The game has ended so. */
void sheet_result(GrReader *r, Sheet *s, GrResult result, const char *termination);

/* The side to move has won, or lost. */
GrResult sheet_wins(const GrReader *r, bool mover);

/* A time in seconds becomes a comment on the last move. */
void sheet_time(GrReader *r, unsigned seconds);

/* The square that the last move went to; -1 if there is none. */
int sheet_target(const GrReader *r, const Sheet *s);

/* Fills in a move between two squares. */
void sheet_squares(const GrVariant *v, SheetMove *move, int from, int to);

/* ---- boards of Shogi that are written out ---- */

void sheet_clear_board(Sheet *s);

/* Files and ranks of it. */
int sheet_size(const Sheet *s);

/* A piece, NULL for none, on the board; some of a kind in the hand of a side. */
void sheet_put(Sheet *s, int file, int rank, const GrShogiPiece *piece, int side);
void sheet_hold(Sheet *s, int side, const GrShogiPiece *piece, unsigned count);

/* The FEN of what was put. */
void sheet_fen(const Sheet *s, bool black_to_move, char fen[SHEET_FEN]);

/* Fills in a move of Shogi: `from` -1 for a drop; `piece` is what it is before the move; `turns` is '+' if it is
 * promoted, '-' if it becomes again what it was before its promotion, else 0. */
void sheet_shogi_move(const GrVariant *v, SheetMove *move, const GrShogiPiece *piece, int from, int to, char turns);

#endif
