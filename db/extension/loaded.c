/* The loadable extension's entry, and SQLite's functions as the rest of it calls them: each is that of the SQLite which
 * has loaded us. A second SQLite in a program would not know of the first one's locks, and a connection of the one is no
 * connection of the other. So nothing of db/ has to be compiled for the extension; this file is in no other library. */
#define SQLITE_CORE 1 /* the header's macros would call the functions elsewhere */
#include <sqlite3ext.h>
#include <stdarg.h>

#include "db/extension/extension.h"

/* The extension's only global variable: SQLite's functions. */
static const sqlite3_api_routines *loader;

/* Threads that load the extension at the same time all say the same of that, but must not do so at once. */
__attribute__((visibility("default"))) int sqlite3_grimoire_init(sqlite3 *handle, char **message,
                                                                const sqlite3_api_routines *api) {
    if (__atomic_load_n(&loader, __ATOMIC_ACQUIRE) != api)
        __atomic_store_n(&loader, api, __ATOMIC_RELEASE);
    return gr_extension_start(handle, message);
}

#define CALL(type, name, given, passed)                                                                                \
    type sqlite3_##name given {                                                                                        \
        return loader->name passed;                                                                                    \
    }
#define RUN(name, given, passed)                                                                                       \
    void sqlite3_##name given {                                                                                        \
        loader->name passed;                                                                                           \
    }

typedef void (*Destroy)(void *);

/* ---- connections ---- */

CALL(int, busy_handler, (sqlite3 * db, int (*busy)(void *, int), void *user), (db, busy, user))
CALL(int, changes, (sqlite3 * db), (db))
CALL(int, close, (sqlite3 * db), (db))
CALL(int, declare_vtab, (sqlite3 * db, const char *sql), (db, sql))
CALL(int, errcode, (sqlite3 * db), (db))
CALL(int, exec, (sqlite3 * db, const char *sql, sqlite3_callback row, void *user, char **message),
     (db, sql, row, user, message))
CALL(int, extended_errcode, (sqlite3 * db), (db))
CALL(int, extended_result_codes, (sqlite3 * db, int on), (db, on))
CALL(int, file_control, (sqlite3 * db, const char *schema, int op, void *arg), (db, schema, op, arg))
CALL(int, get_autocommit, (sqlite3 * db), (db))
CALL(int, libversion_number, (void), ())
CALL(int, open_v2, (const char *name, sqlite3 **db, int flags, const char *vfs), (name, db, flags, vfs))
CALL(int, prepare_v2, (sqlite3 * db, const char *sql, int len, sqlite3_stmt **out, const char **tail),
     (db, sql, len, out, tail))
CALL(int, prepare_v3,
     (sqlite3 * db, const char *sql, int len, unsigned flags, sqlite3_stmt **out, const char **tail),
     (db, sql, len, flags, out, tail))
CALL(int, stricmp, (const char *a, const char *b), (a, b))
CALL(int, system_errno, (sqlite3 * db), (db))
CALL(int, total_changes, (sqlite3 * db), (db))
CALL(int, txn_state, (sqlite3 * db, const char *schema), (db, schema))
CALL(int, db_readonly, (sqlite3 * db, const char *schema), (db, schema))
CALL(sqlite3_int64, last_insert_rowid, (sqlite3 * db), (db))
CALL(const char *, db_filename, (sqlite3 * db, const char *schema), (db, schema))
CALL(const char *, errmsg, (sqlite3 * db), (db))
CALL(const char *, errstr, (int code), (code))
CALL(sqlite3_vfs *, vfs_find, (const char *name), (name))
CALL(int, vfs_register, (sqlite3_vfs * vfs, int is_default), (vfs, is_default))
CALL(int, vfs_unregister, (sqlite3_vfs * vfs), (vfs))
RUN(free, (void *memory), (memory))
RUN(progress_handler, (sqlite3 * db, int steps, int (*progress)(void *), void *user), (db, steps, progress, user))

