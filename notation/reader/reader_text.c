/* Text around the moves: headings, prose, remarks. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/glyph.h"
#include "notation/move/loose.h"
#include "notation/reader/reader_ahead.h"

/* Prose in front of a game is kept up to this size, a paragraph up to that. */
enum { PROSE = 64 * 1024, PARAGRAPH = 64 * 1024 };

/* ---- words ---- */

size_t reader_word(const char *p) {
    const char *q = p;
    while (*q && !strchr(" \t\n\v\f{}();", *q) &&
           !((unsigned char)q[0] == 0xC2 && (unsigned char)q[1] == 0xA0))
        q++;
    return (size_t)(q - p);
}

/* A file letter and a digit somewhere, and not much besides: "Nf9", "exj12=Q", "b7-b11"; behind a
 * piece's name any letter, capitals as well. */
static bool square_like(const char *p, size_t len, bool named) {
    unsigned squares = 0, others = 0, most = 3;
    for (size_t i = 0; i < len; i++) {
        bool file = named ? isalpha((unsigned char)p[i]) : p[i] >= 'a' && p[i] <= 'l';
        if (file && i + 1 < len && isdigit((unsigned char)p[i + 1])) {
            squares++;
            while (i + 1 < len && isdigit((unsigned char)p[i + 1]))
                i++;
        } else if (isalpha((unsigned char)p[i]) || (unsigned char)p[i] >= 0x80) {
            others++;
        } else if (!strchr("-=+#@/,^!?:.", p[i]) &&
                   !(i == 1 && isdigit((unsigned char)p[1]) && isupper((unsigned char)p[0]))) {
            return false;
        } else if (p[i] == '@') {
            most = 5; /* a drop is a second move */
        }
    }
    return squares > 0 && others <= most;
}

bool reader_like_move(const Reader *r, const char *p) {
    int type;
    size_t name = gr_lexicon_name(&r->lexicon, p, &type);
    if (name) {
        p += name;
        p += gr_blanks(p);
    }
    return square_like(p, reader_word(p), name > 0);
}

size_t reader_cell(const char *p) {
    size_t len = gr_blanks(p);
    while (p[len] == '|')
        len += 1 + gr_blanks(p + len + 1);
    return len;
}

size_t reader_separator(const char *p) {
    if (*p == ',' && p[1] != ',')
        return 1;
    return (*p == '/' || *p == '-') && p[1] && strchr(" \t\n", p[1]) ? 1 : 0;
}

/* ---- prose ---- */

/* Words that may stand beside a move without making the line prose. */
static bool is_mark_word(const char *p, size_t len) {
    static const char *const words[] = {"check", "checkmate", "mate", "white",
                                        "black", "ch",        "dis",  "dbl"};
    while (len && ispunct((unsigned char)p[len - 1]))
        len--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == len && !strncasecmp(p, words[i], len))
            return true;
    return false;
}

/* A move at p, or what looks like one; its length. */
static size_t move_at(const Reader *r, const char *p, bool *named) {
    GrSyntax syntax;
    size_t len = gr_syntax_read(&r->lexicon, p, &syntax);
    *named = false;
    if (!len) {
        len = gr_long_read(&r->lexicon, p, &syntax);
        *named = len > 0;
    }
    if (!len && reader_like_move(r, p)) {
        int type;
        size_t name = gr_lexicon_name(&r->lexicon, p, &type);
        *named = name > 0;
        p += name;
        len = name + gr_blanks(p) + reader_word(p + gr_blanks(p));
    }
    return len;
}

/* Looks at the next part of the line; its length. */
static size_t sight_part(const Reader *r, const char *p, bool first, bool after_number,
                         Sight *sight) {
    bool named;
    unsigned nag;
    size_t len = move_at(r, p, &named);
    if (len) {
        sight->numbered |= after_number && sight->words == 0;
        sight->named |= named && sight->moves == 0;
        sight->moves++;
        return len;
    }
    if ((len = reader_separator(p)) > 0) {
        sight->parted = true;
        return len;
    }
    if ((len = gr_glyph_read(p, &nag)) > 0 || (len = gr_syntax_lone_mark(p)) > 0)
        return len;
    len = reader_word(p);
    if (len == 0)
        return 1;
    if (reader_is_garbled(r, p, len)) {
        sight->garbled++;
    } else if (strspn(p, ".!?$0123456789") < len && !is_mark_word(p, len) &&
               !reader_is_fragment(r, p, len)) {
        sight->words++;
        sight->word_first |= first;
    }
    return len;
}

