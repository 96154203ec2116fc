/* Several databases that one request asks. */
#include "desk/together.h"

/* Takes one more, unless it is there. */
static bool take(DeskCall *call, DeskTogether *all, const char *handle) {
    DeskFile *file = desk_file_of(call, handle);
    for (int n = 0; file && n < all->count; n++)
        if (all->file[n] == file)
            return true;
    if (file && all->count == DESK_MOST_TOGETHER) {
        desk_refuse(call, 400, "at most %d databases can be asked together", DESK_MOST_TOGETHER);
        return false;
    }
    GrDb *db = file ? desk_take(call, file) : NULL;
    if (!db)
        return false;
    all->file[all->count] = file;
    all->handle[all->count] = handle;
    all->db[all->count++] = db;
    return true;
}

bool desk_take_together(DeskCall *call, DeskTogether *all) {
    const char *handle = call->wild[0];
    all->count = 0;
    for (int n = 0; handle; handle = desk_parameter(call, "and", n++))
        if (!take(call, all, handle)) {
            desk_give_together(call, all);
            return false;
        }
    call->together = all;
    return true;
}

void desk_give_together(DeskCall *call, DeskTogether *all) {
    call->together = NULL;
    while (all->count) {
        all->count--;
        desk_give(all->file[all->count], all->db[all->count]);
    }
}
