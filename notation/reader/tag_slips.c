/* Lines of a header that are no tag pairs as PGN has them. One with slips is read as the pair that it must be; what it
 * is not clear of is kept as a comment, and the header goes on. */
#include "notation/reader/tag_slips.h"

#include <ctype.h>
#include <string.h>

#include "notation/reader/foreign_notation.h"
#include "notation/reader/header.h"
#include "notation/reader/line_contents.h"
#include "notation/reader/paragraphs.h"
#include "notation/reader/parts.h"
#include "notation/reader/tag_pairs.h"
#include "notation/reader/tag_slip.h"
#include "notation/reader/tags.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"
#include "rules/fen.h"

/* This many lines and bytes are searched for the next tag. */
enum { LINES = 4, BYTES = 2000 };

/* ---- where it stands ---- */

/* Does a tag pair follow in one of the next lines, behind nothing but such lines as this one? */
static bool tag_follows(GrReader *r, int lines) {
    Lines *l = &r->lines;
    reader_see_further(l, BYTES);
    const char *p = l->end;
    while (lines-- > 0 && p < l->window_end) {
        p++;
        p += reader_margin(l, p);
        const char *end = memchr(p, '\n', (size_t)(l->window_end - p));
        end = end ? end : l->window_end;
        if (p < end && reader_is_tag_line(r, p, end))
            return true;
        if (p < end && (strchr("{;%", *p) || reader_contents(&r->moves.lexicon, p, p, end).moves))
            return false;
        p = end;
    }
    return false;
}

/* May a tag pair stand at p? In a header, or where one begins. */
static bool may_stand(GrReader *r, const Slip *slip) {
    const Lines *l = &r->lines;
    if (reader_in_header(r))
        return !gr_game_tag_of(r->out.game, slip->pair.name, slip->pair.name_len) || l->blank_before;
    if (r->moves.begun && !r->moves.ending && !l->blank_before)
        return false;
    bool vital = reader_is_vital(r, &slip->pair);
    bool position = slip->bracket && slip->pair.name_len == 3 && vital;
    bool whole = slip->closed && slip->quoted && slip->unquoted;
    bool begun = r->moves.begun && !(whole && slip->known && r->moves.ending);
    if (((position || whole) && !begun) || tag_follows(r, 1))
        return true;
    if (!vital || (r->moves.begun && !r->moves.ending))
        return false;
    Following f = reader_following(r);
    return f.kind == FOLLOWING_MOVES && !f.words;
}

/* Could a pair with slips begin with such a character? Most lines of moves do not. */
static bool may_begin(const char *p) {
    return *p == '[' || *p == '(' || *p == '<' ||
           (isalpha((unsigned char)p[0]) && isalpha((unsigned char)p[1]) && isalpha((unsigned char)p[2]));
}

bool reader_at_slip(GrReader *r) {
    const Lines *l = &r->lines;
    Slip slip;
    return may_begin(l->p) && l->whole && reader_slip(l->p, l->end, &slip) &&
           reader_slip_is_sure(r, &slip, reader_in_header(r)) && may_stand(r, &slip);
}

static void take_slip(GrReader *r, Step *step) {
    Lines *l = &r->lines;
    Slip slip;
    reader_close_prose(r);
    reader_slip(l->p, l->end, &slip); /* the window may have moved */
    const Pair *pair = &slip.pair;
    size_t diags = r->out.game->diag_count;
    *step = reader_take_pair(r, pair, pair->value);
    if (*step == STEP_GAME_DONE) {
        l->fresh = true; /* it is read again, for the game that it belongs to */
        return;
    }
    int shown = pair->value_len < 80 ? (int)pair->value_len : 80;
    if (r->out.game->diag_count == diags)
        reader_diagnose(&r->out, GR_WARNING, l->p, 0, "this is read as the tag [%.*s \"%.*s\"]", (int)pair->name_len,
                        pair->name, shown, pair->value);
    l->p = slip.end;
}

/* ---- what is no pair ---- */

