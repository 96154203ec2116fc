/* What the tags say of the rules and the start position. */
#include "notation/reader/setup.h"

#include <ctype.h>
#include <string.h>

#include "notation/reader/foreign_notation.h"
#include "notation/reader/parts.h"
#include "notation/reader/xiangqi_tags.h"
#include "rules/fen.h"
#include "rules/plural.h"

void reader_set_rules(GrReader *r, const GrRules *rules) {
    Moves *m = &r->moves;
    const GrLanguage *language = r->letters.language;
    if (m->lexicon.rules == rules)
        return;
    gr_lexicon_init(&m->lexicon, rules);
    if (language && !gr_language_apply(language, &m->lexicon))
        r->letters.mute = true;
}

/* Variant tags of programs that mean orthodox chess. */
static bool means_chess(const char *name) {
    static const char *const names[] = {"", "?", "standard", "normal", "orthodox", "regular",
                                        "from position", "chess"};
    char lower[32];
    size_t len = strlen(name);
    if (len >= sizeof lower)
        return false;
    for (size_t i = 0; i <= len; i++)
        lower[i] = (char)tolower((unsigned char)name[i]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(lower, names[i]))
            return true;
    return false;
}

/* Has the FEN of a game of chess that has no Variant tag castling rights that only Chess960 knows: of an inner rook, or
 * in the letters of files? */
static bool means_chess960(GrReader *r) {
    const char *fen = gr_game_tag(r->out.game, "FEN");
    GrPosition pos;
    GrFaults faults;
    if (!fen) /* as most games are */
        return false;
    const GrRules *chess = gr_variants_find(r->variants, "chess"), *other = gr_variants_find(r->variants, "chess960");
    if (!other || r->fallback != chess)
        return false;
    bool usual = gr_fen_read(chess, fen, &pos, &faults) == 0 && !faults.count && !(pos.rights >> GR_MOVED_RIGHTS);
    if (usual || gr_fen_read(other, fen, &pos, &faults) || faults.count)
        return false;
    reader_diagnose_at(&r->out, GR_NOTE, r->tags.fen.line, r->tags.fen.column, 0,
                       "the castling rights are those of Chess960: the game is read as one");
    return true;
}

static const GrRules *find_rules(GrReader *r) {
    const char *name = gr_game_tag(r->out.game, "Variant");
    const GrRules *xiangqi = name ? NULL : reader_xiangqi_rules(r);
    if (xiangqi)
        return xiangqi;
    if (!name)
        return means_chess960(r) ? gr_variants_find(r->variants, "chess960") : r->fallback;
    const GrRules *rules = gr_variants_find(r->variants, name);
    if (!*name)
        reader_diagnose_at(&r->out, GR_WARNING, r->tags.variant.line, r->tags.variant.column, 0,
                           "the name of the variant is empty: the game is read as one of chess");
    if (!rules && means_chess(name))
        rules = gr_variants_find(r->variants, "chess");
    if (!rules)
        reader_diagnose_at(&r->out, GR_ERROR, r->tags.variant.line, r->tags.variant.column, 0,
                           "unknown variant \"%.60s\": the moves are kept as text, unread; --variants FILE takes a "
                           "file that describes it", name);
    return rules;
}

/* A tag of another name that holds a position, NULL if there is none. */
static const GrTag *misplaced_position(const GrGame *game) {
    enum { SHORTEST = 15 };
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *value = gr_game_string(game, game->tags[i].value);
        if (!strchr(value, '/')) /* as nearly all */
            continue;
        size_t len = strcspn(value, " ");
        if (len >= SHORTEST && value[len] && reader_is_position(value, len))
            return &game->tags[i];
    }
    return NULL;
}

