/* A line of the evaluations that lichess publishes: a small strict reader of JSON. */
#include "analysis/study/lichess_line.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "analysis/uci/engine_answer.h"
#include "notation/move/uci.h"

static const int64_t MOST_KNODES = INT64_C(999999999999999);

enum { NESTING = 32, NAME = 16 };

typedef struct Json {
    const char *line, *at, *end;
    GrLichessFault *fault;
} Json;

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static bool fail_at(Json *j, const char *at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    j->fault->column = (size_t)(at - j->line) + 1;
    vsnprintf(j->fault->text, sizeof j->fault->text, format, args);
    va_end(args);
    return false;
}

static bool expected(Json *j, const char *what) {
    return fail_at(j, j->at, j->at < j->end ? "expected %s" : "the line ends; expected %s", what);
}

/* ---- JSON (RFC 8259) ---- */

static void pass_blanks(Json *j) {
    while (j->at < j->end && (*j->at == ' ' || *j->at == '\t' || *j->at == '\r'))
        j->at++;
}

/* The next character that is no blank, 0 at the end. */
static char peek(Json *j) {
    pass_blanks(j);
    return j->at < j->end ? *j->at : '\0';
}

static bool take(Json *j, char c, const char *what) {
    if (peek(j) != c)
        return expected(j, what);
    j->at++;
    return true;
}

/* A string, of which up to size - 1 bytes are kept, as they stand; escapes are kept but for `\/`. *from
 * (may be NULL) is where it begins. Longer is a fault if `whole`. */
static bool take_string(Json *j, char *out, size_t size, bool whole, const char **from) {
    size_t len = 0;
    if (!take(j, '"', "a string"))
        return false;
    if (from)
        *from = j->at;
    for (; j->at < j->end && *j->at != '"'; j->at++) {
        if ((unsigned char)*j->at < ' ')
            return fail_at(j, j->at, "a control character in a string");
        if (*j->at == '\\' && ++j->at < j->end && !strchr("\"\\/bfnrtu", *j->at))
            return fail_at(j, j->at, "an escape that JSON does not know");
        if (len + 1 < size)
            out[len++] = j->at < j->end ? *j->at : ' ';
        else if (whole)
            return fail_at(j, *from, "the text is too long");
        if (j->at == j->end)
            break;
    }
    out[len] = '\0';
    if (j->at >= j->end)
        return fail_at(j, j->end, "the line ends within a string");
    j->at++;
    return true;
}

static bool pass_digits(Json *j) {
    const char *from = j->at;
    while (j->at < j->end && *j->at >= '0' && *j->at <= '9')
        j->at++;
    return j->at > from;
}

/* A number; *value is its whole part, within some 10^15. */
static bool take_number(Json *j, int64_t *value) {
    const int64_t most = INT64_C(1000000000000000);
    pass_blanks(j);
    const char *from = j->at;
    bool negative = from < j->end && *from == '-';
    j->at += negative;
    const char *digits = j->at;
    if (!pass_digits(j))
        return fail_at(j, from, "expected a number");
    if (*digits == '0' && j->at > digits + 1)
        return fail_at(j, from, "a number may not begin with 0");
    *value = 0;
    for (const char *c = digits; c < j->at; c++)
        *value = *value < most ? *value * 10 + (*c - '0') : most;
    *value = negative ? -*value : *value;
    if (j->at < j->end && *j->at == '.' && (j->at++, !pass_digits(j)))
        return expected(j, "digits");
    if (j->at < j->end && (*j->at == 'e' || *j->at == 'E'))
        return fail_at(j, from, "a number in this form is not expected here");
    return true;
}

/* A number that has bounds: what lies beyond was not meant. */
static bool take_bounded(Json *j, int64_t most, const char *what, int64_t *value) {
    pass_blanks(j);
    const char *from = j->at;
    if (!take_number(j, value))
        return false;
    return (*value <= most && *value >= -most) || fail_at(j, from, "this %s cannot be", what);
}

static bool pass_word(Json *j) {
    static const char *const word[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        size_t len = strlen(word[i]);
        if ((size_t)(j->end - j->at) >= len && !memcmp(j->at, word[i], len)) {
            j->at += len;
            return true;
        }
    }
    return expected(j, "a value");
}

/* Goes into an object or array: the first member of it is next. False if there is none, or it is
 * none (then the fault is set: *ok). */
static bool enter(Json *j, char open, char close, const char *what, bool *ok) {
    *ok = take(j, open, what);
    if (!*ok || peek(j) != close)
        return *ok;
    j->at++;
    return false;
}

