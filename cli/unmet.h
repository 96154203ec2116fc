/* Why nothing is found: what a query asks never holds in the variants of the databases; what is asked of a tag's text
 * is true of no game at all. */
#ifndef GR_CLI_UNMET_H
#define GR_CLI_UNMET_H

#include <string.h>

#include "cli/query.h"
#include "notation/nearest.h"

/* Is the condition met by a game of one of the databases? True also if that cannot be found out. */
static inline bool cli_is_met(GrDb *const *db, int count, const GrCondition *condition) {
    GrError error;
    for (int n = 0; n < count && !cli_signal(); n++)
        if (gr_condition_met(db[n], condition, &error) != 0)
            return true;
    return cli_signal() != 0;
}

/* Tags that games usually have, for "did you mean". */
static const char *const cli_usual_tags[] = {
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO", "Opening", "Variation", "Annotator",
    "WhiteElo", "BlackElo", "WhiteTeam", "BlackTeam", "WhiteTitle", "BlackTitle", "TimeControl", "Termination",
    "EventDate", "Source", "Year", "Player", "Variant", NULL};

/* Has a game the tag? */
static inline bool cli_has_tag(GrDb *const *db, int count, const char *name) {
    char tag[80], any[] = "";
    GrCondition has = {.subject = GR_ON_TAG, .comparison = GR_CONTAINS, .tag = tag, .text = any};
    snprintf(tag, sizeof tag, "%s", name);
    return strlen(name) >= sizeof tag || cli_is_met(db, count, &has);
}

/* Says so if no game has the tag, with those that games have and that may be meant. */
static inline bool cli_report_no_tag(Cli *cli, GrDb *const *db, int count, const char *name) {
    const char *near[GR_NEAREST + 1];
    char meant[GR_MEANT_SIZE];
    if (cli_has_tag(db, count, name))
        return false;
    size_t found = gr_nearest(name, cli_usual_tags, near), kept = 0;
    for (size_t i = 0; i < found; i++)
        if (strcmp(near[i], name) != 0 && cli_has_tag(db, count, near[i]))
            near[kept++] = near[i];
    near[kept] = NULL;
    gr_did_you_mean(meant, name, near, "");
    cli_note(cli, "no game has the tag '%s'%s", name, meant);
    return true;
}

static inline void cli_report_condition(Cli *cli, GrDb *const *db, int count, const GrCondition *condition) {
    GrCondition loose = *condition;
    char subject[80] = "no player's name";
    loose.comparison = GR_CONTAINS;
    if (condition->subject == GR_ON_TAG && cli_report_no_tag(cli, db, count, condition->tag))
        return;
    if (condition->subject == GR_ON_TAG)
        snprintf(subject, sizeof subject, "no game's %s tag", condition->tag);
    if (condition->comparison == GR_CONTAINS)
        cli_note(cli, "%s contains '%s'", subject, condition->text);
    else
        cli_note(cli, "%s is exactly '%s'%s", subject, condition->text,
                 cli_is_met(db, count, &loose) ? "; leave out the '=' to find those that contain it" : "");
}

/* Names the conditions on texts that no game meets, where a selection has turned out to be empty. */
static inline void cli_report_unmet(Cli *cli, GrDb *const *db, int count, const GrSelection *selection) {
    for (size_t i = 0; i < selection->count && !cli->quiet; i++) {
        const GrCondition *condition = &selection->condition[i];
        bool text = condition->comparison == GR_EQUALS || condition->comparison == GR_CONTAINS;
        bool tag = condition->subject == GR_ON_TAG || condition->subject == GR_ON_EITHER;
        if (text && tag && !cli_is_met(db, count, condition))
            cli_report_condition(cli, db, count, condition);
    }
}

/* The same behind the words for it, which are those of all programs. */
static inline void cli_report_none(Cli *cli, GrDb *const *db, int count, const GrSelection *selection) {
    cli_note(cli, "no games found");
    cli_report_unmet(cli, db, count, selection);
}

/* Can the query be found in no game of the variant? The first reason is kept. */
static inline bool cli_is_never(const GrQuery *query, const GrRules *rules, GrQueryNote *why) {
    GrQueryNote note;
    GrPlan *plan = gr_plan_make(query, rules);
    bool never = plan && gr_plan_never(plan, &note);
    gr_plan_free(plan);
    if (never && (!why->column || note.warning < why->warning))
        *why = note;
    return never;
}

/* Warns of a query that can be found in no variant of the databases (or not in that one, if it is given), unless its
 * text alone said so. */
static inline void cli_report_never(Cli *cli, GrDb *const *db, int count, const GrQuery *query, const GrRules *only) {
    GrQueryNote why = {.column = 0};
    const GrQueryNote *said;
    for (size_t n = 0; (said = gr_query_note(query, n)) != NULL; n++)
        if (said->warning)
            return;
    bool never = !only || cli_is_never(query, only, &why);
    for (int i = 0; i < count && !only; i++)
        for (size_t n = 0; never && n < gr_db_variants(db[i]); n++)
            never = cli_is_never(query, gr_db_variant(db[i], n), &why);
    if (never && why.column && (why.warning || !cli->quiet))
        cli_query_note(cli, &why);
}

#endif
