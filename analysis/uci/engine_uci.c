/* The UCI protocol: how an engine introduces itself, and what it is set to. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "analysis/uci/engine_answer.h"
#include "analysis/uci/engine_local.h"
#include "analysis/uci/names.h"

/* ---- introduction ---- */

static void note_variants(GrEngine *engine, const char *text) {
    size_t length;
    for (const char *at = gr_find_word(text, "var"); at; at = gr_find_word(at, "var")) {
        at = gr_word(at + strlen("var"), &length);
        gr_buffer_putc(&engine->variants, ' ');
        gr_buffer_add(&engine->variants, at, length);
    }
}

/* Bounds and values may come after it. */
static size_t length_of_default(const char *text) {
    static const char *const after[] = {"min", "max", "var"};
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
        const char *end = gr_find_word(text, after[i]);
        if (end && (size_t)(end - text) < length)
            length = (size_t)(end - text);
    }
    return gr_trimmed(text, length);
}

/* `option name NAME type ...` */
static void note_option(GrEngine *engine, char *text) {
    char *name = engine_after_word(text, "name");
    const char *type = name ? gr_find_word(name, "type") : NULL;
    if (!type || type == name) /* without a name it cannot be set */
        return;
    name[gr_trimmed(name, (size_t)(type - name))] = '\0';
    type = gr_after_word(type, "type");
    const char *usual = gr_find_word(type, "default");
    usual = usual ? gr_after_word(usual, "default") : "";
    engine_note_option(engine, name, usual, length_of_default(usual), type);
    if (strcasecmp(name, "UCI_Variant") == 0)
        note_variants(engine, type);
}

void engine_uci_note(GrEngine *engine, char *line) {
    char *rest;
    if ((rest = engine_after_word(line, "option"))) {
        note_option(engine, rest);
    } else if ((rest = engine_after_word(line, "id")) && (rest = engine_after_word(rest, "name"))) {
        gr_buffer_clear(&engine->name);
        gr_engine_text(&engine->name, rest, GR_ENGINE_NAME);
    }
}

/* Waits for a word; the lines before it are an introduction, if that is asked for. */
static int wait_for_word(GrEngine *engine, const char *word, int ms, uint64_t most, bool introduced,
                         GrError *error) {
    int64_t until = gr_now_ms() + ms;
    char why[100], *line;
    most += engine->process.received;
    engine->awaited = word;
    for (;;) {
        int code = engine_next_line(engine, until, &line, error);
        if (code < 0)
            return code;
        if (code > 0 && engine_after_word(line, word))
            return 0;
        if (code > 0 && engine->process.received <= most) {
            if (introduced)
                engine_note_refusal(engine, line);
            else
                engine_uci_note(engine, line);
            continue;
        }
        if (code > 0)
            snprintf(why, sizeof why, "prints without end and no '%s'", word);
        else
            snprintf(why, sizeof why, "does not say '%s' within %g seconds", word, ms / 1000.0);
        return engine_hung_up(engine, GR_ERR_IO, why, error);
    }
}

static int introduce(GrEngine *engine, GrError *error) {
    int code = engine_send_line(engine, "uci", error);
    if (code == 0)
        code = wait_for_word(engine, "uciok", engine->start_ms, ENGINE_START_BYTES, false, error);
    gr_buffer_putc(&engine->variants, ' ');
    if (code == 0 && (engine->name.failed || engine->options.failed || engine->variants.failed))
        return gr_no_memory(error);
    return code;
}

/* ---- settings ---- */

static int set_option(GrEngine *engine, const char *name, const char *value, GrError *error) {
    GrBuffer line;
    gr_buffer_init(&line);
    gr_buffer_printf(&line, "setoption name %s value %s", name, value);
    int code = line.failed ? gr_no_memory(error)
                           : engine_send_line(engine, line.data, error);
    gr_buffer_free(&line);
    engine->changed = engine->unsure = true;
    return code;
}

/* What the engine calls the variant; NULL if it does not list it. */
static const char *name_there(const GrEngine *engine, const GrVariant *variant) {
    const char *name = engine->variant;
    if (name)
        return engine_lists_variant(engine, name) ? name : NULL;
    for (size_t n = 0; (name = gr_uci_name(variant->name, n)) != NULL; n++)
        if (engine_lists_variant(engine, name))
            return name;
    return NULL;
}

/* Chess with castlings from anywhere is an option of many engines that know no other variant. */
static bool has_chess960(const GrEngine *engine, const GrVariant *variant) {
    return variant->moving_castlings && !engine->variant && gr_engine_has_option(engine, "UCI_Chess960");
}

static bool plays(const GrEngine *engine, const GrVariant *variant) {
    return strcmp(variant->name, "chess") == 0 || has_chess960(engine, variant) || name_there(engine, variant) != NULL;
}

/* It introduces itself again. */
static int ask_again(GrEngine *engine, GrError *error) {
    gr_buffer_clear(&engine->options);
    gr_buffer_clear(&engine->variants);
    engine->changed = false;
    return introduce(engine, error);
}

static int set_variant(GrEngine *engine, const GrVariant *variant, GrError *error) {
    const char *name = name_there(engine, variant);
    int code = 0;
    if (!name && engine->changed && (code = ask_again(engine, error)) == 0)
        name = name_there(engine, variant);
    if (code == 0 && gr_engine_has_option(engine, "UCI_Chess960") && !engine->variant)
        code = set_option(engine, "UCI_Chess960", variant->moving_castlings ? "true" : "false", error);
    engine->chess960 = variant->moving_castlings;
    if (code == 0 && name)
        return set_option(engine, "UCI_Variant", name, error);
    if (code || (!engine->variant && plays(engine, variant)))
        return code;
    return engine_no_variant(engine, variant, engine->variant ? engine->variant : variant->name,
                             "its values of UCI_Variant", error);
}

static int wait_ready(GrEngine *engine, GrError *error) {
    int code = engine_send_line(engine, "isready", error);
    return code ? code
                : wait_for_word(engine, "readyok", engine->patience, ENGINE_MOST_BYTES, true, error);
}

static int new_game(GrEngine *engine, GrError *error) {
    int code = engine_send_line(engine, "ucinewgame", error);
    return code ? code : wait_ready(engine, error);
}

const EngineProtocol engine_uci = {
    .introduce = introduce,
    .set_option = set_option,
    .plays = plays,
    .set_variant = set_variant,
    .new_game = new_game,
    .ready = wait_ready,
    .search = engine_uci_search,
    .judge = engine_uci_judge,
    .quit = "stop\nquit\n",
};
