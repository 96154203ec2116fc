/* Modules, networks and data of pages with an engine. */
#include "cli/page_parts.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

#include "cli/place.h"
#include "notation/definition/variants_file.h"
#include "rules/definition.h"

/* ---- files of the build ---- */

/* A file beside the programs, of the folder that `make wasm` fills. */
static bool find(const Cli *cli, const char *name, const char *ending, char path[PATH_MAX]) {
    char folder[PATH_MAX];
    cli_own_folder(cli->argv[0], folder, sizeof folder);
    int length = snprintf(path, PATH_MAX, "%s../share/grimoire/play/%s.%s", folder, name, ending);
    return length > 0 && length < PATH_MAX;
}

/* Appends a file; false, with errno, if it cannot be read. */
static bool read_file(const char *path, GrBuffer *out) {
    char piece[65536];
    size_t got;
    FILE *in = fopen(path, "rb");
    if (!in)
        return false;
    while ((got = fread(piece, 1, sizeof piece, in)) > 0)
        gr_buffer_add(out, piece, got);
    bool well = !ferror(in);
    return fclose(in) == 0 && well;
}

static bool pack(GrBuffer *bytes) {
    uLongf size = compressBound(bytes->len);
    GrBuffer packed;
    gr_buffer_init(&packed);
    bool well = !bytes->failed && gr_buffer_reserve(&packed, size) &&
                compress2((Bytef *)packed.data, &size, (const Bytef *)bytes->data, bytes->len, 9) == Z_OK;
    packed.len = well ? size : 0;
    gr_buffer_free(bytes);
    *bytes = packed;
    return well;
}

const char *cli_module_name(const GrVariant *v) {
    return v->defined ? "described" : v->name;
}

bool cli_read_module(Cli *cli, const char *name, GrBuffer *out) {
    char path[PATH_MAX];
    if (!find(cli, name, "wasm", path) || !read_file(path, out)) {
        if (errno == ENOENT)
            cli_error(cli, "this build has no modules for pages, which 'make wasm' makes: there is no %s", path);
        else
            cli_error(cli, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    if (!pack(out)) {
        cli_error(cli, "out of memory");
        return false;
    }
    return true;
}

bool cli_read_net(Cli *cli, const char *name, GrBuffer *out) {
    char path[PATH_MAX];
    if (!find(cli, name, "net", path) || read_file(path, out) || errno == ENOENT)
        return true;
    cli_error(cli, "cannot read %s: %s", path, strerror(errno));
    return false;
}

/* ---- bytes as text ---- */

enum { DIGITS = 91, BITS = 13, FIRST = '#' };

/* One of 91 signs that no parser of HTML takes for markup. */
static char sign_of(unsigned digit) {
    unsigned sign = FIRST + digit;
    return (char)(sign == '<' ? '!' : sign == '&' ? '~' : sign);
}

/* Two signs for 13 bits, which are 8,192 of 8,281 pairs. */
static void put_pair(GrBuffer *out, unsigned value) {
    gr_buffer_putc(out, sign_of(value % DIGITS));
    gr_buffer_putc(out, sign_of(value / DIGITS));
}

/* The lowest bits first. Base64 would take a twelfth more. */
void cli_page_bytes(GrBuffer *out, const char *id, const GrBuffer *bytes) {
    unsigned held = 0, bits = 0;
    gr_buffer_printf(out, "<script type=\"text/plain\" id=\"%s\" data-bytes=\"%zu\">", id, bytes->len);
    for (size_t i = 0; i < bytes->len; i++) {
        held |= (unsigned)(unsigned char)bytes->data[i] << bits;
        bits += 8;
        if (bits < BITS)
            continue;
        put_pair(out, held & ((1u << BITS) - 1));
        held >>= BITS;
        bits -= BITS;
    }
    if (bits)
        put_pair(out, held);
    gr_buffer_puts(out, "</script>\n");
}

/* ---- data ---- */

/* Within a script `<` could begin its end. It stands in strings of JSON alone. */
static void put_safely(GrBuffer *out, const GrBuffer *json) {
    const char *at = json->data, *end = at + json->len;
    for (const char *next; at < end; at = next + 1) {
        next = memchr(at, '<', (size_t)(end - at));
        gr_buffer_add(out, at, (size_t)((next ? next : end) - at));
        if (!next)
            break;
        gr_buffer_puts(out, "\\u003c");
    }
}

void cli_page_data(GrBuffer *out, const char *id, const GrBuffer *json) {
    gr_buffer_printf(out, "<script type=\"application/json\" id=\"%s\">", id);
    out->failed |= json->failed;
    if (!out->failed)
        put_safely(out, json);
    gr_buffer_puts(out, "</script>\n");
}

void cli_page_end(GrBuffer *out, const char *script) {
    gr_buffer_puts(out, "<script type=\"module\">");
    gr_buffer_puts(out, script);
    gr_buffer_puts(out, "</script>\n</body>\n</html>\n");
}

void cli_page_definition(GrJson *json, const GrRules *rules) {
    const GrDefinition *definition = gr_definition_of(rules);
    GrBuffer text;
    if (!definition)
        return;
    gr_buffer_init(&text);
    gr_definition_write(definition, &text);
    if (text.failed)
        json->code = GR_ERR_MEMORY;
    else
        gr_json_string(json, "definition", text.data);
    gr_buffer_free(&text);
}
