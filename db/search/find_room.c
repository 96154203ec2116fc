/* Arrays that grow, of what finds. */
#include <stdlib.h>

#include "db/search/find_local.h"

void *find_room(void *array, size_t count, size_t *cap, size_t size) {
    if (count < *cap)
        return array;
    size_t more = *cap ? *cap * 2 : 64;
    void *grown = realloc(array, more * size);
    if (grown)
        *cap = more;
    return grown;
}
