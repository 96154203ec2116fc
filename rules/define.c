/* Definitions made into rules: what is wrong with them, their variants' rows, and their place in the list. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/defined_build.h"
#include "rules/registry.h"
#include "rules/tables.h"

/* ---- what is wrong ---- */

static int wrong_way(const GrDefinition *def, int type, GrError *error) {
    const GrDefinedPiece *piece = &def->piece[type];
    if (piece->ways > GR_DEFINED_WAYS || (piece->pawn && piece->ways))
        return gr_fail(error, GR_ERR_LIMIT, "'%c' has too many ways to go", piece->letter);
    for (int i = 0; i < piece->ways; i++) {
        const GrWay *way = &piece->way[i];
        bool first = way->how & GR_WAY_FIRST;
        if ((!way->df && !way->dr) || abs(way->df) >= GR_DEFINED_SIZE || abs(way->dr) >= GR_DEFINED_SIZE ||
            way->kind > GR_WAY_GRASSHOP || !way->range || way->range > GR_FAR || !(way->how & 3) || way->how > 7)
            return gr_fail(error, GR_ERR_ILLEGAL, "'%c' has a way to go that means nothing", piece->letter);
        if (first && (way->how & GR_WAY_TAKES))
            return gr_fail(error, GR_ERR_ILLEGAL, "'%c' captures by a first step, which is not supported",
                           piece->letter);
    }
    return 0;
}

static int wrong_piece(const GrDefinition *def, int type, GrError *error) {
    const GrDefinedPiece *piece = &def->piece[type];
    if (type == GR_KING && !piece->letter)
        return piece->ways ? gr_fail(error, GR_ERR_ILLEGAL, "a piece without a letter") : 0;
    if (piece->letter < 'A' || piece->letter > 'Z')
        return gr_fail(error, GR_ERR_ILLEGAL, "a piece whose letter is none from A to Z");
    for (int other = 1; other < type; other++)
        if (def->piece[other].letter == piece->letter && !piece->base)
            return gr_fail(error, GR_ERR_ILLEGAL, "two pieces have the letter '%c'", piece->letter);
    if (type == GR_KING && (piece->pawn || piece->promotes[0] || piece->promotes[1] || piece->passes[0] ||
                            piece->passes[1]))
        return gr_fail(error, GR_ERR_ILLEGAL, "the royal piece cannot be a pawn");
    return wrong_way(def, type, error);
}

/* What was promoted and what it became have to say so of each other. */
static int wrong_change(const GrDefinition *def, int type, GrError *error) {
    const GrDefinedPiece *piece = &def->piece[type];
    const GrDefinedPiece *base = piece->base < type ? &def->piece[piece->base] : NULL;
    bool pair = !piece->base || (base && base->promoted == type && base->letter == piece->letter && !base->base);
    bool forth = !piece->promoted || (piece->promoted <= def->types && def->piece[piece->promoted].base == type);
    if (!pair || !forth || (piece->base && (piece->pawn || piece->promoted || piece->base == GR_KING)))
        return gr_fail(error, GR_ERR_ILLEGAL, "'%c' is not promoted as a piece can be", piece->letter);
    return 0;
}

/* Moves are listed in a room of fixed size. */
static int wrong_hands(const GrDefinition *def, GrError *error) {
    const uint32_t all = (2u << def->types) - 2;
    int dropped = 0, squares = def->files * def->ranks;
    for (int type = 2; type <= def->types; type++)
        dropped += !def->piece[type].base || def->drops_promoted;
    if (def->drops && dropped * squares > GR_MAX_MOVES / 4 * 3)
        return gr_fail(error, GR_ERR_LIMIT, "%d types that may be dropped on %d squares; together at most %d", dropped,
                       squares, GR_MAX_MOVES / 4 * 3);
    if ((def->drops_apart & ~all) || (def->no_drop_mates & ~all) || (def->must_drop & ~(all | 1)) ||
        (def->drops_by_colour & ~all))
        return gr_fail(error, GR_ERR_ILLEGAL, "a rule for drops of a type that is none");
    return 0;
}

