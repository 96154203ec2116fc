/* What analysts ask for: pawns among pawns, bishops, discovered checks, underpromotions,
 * sacrifices. */
#include <ctype.h>
#include <string.h>

#include "tests/query/query_oracle.h"

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

/* ---- pawns ---- */

static bool is_pawn_of(const OrPosition *pos, int file, int rank, int side) {
    char letter;
    if (!or_on_board(pos->v, file, rank) || or_owner(pos->piece[rank * OR_WIDTH + file]) != side) {
        return false;
    }
    letter = or_kind(pos->piece[rank * OR_WIDTH + file]);
    if (or_described(pos->v)) {
        return strchr(or_described(pos->v)->pawns, letter) != NULL;
    }
    return pos->v->id != OR_WIZARD && (letter == 'P' || letter == 'L');
}

bool oq_pawn_is(const OrPosition *pos, int sq, int what) {
    int file = or_file(sq), rank = or_rank(sq), side = or_owner(pos->piece[sq]);
    bool mates = false, neighbours = false, enemies = false;
    if (!is_pawn_of(pos, file, rank, side)) {
        return false;
    }
    for (int r = 0; r < pos->v->ranks; r++) {
        bool ahead = side == 0 ? r > rank : r < rank;
        mates = mates || (r != rank && is_pawn_of(pos, file, r, side));
        for (int f = file - 1; f <= file + 1; f++) {
            neighbours = neighbours || (f != file && is_pawn_of(pos, f, r, side));
            enemies = enemies || (ahead && is_pawn_of(pos, f, r, 1 - side));
        }
    }
    return what == OQ_DOUBLED ? mates : what == OQ_ISOLATED ? !neighbours : !enemies;
}

/* ---- bishops ---- */

static int bishops(const OrPosition *pos, int side, bool light) {
    char bishop = or_described(pos->v) ? or_described(pos->v)->bishop : 'B';
    int count = 0;
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        count += or_owner(pos->piece[sq]) == side && bishop && or_kind(pos->piece[sq]) == bishop &&
                 ((or_file(sq) + or_rank(sq)) % 2 == 1) == light;
    }
    return count;
}

static bool opposite_bishops(const OrPosition *pos) {
    for (int light = 0; light < 2; light++) {
        if (bishops(pos, 0, light) == 1 && bishops(pos, 0, !light) == 0 &&
            bishops(pos, 1, light) == 0 && bishops(pos, 1, !light) == 1) {
            return true;
        }
    }
    return false;
}

static bool bishop_pair(const OrPosition *pos, int sides) {
    for (int side = 0; side < 2; side++) {
        if ((sides >> side & 1) && bishops(pos, side, true) && bishops(pos, side, false)) {
            return true;
        }
    }
    return false;
}

/* ---- moves ---- */

/* Did the move put the piece on sq there, or did that piece cast it? */
static bool is_touched(const OrPosition *pos, const OqEvent *d, int sq) {
    if (sq == d->from || sq == d->to || (d->dropped != '.' && sq == d->dropped_on)) {
        return true;
    }
    if (d->kind == OR_CASTLE && sq == d->rook_on) {
        return true;
    }
    return (d->kind == OR_SPELL || d->kind == OR_FALL) &&
           strchr("MWS", or_kind(pos->piece[sq])) != NULL;
}

static bool discovered_check(const OqPly *at) {
    const OrPosition *pos = &at->pos;
    for (int to = 0; at->event.is && to < OR_SQUARES; to++) {
        if (or_owner(pos->piece[to]) != pos->turn || or_kind(pos->piece[to]) != pos->v->royal) {
            continue;
        }
        for (int from = 0; from < OR_SQUARES; from++) {
            if (or_owner(pos->piece[from]) == 1 - pos->turn && oq_threatens(pos, from, to) &&
                !is_touched(pos, &at->event, from)) {
                return true;
            }
        }
    }
    return false;
}

static bool underpromotion(const OqPly *at, int sides) {
    const OqEvent *d = &at->event;
    OrId id = at->pos.v->id;
    char best = id == OR_DESCRIBED ? or_described(at->pos.v)->queen : id == OR_MAGICIAN ? 'C' : 'Q';
    return d->is && d->promotion && at->pos.v->id != OR_WIZARD && (sides >> d->side & 1) && or_kind(d->becomes) != best;
}

bool oq_word(const OqPly *at, const OqNode *node) {
    if (is(node->word, "bishop pair")) {
        return bishop_pair(&at->pos, node->sides);
    }
    if (is(node->word, "opposite bishops")) {
        return opposite_bishops(&at->pos);
    }
    if (is(node->word, "underpromotion")) {
        return underpromotion(at, node->sides);
    }
    return (node->sides >> at->pos.turn & 1) && at->in_check && discovered_check(at);
}

/* ---- sacrifices ---- */

/* In pawns, as the manual lists them. */
static int worth(const OrVariant *v, char letter) {
    static const char *const lists[] = {
        [OR_MAGI] = "Q9R5B3N3D3C5W5P1L1", [OR_MAGICIAN] = "R5N3M3C8W8S6P1",
        [OR_ROYAL] = "Q9R5B3N3M3P1",      [OR_WIZARD] = "D5C5A3G3H2W1",
        [OR_CAPABLANCA] = "Q9R5B3N3A8C8P1", [OR_ANTICHESS] = "Q9R5B3N3K4P1",
    };
    if (or_described(v)) {
        return or_described(v)->worth(v, letter);
    }
    bool own = (size_t)v->id < sizeof lists / sizeof *lists && lists[v->id];
    const char *found = strchr(own ? lists[v->id] : "Q9R5B3N3P1", letter);
    return found ? found[1] - '0' : 0;
}

static int material(const OrPosition *pos, int side) {
    int sum = 0;
    for (int sq = 0; sq < OR_SQUARES; sq++) {
        int owner = or_owner(pos->piece[sq]);
        int value = owner < 0 ? 0 : worth(pos->v, or_kind(pos->piece[sq]));
        sum += owner == side ? value : -value;
    }
    for (int i = 0; pos->v->id == OR_ROYAL && i < 12; i++) { /* two bearers a side, three each */
        int value = pos->reserve[i / 3][i % 3] ? worth(pos->v, "BNR"[i % 3]) : 0;
        sum += i / 6 == side ? value : -value;
    }
    return sum;
}

bool oq_sacrifice(const OqGame *game, int ply, const OqNode *node) {
    int side = game->ply[ply].event.side, last = ply + 5, least = 1000;
    const OqEvent *reply;
    if (ply < 1 || ply + 2 >= game->plies) {
        return false;
    }
    reply = &game->ply[ply + 1].event;
    if (!(node->sides >> side & 1) || reply->side == side || reply->taken == '.' ||
        or_owner(reply->taken) != side) {
        return false;
    }
    last = last < game->plies ? last : game->plies - 1;
    for (int i = ply - 1; i >= 0 && i >= ply - 5; i--) {
        int then = material(&game->ply[i].pos, side);
        least = then < least ? then : least;
    }
    for (int i = ply + 1; i <= last; i++) {
        if (material(&game->ply[i].pos, side) >= least) {
            return false;
        }
    }
    if (node->has_object && (!oq_of_kinds(game->v, &node->object, reply->taken) ||
                             !(node->object_sides >> side & 1))) {
        return false;
    }
    return node->on.count == 0 || oq_in_area(game->v, &node->on, reply->taken_on);
}
