/* Reading movetext: passes that nobody writes. */
#include "notation/reader/unwritten.h"

#include "notation/move/resolve.h"
#include "notation/move/uci.h"
#include "notation/reader/played_move.h"

void reader_pass_unwritten(GrReader *r, const GrSyntax *syntax) {
    Moves *m = &r->moves;
    const GrPosition *now = &m->frame[m->depth].now;
    GrPosition after;
    GrMove move;
    if (!m->lexicon.dropped || syntax->form == GR_FORM_PASS || !gr_variant(now->rules)->passes || m->lost ||
        gr_count_moves(now) != 1 || !gr_is_legal(now, gr_null_move()))
        return;
    gr_position_copy(&after, now);
    gr_play(&after, gr_null_move());
    if (gr_resolve(&m->lexicon, &after, syntax, &move, NULL) == 1)
        reader_add_move(r, gr_null_move(), r->lines.p);
}
