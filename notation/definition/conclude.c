/* From what the keys of a game say to its definition. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/definition/betza.h"
#include "notation/definition/model.h"

typedef struct Maker {
    const Model *model;
    const GrVariantsFile *file;
    const Section *section;
    GrDefinition *def;
    GrVariantsFaults *faults;
    int type[SLOTS];              /* of each slot, 0: none, or only promoted ones */
    int slot[GR_DEFINED_TYPES + 1]; /* of each type: how it goes */
    int types;                    /* that there would be */
} Maker;

/* Where a fault is: at the value of a key, or at the section if that does not have it. */
static const Words *place_of(const Maker *m, const char *key) {
    const Entry *entry = find_entry(m->file, m->section, key);
    return entry ? &entry->value : &m->section->name;
}

/* Does the letter stand on the board of the start position, or in a hand, by itself? */
static bool is_at_start(const Model *model, int slot) {
    for (const char *c = model->start; *c && *c != ' '; c++)
        if (toupper((unsigned char)*c) == model->letter[slot] && (c == model->start || c[-1] != '+'))
            return true;
    return false;
}

/* What only promoted pieces are is no type by itself. */
static bool is_only_promoted(const Model *model, int slot) {
    bool into = false;
    for (int other = 0; other < SLOTS; other++)
        into = into || (model->letter[other] && model->becomes[other] == slot);
    bool by_pawn = (model->promotions[0] | model->promotions[1]) >> slot & 1;
    return into && slot != SLOT_PAWN && slot != SLOT_KING && !by_pawn && !is_at_start(model, slot);
}

static int next_type(Maker *m, int slot) {
    if (++m->types > GR_DEFINED_TYPES)
        return 0;
    m->slot[m->types] = slot;
    return m->types;
}

static void add_type(Maker *m, int slot) {
    if (m->model->letter[slot] && !is_only_promoted(m->model, slot))
        m->type[slot] = next_type(m, slot);
}

_Static_assert(GR_DEFINED_TYPES > 26, "there is a type for each letter, and one without");

/* The king is type 1; then the pieces of chess, all others, and the pawn. */
static void number_types(Maker *m) {
    static const int first[] = {SLOT_QUEEN, SLOT_ROOK, SLOT_BISHOP, SLOT_KNIGHT};
    memset(m->type, 0, sizeof m->type);
    m->type[SLOT_KING] = m->types = GR_KING;
    m->slot[GR_KING] = SLOT_KING;
    for (int i = 0; i < 4; i++)
        add_type(m, first[i]);
    for (int slot = SLOT_QUEEN + 1; slot < SLOT_KING; slot++)
        add_type(m, slot);
    add_type(m, SLOT_PAWN);
    for (int base = GR_KING + 1, last = m->types; base <= last; base++) {
        int into = m->model->becomes[m->slot[base]];
        int type = into < 0 || !m->model->letter[into] ? 0 : next_type(m, into);
        if (type) {
            m->def->piece[base].promoted = (uint8_t)type;
            m->def->piece[type].base = (uint8_t)base;
        }
    }
    m->def->types = (uint8_t)(m->types < GR_DEFINED_TYPES ? m->types : GR_DEFINED_TYPES);
    if (m->types > GR_DEFINED_TYPES)
        fault_at(m->faults, place_of(m, "promotedPieceType"), 0,
                 "%d types of pieces, promoted ones among them; at most %d", m->types, GR_DEFINED_TYPES);
}

static uint32_t types_of(const Maker *m, Slots slots) {
    uint32_t types = (uint32_t)(slots >> ANY_SLOT & 1);
    for (int slot = 0; slot < SLOTS; slot++)
        if ((slots >> slot & 1) && m->type[slot] && m->model->letter[slot])
            types |= 1u << m->type[slot];
    return types;
}

