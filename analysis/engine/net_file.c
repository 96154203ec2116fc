/* The file of a network.
 *
 * Numbers are little-endian. "GRNET" and the form (a byte); a line of text each, ended by LF: what the variant is made
 * of (see identity), and how many bytes of text the recipe has, which follows; then the blocks of features (64 bits),
 * the width (16), from form 3 on the zones (16), in form 4 the lesser types of each (16 bits, by type; 32 where there
 * are 16 types or more), the scale and the outputs' biases (32), the weights in the order of GrNet, and the CRC-32 of
 * all before. In form 2, of networks without zones, weights are 16 bits each. From form 3 on they are a stream of zlib:
 * the low bytes of all of them, then the high bytes, which takes half. In form 4 those of the second and the third zone
 * are differences: from the first, and from the mean of these two, which takes a sixth less. Form 3 is only read. Form 5
 * is the general network (general_file.c), whose variant is "general". */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "analysis/engine/general_file.h"
#include "notation/buffer.h"
#include "notation/missing.h"

enum { PLAIN = 2, ZONED = 3, PACKED = 4, /* forms, and GR_NET_GENERAL */ MARK = 5, IDENTITY = 200, MOST_RECIPE = 8000 };

/* "magi 10x10 KQRBNDCWPL KQkq 0 0": what weights depend on. A variant of the same name that is made of
 * other pieces is another one. */
static void identity(const GrVariant *v, char out[IDENTITY]) {
    char letters[GR_MAX_TYPES + 1] = "";
    for (int type = 1; type <= v->types; type++)
        letters[type - 1] = v->piece[type].letter;
    snprintf(out, IDENTITY, "%s %dx%d %s %s %d %d", v->name, v->files, v->ranks, letters,
             v->rights && *v->rights ? v->rights : "-", v->holes, v->pockets);
}

/* Is that the identity of a variant with the same board and types? These are its second and third word. */
static bool is_kin(const char *name, const char *wanted) {
    for (int words = 0; words < 3; words++) {
        size_t length = strcspn(name, " "), ours = strcspn(wanted, " ");
        if (words > 0 && (length != ours || strncmp(name, wanted, length) != 0))
            return false;
        name += length + (name[length] != '\0');
        wanted += ours + (wanted[ours] != '\0');
    }
    return true;
}

/* Bytes that the lesser types of each have. */
static int lesser_bytes(const GrVariant *variant) {
    return variant->types < 16 ? 2 : 4;
}

/* ---- writing ---- */

static uint64_t blocks_of(const GrNet *net) {
    uint64_t blocks = 0;
    for (int b = 0; b < GR_FEATURE_BLOCKS; b++)
        blocks |= (uint64_t)(net->features.block[b] != GR_NO_FEATURE) << gr_feature_bit(b);
    return blocks;
}

static uint32_t crc_of(const void *bytes, size_t size) {
    return (uint32_t)crc32_z(0, bytes, size);
}

static bool put_weights(const GrNet *net, GrBuffer *out) {
    for (size_t i = 0; i < gr_net_weights(net); i++)
        gr_net_put(out, (uint16_t)net->weight[i], 2);
    return !out->failed;
}

/* What weight `i` is likely to be, from those of the zones before. */
static int foretold(const GrNet *net, size_t i) {
    size_t zone_size = (size_t)net->features.zone_size * (size_t)net->width, zone = i / zone_size;
    if (net->features.zones == 1 || zone == 0 || zone >= GR_ZONES)
        return 0;
    int before = net->weight[i - zone_size];
    return zone == 1 ? before : (net->weight[i - 2 * zone_size] + before) >> 1;
}

static bool pack_weights(const GrNet *net, GrBuffer *out) {
    size_t count = gr_net_weights(net);
    int16_t *left = malloc(count * sizeof *left);
    for (size_t i = 0; left && i < count; i++)
        left[i] = (int16_t)(uint16_t)(net->weight[i] - foretold(net, i));
    bool good = left && gr_net_pack(left, count, out);
    free(left);
    return good;
}

