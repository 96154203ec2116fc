/* Writing a definition as a section. */
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "notation/definition/variants_file.h"

typedef struct Writer {
    const GrDefinition *def;
    GrBuffer *out;
} Writer;

static void put_region(const Writer *w, const char *key, GrSet region) {
    const GrDefinition *def = w->def;
    GrSet board = gr_set_below(def->files * def->ranks);
    gr_buffer_printf(w->out, "%s =", key);
    for (int rank = 0; rank < def->ranks; rank++) {
        GrSet row = (((GrSet)1 << def->files) - 1) << (rank * def->files);
        if ((region & row) == row)
            gr_buffer_printf(w->out, " *%d", rank + 1);
        for (int file = 0; file < def->files && (region & row) != row; file++)
            if (gr_set_has(region, rank * def->files + file))
                gr_buffer_printf(w->out, " %c%d", 'a' + file, rank + 1);
    }
    gr_buffer_puts(w->out, region & board ? "\n" : " -\n");
}

static void put_types(const Writer *w, const char *key, unsigned types) {
    gr_buffer_printf(w->out, "%s = ", key);
    if (types & 1)
        gr_buffer_putc(w->out, '*');
    for (int type = 1; type <= w->def->types; type++)
        if (types >> type & 1)
            gr_buffer_putc(w->out, (char)tolower(w->def->piece[type].letter));
    gr_buffer_puts(w->out, types ? "\n" : "-\n");
}

static void put_bool(const Writer *w, const char *key, bool value) {
    gr_buffer_printf(w->out, "%s = %s\n", key, value ? "true" : "false");
}

static void put_pieces(const Writer *w) {
    int custom = 0;
    for (int type = 1; type <= w->def->types; type++) {
        const GrDefinedPiece *piece = &w->def->piece[type];
        char letter = (char)tolower(piece->letter);
        if (!letter)
            continue;
        if (type == GR_KING)
            gr_buffer_printf(w->out, strcmp(piece->betza, "K") ? "king = %c:%s\n" : "king = %c\n", letter,
                             piece->betza);
        else if (piece->pawn)
            gr_buffer_printf(w->out, "pawn = %c\n", letter);
        else
            gr_buffer_printf(w->out, "customPiece%d = %c:%s\n", ++custom, letter, piece->betza);
    }
}

/* "a:Archbishop c:Chancellor" */
static void put_names(const Writer *w) {
    gr_buffer_puts(w->out, "pieceNames =");
    for (int type = 1; type <= w->def->types; type++)
        if (w->def->piece[type].letter)
            gr_buffer_printf(w->out, " %c:%s", tolower(w->def->piece[type].letter), w->def->piece[type].name);
    gr_buffer_putc(w->out, '\n');
    bool any = false;
    for (int type = 1; type <= w->def->types; type++)
        if (w->def->piece[type].drawing[0]) {
            gr_buffer_printf(w->out, "%s %c:%s", any ? ";" : "pieceDrawings =",
                             tolower(w->def->piece[type].letter), w->def->piece[type].drawing);
            any = true;
        }
    if (any)
        gr_buffer_putc(w->out, '\n');
}

static void put_mobility(const Writer *w) {
    int custom = 0;
    for (int type = 1; type <= w->def->types; type++) {
        const GrDefinedPiece *piece = &w->def->piece[type];
        char name[24] = "King", key[64];
        if (piece->pawn)
            strcpy(name, "Pawn");
        else if (type != GR_KING)
            snprintf(name, sizeof name, "CustomPiece%d", ++custom);
        for (int side = 0; side < 2; side++) {
            snprintf(key, sizeof key, "mobilityRegion%s%s", side ? "Black" : "White", name);
            if (piece->region[side])
                put_region(w, key, piece->region[side]);
        }
    }
}

static unsigned flagged(const Writer *w, size_t offset, int side) {
    unsigned types = 0;
    for (int type = 1; type <= w->def->types; type++) {
        const bool *flag = (const bool *)((const char *)&w->def->piece[type] + offset);
        types |= flag[side] ? 1u << type : 0;
    }
    return types;
}

