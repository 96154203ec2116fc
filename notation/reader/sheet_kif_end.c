/* Records of Shogi in Japanese: where the moves begin, and what stands in place of a last one. */
#include <string.h>

#include "notation/reader/sheet_kif.h"

static bool begins(const char *p, const char *with) {
    return !strncmp(p, with, strlen(with));
}

bool sheet_kif_start(GrReader *r, Sheet *s) {
    if (r->moves.begun)
        return r->out.game->rules != NULL;
    if (s->own_board && s->ranks)
        sheet_fen(s, s->turned, s->fen);
    return sheet_begin(r, s, s->fen);
}

bool sheet_kif_end(GrReader *r, Sheet *s, const char *p) {
    static const struct { const char *word; char who; const char *termination; } known[] = {
        {"投了", 'l', NULL}, {"詰み", 'l', NULL}, {"詰", 'l', NULL}, {"中断", '*', "unterminated"},
        {"千日手", 'd', NULL}, {"持将棋", 'd', "impasse"}, {"引き分け", 'd', NULL}, {"引分", 'd', NULL},
        {"切れ負け", 'l', "time forfeit"}, {"時間切れ", 'l', "time forfeit"}, {"反則勝ち", 'v', "rules infraction"},
        {"反則負け", 'l', "rules infraction"}, {"入玉勝ち", 'v', "entering king"}, {"勝ち宣言", 'v', "entering king"},
        {"不戦敗", 'l', "forfeit"}, {"不戦勝", 'v', "forfeit"}, {"不詰", '*', "abandoned"}, {"封じ手", '*', "unterminated"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!begins(p, known[i].word))
            continue;
        char who = known[i].who;
        if (r->capture.kind && (who == 'l' || who == 'v')) /* whose turn it is cannot be said */
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
