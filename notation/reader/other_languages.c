/* Games with the piece letters of another language. The text of a game that cannot be played to its
 * end is read once more in each language that the letters allow; if all of it fits one of them, it
 * was that. */
#include "notation/reader/other_languages.h"

#include <ctype.h>
#include <string.h>

#include "notation/reader/parts.h"
#include "notation/reader/reread.h"
#include "notation/reader/words.h"

/* Plies more than in English that make it another language, though there is a fault further on:
 * nobody plays on for that long by chance. */
enum { CLEARLY = 10 };

/* The same where the text fits to its end, but what English could not play has no letter that English does not know:
 * a few such moves are slips rather than another language. */
enum { SOME = 4 };

typedef struct Attempt {
    GrReader *reader;
    const GrLanguage *language;
    GrGame game;
    bool whole;        /* legal to its end */
} Attempt;

/* Past what is no movetext at p: comments, and lines of tags. */
static const char *skip_other(const char *p, bool line_begins) {
    const char *end = NULL;
    if (*p == '{')
        end = strchr(p, '}');
    else if (*p == ';' || (*p == '[' && line_begins))
        end = strchr(p, '\n');
    else
        return p;
    return end ? end : p + strlen(p);
}

/* Is there no move with a piece's letter or name in the game's text of which English reads more than the language does?
 * What is no move in it, or no part of one, would be taken for a remark, and the game for another one. */
static bool reads_as_much(const GrReader *r, const GrLexicon *lexicon) {
    GrSyntax syntax;
    bool line_begins = true;
    for (const char *p = r->transcript.done.data; p && *p;) {
        p = skip_other(p, line_begins);
        if (isupper((unsigned char)*p) &&
            reader_move(lexicon, p, &syntax) < reader_move(&r->moves.lexicon, p, &syntax))
            return false;
        if (isalnum((unsigned char)*p))
            p += isalpha((unsigned char)*p) ? reader_word(p) : 1;
        else
            p += *p != 0;
        line_begins = p > r->transcript.done.data && p[-1] == '\n';
    }
    return true;
}

/* Does the text that English could not read have a letter that means another piece in the language,
 * and can all moves be read in it? */
static bool may_be(const GrReader *r, const GrGame *game, const GrLanguage *language) {
    const char *p = gr_game_string(game, game->rest);
    GrLexicon lexicon = r->moves.lexicon;
    bool differs = false;
    if (!gr_language_apply(language, &lexicon))
        return false;
    for (size_t len = reader_word(p); len > 0; len--, p++) {
        unsigned char c = (unsigned char)*p;
        differs |= isupper(c) && lexicon.type[c] && lexicon.type[c] != r->moves.lexicon.type[c];
    }
    return differs && reads_as_much(r, &lexicon);
}

/* Has the text that English could not play a letter that is no piece's in English? */
static bool has_foreign_letter(const GrReader *r, const GrGame *game) {
    const char *p = gr_game_string(game, game->rest);
    for (size_t len = reader_word(p); len > 0; len--, p++)
        if ((unsigned char)*p >= 0x80 || (isupper((unsigned char)*p) && !r->moves.lexicon.type[(unsigned char)*p]))
            return true;
    return false;
}

static bool is_whole(const GrGame *game) {
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].severity == GR_ERROR)
            return false;
    return !game->partial && game->plies > 0;
}

/* Do the letters begin with such a byte as those of Cyrillic do? */
static bool is_cyrillic(const GrGame *game) {
    unsigned char lead = (unsigned char)*gr_game_string(game, game->rest);
    return lead == 0xD0 || lead == 0xD1;
}

/* Reads the game's text in the language. */
static int attempt(GrReader *r, const GrLanguage *language, uint32_t doubt, Attempt *a) {
    GrError error;
    a->language = language;
    a->reader = reader_open_part(r, r->transcript.done.data, r->transcript.done.len, r->transcript.done_line,
                                 language, &error);
    if (!a->reader)
        return error.code;
    a->reader->transcript.keep = r->transcript.keep;
    a->reader->evals.doubt = doubt;
    int code = reader_next_game(a->reader, &a->game, &error);
    a->whole = code == 1 && !a->reader->letters.mute && is_whole(&a->game);
    if (code <= 0 || a->reader->letters.mute)
        a->game.plies = 0;
    return code == GR_ERR_MEMORY ? code : 0;
}

static void drop(Attempt *a) {
    gr_reader_close(a->reader);
    gr_game_free(&a->game);
    memset(a, 0, sizeof *a);
    gr_game_init(&a->game);
}

static bool same_moves(const GrGame *a, const GrGame *b) {
    uint32_t i = a->nodes[0].next, k = b->nodes[0].next;
    while (i && k && a->nodes[i].move == b->nodes[k].move) {
        i = a->nodes[i].next;
        k = b->nodes[k].next;
    }
    return !i && !k;
}

/* Is the attempt a better one? *open: two languages fit equally well, and differ. */
static bool is_better(const Attempt *a, const Attempt *best, bool *open) {
    if (!best->language)
        return a->game.plies > 0;
    if (a->whole == best->whole && a->game.plies == best->game.plies) {
        *open |= a->game.plies && !same_moves(&a->game, &best->game);
        return false;
    }
    bool better = a->whole != best->whole ? a->whole : a->game.plies > best->game.plies;
    *open &= !better;
    return better;
}