/* The sum, and the bytes and the size of what was written; GR_ERR_MEMORY if that failed. */
static int finish(GrBuffer *out, bool good, void **bytes, size_t *size, GrError *error) {
    uint32_t crc = out->failed ? 0 : crc_of(out->data, out->len);
    gr_net_put(out, crc, 4);
    if (out->failed || !good) {
        gr_buffer_free(out);
        return gr_no_memory(error);
    }
    *size = out->len;
    *bytes = gr_buffer_take(out);
    return 0;
}

int gr_general_write(const GrGeneral *general, const char *recipe, void **bytes, size_t *size, GrError *error) {
    GrBuffer out;
    gr_buffer_init(&out);
    gr_buffer_printf(&out, "GRNET%cgeneral\n%zu\n%s", GR_NET_GENERAL, strlen(recipe), recipe);
    return finish(&out, gr_general_put(general, &out), bytes, size, error);
}

int gr_net_write(GrNet *net, void **bytes, size_t *size, GrError *error) {
    char name[IDENTITY];
    GrBuffer out;
    gr_buffer_init(&out);
    identity(net->features.variant, name);
    bool packed = net->features.zones > 1 || blocks_of(net) & GR_DANGER_BLOCK;
    gr_buffer_printf(&out, "GRNET%c%s\n%zu\n%s", packed ? PACKED : PLAIN, name, strlen(net->recipe), net->recipe);
    gr_net_put(&out, blocks_of(net), 8);
    gr_net_put(&out, (uint64_t)net->width, 2);
    if (packed)
        gr_net_put(&out, (uint64_t)net->features.zones, 2);
    for (int type = 1; packed && type <= net->features.variant->types; type++)
        gr_net_put(&out, net->features.lesser[type], lesser_bytes(net->features.variant));
    gr_net_put(&out, (uint32_t)net->scale, 4);
    for (int i = 0; i < GR_NET_STAGES; i++)
        gr_net_put(&out, (uint32_t)net->bias[i], 4);
    bool good = packed ? pack_weights(net, &out) : put_weights(net, &out);
    if (!out.failed && out.len + sizeof(uint32_t) > GR_NET_BYTES) {
        int code = gr_fail(error, GR_ERR_LIMIT, "the network is too large: %zu bytes of at most %d",
                           out.len + sizeof(uint32_t), GR_NET_BYTES);
        gr_buffer_free(&out);
        return code;
    }
    int code = finish(&out, good, bytes, size, error);
    if (code != 0)
        return code;
    gr_net_id(*bytes, *size, net->id);
    return 0;
}

/* ---- reading ---- */

/* A line without its end, cut where `size` ends. */
static void get_line(GrNetSource *in, char *out, size_t size) {
    size_t len = 0;
    while (in->at < in->end && *in->at != '\n') {
        if (len + 1 < size)
            out[len++] = (char)*in->at;
        in->at++;
    }
    out[len] = '\0';
    in->bad |= in->at == in->end;
    in->at += in->at < in->end;
}

/* The mark and the sum; *in is then what lies between. */
static int check_frame(GrNetSource *in, GrError *error) {
    size_t size = (size_t)(in->end - in->at);
    if (size < MARK + 1 || memcmp(in->at, "GRNET", MARK) != 0)
        return gr_fail(error, GR_ERR_SYNTAX, "this is no network");
    if (in->at[MARK] < PLAIN || in->at[MARK] > GR_NET_GENERAL)
        return gr_fail(error, GR_ERR_FOREIGN, "a network of form %d, which this program does not know",
                       in->at[MARK]);
    if (size < MARK + 5)
        return gr_net_not_whole(error);
    GrNetSource sum = {in->end - 4, in->end, false};
    if (gr_net_get(&sum, 4) != crc_of(in->at, size - 4))
        return gr_net_not_whole(error);
    in->end -= 4;
    in->at += MARK + 1;
    return 0;
}

