/* A folder of files, one for each value. */
#include "cli/split.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/apart.h"
#include "cli/split_name.h"
#include "notation/missing.h"
#include "notation/room.h"

/* Bytes of text that may wait. */
enum { ROOM = 32 * 1024 * 1024 };

static const char UNKNOWN[] = "unknown";

static bool failed(CliSplit *split, CliStatus status) {
    split->status = (int)status;
    return false;
}

static bool no_memory(CliSplit *split) {
    cli_error(split->cli, "out of memory");
    return failed(split, CLI_FAULTS);
}

/* Reports that something in the folder, or the folder (name NULL), cannot be written, by errno. */
static bool unwritable(CliSplit *split, const char *name, CliStatus status) {
    int why = errno;
    cli_error(split->cli, "cannot write %s%s%s: %s", split->folder, name ? "/" : "", name ? name : "", strerror(why));
    return failed(split, status);
}

/* ---- the folder ---- */

static bool open_folders(CliSplit *split) {
    char path[PATH_MAX];
    split->made = mkdir(split->folder, 0777) == 0;
    split->at = open(split->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (split->at < 0 && errno == ENOTDIR && !access(split->folder, F_OK)) {
        cli_usage(split->cli, "-o %s: that is no folder, which --split needs", split->folder);
        return failed(split, CLI_USAGE);
    }
    if (split->at < 0)
        return unwritable(split, NULL, gr_is_missing(errno) ? CLI_USAGE : CLI_FAULTS);
    int size = snprintf(path, sizeof path, "%s/.grimoire-export-XXXXXX", split->folder);
    if (size < 0 || (size_t)size >= sizeof path)
        errno = ENAMETOOLONG;
    else if (mkdtemp(path))
        snprintf(split->own, sizeof split->own, "%s", strrchr(path, '/') + 1);
    if (*split->own)
        split->within = openat(split->at, split->own, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return split->within >= 0 || unwritable(split, NULL, CLI_FAULTS);
}

bool cli_split_begin(Cli *cli, CliSplit *split, const char *folder, const char *ending) {
    *split = (CliSplit){.cli = cli, .folder = folder, .ending = ending, .at = -1, .within = -1};
    return open_folders(split);
}

/* One that is not in its place goes. */
static void forget(CliSplit *split, CliSplitFile *file) {
    if (file->name && !file->placed)
        unlinkat(split->within, file->name, 0);
    gr_buffer_free(&file->text);
    free(file->value);
    free(file->name);
    free(file->small);
}

int cli_split_end(CliSplit *split) {
    for (size_t n = 0; n < split->files; n++)
        forget(split, &split->file[n]);
    free(split->file);
    free(split->by_value.slot);
    free(split->by_small.slot);
    if (split->within >= 0)
        close(split->within);
    if (*split->own)
        unlinkat(split->at, split->own, AT_REMOVEDIR);
    if (split->at >= 0)
        close(split->at);
    if (split->made)
        rmdir(split->folder); /* stays if something is in it */
    return split->status;
}

/* ---- files by value and by name ---- */

/* FNV-1a. */
static size_t hash(const char *text) {
    uint64_t h = 0xCBF29CE484222325u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001B3u;
    return (size_t)(h ^ h >> 32);
}

static const char *key_of(const CliSplit *split, const CliSplitTable *table, uint32_t place) {
    const CliSplitFile *file = &split->file[place - 1];
    return table == &split->by_value ? file->value : file->small;
}

/* The slot of a text: the one that has it, or the free one where it belongs. */
static uint32_t *slot_of(const CliSplit *split, const CliSplitTable *table, const char *text) {
    size_t at = hash(text) & (table->slots - 1);
    while (table->slot[at] && strcmp(key_of(split, table, table->slot[at]), text) != 0)
        at = (at + 1) & (table->slots - 1);
    return &table->slot[at];
}

/* Twice as many slots: at most half of them are taken. */
static bool grow_table(CliSplit *split, CliSplitTable *table) {
    CliSplitTable grown = {.slots = table->slots ? 2 * table->slots : 256};
    grown.slot = calloc(grown.slots, sizeof *grown.slot);
    if (!grown.slot)
        return false;
    free(table->slot);
    *table = grown;
    for (uint32_t place = 1; place <= split->files; place++)
        *slot_of(split, table, key_of(split, table, place)) = place;
    return true;
}

static bool has_room(CliSplit *split) {
    if (split->files >= UINT32_MAX - 1)
        return false;
    if (!gr_room(&split->file, split->files, 1, &split->cap, sizeof *split->file))
        return false;
    bool full = 2 * (split->files + 1) > split->by_value.slots;
    return !full || (grow_table(split, &split->by_value) && grow_table(split, &split->by_small));
}

/* Makes the file, empty. 1 if it is, 0 if the file system takes the name for one that is there, -1 if it cannot be. */
static int make_file(CliSplit *split, const char *name) {
    int fd = openat(split->within, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0)
        return close(fd) ? -1 : 1;
    return errno == EEXIST ? 0 : -1;
}

/* Makes the file with the first of the names "x", "x-2", "x-3" that no other has, in large or small letters. */
static bool make_named(CliSplit *split, CliSplitFile *file, GrBuffer *name, GrBuffer *small) {
    int made = 0;
    for (unsigned n = 1; !made && !name->failed && !small->failed; n++) {
        gr_buffer_clear(name);
        cli_put_file_name(name, *file->value ? file->value : UNKNOWN);
        if (n > 1)
            gr_buffer_printf(name, "-%u", n);
        gr_buffer_clear(small);
        if (!name->failed)
            cli_put_small(small, name->data);
        gr_buffer_printf(name, ".%s", split->ending);
        if (!name->failed && !small->failed && !*slot_of(split, &split->by_small, small->data))
            made = make_file(split, name->data);
    }
    if (made < 0)
        return unwritable(split, name->data, CLI_FAULTS);
    file->name = gr_buffer_take(name);
    file->small = gr_buffer_take(small);
    return (file->name && file->small) || no_memory(split);
}

static bool make(CliSplit *split, CliSplitFile *file) {
    GrBuffer name, small;
    gr_buffer_init(&name);
    gr_buffer_init(&small);
    bool made = file->value ? make_named(split, file, &name, &small) : no_memory(split);
    gr_buffer_free(&name);
    gr_buffer_free(&small);
    return made;
}

/* Is there, or may there be, a file of that name to be replaced? */
static bool may_replace(CliSplit *split, const char *name) {
    GrBuffer path;
    struct stat status;
    gr_buffer_init(&path);
    gr_buffer_printf(&path, "%s/%s", split->folder, name);
    bool memory = !path.failed, may = true;
    if (memory && !stat(path.data, &status)) {
        may = S_ISREG(status.st_mode) && cli_may_replace(split->cli, "o", path.data);
        if (!S_ISREG(status.st_mode))
            cli_error(split->cli, "cannot write %s: that is no file", path.data);
        else if (may)
            may = cli_can_write(split->cli, path.data);
    }
    gr_buffer_free(&path);
    if (!memory)
        return no_memory(split);
    return may || failed(split, CLI_USAGE);
}

CliSplitFile *cli_split_file(CliSplit *split, const char *value) {
    if (!has_room(split)) {
        no_memory(split);
        return NULL;
    }
    uint32_t *slot = slot_of(split, &split->by_value, value);
    if (*slot)
        return &split->file[*slot - 1];
    CliSplitFile file = {.value = strdup(value)};
    gr_buffer_init(&file.text);
    if (!make(split, &file) || !may_replace(split, file.name)) {
        forget(split, &file);
        return NULL;
    }
    split->file[split->files++] = file;
    *slot = *slot_of(split, &split->by_small, file.small) = (uint32_t)split->files;
    return &split->file[split->files - 1];
}

/* ---- writing ---- */

static bool write_all(int fd, const char *bytes, size_t len) {
    while (len) {
        ssize_t written = write(fd, bytes, len);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        len -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* Writes what waits of a file, and gives its memory back. */
static bool write_file(CliSplit *split, CliSplitFile *file) {
    int fd = openat(split->within, file->name, O_WRONLY | O_CLOEXEC | O_APPEND);
    bool well = fd >= 0 && write_all(fd, file->text.data, file->text.len);
    int why = errno;
    if (fd >= 0 && close(fd) && well) {
        well = false;
        why = errno;
    }
    split->waiting -= file->text.len;
    gr_buffer_free(&file->text);
    errno = why;
    return well || unwritable(split, file->name, CLI_FAULTS);
}

/* Files with at least half of the average have more than half of all that waits. */
static bool write_long_ones(CliSplit *split) {
    size_t enough = split->waiting / split->files / 2;
    for (size_t n = 0; n < split->files; n++) {
        CliSplitFile *file = &split->file[n];
        if (file->text.len && file->text.len >= enough && !write_file(split, file))
            return false;
    }
    return true;
}

bool cli_split_keep(CliSplit *split, CliSplitFile *file, size_t before) {
    if (file->text.failed)
        return no_memory(split);
    split->waiting += file->text.len - before;
    return split->waiting <= ROOM || write_long_ones(split);
}

/* Puts a file in its place, with the permissions of the one that it replaces. */
static bool place(CliSplit *split, CliSplitFile *file) {
    struct stat old;
    bool replaces = fstatat(split->at, file->name, &old, 0) == 0;
    if ((replaces && fchmodat(split->within, file->name, old.st_mode & 0777, 0)) ||
        renameat(split->within, file->name, split->at, file->name))
        return unwritable(split, file->name, CLI_FAULTS);
    file->placed = true;
    split->made = false;
    return true;
}

bool cli_split_finish(CliSplit *split) {
    for (size_t n = 0; n < split->files; n++)
        if (split->file[n].text.len && !write_file(split, &split->file[n]))
            return false;
    for (size_t n = 0; n < split->files; n++)
        if (!place(split, &split->file[n]))
            return false;
    return true;
}
