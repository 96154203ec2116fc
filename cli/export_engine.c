/* Pages of games with an engine. */
#include "cli/export_engine.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/engine/search.h"
#include "cli/page_parts.h"
#include "notation/judge/win_chance.h"
#include "notation/room.h"
#include "notation/write/html.h"

static const unsigned char SCRIPT[] = {
#include "analyse.js.inc"
    0};

static const unsigned char STYLE[] = {
#include "analyse.css.inc"
    0};

void cli_engines_init(CliEngines *engines, Cli *cli) {
    *engines = (CliEngines){.cli = cli};
}

void cli_engines_free(CliEngines *engines) {
    for (size_t n = 0; n < engines->elements; n++) {
        free(engines->element[n].id);
        gr_buffer_free(&engines->element[n].html);
    }
    for (size_t n = 0; n < engines->engines; n++) {
        free(engines->engine[n].title);
        gr_buffer_free(&engines->engine[n].json);
    }
    free(engines->element);
    free(engines->engine);
}

void cli_engines_page_init(CliEnginesPage *page) {
    gr_buffer_init(&page->games);
    gr_buffer_init(&page->used);
}

void cli_engines_page_free(CliEnginesPage *page) {
    gr_buffer_free(&page->games);
    gr_buffer_free(&page->used);
}

static void begin(GrBuffer *out, const char *title) {
    gr_html_begin_with(out, title, (const char *)STYLE, (const char *)SCRIPT);
}

const GrFormat *cli_engines_format(GrFormat *own) {
    *own = gr_format_html;
    own->begin = begin;
    own->end = NULL;
    return own;
}

/* ---- modules and networks ---- */

enum { NONE = -1, NO_MEMORY = -2, NAME = 160 };

static int find_element(const CliEngines *engines, const char *id) {
    for (size_t n = 0; n < engines->elements; n++)
        if (!strcmp(engines->element[n].id, id))
            return (int)n;
    return NONE;
}

static int add_element(CliEngines *engines, const char *id, const GrBuffer *bytes) {
    CliElement element = {.id = strdup(id)};
    gr_buffer_init(&element.html);
    cli_page_bytes(&element.html, id, bytes);
    if (!element.id || element.html.failed ||
        !gr_room(&engines->element, engines->elements, 1, &engines->element_cap, sizeof element)) {
        free(element.id);
        gr_buffer_free(&element.html);
        return NO_MEMORY;
    }
    engines->element[engines->elements] = element;
    return (int)engines->elements++;
}

/* The element of a file of the build, which is read by the first that needs it. */
static int take_element(CliEngines *engines, const char *kind, const char *name,
                        bool (*read)(Cli *cli, const char *name, GrBuffer *out)) {
    char id[NAME];
    GrBuffer bytes;
    snprintf(id, sizeof id, "gr-%s-%s", kind, name);
    int n = find_element(engines, id);
    if (n >= 0)
        return n;
    gr_buffer_init(&bytes);
    if (read(engines->cli, name, &bytes) && !bytes.failed && bytes.len)
        n = add_element(engines, id, &bytes);
    if (bytes.failed)
        n = NO_MEMORY;
    gr_buffer_free(&bytes);
    return n;
}

/* ---- variants ---- */

/* What the page is told of a variant: {name, slope, module, net, definition}; there may be no network of that id. */
static void put_engine(const GrRules *rules, GrBuffer *out) {
    GrJson json;
    char id[NAME];
    gr_json_start(&json, gr_put_buffer, out);
    gr_json_open(&json, NULL, '{');
    gr_json_string(&json, "name", gr_variant(rules)->name);
    gr_json_real(&json, "slope", gr_win_curve(rules)->slope, 6);
    snprintf(id, sizeof id, "gr-module-%s", cli_module_name(gr_variant(rules)));
    gr_json_string(&json, "module", id);
    snprintf(id, sizeof id, "gr-net-%s", gr_search_net_name(rules));
    gr_json_string(&json, "net", id);
    cli_page_definition(&json, rules);
    gr_json_close(&json, '}');
    out->failed |= json.code != 0;
}

