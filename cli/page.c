/* grimoire-page: one HTML file that plays a game. */
#include "analysis/engine/search.h"
#include "cli/page_local.h"
#include "cli/page_parts.h"
#include "cli/reading.h"

enum { GAMES = CLI_LONG, TITLE };

static const CliOption OPTIONS[] = {
    {"games", GAMES, "FILE", "example games that the page shows"},
    {"title", TITLE, "TEXT", "heading (default: the game's)"},
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "page",
    .summary = "Write a page that plays a game in any browser",
    .usage = "-v NAME [--variants FILE] [--games FILE] [--title TEXT] [-o FILE]",
    .common = "voq",
    .options = OPTIONS,
    .notes = "The page is one file that fetches nothing. It has the rules and the engine.\n",
};

/* ---- what the build has for pages ---- */

/* The module, packed, and the network if there is one. */
static bool take_modules(Page *page) {
    return cli_read_module(page->cli, cli_module_name(page->variant), &page->module) &&
           cli_read_net(page->cli, gr_search_net_name(page->rules), &page->net);
}

/* ---- example games ---- */

static int take_game(void *context, GrGame *game, const char *file, uint64_t number) {
    Page *page = context;
    page->faults |= cli_diagnose_game(page->cli, file, number, game, GR_ERROR) > 0;
    if (game->rules != page->rules) {
        cli_diagnose(page->cli, file, game->line, 0, GR_WARNING, number, 0, "it is of another variant, and left out");
        return CLI_OK;
    }
    gr_json_open(&page->games, NULL, '{');
    gr_game_write_tree(game, &page->games);
    gr_json_end(&page->games, game);
    gr_json_close(&page->games, '}');
    return page->games_text.failed ? CLI_FAULTS : CLI_OK;
}

/* What is wrong with a game does not keep it from being shown. */
static int read_games(Page *page, const GrVariants *variants, char *path) {
    CliReading reading = cli_reading();
    CliGames games = {.cli = page->cli, .reading = &reading, .variants = variants, .rules = page->rules,
                      .context = page, .take = take_game};
    int status = CLI_OK;
    gr_json_start(&page->games, gr_put_buffer, &page->games_text);
    gr_json_open(&page->games, NULL, '[');
    if (path) {
        page->cli->operand = &path;
        page->cli->operands = 1;
        status = cli_read_games(&games);
    }
    gr_json_close(&page->games, ']');
    return status;
}

/* ---- the program ---- */

static int write_page(Page *page, const GrVariants *variants, char *games) {
    int status = take_modules(page) ? read_games(page, variants, games) : CLI_USAGE;
    if (status)
        return status;
    GrBuffer html;
    gr_buffer_init(&html);
    cli_page_write(page, &html);
    bool failed = html.failed;
    size_t size = html.len;
    if (failed)
        cli_error(page->cli, "out of memory");
    else if (cli_output(page->cli))
        cli_put(page->cli, &html);
    gr_buffer_free(&html);
    if (!failed)
        cli_note(page->cli, "%s: %zu bytes", page->title, size);
    return failed || page->faults ? CLI_FAULTS : CLI_OK;
}

static int run(Cli *cli, const GrVariants *variants) {
    Page page = {.cli = cli};
    char *games = NULL;
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == GAMES)
            games = (char *)cli->arg;
        else if (code == TITLE)
            page.title = cli->arg;
    }
    if (cli->done)
        return cli->status;
    if (!cli_no_operands(cli, " (example games: --games FILE)") || !cli_rules(cli, variants, NULL, &page.rules))
        return CLI_USAGE;
    if (!page.rules)
        return cli_usage(cli, "no game named (use -v NAME)");
    page.variant = gr_variant(page.rules);
    page.title = page.title ? page.title : page.variant->title;
    if (!cli_output(cli))
        return CLI_USAGE;
    gr_buffer_init(&page.module);
    gr_buffer_init(&page.net);
    gr_buffer_init(&page.games_text);
    int status = write_page(&page, variants, games);
    gr_buffer_free(&page.module);
    gr_buffer_free(&page.net);
    gr_buffer_free(&page.games_text);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
