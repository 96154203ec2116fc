/* Recoding the moves of many games. */
#include "db/index/recoding.h"

#include <stdlib.h>

#include "db/index/replays.h"
#include "db/store/recode.h"
#include "db/store/workers.h"

/* Blocks that one transaction recodes. */
enum { RECODED_BLOCKS = 64 };

typedef struct Recoding {
    GrDb *db;
    const GrWork *work;
    bool lines;
    int64_t block[RECODED_BLOCKS]; /* their first games */
    size_t blocks;
    int64_t next;                  /* blocks before this game are done */
} Recoding;

static int make_block(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error) {
    const Recoding *recoding = context;
    return gr_recode_make(db, recoding->block[n], recoding->lines, out, error);
}

static int take_block(void *context, size_t n, const GrBuffer *made, GrError *error) {
    const Recoding *recoding = context;
    const GrWork *work = recoding->work;
    int code = gr_recode_put(recoding->db, recoding->block[n], made, error);
    return !code && work->stop && work->stop(work->context) ? gr_fail(error, GR_ERR_STOPPED, "stopped") : code;
}

/* Collects the next blocks with games from `first` to `last`. */
static int choose_blocks(Recoding *recoding, int64_t first, int64_t last, GrError *error) {
    GrDb *db = recoding->db;
    int64_t block = gr_db_block_of(db, first, error);
    if (!block || (block > 0 && block < recoding->next))
        block = gr_db_next_block(db, first > recoding->next ? first : recoding->next, error);
    while (block > 0 && block <= last && recoding->blocks < RECODED_BLOCKS) {
        recoding->block[recoding->blocks++] = block;
        recoding->next = block + 1;
        block = gr_db_next_block(db, block + 1, error);
    }
    return block < 0 ? (int)block : 0;
}

/* Blocks with games that are stale, or (when lines are taken back) all. */
static int choose_recoded(Recoding *recoding, GrError *error) {
    int code = 0;
    recoding->blocks = 0;
    if (!recoding->lines)
        return choose_blocks(recoding, 1, INT64_MAX, error);
    const GrReplays *replays = gr_replays(recoding->db);
    for (size_t i = 0; i < replays->stales && recoding->blocks < RECODED_BLOCKS && !code; i++)
        if (replays->stale[i][1] >= recoding->next)
            code = choose_blocks(recoding, replays->stale[i][0], replays->stale[i][1], error);
    return code;
}

/* Recodes the next blocks. Returns 1, 0 if there are none, or a code. */
static int recode_some(Recoding *recoding, int jobs, GrError *error) {
    GrDb *db = recoding->db;
    int code = gr_db_begin(db, error);
    if (code)
        return code;
    code = recoding->lines ? gr_replays_load_all(db, error) : 0; /* else their tables need not be readable */
    if (!code)
        code = choose_recoded(recoding, error);
    GrWorkersJob job = {.jobs = jobs, .count = recoding->blocks, .context = recoding, .make = make_block,
                        .take = take_block};
    if (!code && recoding->blocks)
        code = gr_workers_run(db, &job, error);
    if (!code)
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    return code ? code : recoding->blocks > 0;
}

int gr_index_recode(GrDb *db, bool lines, int jobs, const GrWork *work, GrError *error) {
    Recoding *recoding = calloc(1, sizeof *recoding);
    if (!recoding)
        return gr_no_memory(error);
    *recoding = (Recoding){.db = db, .work = work, .lines = lines, .next = 1};
    int more;
    while ((more = recode_some(recoding, jobs, error)) > 0)
        continue;
    free(recoding);
    return more;
}
