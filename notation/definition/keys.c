/* The keys of a section, by table. */
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "notation/definition/betza.h"
#include "notation/definition/model.h"
#include "notation/nearest.h"

typedef enum Kind {
    BOOL, COUNT, RANK, FILE_OF, RESULT, REGION, PIECE, PIECES,
    FROM_RANK,  /* a region from that rank of a side's own on */
    UP_TO_RANK, /* a region of the ranks from the second to that one */
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
#define BY_SIDE(key, kind, field)                                                                                    \
    {key, kind, AT(field), true, NULL}, {key "White", kind, AT(field[0]), false, NULL},                              \
        {key "Black", kind, AT(field[1]), false, NULL}
#define ONE(key, kind, field) {key, kind, AT(field), false, NULL}
#define FIXED(key, value) {key, IS_DEFAULT, 0, false, value}
#define COSMETIC(key) {key, IGNORED, 0, false, NULL}

static const Row rows[] = {
    ONE("promotionRank", FROM_RANK, promotion),
    ONE("doubleStepRank", UP_TO_RANK, doubles),
    ONE("whiteFlag", REGION, flag[0]),
    ONE("blackFlag", REGION, flag[1]),
    {"castlingRookPiece", PIECES, AT(castling_rooks), true, NULL},
    {"pawnTypes", PIECES, AT(promoters), true, NULL},
    {"pawnTypes", PIECES, AT(passers), true, NULL},
    {"pawnTypes", PIECES, AT(resetters), true, NULL},
    ONE("promotionRegionWhite", REGION, promotion[0]),
    ONE("promotionRegionBlack", REGION, promotion[1]),
    BY_SIDE("promotionPawnTypes", PIECES, promoters),
    BY_SIDE("promotionPieceTypes", PIECES, promotions),
    ONE("mandatoryPawnPromotion", BOOL, must_promote),
    ONE("doubleStep", BOOL, double_step),
    ONE("doubleStepRegionWhite", REGION, doubles[0]),
    ONE("doubleStepRegionBlack", REGION, doubles[1]),
    ONE("tripleStepRegionWhite", REGION, triples[0]),
    ONE("tripleStepRegionBlack", REGION, triples[1]),
    BY_SIDE("enPassantRegion", REGION, passing),
    BY_SIDE("enPassantTypes", PIECES, passers),
    ONE("castling", BOOL, castles),
    ONE("castlingKingsideFile", FILE_OF, castling_to[0]),
    ONE("castlingQueensideFile", FILE_OF, castling_to[1]),
    ONE("castlingRank", RANK, castling_rank),
    ONE("castlingKingFile", FILE_OF, castling_king),
    BY_SIDE("castlingKingPiece", PIECE, castling_king_piece),
    ONE("castlingRookKingsideFile", FILE_OF, castling_rook[0]),
    ONE("castlingRookQueensideFile", FILE_OF, castling_rook[1]),
    BY_SIDE("castlingRookPieces", PIECES, castling_rooks),
    ONE("checking", BOOL, checking),
    ONE("mustCapture", BOOL, must_take),
    ONE("immobilityIllegal", BOOL, must_stay_mobile),
    BY_SIDE("nMoveRuleTypes", PIECES, resetters),
    ONE("nMoveRule", COUNT, move_rule),
    ONE("nFoldRule", COUNT, fold_rule),
    ONE("stalemateValue", RESULT, stalemate),
    ONE("extinctionValue", RESULT, extinction),
    ONE("extinctionClaim", BOOL, extinction_claim),
    ONE("extinctionPieceTypes", PIECES, extinction_types),
    ONE("extinctionPieceCount", COUNT, extinction_count),
    ONE("extinctionOpponentPieceCount", COUNT, extinction_others),
    BY_SIDE("flagPiece", PIECE, flag_piece),
    BY_SIDE("flagRegion", REGION, flag),
    ONE("flagPieceCount", COUNT, flag_count),
    ONE("flagMove", BOOL, flag_answer),
    ONE("checkCounting", BOOL, counts_checks),
    FIXED("chess960", "false"), FIXED("twoBoards", "false"), FIXED("sittuyinPromotion", "false"),
    FIXED("promotedPieceType", "-"), FIXED("piecePromotionOnCapture", "false"),
    FIXED("mandatoryPiecePromotion", "false"), FIXED("pieceDemotion", "false"), FIXED("blastOnCapture", "false"),
    FIXED("blastImmuneTypes", "-"), FIXED("mutuallyImmuneTypes", "-"), FIXED("petrifyOnCaptureTypes", "-"),
    FIXED("petrifyBlastPieces", "false"), FIXED("castlingDroppedPiece", "false"),
    FIXED("oppositeCastling", "false"), FIXED("dropChecks", "true"), FIXED("mustDrop", "false"),
    FIXED("mustDropType", "*"), FIXED("pieceDrops", "false"), FIXED("dropLoop", "false"),
    FIXED("capturesToHand", "false"), FIXED("firstRankPawnDrops", "false"),
    FIXED("promotionZonePawnDrops", "false"), FIXED("enclosingDrop", "none"), FIXED("enclosingDropStart", "-"),
    FIXED("sittuyinRookDrop", "false"), FIXED("dropOppositeColoredBishop", "false"),
    FIXED("dropPromoted", "false"), FIXED("dropNoDoubled", "-"), FIXED("dropNoDoubledCount", "1"),
    FIXED("gating", "false"), FIXED("wallingRule", "none"), FIXED("wallOrMove", "false"),
    FIXED("seirawanGating", "false"), FIXED("cambodianMoves", "false"), FIXED("diagonalLines", "-"),
    FIXED("pass", "false"), FIXED("passWhite", "false"), FIXED("passBlack", "false"),
    FIXED("passOnStalemate", "false"), FIXED("passOnStalemateWhite", "false"),
    FIXED("passOnStalemateBlack", "false"), FIXED("makpongRule", "false"), FIXED("flyingGeneral", "false"),
    FIXED("soldierPromotionRank", "1"), FIXED("flipEnclosedPieces", "none"), FIXED("nFoldValue", "draw"),
    FIXED("nFoldValueAbsolute", "false"), FIXED("perpetualCheckIllegal", "false"),
    FIXED("moveRepetitionIllegal", "false"), FIXED("chasingRule", "none"), FIXED("stalematePieceCount", "false"),
    FIXED("checkmateValue", "loss"), FIXED("shogiPawnDropMateIllegal", "false"),
    FIXED("shatarMateRule", "false"), FIXED("bikjangRule", "false"), FIXED("extinctionPseudoRoyal", "false"),
    FIXED("dupleCheck", "false"), FIXED("flagPieceBlockedWin", "false"), FIXED("flagPieceSafe", "false"),
    FIXED("connectN", "0"), FIXED("connectNxN", "0"), FIXED("collinearN", "0"), FIXED("materialCounting", "none"),
    FIXED("adjudicateFullBoard", "false"), FIXED("countingRule", "none"), FIXED("castlingWins", "-"),
    COSMETIC("pieceToCharTable"), COSMETIC("variantTemplate"), COSMETIC("pocketSize"), COSMETIC("pieceValueMg"),
    COSMETIC("pieceValueEg"),
};
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct Taker {
    Model *model;
    const GrVariantsFile *file;
    const Section *section;
    GrVariantsFaults *faults;
    bool *used; /* of each entry of the section */
} Taker;

const Entry *find_entry(const GrVariantsFile *file, const Section *section, const char *key) {
    for (size_t i = 0; i < section->entries; i++)
        if (words_are(&file->entry[section->first + i].key, key))
            return &file->entry[section->first + i];
    return NULL;
}

static const Entry *use(const Taker *t, const char *key) {
    const Entry *entry = find_entry(t->file, t->section, key);
    if (entry)
        t->used[entry - &t->file->entry[t->section->first]] = true;
    return entry;
}

/* ---- values ---- */

/* A whole number that the words are, -1 if they are none up to `most`. */
static int number_of(const Words *words, int most) {
    int value = 0;
    for (size_t i = 0; i < words->length; i++) {
        if (!isdigit((unsigned char)words->text[i]) || (value = value * 10 + (words->text[i] - '0')) > most)
            return -1;
    }
    return words->length ? value : -1;
}

static int take_number(const Taker *t, const Words *value, int least, int most) {
    int number = number_of(value, most);
    if (number >= least)
        return number;
    fault_at(t->faults, value, 0, "a number from %d to %d is wanted", least, most);
    return least;
}

/* A file: a letter, or a number; from 0. */
static int take_file(const Taker *t, const Words *value, bool last) {
    int letter = value->length == 1 ? tolower((unsigned char)*value->text) : 0;
    int file = letter >= 'a' && letter < 'a' + GR_DEFINED_SIZE ? letter - 'a' : number_of(value, GR_DEFINED_SIZE) - 1;
    if (file >= 0)
        return file;
    fault_at(t->faults, value, 0, last ? "the last file is a letter from a to p, or a number from 1 to %d"
                                       : "a file is a letter from a to p, or a number from 1 to %d", GR_DEFINED_SIZE);
    return 0;
}

static bool take_bool(const Taker *t, const Words *value) {
    if (!words_are(value, "true") && !words_are(value, "false"))
        fault_at(t->faults, value, 0, "'true' or 'false' is wanted");
    return words_are(value, "true");
}

static int take_result(const Taker *t, const Words *value) {
    static const char *const results[] = {"none", "loss", "draw", "win"}; /* as GrVerdictOf */
    for (int i = 0; i < 4; i++)
        if (words_are(value, results[i]))
            return i;
    fault_at(t->faults, value, 0, "'win', 'loss', 'draw' or 'none' is wanted");
    return GR_ENDS_DRAWN;
}

/* One word of a region: a square, a file as "c*", a rank as "*3". */
static bool add_to_region(Region *region, const char *word, size_t length) {
    int file = tolower((unsigned char)word[0]) - 'a';
    Words rest = {word + 1, length - 1, 0, 0};
    bool whole_rank = word[0] == '*', on_board = file >= 0 && file < GR_DEFINED_SIZE;
    if (!whole_rank && on_board && words_are(&rest, "*")) {
        for (int rank = 0; rank < GR_DEFINED_SIZE; rank++)
            region->rank[rank] |= (uint16_t)(1u << file);
        return true;
    }
    int rank = number_of(&rest, GR_DEFINED_SIZE);
    if (rank < 1 || (!whole_rank && !on_board))
        return false;
    region->rank[rank - 1] |= (uint16_t)(whole_rank ? 0xFFFFu : 1u << file);
    return true;
}

static void take_region(const Taker *t, const Words *value, Region *region) {
    memset(region, 0, sizeof *region);
    if (words_are(value, "-"))
        return;
    for (size_t at = 0; at < value->length;) {
        size_t end = at;
        while (end < value->length && value->text[end] != ' ' && value->text[end] != '\t')
            end++;
        if (end > at && !add_to_region(region, value->text + at, end - at))
            fault_at(t->faults, value, at, "a region is squares as 'd4', files as 'd*' and ranks as '*4', or '-'");
        at = end + 1;
    }
}

static int slot_of(const Model *model, char letter) {
    for (int slot = 0; slot < SLOTS; slot++)
        if (model->letter[slot] && model->letter[slot] == toupper((unsigned char)letter))
            return slot;
    return -1;
}

static Slots take_pieces(const Taker *t, const Words *value, bool any) {
    Slots slots = 0;
    for (size_t i = 0; i < value->length && !words_are(value, "-"); i++) {
        char c = value->text[i];
        int slot = slot_of(t->model, c);
        if (c == ' ')
            continue;
        if (c == '*' && any)
            slot = ANY_SLOT;
        if (slot < 0)
            fault_at(t->faults, value, i, isgraph((unsigned char)c) ? "no piece has the letter '%c'" : "letters of pieces are wanted", c);
        else
            slots |= (Slots)1 << slot;
    }
    return slots;
}

static int take_piece(const Taker *t, const Words *value, bool any) {
    int slot = value->length == 1 ? slot_of(t->model, *value->text) : -1;
    if (any && words_are(value, "*"))
        return ANY_SLOT;
    if (slot < 0)
        fault_at(t->faults, value, 0, "the letter of a piece is wanted");
    return slot < 0 ? SLOT_KING : slot;
}

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
        fault_at(t->faults, value, 0, "'%s' is not supported but as '%s'", row->key, row->fixed);
}

