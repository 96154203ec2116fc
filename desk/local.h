/* What the files of desk/ share. Internal to desk/. */
#ifndef GR_DESK_LOCAL_H
#define GR_DESK_LOCAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "db/db.h"
#include "desk/desk.h"
#include "notation/json.h"
#include "notation/json_read.h"

/* ---- warn.c ---- */

/* Tells the one who started the desk. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void desk_warn(const GrDesk *desk, const char *format, ...);

/* ---- secret.c ---- */

enum { DESK_SECRET = 33 }; /* 128 bits as 32 digits, and a NUL */

/* Makes a random secret. GR_ERR_IO if the system gives none. */
int desk_secret_make(char out[DESK_SECRET], GrError *error);

/* Is `text`, of that length, the secret? Takes as long wherever they differ. */
bool desk_secret_is(const char secret[DESK_SECRET], const char *text, size_t length);

/* ---- the desk ---- */

enum { DESK_POOL = 8, DESK_MOST_FILES = 1000, DESK_MOST_FOLDERS = 64, DESK_MOST_STREAMS = 16,
       DESK_MOST_EXPORTS = 4, DESK_MOST_JOBS = 16,
       DESK_JOB_PLACES = 1024 }; /* more than DESK_MOST_JOBS are there only if they are not done, of several databases */

/* A database that requests may name. Its handle is its place in the list, from 1. */
typedef struct DeskFile {
    char *path;
    const char *name;       /* the end of the path */
    pthread_mutex_t lock;   /* of what follows */
    GrDb *idle[DESK_POOL];  /* open for reading, with nobody at work */
    int idles;
    GrDb *writer;           /* open for writing, or NULL as long as nothing was written */
    pthread_mutex_t writing; /* held by who uses the writer */
    int guard;              /* a descriptor whose lock keeps other desks from writing; below 0: none */
    bool opened, alone;     /* asked for; it may be written to by this desk */
    bool jobs_known;        /* those of an earlier desk have been read; under the desk's lock, */
    bool jobs_changed;      /* as is that the file of its jobs does not have them as they are */
} DeskFile;

typedef struct DeskJob DeskJob;

struct GrDesk {
    GrDeskStart start;
    char token[DESK_SECRET], session[DESK_SECRET];
    pthread_mutex_t lock;   /* of what follows */
    bool token_used;
    DeskFile *file[DESK_MOST_FILES];
    int files;
    char *folder[DESK_MOST_FOLDERS];
    int folders;
    GrDeskStream *stream[DESK_MOST_STREAMS];
    int exports; /* that run */
    GrBuffer described; /* the games that come with the library as descriptions, as they are listed; "": not yet */
    pthread_mutex_t keeping; /* held while files of jobs are written, taken before the desk's lock */
    DeskJob *job[DESK_JOB_PLACES];
    unsigned jobs_begun;
    int job_threads;        /* of jobs, also of those that have ended but are being written down, */
    pthread_cond_t job_left; /* and told when one of them goes */
    atomic_int jobs_running, lines; /* without the lock: how many jobs; with how many threads lines are searched */
};

/* ---- call.c: a request at work ---- */

enum { DESK_PARAMETERS = 64, DESK_WILD = 2 };

typedef struct DeskParameter {
    const char *name, *value;
} DeskParameter;

typedef struct DeskCall {
    GrDesk *desk;
    const GrDeskRequest *request;
    GrDeskResponse *response;
    char *text;                /* the target, decoded: the path, and each name and value, NUL after each */
    const char *path;          /* in it */
    DeskParameter parameter[DESK_PARAMETERS];
    int parameters;
    const struct DeskTogether *together; /* the databases that it asks at once; NULL: just one */
    const char *wild[DESK_WILD]; /* what stands where the route has a `*` */
    char *words;               /* a copy of the path, of which these are parts */
    GrJsonTree tree;           /* of the body of what needs one; tree.value[1] is an object */
    GrJson json;               /* the answer */
    int64_t deadline;          /* milliseconds of the monotonic clock: answers that take longer are cut */
} DeskCall;

/* Decodes the target. False after refusing it. */
bool desk_call_start(DeskCall *call, GrDesk *desk, const GrDeskRequest *request, GrDeskResponse *response);
void desk_call_end(DeskCall *call);

/* Makes the response a refusal, with a sentence in a member "error". */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void desk_refuse(DeskCall *call, int status, const char *format, ...);

/* The same for what the library says. Returns the status. */
int desk_refuse_for(DeskCall *call, const GrError *error);

/* Begins an answer that is JSON, an object; ends it. */
GrJson *desk_answer(DeskCall *call);
void desk_answered(DeskCall *call);

/* Appends to the response's body; in the form of GrPut, with a GrBuffer as context. */
int desk_put(void *buffer, const char *bytes, size_t len);

/* The nth value, from 0, of a parameter; NULL past the last one. */
const char *desk_parameter(const DeskCall *call, const char *name, int n);

/* Sets *number from a parameter, if it is there. False after refusing a value that is none from `low` to `high`. */
bool desk_number(DeskCall *call, const char *name, int64_t low, int64_t high, int64_t *number);