Sight reader_sight(const Reader *r, const char *p, const char *end) {
    Sight sight = {0};
    bool first = true, after_number = false;
    p += reader_cell(p);
    while (p < end && *p) {
        uint32_t number;
        GrResult result;
        size_t len = reader_result(p, &result);
        if (!len && !after_number && (len = reader_move_number(p, &number)) > 0) {
            sight.dotted |= p[len - 1] == '.';
            sight.counted |= first && p[len - 1] == '.';
            p += len;
            p += reader_cell(p);
            after_number = true;
            continue;
        }
        if (*p == '{' || *p == ';') { /* the rest is comment, or cannot be told from it */
            sight.moves += first;
            break;
        }
        sight.ends = len > 0;
        p += len ? len : sight_part(r, p, first, after_number, &sight);
        p += reader_cell(p);
        first = after_number = false;
    }
    return sight;
}

/* A line that is mostly moves, though not all of it can be read, is no prose where a game is under
 * way, begins, or ends; and neither is a single move that cannot be read. */
static bool mostly_moves(const Reader *r, const Sight *sight) {
    unsigned moves = sight->moves + sight->garbled;
    bool game = r->frame[0].node || r->game->partial;
    if (sight->parted || moves + sight->counted <= sight->words)
        return false;
    if (sight->moves == 0)
        return (sight->counted && moves > 1) || (game && moves == 1 && !sight->words);
    return game || sight->counted || sight->ends;
}

/* Control characters, or what stands for NUL bytes: no text that somebody has written, unless a
 * slip has put them into a game. */
static bool is_binary(const char *p, const char *end) {
    for (; p < end; p++)
        if (((unsigned char)*p < ' ' && !strchr("\t\n\v\f", *p)) || !strncmp(p, "\xEF\xBF\xBD", 3))
            return true;
    return false;
}

/* Does a move that only the position makes clear begin the line: `O - O`, `P c9 - c6`? */
static bool begins_loosely(const Reader *r) {
    GrSyntax syntax;
    GrMove move;
    uint32_t number;
    const char *p = r->p + reader_move_number(r->p, &number);
    return gr_loose_read(&r->lexicon, &r->frame[0].now, p + gr_blanks(p), &syntax, &move) > 0;
}

bool reader_at_prose(Reader *r) {
    GrResult result;
    if (r->capture || r->depth > 0 || r->ending)
        return false;
    if (r->moving && strchr("()$!?.", *r->p))
        return false;
    if (!r->frame[0].node)
        reader_look_at_line(r);
    bool ends = reader_result(r->p, &result) > 0;
    if (ends && !r->frame[0].node && !r->game->partial)
        return true; /* it is the result of no game */
    Sight sight = reader_sight(r, r->p, r->end);
    bool mostly = mostly_moves(r, &sight);
    bool binary = is_binary(r->p, r->end);
    if ((!mostly || binary) && sight.moves && (sight.counted || r->frame[0].node))
        r->skipped_line = r->number; /* if it is prose */
    if (!(mostly && (r->frame[0].node || sight.moves > 2)) && binary)
        return true;
    if (ends || sight.numbered || (sight.named && !sight.word_first))
        return sight.words > 0 && !mostly && reader_is_mention(r);
    if (mostly)
        return false;
    if (r->frame[0].node && !r->lost && sight.words <= 2 && begins_loosely(r))
        return false;
    if (sight.parted && !r->lost && !reader_fits(r))
        return true; /* squares that are spoken of */
    bool game = r->frame[0].node || r->game->partial || r->tagged;
    return sight.words > 0 ||
           (sight.moves == 0 && (!sight.dotted || (sight.garbled && !game)));
}