static void put_pawns(const Writer *w) {
    static const char *const sides[] = {"White", "Black"};
    const GrDefinition *def = w->def;
    for (int side = 0; side < 2; side++) {
        char key[48];
#define KEY(name) (snprintf(key, sizeof key, name "%s", sides[side]), key)
        put_region(w, KEY("promotionRegion"), def->promotion_region[side]);
        put_types(w, KEY("promotionPawnTypes"), flagged(w, offsetof(GrDefinedPiece, promotes), side));
        put_types(w, KEY("promotionPieceTypes"), def->promotions[side]);
        put_region(w, KEY("doubleStepRegion"), def->double_region[side]);
        put_region(w, KEY("tripleStepRegion"), def->triple_region[side]);
        put_region(w, KEY("enPassantRegion"), def->passing_region[side]);
        put_types(w, KEY("enPassantTypes"), flagged(w, offsetof(GrDefinedPiece, passes), side));
        put_types(w, KEY("nMoveRuleTypes"), flagged(w, offsetof(GrDefinedPiece, resets), side));
    }
    put_bool(w, "mandatoryPawnPromotion", def->must_promote);
    put_bool(w, "immobilityIllegal", def->must_stay_mobile);
    bool any = false;
    for (int type = 1; type <= def->types; type++)
        if (def->piece[type].limit) {
            gr_buffer_printf(w->out, "%s %c:%d", any ? "" : "promotionLimit =", tolower(def->piece[type].letter),
                             def->piece[type].limit);
            any = true;
        }
    gr_buffer_puts(w->out, any ? "\n" : "");
}

static void put_castling(const Writer *w) {
    const GrDefinition *def = w->def;
    put_bool(w, "castling", def->castles);
    if (!def->castles)
        return;
    gr_buffer_printf(w->out, "castlingRank = %d\ncastlingKingFile = %d\n", def->castling_rank + 1,
                     def->castling_king + 1);
    gr_buffer_printf(w->out, "castlingKingsideFile = %d\ncastlingQueensideFile = %d\n", def->castling_to[0] + 1,
                     def->castling_to[1] + 1);
    gr_buffer_printf(w->out, "castlingRookKingsideFile = %d\ncastlingRookQueensideFile = %d\n",
                     def->castling_rook[0] + 1, def->castling_rook[1] + 1);
    for (int side = 0; side < 2; side++)
        if (def->castling_kings[side] != GR_KING)
            put_types(w, side ? "castlingKingPieceBlack" : "castlingKingPieceWhite", 1u << def->castling_kings[side]);
    put_types(w, "castlingRookPiecesWhite", def->castling_rooks[0]);
    put_types(w, "castlingRookPiecesBlack", def->castling_rooks[1]);
}

static const char *result(int value) {
    return value < 0 ? "loss" : value > 0 ? "win" : "draw";
}

static void put_ends(const Writer *w) {
    static const char *const values[] = {"none", "loss", "draw", "win"};
    const GrDefinition *def = w->def;
    put_bool(w, "checking", !def->no_checks);
    put_bool(w, "mustCapture", def->must_take);
    put_bool(w, "checkCounting", def->counts_checks);
    gr_buffer_printf(w->out, "stalemateValue = %s\nnMoveRule = %d\nnFoldRule = %d\n", result(def->stalemate),
                     def->move_rule, def->repetition ? 3 : 0);
    if (def->flag_region[0] || def->flag_region[1]) {
        put_region(w, "flagRegionWhite", def->flag_region[0]);
        put_region(w, "flagRegionBlack", def->flag_region[1]);
        put_types(w, "flagPieceWhite", def->flag_type[0] ? 1u << def->flag_type[0] : 1);
        put_types(w, "flagPieceBlack", def->flag_type[1] ? 1u << def->flag_type[1] : 1);
        gr_buffer_printf(w->out, "flagPieceCount = %d\n", def->flag_count);
        put_bool(w, "flagMove", def->flag_answer);
    }
    if (def->extinction) {
        gr_buffer_printf(w->out, "extinctionValue = %s\n", values[def->extinction]);
        put_types(w, "extinctionPieceTypes", def->extinction_types);
        gr_buffer_printf(w->out, "extinctionPieceCount = %d\nextinctionOpponentPieceCount = %d\n",
                         def->extinction_count, def->extinction_others);
        put_bool(w, "extinctionClaim", def->extinction_claim);
    }
}

void gr_definition_write(const GrDefinition *definition, GrBuffer *out) {
    const Writer w = {definition, out};
    gr_buffer_printf(out, "[%s]\ntitle = %s\nmaxRank = %d\nmaxFile = %d\n", definition->name,
                     definition->title[0] ? definition->title : definition->name, definition->ranks,
                     definition->files);
    put_pieces(&w);
    put_names(&w);
    put_mobility(&w);
    put_pawns(&w);
    put_castling(&w);
    put_ends(&w);
    gr_buffer_printf(out, "startFen = %s\n", definition->start);
}
