/* Evaluations of several programs, brought into one form. */
#include "notation/eval_dialect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/buffer.h"
#include "notation/eval.h"
#include "notation/eval_shown.h"

typedef struct Pass {
    GrGame *game;
    GrEvalDialect dialect;
    bool hundredths; /* numbers without a point are hundredths of a pawn */
    GrShownHabit habit; /* what `0.57/17 5` without an s is */
    GrBuffer out;    /* the comment as it shall be */
    bool changed;    /* and it is another than it was */
    GrEvalDoubt *doubt;
} Pass;

static const char DIGITS[] = "0123456789";

const char *const *gr_eval_dialect_names(void) {
    static const char *const names[] = {"auto",      "lichess", "python-chess",
                                        "chessbase", "cutechess", NULL};
    return names;
}

static void note_doubt(Pass *pass, uint32_t node, uint32_t ply, const char *text, size_t len) {
    if (*pass->doubt->text)
        return;
    pass->doubt->node = node;
    pass->doubt->ply = ply;
    snprintf(pass->doubt->text, sizeof pass->doubt->text, "%.*s", (int)(len < 31 ? len : 31), text);
}

static void put_eval(Pass *pass, const GrEval *eval) {
    char text[GR_EVAL_SIZE];
    gr_eval_write(eval, text);
    gr_buffer_printf(&pass->out, "[%%eval %s", text);
    pass->changed = true;
}

/* ---- [%eval 35,12] ---- */

/* A number without a point after "[%eval ", up to the comma or bracket: characters used, 0 if there
 * is no such number there. */
static size_t read_whole(const char *text, int *number) {
    const char *p = text + strspn(text, " ");
    const char *digits = p + (*p == '-' || *p == '+');
    size_t len = strspn(digits, DIGITS);
    if (len == 0 || len > 6 || (digits[len] != ',' && digits[len] != ']'))
        return 0;
    *number = (int)strtol(p, NULL, 10);
    return (size_t)(digits + len - text);
}

/* At "[%eval ": rewrites the number, if there is one without a point. Returns the characters done
 * with, 0 if all is left as it is. */
static size_t take_command(Pass *pass, const char *text, uint32_t node, uint32_t ply) {
    enum { NAME = 7 };
    GrEval eval = {.mate = false};
    int number;
    size_t len = read_whole(text + NAME, &number);
    if (len == 0)
        return 0;
    bool pawns = pass->dialect == GR_EVAL_LICHESS || pass->dialect == GR_EVAL_PYTHON_CHESS;
    if (number && !pawns && !pass->hundredths) {
        note_doubt(pass, node, ply, text, strcspn(text, "]") + 1);
        return 0;
    }
    eval.centipawns = pawns ? number * 100 : number;
    put_eval(pass, &eval);
    return NAME + len;
}

/* ---- +0.57/17 5.7s ---- */

static void put_shown(Pass *pass, const GrShown *shown, bool turned) {
    GrEval eval = shown->eval;
    if (turned) {
        eval.centipawns = -eval.centipawns;
        eval.moves = -eval.moves;
    }
    put_eval(pass, &eval);
    gr_buffer_putc(&pass->out, ']');
    if (shown->decimals < 0)
        return;
    unsigned whole = (unsigned)shown->seconds;
    gr_buffer_printf(&pass->out, " [%%emt %u:%02u:%0*.*f]", whole / 3600, whole / 60 % 60,
                     shown->decimals ? shown->decimals + 3 : 2, shown->decimals,
                     shown->seconds - whole / 60 * 60);
}

