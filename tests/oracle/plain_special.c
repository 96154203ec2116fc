/* The plain generator of described games: spells, shots, reserves, first moves of several steps, pieces that rise,
 * quests, placements and teleports. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tests/oracle/plain_local.h"

static bool has(uint32_t types, int type) {
    return types >> type & 1;
}

static int last_rank(const PlainPosition *pos, int side) {
    return side == GR_WHITE ? pos->def->ranks - 1 : 0;
}

/* ---- positions ---- */

/* Pieces stand; what has a first move has it. */
void plain_start_special(PlainPosition *pos, const char *pocket) {
    const GrDefinition *def = pos->def;
    for (int file = 0; file < def->files; file++)
        for (int rank = 0; rank < def->ranks; rank++)
            pos->fresh[file][rank] = pos->at[file][rank] && has(def->wanderers, plain_type(def, pos->at[file][rank]));
    pos->teleports[0] = pos->teleports[1] = def->teleports;
    for (int n = 0; def->carriers && pocket && n < 4; n++, pocket++)
        for (int count = 0; *pocket != ',' && *pocket != ']'; pocket++)
            if (*pocket != '-')
                pos->reserve[n / 2][n % 2][count++] = (char)toupper((unsigned char)*pocket);
}

/* 0 for the first type that carries, 1 for the second, -1 for others. */
static int carrier(const GrDefinition *def, int type) {
    int before = 0;
    for (int other = 1; other < type; other++)
        before += has(def->carriers, other);
    return has(def->carriers, type) ? before : -1;
}

/* ---- attacks ---- */

static bool in_reach_of_spells(int df, int dr) {
    df = abs(df);
    dr = abs(dr);
    return (df == 1 && dr == 1) || (df == 2 && dr == 0) || (df == 0 && dr == 2);
}

static bool is_beside(int df, int dr) {
    return abs(df) + abs(dr) == 1;
}

static bool is_hole(const PlainPosition *pos, int file, int rank) {
    return pos->at[file][rank] == '*';
}

/* Has the side somebody who moves that hole? */
static bool can_cast(const PlainPosition *pos, int side, int file, int rank) {
    for (int f = 0; f < pos->def->files; f++)
        for (int r = 0; r < pos->def->ranks; r++)
            if (plain_is_of(pos->at[f][r], side) && has(pos->def->casters, plain_type(pos->def, pos->at[f][r])) &&
                in_reach_of_spells(f - file, r - rank))
                return true;
    return false;
}

static bool faces_other(const PlainPosition *pos, int side, int file, int rank) {
    char other = plain_letter(pos->def, GR_KING, !side);
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++) {
            int f = file + df, r = rank + dr;
            if ((!df && !dr) || (df && dr && !pos->def->flying_diagonals))
                continue;
            while (plain_on_board(pos, f, r) && !pos->at[f][r]) {
                f += df;
                r += dr;
            }
            if (plain_on_board(pos, f, r) && pos->at[f][r] == other)
                return true;
        }
    return false;
}

bool plain_attacked_specially(const PlainPosition *pos, int side, int file, int rank) {
    for (int f = 0; pos->def->casters && f < pos->def->files; f++)
        for (int r = 0; r < pos->def->ranks; r++)
            if (is_hole(pos, f, r) && is_beside(f - file, r - rank) && can_cast(pos, !side, f, r))
                return true;
    return pos->def->flying_kings && faces_other(pos, side, file, rank);
}

/* ---- arriving ---- */

/* Which of a reserve fall due on a rank: by the number of light pieces left. */
static bool is_due(const PlainPosition *pos, const char *reserve, char letter, int rank) {
    const GrDefinition *def = pos->def;
    bool light = letter == def->piece[def->carried[0]].letter || letter == def->piece[def->carried[1]].letter;
    int relative = pos->turn == GR_WHITE ? rank : def->ranks - 1 - rank, lights = 0;
    for (int i = 0; i < 3; i++)
        lights += reserve[i] && reserve[i] != (def->carried[2] ? def->piece[def->carried[2]].letter : 0);
    if (relative == def->carry_rank)
        return light && lights == 2;
    if (relative == def->carry_rank + 1)
        return light && lights == 1;
    return relative == def->carry_rank + 2 && !light;
}

static bool drops(Moves *to, PlainMove move, int who) {
    const PlainPosition *pos = to->pos;
    const char *reserve = pos->reserve[pos->turn][who];
    bool any = false;
    for (int i = 0; i < 3; i++) {
        if (!reserve[i] || !is_due(pos, reserve, reserve[i], move.to_rank))
            continue;
        any = true;
        for (int f = 0; f < pos->def->files; f++)
            for (int r = 0; r < pos->def->ranks; r++) {
                bool left = f == move.from_file && r == move.from_rank;
                bool reached = f == move.to_file && r == move.to_rank;
                if (reached || (pos->at[f][r] && !left))
                    continue;
                move.kind = 'd';
                move.becomes = reserve[i];
                move.third_file = f;
                move.third_rank = r;
                plain_add(to, move);
            }
    }
    return any;
}

