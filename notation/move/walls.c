/* Walls in the texts of moves. */
#include "notation/move/walls.h"

#include <ctype.h>
#include <string.h>

#include "notation/text/blanks.h"
#include "rules/definition.h"

/* The sign of a duck, in one of the ways in which it is written; the characters used. */
static size_t duck_sign(const char *text) {
    static const char *const signs[] = {"\xCE\x98", "\xCE\xB8", "\xCF\xB4", "\xF0\x9F\xA6\x86"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strncmp(text, signs[i], strlen(signs[i])))
            return strlen(signs[i]);
    return 0;
}

/* What comes before the square. A comma alone touches the move and the square, as elsewhere it parts moves. */
static size_t wall_sign(const char *text, bool *comma) {
    const char *p = text + (*text == ',');
    *comma = *text == ',';
    p += gr_blanks(p);
    size_t used = *p == '@' ? 1 : duck_sign(p);
    if (!used)
        return *comma;
    *comma = false;
    return (size_t)(p + used - text) + gr_blanks(p + used);
}

/* After the first square, which the piece goes to or the duck comes from, the wall's; with a duck a dash between. */
static size_t second_square(const GrLexicon *lexicon, const char *text, bool dash, int *sq) {
    char sign = 0;
    size_t between = dash ? gr_syntax_separator(text, &sign) : 0;
    size_t used = sign == 'x' ? 0 : gr_lexicon_square(lexicon, text + between, sq);
    return used ? between + used : 0;
}

size_t gr_wall_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    bool comma;
    int first, sq;
    const char *p = text + gr_blanks(text);
    size_t used = lexicon->variant->walls ? wall_sign(p, &comma) : 0;
    if (!used || (comma && p != text))
        return 0;
    p += used;
    used = gr_lexicon_square(lexicon, p, &first);
    if (!used)
        return 0;
    p += used;
    sq = first;
    used = second_square(lexicon, p, !comma, &sq);
    if (used && comma && syntax->to != GR_NO_SQUARE && first != syntax->to)
        return 0;
    syntax->wall = (uint8_t)sq;
    return (size_t)(p + used - text);
}

size_t gr_wall_of_uci(const GrVariant *variant, const char *text, int to, int *wall) {
    size_t length = strcspn(text, ",");
    int first, second;
    *wall = GR_NO_SQUARE;
    int used = text[length] ? gr_square_read(variant, text + length + 1, &first) : 0;
    int more = used ? gr_square_read(variant, text + length + 1 + used, &second) : 0;
    if (more && first == to && !text[length + 1 + (size_t)used + (size_t)more])
        *wall = second;
    return length;
}

char *gr_wall_put(const GrVariant *variant, GrMove move, char *out) {
    if (gr_move_wall(move) == GR_NO_SQUARE)
        return out;
    *out++ = ',';
    return out + gr_square_name(variant, gr_move_wall(move), out);
}

char *gr_wall_put_uci(const GrVariant *variant, GrMove move, int to, char *out) {
    if (gr_move_wall(move) == GR_NO_SQUARE)
        return out;
    *out++ = ',';
    out += gr_square_name(variant, to, out);
    return out + gr_square_name(variant, gr_move_wall(move), out);
}

char *gr_wall_put_alone(const GrPosition *pos, GrMove move, char *out) {
    const GrVariant *v = gr_variant(pos->rules);
    GrSet own = pos->side[pos->turn];
    int piece = own ? gr_set_first(own) : gr_move_to(move);
    for (int i = 0; i < 3; i++) {
        out += gr_square_name(v, piece, out);
        if (i == 1)
            *out++ = ',';
    }
    return out + gr_square_name(v, gr_move_to(move), out);
}

int gr_wall_of_uci_alone(const GrVariant *variant, const char *text, int to, GrPattern *want) {
    int wall;
    if (gr_wall_of_uci(variant, text, to, &wall) || wall == GR_NO_SQUARE)
        return GR_ERR_SYNTAX;
    want->kinds = 1u << GR_ENTER;
    want->from = want->to = gr_set_of(wall);
    want->piece = 0;
    return 0;
}

const char *gr_wall_name(const GrRules *rules) {
    const GrDefinition *def = gr_definition_of(rules);
    return def && def->walls == GR_WALLS_DUCK ? "duck" : def && def->walls == GR_WALLS_ARROW ? "arrow" : "wall";
}
