/* The output of grimoire-db info. */
#ifndef GR_CLI_INFO_H
#define GR_CLI_INFO_H

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "db/db.h"
#include "notation/json.h"
#include "notation/plain.h"
#include "rules/plural.h"

/* Parts of a file, named as they are printed. */
typedef struct CliPart {
    const char *name, *what;
    uint64_t bytes;
} CliPart;

enum { CLI_PARTS = 12 };

/* From this share on, the room for names is reported. */
#define CLI_NAMES_NEARLY 0.9

static inline void cli_list_parts(const GrInfo *info, CliPart part[CLI_PARTS]) {
    uint64_t known = info->columns + info->moves + info->texts + info->name_bytes + info->fingerprints +
                     info->index + info->commons + info->signatures + info->eval_bytes +
                     info->journal + info->free;
    const CliPart all[CLI_PARTS] = {
        {"moves", "moves", info->moves},
        {"columns", "tags and properties of games", info->columns},
        {"texts", "comments, variations, other texts", info->texts},
        {"names", "names, each stored once", info->name_bytes},
        {"fingerprints", "fingerprints, for duplicates", info->fingerprints},
        {"signatures", "signatures of games", info->signatures},
        {"index", "index of positions", info->index},
        {"commons", "index of common positions", info->commons},
        {"evaluations", "evaluations of positions", info->eval_bytes},
        {"journal", "changes that can be taken back", info->journal},
        {"free", "free pages", info->free},
        {"overhead", "SQLite's own", info->file > known ? info->file - known : 0},
    };
    memcpy(part, all, sizeof all);
}

static inline double cli_per_game(const GrInfo *info, uint64_t bytes) {
    return info->games ? (double)bytes / (double)info->games : 0;
}

/* Writes the name of one of several databases, between what stands before and behind it. */
static inline void cli_put_name(FILE *out, const char *before, const char *db, const char *behind) {
    GrBuffer name;
    gr_buffer_init(&name);
    gr_put_plain(&name, db, false);
    fprintf(out, "%s%s%s", before, name.failed ? "?" : name.data, behind);
    gr_buffer_free(&name);
}

/* The judges of a database; none if they cannot be read. */
typedef struct CliJudges {
    GrJudgeCount *judge;
    size_t count;
} CliJudges;

/* Of a database whose judges are damaged, none. */
static inline int cli_judges(GrDb *db, CliJudges *judges, GrError *error) {
    int code = gr_evals_judges(db, &judges->judge, &judges->count, error);
    if (code)
        *judges = (CliJudges){NULL, 0};
    return code == GR_ERR_DAMAGED ? 0 : code;
}

static inline void cli_put_judges(FILE *out, const GrInfo *info, const CliJudges *judges) {
    char name[GR_JUDGE_NAME];
    if (info->evals)
        fprintf(out, "evaluations %" PRIu64 ", %.1f bytes each\n", info->evals,
                (double)info->eval_bytes / (double)info->evals);
    for (size_t i = 0; i < judges->count; i++) {
        gr_judge_name(&judges->judge[i].judge, name);
        cli_put_name(out, "  ", name, "");
        fprintf(out, ": %" PRIu64 "\n", judges->judge[i].positions);
    }
    if (info->shards)
        fprintf(out, "shard %u of %u\n", info->shard, info->shards);
}

/* A line where there is little or no room for further names. */
static inline void cli_put_names_used(FILE *out, const GrInfo *info) {
    double used = gr_info_names_used(info);
    if (used >= 1)
        fputs("  full: games store new names themselves, which takes more room\n", out);
    else if (used >= CLI_NAMES_NEARLY)
        fprintf(out, "  %.0f %% of the room for names; then games store new ones themselves\n", floor(100 * used));
}

/* When a change was made, as in 2026-11-29 10:30:00 UTC. */
static inline void cli_time_text(int64_t when, char out[40]) {
    struct tm parts;
    time_t seconds = (time_t)when;
    if (!gmtime_r(&seconds, &parts) || !strftime(out, 40, "%Y-%m-%d %H:%M:%S UTC", &parts))
        strcpy(out, "?");
}

/* What undo would take back. */
static inline void cli_put_changes(FILE *out, const GrInfo *info) {
    char name[GR_CHANGE_NAME], when[40];
    if (!info->changes)
        return;
    gr_change_name(&info->last_change, name);
    cli_time_text(info->last_change.time, when);
    fprintf(out, "changes that can be taken back %" PRIu64 "\n  last: %s, %s\n", info->changes, name, when);
}

