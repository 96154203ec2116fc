/* Is there any game that meets a condition? */
#include "db/search/select.h"

int gr_condition_met(GrDb *db, const GrCondition *condition, GrError *error) {
    GrCondition alone = *condition;
    const GrSelection selection = {.condition = &alone, .count = 1};
    int64_t id;
    GrCursor *cursor = gr_cursor_open(db, &selection, error);
    if (!cursor)
        return error->code;
    int met = gr_cursor_next(cursor, &id, error);
    gr_cursor_close(cursor);
    return met;
}
