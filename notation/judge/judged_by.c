/* Who judged, in words. */
#include "notation/judge/judged_by.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *gr_limit_kind_name(GrLimitKind kind) {
    static const char *const name[] = {"depth", "nodes", "movetime", "others"};
    return name[kind];
}

void gr_judged_by_add(GrJudgedBy *by, const GrJudgedBy *other) {
    if (!*other->engine && !other->several)
        return;
    if (!*by->engine && !by->several) {
        *by = *other;
        return;
    }
    by->several |= other->several || by->kind != other->kind || by->lines != other->lines ||
                   strcmp(by->engine, other->engine) != 0 || strcmp(by->options, other->options) != 0;
    by->least = other->least < by->least ? other->least : by->least;
    by->most = other->most > by->most ? other->most : by->most;
}

/* "1000", or "100 to 3000". */
static void write_amounts(const GrJudgedBy *by, char out[48]) {
    if (by->least == by->most)
        snprintf(out, 48, "%" PRIu64, by->most);
    else
        snprintf(out, 48, "%" PRIu64 " to %" PRIu64, by->least, by->most);
}

void gr_judged_by_name(const GrJudgedBy *by, char name[GR_JUDGE_NAME]) {
    char amounts[48];
    if (by->several || !*by->engine) {
        snprintf(name, GR_JUDGE_NAME, "%s", by->several ? "several judges" : "");
        return;
    }
    size_t at = (size_t)snprintf(name, GR_JUDGE_NAME, "%s", by->engine);
    write_amounts(by, amounts);
    if (*by->options)
        at += (size_t)snprintf(name + at, GR_JUDGE_NAME - at, ", %s", by->options);
    if (by->kind == GR_BY_DEPTH)
        at += (size_t)snprintf(name + at, GR_JUDGE_NAME - at, ", depth %s", amounts);
    else if (by->kind != GR_BY_OTHERS)
        at += (size_t)snprintf(name + at, GR_JUDGE_NAME - at, ", %s %s", amounts,
                               by->kind == GR_BY_NODES ? "nodes" : "ms");
    if (by->lines > 1)
        snprintf(name + at, GR_JUDGE_NAME - at, ", %d lines", by->lines);
}
