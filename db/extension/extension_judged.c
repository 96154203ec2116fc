/* The table grimoire_judged of the loadable extension: moves with what an engine says of them. */
#include "db/extension/extension_table.h"
#include "db/store/internal.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"

enum { PLY, NUMBER, SIDE, SAN, UCI, BEFORE, BEFORE_MATE, AFTER, AFTER_MATE, GRADE, LOSS, CENTIPAWNS,
       ACCURACY, BEST, ENGINE, GAME, JUDGE, SCHEMA };

/* Moves that cannot be judged are left out only if the whole game cannot. */
static int load(GrTableCursor *cursor, GrError *error) {
    GrGame *game = &cursor->game;
    int code = gr_db_get_game(cursor->db, cursor->id, game, error);
    if (!code && gr_judging_any(&cursor->judging) && game->rules)
        code = gr_judge_game(cursor->db, &cursor->judging, &cursor->judgement, game, error);
    if (code || !game->rules || !game->judgement)
        return code;
    cursor->rows = game->plies;
    cursor->node = game->nodes[0].next;
    cursor->pos = game->start;
    return 0;
}

static void give_score(sqlite3_context *context, const GrPlyView *view, bool mate) {
    if (!view->known || gr_score_is_mate(view->score) != mate)
        return;
    sqlite3_result_int(context, mate ? gr_score_mate_moves(view->score) : view->score);
}

/* Who judged the positions before and after a move; of those of which only the text says something, nobody. */
static void give_judge(sqlite3_context *context, const GrJudgedBy *by, const GrPlyView *before,
                       const GrPlyView *after) {
    char name[GR_JUDGE_NAME];
    GrJudgedBy own = *by;
    if (!before->stored && !after->stored)
        return;
    uint64_t first = before->stored ? before->limit : after->limit, second = after->stored ? after->limit : first;
    own.least = first < second ? first : second;
    own.most = first < second ? second : first;
    gr_judged_by_name(&own, name);
    gr_table_text(context, name);
}

/* The columns of a judged move. */
static void give_judged(sqlite3_context *context, const GrJudgedMove *move, int column) {
    if (move->grade == GR_NOT_JUDGED)
        return;
    if (column == GRADE)
        gr_table_text(context, gr_grade_name(move->grade));
    else if (column == CENTIPAWNS)
        sqlite3_result_int(context, move->centipawns);
    else
        sqlite3_result_double(context, column == LOSS ? move->loss : move->accuracy);
}

static void give_column(GrTableCursor *cursor, sqlite3_context *context, int column) {
    const GrJudgement *j = &cursor->judgement;
    const GrPlyView *before = &j->view[cursor->row], *after = &j->view[cursor->row + 1];
    switch (column) {
    case PLY:
        sqlite3_result_int64(context, cursor->row + 1);
        break;
    case NUMBER:
        sqlite3_result_int(context, cursor->pos.number);
        break;
    case SIDE:
        gr_table_text(context, cursor->pos.turn == GR_WHITE ? "white" : "black");
        break;
    case SAN:
    case UCI:
        gr_table_move(cursor, context, cursor->game.nodes[cursor->node].move, column == SAN);
        break;
    case BEFORE:
    case BEFORE_MATE:
        give_score(context, before, column == BEFORE_MATE);
        break;
    case AFTER:
    case AFTER_MATE:
        give_score(context, after, column == AFTER_MATE);
        break;
    case BEST:
        if (before->length)
            gr_table_move(cursor, context, before->best[0], true);
        break;
    case ENGINE:
        give_judge(context, &j->by, before, after);
        break;
    case JUDGE:
        gr_table_text(context, cursor->by);
        break;
    default:
        give_judged(context, &j->move[cursor->row], column);
    }
}

const GrTableKind gr_judged_kind = {
    .name = "grimoire_judged",
    .declaration = "CREATE TABLE judged(ply INTEGER, number INTEGER, side TEXT, san TEXT, uci TEXT, "
                   "before INTEGER, before_mate INTEGER, after INTEGER, after_mate INTEGER, grade TEXT, "
                   "loss REAL, centipawns INTEGER, accuracy REAL, best TEXT, engine TEXT, "
                   "game INTEGER HIDDEN, judge TEXT HIDDEN, schema TEXT HIDDEN)",
    .game = GAME, .ply = PLY, .schema = SCHEMA, .judge = JUDGE,
    .load = load, .step = gr_table_step, .column = give_column,
};
