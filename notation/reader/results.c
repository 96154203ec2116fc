/* Results: 0-0, the Result tag, the final position, and what stands behind them. */
#include "notation/reader/results.h"

#include <string.h>

#include "notation/move/resolve.h"
#include "notation/reader/line_contents.h"
#include "notation/reader/parts.h"
#include "notation/reader/prose_or_moves.h"
#include "notation/reader/remarks.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

/* Does the game end with the line, as far as that can be seen? */
static bool ends_here(GrReader *r, size_t len) {
    Lines *l = &r->lines;
    const char *p = l->p + len + gr_blanks(l->p + len);
    if (p < l->end)
        return *p == '{' || *p == ';';
    reader_see_further(l, 256);
    if (l->end == l->window_end)
        return true;
    p = l->end + 1 + gr_blanks(l->end + 1);
    return p >= l->window_end || *p == '\n' || *p == '[' || !strncmp(p, "1.", 2);
}

size_t reader_forfeit(GrReader *r, GrResult *result) {
    Moves *m = &r->moves;
    const Lines *l = &r->lines;
    GrSyntax syntax;
    GrMove move;
    bool forfeit, stated;
    size_t len = m->depth == 0 ? gr_result_parse(l->p, result, &forfeit) : 0;
    if (!len || !forfeit || reader_follows_number(l->line, l->p))
        return 0;
    const char *tag = gr_game_tag(r->out.game, "Result");
    if (tag && gr_result_parse(tag, result, &stated) && !stated)
        return 0;
    gr_syntax_clear(&syntax);
    bool castling = gr_syntax_castling(&m->lexicon, l->p, &syntax) && !m->lost &&
                    gr_resolve(&m->lexicon, &m->frame[0].now, &syntax, &move, NULL) == 1;
    if ((castling && !tag) || !ends_here(r, len))
        return 0;
    r->tags.forfeit = true;
    return len;
}

bool reader_result_leads(const GrReader *r, size_t len) {
    const Moves *m = &r->moves;
    const char *p = r->lines.p + len + gr_blanks(r->lines.p + len);
    GrSyntax syntax;
    uint32_t number;
    size_t used = reader_move_number(p, &number);
    if (m->frame[0].node || r->out.game->partial || !used || number != 1 || p[used - 1] != '.')
        return false;
    p += used;
    return reader_move(&m->lexicon, p + gr_blanks(p), &syntax) > 0;
}

static GrResult stated_result(GrReader *r, const char *text) {
    GrResult result = gr_result_read(text);
    bool forfeit;
    if (result || *text == '*')
        return result;
    size_t len = gr_result_parse(text, &result, &forfeit);
    if (!len || text[len])
        return GR_RESULT_NONE;
    r->tags.forfeit |= forfeit;
    r->tags.own_result = true;
    return result;
}

/* Both players have lost: what PGN has no result for. */
static void report_forfeit(GrReader *r) {
    reader_diagnose_at(&r->out, GR_WARNING, r->tags.result.line, r->tags.result.column, 0,
                       "PGN has no result for 0-0, a loss for both players; it is kept as *");
    if (!gr_game_tag(r->out.game, "Termination") &&
        gr_game_set_tag(r->out.game, "Termination", "double forfeit"))
        reader_no_memory(&r->out);
}

static void tidy_result(GrReader *r) {
    const char *text = gr_result_text(r->out.game->result);
    if (r->tags.own_result && gr_game_set_tag(r->out.game, "Result", text))
        reader_no_memory(&r->out);
    if (r->tags.forfeit)
        report_forfeit(r);
}

/* The result by the final position, if that decides the game: it is taken where the text states
 * none, and compared with the one it states. True if they disagree, which is reported. */
