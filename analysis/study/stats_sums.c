/* The names and sums that all forms of statistics share. */
#include "analysis/study/stats_local.h"
#include "notation/plain.h"

const char *gr_end_name(GrEnd end) {
    static const char *const name[GR_ENDS] = {
        [GR_END_CHECKMATE] = "checkmate",
        [GR_END_STALEMATE] = "stalemate",
        [GR_END_FIFTY] = "fifty moves",
        [GR_END_RULES] = "rules of the game",
        [GR_END_REPETITION] = "repetition",
        [GR_END_MATERIAL] = "too little material",
        [GR_END_DECIDED] = "resignation or time",
        [GR_END_AGREED] = "draw agreed",
        [GR_END_UNFINISHED] = "unfinished",
        [GR_END_PARTIAL] = "unreadable from some ply on",
    };
    return name[end];
}

const char *gr_count_name(GrCount count) {
#define NAME(count, name) [count] = name,
    static const char *const names[GR_COUNTS] = {GR_MOVE_COUNTS(NAME)};
#undef NAME
    return names[count];
}

uint64_t gr_stats_captures(const GrVariantStats *v, int side, int capturer, int victim) {
    uint64_t sum = 0;
    for (int by = 0; by < GR_MAX_TYPES; by++)
        for (int of = 0; of < GR_MAX_TYPES; of++)
            if ((capturer < 0 || by == capturer) && (victim < 0 || of == victim))
                sum += v->taken[side][by][of];
    return sum;
}

uint64_t gr_stats_median(const GrVariantStats *v) {
    uint64_t seen = 0;
    for (size_t n = 0; n < v->lengths; n++) {
        seen += v->length[n];
        if (2 * seen >= v->games && seen)
            return n;
    }
    return 0;
}

uint64_t gr_stats_bar(const GrVariantStats *v) {
    size_t longest = v->lengths;
    while (longest && !v->length[longest - 1])
        longest--;
    for (uint64_t ten = 1;; ten *= 10)
        for (int i = 0; i < 3; i++) {
            uint64_t bar = ten * (uint64_t[]){1, 2, 5}[i];
            if (longest <= 20 * bar)
                return bar;
        }
}

double gr_stats_score(const GrVariantStats *v) {
    uint64_t wins = v->result[GR_WHITE_WINS], draws = v->result[GR_DRAW];
    uint64_t games = wins + draws + v->result[GR_BLACK_WINS];
    return games ? ((double)wins + 0.5 * (double)draws) / (double)games : -1;
}

const GrResult gr_stats_results[GR_STATS_RESULTS] = {GR_WHITE_WINS, GR_BLACK_WINS, GR_DRAW,
                                                     GR_RESULT_NONE};

const char *gr_stats_result_name(GrResult result) {
    static const char *const name[] = {[GR_RESULT_NONE] = "no result",
                                       [GR_WHITE_WINS] = "White wins",
                                       [GR_BLACK_WINS] = "Black wins",
                                       [GR_DRAW] = "draws"};
    return name[result];
}

uint64_t gr_stats_shortest(const GrVariantStats *v) {
    size_t n = 0;
    while (n < v->lengths && !v->length[n])
        n++;
    return n < v->lengths ? n : 0;
}

uint64_t gr_stats_longest(const GrVariantStats *v) {
    size_t n = v->lengths;
    while (n && !v->length[n - 1])
        n--;
    return n ? n - 1 : 0;
}

double gr_stats_mean(const GrVariantStats *v) {
    return v->games ? (double)v->plies / (double)v->games : 0;
}

uint64_t gr_stats_between(const GrVariantStats *v, uint64_t from, uint64_t bar) {
    uint64_t games = 0;
    for (uint64_t n = from; n < from + bar && n < v->lengths; n++)
        games += v->length[n];
    return games;
}

uint64_t gr_stats_lost(const GrVariantStats *v, int side, int type) {
    return gr_stats_captures(v, !side, -1, type) + v->own[side][type];
}

GrEstimate stats_score(const GrVariantStats *v) {
    return gr_score_estimate(v->result[GR_WHITE_WINS], v->result[GR_DRAW], v->result[GR_BLACK_WINS]);
}

double stats_choice(const GrVariantStats *v) {
    double moves = 0, positions = 0;
    for (int i = 0; i < GR_CHOICES; i++) {
        moves += (double)v->choices[i];
        positions += (double)v->positions[i];
    }
    return positions > 0 ? moves / positions : 0;
}

size_t gr_stats_listed(const GrPlayers *players, size_t most) {
    return most && most < players->count ? most : players->count;
}

void stats_put_name(const char *name, size_t width, GrBuffer *out) {
    size_t columns = 0;
    gr_buffer_puts(out, "  ");
    for (const char *p = name; *p; columns++) {
        bool shown;
        size_t n = gr_plain_length(p, &shown);
        gr_buffer_add(out, shown ? p : "?", shown ? n : 1);
        p += n;
    }
    if (columns > width) {
        gr_buffer_puts(out, "\n  ");
        columns = 0;
    }
    for (; columns < width; columns++)
        gr_buffer_putc(out, ' ');
}
