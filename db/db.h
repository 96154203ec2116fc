/* The public interface of db/: all that programs use. What is not included here is internal.
 *
 * A database is opened by database.h. Games come in by import.h, are selected by select.h, found
 * by find.h (positions by target.h, queries by parse/query.h), summed up by tree.h, and looked
 * after by the rest. beside.h names the files that belong to a database.
 */
#ifndef GR_DB_DB_H
#define GR_DB_DB_H

#include "db/evals/evals.h"
#include "db/evals/judged.h"
#include "db/index/index.h"
#include "db/query/parse/query.h"
#include "db/search/find.h"
#include "db/search/sorting.h"
#include "db/search/finding_write.h"
#include "db/search/select.h"
#include "db/search/target.h"
#include "db/search/tree.h"
#include "db/search/tree_write.h"
#include "db/store/beside.h"
#include "db/store/database.h"
#include "db/upkeep/change.h"
#include "db/upkeep/classify.h"
#include "db/upkeep/clean.h"
#include "db/upkeep/copy_evals.h"
#include "db/upkeep/dedupe.h"
#include "db/upkeep/dump.h"
#include "db/upkeep/dump_file.h"
#include "db/upkeep/import.h"
#include "db/upkeep/info.h"
#include "db/upkeep/maintain.h"
#include "db/upkeep/near.h"
#include "db/upkeep/spelling.h"
#include "db/upkeep/suggest.h"
#include "db/upkeep/verify.h"

#endif