static bool check_outcome(GrReader *r, bool unstated) {
    GrGame *game = r->out.game;
    const GrPosition *last = &r->moves.frame[0].now;
    GrState state = gr_state(last);
    int winner = gr_winner(last, state);
    bool repeated = state == GR_OPEN && gr_variant(game->rules)->repeats_decide;
    if (repeated)
        state = gr_game_end(game, &winner);
    GrResult real = winner < 0 ? GR_DRAW : winner == GR_WHITE ? GR_WHITE_WINS : GR_BLACK_WINS;
    if (state != GR_CHECKMATE && state != GR_STALEMATE && state != GR_WON)
        return false;
    if (unstated)
        game->result = real;
    if (real == game->result)
        return false;
    /* A game that is given as open is hardly damaged: no ply is to blame. */
    reader_diagnose_at(&r->out, GR_WARNING, r->tags.result.line, r->tags.result.column,
                       game->result == GR_RESULT_NONE ? 0 : game->plies,
                       "the result is given as %s, but the game ends in %s, %s",
                       gr_result_text(game->result),
                       state == GR_CHECKMATE   ? "checkmate"
                       : state == GR_STALEMATE ? "stalemate"
                       : repeated              ? "a repetition that decides it"
                                               : "a win by its rules",
                       gr_result_text(real));
    return true;
}

/* The result stated twice, in the tag and after the moves, and by the final position. */
static void compare_results(GrReader *r) {
    const Moves *m = &r->moves;
    GrGame *game = r->out.game;
    const char *tag = gr_game_tag(game, "Result");
    GrResult stated = tag ? stated_result(r, tag) : GR_RESULT_NONE;
    game->result = stated ? stated : m->result;
    if (r->transcript.script)
        r->transcript.script->result = game->result;
    bool odd = tag && stated == GR_RESULT_NONE && !r->tags.forfeit && strcmp(tag, "*") &&
               strcmp(tag, "?") && *tag;
    if (odd)
        reader_diagnose_at(&r->out, GR_WARNING, r->tags.result.line, r->tags.result.column, 0,
                           "the Result tag \"%.40s\" is not a result", tag);
    if (game->rules && !game->partial && game->plies &&
        check_outcome(r, !tag && !m->result_seen))
        return;
    if (!odd && tag && m->result_seen && stated != m->result)
        reader_diagnose_at(&r->out, GR_WARNING, r->tags.result.line, r->tags.result.column, 0,
                           "the Result tag says %s, but the moves end with %s",
                           gr_result_text(stated), gr_result_text(m->result));
}

void reader_check_result(GrReader *r) {
    compare_results(r);
    tidy_result(r);
}

/* ---- what stands behind the result ---- */

/* A number after the result begins the next game, if that is a number 1; else the result stood in a
 * wrong place. */
static Step after_result(GrReader *r, uint32_t number, size_t len) {
    Moves *m = &r->moves;
    const Lines *l = &r->lines;
    if (number <= 1 || l->p[len - 1] != '.' || r->transcript.script)
        return STEP_GAME_DONE;
    reader_diagnose(&r->out, GR_ERROR, l->p, m->frame[m->depth].ply + 1,
                    "moves after the result");
    m->ending = false;
    reader_capture_rest(&r->capture, l->p);
    return STEP_ON;
}

/* Words may stand after the result, but not moves. */
static void check_after_result(GrReader *r) {
    const Lines *l = &r->lines;
    LineContents contents = reader_contents(&r->moves.lexicon, l->line, l->p, l->end);
    if (contents.moves + contents.garbled > contents.words && !contents.dotted)
        reader_diagnose(&r->out, GR_ERROR, l->p, 0, "moves after the result");
}

void reader_report_second_result(GrReader *r, GrResult first) {
    GrResult result;
    const char *p = r->lines.p;
    size_t len = reader_result(p, &result);
    if (len && result != first && reader_result_ends(r, p, len))
        reader_diagnose(&r->out, GR_WARNING, p, 0, "a second result, %s, behind %s; it is kept as a comment",
                        gr_result_text(result), gr_result_text(first));
}

Step reader_ending(GrReader *r) {
    Lines *l = &r->lines;
    uint32_t number;
    GrResult result;
    size_t len = reader_result(l->p, &result);
    if (len && result == r->moves.result) { /* said once more */
        l->p += len;
        return STEP_ON;
    }
    if (len && reader_result_ends(r, l->p, len)) {
        reader_report_second_result(r, r->moves.result);
        reader_add_comment(r, l->p, len);
        l->p += len;
        return STEP_ON;
    }
    if (*l->p == ';')
        return reader_line_comment(r);
    if ((len = reader_move_number(l->p, &number)) > 0)
        return after_result(r, number, len);
    if (*l->p != '{') {
        check_after_result(r);
        return reader_remark(r);
    }
    reader_open_comment(r);
    return STEP_ON;
}
