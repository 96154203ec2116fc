/* Plans: which of the constraints that SQLite offers on a table are used to find the games.
 *
 * A plan is a set of bits; the values of its constraints are given in the order of the bits. Every
 * constraint is checked by SQLite once more, so a plan may find too much, but not too little. */
#include <math.h>

#include "db/extension/extension_table.h"

enum { AT_SCHEMA, AT_GAME, AT_LEAST, AT_MOST, AT_JUDGE, PLACES };
enum { ONE = 1 << AT_GAME };

typedef struct Chosen {
    int constraint[PLACES]; /* -1: none */
} Chosen;

static int place_of(int op) {
    switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
        return AT_GAME;
    case SQLITE_INDEX_CONSTRAINT_GT:
    case SQLITE_INDEX_CONSTRAINT_GE:
        return AT_LEAST;
    case SQLITE_INDEX_CONSTRAINT_LT:
    case SQLITE_INDEX_CONSTRAINT_LE:
        return AT_MOST;
    default:
        return -1;
    }
}

/* False if the schema or the judge is asked for by a value that is not known in time. */
static bool choose(const sqlite3_index_info *info, const GrTableKind *kind, Chosen *chosen) {
    for (int place = 0; place < PLACES; place++)
        chosen->constraint[place] = -1;
    for (int i = 0; i < info->nConstraint; i++) {
        const struct sqlite3_index_constraint *c = &info->aConstraint[i];
        bool equal = c->op == SQLITE_INDEX_CONSTRAINT_EQ;
        int place = c->iColumn == kind->game ? place_of(c->op) : -1;
        if (c->iColumn == kind->schema && equal)
            place = AT_SCHEMA;
        if (kind->judge && c->iColumn == kind->judge && equal)
            place = AT_JUDGE;
        if ((place == AT_SCHEMA || place == AT_JUDGE) && !c->usable)
            return false;
        if (place >= 0 && c->usable)
            chosen->constraint[place] = i;
    }
    return true;
}

/* Do rows come in the order that is asked for: by game, then by ply? */
static bool is_ordered(const sqlite3_index_info *info, int game, int ply, bool one) {
    int next = 0;
    for (int i = 0; i < info->nOrderBy; i++) {
        int column = info->aOrderBy[i].iColumn;
        if (info->aOrderBy[i].desc)
            return false;
        if (column == game && (one || next == 0))
            next = next ? next : 1;
        else if (ply >= 0 && column == ply && (one || next == 1))
            next = 2;
        else
            return false;
    }
    return true;
}

int gr_wanted_plan(sqlite3_index_info *info, const GrTableKind *kind) {
    Chosen chosen;
    int values = 0, ply = kind->ply;
    if (!choose(info, kind, &chosen))
        return SQLITE_CONSTRAINT;
    for (int place = 0; place < PLACES; place++)
        if (chosen.constraint[place] >= 0) {
            info->idxNum |= 1 << place;
            info->aConstraintUsage[chosen.constraint[place]].argvIndex = ++values;
        }
    bool one = (info->idxNum & ONE) != 0, some = (info->idxNum & ~(1 << AT_SCHEMA | 1 << AT_JUDGE)) != 0;
    double games = one ? 1 : some ? 1e4 : 1e6;
    info->estimatedCost = games * (ply < 0 ? 1 : 80);
    info->estimatedRows = (sqlite3_int64)info->estimatedCost;
    info->orderByConsumed = is_ordered(info, kind->game, ply, one);
    if (one && ply < 0)
        info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
    return SQLITE_OK;
}

/* The number at or next to a value: downwards, or upwards. A text that is none bounds nothing. */
static int64_t bound(sqlite3_value *value, bool upwards) {
    int type = sqlite3_value_numeric_type(value);
    if (type == SQLITE_INTEGER)
        return sqlite3_value_int64(value);
    if (type != SQLITE_FLOAT)
        return upwards ? INT64_MIN : INT64_MAX;
    double number = sqlite3_value_double(value);
    number = upwards ? ceil(number) : floor(number);
    return number < -9e18 ? INT64_MIN : number > 9e18 ? INT64_MAX : (int64_t)number;
}

/* Nothing is equal to, or less or greater than, NULL. */
static bool is_null(int count, sqlite3_value **value) {
    for (int i = 0; i < count; i++)
        if (sqlite3_value_type(value[i]) == SQLITE_NULL)
            return true;
    return false;
}

void gr_wanted_read(int plan, int count, sqlite3_value **value, GrWanted *wanted) {
    *wanted = (GrWanted){1, INT64_MAX, "main", NULL};
    if (is_null(count, value)) {
        wanted->last = 0;
        return;
    }
    for (int place = 0, i = 0; place < PLACES && i < count; place++) {
        if (!(plan & 1 << place))
            continue;
        int64_t least = bound(value[i], true), most = bound(value[i], false);
        if (place == AT_SCHEMA)
            wanted->schema = (const char *)sqlite3_value_text(value[i]);
        if (place == AT_JUDGE)
            wanted->judge = (const char *)sqlite3_value_text(value[i]);
        if ((place == AT_GAME || place == AT_LEAST) && least > wanted->first)
            wanted->first = least;
        if ((place == AT_GAME || place == AT_MOST) && most < wanted->last)
            wanted->last = most;
        i++;
    }
    if (!wanted->schema) /* no memory for the text */
        wanted->schema = "";
}
