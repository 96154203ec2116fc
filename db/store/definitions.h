/* Games described in a file, whose definitions are kept in the database with the games. Internal to db/. */
#ifndef GR_DB_DEFINITIONS_H
#define GR_DB_DEFINITIONS_H

#include "db/store/internal.h"

/* Adds what is defined in the database to its variants. A definition that is damaged, or that this program does not
 * understand, is passed over: games of it cannot be read then. GR_ERR_ILLEGAL if the variants have another game of
 * the same name. */
int gr_definitions_load(GrDb *db, GrError *error);

/* The number of a variant, which is added if it is new, with its definition. In a transaction that writes. */
int gr_db_number_variant(GrDb *db, const GrRules *rules, uint32_t *id, GrError *error);

#endif