/* The same, and promoted pieces that have become them. */
static uint32_t likes_of(const Maker *m, Slots slots) {
    uint32_t types = types_of(m, slots);
    for (int type = 1; type <= m->def->types; type++)
        if (m->def->piece[type].base && (slots >> m->slot[type] & 1))
            types |= 1u << type;
    return types;
}

static GrSet squares_of(const Maker *m, const Region *region) {
    GrSet set = 0;
    for (int rank = 0; rank < m->model->ranks; rank++)
        for (int file = 0; file < m->model->files; file++)
            if (region->rank[rank] >> file & 1)
                set |= gr_set_of(rank * m->model->files + file);
    return set;
}

/* ---- pieces ---- */

static bool is_named(const GrDefinition *def, const char *name) {
    for (int type = 1; type <= def->types; type++)
        if (!strcmp(def->piece[type].name, name))
            return true;
    return false;
}

/* The one promoted piece that goes so, and no other piece does? Then it has the name of how it goes. */
static bool is_unique(const Maker *m, int type) {
    for (int other = 1; other <= m->def->types; other++)
        if (other != type && m->slot[other] == m->slot[type])
            return false;
    return true;
}

/* What a piece of the slot is called that has no name: as one that goes as it does. NULL if none does. */
static const char *usual_name(const Maker *m, int slot, const char *betza) {
    const char *name = slot_name(slot);
    for (int other = 1; !name && other < SLOT_CUSTOM; other++)
        if (!strcmp(slot_betza(m->model, other), betza) && other != SLOT_JANGGI_CANNON && *betza && !m->type[other] &&
            !is_named(m->def, slot_name(other)))
            name = slot_name(other);
    return name;
}

/* A custom piece without a name has that of a piece which goes as it does, or its letter. */
static void name_piece(const Maker *m, int type) {
    GrDefinedPiece *piece = &m->def->piece[type];
    char letter = piece->base ? piece->alias : piece->letter;
    if (!letter)
        return; /* the king of a game without one */
    if (piece->base && !is_unique(m, type)) {
        char promoted[2 * GR_DEFINED_NAME];
        snprintf(promoted, sizeof promoted, "Promoted%s", m->def->piece[piece->base].name);
        memcpy(piece->name, promoted, sizeof piece->name);
        piece->name[sizeof piece->name - 1] = '\0';
        return;
    }
    const char *given = m->model->name[letter - 'A'];
    const char *name = *given ? given : usual_name(m, m->slot[type], piece->betza);
    if (name)
        snprintf(piece->name, sizeof piece->name, "%s", name);
    else
        snprintf(piece->name, sizeof piece->name, "%c", letter);
}

/* What stands on a promoted piece is said of what it was; if it is not, it has the character of how it goes. */
static void dress_piece(const Maker *m, GrDefinedPiece *piece) {
    for (int side = 0; side < 2; side++) {
        const char *own = m->model->character[piece->base != 0][piece->letter - 'A'][side];
        const char *like = piece->base ? m->model->character[0][piece->alias - 'A'][side] : own;
        strcpy(piece->character[side], *own ? own : like);
    }
}

static void make_piece(const Maker *m, int type) {
    GrDefinedPiece *piece = &m->def->piece[type];
    int slot = m->slot[type];
    Slots bit = (Slots)1 << slot;
    Betza betza;
    char letter = m->model->letter[slot];
    piece->letter = piece->base ? m->def->piece[piece->base].letter : letter;
    if (!piece->letter)
        return;
    piece->alias = piece->base ? letter : 0;
    piece->pawn = slot == SLOT_PAWN;
    snprintf(piece->betza, sizeof piece->betza, "%s", slot_betza(m->model, slot));
    if (!piece->pawn && betza_read(&betza, piece->betza, strlen(piece->betza))) {
        piece->ways = betza.ways;
        memcpy(piece->way, betza.way, sizeof piece->way);
        janggi_piece(m->model, slot, piece);
    }
    piece->worth = m->model->counts == GR_COUNTS_POINTS ? (uint8_t)janggi_worth(slot) : 0;
    if (m->model->drawing[letter - 'A'])
        snprintf(piece->drawing, sizeof piece->drawing, "%s", m->model->drawing[letter - 'A']);
    dress_piece(m, piece);
    piece->origin = m->model->origins & bit;
    piece->limit = (uint8_t)m->model->limit[slot];
    piece->sideways_rank = (uint8_t)m->model->sideways[slot];
    for (int side = 0; side < 2; side++) {
        piece->promotes[side] = m->model->promoters[side] & bit;
        piece->passes[side] = m->model->passers[side] & bit;
        piece->resets[side] = m->model->resetters[side] & bit;
        piece->region[side] = squares_of(m, &m->model->mobility[side][slot]);
        piece->first[side] = squares_of(m, &m->model->first[side][slot]);
    }
}

