/* grimoire-db's commands that tidy games up: dedupe, clean, classify. */
#include "cli/db_tidy.h"

#include <inttypes.h>

#include "cli/db_near.h"
#include "cli/openings.h"
#include "rules/plural.h"

static void report_duplicate(void *context, int64_t kept, int64_t gone, bool beginning) {
    CliDbAsked *asked = context;
    FILE *out = cli_output(asked->cli);
    if (out)
        fprintf(out, "game %" PRId64 " is %s game %" PRId64 "\n", gone,
                beginning ? "the beginning of" : "the same as", kept);
}

int cli_db_dedupe(CliDbAsked *asked) {
    GrError error;
    GrDeduped done;
    GrWork work = cli_db_work(asked);
    GrDedupe job = {.dry = asked->dry, .found = report_duplicate, .work = &work};
    if (asked->near && asked->apply && asked->dry)
        return cli_usage(asked->cli, "--apply and --dry-run: one of them");
    if (asked->near)
        return cli_db_dedupe_near(asked);
    if (asked->given & CLI_DB_NEARING)
        return cli_usage(asked->cli, "--apply and --differing need --near");
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    int code = gr_db_dedupe(asked->db, &job, &done, &error);
    int status = cli_db_finish(asked, code, &error, "stopped; nothing has changed");
    if (!status)
        cli_summary_of(asked->cli, done.doubles && !asked->dry,
                       "%" PRIu64 " %s compared, %" PRIu64 " %s %s, %" PRIu64 " with comments kept",
                    done.games, gr_plural(done.games, "game", "games"), done.doubles,
                    gr_plural(done.doubles, "duplicate", "duplicates"),
                    asked->dry ? "found" : "deleted", done.annotated);
    return status ? status : asked->unread ? CLI_DAMAGED : CLI_OK;
}

static void report_change(void *context, int64_t id, const char *tag, const char *from,
                        const char *to) {
    CliDbAsked *asked = context;
    FILE *out = cli_output(asked->cli);
    if (out)
        fprintf(out, "game %" PRId64 ": %s \"%s\" becomes \"%s\"\n", id, tag, from, to);
}

/* Prints a list of names that may be one. What it counts goes elsewhere, as the list is a file. */
static int suggest(CliDbAsked *asked) {
    GrError error;
    GrSuggested done;
    GrBuffer list;
    Cli *cli = asked->cli;
    GrWork work = cli_db_work(asked);
    if (asked->players || asked->names || asked->dry)
        return cli_usage(cli, "--suggest takes no list and no --dry-run: it prints a list and changes nothing");
    if (!cli_output(cli))
        return CLI_USAGE;
    gr_buffer_init(&list);
    int code = gr_db_suggest(asked->db, &work, &list, &done, &error);
    int status = cli_db_finish(asked, code, &error, "stopped; nothing is suggested");
    bool any = !status && list.len > 0;
    if (!status)
        cli_put(cli, &list);
    gr_buffer_free(&list);
    if (!status)
        cli_note(cli, "%" PRIu64 " %s: %" PRIu64 " %s of players, %" PRIu64 " of events and %" PRIu64
                 " of sites; %" PRIu64 " likely to be another's, %" PRIu64 " possibly",
                 done.games, gr_plural(done.games, "game", "games"), done.players,
                 gr_plural(done.players, "name", "names"), done.events, done.sites, done.likely, done.possible);
    return status ? status : asked->unread ? CLI_DAMAGED : any ? CLI_OK : CLI_FAULTS;
}

/* Reads the list that was given; false after reporting what is wrong with it. */
static bool open_names(CliDbAsked *asked, GrSpelling **names) {
    GrError error;
    const char *file = asked->names ? asked->names : asked->players;
    if (!file)
        return true;
    int code = asked->names ? gr_spelling_open_names(file, names, cli_stop, NULL, &error)
                            : gr_spelling_open(file, names, cli_stop, NULL, &error);
    if (code)
        cli_fail_file(asked->cli, file, &error);
    return !code;
}

int cli_db_clean(CliDbAsked *asked) {
    GrError error;
    GrCleaned done;
    GrSpelling *players = NULL;
    GrWork work = cli_db_work(asked);
    if (asked->suggest)
        return suggest(asked);
    if (asked->players && asked->names)
        return cli_usage(asked->cli, "--players and --names: clean takes one list");
    if (!cli_output(asked->cli) || !open_names(asked, &players))
        return CLI_USAGE;
    GrClean job = {.dry = asked->dry, .players = players, .work = &work, .changed = report_change};
    int code = gr_db_clean(asked->db, &job, &done, &error);
    gr_spelling_free(players);
    int status = cli_db_finish(asked, code, &error, "stopped; nothing has changed");
    if (!status)
        cli_summary_of(asked->cli, done.changed && !asked->dry,
                    "%" PRIu64 " %s, %" PRIu64 " %s of %" PRIu64 " %s %s", done.games,
                    gr_plural(done.games, "game", "games"), done.tags,
                    gr_plural(done.tags, "tag", "tags"), done.changed,
                    gr_plural(done.changed, "game", "games"),
                    asked->dry ? "would change" : "changed");
    return status ? status : asked->unread ? CLI_DAMAGED : CLI_OK;
}

static void report_named(void *context, int64_t id, const GrOpeningName *name) {
    cli_report_opening(((CliDbAsked *)context)->cli, id, name);
}

int cli_db_classify(CliDbAsked *asked) {
    GrError error;
    GrClassified done;
    const GrRules *rules;
    GrWork work = cli_db_work(asked);
    if (!asked->openings)
        return cli_usage(asked->cli, "classify takes a list of openings: --openings FILE");
    if (!cli_rules(asked->cli, asked->variants, "chess", &rules) || !cli_output(asked->cli))
        return CLI_USAGE;
    GrOpeningNames *names = cli_openings(asked->cli, asked->openings, rules);
    if (!names)
        return CLI_USAGE;
    GrClassify job = {.dry = asked->dry, .names = names, .work = &work,
                      .changed = asked->dry ? report_named : NULL};
    int code = gr_db_classify(asked->db, &job, &done, &error);
    gr_opening_names_free(names);
    int status = cli_db_finish(asked, code, &error, "stopped; nothing has changed");
    if (!status)
        cli_report_classified(asked->cli, &done, asked->dry);
    return status ? status : asked->unread ? CLI_DAMAGED : CLI_OK;
}
