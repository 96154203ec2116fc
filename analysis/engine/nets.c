/* The networks that are built in: files of nets/, taken into the program as they are. */
#include "analysis/engine/nets.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* The assembler takes the file in between two labels; it is found from the root of the tree, where the compiler is
 * run. */
#define NET(variant)                                                                               \
    __asm__(".pushsection .rodata\n"                                                              \
            ".balign 16\n"                                                                        \
            ".global gr_net_of_" #variant "\n.hidden gr_net_of_" #variant "\n"                   \
            ".global gr_net_end_of_" #variant "\n.hidden gr_net_end_of_" #variant "\n"           \
            "gr_net_of_" #variant ": .incbin \"analysis/engine/nets/" #variant ".net\"\n"       \
            "gr_net_end_of_" #variant ": .byte 0\n"                                               \
            ".popsection");                                                                       \
    __attribute__((visibility("hidden"))) extern const unsigned char gr_net_of_##variant[];       \
    __attribute__((visibility("hidden"))) extern const unsigned char gr_net_end_of_##variant[];

#if !defined(GR_NO_NETS)
#define ROW(variant) {#variant, gr_net_of_##variant, gr_net_end_of_##variant}

NET(capablanca)
NET(chess)
NET(magi)
NET(magician)
NET(royal)
NET(wizard)
#endif

typedef struct Row {
    const char *variant;
    const unsigned char *bytes, *end;
} Row;

static const Row table[] = {
#if !defined(GR_NO_NETS) /* without them in the program: gr_search_set_net_bytes */
    ROW(capablanca),
    ROW(chess),
    ROW(magi),
    ROW(magician),
    ROW(royal),
    ROW(wizard),
#endif
    {NULL, NULL, NULL},
};

/* Chess960 differs from chess only in where its games begin. */
static const char *network_of(const char *variant) {
    return strcmp(variant, "chess960") == 0 ? "chess" : variant;
}

int gr_nets_builtin(const GrRules *rules, GrNet **net) {
    const char *name = gr_variant(rules)->name, *shared = network_of(name);
    *net = NULL;
    for (const Row *row = table; row->variant; row++)
        if (strcmp(row->variant, shared) == 0)
            return (shared == name ? gr_net_parse : gr_net_parse_kin)(row->bytes, (size_t)(row->end - row->bytes),
                                                                      rules, net, NULL);
    return GR_ERR_NOT_FOUND;
}

int gr_nets_nearest(const GrRules *rules, GrNet **net) {
    int code = gr_nets_builtin(rules, net);
    for (const Row *row = table; code != 0 && code != GR_ERR_MEMORY && row->variant; row++)
        code = gr_net_parse_kin(row->bytes, (size_t)(row->end - row->bytes), rules, net, NULL);
    return code == GR_ERR_FOREIGN ? GR_ERR_NOT_FOUND : code;
}

void gr_nets_id(char id[GR_NET_ID]) {
    uLong crc = 0;
    for (const Row *row = table; row->variant; row++)
        crc = crc32_z(crc, row->bytes, (size_t)(row->end - row->bytes));
    id[0] = '\0';
    if (table[0].variant)
        snprintf(id, GR_NET_ID, "%08" PRIx32, (uint32_t)crc);
}
