/* What the writers of records of Shogi share. */
#include "notation/write/shogi.h"

#include <string.h>

#include "notation/judge/clock.h"

#define TIME "[%emt "

const char *gr_shogi_refuses(const GrGame *game) {
    if (!game->rules)
        return "its rules are not known";
    return gr_is_shogi(gr_variant(game->rules)) ? NULL : "it is none of Shogi";
}

/* In Kyoto Shogi and its kin a promoted piece turns back or comes from the hand: KIF and CSA have no words for that. */
static bool turns_back(const GrGame *game) {
    const GrVariant *v = gr_variant(game->rules);
    for (size_t n = 1; n < game->node_count; n++) {
        GrMove move = game->nodes[n].move;
        int type = gr_move_kind(move) == GR_ENTER ? gr_move_piece(move) : gr_move_becomes(move);
        const GrShogiPiece *piece = type ? gr_shogi_piece(v, type) : NULL;
        if (piece && gr_shogi_is_promoted(piece) == (gr_move_kind(move) == GR_ENTER))
            return true;
    }
    return false;
}

const char *gr_shogi_refuses_board(const GrGame *game) {
    const char *why = gr_shogi_refuses(game);
    const GrVariant *v = why ? NULL : gr_variant(game->rules);
    if (why)
        return why;
    if ((v->files != 9 || v->ranks != 9) && !gr_is_minishogi(v))
        return "its board is not of 9 by 9 squares, nor is it Minishogi";
    return turns_back(game) ? "in it promoted pieces turn back or are dropped" : NULL;
}

static bool ended_by(const GrGame *game, const char *word) {
    const char *tag = gr_game_known_tag(game, "Termination");
    return tag && !strcmp(tag, word);
}

static GrShogiEnd end_of_draw(const GrGame *game) {
    return gr_game_state(game) == GR_DRAWN   ? GR_SHOGI_REPEATED
           : ended_by(game, "impasse")       ? GR_SHOGI_IMPASSE
           : ended_by(game, "adjudication")  ? GR_SHOGI_LIMIT
                                             : GR_SHOGI_DRAWN;
}

/* Has the other side lost by a repetition? */
static bool is_fouled(const GrGame *game, int winner) {
    int real;
    return gr_variant(game->rules)->repeats_decide && gr_game_end(game, &real) == GR_WON && real == winner;
}

GrShogiEnd gr_shogi_end(const GrGame *game) {
    GrPosition last;
    if (game->partial) /* the end is behind what could be played */
        return GR_SHOGI_BROKEN;
    if (game->result == GR_RESULT_NONE)
        return ended_by(game, "unterminated") ? GR_SHOGI_BROKEN : GR_SHOGI_OPEN;
    if (game->result == GR_DRAW)
        return end_of_draw(game);
    gr_game_position(game, game->plies, &last);
    int winner = game->result == GR_WHITE_WINS ? GR_WHITE : GR_BLACK;
    if (is_fouled(game, winner)) /* by perpetual check */
        return winner == last.turn ? GR_SHOGI_FOUL_BEFORE : GR_SHOGI_FOUL;
    if (winner == last.turn)
        return ended_by(game, "rules infraction") ? GR_SHOGI_FOUL_BEFORE
               : ended_by(game, "forfeit")        ? GR_SHOGI_ABSENT_BEFORE
               : ended_by(game, "entering king")  ? GR_SHOGI_ENTERED
                                                  : GR_SHOGI_WON;
    return gr_state(&last) == GR_CHECKMATE      ? GR_SHOGI_MATED
           : ended_by(game, "time forfeit")     ? GR_SHOGI_TIME
           : ended_by(game, "rules infraction") ? GR_SHOGI_FOUL
           : ended_by(game, "forfeit")          ? GR_SHOGI_ABSENT
                                                : GR_SHOGI_RESIGNS;
}

bool gr_shogi_usual_start(const GrGame *game) {
    GrPosition start;
    gr_start(game->rules, &start);
    return gr_same(&start, &game->start);
}

/* Text of tags and comments stays on its line. */
static void put_line(GrBuffer *out, const char *words, const char *text, size_t len) {
    gr_buffer_puts(out, words);
    for (size_t i = 0; i < len; i++)
        gr_buffer_putc(out, text[i] == '\n' || text[i] == '\r' ? ' ' : text[i]);
    gr_buffer_putc(out, '\n');
}

void gr_shogi_put_start(GrBuffer *out, const GrGame *game, const char *words) {
    const char *date = gr_game_known_tag(game, "Date"), *time = gr_game_known_tag(game, "Time");
    if (!date)
        return;
    gr_buffer_puts(out, words);
    for (; *date; date++)
        gr_buffer_putc(out, *date == '.' ? '/' : *date == '\n' ? ' ' : *date);
    put_line(out, time ? " " : "", time ? time : "", time ? strlen(time) : 0);
}

void gr_shogi_put_tag(GrBuffer *out, const GrGame *game, const char *words, const char *tag) {
    const char *value = gr_game_known_tag(game, tag);
    if (value)
        put_line(out, words, value, strlen(value));
}

/* Where the time of a move stands in its comment; NULL if it has none that can be read. */
static const char *find_time(const char *comment, double *seconds, size_t *len) {
    const char *at = strstr(comment, TIME), *close = at ? strchr(at, ']') : NULL;
    *seconds = close ? gr_clock_read(at + strlen(TIME), (size_t)(close - at) - strlen(TIME)) : GR_NO_TIME;
    *len = close ? (size_t)(close - at) + 1 : 0;
    return *seconds >= 0 && *seconds < 1e8 ? at : NULL;
}

long gr_shogi_time(const GrGame *game, GrText comment) {
    double seconds;
    size_t len;
    return find_time(gr_game_string(game, comment), &seconds, &len) ? (long)seconds : -1;
}

void gr_shogi_put_comment(GrBuffer *out, const GrGame *game, GrText comment, const char *words) {
    const char *text = gr_game_string(game, comment);
    double seconds;
    size_t timed;
    const char *time = find_time(text, &seconds, &timed);
    while (*text) {
        size_t len = strcspn(text, GR_COMMENT_ENDS "\n");
        const char *end = text + len;
        if (time >= text && time < end && time && (size_t)(end - text) >= timed) {
            const char *behind = time + timed;
            while (behind < end && *behind == ' ')
                behind++;
            if (time > text)
                put_line(out, words, text, (size_t)(time - text));
            if (behind < end)
                put_line(out, words, behind, (size_t)(end - behind));
        } else if (len) {
            put_line(out, words, text, len);
        }
        text = *end ? end + 1 : end;
    }
}

const GrShogiPiece *gr_shogi_mover(const GrPosition *pos, GrMove move) {
    int type = gr_move_kind(move) == GR_ENTER ? gr_move_piece(move) : gr_type_of(pos->board[gr_move_from(move)]);
    return gr_shogi_piece(gr_variant(pos->rules), type);
}

void gr_shogi_put_target(GrBuffer *out, const GrVariant *v, int to, int target) {
    if (to == target)
        gr_buffer_puts(out, "同　");
    else
        gr_buffer_printf(out, "%s%s", gr_shogi_files[gr_shogi_file(v, to)], gr_shogi_ranks[gr_shogi_rank(v, to)]);
}
