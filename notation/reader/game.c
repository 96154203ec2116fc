/* A game: where it begins and ends in the text. */
#include "notation/reader/game.h"

#include <string.h>

#include "notation/reader/between_games.h"
#include "notation/reader/doubtful_words.h"
#include "notation/reader/header.h"
#include "notation/reader/movetext.h"
#include "notation/reader/paragraphs.h"
#include "notation/reader/parts.h"
#include "notation/reader/points.h"
#include "notation/reader/prose_or_moves.h"
#include "notation/reader/results.h"
#include "notation/reader/setup.h"
#include "notation/reader/tag_pairs.h"
#include "notation/reader/tag_slips.h"
#include "notation/reader/variations.h"
#include "notation/substring.h"
#include "notation/text/blanks.h"
#include "notation/text/page.h"
#include "notation/text/record_kind.h"

/* Of a page without games, the file places of at least this many lines are remembered. */
enum { REMEMBERED = 16384 };

/* Remembers how things stand before the line, for reader_words. */
static void note_line(GrReader *r) {
    r->prose.mark.number = r->lines.number;
    r->prose.mark.node = r->moves.frame[0].node;
    r->prose.mark.ply = r->moves.frame[0].ply;
    r->prose.mark.nodes = r->out.game->node_count;
    r->prose.mark.diags = r->out.game->diag_count;
}

/* May the line belong to a header, though it does not begin with a tag pair as PGN has them? */
static bool may_be_header(GrReader *r) {
    const Lines *l = &r->lines;
    if (*l->p == '[')
        return r->prose.prosy && !reader_at_tag(r);
    return l->blank_before || !r->moves.begun;
}

/* At the start of a line: what kind of line is it? */
static Step begin_line(GrReader *r) {
    if (!reader_begin_line(r))
        return STEP_LINE_DONE;
    Step step;
    bool heading = (*r->lines.p | 0x20) == 'g' && r->moves.depth == 0 && reader_at_heading(r);
    if (!heading && may_be_header(r) && reader_odd_header(r, &step))
        return step;
    if (!heading && (*r->lines.p == '1' || !r->tags.any) && reader_begins_anew(r)) {
        reader_close_prose(r);
        reader_reclaim_heading(r);
        return STEP_GAME_DONE;
    }
    if (!heading && r->prose.prosy && !reader_at_tag(r) && reader_at_prose(r))
        return reader_prose(r);
    reader_close_prose(r);
    if (r->prose.skipped_line)
        reader_check_skipped(r);
    if (!r->prose.prosy)
        note_line(r);
    return heading ? reader_heading(r) : STEP_ON;
}

static void skip_blanks(GrReader *r) {
    Lines *l = &r->lines;
    l->p += gr_blanks(l->p);
    while (!l->whole && l->p >= l->near_end) {
        reader_look_ahead(l);
        l->p += gr_blanks(l->p);
    }
}

/* One step inside a line. */
static Step step(GrReader *r) {
    const Lines *l = &r->lines;
    if (r->comments.open)
        return reader_comment(r);
    if (l->fresh) {
        Step s = begin_line(r);
        if (s != STEP_ON)
            return s;
    }
    skip_blanks(r);
    if (l->p >= l->end)
        return STEP_LINE_DONE;
    Step tag;
    if (*l->p != '[' && !r->moves.begun && r->tags.any && reader_slip_behind(r, &tag))
        return tag;
    if (*l->p != '[' && !r->moves.begun && r->tags.any && reader_text_in_header(r))
        return STEP_ON;
    return *l->p == '[' && (reader_tag(r, &tag) || reader_odd_header(r, &tag)) ? tag : reader_token(r);
}

/* Reports of a complete game without moves what it looks like. */
static void look_at_game(GrReader *r) {
    enum { ENOUGH = 4096 }; /* bytes of movetext that could not be played from its first move on */
    const GrGame *game = r->out.game;
    if (game->plies || !game->rules)
        return;
    const char *rest = gr_game_string(game, game->rest);
    reader_note_foreign(&r->foreign, &r->moves.lexicon, rest, rest + strnlen(rest, ENOUGH));
    const char *looks = reader_looks_like(&r->foreign, &r->foreign_before);
    if (looks)
        reader_diagnose_at(&r->out, GR_ERROR, game->line, 0, 0, "no move was read: %s", looks);
}

/* Evaluations in comments; the first doubtful one of the whole text is reported, and the first that was read although
 * nothing in its game speaks for one view. */
static void read_evals(GrReader *r) {
    GrGame *game = r->out.game;
    Evals *evals = &r->evals;
    GrEvalDoubt doubt;
    if (gr_game_read_evals(game, evals->dialect, &doubt))
        reader_no_memory(&r->out);
    if (!*doubt.text || (doubt.taken ? evals->taken : evals->doubt))
        return;
    uint32_t line = doubt.node ? game->nodes[doubt.node].line : game->line, column = 0;
    uint32_t at = doubt.node ? game->nodes[doubt.node].column : 1;
    if (doubt.taken) {
        evals->taken = true;
        reader_diagnose_at(&r->out, GR_NOTE, line, at, doubt.ply,
                           "evaluations such as \"%s\" are read from White's view, as ChessBase writes them",
                           doubt.text);
        return;
    }
    evals->doubt = line;
    gr_source_place(r->lines.source, &evals->doubt, &column);
    reader_diagnose_at(&r->out, GR_WARNING, line, at, doubt.ply,
                       "ambiguous evaluation \"%s\": %s; such evaluations stay as they "
                       "are until an evaluation dialect is given",
                       doubt.text, *doubt.text == '[' ? "it may be pawns or hundredths of a pawn"
                                                      : "it may be White's view or the mover's");
}

