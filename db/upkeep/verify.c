/* Checking all that a database holds. */
#include "db/upkeep/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/evals/evals_upkeep.h"
#include "db/store/internal.h"
#include "db/index/signatures.h"
#include "db/codec/postings.h"
#include "db/index/chunk_sums.h"
#include "db/index/coverage.h"
#include "db/upkeep/journal.h"
#include "db/upkeep/table_flaws.h"

typedef struct Verify {
    GrDb *db;
    const GrVerifyJob *job;
    GrVerified *verified;
    GrGame game;
    int64_t last;
    bool corrupt;       /* a game of the chunk at hand cannot be read, or its block has a wrong byte */
    unsigned gaps;      /* runs of games that are missing in the table block */
    bool block_corrupt; /* and of the block */
    int64_t block;   /* the first game of the block that is compared with them, 0: none */
    GrSignatureCheck signatures;
    GrChunkSums checks;    /* of the segment of the index that was looked at last */
    GrError prevented; /* by which reading was last prevented */
    int64_t seen; /* entries of the index of duplicates that are those of sound games */
    GrTableFlaws flaws;
    GrError *error;
} Verify;

/* Nothing is promised of a file that optimise does not touch. */
static void report(Verify *v, int64_t id, const char *text) {
    char shorter[400];
    const char *promise = v->flaws.shared ? strstr(text, ": optimise") : NULL;
    snprintf(shorter, sizeof shorter, "%.*s", promise ? (int)(promise - text) : 0, text);
    if (id == 0)
        v->verified->faults++;
    if (v->job->fault)
        v->job->fault(v->job->context, id, promise ? shorter : text);
}

/* Damage that prevents reading is reported; the rest is checked all the same. */
static int go_on(Verify *v, int code) {
    if (code != GR_ERR_DAMAGED)
        return code;
    if (strcmp(v->error->text, v->prevented.text)) /* what prevents the next check, too, is reported once */
        report(v, 0, v->error->text);
    v->prevented = *v->error;
    return 0;
}

static void report_text(void *context, const char *text) {
    report(context, 0, text);
}

static int check_seen_count(Verify *v) {
    sqlite3_int64 keys = 2;
    int complete = gr_duplicates_complete(&v->db->duplicates, v->error);
    if (complete > 0 && v->last) {
        int code = gr_sql_number(v->db->sql.handle, "SELECT count(*) FROM meta WHERE key IN "
                                 "('fingerprint_bits', 'fingerprint_games')", &keys, v->error);
        complete = code ? code : complete;
    }
    bool damaged = complete == 0 || complete == GR_ERR_DAMAGED || keys != 2;
    if (damaged && !v->flaws.duplicates)
        report(v, 0, v->flaws.meta ? "the index of duplicates is damaged"
                                  : "the index of duplicates is damaged: optimise corrects it");
    v->flaws.duplicates |= damaged;
    return complete < 0 && !gr_is_damage(complete) ? complete : 0;
}

static int check_meta(Verify *v) {
    sqlite3_int64 others = 0;
    int code = gr_sql_number(v->db->sql.handle, "SELECT count(*) FROM meta WHERE key NOT IN "
                             "('fingerprint_bits', 'fingerprint_games', 'shard') AND NOT "
                             "(key GLOB 'definition:*' AND typeof(value) = 'blob')", &others, v->error);
    sqlite3_int64 games = 0;
    if (!code && others)
        code = gr_sql_number(v->db->sql.handle, "SELECT count(*) FROM meta WHERE key NOT GLOB 'definition:*' AND "
                             "typeof(value) = 'blob'", &games, v->error);
    if (!code && others)
        report(v, 0, games ? "the table meta has a definition of a game under another name"
                           : "the table meta has a row that is none of ours: optimise corrects it");
    return go_on(v, code);
}

static int is_it(void *context, int64_t game, GrError *error) {
    (void)error;
    return game == *(int64_t *)context;
}

/* A game that is not in the index could come in twice. */
static int check_seen(Verify *v, int64_t id) {
    char text[120];
    GrIdentity identity = gr_db_identity(&v->game);
    int found = gr_duplicates_find(&v->db->duplicates, identity.own, is_it, &id, v->error);
    v->seen += found == 1;
    if (found > 0 && identity.tagged != identity.own) {
        found = gr_duplicates_find(&v->db->duplicates, identity.tagged, is_it, &id, v->error);
        v->seen += found == 1;
    }
    if (v->flaws.duplicates)
        return found < 0 && !gr_is_damage(found) ? found : 0;
    if (found == 0) {
        snprintf(text, sizeof text, "game %lld is missing in the index of duplicates",
                 (long long)id);
        report(v, 0, text);
    } else if (found == GR_ERR_DAMAGED) {
        report(v, 0, "the index of duplicates is damaged");
    }
    return found < 0 && !gr_is_damage(found) ? found : 0;
}

