/* The XBoard protocol (CECP): how an engine says what it can do, and what it is set to. After Tim Mann's
 * and H. G. Muller's "Chess Engine Communication Protocol". */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/uci/engine_answer.h"
#include "analysis/uci/engine_local.h"
#include "analysis/uci/names.h"

enum {
    ASK_MS = 400,       /* after which it is asked for features again: GNU Chess 6.2 loses the line at one of three starts */
    FEATURES_MS = 2000, /* after a feature, to state the next, unless it says that there are none or asks for time */
    SLOW_MS = 60000     /* for all of them, if it asks for time */
};

/* ---- features ---- */

/* A word with its value, as in `setboard=1` or `myname="A B"`. */
typedef struct Feature {
    char *name, *value;
} Feature;

/* Cuts the next one from the text; what follows it, or NULL at the end. */
static char *next_feature(char *text, Feature *feature) {
    while (isspace((unsigned char)*text))
        text++;
    char *equals = strchr(text, '=');
    if (!equals)
        return NULL;
    *equals = '\0';
    feature->name = text;
    feature->value = equals + 1;
    bool quoted = *feature->value == '"';
    feature->value += quoted;
    char *end = feature->value;
    while (*end && (quoted ? *end != '"' : !isspace((unsigned char)*end)))
        end++;
    bool more = *end != '\0';
    *end = '\0';
    return more ? end + 1 : end;
}

/* "normal,crazyhouse" */
static void note_variants(GrEngine *engine, const char *list) {
    gr_buffer_clear(&engine->variants);
    while (*list) {
        size_t length = strcspn(list, ", ");
        gr_buffer_putc(&engine->variants, ' ');
        gr_buffer_add(&engine->variants, list, length);
        list += length;
        list += strspn(list, ", ");
    }
    gr_buffer_putc(&engine->variants, ' ');
}

/* Adds " var A var B" for "A /// *B". */
static void add_choices(GrBuffer *type, const char *list) {
    static const char between[] = " /// ";
    while (list) {
        const char *end = strstr(list, between);
        list += *list == '*';
        gr_buffer_puts(type, " var ");
        gr_buffer_add(type, list, end ? (size_t)(end - list) : strlen(list));
        list = end ? end + strlen(between) : NULL;
    }
}

/* What UCI would say after `type` of an option that takes numbers (the default and two bounds), a choice or
 * whatever else. */
static void put_type(GrBuffer *type, const char *kind, const char *usual) {
    char *least, *most, *end;
    if (!strncmp(kind, "spin", 4) || !strncmp(kind, "slider", 6)) {
        strtoll(usual, &least, 10);
        long long from = strtoll(least, &most, 10), to = strtoll(most, &end, 10);
        gr_buffer_puts(type, "spin");
        if (least > usual && most > least && end > most)
            gr_buffer_printf(type, " min %lld max %lld", from, to);
    } else if (!strncmp(kind, "combo", 5)) {
        gr_buffer_puts(type, "combo");
        add_choices(type, usual);
    } else {
        gr_buffer_puts(type, strncmp(kind, "check", 5) ? "string" : "check");
    }
}

/* `NAME -check 1`, `NAME -spin 5 0 9`, `NAME -string TEXT`, `NAME -combo A /// *B`; the star is before
 * what it is set to. */
static void note_option(GrEngine *engine, char *text) {
    char *kind = strstr(text, " -");
    GrBuffer type;
    if (!kind)
        return;
    *kind = '\0';
    kind += 2;
    char *usual = kind + strcspn(kind, " ");
    usual += *usual == ' ';
    gr_buffer_init(&type);
    put_type(&type, kind, usual);
    size_t length = strlen(usual);
    if (!strncmp(kind, "spin", 4) || !strncmp(kind, "slider", 6)) {
        length = strcspn(usual, " ");
    } else if (!strncmp(kind, "combo", 5)) {
        char *star = strchr(usual, '*'), *end;
        usual = star ? star + 1 : usual;
        end = strstr(usual, " ///");
        length = end ? (size_t)(end - usual) : strlen(usual);
    }
    engine_note_option(engine, text, usual, length, type.failed ? "" : type.data);
    engine->options.failed |= type.failed;
    gr_buffer_free(&type);
}

