/* The desk: databases, games and rules for one person's browser on this machine. Internal to the programs: the front
 * header of desk/, which grimoire-desk uses.
 *
 * A GrDesk answers requests. It knows nothing of sockets: gr_desk_handle makes a response of a request, and serve.c, or
 * a test, brings one and takes the other. Any number of threads may have requests handled at a time.
 *
 * Nobody but the person who started the desk is answered. A request must name this machine and the desk's port as its
 * host, must not come from a page of another origin, and must have the cookie that was given, once, for the token in
 * the address which the desk was opened by. What changes anything must be application/json and have a header
 * X-Grimoire, which no page of another origin can send. Only files that were named at the start, or lie in folders that
 * were, are opened, and requests name them by a handle.
 */
#ifndef GR_DESK_DESK_H
#define GR_DESK_DESK_H

#include <stdbool.h>
#include <stddef.h>

#include "notation/buffer.h"
#include "rules/error.h"
#include "rules/variant.h"

typedef struct GrDesk GrDesk;

/* Bounds: bytes of a request's body, and of a response's. */
enum { GR_DESK_BODY = 4 << 20, GR_DESK_RESPONSE = 64 << 20 };

typedef struct GrDeskStart {
    const GrVariants *variants; /* must stay open; gr_variants_offer_described has been called for them */
    int port;                   /* at which it is served */
    int jobs;                   /* threads for a search, from 1 */
    const char *const *engine;  /* commands of engines that jobs may use, beside the built-in one; they must stay */
    int engines;
    const char *state;          /* the folder of files that outlive the desk; must stay. NULL: nothing outlives it */
    bool (*stop)(void *context); /* asked by all threads: are answers to end early? NULL: never */
    void *context;
    /* Told what went wrong that no request asked for, by any thread; NULL: nobody is. */
    void (*warn)(void *context, const char *text);
} GrDeskStart;

/* The folder of the user's for GrDeskStart.state: $XDG_STATE_HOME/grimoire, or ~/.local/state/grimoire. False if there
 * is none, or its path is longer than `size` has room for. It need not be there. */
bool gr_desk_state_folder(char *out, size_t size);

/* Makes a desk without databases. GR_ERR_IO if the system gives no random numbers. */
int gr_desk_open(const GrDeskStart *start, GrDesk **desk, GrError *error);

/* Ends what still runs, and closes the databases: what was written to them lies in the files afterwards. Fails as
 * gr_db_settle does; the desk is gone in any case. NULL is fine. */
int gr_desk_close(GrDesk *desk, GrError *error);

/* A database that requests may use, which is opened at once. Fails as gr_db_open does. Where another desk has it
 * already it is not written to, and *alone (may be NULL) is false. */
int gr_desk_add_database(GrDesk *desk, const char *path, bool *alone, GrError *error);

/* A folder whose files NAME.db requests may open, those in folders below it not. New databases are created in the first
 * one. GR_ERR_NOT_FOUND if there is none. */
int gr_desk_add_folder(GrDesk *desk, const char *path, GrError *error);

/* Lets requests open the databases that earlier desks with the same GrDeskStart.state have opened, as far as they are
 * there. */
int gr_desk_add_recent(GrDesk *desk, GrError *error);

/* The token for the opening address, 32 digits. */
const char *gr_desk_token(const GrDesk *desk);

/* A request. Texts end with NUL; of headers that a request does not have they are NULL. */
typedef struct GrDeskRequest {
    const char *method;     /* "GET" */
    const char *target;     /* as its first line has it: a path and parameters, neither decoded */
    const char *host, *origin, *fetch_site, *cookie, *content_type;
    const char *own_header; /* X-Grimoire */
    const char *if_match;
    const char *body;
    size_t length;          /* of the body; above GR_DESK_BODY: that is refused, and `body` not looked at */
} GrDeskRequest;

/* Events for a browser, for as long as it listens. */
typedef struct GrDeskStream GrDeskStream;

typedef struct GrDeskResponse {
    int status;           /* of HTTP */
    const char *type;     /* of the body */
    const char *allow;    /* with 405: the methods; else NULL */
    const char *file;     /* the name under which a browser is to keep it, and not to show it; else NULL */
    char file_name[64];   /* where `file` may lie */
    const char *policy;   /* Content-Security-Policy, in place of the usual one; else NULL */
    char tag[48];         /* ETag; "" none */
    char cookie[128];     /* Set-Cookie; "" none */
    bool home;            /* Location: / */
    GrBuffer body;
    GrDeskStream *stream; /* what follows the body, bit by bit; NULL: nothing. Who takes it out frees it */
} GrDeskResponse;

/* Answers a request. The response is overwritten, and is the caller's, who frees it. Failures are reported in it. */
void gr_desk_handle(GrDesk *desk, const GrDeskRequest *request, GrDeskResponse *response);
void gr_desk_response_free(GrDeskResponse *response);

/* Adds what comes next to `out`, after at most a third of a second; false at the end. */
bool gr_desk_stream_next(GrDeskStream *stream, GrBuffer *out);

/* Ends the search behind it; before the desk is closed. NULL is fine. */
void gr_desk_stream_free(GrDeskStream *stream);

/* The nth header, from 0, that every response has beside those; false past the end. */
bool gr_desk_header(size_t n, const char **name, const char **value);

/* ---- serve.c ---- */

typedef struct GrDeskServer GrDeskServer;

/* Listens at a port of 127.0.0.1 (0: any that is free), and answers nobody yet. *port is the port. */
int gr_desk_listen(int wanted, GrDeskServer **server, int *port, GrError *error);

/* Answers, in threads of its own, until gr_desk_stop_serving. */
int gr_desk_serve(GrDeskServer *server, GrDesk *desk, GrError *error);

/* Ends answering and listening; to be called before the desk is closed. NULL is fine. */
void gr_desk_stop_serving(GrDeskServer *server);

#endif