static int check_game(Verify *v, int64_t id) {
    int code = gr_db_get_game(v->db, id, &v->game, v->error);
    switch (code) {
    case 0:
        v->verified->games++;
        v->verified->plies += v->game.plies;
        v->corrupt |= v->db->peek.games && v->db->peek.suspect;
        return check_seen(v, id);
    case GR_ERR_NOT_FOUND: /* deleted */
        return 0;
    case GR_ERR_DAMAGED:
        v->verified->damaged++;
        break;
    case GR_ERR_FOREIGN:
        v->verified->unknown++;
        break;
    default:
        return code;
    }
    report(v, id, v->error->text);
    v->corrupt = v->block_corrupt = true;
    return 0;
}

/* What the file has is looked at, and nothing that memory has of it. */
static int look_anew(GrDb *db, GrError *error) {
    int code = gr_db_flush(db, error);
    gr_block_clear(&db->work, 0);
    gr_block_clear(&db->peek, 0);
    if (!code && !db->writing) {
        gr_db_forget(db);
        code = gr_db_refresh(db, error);
    }
    return code;
}

/* Holds the game just read, if it could be, against its signature: signatures keep searches from
 * looking at games. */
static int check_signature(Verify *v, int64_t id, bool read) {
    char text[120];
    const GrBlock *block = &v->db->peek;
    int code = 0;
    if (!block->games)
        return 0;
    if (v->block != block->first)
        code = gr_signature_check_begin(&v->signatures, v->db, block, v->error);
    v->block = block->first;
    if (code)
        return code;
    gr_signature_check_game(&v->signatures, block, read ? &v->game : NULL);
    if (id == block->first + block->games - 1 && v->signatures.any && !v->signatures.agrees) {
        snprintf(text, sizeof text, "the signatures of games %lld to %lld are damaged: optimise the "
                                    "database", (long long)block->first, (long long)id);
        report(v, 0, text);
    }
    return 0;
}

/* After the last game of a block: wrong bytes that no game shows. */
static void check_block(Verify *v, int64_t id) {
    char text[160];
    const GrBlock *block = &v->db->peek;
    if (!block->games || id != block->first + block->games - 1)
        return;
    if (block->suspect && !v->block_corrupt) {
        snprintf(text, sizeof text,
                 "%s of games %lld to %lld is wrong, but nothing is lost%s",
                 block->damaged ? "something" : "a byte", (long long)block->first, (long long)id,
                 block->damaged ? "" : ": optimise corrects it");
        report(v, 0, text);
    }
    v->block_corrupt = false;
}

/* Has the index the games of the chunk as they are? 1, 0 or a code; 1 if it does not cover them. */
static int is_indexed_right(Verify *v, int64_t chunk) {
    const GrCoverage *coverage = gr_coverage(v->db);
    int64_t first = gr_chunk_first(chunk), last = first + GR_CHUNK_GAMES - 1;
    const GrSegment *segment = gr_chunk_sums_segment(coverage, chunk);
    if (!segment || gr_coverage_lacks(coverage, first, last))
        return 1;
    if (v->checks.segment != segment->id) {
        int found = gr_chunk_sums_open(v->db, segment, &v->checks, v->error);
        if (found <= 0) /* what is damaged is reported already */
            return found ? found : 1;
    }
    return gr_chunk_sums_hold(v->db, &v->checks, chunk, v->error);
}

/* The index must have been made of the games that are there. */
static int check_chunk(Verify *v, int64_t chunk) {
    char text[160];
    int code = gr_coverage_load(v->db, v->error);
    if (code || !gr_coverage(v->db)->any || v->corrupt)
        return code;
    int right = is_indexed_right(v, chunk);
    if (right == 0) {
        snprintf(text, sizeof text, "the index has other games than %lld to %lld: drop it and rebuild it",
                 (long long)gr_chunk_first(chunk), (long long)gr_chunk_first(chunk + 1) - 1);
        report(v, 0, text);
    }
    return right < 0 ? right : 0;
}

