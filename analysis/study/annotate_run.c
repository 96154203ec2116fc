/* Annotating the games of a database by several threads. */
#include "analysis/study/annotate_run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/store/database.h"

enum { SAVE_MS = 10000, MAX_THREADS = 256, PATIENCE_MS = 60000, MOST_FAILURES = 3 };

/* What the threads share; all but `job` under the lock. */
typedef struct Run {
    const GrAnnotateJob *job;
    pthread_mutex_t lock;
    GrAnnotateSummary *summary;
    int64_t next, last, done; /* numbers of games: to hand out next, highest, gone through */
    int code;                 /* the first failure that ends the run */
    GrError error;
} Run;

/* What each thread has for itself. */
typedef struct Worker {
    Run *run;
    GrDb *db;
    GrAnalyst *analyst;
    GrGame game;
    char settings[GR_SETTINGS_SIZE];
    const GrRules *playing; /* what the analyst was set to last, NULL: nothing yet */
    int64_t positions;
    int failures; /* of the engine, since it last judged a position */
} Worker;

/* ---- reporting ---- */

static void report(Run *run, GrAnnotateKind kind, int64_t id, int code, const char *text) {
    const GrAnnotateJob *job = run->job;
    GrAnnotateEvent event = {.kind = kind, .game = id, .code = code, .text = text};
    pthread_mutex_lock(&run->lock);
    if (kind == GR_ANNOTATE_FAULT)
        run->summary->faulty++;
    event.done = run->done;
    event.total = run->last;
    if (job->event)
        job->event(job->user, &event);
    pthread_mutex_unlock(&run->lock);
}

static void count(Run *run, int64_t *counter) {
    pthread_mutex_lock(&run->lock);
    ++*counter;
    pthread_mutex_unlock(&run->lock);
}

/* Ends the run for all threads; the first to say why is heard. */
static void end_run(Run *run, int code, const GrError *error) {
    pthread_mutex_lock(&run->lock);
    if (run->code == 0) {
        run->code = code;
        run->error = *error;
    }
    pthread_mutex_unlock(&run->lock);
}

static bool is_ending(Run *run) {
    pthread_mutex_lock(&run->lock);
    bool ending = run->code != 0;
    pthread_mutex_unlock(&run->lock);
    return ending || (run->job->stop && run->job->stop(run->job->user));
}

static bool should_stop(void *user) {
    return is_ending(user);
}

/* The number of the next game, 0 if there is none. */
static int64_t next_game(Run *run) {
    int64_t id = 0;
    pthread_mutex_lock(&run->lock);
    while (id == 0 && run->next <= run->last) {
        if ((run->next - 1) % run->job->shards == run->job->shard - 1)
            id = run->next;
        run->next++;
    }
    pthread_mutex_unlock(&run->lock);
    return id;
}

/* ---- a game ---- */

/* Does a failure end the run, since it would meet every further game too? */
static bool is_fatal(int code) {
    return code == GR_ERR_STOPPED || code == GR_ERR_MEMORY || code == GR_ERR_IO ||
           code == GR_ERR_BUSY;
}

/* Writes what is known into the game as it stands in the database now. */
static int save(Worker *w, int64_t id, const GrAnnotation *annotation, GrError *error) {
    GrGame now;
    if (annotation->known <= annotation->first)
        return 0; /* nothing new */
    gr_game_init(&now);
    int code = gr_db_begin(w->db, error);
    if (code == 0)
        code = gr_db_get_game(w->db, id, &now, error);
    if (code == 0)
        code = gr_annotation_apply(annotation, &now, error);
    if (code == 0)
        code = gr_db_replace_game(w->db, id, &now, error);
    if (code == 0)
        code = gr_db_commit(w->db, error);
    if (code != 0)
        gr_db_rollback(w->db);
    gr_game_free(&now);
    return code;
}

