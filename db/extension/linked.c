/* The extension's entry in programs that are linked with the library: it calls the SQLite that these are linked with. */
#include "db/extension/extension.h"

int sqlite3_grimoire_init(sqlite3 *handle, char **message, const sqlite3_api_routines *api) {
    (void)api;
    return gr_extension_start(handle, message);
}
