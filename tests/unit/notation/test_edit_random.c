/* Random operations on random games of all variants, two of them described in a file: the trees are legal, undoing is
 * exact, what is written is read back the same. */
#include "notation/definition/variants_file.h"
#include "notation/edit/edit.h"
#include "notation/edit/game_tree.h"
#include "notation/move/uci.h"
#include "notation/write/format.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/reader_aid.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

static AidRandom numbers;
static int done, refused;

static uint32_t below(uint32_t n) {
    return aid_random(&numbers, n);
}

/* A random path of the game, and the position after its last move. */
static void random_path(const GrGame *game, char path[600], GrPosition *pos) {
    uint32_t node = 0, ply = 0;
    size_t len = 0;
    *pos = game->start;
    for (uint32_t steps = below(game->plies + 4); steps && game->nodes[node].next; steps--) {
        node = game->nodes[node].next;
        ply++;
        if (game->nodes[node].alternative && below(3) == 0 && len < 400) {
            uint32_t place = 1;
            len += (size_t)snprintf(path + len, 40, "%u.", (unsigned)ply);
            for (node = game->nodes[node].alternative; game->nodes[node].alternative && below(2); place++)
                node = game->nodes[node].alternative;
            len += (size_t)snprintf(path + len, 40, "%u.", (unsigned)place);
        }
        gr_play(pos, game->nodes[node].move);
    }
    snprintf(path + len, 40, "%u", (unsigned)ply);
}

/* Adds a line of random moves behind a path; some of them have more than a move. */
static void random_line(const char *path, GrPosition pos, char out[2000]) {
    static GrMoveList list;
    size_t len = (size_t)snprintf(out, 2000, "[{\"op\":\"add\",\"at\":\"%s\",\"line\":[", path);
    for (uint32_t n = 0, most = 1 + below(4); n < most; n++) {
        char uci[GR_UCI_SIZE];
        gr_moves(&pos, &list);
        if (!list.count)
            break;
        GrMove move = list.move[below(list.count)];
        gr_uci_write(&pos, move, uci);
        gr_play(&pos, move);
        len += (size_t)snprintf(out + len, 2000 - len, below(3) ? "%s\"%s\"" : "%s{\"move\":\"%s\",\"after\":\"new\"}",
                                n ? "," : "", uci);
    }
    snprintf(out + len, 2000 - len, "]%s}]", below(4) ? "" : ",\"place\":1");
}

static const char *const bare[] = {"delete", "promote", "demote", "main"};
static const char *const decorated[] = {
    "\"op\":\"comment\",\"after\":[\"one\",\"two [%%clk 1:00]\"]", "\"op\":\"comment\",\"behind\":[\"x\"]",
    "\"op\":\"comment\",\"before\":\"y\"", "\"op\":\"comment\",\"after\":\"\"",
    "\"op\":\"glyphs\",\"glyphs\":\"!? $20\"", "\"op\":\"glyphs\"", "\"op\":\"clock\",\"value\":\"0:10\"",
    "\"op\":\"clock\"", "\"op\":\"elapsed\",\"value\":\"0:07\"", "\"op\":\"squares\",\"value\":\"Ga1\"",
    "\"op\":\"arrows\",\"value\":\"Ra1a2,Gb1b2\"", "\"op\":\"eval\",\"value\":\"0.50\"",
    "\"op\":\"place\",\"place\":0", "\"op\":\"place\",\"place\":2"};
static const char *const whole[] = {
    "{\"op\":\"tag\",\"name\":\"White\",\"value\":\"q\",\"place\":0}", "{\"op\":\"tag\",\"name\":\"Event\",\"value\":\"x\",\"place\":3}",
    "{\"op\":\"tag\",\"name\":\"Event\",\"value\":\"other\"}", "{\"op\":\"tag\",\"name\":\"Event\"}",
    "{\"op\":\"tag\",\"name\":\"New\",\"value\":\"\\\"\"}", "{\"op\":\"result\",\"result\":\"1-0\"}",
    "{\"op\":\"start\"}", "{\"op\":\"rest\",\"text\":\"17. what is this\",\"reason\":\"no move\"}"};

static const char *any(const char *const *texts, size_t size) {
    return texts[below((uint32_t)(size / sizeof *texts))];
}

static void random_operation(const GrGame *game, char out[2000]) {
    char path[600];
    GrPosition pos;
    random_path(game, path, &pos);
    switch (below(6)) {
    case 0:
        snprintf(out, 2000, "[{\"op\":\"%s\",\"at\":\"%s\"}]", any(bare, sizeof bare), path);
        break;
    case 1:
        snprintf(out, 2000, "[%s]", any(whole, sizeof whole));
        break;
    case 2:
    case 3:
        random_line(path, pos, out);
        break;
    case 4:
        snprintf(out, 2000, "[{\"at\":\"%s\",%s}, {\"at\":0,%s}, {\"op\":\"%s\",\"at\":\"%s\"}]", path,
                 any(decorated, sizeof decorated), any(decorated, sizeof decorated), any(bare, sizeof bare), path);
        break;
    default:
        snprintf(out, 2000, "[{\"at\":\"%s\",%s}]", path, any(decorated, sizeof decorated));
    }
}

