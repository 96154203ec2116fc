/* Operations that undo others, written as JSON. */
#include "notation/edit/edit_local.h"

void edit_begin_inverse(Edit *edit, GrJson *json, const char *op, const char *path) {
    gr_json_start(json, gr_put_buffer, &edit->inverses);
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "op", op);
    if (path)
        gr_json_string(json, "at", path);
}

void edit_end_inverse(Edit *edit, GrJson *json) {
    gr_json_close(json, '}');
    gr_buffer_putc(&edit->inverses, 0);
}
