/* The search for the shortest mate, which leaves no move out.
 *
 * Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002)
 * of the lines in which the side to move at the root mates within a number of turns. A position's proof number is how
 * many positions must at least still be shown to be won so that it is; its disproof number, how many must be shown to
 * hold. A position where the defender has few replies is proved with few, so that forcing lines come first. A move
 * that gives no check is not played at first: its numbers are a guess until it is the one that promises most.
 *
 * The numbers go into the transposition table, under keys of their own, so that the search which leaves moves out and
 * this one do not take each other's entries for theirs.
 */
#include <string.h>

#include "analysis/engine/search_local.h"

enum {
    NEVER = 30000, /* a number of what cannot be shown any more; it fits the table's scores */
    UNPLAYED = 1 << 30, /* set beside the numbers of a move if they are a guess, */
    GUESS = 4,     /* this proof number */
    SLACK = 4,     /* a child is left once its number exceeds the next best one's by a part of so many */
    TRIED_FIRST = 4, /* moves: a mate as long as this is looked for where none is known, */
    LONGEST = 8,     /* and one of these where a longer one is known */
    SHORTER_SHARE = 16, /* a part of so many of the nodes left goes into each shorter length before; */
    AHEAD_SHARE = 8,       /* a part of so many of all nodes goes into all that; */
    LONE_AHEAD = 300,      /* centipawns: ahead enough of a lone royal piece, */
    FAR_AHEAD = 2000,      /* centipawns: with such a lead, or a longer mate, the lead needs fewer: */
    FAR_AHEAD_SHARE = 2,   /* a part of so many; */
    SETTLED_TIMES = 4,     /* once the search is settled: this many times the nodes visited so far, */
    SETTLED_LEAST = 20000, /* plus these */
    QUIET_ENOUGH = 90, /* plies without a capture or pawn move: before these, no rule about them is near */
    LEAST_NODES = 500,     /* with fewer it is not begun */
    REPLY_NODES = 1000     /* to see whether a reply lasts as long as another */
};

/* What is to be shown, and what is left to do for it: both numbers, at least 1, or one of them 0 and the other
 * NEVER. */
typedef struct Proof {
    int yes, no; /* proof and disproof number */
} Proof;

static const Proof won = {0, NEVER}, held = {NEVER, 0};

/* A child's numbers, as Frame.order keeps them. */
static int32_t pack(Proof p) {
    return p.yes << 15 | p.no;
}

static Proof unpack(int32_t order) {
    return (Proof){order >> 15 & 0x7fff, order & 0x7fff};
}

static int turns_left(const GrSearch *s, int ply) {
    return s->mate_last - s->frame[ply].turns;
}

static bool attacks(const GrSearch *s, int ply) {
    return s->frame[ply].pos.turn == s->frame[0].pos.turn;
}

/* The key says, too, who is to mate, and within how many turns. */
static uint64_t key_of(const GrSearch *s, int ply) {
    return s->frame[ply].pos.key ^ (uint64_t)(turns_left(s, ply) + 1) * 0x9E3779B97F4A7C15;
}

/* Are the numbers of frame[ply] those of the same position at any other time? Not where quiet moves may soon draw. */
static bool is_lasting(const GrSearch *s, int ply) {
    return s->use_table && s->frame[ply].pos.clock + turns_left(s, ply) < QUIET_ENOUGH;
}

static bool look_up(const GrSearch *s, int ply, Proof *proof) {
    GrTableEntry entry;
    if (!is_lasting(s, ply) || !gr_table_find(&s->table, key_of(s, ply), &entry))
        return false;
    *proof = (Proof){entry.score, entry.eval};
    return entry.score >= 0 && entry.eval >= 0;
}

/* At the root not all moves need be allowed. */
static Proof keep(GrSearch *s, int ply, Proof proof) {
    if (is_lasting(s, ply) && !s->halted && ply > 0)
        gr_table_store(&s->table, key_of(s, ply),
                       &(GrTableEntry){.score = proof.yes, .eval = proof.no, .bound = GR_BOUND_EXACT});
    return proof;
}

/* Does a mate need a check, so that other moves need not be played at the attacker's last turn? */
static bool needs_check(const GrSearch *s) {
    const GrVariant *v = s->variant;
    return !v->own_ends && !v->explosions && v->stalemate == 0 && v->royals == GR_ROYALS_BOTH;
}

