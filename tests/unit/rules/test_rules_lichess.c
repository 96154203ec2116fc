/* What lichess's variants add to chess, each rule on a position made for it. */
#include <ctype.h>

#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "rules/random.h"
#include "tests/aid/rules_aid.h"

/* ---- Chess960 ---- */

/* The nth of the 960 first ranks, as they are numbered: bishops, queen, knights, and the king
 * between the rooks. */
static void first_rank(int n, char rank[9]) {
    static const int knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                       {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    memset(rank, 0, 9);
    rank[n % 4 * 2 + 1] = 'B';
    rank[n / 4 % 4 * 2] = 'B';
    int queen = n / 16 % 6, pair = n / 96, empty = 0;
    for (int file = 0; file < 8; file++)
        if (!rank[file] && empty++ == queen)
            rank[file] = 'Q';
    empty = 0;
    for (int file = 0, rooks = 0; file < 8; file++) {
        if (rank[file])
            continue;
        bool knight = empty == knights[pair][0] || empty == knights[pair][1];
        rank[file] = knight ? 'N' : "RKR"[rooks++];
        empty++;
    }
}

static void start_fen(int n, const char *rights, char fen[GR_FEN_SIZE]) {
    char white[9], black[9];
    first_rank(n, white);
    for (int i = 0; i < 9; i++)
        black[i] = (char)tolower((unsigned char)white[i]);
    snprintf(fen, GR_FEN_SIZE, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w %s - 0 1", black, white, rights);
}

/* Files of the rooks, as Shredder-FEN has them. */
static void shredder_rights(int n, char rights[5]) {
    char rank[9];
    first_rank(n, rank);
    int left = (int)(strchr(rank, 'R') - rank), right = (int)(strrchr(rank, 'R') - rank);
    snprintf(rights, 5, "%c%c%c%c", 'A' + right, 'A' + left, 'a' + right, 'a' + left);
}

static void all_960_starts(void) {
    aid_variant("chess960");
    for (int n = 0; n < 960; n++) {
        char fen[GR_FEN_SIZE], shredder[GR_FEN_SIZE], rights[5];
        shredder_rights(n, rights);
        start_fen(n, "KQkq", fen);
        start_fen(n, rights, shredder);
        READS_AS(fen, fen);
        READS_AS(shredder, fen);
        GrPosition pos;
        char written[GR_FEN_SIZE];
        gr_start_nth(aid_rules("chess960"), (unsigned)n + 960, &pos);
        gr_fen_write(&pos, written);
        CHECK_STR(written, fen);
    }
    char usual[GR_FEN_SIZE];
    start_fen(518, "KQkq", usual);
    CHECK_STR(usual, gr_variant(aid_rules("chess960"))->start);
}

/* As FEN has it. The other rook may be in the way. */
static void only_king_and_rook(const char rank[9], int wing, char out[17]) {
    char *at = out;
    int king = (int)strcspn(rank, "K");
    memset(out, 0, 17);
    for (int i = 0, empty = 0; i <= 8; i++) {
        bool rook = rank[i] == 'R' && (i < king) == wing;
        if (i < 8 && i != king && !rook) {
            empty++;
            continue;
        }
        if (empty)
            *at++ = (char)('0' + empty);
        empty = 0;
        *at++ = rank[i];
    }
}

/* King and rooks alone, from where every start has them: both castlings, written and read. */
static void castlings_of_all_starts(void) {
    const GrRules *rules = aid_rules("chess960");
    for (int n = 0; n < 960; n++) {
        char rank[9], squares[17], fen[GR_FEN_SIZE], out[GR_FEN_SIZE], uci[GR_UCI_SIZE];
        first_rank(n, rank);
        for (int wing = 0; wing < 2; wing++) {
            GrPosition pos;
            GrMove move, again;
            only_king_and_rook(rank, wing, squares);
            snprintf(fen, sizeof fen, "4k3/pppppppp/8/8/8/8/8/%s w %c - 0 1", squares,
                     wing ? 'Q' : 'K');
            if (!CHECK_INT(gr_fen_read(rules, fen, &pos, NULL), 0) ||
                !CHECK_INT(gr_san_read(&pos, wing ? "O-O-O" : "O-O", &move, NULL), 0))
                continue;
            gr_uci_write(&pos, move, uci);
            CHECK(strcspn(rank, "K") == (size_t)(uci[0] - 'a'));
            CHECK(rank[uci[2] - 'a'] == 'R' && (uci[2] > uci[0]) == !wing);
            CHECK(gr_uci_read(&pos, uci, &again, NULL) == 0 && again == move);
            gr_play(&pos, move);
            gr_fen_write(&pos, out);
            char other = 0;
            for (char *p = strrchr(out, '/') + 1; *p != ' '; p++)
                other |= *p == 'K';
            CHECK(other && pos.rights == 0 && pos.key == gr_key_of(&pos));
            CHECK_INT(gr_king_square(&pos, GR_WHITE), wing ? 2 : 6);
            CHECK_INT(pos.board[wing ? 3 : 5], gr_piece(GR_WHITE, gr_type_of_letter(
                                                                      gr_variant(rules), 'R')));
        }
    }
}

static void x_fen(void) {
    aid_variant("chess960");
    /* An inner rook has its file, the outermost K or Q. */
    READS_AS("4k3/8/8/8/8/8/8/R1R1K1RR w GC - 0 1", "4k3/8/8/8/8/8/8/R1R1K1RR w GC - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/R1R1K1RR w HA - 0 1", "4k3/8/8/8/8/8/8/R1R1K1RR w KQ - 0 1");
    READS_AS("r1r1k1rr/8/8/8/8/8/8/4K3 b gc - 0 1", "r1r1k1rr/8/8/8/8/8/8/4K3 b gc - 0 1");
    MENDED("4k3/8/8/8/8/8/8/R3K2R w KQG - 0 1", 1, "no such rook",
           "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    MENDED("4k3/8/8/8/8/4K3/8/R6R w KQ - 0 1", 2, "not on its first rank",
           "4k3/8/8/8/8/4K3/8/R6R w - - 0 1");
    DIFFERENT("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "4k3/8/8/8/8/8/8/4K1RR w H - 0 1");
}

static void castling_in_960(void) {
    aid_variant("chess960");
    /* The king stays, goes one way or the other, or over the rook. */
    PLAYED("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    PLAYED("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    PLAYED("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    /* King f1: to g1, and castling that ends there, are two moves. */
    LEGAL("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1 f1h1");
    SAN("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "Kg1");
    SAN("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "O-O");
    ILLEGAL("4k3/8/8/8/8/8/8/R3KN1R w KQ - 0 1", "e1h1");
    ILLEGAL("4k3/8/8/8/8/8/8/RN1BK2R w Q - 0 1", "e1a1");
    /* The rook was what kept the king from check. */
    ILLEGAL("4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", "c1b1");
    ILLEGAL("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1");
    ILLEGAL("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "e1h1");
}

static void rights_are_lost_in_960(void) {
    aid_variant("chess960");
    PLAYED("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "g1g8", "1r2k1R1/8/8/8/8/8/8/1R2K3 b Qq - 0 1");
    PLAYED("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "e1e2", "1r2k1r1/8/8/8/8/8/4K3/1R4R1 b kq - 1 1");
}

/* ---- castling as in Chess960 in other games ---- */

/* Random games from shuffled starts have the moves of Chess960, and every position is read back from its FEN. */
static void same_as_in_960(const char *name, int games) {
    uint64_t state = test_seed(20261129);
    int castlings = 0;
    for (int n = 0; n < games; n++) {
        char fen[GR_FEN_SIZE], rights[5];
        GrPosition pos, other, again;
        GrMoveList list;
        int start = (int)(gr_random(&state) % 960);
        shredder_rights(start, rights);
        start_fen(start, rights, fen);
        CHECK_INT(gr_fen_read(aid_rules(name), fen, &pos, NULL), 0);
        CHECK_INT(gr_fen_read(aid_rules("chess960"), fen, &other, NULL), 0);
        for (int ply = 0; ply < 60; ply++) {
            GrMove move, found;
            char uci[GR_UCI_SIZE];
            gr_moves(&pos, &list);
            if (!list.count || gr_is_over(&pos))
                break;
            CHECK_INT(gr_count_moves(&pos), gr_count_moves(&other));
            CHECK(pos.key == gr_key_of(&pos));
            gr_fen_write(&pos, fen);
            CHECK_INT(gr_fen_read(aid_rules(name), fen, &again, NULL), 0);
            CHECK(gr_same(&pos, &again) && again.key == pos.key);
            move = list.move[gr_random(&state) % list.count];
            for (unsigned i = 0; i < list.count; i++) /* seldom otherwise */
                move = gr_move_kind(list.move[i]) == GR_CASTLE ? list.move[i] : move;
            castlings += gr_move_kind(move) == GR_CASTLE;
            gr_uci_write(&pos, move, uci);
            CHECK(gr_uci_read(&pos, uci, &found, NULL) == 0 && found == move);
            CHECK(gr_is_legal(&other, move));
            gr_play(&pos, move);
            gr_play(&other, move);
        }
    }
    CHECK(castlings > games / 8);
}

/* The oracle knows this castling in Chess960 only. `want` is the position after the move, NULL if it is none. */
static void so_played(const char *name, const char *fen, const char *uci, const char *want) {
    GrPosition pos;
    GrMove move;
    char got[GR_FEN_SIZE];
    CHECK_INT(gr_fen_read(aid_rules(name), fen, &pos, NULL), 0);
    if (!CHECK((gr_uci_read(&pos, uci, &move, NULL) == 0) == (want != NULL)) || !want)
        return;
    gr_play(&pos, move);
    gr_fen_write(&pos, got);
    CHECK_STR(got, want);
    CHECK(pos.key == gr_key_of(&pos));
}

static void any_castlings_in_games_like_chess(void) {
    static const char *const names[] = {"chess", "kingofthehill", "threecheck"};
    for (int i = 0; i < 3; i++)
        same_as_in_960(names[i], test_slow() ? 400 : 40);
    const char *name = "chess";
    aid_variant(name);
    READS_AS("r1k2r2/8/8/8/8/8/8/R1K2R2 w FAfa - 0 1", "r1k2r2/8/8/8/8/8/8/R1K2R2 w FAfa - 0 1");
    READS_AS("r1k2r2/8/8/8/8/8/8/R1K2R2 w KQkq - 0 1", "r1k2r2/8/8/8/8/8/8/R1K2R2 w FAfa - 0 1");
    READS_AS("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    READS_AS("r1r1k2r/8/8/8/8/8/8/4K3 b hc - 0 1", "r1r1k2r/8/8/8/8/8/8/4K3 b kc - 0 1");
    so_played(name, "4k3/8/8/8/8/8/8/2R1K2R w KC - 0 1", "e1g1", "4k3/8/8/8/8/8/8/2R2RK1 b - - 1 1");
    so_played(name, "4k3/8/8/8/8/8/8/2R1K2R w KC - 0 1", "e1c1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
    so_played(name, "4k3/8/8/8/8/8/8/2R1K2R w KC - 0 1", "c1c2", "4k3/8/8/8/8/8/2R5/4K2R b K - 1 1");
    MENDED("4k3/8/8/8/8/8/8/R3K2R w HAG - 0 1", 1, "no such rook", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    MENDED("4k3/8/8/8/8/4K3/8/R6R w HA - 0 1", 2, "not on its first rank", "4k3/8/8/8/8/4K3/8/R6R w - - 0 1");
    MENDED("4k3/8/8/8/8/8/8/R3K1RR w HHG - 0 1", 2, "twice|there already", "4k3/8/8/8/8/8/8/R3K1RR w K - 0 1");
    GrPosition one, other;
    CHECK(gr_fen_read(aid_rules(name), "4k3/8/8/8/8/8/8/R1R1K3 w A - 0 1", &one, NULL) == 0 &&
          gr_fen_read(aid_rules(name), "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1", &other, NULL) == 0);
    CHECK(!gr_same(&one, &other) && one.key != other.key);
}

static void any_castlings_elsewhere(void) {
    const char *name = "crazyhouse";
    aid_variant(name);
    READS_AS("r1k2r2/8/8/8/8/8/8/R1K2R2[Nq] w FAfa - 0 1", "r1k2r2/8/8/8/8/8/8/R1K2R2[Nq] w FAfa - 0 1");
    so_played(name, "4k3/8/8/8/8/8/8/5KR1[N] w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1[N] b - - 1 1");
    so_played(name, "6r1/8/8/8/8/8/8/1k3KR1[N] b G - 0 1", "g8g1", "8/8/8/8/8/8/8/1k3Kr1[Nr] w - - 0 2");
    name = "horde";
    aid_variant(name);
    READS_AS("r1k2r2/8/8/8/8/8/P7/8 b fa - 0 1", "r1k2r2/8/8/8/8/8/P7/8 b fa - 0 1");
    so_played(name, "r1k2r2/8/8/8/8/8/P7/8 b fa - 0 1", "c8f8", "r4rk1/8/8/8/8/8/P7/8 w - - 1 2");
    name = "atomic";
    aid_variant(name);
    /* Beside the other king no rook that the own one uncovers matters; else it does. */
    so_played(name, "8/8/8/8/8/8/2k5/rR4KR w HB - 0 1", "g1b1", "8/8/8/8/8/8/2k5/r1KR3R b - - 1 1");
    so_played(name, "8/8/8/8/8/8/4k3/rR4KR w HB - 0 1", "g1b1", NULL);
    /* The rook explodes with what is taken beside it, and with the king all rights. */
    so_played(name, "4k3/8/8/6q1/8/8/6P1/R4KR1 b GA - 0 1", "g5g2", "4k3/8/8/8/8/8/8/R7 w - - 0 2");
    so_played(name, "4k3/8/8/8/1q6/8/1P6/1R3K1R b HB - 0 1", "b4b2", "4k3/8/8/8/8/8/8/5K1R w H - 0 2");
}

/* ---- Crazyhouse ---- */

static void hands(void) {
    aid_variant("crazyhouse");
    PLAYED("4k3/8/8/3p4/8/8/3Q4/4K3[] w - - 3 1", "d2d5", "4k3/8/8/3Q4/8/8/8/4K3[P] b - - 0 1");
    PLAYED("4k3/8/8/8/8/8/8/4K3[Np] w - - 3 1", "N@d6 e8e7 d6f5",
           "8/4k3/8/5N2/8/8/8/4K3[p] b - - 6 2");
    PLAYED("4k3/8/8/8/8/8/8/4K3[Np] b - - 3 1", "P@e2", "4k3/8/8/8/8/8/4p3/4K3[N] w - - 0 2");
    PLAYED("4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 2", "e5d6", "4k3/8/3P4/8/8/8/8/4K3[P] b - - 0 2");
    ILLEGAL("4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1", "P@e8 P@d8 P@d1 P@e1 N@e4");
    COUNT("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", 48 + 5);
    /* A drop ends a check, and gives mate. */
    MOVES("4k3/8/8/8/8/8/3PPP2/r3K3[R] w - - 0 1", "", "R@b1 R@c1 R@d1");
    STATE("6rk/6pp/7N/8/8/8/8/K7[] b - - 0 1", GR_OPEN, -1);
    SAN("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7", "N@f7#");
    SAN("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@e4", "P@e4");
}

static void promoted_pieces_fall_back(void) {
    aid_variant("crazyhouse");
    PLAYED("1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8q", "1Q~2k3/8/8/8/8/8/8/4K3[R] b - - 0 1");
    PLAYED("1Q~6/8/7k/8/8/8/4K3/1r6[] b - - 0 1", "b1b8", "1r6/8/7k/8/8/8/4K3/8[p] w - - 0 2");
    PLAYED("1Q~6/8/7k/8/8/8/8/4K3[] w - - 0 1", "b8b4", "8/8/7k/8/1Q~6/8/8/4K3[] b - - 1 1");
    DIFFERENT("1Q~6/8/7k/8/8/8/8/4K3[] w - - 0 1", "1Q6/8/7k/8/8/8/8/4K3[] w - - 0 1");
    DIFFERENT("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1");
}

static void forms_of_hands(void) {
    aid_variant("crazyhouse");
    READS_AS("4k3/8/8/8/8/8/8/4K3[pQPp] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[QPpp] w - - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K3/QRpp w - - 0 1", "4k3/8/8/8/8/8/8/4K3[QRpp] w - - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    FAULTS("4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", 1, "a hand holds");
    FAULTS("4k3/8/8/8/8/8/8/4K3/4K3 w - - 0 1", 0, "a hand holds");
    FAULTS("4k3/8/8/8/8/8/8/4K~3[] w - - 0 1", 1, "neither a king nor a pawn");
    FAULTS("4k3/8/8/8/8/8/8/4K3[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP]"
           " w - - 0 1", 1, "more than 63 pieces");
}

/* `@e4` for a pawn, as some programs write it. */
static void pawn_without_letter(void) {
    GrPosition pos;
    GrMove move, other;
    GrError error;
    REQUIRE(gr_fen_read(aid_rules("crazyhouse"), "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", &pos, NULL) == 0);
    CHECK_INT(gr_san_read(&pos, "@e4", &move, &error), 0);
    CHECK_INT(gr_san_read(&pos, "P@e4", &other, &error), 0);
    CHECK(move == other);
    CHECK(gr_in_hand(&pos, GR_WHITE, gr_move_piece(move)) == 1);
    CHECK(gr_in_hand(&pos, GR_BLACK, gr_move_piece(move)) == 0);
}

/* ---- Atomic ---- */

static void explosions(void) {
    aid_variant("atomic");
    PLAYED("rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2", "f3e5",
           "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 2");
    /* All but pawns go, rooks with their rights. */
    PLAYED("r3k2r/1n4p1/8/3B4/8/8/8/4K3 w kq - 0 1", "d5b7", "4k2r/6p1/8/8/8/8/8/4K3 b k - 0 1");
    PLAYED("4k3/8/8/2nPp3/3n4/8/8/4K3 w - e6 0 2", "d5e6", "4k3/8/8/2n5/3n4/8/8/4K3 b - - 0 2");
    /* Kings capture nothing, and the own one does not explode. */
    ILLEGAL("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2");
    ILLEGAL("4k3/8/8/8/8/8/3p4/R3K3 w - - 0 1", "e1d2");
    ILLEGAL("4k3/8/8/8/8/8/8/RnK5 w - - 0 1", "a1b1");
}

static void kings_explode(void) {
    aid_variant("atomic");
    SAN("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8", "Qxd8#");
    PLAYED("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8", "8/8/8/8/8/8/8/4K3 b - - 0 1");
    STATE("8/8/8/8/8/8/8/4K3 b - - 0 1", GR_WON, GR_WHITE);
    /* In check, too: the enemy king goes first. */
    LEGAL("3qk3/8/8/8/8/8/4r3/3QK3 w - - 0 1", "d1d8");
    FAULTS("8/8/8/8/8/8/8/8 w - - 0 1", 2, "0 Kings");
}

static void kings_side_by_side(void) {
    aid_variant("atomic");
    IN_CHECK("8/8/8/8/8/4k3/4K3/4r3 w - - 0 1", false);
    LEGAL("8/8/8/8/4k3/8/4K3/8 w - - 0 1", "e2e3 e2d3");
    ILLEGAL("8/8/8/8/3rk3/4K3/8/8 w - - 0 1", "e3d2"); /* away from the king is in check */
    STATE("8/8/8/4k3/8/8/8/4K2B w - - 0 1", GR_DRAWN, -1);
}

/* ---- Antichess ---- */

static void captures_are_compulsory(void) {
    aid_variant("antichess");
    MOVES("8/8/8/3p4/4P3/8/8/7R w - - 0 1", "", "e4d5");
    MOVES("8/8/8/8/4Pp2/8/8/K7 b - e3 0 1", "", "f4e3");
    MOVES("8/4P3/8/8/8/8/8/k7 w - - 0 1", "", "e7e8q e7e8r e7e8b e7e8n e7e8k");
    LEGAL("8/8/8/8/3r4/4K3/8/8 w - - 0 1", "e3d4");
    IN_CHECK("8/8/8/8/3r4/8/3K4/8 w - - 0 1", false);
    TAKES("8/8/8/8/3kK3/8/8/8 w - - 0 1", "e4d4", "d4");
    SAN("8/p7/8/8/3kK3/8/8/8 w - - 0 1", "e4d4", "Kxd4");
    SAN("8/p7/8/3p4/4P3/8/8/8 w - - 0 1", "e4d5", "exd5");
}

static void losing_wins(void) {
    aid_variant("antichess");
    STATE("8/8/8/8/8/8/8/r7 w - - 0 1", GR_WON, GR_WHITE);
    STATE("8/8/8/8/8/p7/P7/8 w - - 0 1", GR_STALEMATE, GR_WHITE);
    STATE("8/8/8/2b5/8/8/3B4/8 w - - 0 1", GR_OPEN, -1);
    STATE("8/8/8/3b4/8/8/3B4/8 w - - 0 1", GR_DRAWN, -1);
    SAN("8/8/8/8/8/1p6/P7/8 w - - 0 1", "a2b3", "axb3#"); /* Black has won */
    SAN("8/8/8/8/p7/8/P7/8 w - - 0 1", "a2a3", "a3#");
    MENDED("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, "no right",
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
}

/* ---- Horde ---- */

static void pawns_of_the_horde(void) {
    aid_variant("horde");
    MOVES("4k3/8/8/8/8/8/8/P7 w - - 0 1", "", "a1a2 a1a3");
    PLAYED("4k3/8/8/8/8/1p6/8/P7 w - - 0 1", "a1a3", "4k3/8/8/8/8/Pp6/8/8 b - - 0 1");
    PLAYED("4k3/8/8/8/1p6/8/P7/8 w - - 0 1", "a2a4", "4k3/8/8/8/Pp6/8/8/8 b - a3 0 1");
    FAULTS("4k3/8/8/8/8/8/8/p7 w - - 0 1", 1, "no pawn can stand");
    FAULTS("4k3/8/8/8/8/8/8/K7 w - - 0 1", 1, "not none");
}

static void ends_of_the_horde(void) {
    aid_variant("horde");
    STATE("4k3/8/8/8/8/8/8/8 w - - 0 1", GR_WON, GR_BLACK);
    STATE("4k3/8/8/8/8/p7/P7/8 w - - 0 1", GR_STALEMATE, -1);
    STATE("k7/1Q6/P7/8/8/8/8/8 b - - 0 1", GR_CHECKMATE, GR_WHITE);
    SAN("4k3/8/8/8/8/8/3r4/3P4 b - - 0 1", "d2d1", "Rxd1#");
}

/* ---- Three-check ---- */

static void third_check(void) {
    aid_variant("threecheck");
    PLAYED("4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1", "h1h8", "4k2R/8/8/8/8/8/8/4K3 b - - 2+3 1 1");
    PLAYED("4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1", "h1h8", "4k2R/8/8/8/8/8/8/4K3 b - - 0+3 1 1");
    STATE("4k2R/8/8/8/8/8/8/4K3 b - - 0+3 1 1", GR_WON, GR_WHITE);
    SAN("4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1", "h1h8", "Rh8#");
    SAN("4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1", "h1h8", "Rh8+");
    /* A double check is one. */
    PLAYED("4k3/8/8/8/4N3/8/8/4RK2 w - - 3+3 0 1", "e4f6", "4k3/8/5N2/8/8/8/8/4RK2 b - - 2+3 1 1");
    DIFFERENT("4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1");
}

static void forms_of_checks(void) {
    aid_variant("threecheck");
    READS_AS("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+0", "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K2R w - - 2+1 7 9", "4k3/8/8/8/8/8/8/4K2R w - - 2+1 7 9");
    FAULTS("4k3/8/8/8/8/8/8/4K2R w - - 4+3 0 1", 1, "the checks left");
    FAULTS("4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1 +0+0", 1, "twice");
    FAULTS("4k3/8/8/8/8/8/8/4K2R w - - 0+0 0 1", 1, "no side has checks left");
    STATE("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", GR_DRAWN, -1);
}

/* ---- Racing Kings ---- */

static void no_checks_in_the_race(void) {
    aid_variant("racingkings");
    ILLEGAL("8/8/8/8/k7/8/8/K6R w - - 0 1", "h1h4");
    ILLEGAL("8/8/8/8/k7/8/8/K6R b - - 0 1", "a4a2 a4b1");
    ILLEGAL("8/8/8/8/k6N/8/8/K6R w - - 0 1", "h1h4");
    FAULTS("8/8/8/8/k6R/8/8/K7 b - - 0 1", 1, "no side can be in check");
}

static void the_goal(void) {
    aid_variant("racingkings");
    STATE("K7/8/k7/8/8/8/8/8 b - - 0 1", GR_WON, GR_WHITE);
    STATE("7K/k7/8/8/8/8/8/8 b - - 0 1", GR_OPEN, -1);  /* Black follows */
    STATE("7K/k7/8/8/8/8/8/8 w - - 0 1", GR_WON, GR_WHITE);
    STATE("k6K/8/8/8/8/8/8/8 w - - 0 1", GR_DRAWN, -1);
    STATE("k7/8/8/8/8/8/8/7K w - - 0 1", GR_WON, GR_BLACK);
    STATE("7K/k7/8/8/8/8/8/1R6 b - - 0 1", GR_OPEN, -1); /* to a8 */
    STATE("1N5K/k7/2R5/8/8/8/8/8 b - - 0 1", GR_OPEN, -1);
    STATE("4R2K/k7/8/8/8/8/8/8 b - - 0 1", GR_WON, GR_WHITE);
    SAN("8/7K/8/8/8/k7/8/8 w - - 0 1", "h7h8", "Kh8#");
}

/* ---- King of the Hill ---- */

static void the_hill(void) {
    aid_variant("kingofthehill");
    STATE("4k3/8/8/8/4K3/8/8/8 b - - 0 1", GR_WON, GR_WHITE);
    STATE("8/8/8/3k4/8/8/8/4K3 w - - 0 1", GR_WON, GR_BLACK);
    STATE("4k3/8/8/8/8/4K3/8/8 w - - 0 1", GR_OPEN, -1); /* bare kings are no draw */
    SAN("4k3/8/8/8/8/4K3/8/8 w - - 0 1", "e3e4", "Ke4#");
    ILLEGAL("4k3/8/8/8/4r3/4K3/8/7b w - - 0 1", "e3e4");
    COUNT("4k3/8/8/8/4K3/8/8/8 b - - 0 1", 0);
    FAULTS("8/8/8/3k4/4K3/8/8/8 w - - 0 1", 1, "both kings");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(all_960_starts);
    RUN(castlings_of_all_starts);
    RUN(x_fen);
    RUN(castling_in_960);
    RUN(rights_are_lost_in_960);
    RUN(any_castlings_in_games_like_chess);
    RUN(any_castlings_elsewhere);
    RUN(hands);
    RUN(promoted_pieces_fall_back);
    RUN(forms_of_hands);
    RUN(pawn_without_letter);
    RUN(explosions);
    RUN(kings_explode);
    RUN(kings_side_by_side);
    RUN(captures_are_compulsory);
    RUN(losing_wins);
    RUN(pawns_of_the_horde);
    RUN(ends_of_the_horde);
    RUN(third_check);
    RUN(forms_of_checks);
    RUN(no_checks_in_the_race);
    RUN(the_goal);
    RUN(the_hill);
    return test_end();
}
