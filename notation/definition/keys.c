/* The keys of a section, by table. */
#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "notation/definition/keys.h"
#include "notation/nearest.h"

typedef enum Kind {
    BOOL, COUNT, RANK, FILE_OF, RESULT, REGION, PIECE, PIECES,
    ONE_OR_ANY, /* as PIECES, but one letter, or '*' */
    FROM_RANK,  /* a region from that rank of a side's own on */
    UP_TO_RANK, /* a region of the ranks from the second to that one */
    ENCLOSES,   /* a GrEnclosing for drops, */
    FLIPS,      /* and one for what changes sides */
    CHASES,     /* 'axf' or 'none' */
    WALLS,      /* a GrWallRule */
    RIGHTS,     /* some of "KQkq", as bits */
    COUNTS,     /* who wins a draw */
    COUNTING,   /* who counts moves to one */
    IS_DEFAULT, /* not supported: it may only say what holds anyway */
    IGNORED     /* cannot change the rules */
} Kind;

/* `what` is where the value goes, or the only value that an IS_DEFAULT may have. A later row of the same place wins,
 * whatever the order in the file. `both`: there are two, White's and then Black's. */
typedef struct Row {
    const char *key;
    Kind kind;
    size_t place;
    bool both;
    const char *fixed;
} Row;

#define AT(field) offsetof(Model, field)
#define ONE(key, kind, field) {key, kind, AT(field), false, NULL}
#define BOTH(key, kind, field) {key, kind, AT(field), true, NULL}
#define EACH(key, kind, field) ONE(key "White", kind, field[0]), ONE(key "Black", kind, field[1])
#define BY_SIDE(key, kind, field) BOTH(key, kind, field), EACH(key, kind, field)
#define EACH_BOOL(key, field) BOTH(key, BOOL, field), EACH(key, BOOL, field)
#define FIXED(key, value) {key, IS_DEFAULT, 0, false, value}
#define COSMETIC(key) {key, IGNORED, 0, false, NULL}

