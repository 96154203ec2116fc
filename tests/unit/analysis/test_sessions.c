/* Sessions of both protocols where memory runs out at any moment: they say so and go on. */
#include <stdatomic.h>
#include <time.h>

#include "analysis/uci/uci.h"
#include "analysis/xboard/xboard.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;

typedef struct Heard {
    atomic_int moves, pongs, ready;
    atomic_int pong; /* the number of the last one */
} Heard;

static void hear(void *user, const char *line) {
    Heard *heard = user;
    heard->moves += !strncmp(line, "move ", 5) || !strncmp(line, "bestmove ", 9);
    heard->pongs += !strncmp(line, "pong ", 5);
    if (!strncmp(line, "pong ", 5))
        heard->pong = atoi(line + 5);
    heard->ready += !strcmp(line, "readyok");
}

/* Until all before that ping is carried out: it may have to wait for a move. */
static void await_pong(const Heard *heard, int number) {
    for (int i = 0; i < 30000 && heard->pong != number; i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static const char *const xboard[] = {
    "protover 2", "new", "variant magi", "cores 2", "memory 8", "sd 2", "post", "usermove b0c2", "ping 1",
    "easy", "go", "ping 2", "force", "undo", "setboard x", "variant normal", "analyze", "exit", "ping 3",
};

static void an_xboard_session_survives_lack_of_memory(void) {
    FAIL_EACH_ALLOCATION(n, 400) {
        Heard heard = {0};
        GrXboard *x = gr_xboard_open(variants, gr_variants_at(variants, 0), hear, &heard);
        for (size_t i = 0; x && i < sizeof xboard / sizeof *xboard; i++)
            gr_xboard_command(x, xboard[i]);
        fail_alloc_stop();
        if (x) {
            CHECK_INT(gr_xboard_command(x, "ping 4"), 0);
            await_pong(&heard, 4);
            CHECK(heard.pongs >= 3); /* one command may have been lost */
            int before = heard.moves;
            gr_xboard_command(x, "new");
            gr_xboard_command(x, "sd 1");
            gr_xboard_command(x, "usermove e2e4");
            gr_xboard_command(x, "ping 5");
            await_pong(&heard, 5);
            CHECK_INT(heard.moves, before + 1);
        }
        gr_xboard_close(x);
    }
}

static const char *const uci[] = {
    "uci", "setoption name Threads value 2", "setoption name UCI_ShowWDL value true",
    "setoption name UCI_Variant value wizard", "position startpos moves d12d10", "go depth 2", "ucinewgame",
    "go nodes 50 searchmoves d12d10", "go ponder depth 2", "ponderhit", "setoption name Hash value 2", "isready",
};

static void a_uci_session_survives_lack_of_memory(void) {
    FAIL_EACH_ALLOCATION(n, 400) {
        Heard heard = {0};
        GrUci *session = gr_uci_open(variants, hear, &heard);
        for (size_t i = 0; session && i < sizeof uci / sizeof *uci; i++)
            gr_uci_command(session, uci[i]);
        fail_alloc_stop();
        gr_uci_close(session); /* some may have waited */
        if (session) {
            CHECK_INT(heard.moves, 3);
            CHECK_INT(heard.ready, 1);
        }
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(an_xboard_session_survives_lack_of_memory);
    RUN(a_uci_session_survives_lack_of_memory);
    gr_variants_close(variants);
    return test_end();
}
