/* One token of a legal game's text is damaged. What is read of it is the same game, or it is told
 * that something is wrong: never another game in silence. */
#include <ctype.h>

#include "notation/move/long.h"
#include "notation/move/resolve.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "tests/aid/reader_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;

typedef enum Dress { SAN, SAN_A_LINE, SAN_PLAIN, LONG_A_LINE, UCI, DRESSES } Dress;

enum { PLIES = 60 };

typedef struct Played {
    unsigned plies;
    GrPosition before[PLIES];
    GrMove move[PLIES];
} Played;

static void play(AidRandom *random, const GrRules *rules, Played *game) {
    static GrMoveList list;
    GrPosition now;
    gr_start(rules, &now);
    unsigned wanted = 8 + aid_random(random, PLIES - 8);
    for (game->plies = 0; game->plies < wanted; game->plies++) {
        gr_moves(&now, &list);
        if (!list.count)
            return;
        GrMove move = list.move[aid_random(random, list.count)];
        game->before[game->plies] = now;
        game->move[game->plies] = move;
        gr_play(&now, move);
    }
}

static void put_token(const Played *game, unsigned ply, Dress dress, GrBuffer *out) {
    char text[GR_LONG_SIZE];
    const GrPosition *pos = &game->before[ply];
    if (dress == UCI)
        gr_uci_write(pos, game->move[ply], text);
    else if (dress == LONG_A_LINE)
        gr_long_write(pos, game->move[ply], text);
    else
        gr_san_write(pos, game->move[ply], text);
    gr_buffer_puts(out, text);
}

/* Damages a token in one way; what comes out may still be a move. */
static void damage(AidRandom *random, GrBuffer *token) {
    static const char signs[] = "!?.,;:$*=+-#@/^%x01289aehABENKQROo {([";
    char copy[GR_LONG_SIZE + 8];
    size_t at = aid_random(random, (uint32_t)token->len), len = token->len;
    char sign = signs[aid_random(random, sizeof signs - 1)];
    snprintf(copy, sizeof copy, "%s", token->data);
    gr_buffer_clear(token);
    switch (aid_random(random, 8)) {
    case 0: /* a character is lost */
        gr_buffer_add(token, copy, at);
        gr_buffer_puts(token, copy + at + 1);
        break;
    case 1: /* is another one */
        gr_buffer_add(token, copy, at);
        gr_buffer_putc(token, sign);
        gr_buffer_puts(token, copy + at + 1);
        break;
    case 2: /* comes in between */
        gr_buffer_add(token, copy, at);
        gr_buffer_putc(token, sign);
        gr_buffer_puts(token, copy + at);
        break;
    case 3: /* its end is lost */
        gr_buffer_add(token, copy, at);
        break;
    case 4: /* capitals */
        for (size_t i = 0; i < len; i++)
            gr_buffer_putc(token, (char)toupper((unsigned char)copy[i]));
        break;
    case 5: /* no capitals */
        for (size_t i = 0; i < len; i++)
            gr_buffer_putc(token, (char)tolower((unsigned char)copy[i]));
        break;
    case 6: /* a control character, or a blank */
        gr_buffer_add(token, copy, at);
        gr_buffer_putc(token, aid_random(random, 2) ? ' ' : '\0');
        gr_buffer_puts(token, copy + at);
        break;
    default: /* a word */
        gr_buffer_puts(token, aid_random(random, 2) ? "what" : "xyz");
        break;
    }
}

static bool is_strict_move(const GrPosition *pos, const char *text) {
    GrLexicon lexicon;
    GrSyntax syntax;
    GrMove move;
    gr_lexicon_init(&lexicon, pos->rules);
    for (int way = 0; way < 2; way++) {
        size_t used = way ? gr_long_read(&lexicon, text, &syntax)
                          : gr_syntax_read(&lexicon, text, &syntax);
        if (used && strspn(text + used, " .,;:$*#+=!?") == strlen(text + used) &&
            gr_resolve(&lexicon, pos, &syntax, &move, NULL) == 1)
            return true;
    }
    return false;
}

/* Does the token, as it stands, mean a move that could have been played, perhaps in capitals or with
 * a stray number behind it, or a pawn's capture by its files, or a novelty? Then nobody can know that
 * it was another one. */
