/* Arrays that grow, of what finds. */
#include <stdlib.h>

#include "db/search/find_local.h"

void *find_rooms(void *array, size_t count, size_t more, size_t *cap, size_t size) {
    if (more <= *cap - count)
        return array;
    size_t room = *cap ? *cap : 32;
    while (room - count < more)
        room *= 2;
    void *grown = realloc(array, room * size);
    if (grown)
        *cap = room;
    return grown;
}

void *find_room(void *array, size_t count, size_t *cap, size_t size) {
    return find_rooms(array, count, 1, cap, size);
}
