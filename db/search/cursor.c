/* Going through the games that fit a selection.
 *
 * A condition on a tag is asked once for each name in the tag's dictionary, not for each game; and of
 * a block only the columns are read that conditions look at, as long as these decide. */
#include <stdlib.h>

#include "db/store/head.h"
#include "db/index/position_index.h"
#include "db/search/select.h"

/* A condition on one tag, made ready. */
typedef struct Asked {
    const GrCondition *condition;
    uint32_t tag[2];     /* tag numbers, 0: no game has the tag; of GR_ON_TAG only the first */
    uint8_t *fits;       /* by number in the dictionary: does the name fit? */
    uint32_t fits_count;
    bool damaged;        /* not all of the dictionary's names are known */
    size_t column[2];    /* where in the head the tags are */
} Asked;

typedef enum Verdict { OUT, IN, UNSURE } Verdict;

struct GrCursor {
    GrDb *db;
    const GrSelection *selection;
    Asked *asked;    /* one for each condition */
    GrHead head;     /* of the block at hand, if `light`; else the block itself: */
    GrBlock block;
    bool light;
    bool sure;       /* the game given last was judged by a head that is whole */
    int64_t id;      /* the game that is looked at next */
    const GrGameSet *only; /* NULL: all */
    int64_t from, to; /* games beyond these are not looked at */
    int64_t block_first, block_end; /* games of the block; what was read of it has no games if
                                       it cannot be read */
};

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool contains(const char *text, const char *part) {
    for (;; text++) {
        size_t i = 0;
        while (part[i] && lower(text[i]) == lower(part[i]))
            i++;
        if (!part[i])
            return true;
        if (!*text)
            return false;
    }
}

/* Compares as many characters as both have; a date that is not known further fits both ways. */
static int compare_dates(const char *date, size_t known, const char *bound) {
    size_t len = strlen(bound);
    return strncmp(date, bound, known < len ? known : len);
}

static bool date_fits(const char *date, const GrCondition *c) {
    size_t known = strspn(date, "0123456789.");
    while (known && date[known - 1] == '.')
        known--;
    if (known < 4)
        return false;
    return compare_dates(date, known, c->first) >= 0 && compare_dates(date, known, c->last) <= 0;
}

static bool number_fits(const char *text, const GrCondition *c) {
    char *end;
    long long number = strtoll(text, &end, 10);
    return end != text && number >= c->low && number <= c->high;
}

static bool value_fits(const char *value, const GrCondition *c) {
    switch (c->comparison) {
    case GR_CONTAINS:
        return contains(value, c->text);
    case GR_EQUALS:
        return !strcmp(value, c->text);
    case GR_NUMBER:
        return number_fits(value, c);
    case GR_DATE:
        return date_fits(value, c);
    }
    return false;
}

/* Asks the condition of every name in the dictionary of the tag. */
static int ask(GrCursor *cursor, Asked *asked, uint32_t tag, GrError *error) {
    GrCatalog *catalog = &cursor->db->catalog;
    int code = gr_catalog_load_names(catalog, tag, error);
    if (code)
        return code;
    const GrIntern *texts = &gr_catalog_dictionary(catalog, tag)->texts;
    asked->damaged = gr_catalog_dictionary(catalog, tag)->damaged;
    asked->fits_count = texts->top + 1;
    asked->fits = calloc(asked->fits_count, 1);
    if (!asked->fits)
        return gr_no_memory(error);
    for (uint32_t id = 1; id <= texts->top; id++) {
        const char *value = gr_intern_get(texts, id);
        asked->fits[id] = value && value_fits(value, asked->condition);
    }
    return 0;
}

static uint32_t find_tag(const GrCursor *cursor, const char *prefix, const char *name) {
    char whole[GR_MAX_NAME + 8];
    if (strlen(name) > GR_MAX_NAME)
        return 0;
    strcpy(whole, prefix);
    strcat(whole, name);
    return gr_intern_find(&cursor->db->catalog.tags, whole, strlen(whole));
}

static int make_ready(GrCursor *cursor, Asked *asked, GrError *error) {
    const GrCondition *c = asked->condition;
    if (c->subject < GR_ON_TAG)
        return 0;
    bool one = c->subject == GR_ON_TAG;
    asked->tag[0] = find_tag(cursor, one ? "" : "White", c->tag);
    asked->tag[1] = one ? 0 : find_tag(cursor, "Black", c->tag);
    uint32_t known = asked->tag[0] ? asked->tag[0] : asked->tag[1]; /* both share a dictionary */
    return known ? ask(cursor, asked, known, error) : 0;
}

