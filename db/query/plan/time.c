/* Can a query be true of a game, when so much is known of its tests? */
#include "db/query/plan/time.h"

static Chance both(Chance a, Chance b) {
    return a < b ? a : b;
}

static Chance any(Chance a, Chance b) {
    return a > b ? a : b;
}

static Chance chance_of_times(const Time *time, Chance inner) {
    if (inner == NO)
        return time->low == 0 ? YES : NO;
    return MAYBE;
}

Chance query_time_chance(const Time *time, const Chance *test) {
    if (time->op == TIME_TEST)
        return test[time->test];
    Chance left = query_time_chance(time->left, test), right = left;
    if (time->right)
        right = query_time_chance(time->right, test);
    switch (time->op) {
    case TIME_AND:
        return both(left, right);
    case TIME_OR:
        return any(left, right);
    case TIME_NOT:
        return (Chance)(YES - left);
    case TIME_THEN:
        return both(both(left, right), MAYBE);
    case TIME_FOR:
        return both(left, MAYBE);
    case TIME_TIMES:
        return chance_of_times(time, left);
    default: /* TIME_ALWAYS */
        return left;
    }
}
