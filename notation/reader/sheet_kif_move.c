/* Moves of Shogi in Japanese: `７六歩(77)`, `同　銀成`, `５五角打`, and with words in place of the origin `▲５八金右`. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "notation/reader/sheet_kif.h"

/* What is said of where a piece comes from, and of its end. */
enum { LEFT = 1, RIGHT = 2, STRAIGHT = 4, UP = 8, SIDEWAYS = 16, DOWN = 32, DROP = 64, PROMOTES = 128, STAYS = 256 };

typedef struct KifMove {
    int to, from;   /* -1: none */
    const GrShogiPiece *piece;
    unsigned says;
} KifMove;

static const struct { const char *word; unsigned says; } WORDS[] = {
    {"左", LEFT}, {"右", RIGHT}, {"直", STRAIGHT}, {"上", UP}, {"行", UP}, {"入", UP}, {"寄", SIDEWAYS}, {"引", DOWN},
    {"打", DROP}, {"不成", STAYS}, {"生", STAYS}, {"成", PROMOTES},
};

static bool begins(const char *p, const char *with) {
    return !strncmp(p, with, strlen(with));
}

static const char *skip_blanks(const char *p) {
    while (*p == ' ' || *p == '\t' || begins(p, "　"))
        p += *p == ' ' || *p == '\t' ? 1 : 3;
    return p;
}

/* `７六` or `同`. */
static const char *read_target(const GrReader *r, const Sheet *s, const GrVariant *v, const char *p, KifMove *move) {
    size_t one, two;
    if (begins(p, "同")) {
        move->to = sheet_target(r, s);
        return skip_blanks(p + 3);
    }
    int file = gr_shogi_digit(p, &one), rank = file ? gr_shogi_digit(p + one, &two) : 0;
    if (!rank)
        return NULL;
    move->to = gr_shogi_square(v, file, rank);
    return p + one + two;
}

/* Returns the end of the move, NULL if there is none at p. */
static const char *read_move(const GrReader *r, const Sheet *s, const GrVariant *v, const char *p, KifMove *move) {
    size_t len;
    *move = (KifMove){-1, -1, NULL, 0};
    p = read_target(r, s, v, p, move);
    move->piece = p ? gr_shogi_word(p, &len) : NULL;
    if (!move->piece)
        return NULL;
    p += len;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (begins(p, WORDS[i].word)) {
            move->says |= WORDS[i].says;
            p += strlen(WORDS[i].word);
            i = (size_t)-1; /* another one may follow */
        }
    if (p[0] == '(' && isdigit((unsigned char)p[1]) && isdigit((unsigned char)p[2]) && p[3] == ')') {
        move->from = gr_shogi_square(v, p[1] - '0', p[2] - '0');
        p += 4;
    }
    return p;
}

/* ---- the origin, where it is not said ---- */

/* Does the way from one square to the other agree with the words, as the mover sees it? */
static bool agrees(const GrPosition *pos, unsigned says, int from, int to) {
    const GrVariant *v = gr_variant(pos->rules);
    int up = to / v->files - from / v->files, aside = to % v->files - from % v->files;
    if (pos->turn == GR_BLACK)
        up = -up;
    return (!(says & UP) || up > 0) && (!(says & DOWN) || up < 0) && (!(says & SIDEWAYS) || up == 0) &&
           (!(says & STRAIGHT) || (up > 0 && aside == 0));
}

/* How far right of others a square lies, as the mover sees it. */
static int rightness(const GrPosition *pos, int sq) {
    int file = sq % gr_variant(pos->rules)->files;
    return pos->turn == GR_WHITE ? file : -file;
}

/* Finds where the piece comes from; *several: it may come from more than one square. False: from none. */
static bool find_origin(const GrPosition *pos, const KifMove *move, const GrMoveList *list, int *from, bool *several) {
    int type = gr_shogi_type(gr_variant(pos->rules), move->piece), found = -1;
    *several = false;
    for (unsigned i = 0; i < list->count; i++) {
        GrMove m = list->move[i];
        int at = gr_move_from(m);
        if (gr_move_to(m) != move->to || gr_move_kind(m) == GR_ENTER || gr_type_of(pos->board[at]) != type ||
            at == found || !agrees(pos, move->says, at, move->to))
            continue;
        if (found >= 0 && !(move->says & (LEFT | RIGHT))) {
            *several = true;
        } else if (found < 0 || ((move->says & RIGHT) != 0) == (rightness(pos, at) > rightness(pos, found))) {
            *several = false;
            found = at;
        }
    }
    *from = found;
    return found >= 0;
}

