/* Queries asked of games, and what they find: the files of tests/data/queries.
 *
 * A file has games as PGN, each with a tag Variant at the top, and behind a game, after an empty line, what is asked of
 * it, a line each:
 *
 *     QUERY -> HITS
 *
 * The hits are plies, 0 before the first move, and sequences as FIRST-LAST; none if nothing is found. In place of hits
 * stands what is wrong with a query that cannot be read, as `column 7: expected a condition`. A line that begins with #
 * is a remark. */
#include <dirent.h>

#include "notation/buffer.h"
#include "notation/definition/variants_file.h"
#include "notation/reader/reader.h"
#include "tests/aid/query_aid.h"

static const char *const FOLDER = "tests/data/queries";

/* The file at hand. */
static FILE *file;
static char line[1000];
static unsigned number;

/* The next line, without its end; false behind the last one. */
static bool next_line(void) {
    if (!fgets(line, sizeof line, file))
        return false;
    size_t len = strcspn(line, "\n");
    CHECK(line[len] == '\n');
    line[len] = '\0';
    number++;
    return true;
}

static bool begins_game(void) {
    return !strncmp(line, "[Variant ", 9);
}

/* Described games are known from the first one on that is asked about. */
static void know_variant(void) {
    char name[32] = "";
    if (sscanf(line, "[Variant \"%31[^\"]", name) == 1 && !gr_variants_find(query_book(), name))
        CHECK_INT(gr_variants_offer_described(query_book(), NULL), 0);
}

/* Reads the game that begins with the line at hand, up to the empty line behind its moves. */
static void read_game(const char *path) {
    GrBuffer text;
    GrError error;
    gr_buffer_init(&text);
    unsigned first = number;
    int empty = 0;
    know_variant();
    do {
        gr_buffer_printf(&text, "%s\n", line);
        empty += !*line;
    } while (empty < 2 && next_line());
    GrReader *reader = gr_reader_open_memory(text.data, text.len, query_book(), NULL, &error);
    bool read = reader && gr_reader_next(reader, query_game(), &error) == 1;
    if (!CHECK(read))
        printf("    %s:%u: no game\n", path, first);
    gr_reader_close(reader);
    gr_buffer_free(&text);
}

/* Asks the query of the line at hand. */
static void ask(const char *path) {
    char *arrow = strstr(line, " ->"), *next;
    while (arrow && (next = strstr(arrow + 1, " ->")))
        arrow = next;
    if (!CHECK(arrow != NULL)) {
        printf("    %s:%u: no QUERY -> HITS\n", path, number);
        return;
    }
    *arrow = '\0';
    const char *want = arrow + 3 + (arrow[3] == ' ');
    if (!CHECK_STR(query_hits(line), want))
        printf("    %s:%u: %s\n", path, number, line);
}

static unsigned asked;
static const char *subject;

static void each_query(void) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", FOLDER, subject);
    REQUIRE((file = fopen(path, "r")) != NULL);
    number = 0;
    gr_game_clear(query_game());
    while (next_line())
        if (begins_game()) {
            read_game(path);
        } else if (*line && *line != '#') {
            ask(path);
            asked++;
        }
    fclose(file);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    struct dirent **entry;
    int files = scandir(FOLDER, &entry, NULL, alphasort);
    for (int i = 0; i < files; i++) {
        subject = entry[i]->d_name;
        if (*subject != '.')
            test_run(subject, each_query);
        free(entry[i]);
    }
    if (files >= 0)
        free(entry);
    if (argc < 2 && asked < 500)
        printf("not ok queries: %u are asked, not 500\n", asked);
    gr_game_free(query_game());
    return test_end() || (argc < 2 && asked < 500);
}
