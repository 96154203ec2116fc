/* Operations on what moves have: comments, glyphs, and the commands of comments. */
#include <stdio.h>
#include <string.h>

#include "notation/edit/edit_local.h"
#include "notation/eval.h"
#include "notation/glyph.h"
#include "notation/judge/bracket.h"
#include "notation/judge/clock.h"
#include "notation/move/syntax.h"

/* ---- comments ---- */

/* What sets the comments after a move, before its variations, back. */
static void undo_after(Edit *edit, const Spot *spot, GrText after) {
    const char *text = gr_game_string(edit->game, after);
    GrJson json;
    edit_begin_inverse(edit, &json, "comment", spot->path);
    edit_write_comments(&json, "after", text, strlen(text));
    edit_end_inverse(edit, &json);
}

int edit_comment(Edit *edit, uint32_t operation) {
    Spot spot;
    GrJson json;
    int code = edit_find_at(edit, operation, &spot);
    if (code)
        return code;
    edit_begin_inverse(edit, &json, "comment", spot.path);
    edit_write_all_comments(edit, &json, spot.node, true);
    edit_end_inverse(edit, &json);
    code = edit_read_all_comments(edit, operation, spot.node, spot.place ? 0 : edit_variations(edit, spot.node));
    if (!code && !spot.place && edit->game->nodes[spot.node].before)
        code = spot.ply ? gr_fail(edit->error, GR_ERR_ILLEGAL, "only the first move of a variation has comments before "
                                  "it; what stands before this one is \"after\" ply %u", (unsigned)spot.ply - 1)
                        : gr_fail(edit->error, GR_ERR_ILLEGAL, "what stands before the first move is \"after\" 0");
    return code;
}

/* ---- glyphs ---- */

/* A glyph as text: `!?`, `$14`, `+-`; 0 if it is none. */
static unsigned read_glyph(const char *text, size_t *len) {
    GrSyntax syntax;
    unsigned nag = 0;
    if (*text == '$') {
        *len = 1 + strspn(text + 1, "0123456789");
        for (size_t i = 1; i < *len && nag < 256; i++)
            nag = nag * 10 + (unsigned)(text[i] - '0');
        return nag < 256 ? nag : 0;
    }
    *len = gr_glyph_read(text, &nag);
    if (*len)
        return nag;
    gr_syntax_clear(&syntax);
    *len = strspn(text, "!?") <= 2 ? gr_syntax_marks(text, &syntax) : 0;
    return *len ? syntax.nag : 0;
}

static int read_glyph_text(Edit *edit, const char *text, GrBuffer *out) {
    for (const char *p = text + strspn(text, " "); *p; p += strspn(p, " ")) {
        size_t len;
        unsigned nag = read_glyph(p, &len);
        if (!nag)
            return gr_fail(edit->error, GR_ERR_SYNTAX, "'%.40s' is no glyph: those are !, ?, !!, ??, !?, ?!, signs "
                           "such as +- and the numbers $1 to $255", p);
        gr_buffer_putc(out, (char)nag);
        p += len;
    }
    return 0;
}

int edit_read_glyphs(Edit *edit, uint32_t value, GrText *nags) {
    const GrJsonValue *values = edit->tree->value;
    const char *text = gr_json_text(edit->tree, value);
    GrBuffer out;
    int64_t number;
    int code = 0;
    gr_buffer_init(&out);
    if (text)
        code = read_glyph_text(edit, text, &out);
    else if (values[value].kind != GR_JSON_ARRAY && values[value].kind != GR_JSON_NULL)
        code = gr_fail(edit->error, GR_ERR_SYNTAX, "\"glyphs\" is a string or an array of numbers");
    for (uint32_t v = values[value].first; v && !code; v = values[v].next)
        if (gr_json_whole(edit->tree, v, 1, 255, &number))
            gr_buffer_putc(&out, (char)number);
        else
            code = gr_fail(edit->error, GR_ERR_SYNTAX, "a glyph is a number from 1 to 255");
    if (!code && (out.failed || gr_game_add_text(edit->game, out.data, out.len, nags)))
        code = gr_no_memory(edit->error);
    gr_buffer_free(&out);
    return code;
}

void edit_write_glyphs(GrJson *json, const char *name, const char *nags) {
    gr_json_open(json, name, '[');
    for (; *nags; nags++)
        gr_json_int(json, NULL, (unsigned char)*nags);
    gr_json_close(json, ']');
}

static int no_move(Edit *edit) {
    return gr_fail(edit->error, GR_ERR_ILLEGAL, "0 is the start of the game and no move");
}

int edit_glyphs(Edit *edit, uint32_t operation) {
    Spot spot;
    GrJson json;
    GrText nags = 0;
    uint32_t value = gr_json_member(edit->tree, operation, "glyphs");
    int code = edit_find_at(edit, operation, &spot);
    if (!code && !spot.node)
        code = no_move(edit);
    if (!code && value)
        code = edit_read_glyphs(edit, value, &nags);
    if (code)
        return code;
    edit_begin_inverse(edit, &json, "glyphs", spot.path);
    edit_write_glyphs(&json, "glyphs", gr_game_string(edit->game, edit->game->nodes[spot.node].nags));
    edit_end_inverse(edit, &json);
    edit->game->nodes[spot.node].nags = nags;
    return 0;
}

