/* A position: a plain value of fixed size that is copied to keep it and played forward in place.
 *
 * Legal moves, playing them, check, and the end of the game for every variant. All functions here
 * touch nothing but their arguments and never fail.
 */
#ifndef GR_RULES_POSITION_H
#define GR_RULES_POSITION_H

#include <stddef.h>
#include <string.h>

#include "rules/decls.h"
#include "rules/move.h"
#include "rules/variant.h"

GR_BEGIN_DECLS

/* Extra sets of a position, of wizard; crazyhouse has promoted pieces, too, and seirawan fresh ones. */
enum { GR_FRESH, GR_PROMOTED, GR_QUESTING, GR_EXTRA };

/* Most games have less types than that: see gr_position_copy. */
enum { GR_FEW_TYPES = 11 };

struct GrPosition {
    const GrRules *rules;
    uint64_t key;          /* Zobrist key: equal positions have equal keys; clocks do not count */
    GrSet side[2];         /* squares of each side's pieces */
    GrSet ep;              /* every square with a legal en passant capture now */
    GrSet extra[GR_EXTRA]; /* warriors with their first move (wizard), squares where pieces may be put when theirs
                              leave them (GrVariant.gates); promoted (wizard, crazyhouse); on the quest (wizard) */
    uint8_t board[GR_MAX_SQUARES]; /* piece codes, GR_EMPTY or GR_HOLE */
    uint8_t ep_victim;     /* the pawn that an en passant capture takes; only if ep is not empty */
    uint8_t turn;          /* side to move */
    uint8_t rights;        /* bit n: right n of the variant (castlings; wizard: teleport) */
    uint8_t pending;       /* wizard: side to move must place a warrior first (0 or 1) */
    uint8_t pocket[16];    /* royal: reserves of K M k m, bits 1 B, 2 N, 4 R;
                              wizard: dragons to resurrect, [0] White's, [1] Black's;
                              threecheck: checks given, [0] by White, [1] by Black;
                              chess960: of each right, the file of its rook, 0 without the right;
                              crazyhouse: the hands, eight types each (see gr_in_hand) */
    uint16_t clock;        /* plies since the last capture or pawn move */
    uint16_t number;       /* move number */
    uint8_t wide;          /* 1 in games with GR_FEW_TYPES types or more, and in those with `hand` */
    uint8_t rook_file[4];  /* of right n, if its bit GR_MOVED_RIGHTS + n is set: the file of the rook; else 0 */
    uint8_t passes;        /* where sides may pass: how many passes led here in a row, two at most. No part of the
                              key, as clocks are none */
    uint8_t counted, count_limit; /* where moves are counted: those that were, in plies, and how many may be, 0 if none
                                     is; likewise no part of the key */
    GrSet type[GR_MAX_TYPES]; /* squares of each type, both sides; type[0]: the holes. Here, since most games
                                 do not have the last of them: gr_position_copy */
    uint8_t hand[2][GR_MAX_TYPES]; /* of described games with hands: pieces in hand by side and type (gr_in_hand) */
};

/* Rights from this bit on are those of right 0 and so on where castling goes from unusual squares, by the rules
 * of chess960, in variants with any_castlings; of each right one bit is set at the most. */
enum { GR_MOVED_RIGHTS = 4 };

/* The bytes of a position that games with few types need. */
enum { GR_POSITION_FEW = offsetof(struct GrPosition, type) + GR_FEW_TYPES * sizeof(GrSet) };

/* Copies a position that was made by gr_start or gr_fen_read, or is a copy of such a one; sets of types that its game
 * does not have, and hands, may be left as they are. That is nearly twice as fast as an assignment where types are
 * few. */
static inline void gr_position_copy(GrPosition *to, const GrPosition *from) {
    memcpy(to, from, GR_POSITION_FEW);
    if (from->wide)
        memcpy((char *)to + GR_POSITION_FEW, (const char *)from + GR_POSITION_FEW, sizeof *from - GR_POSITION_FEW);
}