/* Sets the analyst to the variant; an engine that has died since is started again. */
static int prepare_engine(Worker *w, GrError *error) {
    if (w->playing == w->game.rules)
        return 0;
    const GrVariant *variant = gr_variant(w->game.rules);
    int code = gr_analyst_new_game(w->analyst, variant, error);
    if (code == GR_ERR_IO && gr_analyst_restart(w->analyst, error) == 0)
        code = gr_analyst_new_game(w->analyst, variant, error);
    w->playing = code == 0 ? w->game.rules : NULL;
    return code;
}

/* Has the engine failed, so that it is of no use until it is started again? */
static bool has_broken(int code) {
    return code == GR_ERR_IO || code == GR_ERR_LIMIT;
}

/* One position; an engine that dies over it is started again for a second try. If it fails at one
 * position after the other, that ends the run. */
static int judge(Worker *w, GrAnnotation *annotation, GrError *error) {
    const GrLimits *limits = &w->run->job->limits;
    int code = gr_annotation_step(annotation, &w->game, w->analyst, limits, error);
    if (!has_broken(code)) {
        w->failures = code == 0 ? 0 : w->failures;
        return code;
    }
    w->playing = NULL;
    GrError again;
    int begun = gr_analyst_restart(w->analyst, &again);
    if (begun == 0)
        begun = prepare_engine(w, &again);
    if (begun != 0) {
        *error = again;
        return is_fatal(begun) ? begun : GR_ERR_IO;
    }
    code = gr_annotation_step(annotation, &w->game, w->analyst, limits, error);
    if (has_broken(code)) {
        begun = gr_analyst_restart(w->analyst, &again);
        if (begun == GR_ERR_STOPPED)
            code = begun;
        else if (begun == 0 && ++w->failures < MOST_FAILURES)
            code = GR_ERR_ILLEGAL; /* this position kills it, but others may not */
        else
            code = GR_ERR_IO;
    }
    w->playing = code == 0 ? w->playing : NULL;
    return code;
}

/* Judges position by position, saving now and then; what is known is saved whatever happens. */
static int judge_game(Worker *w, int64_t id, GrAnnotation *annotation, GrError *error) {
    int every = w->run->job->save_ms > 0 ? w->run->job->save_ms : SAVE_MS;
    int64_t saved = gr_now_ms();
    int code = prepare_engine(w, error);
    if (code != 0)
        return code;
    while (code == 0 && !gr_annotation_complete(annotation)) {
        code = is_ending(w->run) ? gr_fail(error, GR_ERR_STOPPED, "stopped")
                                 : judge(w, annotation, error);
        w->positions += code == 0;
        if (code == 0 && !gr_annotation_complete(annotation) && gr_now_ms() - saved >= every) {
            code = save(w, id, annotation, error);
            saved = gr_now_ms();
        }
    }
    GrError second;
    int last = save(w, id, annotation, &second);
    if (code == 0 && last != 0)
        *error = second;
    return code == 0 ? last : code;
}

static int annotate_game(Worker *w, int64_t id, GrError *error) {
    GrAnnotation annotation;
    int code = gr_annotation_begin(&annotation, &w->game, w->settings);
    if (code != 0)
        gr_no_memory(error);
    else
        code = judge_game(w, id, &annotation, error);
    gr_annotation_free(&annotation);
    if (code == 0)
        count(w->run, &w->run->summary->annotated);
    return code;
}

/* Is there nothing to do on the game? Then it has been counted and reported. */
static bool is_passed_over(Worker *w, int64_t id) {
    Run *run = w->run;
    GrAnnotated state = gr_annotation_look(&w->game, w->settings);
    if (!w->game.rules) {
        count(run, &run->summary->skipped);
        report(run, GR_ANNOTATE_NOTE, id, 0, "its variant is unknown, so it cannot be annotated");
        return true;
    }
    if (w->game.plies == 0) {
        count(run, &run->summary->skipped);
        return true;
    }
    if (state == GR_FINISHED) {
        count(run, &run->summary->before);
        return true;
    }
    if (state == GR_FOREIGN_EVALS && !run->job->overwrite) {
        count(run, &run->summary->skipped);
        report(run, GR_ANNOTATE_NOTE, id, 0, "it has evaluations by others, which are kept");
        return true;
    }
    return false;
}

