/* Wrong bytes in any blob of any table, which SQLite itself does not see: no game and no answer comes
 * out wrong, nothing crashes, and what is hidden by the damage is told. A single wrong byte hides
 * nothing where there is a checksum. */
#include <sqlite3.h>

#include "db/find.h"
#include "db/index.h"
#include "db/maintain.h"
#include "db/verify.h"
#include "tests/store_aid.h"
#include "tests/test.h"

enum { GAMES = 150 };

static GrError error;
static GrGame original[GAMES];
static GrTarget target;
static const GrWork no_work;

enum { PIECE = 24 }; /* wrong bytes in a row */

static const struct {
    const char *table, *column;
    bool bare; /* without a checksum, and needed to read games */
} BLOBS[] = {{"block", "head", false},  {"block", "moves", false}, {"block", "texts", false},
             {"name", "texts", false},  {"shape", "tags", true},   {"seen", "entries", false},
             {"sheet", "games", false}, {"posting", "groups", false},
             {"outline", "games", false}};

/* The hits of a search as text: "game ply;" for each. */
typedef struct Answer {
    GrBuffer text;
    unsigned unread;
} Answer;

static void show(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    (void)context;
    gr_buffer_printf(out, "%lld %u;", (long long)found->id, found->hits ? found->hit[n].first : 0);
}

static int put(void *context, const char *bytes, size_t len) {
    gr_buffer_add(&((Answer *)context)->text, bytes, len);
    return 0;
}

static void unread(void *context, int64_t id, const GrError *why) {
    (void)id;
    (void)why;
    ((Answer *)context)->unread++;
}

static int ask(GrDb *db, Answer *answer) {
    GrSelection selection;
    GrFindCount count;
    gr_buffer_init(&answer->text);
    gr_buffer_puts(&answer->text, ";");
    answer->unread = 0;
    gr_selection_init(&selection);
    GrFind find = {.selection = &selection, .target = &target, .jobs = 1, .context = answer,
                   .show = show, .put = put, .unread = unread};
    int code = gr_find(db, &find, &count, &error);
    gr_selection_free(&selection);
    return code;
}

/* Is every hit of `part` one of `whole`? *missing tells how many of these are not in `part`. */
static bool is_part(const char *part, const char *whole, unsigned *missing) {
    unsigned have = 0, all = 0;
    for (const char *c = whole + 1; *c; c++)
        all += *c == ';';
    while (part[1]) {
        char hit[40];
        size_t len = strcspn(part + 1, ";") + 2; /* both semicolons */
        if (len >= sizeof hit)
            return false;
        memcpy(hit, part, len);
        hit[len] = '\0';
        if (!strstr(whole, hit))
            return false;
        have++;
        part += len - 1;
    }
    *missing = all - have;
    return have <= all;
}

static char *image; /* path of the sound database */
static Answer truth;

