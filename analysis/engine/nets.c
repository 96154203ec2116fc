/* The networks that are built in: files of nets/, taken into the program as they are. */
#include "analysis/engine/nets.h"
#include "analysis/engine/general.h"
#include "analysis/engine/kin.h"
#include "analysis/engine/search.h"

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

#define GENERAL "general" /* the row of the network for all other games */

#if !defined(GR_NO_NETS)
#define ROW(variant) {#variant, gr_net_of_##variant, gr_net_end_of_##variant}

NET(atomic)
NET(capablanca)
NET(chess)
NET(crazyhouse)
NET(general)
NET(horde)
NET(janggi)
NET(kingofthehill)
NET(magi)
NET(magician)
NET(racingkings)
NET(royal)
NET(shogi)
NET(threecheck)
NET(wizard)
NET(xiangqi)
#endif

typedef struct Row {
    const char *variant;
    const unsigned char *bytes, *end;
} Row;

static const Row table[] = {
#if !defined(GR_NO_NETS) /* without them in the program: gr_search_set_net_bytes */
    ROW(atomic),
    ROW(capablanca),
    ROW(chess),
    ROW(crazyhouse),
    ROW(general),
    ROW(horde),
    ROW(janggi),
    ROW(kingofthehill),
    ROW(magi),
    ROW(magician),
    ROW(racingkings),
    ROW(royal),
    ROW(shogi),
    ROW(threecheck),
    ROW(wizard),
    ROW(xiangqi),
#endif
    {NULL, NULL, NULL},
};

static const Row *row_of(const char *variant) {
    for (const Row *row = table; row->variant; row++)
        if (strcmp(row->variant, variant) == 0)
            return row;
    return NULL;
}

/* Games that take another's network: they differ in where games begin, how they are decided in the end, or to whom
 * captured pieces come. */
static const char *network_of(const GrVariant *variant) {
    static const char *const like[][2] = {
        {"chess960", "chess"},       {"bughouse", "crazyhouse"}, {"bughouse960", "crazyhouse"},
        {"janggicasual", "janggi"}, {"janggimodern", "janggi"}, {"janggitraditional", "janggi"},
    };
    for (size_t i = 0; i < sizeof like / sizeof *like; i++)
        if (strcmp(variant->name, like[i][0]) == 0)
            return like[i][1];
    return variant->name;
}

int gr_nets_take(const void *bytes, size_t size, const GrRules *rules, GrNet **net) {
    const GrVariant *variant = gr_variant(rules);
    bool shares = variant->defined || strcmp(network_of(variant), variant->name) != 0;
    return (shares ? gr_net_parse_kin : gr_net_parse)(bytes, size, rules, net, NULL);
}

static int take_row(const Row *row, const GrRules *rules, GrNet **net) {
    return gr_nets_take(row->bytes, (size_t)(row->end - row->bytes), rules, net);
}

/* The row of the variant's own network; of a described game, which may have the name of another one, a file that is
 * another's does not count. */
static int take_own(const GrRules *rules, GrNet **net, const Row **row) {
    *row = row_of(network_of(gr_variant(rules)));
    int code = *row ? take_row(*row, rules, net) : GR_ERR_NOT_FOUND;
    return code == GR_ERR_FOREIGN && gr_variant(rules)->defined ? GR_ERR_NOT_FOUND : code;
}

static const Row *row_of_kin(const GrVariant *variant) {
    for (const Row *row = table; row->variant; row++) {
        const GrVariant *of = gr_variant_built_in(row->variant);
        if (of && gr_is_kin(variant, of))
            return row;
    }
    return NULL;
}

/* The network that judges the rules' positions, and its row; *row is NULL if there is none. */
static int take_best(const GrRules *rules, GrNet **net, const Row **row) {
    const GrVariant *variant = gr_variant(rules);
    *net = NULL;
    int code = take_own(rules, net, row);
    if (code != GR_ERR_NOT_FOUND)
        return code;
    *row = row_of_kin(variant);
    if (!*row && gr_general_knows(variant))
        *row = row_of(GENERAL);
    return *row ? take_row(*row, rules, net) : GR_ERR_NOT_FOUND;
}

int gr_nets_builtin(const GrRules *rules, GrNet **net) {
    const Row *row;
    return take_best(rules, net, &row);
}

const char *gr_search_net_name(const GrRules *rules) {
    const Row *row;
    GrNet *net;
    take_best(rules, &net, &row);
    gr_net_free(net);
    return row ? row->variant : gr_variant(rules)->name;
}

int gr_nets_nearest(const GrRules *rules, GrNet **net) {
    const Row *own;
    *net = NULL;
    int code = take_own(rules, net, &own);
    for (const Row *row = table; code != 0 && code != GR_ERR_MEMORY && row->variant; row++)
        if (strcmp(row->variant, GENERAL) != 0)
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
