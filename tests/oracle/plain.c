/* The plain generator of described games. */
#include "tests/oracle/plain_local.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool plain_knows(const GrDefinition *def) {
    for (int type = 1; type <= def->types; type++) {
        const GrDefinedPiece *piece = &def->piece[type];
        for (int i = 0; i < piece->ways; i++)
            if (piece->way[i].how & GR_WAY_FIRST)
                return false;
        if (!piece->pawn && (piece->passes[0] || piece->passes[1]))
            return false;
        if (piece->base)
            return false;
        if (def->diagonals || def->facing_ends || def->passes[0] || def->passes_stuck[0])
            return false;
    }
    return !def->drops && !def->keeps_captures && !def->castles && !def->no_checks && !def->must_take &&
           !def->counts_checks && !def->extinction && !def->walls && !def->flips && !def->petrified && !def->gates &&
           !def->flag_region[0] && !def->flag_region[1] && !def->must_stay_mobile;
}

void plain_read(const GrDefinition *def, const char *fen, PlainPosition *pos) {
    int file = 0, rank = def->ranks - 1;
    const char *pocket = NULL;
    memset(pos, 0, sizeof *pos);
    pos->def = def;
    for (; *fen && *fen != ' '; fen++) {
        if (isdigit((unsigned char)*fen)) {
            char *end;
            file += (int)strtol(fen, &end, 10);
            fen = end - 1;
        } else if (*fen == '/') {
            file = 0;
            rank--;
        } else if (*fen == '[') {
            pocket = fen + 1;
            fen += strcspn(fen, "]");
        } else {
            pos->at[file++][rank] = *fen;
        }
    }
    pos->turn = fen[0] && fen[1] == 'b' ? GR_BLACK : GR_WHITE;
    plain_start_special(pos, pocket);
}

bool plain_on_board(const PlainPosition *pos, int file, int rank) {
    return file >= 0 && file < pos->def->files && rank >= 0 && rank < pos->def->ranks;
}

bool plain_is_of(char piece, int side) {
    return piece && piece != '*' && (islower((unsigned char)piece) ? GR_BLACK : GR_WHITE) == side;
}

bool plain_in(const PlainPosition *pos, GrSet region, int file, int rank) {
    return (region >> (rank * pos->def->files + file)) & 1;
}

static const GrDefinedPiece *piece_of(const GrDefinition *def, char letter) {
    for (int type = 1; type <= def->types; type++)
        if (def->piece[type].letter == toupper((unsigned char)letter))
            return &def->piece[type];
    return NULL;
}

int plain_type(const GrDefinition *def, char letter) {
    const GrDefinedPiece *piece = piece_of(def, letter);
    return piece ? (int)(piece - def->piece) : 0;
}

char plain_letter(const GrDefinition *def, int type, int side) {
    char letter = def->piece[type].letter;
    return side == GR_WHITE ? letter : (char)tolower((unsigned char)letter);
}

/* ---- ways ---- */

static int sign(int n) {
    return (n > 0) - (n < 0);
}

/* Is a lame leap free: first straight along the longer side, then diagonally? */
static bool lame_is_free(const PlainPosition *pos, int file, int rank, int df, int dr) {
    for (;;) {
        bool by_file = abs(df) >= abs(dr), by_rank = abs(dr) >= abs(df);
        int f = by_file ? sign(df) : 0, r = by_rank ? sign(dr) : 0;
        file += f;
        rank += r;
        df -= f;
        dr -= r;
        if (!df && !dr)
            return true;
        if (pos->at[file][rank])
            return false;
    }
}

