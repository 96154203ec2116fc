/* Each game gets two keys, one of all its moves and one of its first moves and its players.
 * Only games that share a key are compared. The keys lie in a temporary table, so that memory does
 * not grow with the database. */
#include "db/upkeep/dedupe.h"

#include <errno.h>
#include <stdlib.h>

#include "db/codec/integrity.h"
#include "db/store/internal.h"

typedef struct Dedupe {
    GrDb *db;
    const GrDedupe *job;
    GrDeduped *deduped;
    GrError *error;
    GrGame a, b;
    int64_t *group; /* games with one key, */
    size_t count, cap;
    bool *gone;     /* and which of them are doubles */
    sqlite3_stmt *insert;
} Dedupe;

static const char *tag(const GrGame *game, const char *name) {
    return gr_identity_value(gr_game_tag(game, name));
}

static uint32_t crc_moves(const GrGame *game, uint32_t plies) {
    char fen[GR_FEN_SIZE];
    size_t len = gr_fen_write(&game->start, fen);
    const GrVariant *variant = gr_variant(game->rules);
    uint32_t crc = gr_crc_on(0, variant->name, strlen(variant->name));
    crc = gr_crc_on(crc, fen, len);
    for (uint32_t i = game->nodes[0].next; i && plies; i = game->nodes[i].next, plies--) {
        uint32_t order = gr_move_order(variant, game->nodes[i].move);
        crc = gr_crc_on(crc, &order, sizeof order);
    }
    return crc;
}

/* Of the first moves and the players' family names. */
static uint32_t crc_beginning(const GrGame *game) {
    char name[GR_PLAYER_NAME];
    uint32_t crc = crc_moves(game, GR_DEDUPE_PLIES);
    for (int side = 0; side < 2; side++) {
        gr_player_family(tag(game, side ? "Black" : "White"), name);
        crc = gr_crc_on(crc, name, strlen(name) + 1);
    }
    return crc;
}

static int add_key(Dedupe *d, uint32_t key, int64_t id) {
    sqlite3_bind_int64(d->insert, 1, key);
    sqlite3_bind_int64(d->insert, 2, id);
    return gr_sql_run(&d->db->sql, d->insert, d->error);
}

static bool has_players(const GrGame *game) {
    return *tag(game, "White") && *tag(game, "Black");
}

/* A game that cannot be read, or changed, is reported and left alone. */
static int unread(Dedupe *d, int64_t id, const GrError *why) {
    const GrWork *work = d->job->work;
    if (why->code != GR_ERR_DAMAGED && why->code != GR_ERR_FOREIGN)
        return gr_fail(d->error, why->code, "%s", why->text);
    if (work->unread)
        work->unread(work->context, id, why);
    return 0;
}

/* Reads a game; 1 if it is one to be compared, 0 if not, below 0 a code. */
static int read_game(Dedupe *d, int64_t id, GrGame *game) {
    GrError why;
    int code = gr_db_get_game(d->db, id, game, &why);
    if (code && code != GR_ERR_NOT_FOUND)
        return unread(d, id, &why);
    return !code && game->rules && game->plies >= GR_DEDUPE_PLIES;
}

static int add_keys(Dedupe *d, int64_t last) {
    const GrWork *work = d->job->work;
    int code = 0;
    for (int64_t id = 1; !code; id++) {
        id = gr_db_next_game(d->db, id, d->error);
        if (id <= 0 || id > last)
            return id < 0 ? (int)id : 0;
        int usable = read_game(d, id, &d->a);
        d->deduped->games += usable > 0;
        code = usable < 0 ? usable : 0;
        if (usable > 0)
            code = add_key(d, crc_moves(&d->a, d->a.plies), id);
        if (usable > 0 && !code && has_players(&d->a))
            code = add_key(d, crc_beginning(&d->a), id);
        if (id % 64 == 0 && work->progress)
            work->progress(work->context, (uint64_t)id, (uint64_t)last);
        if (!code && work->stop && work->stop(work->context))
            code = gr_fail(d->error, GR_ERR_STOPPED, "stopped");
    }
    return code;
}

