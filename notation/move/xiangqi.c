/* Reading moves of Xiangqi. */
#include "notation/move/xiangqi.h"

#include <ctype.h>
#include <string.h>

#include "notation/text/xiangqi_words.h"
#include "rules/definition.h"

/* ---- pieces ---- */

/* The letter that our games have, and those of other sets. */
static const struct { char letter; const char *letters; } PIECES[] = {
    {'K', "KG"}, {'A', "A"}, {'B', "BE"}, {'N', "NH"}, {'R', "R"}, {'C', "C"}, {'P', "PS"},
};
enum { PIECES_COUNT = sizeof PIECES / sizeof *PIECES };

int gr_xiangqi_type(const GrVariant *v, char letter) {
    for (int i = 0; letter && i < PIECES_COUNT; i++)
        if (strchr(PIECES[i].letters, letter))
            return gr_type_of_letter(v, PIECES[i].letter);
    return 0;
}

/* The elephant goes two squares diagonally, and the advisor one: what Janggi has by these letters does not. */
bool gr_is_xiangqi(const GrVariant *v) {
    if (v->files != 9 || v->ranks != 10 || !v->defined)
        return false;
    for (int i = 0; i < PIECES_COUNT; i++)
        if (!gr_type_of_letter(v, PIECES[i].letter))
            return false;
    int c1 = gr_square(v, 2, 0), e2 = gr_square(v, 4, 1), e3 = gr_square(v, 4, 2), d1 = gr_square(v, 3, 0);
    return gr_set_has(gr_defined_reach(v, GR_WHITE, gr_type_of_letter(v, 'B'), c1, false), e3) &&
           gr_set_has(gr_defined_reach(v, GR_WHITE, gr_type_of_letter(v, 'A'), d1, false), e2);
}

bool gr_xiangqi_fen(const GrVariant *v, const char *fen, char *out, size_t room) {
    size_t len = strlen(fen), board = strcspn(fen, " ");
    bool changed = false;
    if (len >= room)
        return false;
    memcpy(out, fen, len + 1);
    for (size_t i = 0; i < board; i++) {
        char upper = (char)toupper((unsigned char)fen[i]);
        int type = isalpha((unsigned char)upper) && !gr_type_of_letter(v, upper) ? gr_xiangqi_type(v, upper) : 0;
        if (!type)
            continue;
        char letter = v->piece[type].letter;
        out[i] = upper == fen[i] ? letter : (char)tolower((unsigned char)letter);
        changed = true;
    }
    size_t side = board + strspn(fen + board, " ");
    if ((fen[side] == 'r' || fen[side] == 'R') && (!fen[side + 1] || fen[side + 1] == ' ')) {
        out[side] = 'w';
        changed = true;
    }
    return changed;
}

/* ---- forms ---- */

/* `+5` or `平五`, which every move ends with. */
static const char *read_end(const char *p, GrSyntax *syntax) {
    size_t len;
    syntax->way = gr_xiangqi_way(p, &len);
    if (!syntax->way)
        return NULL;
    p += len;
    syntax->number = (uint8_t)gr_xiangqi_digit(p, &len);
    return syntax->number ? p + len : NULL;
}

/* The front one, the one in the middle or the rear one, or of pawns the nth from the front. */
static char order_of_letter(const GrLexicon *lexicon, char c, int type) {
    if (c == '+' || c == '-' || c == '.')
        return c;
    bool pawn = type == gr_xiangqi_type(lexicon->variant, 'P');
    return pawn && c >= 'a' && c <= 'e' ? (char)(c - 'a' + '1') : (char)0;
}

static const char *read_wxf(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    size_t len;
    char c = gr_wide_sign(p, &len);
    if (c == '+' || c == '-') {
        syntax->order = c;
        p += len;
        c = gr_wide_sign(p, &len);
    }
    int type = isalpha((unsigned char)c) ? gr_xiangqi_type(lexicon->variant, (char)toupper((unsigned char)c)) : 0;
    if (!type)
        return NULL;
    p += len;
    syntax->type = (uint8_t)type;
    c = gr_wide_sign(p, &len);
    if (c >= '1' && c <= '9')
        syntax->of_file = (uint8_t)(c - '0');
    else if (!syntax->order)
        syntax->order = order_of_letter(lexicon, c, type);
    else
        len = 0;
    return syntax->of_file || syntax->order ? read_end(p + len, syntax) : NULL;
}

static const char *read_chinese(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    GrXiangqiWords words;
    size_t len = gr_xiangqi_words(p, &words);
    if (!len)
        return NULL;
    syntax->type = (uint8_t)gr_type_of_letter(lexicon->variant, words.piece);
    syntax->order = words.order;
    syntax->of_file = (uint8_t)words.file;
    syntax->way = words.way;
    syntax->number = (uint8_t)words.number;
    syntax->chinese = true;
    syntax->side = words.side;
    return p + len;
}

/* `H2-E2`, `h0g2`: both squares; where no rank is 0, small letters may count ranks from 1. */
static const char *read_iccs(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    int file[2], rank[2];
    bool capital = false;
    for (int i = 0; i < 2; i++) {
        size_t len;
        char c = gr_wide_sign(p, &len);
        if (i && c == '-') {
            p += len;
            c = gr_wide_sign(p, &len);
        }
        capital |= c >= 'A' && c <= 'I';
        file[i] = tolower((unsigned char)c) - 'a';
        p += len;
        c = gr_wide_sign(p, &len);
        if (file[i] < 0 || file[i] >= 9 || c < '0' || c > '9')
            return NULL;
        rank[i] = c - '0';
        p += len;
    }
    if ((*p >= '0' && *p <= '9') || (!capital && rank[0] && rank[1] && !lexicon->zero))
        return NULL;
    syntax->zero = !capital && !(rank[0] && rank[1]);
    syntax->from_file = (uint8_t)(file[0] + 1);
    syntax->from_rank = (uint8_t)(rank[0] + 1);
    syntax->to = (uint8_t)gr_square(lexicon->variant, file[1], rank[1]);
    return p;
}

size_t gr_xiangqi_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    const GrSyntax clear = *syntax;
    const char *end = read_iccs(lexicon, text, syntax);
    if (end)
        return (size_t)(end - text);
    for (int chinese = 0; !end && chinese < 2; chinese++) {
        *syntax = clear;
        syntax->form = GR_FORM_RELATIVE;
        end = chinese ? read_chinese(lexicon, text, syntax) : read_wxf(lexicon, text, syntax);
    }
    if (end)
        return (size_t)(end - text);
    *syntax = clear;
    return 0;
}
