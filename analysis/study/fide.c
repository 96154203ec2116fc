/* FIDE's tables of ratings. */
#include "analysis/study/fide.h"

#include <stdlib.h>

int gr_fide_difference(int percent) {
    /* From 100 percent down to 50. */
    static const short dp[] = {800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284,
                               273, 262, 251, 240, 230, 220, 211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125,
                               117, 110, 102, 95,  87,  80,  72,  65,  57,  50,  43,  36,  29,  21,  14,  7,   0};
    return percent >= 50 ? dp[100 - percent] : -dp[percent];
}

int gr_fide_expected(int difference) {
    /* The greatest difference for 50 percent, 51 percent and so on to 99. */
    static const short most[] = {3,   10,  17,  25,  32,  39,  46,  53,  61,  68,  76,  83,  91,  98,  106, 113, 121,
                                 129, 137, 145, 153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278,
                                 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735};
    int distance = abs(difference), percent = 50;
    while (percent < 100 && distance > most[percent - 50])
        percent++;
    return difference >= 0 ? percent : 100 - percent;
}

int gr_fide_performance(int half, int games, long ratings) {
    long mean = (2 * ratings + games) / (2L * games);
    int percent = (100 * half + games) / (2 * games);
    return (int)mean + gr_fide_difference(percent);
}

int gr_fide_change(int rating, int opponent, int half) {
    enum { MOST = 400, FREE = 2650 };
    int difference = rating - opponent;
    if (rating < FREE && abs(difference) > MOST)
        difference = difference > 0 ? MOST : -MOST;
    return 50 * half - gr_fide_expected(difference);
}

int gr_fide_k(int rating) {
    return rating >= 2400 ? 10 : 20;
}
