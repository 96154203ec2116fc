/* Positions and moves, for tests of the rules. */
#include "tests/aid/rules_aid.h"

#include <ctype.h>
#include <stdarg.h>
#include <strings.h>

#include "notation/move/san.h"
#include "notation/move/uci.h"

static const char *variant_name = "chess";
static char said[4000];
static GrMoveList moves;
static OrList oracle_moves;

__attribute__((format(printf, 1, 2))) static const char *say(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(said, sizeof said, format, args);
    va_end(args);
    return said;
}

static GrVariants *variants;

static void close_book(void) {
    gr_variants_close(variants);
}

const GrRules *aid_rules(const char *variant) {
    if (variants == NULL) {
        variants = gr_variants_open();
        atexit(close_book);
    }
    const GrRules *rules = variants ? gr_variants_find(variants, variant) : NULL;
    if (rules == NULL || or_variant(variant) == NULL) {
        printf("no rules for %s\n", variant);
        exit(2);
    }
    return rules;
}

void aid_variant(const char *name) {
    aid_rules(name);
    variant_name = name;
}

int aid_square(const GrPosition *pos, int sq) {
    int files = gr_variant(pos->rules)->files;
    return sq / files * OR_WIDTH + sq % files;
}

/* ---- moves as numbers and texts ---- */

enum { PLACE = '@' };

static AidCode pack(int from, int to, int suffix, int drop, int drop_at) {
    return (uint64_t)from | (uint64_t)to << 8 | (uint64_t)suffix << 16 | (uint64_t)drop << 24 |
           (uint64_t)drop_at << 32;
}

/* Where the king's square alone would not say so, castling goes to the rook. */
static int castling_target(const GrPosition *pos, GrMove move) {
    bool fixed = strcmp(gr_variant(pos->rules)->name, "chess960") != 0;
    GrCastling c;
    gr_castling(pos, gr_castling_right(pos, move), &c);
    return aid_square(pos, fixed ? c.king_to : c.rook_from);
}

AidCode aid_code(const GrPosition *pos, GrMove move) {
    const GrVariant *v = gr_variant(pos->rules);
    int from = aid_square(pos, gr_move_from(move)), to = aid_square(pos, gr_move_to(move));
    int piece = gr_move_piece(move);
    char letter = piece ? v->piece[piece].letter : 0;
    switch (gr_move_kind(move)) {
    case GR_NORMAL:
        return pack(from, to, letter ? tolower((unsigned char)letter) : 0, 0, 0);
    case GR_SPELL_FALL:
        return pack(from, to, 'x', 0, 0);
    case GR_QUEST:
        return pack(from, to, '^', 0, 0);
    case GR_RESURRECT:
        return pack(from, to, 'd', 0, 0);
    case GR_DROP:
        return pack(from, to, 0, letter, aid_square(pos, gr_move_third(move)));
    case GR_PLACE:
    case GR_ENTER:
        return pack(0, to, PLACE, letter, 0);
    case GR_CASTLE:
        return pack(from, castling_target(pos, move), 0, 0, 0);
    default:
        return pack(from, to, 0, 0, 0);
    }
}

AidCode aid_oracle_code(const OrMove *move) {
    if (move->kind == OR_PLACE || move->kind == OR_ENTER) {
        return pack(0, move->to, PLACE, move->kind == OR_PLACE ? 'W' : move->drop, 0);
    }
    if (move->kind == OR_FALL) {
        return pack(move->from, move->to, 'x', 0, 0);
    }
    return pack(move->from, move->to, move->becomes, move->drop, move->drop ? move->drop_at : 0);
}

static int write_square(char *out, int sq) {
    return sprintf(out, "%c%d", 'a' + or_file(sq), or_rank(sq) + 1);
}

void aid_code_text(AidCode code, char out[24]) {
    int suffix = (int)(code >> 16 & 255), drop = (int)(code >> 24 & 255);
    if (suffix == PLACE) {
        out += sprintf(out, "%c@", drop);
        write_square(out, (int)(code >> 8 & 255));
        return;
    }
    out += write_square(out, (int)(code & 255));
    out += write_square(out, (int)(code >> 8 & 255));
    if (suffix) {
        *out++ = (char)suffix;
    }
    *out = '\0';
    if (drop) {
        out += sprintf(out, ",%c@", drop);
        write_square(out, (int)(code >> 32 & 255));
    }
}

int aid_compare_codes(const void *a, const void *b) {
    AidCode x = *(const AidCode *)a, y = *(const AidCode *)b;
    return (x > y) - (x < y);
}

