/* Wrong bytes in any blob and any other cell of any table, which SQLite itself does not see: the
 * database can be opened, no game and no answer comes out wrong, nothing crashes, and what is
 * hidden by the damage is reported. A single wrong byte costs no game. */
#include <sqlite3.h>

#include "db/search/find.h"
#include "db/index/index.h"
#include "db/upkeep/maintain.h"
#include "db/upkeep/verify.h"
#include "tests/aid/evals_aid.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 150, EVALS = 2000, STALE = 10 }; /* the last ten were added after the index was made */

static GrError error;
static GrGame original[GAMES];
static GrTarget target[2];
static const GrWork no_work;

enum { PIECE = 24 }; /* wrong bytes in a row */

static const struct {
    const char *table, *column;
} BLOBS[] = {{"block", "head"},   {"block", "moves"}, {"block", "texts"},    {"name", "texts"},
             {"shape", "tags"},   {"backup", "copy"},  {"fingerprint", "entries"},
             {"posting", "groups"}, {"signature", "games"}, {"evaluation", "verdicts"}};

enum { EVALUATION = sizeof BLOBS / sizeof *BLOBS - 1 };

/* Tables of small rows, all of which stand on one page. */
static const char *const SMALL[] = {"variant", "dictionary", "tag",  "shape",
                                    "segment", "uncovered",  "meta",
                                    "judge"};

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

/* Searches for both positions. */
static int ask(GrDb *db, Answer *answer) {
    GrSelection selection;
    GrFindCount count;
    int code = 0;
    gr_buffer_init(&answer->text);
    gr_buffer_puts(&answer->text, ";");
    answer->unread = 0;
    gr_selection_init(&selection);
    for (int i = 0; i < 2; i++) {
        GrFind find = {.selection = &selection, .target = &target[i], .jobs = 1, .context = answer,
                       .show = show, .put = put, .unread = unread};
        int found = gr_find(db, &find, &count, &error);
        code = found ? found : code;
    }
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
static GrBuffer evals; /* all evaluations as text */

static void make_image(void) {
    AidRandom random = {test_seed(71)};
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
        wrong += !aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % 2), 25,
                                         &original[i]);
        wrong += gr_db_add_game(db, &original[i], &added, &error) != 0;
        if (i != GAMES - STALE - 1)
            continue;
        CHECK_INT(gr_db_commit(db, &error), 0);
        CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0);
        CHECK_INT(gr_db_begin(db, &error), 0);
    }
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK_INT(wrong, 0);
    CHECK_INT(aid_add_evals(db, 9, EVALS, &error), 0);
    CHECK_INT(gr_db_set_shard(db, 2, 5, &error), 0);
    gr_buffer_init(&evals);
    CHECK_INT(aid_list_evals(db, &evals), EVALS);
    for (int i = 0; i < 2; i++) {
        gr_game_position(&original[0], 2 * (uint32_t)i, &pos);
        gr_fen_write(&pos, fen);
        CHECK_INT(gr_target_fen(&target[i], original[0].rules, fen, NULL), 0);
    }
    CHECK_INT(ask(db, &truth), 0);
    CHECK(truth.text.len > 100);
    gr_db_close(db);
    /* Not all of the block, so that the first chunk counts. */
    CHECK(aid_sql(image, "UPDATE uncovered SET first = 129, last = 256"));
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
    unsigned evals; /* evaluations that are not there */
} Tally;

/* Each evaluation that is read is one of the sound file's. */
static void read_evals(GrDb *db, Tally *tally) {
    GrBuffer text;
    gr_buffer_init(&text);
    tally->evals += EVALS - aid_list_evals(db, &text);
    const char *from = evals.data;
    for (char *line = text.data; line && *line;) {
        char *end = strchr(line, '\n');
        *end = '\0';
        const char *found = strstr(from, line);
        tally->wrong += !found || found[end - line] != '\n' || (found > evals.data && found[-1] != '\n');
        from = found ? found : from;
        line = end + 1;
    }
    gr_buffer_free(&text);
}

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
    AidRandom random = {test_seed(43)};
    unsigned rounds = test_slow() ? 150 : test_long() ? 5 : 2;
    REQUIRE(path);
    for (unsigned kind = 0; kind < sizeof BLOBS / sizeof *BLOBS; kind++) {
        Tally tally = {0};
        for (unsigned round = 0; round < rounds; round++) {
            GrDb *db;
            REQUIRE(aid_copy_file(image, path));
            if (!damage(path, &random, kind, len))
                break; /* the table has no rows */
            if (!CHECK_INT(gr_db_open(path, aid_book(), GR_DB_READ, &db, &error), 0))
                continue;
            read_games(db, &tally);
            read_evals(db, &tally);
            search(db, &tally);
            gr_db_close(db);
        }
        printf("# %s.%s: %u evaluations lost, %u games refused, %u wrong, %u times not noticed, %u hidden\n",
               BLOBS[kind].table, BLOBS[kind].column, tally.evals, tally.refused, tally.wrong, tally.unnoticed,
               tally.hidden);
        CHECK_INT(tally.wrong, 0);
        CHECK_INT(tally.unnoticed, 0);
        CHECK_INT(tally.hidden, 0);
        if (len == 1) /* two bytes can look alike to a checksum, but seldom */
            CHECK(tally.refused <= rounds * GAMES / 100 && tally.evals <= rounds * EVALS / 100);
    }
    free(path);
}

