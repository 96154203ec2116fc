/* What the parts of the reader share. Internal to notation/.
 *
 * The reader goes line by line through the source's window. `p` is where it stands in the line
 * [line, end); the line may be a piece of a longer one (`whole` is false), and then the window is
 * slid on before p comes close to its end, so that no token is ever cut in two.
 *
 * A game passes through these states: nothing yet; tags (`tagged`); moves (`moving`); its result
 * read (`ending`: only comments on the same line still belong to it). Besides, text can be
 * inside a comment (`in_comment`), or being captured as it stands because it cannot be played:
 * the rest of the game, or of a variation, or what stands in parentheses where no variation can be.
 */
#ifndef GR_NOTATION_READER_LOCAL_H
#define GR_NOTATION_READER_LOCAL_H

#include "notation/buffer.h"
#include "notation/reader/language.h"
#include "notation/move/long.h"
#include "notation/reader/reader.h"
#include "notation/move/resolve.h"
#include "notation/text/source.h"

typedef enum Capture { CAPTURE_NONE, CAPTURE_REST, CAPTURE_VARIATION, CAPTURE_PARENTHESIS,
                       CAPTURE_BRACKET } Capture;

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

/* What a step tells the loop that made it. */
typedef enum Step { STEP_ON, STEP_LINE_DONE, STEP_GAME_DONE } Step;

/* What prose has that no game has: words of other notations, and positions. */
typedef struct Looks {
    unsigned lines, descriptive, numeric, positions, named;
} Looks;

struct GrReader {
    GrSource *source;
    const GrVariants *variants;
    const GrRules *fallback;
    GrLexicon lexicon;       /* of the game's rules */
    GrError *error;          /* the caller's, during gr_reader_next */
    int status;              /* a failure, once it has come; nothing is read after it */
    GrError cut;             /* reading failed: the text ends there, and then this is told */
    /* The line. */
    const char *window_end, *line, *end, *p;
    const char *near_end;    /* a token that begins past this may be cut off */
    uint32_t number;         /* of the line, from 1 */
    uint32_t behind;         /* characters of the line that have slid out of the window */
    const char *counted_to;  /* characters of the line are counted up to here, as they cost time */
    uint32_t counted;        /* in a line that is not ASCII */
    bool open;               /* there is a line */
    bool whole;              /* and its end is in the window */
    bool ascii;              /* all characters of the line are single bytes; */
    bool looked;             /* false only says so once this is set */
    bool fresh;              /* nothing of the line was read yet */
    bool quoted;             /* the last line outside comments began with `>` */
    bool blank, blank_before; /* it is blank; the line before was, or there was none */
    bool ended;              /* the source has no more */
    /* The game. */
    GrGame *game;
    bool tagged, moving, ending, headed, result_seen;
    bool prosy;              /* it has no tags, or words that are no moves between its moves: each
                                line may be prose */
    bool unclosed;           /* a comment or variation was never closed, and that was told */
    bool prose_told;         /* that there is prose in a game with tags was told */
    uint32_t line_number;    /* a line outside comments, if the game is not prosy: its number, */
    uint32_t line_node, line_ply; /* the last move before this line, and what there was then of */
    size_t line_nodes, line_diags; /* moves and diagnostics */
    GrResult marker;         /* the result that ended the moves */
    size_t number_told;      /* diagnostics up to the one about a wrong move number; 0: none yet */
    bool own_result;         /* the Result tag states one in a form of its own */
    bool forfeit;            /* it, or the Result tag, says 0-0: both have lost */
    uint32_t named_line;     /* of the last move that was written with a piece's name */
    uint32_t fen_line, fen_column, variant_line, variant_column, result_line, result_column;
    uint32_t score_line, score_column;
    int depth;               /* of variations: frame[depth] is the current line */
    Frame *frame;            /* GR_READER_DEPTH + 1 of them */
    /* A comment, or text that is captured. */
    bool in_comment;
    uint32_t comment_line, comment_column;
    GrBuffer comment;
    GrText last_comment;     /* the text that the last comment was added to, and the length that */
    size_t last_comment_end; /* the game's text had then */
    Capture capture;
    int capture_depth;       /* parentheses open inside what is captured */
    const char *capture_from; /* what stands from here on to p is still to be captured */
    GrBuffer captured;
    bool too_long, too_many; /* GR_READER_TEXT, GR_READER_TAGS was reached, and that was told */
    uint32_t skipped_line;   /* the last line of prose that had moves in it, since the last move; 0 */
    bool in_prose;           /* the line before was prose, and stands in `comment` */
    uint32_t prose_lines;    /* of the paragraph that it belongs to */
    size_t heading_at, heading_len; /* the last heading in `prose`; no length: none */
    uint32_t late_node;      /* the last heading in a comment: its move, */
    size_t late_at;          /* and where it begins there */
    GrBuffer prose;          /* comments before the game's first move */
    uint32_t stray;          /* line of the first of them */
    bool prose_cut;          /* there were too many of them, and some are gone */
    GrGame between;          /* stands in for a game while the text between games is read */
    GrBuffer scratch, prepared;
    Looks looks, looked_before; /* of all text; before the game at hand */
    GrEvalDialect evals;     /* who wrote the evaluations */
    uint32_t doubt;          /* line of the first one of which that would have to be known */
    /* For repair. */
    bool keep;               /* the game's text is kept, not just the first GR_READER_LETTERS of */
    const char *keep_from;   /* it; what stands from here on to p is still to be added to it */
    GrBuffer kept, done;     /* of the game at hand; of the one that was given last */
    uint32_t kept_line, done_line; /* where they begin, */
    uint32_t kept_pad;             /* and how many characters stand before that in the line */
    bool kept_between;       /* what stands after the last game is kept, and begins the next text */
    GrScript *script;        /* moves are written down there */
    bool lost;               /* and no longer played, since one could not be */
    bool always_prosy;       /* the game is known to be so */
    bool last_prosy;         /* the game that was read last was so */
    /* Piece letters (reader_language.c). */
    bool is_part;            /* the text is a part of another one */
    const GrLanguage *language; /* of all games; NULL: English, or as they look */
    const GrLanguage *game_language; /* of the last game; NULL: English */
    const GrLanguage *noted; /* the one that was told last */
    bool mute;               /* the language cannot be used in a game's variant */
    struct GrReader *inner;  /* reads games that follow in the text of the last one */
};

