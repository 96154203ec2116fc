/* Files that outlive a desk: where they lie, that they are whole, and that none is needed. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "desk/state.h"
#include "tests/aid/desk_aid.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"

static void folders_are_those_of_the_user(void) {
    char folder[64];
    setenv("XDG_STATE_HOME", "/a/b", 1);
    CHECK(gr_desk_state_folder(folder, sizeof folder));
    CHECK_STR(folder, "/a/b/grimoire");
    setenv("XDG_STATE_HOME", "b", 1); /* no whole path */
    setenv("HOME", "/home/x", 1);
    CHECK(gr_desk_state_folder(folder, sizeof folder));
    CHECK_STR(folder, "/home/x/.local/state/grimoire");
    CHECK(!gr_desk_state_folder(folder, 20));
    unsetenv("XDG_STATE_HOME");
    CHECK(gr_desk_state_folder(folder, sizeof folder));
    CHECK_STR(folder, "/home/x/.local/state/grimoire");
    unsetenv("HOME");
    CHECK(!gr_desk_state_folder(folder, sizeof folder));
}

static void files_are_replaced(void) {
    struct stat what;
    GrError error;
    GrBuffer text;
    char folder[200], path[DESK_STATE_PATH];
    snprintf(folder, sizeof folder, "%s/deep/grimoire", aid_path("state"));
    gr_buffer_init(&text);
    open_desk_in(folder, 1);
    CHECK_INT(desk_state_read(desk, "x", &text, &error), GR_ERR_NOT_FOUND);
    CHECK_INT(desk_state_write(desk, "x", "one", 3, &error), 0);
    CHECK_INT(desk_state_write(desk, "x", "other", 5, &error), 0);
    CHECK_INT(desk_state_read(desk, "x", &text, &error), 0);
    CHECK_STR(text.data, "other");
    CHECK(desk_state_path(desk, "x", path, sizeof path));
    CHECK(!stat(folder, &what) && (what.st_mode & 0777) == 0700);
    CHECK(!stat(path, &what) && (what.st_mode & 0777) == 0600);
    CHECK(!desk_state_path(desk, "x", path, 8));
    desk_state_remove(desk, "x");
    CHECK(access(path, F_OK));
    desk_state_remove(desk, "x");
    gr_buffer_free(&text);
    close_desk();
    rmdir(folder);
    CHECK(access(folder, F_OK)); /* nothing was left beside the file */
}

static void long_files_are_refused(void) {
    GrError error;
    GrBuffer text;
    char *much = calloc(1, DESK_STATE_FILE + 1);
    gr_buffer_init(&text);
    open_desk_in(aid_path("state2"), 1);
    CHECK_INT(desk_state_write(desk, "y", much, DESK_STATE_FILE + 1, &error), 0);
    CHECK_INT(desk_state_read(desk, "y", &text, &error), GR_ERR_LIMIT);
    gr_buffer_clear(&text);
    CHECK_INT(desk_state_write(desk, "y", much, DESK_STATE_FILE, &error), 0);
    CHECK_INT(desk_state_read(desk, "y", &text, &error), 0);
    CHECK_INT((int)text.len, DESK_STATE_FILE);
    gr_buffer_free(&text);
    free(much);
    close_desk();
}

static void without_a_folder_nothing_is_kept(void) {
    static const char *const none[] = {NULL, "/proc/grimoire", "/dev/null/x"};
    GrError error;
    GrBuffer text;
    gr_buffer_init(&text);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        open_desk_in(none[i], 1);
        CHECK_INT(desk_state_write(desk, "x", "one", 3, &error), 0);
        CHECK_INT(desk_state_read(desk, "x", &text, &error), GR_ERR_NOT_FOUND);
        desk_state_remove(desk, "x");
        close_desk();
    }
    gr_buffer_free(&text);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 2;
    RUN(folders_are_those_of_the_user);
    RUN(files_are_replaced);
    RUN(long_files_are_refused);
    RUN(without_a_folder_nothing_is_kept);
    gr_variants_close(variants);
    return test_end();
}
