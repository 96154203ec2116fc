/* The moves of the game at hand: the lines of moves that are open, and the signs and numbers that
 * stand with them. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_MOVES_H
#define GR_NOTATION_READER_MOVES_H

#include "notation/reader/capture.h"
#include "notation/reader/reader.h"
#include "notation/reader/transcript.h"
#include "notation/reader/words.h"

/* A line of moves being read: the main line, or a variation. */
typedef struct Frame {
    GrPosition now;    /* after the last move of the line */
    GrPosition before; /* before before_node, a move of the line at or before the last one:
                          variations are seldom, so it is brought up to the last move only for
                          them */
    uint32_t before_node;
    uint32_t node;     /* the last move; 0: none yet */
    uint32_t parent;   /* the move that this variation stands in place of */
    uint32_t ply;      /* of the last move, counted through the main line */
    uint32_t last;     /* a move of this line that has variations, 0: none yet, */
    uint32_t last_alternative; /* and the first move of the last of them */
    GrText comment;    /* comment before the first move of a variation */
    uint32_t line, column; /* where it began */
} Frame;

typedef struct Moves {
    Lines *lines;
    Output *out;
    Transcript *transcript;
    Capture *capture;
    GrLexicon lexicon;       /* of the game's rules */
    Frame *frame;            /* GR_READER_DEPTH + 1 of them */
    int depth;               /* of variations: frame[depth] is the current line */
    bool begun;              /* the tags are complete */
    bool lost;               /* a move could not be played: the others are only written down */
    bool ending;             /* the result is read: only comments on the same line still follow */
    bool result_seen;
    bool side_told;          /* it was said that a piece has the word of the other side */
    bool empty;              /* that is all there is of the game: `*` */
    GrResult result;         /* that ended the moves */
    uint32_t named_line;     /* of the last move that was written with a piece's name */
    bool apart;              /* a piece's letter has stood apart from its square */
    uint32_t open_line, open_column; /* of a number at the end of a line, */
    uint32_t open_ply;       /* behind which that ply would come; 0: none */
    unsigned bare_numbers;       /* without a dot, and due */
    size_t number_reported;      /* diagnostics up to the one about a wrong move number; 0: none yet */
    GrBuffer lead;           /* what stands in a variation before its first move, as it stands */
    char held[256];          /* NAGs that stand before their move, ended by a 0 */
} Moves;

/* The position before the last move of the current line, which must have one. */
const GrPosition *reader_position_before(Moves *m);

/* Does the game have all moves that one may have? */
static inline bool reader_is_full(const Moves *m) {
    return m->out->game->node_count > GR_READER_MOVES;
}

/* A pawn becomes a queen in the notation by names where nothing else is said. Is nothing else said at `end`, behind the
 * move, of which nothing is lost? A word may, or `= Biohop`, whatever signs a slip has put before it: `+= Rook`, `@
 * Rook`. */
bool reader_is_usual_queen(const GrSyntax *syntax, const char *end);

/* Marks and annotations of the text that the position does not bear out. */
void reader_check_marks(Moves *m, const GrSyntax *syntax, unsigned odd, const char *at);

/* Remembers the number that stands before p, if one does. Reports it if no move has come behind it. */
void reader_note_open_number(Moves *m, const char *p);
void reader_check_open_number(Moves *m);

/* Notes the first number of a game, here at p, that is not that of the move which comes next. */
void reader_check_number(Moves *m, const char *p, size_t len);

/* Past a plain number at p, which is checked; p if there is none. That of the move that comes next with a single dot,
 * as nearly all are written, is seen to be right on the way. */
static inline const char *reader_pass_number(Moves *m, const char *p) {
    const Frame *f = &m->frame[m->depth];
    unsigned number = 0, digit;
    const char *q = p;
    while ((digit = (unsigned)(*q - '0')) <= 9)
        number = number * 10 + digit, q++;
    if (q == p)
        return p;
    if (number == f->now.number && q[0] == '.' && q[1] != '.' && (unsigned char)q[1] < 0x80 && q - p <= 6 && *p != '0')
        return q + 1 + (q[1] == ' ');
    q = reader_plain_number(p);
    if (q != p)
        reader_check_number(m, p, (size_t)(q - p));
    return q;
}

/* Adds what stands at p, before the first move of a variation, to `lead`; a blank before it, if it has one. */
void reader_add_lead(Moves *m, const char *p, size_t len);

/* ---- signs behind moves (nags.c) ---- */

void reader_add_nag(Moves *m, unsigned nag);

/* Gives the last move the NAGs that stood before it. */
void reader_place_held(Moves *m);

/* Notes that a move of `len` characters at p, `Rg g4`, may be what is left of two. */
void reader_doubt_apart(Moves *m, size_t len);

/* Adds a NAG that stands at p as a number of that length. */
void reader_add_number(Moves *m, unsigned nag, size_t len);

/* Adds the NAG of signs such as `!?` that end there. */
void reader_add_glyph(Moves *m, unsigned nag, const char *end);

/* `!?`; `+-`; words and signs that belong to the move before them, such as `ch`, `e.p.` and `+`:
 * all at p. False if there is none. */
void reader_glyph(Moves *m);
bool reader_sign(Moves *m);

/* A long move whose first file has become the sign, `$8a6`? A move may stand behind a NAG without a blank, but then it
 * is hardly one that is legal from a square of that rank. */
bool reader_lacks_file(const Moves *m);
bool reader_mark_words(Moves *m);

/* ---- a move that cannot be played (capture.c) ---- */

/* A token of that length that cannot be played, as the game is full for one, or not even read (`syntax` is NULL): the
 * rest of its line of moves is kept as text. */
void reader_give_up(Moves *m, const GrSyntax *syntax, const char *at, size_t len);

/* The same for that reason, which is reported at line and column. */
void reader_give_up_at(Moves *m, uint32_t line, uint32_t column, const char *at, size_t len, const char *why);

#endif
