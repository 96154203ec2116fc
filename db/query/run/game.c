/* Asking a query of a game in memory: of the game as played, and of its variations if wanted. */
#include "db/query/run/lines.h"
#include "db/query/run/moment.h"
#include "notation/judge/judgement.h"
#include "notation/room.h"

/* The text at a ply; `played`: of the game as it was played. */
static GrPlyText text_of(const GrGame *game, const GrNode *node, uint32_t ply, bool played) {
    GrPlyText text = {.comment = gr_game_string(game, node->comment),
                      .before = gr_game_string(game, node->before),
                      .nags = gr_game_string(game, node->nags)};
    if (played && ply && game->judgement && ply <= game->judgement->plies)
        text.judged = &game->judgement->move[ply - 1];
    return text;
}

/* Shows the matcher the line of l->path. */
static int match_line(GrMatcher *m, const GrGame *game, const uint32_t *path, uint32_t plies,
                      uint32_t leaves) {
    int go = query_matcher_begin_line(m, game, plies, leaves);
    GrPosition pos = game->start;
    for (uint32_t ply = 0; go > 0; ply++) {
        GrMove move = ply < plies ? game->nodes[path[ply + 1]].move : GR_NO_MOVE;
        GrPlyText text = text_of(game, &game->nodes[ply ? path[ply] : 0], ply, ply < leaves);
        go = gr_matcher_ply(m, &pos, move, &text);
        if (go > 0)
            gr_play(&pos, move);
    }
    return go;
}

static bool keep_hits(QueryLines *l, const GrHit *hit, size_t hits, size_t line) {
    for (size_t i = 0; i < hits; i++) {
        if (line && hit[i].last < l->line[line].ply)
            continue;
        if (!gr_room(&l->hit, l->hits, 1, &l->hit_cap, sizeof *l->hit))
            return false;
        l->hit[l->hits] = hit[i];
        l->hit[l->hits++].line = (uint32_t)line;
    }
    return true;
}

/* The most positions of a game that are looked at: no annotated game comes near, and one that was
 * made to take long is given up. */
enum { MOST_POSITIONS = 1 << 22 };

/* A game is found as a whole in the first of its lines that it is found in. */
static int match_lines(GrMatcher *m, const GrGame *game, bool of_game) {
    QueryLines *l = query_matcher_lines(m);
    if (!query_lines_list(l, game))
        return GR_ERR_MEMORY;
    l->hits = 0;
    uint64_t positions = 0;
    for (size_t line = 0; line < l->lines && !(of_game && l->hits); line++) {
        const GrHit *hit;
        size_t hits;
        int64_t plies = query_lines_path(l, game, line);
        if (plies >= 0 && (positions += (uint64_t)plies + 1) > MOST_POSITIONS && line)
            return GR_ERR_LIMIT;
        if (plies < 0 ||
            match_line(m, game, l->path, (uint32_t)plies, l->line[line].leaves) < 0)
            return GR_ERR_MEMORY;
        gr_matcher_end(m, &hit, &hits);
        if (!keep_hits(l, hit, hits, line))
            return GR_ERR_MEMORY;
    }
    return 0;
}

static int match_played(GrMatcher *m, const GrGame *game) {
    int go = gr_matcher_begin(m, game);
    GrPosition pos = game->start;
    for (uint32_t at = 0, ply = 0; go > 0 && game->node_count; ply++) {
        uint32_t next = game->nodes[at].next;
        GrMove move = next ? game->nodes[next].move : GR_NO_MOVE;
        GrPlyText text = text_of(game, &game->nodes[at], ply, true);
        go = gr_matcher_ply(m, &pos, move, &text);
        if (go > 0)
            gr_play(&pos, move);
        at = next;
    }
    return go < 0 ? go : 0;
}

int gr_matcher_game(GrMatcher *m, const GrGame *game, const GrHit **hits, size_t *count) {
    const GrQuery *query = query_matcher_plan(m)->query;
    int code = 0;
    if (query->variations && game->node_count) {
        code = match_lines(m, game, gr_query_of_game(query));
        *hits = query_matcher_lines(m)->hit;
        *count = code ? 0 : query_matcher_lines(m)->hits;
        return code;
    }
    code = match_played(m, game);
    if (!code)
        gr_matcher_end(m, hits, count);
    return code;
}
