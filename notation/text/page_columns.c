/* Columns: the parts of a score sheet that stand beside each other, and White's moves and Black's
 * in lists of their own. Lines are held until their numbers prove that they are such, or are not:
 *
 *     1. e4  e5    3. Bb5 a6        1. e4         1... e5
 *     2. Nf3 Nc6   4. Ba4 Nf6       2. Nf3   and  2... Nc6
 *
 * In the first case each column counts on from line to line, and begins where the one before it
 * ends. In the second both lists have one move to a number, and the same numbers from 1 on. */
#include <ctype.h>
#include <string.h>

#include "notation/text/page_local.h"

/* What the held lines may be. In the gap White's list is complete and Black's has not begun. */
enum { NOTHING, SHEET, WHITE_LIST, GAP, BLACK_LIST, BULLET };

/* Columns of a sheet; lines between two lists; lines that prove a
 * sheet or a list. */
enum { COLUMNS = 4, GAP_LINES = 6, PROOF = 2 };

/* No line of moves in columns is longer. */
enum { HELD_LINE = 400 };

/* A move number: how it is written, and where. */
typedef struct Number {
    unsigned value;
    size_t at, end; /* behind its dots */
    bool dotted;
} Number;

static size_t skip_cell(const char *text, size_t at) {
    for (;;) {
        size_t blanks = gr_blanks(text + at);
        at += blanks;
        if (text[at] == '|')
            at++;
        else if (!blanks || text[at] != '|')
            return at;
    }
}

/* A number that begins at `at`: digits with a dot behind them, or on their own. */
static bool read_number(const char *text, size_t at, Number *number) {
    size_t digits = strspn(text + at, "0123456789");
    if (digits == 0 || digits > 3)
        return false;
    number->value = 0;
    for (size_t i = 0; i < digits; i++)
        number->value = number->value * 10 + (unsigned)(text[at + i] - '0');
    number->at = at;
    at += digits;
    size_t dots = strspn(text + at, ".");
    if (dots == 0 && text[at] == ')')
        dots = 1;
    number->dotted = dots > 0;
    number->end = at + dots;
    return dots || (text[at] && (strchr(" \t|", text[at]) || gr_blanks(text + at)));
}

/* The numbers of a line, one for each column; 0 if it begins with none, or has comments. */
static size_t read_numbers(const Line *line, Number number[COLUMNS]) {
    const char *text = line->text;
    size_t count = 0;
    if (!line->len || strpbrk(text, "{};[]"))
        return 0;
    size_t at = skip_cell(text, 0);
    while (text[at] && count < COLUMNS) {
        Number *n = &number[count];
        if (read_number(text, at, n) && n->value &&
            (count == 0 || (n->dotted == number[0].dotted && n->value > number[count - 1].value))) {
            count++;
            at = n->end;
        } else if (count == 0) {
            return 0;
        } else {
            at += strcspn(text + at, " \t|\xC2");
            at += text[at] == '\xC2' && !gr_blanks(text + at);
        }
        at = skip_cell(text, at);
    }
    return count;
}

/* ---- one move to a number ---- */

/* What a word is: a piece's name; one with a square in it, or castling; a dash or the like; any. */
typedef enum Word { A_NAME, A_MOVE, A_SIGN, ANY_WORD } Word;

static Word word_at(const char *p, size_t len) {
    size_t letters = 0;
    while (letters < len && isalpha((unsigned char)p[letters]))
        letters++;
    if (letters == len && len > 2)
        return A_NAME;
    for (size_t i = 0; i + 1 < len; i++)
        if (islower((unsigned char)p[i]) && isdigit((unsigned char)p[i + 1]))
            return A_MOVE;
    if ((*p == 'O' || *p == '0') && len > 2 && !isalnum((unsigned char)p[1]))
        return A_MOVE;
    return len == 1 || (unsigned char)*p >= 0xC0 ? A_SIGN : ANY_WORD;
}

/* Does the text from `at` on look like one move: a word such as `Nf3`, `O-O`, `e2 - e4`, or a name
 * and squares, which words may follow? */
