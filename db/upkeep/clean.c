/* Correcting names and dates. */
#include "db/upkeep/clean.h"

#include <ctype.h>
#include <string.h>

#include "db/store/internal.h"
#include "db/upkeep/each_game.h"

typedef struct Clean {
    GrDb *db;
    const GrClean *job;
    GrCleaned *cleaned;
    GrGame game, was;
    GrBuffer value;
    GrJournal journal;
} Clean;

/* Lower case without blanks; dashes of any kind and colons as '-', halves as "1/2". */
static bool fold_result(const char *text, char *out, size_t size) {
    static const struct {
        const char *from, *to;
    } form[] = {{"\xC2\xBD", "1/2"}, {"0.5", "1/2"}, {"0,5", "1/2"}, {"\xE2\x80\x93", "-"},
                {"\xE2\x80\x94", "-"}, {":", "-"}, {" ", ""}};
    size_t len = 0;
    while (*text) {
        size_t i = 0;
        while (i < sizeof form / sizeof *form && strncmp(text, form[i].from, strlen(form[i].from)))
            i++;
        char own[2] = {(char)tolower((unsigned char)*text), '\0'};
        const char *put = i < sizeof form / sizeof *form ? form[i].to : own;
        text += put == own ? 1 : strlen(form[i].from);
        if (len + strlen(put) >= size)
            return false;
        strcpy(out + len, put);
        len += strlen(put);
    }
    out[len] = '\0';
    return true;
}

bool gr_clean_result(const char *text, GrResult *result) {
    static const struct {
        const char *text;
        GrResult result;
    } meaning[] = {{"1-0", GR_WHITE_WINS}, {"0-1", GR_BLACK_WINS}, {"1/2-1/2", GR_DRAW},
                   {"1/2", GR_DRAW}, {"draw", GR_DRAW}, {"=", GR_DRAW}, {"=-=", GR_DRAW}};
    char folded[32];
    if (!fold_result(text, folded, sizeof folded))
        return false;
    for (size_t i = 0; i < sizeof meaning / sizeof *meaning; i++)
        if (!strcmp(folded, meaning[i].text)) {
            *result = meaning[i].result;
            return true;
        }
    return false;
}

/* The text without blanks at its ends and in a row; NULL if that is how it is. */
static const char *trimmed(const char *text, GrBuffer *out) {
    gr_buffer_clear(out);
    gr_buffer_puts(out, "");
    for (const char *c = text; *c; c++)
        if (*c != ' ' || (out->len && c[1] && c[1] != ' '))
            gr_buffer_putc(out, *c);
    while (out->len && out->data[out->len - 1] == ' ')
        out->data[--out->len] = '\0';
    return out->len == strlen(text) ? NULL : out->data ? out->data : "";
}

/* What a tag's value is to be; NULL if it stays. */
static const char *clean_value(Clean *c, const char *tag, const char *value) {
    static const char *const dates[] = {"Date", "EventDate", "UTCDate"};
    static const char *const names[] = {"White", "Black", "Event", "Site", "Annotator"};
    static const GrSpellingSection section[] = {GR_SPELLING_PLAYER, GR_SPELLING_PLAYER, GR_SPELLING_EVENT,
                                                GR_SPELLING_SITE};
    static const char *const unknown[] = {"*", "?", "", "-"};
    char date[GR_DATE_SIZE];
    GrResult result;
    for (int i = 0; i < 3; i++)
        if (!strcmp(tag, dates[i]) && gr_clean_date(value, date)) {
            gr_buffer_clear(&c->value);
            gr_buffer_puts(&c->value, date);
            return c->value.data;
        }
    for (int i = 0; i < 5; i++)
        if (!strcmp(tag, names[i])) {
            const char *found = c->job->players && i < 4 ? gr_spelling_find_in(c->job->players, section[i], value)
                                                         : NULL;
            return !found ? trimmed(value, &c->value) : strcmp(found, value) ? found : NULL;
        }
    if (strcmp(tag, "Result"))
        return NULL;
    bool means = gr_clean_result(value, &result), says_nothing = false;
    for (int i = 0; i < 4; i++)
        says_nothing |= !strcmp(value, unknown[i]);
    if (means ? c->game.result && c->game.result != result : !says_nothing)
        return NULL;
    const char *text = gr_result_text(means ? result : c->game.result);
    return strcmp(text, value) ? text : NULL;
}

/* Changes the tags of c->game; how many. Each is reported if `report`. */
static int clean_tags(Clean *c, int64_t id, bool report) {
    int changed = 0;
    for (size_t i = 0; i < c->game.tag_count; i++) {
        const char *name = gr_game_string(&c->game, c->game.tags[i].name);
        const char *value = gr_game_string(&c->game, c->game.tags[i].value);
        const char *to = clean_value(c, name, value);
        if (c->value.failed)
            return GR_ERR_MEMORY;
        if (!to)
            continue;
        changed++;
        if (report && c->job->changed)
            c->job->changed(c->job->work->context, id, name, value, to);
        GrText text;
        if (gr_game_add_text(&c->game, to, strlen(to), &text))
            return GR_ERR_MEMORY;
        c->game.tags[i].value = text;
        name = gr_game_string(&c->game, c->game.tags[i].name);
        if (!strcmp(name, "Result") && !c->game.result)
            c->game.result = gr_result_read(to);
    }
    return changed;
}

static int clean_game(void *visitor, int64_t id, GrError *error) {
    Clean *c = visitor;
    GrError why;
    int code = gr_db_get_header(c->db, id, &c->game, &why);
    if (code)
        return code == GR_ERR_NOT_FOUND ? 0 : gr_each_game_unread(c->job->work, id, &why, error);
    c->cleaned->games++;
    int changed = clean_tags(c, id, false);
    if (changed > 0 && (gr_db_can_change(c->db, id, &why) ||
                        gr_db_get_game(c->db, id, &c->game, &why)))
        return gr_each_game_unread(c->job->work, id, &why, error);
    if (changed > 0)
        changed = clean_tags(c, id, true);
    if (changed < 0)
        return gr_no_memory(error);
    c->cleaned->changed += changed > 0;
    c->cleaned->tags += (uint64_t)changed;
    return changed && !c->job->dry ? gr_each_game_change(&c->journal, id, &c->was, &c->game, error) : 0;
}

int gr_db_clean(GrDb *db, const GrClean *job, GrCleaned *cleaned, GrError *error) {
    GrError own;
    Clean c = {.db = db, .job = job, .cleaned = cleaned};
    const GrEachGame each = {.work = job->work, .dry = job->dry, .visitor = &c, .visit = clean_game,
                             .journal = &c.journal};
    *cleaned = (GrCleaned){0};
    gr_game_init(&c.game);
    gr_game_init(&c.was);
    gr_buffer_init(&c.value);
    gr_journal_init(&c.journal, db, GR_CHANGE_CLEAN);
    int code = gr_each_game(db, &each, error ? error : &own);
    gr_journal_free(&c.journal);
    gr_game_free(&c.game);
    gr_game_free(&c.was);
    gr_buffer_free(&c.value);
    return code;
}
