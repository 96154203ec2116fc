/* Games that share their openings are gone through as if each stood alone: positions along chess's opening book and
 * beyond it, and watching for one of them. */
#include "db/codec/chess_model.h"
#include "db/search/watch.h"
#include "db/search/scan.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 300, MOST = 64 };

static GrError error;

/* The next move of a game that is at a node of the book; GR_NO_MOVE leaves it. */
static GrMove book_move(AidRandom *random, unsigned node) {
    unsigned first = gr_book_first[node], edges = gr_book_first[node + 1] - first;
    if (!node || !edges || aid_random(random, 25) == 0)
        return GR_NO_MOVE;
    const GrBookEdge *edge = &gr_book_edge[first + aid_random(random, edges)];
    return gr_move_make((GrMoveKind)edge->kind, edge->from, edge->to, 0, 0);
}

static bool add_moves(AidRandom *random, GrGame *game) {
    static GrMoveList list;
    unsigned node = 1, beyond = aid_random(random, 12);
    uint32_t last = 0, next;
    GrPosition pos = game->start;
    while (game->plies < MOST && (node || beyond--)) {
        GrMove move = book_move(random, node);
        node = move == GR_NO_MOVE ? 0 : gr_chess_book_next(node, move);
        gr_moves(&pos, &list);
        if (move == GR_NO_MOVE && list.count)
            move = list.move[aid_random(random, list.count)];
        if (move == GR_NO_MOVE || gr_game_add_node(game, move, &next))
            return move == GR_NO_MOVE;
        gr_play(&pos, move);
        game->nodes[last].next = next;
        last = next;
        game->plies++;
    }
    return true;
}

/* Some begin with the usual board, but later: their clocks and numbers are others all along. */
static GrDb *make_db(void) {
    AidRandom random = {test_seed(211)};
    GrDb *db = index_open(aid_path("book.db"), GR_DB_CREATE);
    GrGame game;
    GrAdded added;
    bool made = db;
    gr_game_init(&game);
    for (unsigned i = 0; i < GAMES && made; i++) {
        const char *fen = i % 5 ? gr_variant(gr_variants_find(aid_book(), "chess"))->start
                                : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9";
        gr_game_clear(&game);
        made = !gr_game_begin(&game, gr_variants_find(aid_book(), "chess")) &&
               !gr_fen_read(game.rules, fen, &game.start, NULL) && add_moves(&random, &game);
        char round[16];
        snprintf(round, sizeof round, "%u", i);
        gr_game_set_tag(&game, "Round", round);
        made = made && !gr_db_add_game(db, &game, &added, &error);
    }
    gr_game_free(&game);
    return made ? db : NULL;
}

/* What a scan shows, held against the games. */
typedef struct Shown {
    GrDb *db;
    GrGame game;
    int64_t id;             /* of it */
    const GrTarget *target; /* not NULL: only where it fits */
    uint32_t plies;         /* of the game, that were shown or must not be */
    uint64_t positions, wrong;
} Shown;

static void pass_unfit(Shown *s) {
    GrPosition pos;
    for (; s->target && s->plies <= s->game.plies; s->plies++) {
        gr_game_position(&s->game, s->plies, &pos);
        if (gr_target_fits(s->target, &pos))
            return;
    }
}

static int begin(void *context, const GrScanGame *game) {
    Shown *s = context;
    s->plies = 0;
    s->id = game->id;
    return gr_db_get_game(s->db, game->id, &s->game, &error) ? GR_ERR_DAMAGED : 1;
}

static int visit(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos, GrMove next) {
    Shown *s = context;
    GrPosition want;
    pass_unfit(s);
    gr_game_position(&s->game, ply, &want);
    uint32_t node = 0;
    for (uint32_t n = 0; n <= ply; n++)
        node = s->game.nodes[node].next;
    s->wrong += game->id != s->id || ply != s->plies || !gr_same(pos, &want) || pos->key != want.key ||
                pos->clock != want.clock || pos->number != want.number ||
                next != (node ? s->game.nodes[node].move : GR_NO_MOVE);
    s->plies = ply + 1;
    s->positions++;
    return 1;
}

static int end(void *context, const GrScanGame *game) {
    Shown *s = context;
    pass_unfit(s);
    s->wrong += s->plies != game->plies + 1;
    return 0;
}

static void scan(Shown *shown, GrWatch *watch) {
    GrScan job = {.context = shown, .watch = watch, .begin = begin, .visit = visit, .end = end};
    CHECK_INT(gr_scan(shown->db, NULL, &job, &error), 0);
}

static void positions_are_those_of_the_games(void) {
    Shown shown = {.db = make_db()};
    REQUIRE(shown.db);
    gr_game_init(&shown.game);
    scan(&shown, NULL);
    CHECK(shown.positions > GAMES * 8);
    CHECK_INT(shown.wrong, 0);
    uint64_t before = shown.positions;
    scan(&shown, NULL); /* by what was kept */
    CHECK(shown.positions == 2 * before);
    CHECK_INT(shown.wrong, 0);
    gr_game_free(&shown.game);
    gr_db_close(shown.db);
}

/* Watches for positions of the games, by all that they are or by the board alone. */
static void a_watched_position_is_shown_wherever_it_is(void) {
    AidRandom random = {test_seed(212)};
    Shown shown = {.db = make_db()};
    uint64_t most = 0;
    REQUIRE(shown.db);
    gr_game_init(&shown.game);
    for (unsigned i = 0; i < 60; i++) {
        GrTarget target;
        GrPosition pos;
        GrWatch watch = {.target = &target};
        CHECK_INT(gr_db_get_game(shown.db, 1 + aid_random(&random, GAMES), &shown.game, &error), 0);
        gr_game_position(&shown.game, aid_random(&random, shown.game.plies + 1), &pos);
        gr_target_position(&target, &pos);
        target.board_only = i % 3 == 0;
        shown.target = &target;
        shown.positions = 0;
        scan(&shown, &watch);
        CHECK(shown.positions > 0);
        most = shown.positions > most ? shown.positions : most;
    }
    CHECK(most > 50);
    CHECK_INT(shown.wrong, 0);
    gr_game_free(&shown.game);
    gr_db_close(shown.db);
}

/* Each node has one place: no other edge leads there. */
static void the_book_is_a_tree(void) {
    static unsigned char reached[GR_BOOK_NODES];
    unsigned twice = 0, beyond = 0;
    for (unsigned edge = gr_book_first[1]; edge < gr_book_first[GR_BOOK_NODES]; edge++) {
        unsigned node = gr_book_edge[edge].node;
        beyond += node >= GR_BOOK_NODES;
        twice += node && node < GR_BOOK_NODES && reached[node]++;
    }
    CHECK_INT(twice, 0);
    CHECK_INT(beyond, 0);
    CHECK(reached[GR_BOOK_NODES - 1]);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(positions_are_those_of_the_games);
    RUN(a_watched_position_is_shown_wherever_it_is);
    RUN(the_book_is_a_tree);
    return test_end();
}
