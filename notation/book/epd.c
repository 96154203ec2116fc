/* Lines of EPD. */
#include "notation/book/epd.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/buffer.h"
#include "notation/fen_faults.h"
#include "notation/move/diagnose.h"
#include "notation/move/san.h"

enum { MOST_MOVES_TO_MATE = 500 };

static const char BLANKS[] = " \t\r\n";

/* ---- operations ---- */

const char *gr_epd_operations(const char *line) {
    const char *at = line;
    for (int field = 0; *at && *at != ';'; field++) {
        at += strcspn(at, " \t;");
        at += strspn(at, BLANKS);
        if (field >= 3 && !strchr("+0123456789", *at))
            break;
    }
    return at;
}

bool gr_epd_next(const char **at, GrEpdOperation *operation) {
    const char *name = *at + strspn(*at, "; \t\r\n"), *end = name;
    bool quoted = false;
    if (!*name)
        return false;
    for (; *end && (quoted || *end != ';'); end++)
        quoted ^= *end == '"';
    *at = end + (*end == ';');
    while (end > name && strchr(BLANKS, end[-1]))
        end--;
    size_t length = strcspn(name, " \t\r\n;");
    const char *value = name + length;
    value += strspn(value, BLANKS);
    value = value < end ? value : end;
    *operation = (GrEpdOperation){name, length, value, (size_t)(end - value), quoted};
    return true;
}

/* ---- a test ---- */

typedef struct Reader {
    const GrVariants *variants;
    const GrRules *rules;
    const char *line;
    GrEpdTest *test;
    GrEpdFault fault;
    void *user;
    bool faulty, no_memory;
} Reader;

static void report(Reader *r, GrSeverity severity, const char *at, const char *text) {
    r->fault(r->user, severity, (size_t)(at - r->line) + 1, text);
    r->faulty |= severity == GR_ERROR;
}

/* Tells what was put together, and frees it. */
static void tell_buffer(Reader *r, const char *at, GrBuffer *text) {
    if (text->failed)
        r->no_memory = true;
    else
        report(r, GR_ERROR, at, text->data);
    gr_buffer_free(text);
}

static bool is(const GrEpdOperation *op, const char *name) {
    return strlen(name) == op->length && !strncmp(op->name, name, op->length);
}

/* The value as a string without its quotes, in place of an earlier one. */
static void take_text(Reader *r, const GrEpdOperation *op, char **text) {
    size_t length = op->value_length;
    const char *from = op->value;
    if (length >= 2 && from[0] == '"' && from[length - 1] == '"') {
        from++;
        length -= 2;
    }
    free(*text);
    *text = malloc(length + 1);
    r->no_memory |= !*text;
    if (*text) {
        memcpy(*text, from, length);
        (*text)[length] = '\0';
    }
}

static void tell_missing(Reader *r, const char *at, const char *name) {
    char text[80];
    snprintf(text, sizeof text, "a ; is missing before %s", name);
    report(r, GR_ERROR, at, text);
}

/* Says why a word is no move of the position. */
static void tell_no_move(Reader *r, const GrEpdOperation *op, const char *at, const char *word) {
    GrLexicon lexicon;
    GrSyntax syntax;
    GrBuffer text;
    gr_buffer_init(&text);
    gr_buffer_printf(&text, "%.*s: ", (int)op->length, op->name);
    gr_lexicon_init(&lexicon, r->test->pos.rules);
    size_t used = gr_syntax_read(&lexicon, word, &syntax);
    gr_diagnose(&lexicon, &r->test->pos, used && !word[used] ? &syntax : NULL, word, strlen(word), &text);
    tell_buffer(r, at, &text);
}

/* Is the word the name of an operation, such as may stand behind a list of moves? */
static bool is_operation(const char *word) {
    static const char *const names[] = {"id", "bm", "am", "dm", "variant", "acd", "acn", "acs", "ce", "pv", "pm", "eco",
                                        "hmvc", "fmvn"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(word, names[i]))
            return true;
    return word[0] == 'c' && isdigit((unsigned char)word[1]) && !word[2];
}

/* Takes one move, which is a word of the line; false if no others are to follow. */
static bool take_move(Reader *r, const GrEpdOperation *op, const char *at, size_t length, GrMove *list, size_t *count) {
    char word[2 * GR_SAN_SIZE], text[80];
    GrMove move;
    length -= length > 1 && at[length - 1] == ',';
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), at);
    if (length >= sizeof word || gr_san_read(&r->test->pos, word, &move, NULL)) {
        bool ended = is_operation(word);
        if (ended)
            tell_missing(r, at, word);
        else
            tell_no_move(r, op, at, word);
        return !ended;
    }
    for (size_t i = 0; i < *count; i++)
        if (list[i] == move)
            return true;
    if (*count == GR_EPD_MOVES) {
        snprintf(text, sizeof text, "%.*s names more than %d moves", (int)op->length, op->name, GR_EPD_MOVES);
        report(r, GR_ERROR, at, text);
        return false;
    }
    list[(*count)++] = move;
    return true;
}

static void take_moves(Reader *r, const GrEpdOperation *op, GrMove *list, size_t *count) {
    const char *at = op->value, *end = op->value + op->value_length;
    char text[40];
    if (at == end) {
        snprintf(text, sizeof text, "%.*s names no move", (int)op->length, op->name);
        report(r, GR_ERROR, op->name, text);
    }
    for (bool room = true; at < end && room;) {
        size_t length = strcspn(at, BLANKS);
        length = length < (size_t)(end - at) ? length : (size_t)(end - at);
        room = take_move(r, op, at, length, list, count);
        at += length;
        at += strspn(at, BLANKS);
    }
}

