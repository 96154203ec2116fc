/* Going through the games that pass a filter.
 *
 * A condition on a tag is asked once for each name in the tag's dictionary, not for each game. Games that were judged
 * ahead (db/search/filtered.h) are not read; and of a block only the columns are read that conditions look at, as long as
 * these decide. */
#include <stdlib.h>

#include "db/search/filtered.h"
#include "db/search/filter_heads.h"

struct GrCursor {
    GrDb *db;
    const GrFiltered *filtered;
    GrFiltered own;    /* what it points to, if that is the cursor's */
    GrHeads heads;   /* with the head of the block at hand, if `light`; else the block itself: */
    GrBlock block;
    bool light;
    bool sure;       /* the game given last was judged by a head that is whole */
    bool doubtful;   /* it could not be judged, since it is damaged */
    bool away;       /* games that were judged ahead were given since the block was read */
    bool warned;     /* of damage that may hide games */
    int64_t id;      /* the game that is looked at next */
    const GrGameSet *only; /* NULL: all */
    int64_t from, to; /* games beyond these are not looked at */
    int64_t block_first, block_end; /* games of the block; what was read of it has no games if
                                       it cannot be read */
};

static GrCursor *open_cursor(GrDb *db, GrError *error) {
    GrCursor *cursor = calloc(1, sizeof *cursor);
    if (!cursor) {
        gr_no_memory(error);
        return NULL;
    }
    cursor->db = db;
    cursor->id = cursor->from = 1;
    cursor->to = INT64_MAX;
    return cursor;
}

GrCursor *gr_cursor_open_filtered(GrDb *db, const GrFiltered *filtered, GrError *error) {
    GrCursor *cursor = gr_db_refresh(db, error) ? NULL : open_cursor(db, error);
    if (!cursor)
        return NULL;
    cursor->filtered = filtered;
    if (gr_heads_open(&cursor->heads, db, &filtered->filter))
        return cursor;
    gr_cursor_close(cursor);
    gr_no_memory(error);
    return NULL;
}

GrCursor *gr_cursor_open(GrDb *db, const GrSelection *selection, GrError *error) {
    const GrConditions conditions = {.selection = selection};
    GrFiltered filtered;
    if (gr_filtered_open(db, &conditions, false, &filtered, error))
        return NULL;
    GrCursor *cursor = gr_cursor_open_filtered(db, &filtered, error);
    if (!cursor) {
        gr_filtered_close(&filtered);
        return NULL;
    }
    cursor->own = filtered;
    cursor->filtered = &cursor->own;
    cursor->heads.filter = &cursor->own.filter;
    return cursor;
}

void gr_cursor_close(GrCursor *cursor) {
    if (!cursor)
        return;
    gr_filtered_close(&cursor->own);
    gr_heads_close(&cursor->heads);
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

/* The first game from `id` on that is in the set and may fit; 0 if there is none. */
static int64_t next_possible(const GrCursor *cursor, int64_t id) {
    for (;;) {
        int64_t in_set = cursor->only ? gr_game_set_next(cursor->only, id) : id;
        id = in_set ? gr_filtered_next(cursor->filtered, in_set) : 0;
        if (id == in_set)
            return id;
    }
}

/* Passes over games that are not looked for; false if no further one is. */
static bool pass_over(GrCursor *cursor) {
    int64_t at = cursor->id > cursor->from ? cursor->id : cursor->from;
    int64_t next = next_possible(cursor, at);
    if (!next || next > cursor->to)
        return false;
    if ((next > cursor->id || cursor->away) && next >= cursor->block_end) {
        cursor->from = next;
        cursor->block_end = 0; /* the block is found anew */
    }
    cursor->id = next > cursor->id ? next : cursor->id;
    return true;
}

/* A value that is among the texts of its row, or a row with inline tags: does it fit? A verdict, or a
 * code. */
static int judge_literal(GrCursor *cursor, const GrFilterTerm *term, const char *name, GrError *error) {
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
            return gr_filter_value(term, value) ? GR_IN : GR_OUT;
        code = 0;
    }
    return code == GR_ERR_DAMAGED ? GR_UNSURE : code; /* the caller will see */
}

/* Does the tag (the first or the second of the condition) fit in the game at hand? A verdict, or a code. */
static int judge_tag(GrCursor *cursor, const GrFilterTerm *term, int which, GrError *error) {
    const GrBlock *block = &cursor->block;
    uint32_t i = (uint32_t)(cursor->id - block->first), tag = term->tag[which];
    const GrShape *shape = gr_catalog_get_shape(&cursor->db->catalog,
                                                block->column[GR_COL_SHAPE][i]);
    uint32_t cell = 0, j = 0;
    if (shape) {
        while (j < shape->count && shape->tags[j] != tag)
            j++;
        if (!tag || j == shape->count || block->cells_at[i] + j >= block->cells_at[i + 1])
            return GR_OUT;
        cell = block->cells[block->cells_at[i] + j];
    }
    if (cell)
        return gr_filter_name(term, cell);
    return *term->name[which] ? judge_literal(cursor, term, term->name[which], error) : GR_OUT;
}

/* A single game of a block that was read. */
typedef struct One {
    GrCursor *cursor;
    GrError *error;
} One;