typedef enum GrState {
    GR_OPEN,
    GR_CHECKMATE, /* the side to move has lost */
    GR_STALEMATE, /* a draw in most games: see gr_winner */
    GR_DRAWN,     /* fifty moves, a dead position, or a rule of the variant's own; repetition needs
                     the game's history and is not seen here */
    GR_WON        /* by a rule of the variant's own, such as a third check: see gr_winner. No move is
                     legal any more */
} GrState;

/* The start position. */
void gr_start(const GrRules *rules, GrPosition *pos);

/* The nth of the variant's start positions, from 0, counting on from the first after the last
 * (GrVariant.starts): of chess960 by the usual numbers, 518 being that of chess. */
void gr_start_nth(const GrRules *rules, unsigned n, GrPosition *pos);

/* Plays a legal move in place. Anything but a move that gr_moves lists (or GR_PASS, which passes
 * the turn) gives a position without meaning. */
void gr_play(GrPosition *pos, GrMove move);

/* All legal moves, each once, in a fixed order. The list is overwritten. */
void gr_moves(const GrPosition *pos, GrMoveList *list);

/* The legal captures (falls, shots, en passant), promotions and resurrections among them; declaring
 * a quest without capturing is neither. */
void gr_captures(const GrPosition *pos, GrMoveList *list);

/* The number of legal moves, without listing them. */
uint64_t gr_count_moves(const GrPosition *pos);

/* Is any move legal? For a wizard position with a placement due: is any move legal after some
 * placement? (Such a position has placements to list even if this says no.) */
bool gr_can_move(const GrPosition *pos);

/* Is `move` one of gr_moves? Any 32 bits may be asked about. */
bool gr_is_legal(const GrPosition *pos, GrMove move);

/* Does the move take a piece (by capture, fall, shot or en passant)? `move` is legal in pos. */
bool gr_is_capture(const GrPosition *pos, GrMove move);

/* The square of the piece that the move takes, GR_NO_SQUARE if it takes none. */
int gr_captured_square(const GrPosition *pos, GrMove move);

/* Where the royal piece of a side stands; GR_NO_SQUARE if it has none. */
int gr_king_square(const GrPosition *pos, int side);

/* Pieces of a type that a side has in hand, to be entered by GR_ENTER. */
int gr_in_hand(const GrPosition *pos, int side, int type);

/* The rights that are held, bit n for right n, from whatever squares castlings go. */
static inline unsigned gr_rights_held(const GrPosition *pos) {
    return (pos->rights | (unsigned)pos->rights >> GR_MOVED_RIGHTS) & ((1u << GR_MOVED_RIGHTS) - 1);
}

/* The squares of castling `right` (from 0), which in chess960, and where a FEN has rights as there, depend on the
 * position. False if the side no longer has the right. */
bool gr_castling(const GrPosition *pos, int right, GrCastling *castling);

/* Are they the position's, by the rules of chess960? */
bool gr_castling_is_moved(const GrPosition *pos, int right);

/* Why a move that is not legal, but one of those that its piece makes, is forbidden by a rule of the
 * variant's own: the rest of a sentence; NULL if no such rule forbids it. */
const char *gr_objection(const GrPosition *pos, GrMove move);

/* The right that a legal castling (GR_CASTLE) uses. */
int gr_castling_right(const GrPosition *pos, GrMove move);

/* Must the royal piece of the side to move be brought to safety? (Where kings explode, an attack is
 * not all: see the manual.) */
bool gr_in_check(const GrPosition *pos);

/* The pieces of `side` that attack sq (as if a piece of the other side stood there). Spells that
 * could reach a king there count in magician; in wizard the open line to the other wizard counts
 * if it is a wizard that stands on sq. */
GrSet gr_attackers(const GrPosition *pos, int sq, int side);

