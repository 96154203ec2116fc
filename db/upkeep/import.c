/* Importing game text by several threads. */
#include "db/upkeep/import.h"

#include <pthread.h>
#include <stdlib.h>

#include "db/store/internal.h"
#include "db/upkeep/import_copy.h"
#include "notation/reader/reader.h"

/* Games travel in batches, which stand in a ring. A batch is filled by the reader, packed by
 * the worker that is free, and emptied by the writer; the ring's order is that of the text. One thread
 * alone takes fewer games at a time: what it has read is then still in the processor's cache. */
enum { BATCH_GAMES = 32, ALONE_GAMES = 8, BATCH_TEXT = 1 << 20, COMMIT_GAMES = 1 << 16 };

typedef enum Stage { FREE, FILLED, PACKING, PACKED } Stage;

typedef struct Item {
    GrGame game;
    GrPacked packed;
    int code; /* of gr_pack, with its error */
    GrError error;
} Item;

typedef struct Batch {
    Stage stage;
    unsigned count;
    bool last;      /* the text ended after this batch, or reading failed: */
    int code;
    GrError error;
    uint64_t bytes, size; /* of the text: read up to here, and in all */
    Item item[BATCH_GAMES];
} Batch;

typedef struct Import {
    const GrImportJob *job;
    GrReader *reader;
    GrDb *db;
    GrImported *imported;
    GrError *error;
    GrCopyJob copy;
    uint64_t number;       /* games of this text written */
    uint64_t uncommitted;
    GrImported stored;     /* what *imported was at the last commit */
    GrLineWriter *writer;  /* of the caller's thread */
    Batch *ring;
    unsigned batches, batch_games;
    unsigned fill, empty;  /* the batch that is to be filled next, and emptied next */
    bool ended;            /* the reader is done */
    bool quit;             /* the writer is done: all others are to end */
    pthread_mutex_t lock;  /* guards stages, fill, empty, ended and quit */
    pthread_cond_t change;
} Import;

/* Reads games into a batch until it is full or heavy. */
static void fill_batch(Import *im, Batch *batch) {
    size_t text = 0;
    batch->count = 0;
    batch->last = false;
    batch->code = 0;
    while (batch->count < im->batch_games && text < BATCH_TEXT) {
        GrGame *game = &batch->item[batch->count].game;
        int got = gr_repair_next(im->reader, im->job->repair, game, &batch->error);
        if (got <= 0) {
            batch->last = true;
            batch->code = got;
            break;
        }
        text += game->text_len + game->node_count * sizeof *game->nodes;
        batch->count++;
    }
    batch->bytes = gr_reader_bytes(im->reader);
    batch->size = gr_reader_size(im->reader);
}

static void pack_batch(Batch *batch, GrLineWriter *writer) {
    for (unsigned i = 0; i < batch->count; i++) {
        Item *item = &batch->item[i];
        item->code = gr_pack(&item->game, true, writer, &item->packed, &item->error);
    }
}

/* A game that could not be packed is reported as faulty; nothing but memory ends the import. */
static int refuse(Item *item, GrAdded *added, GrError *error) {
    *added = (GrAdded){0};
    if (item->code == GR_ERR_MEMORY ||
        gr_game_diagnose(&item->game, GR_ERROR, item->game.line, 0, 0, "the game is not stored: %s",
                         item->error.text))
        return gr_no_memory(error);
    return 0;
}

static bool is_faulty(const GrGame *game) {
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].severity == GR_ERROR)
            return true;
    return game->partial;
}

/* Does one of the other databases have the game? Sets *has. */
static int ask_others(Import *im, const Item *item, bool *has) {
    const GrImportJob *job = im->job;
    *has = false;
    for (int i = 0; i < job->other_count && !*has; i++) {
        GrError why;
        int64_t same;
        int code = gr_db_find_same(job->others[i], &item->game, &item->packed, &same, &why);
        if (code)
            return gr_fail(im->error, why.code, "%s: %s", job->other_names[i], why.text);
        *has = same != 0;
    }
    return 0;
}

/* Adds a game, unless another database has it; the first one opens the database. */
static int add_item(Import *im, Item *item, GrAdded *added) {
    bool has;
    *added = (GrAdded){0};
    int code = ask_others(im, item, &has);
    added->duplicate = has;
    if (code || has)
        return code;
    code = im->db ? 0 : im->job->open(im->job->context, &im->db, im->error);
    if (!code && !gr_db_in_transaction(im->db))
        code = gr_db_begin(im->db, im->error);
    return code ? code
                : gr_db_add_packed(im->db, &item->game, &item->packed, added, im->error);
}

/* A game that is there already. */
static int take_copy(Import *im, Item *item, int64_t id) {
    GrImported *sum = im->imported;
    im->copy.db = im->db;
    int done = gr_copy_take(&im->copy, id, &item->game, &item->packed, im->error);
    sum->replaced += done == GR_COPY_STORED;
    if (done != GR_COPY_DIFFERED)
        return done < 0 ? done : 0;
    if (!sum->differing++) {
        sum->differing_number = im->number + 1;
        sum->differing_line = item->game.line;
        sum->differing_id = id;
    }
    return 0;
}