/* At the start of a comment on a move of `mover`. Returns the characters done with. */
static size_t take_shown(Pass *pass, const char *text, int mover, uint32_t node, uint32_t ply) {
    GrShown shown;
    size_t len = gr_shown_read(text, &shown);
    bool cutechess = pass->dialect == GR_EVAL_CUTECHESS;
    if (len == 0 || (!cutechess && pass->dialect != GR_EVAL_AUTO))
        return 0;
    cutechess = cutechess || gr_shown_is_cutechess(&shown);
    if (!cutechess && pass->habit == GR_SHOWN_ANY) {
        if (shown.sign)
            note_doubt(pass, node, ply, text, len);
        return 0;
    }
    if (!cutechess && pass->habit == GR_SHOWN_AS_CHESSBASE) {
        pass->doubt->taken |= !*pass->doubt->text;
        note_doubt(pass, node, ply, text, len);
    }
    put_shown(pass, &shown, mover == GR_BLACK && (cutechess || pass->habit == GR_SHOWN_BY_XBOARD));
    if (text[len] != ',' && text[len] != ';')
        return len;
    gr_buffer_putc(&pass->out, ' '); /* instead of a comma with more blanks or none behind it */
    return len + 1 + strspn(text + len + 1, " ");
}

/* ---- the comments of a game ---- */

/* One string of comments; mover -1: not on a move. */
static int take_comment(Pass *pass, GrText *slot, int mover, uint32_t node, uint32_t ply) {
    const char *text = gr_game_string(pass->game, *slot);
    if (!*slot)
        return 0;
    bool plain = mover < 0 || strstr(text, "[%eval ");
    gr_buffer_clear(&pass->out);
    pass->changed = false;
    for (const char *p = text; *p;) {
        size_t len = 0;
        if (!plain && (p == text || strchr(GR_COMMENT_ENDS, p[-1])))
            len = take_shown(pass, p, mover, node, ply);
        else if (*p == '[' && !strncmp(p, "[%eval ", 7))
            len = take_command(pass, p, node, ply);
        if (len == 0)
            gr_buffer_putc(&pass->out, *p++);
        p += len;
    }
    if (pass->out.failed)
        return GR_ERR_MEMORY;
    return pass->changed ? gr_game_add_text(pass->game, pass->out.data, pass->out.len, slot) : 0;
}

/* A line of moves from the node on, `turn` being whose move it is; with its variations. `branches`
 * is false for the first move of a variation, whose alternatives are its siblings. */
static int take_line(Pass *pass, uint32_t node, int turn, uint32_t ply, bool branches) {
    GrNode *nodes = pass->game->nodes;
    int code = 0;
    for (; node && !code; node = nodes[node].next, branches = true, ply++) {
        code = take_comment(pass, &nodes[node].before, -1, node, ply);
        if (!code)
            code = take_comment(pass, &nodes[node].comment, turn, node, ply);
        uint32_t alt = branches ? nodes[node].alternative : 0;
        for (; alt && !code; alt = nodes[alt].alternative)
            code = take_line(pass, alt, turn, ply, false);
        if (!gr_kind_does(gr_move_kind(nodes[node].move), GR_HALF))
            turn = 1 - turn;
    }
    return code;
}

/* Has the game commands that ChessBase alone writes? */
static bool from_chessbase(const GrGame *game) {
    static const char *const commands[] = {"[%evp ", "[%mdl ", "[%tqu "};
    for (size_t i = 0; i < game->node_count; i++)
        for (size_t c = 0; c < sizeof commands / sizeof *commands; c++)
            if (game->nodes[i].comment &&
                strstr(gr_game_string(game, game->nodes[i].comment), commands[c]))
                return true;
    return false;
}

int gr_game_read_evals(GrGame *game, GrEvalDialect dialect, GrEvalDoubt *doubt) {
    Pass pass = {.game = game, .dialect = dialect, .doubt = doubt};
    *doubt = (GrEvalDoubt){.node = 0};
    if (!game->rules || !game->node_count)
        return 0;
    pass.hundredths = dialect == GR_EVAL_CHESSBASE ||
                      (dialect != GR_EVAL_LICHESS && dialect != GR_EVAL_PYTHON_CHESS &&
                       from_chessbase(game));
    pass.habit = dialect == GR_EVAL_AUTO ? gr_shown_habit(game) : GR_SHOWN_ANY;
    gr_buffer_init(&pass.out);
    int code = take_comment(&pass, &game->nodes[0].comment, -1, 0, 0);
    if (!code)
        code = take_line(&pass, game->nodes[0].next, game->start.turn, 1, true);
    gr_buffer_free(&pass.out);
    return code;
}
