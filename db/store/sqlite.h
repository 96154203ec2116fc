/* SQLite: the library that we are linked with, or, in the loadable extension, the one that has
 * loaded us. Two copies of SQLite in one program must not meet: they would not know of each
 * other's locks, and a connection of the one is no connection of the other. So all of db/ takes its
 * calls from here. Internal to db/. */
#ifndef GR_DB_SQLITE_H
#define GR_DB_SQLITE_H

#ifndef GR_EXTENSION
#define SQLITE_CORE 1
#endif

#include <sqlite3ext.h>

SQLITE_EXTENSION_INIT3

#endif