/* Which columns conditions look at, and each tag once. False if memory runs out. */
static bool list_columns(GrCursor *cursor) {
    GrHead *head = &cursor->head;
    head->tag = calloc(2 * cursor->selection->count + 1, sizeof *head->tag);
    if (!head->tag)
        return false;
    for (size_t i = 0; i < cursor->selection->count; i++) {
        Asked *asked = &cursor->asked[i];
        GrSubject subject = asked->condition->subject;
        head->columns |= subject == GR_ON_VARIANT ? 1u << GR_COL_VARIANT
                         : subject == GR_ON_PLIES ? 1u << GR_COL_PLIES : 0u;
        for (int n = 0; n < 2 && subject >= GR_ON_TAG; n++) {
            size_t at = 0;
            while (at < head->tags && head->tag[at].tag != asked->tag[n])
                at++;
            asked->column[n] = at;
            head->tag[at].tag = asked->tag[n];
            head->tags += at == head->tags;
        }
    }
    return true;
}

GrCursor *gr_cursor_open(GrDb *db, const GrSelection *selection, GrError *error) {
    if (gr_db_refresh(db, error))
        return NULL;
    GrCursor *cursor = calloc(1, sizeof *cursor);
    Asked *asked = calloc(selection->count + 1, sizeof *asked);
    if (!cursor || !asked) {
        free(cursor);
        free(asked);
        gr_no_memory(error);
        return NULL;
    }
    *cursor = (GrCursor){.db = db, .selection = selection, .asked = asked, .id = 1, .from = 1,
                          .to = INT64_MAX};
    for (size_t i = 0; i < selection->count; i++) {
        asked[i].condition = &selection->condition[i];
        if (make_ready(cursor, &asked[i], error)) {
            gr_cursor_close(cursor);
            return NULL;
        }
    }
    if (list_columns(cursor))
        return cursor;
    gr_cursor_close(cursor);
    gr_no_memory(error);
    return NULL;
}

void gr_cursor_close(GrCursor *cursor) {
    if (!cursor)
        return;
    for (size_t i = 0; i < cursor->selection->count; i++)
        free(cursor->asked[i].fits);
    free(cursor->asked);
    free(cursor->head.tag);
    gr_block_free(&cursor->block);
    free(cursor);
}

void gr_cursor_range(GrCursor *cursor, int64_t from, int64_t to) {
    cursor->from = from > 1 ? from : 1;
    cursor->to = to ? to : INT64_MAX;
    cursor->id = cursor->block_first = cursor->block_end = 0;
}

void gr_cursor_only(GrCursor *cursor, const GrGameSet *only) {
    cursor->only = only;
}

/* Passes over games that are not in the set; false if no further one is. */
static bool pass_over(GrCursor *cursor) {
    int64_t at = cursor->id > cursor->from ? cursor->id : cursor->from;
    int64_t next = cursor->only ? gr_game_set_next(cursor->only, at) : at;
    if (!next || next > cursor->to)
        return false;
    if (next > cursor->id && next >= cursor->block_end) {
        cursor->from = next;
        cursor->block_end = 0; /* the block is found anew */
    }
    cursor->id = next > cursor->id ? next : cursor->id;
    return true;
}

/* A value that is among the texts of its row, or a row with inline tags. */
static int literal_fits(GrCursor *cursor, const Asked *asked, const char *name, GrError *error) {
    const char *found, *value;
    GrRowReader reader;
    GrRow row;
    int code = 0;
    if (cursor->block.has < GR_BLOCK_TEXTS)
        code = gr_db_read_block(cursor->db, cursor->block.first, GR_BLOCK_TEXTS, &cursor->block,
                                error);
    if (code)
        return code;
    gr_block_row(&cursor->block, (uint32_t)(cursor->id - cursor->block.first), &row);
    code = gr_row_open(cursor->db, &row, &reader, error);
    while (!code && (code = gr_row_next_tag(&reader, &found, &value, error)) > 0) {
        if (!strcmp(found, name))
            return value_fits(value, asked->condition);
        code = 0;
    }
    return code == GR_ERR_DAMAGED ? 1 : code; /* the caller will see */
}

