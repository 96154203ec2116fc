/* Reading and rewriting text, for tests. */
#include "tests/aid/reader_aid.h"

#include <string.h>

int aid_rewrite(const GrVariants *variants, const GrRules *rules, const char *text, size_t len,
                const GrFormat *format, GrBuffer *out) {
    GrError error;
    GrGame game;
    int games = 0, code = GR_ERR_MEMORY;
    GrReader *reader = gr_reader_open_memory(text, len, variants, rules, &error);
    gr_buffer_clear(out);
    gr_game_init(&game);
    while (reader && (code = gr_reader_next(reader, &game, &error)) > 0)
        format->game(out, &game, (uint64_t)++games, 1);
    gr_game_free(&game);
    gr_reader_close(reader);
    if (code < 0)
        return code;
    return out->failed ? GR_ERR_MEMORY : games;
}

uint32_t aid_random(AidRandom *random, uint32_t below) {
    uint64_t x = random->state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    random->state = x;
    return (uint32_t)((x * 0x2545F4914F6CDD1D) >> 33) % below;
}

/* Words that a careless reader could take for something else. */
static const char *const words[] = {
    "good", "Nf3", "1.", "(e4)", "[%eval 0.35]", "[%clk 0:01:02]", "%", "1-0", "\xC3\xA9t\xC3\xA9",
    "\\", "\"quoted\"", "[Event", "; not here", "{", "$5", "*", "--", "O-O", "a\xE2\x80\x94z",
};

static bool add_words(AidRandom *random, GrGame *game, GrText *slot) {
    char text[400] = "";
    unsigned count = 1 + aid_random(random, 20);
    for (unsigned i = 0; i < count; i++) {
        const char *word = words[aid_random(random, sizeof words / sizeof *words)];
        if (i)
            strcat(text, aid_random(random, 12) ? " " : "\x1E");
        strcat(text, word);
    }
    /* Only a comment behind a semicolon can have a closing brace. */
    if (aid_random(random, 8) == 0)
        strcat(text, " }");
    return gr_game_add_text(game, text, strlen(text), slot) == 0;
}

static bool decorate(AidRandom *random, GrGame *game, uint32_t node) {
    GrText at = 0;
    if (aid_random(random, 6) == 0) {
        if (!add_words(random, game, &at))
            return false;
        game->nodes[node].comment = at;
    }
    if (aid_random(random, 8) == 0) {
        const char nags[3] = {(char)(1 + aid_random(random, 6)),
                              (char)(10 + aid_random(random, 130)), 0};
        if (gr_game_add_text(game, nags, 2, &at))
            return false;
        game->nodes[node].nags = at;
    }
    return true;
}

/* A line of random moves from `pos`; *first is its first node. */
static bool add_line(AidRandom *random, GrGame *game, const GrPosition *pos, unsigned plies,
                     unsigned depth, uint32_t *first) {
    static GrMoveList list;
    GrPosition now = *pos;
    uint32_t last = 0;
    *first = 0;
    for (unsigned i = 0; i < plies; i++) {
        uint32_t node, alt;
        gr_moves(&now, &list);
        if (!list.count)
            break;
        GrMove move = list.move[aid_random(random, list.count)];
        if (gr_game_add_node(game, move, &node) || !decorate(random, game, node))
            return false;
        if (last)
            game->nodes[last].next = node;
        else
            *first = node;
        if (last && depth < 3 && aid_random(random, 12) == 0) {
            if (!add_line(random, game, &now, 1 + aid_random(random, 6), depth + 1, &alt))
                return false;
            game->nodes[node].alternative = alt;
        }
        gr_play(&now, move);
        last = node;
    }
    return true;
}

bool aid_random_game(AidRandom *random, const GrRules *rules, unsigned plies, GrGame *game) {
    uint32_t first;
    gr_game_clear(game);
    if (gr_game_begin(game, rules) || gr_game_set_tag(game, "Event", "A \"random\" game \\ ") ||
        gr_game_set_tag(game, "Opening", "none"))
        return false;
    GrPosition start = game->start;
    if (!add_line(random, game, &start, plies, 0, &first))
        return false;
    game->nodes[0].next = first;
    for (uint32_t node = first; node; node = game->nodes[node].next)
        game->plies++;
    game->result = (GrResult)aid_random(random, 4);
    return aid_random(random, 3) || add_words(random, game, &game->nodes[0].comment);
}

size_t aid_damage(AidRandom *random, char *text, size_t len, size_t cap) {
    static const char bytes[] = "{}()[]\";%$.*-+#=/@^ \n\r\t\0\xFF\xC2\xA0" "01289abehxKQRNPOZHW";
    for (uint32_t n = 1 + aid_random(random, 4); n && len > 8; n--) {
        size_t at = aid_random(random, (uint32_t)len), piece = aid_random(random, 40);
        if (piece > len - at)
            piece = len - at;
        switch (aid_random(random, 5)) {
        case 0:
            text[at] = bytes[aid_random(random, sizeof bytes - 1)];
            break;
        case 1:
            memmove(text + at, text + at + piece, len - at - piece);
            len -= piece;
            break;
        case 2:
            if (len + piece < cap) {
                memmove(text + at + piece, text + at, len - at);
                len += piece;
            }
            break;
        case 3:
            if (len + 1 < cap) {
                memmove(text + at + 1, text + at, len - at);
                text[at] = bytes[aid_random(random, sizeof bytes - 1)];
                len++;
            }
            break;
        default:
            if (aid_random(random, 10) == 0)
                len = at;
            break;
        }
    }
    return len;
}