/* After a member: is there another? */
static bool another(Json *j, char close, bool *ok) {
    char c = peek(j);
    *ok = c == ',' || c == close || expected(j, close == '}' ? "',' or '}'" : "',' or ']'");
    j->at += *ok;
    return *ok && c == ',';
}

static bool take_name(Json *j, char name[NAME]) {
    return take_string(j, name, NAME, false, NULL) && take(j, ':', "':'");
}

static bool pass_value(Json *j, int depth);

static bool pass_members(Json *j, char close, int depth) {
    char name[NAME];
    bool ok;
    if (depth >= NESTING)
        return fail_at(j, j->at, "nested too deeply");
    for (bool on = enter(j, close == '}' ? '{' : '[', close, "a value", &ok); on && ok;) {
        ok = (close != '}' || take_name(j, name)) && pass_value(j, depth + 1);
        on = ok && another(j, close, &ok);
    }
    return ok;
}

static bool pass_value(Json *j, int depth) {
    char text[2];
    int64_t number;
    switch (peek(j)) {
    case '{':
        return pass_members(j, '}', depth);
    case '[':
        return pass_members(j, ']', depth);
    case '"':
        return take_string(j, text, sizeof text, false, NULL);
    case 't':
    case 'f':
    case 'n':
        return pass_word(j);
    default:
        return take_number(j, &number);
    }
}

/* ---- the line ---- */

/* A line of an evaluation, before its moves are read. */
typedef struct Found {
    bool mate, scored;
    int64_t score;
    const char *moves; /* NULL: none */
} Found;

typedef struct Eval {
    int64_t depth, knodes;
    int lines, kept; /* that it has; that are in line[] */
    Found line[GR_VERDICT_LINES];
} Eval;

static bool take_pv(Json *j, Found *found) {
    char name[NAME], text[4];
    bool ok, on;
    pass_blanks(j);
    const char *from = j->at;
    *found = (Found){.mate = false};
    for (on = enter(j, '{', '}', "an object", &ok); on && ok;) {
        ok = take_name(j, name);
        bool mate = !strcmp(name, "mate");
        if (ok && (mate || !strcmp(name, "cp"))) {
            ok = take_bounded(j, mate ? GR_MOST_SAID_MATE : GR_MOST_SAID_SCORE, "score", &found->score);
            found->mate = mate;
            found->scored = true;
        } else if (ok && !strcmp(name, "line")) {
            ok = take_string(j, text, sizeof text, false, &found->moves);
        } else if (ok) {
            ok = pass_value(j, 0);
        }
        on = ok && another(j, '}', &ok);
    }
    return ok && (found->scored || fail_at(j, from, "neither 'cp' nor 'mate' is given"));
}

static bool take_pvs(Json *j, Eval *eval) {
    Found found;
    bool ok, on;
    const char *from = j->at;
    for (on = enter(j, '[', ']', "a list of lines", &ok); on && ok;) {
        ok = take_pv(j, &found);
        eval->lines++;
        if (ok && eval->kept < GR_VERDICT_LINES)
            eval->line[eval->kept++] = found;
        on = ok && another(j, ']', &ok);
    }
    return ok && (eval->lines || fail_at(j, from, "there is no line"));
}

static bool take_eval(Json *j, Eval *eval) {
    char name[NAME];
    bool ok, on;
    pass_blanks(j);
    const char *from = j->at;
    *eval = (Eval){.depth = 0};
    for (on = enter(j, '{', '}', "an object", &ok); on && ok;) {
        ok = take_name(j, name);
        if (ok && !strcmp(name, "pvs"))
            ok = take_pvs(j, eval);
        else if (ok && !strcmp(name, "depth"))
            ok = take_bounded(j, GR_MOST_SAID_DEPTH, "depth", &eval->depth);
        else if (ok && !strcmp(name, "knodes"))
            ok = take_bounded(j, MOST_KNODES, "number of nodes", &eval->knodes);
        else if (ok)
            ok = pass_value(j, 0);
        on = ok && another(j, '}', &ok);
    }
    return ok && (eval->lines || fail_at(j, from, "there are no 'pvs'"));
}

static bool is_better(const Eval *a, const Eval *b) {
    if (a->depth != b->depth)
        return a->depth > b->depth;
    return a->knodes != b->knodes ? a->knodes > b->knodes : a->lines > b->lines;
}

static bool take_evals(Json *j, Eval *best) {
    Eval eval;
    bool ok, on;
    const char *from = j->at;
    *best = (Eval){.depth = -1};
    for (on = enter(j, '[', ']', "a list of evaluations", &ok); on && ok;) {
        ok = take_eval(j, &eval);
        if (ok && is_better(&eval, best))
            *best = eval;
        on = ok && another(j, ']', &ok);
    }
    return ok && (best->lines || fail_at(j, from, "there is no evaluation"));
}

