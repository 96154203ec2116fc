/* Replays inputs of a fuzzer where there is no libFuzzer: NAME FILE...
 * Each is copied to memory of just its size, so that reading past it shows under a sanitizer or
 * valgrind. The name of an input is printed before it runs, to be the last line if it fails. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

static void stop(const char *path, const char *why) {
    fprintf(stderr, "%s: %s\n", path, why);
    exit(2);
}

static void replay(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        stop(path, "cannot be read");
    long size = ftell(file);
    uint8_t *data = size >= 0 ? malloc((size_t)size + !size) : NULL;
    rewind(file);
    if (!data || fread(data, 1, (size_t)size, file) != (size_t)size)
        stop(path, "cannot be read");
    fclose(file);
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    return 0;
}