static void a_byte_of_a_blob_is_wrong(void) {
    damage_blobs(1);
}

static void a_piece_of_a_blob_is_wrong(void) {
    damage_blobs(PIECE);
}

/* ---- small rows ---- */

enum { PAGE = 4096, LEAF = 13, LEAF_WITHOUT_ROWID = 10 };

/* A number as SQLite writes it. */
static uint64_t number_at(const unsigned char **at) {
    uint64_t value = 0;
    for (int i = 0; i < 9; i++) {
        unsigned byte = *(*at)++;
        value = value << 7 | (byte & 127);
        if (byte < 128)
            break;
    }
    return value;
}

/* The places on a leaf page of all bytes that are values of its rows (`values`), or of all that
 * are in its rows. Returns how many there are. */
static size_t find_places(const unsigned char *page, bool values, uint16_t *place) {
    size_t count = 0;
    unsigned rows = (unsigned)page[3] << 8 | page[4];
    if (page[0] != LEAF && page[0] != LEAF_WITHOUT_ROWID)
        return 0;
    for (unsigned i = 0; i < rows; i++) {
        const unsigned char *cell = page + ((unsigned)page[8 + 2 * i] << 8 | page[9 + 2 * i]);
        const unsigned char *at = cell;
        uint64_t size = number_at(&at);
        if (page[0] == LEAF)
            number_at(&at);
        const unsigned char *record = at;
        uint64_t head = number_at(&at);
        for (at = values ? record + head : cell; at < record + size && at < page + PAGE; at++)
            place[count++] = (uint16_t)(at - page);
    }
    return count;
}

/* Makes a byte wrong in a row of the table; true if all places are done. */
static bool damage_row(const char *path, const char *table, bool values, size_t step,
                       AidRandom *random) {
    char sql[100];
    unsigned char page[PAGE];
    uint16_t place[PAGE];
    snprintf(sql, sizeof sql, "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", table);
    long at = PAGE * ((long)aid_sql_number(path, sql) - 1);
    FILE *file = fopen(path, "r+b");
    bool read = file && fseek(file, at, SEEK_SET) == 0 && fread(page, PAGE, 1, file) == 1;
    size_t count = read ? find_places(page, values, place) : 0, n = step;
    CHECK(count > 0);
    if (!test_slow())
        n = count ? aid_random(random, (uint32_t)count) : 0;
    if (n < count) {
        page[place[n]] ^= (unsigned char)(1 + aid_random(random, 255));
        CHECK(fseek(file, at, SEEK_SET) == 0 && fwrite(page, PAGE, 1, file) == 1);
    }
    if (file)
        fclose(file);
    return n >= count || (!test_slow() && step >= (test_long() ? 10 : 3));
}

static void damage_rows(bool values) {
    char *path = strdup(aid_path("row.db"));
    AidRandom random = {test_seed(53)};
    REQUIRE(path);
    for (size_t i = 0; i < sizeof SMALL / sizeof *SMALL; i++) {
        Tally tally = {0};
        bool done = false;
        for (size_t step = 0; !done; step++) {
            GrDb *db;
            REQUIRE(aid_copy_file(image, path));
            done = damage_row(path, SMALL[i], values, step, &random);
            int code = done ? -1 : gr_db_open(path, aid_book(), GR_DB_READ, &db, &error);
            CHECK(done || code == 0);
            if (code)
                continue;
            read_games(db, &tally);
            read_evals(db, &tally);
            search(db, &tally);
            gr_db_close(db);
        }
        CHECK_INT(tally.evals, 0);
        printf("# %s: %u games refused, %u wrong, %u times not noticed, %u hidden\n", SMALL[i],
               tally.refused, tally.wrong, tally.unnoticed, tally.hidden);
        CHECK_INT(tally.wrong, 0);
        CHECK_INT(tally.hidden, 0);
        if (values)
            CHECK_INT(tally.unnoticed, 0);
        CHECK_INT(tally.refused, 0);
    }
    free(path);
}