static void take_mate(Reader *r, const GrEpdOperation *op) {
    char *end;
    long moves = op->value_length ? strtol(op->value, &end, 10) : 0;
    char text[60];
    if (moves >= 1 && moves <= MOST_MOVES_TO_MATE && isdigit((unsigned char)*op->value) &&
        end == op->value + op->value_length) {
        r->test->mate = (int)moves;
        return;
    }
    snprintf(text, sizeof text, "dm is a number of moves from 1 to %d", MOST_MOVES_TO_MATE);
    report(r, GR_ERROR, op->value, text);
}

/* The last of the right moves must not be a wrong one. */
static void compare_moves(Reader *r, const GrEpdOperation *op) {
    const GrEpdTest *test = r->test;
    char text[GR_SAN_SIZE + 40], san[GR_SAN_SIZE];
    for (size_t i = 0; i < test->bests; i++)
        for (size_t j = 0; j < test->avoids; j++)
            if (test->best[i] == test->avoid[j]) {
                gr_san_write(&test->pos, test->best[i], san);
                snprintf(text, sizeof text, "%.*s: '%s' is %s, too", (int)op->length, op->name, san,
                         is(op, "am") ? "a best move" : "a move to avoid");
                report(r, GR_ERROR, op->value, text);
                return;
            }
}

static void take_operation(Reader *r, const GrEpdOperation *op) {
    GrEpdTest *test = r->test;
    if (is(op, "bm"))
        take_moves(r, op, test->best, &test->bests);
    else if (is(op, "am"))
        take_moves(r, op, test->avoid, &test->avoids);
    else if (is(op, "dm"))
        take_mate(r, op);
    else if (is(op, "id"))
        take_text(r, op, &test->id);
    else if (op->length == 2 && op->name[0] == 'c' && isdigit((unsigned char)op->name[1]))
        take_text(r, op, &test->comment[op->name[1] - '0']);
    if (is(op, "bm") || is(op, "am"))
        compare_moves(r, op);
}

/* What is wrong with how it is written; false after telling. */
static bool is_sound(Reader *r, const GrEpdOperation *op) {
    char text[80];
    if (op->unclosed)
        snprintf(text, sizeof text, "the quotes of %.*s are not closed", (int)(op->length < 20 ? op->length : 20),
                 op->name);
    else if (!isalpha((unsigned char)*op->name))
        snprintf(text, sizeof text, "an operation begins with a letter, not '%.*s'",
                 (int)(op->length < 20 ? op->length : 20), op->name);
    else
        return true;
    report(r, GR_ERROR, op->name, text);
    return false;
}

/* The game that the line names, else the one that was given; NULL after telling that there is none. */
static const GrRules *find_rules(Reader *r, const char *operations) {
    GrEpdOperation op;
    const GrRules *rules = r->rules;
    GrBuffer text;
    while (gr_epd_next(&operations, &op) && rules) {
        char *name = NULL;
        if (!is(&op, "variant"))
            continue;
        take_text(r, &op, &name);
        if (!name)
            return NULL;
        rules = gr_variants_find(r->variants, name);
        if (!rules) {
            gr_buffer_init(&text);
            gr_buffer_printf(&text, "there is no variant '%s'", name);
            tell_buffer(r, op.value, &text);
        }
        free(name);
    }
    return rules;
}

/* Reads the position. The reader of FEN knows operations by a semicolon, which the last one may lack. */
static bool take_position(Reader *r, const GrRules *rules) {
    GrBuffer line;
    GrFaults faults;
    char text[sizeof faults.fault[0].text + 24];
    gr_buffer_init(&line);
    gr_buffer_printf(&line, "%s;", r->line);
    if (line.failed) {
        r->no_memory = true;
        return false;
    }
    bool read = gr_fen_read(rules, line.data, &r->test->pos, &faults) == 0;
    gr_faults_arrange(&faults, r->variants, rules, line.data);
    gr_buffer_free(&line);
    for (unsigned i = 0; i < faults.count && i < GR_MAX_FAULTS; i++) {
        bool dropped = faults.fault[i].dropped;
        snprintf(text, sizeof text, "%s%s", faults.fault[i].text, dropped ? "; it is left out" : "");
        report(r, dropped ? GR_WARNING : GR_ERROR, r->line + faults.fault[i].column - 1, text);
    }
    if (read && gr_state(&r->test->pos) != GR_OPEN) {
        report(r, GR_ERROR, r->line, "the game is over in this position");
        return false;
    }
    return read;
}

static void read_operations(Reader *r, const char *operations) {
    GrEpdOperation op;
    for (const char *at = operations; gr_epd_next(&at, &op) && !r->no_memory;)
        if (is_sound(r, &op))
            take_operation(r, &op);
}

int gr_epd_read_test(const GrVariants *variants, const GrRules *rules, const char *line, GrEpdTest *test,
                     GrEpdFault fault, void *user) {
    Reader r = {.variants = variants, .rules = rules, .line = line, .test = test, .fault = fault, .user = user};
    const char *operations = gr_epd_operations(line);
    *test = (GrEpdTest){0};
    const GrRules *own = find_rules(&r, operations);
    if (own && take_position(&r, own))
        read_operations(&r, operations);
    if (r.no_memory)
        return GR_ERR_MEMORY;
    if (r.faulty)
        return GR_ERR_SYNTAX;
    if (test->bests || test->avoids || test->mate)
        return 0;
    report(&r, GR_WARNING, operations, "it asks for no move: there is no bm, am or dm");
    return GR_ERR_NOT_FOUND;
}

void gr_epd_test_free(GrEpdTest *test) {
    free(test->id);
    for (int i = 0; i < GR_EPD_COMMENTS; i++)
        free(test->comment[i]);
    *test = (GrEpdTest){0};
}
