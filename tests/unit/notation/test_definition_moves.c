/* Described games against a plain generator of their moves, boards of 128 squares and games of 26 types among them. */
#include "notation/definition/variants_file.h"
#include "rules/perft.h"
#include "rules/position.h"
#include "rules/random.h"
#include "tests/aid/test.h"
#include "tests/oracle/plain.h"

enum { WORD = 32 };

static GrVariants *variants;

/* How often moves of each kind were compared, by its letter. */
static unsigned long seen[128];

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

/* As PlainMove.kind has it. */
static char kind_of(GrMoveKind kind) {
    switch (kind) {
    case GR_SPELL: return 's';
    case GR_SPELL_FALL: return 'f';
    case GR_SHOT: return 'x';
    case GR_TELEPORT: return 't';
    case GR_PLACE: return 'p';
    case GR_QUEST: return 'q';
    case GR_RESURRECT: return 'r';
    case GR_DROP: return 'd';
    default: return '-';
    }
}

static void our_text(const GrPosition *pos, GrMove move, char out[WORD]) {
    const GrVariant *v = gr_variant(pos->rules);
    char from[4], to[4];
    int piece = gr_move_piece(move);
    gr_square_name(v, gr_move_from(move), from);
    gr_square_name(v, gr_move_to(move), to);
    int length = snprintf(out, WORD, "%s%s%c%c", from, to, piece ? v->piece[piece].letter : '-',
                          kind_of(gr_move_kind(move)));
    if (gr_has_third(move))
        gr_square_name(v, gr_move_third(move), out + length);
}

static unsigned our_moves(const GrPosition *pos, char out[GR_MAX_MOVES][WORD]) {
    static GrMoveList list;
    gr_moves(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        our_text(pos, list.move[i], out[i]);
    qsort(out, list.count, WORD, by_text);
    return list.count;
}

static void move_text(const PlainMove *move, char out[WORD]) {
    int length = snprintf(out, WORD, "%c%d%c%d%c%c", 'a' + move->from_file, move->from_rank + 1, 'a' + move->to_file,
                          move->to_rank + 1, move->becomes ? move->becomes : '-', move->kind ? move->kind : '-');
    if (move->kind == 'd')
        snprintf(out + length, (size_t)(WORD - length), "%c%d", 'a' + move->third_file, move->third_rank + 1);
}

static unsigned plain_texts(const PlainPosition *pos, PlainMove *move, char out[PLAIN_MOVES][WORD]) {
    int count = plain_moves(pos, move);
    for (int i = 0; i < count; i++) {
        move_text(&move[i], out[i]);
        seen[(int)move[i].kind]++;
    }
    qsort(out, (size_t)count, WORD, by_text);
    return (unsigned)count;
}

/* Plays one of the moves in both. */
static void play_both(GrPosition *pos, PlainPosition *plain, const PlainMove *move) {
    static GrMoveList list;
    char want[WORD], text[WORD] = "";
    unsigned i = 0;
    gr_moves(pos, &list);
    move_text(move, want);
    for (; i < list.count && strcmp(text, want) != 0; i++)
        our_text(pos, list.move[i], text);
    gr_play(pos, list.move[i - 1]);
    plain_play(plain, move);
}

static bool same(char one[][WORD], char other[][WORD], unsigned n) {
    unsigned i = 0;
    while (i < n && strcmp(one[i], other[i]) == 0)
        i++;
    return i == n;
}

/* At random, but quests before others, since few games come to one. */
static unsigned choice(const PlainMove *move, unsigned n, uint64_t *state) {
    unsigned best = (unsigned)(gr_random(state) % n);
    for (int tries = 0; tries < 20 && move[best].kind != 'r' && move[best].kind != 'q'; tries++) {
        unsigned other = (unsigned)(gr_random(state) % n);
        best = move[other].kind == 'q' || move[other].kind == 'r' ? other : best;
    }
    return best;
}

/* The same moves at every ply of random games, and the same number of paths from some of them. */
static void compare(const GrRules *rules, unsigned positions) {
    static char ours[GR_MAX_MOVES][WORD], theirs[PLAIN_MOVES][WORD];
    static PlainMove move[PLAIN_MOVES];
    const GrDefinition *def = gr_definition_of(rules);
    uint64_t state = test_seed(20261129);
    char fen[GR_FEN_SIZE];
    unsigned differ = 0;
    GrPosition pos;
    PlainPosition plain;
    gr_start(rules, &pos);
    plain_read(def, gr_variant(rules)->start, &plain);
    for (unsigned i = 0; i < positions && !differ; i++) {
        unsigned n = our_moves(&pos, ours), m = plain_texts(&plain, move, theirs);
        differ += n != m || !same(ours, theirs, n) || gr_count_moves(&pos) != n;
        if (i % 40 == 39 && !differ)
            differ += gr_perft(&pos, 2) != plain_perft(&plain, 2);
        if (differ) {
            gr_fen_write(&pos, fen);
            printf("%s: %s: %u and %u moves\n", gr_variant(rules)->name, fen, n, m);
        } else if (n == 0 || i % 200 == 199) {
            gr_start(rules, &pos);
            plain_read(def, gr_variant(rules)->start, &plain);
        } else {
            play_both(&pos, &plain, &move[choice(move, n, &state)]);
        }
    }
    CHECK_INT(differ, 0);
}

static void described_games_have_the_moves_of_a_plain_generator(void) {
    GrError error;
    GrVariantsFaults faults;
    unsigned known = 0, large = 0, rich = 0;
    GrVariantsFile *file = gr_variants_file_open("tests/data/variants/games.ini", NULL, NULL, &error);
    if (!CHECK(file != NULL))
        return;
    for (size_t n = 0; n < gr_variants_file_games(file); n++) {
        const GrRules *rules = gr_variants_file_define(file, n, variants, &faults);
        if (!CHECK(rules != NULL) || !plain_knows(gr_definition_of(rules)))
            continue;
        const GrVariant *v = gr_variant(rules);
        bool many = gr_squares(v) > 112 || v->types > 15;
        known++;
        large += gr_squares(v) == GR_MAX_SQUARES;
        rich += v->types == 26;
        bool rare = v->camp || v->drops || gr_definition_of(rules)->casters; /* what is compared comes late there */
        compare(rules, rare ? (test_slow() ? 10000 : 2500) : many ? 400 : test_slow() ? 1000 : 100);
    }
    CHECK(known > 12 && large > 0 && rich > 0);
    for (const char *kind = "sfxtpqrd"; *kind; kind++) {
        if (seen[(int)*kind] < 5)
            printf("%lu moves of the kind '%c'\n", seen[(int)*kind], *kind);
        CHECK(seen[(int)*kind] >= 5);
    }
    gr_variants_file_close(file);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 1;
    RUN(described_games_have_the_moves_of_a_plain_generator);
    gr_variants_close(variants);
    return test_end();
}