static bool is_move(const GrPosition *pos, const char *text) {
    char lower[GR_LONG_SIZE + 8];
    size_t len = 0;
    text += strspn(text, " ");
    if (!strcmp(text, "N") || (strlen(text) == 2 && islower((unsigned char)text[0]) &&
                               islower((unsigned char)text[1])))
        return true;
    const char *blank = strchr(text, ' ');
    if (blank && strspn(blank, " 0123456789") == strlen(blank))
        return true;
    for (; text[len] && len + 1 < sizeof lower; len++)
        lower[len] = len ? (char)tolower((unsigned char)text[len]) : text[0];
    lower[len] = 0;
    if (is_strict_move(pos, text) || is_strict_move(pos, lower))
        return true;
    lower[0] = (char)tolower((unsigned char)lower[0]);
    return is_strict_move(pos, lower);
}

/* Writes the game with the token at `slip` damaged; false if it may still be a move there. */
static bool write_damaged(AidRandom *random, const Played *game, Dress dress, unsigned slip,
                          GrBuffer *out) {
    GrBuffer token;
    bool good = true;
    gr_buffer_init(&token);
    for (unsigned i = 0; i < game->plies; i++) {
        const GrPosition *pos = &game->before[i];
        bool first = i == 0 || pos->number != game->before[i - 1].number;
        if (first && dress != UCI && dress != SAN_PLAIN)
            gr_buffer_printf(out, "%u. ", pos->number);
        gr_buffer_clear(&token);
        put_token(game, i, dress, &token);
        if (i == slip) {
            damage(random, &token);
            good = token.len == 0 || !is_move(pos, token.data);
            good = good && token.len; /* nothing at all may have been left out */
        }
        gr_buffer_add(out, token.data ? token.data : "", token.len);
        gr_buffer_putc(out, dress == LONG_A_LINE || (dress == SAN_A_LINE && !first) ? '\n' : ' ');
    }
    gr_buffer_puts(out, "\n*\n");
    gr_buffer_free(&token);
    return good;
}

static bool same_moves(const Played *game, const GrGame *read) {
    uint32_t node = read->nodes[0].next;
    for (unsigned i = 0; i < game->plies; i++, node = read->nodes[node].next)
        if (!node || read->nodes[node].move != game->move[i])
            return false;
    return !node;
}

/* A lost move may also be told by the next number, which is then one too high, or by the first one; a letter that came in
 * by what language it makes of a game that has no other letters; a lost promotion by what is taken for it; and a spoilt
 * word by what it is taken for. These are notes or warnings, as all of it is legal. */
static bool is_told(const GrGame *game) {
    static const char *const notes[] = {"numbered as move", "begins with move", "the piece letters are",
                                        "what the pawn becomes", "is taken for a remark", "in the place of a move",
                                        "what is left of two"};
    bool told = false;
    for (size_t i = 0; i < game->diag_count; i++) {
        told |= game->diags[i].severity == GR_ERROR;
        for (size_t n = 0; n < sizeof notes / sizeof notes[0]; n++)
            told |= strstr(gr_game_string(game, game->diags[i].text), notes[n]) != NULL;
    }
    return told;
}

/* Is the text read as the game, or is something told? */
static bool holds(const GrRules *rules, const Played *game, const GrBuffer *text, bool *same) {
    GrError error;
    GrGame read;
    unsigned games = 0;
    bool told = false;
    GrReader *reader = gr_reader_open_memory(text->data, text->len, variants, rules, &error);
    gr_game_init(&read);
    *same = false;
    while (reader && gr_reader_next(reader, &read, &error) > 0) {
        games++;
        told |= is_told(&read);
        *same = games == 1 && same_moves(game, &read);
    }
    gr_game_free(&read);
    gr_reader_close(reader);
    return *same || told || games == 0; /* "no games found" is told by the programs */
}

static void slips_of(const char *name) {
    const GrRules *rules = gr_variants_find(variants, name);
    static Played game;
    AidRandom random = {test_seed(20260)};
    GrBuffer text;
    unsigned tried = 0, same_games = 0;
    gr_buffer_init(&text);
    for (unsigned i = 0; i < (test_slow() ? 40000u : 1500u); i++) {
        Dress dress = (Dress)(i % DRESSES);
        bool same;
        play(&random, rules, &game);
        gr_buffer_clear(&text);
        /* Not in the last plies, after which nothing can disagree. */
        if (game.plies < 8 ||
            !write_damaged(&random, &game, dress, aid_random(&random, game.plies - 3), &text))
            continue;
        tried++;
        if (!CHECK(holds(rules, &game, &text, &same)))
            printf("    %s, in silence: <<%.*s>>\n", name, (int)text.len, text.data);
        same_games += same;
    }
    CHECK(tried > 500);
    CHECK(same_games > 0 && same_games < tried);
    gr_buffer_free(&text);
}