static void a_value_of_a_row_is_wrong(void) {
    damage_rows(true);
}

/* Numbers of rows, too, and what SQLite writes beside the values. */
static void a_byte_of_a_row_is_wrong(void) {
    damage_rows(false);
}

/* A damaged database with all its games is mended; *verified is what is in it then. */
static void put_right(GrDb *db, GrVerified *verified) {
    const GrVerifyJob job = {.context = NULL};
    GrOptimised done;
    CHECK_INT(gr_db_verify(db, &job, verified, &error), GR_ERR_DAMAGED);
    CHECK_INT(verified->games, GAMES);
    if (!CHECK_INT(gr_db_optimise(db, &no_work, &done, &error), 0))
        printf("%s\n", error.text);
    CHECK_INT(gr_db_verify(db, &job, verified, &error), 0);
    CHECK_INT(verified->games, GAMES);
}

/* What can be set right is, by the next optimise. */
static void wrong_bytes_are_put_right(void) {
    const char *path = aid_path("right.db");
    AidRandom random = {test_seed(47)};
    GrVerified verified;
    GrDb *db;
    REQUIRE(aid_copy_file(image, path));
    for (unsigned kind = 0; kind < 5; kind++)
        CHECK(damage(path, &random, kind, 1));
    for (unsigned i = 0; i < 3; i++)
        CHECK(!damage_row(path, SMALL[i], true, 0, &random));
    CHECK(aid_sql(path, "UPDATE block SET games = games + 1, plies = 1"));
    CHECK(damage(path, &random, EVALUATION, 1)); /* a second one might be in the same row */
    CHECK(aid_sql(path, "UPDATE evaluation SET place = place + 77 WHERE place = (SELECT max(place) "
                        "FROM evaluation)"));
    CHECK(aid_sql(path, "DELETE FROM backup WHERE part = 5; UPDATE judge SET positions = 7 WHERE id = 1"));
    REQUIRE(gr_db_open(path, aid_book(), GR_DB_WRITE, &db, &error) == 0);
    put_right(db, &verified);
    CHECK_INT(verified.evaluations, EVALS);
    GrBuffer text;
    gr_buffer_init(&text);
    aid_list_evals(db, &text);
    CHECK(!strcmp(text.data, evals.data));
    gr_buffer_free(&text);
    gr_db_close(db);
}

/* A wrong byte that makes one name another one of the same table is put right, too: its index cannot be built then. */
static void a_name_that_became_another_is_put_right(void) {
    const char *path = aid_path("twice.db");
    char page[PAGE], name[2][8];
    GrVerified verified;
    GrDb *db;
    REQUIRE(aid_copy_file(image, path));
    int64_t both =
        aid_sql_number(path, "SELECT substr(a.name, 4) * 1000 + substr(b.name, 4) FROM dictionary a, dictionary b "
                             "WHERE a.name GLOB 'Tag[0-9][0-9][0-9]' AND b.name GLOB 'Tag[0-9][0-9][0-9]' "
                             "AND substr(a.name, 1, 5) = substr(b.name, 1, 5) AND a.name < b.name LIMIT 1");
    REQUIRE(both > 0);
    snprintf(name[0], sizeof name[0], "Tag%03d", (int)(both / 1000 % 1000));
    snprintf(name[1], sizeof name[1], "Tag%03d", (int)(both % 1000));
    long page_of = (long)aid_sql_number(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'dictionary'");
    long root = PAGE * (page_of - 1);
    FILE *file = fopen(path, "r+b");
    REQUIRE(file && fseek(file, root, SEEK_SET) == 0 && fread(page, PAGE, 1, file) == 1);
    for (size_t at = 0; at + 6 <= PAGE; at++)
        if (!memcmp(page + at, name[0], 6))
            page[at + 5] = name[1][5];
    CHECK(fseek(file, root, SEEK_SET) == 0 && fwrite(page, PAGE, 1, file) == 1);
    fclose(file);
    REQUIRE(gr_db_open(path, aid_book(), GR_DB_WRITE, &db, &error) == 0);
    put_right(db, &verified);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    test_now.wanted = NULL; /* the first makes what the others need */
    RUN(make_image);
    RUN(a_byte_of_a_blob_is_wrong);
    RUN(a_piece_of_a_blob_is_wrong);
    RUN(a_value_of_a_row_is_wrong);
    RUN(a_byte_of_a_row_is_wrong);
    RUN(wrong_bytes_are_put_right);
    RUN(a_name_that_became_another_is_put_right);
    gr_buffer_free(&truth.text);
    gr_buffer_free(&evals);
    free(image);
    for (size_t i = 0; i < GAMES; i++)
        gr_game_free(&original[i]);
    return test_end();
}
