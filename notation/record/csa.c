/* Records of Shogi in the form of the Computer Shogi Association: `+7776FU`. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/record/record.h"

static const GrShogiPiece *piece_named(const char *p) {
    for (int i = 0; i < GR_SHOGI_PIECES; i++)
        if (gr_begins(p, gr_shogi_pieces[i].csa))
            return &gr_shogi_pieces[i];
    return NULL;
}

/* ---- headers ---- */

static void take_header(GrReader *r, const char *p, const char *end) {
    static const struct { const char *csa, *tag; } known[] = {
        {"$EVENT:", "Event"}, {"$SITE:", "Site"}, {"$OPENING:", "Opening"}, {"$END_TIME:", "EndTime"},
        {"$TIME_LIMIT:", "TimeLimit"}, {"$TIME:", "TimeLimit"}, {"$ROUND:", "Round"}, {"N+", "White"}, {"N-", "Black"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (gr_begins(p, known[i].csa)) {
            p += strlen(known[i].csa);
            sheet_tag(r, known[i].tag, p, (size_t)(end - p));
            return;
        }
    if (gr_begins(p, "$START_TIME:")) { /* "2003/05/03 10:30:00" */
        const char *time = sheet_date(r, p + 12, end);
        sheet_tag(r, "Time", time, (size_t)(end - time));
    } else {
        sheet_odd(r, p, (size_t)(end - p));
    }
}

/* ---- the board ---- */

static int file_of(char c) {
    return c >= '1' && c <= '9' ? c - '0' : 0;
}

/* `KGSBR`: the last rank of Minishogi, which the other side has the other way round. */
static void put_mini_start(Sheet *s) {
    static const char *const first = "KGSBR";
    sheet_clear_board(s);
    for (int i = 0; i < GR_SHOGI_FIRST_PROMOTED; i++) {
        const GrShogiPiece *piece = &gr_shogi_pieces[i];
        const char *at = strchr(first, piece->base);
        if (at) {
            sheet_put(s, 5 - (int)(at - first), 5, piece, GR_WHITE);
            sheet_put(s, 1 + (int)(at - first), 1, piece, GR_BLACK);
        }
        if (piece->base == 'P') {
            sheet_put(s, 5, 4, piece, GR_WHITE);
            sheet_put(s, 1, 2, piece, GR_BLACK);
        }
    }
}

static void put_start(Sheet *s) {
    static const char *const first = "LNSGKGSNL";
    if (s->size) {
        put_mini_start(s);
        return;
    }
    sheet_clear_board(s);
    for (int file = 1; file <= 9; file++)
        for (int i = 0; i < GR_SHOGI_FIRST_PROMOTED; i++) {
            const GrShogiPiece *piece = &gr_shogi_pieces[i];
            if (piece->base == first[file - 1]) {
                sheet_put(s, file, 9, piece, GR_WHITE);
                sheet_put(s, file, 1, piece, GR_BLACK);
            }
            if (piece->base == 'P') {
                sheet_put(s, file, 7, piece, GR_WHITE);
                sheet_put(s, file, 3, piece, GR_BLACK);
            }
        }
    sheet_put(s, 8, 8, piece_named("KA"), GR_WHITE);
    sheet_put(s, 2, 8, piece_named("HI"), GR_WHITE);
    sheet_put(s, 2, 2, piece_named("KA"), GR_BLACK);
    sheet_put(s, 8, 2, piece_named("HI"), GR_BLACK);
}

/* `PI82HI22KA`: the start position without these. Pieces behind `P+` and `P-` are those of a side. */
static const char *put_pieces(Sheet *s, const char *p, const char *end, int side, bool away) {
    for (; end - p >= 4 && isdigit((unsigned char)p[0]) && isdigit((unsigned char)p[1]); p += 4) {
        const GrShogiPiece *piece = piece_named(p + 2);
        if (!piece)
            return p;
        if (p[0] == '0')
            sheet_hold(s, side, piece, 1);
        else
            sheet_put(s, file_of(p[0]), file_of(p[1]), away ? NULL : piece, side);
    }
    return p;
}

/* `P1-KY-KE * ...`: a rank, its files from 9. */
static const char *put_rank(Sheet *s, const char *p, const char *end) {
    int rank = file_of(p[1]);
    p += 2;
    if (rank == 1 && (end - p + 1) / 3 == GR_MINISHOGI_SIZE) /* a blank at its end may be missing */
        s->size = GR_MINISHOGI_SIZE;
    for (int file = sheet_size(s); file >= 1 && end - p >= 2; file--) {
        const GrShogiPiece *piece = *p == '+' || *p == '-' ? piece_named(p + 1) : NULL;
        if (!piece && strncmp(p, " *", 2) && strncmp(p, "  ", 2))
            return p;
        sheet_put(s, file, rank, piece, *p == '-' ? GR_BLACK : GR_WHITE);
        p += end - p >= 3 ? 3 : end - p;
    }
    return p;
}

/* What is in nobody's hand or on the board, as the last piece of `P+00AL` says, is that side's. */
static void put_all(Sheet *s, int side) {
    static const unsigned sets[2][8] = {{2, 2, 2, 4, 4, 4, 4, 18}, {2, 2, 2, 2, 2, 0, 0, 2}};
    const unsigned *whole = sets[s->size != 0];
    for (int i = 1; i < 8; i++) {
        unsigned seen = s->hand[0][i] + s->hand[1][i];
        for (int sq = 0; sq < 81; sq++)
            seen += toupper((unsigned char)s->board[sq / 9][sq % 9]) == SHEET_HAND[i];
        s->hand[side][i] += seen < whole[i] ? whole[i] - seen : 0;
    }
}

static void take_board(GrReader *r, Sheet *s, const char *p, const char *end) {
    const char *rest = p + 2;
    if (p[1] == 'I' && gr_is_minishogi(gr_variant(r->fallback)))
        s->size = GR_MINISHOGI_SIZE;
    if (!s->own_board)
        sheet_clear_board(s);
    if (p[1] == 'I') {
        put_start(s);
        rest = put_pieces(s, p + 2, end, GR_WHITE, true);
    } else if (isdigit((unsigned char)p[1]) && p[1] != '0') {
        rest = put_rank(s, p, end);
    } else if (p[1] == '+' || p[1] == '-') {
        int side = p[1] == '+' ? GR_WHITE : GR_BLACK;
        rest = put_pieces(s, p + 2, end, side, false);
        if (end - rest >= 4 && gr_begins(rest, "00AL")) {
            put_all(s, side);
            rest += 4;
        }
    }
    s->any = r->tags.any = true;
    if (rest + strspn(rest, " ") < end)
        sheet_odd(r, p, (size_t)(end - p));
}

/* ---- moves ---- */

static bool start(GrReader *r, Sheet *s) {
    char plain[SHEET_FEN];
    Sheet usual = {.size = s->size};
    if (r->moves.begun)
        return r->out.game->rules != NULL;
    put_start(&usual);
    sheet_fen(&usual, false, plain);
    if (s->own_board || s->turned)
        sheet_fen(s->own_board ? s : &usual, s->turned, s->fen);
    return sheet_begin(r, s, strcmp(s->fen, plain) ? s->fen : NULL);
}

static void take_move(GrReader *r, Sheet *s, const char *p, const char *end) {
    if (!start(r, s))
        return;
    const GrPosition *pos = &r->moves.frame[0].now;
    const GrVariant *v = gr_variant(pos->rules);
    SheetMove move = {.at = p, .len = (size_t)(end - p)};
    const GrShogiPiece *piece = end - p == 7 ? piece_named(p + 5) : NULL, *before = piece;
    bool drop = piece && p[1] == '0' && p[2] == '0';
    int to = piece ? gr_shogi_square(v, file_of(p[3]), file_of(p[4])) : -1;
    int from = piece && !drop ? gr_shogi_square(v, file_of(p[1]), file_of(p[2])) : -1;
    bool promotes = false;
    if (from >= 0 && gr_shogi_is_promoted(piece)) { /* it may have been promoted before */
        promotes = gr_type_of(pos->board[from]) != gr_shogi_type(v, piece);
        for (int i = 0; promotes && i < GR_SHOGI_FIRST_PROMOTED; i++)
            if (gr_shogi_pieces[i].base == piece->base)
                before = &gr_shogi_pieces[i];
    }
    if (to >= 0 && (drop || from >= 0))
        sheet_shogi_move(v, &move, before, from, to, promotes ? '+' : '\0');
    if (piece && !s->ended && (*p == '+') != (pos->turn == GR_WHITE) && !r->capture.kind) {
        reader_diagnose(&r->out, GR_WARNING, p, r->moves.frame[0].ply + 1, "the sign is %s's, but it is %s's turn",
                        *p == '+' ? "White" : "Black", *p == '+' ? "Black" : "White");
    }
    if (s->ended && !r->capture.kind)
        sheet_odd(r, p, move.len);
    else
        sheet_move(r, s, &move);
}

static void take_end(GrReader *r, Sheet *s, const char *p, const char *end) {
    static const struct { const char *word; char who; const char *termination; } known[] = {
        {"ILLEGAL_ACTION", 'l', "rules infraction"},
        {"TORYO", 'l', NULL}, {"TSUMI", 'l', NULL}, {"CHUDAN", '*', "unterminated"}, {"SENNICHITE", 'd', NULL},
        {"TIME_UP", 'l', "time forfeit"}, {"ILLEGAL_MOVE", 'l', "rules infraction"},
        {"+ILLEGAL_ACTION", 'b', "rules infraction"}, {"-ILLEGAL_ACTION", 'w', "rules infraction"},
        {"JISHOGI", 'd', "impasse"}, {"KACHI", 'v', "entering king"},
        {"HIKIWAKE", 'd', NULL}, {"MATTA", '*', "abandoned"},
        {"FUZUMI", '*', "abandoned"}, {"ERROR", '*', "emergency"}, {"MAX_MOVES", 'd', "adjudication"},
    };
    start(r, s);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strlen(known[i].word) != (size_t)(end - p - 1) || !gr_begins(p + 1, known[i].word))
            continue;
        char who = known[i].who;
        if (r->capture.kind && (who == 'l' || who == 'v')) /* whose turn it is is not known */
            return;
        GrResult result = who == 'l' || who == 'v' ? sheet_wins(r, who == 'v')
                          : who == 'd' ? GR_DRAW : who == 'w' ? GR_WHITE_WINS
                          : who == 'b' ? GR_BLACK_WINS : GR_RESULT_NONE;
        sheet_result(r, s, result, known[i].termination);
        return;
    }
    sheet_odd(r, p, (size_t)(end - p));
}