/* Turns between one length of a mate and the next: where a side may win at its own turn, each length is possible. */
static int step_of(const GrSearch *s) {
    return s->own_ends || s->variant->stalemate > 0 ? 1 : 2;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* The score of an end, from the view of the side to move at `ply`, as a proof. */
static Proof proof_of_end(const GrSearch *s, int ply, GrScore score) {
    GrScore attacker = attacks(s, ply) ? score : -score;
    return attacker >= GR_MATE - s->mate_last && gr_score_is_mate(score) ? won : held;
}

/* ---- the tree ---- */

/* The numbers of a position from those of its moves: one move that does is enough for one side, the other needs all. */
typedef struct Sum {
    int one, second, all; /* the least number of the first kind, the next; the sum of the second kind */
    unsigned at;          /* the move with the least */
} Sum;

static Sum sum_up(const Frame *frame, bool attacker) {
    Sum sum = {.one = NEVER, .second = NEVER};
    for (unsigned i = 0; i < frame->list.count; i++) {
        Proof child = unpack(frame->order[i]);
        int one = attacker ? child.yes : child.no, all = attacker ? child.no : child.yes;
        if (one < sum.one) {
            sum.second = sum.one;
            sum.one = one;
            sum.at = i;
        } else if (one < sum.second) {
            sum.second = one;
        }
        sum.all = all == NEVER ? NEVER : least(sum.all + all, sum.all == NEVER ? NEVER : NEVER - 1);
    }
    if (sum.one == 0)
        sum.all = NEVER;
    return sum;
}

static Proof proof_of(const Sum *sum, bool attacker) {
    return attacker ? (Proof){sum->one, sum->all} : (Proof){sum->all, sum->one};
}

/* The numbers of frame[ply], whose moves have theirs; without a move it is over. */
static Proof numbers_of(const GrSearch *s, int ply) {
    const Frame *frame = &s->frame[ply];
    if (frame->list.count == 0)
        return proof_of_end(s, ply, gr_score_at_end(s, ply));
    bool attacker = attacks(s, ply);
    Sum sum = sum_up(frame, attacker);
    return proof_of(&sum, attacker);
}

static void list_moves(GrSearch *s, int ply) {
    Frame *frame = &s->frame[ply];
    if (ply > 0) {
        gr_moves(&frame->pos, &frame->list);
    } else {
        frame->list.count = (unsigned)s->root_count;
        memcpy(frame->list.move, s->root, s->root_count * sizeof *s->root);
    }
}

static Proof first_numbers(GrSearch *s, int ply);
static Proof prove(GrSearch *s, int ply, Proof limit);

/* Lists the moves with their first numbers, as far as one of them settles the position. The attacker's moves that give
 * no check are not played: before the last turn they have guesses, and at the last turn they hold, unless a side
 * without a move has lost in any case. */
static void expand(GrSearch *s, int ply, bool attacker) {
    Frame *frame = &s->frame[ply];
    GrChecks checks;
    bool last = turns_left(s, ply) == 1;
    bool known = attacker && (needs_check(s) || !last) && gr_checks(&frame->pos, &checks);
    int32_t quiet = last ? pack(held) : UNPLAYED | pack((Proof){GUESS, 1});
    list_moves(s, ply);
    for (unsigned i = 0; i < frame->list.count; i++)
        frame->order[i] = pack((Proof){1, 1});
    for (unsigned i = 0; i < frame->list.count && !s->halted; i++) {
        GrMove move = frame->list.move[i];
        if (known && !gr_may_check(&checks, &frame->pos, move)) {
            frame->order[i] = quiet;
            continue;
        }
        gr_descend(s, ply, move);
        Proof child = first_numbers(s, ply + 1);
        frame->order[i] = pack(child);
        if ((attacker ? child.yes : child.no) == 0)
            return;
    }
}

/* A defender without a turn left is mated, or has held out. A placement uses no turn. */
static Proof first_of_defender(GrSearch *s, int ply) {
    Frame *frame = &s->frame[ply];
    bool last = turns_left(s, ply) == 0 && !frame->pos.pending;
    if (last && ((needs_check(s) && !frame->checked) || gr_can_move(&frame->pos)))
        return held;
    uint64_t replies = last ? 0 : gr_count_moves(&frame->pos);
    if (replies == 0)
        return proof_of_end(s, ply, gr_score_at_end(s, ply));
    return (Proof){replies < NEVER ? (int)replies : NEVER - 1, 1};
}

/* The first numbers of the position that gr_descend has just set up at `ply`, which counts as a node. */
static Proof first_numbers(GrSearch *s, int ply) {
    GrScore score;
    Proof proof;
    if (gr_ends_here(s, ply, &score))
        return s->halted ? (Proof){1, 1} : proof_of_end(s, ply, score);
    if (turns_left(s, ply) < 0)
        return held;
    if (look_up(s, ply, &proof))
        return proof;
    if (!attacks(s, ply))
        return keep(s, ply, first_of_defender(s, ply));
    if (turns_left(s, ply) == 0)
        return gr_can_move(&s->frame[ply].pos) ? held : proof_of_end(s, ply, gr_score_at_end(s, ply));
    if (turns_left(s, ply) > 1)
        return (Proof){1, 1};
    expand(s, ply, true);
    return keep(s, ply, numbers_of(s, ply));
}

/* Works on the move that promises most at frame[ply], within the limit for its numbers; sets them. */
static void improve(GrSearch *s, int ply, unsigned at, Proof limit) {
    int32_t *order = &s->frame[ply].order[at];
    gr_descend(s, ply, s->frame[ply].list.move[at]);
    *order = pack(*order & UNPLAYED ? first_numbers(s, ply + 1) : prove(s, ply + 1, limit));
}

/* Works on frame[ply], which is not over, until one of its numbers reaches the limit. */
static Proof prove(GrSearch *s, int ply, Proof limit) {
    Frame *frame = &s->frame[ply];
    bool attacker = attacks(s, ply);
    int most = attacker ? limit.yes : limit.no, most_of_all = attacker ? limit.no : limit.yes;
    expand(s, ply, attacker);
    if (frame->list.count == 0)
        return keep(s, ply, numbers_of(s, ply));
    for (;;) {
        Sum sum = sum_up(frame, attacker);
        if (sum.one >= most || sum.all >= most_of_all || s->halted || s->nodes >= s->mate_nodes)
            return keep(s, ply, proof_of(&sum, attacker));
        Proof child = unpack(frame->order[sum.at]);
        int one = least(most, sum.second + sum.second / SLACK + 1);
        int all = least(most_of_all - sum.all + (attacker ? child.no : child.yes), NEVER);
        improve(s, ply, sum.at, attacker ? (Proof){one, all} : (Proof){all, one});
    }
}

/* Does the attacker mate from frame[ply], which is not over, within s->mate_last turns from the root? */
static Proof settle(GrSearch *s, int ply) {
    return prove(s, ply, (Proof){NEVER, NEVER});
}

/* ---- the line ---- */

/* Has the defender's move that gr_descend has just played been mated sooner than need be? */
static bool is_sooner(GrSearch *s, int ply) {
    uint64_t most = s->mate_nodes;
    s->mate_last -= step_of(s);
    s->mate_nodes = s->limits.mate ? UINT64_MAX : s->nodes + REPLY_NODES;
    Proof proof = first_numbers(s, ply);
    if (proof.yes > 0 && proof.no > 0)
        proof = settle(s, ply);
    s->mate_last += step_of(s);
    s->mate_nodes = most;
    return proof.yes == 0;
}

/* The move to follow at frame[ply], from which the attacker is known to mate: one of the attacker's that does, one of
 * the defender's that lasts. GR_NO_MOVE: mated, or not to be found out any more. */
static GrMove move_to_follow(GrSearch *s, int ply) {
    Frame *frame = &s->frame[ply];
    GrMove lasting = GR_NO_MOVE;
    if (attacks(s, ply)) {
        settle(s, ply);
        for (unsigned i = 0; i < frame->list.count; i++)
            if (unpack(frame->order[i]).yes == 0)
                return frame->list.move[i];
        return GR_NO_MOVE;
    }
    gr_moves(&frame->pos, &frame->list);
    for (unsigned i = 0; i < frame->list.count && !s->halted; i++) {
        lasting = frame->list.move[i];
        gr_descend(s, ply, lasting);
        if (!is_sooner(s, ply + 1))
            return lasting;
    }
    return lasting;
}

/* Puts the line from frame[ply] on into frame[ply].pv. */
static void follow(GrSearch *s, int ply) {
    Frame *frame = &s->frame[ply];
    frame->pv_length = 0;
    bool over = turns_left(s, ply) < 0 || (s->own_ends && gr_is_over(&frame->pos));
    GrMove move = over ? GR_NO_MOVE : move_to_follow(s, ply);
    if (move == GR_NO_MOVE)
        return;
    gr_descend(s, ply, move);
    follow(s, ply + 1);
    gr_extend_pv(s, ply, move);
}

/* ---- what it is for ---- */

/* A mate within s->mate_last turns has been proved: it becomes the line. */
static void take_mate(GrSearch *s) {
    GrLine *line = &s->mate;
    uint64_t most = s->mate_nodes;
    s->mate_nodes = UINT64_MAX;
    s->seldepth = s->mate_last;
    follow(s, 0);
    s->mate_nodes = most;
    if (s->frame[0].pv_length == 0)
        return;
    *line = (GrLine){.score = GR_MATE - s->mate_last, .depth = s->depth, .seldepth = s->seldepth};
    line->length = least(s->frame[0].pv_length, GR_MAX_PLY);
    memcpy(line->move, s->frame[0].pv, (size_t)line->length * sizeof line->move[0]);
    s->line[0] = *line;
    s->line_count = 1;
    gr_report_line(s, &s->line[0], 0);
}

/* Looks for a mate within `turns` turns from the root. If there is one, it becomes the line. */
static Proof look_within(GrSearch *s, int turns) {
    s->mate_last = turns;
    s->proving = true;
    Proof proof = settle(s, 0);
    if (proof.yes == 0)
        take_mate(s);
    s->proving = false;
    if (proof.no == 0)
        s->mate_none = turns;
    return proof;
}

void gr_prove_mate(GrSearch *s) {
    int depth = s->depth;
    s->mate_nodes = UINT64_MAX;
    for (int turns = 1; turns <= 2 * s->limits.mate && s->mate.length == 0 && !s->halted; turns += step_of(s)) {
        s->depth = turns > depth ? turns : depth;
        look_within(s, turns);
    }
    s->depth = depth;
}

bool gr_is_mate_shortest(const GrSearch *s) {
    const GrLine *line = &s->line[0];
    return s->line_count > 0 && !line->lower && gr_score_is_mate(line->score) && line->score > 0 &&
           GR_MATE - line->score <= s->mate_none + step_of(s);
}

/* One node in so many may be spent on looking for a mate; 0: none. */
static unsigned share_of_mate(const GrSearch *s, GrScore score) {
    const GrPosition *pos = &s->frame[0].pos;
    if (score >= FAR_AHEAD || (score >= LONE_AHEAD && gr_set_count(pos->side[!pos->turn]) == 1))
        return FAR_AHEAD_SHARE;
    return score >= GR_DECISIVE ? AHEAD_SHARE : 0;
}

/* Looks for a mate within `longest` turns. Those that are shorter come first, with fewer nodes each: they are soon
 * found or ruled out. What is found before a shorter one was ruled out is made shorter. */
static void look_up_to(GrSearch *s, int longest) {
    uint64_t most = s->mate_nodes;
    int step = step_of(s), turns = s->mate_none < 1 ? 1 : s->mate_none + step;
    bool found = false;
    for (; turns <= longest && s->nodes < most; turns += step) {
        s->mate_nodes = turns < longest ? s->nodes + (most - s->nodes) / SHORTER_SHARE : most;
        found = look_within(s, turns).yes == 0;
        if (found)
            break;
    }
    s->mate_nodes = most;
    while (found && turns - step > s->mate_none) {
        turns -= step;
        found = look_within(s, turns).yes == 0;
    }
}

void gr_seek_mate(GrSearch *s, bool settled) {
    GrScore score = s->line[0].score;
    unsigned share = share_of_mate(s, score);
    if (s->halted || s->line_count != 1 || s->limits.lines > 1 || s->limits.mate > 0 || share == 0)
        return;
    bool known = gr_score_is_mate(score);
    uint64_t all = s->nodes / share, before = s->nodes;
    all = settled ? SETTLED_TIMES * s->nodes + SETTLED_LEAST : all < s->mate_spent ? 0 : all - s->mate_spent;
    if (all < LEAST_NODES)
        return;
    s->mate_nodes = s->nodes + all;
    look_up_to(s, known ? least(GR_MATE - score - step_of(s), 2 * LONGEST - 1) : 2 * TRIED_FIRST - 1);
    s->mate_spent += s->nodes - before;
}