/* Does the tag (the first or second of those asked) fit in the game at hand? 1, 0 or a code. */
static int tag_fits(GrCursor *cursor, const Asked *asked, int which, const char *prefix,
                    GrError *error) {
    const GrBlock *block = &cursor->block;
    uint32_t i = (uint32_t)(cursor->id - block->first), tag = asked->tag[which];
    const GrShape *shape = gr_catalog_get_shape(&cursor->db->catalog,
                                                block->column[GR_COL_SHAPE][i]);
    uint32_t cell = 0, j = 0;
    if (shape) {
        while (j < shape->count && shape->tags[j] != tag)
            j++;
        if (!tag || j == shape->count || block->cells_at[i] + j >= block->cells_at[i + 1])
            return 0;
        cell = block->cells[block->cells_at[i] + j];
    }
    if (cell)
        return cell < asked->fits_count && asked->fits[cell];
    char name[GR_MAX_NAME + 8];
    if (strlen(asked->condition->tag) > GR_MAX_NAME)
        return 0;
    strcpy(name, prefix);
    strcat(name, asked->condition->tag);
    return literal_fits(cursor, asked, name, error);
}

static bool number_in(int64_t number, const GrCondition *c) {
    for (size_t i = 0; i < c->ranges; i++)
        if (number >= c->range[i][0] && number <= c->range[i][1])
            return true;
    return false;
}

/* By the head. */
static Verdict tag_verdict(const GrCursor *cursor, const Asked *asked, int which, size_t i) {
    uint32_t value = cursor->head.tag[asked->column[which]].value[i];
    if (!value)
        return UNSURE;
    return value < asked->fits_count && asked->fits[value] ? IN : OUT;
}

static bool is_variant(const GrCursor *cursor, uint32_t variant, const GrRules *rules) {
    const char *name = gr_intern_get(&cursor->db->catalog.variants, variant);
    return name && !strcmp(name, gr_variant(rules)->name);
}

/* Does the game at hand fit, by the head? */
static Verdict verdict(const GrCursor *cursor, const Asked *asked) {
    const GrCondition *c = asked->condition;
    const GrHead *head = &cursor->head;
    size_t i = (size_t)(cursor->id - head->first);
    Verdict white, black;
    switch (c->subject) {
    case GR_ON_GAMES:
        return number_in(cursor->id, c) ? IN : OUT;
    case GR_ON_VARIANT:
        return is_variant(cursor, head->column[GR_COL_VARIANT][i], c->rules) ? IN : OUT;
    case GR_ON_RESULT:
        return (head->column[GR_COL_FLAGS][i] & GR_FLAG_RESULT) == (uint64_t)c->low ? IN : OUT;
    case GR_ON_PLIES:
        return head->column[GR_COL_PLIES][i] >= c->low && head->column[GR_COL_PLIES][i] <= c->high ? IN : OUT;
    case GR_ON_TAG:
        return tag_verdict(cursor, asked, 0, i);
    default:
        white = tag_verdict(cursor, asked, 0, i);
        black = tag_verdict(cursor, asked, 1, i);
        if (c->subject == GR_ON_EITHER)
            return white == IN || black == IN ? IN : white == UNSURE || black == UNSURE ? UNSURE : OUT;
        return white == OUT || black == OUT ? OUT : white == IN && black == IN ? IN : UNSURE;
    }
}

static int fits(GrCursor *cursor, const Asked *asked, GrError *error) {
    const GrCondition *c = asked->condition;
    const GrBlock *block = &cursor->block;
    uint32_t i = (uint32_t)(cursor->id - block->first), plies = block->column[GR_COL_PLIES][i];
    int white;
    switch (c->subject) {
    case GR_ON_GAMES:
        return number_in(cursor->id, c);
    case GR_ON_VARIANT:
        return is_variant(cursor, block->column[GR_COL_VARIANT][i], c->rules);
    case GR_ON_RESULT:
        return (block->column[GR_COL_FLAGS][i] & GR_FLAG_RESULT) == (uint64_t)c->low;
    case GR_ON_PLIES:
        return plies >= c->low && plies <= c->high;
    case GR_ON_TAG:
        return tag_fits(cursor, asked, 0, "", error);
    default:
        white = tag_fits(cursor, asked, 0, "White", error);
        if (white < 0 || white == (c->subject == GR_ON_EITHER))
            return white;
        return tag_fits(cursor, asked, 1, "Black", error);
    }
}

/* Reads all of a block but its texts. One that cannot be read counts as one whose games are all to be
 * given. */
