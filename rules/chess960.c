/* Chess960: Robert Fischer's chess from 960 start positions (1996; FIDE Laws, guideline II).
 *
 * The first rank is shuffled so that the king stands between the rooks and the bishops on squares
 * of both colours; Black mirrors White. Castling takes king and rook to where they stand after
 * castling in chess (king g1 and rook f1, king c1 and rook d1) if all squares between, the two
 * pieces left out, are empty, and the king is and comes nowhere attacked. A rook that the king had
 * behind it does not protect it after castling.
 *
 * FEN has the rights as X-FEN: KQkq for the outermost rook of a wing, the rook's file otherwise;
 * Shredder-FEN, with files only, is read as well. The files of the rooks that may castle are in
 * the position's pocket.
 */
#include <stdio.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/orthodox.h"

/* The machine knows castlings with fixed squares only. */
#undef CASTLINGS
#undef ANY_CASTLINGS
#define CASTLINGS 0
#define EXTRA_MOVES castlings
#define OWN_PLAY play
#define OWN_KINDS(pattern) (1u << GR_CASTLE)
#include "rules/core_hooks.h"

enum { RIGHTS = 4 };

INLINE int home_rank(int right) {
    return right < 2 ? 0 : SQUARES - FILES;
}

INLINE int rook_of(const GrPosition *p, int right) {
    return home_rank(right) + p->pocket[right];
}

static bool find_castling(const GrPosition *p, int right, GrCastling *c) {
    bool long_one = right & 1;
    int home = home_rank(right);
    *c = (GrCastling){.king_from = (uint8_t)king_of(p, right / 2),
                      .king_to = (uint8_t)(home + (long_one ? 2 : 6)),
                      .rook_from = (uint8_t)rook_of(p, right),
                      .rook_to = (uint8_t)(home + (long_one ? 3 : 5)),
                      .san = long_one ? "O-O-O" : "O-O"};
    return p->rights >> right & 1;
}

/* ---- playing ---- */

static void set_rook(GrPosition *p, int right, int file) {
    const uint64_t *numbers = p->rules->zobrist.pocket[right];
    p->key ^= numbers[p->pocket[right]] ^ numbers[file];
    p->pocket[right] = (uint8_t)file;
}

/* What leaves or enters a square ends the rights of the king or rook there. */
static void end_rights(GrPosition *p, int king, int from, int to) {
    for (int right = 0; right < RIGHTS; right++) {
        int rook = rook_of(p, right);
        bool moved = from == king && right / 2 == p->turn;
        if (!(p->rights >> right & 1) || (!moved && rook != from && rook != to))
            continue;
        p->rights ^= (uint8_t)(1u << right);
        p->key ^= p->rules->zobrist.right[right];
        set_rook(p, right, 0);
    }
}

static void castle(GrPosition *p, int to) {
    GrCastling c;
    find_castling(p, 2 * p->turn + (to % FILES == 2), &c);
    clear_ep(p);
    p->clock = (uint16_t)(p->clock + 1);
    end_rights(p, c.king_from, c.king_from, c.king_from);
    int king = take_piece(p, c.king_from), rook = take_piece(p, c.rook_from);
    put_piece(p, king, c.king_to);
    put_piece(p, rook, c.rook_to);
    pass_turn(p);
}

static void play(GrPosition *p, GrMove m) {
    if (gr_move_kind(m) == GR_CASTLE) {
        castle(p, gr_move_to(m));
        return;
    }
    if (p->rights && gr_move_kind(m) != GR_PASS)
        end_rights(p, king_of(p, p->turn), gr_move_from(m), gr_move_to(m));
    core_play(p, m);
}

/* ---- castling ---- */

