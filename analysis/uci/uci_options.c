/* The options of a UCI session: naming and setting them. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "analysis/engine/strength.h"
#include "analysis/uci/names.h"
#include "analysis/uci/uci_local.h"
#include "notation/buffer.h"
#include "notation/definition/variants_file.h"
#include "notation/nearest.h"
#include "rules/version.h"

typedef enum Kind { SPIN, CHECK, BUTTON, VARIANT, NET, PATH } Kind;

typedef struct Option {
    const char *name;
    Kind kind;
    long least, most, preset;
    void (*set)(GrUci *uci, long value);
} Option;

/* ---- what each does ---- */

static void set_hash(GrUci *uci, long megabytes) {
    if (gr_search_resize(uci->search, (size_t)megabytes) != 0)
        gr_refuse(uci, "no memory for %ld MB of hash, the old size stays", megabytes);
}

static void clear_hash(GrUci *uci, long unused) {
    (void)unused;
    gr_search_forget(uci->search);
}

static void set_threads(GrUci *uci, long threads) {
    if (gr_search_set_threads(uci->search, (int)threads) != 0)
        gr_refuse(uci, "no memory for %ld threads, the old number stays", threads);
}

static void set_lines(GrUci *uci, long lines) {
    uci->lines = (int)lines;
}

static void set_overhead(GrUci *uci, long ms) {
    gr_search_set_overhead(uci->search, ms);
}

/* The time that pondering saves is not spent in advance, so nothing depends on it. */
static void set_ponder(GrUci *uci, long on) {
    (void)uci;
    (void)on;
}

static void set_analyse(GrUci *uci, long on) {
    uci->analyses = on;
}

static void set_show_wdl(GrUci *uci, long on) {
    uci->shows_wdl = on;
}

static void set_limit_strength(GrUci *uci, long on) {
    uci->limited = on;
}

static void set_elo(GrUci *uci, long elo) {
    uci->elo = (int)elo;
}

/* GUIs set this for games of chess; UCI_Variant reaches the same. */
static void set_chess960(GrUci *uci, long on) {
    const char *from = on ? "chess" : "chess960", *to = on ? "chess960" : "chess";
    const GrRules *rules = gr_variants_find(uci->variants, to);
    if (rules && strcmp(gr_variant(uci->rules)->name, from) == 0)
        gr_uci_set_variant(uci, rules);
}

/* The value of EvalFile that selects the built-in networks. */
#define BUILTIN_NETS "<builtin>"

static const Option options[] = {
    {"Hash", SPIN, 1, GR_MAX_HASH, GR_DEFAULT_HASH, set_hash},
    {"Clear Hash", BUTTON, 0, 0, 0, clear_hash},
    {"Threads", SPIN, 1, GR_MAX_THREADS, 1, set_threads},
    {"MultiPV", SPIN, 1, GR_MAX_LINES, 1, set_lines},
    {"Ponder", CHECK, 0, 1, 0, set_ponder},
    {"Move Overhead", SPIN, 0, 10000, GR_DEFAULT_OVERHEAD, set_overhead},
    {"UCI_AnalyseMode", CHECK, 0, 1, 0, set_analyse},
    {"UCI_ShowWDL", CHECK, 0, 1, 0, set_show_wdl},
    {"UCI_LimitStrength", CHECK, 0, 1, 0, set_limit_strength},
    {"UCI_Elo", SPIN, GR_LEAST_ELO, GR_MOST_ELO, GR_DEFAULT_ELO, set_elo},
    {"UCI_Chess960", CHECK, 0, 1, 0, set_chess960},
    {"EvalFile", NET, 0, 0, 0, NULL},
    {"VariantPath", PATH, 0, 0, 0, NULL},
    {"UCI_Variant", VARIANT, 0, 0, 0, NULL},
};

enum { COUNT = sizeof options / sizeof *options };

/* ---- uci ---- */

static void name_variants(GrUci *uci, const char *name) {
    GrBuffer line;
    gr_buffer_init(&line);
    gr_variants_load(uci->variants);
    const GrRules *rules = gr_variants_at(uci->variants, 0);
    const char *called;
    gr_buffer_printf(&line, "option name %s type combo default %s", name, gr_variant(rules)->name);
    for (size_t i = 0; (rules = gr_variants_at(uci->variants, i)) != NULL; i++)
        for (size_t n = 0; (called = gr_uci_name(gr_variant(rules)->name, n)) != NULL; n++)
            gr_buffer_printf(&line, " var %s", called);
    if (!line.failed)
        gr_say_line(uci, line.data);
    gr_buffer_free(&line);
}

static void name_option(GrUci *uci, const Option *o) {
    switch (o->kind) {
    case SPIN:
        gr_say(uci, "option name %s type spin default %ld min %ld max %ld", o->name, o->preset,
               o->least, o->most);
        break;
    case CHECK:
        gr_say(uci, "option name %s type check default %s", o->name, o->preset ? "true" : "false");
        break;
    case BUTTON:
        gr_say(uci, "option name %s type button", o->name);
        break;
    case PATH:
        gr_say(uci, "option name %s type string default <empty>", o->name);
        break;
    case NET:
        gr_say(uci, "option name %s type string default " BUILTIN_NETS, o->name);
        break;
    case VARIANT:
        name_variants(uci, o->name);
    }
}