/* ---- positions ---- */

static const char *read_both(const char *fen, GrPosition *pos, OrPosition *oracle) {
    GrFaults faults;
    if (gr_fen_read(aid_rules(variant_name), fen, pos, &faults) != 0) {
        return say("%s: %s refused: column %u: %s", variant_name, fen, faults.fault[0].column,
                   faults.fault[0].text);
    }
    if (!or_read(or_variant(variant_name), fen, oracle)) {
        return say("%s: the oracle cannot read %s", variant_name, fen);
    }
    gr_moves(pos, &moves);
    or_moves(oracle, &oracle_moves);
    return NULL;
}

static bool find(const GrPosition *pos, const char *text, GrMove *move) {
    char uci[24];
    for (unsigned i = 0; i < moves.count; i++) {
        aid_code_text(aid_code(pos, moves.move[i]), uci);
        if (strcmp(uci, text) == 0) {
            *move = moves.move[i];
            return true;
        }
    }
    return false;
}

static bool find_oracle(const OrPosition *pos, const char *text, OrMove *move) {
    char uci[24];
    for (size_t i = 0; i < oracle_moves.count; i++) {
        or_uci(pos, &oracle_moves.move[i], uci);
        if (strcmp(uci, text) == 0) {
            *move = oracle_moves.move[i];
            return true;
        }
    }
    return false;
}

/* Copies the next word of a list to out; false at the end. */
static bool next_word(const char **list, char out[24]) {
    size_t skip = strspn(*list, " "), length = strcspn(*list + skip, " ");
    if (length == 0 || length > 23) {
        return false;
    }
    memcpy(out, *list + skip, length);
    out[length] = '\0';
    *list += skip + length;
    return true;
}

/* ---- statements ---- */

const char *aid_legal(const char *fen, const char *list, bool legal) {
    GrPosition pos;
    OrPosition oracle;
    GrMove move;
    OrMove oracle_move;
    char word[24];
    const char *fault = read_both(fen, &pos, &oracle);
    while (fault == NULL && next_word(&list, word)) {
        if (find_oracle(&oracle, word, &oracle_move) != legal) {
            return say("%s: the oracle has %s %s", fen, word, legal ? "illegal" : "legal");
        }
        if (find(&pos, word, &move) != legal) {
            return say("%s: %s is %s", fen, word, legal ? "illegal" : "legal");
        }
        if (legal && !gr_is_legal(&pos, move)) {
            return say("%s: gr_is_legal says no to %s", fen, word);
        }
    }
    return fault;
}

/* Is every move with the prefix in the list, and is there one for each word of it? */
static bool listed(const char *uci, const char *list) {
    char word[24];
    while (next_word(&list, word)) {
        if (strcmp(uci, word) == 0) {
            return true;
        }
    }
    return false;
}

const char *aid_moves_are(const char *fen, const char *prefix, const char *want) {
    GrPosition pos;
    OrPosition oracle;
    char uci[24];
    const char *fault = read_both(fen, &pos, &oracle);
    if (fault != NULL) {
        return fault;
    }
    for (unsigned i = 0; i < moves.count; i++) {
        aid_code_text(aid_code(&pos, moves.move[i]), uci);
        if (strncmp(uci, prefix, strlen(prefix)) == 0 && !listed(uci, want)) {
            return say("%s: %s is legal", fen, uci);
        }
    }
    for (size_t i = 0; i < oracle_moves.count; i++) {
        or_uci(&oracle, &oracle_moves.move[i], uci);
        if (strncmp(uci, prefix, strlen(prefix)) == 0 && !listed(uci, want)) {
            return say("%s: the oracle has %s legal", fen, uci);
        }
    }
    return aid_legal(fen, want, true);
}

const char *aid_count_is(const char *fen, unsigned want) {
    GrPosition pos;
    OrPosition oracle;
    const char *fault = read_both(fen, &pos, &oracle);
    if (fault != NULL) {
        return fault;
    }
    if (oracle_moves.count != want) {
        return say("%s: the oracle has %zu moves, not %u", fen, oracle_moves.count, want);
    }
    if (moves.count != want || gr_count_moves(&pos) != want) {
        return say("%s: %u moves listed, %" PRIu64 " counted, not %u", fen, moves.count,
                   gr_count_moves(&pos), want);
    }
    return NULL;
}