/* Does the way lead from one square to another, as the board stands? `range` and what is passed count by its kind. */
static bool leads(const PlainPosition *pos, const GrWay *way, int side, int file, int rank, int to_file, int to_rank) {
    int df = side == GR_WHITE ? way->df : -way->df, dr = side == GR_WHITE ? way->dr : -way->dr, passed = 0;
    if (way->kind == GR_WAY_LEAP || way->kind == GR_WAY_LAME)
        return file + df == to_file && rank + dr == to_rank &&
               (way->kind == GR_WAY_LEAP || lame_is_free(pos, file, rank, df, dr));
    for (int n = 1; n <= way->range || way->range == GR_FAR; n++) {
        file += df;
        rank += dr;
        if (!plain_on_board(pos, file, rank))
            return false;
        if (file == to_file && rank == to_rank) {
            bool behind = pos->at[file - df][rank - dr] != 0 && n > 1;
            return way->kind == GR_WAY_RIDE     ? passed == 0
                   : way->kind == GR_WAY_HOP ? passed == 1
                                             : passed == 1 && behind;
        }
        passed += pos->at[file][rank] != 0;
    }
    return false;
}

/* Can the piece on one square capture on another, if something is there? */
bool plain_captures(const PlainPosition *pos, int file, int rank, int to_file, int to_rank) {
    char letter = pos->at[file][rank];
    const GrDefinedPiece *piece = piece_of(pos->def, letter);
    int side = islower((unsigned char)letter) ? GR_BLACK : GR_WHITE, ahead = side == GR_WHITE ? 1 : -1;
    if (piece->region[side] && !plain_in(pos, piece->region[side], to_file, to_rank))
        return false;
    if (piece->pawn)
        return to_rank == rank + ahead && abs(to_file - file) == 1;
    for (int i = 0; i < piece->ways; i++)
        if ((piece->way[i].how & GR_WAY_TAKES) && leads(pos, &piece->way[i], side, file, rank, to_file, to_rank))
            return true;
    return false;
}

bool plain_goes(const PlainPosition *pos, int file, int rank, int to_file, int to_rank) {
    char letter = pos->at[file][rank];
    const GrDefinedPiece *piece = piece_of(pos->def, letter);
    int side = islower((unsigned char)letter) ? GR_BLACK : GR_WHITE;
    if (piece->region[side] && !plain_in(pos, piece->region[side], to_file, to_rank))
        return false;
    for (int i = 0; i < piece->ways; i++)
        if ((piece->way[i].how & GR_WAY_MOVES) && leads(pos, &piece->way[i], side, file, rank, to_file, to_rank))
            return true;
    return false;
}

bool plain_in_check(const PlainPosition *pos, int side) {
    char royal = pos->def->piece[GR_KING].letter;
    royal = side == GR_WHITE ? royal : (char)tolower((unsigned char)royal);
    for (int sq = 0; royal && sq < pos->def->files * pos->def->ranks; sq++) {
        int file = sq % pos->def->files, rank = sq / pos->def->files;
        if (pos->at[file][rank] != royal)
            continue;
        if (plain_attacked_specially(pos, side, file, rank))
            return true;
        for (int f = 0; f < pos->def->files; f++)
            for (int r = 0; r < pos->def->ranks; r++)
                if (plain_is_of(pos->at[f][r], !side) && plain_captures(pos, f, r, file, rank))
                    return true;
    }
    return false;
}

/* ---- moves ---- */

void plain_add(Moves *to, PlainMove move) {
    PlainPosition after = *to->pos;
    plain_play(&after, &move);
    if (!plain_in_check(&after, to->pos->turn))
        to->move[to->count++] = move;
}

static int number_of(const PlainPosition *pos, char letter) {
    int n = 0;
    for (int file = 0; file < pos->def->files; file++)
        for (int rank = 0; rank < pos->def->ranks; rank++)
            n += pos->at[file][rank] == letter;
    return n;
}

/* A move to a square, with what the piece may become there. */
static void add_becoming(Moves *to, const GrDefinedPiece *piece, PlainMove move) {
    const GrDefinition *def = to->pos->def;
    int side = to->pos->turn;
    if (plain_arrives(to, move))
        return;
    bool promotes = piece->promotes[side] && plain_in(to->pos, def->promotion_region[side], move.to_file, move.to_rank);
    for (int type = 1; promotes && type <= def->types; type++) {
        char letter = def->piece[type].letter;
        char there = side == GR_WHITE ? letter : (char)tolower((unsigned char)letter);
        if (!(def->promotions[side] >> type & 1) ||
            (def->piece[type].limit && number_of(to->pos, there) >= def->piece[type].limit))
            continue;
        move.becomes = letter;
        plain_add(to, move);
    }
    move.becomes = 0;
    if (!promotes || !def->must_promote)
        plain_add(to, move);
}

