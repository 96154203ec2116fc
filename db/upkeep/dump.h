/* A database as SQL text, for other database programs.
 *
 * Plain tables: game (id, variant, result, plies, status, start_fen, final_fen, moves in SAN, pgn) and
 * tag (game, place, name, value); judge (id, name, engine, options, kind, amount, lines), evaluation
 * (judge, variant, key, line, centipawns or mate from White's view, depth, nodes, moves in UCI), and
 * position (game, ply, key), which joins them with games. The text begins and commits a transaction.
 */
#ifndef GR_DB_DUMP_H
#define GR_DB_DUMP_H

#include "db/evals/evals.h"
#include "notation/buffer.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Append what stands before the games, a game, and what stands behind them. out->failed shows
 * memory. */
void gr_dump_begin(GrBuffer *out);
void gr_dump_game(GrBuffer *out, int64_t id, const GrGame *game);
void gr_dump_end(GrBuffer *out);

/* Append a judge, with a number for it; an evaluation by it; and the keys of a game's positions. */
void gr_dump_judge(GrBuffer *out, size_t id, const GrJudge *judge);
void gr_dump_evaluation(GrBuffer *out, size_t judge, const GrRules *rules,
                        const GrEvaluation *evaluation);
void gr_dump_evaluation_json(GrBuffer *out, const GrJudge *judge, const GrRules *rules,
                             const GrEvaluation *evaluation); /* a line of JSON */
void gr_dump_positions(GrBuffer *out, int64_t id, const GrGame *game);

/* A further table, for files that are to be read as they are: move (game, ply, number, side, san, uci, comment, fen
 * after the move), and indexes by tag and position. Begun after gr_dump_begin; gr_dump_moves appends the moves of a
 * game's main line. */
void gr_dump_begin_moves(GrBuffer *out);
void gr_dump_moves(GrBuffer *out, int64_t id, const GrGame *game);

GR_END_DECLS

#endif
