/* Counts legal move sequences from the start of a variant:
 *     cc perft.c $(pkg-config --cflags --libs grimoire) -o perft && ./perft magi 3
 */
#include <grimoire.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: perft VARIANT DEPTH\n");
        return 2;
    }
    char *end;
    long depth = strtol(argv[2], &end, 10);
    if (*end || end == argv[2] || depth < 0 || depth > 64) {
        fprintf(stderr, "perft: '%s' is no depth from 0 to 64\n", argv[2]);
        return 2;
    }
    GrVariants *variants = gr_variants_open();
    const GrRules *rules = variants ? gr_variants_find(variants, argv[1]) : NULL;
    if (!rules) {
        fprintf(stderr, "perft: there is no variant '%s'\n", argv[1]);
        gr_variants_close(variants);
        return 2;
    }
    GrPosition start;
    gr_start(rules, &start);
    printf("%" PRIu64 "\n", gr_perft(&start, (int)depth));
    gr_variants_close(variants);
    return 0;
}