static void make_pieces(const Maker *m) {
    for (int type = 1; type <= m->def->types; type++)
        make_piece(m, type);
    for (int type = 1; type <= m->def->types; type++)
        name_piece(m, type);
    for (int type = 2; type <= m->def->types; type++)
        for (int other = 1; other < type; other++)
            if (m->def->piece[other].letter && !strcmp(m->def->piece[type].name, m->def->piece[other].name))
                fault_at(m->faults, place_of(m, "pieceNames"), 0, "two pieces are called %s",
                         m->def->piece[type].name);
}

/* ---- all else ---- */

static void make_regions(const Maker *m) {
    const Model *model = m->model;
    for (int side = 0; side < 2; side++) {
        m->def->promotion_region[side] = squares_of(m, &model->promotion[side]);
        m->def->double_region[side] = model->double_step ? squares_of(m, &model->doubles[side]) : 0;
        m->def->triple_region[side] = squares_of(m, &model->triples[side]);
        m->def->passing_region[side] = squares_of(m, &model->passing[side]);
        m->def->promotions[side] = types_of(m, model->promotions[side]);
    }
}

/* Has the start position rights of castling? */
static bool starts_with_rights(const char *start) {
    size_t turn = strcspn(start, " "), rights = turn + strspn(start + turn, " ");
    rights += strcspn(start + rights, " ");
    rights += strspn(start + rights, " ");
    return isalpha((unsigned char)start[rights]);
}

/* Who castles. A piece that is not royal does so only where nobody is. */
static bool find_castling_kings(const Maker *m) {
    const Model *model = m->model;
    bool any = false;
    for (int side = 0; side < 2; side++) {
        int slot = model->castling_king_piece[side];
        if (slot != SLOT_KING && model->letter[SLOT_KING]) {
            const char *own = side ? "castlingKingPieceBlack" : "castlingKingPieceWhite";
            bool there = find_entry(m->file, m->section, own) != NULL;
            fault_at(m->faults, place_of(m, there ? own : "castlingKingPiece"), 0,
                     "where there is a king, only it can castle");
            return true;
        }
        any = any || model->letter[slot];
        m->def->castling_kings[side] = (uint8_t)(model->letter[slot] ? m->type[slot] : GR_KING);
    }
    if (!any && !m->faults->count && starts_with_rights(m->def->start))
        fault_at(m->faults, place_of(m, "startFen"), 0,
                 "rights of castling, but no piece castles: 'castlingKingPiece' says which does, 'castling = false' "
                 "that none does");
    return any;
}

/* Rights of chess960 say which rook it is of a king that stands alone on the first rank. */
static void check_any_castlings(const Maker *m) {
    if (!m->model->letter[SLOT_KING])
        fault_at(m->faults, place_of(m, "chess960"), 0, "'chess960' needs a king, which castles");
    else if (m->model->castling_rank)
        fault_at(m->faults, place_of(m, "chess960"), 0, "'chess960' needs kings that castle on their first rank");
}