/* Tries all languages; the best one is left in *best. */
static int try_all(GrReader *r, const GrGame *game, uint32_t doubt, Attempt *best, bool *open) {
    const GrLanguage *language;
    Attempt a = {0};
    int code = 0;
    gr_game_init(&a.game);
    for (size_t i = 0; !code && (language = gr_language_at(i)); i++) {
        if (!may_be(r, game, language))
            continue;
        code = attempt(r, language, doubt, &a);
        if (!code && is_better(&a, best, open)) {
            Attempt worse = *best;
            *best = a;
            a = worse;
        }
        drop(&a);
    }
    return code;
}

static void say(GrReader *r, GrGame *game, const Attempt *best, bool taken) {
    char letters[GR_LANGUAGE_SIZE];
    if (taken && r->letters.noted == best->language)
        return;
    gr_language_describe(best->language, gr_variant(game->rules), letters);
    if (taken)
        r->letters.noted = best->language;
    reader_diagnose_at(&r->out, GR_NOTE, game->line, 0, 0,
                       taken ? "the piece letters are %s: %s"
                             : "the piece letters may be %s (%s?), but not all of the game fits",
                       best->language->name, letters);
}

/* Copies what the text alone does not hold, and the diagnostics of the text before it. */
static int keep_rest(Output *out, GrGame *game, const GrGame *old, size_t diags) {
    const char *event = gr_game_tag(old, "Event");
    const char *before = gr_game_string(old, old->nodes[0].comment);
    if (event && gr_game_set_tag(game, "Event", event))
        return GR_ERR_MEMORY;
    if (*before &&
        gr_game_add_text(game, before, strlen(before), &game->nodes[0].comment))
        return GR_ERR_MEMORY;
    reader_add_diagnostics(out, game, old, diags);
    game->line = old->line;
    game->last_line = old->last_line;
    return 0;
}

static uint32_t last_node(const GrGame *game) {
    uint32_t node = 0;
    while (game->nodes[node].next)
        node = game->nodes[node].next;
    return node;
}

/* The game becomes what was read in the language. */
static int adopt(GrReader *r, GrGame *game, Attempt *best, size_t diags) {
    if (gr_source_is_page(r->lines.source))
        reader_place_diagnostics(r->lines.source, &best->game);
    if (keep_rest(&r->out, &best->game, game, diags))
        return GR_ERR_MEMORY;
    GrGame old = *game;
    *game = best->game;
    best->game = old;
    r->letters.game = best->language;
    r->prose.last_prosy = best->reader->prose.last_prosy;
    r->evals.doubt = r->evals.doubt ? r->evals.doubt : best->reader->evals.doubt;
    r->moves.frame[0].node = last_node(game);
    r->comments.last = 0;
    r->transcript.rest = best->reader->transcript.rest;
    say(r, game, best, true);
    return 0;
}

/* Games that the text has after the first one, as English took them for the rest of that, are given
 * next. */
static void keep_inner(GrReader *r, Attempt *best) {
    GrReader *inner = best->reader;
    if (inner->lines.ended && inner->lines.p == inner->lines.window_end && !inner->lines.open)
        return;
    r->letters.inner = inner;
    best->reader = NULL;
}

void reader_try_languages(GrReader *r, const Before *before) {
    GrGame *game = r->out.game;
    Attempt best = {0};
    bool open = false;
    r->letters.game = NULL;
    if (!game->partial || !game->rules || r->transcript.is_part || !r->transcript.done.len ||
        r->transcript.done.len >= GR_READER_LETTERS)
        return;
    gr_game_init(&best.game);
    if (try_all(r, game, before->doubt, &best, &open)) {
        reader_no_memory(&r->out);
    } else if (best.language && !open &&
               best.game.plies >= game->plies + (!best.whole ? CLEARLY : has_foreign_letter(r, game) ? 1 : SOME)) {
        if (adopt(r, game, &best, before->diags))
            reader_no_memory(&r->out);
        else
            keep_inner(r, &best);
    } else if (best.language && best.game.plies > game->plies + 1) {
        say(r, game, &best, false);
    } else if (is_cyrillic(game)) {
        reader_diagnose_at(&r->out, GR_NOTE, game->line, 0, 0,
                           "the piece letters look Cyrillic, which is not supported");
    }
    drop(&best);
    gr_game_free(&best.game);
}

int reader_next_inner(GrReader *r, GrGame *game) {
    GrReader *inner = r->letters.inner;
    inner->transcript.keep = r->transcript.keep;
    int code = reader_next_game(inner, game, r->out.error);
    if (code <= 0) {
        gr_reader_close(inner);
        r->letters.inner = NULL;
        return code;
    }
    gr_reader_place_game(r, game);
    if (gr_source_is_page(r->lines.source))
        reader_place_lines(r->lines.source, game);
    r->letters.game = inner->letters.language;
    r->transcript.done_line = inner->transcript.done_line;
    r->transcript.rest = inner->transcript.rest;
    gr_buffer_clear(&r->transcript.done);
    if (inner->transcript.done.data)
        gr_buffer_add(&r->transcript.done, inner->transcript.done.data, inner->transcript.done.len);
    if (r->transcript.done.failed)
        reader_no_memory(&r->out);
    return r->out.status ? r->out.status : 1;
}
