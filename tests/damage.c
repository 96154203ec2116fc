#include "tests/damage.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/long.h"

const char *const damage_name[DAMAGES] = {"mistyped", "left out", "doubled", "changed over"};
const char *const dress_name[DRESSES] = {"numbered", "renumbered", "bare", "long"};

void damage_renumber(const Played *game, Written *text) {
    int first = gr_variant(game->start.rules)->first;
    uint32_t number = game->start.number;
    bool second = game->start.turn != first;
    for (unsigned i = 0; i < text->count; i++, second = !second) {
        text->ply[i].number = second && i > 0 ? 0 : number;
        text->ply[i].dots = second ? 3 : 1;
        number += second;
    }
}

void damage_write(const Played *game, Dress dress, Written *out) {
    GrPosition pos = game->start;
    uint32_t last_number = 0;
    out->count = game->plies;
    for (unsigned i = 0; i < game->plies; i++) {
        Ply *ply = &out->ply[i];
        memset(ply, 0, sizeof *ply);
        if (dress == LONG) {
            gr_long_write(&pos, game->move[i], ply->text);
        } else {
            gr_san_write(&pos, game->move[i], ply->text);
        }
        bool second = pos.turn != gr_variant(pos.rules)->first;
        if (dress != BARE && dress != LONG && (!second || i == 0) && pos.number != last_number) {
            last_number = ply->number = pos.number;
            ply->dots = second ? 3 : 1;
        }
        gr_play(&pos, game->move[i]);
    }
}

/* Changes one character of a square of the text for another that the board has. */
static bool mistype(Random *random, const GrLexicon *lexicon, Ply *ply) {
    const GrVariant *v = lexicon->variant;
    size_t at[8], squares = 0;
    int sq;
    char name[4], rest[64];
    for (size_t i = 0; ply->text[i] && squares < 8; i++) {
        bool word = i > 0 && isalpha((unsigned char)ply->text[i - 1]) && ply->text[i - 1] != 'x' &&
                    islower((unsigned char)ply->text[i - 1]);
        if (!word && gr_lexicon_square(lexicon, ply->text + i, &sq)) {
            at[squares++] = i;
        }
    }
    if (!squares) {
        return false;
    }
    char *p = ply->text + at[random_below(random, (unsigned)squares)];
    size_t used = gr_lexicon_square(lexicon, p, &sq);
    int file = sq % v->files, rank = sq / v->files;
    if (random_chance(random, 2)) {
        file = (file + 1 + (int)random_below(random, v->files - 1u)) % v->files;
    } else {
        rank = (rank + 1 + (int)random_below(random, v->ranks - 1u)) % v->ranks;
    }
    int len = gr_square_name(v, gr_square(v, file, rank), name);
    snprintf(rest, sizeof rest, "%s", p + used);
    memcpy(p, name, (size_t)len);
    memcpy(p + len, rest, strlen(rest) + 1);
    return true;
}

static void leave_out(Written *text, unsigned at) {
    Ply gone = text->ply[at];
    memmove(text->ply + at, text->ply + at + 1, (text->count - at - 1) * sizeof *text->ply);
    text->count--;
    if (gone.number && !text->ply[at].number) {
        text->ply[at].number = gone.number;
        text->ply[at].dots = gone.dots;
    }
}

static void write_twice(Written *text, unsigned at) {
    memmove(text->ply + at + 1, text->ply + at, (text->count - at) * sizeof *text->ply);
    text->count++;
    text->ply[at + 1].number = 0;
}

static void change_over(Ply *a, Ply *b) {
    char kept[sizeof a->text];
    memcpy(kept, a->text, sizeof kept);
    memcpy(a->text, b->text, sizeof kept);
    memcpy(b->text, kept, sizeof kept);
}

bool damage_text(Random *random, const GrLexicon *lexicon, Damage damage, Written *text) {
    if (text->count < 3 || text->count >= DAMAGE_PLIES) {
        return false;
    }
    unsigned at = random_below(random, text->count - 1);
    switch (damage) {
    case MISTYPED:
        return mistype(random, lexicon, &text->ply[at]);
    case LEFT_OUT:
        leave_out(text, at);
        return true;
    case DOUBLED:
        write_twice(text, at);
        return true;
    default:
        change_over(&text->ply[at], &text->ply[at + 1]);
        return strcmp(text->ply[at].text, text->ply[at + 1].text) != 0;
    }
}

void damage_script(const Played *game, const GrLexicon *lexicon, const Written *text,
                   GrScript *script) {
    gr_script_clear(script);
    script->start = game->start;
    script->result = game->result;
    for (unsigned i = 0; i < text->count; i++) {
        const Ply *ply = &text->ply[i];
        GrSyntax syntax;
        size_t used = gr_syntax_read(lexicon, ply->text, &syntax);
        if (!used) {
            used = gr_long_read(lexicon, ply->text, &syntax);
        }
        if (ply->number) {
            gr_script_number(script, ply->number, ply->dots);
        }
        gr_script_add(script, used ? &syntax : NULL, ply->text, strlen(ply->text), i + 1, 1);
    }
}