static int read_whole_block(GrCursor *cursor, int64_t first, GrError *error) {
    GrError unread;
    int code = gr_db_read_block(cursor->db, first, GR_BLOCK_TAGS, &cursor->block, &unread);
    if (code && code != GR_ERR_DAMAGED && code != GR_ERR_FOREIGN)
        return gr_fail(error, unread.code, "%s", unread.text);
    cursor->light = false;
    cursor->block_end = first + 1;
    if (!code) {
        cursor->block_end = first + cursor->block.games;
        return 1;
    }
    int64_t next = gr_db_next_block(cursor->db, first + 1, error);
    if (next < 0)
        return (int)next;
    int64_t last = next ? next - 1 : gr_db_last(cursor->db, error);
    if (last < 0)
        return (int)last;
    last = last > first ? last : first; /* which a damaged table may not know as its last block */
    cursor->block_end = last < first + GR_BLOCK_GAMES ? last + 1 : first + GR_BLOCK_GAMES;
    return 1;
}

/* Reads of the block of the game that is looked at next what is needed. Returns 1, 0 if there is none, or
 * a code. */
static int read_block(GrCursor *cursor, GrError *error) {
    GrError unread;
    int64_t first = 0;
    if (!cursor->block_end && cursor->from > 1)
        first = gr_db_block_of(cursor->db, cursor->from, error);
    if (!first)
        first = gr_db_next_block(cursor->db, cursor->block_end ? cursor->block_end : 1, error);
    if (first <= 0 || first > cursor->to)
        return first < 0 ? (int)first : 0;
    int got = gr_head_read(cursor->db, first, &cursor->head, &unread);
    cursor->light = got > 0;
    cursor->block_first = first;
    cursor->id = first > cursor->from ? first : cursor->from;
    if (cursor->light) {
        cursor->block_end = first + cursor->head.games;
        return 1;
    }
    if (got && got != GR_ERR_DAMAGED && got != GR_ERR_FOREIGN)
        return gr_fail(error, unread.code, "%s", unread.text);
    return read_whole_block(cursor, first, error);
}

/* Of a game in a suspect block that does not fit: is that because it is damaged? It is given then
 * as well, so that the caller reports them. 1, 0 or a code. */
static int is_damaged(GrCursor *cursor, GrError *error) {
    GrGame game;
    GrError why;
    gr_game_init(&game);
    int code = gr_db_get_game(cursor->db, cursor->id, &game, &why);
    gr_game_free(&game);
    if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN)
        return 1;
    return code && code != GR_ERR_NOT_FOUND ? gr_fail(error, why.code, "%s", why.text) : 0;
}

static Verdict verdict_of_all(const GrCursor *cursor) {
    Verdict all = IN;
    if (cursor->head.column[GR_COL_FLAGS][cursor->id - cursor->head.first] & GR_FLAG_DELETED)
        return OUT;
    for (size_t i = 0; i < cursor->selection->count && all != OUT; i++) {
        Verdict one = verdict(cursor, &cursor->asked[i]);
        all = one == IN ? all : one;
    }
    return all;
}

/* Does the game at hand fit all conditions? 1, 0 or a code. */
static int selected(GrCursor *cursor, GrError *error) {
    int fit = 1;
    const GrBlock *block = &cursor->block;
    if (cursor->light) {
        Verdict all = verdict_of_all(cursor);
        int got = all == UNSURE ? read_whole_block(cursor, cursor->block_first, error) : 1;
        if (all != UNSURE || got < 0)
            return got < 0 ? got : all == IN;
    }
    if (!block->games)
        return 1; /* it cannot be read: the caller will see */
    if (block->column[GR_COL_FLAGS][cursor->id - block->first] & GR_FLAG_DELETED)
        return block->damaged;
    for (size_t i = 0; i < cursor->selection->count && fit > 0; i++)
        fit = fits(cursor, &cursor->asked[i], error);
    return fit || !block->suspect ? fit : is_damaged(cursor, error);
}

/* After the last game: were all that fit found? */
static int finish(GrCursor *cursor, GrError *error) {
    for (size_t i = 0; i < cursor->selection->count; i++)
        if (cursor->asked[i].damaged) {
            cursor->asked[i].damaged = false;
            return gr_fail(error, GR_ERR_DAMAGED,
                           "the values of some tags are damaged: games may be missing");
        }
    return 0;
}

bool gr_cursor_is_sure(const GrCursor *cursor) {
    return cursor->sure;
}

int gr_cursor_next(GrCursor *cursor, int64_t *id, GrError *error) {
    for (;; cursor->id++) {
        if (!pass_over(cursor))
            return finish(cursor, error);
        while (cursor->id >= cursor->block_end) {
            int got = read_block(cursor, error);
            if (got <= 0)
                return got ? got : finish(cursor, error);
        }
        if (cursor->id > cursor->to)
            return finish(cursor, error);
        int fit = selected(cursor, error);
        if (fit) {
            cursor->sure = cursor->light;
            *id = cursor->id++;
            return fit > 0 ? 1 : fit;
        }
    }
}
