/* Cells of tables: quoted where they would be split, and no formulas. */
#include "notation/csv.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static void check(GrCsvField *field, const char *value, const char *want) {
    GrBuffer out;
    gr_buffer_init(&out);
    field(&out, value, '\n');
    out.data[out.len - 1] = '\0';
    CHECK_STR(out.data, want);
    gr_buffer_free(&out);
}

static void quotes(void) {
    GrCsvField *const both[] = {gr_csv_field, gr_csv_plain};
    for (int i = 0; i < 2; i++) {
        check(both[i], NULL, "");
        check(both[i], "", "");
        check(both[i], "Carlsen, M", "\"Carlsen, M\"");
        check(both[i], "a \"b\"", "\"a \"\"b\"\"\"");
        check(both[i], "a\nb", "\"a\nb\"");
        check(both[i], "a=1", "a=1");
    }
}

static void formulas(void) {
    static const char *const text[] = {
        "=1",  "=A1", "+A1", "-A1", "@A1", "-1-1", "+1.2.3", "1e", "-1e", "-e5", "-M3", "+.", "-.e1", "- 1", "--1", "+-a",
        "=(1)", "-5%", "\t1", "\tx", " =A1", "  -a", "\xEF\xBC\x9D" "1", "\xEF\xBC\x8B" "a", "\xEF\xBC\x8D" "a",
        "\xEF\xBC\xA0" "a", "-1,5a", "+0x1", "-inf",
    };
    static const char *const left[] = {
        "1",   "-1",  "+1",  "-1.5", "+0.35", "-.5", "-5.", "+1e3", "-1.5E-7", "-",   "--", "+-", "-+", "+/-", "=", "+=",
        "=/=", "1-0", "a=b", "'=1",  " a",    "a\t", "*",   "?",   "#-3",     "\xE2\x88\x9E",
    };
    char want[64];
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        bool formula = text[i][0] != '1';
        snprintf(want, sizeof want, "%s%s", formula ? "'" : "", text[i]);
        if (!strchr(text[i], ',')) {
            check(gr_csv_field, text[i], want);
            check(gr_csv_plain, text[i], text[i]);
        }
    }
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        check(gr_csv_field, left[i], left[i]);
    check(gr_csv_field, "=\"a\",1", "\"'=\"\"a\"\",1\"");
    check(gr_csv_field, "\ra", "\"'\ra\"");
    check(gr_csv_field, "-1,5", "\"'-1,5\"");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(quotes);
    RUN(formulas);
    return test_end();
}
