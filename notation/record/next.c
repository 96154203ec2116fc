/* The next game of a text: of a record of Shogi, Xiangqi or Janggi, whose lines are gone through here, or of PGN and
 * prose. */
#include <string.h>

#include "notation/move/xiangqi.h"
#include "notation/reader/bpgn.h"
#include "notation/reader/between_games.h"
#include "notation/reader/other_languages.h"
#include "notation/reader/results.h"
#include "notation/reader/saved.h"
#include "notation/reader/variations.h"
#include "notation/record/record.h"
#include "notation/text/record_kind.h"

static SheetLine line_of(int kind) {
    return kind == GR_RECORD_CSA       ? sheet_csa_line
           : kind == GR_RECORD_KIF     ? sheet_kif_line
           : kind == GR_RECORD_DHTMLXQ ? sheet_dhtmlxq_line
           : kind == GR_RECORD_JANGGI  ? sheet_janggi_line
                                       : sheet_engine_line;
}

/* Of a text with moves in Chinese the games without a Variant tag are games of Xiangqi, unless another is asked for. */
static void take_for_xiangqi(GrReader *r) {
    const GrRules *rules = gr_variants_find(r->variants, "xiangqi");
    if (rules)
        r->fallback = rules;
}

/* Is the text a record? Looks at its beginning, the first time. */
static bool is_record(GrReader *r) {
    Lines *l = &r->lines;
    if (!r->sheet.looked) {
        r->sheet.looked = true;
        if (!l->open)
            reader_open_line(l);
        r->sheet.kind = gr_source_record(l->source);
        if (r->sheet.kind == GR_RECORD_XIANGQI && r->fallback == gr_variants_at(r->variants, 0))
            take_for_xiangqi(r);
        if (r->sheet.kind == GR_RECORD_UCI && gr_is_xiangqi(gr_variant(r->fallback)))
            r->sheet.kind = GR_RECORD_UCCI;
    }
    return r->sheet.kind != GR_RECORD_NONE && r->sheet.kind != GR_RECORD_XIANGQI;
}

static void begin(GrReader *r) {
    Sheet *s = &r->sheet;
    Sheet old = *s;
    *s = (Sheet){.looked = true, .kind = old.kind, .path = old.path, .room = old.room,
                 .branch = old.branch, .branch_room = old.branch_room, .more = old.more};
}

/* A record whose board is impossible cannot be played. Its text becomes comments, a line each: as the rest of a game it
 * would be taken for PGN. */
static void keep_unread(GrReader *r) {
    GrGame *game = r->out.game;
    GrBuffer rest;
    gr_buffer_init(&rest);
    gr_buffer_puts(&rest, gr_game_string(game, game->rest));
    game->rest = 0;
    for (const char *p = rest.failed ? NULL : rest.data; p && *p;) {
        size_t len = strcspn(p, "\n");
        sheet_comment(r, p, len);
        p += len + (p[len] != '\0');
    }
    if (rest.failed)
        reader_no_memory(&r->out);
    gr_buffer_free(&rest);
}

static void end_game(GrReader *r) {
    GrGame *game = r->out.game;
    if (!r->moves.begun)
        sheet_begin(r, &r->sheet, r->sheet.fen);
    if (r->capture.kind != CAPTURE_REST)
        sheet_leave_variation(r);
    r->moves.depth = 0;
    reader_close_moves(r);
    if (!game->rules)
        keep_unread(r);
    game->plies = r->moves.frame[0].ply;
    if (!game->line)
        game->line = 1;
    r->tags.result = (Place){game->last_line ? game->last_line : game->line, 0};
    reader_check_result(r);
}

static int next_of_record(GrReader *r, GrGame *game) {
    Lines *l = &r->lines;
    SheetLine line = line_of(r->sheet.kind);
    bool reported = false;
    reader_begin_game(r, game);
    l->kept.on = false;
    begin(r);
    while (!r->out.status && (l->open || reader_open_line(l))) {
        reader_check_characters(r, &reported);
        if (line(r, &r->sheet) == STEP_GAME_DONE) {
            l->p = l->line;
            break;
        }
        if (r->sheet.any)
            game->last_line = l->number;
        if (!l->whole)
            reader_diagnose(&r->out, GR_ERROR, l->line, 0, "the line is longer than %d bytes: its end is left out",
                            GR_SOURCE_KEEP / 2);
        while (!l->whole) {
            l->p = l->end;
            reader_look_ahead(l);
        }
        reader_close_line(l);
    }
    if (l->cut.code == GR_ERR_STOPPED)
        r->sheet.any = false;
    if (r->sheet.any && !r->out.status)
        end_game(r);
    reader_end_keeping(&r->transcript);
    gr_buffer_clear(&r->transcript.done);
    return reader_complete_game(r, r->sheet.any && !r->out.status);
}

int gr_reader_next(GrReader *r, GrGame *game, GrError *error) {
    Before before;
    r->out.error = error;
    if (reader_is_bpgn(r))
        return reader_next_bpgn(r, game);
    if (reader_is_saved(r))
        return reader_next_saved(r, game);
    if (is_record(r))
        return next_of_record(r, game);
    int code = r->letters.inner ? reader_next_inner(r, game) : 0;
    if (code)
        return code;
    bool found = reader_read_game(r, game, &before);
    if (found)
        reader_try_languages(r, &before);
    return reader_complete_game(r, found);
}
