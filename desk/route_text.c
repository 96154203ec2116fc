/* POST text/check and text/repair: what games a text has, and what is wrong with them. POST db/N/import: into a
 * database. */
#include <string.h>

#include "desk/local.h"
#include "notation/edit/game_tree.h"
#include "notation/reader/reader.h"
#include "notation/repair/repair_text.h"
#include "notation/write/format.h"

enum { MOST_GAMES = 2000 };

/* A text that is read for a request. */
typedef struct Reading {
    DeskCall *call;
    GrReader *reader;
    GrRepairLimits limits;
    bool repairs;
    GrGame game;
} Reading;

static bool stop(void *call) {
    return desk_stop(call, 0, 0);
}

/* Opens the members "text" and "variant"; false after refusing them. */
static bool open_text(Reading *r, DeskCall *call, bool repairs) {
    GrError error;
    bool well = true;
    const char *text = desk_text(call, "text", true, &well), *name = desk_text(call, "variant", false, &well);
    const GrVariants *variants = call->desk->start.variants;
    const GrRules *rules = well && name ? desk_rules(call, name) : well ? gr_variants_at(variants, 0) : NULL;
    memset(r, 0, sizeof *r);
    r->call = call;
    gr_game_init(&r->game);
    if (!rules)
        return false;
    r->reader = gr_reader_open_memory(text, strlen(text), variants, rules, &error);
    if (!r->reader) {
        desk_refuse_for(call, &error);
        return false;
    }
    gr_reader_set_stop(r->reader, stop, call);
    r->repairs = repairs;
    r->limits = gr_repair_limits();
    r->limits.stop = stop;
    r->limits.user = call;
    if (repairs)
        gr_reader_keep_text(r->reader);
    return true;
}

static void close_text(Reading *r) {
    gr_reader_close(r->reader);
    gr_game_free(&r->game);
}

/* The next game: 1, 0 at the end, or a code. */
static int next(Reading *r, GrError *error) {
    return gr_repair_next(r->reader, r->repairs ? &r->limits : NULL, &r->game, error);
}

/* ---- checking ---- */

/* Adds an object: the game as JSON has it for other programs, with faults and repairs. */
static void put_game(GrBuffer *games, const GrGame *game, uint64_t number) {
    if (games->len)
        gr_buffer_putc(games, ',');
    gr_format_json.game(games, game, number, number);
    if (!games->failed && games->len && games->data[games->len - 1] == '\n')
        games->data[--games->len] = '\0';
}

/* After the last game: the line of text that belongs to none, and if there is no game at all, what the text is. */
static void put_stray(GrJson *json, const Reading *r, bool any) {
    const char *looks = any ? NULL : gr_reader_looks_like(r->reader);
    gr_json_int(json, "stray", gr_reader_stray(r->reader));
    if (looks)
        gr_json_string(json, "looksLike", looks);
}

static void answer_games(DeskCall *call, const Reading *r, const GrBuffer *games, const GrBuffer *pgn, bool all) {
    if (games->failed || pgn->failed) {
        desk_refuse(call, 500, "out of memory");
        return;
    }
    GrJson *json = desk_answer(call);
    gr_json_open(json, "games", '[');
    if (games->len)
        gr_json_raw(json, NULL, games->data);
    gr_json_close(json, ']');
    gr_json_string(json, "pgn", pgn->data ? pgn->data : "");
    gr_json_bool(json, "complete", all);
    if (all)
        put_stray(json, r, games->len > 0);
    desk_answered(call);
}

static void check(DeskCall *call, bool repairs) {
    Reading r;
    GrError error;
    GrBuffer games, pgn;
    gr_buffer_init(&games);
    gr_buffer_init(&pgn);
    if (open_text(&r, call, repairs)) {
        int got;
        uint64_t number = 0;
        while ((got = number < MOST_GAMES ? next(&r, &error) : GR_ERR_STOPPED) > 0) {
            put_game(&games, &r.game, ++number);
            gr_format_pgn.game(&pgn, &r.game, number, number);
        }
        if (got && got != GR_ERR_STOPPED)
            desk_refuse_for(call, &error);
        else
            answer_games(call, &r, &games, &pgn, got == 0);
    }
    close_text(&r);
    gr_buffer_free(&games);
    gr_buffer_free(&pgn);
}

void desk_text_check(DeskCall *call) {
    check(call, false);
}

void desk_text_repair(DeskCall *call) {
    check(call, true);
}

/* ---- importing ---- */

typedef struct Imported {
    GrCopying *copying;
    uint64_t games, plies, faulty, duplicates, replaced;
    GrChangeKind kind; /* of what was replaced */
    GrBuffer ids;      /* of the games, an array without its brackets */
} Imported;