typedef struct GrReader Reader;

/* Of a game whose text is longer than this no other language is tried. */
enum { GR_READER_LETTERS = 256 * 1024 };

/* Notes a failure; the reader stops at the next step. */
void reader_fail(Reader *r, int code, const char *text);

/* Column of a place in the line, in characters, from 1; the second counts them. */
static inline uint32_t reader_column(Reader *r, const char *at);
uint32_t reader_count_column(Reader *r, const char *at);

/* Adds a diagnostic of the place; ply 0 for none. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
void reader_diagnose(Reader *r, GrSeverity severity, const char *at, uint32_t ply,
                     const char *format, ...);

/* The same for a place given by line and column. */
#if defined(__GNUC__)
__attribute__((format(printf, 6, 7)))
#endif
void reader_diagnose_at(Reader *r, GrSeverity severity, uint32_t line, uint32_t column,
                        uint32_t ply, const char *format, ...);

/* Makes sure that the rest of the line, or much of it, is in the window. */
void reader_look_ahead(Reader *r);

/* Sees to it that `bytes` of the text after the line are in the window, if there are so many. The
 * window may slide, and then all pointers into it but those of the reader are void. */
void reader_see_further(Reader *r, size_t bytes);

/* The next line, which begins at p in the window, becomes the current one. */
void reader_next_line(Reader *r, const char *p);

/* Length of what stands before the text of a line: blanks and, in a text that quotes (as e-mails
 * do), the marks of that. */
size_t reader_margin(const Reader *r, const char *p);

/* The next line becomes the current one; false at the end of the text. Done with the line: p goes
 * past its line feed. */
bool reader_open_line(Reader *r);
void reader_close_line(Reader *r);

/* Begins the fresh line: p goes to its text. False if it has none: it is blank, an escape line or a
 * rule, and what prose was before it is complete. */
bool reader_begin_line(Reader *r);

/* All that is known of a game is forgotten, and `game` is the one to be read. */
void reader_begin_game(Reader *r, GrGame *game);