/* Of the index of positions, that its bytes are as they were written. */
static int check_postings(Verify *v) {
    sqlite3_stmt *stmt;
    int row = 0, code = gr_coverage_load(v->db, v->error);
    if (code || !gr_coverage(v->db)->any)
        return code;
    bool sound = !gr_coverage(v->db)->damaged;
    code = gr_sql(&v->db->sql, GR_SQL_ALL_POSTINGS, &stmt, v->error);
    while (!code && (row = gr_sql_row(&v->db->sql, stmt, v->error)) > 0 && sound) {
        GrInput blob;
        int64_t bucket = sqlite3_column_int64(stmt, 0);
        code = gr_db_long_blob(v->db, GR_LONG_POSTING, bucket, stmt, 1, &blob, v->error);
        int is_sound = code                         ? 0
                       : gr_chunk_sums_have_row(bucket) ? gr_chunk_sums_sound(bucket, blob)
                                                    : gr_bucket_sound(blob, gr_posting_seed(bucket));
        if (is_sound < 0)
            code = gr_no_memory(v->error);
        sound = is_sound != 0;
    }
    if (stmt)
        sqlite3_reset(stmt);
    if (!sound)
        report(v, 0, "the index of positions is damaged: drop the index and rebuild it");
    return code && !gr_is_damage(code) ? code : row < 0 ? row : 0;
}

/* The tables that say what games have in common. */
static void check_catalog(Verify *v) {
    char text[160];
    for (int part = GR_PART_VARIANT; part < GR_PARTS; part++) {
        const GrPartState *state = &v->db->catalog.part[part];
        const char *name = gr_catalog_part_name((GrCatalogPart)part);
        if (v->flaws.told[part])
            continue;
        if (state->corrupt)
            snprintf(text, sizeof text, "rows of the table %s are damaged", name);
        else if (state->astray)
            snprintf(text, sizeof text,
                     "the table %s or its backup is damaged, but nothing is lost: optimise "
                     "corrects it", name);
        if (state->corrupt || state->astray)
            report(v, 0, text);
    }
}

/* Reads the values of all tags. Can all of them be read? */
static int load_names(Verify *v, bool *complete) {
    GrCatalog *catalog = &v->db->catalog;
    int code = 0;
    *complete = true;
    for (uint32_t tag = 1; tag <= catalog->tags.top && !code; tag++) {
        if (!gr_intern_get(&catalog->tags, tag))
            continue;
        code = gr_catalog_load_names(catalog, tag, v->error);
        *complete &= !code && !gr_catalog_dictionary(catalog, tag)->damaged;
        code = go_on(v, code);
    }
    return code;
}

/* Values of tags that cannot be read hide games from searches. Where some are lost, the table is not made anew. */
static int check_names(Verify *v) {
    const GrCatalog *catalog = &v->db->catalog;
    char text[GR_MAX_NAME + GR_FLAW_SAID + 120];
    bool complete;
    int code = load_names(v, &complete);
    const char *outcome = complete ? ", but nothing is lost: optimise corrects it" : ", but it is known";
    for (uint32_t tag = 1; tag <= catalog->tags.top && !code; tag++) {
        const char *name = gr_intern_get(&catalog->tags, tag);
        const GrDictionary *d = name ? gr_catalog_dictionary(catalog, tag) : NULL;
        if (!d || !(d->damaged || d->corrected))
            continue;
        if (d->damaged)
            snprintf(text, sizeof text, "some values of the tag %s are damaged", name);
        else
            snprintf(text, sizeof text, "a byte of the values of the tag %s is wrong%s", name, outcome);
        report(v, 0, text);
    }
    if (!code && *v->flaws.names) {
        snprintf(text, sizeof text, "the table name is damaged%s: %s",
                 complete ? outcome : ", and values of tags may be lost", v->flaws.names);
        report(v, 0, text);
    }
    return code;
}

static int check_games(Verify *v) {
    const GrVerifyJob *job = v->job;
    int code = 0;
    int64_t next = 0, id = gr_db_next_game(v->db, 1, v->error);
    for (; id > 0 && id <= v->last && !code; id = next) {
        uint64_t sound = v->verified->games;
        code = check_game(v, id);
        if (!code)
            code = check_signature(v, id, v->verified->games > sound);
        check_block(v, id);
        next = code ? 0 : gr_db_next_game(v->db, id + 1, v->error);
        if (!code && next < 0)
            code = (int)next;
        if (!code && (next == 0 || next > v->last || gr_chunk_of(next) != gr_chunk_of(id))) {
            code = go_on(v, check_chunk(v, gr_chunk_of(id)));
            v->corrupt = false;
        }
        if (job->progress && id % 64 == 0)
            job->progress(job->context, (uint64_t)id, (uint64_t)v->last);
        if (!code && job->stop && job->stop(job->context))
            code = gr_fail(v->error, GR_ERR_STOPPED, "stopped");
    }
    return code || id >= 0 ? code : (int)id;
}

/* An entry that is of no game may have been another's second one. Of games that cannot be read it
 * is not known. */
static void check_seen_entries(Verify *v) {
    if (!v->flaws.duplicates && !v->flaws.games && !v->verified->damaged && !v->verified->unknown && v->db->duplicates.total > v->seen)
        report(v, 0, "the index of duplicates has entries of no game: optimise corrects it");
}

