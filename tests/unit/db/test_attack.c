/* Hostile databases: whoever uses one comes to an end, in time and memory as with a sound one of
 * its size, and nothing crashes. */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "db/index/index.h"
#include "notation/write/pgn.h"
#include "tests/aid/db_attack.h"
#include "tests/aid/db_users.h"
#include "tests/aid/evals_aid.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum {
    GAMES = 700,        /* two blocks, six chunks */
    INDEXED = 600,
    SECONDS = 10,       /* of the processor, for all uses of a file; a sound one takes 0.5 */
    PATIENCE = 60,      /* seconds in which a child that does not hang has some of the processor, */
    IDLE = 50,          /* more milliseconds than this, however busy the machine is */
    MEMORY = 96 << 10,  /* KB more than a sound one needs: see large blobs in db/codec/limits.h */
    BYTES = 48
};

static GrError error;
static char *sound, *other, *text, *work, *scratch;
static long least; /* KB that a child needs with the sound file */

/* What a child says of itself. */
static volatile struct Report {
    unsigned user; /* what it is at */
    long memory;   /* KB that it has needed up to the use before */
    unsigned greedy; /* which needed more than it may */
    double seconds;
} *report;

static void add_games(GrDb *db, unsigned seed, unsigned from, unsigned to, FILE *pgn) {
    AidRandom random = {seed};
    GrGame game;
    GrAdded added;
    GrBuffer out;
    unsigned wrong = 0;
    gr_game_init(&game);
    gr_buffer_init(&out);
    CHECK_INT(gr_db_begin(db, &error), 0);
    for (unsigned i = from; i < to; i++) {
        wrong += !aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % 6), 8, &game);
        wrong += gr_db_add_game(db, &game, &added, &error) != 0;
        gr_write_pgn(&out, &game);
    }
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK_INT(wrong, 0);
    if (pgn)
        CHECK(fwrite(out.data, 1, out.len, pgn) == out.len);
    gr_buffer_free(&out);
    gr_game_free(&game);
}

