/* Bringing requests of HTTP, by libmicrohttpd, and taking responses back. */
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "analysis/engine/search.h"
#include "analysis/uci/condition.h"
#include "desk/desk.h"
#include "desk/visits.h"

/* MEMORY: bytes for the first line and headers of a request, in which the library has its own notes on each, and a part
 * of the answer. What is longer it refuses by itself. */
enum { IDLE_SECONDS = 120, QUEUE = 64, TICK = 1000, MEMORY = 256 << 10 };

/* Bytes of all answers that are on their way. */
enum { MOST_BYTES = 4 * GR_DESK_RESPONSE };

struct GrDeskServer {
    int socket; /* below 0: the daemon has it */
    struct MHD_Daemon *daemon;
    GrDesk *desk;
    Visits visits;
    pthread_t watch;       /* cuts connections that wait too long */
    bool watching;
    pthread_mutex_t lock;  /* of what follows */
    pthread_cond_t change;
    bool ending;
};

/* A request that comes in. */
typedef struct Coming {
    char *target;
    GrBuffer body;
    size_t length; /* more than was kept, if that is too much */
    bool begun;
} Coming;

/* ---- listening ---- */

static GrDeskServer *make_server(void) {
    GrDeskServer *server = calloc(1, sizeof *server);
    if (!server)
        return NULL;
    server->socket = -1;
    if (!pthread_mutex_init(&server->visits.lock, NULL)) {
        if (!pthread_mutex_init(&server->lock, NULL)) {
            if (gr_condition_init(&server->change))
                return server;
            pthread_mutex_destroy(&server->lock);
        }
        pthread_mutex_destroy(&server->visits.lock);
    }
    free(server);
    return NULL;
}

static void free_server(GrDeskServer *server) {
    pthread_cond_destroy(&server->change);
    pthread_mutex_destroy(&server->lock);
    pthread_mutex_destroy(&server->visits.lock);
    free(server);
}

int gr_desk_listen(int wanted, GrDeskServer **server, int *port, GrError *error) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)wanted),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    int on = 1;
    *server = make_server();
    if (!*server)
        return gr_no_memory(error);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, length) || listen(fd, QUEUE) ||
        getsockname(fd, (struct sockaddr *)&address, &length)) {
        int code = gr_fail(error, GR_ERR_IO, "port %d of 127.0.0.1: %s", wanted, strerror(errno));
        if (fd >= 0)
            close(fd);
        free_server(*server);
        *server = NULL;
        return code;
    }
    (*server)->socket = fd;
    *port = ntohs(address.sin_port);
    return 0;
}

/* ---- connections ---- */

static void on_connection(void *context, struct MHD_Connection *connection, void **own,
                          enum MHD_ConnectionNotificationCode what) {
    GrDeskServer *server = context;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (what == MHD_CONNECTION_NOTIFY_CLOSED)
        visits_end(&server->visits, *own);
    else if (info)
        *own = visits_begin(&server->visits, info->connect_fd, gr_now_ms());
}

static Visit *visit_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static void *watch(void *context) {
    GrDeskServer *server = context;
    pthread_mutex_lock(&server->lock);
    while (!server->ending) {
        gr_condition_wait(&server->change, &server->lock, gr_now_ms() + TICK);
        pthread_mutex_unlock(&server->lock);
        visits_cut(&server->visits, gr_now_ms());
        pthread_mutex_lock(&server->lock);
    }
    pthread_mutex_unlock(&server->lock);
    return NULL;
}

/* ---- requests ---- */

/* The first line of a request, before anything of it is decoded. */
static void *on_target(void *context, const char *target, struct MHD_Connection *connection) {
    GrDeskServer *server = context;
    visits_wait(&server->visits, visit_of(connection), gr_now_ms());
    Coming *coming = calloc(1, sizeof *coming);
    if (!coming)
        return NULL;
    gr_buffer_init(&coming->body);
    coming->target = strdup(target);
    return coming;
}

static void on_end(void *context, struct MHD_Connection *connection, void **own, enum MHD_RequestTerminationCode why) {
    Coming *coming = *own;
    GrDeskServer *server = context;
    (void)why;
    visits_wait(&server->visits, visit_of(connection), gr_now_ms());
    if (!coming)
        return;
    gr_buffer_free(&coming->body);
    free(coming->target);
    free(coming);
    *own = NULL;
}

