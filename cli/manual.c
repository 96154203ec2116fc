/* Finding a page of the manual and showing it. */
#include "cli/manual.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "cli/common.h"
#include "cli/manual_page.h"

/* Packages compress their pages. */
static bool find_in(const char *folder, char section, const char *page, char *path, size_t size) {
    static const char *const endings[] = {"", ".gz"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        int length = snprintf(path, size, "%s../share/man/man%c/%s.%c%s", folder, section, page, section,
                              endings[i]);
        if (length > 0 && (size_t)length < size && access(path, R_OK) == 0)
            return true;
    }
    return false;
}

bool cli_manual_find(const char *folder, const char *name, char *path, size_t size) {
    char page[80];
    const char *lead = strcmp(name, "grimoire") ? "grimoire-" : "";
    int length = snprintf(page, sizeof page, "%s%s", lead, name);
    if (!*folder || !*name || strchr(name, '/') || length < 0 || (size_t)length >= sizeof page)
        return false;
    if (!strcmp(name, "library"))
        return find_in(folder, '3', "grimoire", path, size);
    if (!strcmp(name, "rules")) /* there is a program of the page's name */
        return find_in(folder, '7', "grimoire-variants", path, size);
    for (const char *section = "175"; *section; section++)
        if (find_in(folder, *section, page, path, size))
            return true;
    return false;
}

/* Runs a command to its end; true if it succeeded. A missing command shows nothing. */
static bool runs(char *const argv[]) {
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[0], argv);
        _exit(127);
    }
    if (child < 0)
        return false;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool cli_manual_read(const char *path, GrBuffer *out) {
    char piece[4096];
    int got;
    errno = EIO; /* what zlib finds wrong leaves it as it is */
    gzFile in = gzopen(path, "rb");
    if (!in)
        return false;
    while ((got = gzread(in, piece, sizeof piece)) > 0)
        gr_buffer_add(out, piece, (size_t)got);
    return gzclose(in) == Z_OK && got == 0;
}

static int show_plain(const char *path) {
    GrBuffer page, text;
    gr_buffer_init(&page);
    gr_buffer_init(&text);
    bool well = cli_manual_read(path, &page);
    int reason = errno;
    if (well && page.len && !page.failed)
        cli_page(&text, page.data);
    if (!well)
        fprintf(stderr, "grimoire: cannot read %s: %s\n", path, strerror(reason));
    else if (page.failed || text.failed)
        fputs("grimoire: out of memory\n", stderr);
    else if (text.len)
        fwrite(text.data, 1, text.len, stdout);
    well = well && !page.failed && !text.failed;
    gr_buffer_free(&page);
    gr_buffer_free(&text);
    if (well)
        fputs("grimoire: plain text, as neither man nor mandoc is installed\n", stderr);
    return well ? CLI_OK : CLI_FAULTS;
}

int cli_manual_show(const char *path) {
    char *const man[] = {"man", (char *)path, NULL};
    char *const mandoc[] = {"mandoc", "-a", (char *)path, NULL};
    return runs(man) || runs(mandoc) ? CLI_OK : show_plain(path);
}

CliMention cli_manual_mention(const char *path, const char *word) {
    GrBuffer page, text;
    CliMention mention = {0};
    gr_buffer_init(&page);
    gr_buffer_init(&text);
    if (cli_manual_read(path, &page) && page.len && !page.failed)
        cli_page(&text, page.data);
    if (text.len && !text.failed)
        mention = cli_mention(text.data, page.data, word);
    gr_buffer_free(&page);
    gr_buffer_free(&text);
    return mention;
}