static void make_files(void) {
    static const GrWork no_work;
    GrIndexed indexed;
    GrDb *db;
    sound = strdup(aid_path("sound.db"));
    other = strdup(aid_path("other.db"));
    text = strdup(aid_path("text.pgn"));
    work = strdup(aid_path("work.db"));
    scratch = strdup(aid_path("scratch.db"));
    REQUIRE(gr_db_open(sound, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    add_games(db, 1, 0, INDEXED, NULL);
    CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0);
    add_games(db, 2, INDEXED, GAMES, NULL);
    CHECK_INT(aid_add_evals(db, 4, 1500, &error), 0);
    CHECK_INT(gr_db_set_shard(db, 1, 2, &error), 0);
    gr_db_close(db);
    REQUIRE(gr_db_open(other, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    FILE *pgn = fopen(text, "wb");
    REQUIRE(pgn);
    add_games(db, 3, 0, 20, pgn);
    fclose(pgn);
    CHECK_INT(aid_add_evals(db, 5, 500, &error), 0);
    gr_db_close(db);
    int shared = open(aid_path("report"), O_RDWR | O_CREAT, 0600);
    REQUIRE(shared >= 0 && ftruncate(shared, sizeof *report) == 0);
    report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
    REQUIRE(report != MAP_FAILED);
    close(shared);
}

static void remove_beside(const char *path) {
    char name[200];
    static const char *const part[] = {"-wal", "-shm", "-journal"};
    for (unsigned i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, part[i]);
        unlink(name);
    }
}

/* Ends a child that has waited rather than worked since it was last looked at. */
static void look_whether_it_hangs(int signal_number) {
    static int64_t before;
    struct timespec used = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    int64_t now = (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
    if (now - before <= IDLE) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    before = now;
    alarm(PATIENCE);
}

/* Limits that a busy machine does not bring nearer: of the processor's time, and of waiting. */
static void set_limits(void) {
    struct rlimit limit = {SECONDS, SECONDS + 1};
    struct sigaction look = {.sa_handler = look_whether_it_hangs, .sa_flags = SA_RESTART};
    setrlimit(RLIMIT_CPU, &limit);
    sigaction(SIGALRM, &look, NULL);
    alarm(PATIENCE);
}

/* What a child does: reads the file, and has it written to by each writer in turn. */
static void use_file(void) {
    set_limits();
    report->memory = 0;
    for (unsigned user = 0; db_user_name(user); user++) {
        struct rusage usage;
        report->user = user;
        db_use(user, work, other, text, scratch);
        getrusage(RUSAGE_SELF, &usage);
        if (least && usage.ru_maxrss > least + MEMORY && report->memory <= least + MEMORY)
            report->greedy = user;
        report->memory = usage.ru_maxrss;
        report->seconds = (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6 +
                          (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec / 1e6;
    }
}

/* Uses the file in a child; what went wrong there, NULL if nothing did. */
static const char *use_in_child(void) {
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        return "no child";
    if (!child) {
        use_file();
        exit(0);
    }
    while (waitpid(child, &status, 0) < 0)
        continue;
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? "takes too long"
               : WTERMSIG(status) == SIGALRM                               ? "hangs"
                                                                           : "crashes";
    if (WEXITSTATUS(status))
        return "fails";
    if (!least || report->memory <= least + MEMORY)
        return NULL;
    report->user = report->greedy;
    return "takes too much memory";
}

static void a_sound_one_is_used(void) {
    CHECK(aid_copy_file(sound, work));
    CHECK_STR(use_in_child(), NULL);
    least = report->memory;
    printf("# a sound one: %.2f s, %ld KB\n", report->seconds, least);
}

/* A round: the file is made, attacked and used; false if that went wrong. */
static bool one_round(int kind, uint64_t seed) {
    uint8_t bytes[BYTES];
    char story[400];
    remove_beside(work);
    if (!CHECK(aid_copy_file(sound, work)))
        return false;
    db_attack_bytes(seed, bytes, sizeof bytes);
    bool done = kind < 0 ? db_attack(work, bytes, sizeof bytes, story, sizeof story)
                         : db_attack_once(work, (AttackKind)kind, bytes, sizeof bytes, story,
                                          sizeof story);
    if (!done)
        return true;
    const char *keep = getenv("GRIMOIRE_KEEP"); /* a name for a copy of the attacked file */
    if (keep && *keep)
        CHECK(aid_copy_file(work, keep));
    const char *wrong = use_in_child();
    if (wrong)
        printf("kind %d, seed %llu: %s: %s %s (%.1f s, %ld KB)\n", kind, (unsigned long long)seed,
               story, db_user_name(report->user), wrong, report->seconds, report->memory);
    return CHECK(!wrong);
}

/* GRIMOIRE_SEED and GRIMOIRE_ROUNDS ask for others. */
static uint64_t asked(const char *name, uint64_t otherwise) {
    const char *value = getenv(name);
    return value && *value ? strtoull(value, NULL, 10) : otherwise;
}

/* The sanitizers and the rules core that checks itself make a round many times as long. */
#if defined(__SANITIZE_ADDRESS__) || defined(GR_DEBUG)
enum { SHARE = 8 };
#else
enum { SHARE = 2 };
#endif

static void attack(int kind, unsigned quick, unsigned deep) {
    uint64_t seed = asked("GRIMOIRE_SEED", 1);
    unsigned share = test_long() ? SHARE : 8 * SHARE;
    uint64_t rounds = test_slow() ? deep : (quick + share - 1) / share;
    rounds = asked("GRIMOIRE_ROUNDS", rounds);
    unsigned wrong = 0;
    for (uint64_t i = 0; i < rounds && wrong < 20; i++)
        wrong += !one_round(kind, seed + i);
}

static void cells(void) {
    attack(ATTACK_CELL, 10, 1000);
}

static void keys(void) {
    attack(ATTACK_KEY, 10, 500);
}

static void heads(void) {
    attack(ATTACK_HEAD, 10, 1000);
}

static void moves(void) {
    attack(ATTACK_MOVES, 4, 500);
    one_round(ATTACK_MOVES, 102); /* completing the index never ended */
}

static void packed_blobs(void) {
    attack(ATTACK_PACKED, 8, 500);
}

static void summed_blobs(void) {
    attack(ATTACK_SUMMED, 12, 1500);
}

static void many_rows(void) {
    attack(ATTACK_MANY, 8, 100);
}

static void pages(void) {
    attack(ATTACK_PAGE, 10, 1000);
}

static void schemas(void) {
    attack(ATTACK_SCHEMA, 8, 100);
}

static void all_of_it(void) {
    attack(-1, 10, 2000);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    make_files();
    a_sound_one_is_used();
    RUN(cells);
    RUN(keys);
    RUN(heads);
    RUN(moves);
    RUN(packed_blobs);
    RUN(summed_blobs);
    RUN(many_rows);
    RUN(pages);
    RUN(schemas);
    RUN(all_of_it);
    free(sound);
    free(other);
    free(text);
    free(work);
    free(scratch);
    return test_end();
}