static int check_head(GrNetSource *in, const GrRules *rules, bool kin, GrError *error) {
    char wanted[IDENTITY], name[IDENTITY];
    int code = check_frame(in, error);
    if (code != 0)
        return code;
    bool general = in->at[-1] == GR_NET_GENERAL;
    identity(gr_variant(rules), wanted);
    get_line(in, name, sizeof name);
    if (general && !gr_general_knows(gr_variant(rules)))
        return gr_fail(error, GR_ERR_FOREIGN, "the general network does not know what wins in %s", gr_variant(rules)->name);
    if (!general && strcmp(name, wanted) != 0 && !(kin && is_kin(name, wanted)))
        return gr_fail(error, GR_ERR_FOREIGN, "a network for '%.60s', not for '%.60s'", name, wanted);
    return 0;
}

static char *get_recipe(GrNetSource *in) {
    char number[16];
    get_line(in, number, sizeof number);
    size_t length = strtoul(number, NULL, 10);
    if (in->bad || length > MOST_RECIPE || length > (size_t)(in->end - in->at)) {
        in->bad = true;
        return NULL;
    }
    char *text = malloc(length + 1);
    if (!text)
        return NULL;
    memcpy(text, in->at, length);
    text[length] = '\0';
    in->at += length;
    return text;
}

/* Bits of types that there are not would be read beyond what is known of attacks. */
static void get_lesser(GrNetSource *in, const GrVariant *variant, uint32_t lesser[GR_MAX_TYPES]) {
    for (int type = 1; type <= variant->types; type++) {
        lesser[type] = (uint32_t)gr_net_get(in, lesser_bytes(variant));
        in->bad |= lesser[type] & 1 || lesser[type] >> variant->types > 1;
    }
}

/* Weights of the output beyond their bound would overflow. */
static bool are_bounded(const GrNet *net) {
    size_t count = gr_net_weights(net);
    for (size_t i = count - (size_t)(2 * GR_NET_STAGES * net->width); i < count; i++)
        if (net->weight[i] > GR_NET_OUT_MOST || net->weight[i] < -GR_NET_OUT_MOST)
            return false;
    return true;
}

static int get_weights(GrNetSource *in, GrNet *net, GrError *error) {
    size_t count = gr_net_weights(net);
    if ((size_t)(in->end - in->at) != 2 * count)
        return gr_net_not_whole(error);
    for (size_t i = 0; i < count; i++)
        net->weight[i] = (int16_t)(uint16_t)gr_net_get(in, 2);
    return are_bounded(net) ? 0 : gr_net_not_whole(error);
}

static int unpack_weights(const GrNetSource *in, GrNet *net, bool differences, GrError *error) {
    size_t count = gr_net_weights(net);
    int code = gr_net_unpack(in, net->weight, count, error);
    for (size_t i = 0; code == 0 && differences && i < count; i++)
        net->weight[i] = (int16_t)(uint16_t)(net->weight[i] + foretold(net, i));
    return code || are_bounded(net) ? code : gr_net_not_whole(error);
}

/* Of one variant: what comes after the recipe. */
static int parse_own(GrNetSource *in, int form, const GrRules *rules, GrNet **net, GrError *error) {
    uint64_t blocks = gr_net_get(in, 8);
    int width = (int)gr_net_get(in, 2), zones = form == PLAIN ? 1 : (int)gr_net_get(in, 2);
    uint32_t lesser[GR_MAX_TYPES] = {0};
    if (form == PACKED)
        get_lesser(in, gr_variant(rules), lesser);
    int32_t scale = (int32_t)(uint32_t)gr_net_get(in, 4), bias[GR_NET_STAGES];
    for (int i = 0; i < GR_NET_STAGES; i++)
        bias[i] = (int32_t)(uint32_t)gr_net_get(in, 4);
    bool good = !in->bad && (zones == 1 || zones == GR_ZONES) && width >= GR_NET_STEP && width <= GR_NET_WIDTH &&
                width % GR_NET_STEP == 0;
    GrNet *made = good ? gr_net_new(rules, blocks, zones, width) : NULL;
    *net = made;
    if (!made)
        return good ? gr_no_memory(error) : gr_net_not_whole(error);
    made->scale = scale;
    memcpy(made->bias, bias, sizeof bias);
    memcpy(made->features.lesser, lesser, sizeof lesser);
    return form != PLAIN ? unpack_weights(in, made, form == PACKED, error) : get_weights(in, made, error);
}