/* The same if the pieces on `gone` had left the board. */
GrSet gr_attackers_without(const GrPosition *pos, int sq, int side, GrSet gone);

/* All squares that a side's pieces attack (as gr_attackers has it; but wizards' open line does not
 * count); bits of holes have no meaning. */
typedef struct GrAttacks {
    GrSet once, twice;       /* by some piece; by two pieces or more */
    GrSet by[GR_MAX_TYPES];  /* by pieces of each type; by[0] is unused */
} GrAttacks;
void gr_attacks(const GrPosition *pos, int side, GrAttacks *attacks);

/* The pieces of each side, royal ones apart, that are attacked (as gr_attacks has it) by a piece of a lesser type, or
 * attacked and not defended. */
typedef struct GrDanger {
    GrSet of[2];
    GrSet attacks[2][GR_MAX_TYPES]; /* what each side's pieces of a type attack: GrAttacks.by */
} GrDanger;

/* `lesser` has the types below each type, as bits. `from` is another position of the same rules, of which `known` is
 * known, or NULL: what has not changed since is not computed again. It is fast where the two differ in few squares. */
void gr_in_danger(const GrPosition *pos, const uint32_t lesser[GR_MAX_TYPES], const GrPosition *from,
                  const GrDanger *known, GrDanger *danger);

/* What every piece attacks, kept from one position to the next: what has not changed is not
 * computed again. The caller owns it. Any position of the same rules may follow any other; it is
 * fast where the two differ in few squares. */
typedef struct GrAttackMap {
    GrSet side[2], type[GR_MAX_TYPES]; /* as in the position that the map is of */
    GrSet attack[GR_MAX_SQUARES];      /* squares attacked by the piece on a square; not of pawns */
    GrSet watch[GR_MAX_SQUARES];       /* where a change makes it attack others */
    GrAttacks of[2];                   /* as gr_attacks gives them for each side */
} GrAttackMap;

/* Makes a map of the empty board, which needs no rules. */
void gr_attack_map_start(GrAttackMap *map);

/* Updates the map to a position. */
void gr_attack_map_update(GrAttackMap *map, const GrPosition *pos);

/* All legal moves, most of them as sets: which pieces have plain moves (GR_NORMAL, nothing promoted
 * to) and to which squares; all others are listed. `map` is of the same position. */
typedef struct GrMoveSets {
    GrSet from;
    GrSet to[GR_MAX_SQUARES]; /* of each square in `from`, not empty; of others without meaning */
    GrMoveList others;
} GrMoveSets;
void gr_move_sets(const GrPosition *pos, const GrAttackMap *map, GrMoveSets *sets);

/* For each type, the squares from which a piece of that type and of `side` would attack sq in that
 * sense, if it stood there and all else were as it is. from[0] is left as it is. */
void gr_attack_origins(const GrPosition *pos, int sq, int side, GrSet from[GR_MAX_TYPES]);

/* Which moves of the side to move may give check: those of pieces that alone are in the way of an attack, those to
 * squares from which their type attacks the other side's royal piece, and those to squares on which a piece has one
 * more to pass over that attacks in this way. */
typedef struct GrChecks {
    GrSet from;
    GrSet to[GR_MAX_TYPES];
    GrSet seen; /* on lines from that royal piece: where a piece leaves them, one that is dropped sees further */
} GrChecks;

/* False if that cannot be said: the royal piece is attacked already, or the variant attacks in other ways than those of
 * pieces. */
bool gr_checks(const GrPosition *pos, GrChecks *checks);

/* Can a legal move give check? If this says no, it does not; castling, captures en passant, promotions, spells and
 * shots always get yes. */