static void make_castling(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    def->castles = model->castles && find_castling_kings(m);
    def->castling_rank = (uint8_t)(def->castles || def->gates ? model->castling_rank : 0);
    if (!def->castles)
        return; /* what else is said of it means nothing */
    def->any_castlings = model->any_castlings;
    def->castles_dropped = model->castles_dropped;
    def->castles_apart = model->castles_apart;
    def->castling_wins = (uint8_t)model->castling_wins;
    if (def->any_castlings)
        check_any_castlings(m);
    def->castling_king = (uint8_t)model->castling_king;
    for (int i = 0; i < 2; i++) {
        def->castling_to[i] = (uint8_t)model->castling_to[i];
        def->castling_rook[i] = (uint8_t)(model->castling_rook[i] < model->files ? model->castling_rook[i]
                                                                                  : model->files - 1);
        def->castling_rooks[i] = types_of(m, model->castling_rooks[i]);
    }
}

static void make_extinction(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    def->extinction = model->extinction_types ? (uint8_t)model->extinction : GR_ENDS_NOT;
    def->stand_ins = model->extinction_types && model->stand_ins;
    if (!def->extinction && !def->stand_ins)
        return;
    def->needs_one_safe = def->stand_ins && model->needs_one_safe;
    def->extinction_types = likes_of(m, model->extinction_types);
    def->extinction_count = (uint8_t)(model->extinction_count < 255 ? model->extinction_count : 255);
    def->extinction_others = (uint8_t)(model->extinction_others < 255 ? model->extinction_others : 255);
    def->extinction_claim = model->extinction_claim;
}

static void make_blasts(const Maker *m) {
    const Model *model = m->model;
    m->def->blasts = model->blasts;
    m->def->blast_proof = model->blasts ? likes_of(m, model->blast_proof) : 0;
    if (model->blasts && model->letter[SLOT_KING])
        fault_at(m->faults, place_of(m, "blastOnCapture"), 0,
                 "where captures explode there can be no king; 'commoner' with 'extinctionPseudoRoyal' makes one");
}

/* What is royal stays what it is. */
static void check_changes(const Maker *m) {
    const Model *model = m->model;
    for (int slot = 0; slot < SLOTS; slot++) {
        bool royal = slot == SLOT_KING || model->becomes[slot] == SLOT_KING;
        if (model->letter[slot] && model->becomes[slot] >= 0 && royal && model->letter[SLOT_KING] &&
            (slot == SLOT_KING || is_at_start(model, SLOT_KING))) {
            fault_at(m->faults, place_of(m, "promotedPieceType"), 0,
                     "no piece becomes the king of a game that begins with one, nor the king another");
            return;
        }
    }
}

static void make_hands(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    bool changes = false;
    for (int type = 1; type <= def->types; type++)
        changes = changes || def->piece[type].promoted;
    def->changes_by_capture = changes && model->changes_by_capture;
    def->must_change = changes && model->must_change;
    def->changes_back = changes && model->changes_back;
    /* One board of two: what is captured goes to the other one, and what is dropped comes from there. */
    const bool one_of_two = model->two_boards && model->drops;
    def->keeps_captures = model->keeps_captures || one_of_two;
    def->keeps_promoted = def->keeps_captures && model->keeps_promoted;
    if (def->keeps_promoted && changes)
        fault_at(m->faults, place_of(m, "dropLoop"), 0, "'dropLoop' is supported only for what pawns become");
    def->drops = model->drops;
    def->gates = model->gates && model->seirawan;
    if (!def->drops && !def->gates)
        return; /* what else is said of drops means nothing */
    for (int side = 0; side < 2; side++)
        def->drop_region[side] = squares_of(m, &model->drops_to[side]);
    def->drops_pawns_first = model->drops_pawns_first;
    def->drops_pawns_promoting = model->drops_pawns_promoting;
    if (!def->drops)
        return;
    def->drops_enclosing = (uint8_t)model->drops_enclosing;
    def->drop_start = model->drops_enclosing ? squares_of(m, &model->drop_start) : 0;
    def->free_drops = model->free_drops || one_of_two;
    def->drops_promoted = model->drops_promoted;
    def->no_drop_checks = !model->drop_checks;
    def->drops_apart = types_of(m, model->drops_apart);
    def->drops_apart_count = (uint8_t)(model->drops_apart_count < 255 ? model->drops_apart_count : 255);
    def->drops_by_colour =
        types_of(m, model->drops_by_colour | (model->drops_bishops_apart ? (Slots)1 << SLOT_BISHOP : 0));
    def->no_drop_mates = types_of(m, model->no_drop_mates | (model->no_pawn_mate ? (Slots)1 << SLOT_SHOGI_PAWN : 0));
    def->must_drop = model->must_drop ? types_of(m, model->must_drop_types) : 0;
    def->drops_first_rank =
        types_of(m, model->drops_first_rank | (model->rooks_drop_first ? (Slots)1 << SLOT_ROOK : 0));
}

