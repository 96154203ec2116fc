/* The game of an XBoard session: positions, moves, results. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/xboard/xboard_local.h"

const GrPosition *gr_xb_position(const GrXboard *x) {
    return &x->line[x->plies];
}

void gr_xb_begin(GrXboard *x, const GrPosition *pos) {
    x->line[0] = *pos;
    x->plies = 0;
    gr_tracks_begin(&x->tracks, pos); /* there is room for it since the session began */
    x->unsound = x->over = false;
    x->score = GR_NO_SCORE;
    x->hopeless = 0;
}

bool gr_xb_play(GrXboard *x, GrMove move) {
    if (x->plies + 1 >= x->line_cap) {
        size_t cap = x->line_cap * 2;
        GrPosition *line = realloc(x->line, cap * sizeof *line);
        if (!line)
            return false;
        x->line = line;
        x->line_cap = cap;
    }
    x->line[x->plies + 1] = x->line[x->plies];
    gr_play(&x->line[x->plies + 1], move);
    if (!gr_tracks_add(&x->tracks, &x->line[x->plies], move, &x->line[x->plies + 1]))
        return false;
    x->plies++;
    return true;
}

void gr_xb_take_back(GrXboard *x, int turns) {
    x->over = false;
    while (turns > 0 && x->plies > 0) {
        x->plies--;
        x->tracks.count--;
        turns -= x->plies == 0 || x->line[x->plies - 1].turn != x->line[x->plies].turn;
    }
}

/* ---- results ---- */

static const char *draw_reason(const GrXboard *x, GrState state) {
    const GrPosition *pos = gr_xb_position(x);
    if (state == GR_STALEMATE)
        return "Stalemate";
    if (state == GR_DRAWN)
        return gr_is_over(pos) ? "By the rules" : gr_is_dead(pos) ? "Neither side can mate"
                                                              : "Fifty moves";
    return "Repetition";
}

void gr_xb_say_result(GrXboard *x) {
    const GrPosition *pos = gr_xb_position(x);
    GrState state = gr_state(pos);
    int winner = gr_winner(pos, state);
    if (x->over || (state == GR_OPEN && !gr_repetition(x->rules, x->tracks.track, x->tracks.count, &winner)))
        return;
    const char *how = state == GR_STALEMATE ? "stalemates" : state == GR_CHECKMATE ? "mates" : "wins";
    x->over = true;
    if (winner < 0)
        gr_xb_say(x, "1/2-1/2 {%s}", draw_reason(x, state));
    else
        gr_xb_say(x, "%s {%s %s}", winner == GR_WHITE ? "1-0" : "0-1",
                  winner == GR_WHITE ? "White" : "Black", how);
}

/* ---- moves ---- */

/* Boards of exactly ten ranks count them from 0 in this protocol: changes the numbers that follow a
 * letter of a file. False if the text would not fit. */
static bool shift_ranks(const GrPosition *pos, const char *text, int by, char *out, size_t size) {
    const GrVariant *v = gr_variant(pos->rules);
    size_t used = 0;
    while (*text) {
        bool file = *text >= 'a' && *text < 'a' + v->files && isdigit((unsigned char)text[1]);
        if (used + 4 >= size)
            return false;
        out[used++] = *text++;
        if (!file || v->ranks != 10)
            continue;
        size_t digits = strspn(text, "0123456789");
        int64_t rank;
        if (!gr_word_number(text, digits, &rank) || rank > 10 || rank + by < 0 || rank + by > 10)
            return false;
        rank += by;
        if (rank == 10)
            out[used++] = '1';
        out[used++] = (char)('0' + rank % 10);
        text += digits;
    }
    out[used] = '\0';
    return true;
}

void gr_xb_write_move(const GrPosition *pos, GrMove move, char out[GR_XB_MOVE_SIZE]) {
    char name[GR_UCI_SIZE];
    gr_uci_write(pos, move, name);
    if (!shift_ranks(pos, name, -1, out, GR_XB_MOVE_SIZE))
        memcpy(out, name, sizeof name);
}

int gr_xb_read_move(const GrPosition *pos, const char *text, GrMove *move) {
    char name[GR_XB_MOVE_SIZE];
    if (!shift_ranks(pos, text, 1, name, sizeof name))
        return GR_ERR_SYNTAX;
    int code = gr_uci_read(pos, name, move, NULL);
    bool null = code == 0 && gr_move_kind(*move) == GR_PASS && !gr_is_legal(pos, *move);
    return null ? GR_ERR_ILLEGAL : code;
}