/* One game from the database and back. A code below 0 ends the run. */
static int handle(Worker *w, int64_t id, GrError *error) {
    int code = gr_db_get_game(w->db, id, &w->game, error);
    if (code == GR_ERR_NOT_FOUND) /* taken out: its number is not given again */
        return 0;
    if (code == 0 && is_passed_over(w, id))
        return 0;
    if (code == 0)
        code = annotate_game(w, id, error);
    if (code != 0 && is_fatal(code))
        return code;
    if (code != 0)
        report(w->run, GR_ANNOTATE_FAULT, id, code, error->text);
    return 0;
}

/* ---- threads ---- */

static int open_worker(Worker *w, GrError *error) {
    const GrAnnotateJob *job = w->run->job;
    int code = gr_db_open(job->path, job->variants, GR_DB_WRITE, &w->db, error);
    if (code != 0)
        return code;
    gr_db_set_patience(w->db, PATIENCE_MS);
    code = gr_analyst_open(job->engine, job->hash, should_stop, w->run, &w->analyst, error);
    if (code != 0)
        return code;
    gr_annotation_settings(w->analyst, &job->limits, w->settings);
    return 0;
}

static void *work(void *argument) {
    Worker *w = argument;
    GrError error;
    int64_t id;
    int code = open_worker(w, &error);
    while (code == 0 && !is_ending(w->run) && (id = next_game(w->run)) != 0) {
        code = handle(w, id, &error);
        pthread_mutex_lock(&w->run->lock);
        w->run->done = id;
        pthread_mutex_unlock(&w->run->lock);
        if (code == 0)
            report(w->run, GR_ANNOTATE_GAME, id, 0, NULL);
    }
    if (code != 0)
        end_run(w->run, code, &error);
    gr_analyst_close(w->analyst); /* here, since several engines may take their time at once */
    w->analyst = NULL;
    return NULL;
}

static void close_worker(Worker *w) {
    gr_analyst_close(w->analyst);
    gr_db_close(w->db);
    gr_game_free(&w->game);
}

/* How many games there are; makes sure at the same time that the database can be written. */
static int look_first(Run *run, GrError *error) {
    GrDb *db;
    int code = gr_db_open(run->job->path, run->job->variants, GR_DB_WRITE, &db, error);
    if (code != 0)
        return code;
    run->last = gr_db_last(db, error);
    gr_db_close(db);
    return run->last < 0 ? (int)run->last : 0;
}

/* The calling thread is one of the workers; if no more can be started, it does with those there. */
static void run_workers(Run *run, Worker *workers, int threads) {
    pthread_t thread[MAX_THREADS];
    int started = 1;
    for (int i = 0; i < threads; i++) {
        workers[i].run = run;
        gr_game_init(&workers[i].game);
    }
    while (started < threads &&
           pthread_create(&thread[started], NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < threads; i++) {
        run->summary->positions += workers[i].positions;
        close_worker(&workers[i]);
    }
}

int gr_annotate_run(const GrAnnotateJob *job, GrAnnotateSummary *summary, GrError *error) {
    Run run = {.job = job, .summary = summary, .next = 1};
    int threads = job->threads < 1 ? 1 : job->threads < MAX_THREADS ? job->threads : MAX_THREADS;
    *summary = (GrAnnotateSummary){0};
    int code = look_first(&run, error);
    if (code != 0)
        return code;
    Worker *workers = calloc((size_t)threads, sizeof *workers);
    if (!workers || pthread_mutex_init(&run.lock, NULL) != 0) {
        free(workers);
        return gr_no_memory(error);
    }
    run_workers(&run, workers, threads);
    pthread_mutex_destroy(&run.lock);
    free(workers);
    if (run.code == 0 && job->stop && job->stop(job->user))
        run.code = gr_fail(&run.error, GR_ERR_STOPPED, "stopped");
    if (run.code != 0 && error)
        *error = run.error;
    return run.code;
}
