/* What a process that was killed while it made a new database has left beside it. Internal to db/.
 *
 * A new database is made as NAME.new-PID-WHERE and linked to NAME when it is whole. WHERE stands for
 * the machine, and for the part of it (a container), in which the number PID means that process.
 */
#ifndef GR_DB_LEFTOVERS_H
#define GR_DB_LEFTOVERS_H

#include <stdbool.h>

#include "notation/buffer.h"
#include "rules/error.h"

/* Adds the name under which this process makes a database. */
void gr_put_new_name(GrBuffer *name, const char *path);

/* Removes files of that kind whose process is gone; those of living processes and of other machines
 * stay, and so does what cannot be removed, which is no failure. GR_ERR_MEMORY. */
int gr_remove_leftovers(const char *path, GrError *error);

/* May a database be made at the path? Not beside a log or a journal with something in it: SQLite would take it for that
 * of the new database. GR_ERR_NOT_FOUND, as the database that it belongs to is not there; 0, too, if one is by now. */
int gr_may_make(const char *path, GrError *error);

/* Gives the file that was made as `made` its own name. False if there is such a file already, which stays (errno is
 * EEXIST), or that cannot be done. The first name may be there still: gr_remove_parts. */
bool gr_put_in_place(const char *made, const char *path);

/* Removes the file of a database, and what SQLite may have put beside it. */
void gr_remove_parts(GrBuffer *name);

#endif
