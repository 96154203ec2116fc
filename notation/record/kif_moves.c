/* Moves of Shogi in Japanese, `７六歩(77)`, `同　銀成`, `５五角打`, and with words in place of the origin `▲５八金右`; where
 * they begin, and what stands in place of a last one. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move/shogi_move.h"
#include "notation/record/kif.h"

bool sheet_kif_start(GrReader *r, Sheet *s) {
    if (r->moves.begun)
        return r->out.game->rules != NULL;
    if (s->own_board && s->ranks)
        sheet_fen(s, s->turned, s->fen);
    return sheet_begin(r, s, s->fen);
}

/* A word in place of a move that ends the game; false if it is none. */
static bool take_end(GrReader *r, Sheet *s, const char *p) {
    static const struct { const char *word; char who; const char *termination; } known[] = {
        {"投了", 'l', NULL}, {"詰み", 'l', NULL}, {"詰", 'l', NULL}, {"中断", '*', "unterminated"},
        {"千日手", 'd', NULL}, {"持将棋", 'd', "impasse"}, {"引き分け", 'd', NULL}, {"引分", 'd', NULL},
        {"切れ負け", 'l', "time forfeit"}, {"時間切れ", 'l', "time forfeit"}, {"反則勝ち", 'v', "rules infraction"},
        {"反則負け", 'l', "rules infraction"}, {"入玉勝ち", 'v', "entering king"}, {"勝ち宣言", 'v', "entering king"},
        {"不戦敗", 'l', "forfeit"}, {"不戦勝", 'v', "forfeit"}, {"不詰", '*', "abandoned"}, {"封じ手", '*', "unterminated"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!gr_begins(p, known[i].word))
            continue;
        char who = known[i].who;
        if (r->capture.kind && (who == 'l' || who == 'v')) /* whose turn it is is not known */
            return true;
        sheet_kif_start(r, s);
        if (r->moves.depth) /* the game has one end; that of a variation is a comment on its last move */
            sheet_comment(r, p, strlen(known[i].word));
        sheet_result(r, s, who == 'd' ? GR_DRAW : who == '*' ? GR_RESULT_NONE : sheet_wins(r, who == 'v'),
                     known[i].termination);
        return true;
    }
    return false;
}

/* ---- moves ---- */

/* Fills in what is to be played. */
static void resolve(const GrPosition *pos, GrShogiMove *read, SheetMove *out) {
    const GrVariant *v = gr_variant(pos->rules);
    bool drop, promotes = (read->words & GR_SHOGI_PROMOTES) != 0;
    const char turns = promotes ? '+' : '\0';
    if (read->to < 0)
        return;
    if (gr_shogi_origin(pos, read, &drop)) {
        sheet_shogi_move(v, out, read->piece, drop ? -1 : read->from, read->to, turns);
        return;
    }
    /* More than one piece fits, or none: the reason for that names them. */
    sheet_shogi_move(v, out, read->piece, read->to, read->to, turns);
    char *square = strchr(out->plain, '-');
    size_t name = square ? strlen(square + 1) : 0;
    if (square && (size_t)(square - out->plain) >= name - promotes) {
        size_t origin = name - promotes;
        memmove(square - origin, square + 1, name + 1);
    }
    *out->uci = '\0';
}

/* ---- lines ---- */

static const char *play(GrReader *r, Sheet *s, const char *p) {
    if (!sheet_kif_start(r, s))
        return p;
    const GrPosition *pos = &r->moves.frame[r->moves.depth].now;
    GrShogiMove read;
    const char *end = gr_shogi_words(gr_variant(pos->rules), p, sheet_target(r, s), &read);
    if (!end)
        return NULL;
    SheetMove out = {.at = p, .len = (size_t)(end - p)};
    if (s->ended && !r->moves.depth) {
        sheet_odd(r, p, out.len);
        return end;
    }
    resolve(pos, &read, &out);
    sheet_move(r, s, &out);
    return end;
}

/* Does a move stand there that is still the game's? */
static bool is_move(const GrReader *r, const Sheet *s, const char *p) {
    const GrVariant *v = gr_variant(r->moves.frame[r->moves.depth].now.rules);
    GrShogiMove read;
    return (!s->ended || r->moves.depth) && gr_shogi_words(v, p, sheet_target(r, s), &read);
}

/* "( 0:16/00:00:16)": what the move took comes first. */
static const char *take_time(GrReader *r, const char *p) {
    unsigned minutes, seconds;
    const char *q = p + (*p == '(');
    q += strspn(q, " ");
    char *after;
    if (*p != '(' || !isdigit((unsigned char)*q))
        return p;
    minutes = (unsigned)strtoul(q, &after, 10);
    if (*after != ':' || !isdigit((unsigned char)after[1]))
        return p;
    seconds = (unsigned)strtoul(after + 1, &after, 10);
    if (*after == ':' && isdigit((unsigned char)after[1]))
        minutes = minutes * 60 + seconds, seconds = (unsigned)strtoul(after + 1, &after, 10);
    const char *close = after + strcspn(after, ")\n");
    if (*close != ')' || minutes > 100000)
        return p;
    if (minutes || seconds)
        sheet_time(r, minutes * 60 + seconds);
    return close + 1;
}

/* `▲７六歩 △３四歩`. */
static bool take_marked(GrReader *r, Sheet *s, const char *p, const char *end) {
    while (p < end && gr_shogi_mark(p) && r->capture.kind == CAPTURE_NONE && !r->out.status) {
        const char *from = p + gr_shogi_mark(p);
        r->lines.p = p;
        p = take_end(r, s, from) ? end : play(r, s, from);
        if (!p)
            return false;
        p = gr_shogi_blanks(p);
    }
    if (p < end && r->capture.kind == CAPTURE_NONE)
        sheet_odd(r, p, (size_t)(end - p));
    return true;
}

/* Reports a number that is not the next one, but not those after it that count on from there. */
static void check_number(GrReader *r, Sheet *s, const char *at) {
    uint32_t number = (uint32_t)strtoul(at, NULL, 10) % 1000000, due = r->moves.frame[r->moves.depth].ply + 1;
    uint32_t next = s->number && due == s->due + 1 ? s->number + 1 : due;
    if (number != next && number != due)
        reader_diagnose(&r->out, GR_WARNING, r->lines.line, due, "the move has the number %u, but %u is due: %s",
                        (unsigned)number, (unsigned)next,
                        number > next ? "moves may be missing" : "a number is there twice");
    s->number = number;
    s->due = due;
}

bool sheet_kif_moves(GrReader *r, Sheet *s, const char *p, const char *end) {
    p = gr_shogi_blanks(p);
    if (gr_shogi_mark(p))
        return take_marked(r, s, p, end);
    const char *number = p;
    size_t digits = strspn(p, "0123456789");
    if (!digits)
        return false;
    p = gr_shogi_blanks(p + digits);
    p += gr_shogi_mark(p);
    if (take_end(r, s, p))
        return true;
    r->lines.p = p;
    if (sheet_kif_start(r, s) && is_move(r, s, p))
        check_number(r, s, number);
    p = play(r, s, p);
    if (!p || r->capture.kind)
        return p != NULL;
    p = gr_shogi_blanks(p);
    p = gr_shogi_blanks(take_time(r, p));
    if (p < end && *p != '+')
        sheet_odd(r, p, (size_t)(end - p));
    return true;
}