/* All that is set here is on or off. */
int sqlite3_db_config(sqlite3 *db, int op, ...) {
    va_list args;
    va_start(args, op);
    int value = va_arg(args, int);
    int *is = va_arg(args, int *);
    va_end(args);
    return loader->db_config(db, op, value, is);
}

char *sqlite3_mprintf(const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *text = loader->vmprintf(format, args);
    va_end(args);
    return text;
}

/* ---- statements ---- */

CALL(int, bind_blob, (sqlite3_stmt * s, int i, const void *at, int len, Destroy destroy), (s, i, at, len, destroy))
CALL(int, bind_blob64, (sqlite3_stmt * s, int i, const void *at, sqlite3_uint64 len, Destroy destroy),
     (s, i, at, len, destroy))
CALL(int, bind_int, (sqlite3_stmt * s, int i, int value), (s, i, value))
CALL(int, bind_int64, (sqlite3_stmt * s, int i, sqlite3_int64 value), (s, i, value))
CALL(int, bind_null, (sqlite3_stmt * s, int i), (s, i))
CALL(int, bind_parameter_count, (sqlite3_stmt * s), (s))
CALL(int, bind_text, (sqlite3_stmt * s, int i, const char *text, int len, Destroy destroy), (s, i, text, len, destroy))
CALL(int, clear_bindings, (sqlite3_stmt * s), (s))
CALL(int, column_bytes, (sqlite3_stmt * s, int i), (s, i))
CALL(int, column_count, (sqlite3_stmt * s), (s))
CALL(int, column_int, (sqlite3_stmt * s, int i), (s, i))
CALL(int, column_type, (sqlite3_stmt * s, int i), (s, i))
CALL(int, finalize, (sqlite3_stmt * s), (s))
CALL(int, reset, (sqlite3_stmt * s), (s))
CALL(int, step, (sqlite3_stmt * s), (s))
CALL(sqlite3_int64, column_int64, (sqlite3_stmt * s, int i), (s, i))
CALL(const void *, column_blob, (sqlite3_stmt * s, int i), (s, i))
CALL(const unsigned char *, column_text, (sqlite3_stmt * s, int i), (s, i))
CALL(int, backup_finish, (sqlite3_backup * backup), (backup))
CALL(int, backup_step, (sqlite3_backup * backup, int pages), (backup, pages))
CALL(sqlite3_backup *, backup_init, (sqlite3 * to, const char *to_schema, sqlite3 *from, const char *from_schema),
     (to, to_schema, from, from_schema))

/* ---- what the extension adds ---- */

CALL(int, create_function_v2,
     (sqlite3 * db, const char *name, int args, int encoding, void *user,
      void (*call)(sqlite3_context *, int, sqlite3_value **), void (*step)(sqlite3_context *, int, sqlite3_value **),
      void (*final)(sqlite3_context *), Destroy destroy),
     (db, name, args, encoding, user, call, step, final, destroy))
CALL(int, create_module_v2,
     (sqlite3 * db, const char *name, const sqlite3_module *module, void *user, Destroy destroy),
     (db, name, module, user, destroy))
CALL(void *, user_data, (sqlite3_context * context), (context))
CALL(double, value_double, (sqlite3_value * value), (value))
CALL(sqlite3_int64, value_int64, (sqlite3_value * value), (value))
CALL(int, value_numeric_type, (sqlite3_value * value), (value))
CALL(int, value_type, (sqlite3_value * value), (value))
CALL(const unsigned char *, value_text, (sqlite3_value * value), (value))
RUN(result_double, (sqlite3_context * context, double value), (context, value))
RUN(result_error, (sqlite3_context * context, const char *text, int len), (context, text, len))
RUN(result_error_nomem, (sqlite3_context * context), (context))
RUN(result_int, (sqlite3_context * context, int value), (context, value))
RUN(result_int64, (sqlite3_context * context, sqlite3_int64 value), (context, value))
RUN(result_text, (sqlite3_context * context, const char *text, int len, Destroy destroy),
    (context, text, len, destroy))
RUN(result_text64,
    (sqlite3_context * context, const char *text, sqlite3_uint64 len, Destroy destroy, unsigned char encoding),
    (context, text, len, destroy, encoding))
