/* Arrays that grow. Internal.
 *
 *     if (!gr_room(&list->item, list->count, 1, &list->cap, sizeof *list->item))
 *         return gr_no_memory(error);
 *     list->item[list->count++] = item;
 */
#ifndef GR_NOTATION_ROOM_H
#define GR_NOTATION_ROOM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` elements of `size` bytes behind the first `count` of an array; `array` points to the pointer to
 * it, *cap is how many elements it has room for. The room doubles, so that adding n elements takes time in proportion
 * to n. False when memory runs out: the array is as it was. */
static inline bool gr_room(void *array, size_t count, size_t more, size_t *cap, size_t size) {
    void *data;
    size_t room = *cap ? *cap : 32;
    if (count + more <= *cap)
        return true;
    while (room < count + more && room <= SIZE_MAX / 2 / size)
        room *= 2;
    memcpy(&data, array, sizeof data); /* a pointer to whatever the elements are */
    data = room < count + more ? NULL : realloc(data, room * size);
    if (!data)
        return false;
    memcpy(array, &data, sizeof data);
    *cap = room;
    return true;
}

#endif