static void add_pawn_steps(Moves *to, const GrDefinedPiece *pawn, int file, int rank) {
    const PlainPosition *pos = to->pos;
    const GrDefinition *def = pos->def;
    int ahead = pos->turn == GR_WHITE ? 1 : -1, steps = 1;
    steps = plain_in(pos, def->double_region[pos->turn], file, rank) ? 2 : steps;
    steps = plain_in(pos, def->triple_region[pos->turn], file, rank) ? 3 : steps;
    for (int n = 1, r = rank + ahead; n <= steps && plain_on_board(pos, file, r) && !pos->at[file][r]; n++, r += ahead)
        if (!pawn->region[pos->turn] || plain_in(pos, pawn->region[pos->turn], file, r))
            add_becoming(to, pawn, (PlainMove){file, rank, file, r, 0, false, 0, 0, 0});
}

static void add_moves(Moves *to, int file, int rank) {
    const PlainPosition *pos = to->pos;
    const GrDefinedPiece *piece = piece_of(pos->def, pos->at[file][rank]);
    int side = pos->turn;
    if (piece->pawn)
        add_pawn_steps(to, piece, file, rank);
    for (int f = 0; f < pos->def->files; f++)
        for (int r = 0; r < pos->def->ranks; r++) {
            bool king = pos->at[f][r] == plain_letter(pos->def, GR_KING, !side); /* what was placed may attack it */
            bool takes = plain_is_of(pos->at[f][r], !side) && !king;
            bool goes = takes && plain_captures(pos, file, rank, f, r);
            if (goes || (!pos->at[f][r] && plain_goes(pos, file, rank, f, r)))
                add_becoming(to, piece, (PlainMove){file, rank, f, r, 0, false, 0, 0, 0});
            if (piece->pawn && pos->passed[f][r] && plain_in(pos, pos->def->passing_region[side], f, r) &&
                plain_captures(pos, file, rank, f, r))
                plain_add(to, (PlainMove){file, rank, f, r, 0, true, 0, 0, 0});
        }
}

int plain_moves(const PlainPosition *pos, PlainMove move[PLAIN_MOVES]) {
    Moves to = {pos, move, 0};
    if (plain_places(&to))
        return to.count;
    for (int file = 0; file < pos->def->files; file++)
        for (int rank = 0; rank < pos->def->ranks; rank++)
            if (plain_is_of(pos->at[file][rank], pos->turn)) {
                add_moves(&to, file, rank);
                plain_add_special(&to, file, rank);
            }
    return to.count;
}

void plain_play(PlainPosition *pos, const PlainMove *move) {
    char letter = pos->at[move->from_file][move->from_rank];
    const GrDefinedPiece *piece = piece_of(pos->def, letter); /* none casts a spell */
    if (move->passing)
        pos->at[pos->passer_file][pos->passer_rank] = 0;
    memset(pos->passed, 0, sizeof pos->passed);
    for (int rank = move->from_rank; piece && piece->pawn && !move->becomes && !move->kind &&
                                     move->from_file == move->to_file && rank != move->to_rank;
         rank += sign(move->to_rank - move->from_rank))
        pos->passed[move->to_file][rank] = rank != move->from_rank;
    pos->passer_file = move->to_file;
    pos->passer_rank = move->to_rank;
    plain_play_special(pos, move);
}

uint64_t plain_perft(const PlainPosition *pos, int depth) {
    PlainMove *move = depth ? malloc(PLAIN_MOVES * sizeof *move) : NULL;
    uint64_t paths = 0;
    if (!move)
        return 1;
    int count = plain_moves(pos, move);
    for (int i = 0; i < count && depth > 1; i++) {
        PlainPosition after = *pos;
        plain_play(&after, &move[i]);
        paths += plain_perft(&after, depth - 1);
    }
    free(move);
    return depth > 1 ? paths : (uint64_t)count;
}