/* reader_looks.c: looks at the fresh line; tells of a complete game without moves what it looks
 * like. */
void reader_look_at_line(Reader *r);
void reader_look_at_game(Reader *r);

/* reader_places.c */

/* The game is read: its places become those of the file. Its diagnostics have them already, unless
 * they are those of a reader of the game's text. */
void reader_place_game(Reader *r, GrGame *game);
void reader_place_diagnostics(const Reader *r, GrGame *game);
void reader_place_lines(const Reader *r, GrGame *game);

/* reader_language.c */

/* The lexicon is fresh: makes it one of the reader's language. */
void reader_speak(Reader *r);
/* The game at hand is complete, and cannot be played to its end: was it another language? The first
 * `diags` of its diagnostics are of the text before it; `doubt` is that of the games before it. */
void reader_try_languages(Reader *r, size_t diags, uint32_t doubt);
/* Gives the next game of the inner reader as gr_reader_next does; 0: there is none any more. */
int reader_next_inner(Reader *r, GrGame *game);

/* reader_after.c */

/* The game is read. Prose after it, up to the end of the text, is the game's; up to something else,
 * it belongs to the next game, which takes what there is of it. */
void reader_after_game(Reader *r);
void reader_take_between(Reader *r);

/* reader_tags.c */

/* Is there a tag pair at p? */
bool reader_at_tag(Reader *r);
/* Reads the tag pair at p; false if there is none. The step is GAME_DONE, and nothing is read, if
 * it belongs to the next game. */
bool reader_tag(Reader *r, Step *step);
/* The tags are complete: finds the rules and the start position. */
void reader_begin_moves(Reader *r);

/* reader_moves.c */

/* Reads a token at p of the movetext. */
Step reader_token(Reader *r);
/* Closes what is open at the end of a game: comment, variations, capture. */
void reader_close_moves(Reader *r);
/* The position before the last move of the current line, which must have one. */
const GrPosition *reader_position_before(Reader *r);
/* A game's result at p: characters used, 0 if there is none. */
size_t reader_result(const char *p, GrResult *result);
/* A move number at p with its dots; characters used, 0 if there is none. */
size_t reader_move_number(const char *p, uint32_t *number);
/* Notes the first number of a game, here at p, that is not that of the move which comes next. */
void reader_check_number(Reader *r, const char *p, size_t len);
/* Past a move number such as `12.` or `12...` and a blank; p if there is none, or none so plain. */
static inline const char *reader_plain_number(const char *p) {
    const char *q = p;
    while (*q >= '0' && *q <= '9')
        q++;
    if (*q != '.' || q == p || q - p > 6 || *p == '0')
        return p;
    while (*q == '.')
        q++;
    return (unsigned char)*q < 0x80 ? q + (*q == ' ') : p;
}

/* The same; the number is checked. */
static inline const char *reader_pass_number(Reader *r, const char *p) {
    const char *q = reader_plain_number(p);
    if (q != p)
        reader_check_number(r, p, (size_t)(q - p));
    return q;
}
/* A token of so many bytes that cannot be played, or not even read (`syntax` is NULL): the rest of
 * its line of moves is kept as text. */
void reader_give_up(Reader *r, const GrSyntax *syntax, const char *at, size_t len);
/* Marks and annotations of the text that the position does not bear out. */
void reader_check_marks(Reader *r, const GrSyntax *syntax, unsigned odd, const char *at);

/* reader_variations.c */

/* A parenthesis at p opens a variation, or closes one. */
Step reader_open_variation(Reader *r);
Step reader_close_variation(Reader *r);

/* reader_numbers.c */

/* Is it a result that both players lose, `0-0`, that stands at p, and no castling? */
size_t reader_forfeit(Reader *r, GrResult *result);
/* The result that a tag states; GR_RESULT_NONE if it states none. */
GrResult reader_stated_result(Reader *r, const char *text);
/* The result is known: brings its tag into the form of PGN, and tells if both players have lost. */
void reader_tidy_result(Reader *r);

/* reader_signs.c */

void reader_add_nag(Reader *r, unsigned nag);
/* `!?`, `+-` (false if there is no such sign), `$5`, and words such as `ch` (false likewise). */
Step reader_glyph(Reader *r);
bool reader_sign(Reader *r);
Step reader_nag(Reader *r);
bool reader_mark_words(Reader *r);

