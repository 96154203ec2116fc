/* Expressions: what holds of a game, at a ply, between plies. */
#include "tests/query/query_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const OqGame *turned(const OqGame *game, unsigned turn) {
    return game->turned[turn]; /* the table of each game starts from itself */
}

/* ---- games and plies ---- */

static int how_often(const OqGame *game, const OqNode *node) {
    int ends[OQ_PLIES], count = 0;
    if (node->scope == OQ_GAME) {
        return oq_of_game(game, node);
    }
    oq_hits(game, node, ends);
    for (int i = 0; i < game->plies; i++) {
        count += ends[i] >= 0;
    }
    return count;
}

bool oq_of_game(const OqGame *game, const OqNode *node) {
    int often;
    switch (node->op) {
    case OQ_AND:
    case OQ_THEN:
        return oq_of_game(game, node->left) && oq_of_game(game, node->right);
    case OQ_OR:
        return oq_of_game(game, node->left) || oq_of_game(game, node->right);
    case OQ_NOT:
        return !oq_of_game(game, node->left);
    case OQ_TURN:
        return oq_of_game(game, node->left) || oq_of_game(turned(game, node->turn), node->left);
    case OQ_ALWAYS:
        if (node->left->scope == OQ_GAME) {
            return oq_of_game(game, node->left);
        }
        return how_often(game, node->left) == game->plies;
    case OQ_TIMES:
        often = how_often(game, node->left);
        return often >= node->low && (node->high < 0 || often <= node->high);
    default:
        return oq_fact(game, node);
    }
}

static bool condition(const OqGame *game, int ply, const OqNode *node) {
    const OqPly *at = &game->ply[ply];
    switch (node->op) {
    case OQ_COMPARE:
        return oq_compares(game, ply, node);
    case OQ_BOARD:
        return oq_board(at, node);
    case OQ_MATERIAL:
        return oq_material(at, node);
    case OQ_STATE:
        return oq_state(game, ply, node);
    case OQ_RIGHTS:
    case OQ_MAY:
        return oq_rights(at, node);
    case OQ_WORD:
        return oq_word(at, node);
    case OQ_EVENT:
        if (strcmp(node->word, "sacrifices") == 0) {
            return oq_sacrifice(game, ply, node);
        }
        return oq_event(at, node);
    case OQ_COMMENT:
        return at->comment[0] && strstr(at->comment, node->text);
    case OQ_NAG:
        return at->nag != 0 && at->nag == node->nag;
    case OQ_JUDGED: /* by its NAG alone, which is in `nag` */
        return at->nag == node->nag && at->event.is && (node->sides >> at->event.side & 1);
    case OQ_FEN:
        return strcmp(at->identity, node->identity) == 0;
    default:
        printf("the oracle has no condition %d\n", (int)node->op);
        exit(2);
    }
}

bool oq_at_ply(const OqGame *game, int ply, const OqNode *node) {
    if (node->scope == OQ_GAME) {
        return oq_of_game(game, node);
    }
    switch (node->op) {
    case OQ_AND:
    case OQ_THEN: /* one of the two is about the game, which takes no ply */
        return oq_at_ply(game, ply, node->left) && oq_at_ply(game, ply, node->right);
    case OQ_OR:
        return oq_at_ply(game, ply, node->left) || oq_at_ply(game, ply, node->right);
    case OQ_NOT:
        return !oq_at_ply(game, ply, node->left);
    case OQ_TURN:
        return oq_at_ply(game, ply, node->left) ||
               oq_at_ply(turned(game, node->turn), ply, node->left);
    default:
        return condition(game, ply, node);
    }
}

/* ---- sequences ---- */

static void sequence(const OqGame *game, const OqNode *node, bool first, bool last, OqPairs *out);

/* Every stretch of exactly `low` plies; told further at an end of the query. */
static void lasting(const OqGame *game, const OqNode *node, bool first, bool last, OqPairs *out) {
    bool holds[OQ_PLIES];
    for (int i = 0; i < game->plies; i++) {
        holds[i] = oq_at_ply(game, i, node->left);
    }
    for (int i = 0; i + node->low <= game->plies; i++) {
        int begin = i, end = i + node->low - 1, run = 0;
        while (run < node->low && holds[i + run]) {
            run++;
        }
        if (run < node->low) {
            continue;
        }
        while (first && begin > 0 && holds[begin - 1]) {
            begin--;
        }
        while (last && end + 1 < game->plies && holds[end + 1]) {
            end++;
        }
        out->holds[begin][end] = true;
    }
}

static bool may_follow(const OqNode *node, int end, int begin) {
    int between = begin - end;
    return between >= 1 && between >= node->low && (node->high == 0 || between <= node->high);
}

static void then(const OqGame *game, const OqNode *node, bool first, bool last, OqPairs *out) {
    OqPairs *a = calloc(2, sizeof *a), *b = a + 1;
    if (!a) {
        exit(2);
    }
    sequence(game, node->left, first, false, a);
    sequence(game, node->right, false, last, b);
    for (int i = 0; i < game->plies; i++) {
        for (int j = i; j < game->plies; j++) {
            for (int k = j + 1; a->holds[i][j] && k < game->plies; k++) {
                for (int l = k; may_follow(node, j, k) && l < game->plies; l++) {
                    out->holds[i][l] = out->holds[i][l] || b->holds[k][l];
                }
            }
        }
    }
    free(a);
}

/* Adds to *out all pairs between which the expression holds. */
static void sequence(const OqGame *game, const OqNode *node, bool first, bool last, OqPairs *out) {
    if (node->scope != OQ_SEQUENCE) {
        for (int i = 0; i < game->plies; i++) {
            out->holds[i][i] = out->holds[i][i] || oq_at_ply(game, i, node);
        }
    } else if (node->op == OQ_FOR) {
        lasting(game, node, first, last, out);
    } else if (node->op == OQ_OR) {
        sequence(game, node->left, first, last, out);
        sequence(game, node->right, first, last, out);
    } else if (node->op == OQ_TURN) {
        sequence(game, node->left, first, last, out);
        sequence(turned(game, node->turn), node->left, first, last, out);
    } else if (node->left->scope == OQ_GAME) { /* and, then */
        if (oq_of_game(game, node->left)) {
            sequence(game, node->right, first, last, out);
        }
    } else if (node->right->scope == OQ_GAME) {
        if (oq_of_game(game, node->right)) {
            sequence(game, node->left, first, last, out);
        }
    } else {
        then(game, node, first, last, out);
    }
}

void oq_hits(const OqGame *game, const OqNode *root, int ends[OQ_PLIES]) {
    OqPairs *pairs = calloc(1, sizeof *pairs);
    if (!pairs) {
        exit(2);
    }
    for (int i = 0; i < OQ_PLIES; i++) {
        ends[i] = -1;
    }
    if (root->scope == OQ_GAME) {
        ends[0] = oq_of_game(game, root) ? game->plies - 1 : -1;
    } else {
        sequence(game, root, true, true, pairs);
        for (int i = 0; i < game->plies; i++) {
            for (int j = game->plies - 1; j >= i; j--) {
                ends[i] = pairs->holds[i][j] ? j : ends[i];
            }
        }
    }
    free(pairs);
}