static int write_item(Import *im, Item *item) {
    GrAdded added;
    int code = item->code ? refuse(item, &added, im->error) : add_item(im, item, &added);
    if (!code && added.duplicate && added.id)
        code = take_copy(im, item, added.id);
    if (code)
        return code;
    im->number++;
    im->imported->games++;
    im->imported->plies += item->game.plies;
    im->imported->faulty += is_faulty(&item->game);
    im->imported->duplicates += added.duplicate;
    if (im->db && gr_db_in_transaction(im->db))
        im->uncommitted++;
    else
        im->stored = *im->imported; /* refused, and there is nothing to commit */
    if (im->job->read)
        im->job->read(im->job->context, im->number, &item->game, &added);
    return 0;
}

static int commit(Import *im) {
    int code = gr_journal_end(&im->copy.journal, im->error);
    if (!code)
        code = gr_db_commit(im->db, im->error);
    else
        gr_db_rollback(im->db);
    im->uncommitted = 0;
    if (!code)
        im->stored = *im->imported;
    return code;
}

/* Writes the games of a batch. Returns 0, 1 when it was the last one, or a code. */
static int write_batch(Import *im, Batch *batch) {
    const GrImportJob *job = im->job;
    int code = 0;
    for (unsigned i = 0; i < batch->count && !code; i++) {
        if (im->db && i + 1 < batch->count)
            gr_duplicates_expect(&im->db->duplicates, batch->item[i + 1].packed.identity.own);
        code = write_item(im, &batch->item[i]);
    }
    if (code && im->db)
        gr_db_rollback(im->db); /* a game may be half written */
    if (!code && im->uncommitted >= COMMIT_GAMES)
        code = commit(im);
    if (!code && job->progress)
        job->progress(job->context, batch->bytes, batch->size);
    if (!code && job->stop && job->stop(job->context))
        code = gr_fail(im->error, GR_ERR_STOPPED, "stopped");
    if (!code && batch->code)
        code = gr_fail(im->error, batch->error.code, "%s", batch->error.text);
    return code ? code : batch->last;
}

static int import_alone(Import *im) {
    int code = 0;
    while (!code) {
        fill_batch(im, im->ring);
        pack_batch(im->ring, im->writer);
        code = write_batch(im, im->ring);
    }
    return code;
}

static void set_stage(Import *im, Batch *batch, Stage stage) {
    batch->stage = stage;
    pthread_cond_broadcast(&im->change);
}

/* The functions below are called with the lock held, and hold it again when they return. */

/* Packs the first batch that waits for it; false if there is none, or no writer. */
static bool pack_some(Import *im, GrLineWriter *writer) {
    for (unsigned i = 0; writer && i < im->batches; i++) {
        Batch *batch = &im->ring[(im->empty + i) % im->batches];
        if (batch->stage != FILLED)
            continue;
        batch->stage = PACKING;
        pthread_mutex_unlock(&im->lock);
        pack_batch(batch, writer);
        pthread_mutex_lock(&im->lock);
        set_stage(im, batch, PACKED);
        return true;
    }
    return false;
}

/* Fills the next batch if it is free; false if it is not. */
static bool fill_some(Import *im) {
    Batch *batch = &im->ring[im->fill];
    if (batch->stage != FREE || im->ended)
        return false;
    pthread_mutex_unlock(&im->lock);
    fill_batch(im, batch);
    pthread_mutex_lock(&im->lock);
    im->ended = batch->last;
    im->fill = (im->fill + 1) % im->batches;
    set_stage(im, batch, FILLED);
    return true;
}

static void drop_writer(GrLineWriter *writer) {
    if (writer)
        gr_move_line_writer_free(writer);
    free(writer);
}

static void *reader_thread(void *context) {
    Import *im = context;
    GrLineWriter *writer = calloc(1, sizeof *writer); /* without memory others pack */
    pthread_mutex_lock(&im->lock);
    while (!im->quit)
        if (!fill_some(im) && !pack_some(im, writer))
            pthread_cond_wait(&im->change, &im->lock);
    pthread_mutex_unlock(&im->lock);
    drop_writer(writer);
    return NULL;
}

static void *packer_thread(void *context) {
    Import *im = context;
    GrLineWriter *writer = calloc(1, sizeof *writer); /* without memory others pack */
    pthread_mutex_lock(&im->lock);
    while (!im->quit)
        if (!pack_some(im, writer))
            pthread_cond_wait(&im->change, &im->lock);
    pthread_mutex_unlock(&im->lock);
    drop_writer(writer);
    return NULL;
}

