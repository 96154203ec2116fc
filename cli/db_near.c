/* grimoire-db dedupe --near: games that are nearly the same, side by side. */
#include "cli/db_near.h"

#include <inttypes.h>
#include <string.h>

#include "notation/move/san.h"
#include "notation/plain.h"
#include "rules/plural.h"

enum { FIRST_COLUMN = 12, COLUMN = 36, MOVES_SHOWN = 6 };

/* Adds blanks until the line, which begins at `from`, has so many characters, but one at least. */
static void pad(GrBuffer *out, size_t from, size_t characters) {
    size_t count = 0;
    for (size_t i = from; i < out->len; i++)
        count += ((unsigned char)out->data[i] & 0xC0) != 0x80;
    do
        gr_buffer_putc(out, ' ');
    while (++count < characters);
}

static void put_row(GrBuffer *out, const char *name, const char *left, const char *right) {
    size_t from = out->len;
    gr_buffer_puts(out, "    ");
    gr_put_plain(out, name, false);
    pad(out, from, FIRST_COLUMN);
    gr_put_plain(out, left, false);
    if (*right)
        pad(out, from, FIRST_COLUMN + COLUMN);
    gr_put_plain(out, right, false);
    gr_buffer_putc(out, '\n');
}

static const char *tag_of(const GrGame *game, const char *name) {
    const char *value = gr_game_tag(game, name);
    return value && strcmp(value, "?") ? value : "";
}

/* Tags that name a game are shown in any case, others if the games do not agree. */
static void put_tags(GrBuffer *out, const GrGame *stays, const GrGame *goes) {
    static const char *const first[] = {"White", "Black", "Event", "Site", "Date", "Round", "Result", NULL};
    const GrGame *const both[] = {stays, goes};
    for (size_t i = 0; first[i]; i++)
        if (*tag_of(stays, first[i]) || *tag_of(goes, first[i]))
            put_row(out, first[i], tag_of(stays, first[i]), tag_of(goes, first[i]));
    for (int n = 0; n < 2; n++)
        for (size_t i = 0; i < both[n]->tag_count; i++) {
            const char *name = gr_game_string(both[n], both[n]->tags[i].name);
            bool shown = n && gr_game_tag(stays, name);
            for (size_t k = 0; first[k]; k++)
                shown |= !strcmp(name, first[k]);
            if (!shown && strcmp(tag_of(stays, name), tag_of(goes, name)))
                put_row(out, name, tag_of(stays, name), tag_of(goes, name));
        }
}

/* The moves behind the first `plies`. */
static void put_moves(const GrGame *game, uint32_t plies, GrBuffer *out) {
    char san[GR_SAN_SIZE];
    GrPosition pos = game->start;
    uint32_t node = game->nodes[0].next, ply = 0;
    gr_buffer_clear(out);
    gr_buffer_puts(out, "");
    for (; node && ply < plies + MOVES_SHOWN; node = game->nodes[node].next) {
        gr_san_play(&pos, game->nodes[node].move, san);
        if (++ply > plies)
            gr_buffer_printf(out, "%s%s", out->len ? " " : "", san);
    }
    if (node)
        gr_buffer_puts(out, " ...");
}

static void put_line(GrBuffer *out, const GrNearFound *f) {
    gr_buffer_printf(out, "game %" PRId64 " is ", f->gone);
    if (f->common == f->stays->plies && f->common == f->goes->plies)
        gr_buffer_printf(out, "nearly game %" PRId64 ", with the same moves\n", f->kept);
    else if (f->common == f->goes->plies)
        gr_buffer_printf(out, "nearly the beginning of game %" PRId64 "\n", f->kept);
    else
        gr_buffer_printf(out, "nearly game %" PRId64 ", but for the moves from ply %" PRIu32 " on\n", f->kept,
                         f->common + 1);
}

/* Two games side by side. */
static void show_pair(void *context, const GrNearFound *f) {
    CliDbAsked *asked = context;
    GrBuffer out, left, right;
    char name[32], plies[2][32], numbers[2][48];
    gr_buffer_init(&out);
    gr_buffer_init(&left);
    gr_buffer_init(&right);
    put_line(&out, f);
    snprintf(numbers[0], sizeof numbers[0], "game %" PRId64 " stays", f->kept);
    snprintf(numbers[1], sizeof numbers[1], "game %" PRId64 " %s", f->gone, asked->dry ? "would go" : "goes");
    put_row(&out, "", numbers[0], numbers[1]);
    put_tags(&out, f->stays, f->goes);
    snprintf(plies[0], sizeof plies[0], "%" PRIu32, f->stays->plies);
    snprintf(plies[1], sizeof plies[1], "%" PRIu32, f->goes->plies);
    put_row(&out, "plies", plies[0], plies[1]);
    if (f->common < f->stays->plies || f->common < f->goes->plies) {
        snprintf(name, sizeof name, "%" PRIu32 ".", f->common + 1);
        put_moves(f->stays, f->common, &left);
        put_moves(f->goes, f->common, &right);
        put_row(&out, name, left.failed ? "" : left.data, right.failed ? "" : right.data);
    }
    cli_progress_end(asked->cli);
    if (out.failed || left.failed || right.failed)
        cli_error(asked->cli, "out of memory");
    cli_put(asked->cli, &out);
    gr_buffer_free(&out);
    gr_buffer_free(&left);
    gr_buffer_free(&right);
}

int cli_db_dedupe_near(CliDbAsked *asked) {
    GrError error;
    GrDeduped done;
    uint64_t crowded;
    Cli *cli = asked->cli;
    asked->dry = !asked->apply;
    GrWork work = cli_db_work(asked);
    const GrNear job = {.dry = asked->dry, .plies = asked->plies, .found = show_pair, .work = &work};
    if (!cli_output(cli))
        return CLI_USAGE;
    int code = gr_db_dedupe_near(asked->db, &job, &done, &crowded, &error);
    int status = cli_db_finish(asked, code, &error, "stopped; nothing has changed");
    if (status)
        return status;
    if (crowded)
        cli_note(cli, "%" PRIu64 " %s like so many others that not all were compared", crowded,
                 gr_plural(crowded, "game begins", "games begin"));
    cli_summary_of(cli, done.doubles && !asked->dry,
                   "%" PRIu64 " %s compared, %" PRIu64 " near %s %s, %" PRIu64 " with comments kept", done.games,
                   gr_plural(done.games, "game", "games"), done.doubles,
                   gr_plural(done.doubles, "duplicate", "duplicates"), asked->dry ? "found" : "deleted",
                   done.annotated);
    return asked->unread ? CLI_DAMAGED : CLI_OK;
}