Step reader_prose(Reader *r) {
    if (r->tagged && !r->prose_told) {
        reader_diagnose(r, GR_WARNING, r->p, 0, "this line is no movetext; it is kept as a "
                        "comment, and so are others of its kind in this game");
        r->prose_told = true;
    }
    if (!r->in_prose || r->comment.len > PARAGRAPH) {
        reader_close_prose(r);
        gr_buffer_clear(&r->comment);
        r->prose_lines = 0;
    } else {
        gr_buffer_putc(&r->comment, ' ');
    }
    r->in_prose = true;
    r->prose_lines++;
    gr_buffer_add(&r->comment, r->p, (size_t)(r->end - r->p));
    if (r->comment.failed)
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
    r->p = r->end;
    if (r->whole)
        return STEP_LINE_DONE;
    r->fresh = true; /* a piece of a very long line: what follows is looked at like a line */
    reader_look_ahead(r);
    return STEP_ON;
}

void reader_close_prose(Reader *r) {
    if (!r->in_prose)
        return;
    bool heading = reader_like_heading(r);
    reader_finish_comment(r);
    if (heading)
        reader_note_heading(r);
    r->in_prose = false;
}

/* Comments have single blanks, and none at the ends; the values of tags, which may become one, may
 * have others. */
static void add_words(GrBuffer *out, const char *text, size_t len) {
    while (len && strchr(" \t", text[len - 1]))
        len--;
    for (; len && strchr(" \t", *text); len--)
        text++;
    for (size_t i = 0; i < len; i++)
        if (!strchr(" \t", text[i]) || !i || !strchr(" \t", text[i - 1]))
            gr_buffer_putc(out, text[i] == '\t' ? ' ' : text[i]);
}

void reader_add_prose(Reader *r, const char *text, size_t len) {
    if (len > PROSE)
        len = PROSE;
    if (r->prose.len + len > PROSE) {
        gr_buffer_clear(&r->prose);
        r->heading_len = 0;
        r->prose_cut = true;
    }
    if (r->prose.len)
        gr_buffer_putc(&r->prose, 0x1E);
    add_words(&r->prose, text, len);
    if (r->prose.failed)
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
    if (!r->stray) {
        uint32_t column = 0;
        r->stray = r->number;
        gr_source_place(r->source, &r->stray, &column);
    }
}

void reader_take_prose(Reader *r) {
    reader_take_heading(r);
    if (r->prose.len &&
        gr_game_add_text(r->game, r->prose.data, r->prose.len, &r->game->nodes[0].comment))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
    gr_buffer_clear(&r->prose);
    r->prose_cut = false;
    r->stray = 0;
}

void reader_return_prose(Reader *r) {
    const char *heading = gr_game_tag(r->game, "Event");
    const char *text = gr_game_string(r->game, r->game->nodes[0].comment);
    if (heading)
        reader_add_prose(r, heading, strlen(heading));
    if (*text)
        reader_add_prose(r, text, strlen(text));
}

/* ---- remarks ---- */

/* A remark of so few words may stand before a move without a number. */
enum { FEW_WORDS = 2 };

/* Does a variation open at p, with a move that could have been played instead of the last one? */
static bool opens_variation(Reader *r, const char *p) {
    GrSyntax syntax;
    GrMove move;
    uint32_t number;
    if (*p != '(' || !r->frame[r->depth].node || r->lost)
        return false;
    p += 1 + gr_blanks(p + 1);
    p += reader_move_number(p, &number);
    p += gr_blanks(p);
    return (gr_syntax_read(&r->lexicon, p, &syntax) || gr_long_read(&r->lexicon, p, &syntax)) &&
           gr_resolve(&r->lexicon, reader_position_before(r), &syntax, &move, NULL) == 1;
}

/* Is there a move at p that can be played? */
static bool is_playable(const Reader *r, const char *p) {
    GrSyntax syntax;
    GrMove move;
    return (gr_syntax_read(&r->lexicon, p, &syntax) || gr_long_read(&r->lexicon, p, &syntax)) &&
           gr_resolve(&r->lexicon, &r->frame[r->depth].now, &syntax, &move, NULL) == 1;
}

