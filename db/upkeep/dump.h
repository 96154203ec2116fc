/* A database as SQL text, for other database programs.
 *
 * Two plain tables: game (id, variant, result, plies, status, start_fen, final_fen, moves in SAN,
 * pgn) and tag (game, place, name, value). The text begins and commits a transaction.
 */
#ifndef GR_DB_DUMP_H
#define GR_DB_DUMP_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Append what stands before the games, a game, and what stands behind them. out->failed shows
 * memory. */
void gr_dump_begin(GrBuffer *out);
void gr_dump_game(GrBuffer *out, int64_t id, const GrGame *game);
void gr_dump_end(GrBuffer *out);

GR_END_DECLS

#endif
