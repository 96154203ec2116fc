/* Letters, names and squares of a variant, by table. */
#include "notation/move/lexicon.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/move/xiangqi.h"
#include "rules/definition.h"

bool gr_is_letterless(const GrVariant *variant, int type) {
    char letter = variant->piece[type].letter;
    if (variant->defined)
        return variant->piece[type].flags & GR_IS_PAWN;
    return letter == 'P' || letter == 'L';
}

static void init_squares(GrLexicon *lexicon) {
    const GrVariant *v = lexicon->variant;
    for (int file = 0; file < v->files; file++)
        lexicon->file['a' + file] = (uint8_t)(file + 1);
    for (int sq = 0; sq < gr_squares(v); sq++) {
        lexicon->files[sq % v->files] |= gr_set_of(sq);
        lexicon->ranks[sq / v->files] |= gr_set_of(sq);
        lexicon->all |= gr_set_of(sq);
    }
}

/* Games of one kind of piece, such as Othello and Ataxx, whose players write the square of a drop alone. */
int gr_bare_drop(const GrVariant *variant) {
    const GrDefinition *def = variant->defined ? gr_defined(variant) : NULL;
    return def && def->drops && def->types == 2 && !def->piece[GR_KING].letter && !def->piece[2].pawn ? 2 : 0;
}

static void init_dropped(GrLexicon *lexicon) {
    int type = gr_bare_drop(lexicon->variant);
    lexicon->dropped = (uint8_t)type;
    lexicon->only_dropped = type && !gr_defined_piece(lexicon->variant, type)->ways;
}

/* Letters of other sets for the pieces of Xiangqi. */
static void init_xiangqi(GrLexicon *lexicon) {
    lexicon->xiangqi = gr_is_xiangqi(lexicon->variant);
    for (int c = 'A'; lexicon->xiangqi && c <= 'Z'; c++)
        if (!lexicon->type[c])
            lexicon->type[c] = (uint8_t)gr_xiangqi_type(lexicon->variant, (char)c);
}

void gr_lexicon_init(GrLexicon *lexicon, const GrRules *rules) {
    const GrVariant *v = gr_variant(rules);
    memset(lexicon, 0, sizeof *lexicon);
    lexicon->rules = rules;
    lexicon->variant = v;
    lexicon->file_count = v->files;
    lexicon->rank_count = v->ranks;
    init_squares(lexicon);
    for (int type = v->types; type >= 1; type--) {
        const GrPieceRow *row = &v->piece[type];
        if (row->alias && !lexicon->type[(unsigned char)row->alias])
            lexicon->type[(unsigned char)row->alias] = (uint8_t)type;
        if (gr_is_letterless(v, type))
            lexicon->pawns |= 1u << type;
        if (row->flags & GR_CASTS)
            lexicon->spells = true;
        if (row->flags & GR_IS_PROMOTED)
            lexicon->promoted[(unsigned char)row->letter] = (uint8_t)type;
    }
    for (int type = v->types; type >= 1; type--)
        if (v->piece[type].letter && !(v->piece[type].flags & GR_IS_PROMOTED))
            lexicon->type[(unsigned char)v->piece[type].letter] = (uint8_t)type;
    init_xiangqi(lexicon);
    lexicon->shogi = gr_coordinates_of(v) == GR_COORDINATES_SHOGI;
    init_dropped(lexicon);
}

size_t gr_lexicon_square(const GrLexicon *lexicon, const char *text, int *square) {
    int file = lexicon->file[(unsigned char)text[0]];
    if (!file || text[1] < '1' - lexicon->zero || text[1] > '9')
        return 0;
    int rank = text[1] - '0' + lexicon->zero;
    size_t used = 2;
    if (text[2] >= '0' && text[2] <= '9' && !lexicon->zero) {
        rank = rank * 10 + text[2] - '0';
        used = 3;
    }
    if (rank > lexicon->variant->ranks || (text[used] >= '0' && text[used] <= '9'))
        return 0;
    *square = gr_square(lexicon->variant, file - 1, rank - 1);
    return used;
}

size_t gr_lexicon_any_square(const GrLexicon *lexicon, const char *text, int *square) {
    char small[5] = "";
    for (size_t i = 0; i < sizeof small - 1 && text[i]; i++)
        small[i] = text[i];
    small[0] = (char)tolower((unsigned char)small[0]);
    return gr_lexicon_square(lexicon, small, square);
}

/* Does one of the space-separated names stand at the start of text, as a whole word? Every word of prose is asked
 * that, and most have another first letter. */
static size_t one_of(const char *names, const char *text) {
    while (*names) {
        size_t len = (*names ^ *text) & 0x5F ? 0 : strcspn(names, " ");
        if (len && !strncasecmp(names, text, len) && !isalpha((unsigned char)text[len]))
            return len;
        names = strchr(names, ' ');
        if (!names)
            break;
        names++;
    }
    return 0;
}

size_t gr_lexicon_name(const GrLexicon *lexicon, const char *text, int *type) {
    for (int t = 1; t <= lexicon->variant->types; t++) {
        const GrPieceRow *row = &lexicon->variant->piece[t];
        if (!row->letter)
            continue;
        size_t used = one_of(row->name, text);
        if (!used && row->names)
            used = one_of(row->names, text);
        if (used) {
            *type = t;
            return used;
        }
    }
    return 0;
}