static bool rises(Moves *to, PlainMove move, int type) {
    const PlainPosition *pos = to->pos;
    const GrDefinition *def = pos->def;
    int side = pos->turn;
    bool questing = pos->questing[move.from_file][move.from_rank], waits = pos->waits[side] > 0;
    bool last = move.to_rank == last_rank(pos, side);
    PlainMove reborn = move, quest = move;
    reborn.kind = 'r';
    reborn.becomes = def->quest ? def->piece[def->quest].letter : 0;
    quest.kind = 'q';
    if (questing && waits && last) {
        plain_add(to, reborn);
        return true;
    }
    if (questing || pos->risen[move.from_file][move.from_rank] ||
        !plain_in(pos, def->promotion_region[side], move.to_file, move.to_rank))
        return false;
    if (waits)
        plain_add(to, last ? reborn : quest);
    move.becomes = def->piece[def->rises[type]].letter;
    plain_add(to, move);
    return true;
}

bool plain_arrives(Moves *to, PlainMove move) {
    const PlainPosition *pos = to->pos;
    const GrDefinition *def = pos->def;
    int type = plain_type(def, pos->at[move.from_file][move.from_rank]), who = carrier(def, type);
    if (has(def->shooters, type) && pos->at[move.to_file][move.to_rank]) {
        move.kind = 'x';
        plain_add(to, move);
        return true;
    }
    if (who >= 0)
        return drops(to, move, who);
    return def->rises[type] && rises(to, move, type);
}

/* ---- other moves ---- */

static void add_spell(Moves *to, int hole_file, int hole_rank, int file, int rank) {
    char there = to->pos->at[file][rank];
    PlainMove move = {hole_file, hole_rank, file, rank, 0, false, 's', 0, 0};
    plain_add(to, move);
    move.kind = 'f';
    if (there && toupper((unsigned char)there) != to->pos->def->piece[GR_KING].letter)
        plain_add(to, move);
}

/* All spells at once: whose they are makes no difference. */
static void add_spells(Moves *to) {
    const PlainPosition *pos = to->pos;
    for (int f = 0; f < pos->def->files; f++)
        for (int r = 0; r < pos->def->ranks; r++)
            for (int way = 0; is_hole(pos, f, r) && can_cast(pos, pos->turn, f, r) && way < 4; way++) {
                int file = f + (way == 0) - (way == 1), rank = r + (way == 2) - (way == 3);
                if (plain_on_board(pos, file, rank) && !is_hole(pos, file, rank))
                    add_spell(to, f, r, file, rank);
            }
}

static void add_teleports(Moves *to, int file, int rank) {
    const PlainPosition *pos = to->pos;
    for (int f = 0; f < pos->def->files; f++)
        for (int r = 0; r < pos->def->ranks; r++)
            if (plain_is_of(pos->at[f][r], pos->turn) && !(f == file && r == rank))
                plain_add(to, (PlainMove){file, rank, f, r, 0, false, 't', 0, 0});
}

/* Squares that so many further steps reach from one, marked. The stepping piece stands where it began. */
static void wander(const PlainPosition *pos, char letter, int file, int rank, int steps,
                   bool reached[GR_DEFINED_SIZE][GR_DEFINED_SIZE]) {
    PlainPosition there = *pos;
    there.at[file][rank] = letter;
    for (int f = 0; steps && f < pos->def->files; f++)
        for (int r = 0; r < pos->def->ranks; r++)
            if (!there.at[f][r] && !pos->at[f][r] && plain_goes(&there, file, rank, f, r)) {
                reached[f][r] = true;
                wander(pos, letter, f, r, steps - 1, reached);
            }
}

static void add_far(Moves *to, int file, int rank) {
    const PlainPosition *pos = to->pos;
    bool reached[GR_DEFINED_SIZE][GR_DEFINED_SIZE] = {{false}};
    wander(pos, pos->at[file][rank], file, rank, pos->def->wander_steps, reached);
    for (int f = 0; f < pos->def->files; f++)
        for (int r = 0; r < pos->def->ranks; r++) {
            PlainMove move = {file, rank, f, r, 0, false, 0, 0, 0};
            if (reached[f][r] && !plain_goes(pos, file, rank, f, r) && !plain_arrives(to, move))
                plain_add(to, move);
        }
}

void plain_add_special(Moves *to, int file, int rank) {
    const PlainPosition *pos = to->pos;
    bool royal = pos->at[file][rank] == plain_letter(pos->def, GR_KING, pos->turn);
    if (royal && pos->def->casters)
        add_spells(to);
    if (royal && pos->teleports[pos->turn] && !plain_in_check(pos, pos->turn))
        add_teleports(to, file, rank);
    if (pos->fresh[file][rank])
        add_far(to, file, rank);
}