/* ---- commands ---- */

/* Is the value a list of entries, each a colour and that many squares? */
static bool is_list(const Edit *edit, const char *text, int squares) {
    do {
        if (*text < 'A' || *text > 'Z')
            return false;
        text++;
        for (int i = 0; i < squares; i++) {
            int square;
            size_t len = gr_lexicon_square(&edit->lexicon, text, &square);
            if (!len)
                return false;
            text += len;
        }
    } while (*text == ',' && *text++);
    return !*text;
}

/* Adds one comment with the command set, or without it if the value is NULL. */
static void set_in_comment(GrBuffer *out, const char *text, const char *name, const char *value) {
    GrBracket found;
    if (!value) {
        gr_bracket_drop(out, text, name);
        return;
    }
    bool has = gr_bracket_find(text, 0, name, &found);
    gr_buffer_add(out, text, has ? found.start : 0);
    gr_buffer_printf(out, "[%%%s %s]%s", name, value, !has && *text ? " " : "");
    gr_buffer_puts(out, text + (has ? found.end : 0));
}

/* Sets the command in the first comment that has it, else in the first one; drops it from all. */
static void set_command(GrBuffer *out, char *comments, const char *name, const char *value) {
    GrBracket found;
    bool placed = value && !gr_bracket_find(comments, 0, name, &found);
    size_t at = placed ? 0 : value ? found.start : SIZE_MAX;
    for (char *p = comments, *next; p; p = next) {
        next = strchr(p, GR_COMMENT_NEXT);
        if (next)
            *next++ = 0;
        size_t from = (size_t)(p - comments), mark = out->len;
        bool here = value && at >= from && at <= from + strlen(p);
        if (mark)
            gr_buffer_putc(out, GR_COMMENT_NEXT);
        size_t begun = out->len;
        if (here || !value)
            set_in_comment(out, p, name, value);
        else
            gr_buffer_puts(out, p);
        if (out->len == begun && !out->failed && mark)
            out->data[out->len = mark] = 0;
    }
}

static int put_command(Edit *edit, const Spot *spot, const char *name, const char *value) {
    GrBuffer out, copy;
    GrText old;
    int code = edit_get_part(edit, spot->node, 0, &old);
    if (code)
        return code;
    undo_after(edit, spot, old);
    gr_buffer_init(&out);
    gr_buffer_init(&copy);
    gr_buffer_puts(&copy, gr_game_string(edit->game, old));
    gr_buffer_puts(&copy, "");
    if (!copy.failed)
        set_command(&out, copy.len ? copy.data : (char[]){""}, name, value);
    code = copy.failed || out.failed ? gr_no_memory(edit->error)
                                     : edit_set_part(edit, spot->node, 0, out.len ? out.data : "");
    gr_buffer_free(&out);
    gr_buffer_free(&copy);
    return code;
}

/* A command of one name; `fits` says whether a value is one of its. */
static int edit_command(Edit *edit, uint32_t operation, const char *name, bool of_move,
                        bool (*fits)(const Edit *edit, const char *text), const char *wanted) {
    Spot spot;
    uint32_t member = gr_json_member(edit->tree, operation, "value");
    const char *value = gr_json_text(edit->tree, member);
    int code = edit_find_at(edit, operation, &spot);
    if (!code && of_move && !spot.node)
        code = no_move(edit);
    if (code)
        return code;
    if (member && !value && edit->tree->value[member].kind != GR_JSON_NULL)
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"value\" is not %s", wanted);
    if (value && *value && !fits(edit, value))
        return gr_fail(edit->error, GR_ERR_SYNTAX, "'%.60s' is not %s", value, wanted);
    return put_command(edit, &spot, name, value && *value ? value : NULL);
}

static bool are_arrows(const Edit *edit, const char *text) {
    return is_list(edit, text, 2);
}

static bool are_squares(const Edit *edit, const char *text) {
    return is_list(edit, text, 1);
}

static bool is_time(const Edit *edit, const char *text) {
    (void)edit;
    return gr_clock_read(text, strlen(text)) >= 0;
}

static bool is_eval(const Edit *edit, const char *text) {
    char command[64];
    GrEval eval;
    (void)edit;
    int len = snprintf(command, sizeof command, "[%%eval %s]", text);
    return len < (int)sizeof command && !text[strspn(text, "+-#.,0123456789")] && gr_eval_find(command, &eval);
}

int edit_arrows(Edit *edit, uint32_t operation) {
    return edit_command(edit, operation, "cal", false, are_arrows,
                        "a list of arrows: a colour and two squares each, as in Ge2e4,Rd1d8");
}

int edit_squares(Edit *edit, uint32_t operation) {
    return edit_command(edit, operation, "csl", false, are_squares,
                        "a list of marked squares: a colour and a square each, as in Gd4,Re5");
}

int edit_clock(Edit *edit, uint32_t operation) {
    return edit_command(edit, operation, "clk", true, is_time, "a time, as in 1:02:03");
}

int edit_elapsed(Edit *edit, uint32_t operation) {
    return edit_command(edit, operation, "emt", true, is_time, "a time, as in 0:00:12");
}

int edit_eval(Edit *edit, uint32_t operation) {
    return edit_command(edit, operation, "eval", true, is_eval, "an evaluation, as in 0.35, -1.20,18 or #-3");
}