static int add_game(GrGame *game, Imported *sum, GrError *error) {
    GrAdded added;
    bool faulty = game->partial || !game->rules;
    int code = gr_copying_add(sum->copying, game, &added, error);
    if (code < 0)
        return code;
    sum->replaced += code == 1;
    for (size_t i = 0; i < game->diag_count; i++)
        faulty |= game->diags[i].severity == GR_ERROR;
    gr_buffer_printf(&sum->ids, "%s%lld", sum->games ? "," : "", (long long)added.id);
    sum->games++;
    sum->plies += game->plies;
    sum->faulty += faulty;
    sum->duplicates += added.duplicate;
    return sum->ids.failed ? gr_no_memory(error) : 0;
}

/* All games of the text, or the one that is given as an object. */
static int add_all(DeskCall *call, Reading *r, Imported *sum, GrError *error) {
    uint32_t value = gr_json_member(&call->tree, 1, "game");
    int code, got = 0;
    if (value) {
        code = gr_game_read_tree(&call->tree, value, call->desk->start.variants, &r->game, error);
        return code ? code : add_game(&r->game, sum, error);
    }
    code = 0;
    while (!code && (got = next(r, error)) > 0)
        code = add_game(&r->game, sum, error);
    return code ? code : got;
}

static void answer_import(DeskCall *call, GrDb *db, const Reading *r, const Imported *sum) {
    GrJson *json = desk_answer(call);
    gr_json_int(json, "games", (int64_t)sum->games);
    gr_json_int(json, "plies", (int64_t)sum->plies);
    gr_json_int(json, "faulty", (int64_t)sum->faulty);
    gr_json_int(json, "duplicates", (int64_t)sum->duplicates);
    gr_json_int(json, "replaced", (int64_t)sum->replaced);
    gr_json_open(json, "ids", '[');
    if (sum->ids.len)
        gr_json_raw(json, NULL, sum->ids.data);
    gr_json_close(json, ']');
    desk_put_change(json, db, sum->replaced ? sum->kind : 0, 0);
    if (r->reader && (!sum->games || gr_reader_stray(r->reader)))
        put_stray(json, r, sum->games > 0);
    desk_answered(call);
}

/* In one transaction; false after refusing the request. */
static bool store(DeskCall *call, GrDb *db, Reading *r, Imported *sum) {
    GrError error;
    int code = sum->copying ? gr_db_begin(db, &error) : gr_no_memory(&error);
    if (!code)
        code = add_all(call, r, sum, &error);
    if (!code)
        code = gr_copying_end(sum->copying, &error);
    if (!code)
        code = gr_db_commit(db, &error);
    gr_db_rollback(db);
    if (code)
        desk_refuse_for(call, &error);
    return !code;
}

/* The member "copies": what becomes of games that are stored already. False after refusing it. */
static bool read_copies(DeskCall *call, GrCopies *copies) {
    static const char *const names[] = {[GR_COPIES_DROP] = "skip", [GR_COPIES_REPLACE] = "replace",
                                        [GR_COPIES_COMBINE] = "combine"};
    bool well = true;
    const char *name = desk_text(call, "copies", false, &well);
    *copies = GR_COPIES_DROP;
    if (!well || !name)
        return well;
    for (int i = 0; i < 3; i++)
        if (!strcmp(name, names[i])) {
            *copies = (GrCopies)i;
            return true;
        }
    desk_refuse(call, 400, "copies are skip, replace or combine, not '%.20s'", name);
    return false;
}

void desk_import(DeskCall *call) {
    Reading r = {0};
    Imported sum = {0};
    GrCopies copies;
    uint32_t repair = gr_json_member(&call->tree, 1, "repair");
    DeskFile *file = desk_file(call);
    gr_game_init(&r.game);
    bool well = file && read_copies(call, &copies);
    if (well && gr_json_member(&call->tree, 1, "game") && gr_json_member(&call->tree, 1, "text")) {
        desk_refuse(call, 400, "\"text\" and \"game\" exclude each other");
        well = false;
    }
    if (well && !gr_json_member(&call->tree, 1, "game"))
        well = open_text(&r, call, repair && call->tree.value[repair].number > 0);
    GrDb *db = well ? desk_take_writer(call, file) : NULL;
    if (db) {
        gr_buffer_init(&sum.ids);
        sum.kind = copies == GR_COPIES_COMBINE ? GR_CHANGE_COMBINE : GR_CHANGE_REPLACE;
        sum.copying = gr_copying_open(db, copies);
        if (store(call, db, &r, &sum))
            answer_import(call, db, &r, &sum);
        gr_copying_close(sum.copying);
        gr_buffer_free(&sum.ids);
        desk_give_writer(file);
    }
    close_text(&r);
}
