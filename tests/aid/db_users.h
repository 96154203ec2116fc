/* Everything that a database is used for, one after the other, on a file that may be hostile: what
 * comes out does not matter, only that it comes to an end. */
#ifndef GR_TESTS_DB_USERS_H
#define GR_TESTS_DB_USERS_H

#include <stdbool.h>
#include <stddef.h>

enum { DB_USERS = 21 };

/* The name of a use, NULL behind the last one. */
const char *db_user_name(unsigned user);

/* Does it write to the file? */
bool db_user_writes(unsigned user);

/* Uses the file; `other` is another, sound database, `text` a file of PGN and `scratch` a name
 * for a new file. The library's code, or an exit status of SQLite's kind for the extension: 0 if all was
 * well. */
int db_use(unsigned user, const char *path, const char *other, const char *text,
           const char *scratch);

#endif