bool plain_places(Moves *to) {
    const PlainPosition *pos = to->pos;
    for (int f = 0; pos->places && f < pos->def->files; f++)
        for (int r = 0; r < pos->def->ranks; r++)
            if (!pos->at[f][r] && plain_in(pos, pos->def->return_to[pos->turn], f, r))
                to->move[to->count++] =
                    (PlainMove){f, r, f, r, pos->def->piece[pos->def->returns].letter, false, 'p', 0, 0};
    return pos->places;
}

/* ---- playing ---- */

static void clear_marks(PlainPosition *pos, int file, int rank) {
    pos->fresh[file][rank] = pos->risen[file][rank] = pos->questing[file][rank] = false;
}

static bool has_room(const PlainPosition *pos, int side) {
    for (int f = 0; f < pos->def->files; f++)
        for (int r = 0; r < pos->def->ranks; r++)
            if (!pos->at[f][r] && plain_in(pos, pos->def->return_to[side], f, r))
                return true;
    return false;
}

/* Something of the side leaves the board there. */
static void fall(PlainPosition *pos, int side, int file, int rank) {
    int type = plain_type(pos->def, pos->at[file][rank]), who = carrier(pos->def, type);
    if (who >= 0)
        memset(pos->reserve[side][who], 0, sizeof pos->reserve[side][who]);
    pos->waits[side] += type == pos->def->quest && !pos->risen[file][rank];
    pos->places = type == pos->def->returns && plain_in(pos, pos->def->return_from[side], file, rank);
    pos->at[file][rank] = 0;
    clear_marks(pos, file, rank);
}

static void go(PlainPosition *pos, const PlainMove *move) {
    const GrDefinition *def = pos->def;
    int us = pos->turn, ff = move->from_file, fr = move->from_rank, tf = move->to_file, tr = move->to_rank;
    int type = plain_type(def, pos->at[ff][fr]), who = carrier(def, type);
    bool risen = pos->risen[ff][fr], questing = pos->questing[ff][fr];
    char letter = pos->at[ff][fr];
    if (move->becomes && move->kind != 'd') {
        int into = plain_type(def, move->becomes);
        letter = plain_letter(def, into, us);
        risen = move->kind == 'r' || (def->rises[type] && def->rises[into]);
        questing = false;
    }
    questing = questing || move->kind == 'q';
    pos->waits[us] -= move->kind == 'r';
    clear_marks(pos, ff, fr);
    pos->at[ff][fr] = 0;
    pos->at[tf][tr] = letter;
    pos->risen[tf][tr] = risen;
    pos->questing[tf][tr] = questing;
    if (move->kind != 'd')
        return;
    pos->at[move->third_file][move->third_rank] = plain_letter(def, plain_type(def, move->becomes), us);
    char *reserve = pos->reserve[us][who];
    for (int i = 0; i < 3; i++)
        reserve[i] = reserve[i] == move->becomes ? 0 : reserve[i];
}

static void swap(PlainPosition *pos, const PlainMove *move) {
    char king = pos->at[move->from_file][move->from_rank];
    pos->at[move->from_file][move->from_rank] = pos->at[move->to_file][move->to_rank];
    pos->at[move->to_file][move->to_rank] = king;
    bool *marks[3][2] = {{&pos->fresh[move->from_file][move->from_rank], &pos->fresh[move->to_file][move->to_rank]},
                         {&pos->risen[move->from_file][move->from_rank], &pos->risen[move->to_file][move->to_rank]},
                         {&pos->questing[move->from_file][move->from_rank],
                          &pos->questing[move->to_file][move->to_rank]}};
    for (int i = 0; i < 3; i++) {
        *marks[i][0] = *marks[i][1];
        *marks[i][1] = false;
    }
}

void plain_play_special(PlainPosition *pos, const PlainMove *move) {
    int us = pos->turn, ff = move->from_file, fr = move->from_rank, tf = move->to_file, tr = move->to_rank;
    bool takes = plain_is_of(pos->at[tf][tr], !us) && !strchr("stp", move->kind ? move->kind : '-');
    pos->places = false;
    if (takes || move->kind == 'f')
        fall(pos, plain_is_of(pos->at[tf][tr], us) ? us : !us, tf, tr);
    bool due = pos->places;
    if (move->kind == 's' || move->kind == 'f') {
        pos->at[ff][fr] = pos->at[tf][tr];
        pos->at[tf][tr] = '*';
    } else if (move->kind == 'p') {
        pos->at[tf][tr] = plain_letter(pos->def, pos->def->returns, us);
        pos->fresh[tf][tr] = has(pos->def->wanderers, pos->def->returns);
        return; /* the turn stays */
    } else if (move->kind == 't') {
        swap(pos, move);
        pos->teleports[us] = false;
    } else if (move->kind != 'x') {
        go(pos, move);
    }
    pos->turn = !us;
    pos->places = due && has_room(pos, !us);
}