/* Where a feature that is on or off is kept; NULL if it is none of those. */
static bool *flag_of(EngineXboard *x, const char *name) {
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {
        {"ping", &x->ping},   {"setboard", &x->setboard}, {"usermove", &x->usermove}, {"san", &x->san},
        {"time", &x->time},   {"draw", &x->draw},         {"reuse", &x->reuse},       {"nps", &x->nps},
        {"memory", &x->memory}, {"smp", &x->smp},         {"done", &x->done},
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(name, flags[i].name) == 0)
            return flags[i].flag;
    return NULL;
}

/* Takes in one feature; false if it is not understood, or what it asks for is not done. */
static bool note_feature(GrEngine *engine, const Feature *feature) {
    EngineXboard *x = &engine->x;
    bool *flag = flag_of(x, feature->name), on = atoi(feature->value) != 0;
    if (flag) {
        *flag = on;
        x->slow |= flag == &x->done && !on;
    } else if (!strcmp(feature->name, "myname")) {
        gr_buffer_clear(&engine->name);
        gr_engine_text(&engine->name, feature->value, GR_ENGINE_NAME);
    } else if (!strcmp(feature->name, "variants")) {
        note_variants(engine, feature->value);
    } else if (!strcmp(feature->name, "option")) {
        note_option(engine, feature->value);
    } else { /* these ask for nothing, as no signal is sent and no clock is shown */
        return !strcmp(feature->name, "sigint") || !strcmp(feature->name, "sigterm") ||
               !strcmp(feature->name, "colors") || !strcmp(feature->name, "analyze") ||
               !strcmp(feature->name, "debug") || !strcmp(feature->name, "playother");
    }
    return true;
}

static int take_features(GrEngine *engine, char *text, GrError *error) {
    Feature feature;
    GrBuffer answer;
    int code = 0;
    gr_buffer_init(&answer);
    engine->x.features = true;
    while ((text = next_feature(text, &feature)) != NULL) {
        char name[24];
        snprintf(name, sizeof name, "%s", feature.name); /* an option is cut up */
        bool taken = note_feature(engine, &feature);
        gr_buffer_printf(&answer, "%s %s\n", taken ? "accepted" : "rejected", name);
    }
    if (answer.failed)
        code = gr_no_memory(error);
    else if (answer.len)
        code = engine_send(engine, answer.data, answer.len, error);
    gr_buffer_free(&answer);
    return code;
}

/* How the introduction stands. */
typedef struct Asking {
    int64_t begun; /* in gr_now_ms times, */
    int64_t last;  /* and when it stated the last feature */
    uint64_t most; /* bytes received that are too many */
    bool again;    /* it has been asked twice */
    bool refused;  /* it does not know what it is asked */
} Asking;

/* Until when the next feature is waited for. */
static int64_t next_feature_at(const GrEngine *engine, const Asking *asking) {
    const EngineXboard *x = &engine->x;
    int64_t most = asking->begun + engine->start_ms;
    if (x->slow)
        return asking->begun + (engine->start_ms > SLOW_MS ? engine->start_ms : SLOW_MS);
    if (x->features)
        return asking->last + FEATURES_MS < most ? asking->last + FEATURES_MS : most;
    return asking->again || most < asking->begun + ASK_MS ? most : asking->begun + ASK_MS;
}

/* Takes a line in. An engine of version 1 may complain of a command that it does not know. */
static int take_line(GrEngine *engine, Asking *asking, char *line, GrError *error) {
    char *features = engine_after_word(line, "feature");
    asking->refused |= !features && !engine->x.features && strstr(line, "protover");
    if (!features)
        return 0;
    asking->last = gr_now_ms();
    return take_features(engine, features, error);
}

/* Time is up: 1 if it is asked again, 0 if that was all, or a code. */
static int ask_again(GrEngine *engine, Asking *asking, GrError *error) {
    const EngineXboard *x = &engine->x;
    if (x->slow)
        return engine_hung_up(engine, GR_ERR_IO, "says 'feature done=0', and no 'done=1' within 60 seconds", error);
    if (x->features || asking->again)
        return 0;
    asking->again = true;
    int code = engine_send_line(engine, "protover 2", error);
    return code ? code : 1;
}

