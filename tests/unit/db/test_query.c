/* The query language from outside: faults of queries, bounds, plans, matchers, failing memory. */
#include "tests/aid/fail_alloc.h"
#include "tests/aid/query_aid.h"
#include "tests/oracle/random_position.h"

/* ---- faults ---- */

/* The files in tests/data/queries have the others. */
static void faults_deep_inside_point_at_the_place(void) {
    char query[160] = "";
    for (int i = 0; i < 99; i++)
        strcat(query, "(");
    strcat(query, " white bishop pair");
    CHECK_STR(query_fault_of(query), "column 118: expected 'and', 'or', 'then' or ')', found the end");
    query[99] = '('; /* with which there is no room for what it stands for */
    CHECK_STR(query_fault_of(query), "column 101: in 'white bishop pair': nested more than 100 deep");
    CHECK_STR(query_fault_of("N\x01"),
              "column 2: expected 'and', 'or', 'then', 'for' or the end, found the byte 0x01");
}

/* The notes of a query: "column 3: warning: ...", joined by line ends. */
static const char *notes_of(const char *text) {
    static char out[4000];
    size_t len = 0;
    GrQuery *query;
    const GrQueryNote *note;
    out[0] = '\0';
    if (gr_query_parse(query_book(), text, &query, NULL))
        return "a fault";
    for (size_t n = 0; (note = gr_query_note(query, n)) != NULL; n++)
        len += (size_t)snprintf(out + len, sizeof out - len, "%u %s: %s\n", note->column,
                                note->warning ? "warning" : "note", note->text);
    gr_query_free(query);
    return out;
}

static void what_never_or_always_holds_is_noted(void) {
    static const char *const noted[][2] = {
        {"white N attacks black K attacks black Q",
         "25 warning: nothing is ever in this set: pieces attack only those of the other side, and the clause belongs "
         "to the set just before it; if it is about the first one, write "
         "'white N attacks black K and attacks black Q'\n"},
        {"white piece on d4 attacked by black R attacked by black B",
         "write 'white piece on d4 attacked by black R and attacked by black B'\n"},
        {"white N attacks (black K attacks black Q)",
         "26 warning: nothing is ever in this set: pieces attack only those of the other side\n"},
        {"check and white N attacks black Q and black K", "write 'white N attacks black Q and attacks black K'\n"},
        {"black K", "1 note: there is nearly always a king, so this asks nothing\n"},
        {"white piece", "1 note: there is nearly always a piece"},
        {"R vs R",
         "1 note: this is an imbalance: what both sides have in common does not matter, and it holds wherever they "
         "have the same pieces; for exactly these pieces, write 'material R vs R'\n"},
        {"white RBP  vs RN and check", "write 'white material RBP  vs RN'\n"},
        {"white R defends black P", "warning: nothing is ever in this set: pieces defend only"},
        {"attacked white K is not attacked", "1 warning: nothing is ever in this set: the states contradict"},
        {"hanging defended N", "1 warning: nothing"},
        {"ply < 0", "1 warning: this comparison never holds\n"},
        {"check or 3 * white N + 2 >= 2", "10 note: this comparison always holds\n"},
        {"N from 5 to 3", "1 warning: this comparison never holds\n"},
        {"occurrence < 1", "1 warning"},
        {"white to move and capture and black in check",
         "31 warning: this never holds together with 'white to move'\n"},
        {"(white wins and check) or (black wins and drawn)",
         "43 warning: this never holds together with 'black wins'\n"},
        {"ply > 20  and ply < 10", "15 warning: this never holds together with 'ply > 20'\n"},
        {"not white N on f5 and white N on f5", "23 warning: this never holds together with 'not white N on f5'\n"},
        {"check or not check", "10 note: one of this and its opposite always holds\n"},
    };
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++)
        if (!CHECK(strstr(notes_of(noted[i][0]), noted[i][1])))
            printf("# %s\n%s", noted[i][0], notes_of(noted[i][0]));
    static const char *const plain[] = {
        "white N attacks black K and attacks black Q", "white R attacks black R attacked by white B", "no black K",
        "black K on e8", "Q vs RR", "material KR vs KR", "B vs N ignoring [PQ]", "ply from 0 to 8", "white rating >= 0",
        "eval > -100", "legal moves = 0", "only move", "bishop pair", "white wins and (check or drawn)",
        "check and mate",
        "white K defends R attacked by black piece", "ply > 2 and ply < 9", "(check and mate) and not drawn",
        "double check and white N", "flip (white in check)", "white N or black N",
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!CHECK_STR(notes_of(plain[i]), ""))
            printf("# %s\n", plain[i]);
}