/* reader_doubt.c */

/* Is the word garbled: meant for a move or a result, though it cannot be read? A single letter that
 * may be a part of one? Does a move number stand just before p? */
bool reader_is_garbled(const Reader *r, const char *p, size_t len);
bool reader_is_fragment(const Reader *r, const char *p, size_t len);
bool reader_follows_number(const Reader *r, const char *p);
/* The token at p, which is no move: if it was meant for one, it is left out where the game goes on
 * all the same, and else the game ends before it; either is told. */
bool reader_garbled(Reader *r);
/* The same for words of which some were perhaps moves. False if they are a remark. */
bool reader_doubt(Reader *r);
/* A line of moves begins after prose in which there were some: if its number is not due, that is
 * told. */
void reader_check_skipped(Reader *r);

/* reader_comments.c */

/* A comment begins at p, or goes on there, or is there and ends with the line. */
void reader_open_comment(Reader *r);
Step reader_comment(Reader *r);
Step reader_line_comment(Reader *r);
/* The comment that is open ends here, whatever the text says; or because the text ends, which is
 * told. */
void reader_break_comment(Reader *r);
void reader_close_comment(Reader *r);
/* Adds a comment to where the moves stand; the one in the buffer. */
void reader_add_comment(Reader *r, const char *text, size_t len);
void reader_finish_comment(Reader *r);
/* From `at` on, text is captured; the rest of the game. */
void reader_start_capture(Reader *r, Capture capture, const char *at);
void reader_capture_rest(Reader *r, const char *at);
/* Captures the line read so far, before it goes out of the window. */
void reader_flush_capture(Reader *r);
/* What is captured is complete: a variation, which becomes a comment; the rest of the game. */
void reader_end_capture(Reader *r);
void reader_end_rest(Reader *r);

/* reader_record.c */

/* Adds what has been read to the text that is kept, before it goes out of the window; makes ready
 * for the next game's, if that has not begun. */
void reader_keep(Reader *r);
void reader_begin_keeping(Reader *r);
/* The game is read: its text is what gr_reader_text gives. */
void reader_end_keeping(Reader *r);
/* Writes a token, which may be unreadable (syntax is NULL), or a move number down, if that is
 * wanted and it stands in the main line. */
void reader_record_move(Reader *r, const GrSyntax *syntax, const char *at, size_t len);
void reader_record_number(Reader *r, uint32_t number, const char *at, size_t len);

/* reader_points.c */

/* The game is complete: holds its Scoring and Score tags and its offers against its end. */
void reader_check_points(Reader *r);

/* reader_text.c */

/* Is the fresh line a heading ("Game #3")? Then it is read. GAME_DONE if it heads the next game. */
bool reader_at_heading(const Reader *r);
Step reader_heading(Reader *r);
/* Is the fresh line prose, in a text without tags? */
bool reader_at_prose(Reader *r);
Step reader_prose(Reader *r);
/* Reads words that are no moves as a comment. */
Step reader_remark(Reader *r);
/* The same for words in a game with tags: the first ones make it prosy, and their line is looked
 * at again. */
Step reader_words(Reader *r);
/* A line that is not prose has come: prose before it is complete. */
void reader_close_prose(Reader *r);
/* Adds a comment to those before the first move; takes them all as the game's; gives those of what
 * turned out to be no game back for the next one. */
void reader_add_prose(Reader *r, const char *text, size_t len);
void reader_take_prose(Reader *r);
void reader_return_prose(Reader *r);
/* Does the word at p look as if it were meant for a move? */
bool reader_like_move(const Reader *r, const char *p);
/* Length of the word at p: up to white space, a brace, parenthesis or semicolon. */
size_t reader_word(const char *p);
/* A comma, or a slash or dash on its own, that parts two moves: its length, 0 if there is none. */
size_t reader_separator(const char *p);
/* Length of what parts two cells of a table: blanks, and the bars that are drawn between them. */
size_t reader_cell(const char *p);

static inline uint32_t reader_column(Reader *r, const char *at) {
    return r->ascii ? r->behind + 1 + (uint32_t)(at - r->line) : reader_count_column(r, at);
}

#endif
