/* Reasons for random moves that are not legal, in random positions of all variants: what they say
 * of the position is held against the position and against the oracle. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move/diagnose.h"
#include "notation/move/long.h"
#include "notation/move/resolve.h"
#include "rules/fen.h"
#include "tests/oracle/random_position.h"
#include "tests/aid/test.h"

/* A text in a position, and the reason for it. */
typedef struct Look {
    GrLexicon lexicon;
    const GrVariant *v;
    GrPosition pos;
    OrPosition oracle;
    int from, to; /* squares that the text states, else GR_NO_SQUARE */
    char text[40];
    GrSyntax syntax;
    char reason[1000], means[300]; /* the sentence up to "did you mean", and after it */
} Look;

static int oracle_square(const Look *l, int sq) {
    return sq / l->v->files * OR_WIDTH + sq % l->v->files;
}

/* The square named at `at`. */
static int square_at(const Look *l, const char *at) {
    int sq;
    return gr_square_read(l->v, at, &sq) ? sq : GR_NO_SQUARE;
}

/* ---- what a reason says ---- */

/* "White's Knight" or "a hole" at `at`: does that stand on the square? */
static bool stands(const Look *l, int sq, const char *at) {
    int piece = sq == GR_NO_SQUARE ? GR_EMPTY : l->pos.board[sq];
    char name[40];
    if (piece == GR_EMPTY)
        return false;
    if (piece == GR_HOLE)
        return !strncmp(at, "a hole", 6);
    snprintf(name, sizeof name, "%s's %s", gr_side_of(piece) ? "Black" : "White",
             l->v->piece[gr_type_of(piece)].name);
    return !strncmp(at, name, strlen(name));
}

/* Every "X is occupied by", "on X stands", "blocked on X by". */
static bool occupants_hold(const Look *l) {
    static const struct {
        const char *words;
        int before; /* how the square stands to the words: in front of them, or inside */
    } phrase[] = {{" is occupied by ", -1}, {" is a hole", -1}};
    for (size_t i = 0; i < sizeof phrase / sizeof *phrase; i++)
        for (const char *at = l->reason; (at = strstr(at, phrase[i].words)) != NULL; at++) {
            const char *name = at;
            while (name > l->reason && isalnum((unsigned char)name[-1]))
                name--;
            const char *what = at + (i == 0 ? strlen(phrase[i].words) : 4);
            const char *rook = strstr(l->reason, ", between king and rook,");
            if (rook && rook < at)
                continue;
            if (!stands(l, square_at(l, name), what))
                return false;
        }
    for (const char *at = l->reason; (at = strstr(at, "on ")) != NULL; at += 3) {
        const char *by = strstr(at, " by "), *here = strstr(at, " stands ");
        size_t len = 3 + strspn(at + 3, "abcdefghijkl0123456789");
        if (by == at + len && !stands(l, square_at(l, at + 3), by + 4) && strncmp(by + 4, "the", 3))
            return false;
        if (here == at + len && strncmp(here + 8, "the Wizard", 10) &&
            !stands(l, square_at(l, at + 3), here + 8))
            return false;
    }
    return true;
}

static bool emptiness_holds(const Look *l) {
    for (const char *at = l->reason; (at = strstr(at, "nothing stands on ")) != NULL; at++) {
        int sq = square_at(l, at + 18);
        if (sq == GR_NO_SQUARE || l->pos.board[sq] != GR_EMPTY)
            return false;
    }
    return true;
}

/* "the way from A to B is blocked on X": X lies between. */
static bool ways_hold(const Look *l) {
    for (const char *at = l->reason; (at = strstr(at, "the way from ")) != NULL; at++) {
        const char *to = strstr(at, " to "), *on = strstr(at, " blocked on ");
        if (!to || !on)
            return false;
        int a = square_at(l, at + 13), b = square_at(l, to + 4), x = square_at(l, on + 12);
        int f = l->v->files, df = b % f - a % f, dr = b / f - a / f;
        int xf = x % f - a % f, xr = x / f - a / f;
        int piece = a == GR_NO_SQUARE ? GR_EMPTY : l->pos.board[a];
        bool zigzag = l->v->rights[0] == 'Z' && piece != GR_EMPTY && l->v->piece[gr_type_of(piece)].letter == 'W';
        bool line = zigzag || xf * dr == xr * df;
        bool inside = abs(xf) <= abs(df) + zigzag && abs(xr) <= abs(dr) && x != a && x != b;
        if (a == GR_NO_SQUARE || !line || !inside)
            return false;
    }
    return true;
}