/* What the caller's thread does: it writes what is packed, and else helps packing. */
static int write_all(Import *im) {
    int code = 0;
    pthread_mutex_lock(&im->lock);
    while (!code) {
        Batch *batch = &im->ring[im->empty];
        if (batch->stage == PACKED) {
            pthread_mutex_unlock(&im->lock);
            code = write_batch(im, batch);
            pthread_mutex_lock(&im->lock);
            im->empty = (im->empty + 1) % im->batches;
            set_stage(im, batch, FREE);
        } else if (!pack_some(im, im->writer)) {
            pthread_cond_wait(&im->change, &im->lock);
        }
    }
    im->quit = true;
    pthread_cond_broadcast(&im->change);
    pthread_mutex_unlock(&im->lock);
    return code;
}

/* With fewer threads than asked for, if the system has no more, it takes longer but is the same. */
static int import_together(Import *im, int jobs) {
    enum { MOST = 64 };
    pthread_t thread[MOST];
    int started = 0;
    jobs = jobs > MOST ? MOST : jobs;
    if (pthread_create(&thread[0], NULL, reader_thread, im))
        return import_alone(im);
    for (started = 1; started < jobs - 1; started++)
        if (pthread_create(&thread[started], NULL, packer_thread, im))
            break;
    int code = write_all(im);
    while (started-- > 0)
        pthread_join(thread[started], NULL);
    return code;
}

/* The writer sleeps when the others are not done with the batch that it is due to write and nothing
 * else is left to pack; the more batches there are, the more seldom. */
static int make_ring(Import *im) {
    im->batches = im->job->jobs > 1 ? (unsigned)im->job->jobs * 8 + 2 : 1;
    im->batch_games = im->job->jobs > 1 ? BATCH_GAMES : ALONE_GAMES;
    if (im->batches > 32)
        im->batches = 32;
    im->ring = calloc(im->batches, sizeof *im->ring);
    im->writer = calloc(1, sizeof *im->writer);
    if (!im->ring || !im->writer)
        return gr_no_memory(im->error);
    for (unsigned b = 0; b < im->batches; b++)
        for (unsigned i = 0; i < BATCH_GAMES; i++) {
            gr_game_init(&im->ring[b].item[i].game);
            gr_packed_init(&im->ring[b].item[i].packed);
        }
    return 0;
}

static void free_ring(Import *im) {
    for (unsigned b = 0; im->ring && b < im->batches; b++)
        for (unsigned i = 0; i < BATCH_GAMES; i++) {
            gr_game_free(&im->ring[b].item[i].game);
            gr_packed_free(&im->ring[b].item[i].packed);
        }
    free(im->ring);
    drop_writer(im->writer);
}

/* Stores what was read, whatever ended the reading, and counts what is stored. */
static int finish(Import *im, int code) {
    GrError why = *im->error;
    int stored = im->db && gr_db_in_transaction(im->db) ? commit(im) : 0;
    *im->imported = im->stored;
    if (code)
        *im->error = why;
    return code ? code : stored;
}

/* The other databases are seen in one state. Of what fails, only the first `begun` have begun. */
static int begin_others(const GrImportJob *job, int *begun, GrError *error) {
    for (*begun = 0; *begun < job->other_count; ++*begun) {
        GrError why;
        if (gr_db_begin_read(job->others[*begun], &why))
            return gr_fail(error, why.code, "%s: %s", job->other_names[*begun], why.text);
    }
    return 0;
}

static int import_text(Import *im, uint32_t *stray) {
    const GrImportJob *job = im->job;
    int begun = 0, code = make_ring(im);
    pthread_mutex_init(&im->lock, NULL);
    pthread_cond_init(&im->change, NULL);
    if (!code)
        code = begin_others(job, &begun, im->error);
    if (!code)
        code = job->jobs > 1 ? import_together(im, job->jobs) : import_alone(im);
    if (code == 1) {
        *stray = gr_reader_stray(im->reader);
        code = 0;
    }
    while (begun-- > 0)
        gr_db_end_read(job->others[begun]);
    pthread_cond_destroy(&im->change);
    pthread_mutex_destroy(&im->lock);
    free_ring(im);
    return code;
}

int gr_import(GrDb *db, const GrImportJob *job, GrImported *imported, uint32_t *stray,
              GrError *error) {
    GrError own;
    Import im = {.job = job, .db = db, .imported = imported, .stored = *imported};
    im.error = error ? error : &own;
    *stray = 0;
    const GrVariants *variants = db ? gr_db_all_variants(db) : job->variants;
    im.reader = gr_reader_open(job->path, variants, job->rules, im.error);
    if (!im.reader)
        return im.error->code;
    gr_reader_set_evals(im.reader, job->evals);
    gr_reader_set_stop(im.reader, job->stop, job->context);
    gr_copy_init(&im.copy, job->copies);
    int code = import_text(&im, stray);
    code = finish(&im, code);
    gr_copy_free(&im.copy);
    imported->doubtful_eval = gr_reader_doubtful_eval(im.reader);
    imported->looks_like = gr_reader_looks_like(im.reader);
    gr_reader_close(im.reader);
    return code;
}