static void make_image(void) {
    AidRandom random = {71};
    GrAdded added;
    GrIndexed indexed;
    GrDb *db;
    char fen[GR_FEN_SIZE];
    GrPosition pos;
    unsigned wrong = 0;
    image = strdup(aid_path("image.db"));
    REQUIRE(image && gr_db_open(image, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    CHECK_INT(gr_db_begin(db, &error), 0);
    for (size_t i = 0; i < GAMES; i++) {
        gr_game_init(&original[i]);
        wrong += !aid_random_tagged_game(&random, gr_book_at(aid_book(), i % 2), 25,
                                         &original[i]);
        wrong += gr_db_add_game(db, &original[i], &added, &error) != 0;
    }
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0);
    CHECK_INT(wrong, 0);
    gr_game_position(&original[0], 2, &pos);
    gr_fen_write(&pos, fen);
    CHECK_INT(gr_target_fen(&target, original[0].rules, fen, NULL), 0);
    CHECK_INT(ask(db, &truth), 0);
    CHECK(truth.text.len > 4);
    gr_db_close(db);
}

/* Changes up to `len` bytes of the blob of a random row; false if there is none. */
static bool damage(const char *path, AidRandom *random, unsigned kind, int len) {
    sqlite3 *handle;
    sqlite3_blob *blob = NULL;
    char sql[200];
    unsigned char bytes[PIECE];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", BLOBS[kind].table);
    int64_t rows = aid_sql_number(path, sql);
    if (rows < 1)
        return false;
    snprintf(sql, sizeof sql, "SELECT rowid FROM %s LIMIT 1 OFFSET %u", BLOBS[kind].table,
             aid_random(random, (uint32_t)rows));
    int64_t row = aid_sql_number(path, sql);
    bool done = sqlite3_open(path, &handle) == SQLITE_OK &&
                sqlite3_blob_open(handle, "main", BLOBS[kind].table, BLOBS[kind].column, row, 1,
                                  &blob) == SQLITE_OK &&
                sqlite3_blob_bytes(blob) > 0;
    int size = done ? sqlite3_blob_bytes(blob) : 1, at = (int)aid_random(random, (uint32_t)size);
    len = len < size - at ? len : size - at;
    done = done && sqlite3_blob_read(blob, bytes, len, at) == SQLITE_OK;
    for (int i = 0; i < len && done; i++)
        bytes[i] = (unsigned char)(bytes[i] ^ (1 + aid_random(random, 255)));
    done = done && sqlite3_blob_write(blob, bytes, len, at) == SQLITE_OK;
    sqlite3_blob_close(blob);
    sqlite3_close(handle);
    return done;
}

typedef struct Tally {
    unsigned wrong, refused, unnoticed, hidden;
} Tally;

static void read_games(GrDb *db, Tally *tally) {
    GrGame game;
    unsigned refused = 0;
    GrVerified verified;
    GrVerifyJob job = {.context = NULL};
    gr_game_init(&game);
    for (int64_t id = 1; id <= GAMES; id++) {
        if (gr_db_get_game(db, id, &game, &error))
            refused++;
        else
            tally->wrong += aid_differs(&game, &original[id - 1]) != NULL;
    }
    gr_game_free(&game);
    tally->refused += refused;
    int code = gr_db_verify(db, &job, &verified, &error);
    tally->unnoticed += code != GR_ERR_DAMAGED || verified.damaged + verified.unknown != refused;
}

static void search(GrDb *db, Tally *tally) {
    Answer answer;
    unsigned missing = 0;
    int code = ask(db, &answer);
    if (!is_part(answer.text.data, truth.text.data, &missing))
        tally->wrong++;
    tally->hidden += missing && !code && !answer.unread;
    gr_buffer_free(&answer.text);
}

/* Damages each kind of blob many times, and looks at what can be read then. */
static void damage_blobs(int len) {
    char *path = strdup(aid_path("blob.db"));
    AidRandom random = {43};
    unsigned rounds = test_slow() ? 150 : 5;
    REQUIRE(path);
    for (unsigned kind = 0; kind < sizeof BLOBS / sizeof *BLOBS; kind++) {
        Tally tally = {0};
        for (unsigned round = 0; round < rounds; round++) {
            GrDb *db;
            REQUIRE(aid_copy_file(image, path));
            if (!damage(path, &random, kind, len))
                break; /* the table has no rows */
            int code = gr_db_open(path, aid_book(), GR_DB_READ, &db, &error);
            if (!CHECK(code == 0 || (code == GR_ERR_DAMAGED && BLOBS[kind].bare)) || code)
                continue; /* too badly damaged to be opened */
            read_games(db, &tally);
            search(db, &tally);
            gr_db_close(db);
        }
        printf("# %s.%s: %u games refused, %u wrong, %u times not noticed, %u hidden\n",
               BLOBS[kind].table, BLOBS[kind].column, tally.refused, tally.wrong, tally.unnoticed,
               tally.hidden);
        CHECK_INT(tally.wrong, 0);
        CHECK_INT(tally.unnoticed, 0);
        CHECK_INT(tally.hidden, 0);
        if (len == 1 && !BLOBS[kind].bare) /* two bytes can look alike to a checksum, but seldom */
            CHECK(tally.refused <= rounds * GAMES / 100);
    }
    free(path);
}

static void a_byte_of_a_blob_is_wrong(void) {
    damage_blobs(1);
}

static void a_piece_of_a_blob_is_wrong(void) {
    damage_blobs(PIECE);
}

/* What can be set right is, by the next optimise. */
static void wrong_bytes_are_put_right(void) {
    const char *path = aid_path("right.db");
    const GrVerifyJob job = {.context = NULL};
    AidRandom random = {47};
    GrVerified verified;
    GrOptimised done;
    GrDb *db;
    REQUIRE(aid_copy_file(image, path));
    for (unsigned kind = 0; kind < 4; kind++)
        CHECK(damage(path, &random, kind, 1));
    REQUIRE(gr_db_open(path, aid_book(), GR_DB_WRITE, &db, &error) == 0);
    CHECK_INT(gr_db_verify(db, &job, &verified, &error), GR_ERR_DAMAGED);
    CHECK_INT(verified.games, GAMES);
    CHECK_INT(gr_db_optimise(db, &no_work, &done, &error), 0);
    CHECK_INT(gr_db_verify(db, &job, &verified, &error), 0);
    CHECK_INT(verified.games, GAMES);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    test_now.wanted = NULL; /* the first makes what the others need */
    RUN(make_image);
    RUN(a_byte_of_a_blob_is_wrong);
    RUN(a_piece_of_a_blob_is_wrong);
    RUN(wrong_bytes_are_put_right);
    gr_buffer_free(&truth.text);
    free(image);
    for (size_t i = 0; i < GAMES; i++)
        gr_game_free(&original[i]);
    return test_end();
}
