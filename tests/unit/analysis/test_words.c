/* The words of a line, and numbers among them. */
#include "analysis/uci/words.h"
#include "tests/aid/test.h"

static void any_white_space_separates_words(void) {
    const char *text = " \tone\vtwo\fthree\r\n";
    const char *const words[] = {"one", "two", "three"};
    size_t length;
    const char *word = gr_word(text, &length);
    for (int i = 0; i < 3; i++, word = gr_word(word + length, &length))
        CHECK(gr_word_is(word, length, words[i]));
    CHECK_INT(length, 0);
    CHECK(gr_find_word(text, "two") == text + 6);
    CHECK(!gr_find_word(text, "tw") && !gr_find_word("", "x"));
    CHECK(gr_after_word(text, "one") == text + 6);
    CHECK(!gr_after_word(text, "on") && !gr_after_word(text, "two") && !gr_after_word("", "x"));
    CHECK(!*gr_after_word(" one ", "one"));
    CHECK_INT(gr_trimmed(text, strlen(text)), strlen(text) - 2);
    CHECK_INT(gr_trimmed(" \v", 2), 0);
}

static void a_word_is_copied_if_there_is_room(void) {
    char copy[4] = "xxx";
    CHECK(gr_word_copy("abcd", 3, copy, sizeof copy) && !strcmp(copy, "abc"));
    CHECK(!gr_word_copy("abcd", 4, copy, sizeof copy) && !*copy);
}

static void check_number(const char *text, int64_t expected) {
    int64_t number = 7;
    CHECK(gr_word_number(text, strlen(text), &number));
    CHECK_INT(number, expected);
}

static void numbers_end_at_their_bounds(void) {
    check_number("0", 0);
    check_number("-0", 0);
    check_number("+5", 5);
    check_number("007", 7);
    check_number("9223372036854775807", INT64_MAX);
    check_number("9223372036854775808", INT64_MAX);
    check_number("9223372036854775799", INT64_MAX - 8);
    check_number("99999999999999999999999999", INT64_MAX);
    check_number("-9223372036854775807", INT64_MIN + 1);
    check_number("-9223372036854775808", INT64_MIN);
    check_number("-9223372036854775809", INT64_MIN);
    check_number("-99999999999999999999999999", INT64_MIN);
    const char *const none[] = {"", "-", "+", "x", "5x", "0x5", "1e3", "--5", "5.0", " 5", "5 "};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        int64_t number;
        CHECK(!gr_word_number(none[i], strlen(none[i]), &number));
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(any_white_space_separates_words);
    RUN(a_word_is_copied_if_there_is_room);
    RUN(numbers_end_at_their_bounds);
    return test_end();
}