/* There is no FEN. One in SetUp is meant for it; in any other tag it may be a position of the game. */
static const char *read_without_fen(GrReader *r, const GrRules *rules) {
    GrGame *game = r->out.game;
    const char *setup = gr_game_tag(game, "SetUp");
    const GrTag *tag = misplaced_position(game);
    if (gr_game_tag(game, "FEN"))
        reader_diagnose_at(&r->out, GR_WARNING, r->tags.fen.line, r->tags.fen.column, 0,
                           "the FEN is empty; the game is read from the start position");
    if (tag && !strcmp(gr_game_string(game, tag->name), "SetUp")) {
        reader_diagnose_at(&r->out, GR_WARNING, game->line, 0, 0,
                           "the tag SetUp holds a position: it is read as the FEN");
        gr_buffer_clear(&r->out.scratch);
        gr_buffer_puts(&r->out.scratch, setup);
        if (r->out.scratch.failed || gr_game_set_tag(game, "FEN", r->out.scratch.data) ||
            gr_game_set_tag(game, "SetUp", "1"))
            reader_no_memory(&r->out);
        r->tags.fen = (Place){game->line, 1};
        return gr_game_tag(game, "FEN");
    }
    if (tag)
        reader_diagnose_at(&r->out, GR_WARNING, game->line, 0, 0, "the tag %.40s holds a position, but there is no "
                           "FEN; the game is read from the start position", gr_game_string(game, tag->name));
    else if (setup && !strcmp(setup, "1"))
        reader_diagnose_at(&r->out, GR_WARNING, game->line, 1, 0,
                           "SetUp is 1, but there is no FEN; the game is read from the "
                           "start position");
    if (gr_variant(rules)->moving_castlings && r->tags.variant.line && gr_game_tag(game, "Variant"))
        reader_diagnose_at(&r->out, GR_NOTE, r->tags.variant.line, r->tags.variant.column, 0,
                           "there is no FEN, which says how the pieces stand: that of chess is assumed");
    return NULL;
}

/* SetUp is 1 where there is a FEN, 0 where there is none; anything else is a slip. */
static void check_setup(GrReader *r, bool fen) {
    const char *setup = gr_game_tag(r->out.game, "SetUp");
    if (!setup)
        return;
    if (fen && !strcmp(setup, "0"))
        reader_diagnose_at(&r->out, GR_NOTE, r->tags.fen.line, r->tags.fen.column, 0,
                           "SetUp is 0, but there is a FEN; the game is read from its position");
    else if (strcmp(setup, "0") && strcmp(setup, "1") && strcmp(setup, "?") && *setup)
        reader_diagnose_at(&r->out, GR_WARNING, r->out.game->line, 0, 0,
                           "SetUp is \"%.40s\", but can only be 0 or 1", setup);
}

/* The start position. An impossible FEN leaves the game without rules: nothing can be replayed.
 * Impossible rights and en passant squares are only left out of it. */
static bool read_start(GrReader *r, const GrRules *rules) {
    const char *fen = gr_game_tag(r->out.game, "FEN");
    GrFaults faults;
    if (!fen || !*fen)
        fen = read_without_fen(r, rules);
    check_setup(r, fen != NULL);
    if (!fen)
        return true;
    bool possible = gr_fen_read(rules, fen, &r->out.game->start, &faults) == 0;
    for (unsigned i = 0; i < faults.count && i < GR_MAX_FAULTS; i++) {
        bool dropped = faults.fault[i].dropped;
        reader_diagnose_at(&r->out, dropped ? GR_WARNING : GR_ERROR, r->tags.fen.line,
                           r->tags.fen.column + faults.fault[i].column - 1, 0, "impossible FEN: %s%s",
                           faults.fault[i].text, dropped ? "; it is left out" : "");
    }
    if (possible)
        return true;
    if (faults.count > GR_MAX_FAULTS)
        reader_diagnose_at(&r->out, GR_ERROR, r->tags.fen.line, r->tags.fen.column, 0,
                           "... and %u more %s", faults.count - GR_MAX_FAULTS,
                           gr_plural(faults.count - GR_MAX_FAULTS, "fault", "faults"));
    gr_start(rules, &r->out.game->start);
    return false;
}

/* A game that is not replayed: the name of its variant is not lost with its rules. */
static void keep_as_text(GrReader *r) {
    const GrRules *rules = r->out.game->rules;
    r->out.game->rules = NULL;
    if (rules != gr_variants_at(r->variants, 0) && !gr_game_tag(r->out.game, "Variant") &&
        gr_game_set_tag(r->out.game, "Variant", gr_variant(rules)->title))
        reader_no_memory(&r->out);
}

void reader_begin_moves(GrReader *r) {
    GrGame *game = r->out.game;
    const GrRules *rules = find_rules(r);
    r->moves.begun = true;
    if (!game->line)
        game->line = r->lines.number;
    if (gr_game_begin(game, rules))
        reader_no_memory(&r->out);
    if (rules)
        reader_set_rules(r, rules);
    if (rules)
        reader_take_xiangqi_tags(r, rules);
    if (rules && !read_start(r, rules))
        keep_as_text(r);
    if (reader_take_prose(&r->prose, !r->tags.any))
        r->tags.headed = true;
    if (!game->rules) {
        reader_capture_rest(&r->capture, r->lines.p);
        return;
    }
    r->moves.frame[0].now = game->start;
}
