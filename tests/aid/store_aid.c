/* Databases and games, for tests. */
#include "tests/aid/store_aid.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "notation/definition/variants_file.h"
#include "rules/fen.h"
#include "tests/aid/fail_alloc.h"

static char folder[64];
static pid_t owner; /* who made it; not a child */

const GrVariants *aid_book(void) {
    static GrVariants *variants;
    fail_alloc_stop(); /* links it in, which every test needs */
    if (variants)
        return variants;
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL) || !gr_variants_find(variants, "duck") ||
        !gr_variants_find(variants, "amazons")) { /* two whose moves bring walls */
        fputs("no variants\n", stderr);
        exit(2);
    }
    return variants;
}

static void remove_folder(void) {
    char command[100];
    if (getpid() != owner)
        return;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command))
        fputs("the folder of the test cannot be removed\n", stderr);
}

const char *aid_path(const char *name) {
    static char path[8][128];
    static unsigned next;
    if (!*folder) {
        bool memory = access("/dev/shm", W_OK) == 0; /* where fsync costs nothing */
        snprintf(folder, sizeof folder, "%s/grimoire-store.XXXXXX", memory ? "/dev/shm" : "/tmp");
        if (!mkdtemp(folder)) {
            perror(folder);
            exit(2);
        }
        owner = getpid();
        atexit(remove_folder);
    }
    char *at = path[next++ % 8];
    snprintf(at, sizeof path[0], "%s/%s", folder, name);
    return at;
}

bool aid_copy_file(const char *from, const char *to) {
    char bytes[1 << 14];
    size_t len;
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    bool done = in && out;
    while (done && (len = fread(bytes, 1, sizeof bytes, in)) > 0)
        done = fwrite(bytes, 1, len, out) == len;
    if (in)
        fclose(in);
    return out && fclose(out) == 0 && done;
}

static const char *tags_differ(const GrGame *a, const GrGame *b) {
    if (a->tag_count != b->tag_count)
        return "number of tags";
    for (size_t i = 0; i < a->tag_count; i++)
        if (strcmp(gr_game_string(a, a->tags[i].name), gr_game_string(b, b->tags[i].name)) ||
            strcmp(gr_game_string(a, a->tags[i].value), gr_game_string(b, b->tags[i].value)))
            return "a tag";
    return NULL;
}

static const char *diagnostics_differ(const GrGame *a, const GrGame *b) {
    if (a->diag_count != b->diag_count)
        return "number of diagnostics";
    for (size_t i = 0; i < a->diag_count; i++) {
        const GrDiagnostic *x = &a->diags[i], *y = &b->diags[i];
        if (x->severity != y->severity || x->line != y->line || x->column != y->column ||
            x->ply != y->ply || strcmp(gr_game_string(a, x->text), gr_game_string(b, y->text)))
            return "a diagnostic";
    }
    return NULL;
}

static bool texts_differ(const GrGame *a, GrText x, const GrGame *b, GrText y) {
    return strcmp(gr_game_string(a, x), gr_game_string(b, y)) != 0;
}

/* Compares a line and, by calling itself, its variations. */
static const char *lines_differ(const GrGame *a, uint32_t i, const GrGame *b, uint32_t j,
                                bool first) {
    for (; i && j; i = a->nodes[i].next, j = b->nodes[j].next, first = false) {
        const GrNode *x = &a->nodes[i], *y = &b->nodes[j];
        if (x->move != y->move)
            return "a move";
        if (texts_differ(a, x->comment, b, y->comment) || texts_differ(a, x->nags, b, y->nags) ||
            (first && texts_differ(a, x->before, b, y->before)))
            return "a comment";
        uint32_t v = first ? 0 : x->alternative, w = first ? 0 : y->alternative;
        for (; v && w; v = a->nodes[v].alternative, w = b->nodes[w].alternative) {
            const char *differs = lines_differ(a, v, b, w, true);
            if (differs)
                return differs;
        }
        if (v || w)
            return "number of variations";
    }
    return i || j ? "length of a line" : NULL;
}

/* The main line's first move has no `before`, and may have variations. */
static const char *trees_differ(const GrGame *a, const GrGame *b) {
    if (!a->node_count || !b->node_count)
        return NULL;
    if (texts_differ(a, a->nodes[0].comment, b, b->nodes[0].comment))
        return "the comment before the moves";
    return lines_differ(a, a->nodes[0].next, b, b->nodes[0].next, false);
}

const char *aid_differs(const GrGame *a, const GrGame *b) {
    char fen[2][GR_FEN_SIZE];
    if (a->rules != b->rules)
        return "variant";
    if (a->result != b->result)
        return "result";
    if (a->partial != b->partial || texts_differ(a, a->rest, b, b->rest))
        return "rest";
    if (a->plies != b->plies)
        return "plies";
    if (a->rules) {
        gr_fen_write(&a->start, fen[0]);
        gr_fen_write(&b->start, fen[1]);
        if (strcmp(fen[0], fen[1]))
            return "start";
    }
    const char *differs = tags_differ(a, b);
    if (!differs)
        differs = diagnostics_differ(a, b);
    return differs ? differs : trees_differ(a, b);
}

static bool set(GrGame *game, const char *name, const char *value) {
    return gr_game_set_tag(game, name, value) == 0;
}

bool aid_random_tagged_game(AidRandom *random, const GrRules *rules, unsigned plies, GrGame *game) {
    char value[400], name[32];
    if (!aid_random_game(random, rules, plies, game))
        return false;
    snprintf(value, sizeof value, "Player %u", aid_random(random, 50));
    bool done = set(game, "White", value);
    snprintf(value, sizeof value, "Player %u", aid_random(random, 50));
    done = done && set(game, "Black", value);
    snprintf(value, sizeof value, "%u", aid_random(random, 3000));
    if (aid_random(random, 2))
        done = done && set(game, "WhiteElo", value);
    if (aid_random(random, 4) == 0)
        done = done && set(game, "Empty", "");
    memset(value, 'x', sizeof value);
    value[aid_random(random, sizeof value)] = '\0';
    if (aid_random(random, 8) == 0)
        done = done && set(game, "Long", value);
    snprintf(name, sizeof name, "Tag%u", aid_random(random, 300));
    if (aid_random(random, 8) == 0)
        done = done && set(game, name, "a \"quoted\" \\ value");
    for (unsigned i = 0; aid_random(random, 40) == 0 && i < 100; i++) {
        snprintf(name, sizeof name, "Many%u", i);
        done = done && set(game, name, "1");
    }
    game->result = (GrResult)aid_random(random, 4);
    return done;
}

bool aid_sql(const char *path, const char *sql) {
    sqlite3 *handle;
    bool done = sqlite3_open(path, &handle) == SQLITE_OK &&
                sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL) == SQLITE_OK &&
                sqlite3_exec(handle, sql, NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_close(handle);
    return done;
}

int64_t aid_sql_number(const char *path, const char *sql) {
    sqlite3 *handle;
    sqlite3_stmt *stmt = NULL;
    int64_t number = -1;
    if (sqlite3_open(path, &handle) == SQLITE_OK &&
        sqlite3_prepare_v2(handle, sql, -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        number = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(handle);
    return number;
}
