/* Asks a database a question in the query language, grimoire-query(7), and prints each hit:
 *     cc query.c $(pkg-config --cflags --libs grimoire) -o query && ./query games.db 'mate'
 */
#include <grimoire.h>
#include <stdio.h>
#include <string.h>

/* Writes one hit: the game's number, its players, and the plies of the hit. Called by gr_find for each. */
static void show(void *unused, const GrFinding *found, size_t n, GrBuffer *out) {
    const char *white = gr_game_tag(found->game, "White"), *black = gr_game_tag(found->game, "Black");
    (void)unused;
    gr_buffer_printf(out, "%lld %s - %s", (long long)found->id, white ? white : "?", black ? black : "?");
    if (found->hits)
        gr_buffer_printf(out, ", plies %u to %u", (unsigned)found->hit[n].first, (unsigned)found->hit[n].last);
    gr_buffer_putc(out, '\n');
}

static int print(void *unused, const char *bytes, size_t len) {
    (void)unused;
    return fwrite(bytes, 1, len, stdout) != len;
}

static int ask(GrDb *db, const GrQuery *query, GrError *error) {
    GrSelection all;
    GrFindCount count;
    gr_selection_init(&all); /* no condition: every game */
    GrFind find;
    memset(&find, 0, sizeof find); /* 0 is usual for whatever is left out */
    find.selection = &all;
    find.query = query;
    find.jobs = 1;
    find.read = GR_FIND_HEADERS;
    find.show = show;
    find.put = print;
    int code = gr_find(db, &find, &count, error);
    gr_selection_free(&all);
    if (!code)
        printf("%llu games, %llu hits\n", (unsigned long long)count.games, (unsigned long long)count.hits);
    return code;
}

static int run(const char *file, const char *text, const GrVariants *variants, GrError *error) {
    GrQueryFault fault;
    GrQuery *query;
    GrDb *db;
    if (gr_query_parse(variants, text, &query, &fault))
        return gr_fail(error, GR_ERR_SYNTAX, "query, column %u: %s", (unsigned)fault.column, fault.text);
    int code = gr_db_open(file, variants, GR_DB_READ, &db, error);
    if (!code)
        code = ask(db, query, error);
    gr_db_close(db);
    gr_query_free(query);
    return code;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: query DATABASE QUERY\n");
        return 2;
    }
    GrError error = {GR_ERR_MEMORY, "out of memory"};
    GrVariants *variants = gr_variants_open();
    int code = variants ? run(argv[1], argv[2], variants, &error) : GR_ERR_MEMORY;
    gr_variants_close(variants);
    if (code)
        fprintf(stderr, "query: %s\n", error.text);
    return code ? 2 : 0;
}
