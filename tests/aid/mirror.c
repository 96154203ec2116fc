/* Positions mirrored, by way of their FEN. */
#include "tests/aid/mirror.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "rules/fen.h"

static char swap_case(char c) {
    return (char)(isupper((unsigned char)c) ? tolower((unsigned char)c)
                                            : toupper((unsigned char)c));
}

static void add_char(char *out, char c) {
    size_t length = strlen(out);
    out[length] = c;
    out[length + 1] = '\0';
}

/* Letters of one case, swapped, from text up to len. */
static void add_case(char *out, const char *text, size_t len, bool upper) {
    for (size_t i = 0; i < len; i++)
        if (isalpha((unsigned char)text[i]) && (isupper((unsigned char)text[i]) != 0) == upper)
            add_char(out, swap_case(text[i]));
}

/* "[K,M,k,m]": halves change places; "[DDWd]": the black letters come first as white ones. */
static void mirror_pocket(const char *pocket, char *out) {
    size_t len = strlen(pocket);
    const char *comma = strchr(pocket, ',');
    if (!comma) {
        strcat(out, "[");
        add_case(out, pocket, len, false);
        add_case(out, pocket, len, true);
        strcat(out, "]");
        return;
    }
    const char *half = strchr(comma + 1, ',');
    char text[80];
    snprintf(text, sizeof text, "[%.*s,%.*s]", (int)(len - (size_t)(half - pocket) - 2), half + 1,
             (int)(half - pocket) - 1, pocket + 1);
    for (char *c = text; *c; c++)
        *c = swap_case(*c);
    strcat(out, text);
}

static void mirror_board(const char *board, char *out) {
    char text[GR_FEN_SIZE];
    char *rank[32];
    int ranks = 0;
    snprintf(text, sizeof text, "%s", board);
    char *pocket = strchr(text, '[');
    char *end = pocket ? pocket : text + strlen(text);
    char kept[80] = "";
    if (pocket)
        snprintf(kept, sizeof kept, "%s", pocket);
    *end = '\0';
    for (char *at = strtok(text, "/"); at; at = strtok(NULL, "/"))
        rank[ranks++] = at;
    while (ranks-- > 0) {
        for (char *c = rank[ranks]; *c; c++)
            add_char(out, swap_case(*c));
        strcat(out, ranks ? "/" : "");
    }
    if (*kept)
        mirror_pocket(kept, out);
}

static void mirror_squares(const GrVariant *v, const char *squares, char *out) {
    int found[8], count = 0, used;
    char name[4];
    if (*squares == '-') {
        strcat(out, "-");
        return;
    }
    for (; (used = gr_square_read(v, squares, &found[count])) && count < 7; squares += used)
        count++;
    while (count-- > 0) { /* the lowest rank is named first */
        int file = found[count] % v->files, rank = found[count] / v->files;
        gr_square_name(v, gr_square(v, file, v->ranks - 1 - rank), name);
        strcat(out, name);
    }
}

bool mirror_exists(const GrVariant *variant) {
    return strcmp(variant->name, "horde") != 0 && strcmp(variant->name, "racingkings") != 0;
}

bool mirror_position(const GrPosition *pos, GrPosition *mirrored) {
    char fen[GR_FEN_SIZE], board[GR_FEN_SIZE], turn[4], rights[9], squares[40], out[GR_FEN_SIZE];
    char checks[8] = "";
    int clock, number;
    gr_fen_write(pos, fen);
    bool checked = sscanf(fen, "%*s %*s %*s %*s %7s", checks) == 1 && strchr(checks, '+');
    const char *form = checked ? "%400s %3s %8s %39s %*s %d %d" : "%400s %3s %8s %39s %d %d";
    if (sscanf(fen, form, board, turn, rights, squares, &clock, &number) != 6)
        return false;
    out[0] = '\0';
    mirror_board(board, out);
    strcat(out, *turn == 'w' ? " b " : " w ");
    if (*rights == '-')
        strcat(out, "-");
    add_case(out, rights, strlen(rights), false);
    add_case(out, rights, strlen(rights), true);
    strcat(out, " ");
    mirror_squares(gr_variant(pos->rules), squares, out);
    if (checked) /* "3+2": White's, then Black's */
        sprintf(out + strlen(out), " %c+%c", checks[2], checks[0]);
    sprintf(out + strlen(out), " %d %d", clock, number);
    return gr_fen_read(pos->rules, out, mirrored, NULL) == 0;
}