static uint8_t byte_of(int number) {
    return (uint8_t)(number < 255 ? number : 255);
}

static void make_lines(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    bool links = def->link_from[0] || def->link_from[1];
    if (!model->line && !model->line_square && !model->line_spread && !links)
        return; /* what else is said of lines means nothing */
    if (model->line_ends == GR_ENDS_NOT)
        fault_at(m->faults, place_of(m, "connectValue"), 0, "expected 'win', 'loss' or 'draw'");
    def->line = byte_of(model->line);
    def->line_square = byte_of(model->line_square);
    def->line_spread = byte_of(model->line_spread);
    def->line_ends = (uint8_t)model->line_ends;
    def->line_types = model->line_types >> ANY_SLOT & 1 ? 0 : likes_of(m, model->line_types);
    memcpy(def->line_goes, model->line_goes, sizeof def->line_goes);
}

/* What else decides where pieces of a hand may come has not been ruled for those that are put where one was. */
static void check_gates(const Maker *m) {
    const Model *model = m->model;
    const GrDefinition *def = m->def;
    if (model->seirawan && !model->gates)
        fault_at(m->faults, place_of(m, "seirawanGating"), 0, "'seirawanGating' needs 'gating = true'");
    if (model->gates && !model->first_leaps && !model->seirawan)
        fault_at(m->faults, place_of(m, "gating"), 0,
                 "'gating' is supported only with 'seirawanGating' or 'cambodianMoves'");
    if (!def->gates)
        return;
    if (model->first_leaps || model->promotes_late || model->walls || model->flips)
        fault_at(m->faults, place_of(m, "seirawanGating"), 0,
                 "pieces are not put where others were in games with walls, flips, leaps from the start or late promotion");
    if (model->castling_rank * 2 + 1 == model->ranks || model->castling_rank >= model->ranks)
        fault_at(m->faults, place_of(m, "castlingRank"), 0, "the sides need castling ranks of their own for 'gating'");
    if (def->drops_enclosing || def->free_drops || def->no_drop_checks || def->drops_apart || def->drops_by_colour || def->no_drop_mates ||
        def->must_drop || def->drops_first_rank)
        fault_at(m->faults, place_of(m, "seirawanGating"), 0,
                 "of the rules for drops, only regions and those for pawns are supported where pieces are put where "
                 "others were");
}

