/* For the tests of the database: games compared, files in a folder that goes away again. */
#ifndef GR_TESTS_STORE_AID_H
#define GR_TESTS_STORE_AID_H

#include "db/store/database.h"
#include "tests/aid/reader_aid.h"

/* The variants that all these tests use; ends the program if there is none. */
const GrVariants *aid_book(void);

/* A file name in a temporary folder, which is removed with all that is in it when the program
 * ends. The string is the caller's, until the next call with the same name. */
const char *aid_path(const char *name);

/* Makes a file a copy of another one; false if that fails. */
bool aid_copy_file(const char *from, const char *to);

/* NULL if the games are the same in everything that a database keeps, else what differs (valid
 * until the next call). */
const char *aid_differs(const GrGame *a, const GrGame *b);

/* A random game with random tags of all kinds that a database stores differently. */
bool aid_random_tagged_game(AidRandom *random, const GrRules *rules, unsigned plies, GrGame *game);

/* Runs SQL, of any number of statements, on a database file, past the library; false if that fails. */
bool aid_sql(const char *path, const char *sql);

/* The first column of its first row; -1 if there is none. */
int64_t aid_sql_number(const char *path, const char *sql);

#endif
