/* The lines of a game with variations. Internal to the query language.
 *
 * A query that asks for variations is asked of the game as it was played, and then of each variation
 * as if the game had gone on with it: from the start position through what stands before it to its
 * end. A hit of such a line counts if it reaches into the variation; what comes before was found
 * already.
 */
#ifndef GR_DB_QUERY_RUN_LINES_H
#define GR_DB_QUERY_RUN_LINES_H

#include "db/query/run/match.h"

typedef struct QueryLine {
    uint32_t first;  /* its first node */
    uint32_t ply;    /* that this node leads to */
    uint32_t parent; /* the line that it stands in */
    uint32_t leaves; /* the first ply at which it is not the game as played */
} QueryLine;

/* How far a line has been gone through: to a node, which leads to a ply, and to the next variation
 * in place of that node. */
typedef struct QueryPlace {
    uint32_t line, node, ply, alternative;
} QueryPlace;

/* Room for the lines of a game, kept from one game to the next. */
typedef struct QueryLines {
    QueryLine *line; /* [0] is the game as played, [n] the nth variation in the order of the text */
    size_t lines, line_cap;
    QueryPlace *place; /* of the lines that stand within each other at hand */
    size_t places, place_cap;
    uint32_t *path;    /* the nodes of the line at hand, by ply */
    size_t path_cap;
    GrHit *hit;
    size_t hits, hit_cap;
} QueryLines;

void query_lines_free(QueryLines *lines);

/* Lists the lines in the order in which a text has them: a variation stands after the move that it
 * replaces. False when memory runs out. */
bool query_lines_list(QueryLines *lines, const GrGame *game);

/* Puts the nodes of a line at path[1], path[2], ...; returns the number of its plies, -1 when memory
 * runs out. */
int64_t query_lines_path(QueryLines *lines, const GrGame *game, size_t line);

/* Of a matcher (match.c): its room; and the beginning of a line of `plies` plies that is not
 * the game as played from the ply `leaves` on (UINT32_MAX: that is to its end). */
QueryLines *query_matcher_lines(GrMatcher *matcher);
int query_matcher_begin_line(GrMatcher *matcher, const GrGame *game, uint32_t plies,
                             uint32_t leaves);

#endif