void gr_uci_introduce(GrUci *uci) {
    gr_say(uci, "id name Grimoire %s", GR_VERSION);
    gr_say(uci, "id author the Grimoire authors");
    for (size_t i = 0; i < COUNT; i++)
        name_option(uci, &options[i]);
    gr_say(uci, "uciok");
}

/* ---- setoption ---- */

static void refuse_variant(GrUci *uci, const char *value) {
    enum { MOST = 64 };
    const char *names[MOST + 1];
    char meant[GR_MEANT_SIZE];
    size_t n = 0;
    gr_variants_load(uci->variants);
    for (const GrRules *rules; n < MOST && (rules = gr_variants_at(uci->variants, n)); n++)
        names[n] = gr_variant(rules)->name;
    names[n] = NULL;
    gr_did_you_mean(meant, value, names, "");
    gr_refuse(uci, "unknown variant '%.40s'%s", value, meant);
}

static void set_eval_file(GrUci *uci, const char *value) {
    GrError error;
    bool builtin = !*value || strcmp(value, BUILTIN_NETS) == 0 || strcmp(value, "<empty>") == 0;
    if (gr_search_set_net(uci->search, builtin ? NULL : value, &error) != 0)
        gr_refuse(uci, "%s", error.text);
}

/* What is wrong with a game that was asked for. */
static void tell_faults(void *user, const GrVariantsFile *file, size_t n, const GrVariantsFaults *faults,
                        bool defined) {
    GrUci *uci = user;
    (void)file;
    (void)n;
    for (size_t i = 0; !defined && i < faults->count && i < GR_VARIANTS_FAULTS; i++)
        gr_say(uci, "info string VariantPath, line %u, column %u: %s", faults->fault[i].line, faults->fault[i].column,
               faults->fault[i].text);
}

static void set_path(GrUci *uci, const char *value) {
    GrError error;
    if (!*value || strcmp(value, "<empty>") == 0)
        return;
    GrVariantsFile *file = gr_variants_file_open(value, NULL, NULL, &error);
    if (file && gr_variants_offer(uci->variants, file, tell_faults, uci, &error) == 0)
        return;
    gr_variants_file_close(file);
    gr_refuse(uci, "%s", error.text);
}

static void set_variant(GrUci *uci, const char *value) {
    if (gr_is_another_game(value)) {
        gr_refuse(uci, "%s is Antichess with castling, which is not played here; antichess is without", value);
        return;
    }
    const GrRules *rules = gr_variants_find(uci->variants, value);
    if (!rules) {
        refuse_variant(uci, value);
        return;
    }
    gr_uci_set_variant(uci, rules);
    const GrVariant *v = gr_variant(rules);
    gr_say(uci, "info string variant %s files %d ranks %d startpos %s", v->name, v->files, v->ranks,
           v->start);
}

static void set_spin(GrUci *uci, const Option *o, const char *value) {
    int64_t number;
    if (!gr_word_number(value, strlen(value), &number) || number < o->least || number > o->most)
        gr_refuse(uci, "%s must be a number from %ld to %ld, not '%.40s'", o->name, o->least, o->most,
                  value);
    else
        o->set(uci, (long)number);
}

static void set_check(GrUci *uci, const Option *o, const char *value) {
    bool on = strcasecmp(value, "true") == 0;
    if (!on && strcasecmp(value, "false") != 0)
        gr_refuse(uci, "%s must be true or false, not '%.40s'", o->name, value);
    else
        o->set(uci, on);
}

static void refuse_option(GrUci *uci, const char *name) {
    const char *names[COUNT + 1] = {NULL};
    char meant[GR_MEANT_SIZE];
    for (size_t i = 0; i < COUNT; i++)
        names[i] = options[i].name;
    gr_did_you_mean(meant, name, names, "");
    gr_refuse(uci, "unknown option '%.60s'%s", name, meant);
}

static void set_option(GrUci *uci, const char *name, const char *value) {
    const Option *o = NULL;
    for (size_t i = 0; i < COUNT && !o; i++)
        if (strcasecmp(name, options[i].name) == 0)
            o = &options[i];
    if (!o)
        refuse_option(uci, name);
    else if (o->kind == VARIANT)
        set_variant(uci, value);
    else if (o->kind == NET)
        set_eval_file(uci, value);
    else if (o->kind == PATH)
        set_path(uci, value);
    else if (o->kind == SPIN)
        set_spin(uci, o, value);
    else if (o->kind == CHECK)
        set_check(uci, o, value);
    else
        o->set(uci, 0);
}

enum { MOST_VALUE = 4096 }; /* bytes; a path */

/* `name NAME [value VALUE]`; both may hold spaces. */
void gr_uci_setoption(GrUci *uci, const char *arguments) {
    char name[MOST_VALUE] = "", value[MOST_VALUE] = "";
    char *to = name;
    size_t length, used = 0;
    for (const char *w = gr_word(arguments, &length); length; w = gr_word(w + length, &length)) {
        if ((to == name && gr_word_is(w, length, "value")) ||
            (to == name && used == 0 && gr_word_is(w, length, "name"))) {
            if (w[0] == 'v') {
                to = value;
                used = 0;
            }
            continue;
        }
        if (used + length + 2 > sizeof name) {
            gr_refuse(uci, "an option that long does not exist");
            return;
        }
        memcpy(to + used, w, length);
        used += length;
        to[used++] = ' ';
        to[used] = '\0';
    }
    name[gr_trimmed(name, strlen(name))] = '\0';
    value[gr_trimmed(value, strlen(value))] = '\0';
    set_option(uci, name, value);
}