/* A string of the body; with `needed` the request is refused where there is none, and where it is no string in any
 * case: then *well becomes false. NULL if there is none. */
const char *desk_text(DeskCall *call, const char *name, bool needed, bool *well);

/* The same of another object of the body. */
const char *desk_text_of(DeskCall *call, uint32_t object, const char *name, bool needed, bool *well);

/* The rules of that name; NULL after refusing the request. NULL as name is refused, too. */
const GrRules *desk_rules(DeskCall *call, const char *name);

/* Reads a FEN, "" or NULL being the usual start. False after refusing it. */
bool desk_position(DeskCall *call, const GrRules *rules, const char *fen, GrPosition *pos);

/* Should the answer end early? For GrFind and others; the context is a DeskCall. */
bool desk_stop(void *call, int64_t id, int64_t last);

/* ---- guard.c ---- */

/* Who asks? False after answering what must not go on, or is a visit at the opening address. */
bool desk_admit(DeskCall *call);

/* May this, which changes something, come from anywhere but our page? False after refusing it. */
bool desk_admit_change(DeskCall *call);

/* ---- files.c: databases ---- */

/* The database of that handle, and the one that the call's first `*` names; NULL after refusing the request. */
DeskFile *desk_file_of(DeskCall *call, const char *handle);
DeskFile *desk_file(DeskCall *call);

/* A connection for reading, to be given back; NULL after refusing the request. */
GrDb *desk_take(DeskCall *call, DeskFile *file);
void desk_give(DeskFile *file, GrDb *db);

/* The one for writing, which nobody else has until it is given back; NULL after refusing the request. */
GrDb *desk_take_writer(DeskCall *call, DeskFile *file);
void desk_give_writer(DeskFile *file);

/* Adds the databases that lie in the folders now. */
int desk_look(GrDesk *desk, GrError *error);

/* Makes an empty database of that name, with .db behind it if need be, in the first folder. Sets its handle.
 * GR_ERR_BUSY if there is such a file, or no folder; GR_ERR_SYNTAX for what is no name. */
enum { DESK_NAME = 100 };
int desk_file_create(GrDesk *desk, const char *name, int *handle, GrError *error);

/* Opens a file that was found, and guards it against other desks; *first: it was not open yet. */
int desk_file_open(GrDesk *desk, DeskFile *file, bool *first, GrError *error);

/* Finds or adds the file of that path. */
int desk_file_add(GrDesk *desk, const char *path, DeskFile **file, GrError *error);

/* Settles and closes all; returns the first failure. */
int desk_files_close(GrDesk *desk, GrError *error);

/* ---- recent.c ---- */

/* Keeps for later desks that this file was open. */
void desk_recent_add(GrDesk *desk, const char *path);

/* Appends their paths, a line each, the latest first; false if there are none. */
bool desk_recent_read(const GrDesk *desk, GrBuffer *lines);

/* ---- route_engines.c ---- */

/* The command of the engine of that name, GR_BUILTIN if it is NULL; NULL after refusing one that there is not. */
const char *desk_engine(DeskCall *call, const char *name);

/* ---- page.c ---- */

/* A file of the page by its path; NULL if there is none. */
const char *desk_page(const char *path, const char **type, size_t *length);

/* ---- own_tags.c ---- */

/* Do the tags of an object of the body, of which `game` was made, say what the game is, as far as they are not those
 * that it had before? False after refusing it. */
bool desk_admit_tags(DeskCall *call, uint32_t object, const GrGame *game, const GrGame *was);

/* ---- changed.c ---- */

/* A member "change": the handle of the last change of a database, if that is of this kind and of game `id`, or with 0
 * of any; else null. */
void desk_put_change(GrJson *json, GrDb *db, GrChangeKind kind, int64_t id);

/* ---- the routes ---- */

typedef void DeskRoute(DeskCall *call);
DeskRoute desk_variants, desk_shapes, desk_variants_check;                                  /* route_variants.c */
DeskRoute desk_at_position;                                                      /* route_position.c */
DeskRoute desk_dbs, desk_dbs_open, desk_dbs_create;                              /* route_dbs.c */
DeskRoute desk_games;                                                            /* route_games.c */
DeskRoute desk_numbers;                                                          /* route_numbers.c */
DeskRoute desk_tree;                                                             /* route_tree.c */
DeskRoute desk_query_check, desk_query_complete;                                 /* route_query.c */
DeskRoute desk_game, desk_game_put, desk_game_delete, desk_undo, desk_game_edit; /* route_game.c */
DeskRoute desk_text_check, desk_text_repair, desk_import;                        /* route_text.c */
DeskRoute desk_stats, desk_export, desk_report;                                  /* route_output.c, route_report.c */
DeskRoute desk_engines;                                                          /* route_engines.c */
DeskRoute desk_live, desk_live_post;                                             /* live.c, route_live.c */
DeskRoute desk_jobs, desk_jobs_result, desk_jobs_events;                         /* jobs_list.c; live.c */
DeskRoute desk_jobs_post, desk_jobs_change, desk_jobs_delete;                    /* jobs.c */
DeskRoute desk_diagram, desk_game_diagram;                                       /* route_diagram.c */

#endif