static bool is_one_move(const Line *line, size_t at) {
    const char *p = line->text + at;
    Word before = ANY_WORD, first = ANY_WORD;
    unsigned moves = 0;
    p += gr_blanks(p);
    for (bool begins = true; *p; begins = false) {
        size_t len = strcspn(p, " \t\xC2");
        len += p[len] == '\xC2' && !gr_blanks(p + len);
        Word word = word_at(p, len);
        if (begins)
            first = word;
        if (word == A_MOVE && (first == A_NAME ? before == A_NAME : before != A_SIGN))
            moves++;
        before = word;
        p += len;
        p += gr_blanks(p);
    }
    return moves == 1 && (first == A_NAME || first == A_MOVE);
}

/* Is the line the next one of a list of one player's moves? Black's may have three dots. */
static bool is_of_list(const Line *line, unsigned due) {
    Number n[COLUMNS];
    return read_numbers(line, n) == 1 && n[0].value == due && is_one_move(line, n[0].end);
}

/* ---- what is held ---- */

static bool is_blank(const Line *line) {
    return line->len == gr_blanks(line->len ? line->text : "");
}

/* Rows of the sheet: lines with numbers; `first` is the one with most of them. */
typedef struct Replay {
    size_t rows, columns;
    size_t height[COLUMNS];
    unsigned first[COLUMNS];
    bool sound;
} Replay;

static Replay measure(const GrPage *page) {
    Replay sheet = {.sound = true};
    Number n[COLUMNS];
    for (size_t i = 0; i < page->held_count; i++) {
        size_t count = read_numbers(&page->held[i], n);
        for (size_t c = 0; c < count; c++) {
            if (sheet.height[c] == 0)
                sheet.first[c] = n[c].value;
            sheet.sound &= n[c].value == sheet.first[c] + sheet.height[c] &&
                           sheet.height[c] == sheet.rows;
            sheet.height[c]++;
        }
        sheet.rows += count > 0;
        sheet.columns = count > sheet.columns ? count : sheet.columns;
    }
    for (size_t c = 1; c < sheet.columns; c++)
        sheet.sound &= sheet.first[c] == sheet.first[c - 1] + sheet.height[c - 1];
    sheet.sound &= sheet.columns > 1 && sheet.rows >= PROOF && sheet.height[1] >= PROOF;
    return sheet;
}

/* Writes the columns of the sheet one below the other. */
static void write_sheet(GrPage *page, const Replay *sheet) {
    Number n[COLUMNS];
    Line part = {0};
    for (size_t c = 0; c < sheet->columns; c++)
        for (size_t i = 0; i < page->held_count; i++) {
            const Line *line = &page->held[i];
            size_t count = read_numbers(&page->held[i], n);
            if (c >= count)
                continue;
            size_t end = c + 1 < count ? n[c + 1].at : line->len;
            while (end > n[c].at && strchr(" \t|", line->text[end - 1]))
                end--;
            page_clear(&part);
            page_copy(page, &part, line, n[c].at, end);
            page_write(page, &part, true);
        }
    page_free_line(&part);
}

/* The next held line of that kind, from i on; held_count if there is none. */
static size_t next_of(const GrPage *page, size_t i, char kind) {
    while (i < page->held_count && page->kind[i] != kind)
        i++;
    return i;
}

/* Two lists of equal length, or White's one longer, are united move by move; what stands between
 * them comes first. False if they are not such. */
static bool write_lists(GrPage *page) {
    size_t white = 0, black = next_of(page, 0, 'b');
    if (page->moves[0] < PROOF ||
        (page->moves[1] != page->moves[0] && page->moves[1] + 1 != page->moves[0]))
        return false;
    for (size_t i = next_of(page, 0, 'g'); i < page->held_count; i = next_of(page, i + 1, 'g'))
        page_write(page, &page->held[i], true);
    for (size_t i = 0; i < page->moves[0]; i++) {
        white = next_of(page, white, 'w');
        page_write(page, &page->held[white++], true);
        black = next_of(page, black, 'b');
        if (black < page->held_count)
            page_write(page, &page->held[black++], true);
    }
    return true;
}

/* ---- bullets ---- */

/* Does a line begin with `* ` or `- ` before a move? A result and the rest of a broken move look
 * so, too, but no two in a row. */
static bool is_bullet(const Line *line) {
    const char *p = line->len ? line->text : "";
    p += gr_blanks(p);
    return (*p == '*' || *p == '-') && p[1] == ' ' && isalnum((unsigned char)p[2]) &&
           strpbrk(p, "0123456789");
}

