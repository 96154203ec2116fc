/* Why nothing is found: what a query asks never holds in the variants of the databases; what is asked of a tag's text
 * is true of no game at all. */
#ifndef GR_CLI_UNMET_H
#define GR_CLI_UNMET_H

#include "cli/query.h"

/* Is the condition met by a game of one of the databases? True also if that cannot be found out. */
static inline bool cli_is_met(GrDb *const *db, int count, const GrCondition *condition) {
    GrError error;
    for (int n = 0; n < count && !cli_signal(); n++)
        if (gr_condition_met(db[n], condition, &error) != 0)
            return true;
    return cli_signal() != 0;
}

static inline void cli_report_condition(Cli *cli, GrDb *const *db, int count, const GrCondition *condition) {
    GrCondition loose = *condition;
    char subject[80] = "no player's name";
    loose.comparison = GR_CONTAINS;
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