/* `db` names the file, of several; NULL: there is but one. */
static inline void cli_put_info(FILE *out, const GrInfo *info, const CliJudges *judges, const char *db) {
    CliPart part[CLI_PARTS];
    cli_list_parts(info, part);
    if (db)
        cli_put_name(out, "db ", db, "\n");
    fprintf(out, "format %d\ngames %" PRIu64 "\nplies %" PRIu64 "\n", info->format, info->games,
            info->plies);
    for (size_t i = 0; i < info->variants; i++)
        fprintf(out, "  %s %" PRIu64 "\n",
                *info->variant[i].name ? info->variant[i].name : "(unknown variant)",
                info->variant[i].games);
    fprintf(out, "partial %" PRIu64 "\n", info->partial);
    if (info->deleted)
        fprintf(out, "deleted %" PRIu64 "\n", info->deleted);
    if (info->unreadable)
        fprintf(out, "unreadable %" PRIu64 "\n", info->unreadable);
    fprintf(out, "names %" PRIu64 "\n", info->names);
    cli_put_names_used(out, info);
    cli_put_judges(out, info, judges);
    cli_put_changes(out, info);
    fprintf(out, "bytes %" PRIu64 ", %.1f a game\n", info->file, cli_per_game(info, info->file));
    for (size_t i = 0; i < CLI_PARTS; i++)
        if (part[i].bytes)
            fprintf(out, "  %-34s %10" PRIu64 "  %5.1f a game\n", part[i].what, part[i].bytes,
                    cli_per_game(info, part[i].bytes));
}

static inline void cli_put_judges_json(GrJson *json, const GrInfo *info, const CliJudges *judges) {
    char name[GR_JUDGE_NAME];
    gr_json_int(json, "evaluations", (int64_t)info->evals);
    gr_json_open(json, "judges", '{');
    for (size_t i = 0; i < judges->count; i++) {
        gr_judge_name(&judges->judge[i].judge, name);
        gr_json_int(json, name, (int64_t)judges->judge[i].positions);
    }
    gr_json_close(json, '}');
    if (info->shards) {
        gr_json_int(json, "shard", info->shard);
        gr_json_int(json, "shards", info->shards);
    }
}

static inline void cli_put_changes_json(GrJson *json, const GrInfo *info) {
    char name[GR_CHANGE_NAME], when[40];
    gr_json_int(json, "changes", (int64_t)info->changes);
    if (!info->changes)
        return;
    gr_change_name(&info->last_change, name);
    cli_time_text(info->last_change.time, when);
    gr_json_string(json, "last_change", name);
    gr_json_string(json, "last_change_time", when);
}

static inline void cli_put_info_json(FILE *out, const GrInfo *info, const CliJudges *judges,
                                     const char *db) {
    GrJson json;
    CliPart part[CLI_PARTS];
    cli_list_parts(info, part);
    gr_json_start(&json, gr_put_file, out);
    gr_json_open(&json, NULL, '{');
    if (db)
        gr_json_string(&json, "db", db);
    gr_json_int(&json, "format", info->format);
    gr_json_int(&json, "games", (int64_t)info->games);
    gr_json_int(&json, "plies", (int64_t)info->plies);
    gr_json_open(&json, "variants", '{');
    for (size_t i = 0; i < info->variants; i++)
        gr_json_int(&json, info->variant[i].name, (int64_t)info->variant[i].games);
    gr_json_close(&json, '}');
    gr_json_int(&json, "partial", (int64_t)info->partial);
    gr_json_int(&json, "deleted", (int64_t)info->deleted);
    gr_json_int(&json, "unreadable", (int64_t)info->unreadable);
    gr_json_int(&json, "names", (int64_t)info->names);
    gr_json_real(&json, "names_used", floor(10000 * gr_info_names_used(info)) / 10000, 4);
    cli_put_judges_json(&json, info, judges);
    cli_put_changes_json(&json, info);
    gr_json_int(&json, "bytes", (int64_t)info->file);
    gr_json_open(&json, "parts", '{');
    for (size_t i = 0; i < CLI_PARTS; i++)
        gr_json_int(&json, part[i].name, (int64_t)part[i].bytes);
    gr_json_close(&json, '}');
    gr_json_close(&json, '}');
    fputc('\n', out);
}

#endif
