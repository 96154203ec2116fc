/* The pieces and squares of Shogi as its records write them. */
#include "notation/move/shogi_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const GrShogiPiece gr_shogi_pieces[GR_SHOGI_PIECES] = {
    {"K", "OU", "玉", "王", 0, 'K'},      {"R", "HI", "飛", "", 0, 'R'},         {"B", "KA", "角", "", 0, 'B'},
    {"G", "KI", "金", "", 0, 'G'},        {"S", "GI", "銀", "", 0, 'S'},         {"N", "KE", "桂", "", 0, 'N'},
    {"L", "KY", "香", "", 0, 'L'},        {"P", "FU", "歩", "", 0, 'P'},         {"+R", "RY", "龍", "竜", 'D', 'R'},
    {"+B", "UM", "馬", "", 'H', 'B'},     {"+S", "NG", "成銀", "全", 0, 'S'},    {"+N", "NK", "成桂", "圭", 0, 'N'},
    {"+L", "NY", "成香", "杏", 0, 'L'},   {"+P", "TO", "と", "", 0, 'P'},
};

const struct GrKifHeader gr_kif_headers[GR_KIF_HEADERS] = {
    {"終了日時", "EndTime"}, {"棋戦", "Event"}, {"場所", "Site"}, {"回戦", "Round"}, {"持ち時間", "TimeLimit"},
    {"秒読み", "Byoyomi"}, {"戦型", "Opening"}, {"表題", "Title"}, {"備考", "Remark"}, {"対局ID", "GameId"},
};

const char *const gr_shogi_files[10] = {"", "１", "２", "３", "４", "５", "６", "７", "８", "９"};
const char *const gr_shogi_ranks[10] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};

int gr_shogi_type(const GrVariant *v, const GrShogiPiece *piece) {
    int type = 0;
    if (gr_piece_read(v, piece->sign, &type))
        return type;
    return piece->letter ? gr_type_of_letter(v, piece->letter) : 0;
}

const GrShogiPiece *gr_shogi_piece(const GrVariant *v, int type) {
    for (int i = 0; i < GR_SHOGI_PIECES; i++)
        if (gr_shogi_type(v, &gr_shogi_pieces[i]) == type)
            return &gr_shogi_pieces[i];
    return NULL;
}

static size_t word(const char *text, const char *words) {
    while (*words) {
        size_t len = strcspn(words, " ");
        if (!strncmp(text, words, len))
            return len;
        words += len + (words[len] == ' ');
    }
    return 0;
}

const GrShogiPiece *gr_shogi_word(const char *text, size_t *len) {
    for (int i = 0; i < GR_SHOGI_PIECES; i++) {
        *len = word(text, gr_shogi_pieces[i].kif);
        if (!*len)
            *len = word(text, gr_shogi_pieces[i].others);
        if (*len)
            return &gr_shogi_pieces[i];
    }
    return NULL;
}

int gr_shogi_digit(const char *text, size_t *len) {
    *len = 1;
    if (*text >= '1' && *text <= '9')
        return *text - '0';
    *len = 3;
    for (int i = 1; i <= 9; i++)
        if (!strncmp(text, gr_shogi_files[i], 3) || !strncmp(text, gr_shogi_ranks[i], 3))
            return i;
    return 0;
}

int gr_shogi_square(const GrVariant *v, int file, int rank) {
    if (file < 1 || file > v->files || rank < 1 || rank > v->ranks)
        return -1;
    return gr_square(v, v->files - file, v->ranks - rank);
}

bool gr_is_shogi(const GrVariant *v) {
    if (v->files > 9 || v->ranks > 9 || !v->hands || gr_shogi_type(v, &gr_shogi_pieces[0]) == 0)
        return false;
    for (int type = 1; type <= v->types; type++)
        if (!gr_shogi_piece(v, type))
            return false;
    return true;
}

bool gr_is_minishogi(const GrVariant *v) {
    return gr_is_shogi(v) && v->files == GR_MINISHOGI_SIZE && !strcmp(v->start, gr_shogi_start(GR_MINISHOGI_SIZE));
}

const char *gr_shogi_start(int size) {
    return size == GR_MINISHOGI_SIZE
               ? "rbsgk/4p/5/P4/KGSBR[] w - - 0 1"
               : "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1";
}

/* By what the stronger player, who moves first, leaves out of the two last ranks, or of the last one. */
static const struct { const char *name, *first, *second; } HANDICAPS[] = {
    {"香落ち", "lnsgkgsn1", "1r5b1"}, {"右香落ち", "1nsgkgsnl", "1r5b1"}, {"角落ち", "lnsgkgsnl", "1r7"},
    {"飛車落ち", "lnsgkgsnl", "7b1"}, {"飛香落ち", "lnsgkgsn1", "7b1"}, {"二枚落ち", "lnsgkgsnl", "9"},
    {"三枚落ち", "lnsgkgsn1", "9"}, {"四枚落ち", "1nsgkgsn1", "9"}, {"五枚落ち", "2sgkgsn1", "9"},
    {"左五枚落ち", "1nsgkgs2", "9"}, {"六枚落ち", "2sgkgs2", "9"}, {"左七枚落ち", "2sgkg3", "9"},
    {"右七枚落ち", "3gkgs2", "9"}, {"八枚落ち", "3gkg3", "9"}, {"十枚落ち", "4k4", "9"},
}, MINI_HANDICAPS[] = {
    {"角落ち", "r1sgk", NULL}, {"飛車落ち", "1bsgk", NULL}, {"二枚落ち", "2sgk", NULL}, {"三枚落ち", "3gk", NULL},
    {"四枚落ち", "4k", NULL},
};

const char *gr_shogi_handicap(int size, int n) {
    if (size == GR_MINISHOGI_SIZE)
        return n >= 0 && (size_t)n < sizeof MINI_HANDICAPS / sizeof *MINI_HANDICAPS ? MINI_HANDICAPS[n].name : NULL;
    return n >= 0 && (size_t)n < sizeof HANDICAPS / sizeof *HANDICAPS ? HANDICAPS[n].name : NULL;
}

void gr_shogi_handicap_fen(int size, int n, char fen[GR_SHOGI_FEN]) {
    if (size == GR_MINISHOGI_SIZE)
        snprintf(fen, GR_SHOGI_FEN, "%s/4p/5/P4/KGSBR[] b - - 0 1", MINI_HANDICAPS[n].first);
    else
        snprintf(fen, GR_SHOGI_FEN, "%s/%s/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1", HANDICAPS[n].first,
                 HANDICAPS[n].second);
}