/* Is it a line of moves, a result, or may it be one? */
static bool is_movetext(const GrReader *r) {
    const Lines *l = &r->lines;
    GrResult result;
    return reader_result(l->p, &result) || reader_is_movetext(r, l->line, l->p, l->end);
}

/* Is there a position in the line, of a game that has no FEN? */
static bool lacks_position(const GrReader *r) {
    return reader_has_position(r->lines.p, r->lines.end) && !gr_game_tag(r->out.game, "FEN");
}

/* Is there something at p, in a header, that is no tag pair, no comment and no move? Before the first tag only a
 * position, right before the moves. */
static bool is_odd(GrReader *r) {
    const Lines *l = &r->lines;
    if (r->moves.begun || !l->whole || strchr("{;%*", *l->p))
        return false;
    if (!reader_in_header(r)) {
        Following f = {.kind = FOLLOWING_NOTHING};
        if (!r->comments.open && lacks_position(r) && !is_movetext(r))
            f = reader_following(r);
        return f.kind == FOLLOWING_MOVES && !f.words;
    }
    return *l->p == '[' || (!is_movetext(r) && (lacks_position(r) || tag_follows(r, LINES)));
}

/* What stands in brackets at p, or in the line, is kept as a comment. */
static void take_odd(GrReader *r) {
    Lines *l = &r->lines;
    reader_close_prose(r);
    const char *close = *l->p == '[' ? memchr(l->p, ']', (size_t)(l->end - l->p)) : NULL;
    const char *end = close ? close + 1 : l->end;
    if (reader_has_position(l->p, end) && !gr_game_tag(r->out.game, "FEN"))
        reader_diagnose(&r->out, GR_ERROR, l->p, 0, "there is a position here, but no tag FEN that can be read; the "
                        "game is read as if it were not there");
    else
        reader_diagnose(&r->out, GR_WARNING, l->p, 0, "this is no tag; it is kept as a comment");
    reader_add_prose(&r->prose, l->p, (size_t)(end - l->p));
    l->p = end;
}

/* Reads a line that is a position without a tag's name; false if that is none, or what it is for is not clear. */
static bool take_bare(GrReader *r, Step *step) {
    Lines *l = &r->lines;
    GrPosition pos;
    GrFaults faults;
    if (r->moves.begun || !l->whole || !reader_is_position(l->p, reader_word(l->p)) || gr_game_tag(r->out.game, "FEN"))
        return false;
    Following f = reader_following(r);
    if (f.words || f.kind == FOLLOWING_NOTHING || (f.kind == FOLLOWING_TAG && f.blank && !r->tags.any))
        return false;
    size_t len = (size_t)(l->end - l->p);
    while (len && strchr(" \t\"]", l->p[len - 1]))
        len--;
    gr_buffer_clear(&r->out.scratch);
    gr_buffer_add(&r->out.scratch, l->p, len);
    if (r->out.scratch.failed) {
        reader_no_memory(&r->out);
        return false;
    }
    if (gr_fen_read(r->fallback, r->out.scratch.data, &pos, &faults) || faults.count)
        return false;
    const Pair pair = {"FEN", l->p, strlen("FEN"), len};
    reader_close_prose(r);
    reader_diagnose(&r->out, GR_WARNING, l->p, 0, "this line is a position: it is read as the tag FEN");
    *step = reader_take_pair(r, &pair, l->p);
    l->p = l->end;
    return true;
}

bool reader_odd_header(GrReader *r, Step *step) {
    *step = STEP_ON;
    if (take_bare(r, step))
        return true;
    if (reader_at_slip(r))
        take_slip(r, step);
    else if (reader_text_in_header(r))
        return true;
    else if (is_odd(r))
        take_odd(r);
    else
        return false;
    return true;
}

bool reader_slip_behind(GrReader *r, Step *step) {
    const Lines *l = &r->lines;
    const char *start = l->line + reader_margin(l, l->line);
    if (l->p == start || (*start != '[' && !reader_is_tag_line(r, start, l->p)) || !reader_at_slip(r))
        return false;
    take_slip(r, step);
    return true;
}