/* Fills in what is to be played: 0, or the reason why nothing can be. */
static void resolve(const GrPosition *pos, KifMove *move, SheetMove *out) {
    const GrVariant *v = gr_variant(pos->rules);
    bool several = false, drop = (move->says & DROP) != 0;
    GrMoveList *list = NULL;
    if (move->to < 0)
        return;
    if (move->from < 0 && !drop) {
        list = malloc(sizeof *list);
        if (list)
            gr_moves(pos, list);
        drop = !list || !find_origin(pos, move, list, &move->from, &several);
        drop = drop && move->piece->sign[0] != '+' && !(move->says & ~(unsigned)STAYS) &&
               gr_in_hand(pos, pos->turn, gr_shogi_type(v, move->piece));
        free(list);
    }
    if (drop || (move->from >= 0 && !several)) {
        sheet_shogi_move(v, out, move->piece, drop ? -1 : move->from, move->to, (move->says & PROMOTES) != 0);
        return;
    }
    /* What is said is too little: the reason names the pieces that could go there, or says that none can. */
    sheet_shogi_move(v, out, move->piece, move->to, move->to, (move->says & PROMOTES) != 0);
    char *square = strchr(out->plain, '-');
    size_t name = square ? strlen(square + 1) : 0;
    if (square && (size_t)(square - out->plain) >= name - ((move->says & PROMOTES) != 0)) {
        size_t origin = name - ((move->says & PROMOTES) != 0);
        memmove(square - origin, square + 1, name + 1);
    }
    *out->uci = '\0';
}

/* ---- lines ---- */

static const char *play(GrReader *r, Sheet *s, const char *p) {
    if (!sheet_kif_start(r, s))
        return p;
    const GrPosition *pos = &r->moves.frame[r->moves.depth].now;
    KifMove move;
    const char *end = read_move(r, s, gr_variant(pos->rules), p, &move);
    if (!end)
        return NULL;
    SheetMove out = {.at = p, .len = (size_t)(end - p)};
    if (s->ended && !r->moves.depth) {
        sheet_odd(r, p, out.len);
        return end;
    }
    resolve(pos, &move, &out);
    sheet_move(r, s, &out);
    return end;
}

/* Does a move stand there that is still the game's? */
static bool is_move(const GrReader *r, const Sheet *s, const char *p) {
    KifMove move;
    return (!s->ended || r->moves.depth) &&
           read_move(r, s, gr_variant(r->moves.frame[r->moves.depth].now.rules), p, &move);
}

/* "( 0:16/00:00:16)": what the move took comes first. */
static const char *take_time(GrReader *r, const char *p) {
    unsigned minutes, seconds;
    const char *q = p + (*p == '(');
    q += strspn(q, " ");
    char *after;
    if (*p != '(' || !isdigit((unsigned char)*q))
        return p;
    minutes = (unsigned)strtoul(q, &after, 10);
    if (*after != ':' || !isdigit((unsigned char)after[1]))
        return p;
    seconds = (unsigned)strtoul(after + 1, &after, 10);
    if (*after == ':' && isdigit((unsigned char)after[1]))
        minutes = minutes * 60 + seconds, seconds = (unsigned)strtoul(after + 1, &after, 10);
    const char *close = after + strcspn(after, ")\n");
    if (*close != ')' || minutes > 100000)
        return p;
    if (minutes || seconds)
        sheet_time(r, minutes * 60 + seconds);
    return close + 1;
}

static size_t mark(const char *p) {
    static const char *const marks[] = {"▲", "△", "▼", "▽", "☗", "☖"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (begins(p, marks[i]))
            return strlen(marks[i]);
    return 0;
}

/* `▲７六歩 △３四歩`. */
static bool take_marked(GrReader *r, Sheet *s, const char *p, const char *end) {
    while (p < end && mark(p) && r->capture.kind == CAPTURE_NONE && !r->out.status) {
        const char *from = p + mark(p);
        r->lines.p = p;
        p = sheet_kif_end(r, s, from) ? end : play(r, s, from);
        if (!p)
            return false;
        p = skip_blanks(p);
    }
    if (p < end && r->capture.kind == CAPTURE_NONE)
        sheet_odd(r, p, (size_t)(end - p));
    return true;
}

/* Is the number of a move the next one? What is said once is not said of the moves behind it. */
static void check_number(GrReader *r, Sheet *s, const char *at) {
    uint32_t number = (uint32_t)strtoul(at, NULL, 10) % 1000000, due = r->moves.frame[r->moves.depth].ply + 1;
    uint32_t next = s->number && due == s->due + 1 ? s->number + 1 : due;
    if (number != next && number != due)
        reader_diagnose(&r->out, GR_WARNING, r->lines.line, due, "the move has the number %u, but %u is due: %s",
                        (unsigned)number, (unsigned)next,
                        number > next ? "moves may be missing" : "a number is there twice");
    s->number = number;
    s->due = due;
}

bool sheet_kif_moves(GrReader *r, Sheet *s, const char *p, const char *end) {
    p = skip_blanks(p);
    if (mark(p))
        return take_marked(r, s, p, end);
    const char *number = p;
    size_t digits = strspn(p, "0123456789");
    if (!digits)
        return false;
    p = skip_blanks(p + digits);
    p += mark(p);
    if (sheet_kif_end(r, s, p))
        return true;
    r->lines.p = p;
    if (sheet_kif_start(r, s) && is_move(r, s, p))
        check_number(r, s, number);
    p = play(r, s, p);
    if (!p || r->capture.kind)
        return p != NULL;
    p = skip_blanks(p);
    p = skip_blanks(take_time(r, p));
    if (p < end && *p != '+')
        sheet_odd(r, p, (size_t)(end - p));
    return true;
}