static void take_row(const Taker *t, const Row *row, const Words *value, void *place, int side) {
    bool flag = strncmp(row->key, "flagPiece", 9) == 0, extinct = strncmp(row->key, "extinction", 10) == 0;
    switch (row->kind) {
    case BOOL: *(bool *)place = take_bool(t, value); break;
    case COUNT: *(int *)place = take_number(t, value, 0, 1000); break;
    case RANK: *(int *)place = take_number(t, value, 1, GR_DEFINED_SIZE) - 1; break;
    case FILE_OF: *(int *)place = take_file(t, value, false); break;
    case RESULT: *(int *)place = take_result(t, value); break;
    case REGION: take_region(t, value, (Region *)place + side); break;
    case PIECE: ((int *)place)[side] = take_piece(t, value, flag); break;
    case PIECES: ((Slots *)place)[side] = take_pieces(t, value, extinct); break;
    case FROM_RANK: zone(t->model, take_number(t, value, 1, GR_DEFINED_SIZE) - 1, GR_DEFINED_SIZE, place); break;
    case UP_TO_RANK: zone(t->model, 1, take_number(t, value, 1, GR_DEFINED_SIZE) - 1, place); break;
    case IS_DEFAULT: take_fixed(t, row, value); break;
    case IGNORED: break;
    }
}

