/* A table of games, without their moves. */
#include <inttypes.h>

#include "notation/csv.h"
#include "notation/judge/judgement.h"
#include "notation/write/format.h"

static const struct {
    const char *column, *tag;
} TAGS[] = {
    {"white", "White"}, {"black", "Black"}, {"event", "Event"},       {"site", "Site"},
    {"date", "Date"},   {"round", "Round"}, {"whiteelo", "WhiteElo"}, {"blackelo", "BlackElo"},
    {"eco", "ECO"},
};

static const char *const SUMS[] = {"accuracy", "loss", "dubious", "mistakes", "blunders"};

enum { TAG_COUNT = sizeof TAGS / sizeof *TAGS };

static void begin(GrBuffer *out, const char *title) {
    (void)title;
    gr_buffer_puts(out, "game,variant,");
    for (size_t i = 0; i < TAG_COUNT; i++)
        gr_csv_field(out, TAGS[i].column, ',');
    gr_buffer_puts(out, "result,plies,status,judge");
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sizeof SUMS / sizeof *SUMS; i++)
            gr_buffer_printf(out, ",%s%s", side == GR_WHITE ? "white" : "black", SUMS[i]);
    gr_buffer_putc(out, '\n');
}

/* A side's sums; nothing where no move was judged. */
static void put_side(GrBuffer *out, const GrJudgedSide *side, char end) {
    if (side && side->moves) {
        gr_buffer_printf(out, "%.2f,%.2f", side->accuracy, gr_average_loss(side));
        for (GrGrade grade = GR_DUBIOUS; grade <= GR_BLUNDER; grade++)
            gr_buffer_printf(out, ",%" PRIu32, side->grade[grade]);
    } else {
        gr_buffer_puts(out, ",,,,");
    }
    gr_buffer_putc(out, end);
}

static void begin_parts(GrBuffer *out, const char *title) {
    gr_buffer_puts(out, "db,");
    begin(out, title);
}

static void put_row(GrBuffer *out, const GrGame *game, uint64_t id, GrCsvField *field) {
    gr_buffer_printf(out, "%" PRIu64 ",", id);
    field(out, gr_game_variant(game), ',');
    for (size_t i = 0; i < TAG_COUNT; i++)
        field(out, gr_game_tag(game, TAGS[i].tag), ',');
    gr_buffer_printf(out, "%s,%" PRIu32 ",%s,", gr_result_text(game->result), game->plies,
                     game->partial ? "partial" : "complete");
    const GrJudgement *judgement = game->judgement;
    char judge[GR_JUDGE_NAME] = "";
    if (judgement)
        gr_judged_by_name(&judgement->by, judge);
    field(out, judge, ',');
    put_side(out, judgement ? &judgement->side[GR_WHITE] : NULL, ',');
    put_side(out, judgement ? &judgement->side[GR_BLACK] : NULL, '\n');
}

static void write_game(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    put_row(out, game, id, gr_csv_field);
}

static void write_part(GrBuffer *out, const GrGame *game, const char *db, uint64_t id) {
    gr_csv_field(out, db, ',');
    put_row(out, game, id, gr_csv_field);
}

static void write_plain_game(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    put_row(out, game, id, gr_csv_plain);
}

static void write_plain_part(GrBuffer *out, const GrGame *game, const char *db, uint64_t id) {
    gr_csv_plain(out, db, ',');
    put_row(out, game, id, gr_csv_plain);
}

const GrFormat gr_format_csv = {
    .name = "csv",
    .summary = "a table of the games, without moves, for spreadsheets",
    .header = true,
    .judged = true,
    .begin = begin,
    .game = write_game,
    .begin_parts = begin_parts,
    .part = write_part,
};

const GrFormat gr_format_csv_plain = {
    .name = "csv-plain",
    .summary = "the same for other programs",
    .header = true,
    .judged = true,
    .begin = begin,
    .game = write_plain_game,
    .begin_parts = begin_parts,
    .part = write_plain_part,
};