/* "a Rook does not go from A to B": on a board with nothing else, nor to take there. */
static bool never_holds(const Look *l) {
    const char *never = strstr(l->reason, " does not go from ");
    const char *to = never ? strstr(never, " to ") : NULL;
    if (!never || !to)
        return true;
    int a = square_at(l, never + 18), b = square_at(l, to + 4);
    OrPosition bare = l->oracle;
    int from = oracle_square(l, a), at = oracle_square(l, b);
    char piece = bare.piece[from], kind = or_kind(piece);
    int dr = (or_rank(at) - or_rank(from)) * (or_owner(piece) ? -1 : 1), df = abs(or_file(at) - or_file(from));
    if (or_owner(piece) != bare.turn)
        return false;
    if (or_is_pawn(&bare, from))
        return !(df == 0 && dr >= 1 && dr <= 3) && !(df == 1 && dr == 1);
    if (kind == 'W' && l->oracle.v->id == OR_WIZARD)
        return !(dr >= 1 && dr <= 3 && df <= dr && (df - dr) % 2 == 0) && !(df == 0 && dr == 1);
    memset(bare.piece, '.', sizeof bare.piece);
    bare.piece[from] = piece;
    if (or_steps(&bare, from, at))
        return false;
    bare.piece[at] = or_owner(piece) ? 'P' : 'p';
    return !or_attacks(&bare, from, at);
}

/* "it would leave White's King on X attacked by the Rook on Y": so it is after the move. */
static bool danger_holds(const Look *l) {
    const char *leave = strstr(l->reason, " would leave "), *on, *by;
    if (!leave || l->from == GR_NO_SQUARE || l->syntax.form != GR_FORM_MOVE ||
        l->pos.board[l->from] == GR_HOLE)
        return true;
    on = strstr(leave, " on ");
    by = on ? strstr(on + 4, " on ") : NULL;
    if (!on || !by)
        return false;
    OrPosition after = l->oracle;
    OrMove move = {.from = oracle_square(l, l->from), .to = oracle_square(l, l->to)};
    int king = square_at(l, on + 4), attacker = square_at(l, by + 4);
    char kind = or_kind(after.piece[move.from]);
    bool wizard = after.v->id == OR_WIZARD;
    if (strstr(l->reason, "to take en passant")) {
        move.kind = OR_EN_PASSANT;
        after.passer = move.to + (after.turn ? OR_WIDTH : -OR_WIDTH);
    } else if (strstr(l->reason, "teleport")) {
        move.kind = OR_TELEPORT;
    } else if (wizard && kind == 'A' && after.piece[move.to] != '.') {
        move.kind = OR_SHOT;
    } else if (l->syntax.drop) {
        move.drop = l->v->piece[l->syntax.drop].letter;
        move.drop_at = oracle_square(l, l->syntax.third);
    }
    int side = after.turn;
    or_play(&after, &move);
    return king != GR_NO_SQUARE && attacker != GR_NO_SQUARE && or_in_check(&after, side) &&
           or_threatens(&after, oracle_square(l, attacker), oracle_square(l, king));
}