static const Row rows[] = {
    ONE("promotionRank", FROM_RANK, promotion),
    ONE("doubleStepRank", UP_TO_RANK, doubles),
    ONE("whiteFlag", REGION, flag[0]),
    ONE("blackFlag", REGION, flag[1]),
    BOTH("castlingRookPiece", PIECES, castling_rooks),
    BOTH("pawnTypes", PIECES, promoters),
    BOTH("pawnTypes", PIECES, passers),
    BOTH("pawnTypes", PIECES, resetters),
    EACH("promotionRegion", REGION, promotion),
    BY_SIDE("promotionPawnTypes", PIECES, promoters),
    BY_SIDE("promotionPieceTypes", PIECES, promotions),
    ONE("mandatoryPawnPromotion", BOOL, must_promote),
    ONE("doubleStep", BOOL, double_step),
    EACH("doubleStepRegion", REGION, doubles),
    EACH("tripleStepRegion", REGION, triples),
    BY_SIDE("enPassantRegion", REGION, passing),
    BY_SIDE("enPassantTypes", PIECES, passers),
    ONE("castling", BOOL, castles),
    ONE("castlingNamedByFile", BOOL, castles_by_file),
    ONE("chess960", BOOL, any_castlings),
    ONE("castlingKingsideFile", FILE_OF, castling_to[0]),
    ONE("castlingQueensideFile", FILE_OF, castling_to[1]),
    ONE("castlingRank", RANK, castling_rank),
    ONE("castlingKingFile", FILE_OF, castling_king),
    BY_SIDE("castlingKingPiece", PIECE, castling_king_piece),
    ONE("castlingRookKingsideFile", FILE_OF, castling_rook[0]),
    ONE("castlingRookQueensideFile", FILE_OF, castling_rook[1]),
    BY_SIDE("castlingRookPieces", PIECES, castling_rooks),
    ONE("checking", BOOL, checking),
    ONE("flyingGeneral", BOOL, flying_kings),
    ONE("bikjangRule", BOOL, facing_ends),
    ONE("diagonalLines", REGION, diagonals),
    EACH_BOOL("pass", passes),
    EACH_BOOL("passOnStalemate", passes_stuck),
    ONE("materialCounting", COUNTS, counts),
    ONE("flagPieceBlockedWin", BOOL, flag_blocked),
    ONE("stalematePieceCount", BOOL, stalemate_counts),
    ONE("enPassantOriginTypes", PIECES, origins),
    ONE("countingRule", COUNTING, counting),
    ONE("cambodianMoves", BOOL, first_leaps),
    ONE("gating", BOOL, gates),
    ONE("seirawanGating", BOOL, seirawan),
    ONE("makpongRule", BOOL, king_stays),
    ONE("sittuyinPromotion", BOOL, promotes_late),
    ONE("sittuyinRookDrop", BOOL, rooks_drop_first),
    ONE("dropFirstRankTypes", PIECES, drops_first_rank),
    ONE("castlingDroppedPiece", BOOL, castles_dropped),
    ONE("oppositeCastling", BOOL, castles_apart),
    ONE("castlingWins", RIGHTS, castling_wins),
    ONE("checkmateValue", RESULT, mated),
    ONE("adjudicateFullBoard", BOOL, ends_full),
    ONE("mutuallyImmuneTypes", PIECES, immune),
    ONE("connectRegion1White", REGION, link_from[0]),
    ONE("connectRegion1Black", REGION, link_from[1]),
    ONE("connectRegion2White", REGION, link_to[0]),
    ONE("connectRegion2Black", REGION, link_to[1]),
    ONE("soldierPromotionRank", RANK, sideways[SLOT_SOLDIER]),
    ONE("mustCapture", BOOL, must_take),
    ONE("immobilityIllegal", BOOL, must_stay_mobile),
    BY_SIDE("nMoveRuleTypes", PIECES, resetters),
    ONE("nMoveRule", COUNT, move_rule),
    ONE("nFoldRule", COUNT, fold_rule),
    ONE("nFoldValue", RESULT, fold_value),
    ONE("nFoldValueAbsolute", BOOL, fold_by_side),
    ONE("perpetualCheckIllegal", BOOL, no_perpetual_checks),
    ONE("moveRepetitionIllegal", BOOL, no_shuttles),
    ONE("chasingRule", CHASES, no_chases),
    ONE("stalemateValue", RESULT, stalemate),
    ONE("extinctionValue", RESULT, extinction),
    ONE("extinctionClaim", BOOL, extinction_claim),
    ONE("extinctionPieceTypes", PIECES, extinction_types),
    ONE("extinctionPieceCount", COUNT, extinction_count),
    ONE("extinctionOpponentPieceCount", COUNT, extinction_others),
    ONE("extinctionPseudoRoyal", BOOL, stand_ins),
    ONE("dupleCheck", BOOL, needs_one_safe),
    ONE("blastOnCapture", BOOL, blasts),
    ONE("blastImmuneTypes", PIECES, blast_proof),
    ONE("petrifyOnCaptureTypes", PIECES, petrified),
    ONE("petrifyBlastPieces", BOOL, petrifies_blast),
    BY_SIDE("flagPiece", ONE_OR_ANY, flag_pieces),
    BY_SIDE("flagRegion", REGION, flag),
    ONE("flagPieceCount", COUNT, flag_count),
    ONE("flagMove", BOOL, flag_answer),
    ONE("flagPieceSafe", BOOL, flag_safe),
    ONE("connectN", COUNT, line),
    ONE("connectNxN", COUNT, line_square),
    ONE("collinearN", COUNT, line_spread),
    ONE("connectHorizontal", BOOL, line_goes[0]),
    ONE("connectVertical", BOOL, line_goes[1]),
    ONE("connectDiagonal", BOOL, line_goes[2]),
    ONE("connectPieceTypes", PIECES, line_types),
    ONE("connectValue", RESULT, line_ends),
    ONE("checkCounting", BOOL, counts_checks),
    ONE("piecePromotionOnCapture", BOOL, changes_by_capture),
    ONE("mandatoryPiecePromotion", BOOL, must_change),
    ONE("pieceDemotion", BOOL, changes_back),
    ONE("pieceDrops", BOOL, drops),
    ONE("capturesToHand", BOOL, keeps_captures),
    ONE("dropLoop", BOOL, keeps_promoted),
    ONE("whiteDropRegion", REGION, drops_to[0]),
    ONE("blackDropRegion", REGION, drops_to[1]),
    BY_SIDE("dropRegion", REGION, drops_to),
    ONE("firstRankPawnDrops", BOOL, drops_pawns_first),
    ONE("promotionZonePawnDrops", BOOL, drops_pawns_promoting),
    ONE("dropPromoted", BOOL, drops_promoted),
    ONE("dropChecks", BOOL, drop_checks),
    ONE("enclosingDrop", ENCLOSES, drops_enclosing),
    ONE("enclosingDropStart", REGION, drop_start),
    ONE("flipEnclosedPieces", FLIPS, flips),
    ONE("freeDrops", BOOL, free_drops),
    ONE("twoBoards", BOOL, two_boards),
    ONE("dropNoDoubled", PIECES, drops_apart),
    ONE("dropNoDoubledCount", COUNT, drops_apart_count),
    ONE("dropOppositeColoredBishop", BOOL, drops_bishops_apart),
    ONE("dropOppositeColoredTypes", PIECES, drops_by_colour),
    ONE("mustDrop", BOOL, must_drop),
    ONE("mustDropType", PIECES, must_drop_types),
    ONE("shogiPawnDropMateIllegal", BOOL, no_pawn_mate),
    ONE("dropMateIllegalTypes", PIECES, no_drop_mates),
    ONE("spellTypes", PIECES, casters),
    ONE("flyingGeneralDiagonals", BOOL, flying_diagonals),
    ONE("shootingTypes", PIECES, shooters),
    ONE("firstMoveTypes", PIECES, wanderers),
    ONE("firstMoveSteps", COUNT, wander_steps),
    ONE("questPiece", PIECES, quest),
    ONE("returnPiece", PIECES, returns),
    EACH("returnFromRegion", REGION, return_from),
    EACH("returnRegion", REGION, return_to),
    ONE("royalTeleport", BOOL, teleports),
    ONE("reserveTypes", PIECES, carriers),
    ONE("reservePieces", PIECES, carried),
    ONE("reserveLastPiece", PIECES, carried_last),
    ONE("reserveRank", RANK, carry_rank),
    ONE("wallingRule", WALLS, walls),
    ONE("wallOrMove", BOOL, walls_alone),
    BY_SIDE("wallingRegion", REGION, walls_to),
    FIXED("shatarMateRule", "false"),
    COSMETIC("pieceToCharTable"), COSMETIC("variantTemplate"), COSMETIC("pocketSize"), COSMETIC("pieceValueMg"),
    COSMETIC("pieceValueEg"),
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Ranks `from` to `to` as each side counts them, from 0. */
static void zone(const Model *model, int from, int to, Region regions[2]) {
    memset(regions, 0, 2 * sizeof *regions);
    for (int rank = from; rank <= to && rank < model->ranks; rank++) {
        regions[GR_WHITE].rank[rank] = 0xFFFF;
        regions[GR_BLACK].rank[model->ranks - 1 - rank] = 0xFFFF;
    }
}

static void take_fixed(const Taker *t, const Row *row, const Words *value) {
    if (!words_are(value, row->fixed) && !(!strcmp(row->fixed, "-") && !value->length))
        fault_at(t->faults, value, 0, "'%s' is supported only as '%s'", row->key, row->fixed);
}

/* Is it the one value that is supported beside 'none'? */
static bool take_or_none(const Taker *t, const Words *value, const char *word) {
    if (!words_are(value, "none") && !words_are(value, word))
        fault_at(t->faults, value, 0, "expected 'none' or '%s'; other values are not supported", word);
    return words_are(value, word);
}

static int take_rights(const Taker *t, const Words *value) {
    static const char letters[] = "KQkq";
    int rights = 0;
    for (size_t i = 0; i < value->length; i++) {
        const char *letter = value->text[i] ? strchr(letters, value->text[i]) : NULL;
        if (letter)
            rights |= 1 << (letter - letters);
        else if (value->length > 1 || *value->text != '-')
            fault_at(t->faults, value, i, "expected letters of castlings, some of 'KQkq', or '-'");
        if (!letter)
            return 0;
    }
    return rights;
}

static int take_counts(const Taker *t, const Words *value) {
    static const char *const words[] = {"none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"};
    for (int i = GR_COUNTS_NOT; i <= GR_COUNTS_BLACK; i++) /* as GrCounts */
        if (words_are(value, words[i]))
            return i;
    fault_at(t->faults, value, 0, "expected 'none', 'janggi', 'unweighted', 'whitedrawodds' or 'blackdrawodds'");
    return GR_COUNTS_NOT;
}

static int take_counting(const Taker *t, const Words *value) {
    static const char *const words[] = {"none", "makruk", "cambodian", "asean"};
    for (int i = GR_COUNTING_NOT; i <= GR_COUNTING_ASEAN; i++) /* as GrCounting */
        if (words_are(value, words[i]))
            return i;
    fault_at(t->faults, value, 0, "expected 'none', 'makruk', 'cambodian' or 'asean'");
    return GR_COUNTING_NOT;
}

static void take_row(const Taker *t, const Row *row, const Words *value, void *place, int side) {
    bool any = !strncmp(row->key, "flagPiece", 9) || !strncmp(row->key, "extinction", 10) ||
               !strncmp(row->key, "connect", 7) ||
               !strcmp(row->key, "mustDropType");
    switch (row->kind) {
    case BOOL: ((bool *)place)[side] = take_bool(t, value); break;
    case COUNT: *(int *)place = take_number(t, value, 0, 1000); break;
    case RANK: *(int *)place = take_number(t, value, 1, GR_DEFINED_SIZE) - 1; break;
    case FILE_OF: *(int *)place = take_file(t, value, false); break;
    case RESULT: *(int *)place = take_result(t, value); break;
    case REGION: take_region(t, value, (Region *)place + side); break;
    case PIECE: ((int *)place)[side] = take_piece(t, value); break;
    case ONE_OR_ANY:
        if (value->length != 1)
            fault_at(t->faults, value, 0, "expected the letter of a piece");
        /* fall through */
    case PIECES: ((Slots *)place)[side] = take_pieces(t, value, any); break;
    case FROM_RANK: zone(t->model, take_number(t, value, 1, GR_DEFINED_SIZE) - 1, GR_DEFINED_SIZE, place); break;
    case UP_TO_RANK: zone(t->model, 1, take_number(t, value, 1, GR_DEFINED_SIZE) - 1, place); break;
    case ENCLOSES: *(int *)place = take_enclosing(t, value); break;
    case FLIPS: *(int *)place = take_flips(t, value); break;
    case CHASES: *(bool *)place = take_or_none(t, value, "axf"); break;
    case WALLS: *(int *)place = take_wall_rule(t, value); break;
    case RIGHTS: *(int *)place = take_rights(t, value); break;
    case COUNTS: *(int *)place = take_counts(t, value); break;
    case COUNTING: *(int *)place = take_counting(t, value); break;
    case IS_DEFAULT: take_fixed(t, row, value); break;
    case IGNORED: break;
    }
}

static void take_rows(const Taker *t) {
    for (int i = 0; i < ROWS; i++) {
        const Entry *entry = use_entry(t, rows[i].key);
        if (!entry)
            continue;
        GrVariantsFaults aside = {.count = 0};
        Taker again = *t;
        char *place = (char *)t->model + rows[i].place;
        take_row(t, &rows[i], &entry->value, place, 0);
        again.faults = &aside; /* a fault is reported once */
        if (rows[i].both)
            take_row(&again, &rows[i], &entry->value, place, 1);
    }
}

static void take_board(const Taker *t) {
    const Entry *ranks = use_entry(t, "maxRank"), *files = use_entry(t, "maxFile");
    if (ranks)
        t->model->ranks = take_number(t, &ranks->value, 1, GR_DEFINED_SIZE);
    if (files)
        t->model->files = take_file(t, &files->value, true) + 1;
    if (t->model->ranks * t->model->files > GR_MAX_SQUARES)
        fault_at(t->faults, ranks || files ? &(ranks ? ranks : files)->value : &t->section->name, 0,
                 "a board of %d by %d has %d squares; at most %d", t->model->files, t->model->ranks,
                 t->model->files * t->model->ranks, GR_MAX_SQUARES);
}

/* What no row wants. */
static void find_strangers(const Taker *t) {
    static const char *const others[] = {"king", "maxRank", "maxFile", "startFen", "promotionLimit", "sidewaysRank",
                                         "promotedPieceType", "risingTypes", "title", "pieceNames", "pieceDrawings",
                                         "pieceCharacters", "pieceShape", "boardDrawing", "boardCoordinates", NULL};
    enum { OTHERS = sizeof others / sizeof *others };
    const char *names[ROWS + SLOT_CUSTOM + OTHERS];
    size_t n = 0;
    for (int i = 0; i < ROWS; i++)
        names[n++] = rows[i].key;
    for (int i = 0; i < SLOT_CUSTOM; i++)
        names[n++] = slot_key(i, NULL);
    for (int i = 0; i < OTHERS; i++)
        names[n++] = others[i];
    for (size_t i = 0; i < t->section->entries; i++) {
        const Entry *entry = &t->file->entry[t->section->first + i];
        char key[48], meant[GR_MEANT_SIZE];
        if (t->used[i])
            continue;
        size_t length = entry->key.length < sizeof key ? entry->key.length : sizeof key - 1;
        memcpy(key, entry->key.text, length);
        key[length] = '\0';
        for (size_t k = 0; k < length; k++)
            if (!isgraph((unsigned char)key[k]))
                key[k] = '?';
        const Entry *last = find_entry(t->file, t->section, key);
        if (last && last != entry) /* gr_variants_file_doubts says so */
            continue;
        gr_did_you_mean(meant, key, names, "");
        fault_at(t->faults, &entry->key, 0, "'%s' is not a supported key%s", key, meant);
    }
}

bool model_take(Model *model, const GrVariantsFile *file, const Section *section, GrVariantsFaults *faults) {
    bool used[GR_VARIANTS_KEYS] = {false};
    const Taker t = {model, file, section, faults, used};
    take_board(&t);
    take_slots(&t);
    take_rows(&t);
    take_numbers(&t, "promotionLimit", 0, 99, model->limit);
    take_numbers(&t, "sidewaysRank", 1, GR_DEFINED_SIZE, model->sideways);
    take_changes(&t, "promotedPieceType", model->becomes);
    take_changes(&t, "risingTypes", model->rises);
    take_text(&t, "startFen", model->start, sizeof model->start);
    take_text(&t, "title", model->title, sizeof model->title);
    bool kept = take_names(&t);
    take_looks(&t);
    find_strangers(&t);
    return kept;
}
