/* The names of files beside databases. */
#include "db/store/beside.h"

#include <stdbool.h>
#include <string.h>

const char *gr_beside_ending(size_t n) {
    static const char *const endings[] = {"-wal", "-shm", "-journal"};
    return n < sizeof endings / sizeof *endings ? endings[n] : NULL;
}

/* How long the name is without such an ending. */
static size_t without_ending(const char *name) {
    size_t length = strlen(name);
    const char *ending;
    for (size_t n = 0; (ending = gr_beside_ending(n)) != NULL; n++) {
        size_t more = strlen(ending);
        if (length > more && !strcmp(name + length - more, ending))
            return length - more;
    }
    return length;
}

/* Where ".new-PID-WHERE" begins that the first bytes of the name end with, 0 if they do not: gr_put_new_name. */
static size_t new_at(const char *name, size_t length) {
    static const char mark[] = ".new-";
    enum { MARK = sizeof mark - 1, HEX = 8 };
    size_t at = length > HEX ? length - HEX : 0, hex = at;
    if (!at || strspn(name + at, "0123456789abcdef") < HEX || name[--at] != '-')
        return 0;
    while (at && name[at - 1] >= '0' && name[at - 1] <= '9')
        at--;
    if (at + 1 == hex || at <= MARK || strncmp(name + at - MARK, mark, MARK) != 0)
        return 0;
    return at - MARK;
}

/* A path ends with a name, and no name begins with its ending. */
static bool is_name(const char *path, size_t length) {
    return length && path[length - 1] != '/';
}

GrBeside gr_beside(const char *name, size_t *length) {
    size_t whole = without_ending(name), made = new_at(name, whole);
    bool is_new = is_name(name, made), is_used = is_name(name, whole) && name[whole];
    *length = is_new ? made : is_used ? whole : 0;
    return is_new ? GR_BESIDE_NEW : is_used ? GR_BESIDE_USED : GR_BESIDE_NONE;
}
