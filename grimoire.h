/* Grimoire's library: all public headers, floor by floor. This is the list of them: what cannot be
 * reached from here is internal, and says so.
 *
 * Returns and errors: rules/error.h. A tour of the source: HACKING.md.
 */
#ifndef GRIMOIRE_H
#define GRIMOIRE_H

/* Variants, positions, moves. */
#include "rules/error.h"
#include "rules/definition.h"
#include "rules/fen.h"
#include "rules/kinds.h"
#include "rules/move.h"
#include "rules/perft.h"
#include "rules/plural.h"
#include "rules/position.h"
#include "rules/set.h"
#include "rules/variant.h"
#include "rules/version.h"

/* Moves and games as text. */
#include "notation/buffer.h"
#include "notation/claims.h"
#include "notation/csv.h"
#include "notation/definition/variants_file.h"
#include "notation/edit/edit.h"
#include "notation/eval.h"
#include "notation/eval_dialect.h"
#include "notation/game.h"
#include "notation/json.h"
#include "notation/json_read.h"
#include "notation/judge/accuracy.h"
#include "notation/judge/clock.h"
#include "notation/judge/decorate.h"
#include "notation/judge/judgement.h"
#include "notation/judge/phase.h"
#include "notation/judge/verdict.h"
#include "notation/judge/outcome.h"
#include "notation/judge/win_chance.h"
#include "notation/move/diagnose.h"
#include "notation/move/long.h"
#include "notation/move/resolve.h"
#include "notation/move/san.h"
#include "notation/move/script.h"
#include "notation/move/syntax.h"
#include "notation/move/uci.h"
#include "notation/nearest.h"
#include "notation/plain.h"
#include "notation/points.h"
#include "notation/reader/opening_names.h"
#include "notation/reader/reader.h"
#include "notation/repair/repair.h"
#include "notation/repair/repair_text.h"
#include "notation/score.h"
#include "notation/text/source.h"
#include "notation/write/diagram.h"
#include "notation/write/format.h"
#include "notation/write/html.h"
#include "notation/write/pgn.h"

/* Games in databases. */
#include "db/db.h"

/* The engine, other engines, and what they are asked. */
#include "analysis/engine/features.h"
#include "analysis/engine/net.h"
#include "analysis/engine/search.h"
#include "analysis/report/play.h"
#include "analysis/report/report.h"
#include "analysis/study/analyst.h"
#include "analysis/study/annotate_run.h"
#include "analysis/study/annotate_take.h"
#include "analysis/study/crosstable.h"
#include "analysis/study/elo.h"
#include "analysis/study/estimate.h"
#include "analysis/study/judged_sum.h"
#include "analysis/study/match.h"
#include "analysis/study/openings.h"
#include "analysis/study/players.h"
#include "analysis/study/stats.h"
#include "analysis/train/classical.h"
#include "analysis/train/learn.h"
#include "analysis/train/selfplay.h"
#include "analysis/uci/engine_client.h"
#include "analysis/uci/uci.h"
#include "analysis/xboard/xboard.h"

#endif