const char *aid_played(const char *fen, const char *list, const char *want) {
    GrPosition pos;
    OrPosition oracle;
    GrMove move;
    OrMove oracle_move;
    char word[24], got[GR_FEN_SIZE];
    const char *fault = read_both(fen, &pos, &oracle);
    while (fault == NULL && next_word(&list, word)) {
        if (!find_oracle(&oracle, word, &oracle_move)) {
            return say("%s ...: the oracle has %s illegal", fen, word);
        }
        if (!find(&pos, word, &move)) {
            return say("%s ...: %s is illegal", fen, word);
        }
        gr_play(&pos, move);
        or_play(&oracle, &oracle_move);
        gr_moves(&pos, &moves);
        or_moves(&oracle, &oracle_moves);
    }
    if (fault != NULL) {
        return fault;
    }
    or_write(&oracle, got);
    if (strcmp(got, want) != 0) {
        return say("%s: the oracle comes to\n    %s\nnot\n    %s", fen, got, want);
    }
    gr_fen_write(&pos, got);
    if (strcmp(got, want) != 0) {
        return say("%s: comes to\n    %s\nnot\n    %s", fen, got, want);
    }
    if (pos.key != gr_key_of(&pos)) {
        return say("%s: wrong key after %s", fen, word);
    }
    return aid_reads_as(want, want);
}

const char *aid_state_is(const char *fen, GrState want, int winner) {
    static const OrState same[] = {[GR_OPEN] = OR_OPEN, [GR_CHECKMATE] = OR_CHECKMATE,
                                   [GR_STALEMATE] = OR_STALEMATE, [GR_DRAWN] = OR_DRAWN,
                                   [GR_WON] = OR_WON};
    GrPosition pos;
    OrPosition oracle;
    const char *fault = read_both(fen, &pos, &oracle);
    if (fault != NULL) {
        return fault;
    }
    if (or_state(&oracle) != same[want]) {
        return say("%s: state %d for the oracle, not %d", fen, (int)or_state(&oracle), (int)want);
    }
    if (gr_state(&pos) != want) {
        return say("%s: state %d, not %d", fen, (int)gr_state(&pos), (int)want);
    }
    if (gr_winner(&pos, want) != winner) {
        return say("%s: winner %d, not %d", fen, gr_winner(&pos, want), winner);
    }
    bool over = want == GR_CHECKMATE || want == GR_STALEMATE || gr_is_over(&pos);
    if (gr_can_move(&pos) == over || or_can_move(&oracle) == over) {
        return say("%s: gr_can_move is wrong", fen);
    }
    return NULL;
}

const char *aid_check_is(const char *fen, bool want) {
    GrPosition pos;
    OrPosition oracle;
    const char *fault = read_both(fen, &pos, &oracle);
    if (fault != NULL) {
        return fault;
    }
    if (or_in_check(&oracle, oracle.turn) != want) {
        return say("%s: %s for the oracle", fen, want ? "no check" : "check");
    }
    if (gr_in_check(&pos) != want) {
        return say("%s: %s", fen, want ? "no check" : "check");
    }
    return NULL;
}

const char *aid_san_is(const char *fen, const char *uci, const char *san) {
    GrPosition pos;
    OrPosition oracle;
    GrMove move, read;
    GrError error;
    char got[GR_SAN_SIZE];
    const char *fault = read_both(fen, &pos, &oracle);
    if (fault != NULL) {
        return fault;
    }
    if (!find(&pos, uci, &move)) {
        return say("%s: %s is illegal", fen, uci);
    }
    gr_san_write(&pos, move, got);
    if (strcmp(got, san) != 0) {
        return say("%s: %s is written %s, not %s", fen, uci, got, san);
    }
    if (gr_san_read(&pos, san, &read, &error) != 0) {
        return say("%s: %s is not read: %s", fen, san, error.text);
    }
    return read == move ? NULL : say("%s: %s is read as another move", fen, san);
}

const char *aid_takes(const char *fen, const char *uci, const char *square) {
    GrPosition pos;
    OrPosition oracle;
    GrMove move;
    OrMove oracle_move;
    char got[4] = "-";
    const char *fault = read_both(fen, &pos, &oracle);
    if (fault != NULL) {
        return fault;
    }
    if (!find(&pos, uci, &move) || !find_oracle(&oracle, uci, &oracle_move)) {
        return say("%s: %s is illegal", fen, uci);
    }
    int sq = gr_captured_square(&pos, move);
    if (sq != GR_NO_SQUARE) {
        gr_square_name(gr_variant(pos.rules), sq, got);
    }
    if (strcmp(got, square) != 0) {
        return say("%s: %s takes %s, not %s", fen, uci, got, square);
    }
    bool takes = strcmp(square, "-") != 0;
    if (gr_is_capture(&pos, move) != takes) {
        return say("%s: gr_is_capture is wrong for %s", fen, uci);
    }
    if ((oracle_move.captures || oracle_move.kind == OR_EN_PASSANT) != takes) {
        return say("%s: the oracle is wrong about the capture %s", fen, uci);
    }
    return NULL;
}