/* Walls come where pieces might be dropped, or see further once a duck has left: neither has been ruled. */
static void make_walls(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    if (model->walls == GR_WALLS_NONE)
        return; /* where they may come means nothing */
    if (model->drops)
        fault_at(m->faults, place_of(m, "wallingRule"), 0, "walls are not supported where pieces are dropped");
    if (model->first_leaps || model->promotes_late || model->passes[0] || model->passes[1] || model->passes_stuck[0] ||
        model->passes_stuck[1])
        fault_at(m->faults, place_of(m, "wallingRule"), 0,
                 "walls are not supported where a side may pass, promote in place or leap from the start");
    if (model->walls == GR_WALLS_DUCK && model->letter[SLOT_KING])
        fault_at(m->faults, place_of(m, "wallingRule"), 0,
                 "a duck is not supported beside a king; a commoner instead can be captured, or is royal by "
                 "'extinctionPseudoRoyal'");
    def->walls = (uint8_t)model->walls;
    def->walls_alone = model->walls_alone;
    if (def->walls_alone && (def->walls == GR_WALLS_ARROW || def->walls == GR_WALLS_PAST))
        fault_at(m->faults, place_of(m, "wallOrMove"), 0,
                 "a wall without a move cannot come where a piece goes or was");
    for (int side = 0; side < 2; side++)
        def->wall_region[side] = squares_of(m, &model->walls_to[side]);
}

/* Pieces that change sides, or become walls. Where that meets other rules that change more than one piece, nobody has
 * said what comes first. */
static void make_flips(const Maker *m) {
    const Model *model = m->model;
    const bool king = model->letter[SLOT_KING], royal = king || model->stand_ins;
    m->def->flips = (uint8_t)model->flips;
    m->def->petrified = likes_of(m, model->petrified);
    m->def->petrifies_blast = m->def->petrified && model->blasts && model->petrifies_blast;
    if (m->def->flips && (royal || model->blasts || m->def->petrified || model->walls))
        fault_at(m->faults, place_of(m, "flipEnclosedPieces"), 0,
                 "pieces that change sides are not supported beside royal pieces, explosions and walls");
    if (m->def->petrified && model->walls)
        fault_at(m->faults, place_of(m, "petrifyOnCaptureTypes"), 0, "walls cannot come by moves and by captures");
    if (king && (model->petrified >> SLOT_KING & 1))
        fault_at(m->faults, place_of(m, "petrifyOnCaptureTypes"), 0,
                 "the king cannot become a wall; a commoner with 'extinctionPseudoRoyal' then captures nothing");
}

static void make_repetition(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    if (model->fold_rule == 1 || model->fold_rule > 9)
        fault_at(m->faults, place_of(m, "nFoldRule"), 0, "'nFoldRule' is supported only from 2 to 9, and as 0");
    if (model->fold_value == GR_ENDS_NOT)
        fault_at(m->faults, place_of(m, "nFoldValue"), 0, "expected 'win', 'loss' or 'draw'");
    def->repetition = (uint8_t)(model->fold_rule < 10 ? model->fold_rule : 0);
    if (!def->repetition)
        return; /* what else is said of repetitions means nothing */
    def->repetition_value = (uint8_t)model->fold_value;
    def->repetition_by_side = model->fold_by_side && model->fold_value != GR_ENDS_DRAWN;
    def->no_perpetual_checks = model->no_perpetual_checks;
    def->no_chases = model->no_chases;
    def->no_shuttles = model->no_shuttles;
}

static void make_ends(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    def->stalemate = (int8_t)(model->stalemate == GR_ENDS_WON ? 1 : model->stalemate == GR_ENDS_LOST ? -1 : 0);
    if (model->stalemate == GR_ENDS_NOT)
        fault_at(m->faults, place_of(m, "stalemateValue"), 0, "expected 'win', 'loss' or 'draw'");
    def->move_rule = (uint16_t)model->move_rule;
    def->flag_count = (uint8_t)(model->flag_count < 255 ? model->flag_count : 255);
    def->flag_answer = model->flag_answer;
    def->flag_safe = model->flag_safe;
    def->flag_blocked = model->flag_blocked;
    def->stalemate_counts = model->stalemate_counts;
    for (int side = 0; side < 2; side++) {
        bool any = model->flag_pieces[side] >> ANY_SLOT & 1;
        def->flag_types[side] = any ? 0 : likes_of(m, model->flag_pieces[side]);
        def->flag_region[side] = any || def->flag_types[side] ? squares_of(m, &model->flag[side]) : 0;
    }
    if (!def->flag_region[0] && !def->flag_region[1]) { /* then there are none */
        def->flag_count = 1;
        def->flag_types[0] = def->flag_types[1] = 0;
        def->flag_answer = def->flag_safe = def->flag_blocked = false;
    }
}

