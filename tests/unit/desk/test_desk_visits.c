/* Connections of the desk: who waits too long is cut, and who comes when all are taken is not kept out. */
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "desk/visits.h"
#include "tests/aid/test.h"

static Visits visits = {.lock = PTHREAD_MUTEX_INITIALIZER};
static int pair[2];

/* Has the other end been cut? */
static bool is_cut(void) {
    char c;
    return recv(pair[1], &c, 1, MSG_DONTWAIT) == 0;
}

static void who_waits_too_long_is_cut(void) {
    REQUIRE(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    Visit *visit = visits_begin(&visits, pair[0], 1000);
    REQUIRE(visit);
    visits_cut(&visits, 31000);
    CHECK(!is_cut() && errno == EAGAIN);
    visits_answer(&visits, visit, 0, 100);
    visits_cut(&visits, 1000000);
    CHECK(!is_cut()); /* an answer may take longer */
    visits_wait(&visits, visit, 1000000);
    visits_cut(&visits, 1030000);
    CHECK(!is_cut());
    visits_cut(&visits, 1030001);
    CHECK(is_cut());
    visits_end(&visits, visit);
    close(pair[0]);
    close(pair[1]);
}

static void the_one_that_waits_longest_makes_room(void) {
    Visit *all[VISITS_WAITING];
    int other[2];
    REQUIRE(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair) && !socketpair(AF_UNIX, SOCK_STREAM, 0, other));
    for (int i = 0; i < VISITS_WAITING; i++)
        all[i] = visits_begin(&visits, i == 5 ? pair[0] : other[0], i == 5 ? 10 : 20 + i);
    CHECK(!is_cut());
    Visit *last = visits_begin(&visits, other[0], 1000);
    CHECK(last && is_cut());
    for (int i = 0; i < VISITS_WAITING; i++)
        visits_end(&visits, all[i]);
    visits_end(&visits, last);
    for (int i = 0; i < 2; i++) {
        close(pair[i]);
        close(other[i]);
    }
}

static void there_is_an_end_of_room(void) {
    Visit *all[VISITS];
    for (int i = 0; i < VISITS; i++) {
        all[i] = visits_begin(&visits, -1, 5);
        CHECK(all[i] != NULL);
        visits_answer(&visits, all[i], 0, 1);
    }
    CHECK(!visits_begin(&visits, -1, 5));
    for (int i = 0; i < VISITS; i++)
        visits_end(&visits, all[i]);
}

static void answers_on_their_way_are_bounded(void) {
    Visit *a = visits_begin(&visits, -1, 5), *b = visits_begin(&visits, -1, 5);
    CHECK(visits_answer(&visits, a, 60, 100));
    CHECK(!visits_answer(&visits, b, 41, 100));
    CHECK(visits_answer(&visits, b, 40, 100));
    visits_wait(&visits, a, 6);
    CHECK(visits_answer(&visits, a, 60, 100));
    visits_end(&visits, a);
    CHECK_INT(visits.bytes, 40);
    visits_end(&visits, b);
    CHECK_INT(visits.bytes, 0);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(who_waits_too_long_is_cut);
    RUN(the_one_that_waits_longest_makes_room);
    RUN(there_is_an_end_of_room);
    RUN(answers_on_their_way_are_bounded);
    return test_end();
}
