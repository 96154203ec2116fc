/* Telling moves from prose that mentions moves: "1. e4 is best by test" may be a move with a
 * remark, or a sentence. No grammar decides that, but the rules nearly always do: a move belongs to
 * the game if the game goes on from it, and does not if it goes on without it. */
#include "notation/reader/prose_or_moves.h"

#include <string.h>

#include "notation/move/long.h"
#include "notation/move/resolve.h"
#include "notation/reader/line_contents.h"
#include "notation/reader/parts.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

/* So many lines, and bytes, are looked at to find how the game goes on. */
enum { LINES = 24, BYTES = 4 * 1024 };

/* A move as it stands at the beginning of a line. */
typedef struct Opening {
    uint32_t number; /* 0: none */
    unsigned dots;
    GrSyntax syntax;
} Opening;

/* Reads a number, if there is one, and a move; false if there is no move. */
static bool read_opening(const GrReader *r, const char *p, bool named, Opening *opening) {
    opening->number = 0;
    size_t len = reader_move_number(p, &opening->number);
    opening->dots = 0;
    for (size_t i = 0; i < len; i++)
        opening->dots += p[i] == '.';
    p += len;
    p += reader_cell(p);
    return (!named && gr_syntax_read(&r->moves.lexicon, p, &opening->syntax)) ||
           gr_long_read(&r->moves.lexicon, p, &opening->syntax);
}

/* Can it be the next move in the position? *after is the position then. A number that is not the
 * one that is due makes it another move. */
static bool is_next(const GrReader *r, const GrPosition *pos, const Opening *opening,
                    GrPosition *after) {
    GrMove move;
    if (opening->number && opening->number != pos->number)
        return false;
    if (gr_resolve(&r->moves.lexicon, pos, &opening->syntax, &move, NULL) != 1)
        return false;
    *after = *pos;
    gr_play(after, move);
    return true;
}

/* The position that the next move is played in, before or after the moves have begun. */
static void position_now(const GrReader *r, GrPosition *pos) {
    if (r->moves.begun)
        *pos = r->moves.frame[0].now;
    else
        gr_start(r->fallback, pos);
}

/* The line after `end`; false if the window has no more, or enough was seen. */
static bool next_line(const GrReader *r, const char **p, const char **end) {
    const Lines *l = &r->lines;
    if (*end >= l->window_end || *end - l->end > BYTES)
        return false;
    *p = *end + 1;
    const char *feed = memchr(*p, '\n', (size_t)(l->window_end - *p));
    *end = feed ? feed : l->window_end;
    *p += reader_margin(l, *p);
    *p += reader_cell(*p);
    return true;
}

/* Does the game go on from `without` rather than from `with`, which is NULL if the move is not
 * legal? A line of moves alone decides; one that has words only if it fits. */
static bool goes_on_without(const GrReader *r, const GrPosition *without, const GrPosition *with) {
    GrPosition after;
    Opening opening;
    const char *p, *end = r->lines.end;
    for (int i = 0; i < LINES && next_line(r, &p, &end); i++) {
        if (p >= end || *p == '%')
            continue;
        if (*p == '[' || reader_heading_at(p, end))
            return false;
        LineContents contents = reader_contents(&r->moves.lexicon, r->lines.line, p, end);
        bool clear = contents.moves && !contents.words;
        if ((!clear && !contents.numbered && (!contents.named || contents.word_first)) ||
            !read_opening(r, p, false, &opening))
            continue;
        if (with && is_next(r, with, &opening, &after))
            return false;
        if (is_next(r, without, &opening, &after))
            return true;
        if (clear)
            return false;
    }
    return false;
}

bool reader_is_mention(GrReader *r) {
    Lines *l = &r->lines;
    GrPosition now, with;
    GrResult result;
    Opening opening;
    bool ends = reader_result(l->p, &result) > 0;
    if (r->moves.lost)
        return false;
    position_now(r, &now);
    reader_see_further(l, BYTES);
    if (!ends && !read_opening(r, l->p, false, &opening))
        return false;
    bool legal = !ends && is_next(r, &now, &opening, &with);
    if (!goes_on_without(r, &now, legal ? &with : NULL))
        return false;
    reader_diagnose(&r->out, GR_NOTE, l->p, 0, "this line begins with a %s, but is taken for "
                    "prose: the game continues without it", ends ? "result" : "move");
    return true;
}