/* What is set by commands of their own. */
static void note_own_options(GrEngine *engine) {
    if (engine->x.memory && !gr_engine_has_option(engine, "Hash"))
        engine_note_option(engine, "Hash", "", 0, "spin");
    if (engine->x.smp && !gr_engine_has_option(engine, "Threads"))
        engine_note_option(engine, "Threads", "", 0, "spin");
}

int engine_xboard_features(GrEngine *engine, char *line, GrError *error) {
    EngineXboard *x = &engine->x;
    Asking asking = {.begun = gr_now_ms(), .most = engine->process.received + ENGINE_START_BYTES};
    *x = (EngineXboard){.time = true, .draw = true, .reuse = true};
    int code = line ? take_line(engine, &asking, line, error) : 0;
    bool more = true;
    engine->awaited = "features";
    while (code >= 0 && more && !x->done && !asking.refused) {
        code = engine_next_line(engine, next_feature_at(engine, &asking), &line, error);
        if (code > 0)
            code = take_line(engine, &asking, line, error);
        else if (code == 0)
            more = (code = ask_again(engine, &asking, error)) > 0;
        if (code >= 0 && engine->process.received > asking.most)
            code = engine_hung_up(engine, GR_ERR_IO, "prints without end and no last feature", error);
    }
    if (code < 0)
        return code;
    note_own_options(engine);
    return 0;
}

static int introduce(GrEngine *engine, GrError *error) {
    int code = engine_send_line(engine, "xboard\nprotover 2", error);
    return code ? code : engine_xboard_features(engine, NULL, error);
}

/* ---- settings ---- */

static int set_option(GrEngine *engine, const char *name, const char *value, GrError *error) {
    GrBuffer line;
    const char *truth = !strcmp(value, "true") ? "1" : !strcmp(value, "false") ? "0" : value;
    int code = engine->unsure ? 0 : engine_xboard_ready(engine, error); /* what it said before answers no option */
    if (code)
        return code;
    gr_buffer_init(&line);
    if (engine->x.memory && !strcasecmp(name, "Hash"))
        gr_buffer_printf(&line, "memory %s", value);
    else if (engine->x.smp && !strcasecmp(name, "Threads"))
        gr_buffer_printf(&line, "cores %s", value);
    else if (*value)
        gr_buffer_printf(&line, "option %s=%s", name, truth);
    else
        gr_buffer_printf(&line, "option %s", name); /* a button */
    code = line.failed ? gr_no_memory(error) : engine_send_line(engine, line.data, error);
    gr_buffer_free(&line);
    engine->unsure = true;
    return code;
}

/* What the engine calls the variant, or how it is usually called if it does not list it. */
static const char *name_there(const GrEngine *engine, const GrVariant *variant) {
    const char *name = engine->variant;
    for (size_t n = 0; !name && gr_xboard_name(variant->name, n); n++)
        if (engine_lists_variant(engine, gr_xboard_name(variant->name, n)))
            name = gr_xboard_name(variant->name, n);
    return name ? name : gr_xboard_name(variant->name, 0);
}

static bool plays(const GrEngine *engine, const GrVariant *variant) {
    const char *name = name_there(engine, variant);
    return strcmp(name, "normal") == 0 || engine_lists_variant(engine, name);
}

static int set_variant(GrEngine *engine, const GrVariant *variant, GrError *error) {
    const char *name = name_there(engine, variant);
    if (!engine->x.features && !plays(engine, variant))
        return gr_fail(error, GR_ERR_NOT_FOUND,
                       "engine '%s' does not play %s: no features came after 'protover 2', and an engine of version 1 of "
                       "the XBoard protocol plays chess alone", engine->command, variant->title);
    if (!plays(engine, variant) || strlen(name) >= sizeof engine->x.game)
        return engine_no_variant(engine, variant, name, "its feature variants", error);
    strcpy(engine->x.game, strcmp(name, "normal") == 0 ? "" : name);
    return 0;
}

static int new_game(GrEngine *engine, GrError *error) {
    int code = engine_xboard_begin(engine, error);
    return code ? code : engine_xboard_ready(engine, error);
}

const EngineProtocol engine_xboard = {
    .introduce = introduce,
    .set_option = set_option,
    .plays = plays,
    .set_variant = set_variant,
    .new_game = new_game,
    .ready = engine_xboard_ready,
    .search = engine_xboard_search,
    .judge = engine_xboard_judge,
    .quit = "quit\n",
};
