/* What a change of a database is called by who may want to take it back. */
#include "desk/local.h"

void desk_put_change(GrJson *json, GrDb *db, GrChangeKind kind, int64_t id) {
    GrChange last;
    GrError error;
    uint64_t count, bytes;
    char handle[GR_CHANGE_HANDLE];
    int code = gr_db_changes(db, &count, &last, &bytes, &error);
    bool ours = !code && count && last.kind == kind && (!id || (last.games == 1 && last.game == id));
    if (ours)
        gr_change_handle(&last, handle);
    gr_json_string(json, "change", ours ? handle : NULL);
}
