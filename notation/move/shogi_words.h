/* The pieces and squares of Shogi as its records write them. Internal to notation/.
 *
 * Records count files from the right and ranks from the top, both from 1: 7g, 77 and ７七 are our c3.
 */
#ifndef GR_NOTATION_SHOGI_WORDS_H
#define GR_NOTATION_SHOGI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/position.h"

enum { GR_SHOGI_PIECES = 14, GR_SHOGI_FIRST_PROMOTED = 8 };

/* A kind of piece; those from GR_SHOGI_FIRST_PROMOTED on are promoted. */
typedef struct GrShogiPiece {
    const char *sign;   /* "P", "+P": of SFEN */
    const char *csa;    /* "FU" */
    const char *kif;    /* of one or two characters; */
    const char *others; /* further words for it, separated by spaces */
    char letter;        /* of the type where the variant has a letter of its own for what is promoted, or 0 */
    char base;          /* what it is in hand */
} GrShogiPiece;

extern const GrShogiPiece gr_shogi_pieces[GR_SHOGI_PIECES];

static inline bool gr_shogi_is_promoted(const GrShogiPiece *piece) {
    return piece->sign[0] == '+';
}

/* The type of a piece in a variant, 0 if it has none such; and the other way, NULL if records have no word for it. */
int gr_shogi_type(const GrVariant *v, const GrShogiPiece *piece);
const GrShogiPiece *gr_shogi_piece(const GrVariant *v, int type);

/* The piece that a text begins with, in Japanese; *len is the length of the word. NULL if it is none. */
const GrShogiPiece *gr_shogi_word(const char *text, size_t *len);

/* A digit from 1 to 9 at the start of a text, in ASCII, full width or Japanese; *len is its length. 0 if there is
 * none. */
int gr_shogi_digit(const char *text, size_t *len);

/* The square on a file from the right and a rank from the top; -1 if the board has none such. The other way,
 * from 1. */
int gr_shogi_square(const GrVariant *v, int file, int rank);
static inline int gr_shogi_file(const GrVariant *v, int sq) {
    return v->files - sq % v->files;
}
static inline int gr_shogi_rank(const GrVariant *v, int sq) {
    return v->ranks - sq / v->files;
}

/* As the side to move sees the board: how many ranks up a move goes, and how far right of others a square lies. */
static inline int gr_shogi_up(const GrPosition *pos, int from, int to) {
    int files = gr_variant(pos->rules)->files, up = to / files - from / files;
    return pos->turn == GR_WHITE ? up : -up;
}
static inline int gr_shogi_right(const GrPosition *pos, int sq) {
    int file = sq % gr_variant(pos->rules)->files;
    return pos->turn == GR_WHITE ? file : -file;
}

/* The characters of a file, "７", and of a rank, "七". */
extern const char *const gr_shogi_files[10], *const gr_shogi_ranks[10];

/* Headers of KIF besides the players, the date and what the game begins with, and the tags that they are; any other tag
 * is a header by its own name. */
enum { GR_KIF_HEADERS = 10 };
extern const struct GrKifHeader { const char *key, *tag; } gr_kif_headers[GR_KIF_HEADERS];

/* The name of the nth handicap on a board of 9 by 9 or (`size`) 5 by 5, from 0, NULL past the last; and its FEN. */
enum { GR_SHOGI_FEN = 128, GR_SHOGI_SIZE = 9, GR_MINISHOGI_SIZE = 5 };
const char *gr_shogi_handicap(int size, int n);
void gr_shogi_handicap_fen(int size, int n, char fen[GR_SHOGI_FEN]);

/* What records call a game on the small board. */
#define GR_MINISHOGI "5五将棋"

/* The FEN that games on such a board begin with. */
const char *gr_shogi_start(int size);

/* Is it a game whose pieces all have such words, and whose board has squares up to 9 in both directions? */
bool gr_is_shogi(const GrVariant *v);

/* Is it one of those that begin as Minishogi does? */
bool gr_is_minishogi(const GrVariant *v);

#endif