static void make_passing(const Maker *m) {
    const Model *model = m->model;
    GrDefinition *def = m->def;
    def->facing_ends = model->facing_ends;
    def->diagonals = squares_of(m, &model->diagonals);
    def->counts = (uint8_t)model->counts;
    def->counting = (uint8_t)model->counting;
    def->first_leaps = model->first_leaps;
    def->promotes_late = model->promotes_late;
    def->king_stays = model->king_stays;
    def->ends_full = model->ends_full;
    def->immune = types_of(m, model->immune);
    def->mated = (int8_t)(model->mated == GR_ENDS_WON ? 1 : model->mated == GR_ENDS_DRAWN ? 0 : -1);
    for (int side = 0; side < 2; side++) {
        def->link_from[side] = squares_of(m, &model->link_from[side]);
        def->link_to[side] = squares_of(m, &model->link_to[side]);
        def->passes[side] = model->passes[side];
        def->passes_stuck[side] = model->passes_stuck[side];
    }
}

/* Files leave out rights and en passant squares of start positions; numbers then follow where they should be. */
static void put_start(const char *text, char out[GR_DEFINED_FEN]) {
    size_t used = 0;
    int field = 0;
    for (const char *c = text; *c && used + 6 < GR_DEFINED_FEN; c++) {
        if (*c == ' ' && c[1] != ' ' && c[1]) {
            for (field++; (field == 2 || field == 3) && isdigit((unsigned char)c[1]); field++) {
                out[used++] = ' ';
                out[used++] = '-';
            }
        }
        out[used++] = *c;
    }
    out[used] = '\0';
}

void model_conclude(const Model *model, const GrVariantsFile *file, const Section *section,
                    GrDefinition *definition, GrVariantsFaults *faults) {
    Maker m = {.model = model, .file = file, .section = section, .def = definition, .faults = faults};
    gr_definition_init(definition);
    definition->types = 0;
    snprintf(definition->name, sizeof definition->name, "%.*s", (int)section->name.length, section->name.text);
    snprintf(definition->title, sizeof definition->title, "%s",
             model->title[0] ? model->title : definition->name);
    put_start(model->start, definition->start);
    definition->shape = (uint8_t)model->shape;
    definition->board = (uint8_t)model->board;
    definition->coordinates = (uint8_t)model->coordinates;
    definition->files = (uint8_t)model->files;
    definition->ranks = (uint8_t)model->ranks;
    if (section->name.length >= GR_DEFINED_NAME)
        fault_at(faults, &section->name, 0, "a name of more than %d characters", GR_DEFINED_NAME - 1);
    if (model->files * model->ranks > GR_MAX_SQUARES)
        return; /* reported before */
    number_types(&m);
    check_changes(&m);
    make_hands(&m);
    make_pieces(&m);
    make_regions(&m);
    make_castling(&m);
    make_ends(&m);
    make_repetition(&m);
    make_passing(&m);
    make_lines(&m);
    make_extinction(&m);
    make_blasts(&m);
    make_walls(&m);
    make_flips(&m);
    definition->must_promote = model->must_promote;
    definition->must_stay_mobile = model->must_stay_mobile;
    definition->no_checks = !model->checking;
    definition->flying_kings = model->flying_kings;
    definition->must_take = model->must_take;
    definition->counts_checks = model->counts_checks;
    if (model->mated == GR_ENDS_NOT)
        fault_at(faults, place_of(&m, "checkmateValue"), 0, "expected 'win', 'loss' or 'draw'");
    check_gates(&m);
    if (model->counts_checks && !model->checking)
        fault_at(faults, place_of(&m, "checkCounting"), 0, "checks cannot be counted where none may be given");
}
