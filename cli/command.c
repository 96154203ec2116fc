/* The words of a shell command, and the files that they name. */
#include "cli/command.h"

#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/place.h"

typedef struct Words {
    const char *at;        /* what is left of the command */
    bool begins;           /* the next word may be the name of a program, */
    bool program;          /* and so was the last one */
    char word[PATH_MAX];   /* the last one, without quotes; */
    size_t length;
    bool whole;            /* there was room for it */
    char folder[PATH_MAX]; /* where `cd` went, with a slash behind it; "": nowhere */
    bool to_folder;        /* that is what the next word says */
} Words;

/* ---- words ---- */

static void put(Words *w, const char *bytes, size_t length) {
    w->whole &= length < sizeof w->word - w->length;
    if (w->whole)
        memcpy(w->word + w->length, bytes, length);
    w->length += w->whole ? length : 0;
    w->word[w->length] = '\0';
}

/* A variable at the dollar sign: its value, if it has one. */
static void put_variable(Words *w) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    char name[256];
    bool braced = w->at[1] == '{';
    const char *start = w->at + 1 + braced;
    size_t length = strspn(start, letters);
    if (!length || length >= sizeof name || (braced && start[length] != '}')) {
        put(w, w->at++, 1);
        return;
    }
    memcpy(name, start, length);
    name[length] = '\0';
    const char *value = getenv(name);
    if (value)
        put(w, value, strlen(value));
    w->at = start + length + braced;
}

/* What is between quotes, behind the first one. */
static void put_quoted(Words *w, char quote) {
    while (*w->at && *w->at != quote) {
        if (quote == '"' && *w->at == '$') {
            put_variable(w);
            continue;
        }
        if (quote == '"' && *w->at == '\\' && w->at[1] && strchr("\"\\$`", w->at[1]))
            w->at++;
        put(w, w->at++, 1);
    }
    w->at += *w->at != '\0';
}

static void put_word(Words *w) {
    const char *home = getenv("HOME");
    if (*w->at == '~' && w->at[1] == '/' && home) {
        put(w, home, strlen(home));
        w->at++;
    }
    while (*w->at && !strchr(" \t\n;&|()<>", *w->at)) {
        char c = *w->at;
        if (c == '\'' || c == '"') {
            w->at++;
            put_quoted(w, c);
        } else if (c == '$') {
            put_variable(w);
        } else {
            w->at += c == '\\' && w->at[1];
            put(w, w->at++, 1);
        }
    }
}

/* Is the word NAME=VALUE, behind which the program's name is still to come? */
static bool assigns(const char *word) {
    const char *equals = strchr(word, '=');
    return equals && equals > word && !memchr(word, '/', (size_t)(equals - word));
}

/* Takes the next word; false at the end. */
static bool next_word(Words *w) {
    bool target = false;
    for (; *w->at && strchr(" \t\n;&|()<>", *w->at); w->at++) {
        target = strchr("<>", *w->at) || (target && strchr(" \t&", *w->at));
        w->begins |= !target && strchr("\n;&|()", *w->at);
    }
    if (!*w->at)
        return false;
    w->length = 0;
    w->whole = true;
    put_word(w);
    w->program = w->begins && !target;
    if (!target)
        w->begins = w->begins && (assigns(w->word) || !strcmp(w->word, "{") || !strcmp(w->word, "!"));
    return true;
}

/* ---- files ---- */

/* Is it the file that a program of this name is taken from? */
static bool path_names(const char *name, const struct stat *file) {
    const char *at = getenv("PATH");
    char path[PATH_MAX];
    struct stat found;
    while (at) {
        size_t length = strcspn(at, ":");
        int size = snprintf(path, sizeof path, "%.*s%s%s", (int)length, at, length ? "/" : "./", name);
        bool fits = size > 0 && (size_t)size < sizeof path;
        if (fits && access(path, X_OK) == 0 && stat(path, &found) == 0 && S_ISREG(found.st_mode))
            return cli_names(path, file);
        at = at[length] ? at + length + 1 : NULL;
    }
    return false;
}

/* Is it one of the files that a pattern of the shell stands for? */
static bool matches(const char *pattern, const struct stat *file) {
    glob_t found;
    bool named = false;
    if (!strpbrk(pattern, "*?[") || glob(pattern, GLOB_NOSORT, NULL, &found) != 0)
        return false;
    for (size_t i = 0; i < found.gl_pathc && !named; i++)
        named = cli_names(found.gl_pathv[i], file);
    globfree(&found);
    return named;
}

/* Does a path that the command uses name it, here or in the folder that it goes to? */
static bool is_at(const Words *w, const char *path, const struct stat *file) {
    char there[PATH_MAX];
    int size = snprintf(there, sizeof there, "%s%s", *path == '/' ? "" : w->folder, path);
    return cli_names(path, file) ||
           (size > 0 && (size_t)size < sizeof there && (cli_names(there, file) || matches(there, file)));
}

static void go_to(Words *w, const char *folder) {
    char next[PATH_MAX];
    int size = snprintf(next, sizeof next, "%s%s/", *folder == '/' ? "" : w->folder, folder);
    if (size > 0 && (size_t)size < sizeof next)
        memcpy(w->folder, next, (size_t)size + 1);
}

static bool word_names(const Words *w, const struct stat *file) {
    const char *equals = strchr(w->word, '=');
    bool plain = !strchr(w->word, '/');
    if (equals && equals[1] && is_at(w, equals + 1, file))
        return true;
    return (plain && path_names(w->word, file)) || (!(plain && w->program) && is_at(w, w->word, file));
}

/* Does a command name it that runs in a folder ("": this one)? A word with blanks may be a command, too, as in `sh -c`. */
static bool names_in(const char *command, const char *folder, const struct stat *file, int depth) {
    Words w = {.at = command, .begins = true};
    strcpy(w.folder, folder);
    while (next_word(&w)) {
        if (!w.whole || !w.length)
            continue;
        if (w.to_folder)
            go_to(&w, w.word);
        else if (word_names(&w, file) ||
                 (depth > 0 && strpbrk(w.word, " \t\n;&|") && names_in(w.word, w.folder, file, depth - 1)))
            return true;
        w.to_folder = w.program && !strcmp(w.word, "cd");
    }
    return false;
}

bool cli_command_names(const char *command, const struct stat *file) {
    enum { COMMANDS = 3 }; /* in each other */
    return cli_names("/bin/sh", file) || names_in(command, "", file, COMMANDS);
}