/* Numbers from 1 on must all lie in one block, and only one. */
static int check_blocks(Verify *v) {
    sqlite3_stmt *stmt;
    char text[120];
    int64_t next = 1, first = INT64_MIN;
    int row = 0, code = gr_sql(&v->db->sql, GR_SQL_ALL_BLOCKS, &stmt, v->error);
    while (!code && (row = gr_sql_next(&v->db->sql, stmt, &first, v->error)) > 0) {
        if (first < 1 || first > v->db->most) {
            snprintf(text, sizeof text, "there cannot be a game %lld in a file of this size",
                     (long long)first);
            report(v, 0, text);
            continue;
        }
        GrInput head;
        code = gr_db_long_blob(v->db, GR_LONG_BLOCK, first, stmt, 2, &head, v->error);
        if (first != next) {
            snprintf(text, sizeof text, "games %lld to %lld are %s", (long long)next,
                     (long long)first - 1, first > next ? "missing" : "there twice");
            report(v, 0, text);
            v->verified->damaged += first > next ? (uint64_t)(first - next) : 0;
            v->gaps += first > next;
        }
        next = first + gr_block_count(first, sqlite3_column_int64(stmt, 1), head);
    }
    sqlite3_reset(stmt);
    return code ? go_on(v, code) : row < 0 ? go_on(v, row) : 0;
}

/* Games that were missing when all were asked for, and were not found missing in the table: where it is damaged, that
 * may not be read to its end. */
static void check_missing(Verify *v) {
    GrError why;
    GrMissing *missing = &v->db->missing;
    if (gr_db_missing(v->db, &why) && (!v->gaps || (missing->others && v->gaps < 2))) {
        report(v, 0, why.text);
        v->flaws.games = true;
        v->verified->damaged += missing->last ? (uint64_t)(missing->last - missing->first) + 1 : 0;
    }
    *missing = (GrMissing){.first = 0};
}

/* Nor of evaluations in a table of which more is damaged. */
static void report_evals(void *context, const char *text) {
    Verify *v = context;
    bool shared = v->flaws.shared;
    v->flaws.shared |= v->flaws.evaluations;
    report(v, 0, text);
    v->flaws.shared = shared;
}

static bool stops(void *context) {
    const Verify *v = context;
    return v->job->stop && v->job->stop(v->job->context);
}

static int check_evals(Verify *v) {
    GrEvalsCheck check = {.context = v, .fault = report_evals, .stop = stops};
    int code = gr_evals_check(v->db, &check, v->error);
    v->verified->evaluations = check.sound;
    return go_on(v, code);
}

/* Begins to read, with nothing in memory, and finds the last game. 1, 0 if the rest cannot be read, or a code. */
static int begin(Verify *v) {
    int code = gr_db_begin_read(v->db, v->error);
    if (!code)
        code = look_anew(v->db, v->error);
    if (code)
        return go_on(v, code);
    v->last = gr_db_last(v->db, v->error);
    code = v->last < 0 ? go_on(v, (int)v->last) : 0;
    v->last = v->last < 0 ? 0 : v->last;
    return code ? code : 1;
}

/* What the tables hold. */
static int check_contents(Verify *v) {
    int code = check_blocks(v);
    if (!code)
        check_catalog(v);
    if (!code)
        code = check_names(v);
    if (!code)
        code = check_seen_count(v);
    if (!code)
        code = check_meta(v);
    if (!code)
        code = go_on(v, gr_journal_verify(v->db, report_text, v, v->error));
    if (!code)
        code = go_on(v, check_postings(v));
    if (!code)
        code = go_on(v, check_games(v));
    check_missing(v);
    if (!code)
        check_seen_entries(v);
    return code ? code : check_evals(v);
}

int gr_db_verify(GrDb *db, const GrVerifyJob *job, GrVerified *verified, GrError *error) {
    GrError own;
    Verify v = {.db = db, .job = job, .verified = verified, .error = error ? error : &own};
    *verified = (GrVerified){0};
    v.flaws = (GrTableFlaws){.db = db, .report = report_text, .context = &v};
    gr_game_init(&v.game);
    gr_signature_check_init(&v.signatures);
    int readable = begin(&v);
    int code = readable < 0 ? readable : gr_structure_check(db, gr_report_flaw, &v.flaws, v.error);
    if (!code && readable)
        code = check_contents(&v);
    code = go_on(&v, code);
    gr_game_free(&v.game);
    gr_signature_check_free(&v.signatures);
    gr_chunk_sums_free(&v.checks);
    gr_db_end_read(db);
    if (!code && (verified->damaged || verified->unknown || verified->faults))
        code = gr_fail(v.error, GR_ERR_DAMAGED, "the database is damaged");
    return code;
}