static void take_rows(const Taker *t) {
    for (int i = 0; i < ROWS; i++) {
        const Entry *entry = use(t, rows[i].key);
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

/* ---- pieces ---- */

static void remove_slot(Model *model, int slot) {
    model->letter[slot] = 0;
    for (int side = 0; side < 2; side++)
        model->promotions[side] &= ~((Slots)1 << slot);
}

static void add_slot(Model *model, int slot, char letter) {
    int other = slot_of(model, letter);
    if (other >= 0 && other != slot)
        remove_slot(model, other);
    model->letter[slot] = (char)toupper((unsigned char)letter);
}

/* The Betza notation behind the letter. */
static void take_betza(const Taker *t, int slot, const Words *value) {
    Betza betza;
    Words text = {value->text + 2, value->length > 2 ? value->length - 2 : 0, value->line, value->column + 2};
    if (value->length < 2 || value->text[1] != ':') {
        fault_at(t->faults, value, value->length ? 1 : 0, "':' and how the piece goes are wanted behind its letter");
        return;
    }
    if (text.length >= GR_DEFINED_BETZA) {
        fault_at(t->faults, &text, GR_DEFINED_BETZA, "more than %d characters", GR_DEFINED_BETZA - 1);
        return;
    }
    if (!betza_read(&betza, text.text, text.length)) {
        fault_at(t->faults, &text, betza.at, "%s", betza.fault);
        return;
    }
    memcpy(t->model->betza[slot], text.text, text.length);
    t->model->betza[slot][text.length] = '\0';
    for (int side = 0; side < 2 && betza.passes; side++)
        t->model->passers[side] |= (Slots)1 << slot;
}

static void take_slot(const Taker *t, int slot, const Words *value) {
    bool custom = slot >= SLOT_CUSTOM;
    if (!value->length || (value->length == 1 && *value->text == '-')) {
        remove_slot(t->model, slot);
        return;
    }
    if (!isalpha((unsigned char)*value->text)) {
        fault_at(t->faults, value, 0, "the letter of the piece is wanted, or '-'");
        return;
    }
    add_slot(t->model, slot, *value->text);
    if (slot == SLOT_JANGGI_CANNON)
        fault_at(t->faults, value, 0, "'janggiCannon' is not supported");
    if (slot == SLOT_KING)
        t->model->betza[slot][0] = '\0';
    if (custom && (slot != SLOT_KING || value->length > 1))
        take_betza(t, slot, value);
    else if (value->length > 1)
        fault_at(t->faults, value, 1, "one letter is wanted; only custom pieces and the king have a notation");
}

static void take_mobility(const Taker *t, int slot, const char *name) {
    for (int side = 0; side < 2; side++) {
        char key[64] = "mobilityRegion";
        strcat(key, side == GR_WHITE ? "White" : "Black");
        size_t at = strlen(key);
        strcat(key, name);
        key[at] = (char)toupper((unsigned char)key[at]);
        const Entry *entry = use(t, key);
        if (entry)
            take_region(t, &entry->value, &t->model->mobility[side][slot]);
    }
}

static void take_slots(const Taker *t) {
    for (int slot = 0; slot < SLOTS; slot++) {
        char name[SLOT_NAME];
        const char *key = slot_key(slot, name);
        const Entry *entry = use(t, key);
        if (entry)
            take_slot(t, slot, &entry->value);
        take_mobility(t, slot, key);
    }
}

/* "q:1 r:2" */
static void take_limits(const Taker *t) {
    const Entry *entry = use(t, "promotionLimit");
    if (!entry)
        return;
    for (size_t at = 0; at < entry->value.length;) {
        const char *text = entry->value.text + at;
        size_t left = entry->value.length - at, used = 0;
        int slot = slot_of(t->model, *text), limit = 0;
        while (used + 2 < left && isdigit((unsigned char)text[2 + used]) && limit < 100)
            limit = limit * 10 + (text[2 + used++] - '0');
        if (*text == ' ' || *text == '\t') {
            at++;
            continue;
        }
        if (slot < 0 || left < 3 || text[1] != ':' || !used || limit > 99) {
            fault_at(t->faults, &entry->value, at, "limits are written as 'q:1 r:2', with letters of pieces");
            return;
        }
        t->model->limit[slot] = (uint8_t)limit;
        at += 2 + used;
    }
}

/* ---- texts ---- */

static void take_text(const Taker *t, const char *key, char *out, size_t size) {
    const Entry *entry = use(t, key);
    if (!entry)
        return;
    if (!entry->value.length || entry->value.length >= size) {
        fault_at(t->faults, &entry->value, 0, "from 1 to %zu characters are wanted", size - 1);
        return;
    }
    memcpy(out, entry->value.text, entry->value.length);
    out[entry->value.length] = '\0';
}

/* The words of "l:Long-Pawn d:Duke", each given to `give`; false when memory runs out. */
static bool take_named(const Taker *t, const char *key, char stop,
                       bool (*give)(const Taker *, const Words *, int, const char *, size_t)) {
    const Entry *entry = use(t, key);
    for (size_t at = 0; entry && at < entry->value.length;) {
        const char *text = entry->value.text + at;
        size_t end = at;
        while (end < entry->value.length && entry->value.text[end] != stop)
            end++;
        size_t length = end - at;
        while (length && *text == ' ') {
            text++;
            length--;
        }
        int slot = length ? slot_of(t->model, *text) : -1;
        if (length && (slot < 0 || length < 3 || text[1] != ':'))
            fault_at(t->faults, &entry->value, at, "a letter of a piece and ':' are wanted");
        else if (length && !give(t, &entry->value, toupper((unsigned char)*text) - 'A', text + 2, length - 2))
            return false;
        at = end + 1;
    }
    return true;
}

static bool give_name(const Taker *t, const Words *value, int letter, const char *text, size_t length) {
    bool good = length < GR_DEFINED_NAME && isalpha((unsigned char)*text);
    for (size_t i = 0; i < length; i++)
        good = good && (isalnum((unsigned char)text[i]) || text[i] == '-');
    if (!good) {
        fault_at(t->faults, value, (size_t)(text - value->text), "a name has letters, digits and '-', %d at most",
                 GR_DEFINED_NAME - 1);
        return true;
    }
    memcpy(t->model->name[letter], text, length);
    t->model->name[letter][length] = '\0';
    return true;
}

static bool give_drawing(const Taker *t, const Words *value, int letter, const char *text, size_t length) {
    bool good = length < GR_DEFINED_DRAWING;
    for (size_t i = 0; i < length; i++)
        good = good && (isdigit((unsigned char)text[i]) || (text[i] && strchr("MmLlHhVvCcSsQqTtAaZz ,.-", text[i])));
    if (!good) {
        fault_at(t->faults, value, (size_t)(text - value->text),
                 "a drawing is an SVG path: its commands and numbers, %d characters at most", GR_DEFINED_DRAWING - 1);
        return true;
    }
    free(t->model->drawing[letter]);
    t->model->drawing[letter] = strndup(text, length);
    return t->model->drawing[letter] != NULL;
}

/* ---- a section ---- */

static void take_board(const Taker *t) {
    const Entry *ranks = use(t, "maxRank"), *files = use(t, "maxFile");
    if (ranks)
        t->model->ranks = take_number(t, &ranks->value, 1, GR_DEFINED_SIZE);
    if (files)
        t->model->files = take_file(t, &files->value, true) + 1;
    if (t->model->ranks * t->model->files > GR_MAX_SQUARES)
        fault_at(t->faults, ranks || files ? &(ranks ? ranks : files)->value : &t->section->name, 0,
                 "a board of %d by %d has %d squares; at most %d", t->model->files, t->model->ranks,
                 t->model->files * t->model->ranks, GR_MAX_SQUARES);
}

/* What is twice there, and what no row wants. */
static void find_strangers(const Taker *t) {
    const char *names[ROWS + SLOT_CUSTOM + 9];
    size_t n = 0;
    for (int i = 0; i < ROWS; i++)
        names[n++] = rows[i].key;
    for (int i = 0; i < SLOT_CUSTOM; i++)
        names[n++] = slot_key(i, NULL);
    static const char *const others[] = {"king", "maxRank", "maxFile", "startFen", "promotionLimit", "title",
                                         "pieceNames", "pieceDrawings", NULL};
    for (int i = 0; i < 9; i++)
        names[n++] = others[i];
    for (size_t i = 0; i < t->section->entries; i++) {
        const Entry *entry = &t->file->entry[t->section->first + i];
        char key[48], meant[GR_MEANT_SIZE];
        size_t length = entry->key.length < sizeof key ? entry->key.length : sizeof key - 1;
        memcpy(key, entry->key.text, length);
        key[length] = '\0';
        for (size_t k = 0; k < length; k++)
            if (!isgraph((unsigned char)key[k]))
                key[k] = '?';
        gr_did_you_mean(meant, key, names, "");
        if (!t->used[i] && find_entry(t->file, t->section, key) != NULL &&
            find_entry(t->file, t->section, key) != entry)
            fault_at(t->faults, &entry->key, 0, "'%s' is given twice", key);
        else if (!t->used[i])
            fault_at(t->faults, &entry->key, 0, "'%s' is no key that is supported%s", key, meant);
    }
}

bool model_take(Model *model, const GrVariantsFile *file, const Section *section, GrVariantsFaults *faults) {
    bool used[GR_VARIANTS_KEYS] = {false};
    const Taker t = {model, file, section, faults, used};
    take_board(&t);
    take_slots(&t);
    take_rows(&t);
    take_limits(&t);
    take_text(&t, "startFen", model->start, sizeof model->start);
    take_text(&t, "title", model->title, sizeof model->title);
    bool kept = take_named(&t, "pieceNames", ' ', give_name) && take_named(&t, "pieceDrawings", ';', give_drawing);
    find_strangers(&t);
    return kept;
}
