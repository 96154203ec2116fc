/* Writing a definition as a section. */
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "notation/definition/model.h"
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

/* The letter by which keys know a type: of promoted pieces that of how they go. */
static char letter_of(const Writer *w, int type) {
    const GrDefinedPiece *piece = &w->def->piece[type];
    return (char)tolower(piece->base ? piece->alias : piece->letter);
}

/* Is it the first type that keys know by its letter? */
static bool is_first(const Writer *w, int type) {
    for (int other = 1; other < type; other++)
        if (letter_of(w, other) == letter_of(w, type))
            return false;
    return letter_of(w, type) != 0;
}

static void put_types(const Writer *w, const char *key, unsigned types) {
    bool put[128] = {false};
    gr_buffer_printf(w->out, "%s = ", key);
    if (types & 1)
        gr_buffer_putc(w->out, '*');
    for (int type = 1; type <= w->def->types; type++) {
        char letter = letter_of(w, type);
        if ((types >> type & 1) && !put[letter & 127])
            gr_buffer_putc(w->out, letter);
        put[letter & 127] = put[letter & 127] || (types >> type & 1);
    }
    gr_buffer_puts(w->out, types ? "\n" : "-\n");
}

static void put_bool(const Writer *w, const char *key, bool value) {
    gr_buffer_printf(w->out, "%s = %s\n", key, value ? "true" : "false");
}

static void put_pieces(const Writer *w) {
    int custom = 0;
    for (int type = 1; type <= w->def->types; type++) {
        const GrDefinedPiece *piece = &w->def->piece[type];
        char letter = letter_of(w, type);
        if (!is_first(w, type))
            continue;
        if (type == GR_KING)
            gr_buffer_printf(w->out, strcmp(piece->betza, "K") ? "king = %c:%s\n" : "king = %c\n", letter,
                             piece->betza);
        else if (piece->pawn)
            gr_buffer_printf(w->out, "pawn = %c\n", letter);
        else if (janggi_slot(w->def, type) >= 0)
            gr_buffer_printf(w->out, "%s = %c\n", slot_key(janggi_slot(w->def, type), NULL), letter);
        else
            gr_buffer_printf(w->out, "customPiece%d = %c:%s\n", ++custom, letter, piece->betza);
    }
}

/* Do several promoted pieces go so? They have names by what they were. */
static bool is_shared(const Writer *w, int type) {
    int same = 0;
    for (int other = 1; other <= w->def->types; other++)
        same += letter_of(w, other) == letter_of(w, type);
    return same > 1;
}

/* "a:Archbishop c:Chancellor" */
static void put_names(const Writer *w) {
    gr_buffer_puts(w->out, "pieceNames =");
    for (int type = 1; type <= w->def->types; type++)
        if (is_first(w, type) && !(w->def->piece[type].base && is_shared(w, type)))
            gr_buffer_printf(w->out, " %c:%s", letter_of(w, type), w->def->piece[type].name);
    gr_buffer_putc(w->out, '\n');
    bool any = false;
    for (int type = 1; type <= w->def->types; type++)
        if (w->def->piece[type].drawing[0] && is_first(w, type)) {
            gr_buffer_printf(w->out, "%s %c:%s", any ? ";" : "pieceDrawings =", letter_of(w, type),
                             w->def->piece[type].drawing);
            any = true;
        }
    if (any)
        gr_buffer_putc(w->out, '\n');
}

/* "k:王玉 +p:と", and what they stand on */
static void put_looks(const Writer *w) {
    static const char *const shapes[] = {"figure", "wedge", "disc"};
    static const char *const boards[] = {"squares", "lines", "points", "points river"};
    static const char *const coordinates[] = {"letters", "shogi", "xiangqi"};
    const GrDefinition *def = w->def;
    bool any = false;
    for (int type = 1; type <= def->types; type++) {
        const GrDefinedPiece *piece = &def->piece[type];
        if (!piece->character[0][0] || !piece->letter)
            continue;
        gr_buffer_printf(w->out, "%s %s%c:%s%s", any ? "" : "pieceCharacters =", piece->base ? "+" : "",
                         tolower((unsigned char)piece->letter), piece->character[0],
                         strcmp(piece->character[0], piece->character[1]) ? piece->character[1] : "");
        any = true;
    }
    gr_buffer_puts(w->out, any ? "\n" : "");
    if (def->shape)
        gr_buffer_printf(w->out, "pieceShape = %s\n", shapes[def->shape]);
    if (def->board)
        gr_buffer_printf(w->out, "boardDrawing = %s\n", boards[def->board]);
    if (def->coordinates)
        gr_buffer_printf(w->out, "boardCoordinates = %s\n", coordinates[def->coordinates]);
}