const char *aid_same(const char *fen, const char *other, bool same) {
    GrPosition a, b;
    OrPosition x, y;
    char s[GR_FEN_SIZE], t[GR_FEN_SIZE];
    const char *fault = read_both(fen, &a, &x);
    if (fault == NULL) {
        fault = read_both(other, &b, &y);
    }
    if (fault != NULL) {
        return fault;
    }
    or_write_identity(&x, s);
    or_write_identity(&y, t);
    if ((strcmp(s, t) == 0) != same) {
        return say("%s, %s: %s for the oracle", fen, other, same ? "different" : "the same");
    }
    if (gr_same(&a, &b) != same) {
        return say("%s, %s: gr_same says %d", fen, other, gr_same(&a, &b));
    }
    if ((a.key == b.key) != same) {
        return say("%s, %s: %s keys", fen, other, same ? "different" : "equal");
    }
    return NULL;
}

static bool contains(const char *text, const char *word, size_t length) {
    for (; *text != '\0'; text++) {
        if (strncasecmp(text, word, length) == 0) {
            return true;
        }
    }
    return false;
}

static const char *check_faults(const char *fen, unsigned count, const char *words, bool corrected) {
    GrPosition pos;
    GrFaults faults;
    char all[4000] = "";
    unsigned got = gr_fen_read(aid_rules(variant_name), fen, &pos, &faults);
    for (unsigned i = 0; i < faults.count && i < GR_MAX_FAULTS; i++) {
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "\n    column %u: %s", faults.fault[i].column,
                 faults.fault[i].text);
        size_t length = strlen(fen) + 1;
        if (faults.fault[i].column < 1 || faults.fault[i].column > length) {
            return say("%s: a fault in no column of it:%s", fen, all);
        }
    }
    if (got + faults.dropped != faults.count || (got == 0) != corrected ||
        (count != 0 && faults.count != count) ||
        gr_fen_read(aid_rules(variant_name), fen, &pos, NULL) != got) {
        return say("%s: %u faults and %u corrected ones (%u in the record), not %u:%s", fen, got,
                   faults.dropped, faults.count, count, all);
    }
    while (*words != '\0') {
        size_t length = strcspn(words, "|");
        if (!contains(all, words, length)) {
            return say("%s: no fault with \"%.*s\" among:%s", fen, (int)length, words, all);
        }
        words += length + (words[length] == '|');
    }
    return NULL;
}

const char *aid_faults(const char *fen, unsigned count, const char *words) {
    return check_faults(fen, count, words, false);
}

const char *aid_corrected(const char *fen, unsigned count, const char *words, const char *want) {
    GrPosition pos, again;
    char got[GR_FEN_SIZE];
    const char *wrong = check_faults(fen, count, words, true);
    if (wrong) {
        return wrong;
    }
    gr_fen_read(aid_rules(variant_name), fen, &pos, NULL);
    gr_fen_write(&pos, got);
    if (strcmp(got, want) != 0) {
        return say("%s: read as %s, not %s", fen, got, want);
    }
    bool same = gr_fen_read(aid_rules(variant_name), want, &again, NULL) == 0 &&
                gr_same(&pos, &again) && pos.key == again.key && pos.key == gr_key_of(&pos);
    return same ? NULL : say("%s: not the position of its own FEN", fen);
}

const char *aid_reads_as(const char *fen, const char *want) {
    GrPosition pos;
    GrFaults faults;
    char got[GR_FEN_SIZE];
    if (gr_fen_read(aid_rules(variant_name), fen, &pos, &faults) != 0 || faults.count) {
        return say("%s refused: column %u: %s", fen, faults.fault[0].column,
                   faults.fault[0].text);
    }
    size_t length = gr_fen_write(&pos, got);
    if (strcmp(got, want) != 0 || length != strlen(want)) {
        return say("%s is written\n    %s\nnot\n    %s", fen, got, want);
    }
    return pos.key == gr_key_of(&pos) ? NULL : say("%s: wrong key", fen);
}