/* Is every move of the line legal? */
static bool is_legal(const GrGame *game, uint32_t node, const GrPosition *before, bool branches) {
    GrPosition now = *before;
    for (; node; node = game->nodes[node].next, branches = true) {
        for (uint32_t alt = branches ? game->nodes[node].alternative : 0; alt; alt = game->nodes[alt].alternative)
            if (!is_legal(game, alt, &now, false))
                return false;
        if (!gr_is_legal(&now, game->nodes[node].move))
            return false;
        gr_play(&now, game->nodes[node].move);
    }
    return true;
}

static int put(void *out, const char *bytes, size_t len) {
    gr_buffer_add(out, bytes, len);
    return 0;
}

/* As a tree and back it is the same game. */
static bool is_same_by_tree(const GrGame *game) {
    GrBuffer text;
    GrJson json;
    GrJsonTree tree;
    GrGame again;
    GrError error = {.text = ""};
    gr_buffer_init(&text);
    gr_game_init(&again);
    gr_json_start(&json, put, &text);
    gr_json_open(&json, NULL, '{');
    gr_game_write_tree(game, &json);
    gr_json_close(&json, '}');
    int code = gr_json_read(text.data, text.len, &tree, &error);
    if (!code)
        code = gr_game_read_tree(&tree, 1, aid_book(), &again, &error);
    bool same = CHECK_INT(code, 0) && CHECK_STR(aid_differs(&again, game), NULL);
    if (!same)
        printf("%s\n%s\n", error.text, text.data);
    gr_json_free(&tree);
    gr_game_free(&again);
    gr_buffer_free(&text);
    return same;
}

static void edit_once(GrGame *game, const GrRules *rules) {
    GrBuffer old, made, again, undo, redo;
    GrBuffer *all[] = {&old, &made, &again, &undo, &redo};
    GrGame copy;
    GrError error;
    char operation[2000];
    for (int i = 0; i < 5; i++)
        gr_buffer_init(all[i]);
    REQUIRE(gr_game_copy(game, &copy) == 0);
    gr_format_pgn.game(&old, game, 1, 1);
    random_operation(game, operation);
    bool same = true;
    if (gr_game_edit(game, operation, strlen(operation), &undo, &error)) {
        refused++;
        same = CHECK_STR(aid_differs(game, &copy), NULL);
    } else {
        done++;
        gr_format_pgn.game(&made, game, 1, 1);
        same = CHECK(is_legal(game, game->nodes[0].next, &game->start, true)) &&
               CHECK_INT(aid_rewrite(aid_book(), rules, made.data, made.len, &gr_format_pgn, &again), 1) &&
               CHECK_STR(again.data, made.data);
        same = is_same_by_tree(game) && same;
        GrGame after;
        REQUIRE(gr_game_copy(game, &after) == 0);
        same = CHECK_INT(gr_game_edit(game, undo.data, undo.len, &redo, &error), 0) && same;
        same = CHECK_STR(aid_differs(game, &copy), NULL) && same;
        gr_buffer_clear(&again);
        gr_format_pgn.game(&again, game, 1, 1);
        same = CHECK_STR(again.data, old.data) && same;
        same = CHECK_INT(gr_game_edit(game, redo.data, redo.len, NULL, &error), 0) && same;
        same = CHECK_STR(aid_differs(game, &after), NULL) && same;
        gr_game_free(&after);
    }
    if (!same)
        printf("%s: %s\nundo %s\n", gr_variant(rules)->name, operation, undo.data ? undo.data : "");
    gr_game_free(&copy);
    for (int i = 0; i < 5; i++)
        gr_buffer_free(all[i]);
}

static void edit_game_of(const GrRules *rules) {
    GrGame game;
    gr_game_init(&game);
    for (int n = 0; n < 6; n++) {
        REQUIRE(aid_random_game(&numbers, rules, 30, &game));
        for (int i = 0; i < 25; i++)
            edit_once(&game, rules);
    }
    gr_game_free(&game);
}

static void operations_can_be_undone(void) {
    GrError error;
    GrVariantsFaults faults;
    GrVariantsFile *file = gr_variants_file_open("tests/data/variants/games.ini", NULL, NULL, &error);
    REQUIRE(file);
    for (size_t n = 0; n < 2; n++)
        CHECK(gr_variants_file_define(file, n, aid_book(), &faults));
    gr_variants_file_close(file);
    numbers.state = test_seed(53);
    const GrRules *rules;
    for (size_t n = 0; (rules = gr_variants_at(aid_book(), n)); n++)
        edit_game_of(rules);
    printf("# %d done, %d refused\n", done, refused);
    CHECK(done > 200 && refused > 20);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(operations_can_be_undone);
    return test_end();
}