enum { MOST_HEADERS = 30 << 10 }; /* bytes of all their names and values */

static enum MHD_Result add_length(void *context, enum MHD_ValueKind kind, const char *name, size_t name_length,
                                  const char *value, size_t length) {
    size_t *sum = context;
    (void)kind;
    (void)name;
    (void)value;
    *sum += name_length + length;
    return MHD_YES;
}

static bool has_long_headers(struct MHD_Connection *connection) {
    size_t sum = 0;
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, add_length, &sum);
    return sum > MOST_HEADERS;
}

/* What the server refuses by itself. */
static void refuse(GrDeskResponse *response, int status, const char *why) {
    gr_desk_response_free(response);
    *response = (GrDeskResponse){.status = status, .type = "application/json; charset=utf-8"};
    gr_buffer_init(&response->body);
    gr_buffer_printf(&response->body, "{\"error\":\"%s\"}", why);
}

/* A header that stands twice counts as one that is none of what is asked for. */
typedef struct Header {
    const char *name, *value;
    unsigned count;
} Header;

static enum MHD_Result take_header(void *context, enum MHD_ValueKind kind, const char *name, size_t name_length,
                                   const char *value, size_t length) {
    Header *header = context;
    (void)kind;
    (void)name_length;
    for (; header->name; header++)
        if (!strcasecmp(header->name, name))
            header->value = header->count++ ? "(given twice)" : !value ? "" : strlen(value) < length ? "(has a NUL)" : value;
    return MHD_YES;
}

static void read_headers(struct MHD_Connection *connection, GrDeskRequest *request) {
    Header header[] = {{"Host", NULL, 0}, {"Origin", NULL, 0}, {"Sec-Fetch-Site", NULL, 0}, {"Cookie", NULL, 0},
                       {"Content-Type", NULL, 0}, {"X-Grimoire", NULL, 0}, {"If-Match", NULL, 0}, {NULL, NULL, 0}};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take_header, header);
    request->host = header[0].value;
    request->origin = header[1].value;
    request->fetch_site = header[2].value;
    request->cookie = header[3].value;
    request->content_type = header[4].value;
    request->own_header = header[5].value;
    request->if_match = header[6].value;
}

/* ---- responses ---- */

static void add_headers(struct MHD_Response *made, const GrDeskResponse *response) {
    const char *name, *value;
    for (size_t n = 0; gr_desk_header(n, &name, &value); n++) {
        bool policy = response->policy && !strcmp(name, "Content-Security-Policy");
        MHD_add_response_header(made, name, policy ? response->policy : value);
    }
    MHD_add_response_header(made, MHD_HTTP_HEADER_CONTENT_TYPE, response->type);
    if (response->file) {
        char kept[100];
        snprintf(kept, sizeof kept, "attachment; filename=\"%.60s\"", response->file);
        MHD_add_response_header(made, MHD_HTTP_HEADER_CONTENT_DISPOSITION, kept);
    }
    if (response->allow)
        MHD_add_response_header(made, MHD_HTTP_HEADER_ALLOW, response->allow);
    if (*response->tag)
        MHD_add_response_header(made, MHD_HTTP_HEADER_ETAG, response->tag);
    if (*response->cookie)
        MHD_add_response_header(made, MHD_HTTP_HEADER_SET_COOKIE, response->cookie);
    if (response->home)
        MHD_add_response_header(made, MHD_HTTP_HEADER_LOCATION, "/");
}

/* A stream on its way, and what was told of it but not taken yet. */
typedef struct Telling {
    GrDeskStream *stream;
    GrBuffer text;
    size_t taken;
} Telling;

/* Gives the next bytes; this may wait, as the connection has a thread of its own. */
static ssize_t tell(void *context, uint64_t at, char *to, size_t most) {
    Telling *telling = context;
    (void)at;
    if (telling->taken == telling->text.len) {
        gr_buffer_clear(&telling->text);
        telling->taken = 0;
        if (!gr_desk_stream_next(telling->stream, &telling->text))
            return MHD_CONTENT_READER_END_OF_STREAM;
    }
    size_t left = telling->text.len - telling->taken, length = left < most ? left : most;
    memcpy(to, telling->text.data + telling->taken, length);
    telling->taken += length;
    return (ssize_t)length;
}

static void end_telling(void *context) {
    Telling *telling = context;
    gr_desk_stream_free(telling->stream);
    gr_buffer_free(&telling->text);
    free(telling);
}

