/* Reading castlings in canonical SAN. */
#include "notation/move/quick.h"

#include <string.h>

size_t gr_quick_castling(const GrLexicon *lexicon, const GrPosition *pos, const char *text, GrMove *move,
                         char *mark) {
    const GrVariant *v = lexicon->variant;
    for (int i = 0; i < v->castlings; i++) {
        GrCastling c;
        size_t len = strlen(v->castling[i].san);
        int king = gr_piece(pos->turn, gr_castling_king(v, pos->turn));
        if (!gr_castling(pos, i, &c) || pos->board[c.king_from] != king ||
            strncmp(text, c.san, len) || !(len = gr_quick_end(text, text + len, mark)))
            continue;
        GrPattern pattern = {.kinds = 1u << GR_CASTLE, .from = gr_set_of(c.king_from),
                             .to = gr_set_of(c.king_to), .third = -1};
        return gr_match(pos, &pattern, move, 1) == 1 ? len : 0;
    }
    return 0;
}