static int parse_general(GrNetSource *in, const GrRules *rules, GrNet **net, GrError *error) {
    GrGeneral *general = malloc(sizeof *general);
    int code = general ? gr_general_get(in, general, error) : gr_no_memory(error);
    if (code == 0 && gr_general_net(general, rules, net) != 0)
        code = gr_no_memory(error);
    free(general);
    return code;
}

static int parse(const void *bytes, size_t size, const GrRules *rules, bool kin, GrNet **net, GrError *error) {
    GrNetSource in = {bytes, (const unsigned char *)bytes + size, false};
    int form = size > MARK ? in.at[MARK] : 0;
    GrNet *made = NULL;
    *net = NULL;
    int code = check_head(&in, rules, kin, error);
    if (code != 0)
        return code;
    char *recipe = get_recipe(&in);
    if (!recipe)
        return in.bad ? gr_net_not_whole(error) : gr_no_memory(error);
    code = form == GR_NET_GENERAL ? parse_general(&in, rules, &made, error)
                                  : parse_own(&in, form, rules, &made, error);
    if (code != 0) {
        free(recipe);
        gr_net_free(made);
        return code;
    }
    free(made->recipe);
    made->recipe = recipe;
    gr_net_id(bytes, size, made->id);
    *net = made;
    return 0;
}

int gr_net_parse(const void *bytes, size_t size, const GrRules *rules, GrNet **net, GrError *error) {
    return parse(bytes, size, rules, false, net, error);
}

int gr_net_parse_kin(const void *bytes, size_t size, const GrRules *rules, GrNet **net, GrError *error) {
    return parse(bytes, size, rules, true, net, error);
}

static int fail_reading(const char *path, int why, GrError *error) {
    bool none = gr_is_missing(why) || gr_is_closed(why);
    return gr_fail(error, none ? GR_ERR_NOT_FOUND : GR_ERR_IO, "cannot read '%s': %s", path, strerror(why));
}

/* The whole file, up to a byte more than a network has. */
static int read_all(const char *path, unsigned char **bytes, size_t *size, GrError *error) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail_reading(path, errno, error);
    *bytes = malloc(GR_NET_BYTES + 1);
    *size = *bytes ? fread(*bytes, 1, GR_NET_BYTES + 1, file) : 0;
    int failed = ferror(file) ? errno : 0;
    fclose(file);
    if (*bytes && !failed)
        return 0;
    bool no_memory = !*bytes;
    free(*bytes);
    if (no_memory)
        return gr_no_memory(error);
    return fail_reading(path, failed, error);
}

int gr_net_check(const void *bytes, size_t size, GrError *error) {
    GrNetSource in = {bytes, (const unsigned char *)bytes + size, false};
    if (size > GR_NET_BYTES)
        return gr_fail(error, GR_ERR_SYNTAX, "this is no network: it is too long");
    return check_frame(&in, error);
}

int gr_net_load(const char *path, void **bytes, size_t *size, GrError *error) {
    unsigned char *all = NULL;
    GrError why;
    *bytes = NULL;
    *size = 0;
    int code = read_all(path, &all, size, error);
    if (code != 0)
        return code;
    code = gr_net_check(all, *size, &why);
    if (code == 0) {
        *bytes = all;
        return 0;
    }
    free(all);
    return gr_fail(error, why.code, "'%s': %s", path, why.text);
}

void gr_net_id(const void *bytes, size_t size, char id[GR_NET_ID]) {
    GrNetSource in = {(const unsigned char *)bytes + size - 4, (const unsigned char *)bytes + size, false};
    snprintf(id, GR_NET_ID, "%08" PRIx32, (uint32_t)gr_net_get(&in, 4));
}