static int wrong_letters(const GrDefinition *def, GrError *error) {
    int pawns = 0;
    for (const char *c = def->name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_')
            return gr_fail(error, GR_ERR_ILLEGAL, "'%c' in the name '%s'", *c, def->name);
    if (!def->name[0])
        return gr_fail(error, GR_ERR_ILLEGAL, "a game without a name");
    for (int type = 1; type <= def->types; type++) {
        pawns += def->piece[type].pawn;
        int code = wrong_piece(def, type, error);
        if (!code)
            code = wrong_change(def, type, error);
        if (code)
            return code;
    }
    return pawns > 1 ? gr_fail(error, GR_ERR_ILLEGAL, "more than one type is the pawn of chess") : 0;
}

static int wrong_definition(const GrDefinition *def, GrError *error) {
    if (def->files < 1 || def->ranks < 1 || def->files > GR_DEFINED_SIZE || def->ranks > GR_DEFINED_SIZE)
        return gr_fail(error, GR_ERR_LIMIT, "a board of %d by %d squares; at most %d by %d", def->files, def->ranks,
                       GR_DEFINED_SIZE, GR_DEFINED_SIZE);
    if (def->files * def->ranks > GR_MAX_SQUARES)
        return gr_fail(error, GR_ERR_LIMIT, "a board of %d by %d has %d squares; at most %d", def->files, def->ranks,
                       def->files * def->ranks, GR_MAX_SQUARES);
    if (def->types < 1 || def->types > GR_DEFINED_TYPES)
        return gr_fail(error, GR_ERR_LIMIT, "%d types of pieces; at most %d", def->types, GR_DEFINED_TYPES);
    for (int side = 0; side < 2; side++)
        if ((def->promotions[side] & 3) || (uint64_t)def->promotions[side] >> (def->types + 1))
            return gr_fail(error, GR_ERR_ILLEGAL, "pawns cannot become the royal piece");
    if (def->blasts && def->piece[GR_KING].letter)
        return gr_fail(error, GR_ERR_ILLEGAL, "where captures explode there can be no king, but a commoner instead");
    int code = wrong_hands(def, error);
    return code ? code : wrong_letters(def, error);
}

/* ---- reaches, for all that looks at a piece without asking the rules ---- */

/* The ways of a piece that are the eight (or four) turns of one offset. */
typedef struct Turns {
    int long_side, short_side, found, all, range;
    bool alike;
} Turns;

static Turns turns_of(const GrDefinedPiece *piece, const GrWay *like, unsigned how) {
    int a = abs(like->df) > abs(like->dr) ? abs(like->df) : abs(like->dr), b = abs(like->df) + abs(like->dr) - a;
    Turns turns = {.long_side = a, .short_side = b, .all = b == 0 || a == b ? 4 : 8, .range = like->range,
                   .alike = true};
    for (int i = 0; i < piece->ways; i++) {
        const GrWay *way = &piece->way[i];
        bool fits = (abs(way->df) == a && abs(way->dr) == b) || (abs(way->df) == b && abs(way->dr) == a);
        if (!fits || way->kind != like->kind || !(way->how & how) || (way->how & GR_WAY_FIRST))
            continue;
        turns.found++;
        turns.alike = turns.alike && way->range == like->range;
        turns.range = way->range > turns.range ? way->range : turns.range;
    }
    return turns;
}

static void add_leap(GrReach *reach, const Turns *turns, bool *oddly) {
    int n = 0;
    while (n < 4 && (reach->leap[n].df || reach->leap[n].dr)) {
        if (reach->leap[n].df == turns->short_side && reach->leap[n].dr == turns->long_side)
            return;
        n++;
    }
    if (n == 4) {
        *oddly = true;
        return;
    }
    reach->leap[n].df = (int8_t)turns->short_side;
    reach->leap[n].dr = (int8_t)turns->long_side;
}

/* The reach that says most of how a piece goes; *oddly if it does not say all. A leap or line counts that is there in
 * at least half of its directions. */
static GrReach reach_of(const GrDefinedPiece *piece, unsigned how, bool *oddly) {
    GrReach reach = {{{0, 0}}, 0, 0};
    for (int i = 0; i < piece->ways; i++) {
        const GrWay *way = &piece->way[i];
        if (!(way->how & how))
            continue;
        Turns turns = turns_of(piece, way, how);
        bool whole = turns.found == turns.all && turns.alike;
        bool slide = way->kind == GR_WAY_RIDE && turns.long_side == 1;
        *oddly = *oddly || !whole || (way->how & GR_WAY_FIRST) || (way->kind != GR_WAY_LEAP && !slide);
        if (2 * turns.found < turns.all || way->kind == GR_WAY_HOP || way->kind == GR_WAY_GRASSHOP)
            continue;
        if (slide)
            *(turns.short_side ? &reach.diag : &reach.orth) = (uint8_t)turns.range;
        else
            add_leap(&reach, &turns, oddly);
    }
    return reach;
}

/* In the order in which variants with a C file write the leaps of a king: straight, then diagonally. */
static void sort_leaps(GrReach *reach) {
    for (int n = 1; n < 4 && (reach->leap[n].df || reach->leap[n].dr); n++)
        for (int i = n; i > 0; i--) {
            int size = reach->leap[i].df + 16 * reach->leap[i].dr;
            int before = reach->leap[i - 1].df + 16 * reach->leap[i - 1].dr;
            int8_t df = reach->leap[i].df, dr = reach->leap[i].dr;
            if (size >= before)
                break;
            reach->leap[i] = reach->leap[i - 1];
            reach->leap[i - 1].df = df;
            reach->leap[i - 1].dr = dr;
        }
    if (reach->leap[0].dr == 1 && !reach->leap[0].df) { /* {1, 0}, as others write it */
        reach->leap[0].df = 1;
        reach->leap[0].dr = 0;
    }
}

static void make_piece(GrDefined *defined, int type) {
    const GrDefinedPiece *piece = &defined->def.piece[type];
    GrPieceRow *row = &defined->piece[type];
    bool oddly = piece->region[0] || piece->region[1] || (!piece->ways && !piece->pawn);
    *row = (GrPieceRow){.letter = piece->letter, .alias = piece->alias, .name = piece->name, .names = ""};
    row->flags = piece->pawn ? GR_IS_PAWN : piece->base ? GR_IS_PROMOTED : 0;
    row->move = reach_of(piece, GR_WAY_MOVES, &oddly);
    row->capture = reach_of(piece, GR_WAY_TAKES, &oddly);
    sort_leaps(&row->move);
    sort_leaps(&row->capture);
    if (oddly && !piece->pawn)
        row->flags |= GR_GOES_ODDLY;
}

/* ---- the start position, as far as it decides what the variant is ---- */

/* What stands on each square of the start FEN, 0 where nothing does; false if the board does not fit. */
static bool scan_board(const GrDefinition *def, char board[GR_MAX_SQUARES]) {
    int file = 0, rank = def->ranks - 1;
    memset(board, 0, GR_MAX_SQUARES);
    for (const char *c = def->start; *c && *c != ' ' && *c != '['; c++) {
        if (isdigit((unsigned char)*c)) {
            int run = *c - '0';
            if (isdigit((unsigned char)c[1]))
                run = run * 10 + (*++c - '0');
            file += run;
        } else if (*c == '/') {
            file = 0;
            rank--;
        } else if (*c == '+' && isalpha((unsigned char)c[1])) { /* neither a king nor a rook */
            c++;
            file++;
        } else if (*c != '~' && file < def->files && rank >= 0)
            board[rank * def->files + file++] = *c;
    }
    return rank == 0;
}

static int count_of(const char board[GR_MAX_SQUARES], int letter) {
    int n = 0;
    for (int sq = 0; sq < GR_MAX_SQUARES; sq++)
        n += letter && board[sq] == letter;
    return n;
}

/* The file of what castles on a side's castling rank: of several the one of `castling_king`; -1 if there is none. */
static int find_king(const GrDefinition *def, const char board[GR_MAX_SQUARES], int side) {
    int rank = side == GR_WHITE ? def->castling_rank : def->ranks - 1 - def->castling_rank;
    int king = def->piece[def->castling_kings[side]].letter, kings = 0, file = 0;
    king = side == GR_WHITE ? king : tolower(king);
    for (int f = 0; f < def->files; f++)
        if (board[rank * def->files + f] == king) {
            kings++;
            file = f;
        }
    if (kings != 1)
        file = def->castling_king;
    return kings && file < def->files && board[rank * def->files + file] == king ? file : -1;
}

/* The type of the rook on a square that may castle, 0 if there is none. */
static int rook_on(const GrDefinition *def, const char board[GR_MAX_SQUARES], int side, int sq) {
    for (int type = 2; type <= def->types; type++) {
        int letter = def->piece[type].letter;
        if ((def->castling_rooks[side] >> type & 1) && board[sq] == (side == GR_WHITE ? letter : tolower(letter)))
            return type;
    }
    return 0;
}

/* The rights of the start position; "" where there are none. */
static const char *rights_of(const char *start) {
    const char *at = start + strcspn(start, " ");
    at += strspn(at, " ");
    at += strcspn(at, " ");
    return at + strspn(at, " ");
}

/* The file of the rook that the start position names for a castling, -1 if it names none: all letters but those of the
 * wings are files. */
static int named_rook(const GrDefinition *def, int side, int wing, int king) {
    for (const char *c = rights_of(def->start); isalpha((unsigned char)*c); c++) {
        int file = tolower((unsigned char)*c) - 'a';
        bool black = islower((unsigned char)*c), by_wing = strchr("KQkq", *c) != NULL;
        if (!by_wing && black == (side == GR_BLACK) && file < def->files && (file < king) == wing && file != king)
            return file;
    }
    return -1;
}

/* Where the king stands that castles, and the rook; false if there is none. */
static bool find_castling(const GrDefinition *def, const char board[GR_MAX_SQUARES], int side, int wing,
                          GrCastling *found, uint8_t *rook) {
    int rank = side == GR_WHITE ? def->castling_rank : def->ranks - 1 - def->castling_rank;
    int king = find_king(def, board, side), step = wing ? 1 : -1, to = def->castling_to[wing], base = rank * def->files;
    int named = king < 0 ? -1 : named_rook(def, side, wing, king);
    int start = def->castling_rook[wing] < def->files ? def->castling_rook[wing] : def->files - 1;
    if (king < 0)
        return false;
    for (int f = named >= 0 ? named : start; f != king && f >= 0 && f < def->files; f += step) {
        *rook = (uint8_t)rook_on(def, board, side, base + f);
        if (*rook || named >= 0) {
            *found = (GrCastling){(uint8_t)(base + king), (uint8_t)(base + to), (uint8_t)(base + f),
                                  (uint8_t)(base + to + step), wing ? "O-O-O" : "O-O"};
            return *rook && (f > king) == !wing;
        }
    }
    return false;
}

/* Where rights go by chess960's rules there are always four castlings, and one is the usual one: from where the start
 * position has king and rook, or else where the keys look for them. */
static void usual_castling(const GrDefinition *def, int side, int wing, GrCastling *found, uint8_t *rook) {
    int base = (side == GR_WHITE ? 0 : def->ranks - 1) * def->files, step = wing ? 1 : -1, to = def->castling_to[wing];
    int corner = def->castling_rook[wing] < def->files ? def->castling_rook[wing] : def->files - 1;
    int king = def->castling_king < def->files ? def->castling_king : def->files / 2;
    *found = (GrCastling){(uint8_t)(base + king), (uint8_t)(base + to), (uint8_t)(base + corner),
                          (uint8_t)(base + to + step), wing ? "O-O-O" : "O-O"};
    *rook = def->castling_rooks[side] ? (uint8_t)__builtin_ctz(def->castling_rooks[side]) : 0;
}

static int make_castlings(GrDefined *defined, const char board[GR_MAX_SQUARES], GrError *error) {
    const GrDefinition *def = &defined->def;
    int n = 0;
    for (int right = 0; def->castles && right < 4; right++) {
        int wing = right & 1, side = right >> 1, to = def->castling_to[wing];
        if (def->castling_rank >= def->ranks || to >= def->files ||
            !(find_castling(def, board, side, wing, &defined->castling[n], &defined->variant.rook_type[n]) ||
              def->any_castlings))
            continue;
        if (def->any_castlings && !(board[defined->castling[n].king_from] && defined->variant.rook_type[n] &&
                                    defined->castling[n].king_from != defined->castling[n].king_to))
            usual_castling(def, side, wing, &defined->castling[n], &defined->variant.rook_type[n]);
        if (to + (wing ? 1 : -1) < 0 || to + (wing ? 1 : -1) >= def->files ||
            defined->castling[n].king_from == defined->castling[n].king_to)
            return gr_fail(error, GR_ERR_ILLEGAL, "the king castles to a square where it cannot");
        if (named_rook(def, side, wing, defined->castling[n].king_from % def->files) >= 0)
            defined->named |= (uint8_t)(1u << n);
        defined->rights[n++] = "KQkq"[right];
    }
    defined->variant.castlings = (uint8_t)n;
    defined->variant.any_castlings = def->any_castlings && n == 4;
    for (int side = 0; side < 2; side++)
        defined->variant.castling_king[side] = def->castling_kings[side] == GR_KING ? 0 : def->castling_kings[side];
    return 0;
}

/* Where nothing castles rights mean nothing, as those of a parent's start position. */
static void drop_start_rights(GrDefinition *def) {
    char *rights = def->start + (rights_of(def->start) - def->start);
    size_t length = strcspn(rights, " ");
    if (def->castles || !isalpha((unsigned char)*rights))
        return;
    memmove(rights + 1, rights + length, strlen(rights + length) + 1);
    *rights = '-';
}

static int make_royals(GrDefined *defined, const char board[GR_MAX_SQUARES], GrError *error) {
    int letter = defined->def.piece[GR_KING].letter;
    int white = count_of(board, letter), black = count_of(board, tolower(letter));
    if (white > 1 || black > 1)
        return gr_fail(error, GR_ERR_ILLEGAL, "%s has %d royal pieces; at most one", white > 1 ? "White" : "Black",
                       white > 1 ? white : black);
    defined->royal[GR_WHITE] = white;
    defined->royal[GR_BLACK] = black;
    if (white)
        defined->variant.royals = black ? GR_ROYALS_BOTH : GR_ROYALS_WHITE;
    else
        defined->variant.royals = black ? GR_ROYALS_BLACK : GR_ROYALS_NONE;
    return 0;
}

/* Which types go by one name, and what a captured piece that was a pawn is in hand. */
static void make_likes(GrDefined *defined) {
    const GrDefinition *def = &defined->def;
    for (int type = 1; type <= def->types; type++) {
        const GrDefinedPiece *piece = &def->piece[type];
        int name = piece->base ? piece->alias : piece->letter;
        for (int other = 1; other <= def->types; other++) {
            const GrDefinedPiece *like = &def->piece[other];
            if (type == other || (name && name == (like->base ? like->alias : like->letter)))
                defined->like[type] |= 1u << other;
        }
        if ((piece->promotes[0] || piece->promotes[1]) && (!defined->pawn || piece->pawn))
            defined->pawn = (uint8_t)type;
        defined->variant.promoted = defined->variant.promoted || piece->base;
    }
}

static void make_hands(GrDefined *defined) {
    const GrDefinition *def = &defined->def;
    make_likes(defined);
    defined->variant.hands = def->drops || def->keeps_captures;
    if (!defined->variant.hands)
        return;
    defined->marks = def->keeps_captures && defined->pawn && (def->promotions[0] || def->promotions[1]);
    defined->hooks.in_hand = gr_defined_in_hand;
    defined->hooks.write_pocket = gr_defined_write_hands;
    defined->hooks.read_pocket = gr_defined_read_hands;
    defined->hooks.pocket_optional = true;
    defined->hooks.write_marks = defined->marks ? gr_defined_write_mark : NULL;
    defined->hooks.read_mark = defined->marks ? gr_defined_read_mark : NULL;
}

static void make_ends(GrDefined *defined) {
    const GrDefinition *def = &defined->def;
    GrVariant *v = &defined->variant;
    defined->flags = def->flag_region[0] || def->flag_region[1];
    defined->lines = def->line || def->line_square || def->line_spread;
    defined->checks = def->counts_checks ? (uint8_t)gr_defined_read_count(def) : 0;
    defined->dies_out = def->extinction && (!def->stand_ins || def->blasts);
    v->own_ends = defined->flags || defined->checks || defined->lines || defined->dies_out;
    v->explosions = def->blasts;
    v->pockets = defined->checks > 0;
    v->stalemate = def->stalemate;
    v->fifty = def->repetition > 0;
    v->repeats = def->repetition;
    v->quiet_plies = def->move_rule && def->move_rule < 30000 ? (uint16_t)(2 * def->move_rule) : UINT16_MAX;
    v->must_take = def->must_take;
    defined->hooks = def->files * def->ranks <= 64 ? gr_defined_small : gr_defined_large;
    if (!v->own_ends)
        defined->hooks.over = NULL;
    make_hands(defined);
    if (v->own_ends || v->stalemate || def->stand_ins || def->blasts || v->royals != GR_ROYALS_BOTH || v->hands)
        defined->hooks.dead = NULL;
    defined->hooks.write_right = defined->named ? gr_defined_write_right : defined->hooks.write_right;
    if (defined->checks) {
        defined->hooks.write_field = gr_defined_write_checks;
        defined->hooks.read_field = gr_defined_read_checks;
    }
}

static int make_variant(GrDefined *defined, GrError *error) {
    const GrDefinition *def = &defined->def;
    GrVariant *v = &defined->variant;
    char board[GR_MAX_SQUARES];
    *v = (GrVariant){.name = def->name, .title = def->title[0] ? def->title : def->name, .aliases = "",
                     .files = def->files, .ranks = def->ranks, .first = GR_WHITE, .types = def->types,
                     .piece = defined->piece, .rights = defined->rights, .castling = defined->castling,
                     .start = def->start, .hooks = &defined->hooks, .defined = defined};
    drop_start_rights(&defined->def);
    if (!scan_board(def, board))
        return gr_fail(error, GR_ERR_ILLEGAL, "the start position has not %d ranks", def->ranks);
    v->holes = count_of(board, '*') > 0;
    for (int type = 1; type <= def->types; type++)
        make_piece(defined, type);
    int code = make_royals(defined, board, error);
    if (!code)
        code = make_castlings(defined, board, error);
    if (!code)
        make_ends(defined);
    if (!code && defined->checks > GR_DEFINED_CHECKS)
        return gr_fail(error, GR_ERR_LIMIT, "%d checks are to be counted; at most %d", defined->checks,
                       GR_DEFINED_CHECKS);
    return code;
}

/* ---- the rules ---- */

/* What other positions can do without, such as rights of castlings that there are not, is a fault of this one: it says
 * what the game has. */
static int make_rules(GrRules *rules, GrDefined *defined, unsigned *column, GrError *error) {
    GrFaults faults;
    char start[GR_FEN_SIZE];
    faults.count = faults.dropped = 0;
    rules->board = calloc(1, rules->variant->hooks->size(rules->variant));
    if (!rules->board)
        return gr_no_memory(error);
    gr_rules_fill(rules, &faults);
    if (faults.count == 0) {
        size_t length = gr_fen_write(&rules->start, start);
        if (length < sizeof defined->def.start)
            memcpy(defined->def.start, start, length + 1);
        return 0;
    }
    if (column)
        *column = faults.fault[0].column;
    return gr_fail(error, GR_ERR_ILLEGAL, "start position: %s", faults.fault[0].text);
}

static GrRules *new_rules(const GrDefinition *definition, unsigned *column, GrError *error) {
    GrDefined *defined = calloc(1, sizeof *defined);
    GrRules *rules = calloc(1, sizeof *rules);
    if (!defined || !rules) {
        free(defined);
        free(rules);
        gr_no_memory(error);
        return NULL;
    }
    defined->def = *definition;
    rules->variant = &defined->variant;
    defined->variant.defined = defined;
    if (make_variant(defined, error) < 0 || make_rules(rules, defined, column, error) < 0) {
        gr_defined_free(rules);
        return NULL;
    }
    return rules;
}

const GrRules *gr_variants_define(const GrVariants *variants, const GrDefinition *definition, unsigned *column,
                                  GrError *error) {
    if (column)
        *column = 0;
    if (wrong_definition(definition, error) < 0)
        return NULL;
    GrRules *rules = new_rules(definition, column, error);
    if (!rules)
        return NULL;
    const GrRules *listed = gr_variants_add(variants, rules, error);
    if (listed != rules)
        gr_defined_free(rules);
    return listed;
}