INLINE uint64_t castlings(Gen *g, Mode mode, int us) {
    uint64_t n = 0;
    if (g->captures_only || g->checkers || !(g->p->rights >> 2 * us & 3))
        return 0;
    for (int right = 2 * us; right < 2 * us + 2; right++) {
        GrCastling c;
        if (find_castling(g->p, right, &c) && can_castle_so(g, &c))
            n += emit_one(g, mode, gr_move_make(GR_CASTLE, c.king_from, c.king_to, 0, 0));
    }
    return n;
}

/* ---- FEN ---- */

/* The file of the rook farthest from the king on a wing; FILES if there is none. */
static int outermost(const GrPosition *p, int right) {
    int side = right / 2, step = right & 1 ? 1 : -1;
    for (int file = right & 1 ? 0 : FILES - 1; file >= 0 && file < FILES; file += step) {
        int code = p->board[home_rank(right) + file];
        if (code == gr_piece(side, K))
            break;
        if (code == gr_piece(side, R))
            return file;
    }
    return FILES;
}

static const char *read_right(GrPosition *p, char letter) {
    int side = letter >= 'a' ? GR_BLACK : GR_WHITE, file = (letter | 32) - 'a';
    BB king = pieces_of(p, side, K) & tables(p)->rank[side == GR_WHITE ? 0 : RANKS - 1];
    bool wing = (letter | 32) == 'k' || (letter | 32) == 'q';
    if (!king || (king & (king - 1)))
        return "the king is not on its first rank";
    int right = 2 * side + (wing ? (letter | 32) == 'q' : file < bb_first(king) % FILES);
    if (wing)
        file = outermost(p, right);
    if (file >= FILES || p->board[home_rank(right) + file] != gr_piece(side, R))
        return "there is no such rook on the king's rank";
    if (p->rights >> right & 1)
        return "a right on that wing is there already";
    p->rights |= (uint8_t)(1u << right);
    p->pocket[right] = (uint8_t)file;
    return NULL;
}

static char write_right(const GrPosition *p, int right) {
    int file = p->pocket[right];
    char letter = file == outermost(p, right) ? "KQKQ"[right] : (char)('A' + file);
    return right < 2 ? letter : (char)(letter | 32);
}

/* ---- the 960 starts ---- */

/* Numbered as Reinhard Scharnagl did: a bishop on b, d, f or h, one on a, c, e or g, the queen on one of the six files
 * left, the knights on two of five; rook, king and rook on the rest. */
static void start(unsigned n, char *fen) {
    static const char knights[10][6] = {"NN...", "N.N..", "N..N.", "N...N", ".NN..",
                                        ".N.N.", ".N..N", "..NN.", "..N.N", "...NN"};
    char white[FILES + 1] = {0}, black[FILES + 1] = {0};
    const char *knight = knights[n / 96], *others = "RKR";
    unsigned empty = 0;
    white[2 * (n % 4) + 1] = 'B';
    white[2 * (n / 4 % 4)] = 'B';
    for (int file = 0; file < FILES; file++)
        if (!white[file] && empty++ == n / 16 % 6)
            white[file] = 'Q';
    for (int file = 0; file < FILES; file++) {
        if (!white[file])
            white[file] = *knight++ == 'N' ? 'N' : *others++;
        black[file] = (char)(white[file] | 32);
    }
    snprintf(fen, GR_FEN_SIZE, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", black, white);
}

static bool dead(const GrPosition *p) {
    return gr_chess.hooks->dead(p);
}

static const GrHooks hooks = {
    CORE_HOOKS,
    .size = core_size, .fill = core_fill, .dead = dead, .castling = find_castling,
    .read_right = read_right, .write_right = write_right, .start = start,
};

const GrVariant gr_chess960 = {
    ORTHODOX,
    .name = "chess960",
    .title = "Chess960",
    .aliases = "Chess 960|Fischerandom|Fischer Random|Fischer Random Chess|FRC|Freestyle|"
               "Freestyle Chess|Fischerandom Chess|fischerrandom",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .starts = 960,
    .moving_castlings = true,
    .hooks = &hooks,
};