static void put_mobility(const Writer *w) {
    int custom = 0;
    for (int type = 1; type <= w->def->types; type++) {
        const GrDefinedPiece *piece = &w->def->piece[type];
        char name[24] = "King", key[64];
        if (!is_first(w, type) && type != GR_KING)
            continue;
        if (piece->pawn)
            strcpy(name, "Pawn");
        else if (janggi_slot(w->def, type) >= 0)
            snprintf(name, sizeof name, "%s", slot_key(janggi_slot(w->def, type), NULL));
        else if (type != GR_KING)
            snprintf(name, sizeof name, "CustomPiece%d", ++custom);
        for (int side = 0; side < 2; side++) {
            snprintf(key, sizeof key, "firstStepRegion%s%s", side ? "Black" : "White", name);
            key[20] = (char)toupper((unsigned char)key[20]);
            if (piece->first[side])
                put_region(w, key, piece->first[side]);
            snprintf(key, sizeof key, "mobilityRegion%s%s", side ? "Black" : "White", name);
            key[19] = (char)toupper((unsigned char)key[19]);
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

/* "s:6" */
static void put_sideways(const Writer *w) {
    bool any = false;
    for (int type = 1; type <= w->def->types; type++)
        if (w->def->piece[type].sideways_rank && is_first(w, type)) {
            gr_buffer_printf(w->out, "%s %c:%d", any ? "" : "sidewaysRank =", letter_of(w, type),
                             w->def->piece[type].sideways_rank + 1);
            any = true;
        }
    gr_buffer_puts(w->out, any ? "\n" : "");
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
        if (def->piece[type].limit && is_first(w, type)) {
            gr_buffer_printf(w->out, "%s %c:%d", any ? "" : "promotionLimit =", letter_of(w, type),
                             def->piece[type].limit);
            any = true;
        }
    gr_buffer_puts(w->out, any ? "\n" : "");
}

/* "p:g s:g" */
static void put_changes(const Writer *w) {
    const GrDefinition *def = w->def;
    bool any = false;
    for (int type = 1; type <= def->types; type++)
        if (def->piece[type].promoted) {
            gr_buffer_printf(w->out, "%s %c:%c", any ? "" : "promotedPieceType =", letter_of(w, type),
                             letter_of(w, def->piece[type].promoted));
            any = true;
        }
    if (!any)
        return;
    gr_buffer_putc(w->out, '\n');
    put_bool(w, "piecePromotionOnCapture", def->changes_by_capture);
    put_bool(w, "mandatoryPiecePromotion", def->must_change);
    put_bool(w, "pieceDemotion", def->changes_back);
}

static void put_enclosing(const Writer *w) {
    static const char *const rules[] = {"none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"};
    gr_buffer_printf(w->out, "enclosingDrop = %s\n", rules[w->def->drops_enclosing]);
    if (w->def->drop_start)
        put_region(w, "enclosingDropStart", w->def->drop_start);
}

/* What changes sides, or becomes a wall. */
static void put_flips(const Writer *w) {
    static const char *const rules[] = {"none", "reversi", "ataxx", "quadwrangle"};
    const GrDefinition *def = w->def;
    if (def->flips)
        gr_buffer_printf(w->out, "flipEnclosedPieces = %s\n", rules[def->flips]);
    if (def->petrified)
        put_types(w, "petrifyOnCaptureTypes", def->petrified);
    if (def->petrifies_blast)
        put_bool(w, "petrifyBlastPieces", true);
}

static void put_hands(const Writer *w) {
    const GrDefinition *def = w->def;
    if (def->keeps_captures)
        put_bool(w, "capturesToHand", true);
    if (def->keeps_promoted)
        put_bool(w, "dropLoop", true);
    if (def->gates)
        gr_buffer_puts(w->out, "gating = true\nseirawanGating = true\n");
    if (!def->drops && !def->gates)
        return;
    put_region(w, "dropRegionWhite", def->drop_region[0]);
    put_region(w, "dropRegionBlack", def->drop_region[1]);
    put_bool(w, "firstRankPawnDrops", def->drops_pawns_first);
    put_bool(w, "promotionZonePawnDrops", def->drops_pawns_promoting);
    if (!def->drops)
        return;
    put_bool(w, "pieceDrops", true);
    put_bool(w, "dropPromoted", def->drops_promoted);
    put_bool(w, "dropChecks", !def->no_drop_checks);
    if (def->drops_enclosing)
        put_enclosing(w);
    if (def->free_drops)
        put_bool(w, "freeDrops", true);
    if (def->drops_first_rank)
        put_types(w, "dropFirstRankTypes", def->drops_first_rank);
    put_types(w, "dropNoDoubled", def->drops_apart);
    gr_buffer_printf(w->out, "dropNoDoubledCount = %d\n", def->drops_apart_count);
    put_types(w, "dropOppositeColoredTypes", def->drops_by_colour);
    put_types(w, "dropMateIllegalTypes", def->no_drop_mates);
    put_bool(w, "mustDrop", def->must_drop != 0);
    if (def->must_drop)
        put_types(w, "mustDropType", def->must_drop);
}

static void put_castling(const Writer *w) {
    const GrDefinition *def = w->def;
    put_bool(w, "castling", def->castles);
    if (def->castles || def->gates)
        gr_buffer_printf(w->out, "castlingRank = %d\n", def->castling_rank + 1);
    if (!def->castles)
        return;
    gr_buffer_printf(w->out, "castlingKingFile = %d\n", def->castling_king + 1);
    gr_buffer_printf(w->out, "castlingKingsideFile = %d\ncastlingQueensideFile = %d\n", def->castling_to[0] + 1,
                     def->castling_to[1] + 1);
    gr_buffer_printf(w->out, "castlingRookKingsideFile = %d\ncastlingRookQueensideFile = %d\n",
                     def->castling_rook[0] + 1, def->castling_rook[1] + 1);
    if (def->any_castlings)
        put_bool(w, "chess960", true);
    if (def->castles_by_file)
        put_bool(w, "castlingNamedByFile", true);
    if (def->castles_apart)
        put_bool(w, "oppositeCastling", true);
    if (def->castling_wins) {
        gr_buffer_puts(w->out, "castlingWins = ");
        for (int i = 0; i < 4; i++)
            if (def->castling_wins >> i & 1)
                gr_buffer_putc(w->out, "KQkq"[i]);
        gr_buffer_putc(w->out, '\n');
    }
    if (def->castles_dropped)
        put_bool(w, "castlingDroppedPiece", true);
    for (int side = 0; side < 2; side++)
        if (def->castling_kings[side] != GR_KING)
            put_types(w, side ? "castlingKingPieceBlack" : "castlingKingPieceWhite", 1u << def->castling_kings[side]);
    put_types(w, "castlingRookPiecesWhite", def->castling_rooks[0]);
    put_types(w, "castlingRookPiecesBlack", def->castling_rooks[1]);
}

static const char *result(int value) {
    return value < 0 ? "loss" : value > 0 ? "win" : "draw";
}

static void put_lines(const Writer *w) {
    static const char *const values[] = {"none", "loss", "draw", "win"};
    const GrDefinition *def = w->def;
    bool links = def->link_from[0] || def->link_from[1];
    if (!def->line && !def->line_square && !def->line_spread && !links)
        return;
    if (links) {
        put_region(w, "connectRegion1White", def->link_from[0]);
        put_region(w, "connectRegion1Black", def->link_from[1]);
        put_region(w, "connectRegion2White", def->link_to[0]);
        put_region(w, "connectRegion2Black", def->link_to[1]);
    }
    gr_buffer_printf(w->out, "connectN = %d\nconnectNxN = %d\ncollinearN = %d\nconnectValue = %s\n", def->line,
                     def->line_square, def->line_spread, values[def->line_ends]);
    put_bool(w, "connectHorizontal", def->line_goes[0]);
    put_bool(w, "connectVertical", def->line_goes[1]);
    put_bool(w, "connectDiagonal", def->line_goes[2]);
    put_types(w, "connectPieceTypes", def->line_types ? def->line_types : 1);
}

static void put_asian(const Writer *w) {
    static const char *const counting[] = {"none", "makruk", "cambodian", "asean"};
    const GrDefinition *def = w->def;
    if (def->counting)
        gr_buffer_printf(w->out, "countingRule = %s\n", counting[def->counting]);
    if (def->first_leaps)
        put_bool(w, "cambodianMoves", true);
    if (def->king_stays)
        put_bool(w, "makpongRule", true);
    if (def->promotes_late)
        put_bool(w, "sittuyinPromotion", true);
    if (def->mated >= 0)
        gr_buffer_printf(w->out, "checkmateValue = %s\n", result(def->mated));
    if (def->ends_full)
        put_bool(w, "adjudicateFullBoard", true);
    if (def->immune)
        put_types(w, "mutuallyImmuneTypes", def->immune);
}

static void put_origins(const Writer *w) {
    unsigned types = 0;
    for (int type = 1; type <= w->def->types; type++)
        types |= w->def->piece[type].origin ? 1u << type : 0;
    if (types)
        put_types(w, "enPassantOriginTypes", types);
    if (w->def->stalemate_counts)
        put_bool(w, "stalematePieceCount", true);
}

static void put_passing(const Writer *w) {
    static const char *const counts[] = {"none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"};
    static const char *const passes[] = {"passWhite", "passBlack"};
    static const char *const stuck[] = {"passOnStalemateWhite", "passOnStalemateBlack"};
    const GrDefinition *def = w->def;
    if (def->facing_ends)
        put_bool(w, "bikjangRule", true);
    if (def->diagonals)
        put_region(w, "diagonalLines", def->diagonals);
    for (int side = 0; side < 2; side++) {
        if (def->passes[side])
            put_bool(w, passes[side], true);
        if (def->passes_stuck[side])
            put_bool(w, stuck[side], true);
    }
    put_asian(w);
    put_origins(w);
    if (def->counts)
        gr_buffer_printf(w->out, "materialCounting = %s\n", counts[def->counts]);
}

static void put_repetition(const Writer *w) {
    const GrDefinition *def = w->def;
    gr_buffer_printf(w->out, "nFoldRule = %d\n", def->repetition);
    if (def->repetition_value != GR_ENDS_DRAWN)
        gr_buffer_printf(w->out, "nFoldValue = %s\n", def->repetition_value == GR_ENDS_WON ? "win" : "loss");
    if (def->repetition_by_side)
        put_bool(w, "nFoldValueAbsolute", true);
    if (def->no_perpetual_checks)
        put_bool(w, "perpetualCheckIllegal", true);
    if (def->no_chases)
        gr_buffer_puts(w->out, "chasingRule = axf\n");
    if (def->no_shuttles)
        put_bool(w, "moveRepetitionIllegal", true);
}

static void put_ends(const Writer *w) {
    static const char *const values[] = {"none", "loss", "draw", "win"};
    const GrDefinition *def = w->def;
    put_bool(w, "checking", !def->no_checks);
    if (def->flying_kings)
        put_bool(w, "flyingGeneral", true);
    put_passing(w);
    put_bool(w, "mustCapture", def->must_take);
    put_bool(w, "checkCounting", def->counts_checks);
    gr_buffer_printf(w->out, "stalemateValue = %s\nnMoveRule = %d\n", result(def->stalemate), def->move_rule);
    put_repetition(w);
    if (def->flag_region[0] || def->flag_region[1]) {
        put_region(w, "flagRegionWhite", def->flag_region[0]);
        put_region(w, "flagRegionBlack", def->flag_region[1]);
        put_types(w, "flagPieceWhite", def->flag_types[0] ? def->flag_types[0] : 1);
        put_types(w, "flagPieceBlack", def->flag_types[1] ? def->flag_types[1] : 1);
        gr_buffer_printf(w->out, "flagPieceCount = %d\n", def->flag_count);
        put_bool(w, "flagMove", def->flag_answer);
        put_bool(w, "flagPieceSafe", def->flag_safe);
        if (def->flag_blocked)
            put_bool(w, "flagPieceBlockedWin", true);
    }
    if (def->extinction || def->stand_ins) {
        gr_buffer_printf(w->out, "extinctionValue = %s\n", values[def->extinction]);
        put_types(w, "extinctionPieceTypes", def->extinction_types);
        gr_buffer_printf(w->out, "extinctionPieceCount = %d\nextinctionOpponentPieceCount = %d\n",
                         def->extinction_count, def->extinction_others);
        put_bool(w, "extinctionClaim", def->extinction_claim);
    }
    if (def->stand_ins) {
        put_bool(w, "extinctionPseudoRoyal", true);
        put_bool(w, "dupleCheck", def->needs_one_safe);
    }
    if (def->blasts) {
        put_bool(w, "blastOnCapture", true);
        put_types(w, "blastImmuneTypes", def->blast_proof);
    }
}

static void put_walls(const Writer *w) {
    static const char *const rules[] = {"none", "arrow", "duck", "edge", "past", "static"};
    const GrDefinition *def = w->def;
    if (!def->walls)
        return;
    gr_buffer_printf(w->out, "wallingRule = %s\n", rules[def->walls]);
    if (def->walls_alone)
        put_bool(w, "wallOrMove", true);
    put_region(w, "wallingRegionWhite", def->wall_region[0]);
    put_region(w, "wallingRegionBlack", def->wall_region[1]);
}

/* "w:h h:g" */
static void put_risen(const Writer *w) {
    const GrDefinition *def = w->def;
    bool any = false;
    for (int type = 1; type <= def->types; type++)
        if (def->rises[type]) {
            gr_buffer_printf(w->out, "%s %c:%c", any ? "" : "risingTypes =", letter_of(w, type),
                             letter_of(w, def->rises[type]));
            any = true;
        }
    gr_buffer_puts(w->out, any ? "\n" : "");
    if (def->quest)
        put_types(w, "questPiece", 1u << def->quest);
}

/* What few games have. */
static void put_special(const Writer *w) {
    const GrDefinition *def = w->def;
    if (def->casters)
        put_types(w, "spellTypes", def->casters);
    if (def->flying_diagonals)
        put_bool(w, "flyingGeneralDiagonals", true);
    if (def->shooters)
        put_types(w, "shootingTypes", def->shooters);
    if (def->wanderers) {
        put_types(w, "firstMoveTypes", def->wanderers);
        gr_buffer_printf(w->out, "firstMoveSteps = %d\n", def->wander_steps);
    }
    put_risen(w);
    if (def->returns) {
        put_types(w, "returnPiece", 1u << def->returns);
        put_region(w, "returnFromRegionWhite", def->return_from[0]);
        put_region(w, "returnFromRegionBlack", def->return_from[1]);
        put_region(w, "returnRegionWhite", def->return_to[0]);
        put_region(w, "returnRegionBlack", def->return_to[1]);
    }
    if (def->teleports)
        put_bool(w, "royalTeleport", true);
    if (def->carriers) {
        put_types(w, "reserveTypes", def->carriers);
        put_types(w, "reservePieces", 1u << def->carried[0] | 1u << def->carried[1]);
        if (def->carried[2])
            put_types(w, "reserveLastPiece", 1u << def->carried[2]);
        gr_buffer_printf(w->out, "reserveRank = %d\n", def->carry_rank + 1);
    }
}

void gr_definition_write(const GrDefinition *definition, GrBuffer *out) {
    const Writer w = {definition, out};
    gr_buffer_printf(out, "[%s]\ntitle = %s\nmaxRank = %d\nmaxFile = %d\n", definition->name,
                     definition->title[0] ? definition->title : definition->name, definition->ranks,
                     definition->files);
    put_pieces(&w);
    put_names(&w);
    put_looks(&w);
    put_mobility(&w);
    put_sideways(&w);
    put_pawns(&w);
    put_changes(&w);
    put_hands(&w);
    put_castling(&w);
    put_lines(&w);
    put_ends(&w);
    put_walls(&w);
    put_flips(&w);
    put_special(&w);
    gr_buffer_printf(out, "startFen = %s\n", definition->start);
}