/* How many moves of the line can be played from the position on, one after the other? *whole: all
 * that there are. */
static unsigned playable(const GrReader *r, const char *p, GrPosition pos, bool *whole) {
    const Lines *l = &r->lines;
    unsigned moves = 0;
    GrResult result;
    Opening opening;
    GrMove move;
    *whole = true;
    while (p < l->near_end && p < l->end && !reader_result(p, &result)) {
        const char *at = p;
        p += reader_move_number(p, &opening.number);
        p += reader_cell(p);
        if (p >= l->end)
            break;
        size_t len = reader_move(&r->moves.lexicon, p, &opening.syntax);
        if (!len || gr_resolve(&r->moves.lexicon, &pos, &opening.syntax, &move, NULL) != 1) {
            *whole = false;
            return moves;
        }
        gr_play(&pos, move);
        moves++;
        p += len;
        p += reader_cell(p);
        p += reader_separator(p);
        p += reader_cell(p);
        if (p == at)
            break;
    }
    return moves;
}

bool reader_fits(const GrReader *r) {
    GrPosition now;
    bool whole;
    position_now(r, &now);
    return playable(r, r->lines.p, now, &whole) && whole;
}

bool reader_plays(const GrReader *r, GrPosition *pos) {
    const Lines *l = &r->lines;
    const char *end = l->whole ? l->end : l->near_end;
    unsigned moves = 0;
    for (const char *p = l->p; p < end;) {
        GrSyntax syntax;
        GrMove move;
        size_t len = reader_move(&r->moves.lexicon, p, &syntax);
        if (len && gr_resolve(&r->moves.lexicon, pos, &syntax, &move, NULL) != 1)
            return false;
        if (len) {
            gr_play(pos, move);
            moves++;
        }
        len = len ? len : reader_word(p);
        p += len ? len : 1;
        p += gr_blanks(p);
    }
    return moves > 0;
}

bool reader_could_follow(const GrReader *r, const GrPosition *pos) {
    Opening opening;
    GrPosition after;
    return read_opening(r, r->lines.p, false, &opening) && is_next(r, pos, &opening, &after);
}

/* So many moves on a line without a number are no accident. */
enum { SURE = 5 };

bool reader_begins_anew(GrReader *r) {
    Moves *m = &r->moves;
    const Lines *l = &r->lines;
    const Frame *f = &m->frame[0];
    GrPosition start;
    uint32_t number = 0;
    bool whole;
    if ((r->tags.any && *l->p != '1') || !m->begun || r->transcript.script || m->depth ||
        r->capture.depth || !r->out.game->rules ||
        (!r->capture.kind && (!f->node || f->now.number < 2)))
        return false;
    size_t len = reader_move_number(l->p, &number);
    if ((len || r->tags.any) && (!len || number != 1 || l->p[len - 1] == '1'))
        return false;
    if (!f->node && !len)
        return false;
    const GrNode *nodes = r->out.game->nodes;
    bool lines = f->node && nodes[f->node].line == nodes[1].line && f->ply >= SURE;
    gr_start(r->fallback, &start);
    unsigned anew = playable(r, l->p, start, &whole);
    if (anew < (len || lines ? 2 : SURE))
        return false;
    return r->capture.kind || (playable(r, l->p, f->now, &whole) < anew && !whole);
}

bool reader_goes_on(const GrReader *r, const char *p) {
    const Moves *m = &r->moves;
    GrPosition after;
    Opening opening;
    const GrPosition *now = &m->frame[m->depth].now;
    bool named = m->named_line == r->lines.number;
    uint32_t number = 0;
    size_t len = reader_move_number(p, &number);
    if (len && (p[len - 1] >= '0' && p[len - 1] <= '9'))
        return false; /* without a dot it is just a number */
    if (!len)
        named = true;
    else if (p + len + gr_blanks(p + len) >= r->lines.end)
        return m->lost || number == now->number;
    if (!read_opening(r, p, named, &opening))
        return false;
    if (m->lost || is_next(r, now, &opening, &after))
        return true;
    bool first = now->turn == gr_variant(now->rules)->first;
    return opening.number == now->number && (opening.dots > 1) == !first;
}

bool reader_result_ends(const GrReader *r, const char *p, size_t len) {
    p += len;
    p += gr_blanks(p);
    return p >= r->lines.end || strchr("({;", *p);
}