static void slips_of_chess(void) { slips_of("chess"); }
static void slips_of_magi(void) { slips_of("magi"); }
static void slips_of_magician(void) { slips_of("magician"); }
static void slips_of_royal(void) { slips_of("royal"); }
static void slips_of_wizard(void) { slips_of("wizard"); }
static void slips_of_capablanca(void) { slips_of("capablanca"); }
static void slips_of_chess960(void) { slips_of("chess960"); }
static void slips_of_crazyhouse(void) { slips_of("crazyhouse"); }
static void slips_of_atomic(void) { slips_of("atomic"); }
static void slips_of_antichess(void) { slips_of("antichess"); }
static void slips_of_threecheck(void) { slips_of("threecheck"); }
static void slips_of_racingkings(void) { slips_of("racingkings"); }
static void slips_of_kingofthehill(void) { slips_of("kingofthehill"); }

static bool has_error(const GrGame *game) {
    bool found = false;
    for (size_t i = 0; i < game->diag_count; i++)
        found |= game->diags[i].severity == GR_ERROR;
    return found;
}

/* The first game of a text, read as that game. */
static void read_first(const char *text, const char *name, GrGame *read) {
    GrError error;
    GrReader *reader =
        gr_reader_open_memory(text, strlen(text), variants, gr_variants_find(variants, name), &error);
    CHECK(reader && gr_reader_next(reader, read, &error) > 0);
    gr_reader_close(reader);
}

/* Read as a NAG and a move of the pawn, the rest would be legal. */
static void a_sign_for_a_file_is_told(void) {
    GrGame read;
    gr_game_init(&read);
    read_first("g2g3 f7f6 g3g4 b7b5 b2b3 e8f7 f1h3 $8a6 c1a3 e7e6 b1c3 d8e7 a3c1 *\n", "crazyhouse", &read);
    CHECK(has_error(&read));
    read_first("1. e4 $1 e5 $6Nf3 $2Nc6 d4$8a6 *\n", "crazyhouse", &read); /* the knight is no longer there */
    CHECK(!has_error(&read) && read.plies == 6);
    gr_game_free(&read);
}

/* `02f3`, left of `e2f3`, says no rank from which a pawn goes; castling with zeros is read as before. */
static void a_zero_for_a_file_is_told(void) {
    GrGame read;
    gr_game_init(&read);
    read_first("e2e4 e7e5 02f3 *\n", "chess", &read);
    CHECK(has_error(&read));
    read_first("e4 e5 Nf3 Nc6 Bc4 Bc5 0-0 Nf6 Re1 00 *\n", "chess", &read);
    CHECK(!has_error(&read) && read.plies == 10);
    read_first("e4 e5 f f4 exf4 *\n", "chess", &read); /* nor is this `f3`, `f5` or another move */
    CHECK(has_error(&read));
    read_first("e4 e5 Nf3 Nc6 Bc4 Bc5 0 0 *\n", "chess", &read);
    CHECK(!has_error(&read) && read.plies == 7);
    gr_game_free(&read);
}

/* A sign for the last or the first letter of a move leaves something that could be read. */
static void a_sign_for_a_letter_is_told(void) {
    static const char *const texts[] = {
        "e4 d5 d4 e5 dxe; d4 Nf3 Nc6\n*\n", "e4 d5 exd{ Qxd5 Nc3} Qa5 *\n",
        "1. g4 Na6 2. b4 f6 3. f4 c6 $Pawn @ b5 cxb5 *\n", "1. e4 d5 2. exd5 Qxd5 3. Nc3 P d4 *\n",
        "1. e4 d5 2. ;xd5 Qxd5 3. Nc3\n*\n",
    };
    GrGame read;
    gr_game_init(&read);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        read_first(texts[i], "crazyhouse", &read);
        if (!CHECK(is_told(&read)))
            printf("    %s", texts[i]);
    }
    read_first("e4 d5 exd Qxd5 Nc3; a comment\nQa5 1-0\n", "crazyhouse", &read);
    CHECK(!is_told(&read) && read.plies == 6);
    gr_game_free(&read);
}