static inline bool gr_may_check(const GrChecks *checks, const GrPosition *pos, GrMove move) {
    GrMoveKind kind = gr_move_kind(move);
    int from = gr_move_from(move), to = gr_move_to(move), piece = gr_move_piece(move);
    if (kind == GR_ENTER)
        return gr_set_has(checks->to[piece], to);
    if (kind == GR_DROP) {
        if (gr_set_has(checks->seen, from) || gr_set_has(checks->to[piece], gr_move_third(move)))
            return true;
    } else if (kind != GR_NORMAL || piece) {
        return true;
    }
    return gr_set_has(checks->from, from) || gr_set_has(checks->to[gr_type_of(pos->board[from])], to);
}

/* Can neither side mate any more with the pieces that are left? grimoire-variants(7) lists
 * these cases. Such a game is drawn (it may be stalemate, too, but not checkmate). */
bool gr_is_dead(const GrPosition *pos);

/* Has the game ended by a rule of the variant's own? Then gr_state is GR_WON or GR_DRAWN. */
bool gr_is_over(const GrPosition *pos);

/* A legal move with which the side to move wins at once by a rule of the variant's own, where one can see that quickly:
 * a king that steps onto the hill, the last of the checks, a piece that reaches its flag. GR_NO_MOVE if there is none. */
GrMove gr_winning_move(const GrPosition *pos);

/* Would the other side have such a move if the side to move passed? False in check, and in the middle of a turn. */
bool gr_wins_next(const GrPosition *pos);

/* How the game stands, as far as the position alone shows. */
GrState gr_state(const GrPosition *pos);

/* Who has won in a state that gr_state returned: GR_WHITE or GR_BLACK; -1 for a draw or GR_OPEN. */
int gr_winner(const GrPosition *pos, GrState state);

/* The side that wins what would be drawn (GrVariant.counts), by what is on the board; -1: nobody. */
int gr_count_winner(const GrPosition *pos);

/* May the turn be passed, as a legal move or a null move? */
bool gr_may_pass(const GrPosition *pos);

/* Same position: pieces, side to move and all rights equal; the clocks do not count. */
bool gr_same(const GrPosition *a, const GrPosition *b);

/* The same beside the board: pockets and hands. */
bool gr_same_beside(const GrPosition *a, const GrPosition *b);

/* The key after a move, without playing it: right if the move changes nothing but where one piece stands and what it
 * takes, else a guess. For looking ahead, as prefetching does. */
uint64_t gr_key_guess(const GrPosition *pos, GrMove move);

/* The key recomputed from the other fields; equal to pos->key unless there is a bug. */
uint64_t gr_key_of(const GrPosition *pos);

/* The key of what stands on the board alone, marks of pieces included: side to move, rights, en
 * passant, reserves and a placement due do not count. */
uint64_t gr_board_key(const GrPosition *pos);

/* What a text says of a move: everything stated must hold, everything else is open. */
typedef struct GrPattern {
    unsigned kinds;   /* bit 1 << GrMoveKind for each kind allowed */
    unsigned types;   /* bit 1 << type for each type of moving piece allowed; 0: any. Spells and
                         placements have no moving piece and fit whatever stands here */
    GrSet from;       /* from squares allowed (hole squares for spells) */
    GrSet to;         /* to squares allowed */
    int piece;        /* promoted, dropped or resurrected type; 0: none; -1: any */
    int third;        /* square of a drop or a wall, -1: any */
} GrPattern;

/* Writes up to cap legal moves that fit the pattern to out (in any order) and returns how many fit
 * in all. */
size_t gr_match(const GrPosition *pos, const GrPattern *pattern, GrMove *out, size_t cap);

/* The same for what nearly all texts consist of, and fast: the one legal GR_NORMAL move of a piece
 * of one of the types (bits 1 << type, at least one) from one of the squares `from` to a square of
 * the board, where it becomes `piece` (0: nothing). GR_NO_MOVE if there is none, or more than one.
 */
GrMove gr_find_move(const GrPosition *pos, unsigned types, GrSet from, int to, int piece);

GR_END_DECLS

#endif