/* Are year, month and day equal as far as both are known? */
static bool dates_fit(const char *a, const char *b) {
    for (; *a && *b; a++, b++)
        if (*a != *b && *a != '?' && *b != '?')
            return false;
    return true;
}

static bool texts_fit(const char *a, const char *b) {
    return !*a || !*b || !strcmp(a, b);
}

static bool headers_fit(const GrGame *a, const GrGame *b, bool beginning) {
    bool results = a->result == b->result || a->result == GR_RESULT_NONE ||
                   b->result == GR_RESULT_NONE || beginning;
    bool known = has_players(a) && has_players(b);
    return results && (known || !beginning) &&
           gr_same_player(tag(a, "White"), tag(b, "White")) &&
           gr_same_player(tag(a, "Black"), tag(b, "Black")) &&
           dates_fit(tag(a, "Date"), tag(b, "Date")) && texts_fit(tag(a, "Round"), tag(b, "Round"));
}

/* Are the moves of one those of the other, or their beginning? */
static bool moves_fit(const GrGame *a, const GrGame *b) {
    char fen[2][GR_FEN_SIZE];
    uint32_t i = a->nodes[0].next, j = b->nodes[0].next;
    if (a->rules != b->rules)
        return false;
    gr_fen_write(&a->start, fen[0]);
    gr_fen_write(&b->start, fen[1]);
    for (; i && j && a->nodes[i].move == b->nodes[j].move; i = a->nodes[i].next)
        j = b->nodes[j].next;
    return (!i || !j) && !strcmp(fen[0], fen[1]);
}

/* Is there something that would be lost with the game? */
static bool is_annotated(const GrGame *game) {
    if (game->node_count > game->plies + 1 || game->rest)
        return true;
    for (size_t i = 0; i < game->node_count; i++)
        if (game->nodes[i].comment || game->nodes[i].nags)
            return true;
    return false;
}

/* How much the headers say: tags that are known, a date by its digits. */
static size_t knowledge(const GrGame *game) {
    size_t known = game->result != GR_RESULT_NONE ? 8 : 0;
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *name = gr_game_string(game, game->tags[i].name);
        const char *value = gr_identity_value(gr_game_string(game, game->tags[i].value));
        if (!strcmp(name, "Date"))
            for (; *value; value++)
                known += *value >= '0' && *value <= '9';
        else if (*value && strcmp(name, "Result"))
            known += 8;
    }
    return known;
}

/* Is game a (the earlier one) to stay? */
static bool first_stays(const GrGame *a, const GrGame *b) {
    if (a->plies != b->plies)
        return a->plies > b->plies;
    if (is_annotated(a) != is_annotated(b))
        return is_annotated(a);
    return knowledge(a) >= knowledge(b);
}

static int drop(Dedupe *d, int64_t kept, int64_t gone, const GrGame *loser, bool beginning) {
    GrError why;
    if (is_annotated(loser)) {
        d->deduped->annotated++;
        return 0;
    }
    int code = gr_db_can_change(d->db, gone, &why);
    if (code)
        return unread(d, gone, &why);
    d->deduped->doubles++;
    if (d->job->found)
        d->job->found(d->job->work->context, kept, gone, beginning);
    return gr_db_delete_game(d->db, gone, d->error); /* a dry run is rolled back */
}

/* Compares two games of the group, the first of which is in d->a. */
static int compare(Dedupe *d, size_t i, size_t j) {
    int usable = read_game(d, d->group[j], &d->b);
    if (usable <= 0)
        return usable;
    bool beginning = d->a.plies != d->b.plies;
    if (!moves_fit(&d->a, &d->b) || !headers_fit(&d->a, &d->b, beginning))
        return 0;
    bool first = first_stays(&d->a, &d->b);
    const GrGame *loser = first ? &d->b : &d->a;
    d->gone[first ? j : i] = true;
    return drop(d, d->group[first ? i : j], d->group[first ? j : i], loser, beginning);
}