/* ---- positions and moves ---- */

static Json begin(const char *line, const char *end, GrLichessFault *fault) {
    return (Json){.line = line, .at = line, .end = end, .fault = fault};
}

int gr_lichess_fen(const char *line, const char *end, char fen[GR_FEN_SIZE], size_t *at,
                   GrLichessFault *fault) {
    Json j = begin(line, end, fault);
    char name[NAME];
    bool ok, on;
    for (on = enter(&j, '{', '}', "an object", &ok); on && ok;) {
        ok = take_name(&j, name);
        if (ok && !strcmp(name, "fen")) {
            const char *from;
            ok = take_string(&j, fen, GR_FEN_SIZE, true, &from);
            *at = ok ? (size_t)(from - line) + 1 : 0;
            return ok ? 0 : GR_ERR_SYNTAX;
        }
        ok = ok && pass_value(&j, 0);
        on = ok && another(&j, '}', &ok);
    }
    if (ok)
        fail_at(&j, line, "there is no 'fen'");
    return GR_ERR_SYNTAX;
}

/* Castling as the king taking its rook. */
static bool read_castling(const GrPosition *pos, const char *text, GrMove *move) {
    const GrVariant *v = gr_variant(pos->rules);
    int from, to, used = gr_square_read(v, text, &from);
    if (!used || !gr_square_read(v, text + used, &to))
        return false;
    for (int i = 0; i < v->castlings; i++) {
        GrCastling squares;
        const GrCastling *c = &squares;
        char king[4], target[4], name[GR_UCI_SIZE];
        if (!gr_castling(pos, i, &squares) || c->king_from != from || c->rook_from != to)
            continue;
        gr_square_name(v, c->king_from, king);
        gr_square_name(v, c->king_to, target);
        snprintf(name, sizeof name, "%s%s", king, target);
        return gr_uci_read(pos, name, move, NULL) == 0;
    }
    return false;
}

static bool take_moves(Json *j, const GrPosition *start, const char *text, GrVerdictLine *line) {
    GrPosition pos = *start;
    for (line->length = 0; line->length < GR_VERDICT_PLIES;) {
        char name[GR_UCI_SIZE];
        GrMove *move = &line->move[line->length];
        while (*text == ' ')
            text++;
        size_t len = 0;
        while (text[len] != ' ' && text[len] != '"')
            len++;
        if (!len)
            return true;
        snprintf(name, sizeof name, "%.*s", (int)(len < 15 ? len : 15), text);
        if ((gr_uci_read(&pos, name, move, NULL) != 0 && !read_castling(&pos, name, move)) ||
            gr_move_kind(*move) == GR_PASS)
            return fail_at(j, text, "move '%s' is not legal", name);
        gr_play(&pos, *move);
        line->length++;
        text += len;
    }
    return true;
}

/* From White's view; a mate counts from whose turn it is. */
static GrScore score_of(const Found *found, int turn) {
    int64_t limit = found->mate ? (GR_MATE - GR_MATE_FOUND) / 2 : GR_EVAL_LIMIT;
    int64_t value = found->score > limit ? limit : found->score < -limit ? -limit : found->score;
    if (!found->mate)
        return (GrScore)value;
    return turn == GR_WHITE ? gr_score_of_mate((int)value) : -gr_score_of_mate((int)-value);
}

int gr_lichess_verdict(const char *line, const char *end, const GrPosition *pos, GrVerdict *verdict,
                       GrLichessFault *fault) {
    Json j = begin(line, end, fault);
    Eval best = {.depth = -1};
    char name[NAME];
    bool ok, on;
    for (on = enter(&j, '{', '}', "an object", &ok); on && ok;) {
        ok = take_name(&j, name);
        if (ok)
            ok = strcmp(name, "evals") ? pass_value(&j, 0) : take_evals(&j, &best);
        on = ok && another(&j, '}', &ok);
    }
    if (ok && peek(&j))
        ok = expected(&j, "the end of the line");
    if (ok && !best.lines)
        ok = fail_at(&j, line, "there are no 'evals'");
    *verdict = (GrVerdict){.depth = (int)best.depth};
    verdict->depth = verdict->depth > 0 ? verdict->depth : 0;
    verdict->nodes = best.knodes > 0 ? (uint64_t)best.knodes * 1000 : 0;
    for (int i = 0; ok && i < best.kept; i++) {
        verdict->line[i].score = score_of(&best.line[i], pos->turn);
        if (best.line[i].moves)
            ok = take_moves(&j, pos, best.line[i].moves, &verdict->line[i]);
        verdict->lines++;
    }
    return ok ? 0 : GR_ERR_SYNTAX;
}