/* What is left of a drop behind a sign, `!@e4`, could be the drop of a pawn. */
static void a_sign_for_the_piece_of_a_drop_is_told(void) {
    static const char signs[] = "!?.,:$*=+-#@/^%x";
    GrGame read;
    char text[120];
    gr_game_init(&read);
    for (size_t i = 0; i < 2 * (sizeof signs - 1); i++) {
        snprintf(text, sizeof text, "e4 d5 exd5 Nf6 c4 Nxd5 cxd5 a6 %s%c@e4 a5 a3 Ra7 *\n", i % 2 ? "5. " : "",
                 signs[i / 2]);
        read_first(text, "crazyhouse", &read);
        if (!CHECK(is_told(&read)))
            printf("    %s", text);
    }
    read_first("e4 d5 exd5 Nf6 c4 Nxd5 cxd5 a6 N @e4 a5 a3 Ra7 *\n", "crazyhouse", &read); /* no novelty */
    CHECK(is_told(&read));
    read_first("e4 d5 exd5 Nf6 c4 Nxd5 cxd5! (4. Qa4+ ?!) a6 @e4! a5 N *\n", "crazyhouse", &read);
    CHECK(!is_told(&read) && read.plies == 10);
    gr_game_free(&read);
}

/* `6`, what is left of `h6`, the second digit of `a1 1`, and a comma for a piece's letter. */
static void a_lone_number_or_comma_is_told(void) {
    static const struct {
        const char *game, *text;
        bool told;
    } cases[] = {
        {"chess", "a4 b5 b3 e6 g3 Nh6 e3 5 a5 e4 b4 *\n", true},
        {"magi", "b3 Dj5 We3 h7 f5 Nc8 c3 Ne7 i4 Wh8 d4 Wj7 Wd3 e8 g5 Wj6 ixj5 f6 6 Da5 g7 Da4 *\n", true},
        {"atomic", "Nf3 h6 h4 Rh7 h5 Rh8 a4 Rg g4 *\n", true},
        {"chess", "h4 g5 hxg5 Nh6 Rh5 a6 Rh2 a5 Rh h4 a4 *\n", true},
        {"chess", "1 e4 e5 2 d4 d6 3 Nf3 Nc6 4 Bb5 *\n", false},
        {"chess", "1. e4 e5 2 d4 d6 3) Nf3 2019 Nc6 4 Bb5 *\n", false},
        {"chess", "[White \"?\"]\n\n,f3 e6 d3 e5 Nc3 Nf6 *\n", true},
        {"chess", "1. e4 e5 2. d4\n,d6 3. Nf3 Nc6 *\n", true},
        {"chess", "1. e4, e5\n2. d4, d6\n3. Nf3 , Nc6 *\n", false},
        {"wizard", "1. Hero e10 - f9\nWizard d1 = f1\n2. Warrior a11 - b10\nWarrior g2 - f3\n"
                   "3. Dragon a12 - a1 1\nDragon g1 - g2\n*\n", true},
    };
    GrGame read;
    gr_game_init(&read);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        read_first(cases[i].text, cases[i].game, &read);
        if (!CHECK(is_told(&read) == cases[i].told))
            printf("    %s", cases[i].text);
    }
    gr_game_free(&read);
}

/* Only where the move to a square of two digits would be legal, and one sign stands right behind the move. */
static void a_sign_for_a_second_digit_is_told(void) {
    static const char start[] = "d12d10 d3e6 c11b8 d1e6 a11c9 a2b5 c9d8 e6e5 e11e9 e5f5 d8e7 c2e4 g11f8 g2g4 a12a10 a1a8 "
                                "a10b9 f2f3 g12g1";
    static const struct {
        const char *sign;
        bool told;
    } cases[] = {{"N", true}, {"!", true}, {"?", true}, {"$0", true}, {" N", false}, {" $1", false}, {" !", false}, {"!?", false}, {"", false}};
    GrGame read;
    gr_game_init(&read);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s%s f5f4 *\n", start, cases[i].sign);
        read_first(text, "wizard", &read);
        CHECK(is_told(&read) == cases[i].told);
    }
    read_first("e2e4 e7e5 a2a3 a7a6 a1a2 a8a7 a2a1! a7a8! *\n", "chess", &read);
    CHECK(!is_told(&read));
    gr_game_free(&read);
}

