/* A set of 64-bit keys in flat memory. */
#include "analysis/study/keyfile.h"
#include "notation/room.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "rules/error.h"

/* A page as it was read from the file. */
typedef struct Page {
    uint64_t key[GR_KEYFILE_PAGE];
    size_t count, at;
    uint64_t next; /* the key of the file that comes after it */
} Page;

static int read_page(const GrKeyFile *keys, uint64_t from, Page *page) {
    uint64_t left = keys->count - from;
    size_t have = 0, want = (size_t)(left < GR_KEYFILE_PAGE ? left : GR_KEYFILE_PAGE) * sizeof *page->key;
    page->count = want / sizeof *page->key;
    page->at = 0;
    page->next = from + page->count;
    while (have < want) {
        off_t offset = (off_t)(from * sizeof *page->key + have);
        ssize_t got = pread(fileno(keys->file), (char *)page->key + have, want - have, offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = EIO; /* somebody cut it */
        if (got <= 0)
            return GR_ERR_IO;
        have += (size_t)got;
    }
    return 0;
}

/* How many of these sorted keys are not greater. */
static size_t rank_of(const uint64_t *keys, size_t count, uint64_t key) {
    size_t from = 0;
    while (from < count) {
        size_t middle = from + (count - from) / 2;
        if (keys[middle] <= key)
            from = middle + 1;
        else
            count = middle;
    }
    return from;
}

static int is_in_file(const GrKeyFile *keys, uint64_t key) {
    size_t page_rank = keys->file ? rank_of(keys->first, keys->pages, key) : 0;
    Page page;
    if (page_rank == 0)
        return 0;
    int code = read_page(keys, (uint64_t)(page_rank - 1) * GR_KEYFILE_PAGE, &page);
    if (code)
        return code;
    size_t rank = rank_of(page.key, page.count, key);
    return rank && page.key[rank - 1] == key;
}

/* ---- merging ---- */

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Sorts the keys of the set, at the beginning of its slots. */
static void sort_recent(GrKeySet *set) {
    size_t kept = 0;
    for (size_t i = 0; i < set->slots; i++)
        if (set->slot[i])
            set->slot[kept++] = set->slot[i];
    qsort(set->slot, kept, sizeof *set->slot, compare);
}

static int write_key(GrKeyFile *to, uint64_t key) {
    if (to->count % GR_KEYFILE_PAGE == 0) {
        if (!gr_room(&to->first, to->pages, 1, &to->cap, sizeof *to->first))
            return GR_ERR_MEMORY;
        to->first[to->pages++] = key;
    }
    to->count++;
    return fwrite(&key, sizeof key, 1, to->file) == 1 ? 0 : GR_ERR_IO;
}

/* Writes the keys of the file and those of the set, which are sorted, in one order. */
static int write_both(const GrKeyFile *keys, GrKeyFile *to) {
    const uint64_t *recent = keys->recent.slot, *end = recent + keys->recent.count;
    Page page = {.count = 0};
    int code = 0;
    while (!code) {
        if (page.at == page.count && page.next < keys->count) {
            code = read_page(keys, page.next, &page);
            continue;
        }
        bool from_file = page.at < page.count && (recent == end || page.key[page.at] < *recent);
        if (!from_file && recent == end)
            break;
        code = write_key(to, from_file ? page.key[page.at++] : *recent++);
    }
    if (!code && fflush(to->file) != 0)
        code = GR_ERR_IO;
    return code;
}

/* Moves the keys of the set into the file. */
static int merge(GrKeyFile *keys) {
    GrKeyFile merged = {.most = keys->most, .file = tmpfile()};
    if (!merged.file)
        return errno == ENOMEM ? GR_ERR_MEMORY : GR_ERR_IO;
    sort_recent(&keys->recent);
    int code = write_both(keys, &merged), why = errno;
    if (code)
        gr_keyfile_free(&merged);
    else
        gr_keyfile_free(keys);
    if (!code)
        *keys = merged;
    else
        gr_keyset_free(&keys->recent); /* its slots are in another order now */
    errno = why;
    return code;
}

int gr_keyfile_add(GrKeyFile *keys, uint64_t key) {
    key += key == 0; /* 0 is a free slot of the set */
    int found = gr_keyset_has(&keys->recent, key) ? 1 : is_in_file(keys, key);
    if (found)
        return found < 0 ? found : 0;
    if (keys->recent.count >= (keys->most ? keys->most : GR_KEYFILE_RECENT)) {
        int code = merge(keys);
        if (code)
            return code;
    }
    return gr_keyset_add(&keys->recent, key);
}

void gr_keyfile_free(GrKeyFile *keys) {
    gr_keyset_free(&keys->recent);
    if (keys->file)
        fclose(keys->file);
    free(keys->first);
    *keys = (GrKeyFile){.most = keys->most};
}