/* Is a clause there twice? */
static bool repeats(const Look *l) {
    const char *clause[20];
    size_t len[20], n = 0;
    for (const char *at = l->reason; *at && n < 20;) {
        const char *comma = strstr(at, ", and "), *colon = strstr(at, "; ");
        const char *end = comma && (!colon || comma < colon) ? comma : colon;
        clause[n] = at;
        len[n++] = end ? (size_t)(end - at) : strlen(at);
        at = end ? end + (end == comma ? 6 : 2) : "";
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            if (len[i] == len[k] && len[i] > 3 && !strncmp(clause[i], clause[k], len[i]))
                return true;
    return false;
}

/* At most three suggestions, all of them legal. */
static bool suggestions_hold(const Look *l) {
    unsigned n = 0;
    for (const char *at = l->means; *at; n++) {
        GrSyntax syntax;
        GrMove move;
        size_t used = gr_syntax_read(&l->lexicon, at, &syntax);
        if (!used)
            used = gr_long_read(&l->lexicon, at, &syntax);
        if (!used || gr_resolve(&l->lexicon, &l->pos, &syntax, &move, NULL) != 1)
            return false;
        at += used;
        at += !strncmp(at, " or ", 4) ? 4 : !strncmp(at, ", ", 2) ? 2 : *at == '?';
    }
    return n <= 3;
}

static const char *what_is_wrong(const Look *l) {
    return !*l->reason || strstr(l->reason, "do not allow it") ||
                   strstr(l->reason, "not possible here")  ? "no reason"
           : strstr(l->reason, "  ") || strstr(l->reason, "leave ;") ? "something is missing"
           : !occupants_hold(l)                             ? "that does not stand there"
           : !emptiness_holds(l)                            ? "it is not empty"
           : !ways_hold(l)                                  ? "it does not lie between"
           : !never_holds(l)                                ? "it does go there"
           : !danger_holds(l)                               ? "there is no such check"
           : repeats(l)                                     ? "a clause is there twice"
           : !suggestions_hold(l)                           ? "not all suggestions are legal"
                                                            : NULL;
}

/* ---- random texts ---- */

static int random_square(Random *random, const GrVariant *v, GrSet among) {
    int n = gr_set_count(among);
    if (!n)
        return (int)random_below(random, (unsigned)gr_squares(v));
    for (n = (int)random_below(random, (unsigned)n); n > 0; n--)
        among &= among - 1;
    return gr_set_first(among);
}

/* What may stand after the squares. */
static void add_ending(Random *random, const Look *l, char *out, size_t size) {
    char sq[4];
    int type = 1 + (int)random_below(random, l->v->types);
    gr_square_name(l->v, random_square(random, l->v, 0), sq);
    switch (random_below(random, 12)) {
    case 0:
        snprintf(out, size, "=%c", l->v->piece[type].letter);
        break;
    case 1:
        snprintf(out, size, "^");
        break;
    case 2:
    case 3:
        if (l->v->drops)
            snprintf(out, size, "/%c@%s", "BNR"[random_below(random, 3)], sq);
        break;
    default:
        break;
    }
}

/* A move of a piece that is there, mostly, with its squares or without where it comes from. */
static void random_move(Random *random, Look *l) {
    GrSet own = l->pos.side[l->pos.turn] | (random_chance(random, 8) ? l->pos.type[0] : 0);
    char from[4], to[4], letter[2] = "", ending[12] = "";
    int origin = random_square(random, l->v, random_chance(random, 12) ? 0 : own);
    int piece = l->pos.board[origin], type = piece == GR_HOLE ? 0 : gr_type_of(piece);
    GrSet near = 0;
    for (int sq = 0; sq < gr_squares(l->v); sq++)
        near |= abs(sq % l->v->files - origin % l->v->files) < 3 &&
                        abs(sq / l->v->files - origin / l->v->files) < 3 ? gr_set_of(sq) : 0;
    int target = random_square(random, l->v, random_chance(random, 2) ? near : 0);
    gr_square_name(l->v, origin, from);
    gr_square_name(l->v, target, to);
    if (type && !gr_is_letterless(l->v, type))
        letter[0] = l->v->piece[type].letter;
    add_ending(random, l, ending, sizeof ending);
    bool with = random_chance(random, 2) || !*letter;
    snprintf(l->text, sizeof l->text, "%s%s%s%s", letter, with ? from : "", to, ending);
    l->from = with ? origin : GR_NO_SQUARE;
    l->to = target;
}

/* A move or a spell with both squares that says what it takes, mostly wrongly. */
static void random_capture(Random *random, Look *l) {
    GrSet own = l->pos.side[l->pos.turn];
    bool spell = l->lexicon.spells && random_chance(random, 2), named = random_chance(random, 2);
    int origin = random_square(random, l->v, spell ? l->pos.type[0] : own);
    int target = random_square(random, l->v, random_chance(random, 2) ? l->pos.side[!l->pos.turn] : 0);
    int piece = l->pos.board[origin], taken = random_square(random, l->v, 0);
    char from[4], to[4], at[4];
    gr_square_name(l->v, origin, from);
    gr_square_name(l->v, target, to);
    gr_square_name(l->v, random_chance(random, 2) ? taken : target, at);
    if (piece == GR_EMPTY || (!named && !spell))
        snprintf(l->text, sizeof l->text, "%sx%s", from, to);
    else if (named || !spell)
        snprintf(l->text, sizeof l->text, "%s %s - %s x %s",
                 piece == GR_HOLE ? "Hole" : l->v->piece[gr_type_of(piece)].name, from, to, at);
    else
        snprintf(l->text, sizeof l->text, "H%s%s x", from, to);
    l->from = origin;
    l->to = target;
}

static void random_text(Random *random, Look *l) {
    static const char *const castlings[] = {"O-O", "O-O-O", "O-O(b)", "O-O(f)", "--"};
    char a[4], b[4];
    gr_square_name(l->v, random_square(random, l->v, 0), a);
    gr_square_name(l->v, random_square(random, l->v, l->pos.side[l->pos.turn]), b);
    l->from = l->to = GR_NO_SQUARE;
    switch (random_below(random, 10)) {
    case 0:
        snprintf(l->text, sizeof l->text, "%s", castlings[random_below(random, 5)]);
        break;
    case 1:
        if (l->lexicon.spells)
            snprintf(l->text, sizeof l->text, "H%s%s", random_chance(random, 2) ? "x" : "", a);
        else
            snprintf(l->text, sizeof l->text, "Z%s=%s", random_chance(random, 2) ? a : "", b);
        break;
    case 2:
        random_capture(random, l);
        break;
    case 3:
        if (l->v->hands) {
            snprintf(l->text, sizeof l->text, "%c@%s", "QRBNP"[random_below(random, 5)], a);
            break;
        }
        if (l->pos.pending || random_chance(random, 4)) {
            snprintf(l->text, sizeof l->text, "W@%s", a);
            break;
        } /* fall through */
    default:
        random_move(random, l);
    }
}

/* Splits the sentence; false if the text is legal after all, or open. */
static bool look(Look *l) {
    GrMove move;
    GrBuffer out;
    size_t len = gr_syntax_read(&l->lexicon, l->text, &l->syntax);
    if (!len)
        len = gr_long_read(&l->lexicon, l->text, &l->syntax);
    if (!len || gr_resolve(&l->lexicon, &l->pos, &l->syntax, &move, NULL) > 0)
        return false;
    gr_buffer_init(&out);
    gr_diagnose(&l->lexicon, &l->pos, &l->syntax, l->text, strlen(l->text), &out);
    const char *reason = out.failed ? "" : strstr(out.data, "played: ") + 8;
    const char *means = strstr(reason, "; did you mean ");
    const char *mover = strstr(reason, " could play it");
    const char *end = means ? means : reason + strlen(reason);
    if (mover)
        end = mover - strlen("; White");
    snprintf(l->reason, sizeof l->reason, "%.*s", (int)(end - reason), reason);
    snprintf(l->means, sizeof l->means, "%s", means ? means + strlen("; did you mean ") : "");
    gr_buffer_free(&out);
    return true;
}

static unsigned texts_of(Random *random, const GrRules *rules, Look *l) {
    unsigned looked = 0;
    char fen[OR_FEN_SIZE];
    random_position(random, or_variant(gr_variant(rules)->name), &l->oracle);
    or_write(&l->oracle, fen);
    if (!CHECK_INT(gr_fen_read(rules, fen, &l->pos, NULL), 0))
        return 0;
    for (int i = 0; i < 12; i++) {
        random_text(random, l);
        if (!look(l))
            continue;
        looked++;
        const char *wrong = what_is_wrong(l);
        if (!CHECK(wrong == NULL))
            printf("    %s, %s, %s: %s (%s) %s\n", l->v->name, fen, l->text, wrong, l->reason,
                   l->means);
    }
    return looked;
}

static void reasons_hold(void) {
    static const char *const names[] = {"chess", "magi", "magician", "royal", "wizard",
                                        "capablanca", "chess960", "crazyhouse", "atomic", "antichess", "horde",
                                        "threecheck", "racingkings", "kingofthehill"};
    GrVariants *variants = gr_variants_open();
    Random random = {test_seed(20261122)};
    Look *l = calloc(1, sizeof *l);
    REQUIRE(variants && l);
    const char *rounds = getenv("GRIMOIRE_REASONS");
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const GrRules *rules = gr_variants_find(variants, names[n]);
        unsigned looked = 0;
        gr_lexicon_init(&l->lexicon, rules);
        l->v = gr_variant(rules);
        for (int i = rounds ? atoi(rounds) : 300; i > 0; i--)
            looked += texts_of(&random, rules, l);
        CHECK(looked > 1000);
    }
    free(l);
    gr_variants_close(variants);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(reasons_hold);
    return test_end();
}
