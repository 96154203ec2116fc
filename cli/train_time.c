/* grimoire-train --time: sizes that fit the time that there is. */
#include <stdlib.h>
#include <string.h>

#include "cli/train.h"

/* Shares of the time: games take the first, learning what it takes after them, the match the rest. Learning from games
 * of 200 nodes a move takes about half as long as playing them does. */
static const double PLAY_SHARE = 0.55;

enum {
    MOST_POSITIONS = 1000000000, /* more than any time will do */
    LONG = 2 * 3600,             /* seconds from which on there are games enough for zones */
    HASTY = 3600,                /* up to which the match is a quick one */
    HASTY_MS = 20,
    LOG_TIMES = 10               /* lines of progress that a log has at least */
};

bool train_read_time(const char *text, int64_t *seconds) {
    static const struct {
        const char *name;
        int64_t seconds;
    } UNIT[] = {{"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}};
    char *end;
    double number = strtod(text, &end);
    for (size_t i = 0; i < sizeof UNIT / sizeof *UNIT; i++)
        if (end != text && !strcmp(end, UNIT[i].name) && number > 0 && number * (double)UNIT[i].seconds >= 10 &&
            number * (double)UNIT[i].seconds <= 1e6) {
            *seconds = (int64_t)(number * (double)UNIT[i].seconds);
            return true;
        }
    return false;
}

bool train_stops(void *user) {
    const Train *train = user;
    return cli_stop(NULL) || (train->until > 0 && cli_seconds() >= train->until);
}

void train_stage(Train *train, TrainStage stage) {
    if (!train->time)
        return;
    if (stage == TRAIN_PLAYS)
        train->began = cli_seconds();
    double share = stage == TRAIN_PLAYS ? PLAY_SHARE : 1;
    train->until = stage == TRAIN_LEARNS ? 0 : train->began + share * (double)train->time;
}

/* A network from nothing: more of what it can know takes more games. */
static void size_new(Train *train) {
    train->learn.start = NULL;
    if (!(train->given & GIVEN_ZONES))
        train->learn.zones = train->time >= LONG ? GR_ZONES : 1;
    train->learn.danger = true;
}

static void set_pace(Train *train, int epochs, double rate) {
    if (!(train->given & GIVEN_EPOCHS))
        train->learn.epochs = epochs;
    if (!(train->given & GIVEN_RATE))
        train->learn.rate = rate;
}

void train_fresh(Train *train) {
    set_pace(train, 12, 0.002);
    size_new(train);
}

int train_size(Train *train, GrError *error) {
    GrLearn *learn = &train->learn;
    if (!train->time)
        return 0;
    if (!(train->given & GIVEN_POSITIONS))
        train->play.positions = MOST_POSITIONS;
    if (train->time < LOG_TIMES * train->cli->every)
        train->cli->every = (int)(train->time / LOG_TIMES);
    if (train->time < HASTY && !(train->given & GIVEN_MOVETIME))
        train->movetime = HASTY_MS;
    if (train->by_hand || learn->start)
        return 0;
    learn->start = GR_LEARN_BUILTIN;
    int code = gr_learn_settle(learn, error);
    train->chosen = code == 0;
    if (code == GR_ERR_MEMORY)
        return code;
    if (code != 0) {
        size_new(train);
        return 0;
    }
    set_pace(train, 4, 0.0008);
    return 0;
}
