/* Who played how often and how well: a table of players by name. Openings are kept in one, too. */
#ifndef GR_ANALYSIS_PLAYERS_H
#define GR_ANALYSIS_PLAYERS_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/study/judged_sum.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Arrays over [2] are by the side that the player had. */
typedef struct GrPlayer {
    char *name;
    uint64_t games[2], wins[2], draws[2], losses[2];
    GrJudgedSum judged[2];
} GrPlayer;

typedef struct GrPlayers {
    GrPlayer *player; /* in the order in which they came up, until gr_players_sort */
    size_t count, cap;
    uint32_t *slot;   /* hash table of places in `player`, from 1; 0 is a free slot */
    size_t slots;     /* a power of two, or 0 */
} GrPlayers;

/* A table that is all zero is empty. gr_players_free empties it. */
void gr_players_free(GrPlayers *players);

/* Counts a game for the players that its White and Black tags name; a name that is missing, empty
 * or "?" is nobody's. `judged` is what is known of both sides' moves. If it fails, nothing was counted. */
int gr_players_add(GrPlayers *players, const GrGame *game, GrResult result, const GrJudgedSum judged[2]);

/* Counts a game for an opening: as a player's who had White, but with the judged moves of both sides. */
int gr_players_add_opening(GrPlayers *openings, const char *name, GrResult result,
                           const GrJudgedSum judged[2]);

/* Orders the players by their games, most first, and by name. After this nothing can be added. */
void gr_players_sort(GrPlayers *players);

/* Sum over both sides. */
static inline uint64_t gr_both(const uint64_t n[2]) {
    return n[0] + n[1];
}

/* Share of the points of the games with a result, from 0 to 1; -1 if there are none. */
double gr_player_score(const GrPlayer *player);

GR_END_DECLS

#endif
