/* What a variant's file provides beyond its data. Internal to rules/.
 *
 * Most of these functions a variant gets from rules/core.h, which its file includes after saying
 * how large its board is, so that everything is compiled for that board. A hook marked "optional"
 * may be NULL, which means: as in chess.
 */
#ifndef GR_RULES_HOOKS_H
#define GR_RULES_HOOKS_H

#include "rules/fen.h"
#include "rules/position.h"

/* What a side has to do to win at once by a rule of the variant's own: bring a piece of one of the types (bits 1 << type)
 * to one of the squares, or give check. */
typedef struct GrAim {
    GrSet to;
    unsigned types;
    bool check;
} GrAim;

/* A pawn as data: it goes straight on, one square or, from some ranks, several; it captures one
 * square diagonally forward; on the last rank it must promote. */
typedef struct GrPawnRow {
    uint8_t type;
    uint16_t leap_ranks; /* bit r: from relative rank r (0: its own back rank) it may go further */
    uint8_t steps;       /* so far */
    uint16_t origin_ranks; /* bit r: a move straight on from there, of any length, can be captured
                              en passant on the square it started from, too */
    uint16_t safe_ranks;   /* bit r: a move further from there cannot be captured en passant */
    uint16_t start_files;  /* bit f: the files on which it starts, 0: all (where it can be unmoved;
                              only positions given as FEN are checked) */
} GrPawnRow;

struct GrHooks {
    /* The variant's own tables (rules->board): how many bytes they have, and what fills them; until then they are
     * zero. */
    size_t (*size)(const GrVariant *variant);
    void (*fill)(GrRules *rules);
    void (*moves)(const GrPosition *pos, GrMoveList *list);
    uint64_t (*count)(const GrPosition *pos);
    void (*move_sets)(const GrPosition *pos, const GrAttackMap *map, GrMoveSets *sets);
    void (*play)(GrPosition *pos, GrMove move);
    /* As if the pieces on `gone` had left the board. */
    GrSet (*attackers)(const GrPosition *pos, int sq, int side, GrSet gone);
    void (*attacks)(const GrPosition *pos, int side, GrAttacks *attacks);
    /* Optional, a faster way: gr_in_danger. */
    void (*in_danger)(const GrPosition *pos, const uint32_t lesser[GR_MAX_TYPES], const GrPosition *from,
                      const GrDanger *known, GrDanger *danger);

    void (*attack_map)(const GrPosition *pos, GrAttackMap *map);
    void (*origins)(const GrPosition *pos, int sq, int side, GrSet from[GR_MAX_TYPES]);

    /* Optional: gr_checks, for variants without an in_check of their own. */
    bool (*checks)(const GrPosition *pos, GrChecks *checks);

    /* Of the squares in `passed`, which a pawn on `victim` has just passed over: those on which
     * the side to move has a legal en passant capture. Optional: no en passant. */
    GrSet (*en_passant)(const GrPosition *pos, GrSet passed, int victim);

    /* The squares that the enemy pawn on `victim` can have passed over with the last move, by what
     * is empty now. Goes with en_passant. */
    GrSet (*passable)(const GrPosition *pos, int victim);

    /* Optional, faster ways: rules/position.c filters the full list where they are missing. */
    void (*captures)(const GrPosition *pos, GrMoveList *list);
    size_t (*match)(const GrPosition *pos, const GrPattern *pattern, GrMove *out, size_t cap);
    GrMove (*find)(const GrPosition *pos, unsigned types, GrSet from, int to, int piece);

    /* Optional: is any move legal (wizard: after some placement)? */
    bool (*can_move)(const GrPosition *pos);

    /* Optional: too little material for either side to mate, ever (gr_is_dead)? */
    bool (*dead)(const GrPosition *pos);

    /* Optional: the pocket that stands in brackets after the board. write returns the characters
     * written; read gets the text between the brackets and returns NULL or what is wrong. */
    size_t (*write_pocket)(const GrPosition *pos, char *out);
    const char *(*read_pocket)(GrPosition *pos, const char *text, size_t length);

    /* Optional: marks after a piece letter. read_mark returns NULL or what is wrong. */
    size_t (*write_marks)(const GrPosition *pos, int sq, char *out);
    const char *(*read_mark)(GrPosition *pos, int sq, char mark);

    bool pocket_optional; /* without brackets there is nothing in the pocket; a ninth rank of the
                             board, as some programs write the pocket, is read, too */

    /* Optional: a field of the FEN of this variant's own. It is written before the halfmove clock,
     * and may stand there or after the move number. read gets its text and returns NULL or what is
     * wrong; a field is taken for this one if it has a '+' in it. */
    size_t (*write_field)(const GrPosition *pos, char *out);
    const char *(*read_field)(GrPosition *pos, const char *text, size_t length);

    /* Optional: castlings whose squares depend on the position. `castling` as gr_castling; read
     * gets a letter of the rights field and returns NULL or what is wrong; write returns the
     * letter of a right. */
    bool (*castling)(const GrPosition *pos, int right, GrCastling *out);
    const char *(*read_right)(GrPosition *pos, char letter);
    char (*write_right)(const GrPosition *pos, int right);

    /* Optional: gr_in_check, gr_in_hand. */
    bool (*in_check)(const GrPosition *pos);
    int (*in_hand)(const GrPosition *pos, int side, int type);

    /* Optional: has the game ended by a rule of the variant's own? Then no move is legal, and
     * *winner is a side or, of a draw, -1. */
    bool (*over)(const GrPosition *pos, int *winner);

    /* Optional, goes with `over`: what the side has to do to win by its next move; false if it clearly cannot. What
     * it has to do need not be enough. */
    bool (*aim)(const GrPosition *pos, int side, GrAim *aim);

    /* Optional: gr_count_winner. */
    int (*count_winner)(const GrPosition *pos);

    /* Optional: why a move that pieces of this kind make is forbidden here by a rule of the
     * variant's own, as the rest of a sentence ("a capture is possible, and so compulsory"); NULL if
     * it is not. The move goes from one square to another, as GR_NORMAL, and its piece reaches the
     * square; or it is a drop on an empty square (GR_ENTER) of a piece that the side has in hand. */
    const char *(*objection)(const GrPosition *pos, GrMove move);

    /* Of described games: the squares that a piece of a type would attack from sq if just `occ` were occupied. */
    GrSet (*takes)(const GrPosition *pos, int side, int type, int sq, GrSet occ);

    /* Pawns may stand on the first and the last rank (carried there by spells,
     * or put there by the start position). */
    bool pawns_anywhere;

    /* Optional: may the side to move attack the enemy royal piece in this position (it never does
     * as in chess, since no move leaves the own one attacked)? */
    bool (*may_attack)(const GrPosition *pos);

    /* Where GrVariant.starts says so: the FEN of the nth start position, from 0; fen has GR_FEN_SIZE
     * bytes. */
    void (*start)(unsigned n, char *fen);

    /* Optional: the nth fault of a complete position that only this variant knows of; NULL past
     * the last, and "" for one that does not apply. */
    const char *(*fault)(GrPosition *pos, unsigned n);
};

#endif
