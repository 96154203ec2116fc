/* The entry of the loadable extension. */
#include "db/extension/extension.h"

#include "db/extension/extension_evals.h"
#include "db/extension/extension_functions.h"
#include "db/extension/extension_table.h"

/* The extension's only global variable, as SQLite's header has it: SQLite's functions. */
SQLITE_EXTENSION_INIT1

/* Keeps where SQLite's functions are. Threads that load the extension at the same time all say the same of that, but
 * must not do so at once: SQLITE_EXTENSION_INIT2 would. */
static void know_functions(const sqlite3_api_routines *api) {
#ifdef SQLITE_CORE
    (void)api;
#else
    if (__atomic_load_n(&sqlite3_api, __ATOMIC_ACQUIRE) != api)
        __atomic_store_n(&sqlite3_api, api, __ATOMIC_RELEASE);
#endif
}

enum { OLDEST_SQLITE = 3037000 }; /* the first that knows STRICT tables */

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
int sqlite3_grimoire_init(sqlite3 *handle, char **message, const sqlite3_api_routines *api) {
    know_functions(api);
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
