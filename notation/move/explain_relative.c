/* Why a move of Xiangqi cannot be played. */
#include "notation/move/explain_relative.h"

#include "notation/move/xiangqi.h"

static GrXiangqiForm form_of(const Explain *e) {
    return e->syntax->chinese ? GR_XIANGQI_CHINESE : GR_XIANGQI_WXF;
}

/* The legal moves that fit. */
static void put_choices(const Explain *e, const GrXiangqiWay *ways, size_t n) {
    const char *lead = "it is ambiguous: from ";
    for (size_t i = 0; i < n; i++) {
        if (ways[i].to < 0 ||
            gr_find_move(e->pos, 1u << e->syntax->type, gr_set_of(ways[i].from), ways[i].to, 0) == GR_NO_MOVE)
            continue;
        gr_buffer_printf(e->out, "%s%s to %s", lead, SQUARE(ways[i].from), SQUARE(ways[i].to));
        lead = ", from ";
    }
}

static void put_none(const Explain *e) {
    const GrSyntax *s = e->syntax;
    const char *side = explain_side(e->side), *name = explain_type(e, s->type);
    GrSet all = e->pos->type[s->type] & e->pos->side[e->side];
    if (!all)
        gr_buffer_printf(e->out, "%s has no %s", side, name);
    else if (s->of_file && !s->order)
        gr_buffer_printf(e->out, "%s has no %s on file %d from the right, the %c-file", side, name, s->of_file,
                         e->side == GR_WHITE ? 'a' + e->v->files - s->of_file : 'a' + s->of_file - 1);
    else
        gr_buffer_printf(e->out, "%s has no %s that shares a file with %s like it", side, name,
                         s->order == '.' || s->order > '2' ? "others" : "another one");
    bool any = all != 0;
    for (const char *lead = " (on "; all; lead = ", ")
        gr_buffer_printf(e->out, "%s%s", lead, SQUARE(gr_set_pop(&all)));
    gr_buffer_puts(e->out, any ? ")" : "");
}

/* None of the pieces has a square that it could mean. */
static void put_nowhere(const Explain *e, int from) {
    const GrSyntax *s = e->syntax;
    const char *name = explain_type(e, s->type);
    char letter = e->v->piece[s->type].letter;
    bool crooked = letter == 'A' || letter == 'B' || letter == 'N';
    if (crooked && s->way == '=')
        gr_buffer_printf(e->out, "%s %s does not go sideways", explain_article(e, s->type), name);
    else if (crooked)
        gr_buffer_printf(e->out, "%s %s does not go from %s to file %d", explain_article(e, s->type), name,
                         SQUARE(from), s->number);
    else
        gr_buffer_printf(e->out, "from %s that leads off the board", SQUARE(from));
}

/* Legal moves of which one word is another. */
static void put_others(const Explain *e) {
    enum { MOST = 3 };
    GrMoveList list;
    int put = 0;
    char text[GR_SAN_SIZE];
    GrMove found[MOST];
    gr_moves(e->pos, &list);
    for (size_t i = 0; i < list.count && put < MOST; i++) {
        GrSyntax s;
        if (gr_xiangqi_describe(e->pos, list.move[i], &s) && gr_xiangqi_differences(e->syntax, &s) == 1)
            found[put++] = list.move[i];
    }
    for (int i = 0; i < put; i++) {
        gr_xiangqi_write(e->pos, found[i], form_of(e), text);
        gr_buffer_printf(e->out, "%s%s", i == 0 ? "; did you mean " : i + 1 < put ? ", " : " or ", text);
    }
    gr_buffer_puts(e->out, put ? "?" : "");
}

void explain_relative(const Explain *e) {
    GrXiangqiWay ways[GR_XIANGQI_MOST];
    GrMove move;
    size_t n = gr_xiangqi_ways(e->pos, e->syntax, ways), told = 0;
    if (gr_xiangqi_resolve(e->pos, e->syntax, &move) > 1) {
        put_choices(e, ways, n);
        return;
    }
    for (size_t i = 0; i < n && told < 2; i++) {
        GrSyntax squares;
        if (ways[i].to < 0)
            continue;
        gr_xiangqi_squares(e->pos, ways[i], e->syntax, &squares);
        Explain inner = *e;
        inner.syntax = &squares;
        gr_buffer_puts(e->out, told++ ? ", and " : "");
        explain_move(&inner);
    }
    if (n == 0)
        put_none(e);
    else if (!told)
        put_nowhere(e, ways[0].from);
    put_others(e);
}