/* Reads what plays a variant; false when memory runs out. One without a module is told of once. */
static bool read_engine(CliEngines *engines, CliEngine *engine) {
    const GrVariant *v = gr_variant(engine->rules);
    engine->title = strdup(v->title);
    engine->module = take_element(engines, "module", cli_module_name(v), cli_read_module);
    engine->net = engine->module < 0 ? NONE
                                     : take_element(engines, "net", gr_search_net_name(engine->rules), cli_read_net);
    if (!engine->title || engine->module == NO_MEMORY || engine->net == NO_MEMORY)
        return false;
    if (engine->module == NONE) {
        cli_error(engines->cli, "games of %s have no engine on the page", v->title);
        engines->missing = true;
    }
    return true;
}

/* Among those seen before, also in another database; NONE if it is not. */
static int find_same(const CliEngines *engines, const GrBuffer *json) {
    for (size_t n = 0; n < engines->engines; n++)
        if (!strcmp(engines->engine[n].json.data, json->data))
            return (int)n;
    return NONE;
}

static int add_engine(CliEngines *engines, const GrRules *rules) {
    CliEngine engine = {.rules = rules};
    gr_buffer_init(&engine.json);
    put_engine(rules, &engine.json);
    int n = engine.json.failed ? NO_MEMORY : find_same(engines, &engine.json);
    if (n >= 0)
        engines->engine[n].rules = rules;
    else if (n == NONE && (!gr_room(&engines->engine, engines->engines, 1, &engines->cap, sizeof engine) ||
                           !read_engine(engines, &engine)))
        n = NO_MEMORY;
    if (n != NONE) {
        free(engine.title);
        gr_buffer_free(&engine.json);
        return n;
    }
    engines->engine[engines->engines] = engine;
    return (int)engines->engines++;
}

/* The number of the engine of a game's variant, from 0. */
static int engine_of(CliEngines *engines, const GrRules *rules) {
    for (size_t n = 0; n < engines->engines; n++)
        if (engines->engine[n].rules == rules)
            return (int)n;
    return add_engine(engines, rules);
}

bool cli_engines_add(CliEngines *engines, CliEnginesPage *page, const GrGame *game) {
    int n = game->rules ? engine_of(engines, game->rules) : NONE;
    if (n == NO_MEMORY)
        return false;
    bool has = n >= 0 && engines->engine[n].module >= 0;
    gr_buffer_printf(&page->games, "%d,", has ? n : NONE);
    while (has && page->used.len <= (size_t)n && !page->used.failed)
        gr_buffer_putc(&page->used, 0);
    if (page->games.failed || page->used.failed)
        return false;
    if (has)
        page->used.data[n] = 1;
    return true;
}

void cli_engines_forget(CliEngines *engines) {
    for (size_t n = 0; n < engines->engines; n++)
        engines->engine[n].rules = NULL;
}

/* ---- the end of a page ---- */

static bool is_used(const CliEnginesPage *page, size_t n) {
    return n < page->used.len && page->used.data[n];
}

static void put_data(const CliEngines *engines, const CliEnginesPage *page, GrBuffer *out) {
    GrBuffer json;
    gr_buffer_init(&json);
    gr_buffer_puts(&json, "{\"variants\":[");
    for (size_t n = 0; n < page->used.len; n++) {
        gr_buffer_puts(&json, n ? "," : "");
        gr_buffer_puts(&json, is_used(page, n) ? engines->engine[n].json.data : "null");
    }
    gr_buffer_puts(&json, "],\"games\":[");
    if (page->games.len)
        gr_buffer_add(&json, page->games.data, page->games.len - 1);
    gr_buffer_puts(&json, "]}");
    cli_page_data(out, "gr-engines", &json);
    gr_buffer_free(&json);
}

/* Does the page have the element? */
static bool needs(const CliEngines *engines, const CliEnginesPage *page, int element) {
    for (size_t n = 0; n < engines->engines; n++)
        if (is_used(page, n) && (engines->engine[n].module == element || engines->engine[n].net == element))
            return true;
    return false;
}

void cli_engines_end(CliEngines *engines, const CliEnginesPage *page, GrBuffer *out) {
    gr_buffer_puts(out, "</div>\n");
    size_t before = out->len;
    put_data(engines, page, out);
    for (size_t n = 0; n < engines->elements; n++)
        if (needs(engines, page, (int)n))
            gr_buffer_add(out, engines->element[n].html.data, engines->element[n].html.len);
    engines->bytes += out->len - before;
    cli_page_end(out, (const char *)SCRIPT);
}