/* ---- lines ---- */

static void take_statement(GrReader *r, Sheet *s, const char *p, const char *end) {
    while (p < end && strchr(" \t", *p))
        p++;
    while (end > p && strchr(" \t", end[-1]) && *p != 'P')
        end--;
    r->lines.p = p;
    if (p == end)
        return;
    if (*p == 'P' && end - p > 1) {
        take_board(r, s, p, end);
    } else if (*p == '\'') {
        sheet_comment(r, p + 1, (size_t)(end - p) - 1);
    } else if ((*p == '+' || *p == '-') && end - p == 1) {
        s->turned = *p == '-';
        start(r, s);
    } else if (*p == '+' || *p == '-') {
        take_move(r, s, p, end);
    } else if (*p == '%') {
        take_end(r, s, p, end);
    } else if (*p == 'T' && isdigit((unsigned char)p[1])) {
        if (!s->ended)
            sheet_time(r, (unsigned)strtoul(p + 1, NULL, 10) % 1000000);
    } else {
        sheet_odd(r, p, (size_t)(end - p));
    }
}

Step sheet_csa_line(GrReader *r, Sheet *s) {
    Lines *l = &r->lines;
    const char *p = l->p, *end = l->end;
    while (end > p && strchr(" \t", end[-1]) && *p != 'P')
        end--;
    if (p == end)
        return STEP_LINE_DONE;
    if (*p == '/') {
        s->parted = s->any;
        return STEP_LINE_DONE;
    }
    if (s->parted)
        return STEP_GAME_DONE;
    if (*p == '\'')
        sheet_comment(r, p + 1 + (p[1] == '*'), (size_t)(end - p) - 1 - (p[1] == '*'));
    else if (*p == 'V' && isdigit((unsigned char)p[1]))
        return STEP_LINE_DONE;
    else if (*p == 'N' || *p == '$')
        take_header(r, p, end);
    else
        for (const char *next; p < end && !r->out.status; p = next + (next < end)) {
            next = memchr(p, ',', (size_t)(end - p));
            next = next ? next : end;
            if (next > p)
                take_statement(r, s, p, next);
        }
    return STEP_LINE_DONE;
}