/* Does the remark in the buffer say no more than that there is check, or numbers and signs? */
static bool is_mere_mark(const Reader *r) {
    for (const char *p = r->comment.data; p && *p; p += gr_blanks(p)) {
        size_t len = reader_word(p);
        for (size_t i = 0; i < len; i++)
            if (isalpha((unsigned char)p[i]) && !is_mark_word(p, len))
                return false;
        p += len ? len : 1;
    }
    return true;
}

/* Does something begin at p that ends a remark of so many words, in which so many parentheses are
 * open? */
static bool ends_remark(Reader *r, const char *p, size_t words, unsigned open) {
    GrResult result;
    uint32_t number;
    if (p >= r->end || *p == '{' || *p == ';' || (*p == ')' && r->depth > 0 && !open))
        return true;
    size_t len = reader_result(p, &result);
    if (len && reader_result_ends(r, p, len))
        return true;
    if (r->ending) {
        len = reader_move_number(p, &number);
        return len && (p[len - 1] == '.' || (unsigned char)p[len - 1] == 0xA6);
    }
    return reader_goes_on(r, p) || opens_variation(r, p) ||
           (words <= FEW_WORDS && is_playable(r, p) &&
            (r->tagged || is_mere_mark(r)));
}

/* Blanks, and at least one character or word. */
static const char *next_word(const char *p) {
    size_t len = reader_word(p);
    p += len ? len : 1;
    return p + gr_blanks(p);
}

/* Puts the words of the remark into the buffer, however long it is. */
static void gather_remark(Reader *r) {
    size_t words = 0;
    unsigned open = 0;
    gr_buffer_clear(&r->comment);
    do {
        const char *next = next_word(r->p);
        words += (size_t)(next - r->p) > reader_word(r->p); /* not half a long one */
        open += *r->p == '(';
        open -= *r->p == ')' && open;
        if (r->comment.len < GR_READER_TEXT)
            gr_buffer_add(&r->comment, r->p, (size_t)(next - r->p));
        r->p = next;
        reader_look_ahead(r);
    } while (!ends_remark(r, r->p, words, open));
    while (r->comment.len && strchr(" \t", r->comment.data[r->comment.len - 1]))
        r->comment.data[--r->comment.len] = 0;
}

/* Goes back to the beginning of the line, if it has only moves so far. */
static bool go_back(Reader *r) {
    Frame *f = &r->frame[0];
    GrNode *nodes = r->game->nodes;
    size_t read = (size_t)(r->p - r->line);
    if (r->depth > 0 || r->capture || r->script || r->behind || r->line_number != r->number ||
        memchr(r->line, '{', read) || memchr(r->line, '(', read) || memchr(r->line, '[', read) ||
        r->game->node_count - r->line_nodes != f->ply - r->line_ply)
        return false;
    f->now = r->game->start;
    if (r->line_node) {
        for (; f->before_node != r->line_node; f->before_node = nodes[f->before_node].next)
            gr_play(&f->before, nodes[f->before_node].move);
        f->now = f->before;
        gr_play(&f->now, nodes[r->line_node].move);
    }
    nodes[r->line_node].next = 0;
    f->node = r->line_node;
    f->ply = r->line_ply;
    r->game->node_count = r->line_nodes;
    r->game->diag_count = r->line_diags;
    r->named_line = 0;
    r->p = r->line;
    r->fresh = true;
    return true;
}

Step reader_words(Reader *r) {
    bool first = !r->prosy;
    r->prosy = true;
    return (first && go_back(r)) || reader_doubt(r) ? STEP_ON : reader_remark(r);
}

Step reader_remark(Reader *r) {
    uint32_t line = r->number, column = reader_column(r, r->p);
    gather_remark(r);
    if (r->comment.failed) {
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
        return STEP_ON;
    }
    size_t len = r->comment.len;
    if (r->tagged && !r->ending && r->named_line != r->number)
        reader_diagnose_at(r, GR_WARNING, line, column, 0,
                           "'%.*s%s' is no move; it is kept as a comment", len > 60 ? 60 : (int)len,
                           r->comment.data, len > 60 ? "..." : "");
    reader_finish_comment(r);
    return STEP_ON;
}
