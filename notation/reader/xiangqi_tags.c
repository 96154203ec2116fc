/* Tags of games of Xiangqi. */
#include "notation/reader/xiangqi_tags.h"

#include <string.h>
#include <strings.h>

#include "notation/move/resolve.h"
#include "notation/move/xiangqi.h"
#include "notation/reader/words.h"
#include "rules/fen.h"

static bool is_one_of(const char *value, const char *const *words) {
    for (; value && *words; words++)
        if (!strcasecmp(value, *words))
            return true;
    return false;
}

const GrRules *reader_xiangqi_rules(GrReader *r) {
    static const char *const names[] = {"Chinese Chess", "Xiangqi", "Xiang Qi", "中国象棋", "中國象棋", "象棋", NULL};
    const GrGame *game = r->out.game;
    bool named = is_one_of(gr_game_tag(game, "Game"), names);
    bool red = gr_game_tag(game, "Red") && !gr_game_tag(game, "White");
    if (!named && !red)
        return NULL;
    if (gr_is_xiangqi(gr_variant(r->fallback)))
        return r->fallback;
    if (!named && r->fallback != gr_variants_at(r->variants, 0)) /* another game was asked for */
        return NULL;
    const GrRules *rules = gr_variants_find(r->variants, "xiangqi");
    if (rules && !named && !r->red_reported) /* once for a text */
        reader_diagnose_at(&r->out, GR_NOTE, game->line, 0, 0,
                           "it has a player Red: the game is read as one of Xiangqi, and so are others like it");
    r->red_reported |= rules && !named;
    return rules;
}

/* ---- names ---- */

static void drop_tag(GrGame *game, const char *name) {
    size_t kept = 0;
    for (size_t i = 0; i < game->tag_count; i++)
        if (strcmp(gr_game_string(game, game->tags[i].name), name) != 0)
            game->tags[kept++] = game->tags[i];
    game->tag_count = kept;
}

static void rename_tag(GrReader *r, const char *name, const char *ours) {
    GrGame *game = r->out.game;
    const char *value = gr_game_tag(game, name);
    GrBuffer *copy = &r->out.scratch; /* the game's text may move */
    if (!value || gr_game_tag(game, ours))
        return;
    gr_buffer_clear(copy);
    gr_buffer_puts(copy, value);
    if (copy->failed || gr_game_set_tag(game, ours, copy->len ? copy->data : ""))
        reader_no_memory(&r->out);
    else
        drop_tag(game, name);
}

static void take_fen(GrReader *r, const GrRules *rules) {
    GrGame *game = r->out.game;
    const char *fen = gr_game_tag(game, "FEN");
    char ours[GR_FEN_SIZE];
    if (fen && gr_xiangqi_fen(gr_variant(rules), fen, ours, sizeof ours) && gr_game_set_tag(game, "FEN", ours))
        reader_no_memory(&r->out);
}

void reader_take_xiangqi_tags(GrReader *r, const GrRules *rules) {
    static const char *const formats[] = {"WXF", "ICCS", "Chinese", "中文", NULL}, *const iccs[] = {"ICCS", NULL};
    static const char *const games[] = {"Chinese Chess", NULL};
    GrGame *game = r->out.game;
    r->moves.lexicon.zero = 0;
    if (!r->moves.lexicon.xiangqi)
        return;
    r->moves.lexicon.zero = is_one_of(gr_game_tag(game, "Format"), iccs);
    if (is_one_of(gr_game_tag(game, "Format"), formats))
        drop_tag(game, "Format");
    if (is_one_of(gr_game_tag(game, "Game"), games))
        drop_tag(game, "Game");
    rename_tag(r, "Red", "White");
    rename_tag(r, "RedTeam", "WhiteTeam");
    rename_tag(r, "RedElo", "WhiteElo");
    rename_tag(r, "RedTitle", "WhiteTitle");
    rename_tag(r, "RedType", "WhiteType");
    take_fen(r, rules);
}

/* ---- ranks ---- */

size_t reader_counts_from_zero(GrReader *r, const char *p, GrSyntax *syntax) {
    Moves *m = &r->moves;
    GrMove move;
    if (!m->lexicon.xiangqi || m->lexicon.zero || m->depth || m->lost || m->frame[0].ply)
        return 0;
    m->lexicon.zero = 1;
    size_t len = reader_move(&m->lexicon, p, syntax);
    if (len && gr_resolve(&m->lexicon, &m->frame[0].now, syntax, &move, NULL) == 1)
        return len;
    m->lexicon.zero = 0;
    return 0;
}