static int compare_group(Dedupe *d) {
    int code = 0;
    for (size_t i = 0; i < d->count; i++)
        d->gone[i] = false;
    for (size_t i = 0; i + 1 < d->count && !code; i++) {
        int usable = d->gone[i] ? 0 : read_game(d, d->group[i], &d->a);
        code = usable < 0 ? usable : 0;
        for (size_t j = i + 1; j < d->count && usable > 0 && !code && !d->gone[i]; j++)
            if (!d->gone[j])
                code = compare(d, i, j);
    }
    return code;
}

static int add_to_group(Dedupe *d, int64_t id) {
    if (d->count == d->cap) {
        size_t cap = d->cap ? d->cap * 2 : 64;
        int64_t *group = realloc(d->group, cap * sizeof *group);
        if (group)
            d->group = group;
        bool *gone = realloc(d->gone, cap * sizeof *gone);
        if (gone)
            d->gone = gone;
        if (!group || !gone)
            return gr_no_memory(d->error);
        d->cap = cap;
    }
    d->group[d->count++] = id;
    return 0;
}

static const char groups_sql[] =
    "SELECT key, game FROM temp.double WHERE key IN (SELECT key FROM temp.double GROUP BY key"
    " HAVING count(DISTINCT game) > 1) GROUP BY key, game ORDER BY key, game";

static int compare_groups(Dedupe *d) {
    sqlite3 *handle = d->db->sql.handle;
    sqlite3_stmt *stmt;
    int64_t key = -1;
    errno = 0;
    int row, code = 0, result = sqlite3_prepare_v2(handle, groups_sql, -1, &stmt, NULL);
    if (result != SQLITE_OK)
        return gr_sql_fail(handle, result, d->error);
    while (!code && (row = gr_sql_row(&d->db->sql, stmt, d->error)) > 0) {
        if (sqlite3_column_int64(stmt, 0) != key) {
            code = compare_group(d);
            d->count = 0;
        }
        key = sqlite3_column_int64(stmt, 0);
        if (!code)
            code = add_to_group(d, sqlite3_column_int64(stmt, 1));
    }
    if (!code)
        code = row < 0 ? row : compare_group(d);
    sqlite3_finalize(stmt);
    return code;
}

static int find_doubles(Dedupe *d) {
    sqlite3 *handle = d->db->sql.handle;
    int64_t last = gr_db_last(d->db, d->error);
    int code = last < 0 ? (int)last
                        : gr_sql_exec(handle, "CREATE TEMP TABLE double(key INTEGER, game INTEGER)",
                                      d->error);
    if (code)
        return code;
    errno = 0;
    int result = sqlite3_prepare_v2(handle, "INSERT INTO temp.double VALUES(?1, ?2)", -1,
                                    &d->insert, NULL);
    code = result == SQLITE_OK ? add_keys(d, last) : gr_sql_fail(handle, result, d->error);
    sqlite3_finalize(d->insert);
    if (!code)
        code = gr_sql_exec_long(handle, "CREATE INDEX temp.double_key ON double(key, game)",
                                d->job->work->stop, d->job->work->context, d->error);
    if (!code)
        code = compare_groups(d);
    return code;
}

int gr_db_dedupe(GrDb *db, const GrDedupe *job, GrDeduped *deduped, GrError *error) {
    GrError own;
    Dedupe d = {.db = db, .job = job, .deduped = deduped, .error = error ? error : &own};
    *deduped = (GrDeduped){0};
    int code = gr_db_begin(db, d.error);
    if (code)
        return code;
    gr_game_init(&d.a);
    gr_game_init(&d.b);
    code = find_doubles(&d);
    gr_game_free(&d.a);
    gr_game_free(&d.b);
    free(d.group);
    free(d.gone);
    if (!code)
        code = gr_sql_exec(db->sql.handle, "DROP TABLE temp.double", d.error);
    if (!code && !job->dry)
        code = gr_db_commit(db, d.error);
    gr_db_rollback(db);
    return code;
}
