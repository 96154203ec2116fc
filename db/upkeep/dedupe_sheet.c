/* What is compared of a game. */
#include "db/upkeep/dedupe_sheet.h"

#include <string.h>

#include "db/codec/pack.h"
#include "db/upkeep/dedupe.h"
#include "rules/fen.h"

/* Multiplies by 2^64 divided by the golden ratio, and mixes the upper bits in, which a product has best. */
uint64_t gr_sheet_mix(uint64_t hash, uint64_t number) {
    hash = (hash ^ number) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

static uint64_t mix_text(uint64_t hash, const char *text) {
    for (; *text; text++)
        hash = gr_sheet_mix(hash, (unsigned char)*text);
    return gr_sheet_mix(hash, 256); /* where it ends */
}

int gr_sheet_moves(const GrGame *game, uint32_t plies, uint32_t from, int (*each)(void *context, uint64_t hash),
                   void *context, uint64_t *hash) {
    char fen[GR_FEN_SIZE];
    int code = 0;
    *fen = '\0';
    if (game->rules)
        gr_fen_write(&game->start, fen);
    *hash = mix_text(mix_text(0, game->rules ? gr_variant(game->rules)->name : ""), fen);
    uint32_t node = game->node_count ? game->nodes[0].next : 0;
    for (uint32_t ply = 1; node && ply <= plies && !code; ply++, node = game->nodes[node].next) {
        *hash = gr_sheet_mix(*hash, game->nodes[node].move);
        if (each && ply >= from && ply < plies)
            code = each(context, *hash);
    }
    return code;
}

/* Would something be lost with the game? */
static bool is_annotated(const GrGame *game) {
    if (game->node_count > game->plies + 1 || game->rest)
        return true;
    for (size_t i = 0; i < game->node_count; i++)
        if (game->nodes[i].comment || game->nodes[i].nags)
            return true;
    return false;
}

/* Two games with the same hash have the same moves, comments and marks. */
static uint64_t content_of(const GrGame *game) {
    uint64_t hash = mix_text(0, gr_game_string(game, game->rest));
    for (size_t i = 0; i < game->node_count; i++) {
        const GrNode *node = &game->nodes[i];
        hash = gr_sheet_mix(gr_sheet_mix(hash, node->move), (uint64_t)node->next << 32 | node->alternative);
        hash = mix_text(mix_text(hash, gr_game_string(game, node->before)), gr_game_string(game, node->comment));
        hash = mix_text(hash, gr_game_string(game, node->nags));
    }
    return hash;
}

/* Mixes in what import compares besides the moves of the main line. */
static uint64_t mix_identity(uint64_t hash, const GrGame *game) {
    hash = mix_text(hash, gr_game_string(game, game->rest));
    for (const char *const *name = gr_identity_tags; *name; name++) {
        const char *value = strcmp(*name, "Result") ? gr_game_tag(game, *name) : gr_result_text(game->result);
        hash = mix_text(hash, gr_identity_value(value));
    }
    for (const char *const *name = gr_identity_text_tags; *name && !game->rules; name++) {
        const char *value = gr_game_tag(game, *name);
        hash = mix_text(hash, value ? value : "");
    }
    return hash;
}

/* How much the headers say: tags that are known, a date by its digits. */
static uint32_t knowledge(const GrGame *game) {
    uint32_t known = game->result != GR_RESULT_NONE ? 8 : 0;
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *name = gr_game_string(game, game->tags[i].name);
        const char *value = gr_identity_value(gr_game_string(game, game->tags[i].value));
        if (!strcmp(name, "Date"))
            for (; *value; value++)
                known += *value >= '0' && *value <= '9';
        else if (*value && strcmp(name, "Result"))
            known += 8;
    }
    return known;
}

void gr_sheet_of(const GrGame *game, int64_t id, GrSheet *sheet) {
    static const char *const names[GR_SHEET_TAGS] = {"White", "Black", "Date", "Round"};
    *sheet = (GrSheet){.game = id, .plies = game->plies, .result = game->result};
    for (size_t i = 0; i < GR_SHEET_TAGS; i++)
        sheet->tag[i] = gr_identity_value(gr_game_tag(game, names[i]));
    for (size_t side = 0; side < 2; side++) {
        char family[GR_PLAYER_NAME];
        gr_player_family(sheet->tag[side], family);
        sheet->players = mix_text(sheet->players, family);
    }
    sheet->known = *sheet->tag[GR_SHEET_WHITE] && *sheet->tag[GR_SHEET_BLACK];
    sheet->annotated = is_annotated(game);
    sheet->knowledge = knowledge(game);
    sheet->content = sheet->annotated ? content_of(game) : 0;
    gr_sheet_moves(game, game->plies, 0, NULL, NULL, &sheet->moves);
    if (gr_sheet_is_short(sheet))
        sheet->moves = mix_identity(sheet->moves, game);
}

bool gr_sheet_is_short(const GrSheet *sheet) {
    return sheet->plies < GR_DEDUPE_PLIES;
}

/* Are year, month and day equal as far as both are known? */
static bool dates_fit(const char *a, const char *b) {
    for (; *a && *b; a++, b++)
        if (*a != *b && *a != '?' && *b != '?')
            return false;
    return true;
}

static bool texts_fit(const char *a, const char *b) {
    return !*a || !*b || !strcmp(a, b);
}

bool gr_sheets_fit(const GrSheet *a, const GrSheet *b, bool beginning) {
    if (gr_sheet_is_short(a) && gr_sheet_is_short(b))
        return a->moves == b->moves;
    bool results = a->result == b->result || a->result == GR_RESULT_NONE || b->result == GR_RESULT_NONE || beginning;
    return results && ((a->known && b->known) || !beginning) &&
           dates_fit(a->tag[GR_SHEET_DATE], b->tag[GR_SHEET_DATE]) &&
           texts_fit(a->tag[GR_SHEET_ROUND], b->tag[GR_SHEET_ROUND]) &&
           gr_same_player(a->tag[GR_SHEET_WHITE], b->tag[GR_SHEET_WHITE]) &&
           gr_same_player(a->tag[GR_SHEET_BLACK], b->tag[GR_SHEET_BLACK]);
}

bool gr_sheet_stays(const GrSheet *a, const GrSheet *b) {
    if (a->plies != b->plies)
        return a->plies > b->plies;
    if (a->annotated != b->annotated)
        return a->annotated;
    return a->knowledge != b->knowledge ? a->knowledge > b->knowledge : a->game < b->game;
}
