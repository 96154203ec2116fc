/* Move numbers and results in movetext. */
#include <ctype.h>
#include <string.h>

#include "notation/reader/reader_local.h"
#include "notation/result.h"

size_t reader_move_number(const char *p, uint32_t *number) {
    const char *q = p;
    uint32_t n = 0;
    for (; *q >= '0' && *q <= '9' && q < p + 7; q++)
        n = n * 10 + (uint32_t)(*q - '0');
    const char *digits_end = q;
    if (q == p || q == p + 7)
        return 0;
    *number = n;
    while (*q == '.')
        q++;
    if (*q == ')' && q == digits_end && (q[1] == ' ' || isalpha((unsigned char)q[1])))
        q++; /* `1) e4` */
    if (*q == '\xE2' && !strncmp(q, "\xE2\x80\xA6", 3)) /* an ellipsis */
        q += 3;
    if (q == digits_end && *q && *q != ' ' && *q != '\t' && *q != '\n' && (unsigned char)*q != 0xC2)
        return 0;
    return (size_t)(q - p);
}

/* A number is held against the position only with a dot; three dots are the second player's. */
void reader_check_number(Reader *r, const char *p, size_t len) {
    const Frame *f = &r->frame[r->depth];
    const GrVariant *v = r->lexicon.variant;
    uint32_t number = 0;
    unsigned dots = 0;
    for (size_t i = 0; i < len; i++)
        if (p[i] >= '0' && p[i] <= '9')
            number = number * 10 + (uint32_t)(p[i] - '0');
        else
            dots += p[i] == '.' ? 1 : (unsigned char)p[i] == 0xE2 ? 3 : 0;
    bool second = f->now.turn != v->first;
    if (!dots || (number == f->now.number && (dots < 2 || second)) || r->lost ||
        (r->number_told && r->number_told <= r->game->diag_count))
        return;
    if (number != f->now.number)
        reader_diagnose(r, GR_NOTE, p, f->ply + 1, "the text numbers this move %u; it is move %u",
                        (unsigned)number, (unsigned)f->now.number);
    else
        reader_diagnose(r, GR_NOTE, p, f->ply + 1, "by its dots this is a move of %s's, but it is "
                        "%s's turn", v->first == GR_WHITE ? "Black" : "White",
                        v->first == GR_WHITE ? "White" : "Black");
    r->number_told = r->game->diag_count;
}

size_t reader_result(const char *p, GrResult *result) {
    switch (*p) {
    case '0': case '1': case '.': case '*': case '\xC2':
        return gr_result_parse(p, result, NULL);
    default:
        return 0;
    }
}

/* Does the game end with the line, as far as that can be seen? */
static bool ends_here(Reader *r, size_t len) {
    const char *p = r->p + len + gr_blanks(r->p + len);
    if (p < r->end)
        return *p == '{' || *p == ';';
    reader_see_further(r, 256);
    if (r->end == r->window_end)
        return true;
    p = r->end + 1 + gr_blanks(r->end + 1);
    return p >= r->window_end || *p == '\n' || *p == '[' || !strncmp(p, "1.", 2);
}

size_t reader_forfeit(Reader *r, GrResult *result) {
    GrSyntax syntax;
    GrMove move;
    bool forfeit, stated;
    size_t len = r->depth == 0 ? gr_result_parse(r->p, result, &forfeit) : 0;
    if (!len || !forfeit || reader_follows_number(r, r->p))
        return 0;
    const char *tag = gr_game_tag(r->game, "Result");
    if (tag && gr_result_parse(tag, result, &stated) && !stated)
        return 0;
    gr_syntax_clear(&syntax);
    bool castling = gr_syntax_castling(r->p, &syntax) && !r->lost &&
                    gr_resolve(&r->lexicon, &r->frame[0].now, &syntax, &move, NULL) == 1;
    if ((castling && !tag) || !ends_here(r, len))
        return 0;
    r->forfeit = true;
    return len;
}

GrResult reader_stated_result(Reader *r, const char *text) {
    GrResult result = gr_result_read(text);
    bool forfeit;
    if (result || *text == '*')
        return result;
    size_t len = gr_result_parse(text, &result, &forfeit);
    if (!len || text[len])
        return GR_RESULT_NONE;
    r->forfeit |= forfeit;
    r->own_result = true;
    return result;
}

/* Both players have lost: what PGN has no result for. */
static void tell_forfeit(Reader *r) {
    reader_diagnose_at(r, GR_WARNING, r->result_line, r->result_column, 0,
                       "0-0, a loss of both players, is no result of PGN; the result is kept as *");
    if (!gr_game_tag(r->game, "Termination") &&
        gr_game_set_tag(r->game, "Termination", "double forfeit"))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
}

void reader_tidy_result(Reader *r) {
    const char *text = gr_result_text(r->game->result);
    if (r->own_result && gr_game_set_tag(r->game, "Result", text))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
    if (r->forfeit)
        tell_forfeit(r);
}
