/* Damaging the text of games at random. */
#include "tests/aid/damage.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/move/long.h"

const char *const damage_name[DAMAGES] = {"mistyped", "garbled", "left out", "doubled",
                                          "changed over"};
const char *const dress_name[DRESSES] = {"numbered", "renumbered", "bare", "unmarked", "squares",
                                         "long"};

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

/* Takes `x`, `+` and `#` out of SAN. */
static void unmark(char *san) {
    char *to = san;
    for (; *san; san++) {
        if (!strchr("x+#", *san)) {
            *to++ = *san;
        }
    }
    *to = 0;
}

/* A move with both its squares; what is more than that is left in SAN. */
static void write_squares(const GrPosition *pos, GrMove move, char *text, size_t size) {
    const GrVariant *v = gr_variant(pos->rules);
    GrMoveKind kind = gr_move_kind(move);
    char san[GR_SAN_SIZE], from[4], to[4], letter[2] = "";
    gr_san_write(pos, move, san);
    if (kind == GR_CASTLE || kind == GR_SPELL || kind == GR_SPELL_FALL || kind == GR_TELEPORT ||
        kind == GR_PLACE || kind == GR_PASS || strpbrk(san, "*@(/")) {
        snprintf(text, size, "%s", san);
        return;
    }
    int type = gr_type_of(pos->board[gr_move_from(move)]);
    if (!gr_is_letterless(v, type)) {
        letter[0] = v->piece[type].letter;
    }
    gr_square_name(v, gr_move_from(move), from);
    gr_square_name(v, gr_move_to(move), to);
    const char *rest = strpbrk(san, "=+#");
    snprintf(text, size, "%s%s%c%s%s", letter, from, gr_is_capture(pos, move) ? 'x' : '-', to,
             rest ? rest : "");
}

static void write_ply(const GrPosition *pos, GrMove move, Dress dress, Ply *ply) {
    if (dress == LONG) {
        gr_long_write(pos, move, ply->text);
    } else if (dress == SQUARES) {
        write_squares(pos, move, ply->text, sizeof ply->text);
    } else {
        gr_san_write(pos, move, ply->text);
        if (dress == UNMARKED) {
            unmark(ply->text);
        }
    }
}

void damage_write(const Played *game, Dress dress, Written *out) {
    GrPosition pos = game->start;
    uint32_t last_number = 0;
    out->count = game->plies;
    for (unsigned i = 0; i < game->plies; i++) {
        Ply *ply = &out->ply[i];
        memset(ply, 0, sizeof *ply);
        write_ply(&pos, game->move[i], dress, ply);
        bool second = pos.turn != gr_variant(pos.rules)->first;
        bool numbered = dress == NUMBERED || dress == RENUMBERED || dress == SQUARES;
        if (numbered && (!second || i == 0) && pos.number != last_number) {
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

/* What a finger hits instead of the character, or the eye takes it for; itself if nothing. */
static char slip_of(Random *random, char c) {
    static const char *const rows[] = {"1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"};
    static const char pairs[] = "1l5S8B0OIl6b9gceuv";
    bool upper = isupper((unsigned char)c);
    const char *pair = strchr(pairs, c);
    if (pair && random_chance(random, 3)) {
        return (pair - pairs) % 2 ? pair[-1] : pair[1];
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = strchr(rows[i], tolower((unsigned char)c));
        if (at) {
            bool left = at > rows[i] && (!at[1] || random_chance(random, 2));
            char other = left ? at[-1] : at[1];
            return upper ? (char)toupper((unsigned char)other) : other;
        }
    }
    return c;
}

static bool garble(Random *random, Ply *ply) {
    size_t len = strlen(ply->text);
    char was[sizeof ply->text];
    memcpy(was, ply->text, sizeof was);
    if (len < 2 || len + 2 > sizeof was) {
        return false;
    }
    char *p = ply->text + random_below(random, (unsigned)len);
    switch (random_below(random, 6)) {
    case 0: /* missing */
        memmove(p, p + 1, strlen(p));
        break;
    case 1: /* twice */
        memmove(p + 1, p, strlen(p) + 1);
        break;
    case 2: /* swapped */
        if (p[1]) {
            char first = p[0];
            p[0] = p[1];
            p[1] = first;
        }
        break;
    default:
        *p = slip_of(random, *p);
        break;
    }
    return strcmp(was, ply->text) != 0 && !strchr(ply->text, ' ') == !strchr(was, ' ');
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
    case GARBLED:
        return garble(random, &text->ply[at]);
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
