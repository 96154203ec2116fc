/* What the extension adds to a connection. */
#include "db/extension/extension.h"

#include "db/extension/extension_evals.h"
#include "db/extension/extension_functions.h"
#include "db/extension/extension_table.h"

enum { OLDEST_SQLITE = 3037000 }; /* the first that knows STRICT tables */

int gr_extension_start(sqlite3 *handle, char **message) {
    if (sqlite3_libversion_number() < OLDEST_SQLITE) {
        if (message)
            *message = sqlite3_mprintf("Grimoire needs SQLite 3.37 or later");
        return SQLITE_ERROR;
    }
    GrHost *host = gr_host_make(handle);
    if (!host)
        return SQLITE_NOMEM;
    int result = gr_extension_functions(host);
    if (result == SQLITE_OK)
        result = gr_extension_tables(host);
    if (result == SQLITE_OK)
        result = gr_extension_evals(host);
    gr_host_drop(host);
    return result;
}
