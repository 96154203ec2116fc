/* Reading JSON (RFC 8259) into a tree of values.
 *
 *     GrJsonTree tree;
 *     int code = gr_json_read(text, len, &tree, &error);
 *     for (uint32_t v = code ? 0 : tree.value[1].first; v; v = tree.value[v].next)
 *         puts(gr_json_text(&tree, gr_json_member(&tree, v, "name")));
 *     gr_json_free(&tree);
 *
 * prints the member "name" of each object in an array. Values are named by their number, from 1, the whole text being
 * number 1; 0 is none. Strings are UTF-8 without NUL. What is not JSON is refused with its line and column, and so are
 * values that nest deeper than GR_JSON_DEPTH. Of members with the same name the first is found.
 */
#ifndef GR_NOTATION_JSON_READ_H
#define GR_NOTATION_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/decls.h"
#include "rules/error.h"

GR_BEGIN_DECLS

enum { GR_JSON_DEPTH = 400 };

typedef enum GrJsonKind {
    GR_JSON_NULL, GR_JSON_BOOL, GR_JSON_NUMBER, GR_JSON_STRING, GR_JSON_ARRAY, GR_JSON_OBJECT
} GrJsonKind;

typedef struct GrJsonValue {
    GrJsonKind kind;
    uint32_t line, column; /* where it begins, from 1; columns are bytes */
    uint32_t name;         /* of a member: its name's offset in GrJsonTree.text */
    uint32_t text;         /* of a string: its offset there */
    uint32_t first, next;  /* what an array or object has first, and what follows the value in its own */
    double number;         /* of a bool: 0 or 1 */
} GrJsonValue;

typedef struct GrJsonTree {
    GrJsonValue *value; /* value[0] is without meaning */
    size_t count, cap;
    char *text;         /* all strings and names, unescaped */
    size_t text_len, text_cap;
} GrJsonTree;

/* Reads the whole text, which is one value. Whatever it returns, gr_json_free gives back what the tree owns.
 * GR_ERR_SYNTAX for what is no JSON. */
int gr_json_read(const char *text, size_t len, GrJsonTree *tree, GrError *error);
void gr_json_free(GrJsonTree *tree);

/* The member of an object, 0 if it has none of that name. */
uint32_t gr_json_member(const GrJsonTree *tree, uint32_t object, const char *name);

/* The string's bytes; NULL for any other value, and for 0. */
const char *gr_json_text(const GrJsonTree *tree, uint32_t value);

/* The number of a value that is a whole number from `low` to `high`; false if it is not. */
bool gr_json_whole(const GrJsonTree *tree, uint32_t value, int64_t low, int64_t high, int64_t *number);

GR_END_DECLS

#endif
