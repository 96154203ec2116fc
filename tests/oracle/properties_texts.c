/* The texts of moves in random positions. */
#include "tests/oracle/properties.h"

#include <ctype.h>

#include "notation/move/long.h"
#include "notation/move/quick.h"
#include "notation/move/resolve.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

static bool texts_read_back(Properties *p, const GrPosition *pos, GrMove move,
                            const char san[GR_SAN_SIZE]) {
    char uci[GR_UCI_SIZE], want[24];
    GrMove read = 0;
    GrError error = {.text = ""};
    gr_uci_write(pos, move, uci);
    aid_code_text(aid_code(pos, move), want);
    if (strcmp(uci, want) != 0) {
        return properties_fault(p, "UCI %s, not %s", uci, want);
    }
    if (gr_uci_read(pos, uci, &read, &error) != 0 || read != move) {
        return properties_fault(p, "%s is not read back: %s", uci, error.text);
    }
    if (gr_san_read(pos, san, &read, &error) != 0 || read != move) {
        return properties_fault(p, "%s is written %s, which is not read back: %s", uci, san,
                                error.text);
    }
    return true;
}

/* Where the quick way of reading answers, the thorough one answers the same. */
static bool quick_agrees(Properties *p, const GrLexicon *lexicon, const GrPosition *pos,
                         const char *text) {
    GrSyntax syntax;
    GrMove quick = GR_NO_MOVE, move = GR_NO_MOVE;
    char mark = 0;
    unsigned odd = 0;
    size_t len = gr_quick_read(lexicon, pos, text, &quick, &mark);
    if (!len) {
        return true;
    }
    if (gr_syntax_read(lexicon, text, &syntax) != len || syntax.mark != mark ||
        gr_resolve(lexicon, pos, &syntax, &move, &odd) != 1 || move != quick || odd) {
        return properties_fault(p, "%s is quickly read as %08" PRIx32 ", thoroughly as %08" PRIx32,
                                text, quick, move);
    }
    return true;
}

/* The same text with one character left out or changed. */
static void damage(Random *random, const char *text, char out[GR_SAN_SIZE]) {
    static const char signs[] = "abcdefghij123456789x=+#KQRBNPLMACDWO-";
    size_t len = strlen(text), at = random_below(random, (unsigned)len);
    bool leave_out = random_chance(random, 2);
    memcpy(out, text, len + 1);
    if (leave_out) {
        memmove(out + at, out + at + 1, len - at);
    } else {
        out[at] = signs[random_below(random, sizeof signs - 1)];
    }
}

static bool quick_holds(Properties *p, const GrLexicon *lexicon, const GrPosition *pos,
                        GrMove move, const char san[GR_SAN_SIZE]) {
    char text[GR_SAN_SIZE], mark;
    GrMove read;
    GrMoveKind kind = gr_move_kind(move);
    bool plain = !strcmp(lexicon->variant->name, "chess") && kind <= GR_CASTLE;
    if (plain && (gr_quick_read(lexicon, pos, san, &read, &mark) != strlen(san) || read != move)) {
        return properties_fault(p, "%s is not quickly read", san);
    }
    damage(&p->random, san, text);
    return quick_agrees(p, lexicon, pos, san) && quick_agrees(p, lexicon, pos, text);
}

static bool reads_as(const GrLexicon *lexicon, const GrPosition *pos, const char *text,
                     GrMove move) {
    GrSyntax syntax;
    GrMove read = GR_NO_MOVE;
    size_t used = gr_syntax_read(lexicon, text, &syntax);
    if (!used) {
        used = gr_long_read(lexicon, text, &syntax);
    }
    return used && !text[used] && gr_resolve(lexicon, pos, &syntax, &read, NULL) == 1 &&
           read == move;
}

/* In capitals throughout, as headlines are: with piece names, and with two whole squares. */
static bool capitals_are_read(Properties *p, const GrLexicon *lexicon, const GrPosition *pos,
                              GrMove move) {
    char text[GR_LONG_SIZE], uci[GR_UCI_SIZE];
    GrMoveKind kind = gr_move_kind(move);
    gr_long_write(pos, move, text);
    gr_uci_write(pos, move, uci);
    for (char *c = text; *c; c++) {
        *c = (char)toupper((unsigned char)*c);
    }
    for (char *c = uci; *c; c++) {
        *c = (char)toupper((unsigned char)*c);
    }
    bool castling = kind == GR_CASTLE; /* "O-O(B)" is no castling */
    if (!castling && !reads_as(lexicon, pos, text, move)) {
        return properties_fault(p, "%s is not read", text);
    }
    bool plain = kind == GR_NORMAL || kind == GR_EN_PASSANT;
    if (plain && !reads_as(lexicon, pos, uci, move)) {
        return properties_fault(p, "%s is not read", uci);
    }
    return true;
}

bool properties_of_texts(Properties *p, const GrPosition *pos) {
    char(*sans)[GR_SAN_SIZE] = malloc((p->list.count + 1) * sizeof *sans);
    bool holds = sans != NULL;
    GrLexicon lexicon;
    gr_lexicon_init(&lexicon, p->rules);
    for (unsigned i = 0; i < p->list.count && holds; i++) {
        gr_san_write(pos, p->list.move[i], sans[i]);
        holds = texts_read_back(p, pos, p->list.move[i], sans[i]) &&
                capitals_are_read(p, &lexicon, pos, p->list.move[i]) &&
                quick_holds(p, &lexicon, pos, p->list.move[i], sans[i]);
    }
    if (holds) {
        qsort(sans, p->list.count, sizeof *sans, compare_texts);
    }
    for (unsigned i = 1; i < p->list.count && holds; i++) {
        if (strcmp(sans[i], sans[i - 1]) == 0) {
            holds = properties_fault(p, "two moves are written %s", sans[i]);
        }
    }
    free(sans);
    return holds;
}