static struct MHD_Response *make_stream(GrDeskResponse *response) {
    enum { PIECE = 4096 };
    Telling *telling = calloc(1, sizeof *telling);
    if (!telling)
        return NULL;
    gr_buffer_init(&telling->text);
    telling->stream = response->stream;
    struct MHD_Response *made = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, PIECE, tell, telling, end_telling);
    if (made)
        response->stream = NULL;
    else
        free(telling);
    return made;
}

/* The body becomes the library's. */
static struct MHD_Response *make_whole(GrDeskResponse *response) {
    size_t length = response->body.len;
    char *body = gr_buffer_take(&response->body);
    struct MHD_Response *made = body ? MHD_create_response_from_buffer(length, body, MHD_RESPMEM_MUST_FREE) : NULL;
    if (!made)
        free(body);
    return made;
}

static enum MHD_Result answer(GrDeskServer *server, struct MHD_Connection *connection, const char *method,
                              const Coming *coming) {
    GrDeskRequest request = {.method = method, .target = coming->target, .body = coming->body.data,
                             .length = coming->length};
    GrDeskResponse response = {.status = 0};
    Visit *visit = visit_of(connection);
    read_headers(connection, &request);
    visits_answer(&server->visits, visit, 0, MOST_BYTES);
    if (has_long_headers(connection))
        refuse(&response, 431, "the headers are longer than 30 KiB");
    else
        gr_desk_handle(server->desk, &request, &response);
    if (!visits_answer(&server->visits, visit, response.body.len, MOST_BYTES))
        refuse(&response, 503, "too many large answers are on their way");
    struct MHD_Response *made = response.stream ? make_stream(&response) : make_whole(&response);
    gr_desk_response_free(&response);
    if (!made)
        return MHD_NO;
    add_headers(made, &response);
    enum MHD_Result queued = MHD_queue_response(connection, (unsigned)response.status, made);
    MHD_destroy_response(made);
    return queued;
}

/* Called when the headers are there, for each piece of the body, and at its end. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *version, const char *piece, size_t *length,
                                  void **own) {
    Coming *coming = *own;
    (void)path;
    (void)version;
    if (!coming || !coming->target)
        return MHD_NO;
    if (!coming->begun) {
        const char *told = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
        coming->begun = true;
        if (!told || strtoull(told, NULL, 10) <= GR_DESK_BODY)
            return MHD_YES;
        coming->length = (size_t)GR_DESK_BODY + 1; /* refused before it comes */
        return answer(context, connection, method, coming);
    }
    if (!*length)
        return coming->body.failed ? MHD_NO : answer(context, connection, method, coming);
    coming->length += *length;
    if (coming->length <= GR_DESK_BODY)
        gr_buffer_add(&coming->body, piece, *length);
    *length = 0;
    return coming->length > 4 * (size_t)GR_DESK_BODY ? MHD_NO : MHD_YES;
}

int gr_desk_serve(GrDeskServer *server, GrDesk *desk, GrError *error) {
    server->desk = desk;
    server->daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL,
                                      0, NULL, NULL, on_request, server,
                                      MHD_OPTION_LISTEN_SOCKET, server->socket,
                                      MHD_OPTION_CONNECTION_LIMIT, (unsigned)VISITS,
                                      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY,
                                      MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
                                      MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                                      MHD_OPTION_STRICT_FOR_CLIENT, 1,
                                      MHD_OPTION_URI_LOG_CALLBACK, on_target, server,
                                      MHD_OPTION_NOTIFY_COMPLETED, on_end, server,
                                      MHD_OPTION_END);
    if (!server->daemon)
        return gr_fail(error, GR_ERR_IO, "the server does not start");
    server->socket = -1;
    server->watching = !pthread_create(&server->watch, NULL, watch, server);
    return server->watching ? 0 : gr_fail(error, GR_ERR_IO, "there is no thread for the server");
}

void gr_desk_stop_serving(GrDeskServer *server) {
    if (!server)
        return;
    pthread_mutex_lock(&server->lock);
    server->ending = true;
    pthread_cond_broadcast(&server->change);
    pthread_mutex_unlock(&server->lock);
    if (server->watching)
        pthread_join(server->watch, NULL);
    if (server->daemon)
        MHD_stop_daemon(server->daemon);
    if (server->socket >= 0)
        close(server->socket);
    free_server(server);
}
