/* Columns and steps that several tables of the loadable extension share. */
#include "db/extension/extension_table.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"

void gr_table_text(sqlite3_context *context, const char *text) {
    if (text)
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

void gr_table_step(GrTableCursor *cursor) {
    const GrNode *node = &cursor->game.nodes[cursor->node];
    gr_play(&cursor->pos, node->move);
    cursor->node = node->next;
}

void gr_table_move(const GrTableCursor *cursor, sqlite3_context *context, GrMove move, bool san) {
    char text[GR_SAN_SIZE + GR_UCI_SIZE];
    if (san)
        gr_san_write(&cursor->pos, move, text);
    else
        gr_uci_write(&cursor->pos, move, text);
    gr_table_text(context, text);
}