static void a_second_promotion_is_told(void) {
    static const struct {
        const char *ends;
        bool told;
    } cases[] = {{"fN = Queen", true}, {"f8N = Queen", true}, {"f8=N =Q", true}, {"f8N=Q", true}, {"f8Q = N", true}, {"f", true},
                 {"f8=N =", false}, {"f8 = Queen", false}, {"f8 = Knight", false}, {"f8=Q", false}, {"f8Q +-", false},
                 {"f8+", false}, {"f8!", false}};
    GrGame read;
    gr_game_init(&read);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "1. h4 a6 2. h5 g6 3. hxg6 d6 4. g7 Nc6\n5. Pawn g7 x %s\nKing e8 x f8\n*\n",
                 cases[i].ends);
        read_first(text, "chess", &read);
        if (!CHECK(is_told(&read) == cases[i].told))
            printf("    %s", text);
    }
    gr_game_free(&read);
}

/* `;5+` makes a comment of the rest of the line. */
static void a_semicolon_in_a_move_is_told(void) {
    static const char *const ends[] = {";5+", ";5", "f;3", "Nf;", "Nf3;+", "N;f3", ";f3", ";f3+", "Nf;3#"};
    GrGame read;
    gr_game_init(&read);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char text[100];
        snprintf(text, sizeof text, "e4 e5 d4 d6 %s Nc6 Bc4 a6 Qd3 h6 O-O\n*\n", ends[i]);
        read_first(text, "chess", &read);
        if (!CHECK(is_told(&read)))
            printf("    %s", text);
    }
    read_first("e4 e5 ;the usual move\nNf3 ; 2. f4 exf4 Nf3 is a gambit\nNc6 ;+ 0.3\n*\n", "chess", &read);
    CHECK(!is_told(&read) && read.plies == 4);
    gr_game_free(&read);
}

/* A queen is taken for what is lost, but not without a word, except where the notation has it so. */
static void a_lost_promotion_is_told(void) {
    static const char *const moves[] = {
        "b8", "bxc8", "bxc", "b7b8", "Pawn b7 - b8+= Rook", "Pawn b7 - b8 @ Rook", "Pawn b7 - b8!= Rook",
        "Pawn b7 - b8 := Rook", "b8=Q", "b7b8q", "b8=N", "Pawn b7 - b8", "Pawn b7 - b8 +-", "Pawn b7 - b8  Rook"};
    GrGame read;
    gr_game_init(&read);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        char text[100];
        snprintf(text, sizeof text, "[FEN \"2b4k/1P6/8/8/8/8/8/K7 w - - 0 1\"]\n\n%s *\n", moves[i]);
        read_first(text, "chess", &read);
        CHECK(read.plies == 1 && !has_error(&read));
        if (!CHECK(is_told(&read) == (i < 8)))
            printf("    %s\n", moves[i]);
    }
    gr_game_free(&read);
}

/* A hole becomes nothing: a move that stands behind a spell is the next one, and a letter that sticks to it is no sign of
 * a novelty. */
static void a_letter_behind_a_spell_is_a_move(void) {
    static const char head[] = "b3 f5 b4 Ncd5 Ncd3 c5 Mc1 Nxb4 Nb2 Nbd5";
    static const char *const moves[] = {"Hd1 N e3", "Hd1=N Ne3", "Hd1N Ne3", "Hd1Q Ne3"};
    GrGame read;
    gr_game_init(&read);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s %s f3 *\n", head, moves[i]);
        read_first(text, "magician", &read);
        CHECK(has_error(&read) == (i > 0));
        CHECK_INT(read.plies, i == 0 ? 13 : 10);
    }
    gr_game_free(&read);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(slips_of_chess);
    RUN(slips_of_magi);
    RUN(slips_of_magician);
    RUN(slips_of_royal);
    RUN(slips_of_wizard);
    RUN(slips_of_capablanca);
    RUN(slips_of_chess960);
    RUN(slips_of_crazyhouse);
    RUN(slips_of_atomic);
    RUN(slips_of_antichess);
    RUN(slips_of_threecheck);
    RUN(slips_of_racingkings);
    RUN(slips_of_kingofthehill);
    RUN(a_sign_for_a_file_is_told);
    RUN(a_zero_for_a_file_is_told);
    RUN(a_sign_for_a_letter_is_told);
    RUN(a_sign_for_the_piece_of_a_drop_is_told);
    RUN(a_lone_number_or_comma_is_told);
    RUN(a_sign_for_a_second_digit_is_told);
    RUN(a_second_promotion_is_told);
    RUN(a_semicolon_in_a_move_is_told);
    RUN(a_lost_promotion_is_told);
    RUN(a_letter_behind_a_spell_is_a_move);
    gr_variants_close(variants);
    return test_end();
}
