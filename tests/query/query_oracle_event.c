/* What moves did, states and rights. */
#include "tests/query/query_oracle.h"

#include <ctype.h>
#include <string.h>

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

/* The verb's own part: does the move do that, and what are its subject, object and squares? */
typedef struct Part {
    int side;
    char subject, object; /* '.' if there is none */
    int from, to, on;
} Part;

static bool takes(const OqEvent *d, Part *part) {
    part->object = d->taken;
    part->on = d->taken_on;
    if (d->kind == OR_FALL) {
        part->subject = '.';
        part->from = part->to = OR_NOWHERE;
    }
    if (d->kind == OR_SHOT) {
        part->to = d->from;
    }
    return d->taken != '.';
}

static bool spells(const char *verb, const OqEvent *d, Part *part) {
    if (is(verb, "casts")) {
        part->subject = '.';
        return d->kind == OR_SPELL || d->kind == OR_FALL;
    }
    bool falls = is(verb, "falls");
    char piece = falls ? d->taken : d->carried;
    part->subject = piece;
    part->side = or_owner(piece);
    part->on = d->taken_on;
    if (!falls) { /* the piece goes where the hole was */
        part->from = d->to;
        part->to = d->from;
    }
    return falls ? d->kind == OR_FALL : d->carried != '.';
}

static bool moves_a_piece(const OqEvent *d) {
    return d->kind == OR_STEP || d->kind == OR_EN_PASSANT || d->kind == OR_CASTLE ||
           d->kind == OR_TELEPORT;
}

static bool does(const OqNode *node, const OqEvent *d, Part *part) {
    const char *verb = node->word;
    *part = (Part){d->side, d->piece, '.', d->from, d->to, d->to};
    if (is(verb, "takes")) {
        return takes(d, part);
    }
    if (is(verb, "shoots")) {
        return takes(d, part) && d->kind == OR_SHOT;
    }
    if (is(verb, "takes en passant")) {
        return takes(d, part) && d->kind == OR_EN_PASSANT;
    }
    if (is(verb, "casts") || is(verb, "falls") || is(verb, "carried")) {
        return spells(verb, d, part);
    }
    if (is(verb, "moves")) {
        return moves_a_piece(d);
    }
    if (is(verb, "castles")) {
        return d->kind == OR_CASTLE && (node->wing < 0 || d->wing % 2 == node->wing);
    }
    if (is(verb, "promotes")) {
        part->object = d->becomes;
        return d->promotion;
    }
    if (is(verb, "drops")) {
        part->object = d->dropped;
        part->on = d->dropped_on;
        return d->dropped != '.';
    }
    if (is(verb, "teleports")) {
        part->object = d->partner;
        return d->kind == OR_TELEPORT;
    }
    if (is(verb, "places")) {
        part->object = d->side == 0 ? 'W' : 'w';
        return d->kind == OR_PLACE;
    }
    return is(verb, "passes") ? d->kind == OR_PASS : is(verb, "quests") ? d->quest : is(verb, "resurrects") ? d->resurrection : false;
}

static bool on_square(const OrVariant *v, const OqArea *area, int sq) {
    return area->count == 0 || (sq != OR_NOWHERE && oq_in_area(v, area, sq));
}

bool oq_event(const OqPly *ply, const OqNode *node) {
    const OrVariant *v = ply->pos.v;
    Part part;
    if (!ply->event.is || !does(node, &ply->event, &part)) {
        return false;
    }
    if (!(node->sides >> part.side & 1)) {
        return false;
    }
    if (node->has_subject && !oq_of_kinds(v, &node->subject, part.subject)) {
        return false;
    }
    if (node->has_object && (!oq_of_kinds(v, &node->object, part.object) ||
                             !(node->object_sides >> or_owner(part.object) & 1))) {
        return false;
    }
    return on_square(v, &node->from, part.from) && on_square(v, &node->to, part.to) &&
           on_square(v, &node->on, part.on);
}

/* ---- states ---- */

bool oq_state(const OqGame *game, int ply, const OqNode *node) {
    const OqPly *at = &game->ply[ply];
    bool final = ply == game->plies - 1;
    if (!(node->sides >> at->pos.turn & 1)) {
        return false;
    }
    if (is(node->word, "to move")) {
        return true;
    }
    if (is(node->word, "check")) {
        return at->in_check;
    }
    if (is(node->word, "double check")) {
        return at->checkers > 1;
    }
    if (is(node->word, "checkmate")) {
        return at->in_check && !at->can_move && !at->over;
    }
    if (is(node->word, "stalemate")) {
        return !at->in_check && !at->can_move && !at->over;
    }
    if (is(node->word, "final")) {
        return final;
    }
    if (is(node->word, "variation")) {
        return game->leaves > 0 && ply >= game->leaves;
    }
    return at->can_take_ep;
}

bool oq_rights(const OqPly *ply, const OqNode *node) {
    const OrPosition *pos = &ply->pos;
    const char *letters = pos->v->rights;
    size_t held = 0, wanted = 0;
    for (size_t i = 0; letters[i] != '\0'; i++) {
        bool black = islower((unsigned char)letters[i]), teleport = pos->v->id == OR_WIZARD;
        if (node->op == OQ_MAY) {
            bool castling = !or_described(pos->v) || (int)i < or_described(pos->v)->castlings;
            bool kind = castling && teleport == is(node->word, "teleport");
            bool wing = node->wing < 0 || (int)(i % 2) == node->wing;
            if (pos->right[i] && kind && wing && (node->sides >> black & 1)) {
                return true;
            }
        } else if (strchr(node->rights, letters[i]) != NULL) {
            wanted += pos->right[i];
        }
        held += pos->right[i];
    }
    return node->op == OQ_RIGHTS && wanted == strlen(node->rights) &&
           (!node->exactly || held == wanted);
}
