/* A query as operand, for the programs that take one. */
#ifndef GR_CLI_QUERY_H
#define GR_CLI_QUERY_H

#include <inttypes.h>
#include <string.h>

#include "cli/common.h"
#include "db/db.h"
#include "notation/plain.h"

/* Shows the fault in the query: the text around it, and a caret below. */
static inline void cli_point_at(const char *query, uint32_t column) {
    enum { BEFORE = 60, AFTER = 16 };
    uint32_t first = column > BEFORE ? column - BEFORE : 1, at = 1;
    const char *more = first > 1 ? "..." : "";
    fprintf(stderr, "    %s", more);
    for (const char *c = query; *c; at++) {
        bool shown;
        size_t len = gr_plain_length(c, &shown);
        if (at >= first && at < column + AFTER)
            fprintf(stderr, "%.*s", shown ? (int)len : 1, shown ? c : strchr("\t\n", *c) ? " " : "?");
        c += len;
    }
    fprintf(stderr, "%s\n    %*s^\n", at > column + AFTER ? "..." : "",
            (int)(column - first + strlen(more)), "");
}

static inline void cli_query_note(Cli *cli, const GrQueryNote *note) {
    cli_error(cli, "query, column %" PRIu32 ": %s: %s", note->column, note->warning ? "warning" : "note", note->text);
    cli_point_at(cli->operand[0], note->column);
}

/* Prints its notes, but with -q only the warnings among them. */
static inline void cli_query_notes(Cli *cli, const GrQuery *query) {
    const GrQueryNote *note;
    for (size_t n = 0; (note = gr_query_note(query, n)) != NULL; n++)
        if (note->warning || !cli->quiet)
            cli_query_note(cli, note);
}

/* Is something of the query in doubt that a game could clear up which is not known yet? */
static inline bool cli_query_doubted(const GrQuery *query) {
    const GrQueryNote *note;
    for (size_t n = 0; (note = gr_query_note(query, n)) != NULL; n++)
        if (note->warning)
            return true;
    return false;
}

/* As gr_query_parse. What the games at hand do not know may be known by those of the databases and of the files. */
static inline int cli_query_parse(Cli *cli, const GrVariants *variants, GrQuery **query, GrQueryFault *fault) {
    const char *text = cli->operand[0];
    int code = gr_query_parse(variants, text, query, fault);
    if (code ? fault->column == 0 : !cli_query_doubted(*query))
        return code;
    if (!code)
        gr_query_free(*query);
    *query = NULL;
    cli_load_from_databases(cli, NULL);
    gr_variants_load(variants);
    return gr_query_parse(variants, text, query, fault);
}

/* Reads the query that is the one operand; *query stays as it is if there is none. False after
 * reporting what is wrong with it. */
static inline bool cli_query(Cli *cli, const GrVariants *variants, GrQuery **query) {
    GrQueryFault fault;
    if (cli->operands > 1) {
        cli_usage(cli, "unexpected argument '%s'; put a query in quotes", cli->operand[1]);
        return false;
    }
    if (!cli->operands)
        return true;
    if (!cli_query_parse(cli, variants, query, &fault)) {
        cli_query_notes(cli, *query);
        return true;
    }
    if (fault.column == 0) {
        cli_error(cli, "%s", fault.text);
        return false;
    }
    cli_error(cli, "query, column %" PRIu32 ": %s", fault.column, fault.text);
    cli_point_at(cli->operand[0], fault.column);
    return false;
}

#endif