static void strip_bullet(Line *line) {
    line->text[gr_blanks(line->text)] = ' ';
}

void page_release(GrPage *page) {
    int hold = page->hold;
    page->hold = NOTHING;
    bool written = false;
    if (hold == SHEET) {
        Replay sheet = measure(page);
        if (sheet.sound)
            write_sheet(page, &sheet);
        written = sheet.sound;
    } else if (hold == BLACK_LIST) {
        written = write_lists(page);
    }
    for (size_t i = 0; i < page->held_count && !written; i++)
        page_write(page, &page->held[i], true);
    page->held_count = 0;
    page->moves[0] = page->moves[1] = 0;
}

/* ---- taking lines ---- */

/* Does the line go on with the sheet, whose last row is among the held lines? */
static bool goes_on_sheet(const GrPage *page, const Line *line) {
    Number n[COLUMNS], last[COLUMNS];
    size_t i = page->held_count, count = read_numbers(line, n);
    while (i && is_blank(&page->held[i - 1]))
        i--;
    return i && count && read_numbers(&page->held[i - 1], last) >= count &&
           n[0].value == last[0].value + 1;
}

/* Does the line go on with the lists? *kind: 'w' and 'b' for moves of theirs, 'g' for what stands
 * between them. */
static bool goes_on_lists(GrPage *page, const Line *line, char *kind) {
    if (page->hold == WHITE_LIST) {
        if (is_of_list(line, page->moves[0] + 1)) {
            *kind = 'w';
            return true;
        }
        if (page->moves[0] < PROOF)
            return false;
        page->hold = GAP;
        page->gap = 0;
    }
    if (page->hold == GAP && !is_of_list(line, 1)) {
        *kind = 'g';
        return ++page->gap <= GAP_LINES && !strpbrk(line->text, "0123456789");
    }
    page->hold = BLACK_LIST;
    *kind = 'b';
    return is_of_list(line, page->moves[1] + 1);
}

/* Does the line go on with what is held? Changes what that may be. */
static bool goes_on(GrPage *page, const Line *line, char *kind) {
    if (is_blank(line))
        return page->hold != BULLET || !page->held_count;
    if (page->hold == BULLET)
        return false;
    return page->hold == SHEET ? goes_on_sheet(page, line) : goes_on_lists(page, line, kind);
}

/* What a line may begin. */
static int begins(const Line *line) {
    Number n[COLUMNS];
    size_t count = read_numbers(line, n);
    if (count > 1)
        return SHEET;
    if (count)
        return is_of_list(line, 1) ? WHITE_LIST : NOTHING;
    return is_bullet(line) ? BULLET : NOTHING;
}

static void hold(GrPage *page, const Line *line, char kind) {
    Line *to = &page->held[page->held_count];
    page->kind[page->held_count++] = kind;
    page_clear(to);
    page_copy(page, to, line, 0, line->len);
    page->moves[0] += kind == 'w';
    page->moves[1] += kind == 'b';
}

/* A line with a bullet: the first one is held until the next line shows what it is. */
static bool take_bullet(GrPage *page, Line *line) {
    bool bullet = is_bullet(line), held = page->hold == BULLET;
    if (bullet && held)
        strip_bullet(&page->held[0]);
    if (bullet && (held || page->bulleted))
        strip_bullet(line);
    page->bulleted = (bullet && (held || page->bulleted)) || (page->bulleted && is_blank(line));
    if (held)
        page_release(page);
    return page->bulleted;
}

void page_take_line(GrPage *page, Line *line, bool whole) {
    char kind = ' ';
    bool may_hold = whole && !page->piece && line->len < HELD_LINE;
    if (may_hold && (page->hold == BULLET || page->bulleted) && !is_blank(line) &&
        take_bullet(page, line)) {
        page_write(page, line, whole);
        return;
    }
    if (page->hold &&
        (!may_hold || page->held_count == PAGE_HELD || !goes_on(page, line, &kind)))
        page_release(page);
    if (!page->hold && may_hold) {
        page->hold = begins(line);
        kind = page->hold == WHITE_LIST ? 'w' : ' ';
    }
    if (page->hold)
        hold(page, line, kind);
    else
        page_write(page, line, whole);
}