/* Tags of both players. */
static int judge_both(GrCursor *cursor, const GrFilterTerm *term, GrError *error) {
    int white = judge_tag(cursor, term, 0, error);
    if (white < 0 || white == (term->subject == GR_ON_EITHER ? GR_IN : GR_OUT))
        return white;
    int black = judge_tag(cursor, term, 1, error);
    if (black < 0)
        return black;
    return term->subject == GR_ON_EITHER ? white | black : white & black;
}

static int judge_one(void *context, const GrFilterTerm *term, uint8_t *verdict) {
    One *one = context;
    GrCursor *cursor = one->cursor;
    const GrBlock *block = &cursor->block;
    uint32_t i = (uint32_t)(cursor->id - block->first);
    int found;
    switch (term->subject) {
    case GR_ON_GAMES:
        found = gr_filter_number(term, cursor->id);
        break;
    case GR_ON_VARIANT:
        found = gr_filter_variant(term, &cursor->db->catalog, block->column[GR_COL_VARIANT][i]);
        break;
    case GR_ON_RESULT:
        found = gr_filter_result(term, block->column[GR_COL_FLAGS][i] & GR_FLAG_RESULT);
        break;
    case GR_ON_PLIES:
        found = gr_filter_plies(term, block->column[GR_COL_PLIES][i]);
        break;
    case GR_ON_TAG:
        found = judge_tag(cursor, term, 0, one->error);
        break;
    default:
        found = judge_both(cursor, term, one->error);
    }
    *verdict = found < 0 ? GR_UNSURE : (uint8_t)found;
    return found < 0 ? found : 1;
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

/* The block that begins with game `first` follows, or none if 0: are the games that stand before it missing? */
static int note_gap(const GrCursor *cursor, int64_t first, GrError *error) {
    int64_t next = cursor->block_end ? cursor->block_end : cursor->from;
    if (first > next && next <= cursor->to)
        return gr_db_note_missing(cursor->db, next, error);
    return first ? 0 : gr_db_note_missing_end(cursor->db, error);
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
    if (!first && !cursor->block_end) /* none at all: is that so? */
        first = gr_db_last(cursor->db, error) < 0 ? error->code : 0;
    int code = note_gap(cursor, first, error);
    if (code || first <= 0 || first > cursor->to)
        return code ? code : first < 0 ? (int)first : 0;
    int got = gr_heads_judge(&cursor->heads, first, &unread);
    cursor->light = got > 0;
    cursor->block_first = first;
    cursor->away = false;
    cursor->id = first > cursor->from ? first : cursor->from;
    if (cursor->light) {
        cursor->block_end = first + cursor->heads.head.games;
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

/* Does the game at hand fit all conditions? 1, 0 or a code. */
static int selected(GrCursor *cursor, GrError *error) {
    uint8_t fit = GR_IN;
    One one = {cursor, error};
    const GrBlock *block = &cursor->block;
    if (cursor->light) {
        uint8_t verdict = cursor->heads.verdict[cursor->id - cursor->block_first];
        int got = verdict == GR_UNSURE ? read_whole_block(cursor, cursor->block_first, error) : 1;
        if (verdict != GR_UNSURE || got < 0)
            return got < 0 ? got : verdict == GR_IN;
    }
    if (!block->games)
        return 1; /* it cannot be read: the caller will see */
    if (block->column[GR_COL_FLAGS][cursor->id - block->first] & GR_FLAG_DELETED)
        return block->damaged;
    int found = gr_filter_test(&cursor->filtered->filter, judge_one, &one, 1, cursor->heads.room, &fit);
    if (found < 0)
        return found;
    cursor->doubtful = fit == GR_UNSURE;
    return fit != GR_OUT || !block->suspect ? fit != GR_OUT : is_damaged(cursor, error);
}

/* After the last game: were all that fit found? */
static int finish(GrCursor *cursor, GrError *error) {
    if (!cursor->filtered->filter.damaged || cursor->warned)
        return 0;
    cursor->warned = true;
    return gr_fail(error, GR_ERR_DAMAGED, "the values of some tags are damaged: games may be missing");
}

bool gr_cursor_is_sure(const GrCursor *cursor) {
    return cursor->sure;
}

bool gr_cursor_is_doubtful(const GrCursor *cursor) {
    return cursor->doubtful;
}

/* Passes over games that the head at hand rules out. */
static void pass_unfit(GrCursor *cursor) {
    if (!cursor->light || cursor->id < cursor->block_first)
        return;
    while (cursor->id < cursor->block_end && cursor->heads.verdict[cursor->id - cursor->block_first] == GR_OUT)
        cursor->id++;
}

int gr_cursor_next(GrCursor *cursor, int64_t *id, GrError *error) {
    for (;; cursor->id++) {
        pass_unfit(cursor);
        if (!pass_over(cursor))
            return finish(cursor, error);
        if (gr_filtered_is_sure(cursor->filtered, cursor->id)) {
            cursor->sure = cursor->away = true;
            cursor->doubtful = false;
            *id = cursor->id++;
            return 1;
        }
        while (cursor->id >= cursor->block_end) {
            int got = read_block(cursor, error);
            if (got <= 0)
                return got ? got : finish(cursor, error);
        }
        if (cursor->id > cursor->to)
            return finish(cursor, error);
        cursor->doubtful = false;
        int fit = selected(cursor, error);
        if (fit) {
            cursor->sure = cursor->light;
            *id = cursor->id++;
            return fit > 0 ? 1 : fit;
        }
    }
}