static void words_of_any_case(void) {
    CHECK_STR(query_fault_of("White N Takes Black Queen Then Within 3 Plies CheckMate"), "");
    CHECK_STR(query_fault_of("promotes to [RB] or (B) or takes Q or Q > 2 or takes Q or B on e4"), "");
    CHECK_STR(query_fault_of("Black Q attacked by 2 and white N defended by at least 2 or (P attacked by 3)"), "");
    CHECK_STR(query_fault_of("\n\twhite\nN\n  takes   en\tpassant "), "");
    CHECK(query_fault_of("WHITE WINS")[0] != '\0'); /* letters of pieces, or nothing at all */
}

/* ---- the manual ---- */

/* Undoes the escapes of mdoc in a line of an example. */
static void unescape(char *line) {
    char *to = line;
    for (const char *from = line; *from != '\0' && *from != '\n'; from++) {
        if (from[0] == '\\' && from[1] == '&') {
            from++;
        } else if (from[0] == '\\' && from[1] == 'e') {
            *to++ = '\\';
            from++;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
}

static void examples_of_the_manual_can_be_read(void) {
    FILE *page = fopen("man/grimoire-query.7", "r");
    char line[400];
    bool example = false;
    int count = 0;
    REQUIRE(page != NULL);
    /* What is typed into a shell, in the section EXAMPLES, is run by tests/programs/man.sh. */
    while (fgets(line, sizeof line, page) && strncmp(line, ".Sh EXAMPLES", 12) != 0) {
        if (line[0] == '.') {
            example = strncmp(line, ".Bd -literal -offset indent", 27) == 0;
            continue;
        }
        if (example) {
            unescape(line);
            if (!CHECK_STR(query_fault_of(line), "")) {
                printf("%s\n", line);
            }
            count++;
        }
    }
    fclose(page);
    CHECK(count > 70);
}

/* ---- bounds ---- */

static char long_text[2 * GR_QUERY_SIZE];

static const char *repeated(const char *start, const char *part, unsigned times, const char *end) {
    size_t len = (size_t)sprintf(long_text, "%s", start), size = strlen(part);
    while (times-- > 0) {
        memcpy(long_text + len, part, size);
        len += size;
    }
    strcpy(long_text + len, end);
    return long_text;
}

static void bounds_are_kept(void) {
    query_play("chess", NULL, "e2e4");
    GrQuery *query;
    HITS(repeated("check", " or check", 1700, ""), "");
    HITS(repeated("not check", " and not check", 1100, ""), "0 1");
    HITS(repeated("ever not check", " and ever not check", 700, ""), "0-1");
    HITS(repeated("", "(", 99, "ply = 1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"
                               ")))))))))))))))))))))))))))))))))))))))))"), "1");
    char end[200] = "N attacks P or ply = 1";
    memset(end + strlen(end), ')', 100);
    HITS(repeated("", "(", 100, end), "1");
    HITS(repeated("", "not ", 100, "ply = 1"), "1");
    CHECK(strstr(query_fault_of(repeated("", "(", 9000, "")), "nested more than 100 deep"));
    CHECK(strstr(query_fault_of(repeated("", "(", 101, "ply = 1")), "nested more than 100 deep"));
    CHECK(strstr(query_fault_of(repeated("", "not ", 101, "check")), "nested more than 100 deep"));
    CHECK(strstr(query_fault_of(repeated("", "N attacks ", 200, "Q")), "nested"));
    CHECK(strstr(query_fault_of(repeated("check", " then check", 64, "")), "64 steps"));
    CHECK_STR(query_fault_of(repeated("check", " then check", 63, "")), "");
    CHECK(strstr(query_fault_of(repeated("N on ", "[", 9000, "")), "squares"));
    CHECK(strstr(query_fault_of(repeated("board ", "?", 9000, "")), "16 squares"));
    CHECK(strstr(query_fault_of(repeated("board ?", "/?", 900, "")), "16 rows"));
    CHECK(strstr(query_fault_of(repeated("", "R", 200, " vs Q")), "that many pieces"));
    CHECK_INT(gr_query_parse(query_book(), repeated("", "x", GR_QUERY_SIZE + 1, ""), &query, NULL),
              GR_ERR_LIMIT);
    CHECK_INT(gr_query_parse(query_book(), repeated("", "(", 9000, ""), &query, NULL),
              GR_ERR_LIMIT);
    CHECK(query == NULL);
}

/* ---- plans ---- */

static unsigned needs(const char *words, const char *variant) {
    GrQuery *query;
    unsigned found = 0;
    if (gr_query_parse(query_book(), words, &query, NULL) == 0) {
        GrPlan *plan = gr_plan_make(query, variant ? gr_variants_find(query_book(), variant) : NULL);
        found = plan ? gr_plan_needs(plan) : 0;
        gr_plan_free(plan);
    }
    gr_query_free(query);
    return found;
}

static void plans_know_what_they_need(void) {
    CHECK_INT(needs("check", "chess"), GR_PLAN_MOVES);
    CHECK_INT(needs("white wins", "chess"), 0);
    CHECK_INT(needs("check and eval > 2", "chess"), GR_PLAN_MOVES | GR_PLAN_TEXTS);
    CHECK_INT(needs("variant magi and check", "chess"), GR_PLAN_NOTHING);
    CHECK_INT(needs("variant magi or check", "magi"), 0);
    CHECK_INT(needs("white Q vs RR", "magician"), GR_PLAN_NOTHING);
    CHECK_INT(needs("duke on d4 then check", "chess"), GR_PLAN_NOTHING);
    CHECK_INT(needs("hole on d4", "chess"), GR_PLAN_NOTHING);
    CHECK_INT(needs("casts", "chess"), GR_PLAN_NOTHING);
    CHECK_INT(needs("castles", "wizard"), GR_PLAN_NOTHING);
    CHECK_INT(needs("drops or placement", "magi"), GR_PLAN_NOTHING);
    CHECK_INT(needs("never drops", "magi"), 0);
    CHECK_INT(needs("board ?*/?? shift", "royal"), GR_PLAN_NOTHING);
    CHECK_INT(needs("board ?*/?? shift", "magician"), GR_PLAN_MOVES);
    CHECK_INT(needs("board ?[*p]/?? shift", "royal"), GR_PLAN_MOVES);
    CHECK_INT(needs("board D/? at a1", "chess"), GR_PLAN_NOTHING);
    CHECK_INT(needs("check", NULL), GR_PLAN_NOTHING);
    CHECK_INT(needs("player Tal or check", NULL), GR_PLAN_HEADERS);
    CHECK_INT(needs("white wins and partial and length > 3", "chess"), 0);
    CHECK_INT(needs("check and white rating > 2000", "chess"), GR_PLAN_MOVES | GR_PLAN_HEADERS);
    CHECK_INT(needs("check and date 1999", "chess"), GR_PLAN_MOVES | GR_PLAN_HEADERS);
}

static void games_without_a_variant(void) {
    query_play("chess", NULL, "e2e4");
    gr_game_set_tag(query_game(), "White", "Tal");
    query_game()->rules = NULL;
    HITS("player Tal", "0");
    HITS("player Tal and check", "");
    HITS("player Tal or check", "");
    HITS("never check", "0");
    HITS("always check", "");
    HITS("always (player Tal or check)", "");
    HITS("length = 1", "0");
    HITS("variant chess", "");
    HITS("player Tal then check", "");
    HITS("check for 2 plies", "");
}

static void words_are_explained(void) {
    CHECK_STR(query_explained("drawn and not (either\n bishop pair and drawn)", "chess"),
              "chess\n"
              "  'drawn' stands for: result draw\n"
              "  'either bishop pair' stands for: (white bishop on light squares and white bishop "
              "on dark squares) or (black bishop on light squares and black bishop on dark "
              "squares)\n"
              "  from the header of a game:\n"
              "    drawn\n"
              "    drawn\n"
              "  asked of each position:\n"
              "    test 1:\n"
              "      all of, in this order:\n"
              "        drawn  [known from the header]\n"
              "        not:\n"
              "          all of, in this order:\n"
              "            drawn  [known from the header]\n"
              "            one of, in this order:\n"
              "              all of, in this order:\n"
              "                white bishop on light squares  [one set]\n"
              "                white bishop on dark squares  [one set]\n"
              "              all of, in this order:\n"
              "                black bishop on light squares  [one set]\n"
              "                black bishop on dark squares  [one set]\n");
}

static void plans_are_explained(void) {
    CHECK_STR(query_explained("white wins and (white N takes  Q then within 6 plies mate)", "chess"),
              "chess\n"
              "  'white wins' stands for: result white\n"
              "  only games are looked at that may have the pieces, the end or the rare moves, by their signatures\n"
              "  from the header of a game:\n"
              "    white wins\n"
              "  asked once a game:\n"
              "    test 1:\n"
              "      white wins  [known from the header]\n"
              "  asked of each position:\n"
              "    test 2:\n"
              "      white N takes Q\n"
              "    test 3:\n"
              "      mate  [only at the end of the game]\n"
              "  when the game is over:\n"
              "    both:\n"
              "      test 1\n"
              "      one after the other, at most 6 plies apart:\n"
              "        test 2\n"
              "        test 3\n");
    CHECK_STR(query_explained("check and flip white P on e5", "magi"),
              "magi\n"
              "  asked of each position:\n"
              "    test 1:\n"
              "      all of, in this order:\n"
              "        one of, in this order:\n"
              "          white P on e5  [one set]\n"
              "          white P on e5 (flipped)  [one set]\n"
              "        check\n");
    CHECK_STR(query_explained("hole on d4", "chess"),
              "chess\n  cannot match; no game is looked at\n");
}

/* ---- matchers ---- */

typedef struct Shown {
    unsigned positions;
    int go;
    size_t hits;
} Shown;

/* Shows the game of the present case ply by ply, `most` positions at the most. */
static Shown show(const char *words, unsigned most) {
    GrQuery *query;
    Shown shown = {0, -1, 0};
    const GrHit *hits;
    const GrGame *game = query_game();
    if (gr_query_parse(query_book(), words, &query, NULL) != 0) {
        return shown;
    }
    GrPlan *plan = gr_plan_make(query, game->rules);
    GrMatcher *matcher = gr_matcher_new(plan);
    GrPosition pos = game->start;
    shown.go = gr_matcher_begin(matcher, game);
    for (uint32_t node = 0; shown.go > 0 && shown.positions < most; shown.positions++) {
        node = game->nodes[node].next;
        GrMove next = node ? game->nodes[node].move : GR_NO_MOVE;
        shown.go = gr_matcher_ply(matcher, &pos, next, NULL);
        if (next) {
            gr_play(&pos, next);
        }
    }
    gr_matcher_end(matcher, &hits, &shown.hits);
    gr_matcher_free(matcher);
    gr_plan_free(plan);
    gr_query_free(query);
    return shown;
}

static void games_are_passed_over(void) {
    const char *line = "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 f1b5 c7c6 b5c6 b7c6 d1h5 a5h5";
    query_play("chess", NULL, line);
    CHECK_INT(show("check", 99).positions, 13);
    CHECK_INT(show("white may castle", 99).positions, 13);
    CHECK_INT(show("white wins and check", 99).positions, 0);
    CHECK_INT(show("ply > 11 and check", 99).positions, 13);
    CHECK_INT(show("ply > 12 and check", 99).positions, 0);
}

/* Whether they can still hold is asked of every eighth position. */
static void games_are_left_early(void) {
    query_play("chess", NULL, "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 f1b5 c7c6 b5c6 b7c6 d1h5 a5h5");
    CHECK_INT(show("ply <= 3", 99).positions, 8);
    CHECK_INT(show("ply <= 3", 99).hits, 4);
    CHECK_INT(show("ply <= 8 and white to move", 99).positions, 13);
    CHECK_INT(show("ply <= 3 or check", 99).positions, 13);
    CHECK_INT(show("ply <= 3 or ply <= 4 and white may castle", 99).positions, 8);
    CHECK_INT(show("white P >= 8", 99).positions, 8);
    CHECK_INT(show("white P >= 7", 99).positions, 13); /* one has gone */
    CHECK_INT(show("white P >= 9", 99).positions, 8);
    CHECK_INT(show("black P = 8 and white N on h8", 99).positions, 8);
    CHECK_INT(show("white may castle and white pieces >= 17 on a1-h3", 99).positions, 8);
    CHECK_INT(show("white Q >= 2", 99).positions, 13);
    query_play("crazyhouse", NULL, "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 f1b5 c7c6 b5c6 b7c6 d1h5 a5h5");
    CHECK_INT(show("white P >= 9", 99).positions, 13);
}

static void games_shown_in_part(void) {
    query_play("chess", NULL, "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5");
    CHECK_INT(show("white to move", 99).hits, 4);
    CHECK_INT(show("white to move", 4).hits, 2);
    CHECK_INT(show("always not check", 4).hits, 1);
    CHECK_INT(show("ply >= 0", 0).hits, 7); /* which is known without looking */
    CHECK_INT(show("(check for 1 ply) or white to move", 3).hits, 2);
    CHECK_INT(show("white may castle", 4).hits, 4);
    CHECK_INT(show("not final", 4).hits, 4);
    CHECK_INT(show("final", 7).hits, 1);
}

/* ---- memory ---- */

static void memory_may_fail_anywhere(void) {
    query_play("chess", NULL, "e2e4 d7d5 e4d5");
    const char *words = "white player \"Tal\" or board P/? shift and not (N attacks Q >= 2) then "
                        "at least 1 times occurrence = 1 then [RQ] vs nothing for 2 plies";
    words = "(white player \"Tal\" or board P/? shift or black underpromotion) and not (N attacks Q >= 2) then "
            "ever occurrence = 1 then tag X > 5 or white P on [d5 e4] for 2 plies";
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrQuery *query;
        GrQueryFault fault;
        GrPlan *plan = NULL;
        GrMatcher *matcher = NULL;
        GrBuffer out;
        const GrHit *hits = NULL;
        size_t count = 0;
        gr_buffer_init(&out);
        int code = gr_query_parse(query_book(), words, &query, &fault);
        CHECK(code == 0 || (code == GR_ERR_MEMORY && !query && !strcmp(fault.text, "out of memory")));
        if (query && (plan = gr_plan_make(query, query_game()->rules)) != NULL) {
            gr_plan_explain(plan, &out);
            matcher = gr_matcher_new(plan);
        }
        if (matcher && gr_matcher_game(matcher, query_game(), &hits, &count) == 0) {
            CHECK_INT(count, 2);
        }
        fail_alloc_stop();
        gr_buffer_free(&out);
        gr_matcher_free(matcher);
        gr_plan_free(plan);
        gr_query_free(query);
    }
}

/* ---- fuzz ---- */

static const char *const seeds[] = {
    "white N takes black Q on d5 then within 6 plies checkmate",
    "board r?bq/[RQn.]*\\A at a1 flip mirror and not (black P >= 3 on d-file or RR vs Q)",
    "at least 3 times (pinned N on [d4 e4, a1-c3] is attacked by [RQ]) and drawn",
    "eval >= #-3 and date from 1999.05 to 2001 and player \"x\\\"y\" and rights = KQ",
    "9 * white Q - 2.5 + ply <= white rating and R in pocket of M or variant \"Magi 2003\"",
    "flip (castles O-O(b) then legal moves from 2 to 3 for 4 moves) or nag $4 or comment 'a'",
};

static void spoil(Random *random, char *text) {
    size_t len = strlen(text);
    static const char bytes[] = "()[]/*?.!#\"'\\-=<> aAKn19\x80\xC3";
    for (unsigned n = 1 + random_below(random, 4); n > 0 && len > 0; n--) {
        size_t at = random_below(random, (unsigned)len);
        size_t size = 1 + random_below(random, 6);
        switch (random_below(random, 4)) {
        case 0:
            text[at] = bytes[random_below(random, sizeof bytes - 1)];
            break;
        case 1: /* takes something out */
            size = size < len - at ? size : len - at;
            memmove(text + at, text + at + size, len - at - size + 1);
            break;
        case 2:
            text[at] = '\0';
            break;
        default: /* says something twice */
            if (len + size < 400) {
                memmove(text + at + size, text + at, len - at + 1);
            }
        }
        len = strlen(text);
    }
}

static void spoilt_queries_do_no_harm(void) {
    Random random = {test_seed(4711)};
    char text[512];
    unsigned long readable = 0, runs = test_slow() ? 1000000 : 30000;
    query_play("magician", NULL, "");
    for (unsigned long i = 0; i < runs; i++) {
        GrQuery *query;
        GrQueryFault fault;
        strcpy(text, seeds[random_below(&random, sizeof seeds / sizeof *seeds)]);
        spoil(&random, text);
        if (gr_query_parse(query_book(), text, &query, &fault) != 0) {
            bool ok = fault.column >= 1 && fault.column <= strlen(text) + 1 && fault.text[0];
            if (!CHECK(ok && query == NULL)) {
                printf("%s\ncolumn %u: %s\n", text, fault.column, fault.text);
                return;
            }
            continue;
        }
        readable++;
        gr_query_free(query);
        query_hits(text);
    }
    printf("# %lu of %lu could be read\n", readable, runs);
    CHECK(readable * 50 > runs && readable * 2 < runs);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(faults_deep_inside_point_at_the_place);
    RUN(what_never_or_always_holds_is_noted);
    RUN(words_of_any_case);
    RUN(examples_of_the_manual_can_be_read);
    RUN(bounds_are_kept);
    RUN(plans_know_what_they_need);
    RUN(games_without_a_variant);
    RUN(words_are_explained);
    RUN(plans_are_explained);
    RUN(games_are_passed_over);
    RUN(games_are_left_early);
    RUN(games_shown_in_part);
    RUN(memory_may_fail_anywhere);
    RUN(spoilt_queries_do_no_harm);
    return test_end();
}