static void end_game(GrReader *r) {
    GrGame *game = r->out.game;
    Moves *m = &r->moves;
    reader_close_prose(r);
    if (!m->begun)
        reader_begin_moves(r);
    reader_close_moves(r);
    game->plies = m->frame[0].ply;
    if (r->tags.any && !m->result_seen && !r->comments.unclosed)
        reader_diagnose_at(&r->out, GR_WARNING, game->last_line ? game->last_line : game->line, 0, 0,
                           "the moves end without a result");
    look_at_game(r);
    reader_check_result(r);
    reader_check_points(&r->out, &r->tags, &m->frame[0].now);
}

/* Is there anything that makes a game of what was read? Prose and a lone result do not. */
static bool is_game(const GrReader *r) {
    return r->tags.any || r->moves.frame[0].node || r->out.game->partial || r->moves.empty;
}

/* What was read turns out to be no game. Its errors, about moves that were left out, are the next
 * one's, as its text is. */
static void begin_again(GrReader *r) {
    GrGame *game = r->out.game;
    for (size_t i = 0; i < game->diag_count; i++) {
        const GrDiagnostic *d = &game->diags[i];
        if (d->severity == GR_ERROR &&
            gr_game_diagnose(&r->prose.between, GR_ERROR, d->line, d->column, d->ply, "%s",
                             gr_game_string(game, d->text)))
            reader_no_memory(&r->out);
    }
    reader_return_prose(&r->prose);
    reader_begin_game(r, game);
    reader_take_between(r);
}

void reader_check_characters(GrReader *r, bool *reported) {
    const Lines *l = &r->lines;
    const char *bad = *reported ? NULL : gr_find(l->line, l->end, "\xEF\xBF\xBD");
    if (!bad)
        return;
    *reported = true;
    reader_diagnose(&r->out, GR_WARNING, bad, 0, "this is no character in the encoding of the text");
}

/* Reads up to the end of a game or of the text. */
static void read_steps(GrReader *r) {
    Lines *l = &r->lines;
    bool reported = false;
    while (!r->out.status) {
        if (!l->open && !reader_open_line(l))
            return;
        Step s = step(r);
        if (s == STEP_LINE_DONE) {
            if (r->sheet.kind != GR_RECORD_NONE)
                reader_check_characters(r, &reported);
            reader_close_line(l);
            if (r->moves.ending && !r->comments.open)
                s = STEP_GAME_DONE;
            if (l->number % REMEMBERED == 0 && !is_game(r))
                gr_source_forget(l->source, l->number - REMEMBERED + 1);
        }
        if (s == STEP_GAME_DONE) {
            if (is_game(r))
                return;
            begin_again(r);
            reported = false;
        }
    }
}

bool reader_read_game(GrReader *r, GrGame *game, Before *before) {
    const Lines *l = &r->lines;
    gr_source_forget(l->source, l->open ? l->number : l->number + 1);
    reader_begin_game(r, game);
    reader_take_between(r);
    *before = (Before){game->diag_count, r->evals.doubt};
    read_steps(r);
    if (l->cut.code == GR_ERR_STOPPED) /* half of a game is none */
        return false;
    bool found = is_game(r);
    if (!found && !r->out.status) {
        reader_close_prose(r);
        reader_return_prose(&r->prose);
    }
    reader_end_keeping(&r->transcript);
    r->transcript.rest = r->comments.rest;
    r->prose.last_prosy = r->prose.prosy;
    if (found && !r->out.status)
        end_game(r);
    return found && !r->out.status;
}

/* What markup has hidden of the page since the last game, as far as it was read. */
static void report_hidden(GrReader *r) {
    GrPageHidden hidden = gr_page_take_hidden(gr_source_page(r->lines.source));
    const char *what = hidden.open    ? "are left out: what hides them does not end"
                       : hidden.games ? "are left out, among which are tags of games"
                       : hidden.torn  ? "are left out, with a tag that does not end before its line does"
                                      : "are left out";
    if ((hidden.bytes || hidden.open) &&
        gr_game_diagnose(r->out.game,
                         hidden.open ? GR_ERROR : hidden.games || hidden.torn ? GR_WARNING : GR_NOTE, hidden.line,
                         hidden.column, 0, "%llu bytes of comments, scripts or the like of this page, from here on, %s",
                         (unsigned long long)hidden.bytes, what))
        reader_no_memory(&r->out);
}

int reader_complete_game(GrReader *r, bool found) {
    const GrSource *source = r->lines.source;
    GrGame *game = r->out.game;
    const GrError *cut = &r->lines.cut;
    if (found && !r->out.status) {
        bool comments = r->comments.last || game->nodes[0].comment;
        reader_after_game(r);
        r->out.game = game;
        if (comments || r->comments.last)
            read_evals(r);
        if (gr_source_is_page(source)) {
            reader_place_moves(source, game);
            reader_place_lines(source, game);
            report_hidden(r);
        }
        gr_game_sort_diagnostics(game);
    }
    if (r->out.status)
        return r->out.status;
    if (found)
        return 1;
    return cut->code ? gr_fail(r->out.error, cut->code, "%s", cut->text) : 0;
}

int reader_next_game(GrReader *r, GrGame *game, GrError *error) {
    Before before;
    r->out.error = error;
    return reader_complete_game(r, reader_read_game(r, game, &before));
}
